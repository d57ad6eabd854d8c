//! How many colours a terminal has, read from the environment.

use crate::screens::render::Style;

/// How many colours a screen may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ColorDepth {
    /// None: the terminal has no colours, or the user wants none.
    None,
    /// The 16 colours of the terminal's own palette.
    Ansi16,
    /// The 256 colours of xterm.
    Ansi256,
    /// All 16 million colours.
    True,
}

/// Terminals that have all colours, as their `TERM` starts. They also say so in `COLORTERM`, but SSH
/// passes on only `TERM`.
const TRUE_COLOR_TERMINALS: [&str; 5] =
    ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm"];

impl ColorDepth {
    /// The depth that the environment asks for; `variable` returns the value of a variable.
    ///
    /// `NO_COLOR` comes first, then `CLICOLOR_FORCE`, `CLICOLOR=0`, and what the terminal has.
    pub fn detect(variable: impl Fn(&str) -> Option<String>) -> Self {
        let value = |name: &str| variable(name).filter(|value| !value.is_empty());
        let is_forced = value("CLICOLOR_FORCE").is_some_and(|value| value != "0");
        let is_refused = value("CLICOLOR").is_some_and(|value| value == "0");
        let style = if value("NO_COLOR").is_some() || is_refused && !is_forced {
            Style::Plain
        } else if is_forced {
            Style::Colored
        } else {
            return Self::of_terminal(variable);
        };
        Self::of_style(style, variable)
    }

    /// The depth where it has been decided whether there are colours at all, as by `--color`.
    ///
    /// A terminal that is said to have no colours gets 16 if they are asked for.
    pub fn of_style(style: Style, variable: impl Fn(&str) -> Option<String>) -> Self {
        match style {
            Style::Plain => Self::None,
            Style::Colored => Self::of_terminal(variable).max(Self::Ansi16),
        }
    }

    /// What the terminal has, according to `TERM`, `COLORTERM` and the system.
    fn of_terminal(variable: impl Fn(&str) -> Option<String>) -> Self {
        let value = |name: &str| variable(name).filter(|value| !value.is_empty());
        let Some(terminal) = value("TERM") else {
            // The console of Windows 10 and Windows Terminal have all colours, and set no TERM.
            let is_windows = value("OS").is_some_and(|system| system == "Windows_NT");
            return if is_windows { Self::True } else { Self::None };
        };
        if terminal == "dumb" {
            return Self::None;
        }
        let has_all = value("COLORTERM").is_some_and(|value| {
            value.eq_ignore_ascii_case("truecolor") || value.eq_ignore_ascii_case("24bit")
        });
        // GNU Screen passes on COLORTERM, but takes the numbers of a 24-bit colour for attributes.
        let is_screen = terminal.starts_with("screen") && value("TMUX").is_none();
        let is_direct = terminal.contains("direct")
            || TRUE_COLOR_TERMINALS.iter().any(|name| terminal.starts_with(name));
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

    /// Looks variables up in a list such as `TERM=xterm NO_COLOR=1`.
    fn environment(list: &str) -> impl Fn(&str) -> Option<String> {
        let list = list.to_owned();
        move |name| {
            let mut pairs = list.split(' ').filter_map(|pair| pair.split_once('='));
            pairs.find(|(known, _)| *known == name).map(|(_, value)| value.to_owned())
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
            ("TERM=screen-256color COLORTERM=truecolor TMUX=/tmp/t", ColorDepth::True),
            ("TERM=screen COLORTERM=truecolor", ColorDepth::Ansi256),
            ("TERM=screen", ColorDepth::Ansi16),
            ("OS=Windows_NT", ColorDepth::True),
            ("OS=Windows_NT WT_SESSION=1", ColorDepth::True),
            ("OS=Windows_NT TERM=cygwin", ColorDepth::Ansi16),
        ] {
            assert_eq!(ColorDepth::detect(environment(list)), expected, "{list}");
        }
    }

    #[test]
    fn the_wishes_of_people_come_first() {
        for (list, expected) in [
            ("TERM=xterm-256color NO_COLOR=1", ColorDepth::None),
            ("TERM=xterm-256color NO_COLOR=", ColorDepth::Ansi256),
            ("TERM=xterm-256color NO_COLOR=1 CLICOLOR_FORCE=1", ColorDepth::None),
            ("TERM=xterm-256color CLICOLOR=0", ColorDepth::None),
            ("TERM=xterm-256color CLICOLOR=0 CLICOLOR_FORCE=1", ColorDepth::Ansi256),
            ("TERM=xterm-256color CLICOLOR=1", ColorDepth::Ansi256),
            ("TERM=dumb CLICOLOR_FORCE=1", ColorDepth::Ansi16),
            ("TERM=dumb CLICOLOR_FORCE=0", ColorDepth::None),
            ("CLICOLOR_FORCE=1", ColorDepth::Ansi16),
            ("TERM=xterm-direct CLICOLOR_FORCE=1", ColorDepth::True),
        ] {
            assert_eq!(ColorDepth::detect(environment(list)), expected, "{list}");
        }
    }

    #[test]
    fn the_command_line_decides_whether_there_are_colors() {
        let depth = |style, list| ColorDepth::of_style(style, environment(list));
        assert_eq!(depth(Style::Plain, "TERM=xterm-direct"), ColorDepth::None);
        assert_eq!(depth(Style::Colored, "TERM=xterm-direct NO_COLOR=1"), ColorDepth::True);
        assert_eq!(depth(Style::Colored, "TERM=dumb"), ColorDepth::Ansi16);
    }
}
