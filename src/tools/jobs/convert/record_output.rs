//! The output of a conversion: standard output or a file; records as JSON.

use std::io::{self, BufWriter, IsTerminal, Write};

use serde::Serialize;

use super::{ConvertOptions, ConvertTarget};
use crate::base::files::NewFile;
use crate::base::terminal::signals::{self, Response};
use crate::base::text::{Printable, printable_lines};
use crate::records::{
    BoardPosition, Entry, Format, GameResult, RecordedMove, Sink, TheoreticalScore, TimeSetting,
};
use crate::tools::jobs::source::is_standard;
use crate::tools::jobs::{json_line, known};
use crate::tools::run::ToolError;

/// Opens the output; `None` if only statistics were requested.
pub fn open(options: &ConvertOptions, target: ConvertTarget) -> Result<Option<Sink>, ToolError> {
    let format = match target {
        ConvertTarget::Nothing => return Ok(None),
        ConvertTarget::Json => None,
        ConvertTarget::Format(format) => Some(format),
    };
    let sink = match options.output.as_deref().filter(|path| !is_standard(path)) {
        None => to_standard_output(format)?,
        Some(path) => {
            signals::on_interrupt(|| {
                NewFile::remove_unfinished();
                Response::End
            });
            Sink::to_file(path, options.force)?
        }
    };
    Ok(Some(match format {
        Some(format) => sink.with_format(format),
        None => sink,
    }))
}

fn to_standard_output(format: Option<Format>) -> Result<Sink, ToolError> {
    const NAME: &str = "standard output";
    let output = io::stdout();
    if !output.is_terminal() {
        return Ok(Sink::to_stream(NAME, BufWriter::new(output)));
    }
    if format == Some(Format::Wthor) {
        return Err(ToolError::Binary);
    }
    Ok(Sink::to_stream(NAME, RecordTerminal(output)))
}

/// A terminal, which must not act on the content of a record.
struct RecordTerminal(io::Stdout);

impl Write for RecordTerminal {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = printable_lines(&String::from_utf8_lossy(bytes));
        self.0.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[derive(Serialize)]
struct RecordObject<'a> {
    number: usize,
    byte: u64,
    black: PlayerObject<'a>,
    white: PlayerObject<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<Printable<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Printable<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<GameResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<TimeSetting>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theoretical: Option<TheoreticalScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    moves: &'a [RecordedMove],
    board: String,
    over: bool,
}

#[derive(Serialize)]
struct PlayerObject<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Printable<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
}

/// Formats a record as a JSON object.
pub fn json(entry: &Entry) -> String {
    let record = &entry.record;
    let [black, white] = record.players.each_ref().map(|player| PlayerObject {
        name: known(&player.name),
        rating: player.rating,
    });
    json_line(&RecordObject {
        number: entry.number,
        byte: entry.offset,
        black,
        white,
        event: known(&record.event),
        place: known(&record.place),
        date: record.date.as_ref().map(ToString::to_string),
        result: record.outcome(),
        time: record.time,
        theoretical: record.theoretical,
        start: (record.start() != BoardPosition::START).then(|| record.start().to_string()),
        moves: record.moves(),
        board: record.board().to_string(),
        over: record.is_over(),
    })
}
