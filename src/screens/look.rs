//! The look of the user's terminal: colors, symbols and width.

use std::fmt::Write;

use anstyle::{Ansi256Color, Color, RgbColor, Style as Ansi};

use super::theme::{ANYWHERE_DIM, ColorDepth, Rgb, Theme};
use super::words;
use crate::games::{Piece, Player};
use crate::session::{Icons, Sides};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    pub theme: &'static Theme,
    pub depth: ColorDepth,
    /// Whether discs are ● and ○, unless the user has chosen other icons.
    pub symbols: bool,
    /// The rows of a terminal that can show large discs, if the user wants them.
    pub rows_for_large: Option<usize>,
    /// The number of columns; `None` for no limit.
    pub columns: Option<usize>,
    /// Whether replies are sentences, for a screen reader.
    pub is_screen_reader: bool,
}

/// The text style: theme colors or terminal colors.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ink {
    pub text: Option<Rgb>,
    pub ground: Option<Rgb>,
    pub bold: bool,
}

impl Ink {
    pub const fn on(text: Rgb, ground: Rgb) -> Self {
        Self {
            text: Some(text),
            ground: Some(ground),
            bold: false,
        }
    }

    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }
}

impl Look {
    pub fn has_colors(self) -> bool {
        self.depth != ColorDepth::None
    }

    /// Writes text in a style, if the terminal has colors.
    pub fn paint(self, out: &mut String, ink: Ink, text: &str) {
        let ansi = self.ansi(ink);
        if ansi.is_plain() {
            out.push_str(text);
        } else {
            // Writing to a string can't fail.
            let _ = write!(out, "{ansi}{text}{ansi:#}");
        }
    }

    pub fn dim(self, out: &mut String, text: &str) {
        // With 16 colors, the terminal chooses the gray, which may be invisible.
        let is_grey = self.depth >= ColorDepth::Ansi256;
        let ink = Ink {
            text: is_grey.then_some(ANYWHERE_DIM),
            ..Ink::default()
        };
        self.paint(out, ink, text);
    }

    fn ansi(self, ink: Ink) -> Ansi {
        if !self.has_colors() {
            return Ansi::new();
        }
        let color = |color: Rgb| match self.depth {
            ColorDepth::True => Color::Rgb(RgbColor(color.0, color.1, color.2)),
            ColorDepth::Ansi256 => Color::Ansi256(Ansi256Color(color.ansi256())),
            _ => {
                let color = Ansi256Color(color.ansi16());
                color.into_ansi().map_or(Color::Ansi256(color), Color::Ansi)
            }
        };
        let style = Ansi::new()
            .fg_color(ink.text.map(color))
            .bg_color(ink.ground.map(color));
        if ink.bold { style.bold() } else { style }
    }

    pub fn icons(self, icons: Icons) -> [char; 2] {
        match icons {
            _ if self.symbols && icons == Icons::default() => ['●', '○'],
            _ => Player::BOTH.map(|player| icons.of(player)),
        }
    }

    /// The style of a disc on a square. Letters are on tiles, so that they are readable.
    pub fn disc(self, icons: Icons, player: Player, square: Rgb) -> Ink {
        let is_symbol = matches!(self.icons(icons)[player.index()], '●' | '○');
        if is_symbol {
            Ink::on(self.theme.disc(player), square).bold()
        } else {
            self.tile(player)
        }
    }

    /// The style of a letter or a piece of a side.
    fn tile(self, player: Player) -> Ink {
        Ink::on(self.theme.disc(player.opponent()), self.theme.disc(player)).bold()
    }

    pub fn write_disc(self, out: &mut String, icons: Icons, player: Player) {
        let ink = self.disc(icons, player, self.theme.board_light);
        self.paint(
            out,
            ink,
            self.icons(icons)[player.index()].encode_utf8(&mut [0; 4]),
        );
    }

    /// Writes a piece that belongs to neither side.
    pub fn piece(self, out: &mut String, piece: &Piece) {
        self.paint(out, self.tile(piece.color), piece.picture);
    }

    pub fn piece_ink(self, piece: &Piece) -> Ink {
        self.tile(piece.color)
    }

    /// Writes a side's name, its chosen icon, or its color, for use in a sentence.
    pub fn side(self, out: &mut String, sides: &Sides, player: Player) {
        let is_chosen = sides.icons() != Icons::default() && !self.is_screen_reader;
        if sides.name(player).is_none() && is_chosen {
            self.write_disc(out, sides.icons(), player);
        } else {
            out.push_str(words::side(sides, player));
        }
    }
}
