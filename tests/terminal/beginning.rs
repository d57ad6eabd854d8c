//! The first five minutes at the prompt: what is shown first, and what a person may leave out.

use super::home;
use super::screen::Terminal;

#[test]
fn the_start_shows_the_board_and_what_to_type() {
    for (game, prompt, board, first) in [
        (
            "reversi",
            "reversi ? > ",
            " 4           ○  ●\n",
            "Type a square like d3 to play Black against a beginner, or help.\n",
        ),
        (
            "Connect Four",
            "connect-four ? > ",
            " 6\n",
            "Type a column like 1 to play White against a beginner, or help.\n",
        ),
        (
            "quarto",
            "quarto ? > ",
            " 4\n",
            "Type a piece such as a to give it to a beginner, or help.\n",
        ),
    ] {
        let home = home();
        let terminal = Terminal::at_prompt(home.path(), &["-g", game]);
        let start = terminal.contents();
        assert!(start.starts_with("reversi 0."), "{start}");
        assert!(start.contains(board) && start.contains(first), "{start}");
        assert_eq!(terminal.prompt(), prompt);
    }
}

#[test]
fn a_bare_move_starts_a_game_against_a_beginner() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &["--seed", "1"]);
    assert_eq!(terminal.enter("a1"), "a1 is not legal: a move must flip at least one disc");
    assert_eq!(terminal.prompt(), "reversi ? > ", "what is refused starts nothing");
    let answer = terminal.enter("f 5");
    let start = "You play Black against a bot (level 1).\nBlack moves first.\nBlack plays f5 and flips 1 disc.\n";
    assert!(answer.starts_with(start), "{answer}");
    assert!(answer.contains("\nWhite plays "), "{answer}");
    assert_eq!(terminal.prompt(), "reversi ● > ");
    let moves = terminal.enter("moves");
    assert!(moves.starts_with(" 1 ● f5   2 ○ "), "{moves}");
    terminal.enter("play connect four");
    assert_eq!(terminal.prompt(), "connect-four ● > ", "the bot begins");
}

#[test]
fn a_alone_has_a_side_and_a_level() {
    for (game, line, answer) in [
        ("othello", "A", "You play Black against a bot (level 1)."),
        ("rv", "A W", "You play White against a bot (level 1)."),
        ("connect-four", "A 2", "You play White against a bot (level 2)."),
    ] {
        let home = home();
        let mut terminal = Terminal::at_prompt(home.path(), &["-g", game]);
        let said = terminal.enter(line);
        assert!(said.contains(answer), "{said}");
    }
}

#[test]
fn in_quarto_a_bare_letter_names_a_piece_and_a_capital_is_a_command() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &["-g", "quarto", "--names", "ANN", "BOB"]);
    let answer = terminal.enter("N");
    assert!(answer.contains(": choose a piece for "), "{answer}");
    let answer = terminal.enter("h");
    assert!(answer.contains(" chooses piece h "), "{answer}");
    assert!(answer.contains(": place h [D; on a free cell, such as b3."), "{answer}");
    assert!(answer.contains("\nIn hand: h [D;\n"), "{answer}");
    assert!(answer.contains("\nRemaining: a (L!  b (L;  "), "{answer}");
    let answer = terminal.enter("b3");
    assert!(answer.ends_with(" by its letter."), "{answer}");
    let answer = terminal.enter("H");
    assert!(answer.starts_with("Hint: "), "{answer}");
    let answer = terminal.enter("h");
    assert_eq!(answer, "piece h is already on the board: choose another");
    assert!(["quarto ANN > ", "quarto BOB > "].contains(&terminal.prompt().as_str()));
}

#[test]
fn the_end_speaks_to_the_person_and_says_what_comes_next() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &["-g", "c4"]);
    terminal.enter("N");
    let mut answer = String::new();
    for column in ["1", "2", "1", "2", "1", "2", "1"] {
        answer = terminal.enter(column);
    }
    assert!(
        answer.contains("\nWhite wins.\nWhat next? restart plays again, U undoes "),
        "{answer}"
    );
    terminal.enter("U");
    terminal.enter("player black 2");
    let answer = terminal.enter("1");
    assert!(answer.contains("\nYou win.\nWhat next? "), "{answer}");
    let shown = terminal.enter("show");
    assert!(shown.ends_with("\nYou win."), "{shown}");
}

#[test]
fn help_fits_the_screen_and_the_rest_comes_a_screenful_at_a_time() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.resize(24, 80);
    let help = terminal.enter("help");
    assert!((10..=20).contains(&help.lines().count()), "{help}");
    assert!(help.lines().all(|line| line.len() <= 80), "{help}");
    terminal.keys("help all\r");
    terminal.wait_for("-- Space: next page   q: quit --");
    assert!(terminal.contents().contains("  N [side] "), "{}", terminal.contents());
    terminal.keys("q");
    terminal.wait_for_prompt();
    assert!(!terminal.contents().contains("-- Space"), "{}", terminal.contents());
    terminal.keys("help all\r");
    terminal.wait_for("-- Space: next page   q: quit --");
    terminal.keys(" ");
    terminal.wait_until("the next screenful", |terminal| {
        let contents = terminal.contents();
        !contents.contains("  N [side] ") && contents.contains("-- Space")
    });
    while !terminal.is_at_prompt() {
        let before = terminal.written().len();
        terminal.keys(" ");
        terminal.wait_until("the rest", |terminal| {
            let is_paged = terminal.contents().ends_with("q: quit --");
            terminal.written().len() > before && (is_paged || terminal.is_at_prompt())
        });
    }
    assert!(terminal.contents().contains("  Q    "), "{}", terminal.contents());
    // What fits needs no key.
    assert!(terminal.enter("help J").contains("Also typed as: move."), "{}", terminal.contents());
}

#[test]
fn a_pager_of_ones_own_shows_what_is_long() {
    let home = home();
    let pager = [("PAGER", "tr a-z A-Z"), ("PATH", "/usr/bin:/bin")];
    let mut terminal = Terminal::start(home.path(), &[], &pager);
    terminal.wait_for_prompt();
    assert!(terminal.enter("help").contains("help all lists"), "{}", terminal.contents());
    terminal.resize(20, 80);
    terminal.keys("help all\r");
    terminal.wait_for("QUIT; AN UNFINISHED GAME IS AUTOSAVED");
    terminal.wait_for_prompt();
    assert!(!terminal.contents().contains("-- Space"), "{}", terminal.contents());
}

#[test]
fn unfinished_games_are_listed_and_the_latest_is_the_one_named_at_the_start() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    assert_eq!(terminal.enter("resume list"), "No unfinished games.");
    for line in ["N", "d3", "Q"] {
        terminal.keys(&format!("{line}\r"));
    }
    assert_eq!(terminal.exit_code(), 0);
    let mut terminal = Terminal::at_prompt(home.path(), &["-g", "c4"]);
    for line in ["N", "4", "4", "N", "2"] {
        terminal.enter(line);
    }
    terminal.keys("Q\r");
    assert_eq!(terminal.exit_code(), 0);
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    let start = terminal.contents();
    assert!(start.contains("Unfinished Connect Four game from 20"), "{start}");
    assert!(start.contains(", move 1. Type resume to"), "{start}");
    let list = terminal.enter("resume list");
    let rows: Vec<&str> = list.lines().collect();
    assert!(rows[0].starts_with("n  game          players      ply"), "{list}");
    assert!(rows[1].starts_with("1  Connect Four  two players  1 "), "{list}");
    assert!(rows[2].starts_with("2  Connect Four  two players  2 "), "{list}");
    assert!(rows[3].starts_with("3  Reversi       two players  1 "), "{list}");
    let error = "no unfinished game 4: there are 3; type resume list to see them";
    assert_eq!(terminal.enter("resume 4"), error);
    terminal.enter("resume 3");
    assert_eq!(terminal.enter("moves"), " 1 ● d3\nd3");
    // Another run offers neither this game nor what is being played.
    let mut other = Terminal::at_prompt(home.path(), &[]);
    assert_eq!(other.enter("resume list").lines().count(), 4);
    other.enter("resume");
    assert_eq!(other.enter("moves"), " 1 ○ 2\n2");
    assert_eq!(terminal.enter("resume list").lines().count(), 3);
}

#[test]
fn a_lesson_leaves_the_current_game_as_it_is() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    assert_eq!(terminal.enter("next"), "no lesson is open: type learn to start one");
    for line in ["N", "f5"] {
        terminal.enter(line);
    }
    let step = terminal.enter("learn");
    assert!(step.contains("\n[1 of 8] You are Black"), "{step}");
    let step = terminal.enter("next");
    assert!(step.contains("\n[2 of 8] ") && step.ends_with("Type d3."), "{step}");
    let error = "this step needs d3: play it, or type next to see it played";
    assert_eq!(terminal.enter("c4"), error);
    let error = "save is not available in a lesson: type learn off to leave it";
    assert_eq!(terminal.enter("E x"), error);
    let step = terminal.enter("d3");
    assert!(step.contains("Black plays d3") && step.contains("White plays c3"), "{step}");
    assert!(step.contains("\n[3 of 8] "), "{step}");
    for _ in 3..8 {
        terminal.enter("next");
    }
    let end = terminal.enter("next");
    assert!(end.starts_with("Lesson finished. "), "{end}");
    assert_eq!(terminal.enter("moves"), " 1 ● f5\nf5");
    terminal.enter("learn");
    terminal.keys("Q\r");
    assert_eq!(terminal.exit_code(), 0);
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.enter("resume");
    assert_eq!(terminal.enter("moves"), " 1 ● f5\nf5", "the game and not the lesson is kept");
}
