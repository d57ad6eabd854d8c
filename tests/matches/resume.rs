//! Game files: written as games end, and resumed.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{Run, late_opening, objects, play};

/// Deterministic players.
const PLAYERS: [&str; 2] = ["A=level:2", "level:3"];

fn place(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join(name);
    (folder, out)
}

/// Replaces the file by one without checksums.
fn put(out: &Path, content: &str) {
    let name = out.file_name().unwrap().to_str().unwrap();
    fs::remove_file(out.with_file_name(format!(".{name}.check"))).unwrap();
    fs::write(out, content).unwrap();
}

fn to(out: &Path, arguments: &[&str]) -> Run {
    let has_number = arguments.contains(&"--games");
    let number: &[&str] = if has_number { &[] } else { &["--games", "6"] };
    play(&[&PLAYERS[..], number, &["--out", out.to_str().unwrap()], arguments].concat())
}

#[test]
fn a_torn_file_is_completed() {
    let (_folder, out) = place("games");
    let whole_run = to(&out, &["--json"]);
    assert_eq!(whole_run.code, Some(0), "{}", whole_run.err);
    let whole = fs::read_to_string(&out).unwrap();
    assert_eq!(whole.lines().count(), 6);
    assert!(whole.starts_with("match ") && whole.contains(" game 1\tA\tlevel:3\t"), "{whole}");
    for cut in [0, 5, whole.len() / 2, whole.len() - 1, whole.len()] {
        put(&out, &whole[..cut]);
        let run = to(&out, &["--resume", "--json"]);
        assert_eq!(fs::read_to_string(&out).unwrap(), whole, "cut at {cut}");
        assert_eq!(run.out.lines().last(), whole_run.out.lines().last(), "cut at {cut}");
        let missing = 6 - whole[..cut].matches('\n').count();
        assert_eq!(run.out.lines().count(), missing + 1, "cut at {cut}: only what was missing");
    }
    // With parallel games, the order differs.
    let mut lines: Vec<&str> = whole.split_inclusive('\n').skip(2).collect();
    lines.reverse();
    put(&out, &lines.concat());
    let run = to(&out, &["--resume", "--json", "-j", "2"]);
    assert_eq!(
        run.out.lines().last().map(|line| line.replace("true", "false")),
        whole_run.out.lines().last().map(|line| line.replace("true", "false"))
    );
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), 6);
}

/// GGF, whose lines also have the date.
#[test]
fn a_torn_file_of_ggf_is_completed() {
    let (_folder, out) = place("games.GGF");
    let whole_run = to(&out, &["--json", "--move-time", "60s"]);
    let whole = fs::read_to_string(&out).unwrap();
    let first = whole.lines().next().unwrap();
    assert!(
        first.starts_with("(;GM[Othello]PC[reversi]EV[match ") && first.ends_with(";)"),
        "{first}"
    );
    assert!(first.contains(" game 1]") && first.contains("PB[A]PW[level:3]"), "{first}");
    let games = |text: &str| {
        let records = reversi::records::read(reversi::records::Format::Ggf, text.as_bytes());
        let kept = records.map(|entry| entry.unwrap().record).map(|record| {
            let moves: Vec<_> = record.moves().iter().map(|mv| mv.square).collect();
            (record.event, record.players, record.result, moves)
        });
        kept.collect::<Vec<_>>()
    };
    assert_eq!(games(&whole).len(), 6);
    let ends: Vec<usize> = whole.match_indices('\n').map(|(end, _)| end + 1).collect();
    for cut in [0, 100, ends[2], ends[2] - 1, ends[4] + 300, whole.len()] {
        put(&out, &whole[..cut]);
        let run = to(&out, &["--resume", "--json", "--move-time", "60s"]);
        assert_eq!(games(&fs::read_to_string(&out).unwrap()), games(&whole), "cut at {cut}");
        assert_eq!(run.out.lines().last(), whole_run.out.lines().last(), "cut at {cut}");
    }
    let wrong = whole.replacen("RE[", "RE[+1", 1);
    for content in [wrong, whole.replacen("B[", "B[a1]B[", 2), format!("{whole}{first}\n")] {
        put(&out, &content);
        let run = to(&out, &["--resume", "--move-time", "60s"]);
        assert!(run.err.contains(": written with other input or options"), "{content}");
        assert_eq!(fs::read_to_string(&out).unwrap(), content);
    }
}

#[test]
fn a_file_of_another_match_is_refused_and_left_as_it_is() {
    let (_folder, out) = place("games");
    assert_eq!(to(&out, &[]).code, Some(0));
    let whole = fs::read_to_string(&out).unwrap();
    let run = to(&out, &[]);
    assert!(run.err.contains("games already exists: continue it with --resume, or delete it"));
    assert_eq!(run.code, Some(1));
    let changed = |line: &str| format!("{whole}{line}\n");
    let first = whole.lines().next().unwrap();
    let cases = [
        (whole.clone(), &["--plies", "3"][..], 1),
        (whole.clone(), &["--games", "4"], 1),
        (whole.clone(), &["--seed", "1"], 1),
        (whole.clone(), &["--move-time", "60s"], 1),
        (whole.replacen("game 2\tlevel:3", "game 2\tlevel:4", 1), &[], 2),
        (whole.replacen("game 3", "game 9", 1), &[], 3),
        (whole.replacen("game 3", "game 3, white crashed", 1), &[], 3),
        (changed(first), &[], 7),
        (changed("precious"), &[], 7),
        (changed("\u{0}"), &[], 7),
        ("precious".to_owned() + "\n", &[], 1),
    ];
    for (content, arguments, line) in cases {
        put(&out, &(content.clone() + "torn"));
        let run = to(&out, &[&["--resume"], arguments].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{content}");
        let place = format!("games:{line}: written with other input or options");
        assert!(run.err.contains(&place), "{content}: {}", run.err);
        assert_eq!(fs::read_to_string(&out).unwrap(), content + "torn");
    }
}

#[test]
fn all_is_there_already() {
    let (_folder, out) = place("games");
    let first = to(&out, &[]);
    let again = to(&out, &["--resume"]);
    let summary = |run: &Run| run.out[run.out.find("A vs level:3").unwrap()..].to_owned();
    assert_eq!(summary(&again), summary(&first));
    assert!(again.out.starts_with("A vs level:3"), "no game is played again: {}", again.out);
}

#[test]
fn a_file_that_can_not_be_written_is_told() {
    let folder = tempfile::tempdir().unwrap();
    for (path, arguments) in [("no/games", &[][..]), ("", &["--resume"])] {
        let run = to(&folder.path().join(path), arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
        assert!(run.err.starts_with("reversi: can't write "), "{}", run.err);
    }
}

/// The games in the file after a kill count, and the others are played.
#[cfg(unix)]
#[test]
fn a_killed_match_goes_on() {
    use super::support::Program;
    let (_folder, out) = place("games");
    let (_file, path) = late_opening();
    let arguments = ["time:20ms", "level:1", "--games", "6", "--openings", &path];
    let to_out = ["--out", out.to_str().unwrap(), "--resume"];
    let program = Program::new();
    let mut child =
        program.command(&[&["match"], &arguments[..], &to_out].concat()).spawn().unwrap();
    while fs::read_to_string(&out).unwrap_or_default().lines().count() < 2 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = fs::read_to_string(&out).unwrap();
    let (games, last) = objects(&[&arguments[..], &to_out].concat());
    assert_eq!(last["games"], 6);
    assert!(games.len() <= 4, "{} games were played again", games.len());
    assert!(fs::read_to_string(&out).unwrap().starts_with(&before));
}

/// Ctrl-C reports the finished games and their result.
#[cfg(unix)]
#[test]
fn an_interrupted_match_tells_what_it_has() {
    use super::support::Program;
    let (_folder, out) = place("games");
    let ((_file, path), out_path) = (late_opening(), out.to_str().unwrap());
    let usual = ["match", "time:50ms", "level:1", "--games", "1000"];
    let arguments = [&usual[..], &["--openings", &path, "--out", out_path]].concat();
    let program = Program::new();
    let child = program.command(&arguments).spawn().unwrap();
    while fs::read_to_string(&out).unwrap_or_default().lines().count() < 1 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let id = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw).unwrap();
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!(run.code, Some(130), "{}", run.err);
    let games = fs::read_to_string(&out).unwrap().lines().count();
    let plural = if games == 1 { "" } else { "s" };
    let expected = format!("time:50ms vs level:1: {games} game{plural}, interrupted\n");
    assert!(run.out.contains(&expected), "{}", run.out);
}

#[test]
fn games_with_other_weights_are_not_gone_on_with() {
    use reversi::engine::eval::{Evaluation, PHASES, WEIGHTS};
    let (folder, out) = place("games");
    let weights = folder.path().join("weights");
    let flat = vec![vec![0.0; WEIGHTS]; PHASES];
    let flat = Evaluation::with_weights(Evaluation::global().header(), &flat);
    fs::write(&weights, flat.to_bytes()).unwrap();
    let with_weights = ["--games", "2", "--weights", weights.to_str().unwrap(), "--resume"];
    assert_eq!(to(&out, &with_weights).code, Some(0));
    assert_eq!(to(&out, &with_weights).code, Some(0));
    let run = to(&out, &["--games", "2", "--resume"]);
    assert!(run.err.contains("games:1: written with other input or options"), "{}", run.err);
}
