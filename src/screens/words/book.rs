//! What screens say about the opening book.

/// The heading of its moves.
pub(in crate::screens) const BOOK_COLUMNS: &str = "move  score  depth  lines  opening";

/// The same where there is a library of games.
pub(in crate::screens) const BOOK_AND_GAMES: &str = "move  score  depth  lines  games  opening";

/// Where it knows nothing.
pub(in crate::screens) const NOT_IN_BOOK: &str = "Not in the opening book.";

/// Before how the scores that are not the book's were found.
pub(in crate::screens) const OTHERS: &str = "others: ";
