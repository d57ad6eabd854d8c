//! The repertoire: the user's own opening lines, and the moves that they have in each position.

use std::collections::HashMap;

use super::{DrilledLine, PositionKey};
use crate::games::{Game, Move, Player, Reversi, Square};

/// The user's own opening lines, of both sides.
#[derive(Debug, Clone, Default)]
pub struct Repertoire {
    pub lines: Vec<DrilledLine>,
    /// The positions after the moves of a side's lines, by the position before them.
    next: HashMap<(Player, PositionKey), Vec<PositionKey>>,
}

impl Repertoire {
    /// Creates a repertoire of some of the drilled lines; lines of the book are left out.
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
}
