//! Practice: a lesson, puzzle or drill on the board, while the current game is suspended. Lessons are taught here.

use super::{ExecuteError, Interpreter, RecordError, Step};
use crate::games::{Lesson, Move, Player, Setup};
use crate::interpreter::command::{Command, GuessedGames, PracticeKind};
use crate::interpreter::practice_report::{LessonReport, LineReport, PracticeEnd, Task};
use crate::interpreter::progress::Purpose;
use crate::interpreter::reply::{Event, Marks, Reply};
use crate::interpreter::row::Situation;
use crate::players::{Rng, Stop};
use crate::records::{BoardPosition, GameRecord};
use crate::session::{CurrentGame, Players, SessionError, SuspendedGame};
use crate::store::StoreError;
use crate::study::{
    Course, Deck, DrillScope, DrilledLine, Guess, GuessSummary, Puzzle, Repertoire,
};

/// The current practice.
#[derive(Debug)]
pub struct Practice {
    pub exercise: Exercise,
    pub tally: AnswerCount,
    pub suspended: SuspendedGame,
}

#[derive(Debug)]
pub enum Exercise {
    Lesson(Learning),
    Puzzle(Box<Puzzling>),
    Drill(Box<Drilling>),
    Guess(Box<Guessing>),
}

#[derive(Debug)]
pub struct Learning {
    pub lessons: &'static [Lesson],
    /// The index of the current step.
    pub step: usize,
}

#[derive(Debug)]
pub struct Puzzling {
    pub puzzle: Puzzle,
    pub is_solved: bool,
    pub is_missed: bool,
    /// The game after a different answer, while that answer is searched.
    pub other: Option<CurrentGame>,
}

/// A line of the opening book to drill.
#[derive(Debug)]
pub struct Drilling {
    /// The requested lines.
    pub scope: DrillScope,
    pub own: Repertoire,
    /// The course of the current line.
    pub course: Course,
    /// The repeated line; `None` for a new one.
    pub again: Option<DrilledLine>,
    pub so_far: LineReport,
    /// Whether the current position was answered wrongly before.
    pub is_missed: bool,
    pub is_over: bool,
    pub rng: Rng,
}

/// A game of the library whose moves are guessed.
#[derive(Debug)]
pub struct Guessing {
    /// The games to choose from.
    pub games: GuessedGames,
    /// The requested side.
    pub asked_side: Option<Player>,
    /// The number of the game.
    pub number: usize,
    pub record: GameRecord,
    /// The side whose moves are guessed.
    pub side: Player,
    pub guesses: Vec<Guess>,
    pub is_over: bool,
}

/// The current practice, for screens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PracticeState {
    pub kind: PracticeKind,
    pub turn: PracticeTurn,
}

/// What a practice waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PracticeTurn {
    /// A move, or the command to show it.
    Move,
    /// The command to go on.
    Next,
}

/// The numbers of answered puzzles or finished lines.
#[derive(Debug, Default)]
pub struct AnswerCount {
    pub finished: usize,
    /// Without a wrong answer.
    pub known: usize,
}

impl AnswerCount {
    pub fn count(&mut self, is_known: bool) {
        self.finished += 1;
        self.known += usize::from(is_known);
    }
}

impl Practice {
    pub fn situation(&self) -> Situation {
        Situation::Practice(self.kind())
    }

    /// The puzzle, and the count of answers.
    pub fn puzzle(&mut self) -> Result<(&mut Puzzling, &mut AnswerCount), ExecuteError> {
        match &mut self.exercise {
            Exercise::Puzzle(puzzling) => Ok((puzzling, &mut self.tally)),
            _ => Err(ExecuteError::NotPracticing(PracticeKind::Puzzle)),
        }
    }

    /// The line of a drill, and the count of lines.
    pub fn drill(&mut self) -> Result<(&mut Drilling, &mut AnswerCount), ExecuteError> {
        match &mut self.exercise {
            Exercise::Drill(drilling) => Ok((drilling, &mut self.tally)),
            _ => Err(ExecuteError::NotPracticing(PracticeKind::Drill)),
        }
    }

    /// The game whose moves are guessed.
    pub fn guess(&mut self) -> Result<&mut Guessing, ExecuteError> {
        match &mut self.exercise {
            Exercise::Guess(guessing) => Ok(guessing),
            _ => Err(ExecuteError::NotPracticing(PracticeKind::Guess)),
        }
    }

    fn kind(&self) -> PracticeKind {
        match self.exercise {
            Exercise::Lesson(_) => PracticeKind::Lesson,
            Exercise::Puzzle(_) => PracticeKind::Puzzle,
            Exercise::Drill(_) => PracticeKind::Drill,
            Exercise::Guess(_) => PracticeKind::Guess,
        }
    }

    fn turn(&self) -> PracticeTurn {
        let asks_for_move = match &self.exercise {
            Exercise::Lesson(learning) => !learning.lesson().asks.is_empty(),
            Exercise::Puzzle(puzzling) => !puzzling.is_solved,
            Exercise::Drill(drilling) => !drilling.is_over,
            Exercise::Guess(guessing) => !guessing.is_over,
        };
        if asks_for_move {
            PracticeTurn::Move
        } else {
            PracticeTurn::Next
        }
    }

    /// Whether a command leaves the practice, whatever word was typed, or shows its task again.
    pub fn has(&self, command: &Command) -> bool {
        match command {
            Command::Leave { .. } => true,
            Command::Learn { .. } => matches!(self.exercise, Exercise::Lesson(_)),
            Command::Puzzle => matches!(self.exercise, Exercise::Puzzle(_)),
            Command::Drill { .. } => matches!(self.exercise, Exercise::Drill(_)),
            Command::Guess { .. } => matches!(self.exercise, Exercise::Guess(_)),
            _ => false,
        }
    }
}

impl Interpreter {
    pub(super) fn is_practicing(&self) -> bool {
        self.study.practice.is_some()
    }

    /// Returns the current practice; `None` if nothing is practiced.
    pub fn practice_state(&self) -> Option<PracticeState> {
        let practice = self.study.practice.as_ref()?;
        Some(PracticeState {
            kind: practice.kind(),
            turn: practice.turn(),
        })
    }

    /// Sets up the game of an exercise. The first exercise suspends the current game.
    pub(super) fn set_up(&mut self, game: CurrentGame, exercise: Exercise) {
        let is_first_lesson =
            self.study.practice.is_none() && matches!(exercise, Exercise::Lesson(_));
        let left = if is_first_lesson {
            self.session.suspend_for_lesson(game)
        } else {
            self.session.suspend_for(game)
        };
        let (tally, suspended) = match self.study.practice.take() {
            Some(Practice {
                tally, suspended, ..
            }) => (tally, suspended),
            None => (AnswerCount::default(), left),
        };
        self.study.practice = Some(Practice {
            exercise,
            tally,
            suspended,
        });
    }

    /// Runs `react` on the practice. If it returns `None`, the next exercise starts.
    pub(super) fn practice(
        &mut self,
        react: impl FnOnce(&mut Self, &mut Practice) -> Result<Option<Step>, ExecuteError>,
    ) -> Result<Step, ExecuteError> {
        let none = ExecuteError::NotPracticing(PracticeKind::Lesson);
        let mut practice = self.study.practice.take().ok_or(none)?;
        let step = react(self, &mut practice);
        self.study.practice = Some(practice);
        match step? {
            Some(step) => Ok(step),
            None => self.next_exercise(),
        }
    }

    /// Creates work that changes the deck, and continues the practice with its result. Other programs may hold the
    /// database for a moment.
    pub(super) fn change_deck<T: Send + 'static>(
        &mut self,
        change: impl FnOnce(&mut Deck) -> Result<T, StoreError> + Send + 'static,
        then: impl FnOnce(&mut Self, &mut Practice, T) -> Result<Reply, ExecuteError> + Send + 'static,
    ) -> Step {
        let store = self.files.store.clone();
        // An answer that another one replaces changes nothing.
        let change = move |stop: &Stop, _: &mut dyn FnMut(_)| {
            change(&mut Deck::open(&store)?.stopping_on(stop)?)
        };
        self.hand_out(Purpose::Library, change, |interpreter, changed, _| {
            let changed = changed?;
            interpreter.practice(|interpreter, practice| {
                let reply = then(interpreter, practice, changed)?;
                Ok(Some(Step::Done(reply)))
            })
        })
    }

    /// Plays a move of the exercise. Without one, shows the answer or continues.
    pub(super) fn go_on(&mut self, mv: Option<Move>) -> Result<Step, ExecuteError> {
        self.practice(
            |interpreter,
             Practice {
                 exercise, tally, ..
             }| match exercise {
                Exercise::Lesson(learning) => interpreter.answer_lesson(learning, mv),
                Exercise::Puzzle(puzzling) => interpreter.answer_puzzle(puzzling, mv),
                Exercise::Drill(drilling) => interpreter.answer_drill(drilling, tally, mv),
                Exercise::Guess(guessing) => interpreter.answer_guess(guessing, mv),
            },
        )
    }

    fn next_exercise(&mut self) -> Result<Step, ExecuteError> {
        match self.study.exercise() {
            Some(Exercise::Puzzle(_)) => self.next_puzzle(),
            Some(Exercise::Guess(guessing)) => {
                let games = guessing.games.clone();
                let side = guessing.asked_side;
                self.next_guessed_game(games, side)
            }
            Some(Exercise::Drill(drilling)) => {
                let scope = drilling.scope;
                let rng = drilling.rng.clone();
                self.next_line(scope, rng).map(Step::Done)
            }
            _ => self
                .end_practice(PracticeKind::Lesson, true)
                .map(Step::Done),
        }
    }

    /// Leaves the practice, and restores the suspended game.
    pub(super) fn leave(&mut self, kind: PracticeKind) -> Result<Reply, ExecuteError> {
        self.end_practice(kind, false)
    }

    fn end_practice(
        &mut self,
        kind: PracticeKind,
        is_finished: bool,
    ) -> Result<Reply, ExecuteError> {
        let practice = self
            .study
            .practice
            .take()
            .ok_or(ExecuteError::NotPracticing(kind))?;
        self.session.restore(practice.suspended);
        // Leave even if puzzles and lines can't be counted.
        let counts = || self.deck().and_then(|mut deck| deck.counts(self.today()));
        let AnswerCount { finished, known } = practice.tally;
        let end = match practice.exercise {
            Exercise::Lesson(_) => PracticeEnd::Learned {
                finished: is_finished,
                has_game: self.session.turn().is_some(),
            },
            Exercise::Drill(_) => PracticeEnd::DrillLeft {
                lines: finished,
                known,
                counts: counts().unwrap_or_default(),
            },
            Exercise::Guess(guessing) => PracticeEnd::GuessLeft {
                // After the last move, it has been shown.
                summary: GuessSummary::of(&guessing.guesses)
                    .filter(|_| !guessing.is_over)
                    .map(Box::new),
            },
            Exercise::Puzzle(_) => PracticeEnd::PuzzlesLeft {
                answered: finished,
                at_once: known,
                counts: counts().unwrap_or_default(),
            },
        };
        Ok(self.reply_with_board(Event::PracticeEnded(end), Marks::None))
    }
}

impl Learning {
    fn lesson(&self) -> &'static Lesson {
        &self.lessons[self.step]
    }

    fn task(&self) -> Event {
        let Lesson {
            title,
            text,
            asks,
            hint,
            ..
        } = *self.lesson();
        let is_question = !hint.is_empty();
        let asks = Some(asks).filter(|asks| !asks.is_empty() && !is_question);
        Event::Task(Task::Lesson(LessonReport {
            number: self.step + 1,
            of: self.lessons.len(),
            title,
            text,
            asks,
            is_question,
        }))
    }
}

impl Interpreter {
    /// Starts the lessons on rules or strategy, or shows the current step again.
    pub(super) fn start_lessons(&mut self, of_strategy: bool) -> Result<Reply, ExecuteError> {
        let info = self.session.info();
        let lessons = if of_strategy {
            info.strategy
        } else {
            info.lessons
        };
        if let Some(Exercise::Lesson(learning)) = self.study.exercise()
            && learning.lessons == lessons
        {
            return Ok(self.reply_with_board(learning.task(), Marks::None));
        }
        let first = lessons.first().ok_or(ExecuteError::NoLessons(info.name))?;
        let game = if let Some(game) = set_up(first)? {
            game
        } else {
            let setup = Setup {
                first: info.first_player(),
                ..Setup::default()
            };
            let setup = info.setup(setup).map_err(SessionError::from)?;
            CurrentGame::new(info, setup, Players::HUMANS)
        };
        let learning = Learning { lessons, step: 0 };
        let task = learning.task();
        self.set_up(game, Exercise::Lesson(learning));
        Ok(self.reply_with_board(task, Marks::None))
    }

    /// Plays the requested move, if any, and the replies. Returns `None` after the last step.
    pub(super) fn answer_lesson(
        &mut self,
        learning: &mut Learning,
        mv: Option<Move>,
    ) -> Result<Option<Step>, ExecuteError> {
        let Lesson {
            asks, then, hint, ..
        } = *learning.lesson();
        let game = self.session.require()?.game();
        let asked = if asks.is_empty() {
            None
        } else {
            Some(game.parse_move(asks)?)
        };
        if mv.is_some() && mv != asked {
            return Err(ExecuteError::Lesson { asks, hint });
        }
        let mut plies = 0;
        if let Some(mv) = asked {
            self.session.play(mv)?;
            for name in then.split_whitespace() {
                let mv = self.session.require()?.game().parse_move(name)?;
                self.session.play(mv)?;
            }
            plies = 1 + then.split_whitespace().count();
        }
        if learning.step + 1 == learning.lessons.len() {
            return Ok(None);
        }
        learning.step += 1;
        if let Some(game) = set_up(learning.lesson())? {
            // Drop the game of the previous step.
            let _ = self.session.suspend_for(game);
        }
        let task = learning.task();
        let reply = if plies > 0 {
            self.played(plies).with(Some(task))
        } else {
            self.reply_with_board(task, Marks::None)
        };
        Ok(Some(Step::Done(reply)))
    }
}

/// The game that a step sets up; `None` if the step continues the current game.
fn set_up(lesson: &Lesson) -> Result<Option<CurrentGame>, ExecuteError> {
    if lesson.board.is_empty() {
        return Ok(None);
    }
    let board: BoardPosition = lesson.board.parse().map_err(RecordError::from)?;
    Ok(Some(CurrentGame::from_record(&GameRecord::from_start(
        board,
    ))?))
}
