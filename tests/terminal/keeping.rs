//! The unfinished game after each way to end a prompt: users can resume it.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use super::home;
use super::screen::Terminal;
use super::support::{assert_has, wait};

pub(super) fn wait_for_autosave(home: &Path, text: &str) {
    let kept = || fs::read_to_string(home.join("autosave/1.ron")).unwrap_or_default();
    wait(
        || kept().contains(text),
        || format!("the autosave holds {:?}", kept()),
    );
}

#[test]
fn a_killed_game_is_brought_back() {
    let mut terminal = Terminal::fresh(&[]);
    terminal.enter_all("N; d3; c3");
    wait_for_autosave(terminal.home(), "d3 c3");
    terminal.kill();
    let mut terminal = terminal.again(&[]);
    assert_has(
        &terminal.contents(),
        &["\nUnfinished Reversi game from 20", ", move 2. Type resume"],
    );
    let board = terminal.enter("resume");
    assert_has(
        &board,
        &[
            "Resumed the game from 20",
            " 3       <○> ●                 < c3",
        ],
    );
    assert_eq!(terminal.enter("moves"), " 1 ● d3   2 ○ c3\nd3c3");
    assert_eq!(terminal.prompt(), "reversi ● > ");
    // A resumed game is saved for later runs, too.
    terminal.kill();
    let mut terminal = terminal.again(&["--resume"]);
    let start = terminal.contents();
    assert_has(&start, &["\nResumed the game from 20"]);
    assert!(!start.contains("Unfinished"), "{start}");
    assert_eq!(terminal.prompt(), "reversi ● > ");
    assert_has(&terminal.enter("U 2"), &["2 moves"]);
}

#[test]
fn a_prompt_ended_by_a_signal_keeps_the_game_and_gives_the_terminal_back() {
    let mut terminal = Terminal::fresh(&[]);
    terminal.enter_all("N; d3");
    terminal.see_row("foo", "reversi ○ > foo", "");
    assert!(!terminal.is_usual());
    terminal.end_with("TERM", "Terminated");
    assert!(terminal.is_usual());
    terminal.wait_until("the end of marked pastes", |terminal| {
        terminal.written().ends_with("\u{1b}[?2004l\r\n")
    });
    wait_for_autosave(terminal.home(), "d3");
}

/// The data folder, for the process that runs `a_game_is_played_on_a_terminal_that_will_be_closed`.
const CLOSING_HOME: &str = "REVERSI_TEST_CLOSING_HOME";

/// The file that is created when the terminal can be closed.
const PLAYED: &str = "played";

#[test]
fn a_closed_terminal_ends_the_program_and_keeps_the_game() {
    let home = home();
    // A terminal closes with the last process that holds it, as with a window.
    let mut window = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "keeping::a_game_is_played_on_a_terminal_that_will_be_closed",
        ])
        .env(CLOSING_HOME, home.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    wait(
        || home.path().join(PLAYED).exists(),
        || "no game was played".to_owned(),
    );
    window.kill().unwrap();
    window.wait().unwrap();
    wait_for_autosave(home.path(), "d3 c3");
    // No process can report the end of the program, but its lock is released.
    let lock = home.path().join("autosave/1.lock");
    let is_free = || File::open(&lock).is_ok_and(|lock| lock.try_lock().is_ok());
    wait(is_free, || {
        "the program goes on without its terminal".to_owned()
    });
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.assert_shows(", move 2. ");
    assert_eq!(
        terminal.enter_all("resume; moves"),
        " 1 ● d3   2 ○ c3\nd3c3"
    );
}

/// Not a real test: the end of this process closes the terminal.
#[test]
fn a_game_is_played_on_a_terminal_that_will_be_closed() {
    let Some(home) = std::env::var_os(CLOSING_HOME) else {
        return;
    };
    let mut terminal = Terminal::at_prompt(Path::new(&home), &[]);
    terminal.enter_all("N; d3; c3");
    fs::write(Path::new(&home).join(PLAYED), "").unwrap();
    // This process is killed here. If the test ends first, so does it.
    io::read_to_string(io::stdin()).unwrap();
}

#[test]
fn quitting_keeps_the_game_and_finishing_forgets_it() {
    let mut terminal = Terminal::fresh(&[]);
    terminal.enter_all("N; d3");
    terminal.quit();
    let kept = "Game autosaved.";
    assert!(terminal.written().contains(kept), "{}", terminal.written());
    let mut terminal = terminal.again(&["--resume", "--seed", "1"]);
    let end = terminal.enter_all("player white 3; player black 3");
    assert_has(&end, &["\nWhat next? analyze "]);
    assert_eq!(terminal.prompt(), "reversi ? > ");
    terminal.quit();
    assert!(!terminal.written().contains(kept), "it is over");
    let terminal = terminal.again(&[]);
    assert!(
        !terminal.contents().contains("Unfinished"),
        "{}",
        terminal.contents()
    );
}

#[test]
fn a_move_is_kept_while_the_bot_thinks() {
    let mut terminal = Terminal::fresh(&["--no-book"]);
    terminal.enter("A B 600s");
    terminal.keys("d3\r");
    wait_for_autosave(terminal.home(), "moves: \"d3\"");
    terminal.kill();
}

#[test]
fn bots_that_play_each_other_show_every_ply_and_can_be_stopped() {
    let mut terminal = Terminal::fresh(&["--no-book"]);
    terminal.enter_all("N; player W 300ms");
    terminal.keys("player B 300ms\r");
    let plies = |terminal: &Terminal| {
        let plain = terminal.written().replace("\u{1b}[0m", "");
        plain.matches(" plays ").count() - plain.matches(" plays against ").count()
    };
    terminal.wait_until("three plies", |terminal| plies(terminal) >= 3);
    let thinking = "is thinking: ";
    terminal.wait_until("who thinks", |terminal| {
        terminal.written().contains(thinking)
    });
    wait_for_autosave(terminal.home(), "moves: \"");
    terminal.interrupt();
    assert!(
        !terminal.contents().contains(thinking),
        "{}",
        terminal.contents()
    );
    let shown = plies(&terminal);
    let moves = terminal.enter("moves");
    let names = moves.lines().last().unwrap_or_default();
    assert_eq!(names.len(), 2 * shown, "every ply was shown once: {moves}");
    assert!(shown < 50, "the game is not over");
}

#[test]
fn the_game_goes_on_when_the_autosave_fails() {
    let home = home();
    fs::write(
        home.path().join("autosave"),
        "a file where a folder should be",
    )
    .unwrap();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.enter_all("N; d3; c3");
    // The failure is reported after one of the next commands.
    let mut later = 0..1000;
    while !terminal.written().contains("the autosave failed: can't ") {
        assert!(
            later.next().is_some(),
            "nothing is said:\n{}",
            terminal.contents()
        );
        terminal.enter("T");
    }
    assert_eq!(
        terminal.enter_all("c4; moves"),
        " 1 ● d3   2 ○ c3   3 ● c4\nd3c3c4"
    );
    assert_eq!(
        terminal
            .written()
            .matches("the autosave failed: can't ")
            .count(),
        1
    );
}

#[test]
fn a_new_game_says_how_to_continue_the_one_before() {
    let mut terminal = Terminal::fresh(&["--seed", "1"]);
    terminal.enter_all("N; d3; c3");
    assert_has(
        &terminal.enter("A"),
        &["The game of two players (2 moves) is kept: type resume to continue it.\n"],
    );
    terminal.enter("d3");
    let answer = terminal.enter("play c4");
    assert_has(
        &answer,
        &["Your game against level 1 (2 moves) is kept: type resume to"],
    );
    assert_has(&terminal.enter("resume 2"), &["Resumed the game from"]);
    assert_eq!(terminal.enter("moves"), " 1 ● d3   2 ○ c3\nd3c3");
}
