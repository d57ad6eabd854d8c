//! Background studies: the analysis of the game, and the live analysis of the displayed position. Both continue
//! while moves are played and bots think.

use super::action::{Refusal, Study};
use super::view::{LiveView, View};
use super::worker::News;
use super::{Desk, Thought};
use crate::interpreter::{ExecuteError, Progress};
use crate::session::{GamePosition, Ply};

#[derive(Default)]
pub(super) struct Studies {
    judging: Option<Thought>,
    live: Option<Live>,
}

#[derive(Default)]
struct Live {
    /// The search and its position; `None` if there is nothing to search.
    search: Option<(Thought, Subject)>,
    shown: LiveView,
}

/// A position, identified by its board and the moves that led to it.
#[derive(PartialEq, Eq)]
struct Subject {
    moves: Vec<String>,
    board: Vec<String>,
}

impl Subject {
    fn of(view: &View) -> Option<Self> {
        let shown = view.shown()?;
        shown.turn()?;
        let moves = shown.history().iter().map(Ply::name).collect();
        Some(Self { moves, board: shown.game().grid().to_rows() })
    }
}

impl Live {
    fn stop(&mut self) {
        if let Some((thought, _)) = self.search.take() {
            thought.stop.request();
        }
        self.shown = LiveView { is_over: true, ..LiveView::default() };
    }
}

impl Studies {
    pub(super) fn is_on(&self, study: Study) -> bool {
        match study {
            Study::Game => self.judging.is_some(),
            Study::Position => self.live.is_some(),
        }
    }

    pub(super) fn are(&self, number: u64) -> bool {
        let live = self.live.iter().filter_map(|live| live.search.as_ref());
        let mut numbers = self.judging.iter().chain(live.map(|(thought, _)| thought));
        numbers.any(|thought| thought.number == number)
    }

    pub(super) fn fill(&self, view: &mut View) {
        view.judging = self.judging.as_ref().map(|thought| thought.shown.clone());
        view.live = self.live.as_ref().map(|live| live.shown.clone());
    }

    fn end(&mut self, study: Study) {
        match study {
            Study::Game => {
                if let Some(thought) = self.judging.take() {
                    thought.stop.request();
                }
            }
            Study::Position => {
                if let Some(mut live) = self.live.take() {
                    live.stop();
                }
            }
        }
    }

    pub(super) fn stop(&mut self) {
        self.end(Study::Game);
        self.end(Study::Position);
    }
}

impl Desk {
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "for the window"))]
    pub(super) fn can_study(&self, study: Study) -> bool {
        self.permit_study(study).is_ok()
    }

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
        let Some(mut live) = self.studies.live.take() else { return };
        let subject = Subject::of(&self.view);
        if live.search.as_ref().map(|(_, of)| of) != subject.as_ref() {
            live.stop();
            let moves = self.view.shown().map_or(0, GamePosition::moves);
            if let Some(subject) = subject
                && let Ok(work) = self.interpreter.study_position(moves)
            {
                live.shown.is_over = false;
                live.search = Some((self.begin(work), subject));
            }
        }
        self.studies.live = Some(live);
    }

    pub(super) fn hear_of_study(&mut self, number: u64, news: News) {
        match news {
            News::Progress(Progress::Watched { search, best }) => {
                if let Some(live) = &mut self.studies.live {
                    live.shown = LiveView { progress: Some(search), best, is_over: false };
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
        if self.studies.judging.take_if(|thought| thought.number == number).is_none()
            && let Some(live) = &mut self.studies.live
        {
            live.shown.is_over = true;
        }
    }
}
