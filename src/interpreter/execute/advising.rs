//! Commands that ask the engine: H, eval, solve and go.

use std::thread;

use super::{ExecuteError, Interpreter};
use crate::engine::Found;
use crate::games::{Game, reversi};
use crate::interpreter::reply::{Event, Marks, Reply, SuggestionReport};
use crate::players::{MOST_TO_SOLVE, Suggestion, estimates, solve, suggest};
use crate::session::SessionError;

/// What is told how far a search is.
pub type Progress = fn(&Found);

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
                progress(found);
            }
        };
        let solved = solve(game, threads, &self.session.stop(), &mut observer);
        let solved = solved.ok_or(ExecuteError::OnlyReversi("solve"))?;
        let best = SuggestionReport::new(&solved, game);
        let board = Some(Marks::Suggested(best.square.into_iter().collect()));
        Ok(Reply { board, ..Event::Solved { best, nodes }.into() })
    }

    pub(super) fn go(&mut self) -> Result<Reply, ExecuteError> {
        let game = self.game_to_judge("go")?;
        let best = suggest(game, 1, &self.session.stop());
        let name = best.first().map(|best| game.move_name(best.mv)).ok_or(SessionError::Over)?;
        self.play(&name)
    }
}
