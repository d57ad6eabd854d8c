//! Analyses agree with the solver, in every game.

use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::engine::{Engine, Limits, Position};
use crate::games::{Game, Move, Player, Reversi, Square};

static NEVER: AtomicBool = AtomicBool::new(false);

/// A game to the last square, with ten passes near its end.
const GAME: &str = "f5 f4 e3 d6 c5 d3 g5 h5 c3 d2 g4 f3 g3 e2 f2 b3 e7 g2 h2 b6 b4 b5 a5 f8 f6 f7 \
                    a3 b2 c1 h3 g7 h8 b7 b8 d7 d8 h6 a1 c7 d1 h7 b1 a7 h1 g1 f1 c4 h4 e1 c2 a4 a2 a6 \
                    c6 e6 c8 a8 e8 g6 g8";

fn game(moves: &str) -> (Vec<GameStep>, Reversi) {
    let start = Reversi::new(Player::Black);
    let moves: Vec<Move> = moves
        .split_whitespace()
        .map(|name| start.parse_move(name).unwrap())
        .collect();
    steps(start, 1, moves).unwrap()
}

fn analyzer(depth: u32, exact_from: u32) -> Analyzer {
    Analyzer::new(
        Engine::new(1, 1),
        Limits {
            depth,
            exact_from,
            ..Limits::default()
        },
    )
}

fn solved(position: Position) -> i32 {
    Engine::new(1, 1)
        .search(position, &Limits::default())
        .score()
}

#[test]
fn exact_scores_are_those_of_the_solver() {
    let (steps, end) = game(GAME);
    let last = &steps[steps.len() - 13..];
    assert_eq!(last.iter().filter(|step| step.passed.is_some()).count(), 10);
    let analysis = analyzer(4, 60).analyze(last, &NEVER, &mut |_| ());
    assert!(analysis.complete);
    for (step, judged) in last.iter().zip(&analysis.moves) {
        assert!(judged.exact, "{judged:?}");
        assert_eq!(judged.best_score, solved(step.position), "{judged:?}");
        assert_eq!(judged.score, -solved(step.after()), "{judged:?}");
        assert_eq!(
            i64::from(judged.lost),
            i64::from(judged.best_score - judged.score)
        );
        assert_eq!(judged.class, Class::of(judged.lost, judged.choices));
        assert_eq!(judged.line[0], judged.best);
        assert_eq!(judged.lost == 0, judged.best == judged.square, "{judged:?}");
    }
    let score = end.outcome().unwrap().score.unwrap();
    let [black, white] = Player::BOTH.map(|player| i32::try_from(score.result(player)).unwrap());
    assert_eq!(
        analysis.moves.last().unwrap().score_for_black(),
        black - white
    );
}

#[test]
fn the_better_line_has_its_score() {
    let (steps, _) = game(GAME);
    let last = &steps[steps.len() - 22..];
    let analysis = analyzer(4, 60).analyze(last, &NEVER, &mut |_| ());
    let mut lines = 0;
    for (step, judged) in last.iter().zip(&analysis.moves) {
        lines += 1;
        let mut position = step.position;
        let mut sign = 1;
        for square in &judged.line {
            if position.legal_moves() == 0 {
                position = position.passed();
                sign = -sign;
            }
            let square = square.index(8).into();
            assert_eq!(position.legal_moves() >> square & 1, 1, "{judged:?}");
            position = position.after(square);
            sign = -sign;
        }
        assert_eq!(sign * solved(position), judged.best_score, "{judged:?}");
    }
    assert!(lines > 0);
}

#[test]
fn estimates_are_never_better_than_the_best_move() {
    let (steps, _) = game(GAME);
    let analysis = analyzer(4, 8).analyze(&steps, &NEVER, &mut |_| ());
    assert_eq!(analysis.moves.len(), steps.len());
    for judged in &analysis.moves {
        assert!(judged.score <= judged.best_score, "{judged:?}");
        assert!(judged.choices > 1 || judged.lost == 0, "{judged:?}");
        assert_eq!(judged.lost == 0, judged.best == judged.square, "{judged:?}");
        assert_eq!(judged.line[0], judged.best, "{judged:?}");
        assert!(!judged.line.is_empty());
    }
    // The four first moves are symmetric.
    assert_eq!(analysis.moves[0].lost, 0, "{:?}", analysis.moves[0]);
    let exact_from = analysis.exact_from_ply().unwrap();
    assert!(
        analysis
            .moves
            .iter()
            .all(|judged| judged.exact == (judged.ply >= exact_from))
    );
    assert_eq!(
        analysis.moves.last().unwrap().ply,
        70,
        "60 moves and 10 passes"
    );
}

#[test]
fn a_game_from_a_position_is_judged_too() {
    // Black can flip everything with c1.
    let start = Reversi::on_board(&format!("{:-<62}WB", "BW"));
    let (steps, end) = steps(start, 1, [Move(2), Move(61)]).unwrap();
    assert_eq!(end.turn(), None);
    assert_eq!(steps[0].passed, Some(Player::White));
    assert_eq!(steps[1].ply, 3);
    let analysis = analyzer(4, 64).analyze(&steps, &NEVER, &mut |_| ());
    let scores: Vec<i32> = analysis.moves.iter().map(|judged| judged.score).collect();
    assert_eq!(scores, [64, 64]);
    assert_eq!(
        (analysis.moves[1].choices, analysis.moves[1].class),
        (1, Class::Forced)
    );
    assert_eq!(analysis.course(), [(0, 64), (1, 64), (3, 64)]);
}

#[test]
fn an_illegal_move_is_reported_with_its_ply() {
    let start = Reversi::new(Player::Black);
    let moves = ["f5", "d6", "d6"].map(|name| start.parse_move(name).unwrap());
    assert_eq!(steps(start, 1, moves).unwrap_err().0, 3);
}

#[test]
fn stopping_gives_the_end_of_the_game() {
    let (steps, _) = game(GAME);
    let stop = AtomicBool::new(false);
    let analysis = analyzer(2, 6).analyze(&steps, &stop, &mut |progress: AnalysisProgress<'_>| {
        assert_eq!(progress.of, steps.len());
        if progress.judged.len() == 5 {
            stop.store(true, Ordering::Relaxed);
        }
    });
    assert!(!analysis.complete);
    assert_eq!(analysis.moves.len(), 5);
    assert_eq!(analysis.moves[4].ply, steps.last().unwrap().ply);
    let nothing = analyzer(2, 6).analyze(&steps, &AtomicBool::new(true), &mut |_| ());
    assert_eq!((nothing.moves.len(), nothing.complete), (0, false));
}

fn judgment(ply: usize, player: Player, score: i32, best_score: i32, choices: u32) -> Judgment {
    let lost = u32::try_from(best_score - score).unwrap();
    let square = Square { row: 2, column: 3 };
    Judgment {
        ply,
        player,
        square,
        score,
        best: Square { row: 0, column: 0 },
        best_score,
        lost,
        class: Class::of(lost, choices),
        choices,
        exact: true,
        depth: 10,
        line: vec![Square { row: 0, column: 0 }],
        played_line: vec![square],
        passed: None,
        facts: Vec::new(),
        best_facts: Vec::new(),
    }
}

/// An analysis of five moves: White's second has no choice, and both sides lose discs.
pub fn five_moves() -> Analysis {
    use Player::{Black, White};
    let moves = vec![
        judgment(1, Black, 0, 0, 4),
        judgment(2, White, -2, 4, 3),
        judgment(3, Black, 2, 4, 5),
        judgment(4, White, -2, -2, 1),
        judgment(5, Black, -12, 2, 2),
    ];
    Analysis::new(moves, 5)
}

#[test]
fn sums_are_over_the_moves_with_a_choice() {
    let analysis = five_moves();
    let Total {
        moves,
        choices,
        lost,
        average_loss,
        accuracy,
        ..
    } = analysis.black;
    assert_eq!((moves, choices, lost), (3, 3, 16));
    assert_eq!((average_loss, accuracy), (Some(5.33), Some(66.7)));
    assert_eq!(
        Class::ALL.map(|class| analysis.black.count(class)),
        [1, 1, 0, 0, 1]
    );
    assert_eq!(
        (analysis.white.choices, analysis.white.average_loss),
        (1, Some(6.0))
    );
    assert_eq!(
        Class::ALL.map(|class| analysis.white.count(class)),
        [0, 0, 0, 1, 0]
    );
    assert_eq!(analysis.moves[1].turned(), Some(["win", "loss"]));
    assert_eq!(analysis.moves[2].turned(), None);
    assert_eq!(
        analysis.course(),
        [(0, 0), (1, 0), (2, 2), (3, 2), (4, 2), (5, -12)]
    );
    assert_eq!(
        analysis
            .worst()
            .iter()
            .map(|judged| judged.ply)
            .collect::<Vec<_>>(),
        [5, 2]
    );
    let picture = svg::picture(&analysis, "a & b\u{ffff}", ["X", "O"]);
    assert!(picture.contains("d3 \u{2212}14") && picture.contains(r"a &amp; b\u{ffff}<"));
    assert_eq!(
        picture.matches("<circle cx").count(),
        5 + 2,
        "a dot a move, and two rings"
    );
}

#[test]
fn an_empty_analysis_is_complete_and_has_no_averages() {
    let analysis = Analysis::new(Vec::new(), 0);
    assert!(analysis.complete);
    assert_eq!(analysis.black.average_loss, None);
}

#[test]
fn titles_and_names_fit_the_picture() {
    let picture = |title: &str, name: &str| {
        svg::picture(&Analysis::new(Vec::new(), 0), title, [name, "White"])
    };
    let short = "font-size=\"16.0\" font-weight=\"bold\">short</text>";
    assert!(picture("short", "Ann").contains(short));
    let long = picture(&"&".repeat(500), &"<".repeat(100));
    let end = format!("{}…</text>", "&amp;".repeat(123));
    assert!(
        long.contains(&format!("font-size=\"10.1\" font-weight=\"bold\">{end}")),
        "{long}"
    );
    assert!(
        long.contains(&format!("move of {}…</text>", "&lt;".repeat(23))),
        "{long}"
    );
}
