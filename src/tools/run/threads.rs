//! Determines how many threads can be started under the process and memory limits.

use std::hint::black_box;
use std::io::{self, Write};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

use crate::base::files::NoThread;
use crate::base::system;
use crate::base::text::counted;

/// Returns how many of the `asked` threads can be started, at least one. Reports a lower number on standard error.
pub fn available(program: &str, asked: usize) -> usize {
    if asked < 2 {
        return asked;
    }
    let most = asked.min(by_address_space()).max(1);
    let started = if most > 1 { startable(most) } else { most };
    // If threads are short, use only half: the program needs memory for more than threads.
    let usable = if started < most { started / 2 } else { started }.max(1);
    if usable < asked {
        let using = counted(usable, "thread");
        // Ignore the error: standard error may be closed.
        let _ = writeln!(
            io::stderr(),
            "{program}: using {using} instead of {asked}: no more are available"
        );
    }
    usable
}

/// Returns how many threads, at most `most`, can run at the same time.
fn startable(most: usize) -> usize {
    let is_over = Mutex::new(false);
    let ended = Condvar::new();
    let wait = || {
        let mut over = is_over.lock().unwrap_or_else(PoisonError::into_inner);
        while !*over {
            over = ended.wait(over).unwrap_or_else(PoisonError::into_inner);
        }
    };
    thread::scope(|scope| {
        let can_start = |_: &usize| thread::Builder::new().spawn_scoped(scope, wait).is_ok();
        let started = (0..most).take_while(can_start).count();
        *is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        ended.notify_all();
        started
    })
}

/// Like [`available`], but fails if no thread can be started in addition to this one.
pub fn helpers(program: &str, asked: usize) -> Result<usize, NoThread> {
    // Check for spare memory: the C library kills a thread that starts with none left.
    drop(black_box(Vec::<u8>::with_capacity(8 << 20)));
    let first = thread::Builder::new().spawn(|| ()).map_err(|_| NoThread)?;
    let _ = first.join();
    Ok(available(program, asked))
}

/// Returns how many threads fit into half of a limited address space; the other half is for tables. The allocator of
/// the C library reserves `RESERVED` bytes per thread.
fn by_address_space() -> usize {
    const RESERVED: u64 = 66 << 20;
    let most = |bytes| usize::try_from(bytes / 2 / RESERVED).unwrap_or(usize::MAX);
    system::address_space().map_or(usize::MAX, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_threads_can_be_started_anywhere() {
        assert_eq!([0, 1, 4].map(|asked| available("test", asked)), [0, 1, 4]);
    }
}
