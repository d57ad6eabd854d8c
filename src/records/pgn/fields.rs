//! Parses and prints the tags of PGN, and the values in its comments.

use std::fmt::Write;

use crate::games::{Fen, FenError, Reversi, Setup, reversi};

use super::super::details::{number, set};
use super::super::{
    BoardPosition, Date, Format, GameRecord, Problem, Tag, Termination, TheoreticalScore,
    TimeSetting,
};
use super::token::{Token, TokenKind};
use super::{result, start};

/// The tags of a game.
#[derive(Default)]
pub struct GameTags<'a> {
    list: Vec<GameTag<'a>>,
}

struct GameTag<'a> {
    at: u64,
    name: &'a str,
    value: &'a str,
}

/// Tags that follow from the rest of a game.
const IMPLIED: [&str; 2] = ["SetUp", "PlyCount"];

/// The value of the date if nothing is known.
const UNKNOWN_DATE: &str = "????.??.??";

impl<'a> GameTags<'a> {
    pub fn of(tokens: &'a [Token]) -> Self {
        let tag = |token: &'a Token| match &token.kind {
            TokenKind::Tag { name, value } => Some(GameTag {
                at: token.at,
                name,
                value,
            }),
            _ => None,
        };
        Self {
            list: tokens.iter().filter_map(tag).collect(),
        }
    }

    /// Whether White is named before Black, as in chess.
    pub fn is_white_first(&self) -> bool {
        let place = |name: &str| self.list.iter().position(|tag| tag.is(name));
        place("White")
            .zip(place("Black"))
            .is_some_and(|(white, black)| white < black)
    }

    /// The start, if a tag states one. An error has the byte offset of the tag.
    pub fn start(&self) -> Result<Option<BoardPosition>, (u64, Problem)> {
        let Some(tag) = self.list.iter().find(|tag| tag.is("FEN")) else {
            return Ok(None);
        };
        position(tag.value)
            .map(Some)
            .map_err(|problem| (tag.at, problem))
    }

    /// A record with the details of the game. Tags without a field are kept.
    pub fn details(&self) -> GameRecord {
        let mut details = GameRecord::new();
        let clock = self
            .list
            .iter()
            .find(|tag| tag.is("Time"))
            .map(|tag| clock(tag.value));
        for tag in &self.list {
            let value = tag.value.trim();
            let is_taken = value.is_empty() || value == "?" || tag.is("FEN");
            if is_taken || IMPLIED.iter().any(|name| tag.is(name)) {
                continue;
            }
            if !take(&mut details, &tag.name.to_ascii_lowercase(), value) {
                let name = tag.name.to_owned();
                let value = tag.value.to_owned();
                details.tags.push(Tag {
                    format: Format::Pgn,
                    name,
                    value,
                });
            }
        }
        if let (Some(date), Some(clock)) = (&mut details.date, clock) {
            date.clock = clock;
            details
                .tags
                .retain(|tag| !tag.name.eq_ignore_ascii_case("Time"));
        }
        let ending = self.list.iter().find(|tag| tag.is("Termination"));
        let ending = ending.and_then(|tag| result::termination(tag.value));
        if let (Some(result), Some(ending)) = (&mut details.result, ending) {
            result.ending = ending;
            details
                .tags
                .retain(|tag| !tag.name.eq_ignore_ascii_case("Termination"));
        }
        details
    }
}

impl GameTag<'_> {
    fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// Stores a tag in a record. Returns false if the tag or its value is unknown.
fn take(record: &mut GameRecord, name: &str, value: &str) -> bool {
    let [black, white] = &mut record.players;
    match name {
        "event" => value.clone_into(&mut record.event),
        "site" => value.clone_into(&mut record.place),
        "black" => value.clone_into(&mut black.name),
        "white" => value.clone_into(&mut white.name),
        "blackelo" if value != "-" => return set(&mut black.rating, number(value)),
        "whiteelo" if value != "-" => return set(&mut white.rating, number(value)),
        "date" if value == UNKNOWN_DATE => {}
        "date" => return set(&mut record.date, date(value)),
        "utcdate" if record.date.is_none() => {
            return set(&mut record.date, date(value));
        }
        "result" if result::is_unknown(value) => {}
        "result" => return set(&mut record.result, result::parsed(value)),
        "timecontrol" => return set(&mut record.time, time(value)),
        "theoreticalscore" => {
            return set(&mut record.theoretical, theoretical(value));
        }
        _ => return false,
    }
    true
}

/// Parses `2011.05.03`, also with unknown parts (`2011.??.??`, `2011.0.0`) or other separators.
fn date(text: &str) -> Option<Date> {
    let is_known = |part: &&str| !part.bytes().all(|byte| b"?0".contains(&byte));
    Date::of_parts(text.split(['.', '-', '/']).take_while(is_known), "")
}

/// The time of day as in other formats: `12:05:03`, also from `12.5.3`.
fn clock(text: &str) -> String {
    let parts: Vec<Option<u8>> = text.split('.').map(|part| part.parse().ok()).collect();
    match parts[..] {
        [Some(hour), Some(minute), Some(second)] => format!("{hour:02}:{minute:02}:{second:02}"),
        _ => text.split_whitespace().collect::<Vec<_>>().join("."),
    }
}

/// Parses the seconds of the main time, the increment and the overtime: `300+5:120`.
fn time(text: &str) -> Option<TimeSetting> {
    let (main, extension) = text.split_once(':').unwrap_or((text, "0"));
    let (main, increment) = main.split_once('+').unwrap_or((main, "0"));
    let seconds = |text: &str| text.parse().ok().filter(|_| !text.starts_with('+'));
    Some(TimeSetting {
        main: seconds(main)?,
        increment: seconds(increment)?,
        extension: seconds(extension)?,
    })
}

fn shown_time(
    TimeSetting {
        main,
        increment,
        extension,
    }: TimeSetting,
) -> String {
    let mut text = main.to_string();
    if increment > 0 {
        let _ = write!(text, "+{increment}");
    }
    if extension > 0 {
        let _ = write!(text, ":{extension}");
    }
    text
}

/// Parses `36-28 at 22`: the discs with perfect play from a number of empty squares.
fn theoretical(text: &str) -> Option<TheoreticalScore> {
    let (discs, empties) = text.split_once(" at ")?;
    let (black, white) = discs.split_once('-')?;
    let [black, white, empties] = [black, white, empties].map(|text| text.parse::<u8>().ok());
    let black = black?;
    let empties = empties?;
    (black.checked_add(white?) == Some(64) && empties <= 60)
        .then_some(TheoreticalScore { empties, black })
}

/// Parses a start. The rows of a position with the letters of chess (`p` for Black, `P` for White) begin at the
/// bottom, as Edax and chess programs write it; the boards of others at the top.
fn position(text: &str) -> Result<BoardPosition, Problem> {
    if let Ok(board) = text.parse() {
        return Ok(board);
    }
    let (board, rest) = text
        .trim()
        .split_once(char::is_whitespace)
        .unwrap_or((text.trim(), ""));
    let board = if board.contains(['p', 'P']) {
        let rows: Vec<String> = board
            .rsplit('/')
            .map(|row| row.replace('p', "X").replace('P', "O"))
            .collect();
        rows.join("/")
    } else {
        board.to_owned()
    };
    let fen = Fen::parse(&format!("{board} {rest}"))?;
    let read = reversi::INFO
        .read
        .ok_or(FenError::Unsupported(reversi::INFO.name))?;
    let game = read(&fen, Setup::default())?;
    let board = game
        .as_any()
        .downcast_ref::<Reversi>()
        .map(BoardPosition::from);
    Ok(BoardPosition {
        turn: fen.turn,
        ..board.unwrap_or(BoardPosition::START)
    })
}

/// Parses `h:mm:ss`, possibly with decimals or shortened, as seconds.
pub fn seconds(text: &str) -> Option<f64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    if !whole.contains(':') {
        return number(text).filter(|seconds| *seconds >= 0.0);
    }
    let mut sum = 0_u64;
    for part in whole.split(':') {
        let is_number = part.bytes().all(|byte| byte.is_ascii_digit());
        let part: u64 = part.parse().ok().filter(|_| is_number)?;
        sum = sum.checked_mul(60)?.checked_add(part)?;
    }
    // The text of the sum, so that the decimals are the same in every form.
    number(&format!("{sum}.{decimals}"))
}

/// The result as a word.
pub fn shown_result(record: &GameRecord) -> String {
    record
        .outcome()
        .map_or_else(|| "*".to_owned(), result::shown)
}

/// Prints the tags.
pub fn print(record: &GameRecord) -> String {
    let mut tags: Vec<&Tag> = record
        .tags
        .iter()
        .filter(|tag| tag.format == Format::Pgn)
        .collect();
    let mut text = String::new();
    for (name, value) in fields(record) {
        let known = tags
            .iter()
            .position(|tag| tag.name.eq_ignore_ascii_case(name));
        let known = known.map(|index| tags.remove(index).value.as_str());
        let is_unknown = value.is_empty() || result::is_unknown(&value);
        let value = match known {
            // Keep a value that couldn't be parsed.
            Some(known) if is_unknown => known,
            _ if value.is_empty() => unknown(name),
            _ => &value,
        };
        if !value.is_empty() {
            print_tag(&mut text, name, value);
        }
    }
    for tag in tags {
        print_tag(&mut text, &tag.name, &tag.value);
    }
    text
}

/// The tags with the fields of a record. Unknown values are empty.
fn fields(record: &GameRecord) -> [(&'static str, String); 15] {
    let [black, white] = &record.players;
    let rating =
        |number: Option<f64>| number.map_or_else(String::new, |number| (number + 0.0).to_string());
    let date = record.date.as_ref();
    let ending = record
        .result
        .map_or(Termination::Played, |result| result.ending);
    let is_usual = record.start() == BoardPosition::START;
    let fen = if is_usual {
        String::new()
    } else {
        start::shown_start(record.start())
    };
    [
        ("Event", record.event.clone()),
        ("Site", record.place.clone()),
        ("Date", date.map_or_else(String::new, shown_date)),
        ("Round", String::new()),
        ("Black", black.name.clone()),
        ("White", white.name.clone()),
        ("Result", shown_result(record)),
        ("BlackElo", rating(black.rating)),
        ("WhiteElo", rating(white.rating)),
        (
            "TimeControl",
            record.time.map_or_else(String::new, shown_time),
        ),
        (
            "Time",
            date.map_or_else(String::new, |date| date.clock.clone()),
        ),
        ("Termination", result::shown_termination(ending).to_owned()),
        (
            "TheoreticalScore",
            record
                .theoretical
                .map_or_else(String::new, shown_theoretical),
        ),
        ("SetUp", if is_usual { "" } else { "1" }.to_owned()),
        ("FEN", fen),
    ]
}

/// The value of a tag that every game needs if nothing is known; empty for other tags.
fn unknown(name: &str) -> &'static str {
    match name {
        "Date" => UNKNOWN_DATE,
        "Event" | "Site" | "Round" | "Black" | "White" => "?",
        _ => "",
    }
}

fn shown_theoretical(TheoreticalScore { empties, black }: TheoreticalScore) -> String {
    format!("{black}-{} at {empties}", 64_u8.saturating_sub(black))
}

fn print_tag(text: &mut String, name: &str, value: &str) {
    let value: String = value
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

fn shown_date(date: &Date) -> String {
    let part = |part: Option<u8>| part.map_or_else(|| "??".to_owned(), |part| format!("{part:02}"));
    format!("{:04}.{}.{}", date.year, part(date.month), part(date.day))
}
