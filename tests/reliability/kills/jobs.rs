//! Jobs that write files: conversions, and runs that resume.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::super::listing;
use super::super::support::Program;
use super::{Kills, late_position, random_game};

/// A job whose output is the same whether it is killed or not.
struct Job<'a> {
    folder: &'a Path,
    /// The file with a line for each piece of work, with which the next run goes on.
    lines: Option<&'a str>,
    /// The file that is there as a whole or not at all.
    whole: Option<&'a str>,
    /// Starts it anew, or goes on with it.
    command: &'a dyn Fn() -> Command,
}

impl Job<'_> {
    fn run(&self) {
        let output =
            (self.command)().current_dir(self.folder).stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// Both files; one that is not there is empty.
    fn files(&self) -> [Vec<u8>; 2] {
        let read = |name| fs::read(self.folder.join(name)).unwrap_or_default();
        [self.lines, self.whole].map(|name| name.map(read).unwrap_or_default())
    }

    fn remove_files(&self) {
        for name in [self.lines, self.whole].into_iter().flatten() {
            let _ = fs::remove_file(self.folder.join(name));
        }
    }

    /// Kills it over and over: until it has ended once, each run goes on with what is there.
    fn survives(&self, kind: &'static str) {
        let mut kills = Kills::of(kind, || self.run());
        let expected = self.files();
        self.remove_files();
        while kills.are_left() {
            let mut command = (self.command)();
            command.current_dir(self.folder).stdin(Stdio::null());
            command.stdout(Stdio::null()).stderr(Stdio::null());
            let before = whole_lines(&self.files()[0]).to_vec();
            let ended = kills.kill(&mut command.spawn().unwrap());
            let written = self.files();
            let [lines, whole] = &written;
            assert!(lines.starts_with(&before), "what was there is lost");
            if let Some(status) = ended {
                assert!(status.success(), "{kind} fails after a kill: {status}");
                assert!(written == expected, "{kind} ends with other bytes after kills");
            } else {
                let is_whole = *whole == expected[1];
                assert!(is_whole || whole.is_empty(), "{kind} leaves half a file");
                let is_same = expected[0].starts_with(whole_lines(lines));
                assert!(is_same, "{kind} writes other lines after kills");
                kills.note(match self.lines {
                    Some(_) => count_lines(lines) - count_lines(&before),
                    None => usize::from(!listing(self.folder).is_empty()),
                });
            }
            if written == expected {
                self.remove_files();
            }
        }
        // However the last one ended, the next one does it all.
        let _ = self.lines.is_none().then(|| self.remove_files());
        self.run();
        assert!(self.files() == expected);
        // The checksums of a file that can be resumed stay beside it.
        let is_wanted = |name: &String| {
            let is_check = Path::new(name).extension().is_some_and(|ending| ending == "check");
            !name.starts_with('.') || is_check
        };
        let left = listing(self.folder);
        assert!(left.iter().all(is_wanted), "{left:?}");
    }
}

/// Kills a job that writes files of these names: see [`Job`].
fn survives(
    kind: &'static str,
    folder: &tempfile::TempDir,
    [lines, whole]: [Option<&str>; 2],
    command: &dyn Fn() -> Command,
) {
    Job { folder: folder.path(), lines, whole, command }.survives(kind);
}

fn whole_lines(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    &text[..end]
}

fn count_lines(text: &[u8]) -> usize {
    text.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n")).count()
}

/// A folder, and a program that works in it.
fn place() -> (tempfile::TempDir, Program) {
    (tempfile::tempdir().unwrap(), Program::new())
}

#[test]
fn convert_survives_kills() {
    let (folder, program) = place();
    let games: Vec<String> = (0..200)
        .map(|seed| random_game(&mut rand::SeedableRng::seed_from_u64(seed), 50).concat())
        .collect();
    let input = program.path("games.txt");
    fs::write(&input, games.join("\n") + "\n").unwrap();
    let arguments = ["convert", input.to_str().unwrap(), "games.sgf"];
    let command = || program.command(&arguments);
    survives("convert", &folder, [None, Some("games.sgf")], &command);
}

#[test]
fn solve_survives_kills() {
    let (folder, program) = place();
    let positions = (0..60).filter_map(|seed| late_position(seed, 46));
    let positions: String = positions.map(|position| position + "\n").collect();
    let input = program.path("positions.obf");
    fs::write(&input, positions).unwrap();
    let input = input.to_str().unwrap().to_owned();
    let arguments = ["solve", "--hash", "1", "--reproducible", "--resume", "--out", "rows", &input];
    let command = || program.command(&arguments);
    survives("solve", &folder, [Some("rows"), None], &command);
}

#[test]
fn match_survives_kills() {
    let (folder, program) = place();
    let arguments = [
        "match", "level:1", "level:2", "--games", "100", "--seed", "1", "--resume", "--out",
        "games",
    ];
    let command = || program.command(&arguments);
    survives("match", &folder, [Some("games"), None], &command);
}

#[test]
fn books_survive_kills() {
    let files = [Some("new.book.searches"), Some("new.book")];
    let (folder, program) = place();
    let base = program.path("base.book");
    let build = ["book", "build", "--plies", "7", "--level", "4", "--resume", "--force", "--out"];
    let out = [&build[..], &["new.book"]].concat();
    survives("book build", &folder, files, &|| program.command(&out));
    fs::rename(folder.path().join("new.book"), &base).unwrap();

    let (folder, _) = place();
    let games: Vec<String> = (0..8)
        .map(|seed| random_game(&mut rand::SeedableRng::seed_from_u64(seed), 30).concat())
        .collect();
    let input = program.path("games.txt");
    fs::write(&input, games.join("\n") + "\n").unwrap();
    let learn = ["book", "learn", "--plies", "30", "--level", "4", "--resume", "--force", "--out"];
    let inputs = ["new.book", "--book", base.to_str().unwrap(), input.to_str().unwrap()];
    let out = [&learn[..], &inputs].concat();
    survives("book learn", &folder, files, &|| program.command(&out));
}

#[cfg(feature = "trainer")]
#[test]
fn trainer_survives_kills() {
    let (folder, _program) = place();
    let line = "selfplay --games 60 --depth 1 --exact-from 1 --end-from 1 --zero-weights --threads 1 --resume --out games";
    let command = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trainer"));
        command.args(line.split(' ')).env_clear();
        command
    };
    survives("trainer", &folder, [Some("games"), None], &command);
}
