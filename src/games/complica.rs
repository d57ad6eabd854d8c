//! Complica on 4 columns and 7 rows: a counter dropped into a full column pushes the lowest one out.

use super::line_game::Counters;
use super::line_game::{LineGame, LineRules};
use super::{
    Ending, Example, IllegalMove, Info, Lesson, Material, Move, Outcome, PieceStyle, Player,
    Square, Start,
};

pub static INFO: Info = Info {
    code: "co",
    name: "Complica",
    words: &["complica"],
    rules: "Drop counters; a full column pushes one out; four in a line win.",
    details: "Yellow and Red take turns dropping a counter into one of four columns of seven cells, Yellow \
        first. A full column pushes its bottom counter off the board. A side wins when it alone \
        has four in a line after a move, by either player; if both have one, play continues. A \
        game is abandoned at the third repetition of a position, or after 500 moves. Type a \
        column: 2 or b.",
    start: Start::Always(Player::White),
    material: Material::Slots,
    pieces: PieceStyle::Counters,
    lessons: LESSONS,
    example: Example {
        moves: "3 1 4 4 4 4 2 4 4 2 4 4 1 1 1 2 2 2 4 3 3 3 4 3 1 3 4",
        board: &["---W", "--BW", "WBBW", "WWBB", "BBWW", "WBBW", "BWWB"],
    },
    read: Some(|fen, _| {
        let board = Counters::read_fallen(fen, ROWS, COLUMNS)?;
        // Repetitions are counted from here, because the moves before are not known.
        let rules = Pushing {
            positions: vec![board.key(Some(fen.turn))],
        };
        let outcome = rules.judge(&board);
        Ok(Box::new(Complica::at(board, fen.turn, outcome, rules)))
    }),
    ..Info::plain(|setup| Box::new(Complica::new(setup.first)))
};

const LESSONS: &[Lesson] = &[
    Lesson::read(
        "You are Yellow and move first. Type a column, 1 to 4 or a to d; the counter falls to the \
            lowest free cell.",
    ),
    Lesson::play("Four in a line win: across, down or diagonally.", "2", "3"),
    Lesson::play("Build a column of counters.", "2", "3"),
    Lesson::play("A third one threatens to win.", "2", "4"),
    Lesson::play("Red did not block it. Win now.", "2", ""),
    Lesson::read(
        "A full column still takes a counter: the bottom one drops off, and the others move down \
            by one.",
    ),
    Lesson::read(
        "A push can complete lines for both sides. Only if exactly one side has four in a line \
            does it win; otherwise play continues.",
    ),
    Lesson::read(
        "S shows the legal moves, H suggests one, U takes one back. A starts a game against a beginner.",
    ),
];

pub const ROWS: u8 = 7;

pub const COLUMNS: u8 = 4;

/// The number of plies after which a game is abandoned as a draw.
pub const MAX_PLIES: usize = 500;

/// The number of occurrences of a position that ends the game.
const REPETITIONS: usize = 3;

/// A game of Complica.
pub type Complica = LineGame<Pushing>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pushing {
    /// The keys of all positions so far, including the start.
    positions: Vec<u64>,
}

impl Complica {
    /// Creates a game with an empty board and `first` to move.
    pub fn new(first: Player) -> Self {
        let board = Counters::new(ROWS, COLUMNS);
        let rules = Pushing {
            positions: vec![board.key(Some(first))],
        };
        Self::at(board, first, None, rules)
    }
}

impl Pushing {
    fn judge(&self, board: &Counters) -> Option<Outcome> {
        let mut winners = Player::BOTH
            .into_iter()
            .filter(|&player| board.has_line(player));
        if let (Some(winner), None) = (winners.next(), winners.next()) {
            return Some(Outcome::won(winner, Ending::Line));
        }
        let times = self
            .positions
            .iter()
            .filter(|&key| Some(key) == self.positions.last())
            .count();
        if times >= REPETITIONS {
            return Some(Outcome::drawn(Ending::Repeated));
        }
        // The list includes the start, so it has one entry more than there are plies.
        (self.positions.len() > MAX_PLIES).then(|| Outcome::drawn(Ending::TooLong))
    }
}

impl LineRules for Pushing {
    const INFO: &'static Info = &INFO;

    const IN_COLUMNS: bool = true;

    fn landing(board: &Counters, mv: Move) -> Result<Square, IllegalMove> {
        let column = board.column(mv)?;
        Ok(board
            .lowest_free(column)
            .unwrap_or(Square { row: 0, column }))
    }

    fn make_room(board: &mut Counters, landing: Square) -> Option<Square> {
        if board.is_free(landing) {
            return None;
        }
        let column = landing.column;
        for row in (1..ROWS).rev() {
            let above = board.owner(Square {
                row: row - 1,
                column,
            });
            board.set(Square { row, column }, above);
        }
        Some(Square {
            row: ROWS - 1,
            column,
        })
    }

    fn outcome(&mut self, board: &Counters, placed: Square) -> Option<Outcome> {
        self.positions
            .push(board.key(board.owner(placed).map(Player::opponent)));
        self.judge(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;

    fn after(moves: &str) -> Complica {
        let mut game = Complica::new(Player::White);
        for name in moves.split_whitespace() {
            game.play(game.parse_move(name).unwrap()).unwrap();
        }
        game
    }

    fn position(rows: &[&str], turn: Player) -> Complica {
        let mut game = Complica::new(turn);
        game.board = Counters::from(rows);
        game
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
    fn the_only_side_with_a_line_wins_even_if_the_other_moved() {
        let rows = ["W---", "B---", "W---", "B---", "W---", "BBBB", "WWWB"];
        // White's move pushes column 1 down: row 7 becomes BWWB, row 6 WBBB.
        let mut game = position(&rows, Player::White);
        game.play(Move(0)).unwrap();
        assert_eq!(game.outcome(), None, "the line of Black is gone");
        let rows = ["W---", "B---", "W---", "W---", "BBBB", "BWWW", "WWWB"];
        // The push turns row 5 from BBBB into WBBB; row 6 stays BWWW.
        let mut game = position(&rows, Player::White);
        game.play(Move(0)).unwrap();
        assert_eq!(game.outcome(), None);
        let rows = ["W---", "W---", "B---", "B---", "B-WW", "WBBB", "BWWB"];
        // White's push completes Black's line in row 6, and leaves White with three in row 7.
        let mut game = position(&rows, Player::White);
        game.play(Move(0)).unwrap();
        assert_eq!(
            game.outcome(),
            Some(Outcome::won(Player::Black, Ending::Line))
        );
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
    fn the_third_occurrence_of_a_position_ends_the_game() {
        // A full column of alternating counters looks the same after two moves.
        let rows = ["W---", "B---", "W---", "B---", "W---", "B---", "W---"];
        let mut game = position(&rows, Player::Black);
        game.rules.positions = vec![game.board.key(Some(Player::Black))];
        let mut moves = 0;
        while game.outcome().is_none() {
            game.play(Move(0)).unwrap();
            moves += 1;
        }
        assert_eq!(game.outcome(), Some(Outcome::drawn(Ending::Repeated)));
        assert_eq!(
            moves, 4,
            "the position is back after two moves, and after two more"
        );
    }

    #[test]
    fn a_game_of_500_plies_is_abandoned() {
        let mut game = after("1");
        game.rules.positions = (0..MAX_PLIES as u64 - 1).collect();
        game.play(Move(1)).unwrap();
        assert_eq!(game.outcome(), None);
        game.play(Move(2)).unwrap();
        assert_eq!(game.outcome(), Some(Outcome::drawn(Ending::TooLong)));
    }
}
