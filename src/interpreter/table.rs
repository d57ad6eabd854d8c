//! The command table. To add a command, add a variant of [`Command`], a row here, and an arm in `execute.rs`. The
//! parser, permissions, help, completion and `docs/commands.md` follow.

use super::command::{
    Asked, ClockSetting, Command, CopiedPart, Drilled, Extras, GuessedGames, LibraryTask,
    OpeningSource, PracticeKind, PuzzlesTask, RepertoireTask, ScreenCommand, Side, Variation,
};
use super::line::{ParseError, ParseProblem, shortened};
use super::row::Situation::{Competitive, Script, Thinking};
use super::row::{Argument, ArgumentKind, ArgumentReader, CommandInfo, Situation, side_of_color};
use crate::base::language::{self, tr};
use crate::base::text::{closest, quoted};
use crate::games::AssessmentError;
use crate::games::Size;
use crate::players::Level;
use crate::records::{InLanguage, names_of_games};
use crate::session::{Controller, PlayerNames};
use crate::study::BotOpenings;

const fn required(name: &'static str, kind: ArgumentKind) -> Argument {
    Argument {
        name,
        kind,
        optional: false,
    }
}

const fn optional(name: &'static str, kind: ArgumentKind) -> Argument {
    Argument {
        name,
        kind,
        optional: true,
    }
}

/// The help topic that lists all commands.
pub const ALL: &str = "all";

const PUZZLES_TASKS: &[&str] = &["list", "make", "export"];

const LIBRARY_TASKS: &[&str] = &[
    "add",
    "list",
    "open",
    "delete",
    "restore",
    "purge",
    "tag",
    "untag",
    "check",
    "export",
    "deviations",
];

const REPERTOIRE_TASKS: &[&str] = &["list", "add", "remove", "export"];

const SIDES: ArgumentKind = ArgumentKind::Words("a side", &["black", "white"]);

const CONDITIONS: ArgumentKind = ArgumentKind::Words(
    "a condition",
    &[
        "black=", "event=", "opening=", "player=", "plies=", "result=", "tag=", "white=", "year=",
    ],
);

const MAKE: ArgumentKind = ArgumentKind::Words("an action", &["a move", "move"]);

const COUNT: Argument = optional("n", ArgumentKind::Words("a number", &[]));

const SAVE: Argument = required("name", ArgumentKind::Save);

/// Returns the command with an English name or one in the language of the screens, in any case.
pub fn find(word: &str) -> Option<&'static CommandInfo> {
    let named = |word: &str| COMMANDS.iter().find(|info| info.is_named(word));
    named(word).or_else(|| named(language::command_word(word)?))
}

/// Words that are not commands, and the command to suggest for each.
pub const MEANT: &[(&str, &str)] = &[
    ("best", "hint"),
    ("branch", "variations"),
    ("begin", "new"),
    ("bye", "quit"),
    ("close", "quit"),
    ("comment", "note"),
    ("commands", "help"),
    ("computer", "against"),
    ("continue", "resume"),
    ("drop", "move"),
    ("end", "quit"),
    ("hello", "help"),
    ("how", "help"),
    ("leave", "quit"),
    ("list", "saves"),
    ("open", "load"),
    ("place", "move"),
    ("put", "move"),
    ("score", "show"),
    ("start", "new"),
    ("stop", "quit"),
    ("suggest", "hint"),
    ("tip", "hint"),
    ("tree", "variations"),
    ("tutorial", "learn"),
    ("what", "help"),
];

/// The commands that can't be undone. They are never suggested, because the user may not know them.
pub const DESTRUCTIVE: [&str; 2] = ["prune", "remove"];

/// Suggests a command for an unknown word, by meaning or spelling, in the words of the language.
pub fn similar(word: &str) -> Option<&'static str> {
    let is_meant = |(typed, _): &&(&str, _)| word.eq_ignore_ascii_case(typed);
    if let Some((_, meant)) = MEANT.iter().find(is_meant) {
        return find(meant).map(CommandInfo::word_here);
    }
    let safe = COMMANDS
        .iter()
        .filter(|info| !DESTRUCTIVE.contains(&info.words[0]));
    let words = safe
        .flat_map(|info| info.words.iter().chain(info.words_here()))
        .copied();
    let similar = closest(word, words)?;
    let is_english = language::command_word(similar).is_none();
    find(similar)
        .filter(|_| is_english)
        .map_or(Some(similar), |info| Some(info.word_here()))
}

/// Any practice: nothing is refused in lessons only.
const PRACTICE: Situation = Situation::Practice(PracticeKind::Lesson);
const PUZZLE: Situation = Situation::Practice(PracticeKind::Puzzle);
const DRILL: Situation = Situation::Practice(PracticeKind::Drill);
const GUESS: Situation = Situation::Practice(PracticeKind::Guess);

/// The last word of `N` and `A`, for a game from a balanced opening.
pub const BALANCED: &str = "balanced";

/// The last word of `A`, for a bot that follows the user's own lines.
const REPERTOIRE: &str = "repertoire";

/// Whether no word is left, or the next one says how the game begins.
fn is_at_beginning(arguments: &ArgumentReader<'_>) -> bool {
    arguments.is_at_end_or(BALANCED)
        || arguments.is_at_end_or(REPERTOIRE)
        || arguments.is_at_position()
}

/// The opening or position that the next words name.
fn opening_source(arguments: &mut ArgumentReader<'_>) -> Result<OpeningSource, ParseError> {
    Ok(if arguments.takes(BALANCED) {
        OpeningSource::Balanced
    } else if arguments.is_at_position() {
        OpeningSource::Scored(arguments.positions()?)
    } else {
        OpeningSource::Usual
    })
}

/// A game against a level, which may have been chosen for `rating`.
fn against(
    arguments: &mut ArgumentReader<'_>,
    human: Side,
    level: Level,
    rating: Option<i32>,
) -> Result<Command, ParseError> {
    let beginning = if arguments.takes(REPERTOIRE) {
        OpeningSource::Repertoire
    } else {
        opening_source(arguments)?
    };
    Ok(Command::Against {
        human,
        level,
        rating,
        beginning,
    })
}

/// The pattern of the commands of a row.
macro_rules! pattern {
    ($row:ident) => {
        Command::$row { .. }
    };
    ($row:ident $group:ident) => {
        Command::$group($crate::interpreter::ScreenCommand::$row { .. })
    };
}

/// The command table in the order of `help`, with one row per variant of [`Command`]. [`CommandInfo::DEFAULT`] has
/// the values of fields that a row omits.
macro_rules! rows {
    ($($row:ident $(in $group:ident)? = CommandInfo { $($field:ident: $value:expr),* $(,)? }),* $(,)?) => {
        /// The index of a row, named after the command.
        #[derive(Debug, Clone, Copy)]
        pub(super) enum CommandRow { $($row),* }

        pub static COMMANDS: &[CommandInfo] =
            &[$(#[allow(clippy::needless_update, reason = "a row may say all")]
            CommandInfo { $($field: $value,)* ..CommandInfo::DEFAULT }),*];

        /// Returns the row of a command.
        pub fn row(command: &Command) -> &'static CommandInfo {
            let row = match command {
                $(pattern!($row $($group)?) => CommandRow::$row,)*
                Command::Leave { practice: PracticeKind::Lesson } => CommandRow::Learn,
                Command::Leave { practice: PracticeKind::Puzzle } => CommandRow::Puzzle,
                Command::Leave { practice: PracticeKind::Drill } => CommandRow::Drill,
                Command::Leave { practice: PracticeKind::Guess } => CommandRow::Guess,
            };
            row.info()
        }
    };
}

impl CommandRow {
    pub(super) fn info(self) -> &'static CommandInfo {
        &COMMANDS[self as usize]
    }
}

rows![
    New = CommandInfo {
        letter: Some('N'),
        words: &["new"],
        arguments: &[optional("side", ArgumentKind::Beginning)],
        summary: "start a two-player game; side moves first",
        details: "\
\x20 N W                      White moves first
  N balanced               from an opening of eight plies after which neither side is ahead
  N score=-4..4 plies=20   from a position after 20 plies with a score of -4 to 4 for Black
  N plies=12               from one after 12 plies, with the same scores
  N score=6..              from one after 20 plies that is better for Black

`side` is `B` or `W`, `X` or `O` (X is Black), `black` or `white`, or a current icon. The game on the \
board is kept; at the prompt the answer says how to continue it. Openings and positions are for \
Reversi. Positions are drawn from the built-in opening book and the analyzed games of your library; \
`seed` makes the draw repeatable.",
        example: "N W",
        refused_in: &[PRACTICE],
        parse: |arguments| {
            if arguments.default_level().is_some() {
                arguments.takes("game");
            }
            let beginning = opening_source(arguments)?;
            let first = if beginning == OpeningSource::Usual {
                arguments.optional()
            } else {
                None
            };
            Ok(Command::New {
                first: first.map(|word| Side::Named(word.text.to_owned())),
                beginning,
            })
        },
    },
    Against = CommandInfo {
        letter: Some('A'),
        words: &["against", "bot"],
        arguments: &[
            optional("side", ArgumentKind::Piece),
            optional("level", ArgumentKind::Level)
        ],
        summary: "play a bot: you take side (B or W); Black moves first",
        details: "\
\x20 A           play level 1, with the side that moves first
  A W 3       play White against level 3
  A B 8       level 8 of 20; those up to {human-like} make mistakes people make
  A B 2s      a bot with 2 seconds per move; depth:12 searches 12 plies
  A B 1200    the level rated closest to 1200
  A B 8 balanced   from an opening after which neither side is ahead
  A B 8 repertoire   the bot follows your own lines as long as it can
  A B 8 score=-4..4 plies=20   from a position, as in `N`; the game is unrated

Levels are {levels} in Reversi (also {auto}, depth:1 to depth:60) and {elsewhere} in the other \
games; `levels` lists them. Scripts must name side and level.",
        example: "A B 3",
        refused_in: &[PRACTICE],
        parse: |arguments| {
            let usual = arguments.default_level();
            if let Some(level) = usual.filter(|_| is_at_beginning(arguments)) {
                return against(arguments, Side::First, level, None);
            }
            let word = arguments.required()?;
            let is_level = word.text.starts_with(|first: char| first.is_ascii_digit())
                || word.text.contains(':')
                || word.text.parse::<Level>().is_ok();
            if is_at_beginning(arguments) && (is_level || !arguments.is_side(word.text)) {
                return match (is_level, usual) {
                    (true, Some(_)) => {
                        let (level, rating) = arguments.level(word)?;
                        against(arguments, Side::First, level, rating)
                    }
                    (true, None) => {
                        let command = arguments.name();
                        let problem = ParseProblem::LevelWithoutSide {
                            word: shortened(word.text),
                            command,
                        };
                        Err(arguments.invalid(word, problem))
                    }
                    // Words as short as an icon are not meant as levels.
                    (false, Some(_)) if word.text.len() > 2 && word.text.is_ascii() => {
                        let problem = ParseProblem::LevelInWords(shortened(word.text));
                        Err(arguments.invalid(word, problem))
                    }
                    _ => Err(arguments.no_side(word)),
                };
            }
            let human = Side::Named(word.text.to_owned());
            if let Some(level) = usual.filter(|_| is_at_beginning(arguments)) {
                return against(arguments, human, level, None);
            }
            let word = arguments.required()?;
            let (level, rating) = arguments.level(word)?;
            against(arguments, human, level, rating)
        },
    },
    Competitive = CommandInfo {
        letter: Some('G'),
        words: &["competitive"],
        arguments: &[
            required("side", ArgumentKind::Piece),
            required("nickname", ArgumentKind::Words("a nickname", &[])),
        ],
        summary: "play a competitive game, scored for the ranking",
        details: "\
The bot searches 10 plies with a simple evaluation. Save, load, legal moves, hint and undo are \
disabled. At the end your score is entered in the ranking, which keeps each nickname's best (`W` \
shows it).

  discs at the end   up to 20: x1   up to 40: x2   up to 55: x3   more: x4
  plies after the 30th
                     up to 20: 25 each   up to 23: 15   up to 27: 10
                     up to 29: 5         more: 2",
        example: "G B ann",
        refused_in: &[PRACTICE],
        is_for_reversi: true,
        parse: |arguments| {
            let human = arguments.side()?;
            Ok(Command::Competitive {
                human,
                nickname: arguments.parsed()?,
            })
        },
    },
    Play = CommandInfo {
        letter: Some('J'),
        words: &["move"],
        arguments: &[required("move", ArgumentKind::Square)],
        summary: "play a move: J d3, or just d3 (or row and column: 3 4)",
        details: "\
\x20 Reversi (both), Gravity  d3, or row and column: 3 4
  Connect Four, Complica   a column: 4 or d
  Quarto                   a piece to give (c) or a cell to place it on (b3)
  c 4                      the same as c4; only A 7, E 3 and H 3 are commands
  f5d6c3                   several moves, for both sides: all of them or none

Passes are automatic. At the prompt, in games other than Reversi, a small letter alone is a move; \
commands are capitals or words. In scripts the letters of commands stay commands.",
        example: "J d3",
        refused_in: &[Thinking],
        parse: |arguments| Ok(Command::Play {
            mv: arguments.mv()?
        }),
    },
    MakeMove = CommandInfo {
        words: &["make"],
        arguments: &[optional("a", MAKE), optional("move", MAKE)],
        summary: "play a move step by step: asks for each part of it",
        details: "Answer each question with a number or a letter. Any other command cancels the \
            questions.",
        example: "make a move",
        refused_in: &[PRACTICE, Thinking],
        parse: |arguments| {
            arguments.takes("a");
            let Some(word) = arguments.optional() else {
                return Ok(Command::MakeMove);
            };
            if language::means(word.text, "move") {
                return Ok(Command::MakeMove);
            }
            Err(arguments.invalid(word, ParseProblem::Make(shortened(word.text))))
        },
    },
    Game = CommandInfo {
        words: &["play"],
        arguments: &[
            required("game", ArgumentKind::Game),
            optional("x", ArgumentKind::Columns),
            optional("y", ArgumentKind::Words("a number of rows", &[])),
        ],
        summary: "switch to another game and start it: play quarto",
        details: "\
Games: Reversi (rv), Connect Four (c4), Complica (co), Gravity (gr), Quarto (qu), \
Reversed Reversi (rr), which the side with fewer discs wins. Gravity takes a \
size: `play gravity 12 8`; `play quarto lines-only` plays Quarto without 2x2 squares. The players stay \
the same; `resume` reopens the game you left. `play c4` is Connect Four: for the move, type c4 or `J c4`.",
        example: "play gravity 12 8",
        refused_in: &[PRACTICE],
        parse: |arguments| {
            // A game name is not a move: moves have a digit, or are one letter.
            let is_name = |word: &str| {
                word.chars().nth(1).is_some() && !word.contains(|c: char| c.is_ascii_digit())
            };
            let Some(info) = arguments.game() else {
                if let Some(word) = arguments.take_if(is_name) {
                    let names = names_of_games();
                    let called = quoted(&shortened(word.text));
                    let wrong = tr!("no game called {called}: use {names}", called, names);
                    return Err(arguments.wrong(word, &wrong));
                }
                if arguments.is_at_end() {
                    arguments.required()?;
                }
                return Ok(Command::Play {
                    mv: arguments.mv()?,
                });
            };
            let variant = arguments.variant();
            if variant || arguments.is_at_end() {
                return Ok(Command::Game {
                    info,
                    size: None,
                    variant,
                });
            }
            let expected = tr!("a board size: use two numbers from 4 to 26");
            let columns = arguments.number(expected)?;
            let size = Some(Size {
                columns,
                rows: arguments.number(expected)?,
            });
            Ok(Command::Game {
                info,
                size,
                variant: arguments.variant(),
            })
        },
    },
    Games = CommandInfo {
        words: &["games"],
        summary: "list the available games",
        parse: |_| Ok(Command::Games),
    },
    Levels = CommandInfo {
        words: &["levels"],
        summary: "list bot levels and their ratings",
        details: "Lists the levels of the current game from weakest to strongest, then the other \
            rated bots. Ratings are Elo: a bot 400 points stronger scores about 10 points for \
            every 1 of its opponent. Level 1 has rating 0. `A` also accepts a rating.",
        parse: |_| Ok(Command::Levels),
    },
    Level = CommandInfo {
        words: &["level"],
        arguments: &[optional("level", ArgumentKind::Level)],
        summary: "set the level of your opponent",
        details: "\
\x20 level            show it
  level 5          play level 5, in this game and the next ones
  level depth:12   a bot that searches 12 plies; also 2s or a rating such as 1200

In scripts it needs a game against a bot. `config level 5` at the prompt sets it for good.",
        example: "level 5",
        refused_in: &[Competitive, PRACTICE, Thinking],
        parse: |arguments| {
            let Some(word) = arguments.optional() else {
                return Ok(Command::Level {
                    level: None,
                    rating: None,
                });
            };
            let (level, rating) = arguments.level(word)?;
            Ok(Command::Level {
                level: Some(level),
                rating,
            })
        },
    },
    Names = CommandInfo {
        words: &["names"],
        arguments: &[
            required("first", ArgumentKind::Words("a name", &[])),
            optional("second", ArgumentKind::Words("a name", &[]))
        ],
        summary: "name the two players; names off removes the names",
        details: "The first name is that of the player who moves first, in Reversi Black. \
            `config names ann bob` at the prompt sets them for good.",
        example: "names ann bob",
        refused_in: &[PRACTICE],
        parse: |arguments| {
            let first = arguments.required()?;
            if language::means(first.text, "off") && arguments.is_at_end() {
                return Ok(Command::Names { names: None });
            }
            let second = arguments.required()?;
            let names = PlayerNames::new(first.text, second.text);
            let names = names.map_err(|error| arguments.wrong(first, &error))?;
            Ok(Command::Names { names: Some(names) })
        },
    },
    Resign = CommandInfo {
        words: &["resign"],
        summary: "give up the game: the other side wins",
        details: "Against a bot, you resign; between two players, the side to move does. `U` undoes \
            the resignation.",
        refused_in: &[Competitive, PRACTICE],
        parse: |_| Ok(Command::Resign),
    },
    Clock = CommandInfo {
        words: &["clock"],
        arguments: &[optional(
            "time",
            ArgumentKind::Words("a time", &["5m+3s", "off"])
        )],
        summary: "play with clocks: time for the game + time added per move",
        details: "\
\x20 clock          show the clocks
  clock 5m+3s    5 minutes for each side, and 3 seconds more after every move
  clock 90s      no time is added
  clock off      play without clocks

This game and the next ones have the clock. It starts after two moves and stops when you leave the \
game. A player who runs out of time loses; bots keep to it.",
        example: "clock 5m+3s",
        refused_in: &[Competitive, PRACTICE],
        parse: |arguments| {
            let Some(word) = arguments.optional() else {
                return Ok(Command::Clock { control: None });
            };
            let control = if language::means(word.text, "off") {
                ClockSetting::Off
            } else {
                let wrong = |_| arguments.not(word, tr!("a clock: use 5m+3s, 90s or off"));
                ClockSetting::On(word.text.parse().map_err(wrong)?)
            };
            Ok(Command::Clock {
                control: Some(control),
            })
        },
    },
    Rules = CommandInfo {
        words: &["rules"],
        summary: "explain the rules of the current game",
        parse: |_| Ok(Command::Rules),
    },
    Legal = CommandInfo {
        letter: Some('S'),
        words: &["legal"],
        summary: "mark the legal moves with . on the board",
        details: "Moves that can't be marked on an empty square are listed below the board.",
        refused_in: &[Competitive],
        parse: |_| Ok(Command::Legal),
    },
    Hint = CommandInfo {
        letter: Some('H'),
        words: &["hint"],
        arguments: &[
            optional("n", ArgumentKind::Words("a number", &["full"])),
            optional("full", ArgumentKind::Words("the word full", &["full"]))
        ],
        summary: "suggest a move, or the n best; ? marks them on the board",
        details: "In Reversi, prints the expected score for the side to move, the search depth and \
            selectivity, and the best line; near the end the score is exact. Against levels 1 to 8, the prompt and the \
            screens give the reason instead of the depth; `H full` gives both. In the other games, \
            prints one move and says if it is forced (it wins, it blocks, it is the only move).",
        example: "H 3",
        refused_in: &[Competitive, PUZZLE, DRILL, GUESS, Thinking],
        parse: |arguments| {
            let is_full = arguments.takes("full");
            Ok(Command::Hint {
                count: arguments.count()?,
                is_full: is_full || arguments.takes("full"),
            })
        },
    },
    Why = CommandInfo {
        words: &["why"],
        summary: "explain the last move, or the move of a hint",
        details: "Says in two sentences what the move wins or gives up, and the line that proves it: corners, \
            mobility, parity, edges and passes. A move that loses discs is compared with the best one, and the best \
            one with the next best. After `H`, explains the suggested move.",
        refused_in: &[Competitive, PRACTICE, Thinking],
        is_for_reversi: true,
        parse: |_| Ok(Command::Why),
    },
    Coach = CommandInfo {
        words: &["coach"],
        arguments: &[optional(
            "loss",
            ArgumentKind::Words("on, off or a number of discs", &["on", "off"])
        )],
        summary: "comment on your mistakes: coach on, off, or from 6 discs",
        details: "\
\x20 coach        show the setting
  coach on     from what is a mistake against your opponent: 12 discs up to level 4, 8 up to level 8,
               6 up to level 13, then 4
  coach 6      from 6 discs
  coach off    no comments

After a move against a bot that loses so many discs, one sentence says why, and how to go on. The bot waits for it, at \
most half a second. Later verdicts follow after the game. The coach is silent in competitive games and when a clock \
runs. The screens keep the setting.",
        example: "coach on",
        parse: |arguments| {
            let Some(word) = arguments.optional() else {
                return Ok(Command::Coach { setting: None });
            };
            let setting = word.text.parse();
            let wrong = |_| arguments.not(word, tr!("on, off or a number of discs: use coach 6"));
            Ok(Command::Coach {
                setting: Some(setting.map_err(wrong)?),
            })
        },
    },
    Openings = CommandInfo {
        words: &["openings"],
        arguments: &[
            optional("games", ArgumentKind::Words("library or none", &["library", "none"])),
            optional("condition...", CONDITIONS),
        ],
        summary: "let bots open as people do in your library",
        details: "\
\x20 openings                       show the setting
  openings library               from all games
  openings library year=2000..   only from these games, with conditions as for `find`
  openings none                  bots choose all moves at their level

Levels 4 to {human-like} then choose their first 12 plies in Reversi as often as people chose them: of any games up to level \
8, and of games that their side did not lose from level 9. Games of bots that are more than 300 points weaker or \
stronger don't count. With fewer than 20 games, a bot chooses its own move. The ratings are then estimates. The \
screens keep the setting.",
        example: "openings library",
        parse: |arguments| {
            let setting = match arguments.action(&["library", "none"])? {
                None => None,
                Some("library") => Some(BotOpenings::Library(arguments.conditions()?)),
                Some(_) => Some(BotOpenings::None),
            };
            Ok(Command::Openings { setting })
        },
    },
    Evaluate = CommandInfo {
        words: &["eval"],
        summary: "show each legal move's score on the board",
        details: "Each score is the expected disc difference for the side to move.",
        refused_in: &[Competitive, PUZZLE, DRILL, GUESS, Thinking],
        is_for_reversi: true,
        parse: |_| Ok(Command::Evaluate),
    },
    Book = CommandInfo {
        words: &["book"],
        arguments: &[optional("position", ArgumentKind::Words("a position", &[]))],
        summary: "show the opening book's moves here, or after moves",
        details: "`book f5d6` looks up the position after these moves. For each book move, \
            prints its score for the side to move, the search level behind that score, how many book lines continue from it, how many lines the side to move and its \
            opponent have to know to hold the score, how many library games played it, and the opening's name. The scores also appear on the board.",
        refused_in: &[Competitive, PRACTICE, Thinking],
        is_for_reversi: true,
        parse: |arguments| {
            let position = if arguments.is_at_end() {
                None
            } else {
                Some(arguments.position()?)
            };
            Ok(Command::Book { position })
        },
    },
    Solve = CommandInfo {
        words: &["solve"],
        summary: "solve the position: exact score and best line",
        details: "With 30 empty squares or fewer: 24 empty squares take seconds, 30 \
            can take minutes. Ctrl-C stops the search and prints the best result so far.",
        refused_in: &[Competitive, PRACTICE, Thinking],
        is_for_reversi: true,
        parse: |_| Ok(Command::Solve),
    },
    Analyze = CommandInfo {
        words: &["analyze"],
        arguments: &[optional(
            "level",
            ArgumentKind::Words("an action", &["all", "variations"])
        )],
        summary: "analyze the game: best moves, discs lost, score chart",
        details: "\
Compares each move with the best one and rates it: best, good (loses up to 2 discs), inaccuracy \
(up to 5), mistake (up to 11) or blunder. Scores are exact from 20 empty squares on.

  analyze               search 18 plies deep, and to the end from 20 empty squares
  analyze depth:10      search 10 plies deep
  analyze 16            search as deep as level 16 ({searching})
  analyze 2s            search each move for 2 seconds
  analyze all           list every move, with the best lines
  analyze variations    also add the better lines as variations

Works after the game is over. Ctrl-C stops and shows the moves analyzed so far, last moves first.",
        example: "analyze depth:10 variations",
        refused_in: &[Competitive, PRACTICE, Thinking],
        is_for_reversi: true,
        parse: |arguments| {
            let mut level = None;
            let mut extras = Extras::default();
            while let Some(word) = arguments.optional() {
                match word.text {
                    text if language::means(text, "variations") => extras.variations = true,
                    text if language::means(text, "all") => extras.all = true,
                    text => {
                        let found = text.parse::<Level>().ok();
                        let found = found.filter(|level| level.analysis_limits().is_some());
                        let first = Level::FIRST_SEARCHING;
                        let last = Level::RANGE.end();
                        let expected = tr!(
                            "an analysis level: use {first} to {last}, a depth (depth:12), or a time (2s)",
                            first,
                            last
                        );
                        level = Some(found.ok_or_else(|| arguments.not(word, expected))?);
                    }
                }
            }
            Ok(Command::Analyze { level, extras })
        },
    },
    Go = CommandInfo {
        words: &["go"],
        summary: "play the suggested move",
        details: "Against a bot, the bot then replies.",
        refused_in: &[Competitive, PRACTICE, Thinking],
        parse: |_| Ok(Command::Go),
    },
    Undo = CommandInfo {
        letter: Some('U'),
        words: &["undo"],
        arguments: &[COUNT],
        summary: "undo n moves (default 1), with the bot's replies",
        details: "\
Against a bot, undoes your last move and its reply. `redo` replays them. If you play something \
else, the old line is kept as a variation. To look at an earlier position without undoing, use \
`back`. Works after the game is over, and after `L`.",
        example: "U 2",
        refused_in: &[Competitive, PRACTICE, Thinking],
        parse: |arguments| Ok(Command::Undo {
            turns: arguments.count()?
        }),
    },
    Redo = CommandInfo {
        words: &["redo"],
        arguments: &[COUNT],
        summary: "redo n undone moves (default 1)",
        details: "The bot's replies are redone too. Once you have played another move, use \
            `variations` to find the old line.",
        example: "redo 2",
        refused_in: &[PRACTICE, Thinking],
        parse: |arguments| Ok(Command::Redo {
            turns: arguments.count()?
        }),
    },
    GoTo = CommandInfo {
        words: &["goto"],
        arguments: &[required("n", ArgumentKind::MoveNumber)],
        summary: "go to the position after move n (0 is the start)",
        details: "Uses the numbers of `moves` and `analyze`, which count passes. Later moves can be \
            redone. If it is a bot's turn there, it moves. Works after the game is over and after \
            `undo`.",
        example: "goto 12",
        refused_in: &[Competitive, PRACTICE, Thinking],
        parse: |arguments| {
            let expected = tr!("a move number: use 0 (the start) or more");
            Ok(Command::GoTo {
                number: arguments.number(expected)?,
            })
        },
    },
    Variations = CommandInfo {
        words: &["variations"],
        arguments: &[optional("line", ArgumentKind::Line)],
        summary: "list the variations, or go to one of them",
        details: "Line 1 is the main line; brackets mark the move on the board. `variations 3` \
            goes to the first move of line 3, `variations 3 4` to its fourth. `variations next` \
            goes to the next alternative. Bots don't move while you browse.",
        example: "variations 2",
        refused_in: &[Competitive, PRACTICE, Thinking],
        parse: |arguments| {
            if arguments.takes("next") {
                return Ok(Command::Variations {
                    to: Some(Variation::Next),
                });
            }
            if arguments.is_at_end() {
                return Ok(Command::Variations { to: None });
            }
            let line = arguments.count()?;
            let nth = arguments.count()?;
            Ok(Command::Variations {
                to: Some(Variation::Line { line, nth }),
            })
        },
    },
    Back = CommandInfo {
        words: &["back"],
        arguments: &[COUNT],
        summary: "step back n moves (default 1) without undoing them",
        details: "The game does not change. A move played from an earlier position starts a \
            variation, for either side. A bot answers where it is its turn, but not in a finished game. `undo` \
            changes the game instead.",
        example: "back 3",
        refused_in: &[Competitive, PRACTICE, Thinking],
        parse: |arguments| Ok(Command::Back {
            moves: arguments.count()?
        }),
    },
    Forward = CommandInfo {
        words: &["forward"],
        arguments: &[COUNT],
        summary: "step forward n moves (default 1)",
        details: "Follows the line you were on, or the main line. Bots don't move.",
        example: "forward 3",
        refused_in: &[Competitive, PRACTICE, Thinking],
        parse: |arguments| Ok(Command::Forward {
            moves: arguments.count()?
        }),
    },
    Note = CommandInfo {
        words: &["note"],
        arguments: &[optional("text", ArgumentKind::Words("a note", &[]))],
        summary: "add a note to this position, or show the one it has",
        details: "Replaces the existing note. `note` alone shows it; `note -` deletes it. Saved \
            games, SGF and PGN files keep notes.",
        example: "note White has to give up the corner",
        refused_in: &[PRACTICE],
        parse: |arguments| {
            let text = match arguments.rest() {
                text if text.is_empty() => None,
                text if text == "-" => Some(String::new()),
                text => Some(text),
            };
            Ok(Command::Note { text })
        },
    },
    Mark = CommandInfo {
        words: &["mark"],
        arguments: &[required("annotation", ArgumentKind::Sign)],
        summary: "annotate the last move with ! ? !! ?? !? or ?!",
        details: "`!` good, `!!` very good, `?` mistake, `??` blunder, `!?` interesting, `?!` \
            dubious. `mark -` removes the annotation. Saved games, SGF and PGN files keep \
            annotations.",
        example: "mark !",
        refused_in: &[PRACTICE],
        parse: |arguments| {
            let sign = if arguments.takes("-") {
                None
            } else {
                let word = arguments.required()?;
                let wrong = |error: AssessmentError| arguments.wrong(word, &error.in_language());
                Some(word.text.parse().map_err(wrong)?)
            };
            Ok(Command::Mark { sign })
        },
    },
    Promote = CommandInfo {
        words: &["promote"],
        summary: "make this variation the main line",
        details: "The old main line becomes a variation. Formats without variations export only \
            the main line.",
        refused_in: &[Competitive, PRACTICE, Thinking],
        parse: |_| Ok(Command::Promote),
    },
    Prune = CommandInfo {
        words: &["prune"],
        summary: "delete the last move and everything after it",
        details: "Also deletes their variations and notes. The board then shows the position before the \
            move; `U` there brings everything back.",
        refused_in: &[Competitive, PRACTICE, Thinking],
        parse: |_| Ok(Command::Prune),
    },
    Show = CommandInfo {
        words: &["show", "board"],
        summary: "show the board",
        parse: |_| Ok(Command::Show),
    },
    Moves = CommandInfo {
        words: &["moves", "history"],
        summary: "list the moves, and print a transcript like f5d6c3",
        details: "A transcript is the list of squares without separators or passes.",
        parse: |_| Ok(Command::Moves),
    },
    Restart = CommandInfo {
        words: &["restart"],
        summary: "restart the game with the same players",
        details: "The current game is autosaved; `resume` reopens it.",
        refused_in: &[PRACTICE],
        parse: |_| Ok(Command::Restart),
    },
    Player = CommandInfo {
        words: &["player"],
        arguments: &[
            required("side", SIDES),
            required("player", ArgumentKind::Controller),
        ],
        summary: "set who plays a side: human, random or a bot level",
        details: "`random` is level 1. Takes effect immediately; two bots play the game to the end.",
        example: "player white 2",
        refused_in: &[Competitive, PRACTICE, Thinking],
        parse: |arguments| {
            let side = arguments.side()?;
            let word = arguments.required()?;
            let (controller, rating) = match word.text {
                text if language::means(text, "human") => (Controller::Human, None),
                text if language::means(text, "random") => (Controller::Bot(Level::BEGINNER), None),
                _ => {
                    let level = arguments.level(word);
                    let wrong =
                        |_| arguments.invalid(word, ParseProblem::Controller(shortened(word.text)));
                    level
                        .map(|(level, rating)| (Controller::Bot(level), rating))
                        .map_err(wrong)?
                }
            };
            Ok(Command::Player {
                side,
                controller,
                rating,
            })
        },
    },
    Icons = CommandInfo {
        letter: Some('C'),
        words: &["icons"],
        arguments: &[
            required("black", ArgumentKind::Icon),
            required("white", ArgumentKind::Icon)
        ],
        summary: "set the icons of Black and White",
        details: "Two different printable characters, each one column wide, except `-` `.` `?` and \
            `,`. They also name the sides in commands (`A x 3`), except `#`, which begins a comment \
            there. Saved games keep them. Without custom icons, `discs` decides between ●○ and B W.",
        example: "C x o",
        refused_in: &[PRACTICE],
        parse: |arguments| {
            let black = arguments.required()?.text.to_owned();
            Ok(Command::Icons {
                black,
                white: arguments.required()?.text.to_owned(),
            })
        },
    },
    Save = CommandInfo {
        letter: Some('E'),
        words: &["save"],
        arguments: &[SAVE],
        summary: "save the game with its whole history",
        details: "Names have 1 to 64 letters of any language, digits, `.` `_` `-`, at most 192 bytes \
            in UTF-8, and don't start with a dot. \
            An earlier save of the same game is overwritten. If the name belongs to another game, \
            the program asks first; scripts and `--force` overwrite it.",
        example: "E tuesday",
        refused_in: &[Competitive, PRACTICE],
        parse: |arguments| {
            let (name, force) = arguments.save_to_write()?;
            Ok(Command::Save { name, force })
        },
    },
    Load = CommandInfo {
        letter: Some('L'),
        words: &["load"],
        arguments: &[SAVE],
        summary: "load a saved game and its history",
        details: "Switches to the saved game's kind of game if needed.",
        example: "L tuesday",
        refused_in: &[Competitive, PRACTICE, Thinking],
        parse: |arguments| Ok(Command::Load {
            name: arguments.parsed()?
        }),
    },
    Remove = CommandInfo {
        letter: Some('R'),
        words: &["remove", "delete"],
        arguments: &[SAVE],
        summary: "delete a saved game",
        details: "Asks first, except in scripts. Files that are not valid saved games are not \
            deleted.",
        example: "R tuesday",
        parse: |arguments| Ok(Command::Remove {
            name: arguments.parsed()?
        }),
    },
    Saves = CommandInfo {
        letter: Some('T'),
        words: &["saves"],
        summary: "list saved games",
        details: "Prints each saved game's name, game, players, number of moves, disc count and \
            date.",
        parse: |_| Ok(Command::Saves),
    },
    Import = CommandInfo {
        words: &["import"],
        arguments: &[required("file", ArgumentKind::File), COUNT],
        summary: "import a game, or the n-th game, from a file",
        details: "\
Reads transcripts, GGF, SGF, PGN, WTHOR, OBF, boards and text saves. Put names with spaces in \
double quotes. If a move is bad, the moves before it are imported. The result is a two-player game; \
`player` gives a side to a bot. `paste` does the same with pasted text. The prompt asks for the missing \
side to move of a board. Switches to Reversi. At \
the prompt, Ctrl-C stops the reading of a long file. Pipes and devices are refused.",
        example: "import games.ggf 3",
        refused_in: &[Competitive, PRACTICE, Thinking],
        parse: |arguments| {
            let file = arguments.file()?;
            let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit() || c == '-');
            if let Some(word) = arguments.take_if(|word| !is_number(word)) {
                let quoted =
                    tr!("put names with spaces in double quotes: import \"my games.ggf\" 3");
                return Err(arguments.wrong(word, &quoted));
            }
            Ok(Command::Import {
                file,
                number: arguments.count()?,
            })
        },
    },
    Export = CommandInfo {
        words: &["export"],
        arguments: &[required("file", ArgumentKind::File)],
        summary: "export the game; the extension picks the format",
        details: "\
\x20 .txt transcript   .ggf   .sgf   .pgn   .wtb WTHOR
  .obf last position   .svg picture of the last position
  .html report         a page to send: board, score graph, mistakes
  .gif animation       one frame per move, to send in a chat

SGF and PGN include variations, notes and annotations; the others have the main line only. Undone \
moves are omitted. An imported game keeps its details. The report opens in any \
browser; the game is analyzed first, unless `analyze` has done so. Games other than Reversi have \
only the animation. `--force` overwrites an existing file; the prompt asks first.",
        example: "export game.ggf",
        refused_in: &[Competitive, PRACTICE],
        parse: |arguments| {
            let (file, force) = arguments.file_to_write()?;
            Ok(Command::Export { file, force })
        },
    },
    Paste = CommandInfo {
        words: &["paste"],
        arguments: &[optional("text", ArgumentKind::Words("a board", &[]))],
        summary: "import a game or position from pasted text",
        details: "Reversi only; replaces another kind of game. Accepts a transcript such as f5d6c3 \
            (other text around it is ignored), a board with the side to move (the prompt asks if it is \
            missing), or any format that `import` reads. Without an argument, reads lines up to an empty one. The result is a \
            two-player game; use `player` to let a bot take a side.",
        example: "paste F5d6C3",
        refused_in: &[Competitive, PRACTICE, Thinking],
        parse: |arguments| Ok(Command::Paste {
            text: arguments.rest()
        }),
    },
    Copy in ForScreen = CommandInfo {
        words: &["copy"],
        arguments: &[optional("what", ArgumentKind::Words("a part of the game", &["moves", "position"]))],
        summary: "copy the moves or the position to the clipboard",
        details: "In Reversi, `paste` reads both. The terminal must support OSC 52; in tmux, type \
            `tmux set -g set-clipboard on` in the shell first.",
        example: "copy position",
        refused_in: &[Script],
        parse: |arguments| {
            let part = if arguments.takes("position") {
                CopiedPart::Position
            } else {
                arguments.takes("moves");
                CopiedPart::Moves
            };
            Ok(Command::ForScreen(ScreenCommand::Copy(part)))
        },
    },
    Library = CommandInfo {
        words: &["library"],
        arguments: &[
            optional("action", ArgumentKind::Words("an action", LIBRARY_TASKS)),
            optional("file", ArgumentKind::File),
        ],
        summary: "list, open, add, check or export library games",
        details: "Reversi only. `library add games.ggf` adds the games of a file that `import` can \
            read; `library add this` adds the current game. Duplicates are skipped, even rotated \
            or mirrored ones. Games finished at the prompt, on the full screen or in the window \
            are added automatically. `find` searches the library and shows the numbers of games: \
            `library open 3` loads game 3; `library delete 3` moves game 3 to a bin, \
            `library restore 3` brings it back, `library restore` lists the bin and `library purge` empties it; `library tag 3 endgame` gives it a tag, which `find \
            tag=endgame` finds, and `library untag 3 endgame` takes it away. `library check` verifies all data against \
            the moves; `library check --repair` derives it anew. `library export all.ggf` writes all games, in the format that the name says. \
            `library deviations` shows where you leave the opening book, how often, and what it costs.",
        example: "library add games.ggf",
        refused_in: &[PRACTICE, Thinking],
        parse: |arguments| {
            let task = match arguments.action(LIBRARY_TASKS)? {
                None | Some("list") => LibraryTask::List,
                Some("open") => LibraryTask::Open {
                    number: arguments.game_number("library open 3")?,
                },
                Some("delete") => LibraryTask::Delete {
                    numbers: arguments.game_numbers("library delete 3")?,
                },
                Some("restore") if arguments.is_at_end() => LibraryTask::Bin,
                Some("restore") => LibraryTask::Restore {
                    numbers: arguments.game_numbers("library restore 3")?,
                },
                Some("purge") => LibraryTask::Purge,
                Some(action @ ("tag" | "untag")) => LibraryTask::Tag {
                    numbers: arguments.numbers_before_tag("library tag 3 endgame")?,
                    tag: arguments.tag()?,
                    is_given: action == "tag",
                },
                Some("check") => LibraryTask::Check {
                    repairs: arguments.takes_repair(),
                },
                Some("deviations") => LibraryTask::Deviations,
                Some("export") => {
                    let (file, force) = arguments.file_to_write()?;
                    LibraryTask::Export { file, force }
                }
                _ if arguments.takes("this") => LibraryTask::AddThis,
                _ => LibraryTask::Add {
                    file: arguments.file()?,
                },
            };
            Ok(Command::Library { task })
        },
    },
    Find = CommandInfo {
        words: &["find"],
        arguments: &[required("condition...", CONDITIONS)],
        summary: "search the library: player=ann, year=1980, position",
        details: "\
\x20 player= black= white= event= opening=   part of a name, any case
  opening=balanced                        from a balanced opening
  year= plies=                            a number or range: 1980..1985
  result=                                 black, white, draw or unknown
  tag=                                    a tag given by `library tag`
  position                                reached the position on the board
  position f5d6                           reached the position after these moves

All conditions must match. Quote values with spaces: event=\"world cup\".",
        example: "find player=ann year=1980..",
        refused_in: &[Competitive, PRACTICE],
        parse: |arguments| {
            let is_position = |word: &str| {
                ["position", "--position"]
                    .iter()
                    .any(|name| language::means(word, name))
            };
            if arguments.is_at_end() {
                arguments.required()?;
            }
            let mut conditions = Vec::new();
            let mut position = None;
            while !arguments.is_at_end() {
                if arguments.take_if(is_position).is_none() {
                    conditions.extend(arguments.condition()?);
                } else if arguments.is_at_value() {
                    position = Some(Asked::Of(arguments.position()?));
                } else {
                    position = Some(Asked::OnBoard);
                }
            }
            Ok(Command::Find {
                conditions,
                position,
            })
        },
    },
    Puzzle = CommandInfo {
        words: &["puzzle"],
        arguments: &[optional("off", ArgumentKind::Words("an action", &["off"]))],
        summary: "solve a puzzle made from your own mistakes",
        details: "\
Play the best move. If you are right you see the line and the reasons; if not, you see the \
refutation and try again. `next` shows the answer, or goes to the next puzzle. `puzzle off` returns \
to your game. Puzzles come back after days, weeks and months; missed ones tomorrow. `puzzles make` \
creates them.",
        refused_in: &[Competitive, PRACTICE, Thinking],
        is_for_reversi: true,
        parse: |arguments| {
            let is_off = arguments.takes("off");
            let practice = PracticeKind::Puzzle;
            Ok(if is_off {
                Command::Leave { practice }
            } else {
                Command::Puzzle
            })
        },
    },
    Puzzles = CommandInfo {
        words: &["puzzles"],
        arguments: &[
            optional("action", ArgumentKind::Words("an action", PUZZLES_TASKS)),
            optional("...", CONDITIONS),
        ],
        summary: "show how many puzzles are due, or make new ones",
        details: "\
\x20 puzzles                     counts
  puzzles make                use the games you played here
  puzzles make player=ann     use ann's mistakes in library games
  puzzles make all            also where the best move loses by more than 20 discs
  puzzles export FILE         write all puzzles and drilled lines

Each game is used once. Ctrl-C stops it and keeps the puzzles made so far. `--force` overwrites an existing file.",
        example: "puzzles make",
        refused_in: &[Competitive, PRACTICE, Thinking],
        parse: |arguments| {
            let task = match arguments.action(PUZZLES_TASKS)? {
                None | Some("list") => PuzzlesTask::List,
                Some("make") => PuzzlesTask::Make {
                    all: arguments.takes(ALL),
                    conditions: arguments.conditions()?,
                },
                _ => {
                    let (file, force) = arguments.file_to_write()?;
                    PuzzlesTask::Export { file, force }
                }
            };
            Ok(Command::Puzzles { task })
        },
    },
    Drill = CommandInfo {
        words: &["drill"],
        arguments: &[
            optional("name", ArgumentKind::Opening),
            optional("side", SIDES)
        ],
        summary: "practice opening lines: drill tiger, drill black",
        details: "\
\x20 drill              the lines due today
  drill tiger        one opening, from the side that completes it
  drill tiger white  the same as White
  drill black        any opening in the book as Black
  drill this         the opening on the board
  drill balanced     one of the openings after which neither side is ahead
  drill deviations   the opening in which you most often leave the book
  drill repertoire   your own lines; also as Black or White
  drill off          return to your game

Play the book's moves, or those of your own lines. One disc worse is \"close\"; anything worse is corrected and you try again. \
`next` shows the move (it counts as missed). Lines come back after days, weeks and months; missed \
ones tomorrow.",
        example: "drill tiger",
        refused_in: &[Competitive, PRACTICE, Thinking],
        is_for_reversi: true,
        parse: |arguments| {
            let mut words: Vec<_> = std::iter::from_fn(|| arguments.optional()).collect();
            let is = language::means;
            let side = words.last().and_then(|word| side_of_color(word.text));
            if side.is_some() {
                words.pop();
            }
            let lines = match &words[..] {
                [] if side.is_none() => Drilled::Due,
                [] => Drilled::Of(None),
                [word] if is(word.text, "off") && side.is_none() => {
                    return Ok(Command::Leave {
                        practice: PracticeKind::Drill,
                    });
                }
                [word] if is(word.text, "this") => Drilled::This,
                [word] if is(word.text, BALANCED) => Drilled::Balanced,
                [word] if is(word.text, "deviations") => Drilled::Deviations,
                [word] if is(word.text, REPERTOIRE) => Drilled::Repertoire,
                [first, ..] => {
                    let name = words
                        .iter()
                        .map(|word| word.text)
                        .collect::<Vec<_>>()
                        .join(" ");
                    let opening = name.parse();
                    let opening = opening.map_err(|error| arguments.wrong(*first, &error))?;
                    Drilled::Of(Some(opening))
                }
            };
            Ok(Command::Drill { lines, side })
        },
    },
    Guess = CommandInfo {
        words: &["guess"],
        arguments: &[
            optional("game", ArgumentKind::Words("the number of a game", &["find", "off"])),
            optional("...", CONDITIONS),
        ],
        summary: "guess the moves of a game of the library: guess 3",
        details: "\
\x20 guess                    a game of the library, at random; you guess the winner's moves
  guess 3                  game 3 (`find` shows the numbers)
  guess 3 white            the moves of White
  guess find player=ann    one of the games that match
  guess off                return to your game

Each guess is compared with the move of the game and rated by the discs that it loses: 3 points for \
the best move, 2 for a loss of up to 2 discs, 1 up to 5. `next` shows the move without a guess. At the \
end you see your points, where you were better, and your worst guesses with the reasons. `stats` keeps \
the results.",
        example: "guess 3",
        refused_in: &[Competitive, PRACTICE, Thinking],
        is_for_reversi: true,
        parse: |arguments| {
            if arguments.takes("off") {
                let practice = PracticeKind::Guess;
                return Ok(Command::Leave { practice });
            }
            let side = arguments.color();
            let games = if arguments.takes("find") {
                GuessedGames::Found(arguments.conditions()?)
            } else if side.is_some() || arguments.is_at_end() {
                GuessedGames::Any
            } else {
                GuessedGames::Number(arguments.game_number("guess 3")?)
            };
            let side = side.or_else(|| arguments.color());
            Ok(Command::Guess { games, side })
        },
    },
    Repertoire = CommandInfo {
        words: &["repertoire"],
        arguments: &[
            optional("action", ArgumentKind::Words("an action", REPERTOIRE_TASKS)),
            optional("...", ArgumentKind::Words("a side", &["black", "white", "all", "find"])),
        ],
        summary: "list, add, remove or export your own openings",
        details: "\
\x20 repertoire                  your lines as a tree, with the results of your games
  repertoire add              the moves on the board, for your side
  repertoire add black        the same for Black
  repertoire add all          the whole game with its variations
  repertoire add black find player=ann    the openings of library games
  repertoire remove           the lines through the position on the board
  repertoire remove all       all lines; with a side, those of the side
  repertoire export FILE      write them: SGF and PGN with variations

Of a library game, the first 20 moves are added. The score is that of the opening book for your side; \
to know are the lines that you need to hold it, as in `book`. `drill repertoire` drills your lines. \
After a game, you are told where you left them. `--force` overwrites an existing file.",
        example: "repertoire add black",
        refused_in: &[Competitive, PRACTICE, Thinking],
        is_for_reversi: true,
        parse: |arguments| {
            let task = match arguments.action(REPERTOIRE_TASKS)? {
                None | Some("list") => RepertoireTask::List,
                Some("add") => {
                    let side = arguments.color();
                    let lines = arguments.added_lines()?;
                    let side = side.or_else(|| arguments.color());
                    RepertoireTask::Add { lines, side }
                }
                Some("remove") => {
                    let side = arguments.color();
                    let all = arguments.takes(ALL);
                    let side = side.or_else(|| arguments.color());
                    RepertoireTask::Remove { all, side }
                }
                _ => {
                    let (file, force) = arguments.file_to_write()?;
                    RepertoireTask::Export { file, force }
                }
            };
            Ok(Command::Repertoire { task })
        },
    },
    Stats = CommandInfo {
        words: &["stats"],
        arguments: &[optional("file", ArgumentKind::File)],
        summary: "show your results, discs lost and common mistakes",
        details: "Reversi only, finished games only: results against bots by level and month, \
            discs lost per move by month and phase, and kinds of mistakes. Losses are known only \
            for games analyzed by `puzzles make`. `stats progress.html` writes a page with \
            your progress and openings, `stats progress.svg` a chart; \
            `--force` overwrites an existing file.",
        parse: |arguments| {
            if arguments.is_at_end() {
                return Ok(Command::Stats {
                    file: None,
                    force: false,
                });
            }
            let (file, force) = arguments.file_to_write()?;
            Ok(Command::Stats {
                file: Some(file),
                force,
            })
        },
    },
    SetBoard = CommandInfo {
        words: &["setboard"],
        arguments: &[
            required("board", ArgumentKind::Words("a board", &[])),
            optional("side", ArgumentKind::Piece)
        ],
        summary: "set up a position: 64 squares (X O -) and side to move",
        details: "\
Give 64 squares row by row from a1 (X black, O white, - empty), with or without spaces, then the \
side to move. Boards as programs print them are accepted, too. Without a side, the prompt asks for \
it. Undo stops at this position. The result is a two-player game; `player` gives a side \
to a bot. Switches to Reversi, except from Reversed Reversi.",
        example: "setboard ---------------------------OX------XO--------------------------- X",
        refused_in: &[Competitive, PRACTICE, Thinking],
        parse: |arguments| {
            if arguments.is_at_end() {
                arguments.required()?;
            }
            Ok(Command::SetBoard {
                text: arguments.rest(),
            })
        },
    },
    Resume = CommandInfo {
        words: &["resume"],
        arguments: &[optional("n", ArgumentKind::Words("a number", &["list"]))],
        summary: "resume the latest unfinished game, or the n-th",
        details: "Games are autosaved after every move, so a crash, a closed terminal or a new \
            game loses nothing. `resume list` lists them, latest first; games open in another \
            running program are left out.",
        example: "resume 2",
        refused_in: &[Competitive, PRACTICE, Thinking],
        parse: |arguments| {
            let number = if arguments.takes("list") {
                None
            } else {
                Some(arguments.count()?)
            };
            Ok(Command::Resume { number })
        },
    },
    Ranking = CommandInfo {
        letter: Some('W'),
        words: &["ranking"],
        summary: "show the ranking of the competitive games",
        details: "Prints place, nickname and best score. Ties rank by date, earlier first.",
        parse: |_| Ok(Command::Ranking),
    },
    Seed = CommandInfo {
        words: &["seed"],
        arguments: &[required("n", ArgumentKind::Words("a number", &[]))],
        summary: "set the random seed, to make a game repeatable",
        details: "The same seed, commands and bots give the same game, unless a bot has a time \
            limit. n is a whole number from 0 \
            to 18446744073709551615.",
        example: "seed 42",
        refused_in: &[PRACTICE, Thinking],
        parse: |arguments| {
            let expected = tr!(
                "a random seed: use a whole number from 0 to {most}",
                most = u64::MAX
            );
            Ok(Command::Seed {
                seed: arguments.number(expected)?,
            })
        },
    },
    Language = CommandInfo {
        words: &["language"],
        arguments: &[optional(
            "language",
            ArgumentKind::Words("a language", &["en", "es", "pt_BR", "pt_PT"])
        )],
        summary: "set the language: en, pt_PT, pt_BR or es",
        details: "`pt` is `pt_PT`. Commands keep their English names, and have others in each \
            language. Scripts are always in English. `config language es` at the prompt sets it \
            for good; otherwise the system chooses it.",
        example: "language pt_BR",
        parse: |arguments| {
            if arguments.is_at_end() {
                return Ok(Command::Language { language: None });
            }
            Ok(Command::Language {
                language: Some(arguments.parsed()?),
            })
        },
    },
    Theme in ForScreen = CommandInfo {
        words: &["theme"],
        arguments: &[optional("name", ArgumentKind::Theme)],
        summary: "set the theme, such as light or high-contrast",
        details: "The themes are dark, light, high-contrast, color-blind, mono, and your own from theme \
            files. Without a name, shows the current one. `config theme light` sets it for good.",
        example: "theme light",
        refused_in: &[Script],
        parse: |arguments| {
            let name = arguments.optional().map(|word| word.text.to_owned());
            Ok(Command::ForScreen(ScreenCommand::Theme { name }))
        },
    },
    Discs in ForScreen = CommandInfo {
        words: &["discs"],
        arguments: &[optional(
            "style",
            ArgumentKind::Words("a name", &["auto", "large", "letters", "symbols"])
        )],
        summary: "draw discs as letters, symbols or large; C X O sets yours",
        details: "Only at the prompt. Without a style, shows the current one. Large discs need 24-bit \
            colors and a high terminal.",
        example: "discs letters",
        refused_in: &[Script],
        parse: |arguments| {
            let style = arguments.optional().map(|word| word.text.to_owned());
            Ok(Command::ForScreen(ScreenCommand::Discs { style }))
        },
    },
    Config in ForScreen = CommandInfo {
        words: &["config"],
        arguments: &[
            optional(
                "setting",
                ArgumentKind::Words(
                    "a name",
                    &[
                        "clock", "coach", "discs", "game", "icons", "language", "level", "names",
                        "openings",
                        "screen-reader", "theme", "threads",
                    ]
                )
            ),
            optional("value", ArgumentKind::Value),
        ],
        summary: "show your settings; config level 5 sets one for good",
        details: "`config --unset level` removes a setting. A change applies from the next start.",
        example: "config level 5",
        refused_in: &[Script],
        parse: |arguments| {
            let words = arguments.rest();
            Ok(Command::ForScreen(ScreenCommand::Config { words }))
        },
    },
    Screen in ForScreen = CommandInfo {
        words: &["screen"],
        summary: "play on a full-screen board",
        details: "`prompt` returns to the prompt.",
        refused_in: &[Script],
        parse: |_| Ok(Command::ForScreen(ScreenCommand::Screen)),
    },
    Window in ForScreen = CommandInfo {
        words: &["window"],
        summary: "play in a desktop window",
        refused_in: &[Script],
        parse: |_| Ok(Command::ForScreen(ScreenCommand::Window)),
    },
    Prompt in ForScreen = CommandInfo {
        words: &["prompt", "console"],
        summary: "return to the prompt",
        refused_in: &[Script],
        parse: |_| Ok(Command::ForScreen(ScreenCommand::Prompt)),
    },
    Clear in ForScreen = CommandInfo {
        words: &["clear"],
        summary: "clear the terminal",
        refused_in: &[Script],
        parse: |_| Ok(Command::ForScreen(ScreenCommand::Clear)),
    },
    Version in ForScreen = CommandInfo {
        words: &["version"],
        summary: "show the version of the program",
        refused_in: &[Script],
        parse: |_| Ok(Command::ForScreen(ScreenCommand::Version)),
    },
    Help = CommandInfo {
        words: &["help", "?"],
        arguments: &[optional("command", ArgumentKind::Command)],
        summary: "show the basics; help all lists every command",
        details: "`help J` or `help move` explains one command. At the prompt, long answers are \
            shown page by page, or with `$PAGER`.",
        example: "help J",
        parse: |arguments| {
            let Some(word) = arguments.optional() else {
                return Ok(Command::Help { topic: None });
            };
            if !language::means(word.text, ALL) {
                let problem = || ParseProblem::Topic(shortened(word.text));
                find(word.text).ok_or_else(|| arguments.invalid(word, problem()))?;
            }
            Ok(Command::Help {
                topic: Some(word.text.to_owned()),
            })
        },
    },
    Learn = CommandInfo {
        words: &["learn"],
        arguments: &[optional(
            "what",
            ArgumentKind::Words("an action", &["strategy", "off"])
        )],
        summary: "learn the current game in eight short steps at the board",
        details: "Each step tells you what to play; `next` plays it for you, or continues. `learn \
            strategy` teaches eight ideas of Reversi, and asks for a move to each. Your game comes \
            back at the end of the lesson, or with `learn off`.",
        refused_in: &[Competitive, PRACTICE, Thinking],
        parse: |arguments| {
            let is_off = arguments.takes("off");
            let practice = PracticeKind::Lesson;
            let strategy = arguments.takes("strategy");
            Ok(if is_off {
                Command::Leave { practice }
            } else {
                Command::Learn { strategy }
            })
        },
    },
    Next = CommandInfo {
        words: &["next"],
        summary: "continue a lesson, puzzle, drill or guess",
        details: "In a lesson, plays the requested move. In an unsolved puzzle or drill line, \
            shows the answer, which counts as missed.",
        refused_in: &[Competitive, Thinking],
        parse: |_| Ok(Command::Next),
    },
    Quit = CommandInfo {
        letter: Some('Q'),
        words: &["quit", "exit"],
        summary: "quit; an unfinished game is autosaved",
        details: "Continue it with `reversi --resume`, or with `resume` at the prompt.",
        parse: |_| Ok(Command::Quit),
    },
];
