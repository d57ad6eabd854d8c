//! Reasons hold in deeper searches, and say what the numbers show.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::why::{ReasonKind, Why};
use super::{EndOfLine, Fact, MoveFacts, TurnCounts, facts, why};
use crate::engine::Position;
use crate::games::{Game, Player, Reversi, Square, parse_square};

/// Mistakes in games, with lines of two searches; see `examples/mistakes.rs`.
const MISTAKES: &str = include_str!("../../tests/library/mistakes.txt");

/// The least percentage of mistakes whose first reason holds.
const LEAST_PERCENT: usize = 85;

/// A row of the file.
struct Mistake {
    position: Reversi,
    lost: u32,
    /// The lines after the move played and after the best move.
    lines: [Vec<Square>; 2],
    /// The lines of the deeper search.
    deeper: [Vec<Square>; 2],
}

fn square(name: &str) -> Square {
    parse_square(name, 8, 8).unwrap()
}

fn squares(text: &str) -> Vec<Square> {
    let (names, _) = text.as_bytes().as_chunks::<2>();
    let names = names.iter().map(|name| str::from_utf8(name).unwrap());
    names.map(square).collect()
}

impl Mistake {
    fn read(row: &str) -> Self {
        let words: Vec<&str> = row.split(' ').collect();
        let [board, lost, played, best, deeper_played, deeper_best] = words[..] else {
            panic!("{row}");
        };
        let board = board.replace('X', "B").replace('O', "W");
        Self {
            position: Reversi::on_board(&board),
            lost: lost.parse().unwrap(),
            lines: [played, best].map(squares),
            deeper: [deeper_played, deeper_best].map(squares),
        }
    }

    /// The reasons for the mistake, in the lines of an analysis.
    fn why(&self) -> Vec<Why> {
        let position = Position::from(&self.position);
        let [played, best] = self.lines.each_ref().map(|line| facts(position, line));
        let of = |line: &[Square], facts| MoveFacts {
            square: line[0],
            facts,
        };
        let [played_line, best_line] = &self.lines;
        why(of(best_line, &best), Some(of(played_line, &played)))
    }

    /// The lines of the deeper search, played by the rules alone.
    fn played_out(&self) -> [Course; 2] {
        let course = |line: &Vec<Square>| Course::new(&self.position, line);
        self.deeper.each_ref().map(course)
    }
}

/// What happens in a line, by the rules of the game alone. Black makes the first move.
#[derive(Default)]
struct Course {
    /// The corners that each side takes.
    corners: [Vec<Square>; 2],
    passes: [usize; 2],
    /// The legal moves of each side at its turns after the first move.
    moves: [Vec<i32>; 2],
    /// The discs of each side beside empty squares, after each move of White.
    frontier: [Vec<i32>; 2],
    last: Player,
    end: Option<Reversi>,
}

impl Course {
    fn new(start: &Reversi, line: &[Square]) -> Self {
        let mut game = start.clone();
        let mut course = Self::default();
        for (number, square) in line.iter().enumerate() {
            let player = game.turn().unwrap();
            if number > 0 {
                let count = game.moves().len().try_into().unwrap();
                course.moves[player.index()].push(count);
            }
            let mv = game.parse_move(&square.to_string()).unwrap();
            let passed = game.play(mv).unwrap().passed;
            if square.is_corner(8, 8) {
                course.corners[player.index()].push(*square);
            }
            if let Some(passed) = passed.filter(|_| game.turn().is_some()) {
                course.passes[passed.index()] += 1;
            }
            if player == Player::White {
                for side in Player::BOTH {
                    course.frontier[side.index()].push(frontier(&game, side));
                }
            }
            course.last = player;
        }
        course.end = Some(game).filter(|game| game.turn().is_none());
        course
    }

    /// Black's counts less White's, over the first turns; `None` if there are fewer.
    fn balance(counts: &[Vec<i32>; 2], turns: usize) -> Option<i32> {
        let [black, white] = counts.each_ref().map(|counts| counts.get(..turns));
        Some(black?.iter().sum::<i32>() - white?.iter().sum::<i32>())
    }

    /// Black's discs at the end on the squares that `is_on` accepts.
    fn discs(&self, is_on: impl Fn(usize, usize) -> bool) -> Option<i32> {
        let board = self.end.as_ref()?.board();
        let all = (0..8).flat_map(|row| (0..8).map(move |column| (row, column)));
        let own = all.filter(|&(row, column)| is_on(row, column) && board[row][column] == -1);
        Some(own.count().try_into().unwrap())
    }

    fn has_none(&self, player: Player) -> bool {
        let value = player.value();
        let board = self.end.as_ref().map(Reversi::board);
        board.is_some_and(|board| board.iter().flatten().all(|disc| *disc != value))
    }
}

fn frontier(game: &Reversi, side: Player) -> i32 {
    let board = game.board();
    let is_empty = |row: usize, column: usize| {
        let rows = row.saturating_sub(1)..=(row + 1).min(7);
        let mut around = rows.flat_map(|row| {
            let columns = column.saturating_sub(1)..=(column + 1).min(7);
            columns.map(move |column| (row, column))
        });
        around.any(|(row, column)| board[row][column] == 0)
    };
    let all = (0..8).flat_map(|row| (0..8).map(move |column| (row, column)));
    let discs = all.filter(|&(row, column)| board[row][column] == side.value());
    discs
        .filter(|&(row, column)| is_empty(row, column))
        .count()
        .try_into()
        .unwrap()
}

/// Whether what a reason names happens after the move played, and not after the best move. Of a contrast over several
/// turns, three quarters of the least one must be left.
fn holds(cause: ReasonKind, played: &Course, best: &Course) -> bool {
    let takes = |course: &Course, side: Player, corner: &Square| {
        course.corners[side.index()].contains(corner)
    };
    let (own, opponent) = (Player::Black, Player::White);
    let contrast = |counts: fn(&Course) -> &[Vec<i32>; 2], sign: i32| {
        let [of_best, of_played] = [best, played].map(|course| Course::balance(counts(course), 2));
        let more = of_best
            .zip(of_played)
            .map(|(best, played)| sign * (best - played));
        more.is_some_and(|more| more >= 3)
    };
    match cause {
        ReasonKind::IsWipedOut => played.has_none(own) && !best.has_none(own),
        ReasonKind::WipesOut => best.has_none(opponent) && !played.has_none(opponent),
        ReasonKind::GivesCorner(corner) | ReasonKind::LosesCorner(corner) => {
            takes(played, opponent, &corner) && !takes(best, opponent, &corner)
        }
        ReasonKind::WinsCorner(corner) => takes(best, own, &corner) && !takes(played, own, &corner),
        ReasonKind::TakesCorner => best.corners[0]
            .iter()
            .any(|corner| !takes(played, own, corner)),
        ReasonKind::ForcesPasses(_) => best.passes[1] > played.passes[1],
        ReasonKind::MustPass(_) => played.passes[0] > best.passes[0],
        ReasonKind::LetsOpponentPlayLast => {
            best.end.is_some()
                && played.end.is_some()
                && best.last == own
                && played.last == opponent
        }
        ReasonKind::Mobility(_) => contrast(|course| &course.moves, 1),
        ReasonKind::Frontier(_) => contrast(|course| &course.frontier, -1),
        ReasonKind::Line { index, .. } => {
            let is_on = |row: usize, column: usize| row == index || column + 8 == index;
            let more = best.discs(is_on).zip(played.discs(is_on));
            more.is_some_and(|(best, played)| best - played >= 2)
        }
        ReasonKind::OpponentMoves { .. } | ReasonKind::Wedge | ReasonKind::OddRegion(_) => false,
    }
}

#[test]
fn reasons_hold_in_a_deeper_search() {
    let rows = MISTAKES.lines().filter(|row| !row.starts_with('#'));
    let (mut mistakes, mut held) = (0, 0);
    let mut list = String::new();
    for row in rows {
        let mistake = Mistake::read(row);
        mistakes += 1;
        let first = mistake.why().into_iter().next();
        let [played, best] = mistake.played_out();
        let is_held = first
            .as_ref()
            .is_some_and(|first| holds(first.cause, &played, &best));
        held += usize::from(is_held);
        let empties = mistake.position.score().empties;
        let said = first.map_or_else(|| "No reason.".to_owned(), |first| first.to_string());
        let _ = writeln!(
            list,
            "{mistakes:3} {empties:2} empties, {} instead of {}, lost {:2}: {}{said}",
            mistake.lines[0][0],
            mistake.lines[1][0],
            mistake.lost,
            if is_held { "" } else { "NOT " },
        );
    }
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("target");
    fs::create_dir_all(&target).unwrap();
    fs::write(target.join("reasons.txt"), list).unwrap();
    assert!(mistakes >= 200);
    assert!(
        held * 100 >= mistakes * LEAST_PERCENT,
        "{held} of {mistakes}"
    );
}

fn sentences(best: &[Fact], other: Option<&[Fact]>) -> Vec<String> {
    let of = |name: &str, facts| MoveFacts {
        square: square(name),
        facts,
    };
    let other = other.map(|facts| of("b2", facts));
    let reasons = why(of("a1", best), other);
    reasons.iter().map(ToString::to_string).collect()
}

fn turns(own: u32, opponent: u32) -> TurnCounts {
    TurnCounts {
        own: [own; 3],
        opponent: [opponent; 3],
    }
}

#[test]
fn what_happens_in_one_of_two_lines_is_a_reason() {
    let corner = square("a1");
    let end = |plays_last, own, in_first_row| {
        let mut lines = [0; 16];
        lines[0] = in_first_row;
        Fact::End(EndOfLine {
            plays_last,
            own,
            opponent: 64 - own,
            lines,
        })
    };
    let even = Fact::Mobility(turns(9, 9));
    for (best, other, expected) in [
        (
            &[end(true, 40, 7)][..],
            &[end(true, 0, 0)][..],
            "b2 loses all discs.",
        ),
        (
            &[end(true, 64, 7)],
            &[end(true, 30, 7)],
            "a1 wipes out the opponent.",
        ),
        (
            &[end(true, 40, 7)],
            &[end(false, 38, 7)],
            "b2 lets the opponent play last: bad parity.",
        ),
        (
            &[end(true, 40, 7)],
            &[end(true, 34, 1)],
            "b2 keeps 1 disc of row 1 at the end; a1 keeps 7.",
        ),
        (
            &[even],
            &[even, Fact::LosesCorner { corner, plies: 1 }],
            "b2 gives up the corner a1.",
        ),
        (
            &[even],
            &[even, Fact::LosesCorner { corner, plies: 3 }],
            "b2 loses the corner a1 later.",
        ),
        (
            &[even, Fact::TakesCorner { corner }],
            &[even],
            "a1 takes a corner.",
        ),
        (
            &[even, Fact::WinsCorner { corner, plies: 4 }],
            &[even],
            "a1 wins the corner a1 later.",
        ),
        (
            &[
                even,
                Fact::Passes {
                    own: 0,
                    opponent: 2,
                },
            ],
            &[even],
            "a1 forces the opponent to pass 2 times.",
        ),
        (
            &[even],
            &[
                even,
                Fact::Passes {
                    own: 1,
                    opponent: 0,
                },
            ],
            "b2 runs out of moves and has to pass.",
        ),
        (
            &[even],
            &[Fact::Mobility(turns(5, 12))],
            "b2 loses mobility: about 5 moves against 12; a1 has 9 against 9.",
        ),
        (
            &[even, Fact::Frontier(turns(10, 8))],
            &[even, Fact::Frontier(turns(14, 6))],
            "b2 opens the position: about 14 discs beside empty squares against 6; a1 has 10 against 8.",
        ),
    ] {
        let said = sentences(best, Some(other));
        assert_eq!(said.first().map(String::as_str), Some(expected));
    }
}

#[test]
fn what_happens_in_both_lines_is_no_reason() {
    let corner = square("h8");
    let both = [
        Fact::Mobility(turns(9, 9)),
        Fact::Frontier(turns(9, 9)),
        Fact::LosesCorner { corner, plies: 3 },
        Fact::WinsCorner { corner, plies: 2 },
        Fact::Passes {
            own: 1,
            opponent: 1,
        },
    ];
    assert_eq!(sentences(&both, Some(&both)), [""; 0]);
    // A move more or less decides nothing.
    let slightly_less = [Fact::Mobility(turns(8, 9))];
    assert_eq!(sentences(&both[..1], Some(&slightly_less)), [""; 0]);
    // A corner lost for two won is a good exchange.
    let [other, exchange] = [[Fact::Mobility(turns(9, 9)); 1], [both[2]]].map(|facts| facts[0]);
    let won = |name: &str| Fact::WinsCorner {
        corner: square(name),
        plies: 2,
    };
    let exchange = [other, exchange, won("a8"), won("h1")];
    assert_eq!(sentences(&[other], Some(&exchange)), [""; 0]);
}

#[test]
fn without_lines_the_moves_decide() {
    let corner = square("a1");
    let moves = |after| Fact::OpponentMoves { before: 7, after };
    let best = [
        Fact::TakesCorner { corner },
        moves(4),
        Fact::Region { empties: 3 },
        Fact::Wedge,
    ];
    let other = [
        Fact::GivesCorner { corner },
        moves(9),
        Fact::Region { empties: 4 },
    ];
    assert_eq!(
        sentences(&best, Some(&other)),
        [
            "a1 takes a corner.",
            "a1 leaves the opponent 4 moves; b2 leaves 9.",
            "a1 is a wedge: it can't be flipped along the edge.",
            "a1 plays into an odd region (3 empty squares): good parity.",
            "b2 gives up the corner a1.",
        ]
    );
    assert_eq!(sentences(&best, Some(&best)), [""; 0]);
    assert_eq!(
        sentences(&[moves(1)], None),
        ["a1 leaves the opponent only 1 move."]
    );
    assert_eq!(
        sentences(&[moves(12), Fact::Region { empties: 2 }], None),
        [""; 0]
    );
}
