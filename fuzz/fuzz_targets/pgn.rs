//! Any bytes are read as PGN, or rejected in one line per record.

#![no_main]

#[path = "support/records.rs"]
mod records;

use libfuzzer_sys::fuzz_target;
use reversi::records::Format;

fuzz_target!(|input: &[u8]| records::check(Format::Pgn, input));
