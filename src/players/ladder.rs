//! The ladder: the levels of Reversi that have a rating, in one list.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use serde::Serialize;
use thiserror::Error;

use super::{Level, LevelError};
use crate::games::{Info, reversi};

/// The list as `trainer ladder` writes it.
const TEXT: &str = include_str!("ladder.txt");

/// A bot with its rating.
///
/// As text it is a line of the list: `12h 2610 35`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rung {
    /// The bot.
    pub bot: Rated,
    /// Its Elo rating. Level 1 has 0; a bot with 400 more makes ten points where the other makes one.
    pub rating: i32,
    /// The margin of error of the rating (95 %).
    pub error: i32,
}

/// A bot that can have a rating.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rated {
    /// The bot of a level.
    Level(Level),
    /// The bot of the competitive mode.
    Competitive,
}

/// A band of ratings, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// Knows the rules.
    Beginner,
    /// Knows that corners are good.
    Novice,
    /// Plays now and then.
    Casual,
    /// Plays often.
    Regular,
    /// Beats most people.
    Strong,
    /// Beats nearly everybody.
    Expert,
    /// Makes hardly a mistake.
    Master,
}

/// Why a line of the list is invalid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected a level or competitive, its rating and the margin of error, found {0:?}")]
pub struct RungError(String);

/// The rated bots, the weakest first.
pub fn rungs() -> &'static [Rung] {
    static RUNGS: LazyLock<Vec<Rung>> = LazyLock::new(|| {
        let mut rungs = parse(TEXT).expect("a test reads the list");
        rungs.sort_by_key(|rung| rung.rating);
        rungs
    });
    &RUNGS
}

/// The rungs on the lines of a list; lines that start with `#` are comments.
///
/// # Errors
/// The first invalid line.
pub fn parse(text: &str) -> Result<Vec<Rung>, RungError> {
    text.lines().filter(|line| !line.starts_with('#')).map(str::parse).collect()
}

/// Whether the levels of a game have ratings: those of Reversi.
pub fn has_ratings(info: &Info) -> bool {
    info.code == reversi::INFO.code
}

/// The rating of a level; `None` if it has none.
pub fn rating_of(level: Level) -> Option<i32> {
    rating(Rated::Level(level))
}

/// The rating of a bot; `None` if it has none.
pub fn rating(bot: Rated) -> Option<i32> {
    rungs().iter().find(|rung| rung.bot == bot).map(|rung| rung.rating)
}

/// The highest rating of a level.
pub fn highest() -> i32 {
    levels().map(|(_, rating)| rating).max().unwrap_or(0)
}

/// The level whose rating is closest, and its rating; the weaker of two that are equally close.
pub fn closest(rating: i32) -> (Level, i32) {
    let level = levels().min_by_key(|&(_, other)| (other - rating).abs());
    level.unwrap_or((Level::BEGINNER, 0))
}

/// The rated levels with their ratings, the weakest first.
fn levels() -> impl Iterator<Item = (Level, i32)> {
    rungs().iter().filter_map(|rung| match rung.bot {
        Rated::Level(level) => Some((level, rung.rating)),
        Rated::Competitive => None,
    })
}

impl Band {
    /// The bands and the rating that each starts at.
    pub const ALL: [(Self, i32); 7] = [
        (Self::Beginner, i32::MIN),
        (Self::Novice, 400),
        (Self::Casual, 900),
        (Self::Regular, 1400),
        (Self::Strong, 1800),
        (Self::Expert, 2300),
        (Self::Master, 2700),
    ];

    /// The band of a rating.
    pub fn of(rating: i32) -> Self {
        let mut bands = Self::ALL.into_iter().rev();
        bands.find(|&(_, start)| rating >= start).map_or(Self::Beginner, |(band, _)| band)
    }

    /// The band in a word: `advanced`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Novice => "novice",
            Self::Casual => "casual",
            Self::Regular => "intermediate",
            Self::Strong => "advanced",
            Self::Expert => "expert",
            Self::Master => "master",
        }
    }
}

/// A level by its name, or by a rating: a number above those of levels. The level
/// is then the closest.
///
/// ```
/// use reversi::players::Level;
/// let level: Level = "1200".parse()?;
/// assert_ne!(level, Level::BEGINNER);
/// assert!("99999".parse::<Level>().is_err());
/// # Ok::<(), reversi::players::LevelError>(())
/// ```
impl FromStr for Level {
    type Err = LevelError;

    fn from_str(word: &str) -> Result<Self, LevelError> {
        let shortened = || word.chars().take(20).collect();
        match rating_in(word) {
            None => Self::from_name(word).ok_or_else(|| LevelError::Unknown(shortened())),
            Some(rating) if rating > highest() => {
                Err(LevelError::TooHigh { asked: shortened(), highest: highest() })
            }
            Some(rating) => Ok(closest(rating).0),
        }
    }
}

/// The lowest number that is a rating: a wrong level such as 61 or 99 would otherwise be a weak bot.
const MIN_RATING: i32 = 100;

/// The rating that a word is: a number of three digits or more. One that is too large for a rating is
/// `i32::MAX`.
pub fn rating_in(word: &str) -> Option<i32> {
    if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = word.parse().unwrap_or(i32::MAX);
    (number >= MIN_RATING).then_some(number)
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.bot, self.rating, self.error)
    }
}

impl FromStr for Rung {
    type Err = RungError;

    fn from_str(line: &str) -> Result<Self, RungError> {
        let error = || RungError(line.chars().take(40).collect());
        let words: Vec<&str> = line.split_whitespace().collect();
        let &[bot, rating, margin] = &words[..] else { return Err(error()) };
        Ok(Self {
            bot: bot.parse().map_err(|_| error())?,
            rating: rating.parse().map_err(|_| error())?,
            error: margin.parse().map_err(|_| error())?,
        })
    }
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Rated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => level.fmt(f),
            Self::Competitive => f.write_str("competitive"),
        }
    }
}

impl FromStr for Rated {
    type Err = RungError;

    fn from_str(word: &str) -> Result<Self, RungError> {
        if word == "competitive" {
            return Ok(Self::Competitive);
        }
        // Ratings are no levels here: reading them takes the list.
        Level::from_name(word)
            .map(Self::Level)
            .ok_or_else(|| RungError(word.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::players::{Auto, HumanLike};

    /// The greatest distance between neighbours.
    const MAX_GAP: i32 = 200;

    #[test]
    fn the_list_has_every_rated_level_once_and_no_large_gap() {
        let numbers = (1..=20).filter_map(Level::new);
        let human_like = HumanLike::LEVELS.filter_map(Level::human_like);
        let levels = numbers.chain(human_like).chain(Auto::NUMBERS.filter_map(Level::auto));
        let expected: BTreeSet<Rated> =
            levels.map(Rated::Level).chain([Rated::Competitive]).collect();
        let rungs = parse(TEXT).unwrap();
        let found: BTreeSet<Rated> = rungs.iter().map(|rung| rung.bot).collect();
        assert_eq!((found, rungs.len()), (expected.clone(), expected.len()));
        assert_eq!(rating_of(Level::BEGINNER), Some(0));
        for pair in super::rungs().windows(2) {
            let gap = pair[1].rating - pair[0].rating;
            assert!((0..=MAX_GAP).contains(&gap), "{} to {}: {gap}", pair[0], pair[1]);
        }
    }

    #[test]
    fn levels_that_differ_clearly_are_in_the_order_of_their_numbers() {
        for named in [Level::new, Level::human_like] {
            let rated = (1..=20).filter_map(named).map(|level| (level, rating_of(level).unwrap()));
            let rated: Vec<(Level, i32)> = rated.collect();
            for (index, weak) in rated.iter().enumerate() {
                for strong in rated.iter().skip(index + 3) {
                    assert!(weak.1 < strong.1, "{weak:?} {strong:?}");
                }
            }
        }
    }

    #[test]
    fn a_rating_is_the_closest_level_and_levels_are_themselves() {
        for rung in rungs() {
            let Rated::Level(level) = rung.bot else { continue };
            assert_eq!(closest(rung.rating).1, rung.rating);
            if rung.rating >= MIN_RATING {
                let parsed: Level = rung.rating.to_string().parse().unwrap();
                assert_eq!(rating_of(parsed), Some(rung.rating));
            }
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert_eq!("60".parse(), Ok(Level::new(60).unwrap()));
        assert!("100".parse::<Level>().unwrap().suits(&reversi::INFO));
        assert_eq!(closest(i32::MIN / 2).1, rungs()[0].rating);
        assert_eq!(["1200h", "12s", "x", "", "60", "99", "-100"].map(rating_in), [None; 7]);
        assert_eq!(rating_in("99999999999999"), Some(i32::MAX));
        for word in [(highest() + 1).to_string(), "99999999999999".to_owned()] {
            let error = word.parse::<Level>().unwrap_err().to_string();
            let highest = highest();
            assert_eq!(error, format!("no level has a rating of {word}: the highest is {highest}"));
        }
    }

    #[test]
    fn lines_are_rungs_or_refused() {
        let rung: Rung = "12h 2610 35".parse().unwrap();
        assert_eq!((rung.rating, rung.error, rung.to_string().as_str()), (2610, 35, "12h 2610 35"));
        assert_eq!("competitive 1 2".parse::<Rung>().unwrap().bot, Rated::Competitive);
        for line in ["", "12h", "12h 1", "12h 1 2 3", "13h 1 2", "1200 1 2", "1 x 2", "1 2 x"] {
            assert!(line.parse::<Rung>().is_err(), "{line}");
        }
        assert!(parse("# comment\n1 0 0\nx\n").unwrap_err().to_string().contains("found \"x\""));
    }

    #[test]
    fn bands_begin_where_they_say() {
        let names = [-50, 399, 400, 1400, 2700, 9000].map(|rating| Band::of(rating).to_string());
        let expected = ["beginner", "beginner", "novice", "intermediate", "master", "master"];
        assert_eq!(names, expected);
        assert!(Band::ALL.is_sorted_by_key(|&(band, start)| (band, start)));
    }
}
