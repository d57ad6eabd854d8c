//! The library from outside, without the program: the engine, the rules of all games, and records.

mod advice;
mod agreement;
mod conformance;
mod engine;
mod records;
#[path = "../support/mod.rs"]
mod support;
