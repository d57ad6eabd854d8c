//! The program in scripts: exit codes, errors with line numbers, JSON, color, seeds.

use crate::support::{
    BOARD, LONG_GAME, Program, assert_clean, assert_has, on_lines, run, run_command,
};
use serde_json::{Value, json};

fn objects(script: &str) -> Vec<Value> {
    run(&["--json", "--seed", "1"], script).objects()
}

#[test]
fn nothing_in_means_nothing_out() {
    for input in ["", "\n", "# a comment\n   \n", ","] {
        assert_eq!(run(&[], input).done(), "");
    }
}

#[test]
fn errors_carry_their_line_and_the_run_goes_on_to_exit_code_1() {
    let unknown = "line 2: unknown command \"foo\": type `help` for a list";
    let all = run(&[], "N\nfoo\n\nJ a1\nd3\nA B 0\nU 5\nE ../x");
    assert_eq!(
        all.errors(),
        [
            unknown,
            "line 4: a1 is not legal: a move must flip at least one disc",
            "line 6: no level \"0\": use 1 to 20, auto1 to auto3, a depth (depth:12), a time per move (2s), or a rating of 100 or more",
            "line 7: only 1 turn can be undone",
            "line 8: \"../x\" is not a valid name: use 1 to 64 letters, digits, . _ or -, not starting with a dot",
        ]
    );
    assert!(all.code == Some(1) && all.out.contains("B plays d3 and flips 1 disc."));
    let strict = run(&["--strict"], "N\nfoo\nd3\n");
    assert_eq!((strict.errors(), strict.code), (vec![unknown], Some(1)));
    assert!(!strict.out.contains("plays"));
}

#[test]
fn any_line_end_will_do_and_quit_ends_the_run_whatever_follows() {
    assert_has(&run(&[], "N\r\nd3\r\nJ 3 3").done(), &["W plays c3"]);
    run(&[], "N\nQ\nfoo\n").done();
}

#[test]
fn strange_bytes_are_refused_with_their_place() {
    let mut input = b"N\nd3\xff\n\0\nJ \x1b[31md3\n".to_vec();
    input.extend(vec![b'J'; 10_000_000]);
    input.extend(b"\nJ 99999999999999999999 1\nC \xe2\x80\x8b x\nC ab c\nC x x\nC - x\nd3");
    let run = run(&[], input);
    assert_eq!(
        run.errors(),
        [
            "line 2: byte 3 (0xff) is not UTF-8: the line is skipped",
            "line 3: control character '\\0' in column 1: remove it",
            "line 4: control character '\\u{1b}' in column 3: remove it",
            "line 5: longer than 65536 bytes: the line is skipped",
            "line 6: no row 99999999999999999999 on this board: use 1 to 8",
            "line 7: '\\u{200b}' is not an icon: use a printable character one column wide",
            "line 8: \"ab\" is not an icon: use one character",
            "line 9: both icons are x: use two different ones",
            "line 10: - can't be an icon: - . ? and , are reserved",
        ]
    );
    assert!(run.code == Some(1) && run.out.contains("B plays d3"));
}

#[test]
fn a_verbose_version_says_what_a_bug_report_needs() {
    let program = Program::new();
    let short = program.run(&["--version"], "").done();
    for option in ["-h", "--help", "-V"] {
        assert_has(
            &program.run(&[option], "").done().to_lowercase(),
            &["reversi"],
        );
    }
    for arguments in [
        &["--version", "--verbose"][..],
        &["-V", "-v"],
        &["--verbose", "-V"],
    ] {
        let out = program.run(arguments, "").done();
        let (first, rest) = out.split_once('\n').unwrap();
        assert_eq!(first, short.trim_end());
        let names: Vec<&str> = rest
            .lines()
            .map(|line| line.split_once(':').unwrap().0)
            .collect();
        let expected = "engines processor system features data settings terminal variables";
        assert_eq!(names.join(" "), expected);
        assert_has(
            rest,
            &[program.home.path().to_str().unwrap(), "REVERSI_HOME"],
        );
        assert_clean(rest);
    }
    // The folder is not created.
    let out = program
        .run(&["-Vv", "--data-dir", "no/\u{1b}[31mwhere"], "")
        .out;
    assert_has(&out, &["data:      no/", "(not there)"]);
    assert_clean(&out);
    for arguments in [&["--verbose"][..], &["--version", "perft", "2"]] {
        assert_eq!(run(arguments, "").code, Some(2));
    }
}

#[test]
fn scripts_and_jobs_do_not_read_the_configuration() {
    let program = Program::new();
    program.write("config.ron", "damaged");
    for arguments in [&[][..], &["--json"], &["perft", "2"]] {
        program.run(arguments, "N\n").done();
    }
    let all = "(game: \"c4\", level: 3, names: (\"A\", \"B\"), icons: ('X', 'O'), theme: \"light\", \
               discs: \"symbols\", screen_reader: true)";
    program.write("config.ron", all);
    assert_eq!(program.run(&["config", "game"], "").out, "connect-four\n");
    let variables = [
        ("REVERSI_GAME", "quarto"),
        ("REVERSI_LEVEL", "5"),
        ("REVERSI_NAMES", "ANN BOB"),
        ("REVERSI_ICONS", "Y Z"),
        ("REVERSI_THEME", "no theme"),
        ("REVERSI_DISCS", "symbols"),
        ("REVERSI_SCREEN_READER", "on"),
    ];
    let input = "N\nd3\nmoves\n";
    let usual = run(&[], input);
    assert_eq!(
        run_command(program.command(&[]).envs(variables), input),
        usual
    );
    assert_eq!(run(&["--theme", "high-contrast"], input), usual);
    // The command line takes precedence.
    let chosen = program.run(&["--names", "ANN", "BOB", "--icons", "Y", "Z"], "N\n");
    assert_has(&chosen.out, &["ANN (Y) moves first.", "Y 2"]);
}

#[test]
fn nothing_of_an_argument_reaches_a_terminal_raw() {
    let raw = "a\u{1b}[31m\u{9b}2J\u{202e}\u{2028}X";
    let option = format!("--{raw}");
    let name = format!("{raw}=gtp:");
    let quote = format!("gtp:\"{raw}");
    for (index, arguments) in [
        &["--weights", raw][..],
        &[raw],
        &[&option],
        &["-g", raw],
        &["--names", raw, "b"],
        &["--data-dir", raw, raw],
        &["--theme", raw],
        &["perft", raw],
        &["solve", raw],
        &["solve", "--shard", raw, "-"],
        &["solve", "--position", raw],
        &["analyze", raw],
        &["analyze", "--select", raw, "-"],
        &["convert", raw, "--to", raw],
        &["convert", "-", raw],
        &["match", raw, "1"],
        &["match", &name, "1"],
        &["match", &quote, "1"],
        &["match", "1", "2", "--clock", raw],
        &["gtp", "--level", raw],
    ]
    .into_iter()
    .enumerate()
    {
        let run = run(arguments, "");
        assert_ne!(run.code, Some(0), "{arguments:?}");
        assert_clean(&(run.out + &run.err));
        assert!(
            index > 2 || run.err.contains("a\\u{1b}[31m"),
            "it can be read: {}",
            run.err
        );
    }
}

#[test]
fn nothing_of_a_record_reaches_a_terminal_raw() {
    let name = "A\u{7f}\u{9b}2J\u{202e}\u{2066}B";
    let record = format!("(;GM[Othello]PB[{name}]PW[{name}]EV[{name}]TY[8]RE[?]B[f5]W[d6];)\n");
    let program = Program::new();
    program.write("game.ggf", record);
    for (line, input) in [
        ("convert --json game.ggf", String::new()),
        ("convert --stats game.ggf", String::new()),
        ("convert --stats --json game.ggf", String::new()),
        ("convert --to svg game.ggf", String::new()),
        ("analyze --depth 2 game.ggf", String::new()),
        ("analyze --depth 2 --json game.ggf", String::new()),
        ("", "import game.ggf\n".to_owned()),
        (
            "--json",
            format!("import game.ggf\nexport {name}\nfoo {name}\n"),
        ),
    ] {
        let run = program.run_inside(line, input);
        assert_has(&run.out, &["u{9b}2J"]);
        assert_clean(&(run.out + &run.err));
    }
}

#[test]
fn a_seed_repeats_a_run_exactly_whatever_the_bots_leave_to_chance() {
    let input = "A B 1\nd3\nplayer black 1\n";
    let first = run(&["--seed", "5"], input);
    assert_eq!(run(&["--seed", "5"], input), first);
    assert_ne!(run(&["--seed", "6"], input), first);
    let later = run(&["--seed", "9"], format!("seed 5\n{input}")).out;
    assert_eq!(later.split_once('\n').unwrap().1, first.out);
    for level in ["7", "auto1", "auto2", "auto3"] {
        let script = format!("A W {level}\nplayer white {level}\nmoves\n");
        let moves = |seed| run(&["--seed", seed], &script).out;
        assert_eq!(moves("1"), moves("1"), "{level}");
        assert_ne!(moves("1"), moves("2"), "{level}");
    }
}

#[test]
fn a_pipe_gets_no_color_unless_it_is_asked_for() {
    for (option, name, value, has_color) in [
        ("auto", "REVERSI_LEVEL", "1", false),
        ("always", "REVERSI_LEVEL", "1", true),
        ("never", "REVERSI_LEVEL", "1", false),
        ("auto", "CLICOLOR_FORCE", "1", true),
        ("auto", "NO_COLOR", "1", false),
        ("always", "NO_COLOR", "1", true),
    ] {
        let program = Program::new();
        let run = run_command(
            program.command(&["--color", option]).env(name, value),
            "N\n",
        );
        assert_eq!(run.out.contains('\x1b'), has_color, "{option} {name}");
    }
    assert!(!run(&[], "N\n").out.contains('\x1b'));
}

#[test]
fn ascii_keeps_to_ascii() {
    let program = Program::new();
    program.run(&[], "C ● ○\nN\nd3\nE round\n");
    let refused = program.run(&["--ascii"], "C ● ○\nL round\n");
    let expected = "line 1: \\u{25cf} is not ASCII, but reversi was started with --ascii\n";
    assert_eq!(refused.err, expected);
    assert!(refused.out.is_ascii() && refused.out.contains("- - - B B"));
    let json = program.run(&["--ascii", "--json"], "C ● ○\n");
    assert!(json.out.is_ascii() && json.out.contains("\\u25cf"));
    assert_has(&program.succeed("L round\n"), &["- - - ● ● - - -"]);
}

#[test]
fn json_tells_state_moves_flips_passes_and_outcome() {
    let [start, played, failed, unknown] = &objects("N\nd3\nJ a1\nfoo bar\n")[..] else {
        panic!()
    };
    assert_eq!(start["schema"], 1);
    assert_eq!(start["reply"]["event"], json!({"kind": "started"}));
    let state = &start["state"];
    assert_eq!(state["legal"], json!(["d3", "c4", "f5", "e6"]));
    assert_eq!(
        (&state["turn"], &state["last"]),
        (&json!("black"), &Value::Null)
    );
    assert_eq!(state["board"][3], "---WB---");
    let ply = json!({
        "player": "black",
        "move": "d3",
        "placed": "d3",
        "flipped": ["d4"],
        "pushed_out": null,
        "passed": null,
    });
    assert_eq!(played["reply"]["plies"], json!([ply]));
    assert_eq!(
        (&played["state"]["last"], &played["state"]["black_discs"]),
        (&ply, &json!(4))
    );
    assert_eq!(
        (&failed["ok"], &failed["reply"]),
        (&json!(false), &Value::Null)
    );
    assert_eq!(failed["error"]["kind"], "game");
    assert_eq!(
        failed["state"], played["state"],
        "a failed command changes nothing"
    );
    let error = &unknown["error"];
    assert_eq!(
        (&error["kind"], &error["column"]),
        (&json!("command"), &json!(1))
    );

    let end = objects(include_str!("../../examples/scripts/wipe-out.txt"))
        .pop()
        .unwrap();
    assert_eq!(end["state"]["turn"], Value::Null);
    let score = json!({"black": 13, "white": 0, "empties": 51});
    let outcome = json!({"winner": "black", "score": score, "ending": "no_moves"});
    assert_eq!(end["state"]["outcome"], outcome);
    let passes = objects(include_str!("../../examples/scripts/passes.txt"));
    let passes = passes
        .iter()
        .filter(|object| object["state"]["last"]["passed"] == "black");
    // The last object is the list of moves, with the previous state.
    assert_eq!(passes.count(), 10);
}

#[test]
fn help_is_in_the_language_of_the_user_and_everything_else_in_english() {
    let program = Program::new();
    let run = |arguments: &[&str], language: &str| {
        let mut command = program.command(arguments);
        run_command(command.env("LANG", language), "")
    };
    for (arguments, language, parts) in [
        (
            &["--help"][..],
            "pt_BR.UTF-8",
            &[
                "Uso: reversi [OPÇÕES] [ARQUIVO]",
                "\nComandos:\n",
                "[padrão: ",
            ][..],
        ),
        (
            &["-h"],
            "pt_PT.UTF-8",
            &[
                "Utilização: reversi [OPÇÕES] [FICHEIRO]",
                "--data-dir <PASTA>",
            ],
        ),
        (
            &["help"],
            "es_ES.UTF-8",
            &["Uso: reversi [OPCIONES] [ARCHIVO]", "reversi help COMANDO"],
        ),
        (
            &["solve", "--help"],
            "es_ES.UTF-8",
            &["Uso: reversi solve [OPCIONES] ", "\nOpciones:\n"],
        ),
        (
            &["help", "library"],
            "pt_BR.UTF-8",
            &["[padrão: list]", "\nArgumentos:\n"],
        ),
        (
            &["--language", "es", "-h"],
            "pt_BR.UTF-8",
            &["Uso: reversi [OPCIONES]"],
        ),
        (
            &["--help"],
            "C",
            &["Usage: reversi [OPTIONS] [FILE]", "\nCommands:\n"],
        ),
    ] {
        let found = run(arguments, language).with_code(0);
        assert_has(&found.out, parts);
        let has_english = found.out.contains("Usage:") || found.out.contains("[default");
        assert_eq!(has_english, language == "C", "{arguments:?}: {}", found.out);
    }
    let wrong = run(&["solve", "--nonsense", "-h"], "pt_BR.UTF-8").with_code(2);
    assert_has(
        &wrong.err,
        &[
            "error: unexpected argument",
            "Usage: reversi solve [OPTIONS]",
        ],
    );
}

#[test]
fn a_competitive_game_refuses_help_and_ranks_the_player() {
    let program = Program::new();
    let game = include_str!("../../examples/scripts/competitive.txt");
    let after = program.run(&[], format!("{game}\ngoto 0\n"));
    assert_has(&after.err, &[": `goto` is disabled in competitive games"]);
    let program = Program::new();
    assert_has(
        &program.succeed(game),
        &["ann scores 132: number 1 in the ranking."],
    );
    assert_has(
        &program.succeed(game),
        &["ann scores 132; personal best 132, number 1."],
    );
    let other = program.succeed(&game.replace("ann", "bob"));
    assert_has(&other, &["bob scores 132: number 2 in the ranking."]);
    let ranking = program.objects("W").remove(0);
    let entry = |name| json!({"nickname": name, "score": 132});
    assert_eq!(
        ranking["reply"]["event"]["entries"],
        json!([entry("ann"), entry("bob")])
    );
    assert_eq!(program.objects("G B ann")[0]["state"]["legal"], Value::Null);
}

#[test]
fn saves_are_listed_loaded_replaced_and_removed() {
    let script = "T\nN\nd3\nE one\nc3\nE two\nE one\nT\nL two\nU 2\nR one\nR one\nL one\nT\n";
    let run = run(&[], script);
    let missing = "no saved game called one: type `T` for a list";
    assert_eq!(
        run.errors(),
        [12, 13].map(|line| format!("line {line}: {missing}"))
    );
    assert!(
        run.out
            .starts_with("No saved games yet. Type `E NAME` to save this one.\n")
    );
    let replaced = "Saved as one (overwrote the previous one).\n";
    assert_has(
        &run.out,
        &[
            "Saved as one.\n",
            replaced,
            "Deleted one.\n",
            "Undid 2 moves.\n",
        ],
    );
    let rows: Vec<&str> = run
        .out
        .lines()
        .filter(|line| line.contains("Reversi"))
        .collect();
    assert_eq!(rows.len(), 3);
    let words: Vec<&str> = rows[0].split_whitespace().take(6).collect();
    assert_eq!(words.join(" "), "one Reversi two players 2 3-3");
}

#[test]
fn the_engine_hints_judges_solves_and_plays() {
    let game = "N\nplayer white depth:4\nplayer black depth:4\nplayer white human\nplayer black human\nU 12\n";
    let objects = objects(&format!("{game}H 2\neval\nsolve\ngo\nH\n"));
    let events: Vec<&Value> = objects[6..]
        .iter()
        .map(|object| &object["reply"]["event"])
        .collect();
    let [hint, evaluated, solved, played, _] = events[..] else {
        panic!("{objects:?}")
    };
    let legal = objects[5]["state"]["legal"].as_array().unwrap();
    assert_eq!(
        (&hint["kind"], &hint["exact"]),
        (&"hint".into(), &true.into())
    );
    assert_eq!(
        hint["others"].as_array().unwrap().len(),
        legal.len().min(2) - 1
    );
    let moves = evaluated["moves"].as_array().unwrap();
    assert_eq!(moves.len(), legal.len());
    assert!(moves.is_sorted_by_key(|mv| -mv["score"].as_i64().unwrap()));
    // All three agree, and the suggested move is played.
    assert_eq!(
        (&solved["kind"], &solved["exact"]),
        (&"solved".into(), &true.into())
    );
    assert_eq!(
        (&hint["score"], &moves[0]["score"]),
        (&solved["score"], &solved["score"])
    );
    assert!(solved["nodes"].as_u64().unwrap() > 0);
    assert_eq!(played["kind"], "played");
    assert_eq!(objects[9]["reply"]["plies"][0]["move"], hint["move"]);

    let text = run(&[], format!("{game}solve\neval\n")).out;
    let name = solved["move"].as_str().unwrap();
    let score = solved["score"].as_i64().unwrap();
    let best = format!("Best: {name}  {score:+} (exact)");
    let heading = "Scores for the side to move (exact).\n      1   2   3 ";
    assert_has(&text, &[&best, heading, &format!(" {score:+}")]);
}

#[test]
fn the_moves_of_a_game_are_analyzed() {
    let game = on_lines(LONG_GAME);
    let text = run(
        &[],
        format!("N\nC x o\n{game}analyze depth:4 all\nanalyze depth:4\n"),
    )
    .done();
    let answers: Vec<&str> = text.split("Opening: ").collect();
    let [_, analysis, summary] = answers[..] else {
        panic!("{text}")
    };
    let lines: Vec<&str> = analysis.lines().collect();
    assert_eq!(lines[0], "Mouse.");
    assert!(lines[2].starts_with("   1  x f5  "), "{}", lines[2]);
    // With depth 4, the last ten squares are exact.
    for row in [
        "\n  70  o g8     +56                     forced       exact\n",
        "  68  o g6     +56                     best         exact  x passes\n",
        "\n     Score for x by ply; x and o mark mistakes",
    ] {
        assert_has(analysis, &[row]);
    }
    let totals = lines
        .iter()
        .position(|line| line.starts_with("x     25  "))
        .unwrap();
    assert!(lines[totals + 1].starts_with("o     35  "), "{analysis}");
    // Without `all`, the worst moves in words replace the table and the totals.
    let lines: Vec<&str> = summary.lines().collect();
    assert_eq!(lines[0], "Mouse.");
    assert!(
        lines[1].starts_with("Accuracy: Black ") && lines[1].contains(", White "),
        "{summary}"
    );
    assert!(
        lines[2].starts_with("Move ") && lines[2].contains(" discs. Best was "),
        "{summary}"
    );
    assert_has(summary, &["\n     Score for x by ply"]);
    assert_eq!(summary.matches("\nMove ").count(), 3, "{summary}");
    assert!(
        summary.ends_with(" Type `analyze all` to list every move.\n"),
        "{summary}"
    );
    // With the result and the opening, the summary fits above the prompt.
    assert!(
        lines.len() < 23 && lines.iter().all(|line| line.len() <= 78),
        "{summary}"
    );

    let event = |script: &str| objects(script).pop().unwrap()["reply"]["event"].clone();
    let begun = event(&format!("N\n{game}U 40\nanalyze depth:4\n"));
    assert_eq!(
        (&begun["kind"], &begun["opening"]),
        (&json!("analyzed"), &json!("Mouse"))
    );
    assert_eq!(
        (&begun["complete"], &begun["moves"][19]["move"]),
        (&json!(true), &json!("b6"))
    );
    assert_eq!(begun["moves"].as_array().unwrap().len(), 20);
    assert_eq!(begun["black"]["moves"], 10);
    let of_position = event(&format!("setboard {BOARD}\ng8\nanalyze\n"));
    let judged = &of_position["moves"][0];
    assert_eq!(
        (&judged["move"], &judged["score"]),
        (&json!("g8"), &json!(18)),
        "{of_position}"
    );
    assert_eq!(
        (&judged["exact"], &judged["lost"]),
        (&json!(true), &json!(0))
    );
    assert_eq!(of_position["opening"], Value::Null);
}

#[test]
fn what_the_engine_is_not_asked_and_what_can_not_be_analyzed_is_said() {
    const NO_GAME: &str = "line 1: no game yet: type `N` for two players, or `A B 1` to play a bot";
    let script = "analyze\nN\nanalyze\nf5\nanalyze 3\nanalyze 21\nanalyze 4 4\nplay c4\nJ 4\n\
                  analyze\nplay rv\nG B ann\nJ f5\nanalyze\nN\nf5\nanalyze depth:4 all\n";
    let analyzed = run(&[], script);
    analyzed.errors_begin(&[
        NO_GAME,
        "line 3: no move has been played yet: play some first",
        "line 5: \"3\" is not an analysis level: use 4 to 20, a depth (depth:12), or a time (2s)",
        "line 6: \"21\" is not an analysis level: use 4 to 20, a depth (depth:12), or a time (2s)",
        // If two levels are given, as in line 7, the last applies.
        "line 10: `analyze` works only in Reversi, and this is Connect Four",
        "line 14: `analyze` is disabled in competitive games",
    ]);
    assert_has(&analyzed.out, &["\n   1  B f5  "]);
    let script = "H\nN\nsolve\nplay c4\neval\nsolve\nA B 11\nA B 2s\nplayer white 12\nplay rv\n\
                  A W 0.01s\nG B ann\neval\nsolve\ngo\nplay c4\nA B depth:4\nN\n\
                  player white depth:5\nA B auto2\n";
    let asked = run(&[], script);
    asked.errors_begin(&[
        NO_GAME,
        "line 3: too early to solve: 60 empty squares, at most 30 are possible; type `H` for an estimate",
        "line 5: `eval` works only in Reversi, and this is Connect Four; type `H` for a hint",
        "line 6: `solve` works only in Reversi, and this is Connect Four; type `H` for a hint",
        "line 7: Connect Four has no level 11: use 1 to 10",
        "line 8: Connect Four has no level 2s: use 1 to 10",
        "line 9: Connect Four has no level 12: use 1 to 10",
        "line 13: `eval` is disabled in competitive games",
        "line 14: `solve` is disabled in competitive games",
        "line 15: `go` is disabled in competitive games",
        "line 17: Connect Four has no level depth:4: use 1 to 10",
        "line 19: Connect Four has no level depth:5: use 1 to 10",
        "line 20: Connect Four has no level auto2: use 1 to 10",
    ]);
    assert_has(&asked.out, &["You play W against a bot (10ms per move).\n"]);
}

#[test]
fn openings_are_told_to_programs_and_not_in_the_text_of_scripts() {
    let script = "N\nc4\nc3\nd3\nc5\nd6\nd7\nU 1\n";
    let reached = objects(script)
        .into_iter()
        .map(|object| object["reply"]["opening"].clone());
    let expected = json!([null, null, "Diagonal", null, null, "Cow", null, null]);
    assert_eq!(reached.collect::<Value>(), expected);
    assert!(!run(&[], script).out.contains("Opening"));
    // Of several moves of a command, the last one with a name counts.
    let script = "N\nplayer white 4\nplayer black 4\n";
    assert!(objects(script)[2]["reply"]["opening"].is_string());
    assert!(objects("play c4\nJ 4\n")[1]["reply"]["opening"].is_null());
}

#[test]
fn levels_depths_and_other_bots_are_played_saved_and_loaded() {
    for (script, expected) in [
        (
            "A W 7\nE one\nplayer white depth:5\nE two\nN\nL one\nL two\n",
            "7 human, 7 human, 7 depth:5, 7 depth:5, human human, 7 human, 7 depth:5",
        ),
        (
            "A B AUTO2\nE one\nplayer black auto1\nN\nplayer white auto3\nL one\n",
            "human auto2, human auto2, auto1 auto2, human human, human auto3, human auto2",
        ),
    ] {
        let players = objects(script).into_iter().map(|line| {
            assert_eq!(line["ok"], true, "{line}");
            let [black, white] =
                ["black", "white"].map(|side| line["state"][side].as_str().unwrap().to_owned());
            format!("{black} {white}")
        });
        assert_eq!(players.collect::<Vec<_>>().join(", "), expected);
    }
    for (script, begun, saved) in [
        (
            "A W depth:4\nE one\nT\n",
            "You play W against a bot (depth 4).\n",
            " depth 4 ",
        ),
        (
            "A B auto2\nE one\nT\n",
            "You play B against a bot (auto2).\n",
            " auto2 ",
        ),
    ] {
        let text = run(&[], script).done();
        assert_has(&text, &[begun]);
        assert_has(
            text.lines().find(|line| line.starts_with("one ")).unwrap(),
            &[saved],
        );
    }
    let text = run(&[], "A B auto2\nplayer black auto3\n").done();
    assert_has(&text, &["Two bots: auto3 against auto2.\n"]);
    assert!(
        text.contains(" wins ") || text.contains("Draw"),
        "the game is played to its end"
    );
}

#[test]
fn goto_goes_to_any_move_and_says_how_far_the_game_goes() {
    let script =
        "goto 0\nN\ngoto 1\nd3\nc3\nc4\ngoto 0\ngoto 4\ngoto 2\ngoto 2\nredo\nU 2\ngoto x\n";
    let run = run(&[], script);
    assert_eq!(
        run.errors(),
        [
            "line 1: no game yet: type `N` for two players, or `A B 1` to play a bot",
            "line 3: no move 1: no moves have been played",
            "line 8: no move 4: use 0 to 3",
            "line 13: \"x\" is not a move number: use 0 (the start) or more",
        ]
    );
    let said = run
        .out
        .lines()
        .filter(|line| line.starts_with(['U', 'R']) && line.contains("did "));
    let expected = [
        "Undid 3 moves.",
        "Redid 2 moves.",
        "Redid 1 move.",
        "Undid 2 moves.",
    ];
    assert_eq!(said.collect::<Vec<_>>(), expected);
    let gone = objects(script).into_iter().filter(|object| {
        object["command"].as_str().unwrap().starts_with("goto") && object["ok"] == true
    });
    let events = gone.map(|object| json!([object["reply"]["event"], object["state"]["ply"]]));
    let expected = json!([
        [{"kind": "undone", "moves": 3}, 0],
        [{"kind": "redone", "moves": 2}, 2],
        [{"kind": "shown"}, 2],
    ]);
    assert_eq!(events.collect::<Value>(), expected);
    let error = &objects("N\ngoto 70000\n")[1]["error"];
    assert_eq!(error["kind"], "game");
    assert_eq!(error["message"], "no move 70000: use 0 to 0");
}

#[test]
fn goto_lets_a_bot_move_where_it_is_to_move() {
    let objects = objects("A B 2\nd3\nf5\ngoto 1\nredo\ngoto 0\nplayer black 1\nU\ngoto 10\n");
    let reply = &objects[3]["reply"];
    assert_eq!(reply["event"], json!({"kind": "undone", "moves": 3}));
    assert_eq!(reply["plies"].as_array().unwrap().len(), 1);
    assert_eq!(reply["plies"][0]["player"], "white");
    assert_eq!(objects[3]["state"]["turn"], "black");
    assert_eq!(
        objects[4]["ok"], true,
        "the bot has moved as before: its line goes on"
    );
    assert_eq!(objects[5]["reply"]["plies"], json!([]));
    // Two bots continue from there to the end.
    let last = objects.last().unwrap();
    assert_eq!(last["reply"]["event"]["kind"], "undone");
    assert_ne!(last["state"]["outcome"], Value::Null);
}

#[test]
fn goto_has_the_numbers_of_moves_and_analyze() {
    let script = include_str!("../../examples/scripts/passes.txt");
    let listed = run(&[], format!("{script}\nmoves\n")).out;
    let lines: Vec<&str> = listed.lines().collect();
    let first = lines
        .iter()
        .rposition(|line| line.starts_with(" 1 "))
        .unwrap();
    let words = lines[first..lines.len() - 1].join(" ");
    let words: Vec<&str> = words.split_whitespace().collect();
    let rows: Vec<(usize, &str)> = words
        .chunks(3)
        .map(|row| (row[0].parse().unwrap(), row[2]))
        .collect();
    assert!(rows.len() > 60 && rows.iter().zip(1..).all(|((number, _), at)| *number == at));
    assert_eq!(rows.iter().filter(|(_, name)| *name == "pass").count(), 10);
    let last = rows.len();
    let steps: Vec<String> = (1..=last + 1)
        .map(|number| format!("goto {number}\n"))
        .collect();
    let shown = objects(&format!("{script}\n{}", steps.concat()));
    let shown = &shown[shown.len() - last - 1..];
    for ((number, name), object) in rows.iter().zip(shown) {
        // A pass has the position of the move that forced it.
        let expected = if *name == "pass" {
            rows[number - 2].1
        } else {
            name
        };
        assert_eq!(object["state"]["last"]["move"], expected, "{number}");
    }
    let beyond = shown[last]["error"]["message"].as_str().unwrap();
    assert_has(beyond, &[&(last + 1).to_string(), &format!("0 to {last}")]);
    // After a pass, position and row of the same number agree in all lists.
    let walked = run(&[], format!("{script}\ngoto {last}\nback 1\nforward 1\n")).out;
    let (number, name) = &rows[last - 1];
    assert_ne!(*name, "pass");
    assert_has(&walked, &[&format!("After move {number}, {name}.")]);
}

#[test]
fn a_letter_and_a_number_are_a_square_wherever_the_board_has_it() {
    assert_has(
        &run(&[], "N\nd3\nc 5\nf 6\n").done(),
        &["W plays c5", "B plays f6"],
    );
    // Columns of other boards. If the board has no such square, the letter is a command.
    let wide = objects("play gravity 12 8\nl 5\nU 1\nplay c4\nc 4\nN\nplay qu\nJ c\nc 4\n");
    assert_eq!(wide[1]["reply"]["plies"][0]["move"], "l5", "{}", wide[1]);
    assert_eq!(wide[2]["reply"]["event"]["kind"], "undone");
    assert_has(wide[4]["error"]["message"].as_str().unwrap(), &["icons"]);
    assert_eq!(wide[8]["reply"]["plies"][0]["move"], "c4", "{}", wide[8]);
    // These remain commands.
    let commands = objects("N\nA 7\nE 3\nH 3\nC 4 5\nG 5\n");
    assert_eq!(commands[1]["ok"], false);
    for (command, kind) in commands[2..].iter().zip(["saved", "hint", "icons"]) {
        assert_eq!(command["reply"]["event"]["kind"], kind);
    }
    assert_has(commands[5]["error"]["message"].as_str().unwrap(), &["g5"]);
    assert_has(&run(&[], "help J\n").out, &["A 7", "E 3", "H 3"]);
}

#[test]
fn only_what_may_be_a_misspelling_is_suggested_and_nothing_that_deletes() {
    for line in [
        "delete tuesday",
        "delte tuesday",
        "remvoe tuesday",
        "prnue",
        "clear",
        "two",
        "foo",
    ] {
        let err = run(&[], line).err;
        assert!(!err.contains("did you mean"), "{line}: {err}");
    }
    for line in ["foo", "book foo", "config nane"] {
        let err = Program::new().run_inside(line, "").err;
        assert!(
            !err.contains("did you mean") && !err.contains("exist"),
            "{line}: {err}"
        );
    }
}

#[test]
fn stronger_bots_follow_into_other_games_as_strong_as_these_have_them() {
    let switched = objects("A B 5\nA W 20\nplay c4\n");
    assert_eq!(switched[1]["state"]["black"], "20");
    assert_eq!(switched[2]["state"]["mode"], "against");
    // Other bots become the level with their number.
    for (level, follows) in [("20", "10"), ("depth:4", "4"), ("auto2", "2")] {
        let switched = objects(&format!("A W {level}\nplay c4\n")).remove(1);
        assert_eq!(
            (&switched["ok"], &switched["state"]["black"]),
            (&true.into(), &follows.into())
        );
    }
}

#[test]
fn levels_are_those_of_the_game_and_a_rating_names_its_level() {
    // `docs/levels.md` shows those of Reversi.
    let run = run(&[], "A W 1000\nplay c4\nlevels\nA B 300\nA B 99999\n");
    let lines: Vec<&str> = run.out.lines().collect();
    let is_level = |line: &&&str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let first = 1 + lines
        .iter()
        .position(|line| line.contains("  plays"))
        .unwrap();
    assert_eq!(
        lines[first..].iter().take_while(is_level).count(),
        10,
        "{}",
        run.out
    );
    assert!(
        lines.iter().all(|line| line.chars().count() <= 79),
        "{}",
        run.out
    );
    let says_which = ["Closest to 1000: level ", " (rating 1000)."];
    assert!(
        says_which.iter().any(|said| run.out.contains(said)),
        "{}",
        run.out
    );
    run.errors_begin(&["line 5: no level has a rating of 99999: the highest is "]);
}

#[test]
fn the_level_the_names_and_a_balanced_opening_are_chosen_with_a_word() {
    let script = "level 5\nA B 3\nlevel 5\nlevel\nlevel x\nnames ann bob\nnames ann\nnames off\n\
                  A W 3 balanced\nN balanced\nplay c4\nN balanced\n";
    let answers = objects(script);
    let refused = (0..12).filter(|&index| answers[index]["ok"] == false);
    assert_eq!(refused.collect::<Vec<_>>(), [0, 4, 6, 11], "{answers:?}");
    let event = |index: usize| &answers[index]["reply"]["event"];
    assert_eq!(answers[2]["state"]["white"], "5");
    assert_eq!(event(3)["level"], "level 5, novice");
    assert_eq!(event(5)["names"], json!(["ann", "bob"]));
    assert_eq!(event(7)["names"], Value::Null);
    // A bot with White to move waits.
    for (index, plies) in [(8, 9), (9, 8)] {
        assert_eq!(answers[index]["state"]["ply"], plies, "{index}");
        assert_eq!(event(index)["opening"]["moves"].as_str().unwrap().len(), 16);
    }
    let rated = objects("play c4\nA B 1\nlevel 1500\n");
    assert_eq!(
        rated[2]["state"]["white"], "10",
        "the rating is one of this game: {rated:?}"
    );
    let run = |seed: &str| run(&["--seed", seed], "N balanced\n").out;
    assert_eq!(run("1"), run("1"));
    assert_ne!(run("1"), run("2"));
    assert_has(&run("1"), &["\nBalanced opening"]);
}

#[test]
fn a_game_from_a_position_with_a_score_has_its_history() {
    let script = "N score=-4..4 plies=20\nmoves\nU 20\nplay c4\nN plies=3\n";
    let answers = objects(script);
    let started = &answers[0]["reply"]["event"];
    let (opening, state) = (&started["opening"], &answers[0]["state"]);
    assert_eq!(
        (&started["kind"], &opening["plies"]),
        (&json!("started"), &json!(20))
    );
    assert!(
        (-4..=4).contains(&opening["score"].as_i64().unwrap()),
        "{opening}"
    );
    assert_eq!(
        (&state["ply"], &state["turn"]),
        (&json!(20), &json!("black"))
    );
    assert_eq!(opening["moves"].as_str().unwrap().len(), 40);
    assert_eq!(answers[2]["state"]["ply"], 0, "undone to the start");
    assert_eq!(answers[4]["ok"], false);
    let text = |seed: &str, line: &str| run(&["--seed", seed], line).out;
    let line = "N score=3.. plies=12\n";
    assert_eq!(text("1", line), text("1", line));
    assert_ne!(text("1", line), text("2", line));
    assert_has(&text("1", line), &["\nPly 12, score +", " for B"]);
    run(&[], "N score=4..-4\nN plies=50\n").errors_begin(&[
        "line 1: \"score=4..-4\" is not a condition: use a score from -64 to 64, or a range such as -4..4",
        "line 2: no position after 50 plies: the opening book has positions up to ply 21",
    ]);
}

#[test]
fn a_game_or_position_can_stand_where_a_file_with_one_can() {
    let answers = objects("import f5d6c3\nimport nosuch\n");
    assert_eq!(answers[0]["state"]["ply"], 3, "{answers:?}");
    assert_eq!(answers[1]["ok"], false);
    let start = "---------------------------OX------XO--------------------------- X";
    for (arguments, said) in [
        (&["analyze", "--depth", "2", "f5d6c3"][..], "Perpendicular"),
        (&["solve", "--", BOARD], "+18"),
        (&["book", "show", "f5d6"], "\nc3 "),
        (&["book", "show", "--", start], ""),
    ] {
        assert_has(&run(arguments, "").with_code(0).out, &[said]);
    }
    assert_eq!(run(&["analyze", "nosuch"], "").code, Some(3));
}
