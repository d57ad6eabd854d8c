//! The commands for drilling lines of the opening book.

use std::sync::Arc;

use rand::SeedableRng;

use super::advising::{reversi_is_played, reversi_of};
use super::practice::{AnswerCount, Drilling, Exercise, Practice};
use super::studying::book_exits;
use super::{ExecuteError, Interpreter, Step};
use crate::book::Book;
use crate::games::{Game, Move, Player, Reversi, Setup, Square, reversi};
use crate::interpreter::command::{Drilled, PracticeKind};
use crate::interpreter::practice_report::{DrillReport, LineReport, Task, Verdict};
use crate::interpreter::reply::{Event, Marks, Reply};
use crate::interpreter::table::CommandRow;
use crate::players::Rng;
use crate::records::{Opening, named_balanced_openings};
use crate::session::{CurrentGame, SessionError};
use crate::study::{Course, Deck, DrillAnswer, DrillVerdict, DrilledLine, Rating};

impl Interpreter {
    /// Starts a drill, or shows the current line again.
    pub(super) fn start_drill(
        &mut self,
        lines: Drilled,
        side: Option<Player>,
    ) -> Result<Step, ExecuteError> {
        match self.practice.as_ref().map(|practice| &practice.exercise) {
            Some(Exercise::Drill(drilling)) if lines == Drilled::Due => {
                if drilling.is_over {
                    return self.go_on(None);
                }
                return Ok(Step::Done(self.shown_line()));
            }
            _ => {}
        }
        reversi_is_played(self.session.info(), CommandRow::Drill)?;
        let book = self.drill_book()?;
        let asked = match lines {
            Drilled::Due => None,
            Drilled::Of(opening) => Some(Course::new(opening, side)),
            Drilled::Balanced => {
                let openings = named_balanced_openings().map(Some);
                let courses = openings.map(|opening| Course::new(opening, side));
                let known: Vec<Course> = courses.filter(|course| course.is_in(&book)).collect();
                if known.is_empty() {
                    return Err(ExecuteError::NotInBook(None));
                }
                Some(known[self.session.chance(known.len())])
            }
            Drilled::Deviations => {
                let first = book_exits(&self.files.store, &book)?.1.into_iter().next();
                let first = first.ok_or(ExecuteError::NoDeviation)?;
                let opening = Opening::all().find(|opening| Some(opening.name) == first.opening);
                Some(Course::new(opening, Some(first.player)))
            }
            Drilled::This => {
                let moves = self.session.require()?.history().len();
                let name = self.opening_after(moves).ok_or(ExecuteError::NoOpening)?;
                let opening = Opening::all().find(|opening| opening.name == name);
                Some(Course::new(opening, side))
            }
        };
        let chosen = self.choose_line(&mut self.deck()?, asked)?;
        let rng = Rng::seed_from_u64(self.session.random_u64());
        self.begin_line(asked, chosen, rng).map(Step::Done)
    }

    /// Starts the next line, or leaves the drill if none is due.
    pub(super) fn next_line(
        &mut self,
        asked: Option<Course>,
        rng: Rng,
    ) -> Result<Reply, ExecuteError> {
        let mut deck = self.deck()?;
        if asked.is_none() && deck.next_drill(None, self.today())?.is_none() {
            return self.leave(PracticeKind::Drill);
        }
        let chosen = self.choose_line(&mut deck, asked)?;
        self.begin_line(asked, chosen, rng)
    }

    /// Chooses the due line, or a new line of the requested course.
    fn choose_line(
        &self,
        deck: &mut Deck,
        asked: Option<Course>,
    ) -> Result<(Course, Option<DrilledLine>), ExecuteError> {
        let today = self.today();
        let again = deck.next_drill(asked, today)?;
        let course = again.as_ref().map(DrilledLine::course).or(asked);
        let Some(course) = course else {
            return Err(ExecuteError::NoLine(deck.counts(today)?.drills.next));
        };
        if !course.is_in(&*self.drill_book()?) {
            return Err(ExecuteError::NotInBook(
                course.opening.map(|opening| opening.name),
            ));
        }
        Ok((course, again))
    }

    fn begin_line(
        &mut self,
        asked: Option<Course>,
        (course, again): (Course, Option<DrilledLine>),
        rng: Rng,
    ) -> Result<Reply, ExecuteError> {
        let (so_far, is_missed, is_over) = (LineReport::default(), false, false);
        let mut drilling = Drilling {
            asked,
            course,
            again,
            so_far,
            is_missed,
            is_over,
            rng,
        };
        let game = drilling.first_moves(&*self.drill_book()?)?;
        self.set_up(game, Exercise::Drill(Box::new(drilling)));
        Ok(self.shown_line())
    }

    pub(super) fn drill_book(&self) -> Result<Arc<Book>, ExecuteError> {
        self.session.book().cloned().ok_or(ExecuteError::NoBook)
    }

    fn shown_line(&self) -> Reply {
        let event = match &self.practice {
            Some(Practice {
                exercise: Exercise::Drill(drilling),
                ..
            }) => Event::Task(Task::Drill(DrillReport {
                opening: drilling.course.opening.map(|opening| opening.name),
                player: drilling.course.side,
                again: drilling.again.is_some(),
            })),
            _ => Event::Shown,
        };
        self.reply_with_board(event, Marks::None)
    }

    /// Answers with `mv`, or shows the book move if it is `None`. Returns `None` at the end of the line.
    pub(super) fn answer_drill(
        &mut self,
        drilling: &mut Drilling,
        tally: &mut AnswerCount,
        mv: Option<Move>,
    ) -> Result<Option<Step>, ExecuteError> {
        if drilling.is_over {
            return if mv.is_some() {
                Err(ExecuteError::LineOver)
            } else {
                Ok(None)
            };
        }
        let is_shown = mv.is_none();
        let answer = self.judge_answer(drilling.course, mv)?;
        let reply = if answer.verdict == DrillVerdict::Wrong {
            drilling.is_missed = true;
            self.judged(Verdict::DrillMissed { answer }, 0)
        } else {
            self.play_answer(drilling, tally, answer, is_shown)?
        };
        Ok(Some(Step::Done(reply)))
    }

    /// Judges a legal move by the book, or returns the best book move if `mv` is `None`.
    fn judge_answer(&self, course: Course, mv: Option<Move>) -> Result<DrillAnswer, ExecuteError> {
        let book = self.drill_book()?;
        let current = self.session.require()?;
        let game = reversi_of(current.game(), CommandRow::Drill)?;
        if let Some(mv) = mv {
            game.clone().play(mv).map_err(SessionError::Illegal)?;
        }
        let moves = current.history().len();
        // The book has lost the position since the drill started.
        let unknown = || ExecuteError::NotInBook(course.opening.map(|opening| opening.name));
        course.judge(&book, &game, moves, mv).ok_or_else(unknown)
    }

    /// Plays the user's move and the opponent's replies. At the end of the line, records how well it was known.
    fn play_answer(
        &mut self,
        drilling: &mut Drilling,
        tally: &mut AnswerCount,
        answer: DrillAnswer,
        is_shown: bool,
    ) -> Result<Reply, ExecuteError> {
        let book = self.drill_book()?;
        let (mv, mut rng) = (Move(answer.square.index(8)), drilling.rng.clone());
        let current = self.session.require()?;
        let mut game = reversi_of(current.game(), CommandRow::Drill)?;
        let mut moves: Vec<Move> = current.history().iter().map(|ply| ply.mv).collect();
        let before = moves.len();
        game.play(mv).map_err(SessionError::Illegal)?;
        moves.push(mv);
        let is_over = drilling.play_replies(&book, &mut game, &mut moves, &mut rng);
        let mut so_far = drilling.so_far;
        match answer.verdict {
            _ if drilling.is_missed || is_shown => so_far.missed += 1,
            DrillVerdict::Close => so_far.close += 1,
            _ => so_far.right += 1,
        }
        if is_over {
            let squares: Vec<Square> = moves.iter().map(|mv| Square::from_index(mv.0, 8)).collect();
            let new = || DrilledLine::new(drilling.course, &squares);
            let drilled = drilling.again.clone().unwrap_or_else(new);
            let (rating, today) = (rating(so_far), self.today());
            so_far.due = Deck::open(&self.files.store)?.drilled(&drilled, rating, today)?;
        }
        for &mv in &moves[before..] {
            self.session.play(mv)?;
        }
        (drilling.so_far, drilling.is_missed, drilling.is_over) = (so_far, false, is_over);
        drilling.rng = rng;
        if is_over {
            tally.count(so_far.missed == 0);
        }
        let line = is_over.then_some(so_far);
        let verdict = Verdict::DrillAnswered {
            answer,
            is_shown,
            line,
        };
        Ok(self.with_opening(self.judged(verdict, moves.len() - before)))
    }
}

impl Drilling {
    /// The game of the line, with the opponent's first moves.
    fn first_moves(&mut self, book: &Book) -> Result<CurrentGame, ExecuteError> {
        let (mut moves, mut rng) = (Vec::new(), self.rng.clone());
        self.play_replies(book, &mut Reversi::new(Player::Black), &mut moves, &mut rng);
        self.rng = rng;
        let setup = reversi::INFO
            .setup(Setup::default())
            .map_err(SessionError::from)?;
        Ok(CurrentGame::played(&reversi::INFO, setup, moves)?)
    }

    /// Plays the opponent's moves until the user is to move. Returns whether the line has ended.
    fn play_replies(
        &self,
        book: &Book,
        game: &mut Reversi,
        moves: &mut Vec<Move>,
        rng: &mut Rng,
    ) -> bool {
        let course = self.course;
        let again = self.again.as_ref().map_or(&[][..], |line| &line.moves);
        while game.turn() == Some(course.side.opponent()) {
            let reply = course.reply(book, game, moves.len(), again, rng);
            let Some(mv) = reply.filter(|&mv| game.play(mv).is_ok()) else {
                return true;
            };
            moves.push(mv);
        }
        game.turn().is_none() || course.best(book, game, moves.len()).is_none()
    }
}

fn rating(line: LineReport) -> Rating {
    match line {
        LineReport {
            missed: 0,
            close: 0,
            ..
        } => Rating::Good,
        LineReport { missed: 0, .. } => Rating::Hard,
        _ => Rating::Again,
    }
}
