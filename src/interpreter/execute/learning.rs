//! Lessons: a game with a requested move in each step.

use super::practice::{Exercise, Learning, Practice};
use super::{ExecuteError, Interpreter, RecordError, Step};
use crate::games::{Lesson, Move, Setup};
use crate::interpreter::reply::{Event, Marks, Reply};
use crate::interpreter::report::LessonReport;
use crate::records::{BoardPosition, GameRecord};
use crate::session::{CurrentGame, Mode, SessionError};

impl Learning {
    fn lesson(&self) -> &'static Lesson {
        &self.lessons[self.step]
    }

    fn report(&self) -> LessonReport {
        let Lesson { title, text, asks, hint, .. } = *self.lesson();
        let is_question = !hint.is_empty();
        let asks = Some(asks).filter(|asks| !asks.is_empty() && !is_question);
        LessonReport {
            number: self.step + 1,
            of: self.lessons.len(),
            title,
            text,
            asks,
            is_question,
        }
    }
}

impl Interpreter {
    /// Starts the lessons on rules or strategy, or shows the current step again.
    pub(super) fn start_lessons(&mut self, of_strategy: bool) -> Result<Reply, ExecuteError> {
        let info = self.session.info();
        let lessons = if of_strategy { info.strategy } else { info.lessons };
        let is_same = self.practice.as_ref().is_some_and(|practice| {
            matches!(&practice.exercise, Exercise::Lesson(learning) if learning.lessons == lessons)
        });
        if !is_same {
            let first = lessons.first().ok_or(ExecuteError::NoLessons(info.name))?;
            let game = if let Some(game) = set_up(first)? {
                game
            } else {
                let setup = Setup { first: info.first_player(), ..Setup::default() };
                let setup = info.setup(setup).map_err(SessionError::from)?;
                CurrentGame::new(info, setup, Mode::Manual)
            };
            self.set_up(game, Exercise::Lesson(Learning { lessons, step: 0 }));
        }
        let lesson = match &self.practice {
            Some(Practice { exercise: Exercise::Lesson(learning), .. }) => Some(learning.report()),
            _ => None,
        };
        Ok(Reply { lesson, ..self.reply_with_board(Event::Learning, Marks::None) })
    }

    /// Plays the requested move, if any, and the replies. Returns `None` after the last step.
    pub(super) fn answer_lesson(
        &mut self,
        learning: &mut Learning,
        mv: Option<Move>,
    ) -> Result<Option<Step>, ExecuteError> {
        let Lesson { asks, then, hint, .. } = *learning.lesson();
        let game = self.session.require()?.game();
        let asked = if asks.is_empty() { None } else { Some(game.parse_move(asks)?) };
        if mv.is_some() && mv != asked {
            return Err(ExecuteError::Lesson { asks, hint });
        }
        let mut moves = 0;
        if let Some(mv) = asked {
            self.session.play(mv)?;
            for name in then.split_whitespace() {
                let mv = self.session.require()?.game().parse_move(name)?;
                self.session.play(mv)?;
            }
            moves = 1 + then.split_whitespace().count();
        }
        if learning.step + 1 == learning.lessons.len() {
            return Ok(None);
        }
        learning.step += 1;
        if let Some(game) = set_up(learning.lesson())? {
            // Drop the game of the previous step.
            let _ = self.session.suspend_for(game);
        }
        let event = if asked.is_some() { Event::Played } else { Event::Learning };
        let (lesson, reply) = (learning.report(), self.reply_with_board(event, Marks::None));
        Ok(Some(Step::Done(Reply { moves, lesson: Some(lesson), ..reply })))
    }
}

/// The game that a step sets up; `None` if the step continues the current game.
fn set_up(lesson: &Lesson) -> Result<Option<CurrentGame>, ExecuteError> {
    if lesson.board.is_empty() {
        return Ok(None);
    }
    let board: BoardPosition = lesson.board.parse().map_err(RecordError::from)?;
    Ok(Some(CurrentGame::from_record(&GameRecord::from_start(board))?))
}
