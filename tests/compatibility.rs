//! This version reads the files of earlier ones: saves, the ranking, unfinished games, typed lines, and outputs of
//! resumable jobs.
//!
//! `tests/compatibility/VERSION/home` is a data folder of that version, and `jobs` has its inputs and outputs.
//! Never regenerate them: a new format needs code that still reads these files.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use support::{Program, Run, root};

const VERSIONS: &[&str] = &["0.1.0"];

fn kept(version: &str, folder: &str) -> PathBuf {
    root().join("tests/compatibility").join(version).join(folder)
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn program(version: &str) -> Program {
    let program = Program::new();
    copy(&kept(version, "home"), program.home.path());
    program
}

fn objects(program: &Program, commands: &str) -> Vec<Value> {
    let run = program.run(&["--json"], commands);
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_save_loads_and_plays_on() {
    // Name, game, mode, plies, side to move.
    let expected = [
        ("board", "rv", "manual", 0, "white"),
        ("by-time", "rv", "against", 0, "black"),
        ("complica", "co", "manual", 9, "black"),
        ("connect-four", "c4", "manual", 4, "white"),
        ("connect-four-bot", "c4", "against", 0, "white"),
        ("gravity", "gr", "manual", 1, "black"),
        ("gravity-start", "gr", "manual", 0, "white"),
        ("human-like", "rv", "against", 1, "white"),
        ("quarto", "qu", "against", 3, "black"),
        ("quarto-begin", "qu", "against", 0, "black"),
        ("two-bots", "rv", "bots", 68, "none"),
        ("two-people", "rv", "manual", 1, "black"),
    ];
    for version in VERSIONS {
        let program = program(version);
        let list = objects(&program, "T\n").remove(0);
        let saves = list["reply"]["event"]["saves"].as_array().unwrap().clone();
        let names: Vec<&str> = saves.iter().map(|save| save["name"].as_str().unwrap()).collect();
        assert_eq!(names, expected.map(|(name, ..)| name));
        for (save, (name, game, mode, ply, turn)) in saves.iter().zip(expected) {
            let before = fs::read(program.home.path().join(format!("saves/{name}.ron"))).unwrap();
            assert_eq!(
                (&save["error"], &save["game"], &save["mode"]),
                (&Value::Null, &Value::from(game), &Value::from(mode))
            );
            let loaded = objects(&program, &format!("L {name}\n")).remove(0);
            assert_eq!(loaded["ok"], true, "{loaded}");
            assert!(loaded["reply"]["event"]["saved"].as_str().unwrap().starts_with("2026-11-23"));
            assert_eq!(save["ply"], ply, "{name}");
            assert_eq!(save["turn"].as_str().unwrap_or("none"), turn, "{name}");
            let after = fs::read(program.home.path().join(format!("saves/{name}.ron"))).unwrap();
            assert_eq!(before, after, "loading {name} changes its file");
        }
        let run = program.run(&[], "L two-people\nmoves\nU\nredo\n");
        assert!(run.out.contains("\nd6\n") && run.code == Some(0), "{}{}", run.out, run.err);
        let run = program.run(&[], "L human-like\n");
        assert!(run.out.contains('●') && run.out.contains("level 7"), "{}", run.out);
        let run = program.run(&[], "L gravity\n");
        assert!(run.out.contains(" l\n"), "twelve columns: {}", run.out);
        // In this one, only lines win.
        let run = program.run(&["-g", "qu"], "L quarto\n");
        assert_eq!(run.code, Some(0), "{}", run.err);
    }
}

#[test]
fn the_ranking_stays_and_grows() {
    for version in VERSIONS {
        let ranking = objects(&program(version), "W\n").remove(0);
        let entries = ranking["reply"]["event"]["entries"].as_array().unwrap().iter();
        let entries = entries.map(|entry| {
            (entry["nickname"].as_str().unwrap().to_owned(), entry["score"].as_u64().unwrap())
        });
        let expected = [("zoë", 80), ("ann", 79), ("Bob", 65)];
        assert!(entries.eq(expected.map(|(name, score)| (name.to_owned(), score))), "{ranking}");
    }
}

#[test]
fn every_unfinished_game_is_readable() {
    for version in VERSIONS {
        for name in ["1", "2", "script", "abandoned"] {
            let program = Program::new();
            let file = format!("autosave/{name}.ron");
            let target = program.home.path().join(&file);
            fs::create_dir_all(target.parent().unwrap()).unwrap();
            fs::copy(kept(version, "home").join(&file), target).unwrap();
            let resumed = objects(&program, "resume\nmoves\n");
            assert_eq!(resumed[0]["ok"], true, "{name}: {}", resumed[0]);
            assert_ne!(resumed[1]["reply"]["event"]["transcript"], "", "{name}");
        }
    }
}

fn run(program: &str, folder: &Path, arguments: &[&str]) -> Run {
    let own = Path::new(env!("CARGO_BIN_EXE_reversi"));
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).env_clear();
    // A match starts `reversi` by name, as it did when the file was made.
    command.env("PATH", own.parent().unwrap()).env("REVERSI_HOME", folder);
    let output = command.stdin(Stdio::null()).output().unwrap();
    output.into()
}

/// Cuts a file in the middle of a line, as a kill does.
fn cut(file: &Path, lines: usize) {
    let whole = fs::read_to_string(file).unwrap();
    let kept: Vec<&str> = whole.split_inclusive('\n').take(lines).collect();
    let next = whole.split_inclusive('\n').nth(lines).unwrap();
    fs::write(file, kept.concat() + &next[..next.len() / 2]).unwrap();
}

/// The output of each job, the number of lines to keep, and the program with its arguments.
const RESUMABLE: &[(&str, usize, &[&str])] = &[
    (
        "solve.json",
        3,
        &["reversi", "solve", "positions.obf", "--json", "--reproducible", "--all-moves"],
    ),
    ("solve.txt", 4, &["reversi", "solve", "positions.obf"]),
    (
        "match.txt",
        2,
        &[
            "reversi",
            "match",
            "a=gtp:reversi gtp --level 1 --seed 1",
            "b=gtp:reversi gtp --level 1 --seed 2",
            "--games",
            "4",
        ],
    ),
    (
        "match.ggf",
        3,
        &[
            "reversi",
            "match",
            "a=gtp:reversi gtp --level 1 --seed 1",
            "b=gtp:reversi gtp --level 1 --seed 2",
            "--games",
            "4",
        ],
    ),
    (
        "games",
        4,
        &[
            "trainer",
            "selfplay",
            "--games",
            "6",
            "--depth",
            "2",
            "--exact-from",
            "6",
            "--end-from",
            "6",
            "--seed",
            "1",
            "--zero-weights",
        ],
    ),
    (
        "positions",
        100,
        &["trainer", "label", "games", "--depth", "0", "--exact-from", "6", "--zero-weights"],
    ),
    ("searches", 5, &["trainer", "probcut", "--positions", "1", "--depth", "4", "--zero-weights"]),
    (
        "errors",
        3,
        &["trainer", "test", "held-out", "--exact", "1", "--midgame", "0", "--zero-weights"],
    ),
    (
        "duel",
        3,
        &[
            "trainer",
            "duel",
            "--zero-weights",
            "--opponent",
            "former.weights",
            "--openings",
            "2",
            "--depth",
            "2",
            "--exact-from",
            "6",
        ],
    ),
];

#[test]
fn jobs_go_on_with_the_outputs_of_earlier_versions() {
    for version in VERSIONS {
        for &(file, lines, arguments) in RESUMABLE {
            let folder = tempfile::tempdir().unwrap();
            copy(&kept(version, "jobs"), folder.path());
            let out = folder.path().join(file);
            let program = match arguments[0] {
                #[cfg(feature = "trainer")]
                "trainer" => env!("CARGO_BIN_EXE_trainer"),
                #[cfg(not(feature = "trainer"))]
                "trainer" => continue,
                _ => env!("CARGO_BIN_EXE_reversi"),
            };
            let all: Vec<&str> =
                arguments[1..].iter().copied().chain(["--out", file, "--resume"]).collect();
            let whole = fs::read_to_string(&out).unwrap();
            let ended = run(program, folder.path(), &all);
            assert_eq!(ended.code, Some(0), "{file}: {}{}", ended.out, ended.err);
            assert_eq!(fs::read_to_string(&out).unwrap(), whole, "{file}");
            // A torn file is resumed: whole lines stay, and the number of lines is the same at the end.
            cut(&out, lines);
            let ended = run(program, folder.path(), &all);
            assert_eq!(ended.code, Some(0), "{file}: {}{}", ended.out, ended.err);
            let resumed = fs::read_to_string(&out).unwrap();
            let kept = |text: &str| text.lines().take(lines).collect::<Vec<_>>().join("\n");
            assert_eq!(kept(&resumed), kept(&whole), "{file}");
            assert_eq!(resumed.lines().count(), whole.lines().count(), "{file}");
        }
    }
}

#[test]
fn the_lines_typed_before_are_still_there() {
    for version in VERSIONS {
        let text = fs::read_to_string(kept(version, "home/history.txt")).unwrap();
        let mut history = rustyline::history::FileHistory::new();
        rustyline::history::History::load(&mut history, &kept(version, "home/history.txt"))
            .unwrap();
        let lines: Vec<&String> = history.iter().collect();
        assert_eq!(lines.len() + 1, text.lines().count());
        assert_eq!(lines.last().unwrap().as_str(), "Q");
        assert!(lines.iter().any(|line| line.contains('●')), "{lines:?}");
    }
}

#[test]
fn json_keeps_its_fields() {
    for version in VERSIONS {
        let text = fs::read_to_string(kept(version, "json.txt")).unwrap();
        let rows: Vec<(&str, &str)> = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| line.split_once(" | ").unwrap())
            .collect();
        let program = Program::new();
        let script: String = rows.iter().flat_map(|(command, _)| [command, "\n"]).collect();
        let run = program.command(&["--json", "--data-dir", "."]);
        let objects = objects_of(run, program.home.path(), &script);
        assert_eq!(objects.len(), rows.len());
        for ((command, fields), object) in rows.iter().zip(&objects) {
            assert_eq!(object["schema"], 1, "{object}");
            for field in fields.split(' ') {
                assert!(
                    object.pointer(&format!("/{field}")).is_some(),
                    "{command}: {field}: {object}"
                );
            }
        }
    }
}

fn objects_of(mut command: Command, folder: &Path, script: &str) -> Vec<Value> {
    let file = folder.join("script");
    fs::write(&file, script).unwrap();
    let output = command.current_dir(folder).stdin(fs::File::open(file).unwrap()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
