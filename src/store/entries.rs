//! Files of named texts, which users write by hand: keys and colors. Each mistake has its place, and the other entries
//! apply.

use std::fmt;
use std::path::{Path, PathBuf};

use ron::value::RawValue;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};

use super::config::{MAX_CONFIG_BYTES, config_folder};
use super::{StoreError, document, files};
use crate::base::language::tr;
use crate::base::text::printable;

/// The maximum number of files in a folder of the user.
const MAX_FILES: usize = 100;

/// A part of a file, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located<T> {
    pub value: T,
    /// Counted from 1, like the column.
    line: usize,
    column: usize,
}

/// One entry: `name: "text"` or `name: ["text", "text"]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEntry {
    pub name: Located<String>,
    pub texts: Located<Vec<String>>,
}

/// The entries of a file. Each name is there once.
#[derive(Debug, Default)]
pub struct EntryFile {
    path: PathBuf,
    pub entries: Vec<FileEntry>,
    pub mistakes: Vec<StoreError>,
}

impl EntryFile {
    /// Reads a file in the user's configuration folder. A missing file has no entries.
    pub fn read(path: &Path) -> Self {
        match files::read(path, MAX_CONFIG_BYTES) {
            Ok(text) => Self::parse(path, text.trim_start_matches('\u{feff}')),
            Err(error) => Self {
                path: path.to_owned(),
                mistakes: Some(error)
                    .filter(|error| !error.is_not_found())
                    .into_iter()
                    .collect(),
                ..Self::default()
            },
        }
    }

    fn parse(path: &Path, text: &str) -> Self {
        let mut parsed = Self {
            path: path.to_owned(),
            ..Self::default()
        };
        match ron::from_str::<RawEntries<'_>>(text) {
            Ok(RawEntries(entries)) => {
                for (name, value) in entries {
                    parsed.add(text, name, value);
                }
            }
            Err(error) => parsed.mistakes.push(document::damaged(path)(error)),
        }
        parsed
    }

    fn add(&mut self, text: &str, name: &str, value: &RawValue) {
        let value = value.trim();
        let name = placed(text, name, name.to_owned());
        let texts = match value.into_rust() {
            Ok(OneOrMore::One(text)) => Some(vec![text]),
            Ok(OneOrMore::More(texts)) => Some(texts).filter(|texts| !texts.is_empty()),
            Err(_) => None,
        };
        let place = placed(text, value.get_ron(), ());
        let Some(texts) = texts else {
            let reason = tr!("expected text in quotes, or a list of texts");
            return self.reject(&place, reason);
        };
        if self
            .entries
            .iter()
            .any(|entry| entry.name.value == name.value)
        {
            let field = printable(&name.value).limited(40).to_string();
            return self.reject(&name, &tr!("{field} is given twice", field));
        }
        self.entries.push(FileEntry {
            name,
            texts: Located {
                value: texts,
                line: place.line,
                column: place.column,
            },
        });
    }

    /// Adds a mistake about the whole file.
    pub fn reject_file(&mut self, reason: &str) {
        let start = Located {
            value: (),
            line: 1,
            column: 1,
        };
        self.reject(&start, reason);
    }

    /// Adds a mistake at a place of the file.
    pub fn reject<T>(&mut self, place: &Located<T>, reason: &str) {
        self.mistakes.push(StoreError::Damaged {
            path: self.path.clone(),
            line: place.line,
            column: place.column,
            reason: document::reason_of(reason),
        });
    }
}

/// Adds the place of a part of a text.
fn placed<T>(text: &str, part: &str, value: T) -> Located<T> {
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    let before = text.get(..start).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    Located {
        value,
        line: before.matches('\n').count() + 1,
        column: line.chars().count() + 1,
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

/// The names and values as they are in the file, so that their places are known.
struct RawEntries<'a>(Vec<(&'a str, &'a RawValue)>);

impl<'de> Deserialize<'de> for RawEntries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_struct("entries", &[], EntryVisitor)
            .map(Self)
    }
}

struct EntryVisitor;

impl<'de> Visitor<'de> for EntryVisitor {
    type Value = Vec<(&'de str, &'de RawValue)>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("entries in parentheses")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some((EntryName(name), value)) = map.next_entry()? {
            entries.push((name, value));
        }
        Ok(entries)
    }
}

struct EntryName<'a>(&'a str);

impl<'de> Deserialize<'de> for EntryName<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_identifier(NameVisitor).map(Self)
    }
}

struct NameVisitor;

impl<'de> Visitor<'de> for NameVisitor {
    type Value = &'de str;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a name")
    }

    fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok(name)
    }
}

/// Returns the path of the user's file of keys; `None` without a home folder.
pub fn keys_path() -> Option<PathBuf> {
    Some(config_folder()?.join("keys.ron"))
}

/// Returns the folder of the user's theme files; `None` without a home folder.
pub fn themes_folder() -> Option<PathBuf> {
    Some(config_folder()?.join("themes"))
}

/// Returns the user's theme files with the names of their themes, in alphabetical order.
pub fn theme_files() -> Vec<(String, PathBuf)> {
    let listed = themes_folder().and_then(|folder| std::fs::read_dir(folder).ok());
    let paths = listed.into_iter().flatten().flatten();
    let named = paths.filter_map(|entry| {
        let path = entry.path();
        let is_ron = path.extension().is_some_and(|extension| extension == "ron");
        let name = path.file_stem()?.to_string_lossy().into_owned();
        (is_ron && !name.starts_with('.')).then_some((name, path))
    });
    let mut files: Vec<_> = named.take(MAX_FILES).collect();
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> (Vec<(String, Vec<String>)>, Vec<String>) {
        let EntryFile {
            entries, mistakes, ..
        } = EntryFile::parse(Path::new("keys.ron"), text);
        let entries = entries.into_iter();
        (
            entries
                .map(|entry| (entry.name.value, entry.texts.value))
                .collect(),
            mistakes.iter().map(ToString::to_string).collect(),
        )
    }

    #[test]
    fn entries_are_texts_or_lists_of_texts() {
        let (entries, mistakes) =
            parse("// Mine.\n(\n  undo: \"u\", /* both */\n  new: [\"N\", \"F3\"],\n)\n");
        assert_eq!(mistakes, [""; 0]);
        let expected = [
            ("undo".to_owned(), vec!["u".to_owned()]),
            ("new".to_owned(), vec!["N".to_owned(), "F3".to_owned()]),
        ];
        assert_eq!(entries, expected);
        assert_eq!(parse("()"), (Vec::new(), Vec::new()));
    }

    #[test]
    fn a_wrong_entry_has_its_place_and_the_others_apply() {
        let text = "(\n  undo: 5,\n  redo: [\n    \"r\"],\n  hint: [],\n  é: // why\n    x(1),\n  redo: \"r\")";
        let (entries, mistakes) = parse(text);
        assert_eq!(entries, [("redo".to_owned(), vec!["r".to_owned()])]);
        let places = [
            "2:9: expected text",
            "5:9: expected text",
            "7:5: expected",
            "8:3: redo is given twice",
        ];
        assert_eq!(mistakes.len(), places.len(), "{mistakes:?}");
        for (mistake, place) in mistakes.iter().zip(places) {
            assert!(
                mistake.starts_with(&format!("keys.ron:{place}")),
                "{mistake}"
            );
        }
    }

    #[test]
    fn a_file_that_does_not_parse_has_one_mistake_and_no_entries() {
        for (text, place) in [
            ("", "1:1: "),
            ("{}", "1:1: "),
            ("(undo: \"u\"", "1:"),
            ("(undo: \"u\" redo: \"r\")", "1:12: "),
            ("(\n undo: \"u)", "2:"),
            ("(undo: \"u\") x", "1:"),
        ] {
            let (entries, mistakes) = parse(text);
            assert!(
                entries.is_empty() && mistakes.len() == 1,
                "{text}: {mistakes:?}"
            );
            assert!(
                mistakes[0].starts_with(&format!("keys.ron:{place}")),
                "{text}: {mistakes:?}"
            );
        }
        assert_eq!(parse(&"(a:".repeat(10_000)).1.len(), 1);
        let (_, mistakes) = parse("(\u{1b}[2J: \"x\")");
        assert!(
            mistakes[0]
                .chars()
                .all(crate::base::text::printable::is_printable)
        );
    }
}
