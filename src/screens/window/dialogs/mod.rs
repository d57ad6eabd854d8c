//! The dialogs of the window. Only one is open at a time.

mod about;
mod editor;
mod file;
mod new_game;
mod saves;
mod seat;

use std::path::Path;

use eframe::egui::{
    Button, Context, Frame, Grid, Id, Key, Modal, Modifiers, Response, RichText, ScrollArea, Ui,
};

use super::entries::menus;
use super::settings::Preferences;
use super::sizes::scaled;
use super::user_action::{Page, UserAction};
use crate::base::language::{tr, translated};
use crate::desk::{Action, Desk, View};
use crate::games::{Player, reversi};
use crate::interpreter::{Awaited, Command, Event, Reply, Side};
use crate::screens::theme::Theme;
use crate::screens::words::{
    Voice, YesOrNo, dialogs as words, loss_of_data, question, start, unsaved_data,
};
use crate::session::{Controller, RankingEntry};
use crate::store::SaveSummary;

pub(super) use seat::SeatForm;

/// The state of all dialogs.
#[derive(Debug, Default)]
pub struct Dialogs {
    pub new_game: new_game::NewGameForm,
    page: Option<Page>,
    /// The action that waits for confirmation.
    pub asked: Option<Action>,
    /// The data that would be lost, in words.
    unsaved: String,
    players: [SeatForm; 2],
    saves: saves::SavesForm,
    editor: Option<editor::EditorForm>,
    file: file::FileForm,
    list: Vec<SaveSummary>,
    ranking: Vec<RankingEntry>,
    folders: about::Folders,
}

pub struct DialogContext<'a> {
    pub desk: &'a Desk,
    pub theme: &'static Theme,
    pub actions: &'a mut Vec<UserAction>,
}

impl DialogContext<'_> {
    /// Closes the dialog, and performs an action.
    fn finish(&mut self, action: UserAction) {
        self.actions.extend([UserAction::Close, action]);
    }
}

impl Dialogs {
    /// Creates the dialogs of a program that keeps its data in a folder.
    pub fn of(data: &Path) -> Self {
        Self {
            folders: about::Folders::new(data),
            ..Self::default()
        }
    }

    pub fn page(&self) -> Option<Page> {
        self.page
    }

    /// Opens a dialog with current values. Returns the action that requests missing data.
    pub fn open(&mut self, page: Page, desk: &Desk) -> Option<Action> {
        self.page = Some(page);
        match page {
            Page::NewGame => self.new_game.follow(desk.view()),
            Page::Players => self.players = controllers(desk.view()).map(SeatForm::of),
            Page::Editor => self.editor = editor::EditorForm::of(desk.view()),
            Page::File(_) => self.file.open(),
            Page::Save | Page::Load => return Some(Action::Command(Command::Saves)),
            Page::Ranking
            | Page::Rules
            | Page::Keys
            | Page::Settings
            | Page::About
            | Page::Loss(_)
            | Page::Side
            | Page::Unsaved
            | Page::Replace => {}
        }
        None
    }

    pub fn close(&mut self) {
        self.page = None;
    }

    /// Closes the question of the desk that is no longer pending.
    pub fn follow(&mut self, desk: &Desk) {
        let is_over = match self.page {
            Some(Page::Side) => desk.view().awaited != Some(Awaited::Side),
            Some(Page::Unsaved) => desk.view().awaited != Some(Awaited::Quit),
            _ => false,
        };
        if is_over {
            self.page = None;
        }
    }

    /// Takes a reply if a dialog shows it. Returns whether one does.
    pub fn take(&mut self, reply: &Reply) -> bool {
        match reply.head() {
            Event::Saves { saves } => self.list.clone_from(saves),
            Event::Ranking { entries, .. } => {
                self.ranking.clone_from(entries);
                self.page = Some(Page::Ranking);
            }
            Event::Asked {
                question: Awaited::Side,
            } => self.page = Some(Page::Side),
            Event::AskedToQuit { unsaved } => {
                self.unsaved = unsaved_data(unsaved);
                self.asked = Some(Action::Command(Command::Quit));
                self.page = Some(Page::Unsaved);
            }
            _ => return false,
        }
        true
    }

    pub fn show(
        &mut self,
        ctx: &Context,
        context: &mut DialogContext<'_>,
        preferences: &mut Preferences,
    ) {
        let Some(page) = self.page else { return };
        let frame = Frame::popup(&ctx.global_style()).inner_margin(14);
        let response = Modal::new(Id::unique(("dialog", page)))
            .frame(frame)
            .show(ctx, |ui| {
                let room = ctx.content_rect();
                ui.set_width((room.width() - 40.0).min(scaled(ui, 500.0)));
                ui.heading(title(page, context.desk));
                ui.separator();
                let height = (room.height() - 110.0).max(120.0);
                let area = ScrollArea::vertical()
                    .max_height(height)
                    .min_scrolled_height(height);
                area.show(ui, |ui| self.content(ui, page, context, preferences));
            });
        if response.should_close() {
            context.actions.push(UserAction::Close);
        }
    }

    fn content(
        &mut self,
        ui: &mut Ui,
        page: Page,
        context: &mut DialogContext<'_>,
        preferences: &mut Preferences,
    ) {
        match page {
            Page::NewGame => return self.new_game.show(ui, context),
            Page::Players => return self.show_players(ui, context),
            Page::Save => return self.saves.show_save(ui, &self.list, context),
            Page::File(task) => return self.file.show(ui, task, context),
            Page::Editor => {
                return self
                    .editor
                    .iter_mut()
                    .for_each(|editor| editor.show(ui, context));
            }
            Page::Replace => {
                ui.label(translated(words::AUTOSAVED));
                if buttons(ui, translated(words::LEAVE), true, context) {
                    context.finish(UserAction::Confirm);
                }
                return;
            }
            Page::Loss(loss) => {
                ui.label(loss_of_data(loss).1);
                if loss_buttons(ui, translated(words::button_of(loss)), context) {
                    context.finish(UserAction::Confirm);
                }
                return;
            }
            Page::Side => return show_side(ui, context),
            Page::Unsaved => {
                ui.label(format!("{}.", self.unsaved));
                if loss_buttons(ui, tr!("Quit"), context) {
                    // The desk's question stays pending until it is confirmed.
                    context.actions.push(UserAction::Confirm);
                }
                return;
            }
            Page::Load => self.saves.show_load(ui, &self.list, context),
            Page::Ranking => show_ranking(ui, &self.ranking),
            Page::Rules => {
                ui.label(Voice::Window.help(translated(context.desk.view().info.details)));
            }
            Page::Keys => show_keys(ui),
            Page::Settings => preferences.show(ui),
            Page::About => self.folders.show(ui),
        }
        // These pages have nothing to apply.
        ui.separator();
        if ui.button(translated(words::CLOSE)).clicked() {
            context.actions.push(UserAction::Close);
        }
    }

    fn show_players(&mut self, ui: &mut Ui, context: &mut DialogContext<'_>) {
        let view = context.desk.view();
        for player in Player::BOTH {
            self.players[player.index()].show(ui, view.info, player);
        }
        if buttons(ui, translated(words::APPLY), true, context) {
            context.actions.push(UserAction::Close);
            // Change the side to move last: a new bot thinks at once, and players can't change during a thought.
            let last = view.turn().unwrap_or(Player::Black);
            for player in [last.opponent(), last] {
                let controller = self.players[player.index()].controller(view.info);
                if controller != controllers(view)[player.index()] {
                    let command = Command::Player {
                        side: Side::Of(player),
                        controller,
                        rating: None,
                    };
                    context.actions.push(UserAction::command(command));
                }
            }
        }
    }
}

fn controllers(view: &View) -> [Controller; 2] {
    let game = view.game.as_ref();
    Player::BOTH
        .map(|player| game.map_or(Controller::Human, |game| game.current.players().of(player)))
}

fn title(page: Page, desk: &Desk) -> String {
    let title = match page {
        Page::NewGame => words::NEW_GAME,
        Page::Players => words::PLAYERS,
        Page::Save => words::SAVE,
        Page::Load => words::LOAD,
        Page::Replace => words::REPLACE,
        Page::Loss(loss) => loss_of_data(loss).0,
        Page::Side => words::WHO_IS_TO_MOVE,
        Page::Unsaved => return question(YesOrNo::Unsaved).title,
        Page::Editor => words::EDITOR,
        Page::File(task) => file::title(task),
        Page::Ranking => words::RANKING,
        Page::Rules => return words::rules(desk.view().info),
        Page::Keys => words::KEYS,
        Page::Settings => words::SETTINGS,
        Page::About => start::ABOUT,
    };
    translated(title).to_owned()
}

fn show_side(ui: &mut Ui, context: &mut DialogContext<'_>) {
    ui.label(translated(words::BOARD_WITHOUT_SIDE));
    ui.separator();
    ui.horizontal(|ui| {
        for player in Player::BOTH {
            if ui.button(words::side(&reversi::INFO, player)).clicked() {
                let action = Action::Side(player);
                context.actions.push(UserAction::Desk(action));
            }
        }
        if ui.button(translated(words::CANCEL)).clicked() {
            context.actions.push(UserAction::Close);
        }
    });
}

fn show_ranking(ui: &mut Ui, entries: &[RankingEntry]) {
    if entries.is_empty() {
        ui.label(translated(words::NO_RANKING));
        return;
    }
    Grid::new("ranking")
        .striped(true)
        .num_columns(3)
        .spacing([24.0, 4.0])
        .show(ui, |ui| {
            for title in [words::PLACE, words::NICKNAME, words::SCORE] {
                ui.label(RichText::new(translated(title)).strong());
            }
            ui.end_row();
            for (place, entry) in (1..).zip(entries) {
                ui.label(place.to_string());
                ui.label(entry.nickname.as_str());
                ui.label(entry.score.to_string());
                ui.end_row();
            }
        });
}

fn show_keys(ui: &mut Ui) {
    let entries = menus().into_iter().flat_map(|(_, entries)| entries);
    let shortcuts = entries.filter_map(|entry| Some((entry.keys?, entry.label)));
    let shortcuts = shortcuts.map(|(keys, label)| (ui.format_shortcut(&keys), label));
    let others =
        words::MORE_KEYS.map(|(keys, what)| (translated(keys).to_owned(), translated(what)));
    let all: Vec<(String, &str)> = others.into_iter().chain(shortcuts).collect();
    Grid::new("keys")
        .striped(true)
        .num_columns(2)
        .show(ui, |ui| {
            for (keys, what) in all {
                ui.label(RichText::new(keys).monospace());
                ui.label(what);
                ui.end_row();
            }
        });
}

/// Whether Enter was pressed in a field. No other widget receives the key.
fn is_entered(ui: &Ui, field: &Response) -> bool {
    field.lost_focus() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter))
}

/// Adds the buttons that accept and cancel a dialog. Returns whether it is accepted, which Enter does, too, unless a
/// widget has the focus.
fn buttons(ui: &mut Ui, label: &str, is_ready: bool, context: &mut DialogContext<'_>) -> bool {
    let is_entered = is_ready && is_free(ui) && ui.input(|input| input.key_pressed(Key::Enter));
    let (accept, _) = both_buttons(ui, label, is_ready, context);
    is_entered || accept.clicked()
}

/// Like [`buttons`], for a loss: Enter cancels, because that button has the focus.
fn loss_buttons(ui: &mut Ui, label: &str, context: &mut DialogContext<'_>) -> bool {
    let is_free = is_free(ui);
    let (accept, cancel) = both_buttons(ui, label, true, context);
    if is_free {
        cancel.request_focus();
    }
    accept.clicked()
}

/// Whether no widget has the focus.
fn is_free(ui: &Ui) -> bool {
    ui.memory(|memory| memory.focused().is_none())
}

fn both_buttons(
    ui: &mut Ui,
    label: &str,
    is_ready: bool,
    context: &mut DialogContext<'_>,
) -> (Response, Response) {
    ui.separator();
    let row = ui.horizontal(|ui| {
        let accept = ui.add_enabled(is_ready, Button::new(label));
        let cancel = ui.button(translated(words::CANCEL));
        if cancel.clicked() {
            context.actions.push(UserAction::Close);
        }
        (accept, cancel)
    });
    row.inner
}
