//! Measures the delays that users and scripts notice. `docs/dev/performance.md` has figures, and measurements of
//! the whole program.

use std::sync::atomic::AtomicBool;

use divan::{Bencher, black_box};
use rand::SeedableRng;
use reversi::games::{Game, Player, Quarto, Reversi, quarto};
use reversi::players::connect_four::{ConnectFourPosition, ConnectFourSolver};
use reversi::players::{Bot, Competitive, Level, QuartoSolver, Random, Rng};

fn main() {
    divan::main();
}

/// From the start of the program to its first prompt.
#[cfg(unix)]
#[divan::bench(sample_count = 100, sample_size = 1)]
fn first_prompt(bencher: Bencher) {
    use std::io::Read;

    use portable_pty::{CommandBuilder, PtySize, native_pty_system};

    let home = tempfile::tempdir().expect("there is room for a folder");
    bencher.bench_local(|| {
        let pair = native_pty_system()
            .openpty(PtySize::default())
            .expect("a terminal opens");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_reversi"));
        command.env("REVERSI_HOME", home.path());
        command.env("TERM", "xterm-256color");
        let child = pair
            .slave
            .spawn_command(command)
            .expect("the program starts");
        let mut screen = pair
            .master
            .try_clone_reader()
            .expect("the terminal can be read");
        let mut seen = Vec::new();
        let mut bytes = [0; 4096];
        while !String::from_utf8_lossy(&seen).contains("reversi ? > ") {
            let count = screen.read(&mut bytes).expect("the program writes");
            seen.extend_from_slice(&bytes[..count]);
        }
        // It is dropped after the clock has stopped.
        Killed(child)
    });
}

#[cfg(unix)]
struct Killed(Box<dyn portable_pty::Child + Send + Sync>);

#[cfg(unix)]
impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A script that plays and undoes a move ten thousand times.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn a_script_of_20000_commands(bencher: Bencher) {
    use std::io::Write;
    use std::process::{Command, Stdio};

    let home = tempfile::tempdir().expect("there is room for a folder");
    let script = "J d3\nU\n".repeat(10_000);
    bencher.bench_local(|| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_reversi"))
            .env("REVERSI_HOME", home.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut keyboard = program.stdin.take().expect("it is a pipe");
        keyboard
            .write_all(format!("N\n{script}").as_bytes())
            .expect("the program reads");
        drop(keyboard);
        assert!(program.wait().expect("the program ends").success());
    });
}

/// The positions of random games, one game per seed.
fn positions(seeds: std::ops::Range<u64>) -> Vec<Reversi> {
    let mut positions = Vec::new();
    for seed in seeds {
        let mut rng = Rng::seed_from_u64(seed);
        let mut game = Reversi::new(Player::Black);
        while let Some(mv) = Random.pick(&game, &mut rng) {
            positions.push(game.clone());
            game.play(mv).expect("bots play legal moves");
        }
    }
    positions
}

#[divan::bench]
fn legal_moves_of_600_positions(bencher: Bencher) {
    let positions = positions(0..10);
    bencher.bench(|| {
        positions
            .iter()
            .map(|game| black_box(game).moves().len())
            .sum::<usize>()
    });
}

/// One move, over the positions of a random game in turn.
#[divan::bench(args = [1, 2, 3])]
fn a_move_of_level(bencher: Bencher, number: u8) {
    let mut bot = Level::new(number)
        .expect("these levels exist")
        .bot(&reversi::games::reversi::INFO);
    let positions = positions(0..1);
    let mut rng = Rng::seed_from_u64(1);
    let mut next = positions.iter().cycle();
    bencher.bench_local(move || next.next().map(|game| bot.pick(black_box(game), &mut rng)));
}

/// One move, over the positions of random games in turn. The slowest one matters.
#[divan::bench(sample_count = 300, sample_size = 1)]
fn a_move_of_the_competitive_bot(bencher: Bencher) {
    let positions = positions(0..5);
    let mut rng = Rng::seed_from_u64(1);
    let mut next = positions.iter().cycle();
    bencher.bench_local(move || {
        next.next()
            .map(|game| Competitive.pick(black_box(game), &mut rng))
    });
}

/// Takes minutes: `cargo bench --bench speed -- --ignored empty_board`.
#[divan::bench(ignore, sample_count = 1, sample_size = 1)]
fn the_empty_board_of_connect_four(bencher: Bencher) {
    let empty = ConnectFourPosition::from_columns("").expect("no columns are a position");
    bencher.bench_local(|| {
        let mut solver = ConnectFourSolver::new(2 << 30);
        // The first player wins with the 21st of its counters; published by James Allen in 1988.
        assert_eq!(solver.score(empty, &AtomicBool::new(false)), Some(1));
        println!("{} positions", solver.nodes());
    });
}

/// One move in positions without an immediate decision. The slowest one matters.
#[divan::bench(args = [9, 7], sample_count = 60, sample_size = 1)]
fn a_solved_move_of_quarto(bencher: Bencher, pieces: usize) {
    let mut rng = Rng::seed_from_u64(5);
    let mut positions = Vec::new();
    while positions.len() < 60 {
        let mut game = Quarto::new(Player::Black, positions.len() % 2 == 0);
        // Level 2 plays without gross mistakes.
        let mut tactical = Level::new(2).expect("this level exists").bot(&quarto::INFO);
        while game.board().iter().flatten().count() < pieces
            && let Some(mv) = tactical.pick(&game, &mut rng)
        {
            game.play(mv).expect("the bots play legal moves");
        }
        if game.turn().is_some() {
            positions.push(game);
        }
    }
    let mut next = positions.iter().cycle();
    let mut bot = QuartoSolver { level: 10 };
    bencher.bench_local(move || next.next().map(|game| bot.pick(black_box(game), &mut rng)));
}
