//! `reversi`: runs the program for its arguments, and turns the result into an exit code.

use std::cell::RefCell;
use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs::File;
use std::io::{self, IsTerminal};
use std::panic;
use std::path::Path;
use std::process::{self, ExitCode};

use clap::error::ErrorKind;

use super::arguments::{Color, JobOptions, ReversiArguments};
use super::config::{self, Config, GameName};
use super::subcommands::StudyOptions;
use super::usage::{self, similar_subcommand};
use super::{
    FAILED, UNREADABLE, choose_processor, complain, completions, failed, print, train, variable,
};
use crate::base::files;
use crate::base::language::{Language, reason};
use crate::base::system;
use crate::base::terminal::{columns, rows};
use crate::base::text::{printable, printable_path};
use crate::desk::Settings;
use crate::engine::Processor;
use crate::engine::eval::{Evaluation, LARGEST_FILE};
use crate::games::REGISTRY;
use crate::interpreter::Command;
use crate::players::Level;
use crate::protocols;
use crate::screens::{
    self, Animation, Commands, Interface, KeyBindings, Options, ReplyFormat, RunEnd, Stopped, Style,
};
use crate::store::{Store, StoreError, config_path};
use crate::tools::jobs::{self, BookCommand, Findings};
use crate::tools::run::ToolError;

const INTERRUPTED: u8 = 130;

/// The last message of the program when memory is short.
pub const NO_MEMORY: &str = "reversi: not enough memory: raise the limit on it (ulimit -v)\n";

/// The exit code of a Rust program that has panicked.
const PANICKED: i32 = 101;

pub fn main() -> ExitCode {
    if let Err(code) = choose_processor() {
        return code.into();
    }
    let arguments = match ReversiArguments::of_process() {
        Ok(arguments) => arguments,
        Err(error) => return usage::print(error).into(),
    };
    if arguments.version {
        return version(&arguments);
    }
    if let Some(Err(error)) = arguments.weights.as_deref().map(use_weights) {
        complain(&error);
        return UNREADABLE.into();
    }
    system::survive_size_limit();
    let result = match &arguments.job {
        Some(job) => do_job(job),
        None => run(&arguments),
    };
    match result {
        Ok(code) => code.into(),
        Err(error) => {
            if let Some(error) = error.downcast_ref::<ToolError>() {
                return failed(error).into();
            }
            match error.downcast_ref::<io::Error>() {
                Some(refused) => complain(&reason(refused)),
                None => complain(&error.to_string()),
            }
            let is_unreadable = matches!(
                error.downcast_ref(),
                Some(Stopped::Unreadable { .. } | Stopped::NoScript { .. })
            );
            ExitCode::from(if is_unreadable { UNREADABLE } else { FAILED })
        }
    }
}

fn version(arguments: &ReversiArguments) -> ExitCode {
    let version = usage::version();
    let text = if arguments.verbose {
        about(&version, arguments.data_dir.as_deref())
    } else {
        version
    };
    match print(&text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error.to_string());
            FAILED.into()
        }
    }
}

fn run(arguments: &ReversiArguments) -> Result<u8, Box<dyn Error>> {
    let commands = match arguments.ui {
        Interface::Console => commands(arguments.script.as_deref())?,
        Interface::Screen | Interface::Window => Commands::Person,
    };
    let given = given(arguments)?;
    // The full screen shows mistakes itself: it covers what was written before.
    let mistakes = RefCell::new(Vec::new());
    let report = |mistake: &str| match arguments.ui {
        Interface::Screen => mistakes.borrow_mut().push(mistake.to_owned()),
        Interface::Console | Interface::Window => complain(mistake),
    };
    let (chosen, keys) = match commands {
        Commands::Person => (
            given.over_those_of_user(variable, arguments.ascii, report),
            config::user_keys(report),
        ),
        // Scripts behave the same for every user, and never wait for a file.
        Commands::Script { .. } => (given, KeyBindings::default()),
    };
    let options = Options {
        format: if arguments.json {
            ReplyFormat::Json
        } else {
            ReplyFormat::Text(style(arguments.color))
        },
        interface: arguments.ui,
        strict: arguments.strict,
        resume: arguments.resume,
        theme: chosen.theme,
        discs: chosen.discs.unwrap_or_default(),
        keys,
        mistakes: mistakes.into_inner(),
        animation: if arguments.no_animation {
            Animation::Off
        } else {
            Animation::On
        },
        screen_reader: chosen.screen_reader.unwrap_or_default(),
        language: chosen
            .language
            .unwrap_or_else(|| Language::of_environment(variable)),
        window: chosen.window(),
        keep: Config::keep,
        configure: config::config_line,
        settings: settings(arguments, &chosen)?,
    };
    let ending = screens::run(&options, commands)?;
    Ok(match ending {
        ending if ending.interrupted => INTERRUPTED,
        ending if ending.failures > 0 => FAILED,
        _ => 0,
    })
}

/// The settings that the arguments give.
fn given(arguments: &ReversiArguments) -> Result<Config, Box<dyn Error>> {
    let names = arguments.player_names()?;
    let icons = arguments.player_icons()?;
    Ok(Config {
        game: arguments.game.map(GameName),
        level: arguments.level,
        clock: arguments.clock,
        threads: arguments.threads,
        names,
        icons,
        theme: arguments.theme,
        discs: arguments.discs,
        language: arguments.language,
        coach: None,
        openings: None,
        screen_reader: arguments.screen_reader,
        window: None,
    })
}

/// The settings of the session, of the arguments and the configuration.
fn settings(arguments: &ReversiArguments, chosen: &Config) -> Result<Settings, Box<dyn Error>> {
    let store = store(arguments.data_dir.as_deref())?;
    Ok(Settings {
        setup: arguments.setup(chosen.game())?,
        names: chosen.names.clone(),
        icons: chosen.icons,
        level: chosen.level.unwrap_or(Level::BEGINNER),
        book: arguments.book.open()?,
        threads: chosen.threads.map(|threads| threads.get().into()),
        clock: chosen.clock,
        coach: chosen.coach.unwrap_or_default(),
        keep_coach: Config::keep_coach,
        openings: chosen.openings.clone().unwrap_or_default(),
        keep_openings: Config::keep_openings,
        animate: screens::animation,
        seed: arguments.seed.unwrap_or_else(rand::random),
        ascii: arguments.ascii,
        ..Settings::new(chosen.game(), store)
    })
}

/// The data folder: the given one, or the user's.
fn store(folder: Option<&Path>) -> Result<Store, StoreError> {
    folder.map_or_else(Store::of_user, |folder| Ok(Store::at(folder)))
}

/// The source of the commands: a file, a pipe, or the user at the terminal.
fn commands(script: Option<&Path>) -> Result<Commands, Stopped> {
    match script {
        Some(path) if path.as_os_str() != "-" => {
            let name = printable_path(path).to_string();
            let unreadable = |source| Stopped::Unreadable {
                name: name.clone(),
                source,
            };
            let file = File::open(path).map_err(|source| match path.to_str() {
                // A word without folder and extension may be a misspelled subcommand.
                Some(word)
                    if source.kind() == io::ErrorKind::NotFound
                        && !word.contains(['/', '\\', '.']) =>
                {
                    let similar = similar_subcommand(word);
                    Stopped::NoScript {
                        name: name.clone(),
                        similar,
                    }
                }
                _ => unreadable(source),
            })?;
            // Opening a folder succeeds; only reading it would fail.
            if file.metadata().map_err(unreadable)?.is_dir() {
                return Err(unreadable(io::ErrorKind::IsADirectory.into()));
            }
            Ok(Commands::Script {
                lines: Box::new(file),
                file: Some(name),
            })
        }
        None => Ok(Commands::of_stdin()),
        Some(_) => Ok(Commands::stdin_script()),
    }
}

fn do_job(job: &JobOptions) -> Result<u8, Box<dyn Error>> {
    end_on_panic();
    let findings = match job {
        JobOptions::Perft(options) => jobs::perft(options)?,
        JobOptions::Bench(options) => jobs::bench(options)?,
        JobOptions::Solve(options) => jobs::solve(options)?,
        JobOptions::Analyze(options) => jobs::analyze(options)?,
        JobOptions::Match(options) => jobs::match_play(options)?,
        JobOptions::Merge(options) => jobs::merge(options)?,
        JobOptions::Progress(options) => jobs::progress(options)?,
        JobOptions::Convert(options) => jobs::convert(options)?,
        JobOptions::Positions(options) => jobs::positions(options)?,
        JobOptions::Book {
            command: Some(command),
            ..
        } => jobs::book(command)?,
        JobOptions::Book {
            command: None,
            show,
        } => jobs::book(&BookCommand::Show(show.clone()))?,
        JobOptions::Library(options) => {
            return study(&options.study, "library", &options.lines());
        }
        JobOptions::Find(options) => return study(&options.study, "find", &[options.line()]),
        JobOptions::Puzzles(options) => {
            return study(&options.study, "puzzles", &[options.line()]);
        }
        JobOptions::Repertoire(options) => {
            return study(&options.study, "repertoire", &[options.line()]);
        }
        JobOptions::Stats(options) => return study(&options.study, "stats", &[options.line()]),
        JobOptions::Config(options) => return Ok(config::config(options, complain)?),
        JobOptions::Completions { shell } => {
            let script = completions(*shell);
            print(&script).map(|()| Findings::default())?
        }
        JobOptions::Train(options) => {
            let result = train::train(options)?;
            print(&result).map(|()| Findings::default())?
        }
        JobOptions::Gtp(options) => {
            protocols::gtp(&options.start()?).map(|()| Findings::default())?
        }
        JobOptions::Nboard(options) => {
            protocols::nboard(&options.start()?).map(|()| Findings::default())?
        }
        JobOptions::Ugi(options) => {
            let started = options.conversation.start()?;
            protocols::ugi(&started, options.game).map(|()| Findings::default())?
        }
    };
    Ok(match findings {
        Findings {
            interrupted: true, ..
        } => INTERRUPTED,
        Findings { unreadable, .. } if unreadable > 0 => UNREADABLE,
        Findings { wrong, .. } if wrong > 0 => FAILED,
        _ => 0,
    })
}

/// Runs lines of the prompt for the subcommand with the same name.
fn study(
    options: &StudyOptions,
    name: &'static str,
    lines: &[Vec<&str>],
) -> Result<u8, Box<dyn Error>> {
    let wrong = |reason: &str| ToolError::usage(name, ErrorKind::ValueValidation, reason);
    let commands = lines
        .iter()
        .map(|words| Command::parse_words(words))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| wrong(&error.to_string()))?;
    if commands.iter().any(Command::needs_game) {
        let reason = "no game on a board in the shell: give a file, a position or conditions";
        return Err(wrong(reason).into());
    }
    let settings = Settings::new(REGISTRY[0], store(options.data_dir.as_deref())?);
    let format = if options.json {
        ReplyFormat::Json
    } else {
        ReplyFormat::Text(style(Color::Auto))
    };
    let screen = Options {
        format,
        ..Options::new(settings)
    };
    let mut code = 0;
    for command in commands {
        let (ending, is_partial) = screens::carry_out(&screen, command, name)?;
        code = match ending {
            RunEnd {
                interrupted: true, ..
            } => return Ok(INTERRUPTED),
            RunEnd { failures: 1.., .. } => FAILED,
            _ if is_partial => UNREADABLE,
            _ => code,
        };
    }
    Ok(code)
}

/// Ends the process after a panic on any thread, because other threads may wait for that one.
fn end_on_panic() {
    let default = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        // Rust's message for a thread that can't be started because memory is short.
        #[cfg(unix)]
        if info
            .payload_as_str()
            .is_some_and(|message| message.contains("(os error 12)"))
        {
            system::end_without_memory(NO_MEMORY);
        }
        default(info);
        process::exit(PANICKED);
    }));
}

/// Installs the weights from a file. Call this before the first search.
fn use_weights(path: &Path) -> Result<(), String> {
    let name = printable_path(path);
    let bytes = files::read(path, LARGEST_FILE);
    let bytes = bytes.map_err(|error| format!("can't read {name}: {error}"))?;
    let evaluation = Evaluation::from_bytes(&bytes).map_err(|error| format!("{name}: {error}"))?;
    evaluation
        .install()
        .map_err(|error| format!("{name}: {error}"))
}

fn style(color: Color) -> Style {
    let colored = match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
    };
    if colored {
        Style::Colored
    } else {
        Style::Plain
    }
}

/// The optional features of the crate, and whether this program was built with them.
const FEATURES: [(&str, bool); 1] = [("window", cfg!(feature = "window"))];

const OF_TERMINALS: [&str; 5] = ["TERM", "COLORTERM", "TERM_PROGRAM", "LC_ALL", "LANG"];

const MAX_LENGTH: usize = 60;

/// Describes the program, the machine, the folders and the terminal, one per line.
/// It changes nothing, and reads no user files.
fn about(version: &str, data_dir: Option<&Path>) -> String {
    let mut text = version.to_owned();
    let mut row = |name: &str, value: String| {
        let _ = writeln!(text, "{:<11}{value}", format!("{name}:"));
    };
    let engines: Vec<String> = Processor::available()
        .iter()
        .map(ToString::to_string)
        .collect();
    row("engines", engines.join(", "));
    row("processor", processor());
    row(
        "system",
        format!("{} {}", env::consts::OS, env::consts::ARCH),
    );
    row("features", features());
    let data = store(data_dir).map(|store| place(store.root()));
    row("data", data.unwrap_or_else(|error| error.to_string()));
    let config = config_path();
    row(
        "settings",
        config
            .as_deref()
            .map_or_else(|| "no home folder".to_owned(), place),
    );
    row("terminal", terminal());
    let set: Vec<String> = env::vars_os()
        .filter_map(|(name, _)| name.into_string().ok())
        .filter(|name| name.starts_with("REVERSI_") || name == "NO_COLOR")
        .map(|name| printable(&name).limited(MAX_LENGTH).to_string())
        .collect();
    row(
        "variables",
        if set.is_empty() {
            "none".to_owned()
        } else {
            set.join(", ")
        },
    );
    text
}

fn place(path: &Path) -> String {
    let absence = if path.exists() { "" } else { " (not there)" };
    format!("{}{absence}", printable_path(path))
}

/// The name of the processor, if known, and the number of its threads.
fn processor() -> String {
    let known = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = known
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let name = name.map_or("unknown", |(_, name)| name);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    format!(
        "{}, threads: {threads}",
        printable(name).limited(MAX_LENGTH)
    )
}

fn features() -> String {
    let built: Vec<&str> = FEATURES
        .iter()
        .filter(|(_, is_built)| *is_built)
        .map(|(name, _)| *name)
        .collect();
    if built.is_empty() {
        "default".to_owned()
    } else {
        format!("default, {}", built.join(", "))
    }
}

fn terminal() -> String {
    let output = match columns() {
        Some(columns) => format!("{columns} x {}", rows()),
        None => "output is not a terminal".to_owned(),
    };
    let input = if io::stdin().is_terminal() {
        ""
    } else {
        ", input is not a terminal"
    };
    let variables = OF_TERMINALS.iter().filter_map(|name| {
        Some(format!(
            ", {name}={}",
            printable(&variable(name)?).limited(MAX_LENGTH)
        ))
    });
    format!("{output}{input}{}", variables.collect::<String>())
}
