//! Games as rows: the moves, with the scores of the searches.

use std::fmt;
use std::str::FromStr;

use crate::engine::{Engine, Limits, Position};
use crate::games::Square;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchedMove {
    /// The square, from 0 to 63.
    pub square: u32,
    /// The search score for the side to move, in discs; `None` in the opening and during the noise.
    pub score: Option<i32>,
}

pub fn best_move(engine: &mut Engine, position: Position, limits: &Limits) -> SearchedMove {
    let found = engine.search(position, limits);
    let any = position.legal_moves().trailing_zeros();
    SearchedMove {
        square: found.best().map_or(any, u32::from),
        score: Some(found.score()),
    }
}

/// A finished game as a row: its number, moves (`f5`, or `f5:+2` with a score) and final score (`=+10`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRow {
    pub number: usize,
    /// The moves, without passes.
    pub plies: Vec<SearchedMove>,
    /// The final score for Black. Empty squares go to the winner.
    pub score: i32,
}

impl GameRow {
    /// Plays a game: the moves of `opening`, then the moves of `choose`. Its arguments are the position, 1 for Black
    /// to move or -1 for White, and the number of plies played.
    pub(super) fn play(
        number: usize,
        opening: &[u32],
        mut choose: impl FnMut(Position, i32, usize) -> SearchedMove,
    ) -> Self {
        let mut position = Position::START;
        let mut sign = 1;
        let mut plies = Vec::new();
        loop {
            if position.legal_moves() == 0 {
                (position, sign) = (position.passed(), -sign);
                if position.legal_moves() == 0 {
                    break;
                }
            }
            let ply = match opening.get(plies.len()) {
                Some(&square) => SearchedMove {
                    square,
                    score: None,
                },
                None => choose(position, sign, plies.len()),
            };
            plies.push(ply);
            (position, sign) = (position.after(ply.square), -sign);
        }
        let [own, other] = [position.player(), position.opponent()].map(u64::count_ones);
        let difference = own.cast_signed() - other.cast_signed();
        let empties = position.empties().cast_signed();
        Self {
            number,
            plies,
            score: sign * (difference + difference.signum() * empties),
        }
    }

    /// Returns each position with its ply, and 1 for Black to move or -1 for White.
    pub fn positions(&self) -> Result<Vec<(Position, SearchedMove, i32)>, String> {
        let mut position = Position::START;
        let mut sign = 1;
        let mut seen = Vec::with_capacity(self.plies.len());
        for (index, &ply) in self.plies.iter().enumerate() {
            if position.legal_moves() == 0 {
                (position, sign) = (position.passed(), -sign);
            }
            if position.legal_moves() >> ply.square & 1 == 0 {
                return Err(format!(
                    "illegal move {} ({})",
                    index + 1,
                    Square::from_index(ply.square, 8)
                ));
            }
            seen.push((position, ply, sign));
            (position, sign) = (position.after(ply.square), -sign);
        }
        Ok(seen)
    }
}

impl fmt::Display for GameRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number)?;
        for ply in &self.plies {
            write!(f, " {}", Square::from_index(ply.square, 8))?;
            if let Some(score) = ply.score {
                write!(f, ":{score:+}")?;
            }
        }
        write!(f, " ={:+}", self.score)
    }
}

impl FromStr for GameRow {
    type Err = String;

    fn from_str(row: &str) -> Result<Self, String> {
        let mut words = row.split(' ');
        let number = words.next().and_then(|word| word.parse().ok());
        let number = number.ok_or("expected a game number first")?;
        let score = words
            .next_back()
            .and_then(|word| score(word.strip_prefix('=')?));
        let score = score.ok_or("expected the score at the end, = and -64 to +64")?;
        let plies = words.map(|word| ply(word).ok_or_else(|| format!("{word:?} is not a move")));
        Ok(Self {
            number,
            plies: plies.collect::<Result<_, _>>()?,
            score,
        })
    }
}

fn ply(word: &str) -> Option<SearchedMove> {
    let (square, score) = match word.split_once(':') {
        Some((square, text)) => (square, Some(score(text)?)),
        None => (word, None),
    };
    let [column @ b'a'..=b'h', row @ b'1'..=b'8'] = *square.as_bytes() else {
        return None;
    };
    Some(SearchedMove {
        square: u32::from(8 * (row - b'1') + column - b'a'),
        score,
    })
}

fn score(word: &str) -> Option<i32> {
    word.parse().ok().filter(|score| (-64..=64).contains(score))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_a_number_moves_and_the_score() {
        let row = "7 f5 d6:-1 c3:+2 =+10";
        let record: GameRow = row.parse().unwrap();
        assert_eq!(
            (record.number, record.plies.len(), record.score),
            (7, 3, 10)
        );
        assert_eq!(record.to_string(), row);
        for row in [
            "",
            "x f5 =+1",
            "1 f5",
            "1 f9 =+0",
            "1 f5:+65 =+0",
            "1  f5 =0",
            "1 f5 =+0 ",
        ] {
            assert!(row.parse::<GameRow>().is_err(), "{row:?}");
        }
        let record: GameRow = "1 f5 f5 =+0".parse().unwrap();
        assert_eq!(record.positions().unwrap_err(), "illegal move 2 (f5)");
    }
}
