//! Everything that a screen draws, as owned data.

use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;

use super::awaiting::Awaited;
use super::board::{Board, Marks};
use super::report::PlyReport;
use super::work::{Progress, Purpose};
use crate::analysis::{Analysis, Judgment};
use crate::games::{Info, Move, Player, Square};
use crate::session::{CurrentGame, Mode, Session, Sides};

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
    /// What is being thought about; whoever runs the work fills it in.
    pub thought: Option<ThoughtView>,
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
    /// The board, with the marks that were last asked for.
    pub board: Board,
    /// Who plays.
    pub mode: Mode,
    /// Whether a person plays Black and White.
    pub humans: [bool; 2],
    /// Who is to move; `None` when the game is over.
    pub turn: Option<Player>,
    /// The legal moves in board order; none in a competitive game, which doesn't show them.
    pub legal: Vec<LegalMove>,
    /// The moves so far.
    pub moves: Vec<PlyReport>,
    /// Plies played; a pass is one.
    pub ply: usize,
    /// Number of moves that can be redone.
    pub undone: usize,
    /// What was found out about the moves, as far as they have been judged.
    #[serde(skip)]
    pub analysis: Option<Arc<Analysis>>,
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
        Self { info: session.info(), sides: session.sides().clone(), game, awaited, thought: None }
    }

    /// Who is to move; `None` when there is no game or it is over.
    pub fn turn(&self) -> Option<Player> {
        self.game.as_ref()?.turn
    }
}

impl GameView {
    fn new(
        session: &Session,
        current: &CurrentGame,
        marks: &Marks,
        analysis: Option<&Arc<Analysis>>,
    ) -> Self {
        let game = current.game();
        let legal = |mv| LegalMove { mv, name: game.move_name(mv), square: game.move_square(mv) };
        let moves = if session.is_competitive() { Vec::new() } else { game.moves() };
        Self {
            code: game.info().code,
            board: Board::new(current, marks.clone()),
            mode: current.mode().clone(),
            humans: Player::BOTH.map(|player| session.is_human(player)),
            turn: game.turn(),
            legal: moves.into_iter().map(legal).collect(),
            moves: current.history().iter().map(PlyReport::from).collect(),
            ply: current.plies(),
            undone: current.undone(),
            analysis: analysis.cloned(),
        }
    }

    /// The judgment of a move, by its number from 0, if it has been judged.
    pub fn judgment(&self, index: usize) -> Option<&Judgment> {
        let plies = self.moves.iter().map(|ply| 1 + usize::from(ply.passed.is_some()));
        let ply = 1 + plies.take(index).sum::<usize>();
        self.analysis.as_ref()?.moves.iter().find(|judged| judged.ply == ply)
    }
}

/// Screens may keep it on any thread.
const _: () = {
    const fn is_owned<T: Clone + Send + Serialize + 'static>() {}
    is_owned::<View>();
};
