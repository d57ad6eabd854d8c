//! The errors of an evaluation on held-out positions, by number of empty squares.

#[derive(Debug, Clone, PartialEq)]
pub struct Errors {
    /// By number of empty squares: the number of positions and the sums of absolute and of squared errors.
    by_empties: Vec<(u64, f64, f64)>,
}

impl Errors {
    pub(super) fn new() -> Self {
        Self { by_empties: vec![(0, 0.0, 0.0); 61] }
    }

    pub(super) fn add(&mut self, empties: u32, error: f64) {
        if let Some((count, sum, squares)) = self.by_empties.get_mut(empties as usize) {
            *count += 1;
            *sum += error.abs();
            *squares += error * error;
        }
    }

    /// Returns the count and the mean absolute and root mean square errors of a range; `None` without positions.
    pub fn within(&self, from: usize, to: usize) -> Option<(u64, f64, f64)> {
        let rows = self.by_empties.get(from..=to)?;
        let sum = |(a, b, c): (u64, f64, f64), &(x, y, z): &(u64, f64, f64)| (a + x, b + y, c + z);
        let (count, sum, squares) = rows.iter().fold((0, 0.0, 0.0), sum);
        #[expect(clippy::cast_precision_loss, reason = "a mean needs few digits")]
        let divided = count as f64;
        (count > 0).then(|| (count, sum / divided, (squares / divided).sqrt()))
    }
}
