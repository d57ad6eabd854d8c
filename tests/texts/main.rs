//! What is written: documents, catalogs, wording, example scripts, the package, and the imports between rooms.

mod documents;
mod example_scripts;
mod languages;
mod layering;
mod library;
mod packaging;
#[path = "../support/mod.rs"]
mod support;
mod wording;
