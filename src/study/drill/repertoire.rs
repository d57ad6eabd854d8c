//! The repertoire: the user's own opening lines, and the moves that they have in each position.

use std::collections::HashMap;

use serde::Serialize;

use super::{DrilledLine, PositionKey};
use crate::book::Book;
use crate::engine::Position;
use crate::games::{Game, Move, Player, Reversi, Square};

/// The user's own opening lines, of both sides.
#[derive(Debug, Clone, Default)]
pub struct Repertoire {
    pub lines: Vec<DrilledLine>,
    /// The positions after the moves of a side's lines, by the position before them.
    next: HashMap<(Player, PositionKey), Vec<PositionKey>>,
}

/// The first move by which a side left its repertoire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RepertoireExit {
    pub player: Player,
    /// The number of the move, from 1, passes not counted.
    pub number: usize,
    #[serde(rename = "move")]
    pub played: Square,
    /// The move of the repertoire.
    pub own: Square,
    /// The discs that the move lost against the one of the repertoire; negative if it was better, `None` if unknown.
    pub lost: Option<i32>,
    /// The position before the move.
    #[serde(skip)]
    pub before: Position,
}

impl RepertoireExit {
    /// The positions after the move and after the repertoire's move, from the view of the other side.
    pub fn after(&self) -> [Position; 2] {
        [self.played, self.own].map(|square| self.before.after(square.index(8).into()))
    }
}

impl Repertoire {
    /// Creates a repertoire of drilled lines, without lines of the book.
    pub fn of(mut lines: Vec<DrilledLine>) -> Self {
        lines.retain(|line| line.is_own);
        let mut next: HashMap<_, Vec<PositionKey>> = HashMap::new();
        for line in &lines {
            let mut before = PositionKey::of(&Reversi::new(Player::Black));
            for game in line.games() {
                let after = PositionKey::of(&game);
                let known = next.entry((line.side, before)).or_default();
                if !known.contains(&after) {
                    known.push(after);
                }
                before = after;
            }
        }
        Self { lines, next }
    }

    /// The moves that a side's lines have in a position, for either player, with all symmetric ones.
    pub fn moves(&self, side: Player, game: &Reversi) -> Vec<Square> {
        let Some(next) = self.next.get(&(side, PositionKey::of(game))) else {
            return Vec::new();
        };
        let leads_there = |after: PositionKey| {
            move |&mv: &Move| {
                let mut played = game.clone();
                played.play(mv).is_ok() && PositionKey::of(&played) == after
            }
        };
        let legal = game.moves();
        let moves = next
            .iter()
            .flat_map(|&after| legal.iter().copied().filter(leads_there(after)));
        moves.map(|mv| Square::from_index(mv.0, 8)).collect()
    }

    /// The line of a side with the given moves, which begin with f5.
    pub fn line(&self, side: Player, moves: &[Square]) -> Option<&DrilledLine> {
        self.lines
            .iter()
            .find(|line| line.side == side && line.moves == moves)
    }

    /// Finds the first move by which a side left its lines, in a game of all its positions and moves. The loss is that
    /// of the book, if it knows both moves.
    pub fn exit<'a>(
        &self,
        side: Player,
        plies: impl IntoIterator<Item = (&'a Reversi, Move)>,
        book: Option<&Book>,
    ) -> Option<RepertoireExit> {
        let is_own = |(_, (game, _)): &(usize, (&Reversi, Move))| game.turn() == Some(side);
        let own = (1..).zip(plies).filter(is_own);
        own.into_iter().find_map(|(number, (game, mv))| {
            let played = Square::from_index(mv.0, 8);
            let moves = self.moves(side, game);
            let own = *moves.first().filter(|_| !moves.contains(&played))?;
            let before = Position::from(game);
            let known = book.map(|book| book.moves(before)).unwrap_or_default();
            let score = |square: Square| {
                let index = u32::from(square.index(8));
                Some(known.iter().find(|mv| mv.square == index)?.score)
            };
            Some(RepertoireExit {
                player: side,
                number,
                played,
                own,
                lost: score(own)
                    .zip(score(played))
                    .map(|(own, played)| own - played),
                before,
            })
        })
    }
}
