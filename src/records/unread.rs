//! Text beside the records of an input, which is reported once.

use std::io;

use super::headings::is_heading;
use super::{BadRecord, Entry, Input, Problem, ReadError};
use crate::games::shortened;

/// A line that does not belong to a record.
#[derive(Debug, Clone)]
pub struct UnreadLine {
    /// The number, from 1.
    pub number: u64,
    pub offset: u64,
    pub text: String,
}

/// The lines that do not belong to a record.
#[derive(Debug, Default)]
pub struct UnreadText {
    first: Option<UnreadLine>,
    more: usize,
}

impl UnreadText {
    pub fn add(&mut self, line: UnreadLine) {
        match self.first {
            Some(_) => self.more += 1,
            None => self.first = Some(line),
        }
    }

    /// Takes the report on the lines so far, if any.
    pub fn take(&mut self) -> Option<BadRecord> {
        let Self { first, more } = std::mem::take(self);
        first.map(|first| {
            let problem = Problem::Unread {
                line: first.number,
                text: shortened(&first.text),
                more,
            };
            BadRecord::new(first.offset, problem)
        })
    }
}

/// The maximum number of bytes between two games that are checked.
const MAX_CHECKED_BYTES: usize = 1 << 17;

/// The text between games that begin with `(;`.
#[derive(Debug, Default)]
pub struct TextBetweenGames {
    /// Whether there was a game, good or bad.
    has_games: bool,
    unread: UnreadText,
}

impl TextBetweenGames {
    /// Skips the text before the next game. Returns false at the end of the input.
    ///
    /// # Errors
    /// Returns an error if the input can't be read, or if the text contains a value in brackets, like a game
    /// without a beginning, other than in a heading or a comment.
    pub fn skip(&mut self, input: &mut Input<'_>) -> Result<bool, ReadError> {
        let offset = input.offset();
        let first_line = input.line_number();
        let text = text_before_game(input)?;
        let is_value = |line: &[u8]| line.contains(&b'[') && !is_heading_line(line);
        if text.split(|&byte| byte == b'\n').any(is_value) {
            self.has_games = true;
            let excerpt = String::from_utf8_lossy(text.trim_ascii());
            return Err(BadRecord::new(offset, Problem::NotARecord(shortened(&excerpt))).into());
        }
        let mut offset = offset;
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        for (number, bytes) in (first_line..).zip(lines) {
            if !is_heading_line(bytes) {
                let text = String::from_utf8_lossy(bytes.trim_ascii()).into_owned();
                self.unread.add(UnreadLine {
                    number,
                    offset,
                    text,
                });
            }
            offset += bytes.len() as u64;
        }
        let has_next = input.peek()?.is_some();
        self.has_games |= has_next;
        Ok(has_next)
    }

    /// Reports the text at the end of the input. Without a game, there is no record at all.
    pub fn end(&mut self) -> Result<Option<Entry>, ReadError> {
        match self.unread.take() {
            Some(bad) if self.has_games => Err(bad.into()),
            _ => Ok(None),
        }
    }
}

fn is_heading_line(line: &[u8]) -> bool {
    is_heading(String::from_utf8_lossy(line).trim())
}

/// Reads the bytes before the next `(;`. Returns the first of them.
fn text_before_game(input: &mut Input<'_>) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    while let Some(byte) = input.byte()? {
        if byte == b'(' && input.peek()? == Some(b';') {
            input.unread(b"(");
            break;
        }
        if text.len() < MAX_CHECKED_BYTES {
            text.push(byte);
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::super::{Format, arbitrary};

    const GAMES: [(Format, &str); 2] = [
        (Format::Ggf, "(;GM[Othello]B[f5];)"),
        (Format::Sgf, "(;GM[2];B[f5])"),
    ];

    fn unread(line: u64, text: &str, more: &str) -> String {
        format!("line {line}: {text:?} is not understood{more}: begin comments with #")
    }

    #[test]
    fn text_beside_games_is_reported_once_with_its_line() {
        for (format, game) in GAMES {
            let problems = |text: String| arbitrary::problems(format, &text);
            let good = "";
            let text = format!("{game}\r\n\r\nhello world\r\n{game} and so on\n{game}\nthe end\n");
            let expected = unread(3, "hello world", ", nor 2 more lines");
            assert_eq!(problems(text), [good, good, good, &expected]);
            let expected = unread(1, "Dear all,", "");
            assert_eq!(problems(format!("Dear all,\n\n{game}")), [good, &expected]);
            let expected = unread(2, "the end", "");
            assert_eq!(problems(format!("{game}\nthe end")), [good, &expected]);
        }
    }

    #[test]
    fn headings_counts_and_blanks_beside_games_are_no_text() {
        for (format, game) in GAMES {
            for text in [
                format!("1 {game}\n"),
                format!("\n \t{game}\r\n\r\n2 {game}\n\0\0\x1a"),
                format!("From: Ann\nGame 3\n# a [comment]\n{game}\n----\n"),
            ] {
                let found = arbitrary::problems(format, &text);
                assert!(found.iter().all(String::is_empty), "{text}: {found:?}");
            }
            assert!(arbitrary::problems(format, "hello world").is_empty());
        }
    }

    #[test]
    fn a_game_without_its_beginning_is_a_bad_record() {
        for (format, game) in GAMES {
            let torn = &game[2..];
            let found = arbitrary::problems(format, &format!("{game}\n{torn}\n{game}\n"));
            let expected = format!("not a game record: {torn:?}");
            assert!(
                found.len() == 3 && found[1].ends_with(&expected),
                "{found:?}"
            );
        }
    }
}
