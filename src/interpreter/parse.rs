//! From a line to a command. Parsing only validates: it changes nothing and asks nobody.

use std::str::FromStr;

use super::command::Command;
use super::line::{Words, shortened};
use super::parse_error::ParseError;
use super::row::{Arguments, is_letter};
use super::table;
use crate::players::Level;

impl Command {
    /// The command on a line; `None` if there is nothing but blanks and a comment.
    ///
    /// # Errors
    /// [`ParseError`] names the offending word, where it is, and what would be right.
    ///
    /// ```
    /// use reversi::interpreter::{Command, MoveInput};
    /// let play = Command::Play { mv: MoveInput::Named("D3".into()) };
    /// assert_eq!(Command::parse("D3 # a square plays by itself"), Ok(Some(play)));
    /// assert_eq!(Command::parse("# nothing"), Ok(None));
    /// ```
    pub fn parse(line: &str) -> Result<Option<Self>, ParseError> {
        Self::read(line, None)
    }

    /// The command on a line that a person has typed, who may leave out what has a usual value: a script
    /// that leaves it out has more likely been cut off. `usual` is the level of a bot that goes without saying.
    ///
    /// # Errors
    /// As for [`parse`](Self::parse).
    ///
    /// ```
    /// use reversi::interpreter::{Command, Side};
    /// use reversi::players::Level;
    /// let against = Command::Against {
    ///     human: Side::First,
    ///     level: Level::BEGINNER,
    ///     rating: None,
    /// };
    /// assert_eq!(Command::parse_typed("A", Level::BEGINNER), Ok(Some(against)));
    /// assert!(Command::parse("A").is_err());
    /// ```
    pub fn parse_typed(line: &str, usual: Level) -> Result<Option<Self>, ParseError> {
        Self::read(line, Some(usual))
    }

    fn read(line: &str, usual: Option<Level>) -> Result<Option<Self>, ParseError> {
        if let Some((byte, character)) = line
            .char_indices()
            .find(|&(_, character)| character.is_control() && !character.is_whitespace())
        {
            return Err(ParseError::Control {
                character,
                column: line[..byte].chars().count() + 1,
            });
        }
        let mut words = Words::new(line);
        let Some(first) = words.next() else { return Ok(None) };
        let info = match table::find(first.text) {
            Some(info) => info,
            None if is_move(first.text) || is_spaced_move(first.text, &words) => {
                // The move is the first argument of J, so it is read again.
                words = Words::new(line);
                table::play()
            }
            None if first.text.eq_ignore_ascii_case("pass") => {
                return Err(ParseError::Pass { column: words.column(first.start) });
            }
            None => {
                return Err(ParseError::UnknownCommand {
                    word: shortened(first.text),
                    column: words.column(first.start),
                    suggestion: table::similar(first.text),
                });
            }
        };
        let is_spaced = is_spaced_move(first.text, &words);
        let mut arguments = Arguments::new(info, words, usual);
        let command = match (info.parse)(&mut arguments) {
            // C and G take two words; a person who types one of them and a row means a square.
            Err(ParseError::Missing { .. }) if usual.is_some() && is_spaced => {
                arguments = Arguments::new(table::play(), Words::new(line), usual);
                (table::play().parse)(&mut arguments)?
            }
            command => command?,
        };
        arguments.end()?;
        Ok(Some(command))
    }
}

impl FromStr for Command {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<Self, Self::Err> {
        Self::parse(line)?.ok_or(ParseError::Empty)
    }
}

/// Whether a letter and the number after it look like a square.
fn is_spaced_move(letter: &str, rest: &Words<'_>) -> bool {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    is_letter(letter) && rest.peek().is_some_and(|word| is_number(word.text))
}

/// Whether a word looks like a move: a letter and digits for a square, or digits for a column or
/// the row of a square.
fn is_move(word: &str) -> bool {
    let digits = word.strip_prefix(|first: char| first.is_ascii_alphabetic()).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
