//! The first five minutes at the prompt: first impressions and defaults.

use super::screen::Terminal;
use super::support::assert_has;

#[test]
fn the_start_shows_the_board_and_what_to_type() {
    for (game, prompt, board, first) in [
        (
            "reversi",
            "reversi ? > ",
            " 4        .  ○  ●\n",
            "d3 to play Black against a beginner",
        ),
        (
            "Connect Four",
            "connect-four ? > ",
            " 6  .  .  .  .  .  .  .\n",
            "1 to play Yellow against a beginner",
        ),
        (
            "quarto",
            "quarto ? > ",
            " 4\n",
            "a to give it to a beginner",
        ),
    ] {
        let terminal = Terminal::fresh(&["-g", game]);
        let start = terminal.contents();
        assert!(start.starts_with("reversi 0."), "{start}");
        assert_has(&start, &[board, first, "N for two players", "learn"]);
        assert_eq!(terminal.prompt(), prompt);
    }
}

#[test]
fn a_bare_move_starts_a_game_against_a_beginner() {
    let mut terminal = Terminal::fresh(&["--seed", "1"]);
    assert_has(&terminal.enter("a1"), &["a1 is not legal"]);
    assert_eq!(
        terminal.prompt(),
        "reversi ? > ",
        "what is refused starts nothing"
    );
    let answer = terminal.enter("f 5");
    assert!(
        answer.starts_with("You play Black against a bot (level 1, beginner).\n"),
        "{answer}"
    );
    assert_has(&answer, &["\nBlack plays f5 ", "\nWhite plays "]);
    assert_eq!(terminal.prompt(), "reversi ● > ");
    let moves = terminal.enter("moves");
    assert!(moves.starts_with(" 1 ● f5   2 ○ "), "{moves}");
    terminal.enter("play connect four");
    assert_eq!(
        terminal.prompt(),
        "connect-four ○ > ",
        "who moved first does so again"
    );
}

#[test]
fn in_quarto_a_bare_letter_names_a_piece_and_a_capital_is_a_command() {
    let mut terminal = Terminal::fresh(&["-g", "quarto", "--names", "ANN", "BOB"]);
    for (line, parts) in [
        ("N", &["choose a piece"][..]),
        (
            "h",
            &[
                "chooses piece h",
                "place h [D;",
                "\nIn hand: h [D;\n",
                "\nRemaining: a (L!  b (L;  ",
            ],
        ),
        ("b3", &["letter"]),
        ("H", &["Hint: "]),
        ("h", &["piece h is already on the board"]),
    ] {
        assert_has(&terminal.enter(line), parts);
    }
    assert!(["quarto ANN > ", "quarto BOB > "].contains(&terminal.prompt().as_str()));
}

#[test]
fn the_end_speaks_to_the_person_and_says_what_comes_next() {
    let mut terminal = Terminal::fresh(&["-g", "c4"]);
    terminal.enter("N");
    let answer = terminal.enter_all("1; 2; 1; 2; 1; 2; 1");
    assert_has(&answer, &["\nYellow wins.\nWhat next? ", "restart", "U"]);
    assert_has(
        &terminal.enter_all("U; player black 2; 1"),
        &["\nYou win.\n", "\nWhat next? ", "Try A 3."],
    );
    let shown = terminal.enter("show");
    assert!(shown.ends_with("\nYou win."), "{shown}");
}

#[test]
fn help_fits_the_screen_and_the_rest_comes_a_screenful_at_a_time() {
    let mut terminal = Terminal::fresh(&[]);
    terminal.resize(24, 80);
    let help = terminal.enter("help");
    assert!((10..=20).contains(&help.lines().count()), "{help}");
    assert!(help.lines().all(|line| line.len() <= 80), "{help}");
    terminal.see("help all\r", "-- Space: next page   q: quit --");
    terminal.assert_shows("  N [side] ");
    terminal.keys("q");
    terminal.wait_for_prompt();
    assert!(
        !terminal.contents().contains("-- Space"),
        "{}",
        terminal.contents()
    );
    terminal.see("help all\r", "-- Space: next page   q: quit --");
    terminal.keys(" ");
    terminal.wait_until("the next screenful", |terminal| {
        let contents = terminal.contents();
        !contents.contains("  N [side] ") && contents.contains("-- Space")
    });
    while !terminal.is_at_prompt() {
        let before = terminal.contents();
        terminal.keys(" ");
        // Another page has other lines: the same ones mean that the key has not been read yet.
        terminal.wait_until("the rest", |terminal| {
            let contents = terminal.contents();
            let is_paged = contents.ends_with("q: quit --");
            contents != before && (is_paged || terminal.is_at_prompt())
        });
    }
    terminal.assert_shows("  Q    ");
    // An answer that fits the screen needs no key.
    assert_has(&terminal.enter("help J"), &["Also typed as: move"]);
}

#[test]
fn a_pager_of_ones_own_shows_what_is_long() {
    let pager = [("PAGER", "tr a-z A-Z"), ("PATH", "/usr/bin:/bin")];
    let mut terminal = Terminal::fresh_in(&[], &pager);
    assert_has(&terminal.enter("help"), &["help all lists"]);
    terminal.resize(20, 80);
    terminal.keys("help all\r");
    terminal.wait_for("QUIT; AN UNFINISHED GAME IS AUTOSAVED");
    terminal.wait_for_prompt();
    assert!(
        !terminal.contents().contains("-- Space"),
        "{}",
        terminal.contents()
    );
}

#[test]
fn unfinished_games_are_listed_and_the_latest_is_the_one_named_at_the_start() {
    let mut terminal = Terminal::fresh(&[]);
    assert_has(&terminal.enter("resume list"), &["No unfinished games"]);
    terminal.enter_all("N; d3");
    terminal.quit();
    let mut terminal = terminal.again(&["-g", "c4"]);
    terminal.enter_all("N; 4; 4; N; 2");
    terminal.quit();
    let mut terminal = terminal.again(&[]);
    assert_has(
        &terminal.contents(),
        &[
            "Unfinished Connect Four game from 20",
            ", move 1. Type resume",
        ],
    );
    let list = terminal.enter("resume list");
    let rows: Vec<&str> = list.lines().collect();
    assert!(
        rows[0].starts_with("n  game          players      ply"),
        "{list}"
    );
    assert!(
        rows[1].starts_with("1  Connect Four  two players  1 "),
        "{list}"
    );
    assert!(
        rows[2].starts_with("2  Connect Four  two players  2 "),
        "{list}"
    );
    assert!(
        rows[3].starts_with("3  Reversi       two players  1 "),
        "{list}"
    );
    assert_has(
        &terminal.enter("resume 4"),
        &["no unfinished game 4", "there are 3"],
    );
    assert_eq!(terminal.enter_all("resume 3; moves"), " 1 ● d3\nd3");
    // Another run offers neither this game nor the running one.
    let mut other = terminal.again(&[]);
    assert_eq!(other.enter("resume list").lines().count(), 4);
    assert_eq!(other.enter_all("resume; moves"), " 1 ○ 2\n2");
    assert_eq!(terminal.enter("resume list").lines().count(), 3);
}

#[test]
fn a_lesson_leaves_the_current_game_as_it_is() {
    let mut terminal = Terminal::fresh(&[]);
    for (line, parts) in [
        ("next", &["no lesson is open", "learn"][..]),
        ("N", &[]),
        ("f5", &[]),
        ("learn", &["\n[1 of 8] You are Black"]),
        ("next", &["\n[2 of 8] ", "Type d3."]),
        ("c4", &["this step needs d3", "next"]),
        ("E x", &["E is not available in a lesson", "learn off"]),
        ("d3", &["Black plays d3", "White plays c3", "\n[3 of 8] "]),
    ] {
        assert_has(&terminal.enter(line), parts);
    }
    let end = terminal.enter_all("next; next; next; next; next; next");
    assert!(end.starts_with("Lesson finished."), "{end}");
    assert_eq!(terminal.enter("moves"), " 1 ● f5\nf5");
    terminal.enter("learn");
    terminal.quit();
    let mut terminal = terminal.again(&[]);
    let moves = terminal.enter_all("resume; moves");
    assert_eq!(moves, " 1 ● f5\nf5", "the game and not the lesson is kept");
}

#[test]
fn the_board_that_is_shown_first_can_be_asked_about() {
    let mut terminal = Terminal::fresh(&[]);
    assert_has(&terminal.enter("H"), &[" 4 ", "Hint: d3"]);
    assert_eq!(terminal.prompt(), "reversi ? > ", "no game has begun");
    assert_has(
        &terminal.enter("f5d6"),
        &["Black plays f5", "White plays d6"],
    );
    assert_has(&terminal.enter("f5d6"), &["move 1 (f5)", "paste f5d6"]);
}
