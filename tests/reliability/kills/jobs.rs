//! Jobs that write files: conversions, and resumable runs.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::super::support::{Program, listing};
use super::{Kills, check_nothing_left, late_position, random_game};

/// Kills a job repeatedly; its output must be the same as without kills. Until it has ended once, each run
/// continues the files. The first file has a line per piece of work; the second is complete or missing.
fn survives(
    kind: &'static str,
    folder: &Path,
    names: [Option<&str>; 2],
    command: &dyn Fn() -> Command,
) {
    let command = || {
        let mut command = command();
        command
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        command
    };
    let run = || {
        let output = command().stderr(Stdio::piped()).output().unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    };
    let read = |name| fs::read(folder.join(name)).unwrap_or_default();
    let files = || names.map(|name| name.map(read).unwrap_or_default());
    let remove_files = || {
        for name in names.into_iter().flatten() {
            let _ = fs::remove_file(folder.join(name));
        }
    };
    let mut kills = Kills::of(kind, run);
    let expected = files();
    remove_files();
    while kills.are_left() {
        let before = whole_lines(&files()[0]).to_vec();
        let ended = kills.kill(&mut command().stderr(Stdio::null()).spawn().unwrap());
        let written = files();
        let [lines, whole] = &written;
        assert!(lines.starts_with(&before), "what was there is lost");
        if let Some(status) = ended {
            assert!(status.success(), "{kind} fails after a kill: {status}");
            assert!(
                written == expected,
                "{kind} ends with other bytes after kills"
            );
        } else {
            let is_whole = *whole == expected[1];
            assert!(is_whole || whole.is_empty(), "{kind} leaves half a file");
            let is_same = expected[0].starts_with(whole_lines(lines));
            assert!(is_same, "{kind} writes other lines after kills");
            kills.note(match names[0] {
                Some(_) => count_lines(lines) - count_lines(&before),
                None => usize::from(!listing(folder).is_empty()),
            });
        }
        if written == expected {
            remove_files();
        }
    }
    // The next run completes the work, whatever the state of the last one.
    if names[0].is_none() {
        remove_files();
    }
    run();
    assert!(files() == expected);
    check_nothing_left(folder);
}

fn whole_lines(text: &[u8]) -> &[u8] {
    let end = text
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |end| end + 1);
    &text[..end]
}

fn count_lines(text: &[u8]) -> usize {
    text.split_inclusive(|&byte| byte == b'\n')
        .filter(|line| line.ends_with(b"\n"))
        .count()
}

fn games(program: &Program, count: u64, plies: usize) -> String {
    let game = |seed| random_game(&mut rand::SeedableRng::seed_from_u64(seed), plies).concat();
    let games: Vec<String> = (0..count).map(game).collect();
    program.write("games.txt", games.join("\n") + "\n")
}

fn program_survives(kind: &'static str, names: [Option<&str>; 2], line: &str, last: &[&str]) {
    let (folder, program) = (tempfile::tempdir().unwrap(), Program::new());
    let words: Vec<&str> = line.split(' ').chain(last.iter().copied()).collect();
    survives(kind, folder.path(), names, &|| program.command(&words));
}

#[test]
fn convert_survives_kills() {
    let input = Program::new();
    let games = games(&input, 200, 50);
    program_survives(
        "convert",
        [None, Some("games.sgf")],
        "convert",
        &[&games, "games.sgf"],
    );
}

#[test]
fn solve_survives_kills() {
    let input = Program::new();
    let positions = (0..60).filter_map(|seed| late_position(seed, 46));
    let positions: String = positions.map(|position| position + "\n").collect();
    let file = input.write("positions.obf", positions);
    let line = "solve --hash 1 --reproducible --resume --out rows";
    program_survives("solve", [Some("rows"), None], line, &[&file]);
}

#[test]
fn match_survives_kills() {
    // Of the matches, a Swiss tournament has the most to restore: the rounds.
    let players = "level:1 level:2 matrix other=level:1";
    let line = format!("match {players} --tournament swiss --games 20 --resume --out games");
    program_survives("match", [Some("games"), None], &line, &[]);
}

#[test]
fn merge_survives_kills() {
    let input = Program::new();
    let line = "match level:1 level:2 --games 200 --seed 1";
    for shard in ["1/2", "2/2"] {
        let shard = format!("{line} --out games.{{shard}} --shard {shard}");
        input.run_inside(&shard, "").with_code(0);
    }
    let parts = ["games.1-of-2", "games.2-of-2"].map(|name| input.file(name));
    let parts = [parts[0].as_str(), parts[1].as_str()];
    program_survives("merge", [None, Some("games")], "merge --out games", &parts);
}

#[test]
fn books_survive_kills() {
    let files = [Some("new.book.searches"), Some("new.book")];
    let line = "book build --plies 7 --level depth:4 --resume --force --out new.book";
    program_survives("book build", files, line, &[]);
    let input = Program::new();
    input
        .run_inside("book build --plies 7 --level depth:4 --out base.book", "")
        .with_code(0);
    let line = "book learn --plies 30 --level depth:4 --resume --force --out new.book --book";
    let base = input.file("base.book");
    program_survives("book learn", files, line, &[&base, &games(&input, 8, 30)]);
}

#[test]
fn training_survives_kills() {
    let folder = tempfile::tempdir().unwrap();
    let line = "train selfplay --games 60 --depth 1 --exact-from 1 --end-from 1 --zero-weights --threads 1 --resume --out games";
    let command = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_reversi"));
        command.args(line.split(' ')).env_clear();
        command
    };
    survives("train", folder.path(), [Some("games"), None], &command);
}
