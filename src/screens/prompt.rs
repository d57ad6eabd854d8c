//! The prompt on a terminal, with completion, hints, history and colors.

mod helper;
mod interrupt;
mod long_line;
mod pager;
mod signals;
mod terminal;

use std::cell::RefCell;
use std::convert::identity;
use std::io::{self, IsTerminal, Write};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use rustyline::config::{Behavior, BellStyle, ColorMode, CompletionType};
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{
    Cmd, ConditionalEventHandler, Config, Editor, EventContext, EventHandler, KeyEvent, Movement,
    RepeatCount,
};

use super::answers::{Answers, Flow};
use super::discs::Discs;
use super::failure::Failure;
use super::interface::Interface;
use super::look::Look;
use super::options::{Configure, ReplyFormat, RunEnd, Stopped};
use super::render::Style;
use super::shared::{FirstScreen, Left, ScreenContext, configured, copy, switch};
use super::text::{Person, Reader, write_reply};
use super::theme::{ColorDepth, ThemeName, theme};
use super::words::{self, Voice};
use crate::base::terminal::escapes;
use crate::base::text::fit;
use crate::desk::{Action, Desk, Notice, Refusal, ShownGame};
use crate::interpreter::{Awaited, Command, Event, Reply, ScreenCommand};
use crate::session::Icons;
use crate::store::UnfinishedGame;
use crate::study::Counts;
use helper::PromptHelper;
use interrupt::{InterruptState, Meaning};
use long_line::LongLine;
use pager::PagerKey;
use terminal::{EchoGuard, StatusLine};

type PromptEditor = Editor<PromptHelper, MemHistory>;

/// The interval at which replies and the status line are updated during a thought.
const TICK: Duration = Duration::from_millis(50);

/// The maximum time a reply waits for the disk. The game is saved even if the disk takes longer.
const DISK: Duration = Duration::from_secs(1);

/// The minimum time between two boards of a game between bots.
const BOARDS: Duration = Duration::from_secs(1);

/// The rows around the board in a reply: labels, counts, moves and the prompt.
const AROUND_A_BOARD: usize = 8;

/// The length of a thought from which a screen reader announces it.
const PATIENCE: Duration = Duration::from_secs(1);

/// An event that wakes the prompt during a thought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wake {
    /// The desk has notices.
    News,
    Interrupt,
}

/// Reads and executes lines until the user quits or switches to another screen.
pub fn run(shared: &ScreenContext<'_>, start: Option<FirstScreen>) -> Result<Left, Stopped> {
    let mut prompt = Prompt::new(shared);
    let long_line = LongLine::default();
    let mut editor = editor(&prompt, &long_line)?;
    let mut flow = Flow::Continue;
    if let Some(FirstScreen {
        kept,
        puzzles,
        resume,
        ..
    }) = start
    {
        let welcome = words::welcome(prompt.desk.borrow().view().info);
        prompt.answers.complain(&welcome);
        if resume {
            flow = prompt.line("resume")?;
        } else {
            flow = prompt.greet(kept.as_ref(), puzzles.as_ref())?;
        }
    } else if shared.desk.borrow().view().game.is_some() {
        flow = prompt.line("show")?;
    }
    let mut ending = RunEnd::default();
    while flow == Flow::Continue {
        let (plain, colored) = prompt.text();
        let awaited = prompt.desk.borrow().view().awaited;
        match editor
            .readline(&(plain, colored))
            .map(|end| long_line.take(end))
        {
            Ok(entered) => {
                let _ = editor.add_history_entry(&entered);
                prompt.desk.borrow_mut().typed().add(&entered);
                flow = prompt.lines(&entered)?;
                shared.theme.set(prompt.theme);
                if let Some(helper) = editor.helper_mut() {
                    helper.set_look(prompt.look());
                }
            }
            // A second Ctrl-C or Ctrl-D is an answer, so a terminal that is gone ends the session.
            Err(ReadlineError::Interrupted) if awaited == Some(Awaited::Quit) => {
                ending.interrupted = true;
                break;
            }
            Err(ReadlineError::Eof) if awaited == Some(Awaited::Quit) => break,
            Err(ReadlineError::Interrupted) if awaited.is_some() => {
                flow = prompt.act(Action::StopAsking, "")?;
            }
            Err(ReadlineError::Interrupted) => {
                flow = prompt.act(Action::Command(Command::Quit), "")?;
                ending.interrupted = flow != Flow::Continue;
            }
            Err(ReadlineError::Eof) if awaited == Some(Awaited::Lines) => flow = prompt.line("")?,
            Err(ReadlineError::Eof) => flow = prompt.act(Action::Command(Command::Quit), "")?,
            // Skip a line that is not UTF-8, and continue.
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                prompt.answers.complain(words::not_utf8());
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(match flow {
        Flow::Switch(other) => Left::For(other),
        Flow::Continue | Flow::Quit => Left::End(ending),
    })
}

struct Prompt {
    desk: Rc<RefCell<Desk>>,
    answers: Answers,
    attention: Arc<InterruptState>,
    wakes: Receiver<Wake>,
    status: StatusLine,
    /// The number of lines executed.
    number: usize,
    /// When a board was last shown.
    board_at: Option<Instant>,
    /// The chosen theme; `None` to suit the terminal.
    theme: Option<ThemeName>,
    discs: Discs,
    is_screen_reader: bool,
    configure: Configure,
    /// The reason why a screen is unavailable.
    refusal: fn(Interface) -> Option<Stopped>,
}

impl Prompt {
    fn new(shared: &ScreenContext<'_>) -> Self {
        let (sender, wakes) = mpsc::channel();
        let news = sender.clone();
        shared.desk.borrow_mut().set_waker(move || {
            // Ignore the error: the prompt may have ended.
            let _ = news.send(Wake::News);
        });
        let attention = Arc::<InterruptState>::default();
        signals::handle(
            &shared.signals,
            sender,
            Arc::clone(&attention),
            shared.desk.borrow().flusher(),
        );
        Self {
            desk: Rc::clone(&shared.desk),
            answers: shared.answers,
            attention,
            wakes,
            status: StatusLine::default(),
            number: 0,
            board_at: None,
            theme: shared.theme.get(),
            discs: shared.options.discs,
            is_screen_reader: shared.options.screen_reader,
            configure: shared.options.configure,
            refusal: shared.refusal,
        }
    }

    fn look(&self) -> Look {
        let variable = |name: &str| std::env::var(name).ok();
        let style = if self.is_screen_reader {
            Style::Plain
        } else {
            self.answers.style()
        };
        let depth = ColorDepth::of_style(style, variable);
        let name = self
            .theme
            .unwrap_or_else(|| ThemeName::of_environment(variable));
        let symbols = !self.answers.ascii && self.discs.are_symbols(depth, variable);
        let columns = crate::base::terminal::columns();
        let can_be_large = symbols && depth == ColorDepth::True && self.discs == Discs::Large;
        Look {
            theme: theme(name),
            depth,
            symbols,
            rows_for_large: can_be_large.then(crate::base::terminal::rows),
            columns,
            is_screen_reader: self.is_screen_reader,
        }
    }

    fn voice(&self) -> Voice {
        self.answers.voice(self.is_screen_reader)
    }

    /// Performs a command for the prompt itself. After a change of its look, shows the board again.
    fn perform(&mut self, command: &ScreenCommand) -> Result<Flow, Stopped> {
        let mut is_changed = false;
        let said = match command {
            ScreenCommand::Theme { name: None } => {
                Ok(words::theme_is(self.look().theme.name.as_str()))
            }
            ScreenCommand::Theme { name: Some(name) } => name.parse().map(|name: ThemeName| {
                is_changed = true;
                self.theme = Some(name);
                words::theme(name.as_str())
            }),
            ScreenCommand::Discs { style: None } => Ok(self.discs_in_words()),
            ScreenCommand::Discs { style: Some(style) } => style.parse().map(|discs| {
                is_changed = true;
                self.discs = discs;
                self.discs_in_words()
            }),
            ScreenCommand::Version => Ok(words::VERSION.to_owned()),
            ScreenCommand::Copy(part) => {
                let desk = self.desk.borrow();
                let said = copy(desk.view().game.as_ref(), *part, escapes::send);
                self.answers.complain(said.unwrap_or_else(identity));
                return Ok(Flow::Continue);
            }
            ScreenCommand::Config { words } => {
                let (notices, settings) = configured(self.configure, words);
                for notice in &notices {
                    self.answers.complain(notice);
                }
                return self.print(&settings);
            }
            ScreenCommand::Clear => {
                const CLEAR: &str = "\u{1b}[2J\u{1b}[3J\u{1b}[H";
                let is_terminal = io::stdout().is_terminal();
                return self.print(if is_terminal { CLEAR } else { "" });
            }
            ScreenCommand::Prompt => return Ok(self.switch(Interface::Console)),
            ScreenCommand::Screen => return Ok(self.switch(Interface::Screen)),
            ScreenCommand::Window => return Ok(self.switch(Interface::Window)),
        };
        let said = said.unwrap_or_else(|error| error.to_string());
        self.answers.complain(&said);
        if is_changed && self.desk.borrow().view().game.is_some() {
            return self.line("show");
        }
        Ok(Flow::Continue)
    }

    fn discs_in_words(&self) -> String {
        let look = self.look();
        words::discs(self.discs, look.symbols, look.rows_for_large.is_some())
    }

    fn switch(&self, to: Interface) -> Flow {
        match switch(Interface::Console, to, self.refusal) {
            Ok(other) => Flow::Switch(other),
            Err(reason) => {
                self.answers.complain(&reason);
                Flow::Continue
            }
        }
    }

    /// Shows the board of the first game, and what to type.
    fn greet(
        &mut self,
        kept: Option<&UnfinishedGame>,
        puzzles: Option<&Counts>,
    ) -> Result<Flow, Stopped> {
        let (reply, first) = self.desk.borrow().before_first();
        let voice = self.voice();
        let steps = first.map(|first| words::first_steps(voice, &reply.sides, &first));
        let kept = kept.map(|kept| words::kept(voice, kept));
        let more = kept
            .into_iter()
            .chain(puzzles.map(|due| words::puzzles::due(voice, due)));
        let said: Vec<String> = steps.into_iter().chain(more).collect();
        let mut flow = Flow::Continue;
        if self.answers.format != ReplyFormat::Json
            && io::stdout().is_terminal()
            && !self.is_screen_reader
        {
            let mut text = String::new();
            write_reply(&mut text, &reply, self.reader());
            // Show the board only if the lines before and after it stay visible.
            if text.lines().count() + said.len() + 2 <= crate::base::terminal::rows() {
                flow = self.print(&text)?;
            }
        }
        for line in &said {
            self.answers.complain(line);
        }
        Ok(flow)
    }

    /// The prompt, plain and colored: `reversi B > `. Without a side to move, it has `?`.
    fn text(&self) -> (String, String) {
        let desk = self.desk.borrow();
        let view = desk.view();
        if let Some(awaited) = view.awaited {
            let text = words::asks(awaited);
            return (text.clone(), text);
        }
        let look = self.look();
        let text = |look: Look| {
            let mut text = format!("{} ", view.info.word());
            match view.turn() {
                Some(player) => match view.sides.name(player) {
                    Some(name) => text.push_str(name),
                    None if look.is_screen_reader => look.side(&mut text, &view.sides, player),
                    None => look.write_disc(&mut text, view.sides.icons(), player),
                },
                None => text.push('?'),
            }
            let clock = view.game.as_ref().zip(view.turn());
            if let Some(left) = clock.and_then(|(game, turn)| words::time_left(&game.current, turn))
            {
                text.push(' ');
                text.push_str(&left);
            }
            text.push_str(" > ");
            text
        };
        (
            text(Look {
                depth: ColorDepth::None,
                ..look
            }),
            text(look),
        )
    }

    /// Executes the input: one line, or several pasted at once.
    fn lines(&mut self, entered: &str) -> Result<Flow, Stopped> {
        for line in entered.split(['\n', '\r']) {
            self.number += 1;
            let flow = self.line(line)?;
            if flow != Flow::Continue {
                return Ok(flow);
            }
        }
        Ok(Flow::Continue)
    }

    fn line(&mut self, line: &str) -> Result<Flow, Stopped> {
        self.act(Action::Line(line.to_owned()), line)
    }

    /// Performs an action and shows its results, or the reason why it was refused.
    fn act(&mut self, action: Action, line: &str) -> Result<Flow, Stopped> {
        let result = self.desk.borrow_mut().act(action);
        match result {
            Ok(()) => self.attend(line),
            Err(failure @ (Refusal::Parse(_) | Refusal::Execute(_))) => {
                self.answer(line, Err(failure.into()))
            }
            Err(refusal) => {
                self.answers
                    .complain(&words::refusal(self.voice(), &refusal));
                Ok(Flow::Continue)
            }
        }
    }

    /// Shows replies until no thought is running.
    fn attend(&mut self, line: &str) -> Result<Flow, Stopped> {
        // Replies that are not shown yet.
        let mut pending: Option<Reply> = None;
        let mut quiet: Option<EchoGuard> = None;
        let mut has_told = false;
        let mut flow = Flow::Continue;
        let mut shown_at = Instant::now();
        // JSON has one object per command.
        let is_json = self.answers.format == ReplyFormat::Json;
        loop {
            let notices = self.desk.borrow_mut().tick();
            for notice in notices {
                match notice {
                    Notice::Reply(reply) => {
                        pending = Some(reply.after(pending.take()));
                    }
                    Notice::Failed(error) => {
                        if let Some(reply) = pending.take().filter(|_| !is_json)
                            && self.show(reply)? == Flow::Quit
                        {
                            return Ok(Flow::Quit);
                        }
                        flow = self.answer(line, Err(Refusal::from(error).into()))?;
                    }
                    Notice::NotKept(error) => {
                        self.status.clear();
                        self.answers.complain(&words::not_kept(&error));
                    }
                    Notice::Died => return Err(Stopped::Died),
                }
            }
            if !self.desk.borrow().is_working() {
                if let Some(reply) = pending {
                    flow = self.answer(line, Ok(reply))?;
                }
                break;
            }
            if quiet.is_none() {
                self.attention.begin();
                quiet = Some(EchoGuard::begin());
            }
            if shown_at.elapsed() >= TICK {
                if let Some(reply) = pending.take_if(|_| !is_json)
                    && self.show(reply)? == Flow::Quit
                {
                    return Ok(Flow::Quit);
                }
                self.tell_who_thinks(&mut has_told);
                shown_at = Instant::now();
            }
            match self
                .wakes
                .recv_timeout(TICK.saturating_sub(shown_at.elapsed()))
            {
                Ok(Wake::News) | Err(RecvTimeoutError::Timeout) => {}
                Ok(Wake::Interrupt) => {
                    // The thought may just have ended.
                    let _ = self.desk.borrow_mut().act(Action::MoveNow);
                }
                Err(RecvTimeoutError::Disconnected) => std::thread::sleep(TICK),
            }
        }
        if quiet.is_some() {
            self.attention.end();
        }
        self.status.clear();
        Ok(flow)
    }

    /// Announces the thought: continuously on the status line, or once for a screen reader.
    fn tell_who_thinks(&mut self, has_told: &mut bool) {
        let desk = self.desk.borrow();
        let view = desk.view();
        if !self.is_screen_reader {
            if let Some(text) = words::thinking(view, StatusLine::columns()) {
                self.status.show(&text);
            }
        } else if !*has_told
            && view
                .thought
                .as_ref()
                .is_some_and(|thought| thought.since.elapsed() > PATIENCE)
            && let Some(text) = words::thinking_aloud(view)
        {
            *has_told = true;
            self.answers.complain(&text);
        }
    }

    /// Waits until the game shown by a reply has been saved.
    fn keep(&self, reply: &Reply) {
        if reply.board().is_some() {
            self.desk.borrow().wait_until_kept(DISK);
        }
    }

    /// Shows a reply during a thought. Between two bots, most boards are omitted.
    fn show(&mut self, mut reply: Reply) -> Result<Flow, Stopped> {
        self.keep(&reply);
        let game = self.desk.borrow().game();
        let has_human = game.is_some_and(|game| game.humans().contains(&true));
        if has_human || self.board_at.is_none_or(|at| at.elapsed() >= BOARDS) {
            self.board_at = Some(Instant::now());
        } else {
            reply.marks = None;
        }
        let mut text = String::new();
        write_reply(&mut text, &reply, self.reader());
        self.print(&text)
    }

    fn answer(&mut self, line: &str, result: Result<Reply, Failure>) -> Result<Flow, Stopped> {
        let mut board_rows = 0;
        if let Ok(reply) = &result {
            if let Event::ForScreen(command) = reply.head() {
                return self.perform(command);
            }
            self.keep(reply);
            board_rows = reply
                .board()
                .map_or(0, |(game, _)| game.game().grid().rows.into());
            // A user who chooses letters as icons wants to see them.
            if let Event::Icons { black, white } = *reply.head()
                && Icons::new(black, white).is_ok_and(|icons| icons == Icons::default())
            {
                self.discs = Discs::Letters;
            }
        }
        let mut text = String::new();
        let game = self.desk.borrow().game();
        let shows_board = result.as_ref().is_ok_and(|reply| reply.board().is_some());
        let reader = self.reader();
        let result = self.answers.write(
            &mut text,
            self.number,
            line,
            result,
            game.as_deref(),
            reader,
        );
        if self.answers.format != ReplyFormat::Json
            && shows_board
            && let Some(due) = words::due(self.voice(), self.desk.borrow().view())
        {
            text.push_str(&due);
            text.push('\n');
        }
        if self.page(&text, board_rows)? == Flow::Quit {
            return Ok(Flow::Quit);
        }
        Ok(result.unwrap_or_else(|failure| {
            // The JSON object contains the error.
            if self.answers.format != ReplyFormat::Json {
                self.answers
                    .complain(&words::failure(reader.voice(), &failure));
            }
            Flow::Continue
        }))
    }

    /// The reader of the replies, with the state that affects them.
    fn reader(&self) -> Reader {
        let desk = self.desk.borrow();
        let humans = desk
            .view()
            .game
            .as_ref()
            .map_or([true; 2], ShownGame::humans);
        let turn = desk.view().turn();
        let can_analyze = turn.is_none() && desk.can_analyze();
        let look = self.look();
        let voice = self.voice();
        Reader::Person(Person {
            humans,
            turn,
            can_analyze,
            voice,
            look,
        })
    }

    /// Shows a long text in pages. A text with a board higher than the screen is written at once: paging would
    /// interrupt every move.
    fn page(&mut self, text: &str, board_rows: usize) -> Result<Flow, Stopped> {
        let is_for_eyes = self.answers.format != ReplyFormat::Json && io::stdout().is_terminal();
        let text = &self.fitted(text);
        let has_room = board_rows + AROUND_A_BOARD < crate::base::terminal::rows();
        if !is_for_eyes || self.is_screen_reader || !has_room || !pager::overflows(text) {
            return self.print(text);
        }
        self.status.clear();
        // Leave Ctrl-C to the pager.
        self.attention.begin();
        let is_shown = pager::show_in_program(text);
        self.attention.end();
        while self.wakes.try_recv().is_ok() {}
        if is_shown {
            return Ok(Flow::Continue);
        }
        let parts = pager::screenfuls(text);
        for (index, part) in parts.iter().enumerate() {
            if self.print(part)? == Flow::Quit {
                return Ok(Flow::Quit);
            }
            if index + 1 < parts.len() {
                self.status.show(words::page_keys());
                if pager::key() == PagerKey::End {
                    break;
                }
            }
        }
        self.status.clear();
        Ok(Flow::Continue)
    }

    /// Wraps text at the width of the terminal. JSON is unchanged.
    fn fitted(&self, text: &str) -> String {
        let is_json = self.answers.format == ReplyFormat::Json;
        match crate::base::terminal::columns().filter(|_| !is_json) {
            Some(columns) => fit::fitted(text, columns),
            None => text.to_owned(),
        }
    }

    /// Writes to standard output. A closed pipe quits the prompt.
    fn print(&mut self, text: &str) -> Result<Flow, Stopped> {
        self.status.clear();
        let text = self.fitted(text);
        let mut stdout = io::stdout().lock();
        match stdout
            .write_all(text.as_bytes())
            .and_then(|()| stdout.flush())
        {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Flow::Quit),
            result => result.map(|()| Flow::Continue).map_err(Stopped::Unwritable),
        }
    }
}

fn editor(prompt: &Prompt, long_line: &LongLine) -> Result<PromptEditor, Stopped> {
    let look = prompt.look();
    let color = if look.has_colors() {
        ColorMode::Forced
    } else {
        ColorMode::Disabled
    };
    // Standard output may be a file, but the prompt is for the terminal.
    let behavior = if io::stdout().is_terminal() {
        Behavior::Stdio
    } else {
        Behavior::PreferTerm
    };
    let config = Config::builder()
        .max_history_size(1000)?
        .history_ignore_dups(true)?
        .completion_type(CompletionType::List)
        .bell_style(BellStyle::None)
        .color_mode(color)
        .behavior(behavior)
        .build();
    let history = MemHistory::with_config(&config);
    let mut editor = PromptEditor::with_history(config, history)?;
    editor.set_helper(Some(PromptHelper::new(
        Rc::clone(&prompt.desk),
        look,
        long_line.clone(),
    )));
    let clear = Interrupt(Arc::clone(&prompt.attention), long_line.clone());
    editor.bind_sequence(
        KeyEvent::ctrl('C'),
        EventHandler::Conditional(Box::new(clear)),
    );
    let fold = EventHandler::Conditional(Box::new(long_line.clone()));
    editor.bind_sequence(rustyline::Event::Any, fold);
    for line in prompt.desk.borrow_mut().typed().earlier() {
        editor.add_history_entry(line)?;
    }
    Ok(editor)
}

/// Handles Ctrl-C: clears the line, or ends the program if it is empty. Right after a search, it does nothing.
struct Interrupt(Arc<InterruptState>, LongLine);

impl ConditionalEventHandler for Interrupt {
    fn handle(
        &self,
        _: &rustyline::Event,
        _: RepeatCount,
        _: bool,
        line: &EventContext,
    ) -> Option<Cmd> {
        if self.0.meaning() == Meaning::Nothing {
            return Some(Cmd::Noop);
        }
        self.1.clear();
        (!line.line().is_empty()).then_some(Cmd::Kill(Movement::WholeBuffer))
    }
}
