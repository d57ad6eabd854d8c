//! The common part of Connect Four, Complica and Gravity: games of counters in which four in a line win.

use std::fmt::Debug;

use super::counters::Counters;
use super::parse::parse_column;
use super::{
    Game, Grid, IllegalMove, Info, Move, Outcome, ParseMoveError, Played, Player, Question, Square,
    parse_square,
};

/// A game of counters in which four in a line win.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineGame<R> {
    pub(super) board: Counters,
    turn: Option<Player>,
    outcome: Option<Outcome>,
    pub(super) rules: R,
}

/// The rules of a line game, with their state in addition to the board.
pub trait LineRules: Debug + Clone + Send + Sync + 'static {
    const INFO: &'static Info;

    /// Whether a move is a column; otherwise, it is a square.
    const IN_COLUMNS: bool;

    /// The square where a counter comes to rest.
    fn landing(board: &Counters, mv: Move) -> Result<Square, IllegalMove>;

    fn is_legal(board: &Counters, mv: Move) -> bool {
        Self::landing(board, mv).is_ok()
    }

    fn square(board: &Counters, mv: Move) -> Option<Square> {
        Self::landing(board, mv).ok()
    }

    /// Makes room for a counter. Returns the square from which another was pushed off the board, if any.
    fn make_room(_: &mut Counters, _: Square) -> Option<Square> {
        None
    }

    /// The result after a counter has been placed; by default the first line wins.
    fn outcome(&mut self, board: &Counters, placed: Square) -> Option<Outcome> {
        board.outcome_at(placed)
    }

    fn value(_: Move) -> i32 {
        0
    }
}

impl<R> LineGame<R> {
    pub(super) fn at(board: Counters, turn: Player, outcome: Option<Outcome>, rules: R) -> Self {
        Self { board, turn: outcome.is_none().then_some(turn), outcome, rules }
    }
}

impl<R: LineRules> Game for LineGame<R> {
    fn info(&self) -> &'static Info {
        R::INFO
    }

    fn turn(&self) -> Option<Player> {
        self.turn
    }

    fn moves(&self) -> Vec<Move> {
        let rows = if R::IN_COLUMNS { 1 } else { self.board.rows };
        let moves = (0..u16::from(rows) * u16::from(self.board.columns)).map(Move);
        moves.filter(|&mv| self.turn.is_some() && R::is_legal(&self.board, mv)).collect()
    }

    fn play(&mut self, mv: Move) -> Result<Played, IllegalMove> {
        let player = self.turn.ok_or(IllegalMove::GameOver)?;
        let placed = R::landing(&self.board, mv)?;
        let pushed_out = R::make_room(&mut self.board, placed);
        self.board.set(placed, Some(player));
        self.outcome = self.rules.outcome(&self.board, placed);
        self.turn = self.outcome.is_none().then(|| player.opponent());
        Ok(Played { pushed_out, ..Played::placed(player, placed) })
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn grid(&self) -> Grid {
        self.board.grid()
    }

    fn winning_line(&self) -> Vec<Square> {
        let Some(winner) = self.outcome.and_then(|outcome| outcome.winner) else {
            return Vec::new();
        };
        let is_in_line = |square: &Square| {
            self.board.owner(*square) == Some(winner) && self.board.has_line_through(*square)
        };
        self.board.squares().filter(is_in_line).collect()
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        let Counters { rows, columns, .. } = self.board;
        if R::IN_COLUMNS {
            parse_column(text, columns).map(|column| Move(column.into()))
        } else {
            parse_square(text, rows, columns).map(|square| Move(square.index(columns)))
        }
    }

    fn move_name(&self, mv: Move) -> String {
        match R::square(&self.board, mv) {
            Some(square) if !R::IN_COLUMNS => square.to_string(),
            _ => (mv.0 + 1).to_string(),
        }
    }

    fn move_square(&self, mv: Move) -> Option<Square> {
        R::square(&self.board, mv)
    }

    fn questions(&self) -> Vec<Question> {
        let Counters { rows, columns, .. } = self.board;
        let row = (!R::IN_COLUMNS).then_some(Question::Row { rows });
        [Question::Column { columns }].into_iter().chain(row).collect()
    }

    fn with_turn_passed(&self) -> Option<Box<dyn Game>> {
        let turn = Some(self.turn?.opponent());
        Some(Box::new(Self { turn, ..self.clone() }))
    }

    fn square_value(&self, mv: Move) -> i32 {
        R::value(mv)
    }

    fn evaluate(&self) -> i32 {
        self.turn.map_or(0, |player| self.board.prospects(player))
    }

    fn key(&self) -> u64 {
        self.board.key(self.turn)
    }
}
