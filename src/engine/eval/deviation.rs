//! The errors of shallow searches: their deviations from deeper ones, for `ProbCut`.
//!
//! Training measures the standard deviation and fits a product of powers, which the weights file contains:
//! `first * empties_factor ^ empties * deep_factor ^ deep * shallow_factor ^ shallow`.

/// The number of stored powers of each factor, with exponents from 0 to 63.
const EXPONENTS: usize = 64;

/// The part of the measured deviations that is used, because a few large errors dominate their squares. Tuned on node
/// counts with 20 to 26 empty squares; in the midgame, 0.5 to 0.8 play about equally well with equal nodes.
const USED_PART: f32 = 0.8;

#[derive(Debug)]
pub struct SearchErrors {
    midgame: Model,
    end: Model,
}

impl SearchErrors {
    /// Each model is given by its first number and its three factors.
    pub fn new(midgame: [f32; 4], end: [f32; 4]) -> Self {
        Self {
            midgame: Model::new(midgame),
            end: Model::new(end),
        }
    }

    pub fn between(&self, empties: u32, deep: u32, shallow: u32) -> f32 {
        let model = if deep >= empties {
            &self.end
        } else {
            &self.midgame
        };
        USED_PART * model.deviation([empties, deep, shallow])
    }
}

/// The powers of three factors, by multiplication, because the systems' power functions may differ in the last digit.
#[derive(Debug)]
struct Model([[f32; EXPONENTS]; 3]);

impl Model {
    fn new([first, empties, deep, shallow]: [f32; 4]) -> Self {
        let powers = |mut power: f32, factor: f32| {
            let mut powers = [0.0; EXPONENTS];
            for place in &mut powers {
                *place = power;
                power *= factor;
            }
            powers
        };
        Self([
            powers(first, empties),
            powers(1.0, deep),
            powers(1.0, shallow),
        ])
    }

    fn deviation(&self, [empties, deep, shallow]: [u32; 3]) -> f32 {
        let power =
            |index: usize, exponent: u32| self.0[index][(exponent as usize).min(EXPONENTS - 1)];
        power(0, empties) * power(1, deep) * power(2, shallow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_multiplied() {
        let model = Model::new([8.0, 0.5, 2.0, 0.5]);
        assert!((model.deviation([1, 2, 3]) - 2.0).abs() < 1e-6);
    }
}
