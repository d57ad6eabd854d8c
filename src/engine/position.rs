//! A position: two bitboards, seen from the side to move.

use rand::{Rng, RngExt};

use crate::games::{Game, Player, Reversi};

use super::{flips, legal_moves};

/// The discs of the side to move and of its opponent; the sets never overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// Discs of the side to move.
    pub player: u64,
    /// Discs of the other side.
    pub opponent: u64,
}

impl Position {
    /// The start of a game, Black to move.
    pub const START: Self = Self { player: 1 << 35 | 1 << 28, opponent: 1 << 27 | 1 << 36 };

    /// A position with so many empty squares, and a move for the side to move, from a game played by
    /// chance: for tests and measurements.
    ///
    /// # Panics
    /// When `empties` is more than 60: no game comes to that.
    ///
    /// ```
    /// use rand::SeedableRng;
    /// use reversi::engine::Position;
    /// let mut rng = reversi::players::Rng::seed_from_u64(1);
    /// let position = Position::by_chance(20, &mut rng);
    /// assert_eq!(position.empties(), 20);
    /// assert_ne!(position.legal_moves(), 0);
    /// ```
    pub fn by_chance(empties: u32, rng: &mut impl Rng) -> Self {
        assert!(empties <= 60, "a game begins with 60 empty squares");
        loop {
            let mut position = Self::START;
            while position.empties() > empties && position.legal_moves() != 0 {
                let moves: Vec<u32> = squares(position.legal_moves()).collect();
                position = position.after(moves[rng.random_range(0..moves.len())]);
            }
            if position.empties() == empties && position.legal_moves() != 0 {
                return position;
            }
        }
    }

    /// How many squares are empty.
    #[inline]
    pub const fn empties(self) -> u32 {
        (!(self.player | self.opponent)).count_ones()
    }

    /// The squares the side to move can play on.
    pub fn legal_moves(self) -> u64 {
        legal_moves(self.player, self.opponent)
    }

    /// The position after a move on a square from 0 to 63, seen from the other side.
    ///
    /// The move is not checked: one that flips nothing just places a disc.
    ///
    /// # Panics
    /// When `square` is 64 or more.
    #[must_use]
    pub fn after(self, square: u32) -> Self {
        let flipped = flips(square, self.player, self.opponent);
        Self { player: self.opponent & !flipped, opponent: self.player | flipped | 1 << square }
    }

    /// The same board with the other side to move.
    #[must_use]
    pub const fn passed(self) -> Self {
        Self { player: self.opponent, opponent: self.player }
    }
}

/// The squares of a set in board order, as numbers from 0 to 63.
pub fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            square
        })
    })
}

/// The position of a game, seen from the side to move; when the game is over, from Black's.
impl From<&Reversi> for Position {
    fn from(game: &Reversi) -> Self {
        let discs =
            |player: Player| {
                game.board().iter().flatten().enumerate().fold(0, |bits, (square, &cell)| {
                    bits | u64::from(cell == player.value()) << square
                })
            };
        let player = game.turn().unwrap_or(Player::Black);
        Self { player: discs(player), opponent: discs(player.opponent()) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::games::Move;

    fn bits(moves: &[Move]) -> u64 {
        moves.iter().fold(0, |bits, mv| bits | 1 << mv.0)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// On any board: the same legal moves as the matrix rules, and the same board after each.
        #[test]
        fn bitboards_agree_with_the_matrix(
            board in prop::array::uniform8(prop::array::uniform8(-1..=1_i8)),
            black in any::<bool>(),
        ) {
            let turn = if black { Player::Black } else { Player::White };
            let game = Reversi::from_board(board, turn).unwrap();
            let Some(turn) = game.turn() else { return Ok(()) };
            let position = Position::from(&game);
            prop_assert_eq!(position.legal_moves(), bits(&game.moves()));
            for mv in game.moves() {
                let mut next = game.clone();
                next.play(mv).unwrap();
                let after = position.after(u32::from(mv.0));
                let seen = Position::from(&next);
                let expected = if next.turn().unwrap_or(Player::Black) == turn {
                    seen.passed()
                } else {
                    seen
                };
                prop_assert_eq!(after, expected);
            }
        }
    }
}
