//! A person at a prompt: what the screen has shown is in the autosave and in the file of typed lines.

use std::io::{Read, Write};
use std::thread::{self, sleep};
use std::time::Duration;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use rand::RngExt;
use reversi::store::{Autosave, Slots, Store};

use super::super::support::Program;
use super::{Kills, random_game};

/// Plies of the game that is typed.
const PLIES: usize = 24;

/// Types a game at a prompt, and kills it after some time; without one, waits until the last move is
/// shown. Returns what came to the screen, and whether it was killed.
fn play(program: &Program, moves: &[String], time: Option<Duration>) -> (String, bool) {
    let size = PtySize { rows: 60, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_reversi"));
    command.env_clear();
    for (name, value) in [("TERM", "xterm"), ("NO_COLOR", "1"), ("TZ", "UTC")] {
        command.env(name, value);
    }
    command.env("REVERSI_HOME", program.home.path());
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut output = pair.master.try_clone_reader().unwrap();
    let (shown, news) = std::sync::mpsc::channel();
    let reader = thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = output.read(&mut bytes) {
            let _ = shown.send(bytes[..count].to_vec());
        }
    });
    let mut keyboard = pair.master.take_writer().unwrap();
    let keys = format!("N\r{}\r", moves.join("\r"));
    keyboard.write_all(keys.as_bytes()).unwrap();
    let mut screen = Vec::new();
    if let Some(time) = time {
        sleep(time);
    } else {
        let last = format!("< {}", moves.last().unwrap());
        while !String::from_utf8_lossy(&screen).contains(&last) {
            screen.extend(news.recv_timeout(Duration::from_mins(1)).unwrap());
        }
    }
    let id = i32::try_from(child.process_id().unwrap()).unwrap();
    let id = rustix::process::Pid::from_raw(id).unwrap();
    rustix::process::kill_process(id, rustix::process::Signal::KILL).unwrap();
    let is_killed = child.wait().unwrap().signal().is_some();
    reader.join().unwrap();
    screen.extend(news.try_iter().flatten());
    (String::from_utf8_lossy(&screen).into_owned(), is_killed)
}

/// How many moves the screen has shown, in this order.
fn count_shown(screen: &str, moves: &[String]) -> usize {
    let mut rest = screen;
    let shown = moves.iter().take_while(|mv| {
        let found = rest.split_once(&format!("< {mv}"));
        rest = found.map_or("", |(_, after)| after);
        found.is_some()
    });
    shown.count()
}

#[test]
fn what_a_killed_prompt_has_shown_is_kept() {
    let program = Program::new();
    let store = Store::at(program.home.path());
    let mut kills = Kills::of("prompt", || {
        let moves = random_game(&mut rand::SeedableRng::seed_from_u64(1), PLIES);
        let (screen, _) = play(&program, &moves, None);
        assert_eq!(count_shown(&screen, &moves), PLIES, "{screen}");
    });
    while kills.are_left() {
        let moves = random_game(&mut kills.rng, PLIES);
        let longest = u64::try_from(kills.length.as_micros()).unwrap();
        let time = Duration::from_micros(kills.rng.random_range(0..=longest));
        let (screen, is_killed) = play(&program, &moves, Some(time));
        assert!(is_killed, "it has ended by itself:\n{screen}");
        kills.done += 1;
        let shown = count_shown(&screen, &moves);
        kills.note(shown);
        if shown == PLIES {
            kills.length = kills.length * 9 / 10;
        }
        let newest = Autosave::new(store.clone(), Slots::Own).newest();
        if shown > 0 {
            let (game, saved) = newest.unwrap_or_else(|| panic!("no game is kept:\n{screen}"));
            let kept = game.plies();
            assert!(kept >= shown, "{shown} moves were shown, and {kept} are kept:\n{screen}");
            let text = format!("{:?}", saved.record);
            assert!(text.contains(&moves[..kept].join(" ")), "another game is kept: {text}");
            let typed = store.line_history().read();
            let wanted = &moves[..shown];
            assert!(typed.windows(shown).any(|lines| lines == wanted), "{wanted:?}: {typed:?}");
        }
    }
    let end = program.succeed("resume\nmoves\n");
    assert!(!end.is_empty());
}
