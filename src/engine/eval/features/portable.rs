//! For any processor.

use super::super::shape::{CENTRES, Lanes, PLACE_COUNT, WEIGHTS};

pub(super) fn sum(lanes: &Lanes, weights: &[i8; WEIGHTS]) -> i32 {
    let mut sum = 0;
    for place in 0..PLACE_COUNT {
        let index = CENTRES.0[place] + i32::from(lanes.0[place]);
        sum += i32::from(weights[index.cast_unsigned() as usize]);
    }
    sum
}
