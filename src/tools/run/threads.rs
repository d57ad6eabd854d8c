//! Determines how many threads can be started under the process and memory limits.

use std::hint::black_box;
use std::io::{self, Write};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

use crate::base::files::NoThread;
use crate::base::system;
use crate::base::text::counted;

/// The number of threads that can be started, at most those asked for and at least one; if it is fewer,
/// standard error says so.
pub fn available(program: &str, asked: usize) -> usize {
    if asked < 2 {
        return asked;
    }
    let most = asked.min(by_address_space()).max(1);
    let started = if most > 1 { startable(most) } else { most };
    // Memory is needed for more than threads: where they are short, some room is left.
    let usable = if started < most { started / 2 } else { started }.max(1);
    if usable < asked {
        let using = counted(usable, "thread");
        // Standard error may be closed, and then nobody reads it.
        let _ = writeln!(
            io::stderr(),
            "{program}: using {using} instead of {asked}: no more are available"
        );
    }
    usable
}

/// The number of threads that start, one beside the other, of at most so many.
fn startable(most: usize) -> usize {
    let (is_over, ended) = (Mutex::new(false), Condvar::new());
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

/// The number of threads that can be started beside this one, where at least one is needed.
pub fn helpers(program: &str, asked: usize) -> Result<usize, NoThread> {
    // A thread that starts where memory ends is killed by the C library, so there has to be more.
    drop(black_box(Vec::<u8>::with_capacity(8 << 20)));
    let first = thread::Builder::new().spawn(|| ()).map_err(|_| NoThread)?;
    let _ = first.join();
    Ok(available(program, asked))
}

/// The number of threads for which a limited address space is enough, half of it being left for tables:
/// the allocator of the C library reserves this much of it for a thread.
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
