//! The rows of a pattern while they are fitted: each is the sum of separate numbers and of parts. A part counts for
//! all rows that agree in some of the squares, so that rare rows learn from common ones.
//!
//! Parts have parts themselves: what counts for all rows with the same first half counts for all with the same first
//! two thirds. So a row of the pattern is the sum of few numbers.

use std::ops::Range;

use super::adam::{Means, StepSize};
use crate::engine::eval::{INSTANCE_COUNT, PatternPlaces, SUMS};

type FloatRow = [f32; SUMS];

/// The part of a row that the longest step takes away, in units of its length: rare rows stay small. It is larger for
/// rows with parts, so that these learn what many rows have in common.
const DECAY: f32 = 0.2;
const DECAY_BESIDE_PARTS: f32 = 0.8;

/// Added to the root of the mean square of a row's gradient. It is large, so that rare rows move little.
const LEAST: f32 = 6e-4;

/// The gradient of a sample's sums, which is that of each of its rows.
pub struct SampleGradient {
    pub rows: [u32; INSTANCE_COUNT],
    pub of_sums: [f32; SUMS],
}

pub struct PatternRows {
    /// The rows of the network.
    pub places: Range<usize>,
    /// The instances of the pattern in a sample.
    instances: Range<usize>,
    own: FittedRows,
    /// Each part comes after the one that it belongs to.
    parts: Vec<RowPart>,
}

/// Rows for some of the squares.
struct RowPart {
    fitted: FittedRows,
    /// What it belongs to: an earlier part, or the pattern.
    whole: Option<usize>,
    /// The row for each row of the whole.
    of_whole: Vec<u32>,
}

/// Rows with the running means of their gradients.
struct FittedRows {
    rows: Vec<FloatRow>,
    means: Vec<[Means; SUMS]>,
}

impl FittedRows {
    fn new(rows: Vec<FloatRow>) -> Self {
        let means = vec![[Means::default(); SUMS]; rows.len()];
        Self { rows, means }
    }

    /// Moves the rows against their gradients, after taking a part of them away.
    fn step(&mut self, gradients: &[FloatRow], size: &StepSize, decay: f32) {
        let rows = self.rows.iter_mut().zip(&mut self.means).zip(gradients);
        for ((row, means), gradients) in rows {
            for ((number, means), gradient) in row.iter_mut().zip(means).zip(gradients) {
                *number *= 1.0 - size.length * decay;
                *number += size.step(means, *gradient, LEAST);
            }
        }
    }
}

impl PatternRows {
    /// The rows of a pattern as they are in a network, without parts.
    pub fn new(pattern: &PatternPlaces, network: &[FloatRow]) -> Self {
        let places = pattern.weights.clone();
        Self {
            own: FittedRows::new(network[places.clone()].to_vec()),
            places,
            instances: pattern.instances.clone(),
            parts: Vec::new(),
        }
    }

    /// Adds parts that are zero.
    #[must_use]
    pub fn with_parts(self, pattern: &PatternPlaces) -> Self {
        let sets = digit_sets(pattern.digits);
        let all: Vec<usize> = (0..pattern.digits).collect();
        let parts = sets.iter().map(|set| {
            let whole = set.whole.map_or(&all, |whole| &sets[whole].digits);
            RowPart::new(&set.digits, whole, set.whole)
        });
        Self {
            parts: parts.collect(),
            ..self
        }
    }

    /// Makes a step, and writes the rows of the network.
    pub fn step(&mut self, samples: &[&SampleGradient], size: &StepSize, network: &mut [FloatRow]) {
        let gradients = self.gradients(samples);
        let decay = if self.parts.is_empty() {
            DECAY
        } else {
            DECAY_BESIDE_PARTS
        };
        self.own.step(&gradients, size, decay);
        let mut of_parts: Vec<Vec<FloatRow>> = Vec::with_capacity(self.parts.len());
        for part in &mut self.parts {
            let of_whole = part.whole.map_or(&gradients, |whole| &of_parts[whole]);
            let of_part = part.gradients(of_whole);
            part.fitted.step(&of_part, size, 0.0);
            of_parts.push(of_part);
        }
        network.copy_from_slice(&self.own.rows);
        self.add_parts(network);
    }

    /// Adds to each row of the network its parts, from the smallest on.
    fn add_parts(&self, network: &mut [FloatRow]) {
        let rows = self.parts.iter().map(|part| part.fitted.rows.clone());
        let mut sums: Vec<Vec<FloatRow>> = rows.collect();
        while let Some(sum) = sums.pop() {
            let part = &self.parts[sums.len()];
            let whole = match part.whole {
                Some(whole) => &mut sums[whole],
                None => &mut *network,
            };
            for (row, &place) in whole.iter_mut().zip(&part.of_whole) {
                add(row, &sum[place as usize]);
            }
        }
    }

    /// The gradient of each row.
    fn gradients(&self, samples: &[&SampleGradient]) -> Vec<FloatRow> {
        let mut gradients = vec![[0.0; SUMS]; self.places.len()];
        for sample in samples {
            for &row in &sample.rows[self.instances.clone()] {
                add(
                    &mut gradients[row as usize - self.places.start],
                    &sample.of_sums,
                );
            }
        }
        gradients
    }
}

impl RowPart {
    /// A part with rows of zeros for some of the digits of a whole.
    fn new(digits: &[usize], of: &[usize], whole: Option<usize>) -> Self {
        let place = |digit: &usize| of.iter().position(|other| other == digit).unwrap_or(0);
        let places: Vec<usize> = digits.iter().map(place).collect();
        let of_whole = (0..three_to(of.len())).map(|index| cast(part(index, &places)));
        Self {
            fitted: FittedRows::new(vec![[0.0; SUMS]; three_to(digits.len())]),
            whole,
            of_whole: of_whole.collect(),
        }
    }

    /// The gradient of each row: the sum of the gradients of the rows of the whole that it counts for.
    fn gradients(&self, of_whole: &[FloatRow]) -> Vec<FloatRow> {
        let mut gradients = vec![[0.0; SUMS]; self.fitted.rows.len()];
        for (gradient, &row) in of_whole.iter().zip(&self.of_whole) {
            add(&mut gradients[row as usize], gradient);
        }
        gradients
    }
}

fn add(sums: &mut FloatRow, row: &FloatRow) {
    for (sum, number) in sums.iter_mut().zip(row) {
        *sum += number;
    }
}

/// Some digits of an index, which are also digits of a larger set: an earlier one, or the whole index.
struct DigitSet {
    digits: Vec<usize>,
    whole: Option<usize>,
}

/// The digits that count for each part of a pattern: all but the last or the first two, every other one, two thirds,
/// halves, and one alone. Sets of all digits but one fit the labels more closely, but not others.
fn digit_sets(digits: usize) -> Vec<DigitSet> {
    let half = digits / 2;
    let third = digits - digits * 2 / 3;
    let set = |digits: Range<usize>, whole| DigitSet {
        digits: digits.collect(),
        whole,
    };
    let every_other = |first: usize| DigitSet {
        digits: (first..digits).step_by(2).collect(),
        whole: None,
    };
    let mut sets = vec![
        set(0..digits - 2, None),
        set(2..digits, None),
        set(0..digits - third, Some(0)),
        set(third..digits, Some(1)),
        set(0..half, Some(2)),
        set(half..digits, Some(3)),
        every_other(0),
        every_other(1),
    ];
    sets.extend((0..half).map(|digit| set(digit..digit + 1, Some(4))));
    sets.extend((half..digits).map(|digit| set(digit..digit + 1, Some(5))));
    sets
}

/// The index of some digits of an index.
fn part(index: usize, digits: &[usize]) -> usize {
    let digit = |digit: usize| index / three_to(digit) % 3;
    digits
        .iter()
        .rev()
        .fold(0, |part, &at| 3 * part + digit(at))
}

fn three_to(exponent: usize) -> usize {
    3_usize.pow(cast(exponent))
}

fn cast(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::eval::{WEIGHTS, pattern_places};

    fn edge() -> PatternPlaces {
        pattern_places()
            .find(|pattern| pattern.digits == 10)
            .unwrap()
    }

    /// A sample with the same row of the pattern at each of its instances.
    fn sample(pattern: &PatternPlaces, index: usize) -> SampleGradient {
        let mut rows = [0; INSTANCE_COUNT];
        rows[pattern.instances.clone()].fill(cast(pattern.weights.start + index));
        SampleGradient {
            rows,
            of_sums: [1.0; SUMS],
        }
    }

    fn after_a_step(has_parts: bool) -> Vec<f32> {
        let pattern = edge();
        let zeros = vec![[0.0; SUMS]; WEIGHTS];
        let rows = PatternRows::new(&pattern, &zeros);
        let mut rows = if has_parts {
            rows.with_parts(&pattern)
        } else {
            rows
        };
        let mut network = zeros[pattern.weights.clone()].to_vec();
        let size = StepSize::new(1, 1.0, 1);
        rows.step(&[&sample(&pattern, 0)], &size, &mut network);
        network.iter().map(|row| row[0]).collect()
    }

    #[test]
    fn a_step_moves_the_rows_that_agree_in_a_part_with_the_one_seen() {
        let alone = after_a_step(false);
        assert!(alone[0] < 0.0 && alone[1..].iter().all(|&number| number == 0.0));
        let shared = after_a_step(true);
        // Index 0 agrees with 1 in nine digits, with 3^9 in another nine, and with the last one in none.
        let last = shared.len() - 1;
        assert!(shared[0] < shared[1] && shared[1] < 0.0);
        assert!(shared[0] < shared[three_to(9)] && shared[three_to(9)] < 0.0);
        assert_eq!(shared[last].to_bits(), 0.0_f32.to_bits());
    }

    #[test]
    fn a_row_has_each_part_of_its_digits_once() {
        for pattern in pattern_places() {
            let sets = digit_sets(pattern.digits);
            let all: Vec<usize> = (0..pattern.digits).collect();
            for set in &sets {
                let whole = set.whole.map_or(&all, |whole| &sets[whole].digits);
                assert!(set.digits.iter().all(|digit| whole.contains(digit)));
                let part = RowPart::new(&set.digits, whole, set.whole);
                let mut uses = vec![0; part.fitted.rows.len()];
                for &row in &part.of_whole {
                    uses[row as usize] += 1;
                }
                let each = three_to(whole.len() - set.digits.len());
                assert!(uses.iter().all(|&count| count == each), "{pattern:?}");
            }
        }
        // The digits of 5 are 2 and 1.
        assert_eq!([part(5, &[0]), part(5, &[1]), part(5, &[1, 0])], [2, 1, 7]);
    }
}
