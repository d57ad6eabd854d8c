//! Totals over all positions, for the last line.

use std::time::Duration;

use super::Findings;

#[derive(Debug, Default)]
pub(super) struct Total {
    positions: u32,
    /// The number of positions solved by an earlier run.
    earlier: u32,
    checked: usize,
    nodes: u64,
    time: Duration,
    pub(super) findings: Findings,
}

impl Total {
    /// Adds a solved position; `is_right` is `None` without an expected score.
    pub(super) fn add(&mut self, is_right: Option<bool>, nodes: u64, time: Duration) {
        self.positions += 1;
        self.nodes += nodes;
        self.time += time;
        self.check(is_right);
    }

    /// Adds a position solved by an earlier run, whose wrong scores still count.
    pub(super) fn add_earlier(&mut self, is_right: Option<bool>) {
        self.earlier += 1;
        self.check(is_right);
    }

    fn check(&mut self, is_right: Option<bool>) {
        self.checked += usize::from(is_right.is_some());
        self.findings.wrong += usize::from(is_right == Some(false));
    }

    /// A line for people.
    pub(super) fn report(&self, without_times: bool) -> String {
        let Self { positions, earlier, checked, nodes, time, findings } = self;
        let mean = (*time / (*positions).max(1)).as_secs_f64() * 1e6;
        let times = if without_times {
            String::new()
        } else {
            let seconds = time.as_secs_f64();
            format!(", {seconds:.3} s ({mean:.1} us per position)")
        };
        let before = match earlier {
            0 => String::new(),
            _ => format!("; {earlier} positions from an earlier run"),
        };
        let wrong = findings.wrong;
        let right = checked - wrong;
        format!(
            "{positions} positions, {nodes} nodes{times}{before}; scores: {right} correct, {wrong} \
                wrong"
        )
    }
}
