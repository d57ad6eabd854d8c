//! The laws of a session: turns, undo and redo, what a competitive game refuses, snapshots.

use proptest::prelude::*;

use super::*;
use crate::players::Level;

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

/// Plays a move by name, then lets the bots answer, as the interpreter does.
fn play(session: &mut Session, name: &str) {
    let mv = session.require().unwrap().game().parse_move(name).unwrap();
    session.play(mv).unwrap();
    while session.play_bot().unwrap().is_some() {}
}

/// Everything that can be seen of a session's game.
fn view(session: &Session) -> (Vec<String>, Vec<String>, Option<Player>) {
    let current = session.require().unwrap();
    (current.move_names().collect(), current.game().grid().to_rows(), session.turn())
}

#[test]
fn without_a_game_everything_says_how_to_start_one() {
    let mut session = Session::new(1);
    assert_eq!(session.turn(), None);
    for result in [
        session.play(Move(19)).map(|_| ()),
        session.undo(1).map(|_| ()),
        session.redo(1).map(|_| ()),
        session.restart(),
        session.snapshot().map(|_| ()),
        session.set_controller(Player::Black, Controller::Human),
    ] {
        assert_eq!(result, Err(SessionError::NoGame));
    }
    assert_eq!(session.play_bot().map(|ply| ply.is_some()), Ok(false));
}

#[test]
fn undo_against_a_bot_goes_back_to_your_own_turn_and_down_to_the_start() {
    for human in Player::BOTH {
        let mut session = Session::new(1);
        session.start(Mode::Against { human, level: level(3) }, None).unwrap();
        while session.play_bot().unwrap().is_some() {}
        let start = view(&session);
        for _ in 0..5 {
            let name = {
                let game = session.require().unwrap().game();
                game.move_name(game.moves()[0])
            };
            play(&mut session, &name);
            assert_eq!(session.turn(), Some(human));
        }
        let end = view(&session);
        session.undo(2).unwrap();
        assert_eq!(session.turn(), Some(human));
        session.undo(3).unwrap();
        assert_eq!(view(&session), start);
        assert_eq!(session.undo(1), Err(SessionError::Undo { asked: 1, possible: 0 }));
        session.redo(4).unwrap();
        assert_eq!(session.turn(), Some(human));
        session.redo(1).unwrap();
        assert_eq!(view(&session), end);
        assert_eq!(session.redo(1), Err(SessionError::Redo { asked: 1, possible: 0 }));
    }
}

#[test]
fn too_many_turns_are_refused_whole() {
    let mut session = Session::new(1);
    session.start(Mode::Manual, None).unwrap();
    play(&mut session, "d3");
    play(&mut session, "c3");
    let before = view(&session);
    let error = session.undo(3).unwrap_err();
    assert_eq!(error.to_string(), "3 turns to take back, but there are only 2");
    assert_eq!(session.undo(0), Err(SessionError::Undo { asked: 0, possible: 2 }));
    assert_eq!(view(&session), before);
    session.undo(1).unwrap();
    let error = session.redo(2).unwrap_err();
    assert_eq!(error.to_string(), "2 turns to play again, but there is only 1");
    session.redo(1).unwrap();
    assert_eq!(view(&session), before);
}

#[test]
fn a_new_move_ends_redo() {
    let mut session = Session::new(1);
    session.start(Mode::Manual, None).unwrap();
    play(&mut session, "d3");
    session.undo(1).unwrap();
    play(&mut session, "c4");
    assert_eq!(session.redo(1), Err(SessionError::Redo { asked: 1, possible: 0 }));
}

#[test]
fn an_illegal_move_changes_nothing_and_keeps_redo() {
    let mut session = Session::new(1);
    session.start(Mode::Manual, None).unwrap();
    play(&mut session, "d3");
    session.undo(1).unwrap();
    let before = view(&session);
    assert!(matches!(session.play(Move(0)), Err(SessionError::Illegal(_))));
    assert_eq!(view(&session), before);
    assert_eq!(session.redo(1), Ok(1));
}

#[test]
fn a_competitive_game_refuses_undo_even_after_its_end() {
    let mut session = Session::new(1);
    let nickname: Nickname = "ann".parse().unwrap();
    session.start(Mode::Competitive { human: Player::Black, nickname }, None).unwrap();
    assert!(session.is_competitive());
    assert!(session.refuse_in_competitive("S").is_err());
    while let Some(turn) = session.turn() {
        if turn == Player::Black {
            let mv = session.require().unwrap().game().moves()[0];
            session.play(mv).unwrap();
            assert!(matches!(session.undo(1), Err(SessionError::Competitive(_))));
            let change = session.set_controller(Player::White, Controller::Human);
            assert!(matches!(change, Err(SessionError::Competitive(_))));
        } else {
            assert!(session.play_bot().unwrap().is_some());
        }
    }
    assert!(!session.is_competitive());
    assert!(session.refuse_in_competitive("S").is_ok());
    assert!(matches!(session.undo(1), Err(SessionError::Competitive(_))));
    assert_eq!(session.play(Move(0)).unwrap_err(), SessionError::OverAndCounted);
}

#[test]
fn the_last_board_can_be_undone_after_the_end() {
    let mut session = Session::new(4);
    session.start(Mode::Bots { black: level(1), white: level(2) }, None).unwrap();
    while session.play_bot().unwrap().is_some() {}
    assert_eq!(session.turn(), None);
    assert_eq!(session.play(Move(0)).unwrap_err(), SessionError::Over);
    let end = view(&session);
    session.undo(1).unwrap();
    assert!(session.turn().is_some());
    session.redo(1).unwrap();
    assert_eq!(view(&session), end);
}

#[test]
fn players_can_be_changed_to_any_mix() {
    let mode = Mode::Manual;
    let one = mode.with(Player::White, Controller::Bot(level(1)));
    assert_eq!(one, Mode::Against { human: Player::Black, level: level(1) });
    let two = one.with(Player::Black, Controller::Bot(level(3)));
    assert_eq!(two, Mode::Bots { black: level(3), white: level(1) });
    let three = two.with(Player::White, Controller::Human);
    assert_eq!(three, Mode::Against { human: Player::White, level: level(3) });
    assert_eq!(three.with(Player::White, Controller::Bot(level(2))).name(), "bots");
    assert_eq!(three.with(Player::Black, Controller::Human), Mode::Manual);
}

#[test]
fn a_snapshot_that_does_not_fit_the_rules_is_refused() {
    let mut session = Session::new(1);
    session.start(Mode::Manual, None).unwrap();
    play(&mut session, "d3");
    play(&mut session, "c3");
    let good = session.snapshot().unwrap();
    let message = |change: &dyn Fn(&mut Snapshot)| {
        let mut snapshot = good.clone();
        change(&mut snapshot);
        snapshot.replay().unwrap_err().to_string()
    };
    assert_eq!(message(&|s| s.game = "go".into()), "there is no game with the code \"go\"");
    assert_eq!(message(&|s| s.moves = "d3 d3".into()), "move 2: d3 is taken");
    assert_eq!(
        message(&|s| s.moves = "d3 z3".into()),
        "move 2: column z is not on the board: columns are 1 to 8, or a to h"
    );
    let other = "the moves don't lead to the board that is saved with them";
    assert_eq!(message(&|s| s.moves = "d3".into()), other);
    assert_eq!(message(&|s| s.board.clear()), other);
    assert_eq!(message(&|s| s.board[0] = "B-------".into()), other);
    assert_eq!(
        message(&|s| s.setup.first = Player::White),
        "move 1: d3 flips nothing: a move must outflank at least one disc"
    );
}

proptest! {
    /// Whatever is played, every state on the way back is the one on the way there.
    #[test]
    fn undo_and_redo_restore_every_state_exactly(
        picks in prop::collection::vec(any::<u8>(), 1..70),
        first in prop::sample::select(&Player::BOTH),
    ) {
        let mut session = Session::new(1);
        session.start(Mode::Manual, Some(first)).unwrap();
        let mut states = vec![view(&session)];
        for pick in picks {
            let moves = session.require().unwrap().game().moves();
            if moves.is_empty() {
                break;
            }
            session.play(moves[usize::from(pick) % moves.len()]).unwrap();
            states.push(view(&session));
        }
        let snapshot = session.snapshot().unwrap();
        let replayed = snapshot.replay().unwrap();
        prop_assert_eq!(Snapshot::of(&replayed, session.icons()), snapshot.clone());
        let text = ron::to_string(&snapshot).unwrap();
        prop_assert_eq!(ron::from_str::<Snapshot>(&text).unwrap(), snapshot);
        for state in states.iter().rev().skip(1) {
            session.undo(1).unwrap();
            prop_assert_eq!(&view(&session), state);
        }
        for state in &states[1..] {
            session.redo(1).unwrap();
            prop_assert_eq!(&view(&session), state);
        }
    }
}
