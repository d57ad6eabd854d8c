//! The one controller of every interactive screen: it takes actions, lets bots and the engine think on
//! other threads, and shows the state as a [`View`]. It draws nothing and never waits.
//!
//! [`Desk::act`] changes the state at once and [`Desk::tick`] returns what has come of it; neither blocks.
//! When a thought has news, the desk calls its waker, and the screen ticks again.

mod action;
mod settings;
mod studies;
mod typed;
mod view;
mod worker;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use crate::interpreter::{
    Command, Completion, Event, ExecuteError, Finding, FirstMove, Interpreter, ParseError,
    Progress, Reply, Step, Work, complete,
};
use crate::players::Stop;
use crate::session::CurrentGame;
use crate::store::{UnsavedData, paths_beginning};
use studies::Studies;
use worker::{News, Waker};

pub use action::{Action, Failure, Notice, Refusal, Study};
pub use settings::{Kept, Settings, Use};
pub use typed::TypedLines;
pub use view::{LiveView, ShownGame, ThoughtView, View};
pub use worker::{Job, Start};

/// The time that a signal waits for the disk before the program ends: a disk or a lock may never respond.
const LAST_MOMENT: Duration = Duration::from_secs(3);

/// The controller of one interactive screen: actions in, a view and notices out.
pub struct Desk {
    interpreter: Interpreter,
    view: View,
    /// Lets a job run, usually on a thread of its own.
    start: Start,
    thought: Option<Thought>,
    studies: Studies,
    /// The number of moves after which the position is shown; `None` for the one on the board.
    browsed: Option<usize>,
    last: u64,
    news: Receiver<(u64, News)>,
    reports: Sender<(u64, News)>,
    waker: Waker,
    notices: VecDeque<Notice>,
    /// What was last said about what can't be kept.
    last_warning: String,
    typed: TypedLines,
}

/// The thought that the desk is waiting for.
struct Thought {
    number: u64,
    stop: Stop,
    shown: ThoughtView,
}

impl Desk {
    /// A desk with a session of its own. `waker` is called, from any thread, when [`tick`](Self::tick) has
    /// something new.
    pub fn new(settings: &Settings, waker: impl Fn() + Send + Sync + 'static) -> Self {
        Self::with_worker(settings, waker, Box::new(worker::on_a_thread))
    }

    /// A desk whose thoughts run where `start` lets them.
    pub fn with_worker(
        settings: &Settings,
        waker: impl Fn() + Send + Sync + 'static,
        start: Start,
    ) -> Self {
        let interpreter = settings.interpreter();
        let (reports, news) = mpsc::channel();
        Self {
            view: View::new(&interpreter, None),
            interpreter,
            start,
            thought: None,
            studies: Studies::default(),
            browsed: None,
            last: 0,
            news,
            reports,
            waker: Waker::new(waker),
            notices: VecDeque::new(),
            last_warning: String::new(),
            typed: TypedLines::new(&settings.store),
        }
    }

    /// Changes what is called when [`tick`](Self::tick) has something new, as another screen takes over.
    pub fn set_waker(&mut self, waker: impl Fn() + Send + Sync + 'static) {
        self.waker.set(waker);
    }

    /// Everything that a screen draws.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Whether the moves of the current game can be judged.
    pub fn can_analyze(&self) -> bool {
        self.interpreter.can_analyze()
    }

    /// What a person sees before the first game: its board, and a move to begin with.
    pub fn before_first(&self) -> (Reply, Option<FirstMove>) {
        self.interpreter.before_first()
    }

    /// The game as it is now; `None` before the first.
    pub fn game(&self) -> Option<Arc<CurrentGame>> {
        self.interpreter.session().shared()
    }

    /// Whether something is being thought about, so that more notices will come by themselves.
    pub fn is_working(&self) -> bool {
        self.thought.is_some()
    }

    /// The time until a clock shows another second, or runs out, and [`tick`](Self::tick) has news; `None` while
    /// no clock runs.
    pub fn until_next_second(&self) -> Option<Duration> {
        self.interpreter.session().current()?.until_next_second()
    }

    /// Whether an action is possible now. What is not is refused by [`act`](Self::act) with the reason.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "for the window"))]
    pub fn can(&self, action: &Action) -> bool {
        match action {
            Action::Line(_) | Action::StopAsking | Action::NewGame(_) => true,
            Action::MoveNow => self.is_working(),
            Action::Browse(moves) => {
                self.view.game.as_ref().is_some_and(|game| *moves <= game.moves().len())
            }
            Action::Study(study) => self.can_study(*study),
            Action::StopStudy(study) => self.studies.is_on(*study),
            Action::Command(command) => {
                let game = self.view.game.as_ref();
                let has_it = match command {
                    Command::Undo { .. } => game.is_some_and(|game| !game.moves().is_empty()),
                    Command::Redo { .. } => game.is_some_and(|game| game.current.undone() > 0),
                    Command::GoTo { number } => {
                        game.is_some_and(|game| *number <= game.current.known_plies())
                    }
                    Command::Back { moves } => {
                        game.is_some_and(|game| *moves <= game.moves().len())
                    }
                    Command::Forward { moves } => {
                        game.is_some_and(|game| *moves <= game.current.undone())
                    }
                    Command::Variations { to: Some(_) } => {
                        game.is_some_and(|game| game.lines.len() > 1)
                    }
                    Command::Promote | Command::Prune | Command::Mark { .. } => {
                        game.is_some_and(|game| !game.moves().is_empty())
                    }
                    Command::Variations { to: None } | Command::Note { .. } => game.is_some(),
                    Command::Restart | Command::Save { .. } | Command::Show | Command::Moves => {
                        game.is_some()
                    }
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

    /// Whether an action puts another game in the place of an unfinished one: screens ask first.
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

    /// Why an action is not permitted now: in a competitive game not all are, nor while a bot thinks. `None`
    /// where it is, or where another reason is plain to see.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "for the window"))]
    pub fn why_not(&self, action: &Action) -> Option<Refusal> {
        match action {
            Action::Command(command) => self.interpreter.permit(command).err().map(Refusal::from),
            Action::Study(study) => self.permit_study(*study).err().map(Refusal::from),
            _ => None,
        }
    }

    /// The named opening that the game has reached in the position shown.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "for the window"))]
    pub fn opening(&self) -> Option<&'static str> {
        self.interpreter.opening_after(self.view.shown()?.moves())
    }

    /// Does something, without waiting: what comes of it is in the next [`tick`](Self::tick), and what a bot
    /// or the engine has to think about first in later ones.
    ///
    /// # Errors
    /// [`Refusal`] says why not; nothing has changed then.
    pub fn act(&mut self, action: Action) -> Result<(), Refusal> {
        let stamp = self.interpreter.stamp();
        let step = match action {
            Action::Browse(moves) => return self.browse(moves),
            Action::Study(study) => return self.study(study),
            Action::StopStudy(study) => return self.stop_study(study),
            Action::MoveNow => {
                let thought = self.thought.as_ref().ok_or(Refusal::NothingToStop)?;
                thought.stop.request();
                return Ok(());
            }
            Action::StopAsking => {
                self.interpreter.stop_asking();
                self.show();
                return Ok(());
            }
            Action::Line(line) => match self.interpreter.answer(&line) {
                Some(step) => step.map_err(Refusal::from),
                None => match self.interpreter.read(&line) {
                    Ok(None) => {
                        self.show();
                        return Ok(());
                    }
                    Ok(Some(command)) => {
                        self.interpreter.begin_typed(command).map_err(Refusal::from)
                    }
                    Err(error) => Err(error.into()),
                },
            },
            Action::Command(command) => self.interpreter.begin(command).map_err(Refusal::from),
            Action::NewGame(game) => self.interpreter.begin_game(*game).map_err(Refusal::from),
        };
        // An answer may be used up although it was no good.
        let result = step.map(|step| self.take_step(step));
        if stamp != self.interpreter.stamp() {
            // What a person does is seen.
            self.browsed = None;
        }
        self.show();
        result
    }

    /// Writes a picture that a screen has made to a file; its format is for the notice. A file of that name
    /// is only overwritten if the second value of `file` is true.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "for the window"))]
    pub fn write_picture(
        &mut self,
        file: (&str, bool),
        format: &'static str,
        bytes: Vec<u8>,
    ) -> Result<(), Refusal> {
        let reply = self.interpreter.write_file(file, format, bytes)?;
        self.notices.push_back(Notice::Reply(Box::new(reply)));
        Ok(())
    }

    /// What has happened since the last tick, without waiting for more.
    pub fn tick(&mut self) -> Vec<Notice> {
        if self.until_next_second() == Some(Duration::ZERO)
            && let Some(reply) = self.interpreter.count_time()
        {
            self.take_step(Step::Done(reply));
            self.show();
        }
        while let Ok((number, news)) = self.news.try_recv() {
            match news {
                news if self.studies.are(number) => self.hear_of_study(number, news),
                News::Progress(progress) => {
                    if let Some(thought) = self.thought.as_mut().filter(|it| it.number == number) {
                        thought.shown.progress = Some(progress);
                    }
                }
                News::Finding(finding) => self.take_finding(number, finding),
                News::Died => {
                    if self.thought.take_if(|thought| thought.number == number).is_some() {
                        self.notices.push_back(Notice::Died);
                    }
                }
            }
            self.show();
        }
        for failure in self.interpreter.autosaver().failures() {
            // Once is enough: it fails after every move for the same reason.
            let message = failure.to_string();
            if message != self.last_warning {
                self.last_warning = message;
                self.notices.push_back(Notice::NotKept(failure));
            }
        }
        self.notices.drain(..).collect()
    }

    fn take_finding(&mut self, number: u64, finding: Finding) {
        self.thought.take_if(|thought| thought.number == number);
        match self.interpreter.resume(finding) {
            Ok(Some(step)) => self.take_step(step),
            // Stale: its bot is back in its seat, and nothing else has changed.
            Ok(None) => {}
            Err(error) => self.notices.push_back(Notice::Failed(error)),
        }
    }

    fn take_step(&mut self, step: Step) {
        match step {
            Step::Done(reply) => {
                if self.interpreter.purpose().is_none() {
                    self.drop_thought();
                }
                self.notices.push_back(Notice::Reply(Box::new(reply)));
            }
            Step::Working { shown, work } => {
                self.drop_thought();
                self.notices.extend(shown.map(|reply| Notice::Reply(Box::new(reply))));
                self.think(work);
            }
        }
    }

    /// Ends a thought whose answer is not wanted any more. Nobody waits for it.
    fn drop_thought(&mut self) {
        if let Some(thought) = self.thought.take() {
            thought.stop.request();
        }
    }

    fn think(&mut self, work: Work) {
        self.thought = Some(self.begin(work));
    }

    fn begin(&mut self, work: Work) -> Thought {
        self.last += 1;
        let (number, stop) = (self.last, Stop::new());
        let shown = ThoughtView { purpose: work.purpose(), progress: None, since: Instant::now() };
        let thought = Thought { number, stop: stop.clone(), shown };
        (self.start)(Job::new(number, work, stop, self.reports.clone(), self.waker.clone()));
        thought
    }

    fn show(&mut self) {
        let mut view = View::new(&self.interpreter, self.browsed);
        self.browsed = view.game.as_ref().and_then(|game| game.browsed);
        view.thought = self.thought.as_ref().map(|thought| thought.shown.clone());
        self.view = view;
        self.follow();
        self.studies.fill(&mut self.view);
    }

    fn browse(&mut self, moves: usize) -> Result<(), Refusal> {
        let has = self.view.game.as_ref().ok_or(Refusal::NoGame)?.moves().len();
        if moves > has {
            return Err(Refusal::NoSuchMove { asked: moves, has });
        }
        self.browsed = Some(moves);
        self.show();
        Ok(())
    }

    /// Carries a line out with all that it takes and waits for that, as a script does; `None` for a line
    /// with nothing on it.
    pub fn perform(
        &mut self,
        line: &str,
        report: &mut dyn FnMut(Progress),
    ) -> Option<Result<Reply, Failure>> {
        let begun = match self.interpreter.answer(line) {
            Some(step) => step,
            None => match self.interpreter.read(line) {
                Ok(None) => return None,
                Ok(Some(command)) => self.interpreter.begin(command),
                Err(error) => return Some(Err(error.into())),
            },
        };
        let reply = begun.and_then(|step| self.interpreter.finish_with(step, &Stop::new(), report));
        Some(reply.map_err(Failure::from))
    }

    /// Carries a command out with all that it takes and waits for that, as a subcommand does.
    ///
    /// # Errors
    /// [`Failure`] says why not.
    pub fn carry_out(
        &mut self,
        command: Command,
        stop: &Stop,
        report: &mut dyn FnMut(Progress),
    ) -> Result<Reply, Failure> {
        let begun = self.interpreter.begin(command);
        let reply = begun.and_then(|begun| self.interpreter.finish_with(begun, stop, report));
        reply.map_err(Failure::from)
    }

    /// Takes it that no more lines follow, which ends a paste; `None` if there is none.
    pub fn end_of_lines(&mut self) -> Option<Result<Reply, Failure>> {
        let step = self.interpreter.finish_paste()?;
        Some(step.and_then(|step| self.interpreter.finish(step)).map_err(Failure::from))
    }

    /// Completes the word before the end of a line.
    pub fn complete(&self, line: &str) -> Completion {
        let saves = || {
            let names = self.interpreter.store().save_names().unwrap_or_default();
            names.iter().map(ToString::to_string).collect()
        };
        complete(line, self.interpreter.session(), saves, paths_beginning)
    }

    /// The lines typed in this run and in earlier ones.
    pub fn typed(&mut self) -> &mut TypedLines {
        &mut self.typed
    }

    /// Waits until the game as it is now is on the disk, but no longer than this: a screen that shows a move
    /// afterwards shows nothing that a power cut could take back. Returns whether it is there.
    pub fn wait_until_kept(&self, most: Duration) -> bool {
        self.interpreter.autosaver().flush_within(most)
    }

    /// A handle, for any thread, that waits until all pending writes are on the disk; only briefly, because the
    /// program is about to end.
    pub fn flusher(&self) -> impl Fn() + Send + 'static {
        let flush = self.interpreter.autosaver().flusher();
        move || flush(LAST_MOMENT)
    }

    /// Ends the session. Returns whether an unfinished game is kept, and what could not be.
    pub fn close(mut self) -> (bool, Vec<UnsavedData>) {
        self.drop_thought();
        self.studies.stop();
        self.typed.write_rest();
        let has_game = self.interpreter.has_unfinished();
        let lost = self.interpreter.close();
        (has_game && lost.is_empty(), lost)
    }
}

impl Notice {
    /// Whether the session is to end.
    pub fn is_quit(&self) -> bool {
        matches!(self, Self::Reply(reply) if reply.event == Event::Quit)
    }
}

impl From<ParseError> for Refusal {
    fn from(error: ParseError) -> Self {
        Self::Failure(error.into())
    }
}

impl From<ExecuteError> for Refusal {
    fn from(error: ExecuteError) -> Self {
        Self::Failure(error.into())
    }
}

#[cfg(test)]
mod tests;
