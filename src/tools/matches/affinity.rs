//! Pins threads to cores.

use crate::base::system;

#[derive(Debug, Clone, Default)]
pub struct Cores(Vec<usize>);

impl Cores {
    /// Returns the cores available to this process; none if threads can't be pinned.
    pub fn available() -> Self {
        Self(system::cores())
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Pins this thread, and what it starts, to core `number` modulo the core count. Returns whether that worked.
    pub fn keep_to(&self, number: usize) -> bool {
        self.0.get(number % self.0.len().max(1)).is_some_and(|core| system::pin(*core))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_thread_can_be_kept_to_a_core_and_those_it_starts_stay_there() {
        let all = Cores::available();
        assert!(all.count() > 0);
        for number in [0, all.count() - 1, all.count()] {
            let cores = all.clone();
            let kept = std::thread::spawn(move || {
                assert!(cores.keep_to(number));
                std::thread::spawn(Cores::available).join().unwrap().0
            });
            assert_eq!(kept.join().unwrap(), [all.0[number % all.count()]]);
        }
        assert_eq!(Cores::available().0, all.0);
        assert!(!Cores::default().keep_to(0));
    }
}
