//! The laws of a session with every registered game.

use proptest::prelude::*;

use super::*;
use crate::players::{Level, Stop};

/// More moves than any game can have, so that a game that never ends fails the test.
const LONGEST: usize = 2000;

/// A session that plays this game.
fn session(info: &'static Info, seed: u64) -> Session {
    let mut session = Session::new(seed);
    session.choose(info, Setup::default()).unwrap();
    session
}

/// What can be seen of a game.
fn view(game: &dyn Game) -> impl PartialEq + std::fmt::Debug + use<> {
    (game.turn(), game.moves(), game.grid(), game.outcome())
}

#[test]
fn bots_play_every_game_to_its_end() {
    for info in REGISTRY {
        // The levels above differ only in how deep they look.
        for number in 1..=4 {
            let mut session = session(info, u64::from(number));
            let level = Level::new(number).unwrap();
            assert_eq!(session.info().code, info.code);
            session.start(Mode::Bots { black: level, white: level }, None).unwrap();
            let mut moves = 0;
            while let Some(request) = session.due() {
                session.take(request.think(&Stop::new(), &mut |_, _| ())).unwrap();
                moves += 1;
                assert!(moves < LONGEST, "{} doesn't end", info.name);
            }
            assert!(session.current().unwrap().game().outcome().is_some());
        }
    }
}

#[test]
fn a_person_can_take_over_from_a_bot_in_mid_game() {
    let mut session = Session::new(5);
    let level = Level::new(1).unwrap();
    session.start(Mode::Bots { black: level, white: level }, None).unwrap();
    for _ in 0..10 {
        let request = session.due().unwrap();
        session.take(request.think(&Stop::new(), &mut |_, _| ())).unwrap();
    }
    session.set_controller(Player::Black, Controller::Human).unwrap();
    while let Some(request) = session.due() {
        session.take(request.think(&Stop::new(), &mut |_, _| ())).unwrap();
    }
    assert_eq!(session.turn(), Some(Player::Black));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn undo_goes_back_to_the_start_and_saves_round_trip(
        picks in prop::collection::vec(any::<u16>(), 1..80),
    ) {
        for info in REGISTRY {
        let mut session = session(info, 1);
        session.start(Mode::Manual, None).unwrap();
        let mut views = Vec::new();
        for pick in &picks {
            let game = session.current().unwrap().game();
            let moves = game.moves();
            if moves.is_empty() {
                break;
            }
            views.push(view(game));
            session.play(moves[usize::from(*pick) % moves.len()]).unwrap();
        }
        let snapshot = session.snapshot().unwrap();
        let replayed = snapshot.replay().unwrap();
        prop_assert_eq!(view(replayed.game()), view(session.current().unwrap().game()));
        prop_assert_eq!(Snapshot::of(&replayed, session.icons()), snapshot);
        for before in views.into_iter().rev() {
            session.undo(1).unwrap();
            prop_assert_eq!(view(session.current().unwrap().game()), before);
        }
        prop_assert!(session.undo(1).is_err());
        }
    }
}
