//! Whether the terminal is light or dark: what `COLORFGBG` says, and the answer to a query.
//!
//! The answer arrives among the keys. Waiting for it would delay the first frame, and a late one would
//! be taken for typed text, as from a slow connection. So a screen asks, draws, and picks the answer out
//! of its keys with an [`AnswerFilter`] whenever it comes; no key is lost.

use super::{Rgb, ThemeName};

/// Asks the terminal for its background colour (OSC 11).
///
/// The answer ends like the question: with BEL, which some terminals send in any case.
pub const BACKGROUND_QUERY: &str = "\x1b]11;?\x07";

/// What an answer starts with.
const ANSWER: &str = "\x1b]11;rgb";

/// The longest answer, in characters: `ESC ] 11;rgba:` and four times `ffff`, with the end.
const LONGEST_ANSWER: usize = 40;

/// Whether a terminal can be asked for its background; `variable` returns the value of a variable.
///
/// Standard input and output have to be a terminal besides.
pub fn can_ask(variable: impl Fn(&str) -> Option<String>) -> bool {
    // The consoles of Linux and Windows don't answer. GNU Screen passes the question on, and the answer
    // may come to another of its windows.
    let is_mute = |terminal: &str| {
        matches!(terminal, "" | "dumb" | "linux" | "Eterm" | "cygwin")
            || terminal.starts_with("screen") && variable("TMUX").is_none()
            || terminal.starts_with("vt")
    };
    variable("TERM").is_some_and(|terminal| !is_mute(&terminal))
}

impl ThemeName {
    /// The theme for a terminal, as far as the environment says; `variable` returns the value of a
    /// variable.
    ///
    /// Some terminals put their colours into `COLORFGBG`. For others it is the dark theme.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        variable("COLORFGBG").and_then(|value| of_colorfgbg(&value)).unwrap_or(Self::Dark)
    }

    /// The theme for a terminal with this background.
    pub fn of_background(background: Rgb) -> Self {
        if background.is_light() { Self::Light } else { Self::Dark }
    }
}

/// The theme for what `COLORFGBG` says, if it does: the last of its numbers, one of the 16 colours, is
/// the background, as in `15;0` or `15;default;0`.
fn of_colorfgbg(value: &str) -> Option<ThemeName> {
    match value.rsplit(';').next()?.parse() {
        Ok(0..=6 | 8) => Some(ThemeName::Dark),
        Ok(7 | 9..=15) => Some(ThemeName::Light),
        Ok(_) | Err(_) => None,
    }
}

/// Picks the terminal's answer to [`BACKGROUND_QUERY`] out of the keys that a screen receives.
///
/// ```
/// use reversi::screens::theme::{AnswerFilter, Received, Rgb};
/// let mut filter = AnswerFilter::new();
/// assert_eq!(filter.receive('a', "a"), Received::Keys(vec!['a']));
/// // A drawing crate reports ESC ] as Alt+].
/// assert_eq!(filter.receive(']', "\x1b]"), Received::Nothing);
/// for key in "11;rgb:ffff/ffff/0000".chars() {
///     assert_eq!(filter.receive(key, &key.to_string()), Received::Nothing);
/// }
/// assert_eq!(filter.receive('g', "\x07"), Received::Background(Rgb(255, 255, 0)));
/// ```
#[derive(Debug)]
pub struct AnswerFilter<K> {
    /// Keys that may be the start of an answer.
    held: Vec<K>,
    /// Their characters.
    text: String,
    /// Whether the answer has come: keys are keys from then on.
    is_answered: bool,
}

/// What has come with a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Received<K> {
    /// Keys that somebody typed, to be handled in this order.
    Keys(Vec<K>),
    /// Nothing yet: the key may belong to the answer.
    Nothing,
    /// The background of the terminal.
    Background(Rgb),
}

impl<K> AnswerFilter<K> {
    /// A filter that waits for an answer.
    pub fn new() -> Self {
        Self { held: Vec::new(), text: String::new(), is_answered: false }
    }

    /// Takes the next key, with the characters that the terminal has sent for it.
    ///
    /// Alt with a character is `ESC` and the character, and Ctrl+G is `BEL`. The text of other keys, such
    /// as arrows, is empty.
    pub fn receive(&mut self, key: K, text: &str) -> Received<K> {
        if self.is_answered {
            return Received::Keys(vec![key]);
        }
        self.text.push_str(text);
        let mut answer = if text.is_empty() { Answer::No } else { read(&self.text) };
        let mut keys = Vec::new();
        if matches!(answer, Answer::No) && !self.held.is_empty() {
            // The answer may come right behind what only looked like its start.
            keys = std::mem::take(&mut self.held);
            text.clone_into(&mut self.text);
            answer = read(text);
        }
        match answer {
            Answer::No => {
                keys.push(key);
                self.text.clear();
            }
            Answer::Unfinished => self.held.push(key),
            Answer::Background(color) => {
                *self = Self { is_answered: true, ..Self::new() };
                return Received::Background(color);
            }
        }
        if keys.is_empty() { Received::Nothing } else { Received::Keys(keys) }
    }
}

impl<K> Default for AnswerFilter<K> {
    fn default() -> Self {
        Self::new()
    }
}

/// What a text amounts to.
enum Answer {
    /// No answer, whatever comes next.
    No,
    /// The start of an answer.
    Unfinished,
    /// A whole answer.
    Background(Rgb),
}

/// Reads the characters that have come.
fn read(text: &str) -> Answer {
    let Some(rest) = text.strip_prefix(ANSWER) else {
        // ESC alone is a key that somebody pressed: it must not wait for the next one.
        let is_start = text.len() > 1 && ANSWER.starts_with(text);
        return if is_start { Answer::Unfinished } else { Answer::No };
    };
    if let Some(channels) = ["\x07", "\x1b\\"].iter().find_map(|end| rest.strip_suffix(end)) {
        return color(channels).map_or(Answer::No, Answer::Background);
    }
    let rest = rest.strip_suffix('\x1b').unwrap_or(rest);
    let belongs = |c: char| c.is_ascii_hexdigit() || matches!(c, ':' | '/');
    if text.len() < LONGEST_ANSWER && rest.chars().all(belongs) {
        Answer::Unfinished
    } else {
        Answer::No
    }
}

/// Reads what follows `rgb`: `:R/G/B`, or `a:R/G/B/A`, with one to four hexadecimal digits each.
fn color(text: &str) -> Option<Rgb> {
    let mut channels = text.strip_prefix('a').unwrap_or(text).strip_prefix(':')?.split('/');
    let mut channel = || {
        let digits = channels.next()?;
        let value = u32::from_str_radix(digits, 16).ok()?;
        let most = match digits.len() {
            length @ 1..=4 => (1 << (4 * length)) - 1,
            _ => return None,
        };
        u8::try_from((value * 255 + most / 2) / most).ok()
    };
    Some(Rgb(channel()?, channel()?, channel()?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Splits what a terminal sends into keys as crossterm does: ESC and a character are one key.
    fn keys(sent: &str) -> Vec<String> {
        let mut keys = Vec::new();
        let mut rest = sent.chars();
        while let Some(c) = rest.next() {
            let next = if c == '\x1b' { rest.next() } else { None };
            keys.push([Some(c), next].into_iter().flatten().collect());
        }
        keys
    }

    /// What a filter makes of all that a terminal sends: the typed text, and the background.
    fn filtered(sent: &str) -> (String, Option<Rgb>) {
        let mut filter = AnswerFilter::new();
        let (mut typed, mut background) = (String::new(), None);
        for key in keys(sent) {
            match filter.receive(key.clone(), &key) {
                Received::Keys(keys) => typed.extend(keys),
                Received::Nothing => {}
                Received::Background(color) => assert_eq!(background.replace(color), None),
            }
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
            assert_eq!(filtered(answer), (String::new(), Some(expected)), "{answer:?}");
            assert_eq!(filtered(&format!("ab{answer}cd")), ("abcd".to_owned(), Some(expected)));
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
        // ESC is a key of its own here, and arrows have no text.
        let mut filter = AnswerFilter::new();
        assert_eq!(filter.receive(1, "\x1b"), Received::Keys(vec![1]));
        assert_eq!(filter.receive(2, ""), Received::Keys(vec![2]));
        assert_eq!(filter.receive(3, "\x1b]"), Received::Nothing);
        assert_eq!(filter.receive(4, ""), Received::Keys(vec![3, 4]));
        for (key, text) in (5..).zip(["\x1b]", "11;rgb:f/f/f", "\x1b"]) {
            assert_eq!(filter.receive(key, text), Received::Nothing);
        }
        assert_eq!(filter.receive(8, "\\"), Received::Background(Rgb(255, 255, 255)));
        assert_eq!(filter.receive(9, "\x1b]"), Received::Keys(vec![9]));
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
        use ThemeName::{Dark, Light};
        for (value, expected) in [
            ("15;0", Some(Dark)),
            ("0;15", Some(Light)),
            ("0;default;15", Some(Light)),
            ("0;7", Some(Light)),
            ("7;8", Some(Dark)),
            ("15;default", None),
            ("", None),
            ("0;16", None),
            ("0;-1", None),
        ] {
            assert_eq!(of_colorfgbg(value), expected, "{value}");
            let theme = ThemeName::of_environment(|_| Some(value.to_owned()));
            assert_eq!(theme, expected.unwrap_or(Dark), "{value}");
        }
        assert_eq!(ThemeName::of_environment(|_| None), Dark);
    }

    #[test]
    fn a_background_has_the_theme_of_its_lightness() {
        use ThemeName::{Dark, Light};
        // The backgrounds of Solarized, of PowerShell, and of the console of old Windows.
        for (background, expected) in [
            (Rgb(253, 246, 227), Light),
            (Rgb(0, 43, 54), Dark),
            (Rgb(1, 36, 86), Dark),
            (Rgb(192, 192, 192), Light),
        ] {
            assert_eq!(ThemeName::of_background(background), expected, "{background:?}");
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
        for terminal in [None, Some(""), Some("dumb"), Some("linux"), Some("screen"), Some("vt100")]
        {
            assert!(!can(terminal, None), "{terminal:?}");
        }
    }
}
