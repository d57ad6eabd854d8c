//! Finds the texts of the program in its sources and tables.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use reversi::internals::{ARGUMENT_WORDS, COMMANDS};

use crate::support::root;

/// A text to translate, and the files that have it.
pub(crate) struct Text {
    pub(crate) context: Option<String>,
    pub(crate) english: String,
    pub(crate) plural: Option<String>,
    pub(crate) files: BTreeSet<String>,
}

type Key = (Option<String>, String);

/// Returns all texts, in the order of files.
pub(crate) fn texts() -> Vec<Text> {
    let mut found = Found::default();
    for file in sources(&root().join("src")) {
        let name = file
            .strip_prefix(root())
            .unwrap()
            .to_str()
            .unwrap()
            .replace('\\', "/");
        let source = without_tests(&fs::read_to_string(&file).unwrap());
        found.marked(&name, &source);
    }
    for (file, text) in reversi::cli::table_texts() {
        found.add(file, None, text.to_owned(), None);
    }
    let (help, placeholders) = reversi::cli::help_texts();
    for text in help {
        found.add("src/cli", None, text, None);
    }
    for name in placeholders
        .into_iter()
        .filter(|name| !ARGUMENT_WORDS.contains(&&**name))
    {
        found.add("src/cli", Some("argument"), name, None);
    }
    for info in COMMANDS {
        let word = info.words[0].to_owned();
        found.add("src/interpreter/table.rs", Some("command"), word, None);
        for argument in info.arguments {
            let name = argument.name.trim_end_matches('.');
            if name.len() > 1 && !ARGUMENT_WORDS.contains(&name) {
                let name = name.to_owned();
                found.add("src/interpreter/table.rs", Some("argument"), name, None);
            }
        }
    }
    for word in ARGUMENT_WORDS {
        found.add(
            "src/interpreter/row.rs",
            Some("word"),
            word.to_owned(),
            None,
        );
    }
    let mut texts: Vec<Text> = found.texts.into_values().collect();
    texts.sort_by(|one, other| {
        let key = |it: &Text| {
            (
                it.files.first().cloned(),
                it.context.clone(),
                it.english.clone(),
            )
        };
        key(one).cmp(&key(other))
    });
    texts
}

/// The source files, without those of tests.
fn sources(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            if name != "tests" {
                found.extend(sources(&path));
            }
        } else if path.extension().is_some_and(|ends| ends == "rs") && !name.ends_with("tests.rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The code, without comments and without the tests at its end.
fn without_tests(source: &str) -> String {
    let end = source
        .find("#[cfg(test)]\nmod tests {")
        .unwrap_or(source.len());
    let lines = source[..end].split_inclusive('\n');
    lines
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect()
}

#[derive(Default)]
struct Found {
    texts: BTreeMap<Key, Text>,
}

impl Found {
    fn add(&mut self, file: &str, context: Option<&str>, text: String, plural: Option<String>) {
        let context = context.map(str::to_owned);
        let entry = self.texts.entry((context.clone(), text.clone()));
        let known = entry.or_insert(Text {
            context,
            english: text,
            plural: None,
            files: BTreeSet::new(),
        });
        known.files.insert(file.to_owned());
        if known.plural.is_none() {
            known.plural = plural;
        }
    }

    /// Adds the texts of `tr!`, `tr_side!` and `marked!`.
    fn marked(&mut self, file: &str, source: &str) {
        for name in ["tr!(", "tr_side!(", "marked!("] {
            for (at, _) in source.match_indices(name) {
                let is_whole = !source[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
                let mut rest = source[at + name.len()..].trim_start();
                if name == "tr_side!(" {
                    rest = rest.find('"').map_or("", |at| &rest[at..]);
                }
                let Some((first, rest)) = literal(rest).filter(|_| is_whole) else {
                    continue;
                };
                let after = |sign| rest.trim_start().strip_prefix(sign).map(str::trim_start);
                if let Some((text, rest)) = after("=>").and_then(literal) {
                    let plural = rest.trim_start().strip_prefix('|').map(str::trim_start);
                    let plural = plural.and_then(literal).map(|(plural, _)| plural);
                    self.add(file, Some(&first), text, plural);
                } else {
                    let plural = after("|").and_then(literal).map(|(plural, _)| plural);
                    if name == "tr_side!(" {
                        self.add(file, Some("side"), first.clone(), plural.clone());
                    }
                    self.add(file, None, first, plural);
                }
            }
        }
    }
}

/// A string literal at the start of a text, and what follows it.
fn literal(source: &str) -> Option<(String, &str)> {
    let mut text = String::new();
    let inside = source.strip_prefix('"')?;
    let mut characters = inside.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Some((text, &inside[at + 1..])),
            '\\' => match characters.next()?.1 {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                '0' => text.push('\0'),
                'x' => {
                    let (start, _) = characters.next()?;
                    let code = inside.get(start..start + 2)?;
                    characters.next();
                    text.push(char::from(u8::from_str_radix(code, 16).ok()?));
                }
                'u' => {
                    let code = inside[at + 3..].split_once('}')?.0;
                    text.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
                    characters.by_ref().find(|(_, character)| *character == '}');
                }
                '\n' => {
                    let blank = inside[at + 2..].find(|c: char| !c.is_whitespace())?;
                    let end = at + 2 + blank;
                    while characters.clone().next().is_some_and(|(at, _)| at < end) {
                        characters.next();
                    }
                }
                other => text.push(other),
            },
            other => text.push(other),
        }
    }
    None
}
