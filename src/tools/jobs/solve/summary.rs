//! The totals of a job, for its last line.

use std::time::Duration;

use super::answers::Origin;
use crate::base::text::counted;
use crate::tools::jobs::Findings;

/// The totals of a job, for its last line.
#[derive(Debug, Default)]
pub struct SolveSummary {
    positions: u32,
    earlier: u32,
    known: usize,
    duplicates: usize,
    checked: usize,
    nodes: u64,
    /// The time of all searches.
    pub time: Duration,
    pub findings: Findings,
}

impl SolveSummary {
    /// Adds a solved position; `is_right` is `None` without an expected score.
    pub fn add(&mut self, is_right: Option<bool>, nodes: u64, time: Duration) {
        self.positions += 1;
        self.nodes += nodes;
        self.time += time;
        self.check(is_right);
    }

    /// Adds a position solved by an earlier run, whose wrong scores still count.
    pub fn add_earlier(&mut self, is_right: Option<bool>) {
        self.earlier += 1;
        self.check(is_right);
    }

    /// Adds a position whose answer was copied.
    pub fn add_copy(&mut self, origin: Origin, is_right: Option<bool>) {
        match origin {
            Origin::Known => self.known += 1,
            Origin::Duplicate => self.duplicates += 1,
        }
        self.check(is_right);
    }

    fn check(&mut self, is_right: Option<bool>) {
        self.checked += usize::from(is_right.is_some());
        self.findings.wrong += usize::from(is_right == Some(false));
    }

    pub fn report(&self, without_times: bool) -> String {
        let Self {
            positions,
            earlier,
            known,
            duplicates,
            checked,
            nodes,
            time,
            findings,
        } = self;
        let times = if without_times {
            String::new()
        } else {
            let seconds = time.as_secs_f64();
            let mean = shown(*time / (*positions).max(1));
            format!(", {seconds:.3} s ({mean} per position)")
        };
        let before = match earlier {
            0 => String::new(),
            _ => format!("; {} from an earlier run", counted(earlier, "position")),
        };
        let known = match known {
            0 => String::new(),
            _ => format!("; {} known", counted(known, "position")),
        };
        let duplicates = match duplicates {
            0 => String::new(),
            _ => format!("; {}", counted(duplicates, "duplicate")),
        };
        let wrong = findings.wrong;
        let right = checked - wrong;
        format!(
            "{}, {}{times}{known}{duplicates}{before}; scores: {right} correct, {wrong} wrong",
            counted(positions, "position"),
            counted(nodes, "node"),
        )
    }
}

fn shown(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 {
        format!("{:.3} ms", 1000.0 * seconds)
    } else {
        format!("{seconds:.3} s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_position_is_singular_and_times_have_a_suitable_unit() {
        let mut total = SolveSummary::default();
        total.add(Some(true), 1, Duration::from_micros(31_993));
        let text = total.report(false);
        assert!(
            text.starts_with("1 position, 1 node, 0.032 s (31.993 ms per position)"),
            "{text}"
        );
        assert!(text.ends_with("; scores: 1 correct, 0 wrong"), "{text}");
        total.add(None, 1, Duration::from_secs(4));
        total.add_earlier(None);
        let text = total.report(false);
        assert!(
            text.starts_with("2 positions, 2 nodes, 4.032 s (2.016 s per"),
            "{text}"
        );
        assert!(text.contains("; 1 position from an earlier run;"), "{text}");
        total.add_copy(Origin::Known, Some(false));
        total.add_copy(Origin::Duplicate, None);
        let text = total.report(true);
        assert_eq!(
            text,
            "2 positions, 2 nodes; 1 position known; 1 duplicate; 1 position from an earlier run; \
             scores: 1 correct, 1 wrong"
        );
    }
}
