//! The dialogs of the window, one file each. Only one is open at a time.

mod editor;
mod file;
mod keys;
mod new_game;
mod players;
mod ranking;
mod rules;
mod saves;
mod seat;

use eframe::egui::{Context, Frame, Id, Key, Modal, Modifiers, Response, ScrollArea, Ui};

use super::super::words::dialogs as words;
use super::palette::Palette;
use super::wish::{Page, Wish};
use crate::desk::{Action, Desk};
use crate::interpreter::{Command, Event, Reply, SaveReport};
use crate::session::Entry;

pub(super) use new_game::NewGameForm;
pub(super) use seat::Seat;

/// The dialogs, with what has been typed into them.
#[derive(Debug, Default)]
pub(super) struct Dialogs {
    /// Whether the unfinished game of an earlier run can be resumed.
    pub(super) has_kept: bool,
    page: Option<Page>,
    new_game: NewGameForm,
    players: players::PlayersForm,
    saves: saves::SavesForm,
    editor: editor::EditorForm,
    file: file::FileForm,
    list: Vec<SaveReport>,
    ranking: Vec<Entry>,
}

/// What a dialog needs to know.
pub(super) struct Ground<'a> {
    pub(super) desk: &'a Desk,
    pub(super) palette: &'a Palette,
    pub(super) wishes: &'a mut Vec<Wish>,
}

impl Dialogs {
    /// The dialog that is open.
    pub(super) fn page(&self) -> Option<Page> {
        self.page
    }

    /// The form of new games.
    pub(super) fn new_game(&mut self) -> &mut NewGameForm {
        &mut self.new_game
    }

    /// Opens a dialog, filled in with what is there. What it has to ask the desk for is returned.
    pub(super) fn open(&mut self, page: Page, desk: &Desk) -> Option<Action> {
        self.page = Some(page);
        match page {
            Page::NewGame => {
                self.new_game.follow(desk.view());
                None
            }
            Page::Players => {
                self.players = players::PlayersForm::of(desk.view());
                None
            }
            Page::Editor => {
                self.editor = editor::EditorForm::of(desk.view());
                None
            }
            Page::File(_) => {
                self.file.open();
                None
            }
            Page::Save | Page::Load => Some(Action::Command(Command::Saves)),
            Page::Ranking | Page::Rules | Page::Keys | Page::Settings => None,
        }
    }

    /// Closes the dialog.
    pub(super) fn close(&mut self) {
        self.page = None;
    }

    /// Takes the answers that are shown in dialogs. Returns whether this is one.
    pub(super) fn take(&mut self, reply: &Reply) -> bool {
        match &reply.event {
            Event::Saves { saves } => self.list.clone_from(saves),
            Event::Ranking { entries, .. } => {
                self.ranking.clone_from(entries);
                self.page = Some(Page::Ranking);
            }
            _ => return false,
        }
        true
    }

    /// Shows the dialog that is open; `settings` fills that of the settings.
    pub(super) fn show(
        &mut self,
        ctx: &Context,
        ground: &mut Ground<'_>,
        settings: impl FnOnce(&mut Ui),
    ) {
        let Some(page) = self.page else { return };
        let frame = Frame::popup(&ctx.global_style()).inner_margin(14);
        let response = Modal::new(Id::unique(("dialog", page))).frame(frame).show(ctx, |ui| {
            let room = ctx.content_rect();
            ui.set_width((room.width() - 40.0).min(460.0));
            ui.heading(title(page, ground));
            ui.separator();
            let height = (room.height() - 110.0).max(120.0);
            ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
                match page {
                    Page::NewGame => self.new_game.show(ui, self.has_kept, ground),
                    Page::Players => self.players.show(ui, ground),
                    Page::Save => self.saves.show_save(ui, &self.list, ground),
                    Page::Load => self.saves.show_load(ui, &self.list, ground),
                    Page::Editor => self.editor.show(ui, ground),
                    Page::File(choice) => self.file.show(ui, choice, ground),
                    Page::Ranking => ranking::show(ui, &self.ranking, ground),
                    Page::Rules => rules::show(ui, ground),
                    Page::Keys => keys::show(ui, ground),
                    Page::Settings => {
                        settings(ui);
                        close_button(ui, ground);
                    }
                }
            });
        });
        if response.should_close() {
            ground.wishes.push(Wish::Close);
        }
    }
}

/// The title of a dialog.
fn title(page: Page, ground: &Ground<'_>) -> String {
    match page {
        Page::NewGame => words::NEW_GAME.to_owned(),
        Page::Players => words::PLAYERS.to_owned(),
        Page::Save => words::SAVE.to_owned(),
        Page::Load => words::LOAD.to_owned(),
        Page::Editor => words::EDITOR.to_owned(),
        Page::File(choice) => file::title(choice).to_owned(),
        Page::Ranking => words::RANKING.to_owned(),
        Page::Rules => words::rules(ground.desk.view().info),
        Page::Keys => words::KEYS.to_owned(),
        Page::Settings => words::SETTINGS.to_owned(),
    }
}

/// Whether Enter has been pressed in a field. It belongs to that field alone.
fn is_entered(ui: &Ui, field: &Response) -> bool {
    field.lost_focus() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter))
}

/// The buttons at the end of a dialog: the one that does it, and the one that doesn't.
fn buttons(ui: &mut Ui, label: &str, is_ready: bool, ground: &mut Ground<'_>) -> bool {
    ui.separator();
    // Enter does it too, where it belongs to nothing else.
    let is_free = ui.memory(|memory| memory.focused().is_none());
    let mut is_done = is_ready && is_free && ui.input(|input| input.key_pressed(Key::Enter));
    ui.horizontal(|ui| {
        is_done |= ui.add_enabled(is_ready, eframe::egui::Button::new(label)).clicked();
        if ui.button(words::CANCEL).clicked() {
            ground.wishes.push(Wish::Close);
        }
    });
    is_done
}

/// The button at the end of a dialog that only shows something.
fn close_button(ui: &mut Ui, ground: &mut Ground<'_>) {
    ui.separator();
    if ui.button(words::CLOSE).clicked() {
        ground.wishes.push(Wish::Close);
    }
}
