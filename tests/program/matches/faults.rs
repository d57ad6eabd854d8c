//! Programs that crash, hang, break the rules or the protocol lose, each for its own reason. The match continues,
//! and no process remains.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use super::programs::{gtp_script, script};
use super::{command, objects, play};
use crate::support::{Program, assert_has, wait, wait_for_lines};

/// A GTP program that runs `instead` when it must move.
fn gtp(folder: &Program, instead: &str) -> String {
    let text = gtp_script(&format!("genmove) {instead} ;;"));
    format!("gtp:{}", script(folder, "fake", &text))
}

/// Like `gtp`, for `NBoard`.
fn nboard(folder: &Program, instead: &str) -> String {
    let text = format!(
        r#"while read -r line; do
  case $line in
    ping*) echo "pong ${{line#ping }}" ;;
    go) {instead} ;;
  esac
done
"#
    );
    format!("nboard:{}", script(folder, "fake", &text))
}

const RESIGN: &str = r#"printf '=%s resign\n\n' "$id""#;

/// The results and reasons of two games against level 1.
fn losses(folder: &Program, player: &str, arguments: &str) -> (Vec<Value>, Value) {
    let usual = "level:1 --games 2 --plies 0 -j 2 --no-pin";
    let (games, last) = objects(folder, &format!("fake={player} {usual} {arguments}"));
    assert_eq!(last["lost"], 2, "{last}");
    (games, last)
}

fn check(folder: &Program, player: &str, arguments: &str, end: &str, detail: &str) {
    let (games, last) = losses(folder, player, arguments);
    assert_eq!(last["losses"][0][end], 2, "{last}");
    for game in games {
        let loser = game["loser"].as_str().unwrap();
        // What is refused names the side.
        let detail = detail.replace("SIDE", loser);
        assert_eq!(
            (&game["end"], game["detail"].as_str()),
            (&end.into(), Some(&*detail)),
            "{game}"
        );
        assert_eq!(
            (&game[loser], game["winner"] != game["loser"]),
            (&"fake".into(), true)
        );
        assert_eq!(game["difference"], if loser == "white" { 64 } else { -64 });
    }
}

#[test]
fn each_fault_is_a_loss_of_its_own() {
    let folder = Program::new();
    // Long enough for a slow machine to start a shell.
    let quick = "--timeout 700ms";
    let answer = |text: &str| format!(r#"printf '=%s {text}\n\n' "$id""#);
    let illegal = "a1 is not legal: a move must flip at least one disc";
    for (instead, end, detail) in [
        (&*answer("a1"), "illegal", illegal),
        (&answer("d4"), "illegal", "d4 is occupied"),
        (RESIGN, "resigned", ""),
        (&answer("z9"), "garbled", "\"z9\" to genmove SIDE"),
        (&answer(r"\033[31m"), "garbled", "\"[31m\" to genmove SIDE"),
        (&answer(""), "garbled", "\"\" to genmove SIDE"),
        ("echo hello", "garbled", "hello"),
        (r"printf '=99 f5\n\n'", "garbled", "=99 f5"),
        (
            r#"printf '?%s I will not\n\n' "$id""#,
            "refused",
            "answered I will not to genmove SIDE",
        ),
        ("exit 3", "crashed", "exited with code 3"),
        ("kill -9 $$", "crashed", "killed by signal 9"),
        (r"printf '=1 f'; exit 0", "crashed", "exited with code 0"),
        (r#"printf '=%s f5\n' "$id""#, "silent", "no answer"),
        ("exec sleep 100", "silent", "no answer"),
        (
            "head -c 70000 /dev/zero",
            "garbled",
            "a line of more than 65536 bytes",
        ),
        (
            r#"printf '=%s f5\n' "$id"; exec yes "$(head -c 1000 /dev/zero | tr '\0' x)""#,
            "garbled",
            "an answer of more than 65536 bytes",
        ),
        ("exec yes ''", "silent", "no answer"),
        // A child of the program holds its output open.
        ("sleep 1000 & exit 3", "crashed", "exited with code 3"),
    ] {
        check(&folder, &gtp(&folder, instead), quick, end, detail);
    }
    for (instead, end, detail) in [
        ("echo '=== a1'", "illegal", illegal),
        ("echo '=== ?'", "garbled", "=== ?"),
        ("echo '=== 34/1'", "garbled", "=== 34/1"),
        ("exit 3", "crashed", "exited with code 3"),
        ("printf '=== f'; exit 0", "crashed", "exited with code 0"),
        ("exec sleep 100", "silent", "no answer"),
        // Unknown lines are ignored, but not forever.
        ("while :; do echo status; done", "silent", "no answer"),
        ("exec yes", "silent", "no answer"),
    ] {
        check(&folder, &nboard(&folder, instead), quick, end, detail);
    }
    let (games, _) = losses(&folder, &nboard(&folder, "echo '=== PA'"), quick);
    assert_eq!(games[0]["detail"], "black passed with legal moves left");
    let (games, last) = losses(
        &folder,
        &gtp(&folder, "sleep 5"),
        "--clock 200ms --grace 50ms",
    );
    assert_eq!(
        (&games[0]["end"], &last["losses"][0]["time"]),
        (&"time".into(), &2.into())
    );
    let detail = games[0]["detail"].as_str().unwrap();
    assert!(
        detail.starts_with("used 0.") && detail.ends_with(" s, had 0.200 s"),
        "{detail}"
    );
}

#[test]
fn a_program_that_does_not_agree_about_the_rules_is_told() {
    let folder = Program::new();
    let text = gtp_script(
        r#"play) printf '?%s illegal move\n\n' "$id" ;;
    genmove) printf '=%s f5\n\n' "$id" ;;"#,
    );
    let player = script(&folder, "fake", &text);
    let run = play(
        &folder,
        &format!("fake=gtp:{player} level:2 --games 2 --plies 0"),
    );
    assert_eq!(
        run.code,
        Some(1),
        "a broken program is no success: {}",
        run.err
    );
    assert_has(
        &run.out,
        &["  black refused: answered illegal move to play white "],
    );
    assert_has(
        &run.out,
        &["  losses by fake not on the board: 2 refused\n"],
    );
}

#[test]
fn a_program_that_never_takes_up_its_protocol_ends_the_match() {
    let folder = Program::new();
    for (text, detail) in [
        ("exit 7", "exited with code 7"),
        ("exec sleep 100", "no answer"),
        ("cat", "1 list_commands"),
    ] {
        let player = script(&folder, "fake", text);
        let run = play(
            &folder,
            &format!("fake=gtp:{player} level:1 --games 2 --timeout 300ms"),
        );
        run.refused(
            1,
            &format!("reversi: fake: {player} does not speak GTP: {detail}\n"),
        );
    }
}

/// No process of a match remains. The processes write their numbers to the file `ids`.
fn check_gone(folder: &Program) {
    let ids = folder.read_text("ids");
    assert!(ids.lines().count() >= 2);
    for id in ids.lines() {
        let id = rustix::process::Pid::from_raw(id.parse().unwrap()).unwrap();
        // The system may need a moment.
        wait(
            || rustix::process::test_kill_process(id).is_err(),
            || format!("process {id:?} is still there"),
        );
    }
}

/// A hanging program and its children are killed.
#[test]
fn nothing_stays_behind() {
    let folder = Program::new();
    let text = format!(
        r#"trap '' TERM INT HUP
sleep 1000 & echo $! >> '{0}'
echo $$ >> '{0}'
while :; do
  read -r id command rest || sleep 1000
  case $command in
    genmove) {RESIGN} ;;
    quit) sleep 1000 ;;
    *) printf '=%s\n\n' "$id" ;;
  esac
done
"#,
        folder.file("ids")
    );
    losses(
        &folder,
        &format!("gtp:{}", script(&folder, "fake", &text)),
        "",
    );
    check_gone(&folder);
    // The child of a program that crashes.
    fs::remove_file(folder.path("ids")).unwrap();
    let start = "sleep 1000 < /dev/null > /dev/null 2>&1 &";
    let crash = format!("{start} echo $! >> '{}'; exit 3", folder.file("ids"));
    check(
        &folder,
        &gtp(&folder, &crash),
        "",
        "crashed",
        "exited with code 3",
    );
    check_gone(&folder);
}

/// Processes that have left the program's group are killed: a child in its own session, an orphan, and one with
/// another environment.
#[test]
#[cfg(target_os = "linux")]
fn nothing_outside_the_group_stays_behind() {
    let folder = Program::new();
    let ids = folder.file("ids");
    // Each game has its own file, to which its child process writes that it is running.
    let text = format!("echo $$ >> '{ids}'\necho > \"$1\"\nexec sleep 1000");
    let sleep = script(&folder, "sleep", &text);
    let own = format!("'{ids}'.$$");
    let quietly = format!("{own} < /dev/null > /dev/null 2>&1");
    for (start, end) in [
        (format!("setsid {sleep} {quietly} &"), RESIGN),
        (format!("(setsid {sleep} {quietly} &)"), "exit 3"),
        (
            format!("env -i PATH=$PATH setsid {sleep} {quietly} &"),
            RESIGN,
        ),
    ] {
        let _ = fs::remove_file(&ids);
        // The game continues until all of them are running.
        let wait = format!("until [ -s {own} ]; do sleep 0.01; done");
        losses(
            &folder,
            &gtp(&folder, &format!("{start}\n{wait}; {end}")),
            "",
        );
        check_gone(&folder);
    }
}

/// After a match is killed, no process remains: neither programs that keep thinking or ignore the end of input, nor
/// their children.
#[test]
fn nothing_of_a_killed_match_stays_behind() {
    let folder = Program::new();
    let text = format!(
        r#"trap '' TERM INT HUP
(sleep 1000; sleep 1000) & echo $! >> '{0}'
setsid sleep 1000 & echo $! >> '{0}'
while :; do
  read -r id command rest || sleep 1000
  case $command in
    genmove) echo $$ >> '{0}'; while :; do sleep 1000; done ;;
    *) printf '=%s\n\n' "$id" ;;
  esac
done
"#,
        folder.file("ids")
    );
    let stubborn = script(&folder, "stubborn", &text);
    let launcher = script(&folder, "launcher", &format!("sh -c {stubborn}"));
    let line = format!("a=gtp:{launcher} b=gtp:{stubborn} --games 4 --jobs 2");
    let mut command = command(&folder, &line);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut running = command.spawn().unwrap();
    // Two games: four programs, two of them thinking, with two children each.
    wait_for_lines(Path::new(&folder.file("ids")), 10);
    running.kill().unwrap();
    running.wait().unwrap();
    check_gone(&folder);
}

#[test]
fn a_log_has_what_was_said_without_raw_escape_sequences() {
    let folder = Program::new();
    losses(
        &folder,
        &gtp(&folder, &format!("echo hmm >&2; {RESIGN}")),
        "--log log",
    );
    let log = folder.read_text("log");
    for line in ["< 1 list_commands", "> =1", "! hmm", "< quit"] {
        let is_it = |other: &str| {
            let rest = other.strip_prefix("fake ").unwrap();
            rest.trim_start_matches(|c: char| c.is_ascii_digit())
                .trim_start()
                == line
        };
        assert!(log.lines().any(is_it), "{line} is missing: {log}");
    }
    let raw = r#"printf '\033[2J\n' >&2; printf '=%s res\342\200\256ign\n\n' "$id""#;
    losses(&folder, &gtp(&folder, raw), "--log raw");
    let log = folder.read_text("raw");
    assert_has(&log, &[r" ! \u{1b}[2J", r"res\u{202e}ign"]);
    assert!(!log.contains(['\u{1b}', '\u{202e}']), "{log}");
}

#[test]
fn a_log_that_can_not_be_written_is_told_after_the_match() {
    let folder = Program::new();
    let player = format!("fake={}", gtp(&folder, RESIGN));
    // No file can grow.
    let mut command = std::process::Command::new("sh");
    command.args([
        "-c",
        "ulimit -f 0; exec \"$0\" \"$@\"",
        env!("CARGO_BIN_EXE_reversi"),
        "match",
    ]);
    command.args([&player, "level:1", "--games", "2", "--json", "--log", "log"]);
    command
        .current_dir(folder.home.path())
        .env("REVERSI_HOME", folder.home.path());
    let run: super::Run = command.output().unwrap().into();
    assert_eq!(
        (run.code, run.out.lines().count()),
        (Some(1), 3),
        "{}",
        run.err
    );
    assert_has(&run.err, &["can't write log: "]);
    // A player without moves has no thinking time.
    assert!(!run.out.contains("-0.0"), "{}", run.out);
}

/// Before the first move, only the result of a game is recorded.
#[test]
fn a_match_goes_on_after_a_game_without_a_move() {
    let folder = Program::new();
    let line = format!(
        "fake={} level:1 --games 2 --plies 0 --out games",
        gtp(&folder, "exit 3")
    );
    play(&folder, &line);
    let whole = folder.read_text("games");
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    assert!(lines[1].ends_with("\tfake\tlevel:1\t-64\t\n"), "{whole}");
    folder.write("games", lines[..2].concat());
    let run = play(&folder, &format!("{line} --resume"));
    assert_has(&run.out, &["fake vs level:1: 2 games\n"]);
    assert_eq!(folder.read_text("games"), whole);
}

#[test]
fn games_are_summed_up_when_a_program_can_not_be_started_again() {
    let folder = Program::new();
    let mark = folder.file("mark");
    let game = gtp_script(&format!("genmove) touch '{mark}'; exit 3 ;;"));
    let player = script(
        &folder,
        "fake",
        &format!("[ -e '{mark}' ] && exit 4\n{game}"),
    );
    let run = play(&folder, &format!("fake=gtp:{player} level:1 --games 4"));
    assert_has(&run.out, &["fake vs level:1: 1 game, interrupted\n"]);
    assert_has(
        &run.out,
        &["  losses by fake not on the board: 1 crashed\n"],
    );
    let reason = "does not speak GTP: exited with code 4\n";
    assert!(
        run.code == Some(1) && run.err.ends_with(reason),
        "{}",
        run.err
    );
}
