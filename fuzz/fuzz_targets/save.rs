//! Any text is a save or rejected in one line. A save that loads replays to the same record.

#![no_main]

#[path = "../../tests/support/clean.rs"]
mod clean;

use std::path::Path;

use clean::is_clean;
use libfuzzer_sys::fuzz_target;
use reversi::internals::Snapshot;
use reversi::internals::parse_saved_game;

fuzz_target!(|input: &[u8]| {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    match parse_saved_game(text, Path::new("x.ron")) {
        Ok((saved, game)) => {
            let record = Snapshot::of(&game, saved.record.icons);
            assert_eq!(record.board, saved.record.board);
            assert_eq!(
                record.replay().expect("it has just been replayed").plies(),
                game.plies()
            );
        }
        Err(error) => assert!(error.to_string().chars().all(is_clean), "{error}"),
    }
});
