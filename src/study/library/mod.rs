//! The library: games in one file of the data folder, each of them once.

mod game;
mod reached;
mod same;

use std::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::records::{Condition, Entry};
use crate::store::ValueFile;

pub use game::{GameLine, HumanSides, LibraryGame, Mistake};
pub use reached::{Continuation, PositionResults, Results};
use same::KnownGames;

/// The file of the library; it has room for some 300,000 games.
pub const LIBRARY: ValueFile = ValueFile { name: "library.ron", limit: 1 << 26 };

/// The maximum number of games in a library. In memory a game takes two hundred bytes in addition to its moves and
/// names, however short it is in the file.
pub const MAX_GAMES: usize = 1 << 19;

/// The games of the library, in the order in which they were added.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "library")]
pub struct Library {
    #[serde(deserialize_with = "at_most_all")]
    games: Vec<LibraryGame>,
}

/// Reads no more games than a library can have.
fn at_most_all<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<LibraryGame>, D::Error> {
    struct Games;

    impl<'de> Visitor<'de> for Games {
        type Value = Vec<LibraryGame>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of games")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut games = Vec::new();
            while let Some(game) = list.next_element()? {
                if games.len() == MAX_GAMES {
                    return Err(A::Error::custom(format_args!("more than {MAX_GAMES} games")));
                }
                games.push(game);
            }
            Ok(games)
        }
    }

    deserializer.deserialize_seq(Games)
}

/// What came of adding games.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Additions {
    pub added: usize,
    /// The number that the library had already, perhaps turned or reflected.
    pub duplicates: usize,
    pub empty: usize,
    /// The number of games skipped because the library is full, with [`MAX_GAMES`] games.
    #[serde(skip_serializing_if = "is_zero")]
    pub full: usize,
    pub total: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Library {
    /// The games, in the order in which they were added.
    pub fn games(&self) -> &[LibraryGame] {
        &self.games
    }

    /// The games, to be marked as judged.
    pub fn games_mut(&mut self) -> &mut [LibraryGame] {
        &mut self.games
    }

    /// Adds the games that it doesn't have yet.
    ///
    /// A game is a duplicate if one with the same moves, in any of the eight symmetries, is there, and
    /// neither the players nor the dates contradict each other.
    pub fn add(&mut self, games: impl IntoIterator<Item = LibraryGame>) -> Additions {
        let mut known = KnownGames::of(&self.games);
        let mut added = Additions::default();
        for game in games {
            if game.squares().is_empty() {
                added.empty += 1;
            } else if known.has(&game, &self.games) {
                added.duplicates += 1;
            } else if self.games.len() >= MAX_GAMES {
                added.full += 1;
            } else {
                known.insert(&game, self.games.len());
                self.games.push(game);
                added.added += 1;
            }
        }
        added.total = self.games.len();
        added
    }

    /// Removes and returns the games starting at an index.
    pub fn split_off(&mut self, number: usize) -> Vec<LibraryGame> {
        self.games.split_off(number.min(self.games.len()))
    }

    /// The numbers, from 1, of the games that meet all conditions.
    pub fn find(&self, conditions: &[Condition]) -> Vec<usize> {
        let meets = |&number: &usize| {
            let game = &self.games[number - 1];
            let entry = || Entry { number, offset: 0, record: game.record() };
            conditions.is_empty() || {
                let entry = entry();
                conditions.iter().all(|condition| condition.holds(&entry))
            }
        };
        (1..=self.games.len()).filter(meets).collect()
    }

    /// A line of the list of games, by a game's number from 1; `None` if there is none.
    pub fn line(&self, number: usize) -> Option<GameLine> {
        let game = self.games.get(number.checked_sub(1)?)?;
        Some(game.line(number))
    }
}

#[cfg(test)]
mod tests;
