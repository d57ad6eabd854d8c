//! The evaluation that searches use by default, for the whole process.

use std::sync::{Arc, OnceLock};

use super::{Evaluation, WeightsError};

/// The weights that come with the program.
pub(super) static SHIPPED: &[u8] = include_bytes!("../../../weights/reversi.weights");

static USUAL: OnceLock<Arc<Evaluation>> = OnceLock::new();

impl Evaluation {
    /// The default evaluation: the weights that come with the program, or those given to
    /// [`install`](Self::install).
    ///
    /// # Panics
    /// When the program was built with a damaged file of weights.
    pub fn usual() -> Arc<Self> {
        // Not checked as a file is: it is as it was when the tests passed.
        let evaluation = USUAL.get_or_init(|| match Self::read(SHIPPED) {
            Ok(evaluation) => Arc::new(evaluation),
            Err(error) => panic!("weights/reversi.weights: {error}"),
        });
        Arc::clone(evaluation)
    }

    /// Makes this the default evaluation of the process.
    ///
    /// # Errors
    /// [`WeightsError::InUse`] when a search has used the default evaluation already.
    pub fn install(self) -> Result<(), WeightsError> {
        USUAL.set(Arc::new(self)).map_err(|_| WeightsError::InUse)
    }
}

#[cfg(test)]
mod tests {
    use super::super::PHASES;
    use super::*;
    use crate::engine::Position;

    #[test]
    fn the_shipped_weights_are_whole() {
        let shipped = Evaluation::from_bytes(SHIPPED).unwrap();
        assert_eq!(shipped.evaluate(Position::START, Position::START.legal_moves()).abs() / 10, 0);
        assert!(SHIPPED.len() <= 5_000_000);
        assert!(shipped.to_bytes() == SHIPPED, "what it writes is what it has read");
        let phases: Vec<Vec<f32>> = (0..PHASES).map(|phase| shipped.weights(phase)).collect();
        let again = Evaluation::with_weights(shipped.header(), &phases);
        assert!(again.to_bytes() == SHIPPED, "packing is repeatable");
    }
}
