//! The common part of Connect Four, Complica and Gravity: games of counters in which four in a line win.

use std::array;
use std::fmt::Debug;

use super::parse::parse_column;
use super::{
    Cell, Ending, Fen, FenError, Game, Grid, IllegalMove, Info, Move, Outcome, ParseMoveError,
    Played, Player, Question, Square, parse_square,
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
        Self {
            board,
            turn: outcome.is_none().then_some(turn),
            outcome,
            rules,
        }
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
        moves
            .filter(|&mv| self.turn.is_some() && R::is_legal(&self.board, mv))
            .collect()
    }

    fn play(&mut self, mv: Move) -> Result<Played, IllegalMove> {
        let player = self.turn.ok_or(IllegalMove::GameOver)?;
        let placed = R::landing(&self.board, mv)?;
        let pushed_out = R::make_room(&mut self.board, placed);
        self.board.set(placed, Some(player));
        self.outcome = self.rules.outcome(&self.board, placed);
        self.turn = self.outcome.is_none().then(|| player.opponent());
        Ok(Played {
            pushed_out,
            ..Played::placed(player, placed)
        })
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
        [Question::Column { columns }]
            .into_iter()
            .chain(row)
            .collect()
    }

    fn with_turn_passed(&self) -> Option<Box<dyn Game>> {
        let turn = Some(self.turn?.opponent());
        Some(Box::new(Self {
            turn,
            ..self.clone()
        }))
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

pub const LINE: u8 = 4;

/// One direction of each of the four axes, as row and column steps.
const AXES: [(i8, i8); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The value of a line of four that can still be completed, by the number of counters in it.
const PROSPECTS: [i32; 5] = [0, 1, 4, 16, 0];

/// The value of a line for `player`, minus its value for the opponent.
fn prospect(line: [Option<Player>; LINE as usize], player: Player) -> i32 {
    let mut own = 0;
    let mut other = 0;
    for owner in line.into_iter().flatten() {
        if owner == player {
            own += 1;
        } else {
            other += 1;
        }
    }
    match (own, other) {
        (own, 0) => PROSPECTS[own],
        (0, other) => -PROSPECTS[other],
        // A line with counters of both sides can't be completed.
        _ => 0,
    }
}

/// Counters of both sides on a board of any size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counters {
    pub(super) rows: u8,
    pub(super) columns: u8,
    cells: Vec<Option<Player>>,
}

impl Counters {
    pub(super) fn new(rows: u8, columns: u8) -> Self {
        Self {
            rows,
            columns,
            cells: vec![None; usize::from(rows) * usize::from(columns)],
        }
    }

    pub(super) fn read(fen: &Fen, rows: u8, columns: u8) -> Result<Self, FenError> {
        Ok(Self {
            rows,
            columns,
            cells: fen.discs(rows, columns)?,
        })
    }

    /// The result where the first line wins and a full board is a draw; `None` before the end. Returns
    /// [`FenError::TwoLines`] if both sides have a line.
    pub(super) fn outcome(&self) -> Result<Option<Outcome>, FenError> {
        match Player::BOTH.map(|player| self.has_line(player)) {
            [true, true] => Err(FenError::TwoLines),
            [true, false] => Ok(Some(Outcome::won(Player::Black, Ending::Line))),
            [false, true] => Ok(Some(Outcome::won(Player::White, Ending::Line))),
            [false, false] => Ok(self.draw_if_full()),
        }
    }

    /// Like `outcome`, but checks only the lines through the counter on `placed`.
    pub(super) fn outcome_at(&self, placed: Square) -> Option<Outcome> {
        let winner = self.owner(placed).filter(|_| self.has_line_through(placed));
        winner
            .map(|winner| Outcome::won(winner, Ending::Line))
            .or_else(|| self.draw_if_full())
    }

    fn draw_if_full(&self) -> Option<Outcome> {
        (!self.cells.contains(&None)).then(|| Outcome::drawn(Ending::Full))
    }

    pub(super) fn owner(&self, square: Square) -> Option<Player> {
        self.cells[usize::from(square.index(self.columns))]
    }

    pub(super) fn is_free(&self, square: Square) -> bool {
        self.owner(square).is_none()
    }

    pub(super) fn set(&mut self, square: Square, owner: Option<Player>) {
        self.cells[usize::from(square.index(self.columns))] = owner;
    }

    pub(super) fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        Square::all(self.rows, self.columns)
    }

    pub(super) fn neighbor(&self, square: Square, step: (i8, i8)) -> Option<Square> {
        let row = square.row.checked_add_signed(step.0)?;
        let column = square.column.checked_add_signed(step.1)?;
        Some(Square { row, column }).filter(|square| square.is_on(self.rows, self.columns))
    }

    /// The number of counters of the same side that follow a square in a direction.
    fn run(&self, start: Square, step: (i8, i8)) -> u8 {
        let owner = self.owner(start);
        let mut square = start;
        let mut length = 0;
        while let Some(next) = self
            .neighbor(square, step)
            .filter(|&next| self.owner(next) == owner)
        {
            square = next;
            length += 1;
        }
        length
    }

    pub(super) fn has_line_through(&self, square: Square) -> bool {
        self.owner(square).is_some()
            && AXES.iter().any(|&(row, column)| {
                1 + self.run(square, (row, column)) + self.run(square, (-row, -column)) >= LINE
            })
    }

    pub(super) fn has_line(&self, player: Player) -> bool {
        self.squares().any(|square| {
            self.owner(square) == Some(player)
                && AXES.iter().any(|&step| 1 + self.run(square, step) >= LINE)
        })
    }

    /// The value of the lines that `player` can still complete, minus the opponent's.
    pub(super) fn prospects(&self, player: Player) -> i32 {
        let mut worth = 0;
        for axis in AXES {
            worth += self.prospects_along(axis, player);
        }
        worth
    }

    fn prospects_along(&self, (down, across): (i8, i8), player: Player) -> i32 {
        let reach = LINE - 1;
        let first_rows = match down {
            0 => 0..self.rows,
            _ => 0..self.rows.saturating_sub(reach),
        };
        let first_columns = match across {
            0 => 0..self.columns,
            1.. => 0..self.columns.saturating_sub(reach),
            _ => reach..self.columns,
        };
        let columns = usize::from(self.columns);
        let step = (columns * usize::from(down.unsigned_abs())).strict_add_signed(across.into());
        let mut worth = 0;
        for row in first_rows {
            for column in first_columns.clone() {
                let first = usize::from(row) * columns + usize::from(column);
                let line = array::from_fn(|nth| self.cells[first + nth * step]);
                worth += prospect(line, player);
            }
        }
        worth
    }

    pub(super) fn key(&self, turn: Option<Player>) -> u64 {
        // FNV-1a, mixed at the end because tables use the low bits.
        let start = turn.map_or(0, |player| 1 + player.index() as u64);
        let key = self
            .cells
            .iter()
            .fold(0xcbf2_9ce4_8422_2325 ^ start, |key, owner| {
                let value = owner.map_or(0, Player::value);
                (key ^ u64::from(value.cast_unsigned())).wrapping_mul(0x0100_0000_01b3)
            });
        key ^ (key >> 29)
    }

    pub(super) fn grid(&self) -> Grid {
        let cells = self
            .cells
            .iter()
            .map(|owner| owner.map_or(Cell::Empty, Cell::Disc))
            .collect();
        Grid {
            rows: self.rows,
            columns: self.columns,
            cells,
            width: 1,
        }
    }
}

/// For games in columns: a move is a column, and a counter falls to its lowest free cell.
impl Counters {
    /// Reads a position. Returns [`FenError::Hanging`] if a counter has an empty cell below it.
    pub(super) fn read_fallen(fen: &Fen, rows: u8, columns: u8) -> Result<Self, FenError> {
        let board = Self::read(fen, rows, columns)?;
        let is_hanging = |square: &Square| {
            let below = board.neighbor(*square, (1, 0));
            board.owner(*square).is_some() && below.is_some_and(|below| board.is_free(below))
        };
        match board.squares().find(is_hanging) {
            Some(square) => Err(FenError::Hanging(square)),
            None => Ok(board),
        }
    }

    /// The column of a move, from 0; [`IllegalMove::Unknown`] if the board has no such column.
    pub(super) fn column(&self, mv: Move) -> Result<u8, IllegalMove> {
        let column = u8::try_from(mv.0)
            .ok()
            .filter(|&column| column < self.columns);
        column.ok_or(IllegalMove::Unknown(mv))
    }

    pub(super) fn lowest_free(&self, column: u8) -> Option<Square> {
        let mut cells = (0..self.rows).rev().map(|row| Square { row, column });
        cells.find(|&square| self.is_free(square))
    }
}

#[cfg(test)]
impl From<&[&str]> for Counters {
    fn from(rows: &[&str]) -> Self {
        let mut board = Self::new(
            rows.len().try_into().unwrap(),
            rows[0].len().try_into().unwrap(),
        );
        for (square, character) in board.squares().zip(rows.concat().chars()) {
            board.set(
                square,
                Player::BOTH
                    .into_iter()
                    .find(|player| player.glyph() == character),
            );
        }
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_in_every_direction_and_from_each_of_its_squares() {
        for step in AXES {
            let mut board = Counters::new(6, 7);
            let mut line = vec![Square { row: 1, column: 3 }];
            while line.len() < 4 {
                line.push(board.neighbor(line[line.len() - 1], step).unwrap());
            }
            for (count, &square) in line.iter().enumerate() {
                assert!(!board.has_line(Player::White), "{count} are no line");
                board.set(square, Some(Player::White));
            }
            assert!(board.has_line(Player::White) && !board.has_line(Player::Black));
            assert!(line.iter().all(|&square| board.has_line_through(square)));
            board.set(line[1], Some(Player::Black));
            assert!(!board.has_line(Player::White), "the line is broken");
            assert!(!line.iter().any(|&square| board.has_line_through(square)));
        }
    }

    #[test]
    fn lines_do_not_go_around_the_edge() {
        let board = Counters::from(&["WW---WW", "W------", "-------", "------W"][..]);
        assert!(!board.has_line(Player::White));
    }

    /// A counter alone is worth the lines through it. Connect Four is known to have 69 lines.
    #[test]
    fn each_line_of_four_counts_once_for_each_of_its_squares() {
        let boards = [
            (6, 7, 69),
            (1, 1, 0),
            (3, 2, 0),
            (1, 5, 2),
            (4, 4, 10),
            (10, 10, 238),
            (26, 26, 2254),
        ];
        for (rows, columns, lines) in boards {
            let alone = |square| {
                let mut board = Counters::new(rows, columns);
                board.set(square, Some(Player::White));
                board.prospects(Player::White)
            };
            let worth: i32 = Square::all(rows, columns).map(alone).sum();
            assert_eq!(worth, 4 * lines, "{rows} rows, {columns} columns");
        }
    }

    #[test]
    fn prospects_are_the_same_for_both_with_the_sign_turned() {
        let board = Counters::from(&["-------", "---W---", "--BW---", "-BWWB--"][..]);
        assert!(board.prospects(Player::White) > 0);
        assert_eq!(
            board.prospects(Player::White),
            -board.prospects(Player::Black)
        );
        assert_eq!(Counters::new(6, 7).prospects(Player::White), 0);
    }
}
