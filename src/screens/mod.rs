//! The screens: the prompt, the full-screen board, the window, and the script runner.
//!
//! A screen acts only through the desk. Of the lower rooms, it uses only the types that it shows.

mod advice;
mod analyzed;
mod animation;
mod answers;
mod board_look;
mod discs;
mod failure;
mod full;
mod interface;
mod json;
mod keys;
mod levels;
mod library;
mod light;
mod lines;
mod look;
mod memory;
mod motion;
mod named;
mod options;
mod picture;
mod prompt;
mod render;
mod repertoire;
mod scene;
mod script;
mod shared;
mod spoken;
mod stats;
mod text;
pub mod theme;
mod tiles;
mod variations;
#[cfg(feature = "window")]
pub mod window;
mod words;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::base::language;
use crate::base::system::{SIGCONT, SIGHUP, SIGINT, SIGTERM};
use crate::base::terminal::signals::Signals;
use crate::base::terminal::{ProgressLine, signals};
use crate::desk::{Desk, Settings, Use};
use crate::interpreter::{Command, Event, Reply};
use crate::players::Stop;
use answers::{Answers, ErrorKeeper};
use shared::{FirstScreen, Left, ScreenContext};

pub use animation::animation;
pub use discs::Discs;
pub use interface::Interface;
pub use keys::KeyBindings;
pub use memory::{ThemeChoice, WindowMemory};
pub use options::{Animation, Commands, Options, ReplyFormat, RunEnd, Stopped};
pub use render::Style;
pub use words::table_texts;

/// Runs a screen until it ends.
///
/// # Errors
/// Returns [`Stopped`] if the screen is unavailable, or if input or output fails.
pub fn run(options: &Options, commands: Commands) -> Result<RunEnd, Stopped> {
    match commands {
        Commands::Person => play(options),
        Commands::Script { lines, file } => script::run(options, lines, file.as_deref()),
    }
}

/// Executes one command for a subcommand, and writes its result. Bad records of a file are a failure. Returns also
/// whether games of the library were skipped as unreadable. Ctrl-C stops long work, and the results so far count.
///
/// # Errors
/// Returns [`Stopped`] if the result can't be written.
pub fn carry_out(
    options: &Options,
    command: Command,
    words: &str,
) -> Result<(RunEnd, bool), Stopped> {
    let settings = Settings {
        used_by: Use::Script,
        ..settings_of(options)
    };
    let mut desk = Desk::new(&settings, || ());
    let answers = Answers {
        format: options.format,
        ascii: settings.ascii,
        fits: true,
    };
    let flag = Arc::<AtomicBool>::default();
    signals::stop_on_interrupt(vec![Arc::clone(&flag)]);
    let line = ProgressLine::start();
    let result = desk.carry_out(command, &Stop::from(Arc::clone(&flag)), &mut |progress| {
        if let Some(said) = words::progress(&progress) {
            line.begin(said);
        }
    });
    line.pause();
    let mut out = ErrorKeeper::new(std::io::stdout().lock());
    let mut ending = RunEnd {
        interrupted: flag.load(Ordering::Relaxed),
        ..RunEnd::default()
    };
    let result = result.map_err(failure::Failure::from);
    let event = result.as_ref().ok().map(Reply::head);
    let is_partial = event.is_some_and(|event| event.skipped().is_some());
    ending.failures += usize::from(event.is_some_and(has_bad_records));
    let reader = text::Reader::Script(answers.style());
    // Omit the state of the game: a subcommand plays none.
    if let Err(failure) = answers.write(&mut out, 1, words, result, None, reader) {
        ending.failures += 1;
        // The other subcommands use this form too.
        answers.complain(&format!(
            "reversi: {}",
            words::failure(reader.voice(), &failure)
        ));
    }
    desk.close();
    match out.finish() {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {}
        written => written.map_err(Stopped::Unwritable)?,
    }
    Ok((ending, is_partial))
}

/// Whether parts of a file were reported instead of added.
fn has_bad_records(event: &Event) -> bool {
    matches!(
        event,
        Event::LibraryAdded {
            unreadable: 1..,
            ..
        } | Event::LibraryAdded {
            unread: Some(_),
            ..
        }
    )
}

/// The settings of a session that names openings. Programs get whole lists of games.
fn settings_of(options: &Options) -> Settings {
    Settings {
        names_openings: true,
        lists_all_games: options.format == ReplyFormat::Json,
        ..options.settings.clone()
    }
}

/// The signals that end or continue the program, or end a thought.
const SIGNALS: [i32; 4] = [SIGCONT, SIGHUP, SIGINT, SIGTERM];

/// Shows one screen after another until the user quits.
fn play(options: &Options) -> Result<RunEnd, Stopped> {
    // Programs read JSON, so it stays English.
    if options.format != ReplyFormat::Json {
        language::start(options.language);
    }
    keys::start(options.keys.clone());
    let settings = Settings {
        used_by: Use::Person,
        themes: theme::ThemeName::all().map(String::from).collect(),
        ..settings_of(options)
    };
    let shared = ScreenContext {
        desk: Rc::new(RefCell::new(Desk::new(&settings, || ()))),
        answers: Answers {
            format: options.format,
            ascii: settings.ascii,
            fits: true,
        },
        theme: Cell::new(options.theme),
        options,
        refusal,
        signals: Signals::of(&SIGNALS),
    };
    let answers = shared.answers;
    let ending = one_after_another(&shared, first_screen(&settings, options))?;
    if let Some(desk) = Rc::into_inner(shared.desk) {
        let (is_kept, lost) = desk.into_inner().close();
        for lost in &lost {
            answers.complain(&words::lost(lost));
        }
        if is_kept {
            answers.complain(&words::kept_at_end(answers.voice(options.screen_reader)));
        }
    }
    Ok(ending)
}

/// What the first screen offers. A game that is resumed at once hides the rest.
fn first_screen(settings: &Settings, options: &Options) -> FirstScreen {
    let resume = options.resume;
    FirstScreen {
        mistakes: options.mistakes.clone(),
        kept: if resume { None } else { settings.kept() },
        puzzles: if resume { None } else { settings.puzzles() },
        resume,
    }
}

/// Shows screens until the user quits on one.
fn one_after_another(shared: &ScreenContext<'_>, first: FirstScreen) -> Result<RunEnd, Stopped> {
    let mut start = Some(first);
    let mut interface = shared.options.interface;
    let mut before = None;
    loop {
        if shared.options.screen_reader && interface == Interface::Screen {
            shared.answers.complain(words::spoken_at_the_prompt());
            interface = Interface::Console;
        }
        let left = match refusal(interface) {
            Some(refusal) => Err(refusal),
            None => match interface {
                Interface::Console => prompt::run(shared, start.take()),
                Interface::Screen => full::run(shared, start.take()),
                #[cfg(feature = "window")]
                Interface::Window => window::run(shared, start.take()),
                #[cfg(not(feature = "window"))]
                Interface::Window => Err(Stopped::NoWindow),
            },
        };
        match (left, before) {
            (Ok(Left::End(ending)), _) => return Ok(ending),
            (Ok(Left::For(next)), _) => before = Some(std::mem::replace(&mut interface, next)),
            // If the new screen can't open, return to the previous one.
            (Err(error), Some(former)) if error.is_before_the_start() => {
                shared.answers.complain(&error.to_string());
                (interface, before) = (former, None);
            }
            (Err(error), _) => return Err(error),
        }
    }
}

/// The reason why a screen is unavailable; `None` if it is available.
fn refusal(interface: Interface) -> Option<Stopped> {
    match interface {
        Interface::Console => None,
        Interface::Screen => full::refusal(),
        // A missing display is detected when the window opens.
        Interface::Window => (!cfg!(feature = "window")).then_some(Stopped::NoWindow),
    }
}
