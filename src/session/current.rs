//! A game with its history: moves can be taken back and played again.

use crate::games::{Game, IllegalMove, Info, Move, Played, Player, Setup};

use super::{Mode, SessionError};

/// One entry of the history: a move, with the pass it forced, if any.
#[derive(Debug, Clone)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// What it changed.
    pub played: Played,
    /// The game before it.
    before: Box<dyn Game>,
}

impl Ply {
    /// The name of the move.
    pub fn name(&self) -> String {
        self.before.move_name(self.mv)
    }
}

/// A game being played, or one that has just ended.
#[derive(Debug, Clone)]
pub struct CurrentGame {
    setup: Setup,
    mode: Mode,
    game: Box<dyn Game>,
    history: Vec<Ply>,
    /// The moves taken back, the one to play again first at the end.
    undone: Vec<Move>,
    /// The dice thrown for the first move.
    throws: Vec<Throw>,
}

/// A throw of a die by each side, Black's first.
pub type Throw = [u8; 2];

impl CurrentGame {
    /// A new game, nothing played yet, of a setup that [`Info::setup`] has checked.
    pub fn new(info: &Info, setup: Setup, mode: Mode) -> Self {
        let game = (info.new)(setup);
        let (history, undone, throws) = (Vec::new(), Vec::new(), Vec::new());
        Self { setup, mode, game, history, undone, throws }
    }

    /// A game between people in which these moves have been made.
    ///
    /// # Errors
    /// [`IllegalMove`] for the first move that the rules forbid.
    pub fn played(
        info: &Info,
        setup: Setup,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Self, IllegalMove> {
        let mut current = Self::new(info, setup, Mode::Manual);
        for mv in moves {
            current.push(mv)?;
        }
        Ok(current)
    }

    /// The same game, whose beginner these throws of a die have found.
    pub(super) fn with_throws(self, throws: Vec<Throw>) -> Self {
        Self { throws, ..self }
    }

    /// The dice thrown for the first move; empty in most games.
    pub fn throws(&self) -> &[Throw] {
        &self.throws
    }

    /// The board and its rules.
    pub fn game(&self) -> &dyn Game {
        self.game.as_ref()
    }

    /// How the game was set up.
    pub fn setup(&self) -> Setup {
        self.setup
    }

    /// Who plays.
    pub fn mode(&self) -> &Mode {
        &self.mode
    }

    pub(super) fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
    }

    /// The moves so far, the first one first.
    pub fn history(&self) -> &[Ply] {
        &self.history
    }

    /// Number of moves that were taken back and can be redone.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// The game as it was before each move, the first one first, and as it is now.
    pub fn games(&self) -> impl Iterator<Item = &dyn Game> {
        self.history.iter().map(|ply| ply.before.as_ref()).chain([self.game()])
    }

    /// The game as it was after some of its moves; `None` if there have not been as many.
    pub fn at(&self, moves: usize) -> Option<&dyn Game> {
        let before = self.history.get(moves).map(|ply| ply.before.as_ref());
        before.or_else(|| (moves == self.history.len()).then(|| self.game()))
    }

    /// The number of plies played, passes included.
    pub fn plies(&self) -> usize {
        self.history.iter().map(|ply| ply.played.plies()).sum()
    }

    /// The names of the moves so far, the first one first.
    pub fn move_names(&self) -> impl Iterator<Item = String> {
        self.history.iter().map(Ply::name)
    }

    /// Plays a move; what had been taken back can't be played again afterwards.
    pub(super) fn play(&mut self, mv: Move) -> Result<&Ply, IllegalMove> {
        let length = self.history.len();
        self.push(mv)?;
        self.undone.clear();
        Ok(&self.history[length])
    }

    fn push(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let before = self.game.clone();
        let played = self.game.play(mv)?;
        self.history.push(Ply { mv, played, before });
        Ok(())
    }

    /// Takes back turns of `humans`: whether a person plays Black and White.
    pub(super) fn undo(&mut self, turns: usize, humans: [bool; 2]) -> Result<usize, SessionError> {
        let stops = (0..self.history.len())
            .rev()
            .filter(|&index| stops_at(self.history[index].played.player, humans));
        let possible = stops.clone().count();
        let keep = turns.checked_sub(1).and_then(|skipped| stops.clone().nth(skipped));
        let keep = keep.ok_or(SessionError::Undo { asked: turns, possible })?;
        Ok(self.take_back_to(keep))
    }

    /// Takes back all moves but the first `keep`. Returns how many these are.
    fn take_back_to(&mut self, keep: usize) -> usize {
        let taken = self.history.split_off(keep);
        let count = taken.len();
        for ply in taken.into_iter().rev() {
            self.game = ply.before;
            self.undone.push(ply.mv);
        }
        count
    }

    /// Plays the next undone move again; false if there is none.
    fn play_undone(&mut self) -> Result<bool, IllegalMove> {
        let Some(mv) = self.undone.pop() else { return Ok(false) };
        self.push(mv)?;
        Ok(true)
    }

    /// Goes to the position after a move, back or forward; 0 is the start.
    pub(super) fn go_to(&mut self, number: usize) -> Result<(), SessionError> {
        let possible = self.history.len() + self.undone.len();
        if number > possible {
            return Err(SessionError::GoTo { asked: number, possible });
        }
        if number < self.history.len() {
            self.take_back_to(number);
            return Ok(());
        }
        let mut next = self.clone();
        while next.history.len() < number && next.play_undone()? {}
        *self = next;
        Ok(())
    }

    pub(super) fn redo(&mut self, turns: usize, humans: [bool; 2]) -> Result<usize, SessionError> {
        let mut next = self.clone();
        let mut moves = 0;
        for done in 0..turns {
            // One turn: a move, then whatever follows up to the next turn to stop at.
            loop {
                if !next.play_undone()? {
                    return Err(SessionError::Redo { asked: turns, possible: done });
                }
                moves += 1;
                let stop = next.game.turn().is_none_or(|turn| stops_at(turn, humans));
                if stop || next.undone.is_empty() {
                    break;
                }
            }
        }
        *self = next;
        Ok(moves)
    }
}

/// Whether a turn of `player` is one that undo and redo stop at: a person's, or anybody's when only bots
/// play.
fn stops_at(player: Player, humans: [bool; 2]) -> bool {
    humans[player.index()] || humans == [false; 2]
}
