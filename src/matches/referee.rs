//! One game: whose turn it is, what is legal, and who has run out of time.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::clock::Allowance;
use super::driver::{Answer, Driver, Reply, Turn, deadline, shown};
use super::program::Patience;
use super::{Clocks, Fault, Opening};
use crate::games::Player;
use crate::records::{self, GameRecord, GameResult, PlayerDetails, Remarks, TimeSetting};

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

/// What ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cause {
    /// Neither side could move: the discs were counted.
    Played,
    /// The loser gave up.
    Resigned,
    /// The loser's clock ran out.
    Time,
    /// The loser gave no answer, without a clock.
    Silent,
    /// The loser played where it is against the rules.
    Illegal,
    /// The loser took a move or a command of the protocol for wrong.
    Refused,
    /// The loser gave an answer that was none.
    Garbled,
    /// The loser's program ended.
    Crashed,
}

impl Cause {
    /// All causes, the regular ones first.
    pub const ALL: [Self; 8] = [
        Self::Played,
        Self::Resigned,
        Self::Time,
        Self::Silent,
        Self::Illegal,
        Self::Refused,
        Self::Garbled,
        Self::Crashed,
    ];

    /// How a record says it.
    pub fn ending(self) -> records::Ending {
        match self {
            Self::Played => records::Ending::Played,
            Self::Resigned => records::Ending::Resigned,
            Self::Time => records::Ending::OutOfTime,
            _ => records::Ending::Forfeited,
        }
    }

    /// A word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Played => "played",
            Self::Resigned => "resigned",
            Self::Time => "time",
            Self::Silent => "silent",
            Self::Illegal => "illegal",
            Self::Refused => "refused",
            Self::Garbled => "garbled",
            Self::Crashed => "crashed",
        }
    }

    /// Whether something is wrong with the loser beyond its play.
    pub fn is_fault(self) -> bool {
        !matches!(self, Self::Played | Self::Resigned | Self::Time)
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A game of a match that has ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Game {
    /// Its number, from 1; in odd games the first player has Black.
    pub number: usize,
    /// The game, with its result.
    pub record: GameRecord,
    /// What ended it.
    pub cause: Cause,
    /// What exactly, for people; empty if there is no more to say.
    pub detail: String,
}

impl Game {
    /// The side that has lost by something else than discs.
    pub fn at_fault(&self) -> Option<Player> {
        let winner = self.record.result.and_then(|result| result.winner);
        (self.cause != Cause::Played).then_some(winner?.opponent())
    }

    /// The side of the first player.
    pub fn side_of_first(&self) -> Player {
        if self.number % 2 == 1 { Player::Black } else { Player::White }
    }

    /// Half points of the first player: 2, 1 or 0.
    pub fn half_points(&self) -> usize {
        match self.record.result.and_then(|result| result.winner) {
            Some(winner) if winner == self.side_of_first() => 2,
            Some(_) => 0,
            None => 1,
        }
    }

    /// By how many discs the first player has won, the empty squares given to the winner; `None` if
    /// discs were not counted.
    pub fn discs(&self) -> Option<i32> {
        let score = self.record.score();
        let [own, other] = [self.side_of_first(), self.side_of_first().opponent()]
            .map(|side| i32::try_from(score.result(side)).unwrap_or(0));
        (self.cause == Cause::Played).then_some(own - other)
    }
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
    drivers: [&mut dyn Driver; 2],
    number: usize,
    mut record: GameRecord,
    rules: &Rules,
    stop: &AtomicBool,
) -> Result<Game, Stopped> {
    let patience = || Patience { until: deadline(rules.timeout), stop };
    let mut clocks = [rules.clocks.at_start(); 2];
    for side in Player::BOTH {
        if let Err(fault) = drivers[side.index()].begin(&record, rules, patience()) {
            return lost(number, record, side, fault);
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
                return end(number, record, player, Cause::Time, late(used, left));
            }
            Err(fault) => return lost(number, record, player, fault),
        };
        match rules.clocks.after(left, used, rules.margin) {
            Ok(left) => clocks[player.index()] = left,
            Err(_) => return end(number, record, player, Cause::Time, late(used, left)),
        }
        let before = record.moves().len();
        if let Err((cause, detail)) = make(&mut record, player, answer, used) {
            return end(number, record, player, cause, detail);
        }
        for index in before..record.moves().len() {
            let mv = record.moves()[index];
            for side in Player::BOTH {
                let is_own = index == before && side == player;
                let told = drivers[side.index()].watch(&mv, is_own, patience());
                if let Err(fault) = told {
                    return lost(number, record, side, fault);
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

fn lost(number: usize, record: GameRecord, loser: Player, fault: Fault) -> Result<Game, Stopped> {
    let cause = match fault {
        Fault::Stopped => return Err(Stopped),
        Fault::Crashed(_) => Cause::Crashed,
        Fault::Garbled(_) => Cause::Garbled,
        Fault::Refused { .. } => Cause::Refused,
        Fault::Silent => Cause::Silent,
    };
    end(number, record, loser, cause, fault.to_string())
}

/// The end of a game that one side has lost by something else than discs. As in tournaments, that
/// is a loss of all discs.
fn end(
    number: usize,
    mut record: GameRecord,
    loser: Player,
    cause: Cause,
    detail: String,
) -> Result<Game, Stopped> {
    let difference = if loser == Player::White { 64.0 } else { -64.0 };
    record.result = Some(GameResult::by_difference(difference, cause.ending()));
    Ok(Game { number, record, cause, detail: shown(&detail) })
}
