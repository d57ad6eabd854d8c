//! `reversi`: read the arguments, do what they ask, turn the result into an exit code.

use std::error::Error;
use std::fs::File;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use super::about::about;
use super::config::{self, Config};
use super::threads::{self, end_on_panic};
use super::{FAILED, UNREADABLE, choose_processor, completions, print, variable};
use crate::base::files;
use crate::base::system;
use crate::base::text::{printable_path, reason};
use crate::book::Book;
use crate::cli::usage::{self, similar_subcommand};
use crate::cli::{Arguments, BookChoice, Color, Job, ProtocolArguments, StudyArguments, Ui};
use crate::desk::Settings;
use crate::engine::eval::{Evaluation, LARGEST_FILE};
use crate::games::REGISTRY;
use crate::interpreter::{Command, Event};
use crate::protocols;
use crate::screens::{self, Commands, Format, Interface, Options, Stopped, Style};
use crate::store::Store;
use crate::tools::jobs::{self, Bench, Findings, JobError, Perft};

/// The name in messages.
const NAME: &str = "reversi";

/// Ctrl-C.
const INTERRUPTED: u8 = 130;

/// The whole program.
pub fn main() -> ExitCode {
    if let Err(code) = choose_processor(NAME) {
        return code.into();
    }
    let arguments = checked(Arguments::of_process());
    if arguments.version {
        return version(&arguments);
    }
    if let Some(Err(error)) = arguments.weights.as_deref().map(use_weights) {
        complain(&error);
        return UNREADABLE.into();
    }
    system::survive_size_limit();
    let result = match &arguments.job {
        Some(job) => do_job(job.clone()),
        None => run(&arguments),
    };
    match result {
        Ok(code) => code.into(),
        Err(error) => {
            match error.downcast_ref::<io::Error>() {
                Some(refused) => complain(&reason(refused).to_string()),
                None => complain(&error.to_string()),
            }
            let is_unreadable = matches!(
                error.downcast_ref(),
                Some(Stopped::Unreadable { .. } | Stopped::NoScript { .. })
            ) || error.downcast_ref().is_some_and(JobError::is_of_input);
            ExitCode::from(if is_unreadable { UNREADABLE } else { FAILED })
        }
    }
}

/// Prints the version, and what it runs on if that is asked for.
fn version(arguments: &Arguments) -> ExitCode {
    let version = usage::version::<Arguments>();
    let text =
        if arguments.verbose { about(&version, arguments.data_dir.as_deref()) } else { version };
    match print(&text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error.to_string());
            FAILED.into()
        }
    }
}

/// Runs the prompt or a script.
fn run(arguments: &Arguments) -> Result<u8, Box<dyn Error>> {
    let (names, icons) = (checked(arguments.player_names()), checked(arguments.player_icons()));
    let interface = match arguments.ui {
        Ui::Prompt => Interface::Console,
        Ui::Screen => Interface::Screen,
        Ui::Window => Interface::Window,
    };
    let commands = match interface {
        Interface::Console => commands(arguments.script.as_deref())?,
        Interface::Screen | Interface::Window => Commands::Person,
    };
    let given = Config::of_arguments(arguments, names, icons);
    let chosen = match commands {
        Commands::Person => given.over_those_of_user(variable, arguments.ascii, complain),
        // A script does the same for everybody, and doesn't wait for a file to be read.
        Commands::Script { .. } => given,
    };
    let folder = arguments.data_dir.clone();
    let store = folder.map_or_else(Store::of_user, |folder| Ok(Store::at(folder)))?;
    let settings = Settings {
        setup: checked(arguments.setup(chosen.game())),
        names: chosen.names(),
        icons: chosen.icons(),
        level: chosen.level(),
        book: opened(&arguments.book)?,
        seed: arguments.seed.unwrap_or_else(rand::random),
        ascii: arguments.ascii,
        ..Settings::new(chosen.game(), store)
    };
    let options = Options {
        format: if arguments.json { Format::Json } else { Format::Text(style(arguments.color)) },
        interface,
        strict: arguments.strict,
        resume: arguments.resume,
        theme: chosen.theme(),
        discs: chosen.discs(),
        screen_reader: chosen.screen_reader(),
        window: chosen.window(),
        keep: Config::keep,
        settings,
    };
    let ending = screens::run(&options, commands)?;
    Ok(match ending {
        ending if ending.interrupted => INTERRUPTED,
        ending if ending.failures > 0 => FAILED,
        _ => 0,
    })
}

/// Where the commands come from: a file, a pipe, or the person at the terminal.
fn commands(script: Option<&Path>) -> Result<Commands, Stopped> {
    match script {
        Some(path) if path.as_os_str() != "-" => {
            let name = printable_path(path).to_string();
            let unreadable = |source| Stopped::Unreadable { name: name.clone(), source };
            let file = File::open(path).map_err(|source| match path.to_str() {
                // What has no folder and no extension may be meant as a subcommand.
                Some(word)
                    if source.kind() == io::ErrorKind::NotFound
                        && !word.contains(['/', '\\', '.']) =>
                {
                    let similar = similar_subcommand::<Arguments>(word);
                    Stopped::NoScript { name: name.clone(), similar }
                }
                _ => unreadable(source),
            })?;
            // Opening a folder works; only reading it would fail.
            if file.metadata().map_err(unreadable)?.is_dir() {
                return Err(unreadable(io::ErrorKind::IsADirectory.into()));
            }
            Ok(Commands::Script { lines: Box::new(file), file: Some(name) })
        }
        None => Ok(Commands::of_stdin()),
        Some(_) => Ok(Commands::stdin_script()),
    }
}

fn do_job(job: Job) -> Result<u8, Box<dyn Error>> {
    end_on_panic();
    let available = |asked| threads::available(NAME, asked);
    let findings = match job {
        Job::Perft { depth, threads, hash, json } => jobs::perft(Perft {
            depth,
            threads: available(threads.into()),
            hash_mb: hash as usize,
            json,
        })?,
        Job::Bench { threads, json } => {
            jobs::bench(Bench { threads: available(threads.into()), json })?
        }
        Job::Solve(arguments) => {
            let (mut how, input) = checked(arguments.task());
            how.threads = available(how.threads);
            jobs::solve(&how, &input)?
        }
        Job::Analyze(arguments) => {
            let mut how = checked(arguments.task());
            how.threads = available(how.threads);
            jobs::analyze(&how)?
        }
        Job::Match(arguments) => jobs::match_play(&checked(arguments.task()))?,
        Job::Convert(arguments) => jobs::convert(&checked(arguments.task()))?,
        Job::Library(arguments) => {
            return study(&arguments.study, checked(arguments.commands()), "library");
        }
        Job::Find(arguments) => return study(&arguments.study, vec![arguments.command()], "find"),
        Job::Puzzles(arguments) => {
            return study(&arguments.study, vec![checked(arguments.command())], "puzzles");
        }
        Job::Stats(arguments) => {
            return study(&arguments.study, vec![arguments.command()], "stats");
        }
        Job::Book(arguments) => {
            jobs::book(&checked(arguments.task()), |asked| threads::helpers(NAME, asked))?
        }
        Job::Config(asked) => return Ok(config::config(&asked, complain)?),
        Job::Completions { shell } => {
            print(&completions::<Arguments>(NAME, shell))?;
            Findings::default()
        }
        Job::Gtp(arguments) => spoken(protocols::gtp(&speaker(&arguments)?))?,
        Job::Nboard(arguments) => spoken(protocols::nboard(&speaker(&arguments)?))?,
        Job::Ugi(arguments) => {
            spoken(protocols::ugi(&speaker(&arguments.protocol)?, arguments.game))?
        }
    };
    Ok(match findings {
        Findings { interrupted: true, .. } => INTERRUPTED,
        Findings { unreadable, .. } if unreadable > 0 => UNREADABLE,
        Findings { wrong, .. } if wrong > 0 => FAILED,
        _ => 0,
    })
}

/// Carries out commands of the prompt, as subcommands that have the same names.
fn study(
    arguments: &StudyArguments,
    commands: Vec<Command>,
    words: &str,
) -> Result<u8, Box<dyn Error>> {
    let folder = arguments.data_dir.clone();
    let store = folder.map_or_else(Store::of_user, |folder| Ok(Store::at(folder)))?;
    let settings = Settings::new(REGISTRY[0], store);
    let format = if arguments.json { Format::Json } else { Format::Text(style(Color::Auto)) };
    let options = Options { format, ..Options::new(settings) };
    let mut code = 0;
    for command in commands {
        let (ending, event) = screens::carry_out(&options, command, words)?;
        code = match event {
            _ if ending.interrupted => return Ok(INTERRUPTED),
            _ if ending.failures > 0 => FAILED,
            Some(Event::LibraryAdded { unreadable: 1.., .. }) => UNREADABLE,
            _ => code,
        };
    }
    Ok(code)
}

/// Who speaks a protocol, on as many threads as can be started.
fn speaker(arguments: &ProtocolArguments) -> Result<protocols::ProtocolOptions, JobError> {
    let mut speaker = arguments.task(opened(&arguments.book)?);
    speaker.threads = threads::available(NAME, speaker.threads);
    Ok(speaker)
}

/// The opening book, unless it is switched off.
fn opened(choice: &BookChoice) -> Result<Option<Arc<Book>>, JobError> {
    choice.chosen().map(|book| book.open()).transpose()
}

/// A conversation that has ended finds nothing.
fn spoken(result: io::Result<()>) -> io::Result<Findings> {
    result.map(|()| Findings::default())
}

fn checked<T>(read: Result<T, clap::Error>) -> T {
    super::checked(NAME, read)
}

fn complain(message: &str) {
    super::complain(NAME, message);
}

/// Lets the engine search with the weights of a file. It has to be before the first search.
fn use_weights(path: &Path) -> Result<(), String> {
    let name = printable_path(path);
    let bytes = files::read(path, LARGEST_FILE);
    let bytes = bytes.map_err(|error| format!("can't read {name}: {error}"))?;
    let evaluation = Evaluation::from_bytes(&bytes).map_err(|error| format!("{name}: {error}"))?;
    evaluation.install().map_err(|error| format!("{name}: {error}"))
}

fn style(color: Color) -> Style {
    let colored = match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
    };
    if colored { Style::Colored } else { Style::Plain }
}
