//! The examples in the documents: runs with their output, and command lines.
//!
//! Fenced blocks are of these kinds:
//! - `console`: lines `$ COMMAND`, each followed by its exact output (standard output, then standard error). The
//!   shell runs every command in a folder with a copy of `examples/files` and its own data folder. A line `...`
//!   stands for any lines.
//! - `sh`: command lines that take long or need other programs. They are not run, but their options are checked.
//! - `text` and others: illustrations.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Program, Run, listing, root};

pub(crate) struct Block<'a> {
    /// The word after the fence.
    pub(crate) kind: &'a str,
    /// The number of the line after the fence, from 1.
    pub(crate) line: usize,
    pub(crate) text: String,
}

/// The pages of the manual, including generated ones.
pub(crate) fn pages() -> Vec<PathBuf> {
    let files = |folder| fs::read_dir(root().join(folder)).unwrap();
    let docs = files("docs")
        .chain(files("docs/dev"))
        .map(|entry| entry.unwrap().path());
    let top = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root().join(name));
    let is_page = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    let mut pages: Vec<PathBuf> = docs.filter(is_page).chain(top).collect();
    pages.sort();
    pages
}

pub(crate) fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in page.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(kind)) => {
                open = Some(Block {
                    kind: kind.trim(),
                    line: number + 2,
                    text: String::new(),
                });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => block.text.extend([line, "\n"]),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block has no end");
    blocks
}

pub(crate) struct Example {
    pub(crate) command: String,
    pub(crate) output: String,
}

pub(crate) fn examples(block: &Block) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for line in block.text.lines() {
        match (line.strip_prefix("$ "), examples.last_mut()) {
            (Some(command), _) => {
                examples.push(Example {
                    command: command.to_owned(),
                    output: String::new(),
                });
            }
            (None, Some(example)) => example.output.extend([line, "\n"]),
            (None, None) => panic!("line {}: a console block begins with $", block.line),
        }
    }
    examples
}

/// A folder with the example files, in which commands run in sequence, and a data folder.
pub(crate) struct Folder {
    place: Program,
    home: Program,
}

impl Folder {
    pub(crate) fn new() -> Self {
        let (place, home) = (Program::new(), Program::new());
        fs::create_dir_all(place.path("examples/files")).unwrap();
        let files = root().join("examples/files");
        for name in listing(&files) {
            fs::copy(files.join(&name), place.path("examples/files").join(&name)).unwrap();
        }
        Self { place, home }
    }

    pub(crate) fn run(&self, command: &str) -> String {
        let programs = Path::new(env!("CARGO_BIN_EXE_reversi")).parent().unwrap();
        let mut shell = Command::new("sh");
        shell
            .args(["-c", command])
            .current_dir(self.place.home.path())
            .env_clear();
        shell.env("PATH", format!("{}:/usr/bin:/bin", programs.display()));
        shell
            .env("REVERSI_HOME", self.home.home.path())
            .env("TZ", "UTC");
        let Run { mut out, err, .. } = shell.output().unwrap().into();
        out += &err;
        if !out.is_empty() && !out.ends_with('\n') {
            out.push('\n');
        }
        out
    }
}

/// Compares an output with the documented one, where a line `...` stands for any lines.
pub(crate) fn matches(shown: &str, actual: &str) -> bool {
    fn go(shown: &[&str], actual: &[&str]) -> bool {
        match shown.split_first() {
            None => actual.is_empty(),
            Some((&"...", rest)) => (0..=actual.len()).any(|count| go(rest, &actual[count..])),
            Some((line, rest)) => actual.first() == Some(line) && go(rest, &actual[1..]),
        }
    }
    go(
        &shown.lines().collect::<Vec<_>>(),
        &actual.lines().collect::<Vec<_>>(),
    )
}

/// The command lines of `reversi` in a shell script, as words.
pub(crate) fn command_lines(script: &str) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    for line in script.replace("\\\n", " ").lines() {
        let mut command: Vec<String> = Vec::new();
        for word in words(line).into_iter().chain(["|".to_owned()]) {
            match word.as_str() {
                "|" | "||" | "&&" | ";" | ">" | ">>" | "<" | "&" | "do" | "time" | "(" => {
                    lines.push(std::mem::take(&mut command));
                }
                _ if command.is_empty() && word.contains('=') && !word.contains('/') => {}
                _ => command.push(word),
            }
        }
    }
    let is_ours = |line: &Vec<String>| {
        let name = line
            .first()
            .map(|word| word.rsplit('/').next().unwrap_or_default());
        name == Some("reversi")
    };
    lines.into_iter().filter(is_ours).collect()
}

/// Splits a shell line; operators are words, `#` starts a comment.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in line.chars() {
        match (quote, letter) {
            (Some(end), _) if letter == end => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, '#') if word.is_none() => break,
            (None, '|' | ';' | '<' | '>' | '&' | '(' | ')') => {
                words.extend(word.take());
                words.push(letter.to_string());
            }
            (None, ' ' | '\t') => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}
