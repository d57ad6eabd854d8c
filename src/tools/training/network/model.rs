//! The network in floating point, and what it learns from.

use rand::RngExt;

use crate::engine::Position;
use crate::engine::eval::{
    COUNTS, Evaluation, FEATURES, HIDDEN, INPUTS, LAYER, LAYERS, Network, PHASES, SUMS,
    TERM_STARTS, WEIGHTS, features, phase, shared,
};
use crate::players::Rng;
use crate::tools::training::label::Labeled;

pub const PRODUCTS: usize = SUMS / 2;
pub const TERMS: usize = INPUTS - PRODUCTS - 1;
pub const INSTANCES: usize = FEATURES - TERMS;

/// The units of a network's numbers.
const ROW: f32 = 256.0;
const WEIGHT: f32 = 1024.0;
const START: f32 = 1_048_576.0;

pub const LARGEST_SUM: f32 = 511.0 / ROW;

/// A position, and what the network should add to the table's sum, in discs.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    pub position: Position,
    pub target: f32,
}

pub struct Samples {
    pub fitted: Vec<Sample>,
    pub held_out: Vec<Sample>,
    /// The weights of the tables in discs, by phase.
    tables: Vec<Vec<f32>>,
    shared: Vec<u32>,
}

/// The inputs of a sample: the rows of its instances, its layer, its terms and the table's sum.
pub struct Inputs {
    pub rows: [u32; INSTANCES],
    pub layer: usize,
    pub others: [f32; TERMS + 1],
}

impl Samples {
    pub fn new(evaluation: &Evaluation, all: &[Labeled]) -> Self {
        let mut samples = Self {
            fitted: Vec::new(),
            held_out: Vec::new(),
            tables: (0..PHASES).map(|phase| evaluation.weights(phase)).collect(),
            shared: shared(),
        };
        let error = |samples: &Self, labeled: &Labeled| {
            labeled.score - samples.sum(labeled.position, &features(labeled.position))
        };
        let mut errors = [(0.0, 0.0); COUNTS];
        for labeled in all.iter().filter(|labeled| !labeled.held_out) {
            let (sum, count) = &mut errors[labeled.position.empties() as usize];
            *sum += f64::from(error(&samples, labeled));
            *count += 1.0;
        }
        for labeled in all {
            let (sum, count) = errors[labeled.position.empties() as usize];
            #[expect(clippy::cast_possible_truncation, reason = "a few discs")]
            let mean = (sum / f64::max(count, 1.0)) as f32;
            let target = error(&samples, labeled) - mean;
            let sample = Sample {
                position: labeled.position,
                target,
            };
            if labeled.held_out {
                &mut samples.held_out
            } else {
                &mut samples.fitted
            }
            .push(sample);
        }
        samples
    }

    fn sum(&self, position: Position, features: &[u32; FEATURES]) -> f32 {
        let table = &self.tables[phase(position.empties())];
        features
            .iter()
            .map(|&feature| table[feature as usize])
            .sum()
    }

    pub fn inputs(&self, position: Position) -> Inputs {
        let features = features(position);
        let mut others = [0.0; TERMS + 1];
        for term in 0..TERMS {
            #[expect(clippy::cast_precision_loss, reason = "small")]
            let value = (features[INSTANCES + term] as usize - TERM_STARTS[term]) as f32;
            others[term] = value / 8.0;
        }
        others[TERMS] = self.sum(position, &features) / 16.0;
        let layer = phase(position.empties()) * LAYERS / PHASES;
        let rows = std::array::from_fn(|instance| self.shared[features[instance] as usize]);
        Inputs {
            rows,
            layer,
            others,
        }
    }
}

/// The network in floating point. Rows that are equal by symmetry are only at the first of their places.
#[derive(Debug, Clone)]
pub struct FloatNetwork {
    pub rows: Vec<[f32; SUMS]>,
    /// The start of the sums, then the layers.
    pub numbers: Vec<f32>,
    /// Whether rows count as they would be written.
    pub is_rounded: bool,
}

/// The values of a sample in each part of a network.
pub struct Values {
    pub sums: [f32; SUMS],
    pub inputs: [f32; INPUTS],
    pub units: [f32; HIDDEN],
    pub correction: f32,
}

impl FloatNetwork {
    pub fn random(rng: &mut Rng) -> Self {
        let mut within = |most: f32| rng.random_range(-most..most);
        let rows = (0..WEIGHTS)
            .map(|_| std::array::from_fn(|_| within(0.03)))
            .collect();
        let mut numbers = vec![0.5; SUMS];
        for _ in 0..LAYERS {
            numbers.extend((0..INPUTS * HIDDEN).map(|_| within(0.5)));
            numbers.extend((0..2 * HIDDEN).map(|_| within(0.2)));
            numbers.push(0.0);
        }
        Self {
            rows,
            numbers,
            is_rounded: false,
        }
    }

    pub fn of(network: &Network) -> Self {
        let rows = network
            .rows
            .iter()
            .map(|row| row.map(|number| f32::from(number) / ROW));
        let start = network.start.iter().map(|&number| f32::from(number) / ROW);
        #[expect(clippy::cast_precision_loss, reason = "rounding is no harm")]
        let layers = network
            .layers
            .iter()
            .enumerate()
            .map(|(index, &number)| number as f32 / unit(index));
        Self {
            rows: rows.collect(),
            numbers: start.chain(layers).collect(),
            is_rounded: true,
        }
    }

    /// The network as it is written.
    #[expect(clippy::cast_possible_truncation, reason = "it saturates")]
    pub fn network(&self) -> Network {
        let byte = |number: f32| (number * ROW).round().clamp(-127.0, 127.0) as i8;
        let shared = shared();
        let rows = shared
            .iter()
            .map(|&first| self.rows[first as usize].map(byte))
            .collect();
        let start = std::array::from_fn(|sum| {
            (self.numbers[sum] * ROW).round().clamp(-4096.0, 4096.0) as i16
        });
        let layers = self.numbers[SUMS..]
            .iter()
            .enumerate()
            .map(|(index, number)| {
                let most = if unit(index) == WEIGHT {
                    4096.0
                } else {
                    268_435_456.0
                };
                (number * unit(index)).round().clamp(-most, most) as i32
            });
        Network {
            rows,
            start,
            layers: layers.collect(),
        }
    }

    /// A row as it counts.
    #[inline]
    fn row(&self, row: u32) -> [f32; SUMS] {
        let row = self.rows[row as usize];
        if self.is_rounded {
            row.map(|number| (number * ROW).round_ties_even().clamp(-127.0, 127.0) / ROW)
        } else {
            row
        }
    }

    pub fn layer(&self, layer: usize) -> &[f32] {
        &self.numbers[SUMS + layer * LAYER..][..LAYER]
    }

    pub fn values(&self, inputs: &Inputs) -> Values {
        let mut sums = [0.0; SUMS];
        sums.copy_from_slice(&self.numbers[..SUMS]);
        for &row in &inputs.rows {
            for (sum, number) in sums.iter_mut().zip(self.row(row)) {
                *sum += number;
            }
        }
        let mut of_layer = [0.0; INPUTS];
        let (ones, others) = sums.split_at(PRODUCTS);
        for (input, (one, other)) in of_layer.iter_mut().zip(ones.iter().zip(others)) {
            *input = one.clamp(0.0, LARGEST_SUM) * other.clamp(0.0, LARGEST_SUM);
        }
        of_layer[PRODUCTS..].copy_from_slice(&inputs.others);
        let (first, rest) = self.layer(inputs.layer).split_at(INPUTS * HIDDEN);
        let mut units = [0.0; HIDDEN];
        units.copy_from_slice(&rest[..HIDDEN]);
        for (input, weights) in of_layer.iter().zip(first.as_chunks::<HIDDEN>().0) {
            for (unit, weight) in units.iter_mut().zip(weights) {
                *unit += input * weight;
            }
        }
        let mut correction = rest[2 * HIDDEN];
        for (unit, weight) in units.iter_mut().zip(&rest[HIDDEN..]) {
            *unit = unit.max(0.0);
            correction += *unit * weight;
        }
        Values {
            sums,
            inputs: of_layer,
            units,
            correction,
        }
    }

    pub fn correction(&self, samples: &Samples, sample: &Sample) -> f32 {
        self.values(&samples.inputs(sample.position)).correction
    }
}

/// The unit of a number of the layers.
fn unit(index: usize) -> f32 {
    let place = index % LAYER;
    let is_weight =
        place < INPUTS * HIDDEN || (INPUTS * HIDDEN + HIDDEN..LAYER - 1).contains(&place);
    if is_weight { WEIGHT } else { START }
}
