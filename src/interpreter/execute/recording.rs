//! The commands for game records: import, export, paste and setboard.

use std::path::Path;

use super::{ExecuteError, Interpreter, RecordError, Step};
use crate::base::files::{NewFile, is_free};
use crate::base::text::{printable, printable_path, today};
use crate::games::reversi::INFO;
use crate::interpreter::awaiting::{Awaiting, MissingSide};
use crate::interpreter::command::Command;
use crate::interpreter::files::left_game;
use crate::interpreter::progress::{Progress, Purpose};
use crate::interpreter::reading::{MAX_PASTE_BYTES, ReadRecord, RecordSource, game_of};
use crate::interpreter::reply::{Event, Marks, Reply};
use crate::interpreter::report::RecordReport;
use crate::players::Stop;
use crate::records::{
    BoardError, BoardPosition, Format, GameRecord, ReadError, RecordFileError, Sink, Source,
    ends_with_tag, format_of_output,
};
use crate::report::page::is_page;
use crate::session::{CurrentGame, Icons};
use crate::study::{Choice, Library, Skipped};

impl Interpreter {
    pub(super) fn import(
        &mut self,
        file: &str,
        number: usize,
        missing: MissingSide,
    ) -> Result<Step, ExecuteError> {
        let source = RecordSource::open(file)?.assuming(missing.assumed());
        let read = move |stop: &Stop, report: &mut dyn FnMut(Progress)| {
            let found = source.record(number, stop, report);
            (source.shown, found)
        };
        let command = Command::Import {
            file: file.to_owned(),
            number,
        };
        Ok(self.hand_out(
            Purpose::Records,
            read,
            move |interpreter, (file, found), _| {
                let ReadRecord {
                    record,
                    skipped,
                    has_more: more,
                    unread,
                } = match found {
                    Err(error) if error.is_missing_side() => {
                        return interpreter.ask_for_side(command, error, missing);
                    }
                    found => found?,
                };
                interpreter.take_record(record, |record, switched_to| Event::Imported {
                    file,
                    number,
                    more,
                    record,
                    switched_to,
                    skipped,
                    unread,
                })
            },
        ))
    }

    pub(super) fn export(&mut self, file: String, force: bool) -> Result<Step, ExecuteError> {
        let path = Path::new(&file);
        if is_page(path) {
            return self.export_page(file, force);
        }
        let current = self.session.require()?;
        let extension = path.extension().unwrap_or_default();
        if extension.eq_ignore_ascii_case("gif") {
            return self.export_animation(file, force);
        }
        let shown = || printable(&file).to_string();
        if extension.eq_ignore_ascii_case("png") {
            return Err(RecordError::Png(shown()).into());
        }
        let format = format_of_output(path).map_err(|_| RecordError::GameExtension(shown()))?;
        let record = self.record(current, format)?;
        let mut sink = sink_of(path, force)?;
        sink.add(&record).map_err(RecordError::from)?;
        sink.finish().map_err(RecordError::from)?;
        Ok(Step::Done(self.reply(Event::Exported {
            file: shown(),
            format: format.name(),
            skipped: Skipped::default(),
        })))
    }

    pub(super) fn export_library(
        &mut self,
        file: String,
        force: bool,
    ) -> Result<Step, ExecuteError> {
        // Report these errors at once, before the work starts.
        let path = Path::new(&file).to_owned();
        let format = format_of_output(&path).map_err(RecordError::from)?.name();
        if !force && !is_free(&path) {
            return Err(RecordError::AlreadyExists(printable(&file).to_string()).into());
        }
        let store = self.files.store.clone();
        Ok(self.work_on_library(Purpose::Library, move |stop, _| {
            let mut library = Library::open_to_read(&store)?.stopping_on(stop)?;
            if library.count()? == 0 {
                return Err(ExecuteError::NoGames { total: 0 });
            }
            let mut sink = sink_of(&path, force)?;
            let mut result = Ok(());
            library.each(&Choice::of(&[]), |_, game| {
                result = sink.add(&game.record);
                result.is_ok()
            })?;
            result
                .and_then(|()| sink.finish())
                .map_err(RecordError::from)?;
            let skipped = library.take_skipped();
            Ok(Event::Exported {
                file: printable(&file).to_string(),
                format,
                skipped,
            })
        }))
    }

    /// Writes a file that is not a record, such as a picture. `format` is for the reply. An existing file is
    /// overwritten only with `force`.
    pub fn write_file(
        &self,
        file: &str,
        force: bool,
        format: &'static str,
        bytes: &[u8],
    ) -> Result<Reply, ExecuteError> {
        write_file(Path::new(file), bytes, force)?;
        let file = printable(file).to_string();
        let skipped = Skipped::default();
        Ok(self.reply(Event::Exported {
            file,
            format,
            skipped,
        }))
    }

    pub(super) fn paste(&mut self, text: &str, missing: MissingSide) -> Result<Step, ExecuteError> {
        if text.is_empty() {
            self.awaiting = Some(Awaiting::Paste {
                text: String::new(),
                missing,
            });
            return Ok(Step::Done(self.reply(Event::Pasting)));
        }
        let unreadable = |source| {
            let path = "it".into();
            RecordError::from(RecordFileError { path, source })
        };
        let source = Source::open(text.as_bytes(), None).map_err(unreadable)?;
        let mut source = source.assuming(missing.assumed());
        let first = match source.next() {
            None => return Err(RecordError::NothingPasted.into()),
            Some(Err(ReadError::Bad(bad))) if bad.is_missing_side() => {
                let command = Command::Paste {
                    text: text.to_owned(),
                };
                return self.ask_for_side(command, RecordError::Pasted(bad), missing);
            }
            Some(Err(ReadError::Bad(bad))) => Err(bad),
            Some(Err(ReadError::Io(source))) => return Err(unreadable(source).into()),
            Some(Ok(entry)) => Ok(entry),
        };
        let (record, skipped) = game_of(first).map_err(RecordError::Pasted)?;
        let format = source.format().name();
        let further = source.by_ref().count();
        let unread = source.take_unread().map(|unread| unread.to_string());
        let ignored = (further > 0).then_some(further);
        self.take_record(record, |record, switched_to| Event::Pasted {
            format,
            record,
            switched_to,
            skipped,
            unread,
            ignored,
        })
    }

    /// Adds a line to the pasted text. An empty line ends it, except between tags and moves.
    pub(super) fn paste_line(
        &mut self,
        mut text: String,
        line: &str,
        missing: MissingSide,
    ) -> Result<Step, ExecuteError> {
        // PGN has an empty line between its tags and its moves.
        if line.trim().is_empty() && !ends_with_tag(&text) {
            return self.end_paste(&text, missing);
        }
        // One extra byte marks the text as too long. The remaining lines are not commands.
        text.extend(
            line.chars()
                .chain(['\n'])
                .take((MAX_PASTE_BYTES + 1).saturating_sub(text.len())),
        );
        self.awaiting = Some(Awaiting::Paste { text, missing });
        Ok(Step::Done(self.reply(Event::Pasting)))
    }

    /// Ends a paste at the end of the input. Returns `None` if nothing was being pasted.
    pub fn finish_paste(&mut self) -> Option<Result<Step, ExecuteError>> {
        match self.awaiting.take()? {
            Awaiting::Paste { text, missing } => Some(self.end_paste(&text, missing)),
            Awaiting::Move(_)
            | Awaiting::Side(_)
            | Awaiting::Confirmation { .. }
            | Awaiting::Quit => None,
        }
    }

    fn end_paste(&mut self, text: &str, missing: MissingSide) -> Result<Step, ExecuteError> {
        if text.len() > MAX_PASTE_BYTES {
            return Err(RecordError::TooLong.into());
        }
        if text.trim().is_empty() {
            return Err(RecordError::NothingPasted.into());
        }
        self.paste(text, missing)
    }

    pub(super) fn set_board(
        &mut self,
        text: &str,
        missing: MissingSide,
    ) -> Result<Step, ExecuteError> {
        let board = match (text.parse(), missing.assumed()) {
            (Err(BoardError::MissingSide), Some(turn)) => {
                BoardPosition::parse_with_turn(text, turn).map_err(RecordError::from)?
            }
            (Err(error @ BoardError::MissingSide), None) => {
                let command = Command::SetBoard {
                    text: text.to_owned(),
                };
                return self.ask_for_side(command, error.into(), missing);
            }
            (board, _) => board.map_err(RecordError::from)?,
        };
        let info = self.session.info();
        let info = if info.has_boards { info } else { &INFO };
        let game = CurrentGame::from_board(info, board)?;
        let switched_to = self.switched_to(&game);
        self.take(game, self.session.icons(), Event::BoardSet { switched_to })
    }

    pub(super) fn take_record(
        &mut self,
        record: GameRecord,
        event: impl FnOnce(RecordReport, Option<&'static str>) -> Event,
    ) -> Result<Step, ExecuteError> {
        let game = CurrentGame::from_record(&record)?;
        let event = event(RecordReport::from(&record), self.switched_to(&game));
        self.take(game.with_source(record), self.session.icons(), event)
    }

    /// Replaces the current game and its icons.
    pub(super) fn take(
        &mut self,
        game: CurrentGame,
        icons: Icons,
        event: Event,
    ) -> Result<Step, ExecuteError> {
        let left = self.put_aside(left_game(&self.session))?;
        self.session.resume(game, self.shown_icons(icons));
        self.advance(
            self.reply_with_board(event, Marks::None)
                .with(left.map(Event::PutAside)),
        )
    }

    /// Converts a game to a record; see [`CurrentGame::to_record`].
    pub(super) fn record(
        &self,
        current: &CurrentGame,
        format: Format,
    ) -> Result<GameRecord, RecordError> {
        let info = current.game().info();
        if !info.is_reversi() {
            return Err(RecordError::OtherGame(info.name));
        }
        Ok(current.to_record(format, self.session.sides(), today())?)
    }
}

/// Begins a record file in the format of its extension.
pub fn sink_of(path: &Path, force: bool) -> Result<Sink, RecordError> {
    let format = format_of_output(path).map_err(RecordError::from)?;
    Ok(begin_file(path, force)?.with_format(format))
}

/// Begins a regular file. An existing one is overwritten only with `force`.
fn begin_file(path: &Path, force: bool) -> Result<Sink, RecordError> {
    if NewFile::is_special(path) {
        return Err(RecordError::NotAFile(printable_path(path).to_string()));
    }
    Ok(Sink::to_file(path, force)?)
}

/// Writes a file. An existing one is overwritten only with `force`.
fn write_file(path: &Path, bytes: &[u8], force: bool) -> Result<(), RecordError> {
    let mut sink = begin_file(path, force)?;
    sink.write(bytes)?;
    Ok(sink.finish()?)
}
