//! Which positions a book searches: those that few discs are lost on the way to.
//!
//! The plan goes ply by ply. At each position it follows the moves that lose no more than a limit
//! against the best one, as long as all moves on the way together lose no more than a total. Of
//! several ways to a position the one that loses least counts. So the set of positions depends on
//! what is found in each of them, and on nothing else: neither on their order nor on who searches them.

use std::collections::BTreeMap;

use super::source::find_among;
use super::{Deviation, Record, Searched, step};
use crate::engine::{Position, squares};

/// A position to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    /// The position, canonical, with a legal move.
    pub position: Position,
    /// The number of best moves to find, as far as there are as many.
    pub moves: usize,
    /// Find twice as many until one loses more than this number of discs; `None` for no more.
    pub until: Option<u8>,
}

impl Due {
    /// The least number of moves that a plan asks for where it follows some of them: few positions have
    /// as many good moves.
    const FEW: usize = 4;

    /// All moves of a position.
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

/// A part of the positions at [`Share::PLY`], and all that they lead to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// Which part, from 1.
    pub index: usize,
    /// The number of parts.
    pub count: usize,
}

impl Share {
    /// Where the parts divide, in plies from the start; each has all positions before.
    pub const PLY: u8 = 8;
}

/// The positions of a book to be searched, ply by ply.
#[derive(Debug)]
pub struct Plan<'a> {
    deviation: Deviation,
    share: Share,
    /// The records of the book to grow, in order.
    base: &'a [Record],
    ply: u8,
    /// The positions of this ply, with the discs lost on the way.
    frontier: BTreeMap<Position, u8>,
    /// Those of the next ply.
    next: BTreeMap<Position, u8>,
}

impl<'a> Plan<'a> {
    /// The plan for a book, or for what is to be added to the records of another one.
    pub fn new(deviation: Deviation, share: Share, base: &'a [Record]) -> Self {
        let frontier = BTreeMap::from([(Position::START.canonical(), 0)]);
        Self { deviation, share, base, ply: 0, frontier, next: BTreeMap::new() }
    }

    /// The positions to search now, in order. After they are [`found`](Self::found),
    /// [`advance`](Self::advance).
    ///
    /// At the last ply the best move is enough, or the best one that leads out of the base.
    pub fn due(&mut self) -> Vec<Due> {
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
        if self.ply == Share::PLY {
            let Share { index, count } = self.share;
            let mut number = 0;
            self.frontier.retain(|_, _| {
                number += 1;
                number % count == index % count
            });
        }
        self.ply <= self.deviation.plies && !self.frontier.is_empty()
    }

    /// The ply of the positions that are due.
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
    fn task(&self, position: Position) -> Due {
        if self.ply < self.deviation.plies {
            return Due { position, moves: Due::FEW, until: Some(self.deviation.per_move) };
        }
        let inside = |&square: &u32| self.inside(position, square).is_some();
        let moves = squares(position.legal_moves()).filter(inside).count() + 1;
        Due { position, moves, until: None }
    }

    /// Adds the positions that good moves lead to.
    fn follow(&mut self, position: Position, spent: u8, moves: &[(u32, i32)]) {
        if self.ply >= self.deviation.plies {
            return;
        }
        let best = moves.iter().map(|mv| mv.1).max().unwrap_or(0);
        for &(square, score) in moves.iter().filter(|mv| mv.0 < 64) {
            let Some(spent) = self.allows(best, score, spent) else { continue };
            let Some(next) = step::after(position, square) else { continue };
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

    /// The score of a move that stays in the base.
    fn inside(&self, position: Position, square: u32) -> Option<i32> {
        let next = step::after(position, square)?;
        Some(next.sign * i32::from(self.base_record(next.position)?.score))
    }

    fn base_record(&self, position: Position) -> Option<&'a Record> {
        find_among(self.base, position)
    }
}
