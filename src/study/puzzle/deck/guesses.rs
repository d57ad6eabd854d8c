//! The guesses of moves in the database, for statistics.

use jiff::civil::Date;
use rusqlite::params;

use super::Deck;
use crate::store::{Columns, StoreError};
use crate::study::guess::{Guess, GuessTotals};

impl Deck {
    /// Stores a guess of a move of a game of the library.
    pub fn add_guess(&mut self, game: usize, guess: &Guess, today: Date) -> Result<(), StoreError> {
        let insert = "INSERT INTO guesses (day, game, number, guess, same, points, lost, played_lost) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        self.database.change(|transaction| {
            let values = params![
                today.to_string(),
                game,
                guess.number,
                guess.answer.square.to_string(),
                guess.is_same(),
                guess.points,
                guess.answer.lost,
                guess.played.lost,
            ];
            transaction.execute(insert, values).map(drop)
        })
    }

    /// Returns the totals of all guesses.
    pub fn guess_totals(&mut self) -> Result<GuessTotals, StoreError> {
        let query = "SELECT count(*), count(*) FILTER (WHERE same), \
             count(*) FILTER (WHERE lost < played_lost), ifnull(sum(points), 0), \
             ifnull(sum(lost), 0), ifnull(sum(played_lost), 0) FROM guesses";
        self.database.with(|connection| {
            connection.query_row(query, (), |row| {
                Ok(GuessTotals {
                    moves: row.column(0)?,
                    same: row.column(1)?,
                    better: row.column(2)?,
                    points: row.column(3)?,
                    lost: row.column(4)?,
                    played_lost: row.column(5)?,
                })
            })
        })
    }
}
