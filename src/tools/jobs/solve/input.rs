//! Reads the numbered input lines, and finds the boards that have several.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;

use clap::error::ErrorKind;

use super::SolveOptions;
use super::answers::StoredAnswers;
use super::solvers::SolverOfGame;
use super::tasks::{ShardWork, Tasks};
use crate::base::text::{LineReader, Shard, checksum, printable_path};
use crate::players::connect_four::ConnectFourSolver;
use crate::records::{self, BoardError, Format, ObfError, PositionFinder, typed_position};
use crate::tools::jobs::source::{TURN_ADVICE, is_standard};
use crate::tools::run::{ToolError, input};

/// The maximum length of a line, in bytes.
const MAX_BYTES: usize = 4096;

/// The positions of a shard, from a file, the options, or standard input.
pub struct PositionLines {
    lines: NumberedPositions,
    pub shard: Shard,
    /// The positions that the shard has; `None` if they are read only once.
    part: Option<ShardWork>,
}

/// A position on a single line, or the reason why the text is none.
type PositionText = Result<String, String>;

impl PositionLines {
    /// Opens the input. With `counts`, a file is read twice, for the total of the progress.
    pub fn open<S: SolverOfGame>(
        options: &SolveOptions,
        answers: &StoredAnswers<S::Key>,
        counts: bool,
    ) -> Result<Self, ToolError> {
        let typed = match &options.position {
            Some(position) => Some(position.clone()),
            None => typed(options)?,
        };
        if let Some(text) = typed {
            let text = Box::new(Cursor::new(text));
            let lines = NumberedPositions::open("the position".to_owned(), text, options)?;
            return Ok(Self {
                lines,
                shard: Shard::ALL,
                part: None,
            });
        }
        let missing = "no position to solve: give FILE, --position POSITION";
        let path = input("solve", options.file.clone(), missing)?;
        let shard = options.shard.get("solve")?;
        let (name, mut reader) = open(&path)?;
        let mut part = None;
        if shard != Shard::ALL || (counts && path.is_file()) {
            // Balancing reads the positions twice, which a pipe doesn't allow.
            let mut copy = Vec::new();
            let first: Box<dyn Read> = if path.is_file() {
                open(&path)?.1
            } else {
                let read = reader.read_to_end(&mut copy);
                read.map_err(ToolError::unreadable(&path))?;
                reader = Box::new(Cursor::new(copy.clone()));
                Box::new(Cursor::new(copy))
            };
            let positions = NumberedPositions::open(name.clone(), first, options)?;
            part = Some(positions.part_of::<S>(shard, answers)?);
        }
        Ok(Self {
            lines: NumberedPositions::open(name, reader, options)?,
            shard,
            part,
        })
    }

    /// Returns the part of the shard; `None` for the whole input.
    pub fn part(&self) -> Option<&ShardWork> {
        self.part.as_ref().filter(|_| self.shard != Shard::ALL)
    }

    /// Returns the number of rows and their estimated work; `None` if the input is read only once.
    pub fn total(&self) -> Option<(usize, u128)> {
        let part = self.part.as_ref()?;
        Some((part.rows, part.work))
    }

    /// Returns the next position of the shard and the number of its first line, from 1; `None` at the end.
    pub fn next(&mut self) -> Result<Option<(usize, PositionText)>, ToolError> {
        loop {
            let next = self.lines.next()?;
            let is_own = match &mut self.part {
                None => true,
                Some(part) => part.is_own.next().unwrap_or(true),
            };
            if is_own || next.is_none() {
                return Ok(next);
            }
        }
    }
}

/// Opens a file, or standard input (`-`). Returns the name for messages, and the bytes.
fn open(path: &Path) -> Result<(String, Box<dyn Read>), ToolError> {
    if is_standard(path) {
        return Ok(("standard input".to_owned(), Box::new(io::stdin())));
    }
    let file = File::open(path).map_err(ToolError::unreadable(path))?;
    Ok((printable_path(path).to_string(), Box::new(file)))
}

/// All positions of an input, with the numbers of their first lines.
struct NumberedPositions {
    name: String,
    reader: LineReader<Box<dyn Read>>,
    /// Finds the boards of discs; `None` for Connect Four, where each line is a position.
    boards: Option<PositionFinder>,
}

impl NumberedPositions {
    fn open(
        name: String,
        reader: Box<dyn Read>,
        options: &SolveOptions,
    ) -> Result<Self, ToolError> {
        let reader: Box<dyn Read> = match records::decoded(BufReader::new(reader)) {
            Ok(text) => Box::new(text),
            Err(source) => return Err(ToolError::Unreadable { name, source }),
        };
        let has_boards = options.game.has_boards;
        let boards = has_boards.then(|| PositionFinder::new(options.turn));
        let reader = LineReader::new(reader, MAX_BYTES);
        Ok(Self {
            name,
            reader,
            boards,
        })
    }

    /// Returns the part of a shard.
    fn part_of<S: SolverOfGame>(
        mut self,
        shard: Shard,
        answers: &StoredAnswers<S::Key>,
    ) -> Result<ShardWork, ToolError> {
        let mut input = String::new();
        let mut tasks = Tasks::<S>::default();
        while let Some((number, text)) = self.next()? {
            let text = text.unwrap_or_default();
            input = checksum(format!("{input} {number} {text}"));
            tasks.add(&text, answers);
        }
        Ok(tasks.part_of(shard, input))
    }

    fn next(&mut self) -> Result<Option<(usize, PositionText)>, ToolError> {
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
    if !options.game.has_boards {
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

pub fn check(options: &SolveOptions) -> Result<(), ToolError> {
    let given = [
        ("--all-moves", options.all_moves),
        ("--wld", options.wld),
        ("--turn", options.turn.is_some()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) if !options.game.has_boards => {
            let reason = format!(
                "{option} is for Reversi and Reversed Reversi, and not for -g {}",
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
