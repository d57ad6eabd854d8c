//! Fits text to a terminal: width in columns, and wrapping at words.

use textwrap::{Options, WordSeparator, WordSplitter};
use unicode_width::UnicodeWidthChar;

const ESCAPE: char = '\u{1b}';

/// Returns the width of a line in columns, without escape sequences for colors and links.
pub fn width(line: &str) -> usize {
    let mut rest = line.chars();
    let mut columns = 0;
    while let Some(character) = rest.next() {
        if character == ESCAPE {
            match rest.next() {
                // Skip `ESC ]`, and the text up to `ESC \`.
                Some(']') => {
                    let _ = rest.find(|letter| *letter == ESCAPE);
                    rest.next();
                }
                // Skip `ESC [`, its parameters, and the final letter.
                _ => {
                    let _ = rest.find(char::is_ascii_alphabetic);
                }
            }
        } else {
            columns += character.width().unwrap_or(0);
        }
    }
    columns
}

/// Wraps the lines of a text at blanks to `columns` columns. Continuation lines start below the second column of a
/// table, or below the first word. Longer words are split.
pub fn fitted(text: &str, columns: usize) -> String {
    let mut fitted = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (line, end) = line
            .strip_suffix('\n')
            .map_or((line, ""), |line| (line, "\n"));
        if width(line) <= columns {
            fitted.push_str(line);
        } else {
            let columns = columns.max(1);
            let indentation = Some(indentation(line))
                .filter(|&at| at <= columns / 2)
                .unwrap_or(4);
            let indentation = " ".repeat(if indentation < columns {
                indentation
            } else {
                0
            });
            let options = at_blanks(columns).subsequent_indent(&indentation);
            fitted.push_str(&textwrap::fill(line, options));
        }
        fitted.push_str(end);
    }
    fitted
}

/// Cuts a line without escape sequences to `columns` columns, between words if possible, and ends it with `mark`.
pub fn cut(line: &str, columns: usize, mark: &str) -> String {
    if width(line) <= columns {
        return line.to_owned();
    }
    let mut left = columns.saturating_sub(width(mark));
    let fits = |character: &char| {
        let needed = character.width().unwrap_or(0);
        let is_room = needed <= left;
        left = left.saturating_sub(needed);
        is_room
    };
    let mut kept: String = line.chars().take_while(fits).collect();
    let is_in_word = !line[kept.len()..].starts_with(' ');
    if let Some(at) = kept
        .rfind(' ')
        .filter(|&at| is_in_word && 2 * width(&kept[..at]) >= columns)
    {
        kept.truncate(at);
    }
    format!("{}{mark}", kept.trim_end())
}

/// Wraps a text at `columns` columns, without splitting words.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let options = at_blanks(columns).break_words(false);
    textwrap::wrap(&words.join(" "), options)
        .into_iter()
        .map(Into::into)
        .collect()
}

fn at_blanks(columns: usize) -> Options<'static> {
    Options::new(columns)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
}

/// The column of continuation lines: the text after two blanks, as in a table, or the first word.
fn indentation(line: &str) -> usize {
    let start = line.find(|character| character != ' ').unwrap_or(0);
    let gap = line[start..].find("  ").map(|gap| start + gap);
    let column = gap.and_then(|gap| Some(gap + line[gap..].find(|character| character != ' ')?));
    column.map_or(start, |column| width(&line[..column]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_that_are_too_long_are_wrapped_at_words() {
        for (text, columns, expected) in [
            ("one two three", 13, "one two three"),
            ("one two three\n", 12, "one two\nthree\n"),
            ("one two three\nfour", 5, "one\ntwo\nthree\nfour"),
            (
                "  A 3  plays against a bot",
                20,
                "  A 3  plays against\n       a bot",
            ),
            (
                "  a long usage of it  what it does",
                20,
                "  a long usage of it\n    what it does",
            ),
            ("f5d6c3d3c4f4", 5, "f5d6c\n3d3c4\nf4"),
            ("see f5d6c3d3c4f4", 8, "see\nf5d6c3d3\nc4f4"),
        ] {
            assert_eq!(fitted(text, columns), expected, "{text:?} in {columns}");
        }
    }

    #[test]
    fn what_is_cut_says_so() {
        for (line, columns, mark, expected) in [
            ("one two", 7, "…", "one two"),
            ("one two", 6, "…", "one…"),
            ("a second", 6, "…", "a sec…"),
            ("one two", 5, "…", "one…"),
            ("one two", 6, "...", "one..."),
            ("字字字", 5, "…", "字字…"),
            ("字字字", 4, "…", "字…"),
        ] {
            assert_eq!(cut(line, columns, mark), expected, "{line:?} in {columns}");
        }
    }

    #[test]
    fn colours_and_wide_characters_are_counted_as_they_are_seen() {
        assert_eq!(width("\u{1b}[1;38;5;10mab\u{1b}[0m c"), 4);
        assert_eq!(width("字a"), 3);
        let link = "\u{1b}]8;;file://host/a\u{1b}\\a b\u{1b}]8;;\u{1b}\\";
        assert_eq!(width(&format!("to {link}.")), 7);
        assert_eq!(
            fitted(&format!("one {link} c"), 7),
            format!("one {link}\nc")
        );
        let coloured = "\u{1b}[32mone\u{1b}[0m two";
        assert_eq!(fitted(coloured, 7), coloured);
        assert_eq!(fitted(coloured, 6), "\u{1b}[32mone\u{1b}[0m\ntwo");
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_nothing_is_too_wide(
            text in "( {0,6}(\u{1b}\\[3[0-7]m)?[a-z字]{1,12}){0,12}",
            columns in 8_usize..40,
        ) {
            let wrapped = fitted(&text, columns);
            for line in wrapped.lines() {
                prop_assert!(width(line) <= columns, "{line:?} of {wrapped:?}");
            }
            let visible = |text: &str| text.split_whitespace().collect::<String>();
            prop_assert_eq!(visible(&wrapped), visible(&text));
        }
    }
}
