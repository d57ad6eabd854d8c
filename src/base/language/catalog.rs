//! The embedded catalogs, in two parts each, which are unpacked when a text of theirs is needed.
//! `build/catalogs.rs` describes the format.

use std::sync::OnceLock;

use super::{Language, current};
use crate::base::text::fnv1a;

/// The texts that a start may show, and the others.
type Catalogs = [Packed; 2];

struct Packed {
    bytes: &'static [u8],
    unpacked: OnceLock<Catalog>,
}

struct Catalog {
    /// The hashes of keys with their translations, in order.
    texts: Vec<(u32, &'static str)>,
    /// The English word of each command, with its words in the language.
    commands: Vec<(&'static str, Vec<&'static str>)>,
    /// The English texts of errors with their translations.
    errors: Vec<(&'static str, &'static str)>,
}

#[cfg(feature = "cli")]
macro_rules! embedded {
    ($name:literal) => {{
        static CATALOGS: Catalogs = [
            Packed::new(include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".first"))),
            Packed::new(include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".rare"))),
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

/// The catalog with the words of commands, and with errors.
fn with_english(language: Language) -> Option<&'static Catalog> {
    catalogs(language).map(|[_, rare]| rare.catalog())
}

impl Packed {
    const fn new(bytes: &'static [u8]) -> Self {
        Self { bytes, unpacked: OnceLock::new() }
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
        let (hashes, texts) =
            bytes.get(4..).unwrap_or_default().split_at_checked(4 * count).unwrap_or_default();
        let texts = std::str::from_utf8(texts).unwrap_or_default();
        let mut each = texts.split_terminator('\0');
        let hashes = hashes.chunks_exact(4).map(word);
        let texts = hashes.zip(each.by_ref().take(count)).collect();
        let (mut commands, mut errors) = (Vec::new(), Vec::new());
        while let (Some(key), Some(translation)) = (each.next(), each.next()) {
            match key.split_once('\u{4}') {
                Some(("command", word)) => {
                    commands.push((word, translation.split_whitespace().collect()));
                }
                Some((_, text)) => errors.push((text, translation)),
                None => {}
            }
        }
        Self { texts, commands, errors }
    }
}

pub(super) fn find(language: Language, context: Option<&str>, text: &str) -> Option<&'static str> {
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

/// Returns the English texts of errors with their translations.
pub(super) fn errors(language: Language) -> &'static [(&'static str, &'static str)] {
    with_english(language).map_or(&[], |catalog| &catalog.errors)
}

/// Returns the English word of a command for a word of the current language, in any case.
pub fn command_word(word: &str) -> Option<&'static str> {
    let lower = word.to_lowercase();
    let commands = &with_english(current())?.commands;
    commands.iter().find(|(_, words)| words.contains(&&*lower)).map(|(english, _)| *english)
}

/// Returns the words of the current language for a command, by its English word.
pub fn translated_command_words(english: &str) -> &'static [&'static str] {
    let commands = with_english(current()).map_or(&[][..], |catalog| &catalog.commands);
    commands.iter().find(|(word, _)| *word == english).map_or(&[], |(_, words)| words)
}
