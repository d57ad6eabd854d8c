//! The commands for solving puzzles.

use std::sync::Arc;

use super::advising::{engine_request, reversi_is_played, reversi_of};
use super::practice::{AnswerCount, Exercise, Practice, Puzzling};
use super::{ExecuteError, Interpreter, Step};
use crate::engine::Position;
use crate::games::{Game, Move, Outcome, Player};
use crate::interpreter::command::PracticeKind;
use crate::interpreter::practice_report::{PuzzleReport, Task, Verdict};
use crate::interpreter::progress::Purpose;
use crate::interpreter::reply::{Event, Marks, Reply};
use crate::interpreter::table::CommandRow;
use crate::players::{Answer, Suggestion};
use crate::records::GameRecord;
use crate::session::{CurrentGame, SessionError};
use crate::study::{Deck, Puzzle, Rating};

/// The number of moves of a refutation that are played on the board.
const REFUTATION_MOVES: usize = 1;

impl Interpreter {
    pub(super) fn start_puzzles(&mut self) -> Result<Step, ExecuteError> {
        if let Some(Practice {
            exercise: Exercise::Puzzle(puzzling),
            ..
        }) = &self.practice
            && !puzzling.is_solved
        {
            return self.shown_puzzle(&puzzling.puzzle).map(Step::Done);
        }
        reversi_is_played(self.session.info(), CommandRow::Puzzle)?;
        self.next_puzzle()
    }

    /// Shows the next puzzle. Without one, leaves.
    pub(super) fn next_puzzle(&mut self) -> Result<Step, ExecuteError> {
        let (mut deck, today) = (self.deck()?, self.today());
        let Some(puzzle) = deck.next(today)? else {
            if self.is_practicing() {
                return self.leave(PracticeKind::Puzzle).map(Step::Done);
            }
            let counts = deck.counts(today)?;
            return Err(ExecuteError::NoPuzzle {
                total: counts.total,
                next: counts.next,
            });
        };
        let game = CurrentGame::from_record(&GameRecord::from_start(puzzle.board))?;
        let shown = puzzle.clone();
        let puzzling = Puzzling {
            puzzle,
            is_solved: false,
            is_missed: false,
            other: None,
        };
        self.set_up(game, Exercise::Puzzle(Box::new(puzzling)));
        self.shown_puzzle(&shown).map(Step::Done)
    }

    fn shown_puzzle(&self, puzzle: &Puzzle) -> Result<Reply, ExecuteError> {
        Ok(self.reply_with_board(self.puzzle_task(puzzle)?, Marks::None))
    }

    fn puzzle_task(&self, puzzle: &Puzzle) -> Result<Event, ExecuteError> {
        let counts = self.deck()?.counts(self.today())?;
        Ok(Event::Task(Task::Puzzle(PuzzleReport {
            player: puzzle.board.turn,
            grade: puzzle.grade(),
            empties: puzzle.empties(),
            only_win: puzzle.is_only_win(),
            estimated: puzzle.estimated.is_some(),
            from: puzzle.from.clone(),
            due: counts.due,
            new: counts.new,
        })))
    }

    /// Answers with `mv`, or shows the solution if it is `None`. Returns `None` if the puzzle was solved before.
    pub(super) fn answer_puzzle(
        &mut self,
        puzzling: &mut Puzzling,
        tally: &mut AnswerCount,
        mv: Option<Move>,
    ) -> Result<Option<Step>, ExecuteError> {
        let answer = Move(puzzling.puzzle.answer.index(8));
        let mv = match mv {
            None if puzzling.is_solved => return Ok(None),
            Some(_) if puzzling.is_solved => return Err(ExecuteError::PuzzleSolved),
            Some(mv) if mv != answer => mv,
            _ => {
                let is_shown = mv.is_none();
                let reply = self.solve_puzzle(puzzling, tally, answer, is_shown)?;
                return Ok(Some(Step::Done(reply)));
            }
        };
        let other = self.session.require()?.clone().with(mv)?;
        let after = reversi_of(other.game(), CommandRow::Puzzle)?;
        puzzling.other = Some(other);
        Ok(Some(if after.turn().is_none() {
            Step::Done(self.refute(puzzling, tally, None)?)
        } else {
            let limits = puzzling.puzzle.limits_after();
            let request = engine_request(after, limits, self.search_threads());
            self.think(Purpose::Refutation, request, Self::refuted)
        }))
    }

    /// Continues with the engine's reply to an answer other than the solution.
    fn refuted(&mut self, answer: Answer) -> Result<Step, ExecuteError> {
        let best = answer
            .best
            .into_iter()
            .next()
            .filter(|_| !answer.is_stopped);
        self.practice(
            |interpreter,
             Practice {
                 exercise, tally, ..
             }| {
                let Exercise::Puzzle(puzzling) = exercise else {
                    return Ok(None);
                };
                interpreter
                    .refute(puzzling, tally, best)
                    .map(|reply| Some(Step::Done(reply)))
            },
        )
    }

    /// Shows the refutation of a different answer. If that answer scores as high, removes the puzzle instead.
    fn refute(
        &mut self,
        puzzling: &mut Puzzling,
        tally: &mut AnswerCount,
        best: Option<Suggestion>,
    ) -> Result<Reply, ExecuteError> {
        let mut after = puzzling.other.take().ok_or(SessionError::NoMove)?;
        let ply = after.history().last().ok_or(SessionError::NoMove)?;
        let (mv, player, game) = (ply.mv, ply.played.player, after.game());
        let right = puzzling.puzzle.score;
        let name = ply.name();
        let estimate = best.and_then(|best| best.estimate);
        let score = match &estimate {
            Some(estimate) if game.turn() == Some(player) => Some(estimate.score),
            Some(estimate) => Some(-estimate.score),
            None => game.outcome().map(|outcome| margin(&outcome, player)),
        };
        let line = estimate.map(|estimate| estimate.line).unwrap_or_default();
        if let Some(score) = score.filter(|&score| score >= right) {
            return self.withdraw_puzzle(puzzling, tally, (mv, score), line);
        }
        self.rate(puzzling, Rating::Again)?;
        puzzling.is_missed = true;
        for name in line.iter().take(REFUTATION_MOVES) {
            let mv = after.game().parse_move(name)?;
            after = after.with(mv)?;
        }
        let plies = 1 + line.len().min(REFUTATION_MOVES);
        let verdict = Verdict::PuzzleMissed {
            name,
            score,
            lost: score.map(|score| right - score),
            line,
            after: Arc::new(after),
        };
        let task = self.puzzle_task(&puzzling.puzzle)?;
        let reply = self.judged(verdict, plies);
        Ok(reply.with(Some(task)))
    }

    /// Accepts an answer as good as the solution or better, and removes the wrong puzzle.
    fn withdraw_puzzle(
        &mut self,
        puzzling: &mut Puzzling,
        tally: &mut AnswerCount,
        (mv, score): (Move, i32),
        line: Vec<String>,
    ) -> Result<Reply, ExecuteError> {
        let Puzzle {
            answer,
            score: answer_score,
            ..
        } = puzzling.puzzle;
        let position = puzzling.puzzle.position();
        Deck::open(&self.files.store)?.remove(position)?;
        let name = self.session.play(mv)?.name();
        puzzling.is_solved = true;
        tally.count(!puzzling.is_missed);
        let verdict = Verdict::PuzzleWithdrawn {
            name,
            score,
            answer,
            answer_score,
            line,
        };
        Ok(self.judged(verdict, 1))
    }

    fn solve_puzzle(
        &mut self,
        puzzling: &mut Puzzling,
        tally: &mut AnswerCount,
        answer: Move,
        is_shown: bool,
    ) -> Result<Reply, ExecuteError> {
        let at_once = !puzzling.is_missed && !is_shown;
        let due = self.rate(puzzling, if at_once { Rating::Good } else { Rating::Again })?;
        self.session.play(answer)?;
        puzzling.is_solved = true;
        tally.count(at_once);
        let solution = Box::new(puzzling.puzzle.solution());
        let verdict = Verdict::PuzzleSolved {
            at_once,
            is_shown,
            solution,
            due,
        };
        Ok(self.judged(verdict, 1))
    }

    /// Records the rating of the first answer of the day. Returns the next due date.
    fn rate(
        &self,
        puzzling: &Puzzling,
        rating: Rating,
    ) -> Result<Option<jiff::civil::Date>, ExecuteError> {
        let position: Position = puzzling.puzzle.position();
        let (today, is_rated) = (self.today(), puzzling.is_missed);
        let mut deck = Deck::open(&self.files.store)?;
        Ok(if is_rated {
            deck.next_review(position)?
        } else {
            deck.review(position, rating, today)?
        })
    }
}

/// The final score of `player`, minus the opponent's.
fn margin(outcome: &Outcome, player: Player) -> i32 {
    let score = outcome.score.map(|score| {
        let [own, other] = [player, player.opponent()].map(|side| score.result(side));
        i32::try_from(own).unwrap_or(0) - i32::try_from(other).unwrap_or(0)
    });
    score.unwrap_or(0)
}
