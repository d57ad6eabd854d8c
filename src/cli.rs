//! The command line, as clap reads it. Help, man page and completions are made from it.

mod analyze;
mod book;
mod config;
mod convert;
mod match_play;
mod protocols;
mod solve;
mod study;
#[cfg(feature = "trainer")]
pub mod trainer;
pub mod usage;

use std::env;
use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::{BoolishValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::games::{self, Info, Setup, Size, quarto};
use crate::players::Level;
use crate::screens::Discs;
use crate::screens::theme::ThemeName;
use crate::session::{Icons, Names};

pub use analyze::AnalyzeArguments;
pub use book::{BookArguments, BookChoice};
pub use config::{ConfigArguments, Setting};
pub use convert::ConvertArguments;
pub use match_play::MatchArguments;
pub use protocols::{ProtocolArguments, UgiArguments};
pub use solve::SolveArguments;
pub use study::{
    FindArguments, LibraryArguments, PuzzlesArguments, StatsArguments, StudyArguments,
};

/// Play Reversi (Othello), Connect Four, Complica, Gravity and Quarto in the terminal
///
/// On a terminal, reversi starts a prompt, where help lists the commands. With a file or a pipe it
/// runs the commands from there, without prompt or colour, and reports errors on standard error with
/// their line number.
#[derive(Debug, Clone, Default, Parser)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option that is given or not")]
#[command(
    name = "reversi",
    version,
    disable_version_flag = true,
    override_usage = "reversi [OPTIONS] [FILE]\n       reversi [--weights <FILE>] <COMMAND>",
    after_help = "Exit codes: 0 success, 1 a command failed, 2 wrong usage, 3 unreadable input, \
                  130 interrupted.\n\
                  Data folder: --data-dir, else $REVERSI_HOME, else the user's data folder.\n\
                  Settings: the command line, else $REVERSI_GAME and the like, else `reversi config`."
)]
pub struct Arguments {
    /// Job to run instead of playing
    #[command(subcommand)]
    pub job: Option<Job>,

    /// Run the commands in FILE (- for standard input), then exit
    #[arg(value_name = "FILE")]
    pub script: Option<PathBuf>,

    /// Game to play, by its name or code: rv, c4, co, gr or qu (default: rv)
    #[arg(short, long, value_name = "GAME", value_parser = GameParser(games::REGISTRY))]
    pub game: Option<&'static Info>,

    /// Level of the bot that a first move and `A` alone play against at the prompt (default: 1)
    #[arg(long, value_name = "LEVEL")]
    pub level: Option<Level>,

    /// User interface: the prompt, a full-screen board, or a window
    #[arg(short = 'u', long, value_enum, value_name = "SCREEN", default_value_t, conflicts_with_all = ["script", "json"])]
    pub ui: Ui,

    /// Columns of the board, 4 to 26 (Gravity; default 10)
    #[arg(short = 'x', long = "dimX", value_name = "COLUMNS", value_parser = clap::value_parser!(u8).range(4..=26))]
    pub columns: Option<u8>,

    /// Rows of the board, 4 to 26 (Gravity; default 10)
    #[arg(short = 'y', long = "dimY", value_name = "ROWS", value_parser = clap::value_parser!(u8).range(4..=26))]
    pub rows: Option<u8>,

    /// Play the variant of the game
    #[arg(long = quarto::VARIANT.name, help = quarto::VARIANT.help)]
    pub variant: bool,

    /// Names of the first and the second player
    #[arg(long, num_args = 2, value_names = ["FIRST", "SECOND"])]
    pub names: Option<Vec<String>>,

    /// Symbols of Black and White on the board
    #[arg(long, num_args = 2, value_names = ["BLACK", "WHITE"])]
    pub icons: Option<Vec<String>>,

    /// Print one JSON object per command
    #[arg(long)]
    pub json: bool,

    /// Stop at the first error
    #[arg(long)]
    pub strict: bool,

    /// Set the random seed, which makes a run reproducible
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Continue the last unfinished game
    #[arg(long)]
    pub resume: bool,

    /// Use only ASCII in output
    #[arg(long)]
    pub ascii: bool,

    /// When to use colour
    #[arg(long, alias = "colour", value_enum, default_value_t, value_name = "WHEN")]
    pub color: Color,

    /// Set the colours of the prompt and of the full-screen board
    ///
    /// The default comes from `$REVERSI_THEME`, else from config.ron, else from the terminal's
    /// background.
    #[arg(long, value_name = "NAME", ignore_case = true, value_parser = theme())]
    pub theme: Option<ThemeName>,

    /// How the prompt draws discs
    #[arg(long, value_name = "HOW", ignore_case = true, value_parser = discs())]
    pub discs: Option<Discs>,

    /// Describe the board and every event in sentences, for screen readers
    #[arg(long, value_name = "WHETHER", num_args = 0..=1, require_equals = true, default_missing_value = "on", value_parser = BoolishValueParser::new(), hide_possible_values = true)]
    pub screen_reader: Option<bool>,

    /// Evaluate Reversi positions with the weights in FILE (from `trainer`)
    #[arg(long, global = true, value_name = "FILE")]
    pub weights: Option<PathBuf>,

    /// Opening book
    #[command(flatten)]
    pub book: BookChoice,

    /// Folder for saves, ranking and autosave
    #[arg(long, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,

    /// Print the version
    #[arg(short = 'V', long)]
    pub version: bool,

    /// With --version: also describe the processor, the folders and the terminal, for bug reports
    #[arg(short, long, requires = "version")]
    pub verbose: bool,
}

/// Where a person plays.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Ui {
    /// The prompt
    #[default]
    Console,
    /// A full-screen board in the terminal
    Screen,
    /// A desktop window
    Window,
}

/// A job that needs no prompt.
#[derive(Debug, Clone, Subcommand)]
pub enum Job {
    /// Count the Reversi positions at each depth from the start; a pass counts as a ply
    Perft {
        /// Number of plies
        #[arg(value_parser = clap::value_parser!(u32).range(1..=20))]
        depth: u32,

        /// Number of threads
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,

        /// Memory for a table of counts in MiB, which makes deep counts much faster; 0 for none
        #[arg(long, value_name = "MIB", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=65_536))]
        hash_mb: u32,

        /// Print one JSON object per depth
        #[arg(long)]
        json: bool,
    },

    /// Search a fixed set of positions and print node counts and times
    ///
    /// With one thread the node count is reproducible: two versions with the same count search in the
    /// same way.
    Bench {
        /// Number of search threads
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,

        /// Print one JSON object per position, and one with the totals
        #[arg(long)]
        json: bool,
    },

    /// Find the exact scores of positions, and check the scores given in the file
    ///
    /// The input has one position per line. For Reversi, a line has the 64 squares from a1 to h8 (X, O, -)
    /// and the side to move. In the Othello board format, scored moves follow: `... X; A2:+38; C7:+36;`.
    /// For Connect Four, a line has the columns played from the start, 1 to 7, and a score: 22 minus
    /// the number of counters the winner will have played, negative when the side to move loses.
    /// # starts a comment.
    ///
    /// Invalid lines are reported with their number, and the others are solved. The exit code is 1 if a
    /// score is wrong, 3 if a line is invalid.
    Solve(SolveArguments),

    /// Judge the moves of recorded games: best moves, discs lost, mistakes, and a chart
    ///
    /// The games are transcripts like f5d6c3, or records in any format that convert reads. A search
    /// compares each move with the best one; scores near the end of the game are exact. A move is best,
    /// good (it loses up to 2 discs), an inaccuracy (up to 5), a mistake (up to 11) or a blunder. Totals
    /// for both players follow, and a chart of the score.
    ///
    /// Games that can't be read are reported and skipped; the exit code is then 3. Ctrl-C stops the
    /// search and prints the moves judged so far.
    Analyze(AnalyzeArguments),

    /// Play a match between two players, bots or other programs, and estimate their relative strength
    ///
    /// Each opening is played twice, with colours reversed. A player loses a game when it resigns, runs
    /// out of time, plays an illegal move, or its program fails; each counts as a loss and is reported.
    /// The exit code is 1 if a program failed or broke the rules, 3 if the openings can't be read.
    Match(Box<MatchArguments>),

    /// Convert game records between formats, or print statistics about them
    ///
    /// Formats: transcripts (`F5d6C3`), GGF, SGF (Othello), OBF, boards, WTHOR with its name files, and
    /// text saves. Pictures (SVG) can be written only.
    ///
    /// Bad records are reported with their number and byte offset, and the others are converted. The exit
    /// code is 1 if a record is bad or can't be represented in the target format.
    Convert(ConvertArguments),

    /// Keep games in your library, or list them
    ///
    /// The library is a file of the data folder. It has the games that were added, and those that were
    /// played to their end at the prompt, on the full screen or in the window. A game that is there
    /// already, perhaps turned or reflected, is not added again.
    ///
    /// Records that can't be read are reported and left out; the exit code is then 3.
    Library(LibraryArguments),

    /// Find games of your library, or what was played in a position
    Find(FindArguments),

    /// Make puzzles from your mistakes, count them, or write them to a file
    ///
    /// puzzles make looks at the games that you played at the prompt, on the full screen or in the window,
    /// or at the games of the library that meet conditions. Each game is looked at once. The puzzles are
    /// solved at the prompt, with the command puzzle. Ctrl-C stops it and keeps what was found.
    Puzzles(PuzzlesArguments),

    /// Show your results, losses and most frequent mistakes
    Stats(StatsArguments),

    /// Build, extend, check and show opening books
    #[command(disable_help_subcommand = true)]
    Book(BookArguments),

    /// Show and change the settings of the prompt, the full-screen board and the window
    ///
    /// Prints each setting with its value and where it comes from: an environment variable such as
    /// `REVERSI_THEME`, the configuration file, or the default. Scripts and other subcommands use none of
    /// these.
    Config(ConfigArguments),

    /// Print the completion script of a shell
    ///
    /// For bash, add `eval "$(reversi completions bash)"` to ~/.bashrc. The scripts of bash, zsh and fish
    /// complete values such as games and themes too, the others only subcommands and options.
    Completions {
        /// Shell to complete in
        #[arg(value_enum)]
        shell: Shell,
    },

    /// Play Othello for a GTP client (Go Text Protocol), such as Quarry or GoGui
    ///
    /// Exits at quit, or when the client is gone. With neither a level nor a clock it plays at level 18.
    Gtp(ProtocolArguments),

    /// Play and analyze Othello for a client of the NBoard protocol, version 2
    ///
    /// Exits at quit, or when the client is gone.
    Nboard(ProtocolArguments),

    /// Play any of the games for a UGI client (Universal Game Interface)
    ///
    /// Exits at quit, or when the client is gone.
    Ugi(UgiArguments),
}

/// Memory and threads of the engine.
#[derive(Debug, Clone, Copy, Args)]
pub struct MachineArguments {
    /// Memory for the transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub hash_mb: u32,

    /// Number of search threads (Reversi)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
}

impl Arguments {
    /// Parses the arguments of this process.
    ///
    /// # Errors
    /// A usage error, or the answer to a request for help or the version.
    pub fn of_process() -> Result<Self, clap::Error> {
        // Most starts have none. The command line of all jobs would take more memory than the prompt.
        if env::args_os().len() <= 1 {
            return Ok(Self::default());
        }
        let read = |matches| match refuse_with_job(&matches) {
            Ok(()) => Self::from_arg_matches(&matches),
            Err(error) => Err(error),
        };
        usage::command::<Self>().try_get_matches().and_then(read)
    }

    /// The setup of new games of this kind.
    ///
    /// # Errors
    /// A usage error if the game doesn't support it.
    pub fn setup(&self, game: &Info) -> Result<Setup, clap::Error> {
        let usual = game.sizes.map_or(Size { columns: 8, rows: 8 }, |sizes| sizes.usual);
        let size = (self.columns.is_some() || self.rows.is_some()).then(|| Size {
            columns: self.columns.unwrap_or(usual.columns),
            rows: self.rows.unwrap_or(usual.rows),
        });
        let chosen = Setup { size, variant: self.variant, ..Setup::default() };
        game.setup(chosen).map(|_| chosen).map_err(|error| usage_error(&error))
    }

    /// The names of the players, if given.
    ///
    /// # Errors
    /// A usage error if a name is invalid.
    pub fn player_names(&self) -> Result<Option<Names>, clap::Error> {
        let Some([first, second]) = self.names.as_deref() else { return Ok(None) };
        let names = Names::new(first, second).map_err(|error| usage_error(&error))?;
        if self.ascii && !names.is_ascii() {
            return Err(usage_error(&"the names are not ASCII, and --ascii was given"));
        }
        Ok(Some(names))
    }

    /// The icons of Black and White, if given.
    ///
    /// # Errors
    /// A usage error if an icon is invalid.
    pub fn player_icons(&self) -> Result<Option<Icons>, clap::Error> {
        let Some([black, white]) = self.icons.as_deref() else { return Ok(None) };
        let icons = Icons::parse(black, white).map_err(|error| usage_error(&error))?;
        if self.ascii && !icons.is_ascii() {
            return Err(usage_error(&"the icons are not ASCII, and --ascii was given"));
        }
        Ok(Some(icons))
    }
}

/// Refuses options of the prompt and of scripts with a job; `--weights` applies to both.
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

/// Reads the name of a game as people write it; help and completions list one word for each.
#[derive(Debug, Clone, Copy)]
struct GameParser(&'static [&'static Info]);

impl TypedValueParser for GameParser {
    type Value = &'static Info;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let name = value.to_string_lossy();
        games::find_named(&name).filter(|info| self.0.contains(info)).ok_or_else(|| {
            let option = argument.map(ToString::to_string).unwrap_or_default();
            let reason =
                format!("invalid value '{name}' for '{option}': use {}", games::names(self.0));
            command.clone().error(ErrorKind::ValueValidation, reason)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let value = |info: &&'static Info| PossibleValue::new(info.word()).help(info.rules);
        Some(Box::new(self.0.iter().map(value)))
    }
}

/// Reads the name of a theme; help and completions list them.
fn theme() -> impl TypedValueParser<Value = ThemeName> {
    let names = ThemeName::ALL.map(ThemeName::as_str);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<ThemeName>())
}

/// Reads a way to draw discs; help and completions list them.
fn discs() -> impl TypedValueParser<Value = Discs> {
    let names = Discs::ALL.map(Discs::as_str);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Discs>())
}

/// When to use colour.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` or `TERM=dumb` forbids it; anywhere with `CLICOLOR_FORCE`
    #[default]
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_without_arguments_has_the_defaults_of_the_command_line() {
        let parsed = Arguments::try_parse_from(["reversi"]).unwrap();
        assert_eq!(format!("{:?}", Arguments::default()), format!("{parsed:?}"));
    }
}
