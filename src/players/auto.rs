//! The bots AUTO 1, AUTO 2 and AUTO 3 of Reversi: a simple rule each, with random choice among equal moves.

use std::fmt;
use std::ops::RangeInclusive;

use super::rule::flips;
use super::rule::pick;
use super::{Bot, Rng, SearchProgress, Stop};
use crate::games::{Game, Grid, Move, Square};

/// A bot that follows a simple rule and chooses at random among equal moves.
///
/// - AUTO 1 plays any legal move.
/// - AUTO 2 plays a move that flips the most discs.
/// - AUTO 3 plays on a corner, otherwise on an edge, otherwise anywhere; of several such moves, one that flips the
///   most discs.
///
/// ```
/// use reversi::players::Auto;
/// let bot = Auto::new(3).unwrap();
/// assert_eq!(bot.to_string(), "AUTO 3");
/// assert!(Auto::new(4).is_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Auto {
    number: u8,
}

impl Auto {
    /// The range of valid numbers.
    pub(crate) const NUMBERS: RangeInclusive<u8> = 1..=3;

    /// Creates the bot with a number; `None` if there is no such bot.
    pub fn new(number: u8) -> Option<Self> {
        Self::NUMBERS.contains(&number).then_some(Self { number })
    }

    /// Returns the number of the bot.
    pub(crate) fn number(self) -> u8 {
        self.number
    }

    /// The highest ranked moves, in board order.
    fn candidates(self, game: &dyn Game) -> Vec<Move> {
        let grid = game.grid();
        // An edge is better than a square inside, and a corner is better than other squares of an edge.
        let place = |square: Square| {
            let Grid { rows, columns, .. } = grid;
            u8::from(square.is_on_edge(rows, columns)) + u8::from(square.is_corner(rows, columns))
        };
        let rank = |mv| match self.number {
            1 => (0, 0),
            2 => (0, flips(game, mv)),
            _ => (game.move_square(mv).map_or(0, place), flips(game, mv)),
        };
        let ranked: Vec<_> = game.moves().into_iter().map(|mv| (rank(mv), mv)).collect();
        let best = ranked.iter().map(|&(rank, _)| rank).max();
        ranked
            .into_iter()
            .filter(|&(rank, _)| Some(rank) == best)
            .map(|(_, mv)| mv)
            .collect()
    }
}

impl Bot for Auto {
    fn choose(
        &mut self,
        game: &dyn Game,
        rng: &mut Rng,
        _: &Stop,
        _: &mut dyn FnMut(SearchProgress),
    ) -> Option<Move> {
        pick(&self.candidates(game), rng)
    }
}

impl fmt::Display for Auto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AUTO {}", self.number)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::SeedableRng;

    use super::*;
    use crate::games::{Player, Reversi};
    use crate::players::Random;

    fn bot(number: u8) -> Auto {
        Auto::new(number).unwrap()
    }

    /// A position with Black to move, from rows of `B`, `W` and `-`; missing rows are empty.
    fn position(rows: &[&str]) -> Reversi {
        let rows: Vec<String> = rows.iter().map(|row| format!("{row:-<8}")).collect();
        Reversi::on_board(&rows.concat())
    }

    fn choices(number: u8, game: &Reversi) -> BTreeMap<String, u32> {
        let mut choices = BTreeMap::new();
        for seed in 0..400 {
            let mv = bot(number)
                .pick(game, &mut Rng::seed_from_u64(seed))
                .unwrap();
            *choices.entry(game.move_name(mv)).or_default() += 1;
        }
        choices
    }

    /// Checks the squares that a bot chooses, in board order, each about equally often.
    fn check(number: u8, game: &Reversi, squares: &str) {
        let names: Vec<&str> = squares.split(' ').collect();
        let candidates = bot(number).candidates(game);
        let candidates: Vec<String> = candidates.iter().map(|&mv| game.move_name(mv)).collect();
        assert_eq!(candidates, names, "AUTO {number}");
        let choices = choices(number, game);
        let share = 400 / u32::try_from(names.len()).unwrap();
        assert_eq!(choices.len(), names.len(), "AUTO {number}: {choices:?}");
        for (name, count) in choices {
            assert!(names.contains(&&*name), "AUTO {number}: {name}");
            assert!(
                (share / 2..=share * 2).contains(&count),
                "AUTO {number}: {name} {count}"
            );
        }
    }

    #[test]
    fn at_the_start_all_moves_are_equal() {
        let game = Reversi::new(Player::Black);
        for number in Auto::NUMBERS {
            check(number, &game, "d3 c4 f5 e6");
        }
    }

    #[test]
    fn without_corner_and_edge_most_flips_count_and_equals_are_equally_likely() {
        // All inside: b2 and b4 flip two discs each, b6 flips one.
        let game = position(&["", "--WWB", "", "--WWB", "", "--WB"]);
        check(1, &game, "b2 b4 b6");
        check(2, &game, "b2 b4");
        check(3, &game, "b2 b4");
    }

    #[test]
    fn an_edge_is_taken_before_more_flips_and_among_edges_most_flips_count() {
        // On the edge b1 and a7 flip two discs each, a3 flips one; b5 flips four.
        let game = position(&["--WWB", "", "-WB", "", "--WWWWB", "", "-WWB"]);
        check(1, &game, "b1 a3 b5 a7");
        check(2, &game, "b5");
        check(3, &game, "b1 a7");
    }

    #[test]
    fn a_corner_is_taken_before_an_edge_and_among_corners_most_flips_count() {
        // The corners a1 and h8 flip two discs each, a8 flips one; a4 flips three, and b6 four.
        let game = position(&["-WWB", "", "", "-WWWB", "", "--WWWWB", "", "-WB-BWW-"]);
        check(1, &game, "a1 a4 b6 a8 h8");
        check(2, &game, "b6");
        check(3, &game, "a1 h8");
        // A corner is played even if it flips the fewest discs.
        check(
            3,
            &position(&["", "", "", "-WWWB", "", "--WWWWB", "", "-WB"]),
            "a8",
        );
    }

    #[test]
    fn auto_1_draws_as_the_random_bot() {
        let game = Reversi::new(Player::Black);
        for seed in 0..50 {
            let draw = |bot: &mut dyn Bot| bot.pick(&game, &mut Rng::seed_from_u64(seed));
            assert_eq!(draw(&mut bot(1)), draw(&mut Random));
        }
    }
}
