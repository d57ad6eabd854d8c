//! `import`, `export`, `paste` and `setboard`: their messages and refusals.

mod support;

use std::fs;

use serde_json::Value;
use support::{Program, Run};

const START: &str = "---------------------------OX------XO---------------------------";

fn run(program: &Program, script: &str) -> Run {
    program.run(&[], script)
}

fn file(program: &Program, name: &str) -> String {
    program.home.path().join(name).to_str().unwrap().to_owned()
}

#[test]
fn a_game_goes_out_and_comes_back() {
    let program = Program::new();
    for extension in ["txt", "ggf", "sgf", "wtb"] {
        let name = file(&program, &format!("game.{extension}"));
        let out = run(&program, &format!("N\nf5\nd6\nc3\nexport {name}\n"));
        assert_eq!((out.code, &*out.err), (Some(0), ""), "{extension}");
        assert!(out.out.contains(&format!("Exported to {name} (")), "{}", out.out);
        let back = run(&program, &format!("import {name}\nmoves\nU 2\nredo\nU 2\nU\n"));
        assert_eq!(back.code, Some(1), "{}", back.err);
        assert_eq!(back.err, "line 6: nothing to undo\n");
        assert!(back.out.contains("3 plies."), "{}", back.out);
        assert!(back.out.contains("f5d6c3"), "{}", back.out);
        let again = run(&program, &format!("N\nf5\nexport {name}\n"));
        assert!(again.err.contains(&format!("line 3: {name} already exists")), "{}", again.err);
        assert!(again.err.contains("--force") && again.code == Some(1), "{}", again.err);
        assert!(run(&program, &format!("import {name}\n")).out.contains("3 plies."));
        let forced = run(&program, &format!("N\nf5\nexport {name} --force\nimport {name}\n"));
        assert_eq!((forced.code, &*forced.err), (Some(0), ""), "{extension}");
        assert!(forced.out.contains("1 ply."), "{}", forced.out);
    }
    // Special files are never overwritten.
    let folder = file(&program, "folder.txt");
    fs::create_dir(&folder).unwrap();
    let refused = run(&program, &format!("N\nf5\nexport {folder} --force\n"));
    assert!(refused.err.contains("folder.txt is not a file"), "{}", refused.err);
    for writing in ["stats", "puzzles export"] {
        let name = file(&program, &format!("{}.svg", &writing[..5]));
        let script = format!("{writing} {name}\n{writing} {name}\n{writing} {name} --force\n");
        let twice = run(&program, &script);
        assert!(
            twice.err.starts_with("line 2: ") && twice.err.contains("--force"),
            "{}",
            twice.err
        );
        assert_eq!((twice.err.lines().count(), twice.code), (1, Some(1)), "{}", twice.err);
    }
    let puzzles = file(&program, "puzzl.svg");
    assert_eq!(program.run(&["puzzles", "export", &puzzles], "").code, Some(1));
    assert_eq!(program.run(&["puzzles", "export", &puzzles, "--force"], "").code, Some(0));
    assert_eq!(program.run(&["puzzles", "--force"], "").code, Some(2));
    let picture = file(&program, "stats.svg");
    assert_eq!(program.run(&["stats", "--svg", &picture], "").code, Some(1));
    assert_eq!(program.run(&["stats", "--svg", &picture, "--force"], "").code, Some(0));
    let picture = file(&program, "game.svg");
    assert_eq!(run(&program, &format!("paste f5d6\nexport {picture}\n")).code, Some(0));
    assert!(fs::read_to_string(&picture).unwrap().starts_with("<svg "));
    for name in ["my game.txt", "game #1.txt"] {
        let name = file(&program, name);
        let script = format!("paste f5d6\nexport \"{name}\"\nimport \"{name}\" 1 # the first\n");
        assert_eq!(run(&program, &script).err, "", "{name}");
    }
    // A companion file would be read with it.
    let beside = file(&program, "numbers.trn");
    fs::write(&beside, "mine").unwrap();
    let games = file(&program, "numbers.wtb");
    let refused = run(&program, &format!("paste f5d6\nexport {games}\n"));
    assert!(refused.err.contains("numbers.trn already"), "{}", refused.err);
    assert!(!std::path::Path::new(&games).exists());
}

#[test]
fn the_moves_before_a_bad_one_are_taken_and_its_ply_and_the_reason_are_said() {
    let program = Program::new();
    let objects = |script: &str| -> Vec<Value> {
        let out = program.run(&["--json"], script).out;
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let ggf = "(;GM[Othello]PB[Ann]PW[Bob]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6]B[a1]W[c5];)";
    let sgf = "(;GM[2]SZ[8]PB[Ann];B[f5];W[d6](;B[c3];W[d3])(;B[a1];W[c5]))";
    let wide = "(;GM[2]SZ[8]PB[Ann];B[f5];W[d6];B[a1];W[c5])";
    for (text, plies, ply, name, reason) in [
        ("f5d6a1c5", 2, 3, "a1", "not legal"),
        ("f5d6f5c5", 2, 3, "f5", "occupied"),
        ("f5 d6 i3 c5", 2, 3, "i3", "not a square"),
        ("f5 pa d6", 1, 2, "pa", "pass"),
        (ggf, 2, 3, "a1", "not legal"),
        (wide, 2, 3, "a1", "not legal"),
        // An illegal move in a variation doesn't affect the main line.
        (sgf, 4, 3, "a1", "not legal"),
    ] {
        let name_of = file(&program, "bad.game");
        fs::write(&name_of, text).unwrap();
        let found = objects(&format!("paste {text}\nmoves\nimport {name_of}\nmoves\n"));
        for index in [0, 2] {
            let event = &found[index]["reply"]["event"];
            assert_eq!(found[index]["ok"], true, "{text}: {}", found[index]);
            assert_eq!(event["plies"], plies, "{text}: {event}");
            let skipped = &event["skipped"];
            assert_eq!((&skipped["ply"], &skipped["move"]), (&ply.into(), &name.into()), "{text}");
            assert!(skipped["reason"].as_str().unwrap().contains(reason), "{text}: {skipped}");
            assert_eq!(found[index]["state"]["ply"], plies, "{text}");
        }
        let said = run(&program, &format!("paste {text}\n"));
        assert_eq!((said.err.as_str(), said.code), ("", Some(0)));
        let line = said.out.lines().find(|line| line.contains(reason)).unwrap();
        assert!(line.contains(&format!("ply {ply}")) && line.contains(name), "{line}");
    }
    // A WTHOR game with an impossible disc count and an invalid code: the code is reported, and the count gives no
    // result.
    let whole = file(&program, "good.wtb");
    run(&program, &format!("paste f5d6c3d3\nexport {whole}\n"));
    let mut bytes = fs::read(&whole).unwrap();
    (bytes[16 + 6], bytes[16 + 8 + 2]) = (200, 99);
    let (bad, taken) = (file(&program, "bad.wtb"), file(&program, "taken.sgf"));
    fs::write(&bad, bytes).unwrap();
    let event = &objects(&format!("import {bad}\nexport {taken}\n"))[0]["reply"]["event"];
    assert_eq!((&event["plies"], &event["skipped"]["move"]), (&2.into(), &"99".into()), "{event}");
    assert!(!fs::read_to_string(&taken).unwrap().contains("RE["));
    // If no moves precede it, nothing is imported, and the current game stays.
    let first = objects("N\nd3\npaste a1f5\n");
    assert_eq!((&first[2]["ok"], &first[2]["state"]["ply"]), (&false.into(), &1.into()));
    assert!(first[2]["error"]["message"].as_str().unwrap().contains("ply 1"), "{}", first[2]);
    // The library accepts only whole games.
    let games = file(&program, "games.txt");
    fs::write(&games, "f5d6a1\n\nf5d6c3\n").unwrap();
    let added = objects(&format!("library add {games}\n"));
    assert_eq!(added[0]["reply"]["event"]["unreadable"], 1, "{}", added[0]);
}

#[test]
fn a_file_may_have_many_games() {
    let program = Program::new();
    let name = file(&program, "games.txt");
    fs::write(&name, "f5d6c3\n\na1f5\n\nf5f6e6f4\n").unwrap();
    let first = run(&program, &format!("import {name}\n"));
    assert!(
        first.out.starts_with(&format!("Imported game 1 of {name}: 3 plies.\n")),
        "{}",
        first.out
    );
    let third = run(&program, &format!("import {name} 3\n"));
    assert!(
        third.out.starts_with(&format!("Imported game 3 of {name}: 4 plies.\n")),
        "{}",
        third.out
    );
    let refused =
        run(&program, &format!("N\nimport {name} 2\nimport {name} 4\nimport nowhere\nshow\n"));
    let lines: Vec<&str> = refused.err.lines().collect();
    assert_eq!(lines.len(), 3, "{}", refused.err);
    assert!(lines[0].contains("record 2, byte 8: ") && lines[0].contains("a1"), "{}", lines[0]);
    assert_eq!(lines[1], format!("line 3: {name} (read as transcript) has only 3 games"));
    assert!(lines[2].starts_with("line 4: can't read nowhere: "), "{}", lines[2]);
    let json = program.run(&["--json"], format!("import {name} 3\n"));
    let object: Value = serde_json::from_str(json.out.lines().next().unwrap()).unwrap();
    let event = &object["reply"]["event"];
    assert_eq!(
        (&event["kind"], &event["number"], &event["more"]),
        (&"imported".into(), &3.into(), &false.into())
    );
    assert_eq!((&event["plies"], &object["state"]["ply"]), (&4.into(), &4.into()));
}

#[test]
fn what_is_pasted_may_stand_on_one_line_or_more() {
    let program = Program::new();
    for script in [
        "paste F5d6C3\nmoves\n",
        "paste Ann - Bob: 1. f5 d6 2. c3\nmoves\n",
        "paste 56 64 33\nmoves\n",
        "paste\n1. f5 d6\n2. c3\n\nmoves\n",
        "play c4\npaste f5d6c3\nmoves\n",
    ] {
        let found = run(&program, script);
        assert_eq!((found.code, &*found.err), (Some(0), ""), "{script}");
        assert!(found.out.contains("Pasted: 3 plies."), "{}", found.out);
        assert!(found.out.contains("f5d6c3"), "{}", found.out);
    }
    // The end of the input ends a paste, too.
    let open = run(&program, "paste\nf5d6\nc3");
    assert_eq!((open.code, &*open.err), (Some(0), ""));
    assert!(open.out.contains("Pasted: 3 plies."), "{}", open.out);
    // Too long a text is rejected as a whole: none of it becomes a command.
    let long = format!("paste\nN\nf5d6\n{}N\n\nmoves\n", ("x".repeat(9_999) + "\n").repeat(120));
    let refused = run(&program, &format!("paste f5d6\n{long}"));
    assert_eq!(refused.err, "line 126: pasted text is too long: at most 1048576 bytes\n");
    assert!(refused.out.ends_with("f5d6\n"), "{}", refused.out);
    let ggf = "(;GM[Othello]PB[Ann]PW[Bob]B[f5]W[d6];)";
    assert!(
        run(&program, &format!("paste\n{ggf}\n\n")).out.contains("Pasted: Ann - Bob, 2 plies.")
    );
    let rows: String = (0..8).map(|row| START[8 * row..8 * row + 8].to_owned() + "\n").collect();
    let board = run(&program, &format!("paste\n{rows}O\n\nf4\n"));
    assert!(board.out.contains("W plays f4"), "{}{}", board.out, board.err);
    let wrong = run(&program, "N\npaste hello\npaste a1f5\npaste\n\nmoves\n");
    let lines: Vec<&str> = wrong.err.lines().collect();
    assert_eq!(lines.len(), 3, "{}", wrong.err);
    for (line, (number, words)) in lines.iter().zip([(2, "f5d6c3"), (3, "ply 1"), (5, "f5d6c3")]) {
        assert!(line.starts_with(&format!("line {number}: ")) && line.contains(words), "{line}");
    }
}

#[test]
fn an_imported_game_is_written_with_what_its_record_said() {
    let program = Program::new();
    let ggf = "(;GM[Othello]PC[GGS]DT[2003.12.15]PB[Ann]PW[Bob]RB[2000]RE[-5:r]TI[05:00]TY[8]\
               BO[8 ---------------------------O*------*O--------------------------- *]B[f5/1/3]W[d6];)";
    let games = file(&program, "games.ggf");
    fs::write(&games, ggf).unwrap();
    let exported = |what: &str| {
        let name = file(&program, "out.ggf");
        let script = format!("import {games}\n{what}export {name}\n");
        let out = run(&program, &script);
        assert_eq!((out.code, &*out.err), (Some(0), ""), "{script}");
        let text = fs::read_to_string(&name).unwrap();
        fs::remove_file(name).unwrap();
        text
    };
    let has =
        |text: &str, parts: &[&str]| parts.iter().filter(|part| text.contains(**part)).count();
    let details = ["PC[GGS]DT[2003.12.15]PB[Ann]PW[Bob]", "RB[2000]", "TI[05:00", "B[f5/1/3]W[d6]"];
    for what in ["", "U\nredo\n", "c3\n"] {
        let text = exported(what);
        assert_eq!(has(&text, &details), 4, "{what}: {text}");
        // The continued game was not resigned.
        assert_eq!(text.contains("RE[-5.000:r]"), what != "c3\n", "{what}: {text}");
    }
    let text = exported("player black 2\n");
    assert!(text.contains("PB[reversi level 2]PW[Bob]") && !text.contains("RB["), "{text}");
    for what in ["U\n", "U\nf4\n", "N\nf5\nd6\n"] {
        let text = exported(what);
        assert_eq!(has(&text, &details), 0, "{what}: {text}");
    }
}

#[test]
fn a_board_can_be_put_up_and_saved() {
    let program = Program::new();
    let board = START.replacen("OX", "XX", 1);
    let script = format!("setboard {board} O\nc3\nE other\nrestart\nL other\nU\nU\n");
    let found = run(&program, &script);
    assert!(found.out.contains("W plays c3"), "{}{}", found.out, found.err);
    assert_eq!(found.err, "line 7: nothing to undo\n");
    let json = program.run(&["--json"], format!("setboard {board} O\n"));
    let object: Value = serde_json::from_str(json.out.lines().next().unwrap()).unwrap();
    assert_eq!(object["reply"]["event"]["kind"], "board_set");
    assert_eq!(
        (&object["state"]["turn"], &object["state"]["black_discs"]),
        (&"white".into(), &3.into())
    );
    let fresh = program.run(&["--json"], format!("setboard {board} O\nN\n"));
    let object: Value = serde_json::from_str(fresh.out.lines().nth(1).unwrap()).unwrap();
    assert_eq!(object["state"]["black_discs"], 2);
    let wrong = run(&program, "setboard XO X\nsetboard\nsetboard Q X\n");
    assert_eq!(
        wrong.err,
        "line 1: got 2 squares, expected 64\n\
         line 2: setboard needs a board. For example: `setboard \
         ---------------------------OX------XO--------------------------- X`\n\
         line 3: 'Q' is not a square: use X, O or -\n"
    );
    let sgf = file(&program, "other.sgf");
    assert_eq!(run(&program, &format!("L other\nexport {sgf}\nimport {sgf}\n")).err, "");
    let txt = file(&program, "other.txt");
    assert_eq!(
        run(&program, &format!("L other\nexport {txt}\n")).err,
        "line 2: a transcript must start from the standard position\n"
    );
}

#[test]
fn a_competitive_game_and_other_games_refuse() {
    let program = Program::new();
    let name = file(&program, "x.ggf");
    let script = format!("G B ann\nimport {name}\nexport {name}\npaste f5\nsetboard {START} X\n");
    let refused = run(&program, &script);
    let what = ["import", "export", "paste", "setboard"];
    for (line, what) in refused.err.lines().zip(what) {
        assert!(line.contains(&format!(": {what} is disabled in competitive games")), "{line}");
    }
    assert_eq!(refused.err.lines().count(), 4);
    assert!(!std::path::Path::new(&name).exists());
    assert_eq!(
        run(&program, &format!("play c4\n4\nexport {name}\n")).err,
        "line 3: game records are Reversi only, and this is Connect Four: type `play rv` first\n"
    );
    assert_eq!(run(&program, "N\nexport game.xyz\nexport game\n").err.lines().count(), 2);
    assert_eq!(run(&program, &format!("export {name}\n")).err.lines().count(), 1);
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_opened() {
    let program = Program::new();
    let pipe = file(&program, "pipe.txt");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for command in ["import", "library add"] {
        let script = format!("N\n{command} {pipe}\n{command} /dev/zero\n{command} /dev/null\nf5\n");
        let refused = run(&program, &script);
        let lines: Vec<&str> = refused.err.lines().collect();
        assert_eq!(lines.len(), 3, "{lines:?}");
        for (line, name) in lines.iter().zip([&*pipe, "/dev/zero", "/dev/null"]) {
            assert!(line.contains(name) && line.contains("is not a file"), "{line}");
        }
        assert!(refused.out.contains("B plays f5"), "{}", refused.out);
    }
}
