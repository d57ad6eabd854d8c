//! A position: two bitboards, seen from the side to move.

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
