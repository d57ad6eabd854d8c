//! Complica on 4 columns and 7 rows: a column is never full, its lowest counter gives way.

use std::any::Any;

use super::counters::Counters;
use super::grid::parse_column;
use super::{
    Ending, Example, Fen, FenError, Game, Grid, IllegalMove, Info, Move, Outcome, ParseMoveError,
    Played, Player, Setup, Square, Start,
};

/// The registration of Complica.
pub static INFO: Info = Info {
    code: "co",
    name: "Complica",
    rules: "Drop counters; a full column pushes one out; four in a line win.",
    details: "White and Black in turn drop a counter into one of the four columns; it falls to the \
              lowest free of seven cells. Dropped on a full column it pushes the others down by \
              one, and the lowest out of the board. When after a move exactly one side has four in \
              a line (across, down or diagonally), that side wins, whoever moved; if both have, \
              the game goes on. There is no draw: a game that comes to the same position with the \
              same side to move for the third time, or to 500 plies, is abandoned. White moves \
              first. A move is a column: J 2, or 2 alone.",
    start: Start::Always(Player::White),
    sizes: None,
    has_lines_only: false,
    sides: None,
    example: Example {
        moves: "3 1 4 4 4 4 2 4 4 2 4 4 1 1 1 2 2 2 4 3 3 3 4 3 1 3 4",
        board: &["---W", "--BW", "WBBW", "WWBB", "BBWW", "WBBW", "BWWB"],
    },
    new: |setup| Box::new(Complica::new(setup.first)),
    read: Some(read),
};

/// A position in which no counter hangs in the air. What came before it is not known, so that
/// repetitions are counted from it.
fn read(fen: &Fen, _: Setup) -> Result<Box<dyn Game>, FenError> {
    let board = Counters::read(fen, ROWS, COLUMNS)?;
    if board.has_hanging() {
        return Err(FenError::Impossible("a counter hangs in the air"));
    }
    let positions = vec![board.key(Some(fen.turn))];
    let mut game = Complica { board, turn: Some(fen.turn), outcome: None, positions };
    game.outcome = game.judge(0);
    if game.outcome.is_some() {
        game.turn = None;
    }
    Ok(Box::new(game))
}

/// Rows of the board.
pub const ROWS: u8 = 7;

/// Columns of the board.
pub const COLUMNS: u8 = 4;

/// A game that has come this far is abandoned.
pub const LONGEST: usize = 500;

/// A position that comes this often ends the game.
const REPETITIONS: usize = 3;

/// A game of Complica.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complica {
    board: Counters,
    turn: Option<Player>,
    outcome: Option<Outcome>,
    /// The positions so far by their keys, the start first.
    positions: Vec<u64>,
}

impl Complica {
    /// An empty board and `first` to move.
    pub fn new(first: Player) -> Self {
        let board = Counters::new(ROWS, COLUMNS);
        let positions = vec![board.key(Some(first))];
        Self { board, turn: Some(first), outcome: None, positions }
    }

    /// Drops a counter, and returns where it came to rest and where one was pushed out.
    fn drop_counter(&mut self, column: u8, player: Player) -> (Square, Option<Square>) {
        if let Some(free) = self.board.lowest_free(column) {
            self.board.set(free, Some(player));
            return (free, None);
        }
        for row in (1..ROWS).rev() {
            let above = self.board.owner(Square { row: row - 1, column });
            self.board.set(Square { row, column }, above);
        }
        let top = Square { row: 0, column };
        self.board.set(top, Some(player));
        (top, Some(Square { row: ROWS - 1, column }))
    }

    /// What the board and the game so far make of the move just played.
    fn judge(&self, key: u64) -> Option<Outcome> {
        let mut winners = Player::BOTH.into_iter().filter(|&player| self.board.has_line(player));
        if let (Some(winner), None) = (winners.next(), winners.next()) {
            return Some(Outcome::won(winner, Ending::Line));
        }
        let times = self.positions.iter().filter(|&&position| position == key).count();
        if times >= REPETITIONS {
            return Some(Outcome::drawn(Ending::Repeated));
        }
        // The start is in the list as well.
        (self.positions.len() > LONGEST).then(|| Outcome::drawn(Ending::TooLong))
    }
}

/// The column of a move, from 0.
fn column(mv: Move) -> Option<u8> {
    u8::try_from(mv.0).ok().filter(|&column| column < COLUMNS)
}

impl Game for Complica {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn turn(&self) -> Option<Player> {
        self.turn
    }

    fn moves(&self) -> Vec<Move> {
        let columns = if self.turn.is_some() { COLUMNS } else { 0 };
        (0..columns).map(|column| Move(column.into())).collect()
    }

    fn play(&mut self, mv: Move) -> Result<Played, IllegalMove> {
        let player = self.turn.ok_or(IllegalMove::Over)?;
        let column = column(mv).ok_or(IllegalMove::Unknown(mv))?;
        let (placed, pushed_out) = self.drop_counter(column, player);
        let key = self.board.key(Some(player.opponent()));
        self.positions.push(key);
        self.outcome = self.judge(key);
        self.turn = self.outcome.is_none().then(|| player.opponent());
        Ok(Played { pushed_out, ..Played::placed(player, placed) })
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
        let column = column(mv)?;
        self.board.lowest_free(column).or(Some(Square { row: 0, column }))
    }

    fn questions(&self) -> &'static [&'static str] {
        &["column"]
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
    use super::*;

    fn after(moves: &str) -> Complica {
        let mut game = Complica::new(Player::White);
        for name in moves.split_whitespace() {
            game.play(game.parse_move(name).unwrap()).unwrap();
        }
        game
    }

    /// A board given from above, and `turn` to move.
    fn position(rows: &[&str], turn: Player) -> Complica {
        Complica { board: Counters::from(rows), ..Complica::new(turn) }
    }

    #[test]
    fn a_full_column_pushes_its_lowest_counter_out() {
        let mut game = after("1 1 1 1 1 1 1");
        let played = game.play(Move(0)).unwrap();
        assert_eq!(played.placed, Some(Square { row: 0, column: 0 }));
        assert_eq!(played.pushed_out, Some(Square { row: 6, column: 0 }));
        let column: String = game.grid().to_rows().iter().map(|row| &row[..1]).collect();
        assert_eq!(column, "BWBWBWB", "the lowest was White's");
    }

    #[test]
    fn whoever_alone_has_a_line_wins_even_if_the_other_made_it() {
        let rows = ["W---", "B---", "W---", "B---", "W---", "BBBB", "WWWB"];
        // White's move pushes column 1 down: row 7 becomes BWWB, row 6 WBBB.
        let mut game = position(&rows, Player::White);
        game.play(Move(0)).unwrap();
        assert_eq!(game.outcome(), None, "the line of Black is gone");
        let rows = ["W---", "B---", "W---", "W---", "BBBB", "BWWW", "WWWB"];
        // Pushed down, White's W and Black's row shift: row 6 is BWWW, row 5 WBBB.
        let mut game = position(&rows, Player::White);
        game.play(Move(0)).unwrap();
        assert_eq!(game.outcome(), None);
        let rows = ["W---", "W---", "B---", "B---", "B-WW", "WBBB", "BWWB"];
        // Black moves and pushes a white counter beside three black ones, a black one beside three.
        let mut game = position(&rows, Player::White);
        game.play(Move(0)).unwrap();
        assert_eq!(game.outcome(), Some(Outcome::won(Player::Black, Ending::Line)));
    }

    #[test]
    fn when_both_have_a_line_the_game_goes_on() {
        let rows = ["W---", "B---", "W---", "B---", "B---", "WBBB", "BWWW"];
        let mut game = position(&rows, Player::Black);
        game.play(Move(0)).unwrap();
        assert_eq!(game.grid().to_rows()[5..], ["BBBB", "WWWW"]);
        assert_eq!((game.outcome(), game.turn()), (None, Some(Player::White)));
    }

    #[test]
    fn a_full_board_plays_on_with_all_columns() {
        let rows = ["WBWB", "WBWB", "BWBW", "BWBW", "WBWB", "WBWB", "BWBW"];
        let mut game = position(&rows, Player::White);
        assert_eq!(game.moves().len(), 4);
        assert!(game.play(Move(3)).is_ok());
        assert_eq!(game.moves().len(), 4);
    }

    #[test]
    fn a_position_that_comes_the_third_time_ends_the_game() {
        // Full columns of alternating counters come back every 14 moves.
        let rows = ["W---", "B---", "W---", "B---", "W---", "B---", "W---"];
        let mut game = position(&rows, Player::Black);
        game.positions = vec![game.board.key(Some(Player::Black))];
        let mut moves = 0;
        while game.outcome().is_none() {
            game.play(Move(0)).unwrap();
            moves += 1;
        }
        assert_eq!(game.outcome(), Some(Outcome::drawn(Ending::Repeated)));
        assert_eq!(moves, 4, "the position is back after two moves, and after two more");
    }

    #[test]
    fn a_game_of_500_plies_is_abandoned() {
        let mut game = after("1");
        game.positions = (0..LONGEST as u64 - 1).collect();
        game.play(Move(1)).unwrap();
        assert_eq!(game.outcome(), None);
        game.play(Move(2)).unwrap();
        assert_eq!(game.outcome(), Some(Outcome::drawn(Ending::TooLong)));
    }
}
