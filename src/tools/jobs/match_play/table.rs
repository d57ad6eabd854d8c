//! Prints the games and the summary, as a table or as one JSON object per line.

use serde::Serialize;

use super::line::{difference, transcript};
use super::summary::Summary;
use crate::games::Player;
use crate::tools::jobs::{json_line, print, print_fitted};
use crate::tools::matches::{Game, Match};
use crate::tools::run::ToolError;

pub(super) struct GameTable {
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
    pub(super) fn new(the_match: &Match, json: bool) -> Self {
        let widths = the_match.names(1).map(|name| name.chars().count());
        let width = widths.into_iter().max().unwrap_or(0).max(5);
        Self { json, width, has_heading: false }
    }

    pub(super) fn write(&mut self, game: &Game) -> Result<(), ToolError> {
        if self.json { print(&json_line(&row(game))) } else { print_fitted(&self.line(game)) }
    }

    pub(super) fn finish(&self, summary: &Summary, interrupted: bool) -> Result<(), ToolError> {
        if self.json {
            return print(&json_line(&summary.object(interrupted)));
        }
        let blank = if self.has_heading { "\n" } else { "" };
        print_fitted(&format!("{blank}{}", summary.text(interrupted)))
    }

    fn line(&mut self, game: &Game) -> String {
        let width = self.width;
        let heading = if self.has_heading {
            String::new()
        } else {
            format!("{:>6}  {:width$}  {:width$}  {:>5}  end\n", "game", "black", "white", "B-W")
        };
        self.has_heading = true;
        let [black, white] = &game.record.players;
        let end = match game.at_fault() {
            Some(loser) if game.detail.is_empty() => format!("{loser} {}", game.cause),
            Some(loser) => format!("{loser} {}: {}", game.cause, game.detail),
            None => game.cause.to_string(),
        };
        let (number, difference) = (game.number, difference(&game.record));
        let (black, white) = (&black.name, &white.name);
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
