//! Reversed Reversi (anti-Reversi): the moves of Reversi, won by the side with fewer discs.
//!
//! A score is that of Reversi with the sign changed: empty squares count for the side with more discs, which loses. A
//! side without discs wins by 64, the most there is. (The type `8a` of the Generic Game Server is the same game.)

use super::{
    Example, Game, Grid, IllegalMove, Info, Lesson, Move, Outcome, ParseMoveError, Played, Player,
    Reversi, Square, Start, reversi,
};

/// The static description of Reversed Reversi.
pub static INFO: Info = Info {
    code: "rr",
    name: "Reversed Reversi",
    words: &["reversed", "reversed-reversi", "anti-reversi"],
    rules: "The moves of Reversi, but fewest discs win.",
    details: "The moves of Reversi: place a disc, Black first, so that it outflanks opposing discs; they flip. \
        A move is compulsory, and a side with no legal move passes. When neither side can move, the fewest \
        discs win; empty squares count for the side with more discs. A side without discs has won. Type a \
        square: d3, or row and column: 3 4.",
    start: Start::Always(Player::Black),
    has_boards: true,
    lessons: LESSONS,
    example: Example {
        moves: reversi::INFO.example.moves,
        board: reversi::INFO.example.board,
    },
    read: Some(|fen, _| Ok(Box::new(Reversed(reversi::position(fen)?)))),
    ..Info::plain(|setup| Box::new(Reversed(Reversi::of_setup(setup))))
};

const LESSONS: &[Lesson] = &[
    Lesson::read(
        "You are Black. The moves are the same as in Reversi, but the side with fewer discs at the end wins.",
    ),
    Lesson::play(
        "A move must outflank discs, and they flip to your color, wanted or not. d3 outflanks d4.",
        "d3",
        "c3",
    ),
    Lesson::play(
        "You have to move if you can. Flip few discs: c4 flips only one.",
        "c4",
        "e3",
    ),
    Lesson::play(
        "`S` marks all legal moves with dots; `H` gives a hint. Play f4.",
        "f4",
        "c5",
    ),
    Lesson::read(
        "Corner discs can never be flipped, so they are yours forever. Avoid corners, and force your \
            opponent to take them.",
    ),
    Lesson::read(
        "Keep a choice of moves. A side with only one move may have to flip a whole row or take a corner.",
    ),
    Lesson::read(
        "Passes are automatic. When neither side can move, the fewest discs win; empty squares count \
            for the side with more.",
    ),
    Lesson::read(
        "`U` undoes a move, `E NAME` saves the game, and `resume` continues an unfinished one. `A` \
            starts a game against a beginner bot.",
    ),
];

/// A game of Reversed Reversi.
///
/// ```
/// use reversi::games::{Game, Player, Reversed, Reversi};
/// let mut game = Reversed::from(Reversi::new(Player::Black));
/// for name in reversi::games::reversi::INFO.example.moves.split(' ') {
///     game.play(game.parse_move(name)?)?;
/// }
/// assert_eq!(game.reversi().outcome().unwrap().winner, Some(Player::Black));
/// assert_eq!(game.outcome().unwrap().winner, Some(Player::White));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reversed(Reversi);

impl Reversed {
    /// Returns the game of Reversi with the same moves.
    pub const fn reversi(&self) -> &Reversi {
        &self.0
    }
}

impl From<Reversi> for Reversed {
    fn from(game: Reversi) -> Self {
        Self(game)
    }
}

impl Game for Reversed {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn turn(&self) -> Option<Player> {
        self.0.turn()
    }

    fn moves(&self) -> Vec<Move> {
        self.0.moves()
    }

    fn play(&mut self, mv: Move) -> Result<Played, IllegalMove> {
        self.0.play(mv)
    }

    fn outcome(&self) -> Option<Outcome> {
        let outcome = self.0.outcome()?;
        Some(Outcome {
            winner: outcome.winner.map(Player::opponent),
            ..outcome
        })
    }

    fn grid(&self) -> Grid {
        self.0.grid()
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        self.0.parse_move(text)
    }

    fn move_square(&self, mv: Move) -> Option<Square> {
        self.0.move_square(mv)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::games::{Fen, Setup};

    proptest! {
        #[test]
        fn moves_are_those_of_reversi_and_the_other_side_wins(
            picks in prop::collection::vec(any::<prop::sample::Index>(), 70)
        ) {
            let mut plain = Reversi::new(Player::Black);
            let mut game = Reversed::from(plain.clone());
            for pick in picks {
                prop_assert_eq!(game.turn(), plain.turn());
                prop_assert_eq!(game.moves(), plain.moves());
                prop_assert_eq!(game.fen(Player::Black), plain.fen(Player::Black));
                for index in 0..64 {
                    let play = |game: &dyn Game| game.clone_box().play(Move(index));
                    prop_assert_eq!(play(&game), play(&plain));
                }
                let moves = game.moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[pick.index(moves.len())];
                prop_assert_eq!(game.play(mv), plain.play(mv));
            }
            let (ended, plain) = (game.outcome().unwrap(), plain.outcome().unwrap());
            prop_assert_eq!(ended.score, plain.score);
            prop_assert_eq!(ended.winner, plain.winner.map(Player::opponent));
        }
    }

    #[test]
    fn empty_squares_count_for_the_loser_and_a_side_without_discs_wins() {
        let over = Reversed::from(Reversi::on_board("WWW-BBBB"));
        let outcome = over.outcome().unwrap();
        let score = outcome.score.unwrap();
        assert_eq!(outcome.winner, Some(Player::White));
        assert_eq!(Player::BOTH.map(|player| score.result(player)), [61, 3]);
        let wiped_out = Reversed::from(Reversi::on_board("BBBB")).outcome().unwrap();
        assert_eq!(wiped_out.winner, Some(Player::White));
        assert_eq!(wiped_out.score.unwrap().result(Player::Black), 64);
        let even = Reversed::from(Reversi::on_board("WWW--BBB")).outcome();
        assert_eq!(even.unwrap().winner, None);
    }

    #[test]
    fn positions_are_read_and_written() {
        let text = "8/8/8/3WB3/3BW3/8/8/8 W";
        let game = (INFO.read.unwrap())(&Fen::parse(text).unwrap(), Setup::default()).unwrap();
        assert_eq!(game.fen(Player::White), text);
        assert_eq!(game.info().code, "rr");
    }
}
