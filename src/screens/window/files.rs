//! The system's file dialogs, each on a separate thread, so that the window never waits. If the system has none, the
//! window asks for the path itself.

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use eframe::egui::Context;

use super::user_action::{ExportKind, FileTask, Page, UserAction};
use crate::base::language::{ThreadLanguage, tr};

/// A dialog that ends within this time was never shown: no user is that fast.
const UNSEEN: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub struct Files {
    sender: Sender<UserAction>,
    chosen: Receiver<UserAction>,
    is_forbidden: bool,
}

impl Default for Files {
    fn default() -> Self {
        let (sender, chosen) = mpsc::channel();
        Self {
            sender,
            chosen,
            is_forbidden: false,
        }
    }
}

impl Files {
    #[cfg(feature = "window-tests")]
    pub fn forbid(&mut self) {
        self.is_forbidden = true;
    }

    pub fn choose(&self, ctx: &Context, task: FileTask) {
        let sender = self.sender.clone();
        let woken = ctx.clone();
        let language = ThreadLanguage::of_this();
        let ask = move || {
            let asked = Instant::now();
            let action = match language.run(|| system_dialog(task)) {
                // The system's dialog has confirmed this file, but not those that WTHOR writes next to a new one.
                Some(file) => {
                    let is_confirmed = file.symlink_metadata().is_ok();
                    task.action(file, is_confirmed)
                }
                None if asked.elapsed() < UNSEEN => UserAction::Open(Page::File(task)),
                None => return,
            };
            // Ignore the error: the window may be closed.
            let _ = sender.send(action);
            woken.request_repaint();
        };
        let is_asked = !self.is_forbidden
            && thread::Builder::new()
                .name("file dialog".to_owned())
                .spawn(ask)
                .is_ok();
        if !is_asked {
            let _ = self.sender.send(UserAction::Open(Page::File(task)));
            ctx.request_repaint();
        }
    }

    pub fn chosen(&self) -> Vec<UserAction> {
        self.chosen.try_iter().collect()
    }
}

/// The file chosen in the system's dialog; `None` if it was canceled or not shown.
fn system_dialog(task: FileTask) -> Option<PathBuf> {
    let (name, filter, extensions): (_, _, &[&str]) = match task {
        FileTask::Import => {
            let all = ["ggf", "sgf", "pgn", "obf", "wtb", "txt"];
            let dialog = rfd::FileDialog::new().add_filter(tr!("Game files"), &all);
            return dialog.add_filter(tr!("All files"), &["*"]).pick_file();
        }
        FileTask::Export(ExportKind::Record) => (
            "game.ggf",
            tr!("Game files"),
            &["ggf", "sgf", "pgn", "obf", "txt"],
        ),
        FileTask::Export(ExportKind::Report) => ("report.html", tr!("Web pages"), &["html"]),
        FileTask::Export(ExportKind::Animation) => ("game.gif", tr!("Pictures"), &["gif"]),
        FileTask::Export(ExportKind::BoardPicture) => {
            ("board.png", tr!("Pictures"), &["png", "svg"])
        }
        FileTask::Export(ExportKind::ScoreGraph) => {
            ("scores.png", tr!("Pictures"), &["png", "svg"])
        }
    };
    rfd::FileDialog::new()
        .set_file_name(name)
        .add_filter(filter, extensions)
        .save_file()
}

pub fn dropped(ctx: &Context) -> Vec<PathBuf> {
    ctx.input(|input| {
        input
            .raw
            .dropped_files
            .iter()
            .map(|file| file.path().to_owned())
            .collect()
    })
}
