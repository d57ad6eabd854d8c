//! Sentences about judged moves. `name` writes a square for the reader.

use crate::analysis::{Judgment, Why};
use crate::base::language::tr;
use crate::games::Square;

/// Writes a square, for the eye or for a voice.
pub type SquareName<'a> = &'a dyn Fn(Square) -> String;

/// A move of a game: `Move 12, White a2`.
pub fn nth_move(number: usize, side: &str, name: &str) -> String {
    tr!("Move {number}, {side} {name}", number, side, name)
}

/// What a move lost, and the reason that decides. The text follows the move.
pub fn loss(judged: &Judgment, name: SquareName<'_>) -> String {
    let lost = judged.lost as usize;
    let best = name(judged.best);
    let decisive = judged.why().into_iter().next();
    let (of_best, of_played): (Option<Why>, Option<Why>) = match decisive {
        Some(why) if why.square == judged.best => (Some(why), None),
        other => (None, other),
    };
    let said = if let Some(why) = of_best {
        tr!(
            "lost {n} disc. Best was {best}, which {does}."
                | "lost {n} discs. Best was {best}, which {does}.",
            n = lost,
            best,
            does = why.does()
        )
    } else {
        tr!(
            "lost {n} disc. Best was {best}." | "lost {n} discs. Best was {best}.",
            n = lost,
            best
        )
    };
    match of_played {
        Some(why) => format!(": {said} {why}"),
        None => format!(": {said}"),
    }
}

pub fn no_mistakes() -> &'static str {
    tr!("No inaccuracies, mistakes or blunders.")
}

pub fn stopped() -> &'static str {
    tr!("Interrupted: earlier moves were not analyzed.")
}
