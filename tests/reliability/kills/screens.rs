//! A user at the prompt and at the full screen: all shown moves are in the autosave, and typed lines are in their
//! file.

use std::num::NonZero;
use std::thread::sleep;
use std::time::{Duration, Instant};

use reversi::internals::{Autosave, Slots, Snapshot, Store};
use rustix::process::Signal;

use super::super::support::{PATIENCE, Program};
use super::super::terminal::Terminal;
use super::{Kills, random_game};

/// Rows and columns.
const SIZE: (u16, u16) = (60, 80);

/// Switches to the alternate screen, and back.
const TAKEN: &str = "\u{1b}[?1049h";
const GIVEN_BACK: &str = "\u{1b}[?1049l";

/// The number of moves that the prompt has shown, in order.
fn on_prompt(screen: &str, moves: &[String]) -> usize {
    let mut rest = screen;
    let shown = moves.iter().take_while(|mv| {
        let found = rest.split_once(&format!("< {mv}"));
        rest = found.map_or("", |(_, after)| after);
        found.is_some()
    });
    shown.count()
}

/// The number of moves in the header of the full screen.
fn on_full_screen(screen: &str) -> usize {
    let [rows, columns] = [SIZE.0, SIZE.1].map(|number| NonZero::new(number).unwrap());
    let mut parser = vt100::Parser::new(rows, columns, 0);
    parser.process(screen.split(GIVEN_BACK).next().unwrap().as_bytes());
    let header = parser.screen().rows(0, SIZE.1).next().unwrap();
    header
        .rsplit_once("move ")
        .and_then(|(_, number)| number.trim().parse().ok())
        .unwrap_or(0)
}

fn survives(is_prompt: bool) {
    // Plies with two digits are unambiguous on the full screen, where the current game is against a bot.
    let (name, arguments, plies, ready, first) = if is_prompt {
        ("prompt", &[][..], 24, "", "N\r")
    } else {
        ("full screen", &["-u", "screen"][..], 9, TAKEN, ":new\r")
    };
    let count = |screen: &str, moves: &[String]| {
        if is_prompt {
            on_prompt(screen, moves)
        } else {
            on_full_screen(screen)
        }
    };
    let program = Program::new();
    let store = Store::at(program.home.path());
    // Types a game, and ends the program after some time, or when the last move is shown. Returns the output before
    // the end, and all output.
    let play = |moves: &[String], mut kills: Option<&mut Kills>| {
        let variables = [("TERM", "xterm"), ("NO_COLOR", "1")];
        let reversi = env!("CARGO_BIN_EXE_reversi");
        let start = Instant::now();
        let home = program.home.path();
        let mut terminal = Terminal::start_sized(reversi, home, arguments, &variables, SIZE);
        let mut keys = Some(format!("{first}{}\r", moves.join("\r")));
        let time = kills.as_mut().map_or(PATIENCE, |kills| kills.moment());
        while start.elapsed() < time {
            let screen = terminal.written();
            if screen.contains(ready)
                && let Some(keys) = keys.take()
            {
                terminal.keys(&keys);
            }
            if kills.is_none() && count(&screen, moves) == moves.len() {
                break;
            }
            assert!(
                terminal.ended().is_none(),
                "it has ended by itself:\n{screen}"
            );
            sleep(Duration::from_millis(1));
        }
        let before = terminal.written();
        if let Some(kills) = kills {
            let status = kills.end(terminal.process(), || terminal.ended());
            assert!(
                status.signal().is_some(),
                "it has ended by itself:\n{before}"
            );
            kills.count(true);
        } else {
            terminal.kill();
        }
        [before, terminal.all_written()]
    };
    let mut kills = Kills::of(name, || {
        let moves = random_game(&mut rand::SeedableRng::seed_from_u64(1), plies);
        let [screen, _] = play(&moves, None);
        assert_eq!(count(&screen, &moves), plies, "{screen}");
    });
    while kills.are_left() {
        let moves = random_game(&mut kills.rng, plies);
        let signal = kills.signal();
        let [before, screen] = play(&moves, Some(&mut kills));
        // On a slow disk, the full screen shows a move before it is saved. Before a signal that can be handled ends
        // the program, the move is saved.
        let shown = match signal {
            _ if is_prompt => count(&screen, &moves),
            Signal::KILL => 0,
            _ => count(&before, &moves),
        };
        kills.note(count(&before, &moves));
        if shown == plies {
            kills.length = kills.length * 9 / 10;
        }
        let is_given_back = signal == Signal::KILL
            || screen.matches(TAKEN).count() == screen.matches(GIVEN_BACK).count();
        assert!(
            is_given_back,
            "{signal:?} leaves the terminal taken:\n{screen:?}"
        );
        let Some(kept_game) = Autosave::new(store.clone(), Slots::Own).newest() else {
            assert_eq!(shown, 0, "no game is kept:\n{screen}");
            continue;
        };
        if shown > 0 {
            let kept = kept_game.game.plies();
            assert!(
                kept >= shown,
                "{shown} moves were shown, and {kept} are kept:\n{screen}"
            );
            let text = Snapshot::of(&kept_game.game, kept_game.icons).moves;
            assert!(
                text.contains(&moves[..kept].join(" ")),
                "another game is kept: {text}"
            );
        }
        if is_prompt && shown > 0 {
            let typed = store.line_history().read();
            let wanted = &moves[..shown];
            assert!(
                typed.windows(shown).any(|lines| lines == wanted),
                "{wanted:?}: {typed:?}"
            );
        }
    }
    let end = program.succeed("resume\nmoves\n");
    assert!(!end.is_empty());
}

#[test]
fn what_a_killed_prompt_has_shown_is_kept() {
    survives(true);
}

#[test]
fn what_a_killed_full_screen_has_shown_is_kept() {
    survives(false);
}
