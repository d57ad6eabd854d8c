//! `ProbCut` (Buro 1995): a shallow search guesses the result of a deep one, and where the guess is
//! far enough beyond the window, the deep one is left out.
//!
//! How far the two are apart was measured by `examples/fit_probcut.rs`, and is described by products
//! of powers: `first * empties_factor ^ empties * deep_factor ^ deep * shallow_factor ^ shallow`.

/// From this depth on, in plies, a shallower search can be worth its time.
pub(super) const LEAST_DEPTH: u32 = 4;

/// Powers are kept for exponents below this.
const COUNT: usize = 64;

/// What part of the measured deviations is reckoned with: a few large errors make most of their
/// squares. Tuned on the nodes of endgames of 20 to 26 empty squares.
const PART: f32 = 0.6;

/// The model of searches that both end before the game does.
static MIDGAME: Model = Model::new(8.388, [0.9758, 1.0968, 0.8175]);

/// The model of a deep search that goes to the end of the game; empty squares and depth are the same
/// number there.
static END: Model = Model::new(7.07, [1.0176, 1.0176, 0.9129]);

/// The powers of three factors; multiplied out, because the power functions of different systems may
/// differ in the last digit, and searches with them.
struct Model([[f32; COUNT]; 3]);

impl Model {
    const fn new(first: f32, factors: [f32; 3]) -> Self {
        let mut powers = [[1.0; COUNT]; 3];
        let mut index = 0;
        while index < 3 {
            powers[index][0] = if index == 0 { first } else { 1.0 };
            let mut exponent = 1;
            while exponent < COUNT {
                powers[index][exponent] = powers[index][exponent - 1] * factors[index];
                exponent += 1;
            }
            index += 1;
        }
        Self(powers)
    }

    fn deviation(&self, [empties, deep, shallow]: [u32; 3]) -> f32 {
        let power = |index: usize, exponent: u32| self.0[index][(exponent as usize).min(COUNT - 1)];
        power(0, empties) * power(1, deep) * power(2, shallow)
    }
}

/// The depth of the search that guesses.
pub(super) fn shallow_depth(depth: u32) -> u32 {
    // Of the same parity: scores of odd and even depths differ by who moved last.
    2 * (depth / 4) + depth % 2
}

/// The standard deviation, in discs, of a search of `shallow` plies from one of `deep` plies, which
/// goes to the end of the game if there are no more empty squares.
pub(super) fn deviation(empties: u32, deep: u32, shallow: u32) -> f32 {
    let model = if deep >= empties { &END } else { &MIDGAME };
    PART * model.deviation([empties, deep, shallow])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_guesses_are_surer_and_late_ones_in_the_midgame_less() {
        for (empties, deep) in [(30, 10), (20, 20)] {
            for shallow in 1..deep {
                assert!(deviation(empties, deep, shallow) < deviation(empties, deep, shallow - 1));
            }
        }
        assert!(deviation(20, 10, 4) > deviation(40, 10, 4));
        // As measured at 28 empty squares: 5.67 discs.
        assert!((deviation(28, 10, 4) / PART - 5.67).abs() < 1.0);
    }
}
