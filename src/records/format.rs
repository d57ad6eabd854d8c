//! The formats of game records: their names and file extensions.

use std::fmt;

use crate::base::language::marked;

/// A format of game records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Moves as text: `F5d6C3`.
    Transcript,
    /// Generic Game Format.
    Ggf,
    /// Smart Game Format, with `GM[2]` for Othello.
    Sgf,
    /// Portable Game Notation.
    Pgn,
    /// Othello Board Format: positions with scored moves.
    Obf,
    /// Positions: 64 squares and the side to move.
    Board,
    /// The games of a WTHOR database file.
    Wthor,
    /// A text save: `M X` and eight rows per position.
    TextSave,
    /// A picture of the board. This format can't be read.
    Svg,
}

impl Format {
    /// All formats.
    pub const ALL: &[Self] = &[
        Self::Transcript,
        Self::Ggf,
        Self::Sgf,
        Self::Pgn,
        Self::Obf,
        Self::Board,
        Self::Wthor,
        Self::TextSave,
        Self::Svg,
    ];

    /// A second name of [`Format::Transcript`] on the command line.
    pub(crate) const TEXT: &'static str = "text";

    /// The name on the command line, the file extension, and one record as a phrase.
    const fn texts(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Transcript => ("transcript", "txt", marked!("a transcript")),
            Self::Ggf => ("ggf", "ggf", "GGF"),
            Self::Sgf => ("sgf", "sgf", "SGF"),
            Self::Pgn => ("pgn", "pgn", "PGN"),
            Self::Obf => ("obf", "obf", "OBF"),
            Self::Board => ("board", "txt", marked!("a board")),
            Self::Wthor => ("wthor", "wtb", "WTHOR"),
            Self::TextSave => ("text-save", "txt", marked!("a text save")),
            Self::Svg => ("svg", "svg", marked!("a picture")),
        }
    }

    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        self.texts().0
    }

    /// Returns the default file extension, without a dot.
    pub const fn extension(self) -> &'static str {
        self.texts().1
    }

    pub(super) const fn a_record(self) -> &'static str {
        self.texts().2
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        if name.eq_ignore_ascii_case(Self::TEXT) {
            return Some(Self::Transcript);
        }
        Self::ALL
            .iter()
            .copied()
            .find(|format| format.name().eq_ignore_ascii_case(name))
    }

    /// Returns the format for a file extension, or `None` for `txt`, which several formats use.
    ///
    /// ```
    /// use reversi::records::Format;
    /// assert_eq!(Format::of_extension("WTB"), Some(Format::Wthor));
    /// assert_eq!(Format::of_extension("txt"), None);
    /// ```
    pub fn of_extension(extension: &str) -> Option<Self> {
        let mut formats = Self::ALL
            .iter()
            .copied()
            .filter(|format| format.extension() != "txt");
        formats.find(|format| format.extension().eq_ignore_ascii_case(extension))
    }

    /// Whether the format has variations and comments.
    pub(crate) const fn has_variations(self) -> bool {
        matches!(self, Self::Sgf | Self::Pgn)
    }

    /// Whether the bytes of a file are not text.
    pub(super) const fn is_binary(self) -> bool {
        matches!(self, Self::Wthor)
    }

    /// Whether files have no names and comments, in which full-width letters must stay as they are.
    pub(super) const fn has_only_moves(self) -> bool {
        matches!(
            self,
            Self::Transcript | Self::Obf | Self::Board | Self::TextSave
        )
    }

    pub(crate) const fn is_readable(self) -> bool {
        !matches!(self, Self::Svg)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
