//! The check of games, with their judgments and positions.

use std::mem;

use rusqlite::{Connection, Row, Statement};

use super::positions::{Index, KeySum};
use super::{Findings, Reason};
use crate::base::text::printable;
use crate::games::parse_square;
use crate::records::GameRecord;
use crate::store::{Columns, Text, sqlite_reason};
use crate::study::library::{COLUMNS, GameColumns, TABLES, contradiction, game, is_of_value};

/// The query of games with all columns, in the order of their numbers.
fn query() -> String {
    format!(
        "SELECT {COLUMNS}, g.year, g.openings, g.balanced, g.plies, g.signature, g.depth {TABLES} \
         ORDER BY g.id"
    )
}

pub fn check(connection: &Connection, findings: &mut Findings) -> rusqlite::Result<()> {
    let mut index = Index::read(connection)?;
    let mut judgments = connection.prepare("SELECT number, best FROM judgments WHERE game = ?")?;
    let mut statement = connection.prepare(&query())?;
    let mut rows = statement.query(())?;
    while let Some(row) = rows.next()? {
        let number = row.column(0)?;
        let indexed = index.take(number);
        let game = match game(row) {
            Err(error) if is_of_value(&error) => {
                findings.add_row("game", number, &sqlite_reason(&error));
                continue;
            }
            game => game?,
        };
        let mut columns = GameColumns::of(&game);
        let keys = mem::take(&mut columns.keys);
        let mut reasons = wrong_columns(row, columns, &game.record)?;
        if !reasons.is_empty() {
            findings.repairs.games.push(number);
        }
        let depth: Option<i64> = row.column(19)?;
        if !are_judgments_right(&mut judgments, number, depth, &game.record)? {
            reasons.push(Reason::Judgments.to_string());
            findings.repairs.judgments.push(number);
        }
        if indexed != KeySum::of(keys) {
            reasons.push(Reason::Positions.to_string());
            findings.repairs.positions = true;
        }
        if !reasons.is_empty() {
            findings.add_row("game", number, &reasons.join("; "));
        }
    }
    index.report(findings);
    Ok(())
}

/// The columns that don't follow from the moves, the result and the date.
fn wrong_columns(
    row: &Row<'_>,
    columns: GameColumns,
    record: &GameRecord,
) -> rusqlite::Result<Vec<String>> {
    let mut reasons = Vec::new();
    let text =
        |column| Ok::<_, rusqlite::Error>(row.column::<Option<Text>>(column)?.map(String::from));
    let number = |column| {
        let number: Option<i64> = row.column(column)?;
        Ok::<_, rusqlite::Error>(number.map(|number| number.to_string()))
    };
    // The lines of several openings are escaped in the row.
    let openings = printable(&columns.openings).to_string();
    let owned = |text: Option<&str>| text.map(str::to_owned);
    let written = columns.written;
    for (column, found, expected) in [
        (
            "year",
            number(14)?,
            columns.year.map(|year| year.to_string()),
        ),
        ("result", text(5)?, Some(written.result)),
        ("winner", text(11)?, owned(columns.winner)),
        ("opening", text(10)?, owned(columns.opening)),
        ("openings", text(15)?, Some(openings)),
        (
            "balanced",
            number(16)?,
            Some(u8::from(columns.balanced).to_string()),
        ),
        ("start", text(6)?, Some(written.start)),
        ("moves", text(7)?, Some(written.moves)),
        ("plies", number(17)?, Some(columns.plies.to_string())),
        (
            "signature",
            number(18)?,
            Some(columns.signature.to_string()),
        ),
    ] {
        Findings::compare(&mut reasons, column, found, expected);
    }
    if let Some([stated, counted]) = contradiction(record) {
        let [stated, counted] =
            [stated, counted].map(|result| result.difference.unwrap_or_default());
        reasons.push(Reason::Result { stated, counted }.to_string());
    }
    Ok(reasons)
}

/// Whether all judgments are about moves of the game, and about each of them if it was analyzed.
fn are_judgments_right(
    judgments: &mut Statement<'_>,
    number: i64,
    depth: Option<i64>,
    record: &GameRecord,
) -> rusqlite::Result<bool> {
    let mut rows = judgments.query([number])?;
    let count = record.game_moves().count();
    let mut judged = 0;
    let mut boards = Vec::new();
    while let Some(row) = rows.next()? {
        if boards.is_empty() {
            boards = record.boards_to_move().collect();
        }
        let number: i64 = row.column(0)?;
        let best = match row.text(1) {
            Ok(text) => parse_square(&text, 8, 8).ok(),
            Err(error) if is_of_value(&error) => None,
            Err(error) => return Err(error),
        };
        let moves = &boards[..count];
        let board = usize::try_from(number - 1)
            .ok()
            .and_then(|number| moves.get(number));
        let is_legal = board
            .zip(best)
            .is_some_and(|(board, best)| board.position().legal_moves() >> best.index(8) & 1 == 1);
        if depth.is_none() || !is_legal {
            return Ok(false);
        }
        judged += 1;
    }
    Ok(judged == 0 || judged == count)
}
