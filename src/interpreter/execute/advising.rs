//! Commands that ask the engine: H, eval, solve and go.

use std::thread;

use super::{ExecuteError, Interpreter};
use crate::analysis::{Analyzer, Step, steps, usual_limits};
use crate::engine::{Engine, Found, Position};
use crate::games::{Game, Reversi, reversi};
use crate::interpreter::reply::{Event, Marks, Reply, SuggestionReport};
use crate::players::{Level, MOST_TO_SOLVE, Suggestion, estimates, solve, suggest};
use crate::records::Opening;
use crate::session::SessionError;

/// How far something is that takes long.
#[derive(Debug, Clone, Copy)]
pub enum Searching<'a> {
    /// What has been found of a position.
    Position(&'a Found),
    /// How many moves of a game have been judged.
    Game {
        /// So many.
        done: usize,
        /// Of so many.
        of: usize,
    },
    /// Two bots play, and have just made a move.
    Bots {
        /// Which one, from 1.
        ply: usize,
        /// Its name.
        name: &'a str,
    },
}

/// What is told how far a search is, or a game of bots.
pub type Progress = fn(Searching<'_>);

/// Memory for the table of an analysis, in MiB, of which it uses what it needs.
const HASH_MB: usize = 256;

/// More threads than this are of little use for one position.
const MOST_THREADS: usize = 16;

impl Interpreter {
    /// The game that is asked about, which may not be competitive nor over.
    fn game_to_judge(&self, asking: &'static str) -> Result<&dyn Game, ExecuteError> {
        self.session.refuse_in_competitive(asking)?;
        let game = self.session.require()?.game();
        if game.turn().is_none() {
            return Err(SessionError::Over.into());
        }
        Ok(game)
    }

    pub(super) fn hint(&self, count: usize) -> Result<Reply, ExecuteError> {
        let game = self.game_to_judge("H (hint)")?;
        let mut suggestions = suggest(game, count, &self.session.stop())
            .iter()
            .map(|suggestion| SuggestionReport::new(suggestion, game))
            .collect::<Vec<_>>();
        if suggestions.is_empty() {
            return Err(SessionError::Over.into());
        }
        let squares = suggestions.iter().filter_map(|suggestion| suggestion.square).collect();
        let best = suggestions.remove(0);
        let board = Some(Marks::Suggested(squares));
        Ok(Reply { board, ..Event::Hint { best, others: suggestions }.into() })
    }

    pub(super) fn evaluate(&self) -> Result<Reply, ExecuteError> {
        let game = self.game_to_judge("eval")?;
        let estimates = estimates(game, &self.session.stop());
        let estimates = estimates.ok_or(ExecuteError::OnlyReversi("eval"))?;
        let score = |suggestion: &Suggestion| {
            Some((game.move_square(suggestion.mv)?, suggestion.estimate.as_ref()?.score))
        };
        let board = Some(Marks::Scores(estimates.iter().filter_map(score).collect()));
        let moves = estimates.iter().map(|one| SuggestionReport::new(one, game)).collect();
        Ok(Reply { board, ..Event::Evaluated { moves }.into() })
    }

    pub(super) fn solve(&self) -> Result<Reply, ExecuteError> {
        let game = self.game_to_judge("solve")?;
        let threads = thread::available_parallelism().map_or(1, Into::into).min(MOST_THREADS);
        let is_reversi = game.info().code == reversi::INFO.code;
        let discs: usize = game.counts().iter().flatten().sum();
        let empties = (reversi::SIZE * reversi::SIZE).saturating_sub(discs);
        if is_reversi && empties > MOST_TO_SOLVE as usize {
            return Err(ExecuteError::TooEarly { empties });
        }
        let mut nodes = 0;
        let mut observer = |found: &Found| {
            nodes = found.nodes;
            if let Some(progress) = self.progress {
                progress(Searching::Position(found));
            }
        };
        let solved = solve(game, threads, &self.session.stop(), &mut observer);
        let solved = solved.ok_or(ExecuteError::OnlyReversi("solve"))?;
        let best = SuggestionReport::new(&solved, game);
        let board = Some(Marks::Suggested(best.square.into_iter().collect()));
        Ok(Reply { board, ..Event::Solved { best, nodes }.into() })
    }

    pub(super) fn analyze(&self, level: Option<Level>) -> Result<Reply, ExecuteError> {
        self.session.refuse_in_competitive("analyze")?;
        let current = self.session.require()?;
        let first = current.games().next().and_then(|game| game.as_any().downcast_ref());
        let start: &Reversi =
            first.ok_or_else(|| ExecuteError::NotAnalyzed(current.game().info().name))?;
        let moves = current.history().iter().map(|ply| ply.mv);
        // A session takes no illegal move.
        let (steps, _) =
            steps(start.clone(), 1, moves).map_err(|(_, error)| SessionError::Illegal(error))?;
        if steps.is_empty() {
            return Err(ExecuteError::NoMoves);
        }
        let limits = level.and_then(Level::limits).unwrap_or_else(usual_limits);
        // One thread always finds the same.
        let mut analyzer = Analyzer::new(Engine::new(HASH_MB, 1), limits);
        let analysis = analyzer.analyze(&steps, &self.session.stop(), &mut |far| {
            if let Some(progress) = self.progress {
                progress(Searching::Game { done: far.done, of: far.of });
            }
        });
        let opening = Opening::of_game(steps.iter().map(Step::after)).map(|opening| opening.name);
        Ok(Event::Analyzed { opening, analysis: Box::new(analysis) }.into())
    }

    /// The named opening that the last so many moves have reached.
    pub(super) fn opening_reached(&self, moves: usize) -> Option<&'static str> {
        let current = self.session.current()?;
        let games = current.games().skip((current.history().len() + 1).saturating_sub(moves));
        let positions = games.filter_map(|game| game.as_any().downcast_ref::<Reversi>());
        Opening::of_game(positions.map(Position::from)).map(|opening| opening.name)
    }

    pub(super) fn go(&mut self) -> Result<Reply, ExecuteError> {
        let game = self.game_to_judge("go")?;
        let best = suggest(game, 1, &self.session.stop());
        let name = best.first().map(|best| game.move_name(best.mv)).ok_or(SessionError::Over)?;
        self.play(&name)
    }
}
