//! Keeps the unfinished game: at a prompt after every ply, in a script when it ends or another game is resumed.
//!
//! A game that is left for another one is put aside. A prompt, and a script that has resumed a game,
//! write it to the autosave; a game that a script has begun itself stays in memory, because a script can
//! begin thousands.

use std::time::Duration;

use jiff::Timestamp;

use crate::session::{CurrentGame, Session, Snapshot};
use crate::store::{Autosaver, StoreError, UnfinishedGame, UnsavedData};

/// The maximum wait of a new game for the previous one to reach the disk: the user may not notice.
const KEEPING: Duration = Duration::from_millis(40);

/// The game of a session, if it is to be put aside for another one: begun and not over.
pub(super) fn left_game(session: &Session) -> Option<UnfinishedGame> {
    let is_begun = |game: &&CurrentGame| is_unfinished(game) && game.has_moves();
    let game = session.current().filter(is_begun)?.clone();
    Some(UnfinishedGame { game, icons: session.icons(), at: Timestamp::now() })
}

/// Whether a game is worth keeping: begun, or on a board that somebody has set up, and not over, unless
/// a variation of it is on the board or something is written about it.
pub(super) fn is_unfinished(current: &CurrentGame) -> bool {
    let is_begun =
        current.has_moves() || current.has_annotations() || current.setup().board.is_some();
    let is_over = current.turn().is_none();
    let is_study = current.has_annotations() || !current.is_in_main_line();
    is_begun && (!is_over || is_study)
}

#[derive(Debug)]
pub(super) struct Keeper {
    autosaver: Autosaver,
    /// The game that a script has left for another one, if it had begun it itself.
    left: Option<UnfinishedGame>,
}

impl Keeper {
    pub(super) fn new(autosaver: Autosaver) -> Self {
        Self { autosaver, left: None }
    }

    pub(super) fn autosaver(&self) -> &Autosaver {
        &self.autosaver
    }

    /// Keeps the game as it is now, if it is to be kept after every ply.
    pub(super) fn keep(&self, session: &Session, is_owed: bool) {
        if self.autosaver.is_in_background() {
            // On the thread nothing fails at once.
            let _ = self.keep_now(session, is_owed);
        }
    }

    /// Keeps the game as it is now; one that has ended is kept no longer, unless its score is still owed to the
    /// ranking.
    fn keep_now(&self, session: &Session, is_owed: bool) -> Result<(), StoreError> {
        match session.current() {
            Some(game) if is_unfinished(game) => {
                self.autosaver.keep(Snapshot::of(game, session.icons()));
                Ok(())
            }
            // The end of a game that was resumed can be played again, for its score.
            _ if is_owed => Ok(()),
            _ => self.autosaver.discard(),
        }
    }

    /// Keeps a game that is being left, unless it was kept after its last ply.
    fn keep_left(&self, left: &UnfinishedGame) {
        if !self.autosaver.is_in_background() {
            self.autosaver.keep(Snapshot::of(&left.game, left.icons));
        }
    }

    /// Puts a game aside, because another one takes its place; without one, what was kept is kept no
    /// longer unless it `stays` for a score that is owed.
    pub(super) fn put_aside(
        &mut self,
        left: &mut Option<UnfinishedGame>,
        stays: bool,
    ) -> Result<(), StoreError> {
        match left {
            Some(_) if !self.autosaver.has_slot() => self.left = left.take(),
            Some(game) => {
                self.keep_left(game);
                self.autosaver.abandon()?;
                self.left = None;
            }
            None if stays => self.autosaver.abandon()?,
            None => self.autosaver.discard()?,
        }
        Ok(())
    }

    /// The number of a suspended game for [`resume`](Self::resume); `None` if it is not on the disk in time.
    pub(super) fn number_of(&self, left: &CurrentGame) -> Option<usize> {
        // Scripts begin thousands of games: they read no files for that.
        if self.left.as_ref().is_some_and(|kept| kept.game == *left) {
            return Some(1);
        }
        if self.autosaver.is_in_background() && !self.autosaver.flush_within(KEEPING) {
            return None;
        }
        Some(self.all().iter().position(|kept| kept.game == *left)? + 1)
    }

    /// The unfinished games that no running program plays, the newest first.
    pub(super) fn all(&self) -> Vec<UnfinishedGame> {
        self.left.iter().cloned().chain(self.autosaver.all()).collect()
    }

    /// A game that was left, by its number from 1 in [`all`](Self::all), in exchange for the current one if that is
    /// `unfinished`. What was kept of a game that has ended is kept no longer, unless it `stays`.
    ///
    /// # Errors
    /// [`StoreError`] when there is none or it can't be read.
    pub(super) fn resume(
        &mut self,
        unfinished: Option<UnfinishedGame>,
        stays: bool,
        number: usize,
    ) -> Result<UnfinishedGame, StoreError> {
        let has_slot = self.autosaver.has_slot();
        match &unfinished {
            _ if !has_slot => {}
            Some(current) => self.keep_left(current),
            // A game that has ended, or a bare board, is not put aside for another one.
            None if !stays => self.autosaver.discard()?,
            None => {}
        }
        // The game in memory comes before those in files.
        let found = if self.left.is_some() && number == 1 {
            if has_slot {
                self.autosaver.abandon()?;
            }
            self.left.take()
        } else {
            None
        };
        let behind = number.saturating_sub(usize::from(self.left.is_some()));
        let found = found.map_or_else(|| self.autosaver.resume(behind), Ok)?;
        if !has_slot {
            self.left = unfinished;
        }
        Ok(found)
    }

    /// Ends it: an unfinished game stays in the autosave. Returns what could not be kept.
    pub(super) fn close(&self, session: &Session, is_owed: bool) -> Vec<UnsavedData> {
        let is_late = !self.autosaver.is_in_background();
        let kept = if is_late { self.keep_now(session, is_owed) } else { Ok(()) };
        let kept = kept.err().map(UnsavedData::Game);
        kept.into_iter().chain(self.autosaver.settle()).collect()
    }
}
