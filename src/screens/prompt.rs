//! The prompt on a terminal: completion, hints, history, colour.

mod helper;
#[cfg(unix)]
mod signals;

use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rustyline::config::{Behavior, BellStyle, ColorMode, CompletionType};
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{
    Cmd, ConditionalEventHandler, Config, Editor, Event, EventContext, EventHandler, KeyEvent,
    Movement, RepeatCount,
};

use super::console::{Console, Ending, Flow, Options, Stopped, complain};
use super::progress;
use super::render::Style;
use super::text::{local, write_player};
use crate::store::{Autosave, Slots};
use helper::PromptHelper;

type PromptEditor = Editor<PromptHelper, FileHistory>;

/// Reads and carries out lines until the person quits.
pub(super) fn run(options: &Options) -> Result<Ending, Stopped> {
    let notice = (!options.resume).then(|| kept_notice(options)).flatten();
    let console = Rc::new(RefCell::new(Console::new(options, Slots::Own)));
    console.borrow_mut().interpreter.set_progress(progress::show);
    #[cfg(unix)]
    signals::keep_when_killed(&console.borrow());
    let mut editor = editor(options, Rc::clone(&console))?;
    let welcome = concat!("reversi ", env!("CARGO_PKG_VERSION"), ". ");
    let welcome =
        format!("{welcome}help lists the commands; N starts a game, A B 1 one with a bot.");
    for line in [Some(welcome), notice].into_iter().flatten() {
        complain(&line, options.ascii);
    }
    let mut number = 0;
    if options.resume {
        answer(&console, "resume", number)?;
    }
    let mut ending = Ending::default();
    loop {
        let (plain, colored) = prompt_text(&console.borrow());
        match editor.readline(&(plain, colored)) {
            Ok(line) => {
                remember(&mut editor, options, &line);
                if answer_all(&console, &line, &mut number)? == Flow::Quit {
                    break;
                }
            }
            Err(ReadlineError::Interrupted)
                if console.borrow().interpreter.question().is_some() =>
            {
                console.borrow_mut().interpreter.stop_asking();
            }
            Err(ReadlineError::Interrupted) => {
                ending.interrupted = true;
                break;
            }
            Err(ReadlineError::Eof) if console.borrow().interpreter.question() == Some("paste") => {
                answer(&console, "", number)?;
            }
            Err(ReadlineError::Eof) => break,
            // Bytes that are no text: the line is lost, the prompt is not.
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                complain("that was not UTF-8: the line is skipped", options.ascii);
            }
            Err(error) => return Err(error.into()),
        }
    }
    drop(editor);
    if let Some(console) = Rc::into_inner(console)
        && console.into_inner().close()
    {
        complain("The game is kept: resume goes on with it.", options.ascii);
    }
    Ok(ending)
}

/// What is said of the game that an earlier run left unfinished.
fn kept_notice(options: &Options) -> Option<String> {
    let (game, saved) = Autosave::new(options.store.clone(), Slots::Own).newest()?;
    Some(format!(
        "An unfinished game of {} is kept ({}, ply {}): resume goes on with it.",
        game.game().info().name,
        local(saved.saved),
        game.plies()
    ))
}

/// Carries out what was entered: one line, or several that were pasted at once.
fn answer_all(
    console: &RefCell<Console>,
    entered: &str,
    number: &mut usize,
) -> Result<Flow, Stopped> {
    for line in entered.split(['\n', '\r']) {
        *number += 1;
        if answer(console, line, *number)? == Flow::Quit {
            return Ok(Flow::Quit);
        }
    }
    Ok(Flow::Continue)
}

/// Carries one line out; what is wrong with it is said, and goes no further.
fn answer(console: &RefCell<Console>, line: &str, number: usize) -> Result<Flow, Stopped> {
    let mut console = console.borrow_mut();
    let busy = Arc::clone(&console.busy);
    busy.store(true, Ordering::Relaxed);
    let result = console.line(Ok(line), number);
    busy.store(false, Ordering::Relaxed);
    progress::clear();
    let text = std::mem::take(&mut console.out);
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(Flow::Quit),
        result => result.map_err(Stopped::Unwritable)?,
    }
    for failure in console.interpreter.autosave_failures() {
        let message = format!("the autosave failed: {failure}");
        // Once is enough: it fails after every move for the same reason.
        if message != console.last_warning {
            console.complain(&message);
            console.last_warning = message;
        }
    }
    Ok(result.unwrap_or_else(|failure| {
        // A program has read it in the object already.
        if console.speaks_text() {
            console.complain(&failure.to_string());
        }
        Flow::Continue
    }))
}

/// `reversi B > `, with the icon of whoever is to move, or `?`.
fn prompt_text(console: &Console) -> (String, String) {
    let session = console.interpreter.session();
    if let Some(question) = console.interpreter.question() {
        let text = format!("{question} > ");
        return (text.clone(), text);
    }
    let text = |style: Style| {
        let mut text = String::from("reversi ");
        match session.turn() {
            Some(player) => write_player(&mut text, session, player, style),
            None => text.push('?'),
        }
        text.push_str(" > ");
        text
    };
    (text(Style::Plain), text(console.style()))
}

fn editor(options: &Options, console: Rc<RefCell<Console>>) -> Result<PromptEditor, Stopped> {
    let color = match console.borrow().style() {
        Style::Plain => ColorMode::Disabled,
        Style::Colored => ColorMode::Forced,
    };
    // Standard output may be a file; the prompt belongs to the person.
    let behavior = if io::stdout().is_terminal() { Behavior::Stdio } else { Behavior::PreferTerm };
    let config = Config::builder()
        .max_history_size(1000)?
        .history_ignore_dups(true)?
        .completion_type(CompletionType::List)
        .bell_style(BellStyle::None)
        .color_mode(color)
        .behavior(behavior)
        .build();
    let mut editor = PromptEditor::with_config(config)?;
    editor.set_helper(Some(PromptHelper::new(console)));
    editor.bind_sequence(KeyEvent::ctrl('C'), EventHandler::Conditional(Box::new(ClearFirst)));
    let history = options.store.line_history();
    // A named pipe would be waited for.
    if history.is_file() {
        // A damaged one is not worth a word.
        let _ = editor.load_history(&history);
    }
    Ok(editor)
}

/// Ctrl-C clears a line that has something on it, and ends the program on an empty one.
struct ClearFirst;

impl ConditionalEventHandler for ClearFirst {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, line: &EventContext) -> Option<Cmd> {
        (!line.line().is_empty()).then_some(Cmd::Kill(Movement::WholeBuffer))
    }
}

/// Adds a line to the history at once, so that even a kill doesn't lose it. A history that can't
/// be written is not worth disturbing a game.
fn remember(editor: &mut PromptEditor, options: &Options, line: &str) {
    if line.trim().is_empty() || !editor.add_history_entry(line).unwrap_or(false) {
        return;
    }
    let path = options.store.line_history();
    let is_writable = path.is_file() || !path.exists();
    if is_writable && std::fs::create_dir_all(options.store.root()).is_ok() {
        let _ = editor.append_history(&path);
    }
}
