//! The bias of the evaluation at the search horizon.
//!
//! The last mover chose the move that seems worst for the side to move, so evaluation errors add up in the last
//! mover's favor. The evaluation also reflects only half of the value of an odd number of empty squares. The search
//! depth makes little difference.

use std::sync::Arc;

use super::super::label::Labeled;
use super::{DOUBT, EXACT_FROM, after, engine, found};
use crate::base::files::{NoThread, results};
use crate::engine::eval::{COUNTS, Evaluation};

/// The number of searched positions for each number of empty squares.
const POSITIONS: usize = 240;

/// The depths of the compared searches, in plies. Near the end, play is exact and there are fewer moves.
const PLIES: usize = 4;
const PLIES_AT_END: usize = 8;

/// The maximum lead of used positions, in discs. Beyond it, moves hardly differ.
const EVEN: f64 = 40.0;

/// The smoothing radius, in empty squares. Only numbers of the same parity are combined.
const WINDOW: usize = 2;

/// The sum of the measured biases and the number of positions, by number of empty squares.
#[derive(Debug)]
pub struct HorizonBias([(f64, f64); COUNTS]);

impl HorizonBias {
    pub const fn new() -> Self {
        Self([(0.0, 0.0); COUNTS])
    }

    /// Measures the bias with `empties` empty squares. The evaluation must contain the corrections for fewer.
    pub fn measure(
        &mut self,
        evaluation: &Arc<Evaluation>,
        by_empties: &[Vec<&Labeled>],
        empties: usize,
        threads: usize,
    ) -> Result<(), NoThread> {
        let at_end = empties + PLIES_AT_END <= EXACT_FROM as usize;
        let plies = if at_end { PLIES_AT_END } else { PLIES };
        let Some(positions) = by_empties.get(empties + plies) else {
            return Ok(());
        };
        let step = (positions.len() / POSITIONS).max(1);
        let chosen: Vec<_> = positions.iter().step_by(step).take(POSITIONS).collect();
        let better = results(
            threads,
            chosen.len(),
            || engine(evaluation),
            |engine, task| {
                let position = chosen[task].position;
                let found = found(engine, position);
                (found.abs() <= EVEN).then(|| found - after(engine, position, plies))
            },
        )?;
        // The smoothing of smaller numbers has already set a value here.
        let known = evaluation
            .header()
            .leaves
            .get(empties)
            .copied()
            .map_or(0.0, f64::from);
        for better in better.into_iter().flatten() {
            let (sum, count) = &mut self.0[empties];
            *sum += known + better;
            *count += 1.0;
        }
        Ok(())
    }

    /// Returns the smoothed bias in discs, by number of empty squares.
    pub fn smoothed(&self) -> Vec<f32> {
        let smoothed = |empties: usize| {
            let mut sum = 0.0;
            let mut count = DOUBT;
            for (other, measured) in self.0.iter().enumerate() {
                let away = other.abs_diff(empties);
                if away <= WINDOW && away % 2 == 0 {
                    #[expect(clippy::cast_precision_loss, reason = "it is small")]
                    let part = 1.0 - away as f64 / (WINDOW + 2) as f64;
                    sum += part * measured.0;
                    count += part * measured.1;
                }
            }
            // The measurement is accurate to a tenth of a disc.
            #[expect(clippy::cast_possible_truncation, reason = "it has two digits")]
            let rounded = (10.0 * sum / count).round() as f32 / 10.0;
            rounded
        };
        (0..COUNTS).map(smoothed).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbors_of_the_same_parity_smooth_each_other() {
        let mut leaves = HorizonBias::new();
        for empties in 10..30 {
            let better = if empties % 2 == 1 { 2.0 } else { 0.5 };
            leaves.0[empties] = (better * 1000.0, 1000.0);
        }
        leaves.0[20] = (1.5 * 1000.0, 1000.0);
        let smoothed = leaves.smoothed();
        assert_eq!((smoothed[19], smoothed[12], smoothed[20]), (2.0, 0.5, 1.0));
        assert_eq!((smoothed[0], smoothed[40]), (0.0, 0.0));
        assert!(
            HorizonBias::new()
                .smoothed()
                .iter()
                .all(|&discs| discs == 0.0)
        );
    }
}
