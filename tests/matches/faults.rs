//! Programs that crash, hang, break the rules or the protocol lose, each for its own reason. The match continues,
//! and no process remains.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use super::programs::script;
use super::{objects, play};
use crate::support;

/// A GTP program that runs `instead` when it must move.
fn gtp(folder: &Path, instead: &str) -> String {
    let text = format!(
        r#"while read -r id command rest; do
  case $command in
    genmove) {instead} ;;
    quit) exit ;;
    *) printf '=%s\n\n' "$id" ;;
  esac
done
"#
    );
    format!("gtp:{}", script(folder, "fake", &text))
}

/// Like `gtp`, for `NBoard`.
fn nboard(folder: &Path, instead: &str) -> String {
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

/// The results and reasons of two games against level 1.
fn losses(player: &str, arguments: &[&str]) -> (Vec<Value>, Value) {
    let player = format!("fake={player}");
    let usual = [&player, "level:1", "--games", "2", "--plies", "0", "-j", "2", "--no-pin"];
    let (games, last) = objects(&[&usual, arguments].concat());
    assert_eq!(last["lost"], 2, "{last}");
    (games, last)
}

fn check(player: &str, arguments: &[&str], end: &str, detail: &str) {
    let (games, last) = losses(player, arguments);
    assert_eq!(last["losses"][0][end], 2, "{last}");
    for game in games {
        assert_eq!((&game["end"], game["detail"].as_str()), (&end.into(), Some(detail)), "{game}");
        let loser = game["loser"].as_str().unwrap();
        assert_eq!((&game[loser], game["winner"] != game["loser"]), (&"fake".into(), true));
        assert_eq!(game["difference"], if loser == "white" { 64 } else { -64 });
    }
}

#[test]
fn each_fault_is_a_loss_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    // Long enough for a slow machine to start a shell.
    let quick = ["--timeout", "700ms"];
    let answer = |text: &str| format!(r#"printf '=%s {text}\n\n' "$id""#);
    for (instead, end, detail) in [
        (answer("a1"), "illegal", "a1 is not legal: a move must flip at least one disc"),
        (answer("d4"), "illegal", "d4 is occupied"),
        (answer("resign"), "resigned", ""),
        (answer("z9"), "garbled", "\"z9\" to genmove"),
        (answer(r"\033[31m"), "garbled", "\"[31m\" to genmove"),
        (answer(""), "garbled", "\"\" to genmove"),
        ("echo hello".to_owned(), "garbled", "hello"),
        (r"printf '=99 f5\n\n'".to_owned(), "garbled", "=99 f5"),
        (
            r#"printf '?%s I will not\n\n' "$id""#.to_owned(),
            "refused",
            "answered I will not to genmove",
        ),
        ("exit 3".to_owned(), "crashed", "exited with code 3"),
        ("kill -9 $$".to_owned(), "crashed", "killed by signal 9"),
        (r"printf '=1 f'; exit 0".to_owned(), "crashed", "exited with code 0"),
        (r#"printf '=%s f5\n' "$id""#.to_owned(), "silent", "no answer"),
        ("exec sleep 100".to_owned(), "silent", "no answer"),
        ("head -c 70000 /dev/zero".to_owned(), "garbled", "a line of more than 65536 bytes"),
        (
            r#"printf '=%s f5\n' "$id"; exec yes "$(head -c 1000 /dev/zero | tr '\0' x)""#
                .to_owned(),
            "garbled",
            "an answer of more than 65536 bytes",
        ),
        ("exec yes ''".to_owned(), "silent", "no answer"),
        // A child of the program holds its output open.
        ("sleep 1000 & exit 3".to_owned(), "crashed", "exited with code 3"),
    ] {
        let player = gtp(folder.path(), &instead);
        if detail.ends_with(" to genmove") {
            let (games, _) = losses(&player, &quick);
            assert_eq!(games[0]["end"], end);
            assert_eq!(
                games[0]["detail"],
                format!("{detail} {}", games[0]["loser"].as_str().unwrap())
            );
        } else {
            check(&player, &quick, end, detail);
        }
    }
    for (instead, end, detail) in [
        ("echo '=== a1'", "illegal", "a1 is not legal: a move must flip at least one disc"),
        ("echo '=== ?'", "garbled", "=== ?"),
        ("echo '=== 34/1'", "garbled", "=== 34/1"),
        ("exit 3", "crashed", "exited with code 3"),
        ("printf '=== f'; exit 0", "crashed", "exited with code 0"),
        ("exec sleep 100", "silent", "no answer"),
        // Unknown lines are ignored, but not forever.
        ("while :; do echo status; done", "silent", "no answer"),
        ("exec yes", "silent", "no answer"),
    ] {
        check(&nboard(folder.path(), instead), &quick, end, detail);
    }
    let (games, _) = losses(&nboard(folder.path(), "echo '=== PA'"), &quick);
    assert_eq!(games[0]["detail"], "black passed with legal moves left");
}

#[test]
fn a_clock_runs_out_for_programs_too() {
    let folder = tempfile::tempdir().unwrap();
    let player = gtp(folder.path(), "sleep 5");
    let (games, last) = losses(&player, &["--clock", "200ms", "--grace", "50ms"]);
    assert_eq!((&games[0]["end"], &last["losses"][0]["time"]), (&"time".into(), &2.into()));
    let detail = games[0]["detail"].as_str().unwrap();
    assert!(detail.starts_with("used 0.") && detail.ends_with(" s, had 0.200 s"), "{detail}");
}

#[test]
fn a_program_that_does_not_agree_about_the_rules_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let text = r#"while read -r id command rest; do
  case $command in
    play) printf '?%s illegal move\n\n' "$id" ;;
    genmove) printf '=%s f5\n\n' "$id" ;;
    *) printf '=%s\n\n' "$id" ;;
  esac
done
"#;
    let player = format!("fake=gtp:{}", script(folder.path(), "fake", text));
    let run = play(&[&player, "level:2", "--games", "2", "--plies", "0"]);
    assert_eq!(run.code, Some(1), "a broken program is no success: {}", run.err);
    assert!(
        run.out.contains("  black refused: answered illegal move to play white "),
        "{}",
        run.out
    );
    assert!(run.out.contains("  losses by fake not on the board: 2 refused\n"), "{}", run.out);
}

#[test]
fn a_program_that_never_takes_up_its_protocol_ends_the_match() {
    let folder = tempfile::tempdir().unwrap();
    for (text, detail) in [
        ("exit 7", "exited with code 7"),
        ("exec sleep 100", "no answer"),
        ("cat", "1 list_commands"),
    ] {
        let command = script(folder.path(), "fake", text);
        let player = format!("fake=gtp:{command}");
        let run = play(&[&player, "level:1", "--games", "2", "--timeout", "300ms"]);
        let path = command.trim_matches('\'');
        let expected = format!("reversi: fake: {path} does not speak GTP: {detail}\n");
        assert_eq!((run.code, run.out.as_str(), run.err), (Some(1), "", expected));
    }
}

/// A hanging program and its children are killed.
#[test]
fn nothing_stays_behind() {
    let folder = tempfile::tempdir().unwrap();
    let ids = folder.path().join("ids");
    let text = format!(
        r#"trap '' TERM INT HUP
sleep 1000 & echo $! >> '{0}'
echo $$ >> '{0}'
while :; do
  read -r id command rest || sleep 1000
  case $command in
    genmove) printf '=%s resign\n\n' "$id" ;;
    quit) sleep 1000 ;;
    *) printf '=%s\n\n' "$id" ;;
  esac
done
"#,
        ids.display()
    );
    let player = format!("gtp:{}", script(folder.path(), "fake", &text));
    losses(&player, &[]);
    check_gone(&ids);
}

/// Processes that have left the program's group are killed: a child in its own session, an orphan, and one with
/// another environment.
#[test]
#[cfg(target_os = "linux")]
fn nothing_outside_the_group_stays_behind() {
    let folder = tempfile::tempdir().unwrap();
    let ids = folder.path().join("ids");
    // Each game has its own file, to which its child process writes that it is running.
    let text = format!("echo $$ >> '{}'\necho > \"$1\"\nexec sleep 1000", ids.display());
    let sleep = script(folder.path(), "sleep", &text);
    let own = format!("'{}'.$$", ids.display());
    let quietly = format!("{own} < /dev/null > /dev/null 2>&1");
    for (start, crash) in [
        (format!("setsid {sleep} {quietly} &"), false),
        (format!("(setsid {sleep} {quietly} &)"), true),
        (format!("env -i PATH=$PATH setsid {sleep} {quietly} &"), false),
    ] {
        let _ = fs::remove_file(&ids);
        // The game continues until all of them are running.
        let wait = format!("until [ -s {own} ]; do sleep 0.01; done");
        let end = if crash { "exit 3" } else { r#"printf '=%s resign\n\n' "$id""# };
        losses(&gtp(folder.path(), &format!("{start}\n{wait}; {end}")), &[]);
        check_gone(&ids);
    }
}

#[test]
fn nothing_of_a_crashed_program_stays_behind() {
    let folder = tempfile::tempdir().unwrap();
    let ids = folder.path().join("ids");
    let start = "sleep 1000 < /dev/null > /dev/null 2>&1 &";
    let crash = format!("{start} echo $! >> '{}'; exit 3", ids.display());
    check(&gtp(folder.path(), &crash), &[], "crashed", "exited with code 3");
    check_gone(&ids);
}

/// After a match is killed, no process remains: neither programs that keep thinking or ignore the end of input, nor
/// their children.
#[test]
fn nothing_of_a_killed_match_stays_behind() {
    let folder = tempfile::tempdir().unwrap();
    let ids = folder.path().join("ids");
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
        ids.display()
    );
    let stubborn = script(folder.path(), "stubborn", &text);
    let players = [format!("a=gtp:sh -c {stubborn}"), format!("b=gtp:{stubborn}")];
    let arguments = ["match", &players[0], &players[1], "--games", "4", "--jobs", "2"];
    let mut command = support::Program::new().command(&arguments);
    if let Some(path) = std::env::var_os("PATH") {
        command.env("PATH", path);
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut running = command.spawn().unwrap();
    // Two games: four programs, two of them thinking, with two children each.
    let written = || fs::read_to_string(&ids).map_or(0, |ids| ids.lines().count());
    while written() < 10 {
        assert!(running.try_wait().unwrap().is_none(), "the match has ended");
        std::thread::sleep(Duration::from_millis(10));
    }
    running.kill().unwrap();
    running.wait().unwrap();
    check_gone(&ids);
}

fn check_gone(ids: &Path) {
    let ids = fs::read_to_string(ids).unwrap();
    assert!(ids.lines().count() >= 2);
    for id in ids.lines() {
        let id = rustix::process::Pid::from_raw(id.parse().unwrap()).unwrap();
        let is_gone = || rustix::process::test_kill_process(id).is_err();
        // The system may need a moment.
        for _ in 0..500 {
            if is_gone() {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(is_gone(), "process {id:?} is still there");
    }
}

#[test]
fn a_log_has_what_was_said() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let player = gtp(folder.path(), r#"echo hmm >&2; printf '=%s resign\n\n' "$id""#);
    losses(&player, &["--log", log.to_str().unwrap()]);
    let log = fs::read_to_string(log).unwrap();
    for line in ["< 1 list_commands", "> =1", "! hmm", "< quit"] {
        let is_it = |other: &str| {
            let rest = other.strip_prefix("fake ").unwrap();
            rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start() == line
        };
        assert!(log.lines().any(is_it), "{line} is missing: {log}");
    }
}

#[test]
fn a_log_has_no_raw_escape_sequences() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let player =
        gtp(folder.path(), r#"printf '\033[2J\n' >&2; printf '=%s res\342\200\256ign\n\n' "$id""#);
    losses(&player, &["--log", log.to_str().unwrap()]);
    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains(r" ! \u{1b}[2J") && log.contains(r"res\u{202e}ign"), "{log}");
    assert!(log.lines().all(|line| line.chars().all(|c| c != '\u{1b}' && c != '\u{202e}')));
}

#[test]
fn a_log_that_can_not_be_written_is_told_after_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let player = format!("fake={}", gtp(folder.path(), r#"printf '=%s resign\n\n' "$id""#));
    let log = folder.path().join("log");
    // No file can grow.
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "ulimit -f 0; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_reversi"), "match"]);
    command.args([&player, "level:1", "--games", "2", "--json", "--log"]).arg(&log);
    let run: super::Run = command.env("REVERSI_HOME", folder.path()).output().unwrap().into();
    assert_eq!((run.code, run.out.lines().count()), (Some(1), 3), "{}", run.err);
    assert!(run.err.contains(&format!("can't write {}: ", log.display())), "{}", run.err);
    // A player without moves has no thinking time.
    assert!(!run.out.contains("-0.0"), "{}", run.out);
}

#[test]
fn a_log_is_a_regular_file() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for log in [pipe.to_str().unwrap(), "/dev/null"] {
        let run = play(&["level:1", "level:2", "--games", "2", "--log", log]);
        assert_eq!((run.code, &*run.out), (Some(1), ""), "{log}: {}", run.err);
        assert!(run.err.contains(log) && run.err.contains("not a regular file"), "{}", run.err);
    }
}

/// Before the first move, only the result of a game is recorded.
#[test]
fn a_match_goes_on_after_a_game_without_a_move() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games");
    let player = format!("fake={}", gtp(folder.path(), "exit 3"));
    let arguments = [&player, "level:1", "--games", "2", "--plies", "0", "--out"];
    let arguments = [&arguments[..], &[out.to_str().unwrap()]].concat();
    play(&arguments);
    let whole = fs::read_to_string(&out).unwrap();
    let (first, _) = whole.split_once('\n').unwrap();
    assert!(first.ends_with("\tfake\tlevel:1\t-64\t"), "{whole}");
    fs::write(&out, format!("{first}\n")).unwrap();
    let run = play(&[&arguments[..], &["--resume"]].concat());
    assert!(run.out.contains("fake vs level:1: 2 games\n"), "{}{}", run.out, run.err);
    assert_eq!(fs::read_to_string(&out).unwrap(), whole);
}

#[test]
fn games_are_summed_up_when_a_program_can_not_be_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("mark");
    let text = format!(
        r#"[ -e '{0}' ] && exit 4
while read -r id command rest; do
  case $command in
    genmove) touch '{0}'; exit 3 ;;
    *) printf '=%s\n\n' "$id" ;;
  esac
done
"#,
        mark.display()
    );
    let command = script(folder.path(), "fake", &text);
    let run = play(&[&format!("fake=gtp:{command}"), "level:1", "--games", "4"]);
    assert!(run.out.contains("fake vs level:1: 1 game, interrupted\n"), "{}", run.out);
    assert!(run.out.contains("  losses by fake not on the board: 1 crashed\n"), "{}", run.out);
    let reason = "does not speak GTP: exited with code 4\n";
    assert!(run.code == Some(1) && run.err.ends_with(reason), "{}", run.err);
}
