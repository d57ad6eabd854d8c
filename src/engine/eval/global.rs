//! The evaluation that searches use by default, for the whole process.

use std::sync::{Arc, OnceLock};

use super::{Evaluation, WeightsError};

/// The weights that come with the program.
pub(super) static BUILT_IN: &[u8] = include_bytes!("../../../weights/reversi.weights");

static GLOBAL: OnceLock<Arc<Evaluation>> = OnceLock::new();

impl Evaluation {
    /// The default evaluation: the weights that come with the program, or those given to
    /// [`install`](Self::install).
    ///
    /// # Panics
    /// When the program was built with a damaged file of weights.
    pub fn global() -> Arc<Self> {
        // Not checked as a file is: it is as it was when the tests passed.
        let evaluation = GLOBAL.get_or_init(|| match Self::read(BUILT_IN) {
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
        GLOBAL.set(Arc::new(self)).map_err(|_| WeightsError::InUse)
    }
}

#[cfg(test)]
mod tests {
    use super::super::PHASES;
    use super::*;
    use crate::engine::Position;

    #[test]
    fn the_built_in_weights_are_whole() {
        let built_in = Evaluation::from_bytes(BUILT_IN).unwrap();
        assert_eq!(built_in.evaluate(Position::START, Position::START.legal_moves()).abs() / 10, 0);
        assert!(BUILT_IN.len() <= 5_000_000);
        assert!(built_in.to_bytes() == BUILT_IN, "what it writes is what it has read");
        let phases: Vec<Vec<f32>> = (0..PHASES).map(|phase| built_in.weights(phase)).collect();
        let again = Evaluation::with_weights(built_in.header(), &phases);
        assert!(again.to_bytes() == BUILT_IN, "packing is repeatable");
    }
}
