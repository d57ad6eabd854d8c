//! All sentences shown on screens. Functions turn data into text, plurals included; layout and color are up to the
//! screens.

pub mod advice;
pub mod analysis;
mod beginning;
pub mod book;
mod clocks;
#[cfg(feature = "window")]
pub mod dialogs;
pub mod ending;
mod events;
mod failures;
mod full;
mod guesses;
mod keys;
pub mod levels;
pub mod library;
pub mod lists;
pub mod menu;
mod outcome;
mod prompt;
pub mod puzzles;
pub mod repertoire;
pub mod spoken;
#[cfg(feature = "window")]
pub mod start;
pub mod stats;
#[cfg(feature = "window")]
pub mod study;
mod tables;
#[cfg(test)]
mod tests;
mod thinking;
pub mod voice;
#[cfg(feature = "window")]
pub mod window;

pub(super) use beginning::{
    against, against_named, competitive, first_steps, kept, kept_at_end, left, moves_first,
    opening_line, players, rolls, two_bots, two_players, welcome,
};
pub(super) use clocks::time_left;
pub(super) use events::{
    due, event, ignored_text, legal, lines_added, no_moves, no_ranking, no_saves, noted_move,
    nothing_kept, opening, page_keys, pass, passes, played, resume_one, save_columns,
    unfinished_columns, unreadable_save,
};
#[cfg(feature = "window")]
pub(super) use events::{loss_of_data, unsaved_data};
pub(super) use failures::{failure, lost, not_kept, refusal};
pub(super) use full::{
    Card, YesOrNo, answer_keys, asks, best_line, browsing, class_sign, clock, copied, disc,
    evaluation, first_keys, judging, keys_title, line_keys, live, marks, more_lines, move_number,
    no_clipboard, no_piece, not_browsing, nothing_to_copy, opening_label, player, ply, question,
    ratings, reasons, text_keys, theme, to_do, too_small, tray, turn, unknown_key, window_title,
    yes_key,
};
pub(super) use keys::{GAP_BELOW, key_list, keys_below};
pub(super) use outcome::{after_end, end, outcome, placing};
pub(super) use prompt::{
    VERSION, already_there, discs, earlier_plies, from_next_start, not_utf8, only_at_the_prompt,
    spoken_at_the_prompt, theme_is,
};
pub use tables::table_texts;
#[cfg(feature = "window")]
pub(super) use thinking::{at_work, depth_reached};
pub(super) use thinking::{progress, thinking, thinking_aloud};
pub(super) use voice::Voice;

use crate::base::language::tr;
pub(super) use crate::base::text::capital;
use crate::games::{Outcome, PieceStyle, Player};
use crate::players::Estimate;
use crate::session::{GamePosition, Sides};

/// The name of a side: its own name, or its color.
pub fn side(sides: &Sides, player: Player) -> &str {
    sides.name(player).unwrap_or(color(sides.pieces(), player))
}

/// The name of a side at the start of a line: its own name, or its color with a capital.
pub fn label(sides: &Sides, player: Player) -> String {
    sides
        .name(player)
        .map_or_else(|| capital(color(sides.pieces(), player)), str::to_owned)
}

/// A side as the subject of a sentence. Colors are plural in some languages (`as pretas`), names are not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Who {
    /// The name, the color or the icon, as it is shown.
    pub shown: String,
    is_color: bool,
}

impl Who {
    pub fn of(sides: &Sides, player: Player) -> Self {
        Self::shown_as(sides, player, side(sides, player).to_owned())
    }

    /// A side that a screen shows as `shown`.
    pub fn shown_as(sides: &Sides, player: Player, shown: String) -> Self {
        let is_color = sides.name(player).is_none() && shown == color(sides.pieces(), player);
        Self { shown, is_color }
    }
}

/// Translates a sentence about a side, as `tr!` does. `{who}` is the side, a [`Who`]. The catalogs have the sentence
/// twice: for a color in the context `side`, and for a named player.
macro_rules! tr_side {
    ($who:expr, $one:literal | $many:literal, $count:ident = $number:expr $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        let who: &$crate::screens::words::Who = &$who;
        if who.is_color {
            $crate::base::language::tr!(
                "side" => $one | $many, $count = $number, who = who.shown $(, $name $(= $value)?)*
            )
        } else {
            $crate::base::language::tr!($one | $many, $count = $number, who = who.shown $(, $name $(= $value)?)*)
        }
    }};
    ($who:expr, $text:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        let who: &$crate::screens::words::Who = &$who;
        if who.is_color {
            $crate::base::language::tr!("side" => $text, who = who.shown $(, $name $(= $value)?)*)
        } else {
            $crate::base::language::tr!($text, who = who.shown $(, $name $(= $value)?)*)
        }
    }};
}

use tr_side;

/// The side to move, or the result; `None` if neither is known.
fn state(sides: &Sides, position: GamePosition<'_>) -> Option<String> {
    let outcome_text = |ended: Outcome| {
        let winner = ended.winner.map(|winner| Who::of(sides, winner));
        outcome(winner.as_ref(), ended)
    };
    match position.turn() {
        Some(player) => Some(tr_side!(Who::of(sides, player), "{who} to move")),
        None => position.outcome().map(outcome_text),
    }
}

/// The color of a side's pieces.
pub fn color(pieces: PieceStyle, player: Player) -> &'static str {
    match (pieces, player) {
        (PieceStyle::Counters, Player::Black) => tr!("Red"),
        (PieceStyle::Counters, Player::White) => tr!("Yellow"),
        (_, Player::Black) => tr!("Black"),
        (_, Player::White) => tr!("White"),
    }
}

/// The color of a side in Reversi.
pub fn colour(player: Player) -> &'static str {
    color(PieceStyle::Discs, player)
}

/// Describes the source of an estimate: `book`, `exact`, or `depth 18, 73% selectivity`.
pub fn how_far(estimate: &Estimate) -> String {
    let &Estimate {
        exact,
        depth,
        to_the_end,
        selectivity,
        book,
        ..
    } = estimate;
    match (exact, to_the_end) {
        _ if book => tr!("source of a score" => "book").to_owned(),
        (true, _) => tr!("source of a score" => "exact").to_owned(),
        (false, true) => {
            tr!(
                "to the end, {percent}% selectivity",
                percent = selectivity.percent()
            )
        }
        (false, false) => {
            tr!(
                "depth {depth}, {percent}% selectivity",
                depth,
                percent = selectivity.percent()
            )
        }
    }
}

/// The letter that answers a yes-or-no question.
fn initial(word: &str) -> char {
    word.chars().next().unwrap_or('?')
}
