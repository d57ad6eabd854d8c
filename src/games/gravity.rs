//! Gravity on a board of any size from 4 to 26: counters slide to the nearest side.

use std::any::Any;

use super::counters::{Counters, LINE};
use super::{
    Ending, Example, Fen, FenError, Game, Grid, IllegalMove, Info, Move, Outcome, ParseMoveError,
    Played, Player, Setup, Size, Sizes, Square, Start, parse_square,
};

/// The registration of Gravity.
pub static INFO: Info = Info {
    code: "gr",
    name: "Gravity",
    rules: "Counters slide to the nearest side; four in a line win.",
    details: "White and Black in turn choose a free cell. The counter slides from there towards \
              the nearest side of the board until the edge or another counter stops it; between \
              two nearest sides that are neighbours it slides diagonally, and two opposite ones \
              cancel each other out. Whoever first has four in a line (across, down or \
              diagonally) through the place where it came to rest wins; a full board without a \
              line is a draw. White moves first. A move is the cell chosen: J 3 4 (row, column), J d3, or d3 alone.",
    start: Start::Always(Player::White),
    sizes: Some(Sizes { smallest: LINE, largest: 26, usual: USUAL }),
    has_lines_only: false,
    sides: None,
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
    new: |setup| Box::new(Gravity::new(setup.first, setup.size.unwrap_or(USUAL))),
    read: Some(read),
};

/// A position on a board of the size that was set up. A counter may be anywhere.
fn read(fen: &Fen, setup: Setup) -> Result<Box<dyn Game>, FenError> {
    let Size { columns, rows } = setup.size.unwrap_or(USUAL);
    let board = Counters::read(fen, rows, columns)?;
    let outcome = board.outcome()?;
    Ok(Box::new(Gravity { board, turn: outcome.is_none().then_some(fen.turn), outcome }))
}

/// The board that is played on unless another is chosen.
const USUAL: Size = Size { columns: 10, rows: 10 };

/// A game of Gravity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gravity {
    board: Counters,
    turn: Option<Player>,
    outcome: Option<Outcome>,
}

impl Gravity {
    /// An empty board and `first` to move.
    ///
    /// # Panics
    /// When the board has more than 26 columns or rows.
    pub fn new(first: Player, size: Size) -> Self {
        assert!(size.columns <= 26 && size.rows <= 26, "columns are named by one letter");
        Self { board: Counters::new(size.rows, size.columns), turn: Some(first), outcome: None }
    }

    /// The step by which a counter slides from a square: towards every side at the smallest
    /// distance; opposite ones cancel.
    fn pull(&self, square: Square) -> (i8, i8) {
        let Square { row, column } = square;
        let sides = [
            (row, (-1, 0)),
            (self.board.rows - 1 - row, (1, 0)),
            (column, (0, -1)),
            (self.board.columns - 1 - column, (0, 1)),
        ];
        let nearest = sides.iter().map(|&(distance, _)| distance).min();
        let pulling = sides.iter().filter(|&&(distance, _)| Some(distance) == nearest);
        pulling.fold((0, 0), |sum, (_, side)| (sum.0 + side.0, sum.1 + side.1))
    }

    /// Where a counter put on a free square comes to rest.
    fn resting_place(&self, chosen: Square) -> Square {
        let step = self.pull(chosen);
        let mut square = chosen;
        if step == (0, 0) {
            return square;
        }
        let free = |&square: &Square| self.board.owner(square).is_none();
        while let Some(next) = self.board.neighbor(square, step).filter(free) {
            square = next;
        }
        square
    }

    fn square(&self, mv: Move) -> Option<Square> {
        let columns = u16::from(self.board.columns);
        let (row, column) = (mv.0 / columns, mv.0 % columns);
        let row = u8::try_from(row).ok().filter(|&row| row < self.board.rows)?;
        Some(Square { row, column: u8::try_from(column).ok()? })
    }

    fn move_to(&self, square: Square) -> Move {
        Move(u16::from(square.row) * u16::from(self.board.columns) + u16::from(square.column))
    }
}

impl Game for Gravity {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn turn(&self) -> Option<Player> {
        self.turn
    }

    fn moves(&self) -> Vec<Move> {
        if self.turn.is_none() {
            return Vec::new();
        }
        let free = self.board.squares().filter(|&square| self.board.owner(square).is_none());
        free.map(|square| self.move_to(square)).collect()
    }

    fn play(&mut self, mv: Move) -> Result<Played, IllegalMove> {
        let player = self.turn.ok_or(IllegalMove::Over)?;
        let chosen = self.square(mv).ok_or(IllegalMove::Unknown(mv))?;
        if self.board.owner(chosen).is_some() {
            return Err(IllegalMove::Taken(chosen));
        }
        let placed = self.resting_place(chosen);
        self.board.set(placed, Some(player));
        self.outcome = if self.board.has_line_through(placed) {
            Some(Outcome::won(player, Ending::Line))
        } else {
            self.board.is_full().then(|| Outcome::drawn(Ending::Full))
        };
        self.turn = self.outcome.is_none().then(|| player.opponent());
        Ok(Played::placed(player, placed))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn grid(&self) -> Grid {
        self.board.grid()
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        let square = parse_square(text, self.board.rows, self.board.columns)?;
        Ok(self.move_to(square))
    }

    fn move_square(&self, mv: Move) -> Option<Square> {
        self.square(mv)
    }

    fn evaluate(&self) -> i32 {
        self.turn.map_or(0, |player| self.board.prospects(player))
    }

    fn key(&self) -> u64 {
        self.board.key(self.turn)
    }

    fn clone_box(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rests(game: &Gravity, chosen: &str) -> String {
        let square = game.square(game.parse_move(chosen).unwrap()).unwrap();
        game.resting_place(square).to_string()
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
            // Two nearest sides that are neighbours.
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
        // On seven by seven the middle is as far from all four sides.
        assert_eq!(rests(&board(7, 7), "d4"), "d4");
        // In the middle row of five by nine the upper and the lower side pull alike.
        assert_eq!(rests(&board(9, 5), "e3"), "e3");
        // So do they on c3, where the left side pulls as well.
        assert_eq!(rests(&board(9, 5), "c3"), "a3");
        assert_eq!(rests(&board(5, 9), "c7"), "c9");
    }

    #[test]
    fn another_counter_stops_it() {
        let mut game = board(10, 10);
        for (chosen, rest) in [("e2", "e1"), ("e3", "e2"), ("c3", "a1"), ("d4", "b2"), ("b2", "")] {
            let mv = game.parse_move(chosen).unwrap();
            match game.play(mv) {
                Ok(played) => assert_eq!(played.placed.unwrap().to_string(), rest, "{chosen}"),
                Err(error) => assert_eq!(error.to_string(), "b2 is taken"),
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
        assert_eq!(game.outcome(), Some(Outcome::won(Player::White, Ending::Line)));
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
