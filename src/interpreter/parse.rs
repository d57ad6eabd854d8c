//! Parses lines into commands, without side effects.

use std::str::FromStr;

use super::command::Command;
use super::line::{ParseError, ParseProblem, Word, Words, meant_square, shortened};
use super::row::{ArgumentReader, ParseContext, is_letter};
use super::table;
use crate::base::language::tr;
use crate::base::text::quoted;
use crate::games::{REGISTRY, parse_square};
use crate::players::Level;
use crate::records;
use crate::session::{Icons, Sides};

/// Letters that are commands even before a number, although boards have such columns.
const BEFORE_A_NUMBER: [&str; 3] = ["A", "E", "H"];

impl Command {
    /// Parses a line as in Reversi; `None` if it has only blanks and a comment.
    pub fn parse(line: &str) -> Result<Option<Self>, ParseError> {
        Self::read_alone(line, None)
    }

    /// Like [`parse`](Self::parse), for words that a shell has split: a word can contain blanks, quotes and `#`.
    pub fn parse_words(words: &[&str]) -> Result<Self, ParseError> {
        let line = words.join("\0");
        let mut words = Words::of_shell(&line);
        let name = words.next().ok_or(ParseProblem::Empty.at(1))?;
        let info = table::find(name.text).ok_or_else(|| unknown(name, &words))?;
        in_reversi(None, |context| {
            ArgumentReader::new(info, name.text, words, context).command()
        })
    }

    /// Like [`parse`](Self::parse), with a default level.
    pub(super) fn read_alone(
        line: &str,
        default_level: Option<Level>,
    ) -> Result<Option<Self>, ParseError> {
        in_reversi(default_level, |context| Self::read(line, context))
    }

    /// Like [`parse`](Self::parse), in the context of a session.
    pub(super) fn read(line: &str, context: ParseContext<'_>) -> Result<Option<Self>, ParseError> {
        if let Some((byte, character)) = line
            .char_indices()
            .find(|&(_, character)| character.is_control() && !character.is_whitespace())
        {
            let column = line[..byte].chars().count() + 1;
            let wrong = tr!(
                "control character {character} in column {column}: remove it",
                character = quoted(&character),
                column
            );
            return Err(ParseProblem::Wrong(wrong).at(column));
        }
        let mut words = Words::new(line);
        let Some(first) = words.next() else {
            return Ok(None);
        };
        let info = match table::find(first.text) {
            Some(_) if is_square(&context, first.text, &words) => {
                words = Words::new(line);
                table::CommandRow::Play.info()
            }
            Some(info) => {
                words = info.words_of(line);
                words.next();
                info
            }
            None if is_move(first.text)
                || is_spaced_move(first.text, &words)
                || records::is_transcript(first.text)
                || is_letter(first.text) && (context.has_square)(first.text) =>
            {
                // Read the move again, as the first argument of J.
                words = Words::new(line);
                table::CommandRow::Play.info()
            }
            None if first.text.eq_ignore_ascii_case("pass") => {
                let why = tr!("passes are automatic: a side without a legal move is skipped");
                return Err(ParseProblem::Wrong(why.to_owned()).at(words.column(first.start)));
            }
            None if let Some(square) = meant_square_of(&context, line) => {
                let text = shortened(line.trim());
                let problem = ParseProblem::MeantSquare { text, square };
                return Err(problem.at(words.column(first.start)));
            }
            None => return Err(unknown(first, &words)),
        };
        let command = ArgumentReader::new(info, first.text, words, context).command()?;
        Ok(Some(command))
    }
}

/// Calls `read` with the context of the starting position of Reversi.
fn in_reversi<T>(default_level: Option<Level>, read: impl FnOnce(ParseContext<'_>) -> T) -> T {
    let sides = Sides::new(REGISTRY[0], Icons::default(), None);
    let has_square = |name: &str| parse_square(name, 8, 8).is_ok();
    read(ParseContext {
        default_level,
        has_square: &has_square,
        sides: &sides,
    })
}

fn unknown(name: Word<'_>, words: &Words<'_>) -> ParseError {
    let word = shortened(name.text);
    let suggestion = table::similar(name.text);
    ParseProblem::UnknownCommand { word, suggestion }.at(words.column(name.start))
}

/// The square on the board that a line may mean, in a spelling that is not accepted.
fn meant_square_of(context: &ParseContext<'_>, line: &str) -> Option<String> {
    meant_square(line).filter(|square| (context.has_square)(square))
}

impl FromStr for Command {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<Self, Self::Err> {
        Self::parse(line)?.ok_or(ParseProblem::Empty.at(1))
    }
}

/// Whether a line is a square in two words, such as `c 4`, rather than a command.
fn is_square(context: &ParseContext<'_>, letter: &str, rest: &Words<'_>) -> bool {
    let mut rest = rest.clone();
    let is_command = || {
        BEFORE_A_NUMBER
            .iter()
            .any(|name| name.eq_ignore_ascii_case(letter))
    };
    is_spaced_move(letter, &rest)
        && !is_command()
        && rest
            .next()
            .is_some_and(|row| (context.has_square)(&format!("{letter}{}", row.text)))
        && rest.next().is_none()
}

fn is_spaced_move(letter: &str, rest: &Words<'_>) -> bool {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    is_letter(letter) && rest.peek().is_some_and(|word| is_number(word.text))
}

/// Whether a word looks like a move: digits, possibly after a letter.
fn is_move(word: &str) -> bool {
    let digits = word
        .strip_prefix(|first: char| first.is_ascii_alphabetic())
        .unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
