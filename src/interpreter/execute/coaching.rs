//! The coach: judges the user's moves in the background, and comments on the mistakes.

use std::sync::atomic::AtomicBool;

use super::work::{End, Work};
use super::{ExecuteError, Interpreter, Step};
use crate::analysis::{Analyzer, GameStep, Judgment};
use crate::engine::Engine;
use crate::games::Move;
use crate::interpreter::progress::{Progress, Purpose};
use crate::interpreter::reply::{Event, Reply};
use crate::interpreter::table::CommandRow;
use crate::players::{LIVE_HASH_MB, Stop, limits_of_depth};
use crate::study::Coach;

/// The depth of the coach's searches, in plies: fast enough for an answer before the bot's.
const DEPTH: u8 = 14;

/// What the coach has said, and has yet to say.
#[derive(Debug, Default)]
pub struct Comments {
    /// The number of moves up to the one that the coach last commented on.
    latest: Option<usize>,
    /// The verdicts that came after the bot's reply, for the end of the game, each with the number of moves up to its
    /// move.
    late: Vec<(usize, Judgment)>,
    /// Whether the coach was offered in this run.
    was_offered: bool,
}

impl Interpreter {
    /// Sets the coach, or shows its setting.
    pub(super) fn set_coach(&mut self, coach: Option<Coach>) -> Reply {
        let is_changed = coach.is_some();
        self.options.coach = coach.unwrap_or(self.options.coach);
        let level = self.opponent().map(|(_, level)| level);
        let level = level.or(self.default_level());
        self.reply(Event::Coach {
            coach: self.options.coach,
            least: level.and_then(|level| self.options.coach.least_loss(level)),
            is_changed,
        })
    }

    /// Returns the setting of the coach.
    pub fn coach(&self) -> Coach {
        self.options.coach
    }

    /// Creates the background work that judges the user's last move; `None` if the coach has nothing to judge. It is
    /// silent without a bot, in competitive games and practice, when a clock runs, and in the study of a finished game.
    pub fn coach_last_move(&mut self) -> Option<Work> {
        let (human, level) = self.opponent()?;
        let least = self.options.coach.least_loss(level)?;
        let current = self.session.current()?;
        let number = current.history().len();
        let is_own = current.history().last()?.played.player == human;
        let is_silent = self.session.is_competitive()
            || self.is_practicing()
            || current.clocks().is_some()
            || current.turn().is_none()
            || current.is_studied();
        if is_silent || !is_own {
            return None;
        }
        let step = self.steps(CommandRow::Analyze).ok()?.pop()?;
        let run = move |stop: &Stop, _: &mut dyn FnMut(Progress)| judged(&step, stop.flag());
        Some(
            self.in_background(Purpose::Analysis, run, move |interpreter, judgment, end| {
                Ok(interpreter.take_comment(number, least, judgment, end))
            }),
        )
    }

    /// Takes a verdict on the move before which there were `number - 1` moves.
    fn take_comment(
        &mut self,
        number: usize,
        least: u32,
        judgment: Option<Judgment>,
        end: End,
    ) -> Option<Step> {
        let judgment = judgment.filter(|judgment| judgment.lost >= least && !end.is_stopped)?;
        let history = self.session.current()?.history();
        if history.get(number - 1)?.mv != Move(judgment.square.index(8)) {
            return None;
        }
        if history.len() > number {
            self.study.comments.late.push((number, judgment));
            return None;
        }
        self.study.comments.latest = Some(number);
        Some(Step::Done(self.reply(Event::Coached {
            judgment: Box::new(judgment),
        })))
    }

    /// Returns the number of moves up to the one that the coach commented on, if only the bot has moved since.
    pub(super) fn commented(&self) -> Option<usize> {
        let current = self.session.current()?;
        let number = self.study.comments.latest?;
        let humans = current.humans();
        let since = current.history().get(number..)?;
        since
            .iter()
            .all(|ply| !humans[ply.played.player.index()])
            .then_some(number)
    }

    /// Judges the user's last move at once, as in scripts.
    pub(super) fn coached_now(
        &mut self,
        stop: &Stop,
        report: &mut dyn FnMut(Progress),
    ) -> Result<Option<Event>, ExecuteError> {
        let Some(work) = self.coach_last_move() else {
            return Ok(None);
        };
        let finding = work.run(stop, report);
        Ok(match self.resume(finding)? {
            Some(Step::Done(mut reply)) => Some(reply.events.remove(0)),
            _ => None,
        })
    }

    /// Returns the late verdicts on moves of the finished game, if any.
    pub(super) fn review(&mut self) -> Option<Event> {
        let late = std::mem::take(&mut self.study.comments.late);
        let history = self.session.current()?.history();
        let is_played = |(number, judgment): &(usize, Judgment)| {
            let ply = history.get(number - 1);
            ply.is_some_and(|ply| ply.mv == Move(judgment.square.index(8)))
        };
        let judgments: Vec<Judgment> = late
            .into_iter()
            .filter(is_played)
            .map(|(_, judgment)| judgment)
            .collect();
        (!judgments.is_empty()).then_some(Event::Reviewed { judgments })
    }

    /// Whether to offer the coach after the finished game if it is the first that the user lost.
    pub(super) fn may_offer_coach(&self) -> bool {
        let is_off = self.options.coach == Coach::Off && self.options.default_level.is_some();
        let has_lost = || {
            let (human, _) = self.opponent()?;
            Some(self.session.current()?.outcome()?.winner? != human)
        };
        is_off && !self.study.comments.was_offered && has_lost() == Some(true)
    }

    /// Offers the coach, once in a run.
    pub(super) fn offer_coach(&mut self) -> Event {
        self.study.comments.was_offered = true;
        Event::CoachOffered
    }
}

/// Judges a move; `None` if stopped.
fn judged(played: &GameStep, stop: &AtomicBool) -> Option<Judgment> {
    let engine = Engine::new(LIVE_HASH_MB, 1);
    let mut analyzer = Analyzer::new(engine, limits_of_depth(DEPTH));
    let steps = std::slice::from_ref(played);
    analyzer.analyze(steps, stop, &mut |_| ()).moves.pop()
}
