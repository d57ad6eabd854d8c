//! Game records.

use std::ffi::c_char;

use super::border::{
    CallError, ReversiCode, array, borrowed, free, guarded, store, store_all, store_handle,
    store_text, text,
};
use super::position::ReversiPosition;
use crate::games::{Move, Player};
use crate::records::{Format, GameRecord, Source};

/// The games of a text.
#[derive(Debug)]
pub struct ReversiGames(Vec<GameRecord>);

impl ReversiGames {
    fn game(&self, index: usize) -> Result<&GameRecord, CallError> {
        let count = self.0.len();
        self.0
            .get(index)
            .ok_or_else(|| CallError::argument(format!("no game {index}: there are {count}")))
    }
}

fn named(name: &str) -> Result<Format, CallError> {
    Format::named(name).ok_or_else(|| {
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        let names = names.join(", ");
        CallError::argument(format!("no format {name:?}: use {names}"))
    })
}

/// Reads the games in `size` bytes. `format` is a name, such as "ggf", "sgf", "pgn", "wthor" or "transcript", or null to
/// detect it. Free the games with `reversi_games_free`.
///
/// # Safety
/// `bytes` leads to `size` bytes, `format` to a text or is null, `games` to memory for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_games_parse(
    bytes: *const u8,
    size: usize,
    format: *const c_char,
    games: *mut *mut ReversiGames,
) -> ReversiCode {
    guarded(|| {
        // SAFETY: the caller promises the bytes.
        let bytes = unsafe { array("bytes", bytes, size)? };
        let format = if format.is_null() {
            None
        } else {
            // SAFETY: the caller promises a text.
            Some(named(unsafe { text("format", format)? })?)
        };
        let refused = |error| CallError::new(ReversiCode::Record, error);
        let source = Source::open(bytes, format).map_err(|error| refused(error.to_string()))?;
        let records = source
            .map(|entry| entry.map(|entry| entry.record))
            .collect::<Result<Vec<GameRecord>, _>>()
            .map_err(|error| refused(error.to_string()))?;
        // SAFETY: the caller promises memory.
        unsafe { store_handle("games", games, ReversiGames(records)) }
    })
}

/// Frees games; null is no error.
///
/// # Safety
/// `games` is null, or has come from `reversi_games_parse`, and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_games_free(games: *mut ReversiGames) {
    // SAFETY: the caller promises it.
    unsafe { free(games) }
}

/// Counts the games.
///
/// # Safety
/// `games` are games, `count` leads to memory for its value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_games_count(
    games: *const ReversiGames,
    count: *mut usize,
) -> ReversiCode {
    guarded(|| {
        // SAFETY: the caller promises games.
        let games = unsafe { borrowed("games", games)? };
        // SAFETY: the caller promises memory.
        unsafe { store("count", count, games.0.len()) }
    })
}

/// Finds the last position of a game, the index of which counts from 0.
///
/// # Safety
/// `games` are games, `position` leads to memory for a position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_games_position(
    games: *const ReversiGames,
    index: usize,
    position: *mut ReversiPosition,
) -> ReversiCode {
    guarded(|| {
        // SAFETY: the caller promises games.
        let game = unsafe { borrowed("games", games)? }.game(index)?;
        let board = game.board();
        // SAFETY: the caller promises memory.
        unsafe { store("position", position, ReversiPosition::of_board(board)) }
    })
}

/// Copies the moves of a game, without passes, to `squares`, and stores their number in `count`.
///
/// # Safety
/// `games` are games, `squares` leads to memory for `size` numbers, `count` to memory for its value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_games_moves(
    games: *const ReversiGames,
    index: usize,
    squares: *mut u8,
    size: usize,
    count: *mut usize,
) -> ReversiCode {
    guarded(|| {
        // SAFETY: the caller promises games.
        let game = unsafe { borrowed("games", games)? }.game(index)?;
        let square = |Move(index)| u8::try_from(index).unwrap_or_default();
        let moves: Vec<u8> = game.game_moves().map(square).collect();
        // SAFETY: the caller promises memory.
        unsafe { store("count", count, moves.len())? };
        if size < moves.len() {
            let needed = moves.len();
            let message = format!("squares has {size} places, and {needed} are needed");
            return Err(CallError::new(ReversiCode::Length, message));
        }
        // SAFETY: the caller promises `size` places, which are enough.
        unsafe { store_all("squares", squares, &moves) }
    })
}

/// Writes the name of a player of a game; empty if it is unknown.
///
/// # Safety
/// `games` are games, `buffer` leads to memory for `size` bytes, `length` to memory for its value, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_games_player(
    games: *const ReversiGames,
    index: usize,
    is_white: bool,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> ReversiCode {
    guarded(|| {
        // SAFETY: the caller promises games.
        let game = unsafe { borrowed("games", games)? }.game(index)?;
        let player = if is_white {
            Player::White
        } else {
            Player::Black
        };
        let name = &game.players[player.index()].name;
        // SAFETY: the caller promises memory.
        unsafe { store_text(name, buffer, size, length) }
    })
}

/// Writes a game in a format of text, such as "sgf".
///
/// # Safety
/// `games` are games, `format` is a text, `buffer` leads to memory for `size` bytes, `length` to memory for its value,
/// or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_games_text(
    games: *const ReversiGames,
    index: usize,
    format: *const c_char,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> ReversiCode {
    guarded(|| {
        // SAFETY: the caller promises games and a text.
        let (games, name) = unsafe { (borrowed("games", games)?, text("format", format)?) };
        let mut format = named(name)?.open();
        let refused = |error: String| CallError::new(ReversiCode::Record, error);
        let printed = format.print(games.game(index)?);
        let mut bytes = printed.map_err(|error| refused(error.to_string()))?;
        bytes.extend(format.finish());
        let record = String::from_utf8(bytes).map_err(|_| refused("not a text".to_owned()))?;
        // SAFETY: the caller promises memory.
        unsafe { store_text(&record, buffer, size, length) }
    })
}
