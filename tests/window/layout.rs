//! The sizes of text, and the alignment of forms.

use eframe::egui::{Key, Role, TextStyle};
use egui_kittest::kittest::Queryable;
use reversi::games::REGISTRY;

use crate::harness::Shown;

#[test]
fn text_grows_with_the_window() {
    for (size, expected) in [
        ([360.0, 480.0], 13.0),
        ([1000.0, 760.0], 14.0),
        ([1280.0, 800.0], 16.0),
        ([1920.0, 1080.0], 20.0),
        ([3840.0, 2160.0], 32.0),
    ] {
        let shown = Shown::of_size(REGISTRY[0], size);
        let found = TextStyle::Body
            .resolve(&shown.harness.ctx.global_style())
            .size;
        assert!((found - expected).abs() < 0.01, "{size:?}: {found}");
    }
}

#[test]
fn the_fields_of_a_form_are_aligned_beside_their_labels() {
    let mut shown = Shown::playing(REGISTRY[0], "A B 1");
    shown.press_command(Key::N);
    shown.settle();
    let left = |role, name| {
        shown
            .harness
            .get_by_role_and_label(role, name)
            .rect()
            .left()
    };
    let expected = left(Role::ComboBox, "Game Reversi");
    for (role, name) in [
        (Role::ComboBox, "Black: Human"),
        (Role::ComboBox, "White: Bot"),
        (Role::Slider, "Level"),
        (Role::TextInput, "Clock"),
    ] {
        assert!((left(role, name) - expected).abs() < 3.0, "{name}");
    }
    assert!(left(Role::Label, "Clock") < expected);
}

#[test]
fn sides_are_called_by_their_colors() {
    let mut shown = Shown::playing(REGISTRY[0], "A B 1");
    shown.assert_says(&["You play Black against a bot"]);
    shown.click("d3, empty, legal");
    shown.wait();
    shown.assert_says(&["White plays "]);
}
