//! Making puzzles from the mistakes of a game.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use super::Puzzle;
use crate::analysis::{Analyzer, Judgment, Step, steps};
use crate::engine::{Engine, Found, Limits, Position};
use crate::games::{Player, Square};
use crate::records::BoardPosition;
use crate::study::library::{LibraryGame, Mistake};

/// The fewest discs that a mistake loses, and by which the answer is better than all others.
pub const WORST: i32 = 4;

/// Up to this number of empty squares a puzzle can be about the only move that wins.
pub const NEAR_END: u32 = 12;

/// Positions with more empty squares than this are not searched to the end.
const MOST_EMPTIES: u32 = 22;

/// How mistakes are found, before they are looked at more closely.
const JUDGING: Limits = Limits { depth: 10, exact_from: 16, ..Limits::NONE };

/// How they are confirmed: exactly, or at 98 %; some seconds at most.
const CONFIRMING: Limits = Limits {
    exact_from: 20,
    selective_from: [0, 0, 0, MOST_EMPTIES, 0],
    depth: 10,
    lines: 2,
    nodes: Some(30_000_000),
    ..Limits::NONE
};

/// Memory for the tables, in MiB.
const HASH_MB: usize = 32;

/// Why mistakes give no puzzle, with how many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Too early in the game to be searched to the end.
    pub early: usize,
    /// Another answer is nearly as good.
    pub unclear: usize,
    /// The closer look found no such mistake.
    pub refuted: usize,
    /// The search to the end took too long.
    pub unconfirmed: usize,
    /// There is a puzzle on this position already.
    pub known: usize,
}

/// What came of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct FromGame {
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
    /// The number of mistakes that were looked at.
    pub mistakes: usize,
    /// Why others gave none.
    pub left_out: LeftOut,
    /// What the moves of the game lost.
    pub judged: Vec<Mistake>,
}

/// Makes puzzles.
#[derive(Debug)]
pub struct Maker {
    analyzer: Analyzer,
    engine: Engine,
    known: HashSet<Position>,
    /// Positions with more empty squares are too early.
    pub(super) most_empties: u32,
}

impl LeftOut {
    /// Both together.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            early: self.early + other.early,
            unclear: self.unclear + other.unclear,
            refuted: self.refuted + other.refuted,
            unconfirmed: self.unconfirmed + other.unconfirmed,
            known: self.known + other.known,
        }
    }
}

/// What came of a closer look.
enum Look {
    Puzzle(Box<Puzzle>),
    LeftOut(fn(&mut LeftOut) -> &mut usize),
}

impl Maker {
    /// A maker that leaves out positions that are `known`, in their canonical form.
    pub fn new(known: HashSet<Position>) -> Self {
        Self {
            analyzer: Analyzer::new(Engine::new(HASH_MB, 1), JUDGING),
            engine: Engine::new(HASH_MB, 1),
            known,
            most_empties: MOST_EMPTIES,
        }
    }

    /// The puzzles from the mistakes of these sides in a game, Black's first; `None` if it was stopped.
    pub fn look_at(
        &mut self,
        game: &LibraryGame,
        sides: [bool; 2],
        stop: &AtomicBool,
        report: &mut dyn FnMut(usize, usize),
    ) -> Option<FromGame> {
        let record = game.record();
        // A game of the library has only legal moves.
        let (steps, _) = steps(record.start().to_game(), 1, record.game_moves()).ok()?;
        let analysis = self.analyzer.analyze(&steps, stop, &mut |progress| {
            report(progress.judged.len(), progress.of);
        });
        if !analysis.complete {
            return None;
        }
        let lost = |judgment: &Judgment| judgment.lost > 0;
        let numbered = (1..).zip(&analysis.moves).filter(|(_, judgment)| lost(judgment));
        let judged = numbered.map(|(number, judgment)| Mistake {
            number,
            lost: judgment.lost,
            best: judgment.best,
        });
        let judged = judged.collect();
        let mut found =
            FromGame { puzzles: Vec::new(), mistakes: 0, left_out: LeftOut::default(), judged };
        for (step, judgment) in steps.iter().zip(&analysis.moves) {
            if !sides[step.player.index()] || !is_mistake(step, judgment) {
                continue;
            }
            found.mistakes += 1;
            match self.look(step, stop)? {
                Look::Puzzle(puzzle) => {
                    found.puzzles.push(Puzzle { from: source(game), ..*puzzle });
                }
                Look::LeftOut(why) => *why(&mut found.left_out) += 1,
            }
        }
        Some(found)
    }

    /// A closer look at a mistake; `None` if it was stopped.
    fn look(&mut self, made: &Step, stop: &AtomicBool) -> Option<Look> {
        let position = made.position;
        if position.empties() > self.most_empties {
            return Some(Look::LeftOut(|left_out| &mut left_out.early));
        }
        if self.known.contains(&position.canonical()) {
            return Some(Look::LeftOut(|left_out| &mut left_out.known));
        }
        let found = self.search(position, &CONFIRMING, stop)?;
        let played = self.search(made.after(), &Limits { lines: 1, ..CONFIRMING }, stop)?;
        let is_sure = |found: &Found| found.to_the_end && found.selectivity.percent() >= 98;
        // After the move the opponent may have to pass, or the game may be over: that is as sure.
        let [best, second] = &found.lines[..] else {
            return Some(Look::LeftOut(|left_out| &mut left_out.unconfirmed));
        };
        if !is_sure(&found) || !is_sure(&played) {
            return Some(Look::LeftOut(|left_out| &mut left_out.unconfirmed));
        }
        let (score, second) = (best.score, second.score);
        let played_score = -played.score();
        let is_only_win = position.empties() <= NEAR_END && score > 0 && second <= 0;
        let has_lost = score - played_score >= WORST || (is_only_win && played_score <= 0);
        let answer = *best.moves.first()?;
        if answer == made.square || !has_lost {
            return Some(Look::LeftOut(|left_out| &mut left_out.refuted));
        }
        if score - second < WORST && !is_only_win {
            return Some(Look::LeftOut(|left_out| &mut left_out.unclear));
        }
        let tempting = self.tempting(position, answer, stop)?;
        self.known.insert(position.canonical());
        Some(Look::Puzzle(Box::new(Puzzle {
            board: BoardPosition::new(position, made.player),
            answer: at(answer),
            score,
            second,
            line: best.moves.iter().map(|&square| at(square)).collect(),
            played: at(made.square),
            lost: u32::try_from(score - played_score).unwrap_or(0),
            percent: found.selectivity.min(played.selectivity).percent(),
            tempting,
            from: String::new(),
            reviews: Vec::new(),
        })))
    }

    /// The number of moves that look at least as good as the answer two plies ahead.
    fn tempting(&mut self, position: Position, answer: u32, stop: &AtomicBool) -> Option<u32> {
        let lines = position.legal_moves().count_ones() as usize;
        let limits = Limits { depth: 2, exact_from: 0, lines, ..Limits::NONE };
        let found = self.search(position, &limits, stop)?;
        let begins = |moves: &[u32]| moves.first() == Some(&answer);
        let of_answer = found.lines.iter().find(|line| begins(&line.moves))?.score;
        let others = found.lines.iter().filter(|line| !begins(&line.moves));
        u32::try_from(others.filter(|line| line.score >= of_answer).count()).ok()
    }

    fn search(&mut self, position: Position, limits: &Limits, stop: &AtomicBool) -> Option<Found> {
        let found = self.engine.search(position, limits, stop, &mut |_| ());
        (!stop.load(Ordering::Relaxed)).then_some(found)
    }
}

/// Whether a move may give a puzzle, by what was found at first.
fn is_mistake(step: &Step, judgment: &Judgment) -> bool {
    let lost_win = judgment.best_score > 0 && judgment.score <= 0;
    let is_near = step.position.empties() <= NEAR_END;
    judgment.lost >= WORST.unsigned_abs() || (is_near && lost_win)
}

/// The game of a puzzle in a few words.
fn source(game: &LibraryGame) -> String {
    let name = |player: Player| match &*game.names[player.index()] {
        "" if game.you.is_some_and(|you| you.is(player)) => "you".to_owned(),
        "" => "?".to_owned(),
        name => name.to_owned(),
    };
    let [black, white] = Player::BOTH.map(name);
    let date = game.date.as_ref().map(|date| format!(", {date}")).unwrap_or_default();
    format!("{black} - {white}{date}")
}

fn at(square: u32) -> Square {
    Square::from_index(square, 8)
}
