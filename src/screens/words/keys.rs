//! The keys of the full screen in its last line and in the list of keys.

use crate::base::language::{tr, translated, with_typed};
use crate::base::text::fit;
use crate::games::{Info, Question};
use crate::screens::keys::{KEYS, Key, KeyAction, listed};

use KeyAction::{Analyze, CommandLine, Hint, Keys, Leave, Live, Menu, Opponent, Play, Undo};

/// The actions of the last line, the most important first.
const BELOW: [KeyAction; 10] = [
    Keys,
    Menu,
    Play,
    Hint,
    Opponent,
    Leave,
    Undo,
    Analyze,
    Live,
    CommandLine,
];

/// The keys in the last line with their words: those that the game has, as many as fit into `width`.
pub fn keys_below(game: &Info, width: usize) -> Vec<(Key, &'static str)> {
    let mut used = 0;
    let mut fitting = Vec::new();
    for action in BELOW.into_iter().filter(|action| action.is_for(game)) {
        let key = action.key();
        let brief = action.brief();
        let after = used + fit::width(&key.to_string()) + 1 + fit::width(brief);
        if after <= width {
            fitting.push((key, brief));
            used = after + GAP_BELOW;
        }
    }
    fitting
}

/// The columns between two keys of the last line.
pub const GAP_BELOW: usize = 2;

/// The least width of the keys in the list.
const LISTED: usize = 14;

/// All keys, for the game's kind of move.
pub fn key_list(questions: &[Question]) -> Vec<String> {
    let chooses = match questions {
        [Question::Column { .. }] => ("A-G, 1-7", tr!("select a column")),
        [Question::Piece { .. }] => ("A-P", tr!("choose a piece")),
        _ => ("A-H, 1-8", tr!("select a column, a row")),
    };
    let first = [(tr!("arrows"), tr!("move the cursor")), chooses]
        .map(|(keys, does)| (keys.to_owned(), does.to_owned()));
    let rows = KEYS.iter().map(|row| {
        let keys = row.action.keys();
        let more = with_typed(translated(row.more)).into_owned();
        let of_letters = if keys.iter().any(|key| key.letter().is_some()) {
            tr!(" (a letter that names a column or piece selects it)")
        } else {
            ""
        };
        let does = format!("{}{more}{of_letters}", translated(row.does));
        (listed(&keys), does)
    });
    first
        .into_iter()
        .chain(rows)
        .map(|(keys, does)| format!("{keys:LISTED$} {does}"))
        .collect()
}
