//! Puts the shards of a run into one file: the file that one run without shards would have written.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::iter;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};

use super::games::Record;
use super::positions::Labelled;
use super::progress::Progress;
use super::{Shard, TrainingError, accuracy, probcut, rows};

/// Of missing shards so many are named.
const NAMED: usize = 8;

/// Writes the rows of all shards of games, positions, searches or errors in the order of a run without shards.
///
/// It checks that the files are the shards of one run, each there once and whole, and that no row is
/// there twice. A file that is there already is left as it is.
///
/// # Errors
/// When a file can't be read or is damaged, shards are missing or don't belong together, or the
/// output can't be written.
pub fn merge(files: &[PathBuf], out: &Path) -> Result<(), TrainingError> {
    let unwritable = |source| TrainingError::Unwritable { name: rows::shown(out), source };
    let shards = files.iter().map(|file| Part::open(file)).collect::<Result<Vec<_>, _>>()?;
    let mut shards = in_order(shards)?;
    rows::differ(&Unfinished::path_of(out), files.iter().map(PathBuf::as_path))?;
    let output = Unfinished::create(out).map_err(unwritable)?;
    let written = write(&mut shards, &output.file, out);
    let written = written.and_then(|()| output.finish(out).map_err(unwritable));
    if written.is_err() {
        // Nobody goes on with it.
        let _ = fs::remove_file(&output.path);
    }
    written
}

/// Writes the rows of all shards, in turn.
fn write(shards: &mut [Part], file: &File, out: &Path) -> Result<(), TrainingError> {
    let unwritable = |source| TrainingError::Unwritable { name: rows::shown(out), source };
    let mut writer = BufWriter::with_capacity(1 << 20, file);
    let (kind, total) = (shards[0].kind, shards[0].total);
    writeln!(writer, "{}", shards[0].whole).map_err(unwritable)?;
    let mut progress = Progress::new("merge", "rows", 0, total);
    let mut check = Check { kind, last: None };
    let count = shards.len();
    for number in 0..total {
        let shard = &mut shards[number % count];
        shard.next()?;
        check.row(number, &shard.row).map_err(|reason| shard.damaged(reason))?;
        writeln!(writer, "{}", shard.row).map_err(unwritable)?;
        progress.is_at(number);
    }
    for shard in shards {
        shard.end()?;
    }
    writer.flush().map_err(unwritable)?;
    progress.finish();
    Ok(())
}

/// What is in the files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Games,
    Positions,
    Searches,
    Errors,
}

impl Kind {
    /// The kinds as first lines name them.
    const NAMES: [(&str, Self); 4] = [
        ("games", Self::Games),
        ("positions", Self::Positions),
        ("searches", Self::Searches),
        ("errors", Self::Errors),
    ];

    /// That of a file which begins with this line.
    fn of(line: &str) -> Result<Self, String> {
        let kind = Self::NAMES.iter().find(|&&(name, _)| rows::is_of(name)(line).is_ok());
        kind.map(|&(_, kind)| kind).ok_or_else(|| {
            let names = Self::NAMES.map(|(name, _)| name).join(", ");
            format!(
                "it does not begin with {{\"reversi\":\"KIND\",\"version\":1, where KIND is one of \
                 {names}"
            )
        })
    }
}

/// A file of rows that is one of the shards.
struct Part {
    name: String,
    reader: BufReader<File>,
    kind: Kind,
    shard: Shard,
    /// How many rows all shards have.
    total: usize,
    /// The fields of the first line.
    fields: Map<String, Value>,
    /// The first line that a run without shards has.
    whole: String,
    row: String,
    /// The number of the line that `row` is, from 1.
    line: usize,
}

/// What is needed to know of a first line.
#[derive(Deserialize)]
struct FirstLine {
    shard: Shard,
    games: Option<usize>,
    positions: Option<usize>,
    all: Option<usize>,
}

impl Part {
    fn open(path: &Path) -> Result<Self, TrainingError> {
        let name = rows::shown(path);
        let unreadable = |source| TrainingError::Unreadable { name: name.clone(), source };
        let mut reader = BufReader::with_capacity(1 << 18, File::open(path).map_err(unreadable)?);
        let mut line = String::new();
        reader.read_line(&mut line).map_err(unreadable)?;
        let damaged = |reason| TrainingError::Damaged { name: name.clone(), line: 1, reason };
        let line = line.strip_suffix('\n').ok_or_else(|| damaged("it is not whole".to_owned()))?;
        let kind = Kind::of(line).map_err(damaged)?;
        let json = |error: serde_json::Error| damaged(error.to_string());
        let first: FirstLine = serde_json::from_str(line).map_err(json)?;
        let fields = serde_json::from_str(line).map_err(json)?;
        let shard = first.shard;
        let total = match kind {
            Kind::Games => first.games,
            Kind::Positions | Kind::Errors => first.all,
            Kind::Searches => first.positions.map(probcut::tasks),
        };
        let total =
            total.ok_or_else(|| damaged("it does not say how many rows there are".into()))?;
        if !(1..=shard.count).contains(&shard.index) {
            return Err(damaged(format!("there is no shard {}", called(shard))));
        }
        let text =
            |shard| format!("\"shard\":{}", serde_json::to_string(&shard).unwrap_or_default());
        let whole = line.replacen(&text(shard), &text(Shard::ALL), 1);
        let row = String::new();
        Ok(Self { name, reader, kind, shard, total, fields, whole, row, line: 1 })
    }

    /// Goes to the next row, which has to be there.
    fn next(&mut self) -> Result<(), TrainingError> {
        self.line += 1;
        self.row.clear();
        let result = self.reader.read_line(&mut self.row);
        result.map_err(|source| TrainingError::Unreadable { name: self.name.clone(), source })?;
        // A torn row is none.
        if self.row.pop() == Some('\n') {
            return Ok(());
        }
        let (found, wanted) = (self.line - 2, self.shard.size_of(self.total));
        Err(self.damaged(format!(
            "the file ends after {found} of {wanted} rows: the run that writes it has not ended, or \
             has to be gone on with"
        )))
    }

    /// Checks that there are no more rows.
    fn end(&mut self) -> Result<(), TrainingError> {
        match self.next() {
            Ok(()) => {
                let wanted = self.shard.size_of(self.total);
                Err(self.damaged(format!("a row too many: the shard has {wanted}")))
            }
            Err(TrainingError::Damaged { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn damaged(&self, reason: String) -> TrainingError {
        TrainingError::Damaged { name: self.name.clone(), line: self.line, reason }
    }
}

/// Puts the shards in order, if they belong together and are all there.
fn in_order(parts: Vec<Part>) -> Result<Vec<Part>, TrainingError> {
    let mut by_index: BTreeMap<usize, Part> = BTreeMap::new();
    for part in parts {
        if let Some((_, first)) = by_index.first_key_value() {
            differences(first, &part)?;
        }
        if let Some(twice) = by_index.get(&part.shard.index) {
            return Err(TrainingError::Shards(format!(
                "shard {} is there twice: {} and {}",
                called(part.shard),
                twice.name,
                part.name
            )));
        }
        by_index.insert(part.shard.index, part);
    }
    let Some(count) = by_index.values().next().map(|part| part.shard.count) else {
        return Err(TrainingError::Shards("there are none".to_owned()));
    };
    let missing = count - by_index.len();
    if missing > 0 {
        let names: Vec<String> = (1..=count)
            .filter(|index| !by_index.contains_key(index))
            .map(|index| called(Shard { index, count }))
            .take(NAMED)
            .collect();
        let more = if missing > NAMED { " ..." } else { "" };
        let names = names.join(", ");
        return Err(TrainingError::Shards(format!("{missing} of {count} missing: {names}{more}")));
    }
    Ok(by_index.into_values().collect())
}

/// Refuses two files that differ in more than the index of the shard.
fn differences(first: &Part, other: &Part) -> Result<(), TrainingError> {
    let of = |part: &Part, field: &str| match part.fields.get(field) {
        Some(_) if field == "shard" => format!("{} shards", part.shard.count),
        Some(value) => format!("{field} {value}"),
        None => format!("no {field}"),
    };
    // What is in the files comes first, because other fields follow from it.
    let fields = first.fields.keys().chain(other.fields.keys()).map(String::as_str);
    for field in iter::once("reversi").chain(fields) {
        let (here, there) = (of(other, field), of(first, field));
        if here != there {
            let reason = format!("it has {here}, and {} has {there}", first.name);
            return Err(TrainingError::Damaged { name: other.name.clone(), line: 1, reason });
        }
    }
    Ok(())
}

fn called(Shard { index, count }: Shard) -> String {
    format!("{index}/{count}")
}

/// Checks that each row is the one whose turn it is.
struct Check {
    kind: Kind,
    /// The position of the row before.
    last: Option<(u64, u64)>,
}

impl Check {
    fn row(&mut self, number: usize, row: &str) -> Result<(), String> {
        match self.kind {
            Kind::Games => {
                let record: Record = row.parse()?;
                if record.number != number {
                    return Err(format!("it is game {}, not game {number}", record.number));
                }
                record.positions().map(|_| ())
            }
            Kind::Positions => {
                let labelled: Labelled = row.parse()?;
                let next = (labelled.position.player, labelled.position.opponent);
                // Positions are written in the order of their discs.
                if self.last.replace(next).is_some_and(|last| last >= next) {
                    return Err("its position is there twice, or not in its place".to_owned());
                }
                Ok(())
            }
            Kind::Searches => probcut::check(row, number),
            Kind::Errors => accuracy::check(row),
        }
    }
}

/// A file that is there under its name only when it is whole.
struct Unfinished {
    path: PathBuf,
    file: File,
}

impl Unfinished {
    fn path_of(out: &Path) -> PathBuf {
        let mut path = out.as_os_str().to_owned();
        path.push(".unfinished");
        path.into()
    }

    fn create(out: &Path) -> io::Result<Self> {
        refuse_if_there(out)?;
        let path = Self::path_of(out);
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path)?;
        // Where files can't be locked, it is up to the person to start no second run.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(io::Error::other("another run is writing it"));
        }
        file.set_len(0)?;
        Ok(Self { path, file })
    }

    fn finish(&self, out: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        // A link never replaces a file; where there are none a name is given in two steps.
        match fs::hard_link(&self.path, out) {
            Ok(()) => fs::remove_file(&self.path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => refuse_if_there(out),
            Err(_) => refuse_if_there(out).and_then(|()| fs::rename(&self.path, out)),
        }
    }
}

fn refuse_if_there(out: &Path) -> io::Result<()> {
    if out.symlink_metadata().is_err() {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "it is there already, and left as it is"))
}

#[cfg(test)]
mod tests;
