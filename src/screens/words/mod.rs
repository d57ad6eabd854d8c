//! The sentences that screens show: one function for each, with its plurals. Data comes in, text goes
//! out; layout and colour are the screens' business.

mod events;
mod failures;
mod thinking;

pub(super) use events::{
    NO_MOVES, NO_RANKING, NO_SAVES, event, kept, kept_at_end, local, opening, outcome, placing,
    unreadable_save,
};
pub(super) use failures::{autosave_failed, failure, lost, refusal};
pub(super) use thinking::thinking;

/// A count with its noun: `1 disc`, `2 discs`.
fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
