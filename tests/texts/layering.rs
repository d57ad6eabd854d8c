//! Rooms import only lower rooms, according to the `use` lines and paths in the source.

mod imports;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use imports::Room;

/// The rooms with the rooms that they import: all of them, and no others. Rooms that are not listed are not
/// allowed.
const ROOMS: &[(&str, &str)] = &[
    ("main", "cli"),
    (
        "python",
        "analysis records players book engine games files language",
    ),
    ("capi", "records players engine games"),
    (
        "cli",
        "screens desk interpreter jobs run protocols training report study session store players book records engine games \
         terminal files system language text",
    ),
    (
        "screens",
        "desk interpreter study report analysis session store players games terminal system language text",
    ),
    (
        "desk",
        "interpreter study analysis session store players book games language",
    ),
    (
        "protocols",
        "records players book engine games files system text",
    ),
    (
        "jobs",
        "run matches report study analysis records store players book engine games terminal files language text",
    ),
    (
        "interpreter",
        "study report analysis records session store players book engine games files language text",
    ),
    (
        "study",
        "analysis book records store players engine games language text",
    ),
    ("store", "session games files system language text"),
    (
        "training",
        "run matches players engine games terminal files text",
    ),
    (
        "run",
        "matches records engine games files system language text",
    ),
    (
        "matches",
        "players records book engine games system language text",
    ),
    ("session", "records players book games language text"),
    (
        "report",
        "study analysis records players games language text",
    ),
    ("analysis", "engine games language text"),
    ("records", "engine games files language text"),
    ("players", "book engine games language text"),
    ("book", "engine games language text"),
    // Positions of games, and moves of searches. The rest of the engine imports no room.
    ("engine", "games"),
    ("games", ""),
    ("files", "system language text"),
    ("terminal", "system text"),
    ("system", ""),
    ("language", "text"),
    ("text", "system"),
];

fn folder(inside: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(inside)
}

/// The source without its tests.
fn code(file: &Path) -> String {
    let mut source = fs::read_to_string(file).unwrap();
    source.truncate(
        source
            .find("#[cfg(test)]\nmod tests")
            .unwrap_or(source.len()),
    );
    source
}

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

const FLOORS: [&str; 2] = ["base", "tools"];

/// The room of a file: the first part of its path in src, or the second one on a floor.
fn room_of(file: &Path, src: &Path) -> String {
    let inside = file.strip_prefix(src).unwrap();
    let mut parts = inside.iter().map(|part| part.to_str().unwrap());
    let room = parts.find(|part| !FLOORS.contains(part)).unwrap();
    if room == "mod.rs" {
        "lib".to_owned()
    } else {
        room.trim_end_matches(".rs").to_owned()
    }
}

/// The rooms in a source, by `crate::room`, or by `reversi::room` in main.rs and bin.
fn named_rooms(source: &str, room: &str) -> Vec<(usize, String)> {
    let prefix = if room == "main" {
        "reversi::"
    } else {
        "crate::"
    };
    let mut named = Vec::new();
    for (number, line) in (1..).zip(source.lines()) {
        let code = line.split("//").next().unwrap();
        for (start, _) in code.match_indices(prefix) {
            let rest = &code[start + prefix.len()..];
            let inner = FLOORS
                .iter()
                .find_map(|floor| rest.strip_prefix(floor)?.strip_prefix("::"));
            let rest = inner.unwrap_or(rest);
            // `use crate::{...}` would hide rooms from this test.
            assert!(
                !rest.starts_with('{'),
                "name each room on a line of its own: {line}"
            );
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            named.push((number, rest[..end.unwrap_or(rest.len())].to_owned()));
        }
    }
    named
}

#[test]
fn rooms_import_what_they_may_and_nothing_else() {
    let src = folder("src");
    let mut imported: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for file in files(&src) {
        let room = room_of(&file, &src);
        if room == "lib" {
            continue;
        }
        let (room, allowed) = ROOMS
            .iter()
            .find(|(name, _)| *name == room)
            .unwrap_or_else(|| panic!("{room} is not a room"));
        let last_line_of_code = code(&file).lines().count();
        for (number, named) in named_rooms(&fs::read_to_string(&file).unwrap(), room) {
            assert!(
                named == *room || allowed.split(' ').any(|other| other == named),
                "{}:{number}: {room} must not import {named}",
                file.display()
            );
            if number <= last_line_of_code {
                imported.entry(room).or_default().insert(named);
            }
        }
    }
    for (room, allowed) in ROOMS {
        for other in allowed.split_whitespace() {
            let is_needed = imported
                .get(room)
                .is_some_and(|needed| needed.contains(other));
            assert!(
                is_needed,
                "{room} may import {other} but doesn't: remove it from the list"
            );
        }
    }
}

#[test]
fn no_modules_of_a_room_import_each_other_in_a_circle() {
    let src = folder("src");
    let all = files(&src);
    for (room, _) in ROOMS {
        let files = all.iter().filter(|file| room_of(file, &src) == *room);
        let sources = files.map(|file| {
            (
                file.strip_prefix(&src).unwrap(),
                fs::read_to_string(file).unwrap(),
            )
        });
        let circles = Room::of(sources).circles();
        assert!(
            circles.is_empty(),
            "import each other in a circle: {circles:?}"
        );
    }
}

#[test]
fn a_screen_is_one_folder_that_only_the_choice_of_screens_names() {
    let screens = folder("src/screens");
    for file in files(&screens) {
        let inside = file.strip_prefix(&screens).unwrap();
        let of = inside
            .iter()
            .next()
            .unwrap()
            .to_str()
            .unwrap()
            .trim_end_matches(".rs");
        if of == "mod" || of == "words" {
            continue;
        }
        let source = fs::read_to_string(&file).unwrap();
        for folder in ["full", "prompt", "window"]
            .into_iter()
            .filter(|folder| *folder != of)
        {
            for path in [format!("super::{folder}::"), format!("screens::{folder}::")] {
                assert!(!source.contains(&path), "{}: {path}", file.display());
            }
        }
    }
}

#[test]
fn what_the_copies_of_the_engine_contain_knows_no_games() {
    for file in files(&folder("src/engine")) {
        let source = fs::read_to_string(&file).unwrap();
        let names_games = named_rooms(&source, "engine")
            .iter()
            .any(|(_, room)| room == "games");
        let is_outside = ["of_game.rs", "found.rs", "dispatch.rs", "many.rs"];
        let is_outside = is_outside.iter().any(|name| file.ends_with(name));
        assert!(!names_games || is_outside, "{}", file.display());
    }
}

/// Only the `system` room calls Unix, and the engine, which has no other packages, Linux. Tests are exempt.
#[test]
fn two_files_call_unix() {
    let src = folder("src");
    let calls = [
        "rustix::",
        "libc::",
        "signal_hook",
        "os::unix",
        "extern \"C\"",
    ];
    // Compiled for tests only.
    let of_tests = ["files/rehearsal.rs", "store/rehearsals.rs"];
    let mut found = files(&src);
    found.retain(|file| {
        let source = code(file);
        calls.iter().any(|call| source.contains(call))
            && !of_tests.iter().any(|test| file.ends_with(test))
            // Its functions are called by C.
            && room_of(file, &src) != "capi"
    });
    found.sort();
    assert_eq!(
        found,
        ["base/system/unix.rs", "engine/table.rs"].map(|file| src.join(file))
    );
}

/// Unsafe code is where a pointer from C, a processor or the system is.
#[test]
fn only_some_rooms_have_unsafe_code() {
    let src = folder("src");
    for file in files(&src) {
        let is_allowed = ["engine", "system", "capi"].contains(&&*room_of(&file, &src));
        let source = fs::read_to_string(&file).unwrap();
        assert!(
            is_allowed || !source.contains("unsafe {"),
            "{}",
            file.display()
        );
    }
}

#[test]
fn nothing_below_the_front_ends_prints() {
    let src = folder("src");
    let printing = [
        "screens",
        "protocols",
        "jobs",
        "training",
        "terminal",
        "cli",
        "run",
        "system",
    ];
    for file in files(&src) {
        if printing.contains(&room_of(&file, &src).as_str()) {
            continue;
        }
        let source = fs::read_to_string(&file).unwrap();
        for call in [
            "println!",
            "print!",
            "eprintln!",
            "eprint!",
            "stdout()",
            "stderr()",
            "dbg!",
        ] {
            assert!(!source.contains(call), "{}: {call}", file.display());
        }
    }
}

#[test]
fn every_file_says_what_it_is_for() {
    for file in ["src", "tests", "examples", "benches"]
        .iter()
        .flat_map(|name| files(&folder(name)))
    {
        assert!(
            fs::read_to_string(&file).unwrap().starts_with("//! "),
            "{}",
            file.display()
        );
    }
}
