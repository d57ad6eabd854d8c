//! The whole program from outside: scripts, jobs, matches, training and protocols.

mod errors;
mod front_ends;
mod games;
mod importing;
mod jobs;
mod many_games;
mod matches;
mod protocols;
mod scripts;
mod signature;
#[path = "../support/mod.rs"]
mod support;
#[cfg(unix)]
#[path = "../terminal/screen.rs"]
mod terminal;
mod training;
mod variations;
mod weights;
