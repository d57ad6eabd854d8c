//! Formats a game with its analysis, as text or as a JSON object.

use std::fmt::Write;

use serde::Serialize;

use crate::analysis::{Analysis, text};
use crate::base::terminal;
use crate::base::text::Printable;
use crate::games::Player;
use crate::records::{GameRecord, Opening};
use crate::tools::jobs::{json_line, known};

#[derive(Serialize)]
struct GameObject<'a> {
    number: usize,
    names: SideNames<'a>,
    date: Option<String>,
    event: Option<Printable<'a>>,
    opening: Option<&'static str>,
    #[serde(flatten)]
    analysis: &'a Analysis,
}

#[derive(Serialize)]
struct SideNames<'a> {
    black: Option<Printable<'a>>,
    white: Option<Printable<'a>>,
}

pub(super) struct JudgedGame<'a> {
    pub(super) number: usize,
    pub(super) record: &'a GameRecord,
    pub(super) opening: Option<Opening>,
    pub(super) analysis: &'a Analysis,
}

const SIGNS: [char; 2] = [Player::Black.glyph(), Player::White.glyph()];

impl JudgedGame<'_> {
    fn name(&self, player: Player) -> Option<Printable<'_>> {
        known(&self.record.players[player.index()].name)
    }

    /// Returns the names of the players, with the colors of unnamed ones.
    pub(super) fn names(&self) -> [String; 2] {
        Player::BOTH.map(|player| match (self.name(player), player) {
            (Some(name), _) => name.to_string(),
            (None, Player::Black) => "Black".to_owned(),
            (None, Player::White) => "White".to_owned(),
        })
    }

    fn date(&self) -> Option<String> {
        self.record.date.as_ref().map(ToString::to_string)
    }

    fn event(&self) -> Option<Printable<'_>> {
        known(&self.record.event)
    }

    fn title(&self) -> String {
        let mut title = format!("Game {}", self.number);
        let mut details = Vec::new();
        if Player::BOTH.into_iter().any(|player| self.name(player).is_some()) {
            let [black, white] = self.names();
            details.push(format!("{black} (B) - {white} (W)"));
        }
        if self.record.is_over() {
            let score = self.record.score();
            let [black, white] = Player::BOTH.map(|player| score.result(player));
            details.push(format!("{black}-{white}"));
        }
        details.extend(self.event().map(|event| event.to_string()));
        details.extend(self.date());
        if !details.is_empty() {
            title.push_str(": ");
            title.push_str(&details.join(", "));
        }
        title
    }

    pub(super) fn caption(&self) -> String {
        let opening =
            self.opening.map_or_else(String::new, |opening| format!(", {}", opening.name));
        self.title() + &opening
    }

    pub(super) fn text(&self, all: bool) -> String {
        let mut text = self.title() + "\n";
        if let Some(opening) = self.opening {
            let _ = writeln!(text, "Opening: {}.", opening.name);
        }
        let analysis = self.analysis;
        if self.record.game_moves().next().is_none() {
            return text + "No moves to analyze.\n";
        }
        if analysis.moves.is_empty() {
            return text + "Interrupted before any move was analyzed.\n";
        }
        let columns = terminal::columns();
        let names = self.names();
        let names = names.each_ref().map(String::as_str);
        text.push_str(&text::report(analysis, SIGNS, names, all, columns));
        if !analysis.complete {
            text.push_str("Interrupted: earlier moves were not analyzed.\n");
        }
        text
    }

    pub(super) fn object(&self) -> String {
        let object = GameObject {
            number: self.number,
            names: SideNames { black: self.name(Player::Black), white: self.name(Player::White) },
            date: self.date(),
            event: self.event(),
            opening: self.opening.map(|opening| opening.name),
            analysis: self.analysis,
        };
        json_line(&object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_says_is_fit_for_a_terminal() {
        let mut record = GameRecord::new();
        record.players[0].name = "A\u{1b}[2J".to_owned();
        let analysis = Analysis::new(Vec::new(), 0);
        let judged = JudgedGame { number: 1, record: &record, opening: None, analysis: &analysis };
        assert_eq!(judged.title(), r"Game 1: A\u{1b}[2J (B) - White (W)");
        assert!(judged.text(true).ends_with("\nNo moves to analyze.\n"));
        // Escaped twice, so that the parsed value can be printed safely, too.
        assert!(judged.object().contains(r#""A\\u{1b}[2J""#), "{}", judged.object());
    }
}
