//! The commands for solving puzzles.

use std::sync::Arc;

use jiff::civil::Date;

use super::advising::{engine_request, reversi_is_played, reversi_of};
use super::practice::{Exercise, Puzzling};
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
use crate::store::StoreError;
use crate::study::{Deck, Puzzle, Rating};

/// The number of moves of a refutation that are played on the board.
const REFUTATION_MOVES: usize = 1;

impl Interpreter {
    pub(super) fn start_puzzles(&mut self) -> Result<Step, ExecuteError> {
        if let Some(Exercise::Puzzle(puzzling)) = self.study.exercise()
            && !puzzling.is_solved
        {
            return self.shown_puzzle(&puzzling.puzzle).map(Step::Done);
        }
        reversi_is_played(self.session.info(), CommandRow::Puzzle)?;
        self.next_puzzle()
    }

    /// Shows the next puzzle. Without one, leaves.
    pub(super) fn next_puzzle(&mut self) -> Result<Step, ExecuteError> {
        let mut deck = self.deck()?;
        let today = self.today();
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
        mv: Option<Move>,
    ) -> Result<Option<Step>, ExecuteError> {
        let answer = Move(puzzling.puzzle.answer.index(8));
        let mv = match mv {
            None if puzzling.is_solved => return Ok(None),
            Some(_) if puzzling.is_solved => return Err(ExecuteError::PuzzleSolved),
            Some(mv) if mv != answer => mv,
            _ => return Ok(Some(self.solve_puzzle(puzzling, answer, mv.is_none()))),
        };
        let other = self.session.require()?.clone().with(mv)?;
        let after = reversi_of(other.game(), CommandRow::Puzzle)?;
        puzzling.other = Some(other);
        Ok(Some(if after.turn().is_none() {
            self.refute(puzzling, None)?
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
        self.practice(|interpreter, practice| {
            let (puzzling, _) = practice.puzzle()?;
            interpreter.refute(puzzling, best).map(Some)
        })
    }

    /// Shows the refutation of a different answer. If that answer scores as high, removes the puzzle instead.
    fn refute(
        &mut self,
        puzzling: &mut Puzzling,
        best: Option<Suggestion>,
    ) -> Result<Step, ExecuteError> {
        let mut after = puzzling.other.take().ok_or(SessionError::NoMove)?;
        let ply = after.history().last().ok_or(SessionError::NoMove)?;
        let mv = ply.mv;
        let player = ply.played.player;
        let game = after.game();
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
            return Ok(self.withdraw_puzzle(puzzling, mv, score, line));
        }
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
        let rate = self.rating_of(puzzling, Rating::Again);
        Ok(self.change_deck(rate, move |interpreter, practice, _| {
            let (puzzling, _) = practice.puzzle()?;
            puzzling.is_missed = true;
            let task = interpreter.puzzle_task(&puzzling.puzzle)?;
            Ok(interpreter.judged(verdict, plies).with(Some(task)))
        }))
    }

    /// Accepts an answer as good as the solution or better, and removes the wrong puzzle.
    fn withdraw_puzzle(
        &mut self,
        puzzling: &Puzzling,
        mv: Move,
        score: i32,
        line: Vec<String>,
    ) -> Step {
        let Puzzle {
            answer,
            score: answer_score,
            ..
        } = puzzling.puzzle;
        let position = puzzling.puzzle.position();
        let remove = move |deck: &mut Deck| deck.remove(position);
        self.change_deck(remove, move |interpreter, practice, ()| {
            let (puzzling, tally) = practice.puzzle()?;
            let name = interpreter.session.play(mv)?.name();
            puzzling.is_solved = true;
            tally.count(!puzzling.is_missed);
            let verdict = Verdict::PuzzleWithdrawn {
                name,
                score,
                answer,
                answer_score,
                line,
            };
            Ok(interpreter.judged(verdict, 1))
        })
    }

    fn solve_puzzle(&mut self, puzzling: &Puzzling, answer: Move, is_shown: bool) -> Step {
        let at_once = !puzzling.is_missed && !is_shown;
        let rating = if at_once { Rating::Good } else { Rating::Again };
        let rate = self.rating_of(puzzling, rating);
        self.change_deck(rate, move |interpreter, practice, due| {
            let (puzzling, tally) = practice.puzzle()?;
            interpreter.session.play(answer)?;
            puzzling.is_solved = true;
            tally.count(at_once);
            let solution = Box::new(puzzling.puzzle.solution());
            let verdict = Verdict::PuzzleSolved {
                at_once,
                is_shown,
                solution,
                due,
            };
            Ok(interpreter.judged(verdict, 1))
        })
    }

    /// How to record the rating of the first answer of the day, and to find the next due date.
    fn rating_of(
        &self,
        puzzling: &Puzzling,
        rating: Rating,
    ) -> impl FnOnce(&mut Deck) -> Result<Option<Date>, StoreError> + Send + use<> {
        let position: Position = puzzling.puzzle.position();
        let today = self.today();
        let is_rated = puzzling.is_missed;
        move |deck| {
            if is_rated {
                deck.next_review(position)
            } else {
                deck.review(position, rating, today)
            }
        }
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
