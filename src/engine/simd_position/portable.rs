//! Positions on any processor. See `avx512.rs` for the methods.

use crate::engine::{Position, flips};

#[derive(Debug, Clone, Copy)]
pub struct ScalarPosition(Position);

impl ScalarPosition {
    #[inline]
    pub fn of(position: Position) -> Self {
        Self(position)
    }

    #[inline]
    pub fn position(self) -> Position {
        self.0
    }

    #[inline]
    pub fn opponent(self) -> u64 {
        self.0.opponent
    }

    #[inline]
    pub fn flips(self, square: u32) -> u64 {
        flips(square, self.0.player, self.0.opponent)
    }

    #[inline]
    pub fn after(self, square: u32) -> Option<Self> {
        let flipped = self.flips(square);
        (flipped != 0).then_some(Self(self.0.after_flips(square, flipped)))
    }

    #[inline]
    pub fn after_legal(self, square: u32) -> Self {
        Self(self.0.after_flips(square, self.flips(square)))
    }

    #[inline]
    pub fn after_with_replies(self, square: u32) -> (Position, u64) {
        let next = self.after_legal(square).0;
        (next, next.legal_moves())
    }
}
