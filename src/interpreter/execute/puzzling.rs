//! Puzzles: making them from games of the library, and solving them at the board.

use std::collections::VecDeque;

use super::{ExecuteError, Interpreter};
use crate::engine::Position;
use crate::games::{Game, Move, Outcome, Player, Reversi};
use crate::interpreter::board::{Board, Marks};
use crate::interpreter::command::{Command, PuzzlesTask};
use crate::interpreter::reply::{Event, Reply};
use crate::interpreter::report::{PlyReport, PuzzleReport};
use crate::interpreter::table::row;
use crate::interpreter::work::{Finding, Found, Step, Task};
use crate::players::Suggestion;
use crate::records::{Condition, GameRecord};
use crate::session::{CurrentGame, Lent, SessionError};
use crate::store::StoreError;
use crate::study::{
    Calendar, Check, Checked, Deck, FromGame, LIBRARY, LeftOut, Library, LibraryGame, Maker,
    PUZZLES, Puzzle, Rating,
};

/// How many moves of a refutation are shown on the board.
const PLAYED: usize = 1;

/// Puzzles under way.
#[derive(Debug)]
pub(super) struct Puzzling {
    puzzle: Puzzle,
    /// Whether the answer has been found or shown.
    is_solved: bool,
    /// Whether a wrong answer has been given.
    is_missed: bool,
    /// The other answer that is being looked at, with the game after it.
    other: Option<(Move, PlyReport, Reversi)>,
    answered: usize,
    at_once: usize,
    /// The game before, which comes back.
    pub(super) lent: Lent,
}

/// Puzzles that are being made.
#[derive(Debug, Default)]
pub(super) struct Making {
    unchecked: VecDeque<Puzzle>,
    unchecked_of: usize,
    left: VecDeque<(LibraryGame, [bool; 2])>,
    of: usize,
    games: usize,
    mistakes: usize,
    added: usize,
    left_out: LeftOut,
}

impl Interpreter {
    /// Lets days be counted otherwise than by the clock of the computer.
    pub fn set_calendar(&mut self, calendar: Calendar) {
        self.calendar = calendar;
    }

    pub(super) fn puzzles(&mut self, task: PuzzlesTask) -> Result<Step, ExecuteError> {
        match task {
            PuzzlesTask::List => {
                let counts = self.deck()?.counts(self.calendar.today());
                let checked = Checked::default();
                Ok(Step::Done(self.reply(Event::Puzzles { counts, checked })))
            }
            PuzzlesTask::Make { conditions } => self.make_puzzles(&conditions),
            PuzzlesTask::Export { file, force } => {
                let text = self.deck()?.export();
                self.write_file((&file, force), "text", text.into_bytes()).map(Step::Done)
            }
        }
    }

    pub(super) fn deck(&self) -> Result<Deck, StoreError> {
        self.store.read_value(PUZZLES)
    }

    fn make_puzzles(&mut self, conditions: &[Condition]) -> Result<Step, ExecuteError> {
        let library: Library = self.store.read_value(LIBRARY)?;
        let sides = |game: &LibraryGame| match game.you {
            _ if !conditions.is_empty() => {
                Player::BOTH.map(|player| is_asked(conditions, game, player))
            }
            Some(you) => Player::BOTH.map(|player| you.is(player)),
            None => [false; 2],
        };
        let numbers = library.find(conditions);
        let games = numbers.iter().filter_map(|number| library.games().get(number - 1));
        let with_sides =
            games.map(|game| (game, sides(game))).filter(|(_, sides)| sides.contains(&true));
        let asked: Vec<_> = with_sides.collect();
        let deck = self.deck()?;
        // Earlier versions made puzzles that no exact search confirmed.
        let unchecked: VecDeque<_> =
            deck.puzzles().iter().filter(|puzzle| puzzle.is_unchecked()).cloned().collect();
        if asked.is_empty() && unchecked.is_empty() {
            return Err(ExecuteError::NoGames { total: library.games().len() });
        }
        let left: VecDeque<_> = asked
            .into_iter()
            .filter(|(game, _)| game.judged.is_none())
            .map(|(game, sides)| (game.clone(), sides))
            .rev()
            .collect();
        let maker = Maker::new(deck.positions());
        let (of, unchecked_of) = (left.len(), unchecked.len());
        self.checked = Checked::default();
        self.making = Some(Making { unchecked, unchecked_of, left, of, ..Making::default() });
        self.make_next(Box::new(maker), false)
    }

    /// Checks the next puzzle or analyzes the next game, or reports the results.
    fn make_next(&mut self, maker: Box<Maker>, is_stopped: bool) -> Result<Step, ExecuteError> {
        if let Some(making) = self.making.as_mut().filter(|_| !is_stopped)
            && let Some(puzzle) = making.unchecked.pop_front()
        {
            let of = making.unchecked_of;
            let number = of - making.unchecked.len();
            return Ok(self.check(maker, puzzle, [number, of]));
        }
        let next = match &mut self.making {
            Some(making) if !is_stopped => making.left.pop_front().map(|next| (next, making.of)),
            _ => None,
        };
        if let Some(((game, sides), of)) = next {
            let left = self.making.as_ref().map_or(0, |making| making.left.len());
            let (game, which) = (Box::new(game), [of - left, of]);
            let work = self.work(Task::MakePuzzles { maker, game, sides, which });
            return Ok(Step::Working { shown: None, work });
        }
        let Making { games, mistakes, added, left_out, .. } =
            self.making.take().unwrap_or_default();
        let counts = self.deck()?.counts(self.calendar.today());
        let checked = std::mem::take(&mut self.checked);
        let event =
            Event::PuzzlesMade { games, mistakes, added, left_out, checked, is_stopped, counts };
        Ok(Step::Done(self.reply(event)))
    }

    /// Hands out the exact search of a puzzle.
    fn check(&mut self, maker: Box<Maker>, puzzle: Puzzle, which: [usize; 2]) -> Step {
        let work = self.work(Task::CheckPuzzle { maker, puzzle: Box::new(puzzle), which });
        Step::Working { shown: None, work }
    }

    /// Stores the result of checking a puzzle by exact search, and continues with what needed it.
    fn checked(
        &mut self,
        maker: Box<Maker>,
        puzzle: &Puzzle,
        check: Option<Check>,
        is_stopped: bool,
    ) -> Result<Step, ExecuteError> {
        let is_stopped = is_stopped || check.is_none();
        if let Some(check) = check {
            let position = puzzle.position();
            let settle = |deck: &mut Deck| (true, deck.settle(position, check));
            self.checked = self.checked.with(self.store.change_value(PUZZLES, settle)?);
        }
        if self.making.is_some() {
            self.make_next(maker, is_stopped)
        } else {
            self.go_to_puzzle(Some(maker), is_stopped)
        }
    }

    /// Keeps what was found in a game, and goes on with the next one.
    pub(super) fn made(
        &mut self,
        maker: Box<Maker>,
        game: &LibraryGame,
        found: Option<FromGame>,
        is_stopped: bool,
    ) -> Result<Step, ExecuteError> {
        let Some(FromGame { puzzles, mistakes, left_out, judged }) = found else {
            return self.make_next(maker, true);
        };
        let added = self.store.change_value(PUZZLES, |deck: &mut Deck| {
            let added = deck.add(puzzles);
            (added > 0, added)
        })?;
        self.store.change_value(LIBRARY, |library: &mut Library| {
            // Others may have changed the library meanwhile.
            let there = library.games_mut().iter_mut().find(|there| *there == game);
            let has_changed = there.is_some();
            if let Some(there) = there {
                there.judged = Some(judged);
            }
            (has_changed, ())
        })?;
        if let Some(making) = &mut self.making {
            making.games += 1;
            making.mistakes += mistakes;
            making.added += added;
            making.left_out = making.left_out.with(left_out);
        }
        self.make_next(maker, is_stopped)
    }

    /// Begins with the puzzles, or shows the current one again.
    pub(super) fn start_puzzles(&mut self) -> Result<Step, ExecuteError> {
        match &self.puzzling {
            Some(puzzling) if puzzling.is_solved => return self.next_puzzle(),
            Some(_) => {
                let deck = self.deck()?;
                return Ok(Step::Done(self.shown_puzzle(&deck)));
            }
            None => {}
        }
        super::advising::reversi_is_played(self.session.info(), "puzzle")?;
        if self.drilling.is_some() {
            return Err(ExecuteError::Drilling(row(&Command::Puzzle { is_on: true })));
        }
        self.checked = Checked::default();
        self.go_to_puzzle(None, false)
    }

    /// Shows the puzzle that comes next. One that no exact search has confirmed is checked first, unless that
    /// has just been stopped.
    fn go_to_puzzle(
        &mut self,
        maker: Option<Box<Maker>>,
        is_stopped: bool,
    ) -> Result<Step, ExecuteError> {
        let (deck, today) = (self.deck()?, self.calendar.today());
        let Some(puzzle) = deck.next(today).cloned() else {
            let (counts, checked) = (deck.counts(today), self.checked);
            return if self.puzzling.is_some() {
                self.stop_puzzles().map(Step::Done)
            } else if checked.has_changed() {
                Ok(Step::Done(self.reply(Event::Puzzles { counts, checked })))
            } else {
                Err(ExecuteError::NoPuzzle { total: counts.total, next: counts.next })
            };
        };
        if puzzle.is_unchecked() && !is_stopped {
            self.making = None;
            let maker = maker.unwrap_or_else(|| Box::new(Maker::new(deck.positions())));
            let number = self.checked.checked + 1;
            return Ok(self.check(maker, puzzle, [number, number]));
        }
        let game = CurrentGame::from_record(&GameRecord::from_start(puzzle.board))?;
        let lent = self.session.lend_for(game);
        let new = Puzzling {
            puzzle,
            is_solved: false,
            is_missed: false,
            other: None,
            answered: 0,
            at_once: 0,
            lent,
        };
        self.puzzling = Some(match self.puzzling.take() {
            None => new,
            // The suspended game has been stored already.
            Some(Puzzling { answered, at_once, lent, .. }) => {
                Puzzling { answered, at_once, lent, ..new }
            }
        });
        Ok(Step::Done(self.shown_puzzle(&deck)))
    }

    fn shown_puzzle(&mut self, deck: &Deck) -> Reply {
        let counts = deck.counts(self.calendar.today());
        let report = self.puzzling.as_ref().map(|Puzzling { puzzle, .. }| PuzzleReport {
            player: puzzle.board.turn,
            grade: puzzle.grade(),
            empties: puzzle.empties(),
            only_win: puzzle.is_only_win(),
            estimated: puzzle.estimated.is_some(),
            from: puzzle.from.clone(),
            due: counts.due,
            new: counts.new,
        });
        let checked = std::mem::take(&mut self.checked);
        Reply { puzzle: report, ..self.reply_with_board(Event::Puzzle { checked }, Marks::None) }
    }

    /// Leaves the puzzles: the game before is the current one again.
    pub(super) fn stop_puzzles(&mut self) -> Result<Reply, ExecuteError> {
        // The puzzles are left whether or not they can still be counted.
        let counts = self.deck().map(|deck| deck.counts(self.calendar.today()));
        let Puzzling { answered, at_once, lent, .. } =
            self.puzzling.take().ok_or(ExecuteError::NotPuzzling)?;
        self.session.give_back(lent);
        let counts = counts.unwrap_or_default();
        let checked = std::mem::take(&mut self.checked);
        let event = Event::PuzzlesLeft { answered, at_once, checked, counts };
        Ok(self.reply_with_board(event, Marks::None))
    }

    /// Goes to the next puzzle, or shows the answer to the one that is not solved.
    pub(super) fn next_puzzle(&mut self) -> Result<Step, ExecuteError> {
        let puzzling = self.puzzling.as_ref().ok_or(ExecuteError::NotPuzzling)?;
        if !puzzling.is_solved {
            let answer = Move(puzzling.puzzle.answer.index(8));
            return self.solve_puzzle(answer, true).map(Step::Done);
        }
        self.checked = Checked::default();
        self.go_to_puzzle(None, false)
    }

    /// Takes an answer to the puzzle.
    pub(super) fn answer_puzzle(&mut self, mv: Move) -> Result<Step, ExecuteError> {
        let puzzling = self.puzzling.as_ref().ok_or(ExecuteError::NotPuzzling)?;
        if puzzling.is_solved {
            return Err(ExecuteError::PuzzleSolved);
        }
        if mv.0 == puzzling.puzzle.answer.index(8) {
            return self.solve_puzzle(mv, false).map(Step::Done);
        }
        let game = self.session.require()?.game();
        let mut after = super::advising::reversi_of(game, "puzzle")?;
        let name = game.move_name(mv);
        let played = after.play(mv).map_err(SessionError::Illegal)?;
        let ply = PlyReport::new(name, played);
        let limits = puzzling.puzzle.limits_after();
        if let Some(puzzling) = &mut self.puzzling {
            puzzling.other = Some((mv, ply, (*after).clone()));
        }
        if after.turn().is_none() {
            return self.refuted(None).map(Step::Done);
        }
        let work = self.work(Task::Refute(after, limits));
        Ok(Step::Working { shown: None, work })
    }

    /// Shows the refutation of an answer other than the puzzle's. It is wrong unless the search finds it as good.
    fn refuted(&mut self, best: Option<Suggestion>) -> Result<Reply, ExecuteError> {
        let puzzling = self.puzzling.as_mut().ok_or(ExecuteError::NotPuzzling)?;
        let (mv, ply, mut game) = puzzling.other.take().ok_or(ExecuteError::NotPuzzling)?;
        let (right, is_unchecked) = (puzzling.puzzle.score, puzzling.puzzle.is_unchecked());
        let name = ply.name.clone();
        let estimate = best.and_then(|best| best.estimate);
        let score = match &estimate {
            Some(estimate) if game.turn() == Some(ply.player) => Some(estimate.score),
            Some(estimate) => Some(-estimate.score),
            None => game.outcome().map(|outcome| margin(&outcome, ply.player)),
        };
        let line = estimate.map(|estimate| estimate.line).unwrap_or_default();
        match score {
            Some(score) if score >= right => return self.withdraw_puzzle(mv, score, line),
            // The search was stopped, and nothing else shows that the answer is wrong.
            None if is_unchecked => {
                let deck = self.deck()?;
                return Ok(self.shown_puzzle(&deck));
            }
            _ => {}
        }
        self.rate(Rating::Again)?;
        if let Some(puzzling) = &mut self.puzzling {
            puzzling.is_missed = true;
        }
        let mut plies = vec![ply];
        for name in line.iter().take(PLAYED) {
            let mv = game.parse_move(name)?;
            let played = game.play(mv).map_err(SessionError::Illegal)?;
            plies.push(PlyReport::new(name.clone(), played));
        }
        let last = plies.iter().rev().find_map(|ply| ply.placed);
        let after = Box::new(Board { last, ..Board::of(&game, &[]) });
        let difference = score.map(|score| right - score);
        let event = Event::PuzzleMissed { name, score, lost: difference, line, after };
        let deck = self.deck()?;
        Ok(Reply { event, plies, ..self.shown_puzzle(&deck) })
    }

    /// Accepts an answer as good as the puzzle's, or better: the puzzle was wrong, and is removed.
    fn withdraw_puzzle(
        &mut self,
        mv: Move,
        score: i32,
        line: Vec<String>,
    ) -> Result<Reply, ExecuteError> {
        let puzzling = self.puzzling.as_ref().ok_or(ExecuteError::NotPuzzling)?;
        let (answer, answer_score) = (puzzling.puzzle.answer, puzzling.puzzle.score);
        let (position, is_missed) = (puzzling.puzzle.position(), puzzling.is_missed);
        self.store.change_value(PUZZLES, |deck: &mut Deck| (true, deck.remove(position)))?;
        let ply = PlyReport::from(self.session.play(mv)?);
        if let Some(puzzling) = &mut self.puzzling {
            puzzling.is_solved = true;
            puzzling.answered += 1;
            puzzling.at_once += usize::from(!is_missed);
        }
        let name = ply.name.clone();
        let event = Event::PuzzleWithdrawn { name, score, answer, answer_score, line };
        let reply = self.reply_with_board(event, Marks::None);
        Ok(Reply { plies: vec![ply], ..reply })
    }

    fn solve_puzzle(&mut self, mv: Move, is_shown: bool) -> Result<Reply, ExecuteError> {
        let puzzling = self.puzzling.as_ref().ok_or(ExecuteError::NotPuzzling)?;
        let at_once = !puzzling.is_missed && !is_shown;
        let solution = puzzling.puzzle.solution();
        let due = if at_once { self.rate(Rating::Good)? } else { self.rate(Rating::Again)? };
        let ply = PlyReport::from(self.session.play(mv)?);
        if let Some(puzzling) = &mut self.puzzling {
            puzzling.is_solved = true;
            puzzling.answered += 1;
            puzzling.at_once += usize::from(at_once);
        }
        let event = Event::PuzzleSolved { at_once, is_shown, solution: Box::new(solution), due };
        let reply = self.reply_with_board(event, Marks::None);
        Ok(Reply { plies: vec![ply], ..reply })
    }

    /// Notes how well the puzzle was answered, at the first answer of the day. Returns when it comes again.
    fn rate(&mut self, rating: Rating) -> Result<Option<jiff::civil::Date>, ExecuteError> {
        let Some(puzzling) = &self.puzzling else { return Ok(None) };
        let position: Position = puzzling.puzzle.position();
        let (today, is_rated) = (self.calendar.today(), puzzling.is_missed);
        let note = |deck: &mut Deck| {
            if is_rated {
                (false, deck.due(position))
            } else {
                (true, deck.review(position, rating, today))
            }
        };
        Ok(self.store.change_value(PUZZLES, note)?)
    }

    /// Whether a puzzle or a drill is on the board.
    pub(super) fn is_practising(&self) -> bool {
        self.puzzling.is_some() || self.drilling.is_some()
    }

    /// Goes on with the puzzles, the drill or the tutorial, whichever is on.
    pub(super) fn next_task(&mut self) -> Result<Step, ExecuteError> {
        if self.puzzling.is_some() {
            self.next_puzzle()
        } else if self.drilling.is_some() {
            self.next_in_drill().map(Step::Done)
        } else {
            self.next_lesson().map(Step::Done)
        }
    }

    /// Leaves the puzzles or the drill, whichever is on.
    pub(super) fn stop_practice(&mut self) -> Result<Reply, ExecuteError> {
        if self.drilling.is_some() { self.stop_drill() } else { self.stop_puzzles() }
    }

    /// Takes what came of the work for puzzles; `None` if that is something else.
    pub(super) fn puzzle_found(&mut self, finding: Finding) -> Result<Step, ExecuteError> {
        match finding.found {
            Found::Puzzles { maker, game, found } => {
                self.made(maker, &game, found, finding.is_stopped)
            }
            Found::Checked { maker, puzzle, check } => {
                self.checked(maker, &puzzle, check, finding.is_stopped)
            }
            Found::Refuted(best) => self.refuted(best).map(Step::Done),
            _ => Ok(Step::Done(self.board_reply())),
        }
    }
}

/// Whether the mistakes of a side are asked for: those of the player that conditions name.
fn is_asked(conditions: &[Condition], game: &LibraryGame, player: Player) -> bool {
    let is_named = |part: &str| game.names[player.index()].to_lowercase().contains(part);
    conditions.iter().all(|condition| match condition {
        Condition::Player(part) => is_named(part),
        Condition::Black(part) => player == Player::Black && is_named(part),
        Condition::White(part) => player == Player::White && is_named(part),
        _ => true,
    })
}

/// The final score of a side.
fn margin(outcome: &Outcome, player: Player) -> i32 {
    let score = outcome.score.map(|score| {
        let [own, other] = [player, player.opponent()].map(|side| score.result(side));
        i32::try_from(own).unwrap_or(0) - i32::try_from(other).unwrap_or(0)
    });
    score.unwrap_or(0)
}
