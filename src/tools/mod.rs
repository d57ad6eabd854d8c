//! Jobs that run and exit: subcommands, matches, and the stages of the trainer.

pub mod jobs;
pub mod matches;
#[cfg(feature = "trainer")]
pub mod training;
