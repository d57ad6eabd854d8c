//! The game library as text: lists of games, and the moves played in a position.

use std::fmt::Write;

use super::words::{Voice, ignored_text, library as words};
use crate::base::language::tr;
use crate::base::text::fit;
use crate::games::Player;
use crate::interpreter::{Event, MAX_LISTED_GAMES};
use crate::study::{GameLine, TaggedGame};

/// Writes a library event: a table of at most `columns` columns, or sentences for speech.
pub(super) fn write(out: &mut String, event: &Event, columns: Option<usize>, voice: Voice) {
    let mut line = |text: &str| {
        out.push_str(text);
        out.push('\n');
    };
    match event {
        Event::LibraryAdded {
            file,
            added,
            unreadable,
            reasons,
            unread,
        } => {
            for said in words::added(file.as_deref(), added, *unreadable) {
                line(&said);
            }
            for reason in reasons {
                line(&format!("  {reason}"));
            }
            if let Some(reason) = unread {
                line(&ignored_text(reason));
            }
        }
        Event::Deviations {
            games, deviations, ..
        } => {
            for said in words::deviations(voice, *games, deviations) {
                line(&said);
            }
        }
        Event::LibraryDeleted { numbers, total } => {
            for said in words::deleted(numbers, *total) {
                line(&said);
            }
        }
        Event::LibraryTagged { games } => {
            for TaggedGame { number, tags } in games {
                line(&words::tagged(*number, tags));
            }
        }
        Event::LibraryChecked { report } => {
            for said in words::checked(voice, report) {
                line(&said);
            }
        }
        Event::Library {
            library_total: 0, ..
        } => line(&words::empty(voice)),
        Event::Library { games, .. } if games.is_empty() => line(words::none_found()),
        Event::Library {
            total,
            library_total,
            games,
            ..
        } => {
            let shown = games.len().min(MAX_LISTED_GAMES);
            line(&words::found(*total, *library_total, shown));
            list(out, &games[games.len() - shown..], columns, voice);
        }
        Event::Reached { reached, .. } if reached.results.games == 0 => line(words::none_came()),
        Event::Reached {
            reached,
            list: games,
            ..
        } => {
            line(&words::came(voice, &reached.results));
            for continuation in &reached.moves {
                let square = continuation.square.map(|square| square.to_string());
                let results = &continuation.results;
                if voice == Voice::Speech {
                    line(&words::spoken_move(square.as_deref(), results));
                } else {
                    let square = square.as_deref().unwrap_or(tr!("end of game"));
                    let said = words::results(voice, results);
                    line(&format!("  {square:3}  {:5}  {said}", results.games));
                }
            }
            let shown = games.len().min(MAX_LISTED_GAMES / 2);
            list(out, &games[games.len() - shown..], columns, voice);
        }
        _ => {}
    }
}

fn list(out: &mut String, games: &[GameLine], columns: Option<usize>, voice: Voice) {
    if voice == Voice::Speech {
        for game in games {
            let _ = writeln!(out, "{}", words::spoken(game));
        }
        return;
    }
    let row = |game: &GameLine| {
        [
            game.number.to_string(),
            game.date.as_deref().unwrap_or_default().to_owned(),
            words::player(game, Player::Black).unwrap_or_else(|| "?".to_owned()),
            words::player(game, Player::White).unwrap_or_else(|| "?".to_owned()),
            words::result(voice, game),
            game.opening.as_deref().unwrap_or_default().to_owned(),
            game.tags.join(", "),
        ]
    };
    let rows: Vec<[String; 7]> = games.iter().map(row).collect();
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
