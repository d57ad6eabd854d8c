//! The prompt as a person meets it, on a real pseudo-terminal: keys, screen, colours, signals. What
//! commands answer is for other tests; here a command is only a means to see the prompt at work.

#![cfg(unix)]

mod beginning;
mod config;
mod full;
mod keeping;
mod looks;
mod screen;
mod session;
mod waits;

use std::time::{Duration, Instant};

use screen::Terminal;
use tempfile::TempDir;

const UP: &str = "\u{1b}[A";
const RIGHT: &str = "\u{1b}[C";
const END: &str = "\u{1b}[F";
const CTRL_A: &str = "\u{1}";
const CTRL_C: &str = "\u{3}";
const CTRL_D: &str = "\u{4}";
const CTRL_E: &str = "\u{5}";
const CTRL_R: &str = "\u{12}";

/// The column of the cell of d3 in a board.
const COLUMN_D: u16 = 13;

fn home() -> TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn the_prompt_shows_whose_turn_it_is() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    assert!(terminal.contents().starts_with("reversi 0."), "{}", terminal.contents());
    assert_eq!(terminal.prompt(), "reversi ? > ");
    let board = terminal.enter("N");
    assert!(board.contains(" 4           ○  ●"), "{board}");
    assert_eq!(terminal.prompt(), "reversi ● > ");
    let board = terminal.enter("d3");
    assert!(board.contains(" 3          <●>                < d3"), "{board}");
    assert_eq!(terminal.prompt(), "reversi ○ > ");
    terminal.enter("C ● ○");
    assert_eq!(terminal.prompt(), "reversi ○ > ");
}

#[test]
fn tab_completes_commands_moves_and_saves() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.keys("resta\t");
    terminal.wait_for_row("reversi ? > restart", "");
    terminal.keys(CTRL_C);
    terminal.wait_for_prompt();
    terminal.enter("N");
    terminal.keys("J \t\t");
    terminal.wait_for("c4  d3  e6  f5");
    terminal.wait_for_row("reversi ● > J ", "move");
    terminal.keys("c\t");
    terminal.wait_for_row("reversi ● > J c4", "");
    terminal.keys("\r");
    terminal.wait_for_row("reversi ○ > ", "");
    assert_eq!(terminal.enter("E tuesday"), "Saved as tuesday.");
    assert_eq!(terminal.enter("E wednesday"), "Saved as wednesday.");
    terminal.keys("L \t\t");
    terminal.wait_for("tuesday    wednesday");
    terminal.keys("t\t");
    terminal.wait_for_row("reversi ○ > L tuesday", "");
}

#[test]
fn tab_gives_no_move_away_in_a_competitive_game() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.enter("G B ann");
    // The 4 shows that the tabs have been worked on. They would have put one there.
    terminal.keys("J c\t\t4");
    terminal.wait_for_row("reversi ● > J c4", "");
    assert!(!terminal.written().contains("d3  e6"), "{}", terminal.contents());
    // A letter may begin a command, but no move.
    let before = terminal.written().len();
    terminal.keys(&format!("{CTRL_C}d\t\t"));
    terminal.wait_until("words", |terminal| {
        ["discs", "drill"].iter().all(|word| terminal.contents().contains(word))
    });
    assert!(!terminal.written()[before..].contains("d3"), "{}", terminal.contents());
}

#[test]
fn a_hint_shows_the_missing_arguments_and_is_not_typed() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.keys("A");
    terminal.wait_for_row("reversi ? > A", " [side] [level]");
    terminal.keys(" ");
    terminal.wait_for_row("reversi ? > A ", "[side] [level]");
    terminal.keys("B");
    terminal.wait_for_row("reversi ? > A B", " [level]");
    // These would take over a suggestion of the line itself; the blank shows that they are done.
    terminal.keys(&format!("{RIGHT}{END}{CTRL_E} "));
    terminal.wait_for_row("reversi ? > A B ", "[level]");
    terminal.keys("1");
    terminal.wait_for_row("reversi ? > A B 1", "");
    let answer = terminal.enter("");
    assert!(answer.starts_with("You play Black against a bot (level 1)."), "{answer}");
    // Entered too early, the line is what was typed and nothing of the hint is left behind it.
    terminal.keys("goto");
    terminal.wait_for_row("reversi ● > goto", " n");
    terminal.enter("");
    assert!(terminal.contents().contains("reversi ● > goto\n"), "{}", terminal.contents());
}

#[test]
fn ctrl_c_clears_a_line_first_and_ends_the_program_then() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.keys("foo");
    terminal.wait_for_row("reversi ? > foo", "");
    terminal.keys(CTRL_C);
    terminal.wait_for_prompt();
    terminal.enter("N");
    assert_eq!(terminal.prompt(), "reversi ● > ");
    // From within the line it clears both sides of the cursor.
    terminal.keys(&format!("foo{CTRL_A}"));
    terminal.wait_for_row("reversi ● > ", "foo");
    terminal.keys(CTRL_C);
    terminal.wait_for_prompt();
    terminal.keys(CTRL_C);
    assert_eq!(terminal.exit_code(), 130);
}

#[test]
fn ctrl_c_clears_every_line_of_a_paste() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.keys("\u{1b}[200~N\nd3\u{1b}[201~");
    terminal.wait_for_row("d3", "");
    terminal.keys(CTRL_C);
    terminal.wait_for_prompt();
    terminal.enter("");
    assert_eq!(terminal.prompt(), "reversi ? > ", "nothing of the paste is carried out");
}

#[test]
fn ctrl_d_ends_the_program_with_success_on_an_empty_line_only() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.keys(&format!("foo{CTRL_D}d"));
    terminal.wait_for_row("reversi ? > food", "");
    terminal.keys(CTRL_C);
    terminal.wait_for_prompt();
    terminal.keys(CTRL_D);
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn q_ends_the_program_with_success_after_an_error_too() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.enter("foo");
    terminal.keys("q\r");
    assert_eq!(terminal.exit_code(), 0, "at the prompt an error is no failure of the program");
}

#[test]
fn the_history_comes_back_in_the_next_run_and_can_be_searched() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.enter("help redo");
    terminal.enter("W");
    terminal.keys(UP);
    terminal.wait_for_row("reversi ? > W", "");
    terminal.keys(UP);
    terminal.wait_for_row("reversi ? > help redo", "");
    // A line is remembered at once and not only when the program ends.
    terminal.kill();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.keys(UP);
    terminal.wait_for_row("reversi ? > W", "");
    terminal.keys(CTRL_C);
    terminal.wait_for_prompt();
    terminal.keys(&format!("{CTRL_R}hel"));
    terminal.wait_for("(reverse-i-search)`hel': help redo");
    let answer = terminal.enter("");
    assert!(answer.contains("redo n undone moves"), "{answer}");
}

#[test]
fn a_resize_leaves_the_line_and_the_prompt_usable() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.enter("N");
    for (rows, columns) in [(40, 100), (12, 40), (30, 80)] {
        terminal.keys("mov");
        terminal.wait_for_row("reversi ● > mov", "");
        terminal.resize(rows, columns);
        terminal.keys("es");
        terminal.wait_for_row("reversi ● > moves", "");
        assert_eq!(terminal.enter(""), "No moves yet.");
        // The program goes back over a full row only if it knows how wide the terminal is.
        let long = "x".repeat(columns.into());
        terminal.keys(&format!("# {long}{CTRL_A}"));
        let first_row = format!("# {}", &long[14..]);
        terminal.wait_for_row("reversi ● > ", &first_row);
        assert!(terminal.contents().ends_with(&format!("\n{}", &long[..14])));
        terminal.keys(CTRL_C);
        terminal.wait_for_prompt();
        assert!(!terminal.contents().contains("xx"), "{}", terminal.contents());
    }
    terminal.enter("d3");
    assert_eq!(terminal.prompt(), "reversi ○ > ");
}

#[test]
fn discs_have_colors_and_signs_say_what_the_last_move_did() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.enter("N");
    terminal.enter("d3");
    let board = terminal.enter("c3");
    assert!(board.contains(" 4          (○) ●\n"), "{board}");
    let row = " 3       <○> ●";
    let (white, black) = (terminal.cell(row, COLUMN_D - 3), terminal.cell(row, COLUMN_D));
    assert_eq!((white.contents(), black.contents()), ("○", "●"));
    assert_ne!(white.fgcolor(), vt100::Color::Default);
    assert_ne!(black.fgcolor(), vt100::Color::Default);
    assert_ne!(white.fgcolor(), black.fgcolor());
    assert_ne!(white.bgcolor(), vt100::Color::Default);
    // The prompt shows whose turn it is by a disc of the same colours.
    let icon = terminal.cell("reversi ● >", 8);
    assert_eq!((icon.contents(), icon.fgcolor()), ("●", black.fgcolor()));
    assert_ne!(icon.bgcolor(), vt100::Color::Default);
}

#[test]
fn no_color_means_no_color() {
    let plain =
        [("never", "TERM", "xterm-256color"), ("auto", "NO_COLOR", "1"), ("auto", "TERM", "dumb")];
    for (option, name, value) in plain {
        let home = home();
        let mut terminal = Terminal::start(home.path(), &["--color", option], &[(name, value)]);
        terminal.wait_for_prompt();
        terminal.enter("N");
        terminal.enter("d3");
        let marks = terminal.enter("S");
        assert!(marks.contains(" 3  -  -  . <B> .  -  -  -   < d3"), "{marks}");
        terminal.enter("J a1");
        terminal.keys("A B");
        terminal.wait_until("A B", |terminal| terminal.cursor().before == "reversi W > A B");
        for cell in terminal.cells() {
            let colors = [cell.fgcolor(), cell.bgcolor()];
            assert_eq!(colors, [vt100::Color::Default; 2], "{name}={value}: {cell:?}");
            assert!(!cell.dim() && !cell.bold() && !cell.underline(), "{name}={value}: {cell:?}");
        }
    }
}

#[test]
fn a_dumb_terminal_gets_text_alone_and_plays() {
    let home = home();
    let mut terminal = Terminal::start(home.path(), &[], &[("TERM", "dumb")]);
    terminal.wait_for_prompt();
    terminal.enter("N");
    let board = terminal.enter("d3");
    assert!(board.contains(" 3  -  -  - <B> -  -  -  -   < d3"), "{board}");
    assert!(!terminal.written().contains('\u{1b}'), "{:?}", terminal.written());
    terminal.keys("q\r");
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn an_error_is_one_line_and_the_game_goes_on() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.enter("N");
    let answer = terminal.enter("J a1");
    assert_eq!(answer, "a1 is not legal: a move must flip at least one disc");
    let answer = terminal.enter("hnit");
    assert!(answer.contains("did you mean \"hint\"?") && !answer.contains('\n'), "{answer}");
    assert_eq!(terminal.prompt(), "reversi ● > ");
    terminal.enter("d3");
    assert_eq!(terminal.prompt(), "reversi ○ > ");
}

#[test]
fn a_file_is_only_overwritten_after_a_question() {
    let home = home();
    let file = home.path().join("g.txt");
    let export = format!("export {}", file.display());
    let written = || std::fs::read_to_string(&file).unwrap();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.enter("N");
    terminal.enter("d3");
    terminal.enter(&export);
    assert_eq!(written(), "D3\n");
    terminal.enter("c3");
    for (answer, expected) in [("n", "D3\n"), ("", "D3\n"), ("moves", "D3\n"), ("yes", "D3c3\n")] {
        terminal.keys(&format!("{export}\r"));
        terminal.wait_for_row("overwrite > ", "");
        assert!(terminal.contents().contains("already exists"), "{}", terminal.contents());
        let said = terminal.enter(answer);
        assert_eq!(written(), expected, "{answer}");
        // Any other line is a command, and ends the asking.
        assert_eq!(said.contains("d3c3"), answer == "moves", "{said}");
    }
    terminal.enter("c4");
    terminal.enter(&format!("{export} --force"));
    assert_eq!(written(), "D3c3C4\n");
}

#[test]
fn two_bots_play_a_game_to_its_end_which_can_be_taken_back() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &["--seed", "1"]);
    terminal.enter("N");
    terminal.enter("player black 3");
    assert_eq!(terminal.prompt(), "reversi ○ > ");
    let end = terminal.enter("player white 3");
    assert_eq!(terminal.prompt(), "reversi ? > ");
    let [.., result, next] = end.lines().collect::<Vec<_>>()[..] else { panic!("{end}") };
    assert!(result.contains(" wins ") || result.starts_with("Draw"), "{end}");
    assert!(next.starts_with("What next? analyze "), "{end}");
    let before = terminal.enter("U");
    assert!(before.starts_with("Undid 1 move.\n") && !before.contains("wins"), "{before}");
    assert_ne!(terminal.prompt(), "reversi ? > ");
}

#[test]
fn lines_pasted_at_once_are_all_carried_out() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.enter("\u{1b}[200~N\nd3\r\nc3\u{1b}[201~");
    assert!(terminal.contents().contains("White plays c3"), "{}", terminal.contents());
    assert_eq!(terminal.enter("moves"), " 1 ● d3   2 ○ c3\nd3c3");
}

#[test]
fn lines_typed_ahead_are_all_carried_out() {
    let home = home();
    let mut terminal = Terminal::start(home.path(), &[], &[]);
    // Some come before the terminal is a prompt, some while a command is at work.
    terminal.keys("N\rd3\rc3\rc4\rE ahead\r");
    terminal.wait_for("Saved as ahead.");
    terminal.wait_for_prompt();
    assert_eq!(terminal.enter("moves"), " 1 ● d3   2 ○ c3   3 ● c4\nd3c3c4");
}

#[test]
fn a_paste_of_strange_characters_is_an_error_and_no_end() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    for (strange, error) in [
        ("漢字 🙂🙂 e\u{301}", "unknown command \"漢字\": type help for a list"),
        ("N\u{1}\u{2}\u{7}\0", "control character '\\u{1}' in column 2: remove it"),
        ("\u{9b}31m", "control character '\\u{9b}' in column 1: remove it"),
    ] {
        assert_eq!(terminal.enter(&format!("\u{1b}[200~{strange}\u{1b}[201~")), error);
    }
    // More than the screen holds, so that the rest of the line comes before the answer.
    let wide = "字".repeat(2000);
    let answer = terminal.enter(&format!("\u{1b}[200~{wide}\u{1b}[201~"));
    assert!(answer.contains("\nunknown command\n\"字"), "{answer}");
    assert!(answer.ends_with("...\": type help for a list"), "{answer}");
    terminal.enter("N");
    assert_eq!(terminal.prompt(), "reversi ● > ");
}

#[test]
fn ctrl_c_makes_a_thinking_bot_play_and_ends_no_program() {
    let home = home();
    // So many cells that the search of the highest level takes many seconds.
    let mut terminal = Terminal::at_prompt(home.path(), &["-g", "gr", "-x", "26", "-y", "26"]);
    terminal.enter("N");
    terminal.keys("player white 10\r");
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(!terminal.contents().contains("● 0   ○ 1"), "{}", terminal.contents());
    terminal.keys(CTRL_C);
    terminal.wait_for("● 0   ○ 1");
    terminal.wait_for_prompt();
    assert_eq!(terminal.prompt(), "gravity ● > ");
    // Right after the search it does nothing, lest it should end the program when it comes too late.
    terminal.keys(CTRL_C);
    assert!(terminal.enter("moves").starts_with(" 1 ○ "), "{}", terminal.contents());
    std::thread::sleep(std::time::Duration::from_millis(1100));
    // A question is given up by Ctrl-C as well.
    terminal.keys("make a move\r");
    terminal.wait_for("Which column?");
    terminal.wait_for_row("column > ", "");
    terminal.keys(CTRL_C);
    terminal.wait_for_row("gravity ● > ", "");
    terminal.keys("Q\r");
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn the_prompt_tells_the_opening_that_is_reached() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.enter("N");
    assert!(!terminal.enter("f5").contains("Opening"));
    let reply = terminal.enter("d6");
    assert!(
        reply.contains("White plays d6 and flips 1 disc.\nOpening: Perpendicular.\n"),
        "{reply}"
    );
    assert!(!terminal.enter("show").contains("Opening"));
}

#[test]
fn ctrl_c_ends_an_analysis_with_what_there_is() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.enter("N");
    terminal.enter("f5");
    terminal.enter("d6");
    terminal.keys("analyze 60\r");
    terminal.wait_for("0 of 2 moves analyzed");
    terminal.keys(CTRL_C);
    terminal.wait_for("Interrupted before any move was analyzed.");
    terminal.wait_for_prompt();
    assert_eq!(terminal.prompt(), "reversi ● > ");
}

/// How long something takes to come to the screen, in milliseconds: the shortest of three times, since the
/// machine has other work as well.
fn shortest(mut time: impl FnMut() -> Duration) -> u128 {
    (0..3).map(|_| time().as_millis()).min().unwrap()
}

#[test]
fn your_move_is_shown_at_once_and_ctrl_c_makes_the_bot_move() {
    let answers = std::cell::RefCell::new(Vec::new());
    let own = shortest(|| {
        let home = home();
        let mut terminal = Terminal::at_prompt(home.path(), &["--no-book"]);
        terminal.enter("A B 5s");
        let start = Instant::now();
        terminal.keys("d3\r");
        terminal.wait_for(" 3          <●>                < d3");
        let own = start.elapsed();
        terminal.wait_for("White (5s per move) is thinking: ");
        assert!(terminal.contents().ends_with("Ctrl-C to move now."), "{}", terminal.contents());
        // What is typed meanwhile is not shown, and waits for the next prompt.
        terminal.keys("mov");
        std::thread::sleep(Duration::from_millis(300));
        assert!(!terminal.contents().contains("mov\n"), "{}", terminal.contents());
        let start = Instant::now();
        terminal.keys(CTRL_C);
        terminal.wait_for("White plays ");
        answers.borrow_mut().push(start.elapsed());
        terminal.wait_for_row("reversi ● > mov", "");
        assert!(!terminal.contents().contains("is thinking"), "{}", terminal.contents());
        assert!(terminal.enter("es").starts_with(" 1 ● d3   2 ○ "), "{}", terminal.contents());
        own
    });
    assert!(own < 100, "{own} ms to your own board");
    let answer = answers.borrow().iter().min().unwrap().as_millis();
    assert!(answer < 200, "{answer} ms to the bot's move");
}

#[test]
fn a_slow_bot_that_begins_is_announced_before_it_thinks() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.keys("A W 60\r");
    terminal.wait_for("You play White against a bot (level 60).\nBlack moves first.\n");
    terminal.wait_for("Black (level 60) is thinking: ");
    // A new game does not wait for it.
    terminal.keys(CTRL_C);
    terminal.wait_for_prompt();
    assert_eq!(terminal.prompt(), "reversi ○ > ");
}
