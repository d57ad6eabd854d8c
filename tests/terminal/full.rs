//! The full screen: whole games by cursor, letters and mouse, and a terminal that is always restored.

use std::time::{Duration, Instant};

use super::CTRL_C;
use super::screen::Terminal;
use super::support::assert_has;

/// The position of a8 on a screen of 80 columns, and the size of a square.
const FIRST: (u16, u16) = (3, 3);
const SQUARE: (u16, u16) = (4, 2);

const TRUE_COLOR: [(&str, &str); 1] = [("COLORTERM", "truecolor")];

/// Starts the full screen with a two-player game.
fn full(arguments: &[&str]) -> Terminal {
    let arguments = [&["-u", "screen"], arguments].concat();
    let mut terminal = taken(Terminal::start_new(&arguments, &TRUE_COLOR));
    terminal.wait_for("White, level 1");
    terminal.see(":new\r", "White, human");
    terminal
}

fn resumed(terminal: &Terminal) -> Terminal {
    let arguments = ["-u", "screen", "--resume"];
    taken(Terminal::start(terminal.home(), &arguments, &TRUE_COLOR))
}

fn taken(terminal: Terminal) -> Terminal {
    terminal.wait_for("F1 keys");
    assert_eq!(terminal.is_taken(), (true, true));
    terminal
}

fn header(terminal: &Terminal) -> String {
    terminal
        .contents()
        .lines()
        .next()
        .unwrap_or_default()
        .to_owned()
}

fn wait_for_move(terminal: &Terminal, number: usize) {
    let end = format!("move {number}");
    terminal.wait_until(&end, |terminal| header(terminal).ends_with(&end));
}

/// Quits by Escape, and answers the question.
fn escape(terminal: &mut Terminal, answer: &str) {
    terminal.see("\u{1b}", "Quit reversi?");
    terminal.keys(answer);
    if answer == "n" {
        terminal.wait_until("the board", |terminal| {
            !terminal.contents().contains("Quit reversi")
        });
    }
}

fn legal(terminal: &Terminal) -> Vec<(u16, u16)> {
    let cells = terminal.cells();
    let squares = (0..8).flat_map(|row| (0..8).map(move |column| (column, row)));
    let is_legal = |&(column, row): &(u16, u16)| {
        let at = (FIRST.1 + row * SQUARE.1) * 80 + FIRST.0 + column * SQUARE.0;
        // A dot is in the two cells in the middle of the first row.
        let middle = &cells[usize::from(at)..][1..3];
        middle[0].contents() == "▗" && middle[1].contents() == "▖"
    };
    squares.filter(is_legal).collect()
}

#[test]
fn a_whole_game_by_cursor_keys_letters_and_mouse() {
    let mut terminal = full(&["--seed", "1"]);
    let mut at = (3_u16, 2_u16);
    let mut moves = 0;
    loop {
        let mark = format!("move {moves}");
        let is_over = |terminal: &Terminal| terminal.contents().contains("Enter: again");
        terminal.wait_until(&mark, |terminal| {
            is_over(terminal) || header(terminal).ends_with(&mark) && !legal(terminal).is_empty()
        });
        // The header is drawn first. The frame is complete when the output stops.
        let mut written = 0;
        while std::mem::replace(&mut written, terminal.written().len()) != written {
            std::thread::sleep(Duration::from_millis(30));
        }
        if is_over(&terminal) {
            break;
        }
        let squares = legal(&terminal);
        let to @ (column, row) = squares[moves * 7 % squares.len()];
        let (x, y) = (
            FIRST.0 + column * SQUARE.0 + 2,
            FIRST.1 + row * SQUARE.1 + 1,
        );
        let go = |from: u16, to: u16, less: &str, more: &str| {
            let key = if to < from { less } else { more };
            key.repeat(from.abs_diff(to).into())
        };
        let across = go(at.0, column, "\u{1b}[D", "\u{1b}[C");
        let along = go(at.1, row, "\u{1b}[A", "\u{1b}[B");
        terminal.keys(&match moves % 3 {
            0 => across + &along + "\r",
            1 => format!(
                "{}{} ",
                char::from(b'a' + u8::try_from(column).unwrap()),
                row + 1
            ),
            _ => format!("\u{1b}[<35;{x};{y}M\u{1b}[<0;{x};{y}M\u{1b}[<0;{x};{y}m"),
        });
        at = to;
        moves += 1;
    }
    assert!(moves > 9, "{}", terminal.contents());
    assert!(header(&terminal).contains("wins") || header(&terminal).contains("Draw"));
    terminal.keys("\r");
    wait_for_move(&terminal, 0);
    // Questions and opponents.
    terminal.keys("d3\r");
    wait_for_move(&terminal, 1);
    terminal.see("n", "Start a new game?");
    terminal.keys("n");
    terminal.wait_until("the board", |terminal| {
        !terminal.contents().contains("Start a new")
    });
    assert!(header(&terminal).ends_with("move 1"));
    terminal.keys("ny");
    wait_for_move(&terminal, 0);
    // The opponents are a list: a human, then the levels.
    terminal.see("\u{1b}OQ", "Opponents");
    terminal.see("\u{1b}[B\r", "White, level 1, ");
    // Keys typed while the terminal is resized are read at once.
    for rows in [25, 24].repeat(10) {
        terminal.resize(rows, 80);
        escape(&mut terminal, "n");
    }
    escape(&mut terminal, "y");
    assert_eq!(terminal.exit_code(), 0);
    assert!(terminal.is_usual());
    assert_eq!(terminal.is_taken(), (false, false));
}

#[test]
fn a_thought_survives_a_small_screen_and_ctrl_c_ends_it() {
    let mut terminal = full(&[]);
    terminal.see(":A W depth:60\r", "Black (depth 60) is thinking: ");
    terminal.resize(10, 20);
    terminal.wait_for("Terminal too small");
    terminal.resize(24, 80);
    terminal.wait_for("Black (depth 60) is thinking: ");
    // Keys work at once during a search.
    terminal.keys("\u{1b}[A");
    terminal.keys(CTRL_C);
    wait_for_move(&terminal, 1);
}

#[test]
fn a_killed_game_is_resumed_on_the_board_and_the_prompt_is_one_word_away() {
    let mut terminal = full(&[]);
    terminal.keys("d3\rc5\r");
    wait_for_move(&terminal, 2);
    terminal.kill();
    let mut terminal = resumed(&terminal);
    wait_for_move(&terminal, 2);
    terminal.keys(":prompt\r");
    terminal.wait_for_prompt();
    assert_eq!(
        (terminal.prompt().as_str(), terminal.is_taken()),
        ("reversi ● > ", (false, false))
    );
    terminal.assert_shows(" 5       <○>");
    terminal.keys("screen\r");
    wait_for_move(&terminal, 2);
    terminal.see(":window\r", "built without the window");
    terminal.keys(":Q\r");
    assert_eq!(terminal.exit_code(), 0);
    // A prompt that answers in JSON has a board, too.
    let mut terminal = Terminal::fresh(&["--json"]);
    terminal.see("screen\r", "F1 keys");
    terminal.keys(":Q\r");
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn signals_keep_the_game_and_give_the_terminal_back() {
    for (signal, description) in [("TERM", "Terminated"), ("HUP", "Hangup")] {
        let mut terminal = full(&[]);
        terminal.keys("d3\r");
        wait_for_move(&terminal, 1);
        terminal.end_with(signal, description);
        terminal.wait_until("the usual screen", |terminal| !terminal.is_taken().0);
        assert!(terminal.is_usual() && !terminal.is_taken().1, "{signal}");
        wait_for_move(&resumed(&terminal), 1);
    }
}

#[test]
fn an_abort_gives_the_terminal_back() {
    let mut terminal = full(&[]);
    terminal.end_with("ABRT", "Aborted");
    terminal.wait_until("the usual screen", |terminal| !terminal.is_taken().0);
    assert!(terminal.is_usual() && !terminal.is_taken().1);
    let mut terminal = Terminal::fresh(&[]);
    terminal.end_with("ABRT", "Aborted");
    assert!(terminal.is_usual());
}

#[test]
fn a_terminal_of_any_size_takes_little_memory() {
    for (rows, columns) in [(u16::MAX, u16::MAX), (24, u16::MAX), (u16::MAX, 80)] {
        let mut terminal = full(&[]);
        terminal.claim_size(rows, columns);
        let before = terminal.written().len();
        terminal.keys("d3\r");
        // The frames in between are larger than the screen of this terminal.
        terminal.wait_until("the move", |terminal| {
            terminal.written()[before..].contains("d3")
        });
        terminal.keys(":prompt\r");
        terminal.wait_until("the prompt", |terminal| !terminal.is_taken().0);
        terminal.keys("c3\r");
        terminal.keys("screen\r");
        terminal.wait_until("the screen", |terminal| terminal.is_taken().0);
        #[cfg(target_os = "linux")]
        assert!(super::support::memory(terminal.process(), "VmHWM") < 300 << 10);
        terminal.resize(24, 80);
        wait_for_move(&terminal, 2);
        escape(&mut terminal, "y");
        assert_eq!(terminal.exit_code(), 0);
    }
}

#[test]
fn ctrl_z_gives_the_terminal_to_the_shell_and_fg_takes_it_back() {
    let script = "set -m; $REVERSI -u screen; echo stopped; read line; fg %1; echo done";
    let mut terminal = Terminal::start_script(script);
    terminal.wait_for("F1 keys");
    terminal.see(":new\r", "White, human");
    terminal.keys("d3\r");
    wait_for_move(&terminal, 1);
    terminal.see("\u{1a}", "stopped");
    assert!(terminal.is_usual());
    assert_eq!(terminal.is_taken(), (false, false));
    terminal.keys("\r");
    wait_for_move(&terminal, 1);
    assert_eq!(terminal.is_taken(), (true, true));
    terminal.keys("c3\r");
    wait_for_move(&terminal, 2);
    escape(&mut terminal, "y");
    terminal.wait_for("done");
}

#[test]
fn without_a_terminal_one_sentence_says_so() {
    let script = "$REVERSI -u screen | cat; $REVERSI -u window </dev/null; echo end";
    let terminal = Terminal::start_script(script);
    terminal.wait_for("end");
    assert_has(
        &terminal.contents(),
        &["-u screen needs a terminal", "built without the window"],
    );
}

#[test]
fn keys_are_answered_while_two_searches_run() {
    let mut terminal = full(&[]);
    terminal.see(":A B depth:60\rd3\r", "White (depth 60) is thinking: ");
    terminal.see("\u{1b}[17~", "Live analysis");
    let mut times = Vec::new();
    for _ in 0..10 {
        let before = terminal.written().len();
        let start = Instant::now();
        terminal.keys("\u{1b}[C");
        terminal.wait_until("an answer", |terminal| terminal.written().len() > before);
        times.push(start.elapsed());
        terminal.keys("\u{1b}[D");
    }
    times.sort();
    // The machine may be busy.
    assert!(
        times[times.len() / 2] < Duration::from_millis(50),
        "{times:?}"
    );
}
