//! Commands as data, and the parser, which only validates: it changes nothing and asks nobody.

use std::fmt::Display;
use std::str::FromStr;

use super::table::{self, CommandInfo};
use super::words::{ParseError, Word, Words, shortened};
use crate::games::{Info, Size};
use crate::session::{Controller, Nickname};
use crate::store::SaveName;

/// A word that stands for a side; which one depends on the icons, see
/// [`Icons::side`](crate::session::Icons::side).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece(pub String);

/// One line typed.
///
/// ```
/// use reversi::interpreter::Command;
/// assert_eq!("J 3,4".parse(), Ok(Command::Play { mv: "3 4".into() }));
/// assert_eq!("D3 # a square plays by itself".parse(), Ok(Command::Play { mv: "D3".into() }));
/// assert!("A B".parse::<Command>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// A new game for two people.
    New {
        /// Who moves first, if not as usual.
        first: Option<Piece>,
    },
    /// A new game against a bot.
    Against {
        /// The side of the person.
        human: Piece,
        /// How strong the bot is.
        level: crate::players::Level,
    },
    /// A new competitive game.
    Competitive {
        /// The side of the person.
        human: Piece,
        /// The name in the ranking.
        nickname: Nickname,
    },
    /// Change the game, and start one.
    Game {
        /// Which game.
        info: &'static Info,
        /// On a board of this size, if not the usual one.
        size: Option<Size>,
    },
    /// List the games there are.
    Games,
    /// Explain the rules of the current game.
    Rules,
    /// Ask for a move bit by bit.
    MakeMove,
    /// Save the game.
    Save {
        /// Under this name.
        name: SaveName,
    },
    /// Load a saved game.
    Load {
        /// Its name.
        name: SaveName,
    },
    /// Remove a saved game.
    Remove {
        /// Its name.
        name: SaveName,
    },
    /// List the saves.
    Saves,
    /// Take a game from a file of records.
    Import {
        /// The file.
        file: String,
        /// Which game in it, from 1.
        number: usize,
    },
    /// Write the game to a file of records.
    Export {
        /// The file.
        file: String,
    },
    /// Take a game or a board that is typed or pasted.
    Paste {
        /// What is on the line; empty if it follows.
        text: String,
    },
    /// Put up a board.
    SetBoard {
        /// 64 squares and the side to move.
        text: String,
    },
    /// Play a move.
    Play {
        /// Its name: one word, or two numbers with a space between.
        mv: String,
    },
    /// Change the glyphs.
    Icons {
        /// Black's.
        black: String,
        /// White's.
        white: String,
    },
    /// Show the board with the legal moves.
    Legal,
    /// Show the board with suggested moves.
    Hint {
        /// How many, at least 1.
        count: usize,
    },
    /// Show what each legal move is worth.
    Evaluate,
    /// Find the exact score of the position.
    Solve,
    /// Judge the moves of the game so far.
    Analyze {
        /// How far to look, if not as usual: a level of the engine or a time for each search.
        level: Option<crate::players::Level>,
    },
    /// Play the suggested move.
    Go,
    /// Take turns back.
    Undo {
        /// How many, at least 1.
        turns: usize,
    },
    /// Play turns again that were taken back.
    Redo {
        /// How many, at least 1.
        turns: usize,
    },
    /// Show the ranking.
    Ranking,
    /// Explain the commands, or one of them.
    Help {
        /// Which one.
        topic: Option<&'static CommandInfo>,
    },
    /// Show the board.
    Show,
    /// List the moves so far.
    Moves,
    /// Start the game again.
    Restart,
    /// Change who plays a side.
    Player {
        /// Which side.
        side: Piece,
        /// By whom.
        controller: Controller,
    },
    /// Start chance again from a number.
    Seed {
        /// The number.
        seed: u64,
    },
    /// Go on with the unfinished game that was kept.
    Resume,
    /// End the session.
    Quit,
}

impl Command {
    /// The command on a line; `None` if there is nothing but blanks and a comment.
    ///
    /// # Errors
    /// [`ParseError`] names the offending word, where it is, and what would be right.
    pub fn parse(line: &str) -> Result<Option<Self>, ParseError> {
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
            None if is_move(first.text) => {
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
        let mut arguments = Arguments { info, words };
        let command = (info.parse)(&mut arguments)?;
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

/// Whether a word looks like a move: a letter and digits for a square, or digits for a column or
/// the row of a square.
fn is_move(word: &str) -> bool {
    let digits = word.strip_prefix(|first: char| first.is_ascii_alphabetic()).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The words after the name of a command, as the rows of the table take them.
pub(super) struct Arguments<'a> {
    info: &'static CommandInfo,
    words: Words<'a>,
}

impl<'a> Arguments<'a> {
    /// The next word, if there is one.
    pub(super) fn optional(&mut self) -> Option<Word<'a>> {
        self.words.next()
    }

    /// The next word; `argument` is what is missing if there is none.
    pub(super) fn required(&mut self, argument: &'static str) -> Result<Word<'a>, ParseError> {
        self.words.next().ok_or_else(|| ParseError::Missing {
            argument,
            usage: self.info.usage(),
            column: self.words.column(usize::MAX),
        })
    }

    /// The next word as whatever parses it.
    pub(super) fn parsed<T: FromStr<Err: Display>>(
        &mut self,
        argument: &'static str,
    ) -> Result<T, ParseError> {
        let word = self.required(argument)?;
        word.text.parse().map_err(|error: T::Err| self.invalid(word, error.to_string()))
    }

    /// The next word as a side.
    pub(super) fn piece(&mut self, argument: &'static str) -> Result<Piece, ParseError> {
        Ok(Piece(self.required(argument)?.text.to_owned()))
    }

    /// The next word as a count from 1, which is 1 if there is no word.
    pub(super) fn count(&mut self) -> Result<usize, ParseError> {
        let Some(word) = self.optional() else { return Ok(1) };
        let count =
            word.text.parse().ok().filter(|count| (1..=usize::from(u16::MAX)).contains(count));
        count.ok_or_else(|| {
            let reason = format!("{:?} is not a count: 1 to {}", shortened(word.text), u16::MAX);
            self.invalid(word, reason)
        })
    }

    /// The next word if it satisfies a condition; else it stays.
    pub(super) fn take_if(&mut self, condition: impl Fn(&str) -> bool) -> Option<Word<'a>> {
        self.words.peek().filter(|word| condition(word.text))?;
        self.words.next()
    }

    /// Whether no word is left.
    pub(super) fn is_at_end(&self) -> bool {
        self.words.peek().is_none()
    }

    /// The next word as a number of columns or rows.
    pub(super) fn dimension(&mut self, argument: &'static str) -> Result<u8, ParseError> {
        let word = self.required(argument)?;
        word.text.parse().map_err(|_| {
            let reason = format!("{:?} is not a size: {argument} is 4 to 26", shortened(word.text));
            self.invalid(word, reason)
        })
    }

    /// A move: one word, or two if both are numbers.
    pub(super) fn square(&mut self) -> Result<String, ParseError> {
        let is_number = |word: &Word| word.text.bytes().all(|byte| byte.is_ascii_digit());
        let first = self.required("move")?;
        if is_number(&first)
            && let Some(second) = self.words.peek().filter(is_number)
        {
            self.words.next();
            return Ok(format!("{} {}", first.text, second.text));
        }
        Ok(first.text.to_owned())
    }

    /// A name of a file: a word, or what stands in double quotes.
    pub(super) fn file(&mut self) -> Result<String, ParseError> {
        if let Some(text) = self.words.quoted() {
            return Ok(text.to_owned());
        }
        Ok(self.required("file")?.text.to_owned())
    }

    /// All that is left on the line.
    pub(super) fn rest(&mut self) -> String {
        self.words.rest().to_owned()
    }

    /// The error for a word that is not what it has to be.
    pub(super) fn invalid(&self, word: Word<'_>, reason: String) -> ParseError {
        ParseError::Invalid {
            word: shortened(word.text),
            column: self.words.column(word.start),
            reason,
        }
    }

    /// There must be no further word.
    fn end(&mut self) -> Result<(), ParseError> {
        match self.words.next() {
            None => Ok(()),
            Some(word) => Err(ParseError::TooMany {
                word: shortened(word.text),
                column: self.words.column(word.start),
                usage: self.info.usage(),
            }),
        }
    }
}
