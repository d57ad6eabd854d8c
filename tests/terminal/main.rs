//! The prompt as a person meets it, on a real pseudo-terminal.

#![cfg(unix)]

mod screen;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use screen::Terminal;
use tempfile::TempDir;

fn home() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Waits until the autosave of the first prompt holds this.
fn wait_for_autosave(home: &Path, text: &str) {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let kept = fs::read_to_string(home.join("autosave/1.ron")).unwrap_or_default();
        if kept.contains(text) {
            return;
        }
        assert!(Instant::now() < deadline, "the autosave holds {kept:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_prompt_shows_whose_turn_it_is() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    assert!(terminal.contents().starts_with("reversi 0."), "{}", terminal.contents());
    terminal.line("N", "reversi B >");
    terminal.line("d3", "reversi W >");
    assert!(terminal.contents().contains(" 3  - - - B - - - -   < d3"));
    terminal.line("C ● ○", "reversi ○ >");
}

#[test]
fn tab_completes_commands_moves_and_saves() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.keys("resta\t");
    terminal.wait_for_last("reversi ? > restart");
    terminal.keys("\u{3}N\r");
    terminal.wait_for("reversi B >");
    terminal.keys("J \t\t");
    terminal.wait_for("c4  d3  e6  f5");
    terminal.keys("c\t");
    terminal.wait_for_last("reversi B > J c4");
    terminal.line("", "reversi W >");
    terminal.line("E tuesday", "Saved as tuesday.");
    terminal.keys("L t\t");
    terminal.wait_for_last("reversi W > L tuesday");
}

#[test]
fn tab_gives_no_move_away_in_a_competitive_game() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.line("G B ann", "reversi B >");
    terminal.keys("J c\t\t4");
    terminal.wait_for_last("reversi B > J c4");
}

#[test]
fn a_hint_shows_the_missing_arguments_and_is_not_typed() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.keys("A");
    terminal.wait_for_last("reversi ? > A p level");
    terminal.keys(" B");
    terminal.wait_for_last("reversi ? > A B level");
    // Right and End would take over a suggestion of the line itself.
    terminal.keys("\u{1b}[C\u{1b}[F 1");
    terminal.wait_for_last("reversi ? > A B 1");
    terminal.line("", "You play B against the bot of level 1.");
}

#[test]
fn ctrl_c_clears_a_line_first_and_ends_the_program_then() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.keys("foo");
    terminal.wait_for_last("reversi ? > foo");
    terminal.keys("\u{3}");
    terminal.wait_for_last("reversi ? >");
    terminal.line("N", "reversi B >");
    terminal.keys("\u{3}");
    assert_eq!(terminal.exit_code(), 130);
}

#[test]
fn ctrl_d_and_q_end_the_program_with_success() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.keys("\u{4}");
    assert_eq!(terminal.exit_code(), 0);
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.keys("foo\rq\r");
    assert_eq!(terminal.exit_code(), 0, "at the prompt an error is no failure of the program");
}

#[test]
fn the_history_comes_back_in_the_next_run_and_can_be_searched() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.line("help redo", "play n moves again");
    terminal.line("W", "The ranking is empty");
    terminal.keys("\u{1b}[A\u{1b}[A");
    terminal.wait_for_last("reversi ? > help redo");
    terminal.kill();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.keys("\u{1b}[A");
    terminal.wait_for_last("reversi ? > W");
    terminal.keys("\u{3}\u{12}help");
    terminal.wait_for("help redo");
    terminal.keys("\r");
    terminal.wait_for("play n moves again");
}

#[test]
fn a_resize_leaves_the_prompt_usable() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.line("N", "reversi B >");
    for (rows, columns) in [(50, 120), (12, 40), (30, 80)] {
        terminal.resize(rows, columns);
        terminal.keys("mov");
        terminal.wait_until("mov", |contents| {
            contents.lines().last().is_some_and(|line| line.ends_with("reversi B > mov"))
        });
        terminal.keys("es\r");
        terminal.wait_for("No moves yet.");
        terminal.keys("\u{c}");
        terminal.wait_for_last("reversi B >");
    }
}

#[test]
fn pieces_have_colors_and_the_last_move_a_line_under_it() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.line("N", "reversi B >");
    terminal.line("d3", "reversi W >");
    let cells = terminal.cells();
    let colored =
        |cell: &str| cells.iter().any(|(c, color, _)| c == cell && *color != vt100::Color::Default);
    assert!(colored("B") && colored("W"));
    let underlined: Vec<&str> =
        cells.iter().filter(|(.., line)| *line).map(|(cell, ..)| cell.as_str()).collect();
    assert_eq!(underlined, ["B"]);
}

#[test]
fn no_color_means_no_color() {
    let home = home();
    for (option, name, value) in
        [("never", "TERM", "xterm-256color"), ("auto", "NO_COLOR", "1"), ("auto", "TERM", "dumb")]
    {
        let mut terminal = Terminal::start(home.path(), &["--color", option], &[(name, value)]);
        terminal.wait_for("reversi ? >");
        terminal.line("N", "reversi B >");
        terminal.line("d3", "reversi W >");
        let cells = terminal.cells();
        assert!(cells.iter().all(|(_, color, _)| *color == vt100::Color::Default));
    }
}

#[test]
fn an_error_is_one_line_and_the_game_goes_on() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.line("N", "reversi B >");
    terminal.line("J a1", "a1 flips nothing: a move must outflank at least one disc\nreversi B >");
    terminal.line("hnit", "did you mean \"hint\"?");
    terminal.line("d3", "reversi W >");
}

#[test]
fn a_killed_game_is_brought_back() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.line("N", "reversi B >");
    terminal.line("d3", "reversi W >");
    terminal.line("c3", "reversi B >");
    wait_for_autosave(home.path(), "d3 c3");
    terminal.kill();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.wait_for("An unfinished game of Reversi is kept (20");
    terminal.wait_for("ply 2): resume goes on with it.");
    terminal.line("resume", "reversi B >");
    terminal.line("moves", " 1 B d3   2 W c3\nd3c3");
    terminal.kill();
    let mut terminal = Terminal::start(home.path(), &["--resume"], &[]);
    terminal.wait_for("Going on with the game of 20");
    terminal.line("U 2", "2 moves taken back.");
}

#[test]
fn a_closed_terminal_keeps_the_game() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.line("A B 1", "reversi B >");
    terminal.keys("d3\r");
    terminal.wait_for("plays d3");
    terminal.close();
    terminal.exit_code();
    wait_for_autosave(home.path(), "moves: \"d3 ");
}

#[test]
fn quitting_keeps_the_game_and_finishing_forgets_it() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.line("N", "reversi B >");
    terminal.line("d3", "reversi W >");
    terminal.keys("Q\r");
    assert_eq!(terminal.exit_code(), 0);
    let mut terminal = Terminal::start(home.path(), &["--resume", "--seed", "1"], &[]);
    terminal.wait_for("reversi W >");
    terminal.line("player white 3", "reversi B >");
    terminal.line("player black 3", "reversi ? >");
    terminal
        .wait_until("wins", |contents| contents.contains(" wins ") || contents.contains("Draw"));
    terminal.keys("Q\r");
    assert_eq!(terminal.exit_code(), 0);
    let terminal = Terminal::at_prompt(home.path(), &[]);
    assert!(!terminal.contents().contains("unfinished"), "{}", terminal.contents());
}

#[test]
fn a_game_left_for_another_one_comes_back_with_resume() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.line("N", "reversi B >");
    terminal.line("d3", "reversi W >");
    terminal.line("N", "reversi B >");
    terminal.line("resume", "reversi W >");
    terminal.line("moves", " 1 B d3\nd3");
}

#[test]
fn several_lines_pasted_or_typed_ahead_are_all_carried_out() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.keys("\u{1b}[200~N\nd3\nc3\u{1b}[201~\r");
    terminal.wait_for("W plays c3");
    terminal.keys("c4\rmoves\rE ahead\r");
    terminal.wait_for("Saved as ahead.");
    assert!(terminal.contents().contains("d3c3c4"));
    terminal.wait_for_last("reversi W >");
}

#[test]
fn the_game_goes_on_when_the_autosave_fails() {
    let home = home();
    fs::write(home.path().join("autosave"), "a file where a folder should be").unwrap();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    // High enough that nothing of this test scrolls away.
    terminal.resize(120, 90);
    terminal.line("N", "reversi B >");
    terminal.line("d3", "reversi W >");
    terminal.line("show", "the autosave failed: can't ");
    terminal.line("c3", "reversi B >");
    terminal.line("c4", "reversi W >");
    terminal.line("moves", "d3c3c4");
    assert_eq!(terminal.contents().matches("the autosave failed").count(), 1);
}
