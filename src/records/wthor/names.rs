//! WTHOR name files: players (`.jou`, 20 bytes per name) and tournaments (`.trn`, 26), padded with zeros.

use std::borrow::Cow;
use std::collections::HashMap;

use super::{HEADER, date};

const UNKNOWN: &str = "???";

/// The names of players or tournaments, by number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names {
    names: Vec<String>,
    numbers: HashMap<String, u16>,
}

impl Default for Names {
    fn default() -> Self {
        let mut names = Self {
            names: Vec::new(),
            numbers: HashMap::new(),
        };
        names.number("");
        names
    }
}

impl Names {
    /// The length of a player's name, in bytes.
    pub const PLAYER: usize = 20;
    /// The length of a tournament's name, in bytes.
    pub const TOURNAMENT: usize = 26;

    /// Parses a file with names of `width` bytes; `None` if it is not a name file.
    pub fn parse(bytes: &[u8], width: usize) -> Option<Self> {
        let (header, names) = bytes.split_at_checked(HEADER)?;
        let count = usize::from(u16::from_le_bytes([header[8], header[9]]));
        if width == 0 || names.len() < count * width {
            return None;
        }
        let name = |bytes: &[u8]| {
            let end = bytes
                .iter()
                .position(|&byte| byte == 0)
                .unwrap_or(bytes.len());
            decoded(&bytes[..end]).trim().to_owned()
        };
        let names = names.chunks_exact(width).take(count).map(name).collect();
        Some(Self {
            names,
            numbers: HashMap::new(),
        })
    }

    /// Prints the file, the inverse of [`parse`](Self::parse). `made` is its date.
    pub(super) fn print(&self, width: usize, made: Option<jiff::civil::Date>) -> Vec<u8> {
        let count = u16::try_from(self.names.len()).unwrap_or(u16::MAX);
        let mut bytes = date(made).to_vec();
        bytes.resize(HEADER, 0);
        bytes[8..10].copy_from_slice(&count.to_le_bytes());
        for name in &self.names {
            let mut field = encoded(name);
            field.truncate(width - 1);
            field.resize(width, 0);
            bytes.extend(field);
        }
        bytes
    }

    /// Returns the name with a number; empty if unknown.
    pub fn name(&self, number: u16) -> &str {
        let name = self
            .names
            .get(usize::from(number))
            .map_or("", String::as_str);
        if name == UNKNOWN { "" } else { name }
    }

    /// Returns the number of a name, which is added if new; `None` if there are too many names.
    pub(super) fn number(&mut self, name: &str) -> Option<u16> {
        let name = if name.is_empty() { UNKNOWN } else { name };
        if let Some(&number) = self.numbers.get(name) {
            return Some(number);
        }
        let number = u16::try_from(self.names.len())
            .ok()
            .filter(|&number| number < u16::MAX)?;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        Some(number)
    }

    /// The numbers in the names, if all names are like `#311`.
    pub(super) fn numbers(&self) -> Option<Vec<u16>> {
        let number = |name: &String| match name.strip_prefix('#') {
            Some(number) => number.parse().ok(),
            None => (name == UNKNOWN).then_some(0),
        };
        let numbers: Option<Vec<u16>> = self.names.iter().map(number).collect();
        numbers.filter(|numbers| numbers.len() > 1)
    }
}

/// Encodes a name in Latin-1, as the database does; other characters become `?`.
fn encoded(name: &str) -> Vec<u8> {
    name.chars()
        .map(|character| u8::try_from(character).unwrap_or(b'?'))
        .collect()
}

/// Decodes UTF-8, or Latin-1, which most files have.
fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => encoding_rs::mem::decode_latin1(bytes),
    }
}
