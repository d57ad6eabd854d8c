//! Power cuts of the library: strace records the calls of a program that adds and analyzes games, and the disk is
//! rebuilt as a power cut after each of these calls could leave it.
//!
//! What was not synced is there, or not, sector by sector, in any order. The same holds for a new file whose folder
//! was not synced, and for a removed one. It needs strace and takes minutes, so it runs only on demand.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};

use rand::{RngExt, SeedableRng};
use reversi::players::Rng;

use super::kills::late_position;
use super::support::Program;
use super::writers::{PLIES, Totals, library};

/// The unit of atomic writes, in bytes.
const SECTOR: usize = 512;

/// The number of random disks per call, besides the two where all and none of the unsynced changes are there.
const RANDOM_DISKS: usize = 3;

/// The files that hold data. The shared memory of `SQLite` is rebuilt after a power cut.
const FILES: [&str; 3] = ["library.db", "library.db-wal", "library.db-journal"];

const TRACED: &str = "trace=pwrite64,write,ftruncate,fdatasync,fsync,unlink";

#[derive(Debug)]
enum Call {
    Write {
        file: String,
        at: usize,
        bytes: Vec<u8>,
    },
    Truncate {
        file: String,
        length: usize,
    },
    SyncFile(String),
    SyncFolder,
    Remove(String),
    /// Text on standard output, which acknowledges what it tells.
    Reply(Vec<u8>),
}

/// The text of a hexadecimal string such as `\x4e\x0a` between two marks.
fn hexadecimal(line: &str, open: char, close: char) -> Option<Vec<u8>> {
    let text = line.split_once(open)?.1.split_once(close)?.0;
    let digits = text.split("\\x").skip(1);
    digits
        .map(|pair| u8::from_str_radix(pair, 16).ok())
        .collect()
}

fn file_name(path: &[u8]) -> String {
    let path = String::from_utf8_lossy(path);
    path.rsplit('/').next().unwrap_or_default().to_owned()
}

/// The number before the result: the last argument of a call.
fn last_argument(line: &str) -> usize {
    let arguments = line.rsplit_once(") = ").unwrap().0;
    let last = arguments.rsplit(' ').next().unwrap();
    last.parse().unwrap()
}

impl Call {
    /// Parses a line of strace; `None` if the call failed or is about another file.
    fn of(line: &str, folder: &str) -> Option<Self> {
        let (name, _) = line.split_once('(')?;
        let result: i64 = line.rsplit_once(") = ")?.1.trim().parse().ok()?;
        let length = usize::try_from(result).ok()?;
        let bytes = || {
            let mut bytes = hexadecimal(line, '"', '"').unwrap();
            bytes.truncate(length);
            bytes
        };
        if name == "write" && line.starts_with("write(1<") {
            return Some(Self::Reply(bytes()));
        }
        if name == "unlink" {
            let file = file_name(&hexadecimal(line, '"', '"')?);
            return FILES.contains(&&*file).then_some(Self::Remove(file));
        }
        let file = file_name(&hexadecimal(line, '<', '>')?);
        let is_sync = ["fsync", "fdatasync"].contains(&name);
        if is_sync && file == folder {
            return Some(Self::SyncFolder);
        }
        if !FILES.contains(&&*file) {
            return None;
        }
        Some(match name {
            "pwrite64" => Self::Write {
                file,
                at: last_argument(line),
                bytes: bytes(),
            },
            "ftruncate" => Self::Truncate {
                file,
                length: last_argument(line),
            },
            _ if is_sync => Self::SyncFile(file),
            _ => panic!("unexpected: {}", &line[..line.len().min(200)]),
        })
    }
}

/// The calls of a trace, in the order in which they ended. Calls of several threads may be cut in two.
fn calls(trace: &str, folder: &str) -> Vec<Call> {
    let mut begun: BTreeMap<&str, &str> = BTreeMap::new();
    let mut calls = Vec::new();
    for line in trace.lines() {
        let Some((thread, line)) = line.split_once(' ') else {
            continue;
        };
        let line = line.trim_start();
        if let Some(first) = line.strip_suffix(" <unfinished ...>") {
            begun.insert(thread, first);
            continue;
        }
        let whole = match line.split_once(" resumed>") {
            Some((_, rest)) => format!("{}{rest}", begun.remove(thread).unwrap_or_default()),
            None => line.to_owned(),
        };
        calls.extend(Call::of(&whole, folder));
    }
    calls
}

#[derive(Debug, Clone)]
enum Change {
    Write { at: usize, bytes: Vec<u8> },
    Truncate { length: usize },
}

impl Change {
    fn apply(&self, content: &mut Vec<u8>) {
        match self {
            Self::Write { at, bytes } => {
                let end = at + bytes.len();
                if content.len() < end {
                    content.resize(end, 0);
                }
                content[*at..end].copy_from_slice(bytes);
            }
            Self::Truncate { length } => content.resize(*length, 0),
        }
    }

    /// The change in parts that can reach the disk without each other.
    fn sectors(&self) -> Vec<Self> {
        let Self::Write { at, bytes } = self else {
            return vec![self.clone()];
        };
        let sectors = (*at..).step_by(SECTOR).zip(bytes.chunks(SECTOR));
        let sector = |(at, bytes): (usize, &[u8])| Self::Write {
            at,
            bytes: bytes.to_vec(),
        };
        sectors.map(sector).collect()
    }
}

#[derive(Debug, Default, Clone)]
struct File {
    synced: Vec<u8>,
    unsynced: Vec<Change>,
    /// Whether its name is in the folder for certain.
    has_name: bool,
    is_removed: bool,
}

#[derive(Debug, Default, Clone)]
struct Disk(BTreeMap<String, File>);

impl Disk {
    fn of(program: &Program) -> Self {
        let files = FILES.into_iter().filter_map(|name| {
            let file = File {
                synced: fs::read(program.path(&format!("data/{name}"))).ok()?,
                has_name: true,
                ..File::default()
            };
            Some((name.to_owned(), file))
        });
        Self(files.collect())
    }

    fn note(&mut self, call: &Call) {
        match call {
            Call::Write { file, at, bytes } => self.change(
                file,
                Change::Write {
                    at: *at,
                    bytes: bytes.clone(),
                },
            ),
            Call::Truncate { file, length } => {
                self.change(file, Change::Truncate { length: *length });
            }
            Call::SyncFile(file) => {
                let file = self.0.entry(file.clone()).or_default();
                for change in std::mem::take(&mut file.unsynced) {
                    change.apply(&mut file.synced);
                }
            }
            Call::SyncFolder => {
                self.0.retain(|_, file| !file.is_removed);
                for file in self.0.values_mut() {
                    file.has_name = true;
                }
            }
            Call::Remove(file) => self.0.entry(file.clone()).or_default().is_removed = true,
            Call::Reply(_) => {}
        }
    }

    fn change(&mut self, name: &str, change: Change) {
        let file = self.0.entry(name.to_owned()).or_default();
        if file.is_removed {
            *file = File::default();
        }
        file.unsynced.push(change);
    }

    /// Writes the files as they may be after a power cut. `reaches` decides which unsynced change is there.
    fn write(&self, program: &Program, reaches: &mut dyn FnMut() -> bool) {
        let _ = fs::remove_dir_all(program.path("cut"));
        fs::create_dir(program.path("cut")).unwrap();
        for (name, file) in &self.0 {
            let is_there = (file.has_name || reaches()) && !(file.is_removed && reaches());
            if !is_there {
                continue;
            }
            let mut content = file.synced.clone();
            for change in file.unsynced.iter().flat_map(Change::sectors) {
                if reaches() {
                    change.apply(&mut content);
                }
            }
            program.write(&format!("cut/{name}"), content);
        }
    }
}

/// Runs a script on the data folder under strace. Returns its calls.
fn record(program: &Program, script: &str) -> Vec<Call> {
    let input = program.write("script.txt", script);
    let mut command = Command::new("strace");
    command.args(["-f", "-y", "-xx", "-s", "100000000", "-e", TRACED, "-o"]);
    command
        .arg(program.path("strace.log"))
        .args([env!("CARGO_BIN_EXE_reversi"), "--json", &input])
        .current_dir(program.home.path())
        .env("REVERSI_HOME", program.path("data"))
        .stdin(Stdio::null());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    calls(&program.read_text("strace.log"), "data")
}

/// Checks that the library of the folder `cut` is whole, and has everything that was acknowledged.
fn check(program: &Program, acknowledged: &Totals) {
    let checked = program.run_inside("library check --data-dir cut", "");
    assert_eq!(
        (&*checked.err, checked.code),
        ("", Some(0)),
        "{}",
        checked.out
    );
    if program.path("cut/library.db").exists() {
        acknowledged.check(&library(program, "cut"));
    } else {
        assert!(acknowledged.is_empty());
    }
}

#[test]
#[ignore = "it needs strace and takes minutes: see docs/dev/reliability.md"]
fn a_library_has_what_was_acknowledged_after_a_power_cut_at_any_call() {
    let program = Program::new();
    fs::create_dir(program.path("data")).unwrap();
    let (mut rng, mut acknowledged) = (Rng::seed_from_u64(1), Totals::default());
    let (mut cuts, mut syncs) = (0, 0);
    for board in (0..20)
        .filter_map(|seed| late_position(seed, PLIES))
        .take(4)
    {
        let script = format!(
            "setboard {board}\nplayer white 1\nplayer black 1\nlibrary add this\nanalyze\n\
             library tag 1 late\n"
        );
        let mut disk = Disk::of(&program);
        let before = acknowledged.clone();
        let mut replies = Vec::new();
        for call in record(&program, &script) {
            disk.note(&call);
            if let Call::Reply(bytes) = &call {
                replies.extend(bytes);
                acknowledged = before.clone();
                acknowledged.note(&board, std::str::from_utf8(&replies).unwrap());
            }
            syncs += usize::from(matches!(call, Call::SyncFile(_)));
            for kind in 0..2 + RANDOM_DISKS {
                disk.write(&program, &mut || match kind {
                    0 => false,
                    1 => true,
                    _ => rng.random_bool(0.5),
                });
                check(&program, &acknowledged);
                cuts += 1;
            }
        }
        assert_eq!(acknowledged.errors, [""; 0]);
    }
    println!("power cuts: {cuts} disks, {syncs} syncs");
    assert!(cuts > 200 && syncs > 10, "{cuts} {syncs}");
    assert!(acknowledged.added.len() >= 4 && acknowledged.judged.len() >= 4);
}
