//! Runs commands from a pipe or a file, without a prompt. Errors have line numbers.

use std::io::{self, Read, Write};

use super::answers::{Answers, Flow};
use super::failure::Failure;
use super::lines::{self, LineError, MAX_BYTES};
use super::options::{Options, ReplyFormat, RunEnd, Stopped};
use super::text::Reader;
use super::words::{self, Voice};
use crate::base::terminal::ProgressLine;
use crate::base::text::LineReader;
use crate::desk::{Desk, Refusal, Settings, Use};
use crate::interpreter::{Progress, Reply};

/// The amount of buffered output, in bytes, that is written at once.
const CHUNK: usize = 1 << 16;

pub fn run(options: &Options, input: impl Read, file: Option<&str>) -> Result<RunEnd, Stopped> {
    let mut script = Script::new(options);
    let mut lines = LineReader::new(input, MAX_BYTES);
    let mut output = ScriptOutput {
        target: io::stdout().lock(),
        is_closed: false,
    };
    let mut ending = RunEnd::default();
    let result = script.run(options, &mut lines, &mut output, &mut ending, file);
    let closed = output.is_closed;
    // Save the game even if the output failed. If that fails too, as in a sandbox without a home, only report it: the
    // commands have been executed. A full disk is a failure, because saving was possible before.
    for lost in script.desk.close().1 {
        script.answers.complain(&words::lost(&lost));
        ending.failures += usize::from(lost.is_about_full_disk());
    }
    result?;
    // A closed pipe, as with `head`, is not an error.
    Ok(if closed { RunEnd::default() } else { ending })
}

/// Formats a line number as compilers do, so that editors can jump to it.
fn place(file: Option<&str>, number: usize) -> String {
    file.map_or_else(
        || format!("line {number}"),
        |file| format!("{file}:{number}"),
    )
}

/// A desk, with the output that is not written yet.
struct Script {
    desk: Desk,
    answers: Answers,
    progress: ProgressLine,
    out: String,
}

impl Script {
    fn new(options: &Options) -> Self {
        let settings = Settings {
            used_by: Use::Script,
            // JSON readers can ignore opening names; in text they would be in the way.
            names_openings: options.format == ReplyFormat::Json,
            lists_all_games: options.format == ReplyFormat::Json,
            ..options.settings.clone()
        };
        // No waker is needed: a script waits for each command.
        let desk = Desk::new(&settings, || ());
        let answers = Answers {
            format: options.format,
            ascii: settings.ascii,
            fits: false,
        };
        Self {
            desk,
            answers,
            progress: ProgressLine::start(),
            out: String::new(),
        }
    }

    fn run(
        &mut self,
        options: &Options,
        lines: &mut LineReader<impl Read>,
        output: &mut ScriptOutput<impl Write>,
        ending: &mut RunEnd,
        file: Option<&str>,
    ) -> Result<(), Stopped> {
        let name = file.unwrap_or("standard input");
        let unreadable = |source| Stopped::Unreadable {
            name: name.to_owned(),
            source,
        };
        if options.resume && !self.resume(ending) && options.strict {
            return output.take(&mut self.out);
        }
        let mut number = 0;
        while !output.is_closed {
            // Flush before waiting for input: the writer may wait for the answer.
            if self.out.len() >= CHUNK || !lines.is_ready() {
                output.take(&mut self.out)?;
            }
            let line = lines::next(lines).map_err(unreadable)?;
            let is_last = line.is_none();
            let result = match line {
                Some(line) => {
                    number += 1;
                    self.line(line, number)
                }
                None => self.end_of_lines(number),
            };
            match result {
                Ok(_) if is_last => break,
                Ok(Flow::Continue) => {}
                Ok(_) => break,
                Err(failure) => {
                    ending.failures += 1;
                    output.take(&mut self.out)?;
                    let why = words::failure(Voice::Script, &failure);
                    self.answers
                        .complain(&format!("{}: {why}", place(file, number)));
                    if options.strict || is_last {
                        break;
                    }
                }
            }
        }
        output.take(&mut self.out)
    }

    /// Resumes the unfinished game. Returns false if that fails.
    fn resume(&mut self, ending: &mut RunEnd) -> bool {
        let Err(failure) = self.line(Ok("resume"), 0) else {
            return true;
        };
        ending.failures += 1;
        let why = words::failure(Voice::Script, &failure);
        self.answers.complain(&format!("reversi: --resume: {why}"));
        false
    }

    /// Executes a line, and shows the progress of long work on a terminal.
    fn perform(&mut self, line: &str, number: usize) -> Option<Result<Reply, Refusal>> {
        let shown = &self.progress;
        let report = &mut |progress: Progress| {
            if shown.is_visible()
                && let Some(text) = words::progress(&progress)
            {
                shown.begin(format!("line {number}, {text}"));
            }
        };
        let result = self.desk.perform(line, report);
        shown.pause();
        result
    }

    /// Executes a line, and writes its result to `out`.
    fn line(&mut self, line: Result<&str, LineError>, number: usize) -> Result<Flow, Failure> {
        let text = *line.as_ref().unwrap_or(&"");
        let result = match line {
            Ok(line) => match self.perform(line, number) {
                None => return Ok(Flow::Continue),
                Some(result) => result.map_err(Failure::from),
            },
            Err(error) => Err(error.into()),
        };
        let game = self.desk.game();
        self.answers.write(
            &mut self.out,
            number,
            text,
            result,
            game.as_deref(),
            Reader::Script(self.answers.style()),
        )
    }

    /// Ends the input, which completes a pending paste.
    fn end_of_lines(&mut self, number: usize) -> Result<Flow, Failure> {
        let Some(result) = self.desk.end_of_lines() else {
            return Ok(Flow::Continue);
        };
        let result = result.map_err(Failure::from);
        let game = self.desk.game();
        self.answers.write(
            &mut self.out,
            number,
            "",
            result,
            game.as_deref(),
            Reader::Script(self.answers.style()),
        )
    }
}

/// The output, with whether its reader has closed it.
struct ScriptOutput<W> {
    target: W,
    is_closed: bool,
}

impl<W: Write> ScriptOutput<W> {
    /// Writes the text and clears it.
    fn take(&mut self, text: &mut String) -> Result<(), Stopped> {
        let result = self
            .target
            .write_all(text.as_bytes())
            .and_then(|()| self.target.flush());
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
