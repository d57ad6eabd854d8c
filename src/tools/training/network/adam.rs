//! The steps of Adam (Kingma and Ba 2015): each number moves by the mean of its gradient relative to its size.

/// The length of the longest step.
const LENGTH: f32 = 0.001;

/// What Adam keeps of its means in a step.
const KEPT: f32 = 0.9;
const KEPT_OF_SQUARES: f32 = 0.999;

/// The running means of a gradient and of its square.
#[derive(Debug, Clone, Copy, Default)]
pub struct Means {
    gradient: f32,
    square: f32,
}

/// What all numbers of a step have in common.
pub struct StepSize {
    pub length: f32,
    /// The part of the batch that one sample is.
    share: f32,
    /// What the means of few steps are too small by.
    corrections: [f32; 2],
}

impl StepSize {
    /// Step number `steps`, of `length` from 0 to 1.
    pub fn new(steps: i32, length: f32, batch: usize) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "batches are small")]
        let share = 1.0 / batch as f32;
        Self {
            length: length * LENGTH,
            share,
            corrections: [KEPT, KEPT_OF_SQUARES].map(|kept| 1.0 / (1.0 - kept.powi(steps))),
        }
    }

    /// Includes the gradient of a batch in the means of a number. Returns the step against it.
    #[inline]
    pub fn step(&self, means: &mut Means, gradient: f32, least: f32) -> f32 {
        let gradient = gradient * self.share;
        means.gradient += (1.0 - KEPT) * (gradient - means.gradient);
        means.square += (1.0 - KEPT_OF_SQUARES) * (gradient * gradient - means.square);
        let root = (means.square * self.corrections[1]).sqrt();
        self.length * (-(means.gradient * self.corrections[0]) / (root + least))
    }
}
