//! Prints the games and the summary of a match, as a table or as one JSON object per line.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::file::{difference, transcript};
use crate::base::text::counted;
use crate::games::Player;
use crate::tools::jobs::{json_line, print, print_fitted};
use crate::tools::matches::{Cause, Elo, Game, InOrder, NormalizedElo, Sprt, SprtVerdict};
use crate::tools::run::ToolError;

/// The totals of a match, as in JSON. All fields but the last two are about the first player.
#[derive(Serialize)]
pub struct Summary<'a> {
    players: [&'a str; 2],
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    points: f64,
    /// `null` if no game was finished.
    average_discs: Option<f64>,
    /// The number of finished games.
    #[serde(skip)]
    finished: u32,
    /// The numbers of pairs with 0 to 4 half points.
    pairs: [u32; 5],
    /// `null` without pairs. Infinite bounds are `null`, too.
    elo: Option<Elo>,
    /// `null` if all pairs are alike.
    normalized_elo: Option<NormalizedElo>,
    sprt: Option<SprtObject>,
    /// The losses of each player other than by discs.
    losses: [BTreeMap<&'static str, u32>; 2],
    pinned: bool,
    pub interrupted: bool,
}

#[derive(Serialize)]
struct SprtObject {
    #[serde(flatten)]
    sprt: Sprt,
    /// The log-likelihood ratio, and its bounds.
    ratio: f64,
    bounds: [f64; 2],
    verdict: Option<SprtVerdict>,
}

impl<'a> Summary<'a> {
    pub fn new(players: [&'a str; 2], pinned: bool, sprt: Option<Sprt>, games: &InOrder) -> Self {
        let tally = games.tally();
        let losses = |player| losses_of(|cause| tally.losses(player, cause));
        let test = |sprt: Sprt| SprtObject {
            sprt,
            ratio: sprt.ratio(&tally.pairs),
            bounds: Sprt::bounds(),
            verdict: games.verdict,
        };
        Self {
            players,
            games: tally.games(),
            won: tally.won,
            drawn: tally.drawn,
            lost: tally.lost,
            points: tally.points(),
            average_discs: tally.average_discs(),
            finished: tally.counted,
            pairs: tally.pairs.0,
            elo: tally.pairs.elo(),
            normalized_elo: tally.pairs.normalized_elo(),
            sprt: sprt.map(test),
            losses: [0, 1].map(losses),
            pinned,
            interrupted: false,
        }
    }

    pub fn progress(&self, played: usize, games: usize) -> String {
        let Self {
            won, drawn, lost, ..
        } = self;
        let name: String = self.players[0].chars().take(20).collect();
        let games = counted(games, "game");
        let mut text = format!("{played} of {games}, {name} +{won} ={drawn} -{lost}");
        if let Some(elo) = &self.elo {
            let _ = write!(text, ", Elo {elo}");
        }
        if let Some(SprtObject { ratio, .. }) = self.sprt {
            let _ = write!(text, ", LLR {ratio:.2}");
        }
        text
    }

    /// Writes the difference in strength, and the test that may have ended the match.
    fn write_elo(&self, text: &mut String) {
        if let Some(elo) = &self.elo {
            let counts = self.pairs.map(|count| count.to_string()).join(" ");
            let pairs = counted(self.pairs.iter().sum::<u32>(), "pair");
            let _ = writeln!(
                text,
                "  Elo: {elo} (95%), pentanomial [{counts}] over {pairs}"
            );
        }
        if let Some(normalized) = &self.normalized_elo {
            let _ = writeln!(text, "  normalized Elo: {normalized} (95%)");
        }
        let Some(SprtObject {
            sprt: Sprt { elo0, elo1 },
            ratio,
            bounds: [lower, upper],
            verdict,
        }) = self.sprt
        else {
            return;
        };
        let decision = match verdict {
            Some(SprtVerdict::H0) => "H0 accepted",
            Some(SprtVerdict::H1) => "H1 accepted",
            None => "undecided",
        };
        let _ = writeln!(
            text,
            "  SPRT [{elo0}, {elo1}]: {decision}, LLR {ratio:.2} [{lower:.2}, {upper:.2}]"
        );
    }

    pub fn text(&self) -> String {
        let Self {
            games,
            won,
            drawn,
            lost,
            points,
            ..
        } = *self;
        let [first, second] = self.players;
        let so_far = if self.interrupted {
            ", interrupted"
        } else {
            ""
        };
        let mut text = format!("{first} vs {second}: {}{so_far}\n", counted(games, "game"));
        let percent = 100.0 * points / f64::from(games.max(1));
        let shown = counted(points, "point");
        let _ = writeln!(
            text,
            "  {first}: +{won} ={drawn} -{lost}, {shown} ({percent:.1}%)"
        );
        if let Some(discs) = self.average_discs {
            let finished = counted(self.finished, "finished game");
            let _ = writeln!(text, "  average score: {discs:+.2} discs ({finished})");
        }
        self.write_elo(&mut text);
        for (losses, name) in self.losses.iter().zip(self.players) {
            write_losses(&mut text, name, losses);
        }
        text
    }
}

/// Returns the losses other than by discs, by cause, without zeros.
pub fn losses_of(count: impl Fn(Cause) -> u32) -> BTreeMap<&'static str, u32> {
    let causes = Cause::ALL.into_iter();
    causes
        .map(|cause| (cause.word(), count(cause)))
        .filter(|(_, count)| *count > 0)
        .collect()
}

/// Writes the losses of a player other than by discs, if any.
pub fn write_losses(text: &mut String, name: &str, losses: &BTreeMap<&'static str, u32>) {
    let count = |cause: Cause| Some(format!("{} {cause}", losses.get(cause.word())?));
    let losses: Vec<String> = Cause::ALL.into_iter().filter_map(count).collect();
    if !losses.is_empty() {
        let losses = losses.join(", ");
        let _ = writeln!(text, "  losses by {name} not on the board: {losses}");
    }
}

pub struct GameTable {
    json: bool,
    /// The width of a name column.
    width: usize,
    has_heading: bool,
}

#[derive(Serialize)]
struct PlayedGameObject<'a> {
    game: usize,
    black: &'a str,
    white: &'a str,
    /// `null` in a draw.
    winner: Option<Player>,
    /// Black's discs minus White's, or all 64 if discs were not counted.
    difference: i32,
    /// The cause of the end.
    end: &'static str,
    /// The side that lost other than by discs.
    loser: Option<Player>,
    detail: &'a str,
    moves: String,
    /// The thinking times of Black and White.
    seconds: [f64; 2],
}

impl GameTable {
    pub fn new(players: &[String], json: bool) -> Self {
        let widths = players.iter().map(|name| name.chars().count());
        let width = widths.max().unwrap_or(0).max(5);
        Self {
            json,
            width,
            has_heading: false,
        }
    }

    pub fn write(&mut self, game: &Game) -> Result<(), ToolError> {
        if self.json {
            print(&json_line(&row(game)))
        } else {
            print_fitted(&self.line(game))
        }
    }

    /// Prints a summary, as text with `text`.
    pub fn finish<S: Serialize>(
        &self,
        summary: &S,
        text: impl FnOnce(&S) -> String,
    ) -> Result<(), ToolError> {
        if self.json {
            return print(&json_line(summary));
        }
        let blank = if self.has_heading { "\n" } else { "" };
        print_fitted(&format!("{blank}{}", text(summary)))
    }

    fn line(&mut self, game: &Game) -> String {
        let width = self.width;
        let heading = if self.has_heading {
            String::new()
        } else {
            format!(
                "{:>6}  {:width$}  {:width$}  {:>5}  end\n",
                "game", "black", "white", "B-W"
            )
        };
        self.has_heading = true;
        let [black, white] = &game.record.players;
        let end = match game.at_fault() {
            Some(loser) if game.detail.is_empty() => format!("{loser} {}", game.cause),
            Some(loser) => format!("{loser} {}: {}", game.cause, game.detail),
            None => game.cause.to_string(),
        };
        let number = game.number;
        let difference = difference(&game.record);
        let black = &black.name;
        let white = &white.name;
        format!("{heading}{number:6}  {black:width$}  {white:width$}  {difference:+5}  {end}\n")
    }
}

fn row(game: &Game) -> PlayedGameObject<'_> {
    let seconds = |player: Player| {
        let own = game.record.moves().iter().filter(|mv| mv.player == player);
        let sum: f64 = own.filter_map(|mv| mv.seconds).sum();
        // An empty sum is -0.
        (sum * 1000.0).round() / 1000.0 + 0.0
    };
    let [black, white] = &game.record.players;
    PlayedGameObject {
        game: game.number,
        black: &black.name,
        white: &white.name,
        winner: game.record.result.and_then(|result| result.winner),
        difference: difference(&game.record),
        end: game.cause.word(),
        loser: game.at_fault(),
        detail: &game.detail,
        moves: transcript(&game.record),
        seconds: Player::BOTH.map(seconds),
    }
}
