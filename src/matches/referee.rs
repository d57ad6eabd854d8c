//! One game: whose turn it is, what is legal, and who has run out of time.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::clock::Allowance;
use super::driver::{Answer, Driver, Reply, Turn, deadline, shown};
use super::program::Patience;
use super::{Cause, Clocks, Fault, Game, Opening};
use crate::games::Player;
use crate::records::{GameRecord, GameResult, PlayerDetails, Remarks, TimeSetting};

/// What holds for all games of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// How long the players may think.
    pub clocks: Clocks,
    /// So much more than the clock shows may a move take: for the way to a program and back.
    pub margin: Duration,
    /// How long a program may take for anything else, and for a move where there are no clocks.
    pub timeout: Duration,
    /// What the chance of bots begins with.
    pub seed: u64,
}

/// The match is stopped in the middle of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stopped;

/// The record of a game with its players and its opening, before the players' first move.
pub(super) fn beginning(names: [&str; 2], clocks: Clocks, opening: &Opening) -> GameRecord {
    let mut record = GameRecord::new();
    record.players = names.map(|name| PlayerDetails { name: name.to_owned(), rating: None });
    if let Clocks::Game { main, increment } = clocks {
        let [main, increment] =
            [main, increment].map(|time| u32::try_from(time.as_secs()).unwrap_or(u32::MAX));
        record.time = Some(TimeSetting { main, increment, extension: 0 });
    }
    for &square in opening.squares() {
        // An opening is made of legal moves.
        let _ = record.play(square);
    }
    record
}

/// Plays a game to its end. `drivers` are those of Black and of White.
pub(super) fn play(
    drivers: &mut [&mut dyn Driver; 2],
    number: usize,
    mut record: GameRecord,
    rules: &Rules,
    stop: &AtomicBool,
) -> Result<Game, Stopped> {
    let patience = || Patience { until: deadline(rules.timeout), stop };
    let mut clocks = [rules.clocks.at_start(); 2];
    for side in Player::BOTH {
        if let Err(fault) = drivers[side.index()].begin(&record, rules, patience()) {
            return lost(number, record, side, &fault);
        }
    }
    while let Some(player) = record.turn() {
        let left = clocks[player.index()];
        let until = deadline(left.map_or(rules.timeout, |left| left + rules.margin));
        let allowance = Allowance { clocks: rules.clocks, left };
        let turn = Turn { player, game: &record, number, allowance };
        let start = Instant::now();
        let answer = drivers[player.index()].choose(&turn, Patience { until, stop });
        let used = start.elapsed();
        let answer = match answer {
            Ok(answer) => answer,
            Err(Fault::Silent) if left.is_some() => {
                return Ok(end(number, record, player, Cause::Time, &late(used, left)));
            }
            Err(fault) => return lost(number, record, player, &fault),
        };
        match rules.clocks.after(left, used, rules.margin) {
            Ok(left) => clocks[player.index()] = left,
            Err(_) => return Ok(end(number, record, player, Cause::Time, &late(used, left))),
        }
        let before = record.moves().len();
        if let Err((cause, detail)) = make(&mut record, player, answer, used) {
            return Ok(end(number, record, player, cause, &detail));
        }
        for index in before..record.moves().len() {
            let mv = record.moves()[index];
            for side in Player::BOTH {
                let is_own = index == before && side == player;
                let told = drivers[side.index()].watch(&mv, is_own, patience());
                if let Err(fault) = told {
                    return lost(number, record, side, &fault);
                }
            }
        }
    }
    record.result = Some(record.counted());
    Ok(Game { number, record, cause: Cause::Played, detail: String::new() })
}

/// Puts a player's move into the record, or says why it can't be.
fn make(
    record: &mut GameRecord,
    player: Player,
    answer: Answer,
    used: Duration,
) -> Result<(), (Cause, String)> {
    let square = match answer.reply {
        Reply::Move(square) => square,
        Reply::Pass => return Err((Cause::Illegal, format!("{player} has a move and passes"))),
        Reply::Resign => return Err((Cause::Resigned, String::new())),
    };
    let seconds = (used.as_secs_f64() * 1000.0).round() / 1000.0;
    let remarks = Remarks { evaluation: answer.evaluation, seconds: Some(seconds) };
    record.play_with(square, remarks).map_err(|error| (Cause::Illegal, error.to_string()))
}

fn late(used: Duration, left: Option<Duration>) -> String {
    let left = left.unwrap_or_default().as_secs_f64();
    format!("{:.3} s used, {left:.3} s left", used.as_secs_f64())
}

fn lost(number: usize, record: GameRecord, loser: Player, fault: &Fault) -> Result<Game, Stopped> {
    let cause = match fault {
        Fault::Stopped => return Err(Stopped),
        Fault::Crashed(_) => Cause::Crashed,
        Fault::Garbled(_) => Cause::Garbled,
        Fault::Refused { .. } => Cause::Refused,
        Fault::Silent => Cause::Silent,
    };
    Ok(end(number, record, loser, cause, &fault.to_string()))
}

/// The end of a game that one side has lost by something else than discs. As in tournaments, that
/// is a loss of all discs.
fn end(number: usize, mut record: GameRecord, loser: Player, cause: Cause, detail: &str) -> Game {
    let difference = if loser == Player::White { 64.0 } else { -64.0 };
    record.result = Some(GameResult::by_difference(difference, cause.ending()));
    Game { number, record, cause, detail: shown(detail) }
}
