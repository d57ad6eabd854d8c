//! The named openings of Othello, listed in `openings.txt` and recognized in all eight symmetries.

use std::collections::{HashMap, HashSet};
use std::str::FromStr;
use std::sync::LazyLock;

use thiserror::Error;

use crate::base::language::tr;
use crate::base::text::{printable, quoted};
use crate::engine::Position;
use crate::games::{Square, parse_square};

const TABLE: &str = include_str!("openings.txt");

/// A named opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opening {
    /// The name, or several names separated by ` / `.
    pub name: &'static str,
    /// The moves, as a transcript that begins with f5.
    pub moves: &'static str,
}

impl Opening {
    /// Returns all openings, shorter ones before their continuations.
    pub fn all() -> impl Iterator<Item = Self> {
        let lines = TABLE
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines
            .filter_map(|line| line.split_once(' '))
            .map(|(moves, name)| Self {
                name: name.trim(),
                moves,
            })
    }

    /// Returns the squares of the moves.
    pub(crate) fn squares(self) -> impl Iterator<Item = Square> + Clone {
        squares(self.moves)
    }

    /// Returns the opening of a position, in any symmetry and move order; `None` if it has no name.
    ///
    /// ```
    /// use reversi::engine::Position;
    /// use reversi::records::Opening;
    /// let [d3, c5] = [19, 34];
    /// let position = Position::START.after(d3).after(c5);
    /// assert_eq!(Opening::of(position).unwrap().name, "Perpendicular");
    /// ```
    pub fn of(position: Position) -> Option<Self> {
        let discs = 64 - position.empties();
        let is_longer = discs > NAMED.most_discs;
        if is_longer {
            None
        } else {
            NAMED.openings.get(&key(position)).copied()
        }
    }

    /// Returns the last named opening that a game reaches.
    ///
    /// ```
    /// use reversi::engine::Position;
    /// use reversi::records::Opening;
    /// let mut position = Position::START;
    /// // f5 d6 c3 d3 c4: a Perpendicular until c4 makes it a Tiger.
    /// let positions = [37, 43, 18, 19, 26].map(|square| {
    ///     position = position.after(square);
    ///     position
    /// });
    /// assert_eq!(Opening::of_game(positions).unwrap().name, "Tiger");
    /// ```
    pub fn of_game(positions: impl IntoIterator<Item = Position>) -> Option<Self> {
        positions.into_iter().filter_map(Self::of).last()
    }
}

/// Returns the balanced openings: transcripts of eight plies after which neither side is ahead.
/// They were selected by `examples/balanced_openings.rs`.
pub fn balanced_openings() -> impl Iterator<Item = &'static str> {
    include_str!("balanced.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
}

/// The last named opening that each balanced opening reaches.
pub fn named_balanced_openings() -> impl Iterator<Item = Opening> {
    balanced_openings().filter_map(|moves| Opening::of_game(positions(moves)))
}

/// Whether a balanced opening ends in this position, in any of the eight symmetries.
pub fn is_balanced(position: Position) -> bool {
    static ENDS: LazyLock<HashSet<Position>> = LazyLock::new(|| {
        let ends = balanced_openings().filter_map(|moves| positions(moves).last());
        ends.map(Position::canonical).collect()
    });
    ENDS.contains(&position.canonical())
}

fn positions(moves: &'static str) -> impl Iterator<Item = Position> {
    squares(moves).scan(Position::START, |position, square| {
        *position = position.after(square.index(8).into());
        Some(*position)
    })
}

/// Finds an opening by its name, ignoring case and punctuation.
/// Exact names are tried first, then the beginning of a name, then any part of a name.
///
/// ```
/// use reversi::records::Opening;
/// assert_eq!("no kung".parse::<Opening>().unwrap().name, "No-Kung");
/// assert_eq!("cambridge".parse::<Opening>().unwrap().name, "Cow Bat / Bat / Cambridge");
/// assert!("rotating".parse::<Opening>().is_err());
/// ```
impl FromStr for Opening {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Self, OpeningError> {
        /// The maximum number of names in an error message.
        const NAMED: usize = 4;
        let asked = letters(text);
        let shown = || printable(text).limited(20).to_string();
        let is_like: [fn(&str, &str) -> bool; 3] = [
            |name, asked| name == asked,
            |name, asked| name.starts_with(asked),
            |name, asked| name.contains(asked),
        ];
        for is_like in is_like {
            let fits = |opening: &Self| {
                opening
                    .name
                    .split('/')
                    .any(|name| is_like(&letters(name), &asked))
            };
            let found: Vec<Self> = Self::all().filter(fits).collect();
            match &found[..] {
                _ if asked.is_empty() => {}
                [] => {}
                [opening] => return Ok(*opening),
                several => {
                    let names = several
                        .iter()
                        .take(NAMED)
                        .map(|opening| opening.name)
                        .collect();
                    return Err(OpeningError::Several {
                        text: shown(),
                        names,
                    });
                }
            }
        }
        Err(OpeningError::Unknown(shown()))
    }
}

/// The error returned for an unknown or ambiguous opening name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// An unknown name.
    #[error("{}", tr!(
        "no opening called {text}: use a name like tiger, rose or cow",
        text = quoted(.0)
    ))]
    Unknown(String),
    /// A part of several names.
    #[error("{}", tr!(
        "{text} matches several openings: {join}",
        text = quoted(text),
        join = .names.join("; ")
    ))]
    Several {
        /// The given text, shortened for messages.
        text: String,
        /// Some of the matching names.
        names: Vec<&'static str>,
    },
}

fn letters(name: &str) -> String {
    name.chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// The squares of a transcript without passes, up to the first invalid one.
fn squares(moves: &'static str) -> impl Iterator<Item = Square> + Clone {
    let names = (0..moves.len())
        .step_by(2)
        .map(|start| moves.get(start..start + 2));
    names.map_while(|name| parse_square(name?, 8, 8).ok())
}

struct Named {
    openings: HashMap<[u64; 2], Opening>,
    most_discs: u32,
}

static NAMED: LazyLock<Named> = LazyLock::new(|| {
    let openings: HashMap<_, _> = Opening::all()
        .filter_map(|opening| Some((key(positions(opening.moves).last()?), opening)))
        .collect();
    let discs = openings
        .keys()
        .map(|[player, opponent]| (player | opponent).count_ones());
    Named {
        most_discs: discs.max().unwrap_or(0),
        openings,
    }
});

/// The key of a position, the same for all its symmetries.
fn key(position: Position) -> [u64; 2] {
    let position = position.canonical();
    [position.player(), position.opponent()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The position after a transcript without passes, or `None` if a move is illegal.
    fn position_after(moves: &'static str) -> Option<Position> {
        squares(moves)
            .map(|square| square.index(8).into())
            .try_fold(Position::START, |position, square| {
                let is_legal = position.legal_moves() >> square & 1 == 1;
                is_legal.then(|| position.after(square))
            })
    }

    #[test]
    fn every_line_is_legal_and_leads_to_its_own_position() {
        let mut seen: HashMap<[u64; 2], Opening> = HashMap::new();
        let mut count = 0;
        for opening in Opening::all() {
            count += 1;
            assert!(opening.moves.starts_with("f5"), "{opening:?}");
            assert_eq!(
                opening.squares().count() * 2,
                opening.moves.len(),
                "{opening:?}"
            );
            assert_eq!(
                opening.moves.to_ascii_lowercase(),
                opening.moves,
                "{opening:?}"
            );
            let position = position_after(opening.moves);
            let position = position.unwrap_or_else(|| panic!("{opening:?} is not legal"));
            let other = seen.insert(key(position), opening);
            assert!(other.is_none(), "{opening:?} is {other:?}");
        }
        assert!(count >= 60, "{count}");
        let entries = TABLE
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        assert_eq!(entries.count(), count, "a malformed line");
        assert_eq!(NAMED.openings.len(), count);
    }

    #[test]
    fn names_are_unique_and_plain() {
        let mut names: Vec<&str> = Opening::all().map(|opening| opening.name).collect();
        assert!(
            names
                .iter()
                .all(|name| name.is_ascii() && !name.is_empty() && name.len() <= 40)
        );
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn openings_are_found_by_their_names_and_parts_of_them() {
        for opening in Opening::all() {
            for name in opening.name.split(" / ") {
                assert_eq!(name.to_lowercase().parse(), Ok(opening), "{name}");
            }
        }
        for (text, name) in [
            ("wing", "Wing Variation"),
            ("dead-draw", "Central Rose-Bill / Dead Draw"),
        ] {
            assert_eq!(text.parse::<Opening>().unwrap().name, name);
        }
        for (text, said) in [
            ("", "no opening called \"\""),
            ("/", "no opening called \"/\""),
            ("sicilian", "use a name like tiger"),
            (
                "kling",
                "several openings: Rose-Tamenori-Kling; Rotating Flat, Kling",
            ),
        ] {
            let error = text.parse::<Opening>().unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn every_symmetry_of_an_opening_has_its_name() {
        for opening in Opening::all() {
            let position = position_after(opening.moves).unwrap();
            for symmetry in 0..8 {
                assert_eq!(Opening::of(position.turned(symmetry)), Some(opening));
            }
        }
    }

    #[test]
    fn another_order_of_moves_leads_to_the_same_name() {
        // The Cow as usually written, and mirrored.
        for moves in ["f5f6e6f4e3", "f5f6e6d6c5", "c4c3d3c5d6", "d3c3c4e3f4"] {
            assert_eq!(
                Opening::of(position_after(moves).unwrap()).unwrap().name,
                "Cow",
                "{moves}"
            );
        }
    }

    #[test]
    fn the_start_and_other_positions_have_no_name() {
        assert_eq!(Opening::of(Position::START), None);
        assert_eq!(Opening::of(position_after("f5").unwrap()), None);
        assert_eq!(Opening::of_game([]), None);
        let tiger = [
            "f5",
            "f5d6",
            "f5d6c3",
            "f5d6c3d3",
            "f5d6c3d3c4",
            "f5d6c3d3c4b5",
        ];
        let positions = tiger.map(|moves| position_after(moves).unwrap());
        assert_eq!(Opening::of_game(positions).unwrap().name, "Tiger");
        // A full board has more discs than any opening.
        assert_eq!(Opening::of(Position::new(u64::MAX, 0).unwrap()), None);
    }

    #[test]
    fn balanced_openings_are_eight_legal_plies_each_and_differ_up_to_symmetry() {
        let mut seen = HashSet::new();
        for line in balanced_openings() {
            let mut position = Position::START;
            for square in squares(line) {
                let square = u32::from(square.index(8));
                assert!(
                    position.legal_moves() >> square & 1 == 1,
                    "{line}: {square}"
                );
                position = position.after(square);
            }
            assert!(squares(line).count() == 8 && line.len() == 16, "{line}");
            assert!(
                is_balanced(position) && seen.insert(position.canonical()),
                "{line}"
            );
        }
        assert_eq!(seen.len(), 200);
        assert!(!is_balanced(Position::START) && named_balanced_openings().count() > 50);
    }
}
