//! Color themes for all screens that draw a board, independent of any drawing crate.
//!
//! A [`Theme`] is a table of [`Rgb`] colors, named after their use. [`ColorDepth`] is the number of colors of the
//! terminal; [`Rgb::ansi256`] and [`Rgb::ansi16`] find the nearest of them. Without colors, screens use different
//! characters.

mod background;
mod color;
mod depth;

use super::named::named_values;
use super::scene::{Mark, SquareFrame};
use crate::analysis::Class;
use crate::base::language::marked;
use crate::games::Player;

pub use background::{AnswerFilter, BACKGROUND_QUERY, can_ask};
#[cfg(test)]
pub use color::contrast;
pub use color::{ANYWHERE_DIM, Rgb};
pub use depth::ColorDepth;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum ThemeName {
    /// Light text on a dark background.
    Dark,
    /// Dark text on a light background, with the board of the dark theme.
    Light,
    /// White on black, with strong colors.
    HighContrast,
    /// Hues from Okabe and Ito (2008), which suit any color vision, with a blue board.
    ColorBlind,
    Mono,
}

named_values!(
    ThemeName[5],
    marked!("theme"),
    marked!("dark, light, high-contrast, color-blind or mono"),
    Dark => "dark",
    Light => "light",
    HighContrast => "high-contrast",
    ColorBlind => "color-blind",
    Mono => "mono"
);

impl ThemeName {
    /// The next theme. The last one is followed by the first.
    #[must_use]
    pub fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }
}

/// Declares the colors of all themes, with one column per theme.
macro_rules! themes {
    ($($color:ident: $dark:literal $light:literal $high:literal $blind:literal $mono:literal;)+) => {
        /// The colors of a theme, each named after its use.
        ///
        /// Text has a contrast of at least 4.5:1 with its backgrounds; discs, marks and curves have at least 3:1.
        /// Outside the board, the high-contrast theme has at least 7:1.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the table below describes the colors")]
        pub struct Theme {
            pub name: ThemeName,
            $(pub $color: Rgb,)+
        }

        #[allow(clippy::unreadable_literal, reason = "two digits for each channel")]
        static THEMES: [Theme; 5] = [
            Theme { name: ThemeName::Dark, $($color: Rgb::from_hex($dark)),+ },
            Theme { name: ThemeName::Light, $($color: Rgb::from_hex($light)),+ },
            Theme { name: ThemeName::HighContrast, $($color: Rgb::from_hex($high)),+ },
            Theme { name: ThemeName::ColorBlind, $($color: Rgb::from_hex($blind)),+ },
            Theme { name: ThemeName::Mono, $($color: Rgb::from_hex($mono)),+ },
        ];
    };
}

themes! {
    //             dark     light    high     blind    mono
    background:    0x14171a 0xfbfaf6 0x000000 0x0a0b0d 0x121212;
    panel:         0x1c2024 0xf3f1ea 0x000000 0x101215 0x1c1c1c; // and dialogs
    selection:     0x2c343d 0xe4ebf5 0x00247a 0x181d24 0x303030; // in a panel
    panel_border:  0x4a545e 0xb0aca0 0xffffff 0x4a545e 0x585858;

    // Text on any of these three backgrounds; coordinates only on the first.
    text:          0xe6e8ea 0x1b1d1f 0xffffff 0xe6e8ea 0xeeeeee;
    dim:           0xa3abb3 0x5a5f66 0xd8d8d8 0xa3abb3 0xb2b2b2;
    accent:        0x7cc4ff 0x0b57a4 0x66d9ff 0x56b4e9 0xffffff; // titles and keys
    error:         0xff8a80 0xb3160c 0xffa59c 0xe8771e 0xffffff;
    coordinates:   0xa3abb3 0x5a5f66 0xffffff 0xa3abb3 0xb2b2b2;
    best:          0x7ee08a 0x0b6b25 0x66ff80 0x56b4e9 0xffffff;
    good:          0xb9dfb0 0x3f6212 0xc8ffb8 0xb9e0f7 0xd0d0d0;
    inaccuracy:    0xf0d860 0x7a5600 0xffee58 0xf5ec78 0xd0d0d0;
    mistake:       0xffae57 0x9a3e00 0xffbe69 0xeeab1e 0xe4e4e4;
    blunder:       0xff8a80 0xb3160c 0xffa59c 0xde6710 0xffffff;

    // Both discs must be visible on squares. Black and white have nearly the same contrast with a luminance of about
    // 0.16. The grid and the outlines are only decoration.
    board_light:   0x00803c 0x00803c 0x00823c 0x0070b0 0x767676;
    board_dark:    0x007836 0x007836 0x007a36 0x0068a6 0x6c6c6c;
    grid:          0x00401c 0x00401c 0x000000 0x003a60 0x303030;
    black_disc:    0x0c0c0c 0x0c0c0c 0x000000 0x0c0c0c 0x000000;
    white_disc:    0xf7f7f5 0xf7f7f5 0xffffff 0xf7f7f5 0xffffff;
    black_outline: 0x505050 0x505050 0x000000 0x505050 0x000000;
    white_outline: 0xa0a0a0 0xa0a0a0 0xffffff 0xa0a0a0 0xffffff;
    disc_mark:     0xe0402f 0xe0402f 0xe0402f 0xd55e00 0x808080; // on the disc played last
    flipped_mark:  0x1a8cbe 0x1a8cbe 0x1a8cbe 0x1a8cbe 0x808080; // on a flipped disc in a small square

    // Marks, scores and frames on squares.
    legal:         0xffffff 0xffffff 0xffffff 0xffffff 0xffffff;
    suggested:     0xfff7b0 0xfff7b0 0xffffd0 0xfff6a8 0xffffff;
    last_move:     0xffd75f 0xffd75f 0xffff5f 0xf0e442 0xffffff;
    flipped:       0xb4ecff 0xb4ecff 0xc8f4ff 0xc4e8fb 0xe4e4e4;
    cursor:        0xffffff 0xffffff 0xffffff 0xffffff 0xffffff;

    // Boards of half cells, with many colors: the frame, and the boards and pieces of the other games.
    rim:           0x4a3018 0x4a3018 0x303030 0x4a3018 0x303030;
    rim_text:      0xf0e2cc 0xf0e2cc 0xffffff 0xf0e2cc 0xffffff; // on both frames
    sheet:         0x1f58c0 0x1f58c0 0x0048c8 0x0072b2 0x767676;
    sheet_rim:     0x102a60 0x102a60 0x001a60 0x08202e 0x303030;
    hole:          0x0e1524 0x0e1524 0x000000 0x08131a 0x303030;
    red_disc:      0xe8483c 0xe8483c 0xff5a4c 0xd55e00 0x8a8a8a;
    yellow_disc:   0xf5d033 0xf5d033 0xffee58 0xf0e442 0xffffff;
    space_light:   0x7b5ba8 0x7b5ba8 0x7b5ba8 0x9a4e7a 0x767676;
    space_dark:    0x73559e 0x73559e 0x73559e 0x924a73 0x6c6c6c;
    space_line:    0x4a2878 0x4a2878 0x000000 0x5a1a3e 0x303030;
    wood:          0x8a6b3c 0x8a6b3c 0x8a6b3c 0x88693b 0x767676;
    dark_wood:     0x3a1c0c 0x3a1c0c 0x2a1408 0x3a1c0c 0x000000;
    light_wood:    0xf2dcb2 0xf2dcb2 0xffecc8 0xf2dcb2 0xffffff;

    // Graph areas in favor of a side, on `background` and `panel`.
    graph_black:   0x5fd7ff 0x222426 0x66d9ff 0x56b4e9 0x8a8a8a;
    graph_white:   0xffe066 0xb0521a 0xffee58 0xe69f00 0xffffff;
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

pub fn theme(name: ThemeName) -> &'static Theme {
    &THEMES[name as usize]
}

#[cfg(test)]
mod tests;
