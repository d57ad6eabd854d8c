//! Finds games in the library.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};

use super::super::{count, damaged};
use super::game::Written;
use super::judging::{MISTAKES, judged_move};
use super::{GameLine, HumanSides, Library, LibraryGame};
use crate::games::Player;
use crate::records::{Condition, ResultCondition};
use crate::store::StoreError;

/// The columns and tables of every query of games.
/// The cross joins make `SQLite` read the games in order, without sorting.
pub(super) const GAMES: &str = "SELECT g.id, b.name, w.name, e.name, g.date, g.result, g.start, g.moves, \
    g.humans, g.depth IS NOT NULL, g.opening, g.winner, g.puzzles_of FROM games g \
    CROSS JOIN players b ON b.id = g.black CROSS JOIN players w ON w.id = g.white \
    CROSS JOIN events e ON e.id = g.event";

/// A WHERE clause that selects games.
pub(super) struct Choice {
    pub(super) text: String,
    pub(super) values: Vec<Value>,
}

impl Choice {
    pub(super) fn of(conditions: &[Condition]) -> Self {
        let all = Self { text: "1".to_owned(), values: Vec::new() };
        conditions.iter().fold(all, Self::with)
    }

    pub(super) fn and(mut self, text: &str, values: impl IntoIterator<Item = Value>) -> Self {
        self.text = format!("{} AND {text}", self.text);
        self.values.extend(values);
        self
    }

    fn with(self, condition: &Condition) -> Self {
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
            Condition::Tag(tag) => {
                ("g.id IN (SELECT game FROM tags WHERE tag = ?)".to_owned(), text(tag))
            }
            Condition::Result(ResultCondition::Unknown) => {
                ("g.winner IS NULL".to_owned(), Vec::new())
            }
            Condition::Result(result) => ("g.winner = ?".to_owned(), text(result.name())),
        };
        self.and(&sql, values)
    }

    /// Calls `take` for each selected row, in the order in which the games were added.
    pub(super) fn each(
        self,
        connection: &Connection,
        mut take: impl FnMut(&Row<'_>) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        let query = format!("{GAMES} WHERE {} ORDER BY g.id", self.text);
        let mut statement = connection.prepare(&query)?;
        let mut rows = statement.query(params_from_iter(self.values))?;
        while let Some(row) = rows.next()? {
            take(row)?;
        }
        Ok(())
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
        let Choice { text, mut values } = Choice::of(conditions);
        let mut lines = Lines::default();
        let total = self.database.with(|connection| {
            let query = format!("SELECT count(*) FROM games g WHERE {text}");
            let total =
                connection.query_row(&query, params_from_iter(&values), |row| count(row, 0))?;
            let most = total.min(most);
            values.push(Value::Integer(i64::try_from(most).unwrap_or(i64::MAX)));
            // Without a limit, read in the order of the file, which is faster.
            let order =
                if most < total { "ORDER BY g.id DESC LIMIT ?" } else { "ORDER BY g.id LIMIT ?" };
            let mut statement = connection.prepare(&format!("{GAMES} WHERE {text} {order}"))?;
            let mut rows = statement.query(params_from_iter(&values))?;
            lines.lines.reserve_exact(most);
            while let Some(row) = rows.next()? {
                lines.push(row)?;
            }
            Ok(total)
        })?;
        let mut lines = lines.lines;
        if lines.len() < total {
            lines.reverse();
        }
        self.fill_in_tags(&mut lines)?;
        Ok((total, lines))
    }

    pub fn games(
        &mut self,
        conditions: &[Condition],
    ) -> Result<Vec<(usize, LibraryGame)>, StoreError> {
        self.chosen(Choice::of(conditions))
    }

    /// Calls `take` for each game, without its judgments, until it returns false. Only one game is in memory.
    pub fn each(&mut self, mut take: impl FnMut(LibraryGame) -> bool) -> Result<(), StoreError> {
        self.database.with(|connection| {
            let mut statement = connection.prepare(&format!("{GAMES} ORDER BY g.id"))?;
            let mut rows = statement.query(())?;
            while let Some(row) = rows.next()? {
                if !take(game(row)?) {
                    break;
                }
            }
            Ok(())
        })
    }

    /// The games that humans played in this program.
    pub fn own_games(&mut self) -> Result<Vec<(usize, LibraryGame)>, StoreError> {
        self.chosen(Choice::of(&[]).and("g.humans IS NOT NULL", []))
    }

    fn chosen(&mut self, choice: Choice) -> Result<Vec<(usize, LibraryGame)>, StoreError> {
        let mut games = Vec::new();
        self.database.with(|connection| {
            let mut mistakes = connection.prepare(MISTAKES)?;
            choice.each(connection, |row| {
                let (number, mut game) = (count(row, 0)?, game(row)?);
                if row.get(9)? {
                    let found = mistakes.query_map([number], judged_move)?;
                    game.judged = Some(found.collect::<rusqlite::Result<_>>()?);
                }
                games.push((number, game));
                Ok(())
            })
        })?;
        Ok(games)
    }
}

/// Parses a row as a game, without its judgments.
pub(super) fn game(row: &Row<'_>) -> rusqlite::Result<LibraryGame> {
    let sides = |column| {
        let name: Option<String> = row.get(column)?;
        Ok::<_, rusqlite::Error>(name.as_deref().and_then(HumanSides::named))
    };
    let written = Written {
        black: row.get(1)?,
        white: row.get(2)?,
        event: row.get(3)?,
        date: row.get(4)?,
        result: row.get(5)?,
        start: row.get(6)?,
        moves: row.get(7)?,
        you: sides(8)?,
        judged: None,
    };
    let mut game: LibraryGame = written.try_into().map_err(|error| damaged(7, error))?;
    game.puzzles_of = sides(12)?;
    Ok(game)
}

#[derive(Default)]
pub(super) struct Lines {
    pub(super) lines: Vec<GameLine>,
    texts: HashSet<Arc<str>>,
}

impl Lines {
    pub(super) fn push(&mut self, row: &Row<'_>) -> rusqlite::Result<()> {
        let [black, white, event, date, result] =
            [1, 2, 3, 4, 5].map(|column| Ok::<_, rusqlite::Error>(row.get_ref(column)?.as_str()?));
        let (date, result) = (date?, result?);
        let opening = row.get_ref(10)?.as_str_or_null()?;
        let moves = row.get_ref(7)?.as_str()?.len() / 2;
        #[expect(clippy::cast_possible_truncation, reason = "at most 64 discs")]
        let difference = result.parse::<f64>().ok().map(|difference| difference as i8);
        let line = GameLine {
            number: count(row, 0)?,
            black: self.shared(black?),
            white: self.shared(white?),
            date: Some(date).filter(|date| !date.is_empty()).map(|date| self.shared(date)),
            event: self.shared(event?),
            opening: opening.map(|name| self.shared(name)),
            difference,
            winner: match row.get_ref(11)?.as_str_or_null()? {
                Some("black") => Some(Player::Black),
                Some("white") => Some(Player::White),
                _ => None,
            },
            humans: row.get_ref(8)?.as_str_or_null()?.and_then(HumanSides::named),
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
