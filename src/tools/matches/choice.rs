//! Chooses the openings of a match.

use rand::{RngExt, SeedableRng};

use super::Opening;
use crate::engine::{Engine, Limits, Selectivity};
use crate::players::Rng;

const JUDGE_DEPTH: u32 = 12;

#[derive(Debug)]
pub struct Balance {
    engine: Engine,
    max: i32,
}

impl Balance {
    /// Creates a judge; `max` is the maximum imbalance of an opening, in discs.
    pub fn new(max: u32) -> Self {
        Self { engine: Engine::new(64, 1), max: i32::try_from(max).unwrap_or(i32::MAX) }
    }

    /// Whether the opening is balanced, by a 12-ply search at 73%. Independent of earlier openings.
    pub fn is_even(&mut self, opening: &Opening) -> bool {
        self.engine.clear();
        let limits = Limits {
            depth: JUDGE_DEPTH,
            exact_from: 0,
            selectivity: Selectivity::LEAST_SURE,
            ..Limits::default()
        };
        let found = self.engine.search(opening.position(), &limits);
        found.score().abs() <= self.max
    }
}

/// Chooses `count` openings: evenly spread, or at random with a seed. Unwanted openings are replaced, and each is
/// judged at most once. If too few are wanted, they repeat in order.
pub fn chosen(
    openings: &[Opening],
    count: usize,
    seed: Option<u64>,
    mut is_wanted: impl FnMut(&Opening) -> bool,
) -> Vec<Opening> {
    let mut order = match seed {
        None => far_apart(openings.len(), count),
        Some(seed) => by_chance(openings.len(), seed),
    };
    let mut taken: Vec<Opening> = Vec::new();
    while taken.len() < count
        && let Some(index) = order.next()
    {
        if is_wanted(&openings[index]) {
            taken.push(openings[index].clone());
        }
    }
    let different = taken.len();
    if different > 0 {
        for number in different..count {
            taken.push(taken[number - different].clone());
        }
    }
    taken
}

/// Yields the numbers below `all`, the first ones far apart: the first of each part, then the second of each.
fn far_apart(all: usize, parts: usize) -> Box<dyn Iterator<Item = usize>> {
    let parts = parts.clamp(1, all.max(1));
    let start = move |part: usize| part * all / parts;
    let longest = all.div_ceil(parts);
    Box::new((0..longest).flat_map(move |offset| {
        (0..parts)
            .map(move |part| (start(part) + offset, start(part + 1)))
            .filter_map(|(number, end)| (number < end).then_some(number))
    }))
}

fn by_chance(all: usize, seed: u64) -> Box<dyn Iterator<Item = usize>> {
    let mut rng = Rng::seed_from_u64(seed);
    let mut numbers: Vec<usize> = (0..all).collect();
    Box::new((0..all).map(move |place| {
        numbers.swap(place, rng.random_range(place..all));
        numbers[place]
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_openings_are_spread_over_all_or_taken_by_chance() {
        let all = Opening::all(6);
        assert_eq!(all.len(), 1773);
        let any = |_: &Opening| true;
        let spread = chosen(&all, 3, None, any);
        assert_eq!(spread, [&all[0], &all[591], &all[1182]].map(Clone::clone));
        let by_chance = |seed| chosen(&all, 100, Some(seed), any);
        assert_eq!(by_chance(1), by_chance(1));
        assert_ne!(by_chance(1), by_chance(2));
        let mut seen: Vec<&Opening> = Vec::new();
        for opening in &by_chance(3) {
            assert!(!seen.contains(&opening), "twice");
            seen.push(all.iter().find(|&other| other == opening).unwrap());
        }
        let few = Opening::all(2);
        assert_eq!(chosen(&few, 7, Some(5), any).len(), 7);
        assert_eq!(chosen(&[], 7, None, any).len() + chosen(&[], 7, Some(1), any).len(), 0);
    }

    #[test]
    fn each_opening_is_asked_for_once_before_one_is_repeated() {
        let all = Opening::all(4);
        for seed in [None, Some(1)] {
            let mut asked = 0;
            let taken = chosen(&all, 7, seed, |opening| {
                asked += 1;
                [&all[5], &all[59]].contains(&opening)
            });
            assert_eq!((asked, taken.len()), (60, 7));
            assert!(taken[0] != taken[1] && taken[0] == taken[2] && taken[1] == taken[5]);
            assert_eq!(chosen(&all, 7, seed, |_| false), []);
        }
    }

    #[test]
    fn what_is_even_depends_on_the_opening_alone() {
        // The parallel reply to the first move loses.
        let all = Opening::all(2);
        let even = |most| {
            let mut balance = Balance::new(most);
            let forwards: Vec<bool> = all.iter().map(|opening| balance.is_even(opening)).collect();
            let backwards: Vec<bool> =
                all.iter().rev().map(|opening| balance.is_even(opening)).collect();
            assert!(forwards.iter().eq(backwards.iter().rev()));
            forwards.into_iter().filter(|&is_even| is_even).count()
        };
        assert_eq!((even(5), even(64)), (2, 3));
    }

    #[test]
    fn choices_are_spread_and_skip_the_unwanted() {
        let all = Opening::all(3);
        let few = chosen(&all, 7, None, |_| true);
        assert_eq!((few.len(), &few[1]), (7, &all[2]));
        assert_eq!(chosen(&all, 14, None, |_| true), all);
        let second = chosen(&all, 7, None, |opening| *opening != all[2]);
        assert!(!second.contains(&all[2]) && second.contains(&all[1]));
    }
}
