//! The desktop window, drawn with egui: the same desk as every other screen, for all games.
//!
//! [`Window`] draws and plays; what the system adds to it (a display, its dialogs) is in this file and in
//! `files.rs`.

mod animation;
mod app;
mod board;
mod dialogs;
mod entries;
mod files;
mod geometry;
mod look;
mod marks;
mod menus;
mod moves;
mod palette;
mod pictures;
mod pieces;
mod pool;
mod preferences;
mod status;
mod study;
mod wish;

use std::rc::Rc;

use eframe::egui::{Ui, ViewportBuilder};

use super::answers::Answers;
use super::memory::{Keep, ThemeChoice};
use super::options::{Ending, Options, Stopped};
use super::shared::{Left, Shared, Start};
use super::theme::ThemeName;
use crate::base::system::SIGCONT;
use crate::base::terminal::signals::Response;
use preferences::Preferences;

pub use app::Window;

/// The smallest size.
const SMALLEST: [f32; 2] = [360.0, 480.0];

/// Opens the window, and waits until it is closed, which ends the session.
pub(super) fn run(shared: &Shared<'_>, start: Option<Start>) -> Result<Left, Stopped> {
    let mut window = Window::at(Rc::clone(&shared.desk));
    let preferences = Preferences::new(shared.options.theme, &shared.options.window);
    let (width, height) = preferences.kept.size;
    window.prefer(preferences);
    let (kept, resumes) = start.map_or((None, false), |start| (start.kept, start.resume));
    window.begin(kept.as_ref(), resumes);
    answer_signals(shared);
    let native = eframe::NativeOptions {
        viewport: ViewportBuilder::default()
            .with_title("reversi")
            .with_app_id("reversi")
            .with_inner_size([f32::from(width), f32::from(height)])
            .with_min_inner_size(SMALLEST),
        ..eframe::NativeOptions::default()
    };
    let Options { keep, theme, .. } = *shared.options;
    let answers = shared.answers;
    let app = move |_: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, _> {
        Ok(Box::new(App { window, keep, answers, theme }))
    };
    let result = eframe::run_native("reversi", native, Box::new(app));
    result.map_err(|error| stopped(&error))?;
    Ok(Left::End(Ending::default()))
}

/// A signal that ends the program waits until the game is kept.
fn answer_signals(shared: &Shared<'_>) {
    let flush = shared.desk.borrow().flusher();
    shared.signals.answer(move |signal| {
        if signal == SIGCONT {
            return Response::Continue;
        }
        flush();
        Response::End
    });
}

/// Why no window could be opened, in words that are not a library's.
fn stopped(error: &eframe::Error) -> Stopped {
    match error {
        eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => Stopped::NoDisplay,
        _ => Stopped::NoGraphics,
    }
}

/// The window as eframe knows it.
struct App {
    window: Window,
    /// Keeps what the window remembers.
    keep: Keep,
    answers: Answers,
    /// The theme that it began with.
    theme: Option<ThemeName>,
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.window.ui(ui);
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        let Preferences { theme, kept } = self.window.preferences();
        let chosen = match theme {
            _ if theme == self.theme => ThemeChoice::Unchanged,
            None => ThemeChoice::System,
            Some(name) => ThemeChoice::Named(name),
        };
        if let Err(why) = (self.keep)(&kept, chosen) {
            self.answers.complain(&why);
        }
    }
}
