//! The result of two games from one opening, as a row of a file.

use std::fmt;
use std::str::FromStr;

/// Two games between two bots: `4h 5h 2 0`, the half points of the first bot with Black and with White.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) names: [String; 2],
    /// 2 for a win, 1 for a draw, 0 for a loss.
    pub(super) half_points: [usize; 2],
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([first, second], [black, white]) = (&self.names, self.half_points);
        write!(f, "{first} {second} {black} {white}")
    }
}

impl FromStr for Row {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let error = || format!("expected two bots and two results of 0 to 2, found {line:?}");
        let words: Vec<&str> = line.split(' ').collect();
        let &[first, second, black, white] = &words[..] else { return Err(error()) };
        let half_points =
            |word: &str| word.parse().ok().filter(|&points| points <= 2).ok_or_else(error);
        let half_points = [half_points(black)?, half_points(white)?];
        Ok(Self { names: [first, second].map(str::to_owned), half_points })
    }
}
