//! Signal handling at the prompt.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use super::Wake;
use super::interrupt::{InterruptState, Meaning};
use crate::base::system::{Modes, SIGCONT, SIGINT, restore_on_abort, write_now};
use crate::base::terminal::signals::{Response, Signals};

/// Turns off bracketed paste, which the prompt has turned on.
const USUAL_PASTE: &[u8] = b"\x1b[?2004l\n";

/// Handles the signals of the prompt. Ctrl-C during a thought wakes the prompt. A signal that ends the program waits
/// briefly until the game is saved; then the terminal is restored.
pub fn handle(
    signals: &Signals,
    wakes: Sender<Wake>,
    attention: Arc<InterruptState>,
    flush: impl Fn() + Send + 'static,
) {
    let usual = Modes::now();
    restore_on_abort(usual.as_ref().zip(Some(USUAL_PASTE)));
    // Without the handler, the autosave may lack the last ply.
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
        // Undo the prompt's raw mode, in which keys arrive at once and without echo.
        if usual.as_ref().is_some_and(Modes::give_back) {
            write_now(USUAL_PASTE);
        }
        Response::End
    });
}
