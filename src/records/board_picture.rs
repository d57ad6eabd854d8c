//! Boards as programs print them: with coordinates, frames, other symbols, and the side to move above, below or beside.
//!
//! `grid` finds the eight rows in a text, `symbols` tells Black's discs from White's, and `side` finds the side to
//! move in the text around them. Where no text names it, the mark of the last move (`< d3`) or the marks of the
//! legal moves decide.

mod grid;
mod legend;
mod side;
mod symbols;
#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::games::{Player, Square, parse_square};

use super::board::{is_square, side_to_move};
use super::board_moves;
use super::{BoardError, BoardPosition};
use grid::BoardRows;
use side::{SideClaims, Texts};
use symbols::one_line;
pub(super) use symbols::starts_with_squares;

/// The maximum number of empty lines between a board and the side to move below it.
const MAX_GAP: usize = 2;

/// A board in a text, with the lines that belong to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardPicture {
    /// The position, or the reason why it can't be known.
    pub board: Result<BoardPosition, BoardError>,
    /// The lines of the rows, with letters and frame.
    pub rows: Range<usize>,
    /// The line after the last one that belongs to the board.
    pub end: usize,
}

impl BoardPicture {
    /// Finds the first board in the lines of a text. `assumed` is the side to move if nothing shows it.
    pub fn find(lines: &[&str], assumed: Option<Player>) -> Option<Self> {
        let grid = BoardRows::find(lines)?;
        let rows = grid.lines.clone();
        let below = lines_below(lines, rows.end);
        let texts = Texts {
            above: &lines[..rows.start],
            beside: &grid.beside,
            below: &lines[rows.end..below],
        };
        let (mut claims, mut end) = (SideClaims::of(&texts), below);
        if claims.is_empty()
            && let Some(line) = distant_side(lines, below)
        {
            let texts = Texts {
                below: &lines[rows.end..=line],
                ..texts
            };
            claims = SideClaims::of(&texts);
            end = line + 1;
        }
        let board = position(&grid, &claims, assumed);
        Some(Self { board, rows, end })
    }

    /// Parses a text with one board, which may be on a single line.
    pub fn parse(text: &str) -> Option<Result<BoardPosition, BoardError>> {
        let lines: Vec<&str> = text.lines().collect();
        if let Some(picture) = Self::find(&lines, None) {
            let is_second = Self::find(&lines[picture.end..], None).is_some();
            return Some(if is_second {
                Err(BoardError::TrailingText)
            } else {
                picture.board
            });
        }
        let split = grid::split_line(text)?;
        let lines: Vec<&str> = split.iter().map(String::as_str).collect();
        Self::find(&lines, None).map(|picture| picture.board)
    }

    /// Whether a text contains a board, and no moves before it.
    pub fn begins(text: &str) -> bool {
        let lines: Vec<&str> = text.lines().collect();
        let Some(grid) = BoardRows::find(&lines) else {
            return false;
        };
        let is_game = |line: &&str| board_moves::moves(line).is_some_and(|moves| moves.len() > 1);
        !lines[..grid.lines.start].iter().any(is_game)
    }

    /// Finds the fault of rows that are not a board: too many, too few, or of unequal length. Returns the index of the
    /// first of these lines, of the line after the last, and the error.
    pub fn fault(lines: &[&str]) -> Option<(Range<usize>, BoardError)> {
        grid::fault(lines)
    }
}

/// The index after the last line directly below a board, before moves and other boards.
fn lines_below(lines: &[&str], end: usize) -> usize {
    let next = BoardRows::find(&lines[end..]).map_or(lines.len(), |grid| end + grid.lines.start);
    let ends = |line: &&str| line.trim().is_empty() || board_moves::moves(line).is_some();
    end + lines[end..next]
        .iter()
        .take_while(|line| !ends(line))
        .count()
}

/// The line that names the side to move after empty lines below a board.
fn distant_side(lines: &[&str], from: usize) -> Option<usize> {
    let gap = lines[from..]
        .iter()
        .take_while(|line| line.trim().is_empty())
        .count();
    let line = from + gap;
    let text = lines.get(line).filter(|_| (1..=MAX_GAP).contains(&gap))?;
    side::is_named(text).then_some(line)
}

fn position(
    grid: &BoardRows,
    claims: &SideClaims,
    assumed: Option<Player>,
) -> Result<BoardPosition, BoardError> {
    let discs = symbols::DiscSymbols::of(&grid.cells, &claims.legend)?;
    let board = discs.place(&grid.cells);
    let turn = match claims.side(discs)? {
        Some(turn) => Some(turn),
        None => match last_move(grid) {
            Some(square) => Some(side_after(board, square)?),
            None => discs
                .side_of_marks(&grid.cells, board)
                .or_else(|| only_mover(board)),
        },
    };
    let turn = turn.or(assumed).ok_or(BoardError::MissingSide)?;
    Ok(BoardPosition { turn, ..board })
}

/// The square of the last move, which our own boards have beside its row: `< d3`.
fn last_move(grid: &BoardRows) -> Option<Square> {
    let mark = |text: &String| {
        let (_, after) = text.rsplit_once('<')?;
        parse_square(after.split_whitespace().next()?, 8, 8).ok()
    };
    grid.beside.iter().rev().find_map(mark)
}

/// The side to move after the move at `square`: the other side, unless it must pass.
fn side_after(board: BoardPosition, square: Square) -> Result<Player, BoardError> {
    let owner = board
        .disc(square.index(8).into())
        .ok_or(BoardError::EmptyMark(square))?;
    let next = BoardPosition {
        turn: owner.opponent(),
        ..board
    };
    Ok(next.mover().unwrap_or(next.turn))
}

/// The only side that can move. If the game is over, Black, as after the last move of a game.
fn only_mover(board: BoardPosition) -> Option<Player> {
    let can_move = |turn| BoardPosition { turn, ..board }.position().legal_moves() != 0;
    match (can_move(Player::Black), can_move(Player::White)) {
        (true, true) => None,
        (false, true) => Some(Player::White),
        // An empty board isn't a finished game.
        (false, false) if board.black == 0 && board.white == 0 => None,
        _ => Some(Player::Black),
    }
}

impl BoardPosition {
    /// Parses 64 squares without blanks between them, and the side to move.
    pub(super) fn on_one_line(line: &str) -> Result<Self, BoardError> {
        if let Some(squares) = one_line(line) {
            let squares = squares?;
            let turn = squares
                .turn()
                .or_else(|_| side_after_squares(squares.rest))?;
            return Ok(Self {
                turn,
                ..squares.board
            });
        }
        let (mut board, mut count) = (Self::EMPTY, 0);
        for (at, character) in line.char_indices() {
            if count == 64 {
                let turn = side_after_squares(&line[at..])?;
                return Ok(Self { turn, ..board });
            }
            if character.is_whitespace() {
                return Err(BoardError::SquareCount(count));
            }
            if !board.put(count, character) {
                return Err(BoardError::Character { character, at });
            }
            count += 1;
        }
        Err(if count < 64 {
            BoardError::SquareCount(count)
        } else {
            BoardError::MissingSide
        })
    }
}

/// Parses the side to move after 64 squares. More squares are a fault of their number.
fn side_after_squares(rest: &str) -> Result<Player, BoardError> {
    side_to_move(rest).map_err(|error| {
        let word = rest.split(char::is_whitespace).next().unwrap_or_default();
        if !word.is_empty() && word.chars().all(is_square) {
            BoardError::SquareCount(64 + word.chars().count())
        } else {
            error
        }
    })
}

impl std::str::FromStr for BoardPosition {
    type Err = BoardError;

    /// Parses 64 squares, with or without blanks and line breaks, and the side to move.
    ///
    /// The side is `X`, `O`, or a word such as `black`, optionally with `to move` after it. Coordinates, frames and
    /// other symbols are accepted, too, with the side to move above, below or beside the board.
    fn from_str(text: &str) -> Result<Self, BoardError> {
        let error = match Self::of_squares(text) {
            Ok(board) => return Ok(board),
            Err(error) => error,
        };
        if let Some(Ok(line)) = one_line(text)
            && let Ok(turn) = line.turn()
        {
            return Ok(Self { turn, ..line.board });
        }
        match BoardPicture::parse(text) {
            Some(Ok(board)) => Ok(board),
            // The fault of plain squares has a place in the text.
            Some(Err(picture)) if picture != BoardError::MissingSide => Err(picture),
            Some(Err(_)) if !matches!(error, BoardError::TrailingText) => {
                Err(BoardError::MissingSide)
            }
            _ => Err(error),
        }
    }
}
