//! The commands for drilling lines of the opening book and of the repertoire.

use std::sync::Arc;

use rand::SeedableRng;

use super::advising::{reversi_is_played, reversi_of};
use super::practice::{AnswerCount, Drilling, Exercise};
use super::studying::book_exits;
use super::{ExecuteError, Interpreter, Step};
use crate::book::Book;
use crate::games::{Game, Move, Player, Reversi, Setup, Square, reversi};
use crate::interpreter::command::{Drilled, PracticeKind};
use crate::interpreter::practice_report::{DrillReport, LineReport, Task, Verdict};
use crate::interpreter::progress::Purpose;
use crate::interpreter::reply::{Event, Marks, Reply};
use crate::interpreter::table::CommandRow;
use crate::players::{Rng, Stop};
use crate::records::{Opening, named_balanced_openings};
use crate::session::{CurrentGame, SessionError};
use crate::study::{
    Course, Deck, DrillAnswer, DrillMoves, DrillScope, DrillVerdict, DrilledLine, Rating,
};

impl Interpreter {
    /// Starts a drill, or shows the current line again.
    pub(super) fn start_drill(
        &mut self,
        lines: Drilled,
        side: Option<Player>,
    ) -> Result<Step, ExecuteError> {
        match self.study.exercise() {
            Some(Exercise::Drill(drilling)) if lines == Drilled::Due => {
                if drilling.is_over {
                    return self.go_on(None);
                }
                return Ok(Step::Done(self.shown_line()));
            }
            _ => {}
        }
        reversi_is_played(self.session.info(), CommandRow::Drill)?;
        let course = match lines {
            Drilled::Due => return self.drill_scope(DrillScope::Due),
            Drilled::Repertoire => return self.drill_scope(DrillScope::Repertoire(side)),
            Drilled::Of(opening) => Course::new(opening, side),
            Drilled::Balanced => {
                let openings = named_balanced_openings().map(Some);
                let courses = openings.map(|opening| Course::new(opening, side));
                let book = self.drill_book()?;
                let known: Vec<Course> = courses.filter(|course| course.is_in(&book)).collect();
                if known.is_empty() {
                    return Err(ExecuteError::NotInBook(None));
                }
                known[self.session.chance(known.len())]
            }
            Drilled::Deviations => return self.drill_deviation(),
            Drilled::This => {
                let moves = self.session.require()?.history().len();
                let name = self.opening_after(moves).ok_or(ExecuteError::NoOpening)?;
                let opening = Opening::all().find(|opening| opening.name == name);
                Course::new(opening, side)
            }
        };
        self.drill_scope(DrillScope::Course(course))
    }

    /// Drills the opening in which the user left the book most often.
    fn drill_deviation(&mut self) -> Result<Step, ExecuteError> {
        let store = self.files.store.clone();
        let book = self.drill_book()?;
        let read = move |_: &Stop, _: &mut dyn FnMut(_)| book_exits(&store, &book);
        Ok(
            self.hand_out(Purpose::Library, read, |interpreter, read, _| {
                let (_, exits, _) = read?;
                let first = exits.into_iter().next();
                let first = first.ok_or(ExecuteError::NoDeviation)?;
                let opening = Opening::all().find(|opening| Some(opening.name) == first.opening);
                let course = Course::new(opening, Some(first.player));
                interpreter.drill_scope(DrillScope::Course(course))
            }),
        )
    }

    fn drill_scope(&mut self, scope: DrillScope) -> Result<Step, ExecuteError> {
        let (course, again) = self.choose_line(&mut self.deck()?, scope)?;
        let rng = Rng::seed_from_u64(self.session.random_u64());
        self.begin_line(scope, course, again, rng).map(Step::Done)
    }

    /// Starts the next line, or leaves the drill if none is due.
    pub(super) fn next_line(&mut self, scope: DrillScope, rng: Rng) -> Result<Reply, ExecuteError> {
        let mut deck = self.deck()?;
        if scope == DrillScope::Due && deck.next_drill(scope, self.today())?.is_none() {
            return self.leave(PracticeKind::Drill);
        }
        let (course, again) = self.choose_line(&mut deck, scope)?;
        self.begin_line(scope, course, again, rng)
    }

    /// Chooses the due line, or a new line of the requested course.
    fn choose_line(
        &self,
        deck: &mut Deck,
        scope: DrillScope,
    ) -> Result<(Course, Option<DrilledLine>), ExecuteError> {
        let today = self.today();
        let again = deck.next_drill(scope, today)?;
        let course = match (&again, scope) {
            (Some(line), _) => line.course(),
            (None, DrillScope::Course(course)) => course,
            (None, DrillScope::Repertoire(_)) => {
                return Err(ExecuteError::NoLines { here: false });
            }
            (None, DrillScope::Due) => {
                return Err(ExecuteError::NoLine(deck.counts(today)?.drills.next));
            }
        };
        if !course.is_own && !course.is_in(&*self.drill_book()?) {
            return Err(ExecuteError::NotInBook(
                course.opening.map(|opening| opening.name),
            ));
        }
        Ok((course, again))
    }

    fn begin_line(
        &mut self,
        scope: DrillScope,
        course: Course,
        again: Option<DrilledLine>,
        rng: Rng,
    ) -> Result<Reply, ExecuteError> {
        let mut drilling = Drilling {
            scope,
            own: self.deck()?.repertoire()?,
            course,
            again,
            so_far: LineReport::default(),
            is_missed: false,
            is_over: false,
            rng,
        };
        let game = drilling.first_moves(self.session.book())?;
        self.set_up(game, Exercise::Drill(Box::new(drilling)));
        Ok(self.shown_line())
    }

    pub(super) fn drill_book(&self) -> Result<Arc<Book>, ExecuteError> {
        self.session.book().cloned().ok_or(ExecuteError::NoBook)
    }

    fn shown_line(&self) -> Reply {
        let event = match self.study.exercise() {
            Some(Exercise::Drill(drilling)) => Event::Task(Task::Drill(DrillReport {
                opening: drilling.course.opening.map(|opening| opening.name),
                is_own: drilling.course.is_own,
                player: drilling.course.side,
                again: drilling.is_review(),
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
        let answer = self.judge_answer(drilling, mv)?;
        if answer.verdict != DrillVerdict::Wrong {
            return self
                .play_answer(drilling, tally, answer, is_shown)
                .map(Some);
        }
        drilling.is_missed = true;
        let reply = self.judged(Verdict::DrillMissed { answer }, 0);
        Ok(Some(Step::Done(reply)))
    }

    /// Judges a legal move by the book or the repertoire, or returns the best one if `mv` is `None`.
    fn judge_answer(
        &self,
        drilling: &Drilling,
        mv: Option<Move>,
    ) -> Result<DrillAnswer, ExecuteError> {
        let course = drilling.course;
        let known = drilling.known(self.session.book());
        let current = self.session.require()?;
        let game = reversi_of(current.game(), CommandRow::Drill)?;
        if let Some(mv) = mv {
            game.clone().play(mv).map_err(SessionError::Illegal)?;
        }
        let moves = current.history().len();
        // The book has lost the position since the drill started.
        let unknown = || ExecuteError::NotInBook(course.opening.map(|opening| opening.name));
        course.judge(known, &game, moves, mv).ok_or_else(unknown)
    }

    /// Plays the user's move and the opponent's replies. At the end of the line, records how well it was known.
    fn play_answer(
        &mut self,
        drilling: &mut Drilling,
        tally: &mut AnswerCount,
        answer: DrillAnswer,
        is_shown: bool,
    ) -> Result<Step, ExecuteError> {
        let current = self.session.require()?;
        let mut game = reversi_of(current.game(), CommandRow::Drill)?;
        let mut moves: Vec<Move> = current.history().iter().map(|ply| ply.mv).collect();
        let before = moves.len();
        let mv = Move(answer.square.index(8));
        let mut rng = drilling.rng.clone();
        game.play(mv).map_err(SessionError::Illegal)?;
        moves.push(mv);
        let book = self.session.book();
        let is_over = drilling.play_replies(book, &mut game, &mut moves, &mut rng);
        let mut so_far = drilling.so_far;
        match answer.verdict {
            _ if drilling.is_missed || is_shown => so_far.missed += 1,
            DrillVerdict::Close => so_far.close += 1,
            _ => so_far.right += 1,
        }
        let answered = Answered {
            answer,
            is_shown,
            plies: moves.split_off(before),
            so_far,
            is_over,
            rng,
        };
        if !is_over {
            return self.take_answer(drilling, tally, answered).map(Step::Done);
        }
        moves.extend(&answered.plies);
        let squares: Vec<Square> = moves.iter().map(|mv| Square::from_index(mv.0, 8)).collect();
        let drilled = drilling.finished(&squares);
        let rating = rating(so_far);
        let today = self.today();
        let record = move |deck: &mut Deck| deck.drilled(&drilled, rating, today);
        Ok(self.change_deck(record, move |interpreter, practice, due| {
            let (drilling, tally) = practice.drill()?;
            let so_far = LineReport {
                due,
                ..answered.so_far
            };
            interpreter.take_answer(drilling, tally, Answered { so_far, ..answered })
        }))
    }

    /// Plays the moves of an answer, and reports it.
    fn take_answer(
        &mut self,
        drilling: &mut Drilling,
        tally: &mut AnswerCount,
        answered: Answered,
    ) -> Result<Reply, ExecuteError> {
        let Answered {
            answer,
            is_shown,
            plies,
            so_far,
            is_over,
            rng,
        } = answered;
        for &mv in &plies {
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
        Ok(self.with_opening(self.judged(verdict, plies.len())))
    }
}

/// An answer that is not wrong, before it is played.
struct Answered {
    answer: DrillAnswer,
    is_shown: bool,
    /// The user's move and the opponent's replies.
    plies: Vec<Move>,
    /// The report on the line, with this answer.
    so_far: LineReport,
    is_over: bool,
    rng: Rng,
}

impl Drilling {
    /// The moves that it can ask for.
    fn known<'a>(&'a self, book: Option<&'a Arc<Book>>) -> DrillMoves<'a> {
        DrillMoves {
            book: book.map(|book| &**book),
            own: &self.own,
            line: self.again.as_ref().map_or(&[], |line| &line.moves),
        }
    }

    /// Whether the line was drilled before.
    fn is_review(&self) -> bool {
        let line = self.again.as_ref();
        line.is_some_and(|line| !line.reviews.is_empty())
    }

    /// The line to rate after the given moves. In the repertoire, it can differ from the repeated line.
    fn finished(&self, squares: &[Square]) -> DrilledLine {
        let new = DrilledLine::new(self.course, squares);
        let other = self.own.line(self.course.side, &new.moves);
        let other = other.filter(|_| self.course.is_own);
        other.or(self.again.as_ref()).cloned().unwrap_or(new)
    }

    /// The game of the line, with the opponent's first moves.
    fn first_moves(&mut self, book: Option<&Arc<Book>>) -> Result<CurrentGame, ExecuteError> {
        let mut moves = Vec::new();
        let mut rng = self.rng.clone();
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
        book: Option<&Arc<Book>>,
        game: &mut Reversi,
        moves: &mut Vec<Move>,
        rng: &mut Rng,
    ) -> bool {
        let course = self.course;
        let known = self.known(book);
        while game.turn() == Some(course.side.opponent()) {
            let reply = course.reply(known, game, moves.len(), rng);
            let Some(mv) = reply.filter(|&mv| game.play(mv).is_ok()) else {
                return true;
            };
            moves.push(mv);
        }
        game.turn().is_none() || course.best(known, game, moves.len()).is_none()
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
