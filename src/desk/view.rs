//! Everything that a screen draws: a snapshot of the game, and what is being thought about.

use std::sync::Arc;
use std::time::Instant;

use crate::analysis::{Analysis, Judgment};
use crate::games::{Info, Player};
use crate::interpreter::{Awaited, Interpreter, Marks, Progress, Purpose};
use crate::players::{self, Suggestion};
use crate::session::{CurrentGame, GamePosition, Line, LineMove, Ply, Sides};

/// A session as a screen shows it.
#[derive(Debug, Clone)]
pub struct View {
    /// The kind of game that is played.
    pub info: &'static Info,
    /// What the sides are called.
    pub sides: Sides,
    /// The game; `None` before the first.
    pub game: Option<ShownGame>,
    /// What the next line has to answer, if it is no command.
    pub awaited: Option<Awaited>,
    /// What is being thought about.
    pub thought: Option<ThoughtView>,
    /// The judgment of the game in the background, if it is under way.
    pub judging: Option<ThoughtView>,
    /// The live analysis of the position shown, if it is on.
    pub live: Option<LiveView>,
}

/// The live analysis of a position.
#[derive(Debug, Clone, Default)]
pub struct LiveView {
    /// How far it has come; `None` until the first iteration is complete.
    pub progress: Option<players::Progress>,
    /// The best moves, best first, with their scores and lines.
    pub best: Vec<Suggestion>,
    /// Whether the search has come to its end.
    pub is_over: bool,
}

/// A thought under way, as a screen shows it.
#[derive(Debug, Clone)]
pub struct ThoughtView {
    /// What it is about.
    pub purpose: Purpose,
    /// How far it has come.
    pub progress: Option<Progress>,
    /// When it began.
    pub since: Instant,
}

/// A snapshot of a game, with what is shown of it.
#[derive(Debug, Clone)]
pub struct ShownGame {
    /// The game itself.
    pub current: Arc<CurrentGame>,
    /// What is marked on its board.
    marks: Marks,
    /// The number of moves after which an earlier position is shown, if one is.
    pub browsed: Option<usize>,
    /// All lines, the main line first, if the game has variations, notes or signs; else none.
    pub lines: Vec<Line>,
    /// The named opening of Reversi that the game came to, where openings are named.
    pub opening: Option<&'static str>,
    /// What was found out about the moves, as far as they have been judged.
    pub analysis: Option<Arc<Analysis>>,
}

impl View {
    pub(super) fn new(interpreter: &Interpreter, browsed: Option<usize>) -> Self {
        let session = interpreter.session();
        let game = session.shared().map(|current| ShownGame {
            marks: interpreter.marks().clone(),
            browsed: browsed.filter(|&moves| moves < current.history().len()),
            lines: if current.has_other_moves() { current.lines() } else { Vec::new() },
            opening: interpreter.opening(),
            analysis: interpreter.analysis().cloned(),
            current,
        });
        let (info, sides, awaited) =
            (session.info(), session.sides().clone(), interpreter.awaited());
        Self { info, sides, game, awaited, thought: None, judging: None, live: None }
    }

    /// The position that is shown.
    pub fn shown(&self) -> Option<GamePosition<'_>> {
        self.game.as_ref().map(ShownGame::shown)
    }

    /// Who is to move; `None` when there is no game or it is over.
    pub fn turn(&self) -> Option<Player> {
        self.game.as_ref()?.current.turn()
    }
}

impl ShownGame {
    /// The position that is shown: an earlier one, or the one on the board.
    pub fn shown(&self) -> GamePosition<'_> {
        let browsed = self.browsed.and_then(|moves| self.current.position_after(moves));
        browsed.unwrap_or_else(|| self.current.position())
    }

    /// The moves that have led to the board.
    pub fn moves(&self) -> &[Ply] {
        self.current.history()
    }

    /// What is marked on the position that is shown.
    pub fn marks(&self) -> &Marks {
        if self.browsed.is_some() { &Marks::None } else { &self.marks }
    }

    /// Whether a person plays Black and White.
    pub fn humans(&self) -> [bool; 2] {
        Player::BOTH.map(|player| self.current.mode().controller(player).is_human())
    }

    /// The line and the place in it, from 1, of the position after some moves on the board, if
    /// [`lines`](Self::lines) has it.
    pub fn place_of(&self, moves: usize) -> Option<(&Line, usize)> {
        let is_on_board = |line: &&Line| line.moves.iter().any(|mv| mv.on_board);
        let last = self.lines.iter().position(|line| is_on_board(&line))?;
        // A line comes before those that leave it, each one deeper.
        let mut depth = usize::MAX;
        let mut lines = self.lines[..=last].iter().rev().filter(|line| {
            let is_on_path = line.depth < depth;
            depth = if is_on_path { line.depth } else { depth };
            is_on_path
        });
        let line = lines.find(|line| line.after < moves)?;
        (moves <= self.moves().len()).then(|| (line, moves - line.after))
    }

    /// The move after some moves on the board as the list of lines has it, with its sign and note.
    pub fn listed(&self, moves: usize) -> Option<&LineMove> {
        let (line, nth) = self.place_of(moves)?;
        line.moves.get(nth - 1)
    }

    /// The number of the last of some moves on the board, as lists and `goto` have it: its ply, since a
    /// pass has a number too. 0 at the start.
    pub fn number(&self, moves: usize) -> usize {
        let plies = self.moves().iter().map(|ply| ply.played.plies());
        moves.checked_sub(1).map_or(0, |before| 1 + plies.take(before).sum::<usize>())
    }

    /// The judgment of a move, by its index, if it has been judged.
    pub fn judgment(&self, index: usize) -> Option<&Judgment> {
        let ply = self.number(index + 1);
        self.analysis.as_ref()?.moves.iter().find(|judged| judged.ply == ply)
    }
}

/// Screens may keep it on any thread.
const _: () = {
    const fn is_owned<T: Clone + Send + 'static>() {}
    is_owned::<View>();
};
