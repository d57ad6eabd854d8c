//! Drills of the opening book at the board.

use std::sync::Arc;

use rand::SeedableRng;

use super::advising::{reversi_is_played, reversi_of};
use super::practice::{Exercise, Practice, Tally};
use super::{ExecuteError, Interpreter, RecordError};
use crate::book::Book;
use crate::games::{Game, Move, Player, Reversi, Square};
use crate::interpreter::board::Marks;
use crate::interpreter::command::{Drilled, PracticeKind};
use crate::interpreter::reply::{Event, Reply};
use crate::interpreter::report::{AnswerReport, LineReport, PlyReport};
use crate::interpreter::row::Situation;
use crate::interpreter::table::Row;
use crate::interpreter::work::Step;
use crate::players::Rng;
use crate::records::{BoardPosition, GameRecord, Opening};
use crate::session::{CurrentGame, SessionError};
use crate::study::{Answer, Course, Deck, DrilledLine, PUZZLES, Rating, Verdict};

#[derive(Debug)]
pub(super) struct Drilling {
    /// What lines are asked for; `None` for all that are due.
    pub(super) asked: Option<Course>,
    line: Line,
    pub(super) rng: Rng,
}

/// The line that is played.
#[derive(Debug)]
struct Line {
    course: Course,
    /// The line that comes again; `None` for a new one.
    again: Option<DrilledLine>,
    so_far: LineReport,
    is_missed: bool,
    is_over: bool,
}

impl Line {
    fn new(course: Course, again: Option<DrilledLine>) -> Self {
        Self { course, again, so_far: LineReport::default(), is_missed: false, is_over: false }
    }

    fn moves(&self) -> &[Square] {
        self.again.as_ref().map_or(&[], |line| &line.moves)
    }
}

impl Interpreter {
    /// Begins a drill, or shows the current line again.
    pub(super) fn start_drill(
        &mut self,
        lines: Drilled,
        side: Option<Player>,
    ) -> Result<Step, ExecuteError> {
        match self.practice.as_ref().map(|practice| &practice.exercise) {
            Some(Exercise::Puzzle(_)) => {
                let (command, situation) = (Row::Drill.info(), Situation::Puzzle);
                return Err(ExecuteError::Unavailable { command, situation });
            }
            Some(Exercise::Drill(drilling)) if lines == Drilled::Due => {
                if drilling.line.is_over {
                    return self.go_on(None);
                }
                return Ok(Step::Done(self.shown_line()));
            }
            _ => {}
        }
        reversi_is_played(self.session.info(), Row::Drill)?;
        self.drill_book()?;
        let asked = match lines {
            Drilled::Due => None,
            Drilled::Of(opening) => Some(Course::new(opening, side)),
            Drilled::This => {
                let moves = self.session.require()?.history().len();
                let name = self.opening_after(moves).ok_or(ExecuteError::NoOpening)?;
                let opening = Opening::all().find(|opening| opening.name == name);
                Some(Course::new(opening, side))
            }
        };
        let line = self.choose_line(&self.deck()?, asked)?;
        let rng = Rng::seed_from_u64(self.session.chance());
        self.begin_line(asked, line, rng).map(Step::Done)
    }

    /// Goes to the next line, or leaves the drill if none is due.
    pub(super) fn next_line(
        &mut self,
        asked: Option<Course>,
        rng: Rng,
    ) -> Result<Reply, ExecuteError> {
        let deck = self.deck()?;
        if asked.is_none() && deck.next_drill(None, self.calendar.today()).is_none() {
            return self.leave(PracticeKind::Drill);
        }
        let line = self.choose_line(&deck, asked)?;
        self.begin_line(asked, line, rng)
    }

    /// The line that is due, else a new one of what is asked for.
    fn choose_line(&self, deck: &Deck, asked: Option<Course>) -> Result<Line, ExecuteError> {
        let today = self.calendar.today();
        let again = deck.next_drill(asked, today).cloned();
        let course = again.as_ref().map(DrilledLine::course).or(asked);
        let course = course.ok_or_else(|| ExecuteError::NoLine(deck.counts(today).drills.next))?;
        if !course.is_in(&*self.drill_book()?) {
            return Err(ExecuteError::NotInBook(course.opening.map(|opening| opening.name)));
        }
        Ok(Line::new(course, again))
    }

    fn begin_line(
        &mut self,
        asked: Option<Course>,
        line: Line,
        mut rng: Rng,
    ) -> Result<Reply, ExecuteError> {
        let game = first_moves(&*self.drill_book()?, &line, &mut rng)?;
        self.set_up(game, Exercise::Drill(Box::new(Drilling { asked, line, rng })));
        Ok(self.shown_line())
    }

    fn drill_book(&self) -> Result<Arc<Book>, ExecuteError> {
        self.session.book().cloned().ok_or(ExecuteError::NoBook)
    }

    /// A reply with the board and what is drilled on it.
    fn shown_line(&self) -> Reply {
        let event = match &self.practice {
            Some(Practice { exercise: Exercise::Drill(drilling), .. }) => Event::Drill {
                opening: drilling.line.course.opening.map(|opening| opening.name),
                player: drilling.line.course.side,
                again: drilling.line.again.is_some(),
            },
            _ => Event::Shown,
        };
        self.reply_with_board(event, Marks::None)
    }

    /// Takes a move of a drill; without one, shows the move of the book.
    pub(super) fn answer_drill(
        &mut self,
        drilling: &mut Drilling,
        tally: &mut Tally,
        mv: Option<Move>,
    ) -> Result<Option<Step>, ExecuteError> {
        if drilling.line.is_over {
            return if mv.is_some() { Err(ExecuteError::LineOver) } else { Ok(None) };
        }
        let is_shown = mv.is_none();
        let (mv, answer) = self.judge_answer(&drilling.line, mv)?;
        let reply = if answer.verdict == Verdict::Wrong {
            drilling.line.is_missed = true;
            let event = Event::DrillMissed { answer: report(mv, answer) };
            self.reply_with_board(event, Marks::None)
        } else {
            self.play_answer(drilling, tally, (mv, answer), is_shown)?
        };
        Ok(Some(Step::Done(reply)))
    }

    /// What the book says of a legal move in the position on the board, or of its best one.
    fn judge_answer(&self, line: &Line, mv: Option<Move>) -> Result<(Move, Answer), ExecuteError> {
        let (course, book) = (line.course, self.drill_book()?);
        let current = self.session.require()?;
        let game = reversi_of(current.game(), Row::Drill)?;
        if let Some(mv) = mv {
            game.clone().play(mv).map_err(SessionError::Illegal)?;
        }
        let moves = current.history().len();
        // A book that has lost the position while it is used.
        let unknown = || ExecuteError::NotInBook(course.opening.map(|opening| opening.name));
        let best = course.best(&book, &game, moves).ok_or_else(unknown)?;
        let mv = mv.unwrap_or(Move(square(best.square).index(8)));
        course.judge(&book, &game, moves, mv).map(|answer| (mv, answer)).ok_or_else(unknown)
    }

    /// Plays a move of the person and what the opponent answers, and notes how well the line was known if that is
    /// its end.
    fn play_answer(
        &mut self,
        drilling: &mut Drilling,
        tally: &mut Tally,
        (mv, answer): (Move, Answer),
        is_shown: bool,
    ) -> Result<Reply, ExecuteError> {
        let (line, book) = (&mut drilling.line, self.drill_book()?);
        let mut rng = drilling.rng.clone();
        let current = self.session.require()?;
        let mut game = reversi_of(current.game(), Row::Drill)?;
        let mut moves: Vec<Move> = current.history().iter().map(|ply| ply.mv).collect();
        let before = moves.len();
        game.play(mv).map_err(SessionError::Illegal)?;
        moves.push(mv);
        let is_over = play_replies(&book, line, &mut game, &mut moves, &mut rng);
        let mut so_far = line.so_far;
        match answer.verdict {
            _ if line.is_missed || is_shown => so_far.missed += 1,
            Verdict::Close => so_far.close += 1,
            _ => so_far.right += 1,
        }
        if is_over {
            let squares: Vec<Square> = moves.iter().map(|mv| square(mv.0.into())).collect();
            let new = || DrilledLine::new(line.course, &squares);
            let drilled = line.again.clone().unwrap_or_else(new);
            let (rating, today) = (rating(so_far), self.calendar.today());
            so_far.due = self.store.change_value(PUZZLES, |deck: &mut Deck| {
                (true, deck.drilled(drilled, rating, today))
            })?;
        }
        let mut plies = Vec::new();
        for &mv in &moves[before..] {
            plies.push(PlyReport::from(self.session.play(mv)?));
        }
        (line.so_far, line.is_missed, line.is_over) = (so_far, false, is_over);
        drilling.rng = rng;
        if is_over {
            tally.count(so_far.missed == 0);
        }
        let line = is_over.then_some(so_far);
        let event = Event::DrillAnswered { answer: report(mv, answer), is_shown, line };
        let reply = self.reply_with_board(event, Marks::None);
        Ok(self.with_opening(Reply { plies, ..reply }))
    }
}

/// The game of a line, with the moves that the opponent begins with.
fn first_moves(book: &Book, line: &Line, rng: &mut Rng) -> Result<CurrentGame, ExecuteError> {
    let mut record = GameRecord::from_start(BoardPosition::START);
    let mut moves = Vec::new();
    play_replies(book, line, &mut Reversi::new(Player::Black), &mut moves, rng);
    for mv in moves {
        record.play(square(mv.0.into())).map_err(RecordError::from)?;
    }
    Ok(CurrentGame::from_record(&record)?)
}

/// Plays the moves of the opponent until the person is to move. Returns whether the line ends there.
fn play_replies(
    book: &Book,
    line: &Line,
    game: &mut Reversi,
    moves: &mut Vec<Move>,
    rng: &mut Rng,
) -> bool {
    let course = line.course;
    while game.turn() == Some(course.side.opponent()) {
        let reply = course.reply(book, game, moves.len(), line.moves(), rng);
        let Some(mv) = reply.filter(|&mv| game.play(mv).is_ok()) else { return true };
        moves.push(mv);
    }
    game.turn().is_none() || course.best(book, game, moves.len()).is_none()
}

/// How well a line was known.
fn rating(line: LineReport) -> Rating {
    match line {
        LineReport { missed: 0, close: 0, .. } => Rating::Good,
        LineReport { missed: 0, .. } => Rating::Hard,
        _ => Rating::Again,
    }
}

fn report(mv: Move, answer: Answer) -> AnswerReport {
    let Answer { verdict, score, best } = answer;
    let name = square(mv.0.into()).to_string();
    AnswerReport { name, verdict, score, best: square(best.square), best_score: best.score }
}

fn square(index: u32) -> Square {
    Square::from_index(index, 8)
}
