//! Positions.

use std::ffi::c_char;

use super::border::{CallError, ReversiCode, borrowed, guarded, store, store_text, text};
use crate::engine::Position;
use crate::engine::eval::Evaluation;
use crate::games::{Player, Square, parse_square};
use crate::records::{BoardPosition, GameRecord, MoveError, typed_position};

/// A position: the discs of the side to move and of its opponent, which don't overlap.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReversiPosition {
    /// The discs of the side to move. Bit 0 is a1, bit 7 is h1, bit 63 is h8.
    pub player: u64,
    /// The discs of the other side.
    pub opponent: u64,
    /// Whether White is to move.
    pub is_white: bool,
}

impl ReversiPosition {
    pub(super) fn of_board(board: BoardPosition) -> Self {
        let position = board.position();
        Self {
            player: position.player(),
            opponent: position.opponent(),
            is_white: board.turn == Player::White,
        }
    }

    /// The position in the engine's form.
    pub(super) fn checked(self) -> Result<Position, CallError> {
        Position::new(self.player, self.opponent).ok_or_else(|| {
            let square = (self.player & self.opponent).trailing_zeros();
            let square = Square::from_index(square, 8);
            CallError::argument(format!("both sides have a disc on {square}"))
        })
    }

    fn board(self) -> Result<BoardPosition, CallError> {
        let turn = if self.is_white {
            Player::White
        } else {
            Player::Black
        };
        Ok(BoardPosition::new(self.checked()?, turn))
    }
}

/// Returns the starting position, Black to move.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_start() -> ReversiPosition {
    ReversiPosition::of_board(BoardPosition::START)
}

/// Parses moves from the start, such as f5d6c3, or 64 squares (X Black, O White, - empty) and the side to move.
///
/// # Safety
/// `text` ends with a zero; `position` leads to memory for a position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_position_parse(
    text: *const c_char,
    position: *mut ReversiPosition,
) -> ReversiCode {
    guarded(|| {
        // SAFETY: the caller promises a text.
        let words = unsafe { self::text("text", text)? };
        let board = typed_position(words).map_err(CallError::argument)?;
        // SAFETY: the caller promises memory.
        unsafe { store("position", position, ReversiPosition::of_board(board)) }
    })
}

/// Writes a position as 64 squares and the side to move, which are 66 bytes and a zero.
///
/// # Safety
/// `position` leads to a position, `buffer` to memory for `size` bytes, `length` to memory for its value, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_position_text(
    position: *const ReversiPosition,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> ReversiCode {
    guarded(|| {
        // SAFETY: the caller promises a position.
        let board = unsafe { borrowed("position", position)? }.board()?;
        // SAFETY: the caller promises memory.
        unsafe { store_text(&board.to_string(), buffer, size, length) }
    })
}

/// Finds the legal moves of the side to move, as a set of squares; 0 if it has to pass.
///
/// # Safety
/// `position` leads to a position, `moves` to memory for its value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_legal_moves(
    position: *const ReversiPosition,
    moves: *mut u64,
) -> ReversiCode {
    guarded(|| {
        // SAFETY: the caller promises a position.
        let position = unsafe { borrowed("position", position)? }.checked()?;
        // SAFETY: the caller promises memory.
        unsafe { store("moves", moves, position.legal_moves()) }
    })
}

/// Plays a move, a square from 0 to 63. A side without a move then passes at once.
///
/// # Safety
/// `position` leads to a position, `after` to memory for another, or for the same.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_play(
    position: *const ReversiPosition,
    square: u8,
    after: *mut ReversiPosition,
) -> ReversiCode {
    guarded(|| {
        // SAFETY: the caller promises a position.
        let board = unsafe { borrowed("position", position)? }.board()?;
        let mut record = GameRecord::from_start(board);
        let played = record.play(Square::from_index(square, 8));
        played.map_err(|error: MoveError| CallError::new(ReversiCode::Illegal, error))?;
        let board = record.board();
        // SAFETY: the caller promises memory.
        unsafe { store("after", after, ReversiPosition::of_board(board)) }
    })
}

/// Finds the image of a position under a symmetry, from 0 (the same) to 7.
///
/// # Safety
/// `position` leads to a position, `image` to memory for another, or for the same.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_turned(
    position: *const ReversiPosition,
    symmetry: u32,
    image: *mut ReversiPosition,
) -> ReversiCode {
    guarded(|| {
        // SAFETY: the caller promises a position.
        let position = *unsafe { borrowed("position", position)? };
        if symmetry > 7 {
            let message = format!("symmetry is {symmetry}: use 0 to 7");
            return Err(CallError::argument(message));
        }
        let turned = position.checked()?.turned(symmetry);
        let turned = ReversiPosition {
            player: turned.player(),
            opponent: turned.opponent(),
            ..position
        };
        // SAFETY: the caller promises memory.
        unsafe { store("image", image, turned) }
    })
}

/// Estimates the score of a position for its side to move, without a search, in discs.
///
/// # Safety
/// `position` leads to a position, `score` to memory for its value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_evaluate(
    position: *const ReversiPosition,
    score: *mut i32,
) -> ReversiCode {
    guarded(|| {
        // SAFETY: the caller promises a position.
        let position = unsafe { borrowed("position", position)? }.checked()?;
        let estimate = Evaluation::global().evaluate(position, position.legal_moves());
        // SAFETY: the caller promises memory.
        unsafe { store("score", score, estimate) }
    })
}

/// Parses the name of a square, such as d3.
///
/// # Safety
/// `name` ends with a zero; `square` leads to memory for its value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_square_parse(name: *const c_char, square: *mut u8) -> ReversiCode {
    guarded(|| {
        // SAFETY: the caller promises a text.
        let name = unsafe { text("name", name)? };
        let parsed = parse_square(name, 8, 8).map_err(CallError::argument)?;
        let index = u8::try_from(parsed.index(8)).map_err(CallError::argument)?;
        // SAFETY: the caller promises memory.
        unsafe { store("square", square, index) }
    })
}

/// Writes the name of a square from 0 to 63, which are 2 bytes and a zero.
///
/// # Safety
/// `buffer` leads to memory for `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_square_text(
    square: u8,
    buffer: *mut c_char,
    size: usize,
) -> ReversiCode {
    guarded(|| {
        if square > 63 {
            return Err(CallError::argument(format!(
                "no square {square}: use 0 to 63"
            )));
        }
        let name = Square::from_index(square, 8).to_string();
        // SAFETY: the caller promises memory.
        unsafe { store_text(&name, buffer, size, std::ptr::null_mut()) }
    })
}
