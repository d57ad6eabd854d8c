//! Static bounds: what the other side achieves by always answering in the same column.
//!
//! When every column has an even number of empty cells, the side that isn't to move can follow the other one up
//! every column, so that the mover gets all odd cells and the follower all even ones. If that gives the mover no
//! line, the mover can't win. Two columns with an odd number of empty cells are fine as well if the follower
//! answers a move to the lowest empty cell of one with the lowest of the other. One such column is fine if the
//! follower has a threat in it that the mover would have to make playable: then following wins.

use super::position::{ConnectFourPosition, EVEN_ROWS, ODD_ROWS, STRIDE, column_cells, has_line};

/// The bound of the score for the side to move, as proved by following.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FollowBound {
    Unknown,
    AtMostDraw,
    Loss,
}

pub fn follow_bound(position: ConnectFourPosition) -> FollowBound {
    let contested = position.playable() & EVEN_ROWS;
    match contested.count_ones() {
        0 | 2 | 4 => shared(position, contested),
        1 | 3 => zugzwang(position, contested),
        _ => FollowBound::Unknown,
    }
}

/// The bound if the contested cells, an even number, are shared in pairs.
fn shared(position: ConnectFourPosition, contested: u64) -> FollowBound {
    let empty = position.empty() & !contested;
    let mover = position.player() | empty & ODD_ROWS;
    // In nearly all cases, the mover already has a line without the contested cells.
    if has_line(mover) || !holds(mover, contested) {
        return FollowBound::Unknown;
    }
    let follower = position.opponent() | empty & EVEN_ROWS;
    if has_line(follower) {
        FollowBound::Loss
    } else {
        FollowBound::AtMostDraw
    }
}

/// Whether contested cells can be paired so that one of each gives the mover no line.
fn holds(mover: u64, contested: u64) -> bool {
    if !has_line(mover | contested) {
        return true;
    }
    let first = contested & contested.wrapping_neg();
    let rest = contested ^ first;
    let mut partners = rest;
    while partners != 0 {
        let partner = partners & partners.wrapping_neg();
        partners ^= partner;
        let others = rest ^ partner;
        let second = others & others.wrapping_neg();
        let third = others ^ second;
        let bad = [
            first | second,
            first | third,
            partner | second,
            partner | third,
        ]
        .into_iter()
        .any(|cells| has_line(mover | cells));
        if !bad {
            return true;
        }
    }
    false
}

/// The bound from a threat in a column with an odd number of empty cells.
fn zugzwang(position: ConnectFourPosition, contested: u64) -> FollowBound {
    let empty = position.empty();
    let mut threats = position.opponent_threats() & ODD_ROWS;
    while threats != 0 {
        let threat = threats & threats.wrapping_neg();
        threats ^= threat;
        let column = column_cells(threat.trailing_zeros() / STRIDE);
        // Contested if the column has an odd number of empty cells.
        let lowest = contested & column;
        if lowest == 0 {
            continue;
        }
        let below = (threat - 1) & column;
        let others = contested ^ lowest;
        let mover = position.player() | empty & ODD_ROWS & !column | empty & EVEN_ROWS & below;
        if !has_line(mover) && (others == 0 || holds(mover, others)) {
            return FollowBound::Loss;
        }
    }
    FollowBound::Unknown
}

#[cfg(test)]
mod tests {
    use super::super::sample::{plain_score, random_positions};
    use super::*;

    #[test]
    fn verdicts_are_true() {
        let mut verdicts = [0; 3];
        for counters in 30..40 {
            for position in random_positions(counters, 300) {
                // The solver requires that the side to move doesn't win at once.
                if position.immediate_wins() != 0 {
                    continue;
                }
                let bound = follow_bound(position);
                verdicts[bound as usize] += 1;
                let most = match bound {
                    FollowBound::Unknown => continue,
                    FollowBound::AtMostDraw => 0,
                    FollowBound::Loss => -1,
                };
                assert!(plain_score(position) <= most, "{bound:?} {position:?}");
            }
        }
        assert!(verdicts.into_iter().all(|count| count > 50), "{verdicts:?}");
    }
}
