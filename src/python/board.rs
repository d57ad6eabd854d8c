//! Boards: positions with the moves that led to them.

use std::hash::{DefaultHasher, Hash, Hasher};

use numpy::ndarray::Array2;
use numpy::{PyArray2, PyReadonlyArray2, ToPyArray};
use pyo3::prelude::*;
use pyo3::types::PyType;

use super::arguments::{side, square};
use super::errors::{IllegalMoveError, RecordError, illegal, unusable};
use crate::engine::{Position, squares, turned_square};
use crate::games::{Player, Score, Square};
use crate::records::{BoardPosition, Format, GameRecord, read, typed_position};

/// A position, and the moves that led to it. Boards don't change: `play` returns a new one.
///
/// A side without a move passes at once, so `turn` is the side that has a move. Boards are equal if their discs and
/// their sides to move are.
///
/// >>> from reversi_engine import Board
/// >>> board = Board("f5d6")
/// >>> board.turn, board.moves
/// ('black', ['c3', 'c4', 'c5', 'c6', 'c7'])
/// >>> board.play("c3").transcript
/// 'F5d6C3'
#[pyclass(name = "Board", frozen, eq, module = "reversi_engine")]
#[derive(Debug, Clone)]
pub struct PyBoard {
    start: BoardPosition,
    /// The position after the moves, and a pass if it is forced.
    position: BoardPosition,
    /// The squares of the moves, without passes.
    played: Vec<u8>,
    passes: u32,
}

impl PartialEq for PyBoard {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl PyBoard {
    /// The board after the moves of a record.
    pub(super) fn of_record(record: &GameRecord) -> Self {
        let mut board = Self::of_start(record.start());
        for mv in record.game_moves() {
            board = board.after(mv.into());
        }
        board
    }

    /// The boards of a record, from the start to the last move.
    pub(super) fn all_of_record(record: &GameRecord) -> Vec<Self> {
        let mut boards = vec![Self::of_start(record.start())];
        for mv in record.game_moves() {
            if let Some(last) = boards.last() {
                boards.push(last.after(mv.into()));
            }
        }
        boards
    }

    /// The board after moves from the starting position, as text.
    pub(super) fn of_moves(moves: &str) -> PyResult<Self> {
        Self::new(moves, None)
    }

    fn of_start(start: BoardPosition) -> Self {
        let position = start.moving();
        Self {
            start,
            position,
            played: Vec::new(),
            passes: u32::from(start.mover() == Some(start.turn.opponent())),
        }
    }

    /// The board after a legal move.
    fn after(&self, index: u32) -> Self {
        let turn = self.position.turn;
        let after = self.position.position().after(index);
        let after = BoardPosition::new(after, turn.opponent());
        let mut played = Vec::with_capacity(self.played.len() + 1);
        played.extend_from_slice(&self.played);
        // A legal move is on one of 64 squares.
        played.push(u8::try_from(index).unwrap_or_default());
        Self {
            start: self.start,
            position: after.moving(),
            played,
            passes: self.passes + u32::from(after.mover() == Some(turn)),
        }
    }

    pub(super) fn record(&self) -> GameRecord {
        let mut record = GameRecord::from_start(self.start);
        for &index in &self.played {
            // Every move was legal when it was played.
            let _ = record.play(Square::from_index(index, 8));
        }
        record
    }

    /// The board as the engine sees it, from the side to move.
    pub(super) fn engine_position(&self) -> Position {
        self.position.position()
    }

    pub(super) fn board_position(&self) -> BoardPosition {
        self.position
    }

    /// The moves as text, in upper case for Black.
    pub(super) fn text_of_moves(&self) -> String {
        let case = |(player, name): (Player, String)| match player {
            Player::Black => name.to_uppercase(),
            Player::White => name,
        };
        self.names().map(case).collect()
    }

    fn names(&self) -> impl Iterator<Item = (Player, String)> {
        let record = self.record();
        let plies = record.moves().to_vec();
        plies
            .into_iter()
            .filter_map(|ply| Some((ply.player, ply.square?.to_string())))
    }

    fn to_record_text(&self, format: Format) -> PyResult<String> {
        let bytes = format.open().print(&self.record());
        let bytes = bytes.map_err(|error| RecordError::new_err(error.to_string()))?;
        Ok(String::from_utf8_lossy(&bytes).trim_end().to_owned())
    }
}

#[pymethods]
impl PyBoard {
    /// Creates a board from moves, such as "f5d6c3", after `start`, a position as text. By default, it is the starting
    /// position.
    #[new]
    #[pyo3(signature = (moves = "", start = None))]
    fn new(moves: &str, start: Option<&str>) -> PyResult<Self> {
        let board = match start {
            Some(text) => Self::from_obf(text)?,
            None => Self::of_start(BoardPosition::START),
        };
        if moves.trim().is_empty() {
            return Ok(board);
        }
        let (format, text) = match start {
            Some(_) => (Format::Board, format!("{}\n{moves}", board.start)),
            None => (Format::Transcript, moves.to_owned()),
        };
        match read(format, text.as_bytes()).next() {
            Some(Ok(entry)) => Ok(Self::of_record(&entry.record)),
            Some(Err(error)) => Err(unusable(error)),
            None => Err(unusable(format!(
                "no moves in {moves:?}: use moves like f5d6c3"
            ))),
        }
    }

    /// Creates a board from a position as text: 64 squares (X Black, O White, - empty) and the side to move. It may
    /// also be a line of OBF, whose scored moves are ignored.
    ///
    /// >>> Board.from_obf("-" * 27 + "OX------XO" + "-" * 27 + " X") == Board()
    /// True
    #[staticmethod]
    fn from_obf(text: &str) -> PyResult<Self> {
        typed_position(text).map(Self::of_start).map_err(unusable)
    }

    /// Creates a board from the discs of the side to move and of its opponent, as bitboards: bit 0 is a1, bit 7 is h1,
    /// and bit 63 is h8.
    ///
    /// >>> Board.from_discs(*Board().discs) == Board()
    /// True
    #[staticmethod]
    #[pyo3(signature = (player, opponent, turn = "black"))]
    fn from_discs(player: u64, opponent: u64, turn: &str) -> PyResult<Self> {
        let turn = side(turn)?;
        let overlapping = |square: u32| {
            let square = Square::from_index(square, 8);
            unusable(format!("both sides have a disc on {square}"))
        };
        let position = Position::new(player, opponent);
        let position = position.ok_or_else(|| overlapping((player & opponent).trailing_zeros()))?;
        Ok(Self::of_start(BoardPosition::new(position, turn)))
    }

    /// Creates a board from an int8 array of shape (8, 8): rows from the top, -1 for Black, 1 for White, 0 for empty.
    ///
    /// >>> Board.from_array(Board().array()) == Board()
    /// True
    #[staticmethod]
    #[pyo3(signature = (array, turn = "black"))]
    fn from_array(array: &Bound<'_, PyAny>, turn: &str) -> PyResult<Self> {
        let turn = side(turn)?;
        super::arrays::check::<i8>("array", array, "(8, 8)", |shape| shape == [8, 8])?;
        let cells: PyReadonlyArray2<'_, i8> = array.extract()?;
        let mut board = BoardPosition {
            black: 0,
            white: 0,
            turn,
        };
        for (square, &cell) in cells.as_array().iter().enumerate() {
            match cell {
                -1 => board.black |= 1 << square,
                1 => board.white |= 1 << square,
                0 => {}
                other => return Err(unusable(format!("a square is {other}: use -1, 0 or 1"))),
            }
        }
        Ok(Self::of_start(board))
    }

    /// Returns an int8 array of shape (8, 8): rows from the top, -1 for Black, 1 for White, 0 for empty.
    fn array<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i8>> {
        let cells = (0..64).map(|square| self.position.disc(square).map_or(0, Player::value));
        let cells = Array2::from_shape_vec((8, 8), cells.collect()).unwrap_or_default();
        cells.to_pyarray(py)
    }

    /// The side to move, "black" or "white"; None if the game is over.
    #[getter]
    fn turn(&self) -> Option<&'static str> {
        self.position.mover().map(Player::word)
    }

    /// The names of the legal moves, in board order.
    #[getter]
    fn moves(&self) -> Vec<String> {
        squares(self.legal())
            .map(|square| Square::from_index(square, 8).to_string())
            .collect()
    }

    /// The squares of the legal moves, as a bitboard.
    #[getter]
    fn legal(&self) -> u64 {
        self.engine_position().legal_moves()
    }

    /// The discs of the side to move and of its opponent, as bitboards. After the end, Black's come first.
    #[getter]
    fn discs(&self) -> (u64, u64) {
        let position = self.engine_position();
        (position.player(), position.opponent())
    }

    /// Black's discs, as a bitboard.
    #[getter]
    fn black(&self) -> u64 {
        self.position.black
    }

    /// White's discs, as a bitboard.
    #[getter]
    fn white(&self) -> u64 {
        self.position.white
    }

    /// Returns the board after a move: a name, such as "d3", or an index from 0 to 63.
    ///
    /// >>> Board().play("a1")
    /// Traceback (most recent call last):
    /// ...
    /// reversi_engine.IllegalMoveError: a1 is not legal: a move must flip at least one disc
    #[pyo3(signature = (square))]
    fn play(&self, square: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.play_on(self::square(square)?)
    }

    /// The number of forced passes among the moves.
    #[getter]
    fn passes(&self) -> u32 {
        self.passes
    }

    /// The disc count.
    #[getter]
    fn score(&self) -> PyScore {
        PyScore(self.position.score())
    }

    /// Whether the game is over: neither side can move.
    #[getter]
    fn is_over(&self) -> bool {
        self.position.mover().is_none()
    }

    /// The moves as text, without passes: upper case for Black, lower case for White.
    #[getter]
    fn transcript(&self) -> String {
        self.text_of_moves()
    }

    /// The position as text: 64 squares and the side to move.
    #[getter]
    fn obf(&self) -> String {
        self.position.to_string()
    }

    /// Returns the image under a symmetry, from 0 to 7, with its moves. Symmetry 0 changes nothing.
    fn turned(&self, symmetry: u32) -> PyResult<Self> {
        let symmetry = super::arguments::in_range("symmetry", symmetry, &(0..=7))?;
        let image = |board: BoardPosition| {
            BoardPosition::new(board.position().turned(symmetry), board.turn)
        };
        let square = |&index: &u8| turned_square(index.into(), symmetry);
        Ok(Self {
            start: image(self.start),
            position: image(self.position),
            played: self
                .played
                .iter()
                .map(|index| u8::try_from(square(index)).unwrap_or_default())
                .collect(),
            passes: self.passes,
        })
    }

    /// Returns the mirror image: columns a and h are exchanged, b and g, c and f, d and e.
    ///
    /// >>> Board("d3").mirrored().obf == Board("d3").turned(2).obf
    /// True
    fn mirrored(&self) -> PyResult<Self> {
        self.turned(2)
    }

    /// Returns the images under the eight symmetries, in their order.
    fn symmetries(&self) -> PyResult<Vec<Self>> {
        (0..8).map(|symmetry| self.turned(symmetry)).collect()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.position.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String, Option<String>)) {
        let is_usual = self.start == BoardPosition::START;
        let start = (!is_usual).then(|| self.start.to_string());
        (py.get_type::<Self>(), (self.transcript(), start))
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memory: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __repr__(&self) -> String {
        let legal = self.legal();
        let cell = |square: u32| {
            let empty = if legal >> square & 1 == 1 { '.' } else { '-' };
            self.position.disc(square).map_or(empty, Player::glyph)
        };
        let row = |row: u32| {
            let cells = (8 * row..8 * row + 8).map(cell);
            let cells: Vec<String> = cells.map(String::from).collect();
            format!("{} {}", row + 1, cells.join(" "))
        };
        let rows: Vec<String> = (0..8).map(row).collect();
        let score = self.position.score();
        let status = match self.position.mover() {
            Some(player) => format!("{player} to move"),
            None => "game over".to_owned(),
        };
        format!(
            "  a b c d e f g h\n{}\nB {}   W {}   {status}",
            rows.join("\n"),
            score.black,
            score.white
        )
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.to_record_text(Format::Svg)
    }
}

impl PyBoard {
    fn play_on(&self, square: Square) -> PyResult<Self> {
        let index = square.index(8);
        if self.legal() >> index & 1 == 1 {
            return Ok(self.after(index.into()));
        }
        // The record knows what is wrong with the move.
        match self.record().play(square) {
            Err(error) => Err(illegal(error)),
            Ok(()) => Err(IllegalMoveError::new_err(format!("{square} is not legal"))),
        }
    }
}

/// The disc count of a board.
///
/// >>> from reversi_engine import Board
/// >>> Board("d3").score
/// Score(black=4, white=1, empties=59)
#[pyclass(name = "Score", frozen, eq, hash, module = "reversi_engine")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PyScore(Score);

impl Hash for PyScore {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0.black, self.0.white).hash(state);
    }
}

impl PyScore {
    pub(super) fn of(score: Score) -> Self {
        Self(score)
    }
}

#[pymethods]
impl PyScore {
    /// The number of black discs on the board.
    #[getter]
    fn black(&self) -> u32 {
        self.0.black
    }

    /// The number of white discs on the board.
    #[getter]
    fn white(&self) -> u32 {
        self.0.white
    }

    /// The number of empty squares.
    #[getter]
    fn empties(&self) -> u32 {
        self.0.empties
    }

    /// The side with more discs, "black" or "white"; None if both have the same number.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.0.majority().map(Player::word)
    }

    /// Returns the result of a side: its discs plus its share of the empty squares, which the winner gets.
    ///
    /// >>> from reversi_engine import Board
    /// >>> Board("d3").score.result("black")
    /// 63
    fn result(&self, color: &str) -> PyResult<u32> {
        Ok(self.0.result(side(color)?))
    }

    fn __repr__(&self) -> String {
        let Score {
            black,
            white,
            empties,
        } = self.0;
        format!("Score(black={black}, white={white}, empties={empties})")
    }
}

/// Returns the name of a square from its index, 0 for a1 to 63 for h8.
///
/// >>> square_name(19)
/// 'd3'
#[pyfunction]
#[pyo3(signature = (index))]
pub fn square_name(index: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(square(index)?.to_string())
}

/// Returns the index of a square from its name.
///
/// >>> square_index("d3")
/// 19
#[pyfunction]
#[pyo3(signature = (name))]
pub fn square_index(name: &Bound<'_, PyAny>) -> PyResult<u16> {
    Ok(square(name)?.index(8))
}
