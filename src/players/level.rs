//! Levels: the strength of bots.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use super::{
    Auto, Bot, EngineBot, Greedy, HumanLike, Method, Minimax, Mobility, QuartoSolver, Random,
    Tactical, connect_four, limits_of_level,
};
use crate::base::text::duration;
use crate::book::Book;
use crate::engine::Limits;
use crate::games::{self, Info, quarto, reversi};

/// Which bot plays: a level, a human-like level, one of the bots AUTO 1 to 3, or the engine with a time
/// for each move.
///
/// ```
/// use reversi::players::Level;
/// let level: Level = "12".parse()?;
/// assert_eq!(Some(level), Level::new(12));
/// let level: Level = "1.5s".parse()?;
/// assert_eq!(level.to_string(), "1500ms");
/// let level: Level = "4h".parse()?;
/// assert_eq!(Some(level), Level::human_like(4));
/// let level: Level = "auto2".parse()?;
/// assert_eq!(Some(level), Level::auto(2));
/// assert!("0".parse::<Level>().is_err());
/// # Ok::<(), reversi::players::LevelError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// A level of every game, by its number; [`new`](Self::new) checks it.
    Number(u8),
    /// A human-like level.
    HumanLike(HumanLike),
    /// One of the bots AUTO 1 to 3.
    Auto(Auto),
    /// The engine with this time for each move, in milliseconds; [`from_time`](Self::from_time) checks it.
    Milliseconds(u32),
}

/// Why a word is not a level.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LevelError {
    /// It names none.
    #[error(
        "no level {0:?}: use 1 to {most}, {weak}h to {strong}h, auto{first} to auto{last}, a time \
            per move (2s), or a rating of 100 or more",
        most = Level::RANGE.end(),
        weak = HumanLike::LEVELS.start(),
        strong = HumanLike::LEVELS.end(),
        first = Auto::NUMBERS.start(),
        last = Auto::NUMBERS.end()
    )]
    Unknown(String),
    /// It is a rating above all.
    #[error("no level has a rating of {asked}: the highest is {highest}")]
    TooHigh {
        /// The rating.
        asked: String,
        /// The highest rating of a level.
        highest: i32,
    },
}

/// A bot made for some levels of a game, given the level.
type OwnBot = (&'static Info, RangeInclusive<u8>, fn(u8) -> Box<dyn Bot>);

/// The bots that know a game by name. Everything else is played by those that know none.
const OWN_BOTS: &[OwnBot] = &[
    (&reversi::INFO, 2..=2, |_| Box::new(Greedy)),
    (&reversi::INFO, 3..=3, |_| Box::new(Mobility)),
    (&games::connect_four::INFO, 10..=10, |_| Box::new(connect_four::Perfect)),
    (&quarto::INFO, 3..=10, |level| Box::new(QuartoSolver { level })),
];

/// The levels of Reversi that the engine plays.
const ENGINE_LEVELS: RangeInclusive<u8> = 4..=60;

/// The levels of Reversi from this number on play from an opening book, if there is one.
const BOOK_FROM: u8 = 10;

/// The number of discs that a move from the book may lose: a margin of one cost 80 Elo at level 12.
const BOOK_MARGIN: i32 = 0;

/// An hour.
const MAX_MILLISECONDS: u32 = 3_600_000;

impl Level {
    /// The level of a beginner, which every game has: what a person plays against who names no level.
    pub const BEGINNER: Self = Self::Number(1);

    /// The weakest and the strongest level there is.
    pub const RANGE: RangeInclusive<u8> = 1..=60;

    /// The level of this number; `None` if there is no such level.
    pub fn new(number: u8) -> Option<Self> {
        Self::RANGE.contains(&number).then_some(Self::Number(number))
    }

    /// The human-like level of this number; `None` if there is no such level.
    pub fn human_like(number: u8) -> Option<Self> {
        HumanLike::new(number).map(Self::HumanLike)
    }

    /// The bot AUTO of this number; `None` if there is no such bot.
    pub fn auto(number: u8) -> Option<Self> {
        Auto::new(number).map(Self::Auto)
    }

    /// A time limit per move; `None` below a millisecond or above an hour.
    pub fn from_time(time: Duration) -> Option<Self> {
        let milliseconds = u32::try_from(time.as_millis()).ok()?;
        let is_allowed = (1..=MAX_MILLISECONDS).contains(&milliseconds);
        is_allowed.then_some(Self::Milliseconds(milliseconds))
    }

    /// The time limit per move; `None` for levels that don't go by time.
    pub fn time(self) -> Option<Duration> {
        match self {
            Self::Milliseconds(time) => Some(Duration::from_millis(time.into())),
            Self::Number(_) | Self::HumanLike(_) | Self::Auto(_) => None,
        }
    }

    /// The level that a word names, in either case: a number, `4h`, `auto2`, or a time. Ratings name none:
    /// those are for `parse`.
    pub(crate) fn from_name(word: &str) -> Option<Self> {
        let lower = word.to_ascii_lowercase();
        let auto = || Auto::NUMBERS.filter_map(Self::auto).find(|auto| auto.to_string() == lower);
        match (lower.strip_suffix('h'), duration::parse(&lower)) {
            (Some(number), _) => number.parse().ok().and_then(Self::human_like),
            (None, Ok(time)) => Self::from_time(time),
            (None, Err(_)) => lower.parse().ok().and_then(Self::new).or_else(auto),
        }
    }

    /// The strongest level of a game.
    pub(crate) fn strongest(info: &Info) -> u8 {
        if is_reversi(info) { *Self::RANGE.end() } else { 10 }
    }

    /// The levels of a game that have names: all but the times.
    pub(crate) fn named(info: &Info) -> impl Iterator<Item = Self> {
        let numbers = (1..=Self::strongest(info)).filter_map(Self::new);
        let human_like = HumanLike::LEVELS.filter_map(Self::human_like);
        let others = human_like.chain(Auto::NUMBERS.filter_map(Self::auto));
        numbers.chain(others.filter(|level| level.suits(info)))
    }

    /// Whether a game has this level: only Reversi has those above 10, human-like ones, AUTO 1 to 3,
    /// and bots that go by time.
    pub(crate) fn suits(self, info: &Info) -> bool {
        match self {
            Self::Number(number) => number <= Self::strongest(info),
            Self::HumanLike(_) | Self::Auto(_) | Self::Milliseconds(_) => is_reversi(info),
        }
    }

    /// This level if the game has it, else the strongest one; for a human-like level and AUTO 1 to
    /// 3, no stronger than its number.
    #[must_use]
    pub(crate) fn at_most_of(self, info: &Info) -> Self {
        let strongest = Self::strongest(info);
        match self {
            _ if self.suits(info) => self,
            Self::HumanLike(bot) => Self::Number(bot.level().min(strongest)),
            Self::Auto(bot) => Self::Number(bot.number().min(strongest)),
            Self::Number(_) | Self::Milliseconds(_) => Self::Number(strongest),
        }
    }

    /// The bot that plays a game at this level, or at the strongest that the game has, without an opening
    /// book.
    pub fn bot(self, info: &Info) -> Box<dyn Bot> {
        self.bot_with_book(info, None)
    }

    /// The same bot with an opening book: in Reversi, levels from 10 on and those with a time limit play
    /// from it.
    pub(crate) fn bot_with_book(self, info: &Info, book: Option<Arc<Book>>) -> Box<dyn Bot> {
        if let Some(limits) = self.limits().filter(|_| is_reversi(info)) {
            let margin = self.book_margin();
            let book = book.filter(|_| margin.is_some());
            return Box::new(EngineBot::new(limits).with_book(book, margin.unwrap_or(0)));
        }
        let number = match self.at_most_of(info) {
            Self::Number(number) => number,
            Self::HumanLike(bot) => return Box::new(bot),
            Self::Auto(bot) => return Box::new(bot),
            // Only Reversi has these, and they are played above.
            Self::Milliseconds(_) => *Self::RANGE.end(),
        };
        let is_own =
            |(game, levels, _): &&OwnBot| game.code == info.code && levels.contains(&number);
        match (OWN_BOTS.iter().find(is_own), number) {
            (Some((_, _, bot)), level) => bot(level),
            (None, 1) => Box::new(Random),
            (None, 2) => Box::new(Tactical),
            (None, level) => Box::new(Minimax { level }),
        }
    }

    /// The number of discs that a move from the opening book may lose at this level of Reversi; `None` for
    /// levels that don't play from a book.
    pub(crate) fn book_margin(self) -> Option<i32> {
        match self {
            Self::Number(level) => (level >= BOOK_FROM).then_some(BOOK_MARGIN),
            Self::Milliseconds(_) => Some(BOOK_MARGIN),
            Self::HumanLike(_) | Self::Auto(_) => None,
        }
    }

    /// The limits of the engine at this level of Reversi; `None` for levels of other bots.
    ///
    /// ```
    /// use reversi::players::Level;
    /// let depth = |number| Level::new(number).unwrap().limits().map(|limits| limits.depth);
    /// assert_eq!((depth(8), depth(3)), (Some(8), None));
    /// ```
    pub fn limits(self) -> Option<Limits> {
        match self {
            Self::Number(level) => ENGINE_LEVELS.contains(&level).then(|| limits_of_level(level)),
            _ => self.time().map(EngineBot::limits_of_time),
        }
    }

    /// How the bot of this level chooses its moves in a game that has the level.
    pub(crate) fn method(self, info: &Info) -> Method {
        if let Self::HumanLike(bot) = self {
            let Limits { depth, exact_from, .. } = bot.limits();
            return Method::HumanLike { depth, exact_from };
        }
        if let Some(limits) = self.limits().filter(|_| is_reversi(info)) {
            return Method::engine(&limits);
        }
        match self {
            Self::Number(1) => Method::Random,
            Self::Auto(bot) => match bot.number() {
                1 => Method::Random,
                2 => Method::MostFlips,
                _ => Method::Edge,
            },
            Self::Number(2) if is_reversi(info) => Method::MostFlips,
            Self::Number(3) if is_reversi(info) => Method::Mobility,
            Self::Number(2) => Method::Tactical,
            Self::Number(10) if info.code == games::connect_four::INFO.code => Method::Perfect,
            _ => Method::Search,
        }
    }

    /// The level in words: `level 4`, `auto2`, or `500ms per move`.
    pub(crate) fn described(self) -> String {
        match self {
            Self::Number(_) | Self::HumanLike(_) => format!("level {self}"),
            Self::Auto(_) => self.to_string(),
            Self::Milliseconds(_) => format!("{self} per move"),
        }
    }
}

fn is_reversi(info: &Info) -> bool {
    info.code == reversi::INFO.code
}

/// A number, a human-like level as `4h`, AUTO 2 as `auto2`, or a time as `500ms`, or `2s` where it is
/// whole seconds.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::HumanLike(bot) => write!(f, "{}h", bot.level()),
            Self::Auto(bot) => write!(f, "auto{}", bot.number()),
            &Self::Milliseconds(time) => {
                duration::TypedDuration(Duration::from_millis(time.into())).fmt(f)
            }
        }
    }
}

/// A level is saved as its number, and one without a number as the text that names it.
impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => serializer.serialize_u8(*number),
            Self::HumanLike(_) | Self::Auto(_) | Self::Milliseconds(_) => {
                serializer.collect_str(self)
            }
        }
    }
}

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(LevelVisitor)
    }
}

/// Reads a level as it is saved. An untagged enum would not say what is wrong with it.
struct LevelVisitor;

impl de::Visitor<'_> for LevelVisitor {
    type Value = Level;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a level: a number, or a text like \"4h\" or \"2s\"")
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Level, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Level, E> {
        let unknown = || E::custom(LevelError::Unknown(text.chars().take(20).collect()));
        Level::from_name(text).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::SeedableRng;

    use super::*;
    use crate::games::{Player, Reversi};
    use crate::players::Rng;

    #[test]
    fn words_are_levels_or_times_or_refused() {
        for word in ["1", "60", "1h", "12h", "auto1", "auto3", "2s", "1s", "500ms", "3600s"] {
            assert_eq!(word.parse::<Level>().unwrap().to_string(), word);
        }
        assert_eq!("0.25S".parse::<Level>().unwrap().to_string(), "250ms");
        assert_eq!("7H".parse::<Level>().unwrap(), Level::human_like(7).unwrap());
        for word in ["auto2", "AUTO2", "Auto2"] {
            assert_eq!(word.parse::<Level>().unwrap(), Level::auto(2).unwrap());
        }
        assert_eq!("2m".parse::<Level>().unwrap().to_string(), "120s");
        for word in [
            "0", "-1", "s", "0s", "3601s", "1e3s", "2 s", "nans", "infs", "61m", "", "1.5h", "13h",
            "0h", "h", "4hh", "4.5h", "-4h", "260h", "4hs", "h4", "auto", "auto0", "auto4",
            "auto 1", "auto01", "auto+1", "auto257", "auto1h", "1auto",
        ] {
            let error = word.parse::<Level>().unwrap_err().to_string();
            assert_eq!(
                error,
                format!(
                    "no level \"{word}\": use 1 to 60, 1h to 12h, auto1 to auto3, a time per move (2s), or a rating of 100 or more"
                )
            );
        }
    }

    #[test]
    fn levels_of_the_engine_say_how_far_it_searches() {
        let limits = |word: &str| word.parse::<Level>().unwrap().limits();
        assert_eq!(limits("4").unwrap().depth, 4);
        assert_eq!(limits("2s").unwrap().time, Some(Duration::from_secs(2)));
        for word in ["1", "3", "4h", "12h", "auto1", "auto3"] {
            assert_eq!(limits(word), None, "{word}");
        }
    }

    #[test]
    fn levels_are_saved_as_numbers_and_others_as_text() {
        let saved = [("7", "7"), ("2s", "\"2s\""), ("7h", "\"7h\""), ("AUTO2", "\"auto2\"")];
        for (word, ron) in saved {
            let level: Level = word.parse().unwrap();
            assert_eq!(ron::to_string(&level).unwrap(), ron);
            assert_eq!(ron::from_str::<Level>(ron).unwrap(), level);
        }
        assert!(ron::from_str::<Level>("99").is_err());
        assert!(ron::from_str::<Level>("\"1200\"").is_err());
        assert!(ron::from_str::<Level>("\"13h\"").is_err());
        assert!(ron::from_str::<Level>("\"auto4\"").is_err());
    }

    #[test]
    fn each_auto_level_is_its_own_bot_and_is_called_by_its_name() {
        let described: Vec<String> =
            Auto::NUMBERS.filter_map(Level::auto).map(Level::described).collect();
        assert_eq!(described, ["auto1", "auto2", "auto3"]);
        assert_eq!((Level::auto(0), Level::auto(4)), (None, None));
        // At the start level 2 always plays the first of the moves that flip most; AUTO 2 doesn't.
        let moves = |word: &str| {
            let game = Reversi::new(Player::Black);
            let mut bot = word.parse::<Level>().unwrap().bot(&reversi::INFO);
            let moves = (0..50).map(|seed| bot.pick(&game, &mut Rng::seed_from_u64(seed)));
            moves.collect::<BTreeSet<_>>().len()
        };
        assert_eq!((moves("2"), moves("auto2")), (1, 4));
    }

    #[test]
    fn some_levels_are_reversi_s_and_elsewhere_no_stronger_than_their_number() {
        let human_like = HumanLike::LEVELS.map(|number| (Level::human_like(number), number));
        let auto = Auto::NUMBERS.map(|number| (Level::auto(number), number));
        for (level, number) in human_like.chain(auto) {
            let level = level.unwrap();
            for info in crate::games::REGISTRY {
                let is_reversi = info.code == reversi::INFO.code;
                assert_eq!(level.suits(info), is_reversi);
                assert_eq!(Level::named(info).any(|one| one == level), is_reversi);
                let elsewhere = Level::new(number.min(10)).unwrap();
                assert_eq!(level.at_most_of(info), if is_reversi { level } else { elsewhere });
            }
        }
        for info in crate::games::REGISTRY {
            assert!(Level::named(info).all(|level| level.suits(info)));
        }
    }
}
