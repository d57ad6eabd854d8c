//! Reads the numbered input lines, and finds the boards that have several.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;

use clap::error::ErrorKind;

use super::SolveOptions;
use super::solvers::SolverOfGame;
use crate::base::text::{LineReader, Shard, printable_path};
use crate::players::connect_four::ConnectFourSolver;
use crate::records::{self, BoardError, Format, ObfError, PositionFinder, typed_position};
use crate::tools::jobs::source::{TURN_ADVICE, is_standard};
use crate::tools::run::{ToolError, entry_of_environment, input};

/// The maximum length of a line, in bytes.
const MAX_BYTES: usize = 4096;

/// The positions of a shard, from a file, the options, `$HQ_ENTRY`, or standard input.
pub(super) struct PositionLines {
    name: String,
    reader: LineReader<Box<dyn Read>>,
    shard: Shard,
    /// Finds the boards of both games of Reversi; `None` for Connect Four, where each line is a position.
    boards: Option<PositionFinder>,
}

/// A position on a single line, or the reason why the text is none.
type PositionText = Result<String, String>;

impl PositionLines {
    pub(super) fn open(options: &SolveOptions) -> Result<Self, ToolError> {
        let entry = match &options.position {
            Some(position) => Some(position.clone()),
            None => typed(options)?,
        };
        let entry = entry.or_else(|| options.file.is_none().then(entry_of_environment).flatten());
        let (name, reader): (_, Box<dyn Read>) = if let Some(entry) = entry {
            ("the position".to_owned(), Box::new(Cursor::new(entry)))
        } else {
            let missing = "no position to solve: give FILE, --position POSITION";
            let path = input("solve", options.file.clone(), missing)?;
            if is_standard(&path) {
                ("standard input".to_owned(), Box::new(io::stdin()))
            } else {
                let file = File::open(&path).map_err(ToolError::unreadable(&path))?;
                (printable_path(&path).to_string(), Box::new(file))
            }
        };
        let reader: Box<dyn Read> = match records::decoded(BufReader::new(reader)) {
            Ok(text) => Box::new(text),
            Err(source) => return Err(ToolError::Unreadable { name, source }),
        };
        let boards = options
            .has_boards()
            .then(|| PositionFinder::new(options.turn));
        let reader = LineReader::new(reader, MAX_BYTES);
        Ok(Self {
            name,
            reader,
            shard: options.shard,
            boards,
        })
    }

    /// Returns the next position of the shard and the number of its first line, from 1; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<(usize, PositionText)>, ToolError> {
        loop {
            let Some((number, text)) = self.next_of_all()? else {
                return Ok(None);
            };
            if self.shard.has(number) {
                return Ok(Some((number, text)));
            }
        }
    }

    fn next_of_all(&mut self) -> Result<Option<(usize, PositionText)>, ToolError> {
        loop {
            if let Some(position) = self.boards.as_mut().and_then(PositionFinder::next) {
                return Ok(Some((
                    position.line,
                    position.text.map_err(|error| reason(&error)),
                )));
            }
            let line = self.line()?;
            let Some(boards) = &mut self.boards else {
                return Ok(line.map(|line| (self.reader.number(), Ok(line))));
            };
            match line {
                Some(line) => boards.add(line),
                None if boards.end() => {}
                None => return Ok(None),
            }
        }
    }

    /// Returns the next line; `None` at the end. Cuts long lines.
    fn line(&mut self) -> Result<Option<String>, ToolError> {
        match self.reader.next_unmarked() {
            Ok(line) => Ok(line.map(|line| String::from_utf8_lossy(line.bytes).into_owned())),
            Err(source) => Err(ToolError::Unreadable {
                name: self.name.clone(),
                source,
            }),
        }
    }
}

fn reason(error: &ObfError) -> String {
    let advice = if *error == ObfError::Board(BoardError::MissingSide) {
        TURN_ADVICE
    } else {
        ""
    };
    format!("{error}{advice}")
}

/// Returns the position or game given instead of a file name; `None` if the text is a file or can't be solved.
fn typed(options: &SolveOptions) -> Result<Option<String>, ToolError> {
    let path = options
        .file
        .as_deref()
        .filter(|path| !is_standard(path) && !path.exists());
    let Some(text) = path.and_then(Path::to_str).map(str::to_owned) else {
        return Ok(None);
    };
    if !options.has_boards() {
        return Ok(matches!(ConnectFourSolver::read(&text), Ok(Some(_))).then_some(text));
    }
    Ok(match records::typed(&text) {
        None => None,
        Some(Format::Transcript) => match typed_position(&text) {
            Ok(board) => Some(board.to_string()),
            Err(why) => return Err(ToolError::Position { text, why }),
        },
        Some(_) => Some(text),
    })
}

pub(super) fn check(options: &SolveOptions) -> Result<(), ToolError> {
    let given = [
        ("--all-moves", options.all_moves),
        ("--wld", options.wld),
        ("--turn", options.turn.is_some()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) if !options.has_boards() => {
            let reason = format!(
                "{option} is for boards of discs, and not for -g {}",
                options.game.code
            );
            Err(ToolError::usage(
                "solve",
                ErrorKind::ArgumentConflict,
                reason,
            ))
        }
        _ => Ok(()),
    }
}
