//! The command line, as clap reads it. Help, man page and completions are made from it.

mod analyze;
mod convert;
mod match_play;
mod protocols;
mod solve;
#[cfg(feature = "trainer")]
pub mod trainer;
pub mod usage;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::games::{self, Info, Setup, Size, quarto};
use crate::screens::theme::ThemeName;
use crate::session::Names;

pub use analyze::AnalyzeArguments;
pub use convert::ConvertArguments;
pub use match_play::MatchArguments;
pub use protocols::{ProtocolArguments, UgiArguments};
pub use solve::SolveArguments;

/// Reversi (Othello) for the terminal: for two people, against bots, or for a place in the
/// ranking; and Connect Four, Complica, Gravity and Quarto.
///
/// On a terminal it is a prompt; help lists the commands there. Fed by a pipe or given a file it
/// runs the commands in it: no prompt, no colour, errors on standard error with their line number.
#[derive(Debug, Clone, Parser)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option that is given or not")]
#[command(
    name = "reversi",
    version,
    override_usage = "reversi [OPTIONS] [FILE]\n       reversi [--weights <FILE>] <COMMAND>",
    after_help = "Exit codes: 0 done, 1 a command failed, 2 wrong usage, 3 unreadable input, \
                  130 interrupted.\n\
                  Data lives in --data-dir, else $REVERSI_HOME, else the user's data folder.\n\
                  Settings are read from config.ron in $REVERSI_HOME, else in the user's configuration \
                  folder."
)]
pub struct Arguments {
    /// A job to do instead of playing
    #[command(subcommand)]
    pub job: Option<Job>,

    /// Run the commands in FILE (- for standard input), then end
    #[arg(value_name = "FILE")]
    pub script: Option<PathBuf>,

    /// Which game: rv Reversi, c4 Connect Four, co Complica, gr Gravity, qu Quarto
    #[arg(short, long, value_name = "CODE", default_value = games::REGISTRY[0].code, value_parser = game)]
    pub game: &'static Info,

    /// Where to play: console is the prompt, screen a board that fills the terminal, window a window
    #[arg(short = 'u', long, value_enum, value_name = "SCREEN", default_value_t = Ui::Console, conflicts_with_all = ["script", "json"])]
    pub ui: Ui,

    /// Columns of the board, 4 to 26 (Gravity; default 10)
    #[arg(short = 'x', long = "dimX", value_name = "COLUMNS")]
    pub columns: Option<u8>,

    /// Rows of the board, 4 to 26 (Gravity; default 10)
    #[arg(short = 'y', long = "dimY", value_name = "ROWS")]
    pub rows: Option<u8>,

    /// Play the variant of the game.
    #[arg(long = quarto::VARIANT.name, help = quarto::VARIANT.help)]
    pub variant: bool,

    /// What the first and the second player are called
    #[arg(long, num_args = 2, value_names = ["FIRST", "SECOND"])]
    pub names: Option<Vec<String>>,

    /// Answer with one JSON object a command
    #[arg(long)]
    pub json: bool,

    /// Stop at the first error
    #[arg(long)]
    pub strict: bool,

    /// Start chance from N, so that a run repeats exactly
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Go on with the game that was left unfinished
    #[arg(long)]
    pub resume: bool,

    /// Keep to ASCII in everything that is written
    #[arg(long)]
    pub ascii: bool,

    /// When to use colour
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,

    /// Set the colours of the full-screen board
    ///
    /// Without it `$REVERSI_THEME` sets them, else config.ron, else the background of the terminal.
    #[arg(long, value_name = "NAME", ignore_case = true, value_parser = theme())]
    pub theme: Option<ThemeName>,

    /// Let the engine of Reversi search with the weights of FILE, which `trainer` has made, instead of
    /// its own
    #[arg(long, global = true, value_name = "FILE")]
    pub weights: Option<PathBuf>,

    /// Keep saves, ranking and autosave in DIR
    #[arg(long, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
}

/// Where a person plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Ui {
    /// The prompt
    Console,
    /// A board that fills the terminal
    Screen,
    /// A window of the desktop
    Window,
}

/// A job that is done without a prompt.
#[derive(Debug, Clone, Subcommand)]
pub enum Job {
    /// Count the positions of Reversi so many plies from the start, a pass counting as a ply
    Perft {
        /// To this depth
        #[arg(value_parser = clap::value_parser!(u32).range(1..=20))]
        depth: u32,

        /// Count on so many threads
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,

        /// Memory for a table of counts, which makes deep ones much faster, in MiB; 0 for none
        #[arg(long, value_name = "MIB", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=65_536))]
        hash_mb: u32,

        /// Answer with one JSON object a depth
        #[arg(long)]
        json: bool,
    },

    /// Search a fixed set of positions, and print how many positions were looked at and how fast
    ///
    /// On one thread the number of nodes is always the same: it says whether two versions search in
    /// the same way.
    Bench {
        /// Search on so many threads
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,

        /// Answer with one JSON object a position, and one for all
        #[arg(long)]
        json: bool,
    },

    /// Find the exact scores of positions, one a line, and check those that the file has
    ///
    /// A line of Reversi is the 64 squares from a1 to h8 (X, O, -), the side to move, and, in the
    /// Othello board format, moves with scores: `... X; A2:+38; C7:+36;`. A line of Connect Four
    /// is the columns played from the start, 1 to 7, and the score: 22 less the number of counters
    /// the winner will have played, negative when the side to move loses. # starts a comment.
    ///
    /// A line that is no position is told with its number, and the others are solved. Exit code 1
    /// if a score is wrong, 3 if a line is no position.
    Solve(SolveArguments),

    /// Judge the moves of recorded games: the best move, discs lost, mistakes, and a chart
    ///
    /// The games are transcripts like f5d6c3 or records of any format that convert reads. Each move is
    /// compared with the best one by a search, towards the end of the game to the last disc, and called best, good (it
    /// lost up to 2 discs), an inaccuracy (up to 5), a mistake (up to 11) or a blunder. Sums for both
    /// players follow, and the score of each ply as a chart.
    ///
    /// A game that can't be read is told and left out; the exit code is 3 then. Ctrl-C ends it with what
    /// there is of the game.
    Analyze(AnalyzeArguments),

    /// Play a match between two players, bots or other programs, and tell how strong they are
    ///
    /// Each opening is played twice, with both colours. Games end by the rules, or when a player
    /// resigns, runs out of time, plays where it may not, or its program fails: all that is a loss,
    /// and is told. Exit code 1 if a program failed or broke the rules, 3 if openings can't be read.
    Match(Box<MatchArguments>),

    /// Convert game records from one format to another, or tell what there is in them
    ///
    /// Formats: transcripts (`F5d6C3`), GGF, SGF of Othello, OBF, boards, WTHOR with the files of names
    /// beside it, text saves, and pictures (SVG), which are only written.
    ///
    /// A bad record is told with its number and byte, and the others are converted. Exit code 1 if a
    /// record is bad or can't be said in the other format.
    Convert(ConvertArguments),

    /// Play Othello for a program that speaks GTP, the Go Text Protocol, as Quarry and GoGui do
    ///
    /// Ends at quit, or when the program at the other end is gone. With neither a level nor a clock
    /// it plays like level 18.
    Gtp(ProtocolArguments),

    /// Play and analyze Othello for a program that speaks the protocol of NBoard, version 2
    ///
    /// Ends at quit, or when the program at the other end is gone.
    Nboard(ProtocolArguments),

    /// Play any of the games for a program that speaks UGI, the Universal Game Interface
    ///
    /// Ends at quit, or when the program at the other end is gone.
    Ugi(UgiArguments),
}

/// What the engine may use of the machine.
#[derive(Debug, Clone, Copy, Args)]
pub struct MachineArguments {
    /// Memory for the table of positions, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub hash_mb: u32,

    /// Number of search threads of the engine of Reversi
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
}

impl Arguments {
    /// Those that this process was started with.
    ///
    /// # Errors
    /// What is wrong with them, or the answer if they ask for help or the version.
    pub fn of_process() -> Result<Self, clap::Error> {
        let read = |matches| match refuse_with_job(&matches) {
            Ok(()) => Self::from_arg_matches(&matches),
            Err(error) => Err(error),
        };
        usage::command::<Self>().try_get_matches().and_then(read)
    }

    /// What new games are set up like.
    ///
    /// # Errors
    /// A usage error when that doesn't go with the game.
    pub fn setup(&self) -> Result<Setup, clap::Error> {
        let usual = self.game.sizes.map_or(Size { columns: 8, rows: 8 }, |sizes| sizes.usual);
        let size = (self.columns.is_some() || self.rows.is_some()).then(|| Size {
            columns: self.columns.unwrap_or(usual.columns),
            rows: self.rows.unwrap_or(usual.rows),
        });
        let chosen = Setup { size, variant: self.variant, ..Setup::default() };
        self.game.setup(chosen).map(|_| chosen).map_err(|error| usage_error(&error))
    }

    /// What the players are called.
    ///
    /// # Errors
    /// A usage error when a name won't do.
    pub fn player_names(&self) -> Result<Option<Names>, clap::Error> {
        let Some([first, second]) = self.names.as_deref() else { return Ok(None) };
        let names = Names::new(first, second).map_err(|error| usage_error(&error))?;
        if self.ascii && !names.is_ascii() {
            return Err(usage_error(&"the names are not ASCII, and --ascii was given"));
        }
        Ok(Some(names))
    }
}

/// Options of the prompt and of scripts mean nothing to a job, but for the weights.
fn refuse_with_job(matches: &ArgMatches) -> Result<(), clap::Error> {
    let Some(job) = matches.subcommand_name() else { return Ok(()) };
    let mut command = usage::command::<Arguments>();
    let is_given = |argument: &&Arg| {
        let id = argument.get_id().as_str();
        id != "weights" && matches.value_source(id) == Some(ValueSource::CommandLine)
    };
    let given = command.get_arguments().find(is_given).map(ToString::to_string);
    given.map_or(Ok(()), |given| {
        let reason = format!("the argument '{given}' cannot be used with '{job}'");
        Err(command.error(ErrorKind::ArgumentConflict, reason))
    })
}

fn usage_error(reason: &impl std::fmt::Display) -> clap::Error {
    usage::error::<Arguments>("", ErrorKind::ValueValidation, reason)
}

fn game(code: &str) -> Result<&'static Info, String> {
    games::find(code).ok_or_else(|| format!("use {}", games::codes()))
}

/// Reads the name of a theme; help and completions list them.
fn theme() -> impl TypedValueParser<Value = ThemeName> {
    let names = ThemeName::ALL.map(ThemeName::as_str);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<ThemeName>())
}

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` or `TERM=dumb` forbids it; anywhere with `CLICOLOR_FORCE`
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}
