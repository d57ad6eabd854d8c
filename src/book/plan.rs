//! Which positions a book searches: those that few discs are lost on the way to.
//!
//! The plan goes ply by ply. At each position it follows the moves that lose no more than a limit
//! against the best one, as long as all moves on the way together lose no more than a total. Of
//! several ways to a position the one that loses least counts. So the set of positions depends on
//! what is found in each of them, and on nothing else: neither on their order nor on who searches them.

use std::collections::{BTreeMap, BTreeSet};

use super::moves::after_move;
use super::source::find_among;
use super::{BookRecord, Deviation, Searched};
use crate::base::text::Shard;
use crate::engine::{Position, squares};

/// Where the shards divide the positions, in plies from the start; each has all positions before, and all that its
/// positions there lead to.
const SHARD_PLY: u8 = 8;

/// A position that a plan wants to be searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchTask {
    /// The position, canonical, with a legal move.
    pub position: Position,
    /// The number of best moves to find, as far as there are as many.
    pub moves: usize,
    /// Find twice as many until one loses more than this number of discs; `None` for no more.
    pub until: Option<u8>,
}

impl SearchTask {
    /// The least number of moves that a plan asks for where it follows some of them: few positions have
    /// as many good moves.
    const MIN_REQUESTED_MOVES: usize = 4;

    pub(super) fn all(position: Position) -> Self {
        let moves = position.legal_moves().count_ones() as usize;
        Self { position, moves, until: None }
    }

    /// The number of moves to find after these were found, best first; `None` if they are enough.
    pub fn more(&self, found: &Searched) -> Option<usize> {
        let count = found.moves.len();
        let all = self.position.legal_moves().count_ones() as usize;
        let (best, last) = (found.moves.first()?.1, found.moves.last()?.1);
        let is_near = |most: u8| best - last <= most.into();
        (count < all && self.until.is_some_and(is_near)).then_some(2 * count)
    }

    /// Whether these moves are what a search of the position finds.
    pub fn is_answered(&self, found: &Searched) -> bool {
        let all = self.position.legal_moves().count_ones() as usize;
        let mut count = self.moves.min(all);
        if self.until.is_some() {
            while count < found.moves.len() {
                count = (2 * count).min(all);
            }
        }
        found.position == self.position && found.moves.len() == count && self.more(found).is_none()
    }
}

/// The positions of a book to be searched, ply by ply.
#[derive(Debug)]
pub struct Plan<'a> {
    deviation: Deviation,
    shard: Shard,
    /// The records of the book to grow, in order.
    base: &'a [BookRecord],
    ply: u8,
    /// The positions of this ply, with the discs lost on the way.
    frontier: BTreeMap<Position, u8>,
    next: BTreeMap<Position, u8>,
}

impl<'a> Plan<'a> {
    /// The plan for a book, or for what is to be added to the records of another one.
    pub fn new(deviation: Deviation, shard: Shard, base: &'a [BookRecord]) -> Self {
        let frontier = BTreeMap::from([(Position::START.canonical(), 0)]);
        Self { deviation, shard, base, ply: 0, frontier, next: BTreeMap::new() }
    }

    /// The positions to search now, in order. After they are [`found`](Self::found),
    /// [`advance`](Self::advance).
    ///
    /// At the last ply the best move is enough, or the best one that leads out of the base.
    pub fn due(&mut self) -> Vec<SearchTask> {
        let (mut due, mut settled) = (Vec::new(), Vec::new());
        for (&position, &spent) in &self.frontier {
            match self.known(position, spent) {
                Some(moves) => settled.push((position, spent, moves)),
                None => due.push(self.task(position)),
            }
        }
        for (position, spent, moves) in settled {
            self.follow(position, spent, &moves);
        }
        due
    }

    /// Takes what was found of a position that was due.
    pub fn found(&mut self, searched: &Searched) {
        let position = searched.position;
        let Some(&spent) = self.frontier.get(&position) else { return };
        let moves: Vec<(u32, i32)> = searched
            .moves
            .iter()
            .map(|&(square, score)| {
                let known = self.inside(position, square);
                (square, known.unwrap_or(score))
            })
            .collect();
        self.follow(position, spent, &moves);
    }

    /// Goes on to the next ply; whether there is one.
    pub fn advance(&mut self) -> bool {
        self.ply += 1;
        self.frontier = std::mem::take(&mut self.next);
        if self.ply == SHARD_PLY {
            let mut numbers = 1..;
            self.frontier
                .retain(|_, _| numbers.next().is_some_and(|number| self.shard.has(number)));
        }
        self.ply <= self.deviation.plies && !self.frontier.is_empty()
    }

    pub fn ply(&self) -> u8 {
        self.ply
    }

    /// The moves of a position that the base knows well enough: its best move out of the book must not be
    /// one to follow.
    fn known(&self, position: Position, spent: u8) -> Option<Vec<(u32, i32)>> {
        let record = self.base_record(position)?;
        let mut moves: Vec<(u32, i32)> = squares(position.legal_moves())
            .filter_map(|square| Some((square, self.inside(position, square)?)))
            .collect();
        if let Some((_, leaf)) = record.leaf {
            let best = moves.iter().map(|mv| mv.1).max().unwrap_or(-64).max(leaf.into());
            if self.ply < self.deviation.plies && self.allows(best, leaf.into(), spent).is_some() {
                return None;
            }
            moves.push((64, leaf.into()));
        }
        Some(moves)
    }

    /// How a position is searched: the same way in each share.
    fn task(&self, position: Position) -> SearchTask {
        if self.ply < self.deviation.plies {
            return SearchTask {
                position,
                moves: SearchTask::MIN_REQUESTED_MOVES,
                until: Some(self.deviation.per_move),
            };
        }
        let inside = |&square: &u32| self.inside(position, square).is_some();
        let moves = squares(position.legal_moves()).filter(inside).count() + 1;
        SearchTask { position, moves, until: None }
    }

    /// Adds the positions that good moves lead to.
    fn follow(&mut self, position: Position, spent: u8, moves: &[(u32, i32)]) {
        if self.ply >= self.deviation.plies {
            return;
        }
        let best = moves.iter().map(|mv| mv.1).max().unwrap_or(0);
        for &(square, score) in moves.iter().filter(|mv| mv.0 < 64) {
            let Some(spent) = self.allows(best, score, spent) else { continue };
            let Some(next) = after_move(position, square) else { continue };
            let least = self.next.entry(next.position).or_insert(spent);
            *least = spent.min(*least);
        }
    }

    /// The discs lost after a move, if it may be followed.
    fn allows(&self, best: i32, score: i32, spent: u8) -> Option<u8> {
        let lost = u8::try_from(best - score).ok()?;
        let total = spent.checked_add(lost)?;
        (lost <= self.deviation.per_move && total <= self.deviation.total).then_some(total)
    }

    fn inside(&self, position: Position, square: u32) -> Option<i32> {
        let next = after_move(position, square)?;
        Some(next.sign * i32::from(self.base_record(next.position)?.score))
    }

    fn base_record(&self, position: Position) -> Option<&'a BookRecord> {
        find_among(self.base, position)
    }
}

/// The positions to search for all their moves, in order: those that the book lacks, and
/// those whose best move out of the book leads to one of them.
///
/// Positions where the side to move has to pass, or the game is over, are left out.
pub fn lessons(
    positions: impl IntoIterator<Item = Position>,
    base: &[BookRecord],
) -> Vec<SearchTask> {
    let is_new =
        |position: &Position| position.legal_moves() != 0 && find_among(base, *position).is_none();
    let canonical = positions.into_iter().map(Position::canonical);
    let new: BTreeSet<Position> = canonical.filter(is_new).collect();
    let leads_there = |record: &&BookRecord| {
        let leaf = record.leaf.and_then(|(square, _)| after_move(record.position, square.into()));
        leaf.is_some_and(|next| new.contains(&next.position))
    };
    let opened = base.iter().filter(leads_there).map(|record| record.position);
    let all: BTreeSet<Position> = new.iter().copied().chain(opened).collect();
    all.into_iter().map(SearchTask::all).collect()
}
