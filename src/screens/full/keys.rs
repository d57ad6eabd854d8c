//! What keys mean: one table for the board, and a few keys that cards answer to.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::base::system::SUSPENDS;
use crate::games::Question;
use crate::interpreter::PositionView;

/// The meaning of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Key {
    /// Columns and rows to go.
    Go((i8, i8)),
    /// To this column, from 0.
    Column(u8),
    /// To the piece of this letter.
    Piece(char),
    Digit(u8),
    Play,
    Undo,
    Redo,
    Marks,
    Hint,
    Scores,
    /// Play the suggested move.
    Best,
    /// Open the command line.
    Line,
    Help,
    Opponent,
    New,
    Leave,
    /// Moves to step through the game.
    Browse(isize),
    ContinueHere,
    Analyze,
    Live,
    Theme,
    /// The next variation.
    Variation,
    /// The moves of the opening book.
    Book,
    Interrupt,
    Suspend,
    Redraw,
    /// No meaning; what was pressed.
    Unknown(String),
}

/// The meaning that a key has whatever is shown.
pub(super) fn anywhere(key: KeyEvent) -> Option<Key> {
    if !key.modifiers.contains(KeyModifiers::CONTROL) {
        return None;
    }
    match key.code {
        KeyCode::Char('c') => Some(Key::Interrupt),
        KeyCode::Char('z') if SUSPENDS => Some(Key::Suspend),
        KeyCode::Char('l') => Some(Key::Redraw),
        _ => None,
    }
}

/// The meaning of a key on the board of a position.
pub(super) fn on_board(key: KeyEvent, position: Option<&PositionView>) -> Option<Key> {
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Char('r') if is_control => Key::Redo,
        KeyCode::Left if is_control => Key::Browse(-1),
        KeyCode::Right if is_control => Key::Browse(1),
        KeyCode::Char(_) if is_control => return None,
        KeyCode::Up => Key::Go((0, -1)),
        KeyCode::Down => Key::Go((0, 1)),
        KeyCode::Left => Key::Go((-1, 0)),
        KeyCode::Right => Key::Go((1, 0)),
        KeyCode::Enter | KeyCode::Char(' ') => Key::Play,
        KeyCode::Backspace => Key::Undo,
        KeyCode::PageUp => Key::Browse(-1),
        KeyCode::PageDown => Key::Browse(1),
        KeyCode::Home => Key::Browse(isize::MIN),
        KeyCode::End => Key::Browse(isize::MAX),
        KeyCode::Esc => Key::Leave,
        KeyCode::F(1) => Key::Help,
        KeyCode::F(2) => Key::Opponent,
        KeyCode::F(3) => Key::New,
        KeyCode::F(4) => Key::ContinueHere,
        KeyCode::F(5) => Key::Analyze,
        KeyCode::F(6) => Key::Live,
        KeyCode::F(7) => Key::Theme,
        KeyCode::F(8) => Key::Variation,
        KeyCode::F(9) => Key::Book,
        KeyCode::F(number) => Key::Unknown(format!("F{number}")),
        KeyCode::Char('.') => Key::Marks,
        KeyCode::Char('?') => Key::Hint,
        KeyCode::Char('=') => Key::Scores,
        KeyCode::Char('!') => Key::Best,
        KeyCode::Char(':') => Key::Line,
        KeyCode::Char(digit @ '0'..='9') => Key::Digit(digit as u8 - b'0'),
        KeyCode::Char(letter) => of_letter(letter, position),
        _ => return None,
    })
}

/// A letter is a column or a piece where the position has it; a command only where no position of the game
/// could.
fn of_letter(letter: char, position: Option<&PositionView>) -> Key {
    let lower = letter.to_ascii_lowercase();
    let index = u8::try_from(lower).ok().and_then(|byte| byte.checked_sub(b'a'));
    let questions = position.map(|position| &position.questions[..]).unwrap_or_default();
    let first = index.and_then(|index| match questions.first() {
        Some(Question::Column { columns }) if index < *columns => Some(Key::Column(index)),
        Some(Question::Piece { pieces }) if index < *pieces => Some(Key::Piece(lower)),
        _ => None,
    });
    match first {
        Some(key) => key,
        None if lower == 'n' && position.is_none_or(has_letter_free) => Key::New,
        None => Key::Unknown(letter.to_string()),
    }
}

/// Whether N is neither a column nor a piece in this game, whatever is asked for at the moment.
fn has_letter_free(position: &PositionView) -> bool {
    let pieces = position.board.note.is_some();
    position.board.grid.columns <= b'n' - b'a' && !pieces
}

/// The characters that the terminal sends for a key; nothing for keys without characters.
pub(super) fn sent(key: KeyEvent) -> String {
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

/// Whether a key says yes.
pub(super) fn is_yes(key: KeyEvent) -> bool {
    matches!(key.code, KeyCode::Enter | KeyCode::Char('y' | 'Y'))
}

/// Whether a key says no.
pub(super) fn is_no(key: KeyEvent) -> bool {
    matches!(key.code, KeyCode::Esc | KeyCode::Char('n' | 'N'))
}

/// Whether a key asks for another game at the end of one.
pub(super) fn is_new(key: KeyEvent) -> bool {
    matches!(key.code, KeyCode::F(3) | KeyCode::Char('n' | 'N'))
}

/// Whether a key only takes a card away.
pub(super) fn is_enter_or_escape(key: KeyEvent) -> bool {
    matches!(key.code, KeyCode::Enter | KeyCode::Esc | KeyCode::Char(' '))
}

/// How many lines a key scrolls a long answer; `None` for a key that ends it.
pub(super) fn scroll(key: KeyEvent) -> Option<isize> {
    match key.code {
        KeyCode::Up => Some(-1),
        KeyCode::Down => Some(1),
        KeyCode::PageUp => Some(-10),
        KeyCode::PageDown | KeyCode::Char(' ') => Some(10),
        KeyCode::Home => Some(isize::MIN),
        _ => None,
    }
}
