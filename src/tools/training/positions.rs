//! Labeled positions, as rows.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use super::rows;
use crate::engine::Position;
use crate::tools::run::ToolError;

/// A labeled position. Its row has the discs of the side to move and of the opponent (hexadecimal), the score, the
/// number of occurrences, and `test` for held-out games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Labeled {
    pub position: Position,
    /// The score for the side to move, in discs.
    pub score: f32,
    pub count: u32,
    pub held_out: bool,
}

impl fmt::Display for Labeled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (player, opponent) = (self.position.player(), self.position.opponent());
        write!(f, "{player:016x} {opponent:016x} {:+.2} {}", self.score, self.count)?;
        f.write_str(if self.held_out { " test" } else { "" })
    }
}

impl FromStr for Labeled {
    type Err = String;

    fn from_str(row: &str) -> Result<Self, String> {
        let mut words = row.split(' ');
        let mut discs = || u64::from_str_radix(words.next()?, 16).ok();
        let position = discs().zip(discs());
        let position = position.and_then(|(player, opponent)| Position::new(player, opponent));
        let position = position.ok_or("expected two disjoint hexadecimal numbers")?;
        let score = words.next().and_then(|word| word.parse().ok());
        let score = score.filter(|score: &f32| score.abs() <= 64.0);
        let score = score.ok_or("expected a score from -64 to +64 as third field")?;
        let count = words.next().and_then(|word| word.parse().ok());
        let count = count.ok_or("expected a count as fourth field")?;
        let held_out = match (words.next(), words.next()) {
            (None, _) => false,
            (Some("test"), None) => true,
            _ => return Err("expected only \"test\" after the fourth field".to_owned()),
        };
        Ok(Self { position, score, count, held_out })
    }
}

pub(super) fn read(files: &[PathBuf]) -> Result<Vec<Labeled>, ToolError> {
    let mut all = Vec::new();
    rows::read_all(files, "positions", |row| {
        all.push(row.parse()?);
        Ok(())
    })?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_row_is_refused() {
        for row in ["", "1 2 +1.00", "1 3 +1.00 1", "1 2 +65 1", "1 2 +1 1 tst", "1 2 +1 1 test x"]
        {
            assert!(row.parse::<Labeled>().is_err(), "{row:?}");
        }
    }

    #[test]
    fn a_row_has_a_position_its_score_and_a_number() {
        let row = "0000000810000000 0000001008000000 +1.25 7";
        let labeled: Labeled = row.parse().unwrap();
        assert_eq!(labeled.position, crate::engine::Position::START);
        assert!(!labeled.held_out);
        assert_eq!(labeled.to_string(), row);
    }
}
