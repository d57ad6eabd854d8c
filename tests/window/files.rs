//! Files where the system has no dialog for them: the window asks for the path itself.

use std::fs;

use eframe::egui::{Event, Key, Modifiers, Role};
use egui_kittest::kittest::Queryable;
use reversi::games::REGISTRY;

use crate::harness::Shown;

/// Chooses the first entry of the menu Game that is like this.
fn choose(shown: &mut Shown, is_it: impl Fn(&str) -> bool) {
    shown.click("Game");
    let names = shown.names();
    let entry = names.into_iter().find(|(name, _)| name.ends_with('…') && is_it(name));
    let (name, is_enabled) = entry.expect("the menu has it");
    assert!(is_enabled, "{name}");
    shown.click(&name);
    // The wish, the answer of the system, the dialog, and the focus.
    shown.settle();
    shown.settle();
}

fn type_text(shown: &mut Shown, text: &str) {
    shown.harness.event(Event::Text(text.to_owned()));
    shown.settle();
}

fn enter(shown: &mut Shown) {
    shown.harness.key_press(Key::Enter);
    shown.settle();
    shown.settle();
}

/// A file with a game of two moves.
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
    // A slip is said, and can be mended.
    type_text(&mut shown, &file[..file.len() - 1]);
    enter(&mut shown);
    assert!(shown.says("two.tx"), "{}", shown.harness.state().message());
    assert_eq!(shown.moves(), 0);
    choose(&mut shown, |name| name.starts_with("Import"));
    shown.harness.key_press(Key::End);
    shown.settle();
    type_text(&mut shown, "t");
    enter(&mut shown);
    assert_eq!(shown.moves(), 2, "{}", shown.harness.state().message());
    choose(&mut shown, |name| name.starts_with("Import"));
    assert_eq!(shown.is_enabled("Open"), Some(true));
    shown.harness.key_press(Key::Escape);
    shown.settle();
    assert_eq!(shown.is_enabled("Open"), None);
}

#[test]
fn a_game_and_its_picture_are_written_to_a_path() {
    let mut shown = Shown::playing(REGISTRY[0], "N");
    shown.act("J f5");
    let folder = shown.home.path().to_owned();
    choose(&mut shown, |name| name.starts_with("Export"));
    assert_eq!(shown.is_enabled("Save"), Some(false));
    type_text(&mut shown, folder.join("game.sgf").to_str().unwrap());
    shown.click("Save");
    shown.settle();
    assert!(fs::read_to_string(folder.join("game.sgf")).unwrap().contains("B[f5]"));
    choose(&mut shown, |name| name.contains("board"));
    shown.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    shown.settle();
    type_text(&mut shown, folder.join("board.svg").to_str().unwrap());
    enter(&mut shown);
    shown.wait();
    shown.settle();
    let picture = fs::read_to_string(folder.join("board.svg"));
    assert!(
        picture.is_ok_and(|text| text.starts_with("<svg")),
        "{}",
        shown.harness.state().message()
    );
}

#[test]
fn enter_in_the_field_opens_or_saves_the_file() {
    let mut shown = Shown::playing(REGISTRY[0], "N");
    let file = record(&shown);
    let field = |shown: &mut Shown, name: &str, text: &str| {
        shown.harness.get_by_role_and_label(Role::TextInput, name).focus();
        shown.settle();
        type_text(shown, text);
    };
    shown.harness.key_press_modifiers(Modifiers::COMMAND, Key::O);
    shown.settle();
    field(&mut shown, "File", &file);
    enter(&mut shown);
    assert_eq!(shown.moves(), 2, "{}", shown.harness.state().message());
    // A name that was typed before is not meant.
    shown.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    shown.settle();
    field(&mut shown, "Name", "ann");
    let written = shown.home.path().join("written.txt");
    shown.harness.get_by_role_and_label(Role::TextInput, "File").focus();
    shown.settle();
    shown.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    shown.settle();
    type_text(&mut shown, written.to_str().unwrap());
    enter(&mut shown);
    shown.wait();
    assert!(written.exists(), "{}", shown.harness.state().message());
    shown.harness.key_press_modifiers(Modifiers::COMMAND, Key::O);
    shown.settle();
    assert_eq!(shown.is_enabled("Open ann"), None);
}
