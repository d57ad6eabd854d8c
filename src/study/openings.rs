//! The openings that bots play: those that people chose in games of the library, by their frequency.

use std::fmt;
use std::str::FromStr;

use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::library::{Choice, Continuation, Library, Results};
use crate::base::language::{self, tr};
use crate::base::text::quoted;
use crate::engine::{Position, turned_square};
use crate::games::{Game, Move, Player, REGISTRY, Reversi};
use crate::players::{HumanLike, Level, Rng, ladder};
use crate::records::{BoardPosition, Condition};
use crate::store::StoreError;

/// The games whose openings bots play.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum BotOpenings {
    /// Bots choose all moves at their level.
    #[default]
    None,
    /// The games of the library that meet all conditions.
    Library(Vec<Condition>),
}

/// The number of plies that bots take from games.
const OPENING_PLIES: usize = 12;

/// The minimum number of games that show what people play in a position.
const FEWEST_GAMES: usize = 20;

/// The maximum difference between the ratings of a bot in a game and of the level that plays its opening.
const RATING_RANGE: i32 = 300;

/// The lowest level that plays only openings of games that its side didn't lose.
const FIRST_UNBEATEN: u8 = 9;

impl BotOpenings {
    /// Whether the bot for a level takes its openings from games, so that its rating is an estimate.
    pub fn suit(&self, level: Level) -> bool {
        let Level::Number(number) = level else {
            return false;
        };
        *self != Self::None && HumanLike::new(number).is_some()
    }

    /// Chooses a move at random, as often as in the games that suit a level; `None` if there are too few, or the opening
    /// is over.
    pub fn choose(
        &self,
        level: Level,
        game: &Reversi,
        library: &mut Library,
        rng: &mut Rng,
    ) -> Result<Option<Move>, StoreError> {
        let (Self::Library(conditions), Some(player)) = (self, game.turn()) else {
            return Ok(None);
        };
        let position = Position::from(game);
        if !self.suit(level) || plies(position) >= OPENING_PLIES {
            return Ok(None);
        }
        let games = Choice::of(conditions).of_people(player, &bots_unlike(level));
        let here = BoardPosition::new(position, player);
        let mut moves = library.continuations(here, games)?;
        moves.retain(|mv| mv.square.is_some());
        let total = moves.iter().map(|mv| suited(level, player, mv)).sum();
        if total < FEWEST_GAMES {
            return Ok(None);
        }
        let mut left = rng.random_range(0..total);
        let is_chosen = |mv: &&Continuation| {
            let games = suited(level, player, mv);
            let is_chosen = left < games;
            left = left.saturating_sub(games);
            is_chosen
        };
        let square = moves.iter().find(is_chosen).and_then(|mv| mv.square);
        Ok(square.map(|square| image(position, Move(square.index(8)), rng)))
    }
}

/// The number of moves played since the starting position.
fn plies(position: Position) -> usize {
    60_usize.saturating_sub(position.empties() as usize)
}

/// The number of games with a move that suit a level by their results.
fn suited(level: Level, player: Player, continuation: &Continuation) -> usize {
    let Results {
        black,
        white,
        draws,
        games,
        ..
    } = continuation.results;
    if level < Level::Number(FIRST_UNBEATEN) {
        return games;
    }
    draws
        + match player {
            Player::Black => black,
            Player::White => white,
        }
}

/// The names in records of this program's bots that are much weaker or stronger than a level.
fn bots_unlike(level: Level) -> Vec<String> {
    let info = REGISTRY[0];
    let own = ladder::rating_of(info, level);
    let is_unlike =
        |rating: i32| own.is_none_or(|own| rating.abs_diff(own) > RATING_RANGE.unsigned_abs());
    let others = ladder::levels(info).filter(|&(_, rating)| is_unlike(rating));
    others.map(|(other, _)| other.record_name()).collect()
}

/// A random one of the moves that a symmetry of the position makes equal.
fn image(position: Position, Move(square): Move, rng: &mut Rng) -> Move {
    let symmetries: Vec<u32> = (0..8)
        .filter(|&symmetry| position.turned(symmetry) == position)
        .collect();
    let symmetry = symmetries[rng.random_range(0..symmetries.len())];
    let [square, ..] = turned_square(square.into(), symmetry).to_le_bytes();
    Move(square.into())
}

/// As typed after `openings`.
impl fmt::Display for BotOpenings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Library(conditions) => {
                f.write_str("library")?;
                conditions
                    .iter()
                    .try_for_each(|condition| write!(f, " {condition}"))
            }
        }
    }
}

impl FromStr for BotOpenings {
    type Err = String;

    /// Parses words without quotes: a word without `=` belongs to the condition before it.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            tr!(
                "{text}: use none, library or library year=1980..1985",
                text = quoted(text)
            )
        };
        let mut words = text.split_whitespace();
        let first = words.next().ok_or_else(wrong)?;
        let mut texts: Vec<String> = Vec::new();
        for word in words {
            match texts.last_mut() {
                Some(last) if !word.contains('=') => last.extend([" ", word]),
                _ => texts.push(word.to_owned()),
            }
        }
        if language::means(first, "none") && texts.is_empty() {
            return Ok(Self::None);
        }
        if !language::means(first, "library") {
            return Err(wrong());
        }
        let condition = |text: &String| {
            let parsed = text.parse::<Condition>();
            parsed.map_err(|error| format!("{}: {error}", quoted(text)))
        };
        let conditions = texts.iter().map(condition).collect::<Result<_, _>>()?;
        Ok(Self::Library(conditions))
    }
}

impl TryFrom<String> for BotOpenings {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<BotOpenings> for String {
    fn from(openings: BotOpenings) -> Self {
        openings.to_string()
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::records::{GameRecord, GameResult};
    use crate::store::Store;
    use crate::study::{HumanSides, LibraryGame};

    /// A game with these moves, won by a side.
    fn won(moves: &str, winner: Player, names: [&str; 2]) -> LibraryGame {
        let mut record = GameRecord::new();
        for name in moves.as_bytes().chunks(2) {
            let name = str::from_utf8(name).unwrap();
            let square = crate::games::parse_square(name, 8, 8).unwrap();
            record.play(square).unwrap();
        }
        for (player, name) in record.players.iter_mut().zip(names) {
            player.name = name.to_owned();
        }
        let difference = if winner == Player::Black { 10.0 } else { -10.0 };
        let mut game = LibraryGame::of(record, None);
        game.record.result = Some(GameResult::by_difference(
            difference,
            crate::records::Termination::Played,
        ));
        game
    }

    /// The distinct names of players, so that no game is a duplicate.
    fn named(number: usize) -> String {
        format!("p{number}")
    }

    fn library(games: impl Iterator<Item = LibraryGame>) -> (tempfile::TempDir, Library) {
        let home = tempfile::tempdir().unwrap();
        let mut library = Library::open(&Store::at(home.path())).unwrap();
        for game in games {
            library.add([game]).unwrap();
        }
        (home, library)
    }

    fn after(moves: &str) -> Reversi {
        let mut game = Reversi::new(Player::Black);
        for name in moves.as_bytes().chunks(2) {
            let mv = game.parse_move(str::from_utf8(name).unwrap()).unwrap();
            game.play(mv).unwrap();
        }
        game
    }

    fn level(number: u8) -> Level {
        Level::new(number).unwrap()
    }

    /// The number of times that each reply to f5 is chosen with 200 seeds.
    fn replies(openings: &str, number: u8, library: &mut Library) -> [usize; 4] {
        let openings: BotOpenings = openings.parse().unwrap();
        let mut counts = [0; 4];
        for seed in 0..200 {
            let mut rng = Rng::seed_from_u64(seed);
            let chosen = openings.choose(level(number), &after("f5"), library, &mut rng);
            let name = chosen.unwrap().map(|mv| after("f5").move_name(mv));
            let names = [Some("d6"), Some("f4"), Some("f6"), None];
            let index = names.iter().position(|other| *other == name.as_deref());
            counts[index.unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn moves_are_as_frequent_as_in_the_games_that_suit_the_level() {
        // The first three are symmetric; d6 loses for White, and f4 wins.
        let beginnings = ["f5d6c3", "d3c5f6", "c4e3f6", "f5f4e3"];
        let games = (0..40).map(|number| {
            let winner = [Player::Black, Player::White][usize::from(number % 4 == 3)];
            let names = [named(number), "x".to_owned()];
            won(
                beginnings[number % 4],
                winner,
                names.each_ref().map(String::as_str),
            )
        });
        let (_home, mut library) = library(games);
        let [often, seldom, other, none] = replies("library", 4, &mut library);
        assert!((130..=170).contains(&often) && often + seldom == 200);
        assert_eq!((other, none), (0, 0));
        // Only ten games were not lost by White: too few.
        assert_eq!(replies("library", 9, &mut library), [0, 0, 0, 200]);
        assert_eq!(replies("none", 4, &mut library), [0, 0, 0, 200]);
        assert_eq!(replies("library", 3, &mut library), [0, 0, 0, 200]);
        assert_eq!(replies("library", 14, &mut library), [0, 0, 0, 200]);
        assert_eq!(
            replies("library player=p7", 4, &mut library),
            [0, 0, 0, 200]
        );
    }

    #[test]
    fn games_of_other_bots_and_moves_of_bots_do_not_count() {
        let strong = level(20).record_name();
        let games = (0..60).map(|number| {
            let black = [named(number), strong.clone(), named(number)];
            let moves = ["f5d6", "f5f4", "f5f6"][number % 3];
            let mut game = won(moves, Player::White, [&black[number % 3], &named(number)]);
            // White was a bot, which made the move.
            game.humans = (number % 3 == 2).then_some(HumanSides::Black);
            game
        });
        let (_home, mut library) = library(games);
        assert_eq!(replies("library", 4, &mut library), [200, 0, 0, 0]);
        assert_eq!(replies("library", 9, &mut library), [200, 0, 0, 0]);
    }

    #[test]
    fn the_first_move_is_one_of_four_and_the_thirteenth_is_the_bot_s_own() {
        let line = "f5f6e6f4e3c5c4f2g5h5g4f3g6";
        let games = (0..30).map(|number| won(line, Player::Black, [&named(number), "x"]));
        let (_home, mut library) = library(games);
        let openings = BotOpenings::Library(Vec::new());
        let mut rng = Rng::seed_from_u64(1);
        let mut choose = |moves: &str| {
            let game = after(moves);
            let mv = openings.choose(level(13), &game, &mut library, &mut rng);
            mv.unwrap().map(|mv| game.move_name(mv))
        };
        let firsts: std::collections::BTreeSet<_> = (0..50).filter_map(|_| choose("")).collect();
        assert_eq!(firsts.len(), 4);
        assert_eq!(choose(&line[..20]).as_deref(), Some("g4"));
        assert_eq!(choose(&line[..24]), None);
    }

    #[test]
    fn settings_are_read_as_they_are_written() {
        for text in [
            "none",
            "library",
            "library year=1980..1985",
            "library tag=final player=ann lee year=..1990",
            "library year=2000 result=black opening=tiger plies=50..",
        ] {
            let openings: BotOpenings = text.parse().unwrap();
            assert_eq!(openings.to_string(), text);
        }
        for text in [
            "",
            "book",
            "none year=1980",
            "library 1980",
            "library year=x",
        ] {
            let error = text.parse::<BotOpenings>().unwrap_err();
            assert!(error.contains("use ") || error.contains("needs"), "{error}");
        }
    }
}
