//! Reversi (Othello) on the 8x8 matrix: the rules in their simplest form.
//!
//! The engine's bitboards are tested against this reference. It follows the rules of the World Othello Federation:
//! Black moves first; a move must outflank at least one disc, and everything outflanked is flipped; a side without
//! a move passes; the game ends when neither side can move, and the empty squares go to the winner.

mod strategy;

use super::{
    Cell, Ending, Example, Fen, FenError, Game, Grid, IllegalMove, Info, Lesson, Move, Outcome,
    ParseMoveError, Played, Player, Score, Setup, Square, Start, parse_square,
};

pub use super::setup::{Board, SIZE, StartBoard};

/// The static description of Reversi.
pub static INFO: Info = Info {
    code: "rv",
    name: "Reversi",
    words: &["reversi", "othello"],
    rules: "Outflank discs in any direction to flip them; most discs win.",
    details: "Black and White take turns placing a disc, Black first. A move must outflank opposing discs: \
        a straight line of them, in any direction, between the new disc and another of your own. \
        They all flip. A side with no legal move passes. When neither side can move, the most \
        discs win; empty squares count for the winner. Type a square: d3, or row and column: 3 4.",
    start: Start::Always(Player::Black),
    has_boards: true,
    lessons: LESSONS,
    strategy: strategy::STRATEGY,
    example: Example {
        moves: "d3 c5 c6 c3 c4 c7 b3 c2 b5 a5 c1 b2 d6 e7 a1 e3 f3 e2 d2 d1 e1 g4 g3 g2 h3 f2 h1 \
                h2 f4 a2 g1 h4 h5 g5 h6 f1 b1 a3 b4 f6 f5 e6 g6 b6 d8",
        board: &[
            "BBBBBBBB", //
            "BBBBBBBB", "BBBBBBBB", "-BBBBBBB", "WBBBBBBB", "-BBBBBBB", "--B-B---", "---B----",
        ],
    },
    read: Some(|fen, _| Ok(Box::new(position(fen)?))),
    ..Info::plain(|setup| Box::new(Reversi::of_setup(setup)))
};

const LESSONS: &[Lesson] = &[
    Lesson::read(
        "You are Black. Squares are named by column letter and row number; a1 is top left.",
    ),
    Lesson::play(
        "A move must outflank discs: a straight line of them between your new disc and another of \
            yours. They flip. d3 outflanks d4.",
        "d3",
        "c3",
    ),
    Lesson::play(
        "White flipped d4 back. Lines may be diagonal, too: c4 outflanks d4.",
        "c4",
        "e3",
    ),
    Lesson::play(
        "`S` marks all legal moves with dots; `H` gives a hint. Here f4 is a good move.",
        "f4",
        "c5",
    ),
    Lesson::read(
        "White has 8 discs and you have 2. That is fine: early on, fewer discs mean more moves \
            later. Only the final count matters.",
    ),
    Lesson::read(
        "Corner discs can never be flipped. Take corners, and avoid squares next to an empty \
            corner: they give it away.",
    ),
    Lesson::read(
        "Passes are automatic. When neither side can move, the game ends and the most discs win.",
    ),
    Lesson::read(
        "`U` undoes a move, `E NAME` saves the game, and `resume` continues an unfinished one. `A` \
            starts a game against a beginner bot.",
    ),
];

/// Reads a position, also from one row of 64 squares. A side without a move passes at once.
pub(super) fn position(fen: &Fen) -> Result<Reversi, FenError> {
    let mut fen = fen.clone();
    if let [row] = &fen.rows[..]
        && row.len() == SIZE * SIZE
    {
        fen.rows = row.chunks(SIZE).map(<[char]>::to_vec).collect();
    }
    let mut board = [[0; SIZE]; SIZE];
    let cells = board.iter_mut().flatten();
    for (cell, owner) in cells.zip(fen.discs(SIDE, SIDE)?) {
        *cell = owner.map_or(0, Player::value);
    }
    Ok(Reversi::with_cells(board, fen.turn))
}

const SIDE: u8 = 8;

const DIRECTIONS: [(i8, i8); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

/// The positional value of each square of a quadrant; the board is mirrored both ways.
const WORTH: [[i32; 4]; 4] = [
    [120, -20, 20, 5],
    [-20, -40, -5, -5],
    [20, -5, 15, 3],
    [5, -5, 3, 3],
];

/// The positional value of a square: 120 for a corner, -40 for an X square.
pub(crate) const fn positional_worth(row: usize, column: usize) -> i32 {
    const fn fold(index: usize) -> usize {
        if index < 4 { index } else { SIZE - 1 - index }
    }
    WORTH[fold(row)][fold(column)]
}

/// A game of Reversi: the board and the side to move.
///
/// ```
/// use reversi::games::{Game, Player, Reversi};
/// let mut game = Reversi::new(Player::Black);
/// let played = game.play(game.parse_move("d3")?)?;
/// assert_eq!(played.flipped.len(), 1);
/// assert_eq!(game.turn(), Some(Player::White));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reversi {
    board: Board,
    turn: Option<Player>,
}

impl Reversi {
    /// Creates the starting position: White on d4 and e5, Black on d5 and e4, and `first` to move.
    pub const fn new(first: Player) -> Self {
        let mut board = [[0; SIZE]; SIZE];
        board[3][3] = Player::White.value();
        board[4][4] = Player::White.value();
        board[4][3] = Player::Black.value();
        board[3][4] = Player::Black.value();
        Self {
            board,
            turn: Some(first),
        }
    }

    /// Creates a position; `None` if a cell is not -1, 0 or 1.
    ///
    /// If `turn` has no move, the other side moves; if neither side has one, the game is over.
    pub fn from_board(board: Board, turn: Player) -> Option<Self> {
        StartBoard::new(board).map(|_| Self::with_cells(board, turn))
    }

    pub(super) fn of_setup(setup: Setup) -> Self {
        match setup.board {
            Some(start) => Self::with_cells(*start.board(), setup.first),
            None => Self::new(setup.first),
        }
    }

    fn with_cells(board: Board, turn: Player) -> Self {
        let mut game = Self { board, turn: None };
        game.turn = [turn, turn.opponent()]
            .into_iter()
            .find(|&player| game.can_move(player));
        game
    }

    /// Returns the board matrix.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the disc count of the board.
    pub fn score(&self) -> Score {
        let cells = || self.board.iter().flatten();
        let count = |value| cells().map(|&cell| u32::from(cell == value)).sum();
        Score {
            black: count(Player::Black.value()),
            white: count(Player::White.value()),
            empties: count(0),
        }
    }

    fn cell(&self, row: i8, column: i8) -> Option<i8> {
        let row = self.board.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    fn cell_at(&self, square: Square) -> i8 {
        self.board[usize::from(square.row)][usize::from(square.column)]
    }

    /// The number of discs that `player` would flip in one direction from a square.
    fn outflanked(&self, square: Square, step: (i8, i8), player: Player) -> u8 {
        let mut row = square.row.cast_signed();
        let mut column = square.column.cast_signed();
        let mut discs = 0;
        loop {
            row += step.0;
            column += step.1;
            match self.cell(row, column) {
                Some(cell) if cell == player.opponent().value() => discs += 1,
                Some(cell) if cell == player.value() => return discs,
                _ => return 0,
            }
        }
    }

    fn is_legal(&self, square: Square, player: Player) -> bool {
        self.cell_at(square) == 0
            && DIRECTIONS
                .iter()
                .any(|&step| self.outflanked(square, step, player) > 0)
    }

    fn can_move(&self, player: Player) -> bool {
        squares().any(|square| self.is_legal(square, player))
    }
}

fn squares() -> impl Iterator<Item = Square> {
    Square::all(SIDE, SIDE)
}

fn move_to(square: Square) -> Move {
    Move(square.index(SIDE))
}

fn worth(square: Square) -> i32 {
    positional_worth(square.row.into(), square.column.into())
}

impl Game for Reversi {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn turn(&self) -> Option<Player> {
        self.turn
    }

    fn moves(&self) -> Vec<Move> {
        let Some(player) = self.turn else {
            return Vec::new();
        };
        squares()
            .filter(|&square| self.is_legal(square, player))
            .map(move_to)
            .collect()
    }

    fn play(&mut self, mv: Move) -> Result<Played, IllegalMove> {
        let player = self.turn.ok_or(IllegalMove::GameOver)?;
        let placed = self.move_square(mv).ok_or(IllegalMove::Unknown(mv))?;
        if self.cell_at(placed) != 0 {
            return Err(IllegalMove::Occupied(placed));
        }
        let mut flipped = Vec::new();
        for step in DIRECTIONS {
            let mut row = placed.row;
            let mut column = placed.column;
            for _ in 0..self.outflanked(placed, step, player) {
                row = row.wrapping_add_signed(step.0);
                column = column.wrapping_add_signed(step.1);
                flipped.push(Square { row, column });
            }
        }
        if flipped.is_empty() {
            return Err(IllegalMove::FlipsNothing(placed));
        }
        flipped.sort_unstable();
        for square in flipped.iter().chain([&placed]) {
            self.board[usize::from(square.row)][usize::from(square.column)] = player.value();
        }
        let opponent = player.opponent();
        let passed = if self.can_move(opponent) {
            self.turn = Some(opponent);
            None
        } else if self.can_move(player) {
            Some(opponent)
        } else {
            self.turn = None;
            None
        };
        Ok(Played {
            flipped,
            passed,
            ..Played::placed(player, placed)
        })
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.turn.is_some() {
            return None;
        }
        let score = self.score();
        Some(Outcome {
            winner: score.majority(),
            score: Some(score),
            ending: Ending::NoMoves,
        })
    }

    fn grid(&self) -> Grid {
        let cell = |&value: &i8| Player::from_value(value).map_or(Cell::Empty, Cell::Disc);
        let cells = self.board.iter().flatten().map(cell).collect();
        Grid {
            rows: SIDE,
            columns: SIDE,
            cells,
            width: 1,
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        parse_square(text, SIDE, SIDE).map(move_to)
    }

    fn move_square(&self, mv: Move) -> Option<Square> {
        Some(Square::from_index(mv.0, SIDE)).filter(|square| square.is_on(SIDE, SIDE))
    }

    fn square_value(&self, mv: Move) -> i32 {
        self.move_square(mv).map_or(0, worth)
    }

    fn evaluate(&self) -> i32 {
        /// The value of each legal move, in the unit of [`WORTH`].
        const MOBILITY: i32 = 10;
        let Some(player) = self.turn else {
            return 0;
        };
        let value = |side: Player| {
            let own = |square: &Square| self.cell_at(*square) == side.value();
            let moves = squares()
                .filter(|&square| self.is_legal(square, side))
                .count();
            let discs: i32 = squares().filter(own).map(worth).sum();
            discs + MOBILITY * i32::try_from(moves).unwrap_or(0)
        };
        value(player) - value(player.opponent())
    }
}

#[cfg(test)]
impl Reversi {
    /// A position with Black to move, from `B`, `W` and `-` row by row. Missing squares at the end are empty.
    pub(crate) fn on_board(squares: &str) -> Self {
        let fen = Fen::parse(&format!("{squares:-<64} B")).unwrap();
        position(&fen).unwrap()
    }
}

#[cfg(test)]
mod tests;
