//! File dialogs of the window itself, for systems without them.

use std::fs;

use eframe::egui::{Key, Role};
use egui_kittest::kittest::Queryable;
use reversi::games::REGISTRY;

use crate::harness::Shown;

/// Chooses the first matching entry of the Game menu.
fn choose(shown: &mut Shown, is_it: impl Fn(&str) -> bool) {
    shown.click("Game");
    let names = shown.names();
    let entry = names
        .into_iter()
        .find(|(name, _)| name.ends_with('…') && is_it(name));
    let (name, is_enabled) = entry.expect("the menu has it");
    assert!(is_enabled, "{name}");
    shown.click(&name);
}

fn enter(shown: &mut Shown) {
    shown.press(Key::Enter);
    shown.settle();
}

fn record(shown: &Shown) -> String {
    let file = shown.home.path().join("two.txt");
    fs::write(&file, "f5d6\n").unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn a_record_is_imported_by_its_path() {
    let mut shown = Shown::playing(REGISTRY[0], "N");
    let file = record(&shown);
    choose(&mut shown, |name| name.starts_with("Import"));
    // A mistake is reported, and can be corrected.
    shown.type_text(&file[..file.len() - 1]);
    enter(&mut shown);
    shown.assert_says(&["two.tx"]);
    assert_eq!(shown.moves(), 0);
    choose(&mut shown, |name| name.starts_with("Import"));
    shown.press(Key::End);
    shown.type_text("t");
    enter(&mut shown);
    assert_eq!(shown.moves(), 2, "{}", shown.message());
    choose(&mut shown, |name| name.starts_with("Import"));
    assert_eq!(shown.is_enabled("Open"), Some(true));
    shown.press(Key::Escape);
    assert_eq!(shown.is_enabled("Open"), None);
}

#[test]
fn a_game_and_its_picture_are_written_to_a_path() {
    let mut shown = Shown::playing(REGISTRY[0], "N");
    shown.act("J f5");
    let folder = shown.home.path().to_owned();
    choose(&mut shown, |name| name.starts_with("Export"));
    assert_eq!(shown.is_enabled("Save"), Some(false));
    shown.type_text(folder.join("game.sgf").to_str().unwrap());
    shown.click("Save");
    shown.settle();
    assert!(
        fs::read_to_string(folder.join("game.sgf"))
            .unwrap()
            .contains("B[f5]")
    );
    choose(&mut shown, |name| name.contains("board"));
    shown.press_command(Key::A);
    shown.type_text(folder.join("board.svg").to_str().unwrap());
    enter(&mut shown);
    shown.wait();
    shown.settle();
    let picture = fs::read_to_string(folder.join("board.svg"));
    assert!(
        picture.is_ok_and(|text| text.starts_with("<svg")),
        "{}",
        shown.message()
    );
}

#[test]
fn enter_in_the_field_opens_or_saves_the_file() {
    let mut shown = Shown::playing(REGISTRY[0], "N");
    let file = record(&shown);
    shown.press_command(Key::O);
    shown.type_into("File", &file);
    enter(&mut shown);
    assert_eq!(shown.moves(), 2, "{}", shown.message());
    // The name typed before is not reused.
    shown.press_command(Key::S);
    shown.type_into("Name", "ann");
    let written = shown.home.path().join("written.txt");
    shown
        .harness
        .get_by_role_and_label(Role::TextInput, "File")
        .focus();
    shown.settle();
    shown.press_command(Key::A);
    shown.type_text(written.to_str().unwrap());
    enter(&mut shown);
    shown.wait();
    assert!(written.exists(), "{}", shown.message());
    shown.press_command(Key::O);
    assert_eq!(shown.is_enabled("Open ann"), None);
}
