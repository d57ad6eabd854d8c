//! Makes puzzles from library games.

use std::collections::VecDeque;

use jiff::civil::Date;

use super::{ExecuteError, Interpreter, Step};
use crate::games::Player;
use crate::interpreter::command::PuzzlesTask;
use crate::interpreter::progress::{Progress, Purpose};
use crate::interpreter::reply::Event;
use crate::players::Stop;
use crate::records::Condition;
use crate::store::StoreError;
use crate::study::{Deck, FromGame, HumanSides, LeftOut, Library, LibraryGame, Maker, today};

/// The remaining work and the results so far of making puzzles.
#[derive(Debug, Default)]
struct Making {
    /// The games, with their numbers and the sides whose mistakes are used.
    left: VecDeque<(usize, LibraryGame, [bool; 2])>,
    of: usize,
    games: usize,
    mistakes: usize,
    added: usize,
    left_out: LeftOut,
}

impl Interpreter {
    pub(super) fn today(&self) -> Date {
        self.options.today.unwrap_or_else(today)
    }

    pub(super) fn puzzles(&mut self, task: PuzzlesTask) -> Result<Step, ExecuteError> {
        match task {
            PuzzlesTask::List => {
                let counts = self.deck()?.counts(self.today())?;
                Ok(Step::Done(self.reply(Event::Puzzles { counts })))
            }
            PuzzlesTask::Make { conditions } => self.make_puzzles(&conditions),
            PuzzlesTask::Export { file, force } => {
                let text = self.deck()?.export()?;
                self.write_file((&file, force), "text", text.as_bytes())
                    .map(Step::Done)
            }
        }
    }

    pub(super) fn deck(&self) -> Result<Deck, StoreError> {
        Deck::open_to_read(&self.files.store)
    }

    fn make_puzzles(&mut self, conditions: &[Condition]) -> Result<Step, ExecuteError> {
        let mut library = Library::open_to_read(&self.files.store)?;
        let sides = |game: &LibraryGame| match game.humans {
            _ if !conditions.is_empty() => {
                Player::BOTH.map(|player| is_asked(conditions, game, player))
            }
            Some(humans) => Player::BOTH.map(|player| humans.has(player)),
            None => [false; 2],
        };
        let games = if conditions.is_empty() {
            library.own_games()?
        } else {
            library.games(conditions)?
        };
        let with_sides = games.into_iter().map(|(number, game)| {
            let sides = sides(&game);
            (number, game, sides)
        });
        let asked: Vec<_> = with_sides
            .filter(|(_, _, sides)| sides.contains(&true))
            .collect();
        if asked.is_empty() {
            return Err(ExecuteError::NoGames {
                total: library.count()?,
            });
        }
        let left = asked.into_iter().rev().filter_map(|(number, game, sides)| {
            let done = HumanSides::both(game.puzzles_of);
            let left = [sides[0] && !done[0], sides[1] && !done[1]];
            left.contains(&true).then_some((number, game, left))
        });
        let left: VecDeque<_> = left.collect();
        let maker = Box::new(Maker::new(self.deck()?.positions()?));
        let making = Making {
            of: left.len(),
            left,
            ..Making::default()
        };
        self.make_next(maker, making, false)
    }

    /// Analyzes the next game, or reports the results.
    fn make_next(
        &mut self,
        mut maker: Box<Maker>,
        mut making: Making,
        is_stopped: bool,
    ) -> Result<Step, ExecuteError> {
        let next = if is_stopped {
            None
        } else {
            making.left.pop_front()
        };
        if let Some((id, game, sides)) = next {
            let (number, of) = (making.of - making.left.len(), making.of);
            let look = move |stop: &Stop, report: &mut dyn FnMut(Progress)| {
                let found = maker.look_at(&game, sides, stop.flag(), &mut |moves, _| {
                    report(Progress::Puzzles {
                        game: number,
                        of,
                        moves,
                    });
                });
                (maker, game, found)
            };
            let made = move |it: &mut Self, (maker, game, found): (_, _, _), is_stopped| {
                it.made((maker, making), (id, &game, sides), found, is_stopped)
            };
            return Ok(self.hand_out(Purpose::Puzzles, look, made));
        }
        let Making {
            games,
            mistakes,
            added,
            left_out,
            ..
        } = making;
        let counts = self.deck()?.counts(self.today())?;
        let event = Event::PuzzlesMade {
            games,
            mistakes,
            added,
            left_out,
            is_stopped,
            counts,
        };
        Ok(Step::Done(self.reply(event)))
    }

    /// Stores the findings in a game, then continues with the next one.
    fn made(
        &mut self,
        (maker, mut making): (Box<Maker>, Making),
        (number, game, sides): (usize, &LibraryGame, [bool; 2]),
        found: Option<FromGame>,
        is_stopped: bool,
    ) -> Result<Step, ExecuteError> {
        let Some(FromGame {
            puzzles,
            mistakes,
            left_out,
            analysis,
        }) = found
        else {
            return self.make_next(maker, making, true);
        };
        let added = Deck::open(&self.files.store)?.add(puzzles)?;
        let mut library = Library::open(&self.files.store)?;
        if let Some(analysis) = analysis {
            library.judge(game, &analysis)?;
        }
        let done = HumanSides::both(game.puzzles_of);
        let done = HumanSides::new([sides[0] || done[0], sides[1] || done[1]]);
        library.note_puzzles(number, done)?;
        making.games += 1;
        making.mistakes += mistakes;
        making.added += added;
        making.left_out = making.left_out.with(left_out);
        self.make_next(maker, making, is_stopped)
    }
}

/// Whether the mistakes of `player` are used. A condition on a name selects its side.
fn is_asked(conditions: &[Condition], game: &LibraryGame, player: Player) -> bool {
    let name = game.record.players[player.index()].name.to_lowercase();
    let is_named = |part: &str| name.contains(part);
    conditions.iter().all(|condition| match condition {
        Condition::Player(part) => is_named(part),
        Condition::Black(part) => player == Player::Black && is_named(part),
        Condition::White(part) => player == Player::White && is_named(part),
        _ => true,
    })
}
