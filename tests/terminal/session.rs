//! A first session on a terminal of default size: the start of each answer can be read.

use super::screen::Terminal;

/// The last row of a page.
const MORE: &str = "-- Space: next page   q: quit --";

/// Types a line, checks that the start of its answer is visible, and quits the pager.
fn type_and_read(terminal: &mut Terminal, line: &str) {
    let typed = terminal.cursor().row;
    terminal.keys(&format!("{line}\r"));
    let is_paged = |terminal: &Terminal| terminal.contents().ends_with(MORE);
    terminal.wait_until("the answer", |terminal| {
        terminal.cursor().row > typed && (terminal.is_at_prompt() || is_paged(terminal))
    });
    assert!(typed + 1 >= terminal.scrolled(), "{line} scrolls away:\n{}", terminal.contents());
    if is_paged(terminal) {
        terminal.keys("q");
        terminal.wait_for_prompt();
    }
}

const LINES: &str = "help; d3; S; H; H 3; H 20; help H; help all; eval; moves; analyze 4; U; show; A W 3; A 4; \
    resume list; learn; next; d3; next; learn off; book; drill tiger; f5; c5; next; drill off; puzzles; games; rules; \
    E first; T; W; theme light; discs letters; discs auto; hnit; play c4; A; 4; H; rules; play complica; A 2; 1; S; \
    play quarto; A; H; show; learn; learn off; play gravity; A; a1; H; play reversi; N; player black 1; \
    player white 1; analyze 4; moves; resume list; resume; G B ann";

#[test]
fn a_first_session_never_scrolls_its_own_answer_away() {
    let mut terminal = Terminal::fresh(&["--seed", "1"]);
    assert_eq!(terminal.scrolled(), 0, "{}", terminal.contents());
    for line in LINES.split("; ") {
        type_and_read(&mut terminal, line);
    }
}
