//! The findings, outputs and errors of `reversi analyze`.

use std::fs;

use serde_json::Value;

use crate::support::{BOARD, LONG_GAME, Program, Run, assert_has, data, listing, on_lines, run};
#[cfg(unix)]
use crate::terminal::Terminal;

/// Shallow and quick: the tests check only exact scores.
const QUICK: [&str; 4] = ["--depth", "3", "--exact-from", "14"];

fn analyze(arguments: &[&str], input: &str) -> Run {
    run(&[&["analyze", "--hash", "1"], arguments].concat(), input)
}

#[test]
fn a_whole_game_is_judged_move_by_move() {
    let out = analyze(&[&QUICK[..], &["--all", "-"]].concat(), LONG_GAME).done();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[..2], ["Game 1: 4-60", "Opening: Mouse."]);
    assert_eq!(
        lines[2],
        " ply  move   score  best  value  lost               depth  best line"
    );
    assert!(lines[3].starts_with("   1  B f5  "), "{}", lines[3]);
    // The 47th ply is the first with 14 empty squares. From there, White can't lose.
    let exact: Vec<&str> = lines[3..]
        .iter()
        .filter(|l| l.contains(" exact"))
        .copied()
        .collect();
    assert_eq!(exact.len(), 14, "{out}");
    assert!(exact[0].starts_with("  47  B c4     -56  h4      -20    36  blunder      exact  h4 "));
    for (index, row) in [
        (
            1,
            "  48  W h4     +56                     best         exact",
        ),
        (
            2,
            "  49  B e1     -56                     forced       exact",
        ),
        (
            3,
            "  50  W c2     +56                     best         exact  B passes",
        ),
        (
            13,
            "  70  W g8     +56                     forced       exact",
        ),
    ] {
        assert_eq!(exact[index], row);
    }
    // The totals follow the moves. The chart, with one column per ply, follows the totals.
    let totals: Vec<&str> = lines[64..66].iter().map(|line| &line[..10]).collect();
    assert_eq!(totals, ["Black     ", "White     "]);
    let last = lines
        .iter()
        .rposition(|line| line.starts_with(" -56 |"))
        .unwrap();
    assert_eq!(
        lines[last],
        format!(" -56 |{}B{}", " ".repeat(47), "*".repeat(23))
    );
    assert!(
        lines[last + 1].ends_with("       60        70"),
        "{}",
        lines[last + 1]
    );
    assert_eq!(lines.len(), last + 3, "{out}");
    // Without the table, the moves to review come last, in order.
    let short = analyze(&[&QUICK[..], &["-"]].concat(), LONG_GAME).done();
    let (before, review) = short.split_once("Moves to review:\n").unwrap();
    let without_table = [&lines[..2], &lines[63..]].concat();
    assert_eq!(before.lines().collect::<Vec<_>>(), without_table);
    let rows: Vec<&str> = review.lines().collect();
    assert!(rows.is_sorted(), "{review}");
    let classes = ["inaccuracy", "mistake", "blunder"];
    let worse = |line: &&str| {
        classes
            .iter()
            .any(|class| line.contains(&format!("  {class} ")))
    };
    assert_eq!(
        rows.len(),
        lines[3..63].iter().filter(|line| worse(line)).count(),
        "{review}"
    );
    assert!(rows.iter().all(worse), "{review}");
    let expected = "  47  Black  c4  lost 36  blunder     best h4  c4 ";
    assert!(rows.last().unwrap().starts_with(expected), "{review}");
    assert!(
        rows.iter()
            .any(|row| row[..row.len() - 2].ends_with("  best ")),
        "{review}"
    );
}

#[test]
fn json_has_a_game_in_a_line_with_the_scores_that_solve_finds() {
    let objects = analyze(&[&QUICK[..], &["--json", "-"]].concat(), LONG_GAME).objects();
    let [game] = &objects[..] else {
        panic!("{objects:?}")
    };
    assert_eq!(
        (&game["number"], &game["opening"]),
        (&1.into(), &"Mouse".into())
    );
    assert_eq!(
        (&game["complete"], &game["names"]["black"]),
        (&true.into(), &Value::Null)
    );
    let moves = game["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 60);
    let blunder = &moves[46];
    let fields = [
        "ply",
        "player",
        "move",
        "score",
        "best",
        "best_score",
        "lost",
        "class",
        "exact",
    ];
    let found = fields.map(|field| blunder[field].to_string());
    let expected = r#"47 "black" "c4" -56 "h4" -20 36 "blunder" true"#;
    assert_eq!(found.join(" "), expected);
    assert_eq!(blunder["line"][0], "h4");
    assert_eq!(
        (&moves[49]["passed"], &moves[50]["ply"]),
        (&"black".into(), &52.into())
    );
    let forced: Vec<_> = moves.iter().filter(|mv| mv["class"] == "forced").collect();
    assert!(!forced.is_empty() && moves.iter().filter(|mv| mv["choices"] == 1).eq(forced));
    for side in ["black", "white"] {
        let own = || moves.iter().filter(|mv| mv["player"] == side);
        let lost: i64 = own().map(|mv| mv["lost"].as_i64().unwrap()).sum();
        let chosen = own().filter(|mv| mv["choices"].as_i64() > Some(1));
        let blunders = chosen.filter(|mv| mv["class"] == "blunder").count();
        let totals = &game[side];
        assert!(
            totals["lost"] == lost && totals["blunders"] == blunders,
            "{totals}"
        );
        assert_eq!(totals["moves"], own().count());
    }
    // The board before the 47th move, which is Black's.
    let state = Program::new()
        .objects(&format!("N\n{}", on_lines(&LONG_GAME[..92])))
        .remove(46);
    let rows = state["state"]["board"].as_array().unwrap();
    let board: String = rows.iter().map(|row| row.as_str().unwrap()).collect();
    let board = board.replace('B', "X").replace('W', "O");
    let solved = run(&["solve", "--json", "-"], format!("{board} X\n")).objects();
    assert_eq!(solved[0]["score"], blunder["best_score"], "{board}");
}

#[test]
fn text_beside_the_games_is_told_and_has_no_number() {
    let input = "f5d6c3\n\nhello world\n";
    let run = analyze(&["--depth", "3", "-"], input);
    run.errors_begin(&["line 3: \"hello world\" is not understood"]);
    assert!(run.out.starts_with("Game 1\n") && run.code == Some(1));
    let select = |number: &str| analyze(&["--depth", "3", "--select", number, "-"], input);
    assert!(select("number=1").done().starts_with("Game 1\n"));
    select("number=2").refused(3, "standard input has no games that --select would take");
}

/// The object in a page.
fn page_data(page: &str) -> Value {
    let (_, rest) = page.split_once(" id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn games_become_one_page_in_the_language_asked_for() {
    let program = Program::new();
    let html = program.file("report.html");
    let input = format!("{LONG_GAME}\n\nf5d6a1\n\nf5f6e6f4e3\n");
    let arguments = [&QUICK[..], &["--html", &html, "-"]].concat();
    assert_eq!(analyze(&arguments, &input).code, Some(1));
    let page = program.read_text("report.html");
    assert_has(&page, &["<html lang=\"en\">", "Content-Security-Policy"]);
    assert!(page.len() < 150_000, "{}", page.len());
    let data = page_data(&page);
    let games = data["games"].as_array().unwrap();
    assert_eq!(games.len(), 2);
    let (long, short) = (&games[0], &games[1]);
    assert_eq!(
        (&long["result"], &long["exact_from"], &short["number"]),
        (&"4–60".into(), &47.into(), &3.into())
    );
    // Passes are plies; the worse move has its reason and the better line.
    let plies = long["plies"].as_array().unwrap();
    let passes = plies.iter().filter(|ply| ply["move"].is_null()).count();
    assert_eq!((plies.len(), passes), (70, 10));
    assert_eq!(
        (&plies[46]["move"], &plies[46]["lost"]),
        (&"c4".into(), &36.into())
    );
    assert_eq!(plies[46]["line"][0], "h4");
    let text = plies[46]["text"].as_str().unwrap();
    assert!(
        text.starts_with("Move 47, Black c4: lost 36 discs. Best was h4"),
        "{text}"
    );
    analyze(&arguments, &input)
        .refused(1, "report.html already exists: use --force to overwrite it");
    let spanish = [&arguments[..], &["--force", "--language", "es"]].concat();
    let run = analyze(&spanish, "f5f6e6f4e3");
    assert_has(&run.done(), &["Opening: Cow."]);
    let page = program.read_text("report.html");
    assert_has(&page, &["<html lang=\"es\">", ">Jugadas</h2>"]);
    assert_eq!(page_data(&page)["games"][0]["facts"][0], "Apertura: Cow.");
    analyze(&["--language", "es", "-"], "f5").refused(2, "--html <FILE>");
}

#[test]
fn several_games_follow_each_other_and_bad_ones_are_told() {
    let program = Program::new();
    let svg = program.file("chart.svg");
    let input = "f5d6c3\n\nf5d6a1\n\nf5f6e6f4e3\n";
    let arguments = ["--depth", "3", "--svg", &svg, "-"];
    let run = analyze(&arguments, input);
    run.errors_begin(&["record 2, byte "]);
    assert!(run.code == Some(1) && run.err.contains("a1"), "{}", run.err);
    let starts: Vec<&str> = run
        .out
        .lines()
        .filter(|line| line.starts_with("Game"))
        .collect();
    assert_eq!(starts, ["Game 1", "Game 3"]);
    assert_has(&run.out, &["\n\nGame 3\nOpening: Cow.\n"]);
    assert_eq!(listing(program.home.path()), ["chart-3.svg", "chart.svg"]);
    let third = program.read_text("chart-3.svg");
    assert_has(&third, &["<svg ", ">Game 3, Cow</text>", "5 e3: "]);
    // Existing files are not overwritten, and that is checked before the search.
    program.write("chart-3.svg", "mine");
    let exists = "chart.svg already exists: use --force to overwrite it";
    analyze(&arguments, input).refused(1, exists);
    fs::remove_file(&svg).unwrap();
    let games = |run: &Run| (run.out.matches("Game ").count(), run.code);
    let run = analyze(&arguments, input);
    assert_has(
        &run.err,
        &["chart-3.svg already exists: use --force to overwrite it\n"],
    );
    assert_eq!(games(&run), (1, Some(1)));
    assert_eq!(program.read_text("chart-3.svg"), "mine");
    let forced = analyze(&[&arguments[..], &["--force"]].concat(), input);
    assert_eq!(games(&forced), (2, Some(1)));
    let selected = analyze(&["--depth", "3", "--select", "number=3", "-"], input);
    assert_eq!(
        (games(&selected), selected.err.as_str()),
        ((1, Some(0)), "")
    );
    analyze(&["-"], "nothing but words\n").refused(3, "standard input has no game");
}

#[test]
fn how_far_is_searched_can_be_said() {
    for (arguments, depth) in [
        (&["--level", "depth:5"][..], 5),
        (&["--depth", "4"], 4),
        (&["--depth", "4", "--threads", "2"], 4),
        (&["--depth", "2", "--time", "10s"], 2),
    ] {
        let objects = analyze(&[arguments, &["--json", "-"]].concat(), "f5d6c3").objects();
        let first = &objects[0]["moves"][0];
        assert_eq!(
            (&first["depth"], &first["exact"]),
            (&depth.into(), &false.into())
        );
    }
}

/// Uses public game records outside the repository.
#[test]
fn games_of_other_formats_are_analyzed() {
    // Two programs that made no endgame mistake, and one of the first world championships.
    for (name, title, opening, end) in [
        (
            "ggs-games.ggf",
            "Game 1: Saio1200 (B) - Saio3000 (W), 32-32",
            "No-Kung",
            0,
        ),
        (
            "wth_1980.wtb",
            "Game 1: Cerf Jonathan (B) - Mimura Takuya (W), 21-43",
            "Mimura",
            -22,
        ),
    ] {
        let Some(file) = data(name) else { continue };
        let file = file.to_str().unwrap();
        let select = ["--select", "number=1", "--depth", "2", "--exact-from", "12"];
        let out = analyze(&[&select[..], &[file]].concat(), "").done();
        assert!(out.starts_with(title), "{name}: {out}");
        assert_has(&out, &[&format!("\nOpening: {opening}.\n")]);
        let game = analyze(&[&select[..], &["--json", file]].concat(), "")
            .objects()
            .remove(0);
        let last = game["moves"].as_array().unwrap().last().unwrap();
        let sign = if last["player"] == "black" { 1 } else { -1 };
        assert_eq!(sign * last["score"].as_i64().unwrap(), end, "{name}");
    }
}

#[test]
fn a_game_can_begin_at_any_position() {
    let board = BOARD[..64].replace('X', "*");
    let game = format!("(;GM[Othello]PB[a]PW[b]TY[8]BO[8 {board} *]B[G8];)");
    let game = analyze(&["--json", "--from", "ggf", "-"], &game)
        .objects()
        .remove(0);
    let first = &game["moves"][0];
    assert_eq!(
        (&first["move"], &first["score"]),
        (&"g8".into(), &18.into())
    );
    assert_eq!(
        (&first["lost"], &first["class"]),
        (&0.into(), &"best".into())
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_job_with_what_there_is() {
    let program = Program::new();
    let file = program.write("game", "f5d6c3\n");
    let arguments = ["analyze", "--depth", "60", &file];
    let mut terminal = Terminal::start(program.home.path(), &arguments, &[]);
    terminal.wait_for("game 1: 0 of 3 moves");
    terminal.keys("\u{3}");
    assert_eq!(terminal.exit_code(), 130);
    terminal.wait_for("Interrupted");
}

#[cfg(unix)]
#[test]
fn the_first_signal_ends_an_analysis_that_waits_for_its_input() {
    use std::io::{BufRead, BufReader, Write};

    use crate::support::{signal, wait};

    let program = Program::new();
    // The format of a pipe is unknown until its beginning or end arrives.
    let words = ["analyze", "--from", "ggf", "--depth", "2", "--json"];
    let mut child = program.command(&words).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input
        .write_all(b"(;GM[Othello]PB[a]PW[b]TY[8]B[f5]W[d6]B[c3];)\n")
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    output.next().unwrap().unwrap();
    // Now it is waiting for input. During work, Ctrl-C would only stop the work.
    std::thread::sleep(std::time::Duration::from_millis(500));
    signal(child.id(), "TERM");
    wait(
        || child.try_wait().unwrap().is_some(),
        || "it goes on".to_owned(),
    );
    drop(input);
}
