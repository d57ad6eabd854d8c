//! The window itself: a desk, what is drawn of it, and what a person asks for.

use std::cell::{Ref, RefCell};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use eframe::egui::{
    CentralPanel, Context, Panel, Rect, ScrollArea, Sense, Slider, Theme, Ui, ViewportCommand, pos2,
};

use super::super::memory::WindowMemory;
use super::super::text;
use super::super::text::Reader;
use super::super::theme::{ThemeName, theme};
use super::super::words::{self, Voice, dialogs as fields, window as said};
use super::board::{BoardPane, Scene};
use super::dialogs::{Dialogs, Ground, Seat};
use super::files::{self, Files};
use super::look;
use super::marks::Marked;
use super::menus;
use super::palette::Palette;
use super::pictures;
use super::pool;
use super::preferences::Preferences;
use super::status::{self, Message};
use super::study::{Line, Study};
use super::wish::{Browse, Copied, Page, Switch, Wish, Written};
use crate::desk::{Action, Desk, Kept, Notice, Refusal, Settings, Use};
use crate::interpreter::{Command, GameView, MoveInput, PositionView, Reply};

/// How often the line is renewed that says who is thinking.
const TICK: Duration = Duration::from_millis(250);

/// The width from which the study panel stands beside the board and not below it.
const WIDE: f32 = 680.0;

/// The window without the system's part of it: anything that has an egui context can show it.
pub struct Window {
    desk: Rc<RefCell<Desk>>,
    board: BoardPane,
    dialogs: Dialogs,
    files: Files,
    message: Message,
    preferences: Preferences,
    /// A line of moves that is played through.
    line: Option<Line>,
    palette: Palette,
    /// What the palette was made for: whether the system is dark, and the preferences.
    looks_for: Option<(bool, Preferences)>,
    is_full_screen: bool,
    is_over: bool,
    title: String,
    has_waker: bool,
}

impl Window {
    /// A window with a session of its own.
    pub fn new(settings: &Settings) -> Self {
        let settings = Settings { used_by: Use::Person, names_openings: true, ..settings.clone() };
        let kept = settings.kept();
        let mut window = Self::at(Rc::new(RefCell::new(Desk::new(&settings, || ()))));
        window.begin(kept.as_ref(), false);
        window
    }

    /// A window at a desk that other screens may have used.
    pub(super) fn at(desk: Rc<RefCell<Desk>>) -> Self {
        Self {
            desk,
            board: BoardPane::default(),
            dialogs: Dialogs::default(),
            files: Files::default(),
            message: Message::default(),
            preferences: Preferences::default(),
            line: None,
            palette: Palette::of(theme(ThemeName::Dark)),
            looks_for: None,
            is_full_screen: false,
            is_over: false,
            title: String::new(),
            has_waker: false,
        }
    }

    /// Begins with the unfinished game, or asks for a new one where there is none on the board.
    pub(super) fn begin(&mut self, kept: Option<&Kept>, resumes: bool) {
        if resumes {
            self.act(Action::Command(Command::LATEST_UNFINISHED));
            return;
        }
        if let Some(kept) = kept {
            self.message.say(words::kept(Voice::Window, kept));
        }
        self.dialogs.has_kept = kept.is_some();
        let has_game = self.desk().view().game.is_some();
        if !has_game {
            self.open(Page::NewGame);
        }
    }

    /// The desk behind the window.
    pub fn desk(&self) -> Ref<'_, Desk> {
        self.desk.borrow()
    }

    /// Does something at the desk, as a click would.
    pub fn act(&mut self, action: Action) {
        let result = self.desk.borrow_mut().act(action);
        self.complain_of(result);
    }

    /// What was said last.
    pub fn message(&self) -> &str {
        self.message.text()
    }

    /// Lets nothing move.
    pub fn set_still(&mut self, is_still: bool) {
        self.preferences.kept.reduced_motion = is_still;
    }

    /// Chooses a theme; `None` for that of the system.
    pub fn set_theme(&mut self, theme: Option<ThemeName>) {
        self.preferences.theme = theme;
    }

    /// Takes up what an earlier run has left.
    pub(super) fn prefer(&mut self, preferences: Preferences) {
        let WindowMemory { players: (first, second), .. } = &preferences.kept;
        self.dialogs.new_game().seat([Seat::of_word(first), Seat::of_word(second)]);
        self.preferences = preferences;
    }

    /// What is to be kept for the next run.
    pub(super) fn preferences(&mut self) -> Preferences {
        let players = self.dialogs.new_game().seats().map(Seat::word);
        self.preferences.kept.players = players.into();
        self.preferences.clone()
    }

    /// Opens none of the system's dialogs, as on a system that has none.
    pub fn forbid_system_dialogs(&mut self) {
        self.files.forbid();
    }

    /// Writes a picture of the board shown to a new file; its extension is `svg` or `png`.
    pub fn write_board(&mut self, file: &Path) {
        self.write(Written::Board, file, false);
    }

    /// Shows a line of moves from the position shown, without playing it.
    pub fn play_through(&mut self, moves: Vec<String>) {
        let from = self.desk().view().game.as_ref().map(|game| game.shown().moves);
        self.line = from.map(|from| Line::new(moves, from));
    }

    /// Whether the program is to end.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    fn complain_of(&mut self, result: Result<(), Refusal>) {
        if let Err(refusal) = result {
            self.message.complain(words::refusal(Voice::Window, &refusal));
        }
    }

    fn open(&mut self, page: Page) {
        let question = self.dialogs.open(page, &self.desk.borrow());
        if let Some(action) = question {
            self.act(action);
        }
    }

    /// Draws the window, and does what is asked for.
    pub fn ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.prepare(&ctx);
        self.hear(&ctx);
        let mut wishes = self.files.chosen();
        wishes.extend(files::dropped(&ctx).into_iter().map(Wish::Read));
        if self.dialogs.page().is_none() {
            let board_has_focus = ctx.memory(|memory| memory.has_focus(self.board.focus_id()));
            menus::keys(&ctx, board_has_focus, &mut wishes);
        }
        self.draw(ui, &mut wishes);
        self.dialog(&ctx, &mut wishes);
        for wish in wishes {
            self.grant(&ctx, wish);
        }
        if self.desk().is_working() {
            ctx.request_repaint_after(TICK);
        }
    }

    /// Brings the look, the title, the line and the waker up to date.
    fn prepare(&mut self, ctx: &Context) {
        if !self.has_waker {
            self.has_waker = true;
            let woken = ctx.clone();
            self.desk.borrow_mut().set_waker(move || woken.request_repaint());
        }
        let is_dark = ctx.system_theme().is_none_or(|theme| theme == Theme::Dark);
        let looks_for = (is_dark, self.preferences.clone());
        if self.looks_for.as_ref() != Some(&looks_for) {
            let WindowMemory { text_percent, reduced_motion, .. } = self.preferences.kept;
            let of_system = if is_dark { ThemeName::Dark } else { ThemeName::Light };
            self.palette = Palette::of(theme(self.preferences.theme.unwrap_or(of_system)));
            look::apply(ctx, &self.palette, text_percent, reduced_motion);
            self.looks_for = Some(looks_for);
        }
        let size = ctx.input(|input| input.viewport().inner_rect).map(|rect| rect.size());
        if let Some(size) = size.filter(|_| !self.is_full_screen) {
            let points = |points: f32| (points * ctx.zoom_factor()).round();
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size")]
            let size = (points(size.x) as u16, points(size.y) as u16);
            self.preferences.kept.size = size;
        }
        let title = said::title(self.desk().view());
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    /// Hears what has happened at the desk. While a disc is on its way the next move waits, so that each can
    /// be seen.
    fn hear(&mut self, ctx: &Context) {
        let now = ctx.input(|input| input.time);
        if self.board.is_moving(now) {
            return;
        }
        let notices = self.desk.borrow_mut().tick();
        for notice in notices {
            if notice.is_quit() {
                self.end(ctx);
            }
            match notice {
                Notice::Shown(reply) | Notice::Done(reply) => self.tell(&reply),
                Notice::Failed(error) => self.complain_of(Err(Refusal::from(error))),
                Notice::NotKept(error) => {
                    self.message.complain(words::not_kept(&error));
                }
                Notice::Died => self.message.complain(said::DIED),
            }
        }
        let line_is_of_shown = |line: &Line, game: &GameView| line.from == game.shown().moves;
        let desk = self.desk.borrow();
        let game = desk.view().game.as_ref();
        self.line.take_if(|line| !game.is_some_and(|game| line_is_of_shown(line, game)));
    }

    /// Says what came of a command.
    fn tell(&mut self, reply: &Reply) {
        if let Some(why) = reply.scores_not_written() {
            self.message.complain(why);
        }
        if self.dialogs.take(reply) {
            return;
        }
        let mut told = String::new();
        text::write_moves(&mut told, reply, Reader::Screen(Voice::Window));
        if let Some(placing) = &reply.placing {
            told += &words::placing(placing);
        }
        told += &words::puzzles::task(Voice::Window, reply).unwrap_or_default();
        if !told.trim().is_empty() {
            self.message.say(told);
        }
    }

    fn draw(&mut self, ui: &mut Ui, wishes: &mut Vec<Wish>) {
        let desk = Rc::clone(&self.desk);
        let desk = desk.borrow();
        let is_on = |wish: &Wish| match wish {
            Wish::Switch(Switch::Legal) => self.preferences.kept.legal_moves,
            Wish::Switch(Switch::Still) => self.preferences.kept.reduced_motion,
            Wish::Switch(Switch::Panel) => self.preferences.kept.study_panel,
            Wish::Switch(Switch::FullScreen) => self.is_full_screen,
            _ => false,
        };
        Panel::top("menu").show(ui, |ui| {
            menus::bar(ui, &desk, is_on, wishes);
            menus::buttons(ui, &desk, self.preferences.kept.study_panel, wishes);
            ui.add_space(2.0);
        });
        Panel::bottom("status").show(ui, |ui| {
            // What is said must not move the board.
            ui.set_min_height(56.0);
            ui.add_space(2.0);
            status::thought(ui, &desk, wishes);
            ScrollArea::vertical().max_height(110.0).show(ui, |ui| {
                ui.set_min_width(ui.available_width());
                self.message.show(ui, &self.palette);
            });
            ui.add_space(2.0);
        });
        if let Some(game) = desk.view().game.as_ref().filter(|_| self.preferences.kept.study_panel)
        {
            let study = Study { desk: &desk, view: desk.view(), game, palette: &self.palette };
            let room = ui.available_size();
            if room.x >= WIDE {
                let panel = Panel::right("study").default_size(300.0).size_range(240.0..=480.0);
                panel.show(ui, |ui| study.show(ui, wishes));
            } else {
                let panel = Panel::bottom("study below").exact_size(room.y * 0.4);
                panel.show(ui, |ui| study.show(ui, wishes));
            }
        }
        CentralPanel::default().show(ui, |ui| self.center(ui, &desk, wishes));
    }

    /// The board with what belongs to it.
    fn center(&mut self, ui: &mut Ui, desk: &Desk, wishes: &mut Vec<Wish>) {
        let view = desk.view();
        let Some(game) = &view.game else {
            ui.centered_and_justified(|ui| ui.label(said::WELCOME));
            return;
        };
        let along = self.line.as_ref().and_then(|line| desk.along(line.shown()));
        let position: &PositionView = along.as_ref().unwrap_or_else(|| game.shown());
        status::header(ui, view, game, position, &self.palette);
        let reason = self.reason(desk, game);
        let watched = view.live.as_ref().filter(|_| along.is_none());
        let marked = Marked::of(&position.board, watched);
        let scene = Scene {
            desk,
            game,
            position,
            marked: &marked,
            palette: &self.palette,
            is_now: along.is_none() && game.browsed.is_none(),
            reason: reason.as_deref(),
            shows_legal: self.preferences.kept.legal_moves,
            is_still: self.preferences.kept.reduced_motion,
        };
        let is_playable = scene.is_playable();
        let room = ui.available_rect_before_wrap();
        let below = ui.spacing().interact_size.y + 12.0;
        let pool = pool::height(position.board.note.as_ref(), room.width());
        let bottom = (room.bottom() - below - pool).max(room.top() + 60.0);
        let for_board = Rect::from_min_max(room.min, pos2(room.right(), bottom));
        let geometry = self.board.show(ui, for_board, &scene, wishes);
        let bottom = geometry.outside.bottom();
        if pool > 0.0 {
            let corner = pos2(room.left(), bottom + 4.0);
            let room = Rect::from_min_max(corner, pos2(room.right(), bottom + pool));
            pool::show(ui, room, position, &self.palette, is_playable, wishes);
        }
        let taken = Rect::from_min_max(room.min, pos2(room.right(), bottom + pool + 4.0));
        ui.allocate_rect(taken, Sense::hover());
        match &self.line {
            Some(line) => status::line_browser(ui, line, wishes),
            None => status::browser(ui, desk, game, wishes),
        }
    }

    /// Why nothing can be played now, if there is a reason.
    fn reason(&self, desk: &Desk, game: &GameView) -> Option<String> {
        if self.line.is_some() {
            return Some(said::IN_LINE.to_owned());
        }
        if game.browsed.is_some() {
            return Some(said::EARLIER.to_owned());
        }
        let command = Command::Play { mv: MoveInput::Named(String::new()) };
        let refusal = desk.why_not(&Action::Command(command))?;
        Some(words::refusal(Voice::Window, &refusal))
    }

    fn dialog(&mut self, ctx: &Context, wishes: &mut Vec<Wish>) {
        let desk = Rc::clone(&self.desk);
        let mut ground = Ground { desk: &desk.borrow(), palette: &self.palette, wishes };
        let preferences = &mut self.preferences;
        self.dialogs.show(ctx, &mut ground, |ui| settings(ui, preferences));
    }

    fn grant(&mut self, ctx: &Context, wish: Wish) {
        // The keys that go through the game go through a line while one is shown.
        let wish = match (wish, &self.line) {
            (Wish::Browse(browse), Some(_)) => Wish::AlongLine(browse),
            (wish, _) => wish,
        };
        let checked = wish.check(&self.desk.borrow());
        if let Err(reason) = checked {
            // Of what is plain to see nothing is said, but of a command why it is refused.
            match (wish, reason) {
                (_, Some(reason)) => self.message.complain(reason),
                (Wish::Act(action), None) => self.act(action),
                _ => {}
            }
            return;
        }
        match wish {
            Wish::Act(action) => self.act(action),
            Wish::Browse(browse) => self.browse(browse),
            Wish::Switch(switch) => self.switch(ctx, switch),
            Wish::Open(page) => self.open(page),
            Wish::Close => self.dialogs.close(),
            Wish::Copy(copied) => self.copy(ctx, copied),
            Wish::Paste => ctx.send_viewport_cmd(ViewportCommand::RequestPaste),
            Wish::Choose(choice) => self.files.choose(ctx, choice),
            Wish::Read(path) => match path.to_str() {
                Some(file) => {
                    let file = file.to_owned();
                    self.act(Action::Command(Command::Import { file, number: 1 }));
                }
                None => self.message.complain(said::NOT_UTF8),
            },
            Wish::Write { written, path, force } => self.write(written, &path, force),
            Wish::Line(names) => self.play_through(names),
            Wish::AlongLine(browse) => {
                if let Some(line) = &mut self.line {
                    line.step(browse);
                }
            }
            Wish::LeaveLine => self.line = None,
            Wish::Quit => self.act(Action::Command(Command::Quit)),
        }
    }

    fn browse(&mut self, browse: Browse) {
        let target = browse.target(&self.desk.borrow());
        if let Some(moves) = target {
            self.act(Action::Browse(moves));
        }
    }

    fn switch(&mut self, ctx: &Context, switch: Switch) {
        let kept = &mut self.preferences.kept;
        match switch {
            Switch::Legal => kept.legal_moves = !kept.legal_moves,
            Switch::Still => kept.reduced_motion = !kept.reduced_motion,
            Switch::Panel => kept.study_panel = !kept.study_panel,
            Switch::FullScreen => {
                self.is_full_screen = !self.is_full_screen;
                ctx.send_viewport_cmd(ViewportCommand::Fullscreen(self.is_full_screen));
            }
        }
    }

    /// Puts text on the clipboard, as Paste reads it.
    fn copy(&mut self, ctx: &Context, copied: Copied) {
        let desk = self.desk.borrow();
        let Some(game) = &desk.view().game else { return };
        let text = match copied {
            Copied::Moves => game.moves.iter().map(|ply| ply.name.as_str()).collect::<String>(),
            Copied::Board => {
                let PositionView { board, turn, .. } = game.shown();
                let turn = turn.map_or('-', crate::games::Player::glyph);
                format!("{} {turn}", board.grid.to_rows().concat())
            }
        };
        drop(desk);
        ctx.copy_text(text);
        self.message.say(said::COPIED);
    }

    /// Writes the game or a picture to a file.
    fn write(&mut self, written: Written, path: &Path, force: bool) {
        let Some(file) = path.to_str().map(str::to_owned) else {
            self.message.complain(said::NOT_UTF8);
            return;
        };
        let picture = {
            let desk = self.desk.borrow();
            let view = desk.view();
            let game = view.game.as_ref();
            match written {
                Written::Record => None,
                Written::Board => {
                    game.map(|game| pictures::board(view, game.shown(), &self.palette))
                }
                Written::Graph => game.and_then(|game| pictures::graph(view, game)),
            }
        };
        match picture.map(|picture| pictures::encoded(picture, path)) {
            None => self.act(Action::Command(Command::Export { file, force })),
            Some(Ok((format, bytes))) => {
                let result = self.desk.borrow_mut().write_picture((&file, force), format, bytes);
                self.complain_of(result);
            }
            Some(Err(why)) => self.message.complain(why),
        }
    }

    fn end(&mut self, ctx: &Context) {
        self.is_over = true;
        ctx.send_viewport_cmd(ViewportCommand::Close);
    }
}

/// The fields of the settings.
fn settings(ui: &mut Ui, preferences: &mut Preferences) {
    ui.label(fields::THEME);
    ui.horizontal_wrapped(|ui| {
        ui.radio_value(&mut preferences.theme, None, fields::AS_SYSTEM);
        for name in ThemeName::ALL {
            ui.radio_value(&mut preferences.theme, Some(name), fields::theme(name.as_str()));
        }
    });
    ui.add_space(6.0);
    ui.checkbox(&mut preferences.kept.legal_moves, fields::LEGAL);
    ui.checkbox(&mut preferences.kept.reduced_motion, fields::STILL);
    let range = Preferences::TEXT;
    let text = Slider::new(&mut preferences.kept.text_percent, range).step_by(5.0);
    ui.add(text.text(fields::TEXT_SIZE));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "50 to 300")]
    let mut zoom = (ui.ctx().zoom_factor() * 100.0).round() as u16;
    let slider = Slider::new(&mut zoom, 50..=300).step_by(10.0).text(fields::ZOOM);
    if ui.add(slider).drag_stopped() {
        ui.ctx().set_zoom_factor(f32::from(zoom) / 100.0);
    }
}
