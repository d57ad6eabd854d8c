//! Named colours for every screen that paints a board, independent of any drawing crate.
//!
//! A [`Theme`] is a table of [`Rgb`] colours, named after what they are used for. [`ColorDepth`] says
//! how many colours the terminal has, and [`Rgb::ansi256`] and [`Rgb::ansi16`] find the nearest of them.
//! Without colours, screens distinguish everything by glyphs.

mod background;
mod color;
mod depth;
mod ground;
mod name;
mod palettes;

pub use background::{AnswerFilter, BACKGROUND_QUERY, Received, can_ask};
pub use color::{Rgb, contrast};
pub use depth::ColorDepth;
pub use ground::ANYWHERE_DIM;
pub use name::{ThemeName, UnknownTheme};

use crate::desk::data::Class;

/// The colours of a screen, each named after its use.
///
/// Text has a contrast of at least 4.5:1 with every background it is meant for, and discs, marks and
/// curves have at least 3:1. A theme for high contrast has at least 7:1 outside the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theme {
    /// The name people choose it by.
    pub name: ThemeName,

    /// Background of the screen.
    pub background: Rgb,
    /// Background of panels and dialogs.
    pub panel: Rgb,
    /// Background of the selected line of a panel.
    pub selection: Rgb,
    /// Border of panels and dialogs.
    pub panel_border: Rgb,

    /// Text on any of the three backgrounds.
    pub text: Rgb,
    /// Less important text on any of the three backgrounds.
    pub dim: Rgb,
    /// Highlighted text on any of the three backgrounds, such as titles and keys.
    pub accent: Rgb,
    /// Error messages on any of the three backgrounds.
    pub error: Rgb,
    /// Row numbers and column letters on `background`.
    pub coordinates: Rgb,

    /// The lighter of the two shades of squares.
    pub board_light: Rgb,
    /// The darker of the two shades of squares.
    pub board_dark: Rgb,
    /// Lines between squares; decoration only.
    pub grid: Rgb,

    /// Discs of Black, on squares.
    pub black_disc: Rgb,
    /// Discs of White, on squares.
    pub white_disc: Rgb,
    /// Rim of a black disc; decoration only.
    pub black_outline: Rgb,
    /// Rim of a white disc; decoration only.
    pub white_outline: Rgb,
    /// A dot on a disc of either side.
    pub disc_mark: Rgb,

    /// Marks and scores of legal moves, on squares.
    pub legal: Rgb,
    /// Mark and score of the suggested move, on squares.
    pub suggested: Rgb,
    /// Frame around the last move, on squares.
    pub last_move: Rgb,
    /// Frame around a disc that the last move flipped, on squares.
    pub flipped: Rgb,
    /// Frame around the selected square, on squares.
    pub cursor: Rgb,

    /// Text about a best move, on any of the three backgrounds.
    pub best: Rgb,
    /// Text about a good move, on any of the three backgrounds.
    pub good: Rgb,
    /// Text about an inaccuracy, on any of the three backgrounds.
    pub inaccuracy: Rgb,
    /// Text about a mistake, on any of the three backgrounds.
    pub mistake: Rgb,
    /// Text about a blunder, on any of the three backgrounds.
    pub blunder: Rgb,

    /// Parts of a graph in favour of Black, on `background` and `panel`.
    pub graph_black: Rgb,
    /// Parts of a graph in favour of White, on `background` and `panel`.
    pub graph_white: Rgb,
}

impl Theme {
    /// The colour of text about a move of this class.
    pub fn class(&self, class: Class) -> Rgb {
        match class {
            Class::Best => self.best,
            Class::Good => self.good,
            Class::Inaccuracy => self.inaccuracy,
            Class::Mistake => self.mistake,
            Class::Blunder => self.blunder,
        }
    }
}

/// The theme of this name.
///
/// ```
/// use reversi::screens::theme::{ThemeName, contrast, theme};
/// let light = theme(ThemeName::Light);
/// assert!(contrast(light.text, light.background) >= 4.5);
/// ```
pub fn theme(name: ThemeName) -> &'static Theme {
    match name {
        ThemeName::Dark => &palettes::DARK,
        ThemeName::Light => &palettes::LIGHT,
        ThemeName::HighContrast => &palettes::HIGH_CONTRAST,
        ThemeName::ColorBlind => &palettes::COLOR_BLIND,
        ThemeName::Mono => &palettes::MONO,
    }
}

#[cfg(test)]
mod tests;
