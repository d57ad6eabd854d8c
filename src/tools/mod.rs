//! Tools that run and exit: the jobs of subcommands, matches, and the stages of the trainer.

pub mod jobs;
pub mod matches;
pub mod run;
#[cfg(feature = "trainer")]
pub mod training;
