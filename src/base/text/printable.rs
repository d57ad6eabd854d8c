//! Escapes untrusted text for terminals, files and JSON. The program's only escaping policy.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;

use serde::{Serialize, Serializer};

/// Whether a character is harmless on terminals. Control characters (C0, DEL and C1) are not, nor are bidirectional
/// marks and line and paragraph separators, which can reorder or break the text around them.
pub fn is_printable(character: char) -> bool {
    !character.is_control()
        && !matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// A text that is printed and serialized with unprintable characters escaped, as in `\u{1b}`.
#[derive(Debug, Clone)]
pub struct Printable<'a> {
    text: Cow<'a, str>,
    limit: usize,
}

pub fn printable(text: &str) -> Printable<'_> {
    Printable {
        text: Cow::Borrowed(text),
        limit: usize::MAX,
    }
}

/// Quotes a user's text or character, with unprintable characters escaped: `"d9"`, `'Z'`.
pub fn quoted(text: &(impl fmt::Debug + ?Sized)) -> String {
    format!("{text:?}")
}

/// Replaces invalid UTF-8 in the path.
pub fn printable_path(path: &Path) -> Printable<'_> {
    Printable {
        text: path.to_string_lossy(),
        limit: usize::MAX,
    }
}

/// Escapes a text except for its line feeds and tabs.
pub fn printable_lines(text: &str) -> String {
    let parts = text.split_inclusive(['\n', '\t']).map(|part| {
        let (shown, end) = part.split_at(part.trim_end_matches(['\n', '\t']).len());
        format!("{}{end}", printable(shown))
    });
    parts.collect()
}

impl Printable<'_> {
    /// Truncates the text to `limit` characters, followed by `...`.
    #[must_use]
    pub fn limited(self, limit: usize) -> Self {
        Self { limit, ..self }
    }

    /// Returns the escaped text. Allocates only if it differs.
    pub fn to_cow(&self) -> Cow<'_, str> {
        let end = self.text.char_indices().nth(self.limit).map(|(end, _)| end);
        let shown = &self.text[..end.unwrap_or(self.text.len())];
        if end.is_none() && shown.chars().all(is_printable) {
            return Cow::Borrowed(shown);
        }
        let mut escaped = String::with_capacity(shown.len() + 16);
        for character in shown.chars() {
            if is_printable(character) {
                escaped.push(character);
            } else {
                escaped.extend(character.escape_default());
            }
        }
        escaped.push_str(if end.is_some() { "..." } else { "" });
        Cow::Owned(escaped)
    }
}

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_cow())
    }
}

impl Serialize for Printable<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_cow())
    }
}

/// Converts a line as GTP specifies: tabs become blanks, and other control characters are dropped.
pub fn gtp_line(line: &str) -> String {
    line.chars()
        .filter(|&c| c == '\t' || !c.is_control())
        .map(|c| if c == '\t' { ' ' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Reverses the escapes in a text without backslashes.
    fn unescaped(text: &str) -> String {
        let mut parts = text.split('\\');
        let mut plain = parts.next().unwrap().to_owned();
        for part in parts {
            let (escaped, rest) = match part.strip_prefix("u{") {
                Some(code) => {
                    let (code, rest) = code.split_once('}').unwrap();
                    (
                        u32::from_str_radix(code, 16)
                            .ok()
                            .and_then(char::from_u32)
                            .unwrap(),
                        rest,
                    )
                }
                None => (
                    match &part[..1] {
                        "n" => '\n',
                        "r" => '\r',
                        "t" => '\t',
                        other => panic!("\\{other}"),
                    },
                    &part[1..],
                ),
            };
            plain.push(escaped);
            plain.push_str(rest);
        }
        plain
    }

    fn any_text() -> impl Strategy<Value = String> {
        let often_unprintable = prop_oneof![
            any::<char>(),
            prop::char::range('\0', '\u{9f}'),
            prop::char::range('\u{2000}', '\u{2070}'),
            Just('\u{61c}'),
        ];
        prop::collection::vec(often_unprintable, 0..40).prop_map(|text| text.into_iter().collect())
    }

    proptest! {
        #[test]
        fn nothing_unprintable_is_printed(text in any_text(), limit in 0..50_usize) {
            let shown = printable(&text).limited(limit).to_string();
            prop_assert!(shown.chars().all(is_printable), "{shown:?}");
            let json = serde_json::to_string(&printable(&text)).unwrap();
            prop_assert!(json.chars().all(is_printable), "{json:?}");
        }

        #[test]
        fn what_was_there_can_be_told(text in any_text()) {
            let text = text.replace('\\', "");
            prop_assert_eq!(unescaped(&printable(&text).to_string()), text);
        }
    }

    #[test]
    fn printable_text_is_not_copied_and_can_be_padded() {
        assert!(matches!(
            printable("Żółw ♞").to_cow(),
            Cow::Borrowed("Żółw ♞")
        ));
        assert_eq!(
            format!("[{:<6}]", printable("a\u{9b}").limited(1)),
            "[a...  ]"
        );
        assert_eq!(format!("[{:>4}]", printable("ab")), "[  ab]");
    }

    #[test]
    fn what_is_not_printable_is_escaped_and_long_texts_are_cut() {
        assert_eq!(printable("a\u{1b}[2J\n").to_string(), r"a\u{1b}[2J\n");
        assert_eq!(printable("abcdef").limited(3).to_string(), "abc...");
        assert!(is_printable('é') && !is_printable('\u{202e}'));
        assert_eq!(
            printable_lines("a\tb\u{202e}\n\n\u{1b}c"),
            "a\tb\\u{202e}\n\n\\u{1b}c"
        );
        assert_eq!(gtp_line("play\tblack\r d3\u{7}"), "play black d3");
    }
}
