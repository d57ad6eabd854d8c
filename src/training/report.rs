//! The errors of weights as a table.

use std::fmt::Write;

use super::fit::Errors;
use crate::engine::eval::{PHASES, phase};

/// The errors in positions that were held out, a line a phase, and one for all.
pub fn errors_table(errors: &Errors) -> String {
    let mut table = format!(
        "{:>5} {:>7} {:>10} {:>10} {:>16}\n",
        "phase", "empties", "positions", "mean error", "root mean square"
    );
    let mut line = |name: &str, (from, to): (usize, usize)| {
        if let Some((count, mean, root)) = errors.within(from, to) {
            let empties = format!("{from}-{to}");
            // Text is written into a string, which can't fail.
            let _ = writeln!(table, "{name:>5} {empties:>7} {count:>10} {mean:>10.2} {root:>16.2}");
        }
    };
    for number in 0..PHASES {
        let mut empties = (0..=60_u32).filter(|&empties| phase(empties) == number);
        if let Some(from) = empties.next() {
            let to = empties.next_back().unwrap_or(from);
            line(&number.to_string(), (from as usize, to as usize));
        }
    }
    line("all", (0, 60));
    table
}
