//! The elements that all SVG pictures share.

use std::fmt::{self, Write};

use super::printable::is_printable;

/// Returns the start of a picture; `attributes` are added to its root.
pub fn begin(width: impl fmt::Display, height: impl fmt::Display, attributes: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" {attributes}>\n"
    )
}

pub trait AddLine {
    fn add(&mut self, line: fmt::Arguments<'_>);
}

impl AddLine for String {
    fn add(&mut self, line: fmt::Arguments<'_>) {
        // Writing to a string can't fail.
        let _ = self.write_fmt(line);
        self.push('\n');
    }
}

pub fn curve(
    svg: &mut String,
    points: impl Iterator<Item = (f64, f64)>,
    color: &str,
    width: impl fmt::Display,
) {
    let points: Vec<String> = points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    svg.add(format_args!(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\"/>",
        points.join(" ")
    ));
}

/// Escapes untrusted text, cut to `most` characters. If it is longer, the last one is an ellipsis.
pub fn escaped(text: &str, most: usize) -> String {
    let is_long = text.chars().nth(most).is_some();
    let mut escaped = String::new();
    for character in text.chars().take(if is_long { most - 1 } else { most }) {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            // XML doesn't allow the last two, not even escaped.
            '\u{fffe}' | '\u{ffff}' => escaped.extend(character.escape_default()),
            _ if is_printable(character) => escaped.push(character),
            _ => escaped.extend(character.escape_default()),
        }
    }
    escaped + if is_long { "…" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_and_cut() {
        assert_eq!(escaped("A & \u{7}", 10), r"A &amp; \u{7}");
        assert_eq!(escaped("abcdef", 3), "ab…");
    }
}
