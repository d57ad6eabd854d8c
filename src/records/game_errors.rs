//! The errors of `games` in the language of the screens: `games` itself knows no languages.

use crate::base::language::{marked, tr};
use crate::base::text::quoted;
use crate::games::{
    AssessmentError, FenError, IllegalMove, Info, ParseMoveError, Player, REGISTRY, SetupError,
};

/// An error that `crate::games` states in English.
pub trait InLanguage {
    /// Returns the text in the language of the screens.
    fn in_language(&self) -> String;
}

/// Errors of games that other packages pass on in English.
const _: &str = marked!("a start board needs 8 rows of 8 squares: B, W and -");

impl InLanguage for Player {
    fn in_language(&self) -> String {
        let word = match self {
            Self::Black => tr!("black"),
            Self::White => tr!("white"),
        };
        word.to_owned()
    }
}

impl InLanguage for IllegalMove {
    fn in_language(&self) -> String {
        match self {
            Self::GameOver => tr!("the game is over").to_owned(),
            Self::Occupied(square) => tr!("{square} is occupied", square),
            Self::FlipsNothing(square) => tr!(
                "{square} is not legal: a move must flip at least one disc",
                square
            ),
            Self::ColumnFull(column) => tr!("column {number} is full", number = column + 1),
            Self::PieceGone(piece) => tr!(
                "piece {piece} is already on the board: choose another",
                piece
            ),
            Self::PlaceFirst { piece, .. } => {
                tr!("place piece {piece} first: choose a free cell", piece)
            }
            Self::NamePieceFirst(_) => tr!("first choose a piece for your opponent").to_owned(),
            Self::Unknown(mv) => tr!("no move number {number}", number = mv.0),
        }
    }
}

impl InLanguage for ParseMoveError {
    fn in_language(&self) -> String {
        match self {
            Self::Form { text, example } => tr!(
                "{text} is not a square: use one like {example}",
                text = quoted(text),
                example
            ),
            Self::NotAColumn { text, columns } => tr!(
                "{text} is not a column: use {range}",
                text = quoted(text),
                range = columns_up_to(*columns)
            ),
            Self::NotAPiece { text, pieces } => tr!(
                "{text} is not a piece: use a to {last}",
                text = quoted(text),
                last = letter(*pieces)
            ),
            Self::Row { row, rows } => {
                tr!("no row {row} on this board: use 1 to {rows}", row, rows)
            }
            Self::Column { column, columns } => tr!(
                "no column {column} on this board: use {range}",
                column,
                range = columns_up_to(*columns)
            ),
        }
    }
}

fn columns_up_to(columns: u8) -> String {
    tr!(
        "1 to {columns}, or a to {last}",
        columns,
        last = letter(columns)
    )
}

fn letter(number: u8) -> char {
    char::from(b'a' + number - 1)
}

impl InLanguage for AssessmentError {
    fn in_language(&self) -> String {
        tr!(
            "{text} is not an annotation: use ! !! ? ?? !? or ?!",
            text = quoted(&self.0)
        )
    }
}

impl InLanguage for SetupError {
    fn in_language(&self) -> String {
        match self {
            Self::OneSize(name) => tr!(
                "{name} has a fixed board size: only {games} can change it",
                name,
                games = game_names(|info| info.sizes.is_some())
            ),
            Self::Size { size, sizes } => {
                let smallest = sizes.smallest;
                let largest = sizes.largest;
                if size.columns.min(size.rows) < smallest {
                    tr!(
                        "{size} is too small: use {smallest}x{smallest} to {largest}x{largest}",
                        size,
                        smallest,
                        largest
                    )
                } else {
                    tr!(
                        "{size} is too large: use {smallest}x{smallest} to {largest}x{largest}",
                        size,
                        smallest,
                        largest
                    )
                }
            }
            Self::Variant(name) => tr!(
                "{name} has no variant: {variants}",
                name,
                variants = variants()
            ),
            Self::Board(name) => tr!(
                "{name} can't start from a custom position: only {games} can",
                name,
                games = game_names(|info| info.has_boards)
            ),
        }
    }
}

/// Returns the codes and names of some games: `rv (Reversi) or c4 (Connect Four)`.
fn game_names(are_meant: impl Fn(&Info) -> bool) -> String {
    let found = REGISTRY.iter().filter(|info| are_meant(info));
    alternatives(found.map(|info| format!("{} ({})", info.code, info.name)))
}

/// Returns the names of all games with their codes: `Reversi (rv), ... or Quarto (qu)`.
pub fn names_of_games() -> String {
    alternatives(
        REGISTRY
            .iter()
            .map(|info| format!("{} ({})", info.name, info.code)),
    )
}

fn variants() -> String {
    alternatives(REGISTRY.iter().filter_map(|info| {
        let variant = info.variant?.name;
        Some(tr!(
            "{variant} is for {code} ({name})",
            variant,
            code = info.code,
            name = info.name
        ))
    }))
}

/// Joins texts: `a, b or c`.
fn alternatives(texts: impl Iterator<Item = String>) -> String {
    let texts: Vec<_> = texts.collect();
    match &texts[..] {
        [others @ .., last] if !others.is_empty() => {
            tr!("{others} or {last}", others = others.join(", "), last)
        }
        _ => texts.concat(),
    }
}

impl InLanguage for FenError {
    fn in_language(&self) -> String {
        match self {
            Self::TooLarge => tr!("the board is too large").to_owned(),
            Self::Size { rows, columns } => tr!(
                "the board needs {rows} rows of {columns} squares",
                rows,
                columns
            ),
            Self::Square { found, row } => {
                tr!(
                    "unexpected {found} in row {row}",
                    found = quoted(found),
                    row
                )
            }
            Self::MissingSide => tr!("no side to move after the board: use B or W").to_owned(),
            Self::Hanging(square) => tr!(
                "the counter on {square} floats: the cell below it is empty",
                square
            ),
            Self::TwoLines => tr!("both sides have a line of four").to_owned(),
            Self::DuplicatePiece(piece) => tr!("piece {piece} appears twice", piece),
            Self::Hand(text) => tr!(
                "{text} is not a piece in hand: use one letter, or -",
                text = quoted(text)
            ),
            Self::GameOver => tr!("the game is over: no piece can be placed").to_owned(),
            Self::Unsupported(name) => tr!("{name} has no position notation", name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Move, Setup, Size, Square, names};

    const SQUARE: Square = Square { row: 2, column: 3 };

    #[track_caller]
    fn assert_same<E: InLanguage + std::fmt::Display>(errors: &[E]) {
        for error in errors {
            assert_eq!(error.in_language(), error.to_string());
        }
    }

    #[test]
    fn english_errors_have_the_text_of_the_games() {
        assert_same(&[
            IllegalMove::GameOver,
            IllegalMove::Occupied(SQUARE),
            IllegalMove::FlipsNothing(SQUARE),
            IllegalMove::ColumnFull(2),
            IllegalMove::PieceGone('a'),
            IllegalMove::PlaceFirst {
                piece: 'a',
                free: SQUARE,
            },
            IllegalMove::NamePieceFirst('b'),
            IllegalMove::Unknown(Move(70)),
        ]);
        let text = || "x\u{1b}".to_owned();
        assert_same(&[
            ParseMoveError::Form {
                text: text(),
                example: SQUARE,
            },
            ParseMoveError::NotAColumn {
                text: text(),
                columns: 7,
            },
            ParseMoveError::NotAPiece {
                text: text(),
                pieces: 16,
            },
            ParseMoveError::Row {
                row: text(),
                rows: 8,
            },
            ParseMoveError::Column {
                column: text(),
                columns: 8,
            },
        ]);
        assert_same(&[
            FenError::TooLarge,
            FenError::Size {
                rows: 6,
                columns: 7,
            },
            FenError::Square { found: 'Z', row: 3 },
            FenError::MissingSide,
            FenError::Hanging(SQUARE),
            FenError::TwoLines,
            FenError::DuplicatePiece('a'),
            FenError::Hand(text()),
            FenError::GameOver,
            FenError::Unsupported("Quarto"),
        ]);
        assert_same(&[AssessmentError(text())]);
        assert_same(&Player::BOTH);
        assert_eq!(names_of_games(), names(REGISTRY));
    }

    #[test]
    fn english_errors_of_setups_have_the_text_of_the_games() {
        let sizes = |side| Setup {
            size: Some(Size {
                columns: side,
                rows: side,
            }),
            ..Setup::default()
        };
        let variant = Setup {
            variant: true,
            ..Setup::default()
        };
        let setups = [sizes(2), sizes(90), variant];
        let errors = REGISTRY
            .iter()
            .flat_map(|info| setups.map(|setup| info.setup(setup)))
            .filter_map(Result::err);
        let errors: Vec<_> = errors.chain([SetupError::Board("Quarto")]).collect();
        assert!(errors.len() > REGISTRY.len());
        assert_same(&errors);
    }
}
