//! Parses the players of a match: `level:8`, `time:100ms`, `rhino=gtp:gtp-rhino -l 5`.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use thiserror::Error;

use crate::base::text::printable::{is_printable, printable};
use crate::players::{Level, LevelError};

const MAX_NAME_CHARS: usize = 60;

const DEFAULT_NBOARD_DEPTH: u32 = 12;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contestant {
    /// The given name; by default, the text of the bot, such as `level:8`, or the file name of the program.
    pub name: String,
    pub kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// The bot for a level (also AUTO 1 to 3), depth or time limit per move.
    Level(Level),
    /// Like `Level`, but with the opening book of the match.
    Book(Level),
    /// The engine with the match's clock.
    Clock,
    Competitive,
    /// The bot that plays by square values.
    Positional,
    Nboard {
        words: Vec<String>,
        /// The search depth, in plies.
        depth: u32,
    },
    /// A program that speaks the Go Text Protocol with the commands for Othello.
    Gtp {
        words: Vec<String>,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ContestantError {
    #[error(
        "unknown player {0:?}: use level:8, depth:12, level:auto2, book:20, time:100ms, engine, \
            competitive, matrix, gtp:COMMAND or nboard:COMMAND, optionally with NAME= in front"
    )]
    Kind(String),
    #[error(transparent)]
    Level(#[from] LevelError),
    #[error(
        "{} has no opening book: use book:{} to book:20, or book:depth:10 and above",
        .0.described(),
        Level::first_with_book()
    )]
    NoBook(Level),
    #[error(
        "{0:?} is not a valid name: use 1 to {MAX_NAME_CHARS} printable characters, no brackets or \
            backslashes"
    )]
    Name(String),
    #[error("{0} needs a command, as in {0}:./engine")]
    NoCommand(&'static str),
    #[error("missing closing quote in the command: {}", printable(.0).limited(MAX_NAME_CHARS))]
    Quote(String),
    #[error("{0:?} is not a depth: use 1 to 60, as in nboard@12:COMMAND")]
    Depth(String),
}

impl FromStr for Contestant {
    type Err = ContestantError;

    fn from_str(text: &str) -> Result<Self, ContestantError> {
        let (name, rest) = match text.split_once('=') {
            Some((name, rest)) if !name.contains(':') => (Some(name.trim()), rest),
            _ => (None, text),
        };
        let kind: Kind = rest.trim().parse()?;
        let name = name.map_or_else(|| kind.to_string(), str::to_owned);
        if is_name(&name) {
            Ok(Self { name, kind })
        } else {
            Err(ContestantError::Name(name))
        }
    }
}

fn is_name(name: &str) -> bool {
    let is_allowed = |c: char| is_printable(c) && !['[', ']', '\\'].contains(&c);
    (1..=MAX_NAME_CHARS).contains(&name.chars().count())
        && name.trim() == name
        && name.chars().all(is_allowed)
}

impl Contestant {
    /// Returns two players with different names. Appends ` (2)` to the second name if both are equal.
    pub fn pair(first: Self, mut second: Self) -> [Self; 2] {
        if first.name == second.name {
            second.name.push_str(" (2)");
        }
        [first, second]
    }
}

impl FromStr for Kind {
    type Err = ContestantError;

    fn from_str(text: &str) -> Result<Self, ContestantError> {
        let (kind, rest) = match text.split_once(':') {
            Some((kind, rest)) => (kind, Some(rest)),
            None => (text, None),
        };
        let unknown = || ContestantError::Kind(text.chars().take(40).collect());
        match (kind, rest) {
            ("level" | "time", Some(level)) => Ok(Self::Level(level.parse()?)),
            ("depth", Some(_)) => Ok(Self::Level(text.parse()?)),
            ("book", Some(text)) => {
                let level: Level = text.parse()?;
                let plays = level.book_margin().is_some();
                if plays {
                    Ok(Self::Book(level))
                } else {
                    Err(ContestantError::NoBook(level))
                }
            }
            ("engine", None) => Ok(Self::Clock),
            ("competitive", None) => Ok(Self::Competitive),
            ("matrix", None) => Ok(Self::Positional),
            ("gtp", Some(command)) => Ok(Self::Gtp {
                words: words(command, "gtp")?,
            }),
            (nboard, Some(command)) if nboard.starts_with("nboard") => {
                let depth = match &nboard["nboard".len()..] {
                    "" => DEFAULT_NBOARD_DEPTH,
                    depth => {
                        let number = depth.strip_prefix('@').ok_or_else(unknown)?;
                        let wrong = || ContestantError::Depth(number.chars().take(20).collect());
                        let depth = number.parse().map_err(|_| wrong())?;
                        if (1..=60).contains(&depth) {
                            depth
                        } else {
                            return Err(wrong());
                        }
                    }
                };
                Ok(Self::Nboard {
                    words: words(command, "nboard")?,
                    depth,
                })
            }
            (level, None) => level.parse().map(Self::Level).map_err(|_| unknown()),
            _ => Err(unknown()),
        }
    }
}

/// The default name: the text of a bot, or the file name of a program.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level @ Level::Milliseconds(_)) => write!(f, "time:{level}"),
            Self::Level(level @ Level::Depth(_)) => level.fmt(f),
            Self::Level(level) => write!(f, "level:{level}"),
            Self::Book(level) => write!(f, "book:{level}"),
            Self::Clock => f.write_str("engine"),
            Self::Competitive => f.write_str("competitive"),
            Self::Positional => f.write_str("matrix"),
            Self::Nboard { words, .. } | Self::Gtp { words } => {
                let program = words.first().map_or("", String::as_str);
                let name = Path::new(program)
                    .file_stem()
                    .unwrap_or_default()
                    .to_string_lossy();
                let is_allowed = |c: &char| is_name(&format!("a{c}a"));
                let name: String = name
                    .chars()
                    .filter(is_allowed)
                    .take(MAX_NAME_CHARS)
                    .collect();
                let name = name.trim();
                f.write_str(if name.is_empty() { "program" } else { name })
            }
        }
    }
}

/// Splits a command into words. Both kinds of quotes protect blanks. Outside single quotes, a backslash escapes a
/// quote, a blank or a backslash.
fn words(command: &str, kind: &'static str) -> Result<Vec<String>, ContestantError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = command.chars().peekable();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (Some(open), _) if open == character => quote = None,
            (None | Some('"'), '\\')
                if characters
                    .peek()
                    .is_some_and(|c| ['"', '\'', '\\', ' '].contains(c)) =>
            {
                word.get_or_insert_default().extend(characters.next());
            }
            (None, _) if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    if quote.is_some() {
        return Err(ContestantError::Quote(command.to_owned()));
    }
    words.extend(word);
    if words.is_empty() {
        Err(ContestantError::NoCommand(kind))
    } else {
        Ok(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::reversi;
    use crate::players::ladder;

    fn player(text: &str) -> Contestant {
        text.parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn players_have_the_name_given_or_one_of_their_own() {
        for (text, name) in [
            ("level:8", "level:8"),
            ("8", "level:8"),
            ("depth:8", "depth:8"),
            ("level:depth:8", "depth:8"),
            ("level:AUTO2", "level:auto2"),
            ("auto3", "level:auto3"),
            ("book:20", "book:20"),
            ("book:depth:12", "book:depth:12"),
            ("time:0.1s", "time:100ms"),
            ("100ms", "time:100ms"),
            ("engine", "engine"),
            ("competitive", "competitive"),
            ("matrix", "matrix"),
            ("gtp:/usr/games/gtp-rhino -l 5", "gtp-rhino"),
            ("nboard@8:'my engine/edax.exe' -nboard", "edax"),
            ("gtp:./[]", "program"),
            ("my bot=time:2s", "my bot"),
            ("x = level:8", "x"),
            ("gtp:engine --level=3", "engine"),
        ] {
            assert_eq!(player(text).name, name, "{text}");
        }
        let [first, second] = Contestant::pair(player("level:8"), player("level:8"));
        assert_eq!([first.name, second.name], ["level:8", "level:8 (2)"]);
    }

    #[test]
    fn only_levels_that_play_from_a_book_have_one() {
        for text in ["book:9", "book:depth:9", "book:auto2"] {
            let error = text.parse::<Contestant>().unwrap_err();
            assert!(
                matches!(error, ContestantError::NoBook(_)),
                "{text}: {error}"
            );
        }
        assert!(matches!(
            "book:0".parse::<Contestant>(),
            Err(ContestantError::Level(_))
        ));
        assert!(matches!(player("book:1s").kind, Kind::Book(_)));
    }

    #[test]
    fn commands_are_split_as_a_shell_would() {
        let split = |command: &str| words(command, "gtp");
        for (command, expected) in [
            ("a b  c", &["a", "b", "c"][..]),
            ("'a b' \"c d\"e", &["a b", "c de"]),
            (r"a\ b \'c C:\new 'x\'", &["a b", "'c", r"C:\new", r"x\"]),
            ("a '' \"\\\"\"", &["a", "", "\""]),
        ] {
            assert_eq!(split(command).unwrap(), expected, "{command}");
        }
        assert_eq!(
            split("a 'b").unwrap_err().to_string(),
            "missing closing quote in the command: a 'b"
        );
        assert_eq!(
            split("  ").unwrap_err().to_string(),
            "gtp needs a command, as in gtp:./engine"
        );
    }

    #[test]
    fn what_is_no_player_is_refused_with_what_would_be_one() {
        let error = |text: &str| text.parse::<Contestant>().unwrap_err().to_string();
        for text in [
            "",
            "edax",
            "level",
            "gtp",
            "nboard",
            "nboardx:y",
            "uci:x",
            "clock:5",
            "x=y",
        ] {
            assert!(
                error(text).starts_with("unknown player "),
                "{text}: {}",
                error(text)
            );
        }
        assert!(error("level:0").starts_with("no level \"0\": use 1 to 20"));
        for depth in ["", "0", "61", "x", "-1"] {
            let expected =
                format!("{depth:?} is not a depth: use 1 to 60, as in nboard@12:COMMAND");
            assert_eq!(error(&format!("nboard@{depth}:edax")), expected);
        }
        for name in ["", "a\tb", "a[b", "a]b", "a\\b", &"x".repeat(61)] {
            assert!(
                error(&format!("{name}=level:8")).contains(" is not a valid name: "),
                "{name}"
            );
        }
        assert_eq!(
            error("nboard:"),
            "nboard needs a command, as in nboard:./engine"
        );
    }

    #[test]
    fn a_rating_is_the_level_closest_to_it() {
        let (level, rating) = ladder::closest(&reversi::INFO, 1200);
        for text in [format!("level:{rating}"), rating.to_string()] {
            assert_eq!(player(&text).name, format!("level:{level}"));
        }
        let error = "level:99999".parse::<Contestant>().unwrap_err().to_string();
        assert!(
            error.starts_with("no level has a rating of 99999: the highest is "),
            "{error}"
        );
    }
}
