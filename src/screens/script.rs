//! Commands from a pipe or a file: no prompt, no colour, errors with their line number.

use std::io::{self, Read, Write};

use super::console::{Console, Ending, Flow, Options, Stopped};
use super::lines::Lines;
use crate::store::Slots;

/// How much output is gathered before it is written, in bytes.
const CHUNK: usize = 1 << 16;

/// Runs every line of the input.
pub(super) fn run(options: &Options, input: impl Read, name: &str) -> Result<Ending, Stopped> {
    let mut console = Console::new(options, Slots::Script);
    let mut lines = Lines::new(input);
    let mut output = Output { target: io::stdout().lock(), is_closed: false };
    let mut ending = Ending::default();
    let result = run_lines(options, &mut console, &mut lines, &mut output, &mut ending, name);
    let closed = output.is_closed;
    // The game is kept whatever became of the output. Where that can't be done, as in a sandbox
    // without a home, the commands have been carried out all the same.
    console.close();
    result?;
    // A reader that has seen enough, like head, is no failure.
    Ok(if closed { Ending::default() } else { ending })
}

fn run_lines(
    options: &Options,
    console: &mut Console,
    lines: &mut Lines<impl Read>,
    output: &mut Output<impl Write>,
    ending: &mut Ending,
    name: &str,
) -> Result<(), Stopped> {
    let unreadable = |source| Stopped::Unreadable { name: name.to_owned(), source };
    if options.resume {
        match console.line(Ok("resume"), 0) {
            Ok(_) => {}
            Err(failure) => {
                ending.failures += 1;
                console.complain(&format!("--resume: {failure}"));
                if options.strict {
                    return output.take(&mut console.out);
                }
            }
        }
    }
    let mut number = 0;
    while !output.is_closed {
        // Whoever writes the commands may wait for the answer before going on.
        if console.out.len() >= CHUNK || !lines.is_ready() {
            output.take(&mut console.out)?;
        }
        let line = lines.next().map_err(unreadable)?;
        let is_last = line.is_none();
        let result = match line {
            Some(line) => {
                number += 1;
                console.line(line, number)
            }
            None => console.end_of_lines(number),
        };
        match result {
            Ok(_) if is_last => break,
            Ok(Flow::Continue) => {}
            Ok(Flow::Quit) => break,
            Err(failure) => {
                ending.failures += 1;
                output.take(&mut console.out)?;
                console.complain(&format!("line {number}: {failure}"));
                if options.strict || is_last {
                    break;
                }
            }
        }
    }
    output.take(&mut console.out)
}

/// Where the text goes, until nobody reads it any more.
struct Output<W> {
    target: W,
    is_closed: bool,
}

impl<W: Write> Output<W> {
    /// Writes a text and empties it.
    fn take(&mut self, text: &mut String) -> Result<(), Stopped> {
        let result = self.target.write_all(text.as_bytes()).and_then(|()| self.target.flush());
        text.clear();
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(())
            }
            result => result.map_err(Stopped::Unwritable),
        }
    }
}
