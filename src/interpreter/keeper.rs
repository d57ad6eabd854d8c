//! Keeps the unfinished game: at a prompt after every ply, in a script when it ends.
//!
//! A game that is left for another one is put aside. A prompt, and a script that has resumed a game,
//! write it to the autosave; a game that a script has begun itself stays in memory, because a script can
//! begin thousands.

use jiff::Timestamp;

use crate::session::{CurrentGame, Icons, Session, Snapshot};
use crate::store::{Autosave, Autosaver, NotKept, SavedGame, StoreError};

/// How the unfinished game is kept.
#[derive(Debug)]
pub enum Keeping {
    EveryPly(Autosaver),
    AtTheEnd(Box<Autosave>),
}

/// An unfinished game with its icons, and when it was left.
#[derive(Debug)]
pub(super) struct Unfinished {
    pub(super) game: CurrentGame,
    pub(super) icons: Icons,
    pub(super) at: Timestamp,
}

impl Unfinished {
    /// The game of a session, if it is to be put aside for another one: begun and not over.
    pub(super) fn of(session: &Session) -> Option<Self> {
        let is_begun = |game: &&CurrentGame| is_unfinished(game) && game.has_moves();
        let game = session.current().filter(is_begun)?.clone();
        Some(Self { game, icons: session.icons(), at: Timestamp::now() })
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot::of(&self.game, self.icons)
    }
}

impl From<(SavedGame, CurrentGame)> for Unfinished {
    fn from((saved, game): (SavedGame, CurrentGame)) -> Self {
        Self { game, icons: saved.record.icons, at: saved.saved }
    }
}

/// Whether a game is worth keeping: begun, or on a board that somebody has set up, and not over, unless
/// a variation of it is on the board or something is written about it.
pub(super) fn is_unfinished(current: &CurrentGame) -> bool {
    let is_begun =
        current.has_moves() || current.has_annotations() || current.setup().board.is_some();
    let is_over = current.game().turn().is_none();
    let is_study = current.has_annotations() || !current.is_in_main_line();
    is_begun && (!is_over || is_study)
}

#[derive(Debug)]
pub(super) struct Keeper {
    keeping: Keeping,
    /// The game that a script has left for another one, if it had begun it itself.
    left: Option<Unfinished>,
}

impl Keeper {
    pub(super) fn new(keeping: Keeping) -> Self {
        Self { keeping, left: None }
    }

    pub(super) fn keeping(&self) -> &Keeping {
        &self.keeping
    }

    /// Keeps the game as it is now, if it is to be kept after every ply; one that has ended is kept no
    /// longer, unless its score is still owed to the ranking.
    pub(super) fn keep(&self, session: &Session, is_owed: bool) {
        let Keeping::EveryPly(autosaver) = &self.keeping else { return };
        match session.current() {
            Some(game) if is_unfinished(game) => {
                autosaver.keep(Snapshot::of(game, session.icons()));
            }
            _ if is_owed => {}
            _ => autosaver.discard(),
        }
    }

    /// Puts a game aside, because another one takes its place; without one, what was kept is kept no
    /// longer unless it `stays` for a score that is owed.
    pub(super) fn put_aside(
        &mut self,
        left: &mut Option<Unfinished>,
        stays: bool,
    ) -> Result<(), StoreError> {
        let stays = left.is_some() || stays;
        match (&mut self.keeping, &left) {
            (Keeping::EveryPly(autosaver), _) if stays => autosaver.abandon(),
            (Keeping::EveryPly(autosaver), _) => autosaver.discard(),
            (Keeping::AtTheEnd(autosave), Some(left)) if autosave.has_place() => {
                autosave.keep(left.snapshot()).and_then(|()| autosave.abandon())?;
                self.left = None;
            }
            (Keeping::AtTheEnd(autosave), None) if stays => autosave.abandon()?,
            (Keeping::AtTheEnd(autosave), None) => autosave.discard()?,
            (Keeping::AtTheEnd(_), Some(_)) => self.left = left.take(),
        }
        Ok(())
    }

    /// The unfinished games that no running program plays, the newest first, with when they were left.
    pub(super) fn all(&self) -> Vec<Unfinished> {
        let (left, kept) = match &self.keeping {
            Keeping::EveryPly(autosaver) => (None, autosaver.all()),
            Keeping::AtTheEnd(autosave) => (self.left.as_ref(), autosave.all()),
        };
        let left = left.map(|left| Unfinished { game: left.game.clone(), ..*left });
        left.into_iter().chain(kept.into_iter().map(Unfinished::from)).collect()
    }

    /// A game that was left, by its number from 1 in [`all`](Self::all), in exchange for the current one if that is `unfinished`. What was
    /// kept of a game that has ended is kept no longer, unless it `stays`.
    pub(super) fn resume(
        &mut self,
        unfinished: Option<Unfinished>,
        stays: bool,
        number: usize,
    ) -> Result<Unfinished, StoreError> {
        // A game that has ended, or a bare board, is not put aside for another one.
        let goes = unfinished.is_none() && !stays;
        // The game in memory comes before those in files.
        let behind = number.saturating_sub(usize::from(self.left.is_some()));
        match &mut self.keeping {
            Keeping::EveryPly(autosaver) => {
                if goes {
                    autosaver.discard();
                }
                autosaver.resume(number).map(Unfinished::from)
            }
            Keeping::AtTheEnd(autosave) if autosave.has_place() => {
                if let Some(current) = &unfinished {
                    autosave.keep(current.snapshot())?;
                } else if goes {
                    autosave.discard()?;
                }
                if self.left.is_some() && number == 1 {
                    autosave.abandon()?;
                }
                match self.left.take_if(|_| number == 1) {
                    Some(left) => Ok(left),
                    None => autosave.resume(behind).map(Unfinished::from),
                }
            }
            Keeping::AtTheEnd(autosave) => {
                let found = match self.left.take_if(|_| number == 1) {
                    Some(left) => left,
                    None => autosave.resume(behind)?.into(),
                };
                self.left = unfinished;
                Ok(found)
            }
        }
    }

    /// Ends it: an unfinished game stays in the autosave. Returns what could not be kept.
    pub(super) fn close(&mut self, session: &Session, is_owed: bool) -> Vec<NotKept> {
        let kept = match &mut self.keeping {
            Keeping::EveryPly(autosaver) => return autosaver.settle(),
            Keeping::AtTheEnd(autosave) => match session.current() {
                Some(game) if is_unfinished(game) => {
                    autosave.keep(Snapshot::of(game, session.icons()))
                }
                // The end of a game that was resumed can be played again, for its score.
                _ if is_owed => Ok(()),
                _ => autosave.discard(),
            },
        };
        kept.err().map(NotKept::Game).into_iter().collect()
    }
}
