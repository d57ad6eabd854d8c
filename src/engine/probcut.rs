//! `ProbCut` (Buro 1995): a shallow search guesses the result of a deep one, and where the guess is
//! far enough beyond the window, the deep one is left out.
//!
//! How far the two are apart is measured in training, and described by products of powers, which the
//! file of weights holds: `first * empties_factor ^ empties * deep_factor ^ deep * shallow_factor ^
//! shallow`.

use super::eval::Evaluation;

/// From this depth on, in plies, a shallower search can be worth its time.
pub(super) const LEAST_DEPTH: u32 = 4;

/// Powers are kept for exponents below this.
const COUNT: usize = 64;

/// What part of the measured deviations is reckoned with: a few large errors make most of their
/// squares. Tuned on the nodes of endgames of 20 to 26 empty squares; in the midgame 0.5 to 0.8 play
/// about equally well with equal nodes.
const PART: f32 = 0.8;

/// The powers of three factors; multiplied out, because the power functions of different systems may
/// differ in the last digit, and searches with them.
#[derive(Debug)]
pub(super) struct Model([[f32; COUNT]; 3]);

impl Model {
    /// That of the first number and the three factors.
    pub(super) fn new([first, empties, deep, shallow]: [f32; 4]) -> Self {
        let powers = |mut power: f32, factor: f32| {
            let mut powers = [0.0; COUNT];
            for place in &mut powers {
                *place = power;
                power *= factor;
            }
            powers
        };
        Self([powers(first, empties), powers(1.0, deep), powers(1.0, shallow)])
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

impl Evaluation {
    /// The standard deviation, in discs, of a search of `shallow` plies from one of `deep` plies,
    /// which goes to the end of the game if there are no more empty squares.
    pub(super) fn deviation(&self, empties: u32, deep: u32, shallow: u32) -> f32 {
        let model = if deep >= empties { &self.end } else { &self.midgame };
        PART * model.deviation([empties, deep, shallow])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_guesses_are_surer() {
        let evaluation = Evaluation::usual();
        for (empties, deep) in [(30, 10), (20, 20)] {
            for shallow in 1..deep {
                let deviation = |shallow| evaluation.deviation(empties, deep, shallow);
                assert!(deviation(shallow) < deviation(shallow - 1));
            }
        }
    }

    #[test]
    fn powers_are_multiplied() {
        let model = Model::new([8.0, 0.5, 2.0, 0.5]);
        assert!((model.deviation([1, 2, 3]) - 2.0).abs() < 1e-6);
    }
}
