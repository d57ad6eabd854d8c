//! The openings of a match.

use std::collections::BTreeSet;

use thiserror::Error;

use crate::engine::{self, Position};
use crate::games::Square;
use crate::records::{BoardPosition, Format, GameRecord, ReadError, read};

/// The maximum length of built-in openings, in plies. Nine plies give more than 400,000 openings.
pub const MOST_PLIES: u32 = 9;

/// The number of bytes used to detect the format of a file.
const LOOKED_AT: usize = 4096;

/// The legal first moves of a game, which is not over after them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening(Vec<Square>);

#[derive(Debug, Error)]
pub enum OpeningError {
    #[error("{0}")]
    Unreadable(#[from] ReadError),
    #[error("no game in the file")]
    None,
    #[error("game {0} is already over after the opening: use fewer --plies")]
    Over(usize),
    #[error("game {0} does not start from the standard position")]
    OtherStart(usize),
    #[error(
        "none of the {0} openings is balanced to within {1} discs: use a larger --max-imbalance"
    )]
    Lopsided(usize, u32),
}

impl Opening {
    pub fn squares(&self) -> &[Square] {
        &self.0
    }

    /// Returns the position after the opening, in canonical form: equal for symmetric openings.
    pub(super) fn position(&self) -> Position {
        let mut record = GameRecord::new();
        for &square in &self.0 {
            // Never fails: openings consist of legal moves.
            let _ = record.play(square);
        }
        record.board().position().canonical()
    }

    /// Returns all openings of `plies` plies, at most [`MOST_PLIES`]: one per position up to symmetry.
    pub fn all(plies: u32) -> Vec<Self> {
        let square = |number: u32| Square::from_index(number, 8);
        let openings = engine::openings(plies.min(MOST_PLIES));
        openings.into_iter().map(|moves| Self(moves.into_iter().map(square).collect())).collect()
    }

    /// Reads the openings of a file: games in any record format, cut to `plies` if given. Passes don't count as
    /// plies. Of openings that lead to the same position up to symmetry, only the first is used.
    pub fn read(file: &[u8], plies: Option<u32>) -> Result<Vec<Self>, OpeningError> {
        let most = plies.map_or(usize::MAX, |plies| plies as usize);
        let format = Format::of_content(&file[..file.len().min(LOOKED_AT)]);
        let format = if format.is_readable() { format } else { Format::Transcript };
        let (mut openings, mut seen) = (Vec::new(), BTreeSet::new());
        for (number, entry) in (1..).zip(read(format, file)) {
            let record = entry?.record;
            if record.start() != BoardPosition::START {
                return Err(OpeningError::OtherStart(number));
            }
            let squares: Vec<Square> = record.moves().iter().filter_map(|mv| mv.square).collect();
            if record.is_over() && squares.len() <= most {
                return Err(OpeningError::Over(number));
            }
            let opening = Self(squares.into_iter().take(most).collect());
            let position = opening.position();
            if seen.insert(position) {
                openings.push(opening);
            }
        }
        if openings.is_empty() { Err(OpeningError::None) } else { Ok(openings) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_games_gives_openings_or_says_why_not() {
        let error = |text: &str| Opening::read(text.as_bytes(), None).unwrap_err().to_string();
        assert_eq!(error(""), "no game in the file");
        assert!(error("f5d6\n\nf5f5\n").contains("record 2, byte 8: ply 2: f5 is occupied"));
        let whole = crate::games::reversi::INFO.example.moves;
        assert_eq!(error(whole), "game 1 is already over after the opening: use fewer --plies");
        let cut = Opening::read(whole.as_bytes(), Some(8)).unwrap();
        assert_eq!((cut.len(), cut[0].squares().len()), (1, 8));
        // Two symmetric openings, and two that transpose.
        let same = Opening::read(b"f5d6\n\nd3c5\n\nc4e3f6e6f5\n\nc4e3f5e6f6\n", None).unwrap();
        assert_eq!(same.iter().map(|opening| opening.squares().len()).collect::<Vec<_>>(), [2, 5]);
        let board = format!("{} X", "-".repeat(64));
        assert_eq!(error(&board), "game 1 does not start from the standard position");
    }

    #[test]
    fn openings_may_be_in_any_format_of_games() {
        let ggf = "(;GM[Othello]PB[a]PW[b]RE[?]TY[8]BO[8 -------- -------- -------- ---O*--- \
                   ---*O--- -------- -------- -------- *]B[f5/1/2]W[d6];)";
        let found = Opening::read(ggf.as_bytes(), None).unwrap();
        assert_eq!(found, Opening::read(b"f5d6", None).unwrap());
    }

    #[test]
    fn openings_are_cut_to_a_number_of_plies() {
        let openings = Opening::read("f5d6c3\nf5f6e6f4".as_bytes(), Some(2)).unwrap();
        assert_eq!(openings[1].squares().len(), 2);
    }
}
