//! Properties of sessions: turns, undo and redo, competitive games, snapshots.

use proptest::prelude::*;

use super::*;
use crate::players::{Level, Stop};
use crate::records::Format;

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

pub fn started(players: Players) -> Session {
    let mut session = Session::new(1);
    session.start(players, None).unwrap();
    session
}

pub fn competitive() -> Players {
    Players::competitive(Player::Black, "ann".parse().unwrap())
}

/// Plays a move by name and the answers of bots.
fn play(session: &mut Session, name: &str) {
    play_only(session, name);
    answer(session);
}

/// Plays the moves of bots.
fn answer(session: &mut Session) {
    while let Some(request) = session.due() {
        session.take(think(request)).unwrap().unwrap();
    }
}

fn think(request: Request) -> Answer {
    request.think(&Stop::new(), &mut |_, _| ())
}

/// Plays a move by name, without an answer.
fn play_only(session: &mut Session, name: &str) {
    let mv = session.require().unwrap().game().parse_move(name).unwrap();
    session.play(mv).unwrap();
}

/// The visible state of a session's game.
fn view(session: &Session) -> impl PartialEq + std::fmt::Debug + use<> {
    let current = session.require().unwrap();
    let game = current.game();
    let names: Vec<String> = current.move_names().collect();
    (
        names,
        game.grid(),
        game.moves(),
        game.outcome(),
        session.turn(),
    )
}

#[test]
fn without_a_game_everything_says_how_to_start_one() {
    let mut session = Session::new(1);
    assert_eq!(session.turn(), None);
    for result in [
        session.play(Move(19)).map(|_| ()),
        session.undo(1).map(|_| ()),
        session.redo(1).map(|_| ()),
        session.go_to(0),
        session.restart(),
        session.snapshot().map(|_| ()),
        session.set_controller(Player::Black, Controller::Human),
    ] {
        assert_eq!(result, Err(SessionError::NoGame));
    }
    assert!(session.due().is_none());
}

#[test]
fn undo_against_a_bot_goes_back_to_your_own_turn_and_down_to_the_start() {
    for human in Player::BOTH {
        let mut session = started(Players::against(human, level(3)));
        answer(&mut session);
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
        assert_eq!(
            session.undo(1),
            Err(SessionError::Undo {
                asked: 1,
                possible: 0
            })
        );
        session.redo(4).unwrap();
        assert_eq!(session.turn(), Some(human));
        session.redo(1).unwrap();
        assert_eq!(view(&session), end);
        assert_eq!(
            session.redo(1),
            Err(SessionError::Redo {
                asked: 1,
                possible: 0
            })
        );
    }
}

#[test]
fn a_move_number_is_gone_to_exactly_whoever_is_to_move_there() {
    let mut session = started(Players::against(Player::Black, level(3)));
    play(&mut session, "d3");
    play(&mut session, "f5");
    let undone = |session: &Session| {
        let current = session.require().unwrap();
        (current.history().len(), current.undone())
    };
    let end = view(&session);
    session.go_to(1).unwrap();
    assert_eq!(
        (undone(&session), session.turn()),
        ((1, 3), Some(Player::White))
    );
    let stamp = session.stamp();
    session.go_to(1).unwrap();
    assert_eq!(session.stamp(), stamp, "nothing has changed");
    let before = view(&session);
    assert_eq!(
        session.go_to(5),
        Err(SessionError::GoTo {
            asked: 5,
            possible: 4
        })
    );
    assert_eq!((view(&session), session.stamp()), (before, stamp));
    session.go_to(4).unwrap();
    assert_eq!((view(&session), undone(&session)), (end, (4, 0)));
    // The move of a bot replaces the moves that could be redone.
    session.go_to(3).unwrap();
    answer(&mut session);
    assert_eq!(undone(&session), (4, 0));
    session.go_to(0).unwrap();
    session.go_to(2).unwrap();
    assert_eq!(undone(&session), (2, 2));
    session.redo(1).unwrap();
    assert_eq!(undone(&session), (4, 0));
}

#[test]
fn too_many_turns_are_refused_whole() {
    let mut session = started(Players::HUMANS);
    play(&mut session, "d3");
    play(&mut session, "c3");
    let before = view(&session);
    assert_eq!(
        session.undo(3),
        Err(SessionError::Undo {
            asked: 3,
            possible: 2
        })
    );
    assert_eq!(
        session.undo(0),
        Err(SessionError::Undo {
            asked: 0,
            possible: 2
        })
    );
    assert_eq!(view(&session), before);
    session.undo(1).unwrap();
    assert_eq!(
        session.redo(2),
        Err(SessionError::Redo {
            asked: 2,
            possible: 1
        })
    );
    session.redo(1).unwrap();
    assert_eq!(view(&session), before);
}

#[test]
fn an_illegal_move_changes_nothing_and_keeps_redo_which_a_new_move_ends() {
    let mut session = started(Players::HUMANS);
    play(&mut session, "d3");
    session.undo(1).unwrap();
    let before = view(&session);
    assert!(matches!(
        session.play(Move(0)),
        Err(SessionError::Illegal(_))
    ));
    assert_eq!(view(&session), before);
    assert_eq!(session.redo(1), Ok(1));
    session.undo(1).unwrap();
    play(&mut session, "c4");
    assert_eq!(
        session.redo(1),
        Err(SessionError::Redo {
            asked: 1,
            possible: 0
        })
    );
}

#[test]
fn a_competitive_game_refuses_undo_even_after_its_end() {
    let mut session = started(competitive());
    assert!(session.is_competitive());
    while let Some(turn) = session.turn() {
        if turn == Player::Black {
            let mv = session.require().unwrap().game().moves()[0];
            session.play(mv).unwrap();
            assert!(matches!(session.undo(1), Err(SessionError::Competitive)));
            assert_eq!(session.go_to(0), Err(SessionError::Competitive));
            let change = session.set_controller(Player::White, Controller::Human);
            assert!(matches!(change, Err(SessionError::Competitive)));
        } else {
            let request = session.due().unwrap();
            assert!(session.take(think(request)).unwrap().is_some());
        }
    }
    assert!(!session.is_competitive());
    assert!(matches!(session.undo(1), Err(SessionError::Competitive)));
    assert_eq!(session.go_to(0), Err(SessionError::Competitive));
    let moves = session.require().unwrap().history().len();
    assert_eq!(session.go_to(moves), Err(SessionError::Competitive));
    assert_eq!(
        session.play(Move(0)).unwrap_err(),
        SessionError::GameOverAndCounted
    );
}

#[test]
fn the_last_board_can_be_undone_after_the_end() {
    let mut session = Session::new(4);
    session
        .start(Players::bots(level(1), level(2)), None)
        .unwrap();
    answer(&mut session);
    assert_eq!(session.turn(), None);
    assert_eq!(session.play(Move(0)).unwrap_err(), SessionError::GameOver);
    let end = view(&session);
    session.undo(1).unwrap();
    assert!(session.turn().is_some());
    session.redo(1).unwrap();
    assert_eq!(view(&session), end);
}

#[test]
fn a_thought_is_stale_after_any_change_and_its_randomness_is_not_used() {
    let start = |session: &mut Session| {
        session
            .start(Players::against(Player::White, level(1)), None)
            .unwrap();
    };
    let changes: [&dyn Fn(&mut Session); 6] = [
        &|session| session.restart().unwrap(),
        &start,
        &|session| session.reseed(7),
        &|session| {
            session
                .set_controller(Player::Black, Controller::Bot(level(1)))
                .unwrap();
        },
        &|session| {
            let mv = session.require().unwrap().game().moves()[0];
            session.play(mv).unwrap();
        },
        &|session| {
            let mv = session.require().unwrap().game().moves()[0];
            session.play(mv).unwrap();
            session.go_to(0).unwrap();
        },
    ];
    for change in changes {
        let mut session = Session::new(7);
        start(&mut session);
        let request = session.due().unwrap();
        change(&mut session);
        let before = view(&session);
        assert!(session.take(think(request)).unwrap().is_none());
        assert_eq!(view(&session), before);
        // The result is the same as without the stale thought.
        answer(&mut session);
        let mut other = Session::new(7);
        start(&mut other);
        change(&mut other);
        answer(&mut other);
        assert_eq!(view(&session), view(&other));
    }
}

#[test]
fn a_refused_move_keeps_a_thought_fresh_and_names_change_nothing() {
    let mut session = started(Players::against(Player::White, level(3)));
    let request = session.due().unwrap();
    assert!(session.play(Move(0)).is_err() && session.undo(1).is_err());
    session.set_icons(Icons::new('x', 'o').unwrap());
    assert!(session.take(think(request)).unwrap().is_some());
    assert_eq!(session.turn(), Some(Player::White));
}

#[test]
fn a_bot_that_fails_is_named_and_still_to_move() {
    let mut session = started(Players::against(Player::White, level(1)));
    let mut answer = think(session.due().unwrap());
    answer.mv = Some(Move(0));
    let failed = session.take(answer).map(|ply| ply.is_some());
    assert_eq!(failed, Err(SessionError::BotFailed(Player::Black)));
    assert_eq!(session.turn(), Some(Player::Black));
    assert!(session.due().is_some());
}

#[test]
fn players_can_be_changed_to_any_mix() {
    let none = Players::HUMANS;
    let one = none.clone().with(Player::White, Controller::Bot(level(1)));
    assert_eq!(one, Players::against(Player::Black, level(1)));
    let two = one.with(Player::Black, Controller::Bot(level(3)));
    assert_eq!(two, Players::bots(level(3), level(1)));
    let three = two.with(Player::White, Controller::Human);
    assert_eq!(three, Players::against(Player::White, level(3)));
    assert_eq!(
        three
            .clone()
            .with(Player::White, Controller::Bot(level(2)))
            .mode(),
        "bots"
    );
    assert_eq!(
        three.with(Player::Black, Controller::Human),
        Players::HUMANS
    );
}

#[test]
fn a_snapshot_that_does_not_fit_the_rules_is_refused() {
    let mut session = started(Players::HUMANS);
    play(&mut session, "d3");
    play(&mut session, "c3");
    let good = session.snapshot().unwrap();
    let message = |change: &dyn Fn(&mut Snapshot)| {
        let mut snapshot = good.clone();
        change(&mut snapshot);
        snapshot.replay().unwrap_err().to_string()
    };
    assert_eq!(
        message(&|s| s.game = "go".into()),
        "unknown game code \"go\""
    );
    assert_eq!(
        message(&|s| s.moves = "d3 d3".into()),
        "move 2: d3 is occupied"
    );
    assert_eq!(
        message(&|s| s.moves = "d3 z3".into()),
        "move 2: no column z on this board: use 1 to 8, or a to h"
    );
    let other = "the saved moves don't lead to the saved board";
    assert_eq!(message(&|s| s.moves = "d3".into()), other);
    assert_eq!(message(&|s| s.board.clear()), other);
    assert_eq!(message(&|s| s.board[0] = "B-------".into()), other);
    assert_eq!(
        message(&|s| s.setup.first = Player::White),
        "move 1: d3 is not legal: a move must flip at least one disc"
    );
}

#[test]
fn bots_play_every_game_to_its_end() {
    for info in REGISTRY {
        // Higher levels differ only in search depth.
        for number in 1..=4 {
            let mut session = Session::new(number.into());
            session.choose(info, Setup::default()).unwrap();
            session
                .start(Players::bots(level(number), level(number)), None)
                .unwrap();
            let mut moves = 0;
            while let Some(request) = session.due() {
                session.take(think(request)).unwrap();
                moves += 1;
                assert!(moves < 2000, "{} doesn't end", info.name);
            }
            assert!(session.current().unwrap().game().outcome().is_some());
        }
    }
}

#[test]
fn a_person_can_take_over_from_a_bot_in_mid_game() {
    let mut session = Session::new(5);
    session
        .start(Players::bots(level(1), level(1)), None)
        .unwrap();
    for _ in 0..10 {
        let request = session.due().unwrap();
        session.take(think(request)).unwrap();
    }
    session
        .set_controller(Player::Black, Controller::Human)
        .unwrap();
    answer(&mut session);
    assert_eq!(session.turn(), Some(Player::Black));
}

proptest! {
    /// Undo and redo restore every state.
    #[test]
    fn undo_and_redo_restore_every_state_exactly(
        info in prop::sample::select(REGISTRY),
        picks in prop::collection::vec(any::<u8>(), 1..80),
        first in prop::sample::select(&Player::BOTH),
        numbers in prop::collection::vec(any::<u8>(), 0..5),
    ) {
        let mut session = Session::new(1);
        session.choose(info, Setup::default()).unwrap();
        session.start(Players::HUMANS, Some(first)).unwrap();
        let mut states = vec![view(&session)];
        let mut plies = vec![0];
        for pick in picks {
            let moves = session.require().unwrap().game().moves();
            if moves.is_empty() {
                break;
            }
            let made = session.play(moves[usize::from(pick) % moves.len()]).unwrap();
            plies.extend(vec![states.len(); made.played.plies()]);
            states.push(view(&session));
        }
        let snapshot = session.snapshot().unwrap();
        let replayed = snapshot.replay().unwrap();
        prop_assert_eq!(Snapshot::of(&replayed, session.icons()), snapshot.clone());
        let text = ron::to_string(&snapshot).unwrap();
        prop_assert_eq!(ron::from_str::<Snapshot>(&text).unwrap(), snapshot);
        for number in numbers {
            let ply = usize::from(number) % plies.len();
            session.go_to(ply).unwrap();
            prop_assert_eq!(&view(&session), &states[plies[ply]]);
            let current = session.require().unwrap();
            prop_assert_eq!(current.history().len(), plies[ply]);
            prop_assert_eq!(current.undone(), states.len() - 1 - plies[ply]);
            prop_assert_eq!(current.known_plies(), plies.len() - 1);
        }
        let error = SessionError::GoTo { asked: plies.len(), possible: plies.len() - 1 };
        prop_assert_eq!(session.go_to(plies.len()), Err(error));
        session.go_to(plies.len() - 1).unwrap();
        for state in states.iter().rev().skip(1) {
            session.undo(1).unwrap();
            prop_assert_eq!(&view(&session), state);
        }
        prop_assert!(session.undo(1).is_err());
        for state in &states[1..] {
            session.redo(1).unwrap();
            prop_assert_eq!(&view(&session), state);
        }
    }
}

#[test]
fn a_resigned_game_is_over_until_a_turn_is_taken_back() {
    let mut session = Session::new(1);
    let human = Player::Black;
    session
        .start(Players::against(human, level(1)), None)
        .unwrap();
    play(&mut session, "d3");
    let moves = session.require().unwrap().history().len();
    assert_eq!(session.resign(), Ok(human));
    assert_eq!(session.turn(), None);
    assert!(session.due().is_none());
    assert_eq!(
        session.play(Move(20)).map(|_| ()),
        Err(SessionError::GameOver)
    );
    assert_eq!(session.resign(), Err(SessionError::GameOver));
    let outcome = session.require().unwrap().outcome();
    assert_eq!(outcome, Some(Forfeit::Resigned(human).outcome()));
    let snapshot = session.snapshot().unwrap();
    assert_eq!(snapshot.replay().unwrap().outcome(), outcome);
    let earlier = session
        .require()
        .unwrap()
        .position_after(moves - 1)
        .unwrap();
    assert_eq!(earlier.outcome(), None, "it was not over before");
    for format in [Format::Sgf, Format::Ggf, Format::Pgn] {
        let current = session.require().unwrap();
        let day = jiff::civil::date(2026, 1, 1);
        let record = current.to_record(format, session.sides(), day).unwrap();
        let text = format.open_on(day).print(&record).unwrap();
        let read = crate::records::read(format, &*text)
            .next()
            .unwrap()
            .unwrap()
            .record;
        let result = read.result.unwrap();
        assert_eq!(result.winner, Some(human.opponent()), "{format:?}");
        assert_eq!(
            result.ending,
            crate::records::Termination::Resigned,
            "{format:?}"
        );
    }
    assert_eq!(session.undo(1), Ok(0), "only the resignation is undone");
    assert_eq!(session.require().unwrap().history().len(), moves);
    assert_eq!(session.require().unwrap().outcome(), None);
    assert_eq!(session.undo(1), Ok(moves));
    assert_eq!(session.turn(), Some(human));
}

#[test]
fn the_person_resigns_against_a_bot_and_nobody_for_two_bots() {
    let mut session = started(Players::against(Player::White, level(1)));
    assert_eq!(
        session.resign(),
        Ok(Player::White),
        "although it is the turn of the bot"
    );
    session.start(Players::HUMANS, None).unwrap();
    assert_eq!(session.resign(), Ok(Player::Black), "the side to move");
    session
        .start(Players::bots(level(1), level(2)), None)
        .unwrap();
    assert_eq!(session.resign(), Err(SessionError::OnlyBots));
    session.start(competitive(), None).unwrap();
    assert_eq!(session.resign(), Err(SessionError::Competitive));
}

#[test]
fn who_runs_out_of_time_has_lost_and_clocks_are_saved_with_the_game() {
    use std::time::{Duration, Instant};

    let control = "10s+2s".parse().unwrap();
    let mut session = Session::new(1);
    session.set_time_control(Some(control)).unwrap();
    session.start(Players::HUMANS, None).unwrap();
    let start = Instant::now();
    for name in ["d3", "c3"] {
        assert_eq!(session.count_time(start), None);
        play_only(&mut session, name);
    }
    assert_eq!(session.count_time(start), None);
    assert_eq!(session.count_time(start + Duration::from_secs(5)), None);
    let snapshot = session.snapshot().unwrap();
    let again = snapshot.replay().unwrap();
    let left = |game: &CurrentGame| Player::BOTH.map(|player| game.time_left(player).unwrap());
    assert_eq!(left(&again), [7, 12].map(Duration::from_secs));
    // A resumed clock is stopped until the next command, however long the game was saved.
    session.resume(again, Icons::default());
    assert_eq!(session.count_time(start + Duration::from_secs(500)), None);
    assert_eq!(session.count_time(start + Duration::from_secs(506)), None);
    assert_eq!(
        session.count_time(start + Duration::from_secs(507)),
        Some(Player::Black)
    );
    let outcome = session.require().unwrap().outcome();
    assert_eq!(outcome, Some(Forfeit::OutOfTime(Player::Black).outcome()));
    session.undo(1).unwrap();
    assert_eq!(
        session.require().unwrap().clocks(),
        None,
        "the clocks are gone"
    );
    session.restart().unwrap();
    session.start(Players::HUMANS, None).unwrap();
    assert_eq!(
        session.require().unwrap().clocks().map(Clocks::control),
        Some(control)
    );
    session.set_time_control(None).unwrap();
    assert_eq!(session.require().unwrap().clocks(), None);
}

#[test]
fn a_bot_with_a_clock_answers_in_its_share_of_the_time() {
    use std::time::{Duration, Instant};

    let mut session = Session::new(1);
    session
        .set_time_control(Some("1s".parse().unwrap()))
        .unwrap();
    let human = Player::White;
    let level = "3600s".parse().unwrap();
    session.start(Players::against(human, level), None).unwrap();
    let start = Instant::now();
    answer(&mut session);
    // Thirty moves share a second, but the machine may be busy.
    assert!(start.elapsed() < Duration::from_mins(1));
    assert_eq!(session.require().unwrap().history().len(), 1);
}

/// The shortest game: Black has all discs after nine moves.
const SHORT: &str = "f5 d6 c5 f4 e7 f6 g5 e6 e3";

/// A finished game with the players, two moves before its end.
fn two_moves_before_the_end(players: Players) -> Session {
    let mut session = started(players);
    for name in SHORT.split(' ') {
        play_only(&mut session, name);
    }
    assert!(session.turn().is_none());
    session.browse(|game| game.back(2)).unwrap();
    session
}

/// Plays a move that is not in the shortest game.
fn play_another(session: &mut Session) {
    let game = session.require().unwrap().game();
    let mut moves = game.moves().into_iter();
    let mv = moves.find(|&mv| !SHORT.contains(&game.move_name(mv)));
    session.play(mv.unwrap()).unwrap();
}

#[test]
fn moves_in_a_finished_game_are_variations_that_no_bot_answers() {
    let mut session = two_moves_before_the_end(Players::against(Player::Black, level(1)));
    let main = session.require().unwrap().main_line(false);
    for _ in 0..2 {
        assert!(session.due().is_none());
        play_another(&mut session);
    }
    session.undo(1).unwrap();
    assert!(session.require().unwrap().is_studied());
    assert_eq!(session.require().unwrap().main_line(false), main);
    session.browse(|game| game.step_to(7)).unwrap();
    // To go on there is something else.
    session.go_to(7).unwrap();
    assert!(!session.require().unwrap().is_studied());
    assert!(session.due().is_some());
}

#[test]
fn a_finished_competitive_game_can_be_studied_but_not_changed() {
    let mut session = two_moves_before_the_end(competitive());
    assert!(!session.is_competitive(), "hints are allowed");
    assert!(session.due().is_none());
    assert_eq!(session.undo(1), Err(SessionError::Competitive));
    assert_eq!(session.go_to(7), Err(SessionError::Competitive));
    let pruned = session.cut(CurrentGame::prune);
    assert_eq!(pruned, Err(SessionError::Competitive));
    play_another(&mut session);
    assert!(session.require().unwrap().is_studied());
    assert!(session.due().is_none());
}

#[test]
fn a_resignation_stays_while_the_game_is_studied() {
    let mut session = started(Players::HUMANS);
    for name in ["f5", "d6", "c3"] {
        play_only(&mut session, name);
    }
    session.resign().unwrap();
    session.browse(|game| game.step_to(1)).unwrap();
    assert!(session.turn().is_some());
    play_only(&mut session, "f6");
    let snapshot = session.snapshot().unwrap();
    for _ in 0..2 {
        session.browse(|game| game.enter(1, 3)).unwrap();
        let outcome = session.require().unwrap().outcome().unwrap();
        assert_eq!(outcome.winner, Some(Player::Black));
        session.resume(snapshot.replay().unwrap(), Icons::default());
    }
    session.go_to(1).unwrap();
    session.browse(|game| game.forward(1)).unwrap();
    assert!(session.turn().is_some(), "the game goes on");
}
