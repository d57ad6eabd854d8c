//! The window's messages about impossible actions name menus and keys, not commands.

use eframe::egui::Key;
use egui_kittest::kittest::Queryable;
use reversi::games::find;

use crate::harness::Shown;

/// Words of the prompt only.
const TYPED: [&str; 12] = [
    "`",
    "ype ",
    "puzzle off",
    "drill off",
    "learn off",
    "puzzles make",
    "drill black",
    "next shows",
    "restart plays",
    "U undoes",
    "play rv",
    "E NAME",
];

/// Fails on words of the prompt in the message or in the reason of a disabled entry.
fn check(shown: &Shown) {
    let message = shown.message().to_owned();
    let nodes = shown.harness.query_all_by(|_| true);
    let reasons = nodes.filter_map(|node| {
        use egui_kittest::kittest::NodeT;
        node.accesskit_node().description()
    });
    for said in reasons.chain([message]) {
        for word in TYPED {
            assert!(!said.contains(word), "{word:?} in {said:?}");
        }
    }
}

/// Chooses each enabled entry of the menus, and checks all messages.
fn choose_all(shown: &mut Shown) {
    const MENUS: [&str; 3] = ["Edit", "Play", "Study"];
    for menu in MENUS {
        shown.click(menu);
        check(shown);
        shown.press(Key::Escape);
    }
}

#[test]
fn errors_have_no_words_of_the_prompt() {
    for code in ["rv", "c4", "qu"] {
        let mut shown = Shown::of_size(find(code).unwrap(), [1000.0, 760.0]);
        check(&shown);
        shown.press(Key::Escape);
        for line in ["hint", "N"] {
            shown.act(line);
            check(&shown);
            for key in [
                Key::H,
                Key::E,
                Key::B,
                Key::G,
                Key::N,
                Key::V,
                Key::J,
                Key::L,
            ] {
                shown.press(key);
                shown.wait();
                check(&shown);
            }
            let lines = "puzzle; next; drill; drill this; puzzles make; U 9; prune; import x.ggf";
            for line in lines.split("; ") {
                shown.act(line);
                shown.wait();
                check(&shown);
            }
            shown.press_command(Key::Z);
            check(&shown);
            choose_all(&mut shown);
        }
    }
}

#[test]
fn neither_do_those_of_puzzles_and_drills() {
    let mut shown = Shown::studying("N");
    shown.act("J d3");
    shown.act("puzzle");
    check(&shown);
    choose_all(&mut shown);
    shown.act("hint");
    shown.assert_says(&["puzzle"]);
    check(&shown);
    shown.play("a8");
    shown.act("J c8");
    assert!(
        shown.says("solved") && shown.says("press N"),
        "{}",
        shown.message()
    );
    check(&shown);
    shown.act("next");
    check(&shown);
    shown.act("puzzle");
    assert!(shown.says("no puzzle is due") || shown.says("No puzzle is due"));
    check(&shown);
    shown.act("drill tiger");
    choose_all(&mut shown);
    shown.act("hint");
    shown.assert_says(&["drill"]);
    check(&shown);
    shown.act("drill off");
    check(&shown);
}
