//! Texts about the opening book.

use crate::base::language::tr;

/// The headers of the list of book moves.
pub fn columns() -> [&'static str; 7] {
    [
        tr!("column" => "move"),
        tr!("column" => "score"),
        tr!("column" => "depth"),
        tr!("column" => "lines"),
        tr!("column" => "to know"),
        tr!("column" => "games"),
        tr!("column" => "opening"),
    ]
}

pub fn not_in_book() -> &'static str {
    tr!("Not in the opening book.")
}

/// The source of scores that are not from the book.
pub fn others(source: &str) -> String {
    tr!("others: {source}", source)
}
