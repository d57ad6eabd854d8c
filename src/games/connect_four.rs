//! Connect Four on 7 columns and 6 rows: counters fall, four in a line win.

use std::any::Any;

use super::counters::Counters;
use super::grid::parse_column;
use super::{
    Ending, Example, Fen, FenError, Game, Grid, IllegalMove, Info, Move, Outcome, ParseMoveError,
    Played, Player, Setup, Square, Start,
};

/// The registration of Connect Four.
pub static INFO: Info = Info {
    code: "c4",
    name: "Connect Four",
    rules: "Drop counters into seven columns; four in a line win.",
    details: "White and Black in turn drop a counter into one of the seven columns; it falls to \
              the lowest free of six cells. Whoever first has four in a line (across, down or \
              diagonally) wins; a full board without a line is a draw. White moves first. A move \
              is a column: J 4, or 4 alone.",
    start: Start::Always(Player::White),
    sizes: None,
    has_lines_only: false,
    sides: None,
    example: Example {
        moves: "2 5 1 5 6 4 5 4 7 1 4 6 7 3 3 5 7 5 6",
        board: &["-------", "----B--", "----B--", "---WWWW", "B-WBBBW", "WWBBBWW"],
    },
    new: |setup| Box::new(ConnectFour::new(setup.first)),
    read: Some(read),
};

/// A position in which no counter hangs in the air.
fn read(fen: &Fen, _: Setup) -> Result<Box<dyn Game>, FenError> {
    let board = Counters::read(fen, ROWS, COLUMNS)?;
    if board.has_hanging() {
        return Err(FenError::Impossible("a counter hangs in the air"));
    }
    let outcome = board.outcome()?;
    Ok(Box::new(ConnectFour { board, turn: outcome.is_none().then_some(fen.turn), outcome }))
}

/// Rows of the board.
pub const ROWS: u8 = 6;

/// Columns of the board.
pub const COLUMNS: u8 = 7;

/// A game of Connect Four.
///
/// ```
/// use reversi::games::{ConnectFour, Game, Player};
/// let mut game = ConnectFour::new(Player::White);
/// let played = game.play(game.parse_move("4")?)?;
/// assert_eq!(played.placed.unwrap().to_string(), "d6", "the lowest cell of column d");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectFour {
    board: Counters,
    turn: Option<Player>,
    outcome: Option<Outcome>,
}

impl ConnectFour {
    /// An empty board and `first` to move.
    pub fn new(first: Player) -> Self {
        Self { board: Counters::new(ROWS, COLUMNS), turn: Some(first), outcome: None }
    }
}

/// The column of a move, from 0.
fn column(mv: Move) -> Option<u8> {
    u8::try_from(mv.0).ok().filter(|&column| column < COLUMNS)
}

impl Game for ConnectFour {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn turn(&self) -> Option<Player> {
        self.turn
    }

    fn moves(&self) -> Vec<Move> {
        let columns = (0..COLUMNS).filter(|&column| self.board.lowest_free(column).is_some());
        columns.filter(|_| self.turn.is_some()).map(|column| Move(column.into())).collect()
    }

    fn play(&mut self, mv: Move) -> Result<Played, IllegalMove> {
        let player = self.turn.ok_or(IllegalMove::Over)?;
        let column = column(mv).ok_or(IllegalMove::Unknown(mv))?;
        let placed = self.board.lowest_free(column).ok_or(IllegalMove::ColumnFull(column))?;
        self.board.set(placed, Some(player));
        self.outcome = if self.board.has_line_through(placed) {
            Some(Outcome::won(player, Ending::Line))
        } else {
            self.board.is_full().then(|| Outcome::drawn(Ending::Full))
        };
        self.turn = self.outcome.is_none().then(|| player.opponent());
        Ok(Played::placed(player, placed))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn grid(&self) -> Grid {
        self.board.grid()
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        parse_column(text, COLUMNS).map(|column| Move(column.into()))
    }

    fn move_name(&self, mv: Move) -> String {
        (mv.0 + 1).to_string()
    }

    fn move_square(&self, mv: Move) -> Option<Square> {
        self.board.lowest_free(column(mv)?)
    }

    fn questions(&self) -> &'static [&'static str] {
        &["column"]
    }

    fn square_worth(&self, mv: Move) -> i32 {
        // The middle column is in most lines.
        let off_center = (i32::from(mv.0) - i32::from(COLUMNS / 2)).abs();
        i32::from(COLUMNS) - off_center
    }

    fn evaluate(&self) -> i32 {
        self.turn.map_or(0, |player| self.board.prospects(player))
    }

    fn key(&self) -> u64 {
        self.board.key(self.turn)
    }

    fn clone_box(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn after(moves: &str) -> ConnectFour {
        let mut game = ConnectFour::new(Player::White);
        for name in moves.split_whitespace() {
            game.play(game.parse_move(name).unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn counters_fall_and_a_full_column_takes_none() {
        let mut game = after("4 4 4 4 4 4");
        let column: String = game.grid().to_rows().iter().map(|row| &row[3..4]).collect();
        assert_eq!(column, "BWBWBW", "from the top");
        assert_eq!(game.play(Move(3)), Err(IllegalMove::ColumnFull(3)));
        assert_eq!(game.moves().len(), 6);
        assert_eq!(game.play(Move(7)), Err(IllegalMove::Unknown(Move(7))));
    }

    #[test]
    fn four_in_a_line_win_in_every_direction() {
        for (moves, winner) in [
            ("1 1 2 2 3 3 4", Player::White),
            ("1 2 1 2 1 2 1", Player::White),
            ("1 2 2 3 3 4 3 4 4 6 4", Player::White),
            ("4 3 3 2 2 1 2 1 1 6 1", Player::White),
            ("7 1 7 2 6 3 6 4", Player::Black),
        ] {
            let game = after(moves);
            assert_eq!(game.outcome(), Some(Outcome::won(winner, Ending::Line)), "{moves}");
            assert_eq!((game.turn(), game.moves()), (None, vec![]));
        }
        assert_eq!(after("1 1 2 2 3 3").outcome(), None);
    }

    #[test]
    fn a_full_board_without_a_line_is_a_draw() {
        let game = after(
            "1 2 1 2 1 2 2 1 2 1 2 1 3 4 3 4 3 4 4 3 4 3 4 3 5 6 5 6 5 6 6 5 6 5 6 5 7 7 7 7 7 7",
        );
        assert_eq!(game.outcome(), Some(Outcome::drawn(Ending::Full)));
    }

    /// How many different positions there are after each number of moves; positions in which the
    /// game is over count, and are not gone on from. <https://oeis.org/A212693>
    #[test]
    fn positions_are_as_many_as_published() {
        let mut positions = vec![ConnectFour::new(Player::White)];
        let mut counts = vec![positions.len()];
        for _ in 0..8 {
            let mut known = HashSet::new();
            let mut next = Vec::new();
            for game in &positions {
                for mv in game.moves() {
                    let mut game = game.clone();
                    game.play(mv).unwrap();
                    if known.insert(game.grid().to_rows()) {
                        next.push(game);
                    }
                }
            }
            positions = next;
            counts.push(positions.len());
        }
        assert_eq!(counts, [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184_275]);
    }

    /// How many sequences of moves there are.
    #[test]
    fn sequences_are_as_many_as_published() {
        fn count(game: &ConnectFour, moves: usize) -> usize {
            if moves == 1 {
                return game.moves().len();
            }
            let after = |mv| {
                let mut game = game.clone();
                game.play(mv).unwrap();
                count(&game, moves - 1)
            };
            game.moves().into_iter().map(after).sum()
        }
        assert_eq!(count(&ConnectFour::new(Player::White), 7), 823_536);
    }
}
