//! Formats a game with its analysis, as text or as a JSON object.

use std::fmt::Write;

use serde::Serialize;

use crate::analysis::Analysis;
use crate::base::terminal;
use crate::base::text::Printable;
use crate::games::Player;
use crate::records::{GameRecord, Opening};
use crate::report::{SideNames, text};
use crate::tools::jobs::known;

/// A game with its analysis, as a JSON object.
#[derive(Serialize)]
pub struct JudgedGame<'a> {
    number: usize,
    names: SideNames<Option<Printable<'a>>>,
    date: Option<String>,
    event: Option<Printable<'a>>,
    opening: Option<&'static str>,
    #[serde(flatten)]
    analysis: &'a Analysis,
    #[serde(skip)]
    record: &'a GameRecord,
}

const SIGNS: [char; 2] = [Player::Black.glyph(), Player::White.glyph()];

impl<'a> JudgedGame<'a> {
    pub fn new(
        number: usize,
        record: &'a GameRecord,
        opening: Option<Opening>,
        analysis: &'a Analysis,
    ) -> Self {
        let [black, white] = record.players.each_ref().map(|player| known(&player.name));
        let date = record.date.as_ref().map(ToString::to_string);
        let names = SideNames { black, white };
        let event = known(&record.event);
        let opening = opening.map(|opening| opening.name);
        Self {
            number,
            names,
            date,
            event,
            opening,
            analysis,
            record,
        }
    }

    /// Returns the names of the players, with the colors of unnamed ones.
    pub fn side_names(&self) -> [String; 2] {
        let SideNames { black, white } = &self.names;
        [(black, "Black"), (white, "White")]
            .map(|(name, color)| name.as_ref().map_or(color.to_owned(), ToString::to_string))
    }

    fn title(&self) -> String {
        let mut title = format!("Game {}", self.number);
        let mut details = Vec::new();
        if self.names.black.is_some() || self.names.white.is_some() {
            let [black, white] = self.side_names();
            details.push(format!("{black} (B) - {white} (W)"));
        }
        if self.record.is_over() {
            let score = self.record.score();
            let [black, white] = Player::BOTH.map(|player| score.result(player));
            details.push(format!("{black}-{white}"));
        }
        details.extend(self.event.as_ref().map(ToString::to_string));
        details.extend(self.date.clone());
        if !details.is_empty() {
            title.push_str(": ");
            title.push_str(&details.join(", "));
        }
        title
    }

    pub fn caption(&self) -> String {
        let opening = self.opening.map(|opening| format!(", {opening}"));
        self.title() + &opening.unwrap_or_default()
    }

    pub fn text(&self, all: bool) -> String {
        let mut text = self.title() + "\n";
        if let Some(opening) = self.opening {
            let _ = writeln!(text, "Opening: {opening}.");
        }
        let analysis = self.analysis;
        if self.record.game_moves().next().is_none() {
            return text + "No moves to analyze.\n";
        }
        if analysis.moves.is_empty() {
            return text + "Interrupted before any move was analyzed.\n";
        }
        let columns = terminal::columns();
        let names = self.side_names();
        let names = names.each_ref().map(String::as_str);
        text.push_str(&text::report(analysis, SIGNS, names, all, columns));
        if !analysis.complete {
            text.push_str("Interrupted: earlier moves were not analyzed.\n");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::jobs::json_line;

    #[test]
    fn what_a_file_says_is_fit_for_a_terminal() {
        let mut record = GameRecord::new();
        record.players[0].name = "A\u{1b}[2J".to_owned();
        let analysis = Analysis::new(Vec::new(), 0);
        let judged = JudgedGame::new(1, &record, None, &analysis);
        assert_eq!(judged.title(), r"Game 1: A\u{1b}[2J (B) - White (W)");
        assert!(judged.text(true).ends_with("\nNo moves to analyze.\n"));
        // Escaped twice, so that the parsed value can be printed safely, too.
        let object = json_line(&judged);
        assert!(object.contains(r#""A\\u{1b}[2J""#), "{object}");
    }
}
