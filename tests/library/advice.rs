//! Hint, eval and analysis agree on the same position and level.

use std::sync::atomic::AtomicBool;

use rand::SeedableRng;
use reversi::analysis::{Analyzer, steps};
use reversi::engine::Engine;
use reversi::games::{Game, Move, Player, Reversi};
use reversi::players::{Adviser, Bot, Random, Rng, Stop, Suggestion};

static NEVER: AtomicBool = AtomicBool::new(false);

/// The maximum difference between selective searches of the same depth, in discs: scoring several moves leaves more
/// in the table than finding the best one.
const DOUBT: i32 = 2;

/// A random game with `empties` empty squares; `None` if it ended before.
fn game(empties: u32, rng: &mut Rng) -> Option<Reversi> {
    let mut game = Reversi::new(Player::Black);
    while game.score().empties > empties {
        let mv = Random.pick(&game, rng)?;
        game.play(mv).ok()?;
    }
    (!game.moves().is_empty()).then_some(game)
}

fn result(suggestion: &Suggestion) -> (i32, bool) {
    let estimate = suggestion.estimate.as_ref().unwrap();
    (estimate.score, estimate.exact)
}

/// The score in the analysis of a game, for a position after its best move.
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
        // The move of the hint is as good as the first move of `eval`.
        let of_hint = scores
            .iter()
            .find(|one| one.mv == hint.mv)
            .map(result)
            .unwrap();
        assert!(
            (of_hint.0 - first.0).abs() <= if first.1 { 0 } else { DOUBT },
            "{empties}"
        );
        count += 1;
    }
    assert_eq!(count, 50);
}
