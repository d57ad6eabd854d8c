//! Values of rows. Texts are escaped on their way out of a database, because anybody may have written them.

use std::borrow::Cow;

use rusqlite::Row;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use thiserror::Error;

use crate::base::language::tr;
use crate::base::text::printable;

/// A text of a database, with unprintable characters escaped.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Text(String);

/// The error returned for a text of a database that can't be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
enum NotText {
    #[error("{}", tr!("a text is not UTF-8"))]
    Encoding,
    #[error("{}", tr!("a name is missing"))]
    Missing,
}

impl From<Text> for String {
    fn from(text: Text) -> Self {
        text.0
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl FromSql for Text {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        raw(value).map(|text| Self(printable(text).to_cow().into_owned()))
    }
}

fn raw(value: ValueRef<'_>) -> FromSqlResult<&str> {
    let error = |error: NotText| FromSqlError::Other(Box::new(error));
    match value {
        ValueRef::Text(bytes) => str::from_utf8(bytes).map_err(|_| error(NotText::Encoding)),
        ValueRef::Null => Err(error(NotText::Missing)),
        _ => Err(FromSqlError::InvalidType),
    }
}

/// A type of columns that contains no unescaped text.
pub trait Column: FromSql {}

impl Column for Text {}
impl Column for bool {}
impl Column for i32 {}
impl Column for i64 {}
impl Column for u8 {}
impl Column for u32 {}
impl<T: Column> Column for Option<T> {}

/// Access to the columns of a row, by their numbers from 0. Clippy refuses other access.
pub trait Columns {
    fn column<T: Column>(&self, number: usize) -> rusqlite::Result<T>;

    /// An escaped text, which is copied only if it contains unprintable characters.
    fn text(&self, number: usize) -> rusqlite::Result<Cow<'_, str>>;

    /// The bytes of a text, for comparisons. They must not be shown.
    fn unescaped(&self, number: usize) -> rusqlite::Result<&[u8]>;
}

#[expect(clippy::disallowed_methods, reason = "this is the only access")]
impl Columns for Row<'_> {
    fn column<T: Column>(&self, number: usize) -> rusqlite::Result<T> {
        self.get(number)
    }

    fn text(&self, number: usize) -> rusqlite::Result<Cow<'_, str>> {
        let text = raw(self.get_ref(number)?)?;
        Ok(match printable(text).to_cow() {
            Cow::Borrowed(_) => Cow::Borrowed(text),
            Cow::Owned(escaped) => Cow::Owned(escaped),
        })
    }

    fn unescaped(&self, number: usize) -> rusqlite::Result<&[u8]> {
        match self.get_ref(number)? {
            ValueRef::Text(bytes) => Ok(bytes),
            _ => Ok(&[]),
        }
    }
}
