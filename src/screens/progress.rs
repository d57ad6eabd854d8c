//! A line on the terminal that says how far a long search is, or a game of bots, and goes when it is over.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::interpreter::Searching;

static IS_SHOWN: AtomicBool = AtomicBool::new(false);

/// Shows how far it is, if standard error is a terminal.
pub(super) fn show(searching: Searching<'_>) {
    let mut screen = io::stderr().lock();
    if !screen.is_terminal() {
        return;
    }
    IS_SHOWN.store(true, Ordering::Relaxed);
    let found = match searching {
        Searching::Position(found) => found,
        Searching::Game { done, of } => {
            let _ = write!(screen, "\r{done} of {of} moves judged, the last ones first  ");
            let _ = screen.flush();
            return;
        }
        Searching::Bots { ply, name } => {
            let _ =
                write!(screen, "\rply {ply}: {name}, and the bots play on; Ctrl-C stops them  ");
            let _ = screen.flush();
            return;
        }
    };
    let how = if found.to_the_end { "to the end" } else { "plies" };
    let (score, sure) = (found.score(), found.selectivity.percent());
    let (millions, tenths) = (found.nodes / 1_000_000, found.nodes / 100_000 % 10);
    let _ = write!(
        screen,
        "\r{} {how}, {sure}% sure, score {score:+}, {millions}.{tenths} million positions, {:.1} s  ",
        found.depth,
        found.time.as_secs_f64(),
    );
    let _ = screen.flush();
}

/// Takes the line away.
pub(super) fn clear() {
    if IS_SHOWN.swap(false, Ordering::Relaxed) {
        let mut screen = io::stderr().lock();
        let _ = write!(screen, "\r{:78}\r", "");
        let _ = screen.flush();
    }
}
