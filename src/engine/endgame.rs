//! Exact scores of positions by searching to the end of the game.
//!
//! A score is the difference of discs at the end, the empty squares given to the winner, for the
//! side to move: from -64 to 64, and always even. The search is fail-soft alpha-beta with null
//! windows (principal-variation search) and a transposition table. Techniques are those of the
//! literature; the first descriptions known to us are named where they are used.

use std::sync::atomic::{AtomicBool, Ordering};

use super::stability::stable_discs;
use super::table::{Entry, NO_SQUARE, Table};
use super::{Position, flips, squares};

/// Nodes between two looks at the flag, a power of two.
const PATIENCE: u64 = 1 << 14;

/// From this many empty squares on the table is used and moves are ordered by what they leave to
/// the other side; nearer to the end that takes longer than it saves.
const DEEP: u32 = 7;

/// From this many empty squares on all moves are looked up in the table before one is searched.
const LOOK_AHEAD: u32 = 10;

/// With fewer empty squares than this every one of them is tried.
const FEW: u32 = 5;

/// Beyond every score.
const INFINITY: i32 = 65;

/// The four quarters of the board.
const QUARTERS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The score of a position in which neither side can move.
fn final_score(position: Position) -> i32 {
    let [own, other] =
        [position.player, position.opponent].map(|discs| discs.count_ones().cast_signed());
    match own - other {
        0 => 0,
        lead if lead > 0 => 64 - 2 * other,
        _ => 2 * own - 64,
    }
}

/// The empty squares of quarters with an odd number of them. Whoever plays there can hope to play
/// last there as well (parity).
fn odd_squares(empty: u64) -> u64 {
    let odd = QUARTERS.iter().filter(|&&quarter| (empty & quarter).count_ones() % 2 == 1);
    odd.fold(0, |squares, quarter| squares | empty & quarter)
}

/// A solved position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The score for the side to move.
    pub score: i32,
    /// The moves that both sides play, best first; a pass is not in it. Empty if neither can move.
    pub line: Vec<u32>,
}

/// A search to the end of the game.
#[derive(Debug)]
pub struct Endgame<'a> {
    table: &'a Table,
    stop: &'a AtomicBool,
    nodes: u64,
}

impl<'a> Endgame<'a> {
    /// A search that keeps what it finds in a table, and gives up when `stop` becomes true.
    pub fn new(table: &'a Table, stop: &'a AtomicBool) -> Self {
        Self { table, stop, nodes: 0 }
    }

    /// How many positions have been searched.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The exact score of a position and its best line; `None` when stopped.
    pub fn solve(&mut self, position: Position) -> Option<Solution> {
        let score = self.value(position, -64, 64)?;
        let line = self.line(position, score)?;
        Some(Solution { score, line })
    }

    /// The exact score if it is between `alpha` and `beta`, else a bound of it on the same side: with
    /// a result up to `alpha` the score is no better than the result, with one from `beta` on no
    /// worse. The narrower the window, the quicker. `None` when stopped.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use reversi::engine::{Endgame, Position, Table};
    /// let (table, never) = (Table::new(1 << 20), AtomicBool::new(false));
    /// let position = Position { player: 0b001, opponent: !0b101 };
    /// let value = Endgame::new(&table, &never).value(position, -1, 1);
    /// assert_eq!(value.map(i32::signum), Some(-1));
    /// ```
    pub fn value(&mut self, position: Position, alpha: i32, beta: i32) -> Option<i32> {
        let empties = (!(position.player | position.opponent)).count_ones();
        self.search(position, alpha, beta, empties)
    }

    /// The best line of a position with a known score: what the table has forgotten of it is
    /// searched again, with windows that only ask whether a move keeps the score.
    fn line(&mut self, mut position: Position, mut score: i32) -> Option<Vec<u32>> {
        let mut line = Vec::new();
        loop {
            let moves = position.legal_moves();
            if moves == 0 {
                if position.passed().legal_moves() == 0 {
                    return Some(line);
                }
                position = position.passed();
                score = -score;
                continue;
            }
            let known = self.table.get(position).map(|entry| entry.best);
            let mut candidates: Vec<u32> = squares(moves).collect();
            candidates.sort_by_key(|&square| known != Some(square.to_le_bytes()[0]));
            let mut kept = None;
            for square in candidates {
                let next = position.after(square);
                // Nothing is better, so only whether it is as good is asked.
                if -self.value(next, -score, 1 - score)? >= score {
                    kept = Some((square, next));
                    break;
                }
            }
            let Some((square, next)) = kept else { return Some(line) };
            line.push(square);
            position = next;
            score = -score;
        }
    }

    fn search(&mut self, position: Position, alpha: i32, beta: i32, empties: u32) -> Option<i32> {
        if empties < DEEP {
            Some(self.shallow(position, alpha, beta))
        } else {
            self.deep(position, alpha, beta, empties)
        }
    }

    fn deep(
        &mut self,
        position: Position,
        mut alpha: i32,
        mut beta: i32,
        empties: u32,
    ) -> Option<i32> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PATIENCE) && self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let moves = position.legal_moves();
        if moves == 0 {
            let passed = position.passed();
            if passed.legal_moves() == 0 {
                return Some(final_score(position));
            }
            return Some(-self.deep(passed, -beta, -alpha, empties)?);
        }
        // Stability: what the other side can't lose any more bounds the score.
        if alpha >= stability_threshold(empties) {
            let most = most_by_stability(position);
            if most <= alpha {
                return Some(most);
            }
        }
        let known = self.table.get(position);
        let (mut lower, mut upper) = (-64, 64);
        if let Some(entry) = known {
            lower = entry.lower.into();
            upper = entry.upper.into();
            if lower >= beta || lower == upper {
                return Some(lower);
            }
            if upper <= alpha {
                return Some(upper);
            }
            alpha = alpha.max(lower);
            beta = beta.min(upper);
        }
        let first = known.map_or(NO_SQUARE, |entry| entry.best);
        let mut ordered = Ordered::default();
        for square in squares(moves) {
            let next = position.after(square);
            if next.player == 0 {
                self.keep(position, 64, 64, empties, square);
                return Some(64);
            }
            // Enhanced transposition cut-off (Plaat 1996).
            if empties >= LOOK_AHEAD
                && let Some(entry) = self.table.get(next)
                && -i32::from(entry.upper) >= beta
            {
                let score = -i32::from(entry.upper);
                self.keep(position, score, upper, empties, square);
                return Some(score);
            }
            let worth = if u32::from(first) == square {
                i32::MAX
            } else if empties >= FORESIGHT {
                -foresee(
                    next,
                    -INFINITE_WORTH,
                    INFINITE_WORTH,
                    ((empties - FORESIGHT) / 4 + 1).min(3),
                )
            } else {
                worth(square, next, position)
            };
            ordered.add(square, next, worth);
        }
        ordered.sort();
        let mut best = (-INFINITY, 0);
        let mut bound = alpha;
        for index in 0..ordered.count {
            let Move { square, next, .. } = ordered.moves[index];
            let mut score = if index == 0 {
                -self.search(next, -beta, -bound, empties - 1)?
            } else {
                -self.search(next, -bound - 1, -bound, empties - 1)?
            };
            if index > 0 && score > bound && score < beta {
                score = -self.search(next, -beta, -score, empties - 1)?;
            }
            if score > best.0 {
                best = (score, square);
                bound = bound.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        if best.0 > alpha {
            lower = lower.max(best.0);
        }
        if best.0 < beta {
            upper = upper.min(best.0);
        }
        self.keep(position, lower, upper, empties, best.1);
        Some(best.0)
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "scores are at most 64, squares and empties too"
    )]
    fn keep(&self, position: Position, lower: i32, upper: i32, empties: u32, best: u32) {
        let entry = Entry {
            lower: lower as i8,
            upper: upper as i8,
            depth: empties as u8,
            best: best as u8,
        };
        self.table.put(position, entry);
    }

    /// Near the end: no table, and squares of odd quarters first.
    fn shallow(&mut self, position: Position, alpha: i32, beta: i32) -> i32 {
        let empty = !(position.player | position.opponent);
        let empties = empty.count_ones();
        if empties < FEW {
            return self.few(position, empty, alpha, beta);
        }
        self.nodes += 1;
        let moves = position.legal_moves();
        if moves == 0 {
            let passed = position.passed();
            if passed.legal_moves() == 0 {
                return final_score(position);
            }
            return -self.shallow(passed, -beta, -alpha);
        }
        if alpha >= stability_threshold(empties) {
            let most = most_by_stability(position);
            if most <= alpha {
                return most;
            }
        }
        let odd = odd_squares(empty);
        let mut best = -INFINITY;
        let mut bound = alpha;
        for squares_of in [moves & odd, moves & !odd] {
            for square in squares(squares_of) {
                let score = -self.shallow(position.after(square), -beta, -bound);
                if score > best {
                    best = score;
                    bound = bound.max(score);
                    if score >= beta {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// With so few empty squares that trying them is quicker than finding the legal moves first.
    fn few(&mut self, position: Position, empty: u64, alpha: i32, beta: i32) -> i32 {
        if empty & empty.wrapping_sub(1) == 0 {
            return match empty {
                0 => final_score(position),
                _ => self.last_square(position, empty.trailing_zeros()),
            };
        }
        self.nodes += 1;
        let best = self.best_of_few(position, empty, alpha, beta);
        if best > -INFINITY {
            return best;
        }
        let best = self.best_of_few(position.passed(), empty, -beta, -alpha);
        if best > -INFINITY { -best } else { final_score(position) }
    }

    fn best_of_few(&mut self, position: Position, empty: u64, alpha: i32, beta: i32) -> i32 {
        let odd = odd_squares(empty);
        let mut best = -INFINITY;
        let mut bound = alpha;
        for squares_of in [odd, empty & !odd] {
            for square in squares(squares_of) {
                if BESIDE[square as usize] & position.opponent == 0 {
                    continue;
                }
                let flipped = flips(square, position.player, position.opponent);
                if flipped == 0 {
                    continue;
                }
                let bit = 1 << square;
                let next = Position {
                    player: position.opponent & !flipped,
                    opponent: position.player | flipped | bit,
                };
                let score = -self.few(next, empty & !bit, -beta, -bound);
                if score > best {
                    best = score;
                    bound = bound.max(score);
                    if score >= beta {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// The score when one square is left, without making the move.
    fn last_square(&mut self, position: Position, square: u32) -> i32 {
        self.nodes += 1;
        let own = position.player.count_ones().cast_signed();
        let flipped = flips(square, position.player, position.opponent).count_ones().cast_signed();
        if flipped > 0 {
            return 2 * (own + flipped + 1) - 64;
        }
        let lost = flips(square, position.opponent, position.player).count_ones().cast_signed();
        if lost > 0 {
            return 2 * (own - lost) - 64;
        }
        // Nobody can play there, and it goes to the winner.
        if 2 * own > 63 { 2 * own - 62 } else { 2 * own - 64 }
    }
}

/// Below this bound stable discs are not worth counting; tuned on time.
fn stability_threshold(empties: u32) -> i32 {
    if empties < 12 { 0 } else { 8 }
}

/// The score that the side to move can't go beyond, because of the discs that it can never flip.
fn most_by_stability(position: Position) -> i32 {
    let stable = stable_discs(position.opponent, position.player);
    64 - 2 * stable.count_ones().cast_signed()
}

/// For each square those beside it.
static BESIDE: [u64; 64] = {
    let mut beside = [0; 64];
    let mut square = 0;
    while square < 64 {
        beside[square] = around(1 << square) & !(1 << square);
        square += 1;
    }
    beside
};

/// A move, what it leads to, and how soon it is to be searched.
#[derive(Debug, Clone, Copy)]
struct Move {
    square: u32,
    next: Position,
    worth: i32,
}

/// The moves of a position; there are never more than 33.
struct Ordered {
    moves: [Move; 34],
    count: usize,
}

impl Default for Ordered {
    fn default() -> Self {
        let none = Move { square: 0, next: Position { player: 0, opponent: 0 }, worth: 0 };
        Self { moves: [none; 34], count: 0 }
    }
}

impl Ordered {
    fn add(&mut self, square: u32, next: Position, worth: i32) {
        self.moves[self.count] = Move { square, next, worth };
        self.count += 1;
    }

    fn sort(&mut self) {
        self.moves[..self.count].sort_by_key(|mv| std::cmp::Reverse(mv.worth));
    }
}

/// How soon a move is to be searched: what leaves the other side few moves (fastest first), and few
/// squares beside discs that it could flip later; squares of odd quarters; corners.
fn worth(square: u32, next: Position, position: Position) -> i32 {
    /// What counts how much; tuned on nodes.
    const MOBILITY: i32 = 16;
    const CORNER_MOVE: i32 = 32;
    const POTENTIAL: i32 = 4;
    const PARITY: i32 = 8;
    const CORNER: i32 = 12;
    let replies = next.legal_moves();
    let count = |set: u64| set.count_ones().cast_signed();
    let empty = !(position.player | position.opponent);
    let bit = 1_u64 << square;
    let mut worth = -MOBILITY * count(replies) - CORNER_MOVE * count(replies & CORNERS);
    worth -= POTENTIAL * count(around(next.opponent) & !(next.player | next.opponent));
    if odd_squares(empty) & bit != 0 {
        worth += PARITY;
    }
    if bit & CORNERS != 0 {
        worth += CORNER;
    }
    worth
}

/// From this many empty squares on moves are ordered by a search of a few plies.
const FORESIGHT: u32 = 13;

/// Beyond what any position can seem to be worth.
const INFINITE_WORTH: i32 = 1 << 20;

/// What a position seems to be worth to the side to move, some plies later: its moves and squares
/// beside the other side's discs against the other side's, and corners with the discs they hold.
fn foresee(position: Position, mut alpha: i32, beta: i32, depth: u32) -> i32 {
    let moves = position.legal_moves();
    if moves == 0 {
        let passed = position.passed();
        if passed.legal_moves() == 0 {
            return final_score(position) * 1000;
        }
        return -foresee(passed, -beta, -alpha, depth);
    }
    if depth == 0 {
        return seeming_worth(position, moves);
    }
    let mut best = -INFINITE_WORTH;
    for square in squares(moves & CORNERS).chain(squares(moves & !CORNERS)) {
        best = best.max(-foresee(position.after(square), -beta, -alpha, depth - 1));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

fn seeming_worth(position: Position, moves: u64) -> i32 {
    let count = |set: u64| set.count_ones().cast_signed();
    let empty = !(position.player | position.opponent);
    let replies = position.passed().legal_moves();
    let potential = |discs: u64| count(around(discs) & empty);
    let stable = count(stable_discs(position.player, position.opponent))
        - count(stable_discs(position.opponent, position.player));
    16 * (count(moves) - count(replies))
        + 64 * (count(moves & CORNERS) - count(replies & CORNERS))
        + 14 * (potential(position.opponent) - potential(position.player))
        + 12 * stable
}

/// The squares beside discs.
const fn around(discs: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let rows = discs | (discs << 1 & NOT_A) | (discs >> 1 & NOT_H);
    rows | rows << 8 | rows >> 8
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;

    type Rng = rand_pcg::Pcg64Mcg;

    /// The score by trying everything.
    fn plain(position: Position) -> i32 {
        let moves = position.legal_moves();
        if moves == 0 {
            let passed = position.passed();
            return if passed.legal_moves() == 0 { final_score(position) } else { -plain(passed) };
        }
        squares(moves).map(|square| -plain(position.after(square))).max().unwrap()
    }

    /// A position of a random game with so many empty squares.
    fn random_position(rng: &mut Rng, empties: u32) -> Position {
        loop {
            let mut position = Position::START;
            while (!(position.player | position.opponent)).count_ones() > empties {
                let moves: Vec<u32> = squares(position.legal_moves()).collect();
                if moves.is_empty() {
                    position = position.passed();
                    if position.legal_moves() == 0 {
                        break;
                    }
                } else {
                    position = position.after(moves[rng.random_range(0..moves.len())]);
                }
            }
            if (!(position.player | position.opponent)).count_ones() == empties {
                return position;
            }
        }
    }

    #[test]
    fn it_agrees_with_trying_everything() {
        let never = AtomicBool::new(false);
        let table = Table::new(1 << 20);
        let mut rng = Rng::seed_from_u64(9);
        for empties in 0..=10 {
            for _ in 0..if empties < 9 { 60 } else { 6 } {
                let position = random_position(&mut rng, empties);
                let solution = Endgame::new(&table, &never).solve(position).unwrap();
                assert_eq!(solution.score, plain(position), "{position:x?}");
                // The line leads to the score.
                let (mut end, mut sign) = (position, 1);
                for square in solution.line {
                    if end.legal_moves() == 0 {
                        (end, sign) = (end.passed(), -sign);
                    }
                    end = end.after(square);
                    sign = -sign;
                }
                assert_eq!(sign * final_score(end), solution.score);
            }
        }
    }

    #[test]
    fn turned_boards_have_the_same_score_and_one_thread_the_same_nodes() {
        let never = AtomicBool::new(false);
        let mut rng = Rng::seed_from_u64(4);
        for _ in 0..10 {
            let position = random_position(&mut rng, 12);
            let solve = |position| {
                let table = Table::new(1 << 20);
                let mut search = Endgame::new(&table, &never);
                (search.solve(position).unwrap().score, search.nodes())
            };
            let upside_down = Position {
                player: position.player.swap_bytes(),
                opponent: position.opponent.swap_bytes(),
            };
            assert_eq!(solve(position), solve(position));
            assert_eq!(solve(position).0, solve(upside_down).0);
        }
    }

    #[test]
    fn it_stops_when_told() {
        let stop = AtomicBool::new(true);
        let table = Table::new(1 << 20);
        assert_eq!(Endgame::new(&table, &stop).solve(Position::START), None);
    }
}
