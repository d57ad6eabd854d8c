//! The network: judges leaves that the table puts near the window.
//!
//! Every pattern instance adds a row of small numbers to [`SUMS`] sums; a row is the same in all phases. The sums are
//! multiplied in pairs. These products, the terms and the table's sum enter a layer of [`HIDDEN`] units, and the
//! weighted sum of the units corrects the table. Every four plies have their own layer.
//!
//! All numbers are integers, so every processor gets the same result. Plain loops suffice: the compiler turns them
//! into vector instructions.

use std::sync::{Arc, LazyLock};

use super::features::Features;
use super::shape::{CENTRES, INSTANCE_COUNT, TERM_COUNT, WEIGHTS};

/// The number of sums. The first half is multiplied with the second.
pub const SUMS: usize = 16;

const PRODUCTS: usize = SUMS / 2;

/// The number of inputs of a layer: the products, the terms and the table's sum.
pub const INPUTS: usize = PRODUCTS + TERM_COUNT + 1;

/// The number of units of a layer.
pub const HIDDEN: usize = 16;

/// The number of layers.
pub const LAYERS: usize = 15;

/// The numbers of a layer: the weights of each input, the start of each unit, the weights of the units, and the
/// start of the correction.
pub const LAYER: usize = INPUTS * HIDDEN + HIDDEN + HIDDEN + 1;

/// The largest sum, just below 2.
const LARGEST_SUM: i16 = 511;

/// The largest value of a unit, just below 16.
const LARGEST_UNIT: i32 = (1 << 14) - 1;

/// The limits of the weights and of the starts in a layer, so that no sum overflows.
const LARGEST_WEIGHT: i32 = 1 << 12;
const LARGEST_START: i32 = 1 << 28;

/// The numbers of a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Network {
    /// For each weight of a table, what its feature adds to the sums, in 256ths.
    pub rows: Vec<[i8; SUMS]>,
    /// The sums without any row, in 256ths.
    pub start: [i16; SUMS],
    /// 15 layers of 257 numbers each: for every input the weights of the 16 units, the units' starts and weights, and
    /// the start of the correction. Weights are in 1024ths, starts in 1,048,576ths of a disc.
    pub layers: Vec<i32>,
}

/// The fields of a [`Network`]: all copies of the engine share the standard library's types.
#[doc(hidden)]
pub type Parts = (Vec<[i8; SUMS]>, [i16; SUMS], Vec<i32>);

/// A network as passed between copies of the engine, unpacked on first use.
#[doc(hidden)]
pub type SharedNetwork = Arc<LazyLock<Parts, Box<dyn FnOnce() -> Parts + Send>>>;

impl Network {
    /// Whether all numbers are in their ranges, and there are as many as there should be.
    pub fn is_valid(&self) -> bool {
        let layer = |numbers: &[i32]| {
            let (first, rest) = numbers.split_at(INPUTS * HIDDEN);
            let (starts, rest) = rest.split_at(HIDDEN);
            let (second, start) = rest.split_at(HIDDEN);
            let within = |numbers: &[i32], limit: i32| {
                numbers
                    .iter()
                    .all(|number| (-limit..=limit).contains(number))
            };
            within(first, LARGEST_WEIGHT)
                && within(second, LARGEST_WEIGHT)
                && within(starts, LARGEST_START)
                && within(start, LARGEST_START)
        };
        self.rows.len() == WEIGHTS
            && self.layers.len() == LAYERS * LAYER
            && self
                .start
                .iter()
                .all(|start| start.unsigned_abs() <= 1 << 12)
            && self.layers.chunks_exact(LAYER).all(layer)
    }
}

/// The layer of a phase, arranged for the computation.
#[derive(Debug, Clone)]
struct Layer {
    /// For each pair of inputs, the two weights of each unit.
    first: [[[i16; 2]; HIDDEN]; INPUTS / 2],
    starts: [i32; HIDDEN],
    second: [i32; HIDDEN],
    start: i32,
}

impl Layer {
    fn new(numbers: &[i32]) -> Self {
        let number = |index: usize| numbers.get(index).copied().unwrap_or(0);
        #[expect(clippy::cast_possible_truncation, reason = "weights are small")]
        let weight = |input: usize, unit: usize| number(input * HIDDEN + unit) as i16;
        let rest = INPUTS * HIDDEN;
        Self {
            first: std::array::from_fn(|pair| {
                std::array::from_fn(|unit| [weight(2 * pair, unit), weight(2 * pair + 1, unit)])
            }),
            starts: std::array::from_fn(|unit| number(rest + unit)),
            second: std::array::from_fn(|unit| number(rest + HIDDEN + unit)),
            start: number(rest + 2 * HIDDEN),
        }
    }

    /// The weighted sum of the units, in 64ths of a disc; the inputs are in 1024ths.
    #[inline]
    fn correction(&self, inputs: [i16; INPUTS]) -> i32 {
        let mut units = self.starts;
        for (pair, weights) in inputs.as_chunks().0.iter().zip(&self.first) {
            let [one, other] = pair.map(i32::from);
            for (unit, weights) in units.iter_mut().zip(weights) {
                *unit += one * i32::from(weights[0]) + other * i32::from(weights[1]);
            }
        }
        let mut correction = self.start;
        for (unit, weight) in units.iter().zip(&self.second) {
            correction += (unit >> 10).clamp(0, LARGEST_UNIT) * weight;
        }
        correction >> 14
    }
}

/// The network of one copy of the engine.
#[derive(Debug)]
pub struct LeafNetwork {
    shared: SharedNetwork,
    layers: Vec<Layer>,
}

impl LeafNetwork {
    pub fn new(shared: &SharedNetwork) -> Self {
        let layers = shared.2.chunks_exact(LAYER).map(Layer::new).collect();
        Self {
            shared: Arc::clone(shared),
            layers,
        }
    }

    /// The correction of a table's sum, in 64ths of a disc. `terms` are the values of the terms, and `sum` the
    /// table's sum in 64ths of a disc.
    pub fn correction(
        &self,
        features: &Features,
        phase: usize,
        terms: [usize; TERM_COUNT],
        sum: i32,
    ) -> i32 {
        let (rows, start, _) = &**self.shared;
        let mut sums = [*start, [0; SUMS]];
        let lanes = features.lanes();
        for (lanes, centres) in lanes
            .as_chunks::<2>()
            .0
            .iter()
            .zip(const { CENTRES.as_chunks::<2>().0 })
        {
            for half in 0..2 {
                let index = i32::from(lanes[half]) + centres[half];
                #[expect(unsafe_code, reason = "the indices are not checked")]
                // SAFETY: every index stays within its pattern's weights, and there is a row for each weight.
                let row = unsafe { rows.get_unchecked(index.cast_unsigned() as usize) };
                for (sum, number) in sums[half].iter_mut().zip(row) {
                    *sum += i16::from(*number);
                }
            }
        }
        let mut whole = [0; SUMS];
        for (whole, (one, other)) in whole.iter_mut().zip(sums[0].iter().zip(&sums[1])) {
            *whole = (one + other).clamp(0, LARGEST_SUM);
        }
        let (ones, others) = whole.split_at(PRODUCTS);
        let mut inputs = [0; INPUTS];
        for (input, (one, other)) in inputs.iter_mut().zip(ones.iter().zip(others)) {
            // In 1024ths. Shifted like this, it is the upper half of a product of 32 bits.
            *input = ((i32::from(one << 6) * i32::from(other << 4)) >> 16) as i16;
        }
        for (input, term) in inputs[PRODUCTS..].iter_mut().zip(terms) {
            *input = i16::try_from(term << 7).unwrap_or(i16::MAX);
        }
        inputs[INPUTS - 1] = i16::try_from(sum.clamp(-4096, 4096)).unwrap_or(0);
        self.layers[phase * LAYERS / super::PHASES].correction(inputs)
    }
}

const _: () = assert!(INSTANCE_COUNT.is_multiple_of(2) && INPUTS.is_multiple_of(2));

#[cfg(test)]
pub mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::features::{features, terms};
    use super::super::phase;
    use super::super::shape::{TERM_STARTS, shared};
    use super::*;
    use crate::engine::Position;

    /// A network of random numbers that are not all at their limits.
    pub(in super::super) fn random(seed: u64) -> Network {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let rows: Vec<[i8; SUMS]> = (0..WEIGHTS)
            .map(|_| std::array::from_fn(|_| rng.random_range(-40..40)))
            .collect();
        let rows = shared()
            .into_iter()
            .map(|first| rows[first as usize])
            .collect();
        let start = std::array::from_fn(|_| rng.random_range(0..400));
        let layers = (0..LAYERS * LAYER)
            .map(|_| rng.random_range(-2000..2000))
            .collect();
        Network {
            rows,
            start,
            layers,
        }
    }

    /// The correction as the documentation defines it, one number after the other.
    fn plain(network: &Network, position: Position, sum: i32) -> i32 {
        let mut sums = network.start.map(i64::from);
        for feature in &features(position)[..INSTANCE_COUNT] {
            for (sum, number) in sums.iter_mut().zip(network.rows[*feature as usize]) {
                *sum += i64::from(number);
            }
        }
        let sums = sums.map(|sum| sum.clamp(0, 511));
        let mut inputs: Vec<i64> = (0..8).map(|sum| sums[sum] * sums[sum + 8] / 64).collect();
        for (term, start) in terms(position, position.legal_moves())
            .iter()
            .zip(TERM_STARTS)
        {
            inputs.push(i64::try_from(term - start).unwrap() * 128);
        }
        inputs.push(sum.clamp(-4096, 4096).into());
        let layer = phase(position.empties()) / 2;
        let numbers = &network.layers[layer * LAYER..][..LAYER];
        let mut correction = i64::from(numbers[LAYER - 1]);
        for unit in 0..16 {
            let mut value = i64::from(numbers[14 * 16 + unit]);
            for (input, number) in inputs.iter().enumerate() {
                value += number * i64::from(numbers[input * 16 + unit]);
            }
            correction +=
                (value >> 10).clamp(0, (1 << 14) - 1) * i64::from(numbers[15 * 16 + unit]);
        }
        i32::try_from(correction >> 14).unwrap()
    }

    fn shared_network(network: Network) -> SharedNetwork {
        let Network {
            rows,
            start,
            layers,
        } = network;
        Arc::new(LazyLock::new(Box::new(move || (rows, start, layers))))
    }

    #[test]
    fn corrections_agree_with_the_definition() {
        let mut rng = Pcg64Mcg::seed_from_u64(5);
        let network = random(6);
        let leaves = LeafNetwork::new(&shared_network(network.clone()));
        for empties in (1..=60).cycle().take(2000) {
            let position = Position::by_chance(empties, |count| rng.random_range(0..count));
            let sum = rng.random_range(-5000..5000);
            let counts = terms(position, position.legal_moves());
            let counts = std::array::from_fn(|term| counts[term] - TERM_STARTS[term]);
            let of = Features::of(position);
            let found = leaves.correction(&of, phase(empties), counts, sum);
            assert_eq!(found, plain(&network, position, sum));
        }
    }

    #[test]
    fn no_sum_overflows_at_the_limits() {
        for sign in [-1, 1] {
            let mut layers = vec![sign * LARGEST_WEIGHT; LAYERS * LAYER];
            for layer in layers.chunks_exact_mut(LAYER) {
                layer[INPUTS * HIDDEN..][..HIDDEN].fill(LARGEST_START);
                layer[LAYER - 1] = sign * LARGEST_START;
            }
            let rows = vec![[127; SUMS]; WEIGHTS];
            let network = Network {
                rows,
                start: [1 << 12; SUMS],
                layers,
            };
            assert!(network.is_valid());
            let leaves = LeafNetwork::new(&shared_network(network));
            let of = Features::of(Position::START);
            let correction = leaves.correction(&of, 0, [47; TERM_COUNT], 4096);
            assert_eq!(correction.signum(), sign);
        }
    }

    #[test]
    fn numbers_beyond_their_range_are_invalid() {
        let changes: [fn(&mut Network); 5] = [
            |network| network.layers[0] = LARGEST_WEIGHT + 1,
            |network| network.layers[LAYER - 1] = LARGEST_START + 1,
            |network| network.start[3] = i16::MIN + 1,
            |network| network.rows.truncate(3),
            |network| network.layers.push(0),
        ];
        assert!(random(1).is_valid());
        for change in changes {
            let mut network = random(1);
            change(&mut network);
            assert!(!network.is_valid());
        }
    }
}
