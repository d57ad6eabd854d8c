//! Tools that run and exit: the jobs of subcommands, matches, and the stages of training.

pub mod jobs;
pub mod matches;
pub mod run;
pub mod training;
