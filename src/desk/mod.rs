//! The controller of all interactive screens. It takes actions, runs bots and the engine on other threads, and
//! shows the state as a [`View`]. It draws nothing and never blocks.
//!
//! [`Desk::act`] changes the state at once, and [`Desk::tick`] returns the resulting notices. When a thought
//! reports something, the desk calls its waker, and the screen ticks again.

mod action;
mod settings;
mod studies;
mod typed;
mod view;
mod worker;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::interpreter::{
    ArgumentKind, Awaited, Command, Completion, Event, ExecuteError, Finding, FirstMove,
    Interpreter, Loss, Progress, Purpose, Reply, Step, Work, complete, find,
};
use crate::players::Stop;
use crate::session::CurrentGame;
use crate::store::{UnsavedData, paths_beginning};
use crate::study::{BotOpenings, Coach, OwnRating};
use studies::Studies;
use worker::{News, Waker};

pub use action::{Action, Notice, Refusal, Study};
pub use settings::{Settings, Use};
pub use typed::TypedLines;
pub use view::{LiveView, ShownGame, ThoughtView, View};
pub use worker::{Job, StartJob};

/// The maximum time that a signal waits for the disk: a disk or a lock may never respond.
const LAST_MOMENT: Duration = Duration::from_secs(3);

/// The controller of one interactive screen.
pub struct Desk {
    interpreter: Interpreter,
    view: View,
    start: StartJob,
    thought: Option<Thought>,
    /// Work beside the thought of a bot.
    asides: Vec<Thought>,
    studies: Studies,
    /// The number of moves at the displayed position; `None` for the current position.
    browsed: Option<usize>,
    last: u64,
    news: Receiver<(u64, News)>,
    reports: Sender<(u64, News)>,
    waker: Waker,
    notices: VecDeque<Notice>,
    /// The latest warning about unsaved data. It is not repeated.
    last_warning: String,
    typed: TypedLines,
    rating: Option<OwnRating>,
    /// The names of the screens' themes, for completion.
    themes: Vec<String>,
    /// Saves the setting of the coach.
    keep_coach: fn(Coach),
    /// Saves the openings of bots.
    keep_openings: fn(&BotOpenings),
    /// The last command, if it was a question to the engine.
    asked: Option<Command>,
}

/// Whether a command asks the engine about the position.
fn is_question(command: &Command) -> bool {
    matches!(
        command,
        Command::Hint { .. } | Command::Why | Command::Evaluate | Command::Go | Command::Solve
    )
}

struct Thought {
    number: u64,
    stop: Stop,
    shown: ThoughtView,
}

impl Desk {
    /// Creates a desk with a new session. `waker` is called, on any thread, when [`tick`](Self::tick) is due.
    pub fn new(settings: &Settings, waker: impl Fn() + Send + Sync + 'static) -> Self {
        Self::with_worker(settings, waker, Box::new(worker::on_a_thread))
    }

    /// Like [`new`](Self::new), but runs thoughts with `start`.
    pub fn with_worker(
        settings: &Settings,
        waker: impl Fn() + Send + Sync + 'static,
        start: StartJob,
    ) -> Self {
        let interpreter = settings.interpreter();
        let (reports, news) = mpsc::channel();
        Self {
            view: View::new(&interpreter, None),
            interpreter,
            start,
            thought: None,
            asides: Vec::new(),
            studies: Studies::default(),
            browsed: None,
            last: 0,
            news,
            reports,
            waker: Waker::new(waker),
            notices: VecDeque::new(),
            last_warning: String::new(),
            typed: TypedLines::new(&settings.store),
            rating: None,
            asked: None,
            keep_coach: settings.keep_coach,
            keep_openings: settings.keep_openings,
            themes: settings.themes.clone(),
        }
    }

    /// Replaces the waker when another screen takes over.
    pub fn set_waker(&mut self, waker: impl Fn() + Send + Sync + 'static) {
        self.waker.set(waker);
    }

    /// Returns the state for a screen to draw.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Whether the current game can be analyzed.
    pub fn can_analyze(&self) -> bool {
        self.interpreter.can_analyze()
    }

    /// Returns the board before the first game, with an example of a first move.
    pub fn before_first(&self) -> (Reply, Option<FirstMove>) {
        self.interpreter.before_first()
    }

    /// Returns the current game; `None` before the first.
    pub fn game(&self) -> Option<Arc<CurrentGame>> {
        self.interpreter.session().shared()
    }

    /// Whether work is running, which will cause more notices.
    pub fn is_working(&self) -> bool {
        self.thought.is_some() || !self.asides.is_empty()
    }

    /// Returns the time until a clock shows a new second or runs out; `None` if no clock runs.
    pub fn until_next_second(&self) -> Option<Duration> {
        self.interpreter.session().current()?.until_next_second()
    }

    /// Whether an action is possible now. If not, [`act`](Self::act) returns the reason.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "for the window"))]
    pub fn can(&self, action: &Action) -> bool {
        match action {
            Action::Line(_) | Action::StopAsking | Action::NewGame(_) => true,
            Action::Side(_) => self.view.awaited == Some(Awaited::Side),
            Action::MoveNow => self.is_working(),
            Action::Browse(moves) => self
                .view
                .game
                .as_ref()
                .is_some_and(|game| *moves <= game.moves().len()),
            Action::Study(study) => self.permit_study(*study).is_ok(),
            Action::StopStudy(study) => self.studies.is_on(*study),
            Action::Command(command) => {
                let has = |condition: &dyn Fn(&ShownGame) -> bool| {
                    self.view.game.as_ref().is_some_and(condition)
                };
                // The view of a studied game has the moves after the current position, too.
                let has_now = |condition: &dyn Fn(&CurrentGame) -> bool| {
                    self.interpreter.session().current().is_some_and(condition)
                };
                let has_it = match command {
                    Command::Undo { .. } => has_now(&|game| {
                        !game.history().is_empty() || game.is_resigned() || game.can_restore()
                    }),
                    Command::Promote | Command::Prune | Command::Mark { .. } => {
                        has_now(&|game| !game.history().is_empty())
                    }
                    Command::Redo { .. } => has_now(&|game| game.undone() > 0),
                    Command::GoTo { number } => has_now(&|game| *number <= game.known_plies()),
                    Command::Back { moves } => has_now(&|game| *moves <= game.history().len()),
                    Command::Forward { moves } => has_now(&|game| *moves <= game.undone()),
                    Command::Variations { to: Some(_) } => has(&|game| game.lines.len() > 1),
                    Command::Variations { to: None }
                    | Command::Note { .. }
                    | Command::Restart
                    | Command::Save { .. }
                    | Command::Show
                    | Command::Moves => has(&|_| true),
                    Command::Resign
                    | Command::Play { .. }
                    | Command::Legal
                    | Command::Hint { .. }
                    | Command::Go => self.view.turn().is_some(),
                    _ => true,
                };
                has_it && self.interpreter.permit(command).is_ok()
            }
        }
    }

    /// Whether an action would replace an unfinished game. Screens ask first.
    pub fn leaves_game(&self, action: &Action) -> bool {
        match action {
            Action::Command(command) => self.interpreter.leaves_game(command),
            Action::Line(line) if self.interpreter.awaited().is_none() => {
                let command = self.interpreter.read(line).ok().flatten();
                command.is_some_and(|command| self.interpreter.leaves_game(&command))
            }
            _ => false,
        }
    }

    /// Returns what an action would lose without a question. Screens ask first; for a typed line, the desk asks.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "for the window"))]
    pub fn loss(&self, action: &Action) -> Option<Loss> {
        match action {
            Action::Command(command) => self.interpreter.loss(command),
            _ => None,
        }
    }

    /// Returns the reason why an action is not permitted now. `None` if it is permitted or the reason is obvious.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "for the window"))]
    pub fn why_not(&self, action: &Action) -> Option<Refusal> {
        match action {
            Action::Command(command) => self.interpreter.permit(command).err().map(Refusal::from),
            Action::Study(study) => self.permit_study(*study).err().map(Refusal::from),
            _ => None,
        }
    }

    /// Returns the reason why the commands with a name are not permitted now; `None` if they are permitted.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "for the window"))]
    pub fn why_not_named(&self, command: &str) -> Option<Refusal> {
        let refused = self.interpreter.permit_row(find(command)?, &[]);
        refused.err().map(Refusal::from)
    }

    /// Returns the named opening that the displayed position has reached.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "for the window"))]
    pub fn opening(&self) -> Option<&'static str> {
        self.interpreter.opening_after(self.view.shown()?.moves())
    }

    /// Notes that the user is there: pressed a key or moved the pointer. Without that, a live analysis ends.
    pub fn is_used(&mut self) {
        self.studies.used = Instant::now();
    }

    /// Starts an action without blocking. Its notices are returned by the next [`tick`](Self::tick), or by a later
    /// one if a bot or the engine has to think first.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if the action is refused; nothing has changed then.
    pub fn act(&mut self, action: Action) -> Result<(), Refusal> {
        let stamp = self.interpreter.stamp();
        let step = match action {
            Action::Browse(moves) => return self.browse(moves),
            Action::Study(study) => return self.study(study),
            Action::StopStudy(study) => return self.stop_study(study),
            Action::MoveNow => {
                let thought = self.thought.as_ref().or(self.asides.last());
                thought.ok_or(Refusal::NothingToStop)?.stop.request();
                return Ok(());
            }
            Action::StopAsking => {
                self.interpreter.stop_asking();
                self.show();
                return Ok(());
            }
            Action::Line(line) => {
                let Some(step) = self.begin_line(&line, Interpreter::begin_typed) else {
                    self.show();
                    return Ok(());
                };
                step
            }
            Action::Side(player) => {
                let Some(step) = self.interpreter.begin_with_side(player) else {
                    return Ok(());
                };
                step.map_err(Refusal::from)
            }
            // Pressing the key of a hint again doesn't start it again.
            Action::Command(command) if self.is_asked(&command) => return Ok(()),
            Action::Command(command) => {
                self.asked = is_question(&command).then(|| command.clone());
                let step = self.interpreter.begin_asking_for_side(command);
                step.map_err(Refusal::from)
            }
            Action::NewGame(game) => self.interpreter.begin_game(*game).map_err(Refusal::from),
        };
        let result = step.map(|step| self.take_step(step));
        if stamp != self.interpreter.stamp() {
            // Show the effect of the user's action.
            self.browsed = None;
        }
        self.show();
        result
    }

    /// Whether the current thought answers this command.
    fn is_asked(&self, command: &Command) -> bool {
        self.is_working() && self.asked.as_ref() == Some(command)
    }

    /// Finds the user's rating on another thread, with the game that has just ended. It is in the view then.
    pub fn find_rating(&mut self) {
        self.rating = None;
        let Some(find) = self.interpreter.rating_finder() else {
            return;
        };
        let flush = self.flusher();
        let reports = self.reports.clone();
        let waker = self.waker.clone();
        // Without a thread, there is no rating.
        let _ = thread::Builder::new()
            .name("rating".to_owned())
            .spawn(move || {
                flush();
                if reports.send((0, News::Rating(find()))).is_ok() {
                    waker.wake();
                }
            });
    }

    /// Writes a picture made by a screen to a file. `format` is for the notice. An existing file is overwritten
    /// only with `force`.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "for the window"))]
    pub fn write_picture(
        &mut self,
        file: &str,
        force: bool,
        format: &'static str,
        bytes: &[u8],
    ) -> Result<(), Refusal> {
        let reply = self.interpreter.write_file(file, force, format, bytes)?;
        self.notices.push_back(Notice::Reply(Box::new(reply)));
        Ok(())
    }

    /// Returns the notices since the last tick, without blocking.
    pub fn tick(&mut self) -> Vec<Notice> {
        if self.until_next_second() == Some(Duration::ZERO)
            && let Some(end) = self.interpreter.count_time()
        {
            self.take_step(end);
            self.show();
        }
        self.studies.end_unwatched();
        while let Ok((number, news)) = self.news.try_recv() {
            match news {
                news if self.studies.are(number) => self.hear_of_study(number, news),
                News::Progress(progress) => {
                    if let Some(thought) = self.thought.as_mut().filter(|it| it.number == number) {
                        thought.shown.progress = Some(progress);
                    }
                }
                News::Finding(finding) if self.studies.hold() && self.is_move(number) => {
                    self.studies.held = Some((number, finding));
                }
                News::Finding(finding) => self.take_finding(number, finding),
                News::Rating(rating) => self.rating = rating,
                News::Died => {
                    if self.end(number) {
                        self.notices.push_back(Notice::Died);
                    }
                }
            }
            self.show();
        }
        self.release();
        for failure in self.interpreter.autosaver().failures() {
            // Report this once: it fails again after every move.
            let message = failure.to_string();
            if message != self.last_warning {
                self.last_warning = message;
                self.notices.push_back(Notice::NotKept(failure));
            }
        }
        self.notices.drain(..).collect()
    }

    /// Whether a thought chooses the move of a bot.
    fn is_move(&self, number: u64) -> bool {
        let thought = self.thought.as_ref();
        thought.is_some_and(|thought| {
            thought.number == number && matches!(thought.shown.purpose, Purpose::Move(_))
        })
    }

    /// Removes a thought that has ended. Returns false if it was abandoned before.
    fn end(&mut self, number: u64) -> bool {
        let is_it = |thought: &mut Thought| thought.number == number;
        let aside = self.asides.extract_if(.., is_it).next();
        self.thought.take_if(is_it).or(aside).is_some()
    }

    fn take_finding(&mut self, number: u64, finding: Finding) {
        self.end(number);
        match self.interpreter.resume(finding) {
            Ok(Some(step)) => self.take_step(step),
            // Stale: nothing has changed.
            Ok(None) => {}
            Err(error) => self.notices.push_back(Notice::Failed(error)),
        }
    }

    fn take_step(&mut self, step: Step) {
        if step.has_played() {
            self.coach();
        }
        match step {
            Step::Done(reply) => {
                if self.interpreter.purpose().is_none() {
                    self.drop_thought();
                }
                match reply.head() {
                    Event::Coach {
                        coach,
                        is_changed: true,
                        ..
                    } => (self.keep_coach)(*coach),
                    Event::Openings {
                        openings,
                        is_changed: true,
                    } => (self.keep_openings)(openings),
                    _ => {}
                }
                self.notices.push_back(Notice::Reply(Box::new(reply)));
            }
            Step::Working { shown: None, work } if work.is_beside() => {
                let aside = self.begin(work);
                self.asides.push(aside);
            }
            Step::Working { shown, work } => {
                self.drop_thought();
                self.notices
                    .extend(shown.map(|reply| Notice::Reply(Box::new(reply))));
                self.thought = Some(self.begin(work));
            }
        }
    }

    /// Abandons the current thought without waiting for it.
    fn drop_thought(&mut self) {
        self.studies.held = None;
        if let Some(thought) = self.thought.take() {
            thought.stop.request();
        }
    }

    fn begin(&mut self, work: Work) -> Thought {
        self.last += 1;
        let number = self.last;
        let stop = Stop::new();
        let shown = ThoughtView {
            purpose: work.purpose(),
            progress: None,
            since: Instant::now(),
        };
        let thought = Thought {
            number,
            stop: stop.clone(),
            shown,
        };
        (self.start)(Job::new(
            number,
            work,
            stop,
            self.reports.clone(),
            self.waker.clone(),
        ));
        thought
    }

    fn show(&mut self) {
        let mut view = View::new(&self.interpreter, self.browsed);
        let earlier = view.game.as_ref().filter(|game| game.is_earlier());
        self.browsed = earlier.and_then(|game| game.browsed);
        view.thought = self.thought.as_ref().map(|thought| thought.shown.clone());
        view.rating = self.rating;
        self.view = view;
        self.follow();
        self.studies.fill(&mut self.view);
    }

    fn browse(&mut self, moves: usize) -> Result<(), Refusal> {
        let has = self
            .view
            .game
            .as_ref()
            .ok_or(Refusal::NoGame)?
            .moves()
            .len();
        if moves > has {
            return Err(Refusal::NoSuchMove { asked: moves, has });
        }
        let is_studied = self.interpreter.study_from(moves)?;
        if is_studied {
            self.drop_thought();
        }
        self.browsed = Some(moves).filter(|_| !is_studied);
        self.show();
        Ok(())
    }

    /// Begins a line: an answer to the pending question, or a command. Returns `None` for a blank line.
    ///
    /// A refused line leaves the question pending. A paste ends even if its text can't be read: in a script, the
    /// following lines would belong to it.
    fn begin_line(
        &mut self,
        line: &str,
        begin: impl FnOnce(&mut Interpreter, Command) -> Result<Step, ExecuteError>,
    ) -> Option<Result<Step, Refusal>> {
        let question = self.interpreter.pending_question();
        let result = self.answer_or_begin(line, begin);
        if let Some(Err(_)) = result {
            self.interpreter.ask_again(question);
        }
        result
    }

    fn answer_or_begin(
        &mut self,
        line: &str,
        begin: impl FnOnce(&mut Interpreter, Command) -> Result<Step, ExecuteError>,
    ) -> Option<Result<Step, Refusal>> {
        if let Some(step) = self.interpreter.answer(line) {
            return Some(step.map_err(Refusal::from));
        }
        let command = self.interpreter.read(line).transpose()?;
        Some(command.map_err(Refusal::from).and_then(|command| {
            begin(&mut self.interpreter, command).map_err(|error| error.typed_as(line).into())
        }))
    }

    /// Executes a line and waits for its work, as in a script. Returns `None` for a blank line.
    pub fn perform(
        &mut self,
        line: &str,
        report: &mut dyn FnMut(Progress),
    ) -> Option<Result<Reply, Refusal>> {
        let step = self.begin_line(line, Interpreter::begin)?;
        Some(step.and_then(|step| Ok(self.interpreter.finish_with(step, &Stop::new(), report)?)))
    }

    /// Executes a command and waits for its work, as in a subcommand.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if the command fails.
    pub fn carry_out(
        &mut self,
        command: Command,
        stop: &Stop,
        report: &mut dyn FnMut(Progress),
    ) -> Result<Reply, Refusal> {
        let begun = self.interpreter.begin(command);
        let reply = begun.and_then(|begun| self.interpreter.finish_with(begun, stop, report));
        reply.map_err(Refusal::from)
    }

    /// Ends the input, which completes a pending paste. Returns `None` if nothing was being pasted.
    pub fn end_of_lines(&mut self) -> Option<Result<Reply, Refusal>> {
        let step = self.interpreter.finish_paste()?;
        Some(
            step.and_then(|step| self.interpreter.finish(step))
                .map_err(Refusal::from),
        )
    }

    /// Completes the last word of a line.
    pub fn complete(&self, line: &str) -> Completion {
        let names = |kind| {
            if kind == ArgumentKind::Theme {
                return self.themes.clone();
            }
            let saves = self.interpreter.store().save_names().unwrap_or_default();
            saves.iter().map(ToString::to_string).collect()
        };
        complete(line, self.interpreter.session(), names, paths_beginning)
    }

    /// Returns the lines typed in this run and in earlier ones.
    pub fn typed(&mut self) -> &mut TypedLines {
        &mut self.typed
    }

    /// Waits until the current game is on the disk, at most for `most`. Returns whether it is. A move shown after
    /// that survives a power failure.
    pub fn wait_until_kept(&self, most: Duration) -> bool {
        self.interpreter.autosaver().flush_within(most)
    }

    /// Returns a function, for any thread, that waits for pending writes. The wait is short, because the program is
    /// about to exit.
    pub fn flusher(&self) -> impl Fn() + Send + 'static {
        let flush = self.interpreter.autosaver().flusher();
        move || flush(LAST_MOMENT)
    }

    /// Ends the session. Returns whether an unfinished game was saved, and the data that could not be saved.
    pub fn close(mut self) -> (bool, Vec<UnsavedData>) {
        self.drop_thought();
        for aside in &self.asides {
            aside.stop.request();
        }
        self.studies.stop();
        self.typed.write_rest();
        let has_game = self.interpreter.has_unfinished();
        let lost = self.interpreter.close();
        (has_game && lost.is_empty(), lost)
    }
}

impl Notice {
    /// Whether the session must end.
    pub fn is_quit(&self) -> bool {
        matches!(self, Self::Reply(reply) if *reply.head() == Event::Quit)
    }
}

#[cfg(test)]
mod tests;
