//! Makes puzzles from the mistakes of a game.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use super::Puzzle;
use crate::analysis::{Analysis, Analyzer, GameStep, steps};
use crate::engine::{Engine, Found, Limits, Position, Selectivity};
use crate::games::{Move, Player, Square};
use crate::records::BoardPosition;
use crate::study::library::{JUDGING_DEPTH, JudgedMove, LibraryGame};

/// The minimum loss of a mistake, and minimum margin of a puzzle's answer, in discs.
///
/// The margin is the difference between the answer and the next best move.
pub const WORST: i32 = 4;

/// The maximum number of empty squares at which an only winning move needs no margin.
pub const NEAR_END: u32 = 12;

/// The minimum margin of a puzzle's answer if the scores are estimates, in discs.
pub const CLEAR: i32 = 6;

/// The maximum loss after the best move, in discs. Beyond it, a puzzle teaches little.
pub const MAX_LOST: i32 = 20;

/// The maximum number of empty squares with exact scores. The search takes a few seconds at most.
pub const EXACT_FROM: u32 = 22;

/// The limits of the first search for mistakes.
const JUDGING: Limits = Limits {
    depth: JUDGING_DEPTH,
    exact_from: 16,
    ..Limits::NONE
};

/// The depths of two searches that must agree if no exact search is possible.
/// One is even and one is odd, because estimates after moves of different sides differ.
const DEPTHS: [u32; 2] = [11, 16];

const SELECTIVITY: Selectivity = Selectivity::ALL[2];

/// The limits of a search for the best two moves: exact, or to a depth.
pub const fn confirming(depth: Option<u32>) -> Limits {
    let exact = Limits {
        lines: 2,
        ..Limits::NONE
    };
    match depth {
        None => exact,
        Some(depth) => Limits {
            depth,
            exact_from: 0,
            selectivity: SELECTIVITY,
            ..exact
        },
    }
}

const HASH_MB: usize = 32;

/// The numbers of rejected mistakes, by reason.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Too early for an exact search, and no move is estimated better by [`CLEAR`].
    pub early: usize,
    /// The best move still loses by more than [`MAX_LOST`].
    pub hopeless: usize,
    /// Another move is nearly as good.
    pub unclear: usize,
    /// The deeper search found no such mistake.
    pub refuted: usize,
    /// The searches of two depths disagree.
    pub unconfirmed: usize,
    pub known: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub struct FromGame {
    pub puzzles: Vec<Puzzle>,
    pub mistakes: usize,
    pub left_out: LeftOut,
    /// The judgments of the moves; `None` if they were already known.
    pub analysis: Option<Analysis>,
}

#[derive(Debug)]
pub struct Maker {
    analyzer: Analyzer,
    engine: Engine,
    known: HashSet<Position>,
    /// Whether a best move may lose by any number of discs.
    takes_hopeless: bool,
    /// Positions with more empty squares are only estimated.
    pub(super) exact_from: u32,
}

impl LeftOut {
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            early: self.early + other.early,
            hopeless: self.hopeless + other.hopeless,
            unclear: self.unclear + other.unclear,
            refuted: self.refuted + other.refuted,
            unconfirmed: self.unconfirmed + other.unconfirmed,
            known: self.known + other.known,
        }
    }
}

/// A puzzle without the name of its game, or the reason for rejection.
type CloserLook = Result<Box<Puzzle>, fn(&mut LeftOut) -> &mut usize>;

impl Maker {
    /// Creates a maker that skips `known` positions, given in canonical form, and unless `takes_hopeless`, positions
    /// that are lost by more than 20 discs.
    pub fn new(known: HashSet<Position>, takes_hopeless: bool) -> Self {
        Self {
            analyzer: Analyzer::new(Engine::new(HASH_MB, 1), JUDGING),
            engine: Engine::new(HASH_MB, 1),
            known,
            takes_hopeless,
            exact_from: EXACT_FROM,
        }
    }

    /// The puzzles from the mistakes of Black and White, if `sides` includes them; `None` if stopped.
    pub fn look_at(
        &mut self,
        game: &LibraryGame,
        sides: [bool; 2],
        stop: &AtomicBool,
        report: &mut dyn FnMut(usize, usize),
    ) -> Option<FromGame> {
        let record = &game.record;
        // A game of the library has only legal moves.
        let (steps, _) = steps(record.start().to_game(), 1, record.game_moves()).ok()?;
        let analysis = match &game.judged {
            Some(_) => None,
            None => Some(self.analyzer.analyze(&steps, stop, &mut |progress| {
                report(progress.judged.len(), progress.of);
            })),
        };
        if analysis.as_ref().is_some_and(|analysis| !analysis.complete) {
            return None;
        }
        let judged = analysis.as_ref().map(JudgedMove::all);
        let judged = judged
            .as_ref()
            .or(game.judged.as_ref())
            .into_iter()
            .flatten();
        let left_out = LeftOut::default();
        let mut found = FromGame {
            puzzles: Vec::new(),
            mistakes: 0,
            left_out,
            analysis: None,
        };
        for judged in judged {
            let Some(made) = steps.get(usize::from(judged.number).wrapping_sub(1)) else {
                break;
            };
            if !sides[made.player.index()] || !is_mistake(made, judged) {
                continue;
            }
            found.mistakes += 1;
            match self.look(made, stop)? {
                Ok(puzzle) => {
                    self.known.insert(made.position.canonical());
                    found.puzzles.push(Puzzle {
                        from: source(game),
                        ..*puzzle
                    });
                }
                Err(why) => *why(&mut found.left_out) += 1,
            }
        }
        Some(FromGame { analysis, ..found })
    }

    fn look(&mut self, made: &GameStep, stop: &AtomicBool) -> Option<CloserLook> {
        let position = made.position;
        if self.known.contains(&position.canonical()) {
            return Some(Err(|left_out| &mut left_out.known));
        }
        let board = BoardPosition::new(position, made.player);
        if position.empties() <= self.exact_from {
            return self.puzzle_on(board, made.square, None, stop);
        }
        // Clear the table first: the same game must always give the same estimates.
        self.engine.clear();
        let [shallow, deep] = DEPTHS;
        let first = self.search(position, &confirming(Some(shallow)), stop)?;
        if gap(&first).is_none_or(|gap| gap < CLEAR) {
            return Some(Err(|left_out| &mut left_out.early));
        }
        let look = self.puzzle_on(board, made.square, Some(deep), stop)?;
        if let Ok(puzzle) = &look
            && first.best() != Some(Move(puzzle.answer.index(8)))
        {
            return Some(Err(|left_out| &mut left_out.unconfirmed));
        }
        Some(look)
    }

    /// Makes a puzzle by exact search, or by a search to a depth; `None` if stopped.
    pub(super) fn puzzle_on(
        &mut self,
        board: BoardPosition,
        played: u32,
        depth: Option<u32>,
        stop: &AtomicBool,
    ) -> Option<CloserLook> {
        let position = board.position();
        let limits = confirming(depth);
        let found = self.search(position, &limits, stop)?;
        let refuted: Option<CloserLook> = Some(Err(|left_out| &mut left_out.refuted));
        let [best, second] = &found.lines[..] else {
            return refuted;
        };
        let answer = *best.moves.first()?;
        if u32::from(answer) == played {
            return refuted;
        }
        let score = best.score;
        let second = second.score;
        if score < -MAX_LOST && !self.takes_hopeless {
            return Some(Err(|left_out| &mut left_out.hopeless));
        }
        let is_only_win = position.empties() <= NEAR_END && score > 0 && second <= 0;
        if depth.is_some() && score - second < CLEAR {
            return Some(Err(|left_out| &mut left_out.early));
        }
        if score - second < WORST && !is_only_win {
            return Some(Err(|left_out| &mut left_out.unclear));
        }
        // One ply less is as reliable, even after a pass or at the end of the game.
        let after = Limits {
            lines: 1,
            depth: limits.depth - 1,
            ..limits
        };
        let played_score = -self.search(position.after(played), &after, stop)?.score();
        // Estimates may contradict each other.
        if played_score > second {
            return Some(Err(|left_out| &mut left_out.unconfirmed));
        }
        Some(Ok(Box::new(Puzzle {
            board,
            answer: at(answer.into()),
            score,
            second,
            line: best.moves.iter().map(|&mv| at(mv.into())).collect(),
            played: at(played),
            lost: u32::try_from(score - played_score).unwrap_or(0),
            percent: found.selectivity.percent(),
            estimated: depth,
            tempting: self.tempting(position, answer, stop)?,
            from: String::new(),
            reviews: Vec::new(),
        })))
    }

    /// The number of other moves that look at least as good two plies ahead.
    fn tempting(&mut self, position: Position, answer: Move, stop: &AtomicBool) -> Option<u32> {
        let lines = position.legal_moves().count_ones() as usize;
        let limits = Limits {
            depth: 2,
            exact_from: 0,
            lines,
            ..Limits::NONE
        };
        let found = self.search(position, &limits, stop)?;
        let begins = |moves: &[Move]| moves.first() == Some(&answer);
        let of_answer = found.lines.iter().find(|line| begins(&line.moves))?.score;
        let others = found.lines.iter().filter(|line| !begins(&line.moves));
        u32::try_from(others.filter(|line| line.score >= of_answer).count()).ok()
    }

    fn search(&mut self, position: Position, limits: &Limits, stop: &AtomicBool) -> Option<Found> {
        let found = self.engine.search_with(position, limits, stop, &mut |_| ());
        (!stop.load(Ordering::Relaxed)).then_some(found)
    }
}

/// The margin of the best move over the next one, in discs; `None` for a forced move.
fn gap(found: &Found) -> Option<i32> {
    let [best, second] = &found.lines[..] else {
        return None;
    };
    Some(best.score - second.score)
}

fn is_mistake(step: &GameStep, judged: &JudgedMove) -> bool {
    let lost = i32::try_from(judged.lost).unwrap_or(i32::MAX);
    let lost_win = judged.score <= 0 && judged.score + lost > 0;
    lost >= WORST || (step.position.empties() <= NEAR_END && lost_win)
}

/// The game of a puzzle in a few words.
fn source(game: &LibraryGame) -> String {
    let name = |player: Player| match &*game.record.players[player.index()].name {
        "" if game.humans.is_some_and(|humans| humans.has(player)) => "you".to_owned(),
        "" => "?".to_owned(),
        name => name.to_owned(),
    };
    let [black, white] = Player::BOTH.map(name);
    let date = game
        .record
        .date
        .as_ref()
        .map(|date| format!(", {date}"))
        .unwrap_or_default();
    format!("{black} - {white}{date}")
}

fn at(square: u32) -> Square {
    Square::from_index(square, 8)
}
