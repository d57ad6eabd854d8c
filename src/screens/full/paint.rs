//! The colors and characters that the terminal can show.

use ratatui::style::{Color, Modifier, Style};

use crate::analysis::Class;
use crate::base::text::fit;
use crate::screens::theme::{ColorDepth, Rgb, Theme, ThemeName, theme};

#[derive(Debug, Clone, Copy)]
pub struct Paint {
    pub theme: &'static Theme,
    pub depth: ColorDepth,
    pub ascii: bool,
}

impl Paint {
    pub fn new(name: ThemeName, depth: ColorDepth, ascii: bool) -> Self {
        Self {
            theme: theme(name),
            depth,
            ascii,
        }
    }

    /// Whether colors distinguish things; otherwise, characters do.
    pub fn has_colors(self) -> bool {
        self.depth != ColorDepth::None && !self.theme.is_mono
    }

    /// Whether half cells of many colors can draw round discs.
    pub fn has_half_cells(self) -> bool {
        let is_deep = matches!(self.depth, ColorDepth::Ansi256 | ColorDepth::True);
        is_deep && self.has_colors() && !self.ascii
    }

    pub fn color(self, color: Rgb) -> Color {
        match self.depth {
            ColorDepth::None => Color::Reset,
            ColorDepth::Ansi16 | ColorDepth::Ansi256 if !self.has_colors() => Color::Reset,
            ColorDepth::Ansi16 => Color::Indexed(color.ansi16()),
            ColorDepth::Ansi256 => Color::Indexed(color.ansi256()),
            ColorDepth::True => Color::Rgb(color.0, color.1, color.2),
        }
    }

    pub fn on(self, text: Rgb, background: Rgb) -> Style {
        Style::new().fg(self.color(text)).bg(self.color(background))
    }

    pub fn text(self) -> Style {
        self.on(self.theme.text, self.theme.background)
    }

    pub fn dim(self) -> Style {
        self.on(self.theme.dim, self.theme.background)
    }

    pub fn accent(self) -> Style {
        self.on(self.theme.accent, self.theme.background)
    }

    pub fn listed(self, class: Option<Class>, is_shown: bool) -> Style {
        let color = class.map_or(self.theme.text, |class| self.theme.class(class));
        if !is_shown {
            return self.on(color, self.theme.background);
        }
        let style = self
            .on(color, self.theme.selection)
            .add_modifier(Modifier::BOLD);
        if self.has_colors() {
            style
        } else {
            style.add_modifier(Modifier::REVERSED)
        }
    }

    /// A row of a panel in a color, which may be selected.
    pub fn row(self, color: Rgb, is_selected: bool) -> Style {
        if !is_selected {
            return self.on(color, self.theme.panel);
        }
        let style = self.on(color, self.theme.selection);
        if self.has_colors() {
            style
        } else {
            style.add_modifier(Modifier::REVERSED)
        }
    }

    pub fn error(self) -> Style {
        self.on(self.theme.error, self.theme.background)
    }

    /// Cuts a text to `columns` columns, with a mark at the cut.
    pub fn cut(self, text: &str, columns: u16) -> String {
        fit::cut(text, columns.into(), self.glyph("…", "..."))
    }

    /// A character, or its replacement if only ASCII is shown.
    pub fn glyph(self, usual: &'static str, ascii: &'static str) -> &'static str {
        if self.ascii { ascii } else { usual }
    }
}
