//! Runs tasks on several threads and delivers the results in order, whatever the number of threads.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use thiserror::Error;

use crate::base::language::tr;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{}", tr!("no thread can be started: raise the limit on processes or memory"))]
pub struct NoThread;

/// The maximum number of results buffered out of order.
const MAX_WAITING: usize = 4096;

/// Runs the tasks of a range on several threads, each with its own state. Passes the results to `take` in order,
/// and stops at its first error. If not all threads can be started, fewer run the tasks.
pub fn in_order<S, R: Send, E: From<NoThread>>(
    threads: usize,
    tasks: Range<usize>,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> R + Sync,
    mut take: impl FnMut(usize, R) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(tasks.start);
    let taken = AtomicUsize::new(tasks.start);
    let is_over = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for worker in 0..threads.max(1) {
            let sender = sender.clone();
            let next = &next;
            let taken = &taken;
            let is_over = &is_over;
            let tasks = &tasks;
            let state = &state;
            let work = &work;
            let run = move || {
                let mut state = state();
                loop {
                    let task = next.fetch_add(1, Ordering::Relaxed);
                    // A slow task must not let the others fill the memory.
                    while task > taken.load(Ordering::Relaxed) + MAX_WAITING
                        && !is_over.load(Ordering::Relaxed)
                    {
                        thread::yield_now();
                    }
                    if task >= tasks.end || is_over.load(Ordering::Relaxed) {
                        return;
                    }
                    if sender.send((task, work(&mut state, task))).is_err() {
                        return;
                    }
                }
            };
            match thread::Builder::new().spawn_scoped(scope, run) {
                Ok(_) => {}
                Err(_) if worker > 0 => break,
                Err(_) => return Err(NoThread.into()),
            }
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = tasks.start;
        for (task, result) in receiver {
            waiting.insert(task, result);
            while let Some(result) = waiting.remove(&due) {
                if let Err(error) = take(due, result) {
                    is_over.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                due += 1;
                taken.store(due, Ordering::Relaxed);
            }
        }
        Ok(())
    })
}

/// Returns the results of tasks in order, run on several threads, each with its own state.
pub fn results<S, R: Send>(
    threads: usize,
    tasks: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> R + Sync,
) -> Result<Vec<R>, NoThread> {
    let mut results = Vec::with_capacity(tasks);
    in_order(threads, 0..tasks, state, work, |_, result| {
        results.push(result);
        Ok::<(), NoThread>(())
    })?;
    Ok(results)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_from_any_number_of_threads() {
        for threads in [1, 3] {
            let mut seen = Vec::new();
            let result: Result<(), NoThread> = in_order(
                threads,
                3..10_000,
                || 0,
                |done, task| {
                    *done += 1;
                    2 * task
                },
                |task, result| {
                    assert_eq!(result, 2 * task);
                    seen.push(task);
                    Ok(())
                },
            );
            assert_eq!(result, Ok(()));
            assert!(seen.into_iter().eq(3..10_000));
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let result = in_order(
            2,
            0..usize::MAX,
            || (),
            |(), task| task,
            |task, _| {
                if task == 5 { Err(NoThread) } else { Ok(()) }
            },
        );
        assert_eq!(result, Err(NoThread));
    }
}
