//! The window, driven by keys and widget names. It needs neither a display nor a graphics card: `cargo test
//! --features window-tests --test window`.

mod contrast;
mod drawing;
mod files;
mod harness;
#[cfg(unix)]
mod kills;
mod layout;
mod playing;
mod questions;
mod refusing;
mod sequences;
#[cfg(unix)]
#[path = "../support/signals.rs"]
mod signals;
mod start;
mod studying;
mod thinking;
