//! The commands for saves, the ranking and the autosave.

use super::confirming::answer;
use super::{ExecuteError, Interpreter, Step};
use crate::interpreter::awaiting::Awaiting;
use crate::interpreter::command::Command;
use crate::interpreter::files::{is_unfinished, left_game};
use crate::interpreter::reply::{Event, Marks, Reply};
use crate::interpreter::report::{LeftGame, Placing};
use crate::session::{CurrentGame, Icons, competitive_score};
use crate::store::{SaveName, StoreError, UnfinishedGame, UnsavedData};

impl Interpreter {
    /// Ends the session. An unfinished game stays in the autosave, and unwritten scores are tried again. Returns
    /// the data that could not be saved.
    pub fn close(mut self) -> Vec<UnsavedData> {
        // Lessons, puzzles and drills are not saved.
        if let Some(practice) = self.study.practice.take() {
            self.session.restore(practice.suspended);
        }
        let scores = self.write_scores();
        let mut lost = self.files.close(&self.session);
        lost.extend(scores.map(UnsavedData::Scores));
        lost
    }

    /// Ends the session. At a prompt, asks first if data would be lost; a second `Q` quits.
    pub(super) fn quit(&mut self) -> Reply {
        let is_asked = matches!(self.awaiting.take(), Some(Awaiting::Quit));
        let unsaved = if is_asked { Vec::new() } else { self.unsaved() };
        if unsaved.is_empty() {
            return self.reply(Event::Quit);
        }
        self.awaiting = Some(Awaiting::Quit);
        let unsaved = unsaved.iter().map(ToString::to_string).collect();
        self.reply(Event::AskedToQuit { unsaved })
    }

    /// Takes a line as the answer to whether to quit.
    pub(super) fn decide_to_quit(&mut self, line: &str) -> Option<Result<Step, ExecuteError>> {
        let is_repeated = ["q", "quit"].contains(&&*line.trim().to_lowercase());
        let is_yes = is_repeated || answer(line)?;
        let event = if is_yes { Event::Quit } else { Event::NotQuit };
        Some(Ok(Step::Done(self.reply(event))))
    }

    /// Returns the data of a prompt that has no copy on the disk, after trying to write it again.
    fn unsaved(&mut self) -> Vec<UnsavedData> {
        let autosaver = self.files.autosaver();
        if !autosaver.is_in_background() {
            return Vec::new();
        }
        let mut unsaved = autosaver.unsaved();
        let scores = self.write_scores();
        unsaved.extend(scores.map(UnsavedData::Scores));
        unsaved
    }

    pub fn has_unfinished(&self) -> bool {
        let current = match &self.study.practice {
            Some(practice) => practice.suspended.current(),
            None => self.session.current(),
        };
        current.is_some_and(is_unfinished)
    }

    /// Whether a command would suspend an unfinished game.
    pub fn leaves_game(&self, command: &Command) -> bool {
        command.replaces_game() && !self.is_practicing() && left_game(&self.session).is_some()
    }

    /// Writes the scores that the ranking file lacks. Returns the error if that fails.
    fn write_scores(&mut self) -> Option<StoreError> {
        if !self.files.lack_scores {
            return None;
        }
        let written = self.files.store.merge_ranking(&self.session.ranking);
        self.scores_are_written(written.is_ok());
        written.err()
    }

    /// Records whether the file has all scores. If so, a finished game is no longer autosaved.
    fn scores_are_written(&mut self, are_written: bool) {
        self.files.lack_scores = !are_written;
        if are_written && self.session.turn().is_none() {
            self.keep();
        }
    }

    /// Saves the game if the autosave runs after every ply.
    pub(super) fn keep(&self) {
        if !self.is_practicing() {
            self.files.keep(&self.session);
        }
    }

    /// Suspends the game that another one replaces. Returns how to resume it.
    pub(super) fn put_aside(
        &mut self,
        mut left: Option<UnfinishedGame>,
    ) -> Result<Option<LeftGame>, StoreError> {
        let game = left.as_ref().map(|left| left.game.clone());
        if let Err(error) = self.files.put_aside(&mut left) {
            if let Some(left) = left {
                self.session.resume(left.game, left.icons);
            }
            return Err(error);
        }
        self.study.judged = None;
        Ok(game.map(|game| self.left(&game)))
    }

    fn left(&self, game: &CurrentGame) -> LeftGame {
        let number = self.files.number_of(game);
        LeftGame {
            players: game.players().clone(),
            moves: game.history().len(),
            number,
        }
    }

    pub(super) fn save(&self, name: &SaveName) -> Result<Reply, ExecuteError> {
        let replaced = self.files.store.save(name, self.session.snapshot()?)?;
        Ok(self.reply(Event::Saved {
            name: name.to_string(),
            replaced,
        }))
    }

    pub(super) fn remove(&self, name: &SaveName) -> Result<Reply, ExecuteError> {
        self.files.store.remove(name)?;
        Ok(self.reply(Event::Removed {
            name: name.to_string(),
        }))
    }

    pub(super) fn load(&mut self, name: &SaveName) -> Result<Step, ExecuteError> {
        let (saved, game) = self.files.store.load(name)?;
        let switched_to = self.switched_to(&game);
        let event = Event::Loaded {
            name: name.to_string(),
            saved: saved.saved,
            switched_to,
        };
        self.take(game, saved.record.icons, event)
    }

    pub(super) fn show_ranking(&mut self) -> Result<Reply, ExecuteError> {
        let written = self.files.store.ranking()?;
        let ranking = written.merged(&self.session.ranking);
        // The file lacks only scores that could not be written when they were won.
        let missing = ranking != written;
        let result = if missing {
            self.files.store.merge_ranking(&ranking)
        } else {
            Ok(written)
        };
        self.scores_are_written(result.is_ok());
        let not_written = result.err().map(|error| error.to_string());
        let entries = ranking.iter().cloned().collect();
        self.session.ranking = ranking;
        Ok(self.reply(Event::Ranking {
            entries,
            not_written,
        }))
    }

    /// Adds the score of a finished competitive game to the ranking.
    pub(super) fn place(&mut self) -> Option<Placing> {
        let current = self.session.current()?;
        let players = current.players();
        let nickname = players.nickname()?.clone();
        let human = players.human()?;
        let discs = current.game().outcome()?.score?.discs(human);
        let score = competitive_score(discs, current.plies());
        // Include scores that other processes have added since.
        let known = self.files.store.ranking();
        if let Ok(ranking) = &known {
            self.session.ranking = ranking.merged(&self.session.ranking);
        }
        let placement = self.session.ranking.insert(nickname.clone(), score);
        let written = known.and_then(|_| self.files.store.merge_ranking(&self.session.ranking));
        self.files.lack_scores = written.is_err();
        let not_written = written.err().map(|error| error.to_string());
        Some(Placing {
            nickname: nickname.to_string(),
            score,
            placement,
            not_written,
        })
    }

    pub(super) fn resume_game(&mut self, number: usize) -> Result<Step, ExecuteError> {
        let left = left_game(&self.session);
        let left_behind = left.as_ref().map(|left| left.game.clone());
        let found = self.files.resume(left, &self.session, number);
        let UnfinishedGame {
            mut game,
            icons,
            at,
        } = found.inspect_err(|_| self.keep())?;
        // Saves have no record either.
        game.forget_source();
        self.study.judged = None;
        let left = left_behind.map(|game| self.left(&game));
        let switched_to = self.switched_to(&game);
        let icons = self.shown_icons(icons);
        self.session.resume(game, icons);
        let event = Event::Resumed {
            saved: at,
            switched_to,
        };
        self.advance(
            self.reply_with_board(event, Marks::None)
                .with(left.map(Event::PutAside)),
        )
    }

    /// The icons of a save, or the current ones if the save's can't be shown.
    pub(super) fn shown_icons(&self, icons: Icons) -> Icons {
        if self.options.ascii && !icons.is_ascii() {
            self.session.icons()
        } else {
            icons
        }
    }

    /// The name of the game if its kind differs from the current one.
    pub(super) fn switched_to(&self, game: &CurrentGame) -> Option<&'static str> {
        let info = game.game().info();
        (info.code != self.session.info().code).then_some(info.name)
    }
}
