//! The full-screen board: played with keys or the mouse, and used to study games.

mod app;
mod bars;
mod board;
mod bounded;
mod buttons;
mod card;
mod cells;
mod cursor;
mod discs;
mod draw;
mod ending;
mod entries;
mod events;
mod graph;
mod keys;
mod layout;
mod line;
mod links;
mod list;
mod lists;
mod menu;
mod mouse;
mod moves;
mod moving;
mod overlays;
mod paint;
mod pane;
mod places;
mod replies;
mod tree;
mod tty;

use std::env;
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Instant;

use super::options::{Animation, RunEnd, Stopped};
use super::shared::{FirstScreen, Left, ScreenContext};
use super::theme::{AnswerFilter, BACKGROUND_QUERY, ColorDepth, ThemeName, can_ask};
use super::words::{self, Voice};
use crate::desk::Action;
use app::{App, LoopStep};
use events::{KeyReader, ScreenEvent};
use moving::is_local;
use paint::Paint;
use tty::Tty;

/// The reason why the board is unavailable; `None` if it is available.
pub fn refusal() -> Option<Stopped> {
    (!tty::is_there()).then_some(Stopped::NoTerminal)
}

/// Plays until the user quits or switches to another screen.
pub fn run(shared: &ScreenContext<'_>, start: Option<FirstScreen>) -> Result<Left, Stopped> {
    let (sender, events) = mpsc::channel();
    let news = sender.clone();
    shared.desk.borrow_mut().set_waker(move || {
        // Ignore the error: the screen may have been left.
        let _ = news.send(ScreenEvent::News);
    });
    let desk = Rc::clone(&shared.desk);
    let configure = shared.options.configure;
    let mut app = App::new(desk, paint(shared), shared.refusal, configure);
    app.has_sequences = tty::has_sequences();
    app.moving.is_on = shared.options.animation == Animation::On
        && !shared.options.screen_reader
        && app.paint.has_half_cells()
        && is_local(|name| env::var(name).ok());
    begin(&mut app, start)?;
    // Handle signals before taking over the terminal, so that none comes in between.
    let continued = sender.clone();
    shared.answer_signals(
        move || {
            let _ = continued.send(ScreenEvent::Continued);
        },
        tty::restore_for_good,
    );
    let mut tty = Tty::enter(Rc::clone(&app.link)).map_err(Stopped::Screen)?;
    if shared.theme.get().is_none() && can_ask(|name| env::var(name).ok()) {
        app.background = Some(AnswerFilter::default());
        tty::send(BACKGROUND_QUERY).map_err(Stopped::Screen)?;
    }
    let mut reader = KeyReader::start(sender.clone()).map_err(Stopped::Screen)?;
    let started = Instant::now();
    loop {
        let before = started.elapsed();
        tty.draw(|frame| draw::draw(frame, &mut app, before))
            .map_err(Stopped::Screen)?;
        app.moving.judge(started.elapsed().saturating_sub(before));
        let title = words::window_title(app.desk.borrow().view());
        tty.set_title(title).map_err(Stopped::Screen)?;
        let step = next(&mut app, &events)?;
        if let Some(sequence) = app.to_send.take() {
            tty::send(&sequence).map_err(Stopped::Screen)?;
        }
        match step {
            LoopStep::Continue => {}
            LoopStep::Leave(left) => return Ok(left),
            LoopStep::Reenter => tty.reenter().map_err(Stopped::Screen)?,
            LoopStep::Redraw => tty.redraw().map_err(Stopped::Screen)?,
            LoopStep::Suspend => {
                // During the suspension, keys belong to the shell.
                drop(reader);
                tty.suspend().map_err(Stopped::Screen)?;
                reader = KeyReader::start(sender.clone()).map_err(Stopped::Screen)?;
            }
        }
    }
}

/// Shows the current game, resumes one, or starts a new one.
fn begin(app: &mut App, start: Option<FirstScreen>) -> Result<(), Stopped> {
    let Some(FirstScreen {
        kept,
        puzzles,
        resume,
        mistakes,
    }) = start
    else {
        if app.game(|_| ()).is_none() {
            app.new_game()?;
        }
        return Ok(());
    };
    if resume {
        app.act(Action::Line("resume".to_owned()))?;
    } else {
        app.new_game()?;
        let due = puzzles
            .as_ref()
            .map(|due| words::puzzles::due(Voice::FullScreen, due));
        let said = kept
            .map(|kept| words::kept(Voice::FullScreen, &kept))
            .or(due);
        app.say(said.unwrap_or_else(words::first_keys));
    }
    if !mistakes.is_empty() {
        app.complain(mistakes.join("\n"));
    }
    Ok(())
}

fn paint(shared: &ScreenContext<'_>) -> Paint {
    let variable = |name: &str| env::var(name).ok();
    let name = shared
        .theme
        .get()
        .unwrap_or_else(|| ThemeName::of_environment(variable));
    Paint::new(
        name,
        ColorDepth::of_style(shared.answers.style(), variable),
        shared.answers.ascii,
    )
}

/// Waits for an event, and handles all pending ones. `LoopStep::Continue` means to draw.
fn next(app: &mut App, events: &Receiver<ScreenEvent>) -> Result<LoopStep, Stopped> {
    let first = match app.patience() {
        None => events.recv().ok(),
        Some(patience) => match events.recv_timeout(patience) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => return app.news(),
            Err(RecvTimeoutError::Disconnected) => None,
        },
    };
    // Draw only once for many events: mouse moves and search reports are faster than the eye.
    for event in first
        .into_iter()
        .chain(std::iter::from_fn(|| events.try_recv().ok()))
    {
        let flow = match event {
            ScreenEvent::Input(input) => app.input(input)?,
            ScreenEvent::News => app.news()?,
            ScreenEvent::Continued => LoopStep::Reenter,
            // The user has closed the terminal; the game is saved.
            ScreenEvent::Gone => LoopStep::Leave(Left::End(RunEnd::default())),
        };
        if flow != LoopStep::Continue {
            return Ok(flow);
        }
    }
    Ok(LoopStep::Continue)
}

#[cfg(test)]
mod tests;
