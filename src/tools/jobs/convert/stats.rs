//! Statistics over records.

use std::collections::HashMap;
use std::fmt::Write;

use serde_json::json;

use crate::base::text::printable;
use crate::games::Player;
use crate::records::GameRecord;
use crate::tools::jobs::json_line;

const LISTED: usize = 10;

#[derive(Debug, Default)]
pub struct Statistics {
    records: usize,
    /// Games won by Black and by White.
    won: [usize; 2],
    drawn: usize,
    unknown: usize,
    /// Games that ended because neither side could move.
    finished: usize,
    plies: Option<(usize, usize)>,
    passes: usize,
    years: Option<(u16, u16)>,
    players: HashMap<String, PlayerCounts>,
    all_plies: usize,
    /// The sum and the number of the known disc differences.
    differences: (f64, usize),
}

#[derive(Debug, Clone, Copy, Default)]
struct PlayerCounts {
    games: usize,
    won: usize,
    drawn: usize,
    lost: usize,
}

impl Statistics {
    pub fn add(&mut self, record: &GameRecord) {
        let plies = record.moves().len();
        self.records += 1;
        self.all_plies += plies;
        self.plies = Some(widened(self.plies, plies));
        self.passes += record
            .moves()
            .iter()
            .filter(|mv| mv.square.is_none())
            .count();
        self.finished += usize::from(record.is_over());
        if let Some(date) = &record.date {
            self.years = Some(widened(self.years, date.year));
        }
        let outcome = record.outcome();
        match outcome.map(|outcome| outcome.winner) {
            Some(Some(player)) => self.won[player.index()] += 1,
            Some(None) => self.drawn += 1,
            None => self.unknown += 1,
        }
        if let Some(difference) = outcome.and_then(|outcome| outcome.difference) {
            self.differences.0 += difference;
            self.differences.1 += 1;
        }
        for player in Player::BOTH {
            let name = &record.players[player.index()].name;
            if name.is_empty() {
                continue;
            }
            let counts = match self.players.get_mut(name) {
                Some(counts) => counts,
                None => self.players.entry(name.clone()).or_default(),
            };
            counts.games += 1;
            match outcome.map(|outcome| outcome.winner) {
                Some(Some(winner)) if winner == player => counts.won += 1,
                Some(Some(_)) => counts.lost += 1,
                Some(None) => counts.drawn += 1,
                None => {}
            }
        }
    }

    /// Returns the mean of Black's discs minus White's.
    fn mean_difference(&self) -> Option<f64> {
        let (sum, count) = self.differences;
        mean(sum, count)
    }

    fn mean_plies(&self) -> Option<f64> {
        #[expect(clippy::cast_precision_loss, reason = "far fewer plies than 2^52")]
        mean(self.all_plies as f64, self.records)
    }

    fn most_active(&self) -> Vec<(&str, PlayerCounts)> {
        let mut players: Vec<_> = self
            .players
            .iter()
            .map(|(name, counts)| (name.as_str(), *counts))
            .collect();
        players.sort_unstable_by(|(one, a), (other, b)| {
            b.games.cmp(&a.games).then_with(|| one.cmp(other))
        });
        players.truncate(LISTED);
        players
    }

    pub fn json(&self, bad: usize) -> String {
        let Self {
            records,
            won,
            drawn,
            unknown,
            finished,
            ..
        } = self;
        let players: Vec<_> = self
            .most_active()
            .into_iter()
            .map(|(name, player)| {
                json!({
                    "name": printable(name), "games": player.games, "won": player.won, "drawn": player.drawn,
                    "lost": player.lost,
                })
            })
            .collect();
        json_line(&json!({
            "records": records,
            "bad": bad,
            "black_won": won[Player::Black.index()],
            "white_won": won[Player::White.index()],
            "drawn": drawn,
            "unknown": unknown,
            "finished": finished,
            "mean_difference": self.mean_difference(),
            "plies": self.plies.map(|(least, most)| [least, most]),
            "mean_plies": self.mean_plies(),
            "passes": self.passes,
            "years": self.years.map(|(first, last)| [first, last]),
            "players": self.players.len(),
            "most_active": players,
        }))
    }

    pub fn text(&self, bad: usize) -> String {
        let mut text = String::new();
        let mut add = |what: &str, value: String| {
            let _ = writeln!(text, "{what:<18} {value}");
        };
        add("records", self.records.to_string());
        add("invalid records", bad.to_string());
        add("finished games", self.finished.to_string());
        add("won by Black", self.won[Player::Black.index()].to_string());
        add("drawn", self.drawn.to_string());
        add("won by White", self.won[Player::White.index()].to_string());
        add("unknown", self.unknown.to_string());
        if let Some(mean) = self.mean_difference() {
            add("mean score", format!("{mean:+.2} for Black"));
        }
        if let (Some((least, most)), Some(mean)) = (self.plies, self.mean_plies()) {
            add("plies", format!("{least} to {most}, mean {mean:.1}"));
        }
        add("passes", self.passes.to_string());
        if let Some((first, last)) = self.years {
            let years = if first == last {
                first.to_string()
            } else {
                format!("{first} to {last}")
            };
            add("years", years);
        }
        add("players", self.players.len().to_string());
        let listed = self.most_active();
        if !listed.is_empty() {
            text.push_str("\nplayer                    games    won  drawn   lost\n");
        }
        for (name, counts) in listed {
            let PlayerCounts {
                games,
                won,
                drawn,
                lost,
            } = counts;
            let _ = writeln!(
                text,
                "{:<24} {games:>6} {won:>6} {drawn:>6} {lost:>6}",
                printable(name)
            );
        }
        text
    }
}

fn widened<T: Copy + Ord>(range: Option<(T, T)>, value: T) -> (T, T) {
    range.map_or((value, value), |(least, most)| {
        (least.min(value), most.max(value))
    })
}

fn mean(sum: f64, count: usize) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "far fewer records than 2^52")]
    (count > 0).then(|| sum / count as f64)
}
