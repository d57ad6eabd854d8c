//! Detects whether the terminal is light or dark, from `COLORFGBG` or by a query.
//!
//! The answer arrives among the keys. Waiting for it would delay the first frame, and over a slow connection a late
//! answer would be taken for typed text. So a screen sends the query, draws, and extracts the answer from its keys
//! with an [`AnswerFilter`], which loses no key.

use std::task::Poll;

use super::{Rgb, ThemeName};

/// The query for the terminal's background color (OSC 11). It ends with BEL, and so does the answer: some terminals
/// send BEL in any case.
pub const BACKGROUND_QUERY: &str = "\x1b]11;?\x07";

/// The start of an answer.
const ANSWER: &str = "\x1b]11;rgb";

/// The maximum length of an answer: `ESC ] 11;rgba:`, four times `ffff`, and the end.
const MAX_ANSWER_LENGTH: usize = 40;

/// Whether `TERM` names a terminal that supports the query. Standard input and output must be terminals too.
/// `variable` reads the environment.
pub fn can_ask(variable: impl Fn(&str) -> Option<String>) -> bool {
    // The Linux and Windows consoles don't answer. GNU Screen passes the query on, but the answer may reach another
    // of its windows.
    let is_mute = |terminal: &str| {
        matches!(terminal, "" | "dumb" | "linux" | "Eterm" | "cygwin")
            || terminal.starts_with("screen") && variable("TMUX").is_none()
            || terminal.starts_with("vt")
    };
    variable("TERM").is_some_and(|terminal| !is_mute(&terminal))
}

impl ThemeName {
    /// The theme for the background in `COLORFGBG`, or the dark theme if that is unknown. `variable` reads the
    /// environment.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        variable("COLORFGBG")
            .and_then(|value| of_colorfgbg(&value))
            .unwrap_or(Self::DARK)
    }

    pub fn of_background(background: Rgb) -> Self {
        if background.is_light() {
            Self::LIGHT
        } else {
            Self::DARK
        }
    }
}

/// The theme for a value of `COLORFGBG`. Its last number, one of the 16 colors, is the background, as in `15;0` or
/// `15;default;0`.
fn of_colorfgbg(value: &str) -> Option<ThemeName> {
    match value.rsplit(';').next()?.parse() {
        Ok(0..=6 | 8) => Some(ThemeName::DARK),
        Ok(7 | 9..=15) => Some(ThemeName::LIGHT),
        Ok(_) | Err(_) => None,
    }
}

/// Extracts the terminal's answer to [`BACKGROUND_QUERY`] from the keys that a screen receives.
#[derive(Debug)]
pub struct AnswerFilter<K> {
    /// Keys that may be the start of an answer.
    held: Vec<K>,
    /// The characters of the held keys.
    text: String,
}

impl<K> Default for AnswerFilter<K> {
    fn default() -> Self {
        Self {
            held: Vec::new(),
            text: String::new(),
        }
    }
}

impl<K> AnswerFilter<K> {
    /// Takes the next key, with the characters that the terminal sent for it. Returns the typed keys, in order, and
    /// the background once the answer is complete.
    ///
    /// Alt with a character is `ESC` and the character, and Ctrl+G is `BEL`. The text of other keys, such as arrows,
    /// is empty.
    pub fn receive(&mut self, key: K, text: &str) -> (Vec<K>, Option<Rgb>) {
        self.text.push_str(text);
        let mut answer = if text.is_empty() {
            Poll::Ready(None)
        } else {
            read(&self.text)
        };
        let mut typed = Vec::new();
        if answer == Poll::Ready(None) && !self.held.is_empty() {
            // The held keys only looked like an answer; the real one may start with this key.
            typed = std::mem::take(&mut self.held);
            text.clone_into(&mut self.text);
            answer = read(text);
        }
        match answer {
            Poll::Pending => self.held.push(key),
            Poll::Ready(background) => {
                self.text.clear();
                if background.is_some() {
                    return (typed, background);
                }
                typed.push(key);
            }
        }
        (typed, None)
    }
}

/// Reads the characters so far: an answer, or `None` if they can't become one.
fn read(text: &str) -> Poll<Option<Rgb>> {
    let pending_if = |is_start| {
        if is_start {
            Poll::Pending
        } else {
            Poll::Ready(None)
        }
    };
    let Some(rest) = text.strip_prefix(ANSWER) else {
        // A lone ESC is a key press and must not wait for more input.
        return pending_if(text.len() > 1 && ANSWER.starts_with(text));
    };
    if let Some(channels) = ["\x07", "\x1b\\"]
        .iter()
        .find_map(|end| rest.strip_suffix(end))
    {
        return Poll::Ready(color(channels));
    }
    let rest = rest.strip_suffix('\x1b').unwrap_or(rest);
    let belongs = |c: char| c.is_ascii_hexdigit() || matches!(c, ':' | '/');
    pending_if(text.len() < MAX_ANSWER_LENGTH && rest.chars().all(belongs))
}

/// Reads what follows `rgb`: `:R/G/B`, or `a:R/G/B/A`, with one to four hexadecimal digits each.
fn color(text: &str) -> Option<Rgb> {
    let mut channels = text
        .strip_prefix('a')
        .unwrap_or(text)
        .strip_prefix(':')?
        .split('/');
    let mut channel = || {
        let digits = channels
            .next()
            .filter(|digits| (1..=4).contains(&digits.len()))?;
        let value = u32::from_str_radix(digits, 16).ok()?;
        let max = (1 << (4 * digits.len())) - 1;
        u8::try_from((value * 255 + max / 2) / max).ok()
    };
    Some(Rgb(channel()?, channel()?, channel()?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Splits input into keys as crossterm does: ESC and a character are one key.
    fn keys(sent: &str) -> Vec<String> {
        let mut keys = Vec::new();
        let mut rest = sent.chars();
        while let Some(c) = rest.next() {
            let next = if c == '\x1b' { rest.next() } else { None };
            keys.push([Some(c), next].into_iter().flatten().collect());
        }
        keys
    }

    /// The typed text and the background that a filter extracts from the input.
    fn filtered(sent: &str) -> (String, Option<Rgb>) {
        let mut filter = AnswerFilter::default();
        let (mut typed, mut background) = (String::new(), None);
        for key in keys(sent) {
            // After the answer, all keys are typed.
            if background.is_some() {
                typed.push_str(&key);
                continue;
            }
            let keys;
            (keys, background) = filter.receive(key.clone(), &key);
            typed.extend(keys);
        }
        (typed, background)
    }

    #[test]
    fn answers_of_all_forms_are_read() {
        let (white, teal) = (Rgb(255, 255, 255), Rgb(0, 128, 128));
        for (answer, expected) in [
            ("\x1b]11;rgb:ffff/ffff/ffff\x07", white),
            ("\x1b]11;rgb:FFFF/FFFF/FFFF\x1b\\", white),
            ("\x1b]11;rgb:ff/ff/ff\x07", white),
            ("\x1b]11;rgb:f/f/f\x07", white),
            ("\x1b]11;rgba:ffff/ffff/ffff/ffff\x1b\\", white),
            ("\x1b]11;rgb:0000/8080/8080\x07", teal),
            ("\x1b]11;rgb:000/808/808\x07", teal),
        ] {
            assert_eq!(
                filtered(answer),
                (String::new(), Some(expected)),
                "{answer:?}"
            );
            assert_eq!(
                filtered(&format!("ab{answer}cd")),
                ("abcd".to_owned(), Some(expected))
            );
        }
    }

    #[test]
    fn what_only_looks_like_an_answer_is_typed_text() {
        for text in [
            "\x1b]x",
            "\x1b]11x",
            "\x1b]11;rgb:12/q",
            "\x1b]11;rgb:ffff/ffff\x07",
            "\x1b]11;rgb:fffff/ffff/ffff\x07",
            "\x1b]11;rgb:///\x07",
            "\x1b]10;rgb:ffff/ffff/ffff\x07",
            &format!("\x1b]11;rgb:{}", "f".repeat(50)),
        ] {
            assert_eq!(filtered(text), (text.to_owned(), None), "{text:?}");
        }
    }

    #[test]
    fn no_key_waits_without_need() {
        // ESC is a separate key here, and arrows have no text.
        let mut filter = AnswerFilter::default();
        let white = Rgb(255, 255, 255);
        for (key, text, typed, background) in [
            (1, "\x1b", &[1][..], None),
            (2, "", &[2], None),
            (3, "\x1b]", &[], None),
            (4, "", &[3, 4], None),
            (5, "\x1b]", &[], None),
            (6, "11;rgb:f/f/f", &[], None),
            (7, "\x1b", &[], None),
            (8, "\\", &[], Some(white)),
        ] {
            assert_eq!(
                filter.receive(key, text),
                (typed.to_vec(), background),
                "{key}"
            );
        }
    }

    proptest! {
        #[test]
        fn no_key_is_lost(before in "([a-h1-8;:/]|\u{1b}\\]){0,8}", after in "[a-z]{0,8}") {
            let (typed, background) = filtered(&format!("{before}\x1b]11;rgb:1212/3434/5656\x07{after}"));
            prop_assert_eq!(typed, before + &after);
            prop_assert_eq!(background, Some(Rgb(0x12, 0x34, 0x56)));
        }
    }

    #[test]
    fn terminals_name_their_background_in_colorfgbg() {
        let [dark, light] = [ThemeName::DARK, ThemeName::LIGHT];
        for (value, expected) in [
            ("15;0", Some(dark)),
            ("0;15", Some(light)),
            ("0;default;15", Some(light)),
            ("0;7", Some(light)),
            ("7;8", Some(dark)),
            ("15;default", None),
            ("", None),
            ("0;16", None),
            ("0;-1", None),
        ] {
            assert_eq!(of_colorfgbg(value), expected, "{value}");
            let theme = ThemeName::of_environment(|_| Some(value.to_owned()));
            assert_eq!(theme, expected.unwrap_or(dark), "{value}");
        }
        assert_eq!(ThemeName::of_environment(|_| None), dark);
    }

    #[test]
    fn a_background_has_the_theme_of_its_lightness() {
        let [dark, light] = [ThemeName::DARK, ThemeName::LIGHT];
        // The backgrounds of Solarized, PowerShell and the old Windows console.
        for (background, expected) in [
            (Rgb(253, 246, 227), light),
            (Rgb(0, 43, 54), dark),
            (Rgb(1, 36, 86), dark),
            (Rgb(192, 192, 192), light),
        ] {
            assert_eq!(
                ThemeName::of_background(background),
                expected,
                "{background:?}"
            );
        }
    }

    #[test]
    fn only_terminals_that_answer_are_asked() {
        let can = |terminal: Option<&str>, tmux: Option<&str>| {
            can_ask(|name| match name {
                "TERM" => terminal.map(str::to_owned),
                "TMUX" => tmux.map(str::to_owned),
                _ => None,
            })
        };
        assert!(can(Some("xterm-256color"), None) && can(Some("screen-256color"), Some("/tmp/t")));
        for terminal in [
            None,
            Some(""),
            Some("dumb"),
            Some("linux"),
            Some("screen"),
            Some("vt100"),
        ] {
            assert!(!can(terminal, None), "{terminal:?}");
        }
    }
}
