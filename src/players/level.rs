//! Levels: the strength of bots.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use super::reversed::ReversedBot;
use super::{
    Auto, Bot, EngineBot, Greedy, HumanLike, Method, Minimax, Mobility, QuartoSolver, Random,
    Resources, Tactical, connect_four, limits_of_depth,
};
use crate::base::language::tr;
use crate::base::text::{duration, quoted};
use crate::engine::Limits;
use crate::games::{self, Info, quarto, reversed, reversi};

/// A bot: a level, the engine with a depth or a time per move, or AUTO 1 to 3.
///
/// ```
/// use reversi::players::Level;
/// let level: Level = "12".parse()?;
/// assert_eq!(Some(level), Level::new(12));
/// let level: Level = "depth:12".parse()?;
/// assert_eq!(Some(level), Level::from_depth(12));
/// let level: Level = "1.5s".parse()?;
/// assert_eq!(level.to_string(), "1500ms");
/// let level: Level = "auto2".parse()?;
/// assert_eq!(Some(level), Level::auto(2));
/// assert!("0".parse::<Level>().is_err());
/// # Ok::<(), reversi::players::LevelError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// A step of the ladder, from 1 for the weakest; checked by [`new`](Self::new).
    Number(u8),
    /// The engine with a depth in plies; checked by [`from_depth`](Self::from_depth).
    Depth(u8),
    /// One of the bots AUTO 1 to 3.
    Auto(Auto),
    /// The engine with a time per move, in milliseconds; checked by [`from_time`](Self::from_time).
    Milliseconds(u32),
}

/// The error returned when a word is not a level.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LevelError {
    /// Not a level.
    #[error("{}", tr!(
        "no level {text}: use 1 to {most}, auto{first} to auto{last}, a depth (depth:12), a time per move \
        (2s), or a rating of 100 or more",
        text = quoted(.0),
        most = Level::RANGE.end(),
        first = Auto::NUMBERS.start(),
        last = Auto::NUMBERS.end()
    ))]
    Unknown(String),
    /// A rating higher than the strongest level's.
    #[error("{}", tr!(
        "no level has a rating of {asked}: the highest is {highest}",
        asked,
        highest
    ))]
    TooHigh {
        /// The rating, as typed.
        asked: String,
        /// The highest rating of a level.
        highest: i32,
    },
}

/// A bot constructor for a range of levels of one game.
type OwnBot = (&'static Info, RangeInclusive<u8>, fn(u8) -> Box<dyn Bot>);

/// The bots for specific games. The other levels have bots that play any game.
const OWN_BOTS: &[OwnBot] = &[
    (&reversi::INFO, 2..=2, |_| Box::new(Greedy)),
    (&reversi::INFO, 3..=3, |_| Box::new(Mobility)),
    (&games::connect_four::INFO, 10..=10, |_| {
        Box::new(connect_four::Perfect)
    }),
    (&quarto::INFO, 3..=10, |level| {
        Box::new(QuartoSolver { level })
    }),
    (&reversed::INFO, 2..=10, |level| {
        Box::new(ReversedBot { level })
    }),
];

/// The depths of the Reversi levels above the human-like ones.
const ENGINE_DEPTHS: [u8; 7] = [8, 9, 10, 12, 15, 18, 22];

/// The node limit per move of a level: less than a second on one core, and reproducible, unlike a time limit.
const MAX_NODES: u64 = 20_000_000;

/// The minimum depth at which the engine uses an opening book.
const BOOK_FROM: u8 = 10;

/// The maximum loss of a book move, in discs. A margin of 1 cost 80 Elo at depth 12.
const BOOK_MARGIN: i32 = 0;

const MAX_MILLISECONDS: u32 = 3_600_000;

impl Level {
    /// The beginner level, which every game has: the default opponent.
    pub const BEGINNER: Self = Self::Number(1);

    /// The levels of Reversi; other games have levels 1 to 10.
    pub const RANGE: RangeInclusive<u8> = 1..=20;

    /// The weakest level of Reversi that searches.
    pub(crate) const FIRST_SEARCHING: u8 = *HumanLike::LEVELS.start();

    /// The depths of the engine, in plies.
    pub const DEPTHS: RangeInclusive<u8> = 1..=60;

    /// Creates a numbered level; `None` if there is no such level.
    pub fn new(number: u8) -> Option<Self> {
        Self::RANGE
            .contains(&number)
            .then_some(Self::Number(number))
    }

    /// Creates a level from a depth; `None` outside of [`DEPTHS`](Self::DEPTHS).
    pub fn from_depth(plies: u8) -> Option<Self> {
        Self::DEPTHS.contains(&plies).then_some(Self::Depth(plies))
    }

    /// Creates a level for one of the bots AUTO 1 to 3; `None` for other numbers.
    pub fn auto(number: u8) -> Option<Self> {
        Auto::new(number).map(Self::Auto)
    }

    /// Creates a level with a time limit per move; `None` below a millisecond or above an hour.
    pub fn from_time(time: Duration) -> Option<Self> {
        let milliseconds = u32::try_from(time.as_millis()).ok()?;
        let is_allowed = (1..=MAX_MILLISECONDS).contains(&milliseconds);
        is_allowed.then_some(Self::Milliseconds(milliseconds))
    }

    /// Returns the time limit per move, if any.
    pub fn time(self) -> Option<Duration> {
        match self {
            Self::Milliseconds(time) => Some(Duration::from_millis(time.into())),
            Self::Number(_) | Self::Depth(_) | Self::Auto(_) => None,
        }
    }

    /// Parses a number, `depth:12`, `auto2` or a time, in any case. Only `parse` accepts ratings.
    pub(crate) fn from_name(word: &str) -> Option<Self> {
        let lower = word.to_ascii_lowercase();
        let auto = || {
            Auto::NUMBERS
                .filter_map(Self::auto)
                .find(|auto| auto.to_string() == lower)
        };
        match (lower.strip_prefix("depth:"), duration::parse(&lower)) {
            (Some(plies), _) => plies.parse().ok().and_then(Self::from_depth),
            (None, Ok(time)) => Self::from_time(time),
            (None, Err(_)) => lower.parse().ok().and_then(Self::new).or_else(auto),
        }
    }

    pub(crate) fn strongest(info: &Info) -> u8 {
        if info.is_reversi() {
            *Self::RANGE.end()
        } else {
            10
        }
    }

    /// The levels of a game, then its AUTO bots.
    pub(crate) fn named(info: &Info) -> impl Iterator<Item = Self> {
        let numbers = (1..=Self::strongest(info)).filter_map(Self::new);
        let auto = Auto::NUMBERS.filter_map(Self::auto);
        numbers.chain(auto.filter(|level| level.suits(info)))
    }

    /// Whether a game has this level. Only Reversi has levels above 10, AUTO 1 to 3, depths and times.
    pub(crate) fn suits(self, info: &Info) -> bool {
        match self {
            Self::Number(number) => number <= Self::strongest(info),
            Self::Depth(_) | Self::Auto(_) | Self::Milliseconds(_) => info.is_reversi(),
        }
    }

    /// This level if the game has it, otherwise the strongest one; for a depth or AUTO, at most its number.
    #[must_use]
    pub(crate) fn at_most_of(self, info: &Info) -> Self {
        let strongest = Self::strongest(info);
        match self {
            _ if self.suits(info) => self,
            Self::Depth(plies) => Self::Number(plies.min(strongest)),
            Self::Auto(bot) => Self::Number(bot.number().min(strongest)),
            Self::Number(_) | Self::Milliseconds(_) => Self::Number(strongest),
        }
    }

    /// Returns the bot for this level or the game's strongest level, without an opening book.
    pub fn bot(self, info: &Info) -> Box<dyn Bot> {
        self.bot_with(info, &Resources::default())
    }

    /// Like [`bot`](Self::bot), but with resources. In Reversi, depths from 10 and time limits use the opening
    /// book, and time limits use all threads.
    pub(crate) fn bot_with(self, info: &Info, resources: &Resources) -> Box<dyn Bot> {
        if info.is_reversi() {
            if let Some(bot) = self.human_like() {
                return Box::new(bot);
            }
            if let Some(limits) = self.limits() {
                let margin = self.book_margin();
                let book = resources.book.clone().filter(|_| margin.is_some());
                let bot = EngineBot::new(limits).with_book(book, margin.unwrap_or(0));
                let threads = if self.time().is_some() {
                    resources.threads
                } else {
                    1
                };
                return Box::new(bot.with_threads(threads));
            }
        }
        let number = match self.at_most_of(info) {
            Self::Number(number) => number,
            Self::Auto(bot) => return Box::new(bot),
            // Only Reversi has these, and they have returned above.
            Self::Depth(_) | Self::Milliseconds(_) => *Self::RANGE.end(),
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

    /// The maximum loss of a book move at this level of Reversi, in discs; `None` for levels without a book.
    pub(crate) fn book_margin(self) -> Option<i32> {
        match self {
            Self::Number(_) | Self::Depth(_) => self
                .depth()
                .is_some_and(|depth| depth >= BOOK_FROM)
                .then_some(BOOK_MARGIN),
            Self::Milliseconds(_) => Some(BOOK_MARGIN),
            Self::Auto(_) => None,
        }
    }

    /// The first numbered level that uses a book.
    pub(crate) fn first_with_book() -> u8 {
        let mut levels = Self::RANGE.clone();
        levels
            .find(|&level| Self::Number(level).book_margin().is_some())
            .unwrap_or(*Self::RANGE.end())
    }

    /// The engine's depth at this level of Reversi, in plies; `None` for other bots and for time limits.
    fn depth(self) -> Option<u8> {
        match self {
            Self::Number(level) => {
                let index = level.checked_sub(HumanLike::LEVELS.end() + 1)?;
                ENGINE_DEPTHS.get(usize::from(index)).copied()
            }
            Self::Depth(plies) => Some(plies),
            Self::Auto(_) | Self::Milliseconds(_) => None,
        }
    }

    fn human_like(self) -> Option<HumanLike> {
        match self {
            Self::Number(level) => HumanLike::new(level),
            Self::Depth(_) | Self::Auto(_) | Self::Milliseconds(_) => None,
        }
    }

    /// Returns the engine's limits at this level of Reversi; `None` for levels of other bots.
    ///
    /// ```
    /// use reversi::players::Level;
    /// let depth = |word: &str| word.parse::<Level>().unwrap().limits().map(|limits| limits.depth);
    /// assert_eq!((depth("depth:8"), depth("20"), depth("4")), (Some(8), Some(22), None));
    /// ```
    pub fn limits(self) -> Option<Limits> {
        let by_time = || self.time().map(EngineBot::limits_of_time);
        let nodes = matches!(self, Self::Number(_)).then_some(MAX_NODES);
        let by_depth = |plies| Limits {
            nodes,
            ..limits_of_depth(plies)
        };
        self.depth().map(by_depth).or_else(by_time)
    }

    /// The limits of an analysis at the depth of this level of Reversi; `None` for bots that don't search.
    pub(crate) fn analysis_limits(self) -> Option<Limits> {
        let human_like = || self.human_like().map(|bot| limits_of_depth(bot.depth()));
        self.limits().or_else(human_like)
    }

    /// The method of the bot for this level, if the game has the level.
    pub(crate) fn method(self, info: &Info) -> Method {
        if info.is_reversi() {
            if let Some(bot) = self.human_like() {
                let Limits {
                    depth, exact_from, ..
                } = bot.limits();
                return Method::HumanLike { depth, exact_from };
            }
            if let Some(limits) = self.limits() {
                return Method::engine(&limits);
            }
        }
        match self {
            Self::Number(1) => Method::Random,
            Self::Auto(bot) => match bot.number() {
                1 => Method::Random,
                2 => Method::MostFlips,
                _ => Method::Edge,
            },
            Self::Number(2) if info.is_reversi() => Method::MostFlips,
            Self::Number(3) if info.is_reversi() => Method::Mobility,
            Self::Number(2) if info.code == reversed::INFO.code => Method::Search,
            Self::Number(2) => Method::Tactical,
            Self::Number(10) if info.code == games::connect_four::INFO.code => Method::Perfect,
            _ => Method::Search,
        }
    }

    /// The level in words: `level 4`, `depth 12`, `auto2`, or `500ms per move`.
    pub(crate) fn described(self) -> String {
        match self {
            Self::Number(_) => format!("level {self}"),
            Self::Depth(plies) => format!("depth {plies}"),
            Self::Auto(_) => self.to_string(),
            Self::Milliseconds(_) => format!("{self} per move"),
        }
    }
}

/// A number, `depth:12`, `auto2`, or a time: `500ms`, or `2s` for whole seconds.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Depth(plies) => write!(f, "depth:{plies}"),
            Self::Auto(bot) => write!(f, "auto{}", bot.number()),
            &Self::Milliseconds(time) => {
                duration::TypedDuration(Duration::from_millis(time.into())).fmt(f)
            }
        }
    }
}

/// A numbered level is saved as a number, another one as text.
impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => serializer.serialize_u8(*number),
            _ => serializer.collect_str(self),
        }
    }
}

impl Level {
    /// The name of the bot in game records: `reversi level 7`.
    pub(crate) fn record_name(self) -> String {
        match self {
            Self::Number(_) => format!("reversi level {self}"),
            _ => format!("reversi {self}"),
        }
    }

    /// The level of a bot's name in records, the inverse of [`record_name`](Self::record_name).
    pub(crate) fn from_record_name(name: &str) -> Option<Self> {
        let level = name.strip_prefix("reversi ")?;
        let level = Self::from_name(level.strip_prefix("level ").unwrap_or(level))?;
        (level.record_name() == name).then_some(level)
    }
}

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(LevelVisitor)
    }
}

/// Reads a saved level. An untagged enum would not report what is wrong.
struct LevelVisitor;

impl de::Visitor<'_> for LevelVisitor {
    type Value = Level;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(tr!(
            "a level: a number, or a text like \"depth:12\" or \"2s\""
        ))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Level, E> {
        let level = u8::try_from(number).ok().and_then(Level::new);
        level.ok_or_else(|| E::custom(LevelError::Unknown(number.to_string())))
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
    fn words_are_levels_or_refused() {
        for word in [
            "1", "20", "depth:1", "depth:60", "auto1", "auto3", "2s", "1s", "500ms", "60m",
        ] {
            assert_eq!(word.parse::<Level>().unwrap().to_string(), word);
        }
        assert_eq!("0.25S".parse::<Level>().unwrap().to_string(), "250ms");
        assert_eq!(
            "DEPTH:7".parse::<Level>().unwrap(),
            Level::from_depth(7).unwrap()
        );
        for word in ["auto2", "AUTO2", "Auto2"] {
            assert_eq!(word.parse::<Level>().unwrap(), Level::auto(2).unwrap());
        }
        assert_eq!("120s".parse::<Level>().unwrap().to_string(), "2m");
        for word in [
            "0", "21", "-1", "s", "0s", "3601s", "1e3s", "2 s", "nans", "infs", "61m", "", "4h",
            "depth:", "depth:0", "depth:61", "depth:-4", "depth:4s", "depth12", "depth: 4", "auto",
            "auto0", "auto4", "auto 1", "auto01", "auto+1", "auto257", "1auto",
        ] {
            let error = word.parse::<Level>().unwrap_err();
            assert_eq!(error, LevelError::Unknown(word.to_owned()));
        }
    }

    #[test]
    fn levels_that_search_say_how_far() {
        let limits = |word: &str| word.parse::<Level>().unwrap().analysis_limits();
        let depth = |word| limits(word).map(|limits| limits.depth);
        assert_eq!(["4", "13", "14", "20"].map(depth), [1, 12, 8, 22].map(Some));
        assert_eq!(["depth:1", "depth:60"].map(depth), [1, 60].map(Some));
        assert_eq!(limits("2s").unwrap().time, Some(Duration::from_secs(2)));
        assert_eq!(["1", "3", "auto1", "auto3"].map(depth), [None; 4]);
        let strongest = Level::new(*Level::RANGE.end()).unwrap();
        assert_eq!(strongest.depth(), ENGINE_DEPTHS.last().copied());
    }

    #[test]
    fn levels_are_saved_and_read() {
        let saved = [
            ("3", "3"),
            ("20", "20"),
            ("2s", "\"2s\""),
            ("depth:7", "\"depth:7\""),
            ("AUTO2", "\"auto2\""),
        ];
        for (word, ron) in saved {
            let level: Level = word.parse().unwrap();
            assert_eq!(ron::to_string(&level).unwrap(), ron);
            assert_eq!(ron::from_str::<Level>(ron).unwrap(), level);
        }
        assert_eq!(ron::from_str::<Level>("\"7\"").unwrap(), Level::Number(7));
        for ron in ["0", "21", "-1", "\"1200\"", "\"4h\"", "\"auto4\""] {
            assert!(ron::from_str::<Level>(ron).is_err(), "{ron}");
        }
    }

    #[test]
    fn bots_are_recognized_by_their_names_in_records() {
        let all = Level::named(&reversi::INFO).chain(Level::from_depth(9));
        for level in all.chain(Level::from_time(Duration::from_secs(2))) {
            assert_eq!(Level::from_record_name(&level.record_name()), Some(level));
        }
        let others = ["reversi", "reversi 7", "ann", "level 7", ""];
        assert_eq!(others.map(Level::from_record_name), [None; 5]);
    }

    #[test]
    fn each_auto_level_is_its_own_bot_and_is_called_by_its_name() {
        let described: Vec<String> = Auto::NUMBERS
            .filter_map(Level::auto)
            .map(Level::described)
            .collect();
        assert_eq!(described, ["auto1", "auto2", "auto3"]);
        assert_eq!((Level::auto(0), Level::auto(4)), (None, None));
        // At the start, level 2 always plays the first of the moves that flip the most discs; AUTO 2 doesn't.
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
        let depths = Level::DEPTHS.map(|plies| (Level::from_depth(plies), plies));
        let auto = Auto::NUMBERS.map(|number| (Level::auto(number), number));
        for (level, number) in depths.chain(auto) {
            let level = level.unwrap();
            for info in crate::games::REGISTRY {
                let is_reversi = info.is_reversi();
                assert_eq!(level.suits(info), is_reversi);
                let elsewhere = Level::new(number.min(10)).unwrap();
                assert_eq!(
                    level.at_most_of(info),
                    if is_reversi { level } else { elsewhere }
                );
            }
        }
        for info in crate::games::REGISTRY {
            assert!(Level::named(info).all(|level| level.suits(info)));
        }
    }
}
