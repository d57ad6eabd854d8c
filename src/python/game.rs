//! Recorded games: their moves and details, as text and in files.

use std::path::PathBuf;

use numpy::PyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::arrays::shaped;
use super::board::{PyBoard, PyScore};
use super::errors::{RecordError, unread, unusable, unwritten};
use super::result::name_of;
use crate::games::{Move, Player};
use crate::records::{
    BoardPosition, Date, Format, GameRecord, GameResult, Opening, RecordedMove, Sink, Source,
    format_of_output,
};

/// A recorded game. It doesn't change.
///
/// `moves` is a text such as "f5d6c3", or a Board with its moves. Details are the names of the players, the event, the
/// place, and the date as "2026", "2026-11" or "2026-11-28".
///
/// >>> from reversi_engine import Game
/// >>> game = Game("f5d6c3", black="Ann", white="Bob", date="2026-11-28")
/// >>> game.black, game.moves, game.is_over
/// ('Ann', ['f5', 'd6', 'c3'], False)
/// >>> game.text("sgf").startswith("(;FF[4]")
/// True
#[pyclass(name = "Game", frozen, eq, module = "reversi_engine")]
#[derive(Debug, Clone, PartialEq)]
pub struct PyGame(GameRecord);

/// A ply of a recorded game.
#[pyclass(name = "Ply", frozen, get_all, module = "reversi_engine")]
#[derive(Debug, Clone)]
pub struct PyPly {
    /// The side that moved, "black" or "white".
    player: &'static str,
    /// The move; None for a pass.
    r#move: Option<String>,
    /// The player's evaluation after the move, in discs, if the record has it.
    evaluation: Option<f64>,
    /// The time taken, in seconds, if the record has it.
    seconds: Option<f64>,
}

impl PyGame {
    pub(super) fn of_record(record: GameRecord) -> Self {
        Self(record)
    }

    pub(super) fn record(&self) -> &GameRecord {
        &self.0
    }

    fn result(&self) -> Option<GameResult> {
        self.0.outcome()
    }

    fn name(&self, player: Player) -> &str {
        &self.0.players[player.index()].name
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (moves = None, *, black = "", white = "", event = "", place = "", date = None))]
    fn new(
        moves: Option<&Bound<'_, PyAny>>,
        black: &str,
        white: &str,
        event: &str,
        place: &str,
        date: Option<&str>,
    ) -> PyResult<Self> {
        let mut record = match moves {
            Some(moves) => record_of(moves)?,
            None => GameRecord::new(),
        };
        for (player, name) in Player::BOTH.into_iter().zip([black, white]) {
            name.clone_into(&mut record.players[player.index()].name);
        }
        event.clone_into(&mut record.event);
        place.clone_into(&mut record.place);
        record.date = date.map(parsed_date).transpose()?;
        Ok(Self(record))
    }

    /// Black's name; empty if unknown.
    #[getter]
    fn black(&self) -> &str {
        self.name(Player::Black)
    }

    /// White's name; empty if unknown.
    #[getter]
    fn white(&self) -> &str {
        self.name(Player::White)
    }

    /// The ratings of Black and White, in the unit of the server or federation; None if unknown.
    #[getter]
    fn ratings(&self) -> (Option<f64>, Option<f64>) {
        let [black, white] = [0, 1].map(|index: usize| self.0.players[index].rating);
        (black, white)
    }

    /// The tournament or match; empty if unknown.
    #[getter]
    fn event(&self) -> &str {
        &self.0.event
    }

    /// The town or server; empty if unknown.
    #[getter]
    fn place(&self) -> &str {
        &self.0.place
    }

    /// The known part of the date, such as "2026-11-28"; None if unknown.
    #[getter]
    fn date(&self) -> Option<String> {
        self.0.date.as_ref().map(ToString::to_string)
    }

    /// The name of the opening; None if it has no name.
    #[getter]
    fn opening(&self) -> Option<&'static str> {
        let positions = self.0.boards().map(BoardPosition::position);
        Opening::of_game(positions).map(|opening| opening.name)
    }

    /// The names of the moves, without passes.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.0.game_moves().map(name_of).collect()
    }

    /// The plies, passes included, with the details of the record.
    #[getter]
    fn plies(&self) -> Vec<PyPly> {
        self.0.moves().iter().map(PyPly::from).collect()
    }

    /// The board after the last move.
    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard::of_record(&self.0)
    }

    /// Returns the boards from the start to the end: one more than moves.
    ///
    /// >>> [board.turn for board in Game("f5d6").boards()]
    /// ['black', 'white', 'black']
    fn boards(&self) -> Vec<PyBoard> {
        PyBoard::all_of_record(&self.0)
    }

    /// Returns the positions before each move as a uint64 array of discs of shape (n, 2), and the moves as a uint8 array
    /// of squares of shape (n,), for the functions that take many positions.
    ///
    /// >>> discs, squares = Game("f5d6").arrays()
    /// >>> discs.shape, squares.tolist()
    /// ((2, 2), [37, 43])
    fn arrays<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyArray1<u8>>)> {
        let squares: Vec<u8> = self
            .0
            .game_moves()
            .map(|Move(index)| u8::try_from(index).unwrap_or_default())
            .collect();
        let positions = self.0.boards_to_move().map(BoardPosition::position);
        let discs = positions.map(|position| [position.player(), position.opponent()]);
        let discs: Vec<[u64; 2]> = discs.take(squares.len()).collect();
        let discs = shaped(py, discs.into_flattened(), &[squares.len(), 2])?;
        Ok((discs, PyArray1::from_vec(py, squares)))
    }

    /// The moves as text, without passes: upper case for Black, lower case for White.
    #[getter]
    fn transcript(&self) -> String {
        self.board().text_of_moves()
    }

    /// The disc count after the last move.
    #[getter]
    fn score(&self) -> PyScore {
        PyScore::of(self.0.score())
    }

    /// Whether the game is over: neither side can move.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// The winner by the record, or by the disc count at the end: "black" or "white"; None for a draw, or if unknown.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.result()?.winner.map(Player::word)
    }

    /// Black's discs minus White's by the record, or by the count at the end; None if unknown.
    #[getter]
    fn difference(&self) -> Option<f64> {
        self.result()?.difference
    }

    /// The score with perfect play from late in the game, as in WTHOR: the number of empty squares, and Black's discs at
    /// the end; None if the record has none.
    #[getter]
    fn theoretical(&self) -> Option<(u8, u8)> {
        let score = self.0.theoretical?;
        Some((score.empties, score.black))
    }

    /// Returns the game in a format: "transcript", "ggf", "sgf", "pgn", "obf", "board", "text-save" or "svg".
    #[pyo3(signature = (format = "transcript"))]
    fn text(&self, format: &str) -> PyResult<String> {
        let mut format = named(format)?.open();
        let bytes = format.print(&self.0);
        let mut bytes = bytes.map_err(|error| RecordError::new_err(error.to_string()))?;
        bytes.extend(format.finish());
        String::from_utf8(bytes).map_err(|_| unusable("this format is no text: use write"))
    }

    fn __len__(&self) -> usize {
        self.0.game_moves().count()
    }

    fn __repr__(&self) -> String {
        let [black, white] = Player::BOTH.map(|player| match self.name(player) {
            "" => "?",
            name => name,
        });
        let score = self.0.score();
        format!(
            "<Game {black} {}-{} {white}, {} moves>",
            score.black,
            score.white,
            self.__len__()
        )
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.text(Format::Svg.name())
    }

    /// A pickle is the game in SGF, which has all details.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let restore = py.get_type::<Self>().getattr("_restored")?;
        Ok((restore, (self.text(Format::Sgf.name())?,)))
    }

    #[staticmethod]
    fn _restored(py: Python<'_>, text: &str) -> PyResult<Self> {
        let games = parse(py, text.into_pyobject(py)?.as_any(), Some("sgf"))?;
        let game = games.into_iter().next();
        game.ok_or_else(|| unusable("an empty pickle"))
    }
}

#[pymethods]
impl PyPly {
    fn __repr__(&self) -> String {
        let name = self.r#move.as_deref();
        let name = name.map_or_else(|| "None".to_owned(), |name| format!("'{name}'"));
        format!("Ply(player='{}', move={name})", self.player)
    }
}

impl From<&RecordedMove> for PyPly {
    fn from(ply: &RecordedMove) -> Self {
        Self {
            player: ply.player.word(),
            r#move: ply.square.map(|square| square.to_string()),
            evaluation: ply.evaluation,
            seconds: ply.seconds,
        }
    }
}

fn record_of(moves: &Bound<'_, PyAny>) -> PyResult<GameRecord> {
    if let Ok(board) = moves.cast::<PyBoard>() {
        return Ok(board.get().record());
    }
    let Ok(text) = moves.extract::<&str>() else {
        let kind = moves.get_type().name()?;
        let message = format!("moves are a text or a Board, not {kind}");
        return Err(PyTypeError::new_err(message));
    };
    Ok(PyBoard::of_moves(text)?.record())
}

fn parsed_date(text: &str) -> PyResult<Date> {
    let date = Date::first_of(text);
    date.ok_or_else(|| unusable(format!("no date {text:?}: use one like 2026-11-28")))
}

/// The format of a name.
pub fn named(name: &str) -> PyResult<Format> {
    Format::named(name).ok_or_else(|| {
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        unusable(format!("no format {name:?}: use {}", names.join(", ")))
    })
}

/// Returns the games in a text, or in bytes. Without a format, it is detected.
///
/// >>> from reversi_engine import parse
/// >>> [game.moves for game in parse("f5d6c3")]
/// [['f5', 'd6', 'c3']]
#[pyfunction]
#[pyo3(signature = (text, format = None))]
pub fn parse(
    py: Python<'_>,
    text: &Bound<'_, PyAny>,
    format: Option<&str>,
) -> PyResult<Vec<PyGame>> {
    let bytes: &[u8] = match text.cast::<PyBytes>() {
        Ok(bytes) => bytes.as_bytes(),
        Err(_) => text.extract::<&str>()?.as_bytes(),
    };
    let format = format.map(named).transpose()?;
    let source = Source::open(bytes, format).map_err(|error| unusable(&error))?;
    let game = |entry: Result<crate::records::Entry, crate::records::ReadError>| {
        let entry = entry.map_err(|error| unread(py, None, &error))?;
        Ok(PyGame(entry.record))
    };
    source.map(game).collect()
}

/// Writes games to a file, in a format by its extension: txt, ggf, sgf, pgn, obf, wtb or svg. The file appears when it
/// is complete. An existing file is replaced only with `replace`.
///
/// >>> import os, tempfile
/// >>> from reversi_engine import read, write
/// >>> path = os.path.join(tempfile.mkdtemp(), "games.ggf")
/// >>> write(path, [Game("f5d6c3", black="Ann")])
/// >>> [game.black for game in read(path)]
/// ['Ann']
#[pyfunction]
#[pyo3(signature = (path, games, *, format = None, replace = false))]
pub fn write(
    path: PathBuf,
    games: &Bound<'_, PyAny>,
    format: Option<&str>,
    replace: bool,
) -> PyResult<()> {
    let format = match format {
        Some(name) => named(name)?,
        None => format_of_output(&path).map_err(unusable)?,
    };
    let sink = Sink::to_file(&path, replace);
    let mut sink = sink.map_err(|error| unwritten(&error))?.with_format(format);
    for game in games.try_iter()? {
        let game = game?;
        let game = game.cast::<PyGame>()?;
        let added = sink.add(&game.get().0);
        added.map_err(|error| unwritten(&error))?;
    }
    sink.finish().map_err(|error| unwritten(&error))
}
