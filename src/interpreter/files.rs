//! The files of an interpreter. Saves the unfinished game: at a prompt after every ply, in a script when it ends or resumes another game.
//!
//! A game replaced by another one is suspended. A prompt, and a script that has resumed a game, write it to the
//! autosave. Other games of a script stay in memory, because a script can start thousands.

use std::time::Duration;

use jiff::Timestamp;

use crate::session::{CurrentGame, Session, Snapshot};
use crate::store::{Autosaver, Slots, Store, StoreError, UnfinishedGame, UnsavedData};

/// The maximum time a new game waits for the previous one to be saved: short enough not to be noticed.
const KEEPING: Duration = Duration::from_millis(40);

/// Returns the current game if it must be suspended before another one starts: worth saving and not over.
pub fn left_game(session: &Session) -> Option<UnfinishedGame> {
    let game = session
        .current()
        .filter(|game| is_unfinished(game))?
        .clone();
    Some(UnfinishedGame {
        game,
        icons: session.icons(),
        at: Timestamp::now(),
    })
}

/// Whether a game is worth saving: it has moves, notes, variations or a custom board, and is not over. A game that
/// is over counts if it has notes or variations that were played after its end, or if a variation is on the board.
pub fn is_unfinished(current: &CurrentGame) -> bool {
    let is_begun =
        current.has_moves() || current.has_annotations() || current.setup().board.is_some();
    let is_over = current.turn().is_none() || current.is_studied();
    let is_study =
        current.has_annotations() || current.has_studied_moves() || !current.is_in_main_line();
    is_begun && (!is_over || is_study)
}

/// The data folder, and the data of the session that is not in it yet.
#[derive(Debug)]
pub struct SessionFiles {
    pub store: Store,
    autosaver: Autosaver,
    /// The suspended game of a script that has not used the autosave.
    left: Option<UnfinishedGame>,
    /// Whether the session's ranking has scores that are not yet in the file.
    pub lack_scores: bool,
}

impl SessionFiles {
    pub fn new(store: Store, slots: Slots) -> Self {
        Self {
            autosaver: Autosaver::new(&store, slots),
            store,
            left: None,
            lack_scores: false,
        }
    }

    pub fn autosaver(&self) -> &Autosaver {
        &self.autosaver
    }

    /// Saves the game if the autosave runs after every ply.
    pub fn keep(&self, session: &Session) {
        if self.autosaver.is_in_background() {
            // Saving in the background never fails at once.
            let _ = self.keep_now(session);
        }
    }

    /// Whether the current game is over, and its score is not in the ranking file.
    fn lack_score_of(&self, session: &Session) -> bool {
        let is_scored =
            |game: &CurrentGame| game.turn().is_none() && game.players().is_competitive();
        self.lack_scores && session.current().is_some_and(is_scored)
    }

    /// Saves the current game. Deletes the save of a finished game, unless the ranking still lacks its score.
    fn keep_now(&self, session: &Session) -> Result<(), StoreError> {
        match session.current() {
            Some(game) if is_unfinished(game) => {
                self.autosaver.keep(Snapshot::of(game, session.icons()));
                Ok(())
            }
            // Keep the save: resuming it allows replaying the end, which records the score.
            _ if self.lack_score_of(session) => Ok(()),
            _ => self.autosaver.discard(),
        }
    }

    /// Saves a suspended game, unless it was saved after its last ply.
    fn keep_left(&self, left: &UnfinishedGame) {
        if !self.autosaver.is_in_background() {
            self.autosaver.keep(Snapshot::of(&left.game, left.icons));
        }
    }

    /// Suspends `left`, because another game replaces it. If there is none, deletes the previous save, unless the
    /// ranking still lacks a score.
    pub fn put_aside(&mut self, left: &mut Option<UnfinishedGame>) -> Result<(), StoreError> {
        match left {
            Some(_) if !self.autosaver.has_slot() => self.left = left.take(),
            Some(game) if self.would_lose_moves_for(game) => self.autosaver.discard()?,
            Some(game) => {
                self.keep_left(game);
                self.autosaver.abandon()?;
                self.left = None;
            }
            None if self.lack_scores => self.autosaver.abandon()?,
            None => self.autosaver.discard()?,
        }
        Ok(())
    }

    /// Whether to suspend a board without moves would replace another game: scripts keep only one.
    fn would_lose_moves_for(&self, left: &UnfinishedGame) -> bool {
        !left.game.has_moves() && !self.autosaver.is_in_background() && !self.all().is_empty()
    }

    /// Returns the number to pass to [`resume`](Self::resume); `None` if the game isn't on the disk in time.
    pub fn number_of(&self, left: &CurrentGame) -> Option<usize> {
        // Don't read files here: scripts start thousands of games.
        if self.left.as_ref().is_some_and(|kept| kept.game == *left) {
            return Some(1);
        }
        if self.autosaver.is_in_background() && !self.autosaver.flush_within(KEEPING) {
            return None;
        }
        Some(self.all().iter().position(|kept| kept.game == *left)? + 1)
    }

    /// The unfinished games that no running process owns, newest first.
    pub fn all(&self) -> Vec<UnfinishedGame> {
        self.left
            .iter()
            .cloned()
            .chain(self.autosaver.all())
            .collect()
    }

    /// Suspends the `unfinished` game, and resumes game `number`, from 1, of [`all`](Self::all). Deletes the save
    /// of a finished game, unless the ranking still lacks its score.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if there is no such game or it can't be read.
    pub fn resume(
        &mut self,
        unfinished: Option<UnfinishedGame>,
        session: &Session,
        number: usize,
    ) -> Result<UnfinishedGame, StoreError> {
        let has_slot = self.autosaver.has_slot();
        match &unfinished {
            _ if !has_slot => {}
            Some(current) => self.keep_left(current),
            // A finished game is not suspended.
            None if !self.lack_score_of(session) => self.autosaver.discard()?,
            None => {}
        }
        // The game in memory is listed before the games in files.
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

    /// Saves the unfinished game at the end of the session. Returns the data that could not be saved.
    pub fn close(&self, session: &Session) -> Vec<UnsavedData> {
        let is_late = !self.autosaver.is_in_background();
        let kept = if is_late {
            self.keep_now(session)
        } else {
            Ok(())
        };
        let kept = kept.err().map(UnsavedData::Game);
        kept.into_iter().chain(self.autosaver.settle()).collect()
    }
}
