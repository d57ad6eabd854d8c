//! The state that a screen draws: a snapshot of the game, and the running thoughts.

use std::sync::Arc;
use std::time::Instant;

use crate::analysis::{Analysis, Judgment};
use crate::games::{Info, Player};
use crate::interpreter::{Awaited, Interpreter, Marks, PracticeState, Progress, Purpose};
use crate::players::{self, Suggestion};
use crate::session::{CurrentGame, GamePosition, LineMove, Ply, Sides, VariationLine};
use crate::study::{BotOpenings, Coach, OwnRating};

/// A snapshot of a session, for a screen.
#[derive(Debug, Clone)]
pub struct View {
    /// The current kind of game.
    pub info: &'static Info,
    /// The names and icons of the sides.
    pub sides: Sides,
    /// The current game; `None` before the first.
    pub game: Option<ShownGame>,
    /// The input expected from the next line; `None` if a command is expected.
    pub awaited: Option<Awaited>,
    /// The current practice, if any.
    pub practice: Option<PracticeState>,
    /// The current thought.
    pub thought: Option<ThoughtView>,
    /// The background analysis of the game, while it runs.
    pub judging: Option<ThoughtView>,
    /// The live analysis of the displayed position, while it is on.
    pub live: Option<LiveView>,
    /// The setting of the coach.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "for the window"))]
    pub coach: Coach,
    /// The games whose openings bots play.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "for the window"))]
    pub openings: BotOpenings,
    /// The user's rating after the last game; `None` without games against rated bots.
    pub rating: Option<OwnRating>,
}

#[derive(Debug, Clone, Default)]
pub struct LiveView {
    /// `None` before the first iteration completes.
    pub progress: Option<players::SearchProgress>,
    /// The moves, best first, with their scores and lines.
    pub best: Vec<Suggestion>,
    pub is_over: bool,
}

#[derive(Debug, Clone)]
pub struct ThoughtView {
    pub purpose: Purpose,
    /// `None` before the first report.
    pub progress: Option<Progress>,
    pub since: Instant,
}

/// A snapshot of a game, with its display.
#[derive(Debug, Clone)]
pub struct ShownGame {
    pub current: Arc<CurrentGame>,
    marks: Marks,
    /// The number of moves at an earlier displayed position; `None` for the current position.
    pub browsed: Option<usize>,
    /// Whether the game is over and moves at the displayed position are variations.
    pub is_studied: bool,
    /// The game with the analyzed line: the main line while a variation is on the board.
    pub charted: Arc<CurrentGame>,
    /// The number of moves, from the first, that both lines have.
    shared_moves: usize,
    /// All lines, main line first; empty if the game has no variations, notes or annotations.
    pub lines: Vec<VariationLine>,
    /// The named opening of Reversi that the game has reached; `None` if openings are not named.
    pub opening: Option<&'static str>,
    /// The analysis of the game, possibly of some of its moves only.
    pub analysis: Option<Arc<Analysis>>,
}

impl View {
    pub(super) fn new(interpreter: &Interpreter, browsed: Option<usize>) -> Self {
        let session = interpreter.session();
        let game = session
            .shared()
            .map(|current| ShownGame::new(interpreter, current, browsed));
        let info = session.info();
        let sides = session.sides().clone();
        let awaited = interpreter.awaited();
        Self {
            info,
            sides,
            game,
            awaited,
            practice: interpreter.practice_state(),
            thought: None,
            judging: None,
            live: None,
            coach: interpreter.coach(),
            openings: interpreter.openings().clone(),
            rating: None,
        }
    }

    /// Returns the displayed position.
    pub fn shown(&self) -> Option<GamePosition<'_>> {
        self.game.as_ref().map(ShownGame::shown)
    }

    /// Returns the side that can move; `None` if there is no game or it is over.
    pub fn turn(&self) -> Option<Player> {
        self.game.as_ref()?.turn()
    }
}

impl ShownGame {
    fn new(interpreter: &Interpreter, current: Arc<CurrentGame>, browsed: Option<usize>) -> Self {
        let is_studied = current.is_studied();
        let lines = if current.has_other_moves() {
            current.lines()
        } else {
            Vec::new()
        };
        let analysis = interpreter.analysis().cloned();
        let moves = current.history().len();
        // Screens show a studied game with the moves after the current position.
        let (browsed, current) = if is_studied {
            (Some(moves), Arc::new(current.to_line_end()))
        } else {
            (browsed, current)
        };
        let is_off_the_line = analysis.is_some() && !interpreter.is_judged(&current.line());
        let charted = if is_off_the_line {
            Arc::new(current.to_main_end())
        } else {
            Arc::clone(&current)
        };
        let both = current.history().iter().zip(charted.history());
        let shared_moves = both.take_while(|(ply, other)| ply.mv == other.mv).count();
        Self {
            marks: interpreter.marks().clone(),
            browsed: browsed.filter(|&moves| moves < current.history().len()),
            is_studied,
            charted,
            shared_moves,
            lines,
            opening: interpreter.opening(),
            analysis,
            current,
        }
    }

    /// Whether the displayed position can only be looked at.
    pub fn is_earlier(&self) -> bool {
        self.browsed.is_some() && !self.is_studied
    }

    /// Returns the side that can move; `None` if the game is over.
    pub fn turn(&self) -> Option<Player> {
        if self.is_studied {
            self.shown().turn()
        } else {
            self.current.turn()
        }
    }

    pub fn shown(&self) -> GamePosition<'_> {
        let browsed = self
            .browsed
            .and_then(|moves| self.current.position_after(moves));
        browsed.unwrap_or_else(|| self.current.position())
    }

    pub fn moves(&self) -> &[Ply] {
        self.current.history()
    }

    pub fn marks(&self) -> &Marks {
        if self.is_earlier() {
            &Marks::None
        } else {
            &self.marks
        }
    }

    pub fn humans(&self) -> [bool; 2] {
        self.current.humans()
    }

    /// Returns the listed line with the last of `moves` moves, and the number of the move in it, from 1.
    pub fn place_of(&self, moves: usize) -> Option<(&VariationLine, usize)> {
        let is_on_board = |line: &&VariationLine| line.moves.iter().any(|mv| mv.on_board);
        let last = self.lines.iter().position(|line| is_on_board(&line))?;
        // Each line precedes its variations, which are deeper.
        let mut depth = usize::MAX;
        let mut lines = self.lines[..=last].iter().rev().filter(|line| {
            let is_on_path = line.depth < depth;
            depth = if is_on_path { line.depth } else { depth };
            is_on_path
        });
        let line = lines.find(|line| line.after < moves)?;
        (moves <= self.moves().len()).then(|| (line, moves - line.after))
    }

    /// Returns the last of `moves` moves from the list of lines, with its annotation and note.
    pub fn listed(&self, moves: usize) -> Option<&LineMove> {
        let (line, nth) = self.place_of(moves)?;
        line.moves.get(nth - 1)
    }

    /// Returns the ply of the last of `moves` moves, as in lists and `goto`; 0 at the start.
    pub fn number(&self, moves: usize) -> usize {
        let plies = self.moves().iter().map(|ply| ply.played.plies());
        moves
            .checked_sub(1)
            .map_or(0, |before| 1 + plies.take(before).sum::<usize>())
    }

    /// Returns the judgment of a move by its index, if any.
    pub fn judgment(&self, index: usize) -> Option<&Judgment> {
        if index >= self.shared_moves {
            return None;
        }
        self.judgment_at(self.number(index + 1))
    }

    /// Returns the judgment of a move of a listed line, by its number in the line, from 1.
    pub fn judgment_in(&self, line: &VariationLine, nth: usize) -> Option<&Judgment> {
        let moves = line.after + nth;
        let place = self.place_of(moves);
        let is_on_board =
            place.is_some_and(|(other, place)| (other.number, place) == (line.number, nth));
        if is_on_board {
            return self.judgment(moves - 1);
        }
        let is_main = line.depth == 0 && !Arc::ptr_eq(&self.charted, &self.current);
        self.judgment_at(line.moves.get(nth - 1)?.ply)
            .filter(|_| is_main)
    }

    fn judgment_at(&self, ply: usize) -> Option<&Judgment> {
        let analysis = self.analysis.as_ref()?;
        analysis.moves.iter().find(|judged| judged.ply == ply)
    }

    /// Returns the displayed position in the analyzed line, or the last one before the variation on the board.
    pub fn shown_in_chart(&self) -> GamePosition<'_> {
        let moves = self.shown().moves().min(self.shared_moves);
        let position = self.charted.position_after(moves);
        position.unwrap_or_else(|| self.charted.position())
    }

    /// Whether the displayed position is in the analyzed line.
    pub fn is_in_chart(&self) -> bool {
        self.shown().moves() <= self.shared_moves
    }
}

/// Screens can keep a view on any thread.
const _: () = {
    const fn is_owned<T: Clone + Send + 'static>() {}
    is_owned::<View>();
};
