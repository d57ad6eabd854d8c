//! The commands that have to do with files: saves, the ranking, and the game kept in the autosave.

use jiff::Timestamp;
use thiserror::Error;

use super::{ExecuteError, Interpreter};
use crate::interpreter::reply::{Event, Placing, Reply, SaveContent, SaveReport, State};
use crate::session::{CurrentGame, Icons, Mode, Placement, Snapshot, competitive_score};
use crate::store::{Autosave, Autosaver, SaveName, SaveSummary, SavedGame, StoreError};

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
        let scores =
            self.scores_unwritten.then(|| self.store.merge_ranking(self.session.ranking()));
        if let Some(written) = &scores {
            self.scores_are_written(written.is_ok());
        }
        let is_owed = self.score_is_owed();
        let game = match &mut self.keeping {
            Keeping::EveryPly(autosaver) => {
                autosaver.flusher()();
                autosaver.failures().next().map_or(Ok(()), Err)
            }
            Keeping::AtTheEnd(autosave) => match self.session.current() {
                Some(game) if unfinished(game) => {
                    autosave.keep(Snapshot::of(game, self.session.icons()))
                }
                // The end of a game that was resumed can be played again, for its score.
                _ if is_owed => Ok(()),
                _ => autosave.discard(),
            },
        };
        let scores = scores.and_then(Result::err);
        game.err().map(NotKept::Game).into_iter().chain(scores.map(NotKept::Scores)).collect()
    }

    /// Whether there is an unfinished game that is worth keeping.
    pub fn has_unfinished(&self) -> bool {
        self.session.current().is_some_and(unfinished)
    }

    /// Says whether the file has all scores; if so, a game that has ended is kept no longer.
    fn scores_are_written(&mut self, are_written: bool) {
        self.scores_unwritten = !are_written;
        if are_written && self.session.turn().is_none() {
            self.keep();
        }
    }

    /// Whether the current game is over, and its score has still to be written.
    fn score_is_owed(&self) -> bool {
        let current = self.session.current().filter(|game| game.game().turn().is_none());
        let is_competitive =
            current.is_some_and(|game| matches!(game.mode(), Mode::Competitive { .. }));
        self.scores_unwritten && is_competitive
    }

    pub(super) fn save(&self, name: &SaveName) -> Result<Reply, ExecuteError> {
        self.session.refuse_in_competitive("E (save)")?;
        let replaced = self.store.save(name, self.session.snapshot()?)?;
        Ok(Event::Saved { name: name.to_string(), replaced }.into())
    }

    pub(super) fn load(&mut self, name: &SaveName) -> Result<Reply, ExecuteError> {
        self.session.refuse_in_competitive("L (load)")?;
        let (saved, game) = self.store.load(name)?;
        self.abandon(self.begun())?;
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
        self.scores_are_written(result.is_ok());
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
        let current = self.begun();
        // A game that has ended, or a bare board, is not put aside for another one.
        let goes = current.is_none() && !self.score_is_owed();
        let found = match &mut self.keeping {
            Keeping::EveryPly(autosaver) => {
                if goes {
                    autosaver.discard();
                }
                match autosaver.resume() {
                    Ok(found) => found.into(),
                    Err(error) => {
                        self.keep();
                        return Err(error.into());
                    }
                }
            }
            Keeping::AtTheEnd(autosave) if autosave.has_place() => {
                if let Some(current) = &current {
                    autosave.keep(current.snapshot())?;
                } else if goes {
                    autosave.discard()?;
                }
                if self.left.is_some() {
                    autosave.abandon()?;
                }
                match self.left.take() {
                    Some(left) => left,
                    None => autosave.resume()?.into(),
                }
            }
            Keeping::AtTheEnd(autosave) => {
                let found = match self.left.take() {
                    Some(left) => left,
                    None => autosave.resume()?.into(),
                };
                self.left = current;
                found
            }
        };
        let Left { game, icons, at } = found;
        self.taken = None;
        let switched_to = self.switched_to(&game);
        let icons = self.shown_icons(icons);
        self.session.resume(game, icons);
        self.go_on(Event::Resumed { saved: at, switched_to }, Vec::new())
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

    /// Keeps the game as it is now, if it is to be kept after every ply. One that is over is forgotten
    /// when its score is written, and not before.
    pub(super) fn keep(&self) {
        if let Keeping::EveryPly(autosaver) = &self.keeping {
            match self.session.current() {
                Some(game) if unfinished(game) => {
                    autosaver.keep(Snapshot::of(game, self.session.icons()));
                }
                _ if self.score_is_owed() => {}
                _ => autosaver.discard(),
            }
        }
    }

    /// Puts the game that was [begun](Self::begun) aside, because another one takes its place; any other
    /// is kept no longer, but for one whose score is still owed to the ranking. A script writes a game
    /// that it has resumed; one that it began itself it keeps in mind.
    ///
    /// # Errors
    /// [`StoreError`] when a game can't be written; it is then the current one again.
    pub(super) fn abandon(&mut self, left: Option<Left>) -> Result<(), StoreError> {
        let stays = left.is_some() || self.scores_unwritten;
        match (&mut self.keeping, left) {
            (Keeping::EveryPly(autosaver), _) if stays => autosaver.abandon(),
            (Keeping::EveryPly(autosaver), _) => autosaver.discard(),
            (Keeping::AtTheEnd(autosave), Some(left)) if autosave.has_place() => {
                let written = autosave.keep(left.snapshot()).and_then(|()| autosave.abandon());
                if let Err(error) = written {
                    self.session.resume(left.game, left.icons);
                    return Err(error);
                }
                self.left = None;
            }
            (Keeping::AtTheEnd(autosave), None) if stays => autosave.abandon()?,
            (Keeping::AtTheEnd(autosave), None) => autosave.discard()?,
            (Keeping::AtTheEnd(_), left) => self.left = left,
        }
        self.taken = None;
        Ok(())
    }

    /// The game of now, if it is to be put aside for another one: begun and not over.
    pub(super) fn begun(&self) -> Option<Left> {
        let is_begun = |game: &&CurrentGame| unfinished(game) && !game.history().is_empty();
        let game = self.session.current().filter(is_begun)?;
        Some(Left { game: game.clone(), icons: self.session.icons(), at: Timestamp::now() })
    }
}

/// An unfinished game that is left for another one, and when.
#[derive(Debug)]
pub(super) struct Left {
    game: CurrentGame,
    icons: Icons,
    at: Timestamp,
}

impl Left {
    fn snapshot(&self) -> Snapshot {
        Snapshot::of(&self.game, self.icons)
    }
}

impl From<(SavedGame, CurrentGame)> for Left {
    fn from((saved, game): (SavedGame, CurrentGame)) -> Self {
        Self { game, icons: saved.record.icons, at: saved.saved }
    }
}

/// Whether a game is worth keeping: begun, or on a board that somebody has put up, and not over.
fn unfinished(current: &CurrentGame) -> bool {
    let is_begun = !current.history().is_empty() || current.setup().board.is_some();
    is_begun && current.game().turn().is_some()
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
