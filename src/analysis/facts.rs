//! Countable facts about a move and the line after it: corners, mobility, parity, wedges and passes. No search is
//! involved.

use serde::Serialize;

use crate::engine::{CORNERS, Position, squares};
use crate::games::Square;

/// The number of next turns of each side whose moves and discs are counted.
pub const TURNS: usize = 3;

/// The minimum number of empty squares for counting moves and discs: near the end, only the result counts.
const MIDGAME: u32 = 14;

/// A fact about a move and its line, with the numbers that show it.
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
    /// The side takes a corner later in the line.
    WinsCorner {
        /// The corner.
        corner: Square,
        /// The number of plies after the move.
        plies: usize,
    },
    /// The opponent takes a corner in the line.
    LosesCorner {
        /// The corner.
        corner: Square,
        /// The number of plies after the move.
        plies: usize,
    },
    /// The passes of both sides in the line.
    Passes {
        /// The number of passes of the side that moves.
        own: usize,
        /// The number of passes of the opponent.
        opponent: usize,
    },
    /// The numbers of legal moves at the next turns in the line, with 14 or more empty squares.
    Mobility(TurnCounts),
    /// The numbers of discs beside empty squares after the opponent's next moves in the line, with 14 or more empty
    /// squares.
    Frontier(TurnCounts),
    /// The end of the game, if the line reaches it.
    End(EndOfLine),
}

/// Counts at the next turns in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TurnCounts {
    /// The counts of the side that moves.
    pub own: [u32; TURNS],
    /// The counts of the opponent.
    pub opponent: [u32; TURNS],
}

/// The end of the game in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct EndOfLine {
    /// Whether the side of the first move makes the last one.
    pub plays_last: bool,
    /// The discs of that side.
    pub own: u32,
    /// The discs of the opponent.
    pub opponent: u32,
    /// The discs of that side in each row, then in each column.
    pub lines: [u32; 16],
}

/// Returns all facts about the first move of a line of legal moves, without passes, and about the line.
///
/// ```
/// use reversi::analysis::{Fact, facts};
/// use reversi::engine::Position;
/// use reversi::games::Square;
/// // Each side has four moves at the start; after d3 the opponent has three.
/// let d3 = Square { row: 2, column: 3 };
/// let found = facts(Position::START, &[d3]);
/// assert!(found.contains(&Fact::OpponentMoves { before: 4, after: 3 }));
/// assert!(found.contains(&Fact::Region { empties: 60 }));
/// ```
pub fn facts(before: Position, line: &[Square]) -> Vec<Fact> {
    let Some(first) = line.first() else {
        return Vec::new();
    };
    let mut facts = of_move(before, first.index(8).into());
    let line = ReplayedLine::new(before, line);
    facts.extend(line.corners());
    let of_line = [
        line.passes(),
        line.mobility().map(Fact::Mobility),
        line.frontier().map(Fact::Frontier),
        line.end().map(Fact::End),
    ];
    facts.extend(of_line.into_iter().flatten());
    facts
}

/// The facts about a move, on a square from 0 to 63.
fn of_move(before: Position, square: u32) -> Vec<Fact> {
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

/// A move of a line.
struct ReplayedMove {
    /// The position before the move, seen from the side that moves.
    before: Position,
    square: u32,
    /// Whether the side of the first move moves.
    is_own: bool,
    /// Whether the other side had to pass before.
    is_after_pass: bool,
}

/// The moves of a line, and the position after it.
struct ReplayedLine {
    moves: Vec<ReplayedMove>,
    /// Seen from the side of the first move.
    end: Position,
}

impl ReplayedLine {
    fn new(before: Position, squares: &[Square]) -> Self {
        let mut position = before;
        let mut is_own = true;
        let mut moves = Vec::with_capacity(squares.len());
        for square in squares {
            let square = square.index(8).into();
            let is_after_pass = position.legal_moves() == 0;
            if is_after_pass {
                (position, is_own) = (position.passed(), !is_own);
            }
            moves.push(ReplayedMove {
                before: position,
                square,
                is_own,
                is_after_pass,
            });
            (position, is_own) = (position.after(square), !is_own);
        }
        let end = if is_own { position } else { position.passed() };
        Self { moves, end }
    }

    fn of_side(&self, is_own: bool) -> impl Iterator<Item = &ReplayedMove> {
        self.moves.iter().filter(move |mv| mv.is_own == is_own)
    }

    /// The corners that either side takes after the first move.
    fn corners(&self) -> impl Iterator<Item = Fact> {
        let later = self.moves.iter().enumerate().skip(1);
        let is_corner = |(_, mv): &(usize, &ReplayedMove)| CORNERS >> mv.square & 1 == 1;
        later.filter(is_corner).map(|(plies, mv)| {
            let corner = at(mv.square);
            if mv.is_own {
                Fact::WinsCorner { corner, plies }
            } else {
                Fact::LosesCorner { corner, plies }
            }
        })
    }

    fn passes(&self) -> Option<Fact> {
        // A side passes before a move of the other one.
        let count = |is_own: bool| self.of_side(!is_own).filter(|mv| mv.is_after_pass).count();
        let [own, opponent] = [true, false].map(count);
        (own + opponent > 0).then_some(Fact::Passes { own, opponent })
    }

    fn is_in_midgame(&self) -> bool {
        let first = self.moves.first();
        first.is_some_and(|first| first.before.empties() >= MIDGAME)
    }

    fn mobility(&self) -> Option<TurnCounts> {
        let counts = |is_own: bool| {
            let turns = self.of_side(is_own).skip(usize::from(is_own));
            first_turns(turns.map(|mv| mv.before.legal_moves().count_ones()))
        };
        let (own, opponent) = counts(true).zip(counts(false))?;
        let counts = TurnCounts { own, opponent };
        self.is_in_midgame().then_some(counts)
    }

    fn frontier(&self) -> Option<TurnCounts> {
        // After a move of the opponent, the position is seen from the own side.
        let counts = |discs: fn(Position) -> u64| {
            let turns = self.of_side(false).map(|mv| mv.before.after(mv.square));
            first_turns(turns.map(|after| (beside(empty(after)) & discs(after)).count_ones()))
        };
        let (own, opponent) = counts(Position::player).zip(counts(Position::opponent))?;
        let counts = TurnCounts { own, opponent };
        self.is_in_midgame().then_some(counts)
    }

    fn end(&self) -> Option<EndOfLine> {
        const ROW: u64 = 0xff;
        const COLUMN: u64 = 0x0101_0101_0101_0101;
        if self.end.legal_moves() | self.end.passed().legal_moves() != 0 {
            return None;
        }
        let own = self.end.player();
        let line = |index: usize| match index {
            0..8 => ROW << (8 * index),
            _ => COLUMN << (index - 8),
        };
        Some(EndOfLine {
            plays_last: self.moves.last().is_some_and(|last| last.is_own),
            own: own.count_ones(),
            opponent: self.end.opponent().count_ones(),
            lines: std::array::from_fn(|index| (own & line(index)).count_ones()),
        })
    }
}

/// The counts of the first turns; `None` if there are fewer.
fn first_turns(counts: impl Iterator<Item = u32>) -> Option<[u32; TURNS]> {
    counts.take(TURNS).collect::<Vec<_>>().try_into().ok()
}

fn empty(position: Position) -> u64 {
    !(position.player() | position.opponent())
}

/// The squares and their neighbors in all eight directions.
fn beside(squares: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let rows = squares | (squares << 1 & NOT_A) | (squares >> 1 & NOT_H);
    rows | rows << 8 | rows >> 8
}

fn region(position: Position, square: u32) -> u64 {
    let mut region = 1u64 << square;
    loop {
        let wider = beside(region) & empty(position);
        if wider == region {
            return region;
        }
        region = wider;
    }
}

fn is_wedge(after: Position, square: u32) -> bool {
    let row = square / 8;
    let column = square % 8;
    let is_opponents = |step: u32| {
        let beside = 1u64 << (square + step) | 1u64 << (square - step);
        after.player() & beside == beside
    };
    let inner = 1..=6;
    let along_row = matches!(row, 0 | 7) && inner.contains(&column);
    let along_column = matches!(column, 0 | 7) && inner.contains(&row);
    along_row && is_opponents(1) || along_column && is_opponents(8)
}

pub fn at(square: u32) -> Square {
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
                let mut found = facts(Position::from(&game), &[at(mv.0.into())]);
                found.retain(|fact| !matches!(fact, Fact::End(_)));
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
                        of_line => panic!("{of_line:?}"),
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
