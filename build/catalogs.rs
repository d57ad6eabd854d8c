//! Turns the catalogs in `po/` into compact files, which the program includes.
//!
//! A file is compressed, and has three parts: the number of messages, the hashes of their keys in order, and all
//! texts with a zero byte after each. First come the translations in the order of the hashes, then pairs of an
//! English text and its translation for command words and errors, which are looked up by their parts.

use std::error::Error;
use std::fs;
use std::path::Path;

use super::po;

/// The separator of plural forms.
const NEXT_FORM: &str = "\u{1}";

/// The contexts whose English texts are kept.
const WITH_ENGLISH: [&str; 2] = ["command", "error"];

pub fn compile(folder: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    for language in ["pt_PT", "pt_BR", "es"] {
        let catalog = fs::read_to_string(folder.join(language).with_extension("po"))?;
        let messages = po::parse(&catalog).map_err(|line| format!("{language}.po: {line}"))?;
        let packed = miniz_oxide::deflate::compress_to_vec(&pack(&messages)?, 10);
        fs::write(out.join(language).with_extension("catalog"), packed)?;
    }
    Ok(())
}

fn pack(messages: &[po::Message]) -> Result<Vec<u8>, Box<dyn Error>> {
    let translated = messages.iter().filter(|message| !message.text.is_empty());
    let translated = translated.filter(|message| message.is_translated());
    let (kept, hashed): (Vec<_>, Vec<_>) = translated.partition(|message| {
        message.context.as_deref().is_some_and(|it| WITH_ENGLISH.contains(&it))
    });
    let mut by_hash: Vec<(u32, String)> = hashed
        .into_iter()
        .map(|message| (fnv1a(message.key().as_bytes()), message.translations.join(NEXT_FORM)))
        .collect();
    by_hash.sort();
    if by_hash.windows(2).any(|two| two[0].0 == two[1].0) {
        return Err("two texts have the same hash: change one of them".into());
    }
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

/// The hash of `base::text::fnv1a`.
fn fnv1a(bytes: &[u8]) -> u32 {
    let step = |hash: u32, &byte: &u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    bytes.iter().fold(0x811c_9dc5, step)
}
