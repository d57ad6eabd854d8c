//! Finds games in the library.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use rusqlite::types::Value;
use rusqlite::{Row, Statement, params_from_iter};

use super::super::{count, damaged};
use super::game::Written;
use super::judging::{MISTAKES, judged_move};
use super::{GameLine, HumanSides, Library, LibraryGame};
use crate::games::{Move, Player};
use crate::records::{Condition, ResultCondition};
use crate::store::{Columns, StoreError, Text};

/// The columns of every query of games.
pub const COLUMNS: &str = "g.id, b.name, w.name, e.name, g.date, g.result, g.start, \
    g.moves, g.humans, g.depth IS NOT NULL, g.opening, g.winner, g.puzzles_of, g.aided";

/// The tables of every query of games. The left joins keep games whose names are missing, and make `SQLite` read the
/// games in order, without sorting.
pub const TABLES: &str = "FROM games g LEFT JOIN players b ON b.id = g.black \
    LEFT JOIN players w ON w.id = g.white LEFT JOIN events e ON e.id = g.event";

/// The query of games with a clause, such as `WHERE g.id = ?`.
pub fn games_query(clause: &str) -> String {
    format!("SELECT {COLUMNS} {TABLES} {clause}")
}

/// The condition on games that are not in the bin.
const NOT_IN_BIN: &str = "g.id NOT IN (SELECT game FROM bin)";

/// The WHERE clause of a query of games, without the bin.
pub struct Choice {
    pub(super) text: String,
    pub(super) values: Vec<Value>,
}

impl Choice {
    /// The games that meet all conditions.
    pub fn of(conditions: &[Condition]) -> Self {
        let all = Self {
            text: NOT_IN_BIN.to_owned(),
            values: Vec::new(),
        };
        conditions.iter().fold(all, Self::with)
    }

    /// The games that humans played in this program.
    pub fn own() -> Self {
        Self {
            text: format!("g.humans IS NOT NULL AND {NOT_IN_BIN}"),
            values: Vec::new(),
        }
    }

    /// Only games in which a human or unknown player had a side, and none of the bots with these names took part.
    pub fn of_people(mut self, player: Player, bots: &[String]) -> Self {
        let names = vec!["?"; bots.len()].join(", ");
        let other = format!("NOT IN (SELECT id FROM players WHERE name IN ({names}))");
        self.text = format!(
            "{} AND (g.humans IS NULL OR g.humans IN ('{}', 'both')) AND g.black {other} \
             AND g.white {other}",
            self.text,
            player.word()
        );
        let both_sides = [bots, bots].concat();
        self.values.extend(both_sides.into_iter().map(Value::Text));
        self
    }

    fn with(mut self, condition: &Condition) -> Self {
        const PLAYER: &str = "IN (SELECT id FROM players WHERE instr(folded, ?) > 0)";
        const EVENT: &str = "IN (SELECT id FROM events WHERE instr(folded, ?) > 0)";
        let text = |part: &str| vec![Value::Text(part.to_owned())];
        let (sql, values) = match condition {
            Condition::Player(part) => {
                let both = [text(part), text(part)].concat();
                (format!("(g.black {PLAYER} OR g.white {PLAYER})"), both)
            }
            Condition::Black(part) => (format!("g.black {PLAYER}"), text(part)),
            Condition::White(part) => (format!("g.white {PLAYER}"), text(part)),
            Condition::Event(part) => (format!("g.event {EVENT}"), text(part)),
            condition if condition.is_balanced_opening() => ("g.balanced".to_owned(), Vec::new()),
            Condition::Opening(part) => ("instr(g.openings, ?) > 0".to_owned(), text(part)),
            Condition::Year(range) => ("g.year BETWEEN ? AND ?".to_owned(), ends(range)),
            Condition::Plies(range) => ("g.plies BETWEEN ? AND ?".to_owned(), ends(range)),
            Condition::Number(range) => ("g.id BETWEEN ? AND ?".to_owned(), ends(range)),
            Condition::Tag(tag) => (
                "g.id IN (SELECT game FROM tags WHERE tag = ?)".to_owned(),
                text(tag),
            ),
            Condition::Result(ResultCondition::Unknown) => {
                ("g.winner IS NULL".to_owned(), Vec::new())
            }
            Condition::Result(result) => ("g.winner = ?".to_owned(), text(result.name())),
        };
        self.text = format!("{} AND {sql}", self.text);
        self.values.extend(values);
        self
    }
}

fn ends(range: &RangeInclusive<usize>) -> Vec<Value> {
    let end = |number: usize| Value::Integer(i64::try_from(number).unwrap_or(i64::MAX));
    vec![end(*range.start()), end(*range.end())]
}

impl Library {
    /// Finds games. Returns the number of games that meet all conditions, and the last `most` of them, in the order
    /// in which they were added.
    pub fn find(
        &mut self,
        conditions: &[Condition],
        most: usize,
    ) -> Result<(usize, Vec<GameLine>), StoreError> {
        let Choice { text, values } = Choice::of(conditions);
        let mut lines = Lines::default();
        let skipped = &mut self.skipped;
        let before = skipped.total;
        let (total, is_whole) = self.database.with(|connection| {
            let query = format!("SELECT count(*) FROM games g WHERE {text}");
            let total =
                connection.query_row(&query, params_from_iter(&values), |row| count(row, 0))?;
            let is_whole = most >= total;
            // All games are read in the order of the file, which is faster.
            let order = if is_whole { "g.id" } else { "g.id DESC" };
            let query = games_query(&format!("WHERE {text} ORDER BY {order}"));
            let mut statement = connection.prepare(&query)?;
            let mut rows = statement.query(params_from_iter(&values))?;
            lines.lines.reserve_exact(total.min(most));
            while lines.lines.len() < most
                && let Some(row) = rows.next()?
            {
                let pushed = lines.push(row);
                skipped.or_value(row, pushed)?;
            }
            Ok((total, is_whole))
        })?;
        let unreadable = skipped.total - before;
        let mut lines = lines.lines;
        if !is_whole {
            lines.reverse();
        }
        self.fill_in_tags(&mut lines)?;
        Ok((total.saturating_sub(unreadable), lines))
    }

    /// Calls `take` for each chosen game that can be read, with its number, until it returns false. Only one game is in
    /// memory.
    pub fn each(
        &mut self,
        choice: &Choice,
        mut take: impl FnMut(usize, LibraryGame) -> bool,
    ) -> Result<(), StoreError> {
        let query = games_query(&format!("WHERE {} ORDER BY g.id", choice.text));
        let skipped = &mut self.skipped;
        self.database.with(|connection| {
            let mut mistakes = connection.prepare(MISTAKES)?;
            let mut games = connection.prepare(&query)?;
            let mut rows = games.query(params_from_iter(&choice.values))?;
            while let Some(row) = rows.next()? {
                let game = judged_game(row, &mut mistakes);
                if let Some((number, game)) = skipped.or_value(row, game)?
                    && !take(number, game)
                {
                    break;
                }
            }
            Ok(())
        })
    }

    /// Returns the numbers of the chosen games.
    pub fn numbers(&mut self, choice: &Choice) -> Result<Vec<usize>, StoreError> {
        let query = format!("SELECT g.id FROM games g WHERE {}", choice.text);
        self.database.with(|connection| {
            let mut numbers = connection.prepare(&query)?;
            let rows = numbers.query_map(params_from_iter(&choice.values), |row| count(row, 0))?;
            rows.collect()
        })
    }

    /// Returns a game; `None` if it doesn't exist or can't be read.
    pub fn game(&mut self, number: usize) -> Result<Option<LibraryGame>, StoreError> {
        let mut game = None;
        let choice = Choice::of(&[Condition::Number(number..=number)]);
        self.each(&choice, |_, found| {
            game = Some(found);
            false
        })?;
        Ok(game)
    }

    /// Whether the library has a game that a human lost in this program, other than the one with these moves.
    pub fn has_lost_another_game(&mut self, moves: &[Move]) -> bool {
        let mut has_lost = false;
        let is_lost = |game: &LibraryGame| {
            let winner = game.record.outcome().and_then(|result| result.winner);
            let humans = game.humans.unwrap_or(HumanSides::Neither);
            winner.is_some_and(|winner| !humans.has(winner) && humans.has(winner.opponent()))
        };
        // An unreadable game was not lost.
        let _ = self.each(&Choice::own(), |_, game| {
            has_lost = is_lost(&game) && !game.record.game_moves().eq(moves.iter().copied());
            !has_lost
        });
        has_lost
    }

    /// Returns the games that humans played in this program.
    pub fn own_games(&mut self) -> Result<Vec<LibraryGame>, StoreError> {
        let mut games = Vec::new();
        self.each(&Choice::own(), |_, game| {
            games.push(game);
            true
        })?;
        Ok(games)
    }
}

/// Parses a row as a game with its number and its judgments.
fn judged_game(
    row: &Row<'_>,
    mistakes: &mut Statement<'_>,
) -> rusqlite::Result<(usize, LibraryGame)> {
    let number = count(row, 0)?;
    let mut game = game(row)?;
    if row.column(9)? {
        let found = mistakes.query_map([number], judged_move)?;
        game.judged = Some(found.collect::<rusqlite::Result<_>>()?);
    }
    Ok((number, game))
}

/// Parses a row as a game, without its judgments.
pub fn game(row: &Row<'_>) -> rusqlite::Result<LibraryGame> {
    let sides = |column| {
        let name: Option<Text> = row.column(column)?;
        Ok::<_, rusqlite::Error>(name.and_then(|name| HumanSides::named(name.as_ref())))
    };
    let text = |column| row.text(column).map(Cow::into_owned);
    let written = Written {
        black: text(1)?,
        white: text(2)?,
        event: text(3)?,
        date: text(4)?,
        result: text(5)?,
        start: text(6)?,
        moves: text(7)?,
        you: sides(8)?,
        aided: row.column(13)?,
    };
    let mut game: LibraryGame = written.try_into().map_err(|error| damaged(7, error))?;
    game.puzzles_of = sides(12)?;
    Ok(game)
}

#[derive(Default)]
pub struct Lines {
    pub lines: Vec<GameLine>,
    texts: HashSet<Arc<str>>,
}

impl Lines {
    pub fn push(&mut self, row: &Row<'_>) -> rusqlite::Result<()> {
        let date = row.text(4)?;
        let result = row.text(5)?;
        let opening: Option<Text> = row.column(10)?;
        let winner: Option<Text> = row.column(11)?;
        let humans: Option<Text> = row.column(8)?;
        let moves = row.unescaped(7)?.len() / 2;
        #[expect(clippy::cast_possible_truncation, reason = "at most 64 discs")]
        let difference = result
            .parse::<f64>()
            .ok()
            .map(|difference| difference as i8);
        let line = GameLine {
            number: count(row, 0)?,
            black: self.shared(&row.text(1)?),
            white: self.shared(&row.text(2)?),
            date: Some(date)
                .filter(|date| !date.is_empty())
                .map(|date| self.shared(&date)),
            event: self.shared(&row.text(3)?),
            opening: opening.map(|name| self.shared(name.as_ref())),
            difference,
            winner: match winner.as_ref().map(Text::as_ref) {
                Some("black") => Some(Player::Black),
                Some("white") => Some(Player::White),
                _ => None,
            },
            humans: humans.and_then(|sides| HumanSides::named(sides.as_ref())),
            moves: u8::try_from(moves).unwrap_or(u8::MAX),
            tags: Vec::new(),
        };
        self.lines.push(line);
        Ok(())
    }

    fn shared(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.texts.get(text) {
            return Arc::clone(known);
        }
        let new: Arc<str> = text.into();
        self.texts.insert(Arc::clone(&new));
        new
    }
}
