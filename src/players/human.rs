//! Human-like levels: scores all moves with the engine, then picks one at random, preferring the better ones.

use rand::RngExt;
use std::ops::RangeInclusive;

use super::{Adviser, Bot, Memory, Rng, SearchProgress, Stop, limits_of_depth};
use crate::engine::{CORNERS, Found, Limits, Line, Position};
use crate::games::{Game, Move, Reversi};

/// A bot that searches like the engine, but chooses moves like a human.
///
/// It scores every move. Each disc lost compared with the best move multiplies the probability of a move by
/// [`percent_per_disc`](Self::percent_per_disc); moves that lose more than [`margin`](Self::margin) discs are not
/// played. Two rules are not random:
///
/// - A move that wins the game at once is always played; of several, the one with the highest margin.
/// - A move gives away a corner if it lets the opponent play on a corner that was closed before. Such a move is
///   played only if no move has a better score, or if all moves give a corner.
///
/// ```
/// use reversi::players::HumanLike;
/// let [weak, strong] = [4, 13].map(|level| HumanLike::new(level).unwrap());
/// assert!(weak.margin() > strong.margin());
/// assert!(weak.percent_per_disc() > strong.percent_per_disc());
/// assert!(HumanLike::new(14).is_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HumanLike {
    level: u8,
}

/// The weight of the best move, large enough for integers: the lowest weight of any level exceeds 200 million.
const WEIGHT_OF_BEST: u64 = 1 << 32;

/// By level: the search depth in plies, and the probability factor per lost disc, in percent. Both make a level
/// stronger; the steps between levels are about even.
const LEVELS: [(u8, u32); 10] = [
    (1, 94),
    (2, 91),
    (3, 88),
    (4, 84),
    (6, 81),
    (7, 78),
    (8, 74),
    (9, 70),
    (11, 68),
    (12, 63),
];

#[derive(Debug, Clone, Copy)]
struct Candidate {
    mv: Move,
    score: i32,
    next: Position,
    gives_corner: bool,
}

impl HumanLike {
    /// The range of valid levels.
    pub const LEVELS: RangeInclusive<u8> = 4..=13;

    /// Creates the bot for a level; `None` if there is no such level.
    pub fn new(level: u8) -> Option<Self> {
        Self::LEVELS.contains(&level).then_some(Self { level })
    }

    /// Returns the level.
    pub fn level(self) -> u8 {
        self.level
    }

    /// Returns the search depth in plies.
    pub fn depth(self) -> u8 {
        self.row().0
    }

    /// Returns the maximum loss of a move, in discs.
    pub fn margin(self) -> i32 {
        2 * (15 - i32::from(self.depth()))
    }

    /// Returns the factor, in percent, by which each lost disc reduces a move's probability.
    pub fn percent_per_disc(self) -> u32 {
        self.row().1
    }

    fn row(self) -> (u8, u32) {
        LEVELS[usize::from(self.level - Self::LEVELS.start())]
    }

    /// Returns the search limits: the engine's for this depth, but with a score for every move.
    pub(crate) fn limits(self) -> Limits {
        Limits {
            lines: usize::MAX,
            ..limits_of_depth(self.depth())
        }
    }

    /// Returns the candidate moves with their probabilities; empty if the game is over.
    ///
    /// ```
    /// use reversi::games::{Player, Reversi};
    /// use reversi::players::HumanLike;
    /// let moves = HumanLike::new(7).unwrap().probabilities(&Reversi::new(Player::Black));
    /// let sum: f64 = moves.iter().map(|(_, probability)| probability).sum();
    /// assert_eq!(moves.len(), 4);
    /// assert!((sum - 1.0).abs() < 1e-9);
    /// ```
    #[expect(clippy::cast_precision_loss, reason = "a fraction needs no 64 bits")]
    pub fn probabilities(self, game: &Reversi) -> Vec<(Move, f64)> {
        let weights = self.weights(game, &Stop::new(), &mut |_| ());
        let total: u64 = weights.iter().map(|(_, weight)| weight).sum();
        let share = |(mv, weight)| (mv, weight as f64 / total as f64);
        weights.into_iter().map(share).collect()
    }

    fn weights(
        self,
        game: &Reversi,
        stop: &Stop,
        report: &mut dyn FnMut(SearchProgress),
    ) -> Vec<(Move, u64)> {
        let observer = &mut |found: &Found| report(found.into());
        let mut adviser = Adviser::default();
        let found = adviser.search(game, &self.limits(), Memory::Forget, stop, observer);
        found.map_or_else(Vec::new, |found| {
            self.weigh(&candidates(Position::from(game), &found.lines))
        })
    }

    fn weigh(self, candidates: &[Candidate]) -> Vec<(Move, u64)> {
        let wins: Vec<i32> = candidates
            .iter()
            .filter_map(|mv| wins_by(mv.next))
            .collect();
        if let Some(&most) = wins.iter().max() {
            let is_most = |mv: &&Candidate| wins_by(mv.next) == Some(most);
            return candidates
                .iter()
                .filter(is_most)
                .map(|mv| (mv.mv, 1))
                .collect();
        }
        // Not the first: selective searches of several moves may be inconsistent.
        let Some(best) = candidates.iter().map(|mv| mv.score).max() else {
            return Vec::new();
        };
        let is_avoidable = candidates.iter().any(|mv| !mv.gives_corner);
        let is_possible = |mv: &&Candidate| {
            mv.score == best
                || best - mv.score <= self.margin() && !(mv.gives_corner && is_avoidable)
        };
        // Integers, because the exponential function differs between machines.
        let weight = |mv: &Candidate| {
            let percent = u64::from(self.percent_per_disc());
            (mv.score..best).fold(WEIGHT_OF_BEST, |weight, _| weight * percent / 100)
        };
        candidates
            .iter()
            .filter(is_possible)
            .map(|mv| (mv.mv, weight(mv)))
            .collect()
    }
}

impl Bot for HumanLike {
    fn choose(
        &mut self,
        game: &dyn Game,
        rng: &mut Rng,
        stop: &Stop,
        report: &mut dyn FnMut(SearchProgress),
    ) -> Option<Move> {
        let weights = self.weights(game.as_any().downcast_ref::<Reversi>()?, stop, report);
        let total: u64 = weights.iter().map(|(_, weight)| weight).sum();
        if total == 0 {
            return None;
        }
        let mut chance = rng.random_range(0..total);
        weights.into_iter().find_map(|(mv, weight)| {
            let is_chosen = chance < weight;
            chance = chance.saturating_sub(weight);
            is_chosen.then_some(mv)
        })
    }
}

fn candidates(position: Position, lines: &[Line]) -> Vec<Candidate> {
    let before = position.passed().legal_moves();
    let candidate = |line: &Line| {
        let mv = *line.moves.first()?;
        let next = position.after(mv.into());
        let gives_corner = next.legal_moves() & !before & CORNERS != 0;
        Some(Candidate {
            mv,
            score: line.score,
            next,
            gives_corner,
        })
    };
    lines.iter().filter_map(candidate).collect()
}

/// The winning margin of the side that moved, in discs, including empty squares; `None` if it has not won.
fn wins_by(next: Position) -> Option<i32> {
    if next.legal_moves() != 0 || next.passed().legal_moves() != 0 {
        return None;
    }
    let [own, other] =
        [next.opponent(), next.player()].map(|discs| discs.count_ones().cast_signed());
    (own > other).then_some(64 - 2 * other)
}

#[cfg(test)]
mod tests;
