//! Whole games, by widget names and by keys.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::{
    DroppedFile, DroppedFileHandle, Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit,
    OutputCommand, TouchPhase, vec2,
};
use egui_kittest::kittest::Queryable;
use proptest::prelude::*;
use reversi::games::{REGISTRY, find};

use crate::harness::Shown;

/// An upper bound on the number of moves in these games.
const MOST: usize = 1000;

/// A choice that varies by move but not by run.
fn chosen(choices: &[String], number: usize) -> &str {
    &choices[(number * 7 + number / 3) % choices.len()]
}

#[test]
fn every_game_is_played_to_its_end_by_names_against_a_bot() {
    for info in REGISTRY {
        let mut shown = Shown::playing(info, "A B 1");
        shown.wait();
        for number in 0..MOST {
            if shown.is_over() {
                break;
            }
            let choices = shown.choices();
            assert!(!choices.is_empty(), "{}: nothing to play", info.name);
            let before = shown.moves();
            let choice = chosen(&choices, number).to_owned();
            shown.click(&choice);
            shown.wait();
            assert!(shown.moves() > before, "{}: {choice}", info.name);
        }
        assert!(shown.is_over(), "{}", info.name);
        assert!(shown.choices().is_empty());
    }
}

#[test]
fn every_game_is_played_to_its_end_by_keys() {
    for info in REGISTRY {
        let mut shown = Shown::playing(info, "N");
        for number in 0..MOST {
            if shown.is_over() {
                break;
            }
            let choices = shown.choices();
            let target = chosen(&choices, number).to_owned();
            let before = shown.moves();
            reach(&mut shown, &target);
            shown.press(Key::Enter);
            assert_eq!(shown.moves(), before + 1, "{}: {target}", info.name);
        }
        assert!(shown.is_over(), "{}", info.name);
    }
}

/// The column and row of a square, from its name.
fn square(name: &str) -> Option<(i32, i32)> {
    let (square, _) = name.split_once(", ")?;
    let column = i32::from(*square.as_bytes().first()?) - i32::from(b'a');
    Some((column, square.get(1..)?.parse().ok()?))
}

/// Focuses a widget: Tab to the board or a piece, arrows on the board.
fn reach(shown: &mut Shown, target: &str) {
    for _ in 0..200 {
        let focused = shown.focused();
        if focused.as_deref() == Some(target) {
            return;
        }
        let from = focused.as_deref().and_then(square);
        let key = match (from, square(target)) {
            (Some((column, row)), Some((to_column, to_row))) => {
                match (to_column - column, to_row - row) {
                    (1.., _) => Key::ArrowRight,
                    (..0, _) => Key::ArrowLeft,
                    (0, 1..) => Key::ArrowDown,
                    (0, _) => Key::ArrowUp,
                }
            }
            _ => Key::Tab,
        };
        shown.press(key);
    }
    panic!(
        "{target} can't be reached by keys, only {:?}",
        shown.focused()
    );
}

#[test]
fn arrows_home_and_end_step_through_the_game() {
    let mut shown = Shown::playing(REGISTRY[0], "N");
    for square in ["d3", "c3", "c4"] {
        shown.act(&format!("J {square}"));
    }
    for (key, expected) in [
        (Key::ArrowLeft, 2),
        (Key::ArrowLeft, 1),
        (Key::ArrowRight, 2),
        (Key::Home, 0),
        (Key::ArrowLeft, 0),
        (Key::End, 3),
    ] {
        shown.press(key);
        assert_eq!(shown.shown_moves(), expected, "{key:?}");
    }
    assert!(!shown.choices().is_empty());
    shown.press(Key::Home);
    assert!(
        shown.choices().is_empty(),
        "an earlier position is not played on"
    );
}

#[test]
fn undo_and_redo_have_their_keys() {
    let mut shown = Shown::playing(REGISTRY[0], "A B 1");
    shown.click("d3, empty, legal");
    shown.wait();
    assert_eq!(shown.moves(), 2);
    shown.press_command(Key::Z);
    assert_eq!(
        shown.moves(),
        0,
        "against a bot undo goes back to your own turn"
    );
    shown
        .harness
        .key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    shown.settle();
    assert_eq!(shown.moves(), 2);
}

#[test]
fn the_first_game_and_one_begun_in_the_dialog_by_keys_alone_are_against_a_bot() {
    for info in REGISTRY {
        let mut shown = Shown::of_size(info, [360.0, 480.0]);
        for _ in 0..2 {
            {
                let desk = shown.harness.state().desk();
                let humans = desk.view().game.as_ref().unwrap().humans();
                let first = info.first_player().index();
                assert_eq!(
                    [humans[first], humans[1 - first]],
                    [true, false],
                    "{}",
                    info.name
                );
            }
            shown.press_command(Key::N);
            assert_eq!(shown.is_enabled("Start"), Some(true));
            shown.press(Key::Enter);
            shown.wait();
        }
    }
}

#[test]
fn what_is_copied_can_be_pasted() {
    let mut shown = Shown::playing(REGISTRY[0], "N");
    for square in ["d3", "c3", "c4"] {
        shown.act(&format!("J {square}"));
    }
    for modifiers in [Modifiers::COMMAND, Modifiers::COMMAND | Modifiers::SHIFT] {
        shown.harness.event(Event::ModifiersChanged(modifiers));
        shown.harness.event(Event::Copy);
        shown.harness.step();
        let commands = &shown.harness.output().platform_output.commands;
        let copied = commands.iter().find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        });
        let copied = copied.expect("something is copied");
        shown
            .harness
            .event(Event::ModifiersChanged(Modifiers::NONE));
        let grid = |shown: &Shown| {
            let desk = shown.harness.state().desk();
            desk.view()
                .game
                .as_ref()
                .map(|game| game.current.game().grid().to_rows())
        };
        let before = grid(&shown);
        shown.act("N");
        shown.harness.event(Event::Paste(copied.clone()));
        shown.settle();
        assert_eq!(grid(&shown), before, "{copied}");
    }
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

#[test]
fn a_game_is_saved_opened_and_removed_in_dialogs() {
    let mut shown = Shown::playing(REGISTRY[1], "N");
    shown.act("J 4");
    shown.press_command(Key::S);
    shown.type_into("Name", "ann");
    shown.click("Save");
    shown.assert_says(&["ann"]);
    shown.act("play rv");
    shown.press_command(Key::O);
    shown.click("Open ann");
    assert_eq!(shown.moves(), 1);
    shown.act("play rv");
    shown.press_command(Key::O);
    shown.click("Delete ann");
    shown.press(Key::Enter);
    shown.press_command(Key::O);
    assert!(shown.is_enabled("Open ann").is_some());
    shown.click("Delete ann");
    shown.click("Delete");
    assert!(shown.is_enabled("Open ann").is_none());
}

#[test]
fn a_save_of_another_game_is_overwritten_only_after_a_question() {
    let mut shown = Shown::playing(REGISTRY[0], "N");
    shown.act("J d3");
    shown.act("save ann");
    let save = |shown: &mut Shown, name: &str| {
        shown.press_command(Key::S);
        shown.type_into("Name", name);
        shown.click("Save");
    };
    shown.act("J c3");
    save(&mut shown, "ann");
    shown.assert_says(&["Saved as ann"]);
    shown.act("N");
    shown.press_command(Key::S);
    shown.click("Save");
    assert!(shown.has(|name| name == "It is not an earlier state of this game."));
    shown.press(Key::Enter);
    assert!(!shown.has(|name| name == "Overwrite"));
    shown.press_command(Key::S);
    shown.click("Save");
    shown.click("Overwrite");
    shown.act("L ann");
    assert_eq!(shown.moves(), 0);
}

#[test]
fn a_position_is_set_up_by_hand() {
    let mut shown = Shown::playing(REGISTRY[0], "N");
    shown.click("Edit");
    shown.click("Set up position…");
    // The squares of the dialog have the same names, and come last.
    for name in ["c3, empty", "c3, black"] {
        let squares: Vec<_> = shown.harness.query_all_by_label(name).collect();
        squares.last().expect("a square").click_accesskit();
        shown.settle();
    }
    shown.click("Apply");
    assert!(shown.has(|name| name == "c3, white"), "{}", shown.message());
}

#[test]
fn a_record_is_exported_and_dropped_on_the_window() {
    let mut shown = Shown::playing(REGISTRY[0], "N");
    shown.act("J d3");
    let file = shown.home.path().join("game.ggf");
    shown.act(&format!("export {}", file.display()));
    shown.act("N");
    let dropped: DroppedFileHandle = Arc::new(Dropped(file));
    shown.harness.input_mut().dropped_files.push(dropped);
    shown.settle();
    // The file is read on another thread.
    shown.wait();
    assert_eq!(shown.moves(), 1, "{}", shown.message());
    for extension in ["svg", "png"] {
        let file = shown.home.path().join("board").with_extension(extension);
        shown.harness.state_mut().write_board(&file);
        shown.settle();
        assert!(file.metadata().unwrap().len() > 1000, "{}", shown.message());
    }
}

#[test]
fn a_competitive_game_does_not_show_its_moves_but_takes_them() {
    let mut shown = Shown::playing(find("rv").unwrap(), "G B ann");
    assert!(shown.choices().is_empty());
    assert_eq!(shown.is_enabled("Undo (button)"), Some(false));
    shown.click("d3, empty");
    shown.wait();
    assert_eq!(shown.moves(), 2);
    shown.click("a1, empty");
    shown.assert_says(&["a1 is not legal"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn boards_of_any_size_fit(
        columns in 4_u8..=26,
        rows in 4_u8..=26,
        width in 360.0_f32..1200.0,
        height in 480.0_f32..900.0,
    ) {
        let gravity = REGISTRY.iter().find(|info| info.sizes.is_some()).unwrap();
        let mut shown = Shown::of_size(gravity, [width, height]);
        shown.press(Key::Escape);
        shown.act(&format!("play {} {columns} {rows}", gravity.code));
        prop_assert_eq!(shown.choices().len(), usize::from(columns) * usize::from(rows));
        let last = char::from(b'a' + columns - 1);
        let name = format!("{last}{rows}, empty, legal");
        let rect = shown.harness.get_by_label(&name).rect();
        prop_assert!(rect.right() <= width && rect.bottom() <= height, "{:?}", rect);
    }
}

#[test]
fn the_wheel_over_the_board_steps_through_the_game() {
    let mut shown = Shown::playing(REGISTRY[0], "N");
    for square in ["d3", "c3", "c4"] {
        shown.act(&format!("J {square}"));
    }
    let board = shown.harness.get_by_label_contains("e5, ").rect().center();
    let menu = shown.harness.get_by_label("Help").rect().center();
    for (at, unit, turned, modifiers, expected) in [
        (board, MouseWheelUnit::Line, 1.0, Modifiers::NONE, 2),
        (board, MouseWheelUnit::Line, 1.0, Modifiers::COMMAND, 2),
        (menu, MouseWheelUnit::Line, 1.0, Modifiers::NONE, 2),
        (board, MouseWheelUnit::Point, 30.0, Modifiers::NONE, 2),
        (board, MouseWheelUnit::Point, 30.0, Modifiers::NONE, 1),
        (board, MouseWheelUnit::Line, 5.0, Modifiers::NONE, 0),
        (board, MouseWheelUnit::Line, -2.0, Modifiers::NONE, 2),
    ] {
        shown.harness.event(Event::PointerMoved(at));
        shown.settle();
        let (phase, source) = (TouchPhase::Move, MouseWheelSource::Unknown);
        let delta = vec2(0.0, turned);
        shown.harness.event(Event::MouseWheel {
            unit,
            delta,
            phase,
            source,
            modifiers,
        });
        shown.settle();
        assert_eq!(shown.shown_moves(), expected, "{unit:?} {turned}");
    }
}

#[test]
fn a_finished_game_offers_another_one_and_its_analysis() {
    let mut shown = Shown::playing(REGISTRY[0], "N");
    let buttons =
        ["Play again", "New game…", "Analyze game"].map(|name| format!("{name} (after the game)"));
    assert_eq!(shown.is_enabled(&buttons[0]), None);
    for square in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"] {
        shown.act(&format!("J {square}"));
    }
    assert!(shown.is_over());
    for name in &buttons {
        assert_eq!(shown.is_enabled(name), Some(true), "{name}");
    }
    shown.click(&buttons[0]);
    assert_eq!(shown.moves(), 0);
}
