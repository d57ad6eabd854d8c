//! A position: two bitboards, seen from the side to move.

use super::{flips, legal_moves, squares};

/// The discs of the side to move and of its opponent, which never overlap. Positions are ordered by these numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    // Private outside the engine: unchecked loads of weights are sound only for disjoint sets.
    pub(super) player: u64,
    pub(super) opponent: u64,
}

impl Position {
    /// The starting position, Black to move.
    pub const START: Self = Self {
        player: 1 << 35 | 1 << 28,
        opponent: 1 << 27 | 1 << 36,
    };

    /// Creates a position from the discs of both sides; `None` if they overlap. `player` is the side to move.
    ///
    /// ```
    /// use reversi::engine::Position;
    /// assert_eq!(Position::new(1 << 35 | 1 << 28, 1 << 27 | 1 << 36), Some(Position::START));
    /// assert_eq!(Position::new(0b11, 0b10), None);
    /// ```
    #[inline]
    pub const fn new(player: u64, opponent: u64) -> Option<Self> {
        if player & opponent == 0 {
            Some(Self { player, opponent })
        } else {
            None
        }
    }

    /// Returns the discs of the side to move.
    #[inline]
    pub const fn player(self) -> u64 {
        self.player
    }

    /// Returns the discs of the other side.
    #[inline]
    pub const fn opponent(self) -> u64 {
        self.opponent
    }

    /// Returns a position from a random game, with `empties` empty squares and a legal move.
    ///
    /// For tests and measurements. `choose` receives the number of moves and returns the index of one, from 0.
    ///
    /// # Panics
    /// Panics if `empties` exceeds 60, the number at the start of a game, or if an index is too high.
    ///
    /// ```
    /// use reversi::engine::Position;
    /// let mut turn = 0;
    /// let position = Position::by_chance(20, |count| {
    ///     turn += 7;
    ///     turn % count
    /// });
    /// assert_eq!(position.empties(), 20);
    /// assert_ne!(position.legal_moves(), 0);
    /// ```
    pub fn by_chance(empties: u32, mut choose: impl FnMut(usize) -> usize) -> Self {
        assert!(empties <= 60, "a game begins with 60 empty squares");
        loop {
            let mut position = Self::START;
            while position.empties() > empties && position.legal_moves() != 0 {
                let moves: Vec<u32> = squares(position.legal_moves()).collect();
                position = position.after(moves[choose(moves.len())]);
            }
            if position.empties() == empties && position.legal_moves() != 0 {
                return position;
            }
        }
    }

    /// Returns the number of empty squares.
    #[inline]
    pub const fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    #[inline]
    pub(super) const fn empty(self) -> u64 {
        !(self.player | self.opponent)
    }

    /// Returns the squares on which the side to move has legal moves.
    pub fn legal_moves(self) -> u64 {
        legal_moves(self.player, self.opponent)
    }

    /// Returns the position after a move on `square` (0 to 63), seen from the other side.
    ///
    /// The move is not checked: a move that flips nothing just places a disc, even on an occupied square.
    ///
    /// # Panics
    /// Panics if `square` is 64 or more.
    #[must_use]
    pub fn after(self, square: u32) -> Self {
        let changed = flips(square, self.player, self.opponent) | 1 << square;
        Self {
            player: self.opponent & !changed,
            opponent: self.player | changed,
        }
    }

    /// The position after a move on an empty square that flips `flipped`, seen from the other side.
    #[inline]
    pub(super) const fn after_flips(self, square: u32, flipped: u64) -> Self {
        Self {
            player: self.opponent & !flipped,
            opponent: self.player | flipped | 1 << square,
        }
    }

    /// Returns the same board with the other side to move.
    #[must_use]
    pub const fn passed(self) -> Self {
        Self {
            player: self.opponent,
            opponent: self.player,
        }
    }
}
