//! Questions of the window about pasted boards, and before it closes.

use std::fs;
use std::time::Duration;

use eframe::egui::{Event, Key, ViewportCommand, ViewportEvent, ViewportId};
use reversi::games::{Player, REGISTRY};
use reversi::internals::{Action, Command};

use crate::harness::Shown;

/// The longest wait for the disk.
const MINUTE: Duration = Duration::from_mins(1);

/// A board on which both sides can move.
const SQUARES: &str = "-------------------X-------XX------XO---------------------------";

/// The board in eight lines.
fn rows() -> String {
    let rows: Vec<&str> = (0..8).map(|row| &SQUARES[8 * row..8 * row + 8]).collect();
    rows.join("\n")
}

fn turn(shown: &Shown) -> Option<Player> {
    shown.harness.state().desk().view().turn()
}

fn empty(shown: &Shown) -> usize {
    shown
        .names()
        .iter()
        .filter(|(name, _)| name.contains(", empty"))
        .count()
}

#[test]
fn the_side_to_move_of_a_board_without_one_is_asked_for() {
    let mut shown = Shown::playing(REGISTRY[0], "N");
    let file = shown.home.path().join("board.txt");
    fs::write(&file, rows()).unwrap();
    let file = file.to_str().unwrap().to_owned();
    let import = Command::Import { file, number: 1 };
    let text = SQUARES.to_owned();
    for command in [import, Command::SetBoard { text }] {
        for (button, player) in [("White", Player::White), ("Black", Player::Black)] {
            shown.act("N");
            let action = Action::Command(command.clone());
            shown.harness.state_mut().act(action);
            shown.wait();
            assert_eq!(empty(&shown), 60, "{}", shown.message());
            shown.click(button);
            shown.wait();
            assert_eq!((empty(&shown), turn(&shown)), (59, Some(player)));
            assert!(shown.has(|name| name == "d3, black"), "{}", shown.message());
            assert_eq!(shown.is_enabled("Cancel"), None);
        }
    }
}

#[test]
fn a_pasted_board_is_dropped_when_its_question_is_closed() {
    let mut shown = Shown::playing(REGISTRY[0], "N");
    for _ in 0..2 {
        shown.harness.event(Event::Paste(rows()));
        shown.settle();
        assert_eq!(shown.is_enabled("White"), Some(true));
        shown.press(Key::Escape);
        assert_eq!(shown.is_enabled("White"), None);
        let awaited = shown.harness.state().desk().view().awaited;
        assert!(awaited.is_none() && shown.has(|name| name.starts_with("d3, empty")));
    }
    shown.harness.event(Event::Paste(rows()));
    shown.settle();
    shown.click("White");
    assert_eq!(turn(&shown), Some(Player::White));
}

/// Presses the close button of the window. Returns whether the window stays open.
fn close(shown: &mut Shown) -> bool {
    let input = shown.harness.input_mut();
    let viewport = input.viewports.entry(ViewportId::ROOT).or_default();
    viewport.events.push(ViewportEvent::Close);
    shown.harness.step();
    let output = &shown.harness.output().viewport_output[&ViewportId::ROOT];
    let stays = output.commands.contains(&ViewportCommand::CancelClose);
    shown.settle();
    stays
}

#[test]
fn the_close_button_asks_before_data_is_lost() {
    let mut shown = Shown::playing(REGISTRY[0], "N");
    shown.act("J d3");
    assert!(shown.harness.state().desk().wait_until_kept(MINUTE));
    let autosave = shown.home.path().join("data/autosave");
    fs::remove_dir_all(&autosave).unwrap();
    fs::write(&autosave, "a file where a folder should be").unwrap();
    shown.act("J c3");
    assert!(close(&mut shown));
    assert!(shown.has(|name| name.starts_with("The unfinished game could not be saved")));
    // Enter gives the harmless answer.
    for cancel in [
        |shown: &mut Shown| shown.press(Key::Enter),
        |shown: &mut Shown| shown.click("Cancel"),
    ] {
        cancel(&mut shown);
        assert!(!shown.harness.state().is_over() && !shown.has(|name| name == "Cancel"));
        assert!(close(&mut shown));
    }
    shown.click("Quit");
    assert!(shown.harness.state().is_over());
    assert!(!close(&mut shown), "it closes now");
}

#[test]
fn a_second_press_of_the_close_button_leaves_and_nothing_is_asked_if_all_is_saved() {
    let mut shown = Shown::playing(REGISTRY[0], "N");
    shown.act("J d3");
    let autosave = shown.home.path().join("data/autosave");
    assert!(shown.harness.state().desk().wait_until_kept(MINUTE));
    fs::remove_dir_all(&autosave).unwrap();
    fs::write(&autosave, "a file where a folder should be").unwrap();
    shown.act("J c3");
    assert!(close(&mut shown) && !close(&mut shown));
    assert!(shown.harness.state().is_over());
    let mut saved = Shown::playing(REGISTRY[0], "N");
    saved.act("J d3");
    assert!(!close(&mut saved));
    assert!(saved.harness.state().is_over());
}
