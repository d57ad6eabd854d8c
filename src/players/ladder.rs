//! The ladder: the rated bots of all games, in one list.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use serde::Serialize;
use thiserror::Error;

use super::{Bot, Competitive, Level, LevelError};
use crate::games::{self, Info, reversi};

/// The list written by `reversi train ladder`.
const TEXT: &str = include_str!("ladder.txt");

/// A bot with its rating in a game; as text, a line of the list: `rv 12 1670 35`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rung {
    pub game: &'static Info,
    pub bot: Rated,
    /// The Elo rating; level 1 has 0. A bot rated 400 higher scores ten points to one.
    pub rating: i32,
    /// The margin of error (95%) of the difference to the level below. For other bots, of the difference to level
    /// 1.
    pub error: i32,
}

/// A bot that can have a rating.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rated {
    /// The bot for a level.
    Level(Level),
    /// The bot of the competitive mode.
    Competitive,
}

/// A rating band, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    Beginner,
    Novice,
    Casual,
    Club,
    Strong,
    Expert,
    Master,
}

/// An invalid line in the ratings list.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected a game, a level or competitive, its rating and the margin of error, found {0:?}")]
pub struct RungError(String);

/// The rated bots of a game, the weakest first.
pub fn rungs(info: &Info) -> impl Iterator<Item = &'static Rung> {
    static RUNGS: LazyLock<Vec<Rung>> = LazyLock::new(|| {
        let mut rungs = parse(TEXT).expect("a test reads the list");
        rungs.sort_by_key(|rung| rung.rating);
        rungs
    });
    RUNGS.iter().filter(|rung| rung.game.code == info.code)
}

/// Parses a ratings list; lines that start with `#` are comments.
///
/// # Errors
/// Returns an error for the first invalid line.
pub fn parse(text: &str) -> Result<Vec<Rung>, RungError> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(str::parse)
        .collect()
}

/// The rating of a bot in a game, if any.
pub fn rating(info: &Info, bot: Rated) -> Option<i32> {
    rungs(info)
        .find(|rung| rung.bot == bot)
        .map(|rung| rung.rating)
}

/// The rating of a level in a game, if any.
pub fn rating_of(info: &Info, level: Level) -> Option<i32> {
    rating(info, Rated::Level(level))
}

/// The level with the closest rating, and its rating; of two equally close ones, the weaker.
pub fn closest(info: &Info, rating: i32) -> (Level, i32) {
    let level = levels(info).min_by_key(|&(_, other)| (other - rating).abs());
    level.unwrap_or((Level::BEGINNER, 0))
}

/// The level and its band, in words: `level 7, casual`.
pub fn titled(info: &Info, level: Level) -> String {
    let described = level.described();
    match (level, rating_of(info, level)) {
        (Level::Number(_), Some(rating)) => format!("{described}, {}", Band::of(rating)),
        _ => described,
    }
}

/// The numbered levels of a game with their ratings, the weakest first.
pub fn levels(info: &Info) -> impl Iterator<Item = (Level, i32)> {
    rungs(info).filter_map(|rung| match rung.bot {
        Rated::Level(level @ Level::Number(_)) => Some((level, rung.rating)),
        Rated::Level(_) | Rated::Competitive => None,
    })
}

impl Rated {
    pub fn player(self, info: &Info) -> Box<dyn Bot> {
        match self {
            Self::Level(level) => level.bot(info),
            Self::Competitive => Box::new(Competitive),
        }
    }
}

impl Band {
    /// The bands, and the lowest rating of each.
    pub const ALL: [(Self, i32); 7] = [
        (Self::Beginner, i32::MIN),
        (Self::Novice, 400),
        (Self::Casual, 700),
        (Self::Club, 1100),
        (Self::Strong, 1500),
        (Self::Expert, 1900),
        (Self::Master, 2300),
    ];

    pub fn of(rating: i32) -> Self {
        let mut bands = Self::ALL.into_iter().rev();
        bands
            .find(|&(_, start)| rating >= start)
            .map_or(Self::Beginner, |(band, _)| band)
    }

    pub const fn name(self) -> &'static str {
        [
            "beginner", "novice", "casual", "club", "strong", "expert", "master",
        ][self as usize]
    }
}

/// The performance rating against rated bots, and its margin of error (95%); `None` without games.
///
/// A result is the rating of the bot and the points scored: 1 for a win, 0.5 for a draw. The points are those
/// expected of the performance rating. An additional draw against the average bot keeps it finite.
pub fn performance(results: &[(i32, f64)]) -> Option<(i32, i32)> {
    const NORMAL: f64 = 1.959_964;
    const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
    let count = u32::try_from(results.len())
        .ok()
        .filter(|&count| count > 0)?;
    let mean = results.iter().map(|&(bot, _)| f64::from(bot)).sum::<f64>() / f64::from(count);
    let all = || {
        results
            .iter()
            .map(|&(bot, points)| (f64::from(bot), points))
            .chain([(mean, 0.5)])
    };
    let expected = |rating: f64, bot: f64| 1.0 / (1.0 + ((bot - rating) / SCALE).exp());
    let missing = |rating| {
        all()
            .map(|(bot, points)| points - expected(rating, bot))
            .sum::<f64>()
    };
    // The expected points grow with the rating.
    let mut low = mean - 2000.0;
    let mut high = mean + 2000.0;
    while high - low > 0.1 {
        let middle = f64::midpoint(low, high);
        if missing(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let variance = |(bot, _)| expected(low, bot) * (1.0 - expected(low, bot));
    let margin = NORMAL * SCALE / all().map(variance).sum::<f64>().sqrt();
    #[expect(clippy::cast_possible_truncation, reason = "ratings have four digits")]
    let [rating, margin] = [low.max(0.0), margin].map(|value| value.round() as i32);
    Some((rating, margin))
}

/// Parses a level's name, or a Reversi rating, which selects the closest level.
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
            Some(rating) => {
                let highest = levels(&reversi::INFO)
                    .map(|(_, rating)| rating)
                    .max()
                    .unwrap_or(0);
                if rating > highest {
                    return Err(LevelError::TooHigh {
                        asked: shortened(),
                        highest,
                    });
                }
                Ok(closest(&reversi::INFO, rating).0)
            }
        }
    }
}

/// The lowest number that is a rating. A lower one, such as 21, is an invalid level instead of a weak bot.
const MIN_RATING: i32 = 100;

/// Parses a rating, a number of three digits or more; `i32::MAX` if it is too large.
pub fn rating_in(word: &str) -> Option<i32> {
    if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = word.parse().unwrap_or(i32::MAX);
    (number >= MIN_RATING).then_some(number)
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} {} {}",
            self.game.code, self.bot, self.rating, self.error
        )
    }
}

impl FromStr for Rung {
    type Err = RungError;

    fn from_str(line: &str) -> Result<Self, RungError> {
        let error = || RungError(line.chars().take(40).collect());
        let words: Vec<&str> = line.split_whitespace().collect();
        let &[game, bot, rating, margin] = &words[..] else {
            return Err(error());
        };
        Ok(Self {
            game: games::find(game).ok_or_else(error)?,
            bot: bot.parse().map_err(|_| error())?,
            rating: rating.parse().map_err(|_| error())?,
            error: margin.parse().map_err(|_| error())?,
        })
    }
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
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
        // Not a rating: parsing one requires the list.
        Level::from_name(word)
            .map(Self::Level)
            .ok_or_else(|| RungError(word.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::games::REGISTRY;
    use crate::players::Auto;

    /// The range of differences between neighboring levels, from level 3, in Reversi.
    const STEPS: std::ops::RangeInclusive<i32> = 60..=200;

    /// The maximum margin of error of these differences.
    const MAX_MARGIN: i32 = 40;

    #[test]
    fn the_list_has_every_level_once_and_ratings_never_fall() {
        let rungs = parse(TEXT).unwrap();
        for info in REGISTRY {
            let mut expected: Vec<Rated> = Level::named(info).map(Rated::Level).collect();
            expected.extend((info.is_reversi()).then_some(Rated::Competitive));
            let found: Vec<Rated> = rungs
                .iter()
                .filter(|rung| rung.game.code == info.code)
                .map(|rung| rung.bot)
                .collect();
            assert_eq!(found.len(), expected.len(), "{}", info.name);
            assert_eq!(
                BTreeSet::from_iter(found),
                BTreeSet::from_iter(expected),
                "{}",
                info.name
            );
            let levels: Vec<(Level, i32)> = levels(info).collect();
            assert!(levels.is_sorted(), "{}: {levels:?}", info.name);
            assert_eq!(levels[0], (Level::BEGINNER, 0));
        }
        assert!(rungs.iter().all(|rung| rung.rating >= 0));
    }

    #[test]
    fn the_levels_of_reversi_are_even_steps_from_the_third_on() {
        let is_later = |rung: &&&Rung| matches!(rung.bot, Rated::Level(Level::Number(4..)));
        let level = |rung: &&Rung| matches!(rung.bot, Rated::Level(Level::Number(_)));
        let levels: Vec<&Rung> = rungs(&reversi::INFO).filter(level).collect();
        for pair in levels.windows(2).filter(|pair| is_later(&&pair[1])) {
            let step = pair[1].rating - pair[0].rating;
            assert!(STEPS.contains(&step), "{} to {}: {step}", pair[0], pair[1]);
            assert!(pair[1].error <= MAX_MARGIN, "{}", pair[1]);
        }
    }

    #[test]
    fn a_rating_is_the_closest_level_and_levels_are_themselves() {
        let info = &reversi::INFO;
        let highest = levels(info).last().unwrap().1;
        for (level, rating) in levels(info) {
            assert_eq!(closest(info, rating).1, rating);
            if rating >= MIN_RATING {
                let parsed: Level = rating.to_string().parse().unwrap();
                assert_eq!(rating_of(info, parsed), Some(rating));
            }
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert_eq!(closest(info, i32::MIN / 2), (Level::BEGINNER, 0));
        assert_eq!(
            ["1200h", "12s", "x", "", "60", "99", "-100"].map(rating_in),
            [None; 7]
        );
        assert_eq!(rating_in("99999999999999"), Some(i32::MAX));
        for asked in [(highest + 1).to_string(), "99999999999999".to_owned()] {
            let error = asked.parse::<Level>().unwrap_err();
            assert_eq!(error, LevelError::TooHigh { asked, highest });
        }
    }

    #[test]
    fn a_performance_is_the_rating_that_makes_the_points() {
        assert_eq!(performance(&[]), None);
        // A score of 64% is 100 Elo; the margin is the one for a hundred games.
        let games: Vec<(i32, f64)> = (0..100)
            .map(|game| (1000, f64::from(u8::from(game < 64))))
            .collect();
        let (rating, margin) = performance(&games).unwrap();
        assert!(
            (97..=101).contains(&rating.abs_diff(1000)) && (69..=73).contains(&margin),
            "{rating} {margin}"
        );
        let (winner, wide) = performance(&[(400, 1.0)]).unwrap();
        assert!(
            (500..900).contains(&winner) && wide > 300,
            "{winner} {wide}"
        );
        assert_eq!(performance(&[(0, 0.0); 9]).unwrap().0, 0);
    }

    #[test]
    fn lines_are_rungs_or_refused() {
        let rung: Rung = "rv 12 1670 35".parse().unwrap();
        assert_eq!(
            (rung.rating, rung.error, rung.to_string().as_str()),
            (1670, 35, "rv 12 1670 35")
        );
        assert_eq!(
            "c4 competitive 1 2".parse::<Rung>().unwrap().bot,
            Rated::Competitive
        );
        for line in [
            "",
            "rv 12",
            "rv 12 1",
            "12 1 2",
            "rv 12 1 2 3",
            "rv 21 1 2",
            "xx 1 2 3",
            "rv 1 x 2",
            "rv 1 2 x",
        ] {
            assert!(line.parse::<Rung>().is_err(), "{line}");
        }
        assert!(
            parse("# comment\nrv 1 0 0\nx\n")
                .unwrap_err()
                .to_string()
                .contains("found \"x\"")
        );
    }

    #[test]
    fn bands_begin_where_they_say() {
        let names = [-50, 399, 400, 1100, 2300, 9000].map(Band::of);
        let expected = [
            Band::Beginner,
            Band::Beginner,
            Band::Novice,
            Band::Club,
            Band::Master,
            Band::Master,
        ];
        assert_eq!(names, expected);
        assert!(Band::ALL.is_sorted_by_key(|&(band, start)| (band, start)));
    }

    #[test]
    fn the_bot_auto_1_plays_as_level_1_and_has_its_rating() {
        let auto = Level::auto(*Auto::NUMBERS.start()).unwrap();
        assert_eq!(
            auto.method(&reversi::INFO),
            Level::BEGINNER.method(&reversi::INFO)
        );
        assert_eq!(rating_of(&reversi::INFO, auto), Some(0));
    }
}
