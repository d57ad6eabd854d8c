//! The commands for guessing the moves of a game of the library.

use rand::{RngExt, SeedableRng};

use super::advising::{reversi_is_played, reversi_of};
use super::practice::{Exercise, Guessing};
use super::{ExecuteError, Interpreter, Step};
use crate::analysis::{Analyzer, Judgment, steps};
use crate::engine::{Engine, Limits};
use crate::games::{Move, Player, Reversi, Square};
use crate::interpreter::command::{GuessedGames, PracticeKind};
use crate::interpreter::practice_report::{GuessReport, Task, Verdict};
use crate::interpreter::progress::{Progress, Purpose};
use crate::interpreter::reply::{Event, Marks, Reply};
use crate::interpreter::report::RecordReport;
use crate::interpreter::table::CommandRow;
use crate::players::{Rng, Stop};
use crate::records::{BoardPosition, GameRecord};
use crate::session::{CurrentGame, SessionError};
use crate::store::Store;
use crate::study::{Choice, Deck, Guess, GuessSummary, Library, LibraryGame};

/// The limits of the searches that rate a move: a fraction of a second.
pub const RATING: Limits = Limits {
    depth: 12,
    exact_from: 14,
    ..Limits::NONE
};

pub const RATING_HASH_MB: usize = 16;

impl Interpreter {
    /// Starts to guess the moves of a game, or shows the current task again.
    pub(super) fn start_guessing(
        &mut self,
        games: GuessedGames,
        side: Option<Player>,
    ) -> Result<Step, ExecuteError> {
        if let Some(Exercise::Guess(guessing)) = self.study.exercise()
            && games == GuessedGames::Any
        {
            return if guessing.is_over {
                self.go_on(None)
            } else {
                Ok(Step::Done(self.shown_guess(guessing)))
            };
        }
        reversi_is_played(self.session.info(), CommandRow::Guess)?;
        Ok(self.choose_game(games, side))
    }

    /// Continues with another game of the same choice; leaves after a game requested by its number.
    pub(super) fn next_guessed_game(
        &mut self,
        games: GuessedGames,
        side: Option<Player>,
    ) -> Result<Step, ExecuteError> {
        if matches!(games, GuessedGames::Number(_)) {
            return self.leave(PracticeKind::Guess).map(Step::Done);
        }
        Ok(self.choose_game(games, side))
    }

    /// Reads a game of the choice, and begins with it.
    fn choose_game(&mut self, games: GuessedGames, side: Option<Player>) -> Step {
        let store = self.files.store.clone();
        let seed = self.session.random_u64();
        let chosen = games.clone();
        let read =
            move |stop: &Stop, _: &mut dyn FnMut(Progress)| game(&store, &chosen, seed, stop);
        let begin = move |interpreter: &mut Self, game: Result<(usize, LibraryGame), _>, _| {
            let (number, game) = game?;
            interpreter.begin_guessing(games, side, number, game.record)
        };
        self.hand_out(Purpose::Library, read, begin)
    }

    fn begin_guessing(
        &mut self,
        games: GuessedGames,
        side: Option<Player>,
        number: usize,
        record: GameRecord,
    ) -> Result<Step, ExecuteError> {
        let winner = record.result.and_then(|result| result.winner);
        let guessing = Guessing {
            games,
            asked_side: side,
            number,
            side: side.or(winner).unwrap_or(Player::Black),
            record,
            guesses: Vec::new(),
            is_over: false,
        };
        let first = guessing
            .next_choice(0)
            .ok_or(ExecuteError::NoGuess { number })?;
        let start = CurrentGame::from_record(&GameRecord::from_start(guessing.record.start()))?;
        let game = guessing
            .moves()
            .take(first)
            .try_fold(start, CurrentGame::with)?;
        let shown = Self::guess_task(&guessing, first);
        self.set_up(game, Exercise::Guess(Box::new(guessing)));
        Ok(Step::Done(self.reply_with_board(shown, Marks::None)))
    }

    fn shown_guess(&self, guessing: &Guessing) -> Reply {
        let moves = self
            .session
            .current()
            .map_or(0, |current| current.history().len());
        self.reply_with_board(Self::guess_task(guessing, moves), Marks::None)
    }

    fn guess_task(guessing: &Guessing, moves: usize) -> Event {
        Event::Task(Task::Guess(GuessReport {
            number: guessing.number,
            record: RecordReport::from(&guessing.record),
            player: guessing.side,
            next: moves + 1,
        }))
    }

    /// Rates a guess, or without a guess shows the move of the game. Returns `None` after the last move.
    pub(super) fn answer_guess(
        &mut self,
        guessing: &mut Guessing,
        mv: Option<Move>,
    ) -> Result<Option<Step>, ExecuteError> {
        let Some(mv) = mv else {
            return if guessing.is_over {
                Ok(None)
            } else {
                self.play_on(guessing, None).map(Some)
            };
        };
        if guessing.is_over {
            return Err(ExecuteError::GameGuessed);
        }
        let current = self.session.require()?;
        let number = current.history().len();
        let ply = current.plies() + 1;
        let game = reversi_of(current.game(), CommandRow::Guess)?;
        current.clone().with(mv)?;
        let played = guessing.moves().nth(number).ok_or(SessionError::NoMove)?;
        let store = self.files.store.clone();
        let today = self.today();
        let guessed_game = guessing.number;
        let rate = move |stop: &Stop, _: &mut dyn FnMut(Progress)| {
            let judged = rated(&game, ply, [mv, played], stop);
            let [answer, played] = judged.ok_or(ExecuteError::GuessNotRated)?;
            let guess = Guess::new(number + 1, answer, played);
            let mut deck = Deck::open(&store)?.stopping_on(stop)?;
            deck.add_guess(guessed_game, &guess, today)?;
            Ok::<_, ExecuteError>(guess)
        };
        let step = self.hand_out(Purpose::Refutation, rate, |interpreter, guess, _| {
            interpreter.guessed(guess?)
        });
        Ok(Some(step))
    }

    /// Continues with a guess that has been rated.
    fn guessed(&mut self, guess: Guess) -> Result<Step, ExecuteError> {
        self.practice(|interpreter, practice| {
            let guessing = practice.guess()?;
            interpreter.play_on(guessing, Some(guess)).map(Some)
        })
    }

    /// Plays the move of the game, and its next moves up to the next choice of the side.
    fn play_on(
        &mut self,
        guessing: &mut Guessing,
        guess: Option<Guess>,
    ) -> Result<Step, ExecuteError> {
        let number = self.session.require()?.history().len();
        let next = guessing.next_choice(number + 1);
        let count = guessing.moves().count();
        let moves: Vec<Move> = guessing.moves().collect();
        let played = Square::from_index(moves.get(number).ok_or(SessionError::NoMove)?.0, 8);
        let until = next.unwrap_or(count);
        for &mv in &moves[number..until] {
            self.session.play(mv)?;
        }
        guessing.guesses.extend(guess.clone());
        guessing.is_over = next.is_none();
        let summary = if guessing.is_over {
            GuessSummary::of(&guessing.guesses)
        } else {
            None
        };
        let verdict = Verdict::Guessed {
            guess: guess.map(Box::new),
            played,
            is_over: guessing.is_over,
            summary: summary.map(Box::new),
        };
        let reply = self.judged(verdict, until - number);
        let task = next.map(|next| Self::guess_task(guessing, next));
        Ok(Step::Done(reply.with(task)))
    }
}

impl Guessing {
    pub(super) fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.record.game_moves()
    }

    /// The index of the next move of the side with a choice, from a number of moves on; `None` after the last one. The
    /// first move of a game is no choice: all are the same.
    fn next_choice(&self, from: usize) -> Option<usize> {
        let boards = self.record.boards_to_move().take(self.moves().count());
        let has_choice = |(index, board): &(usize, BoardPosition)| {
            let legal = board.position().legal_moves().count_ones();
            *index >= from.max(1) && board.turn == self.side && legal > 1
        };
        let mut choices = boards.enumerate().filter(has_choice);
        choices.next().map(|(index, _)| index)
    }
}

/// Returns a chosen game of the library, with its number.
fn game(
    store: &Store,
    games: &GuessedGames,
    seed: u64,
    stop: &Stop,
) -> Result<(usize, LibraryGame), ExecuteError> {
    let mut library = Library::open_to_read(store)?.stopping_on(stop)?;
    let conditions = match games {
        GuessedGames::Number(number) => {
            let number = *number;
            let game = library.game(number)?;
            return game
                .map(|game| (number, game))
                .ok_or(ExecuteError::NoLibraryGame { number });
        }
        GuessedGames::Any => &[][..],
        GuessedGames::Found(conditions) => conditions,
    };
    let mut numbers = library.numbers(&Choice::of(conditions))?;
    let mut rng = Rng::seed_from_u64(seed);
    while !numbers.is_empty() {
        let number = numbers.swap_remove(rng.random_range(0..numbers.len()));
        // A game that can't be read is passed over.
        if let Some(game) = library.game(number)? {
            return Ok((number, game));
        }
    }
    let total = library.count()?;
    Err(ExecuteError::NoGames { total })
}

/// Judges two moves of a position; `None` if the search was stopped.
fn rated(game: &Reversi, ply: usize, moves: [Move; 2], stop: &Stop) -> Option<[Judgment; 2]> {
    let mut analyzer = Analyzer::new(Engine::new(RATING_HASH_MB, 1), RATING);
    let mut judged = |mv: Move| {
        let (steps, _) = steps(game.clone(), ply, [mv]).ok()?;
        let analysis = analyzer.analyze(&steps, stop.flag(), &mut |_| ());
        analysis.moves.into_iter().next()
    };
    let [guess, played] = moves;
    let rated = judged(guess)?;
    let other = if guess == played {
        rated.clone()
    } else {
        judged(played)?
    };
    Some([rated, other])
}
