//! Suggestions for the user, with a reason if a move is forced.

use rand::SeedableRng;

use super::tactics::{Tactics, is_threatened};
use super::{Adviser, Bot, HASH_MB, Minimax, Reason, Resources, Rng, Stop, Suggestion};
use crate::games::{Game, Reversi};

/// The bot for games other than Reversi.
const ADVISER: Minimax = Minimax { level: 6 };

/// The best moves for the side to move: one, or up to `count` in Reversi; empty if the game is over. In Reversi, an
/// opening book has priority over a search. The same position gives the same moves, unless stopped.
pub fn suggest(
    game: &dyn Game,
    count: usize,
    resources: &Resources,
    stop: &Stop,
) -> Vec<Suggestion> {
    match game.as_any().downcast_ref::<Reversi>() {
        Some(reversi) => {
            let adviser = Adviser::new(HASH_MB, resources.threads);
            adviser.with_book(resources.book.clone()).suggest(reversi, count, stop)
        }
        None => suggest_by_search(game, stop).into_iter().collect(),
    }
}

fn suggest_by_search(game: &dyn Game, stop: &Stop) -> Option<Suggestion> {
    let moves = game.moves();
    let suggest = |mv, reason| Some(Suggestion::new(game, mv, reason));
    if let [mv] = moves[..] {
        return suggest(mv, Some(Reason::Only));
    }
    let Tactics { winning, safe } = Tactics::of(game);
    if let Some(&mv) = winning.first() {
        return suggest(mv, Some(Reason::Wins));
    }
    let reason = if safe.is_empty() {
        Some(Reason::Lost)
    } else {
        (safe.len() < moves.len() && is_threatened(game)).then_some(Reason::Blocks)
    };
    if let [only] = safe[..] {
        return suggest(only, reason);
    }
    let mut adviser = ADVISER;
    let mv = adviser.choose(game, &mut Rng::seed_from_u64(0), stop, &mut |_| ())?;
    suggest(mv, reason.filter(|&reason| reason != Reason::Blocks || safe.contains(&mv)))
}
