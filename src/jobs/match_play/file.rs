//! The file that each game is written to as it ends, and that a later run can go on with.

use std::io::Read;

use super::super::out::WholeLines;
use super::super::{JobError, Out};
use super::line;
use crate::matches::{Game, Match};
use crate::records::{Date, Format, read};

pub(super) struct GamesFile {
    lines: WholeLines,
    /// That of the match.
    mark: String,
    kind: Kind,
    /// The games that earlier runs have written.
    earlier: Vec<Game>,
}

/// What games are written as, a line each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Ggf,
}

impl Kind {
    fn print(self, mark: &str, game: &Game) -> String {
        if self == Self::Text {
            return line::print(mark, game) + "\n";
        }
        let mut record = game.record.clone();
        record.event = line::label(mark, game);
        "reversi".clone_into(&mut record.place);
        record.date = Some(now());
        let printed = Format::Ggf.open().print(&record).unwrap_or_default();
        String::from_utf8_lossy(&printed).into_owned()
    }

    /// The game of a line, the twin of [`print`](Self::print); `None` if it is none.
    fn parse(self, mark: &str, text: &str) -> Option<Game> {
        if self == Self::Text {
            return line::parse(mark, text);
        }
        let mut records = read(Format::Ggf, text.as_bytes());
        let mut record = records.next()?.ok()?.record;
        let label = std::mem::take(&mut record.event);
        let claimed = line::difference(&record);
        let game = line::game(mark, &label, record)?;
        let is_so = line::difference(&game.record) == claimed;
        (is_so && records.next().is_none()).then_some(game)
    }
}

/// The day and the time of the day, in GMT.
fn now() -> Date {
    let now = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC);
    Date { clock: now.strftime("%H:%M:%S.GMT").to_string(), ..Date::of_calendar(now.date()) }
}

impl GamesFile {
    /// Opens the file and reads the games in it, which have to be of this match. A last line without
    /// an end is what a killed run has left, and is dropped.
    pub(super) fn open(out: &Out, the_match: &Match) -> Result<Self, JobError> {
        let mut lines = out.open()?;
        let mark = the_match.mark();
        let is_ggf = out.path.extension().is_some_and(|end| end.eq_ignore_ascii_case("ggf"));
        let kind = if is_ggf { Kind::Ggf } else { Kind::Text };
        let mut text = Vec::new();
        lines.file.read_to_end(&mut text).map_err(|source| lines.unreadable(source))?;
        let length = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let mut earlier: Vec<Game> = Vec::new();
        let mut is_played = vec![false; the_match.games()];
        for (index, bytes) in text[..length].split_inclusive(|&byte| byte == b'\n').enumerate() {
            // Only the end of the line: a game without a move ends in a tab.
            let text = std::str::from_utf8(bytes).map(|text| text.trim_end_matches(['\r', '\n']));
            let game = text.ok().and_then(|text| kind.parse(&mark, text));
            let game = game.filter(|game| {
                is_of(the_match, game) && !std::mem::replace(&mut is_played[game.number - 1], true)
            });
            earlier.push(game.ok_or_else(|| lines.foreign(index + 1))?);
        }
        lines.length = length as u64;
        lines.cut()?;
        Ok(Self { lines, mark, kind, earlier })
    }

    /// The games that earlier runs have written.
    pub(super) fn take_earlier(&mut self) -> Vec<Game> {
        std::mem::take(&mut self.earlier)
    }

    /// Writes a game at once, so that a killed run leaves no more than one torn line.
    pub(super) fn write(&mut self, game: &Game) -> Result<(), JobError> {
        self.lines.write(&self.kind.print(&self.mark, game))
    }
}

/// Whether a game is one that this match would have played: its players, and its opening.
fn is_of(the_match: &Match, game: &Game) -> bool {
    let Some(opening) = the_match.opening(game.number) else { return false };
    let names = the_match.names(game.number);
    let mut squares = game.record.moves().iter().filter_map(|mv| mv.square);
    let has_opening = opening.squares().iter().all(|&square| squares.next() == Some(square));
    has_opening && game.record.players.iter().zip(names).all(|(player, name)| player.name == name)
}
