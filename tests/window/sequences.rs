//! Any sequence of keys, clicks and commands leaves the window alive.

use eframe::egui::{Event, Key, Modifiers, PointerButton, pos2};
use proptest::prelude::*;
use reversi::games::REGISTRY;
use reversi::internals::Action;

use crate::harness::Shown;

#[derive(Debug, Clone)]
enum Input {
    Key(Key, Modifiers),
    Click(f32, f32),
    Pick(usize),
    Line(&'static str),
    Text(&'static str),
    Frames(usize),
    Size(f32, f32),
}

fn inputs() -> impl Strategy<Value = Vec<Input>> {
    use Key::{
        ArrowDown, ArrowLeft, ArrowRight, ArrowUp, E, End, Enter, Escape, F1, F2, F9, F11, G, H,
        Home, J, L, M, N, P, R, Space, Tab, Z,
    };
    const KEYS: [Key; 24] = [
        Tab, Enter, Space, Escape, ArrowLeft, ArrowRight, ArrowUp, ArrowDown, Home, End, H, E, G,
        J, L, M, N, P, R, Z, F1, F2, F9, F11,
    ];
    const LINES: &str = "N; A B 1; A W 3; play c4; play co; play gr 5 7; play qu; play rv; U; redo; restart; hint; go; \
        G B ann";
    let modifiers = prop_oneof![
        4 => Just(Modifiers::NONE),
        2 => Just(Modifiers::COMMAND),
        1 => Just(Modifiers::COMMAND | Modifiers::SHIFT),
    ];
    let input = prop_oneof![
        6 => (prop::sample::select(&KEYS[..]), modifiers).prop_map(|(key, with)| Input::Key(key, with)),
        3 => (0.0_f32..1000.0, 0.0_f32..760.0).prop_map(|(x, y)| Input::Click(x, y)),
        6 => any::<usize>().prop_map(Input::Pick),
        3 => prop::sample::select(LINES.split("; ").collect::<Vec<_>>()).prop_map(Input::Line),
        1 => prop::sample::select(&["ann", "d3", "\u{202e}", "9999"][..]).prop_map(Input::Text),
        2 => (1_usize..5).prop_map(Input::Frames),
        1 => (360.0_f32..1200.0, 480.0_f32..900.0).prop_map(|(x, y)| Input::Size(x, y)),
    ];
    prop::collection::vec(input, 1..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn nothing_that_is_done_ends_in_a_panic(index in 0..REGISTRY.len(), done in inputs()) {
        let mut shown = Shown::of_size(REGISTRY[index], [1000.0, 760.0]);
        for input in done {
            match input {
                Input::Key(key, modifiers) => shown.harness.key_press_modifiers(modifiers, key),
                Input::Click(x, y) => {
                    for pressed in [true, false] {
                        shown.harness.event(Event::PointerMoved(pos2(x, y)));
                        shown.harness.event(Event::PointerButton {
                            pos: pos2(x, y),
                            button: PointerButton::Primary,
                            pressed,
                            modifiers: Modifiers::NONE,
                        });
                    }
                }
                Input::Pick(number) => {
                    let choices = shown.choices();
                    if let Some(name) = choices.get(number % choices.len().max(1)) {
                        shown.click(&name.clone());
                    }
                }
                Input::Line(line) => {
                    let command = line.parse().unwrap();
                    shown.harness.state_mut().act(Action::Command(command));
                }
                Input::Text(text) => shown.harness.event(Event::Text(text.to_owned())),
                Input::Frames(frames) => shown.harness.run_steps(frames),
                Input::Size(x, y) => {
                    shown.harness.set_size(eframe::egui::vec2(x, y));
                }
            }
            shown.settle();
        }
    }
}
