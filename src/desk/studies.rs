//! Background studies: the analysis of the game, and the live analysis of the displayed position. Both continue
//! while moves are played and bots think.

use std::time::{Duration, Instant};

use super::action::{Refusal, Study};
use super::view::{LiveView, View};
use super::worker::News;
use super::{Desk, Thought};
use crate::interpreter::{ExecuteError, Finding, Progress};
use crate::session::{GamePosition, Ply};

/// The maximum time that a bot's reply is held for the verdict of the coach.
const HOLD: Duration = Duration::from_millis(500);

/// A live analysis ends when the user has done nothing for this time.
const PATIENCE: Duration = Duration::from_mins(2);

pub struct Studies {
    judging: Option<Thought>,
    /// The coach's judgment of the user's last move.
    coach: Option<Thought>,
    /// The bot's reply, with the number of its thought, while it is held for the coach.
    pub held: Option<(u64, Finding)>,
    /// The live analysis, while it is on.
    live: Option<LiveView>,
    /// The search of the live analysis, and its position; `None` if there is nothing to search.
    search: Option<(Thought, [Vec<String>; 2])>,
    /// When the user last did something.
    pub used: Instant,
}

impl Default for Studies {
    fn default() -> Self {
        Self {
            judging: None,
            coach: None,
            held: None,
            live: None,
            search: None,
            used: Instant::now(),
        }
    }
}

/// The displayed position, identified by the moves that led to it and its board; `None` if the game is over.
fn subject(view: &View) -> Option<[Vec<String>; 2]> {
    let shown = view.shown()?;
    shown.turn()?;
    Some([
        shown.history().iter().map(Ply::name).collect(),
        shown.game().grid().to_rows(),
    ])
}

impl Studies {
    pub fn is_on(&self, study: Study) -> bool {
        match study {
            Study::Game => self.judging.is_some(),
            Study::Position => self.live.is_some(),
        }
    }

    pub fn are(&self, number: u64) -> bool {
        let live = self.search.iter().map(|(thought, _)| thought);
        self.judging
            .iter()
            .chain(&self.coach)
            .chain(live)
            .any(|thought| thought.number == number)
    }

    /// Whether a bot's reply waits for the verdict of the coach.
    pub fn hold(&self) -> bool {
        let coach = self.coach.as_ref();
        coach.is_some_and(|thought| thought.shown.since.elapsed() < HOLD)
    }

    pub fn fill(&self, view: &mut View) {
        view.judging = self.judging.as_ref().map(|thought| thought.shown.clone());
        view.live.clone_from(&self.live);
    }

    fn end(&mut self, study: Study) {
        let thought = match study {
            Study::Game => self.judging.take(),
            Study::Position => {
                self.live = None;
                self.search.take().map(|(thought, _)| thought)
            }
        };
        if let Some(thought) = thought {
            thought.stop.request();
        }
    }

    /// Ends the search of an unused live analysis. Its results stay.
    pub fn end_unwatched(&mut self) {
        if self.used.elapsed() < PATIENCE {
            return;
        }
        if let (Some(live), Some((thought, _))) = (&mut self.live, &self.search) {
            live.is_over = true;
            thought.stop.request();
        }
    }

    pub fn stop(&mut self) {
        self.end(Study::Game);
        self.end(Study::Position);
        if let Some(thought) = self.coach.take() {
            thought.stop.request();
        }
    }
}

impl Desk {
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "for the window"))]
    pub(super) fn permit_study(&self, study: Study) -> Result<(), ExecuteError> {
        match study {
            Study::Game => self.interpreter.permit_study_of_game(),
            Study::Position => self.interpreter.permit_study_of_positions(),
        }
    }

    pub(super) fn study(&mut self, study: Study) -> Result<(), Refusal> {
        match study {
            Study::Game => {
                let work = self.interpreter.study_game()?;
                self.studies.end(Study::Game);
                self.studies.judging = Some(self.begin(work));
            }
            Study::Position => {
                self.interpreter.permit_study_of_positions()?;
                self.studies.live.get_or_insert_default();
            }
        }
        self.show();
        Ok(())
    }

    pub(super) fn stop_study(&mut self, study: Study) -> Result<(), Refusal> {
        if !self.studies.is_on(study) {
            return Err(Refusal::NothingToStop);
        }
        self.studies.end(study);
        self.show();
        Ok(())
    }

    /// Makes the live analysis search the displayed position.
    pub(super) fn follow(&mut self) {
        let subject = subject(&self.view);
        let searched = self.studies.search.as_ref().map(|(_, of)| of);
        if !self.studies.is_on(Study::Position) || searched == subject.as_ref() {
            return;
        }
        self.studies.end(Study::Position);
        let mut live = LiveView {
            is_over: true,
            ..LiveView::default()
        };
        let moves = self.view.shown().map_or(0, GamePosition::moves);
        if let Some(subject) = subject
            && let Ok(work) = self.interpreter.study_position(moves)
        {
            live.is_over = false;
            self.studies.search = Some((self.begin(work), subject));
        }
        self.studies.live = Some(live);
    }

    /// Makes the coach judge the user's last move, if a reply has one and the coach is on. An earlier verdict may still
    /// come, for the end of the game.
    pub(super) fn coach(&mut self) {
        if let Some(work) = self.interpreter.coach_last_move() {
            self.studies.coach = Some(self.begin(work));
        }
    }

    /// Takes the bot's reply that was held, once the coach has spoken or the time is over.
    pub(super) fn release(&mut self) {
        if !self.studies.hold()
            && let Some((number, finding)) = self.studies.held.take()
        {
            self.take_finding(number, finding);
            self.show();
        }
    }

    pub(super) fn hear_of_study(&mut self, number: u64, news: News) {
        match news {
            News::Progress(Progress::Watched { search, best }) => {
                if let Some(live) = self.studies.live.as_mut().filter(|live| !live.is_over) {
                    *live = LiveView {
                        progress: Some(search),
                        best,
                        is_over: false,
                    };
                }
            }
            News::Progress(progress) => {
                if let Progress::Analysis { judged, .. } = &progress {
                    self.interpreter.learn(judged);
                }
                if let Some(thought) = &mut self.studies.judging {
                    thought.shown.progress = Some(progress);
                }
            }
            News::Finding(finding) => {
                self.end_study(number);
                self.take_finding(number, finding);
            }
            News::Rating(_) => {}
            News::Died => {
                self.end_study(number);
                self.notices.push_back(super::Notice::Died);
            }
        }
    }

    fn end_study(&mut self, number: u64) {
        let studies = &mut self.studies;
        let one_off = [&mut studies.judging, &mut studies.coach];
        let ended = one_off
            .into_iter()
            .find_map(|study| study.take_if(|thought| thought.number == number));
        if ended.is_none()
            && let Some(live) = &mut self.studies.live
        {
            live.is_over = true;
        }
    }
}
