//! The meanings of keys on the board, and of some keys on cards.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::desk::Study;
use crate::games::Question;
use crate::interpreter::{Command, Variation};
use crate::screens::words::{self, YesOrNo};
use crate::session::GamePosition;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum KeyMeaning {
    /// The number of columns and rows to move.
    Go((i8, i8)),
    Column(u8),
    Piece(char),
    Digit(u8),
    Play,
    /// Leaves a practice, closes a text, or asks whether to quit.
    Back,
    Command(Command),
    Study(Study),
    Ask(YesOrNo),
    Marks,
    CommandLine,
    Help,
    Menu,
    Opponent,
    /// The number of moves to step through the game.
    Browse(isize),
    ContinueHere,
    Theme,
    /// The next language.
    Language,
    /// The name of a key without a meaning.
    Unknown(String),
}

use KeyMeaning::{Ask, Browse, Command as Do, Go};

pub(super) fn on_board(
    key: KeyEvent,
    position: Option<GamePosition<'_>>,
    is_practicing: bool,
) -> Option<KeyMeaning> {
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Char('r') if is_control => Do(Command::Redo { turns: 1 }),
        KeyCode::Left if is_control => Browse(-1),
        KeyCode::Right if is_control => Browse(1),
        KeyCode::Char(_) if is_control => return None,
        KeyCode::Up => Go((0, -1)),
        KeyCode::Down => Go((0, 1)),
        KeyCode::Left => Go((-1, 0)),
        KeyCode::Right => Go((1, 0)),
        KeyCode::Enter | KeyCode::Char(' ') => KeyMeaning::Play,
        KeyCode::Backspace => Do(Command::Undo { turns: 1 }),
        KeyCode::PageUp => Browse(-1),
        KeyCode::PageDown => Browse(1),
        KeyCode::Home => Browse(isize::MIN),
        KeyCode::End => Browse(isize::MAX),
        KeyCode::Esc => KeyMeaning::Back,
        KeyCode::F(1) => KeyMeaning::Help,
        KeyCode::F(2) => KeyMeaning::Opponent,
        KeyCode::F(3) => Ask(YesOrNo::NewGame),
        KeyCode::F(4) => KeyMeaning::ContinueHere,
        KeyCode::F(5) => KeyMeaning::Study(Study::Game),
        KeyCode::F(6) => KeyMeaning::Study(Study::Position),
        KeyCode::F(7) => KeyMeaning::Theme,
        KeyCode::F(8) => Do(Command::Variations {
            to: Some(Variation::Next),
        }),
        KeyCode::F(9) => Do(Command::Book { position: None }),
        KeyCode::F(10) => KeyMeaning::Menu,
        KeyCode::F(12) => KeyMeaning::Language,
        KeyCode::F(number) => KeyMeaning::Unknown(format!("F{number}")),
        KeyCode::Char('.') => KeyMeaning::Marks,
        KeyCode::Char('?') => Do(Command::Hint { count: 1 }),
        KeyCode::Char('=') => Do(Command::Evaluate),
        KeyCode::Char('!') => Do(Command::Go),
        KeyCode::Char(':') => KeyMeaning::CommandLine,
        KeyCode::Char(digit @ '0'..='9') => KeyMeaning::Digit(digit as u8 - b'0'),
        KeyCode::Char(letter) => of_letter(letter, position, is_practicing),
        _ => return None,
    })
}

/// The meaning of a letter: a column or a piece, if the position has it. It is a command only if it is never a column
/// or a piece in this game.
fn of_letter(letter: char, position: Option<GamePosition<'_>>, is_practicing: bool) -> KeyMeaning {
    let lower = letter.to_ascii_lowercase();
    let index = u8::try_from(lower)
        .ok()
        .and_then(|byte| byte.checked_sub(b'a'));
    let questions = position
        .map(|position| position.game().questions())
        .unwrap_or_default();
    let first = index.and_then(|index| match questions.first() {
        Some(Question::Column { columns }) if index < *columns => Some(KeyMeaning::Column(index)),
        Some(Question::Piece { pieces }) if index < *pieces => Some(KeyMeaning::Piece(lower)),
        _ => None,
    });
    match first {
        Some(key) => key,
        None if lower == 'n' && position.is_none_or(is_n_free) => {
            if is_practicing {
                Do(Command::Next)
            } else {
                Ask(YesOrNo::NewGame)
            }
        }
        None => KeyMeaning::Unknown(letter.to_string()),
    }
}

/// Whether N is never a column or a piece in this game.
pub(super) fn is_n_free(position: GamePosition<'_>) -> bool {
    let pieces = position.game().note().is_some();
    position.game().grid().columns <= b'n' - b'a' && !pieces
}

/// The characters that the terminal sends for a key, if any.
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

pub(super) fn is_yes(key: KeyEvent) -> bool {
    match key.code {
        KeyCode::Enter | KeyCode::Char('y' | 'Y') => true,
        KeyCode::Char(letter) => letter.to_lowercase().eq(words::yes_key().to_lowercase()),
        _ => false,
    }
}

/// The number of lines that a key scrolls; `None` if it closes the reply.
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
