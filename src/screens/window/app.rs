//! The content of the window: draws the desk, and performs the user's actions.

#[cfg(feature = "window-tests")]
mod tested;

use std::cell::{Ref, RefCell};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use eframe::egui::{
    self, CentralPanel, Context, Panel, Rect, ScrollArea, Sense, Ui, ViewportCommand, pos2, vec2,
};

use super::board::{BoardContext, BoardPane};
use super::dialogs::{DialogContext, Dialogs, SeatForm};
use super::files::{self, Files};
use super::geometry::Geometry;
use super::menus;
use super::pictures;
use super::pool::{self, PoolPlace};
use super::settings::Preferences;
use super::sizes::{body_size, scaled};
use super::start::StartPage;
use super::status;
use super::study::{StudyLine, StudyPanel};
use super::user_action::{ExportKind, Page, Switch, UserAction};
use crate::base::language::{self, translated};
use crate::desk::{Action, Desk, Notice, Refusal, Settings, ShownGame};
use crate::interpreter::{Command, CopiedPart, Event, Marks, Reply};
use crate::screens::board_look::BoardLook;
use crate::screens::memory::WindowMemory;
use crate::screens::scene::{BoardScene, legal_squares};
use crate::screens::shared::{FirstScreen, StatusMessage, browse_target, copied_text};
use crate::screens::text::{self, Reader};
use crate::screens::theme::{Theme, ThemeName, theme};
use crate::screens::words::{self, Voice, window as said};
use crate::session::{CurrentGame, GamePosition, Ply};

/// The refresh interval of the status line.
const REFRESH_INTERVAL: Duration = Duration::from_millis(250);

/// The width from which the study panel is next to the board, not below it.
const MIN_WIDE: f32 = 680.0;

/// The window without its native part. Any egui context can show it.
pub struct Window {
    desk: Rc<RefCell<Desk>>,
    board: BoardPane,
    dialogs: Dialogs,
    files: Files,
    message: StatusMessage,
    /// The last comment of the coach, until the user's next step.
    comment: String,
    preferences: Preferences,
    /// The start page, while it is shown instead of the board.
    start: Option<StartPage>,
    /// The line of moves that the user steps through.
    line: Option<StudyLine>,
    theme: &'static Theme,
    /// What the look depends on: whether the system is dark, the text size for the window, and the preferences.
    looks_for: Option<(bool, f32, Preferences)>,
    is_full_screen: bool,
    is_over: bool,
    title: String,
    has_waker: bool,
}

impl Window {
    /// Creates a window for a desk that other screens may have used.
    pub(super) fn at(desk: Rc<RefCell<Desk>>, settings: &Settings) -> Self {
        Self {
            desk,
            board: BoardPane::default(),
            dialogs: Dialogs::of(settings.store.root()),
            start: None,
            files: Files::default(),
            comment: String::new(),
            message: StatusMessage::default(),
            preferences: Preferences::default(),
            line: None,
            theme: theme(ThemeName::DARK),
            looks_for: None,
            is_full_screen: false,
            is_over: false,
            title: String::new(),
            has_waker: false,
        }
    }

    /// Resumes the unfinished game if `start` asks for it. Otherwise starts a game if the board has none, and shows the
    /// start page on the first screen.
    pub(super) fn begin(&mut self, start: Option<FirstScreen>) {
        if start.as_ref().is_some_and(|start| start.resume) {
            self.act(Action::Command(Command::LATEST_UNFINISHED));
            return;
        }
        let has_game = self.desk().view().game.is_some();
        if !has_game {
            self.act(Action::Line("against".to_owned()));
        }
        self.start = start.map(|start| StartPage::new(start.kept.as_ref(), start.puzzles.as_ref()));
    }

    /// Returns the desk behind the window.
    pub fn desk(&self) -> Ref<'_, Desk> {
        self.desk.borrow()
    }

    /// Performs an action at the desk, as a click would.
    pub fn act(&mut self, action: Action) {
        self.start = None;
        self.ask(action);
    }

    /// Performs an action at the desk. The start page stays.
    fn ask(&mut self, action: Action) {
        let result = self.desk.borrow_mut().act(action);
        self.complain_of(result);
    }

    /// Applies the preferences of an earlier run.
    pub(super) fn prefer(&mut self, preferences: Preferences) {
        let WindowMemory {
            players: (first, second),
            ..
        } = &preferences.kept;
        self.dialogs.new_game.seats = [SeatForm::of_word(first), SeatForm::of_word(second)];
        self.preferences = preferences;
    }

    /// Returns the preferences to save for the next run.
    pub(super) fn preferences(&mut self) -> Preferences {
        let players = self.dialogs.new_game.seats.map(SeatForm::word);
        self.preferences.kept.players = players.into();
        self.preferences.clone()
    }

    /// Shows a line of moves from the current position, without playing it.
    pub fn play_through(&mut self, moves: Vec<String>) {
        let from = self
            .desk()
            .view()
            .game
            .as_ref()
            .map(|game| game.shown().moves());
        self.line = from.map(|from| StudyLine::new(moves, from));
    }

    fn complain_of(&mut self, result: Result<(), Refusal>) {
        if let Err(refusal) = result {
            self.complain(words::refusal(Voice::Window, &refusal));
        }
    }

    fn complain(&mut self, text: impl Into<String>) {
        let text: String = text.into();
        // Squares such as `d3` stay lowercase.
        let is_word = text.chars().nth(1).is_some_and(char::is_alphabetic);
        self.message
            .complain(if is_word { words::capital(&text) } else { text });
    }

    fn open(&mut self, page: Page) {
        let question = self.dialogs.open(page, &self.desk.borrow());
        if let Some(action) = question {
            self.ask(action);
        }
    }

    /// Draws the window, and performs the requested actions.
    pub fn ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.prepare(&ctx);
        if ctx.input(|input| !input.events.is_empty()) {
            self.desk.borrow_mut().is_used();
        }
        let is_closing = ctx.input(|input| input.viewport().close_requested());
        if is_closing && !self.is_over {
            self.ask(Action::Command(Command::Quit));
        }
        self.hear(&ctx, is_closing);
        if is_closing && !self.is_over {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
        }
        let mut actions = self.files.chosen();
        actions.extend(files::dropped(&ctx).into_iter().map(UserAction::Read));
        if self.dialogs.page().is_none() {
            let board_has_focus = ctx.memory(|memory| memory.has_focus(self.board.focus_id()));
            menus::keys(&ctx, board_has_focus, &mut actions);
        }
        self.draw(ui, &mut actions);
        self.dialog(&ctx, &mut actions);
        for action in actions {
            self.carry_out(&ctx, action);
            // Show the result, such as a question, at once.
            ctx.request_repaint();
        }
        if self.desk().is_working() {
            ctx.request_repaint_after(REFRESH_INTERVAL);
        }
        if let Some(time) = self.desk().until_next_second() {
            ctx.request_repaint_after(time);
        }
    }

    /// Updates the look, the title, the line and the waker.
    fn prepare(&mut self, ctx: &Context) {
        if !self.has_waker {
            self.has_waker = true;
            let woken = ctx.clone();
            self.desk
                .borrow_mut()
                .set_waker(move || woken.request_repaint());
        }
        let is_dark = ctx
            .system_theme()
            .is_none_or(|theme| theme == egui::Theme::Dark);
        let body = body_size(ctx.content_rect().size());
        let looks_for = (is_dark, body, self.preferences.clone());
        if self.looks_for.as_ref() != Some(&looks_for) {
            let of_system = if is_dark {
                ThemeName::DARK
            } else {
                ThemeName::LIGHT
            };
            self.theme = theme(self.preferences.theme.unwrap_or(of_system));
            self.preferences.apply(ctx, self.theme, body);
            self.looks_for = Some(looks_for);
        }
        let size = ctx
            .input(|input| input.viewport().inner_rect)
            .map(|rect| rect.size());
        if let Some(size) = size.filter(|_| !self.is_full_screen) {
            let points = |points: f32| (points * ctx.zoom_factor()).round();
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a size"
            )]
            let size = (points(size.x) as u16, points(size.y) as u16);
            self.preferences.kept.size = size;
        }
        let title = said::title(self.desk().view());
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    /// Handles the desk's notices. During an animation the next move waits, so that each move is visible; a window
    /// that is closing doesn't wait.
    fn hear(&mut self, ctx: &Context, is_closing: bool) {
        let now = ctx.input(|input| input.time);
        if self.board.is_moving(now) && !is_closing {
            return;
        }
        let notices = self.desk.borrow_mut().tick();
        for notice in notices {
            if notice.is_quit() {
                self.is_over = true;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            match notice {
                Notice::Reply(reply) => self.tell(&reply),
                Notice::Failed(error) => self.complain_of(Err(Refusal::from(error))),
                Notice::NotKept(error) => self.complain(words::not_kept(&error)),
                Notice::Died => self.complain(translated(said::DIED)),
            }
        }
        let desk = self.desk.borrow();
        self.dialogs.follow(&desk);
        let shown = desk.view().shown().map(GamePosition::moves);
        self.line.take_if(|line| shown != Some(line.from));
    }

    fn tell(&mut self, reply: &Reply) {
        if let Some(why) = reply.scores_not_written() {
            self.complain(why);
        }
        if self.dialogs.take(reply) {
            return;
        }
        let mut told = String::new();
        let is_told = |event: &Event| !matches!(event, Event::NextLevel(_));
        text::write_events(&mut told, reply, is_told, Reader::Screen(Voice::Window));
        if told.trim().is_empty() {
            return;
        }
        // The comment of the coach stays beside the bot's reply.
        if reply.coached().is_some() {
            told.trim_end().clone_into(&mut self.comment);
        } else if self.is_bots(reply) && !self.comment.is_empty() {
            told = format!("{}\n{}", self.comment, told.trim_end());
        } else {
            self.comment.clear();
        }
        self.message.say(told.trim_end());
    }

    /// Whether a reply has only moves of bots.
    fn is_bots(&self, reply: &Reply) -> bool {
        let desk = self.desk();
        let humans = desk
            .view()
            .game
            .as_ref()
            .map_or([true; 2], ShownGame::humans);
        let is_bots = |ply: &Ply| !humans[ply.played.player.index()];
        matches!(reply.head(), Event::Played { .. }) && reply.plies().iter().all(is_bots)
    }

    fn draw(&mut self, ui: &mut Ui, actions: &mut Vec<UserAction>) {
        let desk = Rc::clone(&self.desk);
        let desk = desk.borrow();
        let has_study = self.preferences.kept.study_panel;
        Panel::top("menu").show(ui, |ui| {
            menus::bar(ui, &desk, |action| self.is_on(&desk, action), actions);
            menus::buttons(ui, &desk, has_study, actions);
            ui.add_space(2.0);
        });
        Panel::bottom("status").show(ui, |ui| {
            // Messages must not move the board.
            ui.set_min_height(scaled(ui, 56.0));
            ui.add_space(2.0);
            status::thought(ui, &desk, actions);
            ScrollArea::vertical()
                .max_height(scaled(ui, 110.0))
                .show(ui, |ui| {
                    ui.set_min_width(ui.available_width());
                    status::message(ui, &self.message, self.theme);
                });
            ui.add_space(2.0);
        });
        if has_study && self.start.is_none() {
            self.show_study(ui, &desk, actions);
        }
        CentralPanel::default().show(ui, |ui| match &self.start {
            Some(start) => start.show(ui, &desk, self.theme, self.dialogs.page(), actions),
            None => self.center(ui, &desk, actions),
        });
    }

    /// Whether a menu shows an action as switched on.
    fn is_on(&self, desk: &Desk, action: &UserAction) -> bool {
        let kept = &self.preferences.kept;
        match action {
            UserAction::Switch(Switch::LegalMoves) => kept.legal_moves,
            UserAction::Switch(Switch::NoAnimations) => kept.reduced_motion,
            UserAction::Switch(Switch::StudyPanel) => kept.study_panel,
            UserAction::Switch(Switch::FullScreen) => self.is_full_screen,
            UserAction::Desk(Action::Command(command)) => match command {
                Command::Coach { setting } => *setting == Some(desk.view().coach),
                Command::Openings { setting } => setting.as_ref() == Some(&desk.view().openings),
                Command::Language { language } => *language == Some(language::current()),
                _ => false,
            },
            _ => false,
        }
    }

    /// Shows the study panel beside the board, or below it in a narrow window.
    fn show_study(&self, ui: &mut Ui, desk: &Desk, actions: &mut Vec<UserAction>) {
        let Some(game) = &desk.view().game else {
            return;
        };
        let room = ui.available_size();
        let panel = if room.x >= MIN_WIDE {
            // The board can't use the room next to it.
            let spare = room.x - Geometry::widest(&game.shown().game().grid(), room.y);
            let least = spare.clamp(scaled(ui, 240.0), room.x * 0.6);
            let usual = least.max(scaled(ui, 300.0));
            Panel::right("study")
                .default_size(usual)
                .size_range(least..=room.x * 0.65)
        } else {
            Panel::bottom("study below").exact_size(room.y * 0.4)
        };
        let study = StudyPanel {
            desk,
            view: desk.view(),
            game,
            theme: self.theme,
        };
        panel.show(ui, |ui| study.show(ui, actions));
    }

    fn center(&mut self, ui: &mut Ui, desk: &Desk, actions: &mut Vec<UserAction>) {
        let view = desk.view();
        let Some(game) = &view.game else {
            ui.centered_and_justified(|ui| ui.label(translated(said::WELCOME)));
            return;
        };
        let from = game.shown().moves();
        let along = self
            .line
            .as_ref()
            .and_then(|line| game.current.along(from, line.shown()));
        let position = along
            .as_ref()
            .map_or_else(|| game.shown(), CurrentGame::position);
        let marks = if along.is_some() {
            &Marks::None
        } else {
            game.marks()
        };
        status::header(ui, view, game, position, self.theme);
        let reason = self.reason(desk, game);
        let watched = view.live.as_ref().filter(|_| along.is_none());
        let context = BoardContext {
            game,
            position,
            scene: BoardScene {
                legal: legal_squares(position),
                ..BoardScene::new(position, marks).with_live(watched)
            },
            legal: position.shown_moves(),
            class: from
                .checked_sub(1)
                .filter(|_| along.is_none())
                .and_then(|last| {
                    let judged = game.judgment(last)?;
                    Some(judged.class)
                }),
            look: BoardLook::of(position.game().info(), self.theme),
            theme: self.theme,
            is_now: along.is_none() && !game.is_earlier(),
            reason: reason.as_deref(),
            shows_legal: self.preferences.kept.legal_moves,
            is_still: self.preferences.is_still(),
        };
        let room = ui.available_rect_before_wrap();
        let below = ui.spacing().interact_size.y + 12.0;
        let place = PoolPlace::of(ui, position.game().note().as_ref());
        let (beside, pool) = match place {
            PoolPlace::Nowhere => (0.0, 0.0),
            PoolPlace::Beside(width) => (width, 0.0),
            PoolPlace::Below(height) => (0.0, height),
        };
        let bottom = (room.bottom() - below - pool).max(room.top() + 60.0);
        let for_board = Rect::from_min_max(room.min, pos2(room.right() - beside, bottom));
        let geometry = self.board.show(ui, for_board, &context, actions);
        let Geometry { outside, frame, .. } = geometry;
        let bottom = outside.bottom();
        let for_pool = match place {
            PoolPlace::Nowhere => Rect::NOTHING,
            PoolPlace::Beside(width) => Rect::from_min_size(
                pos2(frame.right() + scaled(ui, 16.0), frame.top()),
                vec2(width, frame.height()),
            ),
            PoolPlace::Below(height) => Rect::from_min_size(
                pos2(room.left(), bottom + 4.0),
                vec2(room.width(), height - 4.0),
            ),
        };
        pool::show(ui, for_pool, place, &context, actions);
        let taken = Rect::from_min_max(room.min, pos2(room.right(), bottom + pool + 4.0));
        ui.allocate_rect(taken, Sense::hover());
        match &self.line {
            Some(line) => status::line_browser(ui, line, actions),
            None => status::browser(ui, desk, game, actions),
        }
    }

    /// The reason why no move can be played now, if any.
    fn reason(&self, desk: &Desk, game: &ShownGame) -> Option<String> {
        if self.line.is_some() {
            return Some(translated(said::IN_LINE).to_owned());
        }
        if game.is_earlier() {
            return Some(translated(said::EARLIER).to_owned());
        }
        let refusal = desk.why_not_named("move")?;
        Some(words::refusal(Voice::Window, &refusal))
    }

    fn dialog(&mut self, ctx: &Context, actions: &mut Vec<UserAction>) {
        let desk = Rc::clone(&self.desk);
        let mut context = DialogContext {
            desk: &desk.borrow(),
            theme: self.theme,
            actions,
        };
        self.dialogs.show(ctx, &mut context, &mut self.preferences);
    }

    /// Performs an action, if it is possible.
    fn carry_out(&mut self, ctx: &Context, action: UserAction) {
        // While a line is shown, these keys step through the line instead of the game.
        if let (UserAction::Browse(step), Some(line)) = (&action, &mut self.line) {
            line.step(*step);
            return;
        }
        let checked = action.check(&self.desk.borrow());
        if let Err(reason) = checked {
            // An obvious reason needs no message, but the desk gives one for a refused command.
            match (action, reason) {
                (_, Some(reason)) => self.complain(reason),
                (UserAction::Desk(action), None) => self.act(action),
                _ => {}
            }
            return;
        }
        match action {
            UserAction::Desk(action) => self.ask_or_act(action),
            UserAction::Confirm => {
                if let Some(action) = self.dialogs.asked.take() {
                    let is_in_list = matches!(action, Action::Command(Command::Remove { .. }));
                    self.act(action);
                    if is_in_list {
                        self.open(Page::Load);
                    }
                }
            }
            UserAction::Browse(step) => {
                let to = self
                    .desk()
                    .view()
                    .game
                    .as_ref()
                    .map(|game| browse_target(game, step));
                if let Some(moves) = to {
                    self.act(Action::Browse(moves));
                }
            }
            UserAction::Switch(switch) => self.switch(ctx, switch),
            UserAction::Open(page) => self.open(page),
            UserAction::Close => self.close_dialog(),
            UserAction::CopyMoves => self.copy(ctx, CopiedPart::Moves),
            UserAction::CopyPosition => self.copy(ctx, CopiedPart::Position),
            UserAction::Paste => ctx.send_viewport_cmd(ViewportCommand::RequestPaste),
            UserAction::Choose(task) => self.files.choose(ctx, task),
            UserAction::Read(path) => match path.into_os_string().into_string() {
                Ok(file) => self.ask_or_act(Action::Command(Command::Import { file, number: 1 })),
                Err(_) => self.complain(translated(said::NOT_UTF8)),
            },
            UserAction::Write { kind, path, force } => self.write(kind, &path, force),
            UserAction::Line(names) => self.play_through(names),
            UserAction::ShowStart => self.start = Some(StartPage::new(None, None)),
            UserAction::LeaveStart => {
                self.start = None;
                self.message.say(translated(said::FIRST_STEPS));
            }
            UserAction::LeaveLine => self.line = None,
        }
    }

    /// Performs an action, but asks before it replaces an unfinished game or loses a saved one.
    fn ask_or_act(&mut self, action: Action) {
        let loss = self.desk().loss(&action);
        let question = match loss {
            Some(loss) => Some(Page::Loss(loss)),
            None => self.desk().leaves_game(&action).then_some(Page::Replace),
        };
        match question {
            Some(page) => {
                self.dialogs.asked = Some(action);
                self.open(page);
            }
            None => self.act(action),
        }
    }

    /// Closes the dialog, and with it a pending question of the desk.
    fn close_dialog(&mut self) {
        if matches!(self.dialogs.page(), Some(Page::Side | Page::Unsaved)) {
            self.ask(Action::StopAsking);
        }
        self.dialogs.close();
    }

    fn switch(&mut self, ctx: &Context, switch: Switch) {
        let kept = &mut self.preferences.kept;
        let is_on = match switch {
            Switch::LegalMoves => &mut kept.legal_moves,
            Switch::NoAnimations => &mut kept.reduced_motion,
            Switch::StudyPanel => &mut kept.study_panel,
            Switch::FullScreen => &mut self.is_full_screen,
        };
        *is_on = !*is_on;
        if switch == Switch::FullScreen {
            ctx.send_viewport_cmd(ViewportCommand::Fullscreen(self.is_full_screen));
        }
    }

    /// Copies text to the clipboard, in a form that Paste can read.
    fn copy(&mut self, ctx: &Context, part: CopiedPart) {
        let text = {
            let desk = self.desk();
            let game = desk.view().game.as_ref();
            game.and_then(|game| copied_text(game, part))
        };
        if let Some(text) = text {
            ctx.copy_text(text);
            self.message.say(translated(said::COPIED));
        }
    }

    fn write(&mut self, kind: ExportKind, path: &Path, force: bool) {
        let Some(file) = path.to_str().map(str::to_owned) else {
            self.complain(translated(said::NOT_UTF8));
            return;
        };
        let picture = {
            let desk = self.desk.borrow();
            let view = desk.view();
            let game = view.game.as_ref();
            match kind {
                ExportKind::Record | ExportKind::Report | ExportKind::Animation => None,
                ExportKind::BoardPicture => {
                    game.map(|game| pictures::board(view, game.shown(), self.theme))
                }
                ExportKind::ScoreGraph => game.and_then(|game| pictures::graph(view, game)),
            }
        };
        match picture.map(|picture| pictures::encoded(picture, path)) {
            None => self.act(Action::Command(Command::Export { file, force })),
            Some(Ok((format, bytes))) => {
                let result = self
                    .desk
                    .borrow_mut()
                    .write_picture(&file, force, format, &bytes);
                self.complain_of(result);
            }
            Some(Err(why)) => self.complain(why),
        }
    }
}
