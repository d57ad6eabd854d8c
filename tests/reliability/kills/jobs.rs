//! Jobs that write files: conversions, and runs that resume.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use reversi::games::{Game, Player, Reversi};

use super::super::listing;
use super::super::support::Program;
use super::{Kills, random_game};

/// A job whose output is the same whether it is killed or not.
struct Job<'a> {
    folder: &'a Path,
    /// The file that it writes.
    out: PathBuf,
    /// Starts it anew, or goes on with it.
    command: &'a dyn Fn() -> Command,
    /// Whether it goes on with a file that is there.
    goes_on: bool,
}

impl Job<'_> {
    fn run(&self) {
        let output =
            (self.command)().current_dir(self.folder).stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// Kills it over and over: until it has ended once, each run goes on with what is there.
    fn survives(&self, kind: &'static str) {
        let mut kills = Kills::of(kind, || self.run());
        let expected = fs::read(&self.out).unwrap();
        fs::remove_file(&self.out).unwrap();
        while kills.are_left() {
            let mut command = (self.command)();
            command.current_dir(self.folder).stdin(Stdio::null());
            command.stdout(Stdio::null()).stderr(Stdio::null());
            let before = whole_lines(&fs::read(&self.out).unwrap_or_default()).to_vec();
            let ended = kills.kill(&mut command.spawn().unwrap());
            let written = fs::read(&self.out).unwrap_or_default();
            assert!(written.starts_with(&before), "what was there is lost");
            if let Some(status) = ended {
                assert!(status.success(), "{kind} fails after a kill: {status}");
                assert!(written == expected, "{kind} ends with other bytes after kills");
            } else if self.goes_on {
                kills.note(count_lines(&written) - count_lines(&before));
                let whole = whole_lines(&written);
                assert!(expected.starts_with(whole), "{kind} writes other lines after kills");
            } else {
                let is_whole = written == expected;
                assert!(is_whole || written.is_empty(), "{kind} leaves half a file");
                kills.note(usize::from(!listing(self.folder).is_empty()));
            }
            if written == expected {
                fs::remove_file(&self.out).unwrap();
            }
        }
        // However the last one ended, the next one does it all.
        let _ = (!self.goes_on).then(|| fs::remove_file(&self.out));
        self.run();
        assert!(fs::read(&self.out).unwrap() == expected);
        // The checksums of a file that can be resumed stay beside it.
        let is_wanted = |name: &String| {
            let is_check = Path::new(name).extension().is_some_and(|ending| ending == "check");
            !name.starts_with('.') || is_check
        };
        let left = listing(self.folder);
        assert!(left.iter().all(is_wanted), "{left:?}");
    }
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
    let out = folder.path().join("games.sgf");
    let arguments = ["convert", input.to_str().unwrap(), "games.sgf"];
    let command = || program.command(&arguments);
    Job { folder: folder.path(), out, command: &command, goes_on: false }.survives("convert");
}

#[test]
fn solve_survives_kills() {
    let (folder, program) = place();
    let mut positions = String::new();
    for seed in 0..60 {
        let mut game = Reversi::new(Player::Black);
        for name in random_game(&mut rand::SeedableRng::seed_from_u64(seed), 46) {
            game.play(game.parse_move(&name).unwrap()).unwrap();
        }
        let Some(turn) = game.turn() else { continue };
        let cells = game.grid().to_rows().concat();
        let cells = cells.replace(['B', 'x', '*'], "X").replace(['W', 'o'], "O");
        let side = if turn == Player::Black { 'X' } else { 'O' };
        writeln!(positions, "{cells} {side}").unwrap();
    }
    let input = program.path("positions.obf");
    fs::write(&input, positions).unwrap();
    let out = folder.path().join("rows");
    let input = input.to_str().unwrap().to_owned();
    let arguments = ["solve", "--hash", "1", "--reproducible", "--resume", "--out", "rows", &input];
    let command = || program.command(&arguments);
    Job { folder: folder.path(), out, command: &command, goes_on: true }.survives("solve");
}

#[test]
fn match_survives_kills() {
    let (folder, program) = place();
    let out = folder.path().join("games");
    let arguments = [
        "match", "level:1", "level:2", "--games", "100", "--seed", "1", "--resume", "--out",
        "games",
    ];
    let command = || program.command(&arguments);
    Job { folder: folder.path(), out, command: &command, goes_on: true }.survives("match");
}

#[cfg(feature = "trainer")]
#[test]
fn trainer_survives_kills() {
    let (folder, _program) = place();
    let out = folder.path().join("games");
    let line = "selfplay --games 60 --depth 1 --exact-from 1 --end-from 1 --zero-weights --threads 1 --resume --out games";
    let command = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trainer"));
        command.args(line.split(' ')).env_clear();
        command
    };
    Job { folder: folder.path(), out, command: &command, goes_on: true }.survives("trainer");
}
