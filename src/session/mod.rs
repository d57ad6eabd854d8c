//! One session of play: the game with its history, who plays, the icons and the ranking.
//!
//! This is the state that commands are dispatched against, and every change of it goes through a
//! method of [`Session`]. It reads and writes no files, prints nothing, and on an error it is as
//! it was.

mod current;
mod icons;
mod mode;
mod names;
mod nickname;
mod ranking;
mod scoring;
mod snapshot;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::{RngExt, SeedableRng};
use thiserror::Error;

use crate::games::{IllegalMove, Info, Move, Player, REGISTRY, Setup, SetupError, Start};
use crate::players::{Competitive, Level, Rng};

pub use current::{CurrentGame, Ply, Throw};
pub use icons::{Icons, IconsError};
pub use mode::{Controller, Mode};
pub use names::{Names, NamesError};
pub use nickname::{Nickname, NicknameError};
pub use ranking::{Entry, Placement, Ranking};
pub use scoring::competitive_score;
pub use snapshot::{Snapshot, SnapshotError};

/// Why something could not be done in a session. The session is as it was.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SessionError {
    /// Nothing has been started yet.
    #[error("there is no game: N starts one for two people, A one against a bot")]
    NoGame,
    /// The last game has ended.
    #[error("the game is over: U takes a move back, N or A starts a new one")]
    Over,
    /// The last game was competitive and has ended.
    #[error("the game is over and counted: N, A or G starts a new one")]
    OverAndCounted,
    /// The rules don't allow the move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The game can't be set up like this.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The game has no competitive mode.
    #[error("competitive games and their ranking are Reversi's, this is {0}: play rv first")]
    NotCompetitive(&'static str),
    /// The game has no bot like this.
    #[error("{game} has no level {level}: its levels are 1 to {strongest}")]
    NoLevel {
        /// The game.
        game: &'static str,
        /// What was asked for.
        level: Level,
        /// The strongest level it has.
        strongest: u8,
    },
    /// Not in a competitive game.
    #[error("{0} is not allowed in a competitive game")]
    Competitive(&'static str),
    /// Fewer moves have been made than were to be taken back.
    #[error("{}", too_few("take back", *.asked, *.possible))]
    Undo {
        /// How many were asked for.
        asked: usize,
        /// How many there are.
        possible: usize,
    },
    /// Fewer moves have been taken back than were to be played again.
    #[error("{}", too_few("play again", *.asked, *.possible))]
    Redo {
        /// How many were asked for.
        asked: usize,
        /// How many there are.
        possible: usize,
    },
    /// A bot gave no move although there is one.
    #[error("the bot of {0} found no move")]
    BotFailed(Player),
}

fn too_few(verb: &str, asked: usize, possible: usize) -> String {
    match possible {
        0 => format!("there is nothing to {verb}"),
        1 => format!("{asked} turns to {verb}, but there is only 1"),
        _ => format!("{asked} turns to {verb}, but there are only {possible}"),
    }
}

/// A session: at most one game, and what outlives it.
///
/// ```
/// use reversi::session::{Mode, Session};
/// let mut session = Session::new(1);
/// let game = session.start(Mode::Manual, None)?.game();
/// let mv = game.parse_move("d3")?;
/// session.play(mv)?;
/// session.undo(1)?;
/// session.redo(1)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Session {
    info: &'static Info,
    /// What new games are set up like, but for who moves first.
    chosen: Setup,
    /// What the players are called, the first one first.
    names: Option<Names>,
    /// Set from outside to make a bot stop thinking.
    stop: Arc<AtomicBool>,
    current: Option<CurrentGame>,
    icons: Icons,
    ranking: Ranking,
    rng: Rng,
}

impl Session {
    /// A session without a game, whose bots draw their chances from `seed`.
    pub fn new(seed: u64) -> Self {
        Self {
            info: REGISTRY[0],
            chosen: Setup::default(),
            names: None,
            stop: Arc::default(),
            current: None,
            icons: Icons::default(),
            ranking: Ranking::default(),
            rng: Rng::seed_from_u64(seed),
        }
    }

    /// Changes the kind of game that new games are of. The current game stays until one starts.
    ///
    /// # Errors
    /// [`SessionError::Setup`] when the game can't be played like this.
    pub fn choose(&mut self, info: &'static Info, chosen: Setup) -> Result<(), SessionError> {
        self.chosen = info.setup(chosen)?;
        self.info = info;
        Ok(())
    }

    /// What new games are set up like, but for who moves first.
    pub fn chosen(&self) -> Setup {
        self.chosen
    }

    /// Calls the players by names from now on, the first player's first.
    pub fn set_names(&mut self, names: Names) {
        self.names = Some(names);
    }

    /// What a side is called, if it goes by a name instead of an icon.
    pub fn name(&self, player: Player) -> Option<&str> {
        let index = usize::from(player != self.info.first_player());
        match &self.names {
            Some(names) => Some(names.of(index)),
            None => self.info.sides.map(|sides| sides[index]),
        }
    }

    /// The side that a word names: by what it is called, else by its icon or colour, see
    /// [`Icons::side`].
    pub fn side(&self, word: &str) -> Option<Player> {
        let called = |player: &Player| {
            self.name(*player).is_some_and(|name| name.to_lowercase() == word.to_lowercase())
        };
        Player::BOTH.into_iter().find(called).or_else(|| self.icons.side(word))
    }

    /// Makes a bot that is thinking play the best move it has found, when it becomes true.
    pub fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// The kind of game that is played.
    pub fn info(&self) -> &'static Info {
        self.info
    }

    /// The game being played, or the last one after its end; `None` before the first.
    pub fn current(&self) -> Option<&CurrentGame> {
        self.current.as_ref()
    }

    /// The game being played or just ended.
    ///
    /// # Errors
    /// [`SessionError::NoGame`].
    pub fn require(&self) -> Result<&CurrentGame, SessionError> {
        self.current.as_ref().ok_or(SessionError::NoGame)
    }

    fn require_mut(&mut self) -> Result<&mut CurrentGame, SessionError> {
        self.current.as_mut().ok_or(SessionError::NoGame)
    }

    /// Who is to move; `None` when there is no game or it is over.
    pub fn turn(&self) -> Option<Player> {
        self.current.as_ref().and_then(|current| current.game().turn())
    }

    /// Whether a competitive game is going on.
    pub fn is_competitive(&self) -> bool {
        self.current.as_ref().is_some_and(|current| {
            matches!(current.mode(), Mode::Competitive { .. }) && current.game().turn().is_some()
        })
    }

    /// Refuses what a competitive game doesn't allow; `what` names it.
    ///
    /// # Errors
    /// [`SessionError::Competitive`] while a competitive game is going on.
    pub fn refuse_in_competitive(&self, what: &'static str) -> Result<(), SessionError> {
        if self.is_competitive() { Err(SessionError::Competitive(what)) } else { Ok(()) }
    }

    /// The glyphs of the two players.
    pub fn icons(&self) -> Icons {
        self.icons
    }

    /// Changes the glyphs from now on.
    pub fn set_icons(&mut self, icons: Icons) {
        self.icons = icons;
    }

    /// The best competitive scores as far as they are known here.
    pub fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// Takes over a ranking that others may have changed meanwhile.
    pub fn set_ranking(&mut self, ranking: Ranking) {
        self.ranking = ranking;
    }

    /// Enters a score into the ranking, which keeps a nickname's best.
    pub fn rank(&mut self, nickname: Nickname, score: u32) -> Placement {
        self.ranking.insert(nickname, score)
    }

    /// Starts the bots' chances again from a seed.
    pub fn reseed(&mut self, seed: u64) {
        self.rng = Rng::seed_from_u64(seed);
    }

    /// Starts a new game in place of the current one; `first` moves first, by default whoever does
    /// in this kind of game, which may be left to a die.
    ///
    /// # Errors
    /// [`SessionError::NotCompetitive`] for a competitive game of a kind that has none.
    pub fn start(
        &mut self,
        mode: Mode,
        first: Option<Player>,
    ) -> Result<&CurrentGame, SessionError> {
        if matches!(mode, Mode::Competitive { .. }) && !Competitive::plays(self.info) {
            return Err(SessionError::NotCompetitive(self.info.name));
        }
        self.require_levels(&mode)?;
        let mut throws = Vec::new();
        let first = match (first, self.info.start) {
            (Some(first), _) | (None, Start::Always(first)) => first,
            (None, Start::ByDie) => self.throw_dice(&mut throws),
        };
        let setup = self.info.setup(Setup { first, ..self.chosen })?;
        let game = CurrentGame::new(self.info, setup, mode).with_throws(throws);
        Ok(self.current.insert(game))
    }

    /// Refuses bots that are stronger than there are in the kind of game that is played.
    fn require_levels(&self, mode: &Mode) -> Result<(), SessionError> {
        match mode.levels().find(|level| !level.suits(self.info)) {
            Some(level) => Err(SessionError::NoLevel {
                game: self.info.name,
                level,
                strongest: Level::strongest(self.info),
            }),
            None => Ok(()),
        }
    }

    /// Lets both sides throw a die until one is higher.
    fn throw_dice(&mut self, throws: &mut Vec<Throw>) -> Player {
        loop {
            let throw: Throw = [self.rng.random_range(1..=6), self.rng.random_range(1..=6)];
            throws.push(throw);
            match throw[0].cmp(&throw[1]) {
                std::cmp::Ordering::Greater => return Player::Black,
                std::cmp::Ordering::Less => return Player::White,
                std::cmp::Ordering::Equal => {}
            }
        }
    }

    /// Starts the current game again from its beginning, with the same players.
    ///
    /// # Errors
    /// [`SessionError::NoGame`].
    pub fn restart(&mut self) -> Result<(), SessionError> {
        let current = self.require_mut()?;
        *current = CurrentGame::new(current.game().info(), current.setup(), current.mode().clone());
        Ok(())
    }

    /// Goes on with a game brought back from elsewhere, with its icons.
    pub fn resume(&mut self, current: CurrentGame, icons: Icons) {
        self.info = current.game().info();
        self.chosen = Setup { first: Player::default(), board: None, ..current.setup() };
        self.icons = icons;
        self.current = Some(current);
    }

    /// Plays a move for the side to move, whoever that is.
    ///
    /// # Errors
    /// [`SessionError`] when there is no game, it is over, or the move is illegal.
    pub fn play(&mut self, mv: Move) -> Result<&Ply, SessionError> {
        let current = self.require_mut()?;
        if current.game().turn().is_none() {
            return Err(match current.mode() {
                Mode::Competitive { .. } => SessionError::OverAndCounted,
                _ => SessionError::Over,
            });
        }
        Ok(current.play(mv)?)
    }

    /// Lets the bot move if it is a bot's turn; `None` if it isn't.
    ///
    /// # Errors
    /// [`SessionError`] when the bot fails.
    pub fn play_bot(&mut self) -> Result<Option<&Ply>, SessionError> {
        let Some(current) = self.current.as_mut() else { return Ok(None) };
        let Some(turn) = current.game().turn() else { return Ok(None) };
        let Some(bot) = current.mode().controller(turn).bot(self.info) else { return Ok(None) };
        let mv = bot.choose(current.game(), &mut self.rng, &self.stop);
        Ok(Some(current.play(mv.ok_or(SessionError::BotFailed(turn))?)?))
    }

    /// Whether bots have been told to stop thinking.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Takes back `turns` turns: each a move, and against a bot everything back to a person's own
    /// turn. Returns how many moves were taken back.
    ///
    /// # Errors
    /// [`SessionError`] when the game is competitive or has fewer turns.
    pub fn undo(&mut self, turns: usize) -> Result<usize, SessionError> {
        let current = self.require_mut()?;
        if matches!(current.mode(), Mode::Competitive { .. }) {
            return Err(SessionError::Competitive("U (undo)"));
        }
        current.undo(turns)
    }

    /// Plays `turns` turns again that were taken back. Returns how many moves that were.
    ///
    /// # Errors
    /// [`SessionError`] when fewer turns have been taken back.
    pub fn redo(&mut self, turns: usize) -> Result<usize, SessionError> {
        self.require_mut()?.redo(turns)
    }

    /// Changes who plays a side.
    ///
    /// # Errors
    /// [`SessionError`] when there is no game or it is competitive.
    pub fn set_controller(
        &mut self,
        player: Player,
        controller: Controller,
    ) -> Result<(), SessionError> {
        let current = self.require_mut()?;
        if matches!(current.mode(), Mode::Competitive { .. }) {
            return Err(SessionError::Competitive("changing the players"));
        }
        let mode = current.mode().with(player, controller);
        self.require_levels(&mode)?;
        self.require_mut()?.set_mode(mode);
        Ok(())
    }

    /// Everything that a save has to hold of the current game.
    ///
    /// # Errors
    /// [`SessionError::NoGame`].
    pub fn snapshot(&self) -> Result<Snapshot, SessionError> {
        Ok(Snapshot::of(self.require()?, self.icons))
    }
}

#[cfg(test)]
mod tests;
