//! The engine's guarantees: searches end at their limits, are reproducible, and leave a usable engine.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use reversi::engine::eval::{Evaluation, WEIGHTS, features};
use reversi::engine::{
    Engine, Found, Limits, Position, Selectivity, Tuning, flips, legal_moves, stable_discs,
    turned_square,
};
use reversi::players::Rng;

static NEVER: AtomicBool = AtomicBool::new(false);

/// A random position.
fn by_chance(empties: u32, rng: &mut Rng) -> Position {
    Position::by_chance(empties, |count| rng.random_range(0..count))
}

#[test]
fn an_interrupted_search_has_a_move_and_leaves_a_usable_engine() {
    let mut rng = Rng::seed_from_u64(1);
    let mut engine = Engine::new(4, 1);
    let mut cuts = [0, 0];
    for round in 0..40 {
        // With 14, the last iteration goes straight to the near-end search.
        let empties = [14, 16][round % 2];
        let position = by_chance(empties, &mut rng);
        let nodes = Some(rng.random_range(1..60_000));
        let cut = engine.search(
            position,
            &Limits {
                nodes,
                ..Limits::default()
            },
        );
        cuts[round % 2] += usize::from(!cut.is_exact());
        assert_eq!(
            position.legal_moves() >> u32::from(cut.best().unwrap()) & 1,
            1
        );
        let after = engine.search(position, &Limits::default());
        let fresh = Engine::new(4, 1).search(position, &Limits::default());
        assert_eq!(after.score(), fresh.score(), "{position:x?}");
    }
    assert!(
        cuts.iter().all(|&cuts| cuts > 5),
        "{cuts:?} of 20 each were cut off"
    );
}

#[test]
fn an_exact_score_is_kept_when_its_line_is_cut_off() {
    let mut rng = Rng::seed_from_u64(3);
    let mut cut_off = 0;
    for _ in 0..12 {
        let position = by_chance(16, &mut rng);
        let within = |nodes| {
            let limits = Limits {
                nodes,
                ..Limits::default()
            };
            Engine::new(4, 1).search(position, &limits)
        };
        let whole = within(None);
        // Find about the minimum number of nodes for the score: the line is found last.
        let (mut few, mut enough) = (0, whole.nodes);
        while enough - few > whole.nodes / 2048 {
            let middle = u64::midpoint(few, enough);
            let place = if within(Some(middle)).is_exact() {
                &mut enough
            } else {
                &mut few
            };
            *place = middle;
        }
        let found = within(Some(enough));
        assert_eq!(found.score(), whole.score(), "{position:x?}");
        cut_off += usize::from(found.lines[0].moves.len() < whole.lines[0].moves.len());
    }
    assert!(cut_off > 0, "no line was cut off");
}

#[test]
fn limits_of_time_and_nodes_end_a_search_on_several_threads_too() {
    let mut rng = Rng::seed_from_u64(4);
    let most = 200_000;
    let limits = Limits {
        nodes: Some(most),
        exact_from: 0,
        ..Limits::default()
    };
    let searches = (0..10).map(|_| Engine::new(4, 4).search(by_chance(36, &mut rng), &limits));
    let all: u64 = searches.map(|found| found.nodes).sum();
    assert!((most * 9..most * 12).contains(&all), "{all} in 10 searches");
    let mut engine = Engine::new(16, 1);
    let time = Some(Duration::from_millis(50));
    let found = engine.search(
        Position::START,
        &Limits {
            time,
            ..Limits::default()
        },
    );
    assert!(found.best().is_some() && !found.is_exact());
    let limits = Limits {
        nodes: Some(100_000),
        ..Limits::default()
    };
    let found = engine.search(Position::START, &limits);
    assert!((100_000..120_000).contains(&found.nodes), "{}", found.nodes);
}

#[test]
fn a_stop_flag_ends_a_search_at_once() {
    for threads in [1, 3] {
        let stop = AtomicBool::new(false);
        let mut engine = Engine::new(16, threads);
        let search = |engine: &mut Engine| {
            engine.search_with(Position::START, &Limits::default(), &stop, &mut |_| ())
        };
        let found = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(100));
                stop.store(true, Ordering::Relaxed);
            });
            search(&mut engine)
        });
        // The exact score of the start would take years.
        assert!(!found.is_exact() && found.best().is_some());
        assert!(found.depth >= 4, "{found:?}");
        // A flag that was set before.
        let found = search(&mut Engine::new(4, 1));
        assert!(found.nodes < 100 && found.best().is_some(), "{found:?}");
    }
}

#[test]
fn a_search_on_one_thread_is_deterministic() {
    let mut rng = Rng::seed_from_u64(2);
    for empties in [50, 40, 30, 15] {
        let position = by_chance(empties, &mut rng);
        let limits = Limits {
            depth: 8,
            exact_from: 15,
            lines: 2,
            ..Limits::default()
        };
        let [first, second] = [0, 1].map(|_| Engine::new(4, 1).search(position, &limits));
        assert_eq!((&first.lines, first.nodes), (&second.lines, second.nodes));
        assert_eq!(first.lines.len(), 2);
        assert!(first.lines[0].score >= first.lines[1].score);
    }
}

#[test]
fn every_iteration_is_reported_and_the_last_is_the_result() {
    let mut seen: Vec<Found> = Vec::new();
    let limits = Limits {
        depth: 7,
        exact_from: 0,
        ..Limits::default()
    };
    let mut engine = Engine::new(4, 1);
    let found = engine.search_with(Position::START, &limits, &NEVER, &mut |found| {
        seen.push(found.clone());
    });
    let depths: Vec<u32> = seen.iter().map(|found| found.depth).collect();
    assert_eq!(depths, [1, 3, 5, 7]);
    assert_eq!(seen.last().unwrap().lines, found.lines);
    assert!(found.selectivity == Selectivity::LEAST_SURE && !found.to_the_end);
    assert!(seen.is_sorted_by_key(|found| found.nodes));
}

#[test]
fn a_win_draw_loss_search_finds_the_sign_of_the_score() {
    let mut rng = Rng::seed_from_u64(3);
    let mut engine = Engine::new(4, 1);
    for _ in 0..60 {
        let position = by_chance(10, &mut rng);
        let score = engine.search(position, &Limits::default()).score();
        let limits = Limits {
            only_outcome: true,
            ..Limits::default()
        };
        let outcome = engine.search(position, &limits);
        assert_eq!(outcome.score(), score.signum(), "{position:x?}");
    }
}

/// Sets with few, about half, or most of the squares.
fn squares() -> impl Strategy<Value = u64> {
    prop_oneof![
        any::<u64>(),
        (any::<u64>(), any::<u64>()).prop_map(|(a, b)| a & b),
        (any::<u64>(), any::<u64>()).prop_map(|(a, b)| a | b),
        Just(0),
        Just(u64::MAX),
    ]
}

fn limits() -> impl Strategy<Value = Limits> {
    let number = || prop_oneof![0..70_u32, any::<u32>()];
    let late = || (number(), number());
    let selectivity = || prop::sample::select(Selectivity::ALL.to_vec());
    let time = prop_oneof![
        Just(None),
        any::<u64>().prop_map(|ns| Some(Duration::from_nanos(ns)))
    ];
    (
        (
            number(),
            [late(), late()],
            number(),
            prop::array::uniform5(number()),
        ),
        (
            selectivity(),
            selectivity(),
            time.clone(),
            time,
            0..500_u64,
            0..4_usize,
            any::<bool>(),
        ),
    )
        .prop_map(|((depth, late_depths, exact_from, selective_from), rest)| {
            let (selectivity, end_selectivity, time, target, nodes, lines, only_outcome) = rest;
            Limits {
                depth,
                exact_from,
                selectivity,
                end_selectivity,
                time,
                target,
                nodes: Some(nodes),
                lines,
                only_outcome,
                tuning: Tuning {
                    late_depths,
                    selective_from,
                    ..Tuning::DEFAULT
                },
            }
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// In debug builds, assertions check the accesses that are unchecked in releases.
    #[test]
    fn whatever_a_caller_passes_is_refused_or_a_position(
        (player, other) in (squares(), squares()),
        moves in prop::collection::vec(0..64_u32, 0..70),
        symmetry in 0..8_u32,
        limits in limits(),
    ) {
        prop_assert_eq!(Position::new(player, other).is_none(), player & other != 0);
        prop_assert_eq!(stable_discs(player, other) & !player, 0);
        prop_assert_eq!(legal_moves(player, other) & (player | other), 0);
        let mut position = Position::new(player, other & !player).unwrap();
        let found = Engine::new(1, 1).search(position, &limits);
        prop_assert!(found.score().abs() <= 64);
        let evaluation = Evaluation::global();
        for square in moves {
            let turned = position.turned(symmetry);
            prop_assert!(turned_square(square, symmetry) < 64);
            prop_assert_eq!(turned.canonical(), position.canonical());
            prop_assert!(features(position).iter().all(|&weight| (weight as usize) < WEIGHTS));
            let values = [position.legal_moves(), other].map(|m| evaluation.evaluate(position, m));
            prop_assert!(values.iter().all(|value| value.abs() <= 64));
            let flipped = flips(square, position.player(), position.opponent());
            position = position.after(square);
            prop_assert_eq!(position.player() & position.opponent(), 0);
            prop_assert_eq!(position.opponent() >> square & 1, 1);
            prop_assert_eq!(position.opponent() & flipped, flipped);
        }
    }
}
