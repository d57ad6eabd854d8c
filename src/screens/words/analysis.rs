//! Texts about the analysis of a game.

use super::{Voice, counted, side};
use crate::analysis::{Analysis, GOOD, Judgment};
use crate::games::Player;
use crate::session::Sides;

pub(in crate::screens) const STOPPED: &str = "Interrupted: earlier moves were not analyzed.";
pub(in crate::screens) const STOPPED_AT_ONCE: &str = "Interrupted before any move was analyzed.";
pub(in crate::screens) const NO_MISTAKES: &str = "No inaccuracies, mistakes or blunders.";

/// The accuracy of both sides; `None` if neither had a choice.
pub(in crate::screens) fn accuracy(sides: &Sides, analysis: &Analysis) -> Option<String> {
    let of = |player| {
        let total = analysis.total(player);
        let lost = counted(total.lost as usize, "disc");
        Some(format!("{} {:.1}% (lost {lost})", side(sides, player), total.accuracy?))
    };
    let both: Vec<String> = Player::BOTH.into_iter().filter_map(of).collect();
    (!both.is_empty()).then(|| format!("Accuracy: {}.", both.join(", ")))
}

/// A move of a game: `Move 12, White a2`.
pub(in crate::screens) fn nth_move(number: usize, side: &str, name: &str) -> String {
    format!("Move {number}, {side} {name}")
}

/// What a move lost, and why: one reason about the best move, and one about the move played. The text follows the move.
pub(in crate::screens) fn loss(voice: Voice, judged: &Judgment) -> String {
    let (lost, best) =
        (counted(judged.lost as usize, "disc"), voice.name(&judged.best.to_string()));
    let reasons = judged.why();
    let about = |square| reasons.iter().find(|reason| reason.square == square);
    let which = about(judged.best).map(|reason| format!(", which {}", reason.does));
    let but = about(judged.square).map(|reason| format!(" {reason}"));
    let [which, but] = [which, but].map(Option::unwrap_or_default);
    format!(": lost {lost}. Best was {best}{which}.{but}")
}

/// The number of further moves that lost too much, and how to see them.
pub(in crate::screens) fn others(voice: Voice, count: usize) -> Option<String> {
    let list: &[_] = &[(&["analyze all"][..], "to list every move")];
    if count == 0 {
        return voice.sentence(list);
    }
    Some(voice.then(format!("{} lost more than {GOOD} discs.", counted(count, "other move")), list))
}
