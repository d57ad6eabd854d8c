//! Referees one game: turns, legal moves and clocks.

use std::time::{Duration, Instant};

use super::live_player::{Deadline, Fault, LivePlayer, PlayerChoice, StartError};
use super::{Cause, Game, Opening, Rules, TimeLimits};
use crate::games::Player;
use crate::players::{Stop, TimeControl};
use crate::records::{GameRecord, PlayerDetails, Remarks, TimeSetting};

/// A finished game, with the sides whose players must be restarted, because they may still be thinking or have failed.
pub type Ended = (Game, Vec<Player>);

pub fn beginning(names: [&str; 2], clocks: TimeLimits, opening: &Opening) -> GameRecord {
    let mut record = GameRecord::new();
    record.players = names.map(|name| PlayerDetails {
        name: name.to_owned(),
        rating: None,
    });
    if let TimeLimits::Game(TimeControl { main, increment }) = clocks {
        record.time = TimeSetting::of_clock(main, increment);
    }
    for &square in opening.squares() {
        // Never fails: openings consist of legal moves.
        let _ = record.play(square);
    }
    record
}

/// Plays a game to the end, unless the match is stopped. `players` are Black and White.
pub fn play(
    players: &mut [&mut dyn LivePlayer; 2],
    number: usize,
    mut record: GameRecord,
    rules: &Rules,
    stop: &Stop,
) -> Result<Ended, StartError> {
    let deadline = || Deadline::after(rules.timeout, stop);
    let mut clocks = [rules.clocks.at_start(); 2];
    let mut failed = Vec::new();
    for side in Player::BOTH {
        if let Err(fault) = players[side.index()].begin(number, &record, deadline()) {
            return lost(number, record, side, &fault);
        }
    }
    while let Some(player) = record.turn() {
        let left = clocks[player.index()];
        let time = left.map_or(rules.timeout, |left| left + rules.margin);
        let start = Instant::now();
        let choice = players[player.index()].choose(
            &record,
            Deadline {
                left,
                ..Deadline::after(time, stop)
            },
        );
        let used = start.elapsed();
        let in_time = choice.and_then(|choice| {
            clocks[player.index()] = rules.clocks.after(left, used, rules.margin)?;
            Ok(choice)
        });
        let choice = match in_time {
            Ok(choice) => choice,
            Err(Fault::Silent) if left.is_some() => {
                return Ok(end(number, record, player, Cause::Time, late(used, left)));
            }
            Err(fault) => return lost(number, record, player, &fault),
        };
        let before = record.moves().len();
        if let Err((cause, detail)) = make(&mut record, player, choice, used) {
            return Ok(end(number, record, player, cause, detail));
        }
        for index in before..record.moves().len() {
            let mv = record.moves()[index];
            for side in Player::BOTH {
                let is_own = index == before && side == player;
                match players[side.index()].watch(&mv, is_own, deadline()) {
                    // The game is over, so the fault doesn't change the result.
                    Err(_) if record.is_over() => failed.push(side),
                    Err(fault) => return lost(number, record, side, &fault),
                    Ok(()) => {}
                }
            }
        }
    }
    record.result = Some(record.counted());
    let game = Game {
        number,
        record,
        cause: Cause::Played,
        detail: String::new(),
    };
    Ok((game, failed))
}

fn make(
    record: &mut GameRecord,
    player: Player,
    choice: PlayerChoice,
    used: Duration,
) -> Result<(), (Cause, String)> {
    let (square, evaluation) = match choice {
        PlayerChoice::Move(square, evaluation) => (square, evaluation),
        PlayerChoice::Pass => {
            return Err((
                Cause::Illegal,
                format!("{player} passed with legal moves left"),
            ));
        }
        PlayerChoice::Resign => return Err((Cause::Resigned, String::new())),
    };
    let seconds = (used.as_secs_f64() * 1000.0).round() / 1000.0;
    let remarks = Remarks {
        evaluation,
        seconds: Some(seconds),
    };
    record
        .play_with(square, remarks)
        .map_err(|error| (Cause::Illegal, error.to_string()))
}

fn late(used: Duration, left: Option<Duration>) -> String {
    let left = left.unwrap_or_default().as_secs_f64();
    format!("used {:.3} s, had {left:.3} s", used.as_secs_f64())
}

fn lost(
    number: usize,
    record: GameRecord,
    loser: Player,
    fault: &Fault,
) -> Result<Ended, StartError> {
    let cause = match fault {
        Fault::Stopped => return Err(StartError::Stopped),
        Fault::Crashed(_) => Cause::Crashed,
        Fault::Garbled(_) => Cause::Garbled,
        Fault::Refused { .. } => Cause::Refused,
        Fault::Silent => Cause::Silent,
    };
    Ok(end(number, record, loser, cause, fault.to_string()))
}

/// Ends a game that `loser` lost other than by discs.
fn end(
    number: usize,
    mut record: GameRecord,
    loser: Player,
    cause: Cause,
    detail: String,
) -> Ended {
    record.result = Some(cause.result(loser));
    let failed = if cause == Cause::Resigned {
        Vec::new()
    } else {
        vec![loser]
    };
    (
        Game {
            number,
            record,
            cause,
            detail,
        },
        failed,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::RecordedMove;

    /// A player that plays the first legal move, and with `fails` fails at the last one.
    struct Fake {
        game: GameRecord,
        fails: bool,
    }

    impl LivePlayer for Fake {
        fn begin(&mut self, _: usize, game: &GameRecord, _: Deadline) -> Result<(), Fault> {
            self.game = game.clone();
            Ok(())
        }

        fn watch(&mut self, mv: &RecordedMove, _: bool, _: Deadline) -> Result<(), Fault> {
            // Passes are recorded automatically.
            if let Some(square) = mv.square {
                self.game.play(square).unwrap();
            }
            let is_last = self.game.is_over() && self.fails;
            if is_last {
                Err(Fault::Crashed("exit code 5".to_owned()))
            } else {
                Ok(())
            }
        }

        fn choose(&mut self, game: &GameRecord, _: Deadline) -> Result<PlayerChoice, Fault> {
            let legal = game.board().position().legal_moves();
            let square = crate::games::Square::from_index(legal.trailing_zeros(), 8);
            Ok(PlayerChoice::Move(square, None))
        }

        fn end(&mut self) {}
    }

    fn rules() -> Rules {
        let minute = Duration::from_mins(1);
        Rules {
            clocks: TimeLimits::None,
            margin: minute,
            timeout: minute,
            seed: 0,
        }
    }

    #[test]
    fn who_fails_after_the_end_has_not_lost_by_that() {
        let played = |fails: [bool; 2]| {
            let [mut black, mut white] = fails.map(|fails| Fake {
                game: GameRecord::new(),
                fails,
            });
            let record = GameRecord::new();
            let stop = Stop::new();
            play(&mut [&mut black, &mut white], 1, record, &rules(), &stop).unwrap()
        };
        let (well, failed) = played([false, false]);
        assert_eq!((well.cause, failed), (Cause::Played, vec![]));
        for (fails, side) in [
            ([true, false], Player::Black),
            ([false, true], Player::White),
        ] {
            let (game, failed) = played(fails);
            assert_eq!(game.record.result, well.record.result);
            assert_eq!((game.cause, game.at_fault()), (Cause::Played, None));
            assert_eq!(failed, [side], "it has to begin anew");
        }
    }

    #[test]
    fn records_have_no_clock_that_they_can_not_tell() {
        let opening = &Opening::all(0)[0];
        let time = |main, increment| {
            let [main, increment] = [main, increment].map(Duration::from_millis);
            let clocks = TimeLimits::Game(TimeControl { main, increment });
            beginning(["a", "b"], clocks, opening)
                .time
                .map(|time| (time.main, time.increment))
        };
        assert_eq!(time(60_000, 2000), Some((60, 2)));
        for (main, increment) in [(500, 0), (60_000, 100), (1500, 1000)] {
            assert_eq!(time(main, increment), None, "{main} {increment}");
        }
    }
}
