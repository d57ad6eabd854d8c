//! Tests of the position notation: positions of every game, and invalid texts.

use proptest::prelude::*;

use crate::games::{Fen, FenError, REGISTRY, Setup, Square, find};

fn read(code: &str, text: &str) -> Result<String, FenError> {
    let info = find(code).unwrap();
    let fen = Fen::parse(text)?;
    let game = (info.read.unwrap())(&fen, info.setup(Setup::default()).unwrap())?;
    Ok(game.fen(game.turn().unwrap_or_default()))
}

#[test]
fn every_position_of_every_example_is_read_as_it_is_written() {
    for info in REGISTRY {
        let setup = info
            .setup(Setup {
                first: info.first_player(),
                ..Setup::default()
            })
            .unwrap();
        let mut game = (info.new)(setup);
        for name in info.example.moves.split_whitespace() {
            game.play(game.parse_move(name).unwrap()).unwrap();
            let winner = game.outcome().and_then(|outcome| outcome.winner);
            let turn = game.turn().or(winner).unwrap_or_default();
            let text = game.fen(turn);
            let again = (info.read.unwrap())(&Fen::parse(&text).unwrap(), setup).unwrap();
            assert_eq!(again.grid(), game.grid(), "{}: {text}", info.name);
            assert_eq!(
                (again.turn(), again.moves()),
                (game.turn(), game.moves()),
                "{text}"
            );
            assert_eq!(again.outcome(), game.outcome(), "{text}");
            assert_eq!(again.note(), game.note(), "{text}");
        }
    }
}

#[test]
fn boards_are_read_in_every_spelling() {
    let start = "8/8/8/3WB3/3BW3/8/8/8 B";
    for text in [
        start,
        "--------/--------/--------/---OX---/---XO---/--------/--------/-------- black",
        "8/8/8/...ox.../3xo3/8/8/4.3 *",
        "---------------------------OX------XO--------------------------- X",
    ] {
        assert_eq!(read("rv", text).as_deref(), Ok(start), "{text}");
    }
}

#[test]
fn what_is_no_position_is_refused() {
    let size = FenError::Size {
        rows: 8,
        columns: 8,
    };
    for (code, text, error) in [
        ("rv", "", FenError::MissingSide),
        ("rv", "8/8/8/8/8/8/8/8", FenError::MissingSide),
        ("rv", "8/8/8/8/8/8/8/8 -", FenError::MissingSide),
        ("rv", "8/8/8/8/8/8/8 B", size.clone()),
        ("rv", "8/8/8/8/8/8/8/9 B", size.clone()),
        (
            "rv",
            "8/8/8/8/8/8/8/7Q B",
            FenError::Square { found: 'Q', row: 8 },
        ),
        ("rv", "99999999999999999999999 B", FenError::TooLarge),
        ("rv", &"8/".repeat(99), FenError::TooLarge),
        (
            "c4",
            "7/7/7/7/3W3/7 B",
            FenError::Hanging(Square { row: 4, column: 3 }),
        ),
        ("c4", "7/7/7/7/BBBB3/WWWW3 B", FenError::TwoLines),
        (
            "gr",
            "3/3/3 B",
            FenError::Size {
                rows: 10,
                columns: 10,
            },
        ),
        ("qu", "aa2/4/4/4 B", FenError::DuplicatePiece('a')),
        ("qu", "a3/4/4/4 B a", FenError::DuplicatePiece('a')),
        ("qu", "q3/4/4/4 B", FenError::Square { found: 'q', row: 1 }),
    ] {
        assert_eq!(read(code, text), Err(error), "{code}: {text}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,80}") {
        for info in REGISTRY {
            let setup = info.setup(Setup::default()).unwrap();
            if let Ok(fen) = Fen::parse(&text) {
                let _ = (info.read.unwrap())(&fen, setup);
            }
        }
    }

    #[test]
    fn any_board_is_read_or_refused(text in "([BW1-8a-p]{1,8}/){3,9}[BW1-8]{0,8} [BW]( [a-p])?") {
        for info in REGISTRY {
            let setup = info.setup(Setup::default()).unwrap();
            if let Ok(game) = Fen::parse(&text).and_then(|fen| (info.read.unwrap())(&fen, setup)) {
                prop_assert_eq!(game.turn().is_none(), game.moves().is_empty());
                prop_assert_eq!(game.turn().is_none(), game.outcome().is_some());
            }
        }
    }
}
