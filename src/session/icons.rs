//! The symbols of the two sides.

use serde::{Deserialize, Serialize};
use thiserror::Error;
use unicode_width::UnicodeWidthChar;

use crate::games::Player;

/// One symbol per side, different from each other and from the marks of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "(char, char)", into = "(char, char)")]
pub struct Icons {
    black: char,
    white: char,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum IconsError {
    #[error("{0:?} is not an icon: use one character")]
    NotOne(String),
    #[error("{0:?} is not an icon: use a printable character one column wide")]
    Invisible(char),
    #[error("{0} can't be an icon: - . ? , and # are reserved")]
    Reserved(char),
    #[error("both icons are {0}: use two different ones")]
    Same(char),
}

impl Icons {
    pub fn new(black: char, white: char) -> Result<Self, IconsError> {
        for icon in [black, white] {
            if matches!(icon, '-' | '.' | '?' | ',' | '#') {
                return Err(IconsError::Reserved(icon));
            }
            if !is_visible(icon) || icon.width() != Some(1) {
                return Err(IconsError::Invisible(icon));
            }
        }
        if black == white { Err(IconsError::Same(black)) } else { Ok(Self { black, white }) }
    }

    pub fn parse(black: &str, white: &str) -> Result<Self, IconsError> {
        let single = |text: &str| {
            let mut characters = text.chars();
            match (characters.next(), characters.next()) {
                (Some(icon), None) => Ok(icon),
                _ => Err(IconsError::NotOne(text.chars().take(20).collect())),
            }
        };
        Self::new(single(black)?, single(white)?)
    }

    pub fn of(self, player: Player) -> char {
        match player {
            Player::Black => self.black,
            Player::White => self.white,
        }
    }

    pub fn is_ascii(self) -> bool {
        self.black.is_ascii() && self.white.is_ascii()
    }

    /// Returns the side for a word. An icon comes first, then an icon in the other case if it is unique, then B, X
    /// or ● (Black), W, O or ○ (White), `black` or `white`.
    pub fn side(self, word: &str) -> Option<Player> {
        let mut characters = word.chars();
        let (Some(glyph), None) = (characters.next(), characters.next()) else {
            return Player::BOTH
                .into_iter()
                .find(|player| player.to_string().eq_ignore_ascii_case(word));
        };
        let lower = |icon: char| icon.to_lowercase().collect::<String>();
        let fits = |player: &Player| lower(self.of(*player)) == lower(glyph);
        let exact = Player::BOTH.into_iter().find(|&player| self.of(player) == glyph);
        let mut folded = Player::BOTH.into_iter().filter(fits);
        let folded = folded.next().filter(|_| folded.next().is_none());
        exact.or(folded).or(match glyph {
            'B' | 'b' | 'X' | 'x' | '●' => Some(Player::Black),
            'W' | 'w' | 'O' | 'o' | '○' => Some(Player::White),
            _ => None,
        })
    }
}

impl Default for Icons {
    fn default() -> Self {
        Self { black: Player::Black.glyph(), white: Player::White.glyph() }
    }
}

impl TryFrom<(char, char)> for Icons {
    type Error = IconsError;

    fn try_from((black, white): (char, char)) -> Result<Self, Self::Error> {
        Self::new(black, white)
    }
}

impl From<Icons> for (char, char) {
    fn from(icons: Icons) -> Self {
        (icons.black, icons.white)
    }
}

/// Whether a terminal shows a character and does nothing else. False for control characters, spaces, combining
/// marks and direction marks.
pub(super) fn is_visible(character: char) -> bool {
    // Soft hyphen, Hangul fillers and the blank Braille pattern have a width but show nothing.
    let blank = matches!(
        character,
        '\u{ad}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{2800}'
    );
    !blank && !character.is_whitespace() && character.width().is_some_and(|width| width > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_visible_character_of_width_one_is_an_icon() {
        for (black, white) in [('●', '○'), ('x', 'X'), ('Ж', 'λ'), ('א', 'ب'), ('1', '2')] {
            let icons = Icons::parse(&black.to_string(), &white.to_string()).unwrap();
            assert_eq!((icons.of(Player::Black), icons.of(Player::White)), (black, white));
        }
    }

    #[test]
    fn what_does_not_show_as_one_column_is_refused() {
        for icon in
            ['\u{1b}', '\0', '\u{301}', '字', ' ', '\u{a0}', '\u{202e}', '\u{ad}', '\u{2800}']
        {
            assert_eq!(Icons::new(icon, 'W'), Err(IconsError::Invisible(icon)), "{icon:?}");
            assert_eq!(Icons::new('W', icon), Err(IconsError::Invisible(icon)), "{icon:?}");
        }
        for icon in ['-', '.', '?', ',', '#'] {
            assert_eq!(Icons::new(icon, 'W'), Err(IconsError::Reserved(icon)));
        }
        assert_eq!(Icons::new('x', 'x'), Err(IconsError::Same('x')));
        assert!(matches!(Icons::parse("ab", "c"), Err(IconsError::NotOne(_))));
        assert!(matches!(Icons::parse("", "c"), Err(IconsError::NotOne(_))));
    }

    #[test]
    fn a_side_is_named_by_its_icon_before_anything_else() {
        let side = |black, white, word| Icons::new(black, white).unwrap().side(word);
        assert_eq!(side('B', 'W', "b"), Some(Player::Black));
        assert_eq!(side('B', 'W', "O"), Some(Player::White));
        assert_eq!(side('O', 'X', "x"), Some(Player::White));
        assert_eq!(side('x', 'X', "X"), Some(Player::White));
        assert_eq!(side('x', 'X', "x"), Some(Player::Black));
        assert_eq!(side('●', '○', "○"), Some(Player::White));
        assert_eq!(side('B', 'W', "WHITE"), Some(Player::White));
        assert_eq!(side('B', 'W', "grey"), None);
        assert_eq!(side('B', 'W', "z"), None);
        assert_eq!(side('B', 'W', ""), None);
    }
}
