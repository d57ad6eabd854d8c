//! Conversion of games into positions.

use super::Position;
use crate::games::{Game, Player, Reversi};

/// Converts a game into its position, seen from the side to move, or from Black after the end.
impl From<&Reversi> for Position {
    fn from(game: &Reversi) -> Self {
        let discs = |player: Player| {
            game.board()
                .iter()
                .flatten()
                .enumerate()
                .fold(0, |bits, (square, &cell)| {
                    bits | u64::from(cell == player.value()) << square
                })
        };
        let player = game.turn().unwrap_or(Player::Black);
        Self {
            player: discs(player),
            opponent: discs(player.opponent()),
        }
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

        /// Compares the legal moves, and the boards after each of them, with the matrix rules.
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
