//! The system's dialogs for files, which must not hold up the window: each waits on a thread of its own.

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use eframe::egui::Context;

use super::wish::{Wish, Written};

/// The system's dialogs that are open.
#[derive(Debug)]
pub(super) struct Files {
    sender: Sender<Wish>,
    chosen: Receiver<Wish>,
    is_forbidden: bool,
}

impl Default for Files {
    fn default() -> Self {
        let (sender, chosen) = mpsc::channel();
        Self { sender, chosen, is_forbidden: false }
    }
}

impl Files {
    /// Opens no more dialogs.
    pub(super) fn forbid(&mut self) {
        self.is_forbidden = true;
    }

    /// Asks for a record of a game.
    pub(super) fn choose_record(&self, ctx: &Context) {
        self.ask(ctx, || {
            let all = ["ggf", "sgf", "obf", "wtb", "txt"];
            let dialog = rfd::FileDialog::new().add_filter("Game files", &all);
            dialog.add_filter("All files", &["*"]).pick_file().map(Wish::Read)
        });
    }

    /// Asks for a new file.
    pub(super) fn choose_target(&self, ctx: &Context, written: Written) {
        self.ask(ctx, move || {
            let (name, filter, extensions): (_, _, &[&str]) = match written {
                Written::Record => ("game.ggf", "Game files", &["ggf", "sgf", "obf", "txt"]),
                Written::Board => ("board.png", "Pictures", &["png", "svg"]),
                Written::Graph => ("scores.png", "Pictures", &["png", "svg"]),
            };
            let dialog = rfd::FileDialog::new().set_file_name(name).add_filter(filter, extensions);
            dialog.save_file().map(|path| Wish::Write(written, path))
        });
    }

    fn ask(&self, ctx: &Context, ask: impl FnOnce() -> Option<Wish> + Send + 'static) {
        if self.is_forbidden {
            return;
        }
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        let ask = move || {
            if let Some(wish) = ask() {
                // A window that is closed wants no file any more.
                let _ = sender.send(wish);
                ctx.request_repaint();
            }
        };
        // Without a thread there is no dialog; the path can be typed instead.
        let _ = thread::Builder::new().name("file dialog".to_owned()).spawn(ask);
    }

    /// What has been chosen since.
    pub(super) fn chosen(&self) -> Vec<Wish> {
        self.chosen.try_iter().collect()
    }
}

/// The files that have been dropped on the window.
pub(super) fn dropped(ctx: &Context) -> Vec<PathBuf> {
    ctx.input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect())
}
