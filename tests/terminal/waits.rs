//! Locks of other processes, and signals at bad moments: users never wait forever.

use std::fs::{self, File};
use std::process::Command;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::home;
use super::keeping::wait_for_autosave;
use super::screen::Terminal;
use super::support::{signal, wait};

/// A game of nine moves, and its last move.
const GAME: &str = "N; e6; f4; e3; f6; g5; d6; e7; f5";
const LAST: &str = "c5";

/// Longer than the timeouts for the locks of the data folder and of the library together.
const LONG: Duration = Duration::from_millis(11_500);

/// The moves of the games in the library.
fn library(terminal: &Terminal) -> String {
    let file = terminal.home().join("library.db");
    let all = "SELECT coalesce(group_concat(moves, ' '), '') FROM games";
    #[expect(
        clippy::disallowed_methods,
        reason = "a test shows nothing to a terminal"
    )]
    let found =
        Connection::open(file).and_then(|library| library.query_row(all, (), |row| row.get(0)));
    found.unwrap_or_default()
}

/// Plays all but the last move of a game, and locks the data folder and the library once it is saved.
fn before_the_end() -> (Terminal, (File, Connection)) {
    let mut terminal = Terminal::fresh(&[]);
    terminal.enter_all(GAME);
    wait_for_autosave(terminal.home(), "e7 f5");
    let folder = File::open(terminal.home().join("lock")).unwrap();
    folder.lock().unwrap();
    let library = Connection::open(terminal.home().join("library.db")).unwrap();
    library.execute_batch("BEGIN EXCLUSIVE").unwrap();
    (terminal, (folder, library))
}

#[test]
fn a_game_that_ends_while_the_data_folder_is_locked_reaches_the_library() {
    let (mut terminal, lock) = before_the_end();
    terminal.enter(LAST);
    assert_eq!(terminal.prompt(), "reversi ? > ");
    sleep(LONG);
    // The message is shown with a later answer, and is specific.
    terminal.enter("T");
    terminal.wait_for("the finished game was not added to the library");
    assert!(
        !terminal.written().contains("autosave failed"),
        "{}",
        terminal.contents()
    );
    drop(lock);
    wait(
        || library(&terminal).contains("e6f4e3"),
        || library(&terminal),
    );
    let autosave = terminal.home().join("autosave/1.ron");
    wait(|| !autosave.exists(), || "the autosave stays".to_owned());
    let said = terminal
        .written()
        .matches("not added to the library")
        .count();
    terminal.quit();
    assert_eq!(
        terminal
            .written()
            .matches("not added to the library")
            .count(),
        said
    );
}

#[test]
fn a_game_that_can_not_reach_the_library_is_told_at_the_end_and_can_be_finished_again() {
    let (mut terminal, lock) = before_the_end();
    terminal.enter(LAST);
    // Neither the library nor the data folder can be written.
    terminal.see("Q\r", "the finished game was not added to the library");
    terminal.see("", "Quit without saving it?");
    terminal.keys("y\r");
    assert_eq!(terminal.exit_code(), 0);
    assert_eq!(library(&terminal), "");
    drop(lock);
    let mut terminal = terminal.again(&[]);
    terminal.enter("resume");
    terminal.enter(LAST);
    wait(
        || library(&terminal).contains("e6f4e3"),
        || library(&terminal),
    );
    terminal.quit();
}

#[test]
fn the_end_of_the_input_asks_before_a_game_is_lost_and_its_repetition_leaves() {
    let (mut terminal, lock) = before_the_end();
    terminal.enter(LAST);
    // Before the prompt reads, the terminal itself would take Ctrl-D.
    terminal.see_row("\x04", "quit > ", "");
    terminal.see("", "Quit without saving it?");
    terminal.see_row("n\r", "reversi ? > ", "");
    terminal.see("", "The session continues.");
    terminal.see_row("\x04", "quit > ", "");
    terminal.keys("\x04");
    assert_eq!(terminal.exit_code(), 0);
    assert_eq!(library(&terminal), "");
    drop(lock);
}

#[test]
fn ctrl_c_asks_before_a_game_is_lost_and_its_repetition_leaves() {
    let (mut terminal, lock) = before_the_end();
    terminal.enter(LAST);
    // Ctrl-C first ends the reading of the locked library.
    terminal.see("\x03", "What next?");
    terminal.wait_for_row("reversi ? > ", "");
    // Another one right after it would be ignored, as too late.
    sleep(Duration::from_secs(2));
    terminal.see_row("\x03", "quit > ", "");
    terminal.see("", "Quit without saving it?");
    terminal.keys("\x03");
    assert_eq!(terminal.exit_code(), 130);
    assert_eq!(library(&terminal), "");
    drop(lock);
}

#[test]
fn a_lock_on_the_typed_lines_freezes_no_screen() {
    let mut terminal = Terminal::fresh(&[]);
    terminal.enter("N");
    let history = File::open(terminal.home().join("history.txt")).unwrap();
    history.lock_shared().unwrap();
    terminal.enter("d3");
    terminal.see("screen\r", "F1 keys");
    terminal.see(":U\r", "Undid 1 move");
    terminal.keys(":Q\r");
    assert_eq!(terminal.exit_code(), 0);
    let lines = fs::read_to_string(terminal.home().join("history.txt")).unwrap();
    assert!(lines.ends_with("d3\nscreen\nU\nQ\n"), "{lines}");
}

#[test]
fn a_signal_does_not_wait_for_all_that_a_lock_holds_up() {
    // Most of the time is waiting for locks.
    thread::scope(|threads| {
        for (screen, signal, description) in [
            ("screen", "TERM", "Terminated"),
            ("screen", "HUP", "Hangup"),
            ("console", "TERM", "Terminated"),
        ] {
            threads.spawn(move || end_while_locked(screen, signal, description));
        }
    });
}

/// Ends the program with a signal while several writes wait for a lock.
fn end_while_locked(screen: &str, signal: &str, description: &str) {
    let mut terminal = Terminal::fresh(&["-u", "console"]);
    terminal.enter_all("N; d3");
    wait_for_autosave(terminal.home(), "d3");
    let lock = File::open(terminal.home().join("lock")).unwrap();
    lock.lock().unwrap();
    // Each of these writes would wait for five seconds.
    terminal.enter_all("c3; N; d3; N; e6; N; f5");
    if screen == "screen" {
        terminal.see("screen\r", "F1 keys");
    }
    let start = Instant::now();
    terminal.end_with(signal, description);
    let time = start.elapsed();
    assert!(
        time < Duration::from_secs(9),
        "{screen}, {signal}: {time:?}"
    );
    drop(lock);
    terminal.wait_until("the usual screen", |terminal| !terminal.is_taken().0);
    assert!(terminal.is_usual(), "{screen}, {signal}");
}

#[test]
fn a_signal_while_the_screen_is_being_taken_leaves_a_clean_terminal() {
    for signal in ["TERM", "HUP"] {
        let mut terminal = Terminal::start_script("read line; exec $REVERSI -u screen");
        // The program blocks at its first output.
        terminal.halt();
        terminal.keys("\r");
        terminal.wait_until("the taking", |terminal| !terminal.is_usual());
        sleep(Duration::from_millis(100));
        terminal.end_with(
            signal,
            if signal == "HUP" {
                "Hangup"
            } else {
                "Terminated"
            },
        );
        assert!(terminal.is_usual(), "{signal}");
        assert_eq!(terminal.is_taken(), (false, false));
    }
}

#[test]
fn ctrl_c_ends_the_reading_of_a_long_file() {
    let home = home();
    let file = home.path().join("games.txt");
    // A large file without records takes seconds to read. It is sparse, so creating it is fast.
    File::create(&file).unwrap().set_len(1 << 34).unwrap();
    for (command, said) in [
        ("import", "interrupted after 0 records of "),
        ("library add", "Interrupted: the rest"),
    ] {
        let mut terminal = Terminal::at_prompt(home.path(), &[]);
        terminal.keys(&format!("{command} \"{}\"\r", file.display()));
        terminal.wait_until("the reading", |terminal| {
            terminal.written().contains("Reading: ")
        });
        terminal.see("\u{3}", said);
        terminal.wait_for_prompt();
        terminal.enter("N");
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_reversi"))
        .args(["library", "add"])
        .arg(&file)
        .env("REVERSI_HOME", home.path())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    sleep(Duration::from_millis(300));
    signal(child.id(), "INT");
    let ended = child.wait().unwrap();
    let is_interrupted = ended.code() == Some(130)
        || std::os::unix::process::ExitStatusExt::signal(&ended) == Some(2);
    assert!(is_interrupted, "{ended:?}");
}
