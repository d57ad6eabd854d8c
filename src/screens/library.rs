//! The game library as text: lists of games, and the moves played in a position.

use std::fmt::Write;

use super::repertoire;
use super::words::{Voice, ignored_text, library as words};
use crate::base::language::tr;
use crate::base::text::fit;
use crate::games::Player;
use crate::interpreter::{Event, MAX_LISTED_GAMES};
use crate::study::{GameLine, PositionResults, TaggedGame};

/// Writes a library event: a table of at most `columns` columns, or sentences for speech.
pub fn write(out: &mut String, event: &Event, columns: Option<usize>, voice: Voice) {
    for line in lines(event, columns, voice) {
        out.push_str(&line);
        out.push('\n');
    }
    let (games, most) = match event {
        Event::Library { games, .. } => (games, MAX_LISTED_GAMES),
        Event::LibraryBin { games, .. } => (games, usize::MAX),
        Event::Reached { list, .. } => (list, MAX_LISTED_GAMES / 2),
        _ => return,
    };
    let shown = games.len().min(most);
    if shown > 0 {
        list(out, &games[games.len() - shown..], columns, voice);
    }
}

/// The lines about an event, without its games.
fn lines(event: &Event, columns: Option<usize>, voice: Voice) -> Vec<String> {
    match event {
        Event::LibraryAdded {
            file,
            added,
            unreadable,
            reasons,
            unread,
        } => {
            let said = words::added(file.as_deref(), added, *unreadable);
            let reasons = reasons.iter().map(|reason| format!("  {reason}"));
            let unread = unread.as_deref().map(ignored_text);
            said.into_iter().chain(reasons).chain(unread).collect()
        }
        Event::Deviations {
            games, deviations, ..
        } => words::deviations(voice, *games, deviations),
        Event::LibraryDeleted { numbers, total } => words::deleted(voice, numbers, *total),
        Event::LibraryRestored { numbers, total } => words::restored(numbers, *total),
        Event::LibraryBin { games, .. } => vec![words::bin(voice, games.len())],
        Event::LibraryPurged { purged } => vec![words::purged(*purged)],
        Event::LibraryTagged { games } => games
            .iter()
            .map(|TaggedGame { number, tags }| words::tagged(*number, tags))
            .collect(),
        Event::LibraryChecked { report } => words::checked(voice, report),
        Event::Library {
            library_total: 0, ..
        } => vec![words::empty(voice)],
        Event::Library { games, .. } if games.is_empty() => vec![words::none_found().to_owned()],
        Event::Library {
            total,
            library_total,
            games,
            ..
        } => {
            let shown = games.len().min(MAX_LISTED_GAMES);
            vec![words::found(*total, *library_total, shown)]
        }
        Event::Reached { reached, .. } => came(voice, reached),
        event => repertoire::lines(event, columns, voice),
    }
}

/// The results of the games that reached a position, and of each move there.
fn came(voice: Voice, reached: &PositionResults) -> Vec<String> {
    if reached.results.games == 0 {
        return vec![words::none_came().to_owned()];
    }
    let moves = reached.moves.iter().map(|continuation| {
        let square = continuation.square.map(|square| square.to_string());
        let results = &continuation.results;
        if voice == Voice::Speech {
            return words::spoken_move(square.as_deref(), results);
        }
        let square = square.as_deref().unwrap_or(tr!("end of game"));
        let said = words::results(voice, results);
        format!("  {square:3}  {:5}  {said}", results.games)
    });
    std::iter::once(words::came(voice, &reached.results))
        .chain(moves)
        .collect()
}

/// The table cells of a game: number, date, players, result, opening and tags.
pub fn cells(voice: Voice, game: &GameLine) -> [String; 7] {
    let player = |player| words::player(game, player).unwrap_or_else(|| "?".to_owned());
    [
        game.number.to_string(),
        game.date.as_deref().unwrap_or_default().to_owned(),
        player(Player::Black),
        player(Player::White),
        words::result(voice, game),
        game.opening.as_deref().unwrap_or_default().to_owned(),
        game.tags.join(", "),
    ]
}

fn list(out: &mut String, games: &[GameLine], columns: Option<usize>, voice: Voice) {
    if voice == Voice::Speech {
        for game in games {
            let _ = writeln!(out, "{}", words::spoken(game));
        }
        return;
    }
    let rows: Vec<[String; 7]> = games.iter().map(|game| cells(voice, game)).collect();
    let width = |column: usize| {
        rows.iter()
            .map(|row| fit::width(&row[column]))
            .max()
            .unwrap_or(0)
    };
    let widths: [usize; 7] = std::array::from_fn(width);
    // If the columns don't fit, drop the least important ones.
    let mut shown: Vec<usize> = (0..widths.len())
        .filter(|&column| widths[column] > 0)
        .collect();
    for dropped in [5, 6, 1] {
        let needed: usize = shown.iter().map(|&column| widths[column] + 2).sum();
        if columns.is_some_and(|columns| needed > columns) {
            shown.retain(|&column| column != dropped);
        }
    }
    for row in &rows {
        let mut text = String::new();
        for &column in &shown {
            let missing = widths[column].saturating_sub(fit::width(&row[column]));
            let _ = write!(text, "  {}{}", row[column], " ".repeat(missing));
        }
        let _ = writeln!(out, "{}", text.trim_end());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::HumanSides;

    #[test]
    fn a_human_without_a_name_is_you_and_an_unknown_player_a_question_mark() {
        let line = |black: &str, humans| GameLine {
            number: 1,
            black: black.into(),
            white: "reversi level 5".into(),
            date: None,
            event: "".into(),
            opening: None,
            difference: Some(-4),
            winner: Some(Player::White),
            humans,
            moves: 60,
            tags: Vec::new(),
        };
        let black = Some(HumanSides::Black);
        for (name, humans, expected, spoken) in [
            ("", black, "you", "you against"),
            ("", None, "?", "unknown against"),
            ("Ana", black, "Ana", "Ana against"),
        ] {
            let games = [line(name, humans)];
            let said = |voice| {
                let mut text = String::new();
                list(&mut text, &games, None, voice);
                text
            };
            let row = said(Voice::Script);
            assert_eq!(row.split_whitespace().nth(1), Some(expected), "{row}");
            assert!(said(Voice::Speech).contains(spoken), "{name}");
        }
    }
}
