//! Makes puzzles from library games.

use jiff::civil::Date;

use super::{ExecuteError, Interpreter, Step};
use crate::games::Player;
use crate::interpreter::command::PuzzlesTask;
use crate::interpreter::progress::{Progress, Purpose};
use crate::interpreter::reply::Event;
use crate::players::Stop;
use crate::records::Condition;
use crate::store::{Store, StoreError};
use crate::study::{Choice, Deck, HumanSides, LeftOut, Library, LibraryGame, Maker, today};

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
            PuzzlesTask::Make { all, conditions } => Ok(self.make_puzzles(all, conditions)),
            PuzzlesTask::Export { file, force } => {
                let text = self.deck()?.export()?;
                self.write_file(&file, force, "text", text.as_bytes())
                    .map(Step::Done)
            }
        }
    }

    pub(super) fn deck(&self) -> Result<Deck, StoreError> {
        Deck::open_to_read(&self.files.store)
    }

    fn make_puzzles(&mut self, all: bool, conditions: Vec<Condition>) -> Step {
        let store = self.files.store.clone();
        let today = self.today();
        let make = move |stop: &Stop, report: &mut dyn FnMut(Progress)| {
            let maker = Maker::new(Deck::open_to_read(&store)?.positions()?, all);
            make_puzzles(maker, &store, &conditions, today, stop, report)
        };
        self.hand_out(Purpose::Puzzles, make, |interpreter, event, _| {
            Ok(Step::Done(interpreter.reply(event?)))
        })
    }
}

/// Makes puzzles from the chosen games. The puzzles of each game are stored before the next one is analyzed.
fn make_puzzles(
    mut maker: Maker,
    store: &Store,
    conditions: &[Condition],
    today: Date,
    stop: &Stop,
    report: &mut dyn FnMut(Progress),
) -> Result<Event, ExecuteError> {
    let left = games_to_use(store, conditions)?;
    let of = left.len();
    let mut games = 0;
    let mut mistakes = 0;
    let mut added = 0;
    let mut left_out = LeftOut::default();
    for (index, (number, sides)) in (1..).zip(left) {
        if stop.is_requested() {
            break;
        }
        // Another program may have deleted it.
        let Some(game) = Library::open_to_read(store)?.game(number)? else {
            continue;
        };
        let look = maker.look_at(&game, sides, stop.flag(), &mut |moves, _| {
            report(Progress::Puzzles {
                game: index,
                of,
                moves,
            });
        });
        let Some(found) = look else { break };
        games += 1;
        mistakes += found.mistakes;
        left_out = left_out.with(found.left_out);
        added += Deck::open(store)?.add(found.puzzles)?;
        let mut library = Library::open(store)?;
        if let Some(analysis) = found.analysis {
            library.judge(&game, &analysis)?;
        }
        let done = HumanSides::both(game.puzzles_of);
        let done = HumanSides::new([sides[0] || done[0], sides[1] || done[1]]);
        library.note_puzzles(number, done)?;
    }
    Ok(Event::PuzzlesMade {
        games,
        mistakes,
        added,
        left_out,
        is_stopped: stop.is_requested(),
        counts: Deck::open_to_read(store)?.counts(today)?,
    })
}

/// The numbers of the chosen games, the last one first, and the sides whose mistakes have not been used.
fn games_to_use(
    store: &Store,
    conditions: &[Condition],
) -> Result<Vec<(usize, [bool; 2])>, ExecuteError> {
    let choice = if conditions.is_empty() {
        Choice::own()
    } else {
        Choice::of(conditions)
    };
    let mut left = Vec::new();
    let mut is_any_asked = false;
    let mut library = Library::open_to_read(store)?;
    library.each(&choice, |number, game| {
        let asked = Player::BOTH.map(|player| is_asked(conditions, &game, player));
        is_any_asked |= asked.contains(&true);
        let done = HumanSides::both(game.puzzles_of);
        let sides = [asked[0] && !done[0], asked[1] && !done[1]];
        if sides.contains(&true) {
            left.push((number, sides));
        }
        true
    })?;
    if !is_any_asked {
        return Err(ExecuteError::NoGames {
            total: library.count()?,
        });
    }
    left.reverse();
    Ok(left)
}

/// Whether the mistakes of `player` are used: of humans, or of the players that the conditions name.
fn is_asked(conditions: &[Condition], game: &LibraryGame, player: Player) -> bool {
    if conditions.is_empty() {
        return game.humans.is_some_and(|humans| humans.has(player));
    }
    let name = game.record.players[player.index()].name.to_lowercase();
    let is_named = |part: &str| name.contains(part);
    conditions.iter().all(|condition| match condition {
        Condition::Player(part) => is_named(part),
        Condition::Black(part) => player == Player::Black && is_named(part),
        Condition::White(part) => player == Player::White && is_named(part),
        _ => true,
    })
}
