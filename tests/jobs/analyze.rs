//! The findings, outputs and errors of `reversi analyze`.

use std::fs;

use serde_json::Value;

use super::support::{Program, Run, root};
#[cfg(unix)]
use super::terminal::Terminal;
use super::{check_refused, objects};

/// A game of 60 moves and ten passes that White wins 60-4. Another program has solved its last fourteen moves.
const GAME: &str = "f5f4e3d6c5d3g5h5c3d2g4f3g3e2f2b3e7g2h2b6b4b5a5f8f6f7a3b2c1h3g7h8b7b8d7d8h6a1c7d1h7b1\
                    a7h1g1f1c4h4e1c2a4a2a6c6e6c8a8e8g6g8";

/// Shallow and quick: the tests check only exact scores.
const QUICK: [&str; 4] = ["--depth", "3", "--exact-from", "14"];

fn analyze(arguments: &[&str], input: &str) -> Run {
    Program::new().run(&[&["analyze", "--hash", "1"], arguments].concat(), input)
}

#[test]
fn a_whole_game_is_judged_move_by_move() {
    let run = analyze(&[&QUICK[..], &["--all", "-"]].concat(), GAME);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "Game 1: 4-60");
    assert_eq!(lines[1], "Opening: Mouse.");
    assert_eq!(lines[2], " ply  move   score  best  value  lost              depth  best line");
    assert!(lines[3].starts_with("   1  B f5  "), "{}", lines[3]);
    // The 47th ply is the first with 14 empty squares. From there, White can't lose.
    let exact: Vec<&str> = lines[3..].iter().filter(|l| l.contains(" exact")).copied().collect();
    assert_eq!(exact.len(), 14, "{}", run.out);
    assert!(exact[0].starts_with("  47  B c4     -56  h4      -20    36  blunder      exact  h4 "));
    assert_eq!(exact[1], "  48  W h4     +56                     best         exact");
    assert_eq!(exact[2], "  49  B e1     -56                     forced       exact");
    assert_eq!(exact[3], "  50  W c2     +56                     best         exact  B passes");
    assert_eq!(exact[13], "  70  W g8     +56                     forced       exact");
    // The totals follow the moves. The chart, with one column per ply, follows the totals.
    let totals: Vec<&str> = lines[64..66].iter().map(|line| &line[..10]).collect();
    assert_eq!(totals, ["Black     ", "White     "]);
    let last = lines.iter().rposition(|line| line.starts_with(" -56 |")).unwrap();
    assert_eq!(lines[last], format!(" -56 |{}B{}", " ".repeat(47), "*".repeat(23)));
    assert!(lines[last + 1].ends_with("       60        70"), "{}", lines[last + 1]);
    assert_eq!(lines.len(), last + 3, "{}", run.out);
    // Without the table, the moves to review come last, in order.
    let run = analyze(&[&QUICK[..], &["-"]].concat(), GAME);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    let (before, review) = run.out.split_once("Moves to review:\n").unwrap();
    let without_table = [&lines[..2], &lines[63..]].concat();
    assert_eq!(before.lines().collect::<Vec<_>>(), without_table);
    let rows: Vec<&str> = review.lines().collect();
    assert!(rows.is_sorted(), "{review}");
    let classes = ["inaccuracy", "mistake", "blunder"];
    let worse = |line: &&str| classes.iter().any(|class| line.contains(&format!("  {class} ")));
    assert_eq!(rows.len(), lines[3..63].iter().filter(|line| worse(line)).count(), "{review}");
    assert!(rows.iter().all(worse), "{review}");
    let last = rows.last().unwrap();
    let expected = "  47  Black  c4  lost 36  blunder     best h4  h4 leaves ";
    assert!(last.starts_with(expected), "{last}");
    assert!(rows.iter().any(|row| row[..row.len() - 2].ends_with("  best ")), "{review}");
}

#[test]
fn json_has_a_game_in_a_line() {
    let run = analyze(&[&QUICK[..], &["--json", "-"]].concat(), GAME);
    let [game] = &objects(&run)[..] else { panic!("{}", run.out) };
    assert_eq!((&game["number"], &game["opening"]), (&1.into(), &"Mouse".into()));
    assert_eq!((&game["complete"], &game["names"]["black"]), (&true.into(), &Value::Null));
    let moves = game["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 60);
    let blunder = &moves[46];
    let fields = ["ply", "player", "move", "score", "best", "best_score", "lost", "class", "exact"];
    let found: Vec<String> = fields.map(|field| blunder[field].to_string()).into();
    let expected =
        ["47", "\"black\"", "\"c4\"", "-56", "\"h4\"", "-20", "36", "\"blunder\"", "true"];
    assert_eq!(found, expected);
    assert_eq!(blunder["line"][0], "h4");
    assert_eq!((&moves[49]["passed"], &moves[50]["ply"]), (&"black".into(), &52.into()));
    for side in ["black", "white"] {
        let own = || moves.iter().filter(|mv| mv["player"] == side);
        let lost: i64 = own().map(|mv| mv["lost"].as_i64().unwrap()).sum();
        assert_eq!(game[side]["lost"], lost);
        assert_eq!(game[side]["moves"], own().count());
        let chosen = own().filter(|mv| mv["choices"].as_i64() > Some(1));
        let blunders = chosen.filter(|mv| mv["class"] == "blunder").count();
        assert_eq!(game[side]["blunders"], blunders);
    }
}

#[test]
fn exact_scores_are_those_that_solve_finds() {
    let run = analyze(&[&QUICK[..], &["--json", "-"]].concat(), GAME);
    let moves = &objects(&run)[0]["moves"];
    // The board before the 47th move, which is Black's.
    let plies = 46;
    let mut script = String::from("N\n");
    for start in (0..2 * plies).step_by(2) {
        script.push_str(&GAME[start..start + 2]);
        script.push('\n');
    }
    let states = objects(&Program::new().run(&["--json"], script));
    let rows = states[plies]["state"]["board"].as_array().unwrap();
    let board: String = rows.iter().map(|row| row.as_str().unwrap()).collect();
    let board = board.replace('B', "X").replace('W', "O");
    let solved = Program::new().run(&["solve", "--json", "-"], format!("{board} X\n"));
    assert_eq!(objects(&solved)[0]["score"], moves[plies]["best_score"], "{board}");
}

#[test]
fn several_games_follow_each_other_and_bad_ones_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("chart.svg");
    let input = "f5d6c3\n\nf5d6a1\n\nf5f6e6f4e3\n";
    let arguments = ["--depth", "3", "--svg", svg.to_str().unwrap(), "-"];
    let run = analyze(&arguments, input);
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    assert!(run.err.starts_with("record 2, byte ") && run.err.contains("a1"), "{}", run.err);
    let starts: Vec<&str> = run.out.lines().filter(|line| line.starts_with("Game")).collect();
    assert_eq!(starts, ["Game 1", "Game 3"]);
    assert!(run.out.contains("\n\nGame 3\nOpening: Cow.\n"), "{}", run.out);
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["chart-3.svg", "chart.svg"]);
    let third = fs::read_to_string(folder.path().join("chart-3.svg")).unwrap();
    assert!(third.starts_with("<svg ") && third.contains(">Game 3, Cow</text>"), "{third}");
    assert!(third.contains("5 e3: "), "{third}");
    // Existing files are not overwritten, and that is checked before the search.
    fs::write(folder.path().join("chart-3.svg"), "mine").unwrap();
    check_refused(
        &analyze(&arguments, input),
        1,
        "chart.svg already exists: use --force to overwrite it",
    );
    fs::remove_file(&svg).unwrap();
    let run = analyze(&arguments, input);
    assert!(
        run.err.ends_with("chart-3.svg already exists: use --force to overwrite it\n"),
        "{}",
        run.err
    );
    assert_eq!((run.out.matches("Game ").count(), run.code), (1, Some(1)));
    assert_eq!(fs::read_to_string(folder.path().join("chart-3.svg")).unwrap(), "mine");
    let run = analyze(&[&arguments[..], &["--force"]].concat(), input);
    assert_eq!((run.out.matches("Game ").count(), run.code), (2, Some(3)));
    let run = analyze(&["--depth", "3", "--select", "number=3", "-"], input);
    assert_eq!((run.out.matches("Game ").count(), run.err.as_str(), run.code), (1, "", Some(0)));
}

#[test]
fn how_far_is_searched_can_be_said() {
    for (arguments, depth) in [
        (&["--level", "depth:5"][..], 5),
        (&["--depth", "4"], 4),
        (&["--depth", "4", "--threads", "2"], 4),
        (&["--depth", "2", "--time", "10s"], 2),
    ] {
        let run = analyze(&[arguments, &["--json", "-"]].concat(), "f5d6c3");
        let moves = &objects(&run)[0]["moves"];
        assert_eq!((&moves[0]["depth"], &moves[0]["exact"]), (&depth.into(), &false.into()));
    }
}

#[test]
fn what_can_not_be_analyzed_is_said() {
    check_refused(&analyze(&["no/such/file"], ""), 3, "can't read no/such/file: ");
    check_refused(&analyze(&["-"], ""), 3, "standard input has no game");
    check_refused(&analyze(&["-"], "nothing but words\n"), 3, "standard input has no game");
    let selected = analyze(&["--select", "number=2", "-"], "f5d6");
    check_refused(&selected, 3, "that --select would take");
    check_refused(&analyze(&[], ""), 3, "standard input has no game");
    check_refused(&analyze(&["--level", "3", "-"], ""), 2, "use a level from 4 on");
    check_refused(&analyze(&["--level", "21", "-"], ""), 2, "use 1 to 20");
    check_refused(&analyze(&["--time", "9", "-"], ""), 2, "use a time like 2s or 500ms");
    check_refused(&analyze(&["--level", "9", "--depth", "9", "-"], ""), 2, "cannot be used with");
    let nowhere = ["--depth", "2", "--svg", "no/such/folder/a.svg", "-"];
    let run = analyze(&nowhere, "f5d6");
    assert_eq!(run.code, Some(1));
    assert!(run.err.starts_with("reversi: can't write no/such/folder/a.svg: "), "{}", run.err);
}

/// Uses public game records outside the repository.
#[test]
fn games_of_other_formats_are_analyzed() {
    // Two programs that made no endgame mistake, and one of the first world championships.
    let files = [
        ("ggs-games.ggf", "Game 1: Saio1200 (B) - Saio3000 (W), 32-32", "No-Kung", 0),
        ("wth_1980.wtb", "Game 1: Cerf Jonathan (B) - Mimura Takuya (W), 21-43", "Mimura", -22),
    ];
    for (name, title, opening, end) in files {
        let file = root().join("../shared/data").join(name);
        if !file.exists() {
            println!("skipped: there is no {}", file.display());
            continue;
        }
        let file = file.to_str().unwrap();
        let select = ["--select", "number=1", "--depth", "2", "--exact-from", "12"];
        let run = analyze(&[&select[..], &[file]].concat(), "");
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{name}");
        assert!(run.out.starts_with(title), "{name}: {}", run.out);
        assert!(run.out.contains(&format!("\nOpening: {opening}.\n")), "{name}: {}", run.out);
        let run = analyze(&[&select[..], &["--json", file]].concat(), "");
        let game = &objects(&run)[0];
        let last = game["moves"].as_array().unwrap().last().unwrap();
        let sign = if last["player"] == "black" { 1 } else { -1 };
        assert_eq!(sign * last["score"].as_i64().unwrap(), end, "{name}");
    }
}

#[test]
fn a_game_can_begin_at_any_position() {
    // In the last squares of a game, Black plays g8 and wins by 18.
    let mut board = super::BOARD.split(' ').next().unwrap().to_owned();
    board = board.replace('X', "*");
    let game = format!("(;GM[Othello]PB[a]PW[b]TY[8]BO[8 {board} *]B[G8];)");
    let run = analyze(&["--json", "--from", "ggf", "-"], &game);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    let moves = &objects(&run)[0]["moves"];
    assert_eq!((&moves[0]["move"], &moves[0]["score"]), (&"g8".into(), &18.into()));
    assert_eq!((&moves[0]["lost"], &moves[0]["class"]), (&0.into(), &"best".into()));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_job_with_what_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game");
    fs::write(&file, "f5d6c3\n").unwrap();
    let file = file.to_str().unwrap();
    let mut terminal = Terminal::start(folder.path(), &["analyze", "--depth", "60", file], &[]);
    terminal.wait_for("game 1: 0 of 3 moves");
    terminal.keys("\u{3}");
    assert_eq!(terminal.exit_code(), 130);
    terminal.wait_for("Interrupted");
}
