//! The comparison of a database's tables with those that the program creates: others can contain views without an end,
//! and triggers that change data.

use std::collections::BTreeMap;

use rusqlite::{Connection, Row};

use super::{Columns, DatabaseFile, Text, version};
use crate::base::language::tr;
use crate::base::text::printable;

/// What `SQLite` itself adds to a database that `ANALYZE` was used on.
const STATISTICS: [&str; 2] = ["sqlite_stat1", "sqlite_stat4"];

/// The maximum length of a name in an error, in characters.
const MAX_NAME: usize = 40;

/// A table, index, view or trigger.
struct Definition {
    name: Text,
    kind: Text,
    /// The table that it belongs to.
    table: Text,
    sql: Option<Text>,
}

impl Definition {
    fn of(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            name: row.column(0)?,
            kind: row.column(1)?,
            table: row.column(2)?,
            sql: row.column(3)?,
        })
    }

    fn is_statistics(&self) -> bool {
        self.kind.as_ref() == "table" && STATISTICS.contains(&self.name.as_ref())
    }

    fn is_like(&self, other: &Self) -> bool {
        (&self.kind, &self.table, &self.sql) == (&other.kind, &other.table, &other.sql)
    }

    fn shown(&self) -> String {
        let [kind, name] = [&self.kind, &self.name].map(|text| printable(text.as_ref()));
        format!("{} {}", kind.limited(MAX_NAME), name.limited(MAX_NAME))
    }
}

/// Returns the first difference between the schema of a database and the schema of its version of `file`; `None` if
/// they are equal.
pub fn difference(connection: &Connection, file: DatabaseFile) -> rusqlite::Result<Option<String>> {
    let mut expected = BTreeMap::new();
    let own = Connection::open_in_memory()?;
    let version = version(connection, file)?.and_then(|version| usize::try_from(version).ok());
    for migration in file.migrations.iter().take(version.unwrap_or(0)) {
        own.execute_batch(migration)?;
    }
    each(&own, |definition| {
        expected.insert(definition.name.clone(), definition);
        true
    })?;
    let mut difference = None;
    each(connection, |definition| {
        difference = match expected.remove(&definition.name) {
            Some(ours) if ours.is_like(&definition) => None,
            Some(_) => Some(tr!(
                "unknown definition of the {definition}",
                definition = definition.shown()
            )),
            None if definition.is_statistics() => None,
            None => Some(tr!("unknown {definition}", definition = definition.shown())),
        };
        difference.is_none()
    })?;
    let missing = || {
        expected
            .values()
            .next()
            .map(|ours| tr!("no {definition}", definition = ours.shown()))
    };
    Ok(difference.or_else(missing))
}

/// Calls `take` for each definition until it returns false.
fn each(connection: &Connection, mut take: impl FnMut(Definition) -> bool) -> rusqlite::Result<()> {
    let mut statement =
        connection.prepare("SELECT name, type, tbl_name, sql FROM sqlite_schema")?;
    let mut rows = statement.query(())?;
    while let Some(row) = rows.next()? {
        if !take(Definition::of(row)?) {
            break;
        }
    }
    Ok(())
}
