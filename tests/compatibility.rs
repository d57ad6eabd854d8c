//! This version reads the files of earlier ones: saves, the ranking, unfinished games, typed lines, and outputs of
//! resumable jobs.
//!
//! `tests/compatibility/VERSION/home` is a data folder of that version, and `jobs` has its inputs and outputs.
//! Never regenerate them: a new format needs code that still reads these files.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use support::{Program, Run, assert_has, root};

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
        let list = program.objects("T\n").remove(0);
        let saves = list["reply"]["event"]["saves"].as_array().unwrap();
        assert_eq!(saves.len(), expected.len());
        for (save, (name, game, mode, ply, turn)) in saves.iter().zip(expected) {
            let file = format!("saves/{name}.ron");
            let before = program.read(&file);
            assert!(save["error"].is_null(), "{save}");
            let found = ["name", "game", "mode", "turn"].map(|key| save[key].as_str());
            assert_eq!(found.map(|it| it.unwrap_or("none")), [name, game, mode, turn]);
            assert_eq!(save["ply"], ply, "{name}");
            let loaded = program.objects(&format!("L {name}\n")).remove(0);
            assert_eq!(loaded["ok"], true, "{loaded}");
            assert!(loaded["reply"]["event"]["saved"].as_str().unwrap().starts_with("2026-11-23"));
            assert_eq!(before, program.read(&file), "loading {name} changes its file");
        }
        for (script, shown) in [
            ("L two-people\nmoves\nU\nredo\n", &["\nd6\n"][..]),
            ("L human-like\n", &["●", "level 7"]),
            // It has twelve columns.
            ("L gravity\n", &[" l\n"]),
        ] {
            assert_has(&program.run(&[], script).with_code(0).out, shown);
        }
        // In this one, only lines win.
        program.run(&["-g", "qu"], "L quarto\n").with_code(0);
    }
}

#[test]
fn the_ranking_stays_and_grows() {
    for version in VERSIONS {
        let ranking = program(version).objects("W\n").remove(0);
        let entry =
            |(name, score): (&str, u32)| serde_json::json!({"nickname": name, "score": score});
        let expected = [("zoë", 80), ("ann", 79), ("Bob", 65)].map(entry);
        assert_eq!(ranking["reply"]["event"]["entries"], serde_json::Value::from(expected));
    }
}

#[test]
fn every_unfinished_game_is_readable() {
    for version in VERSIONS {
        for name in ["1", "2", "script", "abandoned"] {
            let program = Program::new();
            let file = format!("autosave/{name}.ron");
            fs::create_dir(program.path("autosave")).unwrap();
            fs::copy(kept(version, "home").join(&file), program.path(&file)).unwrap();
            let resumed = program.objects("resume\nmoves\n");
            assert_eq!(resumed[0]["ok"], true, "{name}: {}", resumed[0]);
            assert_ne!(resumed[1]["reply"]["event"]["transcript"], "", "{name}");
        }
    }
}

/// The output of each job, the number of lines to keep, and the command line.
const RESUMABLE: &[(&str, usize, &str)] = &[
    ("solve.json", 3, "reversi solve positions.obf --json --reproducible --all-moves"),
    ("solve.txt", 4, "reversi solve positions.obf"),
    ("match.txt", 2, MATCH),
    ("match.ggf", 3, MATCH),
    (
        "games",
        4,
        "reversi train selfplay --games 6 --depth 2 --exact-from 6 --end-from 6 --seed 1 --zero-weights",
    ),
    ("positions", 100, "reversi train label games --depth 0 --exact-from 6 --zero-weights"),
    ("searches", 5, "reversi train probcut --positions 1 --depth 4 --zero-weights"),
    ("errors", 3, "reversi train test held-out --exact 1 --midgame 0 --zero-weights"),
    (
        "duel",
        3,
        "reversi train duel --zero-weights --opponent former.weights --openings 2 --depth 2 --exact-from 6",
    ),
];

const MATCH: &str = "reversi match 'a=gtp:reversi gtp --level 1 --seed 1' \
                     'b=gtp:reversi gtp --level 1 --seed 2' --games 4";

#[test]
#[cfg(unix)]
fn jobs_go_on_with_the_outputs_of_earlier_versions() {
    let programs = Path::new(env!("CARGO_BIN_EXE_reversi")).parent().unwrap();
    for version in VERSIONS {
        for &(file, lines, job) in RESUMABLE {
            let folder = tempfile::tempdir().unwrap();
            copy(&kept(version, "jobs"), folder.path());
            let out = folder.path().join(file);
            let resumed = || {
                let mut shell = Command::new("/bin/sh");
                shell.args(["-c", &format!("{job} --out {file} --resume")]);
                shell.current_dir(folder.path()).env_clear().env("REVERSI_HOME", folder.path());
                // A match starts `reversi` by name, as it did when the file was made.
                let ended: Run = shell.env("PATH", programs).output().unwrap().into();
                assert_eq!(ended.code, Some(0), "{file}: {}{}", ended.out, ended.err);
                fs::read_to_string(&out).unwrap()
            };
            let whole = fs::read_to_string(&out).unwrap();
            assert_eq!(resumed(), whole, "{file}");
            // A torn file is resumed: whole lines stay, and the number of lines is the same at the end.
            let rows: Vec<&str> = whole.split_inclusive('\n').collect();
            let begun = rows[..lines].concat();
            fs::write(&out, begun.clone() + &rows[lines][..rows[lines].len() / 2]).unwrap();
            let resumed = resumed();
            assert!(resumed.starts_with(&begun), "{file}");
            assert_eq!(resumed.lines().count(), rows.len(), "{file}");
        }
    }
}

#[test]
fn the_lines_typed_before_are_still_there() {
    for version in VERSIONS {
        let file = kept(version, "home/history.txt");
        let text = fs::read_to_string(&file).unwrap();
        let mut history = rustyline::history::FileHistory::new();
        rustyline::history::History::load(&mut history, &file).unwrap();
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
        let rows = text.lines().filter(|line| !line.starts_with('#'));
        let rows: Vec<(&str, &str)> = rows.map(|line| line.split_once(" | ").unwrap()).collect();
        let script: String = rows.iter().flat_map(|(command, _)| [command, "\n"]).collect();
        let objects = Program::new().run_inside("--json --data-dir .", script).objects();
        assert_eq!(objects.len(), rows.len());
        for ((command, fields), object) in rows.iter().zip(&objects) {
            assert_eq!(object["schema"], 1, "{object}");
            for field in fields.split(' ') {
                let found = object.pointer(&format!("/{field}"));
                assert!(found.is_some(), "{command}: {field}: {object}");
            }
        }
    }
}
