//! The full-screen app: its state, and its reactions to events.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseEventKind};

use super::buttons::Buttons;
use super::discs::Tiles;
use super::ending::EndCard;
use super::keys::{self, KeyMeaning};
use super::layout::{Layout, Targets};
use super::line::{CommandLine, Typed};
use super::links::LinkInFrame;
use super::list::List;
use super::menu::Menu;
use super::moving::Moving;
use super::paint::Paint;
use crate::base::language;
use crate::base::system::SUSPENDS;
use crate::desk::{Action, Desk, Notice, Refusal, ShownGame, Study};
use crate::games::Square;
use crate::interpreter::{
    Awaited, Command, CopiedPart, Event as Happened, ScreenCommand, Variation,
};
use crate::screens::interface::Interface;
use crate::screens::keys::{Key, KeyAction};
use crate::screens::options::{Configure, RunEnd, Stopped};
use crate::screens::shared::{Left, StatusMessage, browse_target, configured, copy, switch};
use crate::screens::theme::{AnswerFilter, ThemeName};
use crate::screens::words::{self, Card, Voice, YesOrNo};

const VOICE: Voice = Voice::FullScreen;

/// The overlay: a question, a card or the command line.
pub enum Overlay {
    Nothing,
    /// A question, which Enter or Y confirms.
    Ask(YesOrNo),
    /// The end of a game. Enter starts another one.
    End(EndCard),
    Menu(Menu),
    /// A list, and the menu that opened it, which Esc shows again.
    List(List, Option<Menu>),
    /// A long reply, and the first line shown.
    Answer(Card, usize),
    Line(CommandLine),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointerTarget {
    Square(Square),
    Piece(usize),
}

pub struct App {
    /// The reason why a screen is unavailable.
    refusal: fn(Interface) -> Option<Stopped>,
    configure: Configure,
    pub desk: Rc<RefCell<Desk>>,
    pub paint: Paint,
    pub cursor: Square,
    /// The selected piece of the tray.
    pub piece: usize,
    pub hover: Option<PointerTarget>,
    pub has_marks: bool,
    pub overlay: Overlay,
    pub message: StatusMessage,
    /// The text about the position, of a practice or an answer, which stays until the next step.
    pub text: Option<Card>,
    /// The menu whose entry runs a command, for the list that it may show.
    pub menu_before: Option<Menu>,
    /// The line to confirm, because it leaves the current game for another one.
    pub replacing: String,
    /// The first digit of a number that may have two, and when it was typed.
    pub digit: Option<(u8, Instant)>,
    /// The last layout drawn, for the mouse.
    pub layout: Option<Layout>,
    pub targets: Targets,
    /// The names of keys in the last frame.
    pub buttons: Buttons,
    pub tiles: Tiles,
    pub moving: Moving,
    /// Extracts the terminal's answer about its background from the keys, until it has arrived.
    pub background: Option<AnswerFilter<KeyEvent>>,
    /// When the last thought ended. Ctrl-C right after it is ignored.
    thought_ended: Option<Instant>,
    was_working: bool,
    /// Whether the terminal skips escape sequences that it doesn't support.
    pub has_sequences: bool,
    /// The file that the last command wrote, and its place in the frame.
    pub written: Option<String>,
    pub link: LinkInFrame,
    /// The escape sequence for the terminal's clipboard, until it is sent.
    pub to_send: Option<String>,
}

/// What to do after an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoopStep {
    Continue,
    Leave(Left),
    /// Suspend the program, as a shell does.
    Suspend,
    /// Take over the terminal again after a suspension.
    Reenter,
    Redraw,
}

impl App {
    pub fn new(
        desk: Rc<RefCell<Desk>>,
        paint: Paint,
        refusal: fn(Interface) -> Option<Stopped>,
        configure: Configure,
    ) -> Self {
        Self {
            refusal,
            configure,
            desk,
            paint,
            cursor: Square { row: 2, column: 3 },
            piece: 0,
            hover: None,
            has_marks: true,
            overlay: Overlay::Nothing,
            message: StatusMessage::default(),
            text: None,
            menu_before: None,
            replacing: String::new(),
            digit: None,
            layout: None,
            targets: Targets::default(),
            buttons: Buttons::default(),
            tiles: Tiles::default(),
            moving: Moving::default(),
            background: None,
            thought_ended: None,
            was_working: false,
            has_sequences: true,
            written: None,
            link: LinkInFrame::default(),
            to_send: None,
        }
    }

    /// The maximum time until the next frame; `None` for no limit.
    pub fn patience(&self) -> Option<Duration> {
        if let Some(patience) = self.moving.patience() {
            return Some(patience);
        }
        let desk = self.desk.borrow();
        let live = desk.view().live.as_ref();
        let is_live = live.is_some_and(|live| !live.is_over);
        let is_busy = desk.is_working() || is_live || self.digit.is_some();
        let busy = is_busy.then_some(Duration::from_millis(100));
        // Wait until the second is over, not only until its end.
        let clock = desk
            .until_next_second()
            .map(|time| time + Duration::from_millis(1));
        busy.into_iter().chain(clock).min()
    }

    pub fn say(&mut self, text: impl Into<String>) {
        self.message.say(text);
    }

    /// Shows an error below the board, or in the pane if it is too long.
    pub fn complain(&mut self, text: impl Into<String>) {
        self.message.complain(text);
    }

    /// Reads the current game, if any.
    pub fn game<T>(&self, read: impl FnOnce(&ShownGame) -> T) -> Option<T> {
        self.desk.borrow().view().game.as_ref().map(read)
    }

    pub fn act(&mut self, action: Action) -> Result<LoopStep, Stopped> {
        let result = self.desk.borrow_mut().act(action);
        if let Err(refusal) = result {
            self.refuse(&refusal);
            return Ok(LoopStep::Continue);
        }
        self.message = StatusMessage::default();
        self.written = None;
        self.hear()
    }

    fn refuse(&mut self, refusal: &Refusal) {
        self.complain(words::refusal(VOICE, refusal));
    }

    /// Handles the desk's notices after the move in motion.
    pub fn news(&mut self) -> Result<LoopStep, Stopped> {
        self.moving.has_news = self.moving.is_shown;
        if self.moving.is_shown {
            Ok(LoopStep::Continue)
        } else {
            self.hear()
        }
    }

    /// Handles the desk's notices.
    pub fn hear(&mut self) -> Result<LoopStep, Stopped> {
        let notices = self.desk.borrow_mut().tick();
        for notice in notices {
            if notice.is_quit() {
                return Ok(LoopStep::Leave(Left::End(RunEnd::default())));
            }
            match notice {
                Notice::Reply(reply) => {
                    if let Happened::ForScreen(command) = reply.head() {
                        let step = self.perform(command);
                        if step != LoopStep::Continue {
                            return Ok(step);
                        }
                    } else {
                        self.answer(&reply);
                    }
                }
                Notice::Failed(error) => self.refuse(&error.into()),
                Notice::NotKept(error) => self.complain(words::not_kept(&error)),
                Notice::Died => return Err(Stopped::Died),
            }
        }
        // A file read in the background may need an answer.
        let awaited = self.desk.borrow().view().awaited;
        if awaited == Some(Awaited::Side) && matches!(self.overlay, Overlay::Nothing) {
            self.open_line();
        }
        let is_working = self.desk.borrow().is_working();
        if std::mem::replace(&mut self.was_working, is_working) && !is_working {
            self.thought_ended = Some(Instant::now());
        }
        self.keep_inside();
        Ok(LoopStep::Continue)
    }

    /// Performs a command for the screen itself.
    fn perform(&mut self, command: &ScreenCommand) -> LoopStep {
        match command {
            ScreenCommand::Theme { name: None } => {
                let name = self.paint.theme.name;
                self.say(words::theme_is(name.as_str()));
            }
            ScreenCommand::Theme { name: Some(name) } => match name.parse::<ThemeName>() {
                Ok(name) => self.set_theme(name),
                Err(error) => self.complain(error.to_string()),
            },
            ScreenCommand::Config { words } => {
                let (mut lines, settings) = configured(self.configure, words);
                lines.extend(settings.lines().map(str::to_owned));
                self.show(lines);
            }
            ScreenCommand::Version => self.say(words::VERSION),
            ScreenCommand::Copy(part) => self.copy(*part),
            ScreenCommand::Clear => return LoopStep::Redraw,
            ScreenCommand::Discs { .. } => self.complain(words::only_at_the_prompt()),
            ScreenCommand::Prompt => return self.switch(Interface::Console),
            ScreenCommand::Screen => return self.switch(Interface::Screen),
            ScreenCommand::Window => return self.switch(Interface::Window),
        }
        LoopStep::Continue
    }

    /// Hands a part of the game to the loop, which sends it to the clipboard.
    fn copy(&mut self, part: CopiedPart) {
        let mut to_send = None;
        let send = |sequence: &str| {
            to_send = Some(sequence.to_owned()).filter(|_| self.has_sequences);
            to_send.is_some()
        };
        let said = copy(self.desk.borrow().view().game.as_ref(), part, send);
        self.to_send = to_send;
        match said {
            Ok(said) => self.say(said),
            Err(reason) => self.complain(reason),
        }
    }

    fn set_theme(&mut self, name: ThemeName) {
        self.paint = Paint::new(name, self.paint.depth, self.paint.ascii);
        self.say(words::theme(name.as_str()));
    }

    fn switch(&mut self, to: Interface) -> LoopStep {
        match switch(Interface::Screen, to, self.refusal) {
            Ok(other) => LoopStep::Leave(Left::For(other)),
            Err(reason) => {
                self.complain(reason);
                LoopStep::Continue
            }
        }
    }

    pub fn input(&mut self, event: Event) -> Result<LoopStep, Stopped> {
        self.desk.borrow_mut().is_used();
        let is_move = matches!(event, Event::Mouse(mouse) if mouse.kind == MouseEventKind::Moved);
        if !is_move {
            self.moving.end();
        }
        match event {
            Event::Key(key) if key.is_press() || key.is_repeat() => self.typed_key(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Paste(text) => self.paste(text),
            _ => Ok(LoopStep::Continue),
        }
    }

    /// Adds pasted text to the open line, or else reads it as a record.
    fn paste(&mut self, text: String) -> Result<LoopStep, Stopped> {
        if let Overlay::Line(line) = &mut self.overlay {
            line.paste(&text);
            return Ok(LoopStep::Continue);
        }
        let flow = self.act(Action::Command(Command::Paste { text }))?;
        self.ask_awaited();
        Ok(flow)
    }

    /// Handles a key, which may be part of the terminal's answer about its background.
    fn typed_key(&mut self, key: KeyEvent) -> Result<LoopStep, Stopped> {
        let Some(filter) = &mut self.background else {
            return self.key(key);
        };
        let (keys, background) = filter.receive(key, &keys::sent(key));
        if let Some(color) = background {
            self.background = None;
            let name = ThemeName::of_background(color);
            self.paint = Paint::new(name, self.paint.depth, self.paint.ascii);
        }
        for key in keys {
            let flow = self.key(key)?;
            if flow != LoopStep::Continue {
                return Ok(flow);
            }
        }
        Ok(LoopStep::Continue)
    }

    /// Handles a key that was typed, or whose name was clicked.
    pub fn key(&mut self, key: KeyEvent) -> Result<LoopStep, Stopped> {
        // A list that arrives later doesn't lead back to the menu.
        self.menu_before = None;
        // These keys work in every overlay.
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => return self.interrupt(),
                KeyCode::Char('z') if SUSPENDS => return Ok(LoopStep::Suspend),
                _ => {}
            }
        }
        let is_text = matches!(key.code, KeyCode::Char(_)) && Key::from(key).is_alone();
        if !is_text && KeyAction::of(key.into()) == Some(KeyAction::Redraw) {
            return Ok(LoopStep::Redraw);
        }
        match std::mem::replace(&mut self.overlay, Overlay::Nothing) {
            Overlay::Line(mut line) => {
                let typed = line.key(key, &self.desk.borrow());
                match typed {
                    Typed::More => self.overlay = Overlay::Line(line),
                    Typed::Nothing => self.stop_asking()?,
                    Typed::Line(line) => return self.line(&line),
                }
                Ok(LoopStep::Continue)
            }
            Overlay::Ask(asked) => self.answer_question(asked, key),
            Overlay::Answer(card, scroll) => {
                if let Some(step) = keys::scroll(key) {
                    self.overlay = Overlay::Answer(card, scroll.saturating_add_signed(step));
                }
                Ok(LoopStep::Continue)
            }
            Overlay::End(end) => self.end_key(end, key),
            Overlay::Menu(mut menu) => {
                let chosen = menu.key(key);
                self.choose(menu, chosen)
            }
            Overlay::List(mut list, before) => {
                let picked = list.key(key);
                self.pick(list, before, picked)
            }
            Overlay::Nothing => self.board_key(key),
        }
    }

    /// Handles Ctrl-C: makes the bot move, cancels a line, or asks whether to quit. A second Ctrl-C quits. Right
    /// after a thought, it does nothing.
    fn interrupt(&mut self) -> Result<LoopStep, Stopped> {
        if self.desk.borrow().is_working() {
            return self.act(Action::MoveNow);
        }
        if self
            .thought_ended
            .is_some_and(|at| at.elapsed() < Duration::from_secs(1))
        {
            return Ok(LoopStep::Continue);
        }
        if matches!(self.overlay, Overlay::Ask(YesOrNo::Leave)) {
            let ending = RunEnd {
                interrupted: true,
                ..RunEnd::default()
            };
            return Ok(LoopStep::Leave(Left::End(ending)));
        }
        self.stop_asking()?;
        // As at the prompt, cancel a line first.
        let is_line = matches!(self.overlay, Overlay::Line(_));
        self.overlay = if is_line {
            Overlay::Nothing
        } else {
            Overlay::Ask(YesOrNo::Leave)
        };
        Ok(LoopStep::Continue)
    }

    fn stop_asking(&mut self) -> Result<(), Stopped> {
        let is_asked = self.desk.borrow().view().awaited.is_some();
        if is_asked {
            self.act(Action::StopAsking)?;
        }
        Ok(())
    }

    /// Restarts the game with the same players. The first game is against the default bot.
    pub fn new_game(&mut self) -> Result<LoopStep, Stopped> {
        let has_game = self.game(|_| ()).is_some();
        let action = if has_game {
            Action::Command(Command::Restart)
        } else {
            Action::Line("against".to_owned())
        };
        self.act(action)
    }

    pub fn line(&mut self, line: &str) -> Result<LoopStep, Stopped> {
        self.desk.borrow_mut().typed().add(line);
        if self
            .desk
            .borrow()
            .leaves_game(&Action::Line(line.to_owned()))
        {
            line.clone_into(&mut self.replacing);
            self.overlay = Overlay::Ask(YesOrNo::Replace);
            return Ok(LoopStep::Continue);
        }
        self.carry_out(line.to_owned())
    }

    pub fn carry_out(&mut self, line: String) -> Result<LoopStep, Stopped> {
        let flow = self.act(Action::Line(line))?;
        self.ask_awaited();
        Ok(flow)
    }

    /// Opens a line or a question for the input that the interpreter expects.
    pub fn ask_awaited(&mut self) {
        let awaited = self.desk.borrow().view().awaited;
        match awaited {
            Some(Awaited::Confirmation(loss)) => self.overlay = Overlay::Ask(YesOrNo::Loss(loss)),
            Some(Awaited::Quit) => self.overlay = Overlay::Ask(YesOrNo::Unsaved),
            Some(_) => self.open_line(),
            None => {}
        }
    }

    pub fn open_line(&mut self) {
        let earlier = self.desk.borrow_mut().typed().earlier();
        self.overlay = Overlay::Line(CommandLine::new(earlier));
    }

    pub fn board_key(&mut self, key: KeyEvent) -> Result<LoopStep, Stopped> {
        if self.is_next(key.into()) {
            return self.act(Action::Command(Command::Next));
        }
        let meaning = {
            let desk = self.desk.borrow();
            keys::on_board(key.into(), desk.view().shown())
        };
        let Some(meaning) = meaning else {
            return Ok(LoopStep::Continue);
        };
        if !matches!(meaning, KeyMeaning::Digit(_)) {
            self.digit = None;
        }
        self.hover = None;
        match meaning {
            KeyMeaning::Go(step) => self.step(step),
            KeyMeaning::Column(column) => self.cursor.column = column,
            KeyMeaning::Piece(letter) => self.choose_piece(letter),
            KeyMeaning::Digit(digit) => self.digit(digit),
            KeyMeaning::Do(action) => return self.carry_out_key(action),
            KeyMeaning::Unknown(key) => self.complain(words::unknown_key(key)),
        }
        Ok(LoopStep::Continue)
    }

    /// Whether a key is N, which means *next* in a practice where it is not a column or a piece.
    fn is_next(&self, key: Key) -> bool {
        let desk = self.desk.borrow();
        let view = desk.view();
        view.practice.is_some() && key.letter() == Some('n') && keys::is_free('n', view.shown())
    }

    fn carry_out_key(&mut self, action: KeyAction) -> Result<LoopStep, Stopped> {
        let command = match action {
            KeyAction::Play => return self.play_or_go_on(),
            KeyAction::Leave => return self.back(),
            KeyAction::Undo => Command::Undo { turns: 1 },
            KeyAction::Redo => Command::Redo { turns: 1 },
            KeyAction::Hint => Command::Hint {
                count: 1,
                is_full: false,
            },
            KeyAction::Scores => Command::Evaluate,
            KeyAction::PlayBest => Command::Go,
            KeyAction::Variation => Command::Variations {
                to: Some(Variation::Next),
            },
            KeyAction::Book => Command::Book { position: None },
            KeyAction::Language => Command::Language {
                language: Some(language::current().next()),
            },
            KeyAction::ContinueHere => {
                let to = self.game(|game| {
                    let is_elsewhere = game.browsed.is_some() || game.is_studied;
                    is_elsewhere.then(|| game.number(game.shown().moves()))
                });
                let to = to.flatten();
                let Some(number) = to else {
                    self.complain(words::not_browsing());
                    return Ok(LoopStep::Continue);
                };
                Command::GoTo { number }
            }
            KeyAction::Analyze => return self.study(Study::Game),
            KeyAction::Live => return self.study(Study::Position),
            KeyAction::Opponent => return self.act(Action::Line("levels".to_owned())),
            KeyAction::Back => return self.browse(-1),
            KeyAction::Forward => return self.browse(1),
            KeyAction::First => return self.browse(isize::MIN),
            KeyAction::Last => return self.browse(isize::MAX),
            KeyAction::Redraw => return Ok(LoopStep::Redraw),
            of_screen => {
                self.show_for_key(of_screen);
                return Ok(LoopStep::Continue);
            }
        };
        self.act(Action::Command(command))
    }

    /// Carries out an action that only changes what the screen shows.
    fn show_for_key(&mut self, action: KeyAction) {
        match action {
            KeyAction::NewGame => self.overlay = Overlay::Ask(YesOrNo::NewGame),
            KeyAction::Menu => self.overlay = Overlay::Menu(Menu::default()),
            KeyAction::Keys => self.overlay = Overlay::Answer(self.help(), 0),
            KeyAction::CommandLine => self.open_line(),
            KeyAction::Copy => self.copy(CopiedPart::Moves),
            KeyAction::Theme => self.set_theme(self.paint.theme.name.next()),
            KeyAction::Marks => {
                self.has_marks = !self.has_marks;
                self.say(words::marks(self.has_marks));
            }
            _ => {}
        }
    }

    fn help(&self) -> Card {
        let lines = self.game(|game| words::key_list(&game.shown().game().questions()));
        let lines = lines.unwrap_or_else(|| words::key_list(&[]));
        let keys = words::answer_keys();
        Card {
            title: words::keys_title().to_owned(),
            lines,
            keys,
        }
    }

    pub fn browse(&mut self, step: isize) -> Result<LoopStep, Stopped> {
        let to = self.game(|game| browse_target(game, step));
        to.map_or(Ok(LoopStep::Continue), |to| self.act(Action::Browse(to)))
    }

    pub fn study(&mut self, study: Study) -> Result<LoopStep, Stopped> {
        let is_on = {
            let desk = self.desk.borrow();
            match study {
                Study::Game => desk.view().judging.is_some(),
                Study::Position => desk.view().live.is_some(),
            }
        };
        self.act(if is_on {
            Action::StopStudy(study)
        } else {
            Action::Study(study)
        })
    }
}
