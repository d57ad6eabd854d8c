//! The start page and the about dialog.

use std::time::Duration;

use eframe::egui::Key;
use reversi::games::REGISTRY;
use reversi::internals::{Action, Window};

use crate::harness::{Shown, store_puzzle};

/// What an earlier run has left.
#[derive(Clone, Copy)]
enum Left {
    Nothing,
    Game,
    Puzzles,
}

fn started(left: Left) -> Shown {
    Shown::with(REGISTRY[0], [1280.0, 800.0], |settings, _| match left {
        Left::Nothing => {}
        Left::Game => {
            let mut window = Window::new(settings);
            for line in ["N", "J f5"] {
                window.act(Action::Command(line.parse().unwrap()));
            }
            assert!(window.desk().wait_until_kept(Duration::from_mins(1)));
        }
        Left::Puzzles => store_puzzle(&settings.store),
    })
}

fn entry(shown: &Shown, start: &str) -> Option<String> {
    let names = shown.names().into_iter().map(|(name, _)| name);
    names
        .filter(|name| name.contains(": "))
        .find(|name| name.starts_with(start))
}

#[test]
fn the_start_page_offers_what_can_be_done() {
    for (left, starts, missing) in [
        (
            Left::Nothing,
            ["Play: Against level", "Puzzles: "],
            "Continue",
        ),
        (
            Left::Game,
            ["Continue: Reversi, move 1, ", "Learn: "],
            "none",
        ),
        (Left::Puzzles, ["Puzzles (1 new): ", "Open: "], "Continue"),
    ] {
        let shown = started(left);
        for start in starts {
            assert!(
                entry(&shown, start).is_some(),
                "{start}: {:?}",
                shown.names()
            );
        }
        assert_eq!(entry(&shown, missing), None);
    }
}

#[test]
fn each_entry_of_the_start_page_leads_somewhere() {
    for (left, start, said, moves) in [
        (Left::Nothing, "Play: ", "Click a square", 0),
        (Left::Nothing, "Learn: ", "1 of 8", 0),
        (Left::Nothing, "Learn strategy: ", "1 of 17", 0),
        (Left::Nothing, "Puzzles: ", "puzzles", 0),
        (Left::Game, "Continue: ", "", 1),
        (Left::Puzzles, "Puzzles (1 new): ", "Ann - Bob", 0),
    ] {
        let mut shown = started(left);
        let name = entry(&shown, start).unwrap();
        shown.click(&name);
        shown.wait();
        assert_eq!(entry(&shown, "Open: "), None, "{start} leaves the page");
        assert!(shown.says(said), "{start}: {}", shown.message());
        assert_eq!(shown.moves(), moves, "{start}");
    }
    let mut shown = started(Left::Nothing);
    shown.click("Open: A saved game or a file");
    shown.settle();
    assert!(shown.has(|name| name == "No saved games yet."));
    shown.press(Key::Escape);
    assert!(
        entry(&shown, "Open: ").is_some(),
        "the page is behind the dialog"
    );
}

#[test]
fn the_start_page_comes_back_and_continues_the_game() {
    let mut shown = started(Left::Nothing);
    shown.press(Key::Enter);
    assert_eq!(entry(&shown, "Open: "), None);
    shown.act("N");
    shown.act("J f5");
    shown.click("Game");
    shown.click("Start page");
    shown.click("Continue: Reversi, move 1");
    assert_eq!((shown.moves(), shown.choices().len()), (1, 3));
    shown.click("Game");
    shown.click("Start page");
    shown.click("Play: A new game");
    shown.settle();
    assert_eq!(
        shown.is_enabled("Start"),
        Some(true),
        "it asks for the opponent"
    );
}

#[test]
fn the_about_dialog_says_where_the_files_are() {
    let mut shown = started(Left::Nothing);
    shown.click("Help");
    shown.click("About");
    shown.settle();
    let data = shown.home.path().join("data").display().to_string();
    for text in [env!("CARGO_PKG_VERSION"), "MIT OR Apache-2.0", &data] {
        assert!(shown.has(|name| name == text), "{text}");
    }
    assert!(shown.has(|name| name.ends_with("config.ron")));
}
