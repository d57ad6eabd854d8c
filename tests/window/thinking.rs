//! While a bot thinks, allowed actions work at once, and the others are disabled.

use eframe::egui::Key;
use reversi::games::REGISTRY;

use crate::harness::Shown;

fn thinking() -> Shown {
    let shown = Shown::playing(REGISTRY[0], "A W 60s");
    assert!(shown.harness.state().desk().is_working());
    shown
}

#[test]
fn undo_redo_moves_players_and_loading_are_greyed() {
    let mut shown = thinking();
    assert!(shown.choices().is_empty());
    for (menu, greyed, enabled) in [
        (
            "Play",
            &["Undo (button)", "Redo (button)", "Hint (button)"][..],
            &["New (button)", "Restart (button)", "Move now (button)"][..],
        ),
        (
            "Edit",
            &["Undo", "Redo", "Paste game or position", "Set up position…"],
            &[],
        ),
        (
            "Game",
            &["Change players…", "Open saved game…", "Import game…"],
            &["New game…", "Restart", "Quit"],
        ),
        ("View", &[], &["Full screen", "Settings…"]),
    ] {
        shown.click(menu);
        for name in greyed {
            assert_eq!(shown.is_enabled(name), Some(false), "{name}");
        }
        for name in enabled {
            assert_eq!(shown.is_enabled(name), Some(true), "{name}");
        }
        shown.press(Key::Escape);
    }
    shown.click("d3, empty, legal");
    assert_eq!(shown.moves(), 0);
    shown.assert_says(&["is not available while the bot is thinking"]);
    shown.press_command(Key::Z);
    shown.assert_says(&["is not available while the bot is thinking"]);
}

#[test]
fn move_now_ends_the_thought_with_a_move() {
    let mut shown = thinking();
    // A move must be found before it can be played.
    std::thread::sleep(std::time::Duration::from_millis(50));
    shown.click("Move now (button)");
    shown.wait();
    assert_eq!(shown.moves(), 1);
    assert_eq!(shown.is_enabled("Undo (button)"), Some(true));
}

#[test]
fn restart_begins_again_at_once() {
    let mut shown = thinking();
    shown.click("Restart (button)");
    assert!(
        shown.harness.state().desk().is_working(),
        "the bot moves first"
    );
    assert_eq!(shown.moves(), 0);
}

#[test]
fn a_new_game_and_another_kind_of_game_begin_at_once() {
    for info in &REGISTRY[1..] {
        let mut shown = thinking();
        shown.press_command(Key::N);
        shown.click("Game Reversi");
        shown.click(info.name);
        shown.click("Start");
        let desk = shown.harness.state().desk();
        assert_eq!(
            desk.game().map(|game| game.game().info().code),
            Some(info.code)
        );
    }
}

#[test]
fn quit_ends_the_program_at_once() {
    let mut shown = thinking();
    shown.press_command(Key::Q);
    assert!(shown.harness.state().is_over());
}
