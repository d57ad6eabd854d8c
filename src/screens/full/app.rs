//! The full-screen app: its state, and its reactions to events.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseEventKind};

use super::buttons::Buttons;
use super::discs::Tiles;
use super::ending::{EndCard, next_level};
use super::entries::RowAction;
use super::keys::{self, KeyMeaning};
use super::layout::{Layout, MoveChoice, Targets, has_room_below};
use super::line::{CommandLine, Typed};
use super::list::{List, Picked};
use super::lists;
use super::menu::{Chosen, Menu};
use super::moving::Moving;
use super::paint::Paint;
use crate::base::language;
use crate::base::system::SUSPENDS;
use crate::desk::{Action, Desk, Notice, Refusal, ShownGame, Study, View};
use crate::games::{Move, Outcome, Square};
use crate::interpreter::{
    Awaited, Command, CopiedPart, Event as Happened, MoveInput, PracticeState, PracticeTurn, Reply,
    ScreenCommand, Side, Task, Variation, Verdict,
};
use crate::screens::interface::Interface;
use crate::screens::keys::{Key, KeyAction};
use crate::screens::options::{Configure, RunEnd, Stopped};
use crate::screens::shared::{Left, StatusMessage, browse_target, configured, copy, switch};
use crate::screens::text;
use crate::screens::theme::{AnswerFilter, ThemeName};
use crate::screens::words::{self, Card, Voice, YesOrNo};
use crate::session::{GamePosition, Ply};

const VOICE: Voice = Voice::FullScreen;

const READER: text::Reader = text::Reader::Screen(VOICE);

/// The maximum time a reply waits for the disk.
const DISK: Duration = Duration::from_millis(30);

/// The maximum time between the two digits of one number.
const DIGITS: Duration = Duration::from_millis(700);

/// The overlay: a question, a card or the command line.
pub(super) enum Overlay {
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
pub(super) enum PointerTarget {
    Square(Square),
    Piece(usize),
}

pub(super) struct App {
    /// The reason why a screen is unavailable.
    refusal: fn(Interface) -> Option<Stopped>,
    configure: Configure,
    pub(super) desk: Rc<RefCell<Desk>>,
    pub(super) paint: Paint,
    pub(super) cursor: Square,
    /// The selected piece of the tray.
    pub(super) piece: usize,
    pub(super) hover: Option<PointerTarget>,
    pub(super) has_marks: bool,
    pub(super) overlay: Overlay,
    pub(super) message: StatusMessage,
    /// The text about the position, of a practice or an answer, which stays until the next step.
    text: Option<Card>,
    /// The menu whose entry runs a command, for the list that it may show.
    menu_before: Option<Menu>,
    /// The line to confirm, because it leaves the current game for another one.
    replacing: String,
    /// The first digit of a number that may have two, and when it was typed.
    digit: Option<(u8, Instant)>,
    /// The last layout drawn, for the mouse.
    pub(super) layout: Option<Layout>,
    pub(super) targets: Targets,
    /// The names of keys in the last frame.
    pub(super) buttons: Buttons,
    pub(super) tiles: Tiles,
    pub(super) moving: Moving,
    /// Extracts the terminal's answer about its background from the keys, until it has arrived.
    pub(super) background: Option<AnswerFilter<KeyEvent>>,
    /// When the last thought ended. Ctrl-C right after it is ignored.
    thought_ended: Option<Instant>,
    was_working: bool,
    /// Whether the terminal skips escape sequences that it doesn't support.
    pub(super) has_sequences: bool,
    /// The escape sequence for the terminal's clipboard, until it is sent.
    pub(super) to_send: Option<String>,
}

/// What to do after an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LoopStep {
    Continue,
    Leave(Left),
    /// Suspend the program, as a shell does.
    Suspend,
    /// Take over the terminal again after a suspension.
    Reenter,
    Redraw,
}

impl App {
    pub(super) fn new(
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
            to_send: None,
        }
    }

    /// The maximum time until the next frame; `None` for no limit.
    pub(super) fn patience(&self) -> Option<Duration> {
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

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.message.say(text);
    }

    /// Shows an error below the board, or in the pane if it is too long.
    fn complain(&mut self, text: impl Into<String>) {
        self.message.complain(text);
    }

    fn has_room_for(&self, text: &str) -> bool {
        self.layout
            .as_ref()
            .is_none_or(|layout| layout.has_room_for(text))
    }

    /// Shows an answer in the pane, or over the board if the pane has the text of a practice.
    fn show(&mut self, lines: Vec<String>) {
        let card = Card {
            lines,
            ..Card::default()
        };
        let is_practicing = self.desk.borrow().view().practice.is_some();
        if is_practicing {
            self.list(card);
        } else {
            self.text = Some(card);
        }
    }

    /// Shows a card over the board.
    fn list(&mut self, card: Card) {
        let keys = words::answer_keys();
        self.overlay = Overlay::Answer(Card { keys, ..card }, 0);
    }

    /// Shows the text that has no room beside the board over it.
    pub(super) fn list_text(&mut self, text: Card) {
        self.text = None;
        self.list(text);
    }

    /// The text beside the board, with a message that has no room below a board of `width` columns.
    pub(super) fn text_shown(&self, view: &View, width: u16) -> Option<Card> {
        let mut card = self.text.clone().unwrap_or_default();
        if !has_room_below(&self.message.text, width) {
            if !card.lines.is_empty() {
                card.lines.push(String::new());
            }
            card.lines.push(self.message.text.clone());
        }
        if card.lines.is_empty() {
            return None;
        }
        let is_n_free = keys::is_free('n', view.shown());
        let keys = words::text_keys(view.practice, is_n_free);
        Some(Card { keys, ..card })
    }

    /// Reads the current game, if any.
    pub(super) fn game<T>(&self, read: impl FnOnce(&ShownGame) -> T) -> Option<T> {
        self.desk.borrow().view().game.as_ref().map(read)
    }

    pub(super) fn act(&mut self, action: Action) -> Result<LoopStep, Stopped> {
        let result = self.desk.borrow_mut().act(action);
        if let Err(refusal) = result {
            self.refuse(&refusal);
            return Ok(LoopStep::Continue);
        }
        self.message = StatusMessage::default();
        self.hear()
    }

    fn refuse(&mut self, refusal: &Refusal) {
        self.complain(words::refusal(VOICE, refusal));
    }

    /// Handles the desk's notices after the move in motion.
    pub(super) fn news(&mut self) -> Result<LoopStep, Stopped> {
        self.moving.has_news = self.moving.is_shown;
        if self.moving.is_shown {
            Ok(LoopStep::Continue)
        } else {
            self.hear()
        }
    }

    /// Handles the desk's notices.
    pub(super) fn hear(&mut self) -> Result<LoopStep, Stopped> {
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

    /// Shows a reply: a short one below the board, a long one in the pane. Waits briefly for the disk.
    fn answer(&mut self, reply: &Reply) {
        if reply.board().is_some() {
            self.desk.borrow().wait_until_kept(DISK);
        }
        let is_practicing = self.desk.borrow().view().practice.is_some();
        if !is_practicing {
            self.text = None;
        }
        let before = self.menu_before.take();
        let list = lists::of_reply(reply, self.desk.borrow().view());
        if let Some(list) = list {
            self.overlay = Overlay::List(list, before);
            return;
        }
        let lines = self.told(reply);
        if let Some(title) = words::puzzles::title(reply) {
            let is_practice =
                |event: &Happened| matches!(event, Happened::Judged(_) | Happened::Task(_));
            self.text = Some(Card {
                title: title.to_owned(),
                lines: texts(reply, is_practice),
                ..Card::default()
            });
            if !matches!(reply.task(), Some(Task::Lesson(_))) {
                return;
            }
        } else if let Some(outcome) = reply.ended() {
            self.end(reply, outcome);
        } else if is_advice(reply)
            || !is_move(reply) && (lines.len() > 2 || !self.has_room_for(&lines.join(" ")))
        {
            self.show(lines);
            return;
        } else if let Some(reason) = reply.scores_not_written() {
            self.complain(reason);
            return;
        }
        if !lines.is_empty() {
            self.say(lines.join(" "));
        }
    }

    /// What a reply says below the board.
    fn told(&self, reply: &Reply) -> Vec<String> {
        match reply.head() {
            Happened::Played { .. } => {
                let plies = reply.plies().iter();
                plies
                    .flat_map(|ply| words::ply(&reply.sides, ply))
                    .collect()
            }
            Happened::Started { .. } => {
                let lines = texts(reply, text::is_above_board);
                if self.has_room_for(&lines.join(" ")) {
                    return lines;
                }
                let mut brief = String::new();
                text::write_start_in_brief(&mut brief, reply, READER);
                split(&brief)
            }
            _ => texts(reply, text::is_above_board),
        }
    }

    /// Shows the card with the result of a game.
    fn end(&mut self, reply: &Reply, outcome: Outcome) {
        let humans = self.game(ShownGame::humans).unwrap_or([true; 2]);
        let next = self.game(|game| next_level(game, reply.next_level().map(|next| next.next)));
        let is_consequence =
            |event: &Happened| matches!(event, Happened::Placed(_) | Happened::NextLevel(_));
        self.overlay = Overlay::End(EndCard {
            title: words::end(&reply.sides, outcome, humans),
            said: texts(reply, is_consequence),
            next: next.flatten(),
        });
        if humans[0] != humans[1] {
            self.desk.borrow_mut().find_rating();
        }
    }

    /// Keeps the cursor on the board, and the selected piece in the tray.
    pub(super) fn keep_inside(&mut self) {
        let sizes = self.game(|game| {
            let game = game.shown().game();
            let (grid, pieces) = (game.grid(), game.note().map_or(0, |note| note.left.len()));
            (grid.rows, grid.columns, pieces)
        });
        let Some((rows, columns, pieces)) = sizes else {
            return;
        };
        self.cursor.row = self.cursor.row.min(rows.saturating_sub(1));
        self.cursor.column = self.cursor.column.min(columns.saturating_sub(1));
        self.piece = self.piece.min(pieces.saturating_sub(1));
    }

    pub(super) fn input(&mut self, event: Event) -> Result<LoopStep, Stopped> {
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
    pub(super) fn key(&mut self, key: KeyEvent) -> Result<LoopStep, Stopped> {
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

    /// Does what was chosen in the menu.
    pub(super) fn choose(&mut self, menu: Menu, chosen: Chosen) -> Result<LoopStep, Stopped> {
        match chosen {
            Chosen::Nothing => self.overlay = Overlay::Menu(menu),
            Chosen::Close => {}
            Chosen::Press(key) => return self.key(key),
            Chosen::Do(RowAction::Choose(setting)) => {
                self.overlay = Overlay::List(setting.list(), Some(menu));
            }
            Chosen::Do(RowAction::Begin(line)) => {
                self.open_line();
                if let Overlay::Line(command) = &mut self.overlay {
                    command.paste(line);
                }
            }
            Chosen::Do(RowAction::Run(line)) => {
                self.menu_before = Some(menu);
                return self.line(line);
            }
        }
        Ok(LoopStep::Continue)
    }

    /// Does what was picked in a list.
    pub(super) fn pick(
        &mut self,
        list: List,
        before: Option<Menu>,
        picked: Picked,
    ) -> Result<LoopStep, Stopped> {
        match picked {
            Picked::Nothing => self.overlay = Overlay::List(list, before),
            Picked::Close => self.overlay = before.map_or(Overlay::Nothing, Overlay::Menu),
            Picked::Line(line) => return self.line(&line),
        }
        Ok(LoopStep::Continue)
    }

    /// Handles a key while the card at the end of a game is shown.
    fn end_key(&mut self, end: EndCard, key: KeyEvent) -> Result<LoopStep, Stopped> {
        match key.code {
            KeyCode::Char('n' | 'N') => self.new_game(),
            _ if keys::is_yes(key) => self.new_game(),
            KeyCode::Char('l' | 'L') if let Some((human, level)) = end.next => {
                self.act(Action::Command(Command::Against {
                    human: Side::Of(human),
                    level,
                    rating: None,
                    is_balanced: false,
                }))
            }
            KeyCode::Char('a' | 'A') => self.analyze_ended(end),
            KeyCode::Char('p' | 'P') => self.act(Action::Command(Command::Puzzle)),
            KeyCode::Esc | KeyCode::Char(' ') => Ok(LoopStep::Continue),
            _ => match KeyAction::of(key.into()) {
                Some(KeyAction::NewGame) => self.new_game(),
                Some(KeyAction::Analyze) => self.analyze_ended(end),
                _ => self.board_key(key),
            },
        }
    }

    /// Analyzes the game below the card at its end, on which the findings appear.
    fn analyze_ended(&mut self, end: EndCard) -> Result<LoopStep, Stopped> {
        self.overlay = Overlay::End(end);
        self.study(Study::Game)
    }

    fn answer_question(&mut self, asked: YesOrNo, key: KeyEvent) -> Result<LoopStep, Stopped> {
        if keys::is_yes(key) {
            return match asked {
                YesOrNo::NewGame => self.new_game(),
                YesOrNo::Leave => {
                    let flow = self.act(Action::Command(Command::Quit))?;
                    self.ask_awaited();
                    Ok(flow)
                }
                YesOrNo::Loss(_) | YesOrNo::Unsaved => self.decide("y"),
                YesOrNo::Replace => {
                    let line = std::mem::take(&mut self.replacing);
                    self.carry_out(line)
                }
            };
        }
        if !matches!(key.code, KeyCode::Esc | KeyCode::Char('n' | 'N')) {
            self.overlay = Overlay::Ask(asked);
        } else if matches!(asked, YesOrNo::Loss(_) | YesOrNo::Unsaved) {
            return self.decide("n");
        }
        Ok(LoopStep::Continue)
    }

    /// Answers the question whether the typed command may lose data.
    fn decide(&mut self, answer: &str) -> Result<LoopStep, Stopped> {
        let flow = self.act(Action::Line(answer.to_owned()))?;
        // After a failure the question would be pending without its card.
        if self.desk.borrow().view().awaited.is_some() {
            // This can't fail.
            let _ = self.desk.borrow_mut().act(Action::StopAsking);
        }
        Ok(flow)
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
    pub(super) fn new_game(&mut self) -> Result<LoopStep, Stopped> {
        let has_game = self.game(|_| ()).is_some();
        let action = if has_game {
            Action::Command(Command::Restart)
        } else {
            Action::Line("against".to_owned())
        };
        self.act(action)
    }

    fn line(&mut self, line: &str) -> Result<LoopStep, Stopped> {
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

    fn carry_out(&mut self, line: String) -> Result<LoopStep, Stopped> {
        let flow = self.act(Action::Line(line))?;
        self.ask_awaited();
        Ok(flow)
    }

    /// Opens a line or a question for the input that the interpreter expects.
    fn ask_awaited(&mut self) {
        let awaited = self.desk.borrow().view().awaited;
        match awaited {
            Some(Awaited::Confirmation(loss)) => self.overlay = Overlay::Ask(YesOrNo::Loss(loss)),
            Some(Awaited::Quit) => self.overlay = Overlay::Ask(YesOrNo::Unsaved),
            Some(_) => self.open_line(),
            None => {}
        }
    }

    pub(super) fn open_line(&mut self) {
        let earlier = self.desk.borrow_mut().typed().earlier();
        self.overlay = Overlay::Line(CommandLine::new(earlier));
    }

    fn board_key(&mut self, key: KeyEvent) -> Result<LoopStep, Stopped> {
        let is_letter = matches!(key.code, KeyCode::Char(_));
        let (meaning, is_practicing) = {
            let desk = self.desk.borrow();
            let meaning = keys::on_board(key.into(), desk.view().shown());
            (meaning, desk.view().practice.is_some())
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
            // N is the letter of both words.
            KeyMeaning::Do(KeyAction::NewGame) if is_letter && is_practicing => {
                return self.act(Action::Command(Command::Next));
            }
            KeyMeaning::Do(action) => return self.carry_out_key(action),
            KeyMeaning::Unknown(key) => self.complain(words::unknown_key(key)),
        }
        Ok(LoopStep::Continue)
    }

    fn carry_out_key(&mut self, action: KeyAction) -> Result<LoopStep, Stopped> {
        let command = match action {
            KeyAction::Play => return self.play_or_go_on(),
            KeyAction::Leave => return self.back(),
            KeyAction::Undo => Command::Undo { turns: 1 },
            KeyAction::Redo => Command::Redo { turns: 1 },
            KeyAction::Hint => Command::Hint { count: 1 },
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
                let to = self.game(|game| Some(game.number(game.browsed?))).flatten();
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

    /// Plays the selected move. If the practice expects none, continues it; after the game, closes the text.
    fn play_or_go_on(&mut self) -> Result<LoopStep, Stopped> {
        let (practice, turn) = {
            let desk = self.desk.borrow();
            (desk.view().practice, desk.view().turn())
        };
        if practice.is_some_and(|practice| practice.turn == PracticeTurn::Next) {
            return self.act(Action::Command(Command::Next));
        }
        if turn.is_none() && self.text.take().is_some() {
            return Ok(LoopStep::Continue);
        }
        self.play()
    }

    /// Leaves a practice or closes a text; without either, asks whether to quit.
    fn back(&mut self) -> Result<LoopStep, Stopped> {
        let practice = self.desk.borrow().view().practice;
        if let Some(PracticeState { kind, .. }) = practice {
            let leave = Command::Leave { practice: kind };
            return self.act(Action::Command(leave));
        }
        if self.text.take().is_none() {
            self.overlay = Overlay::Ask(YesOrNo::Leave);
        }
        Ok(LoopStep::Continue)
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

    /// Moves the cursor, or the selection in the tray.
    fn step(&mut self, (columns, rows): (i8, i8)) {
        if self.choice() == MoveChoice::Piece {
            let per_row = self.layout.map_or(1, |layout| layout.pieces_per_row());
            let step =
                isize::from(columns) + isize::from(rows) * isize::try_from(per_row).unwrap_or(1);
            self.piece = self.piece.checked_add_signed(step).unwrap_or(self.piece);
        } else {
            let to = |at: u8, step: i8| at.saturating_add_signed(step);
            self.cursor.column = to(self.cursor.column, columns);
            self.cursor.row = to(self.cursor.row, rows);
        }
        self.keep_inside();
    }

    pub(super) fn choice(&self) -> MoveChoice {
        self.game(|game| MoveChoice::of(game.shown()))
            .unwrap_or(MoveChoice::Square)
    }

    fn choose_piece(&mut self, letter: char) {
        let index = self.game(|game| {
            let note = game.shown().game().note()?;
            note.left.iter().position(|piece| piece.letter == letter)
        });
        match index.flatten() {
            Some(index) => self.piece = index,
            None => self.complain(words::no_piece(letter)),
        }
    }

    /// Selects a row, or a column in column games. Two quick digits are one number.
    fn digit(&mut self, digit: u8) {
        let before = self.digit.take().filter(|(_, at)| at.elapsed() < DIGITS);
        let numbers = before
            .map(|(tens, _)| tens * 10 + digit)
            .into_iter()
            .chain([digit]);
        let is_column = self.choice() == MoveChoice::Column;
        let max = self.game(|game| {
            let grid = game.shown().game().grid();
            if is_column { grid.columns } else { grid.rows }
        });
        let max = max.unwrap_or(8);
        if let Some(number) = numbers
            .into_iter()
            .find(|number| (1..=max).contains(number))
        {
            let part = if is_column {
                &mut self.cursor.column
            } else {
                &mut self.cursor.row
            };
            *part = number - 1;
        }
        if digit <= max / 10 {
            self.digit = Some((digit, Instant::now()));
        }
    }

    pub(super) fn play(&mut self) -> Result<LoopStep, Stopped> {
        let chosen = self.game(|game| match game.browsed {
            Some(browsed) => {
                let last = game.number(game.moves().len());
                Err(words::browsing(game.number(browsed), last))
            }
            None => Ok(move_at(game.shown(), self.at_cursor(game.shown()))),
        });
        match chosen {
            None => self.new_game(),
            Some(Ok(mv)) => self.act(Action::Command(Command::Play { mv })),
            Some(Err(text)) => {
                self.complain(text);
                Ok(LoopStep::Continue)
            }
        }
    }

    fn at_cursor(&self, position: GamePosition<'_>) -> PointerTarget {
        match MoveChoice::of(position) {
            MoveChoice::Piece => PointerTarget::Piece(self.piece),
            _ => PointerTarget::Square(self.cursor),
        }
    }

    /// The effects of the move under the pointer, or under the cursor.
    pub(super) fn preview(&self) -> Option<Ply> {
        let desk = self.desk.borrow();
        let shown = desk.view().shown()?;
        let target = self.hover.unwrap_or_else(|| self.at_cursor(shown));
        shown.preview(legal_at(shown, target).1?)
    }

    pub(super) fn browse(&mut self, step: isize) -> Result<LoopStep, Stopped> {
        let to = self.game(|game| browse_target(game, step));
        to.map_or(Ok(LoopStep::Continue), |to| self.act(Action::Browse(to)))
    }

    fn study(&mut self, study: Study) -> Result<LoopStep, Stopped> {
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

/// The lines about some of the events of a reply.
fn texts(reply: &Reply, is_told: impl Fn(&Happened) -> bool) -> Vec<String> {
    let mut told = String::new();
    text::write_events(&mut told, reply, is_told, READER);
    split(&told)
}

fn split(lines: &str) -> Vec<String> {
    lines.lines().map(str::to_owned).collect()
}

/// Whether a reply is about moves, which the line below the board always has room for.
fn is_move(reply: &Reply) -> bool {
    matches!(
        reply.head(),
        Happened::Played { .. }
            | Happened::Started { .. }
            | Happened::Judged(Verdict::DrillAnswered { .. })
    )
}

/// Whether a reply is a hint, which is shown in the pane until the next step.
fn is_advice(reply: &Reply) -> bool {
    matches!(reply.head(), Happened::Hint { .. })
}

/// The move at a target. An illegal move is given by name, so that it is refused with the reason.
fn move_at(position: GamePosition<'_>, target: PointerTarget) -> MoveInput {
    let (name, legal) = legal_at(position, target);
    legal.map_or(MoveInput::Named(name), MoveInput::Of)
}

/// The name of the move at a target, and the legal move of this name.
fn legal_at(position: GamePosition<'_>, target: PointerTarget) -> (String, Option<Move>) {
    let game = position.game();
    let name = match target {
        PointerTarget::Square(square) if MoveChoice::of(position) == MoveChoice::Column => {
            (square.column + 1).to_string()
        }
        PointerTarget::Square(square) => square.to_string(),
        PointerTarget::Piece(index) => {
            let piece = game.note().and_then(|note| note.left.get(index).copied());
            piece.map_or_else(String::new, |piece| piece.letter.to_string())
        }
    };
    let legal = position
        .shown_moves()
        .into_iter()
        .find(|&mv| game.move_name(mv) == name);
    (name, legal)
}
