//! The number of colors of a terminal, from its environment.

use crate::screens::render::Style;

/// The number of colors that a screen can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ColorDepth {
    /// No colors: the terminal has none, or the user wants none.
    None,
    /// The 16 colors of the terminal's own palette.
    Ansi16,
    /// The 256 colors of xterm.
    Ansi256,
    /// 24-bit color.
    True,
}

/// The first letters of `TERM` on 24-bit terminals. They also set `COLORTERM`, but SSH passes on only `TERM`.
const TRUE_COLOR_TERMINALS: [&str; 5] = [
    "xterm-kitty",
    "xterm-ghostty",
    "alacritty",
    "foot",
    "wezterm",
];

impl ColorDepth {
    /// The depth for a style: at least 16 colors if it is colored. `variable` reads the environment.
    pub fn of_style(style: Style, variable: impl Fn(&str) -> Option<String>) -> Self {
        match style {
            Style::Plain => Self::None,
            Style::Colored => Self::of_terminal(variable).max(Self::Ansi16),
        }
    }

    /// The depth according to `TERM`, `COLORTERM` and the system.
    fn of_terminal(variable: impl Fn(&str) -> Option<String>) -> Self {
        let value = |name: &str| variable(name).filter(|value| !value.is_empty());
        let Some(terminal) = value("TERM") else {
            // The Windows 10 console and Windows Terminal have 24-bit color, and don't set TERM.
            let is_windows = value("OS").is_some_and(|system| system == "Windows_NT");
            return if is_windows { Self::True } else { Self::None };
        };
        if terminal == "dumb" {
            return Self::None;
        }
        let has_all = value("COLORTERM").is_some_and(|value| {
            value.eq_ignore_ascii_case("truecolor") || value.eq_ignore_ascii_case("24bit")
        });
        // GNU Screen passes on COLORTERM, but reads the numbers of a 24-bit color as attributes.
        let is_screen = terminal.starts_with("screen") && value("TMUX").is_none();
        let is_direct = terminal.contains("direct")
            || TRUE_COLOR_TERMINALS
                .iter()
                .any(|name| terminal.starts_with(name));
        if (has_all || is_direct) && !is_screen {
            Self::True
        } else if has_all || terminal.contains("256color") {
            Self::Ansi256
        } else {
            Self::Ansi16
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks up variables in a list such as `TERM=xterm NO_COLOR=1`.
    fn environment(list: &str) -> impl Fn(&str) -> Option<String> {
        let list = list.to_owned();
        move |name| {
            let mut pairs = list.split(' ').filter_map(|pair| pair.split_once('='));
            pairs
                .find(|(known, _)| *known == name)
                .map(|(_, value)| value.to_owned())
        }
    }

    #[test]
    fn terminals_get_the_colors_they_have() {
        for (list, expected) in [
            ("", ColorDepth::None),
            ("TERM=", ColorDepth::None),
            ("TERM=dumb COLORTERM=truecolor", ColorDepth::None),
            ("TERM=linux", ColorDepth::Ansi16),
            ("TERM=xterm", ColorDepth::Ansi16),
            ("TERM=vt220", ColorDepth::Ansi16),
            ("TERM=xterm-256color", ColorDepth::Ansi256),
            ("TERM=tmux-256color", ColorDepth::Ansi256),
            ("TERM=xterm-256color COLORTERM=yes", ColorDepth::Ansi256),
            ("TERM=xterm-256color COLORTERM=truecolor", ColorDepth::True),
            ("TERM=xterm COLORTERM=24bit", ColorDepth::True),
            ("TERM=xterm-direct", ColorDepth::True),
            ("TERM=xterm-kitty", ColorDepth::True),
            ("TERM=foot", ColorDepth::True),
            (
                "TERM=screen-256color COLORTERM=truecolor TMUX=/tmp/t",
                ColorDepth::True,
            ),
            ("TERM=screen COLORTERM=truecolor", ColorDepth::Ansi256),
            ("TERM=screen", ColorDepth::Ansi16),
            ("OS=Windows_NT", ColorDepth::True),
            ("OS=Windows_NT WT_SESSION=1", ColorDepth::True),
            ("OS=Windows_NT TERM=cygwin", ColorDepth::Ansi16),
        ] {
            assert_eq!(
                ColorDepth::of_terminal(environment(list)),
                expected,
                "{list}"
            );
        }
    }

    #[test]
    fn the_command_line_decides_whether_there_are_colors() {
        let depth = |style, list| ColorDepth::of_style(style, environment(list));
        assert_eq!(depth(Style::Plain, "TERM=xterm-direct"), ColorDepth::None);
        assert_eq!(depth(Style::Colored, "TERM=xterm-direct"), ColorDepth::True);
        assert_eq!(depth(Style::Colored, "TERM=dumb"), ColorDepth::Ansi16);
    }
}
