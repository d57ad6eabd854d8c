//! The embedded catalogs, each unpacked when its first text is needed. `build/catalogs.rs` describes the format.

use std::sync::OnceLock;

use super::{Language, current};
use crate::base::text::fnv1a;

struct Catalog {
    /// The hashes of keys with their translations, in order.
    texts: Vec<(u32, &'static str)>,
    /// The words of commands: the English one with those of the language.
    commands: Vec<(&'static str, Vec<&'static str>)>,
    /// The English texts of errors with their translations.
    errors: Vec<(&'static str, &'static str)>,
}

macro_rules! embedded {
    ($name:literal) => {{
        static UNPACKED: OnceLock<Catalog> = OnceLock::new();
        Some(UNPACKED.get_or_init(|| {
            Catalog::unpacked(include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".catalog")))
        }))
    }};
}

fn catalog(language: Language) -> Option<&'static Catalog> {
    match language {
        Language::English => None,
        Language::PtPt => embedded!("pt_PT"),
        Language::PtBr => embedded!("pt_BR"),
        Language::Spanish => embedded!("es"),
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
    let catalog = catalog(language)?;
    let hash = match context {
        Some(context) => fnv1a(format!("{context}\u{4}{text}")),
        None => fnv1a(text),
    };
    let found = catalog.texts.binary_search_by_key(&hash, |(hash, _)| *hash).ok()?;
    catalog.texts.get(found).map(|(_, translation)| *translation)
}

/// Returns the English texts of errors with their translations.
pub(super) fn errors(language: Language) -> &'static [(&'static str, &'static str)] {
    catalog(language).map_or(&[], |catalog| &catalog.errors)
}

/// Returns the English word of a command for a word of the current language, in any case.
pub fn command_word(word: &str) -> Option<&'static str> {
    let lower = word.to_lowercase();
    let commands = &catalog(current())?.commands;
    commands.iter().find(|(_, words)| words.contains(&&*lower)).map(|(english, _)| *english)
}

/// Returns the words of the current language for a command, by its English word.
pub fn translated_command_words(english: &str) -> &'static [&'static str] {
    let commands = catalog(current()).map_or(&[][..], |catalog| &catalog.commands);
    commands.iter().find(|(word, _)| *word == english).map_or(&[], |(_, words)| words)
}
