//! Hint, eval and analysis agree with each other on the same position and level.

use std::sync::atomic::AtomicBool;

use rand::SeedableRng;
use reversi::analysis::{Analyzer, steps};
use reversi::engine::Engine;
use reversi::games::{Game, Move, Player, Reversi};
use reversi::players::{Adviser, Bot, Random, Rng, Stop, Suggestion};

static NEVER: AtomicBool = AtomicBool::new(false);

/// Selective searches of the same depth may differ by this many discs: one that scores several
/// moves leaves more in its table than one that seeks the best.
const DOUBT: i32 = 2;

/// A game of random moves with this number of empty squares; `None` if it was over before.
fn game(empties: u32, rng: &mut Rng) -> Option<Reversi> {
    let mut game = Reversi::new(Player::Black);
    while game.score().empties > empties {
        let mv = Random.pick(&game, rng)?;
        game.play(mv).ok()?;
    }
    (!game.moves().is_empty()).then_some(game)
}

/// The score, and whether it is exact.
fn result(suggestion: &Suggestion) -> (i32, bool) {
    let estimate = suggestion.estimate.as_ref().unwrap();
    (estimate.score, estimate.exact)
}

/// What the graph of a game shows for a position after its best move.
fn judged(game: &Reversi, best: Move) -> (i32, bool) {
    let (steps, _) = steps(game.clone(), 1, [best]).unwrap();
    let mut analyzer = Analyzer::new(Engine::new(16, 1), Adviser::limits());
    let analysis = analyzer.analyze(&steps, &NEVER, &mut |_| ());
    (analysis.moves[0].best_score, analysis.moves[0].exact)
}

#[test]
fn hint_eval_and_analysis_agree_on_fifty_positions() {
    let mut rng = Rng::seed_from_u64(50);
    let mut adviser = Adviser::default();
    let ends = (6..18).cycle().take(40);
    let openings = (50..60).rev();
    let mut count = 0;
    for empties in ends.chain(openings) {
        let game = loop {
            if let Some(game) = game(empties, &mut rng) {
                break game;
            }
        };
        let stop = Stop::new();
        let hint = adviser.suggest(&game, 1, &stop).remove(0);
        let scores = adviser.suggest(&game, usize::MAX, &stop);
        let results = [result(&hint), result(&scores[0]), judged(&game, hint.mv)];
        let [first, others @ ..] = results;
        for other in others {
            let doubt = if first.1 { 0 } else { DOUBT };
            assert!((first.0 - other.0).abs() <= doubt, "{empties}: {results:?}");
            assert_eq!(first.1, other.1, "{empties}: {results:?}");
        }
        assert_eq!(first.1, empties < 18, "{empties}");
        // The move of the hint is as good as the first of all moves.
        let of_hint = scores.iter().find(|one| one.mv == hint.mv).map(result).unwrap();
        assert!((of_hint.0 - first.0).abs() <= if first.1 { 0 } else { DOUBT }, "{empties}");
        count += 1;
    }
    assert_eq!(count, 50);
}
