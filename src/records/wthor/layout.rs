//! The layout of WTHOR files.

/// Bytes of a header.
pub(super) const HEADER: usize = 16;

/// Bytes of a game.
pub(super) const GAME: usize = 68;

/// The date at the beginning of a header: century, year, month and day.
pub(super) fn date(made: Option<jiff::civil::Date>) -> [u8; 4] {
    let made = made.unwrap_or(jiff::civil::date(2000, 1, 1));
    let [month, day] = [made.month(), made.day()].map(i8::unsigned_abs);
    let year = made.year();
    let [century, year] = [year / 100, year % 100].map(|part| u8::try_from(part).unwrap_or(0));
    [century, year, month, day]
}
