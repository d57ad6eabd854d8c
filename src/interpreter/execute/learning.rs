//! Lessons: a game whose moves are asked for step by step.

use super::practice::{Exercise, Learning, Practice};
use super::{ExecuteError, Interpreter, Step};
use crate::games::{Lesson, Move, Setup};
use crate::interpreter::reply::{Event, Marks, Reply};
use crate::interpreter::report::LessonReport;
use crate::session::{CurrentGame, Mode, SessionError};

impl Learning {
    fn lesson(&self) -> &'static Lesson {
        &self.info.lessons[self.step]
    }

    fn report(&self) -> LessonReport {
        let Lesson { text, asks, .. } = *self.lesson();
        let asks = (!asks.is_empty()).then_some(asks);
        LessonReport { number: self.step + 1, of: self.info.lessons.len(), text, asks }
    }
}

impl Interpreter {
    /// Begins the lessons of the current game, or shows the step again.
    pub(super) fn start_lessons(&mut self) -> Result<Reply, ExecuteError> {
        if !self.is_practicing() {
            let info = self.session.info();
            if info.lessons.is_empty() {
                return Err(ExecuteError::NoLessons(info.name));
            }
            let setup = Setup { first: info.first_player(), ..Setup::default() };
            let setup = info.setup(setup).map_err(SessionError::from)?;
            let game = CurrentGame::new(info, setup, Mode::Manual);
            self.set_up(game, Exercise::Lesson(Learning { info, step: 0 }));
        }
        let lesson = match &self.practice {
            Some(Practice { exercise: Exercise::Lesson(learning), .. }) => Some(learning.report()),
            _ => None,
        };
        Ok(Reply { lesson, ..self.reply_with_board(Event::Learning, Marks::None) })
    }

    /// Plays the move that is asked for, if any is, and what the opponent answers.
    pub(super) fn answer_lesson(
        &mut self,
        learning: &mut Learning,
        mv: Option<Move>,
    ) -> Result<Option<Step>, ExecuteError> {
        let Lesson { asks, then, .. } = *learning.lesson();
        let game = self.session.require()?.game();
        let asked = if asks.is_empty() { None } else { Some(game.parse_move(asks)?) };
        if mv.is_some() && mv != asked {
            return Err(ExecuteError::Lesson { asks });
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
        if learning.step + 1 == learning.info.lessons.len() {
            return Ok(None);
        }
        learning.step += 1;
        let event = if asked.is_some() { Event::Played } else { Event::Learning };
        let (lesson, reply) = (learning.report(), self.reply_with_board(event, Marks::None));
        Ok(Some(Step::Done(Reply { moves, lesson: Some(lesson), ..reply })))
    }
}
