//! Questions before a typed command loses data, and about the side to move of a board. The next line decides.

use super::{ExecuteError, Interpreter, RecordError, Step};
use crate::base::language;
use crate::games::Player;
use crate::interpreter::awaiting::{Awaited, Awaiting, Loss, MissingSide, PendingQuestion};
use crate::interpreter::command::{Command, LibraryTask, RepertoireTask};
use crate::interpreter::reply::Event;

/// Returns the answer to a question, in the language of the screen or in English; an empty line is a no. `None` if
/// the line is another command.
pub fn answer(line: &str) -> Option<bool> {
    let answer = line.trim().to_lowercase();
    if ["y", "yes"].contains(&&*answer) || language::means(&answer, "yes") {
        return Some(true);
    }
    (["", "n", "no"].contains(&&*answer) || language::means(&answer, "no")).then_some(false)
}

fn emptying(what: Loss) -> (Loss, String, Event) {
    (what, String::new(), Event::AskedToEmpty { what })
}

impl Interpreter {
    /// Returns the saved data that a command would lose; `None` if it loses none, or needs no confirmation.
    pub fn loss(&self, command: &Command) -> Option<Loss> {
        self.question_about_loss(command).map(|(loss, ..)| loss)
    }

    /// The loss of saved data by a command, with the name of a saved game and the question.
    fn question_about_loss(&self, command: &Command) -> Option<(Loss, String, Event)> {
        match command {
            Command::Save { name, force: false } => {
                let current = self.session.current()?;
                let (saved, game) = self.files.store.load(name).ok()?;
                let name = name.to_string();
                let kind = game.game().info().name;
                let moves = game.history().len();
                let loss = Loss::OtherSave;
                let at = saved.saved;
                let asked = Event::AskedToOverwriteSave {
                    name: name.clone(),
                    game: kind,
                    moves,
                    saved: at,
                };
                (!current.continues(&game)).then_some((loss, name, asked))
            }
            Command::Remove { name } => {
                self.files.store.load(name).ok()?;
                let name = name.to_string();
                Some((Loss::Save, name.clone(), Event::AskedToRemove { name }))
            }
            Command::Library {
                task: LibraryTask::Purge,
            } => Some(emptying(Loss::Bin)),
            Command::Repertoire {
                task: RepertoireTask::Remove { all: true, .. },
            } => Some(emptying(Loss::Repertoire)),
            _ => None,
        }
    }

    /// Like [`begin`](Self::begin), for typed commands: asks before losing a file or saved data, and for the side to
    /// move of a board that doesn't show it.
    pub fn begin_typed(&mut self, command: Command) -> Result<Step, ExecuteError> {
        // A refused command asks nothing.
        self.permit(&command)?;
        if let Some((loss, name, asked)) = self.question_about_loss(&command) {
            return Ok(self.ask_about(loss, name, asked, command));
        }
        let overwriting = command.overwriting();
        match (self.begin_with(command, MissingSide::Ask), overwriting) {
            (Err(ExecuteError::Record(RecordError::AlreadyExists(file))), Some(command)) => {
                let asked = Event::AskedToOverwrite { file: file.clone() };
                Ok(self.ask_about(Loss::File, file, asked, command))
            }
            (begun, _) => begun,
        }
    }

    /// Like [`begin`](Self::begin), but asks for the side to move of a board that doesn't show it.
    pub fn begin_asking_for_side(&mut self, command: Command) -> Result<Step, ExecuteError> {
        self.begin_with(command, MissingSide::Ask)
    }

    fn ask_about(&mut self, loss: Loss, name: String, asked: Event, command: Command) -> Step {
        let command = Box::new(command);
        self.awaiting = Some(Awaiting::Confirmation {
            loss,
            name,
            command,
        });
        Step::Done(self.reply(asked))
    }

    /// Takes a line as the answer to whether `command` may lose a file or saved data. Returns `None` if it is another
    /// command.
    pub(super) fn decide(
        &mut self,
        line: &str,
        loss: Loss,
        name: String,
        command: Command,
    ) -> Option<Result<Step, ExecuteError>> {
        if answer(line)? {
            return Some(self.begin(command));
        }
        let event = match loss {
            Loss::File | Loss::OtherSave => Event::NotOverwritten { file: name },
            Loss::Save => Event::NotRemoved { name },
            Loss::Bin | Loss::Repertoire => Event::NotEmptied { what: loss },
        };
        Some(Ok(Step::Done(self.reply(event))))
    }

    /// Asks for the side to move of a board that `command` read, if a user can answer; otherwise returns `error`.
    pub(super) fn ask_for_side(
        &mut self,
        command: Command,
        error: RecordError,
        missing: MissingSide,
    ) -> Result<Step, ExecuteError> {
        if missing != MissingSide::Ask {
            return Err(error.into());
        }
        self.awaiting = Some(Awaiting::Side(Box::new(command)));
        Ok(Step::Done(self.reply(Event::Asked {
            question: Awaited::Side,
        })))
    }

    /// Takes a line as the side to move of a board, and begins the command that read the board again. Returns `None`
    /// if the line is another command. A blank line does not answer the question.
    pub(super) fn take_side(
        &mut self,
        line: &str,
        command: Box<Command>,
    ) -> Option<Result<Step, ExecuteError>> {
        let word = line.trim();
        if word.is_empty() {
            self.awaiting = Some(Awaiting::Side(command));
            return None;
        }
        let word = word.strip_suffix("to move").map_or(word, str::trim_end);
        let player = self.session.icons().side(word)?;
        Some(self.begin_with(*command, MissingSide::Assume(player)))
    }

    /// Takes the side to move of a board, and begins the command that read the board again. Returns `None` if
    /// that question is not pending.
    pub fn begin_with_side(&mut self, player: Player) -> Option<Result<Step, ExecuteError>> {
        match self.awaiting.take()? {
            Awaiting::Side(command) => Some(self.begin_with(*command, MissingSide::Assume(player))),
            other => {
                self.awaiting = Some(other);
                None
            }
        }
    }

    /// Returns the pending question; `None` without one or during a paste, which ends with its text.
    pub fn pending_question(&self) -> Option<PendingQuestion> {
        match self.awaiting.as_ref()? {
            Awaiting::Paste { .. } => None,
            question => Some(PendingQuestion(question.clone())),
        }
    }

    /// Asks again after a refused line, which changes nothing.
    pub fn ask_again(&mut self, question: Option<PendingQuestion>) {
        if let Some(PendingQuestion(question)) = question {
            self.awaiting = Some(question);
        }
    }
}
