//! The protocols from outside: whole games between processes, and clients that vanish, send garbage, or flood.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::support::{PATIENCE, Program, assert_clean, run, wait};

const GTP: &[&str] = &["gtp", "--hash", "1", "--level", "depth:4"];
const NBOARD: &[&str] = &["nboard", "--hash", "1", "--level", "depth:4", "--no-book"];
const UGI: &[&str] = &["ugi", "--hash", "1", "--level", "1"];

struct Partner {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    // Kept for its data folder.
    _program: Program,
}

impl Partner {
    fn new(arguments: &[&str]) -> Self {
        let program = Program::new();
        let mut child = program.command(arguments).spawn().unwrap();
        let stdin = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.unwrap()).is_err() {
                    break;
                }
            }
        });
        Self {
            child,
            stdin,
            lines,
            _program: program,
        }
    }

    fn say(&mut self, text: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(text.as_bytes()).unwrap();
        stdin.flush().unwrap();
    }

    fn hear(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("an answer")
    }

    /// The lines up to the first that `is_last`.
    fn hear_to(&self, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        let mut heard = Vec::new();
        while heard.last().is_none_or(|line: &String| !is_last(line)) {
            heard.push(self.hear());
        }
        heard
    }

    fn hear_until(&self, start: &str) -> Vec<String> {
        self.hear_to(|line| line.starts_with(start))
    }

    /// Sends a GTP command. Returns the answer, up to its empty line.
    fn ask(&mut self, command: &str) -> String {
        self.say(&format!("{command}\n"));
        let lines = self.hear_to(str::is_empty);
        lines[..lines.len() - 1].join("\n")
    }

    /// Closes the input. Returns the remaining lines, and checks the exit code.
    fn end(mut self) -> Vec<String> {
        drop(self.stdin.take());
        self.wait()
    }

    fn wait(mut self) -> Vec<String> {
        let end = end_of(&mut self.child);
        assert_eq!(end, (Some(0), String::new()));
        self.lines.iter().collect()
    }
}

/// Waits until a process ends. Returns its exit code and its standard error.
fn end_of(child: &mut Child) -> (Option<i32>, String) {
    wait(
        || child.try_wait().unwrap().is_some(),
        || "it doesn't come to its end".to_owned(),
    );
    let stderr = child.stderr.take().unwrap();
    (
        child.wait().unwrap().code(),
        std::io::read_to_string(stderr).unwrap(),
    )
}

#[test]
fn two_processes_play_a_whole_game_by_gtp() {
    let mut players = [
        Partner::new(GTP),
        Partner::new(&["gtp", "--hash", "1", "--level", "2"]),
    ];
    for player in &mut players {
        assert_eq!(player.ask("1 boardsize 8"), "=1");
        assert_eq!(player.ask("clear_board"), "=");
        assert_eq!(player.ask("time_settings 600 0 0"), "=");
    }
    let mut passes = 0;
    for turn in 0..130 {
        let color = ["b", "w"][turn % 2];
        assert_eq!(
            players[turn % 2].ask(&format!("time_left {color} 500 0")),
            "="
        );
        let mv = players[turn % 2]
            .ask(&format!("genmove {color}"))
            .split_off(2);
        passes = if mv == "pass" { passes + 1 } else { 0 };
        assert_eq!(
            players[1 - turn % 2].ask(&format!("play {color} {mv}")),
            "="
        );
        if passes == 2 {
            break;
        }
    }
    assert_eq!(passes, 2, "the game comes to its end");
    let boards = players.each_mut().map(|player| player.ask("showboard"));
    assert_eq!(boards[0], boards[1]);
    assert!(boards[0].ends_with("the game is over"), "{}", boards[0]);
    for mut player in players {
        assert_eq!(player.ask("final_score").chars().next(), Some('='));
        assert_eq!(player.ask("7 quit"), "=7");
        assert_eq!(player.wait(), [""; 0]);
    }
}

#[test]
fn a_process_plays_both_sides_by_nboard() {
    let mut partner = Partner::new(NBOARD);
    partner.say("nboard 2\nset depth 3\n");
    assert_eq!(partner.hear(), "set myname Reversi");
    assert_eq!(partner.hear(), "set myname Reversi 3");
    let start = format!("{}O*------*O{}", "-".repeat(27), "-".repeat(27));
    partner.say(&format!("set game (;GM[Othello]BO[8 {start} *];)\n"));
    let mut moves = 0;
    loop {
        partner.say("go\n");
        let answer = partner.hear_until("=== ").pop().unwrap();
        let mv = answer.strip_prefix("=== ").unwrap();
        partner.say(&format!("move {mv}\nping {moves}\n"));
        let until_pong = partner.hear_until(&format!("pong {moves}"));
        moves += 1;
        // After the end, each side may pass once.
        if until_pong
            .iter()
            .any(|line| line.starts_with("status illegal move"))
        {
            break;
        }
    }
    assert!((20..130).contains(&moves), "{moves}");
    partner.say("analyze\nlearn\n");
    let analysis = partner.hear_until("learned");
    assert_eq!(analysis[0], "status analyzing");
    assert!(analysis[1].starts_with("analysis 0 "), "{analysis:?}");
    assert_eq!(analysis.len(), moves + 3, "{analysis:?}");
    assert_eq!(partner.end(), [""; 0]);
}

#[test]
fn a_process_plays_both_sides_of_every_game_by_ugi() {
    let mut partner = Partner::new(UGI);
    partner.say("ugi\n");
    let introduction = partner.hear_until("ugiok");
    let games = introduction
        .iter()
        .find(|line| line.contains(" name game "))
        .unwrap();
    let games: Vec<&str> = games.split(" var ").skip(1).collect();
    assert_eq!(games.len(), 6);
    for game in games {
        partner.say(&format!(
            "setoption name game value {game}\nuginewgame\nisready\n"
        ));
        assert_eq!(partner.hear(), "readyok");
        let mut moves = String::new();
        for _ in 0..600 {
            partner.say(&format!("position startpos moves{moves}\nquery gameover\n"));
            if partner.hear() == "response true" {
                break;
            }
            partner.say("go depth 1\n");
            let last = partner.hear_until("bestmove ").pop().unwrap();
            moves += last.strip_prefix("bestmove").unwrap();
        }
        partner.say("query gameover\nquery result\n");
        assert_eq!(partner.hear(), "response true", "{game}: {moves}");
        let result = partner.hear();
        let results = ["response p1win", "response p2win", "response draw"];
        assert!(results.contains(&result.as_str()), "{result}");
    }
    partner.say("quit\n");
    assert_eq!(partner.wait(), [""; 0]);
}

#[test]
fn a_partner_that_stops_in_mid_line_or_in_mid_search_ends_the_process() {
    for (arguments, lines) in [
        (GTP, "play b d"),
        (GTP, "level depth:60\ngenmove b\n"),
        (GTP, "level depth:60\ngenmove b\ngenmove w\ngenmove b"),
        (NBOARD, "nboard 2\nset dep"),
        (NBOARD, "set depth 60\ngo\n"),
        (NBOARD, "set depth 60\nhint 4\nanalyze\ngo\nmove f"),
        (UGI, "ugi\nposition star"),
        (UGI, "position startpos\ngo infinite\n"),
        (UGI, "position startpos\ngo infinite\ngo infinite\n"),
        (
            &["ugi", "-g", "c4"],
            "position startpos moves 1\ngo infinite\n",
        ),
        (&["ugi", "-g", "gr"], "go infinite"),
        // As many lines as are read ahead, and as the pipe holds.
        #[cfg(unix)]
        (
            GTP,
            &("level depth:60\ngenmove b\n".to_owned() + &"name\n".repeat(20_000)),
        ),
        #[cfg(unix)]
        (
            NBOARD,
            &("set depth 60\ngo\n".to_owned() + &"move\n".repeat(20_000)),
        ),
        #[cfg(unix)]
        (
            UGI,
            &("position startpos\ngo depth 60\n".to_owned() + &"go\n".repeat(20_000)),
        ),
    ] {
        let mut partner = Partner::new(arguments);
        partner.say(lines);
        // After the time in which a script would end, and during the search.
        std::thread::sleep(Duration::from_millis(150));
        let heard = partner.end();
        let answers = lines.matches("name\n").count();
        assert!(
            heard.len() >= answers,
            "{arguments:?}: {} lines",
            heard.len()
        );
    }
    // Complete commands are answered, and an incomplete last line counts as a line.
    let mut partner = Partner::new(GTP);
    partner.say("name\n2 protocol_version");
    assert_eq!(partner.end(), ["= Reversi", "", "=2 2", ""]);
}

/// A vanished client is noticed without output, and without the end of input.
#[test]
#[cfg(unix)]
fn a_partner_that_no_longer_listens_ends_the_process() {
    for (arguments, lines) in [
        (GTP, "level depth:60\ngenmove b\n"),
        (GTP, "level depth:60\ngenmove b\nquit\n"),
        (NBOARD, "set depth 60\ngo\n"),
        (UGI, "position startpos\ngo infinite\n"),
        (GTP, ""),
    ] {
        let program = Program::new();
        let mut child = program.command(arguments).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(lines.as_bytes()).unwrap();
        drop(child.stdout.take());
        assert_eq!(end_of(&mut child).0, Some(0), "{lines}");
        drop(stdin);
    }
}

fn nonsense(count: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut bytes = Vec::new();
    while bytes.len() < count {
        state = state
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        bytes.push((state >> 56) as u8);
    }
    bytes
}

#[test]
fn nonsense_is_survived() {
    let words = "play b set game (;GM[Othello]BO[8 position fen 8/8 B moves go depth setoption name \
                 value move F5/ hint -1 query undo time_left \u{1f600} \\ % 99999999999999999999";
    let words: Vec<&str> = words.split(' ').collect();
    let mut input = Vec::new();
    for chunk in nonsense(60_000).chunks(30) {
        for &byte in &chunk[..4] {
            input.extend(words[usize::from(byte) % words.len()].as_bytes());
            input.push(b' ');
        }
        input.extend(&chunk[4..]);
        input.push(b'\n');
    }
    input.extend(vec![b'x'; 1 << 20]);
    for (arguments, question, answer) in [
        (GTP, "\n77 protocol_version\n", "=77 2\n\n"),
        (NBOARD, "\nping 77\n", "pong 77\n"),
        (UGI, "\nisready\n", "readyok\n"),
    ] {
        let input = [input.as_slice(), question.as_bytes()].concat();
        let run = run(arguments, &input);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        assert!(run.out.ends_with(answer), "{:?}", run.out.lines().last());
        assert_clean(&run.out);
    }
}

#[test]
fn a_flood_is_answered_and_takes_no_memory() {
    const COUNT: usize = 100_000;
    let out = run(GTP, "7 komi 0.5\n".repeat(COUNT) + "quit\n").done();
    assert_eq!(out, "=7\n\n".repeat(COUNT) + "=\n\n");

    // During an endless search, more input arrives than is queued.
    for (arguments, search, (idle, count), stop, end) in [
        (
            UGI,
            "position startpos\ngo infinite\n",
            ("position startpos moves f5\n", COUNT),
            "stop\n",
            "bestmove ",
        ),
        (
            NBOARD,
            "set depth 60\ngo\n",
            ("set depth 60\n", 1000),
            "ping 1\n",
            "pong 1",
        ),
    ] {
        let mut partner = Partner::new(arguments);
        partner.say(search);
        let flood = idle.repeat(count) + &"what\n".repeat(COUNT) + &"x".repeat(1 << 22) + "\n";
        partner.say(&flood);
        partner.say(stop);
        let heard = partner.hear_until(end);
        assert!(heard.len() > 1);
        #[cfg(target_os = "linux")]
        assert!(crate::support::memory(partner.child.id(), "VmHWM") < 100 << 10);
        partner.end();
    }
}

#[test]
fn ping_and_stop_end_a_search_and_readiness_is_told_during_it() {
    let mut partner = Partner::new(NBOARD);
    partner.say("set depth 60\nhint 2\nanalyze\ngo\n");
    partner.hear_until("nodestats ");
    partner.say("ping 5\nping 6\n");
    let heard = partner.hear_until("pong 5");
    assert!(
        heard.iter().any(|line| line.starts_with("=== ")),
        "the go before it is answered"
    );
    assert!(heard.iter().all(|line| !line.starts_with("analysis ")));
    assert_eq!(partner.hear(), "pong 6");
    partner.end();

    let mut partner = Partner::new(UGI);
    partner.say("position startpos\ngo infinite\n");
    partner.hear_until("info depth ");
    partner.say("isready\n");
    partner.hear_until("readyok");
    partner.say("query p1turn\n");
    partner.hear_until("response true");
    partner.say("stop\n");
    partner.hear_until("bestmove ");
    partner.say("stop\nisready\n");
    assert_eq!(partner.hear(), "readyok");
    partner.say("go movetime 50\n");
    partner.hear_until("bestmove ");
    partner.end();
}

/// Two hundred queued searches, each of which would take years, end and are answered at once: after a command that
/// ends searches, or when the client vanishes.
#[test]
fn searches_that_wait_end_with_the_one_that_runs() {
    const COUNT: usize = 200;
    let nboard = "set depth 60\n".to_owned();
    let gtp = "level depth:60\n".to_owned();
    let ugi = |game| format!("setoption name game value {game}\nposition startpos\n");
    // The searched position, the search command, the start of an answer, and the command that ends all searches.
    let conversations = [
        ("nboard", nboard.clone(), "go", "=== ", "ping 1"),
        ("nboard", nboard, "hint 60", "status thinking", "ping 1"),
        ("gtp", gtp.clone(), "reg_genmove b", "= ", "# interrupt"),
        ("gtp", gtp, "genmove b\ngenmove w", "= ", "# interrupt"),
        ("ugi", ugi("rv"), "go infinite", "bestmove ", "stop"),
        ("ugi", ugi("c4"), "go infinite", "bestmove ", "stop"),
    ];
    for (protocol, prepare, search, answer, stop) in conversations {
        let queue = format!("{prepare}{}", format!("{search}\n").repeat(COUNT));
        for ending in [format!("{stop}\nquit\n"), String::new()] {
            let mut partner = Partner::new(&[protocol, "--hash", "16"]);
            partner.say(&queue);
            if ending.is_empty() {
                // A client that vanishes later, not a piped script.
                std::thread::sleep(Duration::from_millis(300));
            }
            partner.say(&ending);
            let heard = partner.end();
            let answers = heard.iter().filter(|line| line.starts_with(answer)).count();
            assert!(answers >= COUNT, "{protocol}, {search}: {answers} answers");
        }
    }
}

/// Lines from a file or pipe are executed in full, although the input ends.
#[test]
fn scripts_are_carried_out_in_full() {
    let nboard = "nboard 2\nset depth 8\nmove f5\nhint 1\ngo\n";
    for (arguments, script, start) in [
        (NBOARD, nboard, "search "),
        (
            UGI,
            "position startpos\ngo depth 8\ngo depth 8\n",
            "info depth ",
        ),
        (GTP, &"genmove b\ngenmove w\n".repeat(4), "= "),
    ] {
        let piped = run(arguments, script);
        assert_eq!((piped.code, piped.err.as_str()), (Some(0), ""));
        // Two searches to depth 8 in steps of two plies, or eight moves.
        let lines = piped.out.lines().filter(|line| line.starts_with(start));
        assert_eq!(lines.count(), 8, "{}", piped.out);
        let program = Program::new();
        let file = program.write("script", script);
        let mut command = program.command(arguments);
        let output = command
            .stdin(std::fs::File::open(file).unwrap())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text.lines().count(), piped.out.lines().count(), "{text}");
    }
}
