//! The tutorial: a game beside the current one, whose moves are asked for step by step.

use super::{ExecuteError, Interpreter};
use crate::games::{Info, Lesson, Move};
use crate::interpreter::board::Marks;
use crate::interpreter::reply::{Event, Reply};
use crate::interpreter::report::{LessonReport, PlyReport};
use crate::session::Lent;

/// A tutorial under way.
#[derive(Debug)]
pub(super) struct Learning {
    info: &'static Info,
    /// The number of the step from 0.
    step: usize,
    /// The game before, which comes back.
    pub(super) lent: Lent,
}

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
    /// Begins the tutorial of the current game, or shows its step again.
    pub(super) fn start_learning(&mut self) -> Result<Reply, ExecuteError> {
        if self.learning.is_none() {
            let info = self.session.info();
            if info.lessons.is_empty() {
                return Err(ExecuteError::NoLessons(info.name));
            }
            let lent = self.session.lend()?;
            self.learning = Some(Learning { info, step: 0, lent });
        }
        Ok(self.with_lesson(self.reply_with_board(Event::Learning, Marks::None)))
    }

    /// Ends the tutorial: the game before is the current one again.
    pub(super) fn stop_learning(&mut self) -> Result<Reply, ExecuteError> {
        let learning = self.learning.take().ok_or(ExecuteError::NotLearning)?;
        self.session.give_back(learning.lent);
        Ok(self.reply_with_board(Event::Learned, Marks::None))
    }

    /// Goes on with the tutorial: plays what is asked for, if anything is.
    pub(super) fn next_lesson(&mut self) -> Result<Reply, ExecuteError> {
        let learning = self.learning.as_ref().ok_or(ExecuteError::NotLearning)?;
        let lesson = learning.lesson();
        if !lesson.asks.is_empty() {
            let mv = self.session.require()?.game().parse_move(lesson.asks)?;
            return self.play_lesson(mv);
        }
        self.next_step(Vec::new(), Event::Learning)
    }

    /// Plays a move of the tutorial, and what the opponent answers.
    ///
    /// # Errors
    /// [`ExecuteError::Lesson`] for another move than the one that is asked for.
    pub(super) fn play_lesson(&mut self, mv: Move) -> Result<Reply, ExecuteError> {
        let lesson = self.learning.as_ref().ok_or(ExecuteError::NotLearning)?.lesson();
        let game = self.session.require()?.game();
        if lesson.asks.is_empty() || game.parse_move(lesson.asks)? != mv {
            return Err(ExecuteError::Lesson { asks: lesson.asks });
        }
        let mut plies = vec![PlyReport::from(self.session.play(mv)?)];
        for name in lesson.then.split_whitespace() {
            let mv = self.session.require()?.game().parse_move(name)?;
            plies.push(PlyReport::from(self.session.play(mv)?));
        }
        self.next_step(plies, Event::Played)
    }

    fn next_step(&mut self, plies: Vec<PlyReport>, event: Event) -> Result<Reply, ExecuteError> {
        let learning = self.learning.as_mut().ok_or(ExecuteError::NotLearning)?;
        if learning.step + 1 == learning.info.lessons.len() {
            return self.stop_learning();
        }
        learning.step += 1;
        let reply = self.reply_with_board(event, Marks::None);
        Ok(self.with_lesson(Reply { plies, ..reply }))
    }

    fn with_lesson(&self, reply: Reply) -> Reply {
        Reply { lesson: self.learning.as_ref().map(Learning::report), ..reply }
    }

    /// Whether a tutorial is under way.
    pub(super) fn is_learning(&self) -> bool {
        self.learning.is_some()
    }
}
