//! Color themes for all screens that draw a board, independent of any drawing crate.
//!
//! A [`Theme`] is a table of [`Rgb`] colors, named after their use. [`ColorDepth`] is the number of colors of the
//! terminal; [`Rgb::ansi256`] and [`Rgb::ansi16`] find the nearest of them. Without colors, screens use different
//! characters.

mod background;
mod color;
mod depth;
mod file;

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::OnceLock;

use super::named::UnknownName;
use super::scene::{Mark, SquareFrame};
use crate::analysis::Class;
use crate::base::language::{marked, translated};
use crate::games::Player;
use crate::store::StoreError;

pub use background::{AnswerFilter, BACKGROUND_QUERY, can_ask};
#[cfg(test)]
pub use color::contrast;
pub use color::{ANYWHERE_DIM, Rgb};
pub use depth::ColorDepth;

/// The name of a theme: a built-in one, or one of the user's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(into = "String")]
pub struct ThemeName(&'static str);

impl ThemeName {
    /// Light text on a dark background.
    pub const DARK: Self = Self("dark");
    /// Dark text on a light background, with the board of the dark theme.
    pub const LIGHT: Self = Self("light");
    /// White on black, with strong colors.
    pub const HIGH_CONTRAST: Self = Self("high-contrast");
    /// Hues from Okabe and Ito (2008), which suit any color vision, with a blue board.
    pub const COLOR_BLIND: Self = Self("color-blind");
    pub const MONO: Self = Self("mono");

    pub const BUILT_IN: [Self; 5] = [
        Self::DARK,
        Self::LIGHT,
        Self::HIGH_CONTRAST,
        Self::COLOR_BLIND,
        Self::MONO,
    ];

    /// All names, in the order in which screens cycle through them.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        themes().iter().map(|theme| theme.name)
    }

    pub const fn as_str(self) -> &'static str {
        self.0
    }

    /// The next theme. The last one is followed by the first.
    #[must_use]
    pub fn next(self) -> Self {
        let mut all = Self::all().cycle().skip_while(|name| *name != self);
        all.nth(1).unwrap_or(self)
    }
}

impl FromStr for ThemeName {
    type Err = UnknownName;

    fn from_str(word: &str) -> Result<Self, UnknownName> {
        let is_meant = |name: &Self| name.as_str().eq_ignore_ascii_case(word);
        Self::all().find(is_meant).ok_or_else(|| {
            let own = Self::all().skip(Self::BUILT_IN.len());
            let built_in = translated(marked!("dark, light, high-contrast, color-blind or mono"));
            let names: Vec<&str> = own.map(Self::as_str).chain([built_in]).collect();
            UnknownName {
                word: word.to_owned(),
                kind: marked!("theme"),
                names: names.join(", "),
            }
        })
    }
}

impl<'de> serde::Deserialize<'de> for ThemeName {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        word.parse().map_err(serde::de::Error::custom)
    }
}

impl From<ThemeName> for String {
    fn from(name: ThemeName) -> Self {
        name.as_str().to_owned()
    }
}

/// Declares the colors of all themes, in groups with a title, with one column per theme.
macro_rules! themes {
    ($($title:literal { $($color:ident: $dark:literal $light:literal $high:literal $blind:literal $mono:literal;)+ })+) => {
        /// The colors of a theme, each named after its use.
        ///
        /// In the built-in themes, text has a contrast of at least 4.5:1 with its backgrounds; discs, marks and curves
        /// have at least 3:1. Outside the board, the high-contrast theme has at least 7:1.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the table below describes the colors")]
        pub struct Theme {
            pub name: ThemeName,
            /// Whether it is based on the theme without hues.
            pub is_mono: bool,
            $($(pub $color: Rgb,)+)+
        }

        #[allow(clippy::unreadable_literal, reason = "two digits for each channel")]
        static THEMES: [Theme; 5] = [
            Theme { name: ThemeName::DARK, is_mono: false, $($($color: Rgb::from_hex($dark)),+),+ },
            Theme { name: ThemeName::LIGHT, is_mono: false, $($($color: Rgb::from_hex($light)),+),+ },
            Theme { name: ThemeName::HIGH_CONTRAST, is_mono: false, $($($color: Rgb::from_hex($high)),+),+ },
            Theme { name: ThemeName::COLOR_BLIND, is_mono: false, $($($color: Rgb::from_hex($blind)),+),+ },
            Theme { name: ThemeName::MONO, is_mono: true, $($($color: Rgb::from_hex($mono)),+),+ },
        ];

        /// The groups of colors: the title, and the names of the colors.
        pub(super) static COLORS: &[(&str, &[&str])] =
            &[$(($title, &[$(stringify!($color)),+])),+];

        impl Theme {
            /// The color with a name.
            fn color_mut(&mut self, name: &str) -> Option<&mut Rgb> {
                match name {
                    $($(stringify!($color) => Some(&mut self.$color),)+)+
                    _ => None,
                }
            }
        }
    };
}

themes! {
    //             dark     light    high     blind    mono
    "Backgrounds of the screen, of panels and dialogs, and of the selection; borders" {
    background:    0x14171a 0xfbfaf6 0x000000 0x0a0b0d 0x121212;
    panel:         0x1c2024 0xf3f1ea 0x000000 0x101215 0x1c1c1c;
    selection:     0x2c343d 0xe4ebf5 0x00247a 0x181d24 0x303030;
    panel_border:  0x4a545e 0xb0aca0 0xffffff 0x4a545e 0x585858;
    }

    "Text; the accent is for titles and keys; ratings of moves" {
    // Text on any of these three backgrounds; coordinates only on the first.
    text:          0xe6e8ea 0x1b1d1f 0xffffff 0xe6e8ea 0xeeeeee;
    dim:           0xa3abb3 0x5a5f66 0xd8d8d8 0xa3abb3 0xb2b2b2;
    accent:        0x7cc4ff 0x0b57a4 0x66d9ff 0x56b4e9 0xffffff;
    error:         0xff8a80 0xb3160c 0xffa59c 0xe8771e 0xffffff;
    coordinates:   0xa3abb3 0x5a5f66 0xffffff 0xa3abb3 0xb2b2b2;
    best:          0x7ee08a 0x0b6b25 0x66ff80 0x56b4e9 0xffffff;
    good:          0xb9dfb0 0x3f6212 0xc8ffb8 0xb9e0f7 0xd0d0d0;
    inaccuracy:    0xf0d860 0x7a5600 0xffee58 0xf5ec78 0xd0d0d0;
    mistake:       0xffae57 0x9a3e00 0xffbe69 0xeeab1e 0xe4e4e4;
    blunder:       0xff8a80 0xb3160c 0xffa59c 0xde6710 0xffffff;
    }

    "The board: squares, discs, and the dot on a marked disc" {
    // Both discs must be visible on squares. Black and white have nearly the same contrast with a luminance of about
    // 0.16. The grid and the outlines are only decoration.
    board_light:   0x00803c 0x00803c 0x00823c 0x0070b0 0x767676;
    board_dark:    0x007836 0x007836 0x007a36 0x0068a6 0x6c6c6c;
    grid:          0x00401c 0x00401c 0x000000 0x003a60 0x303030;
    black_disc:    0x0c0c0c 0x0c0c0c 0x000000 0x0c0c0c 0x000000;
    white_disc:    0xf7f7f5 0xf7f7f5 0xffffff 0xf7f7f5 0xffffff;
    black_outline: 0x505050 0x505050 0x000000 0x505050 0x000000;
    white_outline: 0xa0a0a0 0xa0a0a0 0xffffff 0xa0a0a0 0xffffff;
    disc_mark:     0xe0402f 0xe0402f 0xe0402f 0xd55e00 0x808080;
    flipped_mark:  0x1a8cbe 0x1a8cbe 0x1a8cbe 0x1a8cbe 0x808080;
    }

    "Marks, scores and frames on squares" {
    legal:         0xffffff 0xffffff 0xffffff 0xffffff 0xffffff;
    suggested:     0xfff7b0 0xfff7b0 0xffffd0 0xfff6a8 0xffffff;
    last_move:     0xffd75f 0xffd75f 0xffff5f 0xf0e442 0xffffff;
    flipped:       0xb4ecff 0xb4ecff 0xc8f4ff 0xc4e8fb 0xe4e4e4;
    cursor:        0xffffff 0xffffff 0xffffff 0xffffff 0xffffff;
    }

    "The frame of the board, with many colors; boards and pieces of the other games" {
    rim:           0x4a3018 0x4a3018 0x303030 0x4a3018 0x303030;
    rim_text:      0xf0e2cc 0xf0e2cc 0xffffff 0xf0e2cc 0xffffff;
    sheet:         0x1f58c0 0x1f58c0 0x0048c8 0x0072b2 0x767676;
    sheet_rim:     0x102a60 0x102a60 0x001a60 0x08202e 0x303030;
    hole:          0x0e1524 0x0e1524 0x000000 0x08131a 0x303030;
    red_disc:      0xe8483c 0xe8483c 0xff5a4c 0xd55e00 0x8a8a8a;
    yellow_disc:   0xf5d033 0xf5d033 0xffee58 0xf0e442 0xffffff;
    space_light:   0x7b5ba8 0x7b5ba8 0x7b5ba8 0x9a4e7a 0x767676;
    space_dark:    0x76569f 0x76569f 0x76569f 0x924a73 0x6c6c6c;
    space_line:    0x4a2878 0x4a2878 0x000000 0x5a1a3e 0x303030;
    wood:          0x8a6b3c 0x8a6b3c 0x8a6b3c 0x88693b 0x767676;
    dark_wood:     0x3a1c0c 0x3a1c0c 0x2a1408 0x3a1c0c 0x000000;
    light_wood:    0xf2dcb2 0xf2dcb2 0xffecc8 0xf2dcb2 0xffffff;
    }

    "Graph areas in favor of Black and of White" {
    // On `background` and `panel`.
    graph_black:   0x5fd7ff 0x222426 0x66d9ff 0x56b4e9 0x8a8a8a;
    graph_white:   0xffe066 0xb0521a 0xffee58 0xe69f00 0xffffff;
    }
}

impl Theme {
    /// The color of text about moves of a class.
    pub fn class(&self, class: Class) -> Rgb {
        match class {
            Class::Forced | Class::Best => self.best,
            Class::Good => self.good,
            Class::Inaccuracy => self.inaccuracy,
            Class::Mistake => self.mistake,
            Class::Blunder => self.blunder,
        }
    }

    /// The color of a frame around a square.
    pub(super) fn frame(&self, frame: SquareFrame) -> Rgb {
        match frame {
            SquareFrame::Cursor => self.cursor,
            SquareFrame::WinningLine => self.suggested,
            SquareFrame::LastMove => self.last_move,
            SquareFrame::Changed => self.flipped,
        }
    }

    /// The color of a mark on a square.
    pub(super) fn mark(&self, mark: Mark) -> Rgb {
        match mark {
            Mark::Suggested(_) | Mark::Score { is_best: true, .. } => self.suggested,
            Mark::Legal | Mark::Score { is_best: false, .. } => self.legal,
        }
    }

    pub fn disc(&self, player: Player) -> Rgb {
        [self.black_disc, self.white_disc][player.index()]
    }

    #[cfg(feature = "window")]
    pub fn outline(&self, player: Player) -> Rgb {
        [self.black_outline, self.white_outline][player.index()]
    }
}

/// The themes of this run, if the user has theme files.
static WITH_FILES: OnceLock<(Vec<Theme>, Vec<StoreError>)> = OnceLock::new();

fn themes() -> &'static [Theme] {
    WITH_FILES.get().map_or(&THEMES, |(themes, _)| themes)
}

/// Adds the themes of files with the given names. The first call counts. Returns the mistakes in the files.
pub fn add_files(files: impl FnOnce() -> Vec<(String, PathBuf)>) -> &'static [StoreError] {
    &WITH_FILES
        .get_or_init(|| file::with_files(&THEMES, files()))
        .1
}

pub fn theme(name: ThemeName) -> &'static Theme {
    let named = themes().iter().find(|theme| theme.name == name);
    named.unwrap_or(&THEMES[0])
}

#[cfg(test)]
mod tests;
