//! Exports the current game for others to look at: its analysis as a web page, or its moves as an animated picture.

use std::path::Path;

use super::{ExecuteError, Interpreter, RecordError, Step};
use crate::analysis::Analysis;
use crate::base::files::is_free;
use crate::base::text::printable;
use crate::interpreter::command::Extras;
use crate::interpreter::progress::Purpose;
use crate::interpreter::reply::Reply;
use crate::interpreter::table::CommandRow;
use crate::players::Stop;
use crate::records::{BoardPosition, Format, GameRecord, Opening};
use crate::report::page::{PageGame, page};

/// Refuses an existing file before the work, unless it may be overwritten.
fn refuse_taken(file: &str, force: bool) -> Result<(), RecordError> {
    if force || is_free(Path::new(file)) {
        Ok(())
    } else {
        Err(RecordError::AlreadyExists(printable(file).to_string()))
    }
}

impl Interpreter {
    /// Writes the page, after analyzing the game if that has not been done. An interrupted analysis writes nothing.
    pub(super) fn export_page(&mut self, file: String, force: bool) -> Result<Step, ExecuteError> {
        // The page has the main line with its notes, as records with variations do.
        let record = self.record(self.session.require()?, Format::Sgf)?;
        self.permit_row(CommandRow::Analyze.info(), &[])?;
        refuse_taken(&file, force)?;
        let moves: Vec<_> = record.game_moves().collect();
        let analyzed = self.study.judged.as_ref().filter(|judged| {
            judged.moves == moves && judged.analysis.complete && !moves.is_empty()
        });
        if let Some(judged) = analyzed {
            return Ok(Step::Done(self.write_page(
                &file,
                force,
                &record,
                &judged.analysis,
            )?));
        }
        let run = self.judging(moves, None)?;
        let work = self.work(Purpose::Analysis, run, move |interpreter, judged, end| {
            if end.is_stopped {
                let reply = interpreter.analyzed(judged, Extras::default());
                return Ok(end.is_fresh.then_some(Step::Done(reply)));
            }
            let written = interpreter.write_page(&file, force, &record, &judged.analysis);
            interpreter.learn(&judged.into());
            written.map(|reply| Some(Step::Done(reply)))
        });
        Ok(Step::Working { shown: None, work })
    }

    pub(super) fn export_animation(
        &mut self,
        file: String,
        force: bool,
    ) -> Result<Step, ExecuteError> {
        let game = self.session.require()?.at_main_end();
        if game.history().is_empty() {
            return Err(ExecuteError::NoMoves);
        }
        refuse_taken(&file, force)?;
        let animate = self.options.animate;
        let draw = move |_: &Stop, _: &mut dyn FnMut(_)| animate(&game);
        Ok(
            self.lasting_work(Purpose::Animation, draw, move |interpreter, gif| {
                let written = interpreter.write_file(&file, force, "gif", &gif);
                written.map(|reply| Some(Step::Done(reply)))
            }),
        )
    }

    fn write_page(
        &self,
        file: &str,
        force: bool,
        record: &GameRecord,
        analysis: &Analysis,
    ) -> Result<Reply, ExecuteError> {
        let positions = record.boards().map(BoardPosition::position);
        let opening = Opening::of_game(positions).map(|opening| opening.name);
        let game = PageGame::new(1, record, opening, analysis);
        self.write_file(file, force, "html", page(&[game]).as_bytes())
    }
}
