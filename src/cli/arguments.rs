//! The command line, as parsed by clap. Help, man page and completions are generated from it.

use std::env;
use std::ffi::OsStr;
use std::num::NonZero;
use std::path::PathBuf;

use clap::builder::{BoolishValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use super::config::{ConfigOptions, add_theme_files};
use super::subcommands::{
    BookChoice, ConversationOptions, FindOptions, LibraryOptions, PuzzlesOptions,
    RepertoireOptions, StatsOptions, UgiOptions,
};
use super::train::TrainOptions;
use super::translated::language_of_help;
use super::{translated, usage, usage_error};
use crate::base::language::{self, Language, argument_name, tr};
use crate::games::{self, Info, Setup, Size, quarto};
use crate::players::{Level, TimeControl};
use crate::screens::theme::ThemeName;
use crate::screens::{Discs, Interface};
use crate::session::{Icons, PlayerNames};
use crate::tools::jobs::{
    AnalyzeOptions, BenchOptions, BookCommand, ConvertOptions, MatchOptions, MergeOptions,
    PerftOptions, PositionsOptions, ProgressOptions, ShowOptions, SolveOptions,
};
use crate::tools::run::{GameParser, ToolError};

/// Play, analyze and solve Reversi (Othello), and play four other board games
///
/// On a terminal, reversi starts an interactive prompt; type `help` there. Given a file or a pipe,
/// it runs the commands as a script, without prompt or color, and reports errors with line numbers
/// on standard error.
#[derive(Debug, Clone, Default, Parser)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option that is given or not"
)]
#[command(
    name = "reversi",
    version,
    disable_version_flag = true,
    override_usage = "reversi [OPTIONS] [FILE]\n       reversi [--weights <FILE>] <COMMAND>",
    after_help = "Exit codes: 0 success, 1 a command failed, 2 usage error, 3 invalid input, \
                  130 interrupted.\n\
                  Data folder: --data-dir, then $REVERSI_HOME, then the user's data folder.\n\
                  Settings: options, then $REVERSI_GAME etc., then `reversi config`."
)]
pub struct ReversiArguments {
    /// Subcommand to run instead of playing
    #[command(subcommand)]
    pub job: Option<JobOptions>,

    /// Run the commands in FILE (- for standard input), then exit
    #[arg(value_name = "FILE")]
    pub script: Option<PathBuf>,

    /// Game to play: rv, c4, co, gr, qu or rr, or its full name [default: rv]
    #[arg(short, long, value_name = "GAME", value_parser = GameParser(games::REGISTRY), help_heading = "Game", hide_possible_values = true)]
    pub game: Option<&'static Info>,

    /// Default bot level at the prompt [default: 1]
    #[arg(long, value_name = "LEVEL", help_heading = "Game")]
    pub level: Option<Level>,

    /// Clock of both sides in new games, such as 5m+3s [default: none]
    #[arg(long, value_name = "TIME", help_heading = "Game")]
    pub clock: Option<TimeControl>,

    /// User interface: prompt, screen or window
    #[arg(short = 'u', long, value_enum, value_name = "SCREEN", default_value_t, conflicts_with_all = ["script", "json"], help_heading = "Display", hide_possible_values = true)]
    pub ui: Interface,

    /// Board columns, 4 to 26 (Gravity only) [default: 10]
    #[arg(short = 'x', long, alias = "dimX", value_name = "N", value_parser = clap::value_parser!(u8).range(4..=26), help_heading = "Game")]
    pub columns: Option<u8>,

    /// Board rows, 4 to 26 (Gravity only) [default: 10]
    #[arg(short = 'y', long, alias = "dimY", value_name = "N", value_parser = clap::value_parser!(u8).range(4..=26), help_heading = "Game")]
    pub rows: Option<u8>,

    /// Play the variant of the game
    #[arg(long = quarto::VARIANT.name, help = quarto::VARIANT.help, help_heading = "Game")]
    pub variant: bool,

    /// Names of the first and the second player
    #[arg(long, num_args = 2, value_names = ["FIRST", "SECOND"], help_heading = "Display")]
    pub names: Option<Vec<String>>,

    /// Icons for Black and White
    #[arg(long, num_args = 2, value_names = ["BLACK", "WHITE"], help_heading = "Display")]
    pub icons: Option<Vec<String>>,

    /// Print one JSON object per command
    #[arg(long, help_heading = "Script")]
    pub json: bool,

    /// Stop at the first error
    #[arg(long, help_heading = "Script")]
    pub strict: bool,

    /// Set the random seed, which makes a run reproducible
    #[arg(long, value_name = "N", help_heading = "Game")]
    pub seed: Option<u64>,

    /// Continue the last unfinished game
    #[arg(long, help_heading = "Game")]
    pub resume: bool,

    /// Use only ASCII in output
    #[arg(long, help_heading = "Display")]
    pub ascii: bool,

    /// When to use color: auto, always or never
    #[arg(
        long,
        alias = "colour",
        value_enum,
        default_value_t,
        value_name = "WHEN",
        help_heading = "Display",
        hide_possible_values = true
    )]
    pub color: Color,

    /// Color theme: dark, light, high-contrast, color-blind or mono [default: by background]
    #[arg(long, value_name = "NAME", value_parser = ThemeParser, help_heading = "Display", hide_possible_values = true)]
    pub theme: Option<ThemeName>,

    /// How to draw discs: auto, letters, symbols or large
    #[arg(long, value_name = "HOW", ignore_case = true, value_parser = discs(), help_heading = "Display", hide_possible_values = true)]
    pub discs: Option<Discs>,

    /// Show moves at once, without animation
    #[arg(long, help_heading = "Display")]
    pub no_animation: bool,

    #[arg(
        long,
        value_name = "LANGUAGE",
        help_heading = "Display",
        help = "Language of the screens: en, pt_PT, pt_BR or es [default: the system's]"
    )]
    pub language: Option<Language>,

    /// Describe the board and moves in sentences, for screen readers
    #[arg(long, value_name = "on|off", num_args = 0..=1, require_equals = true, default_missing_value = "on", value_parser = BoolishValueParser::new(), hide_possible_values = true, help_heading = "Display")]
    pub screen_reader: Option<bool>,

    /// Use the evaluation weights in FILE (Reversi)
    #[arg(
        long,
        global = true,
        value_name = "FILE",
        help_heading = "Engine and data"
    )]
    pub weights: Option<PathBuf>,

    /// Search threads of analysis, hints, solve and bots with a time limit [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..).map(|threads| NonZero::new(threads).unwrap_or(NonZero::<u8>::MIN)), help_heading = "Engine and data")]
    pub threads: Option<NonZero<u8>>,

    /// Opening book
    #[command(flatten, next_help_heading = "Engine and data")]
    pub book: BookChoice,

    /// Folder for saved games, ranking, library and puzzles
    #[arg(long, value_name = "DIR", help_heading = "Engine and data")]
    pub data_dir: Option<PathBuf>,

    /// Print the version
    #[arg(short = 'V', long, help_heading = None::<&'static str>)]
    pub version: bool,

    /// With --version: add system details for bug reports
    #[arg(short, long, requires = "version", help_heading = None::<&'static str>)]
    pub verbose: bool,
}

/// A job that needs no prompt.
#[derive(Debug, Clone, Subcommand)]
pub enum JobOptions {
    /// Count Reversi positions by depth (perft); a pass counts as a ply
    Perft(PerftOptions),

    /// Benchmark the search on a fixed set of positions
    ///
    /// With one thread, node counts are reproducible; equal counts mean that two versions search
    /// alike.
    Bench(BenchOptions),

    /// Solve positions exactly, and check the scores given in the file
    ///
    /// Input has one position per line. Reversi: 64 squares from a1 to h8 (X, O, -) and the side to
    /// move, optionally with scored moves (OBF): `... X; A2:+38; C7:+36;`. Connect Four: the
    /// columns played so far (1 to 7) and a score, which is 22 minus the winner's number of
    /// counters, negative if the side to move loses. # starts a comment.
    ///
    /// Invalid lines are reported and skipped. Exits with 1 if a score is wrong, 3 if a line is
    /// invalid.
    Solve(SolveOptions),

    /// Analyze recorded games: best moves, discs lost, mistakes, score chart
    ///
    /// Reads transcripts like f5d6c3 and every input format of `convert`. Each move is compared
    /// with the best one; scores near the end are exact. A move is best, good (loses up to 2
    /// discs), an inaccuracy (up to 5), a mistake (up to 11) or a blunder.
    ///
    /// Invalid records and other text are reported and skipped (exit code 1). Ctrl-C stops the search
    /// and prints the moves analyzed so far.
    Analyze(AnalyzeOptions),

    /// Play a match or tournament of bots or programs, and estimate the Elo differences
    ///
    /// Three or more players play a tournament.
    ///
    /// Each opening is played twice with colors reversed. Resigning, running out of time, an
    /// illegal move or a crash counts as a loss and is reported. Exits with 1 if a program failed
    /// or broke the rules, 3 if the openings can't be read.
    Match(Box<MatchOptions>),

    /// Merge the files of shards that `solve` or `match` has written
    ///
    /// The first line of each file names its kind, the weights and the options; files of different runs
    /// are refused, and so are missing, incomplete and duplicate shards. The output equals the
    /// output of a run without shards. A match gets its totals, a tournament its table.
    Merge(MergeOptions),

    /// Show how far the shards are whose files are in a folder
    ///
    /// Reads the files that `solve`, `match`, `book` and `train` write, and changes none. Shards of the same run
    /// are one line. A shard runs if it has written a row in the last minute, or within ten times its average time
    /// per row; otherwise it is quiet. Speeds are averages since the creation of the files; the remaining time is
    /// for the shards that run now.
    Progress(ProgressOptions),

    /// Convert game records between formats, or print statistics about them
    ///
    /// Formats: transcripts (`F5d6C3`), GGF, SGF (Othello), PGN, OBF, boards, WTHOR with its name files, and
    /// text saves. Pictures (SVG) can be written only.
    ///
    /// Invalid records are reported with their number and byte offset, and the others are converted. The
    /// exit code is 1 if a record is invalid or can't be represented in the target format, or if text belongs
    /// to no record.
    Convert(ConvertOptions),

    /// Write positions with a given score and ply, one OBF line each
    ///
    /// They are drawn at random from the built-in opening book and the analyzed games of your library, without a
    /// search. At the prompt, `N score=-4..4 plies=20` starts a game from one.
    Positions(PositionsOptions),

    /// List your game library, or add games to it
    ///
    /// The library holds the games you add and those you finish at the prompt, on the full screen
    /// or in the window. Duplicates are skipped, even rotated or mirrored ones.
    ///
    /// Invalid records and other text are reported and skipped (exit code 1).
    Library(LibraryOptions),

    /// Search your game library by player, year, result or position
    Find(FindOptions),

    /// Create puzzles from your mistakes, list them, or export them
    ///
    /// `puzzles make` analyzes the games you played here, or the library games that match
    /// conditions; each game is used once. Solve the puzzles at the prompt with `puzzle`. Ctrl-C
    /// stops it and keeps the puzzles made so far.
    Puzzles(PuzzlesOptions),

    /// List your own opening lines, add those of library games, or export them
    ///
    /// At the prompt, `repertoire add` adds the moves on the board, and `drill repertoire` drills the lines.
    Repertoire(RepertoireOptions),

    /// Show your results, discs lost and common mistakes
    Stats(StatsOptions),

    /// Build, extend, check and show opening books
    ///
    /// Without a command it shows a book's moves: `reversi book f5d6`.
    #[command(disable_help_subcommand = true, args_conflicts_with_subcommands = true)]
    Book {
        /// What to do with a book
        #[command(subcommand)]
        command: Option<BookCommand>,

        /// What to show without a command
        #[command(flatten)]
        show: ShowOptions,
    },

    /// Show or change settings
    ///
    /// Prints each setting with its value and source: environment variable, configuration file or
    /// default. Settings apply to the prompt, the full screen and the window; scripts and
    /// subcommands ignore them.
    Config(ConfigOptions),

    /// Create the evaluation: self-play, labeling and fitting
    ///
    /// Each stage reads files and writes one. Output depends only on input and options, not on threads,
    /// so stages can be sharded and resumed.
    Train(Box<TrainOptions>),

    /// Generate a shell completion script
    ///
    /// For bash, add `eval "$(reversi completions bash)"` to ~/.bashrc. Bash, zsh and fish also
    /// complete option values.
    Completions {
        /// Shell
        #[arg(value_enum)]
        shell: Shell,
    },

    /// Run as a GTP engine for Othello (Quarry, GoGui)
    ///
    /// Exits on `quit` or end of input. Searches 18 plies unless a level or clock is set.
    Gtp(ConversationOptions),

    /// Run as an NBoard engine (protocol version 2)
    ///
    /// Exits at quit, or when the client is gone.
    Nboard(ConversationOptions),

    /// Run as a UGI engine (Universal Game Interface) for any game
    ///
    /// Exits at quit, or when the client is gone.
    Ugi(UgiOptions),
}

impl ReversiArguments {
    pub fn of_process() -> Result<Self, clap::Error> {
        // Most starts have no arguments, and building all subcommands takes more memory than the prompt.
        if env::args_os().len() <= 1 {
            return Ok(Self::default());
        }
        let read = |matches| match refuse_with_job(&matches) {
            Ok(()) => Self::from_arg_matches(&matches),
            Err(error) => Err(error),
        };
        let command = usage::command();
        if !env::args_os().any(|argument| may_ask_for_help(&argument)) {
            return command
                .try_get_matches()
                .and_then(read)
                .map_err(about_first_word);
        }
        let english = help(&command);
        // Only help is translated: what runs after it, and usage errors, are in English.
        language::start(language_of_help());
        let translated = translated::in_language(command.clone());
        let help = help(&translated);
        if let Err(error) = translated.override_help(help).try_get_matches()
            && error.kind() == ErrorKind::DisplayHelp
        {
            return Err(error);
        }
        language::stop();
        let read = command
            .override_help(english)
            .try_get_matches()
            .and_then(read);
        read.map_err(about_first_word)
    }

    pub fn setup(&self, game: &Info) -> Result<Setup, ToolError> {
        let usual = game.sizes.map_or(
            Size {
                columns: 8,
                rows: 8,
            },
            |sizes| sizes.usual,
        );
        let size = (self.columns.is_some() || self.rows.is_some()).then(|| Size {
            columns: self.columns.unwrap_or(usual.columns),
            rows: self.rows.unwrap_or(usual.rows),
        });
        let chosen = Setup {
            size,
            variant: self.variant,
            ..Setup::default()
        };
        game.setup(chosen)
            .map(|_| chosen)
            .map_err(|error| usage_error(error.to_string()))
    }

    pub fn player_names(&self) -> Result<Option<PlayerNames>, ToolError> {
        let Some([first, second]) = self.names.as_deref() else {
            return Ok(None);
        };
        let names =
            PlayerNames::new(first, second).map_err(|error| usage_error(error.to_string()))?;
        if self.ascii && !names.is_ascii() {
            return Err(usage_error("player names must be ASCII with --ascii"));
        }
        Ok(Some(names))
    }

    pub fn player_icons(&self) -> Result<Option<Icons>, ToolError> {
        let Some([black, white]) = self.icons.as_deref() else {
            return Ok(None);
        };
        let icons = Icons::parse(black, white).map_err(|error| usage_error(error.to_string()))?;
        if self.ascii && !icons.is_ascii() {
            return Err(usage_error("icons must be ASCII with --ascii"));
        }
        Ok(Some(icons))
    }
}

/// Replaces the error about an argument after a word that is neither a subcommand nor a file.
fn about_first_word(error: clap::Error) -> clap::Error {
    usage::about_first_word(error, &env::args_os().nth(1).unwrap_or_default())
}

/// Whether an argument may request the program's help: `help`, `--help`, or `-h` among short options.
fn may_ask_for_help(argument: &OsStr) -> bool {
    argument.to_str().is_some_and(|argument| {
        let short = argument
            .strip_prefix('-')
            .filter(|rest| !rest.starts_with('-'));
        ["help", "--help"].contains(&argument) || short.is_some_and(|short| short.contains('h'))
    })
}

/// The subcommands for other programs and for developers, which are last in the help.
const FOR_PROGRAMS: [&str; 7] = [
    "gtp",
    "nboard",
    "ugi",
    "perft",
    "bench",
    "train",
    "completions",
];

/// The help of `reversi`: options by subject, then the subcommands for players, then the others.
fn help(command: &clap::Command) -> String {
    let end = command
        .get_after_help()
        .map(ToString::to_string)
        .unwrap_or_default();
    let mut options = command
        .clone()
        .mut_subcommands(|one| one.hide(true))
        .after_help("");
    options = options.mut_arg("help", |help| help.help(tr!("Print help")));
    let mut text = options.render_help().to_string().trim_end().to_owned() + "\n";
    let mut list = |heading: &str, is_listed: &dyn Fn(&str) -> bool| {
        text = format!("{text}\n{heading}:\n");
        for one in command
            .get_subcommands()
            .filter(|one| is_listed(one.get_name()))
        {
            let about = one.get_about().map(ToString::to_string).unwrap_or_default();
            text = format!("{text}  {:<11}  {about}\n", one.get_name());
        }
    };
    list(tr!("Commands"), &|name| {
        !FOR_PROGRAMS.contains(&name) && name != "help"
    });
    list(tr!("Commands for other programs and developers"), &|name| {
        FOR_PROGRAMS.contains(&name)
    });
    let more = tr!(
        "`reversi help {command}` explains a command.",
        command = argument_name("COMMAND")
    );
    format!("{text}\n{more}\n{end}\n")
}

/// Rejects options of the prompt and of scripts before a subcommand. Both accept `--weights`.
fn refuse_with_job(matches: &ArgMatches) -> Result<(), clap::Error> {
    let Some(job) = matches.subcommand_name() else {
        return Ok(());
    };
    let mut command = usage::command();
    let is_given = |argument: &&Arg| {
        let id = argument.get_id().as_str();
        id != "weights" && matches.value_source(id) == Some(ValueSource::CommandLine)
    };
    let given = command
        .get_arguments()
        .find(is_given)
        .map(ToString::to_string);
    given.map_or(Ok(()), |given| {
        let reason = format!("the argument '{given}' cannot be used with '{job}'");
        Err(command.error(ErrorKind::ArgumentConflict, reason))
    })
}

/// Reads the name of a built-in theme or of a theme file.
#[derive(Clone)]
struct ThemeParser;

impl TypedValueParser for ThemeParser {
    type Value = ThemeName;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<ThemeName, clap::Error> {
        // Mistakes in the files are reported when a screen starts.
        add_theme_files(|_| {});
        value.to_string_lossy().parse().map_err(|error| {
            let option = argument.map(ToString::to_string).unwrap_or_default();
            let reason = format!("invalid value for '{option}': {error}");
            command.clone().error(ErrorKind::ValueValidation, reason)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = ThemeName::BUILT_IN.into_iter().map(ThemeName::as_str);
        Some(Box::new(names.map(PossibleValue::new)))
    }
}

fn discs() -> impl TypedValueParser<Value = Discs> {
    let names = Discs::ALL.map(Discs::as_str);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Discs>())
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, or if `CLICOLOR_FORCE` is set; never with `NO_COLOR` or `TERM=dumb`
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_without_arguments_has_the_defaults_of_the_command_line() {
        let parsed = ReversiArguments::try_parse_from(["reversi"]).unwrap();
        assert_eq!(
            format!("{:?}", ReversiArguments::default()),
            format!("{parsed:?}")
        );
    }

    #[test]
    fn what_is_the_same_at_the_prompt_is_known_in_the_shell() {
        for (_, shell) in crate::interpreter::SAME_IN_THE_SHELL {
            let words = ["reversi"].into_iter().chain(shell.split(' '));
            let parsed = ReversiArguments::try_parse_from(words);
            let is_help = *shell == "--help";
            assert!(parsed.is_ok() != is_help, "{shell}");
        }
    }
}
