//! `import`, `export`, `paste` and `setboard`: their messages and refusals.

use std::fs;

use crate::support::{Program, assert_has};
use serde_json::{Value, json};

const START: &str = "---------------------------OX------XO---------------------------";

#[test]
fn a_game_goes_out_and_comes_back() {
    let program = Program::new();
    for extension in ["txt", "ggf", "sgf", "pgn", "wtb"] {
        let name = program.file(&format!("game.{extension}"));
        let out = program.succeed(&format!("N\nf5\nd6\nc3\nexport {name}\n"));
        assert_has(&out, &[&format!("Exported to {name} (")]);
        let back = program.run(&[], format!("import {name}\nmoves\nU 2\nredo\nU 2\nU\n"));
        assert_eq!(
            (back.err.as_str(), back.code),
            ("line 6: nothing to undo\n", Some(1))
        );
        assert_has(&back.out, &["3 plies.", "f5d6c3"]);
        let again = program.run(&[], format!("N\nf5\nexport {name}\n"));
        assert_has(
            &again.err,
            &[&format!("line 3: {name} already exists"), "--force"],
        );
        assert_eq!(again.code, Some(1));
        assert_has(&program.succeed(&format!("import {name}\n")), &["3 plies."]);
        let forced = format!("N\nf5\nexport {name} --force\nimport {name}\n");
        assert_has(&program.succeed(&forced), &["1 ply."]);
    }
    // Special files are never overwritten.
    let folder = program.file("folder.txt");
    fs::create_dir(&folder).unwrap();
    let refused = program.run(&[], format!("N\nf5\nexport {folder} --force\n"));
    assert_has(&refused.err, &["folder.txt is not a file"]);
    for (writing, name, line) in [
        ("stats", "stats.svg", "stats stats.svg"),
        ("stats", "stats.html", "stats --html stats.html"),
        (
            "puzzles export",
            "puzzles.txt",
            "puzzles export puzzles.txt",
        ),
    ] {
        let command = format!("{writing} {}\n", program.file(name));
        let forced = command.replace('\n', " --force\n");
        let twice = program.run(&[], format!("{command}{command}{forced}"));
        twice.errors_begin(&["line 2: "]);
        assert_has(&twice.err, &["--force"]);
        assert_eq!(twice.code, Some(1));
        assert_eq!(program.run_inside(line, "").code, Some(1));
        assert_eq!(
            program.run_inside(&format!("{line} --force"), "").code,
            Some(0)
        );
    }
    let picture = program.file("game.svg");
    program.succeed(&format!("paste f5d6\nexport {picture}\n"));
    assert!(program.read_text("game.svg").starts_with("<svg "));
    for name in ["my game.txt", "game #1.txt"] {
        let name = program.file(name);
        let script = format!("paste f5d6\nexport \"{name}\"\nimport \"{name}\" 1 # the first\n");
        program.succeed(&script);
    }
    // A companion file would be read with it.
    program.write("numbers.trn", "mine");
    let refused = program.run_inside("", "paste f5d6\nexport numbers.wtb\n");
    assert_has(&refused.err, &["numbers.trn already"]);
    assert!(!program.path("numbers.wtb").exists());
}

#[test]
fn an_animation_is_written_for_any_game() {
    let program = Program::new();
    let animation = program.file("game.gif");
    let played = format!("play c4\n4\nexport {animation}\nexport {animation}\n");
    let twice = program.run(&[], played);
    assert_has(&twice.out, &["Exported to", "(gif)"]);
    assert_has(&twice.err, &["game.gif already exists", "--force"]);
    assert!(fs::read(&animation).unwrap().starts_with(b"GIF89a"));
}

#[test]
fn the_moves_before_a_bad_one_are_taken_and_its_ply_and_the_reason_are_said() {
    let program = Program::new();
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
        let file = program.write("bad.game", text);
        for command in [format!("paste {text}\n"), format!("import {file}\n")] {
            let found = program.objects(&command).remove(0);
            let event = &found["reply"]["event"];
            assert_eq!(found["ok"], true, "{found}");
            assert_eq!(
                (&event["plies"], &found["state"]["ply"]),
                (&json!(plies), &json!(plies))
            );
            let skipped = &event["skipped"];
            assert_eq!(
                (&skipped["ply"], &skipped["move"]),
                (&ply.into(), &name.into()),
                "{text}"
            );
            assert_has(skipped["reason"].as_str().unwrap(), &[reason]);
        }
        let said = program.succeed(&format!("paste {text}\n"));
        let line = said.lines().find(|line| line.contains(reason)).unwrap();
        assert_has(line, &[&format!("ply {ply}"), name]);
    }
    // A WTHOR game with an impossible disc count and an invalid code: the code is reported, and the count gives no
    // result.
    program.succeed(&format!(
        "paste f5d6c3d3\nexport {}\n",
        program.file("good.wtb")
    ));
    let mut bytes = program.read("good.wtb");
    (bytes[16 + 6], bytes[16 + 8 + 2]) = (200, 99);
    let (bad, taken) = (program.write("bad.wtb", bytes), program.file("taken.sgf"));
    let found = program.objects(&format!("import {bad}\nexport {taken}\n"));
    let event = &found[0]["reply"]["event"];
    assert_eq!(
        (&event["plies"], &event["skipped"]["move"]),
        (&2.into(), &"99".into()),
        "{event}"
    );
    assert!(!program.read_text("taken.sgf").contains("RE["));
    // If no moves precede it, nothing is imported, and the current game stays.
    let first = program.objects("N\nd3\npaste a1f5\n").remove(2);
    assert_eq!(
        (&first["ok"], &first["state"]["ply"]),
        (&false.into(), &1.into())
    );
    assert_has(first["error"]["message"].as_str().unwrap(), &["ply 1"]);
    // The library accepts only whole games.
    let games = program.write("games.txt", "f5d6a1\n\nf5d6c3\n");
    let added = program.objects(&format!("library add {games}\n")).remove(0);
    assert_eq!(added["reply"]["event"]["unreadable"], 1, "{added}");
    let text = program.write("text.txt", "f5d6c3d3\n\nhello world\n");
    let add = |file: &str| program.run(&["library", "add", file], "").with_code(1);
    assert_has(&add(&games).out, &["Skipped unreadable: 1 record."]);
    let said = "Ignored text: line 3: \"hello world\" is not understood";
    let out = add(&text).out;
    assert!(out.contains(said) && !out.contains("unreadable"), "{out}");
}

#[test]
fn a_file_may_have_many_games() {
    let program = Program::new();
    let name = program.write("games.txt", "f5d6c3\n\na1f5\n\nf5f6e6f4\n");
    for (number, said) in [
        ("", "1 of NAME: 3 plies.\n"),
        (" 3", "3 of NAME: 4 plies.\n"),
    ] {
        let out = program.succeed(&format!("import {name}{number}\n"));
        assert!(
            out.starts_with(&format!("Imported game {}", said.replace("NAME", &name))),
            "{out}"
        );
    }
    let script = format!("N\nimport {name} 2\nimport {name} 4\nimport nowhere\nshow\n");
    let refused = program.run(&[], script);
    let lines = refused.errors();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_has(lines[0], &["record 2, byte 8: ", "a1"]);
    assert_eq!(
        lines[1],
        format!("line 3: {name} (read as transcript) has only 3 games")
    );
    assert!(
        lines[2].starts_with("line 4: can't read nowhere: "),
        "{}",
        lines[2]
    );
    let object = program.objects(&format!("import {name} 3\n")).remove(0);
    let event = &object["reply"]["event"];
    assert_eq!(
        (&event["kind"], &event["number"]),
        (&"imported".into(), &3.into())
    );
    assert_eq!(
        (&event["more"], &event["plies"]),
        (&false.into(), &4.into())
    );
    assert_eq!(object["state"]["ply"], 4);
}

#[test]
fn what_is_pasted_may_stand_on_one_line_or_more() {
    let program = Program::new();
    for script in [
        "paste F5d6C3\nmoves\n",
        "paste Ann - Bob: 1. f5 d6 2. c3\nmoves\n",
        "paste 56 64 33\nmoves\n",
        "paste\n1. f5 d6\n2. c3\n\nmoves\n",
        "paste\n[Event \"a5\"]\n[Round \"c4\"]\n\n1. f5 {d3} d6 (1... f6)\n2. c3 *\n\nmoves\n",
        "play c4\npaste f5d6c3\nmoves\n",
    ] {
        assert_has(&program.succeed(script), &["Pasted: 3 plies.", "f5d6c3"]);
    }
    // The end of the input ends a paste, too.
    assert_has(&program.succeed("paste\nf5d6\nc3"), &["Pasted: 3 plies."]);
    // Too long a text is rejected as a whole: none of it becomes a command.
    let long = format!(
        "paste\nN\nf5d6\n{}N\n\nmoves\n",
        ("x".repeat(9_999) + "\n").repeat(120)
    );
    let refused = program.run(&[], format!("paste f5d6\n{long}"));
    assert_eq!(
        refused.err,
        "line 126: pasted text is too long: at most 1048576 bytes\n"
    );
    assert!(refused.out.ends_with("f5d6\n"), "{}", refused.out);
    let position = program.succeed(&format!("paste {START} X\n"));
    assert_has(&position, &["Pasted: a position."]);
    let ggf = "(;GM[Othello]PB[Ann]PW[Bob]B[f5]W[d6];)";
    let pasted = program.run(&[], format!("paste\n{ggf}\n\n"));
    assert_has(&pasted.out, &["Pasted: Ann - Bob, 2 plies."]);
    let rows: String = (0..8)
        .map(|row| START[8 * row..8 * row + 8].to_owned() + "\n")
        .collect();
    let board = program.run(&[], format!("paste\n{rows}O\n\nf4\n"));
    assert_has(&board.out, &["W plays f4"]);
    let wrong = program.run(&[], "N\npaste hello\npaste a1f5\npaste\n\nmoves\n");
    wrong.errors_begin(&["line 2: ", "line 3: ", "line 5: "]);
    for (line, words) in wrong.errors().iter().zip(["f5d6c3", "ply 1", "f5d6c3"]) {
        assert_has(line, &[words]);
    }
}

#[test]
fn an_imported_game_is_written_with_what_its_record_said() {
    let program = Program::new();
    let ggf = "(;GM[Othello]PC[GGS]DT[2003.12.15]PB[Ann]PW[Bob]RB[2000]RE[-5:r]TI[05:00]TY[8]\
               BO[8 ---------------------------O*------*O--------------------------- *]B[f5/1/3]W[d6];)";
    let (games, name) = (program.write("games.ggf", ggf), program.file("out.ggf"));
    let exported = |what: &str| {
        program.succeed(&format!("import {games}\n{what}export {name} --force\n"));
        program.read_text("out.ggf")
    };
    let details = [
        "PC[GGS]DT[2003.12.15]PB[Ann]PW[Bob]",
        "RB[2000]",
        "TI[05:00",
        "B[f5/1/3]W[d6]",
    ];
    for what in ["", "U\nredo\n", "c3\n"] {
        let text = exported(what);
        assert_has(&text, &details);
        // The continued game was not resigned.
        assert_eq!(
            text.contains("RE[-5.000:r]"),
            what != "c3\n",
            "{what}: {text}"
        );
    }
    let text = exported("player black 2\n");
    assert!(
        text.contains("PB[reversi level 2]PW[Bob]") && !text.contains("RB["),
        "{text}"
    );
    for what in ["U\n", "U\nf4\n", "N\nf5\nd6\n"] {
        let text = exported(what);
        assert!(
            !details.iter().any(|detail| text.contains(detail)),
            "{what}: {text}"
        );
    }
}

#[test]
fn a_board_can_be_put_up_and_saved() {
    let program = Program::new();
    let board = START.replacen("OX", "XX", 1);
    let script = format!("setboard {board} O\nc3\nE other\nrestart\nL other\nU\nU\n");
    let found = program.run(&[], script);
    assert_has(&found.out, &["W plays c3"]);
    assert_eq!(found.err, "line 7: nothing to undo\n");
    let objects: Vec<Value> = program.objects(&format!("setboard {board} O\nN\n"));
    assert_eq!(objects[0]["reply"]["event"]["kind"], "board_set");
    let states = [&objects[0], &objects[1]].map(|object| object["state"].clone());
    assert_eq!(
        (&states[0]["turn"], &states[0]["black_discs"]),
        (&"white".into(), &3.into())
    );
    assert_eq!(states[1]["black_discs"], 2);
    let wrong = program.run(&[], "setboard XO X\nsetboard\nsetboard Q X\n");
    assert_eq!(
        wrong.err,
        "line 1: got 2 squares, expected 64\n\
         line 2: setboard needs a board. For example: `setboard \
         ---------------------------OX------XO--------------------------- X`\n\
         line 3: 'Q' is not a square: use X, O or -\n"
    );
    program
        .run_inside("", "L other\nexport other.sgf\nimport other.sgf\n")
        .done();
    let refused = program.run_inside("", "L other\nexport other.txt\n").err;
    assert_eq!(
        refused,
        "line 2: a transcript must start from the standard position\n"
    );
}

#[test]
fn a_competitive_game_and_other_games_refuse() {
    let program = Program::new();
    let script = format!("G B ann\nimport x.ggf\nexport x.ggf\npaste f5\nsetboard {START} X\n");
    let refused = program.run_inside("", script);
    for (line, what) in refused
        .errors()
        .iter()
        .zip(["import", "export", "paste", "setboard"])
    {
        assert_has(
            line,
            &[&format!(": `{what}` is disabled in competitive games")],
        );
    }
    assert_eq!(refused.errors().len(), 4);
    assert_eq!(
        program.run_inside("", "play c4\n4\nexport x.ggf\n").err,
        "line 3: game records are Reversi only, and this is Connect Four: type `play rv` first\n"
    );
    for (script, errors) in [
        ("N\nexport game.xyz\nexport game\n", 2),
        ("export x.ggf\n", 1),
    ] {
        assert_eq!(program.run_inside("", script).errors().len(), errors);
    }
    assert!(!program.path("x.ggf").exists());
}
