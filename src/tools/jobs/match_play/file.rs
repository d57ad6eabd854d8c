//! The resumable game file of a match: games as GGF, or as lines of text.

use std::fmt::Write;

use serde::Serialize;

use crate::base::files::{Output, ResumableFile};
use crate::base::text::Shard;
use crate::games::{Player, parse_square};
use crate::records::{Date, Format, GameRecord, read};
use crate::tools::matches::{Cause, Game, Match, Standings, Tournament};
use crate::tools::run::{COMMENT, RowsHeader, ToolError};

/// The kind of a game file, in its first line.
pub const KIND: &str = "match";

pub struct GamesFile {
    file: ResumableFile,
    lines: GameLines,
    /// The games of earlier runs.
    pub earlier: Vec<Game>,
}

/// How the games of a match are written, one per line.
pub struct GameLines {
    /// The checksum of the match.
    pub mark: String,
    /// Whether games are written as GGF, otherwise as text.
    pub is_ggf: bool,
}

/// The options in the first line of a game file.
#[derive(Serialize)]
struct PlayedHow<'a> {
    players: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tournament: Option<Tournament>,
    games: usize,
    seed: u64,
    mark: &'a str,
}

/// Returns the first line of a game file, which readers take for a comment.
fn first_line(the_match: &Match, shard: Shard, mark: &str) -> String {
    let options = PlayedHow {
        players: the_match
            .players
            .iter()
            .map(|player| player.name.as_str())
            .collect(),
        tournament: the_match.tournament,
        games: the_match.games(),
        seed: the_match.rules.seed,
        mark,
    };
    let header = RowsHeader {
        weights: the_match.weights().into(),
        shard: Some(shard).filter(|shard| *shard != Shard::ALL),
        ..RowsHeader::without_weights(KIND, &options)
    };
    format!("{COMMENT}{}", header.line())
}

fn now() -> Date {
    let now = jiff::Timestamp::now().to_zoned_datetime(jiff::tz::TimeZone::UTC);
    Date {
        clock: now.strftime("%H:%M:%S.GMT").to_string(),
        ..Date::of_calendar(now.date())
    }
}

impl GamesFile {
    /// Opens the file and reads its games, which must belong to this match. Pairs the rounds that they belong to.
    pub fn open(output: &Output, the_match: &mut Match, shard: Shard) -> Result<Self, ToolError> {
        let mark = the_match.mark();
        let first_line = first_line(the_match, shard, &mark);
        let file = ResumableFile::open(output, &first_line)?;
        let is_ggf = output
            .path
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("ggf"));
        let mut games = Self {
            file,
            lines: GameLines { mark, is_ggf },
            earlier: Vec::new(),
        };
        let mut is_played = vec![false; the_match.games()];
        let mut standings = Standings::new(the_match.players.len());
        while let Some(line) = games.file.next_earlier()? {
            the_match.schedule.advance(&standings);
            // Trim only the line end: a game without moves ends in a tab.
            let game = games
                .lines
                .parse(line.trim_end_matches('\r'))
                .filter(|game| {
                    is_of(the_match, game)
                        && !std::mem::replace(&mut is_played[game.number - 1], true)
                });
            let game = game.ok_or_else(|| games.file.foreign())?;
            if let Some(pairing) = the_match.schedule.pairing(game.number) {
                standings.add(pairing, &game);
            }
            games.earlier.push(game);
        }
        Ok(games)
    }

    /// Writes a game at once, so that a killed run leaves at most one incomplete line.
    pub fn write(&mut self, game: &Game) -> Result<(), ToolError> {
        Ok(self.file.write(&self.lines.print(game))?)
    }

    /// Writes the beginning of a file without games.
    pub fn finish(&mut self) -> Result<(), ToolError> {
        Ok(self.file.write("")?)
    }
}

impl GameLines {
    fn print(&self, game: &Game) -> String {
        if !self.is_ggf {
            return print(&self.mark, game) + "\n";
        }
        let mut record = game.record.clone();
        record.event = label(&self.mark, game);
        "reversi".clone_into(&mut record.place);
        record.date = Some(now());
        let printed = Format::Ggf.open().print(&record).unwrap_or_default();
        String::from_utf8_lossy(&printed).into_owned()
    }

    /// Parses a line, the inverse of [`print`](Self::print); `None` if it is not a game.
    pub fn parse(&self, text: &str) -> Option<Game> {
        if !self.is_ggf {
            return parse(&self.mark, text);
        }
        let mut records = read(Format::Ggf, text.as_bytes());
        let mut record = records.next()?.ok()?.record;
        let label = std::mem::take(&mut record.event);
        let claimed = difference(&record);
        let game = game(&self.mark, &label, record)?;
        let is_so = difference(&game.record) == claimed;
        (is_so && records.next().is_none()).then_some(game)
    }
}

fn is_of(the_match: &Match, game: &Game) -> bool {
    let (Some(opening), Some(names)) =
        (the_match.opening(game.number), the_match.names(game.number))
    else {
        return false;
    };
    let mut squares = game.record.moves().iter().filter_map(|mv| mv.square);
    let has_opening = opening
        .squares()
        .iter()
        .all(|&square| squares.next() == Some(square));
    has_opening
        && game
            .record
            .players
            .iter()
            .zip(names)
            .all(|(player, name)| player.name == name)
}

/// Returns the label of a game, with the match's checksum: `match 1a2b3c4d game 12, white crashed`.
fn label(mark: &str, game: &Game) -> String {
    let number = game.number;
    match game.at_fault() {
        Some(loser) => format!("match {mark} game {number}, {loser} {}", game.cause.word()),
        None => format!("match {mark} game {number}"),
    }
}

/// Parses a [`label`]: the number, the side that lost other than by discs, and the cause.
fn parse_label(mark: &str, label: &str) -> Option<(usize, Option<Player>, Cause)> {
    let rest = label
        .strip_prefix("match ")?
        .strip_prefix(mark)?
        .strip_prefix(" game ")?;
    let Some((number, end)) = rest.split_once(", ") else {
        return Some((rest.parse().ok()?, None, Cause::Played));
    };
    let (loser, word) = end.split_once(' ')?;
    let loser = Player::BOTH
        .into_iter()
        .find(|player| player.to_string() == loser)?;
    let cause = Cause::ALL.into_iter().find(|cause| cause.word() == word)?;
    (cause != Cause::Played).then_some((number.parse().ok()?, Some(loser), cause))
}

/// The moves without passes: `f5d6c3`.
pub fn transcript(record: &GameRecord) -> String {
    record
        .moves()
        .iter()
        .filter_map(|mv| mv.square)
        .fold(String::new(), |mut text, square| {
            let _ = write!(text, "{square}");
            text
        })
}

/// Returns Black's discs minus White's, or all 64 for the winner if discs were not counted.
pub fn difference(record: &GameRecord) -> i32 {
    let difference = record
        .result
        .and_then(|result| result.difference)
        .unwrap_or(0.0);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a whole number from -64 to 64"
    )]
    let difference = difference as i32;
    difference
}

/// Formats a game without a line end: label, Black, White, result and moves, separated by tabs.
fn print(mark: &str, game: &Game) -> String {
    let [black, white] = &game.record.players;
    let label = label(mark, game);
    let difference = difference(&game.record);
    let moves = transcript(&game.record);
    format!(
        "{label}\t{}\t{}\t{difference:+}\t{moves}",
        black.name, white.name
    )
}

/// Parses a line, the inverse of `print`; `None` if it is not a game.
fn parse(mark: &str, line: &str) -> Option<Game> {
    let [label, black, white, result, moves] =
        <[&str; 5]>::try_from(line.split('\t').collect::<Vec<_>>()).ok()?;
    let mut record = GameRecord::new();
    for (player, name) in record.players.iter_mut().zip([black, white]) {
        name.clone_into(&mut player.name);
    }
    for move_name in moves.as_bytes().chunks(2) {
        let name = std::str::from_utf8(move_name).ok()?;
        record.play(parse_square(name, 8, 8).ok()?).ok()?;
    }
    let difference: i32 = result.parse().ok()?;
    game(mark, label, record).filter(|game| self::difference(&game.record) == difference)
}

/// Combines a label and a record; `None` if they contradict each other.
fn game(mark: &str, label: &str, mut record: GameRecord) -> Option<Game> {
    let (number, loser, cause) = parse_label(mark, label)?;
    record.result = Some(match loser {
        None if record.is_over() => record.counted(),
        None => return None,
        Some(loser) => cause.result(loser),
    });
    (number > 0).then_some(Game {
        number,
        record,
        cause,
        detail: String::new(),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::games::Square;

    /// A game with Black for the first player. Each number selects a legal move.
    fn made(moves: &[u32], cause: Cause, loser: Player) -> Game {
        let mut record = GameRecord::new();
        for (player, name) in record.players.iter_mut().zip(["level:8", "my engine"]) {
            name.clone_into(&mut player.name);
        }
        for &choice in moves {
            let Some(turn) = record.turn() else { break };
            let legal = record.board().position().legal_moves();
            let nth = choice % legal.count_ones();
            let square = crate::engine::squares(legal).nth(nth as usize).unwrap();
            assert_eq!(record.turn(), Some(turn));
            record.play(Square::from_index(square, 8)).unwrap();
        }
        record.result = Some(match cause {
            Cause::Played => record.counted(),
            _ => cause.result(loser),
        });
        Game {
            number: 7,
            record,
            cause,
            detail: String::new(),
        }
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_again(
            moves in prop::collection::vec(any::<u32>(), 0..64),
            cause in prop::sample::select(&Cause::ALL[..]),
            black in any::<bool>(),
        ) {
            let game = made(&moves, cause, if black { Player::Black } else { Player::White });
            let line = print("0123abcd", &game);
            let is_complete = cause != Cause::Played || game.record.is_over();
            prop_assert_eq!(parse("0123abcd", &line), is_complete.then_some(game));
            prop_assert_eq!(parse("0123abce", &line), None);
        }

        #[test]
        fn any_text_is_safe(text in "(match 1 game [0-9]{0,3}(, (black|white) [a-z]*)?)?[\\PC\t]{0,40}") {
            let _ = parse("1", &text);
        }
    }

    #[test]
    fn what_says_two_things_is_no_game() {
        let line = print("1", &made(&[], Cause::Crashed, Player::White));
        assert_eq!(
            line,
            "match 1 game 7, white crashed\tlevel:8\tmy engine\t+64\t"
        );
        assert!(parse("1", &line).is_some());
        for (from, to) in [
            ("+64", "-64"),
            ("+64", "+6"),
            ("+64", "x"),
            (", white crashed", ""),
            ("crashed", "played"),
            ("white", "nobody"),
            ("game 7", "game 0"),
            ("\t+64\t", "\t+64\tf5f5"),
            ("\t+64\t", "\t+64\t\t"),
            ("\t+64\t", "\t+64\té"),
        ] {
            assert_eq!(parse("1", &line.replacen(from, to, 1)), None, "{from} {to}");
        }
    }
}
