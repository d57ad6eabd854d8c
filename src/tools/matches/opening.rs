//! The openings of a match, and the choice of some of them.

use std::collections::BTreeSet;

use rand::{RngExt, SeedableRng};
use thiserror::Error;

use crate::engine::{self, Engine, Limits, Position, Selectivity};
use crate::games::Square;
use crate::players::Rng;
use crate::records::{BoardPosition, GameRecord, ReadError, Source};

/// The maximum length of built-in openings, in plies. Nine plies give more than 400,000 openings.
pub const MOST_PLIES: u32 = 9;

/// The legal first moves of a game, which is not over after them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening(Vec<Square>);

#[derive(Debug, Error)]
pub enum MatchOpeningError {
    #[error("{0}")]
    Unreadable(#[from] ReadError),
    #[error("no game in the file")]
    None,
    #[error("game {0} is already over after the opening: use fewer --plies")]
    Over(usize),
    #[error("game {0} does not start from the standard position")]
    OtherStart(usize),
    #[error(
        "none of the {0} openings is balanced to within {1} discs: use a larger --max-imbalance"
    )]
    Lopsided(usize, u32),
}

impl Opening {
    pub fn squares(&self) -> &[Square] {
        &self.0
    }

    /// Returns the position after the opening, in canonical form: equal for symmetric openings.
    pub(super) fn position(&self) -> Position {
        let mut record = GameRecord::new();
        for &square in &self.0 {
            // Never fails: openings consist of legal moves.
            let _ = record.play(square);
        }
        record.board().position().canonical()
    }

    /// Returns all openings of `plies` plies, at most [`MOST_PLIES`]: one per position up to symmetry.
    pub fn all(plies: u32) -> Vec<Self> {
        let square = |number: u32| Square::from_index(number, 8);
        let openings = engine::openings(plies.min(MOST_PLIES));
        openings
            .into_iter()
            .map(|moves| Self(moves.into_iter().map(square).collect()))
            .collect()
    }

    /// Reads the openings of a file: games in any record format, cut to `plies` if given. Passes don't count as
    /// plies. Of openings that lead to the same position up to symmetry, only the first is used.
    pub fn read(file: &[u8], plies: Option<u32>) -> Result<Vec<Self>, MatchOpeningError> {
        let most = plies.map_or(usize::MAX, |plies| plies as usize);
        let mut source = Source::open(file, None).map_err(ReadError::from)?;
        let mut openings = Vec::new();
        let mut seen = BTreeSet::new();
        for (number, entry) in (1..).zip(source.by_ref()) {
            let record = entry?.record;
            if record.start() != BoardPosition::START {
                return Err(MatchOpeningError::OtherStart(number));
            }
            let squares: Vec<Square> = record.moves().iter().filter_map(|mv| mv.square).collect();
            if record.is_over() && squares.len() <= most {
                return Err(MatchOpeningError::Over(number));
            }
            let opening = Self(squares.into_iter().take(most).collect());
            let position = opening.position();
            if seen.insert(position) {
                openings.push(opening);
            }
        }
        if let Some(unread) = source.take_unread() {
            return Err(ReadError::from(unread).into());
        }
        if openings.is_empty() {
            Err(MatchOpeningError::None)
        } else {
            Ok(openings)
        }
    }
}

const JUDGE_DEPTH: u32 = 12;

/// Creates a judge of openings: whether one is balanced to within `most` discs, by a 12-ply search at 73%. Its answers
/// don't depend on earlier openings.
pub fn balance(most: u32) -> impl FnMut(&Opening) -> bool {
    let mut engine = Engine::new(64, 1);
    let limits = Limits {
        depth: JUDGE_DEPTH,
        exact_from: 0,
        selectivity: Selectivity::LEAST_SURE,
        ..Limits::default()
    };
    move |opening| {
        engine.clear();
        engine
            .search(opening.position(), &limits)
            .score()
            .unsigned_abs()
            <= most
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
    fn a_file_of_games_gives_openings_or_says_why_not() {
        let error = |text: &str| {
            Opening::read(text.as_bytes(), None)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(error(""), "no game in the file");
        assert!(error("f5d6\n\nf5f5\n").contains("record 2, byte 8: ply 2: f5 is occupied"));
        let whole = crate::games::reversi::INFO.example.moves;
        assert_eq!(
            error(whole),
            "game 1 is already over after the opening: use fewer --plies"
        );
        let cut = Opening::read(whole.as_bytes(), Some(8)).unwrap();
        assert_eq!((cut.len(), cut[0].squares().len()), (1, 8));
        // Two symmetric openings, and two that transpose.
        let same = Opening::read(b"f5d6\n\nd3c5\n\nc4e3f6e6f5\n\nc4e3f5e6f6\n", None).unwrap();
        assert_eq!(
            same.iter()
                .map(|opening| opening.squares().len())
                .collect::<Vec<_>>(),
            [2, 5]
        );
        let board = format!("{} X", "-".repeat(64));
        assert_eq!(
            error(&board),
            "game 1 does not start from the standard position"
        );
        let ggf = "(;GM[Othello]PB[a]PW[b]RE[?]TY[8]BO[8 -------- -------- -------- ---O*--- \
                   ---*O--- -------- -------- -------- *]B[f5/1/2]W[d6];)";
        let found = Opening::read(ggf.as_bytes(), None).unwrap();
        assert_eq!(found, Opening::read(b"f5d6", None).unwrap());
        let openings = Opening::read("f5d6c3\nf5f6e6f4".as_bytes(), Some(2)).unwrap();
        assert_eq!(openings[1].squares().len(), 2);
    }

    #[test]
    fn few_openings_are_spread_over_all_or_taken_by_chance() {
        let all = Opening::all(6);
        assert_eq!(all.len(), 1773);
        let any = |_: &Opening| true;
        let spread = chosen(&all, 3, None, any);
        assert_eq!(spread, [&all[0], &all[591], &all[1182]].map(Clone::clone));
        let second = chosen(&all, 3, None, |opening| *opening != all[591]);
        assert!(!second.contains(&all[591]) && second.contains(&all[1]));
        assert_eq!(chosen(&all, all.len(), None, any), all);
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
        assert_eq!(
            chosen(&[], 7, None, any).len() + chosen(&[], 7, Some(1), any).len(),
            0
        );
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
            let mut is_even = balance(most);
            let forwards: Vec<bool> = all.iter().map(&mut is_even).collect();
            let backwards: Vec<bool> = all.iter().rev().map(is_even).collect();
            assert!(forwards.iter().eq(backwards.iter().rev()));
            forwards.into_iter().filter(|&is_even| is_even).count()
        };
        assert_eq!((even(4), even(64)), (2, 3));
    }
}
