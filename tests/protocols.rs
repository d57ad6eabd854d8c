//! The protocols from outside: whole games between processes, and clients that vanish, send garbage, or flood.

mod support;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use support::{Program, is_clean};

/// The time limit for immediate answers.
const PATIENCE: Duration = Duration::from_mins(2);

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
        Self { child, stdin, lines, _program: program }
    }

    fn say(&mut self, text: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(text.as_bytes()).unwrap();
        stdin.flush().unwrap();
    }

    fn hear(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("an answer")
    }

    /// The lines up to the first that starts with `start`.
    fn hear_until(&self, start: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.hear();
            let is_last = line.starts_with(start);
            heard.push(line);
            if is_last {
                return heard;
            }
        }
    }

    /// Sends a GTP command. Returns the answer, up to its empty line.
    fn ask(&mut self, command: &str) -> String {
        self.say(&format!("{command}\n"));
        let mut lines = Vec::new();
        loop {
            let line = self.hear();
            if line.is_empty() {
                return lines.join("\n");
            }
            lines.push(line);
        }
    }

    /// Closes the input. Returns the remaining lines, and checks the exit code.
    fn end(mut self) -> Vec<String> {
        drop(self.stdin.take());
        self.wait()
    }

    fn wait(mut self) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if Instant::now() > deadline {
                self.child.kill().unwrap();
                panic!("it doesn't come to its end");
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        assert_eq!(status.code(), Some(0));
        let mut complaints = String::new();
        let mut stderr = self.child.stderr.take().unwrap();
        std::io::Read::read_to_string(&mut stderr, &mut complaints).unwrap();
        assert_eq!(complaints, "");
        self.lines.iter().collect()
    }
}

#[test]
fn two_processes_play_a_whole_game_by_gtp() {
    let mut players = [Partner::new(GTP), Partner::new(&["gtp", "--hash", "1", "--level", "2"])];
    for player in &mut players {
        assert_eq!(player.ask("1 boardsize 8"), "=1");
        assert_eq!(player.ask("clear_board"), "=");
        assert_eq!(player.ask("time_settings 600 0 0"), "=");
    }
    let mut passes = 0;
    for turn in 0..130 {
        let color = ["b", "w"][turn % 2];
        assert_eq!(players[turn % 2].ask(&format!("time_left {color} 500 0")), "=");
        let mv = players[turn % 2].ask(&format!("genmove {color}")).split_off(2);
        passes = if mv == "pass" { passes + 1 } else { 0 };
        assert_eq!(players[1 - turn % 2].ask(&format!("play {color} {mv}")), "=");
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
        if until_pong.iter().any(|line| line.starts_with("status illegal move")) {
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
    let games = introduction.iter().find(|line| line.contains(" name game ")).unwrap();
    let games: Vec<&str> = games.split(" var ").skip(1).collect();
    assert_eq!(games.len(), 5);
    for game in games {
        partner.say(&format!("setoption name game value {game}\nuginewgame\nisready\n"));
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
        (&["ugi", "-g", "c4"], "position startpos moves 1\ngo infinite\n"),
        (&["ugi", "-g", "gr"], "go infinite"),
    ] {
        let mut partner = Partner::new(arguments);
        partner.say(lines);
        // After the time in which a script would end, and during the search.
        std::thread::sleep(Duration::from_millis(150));
        partner.end();
    }
    // Complete commands are answered, and an incomplete last line counts as a line.
    let mut partner = Partner::new(GTP);
    partner.say("name\n2 protocol_version");
    assert_eq!(partner.end(), ["= Reversi", "", "=2 2", ""]);
}

/// A vanished client is noticed even behind more lines than are read ahead.
#[test]
#[cfg(unix)]
fn a_partner_that_stops_after_a_flood_ends_the_process() {
    for (arguments, lines, flood) in [
        (GTP, "level depth:60\ngenmove b\n", "name\n"),
        (NBOARD, "set depth 60\ngo\n", "move\n"),
        (UGI, "position startpos\ngo depth 60\n", "go\n"),
    ] {
        let mut partner = Partner::new(arguments);
        // As much as is read ahead, and as the pipe holds.
        partner.say(&format!("{lines}{}", flood.repeat(20_000)));
        std::thread::sleep(Duration::from_millis(150));
        let heard = partner.end();
        let answers = if arguments == GTP { 20_000 } else { 1 };
        assert!(heard.len() >= answers, "{arguments:?}: {} lines", heard.len());
    }
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
        let deadline = Instant::now() + PATIENCE;
        while child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < deadline, "it goes on for nobody: {lines}");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(child.wait().unwrap().code(), Some(0));
        drop(stdin);
    }
}

fn nonsense(count: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut bytes = Vec::new();
    while bytes.len() < count {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
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
        let run = Program::new().run(arguments, &input);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        assert!(run.out.ends_with(answer), "{:?}", run.out.lines().last());
        assert!(
            run.out.chars().all(|character| character == '\n' || is_clean(character)),
            "nothing strange is written"
        );
    }
}

/// The peak memory of a process, in MiB.
#[cfg(target_os = "linux")]
fn most_memory(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() >> 10
}

#[test]
fn a_flood_is_answered_and_takes_no_memory() {
    const COUNT: usize = 100_000;
    let run = Program::new().run(GTP, "7 komi 0.5\n".repeat(COUNT) + "quit\n");
    assert_eq!(run.code, Some(0));
    assert_eq!(run.out, "=7\n\n".repeat(COUNT) + "=\n\n");

    // During an endless search, more input arrives than is queued.
    for (arguments, search, (idle, count), stop, end) in [
        (
            UGI,
            "position startpos\ngo infinite\n",
            ("position startpos moves f5\n", COUNT),
            "stop\n",
            "bestmove ",
        ),
        (NBOARD, "set depth 60\ngo\n", ("set depth 60\n", 1000), "ping 1\n", "pong 1"),
    ] {
        let mut partner = Partner::new(arguments);
        partner.say(search);
        let flood = idle.repeat(count) + &"what\n".repeat(COUNT) + &"x".repeat(1 << 22) + "\n";
        partner.say(&flood);
        partner.say(stop);
        let heard = partner.hear_until(end);
        assert!(heard.len() > 1);
        #[cfg(target_os = "linux")]
        assert!(most_memory(&partner.child) < 100, "{} MiB", most_memory(&partner.child));
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
    assert!(heard.iter().any(|line| line.starts_with("=== ")), "the go before it is answered");
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
        (UGI, "position startpos\ngo depth 8\ngo depth 8\n", "info depth "),
        (GTP, &"genmove b\ngenmove w\n".repeat(4), "= "),
    ] {
        let piped = Program::new().run(arguments, script);
        assert_eq!((piped.code, piped.err.as_str()), (Some(0), ""));
        // Two searches to depth 8 in steps of two plies, or eight moves.
        let lines = piped.out.lines().filter(|line| line.starts_with(start));
        assert_eq!(lines.count(), 8, "{}", piped.out);
        let program = Program::new();
        let file = program.home.path().join("script");
        std::fs::write(&file, script).unwrap();
        let mut command = program.command(arguments);
        let output = command.stdin(std::fs::File::open(file).unwrap()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text.lines().count(), piped.out.lines().count(), "{text}");
    }
}

#[test]
fn wrong_usage_is_refused() {
    for (arguments, reason) in [
        (&["gtp", "--level", "99"][..], "no level \"99\""),
        (
            &["ugi", "-g", "go"],
            "use Reversi (rv), Connect Four (c4), Complica (co), Gravity (gr) or Quarto (qu)",
        ),
        (&["nboard", "--threads", "0"], ": use 1 to 256"),
        (&["--seed", "1", "gtp"], "cannot be used with 'gtp'"),
    ] {
        let run = Program::new().run(arguments, "");
        assert_eq!(run.code, Some(2), "{}", run.err);
        assert!(run.err.contains(reason), "{}", run.err);
        assert_eq!(run.out, "");
    }
}
