//! Making puzzles from games of the library, and checking those of earlier versions.

use std::collections::VecDeque;

use jiff::civil::Date;

use super::{ExecuteError, Interpreter};
use crate::games::Player;
use crate::interpreter::command::PuzzlesTask;
use crate::interpreter::reply::Event;
use crate::interpreter::work::{Step, Task};
use crate::records::Condition;
use crate::store::StoreError;
use crate::study::{
    Check, Checked, Deck, FromGame, LIBRARY, LeftOut, Library, LibraryGame, Maker, PUZZLES, Puzzle,
    today,
};

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
    /// Sets the day that counts as today, or lets the clock of the computer say it.
    pub fn set_today(&mut self, today: Option<Date>) {
        self.today = today;
    }

    pub(super) fn today(&self) -> Date {
        self.today.unwrap_or_else(today)
    }

    pub(super) fn puzzles(&mut self, task: PuzzlesTask) -> Result<Step, ExecuteError> {
        match task {
            PuzzlesTask::List => {
                let counts = self.deck()?.counts(self.today());
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
        let sides = |game: &LibraryGame| match game.humans {
            _ if !conditions.is_empty() => {
                Player::BOTH.map(|player| is_asked(conditions, game, player))
            }
            Some(humans) => Player::BOTH.map(|player| humans.has(player)),
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
        let mut making = self.making.take().unwrap_or_default();
        let next = if is_stopped { None } else { making.unchecked.pop_front() };
        if let Some(puzzle) = next {
            let (of, left) = (making.unchecked_of, making.unchecked.len());
            self.making = Some(making);
            return Ok(self.check_puzzle(maker, puzzle, [of - left, of]));
        }
        let next = if is_stopped { None } else { making.left.pop_front() };
        if let Some((game, sides)) = next {
            let (game, which) = (Box::new(game), [making.of - making.left.len(), making.of]);
            self.making = Some(making);
            let work = self.work(Task::MakePuzzles { maker, game, sides, which });
            return Ok(Step::Working { shown: None, work });
        }
        let Making { games, mistakes, added, left_out, .. } = making;
        let counts = self.deck()?.counts(self.today());
        let checked = std::mem::take(&mut self.checked);
        let event =
            Event::PuzzlesMade { games, mistakes, added, left_out, checked, is_stopped, counts };
        Ok(Step::Done(self.reply(event)))
    }

    /// Hands out the exact search of a puzzle.
    pub(super) fn check_puzzle(
        &mut self,
        maker: Box<Maker>,
        puzzle: Puzzle,
        which: [usize; 2],
    ) -> Step {
        let work = self.work(Task::CheckPuzzle { maker, puzzle: Box::new(puzzle), which });
        Step::Working { shown: None, work }
    }

    /// Stores the result of checking a puzzle by exact search, and continues with what needed it.
    pub(super) fn checked(
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
