//! Gravity on a board of 4 to 26 rows and columns: counters slide to the nearest edge.

use super::line_game::{Counters, LINE};
use super::line_game::{LineGame, LineRules};
use super::{
    Example, IllegalMove, Info, Lesson, Material, Move, Player, Size, Sizes, Square, Start,
};

pub static INFO: Info = Info {
    code: "gr",
    name: "Gravity",
    words: &["gravity"],
    rules: "Counters slide to the nearest side; four in a line win.",
    details: "White and Black take turns choosing a free cell, White first. The counter slides to the \
        nearest edge, until the edge or another counter stops it; diagonally if two adjacent edges \
        are equally near. Two opposite edges cancel out. Four in a line through the new counter \
        win; a full board is a draw. Type a cell: d3, or row and column: 3 4.",
    start: Start::Always(Player::White),
    sizes: Some(Sizes {
        smallest: LINE,
        largest: 26,
        usual: DEFAULT_SIZE,
    }),
    material: Material::Space,
    lessons: LESSONS,
    example: Example {
        moves: "j2 c7 f1 h6 e8 j5 i6 a6 j10 b2 d5 c8 c10 j4 h10 i3",
        board: &[
            "B----W----",
            "---------W",
            "---------B",
            "---------B",
            "W--------B",
            "B-------WB",
            "B---------",
            "----------",
            "----------",
            "B-W-W--W-W",
        ],
    },
    read: Some(|fen, setup| {
        let Size { columns, rows } = setup.size.unwrap_or(DEFAULT_SIZE);
        let board = Counters::read(fen, rows, columns)?;
        let outcome = board.outcome()?;
        Ok(Box::new(Gravity::at(board, fen.turn, outcome, Sliding)))
    }),
    ..Info::plain(|setup| {
        Box::new(Gravity::new(
            setup.first,
            setup.size.unwrap_or(DEFAULT_SIZE),
        ))
    })
};

const LESSONS: &[Lesson] = &[
    Lesson::read(
        "You are White and move first. Type a free cell, such as e2 (column e, row 2 from the top).",
    ),
    Lesson::play(
        "The counter slides to the nearest edge. From e2 that is the top, so it stops on e1.",
        "e2",
        "j5",
    ),
    Lesson::play("Four in a line win. Build one along the top.", "f2", "j6"),
    Lesson::play(
        "Three in a row with both ends open can't be stopped.",
        "d2",
        "j7",
    ),
    Lesson::play("Black has three too, but it is your turn: win.", "c2", ""),
    Lesson::read(
        "If two adjacent edges are equally near, the counter slides diagonally. Two opposite edges \
            cancel out.",
    ),
    Lesson::read("Other counters stop a slide. So lines grow inward from the sides."),
    Lesson::read(
        "S shows the legal moves, H suggests one, U takes one back. A starts a game against a beginner.",
    ),
];

const DEFAULT_SIZE: Size = Size {
    columns: 10,
    rows: 10,
};

/// A game of Gravity.
pub type Gravity = LineGame<Sliding>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sliding;

impl Gravity {
    /// Creates a game with an empty board and `first` to move.
    ///
    /// # Panics
    /// Panics if the board has more than 26 columns or rows.
    pub fn new(first: Player, size: Size) -> Self {
        assert!(
            size.columns <= 26 && size.rows <= 26,
            "columns are named by one letter"
        );
        Self::at(Counters::new(size.rows, size.columns), first, None, Sliding)
    }
}

/// The step by which a counter slides from a square: the sum of the directions of all nearest edges.
fn pull(board: &Counters, square: Square) -> (i8, i8) {
    let Square { row, column } = square;
    let sides = [
        (row, (-1, 0)),
        (board.rows - 1 - row, (1, 0)),
        (column, (0, -1)),
        (board.columns - 1 - column, (0, 1)),
    ];
    let nearest = sides.iter().map(|&(distance, _)| distance).min();
    let pulling = sides
        .iter()
        .filter(|&&(distance, _)| Some(distance) == nearest);
    pulling.fold((0, 0), |sum, (_, side)| (sum.0 + side.0, sum.1 + side.1))
}

fn resting_place(board: &Counters, chosen: Square) -> Square {
    let step = pull(board, chosen);
    let mut square = chosen;
    if step == (0, 0) {
        return square;
    }
    while let Some(next) = board
        .neighbor(square, step)
        .filter(|&next| board.is_free(next))
    {
        square = next;
    }
    square
}

impl LineRules for Sliding {
    const INFO: &'static Info = &INFO;

    const IN_COLUMNS: bool = false;

    fn landing(board: &Counters, mv: Move) -> Result<Square, IllegalMove> {
        let chosen = Self::square(board, mv).ok_or(IllegalMove::Unknown(mv))?;
        if !board.is_free(chosen) {
            return Err(IllegalMove::Occupied(chosen));
        }
        Ok(resting_place(board, chosen))
    }

    fn is_legal(board: &Counters, mv: Move) -> bool {
        Self::square(board, mv).is_some_and(|square| board.is_free(square))
    }

    fn square(board: &Counters, mv: Move) -> Option<Square> {
        let square = Square::from_index(mv.0, board.columns);
        square.is_on(board.rows, board.columns).then_some(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Ending, Game, Outcome};

    fn rests(game: &Gravity, chosen: &str) -> String {
        let square = game.move_square(game.parse_move(chosen).unwrap()).unwrap();
        resting_place(&game.board, square).to_string()
    }

    fn board(columns: u8, rows: u8) -> Gravity {
        Gravity::new(Player::White, Size { columns, rows })
    }

    #[test]
    fn a_counter_slides_to_the_nearest_side() {
        let game = board(10, 10);
        for (chosen, rest) in [
            ("e2", "e1"),
            ("e9", "e10"),
            ("b5", "a5"),
            ("i5", "j5"),
            ("e1", "e1"),
            // Two adjacent edges are equally near.
            ("c3", "a1"),
            ("h3", "j1"),
            ("c8", "a10"),
            ("f6", "j10"),
        ] {
            assert_eq!(rests(&game, chosen), rest, "{chosen}");
        }
    }

    #[test]
    fn opposite_sides_cancel() {
        // Opposite edges are equally near: in the middle of 7x7, and in the middle row of 9x5.
        assert_eq!(rests(&board(7, 7), "d4"), "d4");
        assert_eq!(rests(&board(9, 5), "e3"), "e3");
        // From c3, the left edge is as near as the top and the bottom.
        assert_eq!(rests(&board(9, 5), "c3"), "a3");
        assert_eq!(rests(&board(5, 9), "c7"), "c9");
    }

    #[test]
    fn another_counter_stops_it() {
        let mut game = board(10, 10);
        for (chosen, rest) in [
            ("e2", "e1"),
            ("e3", "e2"),
            ("c3", "a1"),
            ("d4", "b2"),
            ("b2", ""),
        ] {
            let mv = game.parse_move(chosen).unwrap();
            match game.play(mv) {
                Ok(played) => assert_eq!(played.placed.unwrap().to_string(), rest, "{chosen}"),
                Err(error) => assert_eq!(error.to_string(), "b2 is occupied"),
            }
        }
    }

    #[test]
    fn a_line_through_the_resting_place_wins() {
        let mut game = board(10, 10);
        for name in ["e2", "a5", "f2", "a6", "g2", "a7", "h2"] {
            assert_eq!(game.outcome(), None);
            game.play(game.parse_move(name).unwrap()).unwrap();
        }
        assert_eq!(
            game.outcome(),
            Some(Outcome::won(Player::White, Ending::Line))
        );
    }

    #[test]
    fn a_full_board_is_a_draw() {
        let mut game = board(4, 4);
        for name in "a1 c1 b1 d1 d2 a2 a3 d3 c4 a4 d4 b4 c2 b2 b3 c3".split(' ') {
            assert_eq!(game.outcome(), None, "{name}");
            game.play(game.parse_move(name).unwrap()).unwrap();
        }
        assert_eq!(game.grid().to_rows(), ["WWBB", "BBWW", "WWBB", "BBWW"]);
        assert_eq!(game.outcome(), Some(Outcome::drawn(Ending::Full)));
    }
}
