//! The prompt on a real pseudo-terminal: keys, screen, colors and signals. Other tests cover the answers of
//! commands.

#![cfg(unix)]

mod beginning;
mod config;
mod full;
mod keeping;
mod languages;
mod looks;
mod screen;
#[path = "../support/mod.rs"]
mod support;
mod waits;

use std::thread::sleep;
use std::time::{Duration, Instant};

use screen::Terminal;
use support::assert_has;
use tempfile::TempDir;

const UP: &str = "\u{1b}[A";
const RIGHT: &str = "\u{1b}[C";
const END: &str = "\u{1b}[F";
const CTRL_A: &str = "\u{1}";
const CTRL_C: &str = "\u{3}";
const CTRL_D: &str = "\u{4}";
const CTRL_E: &str = "\u{5}";
const CTRL_R: &str = "\u{12}";

const COLUMN_D: u16 = 13;

fn home() -> TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn the_prompt_shows_whose_turn_it_is() {
    let mut terminal = Terminal::fresh(&[]);
    assert!(
        terminal.contents().starts_with("reversi 0."),
        "{}",
        terminal.contents()
    );
    assert_eq!(terminal.prompt(), "reversi ? > ");
    for (line, shown, prompt) in [
        ("N", " 4           ○  ●", "reversi ● > "),
        ("d3", " 3          <●>                < d3", "reversi ○ > "),
        ("C ● ○", "", "reversi ○ > "),
    ] {
        assert_has(&terminal.enter(line), &[shown]);
        assert_eq!(terminal.prompt(), prompt);
    }
}

#[test]
fn tab_completes_commands_moves_and_saves() {
    let mut terminal = Terminal::fresh(&[]);
    terminal.see_row("resta\t", "reversi ? > restart", "");
    terminal.interrupt();
    terminal.enter("N");
    terminal.see("J \t\t", "c4  d3  e6  f5");
    terminal.wait_for_row("reversi ● > J ", "move");
    terminal.see_row("c\t", "reversi ● > J c4", "");
    terminal.see_row("\r", "reversi ○ > ", "");
    terminal.enter_all("E tuesday; E wednesday");
    terminal.see("L \t\t", "tuesday    wednesday");
    terminal.see_row("t\t", "reversi ○ > L tuesday", "");
}

#[test]
fn a_hint_shows_the_missing_arguments_and_is_not_typed() {
    let mut terminal = Terminal::fresh(&[]);
    terminal.see_row("A", "reversi ? > A", " [side] [level]");
    terminal.see_row(" ", "reversi ? > A ", "[side] [level]");
    terminal.see_row("B", "reversi ? > A B", " [level]");
    // These keys must not accept the hint. The blank shows that they have been handled.
    terminal.see_row(
        &format!("{RIGHT}{END}{CTRL_E} "),
        "reversi ? > A B ",
        "[level]",
    );
    terminal.see_row("1", "reversi ? > A B 1", "");
    assert_has(
        &terminal.enter(""),
        &["You play Black against a bot (level 1, beginner)."],
    );
    // After Enter, nothing of the hint remains.
    terminal.see_row("goto", "reversi ● > goto", " n");
    terminal.enter("");
    terminal.assert_shows("reversi ● > goto\n");
}

#[test]
fn ctrl_c_clears_a_line_first_and_ends_the_program_then() {
    let mut terminal = Terminal::fresh(&[]);
    // Both sides of the cursor, and every line of a paste.
    terminal.see_row(&format!("foo{CTRL_A}"), "reversi ? > ", "foo");
    terminal.interrupt();
    terminal.see_row("\u{1b}[200~N\nd3\u{1b}[201~", "d3", "");
    terminal.interrupt();
    terminal.enter("");
    assert_eq!(
        terminal.prompt(),
        "reversi ? > ",
        "nothing of the paste is carried out"
    );
    terminal.keys(CTRL_C);
    assert_eq!(terminal.exit_code(), 130);
    let mut terminal = Terminal::fresh(&[]);
    terminal.see_row(&format!("foo{CTRL_D}d"), "reversi ? > food", "");
    terminal.interrupt();
    terminal.keys(CTRL_D);
    assert_eq!(terminal.exit_code(), 0);
    let mut terminal = Terminal::fresh(&[]);
    terminal.enter("foo");
    terminal.keys("q\r");
    assert_eq!(
        terminal.exit_code(),
        0,
        "at the prompt an error is no failure of the program"
    );
}

#[test]
fn the_history_comes_back_in_the_next_run_and_can_be_searched() {
    let mut terminal = Terminal::fresh(&[]);
    terminal.enter_all("help redo; W");
    terminal.see_row(UP, "reversi ? > W", "");
    terminal.see_row(UP, "reversi ? > help redo", "");
    // A line is saved at once, not only when the program ends.
    terminal.kill();
    let mut terminal = terminal.again(&[]);
    terminal.see_row(UP, "reversi ? > W", "");
    terminal.interrupt();
    terminal.see(
        &format!("{CTRL_R}hel"),
        "(reverse-i-search)`hel': help redo",
    );
    assert_has(&terminal.enter(""), &["redo n undone moves"]);
}

#[test]
fn a_resize_leaves_the_line_and_the_prompt_usable() {
    let mut terminal = Terminal::fresh(&[]);
    terminal.enter("N");
    for (rows, columns) in [(40, 100), (12, 40), (30, 80)] {
        terminal.see_row("mov", "reversi ● > mov", "");
        terminal.resize(rows, columns);
        terminal.see_row("es", "reversi ● > moves", "");
        assert_has(&terminal.enter(""), &["No moves"]);
        // Moving back over a full row requires the width of the terminal.
        let long = "x".repeat(columns.into());
        terminal.keys(&format!("# {long}{CTRL_A}"));
        let first_row = format!("# {}", &long[14..]);
        terminal.wait_for_row("reversi ● > ", &first_row);
        assert!(terminal.contents().ends_with(&format!("\n{}", &long[..14])));
        terminal.interrupt();
        assert!(
            !terminal.contents().contains("xx"),
            "{}",
            terminal.contents()
        );
    }
    terminal.enter("d3");
    assert_eq!(terminal.prompt(), "reversi ○ > ");
}

#[test]
fn discs_have_colors_and_signs_say_what_the_last_move_did() {
    let mut terminal = Terminal::fresh(&[]);
    assert_has(&terminal.enter_all("N; d3; c3"), &[" 4          (○) ●\n"]);
    let row = " 3       <○> ●";
    let (white, black) = (
        terminal.cell(row, COLUMN_D - 3),
        terminal.cell(row, COLUMN_D),
    );
    assert_eq!((white.contents(), black.contents()), ("○", "●"));
    // The disc in the prompt has the color of the side to move.
    let icon = terminal.cell("reversi ● >", 8);
    assert_eq!((icon.contents(), icon.fgcolor()), ("●", black.fgcolor()));
    assert_ne!(white.fgcolor(), black.fgcolor());
    let colors = [
        white.fgcolor(),
        black.fgcolor(),
        white.bgcolor(),
        icon.bgcolor(),
    ];
    assert!(!colors.contains(&vt100::Color::Default), "{colors:?}");
}

#[test]
fn no_color_means_no_color() {
    for (option, name, value) in [
        ("never", "TERM", "xterm-256color"),
        ("auto", "NO_COLOR", "1"),
        ("auto", "TERM", "dumb"),
    ] {
        let mut terminal = Terminal::fresh_in(&["--color", option], &[(name, value)]);
        let marks = terminal.enter_all("N; d3; S");
        assert_has(&marks, &[" 3  -  -  . <B> .  -  -  -   < d3"]);
        terminal.enter("J a1");
        terminal.keys("A B");
        terminal.wait_until("A B", |terminal| {
            terminal.cursor().before == "reversi W > A B"
        });
        for cell in terminal.cells() {
            let colors = [cell.fgcolor(), cell.bgcolor()];
            assert_eq!(
                colors,
                [vt100::Color::Default; 2],
                "{name}={value}: {cell:?}"
            );
            assert!(
                !cell.dim() && !cell.bold() && !cell.underline(),
                "{name}={value}: {cell:?}"
            );
        }
        assert!(
            value != "dumb" || !terminal.written().contains('\u{1b}'),
            "text alone"
        );
    }
}

#[test]
fn a_file_is_only_overwritten_after_a_question() {
    let mut terminal = Terminal::fresh(&[]);
    let file = terminal.home().join("g.txt");
    let export = format!("export {}", file.display());
    let written = || std::fs::read_to_string(&file).unwrap();
    terminal.enter_all(&format!("N; d3; {export}"));
    assert_eq!(written(), "D3\n");
    terminal.enter("c3");
    for (answer, expected) in [
        ("n", "D3\n"),
        ("", "D3\n"),
        ("moves", "D3\n"),
        ("yes", "D3c3\n"),
    ] {
        terminal.see_row(&format!("{export}\r"), "overwrite > ", "");
        terminal.assert_shows("already exists");
        let said = terminal.enter(answer);
        assert_eq!(written(), expected, "{answer}");
        // Any other line is a command, and ends the question.
        assert_eq!(said.contains("d3c3"), answer == "moves", "{said}");
    }
    terminal.enter_all(&format!("c4; {export} --force"));
    assert_eq!(written(), "D3c3C4\n");
}

#[test]
fn lines_pasted_or_typed_at_once_are_all_carried_out() {
    let mut terminal = Terminal::start_new(&[], &[]);
    // Some keys are typed before the first prompt, some during a command.
    terminal.see("N\rd3\rE ahead\r", "Saved as ahead.");
    terminal.wait_for_prompt();
    terminal.enter("\u{1b}[200~c3\r\nc4\u{1b}[201~");
    terminal.assert_shows("Black plays c4");
    assert_eq!(terminal.enter("moves"), " 1 ● d3   2 ○ c3   3 ● c4\nd3c3c4");
}

#[test]
fn a_long_line_is_typed_in_linear_time() {
    /// The length of the record, in bytes.
    const LENGTH: usize = 64_000;
    let mut terminal = Terminal::fresh(&[]);
    let start = "paste (;GM[2]SZ[8];B[f5]C[";
    let record = format!("{start}{}];W[d6])", "x".repeat(LENGTH - start.len()));
    let before = terminal.written().len();
    assert_has(&terminal.enter(&record), &["< d6"]);
    let written = terminal.written().len() - before;
    assert!(written < 20 * LENGTH, "{written} bytes");
    // Only the end of the line is in the editor.
    terminal.keys(&"x".repeat(1001));
    terminal.wait_for_row("reversi ● > ...x", "");
    let last_row = (12 + 999) % 80;
    terminal.see_row("\u{7f}\u{7f}", &"x".repeat(last_row), "");
    terminal.interrupt();
    terminal.see_row(
        &format!("{}moves{CTRL_A}", "x".repeat(1001)),
        "reversi ● > ",
        "...xmoves",
    );
    terminal.interrupt();
    assert!(
        terminal.enter("moves").ends_with("f5d6"),
        "{}",
        terminal.contents()
    );
}

#[test]
fn many_resizes_at_once_do_not_block_the_prompt() {
    use rustix::process::{Pid, Signal, kill_process};

    let mut terminal = Terminal::fresh(&[]);
    let process = Pid::from_raw(i32::try_from(terminal.process()).unwrap()).unwrap();
    // While its output blocks, the program can't react to the signals.
    terminal.halt();
    terminal.keys("help");
    sleep(Duration::from_millis(200));
    for number in 0..20_000 {
        kill_process(process, Signal::WINCH).unwrap();
        // Signals that come too fast count as one.
        if number % 20 == 0 {
            sleep(Duration::from_micros(50));
        }
    }
    terminal.proceed();
    let start = Instant::now();
    terminal.see(" redo\r", "redo n undone moves");
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn a_paste_of_strange_characters_is_an_error_and_no_end() {
    let mut terminal = Terminal::fresh(&[]);
    for (strange, error) in [
        ("漢字 🙂🙂 e\u{301}", "unknown command \"漢字\""),
        (
            "N\u{1}\u{2}\u{7}\0",
            "control character '\\u{1}' in column 2",
        ),
        ("\u{9b}31m", "control character '\\u{9b}' in column 1"),
    ] {
        let answer = terminal.enter(&format!("\u{1b}[200~{strange}\u{1b}[201~"));
        assert!(
            answer.starts_with(error) && !answer.contains('\n'),
            "{answer}"
        );
    }
    // More than a screenful, so that the rest of the line precedes the answer.
    let wide = "字".repeat(2000);
    let answer = terminal.enter(&format!("\u{1b}[200~{wide}\u{1b}[201~"));
    assert!(answer.contains("\nunknown command\n\"字"), "{answer}");
    assert!(answer.ends_with("...\": type help for a list"), "{answer}");
    terminal.enter("N");
    assert_eq!(terminal.prompt(), "reversi ● > ");
}

#[test]
fn ctrl_c_makes_a_thinking_bot_play_and_ends_no_program() {
    // A board so large that a search of the highest level takes many seconds.
    let mut terminal = Terminal::fresh(&["-g", "gr", "-x", "26", "-y", "26"]);
    terminal.enter("N");
    terminal.keys("player white 10\r");
    sleep(Duration::from_millis(300));
    assert!(
        !terminal.contents().contains("● 0   ○ 1"),
        "{}",
        terminal.contents()
    );
    terminal.see(CTRL_C, "● 0   ○ 1");
    terminal.wait_for_row("gravity ● > ", "");
    // Right after the search Ctrl-C is ignored, because it may be meant for the search.
    terminal.keys(CTRL_C);
    assert!(
        terminal.enter("moves").starts_with(" 1 ○ "),
        "{}",
        terminal.contents()
    );
    sleep(Duration::from_millis(1100));
    // Ctrl-C cancels a question, an analysis and a new game against a slow bot, too.
    terminal.see_row("make a move\r", "column > ", "");
    terminal.assert_shows("Which column?");
    terminal.see_row(CTRL_C, "gravity ● > ", "");
    terminal.enter_all("play rv; N; f5; d6");
    terminal.see("analyze depth:60\r", "0 of 2 moves analyzed");
    terminal.see(CTRL_C, "Interrupted before any move was analyzed.");
    terminal.wait_for_row("reversi ● > ", "");
    let begun = "You play White against a bot (depth 60).\n";
    terminal.see("A W depth:60\r", begun);
    terminal.assert_shows("Black moves first.\n");
    terminal.wait_for("Black (depth 60) is thinking: ");
    terminal.interrupt();
    assert_eq!(terminal.prompt(), "reversi ○ > ");
    terminal.quit();
}

#[test]
fn the_prompt_tells_the_opening_that_is_reached() {
    let mut terminal = Terminal::fresh(&[]);
    terminal.enter("N");
    assert!(!terminal.enter("f5").contains("Opening"));
    assert_has(
        &terminal.enter("d6"),
        &["White plays d6 ", ".\nOpening: Perpendicular.\n"],
    );
    assert!(!terminal.enter("show").contains("Opening"));
}

/// The time in milliseconds until an effect shows: the shortest of three, because the machine may be busy.
fn shortest(mut time: impl FnMut() -> Duration) -> u128 {
    (0..3).map(|_| time().as_millis()).min().unwrap()
}

#[test]
fn your_move_is_shown_at_once_and_ctrl_c_makes_the_bot_move() {
    let answers = std::cell::RefCell::new(Vec::new());
    let own = shortest(|| {
        let mut terminal = Terminal::fresh(&["--no-book"]);
        terminal.enter("A B 5s");
        let start = Instant::now();
        terminal.see("d3\r", " 3          <●>                < d3");
        let own = start.elapsed();
        terminal.wait_for("White (5s per move) is thinking: ");
        assert!(
            terminal.contents().ends_with("Ctrl-C to move now."),
            "{}",
            terminal.contents()
        );
        // Keys typed during a search aren't shown, and wait for the next prompt.
        terminal.keys("mov");
        sleep(Duration::from_millis(300));
        assert!(
            !terminal.contents().contains("mov\n"),
            "{}",
            terminal.contents()
        );
        let start = Instant::now();
        terminal.see(CTRL_C, "White plays ");
        answers.borrow_mut().push(start.elapsed());
        terminal.wait_for_row("reversi ● > mov", "");
        assert!(
            !terminal.contents().contains("is thinking"),
            "{}",
            terminal.contents()
        );
        assert!(
            terminal.enter("es").starts_with(" 1 ● d3   2 ○ "),
            "{}",
            terminal.contents()
        );
        own
    });
    assert!(own < 100, "{own} ms to your own board");
    let answer = answers.borrow().iter().min().unwrap().as_millis();
    assert!(answer < 200, "{answer} ms to the bot's move");
}
