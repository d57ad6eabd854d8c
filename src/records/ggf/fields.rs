//! Parses and prints the values of GGF properties.

use std::fmt::Write;

use jiff::{Timestamp, tz::TimeZone};

use crate::games::Player;

use super::super::details::{difference, number, set};
use super::super::{
    BoardPosition, Date, Format, GameRecord, GameResult, Problem, RecordedMove, Termination,
    TimeSetting,
};

/// Parses `8 ---...--- *`: the size, 64 squares and the side to move.
pub fn board(value: &str) -> Result<BoardPosition, (usize, Problem)> {
    let text = value.trim_start();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (size, squares) = text.split_at(digits);
    if size != "8" {
        return Err((0, Problem::OtherSize(size.to_owned())));
    }
    let skipped = value.len() - squares.len();
    squares
        .parse()
        .map_err(|error: super::super::BoardError| (skipped + error.at(), error.into()))
}

/// Whether a game type has 8x8 squares: `8`, optionally with letters for variants of the start.
/// `NTest` writes `0` and leaves the size to the board. Control characters are printed as blanks, so they count as
/// blanks.
pub fn is_ordinary_type(value: &str) -> bool {
    let is_blank = |character: char| character.is_whitespace() || character.is_control();
    let digits: String = value
        .trim_start_matches(is_blank)
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    matches!(&*digits, "" | "0" | "8" | "88")
}

/// Whether a type is that of Reversed Reversi, such as `8a`; GGS calls it anti.
pub fn is_anti(value: &str) -> bool {
    value.contains(['a', 'A'])
}

/// Stores a property in a record. Returns false if the property or its value is unknown.
pub fn take(record: &mut GameRecord, name: &str, value: &str) -> bool {
    let [black, white] = &mut record.players;
    let text = value.trim();
    match name {
        "PB" => text.clone_into(&mut black.name),
        "PW" => text.clone_into(&mut white.name),
        "PC" => text.clone_into(&mut record.place),
        "EV" => text.clone_into(&mut record.event),
        "RB" => return set(&mut black.rating, number(text)),
        "RW" => return set(&mut white.rating, number(text)),
        "DT" => return set(&mut record.date, date(text)),
        "TI" => return set(&mut record.time, time(text)),
        "RE" if text == "?" => {}
        "RE" => return set(&mut record.result, result(text)),
        // These types add nothing to the board.
        "TY" => return matches!(text, "0" | "8"),
        _ => return false,
    }
    true
}

/// Parses a time as seconds: `12.5`, `1:12.5` or `1:00:12`.
pub fn seconds(text: &str) -> Option<f64> {
    let mut sum = 0.0;
    for part in text.split(':') {
        sum = sum * 60.0 + number(part).filter(|seconds| *seconds >= 0.0)?;
    }
    Some(sum).filter(|sum| sum.is_finite())
}

/// Parses `2003.12.15_12:33:18.MST`, `2014-01-29 23:05:30 GMT`, or the seconds since 1970 of old files.
fn date(text: &str) -> Option<Date> {
    let is_end = |character: char| character == '_' || character.is_whitespace();
    let (day, clock) = text.split_once(is_end).unwrap_or((text, ""));
    if let Ok(seconds) = day.parse()
        && day.len() > 4
    {
        let zoned = Timestamp::from_second(seconds)
            .ok()?
            .to_zoned_datetime(TimeZone::UTC);
        let year = zoned.year();
        let month = zoned.month();
        let day = zoned.day();
        let clock = zoned.strftime("%H:%M:%S.UTC").to_string();
        let month = month.unsigned_abs();
        let day = day.unsigned_abs();
        return Some(Date {
            clock,
            ..Date::of_day(u16::try_from(year).ok()?, month, day)
        });
    }
    let clock = clock.split_whitespace().collect::<Vec<_>>().join(".");
    Date::first_of(day).map(|date| Date { clock, ..date })
}

/// Parses `05:00//02:00`: main time, increment and extension.
fn time(text: &str) -> Option<TimeSetting> {
    let mut parts = text.split('/').map(|part| {
        if part.is_empty() {
            Some(0)
        } else {
            whole(part)
        }
    });
    let mut next = || parts.next().unwrap_or(Some(0));
    let setting = TimeSetting {
        main: next()?,
        increment: next()?,
        extension: next()?,
    };
    parts.next().is_none().then_some(setting)
}

fn whole(text: &str) -> Option<u32> {
    text.split(':').try_fold(0_u32, |sum, part| {
        sum.checked_mul(60)?.checked_add(part.parse().ok()?)
    })
}

/// Parses `+4.000`, optionally with `:r` (resigned), `:t` (out of time) or `:s` (agreed).
fn result(text: &str) -> Option<GameResult> {
    let (discs, flag) = text.split_once(':').unwrap_or((text, ""));
    let ending = match flag {
        "" => Termination::Played,
        "r" => Termination::Resigned,
        "t" => Termination::OutOfTime,
        "s" => Termination::Agreed,
        _ => return None,
    };
    difference(discs).map(|difference| GameResult::by_difference(difference, ending))
}

pub fn print(record: &GameRecord) -> String {
    let mut text = "(;GM[Othello]".to_owned();
    let mut add = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = write!(text, "{name}[{}]", clean(value));
        }
    };
    let [black, white] = &record.players;
    let shown =
        |number: Option<f64>| number.map_or_else(String::new, |number| (number + 0.0).to_string());
    add("PC", &record.place);
    add("EV", &record.event);
    add(
        "DT",
        &record.date.as_ref().map_or_else(String::new, shown_date),
    );
    add("PB", &black.name);
    add("PW", &white.name);
    add("RB", &shown(black.rating));
    add("RW", &shown(white.rating));
    add("TI", &record.time.map_or_else(String::new, shown_time));
    let tags: Vec<_> = record
        .tags
        .iter()
        .filter(|tag| tag.format == Format::Ggf)
        .collect();
    let has = |name: &str| tags.iter().any(|tag| tag.name == name);
    let is_known = record.result.is_none() && has("RE");
    if !has("TY") {
        add("TY", "8");
    }
    for tag in tags {
        add(&tag.name, &tag.value);
    }
    // Keep an unknown result unchanged.
    if !is_known {
        add(
            "RE",
            &record
                .outcome()
                .map_or_else(|| "?".to_owned(), shown_result),
        );
    }
    add("BO", &shown_board(record.start()));
    for mv in record.moves() {
        text += &shown_move(mv);
    }
    text + ";)\n"
}

fn clean(value: &str) -> String {
    value
        .replace('[', "(")
        .replace(']', ")")
        .replace(|character: char| character.is_control(), " ")
}

fn shown_date(date: &Date) -> String {
    let mut text = date.to_string().replace('-', ".");
    if !date.clock.is_empty() {
        let _ = write!(text, "_{}", date.clock);
    }
    text
}

fn shown_time(time: TimeSetting) -> String {
    let shown = |seconds: u32| {
        let minutes = seconds / 60;
        let seconds = seconds % 60;
        if minutes < 60 {
            format!("{minutes:02}:{seconds:02}")
        } else {
            format!("{}:{:02}:{seconds:02}", minutes / 60, minutes % 60)
        }
    };
    let part = |seconds| {
        if seconds == 0 {
            String::new()
        } else {
            shown(seconds)
        }
    };
    format!(
        "{}/{}/{}",
        shown(time.main),
        part(time.increment),
        part(time.extension)
    )
}

/// Prints a result. The format has no winner without a difference, but servers count a resigned or timed-out
/// game as lost by 64 discs.
fn shown_result(result: GameResult) -> String {
    let is_given_up = matches!(
        result.ending,
        Termination::Resigned | Termination::OutOfTime
    );
    let all = || {
        let winner = result.winner.filter(|_| is_given_up)?;
        Some(if winner == Player::Black { 64.0 } else { -64.0 })
    };
    let Some(difference) = result.difference.or_else(all) else {
        return "?".to_owned();
    };
    let flag = match result.ending {
        Termination::Played | Termination::Forfeited => "",
        Termination::Resigned => ":r",
        Termination::OutOfTime => ":t",
        Termination::Agreed => ":s",
    };
    // Adding zero turns -0 into +0.
    format!("{:+.3}{flag}", difference + 0.0)
}

fn shown_board(board: BoardPosition) -> String {
    let disc = |player| if player == Player::Black { '*' } else { 'O' };
    let mut text = "8".to_owned();
    for square in 0..64 {
        if square % 8 == 0 {
            text.push(' ');
        }
        text.push(board.disc(square).map_or('-', disc));
    }
    text.push(' ');
    text.push(disc(board.turn));
    text
}

fn shown_move(mv: &RecordedMove) -> String {
    let side = if mv.player == Player::Black { 'B' } else { 'W' };
    let name = mv
        .square
        .map_or_else(|| "PA".to_owned(), |square| square.to_string());
    let shown = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
    // Omit numbers that the format can't represent.
    let evaluation = shown(mv.evaluation.filter(|number| number.is_finite()));
    let seconds = shown(
        mv.seconds
            .filter(|number| number.is_finite() && *number >= 0.0),
    );
    match (evaluation.is_empty(), seconds.is_empty()) {
        (true, true) => format!("{side}[{name}]"),
        (false, true) => format!("{side}[{name}/{evaluation}]"),
        (_, false) => format!("{side}[{name}/{evaluation}/{seconds}]"),
    }
}
