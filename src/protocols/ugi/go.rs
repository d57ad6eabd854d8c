//! The limits of `go`, and the thinker that they select.

use std::time::{Duration, Instant};

use crate::engine::Limits;
use crate::games::{Game, connect_four};
use crate::players::{Budget, Clock, Level, Memory, Thinker, move_budget, within};
use crate::protocols::ProtocolOptions;

const DEFAULT_DEPTH: u8 = 18;

/// The strongest level of games other than Reversi.
const MAX_BOT_DEPTH: u8 = 10;

/// The number of positions that a level 3 bot searches; it doubles with each level.
const NODES_AT_LEVEL_3: u64 = 1500;

/// The minimum number of empty squares to reserve time for, in games other than Reversi.
const EMPTIES_ELSEWHERE: u32 = 40;

/// The minimum time for the perfect bot of Connect Four; with less time, the level below plays. The bot creates a
/// large table for every move, and can't be stopped while it does.
const TIME_FOR_TABLE: Duration = Duration::from_millis(250);

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Go {
    /// The time left of the first and of the second player.
    time: [Option<Duration>; 2],
    increment: [Duration; 2],
    moves_left: Option<u32>,
    move_time: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    is_infinite: bool,
}

impl Go {
    /// Parses the words after `go`. Unknown words are skipped; negative times count as 0.
    pub fn parse(arguments: &str) -> Self {
        let mut go = Self::default();
        let mut words = arguments.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.is_infinite = true;
            }
            let number = words
                .clone()
                .next()
                .and_then(|number| number.parse::<i64>().ok());
            let Some(number) = number.map(|number| number.max(0).cast_unsigned()) else {
                continue;
            };
            let time = Duration::from_millis(number);
            let count = u32::try_from(number).unwrap_or(u32::MAX).max(1);
            match word {
                "p1time" => go.time[0] = Some(time),
                "p2time" => go.time[1] = Some(time),
                "p1inc" => go.increment[0] = time,
                "p2inc" => go.increment[1] = time,
                "movestogo" => go.moves_left = Some(count),
                "movetime" => go.move_time = Some(time),
                "depth" => go.depth = Some(count),
                "nodes" => go.nodes = Some(number.max(1)),
                _ => continue,
            }
            words.next();
        }
        go
    }

    pub fn is_endless(&self) -> bool {
        self.is_infinite
    }

    /// The thinker, and its deadline; `since` is the time of the request.
    pub fn thinker(
        &self,
        game: &dyn Game,
        is_first: bool,
        options: &ProtocolOptions,
        uses_book: bool,
        since: Instant,
    ) -> (Thinker, Option<Instant>) {
        let time = self.time_for_move(game, is_first);
        let deadline = time.and_then(|time| since.checked_add(time.max));
        // Depth, nodes and infinite call for a search instead of a book move or a level.
        let is_search = self.depth.is_some() || self.nodes.is_some() || self.is_infinite;
        let is_unlimited = !is_search && time.is_none();
        let book_margin = options.level.map_or(Some(0), Level::book_margin);
        let book_margin = book_margin.filter(|_| uses_book && !is_search);
        let level = options.level.filter(|_| is_unlimited);
        let thinker = if game.info().is_reversi() {
            let default = || Level::from_depth(DEFAULT_DEPTH).filter(|_| is_unlimited);
            match level.or_else(default).map(|level| (level, level.limits())) {
                None => {
                    let is_kept = time.is_some() || self.is_infinite;
                    let memory = if is_kept {
                        Memory::Keep
                    } else {
                        Memory::Forget
                    };
                    let limits = self.limits(time.map(|time| time.after(since.elapsed())));
                    options.engine(limits, memory, book_margin)
                }
                Some((_, Some(limits))) => options.engine(limits, Memory::Forget, book_margin),
                Some((level, None)) => options.bot(level, game.info()),
            }
        } else {
            let level = level.map(|level| level.at_most_of(game.info()));
            let level = level.unwrap_or_else(|| self.bot(game, is_first));
            options.bot(level, game.info())
        };
        (thinker, deadline)
    }

    /// The time budget of the move; `None` if there is no limit.
    fn time_for_move(&self, game: &dyn Game, is_first: bool) -> Option<Budget> {
        let player = usize::from(!is_first);
        let move_time = self.move_time.map(move_budget);
        let by_clock = self.time[player].map(|left| {
            let clock = Clock {
                left,
                increment: self.increment[player],
                moves: self.moves_left,
            };
            let empties = game.grid().empties();
            let is_reversi = game.info().is_reversi();
            // In other games, a full board need not end the game.
            clock.budget(if is_reversi {
                empties
            } else {
                empties.max(EMPTIES_ELSEWHERE)
            })
        });
        [move_time, by_clock]
            .into_iter()
            .flatten()
            .reduce(Budget::min)
    }

    fn limits(&self, time: Option<Budget>) -> Limits {
        let mut limits = Limits {
            nodes: self.nodes,
            ..Limits::default()
        };
        if let Some(depth) = self.depth {
            // Exact only within the depth limit.
            limits = Limits {
                depth,
                exact_from: depth,
                ..limits
            };
        }
        time.map_or(limits, |time| within(limits, time))
    }

    /// The strongest bot within the limits.
    pub fn bot(&self, game: &dyn Game, is_first: bool) -> Level {
        let time = self.time_for_move(game, is_first);
        let by_depth = self
            .depth
            .map(|depth| u8::try_from(depth).unwrap_or(u8::MAX));
        let by_nodes = self.nodes.map(|nodes| {
            let levels = (3..=MAX_BOT_DEPTH).rev();
            let fits = |level: &u8| NODES_AT_LEVEL_3 << (level - 3) <= nodes;
            levels.into_iter().find(fits).unwrap_or(2)
        });
        let strongest = Level::strongest(game.info());
        let is_connect_four = game.info().code == connect_four::INFO.code;
        let is_short = is_connect_four && time.is_some_and(|time| time.max < TIME_FOR_TABLE);
        let by_time = is_short.then_some(MAX_BOT_DEPTH - 1);
        let number = [by_depth, by_nodes, by_time]
            .into_iter()
            .flatten()
            .fold(strongest, u8::min);
        Level::new(number.max(1)).unwrap_or_else(|| unreachable!("levels begin at 1"))
    }
}
