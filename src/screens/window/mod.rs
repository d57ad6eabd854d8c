//! The desktop window, drawn with egui, for all games.
//!
//! [`Window`] draws and plays. Its native part (display and file dialogs) is in this file and in `files.rs`.

mod app;
mod board;
mod contents;
mod dialogs;
mod entries;
mod files;
mod form;
mod geometry;
mod ground;
mod menus;
mod pictures;
mod pieces;
mod pool;
mod settings;
mod sizes;
mod sprites;
mod start;
mod status;
mod study;
mod user_action;
mod wheel;

use std::rc::Rc;

use eframe::egui::{Ui, ViewportBuilder};

use super::answers::Answers;
use super::memory::{Keep, ThemeChoice};
use super::options::{Options, RunEnd, Stopped};
use super::shared::{FirstScreen, Left, ScreenContext};
use super::theme::ThemeName;
use settings::Preferences;

pub use app::Window;

/// Opens the window, and waits until the user closes it, which ends the session.
pub(super) fn run(shared: &ScreenContext<'_>, start: Option<FirstScreen>) -> Result<Left, Stopped> {
    let mut window = Window::at(Rc::clone(&shared.desk), &shared.options.settings);
    let preferences = Preferences::new(shared.options);
    let (width, height) = preferences.kept.size;
    window.prefer(preferences);
    window.begin(start);
    shared.answer_signals(|| (), || ());
    let native = eframe::NativeOptions {
        viewport: ViewportBuilder::default()
            .with_title("reversi")
            .with_app_id("reversi")
            .with_inner_size([f32::from(width), f32::from(height)])
            .with_min_inner_size([360.0, 480.0]),
        ..eframe::NativeOptions::default()
    };
    let Options { keep, theme, .. } = *shared.options;
    let answers = shared.answers;
    let app = move |_: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, _> {
        Ok(Box::new(NativeApp {
            window,
            keep,
            answers,
            theme,
        }))
    };
    match eframe::run_native("reversi", native, Box::new(app)) {
        Ok(()) => Ok(Left::End(RunEnd::default())),
        Err(eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_)) => Err(Stopped::NoDisplay),
        Err(_) => Err(Stopped::NoGraphics),
    }
}

struct NativeApp {
    window: Window,
    keep: Keep,
    answers: Answers,
    theme: Option<ThemeName>,
}

impl eframe::App for NativeApp {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.window.ui(ui);
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        let Preferences { theme, kept, .. } = self.window.preferences();
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
