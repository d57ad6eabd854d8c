//! Connect Four on 7 columns and 6 rows: counters fall, and four in a line win.

use super::line_game::Counters;
use super::line_game::{LineGame, LineRules};
use super::{
    Example, IllegalMove, Info, Lesson, Material, Move, PieceStyle, Player, Square, Start,
};

pub static INFO: Info = Info {
    code: "c4",
    name: "Connect Four",
    words: &["connect-four", "connect-4", "four-in-a-row"],
    rules: "Drop counters into seven columns; four in a line win.",
    details: "Yellow and Red take turns dropping a counter into one of seven columns; it falls to \
        the lowest of six cells that is free. The first to get four in a line (across, down or \
        diagonally) wins; a full board is a draw. Yellow moves first. Type a move as a column: 4 or \
        d.",
    start: Start::Always(Player::White),
    material: Material::Sheet,
    pieces: PieceStyle::Counters,
    lessons: LESSONS,
    example: Example {
        moves: "2 5 1 5 6 4 5 4 7 1 4 6 7 3 3 5 7 5 6",
        board: &[
            "-------", "----B--", "----B--", "---WWWW", "B-WBBBW", "WWBBBWW",
        ],
    },
    read: Some(|fen, _| {
        let board = Counters::read_fallen(fen, ROWS, COLUMNS)?;
        let outcome = board.outcome()?;
        Ok(Box::new(ConnectFour::at(board, fen.turn, outcome, Falling)))
    }),
    ..Info::plain(|setup| Box::new(ConnectFour::new(setup.first)))
};

const LESSONS: &[Lesson] = &[
    Lesson::read(
        "You are Yellow and move first. Type a column, 1 to 7 or a to g; the counter falls to the \
            lowest free cell.",
    ),
    Lesson::play(
        "Four in a line win: across, down or diagonally. The middle column is in more lines than any other.",
        "4",
        "1",
    ),
    Lesson::play("Extend your line.", "5", "1"),
    Lesson::play(
        "Three in a row with both ends open can't be stopped. Make one.",
        "6",
        "7",
    ),
    Lesson::play("Red blocked one end. Win at the other.", "3", ""),
    Lesson::read("Watch your opponent's lines too: block three in a line with a free end at once."),
    Lesson::read(
        "A cell can be played only once the one below is filled, so never fill the cell below your \
            opponent's winning cell.",
    ),
    Lesson::read(
        "`S` marks legal moves, `H` gives a hint, `U` undoes a move. `A` starts a game against a \
            beginner bot.",
    ),
];

pub const ROWS: u8 = 6;

pub const COLUMNS: u8 = 7;

/// A game of Connect Four.
///
/// ```
/// use reversi::games::{ConnectFour, Game, Player};
/// let mut game = ConnectFour::new(Player::White);
/// let played = game.play(game.parse_move("4")?)?;
/// assert_eq!(played.placed.unwrap().to_string(), "d6", "the lowest cell of column d");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type ConnectFour = LineGame<Falling>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Falling;

impl ConnectFour {
    /// Creates a game with an empty board and `first` to move.
    pub fn new(first: Player) -> Self {
        Self::at(Counters::new(ROWS, COLUMNS), first, None, Falling)
    }
}

impl LineRules for Falling {
    const INFO: &'static Info = &INFO;

    const IN_COLUMNS: bool = true;

    fn landing(board: &Counters, mv: Move) -> Result<Square, IllegalMove> {
        let column = board.column(mv)?;
        board
            .lowest_free(column)
            .ok_or(IllegalMove::ColumnFull(column))
    }

    fn value(mv: Move) -> i32 {
        // The closer a column is to the middle, the more lines go through it.
        let off_center = (i32::from(mv.0) - i32::from(COLUMNS / 2)).abs();
        i32::from(COLUMNS) - off_center
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::games::{Ending, Game, Outcome};

    fn after(moves: &str) -> ConnectFour {
        let mut game = ConnectFour::new(Player::White);
        for name in moves.split_whitespace() {
            game.play(game.parse_move(name).unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn counters_fall_and_a_full_column_takes_none() {
        let mut game = after("4 4 4 4 4 4");
        let column: String = game.grid().to_rows().iter().map(|row| &row[3..4]).collect();
        assert_eq!(column, "BWBWBW", "from the top");
        assert_eq!(game.play(Move(3)), Err(IllegalMove::ColumnFull(3)));
        assert_eq!(game.moves().len(), 6);
        assert_eq!(game.play(Move(7)), Err(IllegalMove::Unknown(Move(7))));
    }

    #[test]
    fn four_in_a_line_win_in_every_direction() {
        for (moves, winner) in [
            ("1 1 2 2 3 3 4", Player::White),
            ("1 2 1 2 1 2 1", Player::White),
            ("1 2 2 3 3 4 3 4 4 6 4", Player::White),
            ("4 3 3 2 2 1 2 1 1 6 1", Player::White),
            ("7 1 7 2 6 3 6 4", Player::Black),
        ] {
            let game = after(moves);
            assert_eq!(
                game.outcome(),
                Some(Outcome::won(winner, Ending::Line)),
                "{moves}"
            );
            assert_eq!((game.turn(), game.moves()), (None, vec![]));
        }
        assert_eq!(after("1 1 2 2 3 3").outcome(), None);
    }

    #[test]
    fn a_full_board_without_a_line_is_a_draw() {
        let game = after(
            "1 2 1 2 1 2 2 1 2 1 2 1 3 4 3 4 3 4 4 3 4 3 4 3 5 6 5 6 5 6 6 5 6 5 6 5 7 7 7 7 7 7",
        );
        assert_eq!(game.outcome(), Some(Outcome::drawn(Ending::Full)));
    }

    /// The number of positions after each number of moves, including finished games: <https://oeis.org/A212693>.
    #[test]
    fn the_number_of_positions_is_as_published() {
        let mut positions = vec![ConnectFour::new(Player::White)];
        let mut counts = vec![positions.len()];
        for _ in 0..8 {
            let mut known = HashSet::new();
            let mut next = Vec::new();
            for game in &positions {
                for mv in game.moves() {
                    let mut game = game.clone();
                    game.play(mv).unwrap();
                    if known.insert(game.grid().to_rows()) {
                        next.push(game);
                    }
                }
            }
            positions = next;
            counts.push(positions.len());
        }
        assert_eq!(counts, [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184_275]);
    }

    #[test]
    fn the_number_of_sequences_is_as_published() {
        fn count(game: &ConnectFour, moves: usize) -> usize {
            if moves == 1 {
                return game.moves().len();
            }
            let after = |mv| {
                let mut game = game.clone();
                game.play(mv).unwrap();
                count(&game, moves - 1)
            };
            game.moves().into_iter().map(after).sum()
        }
        assert_eq!(count(&ConnectFour::new(Player::White), 7), 823_536);
    }
}
