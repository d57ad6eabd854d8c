//! Reasons why a move is good or bad, derived from countable facts.

use std::fmt::{self, Display, Formatter};
use std::mem::discriminant;

use super::{Fact, GOOD, Judgment};
use crate::base::language::tr;
use crate::games::Square;

/// A reason why a move is better or worse than another. It displays as a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    /// The move that the reason is about.
    pub square: Square,
    /// What the move does, without a period: `takes a corner`.
    pub does: String,
}

impl Display for Why {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}.", self.square, self.does)
    }
}

/// Returns the reasons, if any, for the best move. Facts shared with the other move don't count.
pub fn why((best, facts): (Square, &[Fact]), other: Option<(Square, &[Fact])>) -> Vec<Why> {
    let mut reasons = Vec::new();
    let mut add = |square: Square, does: String| reasons.push(Why { square, does });
    let other_facts = other.map_or(&[][..], |(_, facts)| facts);
    let is_shared = |fact: &Fact, facts: &[Fact]| facts.iter().any(|other| is_alike(fact, other));
    for fact in facts.iter().filter(|fact| !is_shared(fact, other_facts)) {
        match *fact {
            Fact::TakesCorner { .. } => add(best, tr!("takes a corner").to_owned()),
            Fact::ForcesPass => add(best, tr!("forces the opponent to pass").to_owned()),
            Fact::Wedge => add(
                best,
                tr!("is a wedge: it can't be flipped along the edge").to_owned(),
            ),
            Fact::OpponentMoves { before, after } if after > 0 => {
                let left = opponent_moves(other_facts).filter(|left| *left > after);
                let than = other.zip(left).map(|((square, _), left)| (square, left));
                let Some(does) = mobility(before, after, than, other.is_some()) else {
                    continue;
                };
                add(best, does);
            }
            Fact::Region { empties: 1 } => add(best, tr!("fills a one-square region").to_owned()),
            Fact::Region { empties } if empties % 2 == 1 && empties < 10 => {
                let does = tr!(
                    "plays into an odd region ({empties} empty squares): good parity",
                    empties
                );
                add(best, does);
            }
            _ => {}
        }
    }
    let Some((other, _)) = other else {
        return reasons;
    };
    for fact in other_facts.iter().filter(|fact| !is_shared(fact, facts)) {
        match *fact {
            Fact::GivesCorner { corner } => add(other, tr!("gives up the corner {corner}", corner)),
            Fact::Region { empties } if empties % 2 == 0 && empties < 10 => {
                let does = tr!(
                    "plays into an even region ({empties} empty squares): bad parity",
                    empties
                );
                add(other, does);
            }
            _ => {}
        }
    }
    reasons
}

/// How few moves the best move leaves the opponent, `before` being their number so far, and `than` another move with
/// the more moves that it leaves. `None` if that doesn't speak for the best move.
fn mobility(
    before: u32,
    after: u32,
    than: Option<(Square, u32)>,
    has_other: bool,
) -> Option<String> {
    let is_less = after < before;
    Some(match (than, after == 1, before == after) {
        (Some((square, left)), true, true) => tr!(
            "leaves the opponent 1 move; {square} leaves {left}",
            square,
            left
        ),
        (Some((square, left)), true, false) => tr!(
            "leaves the opponent 1 move (was {before}); {square} leaves {left}",
            before,
            square,
            left
        ),
        (Some((square, left)), false, true) => tr!(
            "leaves the opponent {after} moves; {square} leaves {left}",
            after,
            square,
            left
        ),
        (Some((square, left)), false, false) => tr!(
            "leaves the opponent {after} moves (was {before}); {square} leaves {left}",
            after,
            before,
            square,
            left
        ),
        (None, ..) if has_other || !is_less => return None,
        (None, true, _) => tr!("leaves the opponent 1 move (was {before})", before),
        (None, false, _) => tr!(
            "leaves the opponent {after} moves (was {before})",
            after,
            before
        ),
    })
}

/// Whether two facts are too similar to distinguish the moves.
fn is_alike(one: &Fact, other: &Fact) -> bool {
    match (one, other) {
        (Fact::Region { empties }, Fact::Region { empties: others }) => empties % 2 == others % 2,
        (Fact::OpponentMoves { .. } | Fact::OwnMoves { .. }, _) => false,
        _ => discriminant(one) == discriminant(other),
    }
}

fn opponent_moves(facts: &[Fact]) -> Option<u32> {
    facts.iter().find_map(|fact| match fact {
        Fact::OpponentMoves { after, .. } => Some(*after),
        _ => None,
    })
}

impl Judgment {
    /// Returns the reasons why the move lost discs. Empty if it lost at most [`GOOD`].
    pub(crate) fn why(&self) -> Vec<Why> {
        if self.lost <= GOOD {
            return Vec::new();
        }
        why(
            (self.best, &self.best_facts),
            Some((self.square, &self.facts)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentences(best: (Square, &[Fact]), other: Option<(Square, &[Fact])>) -> Vec<String> {
        why(best, other).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn sentences_say_what_the_numbers_show() {
        let [a1, b2, c3] = [(0, 0), (1, 1), (2, 2)].map(|(row, column)| Square { row, column });
        let best = [
            Fact::TakesCorner { corner: a1 },
            Fact::OpponentMoves {
                before: 7,
                after: 1,
            },
            Fact::OwnMoves {
                before: 3,
                after: 9,
            },
            Fact::Region { empties: 3 },
            Fact::Wedge,
        ];
        let other = [
            Fact::GivesCorner { corner: a1 },
            Fact::OpponentMoves {
                before: 7,
                after: 9,
            },
            Fact::Region { empties: 4 },
        ];
        assert_eq!(
            sentences((a1, &best), Some((b2, &other))),
            [
                "a1 takes a corner.",
                "a1 leaves the opponent 1 move (was 7); b2 leaves 9.",
                "a1 plays into an odd region (3 empty squares): good parity.",
                "a1 is a wedge: it can't be flipped along the edge.",
                "b2 gives up the corner a1.",
                "b2 plays into an even region (4 empty squares): bad parity.",
            ]
        );
        // No reason: more moves for the opponent, and an even region.
        let facts = [
            Fact::OpponentMoves {
                before: 3,
                after: 5,
            },
            Fact::Region { empties: 2 },
        ];
        assert_eq!(sentences((c3, &facts), None), [""; 0]);
    }

    #[test]
    fn what_is_true_of_both_moves_is_no_reason() {
        let [a1, h8] = [(0, 0), (7, 7)].map(|(row, column)| Square { row, column });
        let both = |corner, before, after, empties| {
            [
                Fact::TakesCorner { corner },
                Fact::GivesCorner { corner },
                Fact::OpponentMoves { before, after },
                Fact::Region { empties },
                Fact::Wedge,
            ]
        };
        let [best, alike] = [both(a1, 14, 14, 3), both(h8, 14, 14, 5)];
        assert_eq!(sentences((a1, &best), Some((h8, &alike))), [""; 0]);
        let [best, alike] = [both(a1, 14, 9, 2), both(h8, 14, 9, 4)];
        assert_eq!(sentences((a1, &best), Some((h8, &alike))), [""; 0]);
        let [best, more] = [both(a1, 14, 14, 3), both(h8, 14, 15, 3)];
        assert_eq!(
            sentences((a1, &best), Some((h8, &more))),
            ["a1 leaves the opponent 14 moves; h8 leaves 15."]
        );
    }
}
