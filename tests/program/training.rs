//! `reversi train` from outside.

use std::fmt::Write;
use std::fs;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use crate::support::{Program, Run};

fn command(folder: &Program, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reversi"));
    command.arg("train");
    command
        .args(line.split_whitespace())
        .current_dir(folder.home.path())
        .env_clear();
    command.stdin(Stdio::null());
    command
}

fn run(folder: &Program, line: &str) -> Run {
    command(folder, line).output().unwrap().into()
}

/// Runs a command that must succeed. Returns its standard output.
#[track_caller]
fn done(folder: &Program, line: &str) -> String {
    run(folder, line).with_code(0).out
}

/// Runs a command that must fail with an exit code and one line that contains `part`.
#[track_caller]
fn refused(folder: &Program, line: &str, code: i32, part: &str) {
    let run = run(folder, line);
    run.refused(code, part);
    assert!(
        run.err.starts_with("reversi: ") || code == 2,
        "{line}: {}",
        run.err
    );
}

fn has(folder: &Program, name: &str) -> bool {
    folder.path(name).exists()
}

/// The words of each row of a table.
fn rows(table: &str) -> Vec<Vec<&str>> {
    table
        .lines()
        .map(|row| row.split_whitespace().collect())
        .collect()
}

const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/weights/reversi.weights");

const FOREIGN: &str = "written with other input or options";

/// A few quick games.
const SELFPLAY: &str = "selfplay --games 24 --depth 1 --exact-from 6 --zero-weights --threads 1";

const LABEL: &str = "label --depth 0 --exact-from 8 --zero-weights --threads 1";

/// The files `games` and `positions` of such games.
static LABELED: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
    let folder = Program::new();
    // Enough for two games in the test set.
    let selfplay = SELFPLAY.replace("--games 24", "--games 48");
    done(&folder, &format!("{selfplay} --out games"));
    done(&folder, &format!("{LABEL} games --out positions"));
    ["games", "positions"].map(|name| folder.read(name))
});

/// A folder with labeled games.
fn labeled() -> Program {
    let folder = Program::new();
    folder.write("games", &LABELED[0]);
    folder.write("positions", &LABELED[1]);
    folder
}

/// The part of a weights file after its two lines of text.
fn blocks(weights: &[u8]) -> Vec<u8> {
    weights
        .splitn(3, |&byte| byte == b'\n')
        .nth(2)
        .unwrap()
        .to_vec()
}

#[test]
fn games_become_positions_and_weights_that_play_and_are_fitted_further() {
    let folder = labeled();
    let table = done(
        &folder,
        "fit positions --out weights --chart chart.svg --steps 1 --zero-weights",
    );
    assert_eq!(rows(&table)[0][..3], ["phase", "empties", "positions"]);
    assert_eq!(rows(&table).last().unwrap()[..2], ["all", "0-60"]);
    assert!(folder.read("chart.svg").starts_with(b"<svg "));
    done(
        &folder,
        "selfplay --games 2 --depth 1 --exact-from 6 --weights weights --out next",
    );
    let next = folder.read_text("next");
    assert!(!next.contains("\"weights\":\"00000000\""), "{next}");
    assert_eq!(next.lines().count(), 3);

    let error = |table: &str| rows(table).last().unwrap()[3].parse::<f64>().unwrap();
    let further = "fit positions --weights weights --warm-start --steps 3";
    let first = error(&table);
    let held = error(&done(
        &folder,
        &format!("{further} --anchor 1000000000 --out held"),
    ));
    assert!((held - first).abs() <= 0.02, "{held} {first}");
    let learned = error(&done(
        &folder,
        &format!("{further} --anchor 4 --out learned"),
    ));
    assert!(learned < first - 0.1, "{learned} {first}");
    refused(
        &folder,
        "fit positions --weights games --warm-start --out out",
        3,
        "games: ",
    );
    for option in ["--ridge 3", "--zero-weights"] {
        let line = format!("fit positions --warm-start {option} --out out");
        refused(&folder, &line, 2, option.split(' ').next().unwrap());
    }
}

#[test]
fn leaves_of_searches_are_labeled_and_a_network_is_fitted_to_them() {
    let folder = labeled();
    let label = "label games --leaves 2 --depth 2 --exact-from 8 --zero-weights";
    for threads in ["1", "2"] {
        done(
            &folder,
            &format!("{label} --threads {threads} --out leaves.{threads}"),
        );
    }
    let leaves = folder.read_text("leaves.1");
    assert_eq!(leaves, folder.read_text("leaves.2"));
    // Two for each position that a search would not solve.
    let empties = |row: &str| {
        let discs = row
            .split(' ')
            .take(2)
            .map(|discs| u64::from_str_radix(discs, 16).unwrap());
        discs.fold(0, |all, discs| all | discs).count_zeros()
    };
    let positions = folder.read_text("positions");
    let searched = positions
        .lines()
        .skip(1)
        .filter(|row| empties(row) > 8)
        .count();
    let labels: Vec<&str> = leaves.lines().skip(1).collect();
    assert_eq!(labels.len(), 2 * searched);
    let same = labels.chunks(2).filter(|pair| pair[0] == pair[1]).count();
    assert!(2 * same < searched, "{same} of {searched}");
    assert_ne!(blocks(leaves.as_bytes()), blocks(&folder.read("positions")));

    done(
        &folder,
        "fit positions --out weights --steps 3 --zero-weights",
    );
    let fit = "fit-network leaves.1 --weights weights --steps 12";
    let table = done(&folder, &format!("{fit} --threads 1 --out first"));
    done(&folder, &format!("{fit} --threads 3 --out same"));
    assert_eq!(
        folder.read("first"),
        folder.read("same"),
        "threads change nothing"
    );
    done(&folder, &format!("{fit} --seed 2 --out other"));
    assert_ne!(folder.read("first"), folder.read("other"));
    let error = |table: &str| rows(table).last().unwrap()[3].parse::<f64>().unwrap();
    let further = "fit-network leaves.1 --weights first --steps 12";
    let again = error(&done(&folder, &format!("{further} --out second")));
    assert!(again < error(&table), "{again}: {table}");
    let afresh = error(&done(&folder, &format!("{further} --afresh --out second")));
    assert!(again < afresh, "{again} {afresh}");
    // The tables are the same, and new ones have no network.
    let size = |name: &str| blocks(&folder.read(name)).len();
    assert!(blocks(&folder.read("first")).starts_with(&blocks(&folder.read("weights"))));
    done(
        &folder,
        "fit positions --weights first --warm-start --steps 1 --out refitted",
    );
    assert!(size("refitted") < size("first"));
    refused(
        &folder,
        "fit-network games --weights weights --out out",
        3,
        "games, line 1: ",
    );
    folder.write(
        "none",
        "{\"reversi\":\"positions\",\"version\":1,\"weights\":\"\"}\n",
    );
    refused(
        &folder,
        "fit-network none --weights weights --out out",
        3,
        "no training positions",
    );
    // Without tables, they are all zero.
    done(
        &folder,
        "fit-network leaves.1 --zero-weights --steps 2 --out zero",
    );
    done(
        &folder,
        "fit-network leaves.1 --weights zero --steps 2 --out zero",
    );
}

#[test]
fn weights_are_calibrated_as_far_as_there_are_positions() {
    let folder = labeled();
    done(
        &folder,
        "fit positions --out weights --steps 3 --zero-weights",
    );
    let positions = folder.read_text("positions");
    folder.write("none", format!("{}\n", positions.lines().next().unwrap()));
    // A part of them is enough, and is quickly searched.
    folder.write(
        "few",
        positions
            .split_inclusive('\n')
            .take(400)
            .collect::<String>(),
    );
    let nothing = done(&folder, "calibrate none --weights weights --out same");
    let table = rows(&nothing);
    assert_eq!(table.len(), 31);
    assert_eq!(table[0][..3], ["phase", "stretched", "by"]);
    assert!(
        table[1..]
            .iter()
            .all(|row| row[1..] == ["1.000", "+0.00", "+0.00", "+0.0", "+0.0"])
    );
    assert_eq!(
        blocks(&folder.read("same")),
        blocks(&folder.read("weights"))
    );
    let table = done(&folder, "calibrate few --weights weights --out calibrated");
    assert_ne!(table, nothing);
    refused(
        &folder,
        "calibrate games --weights weights --out out",
        3,
        "games, line 1: ",
    );
}

#[test]
fn the_shard_comes_from_the_option_else_from_the_environment_and_shards_are_merged() {
    let folder = Program::new();
    for shard in ["1/3", "2/3", "3/3"] {
        done(
            &folder,
            &format!("{SELFPLAY} --shard {shard} --out games.{{shard}}"),
        );
    }
    let with_entry = |entry: &str, line: &str| -> Run {
        let line = format!("{SELFPLAY} {line}");
        command(&folder, &line)
            .env("HQ_ENTRY", entry)
            .output()
            .unwrap()
            .into()
    };
    for (entry, line) in [
        ("2/3", "--out plain"),
        ("\"2/3\"", "--out json"),
        ("2/3\n", "--out line"),
        ("1/3", "--shard 2/3 --out option"),
    ] {
        assert_eq!(with_entry(entry, line).code, Some(0));
        let name = line.rsplit(' ').next().unwrap();
        assert_eq!(folder.read(name), folder.read("games.2-of-3"), "{entry:?}");
    }
    with_entry("4/3", "--out wrong").refused(2, "HQ_ENTRY is \"4/3\", not a shard");
    assert!(!has(&folder, "wrong"));
    done(&folder, &format!("{SELFPLAY} --out all"));
    refused(
        &folder,
        "merge games.1-of-3 games.3-of-3 --out merged",
        3,
        "1 of 3 missing: 2/3",
    );
    done(
        &folder,
        "merge games.1-of-3 games.2-of-3 games.3-of-3 --out merged",
    );
    assert_eq!(folder.read("merged"), folder.read("all"));
    let exists = "merged already exists: choose another name";
    refused(&folder, "merge all --out merged", 1, exists);
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
        if empties <= 20 {
            format!("{row} =+0\n")
        } else {
            row + "\n"
        }
    };
    first.to_owned() + &(0..44).map(row).collect::<String>()
}

#[test]
fn searches_become_a_model_of_probcut_in_the_weights() {
    let folder = Program::new();
    let line = "probcut --positions 2 --depth 3 --shard 1/13 --zero-weights --threads 1";
    done(&folder, &format!("{line} --out measured"));
    let measured = folder.read_text("measured");
    assert!(
        measured.starts_with("{\"reversi\":\"searches\",\"version\":1,"),
        "{measured}"
    );
    assert!(
        measured
            .lines()
            .skip(1)
            .all(|row| row.starts_with("8 +0 ") && row.contains(" ="))
    );
    folder.write("torn", &measured[..measured.len() - 9]);
    done(&folder, &format!("{line} --out torn --resume"));
    assert_eq!(folder.read_text("torn"), measured);

    fs::copy(SHIPPED, folder.path("weights")).unwrap();
    folder.write("searches", searches());
    let table = done(
        &folder,
        "fit-probcut searches --weights weights --out fitted",
    );
    assert!(
        table.starts_with("empties deep shallow measured model\n"),
        "{table}"
    );
    let models: Vec<&str> = table.lines().rev().take(2).collect();
    assert!(
        models[0].starts_with("end: ") && models[1].starts_with("midgame: "),
        "{table}"
    );
    // Only the model is new.
    assert_eq!(
        blocks(&folder.read("fitted")),
        blocks(&folder.read("weights"))
    );
    let first = models[1]["midgame: ".len()..].split(' ').next().unwrap();
    let header = || String::from_utf8_lossy(&folder.read("fitted")).into_owned();
    let fitted = header();
    assert!(
        fitted.contains(&format!("\"midgame\":[{first},")),
        "{table}"
    );
    done(
        &folder,
        "fit-probcut searches --weights fitted --out fitted",
    );
    assert_eq!(header(), fitted);

    let few = "measured, line 1: there are too few searches for a model";
    refused(
        &folder,
        "fit-probcut measured --weights weights --out none",
        3,
        few,
    );
    let foreign = "fit-probcut searches --weights searches --out none";
    refused(&folder, foreign, 3, "not a weights file");
    assert!(!has(&folder, "none"));
}

#[test]
fn weights_are_tested_on_what_was_held_out() {
    let folder = labeled();
    // A position with 20 empty squares is quickly solved.
    let line = "test positions --exact 1 --midgame 1 --shard 1/13 --threads 1 --out errors";
    let table = done(&folder, line);
    let rows = rows(&table);
    assert_eq!(rows[0], ["empties", "positions", "evaluation", "search"]);
    assert_eq!((rows.len(), &rows[1][..2]), (3, &["20", "1"][..]));
    assert_eq!(rows[2][..2], ["20-24", "1"]);
    assert_eq!(done(&folder, &format!("{line} --resume")), table);
    refused(
        &folder,
        "test games --out none",
        3,
        "games, line 1: expected the header ",
    );
    assert!(!has(&folder, "none"));
}

#[test]
fn weights_play_against_others() {
    let folder = Program::new();
    fs::copy(SHIPPED, folder.path("weights")).unwrap();
    let line =
        "duel --zero-weights --opponent weights --openings 4 --depth 2 --exact-from 4 --out duel";
    let said = done(&folder, line);
    let words: Vec<&str> = said.split([' ', ',', ':']).collect();
    let [won, lost] = [0, 6].map(|word| words[word].parse::<u32>().unwrap());
    assert!(
        won < lost && said.contains("% of points (95% confidence: "),
        "{said}"
    );
    refused(&folder, line, 1, "duel already exists");
    assert_eq!(done(&folder, &format!("{line} --resume")), said);
    let other = line.replace("--depth 2", "--depth 3");
    refused(
        &folder,
        &format!("{other} --resume"),
        1,
        &format!("duel:1: {FOREIGN}"),
    );
    done(
        &folder,
        "duel --zero-weights --opponent weights --openings 1 --time 1ms --out timed",
    );
    assert_eq!(folder.read_text("timed").lines().count(), 3);
}

#[test]
fn parameters_are_tuned_and_checked() {
    let folder = Program::new();
    let line = "tune --pairs 34 --nodes 50 --only half_width,doubt --start doubt=40 --openings 2 \
                --check 1 --seed 3";
    let table = done(&folder, &format!("{line} --threads 2 --out whole"));
    let rows = rows(&table);
    assert_eq!(
        (&rows[0][..], rows[1][0]),
        (&["parameter", "usual", "tuned"][..], "deviations_73")
    );
    assert!(
        rows[1][1] == rows[1][2] && table.contains("\nnested_trials "),
        "{table}"
    );
    assert!(
        rows.last().unwrap().ends_with(&["in", "2", "games"]),
        "{table}"
    );
    // Killed, and continued with a different number of threads.
    let whole = folder.read_text("whole");
    let begun: String = whole.split_inclusive('\n').take(6).collect();
    folder.write("killed", begun);
    assert_eq!(
        done(
            &folder,
            &format!("{line} --threads 3 --out killed --resume")
        ),
        table
    );
    assert_eq!(folder.read_text("killed"), whole);

    let more = line.replace("--check 1", "--check 2");
    done(&folder, &format!("{more} --out killed --resume"));
    assert!(folder.read_text("killed").starts_with(&whole));
    let other = line.replace("doubt=40", "doubt=41");
    let reason = format!("whole:1: {FOREIGN}");
    refused(
        &folder,
        &format!("{other} --out whole --resume"),
        1,
        &reason,
    );
    for (wrong, part) in [
        ("--start doubt=400", "doubt takes a number from 0 to 120"),
        ("--start doubt", "use NAME=VALUE, like doubt=40"),
        (
            "--only depth",
            "unknown parameter \"depth\": use deviations_73, end_deviations_73, doubt, ",
        ),
    ] {
        refused(
            &folder,
            &format!("tune --pairs 1 {wrong} --out none"),
            2,
            part,
        );
    }
    folder.write("odd", whole + "35 5\n");
    refused(
        &folder,
        &format!("{line} --out odd --resume"),
        1,
        "odd:37: ",
    );
    assert!(!has(&folder, "none"));
}

#[test]
fn weights_that_cannot_be_used_are_refused_in_one_line() {
    let folder = Program::new();
    let mut damaged = fs::read(SHIPPED).unwrap();
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    folder.write("damaged", damaged);
    folder.write("foreign", "hello\n");
    let missing_header = "foreign: not a weights file: missing the header \"reversi weights 2\"";
    for (name, reason) in [
        ("damaged", "damaged: "),
        ("foreign", missing_header),
        ("missing", "can't read missing: "),
    ] {
        for line in [
            "duel --opponent NAME --out out",
            "test positions --weights NAME --out out",
            "probcut --positions 1 --weights NAME --out out",
            "selfplay --games 1 --weights NAME --out out",
        ] {
            refused(&folder, &line.replace("NAME", name), 3, reason);
        }
    }
    assert!(!has(&folder, "out"));
}

#[test]
fn what_cannot_be_used_is_refused_with_the_place_and_the_reason() {
    let folder = labeled();
    let lines = |file: &str| folder.read_text(file);
    let first = |file: &str| format!("{}\n", lines(file).lines().next().unwrap());
    folder.write("text", "hello\n");
    folder.write("mine", "{\"mine\":1}");
    folder.write("odd", lines("games") + "48 f5 a1 =+0\n");
    folder.write("torn", &lines("games")[..lines("games").len() / 2]);
    let before = ["games", "positions", "mine"].map(lines);
    for (line, code, part) in [
        ("SELFPLAY --out games", 1, "games already exists"),
        ("SELFPLAY --out games --resume", 1, "games:1: FOREIGN"),
        ("SELFPLAY --out mine --resume", 1, "mine:1: FOREIGN"),
        (
            "LABEL nothing --out out",
            3,
            "can't read nothing: no such file",
        ),
        (
            "LABEL text --out out",
            3,
            "text, line 1: expected the header ",
        ),
        (
            "LABEL odd --out out",
            3,
            "odd, line 50: illegal move 2 (a1)",
        ),
        ("merge torn --out out", 3, "incomplete: "),
        (
            "fit games --out out --zero-weights",
            3,
            "games, line 1: expected the header ",
        ),
        (
            "fit positions --zero-weights --out ./positions",
            1,
            "./positions is also an input",
        ),
        (
            "fit positions --zero-weights --out out --chart out",
            1,
            "reversi: out is also an ",
        ),
        (
            "fit positions --zero-weights --out out --chart positions",
            1,
            "positions is also an input",
        ),
        // A run that can't start leaves no files.
        (
            "all --hours 1 --folder night --from nothing",
            3,
            "can't read nothing: ",
        ),
    ] {
        let line = line.replace("SELFPLAY", SELFPLAY).replace("LABEL", LABEL);
        refused(&folder, &line, code, &part.replace("FOREIGN", FOREIGN));
    }
    assert_eq!(["games", "positions", "mine"].map(lines), before);
    for count in ["1", "0"] {
        let header = first("positions").replace("\"count\":1", &format!("\"count\":{count}"));
        folder.write("none", header);
        let run = run(&folder, "fit none --zero-weights --out out").with_code(3);
        assert!(
            count == "0" || run.err.starts_with("none is incomplete: 0 of "),
            "{}",
            run.err
        );
        let end = "reversi: no training positions: all are held out, or the files are empty\n";
        assert!(run.err.ends_with(end), "{}", run.err);
    }
    let run = run(&folder, &format!("{LABEL} torn --out short"));
    assert_eq!(run.code, Some(0));
    assert!(run.err.starts_with("torn is incomplete: "), "{}", run.err);
    assert!(
        ["out", "out.unfinished", "night"]
            .iter()
            .all(|name| !has(&folder, name))
    );
    // The name of an unfinished output differs from all inputs.
    folder.write("out.unfinished", lines("games"));
    done(&folder, "merge out.unfinished --out merged");
    assert_eq!(
        (lines("out.unfinished"), lines("merged")),
        (lines("games"), lines("games"))
    );
}

#[test]
fn wrong_usage_is_told_before_anything_is_done() {
    let folder = Program::new();
    for line in [
        "",
        "selfplay --out out",
        "selfplay --games 5 --shard 3/2 --out out",
        "label --out out",
        "label games --search-part 1.5 --out out",
        "probcut --positions 5 --fit searches --out out",
        "fit-probcut --weights weights --out out",
        "duel --out out",
        "ladder --openings 0 --out out",
        "tune --pairs 1 --nodes 0 --out out",
        "duel --opponent weights --time 5 --out out",
        "duel --opponent weights --time 5ms --depth 3 --out out",
        "fit positions --out out --ridge -1",
        "nonsense",
    ] {
        refused(&folder, line, 2, "");
    }
    assert!(!has(&folder, "out"));
}

#[test]
#[cfg(unix)]
fn all_of_it_is_done_by_one_command_and_goes_on_after_a_kill() {
    let folder = Program::new();
    let line = "all --hours 0 --folder night --generations 2 --threads 1";
    let mut child = command(&folder, line)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !has(&folder, "night/generation-1.games") {
        assert!(
            child.try_wait().unwrap().is_none(),
            "it has ended too early"
        );
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let state = folder.read_text("night/state.json");
    assert!(state.contains("\"games\": 20"), "{state}");
    let said = done(&folder, line);
    let weights = "night/generation-2.weights";
    assert_eq!(
        said.lines().last().unwrap(),
        format!("Weights written to {weights}. To play with them: reversi --weights {weights}")
    );
    for (name, count) in [("1.games", 21), ("2.games", 21), ("2.duel", 5)] {
        let text = folder.read_text(&format!("night/generation-{name}"));
        assert_eq!(text.lines().count(), count, "{text}");
    }
    assert!(!has(&folder, "night/generation-1.duel"));
    done(
        &folder,
        &format!("selfplay --games 1 --depth 1 --weights {weights} --out next"),
    );
    let other = "all --hours 1 --folder night";
    refused(&folder, other, 1, "belongs to a run with --hours 0 ");
}
