//! Tests of the Reversi rules: published counts, hand-made positions and properties.

use proptest::prelude::*;

use super::*;

/// The number of leaves of the game tree. A pass counts as a ply; a finished game is one leaf.
fn perft(game: &Reversi, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = game.moves();
    if moves.is_empty() {
        return 1;
    }
    let after = |mv| {
        let mut next = game.clone();
        let plies = next.play(mv).unwrap().plies();
        perft(&next, depth.saturating_sub(plies))
    };
    moves.into_iter().map(after).sum()
}

#[test]
fn perft_gives_the_published_counts() {
    let counts = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288];
    for (depth, count) in counts.into_iter().enumerate() {
        assert_eq!(
            perft(&Reversi::new(Player::Black), depth),
            count,
            "depth {depth}"
        );
    }
}

fn position(rows: [&str; 8], turn: Player) -> Reversi {
    let start = StartBoard::try_from(rows.map(str::to_owned).to_vec()).unwrap();
    Reversi::with_cells(*start.board(), turn)
}

fn names(game: &Reversi) -> Vec<String> {
    game.moves()
        .into_iter()
        .map(|mv| game.move_name(mv))
        .collect()
}

fn play(game: &mut Reversi, name: &str) -> Result<Played, IllegalMove> {
    game.play(game.parse_move(name).unwrap())
}

#[test]
fn the_start_is_whites_d4_e5_and_blacks_d5_e4() {
    let game = Reversi::new(Player::Black);
    assert_eq!(
        game.grid().to_rows(),
        [
            "--------", "--------", "--------", "---WB---", "---BW---", "--------", "--------",
            "--------"
        ]
    );
    assert_eq!(names(&game), ["d3", "c4", "f5", "e6"]);
    assert_eq!(
        names(&Reversi::new(Player::White)),
        ["e3", "f4", "c5", "d6"]
    );
}

#[test]
fn a_move_flips_in_all_eight_directions_up_to_an_own_disc() {
    let mut game = position(
        [
            "B--B--B-", //
            "-W-W-W--", "--WWW---", "BWW-WWWB", "--WWW---", "-W-W-W--", "B--W--B-", "---B----",
        ],
        Player::Black,
    );
    let played = play(&mut game, "d4").unwrap();
    assert_eq!(played.flipped.len(), 2 + 2 + 2 + 2 + 3 + 2 + 3 + 2);
    assert_eq!(game.score().white, 0);
    assert_eq!(game.turn(), None);
}

#[test]
fn a_refused_move_says_why_and_changes_nothing() {
    let mut game = Reversi::new(Player::Black);
    let before = game.clone();
    for (name, message) in [
        ("d4", "d4 is occupied"),
        ("a1", "a1 is not legal: a move must flip at least one disc"),
        ("e3", "e3 is not legal: a move must flip at least one disc"),
    ] {
        assert_eq!(play(&mut game, name).unwrap_err().to_string(), message);
        assert_eq!(game, before);
    }
    assert_eq!(game.play(Move(64)), Err(IllegalMove::Unknown(Move(64))));
    assert_eq!(
        game.play(Move(u16::MAX)),
        Err(IllegalMove::Unknown(Move(u16::MAX)))
    );
    assert_eq!(game, before);
}

#[test]
fn a_side_without_a_move_passes_and_the_other_moves_again() {
    let mut game = position(
        [
            "WB------", //
            "--------", "--------", "--------", "--------", "--------", "WB------", "--------",
        ],
        Player::White,
    );
    let played = play(&mut game, "c1").unwrap();
    assert_eq!(played.passed, Some(Player::Black));
    assert_eq!(played.plies(), 2);
    assert_eq!(game.turn(), Some(Player::White));
    assert_eq!(
        play(&mut game, "c7").unwrap().passed,
        None,
        "a wipe-out ends the game"
    );
    assert_eq!(game.turn(), None);
}

#[test]
fn empty_squares_go_to_the_winner_and_are_shared_in_a_draw() {
    let mut rows = ["BBBBBBBB"; 8];
    rows[7] = "BBBBBBB-";
    let outcome = position(rows, Player::White).outcome().unwrap();
    assert_eq!(outcome.winner, Some(Player::Black));
    let score = outcome.score.unwrap();
    assert_eq!(
        (score.result(Player::Black), score.result(Player::White)),
        (64, 0)
    );

    let mut rows = ["--------"; 8];
    (rows[0], rows[7]) = ("BBBBBBBB", "WWWWWWWW");
    let outcome = position(rows, Player::White).outcome().unwrap();
    assert_eq!(outcome.winner, None);
    let score = outcome.score.unwrap();
    assert_eq!((score.black, score.white, score.empties), (8, 8, 48));
    assert_eq!(
        (score.result(Player::Black), score.result(Player::White)),
        (32, 32)
    );
}

#[test]
fn from_board_refuses_other_values() {
    let mut board = [[0; 8]; 8];
    board[2][5] = 2;
    assert_eq!(Reversi::from_board(board, Player::Black), None);
    board[2][5] = 0;
    assert_eq!(
        Reversi::from_board(board, Player::Black).unwrap().turn(),
        None
    );
}

/// A game after up to 60 random moves: each byte selects a legal move.
fn reached() -> impl Strategy<Value = Reversi> {
    prop::collection::vec(any::<u8>(), 0..60).prop_map(|picks| {
        let mut game = Reversi::new(Player::Black);
        for pick in picks {
            let moves = game.moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[usize::from(pick) % moves.len()]).unwrap();
        }
        game
    })
}

fn arbitrary() -> impl Strategy<Value = Reversi> {
    (
        prop::array::uniform8(prop::array::uniform8(-1..=1_i8)),
        any::<bool>(),
    )
        .prop_map(|(board, black)| {
            let turn = if black { Player::Black } else { Player::White };
            Reversi::from_board(board, turn).unwrap()
        })
}

/// The flipped discs by an independent method: runs of opposing discs up to an own disc on a common line.
fn flipped_by_scan(board: &Board, square: (i32, i32), value: i8) -> Vec<(i32, i32)> {
    let mut flipped = Vec::new();
    let at = |(row, column): (i32, i32)| {
        board[usize::try_from(row).unwrap()][usize::try_from(column).unwrap()]
    };
    for end in (0..64).map(|index| (index / 8, index % 8)) {
        let (rows, columns) = (end.0 - square.0, end.1 - square.1);
        let length = rows.abs().max(columns.abs());
        let aligned = rows == 0 || columns == 0 || rows.abs() == columns.abs();
        if !aligned || length < 2 || at(end) != value {
            continue;
        }
        let between: Vec<_> = (1..length)
            .map(|step| {
                (
                    square.0 + rows / length * step,
                    square.1 + columns / length * step,
                )
            })
            .collect();
        if between.iter().all(|&place| at(place) == -value) {
            flipped.extend(between);
        }
    }
    flipped.sort_unstable();
    flipped
}

proptest! {
    #[test]
    fn a_move_flips_the_same_as_an_independent_scan(game in arbitrary()) {
        let Some(player) = game.turn() else { return Ok(()) };
        let legal = game.moves();
        for square in squares() {
            let mv = move_to(square);
            let mut next = game.clone();
            let expected = if game.board()[usize::from(square.row)][usize::from(square.column)] == 0 {
                flipped_by_scan(game.board(), (square.row.into(), square.column.into()), player.value())
            } else {
                Vec::new()
            };
            prop_assert_eq!(legal.contains(&mv), !expected.is_empty());
            if let Ok(played) = next.play(mv) {
                let flipped: Vec<(i32, i32)> = played
                    .flipped
                    .iter()
                    .map(|square| (square.row.into(), square.column.into()))
                    .collect();
                prop_assert_eq!(flipped, expected);
            } else {
                prop_assert_eq!(&next, &game);
            }
        }
    }

    #[test]
    fn a_move_adds_one_disc_and_changes_only_what_it_reports(game in arbitrary()) {
        for mv in game.moves() {
            let mut next = game.clone();
            let played = next.play(mv).unwrap();
            let (before, after) = (game.score(), next.score());
            prop_assert_eq!(after.black + after.white, before.black + before.white + 1);
            let flips = u32::try_from(played.flipped.len()).unwrap();
            prop_assert_eq!(after.discs(played.player), before.discs(played.player) + 1 + flips);
            for square in squares() {
                let (row, column) = (usize::from(square.row), usize::from(square.column));
                let changed = Some(square) == played.placed || played.flipped.contains(&square);
                prop_assert_eq!(game.board()[row][column] != next.board()[row][column], changed);
            }
        }
    }

    #[test]
    fn passes_and_the_end_follow_from_mobility(game in reached()) {
        for mv in game.moves() {
            let mut next = game.clone();
            let played = next.play(mv).unwrap();
            let (mover, other) = (played.player, played.player.opponent());
            let (own, theirs) = (next.can_move(mover), next.can_move(other));
            prop_assert_eq!(played.passed, (!theirs && own).then_some(other));
            prop_assert_eq!(next.outcome().is_some(), !theirs && !own);
            prop_assert_eq!(next.moves().is_empty(), next.turn().is_none());
        }
    }

    #[test]
    fn the_results_of_both_sides_add_up_to_64(game in reached()) {
        let score = game.score();
        let even = score.majority().is_some() || score.empties % 2 == 0;
        prop_assert!(even);
        prop_assert_eq!(score.result(Player::Black) + score.result(Player::White), 64);
    }

    #[test]
    fn any_text_is_safe_as_a_move(text in any::<String>()) {
        let game = Reversi::new(Player::Black);
        if let Ok(mv) = game.parse_move(&text) {
            prop_assert_eq!(game.parse_move(&game.move_name(mv)), Ok(mv));
        }
    }
}
