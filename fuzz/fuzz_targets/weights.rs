//! Any bytes as a weights file: rejected with a reason, or usable for evaluating positions.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reversi::engine::Position;
use reversi::engine::eval::{Evaluation, PHASES};

fuzz_target!(|bytes: &[u8]| {
    match Evaluation::from_bytes(bytes) {
        Ok(evaluation) => {
            let score = evaluation.evaluate(Position::START, Position::START.legal_moves());
            assert!(score.abs() <= 64);
            let again = Evaluation::from_bytes(&evaluation.to_bytes());
            assert!(
                again
                    .is_ok_and(|again| again.weights(PHASES - 1) == evaluation.weights(PHASES - 1))
            );
        }
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
});
