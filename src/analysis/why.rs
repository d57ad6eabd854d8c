//! Reasons why a move is better or worse than another, derived from countable facts about the moves and their lines.

use std::cmp::Reverse;
use std::fmt::{self, Display, Formatter};

use super::facts::{EndOfLine, TURNS, TurnCounts};
use super::{Fact, GOOD, Judgment};
use crate::base::language::tr;
use crate::games::Square;

/// A reason why a move is better or worse than another. It displays as a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    /// The move that the reason is about.
    pub(crate) square: Square,
    /// What the reason names.
    pub(crate) cause: ReasonKind,
}

/// What decides between two moves, in their lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReasonKind {
    /// The opponent loses all discs.
    WipesOut,
    /// The side loses all discs.
    IsWipedOut,
    /// The move takes a corner.
    TakesCorner,
    /// The side takes a corner later.
    WinsCorner(Square),
    /// The opponent can take a corner at once.
    GivesCorner(Square),
    /// The opponent takes a corner later.
    LosesCorner(Square),
    /// The opponent must pass more often.
    ForcesPasses(usize),
    /// The side must pass more often.
    MustPass(usize),
    /// The opponent makes the last move of the game instead of the side.
    LetsOpponentPlayLast,
    /// The side has fewer moves, or the opponent more, at the next turns.
    Mobility(Contrast),
    /// The side has more discs beside empty squares, or the opponent fewer, after the next turns.
    Frontier(Contrast),
    /// The side keeps fewer discs of a row or column at the end.
    Line {
        /// The index of the row, or 8 plus the index of the column.
        index: usize,
        /// The discs in the line of the move.
        discs: u32,
        /// The other move, and the discs in its line.
        instead: (Square, u32),
    },
    /// The opponent has few moves after the move.
    OpponentMoves {
        /// The number of moves after the move.
        after: u32,
        /// The other move with its number; `None` without another move.
        instead: Option<(Square, u32)>,
    },
    /// The move is a wedge.
    Wedge,
    /// The move is in a region with an odd number of empty squares, in which the side can play last.
    OddRegion(u32),
}

/// Counts of both sides, on average over the next turns, in the lines of two moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contrast {
    /// The counts of the side and the opponent in the line of the move.
    pub counts: [u32; 2],
    /// The other move.
    pub instead: Square,
    /// The counts of the side and the opponent in its line.
    pub instead_counts: [u32; 2],
}

impl Display for Why {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}.", self.square, self.does())
    }
}

impl Why {
    fn new(square: Square, cause: ReasonKind) -> Self {
        Self { square, cause }
    }

    /// Returns what the move does, without a period: `takes a corner`.
    pub(crate) fn does(&self) -> String {
        match self.cause {
            ReasonKind::WipesOut => tr!("wipes out the opponent").to_owned(),
            ReasonKind::IsWipedOut => tr!("loses all discs").to_owned(),
            ReasonKind::TakesCorner => tr!("takes a corner").to_owned(),
            ReasonKind::WinsCorner(corner) => tr!("wins the corner {corner} later", corner),
            ReasonKind::GivesCorner(corner) => tr!("gives up the corner {corner}", corner),
            ReasonKind::LosesCorner(corner) => tr!("loses the corner {corner} later", corner),
            ReasonKind::ForcesPasses(1) => tr!("forces the opponent to pass").to_owned(),
            ReasonKind::ForcesPasses(times) => {
                tr!("forces the opponent to pass {times} times", times)
            }
            ReasonKind::MustPass(1) => tr!("runs out of moves and has to pass").to_owned(),
            ReasonKind::MustPass(times) => {
                tr!("runs out of moves and has to pass {times} times", times)
            }
            ReasonKind::LetsOpponentPlayLast => {
                tr!("lets the opponent play last: bad parity").to_owned()
            }
            ReasonKind::Mobility(contrast) => mobility(contrast),
            ReasonKind::Frontier(contrast) => frontier(contrast),
            ReasonKind::Line {
                index,
                discs,
                instead,
            } => line(index, discs, instead),
            ReasonKind::OpponentMoves { after, instead } => opponent_moves(after, instead),
            ReasonKind::Wedge => tr!("is a wedge: it can't be flipped along the edge").to_owned(),
            ReasonKind::OddRegion(empties) => tr!(
                "plays into an odd region ({n} empty square): good parity"
                    | "plays into an odd region ({n} empty squares): good parity",
                n = empties as usize
            ),
        }
    }
}

fn mobility(contrast: Contrast) -> String {
    let Contrast {
        counts: [own, opponent],
        instead,
        instead_counts: [more, fewer],
    } = contrast;
    tr!(
        "loses mobility: about {own} moves against {opponent}; {instead} has {more} against {fewer}",
        own,
        opponent,
        instead,
        more,
        fewer
    )
}

fn frontier(contrast: Contrast) -> String {
    let Contrast {
        counts: [own, opponent],
        instead,
        instead_counts: [fewer, more],
    } = contrast;
    tr!(
        "opens the position: about {own} discs beside empty squares against {opponent}; {instead} has {fewer} against {more}",
        own,
        opponent,
        instead,
        fewer,
        more
    )
}

/// The discs kept of a row or column, with its index as in the facts.
fn line(index: usize, discs: u32, (square, kept): (Square, u32)) -> String {
    let discs = discs as usize;
    match index
        .checked_sub(8)
        .and_then(|column| u8::try_from(column).ok())
    {
        None => tr!(
            "keeps {n} disc of row {row} at the end; {square} keeps {kept}"
                | "keeps {n} discs of row {row} at the end; {square} keeps {kept}",
            n = discs,
            row = index + 1,
            square,
            kept
        ),
        Some(column) => tr!(
            "keeps {n} disc of column {column} at the end; {square} keeps {kept}"
                | "keeps {n} discs of column {column} at the end; {square} keeps {kept}",
            n = discs,
            column = char::from(b'a' + column),
            square,
            kept
        ),
    }
}

fn opponent_moves(after: u32, instead: Option<(Square, u32)>) -> String {
    let moves = after as usize;
    if let Some((square, left)) = instead {
        tr!(
            "leaves the opponent {n} move; {square} leaves {left}"
                | "leaves the opponent {n} moves; {square} leaves {left}",
            n = moves,
            square,
            left
        )
    } else {
        tr!(
            "leaves the opponent only {n} move" | "leaves the opponent only {n} moves",
            n = moves
        )
    }
}

/// A move with the facts about it and its line.
#[derive(Debug, Clone, Copy)]
pub struct MoveFacts<'a> {
    pub square: Square,
    pub facts: &'a [Fact],
}

impl MoveFacts<'_> {
    /// Finds the first fact that has a value.
    fn first<T>(self, value: impl FnMut(&Fact) -> Option<T>) -> Option<T> {
        self.facts.iter().find_map(value)
    }

    fn end(self) -> Option<EndOfLine> {
        self.first(|fact| match fact {
            Fact::End(end) => Some(*end),
            _ => None,
        })
    }

    /// Whether the facts tell more than the first move of the line.
    fn has_line(self) -> bool {
        let is_of_line = |fact: &Fact| matches!(fact, Fact::Mobility(_) | Fact::End(_));
        self.facts.iter().any(is_of_line)
    }

    /// The corners that the side takes, with the plies after the move.
    fn won_corners(self) -> impl Iterator<Item = (Square, usize)> {
        self.facts.iter().filter_map(|fact| match *fact {
            Fact::TakesCorner { corner } => Some((corner, 0)),
            Fact::WinsCorner { corner, plies } => Some((corner, plies)),
            _ => None,
        })
    }

    /// The corners that the opponent takes, with the plies after the move.
    fn lost_corners(self) -> impl Iterator<Item = (Square, usize)> {
        self.facts.iter().filter_map(|fact| match *fact {
            Fact::LosesCorner { corner, plies } => Some((corner, plies)),
            _ => None,
        })
    }

    /// The passes of the side and of the opponent.
    fn passes(self) -> [usize; 2] {
        let passes = self.first(|fact| match *fact {
            Fact::Passes { own, opponent } => Some([own, opponent]),
            _ => None,
        });
        passes.unwrap_or_default()
    }

    fn mobility(self) -> Option<TurnCounts> {
        self.first(|fact| match fact {
            Fact::Mobility(counts) => Some(*counts),
            _ => None,
        })
    }

    fn frontier(self) -> Option<TurnCounts> {
        self.first(|fact| match fact {
            Fact::Frontier(counts) => Some(*counts),
            _ => None,
        })
    }

    /// What speaks for the move alone, apart from what is true of `other` too.
    fn causes(self, other: Option<Self>) -> Vec<ReasonKind> {
        let is_shared =
            |is: fn(&Fact) -> bool| other.is_some_and(|other| other.facts.iter().any(is));
        let has = |is: fn(&Fact) -> bool| self.facts.iter().any(is) && !is_shared(is);
        let causes = [
            has(|fact| matches!(fact, Fact::TakesCorner { .. })).then_some(ReasonKind::TakesCorner),
            has(|fact| *fact == Fact::ForcesPass).then_some(ReasonKind::ForcesPasses(1)),
            self.few_moves(other),
            has(|fact| *fact == Fact::Wedge).then_some(ReasonKind::Wedge),
            self.parity(other),
        ];
        causes.into_iter().flatten().collect()
    }

    /// The few moves that the opponent has: fewer than before, and far fewer than after the other move.
    fn few_moves(self, other: Option<Self>) -> Option<ReasonKind> {
        let [before, after] = self.opponent_moves()?;
        let instead = other.and_then(|other| Some((other.square, other.opponent_moves()?[1])));
        let is_few = match instead {
            Some((_, left)) => left >= after + GREAT,
            None => after <= FEW_MOVES && after < before,
        };
        (after > 0 && is_few).then_some(ReasonKind::OpponentMoves { after, instead })
    }

    /// The small odd region that the move plays into, if the other move doesn't play into one.
    fn parity(self, other: Option<Self>) -> Option<ReasonKind> {
        let small = |of: Self| of.region().filter(|empties| *empties <= SMALL_REGION);
        let empties = small(self).filter(|empties| empties % 2 == 1)?;
        let is_shared = other
            .and_then(small)
            .is_some_and(|empties| empties % 2 == 1);
        (!is_shared).then_some(ReasonKind::OddRegion(empties))
    }

    fn opponent_moves(self) -> Option<[u32; 2]> {
        self.first(|fact| match *fact {
            Fact::OpponentMoves { before, after } => Some([before, after]),
            _ => None,
        })
    }

    fn region(self) -> Option<u32> {
        self.first(|fact| match *fact {
            Fact::Region { empties } => Some(empties),
            _ => None,
        })
    }
}

/// A contrast of this many moves or discs per turn is great, or just enough to decide.
const GREAT: u32 = 3;
const ENOUGH: u32 = 2;

/// The least difference of discs in an edge, or in any row or column, that decides a game.
const MANY_OF_EDGE: u32 = 4;
const MANY_OF_LINE: u32 = 3;

/// A corner that is lost within so many plies decides more than mobility.
const SOON: usize = 5;

/// The last ply at which the loss of a corner counts, unless the lines are exact: longer lines are less certain.
const LATE: usize = 8;

/// The opponent has few moves up to this number.
const FEW_MOVES: u32 = 5;

/// The maximum size of a small region, in which parity can be counted.
const SMALL_REGION: u32 = 9;

/// The comparison of the better move with another one.
struct Pair<'a> {
    best: MoveFacts<'a>,
    other: MoveFacts<'a>,
}

impl Pair<'_> {
    /// The reasons in the lines, the most decisive ones first.
    fn of_lines(&self) -> Vec<Why> {
        let ends = self.best.end().zip(self.other.end());
        let is_exact = ends.is_some();
        let [win, loss] = if is_exact {
            [usize::MAX; 2]
        } else {
            [SOON, LATE]
        };
        let reasons = [
            self.wiped_out(),
            self.lost_corner(SOON),
            self.won_corner(0),
            self.opponent_passes(),
            self.own_passes(),
            self.last_move(),
            self.less_mobility(GREAT),
            self.edge(),
            self.wider_frontier(GREAT),
            self.won_corner(win),
            self.lost_corner(loss),
            self.less_mobility(ENOUGH),
            self.wider_frontier(ENOUGH),
            self.line(|_| true, MANY_OF_LINE),
        ];
        let mut known = Vec::new();
        for reason in reasons.into_iter().flatten() {
            if !known.contains(&reason) {
                known.push(reason);
            }
        }
        known
    }

    fn about_best(&self, cause: ReasonKind) -> Why {
        Why::new(self.best.square, cause)
    }

    fn about_other(&self, cause: ReasonKind) -> Why {
        Why::new(self.other.square, cause)
    }

    fn wiped_out(&self) -> Option<Why> {
        let is_wiped_out = |line: MoveFacts<'_>| line.end().is_some_and(|end| end.own == 0);
        let wipes_out = |line: MoveFacts<'_>| line.end().is_some_and(|end| end.opponent == 0);
        if is_wiped_out(self.other) && !is_wiped_out(self.best) {
            return Some(self.about_other(ReasonKind::IsWipedOut));
        }
        (wipes_out(self.best) && !wipes_out(self.other))
            .then(|| self.about_best(ReasonKind::WipesOut))
    }

    /// Whether the side has more corners than the opponent in the line of the best move, compared with the other.
    fn has_better_corners(&self) -> bool {
        let [best, other] = [self.best, self.other]
            .map(|line| (line.won_corners().count(), line.lost_corners().count()));
        best.0 + other.1 > other.0 + best.1
    }

    /// The first corner that only the other move loses, at most `most` plies later.
    fn lost_corner(&self, most: usize) -> Option<Why> {
        let is_lost = |corner: Square| self.best.lost_corners().any(|(lost, _)| lost == corner);
        let mut lost = self.other.lost_corners();
        let (corner, plies) = lost.find(|(corner, plies)| *plies <= most && !is_lost(*corner))?;
        let cause = if plies == 1 {
            ReasonKind::GivesCorner(corner)
        } else {
            ReasonKind::LosesCorner(corner)
        };
        self.has_better_corners().then(|| self.about_other(cause))
    }

    /// The first corner that only the best move wins, at most `most` plies later.
    fn won_corner(&self, most: usize) -> Option<Why> {
        let is_won = |corner: Square| self.other.won_corners().any(|(won, _)| won == corner);
        let mut won = self.best.won_corners();
        let (corner, plies) = won.find(|(corner, plies)| *plies <= most && !is_won(*corner))?;
        let cause = if plies == 0 {
            ReasonKind::TakesCorner
        } else {
            ReasonKind::WinsCorner(corner)
        };
        self.has_better_corners().then(|| self.about_best(cause))
    }

    fn opponent_passes(&self) -> Option<Why> {
        let [[_, more], [_, fewer]] = [self.best.passes(), self.other.passes()];
        (more > fewer).then(|| self.about_best(ReasonKind::ForcesPasses(more)))
    }

    fn own_passes(&self) -> Option<Why> {
        let [[fewer, _], [more, _]] = [self.best.passes(), self.other.passes()];
        (more > fewer).then(|| self.about_other(ReasonKind::MustPass(more)))
    }

    fn last_move(&self) -> Option<Why> {
        let (best, other) = self.best.end().zip(self.other.end())?;
        (best.plays_last && !other.plays_last)
            .then(|| self.about_other(ReasonKind::LetsOpponentPlayLast))
    }

    fn less_mobility(&self, least: u32) -> Option<Why> {
        let [best, other] = [self.best.mobility()?, self.other.mobility()?];
        let turns = contrasting_turns(other, best, least)?;
        let contrast = self.contrast([other, best], turns);
        Some(self.about_other(ReasonKind::Mobility(contrast)))
    }

    fn wider_frontier(&self, least: u32) -> Option<Why> {
        let [best, other] = [self.best.frontier()?, self.other.frontier()?];
        let turns = contrasting_turns(best, other, least)?;
        let contrast = self.contrast([other, best], turns);
        Some(self.about_other(ReasonKind::Frontier(contrast)))
    }

    /// The counts of the other move and of the best one, on average over the first `turns`.
    fn contrast(&self, [other, best]: [TurnCounts; 2], turns: usize) -> Contrast {
        let average = |counts: [u32; TURNS]| {
            let count = u32::try_from(turns).unwrap_or(1);
            (counts.iter().take(turns).sum::<u32>() + count / 2) / count
        };
        let averages = |counts: TurnCounts| [counts.own, counts.opponent].map(average);
        Contrast {
            counts: averages(other),
            instead: self.best.square,
            instead_counts: averages(best),
        }
    }

    fn edge(&self) -> Option<Why> {
        self.line(|index| matches!(index % 8, 0 | 7), MANY_OF_EDGE)
    }

    /// The row or column in which most discs are lost at the end; the first of several.
    fn line(&self, is_accepted: impl Fn(usize) -> bool, least: u32) -> Option<Why> {
        let (best, other) = self.best.end().zip(self.other.end())?;
        let lost = |index: &usize| best.lines[*index].saturating_sub(other.lines[*index]);
        let accepted = (0..best.lines.len()).filter(|index| is_accepted(*index));
        let index = accepted.max_by_key(|index| (lost(index), Reverse(*index)))?;
        let cause = ReasonKind::Line {
            index,
            discs: other.lines[index],
            instead: (self.best.square, best.lines[index]),
        };
        (lost(&index) >= least).then(|| self.about_other(cause))
    }

    /// The reasons in the moves alone, where their lines are unknown.
    fn of_moves(&self) -> Vec<Why> {
        let corner_of = |of: MoveFacts<'_>| {
            of.first(|fact| match fact {
                Fact::GivesCorner { corner } => Some(*corner),
                _ => None,
            })
        };
        let corner = corner_of(self.other).filter(|_| corner_of(self.best).is_none());
        let given = corner.map(|corner| self.about_other(ReasonKind::GivesCorner(corner)));
        let of_best = self.best.causes(Some(self.other)).into_iter();
        let of_best = of_best.map(|cause| self.about_best(cause));
        of_best.chain(given).collect()
    }
}

/// The first turns over which `more` has at least `least` own counts more per turn than `fewer`, compared with the
/// opponent's counts.
fn contrasting_turns(fewer: TurnCounts, more: TurnCounts, least: u32) -> Option<usize> {
    let balance = |counts: TurnCounts, turns: usize| {
        let sum = |counts: [u32; TURNS]| counts.iter().take(turns).sum::<u32>().cast_signed();
        sum(counts.own) - sum(counts.opponent)
    };
    (2..=TURNS).find(|&turns| {
        let least = least.cast_signed() * i32::try_from(turns).unwrap_or(i32::MAX);
        balance(more, turns) - balance(fewer, turns) >= least
    })
}

/// Returns the reasons, if any, for the best move, the most decisive ones first. Facts shared with the other move
/// don't count.
pub fn why(best: MoveFacts<'_>, other: Option<MoveFacts<'_>>) -> Vec<Why> {
    let Some(other) = other else {
        let causes = best.causes(None).into_iter();
        return causes.map(|cause| Why::new(best.square, cause)).collect();
    };
    let pair = Pair { best, other };
    if best.has_line() && other.has_line() {
        pair.of_lines()
    } else {
        pair.of_moves()
    }
}

impl Judgment {
    /// Returns the reasons why the move lost discs, the most decisive ones first. Empty if it lost at most [`GOOD`].
    pub(crate) fn why(&self) -> Vec<Why> {
        if self.lost <= GOOD {
            return Vec::new();
        }
        let best = MoveFacts {
            square: self.best,
            facts: &self.best_facts,
        };
        let played = MoveFacts {
            square: self.square,
            facts: &self.facts,
        };
        why(best, Some(played))
    }
}
