//! What happens at the prompt when a signal comes.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::getpgrp;
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr};
use signal_hook::consts::{SIGCONT, SIGINT};

use super::Wake;
use super::attention::{Attention, Meaning};
use crate::terminal::signals::{Response, Signals};

/// Ends what the prompt asks terminals for: that pasted text is marked as such.
const USUAL_PASTE: &[u8] = b"\x1b[?2004l\n";

/// Ctrl-C tells the prompt while somebody is thinking. A signal that ends the program waits until the
/// game is kept, and the terminal is as it was before.
pub(super) fn handle(
    signals: &Signals,
    wakes: Sender<Wake>,
    attention: Arc<Attention>,
    flush: impl Fn() + Send + 'static,
) {
    let usual = tcgetattr(io::stdin()).ok();
    // Without the handler the autosave still has every ply but perhaps the last.
    signals.answer(move |signal| {
        if signal == SIGCONT {
            return Response::Continue;
        }
        if signal == SIGINT {
            match attention.meaning() {
                Meaning::MoveNow if wakes.send(Wake::Interrupt).is_ok() => {
                    return Response::Continue;
                }
                Meaning::Nothing => return Response::Continue,
                _ => {}
            }
        }
        flush();
        if let Some(usual) = &usual {
            give_back_terminal(usual);
        }
        Response::End
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
