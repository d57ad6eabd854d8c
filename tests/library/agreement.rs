//! The engine's exact scores compared with independent code: plain negamax on an array.

use rand::{RngExt, SeedableRng};
use reversi::engine::{Engine, Limits, Position, Selectivity, squares};
use reversi::players::Rng;

/// A board of 10x10 cells with a rim, for the side to move: 1 own disc, -1 opposing disc, 0 empty, 2 rim. It uses
/// no bitboards.
#[derive(Clone)]
struct Plain {
    cells: [i8; 100],
    empties: Vec<usize>,
}

const STEPS: [isize; 8] = [-11, -10, -9, -1, 1, 9, 10, 11];

impl Plain {
    fn new(position: Position) -> Self {
        let mut cells = [2; 100];
        let mut empties = Vec::new();
        for square in 0..64 {
            let place = 10 * (square / 8 + 1) + square % 8 + 1;
            cells[place] = match (
                position.player() >> square & 1,
                position.opponent() >> square & 1,
            ) {
                (1, _) => 1,
                (_, 1) => -1,
                _ => {
                    empties.push(place);
                    0
                }
            };
        }
        Self { cells, empties }
    }

    fn flipped(&self, place: usize, flipped: &mut Vec<usize>) {
        flipped.clear();
        for step in STEPS {
            let start = flipped.len();
            let mut next = place.wrapping_add_signed(step);
            while self.cells[next] == -1 {
                flipped.push(next);
                next = next.wrapping_add_signed(step);
            }
            if self.cells[next] != 1 {
                flipped.truncate(start);
            }
        }
    }

    /// The score of perfect play, by plain alpha-beta.
    fn score(&mut self, mut alpha: i32, beta: i32, passed: bool) -> i32 {
        let mut best = None;
        let mut flipped = Vec::new();
        for index in 0..self.empties.len() {
            let place = self.empties[index];
            self.flipped(place, &mut flipped);
            if flipped.is_empty() {
                continue;
            }
            let before = self.cells;
            self.cells[place] = 1;
            for &place in &flipped {
                self.cells[place] = 1;
            }
            self.turn();
            self.empties.swap_remove(index);
            let score = -self.score(-beta, -alpha, false);
            self.empties.push(place);
            let last = self.empties.len() - 1;
            self.empties.swap(index, last);
            self.cells = before;
            best = best.max(Some(score));
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        match best {
            Some(best) => best,
            None if passed => self.count(),
            None => {
                self.turn();
                let score = -self.score(-beta, -alpha, true);
                self.turn();
                score
            }
        }
    }

    fn turn(&mut self) {
        self.cells
            .iter_mut()
            .filter(|cell| **cell != 2)
            .for_each(|cell| *cell = -*cell);
    }

    fn count(&self) -> i32 {
        let discs = |of: i8| self.cells.iter().filter(|&&cell| cell == of).count();
        let (own, other, empty) = (discs(1), discs(-1), self.empties.len());
        let difference = i32::try_from(own).unwrap() - i32::try_from(other).unwrap();
        difference + difference.signum() * i32::try_from(empty).unwrap()
    }
}

fn compare(seed: u64, counts: &[(u32, usize)]) {
    let mut rng = Rng::seed_from_u64(seed);
    let mut engines = [Engine::new(16, 1), Engine::new(16, 2)];
    for &(empties, count) in counts {
        for round in 0..count {
            let position = Position::by_chance(empties, |count| rng.random_range(0..count));
            let expected = Plain::new(position).score(-64, 64, false);
            let engine = &mut engines[round % 2];
            let found = engine.search(position, &Limits::default());
            assert!(found.is_exact());
            assert_eq!(found.score(), expected, "{position:x?}");
            // The first move of the line keeps the score.
            let next = position.after(found.best().unwrap().into());
            assert_eq!(
                -Plain::new(next).score(-64, 64, false),
                expected,
                "{position:x?}"
            );
        }
    }
}

#[test]
fn exact_scores_agree_with_plain_negamax() {
    compare(
        1,
        &[
            (1, 50),
            (3, 50),
            (5, 50),
            (6, 50),
            (7, 50),
            (8, 50),
            (9, 30),
            (10, 20),
        ],
    );
    // The upper limit of the near-end search, and just above.
    compare(3, &[(11, 6), (12, 4), (13, 4), (14, 2)]);
}

/// Run it with `cargo test --release --test library agreement -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn two_thousand_exact_scores_agree_with_plain_negamax() {
    compare(2, &[(10, 800), (11, 600), (12, 400), (13, 150), (14, 50)]);
}

#[test]
fn scores_are_the_same_on_symmetric_boards_and_for_both_colours() {
    let mut rng = Rng::seed_from_u64(5);
    let mut engine = Engine::new(4, 1);
    let mut score = |position| engine.search(position, &Limits::default()).score();
    let turns: [fn(u64) -> u64; 4] = [
        u64::reverse_bits,
        u64::swap_bytes,
        |discs| discs.reverse_bits().swap_bytes(),
        transposed,
    ];
    for _ in 0..20 {
        let position = Position::by_chance(11, |count| rng.random_range(0..count));
        let expected = score(position);
        for turn in turns {
            let turned = Position::new(turn(position.player()), turn(position.opponent())).unwrap();
            assert_eq!(score(turned), expected, "{position:x?}");
        }
        if position.passed().legal_moves() == 0 {
            assert_eq!(score(position.passed()), -expected);
        }
    }
}

fn transposed(discs: u64) -> u64 {
    squares(discs).fold(0, |board, square| {
        board | 1 << (8 * (square % 8) + square / 8)
    })
}

#[test]
fn any_two_sets_of_squares_are_safe() {
    let mut rng = Rng::seed_from_u64(6);
    let mut engine = Engine::new(1, 1);
    for round in 0..600 {
        let (a, b, c): (u64, u64, u64) = (rng.random(), rng.random(), rng.random());
        let player = if round % 2 == 0 { a } else { a & b };
        let position = Position::new(player, c & !player).unwrap();
        let limits = Limits {
            depth: round % 5 + 1,
            exact_from: round % 9,
            nodes: Some(20_000),
            lines: round as usize % 3 + 1,
            selectivity: Selectivity::ALL[round as usize % 6],
            ..Limits::default()
        };
        let found = engine.search(position, &limits);
        assert!(found.score().abs() <= 64);
        for line in &found.lines {
            let mut position = position;
            for square in line.moves.iter().map(|&mv| u32::from(mv)) {
                if position.legal_moves() == 0 {
                    position = position.passed();
                }
                assert_eq!(position.legal_moves() >> square & 1, 1, "{position:x?}");
                position = position.after(square);
            }
        }
    }
}
