//! Texts about the opening book.

/// The header of the list of book moves.
pub(in crate::screens) const BOOK_COLUMNS: &str = "move  score  depth  lines  opening";

/// The header with a column for games of the library.
pub(in crate::screens) const BOOK_AND_GAMES: &str = "move  score  depth  lines  games  opening";

pub(in crate::screens) const NOT_IN_BOOK: &str = "Not in the opening book.";

/// The prefix for the source of scores that are not from the book.
pub(in crate::screens) const OTHERS: &str = "others: ";
