//! Rehearses disk problems: failing calls, and a power failure between any two calls, after which changes that were
//! not synced are present in part, in any order.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::base::system;

/// The unit of atomic writes, in bytes.
const SECTOR: usize = 512;

/// The maximum number of pending changes to try in all combinations. For more, random ones are tried.
const MOST_IN_EVERY_COMBINATION: usize = 10;

/// Identifies a file independently of its names, which can change.
type Id = usize;

#[derive(Debug, Clone)]
enum Change {
    /// A name for a file, possibly the previous name of another one.
    Name {
        path: PathBuf,
        id: Id,
    },
    Rename {
        from: PathBuf,
        to: PathBuf,
        id: Id,
    },
    Remove {
        path: PathBuf,
    },
    Folder {
        path: PathBuf,
    },
    Write {
        id: Id,
        at: usize,
        bytes: Vec<u8>,
    },
    SyncFile {
        id: Id,
    },
    SyncFolder {
        path: PathBuf,
    },
}

#[derive(Debug, Default)]
struct Record {
    calls: usize,
    /// The number of the failing call, from 0, and its error code.
    failing: Option<(usize, i32)>,
    changes: Vec<Change>,
    ids: BTreeMap<PathBuf, Id>,
    /// The original files, by their original names.
    first_names: BTreeMap<PathBuf, Id>,
    contents: BTreeMap<Id, Vec<u8>>,
    next: Id,
}

thread_local! {
    static RECORD: RefCell<Option<Record>> = const { RefCell::new(None) };
}

/// Counts a call. Returns an error if the call must fail.
fn call() -> io::Result<()> {
    RECORD.with_borrow_mut(|record| {
        let Some(record) = record else { return Ok(()) };
        record.calls += 1;
        match record.failing {
            Some((number, code)) if number + 1 == record.calls => {
                Err(io::Error::from_raw_os_error(code))
            }
            _ => Ok(()),
        }
    })
}

fn note(change: impl FnOnce(&mut Record) -> Option<Change>) {
    RECORD.with_borrow_mut(|record| {
        if let Some(record) = record {
            let change = change(record);
            record.changes.extend(change);
        }
    });
}

impl Record {
    fn new_id(&mut self) -> Id {
        self.next += 1;
        self.next
    }

    fn id(&mut self, path: &Path) -> Id {
        if let Some(&id) = self.ids.get(path) {
            return id;
        }
        let id = self.new_id();
        self.ids.insert(path.to_owned(), id);
        self.first_names.insert(path.to_owned(), id);
        self.contents.insert(id, fs::read(path).unwrap_or_default());
        id
    }
}

#[derive(Debug)]
pub struct File {
    file: fs::File,
    id: Id,
}

impl File {
    pub fn sync_all(&self) -> io::Result<()> {
        call()?;
        self.file.sync_all()?;
        note(|_| Some(Change::SyncFile { id: self.id }));
        Ok(())
    }

    pub fn try_lock(&self) -> Result<(), fs::TryLockError> {
        call().map_err(|error| match error.kind() {
            // Pretend that another process holds the lock.
            io::ErrorKind::WouldBlock => fs::TryLockError::WouldBlock,
            _ => fs::TryLockError::Error(error),
        })?;
        self.file.try_lock()
    }

    pub fn set_permissions(&self, permissions: fs::Permissions) -> io::Result<()> {
        call()?;
        self.file.set_permissions(permissions)
    }
}

impl Deref for File {
    type Target = fs::File;

    fn deref(&self) -> &fs::File {
        &self.file
    }
}

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        call()?;
        let count = self.file.write(bytes)?;
        let end = usize::try_from(self.file.stream_position()?).unwrap();
        let bytes = bytes[..count].to_vec();
        note(|_| {
            Some(Change::Write {
                id: self.id,
                at: end - count,
                bytes,
            })
        });
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Read for File {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        call()?;
        self.file.read(bytes)
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

pub fn open(options: &OpenOptions, path: &Path) -> io::Result<File> {
    opened(path, || options.open(path))
}

pub fn open_regular(options: &OpenOptions, path: &Path) -> io::Result<File> {
    opened(path, || system::open_regular(options, path))
}

pub fn open_special(path: &Path) -> io::Result<File> {
    opened(path, || system::open_special(path))
}

fn opened(path: &Path, open: impl FnOnce() -> io::Result<fs::File>) -> io::Result<File> {
    call()?;
    let is_new = !path.exists();
    if !is_new {
        // Record the content before `open` can truncate it.
        note(|record| {
            record.id(path);
            None
        });
    }
    let file = open()?;
    let mut id = 0;
    note(|record| {
        if is_new {
            id = record.new_id();
            record.ids.insert(path.to_owned(), id);
            Some(Change::Name {
                path: path.to_owned(),
                id,
            })
        } else {
            id = record.id(path);
            None
        }
    });
    Ok(File { file, id })
}

pub fn make_folder(path: &Path) -> io::Result<()> {
    call()?;
    system::make_private_folder(path)?;
    note(|_| {
        Some(Change::Folder {
            path: path.to_owned(),
        })
    });
    Ok(())
}

pub fn hard_link(from: &Path, to: &Path) -> io::Result<()> {
    call()?;
    fs::hard_link(from, to)?;
    note(|record| {
        let id = record.id(from);
        record.ids.insert(to.to_owned(), id);
        Some(Change::Name {
            path: to.to_owned(),
            id,
        })
    });
    Ok(())
}

pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    call()?;
    note(|record| {
        record.id(from);
        None
    });
    fs::rename(from, to)?;
    note(|record| {
        let id = record.ids.remove(from)?;
        record.ids.insert(to.to_owned(), id);
        Some(Change::Rename {
            from: from.to_owned(),
            to: to.to_owned(),
            id,
        })
    });
    Ok(())
}

pub fn remove(path: &Path) -> io::Result<()> {
    call()?;
    fs::remove_file(path)?;
    note(|record| {
        record.ids.remove(path);
        Some(Change::Remove {
            path: path.to_owned(),
        })
    });
    Ok(())
}

pub fn sync_folder(folder: &Path) -> io::Result<()> {
    call()?;
    fs::File::open(folder)?.sync_all()?;
    note(|_| {
        Some(Change::SyncFolder {
            path: folder.to_owned(),
        })
    });
    Ok(())
}

/// The contents of a disk: the folders, and the files by name.
type Disk = (BTreeSet<PathBuf>, BTreeMap<PathBuf, Vec<u8>>);

fn everything(folder: &Path) -> Disk {
    let (mut folders, mut files) = Disk::default();
    let mut left = vec![folder.to_owned()];
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                left.push(path.clone());
                folders.insert(path);
            } else {
                files.insert(path.clone(), fs::read(&path).unwrap());
            }
        }
    }
    (folders, files)
}

/// Makes each call of `act` fail in turn with each system error, in a folder filled by `prepare`. Then `check`
/// receives the folder and the result. Returns the number of calls.
pub fn let_each_call_fail<S, T>(
    prepare: impl Fn(&Path) -> S,
    act: impl Fn(&Path, S) -> T,
    check: impl Fn(&Path, T),
) -> usize {
    let errors = [
        libc::ENOSPC,
        libc::EIO,
        libc::EINTR,
        libc::EMFILE,
        libc::EACCES,
        libc::EWOULDBLOCK,
    ];
    for number in 0.. {
        for code in errors {
            let folder = tempfile::tempdir().unwrap();
            let prepared = prepare(folder.path());
            let record = Record {
                failing: Some((number, code)),
                ..Record::default()
            };
            RECORD.set(Some(record));
            let result = act(folder.path(), prepared);
            let calls = RECORD.take().unwrap().calls;
            if calls <= number {
                return calls;
            }
            check(folder.path(), result);
        }
    }
    unreachable!("every number of calls is reached");
}

/// Runs `act` in a folder filled by `prepare`, and cuts the power after each call. `check` receives each possible
/// state of the disk, and whether `act` had finished. Returns the number of states.
pub fn cut_the_power<S>(
    prepare: impl FnOnce(&Path) -> S,
    act: impl FnOnce(&Path, S),
    check: impl Fn(&Path, bool),
) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let prepared = prepare(folder.path());
    let before = everything(folder.path());
    RECORD.set(Some(Record::default()));
    act(folder.path(), prepared);
    let record = RECORD.take().unwrap();
    let mut states = 0;
    for count in 0..=record.changes.len() {
        let is_done = count == record.changes.len();
        let mut seen = BTreeSet::new();
        for disk in record.states(&before, count) {
            if seen.insert(disk.clone()) {
                let place = tempfile::tempdir().unwrap();
                lay_out(&disk, folder.path(), place.path());
                check(place.path(), is_done);
                states += 1;
            }
        }
    }
    states
}

fn lay_out(disk: &Disk, former: &Path, place: &Path) {
    let moved = |path: &Path| place.join(path.strip_prefix(former).unwrap());
    for folder in &disk.0 {
        fs::create_dir_all(moved(folder)).unwrap();
    }
    for (path, content) in &disk.1 {
        fs::write(moved(path), content).unwrap();
    }
}

impl Record {
    /// Returns the possible states of the disk after `count` changes.
    fn states(&self, before: &Disk, count: usize) -> Vec<Disk> {
        let parts = self.parts(count);
        let pending = parts.iter().filter(|part| !part.is_synced).count();
        let mut rng = StdRng::seed_from_u64(count as u64);
        let combinations: Vec<Vec<bool>> = if pending <= MOST_IN_EVERY_COMBINATION {
            (0..1_usize << pending)
                .map(|bits| (0..pending).map(|bit| bits >> bit & 1 == 1).collect())
                .collect()
        } else {
            let some = (0..1 << MOST_IN_EVERY_COMBINATION)
                .map(|_| (0..pending).map(|_| rng.random()).collect());
            [vec![false; pending], vec![true; pending]]
                .into_iter()
                .chain(some)
                .collect()
        };
        let disks = combinations.into_iter().map(|kept| {
            let mut kept = kept.into_iter();
            let done = parts
                .iter()
                .filter(|part| part.is_synced || kept.next().unwrap_or_default());
            self.apply(before, done)
        });
        disks.collect()
    }

    /// The changes that reach the disk independently: changes of names, and sectors.
    fn parts(&self, count: usize) -> Vec<Part> {
        let mut parts = Vec::new();
        for (number, change) in self.changes[..count].iter().enumerate() {
            let later = &self.changes[number..count];
            let folder_is_synced = |path: &Path| {
                later.iter().any(|change| {
                    matches!(change, Change::SyncFolder { path: folder }
                        if path.parent() == Some(folder))
                })
            };
            let is_synced = match change {
                Change::SyncFile { .. } | Change::SyncFolder { .. } => continue,
                Change::Name { path, .. }
                | Change::Remove { path }
                | Change::Folder { path }
                | Change::Rename { to: path, .. } => folder_is_synced(path),
                Change::Write { id, at, bytes } => {
                    let is_synced = later.iter().any(
                        |change| matches!(change, Change::SyncFile { id: synced } if synced == id),
                    );
                    let mut start = 0;
                    while start < bytes.len() {
                        let end = bytes.len().min(start + SECTOR - (at + start) % SECTOR);
                        let (at, bytes) = (at + start, bytes[start..end].to_vec());
                        let change = Change::Write { id: *id, at, bytes };
                        parts.push(Part { change, is_synced });
                        start = end;
                    }
                    continue;
                }
            };
            parts.push(Part {
                change: change.clone(),
                is_synced,
            });
        }
        parts
    }

    fn apply<'a>(&self, before: &Disk, parts: impl Iterator<Item = &'a Part>) -> Disk {
        let (mut folders, files) = before.clone();
        let mut contents = self.contents.clone();
        let mut names: BTreeMap<PathBuf, Result<Id, Vec<u8>>> = files
            .into_iter()
            .map(|(path, content)| (path, Err(content)))
            .collect();
        names.extend(
            self.first_names
                .iter()
                .map(|(path, id)| (path.clone(), Ok(*id))),
        );
        for Part { change, .. } in parts {
            match change {
                Change::Name { path, id } => drop(names.insert(path.clone(), Ok(*id))),
                Change::Rename { from, to, id } => {
                    if names.get(from) == Some(&Ok(*id)) {
                        names.remove(from);
                    }
                    names.insert(to.clone(), Ok(*id));
                }
                Change::Remove { path } => drop(names.remove(path)),
                Change::Folder { path } => drop(folders.insert(path.clone())),
                Change::Write { id, at, bytes } => {
                    let content = contents.entry(*id).or_default();
                    content.resize(content.len().max(at + bytes.len()), 0);
                    content[*at..at + bytes.len()].copy_from_slice(bytes);
                }
                Change::SyncFile { .. } | Change::SyncFolder { .. } => {}
            }
        }
        // The contents of a lost folder are lost, too.
        let made: Vec<&PathBuf> = self
            .changes
            .iter()
            .filter_map(|change| match change {
                Change::Folder { path } => Some(path),
                _ => None,
            })
            .filter(|path| !folders.contains(*path))
            .collect();
        let is_lost = |path: &Path| made.iter().any(|folder| path.starts_with(folder));
        let kept: BTreeSet<PathBuf> = folders
            .iter()
            .filter(|path| !is_lost(path))
            .cloned()
            .collect();
        names.retain(|path, _| !is_lost(path));
        let content = |file| match file {
            Ok(id) => contents.get(&id).cloned().unwrap_or_default(),
            Err(content) => content,
        };
        (
            kept,
            names
                .into_iter()
                .map(|(path, file)| (path, content(file)))
                .collect(),
        )
    }
}

/// An atomic change.
struct Part {
    change: Change,
    is_synced: bool,
}
