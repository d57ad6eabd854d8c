//! Turns each catalog in `po/` into two compact files, which the program includes: texts that a start may show, and the
//! others, so that a start unpacks little.
//!
//! A file is compressed, and has three parts: the number of messages, the hashes of their keys in order, and all
//! texts with a zero byte after each. First come the translations in the order of the hashes, then pairs of an
//! English word and its translation for words that are typed.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::Path;

use super::po;

/// The separator of plural forms.
const NEXT_FORM: &str = "\u{1}";

/// The contexts whose English texts are kept.
const WITH_ENGLISH: [&str; 2] = ["command", "word"];

/// The contexts of the words that commands are typed with. Advice at a start shows some.
const FOR_TYPING: [&str; 3] = ["command", "word", "argument"];

/// The rooms whose other texts no start shows.
const RARE: [&str; 11] = [
    "src/analysis",
    "src/base",
    "src/book",
    "src/cli",
    "src/desk",
    "src/games",
    "src/interpreter",
    "src/records",
    "src/session",
    "src/store",
    "src/study",
];

pub fn compile(folder: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    for language in ["pt_PT", "pt_BR", "es"] {
        let catalog = fs::read_to_string(folder.join(language).with_extension("po"))?;
        let messages = po::parse(&catalog).map_err(|line| format!("{language}.po: {line}"))?;
        let translated = messages.iter().filter(|message| !message.text.is_empty());
        let translated = translated.filter(|message| message.is_translated());
        let mut hashes = BTreeSet::new();
        if !translated
            .clone()
            .all(|message| hashes.insert(hash(message)))
        {
            return Err("two texts have the same hash: change one of them".into());
        }
        let (rare, first): (Vec<_>, Vec<_>) = translated.partition(|message| is_rare(message));
        for (messages, ending) in [(first, "first"), (rare, "rare")] {
            let packed = miniz_oxide::deflate::compress_to_vec(&pack(messages)?, 10);
            fs::write(out.join(language).with_extension(ending), packed)?;
        }
    }
    Ok(())
}

fn keeps_english(message: &po::Message) -> bool {
    message
        .context
        .as_deref()
        .is_some_and(|it| WITH_ENGLISH.contains(&it))
}

fn is_rare(message: &po::Message) -> bool {
    let is_in_room = |file: &String| RARE.iter().any(|room| file.starts_with(room));
    let is_of_start = message
        .context
        .as_deref()
        .is_some_and(|it| FOR_TYPING.contains(&it));
    !is_of_start && message.references.iter().all(is_in_room)
}

fn pack(messages: Vec<&po::Message>) -> Result<Vec<u8>, Box<dyn Error>> {
    let (kept, hashed): (Vec<_>, Vec<_>) = messages
        .into_iter()
        .partition(|message| keeps_english(message));
    let mut by_hash: Vec<(u32, String)> = hashed
        .into_iter()
        .map(|message| (hash(message), message.translations.join(NEXT_FORM)))
        .collect();
    by_hash.sort();
    let mut bytes = u32::try_from(by_hash.len())?.to_le_bytes().to_vec();
    for (hash, _) in &by_hash {
        bytes.extend(hash.to_le_bytes());
    }
    for (_, text) in &by_hash {
        bytes.extend(text.bytes().chain([0]));
    }
    for message in kept {
        bytes.extend(message.key().bytes().chain([0]));
        bytes.extend(message.translations[0].bytes().chain([0]));
    }
    Ok(bytes)
}

/// The hash of a key, as of `base::text::fnv1a`.
fn hash(message: &po::Message) -> u32 {
    let step = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    message.key().bytes().fold(0x811c_9dc5, step)
}
