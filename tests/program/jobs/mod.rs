//! Jobs without a prompt.

mod analyze;
mod book;
mod convert;
mod known;
mod merge;
mod positions;
mod progress;
mod resume;
mod solve;

use crate::support::{Run, run};

/// The last 14 to 9 squares of games, two invalid lines, and a comment. One line has a correct score.
const LINES: &str = "\
--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18;
% a comment
--XXXXX--OOOXXOO-OOOXOOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X
XO X
OOXXXXX-OOOOXX-OOOOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X
OOXXXXX-OOOOXX-OOOOOXXOX-OXOXOXXOXXXOXXXX-XOXOXXXXXXOOO--OOOOO-- O
what?
OOXXXXX-OOOOXX-OOOOOXXOX-OXOXOXXOXXXOXXXX-XOXOXXXXXXOOO--OOOOOO- X
";

/// Runs `reversi solve`, with a small table unless the size is given.
fn solve(arguments: &[&str], input: &str) -> Run {
    let has_size = arguments.contains(&"--hash");
    let size: &[&str] = if has_size { &[] } else { &["--hash", "1"] };
    run(&[&["solve"], size, arguments].concat(), input)
}
