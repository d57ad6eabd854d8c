//! Questions that ask the user for a move, one part at a time.

/// A part of a move to ask for, and the answers that the board allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// A column: its number or its letter.
    Column {
        /// The number of columns.
        columns: u8,
    },
    /// A row: its number.
    Row {
        /// The number of rows.
        rows: u8,
    },
    /// A piece: its letter.
    Piece {
        /// The number of pieces, named from `a`.
        pieces: u8,
    },
}

impl Question {
    /// Returns the name of the part: `column`, `row` or `piece`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Column { .. } => "column",
            Self::Row { .. } => "row",
            Self::Piece { .. } => "piece",
        }
    }

    /// Whether a word is an answer: any number, or a letter on the board.
    ///
    /// A number out of range is an answer too: its move is refused. Any other word may be a command.
    ///
    /// ```
    /// use reversi::games::Question;
    /// let column = Question::Column { columns: 8 };
    /// assert!(column.accepts("H") && column.accepts("12"));
    /// assert!(!column.accepts("i") && !column.accepts("undo"));
    /// ```
    pub fn accepts(self, word: &str) -> bool {
        let letters = match self {
            Self::Column { columns } => columns,
            Self::Row { .. } => 0,
            Self::Piece { pieces } => pieces,
        };
        match word.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => {
                letter.to_ascii_lowercase() - b'a' < letters
            }
            digits => !digits.is_empty() && digits.iter().all(u8::is_ascii_digit),
        }
    }
}
