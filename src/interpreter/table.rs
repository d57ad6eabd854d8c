//! The one table of commands. A new command is a variant of [`Command`], a row here, and an arm in
//! `execute.rs`; parser, permissions, help, completion and `docs/commands.md` follow.

use super::command::{
    Asked, Command, Drilled, LibraryTask, PuzzlesTask, Side, Unfinished, Variation,
};
use super::line::shortened;
use super::parse_error::Problem;
use super::row::{
    Argument, ArgumentKind, CommandInfo,
    Permission::{Allowed, Refused},
};
use crate::games::{self, Player, Size};
use crate::players::Level;
use crate::session::Controller;

const fn required(name: &'static str, kind: ArgumentKind) -> Argument {
    Argument { name, kind, optional: false }
}

const fn optional(name: &'static str, kind: ArgumentKind) -> Argument {
    Argument { name, kind, optional: true }
}

/// The topic of help that lists every command.
pub(super) const ALL: &str = "all";

/// What `puzzles` does.
const PUZZLES_TASKS: &[&str] = &["list", "make", "export"];

/// What `library` does.
const LIBRARY_TASKS: &[&str] = &["add", "list"];

const SAVE: Argument = required("name", ArgumentKind::Save);

/// The command that a word names, in any case.
pub fn find(word: &str) -> Option<&'static CommandInfo> {
    COMMANDS.iter().find(|info| info.is_named(word))
}

/// The row of a command.
pub fn row(command: &Command) -> &'static CommandInfo {
    let word = command.word();
    // Every command has a row, as the test of the table checks.
    COMMANDS.iter().find(|info| info.words[0] == word).unwrap_or(&COMMANDS[0])
}

/// The command that a bare square stands for.
pub(super) fn play() -> &'static CommandInfo {
    find("J").expect("the table has J, as its test checks")
}

/// What people type who don't know the commands, and the command that they mean.
pub(super) const MEANT: &[(&str, &str)] = &[
    ("branch", "variations"),
    ("begin", "new"),
    ("bye", "quit"),
    ("close", "quit"),
    ("comment", "note"),
    ("commands", "help"),
    ("computer", "against"),
    ("continue", "resume"),
    ("delete", "prune"),
    ("drop", "move"),
    ("end", "quit"),
    ("hello", "help"),
    ("how", "help"),
    ("leave", "quit"),
    ("level", "against"),
    ("list", "saves"),
    ("open", "load"),
    ("place", "move"),
    ("put", "move"),
    ("resign", "restart"),
    ("score", "show"),
    ("start", "new"),
    ("stop", "quit"),
    ("suggest", "hint"),
    ("tip", "hint"),
    ("tree", "variations"),
    ("tutorial", "learn"),
    ("two", "new"),
    ("what", "help"),
    ("why", "help"),
];

/// A command word that is close to what was typed, or that it means.
pub(super) fn similar(word: &str) -> Option<&'static str> {
    const FURTHEST: usize = 2;
    if is_transcript(word) {
        return Some("paste");
    }
    // A long word is close to none; comparing takes time by the square of the length.
    if word.len() > 20 {
        return None;
    }
    let word = word.to_lowercase();
    if let Some((_, meant)) = MEANT.iter().find(|(typed, _)| *typed == word) {
        return Some(meant);
    }
    COMMANDS
        .iter()
        .flat_map(|info| info.words)
        .map(|&name| (strsim::damerau_levenshtein(name, &word), name))
        .filter(|&(distance, name)| distance <= FURTHEST.min(name.len().min(word.len()) / 2))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// A game against the bot of a level, with the rating that the level was chosen by.
fn against(human: Side, (level, rating): (Level, Option<i32>)) -> Command {
    Command::Against { human, level, rating }
}

/// Whether a word can't be a side, and is meant for a level: `A hard`.
fn describes_a_level(word: &str) -> bool {
    let is_side = |side: &Player| word.eq_ignore_ascii_case(&side.to_string());
    word.len() > 2 && word.is_ascii() && !Player::BOTH.iter().any(is_side)
}

/// Whether a word is several squares of Reversi in a row, as games are often written.
fn is_transcript(word: &str) -> bool {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
    word.len() >= 4 && word.as_bytes().chunks(2).all(is_square)
}

/// The commands, in the order in which `help` lists them.
pub static COMMANDS: &[CommandInfo] = &[
    CommandInfo {
        letter: Some('N'),
        words: &["new"],
        arguments: &[optional("p", ArgumentKind::Piece)],
        summary: "new game for two people; p moves first (default: Black)",
        details: "A piece is named by B or W, by X or O (X is Black), by black or white, or by a \
                  current icon. The game before is left as it stands: `resume` brings it back.",
        example: "N W",
        in_competitive: Allowed,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Allowed,
        parse: |arguments| {
            if arguments.fills_in {
                arguments.take_if(|word| word.eq_ignore_ascii_case("game"));
            }
            let first = arguments.optional().map(|word| Side::Named(word.text.to_owned()));
            Ok(Command::New { first })
        },
    },
    CommandInfo {
        letter: Some('A'),
        words: &["against"],
        arguments: &[optional("p", ArgumentKind::Piece), optional("level", ArgumentKind::Level)],
        summary: "new game against a bot: you play p; Black moves first",
        details: "At the prompt you may leave out p (you then play the side that moves first) and the level (1, \
                  or that of `reversi config`); a script gives both. `levels` lists the levels of the \
                  game and how each of them plays. In Reversi a level is a number from 1 to 60, \
                  human-like from 1h to 12h, auto1 to auto3, or a time per move such as 2s or 500ms. \
                  A number from 100 on is a rating: A B 1200 chooses the level with the closest rating, \
                  and says which. In the other games levels are 1 to 10; there White moves first, or \
                  a die decides.",
        example: "A B 3",
        in_competitive: Allowed,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Allowed,
        parse: |arguments| {
            if arguments.fills_in && arguments.is_at_end() {
                return Ok(against(Side::First, (arguments.usual, None)));
            }
            let word = arguments.required()?;
            let is_level = word.text.starts_with(|first: char| first.is_ascii_digit())
                || word.text.parse::<Level>().is_ok();
            if arguments.is_at_end() && is_level {
                if arguments.fills_in {
                    return Ok(against(Side::First, arguments.level(word)?));
                }
                let problem = Problem::LevelWithoutSide(shortened(word.text));
                return Err(arguments.invalid(word, problem));
            }
            if arguments.fills_in && arguments.is_at_end() && describes_a_level(word.text) {
                let problem = Problem::LevelInWords(shortened(word.text));
                return Err(arguments.invalid(word, problem));
            }
            let human = Side::Named(word.text.to_owned());
            if arguments.fills_in && arguments.is_at_end() {
                return Ok(against(human, (arguments.usual, None)));
            }
            let word = arguments.required()?;
            Ok(against(human, arguments.level(word)?))
        },
    },
    CommandInfo {
        letter: Some('G'),
        words: &["competitive"],
        arguments: &[
            required("p", ArgumentKind::Piece),
            required("nickname", ArgumentKind::Nickname),
        ],
        summary: "competitive game: you play p for a place in the ranking",
        details: "Reversi only. The bot looks ten plies ahead, and counts no discs but only the best square that it \
                  can reach: `levels` shows its place among the levels. E, L, S, H and U are not allowed. At the end your \
                  score is entered under the nickname (1 to 8 characters): your discs, counted \
                  once up to 20, twice up to 40, three times up to 55 and four times above, and a \
                  bonus for every ply after the 30th: 25 each if there are up to 20 of them, 15 up \
                  to 23, 10 up to 27, 5 up to 29, else 2. A nickname keeps its best score.",
        example: "G B ann",
        in_competitive: Allowed,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Allowed,
        parse: |arguments| {
            let human = arguments.side()?;
            Ok(Command::Competitive { human, nickname: arguments.parsed()? })
        },
    },
    CommandInfo {
        letter: Some('J'),
        words: &["move"],
        arguments: &[required("move", ArgumentKind::Square)],
        summary: "play on d3, or row and column 3 4; d3 alone plays too",
        details: "A letter and a number apart are a square too (f 5), but A, E and H are commands: type a5 \
                  for that square. In Connect Four and Complica a move is a column (J 4), in Quarto a piece to name \
                  (J c) or a cell to place it on (J b3). Against a bot its answer follows. In \
                  Reversi a side without a move passes by itself.",
        example: "J d3",
        in_competitive: Allowed,
        in_lesson: Allowed,
        in_puzzle: Allowed,
        while_thinking: Refused,
        parse: |arguments| Ok(Command::Play { mv: arguments.mv()? }),
    },
    CommandInfo {
        letter: None,
        words: &["make"],
        arguments: &[optional("a", ArgumentKind::Word), optional("move", ArgumentKind::Word)],
        summary: "make a move: asks for the column, and more if need be",
        details: "The next lines answer, each with a number or a letter. Any other line is a \
                  command as always, and ends the asking.",
        example: "make a move",
        in_competitive: Allowed,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |arguments| {
            arguments.take_if(|word| word.eq_ignore_ascii_case("a"));
            let Some(word) = arguments.optional() else { return Ok(Command::MakeMove) };
            if word.text.eq_ignore_ascii_case("move") {
                return Ok(Command::MakeMove);
            }
            Err(arguments.invalid(word, Problem::Make(shortened(word.text))))
        },
    },
    CommandInfo {
        letter: None,
        words: &["play"],
        arguments: &[
            required("game", ArgumentKind::Game),
            optional("x", ArgumentKind::Number),
            optional("y", ArgumentKind::Number),
        ],
        summary: "change the game, by its name or code, and start it",
        details: "The games are Reversi (rv), Connect Four (c4), Complica (co), Gravity (gr) and Quarto (qu). \
                  Names go in any case, with or without spaces and hyphens; othello is Reversi. Gravity takes x columns and y rows, from 4 to 26 each. Whoever plays goes on \
                  playing. The game before is left as it stands: `resume` brings it back. A square \
                  plays as with J, but for c4, which is Connect Four: J c4 or c4 alone plays that.",
        example: "play gravity 12 8",
        in_competitive: Allowed,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Allowed,
        parse: |arguments| {
            // A move is a square, a column or a piece: it has a digit, or is one letter.
            let is_name = |word: &str| {
                word.chars().nth(1).is_some() && !word.contains(|c: char| c.is_ascii_digit())
            };
            let Some(info) = arguments.game() else {
                if let Some(word) = arguments.take_if(is_name) {
                    let problem = Problem::Game {
                        word: shortened(word.text),
                        names: games::names(games::REGISTRY),
                    };
                    return Err(arguments.invalid(word, problem));
                }
                if arguments.is_at_end() {
                    arguments.required()?;
                }
                return Ok(Command::Play { mv: arguments.mv()? });
            };
            if arguments.is_at_end() {
                return Ok(Command::Game { info, size: None });
            }
            let columns = arguments.dimension()?;
            let size = Some(Size { columns, rows: arguments.dimension()? });
            Ok(Command::Game { info, size })
        },
    },
    CommandInfo {
        letter: None,
        words: &["games"],
        arguments: &[],
        summary: "list the games there are",
        details: "Each with its code, its name and a line of its rules.",
        example: "games",
        in_competitive: Allowed,
        in_lesson: Allowed,
        in_puzzle: Allowed,
        while_thinking: Allowed,
        parse: |_| Ok(Command::Games),
    },
    CommandInfo {
        letter: None,
        words: &["levels"],
        arguments: &[],
        summary: "list the levels of bots, with their ratings",
        details: "In Reversi the levels 1 to 20, the human-like ones, AUTO 1 to 3 and the competitive bot form one list, \
                  from the weakest to the strongest. A rating is in Elo: with 400 points more a bot \
                  makes ten points where the other makes one. Level 1 has 0. `A` takes a rating in place of a \
                  level. The other games have levels without ratings.",
        example: "levels",
        in_competitive: Allowed,
        in_lesson: Allowed,
        in_puzzle: Allowed,
        while_thinking: Allowed,
        parse: |_| Ok(Command::Levels),
    },
    CommandInfo {
        letter: None,
        words: &["rules"],
        arguments: &[],
        summary: "explain the rules of the current game",
        details: "`games` lists the others, `play` changes to one of them.",
        example: "rules",
        in_competitive: Allowed,
        in_lesson: Allowed,
        in_puzzle: Allowed,
        while_thinking: Allowed,
        parse: |_| Ok(Command::Rules),
    },
    CommandInfo {
        letter: Some('S'),
        words: &["legal"],
        arguments: &[],
        summary: "show the board with . on every legal move",
        details: "Moves that have no empty square of their own are listed. Not in a competitive \
                  game.",
        example: "S",
        in_competitive: Refused,
        in_lesson: Allowed,
        in_puzzle: Allowed,
        while_thinking: Allowed,
        parse: |_| Ok(Command::Legal),
    },
    CommandInfo {
        letter: Some('H'),
        words: &["hint"],
        arguments: &[optional("n", ArgumentKind::Number)],
        summary: "show the board with ? on a suggested move, or on the n best",
        details: "In Reversi the engine says what score it expects for the side to move, how many \
                  plies ahead it looked and how surely, and the line of play; a score is exact once \
                  it has seen the end. In the other games it is one move that a search finds, and where it is \
                  forced (a win, a block, the only one) H says so. Not in a competitive game.",
        example: "H 3",
        in_competitive: Refused,
        in_lesson: Allowed,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |arguments| Ok(Command::Hint { count: arguments.count()? }),
    },
    CommandInfo {
        letter: None,
        words: &["eval"],
        arguments: &[],
        summary: "show on its square what each legal move is worth",
        details: "Reversi only. The score that the engine expects for the side to move: discs more than the \
                  opponent's at the end. Not in a competitive game.",
        example: "eval",
        in_competitive: Refused,
        in_lesson: Allowed,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |_| Ok(Command::Evaluate),
    },
    CommandInfo {
        letter: None,
        words: &["book"],
        arguments: &[],
        summary: "show the moves of the opening book",
        details: "Reversi only. For each move that the opening book knows: its score for the side to move, \
                  the level of the search that it comes from, the number of lines of the book after it, \
                  the number of games of the library in which it was played, and the name of the opening. The scores are shown on the board as well. Not in a \
                  competitive game.",
        example: "book",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |_| Ok(Command::Book),
    },
    CommandInfo {
        letter: None,
        words: &["solve"],
        arguments: &[],
        summary: "find the exact score and the best line of play",
        details: "Reversi only, from 30 empty squares on, which may take minutes; 24 take seconds. Ctrl-C ends \
                  it with what was found so far. Not in a competitive game.",
        example: "solve",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |_| Ok(Command::Solve),
    },
    CommandInfo {
        letter: None,
        words: &["analyze"],
        arguments: &[optional("level", ArgumentKind::Variations)],
        summary: "judge the moves so far: best moves, discs lost, a chart",
        details: "Reversi only. A search compares each move with the best one, from 20 empty squares on to the \
                  last disc, and calls it best, good (it lost up to 2 discs), an inaccuracy (up to 5), a \
                  mistake (up to 11) or a blunder. Sums for both sides follow, and the score of each ply \
                  as a chart. A level from 4 to 60 looks as far as that bot, a time like 2s searches \
                  each move so long. With `variations` behind it, the better line of each inaccuracy, mistake and \
                  blunder is added as a variation, with both scores as its note. Works after the end of \
                  a game too. Ctrl-C ends it with what was found so far, the last moves first. Not in \
                  a competitive game.",
        example: "analyze 10 variations",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |arguments| {
            let is_variations = |word: &str| word.eq_ignore_ascii_case("variations");
            let Some(word) = arguments.optional() else {
                return Ok(Command::Analyze { level: None, adds_lines: false });
            };
            if is_variations(word.text) {
                return Ok(Command::Analyze { level: None, adds_lines: true });
            }
            let level = Level::by_name(word.text).filter(|level| level.limits().is_some());
            let problem = || Problem::AnalysisLevel(shortened(word.text));
            let level = level.ok_or_else(|| arguments.invalid(word, problem()))?;
            let adds_lines = arguments.take_if(is_variations).is_some();
            Ok(Command::Analyze { level: Some(level), adds_lines })
        },
    },
    CommandInfo {
        letter: None,
        words: &["go"],
        arguments: &[],
        summary: "play the move that H would suggest",
        details: "Against a bot its answer follows. Not in a competitive game.",
        example: "go",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |_| Ok(Command::Go),
    },
    CommandInfo {
        letter: Some('U'),
        words: &["undo"],
        arguments: &[optional("n", ArgumentKind::Number)],
        summary: "take back n moves (default 1); against a bot, to your turn",
        details: "They are no part of the game any more. Another move takes their place, and their line is kept \
                  as a variation; `redo` plays them again, and `back` only looks back. Works after the end of a \
                  game and after L, too. Not in a competitive game.",
        example: "U 2",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |arguments| Ok(Command::Undo { turns: arguments.count()? }),
    },
    CommandInfo {
        letter: None,
        words: &["redo"],
        arguments: &[optional("n", ArgumentKind::Number)],
        summary: "play n moves again that were taken back (default 1)",
        details: "Against a bot its answers come back as well. After another move there is nothing to redo, but \
                  `variations` has the line.",
        example: "redo 2",
        in_competitive: Allowed,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |arguments| Ok(Command::Redo { turns: arguments.count()? }),
    },
    CommandInfo {
        letter: None,
        words: &["goto"],
        arguments: &[required("n", ArgumentKind::MoveNumber)],
        summary: "go to the position after move n (0 is the start)",
        details: "Passes are not counted, though `moves` lists them with numbers. Later moves can be redone. \
                  If a bot is to move there, it moves. Works after the end of a game and after \
                  undo, too. Not in a competitive game.",
        example: "goto 12",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |arguments| {
            let word = arguments.required()?;
            let problem = || Problem::MoveNumber(shortened(word.text));
            let number = word.text.parse().map_err(|_| arguments.invalid(word, problem()))?;
            Ok(Command::GoTo { number })
        },
    },
    CommandInfo {
        letter: None,
        words: &["variations"],
        arguments: &[optional("line", ArgumentKind::Line)],
        summary: "list all lines that were tried, or go to one of them",
        details: "Each line has a number; the main line is the first. The move on the board stands in brackets. \
                  `variations 3` shows the position after the first move of line 3, `variations 3 4` the one \
                  after its fourth. `variations next` goes to the next alternative to the last move that \
                  has any. No bot moves. Not in a competitive game.",
        example: "variations 2",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |arguments| {
            if arguments.take_if(|word| word.eq_ignore_ascii_case("next")).is_some() {
                return Ok(Command::Variations { to: Some(Variation::Next) });
            }
            if arguments.is_at_end() {
                return Ok(Command::Variations { to: None });
            }
            let (line, nth) = (arguments.count()?, arguments.count()?);
            Ok(Command::Variations { to: Some(Variation::Line { line, nth }) })
        },
    },
    CommandInfo {
        letter: None,
        words: &["back"],
        arguments: &[optional("n", ArgumentKind::Number)],
        summary: "look back n moves (default 1), without taking them back",
        details: "The game stays as it is: another move played there begins a variation. U takes moves back, and goes \
                  to your turn against a bot; here each move counts, and no bot moves: a move that you play \
                  is made for the side to move. Not in a competitive game.",
        example: "back 3",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |arguments| Ok(Command::Back { moves: arguments.count()? }),
    },
    CommandInfo {
        letter: None,
        words: &["forward"],
        arguments: &[optional("n", ArgumentKind::Number)],
        summary: "go forward n moves (default 1) along the line",
        details: "The line is the one that was on the board last, else the main line. No bot moves. Not in a \
                  competitive game.",
        example: "forward 3",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |arguments| Ok(Command::Forward { moves: arguments.count()? }),
    },
    CommandInfo {
        letter: None,
        words: &["note"],
        arguments: &[optional("text", ArgumentKind::Remark)],
        summary: "write a note about the position on the board",
        details: "It replaces the one there. `note` alone shows it, `note -` removes it. Saves and SGF keep notes.",
        example: "note White has to give up the corner",
        in_competitive: Allowed,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Allowed,
        parse: |arguments| {
            let text = match arguments.rest() {
                text if text.is_empty() => None,
                text if text == "-" => Some(String::new()),
                text => Some(text),
            };
            Ok(Command::Note { text })
        },
    },
    CommandInfo {
        letter: None,
        words: &["mark"],
        arguments: &[required("sign", ArgumentKind::Sign)],
        summary: "mark the last move as good (!), bad (?) or in between",
        details: "The signs are ! !! ? ?? !? (interesting) and ?! (doubtful); `mark -` takes it away. Saves and \
                  SGF keep signs.",
        example: "mark !",
        in_competitive: Allowed,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Allowed,
        parse: |arguments| {
            if arguments.take_if(|word| word == "-").is_some() {
                return Ok(Command::Mark { sign: None });
            }
            Ok(Command::Mark { sign: Some(arguments.parsed()?) })
        },
    },
    CommandInfo {
        letter: None,
        words: &["promote"],
        arguments: &[],
        summary: "make the line on the board the main line",
        details: "The former main line becomes a variation. `export` writes the main line where a format has only \
                  one. Not in a competitive game.",
        example: "promote",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |_| Ok(Command::Promote),
    },
    CommandInfo {
        letter: None,
        words: &["prune"],
        arguments: &[],
        summary: "remove the last move and all that follow it, for good",
        details: "Its variations and notes go as well. The board then shows the position before it. Not in a \
                  competitive game.",
        example: "prune",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |_| Ok(Command::Prune),
    },
    CommandInfo {
        letter: None,
        words: &["show", "board"],
        arguments: &[],
        summary: "show the board",
        details: "After the end of a game too.",
        example: "show",
        in_competitive: Allowed,
        in_lesson: Allowed,
        in_puzzle: Allowed,
        while_thinking: Allowed,
        parse: |_| Ok(Command::Show),
    },
    CommandInfo {
        letter: None,
        words: &["moves", "history"],
        arguments: &[],
        summary: "list the moves so far, and as a transcript like f5d6c3",
        details: "A transcript is the squares in order, without passes.",
        example: "moves",
        in_competitive: Allowed,
        in_lesson: Allowed,
        in_puzzle: Allowed,
        while_thinking: Allowed,
        parse: |_| Ok(Command::Moves),
    },
    CommandInfo {
        letter: None,
        words: &["restart"],
        arguments: &[],
        summary: "start the same game again, with the same players",
        details: "The game before is left as it stands: `resume` brings it back.",
        example: "restart",
        in_competitive: Allowed,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Allowed,
        parse: |_| Ok(Command::Restart),
    },
    CommandInfo {
        letter: None,
        words: &["player"],
        arguments: &[
            required("side", ArgumentKind::Side),
            required("who", ArgumentKind::Controller),
        ],
        summary: "let a side be played by human, random, or a level's bot",
        details: "random is level 1. It takes effect at once: two bots play the game to its end.",
        example: "player white 2",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |arguments| {
            let side = arguments.side()?;
            let word = arguments.required()?;
            let controller = match word.text.to_lowercase().as_str() {
                "human" => Some(Controller::Human),
                "random" => Level::new(1).map(Controller::Bot),
                other => other.parse().ok().map(Controller::Bot),
            };
            let problem = || Problem::Controller(shortened(word.text));
            let controller = controller.ok_or_else(|| arguments.invalid(word, problem()))?;
            Ok(Command::Player { side, controller })
        },
    },
    CommandInfo {
        letter: Some('C'),
        words: &["icons"],
        arguments: &[required("black", ArgumentKind::Icon), required("white", ArgumentKind::Icon)],
        summary: "the glyphs of Black and White from now on",
        details: "One visible character each, one column wide, of any script; different, and not \
                  - . ? , or #. Pieces can then be named by them. A save keeps its icons. Where nobody has chosen \
                  icons, the prompt shows symbols or letters, as `discs` says.",
        example: "C x o",
        in_competitive: Allowed,
        in_lesson: Allowed,
        in_puzzle: Allowed,
        while_thinking: Allowed,
        parse: |arguments| {
            let black = arguments.required()?.text.to_owned();
            Ok(Command::Icons { black, white: arguments.required()?.text.to_owned() })
        },
    },
    CommandInfo {
        letter: Some('E'),
        words: &["save"],
        arguments: &[SAVE],
        summary: "save the game with its whole history",
        details: "A name is 1 to 64 letters a-z, digits, . _ or -, not starting with a dot. An \
                  earlier save of that name is replaced. Not in a competitive game.",
        example: "E tuesday",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Allowed,
        parse: |arguments| Ok(Command::Save { name: arguments.parsed()? }),
    },
    CommandInfo {
        letter: Some('L'),
        words: &["load"],
        arguments: &[SAVE],
        summary: "load a saved game; undo goes on working",
        details: "Every move is checked as it is played again. The save of another game switches \
                  to that. Not in a competitive game.",
        example: "L tuesday",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |arguments| Ok(Command::Load { name: arguments.parsed()? }),
    },
    CommandInfo {
        letter: Some('R'),
        words: &["remove"],
        arguments: &[SAVE],
        summary: "remove a saved game",
        details: "A file that can't be read as a save is left alone.",
        example: "R tuesday",
        in_competitive: Allowed,
        in_lesson: Allowed,
        in_puzzle: Allowed,
        while_thinking: Allowed,
        parse: |arguments| Ok(Command::Remove { name: arguments.parsed()? }),
    },
    CommandInfo {
        letter: Some('T'),
        words: &["saves"],
        arguments: &[],
        summary: "list the saves",
        details: "Each with its game, who plays, how far it is, the discs, and when it was saved.",
        example: "T",
        in_competitive: Allowed,
        in_lesson: Allowed,
        in_puzzle: Allowed,
        while_thinking: Allowed,
        parse: |_| Ok(Command::Saves),
    },
    CommandInfo {
        letter: None,
        words: &["import"],
        arguments: &[required("file", ArgumentKind::File), optional("n", ArgumentKind::Number)],
        summary: "take the n-th game (default 1) from a file of game records",
        details: "Of Reversi; another game makes way for it. Transcripts, GGF, SGF, WTHOR, OBF, boards and text saves, known by \
                  their extension or content; a name with spaces stands in double quotes. Every \
                  move is checked as it is played again, so undo works. Two people go on with \
                  it, until `player` says otherwise. At the prompt Tab completes the name. Not in \
                  a competitive game.",
        example: "import games.ggf 3",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |arguments| {
            let file = arguments.file()?;
            let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit() || c == '-');
            if let Some(word) = arguments.take_if(|word| !is_number(word)) {
                return Err(arguments.invalid(word, Problem::Unquoted));
            }
            Ok(Command::Import { file, number: arguments.count()? })
        },
    },
    CommandInfo {
        letter: None,
        words: &["export"],
        arguments: &[required("file", ArgumentKind::File)],
        summary: "write the game to a new file, as its extension says",
        details: "Reversi only. The extension is txt (a transcript), ggf, sgf, wtb, obf (the last \
                  position) or svg (a picture of it). SGF has all variations, notes and signs, the others the \
                  main line without moves that were taken back. What the record of an imported game says, names among \
                  it, is kept as long as all its moves are. A file that is there is left alone. \
                  Not in a competitive game.",
        example: "export game.ggf",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Allowed,
        parse: |arguments| Ok(Command::Export { file: arguments.file()? }),
    },
    CommandInfo {
        letter: None,
        words: &["paste"],
        arguments: &[optional("text", ArgumentKind::Text)],
        summary: "take a game or board that is typed or pasted",
        details: "Of Reversi; another game makes way for it. A transcript like f5d6c3, with any text around it, a board with \
                  the side to move, or anything else that import reads. Without it the next lines \
                  are taken, up to an empty one. Undo works. Two people go on with it, until \
                  `player` says otherwise. Not in a competitive game.",
        example: "paste F5d6C3",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |arguments| Ok(Command::Paste { text: arguments.rest() }),
    },
    CommandInfo {
        letter: None,
        words: &["library"],
        arguments: &[
            optional("add", ArgumentKind::OneOf(LIBRARY_TASKS)),
            optional("f", ArgumentKind::File),
        ],
        summary: "list the library of games; add FILE or add this adds to it",
        details: "Of Reversi. `library add games.ggf` keeps the games of a file that `import` reads, \
                  `library add this` the current one. A game that is there already, perhaps turned or \
                  reflected, is not added again. Games that are played to their end at the prompt, on the \
                  screen or in the window are kept by themselves. `find` searches the library.",
        example: "library add games.ggf",
        in_competitive: Allowed,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Allowed,
        parse: |arguments| {
            let Some(word) = arguments.optional() else {
                return Ok(Command::Library { task: LibraryTask::List });
            };
            if word.text.eq_ignore_ascii_case("list") {
                return Ok(Command::Library { task: LibraryTask::List });
            }
            if !word.text.eq_ignore_ascii_case("add") {
                let word_of = shortened(word.text);
                let problem = Problem::NotOneOf { word: word_of, words: LIBRARY_TASKS };
                return Err(arguments.invalid(word, problem));
            }
            if arguments.take_if(|word| word.eq_ignore_ascii_case("this")).is_some() {
                return Ok(Command::Library { task: LibraryTask::AddThis });
            }
            Ok(Command::Library { task: LibraryTask::Add { file: arguments.file()? } })
        },
    },
    CommandInfo {
        letter: None,
        words: &["find"],
        arguments: &[required("what", ArgumentKind::Conditions)],
        summary: "find games of the library: player=ann, year=1980, position",
        details: "Conditions are player=, black=, white=, event= and opening= with part of a name, year= and plies= with \
                  a number or a range like 1980..1985, and result= with black, white, draw or unknown; a \
                  value with spaces stands in double quotes. All of them must hold. `find position` shows \
                  which games came to the position on the board, in any symmetry, what was played there, \
                  and how they ended. Not in a competitive game.",
        example: "find player=ann year=1980..",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Allowed,
        parse: |arguments| {
            let is_position = |word: &str| word.eq_ignore_ascii_case("position");
            let asks = arguments.take_if(is_position).is_some();
            if !asks && arguments.is_at_end() {
                arguments.required()?;
            }
            let position = asks.then_some(Asked::OnBoard);
            Ok(Command::Find { conditions: arguments.conditions()?, position })
        },
    },
    CommandInfo {
        letter: None,
        words: &["puzzle"],
        arguments: &[optional("off", ArgumentKind::Off)],
        summary: "solve a puzzle from your own mistakes: play the best move",
        details: "Of Reversi. The puzzle that is due comes first, then new ones, the easiest first. Play the move that \
                  you think is best: if it is, its line and the reasons follow; if not, the answer to it \
                  is played, and you try again. `next` goes to the next puzzle, or shows the answer. A puzzle \
                  that you knew comes again after days, weeks and months, one that you missed tomorrow. \
                  `puzzle off` leaves; the game before comes back. `puzzles make` makes puzzles. Not in a \
                  competitive game.",
        example: "puzzle",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Allowed,
        while_thinking: Refused,
        parse: |arguments| {
            let is_off = arguments.take_if(|word| word.eq_ignore_ascii_case("off")).is_some();
            Ok(Command::Puzzle { is_on: !is_off })
        },
    },
    CommandInfo {
        letter: None,
        words: &["puzzles"],
        arguments: &[
            optional("do", ArgumentKind::OneOf(PUZZLES_TASKS)),
            optional("x", ArgumentKind::Conditions),
        ],
        summary: "count what is due, or make puzzles",
        details: "`puzzles make` makes puzzles from the mistakes that you made in games played here, and \
                  says how many mistakes give none, and why. With conditions as for `find` it takes these games of the library, \
                  and with player=, black= or white= only the mistakes of that player. Each game is looked at \
                  once; Ctrl-C ends it, and keeps what was found. `puzzles export puzzles.txt` writes each puzzle and each drilled line with \
                  its answers so far to a new file.",
        example: "puzzles make",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |arguments| {
            let Some(word) = arguments.optional() else {
                return Ok(Command::Puzzles { task: PuzzlesTask::List });
            };
            let task = match word.text.to_lowercase().as_str() {
                "list" => PuzzlesTask::List,
                "make" => PuzzlesTask::Make { conditions: arguments.conditions()? },
                "export" => PuzzlesTask::Export { file: arguments.file()? },
                _ => {
                    let word_of = shortened(word.text);
                    let problem = Problem::NotOneOf { word: word_of, words: PUZZLES_TASKS };
                    return Err(arguments.invalid(word, problem));
                }
            };
            Ok(Command::Puzzles { task })
        },
    },
    CommandInfo {
        letter: None,
        words: &["drill"],
        arguments: &[optional("name", ArgumentKind::Opening), optional("p", ArgumentKind::Side)],
        summary: "drill the opening book: drill tiger, drill black",
        details: "Of Reversi. You play the moves of the book from the start, and the opponent answers with its moves, \
                  the better ones more often. `drill tiger` plays lines of that opening, as the side that makes its last move; \
                  `drill tiger white` as White, `drill white` those of the whole book, `drill this` those of the opening on the \
                  board. A move that loses one disc is close; one that loses more is named with the move of the book, and \
                  you try again. `next` shows the move, or goes to the next line. A line comes again after days, weeks and \
                  months, one with a missed move tomorrow; `drill` alone plays those that are due. `drill off` \
                  leaves; the game before comes back. Not in a competitive game.",
        example: "drill tiger",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Allowed,
        while_thinking: Refused,
        parse: |arguments| {
            let mut words = Vec::new();
            while let Some(word) = arguments.optional() {
                words.push(word);
            }
            let is = |word: &str, name: &str| word.eq_ignore_ascii_case(name);
            let side = words.last().and_then(|word| match word.text {
                word if is(word, "black") || is(word, "b") => Some(Player::Black),
                word if is(word, "white") || is(word, "w") => Some(Player::White),
                _ => None,
            });
            if side.is_some() {
                words.pop();
            }
            let lines = match &words[..] {
                [] if side.is_none() => Some(Drilled::Due),
                [] => Some(Drilled::Of(None)),
                [word] if is(word.text, "off") && side.is_none() => None,
                [word] if is(word.text, "this") => Some(Drilled::This),
                [first, ..] => {
                    let name = words.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
                    let opening = name.parse();
                    let opening = opening
                        .map_err(|error| arguments.invalid(*first, Problem::Opening(error)))?;
                    Some(Drilled::Of(Some(opening)))
                }
            };
            Ok(Command::Drill { lines, side })
        },
    },
    CommandInfo {
        letter: None,
        words: &["stats"],
        arguments: &[optional("file", ArgumentKind::File)],
        summary: "show your results, losses and most frequent mistakes",
        details: "Of the games of Reversi that you played here to their end: results against bots by level and month, \
                  discs lost per move by month and phase, and the kinds of your mistakes. The losses are \
                  those of the games that `puzzles make` has judged. `stats progress.svg` draws the \
                  losses as a picture, to a new file.",
        example: "stats",
        in_competitive: Allowed,
        in_lesson: Allowed,
        in_puzzle: Allowed,
        while_thinking: Allowed,
        parse: |arguments| {
            let file = if arguments.is_at_end() { None } else { Some(arguments.file()?) };
            Ok(Command::Stats { file })
        },
    },
    CommandInfo {
        letter: None,
        words: &["setboard"],
        arguments: &[required("board", ArgumentKind::Text), required("p", ArgumentKind::Piece)],
        summary: "put up a board: 64 squares (X O -) and the side to move",
        details: "Of Reversi; another game makes way for it. The squares go from a1 along the rows, X is Black and O White; \
                  between them there may be spaces. The side is X or O. U takes back no more than \
                  what is played from there. Two people play, until `player` says otherwise. \
                  Not in a competitive game.",
        example: "setboard ---------------------------OX------XO--------------------------- X",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |arguments| {
            if arguments.is_at_end() {
                arguments.required()?;
            }
            Ok(Command::SetBoard { text: arguments.rest() })
        },
    },
    CommandInfo {
        letter: None,
        words: &["resume"],
        arguments: &[optional("n", ArgumentKind::Unfinished)],
        summary: "open the latest unfinished game, or the n-th of the list",
        details: "`resume list` lists the unfinished games that no other running program plays, the \
                  latest first, which `resume` alone opens. A game is kept after every move: a crash, a \
                  closed terminal or an early N doesn't lose it. Not in a competitive game.",
        example: "resume 2",
        in_competitive: Refused,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |arguments| {
            if arguments.take_if(|word| word.eq_ignore_ascii_case("list")).is_some() {
                return Ok(Command::Resume { which: Unfinished::List });
            }
            Ok(Command::Resume { which: Unfinished::Number(arguments.count()?) })
        },
    },
    CommandInfo {
        letter: Some('W'),
        words: &["ranking"],
        arguments: &[],
        summary: "show the ranking of the competitive games",
        details: "Place, nickname and best score. Of equal scores the earlier comes first.",
        example: "W",
        in_competitive: Allowed,
        in_lesson: Allowed,
        in_puzzle: Allowed,
        while_thinking: Allowed,
        parse: |_| Ok(Command::Ranking),
    },
    CommandInfo {
        letter: None,
        words: &["seed"],
        arguments: &[required("n", ArgumentKind::Number)],
        summary: "start chance again from n, so that what follows repeats",
        details: "n is a whole number from 0 to 18446744073709551615.",
        example: "seed 42",
        in_competitive: Allowed,
        in_lesson: Refused,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |arguments| {
            let word = arguments.required()?;
            let problem = || Problem::Seed(shortened(word.text));
            let seed = word.text.parse().map_err(|_| arguments.invalid(word, problem()))?;
            Ok(Command::Seed { seed })
        },
    },
    CommandInfo {
        letter: None,
        words: &["help", "?"],
        arguments: &[optional("command", ArgumentKind::Command)],
        summary: "show what to do first; help all lists every command",
        details: "`help J` explains J, and so for each command, by its letter or its word, in either case. \
                  At the prompt a long answer comes a screenful at a time, or in the program that \
                  `$PAGER` names.",
        example: "help J",
        in_competitive: Allowed,
        in_lesson: Allowed,
        in_puzzle: Allowed,
        while_thinking: Allowed,
        parse: |arguments| {
            let Some(word) = arguments.optional() else { return Ok(Command::Help { topic: None }) };
            let problem = || Problem::Topic(shortened(word.text));
            if !word.text.eq_ignore_ascii_case(ALL) {
                find(word.text).ok_or_else(|| arguments.invalid(word, problem()))?;
            }
            Ok(Command::Help { topic: Some(word.text.to_owned()) })
        },
    },
    CommandInfo {
        letter: None,
        words: &["learn"],
        arguments: &[optional("off", ArgumentKind::Off)],
        summary: "learn the current game in eight short steps at the board",
        details: "Each step says what to play; `next` plays it for you or goes on reading. `learn off` leaves. \
                  The game before stays as it is and comes back at the end. Not in a competitive game.",
        example: "learn",
        in_competitive: Refused,
        in_lesson: Allowed,
        in_puzzle: Refused,
        while_thinking: Refused,
        parse: |arguments| {
            let is_off = arguments.take_if(|word| word.eq_ignore_ascii_case("off")).is_some();
            Ok(Command::Learn { is_on: !is_off })
        },
    },
    CommandInfo {
        letter: None,
        words: &["next"],
        arguments: &[],
        summary: "go on with a lesson, a puzzle or a drill",
        details: "In a lesson a move that the step asks for is played. In a puzzle that is not solved yet, and in a line \
                  of a drill, the answer is shown; it counts as missed.",
        example: "next",
        in_competitive: Refused,
        in_lesson: Allowed,
        in_puzzle: Allowed,
        while_thinking: Refused,
        parse: |_| Ok(Command::Next),
    },
    CommandInfo {
        letter: Some('Q'),
        words: &["quit", "exit"],
        arguments: &[],
        summary: "quit; an unfinished game is kept",
        details: "`reversi --resume`, or `resume` at the prompt, goes on with it.",
        example: "Q",
        in_competitive: Allowed,
        in_lesson: Allowed,
        in_puzzle: Allowed,
        while_thinking: Allowed,
        parse: |_| Ok(Command::Quit),
    },
];
