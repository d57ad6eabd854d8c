//! One session of play: the game with its history, the players, the icons and the ranking.
//!
//! Commands change this state only through methods of [`Session`]. A session has no input or output, and an error
//! leaves it unchanged.

mod aid;
mod clocks;
mod current;
mod error;
mod line;
mod players;
mod position;
mod ranking;
mod recording;
mod removed;
mod sides;
mod snapshot;
mod studying;

use std::fmt;
use std::sync::Arc;

use rand::{RngExt, SeedableRng};

use crate::book::Book;
use crate::games::{Assessment, Game, Info, Move, Player, REGISTRY, Setup, Start};
use crate::players::{
    Answer, Bot, Competitive, Level, Request, Resources, Rng, Stamp, Thinker, TimeControl,
};

pub use aid::Aid;
pub use clocks::{Clocks, Forfeit};
pub use current::{CurrentGame, Ply};
pub use error::SessionError;
pub use line::{LineMove, VariationLine};
pub use players::{Controller, Players};
pub use position::GamePosition;
pub use ranking::{Placement, Ranking, RankingEntry, competitive_score};
pub use sides::{Icons, IconsError, Nickname, PlayerNames, Sides};
pub use snapshot::{Snapshot, SnapshotError};

/// A session: at most one game, and the state that outlives it.
///
/// Bots think outside of it: [`due`](Self::due) returns a `Request`, and [`take`](Self::take) applies the answer.
/// In between, everything else works.
#[derive(Debug)]
pub struct Session {
    info: &'static Info,
    /// Without the side that moves first.
    new_game_setup: Setup,
    /// First player first.
    names: Option<PlayerNames>,
    /// Shared with screens, so it is copied before a change.
    current: Option<Arc<CurrentGame>>,
    seats: [Seat; 2],
    sides: Sides,
    /// The clocks of later games.
    pub(crate) time_control: Option<TimeControl>,
    /// The scores, to which other processes may have added.
    pub(crate) ranking: Ranking,
    /// The resources of later bots and hints: by default one thread and no opening book.
    pub(crate) resources: Resources,
    rng: Rng,
    stamp: Stamp,
}

/// The bot of a side, created when it is first due; `None` while it thinks.
#[derive(Default)]
struct Seat(Option<Box<dyn Bot>>);

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Seat").finish_non_exhaustive()
    }
}

/// A game suspended by another one.
#[derive(Debug)]
pub struct SuspendedGame {
    current: Option<Arc<CurrentGame>>,
    seats: [Seat; 2],
    /// The user's icons and names, if the other game has its own.
    look: Option<(Icons, Option<PlayerNames>)>,
}

impl SuspendedGame {
    pub fn current(&self) -> Option<&CurrentGame> {
        self.current.as_deref()
    }
}

impl Session {
    /// Creates a session without a game.
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

    /// Returns a random number, to seed an independent generator.
    pub fn random_u64(&mut self) -> u64 {
        self.rng.random()
    }

    pub fn book(&self) -> Option<&Arc<Book>> {
        self.resources.book.as_ref()
    }

    /// Sets the kind and setup of new games. The current game stays until one starts.
    pub fn choose(&mut self, info: &'static Info, chosen: Setup) -> Result<(), SessionError> {
        self.new_game_setup = info.setup(chosen)?;
        self.info = info;
        self.set_icons(self.sides.icons());
        Ok(())
    }

    pub fn set_icons(&mut self, icons: Icons) {
        self.sides = Sides::new(self.info, icons, self.names.as_ref());
    }

    /// Returns the identifier of the state. Every change of the game, its players or its randomness changes it.
    pub fn stamp(&self) -> Stamp {
        self.stamp
    }

    /// Makes pending thoughts stale.
    fn change(&mut self) {
        self.stamp = self.stamp.next();
    }

    /// Returns the setup of new games, without the side that moves first.
    pub fn new_game_setup(&self) -> Setup {
        self.new_game_setup
    }

    pub fn names(&self) -> Option<&PlayerNames> {
        self.names.as_ref()
    }

    /// Sets the names of the players, first player first; `None` for the names of the game.
    pub fn set_names(&mut self, names: impl Into<Option<PlayerNames>>) {
        self.names = names.into();
        self.set_icons(self.sides.icons());
    }

    /// Exchanges the names of the players.
    pub fn swap_names(&mut self) {
        self.names = self.names.take().map(PlayerNames::swapped);
        self.set_icons(self.sides.icons());
    }

    pub fn sides(&self) -> &Sides {
        &self.sides
    }

    pub fn info(&self) -> &'static Info {
        self.info
    }

    /// Returns the current game, which may be over; `None` before the first.
    pub fn current(&self) -> Option<&CurrentGame> {
        self.current.as_deref()
    }

    /// Like [`current`](Self::current), but as a snapshot that later changes don't affect.
    pub fn shared(&self) -> Option<Arc<CurrentGame>> {
        self.current.clone()
    }

    /// Returns the current game, which may be over.
    pub fn require(&self) -> Result<&CurrentGame, SessionError> {
        self.current.as_deref().ok_or(SessionError::NoGame)
    }

    fn require_mut(&mut self) -> Result<&mut CurrentGame, SessionError> {
        self.current
            .as_mut()
            .map(Arc::make_mut)
            .ok_or(SessionError::NoGame)
    }

    /// Marks the current game as counted. Returns it if it was not, so that a game counts once however often its last
    /// move is taken back and replayed.
    pub fn count_once(&mut self) -> Option<&CurrentGame> {
        let current = Arc::make_mut(self.current.as_mut()?);
        let is_first = !std::mem::replace(&mut current.is_counted, true);
        is_first.then_some(current)
    }

    /// Notes that the only human was helped. Help after the end of the game doesn't count.
    pub fn help(&mut self, aid: Aid) {
        let playing = |current: &&mut Arc<CurrentGame>| {
            let is_alone = current.players().human().is_some();
            is_alone && current.aid.is_none() && current.turn().is_some() && !current.is_studied()
        };
        if let Some(current) = self.current.as_mut().filter(playing) {
            Arc::make_mut(current).aid = Some(aid);
        }
    }

    /// Makes the bot of the current game follow the lines of the user's repertoire.
    pub fn follow_repertoire(&mut self) {
        if let Some(current) = self.current.as_mut() {
            Arc::make_mut(current).follows_repertoire = true;
        }
    }

    /// Returns the starting position of a new game. Where dice decide, the first player moves first.
    pub fn first_position(&self) -> Box<dyn Game> {
        let first = self.info.first_player();
        (self.info.new)(Setup {
            first,
            ..self.new_game_setup
        })
    }

    /// Returns the side to move; `None` if there is no game or it is over.
    pub fn turn(&self) -> Option<Player> {
        self.current.as_ref().and_then(|current| current.turn())
    }

    pub fn is_competitive(&self) -> bool {
        self.current
            .as_ref()
            .is_some_and(|current| current.is_competitive())
    }

    pub fn is_human(&self, player: Player) -> bool {
        self.current
            .as_ref()
            .is_none_or(|game| game.players().of(player).is_human())
    }

    pub fn icons(&self) -> Icons {
        self.sides.icons()
    }

    /// Returns a random number below `count`.
    pub fn chance(&mut self, count: usize) -> usize {
        self.rng.random_range(0..count)
    }

    pub fn reseed(&mut self, seed: u64) {
        self.change();
        self.rng = Rng::seed_from_u64(seed);
    }

    /// Replaces the current game by a new one. `first` moves first; if it is `None`, the kind of game or its dice
    /// decide.
    pub fn start(
        &mut self,
        players: Players,
        first: Option<Player>,
    ) -> Result<&CurrentGame, SessionError> {
        if players.is_competitive() && !Competitive::plays(self.info) {
            return Err(SessionError::NotCompetitive(self.info.name));
        }
        self.require_levels(&players)?;
        let mut throws = Vec::new();
        let first = match (first, self.info.start) {
            (Some(first), _) | (None, Start::Always(first)) => first,
            (None, Start::ByDie) => self.throw_dice(&mut throws),
        };
        let setup = self.info.setup(Setup {
            first,
            ..self.new_game_setup
        })?;
        let mut game = CurrentGame::new(self.info, setup, players);
        (game.throws, game.clocks) = (throws, self.new_clocks(game.players()));
        self.change();
        self.seats = Default::default();
        Ok(self.current.insert(Arc::new(game)))
    }

    /// Checks that the current kind of game has the levels of the bots.
    fn require_levels(&self, players: &Players) -> Result<(), SessionError> {
        match players
            .levels()
            .into_iter()
            .flatten()
            .find(|level| !level.suits(self.info))
        {
            Some(level) => Err(SessionError::NoLevel {
                game: self.info.name,
                level,
                strongest: Level::strongest(self.info),
            }),
            None => Ok(()),
        }
    }

    /// Rolls a die for each side until one is higher.
    fn throw_dice(&mut self, throws: &mut Vec<[u8; 2]>) -> Player {
        loop {
            let throw = [self.rng.random_range(1..=6), self.rng.random_range(1..=6)];
            throws.push(throw);
            match throw[0].cmp(&throw[1]) {
                std::cmp::Ordering::Greater => return Player::Black,
                std::cmp::Ordering::Less => return Player::White,
                std::cmp::Ordering::Equal => {}
            }
        }
    }

    /// Suspends the current game for another one of the same kind.
    pub fn suspend_for(&mut self, game: CurrentGame) -> SuspendedGame {
        self.stop_clocks();
        self.change();
        SuspendedGame {
            current: self.current.replace(Arc::new(game)),
            seats: std::mem::take(&mut self.seats),
            look: None,
        }
    }

    /// Like [`suspend_for`](Self::suspend_for), for a lesson, whose texts name the sides by color: with the default
    /// icons and without names.
    pub fn suspend_for_lesson(&mut self, game: CurrentGame) -> SuspendedGame {
        let look = Some((self.icons(), self.names.take()));
        self.set_icons(Icons::default());
        SuspendedGame {
            look,
            ..self.suspend_for(game)
        }
    }

    /// Restores the game suspended by [`suspend_for`](Self::suspend_for).
    pub fn restore(&mut self, suspended: SuspendedGame) {
        self.change();
        self.current = suspended.current;
        self.seats = suspended.seats;
        if let Some((icons, names)) = suspended.look {
            self.names = names;
            self.set_icons(icons);
        }
    }

    /// Restarts the current game with the same players.
    pub fn restart(&mut self) -> Result<(), SessionError> {
        let current = self.require_mut()?;
        let clocks = current.clocks().map(|clocks| Clocks::new(clocks.control()));
        let follows_repertoire = current.follows_repertoire;
        *current = CurrentGame::new(
            current.game().info(),
            current.setup(),
            current.players().clone(),
        );
        (current.clocks, current.follows_repertoire) = (clocks, follows_repertoire);
        self.change();
        Ok(())
    }

    /// Replaces the current game by a loaded one, with its icons.
    pub fn resume(&mut self, current: CurrentGame, icons: Icons) {
        self.info = current.game().info();
        self.new_game_setup = Setup {
            first: Player::default(),
            board: None,
            ..current.setup()
        };
        self.set_icons(icons);
        self.change();
        self.seats = Default::default();
        self.current = Some(Arc::new(current));
        self.stop_clocks();
    }

    pub fn play(&mut self, mv: Move) -> Result<&Ply, SessionError> {
        let current = self
            .current
            .as_mut()
            .map(Arc::make_mut)
            .ok_or(SessionError::NoGame)?;
        if current.turn().is_none() {
            return Err(if current.players().is_competitive() {
                SessionError::GameOverAndCounted
            } else {
                SessionError::GameOver
            });
        }
        let ply = current.play(mv)?;
        self.stamp = self.stamp.next();
        Ok(ply)
    }

    /// Plays the opening of a new game. Its moves take no time, and earn no increments.
    pub fn play_opening(
        &mut self,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<(), SessionError> {
        for mv in moves {
            self.play(mv)?;
        }
        let clocks = self.new_clocks(self.require()?.players());
        self.require_mut()?.clocks = clocks;
        Ok(())
    }

    /// Returns the request of the bot to move; `None` if no bot is to move.
    pub fn due(&mut self) -> Option<Request> {
        let current = self.current.as_ref()?;
        let player = current.turn()?;
        let is_bot = !current.players().of(player).is_human();
        if is_bot && current.is_studied() {
            return None;
        }
        let clock = current.clocks().map(|clocks| clocks.of_bot(player));
        let controller = current.players().of(player);
        let new = || controller.bot(current.game().info(), &self.resources);
        let bot = self.seats[player.index()].0.take().or_else(new)?;
        Some(Request {
            game: current.game().clone_box(),
            thinker: Thinker::Bot(bot),
            rng: self.rng.clone(),
            stamp: self.stamp,
            clock,
        })
    }

    /// Plays the move of a bot. Returns `None` if the state has changed since the bot was [due](Self::due).
    pub fn take(&mut self, answer: Answer) -> Result<Option<&Ply>, SessionError> {
        let Answer {
            request:
                Request {
                    game,
                    thinker,
                    rng,
                    stamp,
                    ..
                },
            mv,
            ..
        } = answer;
        let Some(current) = self.current.as_mut().filter(|_| stamp == self.stamp) else {
            return Ok(None);
        };
        let current = Arc::make_mut(current);
        let player = game.turn().unwrap_or_default();
        if let Thinker::Bot(bot) = thinker {
            self.seats[player.index()] = Seat(Some(bot));
        }
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

    /// Undoes `turns` turns: each is a resignation, a move, or against a bot all moves back to the user's turn.
    /// Returns the number of moves, which is 0 for a resignation.
    pub fn undo(&mut self, turns: usize) -> Result<usize, SessionError> {
        self.require_changeable()?;
        let humans = Player::BOTH.map(|player| self.is_human(player));
        let moves = self.require_mut()?.undo(turns, humans)?;
        self.change();
        Ok(moves)
    }

    /// Redoes `turns` turns that were undone. Returns the number of moves.
    pub fn redo(&mut self, turns: usize) -> Result<usize, SessionError> {
        let humans = Player::BOTH.map(|player| self.is_human(player));
        let moves = self.require_mut()?.redo(turns, humans)?;
        self.change();
        Ok(moves)
    }

    /// Goes to the position after a ply, whichever side is to move; 0 is the start. A pass is a ply with the
    /// position of the move that forced it. Moves after the position can be redone.
    pub fn go_to(&mut self, ply: usize) -> Result<(), SessionError> {
        let current = self.require_changeable()?;
        let is_there = ply <= current.plies() && current.moves_at(ply) == current.history().len();
        if !is_there || current.is_studied() {
            self.require_mut()?.go_to(ply)?;
            self.change();
        }
        Ok(())
    }

    /// Goes to another position of the tree. A finished competitive game can be studied.
    pub fn browse(
        &mut self,
        step: impl FnOnce(&mut CurrentGame) -> Result<(), SessionError>,
    ) -> Result<(), SessionError> {
        if self.is_competitive() {
            return Err(SessionError::Competitive);
        }
        step(self.require_mut()?)?;
        self.change();
        Ok(())
    }

    /// Removes positions of the tree or puts them back. Returns their number.
    pub fn cut(
        &mut self,
        step: impl FnOnce(&mut CurrentGame) -> Result<usize, SessionError>,
    ) -> Result<usize, SessionError> {
        let moves = self.edit(step)?;
        self.change();
        Ok(moves)
    }

    /// Changes the tree but not the current position, so that thoughts about it stay valid.
    pub fn edit<T>(
        &mut self,
        step: impl FnOnce(&mut CurrentGame) -> Result<T, SessionError>,
    ) -> Result<T, SessionError> {
        self.require_changeable()?;
        step(self.require_mut()?)
    }

    /// Replaces the note on the current position; an empty one removes it.
    pub fn set_note(&mut self, note: impl Into<String>) -> Result<(), SessionError> {
        self.require_mut()?.set_note(note.into())
    }

    /// Sets or removes the annotation of the last move.
    pub fn assess(&mut self, sign: Option<Assessment>) -> Result<(), SessionError> {
        self.require_mut()?.assess(sign)
    }

    pub fn set_controller(
        &mut self,
        player: Player,
        controller: Controller,
    ) -> Result<(), SessionError> {
        let players = self.require_changeable()?.players().clone();
        let players = players.with(player, controller);
        self.require_levels(&players)?;
        self.require_mut()?.players = players;
        self.change();
        self.seats[player.index()] = Seat::default();
        Ok(())
    }

    /// The current game, if undo and changes of players are allowed.
    fn require_changeable(&self) -> Result<&CurrentGame, SessionError> {
        let current = self.require()?;
        if current.players().is_competitive() {
            return Err(SessionError::Competitive);
        }
        Ok(current)
    }

    /// Returns the data of the current game to save.
    pub fn snapshot(&self) -> Result<Snapshot, SessionError> {
        Ok(Snapshot::of(self.require()?, self.icons()))
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tree_tests;
