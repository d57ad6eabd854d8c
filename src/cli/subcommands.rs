//! The options of the subcommands for learning (library, find, puzzles and stats) and for other programs (gtp, nboard
//! and ugi).

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::usage_error;
use crate::book::Book;
use crate::games::{Info, REGISTRY};
use crate::interpreter::{Asked, Command, LibraryTask, PuzzlesTask};
use crate::players::Level;
use crate::protocols::ProtocolOptions;
use crate::records::{BoardPosition, Condition, typed_position};
use crate::tools::jobs::open_book;
use crate::tools::run::{EngineOptions, GameParser, ToolError, threads};

/// Where the data is, and how the answer looks.
#[derive(Debug, Clone, Args)]
pub struct StudyOptions {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// Data folder
    #[arg(long, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
}

/// The options of `reversi library`.
#[derive(Debug, Clone, Args)]
pub struct LibraryOptions {
    /// Action
    #[arg(value_name = "TASK", default_value = "list", value_parser = PossibleValuesParser::new(["add", "list", "delete", "tag", "untag", "check", "export", "deviations"]))]
    pub task: String,

    /// add: files, in any input format of `convert`; delete: numbers of games, as `find` shows them; tag, untag: the
    /// same, then the tag; export: a file
    #[arg(value_name = "WHAT", required_if_eq_any([("task", "add"), ("task", "delete"), ("task", "tag"), ("task", "untag"), ("task", "export")]))]
    pub what: Vec<String>,

    /// Overwrite the file of export if it exists
    #[arg(long)]
    pub force: bool,

    /// check: derive anew what follows from the moves
    #[arg(long)]
    pub repair: bool,

    /// Data and output
    #[command(flatten)]
    pub study: StudyOptions,
}

/// The options of `reversi find`.
#[derive(Debug, Clone, Args)]
pub struct FindOptions {
    /// player= black= white= event= opening= (part of a name), year=1980..1985, plies=60..,
    /// result=black|white|draw|unknown, tag=; all must match
    #[arg(value_name = "CONDITION", value_parser = str::parse::<Condition>, required_unless_present = "position")]
    pub conditions: Vec<Condition>,

    /// Show how games continued from this position: moves (f5d6c3), or 64 squares and the side to
    /// move
    #[arg(long, value_name = "POSITION", value_parser = typed_position)]
    pub position: Option<BoardPosition>,

    /// Data and output
    #[command(flatten)]
    pub study: StudyOptions,
}

/// The options of `reversi puzzles`.
#[derive(Debug, Clone, Args)]
pub struct PuzzlesOptions {
    /// What to do
    #[arg(value_name = "TASK", default_value = "list", value_parser = PossibleValuesParser::new(["list", "make", "export"]))]
    pub task: String,

    /// make: conditions, as for `find`; export: the file
    #[arg(value_name = "WHAT", required_if_eq("task", "export"))]
    pub what: Vec<String>,

    /// Overwrite the file of export if it exists
    #[arg(long)]
    pub force: bool,

    /// Data and output
    #[command(flatten)]
    pub study: StudyOptions,
}

/// The options of `reversi stats`.
#[derive(Debug, Clone, Args)]
pub struct StatsOptions {
    /// Draw the losses to FILE, as SVG
    #[arg(long, value_name = "FILE")]
    pub svg: Option<String>,

    /// Overwrite FILE if it exists
    #[arg(long, requires = "svg")]
    pub force: bool,

    /// Data and output
    #[command(flatten)]
    pub study: StudyOptions,
}

impl PuzzlesOptions {
    pub fn command(&self) -> Result<Command, ToolError> {
        let unexpected =
            |word: &String| usage_error(format!("unexpected '{word}' after {}", self.task));
        if self.force && self.task != "export" {
            return Err(usage_error("--force is for export: it overwrites the file"));
        }
        let task = match (&*self.task, &self.what[..]) {
            ("make", conditions) => {
                let read = |text: &String| {
                    let condition = text.parse::<Condition>();
                    condition.map_err(|error| usage_error(format!("'{text}': {error}")))
                };
                let conditions = conditions.iter().map(read).collect::<Result<_, _>>()?;
                PuzzlesTask::Make { conditions }
            }
            ("export", [file]) => PuzzlesTask::Export {
                file: file.clone(),
                force: self.force,
            },
            ("export", [_, word, ..]) | ("list", [word, ..]) => return Err(unexpected(word)),
            _ => PuzzlesTask::List,
        };
        Ok(Command::Puzzles { task })
    }
}

impl StatsOptions {
    pub fn command(&self) -> Command {
        Command::Stats {
            file: self.svg.clone(),
            force: self.force,
        }
    }
}

impl LibraryOptions {
    pub fn commands(&self) -> Result<Vec<Command>, ToolError> {
        let number = |word: &String| {
            let wrong = |_| usage_error(format!("'{word}' is not the number of a game"));
            word.parse::<usize>().map_err(wrong)
        };
        let numbers = |words: &[String]| words.iter().map(number).collect::<Result<Vec<_>, _>>();
        if self.repair && self.task != "check" {
            return Err(usage_error(
                "--repair is for check: use reversi library check --repair",
            ));
        }
        if let ("tag" | "untag", [words @ .., text]) = (&*self.task, &self.what[..]) {
            if words.is_empty() {
                return Err(usage_error(format!(
                    "{} needs numbers of games and a tag",
                    self.task
                )));
            }
            let too_long = || usage_error(format!("'{text}' is too long for a tag"));
            let task = LibraryTask::tag(numbers(words)?, text, self.task == "tag");
            return Ok(vec![Command::Library {
                task: task.ok_or_else(too_long)?,
            }]);
        }
        let tasks = match (&*self.task, self.what.first()) {
            ("add", _) => self
                .what
                .iter()
                .map(|file| LibraryTask::Add { file: file.clone() })
                .collect(),
            ("delete", _) => vec![LibraryTask::Delete {
                numbers: numbers(&self.what)?,
            }],
            ("export", Some(file)) if self.what.len() == 1 => {
                vec![LibraryTask::Export {
                    file: file.clone(),
                    force: self.force,
                }]
            }
            ("check", None) => vec![LibraryTask::Check {
                repairs: self.repair,
            }],
            ("deviations", None) => vec![LibraryTask::Deviations],
            (_, None) => vec![LibraryTask::List],
            (task, Some(word)) => {
                let add = if task == "list" {
                    format!(": use reversi library add {word}")
                } else {
                    String::new()
                };
                return Err(usage_error(format!(
                    "unexpected '{word}' after {task}{add}"
                )));
            }
        };
        Ok(tasks
            .into_iter()
            .map(|task| Command::Library { task })
            .collect())
    }
}

impl FindOptions {
    pub fn command(&self) -> Command {
        let position = self.position.map(Asked::Of);
        Command::Find {
            conditions: self.conditions.clone(),
            position,
        }
    }
}

/// The opening book of bots and hints.
#[derive(Debug, Clone, Default, Args)]
pub struct BookChoice {
    /// Opening book for bots and hints (Reversi) [default: built in]
    #[arg(long, value_name = "FILE", conflicts_with = "no_book")]
    pub book: Option<PathBuf>,

    /// Don't use an opening book
    #[arg(long)]
    pub no_book: bool,
}

impl BookChoice {
    /// Opens the book; `None` with `--no-book`.
    pub(super) fn open(&self) -> Result<Option<Arc<Book>>, ToolError> {
        (!self.no_book)
            .then(|| open_book(self.book.as_deref()))
            .transpose()
    }
}

/// The options of `reversi gtp` and `reversi nboard`.
#[derive(Debug, Clone, Args)]
pub struct ConversationOptions {
    /// Playing level unless the client sets one: 1 to 20, depth:12, auto1 to auto3, a rating
    /// (1200) or a time per move (2s)
    #[arg(long, value_name = "LEVEL")]
    pub level: Option<Level>,

    /// Memory and threads of the engine
    #[command(flatten)]
    pub engine: EngineOptions,

    /// Opening book
    #[command(flatten)]
    pub book: BookChoice,

    /// Set the random seed, for reproducible games
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

impl ConversationOptions {
    pub(super) fn start(&self) -> Result<ProtocolOptions, ToolError> {
        let book = self.book.open()?;
        let EngineOptions {
            hash: hash_mb,
            threads,
        } = self.engine;
        let threads = threads::available("reversi", threads);
        let seed = self.seed.unwrap_or_else(rand::random);
        Ok(ProtocolOptions {
            level: self.level,
            hash_mb,
            threads,
            book,
            seed,
        })
    }
}

/// The options of `reversi ugi`.
#[derive(Debug, Clone, Args)]
pub struct UgiOptions {
    /// Game unless the client sets one: rv, c4, co, gr or qu
    #[arg(short, long, value_name = "GAME", default_value = REGISTRY[0].word(), value_parser = GameParser(REGISTRY))]
    pub game: &'static Info,

    /// Level, engine and random seed
    #[command(flatten)]
    pub conversation: ConversationOptions,
}
