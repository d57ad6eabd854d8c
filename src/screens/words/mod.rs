//! All sentences shown on screens. Functions turn data into text, plurals included; layout and color are up to the
//! screens.

pub(super) mod analysis;
pub(super) mod book;
mod clocks;
#[cfg(feature = "window")]
pub(super) mod dialogs;
pub(super) mod ending;
mod events;
mod failures;
mod full;
mod keys;
pub(super) mod levels;
pub(super) mod library;
mod prompt;
pub(super) mod puzzles;
pub(super) mod spoken;
#[cfg(feature = "window")]
pub(super) mod start;
pub(super) mod stats;
#[cfg(feature = "window")]
pub(super) mod study;
mod tables;
#[cfg(test)]
mod tests;
mod thinking;
pub(super) mod voice;
#[cfg(feature = "window")]
pub(super) mod window;

pub(super) use clocks::time_left;
pub(super) use events::{
    ALREADY_AT_THE_PROMPT, NO_MOVES, NOTHING_KEPT, PAGE_KEYS, PASSES, after_end, balanced_opening,
    due, end, event, first_steps, kept, kept_at_end, left, lesson, lines_added, local, no_ranking,
    no_saves, noted_move, opening, outcome, placing, played, resume_one, two_players,
    unreadable_save, welcome,
};
pub(super) use failures::{failure, lost, not_kept, refusal};
pub(super) use full::{
    ALREADY_FULL, ANSWER_KEYS, Asked, Card, FIRST_KEYS, KEYS_TITLE, LESSON, NOT_BROWSING, OPENING,
    best_line, browsing, class_sign, clock, disc, has_discs, judging, lead, line_keys, live, marks,
    more_lines, move_number, no_piece, player, ply, question, reasons, theme, to_do, too_small,
    turn, unknown_key,
};
pub(super) use keys::{GAP_BELOW, KEYS, KeyGroup, KeyRow, key_list, keys_below};
pub(super) use prompt::{
    FROM_NEXT_START, VERSION, discs, earlier_plies, own_lines, theme_is, unexpected,
};
pub use tables::table_texts;
#[cfg(feature = "window")]
pub(super) use thinking::{at_work, depth_reached};
pub(super) use thinking::{progress, thinking, thinking_aloud};
pub(super) use voice::Voice;

use crate::base::text::counted;
use crate::games::{Outcome, Player};
use crate::players::Estimate;
use crate::session::{GamePosition, Sides};

/// The name of a side: its own name, or its color.
pub(super) fn side(sides: &Sides, player: Player) -> &str {
    sides.name(player).unwrap_or(colour(player))
}

/// The side to move, or the result; `None` if neither is known.
fn state(sides: &Sides, position: GamePosition<'_>) -> Option<String> {
    let outcome_text = |ended: Outcome| {
        let winner = ended.winner.map_or("", |winner| side(sides, winner));
        format!("{winner}{}", outcome(ended))
    };
    match position.turn() {
        Some(player) => Some(format!("{} to move", side(sides, player))),
        None => position.outcome().map(outcome_text),
    }
}

pub(super) fn colour(player: Player) -> &'static str {
    match player {
        Player::Black => "Black",
        Player::White => "White",
    }
}

/// Describes the source of an estimate: `book`, `exact`, or `depth 18, 73% selectivity`.
pub(super) fn how_far(estimate: &Estimate) -> String {
    let &Estimate { exact, depth, to_the_end, selectivity, book, .. } = estimate;
    match (exact, to_the_end) {
        _ if book => "book".to_owned(),
        (true, _) => "exact".to_owned(),
        (false, true) => format!("to the end, {}% selectivity", selectivity.percent()),
        (false, false) => format!("depth {depth}, {}% selectivity", selectivity.percent()),
    }
}

/// Capitalizes the first letter of a text.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}
