//! The libraries for Rust, Python and C: what they share has the names that the list says.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{check_current, root};

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            paths.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(path);
        }
    }
    paths
}

/// The words of all sources in a folder.
fn text_of(folder: &str) -> String {
    let paths = sources(&root().join(folder));
    let texts = paths.iter().map(|path| fs::read_to_string(path).unwrap());
    texts.collect()
}

/// Whether a text declares the last part of a name, such as `Position::turned`.
fn declares(text: &str, name: &str) -> bool {
    let last = name.rsplit([':', '.']).next().unwrap();
    let kinds = ["fn", "struct", "enum", "trait", "const", "def", "class"];
    kinds.iter().any(|kind| {
        let start = format!("{kind} {last}");
        text.match_indices(&start).any(|(at, _)| {
            let rest = &text[at + start.len()..];
            !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        })
    })
}

#[test]
fn the_names_of_the_list_exist() {
    let list = read("docs/library.md");
    let rust: String = ["games", "engine", "records", "analysis", "players"]
        .map(|room| text_of(&format!("src/{room}")))
        .concat();
    let python = read("src/python/reversi_engine/__init__.pyi");
    let c = read("src/capi/reversi.h");
    let mut names = 0;
    for line in list.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let cells: Vec<&str> = line.split('|').skip(2).collect();
        for (language, cell) in ["rust", "python", "c"].iter().zip(cells) {
            for name in cell.split('`').skip(1).step_by(2) {
                names += 1;
                let exists = match *language {
                    "rust" => declares(&rust, name),
                    "python" => declares(&python, name),
                    _ => c.contains(&format!("{name}(")) || c.contains(&format!("{name} {{")),
                };
                assert!(exists, "{language} has no {name}");
            }
        }
    }
    assert!(names > 50, "{names}");
}

/// The functions that a text declares, in Rust or in C.
fn functions<'a>(text: &'a str, before: &str) -> BTreeSet<&'a str> {
    let name = |rest: &'a str| rest.split('(').next().unwrap().trim();
    let parts = text.split(before).skip(1);
    parts
        .map(name)
        .filter(|name| name.starts_with("reversi_") && !name.contains(char::is_whitespace))
        .collect()
}

#[test]
fn the_header_declares_the_functions_of_the_room() {
    let room = text_of("src/capi");
    let header = read("src/capi/reversi.h");
    let words = header.replace(['*', '\n'], " ");
    let expected = functions(&room, "extern \"C\" fn ");
    assert!(expected.len() > 20, "{expected:?}");
    assert_eq!(functions(&words, " "), expected);
}

/// With `UPDATE=1`, it writes the header.
#[test]
#[ignore = "needs cbindgen, which .ci/run installs"]
fn the_header_is_current() {
    let folder = tempfile::tempdir().unwrap();
    // cbindgen reads one file: the room is in several.
    let whole = folder.path().join("capi.rs");
    let files = ["border", "position", "engine", "many", "records"];
    let source = |name: &str| {
        let text = read(&format!("src/capi/{name}.rs"));
        let lines = text.lines().filter(|line| !line.starts_with("//!"));
        lines.collect::<Vec<_>>().join("\n") + "\n"
    };
    fs::write(&whole, files.map(source).concat()).unwrap();
    let output = Command::new("cbindgen")
        .arg("--config")
        .arg(root().join("src/capi/cbindgen.toml"))
        .arg(&whole)
        .output()
        .expect("cbindgen: cargo install cbindgen");
    let warnings = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{warnings}");
    check_current(
        "src/capi/reversi.h",
        &String::from_utf8(output.stdout).unwrap(),
    );
}
