//! Tests of `NBoard`: setting and playing games, hints, analysis, passes and contempt.

use super::*;
use crate::games::{Game, reversi};
use crate::protocols::dialog::{options, say};

fn nboard(depth: u8) -> NBoard {
    let mut nboard = NBoard::new(&options(None));
    say(&mut nboard, &format!("nboard 2\nset depth {depth}\n"));
    nboard
}

fn last<'a>(answer: &'a str, word: &str) -> &'a str {
    let line = answer
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix(word));
    line.unwrap_or_else(|| panic!("{answer}"))
}

/// A game in GGF with the given moves, Black's first.
fn ggf(moves: &[&str]) -> String {
    let board = format!("{}O*------*O{} *", "-".repeat(27), "-".repeat(27));
    let tags = moves.iter().zip(["B", "W"].iter().cycle());
    let tags: Vec<String> = tags.map(|(mv, color)| format!("{color}[{mv}]")).collect();
    let tags = tags.concat();
    format!(
        "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[Ann]PW[Bob]RE[?]TI[15:00]TY[8]\
         BO[8 {board}]{tags};)"
    )
}

#[test]
fn moves_are_those_of_the_level_until_a_depth_is_said() {
    for level in ["1", "3", "7"] {
        let mut nboard = NBoard::new(&options(Some(level.parse().unwrap())));
        let answer = say(&mut nboard, "go\n");
        assert!(
            !answer.contains("search ") && !answer.contains("nodestats "),
            "{answer}"
        );
        let parts: Vec<&str> = last(&answer, "=== ").split('/').collect();
        let square = parse_move(nboard.history.game(), parts[0])
            .unwrap()
            .unwrap();
        assert!(nboard.history.game().moves().contains(&square), "{answer}");
        assert_eq!(
            (parts.len(), parts[1]),
            (3, ""),
            "a bot has no evaluation: {answer}"
        );
        assert!(say(&mut nboard, "set depth 2\ngo\n").contains("search "));
    }
}

fn rows(nboard: &NBoard) -> Vec<String> {
    nboard.history.game().grid().to_rows()
}

#[test]
fn it_names_itself_pings_learns_and_ignores_what_it_does_not_know() {
    let mut nboard = nboard(4);
    assert_eq!(
        say(&mut nboard, "nboard 2\nset depth 12\n"),
        "set myname Reversi\nset myname Reversi 12\n"
    );
    assert_eq!(nboard.limits.depth, 12);
    assert_eq!(
        say(&mut nboard, "ping 7\nlearn\nping -1\n"),
        "pong 7\nlearned\npong -1\n"
    );
    assert_eq!(
        say(
            &mut nboard,
            "foo\n\nSET DEPTH 3\nset foo bar\nF5\n\u{fffd}\n"
        ),
        ""
    );
    assert_eq!(
        say(&mut nboard, "set depth 999999\n"),
        "set myname Reversi 60\n"
    );
    assert_eq!(say(&mut nboard, "set depth 0\n"), "set myname Reversi 1\n");
}

#[test]
fn a_game_is_set_and_moves_are_made() {
    let mut nboard = nboard(4);
    assert_eq!(
        say(
            &mut nboard,
            &format!("set game {}\n", ggf(&["F5", "d6//1.2", "C3/0.5/3"]))
        ),
        ""
    );
    let set = rows(&nboard);
    assert_eq!(nboard.history.positions().len(), 4);
    assert_eq!(
        say(
            &mut nboard,
            &format!(
                "set game {}\nmove F5\nmove d6/1.00/0.2\nmove c3//\n",
                ggf(&[])
            )
        ),
        ""
    );
    assert_eq!(rows(&nboard), set);
    for (line, reason) in [
        ("move F5", "illegal move: f5 is occupied"),
        (
            "move A1/0/0",
            "illegal move: a1 is not legal: a move must flip at least one disc",
        ),
        (
            "move PA",
            "illegal move: white can't pass: it has a legal move",
        ),
        ("move", "illegal move: \"\" is not a square"),
        ("move i9", "illegal move: \"i9\" is not a square"),
        (
            "set game",
            "set game: expected a GGF game, like (;GM[Othello]...;)",
        ),
        ("set depth x", "set depth takes a number of plies"),
        (
            "set contempt x",
            "set contempt takes a number of hundredths of a disc",
        ),
    ] {
        assert_eq!(
            say(&mut nboard, line),
            format!("status {reason}\n"),
            "{line}"
        );
    }
    let answer = say(&mut nboard, &format!("set game {}\n", ggf(&["F5", "F5"])));
    assert!(answer.starts_with("status set game: "), "{answer}");
    assert_eq!(rows(&nboard), set);
}

#[test]
fn hints_are_given_for_as_many_moves_while_searching() {
    let mut nboard = nboard(5);
    let answer = say(&mut nboard, "move f5\nhint 3\n");
    assert!(
        answer.starts_with("status thinking\n") && answer.ends_with("status\n"),
        "{answer}"
    );
    for depth in [1, 3, 5] {
        let count = answer
            .lines()
            .filter(|line| line.ends_with(&format!(" 0 {depth}")))
            .count();
        assert_eq!(count, 3, "{answer}");
    }
    assert_eq!(answer.matches("nodestats ").count(), 3);
    let line: Vec<&str> = last(&answer, "search ").split(' ').collect();
    assert!(["D6", "F4", "F6"].contains(&&line[0][..2]), "{answer}");
    assert!(line[1].parse::<f64>().is_ok() && line[1].contains('.'));
    // More hints than moves are limited to all moves.
    assert_eq!(say(&mut nboard, "hint 60\n").matches(" 0 5\n").count(), 3);
}

/// The program plays both sides of a game, and is told every move.
#[test]
fn a_whole_game_with_passes_is_played() {
    let example = &reversi::INFO.example;
    let mut nboard = nboard(1);
    let mut moves = Vec::new();
    let game = nboard.history.clone();
    let line = game.with_passes(
        example
            .moves
            .split_whitespace()
            .map(|name| game.game().parse_move(name).unwrap()),
    );
    let mut passes = 0;
    for mv in line {
        let word = move_word(game.game(), mv);
        // A pass is explicit, whether the game is set or played.
        let words: Vec<&str> = moves.iter().map(String::as_str).collect();
        let game = ggf(&words);
        // Blanks are allowed anywhere.
        let spread = game.replace("]B[", "] B[ ").replace("]W[", "]\tW[ ");
        for game in [spread, game] {
            assert_eq!(say(&mut nboard, &format!("set game {game}\n")), "");
            assert_eq!(
                nboard.history.positions().len(),
                moves.len() + 1,
                "{moves:?}"
            );
        }
        if mv.is_none() {
            assert_eq!(say(&mut nboard, "go\n"), "=== PA\n");
            // A pass is the only move, so there is one line.
            let hint = say(&mut nboard, "hint 9\n");
            assert!(last(&hint, "search ").starts_with("PA"), "{hint}");
            let counts = ["search ", "nodestats "].map(|word| hint.matches(word).count());
            assert_eq!(counts[0], counts[1], "{hint}");
            passes += 1;
        } else {
            let answer = say(&mut nboard, "go\n");
            let word = last(&answer, "=== ").split('/').next().unwrap();
            assert!(parse_move(nboard.history.game(), word).unwrap().is_some());
        }
        assert_eq!(say(&mut nboard, &format!("move {word}/0.00/0.1\n")), "");
        moves.push(word);
    }
    assert!(passes > 5);
    assert_eq!(rows(&nboard), example.board);
    assert_eq!(
        say(&mut nboard, "go\nhint 1\n"),
        "=== PA\nstatus the game is over\n"
    );
}

#[test]
fn an_own_game_is_analyzed_with_the_sign_of_the_mover() {
    let mut nboard = nboard(60);
    nboard.limits = limits_of_depth(8);
    loop {
        let answer = say(&mut nboard, "go\n");
        let word = last(&answer, "=== ").split('/').next().unwrap().to_owned();
        if nboard.history.to_move().is_none() {
            break;
        }
        assert_eq!(say(&mut nboard, &format!("move {word}\n")), "");
    }
    let plies = nboard.history.positions().len();
    let answer = say(&mut nboard, "analyze\n");
    assert!(answer.starts_with("status analyzing\n") && answer.ends_with("status\n"));
    assert!(!answer.contains("search ") && !answer.contains("nodestats "));
    let values: Vec<f64> = answer
        .lines()
        .filter_map(|line| line.strip_prefix("analysis "))
        .enumerate()
        .map(|(ply, line)| {
            let (number, value) = line.split_once(' ').unwrap();
            assert_eq!(number, ply.to_string());
            value.parse().unwrap()
        })
        .collect();
    assert_eq!(values.len(), plies);
    // The last moves were perfect, so only the sign of the value changes.
    let end = &values[plies - 8..];
    for pair in end.windows(2) {
        assert!((pair[0] + pair[1]).abs() < 0.01, "{values:?}");
    }
}

/// A draw has the value of the contempt for Black; other results are unaffected.
#[test]
fn contempt_is_what_a_draw_is_worth_to_black() {
    let over = Reversi::on_board("BBBBWWWW");
    assert_eq!(over.turn(), None);
    let mut nboard = nboard(4);
    nboard.history = History::new(Box::new(over), None);
    assert_eq!(
        say(&mut nboard, "set contempt 50\nanalyze\n"),
        "status analyzing\nanalysis 0 0.50\nstatus\n"
    );
    assert_eq!(
        say(&mut nboard, "set contempt 0\nanalyze\n"),
        "status analyzing\nanalysis 0 0.00\nstatus\n"
    );
    assert!((nboard.contempt_of(Player::White)).abs() < f64::EPSILON);
    nboard.contempt = -25.0;
    assert!((nboard.contempt_of(Player::White) - 0.25).abs() < f64::EPSILON);
}
