//! What the text beside a board says of its symbols: whose disc one shows, and how many there are.

use crate::games::Player;

/// What the text says about the symbols of the discs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Legend {
    pub symbols: Vec<(char, Player)>,
    /// The disc counts of Black and White.
    pub counts: Option<[usize; 2]>,
    /// The disc counts after symbols, Black's first: `# 4   @ 1`.
    pub counted: Vec<(char, usize)>,
}

impl Legend {
    /// The side whose discs a symbol shows; `None` if the text doesn't say so.
    pub fn side(&self, symbol: char) -> Option<Player> {
        let is_symbol = |other: char| other.eq_ignore_ascii_case(&symbol);
        let named = self.symbols.iter().find(|(other, _)| is_symbol(*other));
        named.map(|(_, side)| *side).filter(|side| {
            // A text that gives a symbol to both sides says nothing.
            !self
                .symbols
                .iter()
                .any(|(other, owner)| is_symbol(*other) && owner != side)
        })
    }

    /// The side with `first` discs if the other one has `second`; `None` if the text has no such counts.
    pub fn side_with(&self, first: usize, second: usize) -> Option<Player> {
        let counted: Vec<usize> = self.counted.iter().map(|(_, count)| *count).collect();
        let counts = self.counts.or_else(|| counted.try_into().ok())?;
        if first == second {
            return None;
        }
        if counts == [first, second] {
            Some(Player::Black)
        } else {
            (counts == [second, first]).then_some(Player::White)
        }
    }
}
