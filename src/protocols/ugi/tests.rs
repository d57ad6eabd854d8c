//! Tests of UGI: complete games, passes, positions, options and limits.

use super::*;
use crate::games::{REGISTRY, find};
use crate::protocols::dialog::{options, say, say_stopped};

fn ugi(code: &str) -> Ugi {
    Ugi::new(&options(None), find(code).unwrap())
}

fn best_move(answer: &str) -> &str {
    let last = answer.lines().last().unwrap();
    last.strip_prefix("bestmove ")
        .unwrap_or_else(|| panic!("{answer}"))
}

#[test]
fn it_introduces_itself_and_is_ready() {
    let answer = say(&mut ugi("c4"), "ugi\nisready\n");
    assert!(answer.starts_with("id name Reversi "), "{answer}");
    assert!(answer.contains(
        "\noption name game type combo default c4 var rv var c4 var co var gr var qu var rr\n"
    ));
    assert!(answer.contains("\noption name hash type spin default 1 min 1 max 65536\n"));
    assert!(answer.ends_with("\nugiok\nreadyok\n"));
}

#[test]
fn every_game_is_played_to_its_end_against_itself() {
    for info in REGISTRY {
        let mut ugi = ugi(info.code);
        let mut moves = Vec::new();
        let answer = say(
            &mut ugi,
            "uginewgame\nposition startpos\nquery gameover\nquery p1turn\nquery result",
        );
        assert_eq!(
            answer, "response false\nresponse true\nresponse none\n",
            "{}",
            info.name
        );
        for _ in 0..600 {
            let position = format!(
                "position startpos moves {}\nquery gameover\n",
                moves.join(" ")
            );
            if say(&mut ugi, &position).ends_with("response true\n") {
                break;
            }
            let answer = say(&mut ugi, "go depth 2\n");
            moves.push(best_move(&answer).to_owned());
        }
        assert_eq!(
            say(&mut ugi, "query gameover\nquery p1turn\n"),
            "response true\nresponse false\n"
        );
        let result = say(&mut ugi, "query result\n");
        let known = ["p1win", "p2win", "draw"].map(|result| format!("response {result}\n"));
        assert!(known.contains(&result), "{}: {result}", info.name);
        assert!(say(&mut ugi, "go depth 2").starts_with("bestmove pass\n"));
    }
}

#[test]
fn passes_have_a_name() {
    let example = crate::games::reversi::INFO.example.moves;
    let mut ugi = ugi("rv");
    assert_eq!(
        say(
            &mut ugi,
            &format!("position startpos moves {example}\nquery result")
        ),
        "response p1win\n"
    );
    let end = say(&mut ugi, "query fen");
    let game = History::new((ugi.info.new)(ugi.setup), None);
    let moves = example
        .split_whitespace()
        .map(|name| game.game().parse_move(name).unwrap());
    let line = game.with_passes(moves);
    let names: Vec<String> = line.iter().map(|&mv| name(game.game(), mv)).collect();
    assert!(names.iter().filter(|name| *name == PASS).count() > 5);
    for (index, said) in names.iter().enumerate() {
        let answer = say(
            &mut ugi,
            &format!(
                "position startpos moves {}\nquery p1turn",
                names[..index].join(" ")
            ),
        );
        assert_eq!(answer, format!("response {}\n", index % 2 == 0));
        if said == PASS {
            let answer = say(&mut ugi, "go depth 1");
            assert!(
                answer.starts_with("info depth 0 ") && best_move(&answer) == PASS,
                "{answer}"
            );
            let fen = say(&mut ugi, "query fen").replace("response", "position fen");
            assert_eq!(best_move(&say(&mut ugi, &format!("{fen}go depth 1"))), PASS);
        }
    }
    assert_eq!(
        say(
            &mut ugi,
            &format!("position startpos moves {}\nquery fen", names.join(" "))
        ),
        end
    );
}

#[test]
fn what_is_wrong_is_said_and_changes_nothing() {
    let mut ugi = ugi("rv");
    let start = say(&mut ugi, "position startpos moves f5\nquery fen");
    for (line, reason) in [
        ("position", "position takes startpos, or fen and a position"),
        (
            "position foo",
            "position takes startpos, or fen and a position",
        ),
        (
            "position startpos moves f5 f5",
            "illegal move f5: f5 is occupied",
        ),
        (
            "position startpos moves pass",
            "illegal move pass: black can't pass: it has a legal move",
        ),
        (
            "position startpos moves z9",
            "illegal move z9: no column z on this board: use 1 to 8, or a to h",
        ),
        (
            "position fen 8/8",
            "not a position: no side to move after the board: use B or W",
        ),
        (
            "position fen 8/8 B",
            "not a position: the board needs 8 rows of 8 squares",
        ),
        ("setoption foo", "usage: setoption name NAME value VALUE"),
        ("setoption name foo value 1", "unknown option foo"),
        (
            "setoption name hash value 0",
            "invalid value 0 for hash: use 1 to 65536",
        ),
        (
            "setoption name game value go",
            "no game called go: use rv, c4, co, gr, qu or rr",
        ),
        (
            "setoption name columns value 9",
            "Reversi has a fixed board size: only gr (Gravity) can change it",
        ),
    ] {
        assert_eq!(
            say(&mut ugi, line),
            format!("info string {reason}\n"),
            "{line}"
        );
        assert_eq!(say(&mut ugi, "query fen"), start);
    }
    assert_eq!(say(&mut ugi, "foo bar\nquery foo\nstop\n\n\u{fffd}"), "");
}

#[test]
fn options_choose_game_and_board() {
    let mut ugi = ugi("rv");
    say(
        &mut ugi,
        "setoption name Game value Gravity\nsetoption name columns value 5\nsetoption name ROWS value 4",
    );
    assert_eq!(
        say(&mut ugi, "query fen\nquery p1turn"),
        "response 5/5/5/5 W\nresponse true\n"
    );
    say(
        &mut ugi,
        "setoption name game value qu\nsetoption name linesonly value true\nposition fen a3/b3/c3/4 W d",
    );
    assert_eq!(
        say(&mut ugi, "query fen\nquery p1turn"),
        "response a3/b3/c3/4 W d\nresponse false\n"
    );
    assert_eq!(best_move(&say(&mut ugi, "go depth 3")), "a4");
    say(
        &mut ugi,
        "setoption name Hash value 2\nsetoption name threads value 2",
    );
    assert_eq!((ugi.options.hash_mb, ugi.options.threads), (2, 2));
}

#[test]
fn limits_are_kept() {
    let mut ugi = ugi("rv");
    let answer = say(&mut ugi, "position startpos moves f5\ngo depth 6\n");
    let depths: Vec<&str> = answer
        .lines()
        .filter_map(|line| line.strip_prefix("info depth ")?.split(' ').next())
        .collect();
    assert_eq!(depths, ["2", "4", "6"]);
    let last = answer.lines().rev().nth(1).unwrap();
    assert!(last.contains(" score cp ") && last.contains(" time ") && last.contains(" nodes "));
    let pv = last.split(" pv ").nth(1).unwrap();
    assert!(answer.ends_with(&format!("bestmove {}\n", pv.split(' ').next().unwrap())));
    let answer = say(&mut ugi, "go nodes 3000\n");
    let nodes = answer
        .lines()
        .rev()
        .nth(1)
        .unwrap()
        .split(" nodes ")
        .nth(1)
        .unwrap();
    assert!(nodes.split(' ').next().unwrap().parse::<u64>().unwrap() < 10_000);
    for go in [
        "movetime 20",
        "p1time 300 p2time 200 p1inc 0 p2inc 0",
        "p1time -5 p2time -5",
    ] {
        best_move(&say(&mut ugi, &format!("go {go}")));
    }
    let parsed = Go::parse("foo p1time x depth 3 infinite nodes");
    assert_eq!(parsed, Go::parse("infinite depth 3"));
}

#[test]
fn every_answer_follows_an_info_line_with_nodes_and_speed() {
    let is_told = |answer: &str| {
        let mut lines = answer.lines().rev();
        let (best, info) = (lines.next().unwrap(), lines.next().unwrap_or_default());
        let number = |name: &str| {
            let (_, rest) = info.split_once(&format!(" {name} "))?;
            rest.split(' ').next()?.parse::<u64>().ok()
        };
        let pv = info
            .split_once(" pv ")
            .map(|(_, pv)| pv.split(' ').next().unwrap());
        assert!(info.starts_with("info depth "), "{answer}");
        assert_eq!(pv, best.strip_prefix("bestmove "), "{answer}");
        assert!(
            number("nps").is_some() && number("time").is_some(),
            "{answer}"
        );
        number("nodes").unwrap_or_else(|| panic!("{answer}"))
    };
    for info in REGISTRY {
        for go in ["go nodes 1", "go depth 1", "go depth 4", "go movetime 30"] {
            let nodes = is_told(&say(&mut ugi(info.code), go));
            assert!(nodes > 0 || go != "go depth 4", "{}: {go}", info.name);
        }
        // Near the end, where some bots solve exactly.
        let moves: Vec<&str> = info.example.moves.split_whitespace().collect();
        let nodes = (4..=10).map(|left| {
            let before = moves[..moves.len() - left].join(" ");
            is_told(&say(
                &mut ugi(info.code),
                &format!("position startpos moves {before}\ngo"),
            ))
        });
        assert!(nodes.sum::<u64>() > 0, "{}", info.name);
    }
    // A search that is stopped at once.
    is_told(&say_stopped(&mut ugi("rv"), "go infinite"));
}

#[test]
fn bots_are_as_strong_as_the_limits_allow() {
    let level = |code: &str, go: &str| {
        let game = History::new(
            (find(code).unwrap().new)(Ugi::default_setup(find(code).unwrap())),
            None,
        );
        Go::parse(go).bot(game.game(), true).to_string()
    };
    for (code, go, expected) in [
        ("c4", "infinite", "10"),
        ("c4", "", "10"),
        ("c4", "depth 4", "4"),
        ("c4", "depth 99", "10"),
        ("c4", "movetime 1000", "10"),
        ("c4", "movetime 100", "9"),
        ("co", "movetime 100", "10"),
        ("gr", "nodes 3000", "4"),
        ("gr", "nodes 1", "2"),
        ("qu", "nodes 6000 depth 3", "3"),
    ] {
        assert_eq!(level(code, go), expected, "{code}: go {go}");
    }
}
