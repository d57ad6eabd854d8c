//! The study panel.

use eframe::egui::Key;
use reversi::games::REGISTRY;

use crate::harness::Shown;

#[test]
fn a_game_is_judged_and_a_click_in_the_list_goes_to_a_move() {
    let mut shown = Shown::playing(REGISTRY[0], "N");
    for square in ["d3", "c3", "c4", "e3"] {
        shown.act(&format!("J {square}"));
    }
    shown.harness.set_size([1000.0, 1400.0].into());
    shown.click("Study (button)");
    assert!(shown.has(|name| name == "Move 2, White c3"));
    shown.click("Analyze game (panel)");
    let is_judged = |shown: &Shown| shown.harness.state().desk().view().judging.is_none();
    shown.wait_until("the judgment", is_judged);
    let names = shown.names();
    let listed = names
        .iter()
        .find(|(name, _)| name.starts_with("Move 2, White c3, "));
    let listed = listed.expect("the move has a class").0.clone();
    assert!(shown.has(|name| name == "Accuracy"));
    assert!(shown.has(|name| name.starts_with("Score graph, 4 analyzed moves")));
    shown.click(&listed);
    assert_eq!(shown.shown_moves(), 2);
}

#[test]
fn the_live_analysis_scores_squares_and_its_line_is_played_through() {
    let mut shown = Shown::playing(REGISTRY[0], "N");
    shown.click("Study (button)");
    shown.click("Start live analysis (panel)");
    shown.wait_until("a line", |shown| {
        shown.has(|name| name.contains("through the line"))
    });
    assert!(shown.has(|name| name.contains(", legal, score ")));
    shown.click("Stop live analysis (panel)");
    let mut shown = Shown::playing(REGISTRY[0], "N");
    shown
        .harness
        .state_mut()
        .play_through(["d3", "c5", "d6"].map(str::to_owned).to_vec());
    shown.settle();
    let counts = |shown: &Shown| {
        shown
            .names()
            .iter()
            .filter(|(name, _)| name.contains(", black"))
            .count()
    };
    assert_eq!(counts(&shown), 4);
    assert!(shown.choices().is_empty(), "a line is not played on");
    shown.click("Step forward in the line");
    assert_eq!(counts(&shown), 3);
    shown.click("Back to the game");
    assert_eq!(counts(&shown), 2);
}

#[test]
fn variations_are_a_tree_that_keys_and_clicks_go_through() {
    let mut shown = Shown::playing(REGISTRY[0], "N");
    for line in [
        "J f5",
        "J d6",
        "J c3",
        "back 2",
        "J f6",
        "mark ?",
        "note a worse move",
    ] {
        shown.act(line);
    }
    shown.harness.set_size([1000.0, 1400.0].into());
    shown.click("Study (button)");
    assert_eq!(shown.moves(), 2);
    for name in [
        "Line 1, ply 3, c3",
        "Line 2, ply 2, f6, mistake",
        "a worse move",
    ] {
        assert!(
            shown.has(|found| found == name),
            "{name}: {:?}",
            shown.names()
        );
    }
    shown.click("Line 1, ply 3, c3");
    assert_eq!(shown.moves(), 3);
    shown.click("Line 1, ply 1, f5");
    let view = |shown: &Shown| (shown.moves(), shown.shown_moves());
    assert_eq!(view(&shown), (3, 1));
    shown.click("Line 2, ply 2, f6, mistake");
    assert_eq!(view(&shown), (2, 2));
    shown.press(Key::V);
    assert_eq!(view(&shown), (2, 2));
    let name = shown
        .harness
        .state()
        .desk()
        .view()
        .game
        .as_ref()
        .unwrap()
        .moves()[1]
        .name();
    assert_eq!(name, "d6");
}

#[test]
fn a_puzzle_is_solved_by_clicks_and_a_key_goes_on() {
    let mut shown = Shown::studying("N");
    shown.act("J d3");
    shown.click("Study");
    shown.click("Solve a puzzle");
    shown.assert_says(&["Ann - Bob] Black to move", "press N for the answer"]);
    shown.play("g1");
    shown.assert_says(&["Not g1: it scores", "Try again"]);
    assert_eq!(shown.moves(), 0, "one tries again on the same position");
    shown.play("a8");
    shown.assert_says(&[
        "Right this time: a8 scores +34",
        "Press N for another puzzle, or choose Study > Leave lesson, puzzle or drill",
    ]);
    shown.press(Key::N);
    shown.assert_says(&["1 puzzle done, 0 right on the first try"]);
    assert_eq!(shown.moves(), 1, "the game before comes back");
}

#[test]
fn the_book_is_shown_and_drilled_by_menus_keys_and_clicks() {
    let mut shown = Shown::studying("N");
    shown.act("J f5");
    shown.press(Key::F9);
    shown.assert_says(&["Perpendicular"]);
    assert!(shown.has(|name| name.starts_with("d6, empty, legal, score +")));
    shown.click("Study");
    shown.click("Drill openings as White");
    shown.assert_says(&["[any opening, new line] You are White"]);
    assert_eq!(shown.moves(), 1, "Black has begun");
    shown.play("d6");
    assert!(shown.says("Right: d6") && shown.moves() == 3);
    for _ in 0..60 {
        if shown.says("End of line: 1 right") {
            break;
        }
        shown.press(Key::N);
        shown.wait();
    }
    shown.assert_says(&[
        "Press N for another line, or choose Study > Leave lesson, puzzle or drill",
    ]);
    shown.click("Study");
    shown.click("Leave lesson, puzzle or drill");
    shown.assert_says(&["1 line drilled, 0 without mistakes."]);
    assert_eq!(shown.moves(), 1, "the game before comes back");
}

#[test]
fn the_strategy_is_taught_by_clicks() {
    let mut shown = Shown::studying("N");
    shown.act("J d3");
    shown.click("Study");
    shown.click("Learn strategy");
    shown.assert_says(&["1 of 17", "Corners.", "Press N to see the move"]);
    shown.play("e3");
    shown.assert_says(&["There is a better move: look at the corners"]);
    shown.play("h1");
    shown.assert_says(&["2 of 17", "Press N"]);
    shown.click("Study");
    shown.click("Leave lesson, puzzle or drill");
    let first = shown
        .harness
        .state()
        .desk()
        .view()
        .game
        .as_ref()
        .unwrap()
        .moves()[0]
        .name()
        .clone();
    assert_eq!(first, "d3", "the game before comes back");
}

#[test]
fn the_panel_shows_all_moves_and_the_report_beside_them_on_a_large_screen() {
    for (size, is_beside) in [([1920.0, 1080.0], true), ([1280.0, 800.0], false)] {
        let mut shown = Shown::of_size(REGISTRY[0], size);
        shown.press(Key::Escape);
        shown.act("N");
        for number in 0..60 {
            if shown.is_over() {
                break;
            }
            let choices = shown.choices();
            let square = choices[number * 7 % choices.len()][..2].to_owned();
            shown.act(&format!("J {square}"));
        }
        shown.click("Study (button)");
        shown.click("Analyze game (panel)");
        shown.wait_until("the graph", |shown| {
            shown.has(|name| name.starts_with("Score graph, "))
        });
        shown.click("Stop analysis (panel)");
        shown.wait();
        let rect = |start: &str| shown.rect(start);
        let board = rect("h8, ").right();
        let graph = rect("Score graph, ");
        assert!(
            graph.width() > 0.8 * (size[0] - board),
            "{size:?}: {graph:?}"
        );
        let (first, last) = (rect("Move 1, "), rect("Move 60, "));
        assert!(
            last.bottom() < size[1] && first.top() > graph.bottom(),
            "{size:?}: {last:?}"
        );
        let report = rect("Accuracy");
        let is_next = report.left() > last.right() && report.top() < last.top();
        assert_eq!(is_next, is_beside, "{size:?}: {report:?}");
    }
}
