//! Selects the positions of a book: those reached by moves that lose few discs.
//!
//! The plan proceeds ply by ply. At each position, it follows the moves that lose at most a limit compared with the
//! best one, as long as the total loss on the way stays within another limit. If several ways lead to a position,
//! the one with the lowest loss counts. So the set of positions depends only on the search results, not on the
//! order of the searches.

use std::collections::{BTreeMap, BTreeSet};

use super::moves::after_move;
use super::source::find_among;
use super::{BookRecord, Deviation, Searched};
use crate::base::text::Shard;
use crate::engine::{Position, squares};

/// The ply at which shards divide the positions. Each shard has all earlier positions, and everything below its own
/// ones.
const SHARD_PLY: u8 = 8;

/// A position to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchTask {
    /// Canonical, with a legal move.
    pub position: Position,
    /// The number of best moves to find, at most all.
    pub moves: usize,
    /// If set, double `moves` until the last one loses more than this many discs.
    pub until: Option<u8>,
}

impl SearchTask {
    /// The minimum number of moves to search. Few positions have more moves worth following.
    const MIN_REQUESTED_MOVES: usize = 4;

    pub(super) fn all(position: Position) -> Self {
        let moves = position.legal_moves().count_ones() as usize;
        Self {
            position,
            moves,
            until: None,
        }
    }

    /// The number of moves to search next; `None` if `found`, sorted best first, is enough.
    pub fn more(&self, found: &Searched) -> Option<usize> {
        let count = found.moves.len();
        let all = self.position.legal_moves().count_ones() as usize;
        let best = found.moves.first()?.1;
        let last = found.moves.last()?.1;
        let is_near = |most: u8| best - last <= most.into();
        (count < all && self.until.is_some_and(is_near)).then_some(2 * count)
    }

    /// Whether `found` is a complete result of this task.
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

#[derive(Debug)]
pub struct Plan<'a> {
    deviation: Deviation,
    shard: Shard,
    /// The sorted records of the book to extend.
    base: &'a [BookRecord],
    ply: u8,
    /// The positions of this ply, with the discs lost on the way.
    frontier: BTreeMap<Position, u8>,
    next: BTreeMap<Position, u8>,
}

impl<'a> Plan<'a> {
    /// Creates the plan for a new book, or for an extension of `base`.
    pub fn new(deviation: Deviation, shard: Shard, base: &'a [BookRecord]) -> Self {
        let frontier = BTreeMap::from([(Position::START.canonical(), 0)]);
        Self {
            deviation,
            shard,
            base,
            ply: 0,
            frontier,
            next: BTreeMap::new(),
        }
    }

    /// Returns the positions to search at this ply, in order. Pass each result to [`found`](Self::found), then call
    /// [`advance`](Self::advance). At the last ply, only the best move is searched, or the best one that leaves the
    /// base.
    pub fn due(&mut self) -> Vec<SearchTask> {
        let mut due = Vec::new();
        let mut settled = Vec::new();
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

    pub fn found(&mut self, searched: &Searched) {
        let position = searched.position;
        let Some(&spent) = self.frontier.get(&position) else {
            return;
        };
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

    /// Advances to the next ply. Returns whether there is one.
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

    /// The moves of a position, if the base is sufficient: its best move out of the book must not be one to follow.
    fn known(&self, position: Position, spent: u8) -> Option<Vec<(u32, i32)>> {
        let record = self.base_record(position)?;
        let mut moves: Vec<(u32, i32)> = squares(position.legal_moves())
            .filter_map(|square| Some((square, self.inside(position, square)?)))
            .collect();
        if let Some((_, leaf)) = record.leaf {
            let best = moves
                .iter()
                .map(|mv| mv.1)
                .max()
                .unwrap_or(-64)
                .max(leaf.into());
            if self.ply < self.deviation.plies && self.allows(best, leaf.into(), spent).is_some() {
                return None;
            }
            moves.push((64, leaf.into()));
        }
        Some(moves)
    }

    /// The task for a position, the same in every shard.
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
        SearchTask {
            position,
            moves,
            until: None,
        }
    }

    fn follow(&mut self, position: Position, spent: u8, moves: &[(u32, i32)]) {
        if self.ply >= self.deviation.plies {
            return;
        }
        let best = moves.iter().map(|mv| mv.1).max().unwrap_or(0);
        for &(square, score) in moves.iter().filter(|mv| mv.0 < 64) {
            let Some(spent) = self.allows(best, score, spent) else {
                continue;
            };
            let Some(next) = after_move(position, square) else {
                continue;
            };
            let least = self.next.entry(next.position).or_insert(spent);
            *least = spent.min(*least);
        }
    }

    /// The total loss after a move, in discs; `None` if the move is not followed.
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

/// Returns the positions to search for all moves when a book learns from games. They are the positions that the
/// book lacks, and those whose best move out of the book leads to one of them. Positions in which the side to move
/// can't move are skipped.
pub fn lessons(
    positions: impl IntoIterator<Item = Position>,
    base: &[BookRecord],
) -> Vec<SearchTask> {
    let is_new =
        |position: &Position| position.legal_moves() != 0 && find_among(base, *position).is_none();
    let canonical = positions.into_iter().map(Position::canonical);
    let new: BTreeSet<Position> = canonical.filter(is_new).collect();
    let leads_there = |record: &&BookRecord| {
        let leaf = record
            .leaf
            .and_then(|(square, _)| after_move(record.position, square.into()));
        leaf.is_some_and(|next| new.contains(&next.position))
    };
    let opened = base
        .iter()
        .filter(leads_there)
        .map(|record| record.position);
    let all: BTreeSet<Position> = new.iter().copied().chain(opened).collect();
    all.into_iter().map(SearchTask::all).collect()
}
