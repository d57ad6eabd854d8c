//! Prints the table and the crosstable of a tournament, as text or as one JSON object.

use std::collections::BTreeMap;
use std::fmt::Write;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use serde::Serialize;

use super::summary::{losses_of, write_losses};
use crate::base::text::counted;
use crate::tools::matches::{Standing, Standings, Tournament};

/// The totals of a tournament, as in JSON.
#[derive(Serialize)]
pub struct TournamentSummary<'a> {
    tournament: Tournament,
    games: usize,
    /// The players, best first.
    table: Vec<PlayerRow<'a>>,
    /// The results of the players of the table against each other; `null` on the diagonal.
    crosstable: Vec<Vec<Option<CrossCell>>>,
    pub pinned: bool,
    pub interrupted: bool,
}

#[derive(Serialize)]
struct PlayerRow<'a> {
    rank: usize,
    player: &'a str,
    /// Relative to the mean of the players; `null` while the games don't connect all players.
    elo: Option<f64>,
    /// The margin of error (95%).
    error: Option<f64>,
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    points: f64,
    /// `null` if no game was finished.
    average_discs: Option<f64>,
    /// The likelihood of superiority over the next player, 0 to 1.
    los: Option<f64>,
    /// The losses other than by discs.
    losses: BTreeMap<&'static str, u32>,
}

#[derive(Serialize)]
struct CrossCell {
    games: u32,
    points: f64,
}

impl<'a> TournamentSummary<'a> {
    pub fn new(tournament: Tournament, names: &'a [String], standings: &Standings) -> Self {
        let table = standings.table();
        let cell = |player: usize, opponent: usize| {
            let against = standings.against(player, opponent);
            (player != opponent).then_some(CrossCell {
                games: against.games(),
                points: against.points(),
            })
        };
        let cells = |row: &Standing| {
            let columns = table.iter().map(|column| cell(row.player, column.player));
            columns.collect()
        };
        let row = |(place, standing): (usize, &Standing)| {
            let losses = losses_of(|cause| standings.losses(standing.player, cause));
            PlayerRow::new(place + 1, &names[standing.player], standing, losses)
        };
        Self {
            tournament,
            games: standings.games(),
            crosstable: table.iter().map(cells).collect(),
            table: table.iter().enumerate().map(row).collect(),
            pinned: false,
            interrupted: false,
        }
    }

    pub fn text(&self) -> String {
        let word = self.tournament.to_possible_value();
        let kind = word.as_ref().map_or("tournament", PossibleValue::get_name);
        let players = self.table.len();
        let games = counted(self.games, "game");
        let so_far = if self.interrupted {
            ", interrupted"
        } else {
            ""
        };
        let mut text = format!("{kind} of {players} players: {games}{so_far}\n");
        self.write_table(&mut text);
        text.push('\n');
        self.write_crosstable(&mut text);
        for row in &self.table {
            write_losses(&mut text, row.player, &row.losses);
        }
        text
    }

    fn write_table(&self, text: &mut String) {
        let width = self.name_width();
        let _ = writeln!(
            text,
            "{:>4}  {:width$}  {:>7}  {:>6}  {:>6}  {:>8}  {:>6}  {:>6}  {:>6}",
            "rank", "player", "Elo", "+-", "games", "points", "score", "discs", "LOS"
        );
        for row in &self.table {
            let or_dash = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
            let _ = writeln!(
                text,
                "{:4}  {:width$}  {:>7}  {:>6}  {:6}  {:8.1}  {:5.1}%  {:>6}  {:>6}",
                row.rank,
                row.player,
                or_dash(row.elo.map(signed)),
                or_dash(row.error.map(|error| format!("{error:.1}"))),
                row.games,
                row.points,
                100.0 * row.points / f64::from(row.games.max(1)),
                or_dash(row.average_discs.map(|discs| format!("{discs:+.2}"))),
                or_dash(row.los.map(|los| format!("{:.1}%", 100.0 * los)))
            );
        }
    }

    /// Writes the points of each player against each other one, of the number of games.
    fn write_crosstable(&self, text: &mut String) {
        let width = self.name_width();
        let shown = |cell: &Option<CrossCell>| match cell {
            Some(CrossCell { games, points }) if *games > 0 => format!("{points}/{games}"),
            _ => "-".to_owned(),
        };
        let rows: Vec<Vec<String>> = self
            .crosstable
            .iter()
            .map(|row| row.iter().map(shown).collect())
            .collect();
        let cells = rows.iter().flatten().map(String::len);
        let cell_width = cells.max().unwrap_or(0).max(3);
        let _ = write!(text, "{:>4}  {:width$}", "rank", "player");
        for row in &self.table {
            let _ = write!(text, "  {:>cell_width$}", row.rank);
        }
        text.push('\n');
        for (row, cells) in self.table.iter().zip(rows) {
            let _ = write!(text, "{:4}  {:width$}", row.rank, row.player);
            for cell in cells {
                let _ = write!(text, "  {cell:>cell_width$}");
            }
            text.push('\n');
        }
    }

    fn name_width(&self) -> usize {
        let widths = self.table.iter().map(|row| row.player.chars().count());
        widths.max().unwrap_or(0).max("player".len())
    }
}

/// Returns a rating with its sign, and never minus zero.
fn signed(elo: f64) -> String {
    let rounded = (10.0 * elo).round() / 10.0;
    format!("{:+.1}", rounded + 0.0)
}

impl<'a> PlayerRow<'a> {
    fn new(
        rank: usize,
        player: &'a str,
        standing: &Standing,
        losses: BTreeMap<&'static str, u32>,
    ) -> Self {
        Self {
            rank,
            player,
            elo: standing.rating.map(|rating| rating.elo),
            error: standing.rating.map(|rating| rating.error),
            games: standing.games(),
            won: standing.won,
            drawn: standing.drawn,
            lost: standing.lost,
            points: standing.points(),
            average_discs: standing.average_discs(),
            los: standing.superiority,
            losses,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_that_rounds_to_zero_has_no_minus() {
        assert_eq!([-0.04, 0.0, 12.34].map(signed), ["+0.0", "+0.0", "+12.3"]);
    }
}
