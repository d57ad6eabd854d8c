//! The rooms of the house know only those below them: read off the `use` lines and paths in the
//! source.

use std::fs;
use std::path::{Path, PathBuf};

/// Each room with those it may name. What is not listed here has no place in src yet.
const ROOMS: &[(&str, &[&str])] = &[
    (
        "main",
        &["cli", "screens", "protocols", "jobs", "matches", "session", "store", "engine", "games"],
    ),
    ("bin", &["cli", "training", "engine"]),
    (
        "cli",
        &["training", "matches", "analysis", "records", "session", "players", "engine", "games"],
    ),
    ("screens", &["interpreter", "analysis", "session", "store", "players", "engine", "games"]),
    ("protocols", &["records", "players", "engine", "games"]),
    (
        "jobs",
        &[
            "interpreter",
            "matches",
            "analysis",
            "records",
            "session",
            "store",
            "players",
            "engine",
            "games",
        ],
    ),
    ("interpreter", &["analysis", "records", "session", "store", "players", "engine", "games"]),
    ("store", &["session", "players", "records", "engine", "games"]),
    ("training", &["players", "engine"]),
    ("matches", &["players", "records", "engine", "games"]),
    ("session", &["players", "engine", "games"]),
    ("analysis", &["engine", "games"]),
    ("records", &["engine", "games"]),
    ("players", &["engine", "games"]),
    // Only position.rs makes positions of games; the rest of the engine stands on the ground.
    ("engine", &["games"]),
    ("games", &[]),
];

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// The room a file belongs to: the first part of its path in src.
fn room_of(file: &Path, src: &Path) -> String {
    let inside = file.strip_prefix(src).unwrap();
    let first = inside.components().next().unwrap().as_os_str().to_str().unwrap();
    first.trim_end_matches(".rs").to_owned()
}

/// The rooms that a source names, by `crate::room`, or by `reversi::room` in main.rs and bin.
fn named_rooms(source: &str, room: &str) -> Vec<(usize, String)> {
    let prefix = if matches!(room, "main" | "bin") { "reversi::" } else { "crate::" };
    let mut named = Vec::new();
    for (number, line) in (1..).zip(source.lines()) {
        let code = line.split("//").next().unwrap();
        for (start, _) in code.match_indices(prefix) {
            let rest = &code[start + prefix.len()..];
            // `use crate::{...}` would hide the rooms from this test.
            assert!(!rest.starts_with('{'), "name each room on a line of its own: {line}");
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            named.push((number, rest[..end.unwrap_or(rest.len())].to_owned()));
        }
    }
    named
}

#[test]
fn no_room_imports_upwards() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut seen = 0;
    for file in files(&src) {
        let room = room_of(&file, &src);
        if room == "lib" {
            continue;
        }
        let allowed = ROOMS.iter().find(|(name, _)| *name == room);
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("{room} has no place in the house"));
        let source = fs::read_to_string(&file).unwrap();
        for (number, named) in named_rooms(&source, &room) {
            seen += 1;
            assert!(
                named == room || allowed.contains(&named.as_str()),
                "{}:{number}: {room} must not know {named}",
                file.display()
            );
        }
    }
    assert!(seen > 30, "only {seen} imports found: the test doesn't see them");
}

#[test]
fn only_position_ties_the_engine_to_the_games() {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engine");
    for file in files(&engine) {
        let source = fs::read_to_string(&file).unwrap();
        let names_games = named_rooms(&source, "engine").iter().any(|(_, room)| room == "games");
        assert!(!names_games || file.ends_with("position.rs"), "{}", file.display());
    }
}

#[test]
fn nothing_below_the_front_ends_prints() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in files(&src) {
        let room = room_of(&file, &src);
        if matches!(room.as_str(), "screens" | "protocols" | "jobs" | "training" | "main" | "bin") {
            continue;
        }
        let source = fs::read_to_string(&file).unwrap();
        for call in ["println!", "print!", "eprintln!", "eprint!", "stdout()", "stderr()", "dbg!"] {
            assert!(!source.contains(call), "{}: {call}", file.display());
        }
    }
}

#[test]
fn every_file_says_what_it_is_for() {
    for folder in ["src", "tests", "examples", "benches"] {
        for file in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)) {
            let source = fs::read_to_string(&file).unwrap();
            assert!(source.starts_with("//! "), "{}", file.display());
        }
    }
}
