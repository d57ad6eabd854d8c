//! What happens at the prompt when a signal comes.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use super::Wake;
use super::interrupt::{InterruptState, Meaning};
use crate::base::system::{Modes, SIGCONT, SIGINT, write_now};
use crate::base::terminal::signals::{Response, Signals};

/// Ends what the prompt asks terminals for: that pasted text is marked as such.
const USUAL_PASTE: &[u8] = b"\x1b[?2004l\n";

/// Ctrl-C tells the prompt while somebody is thinking. A signal that ends the program waits until the
/// game is kept, but not for long, and the terminal is as it was before.
pub(super) fn handle(
    signals: &Signals,
    wakes: Sender<Wake>,
    attention: Arc<InterruptState>,
    flush: impl Fn() + Send + 'static,
) {
    let usual = Modes::now();
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
        // Undoes what the prompt does to a terminal while it is typed at: each key comes at once then, and
        // is not shown by the terminal itself.
        if usual.as_ref().is_some_and(Modes::give_back) {
            write_now(USUAL_PASTE);
        }
        Response::End
    });
}
