//! Tests of frames and of texts for screen readers in all languages.

use super::*;
use crate::base::language::{self, Language};
use crate::base::text::fit;
use crate::desk::Notice;
use crate::interpreter::Reply;
use crate::screens::look::Look;
use crate::screens::text::{Person, Reader, write_reply};
use crate::screens::theme::theme;
use crate::screens::words::{self, Voice};

const SMALL: [(u16, u16); 2] = [(40, 20), (80, 24)];

/// The rows of a screen after the commands and keys of a case.
fn frame(language: Language, code: &str, size: (u16, u16), case: &str) -> (Trial, Vec<String>) {
    language::start(language);
    let mut trial = Trial::new(code, size);
    for step in case.split_whitespace() {
        match step {
            "F1" => trial.key(KeyCode::F(1)),
            "F10" => trial.key(KeyCode::F(10)),
            "Esc" => trial.key(KeyCode::Esc),
            ":" => trial.key(KeyCode::Char(':')),
            "silent" => {
                trial.app.say("");
                LoopStep::Continue
            }
            line => trial.command(&line.replace('_', " ")),
        };
    }
    let rows = trial.rows();
    (trial, rows)
}

/// The cells of the board with its labels.
fn board(trial: &mut Trial) -> Vec<String> {
    let buffer = trial.draw();
    let area = trial.app.layout.unwrap().squares.area;
    let left = area.x.saturating_sub(3);
    let row = |y| {
        (left..area.right())
            .map(|x| buffer[(x, y)].symbol())
            .collect()
    };
    (area.y..=area.bottom()).map(row).collect()
}

#[test]
fn the_board_and_the_last_line_fit_in_every_language() {
    for (code, size) in GAMES
        .iter()
        .flat_map(|code| SMALL.map(|size| (*code, size)))
    {
        let mut usual = frame(Language::English, code, size, "silent").0;
        let (usual_layout, usual_board) = (usual.app.layout, board(&mut usual));
        for language in Language::ALL {
            let (mut trial, rows) = frame(language, code, size, "silent");
            let what = format!("{language:?} {code} {size:?}\n{}", rows.join("\n"));
            assert_eq!(trial.app.layout, usual_layout, "{what}");
            assert_eq!(board(&mut trial), usual_board, "{what}");
            let below: Vec<String> = words::keys_below(info(code), size.0.into())
                .into_iter()
                .map(|(key, brief)| format!("{key} {brief}"))
                .collect();
            let last = rows.last().unwrap().trim_end();
            assert_eq!(last, below.join("  "), "{what}");
            assert!(
                fit::width(last) <= size.0.into() && below.len() >= 3,
                "{what}"
            );
            // The header has whole parts only.
            let header: Vec<String> = rows[0].trim().split("  ").map(str::to_owned).collect();
            let view = trial.app.desk.borrow().view().clone();
            assert!(
                header.contains(&words::turn(&view)) || size.0 == 40,
                "{what}"
            );
        }
    }
    language::change(Language::English);
}

#[test]
fn cards_menus_and_lines_fit_in_every_language() {
    for language in Language::ALL {
        for size in SMALL {
            for case in [
                "F1", "F10", "Esc", ":", "level", "help", "rules", "d3", "save_",
            ] {
                let (mut trial, rows) = frame(language, "rv", size, case);
                let what = format!("{language:?} {size:?} {case}\n{}", rows.join("\n"));
                assert!(
                    rows.iter().all(|row| fit::width(row) <= size.0.into()),
                    "{what}"
                );
                // A card is closed at its right side in all rows.
                let is_left = |row: &&String| row.contains('│') || row.contains('┌');
                let framed = rows.iter().filter(is_left);
                let signs = |row: &String| row.matches(['│', '┌', '┐']).count();
                assert!(framed.clone().all(|row| signs(row) == 2), "{what}");
                if case == "F10" {
                    assert!(framed.count() > 10, "{what}");
                    assert!(size.0 == 40 || !rows.concat().contains('…'), "{what}");
                }
                trial.escape();
            }
        }
    }
    language::change(Language::English);
}

#[test]
fn the_first_letter_of_yes_confirms_in_every_language() {
    for language in Language::ALL {
        let (mut trial, rows) = frame(language, "rv", (80, 24), "Esc");
        let key = words::yes_key();
        assert!(
            rows.iter().any(|row| row.contains(&format!("{key}: "))),
            "{rows:#?}"
        );
        assert!(
            matches!(trial.key(KeyCode::Char(key)), LoopStep::Leave(_)),
            "{language:?}"
        );
    }
    language::change(Language::English);
}

/// The reply to a command.
fn reply(trial: &mut Trial, line: &str) -> Option<Reply> {
    trial
        .app
        .desk
        .borrow_mut()
        .act(Action::Line(line.to_owned()))
        .ok()?;
    while trial.app.desk.borrow().is_working() {
        trial.news.recv_timeout(Duration::from_mins(1)).unwrap();
        if let Some(reply) = next(trial) {
            return Some(reply);
        }
    }
    next(trial)
}

fn next(trial: &Trial) -> Option<Reply> {
    let notices = trial.app.desk.borrow_mut().tick();
    notices.into_iter().find_map(|notice| match notice {
        Notice::Reply(reply) => Some(*reply),
        _ => None,
    })
}

#[test]
fn a_screen_reader_gets_sentences_in_every_language() {
    for language in Language::ALL {
        language::start(language);
        for (columns, code) in [40, 80].into_iter().zip(["rv", "qu"]) {
            let mut trial = Trial::new(code, SMALL[1]);
            let lines = [
                "show", "moves", "hint", "levels", "d3", "a", "b3", "legal", "saves", "games",
            ];
            for line in lines {
                let Some(reply) = reply(&mut trial, line) else {
                    continue;
                };
                let look = Look {
                    theme: theme(ThemeName::DARK),
                    depth: ColorDepth::None,
                    symbols: false,
                    rows_for_large: None,
                    columns: Some(columns),
                    is_screen_reader: true,
                };
                let person = Person {
                    humans: [true; 2],
                    turn: reply.game.as_ref().and_then(|game| game.turn()),
                    can_analyze: false,
                    voice: Voice::Speech,
                    look,
                };
                let mut said = String::new();
                write_reply(&mut said, &reply, Reader::Person(person));
                let what = format!("{language:?} {line}\n{said}");
                let fitted = fit::fitted(&said, columns);
                assert!(
                    fitted.lines().all(|row| fit::width(row) <= columns),
                    "{what}"
                );
                assert!(!said.contains(['{', '}', '`', '│']), "{what}");
                // A sentence for each row of the board that is not empty.
                if line == "show" && code == "rv" {
                    assert_eq!(said.lines().count(), 4, "{what}");
                }
            }
        }
    }
    language::change(Language::English);
}
