//! The sentences that screens show: one function for each, with its plurals. Data comes in, text goes
//! out; layout and colour are the screens' business.

#[cfg(feature = "window")]
pub(super) mod dialogs;
mod events;
mod failures;
mod full;
#[cfg(feature = "window")]
pub(super) mod study;
mod thinking;
#[cfg(feature = "window")]
pub(super) mod window;

pub(super) use events::{
    ALREADY_AT_THE_PROMPT, NO_MOVES, NO_RANKING, NO_SAVES, NOTHING_KEPT, OTHER_SCREENS, PAGE_KEYS,
    PASSES, RESUME_ONE, after_end, due, end, event, first_steps, kept, kept_at_end, lesson, local,
    opening, outcome, placing, played, unreadable_save, welcome,
};
pub(super) use failures::{autosave_failed, failure, lost, refusal};
pub(super) use full::{
    ALREADY_FULL, ANSWER_KEYS, Asked, Card, END_KEYS, FIRST_KEYS, KEYS_TITLE, LESSON, LINE_KEYS,
    NOT_BROWSING, best_line, browsing, clock, controller, disc, judging, kept_here, key_list,
    keys_below, live, marks, more_lines, move_number, no_piece, player, ply, question, theme,
    to_do, too_small, turn, unknown_key,
};
pub(super) use thinking::thinking;
#[cfg(feature = "window")]
pub(super) use thinking::{at_work, depth_reached};

use crate::desk::data::{Player, Sides};

/// The name of a side: its own, else its colour.
fn side(sides: &Sides, player: Player) -> &str {
    let colour = match player {
        Player::Black => "Black",
        Player::White => "White",
    };
    sides.name(player).unwrap_or(colour)
}

/// A count with its noun: `1 disc`, `2 discs`.
fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
