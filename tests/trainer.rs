//! The `trainer` program from outside.

use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

struct Folder(tempfile::TempDir);

struct Run {
    out: String,
    err: String,
    code: Option<i32>,
}

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trainer"));
        command.args(line.split_whitespace()).current_dir(self.path()).env_clear();
        command.stdin(Stdio::null());
        command
    }

    fn run(&self, line: &str) -> Run {
        ended(&mut self.command(line))
    }

    /// Runs a command that must succeed. Returns its standard output.
    fn done(&self, line: &str) -> String {
        let run = self.run(line);
        assert_eq!(run.code, Some(0), "{line}: {}", run.err);
        run.out
    }

    /// Runs a command that must fail with an exit code and one line that contains `part`.
    fn refused(&self, line: &str, code: i32, part: &str) {
        let run = self.run(line);
        assert_eq!(run.code, Some(code), "{line}: {}{}", run.out, run.err);
        assert!(run.err.contains(part), "{line}: it should say {part:?}: {}", run.err);
        let is_one_line = run.err.lines().count() == 1 && run.err.starts_with("trainer: ");
        assert!(is_one_line || code == 2, "{line}: {}", run.err);
        assert_eq!(run.out, "", "{line}");
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path().join(name)).unwrap()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path().join(name), text).unwrap();
    }

    fn has(&self, name: &str) -> bool {
        self.path().join(name).exists()
    }
}

fn ended(command: &mut Command) -> Run {
    let output = command.output().unwrap();
    Run {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code(),
    }
}

const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/weights/reversi.weights");

/// A few quick games.
const SELFPLAY: &str = "selfplay --games 24 --depth 1 --exact-from 6 --zero-weights --threads 1";

const LABEL: &str = "label --depth 0 --exact-from 8 --zero-weights --threads 1";

/// The part of a weights file after its two lines of text.
fn blocks(weights: &[u8]) -> Vec<u8> {
    weights.splitn(3, |&byte| byte == b'\n').nth(2).unwrap().to_vec()
}

#[test]
fn games_become_positions_and_weights_that_play() {
    let folder = Folder::new();
    folder.done(&format!("{SELFPLAY} --out games"));
    folder.done(&format!("{LABEL} games --out positions"));
    let table =
        folder.done("fit positions --out weights --chart chart.svg --steps 3 --zero-weights");
    let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split_whitespace().collect()).collect();
    assert_eq!(rows[0][..3], ["phase", "empties", "positions"]);
    assert_eq!(rows.last().unwrap()[..2], ["all", "0-60"]);
    assert!(folder.read("chart.svg").starts_with(b"<svg "));
    folder.done("selfplay --games 2 --depth 1 --exact-from 6 --weights weights --out next");
    let next = String::from_utf8(folder.read("next")).unwrap();
    assert!(!next.contains("\"weights\":\"00000000\""), "{next}");
    assert_eq!(next.lines().count(), 3);
}

#[test]
fn fitting_goes_on_from_weights() {
    let folder = Folder::new();
    // Enough for two games in the test set.
    let selfplay = SELFPLAY.replace("--games 24", "--games 48");
    folder.done(&format!("{selfplay} --out games"));
    folder.done(&format!("{LABEL} games --out positions"));
    let error = |table: String| -> f64 {
        table.lines().last().unwrap().split_whitespace().nth(3).unwrap().parse().unwrap()
    };
    let first = error(folder.done("fit positions --out weights --steps 1 --zero-weights"));
    let further = "fit positions --weights weights --warm-start --steps 3";
    let held = error(folder.done(&format!("{further} --anchor 1000000000 --out held")));
    assert!((held - first).abs() <= 0.02, "{held} {first}");
    let learned = error(folder.done(&format!("{further} --anchor 4 --out learned")));
    assert!(learned < first - 0.1, "{learned} {first}");
    folder.refused("fit positions --weights games --warm-start --out out", 3, "games: ");
    folder.refused("fit positions --warm-start --ridge 3 --out out", 2, "--ridge");
    folder.refused("fit positions --warm-start --zero-weights --out out", 2, "--zero-weights");
}

#[test]
fn weights_are_calibrated_as_far_as_there_are_positions() {
    let folder = Folder::new();
    folder.done(&format!("{SELFPLAY} --out games"));
    folder.done(&format!("{LABEL} games --out positions"));
    folder.done("fit positions --out weights --steps 3 --zero-weights");
    let positions = String::from_utf8(folder.read("positions")).unwrap();
    let first_line = positions.lines().next().unwrap();
    std::fs::write(folder.0.path().join("none"), format!("{first_line}\n")).unwrap();
    let nothing = folder.done("calibrate none --weights weights --out same");
    let rows: Vec<Vec<&str>> =
        nothing.lines().map(|row| row.split_whitespace().collect()).collect();
    assert_eq!(rows.len(), 31);
    assert_eq!(rows[0][..3], ["phase", "stretched", "by"]);
    assert!(rows[1..].iter().all(|row| row[1..] == ["1.000", "+0.00", "+0.00", "+0.0", "+0.0"]));
    assert_eq!(blocks(&folder.read("same")), blocks(&folder.read("weights")));
    let table = folder.done("calibrate positions --weights weights --out calibrated");
    assert_ne!(table, nothing);
    folder.refused("calibrate games --weights weights --out out", 3, "games, line 1: ");
}

#[test]
fn the_shard_comes_from_the_option_else_from_the_environment() {
    let folder = Folder::new();
    folder.done(&format!("{SELFPLAY} --shard 2/3 --out games.{{shard}}"));
    let given = folder.read("games.2-of-3");
    let with_entry = |entry: &str, line: &str| {
        ended(folder.command(&format!("{SELFPLAY} {line}")).env("HQ_ENTRY", OsStr::new(entry)))
    };
    for (entry, name) in [("2/3", "plain"), ("\"2/3\"", "json"), ("2/3\n", "line")] {
        assert_eq!(with_entry(entry, &format!("--out {name}")).code, Some(0));
        assert_eq!(folder.read(name), given, "{entry:?}");
    }
    assert_eq!(with_entry("1/3", "--shard 2/3 --out option").code, Some(0));
    assert_eq!(folder.read("option"), given);
    let run = with_entry("4/3", "--out wrong");
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("HQ_ENTRY is \"4/3\", not a shard"), "{}", run.err);
    assert!(!folder.has("wrong"));
}

#[test]
fn shards_are_merged_and_what_is_missing_is_named() {
    let folder = Folder::new();
    folder.done(&format!("{SELFPLAY} --out all"));
    for shard in ["1/2", "2/2"] {
        folder.done(&format!("{SELFPLAY} --shard {shard} --out games.{{shard}}"));
    }
    folder.refused("merge games.1-of-2 --out merged", 3, "1 of 2 missing: 2/2");
    folder.done("merge games.1-of-2 games.2-of-2 --out merged");
    assert_eq!(folder.read("merged"), folder.read("all"));
    folder.refused("merge all --out merged", 1, "merged already exists: choose another name");
    assert_eq!(folder.read("merged"), folder.read("all"));
}

/// Searches in the format of `probcut`. Deep searches agree more, and searches far from the end less.
fn searches() -> String {
    let first = "{\"reversi\":\"searches\",\"version\":1,\"weights\":\"00000000\"}\n";
    let row = |number: i32| {
        let empties = 10 + number % 4 * 6;
        let score = |depth: i32| (number * 7 % 11 - 5) * (24 + empties) / 24 / (1 + depth / 2);
        let mut row = empties.to_string();
        for depth in 0..9 {
            write!(row, " {:+}", score(depth)).unwrap();
        }
        if empties <= 20 { format!("{row} =+0\n") } else { row + "\n" }
    };
    first.to_owned() + &(0..44).map(row).collect::<String>()
}

#[test]
fn searches_become_a_model_of_probcut_in_the_weights() {
    let folder = Folder::new();
    let line = "probcut --positions 2 --depth 3 --shard 1/13 --zero-weights --threads 1";
    folder.done(&format!("{line} --out measured"));
    let measured = String::from_utf8(folder.read("measured")).unwrap();
    assert!(measured.starts_with("{\"reversi\":\"searches\",\"version\":1,"), "{measured}");
    assert!(measured.lines().skip(1).all(|row| row.starts_with("8 +0 ") && row.contains(" =")));
    folder.write("torn", &measured[..measured.len() - 9]);
    folder.done(&format!("{line} --out torn --resume"));
    assert_eq!(String::from_utf8(folder.read("torn")).unwrap(), measured);

    fs::copy(SHIPPED, folder.path().join("weights")).unwrap();
    folder.write("searches", &searches());
    let table = folder.done("fit-probcut searches --weights weights --out fitted");
    assert!(table.starts_with("empties deep shallow measured model\n"), "{table}");
    let models: Vec<&str> = table.lines().rev().take(2).collect();
    assert!(models[0].starts_with("end: ") && models[1].starts_with("midgame: "), "{table}");
    // Only the model is new.
    let bytes = |name: &str| folder.read(name);
    assert_eq!(blocks(&bytes("fitted")), blocks(&bytes("weights")));
    let first = models[1]["midgame: ".len()..].split(' ').next().unwrap();
    let header = String::from_utf8_lossy(&bytes("fitted")).into_owned();
    assert!(header.contains(&format!("\"midgame\":[{first},")), "{table}");
    folder.done("fit-probcut searches --weights fitted --out fitted");
    assert_eq!(String::from_utf8_lossy(&bytes("fitted")), header);

    folder.refused(
        "fit-probcut measured --weights weights --out none",
        3,
        "measured, line 1: there are too few searches for a model",
    );
    folder.refused("fit-probcut searches --weights searches --out none", 3, "not a weights file");
    assert!(!folder.has("none"));
}

#[test]
fn weights_are_tested_on_what_was_held_out() {
    let folder = Folder::new();
    folder.done(&format!("{SELFPLAY} --out games"));
    folder.done(&format!("{LABEL} games --out positions"));
    // A position with 20 empty squares is quickly solved.
    let line = "test positions --exact 1 --midgame 1 --shard 1/13 --threads 1 --out errors";
    let table = folder.done(line);
    let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["empties", "positions", "evaluation", "search"]);
    assert_eq!(
        (rows.len(), &rows[1][..2], &rows[2][..2]),
        (3, &["20", "1"][..], &["20-24", "1"][..])
    );
    assert_eq!(folder.done(&format!("{line} --resume")), table);
    folder.refused("test games --out none", 3, "games, line 1: expected the header ");
    assert!(!folder.has("none"));
}

#[test]
fn weights_play_against_others() {
    let folder = Folder::new();
    fs::copy(SHIPPED, folder.path().join("weights")).unwrap();
    let line =
        "duel --zero-weights --opponent weights --openings 4 --depth 2 --exact-from 4 --out duel";
    let said = folder.done(line);
    let words: Vec<&str> = said.split([' ', ',', ':']).collect();
    let [won, lost] = [0, 6].map(|word| words[word].parse::<u32>().unwrap());
    assert!(won < lost && said.contains("% of points (95% confidence: "), "{said}");
    folder.refused(line, 1, "duel already exists");
    assert_eq!(folder.done(&format!("{line} --resume")), said);
    let other = line.replace("--depth 2", "--depth 3");
    folder.refused(&format!("{other} --resume"), 1, "duel:1: written with other input or options");
    let timed = "duel --zero-weights --opponent weights --openings 1 --time 1ms --out timed";
    folder.done(timed);
    assert_eq!(String::from_utf8(folder.read("timed")).unwrap().lines().count(), 3);
}

#[test]
fn parameters_are_tuned_and_checked() {
    let folder = Folder::new();
    let line = "tune --pairs 34 --nodes 50 --only half_width,doubt --start doubt=40 --openings 2 \
                --check 1 --seed 3";
    let table = folder.done(&format!("{line} --threads 2 --out whole"));
    let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split_whitespace().collect()).collect();
    assert_eq!((&rows[0][..], rows[1][0]), (&["parameter", "usual", "tuned"][..], "deviations_73"));
    assert!(rows[1][1] == rows[1][2] && table.contains("\nnested_trials "), "{table}");
    assert!(rows.last().unwrap().ends_with(&["in", "2", "games"]), "{table}");

    // Killed, and continued with a different number of threads.
    let mut child = folder.command(&format!("{line} --threads 1 --out killed")).spawn().unwrap();
    while !folder.has("killed") || folder.read("killed").split(|&byte| byte == b'\n').count() < 6 {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(folder.done(&format!("{line} --threads 3 --out killed --resume")), table);
    assert_eq!(folder.read("killed"), folder.read("whole"));

    let more = line.replace("--check 1", "--check 2");
    folder.done(&format!("{more} --out killed --resume"));
    assert!(folder.read("killed").starts_with(&folder.read("whole")));
    let other = line.replace("doubt=40", "doubt=41");
    let reason = "whole:1: written with other input or options";
    folder.refused(&format!("{other} --out whole --resume"), 1, reason);
    for (wrong, part) in [
        ("--start doubt=400", "doubt takes a number from 0 to 120"),
        ("--start doubt", "use NAME=VALUE, like doubt=40"),
        ("--only depth", "unknown parameter \"depth\": use deviations_73, doubt, "),
    ] {
        folder.refused(&format!("tune --pairs 1 {wrong} --out none"), 2, part);
    }
    folder.write("odd", &(String::from_utf8(folder.read("whole")).unwrap() + "35 5\n"));
    folder.refused(&format!("{line} --out odd --resume"), 1, "odd:37: ");
    assert!(!folder.has("none"));
}

#[test]
fn weights_that_cannot_be_used_are_refused_in_one_line() {
    let folder = Folder::new();
    let mut damaged = fs::read(SHIPPED).unwrap();
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    fs::write(folder.path().join("damaged"), damaged).unwrap();
    folder.write("foreign", "hello\n");
    for (name, reason) in [
        ("damaged", "damaged: "),
        ("foreign", "foreign: not a weights file"),
        ("missing", "can't read missing: "),
    ] {
        folder.refused(&format!("duel --opponent {name} --out out"), 3, reason);
        folder.refused(&format!("test positions --weights {name} --out out"), 3, reason);
        folder.refused(&format!("probcut --positions 1 --weights {name} --out out"), 3, reason);
    }
    assert!(!folder.has("out"));
}

#[test]
fn what_cannot_be_used_is_refused_with_the_place_and_the_reason() {
    let folder = Folder::new();
    folder.done(&format!("{SELFPLAY} --out games"));
    folder.refused(&format!("{SELFPLAY} --out games"), 1, "games already exists");
    let other = SELFPLAY.replace("24", "25");
    folder.refused(
        &format!("{other} --out games --resume"),
        1,
        "games:1: written with other input or options",
    );
    folder.refused(&format!("{LABEL} nothing --out out"), 3, "can't read nothing: no such file");
    folder.write("text", "hello\n");
    folder.refused(&format!("{LABEL} text --out out"), 3, "text, line 1: expected the header ");
    folder.refused("fit games --out out --zero-weights", 3, "games, line 1: expected the header ");
    let mut games = String::from_utf8(folder.read("games")).unwrap();
    games.push_str("24 f5 a1 =+0\n");
    folder.write("odd", &games);
    folder.refused(&format!("{LABEL} odd --out out"), 3, "odd, line 26: illegal move 2 (a1)");
    folder.refused(
        "selfplay --games 1 --weights text --out out",
        3,
        "text: not a weights file: missing the header \"reversi weights 2\"",
    );
    folder.write("mine", "{\"mine\":1}");
    folder.refused(
        &format!("{SELFPLAY} --out mine --resume"),
        1,
        "mine:1: written with other input or options",
    );
    assert_eq!(folder.read("mine"), b"{\"mine\":1}");
    folder.done(&format!("{LABEL} games --out positions"));
    let before = folder.read("positions");
    folder.refused(
        "fit positions --zero-weights --out ./positions",
        1,
        "./positions is also an input",
    );
    let fit = "fit positions --zero-weights --out out";
    folder.refused(&format!("{fit} --chart out"), 1, "trainer: out is also an ");
    folder.refused(&format!("{fit} --chart positions"), 1, "positions is also an input");
    assert_eq!(folder.read("positions"), before);
    let lines = |file: &str| String::from_utf8(folder.read(file)).unwrap();
    let first = |file: &str| format!("{}\n", lines(file).lines().next().unwrap());
    folder.write("none", &first("positions"));
    let run = folder.run("fit none --zero-weights --out out");
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(run.err.starts_with("none is incomplete: 0 of "), "{}", run.err);
    assert!(
        run.err.ends_with(
            "trainer: no training positions: all are held out, or the files are empty\n"
        )
    );
    folder.write("torn", &lines("games")[..lines("games").len() / 2]);
    folder.refused("merge torn --out out", 3, "incomplete: ");
    // The name of an unfinished output differs from all inputs.
    folder.write("out.unfinished", &lines("games"));
    folder.done("merge out.unfinished --out merged");
    assert_eq!(folder.read("out.unfinished"), folder.read("games"));
    assert_eq!(folder.read("merged"), folder.read("games"));
    fs::remove_file(folder.path().join("merged")).unwrap();
    let none = first("positions").replace("\"count\":1", "\"count\":0");
    folder.write("none", &none);
    assert_eq!(folder.run("fit none --zero-weights --out out").code, Some(3));
    fs::remove_file(folder.path().join("out.unfinished")).unwrap();
    let run = folder.run(&format!("{LABEL} torn --out short"));
    assert_eq!(run.code, Some(0));
    assert!(run.err.starts_with("torn is incomplete: "), "{}", run.err);
    // A run that can't start leaves no files.
    folder.refused("all --hours 1 --folder night --from nothing", 3, "can't read nothing: ");
    assert!(!folder.has("out") && !folder.has("out.unfinished") && !folder.has("night"));
}

#[test]
fn wrong_usage_is_told_before_anything_is_done() {
    let folder = Folder::new();
    for line in [
        "",
        "selfplay --out out",
        "selfplay --games 0 --out out",
        "selfplay --games 5",
        "selfplay --games 5 --shard 3/2 --out out",
        "selfplay --games 5 --weights a --zero-weights --out out",
        "label --out out",
        "label games --search-part 1.5 --out out",
        "fit positions",
        "probcut --out out",
        "probcut --positions 5 --fit searches --out out",
        "fit-probcut searches --out out",
        "fit-probcut --weights weights --out out",
        "test --out out",
        "duel --out out",
        "ladder --openings 0 --out out",
        "tune --out out",
        "tune --pairs 1 --nodes 0 --out out",
        "ladder",
        "duel --opponent weights --time 5 --out out",
        "duel --opponent weights --time 5ms --depth 3 --out out",
        "fit positions --out out --ridge -1",
        "nonsense",
    ] {
        folder.refused(line, 2, "");
    }
    assert!(!folder.has("out"));
}

#[test]
#[cfg(unix)]
fn a_killed_run_goes_on() {
    let folder = Folder::new();
    folder.done(&format!("{SELFPLAY} --out whole"));
    // More games than can be played before the kill.
    let long = SELFPLAY.replace("--games 24", "--games 1000000");
    let mut child = folder.command(&format!("{long} --out long")).spawn().unwrap();
    while !folder.has("long") || folder.read("long").len() < 20_000 {
        assert!(child.try_wait().unwrap().is_none(), "it has ended too early");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // The file is the beginning of a complete one, except for the number in the first line.
    let text = String::from_utf8(folder.read("long")).unwrap();
    let text = text.replacen("\"games\":1000000", "\"games\":24", 1);
    let begun: String = text.split_inclusive('\n').take(20).collect();
    folder.write("begun", begun.trim_end());
    folder.done(&format!("{SELFPLAY} --out begun --resume"));
    assert_eq!(folder.read("begun"), folder.read("whole"));
}

#[test]
#[cfg(unix)]
fn all_of_it_goes_on_after_a_kill() {
    let folder = Folder::new();
    let line = "all --hours 0 --folder night --generations 2 --threads 1";
    let mut child = folder.command(line).stdout(Stdio::null()).spawn().unwrap();
    while !folder.has("night/generation-1.games") {
        assert!(child.try_wait().unwrap().is_none(), "it has ended too early");
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let state = String::from_utf8(folder.read("night/state.json")).unwrap();
    assert!(state.contains("\"games\": 20"), "{state}");
    let said = folder.done(line);
    let last = said.lines().last().unwrap();
    let weights = "night/generation-2.weights";
    assert_eq!(
        last,
        format!("Weights written to {weights}. To play with them: reversi --weights {weights}")
    );
    for number in [1, 2] {
        let games = String::from_utf8(folder.read(&format!("night/generation-{number}.games")));
        assert_eq!(games.unwrap().lines().count(), 21);
    }
    let duel = String::from_utf8(folder.read("night/generation-2.duel")).unwrap();
    assert_eq!(duel.lines().count(), 5, "{duel}");
    assert!(!folder.has("night/generation-1.duel"));
    folder.done(&format!("selfplay --games 1 --depth 1 --weights {weights} --out next"));
    folder.refused("all --hours 1 --folder night", 1, "belongs to a run with --hours 0 ");
}
