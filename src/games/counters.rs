//! A board of counters and its lines of four, as Connect Four, Complica and Gravity have it.

use super::{Cell, Ending, Fen, FenError, Grid, Outcome, Player, Square};

/// How many counters make a line.
pub(super) const LINE: u8 = 4;

/// One direction of each of the four axes, as steps of row and column.
const AXES: [(i8, i8); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// What a possible line of four is worth by the counters that are in it: the more, the better.
const PROSPECTS: [i32; 5] = [0, 1, 4, 16, 0];

/// Counters of both sides on a board of any size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Counters {
    pub(super) rows: u8,
    pub(super) columns: u8,
    /// Row by row: 0 for an empty cell, 1 for White, -1 for Black.
    cells: Vec<i8>,
}

impl Counters {
    /// An empty board.
    pub(super) fn new(rows: u8, columns: u8) -> Self {
        Self { rows, columns, cells: vec![0; usize::from(rows) * usize::from(columns)] }
    }

    /// The board of a position that has been read.
    pub(super) fn read(fen: &Fen, rows: u8, columns: u8) -> Result<Self, FenError> {
        let cells = fen.discs(rows, columns)?;
        let cells = cells.into_iter().map(|owner| owner.map_or(0, Player::value)).collect();
        Ok(Self { rows, columns, cells })
    }

    /// Whether a counter has an empty cell below it.
    pub(super) fn has_hanging(&self) -> bool {
        self.squares().any(|square| {
            let below = self.neighbor(square, (1, 0));
            self.owner(square).is_some() && below.is_some_and(|below| self.owner(below).is_none())
        })
    }

    /// How a game ends in which a line of one side wins and a full board is a draw; `None` if it goes
    /// on.
    ///
    /// # Errors
    /// [`FenError::Impossible`] when both sides have a line.
    pub(super) fn outcome(&self) -> Result<Option<Outcome>, FenError> {
        let mut winners = Player::BOTH.into_iter().filter(|&player| self.has_line(player));
        match (winners.next(), winners.next()) {
            (Some(_), Some(_)) => Err(FenError::Impossible("both have a line")),
            (Some(winner), None) => Ok(Some(Outcome::won(winner, Ending::Line))),
            (None, _) => Ok(self.is_full().then(|| Outcome::drawn(Ending::Full))),
        }
    }

    fn index(&self, square: Square) -> usize {
        usize::from(square.row) * usize::from(self.columns) + usize::from(square.column)
    }

    /// Who has a counter on a square.
    pub(super) fn owner(&self, square: Square) -> Option<Player> {
        Player::from_value(self.cells[self.index(square)])
    }

    /// Puts a counter on a square, or takes it away.
    pub(super) fn set(&mut self, square: Square, owner: Option<Player>) {
        let index = self.index(square);
        self.cells[index] = owner.map_or(0, Player::value);
    }

    /// Whether no cell is empty.
    pub(super) fn is_full(&self) -> bool {
        !self.cells.contains(&0)
    }

    /// All squares in board order.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (rows, columns) = (self.rows, self.columns);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| Square { row, column }))
    }

    /// The lowest empty square of a column; `None` if it is full.
    pub(super) fn lowest_free(&self, column: u8) -> Option<Square> {
        let squares = (0..self.rows).rev().map(|row| Square { row, column });
        squares.into_iter().find(|&square| self.owner(square).is_none())
    }

    /// The square a step away, if that is on the board.
    pub(super) fn neighbor(&self, square: Square, step: (i8, i8)) -> Option<Square> {
        let row = square.row.checked_add_signed(step.0).filter(|&row| row < self.rows)?;
        let column =
            square.column.checked_add_signed(step.1).filter(|&column| column < self.columns)?;
        Some(Square { row, column })
    }

    /// How many counters of the owner of a square follow it in a direction.
    fn run(&self, start: Square, step: (i8, i8)) -> u8 {
        let owner = self.owner(start);
        let mut square = start;
        let mut length = 0;
        while let Some(next) = self.neighbor(square, step).filter(|&next| self.owner(next) == owner)
        {
            square = next;
            length += 1;
        }
        length
    }

    /// Whether the counter on a square is in a line of four.
    pub(super) fn has_line_through(&self, square: Square) -> bool {
        self.owner(square).is_some()
            && AXES.iter().any(|&(row, column)| {
                1 + self.run(square, (row, column)) + self.run(square, (-row, -column)) >= LINE
            })
    }

    /// Whether a side has a line of four anywhere.
    pub(super) fn has_line(&self, player: Player) -> bool {
        self.squares().any(|square| {
            self.owner(square) == Some(player)
                && AXES.iter().any(|&step| 1 + self.run(square, step) >= LINE)
        })
    }

    /// What the lines that can still be made are worth to a side, less what they are to the other.
    pub(super) fn prospects(&self, player: Player) -> i32 {
        let mut worth = 0;
        for start in self.squares() {
            for step in AXES {
                let mut counts = [0; 2];
                let mut square = Some(start);
                let mut length = 0;
                while let Some(here) = square.filter(|_| length < LINE) {
                    if let Some(owner) = self.owner(here) {
                        counts[owner.index()] += 1;
                    }
                    length += 1;
                    square = self.neighbor(here, step);
                }
                let [own, other] = [player, player.opponent()].map(|side| counts[side.index()]);
                // A line in which both have counters is nobody's.
                worth += match (length == LINE, own, other) {
                    (true, own, 0) => PROSPECTS[own],
                    (true, 0, other) => -PROSPECTS[other],
                    _ => 0,
                };
            }
        }
        worth
    }

    /// A number that differs for different boards and sides to move, as far as 64 bits can.
    pub(super) fn key(&self, turn: Option<Player>) -> u64 {
        // The step of the FNV-1a hash, mixed at the end, because tables use the low bits.
        let start = turn.map_or(0, |player| 1 + player.index() as u64);
        let key = self.cells.iter().fold(0xcbf2_9ce4_8422_2325 ^ start, |key, &cell| {
            (key ^ u64::from(cell.cast_unsigned())).wrapping_mul(0x0100_0000_01b3)
        });
        key ^ (key >> 29)
    }

    /// The board as the screens draw it.
    pub(super) fn grid(&self) -> Grid {
        let cell = |&value: &i8| Player::from_value(value).map_or(Cell::Empty, Cell::Disc);
        Grid {
            rows: self.rows,
            columns: self.columns,
            cells: self.cells.iter().map(cell).collect(),
            width: 1,
        }
    }
}

/// A board given as one string a row, with `B`, `W` and `-`, for tests.
#[cfg(test)]
impl From<&[&str]> for Counters {
    fn from(rows: &[&str]) -> Self {
        let mut board =
            Self::new(rows.len().try_into().unwrap(), rows[0].len().try_into().unwrap());
        for (square, character) in board.squares().zip(rows.concat().chars()) {
            board.set(square, Player::BOTH.into_iter().find(|player| player.glyph() == character));
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

    #[test]
    fn prospects_are_the_same_for_both_with_the_sign_turned() {
        let board = Counters::from(&["-------", "---W---", "--BW---", "-BWWB--"][..]);
        assert!(board.prospects(Player::White) > 0);
        assert_eq!(board.prospects(Player::White), -board.prospects(Player::Black));
        assert_eq!(Counters::new(6, 7).prospects(Player::White), 0);
    }
}
