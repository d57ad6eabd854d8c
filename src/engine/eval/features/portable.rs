//! For every processor.

use crate::engine::eval::shape::{CENTRES, INSTANCE_COUNT, IndexVector, WEIGHTS};

/// The sum of the weights of all lanes.
pub(super) fn sum(lanes: &IndexVector, weights: &[i8; WEIGHTS]) -> i32 {
    let mut sum = 0;
    for instance in 0..INSTANCE_COUNT {
        let index = CENTRES.0[instance] + i32::from(lanes.0[instance]);
        sum += i32::from(weights[index.cast_unsigned() as usize]);
    }
    sum
}
