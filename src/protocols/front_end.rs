//! Connects a protocol to standard input and output. Three threads read, search and write.

use std::io::{self, Read, Write};
use std::sync::{Arc, mpsc};
use std::thread;

use super::SearchWorker;
use super::mailbox::{ClientLine, ClientLines};
use super::mailbox::{Incoming, Mailbox};
use super::{Protocol, ProtocolOptions, Reaction, Urgency};
use crate::base::files::NoThread;
use crate::base::system;
use crate::players::{Request, Stop};

/// Serves a client until it quits or disconnects. A closed pipe is not an error.
pub fn speak<P: Protocol>(protocol: P, options: &ProtocolOptions) -> io::Result<()> {
    let mailbox = Mailbox::new(is_input_a_file());
    watch(
        "watch input",
        system::wait_for_lost_writer,
        &mailbox,
        Mailbox::hang_up,
    );
    // Detects a lost reader even while nothing is written.
    watch(
        "watch output",
        system::wait_for_lost_reader,
        &mailbox,
        Mailbox::close_output,
    );
    converse(
        protocol,
        SearchWorker::new(options.seed),
        &mailbox,
        io::stdin(),
        io::stdout(),
    )
}

/// Starts a thread that the conversation needs.
fn start(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let thread = thread::Builder::new().name(name.to_owned()).spawn(work);
    thread.map(drop).map_err(|_| io::Error::other(NoThread))
}

/// Serves a client over any streams. Its threads may outlive the call; they end with the process.
fn converse<P: Protocol>(
    mut protocol: P,
    searcher: SearchWorker,
    mailbox: &Arc<Mailbox>,
    input: impl Read + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let reader = Arc::clone(mailbox);
    let (failed, failure) = mpsc::channel();
    start("reader", move || {
        let mut lines = ClientLines::new(input);
        if let Err(error) = read::<P>(&reader, &mut lines) {
            let _ = failed.send(error);
        }
        reader.end(lines.last_at());
    })?;
    let (sender, requests) = mpsc::channel();
    let reports = Arc::clone(mailbox);
    start("search", move || search(searcher, &reports, &requests))?;
    loop {
        let reaction = match mailbox.next() {
            Incoming::Line(ClientLine::Text(line), at) => protocol.line(&line, at),
            Incoming::Line(ClientLine::TooLong, _) => protocol.too_long(),
            Incoming::Found(found) => protocol.found(&found).into(),
            Incoming::Finished(answer) => protocol.finished(&answer),
            Incoming::End => break,
        };
        let Reaction {
            text,
            search,
            is_end,
        } = reaction;
        match output
            .write_all(text.as_bytes())
            .and_then(|()| output.flush())
        {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            result => result?,
        }
        if is_end {
            return Ok(());
        }
        if let Some(search) = search {
            let stop = mailbox.start(&search);
            // The search thread ends only with the process.
            let _ = sender.send((search.request, stop));
        }
    }
    failure.try_recv().map_or(Ok(()), Err)
}

fn read<P: Protocol>(mailbox: &Mailbox, lines: &mut ClientLines<impl Read>) -> io::Result<()> {
    while let Some(line) = lines.next()? {
        let urgency = match &line {
            ClientLine::Text(text) => P::urgency(text),
            ClientLine::TooLong => Urgency::InTurn,
        };
        mailbox.push_line(line, urgency);
    }
    Ok(())
}

fn search(
    mut searcher: SearchWorker,
    mailbox: &Mailbox,
    requests: &mpsc::Receiver<(Request, Stop)>,
) {
    while let Ok((request, stop)) = requests.recv() {
        let mut observer = |found: &_| mailbox.report(Incoming::Found(Clone::clone(found)));
        let answer = searcher.think(request, &stop, &mut observer);
        mailbox.report(Incoming::Finished(Box::new(answer)));
    }
}

fn is_input_a_file() -> bool {
    cfg!(unix) && std::fs::metadata("/dev/stdin").is_ok_and(|input| input.is_file())
}

/// Starts a thread that waits until the client has disconnected, and then calls `tell`.
fn watch(name: &str, wait: fn() -> bool, mailbox: &Arc<Mailbox>, tell: fn(&Mailbox)) {
    let mailbox = Arc::clone(mailbox);
    let watch = move || {
        if wait() {
            tell(&mailbox);
        }
    };
    // Without this thread, the loss is noticed at the next reply or at the end of the input.
    let _ = thread::Builder::new().name(name.to_owned()).spawn(watch);
}
