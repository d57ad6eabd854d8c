//! The names and symbols of the two sides, and nicknames for the ranking.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use unicode_width::UnicodeWidthChar;

use crate::base::language;
use crate::base::language::tr;
use crate::base::text::quoted;
use crate::games::{Info, PieceStyle, Player};

/// The icons and names of the two sides. Cloning is cheap.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sides {
    icons: Icons,
    /// Black's name, then White's, if the sides have names.
    names: Option<[Arc<str>; 2]>,
    /// Whether the user has given the names.
    #[serde(skip)]
    are_given: bool,
    #[serde(skip)]
    pieces: PieceStyle,
    /// Whether the icons appear on the board: not in games with shared pieces.
    has_discs: bool,
}

impl Sides {
    /// Creates the sides of a kind of game. `names`, first player first, override the names of the game.
    pub fn new(info: &Info, icons: Icons, names: Option<&PlayerNames>) -> Self {
        let by_turn: Option<[Arc<str>; 2]> = match names {
            Some(PlayerNames(first, second)) => {
                Some([first, second].map(|name| name.as_str().into()))
            }
            None => info.sides.map(|sides| sides.map(Arc::from)),
        };
        let are_given = names.is_some();
        let names = by_turn.map(|[first, second]| match info.first_player() {
            Player::Black => [first, second],
            Player::White => [second, first],
        });
        Self {
            icons,
            names,
            are_given,
            pieces: info.pieces,
            has_discs: info.sides.is_none(),
        }
    }

    pub fn icons(&self) -> Icons {
        self.icons
    }

    pub fn name(&self, player: Player) -> Option<&str> {
        self.names.as_ref().map(|names| &*names[player.index()])
    }

    /// Returns the name that the user has given to a side, if any.
    pub fn given_name(&self, player: Player) -> Option<&str> {
        self.name(player).filter(|_| self.are_given)
    }

    /// Returns the name of a side, or its icon if it has no name.
    pub fn label(&self, player: Player) -> String {
        match self.name(player) {
            Some(name) => name.to_owned(),
            None => self.icons.of(player).to_string(),
        }
    }

    pub fn has_discs(&self) -> bool {
        self.has_discs
    }

    /// Returns the style of the pieces, which determines the colors of the sides.
    pub fn pieces(&self) -> PieceStyle {
        self.pieces
    }

    /// Returns the side for a word: a name, or an icon or color as in [`Icons::side`]. Red is Black's color, and
    /// yellow White's, in games with such counters.
    pub fn find(&self, word: &str) -> Option<Player> {
        let is_called = |player: &Player| {
            self.name(*player)
                .is_some_and(|name| name.to_lowercase() == word.to_lowercase())
        };
        Player::BOTH
            .into_iter()
            .find(is_called)
            .or_else(|| self.icons.side(word))
            .or_else(|| self.side_of_counters(word))
    }

    /// Returns the English word for the color of a side's pieces.
    pub fn color_word(&self, player: Player) -> &'static str {
        match (self.pieces, player) {
            (PieceStyle::Counters, Player::Black) => "red",
            (PieceStyle::Counters, Player::White) => "yellow",
            _ => player.word(),
        }
    }

    fn side_of_counters(&self, word: &str) -> Option<Player> {
        let lower = word.to_ascii_lowercase();
        let english = language::color_word(word).unwrap_or(&lower);
        Player::BOTH
            .into_iter()
            .find(|player| self.color_word(*player) == english)
    }
}

/// One symbol per side, different from each other and from the marks of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "(char, char)")]
pub struct Icons(char, char);

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum IconsError {
    #[error("{}", tr!("{text} is not an icon: use one character", text = quoted(.0)))]
    NotOne(String),
    #[error("{}", tr!(
        "{symbol} is not an icon: use a printable character one column wide",
        symbol = quoted(.0)
    ))]
    Invisible(char),
    #[error("{}", tr!("{symbol} can't be an icon: - . ? and , are reserved", symbol = .0))]
    Reserved(char),
    #[error("{}", tr!("both icons are {symbol}: use two different ones", symbol = .0))]
    Same(char),
}

impl Icons {
    pub fn new(black: char, white: char) -> Result<Self, IconsError> {
        for icon in [black, white] {
            if matches!(icon, '-' | '.' | '?' | ',') {
                return Err(IconsError::Reserved(icon));
            }
            if !is_visible(icon) || icon.width() != Some(1) {
                return Err(IconsError::Invisible(icon));
            }
        }
        if black == white {
            Err(IconsError::Same(black))
        } else {
            Ok(Self(black, white))
        }
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
            Player::Black => self.0,
            Player::White => self.1,
        }
    }

    pub fn is_ascii(self) -> bool {
        self.0.is_ascii() && self.1.is_ascii()
    }

    /// Returns the side for a word. An icon comes first, then an icon in the other case if it is unique, then B, X
    /// or ● (Black), W, O or ○ (White), then a word such as `black` or `pretas`.
    pub fn side(self, word: &str) -> Option<Player> {
        let mut characters = word.chars();
        match (characters.next(), characters.next()) {
            (Some(glyph), None) => self.side_of(glyph).or_else(|| side_in_words(word)),
            _ => side_in_words(word),
        }
    }

    fn side_of(self, glyph: char) -> Option<Player> {
        let lower = |icon: char| icon.to_lowercase().collect::<String>();
        let fits = |player: &Player| lower(self.of(*player)) == lower(glyph);
        let exact = Player::BOTH
            .into_iter()
            .find(|&player| self.of(player) == glyph);
        let mut folded = Player::BOTH.into_iter().filter(fits);
        let folded = folded.next().filter(|_| folded.next().is_none());
        exact.or(folded).or(match glyph {
            'B' | 'b' | 'X' | 'x' | '●' => Some(Player::Black),
            'W' | 'w' | 'O' | 'o' | '○' => Some(Player::White),
            _ => None,
        })
    }
}

/// The side that a word names in any language of the screens.
fn side_in_words(word: &str) -> Option<Player> {
    let lower = word.to_ascii_lowercase();
    let english = language::color_word(word).unwrap_or(&lower);
    Player::BOTH
        .into_iter()
        .find(|player| player.word() == english)
}

impl Default for Icons {
    fn default() -> Self {
        Self(Player::Black.glyph(), Player::White.glyph())
    }
}

impl TryFrom<(char, char)> for Icons {
    type Error = IconsError;

    fn try_from((black, white): (char, char)) -> Result<Self, Self::Error> {
        Self::new(black, white)
    }
}

/// Whether a terminal shows a character and does nothing else. False for control characters, spaces, combining
/// marks and direction marks.
fn is_visible(character: char) -> bool {
    // Soft hyphen, Hangul fillers and the blank Braille pattern have a width but show nothing.
    let blank = matches!(
        character,
        '\u{ad}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{2800}'
    );
    !blank && !character.is_whitespace() && character.width().is_some_and(|width| width > 0)
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "(String, String)")]
pub struct PlayerNames(String, String);

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NameError {
    #[error("{}", tr!(
        "{text} is not a valid name: use 1 to 20 characters, no spaces, commas or #",
        text = quoted(.0)
    ))]
    Player(String),
    #[error("{}", tr!(
        "{text} is not a valid nickname: use 1 to 8 characters, no spaces, commas or #",
        text = quoted(.0)
    ))]
    Nickname(String),
    #[error("{}", tr!("both players are called {text}: use two different names", text = .0))]
    Same(String),
}

impl PlayerNames {
    /// In characters.
    pub const MAX_LENGTH: usize = 20;

    /// Creates a pair of names, first player first.
    pub fn new(first: &str, second: &str) -> Result<Self, NameError> {
        for name in [first, second] {
            if !is_name(name, Self::MAX_LENGTH) {
                return Err(NameError::Player(
                    name.chars().take(Self::MAX_LENGTH + 1).collect(),
                ));
            }
        }
        if first.to_lowercase() == second.to_lowercase() {
            return Err(NameError::Same(second.to_owned()));
        }
        Ok(Self(first.to_owned(), second.to_owned()))
    }

    pub fn is_ascii(&self) -> bool {
        self.0.is_ascii() && self.1.is_ascii()
    }

    /// Returns the names with the players exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self(self.1, self.0)
    }
}

impl TryFrom<(String, String)> for PlayerNames {
    type Error = NameError;

    fn try_from((first, second): (String, String)) -> Result<Self, NameError> {
        Self::new(&first, &second)
    }
}

/// Whether a text has 1 to `max` visible characters, without spaces, commas and `#`.
fn is_name(text: &str, max: usize) -> bool {
    // Check the length first, so that long texts are rejected at once.
    (1..=max).contains(&text.chars().take(max + 1).count())
        && text.chars().all(|c| is_visible(c) && c != ',' && c != '#')
}

/// A name of 1 to 8 visible characters, without spaces, commas or `#`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Nickname(String);

impl Nickname {
    /// In characters.
    pub const MAX_LENGTH: usize = 8;

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Nickname {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::try_from(text.to_owned())
    }
}

impl TryFrom<String> for Nickname {
    type Error = NameError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if is_name(&text, Self::MAX_LENGTH) {
            Ok(Self(text))
        } else {
            Err(NameError::Nickname(text.chars().take(20).collect()))
        }
    }
}

impl From<Nickname> for String {
    fn from(nickname: Nickname) -> Self {
        nickname.0
    }
}

impl fmt::Display for Nickname {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn any_visible_character_of_width_one_is_an_icon() {
        for (black, white) in [
            ('●', '○'),
            ('x', 'X'),
            ('Ж', 'λ'),
            ('א', 'ب'),
            ('1', '2'),
            ('#', '@'),
        ] {
            let icons = Icons::parse(&black.to_string(), &white.to_string()).unwrap();
            assert_eq!(
                (icons.of(Player::Black), icons.of(Player::White)),
                (black, white)
            );
        }
    }

    #[test]
    fn counters_are_red_and_yellow_and_their_sides_have_both_words() {
        let counters = Sides::new(games::find("c4").unwrap(), Icons::default(), None);
        let discs = Sides::new(games::find("rv").unwrap(), Icons::default(), None);
        for (word, player) in [("Red", Player::Black), ("amarelas", Player::White)] {
            assert_eq!(counters.find(word), Some(player), "{word}");
            assert_eq!(discs.find(word), None, "{word}");
        }
        assert_eq!(counters.find("black"), Some(Player::Black));
        assert_eq!(counters.color_word(Player::White), "yellow");
    }

    #[test]
    fn what_does_not_show_as_one_column_is_refused() {
        for icon in [
            '\u{1b}', '\0', '\u{301}', '字', ' ', '\u{a0}', '\u{202e}', '\u{ad}', '\u{2800}',
        ] {
            assert_eq!(
                Icons::new(icon, 'W'),
                Err(IconsError::Invisible(icon)),
                "{icon:?}"
            );
            assert_eq!(
                Icons::new('W', icon),
                Err(IconsError::Invisible(icon)),
                "{icon:?}"
            );
        }
        for icon in ['-', '.', '?', ','] {
            assert_eq!(Icons::new(icon, 'W'), Err(IconsError::Reserved(icon)));
        }
        assert_eq!(Icons::new('x', 'x'), Err(IconsError::Same('x')));
        assert!(matches!(
            Icons::parse("ab", "c"),
            Err(IconsError::NotOne(_))
        ));
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

    #[test]
    fn names_of_one_to_eight_visible_characters_are_taken() {
        for name in ["a", "Ann", "Ünïcödé8", "名前", "a-b_c.d!"] {
            assert_eq!(name.parse::<Nickname>().unwrap().as_str(), name);
        }
        for name in [
            "",
            "ninechars",
            "a b",
            "a,b",
            "#1",
            "a\u{1b}[2J",
            "\u{200b}",
            "a\u{202e}b",
        ] {
            assert!(name.parse::<Nickname>().is_err(), "{name:?}");
        }
    }
}
