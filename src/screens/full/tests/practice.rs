//! Lessons, puzzles and drills, and the other texts in the pane.

use super::*;

#[test]
fn a_lesson_stands_beside_the_board_until_the_next_step() {
    for size in SIZES {
        let mut trial = Trial::new("rv", size);
        trial.play("f5");
        trial.command("learn");
        trial.assert_shows(&["Lesson", "[1 of 8]", "Enter: next", "Esc: leave"]);
        assert!(trial.is_clear(), "{size:?}");
        // The step expects no move, so Enter continues.
        trial.key(KeyCode::Enter);
        trial.assert_shows(&["[2 of 8]", "Play d3.", "N: show the move"]);
        trial.key(KeyCode::F(7));
        trial.assert_shows(&["[2 of 8]"]);
        trial.app.cursor = Square { row: 2, column: 3 };
        trial.key(KeyCode::Char(' '));
        trial.assert_shows(&["[3 of 8]"]);
        trial.key(KeyCode::Char('n'));
        trial.command("next");
        trial.assert_shows(&["[5 of 8]"]);
        trial.escape();
        assert!(!trial.shows("Lesson") && trial.is_clear(), "{size:?}");
        assert_eq!(trial.moves(), ["f5"], "the previous game is restored");
    }
}

#[test]
fn a_puzzle_is_asked_beside_the_board_until_its_answer_is_right() {
    for size in [(80, 24), (120, 40)] {
        let mut trial = Trial::studying(size);
        trial.play("f5");
        trial.command("puzzle");
        trial.assert_shows(&["Puzzle", "Ann - ", ":next", "N: show the move"]);
        let grid = trial.game().current.game().grid();
        trial.play("g1");
        trial.settle();
        trial.assert_shows(&["Not g1: it scores", "Try again"]);
        assert_eq!(trial.game().current.game().grid(), grid);
        trial.key(KeyCode::Char('?'));
        trial.assert_shows(&["not available in a puzzle"]);
        trial.play("a8");
        trial.settle();
        trial.assert_shows(&["Right this time: a8 scores +34", "Type `:next`"]);
        trial.assert_shows(&["takes a", "Enter: next"]);
        trial.key(KeyCode::Enter);
        trial.assert_shows(&["1 puzzle done, 0 right on the first try"]);
        assert_eq!(trial.moves(), ["f5"], "the previous game is restored");
    }
}

#[test]
fn a_drill_is_played_on_the_board_and_its_end_stands_beside_it() {
    let mut trial = Trial::studying((120, 40));
    trial.command("drill tiger");
    trial.assert_shows(&["Drill", "You are Black"]);
    trial.play("f5");
    assert!(trial.shows("Right: f5") && trial.is_clear());
    assert_eq!(trial.moves(), ["f5", "d6"]);
    trial.play("c5");
    trial.assert_shows(&["c5", "Try again."]);
    assert_eq!(trial.moves().len(), 2);
    trial.play("c3");
    assert_eq!(trial.moves()[2..], ["c3", "d3"]);
    for _ in 0..60 {
        if trial.shows("End of line") {
            break;
        }
        trial.key(KeyCode::Char('n'));
        trial.settle();
    }
    trial.assert_shows(&["End of line: 1 right, 0 close"]);
    trial.assert_shows(&["Next", "`:drill off`", "Enter: next"]);
    trial.escape();
    trial.assert_shows(&["1 line drilled, 0 without mistakes"]);
    assert!(trial.moves().is_empty());
}

#[test]
fn n_means_next_in_a_practice_whatever_key_starts_a_new_game() {
    let mut trial = Trial::new("rv", (80, 24));
    trial.command("learn");
    trial.key(KeyCode::Char('N'));
    trial.assert_shows(&["[2 of 8]"]);
    trial.key(KeyCode::F(3));
    assert!(trial.is_asked(YesOrNo::NewGame));
    // In Quarto, N is a piece.
    let mut quarto = Trial::new("qu", (80, 24));
    quarto.command("learn");
    quarto.keys("n");
    quarto.assert_shows(&["[1 of 8]"]);
}

#[test]
fn an_error_that_is_too_long_for_the_line_is_closed_like_a_text() {
    for size in SIZES {
        let mut trial = Trial::new("rv", size);
        trial
            .app
            .complain("word ".repeat(40 * usize::from(size.0) / 80));
        trial.assert_shows(&["word word", "Esc"]);
        trial.escape();
        assert!(trial.is_clear() && !trial.shows("word"), "{size:?}");
    }
    // Where nothing has room for it, it is a card, which comes once.
    let mut trial = Trial::new("rv", (40, 14));
    trial.app.complain("word ".repeat(100));
    trial.draw();
    assert!(trial.has_card());
    trial.escape();
    assert!(trial.is_clear() && !trial.shows("word"));
}
