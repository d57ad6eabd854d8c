//! Properties of every registered game. New games are included automatically.

use proptest::prelude::*;
use reversi::games::{Cell, Game, Info, Played, Player, REGISTRY, Setup, Square, find};

/// More moves than any game has, so that an endless game fails the test.
const LONGEST: usize = 2000;

fn start(info: &Info) -> Box<dyn Game> {
    let first = info.first_player();
    (info.new)(
        info.setup(Setup {
            first,
            ..Setup::default()
        })
        .unwrap(),
    )
}

fn view(game: &dyn Game) -> impl PartialEq + std::fmt::Debug + use<> {
    (game.turn(), game.moves(), game.grid(), game.outcome())
}

#[test]
fn codes_are_two_small_letters_and_unique() {
    for (index, info) in REGISTRY.iter().enumerate() {
        assert_eq!(info.code.len(), 2);
        assert!(
            info.code
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() && byte != b' ')
        );
        assert_eq!(info.code, info.code.to_lowercase());
        assert!(
            REGISTRY[..index]
                .iter()
                .all(|other| other.code != info.code)
        );
        assert_eq!(find(info.code).map(|found| found.name), Some(info.name));
    }
}

#[test]
fn the_recorded_example_ends_as_recorded() {
    for info in REGISTRY {
        let mut game = start(info);
        for name in info.example.moves.split_whitespace() {
            let mv = game.parse_move(name).unwrap();
            assert_eq!(game.move_name(mv), name, "{}", info.name);
            game.play(mv)
                .unwrap_or_else(|error| panic!("{}: {name}: {error}", info.name));
        }
        assert!(
            game.outcome().is_some(),
            "{}: the example is not over",
            info.name
        );
        assert_eq!(game.grid().to_rows(), info.example.board, "{}", info.name);
    }
}

#[test]
fn the_lessons_are_eight_short_steps_of_legal_moves() {
    for info in REGISTRY {
        assert_eq!(info.lessons.len(), 8, "{}", info.name);
        let mut game = start(info);
        let human = game.turn();
        for lesson in info.lessons {
            assert!(lesson.text.len() <= 160, "{}", lesson.text);
            assert!(
                lesson.asks.is_empty() || game.turn() == human,
                "{}",
                lesson.text
            );
            for name in [lesson.asks]
                .into_iter()
                .chain(lesson.then.split_whitespace())
            {
                if !name.is_empty() {
                    let mv = game.parse_move(name).unwrap();
                    game.play(mv)
                        .unwrap_or_else(|error| panic!("{}: {name}: {error}", info.name));
                }
            }
        }
    }
}

#[test]
fn the_setup_says_who_moves_first() {
    for info in REGISTRY {
        for first in Player::BOTH {
            let setup = info
                .setup(Setup {
                    first,
                    ..Setup::default()
                })
                .unwrap();
            assert_eq!((info.new)(setup).turn(), Some(first), "{}", info.name);
        }
    }
}

fn check_changes(
    before: &dyn Game,
    after: &dyn Game,
    played: &Played,
) -> Result<(), TestCaseError> {
    let (before, after) = (before.grid(), after.grid());
    for row in 0..before.rows {
        for column in 0..before.columns {
            let square = Square { row, column };
            let is_said = Some(square) == played.placed
                || played.flipped.contains(&square)
                || played
                    .pushed_out
                    .zip(played.placed)
                    .is_some_and(|(out, placed)| {
                        // All pieces between the two have moved.
                        (placed.row..=out.row).contains(&row) && column == placed.column
                    });
            prop_assert!(
                is_said || before.cell(square) == after.cell(square),
                "{square}"
            );
        }
    }
    if let Some(placed) = played.placed {
        prop_assert_ne!(after.cell(placed), Cell::Empty);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_games_keep_the_laws(picks in prop::collection::vec(any::<u16>(), LONGEST)) {
        for info in REGISTRY {
            let mut game = start(info);
            let mut picks = picks.iter();
            while game.turn().is_some() {
                let moves = game.moves();
                prop_assert!(moves.is_sorted() && !moves.is_empty());
                prop_assert!(moves.windows(2).all(|pair| pair[0] != pair[1]));
                prop_assert_eq!(game.outcome(), None);
                let grid = game.grid();
                prop_assert_eq!(grid.cells.len(), usize::from(grid.rows) * usize::from(grid.columns));
                for &mv in &moves {
                    let name = game.move_name(mv);
                    prop_assert_eq!(game.parse_move(&name), Ok(mv));
                    prop_assert_eq!(game.parse_move(&name.to_uppercase()), Ok(mv));
                    if let Some(square) = game.move_square(mv) {
                        prop_assert!(square.row < grid.rows && square.column < grid.columns);
                    }
                }
                let pick = picks.next();
                prop_assert!(pick.is_some(), "{} doesn't end", info.name);
                let mv = moves[usize::from(*pick.unwrap()) % moves.len()];
                let (turn, copy) = (game.turn(), game.clone());
                let played = game.play(mv).unwrap();
                prop_assert_eq!(Some(played.player), turn);
                if let Some(passed) = played.passed {
                    prop_assert_eq!((Some(passed.opponent()), turn), (turn, game.turn()));
                }
                prop_assert_ne!(view(copy.as_ref()), view(game.as_ref()));
                prop_assert_ne!(copy.key(), game.key());
                check_changes(copy.as_ref(), game.as_ref(), &played)?;
            }
            prop_assert_eq!(game.moves(), vec![]);
            prop_assert!(game.outcome().is_some());
        }
    }

    #[test]
    fn an_illegal_move_changes_nothing(
        picks in prop::collection::vec(any::<u16>(), 0..60),
        number in any::<u16>(),
    ) {
        for info in REGISTRY {
            let mut game = start(info);
            for pick in &picks {
                let moves = game.moves();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[usize::from(*pick) % moves.len()]).unwrap();
            }
            let mv = reversi::games::Move(number);
            let before = view(game.as_ref());
            let legal = game.moves().contains(&mv);
            let result = game.play(mv);
            prop_assert_eq!(result.is_ok(), legal);
            if !legal {
                prop_assert_eq!(view(game.as_ref()), before);
            }
        }
    }

    /// In games without left and right, a mirrored game gives mirrored positions.
    #[test]
    fn a_mirrored_game_is_the_mirror_of_the_game(
        picks in prop::collection::vec(any::<u16>(), 1..120),
    ) {
        // The start of both kinds of Reversi changes in a mirror, but not when rotated by 180 degrees.
        for info in REGISTRY.iter().filter(|info| !["rv", "rr"].contains(&info.code)) {
            let [mut game, mut mirror] = [start(info), start(info)];
            let columns = game.grid().columns;
            for pick in &picks {
                let moves = game.moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[usize::from(*pick) % moves.len()];
                let name = if let Ok(column) = game.move_name(mv).parse::<u8>() {
                    (columns + 1 - column).to_string()
                } else if let Some(Square { row, column }) = game.move_square(mv) {
                    Square { row, column: columns - 1 - column }.to_string()
                } else {
                    game.move_name(mv)
                };
                game.play(mv).unwrap();
                mirror.play(mirror.parse_move(&name).unwrap()).unwrap();
                let (grid, mirrored) = (game.grid(), mirror.grid());
                for row in 0..grid.rows {
                    for column in 0..columns {
                        let other = Square { row, column: columns - 1 - column };
                        prop_assert_eq!(grid.cell(Square { row, column }), mirrored.cell(other));
                    }
                }
                prop_assert_eq!(mirror.outcome(), game.outcome());
            }
        }
    }

    #[test]
    fn any_text_is_safe_as_a_move(text in "\\PC{0,12}") {
        for info in REGISTRY {
            let game = start(info);
            if let Ok(mv) = game.parse_move(&text) {
                prop_assert_eq!(game.parse_move(&game.move_name(mv)), Ok(mv));
            }
        }
    }
}
