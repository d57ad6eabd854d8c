//! One session of play: the game with its history, who plays, the icons and the ranking.
//!
//! This is the state that commands are dispatched against, and every change of it goes through a
//! method of [`Session`]. It reads and writes no files, prints nothing, and on an error it is as
//! it was.

mod clocks;
mod current;
mod error;
mod icons;
mod line;
mod mode;
mod names;
mod position;
mod ranking;
mod recording;
mod sides;
mod snapshot;
mod timing;
mod tree_text;

use std::fmt;
use std::sync::Arc;

use rand::{RngExt, SeedableRng};

use crate::book::Book;
use crate::games::{Assessment, Game, Info, Move, Player, REGISTRY, Setup, Start};
use crate::players::{
    Answer, Bot, Competitive, Level, Request, Resources, Rng, Stamp, Thinker, TimeControl,
};

pub use clocks::{Clocks, Forfeit};
pub use current::{CurrentGame, Ply, Throw};
pub use error::SessionError;
pub use icons::{Icons, IconsError};
pub use line::{Line, LineMove};
pub use mode::{Controller, Mode};
pub use names::{Nickname, NicknameError, PlayerNames, PlayerNamesError};
pub use position::GamePosition;
pub use ranking::{Placement, Ranking, RankingEntry, competitive_score};
pub use sides::Sides;
pub use snapshot::{Snapshot, SnapshotError};

/// A session: at most one game, and what outlives it.
///
/// A bot thinks outside of it: [`due`](Self::due) hands out a `Request`, [`take`](Self::take) takes
/// its answer. In between, everything else works.
#[derive(Debug)]
pub struct Session {
    info: &'static Info,
    /// The setup of new games, without the side that moves first.
    new_game_setup: Setup,
    /// The names of the players, first one first.
    names: Option<PlayerNames>,
    /// A screen may hold it as well: it is copied before a change then.
    current: Option<Arc<CurrentGame>>,
    /// Who plays Black and White where no person does.
    seats: [Seat; 2],
    sides: Sides,
    /// The clock of new games; `None` for unlimited time.
    time_control: Option<TimeControl>,
    ranking: Ranking,
    /// What bots and hints think with.
    resources: Resources,
    rng: Rng,
    stamp: Stamp,
}

/// The bot of a side that no person plays.
#[derive(Default)]
struct Seat {
    /// Made when it is first due; away while it thinks.
    bot: Option<Box<dyn Bot>>,
    /// Whether it is a guest: none of a level's bots, so it can't be made anew.
    is_guest: bool,
    /// The state that it thinks about, or was sent away for.
    away_for: Option<Stamp>,
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seat").field("is_guest", &self.is_guest).finish_non_exhaustive()
    }
}

/// The game that another one stands in for.
#[derive(Debug)]
pub struct SuspendedGame {
    current: Option<Arc<CurrentGame>>,
    seats: [Seat; 2],
}

impl SuspendedGame {
    /// The game, if there was one.
    pub fn current(&self) -> Option<&CurrentGame> {
        self.current.as_deref()
    }
}

impl Session {
    /// A session without a game, whose randomness starts from `seed`.
    pub fn new(seed: u64) -> Self {
        let info = REGISTRY[0];
        Self {
            info,
            new_game_setup: Setup::default(),
            names: None,
            current: None,
            seats: Default::default(),
            sides: Sides::new(info, Icons::default(), None),
            time_control: None,
            ranking: Ranking::default(),
            resources: Resources::default(),
            rng: Rng::seed_from_u64(seed),
            stamp: Stamp::default(),
        }
    }

    /// Sets what bots that sit down from now on think with; at first one thread, and no opening book.
    pub fn set_resources(&mut self, resources: Resources) {
        self.resources = resources;
    }

    /// What bots and hints think with.
    pub fn resources(&self) -> &Resources {
        &self.resources
    }

    /// A number by chance, for a generator that goes its own way.
    pub fn random_u64(&mut self) -> u64 {
        self.rng.random()
    }

    /// The opening book, if there is one.
    pub fn book(&self) -> Option<&Arc<Book>> {
        self.resources.book.as_ref()
    }

    /// Changes the kind of game that new games are of. The current game stays until one starts.
    pub fn choose(&mut self, info: &'static Info, chosen: Setup) -> Result<(), SessionError> {
        self.new_game_setup = info.setup(chosen)?;
        self.info = info;
        self.rename(self.sides.icons());
        Ok(())
    }

    /// Brings icons and names up to date.
    fn rename(&mut self, icons: Icons) {
        self.sides = Sides::new(self.info, icons, self.names.as_ref());
    }

    /// Identifies the state that a move is chosen for: another one after every change of the game, its
    /// players or its randomness.
    pub fn stamp(&self) -> Stamp {
        self.stamp
    }

    /// Makes thoughts about the state before stale.
    fn change(&mut self) {
        self.stamp = self.stamp.next();
    }

    /// The setup of new games, without the side that moves first.
    pub fn new_game_setup(&self) -> Setup {
        self.new_game_setup
    }

    pub fn names(&self) -> Option<&PlayerNames> {
        self.names.as_ref()
    }

    /// Sets the names of the players, the first player's first; without any they are the game's own.
    pub fn set_names(&mut self, names: impl Into<Option<PlayerNames>>) {
        self.names = names.into();
        self.rename(self.sides.icons());
    }

    /// Icons and names of the two sides.
    pub fn sides(&self) -> &Sides {
        &self.sides
    }

    /// The kind of game that is played.
    pub fn info(&self) -> &'static Info {
        self.info
    }

    /// The game being played, or the last one after its end; `None` before the first.
    pub fn current(&self) -> Option<&CurrentGame> {
        self.current.as_deref()
    }

    /// The same as a snapshot, which stays as it is when the session goes on.
    pub fn shared(&self) -> Option<Arc<CurrentGame>> {
        self.current.clone()
    }

    /// The game being played or just ended.
    pub fn require(&self) -> Result<&CurrentGame, SessionError> {
        self.current.as_deref().ok_or(SessionError::NoGame)
    }

    fn require_mut(&mut self) -> Result<&mut CurrentGame, SessionError> {
        self.current.as_mut().map(Arc::make_mut).ok_or(SessionError::NoGame)
    }

    /// The position that a new game starts from; where a die decides, the first player moves first.
    pub fn first_position(&self) -> Box<dyn Game> {
        let first = self.info.first_player();
        (self.info.new)(Setup { first, ..self.new_game_setup })
    }

    /// Who is to move; `None` when there is no game or it is over.
    pub fn turn(&self) -> Option<Player> {
        self.current.as_ref().and_then(|current| current.turn())
    }

    /// Whether a competitive game is in progress.
    pub fn is_competitive(&self) -> bool {
        self.current.as_ref().is_some_and(|current| current.is_competitive())
    }

    /// Whether a person plays a side of the current game.
    pub fn is_human(&self, player: Player) -> bool {
        let is_human =
            self.current.as_ref().is_none_or(|game| game.mode().controller(player).is_human());
        is_human && !self.seats[player.index()].is_guest
    }

    /// The icons of the two sides.
    pub fn icons(&self) -> Icons {
        self.sides.icons()
    }

    /// Changes the icons.
    pub fn set_icons(&mut self, icons: Icons) {
        self.rename(icons);
    }

    /// The known best competitive scores.
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

    /// A number below a count, by chance.
    pub fn chance(&mut self, count: usize) -> usize {
        self.rng.random_range(0..count)
    }

    /// Sets the random seed.
    pub fn reseed(&mut self, seed: u64) {
        self.change();
        self.rng = Rng::seed_from_u64(seed);
    }

    /// Starts a new game in place of the current one; `first` moves first, by default whoever does
    /// in this kind of game, which may be left to a die.
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
        let setup = self.info.setup(Setup { first, ..self.new_game_setup })?;
        let mut game = CurrentGame::new(self.info, setup, mode).with_throws(throws);
        *game.clocks_mut() = self.new_clocks(game.mode());
        self.change();
        self.seats = Default::default();
        Ok(self.current.insert(Arc::new(game)))
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

    /// Puts a game of the kind that is played in place of the current one for a while.
    pub fn suspend_for(&mut self, game: CurrentGame) -> SuspendedGame {
        self.stop_clocks();
        self.change();
        SuspendedGame {
            current: self.current.replace(Arc::new(game)),
            seats: std::mem::take(&mut self.seats),
        }
    }

    /// Brings back the game that was current before [`suspend_for`](Self::suspend_for).
    pub fn restore(&mut self, suspended: SuspendedGame) {
        self.change();
        self.current = suspended.current;
        self.seats = suspended.seats;
    }

    /// Starts the current game again from its beginning, with the same players.
    pub fn restart(&mut self) -> Result<(), SessionError> {
        let current = self.require_mut()?;
        let clocks = current.clocks().map(|clocks| Clocks::new(clocks.control()));
        *current = CurrentGame::new(current.game().info(), current.setup(), current.mode().clone());
        *current.clocks_mut() = clocks;
        self.change();
        Ok(())
    }

    /// Puts a game brought back from elsewhere in place of the current one, with its icons.
    pub fn resume(&mut self, current: CurrentGame, icons: Icons) {
        self.info = current.game().info();
        self.new_game_setup = Setup { first: Player::default(), board: None, ..current.setup() };
        self.rename(icons);
        self.change();
        self.seats = Default::default();
        self.current = Some(Arc::new(current));
        self.stop_clocks();
    }

    pub fn play(&mut self, mv: Move) -> Result<&Ply, SessionError> {
        let current = self.current.as_mut().map(Arc::make_mut).ok_or(SessionError::NoGame)?;
        if current.turn().is_none() {
            return Err(match current.mode() {
                Mode::Competitive { .. } => SessionError::GameOverAndCounted,
                _ => SessionError::GameOver,
            });
        }
        let ply = current.play(mv)?;
        self.stamp = self.stamp.next();
        Ok(ply)
    }

    /// Lets a bot of one's own play a side of the current game, until another game is started or loaded
    /// or the player of that side is changed.
    pub fn seat(&mut self, player: Player, bot: Box<dyn Bot>) -> Result<(), SessionError> {
        self.require_changeable()?;
        self.change();
        self.seats[player.index()] = Seat { bot: Some(bot), is_guest: true, away_for: None };
        Ok(())
    }

    /// What a bot has to think about, anywhere; `None` if it is not a bot's turn, or if the bot is still away
    /// with an earlier request.
    pub fn due(&mut self) -> Option<Request> {
        let current = self.current.as_ref()?;
        let player = current.turn()?;
        let clock = current.clocks().map(|clocks| clocks.of_bot(player));
        let seat = &mut self.seats[player.index()];
        let bot = match seat.bot.take() {
            Some(bot) => bot,
            None if seat.is_guest => return None,
            None => {
                let controller = current.mode().controller(player);
                controller.bot(current.game().info(), &self.resources)?
            }
        };
        seat.away_for = Some(self.stamp);
        Some(Request {
            game: current.game().clone_box(),
            thinker: Thinker::Bot(bot),
            rng: self.rng.clone(),
            stamp: self.stamp,
            clock,
        })
    }

    /// Plays the move of a bot; `None` if the answer is stale: the state has changed since the bot was
    /// [due](Self::due). Nothing happens then, except that the bot returns to its seat.
    pub fn take(&mut self, answer: Answer) -> Result<Option<&Ply>, SessionError> {
        let Answer { request: Request { game, thinker, rng, stamp, .. }, mv, .. } = answer;
        let player = game.turn().unwrap_or_default();
        let seat = &mut self.seats[player.index()];
        let is_fresh = stamp == self.stamp;
        if let Thinker::Bot(bot) = thinker
            && (is_fresh || seat.is_guest && seat.away_for == Some(stamp))
        {
            seat.bot = Some(bot);
        }
        let Some(current) = self.current.as_mut().filter(|_| is_fresh).map(Arc::make_mut) else {
            return Ok(None);
        };
        let failed = SessionError::BotFailed(player);
        let mv = mv.ok_or(failed.clone())?;
        let ply = current.play(mv).map_err(|error| match error {
            SessionError::Illegal(_) => failed,
            error => error,
        })?;
        self.stamp = self.stamp.next();
        self.rng = rng;
        Ok(Some(ply))
    }

    /// Takes back `turns` turns: each a move, and against a bot everything back to a person's own
    /// turn. Returns the number of moves taken back.
    pub fn undo(&mut self, turns: usize) -> Result<usize, SessionError> {
        self.require_changeable()?;
        let humans = Player::BOTH.map(|player| self.is_human(player));
        let moves = self.require_mut()?.undo(turns, humans)?;
        self.change();
        Ok(moves)
    }

    /// Redoes `turns` turns that were taken back. Returns the number of moves played.
    pub fn redo(&mut self, turns: usize) -> Result<usize, SessionError> {
        let humans = Player::BOTH.map(|player| self.is_human(player));
        let moves = self.require_mut()?.redo(turns, humans)?;
        self.change();
        Ok(moves)
    }

    /// Goes to the position after a ply, for either side to move; 0 is the start. A pass is a ply, with
    /// the position of the move that forced it. Going back takes the later moves back, which can be redone.
    pub fn go_to(&mut self, ply: usize) -> Result<(), SessionError> {
        let current = self.require_changeable()?;
        let is_there = ply <= current.plies() && current.moves_at(ply) == current.history().len();
        if !is_there {
            self.require_mut()?.go_to(ply)?;
            self.change();
        }
        Ok(())
    }

    /// Goes to another position of the tree, for either side to move, or removes some.
    pub fn browse<T>(
        &mut self,
        step: impl FnOnce(&mut CurrentGame) -> Result<T, SessionError>,
    ) -> Result<T, SessionError> {
        let done = self.edit(step)?;
        self.change();
        Ok(done)
    }

    /// Changes lines of the tree, but not the position on the board, so that thoughts about it stay fresh.
    pub fn edit<T>(
        &mut self,
        step: impl FnOnce(&mut CurrentGame) -> Result<T, SessionError>,
    ) -> Result<T, SessionError> {
        self.require_changeable()?;
        step(self.require_mut()?)
    }

    /// Writes a note about the position on the board, in place of the one there; an empty one removes it.
    pub fn set_note(&mut self, note: impl Into<String>) -> Result<(), SessionError> {
        self.require_mut()?.set_note(note.into())
    }

    /// Gives the last move on the board a sign, or takes it away.
    pub fn assess(&mut self, sign: Option<Assessment>) -> Result<(), SessionError> {
        self.require_mut()?.assess(sign)
    }

    /// Changes who plays a side.
    pub fn set_controller(
        &mut self,
        player: Player,
        controller: Controller,
    ) -> Result<(), SessionError> {
        let mode = self.require_changeable()?.mode().with(player, controller);
        self.require_levels(&mode)?;
        self.require_mut()?.set_mode(mode);
        self.change();
        self.seats[player.index()] = Seat::default();
        Ok(())
    }

    /// The current game, if moves may be taken back in it and its players changed.
    fn require_changeable(&self) -> Result<&CurrentGame, SessionError> {
        match self.require()? {
            current if matches!(current.mode(), Mode::Competitive { .. }) => {
                Err(SessionError::Competitive)
            }
            current => Ok(current),
        }
    }

    /// Everything that a save has to hold of the current game.
    pub fn snapshot(&self) -> Result<Snapshot, SessionError> {
        Ok(Snapshot::of(self.require()?, self.icons()))
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tree_tests;
