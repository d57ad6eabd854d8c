//! What happens at the prompt before a signal ends the program.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::getpgrp;
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::super::console::Console;
use crate::interpreter::Keeping;

/// Ends what the prompt asks terminals for: that pasted text is marked as such.
const USUAL_PASTE: &[u8] = b"\x1b[?2004l\n";

/// A signal that ends the program waits until the game is kept, and the terminal as it was before.
pub(super) fn keep_when_killed(console: &Console) {
    let flush = match &console.interpreter.keeping() {
        Keeping::EveryPly(autosaver) => autosaver.flusher(),
        Keeping::AtTheEnd(_) => return,
    };
    // Without the handler the autosave still has every ply but perhaps the last.
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]) else {
        return;
    };
    let usual = tcgetattr(io::stdin()).ok();
    let (busy, stop) = (Arc::clone(&console.busy), console.interpreter.session().stop());
    std::thread::spawn(move || {
        for signal in signals.forever() {
            // The first Ctrl-C while a bot thinks makes it play, the second ends the program.
            let is_thinking = signal == SIGINT && busy.load(Ordering::Relaxed);
            if is_thinking && !stop.swap(true, Ordering::Relaxed) {
                continue;
            }
            flush();
            if let Some(usual) = &usual {
                give_back_terminal(usual);
            }
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
}

/// Undoes what the prompt does to a terminal while it is typed at: each key comes at once then, and is
/// not shown by the terminal itself.
fn give_back_terminal(usual: &Termios) {
    let (input, output) = (io::stdin(), io::stdout());
    // Whoever has been put in the background may not touch the terminal, and would be halted.
    let is_in_front = tcgetpgrp(&input) == Ok(getpgrp());
    if !is_in_front || tcgetattr(&input).is_ok_and(|now| now.local_modes == usual.local_modes) {
        return;
    }
    let _ = tcsetattr(&input, OptionalActions::Now, usual);
    // A terminal that takes nothing isn't waited for; nor is the lock of the standard output, which whoever
    // waits for such a terminal may hold.
    let mut is_open = [PollFd::new(&output, PollFlags::OUT)];
    if poll(&mut is_open, Some(&Timespec::default())) == Ok(1) {
        let _ = rustix::io::write(&output, USUAL_PASTE);
    }
}
