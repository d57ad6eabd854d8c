//! Loads the GGF game of `set game`.

use crate::protocols::history::History;
use crate::records::{Format, read};

pub(super) fn game(ggf: &str) -> Result<History, String> {
    let mut records = read(Format::Ggf, ggf.as_bytes());
    let record = match records.next() {
        Some(Ok(entry)) => entry.record,
        Some(Err(error)) => return Err(error.to_string()),
        None => return Err("expected a GGF game, like (;GM[Othello]...;)".to_owned()),
    };
    let mut history = History::from_record(&record).map_err(|error| error.to_string())?;
    // The record includes a forced pass at its end, but here the client must pass explicitly.
    if history.is_last_a_pass() && history.to_move().is_some() && !ends_with_a_pass(ggf) {
        history.undo();
    }
    Ok(history)
}

/// Whether the last move of a GGF game is a pass.
fn ends_with_a_pass(ggf: &str) -> bool {
    let mut tags = ggf.split(']').filter_map(|tag| tag.trim_start().split_once('['));
    let last = tags.rfind(|(name, _)| ["B", "W"].contains(name));
    last.is_some_and(|(_, value)| {
        let word: String = value.trim_start().chars().take(2).collect();
        word.eq_ignore_ascii_case("PA")
    })
}
