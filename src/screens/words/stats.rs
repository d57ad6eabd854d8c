//! Texts about statistics.

use super::Voice;
use crate::base::language::tr;

pub(in crate::screens) use crate::report::stats::{
    average, by_level, by_month, by_phase, games, guesses, kind, mistakes, none, phases, rating,
    results, unrated,
};

/// The advice if no game has been judged.
pub fn not_judged(voice: Voice) -> Option<String> {
    voice.sentence(&[(
        &["puzzles make"],
        tr!("to include their moves in these statistics (analyze alone is not counted)"),
    )])
}
