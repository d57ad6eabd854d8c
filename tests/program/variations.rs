//! Variations from outside: scripts, JSON, saves, SGF and the autosave.

use crate::support::{Program, assert_has, run};
use serde_json::{Value, json};

/// A game with two variations, a note and annotations.
const STUDY: &str = "N\nf5\nd6\nc3\nback 2\nf6\nmark ?!\nnote worse than d6\ne6\nback 3\n\
    note the start\nforward\nd6\nmark !\n";

const TREE: &str =
    "     the start\n  1. 1 f5 [d6!] c3\n  2.   2 f6?! e6\n         2 f6: worse than d6\n";

fn variations(program: &Program, input: &str) -> String {
    let out = program.succeed(&format!("{input}variations\n"));
    let list = out.rfind("\n     the start").map(|at| &out[at + 1..]);
    list.unwrap_or(&out).to_owned()
}

#[test]
fn the_list_is_indented_and_saves_keep_it() {
    let program = Program::new();
    assert_eq!(variations(&program, STUDY), TREE);
    assert_eq!(
        variations(&program, &format!("{STUDY}E study\nrestart\nL study\n")),
        TREE
    );
    // Suspended games, and the game at the end of a run, are saved.
    assert_eq!(variations(&program, &format!("{STUDY}N\nresume\n")), TREE);
    program.run(&[], STUDY);
    assert_eq!(variations(&program, "resume\n"), TREE);
    // One line is saved as always.
    program.succeed("N\nf5\nd6\nU\nredo\nback\nforward\nE one\n");
    let text = program.read_text("saves/one.ron");
    assert!(
        text.contains("format: 1,") && !text.contains("tree"),
        "{text}"
    );
}

#[test]
fn sgf_and_pgn_keep_the_tree_and_other_formats_the_main_line() {
    let program = Program::new();
    let [sgf, ggf, txt, again] =
        ["a.sgf", "a.ggf", "a.txt", "b.sgf"].map(|name| program.file(name));
    program.succeed(&format!(
        "{STUDY}export {sgf}\nexport {ggf}\nexport {txt}\n"
    ));
    let written = program.read_text("a.sgf");
    assert_has(
        &written,
        &["(;W[f6]DO[]C[worse than d6]\n;B[e6])", "C[the start]"],
    );
    assert_has(&program.read_text("a.ggf"), &["B[f5]W[d6]B[c3];"]);
    assert_eq!(program.read_text("a.txt"), "F5d6C3\n");
    // After an import, the current position is the end of the main line.
    let tree = TREE.replace("[d6!] c3", "d6! [c3]");
    assert_eq!(variations(&program, &format!("import {sgf}\n")), tree);
    program.succeed(&format!("import {sgf}\nexport {again}\n"));
    assert_eq!(program.read_text("b.sgf"), written);
    assert_eq!(
        program.run(&["convert", &sgf, "--to", "sgf"], "").done(),
        written
    );
    assert_eq!(
        program
            .run(&["convert", &sgf, "--to", "transcript"], "")
            .done(),
        "F5d6C3\n"
    );
    let pgn = program.file("a.pgn");
    program.succeed(&format!("import {sgf}\nexport {pgn}\n"));
    let written = program.read_text("a.pgn");
    assert_has(
        &written,
        &["{the start}", "(1... f6 $6 {worse than d6} 2. e6)"],
    );
    assert_eq!(variations(&program, &format!("import {pgn}\n")), tree);
    assert_eq!(
        program.run(&["convert", &pgn, "--to", "pgn"], "").done(),
        written
    );
}

#[test]
fn moves_taken_back_are_no_part_of_the_main_line() {
    let program = Program::new();
    let path = program.file("game.txt");
    for (input, expected) in [
        ("U", "F5d6\n"),
        ("back", "F5d6C3\n"),
        ("U 2\nf6", "F5f6\n"),
        ("back 2\nf6", "F5d6C3\n"),
        ("back 2\nf6\npromote", "F5f6\n"),
    ] {
        program.succeed(&format!("N\nf5\nd6\nc3\n{input}\nexport {path} --force\n"));
        assert_eq!(program.read_text("game.txt"), expected, "{input}");
    }
}

#[test]
fn json_has_lines_with_numbers_notes_and_signs() {
    let script = format!("{STUDY}variations\nvariations 2 2\nnote\npromote\nprune\n");
    let objects = Program::new().objects(&script);
    let events: Vec<&Value> = objects
        .iter()
        .map(|object| &object["reply"]["event"])
        .collect();
    let [.., list, entered, note, promoted, pruned] = events[..] else {
        panic!("{objects:?}")
    };
    assert_eq!(
        (&list["kind"], &list["note"]),
        (&"variations".into(), &"the start".into())
    );
    let lines = &list["lines"];
    assert_eq!(
        (&lines[1]["number"], &lines[1]["depth"]),
        (&2.into(), &1.into())
    );
    assert_eq!(lines[1]["after"], 1);
    let expected = json!({
        "ply": 2, "player": "white", "move": "f6", "sign": "?!", "note": "worse than d6",
        "on_board": false,
    });
    assert_eq!(lines[1]["moves"][0], expected);
    assert_eq!(lines[0]["moves"][1]["on_board"], true);
    assert_eq!(
        (&entered["kind"], &entered["number"]),
        (&"browsed".into(), &3.into())
    );
    assert_eq!(objects[objects.len() - 4]["state"]["ply"], 3);
    assert_eq!(
        (&note["note"], &note["changed"]),
        (&"".into(), &false.into())
    );
    assert_eq!(
        (&promoted["kind"], &pruned["moves"]),
        (&"promoted".into(), &1.into())
    );
}

#[test]
fn what_can_not_be_done_is_said_in_one_line() {
    for (input, expected) in [
        (
            "back",
            "no game yet: type `N` for two players, or `A B 1` to play a bot",
        ),
        ("N\nback", "already at the start"),
        ("N\nf5\nback 2", "can go back only 1 move"),
        (
            "N\nf5\nforward",
            "end of the line: type `variations` to see the others",
        ),
        ("N\nf5\nback\nforward 2", "can go forward only 1 move"),
        ("N\nvariations 1", "no line 1: there are no variations yet"),
        (
            "N\nf5\nvariations 2",
            "no line 2: use 1 to 1 (type `variations` to list them)",
        ),
        ("N\nf5\nvariations 1 2", "line 1 has no move 2: use 1 to 1"),
        ("N\nf5\nvariations next", "this line has no variations"),
        (
            "N\nmark !",
            "this is the starting position: there is no move to change",
        ),
        (
            "N\nf5\nmark",
            "mark needs an annotation (! ? !! ?? !? ?!). For example: `mark !`",
        ),
        (
            "N\nf5\nmark good",
            "\"good\" is not an annotation: use ! !! ? ?? !? or ?!",
        ),
        ("N\nf5\npromote", "already on the main line"),
        (
            "N\nprune",
            "this is the starting position: there is no move to change",
        ),
        (
            "G B ann\nd3\nback",
            "`back` is disabled in competitive games: finish it, or type `N` to leave it",
        ),
        (
            "G B ann\nd3\nvariations",
            "`variations` is disabled in competitive games: finish it, or type `N` to leave it",
        ),
    ] {
        let run = run(&[], input);
        let line = input.lines().count();
        assert_eq!(
            (run.err, run.code),
            (format!("line {line}: {expected}\n"), Some(1)),
            "{input}"
        );
    }
}

#[test]
fn an_analysis_adds_the_better_lines() {
    // The move next to the corner is a mistake that any search finds.
    let script = "N\nf5\nd6\nc3\nd3\nc4\nb3\nb2\nanalyze 8 variations\nvariations\nanalyze 8\n";
    let objects = Program::new().objects(script);
    let events: Vec<&Value> = objects
        .iter()
        .map(|object| &object["reply"]["event"])
        .collect();
    let [.., analyzed, list, without] = events[..] else {
        panic!("{objects:?}")
    };
    let moves = analyzed["moves"].as_array().unwrap();
    let bad: Vec<&Value> = moves
        .iter()
        .filter(|mv| mv["lost"].as_u64().unwrap() > 2)
        .collect();
    assert!(
        !bad.is_empty() && analyzed["added"] == bad.len(),
        "{analyzed}"
    );
    let lines = list["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 1 + bad.len());
    for (line, judged) in lines[1..].iter().zip(bad) {
        let first = &line["moves"][0];
        assert_eq!(
            (&first["ply"], &first["move"]),
            (&judged["ply"], &judged["best"])
        );
        let score = |name: &str| judged[name].as_i64().unwrap();
        let note = format!("{:+} ({:+})", score("best_score"), score("score"));
        assert_eq!(first["note"], Value::from(note));
        let lengths = [&line["moves"], &judged["line"]].map(|it| it.as_array().unwrap().len());
        assert_eq!(lengths[0], lengths[1]);
    }
    assert_eq!(without["added"], Value::Null);
}
