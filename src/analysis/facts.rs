//! Countable facts about a move: corners, mobility, parity, wedges and passes. No search is involved.

use serde::Serialize;

use crate::engine::{CORNERS, Position, squares};
use crate::games::Square;

/// A fact about a move, with the numbers that show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
pub enum Fact {
    /// The move takes a corner.
    TakesCorner {
        /// The corner.
        corner: Square,
    },
    /// The move lets the opponent take a corner that was out of reach before.
    GivesCorner {
        /// The corner; the first in board order if there are several.
        corner: Square,
    },
    /// The move leaves the opponent without a move, though the game is not over.
    ForcesPass,
    /// The change in the number of the opponent's moves.
    OpponentMoves {
        /// The number before the move, if the opponent were to move.
        before: u32,
        /// The number after the move.
        after: u32,
    },
    /// The change in the number of moves of the side that moves.
    OwnMoves {
        /// The number before the move.
        before: u32,
        /// The number after the move, if the opponent passed.
        after: u32,
    },
    /// The move is in a region of empty squares, connected in all eight directions.
    Region {
        /// The size of the region, including the move. In an odd region, the side that begins can play last.
        empties: u32,
    },
    /// A wedge: the disc is on an edge, between two opposing discs. It can't be flipped along that edge.
    Wedge,
}

/// Returns all facts about a legal move, on a square from 0 to 63.
///
/// ```
/// use reversi::analysis::{Fact, facts};
/// use reversi::engine::Position;
/// // Each side has four moves at the start; after d3 the opponent has three.
/// let found = facts(Position::START, 19);
/// assert!(found.contains(&Fact::OpponentMoves { before: 4, after: 3 }));
/// assert!(found.contains(&Fact::Region { empties: 60 }));
/// ```
pub fn facts(before: Position, square: u32) -> Vec<Fact> {
    let after = before.after(square);
    let [could, can] = [before.passed(), after].map(Position::legal_moves);
    let [own, next] = [before, after.passed()].map(Position::legal_moves);
    // In the order in which texts give them.
    let facts = [
        squares(CORNERS & 1 << square)
            .next()
            .map(|corner| Fact::TakesCorner { corner: at(corner) }),
        squares(can & !could & CORNERS)
            .next()
            .map(|corner| Fact::GivesCorner { corner: at(corner) }),
        (can == 0 && next != 0).then_some(Fact::ForcesPass),
        Some(Fact::OpponentMoves {
            before: could.count_ones(),
            after: can.count_ones(),
        }),
        Some(Fact::OwnMoves {
            before: own.count_ones(),
            after: next.count_ones(),
        }),
        Some(Fact::Region {
            empties: region(before, square).count_ones(),
        }),
        is_wedge(after, square).then_some(Fact::Wedge),
    ];
    facts.into_iter().flatten().collect()
}

fn region(position: Position, square: u32) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let empty = !(position.player() | position.opponent());
    let mut region = 1u64 << square;
    loop {
        let rows = region | (region << 1 & NOT_A) | (region >> 1 & NOT_H);
        let wider = (rows | rows << 8 | rows >> 8) & empty;
        if wider == region {
            return region;
        }
        region = wider;
    }
}

fn is_wedge(after: Position, square: u32) -> bool {
    let (row, column) = (square / 8, square % 8);
    let is_opponents = |step: u32| {
        let beside = 1u64 << (square + step) | 1u64 << (square - step);
        after.player() & beside == beside
    };
    let inner = 1..=6;
    let along_row = matches!(row, 0 | 7) && inner.contains(&column);
    let along_column = matches!(column, 0 | 7) && inner.contains(&row);
    along_row && is_opponents(1) || along_column && is_opponents(8)
}

pub(super) fn at(square: u32) -> Square {
    Square::from_index(square, 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, Move, Player, Reversi};
    use rand::{RngExt, SeedableRng};

    fn cell(game: &Reversi, row: i32, column: i32) -> Option<i8> {
        let [row, column] = [row, column].map(usize::try_from);
        game.board().get(row.ok()?)?.get(column.ok()?).copied()
    }

    /// The facts by the rules of the game alone, square by square.
    fn by_the_rules(game: &Reversi, mv: Move) -> Vec<Fact> {
        let mover = game.turn().unwrap();
        let moves_of = |game: &Reversi, player: Player| {
            // A separate game with the same board, because a side without a move passes.
            let game = Reversi::from_board(*game.board(), player);
            game.filter(|game| game.turn() == Some(player))
                .map_or(Vec::new(), |game| game.moves())
        };
        let other = mover.opponent();
        let mut next = game.clone();
        next.play(mv).unwrap();
        let corners = [0u16, 7, 56, 63];
        let mut facts = Vec::new();
        if corners.contains(&mv.0) {
            facts.push(Fact::TakesCorner {
                corner: at(mv.0.into()),
            });
        }
        let (before, after) = (moves_of(game, other), moves_of(&next, other));
        if let Some(corner) = corners
            .iter()
            .find(|&&corner| after.contains(&Move(corner)) && !before.contains(&Move(corner)))
        {
            facts.push(Fact::GivesCorner {
                corner: at(u32::from(*corner)),
            });
        }
        let own = moves_of(&next, mover);
        if after.is_empty() && !own.is_empty() {
            facts.push(Fact::ForcesPass);
        }
        let count = |moves: &[Move]| u32::try_from(moves.len()).unwrap();
        facts.push(Fact::OpponentMoves {
            before: count(&before),
            after: count(&after),
        });
        facts.push(Fact::OwnMoves {
            before: count(&moves_of(game, mover)),
            after: count(&own),
        });
        let (row, column) = (i32::from(mv.0 / 8), i32::from(mv.0 % 8));
        let mut region = vec![(row, column)];
        let mut index = 0;
        while let Some(&(row, column)) = region.get(index) {
            index += 1;
            for (down, right) in (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)))
            {
                let near = (row + down, column + right);
                if cell(game, near.0, near.1) == Some(0) && !region.contains(&near) {
                    region.push(near);
                }
            }
        }
        facts.push(Fact::Region {
            empties: u32::try_from(region.len()).unwrap(),
        });
        let is_others = |down: i32, right: i32| {
            [1, -1].iter().all(|sign| {
                cell(&next, row + sign * down, column + sign * right) == Some(other.value())
            })
        };
        let on_rows = (row == 0 || row == 7) && is_others(0, 1);
        let on_columns = (column == 0 || column == 7) && is_others(1, 0);
        if on_rows || on_columns {
            facts.push(Fact::Wedge);
        }
        facts
    }

    #[test]
    fn facts_are_those_of_the_rules_in_a_hundred_positions() {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(30);
        let (mut positions, mut seen) = (0, [0; 7]);
        while positions < 100 {
            let mut game = Reversi::new(Player::Black);
            let plies = rng.random_range(0..60);
            for _ in 0..plies {
                let moves = game.moves();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[rng.random_range(0..moves.len())]).unwrap();
            }
            if game.turn().is_none() {
                continue;
            }
            positions += 1;
            for mv in game.moves() {
                let found = facts(Position::from(&game), mv.0.into());
                assert_eq!(
                    found,
                    by_the_rules(&game, mv),
                    "{:?} {}",
                    game.board(),
                    mv.0
                );
                for fact in found {
                    let which = match fact {
                        Fact::TakesCorner { .. } => 0,
                        Fact::GivesCorner { .. } => 1,
                        Fact::ForcesPass => 2,
                        Fact::OpponentMoves { .. } => 3,
                        Fact::OwnMoves { .. } => 4,
                        Fact::Region { .. } => 5,
                        Fact::Wedge => 6,
                    };
                    seen[which] += 1;
                }
            }
        }
        assert!(
            seen.iter().all(|&times| times > 0),
            "each fact is met: {seen:?}"
        );
    }
}
