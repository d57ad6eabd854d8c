//! The colours of the window: those of a theme, as egui has them.

use eframe::egui::Color32;

use super::super::theme::{Rgb, Theme};
use crate::analysis::Class;
use crate::games::{Player, Square};

/// The colours of a theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Palette {
    theme: &'static Theme,
    /// Behind everything.
    pub(super) ground: Color32,
    /// Behind buttons and fields.
    pub(super) raised: Color32,
    /// Behind what is pointed at.
    pub(super) selected: Color32,
    /// Borders of buttons and fields.
    pub(super) edge: Color32,
    /// Text.
    pub(super) text: Color32,
    /// Text that matters less.
    pub(super) dim: Color32,
    /// What is chosen, and the keyboard's focus outside the board.
    pub(super) accent: Color32,
    /// What is wrong.
    pub(super) error: Color32,
    /// The lines between squares.
    pub(super) line: Color32,
    /// The coordinates.
    pub(super) coordinate: Color32,
    /// Marks and scores of legal moves, on squares.
    pub(super) legal: Color32,
    /// The same of suggested moves.
    pub(super) suggested: Color32,
    /// The frame around the last move, on squares.
    pub(super) last: Color32,
    /// A dot on a disc.
    pub(super) dot: Color32,
    /// The keyboard's focus on the board.
    pub(super) cursor: Color32,
}

impl Palette {
    /// The colours of a theme.
    pub(super) fn of(theme: &'static Theme) -> Self {
        Self {
            theme,
            ground: color(theme.background),
            raised: color(theme.panel),
            selected: color(theme.selection),
            edge: color(theme.panel_border),
            text: color(theme.text),
            dim: color(theme.dim),
            accent: color(theme.accent),
            error: color(theme.error),
            line: color(theme.grid),
            coordinate: color(theme.coordinates),
            legal: color(theme.legal),
            suggested: color(theme.suggested),
            last: color(theme.last_move),
            dot: color(theme.disc_mark),
            cursor: color(theme.cursor),
        }
    }

    /// Whether text is light on a dark ground.
    pub(super) fn is_dark(&self) -> bool {
        !self.theme.background.is_light()
    }

    /// A square: the two shades take turns.
    pub(super) fn square(&self, square: Square) -> Color32 {
        let is_light = (square.row + square.column).is_multiple_of(2);
        color(if is_light { self.theme.board_light } else { self.theme.board_dark })
    }

    /// A side's discs.
    pub(super) fn disc(&self, player: Player) -> Color32 {
        color(match player {
            Player::Black => self.theme.black_disc,
            Player::White => self.theme.white_disc,
        })
    }

    /// The rims of a side's discs.
    pub(super) fn rim(&self, player: Player) -> Color32 {
        color(match player {
            Player::Black => self.theme.black_outline,
            Player::White => self.theme.white_outline,
        })
    }

    /// Text about a class of moves.
    pub(super) fn class(&self, class: Class) -> Color32 {
        color(self.theme.class(class))
    }
}

fn color(Rgb(red, green, blue): Rgb) -> Color32 {
    Color32::from_rgb(red, green, blue)
}
