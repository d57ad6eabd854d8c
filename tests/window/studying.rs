//! The study panel.

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
    assert!(shown.names().iter().any(|(name, _)| name == "Move 2, White c3"));
    shown.click("Judge the game (panel)");
    for _ in 0..20_000 {
        shown.settle();
        if shown.harness.state().desk().view().judging.is_none() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let names = shown.names();
    let listed = names.iter().find(|(name, _)| name.starts_with("Move 2, White c3, "));
    let listed = listed.expect("the move has a class").0.clone();
    assert!(names.iter().any(|(name, _)| name == "Accuracy"));
    assert!(names.iter().any(|(name, _)| name.starts_with("Graph of the scores, 4 judged moves")));
    shown.click(&listed);
    let shown_moves = |shown: &Shown| {
        shown.harness.state().desk().view().game.as_ref().map(|game| game.shown().moves)
    };
    assert_eq!(shown_moves(&shown), Some(2));
}

#[test]
fn the_live_analysis_scores_squares_and_its_line_is_played_through() {
    let mut shown = Shown::playing(REGISTRY[0], "N");
    shown.click("Study (button)");
    shown.click("Start the analysis (panel)");
    let mut line = None;
    for _ in 0..20_000 {
        shown.settle();
        let names = shown.names();
        line = names.into_iter().map(|(name, _)| name).find(|name| name.contains("Play the line"));
        if line.is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    assert!(shown.names().iter().any(|(name, _)| name.contains(", legal, score ")));
    shown.click("Stop the analysis (panel)");
    let mut shown = Shown::playing(REGISTRY[0], "N");
    shown.harness.state_mut().play_through(["d3", "c5", "d6"].map(str::to_owned).to_vec());
    shown.settle();
    let counts = |shown: &Shown| {
        let names = shown.names().into_iter();
        names.filter(|(name, _)| name.contains(", black")).count()
    };
    assert_eq!(counts(&shown), 4);
    assert!(shown.choices().is_empty(), "a line is not played on");
    shown.click("On in the line");
    assert_eq!(counts(&shown), 3);
    shown.click("Back to the game");
    assert_eq!(counts(&shown), 2);
    assert!(line.is_some());
}

#[test]
fn variations_are_a_tree_that_keys_and_clicks_go_through() {
    let mut shown = Shown::playing(REGISTRY[0], "N");
    for line in ["J f5", "J d6", "J c3", "back 2", "J f6", "mark ?", "note a worse move"] {
        shown.act(line);
    }
    shown.harness.set_size([1000.0, 1400.0].into());
    shown.click("Study (button)");
    assert_eq!(shown.moves(), 2);
    let names = shown.names();
    for name in ["Line 1, ply 3, c3", "Line 2, ply 2, f6, bad", "a worse move"] {
        assert!(names.iter().any(|(found, _)| found == name), "{name}: {names:?}");
    }
    shown.click("Line 1, ply 3, c3");
    assert_eq!(shown.moves(), 3);
    shown.click("Line 1, ply 1, f5");
    let view = |shown: &Shown| {
        let state = shown.harness.state();
        let game = state.desk().view().game.clone().unwrap();
        (game.moves.len(), game.shown().moves)
    };
    assert_eq!(view(&shown), (3, 1));
    shown.click("Line 2, ply 2, f6, bad");
    assert_eq!(view(&shown), (2, 2));
    shown.harness.key_press(eframe::egui::Key::V);
    shown.settle();
    assert_eq!(view(&shown), (2, 2));
    let name = shown.harness.state().desk().view().game.as_ref().unwrap().moves[1].name.clone();
    assert_eq!(name, "d6");
}
