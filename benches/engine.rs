//! Benchmarks of the engine, from single functions to whole endgames. `docs/engine.md` has figures.

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use divan::Bencher;
use divan::counter::ItemsCount;
use rand::{RngExt, SeedableRng};
use reversi::engine::eval::Evaluation;
use reversi::engine::{
    Engine, Limits, Position, Selectivity, Table, TableEntry, flipped_by_last_move, flips,
    legal_moves, perft,
};
use reversi::players::Rng;

fn main() {
    divan::main();
}

fn positions() -> Vec<Position> {
    let mut rng = Rng::seed_from_u64(1);
    (0..1000)
        .map(|index| Position::by_chance(4 + index % 52, |count| rng.random_range(0..count)))
        .collect()
}

#[divan::bench]
fn moves_of_a_thousand_positions(bencher: Bencher) {
    let positions = positions();
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| {
            positions.iter().fold(0, |sum, p| {
                sum ^ legal_moves(p.player(), black_box(p.opponent()))
            })
        });
}

#[divan::bench]
fn flips_of_a_thousand_moves(bencher: Bencher) {
    let positions = positions();
    let moves: Vec<(u32, Position)> = positions
        .iter()
        .map(|&p| (p.legal_moves().trailing_zeros(), p))
        .collect();
    bencher
        .counter(ItemsCount::new(moves.len()))
        .bench_local(|| {
            moves.iter().fold(0, |sum, &(square, p)| {
                sum ^ flips(square, p.player(), black_box(p.opponent()))
            })
        });
}

#[divan::bench]
fn counts_of_a_thousand_last_moves(bencher: Bencher) {
    let mut rng = Rng::seed_from_u64(2);
    let boards: Vec<(u32, u64)> = (0..1000)
        .map(|_| (rng.random_range(0..64), rng.random()))
        .collect();
    bencher
        .counter(ItemsCount::new(boards.len()))
        .bench_local(|| {
            boards.iter().fold(0, |sum, &(square, player)| {
                let [own, other] = flipped_by_last_move(square, black_box(player) & !(1 << square));
                sum ^ own ^ other
            })
        });
}

#[divan::bench]
fn evaluations_of_a_thousand_positions(bencher: Bencher) {
    let evaluation = Evaluation::global();
    let positions = positions();
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| {
            positions.iter().fold(0, |sum, &p| {
                sum ^ evaluation.evaluate(black_box(p), p.legal_moves())
            })
        });
}

#[divan::bench]
fn probes_of_a_table_of_64_mib(bencher: Bencher) {
    let table = Table::new(64 << 20).expect("there is memory");
    let mut rng = Rng::seed_from_u64(3);
    let entry = TableEntry {
        lower: -2,
        upper: 2,
        depth: 9,
        selectivity: 5,
        best: [1, 2],
    };
    let mut key = || {
        let player: u64 = rng.random();
        Position::new(player, rng.random::<u64>() & !player).expect("the sets are disjoint")
    };
    let keys: Vec<Position> = (0..200_000).map(|_| key()).collect();
    for &key in &keys {
        table.put(key, entry);
    }
    let mut next = 0;
    bencher
        .counter(ItemsCount::new(1000_usize))
        .bench_local(|| {
            next = (next + 1000) % keys.len();
            keys[next..next + 1000]
                .iter()
                .filter(|&&key| table.get(key).is_some())
                .count()
        });
}

#[divan::bench(sample_count = 10)]
fn perft_to_8(bencher: Bencher) {
    bencher
        .counter(ItemsCount::new(390_216_usize))
        .bench_local(|| perft(Position::START, black_box(8)));
}

#[divan::bench(args = [16, 20, 24], sample_count = 1, sample_size = 1)]
fn five_endgames(bencher: Bencher, empties: u32) {
    let mut rng = Rng::seed_from_u64(4);
    let positions: Vec<Position> = (0..5)
        .map(|_| Position::by_chance(empties, |count| rng.random_range(0..count)))
        .collect();
    bencher.bench_local(|| {
        let mut engine = Engine::new(256, 1);
        for &position in &positions {
            engine.search(position, &Limits::default());
        }
    });
}

/// Searches ten positions after eight random moves.
#[divan::bench(args = [8, 12, 16], sample_count = 3, sample_size = 1)]
fn ten_openings(bencher: Bencher, depth: u32) {
    let mut rng = Rng::seed_from_u64(5);
    let positions: Vec<Position> = (0..10)
        .map(|_| Position::by_chance(52, |count| rng.random_range(0..count)))
        .collect();
    bencher.bench_local(|| {
        for &position in &positions {
            let mut engine = Engine::new(256, 1);
            let limits = Limits {
                depth,
                exact_from: 0,
                ..Limits::default()
            };
            let start = Instant::now();
            engine.search(position, &limits);
            slowest(start.elapsed());
        }
    });
}

/// The time from setting the stop flag to the result.
#[divan::bench(args = [1, 2], sample_count = 20, sample_size = 1)]
fn stopping(bencher: Bencher, threads: usize) {
    bencher
        .with_inputs(|| {
            let (stop, (send, receive)) = (AtomicBool::new(false), std::sync::mpsc::channel());
            let stop: &'static AtomicBool = Box::leak(Box::new(stop));
            let mut engine = Engine::new(64, threads);
            thread::spawn(move || {
                let limits = Limits {
                    selectivity: Selectivity::FULL,
                    ..Limits::default()
                };
                let mut rng = Rng::seed_from_u64(6);
                let found = engine.search_with(
                    Position::by_chance(30, |count| rng.random_range(0..count)),
                    &limits,
                    stop,
                    &mut |_| (),
                );
                let _ = send.send(found);
            });
            thread::sleep(Duration::from_millis(200));
            (stop, receive)
        })
        .bench_local_values(|(stop, receive)| {
            stop.store(true, Ordering::Relaxed);
            receive.recv().expect("the search answers")
        });
}

/// Prints the time of a search if it is the longest so far.
fn slowest(time: Duration) {
    static SLOWEST: std::sync::Mutex<Duration> = std::sync::Mutex::new(Duration::ZERO);
    let mut slowest = SLOWEST.lock().expect("nobody panics with it");
    if time > *slowest {
        *slowest = time;
        eprintln!("slowest opening so far: {time:?}");
    }
}
