//! The embedded catalogs, in two parts each, which are unpacked when a text of theirs is needed.
//! `build/catalogs.rs` describes the format.

use std::sync::OnceLock;

use super::{Language, current};
use crate::base::text::fnv1a;

/// The words of arguments that name a side.
const COLORS: [&str; 4] = ["black", "red", "white", "yellow"];

/// The texts that a start may show, and the others.
type Catalogs = [Packed; 2];

struct Packed {
    bytes: &'static [u8],
    unpacked: OnceLock<Catalog>,
}

/// English words, each with the words of the language for it.
type WordPairs = Vec<(&'static str, Vec<&'static str>)>;

struct Catalog {
    /// The hashes of keys with their translations, in order.
    texts: Vec<(u32, &'static str)>,
    /// The English word of each command, with its words in the language.
    commands: WordPairs,
    /// The English words of arguments, with their words in the language.
    arguments: WordPairs,
}

#[cfg(feature = "cli")]
macro_rules! embedded {
    ($name:literal) => {{
        static CATALOGS: Catalogs = [
            Packed::new(include_bytes!(concat!(
                env!("OUT_DIR"),
                "/",
                $name,
                ".first"
            ))),
            Packed::new(include_bytes!(concat!(
                env!("OUT_DIR"),
                "/",
                $name,
                ".rare"
            ))),
        ];
        Some(&CATALOGS)
    }};
}

/// Only the programs have catalogs.
#[cfg(not(feature = "cli"))]
fn catalogs(_: Language) -> Option<&'static Catalogs> {
    None
}

#[cfg(feature = "cli")]
fn catalogs(language: Language) -> Option<&'static Catalogs> {
    match language {
        Language::English => None,
        Language::PtPt => embedded!("pt_PT"),
        Language::PtBr => embedded!("pt_BR"),
        Language::Spanish => embedded!("es"),
    }
}

/// The catalog with the words of commands and arguments, which help and advice at a start need.
fn with_words(language: Language) -> Option<&'static Catalog> {
    catalogs(language).map(|[first, _]| first.catalog())
}

impl Packed {
    const fn new(bytes: &'static [u8]) -> Self {
        Self {
            bytes,
            unpacked: OnceLock::new(),
        }
    }

    fn catalog(&self) -> &Catalog {
        self.unpacked.get_or_init(|| Catalog::unpacked(self.bytes))
    }
}

impl Catalog {
    fn unpacked(packed: &[u8]) -> Self {
        let bytes = miniz_oxide::inflate::decompress_to_vec(packed).unwrap_or_default();
        let bytes: &'static [u8] = bytes.leak();
        let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap_or_default());
        let count = bytes.get(..4).map_or(0, word) as usize;
        let (hashes, texts) = bytes
            .get(4..)
            .unwrap_or_default()
            .split_at_checked(4 * count)
            .unwrap_or_default();
        let texts = std::str::from_utf8(texts).unwrap_or_default();
        let mut each = texts.split_terminator('\0');
        let hashes = hashes.chunks_exact(4).map(word);
        let texts = hashes.zip(each.by_ref().take(count)).collect();
        let mut commands = Vec::new();
        let mut arguments = Vec::new();
        while let (Some(key), Some(translation)) = (each.next(), each.next()) {
            match key.split_once('\u{4}') {
                Some(("command", word)) => {
                    commands.push((word, translation.split_whitespace().collect()));
                }
                Some(("word", word)) => {
                    arguments.push((word, translation.split_whitespace().collect()));
                }
                _ => {}
            }
        }
        Self {
            texts,
            commands,
            arguments,
        }
    }
}

pub fn find(language: Language, context: Option<&str>, text: &str) -> Option<&'static str> {
    let catalogs = catalogs(language)?;
    let hash = match context {
        Some(context) => fnv1a(format!("{context}\u{4}{text}")),
        None => fnv1a(text),
    };
    catalogs.iter().find_map(|packed| {
        let texts = &packed.catalog().texts;
        let found = texts.binary_search_by_key(&hash, |(hash, _)| *hash).ok()?;
        texts.get(found).map(|(_, translation)| *translation)
    })
}

/// Returns the English word of a command for a word of the current language, in any case.
pub fn command_word(word: &str) -> Option<&'static str> {
    english_word(&with_words(current())?.commands, word)
}

/// Returns the words of the current language for a command, by its English word.
pub fn translated_command_words(english: &str) -> &'static [&'static str] {
    words_for(
        with_words(current()).map(|catalog| &catalog.commands),
        english,
    )
}

/// Returns the English word of an argument for a word of the current language, in any case: `list`.
pub fn argument_word(word: &str) -> Option<&'static str> {
    english_word(&with_words(current())?.arguments, word)
}

/// Returns the words of the current language for a word of an argument, by its English word.
pub fn translated_argument_words(english: &str) -> &'static [&'static str] {
    words_for(
        with_words(current()).map(|catalog| &catalog.arguments),
        english,
    )
}

/// Returns the English word for a color of a side for a word of any language, in any case. One letter counts in the current language only.
pub fn color_word(word: &str) -> Option<&'static str> {
    let is_letter = word.chars().nth(1).is_none();
    let others = Language::ALL.into_iter().filter(|_| !is_letter);
    [current()].into_iter().chain(others).find_map(|language| {
        let english = english_word(&with_words(language)?.arguments, word)?;
        COLORS.contains(&english).then_some(english)
    })
}

fn english_word(words: &WordPairs, word: &str) -> Option<&'static str> {
    let lower = word.to_lowercase();
    words
        .iter()
        .find(|(_, here)| here.contains(&&*lower))
        .map(|(english, _)| *english)
}

fn words_for(words: Option<&'static WordPairs>, english: &str) -> &'static [&'static str] {
    let words = words.map_or(&[][..], |words| words);
    words
        .iter()
        .find(|(word, _)| *word == english)
        .map_or(&[], |(_, here)| here)
}
