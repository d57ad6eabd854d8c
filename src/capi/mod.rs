//! The C interface: functions with C types for what Rust has under the same names. `reversi.h` declares them, and
//! `docs/c.md` is the manual.
//!
//! Each function checks its pointers and lengths, returns a code, and keeps a message for the thread. A panic becomes
//! a code, too. Callers promise what they promise to any C library: a pointer that is not null leads to as many values
//! as stated, a text ends with a zero, and a handle is one of ours that has not been freed.

#![expect(
    unsafe_code,
    reason = "pointers from C, whose validity only the caller can promise"
)]

mod border;
mod engine;
mod many;
mod position;
mod records;
