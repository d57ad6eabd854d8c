//! The unfinished game when a prompt ends in every way that it can. What is in the files is for
//! other tests; here it is whether a person gets the game back.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use super::home;
use super::screen::{Terminal, wait};

/// Waits until the autosave of the first prompt holds this.
fn wait_for_autosave(home: &Path, text: &str) {
    let kept = || fs::read_to_string(home.join("autosave/1.ron")).unwrap_or_default();
    wait(|| kept().contains(text), || format!("the autosave holds {:?}", kept()));
}

#[test]
fn a_killed_game_is_brought_back() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.enter("N");
    terminal.enter("d3");
    terminal.enter("c3");
    wait_for_autosave(home.path(), "d3 c3");
    terminal.kill();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    let start = terminal.contents();
    assert!(start.contains("\nUnfinished Reversi game from 20"), "{start}");
    assert!(start.contains(", move 2. Type resume to"), "{start}");
    let board = terminal.enter("resume");
    assert!(board.starts_with("Resumed the game from 20"), "{board}");
    assert!(board.contains(" 3       <○> ●                 < c3"), "{board}");
    assert_eq!(terminal.enter("moves"), " 1 ● d3   2 ○ c3\nd3c3");
    assert_eq!(terminal.prompt(), "reversi ● > ");
    // Taken over, it is kept for the run after this one, too.
    terminal.kill();
    let mut terminal = Terminal::start(home.path(), &["--resume"], &[]);
    terminal.wait_for_prompt();
    let start = terminal.contents();
    assert!(start.contains("\nResumed the game from 20"), "{start}");
    assert!(!start.contains("Unfinished"), "{start}");
    assert_eq!(terminal.prompt(), "reversi ● > ");
    assert!(terminal.enter("U 2").starts_with("Undid 2 moves."));
}

#[test]
fn a_prompt_ended_by_a_signal_keeps_the_game_and_gives_the_terminal_back() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.enter("N");
    terminal.enter("d3");
    terminal.keys("foo");
    terminal.wait_for_row("reversi ○ > foo", "");
    assert!(!terminal.is_usual());
    terminal.end_with("TERM", "Terminated");
    assert!(terminal.is_usual());
    terminal.wait_until("the end of marked pastes", |terminal| {
        terminal.written().ends_with("\u{1b}[?2004l\r\n")
    });
    wait_for_autosave(home.path(), "d3");
}

/// Set for the process that `a_game_is_played_on_a_terminal_that_will_be_closed` is meant for: the
/// data folder.
const CLOSING_HOME: &str = "REVERSI_TEST_CLOSING_HOME";

/// Made in the data folder when the terminal can be closed.
const PLAYED: &str = "played";

#[test]
fn a_closed_terminal_ends_the_program_and_keeps_the_game() {
    let home = home();
    // Only the end of the last process that holds a terminal closes it, as with a window.
    let mut window = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "keeping::a_game_is_played_on_a_terminal_that_will_be_closed"])
        .env(CLOSING_HOME, home.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    wait(|| home.path().join(PLAYED).exists(), || "no game was played".to_owned());
    window.kill().unwrap();
    window.wait().unwrap();
    wait_for_autosave(home.path(), "d3 c3");
    // The program has nobody left who could tell how it ended; that it did, its lock tells.
    let lock = home.path().join("autosave/1.lock");
    let is_free = || File::open(&lock).is_ok_and(|lock| lock.try_lock().is_ok());
    wait(is_free, || "the program goes on without its terminal".to_owned());
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    assert!(terminal.contents().contains(", move 2. "), "{}", terminal.contents());
    terminal.enter("resume");
    assert_eq!(terminal.enter("moves"), " 1 ● d3   2 ○ c3\nd3c3");
}

/// Not a test by itself: the process whose end closes the terminal.
#[test]
fn a_game_is_played_on_a_terminal_that_will_be_closed() {
    let Some(home) = std::env::var_os(CLOSING_HOME) else { return };
    let mut terminal = Terminal::at_prompt(Path::new(&home), &[]);
    terminal.enter("N");
    terminal.enter("d3");
    terminal.enter("c3");
    fs::write(Path::new(&home).join(PLAYED), "").unwrap();
    // Killed while it waits; should the test that started it end first, so does this.
    io::read_to_string(io::stdin()).unwrap();
}

#[test]
fn quitting_keeps_the_game_and_finishing_forgets_it() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.enter("N");
    terminal.enter("d3");
    terminal.keys("Q\r");
    assert_eq!(terminal.exit_code(), 0);
    let kept = "Game autosaved.";
    assert!(terminal.written().contains(kept), "{}", terminal.written());
    let mut terminal = Terminal::start(home.path(), &["--resume", "--seed", "1"], &[]);
    terminal.wait_for_prompt();
    terminal.enter("player white 3");
    terminal.enter("player black 3");
    assert_eq!(terminal.prompt(), "reversi ? > ");
    terminal.keys("Q\r");
    assert_eq!(terminal.exit_code(), 0);
    assert!(!terminal.written().contains(kept), "it is over");
    let terminal = Terminal::at_prompt(home.path(), &[]);
    assert!(!terminal.contents().contains("Unfinished"), "{}", terminal.contents());
}

#[test]
fn a_bare_board_does_not_take_the_place_of_a_game() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    for line in ["N", "f5"] {
        terminal.enter(line);
    }
    for other in ["O", "X"] {
        terminal.enter(&format!(
            "setboard {other}{}OX{}XO{} X",
            "-".repeat(26),
            "-".repeat(6),
            "-".repeat(27)
        ));
    }
    terminal.enter("resume");
    assert_eq!(terminal.enter("moves"), " 1 ● f5\nf5");
}

#[test]
fn a_move_is_kept_while_the_bot_thinks() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &["--no-book"]);
    terminal.enter("A B 600s");
    terminal.keys("d3\r");
    wait_for_autosave(home.path(), "moves: \"d3\"");
    terminal.kill();
}

#[test]
fn bots_that_play_each_other_show_every_ply_and_can_be_stopped() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &["--no-book"]);
    terminal.enter("N");
    terminal.enter("player W 300ms");
    terminal.keys("player B 300ms\r");
    let plies = |terminal: &Terminal| {
        let plain = terminal.written().replace("\u{1b}[0m", "");
        plain.matches(" plays ").count() - plain.matches(" plays against ").count()
    };
    terminal.wait_until("three plies", |terminal| plies(terminal) >= 3);
    let thinking = "is thinking: ";
    terminal.wait_until("who thinks", |terminal| terminal.written().contains(thinking));
    wait_for_autosave(home.path(), "moves: \"");
    terminal.keys("\u{3}");
    terminal.wait_for_prompt();
    assert!(!terminal.contents().contains(thinking), "{}", terminal.contents());
    let shown = plies(&terminal);
    let moves = terminal.enter("moves");
    let names = moves.lines().last().unwrap_or_default();
    assert_eq!(names.len(), 2 * shown, "every ply was shown once: {moves}");
    assert!(shown < 50, "the game is not over");
}

#[test]
fn a_score_that_is_written_later_lets_the_game_go() {
    let home = home();
    let game = include_str!("../../examples/scripts/competitive.txt");
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.enter("G B ann");
    let ranking = home.path().join("ranking.ron");
    fs::write(&ranking, "(damaged").unwrap();
    for mv in game.lines().filter(|line| line.starts_with("J ")) {
        terminal.enter(mv);
    }
    assert_eq!(terminal.prompt(), "reversi ? > ");
    assert!(home.path().join("autosave/1.ron").exists(), "its end can be played again");
    fs::remove_file(&ranking).unwrap();
    terminal.enter("W");
    terminal.keys("Q\r");
    assert_eq!(terminal.exit_code(), 0);
    assert!(fs::read_to_string(&ranking).unwrap().contains("score: 132"));
    let terminal = Terminal::at_prompt(home.path(), &[]);
    assert!(!terminal.contents().contains("Unfinished"), "{}", terminal.contents());
}

#[test]
fn a_game_left_for_another_one_comes_back_with_resume() {
    let home = home();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    terminal.enter("N");
    terminal.enter("d3");
    terminal.enter("N");
    assert_eq!(terminal.prompt(), "reversi ● > ");
    terminal.enter("resume");
    assert_eq!(terminal.enter("moves"), " 1 ● d3\nd3");
}

#[test]
fn the_game_goes_on_when_the_autosave_fails() {
    let home = home();
    fs::write(home.path().join("autosave"), "a file where a folder should be").unwrap();
    let mut terminal = Terminal::at_prompt(home.path(), &[]);
    for line in ["N", "d3", "c3"] {
        terminal.enter(line);
    }
    // It fails beside the game, so that it is said after one of these commands or a later one.
    let mut later = 0..1000;
    while !terminal.written().contains("the autosave failed: can't ") {
        assert!(later.next().is_some(), "nothing is said:\n{}", terminal.contents());
        terminal.enter("T");
    }
    terminal.enter("c4");
    assert_eq!(terminal.enter("moves"), " 1 ● d3   2 ○ c3   3 ● c4\nd3c3c4");
    assert_eq!(terminal.written().matches("the autosave failed: can't ").count(), 1);
}

#[test]
fn what_the_screen_shows_is_on_the_disk() {
    let home = home();
    for _ in 0..8 {
        let mut terminal = Terminal::at_prompt(home.path(), &[]);
        terminal.keys("N\r");
        terminal.wait_for("    ● 2   ○ 2");
        terminal.keys("f5\r");
        terminal.wait_for("< f5");
        terminal.kill();
        let mut terminal = Terminal::at_prompt(home.path(), &[]);
        let board = terminal.enter("resume");
        assert!(board.contains("< f5"), "{board}");
        terminal.keys("restart\r");
        terminal.wait_for("    ● 2   ○ 2");
    }
}
