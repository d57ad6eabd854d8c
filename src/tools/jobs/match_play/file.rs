//! The resumable game file of a match.

use super::line;
use crate::base::files::{Beginning, Output, ResumableFile};
use crate::records::{Date, Format, read};
use crate::tools::matches::{Game, Match};
use crate::tools::run::ToolError;

pub(super) struct GamesFile {
    file: ResumableFile,
    mark: String,
    /// Whether games are written as GGF, otherwise as text; always one per line.
    is_ggf: bool,
    earlier: Vec<Game>,
}

fn now() -> Date {
    let now = jiff::Timestamp::now().to_zoned_datetime(jiff::tz::TimeZone::UTC);
    Date { clock: now.strftime("%H:%M:%S.GMT").to_string(), ..Date::of_calendar(now.date()) }
}

impl GamesFile {
    /// Opens the file and reads its games, which must belong to this match.
    pub(super) fn open(output: &Output, the_match: &Match) -> Result<Self, ToolError> {
        let file = ResumableFile::open(output, Beginning::Start(""))?;
        let mark = the_match.mark();
        let is_ggf = output.path.extension().is_some_and(|end| end.eq_ignore_ascii_case("ggf"));
        let mut games = Self { file, mark, is_ggf, earlier: Vec::new() };
        let mut is_played = vec![false; the_match.games()];
        while let Some(line) = games.file.next_earlier()? {
            // Trim only the line end: a game without moves ends in a tab.
            let game = games.parse(line.trim_end_matches('\r')).filter(|game| {
                is_of(the_match, game) && !std::mem::replace(&mut is_played[game.number - 1], true)
            });
            let game = game.ok_or_else(|| games.file.foreign())?;
            games.earlier.push(game);
        }
        Ok(games)
    }

    pub(super) fn take_earlier(&mut self) -> Vec<Game> {
        std::mem::take(&mut self.earlier)
    }

    /// Writes a game at once, so that a killed run leaves at most one incomplete line.
    pub(super) fn write(&mut self, game: &Game) -> Result<(), ToolError> {
        Ok(self.file.write(&self.print(game))?)
    }

    fn print(&self, game: &Game) -> String {
        if !self.is_ggf {
            return line::print(&self.mark, game) + "\n";
        }
        let mut record = game.record.clone();
        record.event = line::label(&self.mark, game);
        "reversi".clone_into(&mut record.place);
        record.date = Some(now());
        let printed = Format::Ggf.open().print(&record).unwrap_or_default();
        String::from_utf8_lossy(&printed).into_owned()
    }

    /// Parses a line, the inverse of [`print`](Self::print); `None` if it is not a game.
    fn parse(&self, text: &str) -> Option<Game> {
        if !self.is_ggf {
            return line::parse(&self.mark, text);
        }
        let mut records = read(Format::Ggf, text.as_bytes());
        let mut record = records.next()?.ok()?.record;
        let label = std::mem::take(&mut record.event);
        let claimed = line::difference(&record);
        let game = line::game(&self.mark, &label, record)?;
        let is_so = line::difference(&game.record) == claimed;
        (is_so && records.next().is_none()).then_some(game)
    }
}

fn is_of(the_match: &Match, game: &Game) -> bool {
    let Some(opening) = the_match.opening(game.number) else { return false };
    let names = the_match.names(game.number);
    let mut squares = game.record.moves().iter().filter_map(|mv| mv.square);
    let has_opening = opening.squares().iter().all(|&square| squares.next() == Some(square));
    has_opening && game.record.players.iter().zip(names).all(|(player, name)| player.name == name)
}
