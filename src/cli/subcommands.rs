//! The options of the subcommands for learning (library, find, puzzles, repertoire and stats) and for other programs (gtp, nboard
//! and ugi).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::book::Book;
use crate::games::{Info, REGISTRY};
use crate::interpreter;
use crate::players::Level;
use crate::protocols::ProtocolOptions;
use crate::report::page::is_page;
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
    #[arg(value_name = "TASK", default_value = "list", value_parser = actions("library"))]
    pub task: String,

    /// add: files, in any input format of `convert`; delete, restore: numbers of games, as `find` shows them; tag, untag: the
    /// same, then the tag; export: a file
    #[arg(value_name = "WHAT")]
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
    #[arg(value_name = "CONDITION")]
    pub conditions: Vec<String>,

    /// Show how games continued from this position: moves (f5d6c3), or 64 squares and the side to
    /// move
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,

    /// Data and output
    #[command(flatten)]
    pub study: StudyOptions,
}

/// The options of `reversi puzzles`.
#[derive(Debug, Clone, Args)]
pub struct PuzzlesOptions {
    /// What to do
    #[arg(value_name = "TASK", default_value = "list", value_parser = actions("puzzles"))]
    pub task: String,

    /// make: conditions, as for `find`; export: the file
    #[arg(value_name = "WHAT")]
    pub what: Vec<String>,

    /// Overwrite the file of export if it exists
    #[arg(long)]
    pub force: bool,

    /// Data and output
    #[command(flatten)]
    pub study: StudyOptions,
}

/// The options of `reversi repertoire`.
#[derive(Debug, Clone, Args)]
pub struct RepertoireOptions {
    /// What to do
    #[arg(value_name = "TASK", default_value = "list", value_parser = actions("repertoire"))]
    pub task: String,

    /// add: black or white, `find`, and conditions, as for `find`; remove: `all`, black or white; export: the file
    #[arg(value_name = "WHAT")]
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
    /// Draw the losses to FILE, as SVG, or write a web page if it ends in .html
    #[arg(value_name = "FILE")]
    pub file: Option<String>,

    /// Write the statistics to FILE as a web page
    #[arg(long, value_name = "FILE", conflicts_with = "file", value_parser = page_name)]
    pub html: Option<String>,

    /// Overwrite FILE if it exists
    #[arg(long)]
    pub force: bool,

    /// Data and output
    #[command(flatten)]
    pub study: StudyOptions,
}

/// The name of a web page, whose extension makes `stats` write one.
fn page_name(name: &str) -> Result<String, String> {
    if is_page(Path::new(name)) {
        Ok(name.to_owned())
    } else {
        Err("the name of a web page ends in .html".to_owned())
    }
}

/// The actions of a command, for help and completion.
fn actions(command: &str) -> PossibleValuesParser {
    PossibleValuesParser::new(interpreter::first_words(command))
}

impl LibraryOptions {
    /// The lines of the prompt: for several files, one each.
    pub fn lines(&self) -> Vec<Vec<&str>> {
        if self.task == "add" && !self.what.is_empty() {
            return self.what.chunks(1).map(|file| self.line(file)).collect();
        }
        vec![self.line(&self.what)]
    }

    fn line<'a>(&'a self, what: &'a [String]) -> Vec<&'a str> {
        let task = ["library", &self.task].into_iter();
        task.chain(what.iter().map(String::as_str))
            .chain(self.repair.then_some("--repair"))
            .chain(self.force.then_some("--force"))
            .collect()
    }
}

impl FindOptions {
    pub fn line(&self) -> Vec<&str> {
        let position = self.position.iter();
        let words = self.conditions.iter().map(String::as_str);
        ["find"]
            .into_iter()
            .chain(words)
            .chain(position.flat_map(|text| ["--position", text]))
            .collect()
    }
}

impl PuzzlesOptions {
    pub fn line(&self) -> Vec<&str> {
        let what = self.what.iter().map(String::as_str);
        let words = ["puzzles", &self.task].into_iter().chain(what);
        words.chain(self.force.then_some("--force")).collect()
    }
}

impl RepertoireOptions {
    pub fn line(&self) -> Vec<&str> {
        let what = self.what.iter().map(String::as_str);
        let words = ["repertoire", &self.task].into_iter().chain(what);
        words.chain(self.force.then_some("--force")).collect()
    }
}

impl StatsOptions {
    pub fn line(&self) -> Vec<&str> {
        let file = self.file.as_deref().or(self.html.as_deref());
        let words = ["stats"].into_iter().chain(file);
        words.chain(self.force.then_some("--force")).collect()
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
    /// Game unless the client sets one: rv, c4, co, gr, qu or rr
    #[arg(short, long, value_name = "GAME", default_value = REGISTRY[0].word(), value_parser = GameParser(REGISTRY))]
    pub game: &'static Info,

    /// Level, engine and random seed
    #[command(flatten)]
    pub conversation: ConversationOptions,
}
