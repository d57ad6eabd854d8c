//! The meanings of keys on the board, and of some keys on cards.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::games::Question;
use crate::screens::keys::{Key, KeyAction};
use crate::screens::words;
use crate::session::GamePosition;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyMeaning {
    /// The number of columns and rows to move.
    Go((i8, i8)),
    Column(u8),
    Piece(char),
    Digit(u8),
    Do(KeyAction),
    /// A key without a meaning.
    Unknown(Key),
}

use KeyMeaning::{Digit, Do, Go, Unknown};

pub fn on_board(key: Key, position: Option<GamePosition<'_>>) -> Option<KeyMeaning> {
    if let Some(meaning) = of_cursor(key).or_else(|| selected(key, position)) {
        return Some(meaning);
    }
    let is_free = key.letter().is_none_or(|letter| is_free(letter, position));
    match KeyAction::of(key).filter(|_| is_free) {
        Some(action) => Some(Do(action)),
        None if key.modifiers == KeyModifiers::ALT => {
            let alone = Key {
                modifiers: KeyModifiers::NONE,
                ..key
            };
            on_board(alone, position)
        }
        None if !key.is_alone() => None,
        None => matches!(key.code, KeyCode::Char(_) | KeyCode::F(_)).then_some(Unknown(key)),
    }
}

/// The meaning of keys that move the cursor in all games.
fn of_cursor(key: Key) -> Option<KeyMeaning> {
    if !key.is_alone() {
        return None;
    }
    match key.code {
        KeyCode::Up => Some(Go((0, -1))),
        KeyCode::Down => Some(Go((0, 1))),
        KeyCode::Left => Some(Go((-1, 0))),
        KeyCode::Right => Some(Go((1, 0))),
        KeyCode::Char(digit @ '0'..='9') => Some(Digit(digit as u8 - b'0')),
        _ => None,
    }
}

/// The column or the piece that a letter names in the position.
fn selected(key: Key, position: Option<GamePosition<'_>>) -> Option<KeyMeaning> {
    let letter = key.letter()?;
    let index = index(letter);
    let questions = position?.game().questions();
    match questions.first() {
        Some(Question::Column { columns }) if index < *columns => Some(KeyMeaning::Column(index)),
        Some(Question::Piece { pieces }) if index < *pieces => Some(KeyMeaning::Piece(letter)),
        _ => None,
    }
}

/// Whether a letter is never a column or a piece in this game.
pub fn is_free(letter: char, position: Option<GamePosition<'_>>) -> bool {
    let Some(position) = position else {
        return true;
    };
    let game = position.game();
    game.grid().columns <= index(letter) && (game.note().is_none() || letter > LAST_PIECE)
}

/// The letter of the last piece of Quarto.
const LAST_PIECE: char = 'p';

/// The place of a small letter in the alphabet, from 0.
fn index(letter: char) -> u8 {
    u8::try_from(letter).map_or(u8::MAX, |letter| letter.saturating_sub(b'a'))
}

/// The characters that the terminal sends for a key, if any.
pub fn sent(key: KeyEvent) -> String {
    let letter = match key.code {
        KeyCode::Char(letter) => letter,
        KeyCode::Esc => return "\x1b".to_owned(),
        _ => return String::new(),
    };
    match key.modifiers {
        KeyModifiers::ALT => format!("\x1b{letter}"),
        KeyModifiers::CONTROL if letter == 'g' => "\x07".to_owned(),
        KeyModifiers::NONE | KeyModifiers::SHIFT => letter.to_string(),
        _ => String::new(),
    }
}

pub fn is_yes(key: KeyEvent) -> bool {
    match key.code {
        KeyCode::Enter | KeyCode::Char('y' | 'Y') => true,
        KeyCode::Char(letter) => letter.to_lowercase().eq(words::yes_key().to_lowercase()),
        _ => false,
    }
}

/// The number of lines that a key scrolls; `None` if it closes the reply.
pub fn scroll(key: KeyEvent) -> Option<isize> {
    match key.code {
        KeyCode::Up => Some(-1),
        KeyCode::Down => Some(1),
        KeyCode::PageUp => Some(-10),
        KeyCode::PageDown | KeyCode::Char(' ') => Some(10),
        KeyCode::Home => Some(isize::MIN),
        _ => None,
    }
}
