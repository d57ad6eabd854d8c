//! Everything that a screen draws, as owned data.

use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;

use super::awaiting::Awaited;
use super::board::{Board, Marks};
use super::progress::{Progress, Purpose};
use super::report::PlyReport;
use crate::analysis::{Analysis, Judgment};
use crate::games::{Game, Info, Move, Player, Question, Square};
use crate::players::{self, Suggestion};
use crate::session::{CurrentGame, Line, LineMove, Mode, Session, Sides};

/// A session as a screen shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct View {
    /// The kind of game that is played.
    #[serde(skip)]
    pub info: &'static Info,
    /// What the sides are called.
    pub sides: Sides,
    /// The game; `None` before the first.
    pub game: Option<GameView>,
    /// What the next line has to answer, if it is no command.
    pub awaited: Option<Awaited>,
    /// What is being thought about; whoever runs the work fills it in, as what follows.
    pub thought: Option<ThoughtView>,
    /// The judgment of the game in the background, if it is under way.
    pub judging: Option<ThoughtView>,
    /// The live analysis of the position shown, if it is on.
    pub live: Option<LiveView>,
}

/// The live analysis of a position.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct LiveView {
    /// How far it has come; `None` until the first iteration is complete.
    pub progress: Option<players::Progress>,
    /// The best moves, best first, with their scores and lines.
    pub best: Vec<Suggestion>,
    /// Whether the search has come to its end.
    pub is_over: bool,
}

/// A thought under way, as a screen shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ThoughtView {
    /// What it is about.
    pub purpose: Purpose,
    /// How far it has come.
    pub progress: Option<Progress>,
    /// When it began.
    #[serde(skip)]
    pub since: Instant,
}

/// A game as a screen shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GameView {
    /// The code of its kind.
    pub code: &'static str,
    /// Who plays.
    pub mode: Mode,
    /// Whether a person plays Black and White.
    pub humans: [bool; 2],
    /// The position on the board, with the marks that were last asked for.
    pub now: PositionView,
    /// The earlier position that is shown instead, if one is.
    pub browsed: Option<PositionView>,
    /// The moves so far.
    pub moves: Vec<PlyReport>,
    /// Number of moves that can be redone.
    pub undone: usize,
    /// Number of plies of the moves so far and of those that can be redone.
    pub plies: usize,
    /// All lines, the main line first, if the game has variations, notes or signs; else none.
    pub lines: Vec<Line>,
    /// The named opening of Reversi that the game came to, where openings are named.
    pub opening: Option<&'static str>,
    /// What was found out about the moves, as far as they have been judged.
    #[serde(skip)]
    pub analysis: Option<Arc<Analysis>>,
}

/// A position of a game as a screen shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PositionView {
    /// How many of the game's moves have led to it.
    pub moves: usize,
    /// How many plies have; a pass is one.
    pub ply: usize,
    /// The board.
    pub board: Board,
    /// Who is to move; `None` when the game is over.
    pub turn: Option<Player>,
    /// The legal moves in board order; none in a competitive game, which doesn't show them.
    pub legal: Vec<LegalMove>,
    /// What a move there consists of, in order.
    #[serde(skip)]
    pub questions: Vec<Question>,
}

/// A legal move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LegalMove {
    /// The move, for a command.
    #[serde(skip)]
    pub mv: Move,
    /// Its name.
    pub name: String,
    /// Where it is shown; `None` if nowhere on the board.
    pub square: Option<Square>,
}

impl View {
    pub(super) fn new(
        session: &Session,
        marks: &Marks,
        analysis: Option<&Arc<Analysis>>,
        awaited: Option<Awaited>,
    ) -> Self {
        let game =
            session.current().map(|current| GameView::new(session, current, marks, analysis));
        let (info, sides) = (session.info(), session.sides().clone());
        Self { info, sides, game, awaited, thought: None, judging: None, live: None }
    }

    /// Who is to move; `None` when there is no game or it is over.
    pub fn turn(&self) -> Option<Player> {
        self.game.as_ref()?.now.turn
    }
}

impl GameView {
    fn new(
        session: &Session,
        current: &CurrentGame,
        marks: &Marks,
        analysis: Option<&Arc<Analysis>>,
    ) -> Self {
        Self {
            code: current.game().info().code,
            mode: current.mode().clone(),
            humans: Player::BOTH.map(|player| session.is_human(player)),
            now: PositionView {
                board: Board::new(current, marks.clone()),
                ..PositionView::new(session, current, current.history().len(), current.game())
            },
            browsed: None,
            moves: current.history().iter().map(PlyReport::from).collect(),
            undone: current.undone(),
            plies: current.known_plies(),
            lines: if current.has_other_moves() { current.lines() } else { Vec::new() },
            opening: None,
            analysis: analysis.cloned(),
        }
    }

    /// The position that is shown: an earlier one, or the one on the board.
    pub fn shown(&self) -> &PositionView {
        self.browsed.as_ref().unwrap_or(&self.now)
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
        (moves <= self.moves.len()).then(|| (line, moves - line.after))
    }

    /// The move after some moves on the board as the list of lines has it, with its sign and note.
    pub fn listed(&self, moves: usize) -> Option<&LineMove> {
        let (line, nth) = self.place_of(moves)?;
        line.moves.get(nth - 1)
    }

    /// The number of the last of some moves on the board, as lists and `goto` have it: its ply, since a
    /// pass has a number too. 0 at the start.
    pub fn number(&self, moves: usize) -> usize {
        let plies = self.moves.iter().map(PlyReport::plies);
        moves.checked_sub(1).map_or(0, |before| 1 + plies.take(before).sum::<usize>())
    }

    /// The judgment of a move, by its index, if it has been judged.
    pub fn judgment(&self, index: usize) -> Option<&Judgment> {
        let ply = self.number(index + 1);
        self.analysis.as_ref()?.moves.iter().find(|judged| judged.ply == ply)
    }
}

impl PositionView {
    /// The position after some moves of a game, which is `game`.
    pub(super) fn new(
        session: &Session,
        current: &CurrentGame,
        moves: usize,
        game: &dyn Game,
    ) -> Self {
        let legal = |mv| LegalMove { mv, name: game.move_name(mv), square: game.move_square(mv) };
        let legal_moves = if session.is_competitive() { Vec::new() } else { game.moves() };
        let made = &current.history()[..moves];
        Self {
            moves,
            ply: made.iter().map(|ply| ply.played.plies()).sum(),
            board: Board::of(game, made),
            turn: game.turn(),
            legal: legal_moves.into_iter().map(legal).collect(),
            questions: game.questions(),
        }
    }
}

/// Screens may keep it on any thread.
const _: () = {
    const fn is_owned<T: Clone + Send + Serialize + 'static>() {}
    is_owned::<View>();
};
