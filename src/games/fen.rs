//! A position in one line, after the notation that Forsyth and Edwards made for chess: rows from the
//! top between slashes, runs of empty squares as numbers, and who is to move.

use thiserror::Error;

use super::{Cell, Grid, Player};

/// The most squares that a row may have.
const MOST_COLUMNS: usize = 64;

/// The most rows.
const MOST_ROWS: usize = 26;

/// A position that has been read, and not been looked at by the rules of a game.
///
/// Empty squares are `-` or `.`, or a number for several; black discs `B`, `X` or `*`, white ones `W`
/// or `O`, in either case. The side to move is one of these, or `black` or `white`.
///
/// ```
/// use reversi::games::{Fen, Player};
/// let fen = Fen::parse("8/8/8/3WB3/3BW3/8/8/8 B").unwrap();
/// assert_eq!((fen.rows.len(), fen.turn), (8, Player::Black));
/// assert_eq!(fen.rows[3].iter().collect::<String>(), "---WB---");
/// assert!(Fen::parse("8/8 red").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fen {
    /// The squares of each row, from the top; `-` is an empty one.
    pub rows: Vec<Vec<char>>,
    /// The side to move.
    pub turn: Player,
    /// What comes after it, in words.
    pub rest: Vec<String>,
}

/// Why a text is no position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FenError {
    /// There are more squares than any board has.
    #[error("the board is too large")]
    TooLarge,
    /// The board has another size.
    #[error("the board has to have {rows} rows of {columns} squares")]
    Size {
        /// How many rows there have to be.
        rows: usize,
        /// How many squares in each.
        columns: usize,
    },
    /// A square has something that the game doesn't have.
    #[error("{found:?} in row {row} is nothing that can be on a square")]
    Square {
        /// What is there.
        found: char,
        /// From the top, from 1.
        row: usize,
    },
    /// Nobody is to move, or something else.
    #[error("after the board comes the side to move, B or W")]
    Side,
    /// No game comes to this.
    #[error("no game comes to this position: {0}")]
    Impossible(&'static str),
    /// The game's positions can't be read.
    #[error("positions of {0} can't be read")]
    Unsupported(&'static str),
}

impl Fen {
    /// Reads a position.
    ///
    /// # Errors
    /// [`FenError`] says what is wrong.
    pub fn parse(text: &str) -> Result<Self, FenError> {
        let mut words = text.split_whitespace();
        let board = words.next().unwrap_or("");
        let rows = board.split('/').map(row).take(MOST_ROWS + 1).collect::<Result<Vec<_>, _>>()?;
        if rows.len() > MOST_ROWS {
            return Err(FenError::TooLarge);
        }
        let turn = match words.next().map(str::to_ascii_lowercase).as_deref() {
            Some("black") => Player::Black,
            Some("white") => Player::White,
            Some(word) if word.len() == 1 => {
                word.chars().next().and_then(owner).ok_or(FenError::Side)?
            }
            _ => return Err(FenError::Side),
        };
        Ok(Self { rows, turn, rest: words.map(str::to_owned).collect() })
    }

    /// The owner of the disc on each square, row by row.
    ///
    /// # Errors
    /// [`FenError`] when the board has another size, or something else on it.
    pub(super) fn discs(&self, rows: u8, columns: u8) -> Result<Vec<Option<Player>>, FenError> {
        self.check_size(rows, columns)?;
        let mut discs = Vec::new();
        for (row, cells) in (1..).zip(&self.rows) {
            for &found in cells {
                discs.push(match found {
                    '-' => None,
                    found => Some(owner(found).ok_or(FenError::Square { found, row })?),
                });
            }
        }
        Ok(discs)
    }

    /// Checks how large the board is.
    ///
    /// # Errors
    /// [`FenError::Size`] when it has another size.
    pub(super) fn check_size(&self, rows: u8, columns: u8) -> Result<(), FenError> {
        let (rows, columns) = (usize::from(rows), usize::from(columns));
        if self.rows.len() == rows && self.rows.iter().all(|row| row.len() == columns) {
            Ok(())
        } else {
            Err(FenError::Size { rows, columns })
        }
    }
}

/// The squares of a row.
fn row(text: &str) -> Result<Vec<char>, FenError> {
    let mut cells = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let count = rest[..digits].parse().unwrap_or(usize::MAX);
            if count > MOST_COLUMNS {
                return Err(FenError::TooLarge);
            }
            cells.resize(cells.len() + count, '-');
            rest = &rest[digits..];
        } else {
            cells.push(if first == '.' { '-' } else { first });
            rest = &rest[first.len_utf8()..];
        }
        if cells.len() > MOST_COLUMNS {
            return Err(FenError::TooLarge);
        }
    }
    Ok(cells)
}

fn owner(letter: char) -> Option<Player> {
    match letter.to_ascii_lowercase() {
        'b' | 'x' | '*' => Some(Player::Black),
        'w' | 'o' => Some(Player::White),
        _ => None,
    }
}

/// A board of discs with the side to move.
pub(super) fn write(grid: &Grid, turn: Player) -> String {
    let letters = grid.cells.iter().map(|cell| match cell {
        Cell::Disc(player) => Some(player.glyph()),
        _ => None,
    });
    format!("{} {}", board(letters, usize::from(grid.columns)), turn.glyph())
}

/// The rows of a board with letters on some of its squares.
pub(super) fn board(letters: impl Iterator<Item = Option<char>>, columns: usize) -> String {
    let mut text = String::new();
    let mut empty = 0;
    let end_run = |text: &mut String, empty: &mut usize| {
        if *empty > 0 {
            *text += &std::mem::take(empty).to_string();
        }
    };
    for (index, letter) in letters.enumerate() {
        if index > 0 && index.is_multiple_of(columns) {
            end_run(&mut text, &mut empty);
            text.push('/');
        }
        match letter {
            None => empty += 1,
            Some(letter) => {
                end_run(&mut text, &mut empty);
                text.push(letter);
            }
        }
    }
    end_run(&mut text, &mut empty);
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::games::{REGISTRY, Setup, find};

    fn read(code: &str, text: &str) -> Result<String, FenError> {
        let info = find(code).unwrap();
        let fen = Fen::parse(text)?;
        let game = (info.read.unwrap())(&fen, info.setup(Setup::default()).unwrap())?;
        Ok(game.fen(game.turn().unwrap_or_default()))
    }

    #[test]
    fn every_position_of_every_example_is_read_as_it_is_written() {
        for info in REGISTRY {
            let setup =
                info.setup(Setup { first: info.first_player(), ..Setup::default() }).unwrap();
            let mut game = (info.new)(setup);
            for name in info.example.moves.split_whitespace() {
                game.play(game.parse_move(name).unwrap()).unwrap();
                let winner = game.outcome().and_then(|outcome| outcome.winner);
                let turn = game.turn().or(winner).unwrap_or_default();
                let text = game.fen(turn);
                let again = (info.read.unwrap())(&Fen::parse(&text).unwrap(), setup).unwrap();
                assert_eq!(again.grid(), game.grid(), "{}: {text}", info.name);
                assert_eq!((again.turn(), again.moves()), (game.turn(), game.moves()), "{text}");
                assert_eq!(again.outcome(), game.outcome(), "{text}");
                assert_eq!(again.note(), game.note(), "{text}");
            }
        }
    }

    #[test]
    fn boards_are_read_in_every_spelling() {
        let start = "8/8/8/3WB3/3BW3/8/8/8 B";
        for text in [
            start,
            "--------/--------/--------/---OX---/---XO---/--------/--------/-------- black",
            "8/8/8/...ox.../3xo3/8/8/4.3 *",
            "---------------------------OX------XO--------------------------- X",
        ] {
            assert_eq!(read("rv", text).as_deref(), Ok(start), "{text}");
        }
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let size = FenError::Size { rows: 8, columns: 8 };
        for (code, text, error) in [
            ("rv", "", FenError::Side),
            ("rv", "8/8/8/8/8/8/8/8", FenError::Side),
            ("rv", "8/8/8/8/8/8/8/8 -", FenError::Side),
            ("rv", "8/8/8/8/8/8/8 B", size.clone()),
            ("rv", "8/8/8/8/8/8/8/9 B", size.clone()),
            ("rv", "8/8/8/8/8/8/8/7Q B", FenError::Square { found: 'Q', row: 8 }),
            ("rv", "99999999999999999999999 B", FenError::TooLarge),
            ("rv", &"8/".repeat(99), FenError::TooLarge),
            ("c4", "7/7/7/7/3W3/7 B", FenError::Impossible("a counter hangs in the air")),
            ("c4", "7/7/7/7/BBBB3/WWWW3 B", FenError::Impossible("both have a line")),
            ("gr", "3/3/3 B", FenError::Size { rows: 10, columns: 10 }),
            ("qu", "aa2/4/4/4 B", FenError::Impossible("a piece is there twice")),
            ("qu", "a3/4/4/4 B a", FenError::Impossible("a piece is there twice")),
            ("qu", "q3/4/4/4 B", FenError::Square { found: 'q', row: 1 }),
        ] {
            assert_eq!(read(code, text), Err(error), "{code}: {text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".{0,80}") {
            for info in REGISTRY {
                let setup = info.setup(Setup::default()).unwrap();
                if let Ok(fen) = Fen::parse(&text) {
                    let _ = (info.read.unwrap())(&fen, setup);
                }
            }
        }

        /// Boards of about the right form.
        #[test]
        fn any_board_is_read_or_refused(text in "([BW1-8a-p]{1,8}/){3,9}[BW1-8]{0,8} [BW]( [a-p])?") {
            for info in REGISTRY {
                let setup = info.setup(Setup::default()).unwrap();
                if let Ok(game) = Fen::parse(&text).and_then(|fen| (info.read.unwrap())(&fen, setup)) {
                    prop_assert_eq!(game.turn().is_none(), game.moves().is_empty());
                    prop_assert_eq!(game.turn().is_none(), game.outcome().is_some());
                }
            }
        }
    }
}
