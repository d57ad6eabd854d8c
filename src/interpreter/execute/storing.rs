//! The commands that have to do with files: saves, the ranking, and the game kept in the autosave.

use thiserror::Error;

use super::{ExecuteError, Interpreter};
use crate::interpreter::reply::{Event, Placing, Reply, SaveContent, SaveReport, State};
use crate::session::{CurrentGame, Icons, Mode, Placement, Snapshot, competitive_score};
use crate::store::{Autosave, Autosaver, SaveName, SaveSummary, StoreError};

/// What is lost when a session ends, and why.
#[derive(Debug, Error)]
pub enum NotKept {
    /// The unfinished game.
    #[error("the unfinished game is not kept: {0}")]
    Game(#[source] StoreError),
    /// The scores of the competitive games that were played since the start.
    #[error("the scores of this run are not in the ranking: {0}")]
    Scores(#[source] StoreError),
}

/// How the unfinished game is kept.
#[derive(Debug)]
pub enum Keeping {
    /// After every ply, beside the game.
    EveryPly(Autosaver),
    /// Once, when the session ends.
    AtTheEnd(Box<Autosave>),
}

impl Interpreter {
    /// Ends the session: an unfinished game stays in the autosave, and scores that could not be
    /// written are tried again. Returns what could not be kept.
    pub fn close(mut self) -> Vec<NotKept> {
        let game = match &mut self.keeping {
            Keeping::EveryPly(autosaver) => {
                autosaver.flusher()();
                autosaver.failures().next().map_or(Ok(()), Err)
            }
            Keeping::AtTheEnd(autosave) => match self.session.current() {
                Some(game) if unfinished(game) => {
                    autosave.keep(Snapshot::of(game, self.session.icons()))
                }
                _ => autosave.discard(),
            },
        };
        let scores =
            self.scores_unwritten.then(|| self.store.merge_ranking(self.session.ranking()));
        let scores = scores.and_then(Result::err);
        game.err().map(NotKept::Game).into_iter().chain(scores.map(NotKept::Scores)).collect()
    }

    pub(super) fn save(&self, name: &SaveName) -> Result<Reply, ExecuteError> {
        self.session.refuse_in_competitive("E (save)")?;
        let replaced = self.store.save(name, self.session.snapshot()?)?;
        Ok(Event::Saved { name: name.to_string(), replaced }.into())
    }

    pub(super) fn load(&mut self, name: &SaveName) -> Result<Reply, ExecuteError> {
        self.session.refuse_in_competitive("L (load)")?;
        let (saved, game) = self.store.load(name)?;
        self.abandon();
        let switched_to = self.switched_to(&game);
        let icons = self.shown_icons(saved.record.icons);
        self.session.resume(game, icons);
        let event = Event::Loaded { name: name.to_string(), saved: saved.saved, switched_to };
        self.go_on(event, Vec::new())
    }

    pub(super) fn show_ranking(&mut self) -> Result<Reply, ExecuteError> {
        let written = self.store.ranking()?;
        let ranking = written.merged(self.session.ranking());
        // Only what could not be written when it was won is missing in the file.
        let missing = ranking != written;
        let result = if missing { self.store.merge_ranking(&ranking) } else { Ok(written) };
        self.scores_unwritten = result.is_err();
        let not_written = result.err().map(|error| error.to_string());
        let entries = ranking.iter().cloned().collect();
        self.session.set_ranking(ranking);
        Ok(Event::Ranking { entries, not_written }.into())
    }

    /// Enters the score of a competitive game that has ended.
    pub(super) fn place(&mut self) -> Option<Placing> {
        let current = self.session.current()?;
        let Mode::Competitive { human, nickname } = current.mode().clone() else { return None };
        let discs = current.game().outcome()?.score?.discs(human);
        let score = competitive_score(discs, current.plies());
        // What others have entered meanwhile counts for the place.
        let known = self.store.ranking();
        if let Ok(ranking) = &known {
            self.session.set_ranking(ranking.merged(self.session.ranking()));
        }
        let placement: Placement = self.session.rank(nickname.clone(), score);
        let written = known.and_then(|_| self.store.merge_ranking(self.session.ranking()));
        self.scores_unwritten = written.is_err();
        let not_written = written.err().map(|error| error.to_string());
        Some(Placing { nickname: nickname.to_string(), score, placement, not_written })
    }

    pub(super) fn resume(&mut self) -> Result<Reply, ExecuteError> {
        self.session.refuse_in_competitive("resume")?;
        let (saved, game) = match &mut self.keeping {
            Keeping::EveryPly(autosaver) => autosaver.resume(),
            Keeping::AtTheEnd(autosave) => autosave.resume(),
        }?;
        self.taken = None;
        let switched_to = self.switched_to(&game);
        let icons = self.shown_icons(saved.record.icons);
        self.session.resume(game, icons);
        self.go_on(Event::Resumed { saved: saved.saved, switched_to }, Vec::new())
    }

    /// The icons of a save, or those of now if they can't be shown.
    fn shown_icons(&self, icons: Icons) -> Icons {
        let (black, white) = icons.into();
        let shown = !self.ascii || (black.is_ascii() && white.is_ascii());
        if shown { icons } else { self.session.icons() }
    }

    /// The name of a game that is of another kind than the one played so far.
    pub(super) fn switched_to(&self, game: &CurrentGame) -> Option<&'static str> {
        let info = game.game().info();
        (info.code != self.session.info().code).then_some(info.name)
    }

    /// Keeps the game as it is now, if it is to be kept after every ply.
    pub(super) fn keep(&self) {
        if let Keeping::EveryPly(autosaver) = &self.keeping {
            match self.session.current() {
                Some(game) if unfinished(game) => {
                    autosaver.keep(Snapshot::of(game, self.session.icons()));
                }
                _ => autosaver.discard(),
            }
        }
    }

    /// Puts the unfinished game aside for another one.
    pub(super) fn abandon(&mut self) {
        self.taken = None;
        if let Keeping::EveryPly(autosaver) = &self.keeping {
            autosaver.abandon();
        }
    }
}

/// Whether a game is worth keeping: begun and not over.
fn unfinished(current: &CurrentGame) -> bool {
    current.game().turn().is_some() && !current.history().is_empty()
}

impl From<SaveSummary> for SaveReport {
    fn from(summary: SaveSummary) -> Self {
        let name = summary.name.to_string();
        match summary.game {
            Ok((game, saved)) => {
                let state = State::of_game(&game, false);
                Self { name, game: Some(SaveContent { saved, state }), error: None }
            }
            Err(error) => Self { name, game: None, error: Some(error.to_string()) },
        }
    }
}
