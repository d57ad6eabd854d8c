//! `reversi convert`: each format to each other one, skipped records, and errors.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::check_refused;
use super::support::{Program, Run};

/// A game with passes, an unfinished game, and a third one.
const GAMES: &str = "\
d3c5c6c3c4c7b3c2b5a5c1b2d6e7a1e3f3e2d2d1e1g4g3g2h3f2h1h2f4a2g1h4h5g5h6f1b1a3b4f6f5e6g6b6d8
f5d6c3d3c4

f5f6e6f4
";

const GGF: &str = "(;GM[Othello]PC[Here]DT[2003.12.15]PB[Ann Smith]PW[Bob]RE[+4.000:r]TY[8]\
                   BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
                   B[f5/1.5/2]W[d6];)\n\
                   (;GM[Othello]DT[2004.01.02]PB[Bob]PW[Carl]RE[?]TY[8]\
                   BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
                   B[f5];)\n";

fn convert(arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
    Program::new().run(&[&["convert"], arguments].concat(), input)
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn games_come_through_every_format_and_back() {
    let expected = convert(&["-"], GAMES);
    assert_eq!((expected.code, &*expected.err), (Some(0), ""));
    assert_eq!(expected.out.lines().count(), 3);
    let folder = tempfile::tempdir().unwrap();
    for extension in ["ggf", "sgf", "wtb", "txt"] {
        let file = path(folder.path(), &format!("games.{extension}"));
        let there = convert(&["-", &file], GAMES);
        assert_eq!((there.code, &*there.out, &*there.err), (Some(0), "", ""), "{extension}");
        assert_eq!(convert(&[&file], ""), expected, "{extension}");
        // The format is detected from the content, too.
        let plain = path(folder.path(), "plain.txt");
        fs::copy(&file, &plain).unwrap();
        assert_eq!(convert(&[&plain], ""), expected, "{extension}");
        assert_eq!(convert(&["-"], fs::read(&file).unwrap()), expected, "{extension}");
    }
    let save = convert(&["-", "--to", "text-save", "--select", "number=1"], GAMES);
    let game = convert(&["-", "--from", "text-save"], &save.out);
    assert_eq!(game.out.lines().next(), expected.out.lines().next());
}

#[test]
fn positions_are_the_last_of_each_game() {
    let boards = convert(&["-", "--to", "board", "--plies", "2"], GAMES);
    let boards: Vec<&str> = boards.out.lines().collect();
    assert_eq!(boards.len(), 3);
    assert_eq!(boards[1], "---------------------------OX------OXX-----O-------------------- X");
    let obf = convert(&["-", "--to", "obf"], boards[1]);
    assert_eq!(obf.out, format!("{};\n", boards[1]));
    let refused = convert(&["-"], boards[1]);
    assert_eq!(refused.code, Some(1));
    assert_eq!(
        refused.err,
        "standard input: record 1: a transcript must start from the standard position\n"
    );
}

#[test]
fn bad_records_are_told_and_the_others_converted() {
    let run = convert(&["-"], "f5d6c3\n\nf5a1\n\nf5f6e6f4\n");
    assert_eq!(run.code, Some(1));
    assert_eq!(run.out, "F5d6C3\nF5f6E6f4\n");
    assert_eq!(
        run.err,
        "standard input: record 2, byte 10: ply 2: a1 is not legal: a move must flip at least one \
         disc\nstandard input: converted 2 of 3 records\n"
    );
    let none = convert(&["-"], "no game at all\n");
    let said = "standard input: no record found, read as transcript\n";
    assert_eq!((none.code, &*none.err), (Some(1), said));
    let none = convert(&["-", "--stats", "--json"], "no game at all\n");
    assert_eq!((none.code, &*none.err), (Some(1), said));
    assert!(none.out.contains(r#""bad":0"#), "{}", none.out);
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "x.ggf");
    assert_eq!(convert(&["-", &out], "f5a1\n").code, Some(1));
    assert_eq!(
        names(folder.path()),
        Vec::<String>::new(),
        "an empty file would look like an answer"
    );
}

#[test]
fn names_of_wthor_stand_in_files_beside() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "games.wtb");
    assert_eq!(convert(&["-", &file], GGF).code, Some(0));
    // Without tournaments, there is no tournaments file.
    assert_eq!(names(folder.path()), ["games.jou", "games.trn", "games.wtb"]);
    let ggf = convert(&[&file, "--to", "ggf"], "");
    assert!(ggf.out.contains("PB[Ann Smith]PW[Bob]"), "{}", ggf.out);
    // With any other name, the companion files are found if they are called wthor, as in the database.
    let folder = tempfile::tempdir().unwrap();
    let moved = path(folder.path(), "WTH_2003.wtb");
    fs::copy(&file, &moved).unwrap();
    let numbers = convert(&[&moved, "--to", "ggf"], "");
    assert!(numbers.out.contains("PB[#1]PW[#2]"), "{}", numbers.out);
    fs::copy(file.replace(".wtb", ".jou"), folder.path().join("WTHOR.JOU")).unwrap();
    assert_eq!(convert(&[&moved, "--to", "ggf"], "").out, ggf.out);
    fs::write(folder.path().join("WTHOR.JOU"), "no names").unwrap();
    let damaged = convert(&[&moved], "");
    check_refused(&damaged, 3, "WTHOR.JOU: not a WTHOR name file (names of 20 bytes)");
    let piped = convert(&["-", "--to", "wthor", "--from", "ggf", "-"], "1");
    assert_eq!(piped.code, Some(1));
}

#[test]
fn conditions_choose_records() {
    for (conditions, count) in [
        (&["player=bob"][..], 2),
        (&["black=bob"], 1),
        (&["year=2003"], 1),
        (&["year=2003..2004", "white=carl"], 1),
        (&["result=black"], 1),
        (&["result=unknown"], 1),
        (&["plies=2.."], 1),
        (&["plies=3.."], 0),
    ] {
        let mut arguments = vec!["-"];
        for condition in conditions {
            arguments.extend(["--select", condition]);
        }
        let run = convert(&arguments, GGF);
        assert_eq!(
            (run.code, run.out.lines().count()),
            (Some(0), count),
            "{conditions:?} {}",
            run.err
        );
    }
    let wrong = convert(&["-", "--select", "name=x"], GGF);
    check_refused(&wrong, 2, "use player=NAME, black=");
}

#[test]
fn statistics_say_what_there_is() {
    let run = convert(&["-", "--stats"], GGF);
    assert_eq!(run.code, Some(0));
    for line in [
        "records            2",
        "won by Black       1",
        "unknown            1",
        "years              2003 to 2004",
        "players            3",
    ] {
        assert!(run.out.lines().any(|found| found == line), "{line}: {}", run.out);
    }
    assert!(
        run.out.contains("Bob                           2      0      0      1"),
        "{}",
        run.out
    );
    let json = convert(&["-", "--stats", "--json"], GGF);
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(
        (&json["records"], &json["black_won"], &json["plies"][1]),
        (&2.into(), &1.into(), &2.into())
    );
    let folder = tempfile::tempdir().unwrap();
    let both = convert(&["-", &path(folder.path(), "x.txt"), "--stats"], GGF);
    assert_eq!(both.out, run.out);
    assert_eq!(names(folder.path()), ["x.txt"]);
}

#[test]
fn a_record_can_be_json() {
    let run = convert(&["-", "--json"], GGF);
    let records: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), 2);
    let first = &records[0];
    assert_eq!(first["black"]["name"], "Ann Smith");
    assert_eq!(first["date"], "2003-12-15");
    assert_eq!(first["result"]["ending"], "resigned");
    assert_eq!(first["moves"][0]["square"], "f5");
    assert_eq!(
        (&first["moves"][0]["evaluation"], &first["moves"][0]["seconds"]),
        (&1.5.into(), &2.0.into())
    );
    assert_eq!((&first["number"], &first["over"]), (&1.into(), &false.into()));
    assert_eq!(records[1]["result"], Value::Null);
}

#[test]
fn a_file_that_is_there_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "games.txt");
    fs::write(&file, "mine").unwrap();
    let refused = convert(&["-", &file], GAMES);
    check_refused(&refused, 1, "games.txt already exists: use --force to overwrite it");
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    assert_eq!(convert(&["-", &file, "--force"], GAMES).code, Some(0));
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 3);
    let ggf = path(folder.path(), "same.ggf");
    fs::write(&ggf, GGF).unwrap();
    assert_eq!(convert(&[&ggf, &ggf, "--force"], "").code, Some(0));
    assert!(fs::read_to_string(&ggf).unwrap().contains("PB[Ann Smith]"));
    // A mistyped name selects no game, and the file stays unchanged.
    let none = convert(&[&ggf, &ggf, "--force", "--select", "player=anne"], "");
    check_refused(&none, 1, "same.ggf: no record matches --select");
    assert!(fs::read_to_string(&ggf).unwrap().contains("PB[Ann Smith]"));
    let wtb = path(folder.path(), "x.wtb");
    fs::write(folder.path().join("x.jou"), "mine").unwrap();
    check_refused(&convert(&["-", &wtb], GGF), 1, "x.jou already");
    let numbers = GGF.replace("Ann Smith", "#1").replace("Bob", "#2").replace("Carl", "#3");
    let numbers = convert(&["-", &wtb, "--force"], numbers);
    check_refused(&numbers, 1, "x.jou belongs to other games: move it");
    let jou = path(folder.path(), "x.jou");
    let there = convert(&["-", &jou, "--to", "wthor", "--force"], GGF);
    check_refused(
        &there,
        1,
        "x.jou is reserved for player names: give the game file the extension .wtb",
    );
    assert_eq!(fs::read_to_string(&jou).unwrap(), "mine");
    assert_eq!(names(folder.path()), ["games.txt", "same.ggf", "x.jou"], "nothing is left behind");
    let picture = path(folder.path(), "x.svg");
    check_refused(
        &convert(&["-", &picture], GGF),
        1,
        "a picture holds only one game: select it with number=N",
    );
    assert_eq!(convert(&["-", &picture, "--select", "number=2"], GGF).code, Some(0));
    assert!(fs::read_to_string(&picture).unwrap().starts_with("<svg "));
    check_refused(&convert(&[&picture], ""), 1, "x.svg: record 1, byte 0");
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (arguments, code, part) in [
        (&["nowhere.ggf"][..], 3, "can't read nowhere.ggf"),
        (&["."], 3, "can't read ."),
        (&["-", "x.xyz"], 2, "unknown file extension in x.xyz"),
        (&["-", "--to", "pdf"], 2, "invalid value 'pdf'"),
        (&["-", "--from", "svg"], 2, "invalid value 'svg'"),
        (&["-", "-", "--stats"], 2, "--stats cannot be used with OUT -"),
        (&["-", "--to", "ggf", "--stats"], 2, "--stats cannot be used with --to"),
        (&["-", "--to", "ggf", "--json"], 2, "cannot be used with"),
        (&["-", "x.sgf", "--json"], 2, "--json cannot write sgf files"),
        (&["-", "nowhere/x.ggf"], 1, "can't write nowhere/x.ggf"),
    ] {
        check_refused(&convert(arguments, GAMES), code, part);
    }
}

/// Ctrl-C, or a system shutdown.
#[cfg(unix)]
#[test]
fn what_a_signal_cuts_off_leaves_nothing_behind() {
    use std::io::Write;
    use std::os::unix::process::ExitStatusExt;
    let folder = tempfile::tempdir().unwrap();
    let program = Program::new();
    for (signal, number) in [("INT", 2), ("TERM", 15)] {
        let out = path(folder.path(), "games.ggf");
        let mut child = program.command(&["convert", "-", &out]).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(GAMES.repeat(100).as_bytes()).unwrap();
        while names(folder.path()).is_empty() {
            assert_eq!(child.try_wait().unwrap(), None, "it waits for the end of its input");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let id = child.id().to_string();
        let kill = std::process::Command::new("kill").args(["-s", signal, &id]).status().unwrap();
        assert!(kill.success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.signal(), Some(number), "{output:?}");
        assert!(names(folder.path()).is_empty(), "{:?}", names(folder.path()));
        drop(input);
    }
}

#[cfg(unix)]
#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    let program = Program::new();
    let mut child = program.command(&["convert", "-", "--json"]).spawn().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    let many = GAMES.repeat(2000);
    let writer = std::thread::spawn(move || {
        let _ = std::io::Write::write_all(&mut input, many.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
}
