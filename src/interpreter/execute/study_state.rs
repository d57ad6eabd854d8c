//! The state of study: the latest analysis and hint, the coach, the practice, and the latest results against levels.

use std::sync::Arc;

use super::coaching::Comments;
use super::levels::RecentGames;
use super::practice::{Exercise, Practice};
use crate::games::Move;
use crate::interpreter::command::Command;
use crate::interpreter::progress::Judged;
use crate::interpreter::row::Situation;
use crate::players::Stamp;
use crate::study::Repertoire;

#[derive(Debug, Default)]
pub struct StudyState {
    /// The latest analysis of the current game.
    pub judged: Option<Arc<Judged>>,
    /// The move of the latest hint, in the state with this stamp.
    pub hinted: Option<(Stamp, Move)>,
    pub comments: Comments,
    /// The lines that the bot of the current game follows, if it follows any.
    pub followed: Repertoire,
    pub practice: Option<Practice>,
    pub recent: RecentGames,
}

impl StudyState {
    /// Returns the latest analysis if the line begins with the analyzed moves.
    pub fn judged_in(&self, line: &[Move]) -> Option<&Arc<Judged>> {
        let judged = self.judged.as_ref();
        judged.filter(|judged| line.starts_with(&judged.moves))
    }

    /// Returns the move of the latest hint if it was given in the state with this stamp.
    pub fn hinted_in(&self, stamp: Stamp) -> Option<Move> {
        let (hinted_in, mv) = self.hinted?;
        (hinted_in == stamp).then_some(mv)
    }

    /// Returns what is practiced now.
    pub fn exercise(&self) -> Option<&Exercise> {
        self.practice.as_ref().map(|practice| &practice.exercise)
    }

    /// Returns the situation of the current practice; `None` if nothing is practiced.
    pub fn situation(&self) -> Option<Situation> {
        self.practice.as_ref().map(Practice::situation)
    }

    /// Like [`situation`](Self::situation), if the command belongs to the practice.
    pub fn situation_of(&self, command: &Command) -> Option<Situation> {
        let practice = self.practice.as_ref()?;
        practice.has(command).then(|| practice.situation())
    }
}
