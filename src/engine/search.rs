//! The search: principal-variation search with a transposition table, in the midgame to a depth at
//! which the evaluation judges, at the end to the last disc.
//!
//! A score is the difference of discs at the end, the empty squares given to the winner, for the
//! side to move: from -64 to 64. Results are fail-soft: inside the window they are the score, outside
//! a bound of it on the same side.

use std::sync::Arc;

use super::eval::{Evaluation, Features};
use super::limits::Watch;
use super::near_end::{NEAR_END, NearEnd};
use super::ordering::{Move, Moves, count, freedom};
use super::parallel::{Pool, Split, Task};
use super::shallow::final_score;
use super::stability::cut_by_stability;
use super::table::{Entry, NO_SQUARE, Table};
use super::{Position, Selectivity, midgame, probcut, squares};

/// From this depth on a search that ends before the game uses the table and orders moves.
const MIDGAME: u32 = 3;

/// From this depth on all moves are looked up in the table before one is searched.
const LOOK_AHEAD: u32 = 11;

/// With so many empty squares or fewer, moves are not ordered by what they seem to be worth alone.
const LATE: u32 = 30;

/// Moves that seem to be worse than the window by so many discs are not told apart.
const HOPELESS: i32 = 12;

/// With so many empty squares or more, exact searches of positions that no move is known of begin with
/// a selective one (internal iterative deepening); tuned on nodes and time.
const LOOK_INSIDE_FROM: u32 = 18;

/// How selective that one is.
const LOOK_INSIDE: Selectivity = Selectivity::ALL[1];

/// Moves are ordered in thirds of a disc; tuned on nodes, with what counts in [`freedom`].
const THIRDS: i32 = 3;

/// From this depth on moves are shared out to idle threads, in searches that end before the game; in
/// others always, until [`near_end`](super::near_end) has the rest.
const SPLIT: u32 = 7;

/// Beyond every score.
pub(super) const INFINITY: i32 = 65;

/// How many guesses of `ProbCut` may rest on one another.
const MOST_GUESSES: u32 = 2;

/// What a shallower search says of a score.
enum Guess {
    /// It may be anywhere.
    Unsure,
    /// It is outside of the window, as far as this bound at least.
    Beyond(i32),
}

/// One thread's part of a search.
pub(super) struct Search<'a> {
    pub(super) table: &'a Table,
    /// What this thread alone knows.
    pub(super) near_end: &'a mut NearEnd,
    pub(super) evaluation: &'a Evaluation,
    pub(super) watch: &'a Watch<'a>,
    /// Where other threads wait for work, if there are others.
    pub(super) pool: Option<&'a Pool>,
    /// What shared work the search is part of.
    pub(super) split: Option<Arc<Split>>,
    pub(super) selectivity: Selectivity,
    /// How many positions have been looked at.
    pub(super) nodes: u64,
    /// How many of them had been when they were last counted.
    pub(super) counted: u64,
    /// How many guesses the search is inside of.
    pub(super) guesses: u32,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        table: &'a Table,
        near_end: &'a mut NearEnd,
        evaluation: &'a Evaluation,
        watch: &'a Watch<'a>,
        pool: Option<&'a Pool>,
    ) -> Self {
        Self {
            table,
            near_end,
            evaluation,
            watch,
            pool,
            split: None,
            selectivity: Selectivity::FULL,
            nodes: 0,
            counted: 0,
            guesses: 0,
        }
    }

    /// The score after `depth` plies, at the end of the game if there are no more squares than that;
    /// `None` when the search has to end.
    ///
    /// `expects_cut` is whether some move is expected to be too good for the window (a cut node; Knuth and
    /// Moore 1975). With a null window the first move of such a position leads to one where none is, and
    /// every other move, as well as those of a position where none is, to one where some is. Nothing but the
    /// order of moves depends on it, and what is tried before them.
    pub(super) fn value(
        &mut self,
        position: Position,
        alpha: i32,
        beta: i32,
        depth: u32,
        empties: u32,
        expects_cut: bool,
    ) -> Option<i32> {
        if depth >= empties {
            if empties <= NEAR_END {
                return Some(self.last_moves(position, alpha, beta, empties, expects_cut));
            }
        } else if depth < MIDGAME {
            let features = Features::of(position);
            return Some(self.leaves(position, &features, [alpha, beta], depth));
        }
        self.node(position, alpha, beta, depth, empties, expects_cut)
    }

    /// The last plies before positions are judged.
    fn leaves(
        &mut self,
        position: Position,
        features: &Features,
        bounds: [i32; 2],
        depth: u32,
    ) -> i32 {
        midgame::search(self.evaluation, position, features, bounds, depth, &mut self.nodes)
    }

    /// Near the end it is searched with null windows only; with a wider one, which is rare there, the
    /// bound is raised until it is the score.
    fn last_moves(
        &mut self,
        position: Position,
        mut alpha: i32,
        beta: i32,
        empties: u32,
        expects_cut: bool,
    ) -> i32 {
        loop {
            let nodes = &mut self.nodes;
            let score = self.near_end.search(position, alpha, empties, nodes, expects_cut);
            if score <= alpha || score >= beta {
                return score;
            }
            alpha = score;
        }
    }

    /// The move that is remembered as the best of a position, if it is a legal one.
    pub(super) fn best_known(&self, position: Position) -> Option<u32> {
        let square = match self.table.get(position) {
            Some(entry) => u32::from(entry.best[0]),
            None => self.near_end.best(position)?,
        };
        // What is found may be of another position that looks the same to the table.
        squares(position.legal_moves()).find(|&legal| legal == square)
    }

    /// Looks now and then whether the search has to end.
    pub(super) fn go_on(&mut self) -> Option<()> {
        if self.nodes - self.counted >= self.watch.patience() {
            self.watch.count(self.nodes - self.counted);
            self.counted = self.nodes;
        }
        let is_unwanted = self.split.as_ref().is_some_and(|split| split.is_cut());
        (!is_unwanted && !self.watch.has_ended()).then_some(())
    }

    fn node(
        &mut self,
        position: Position,
        mut alpha: i32,
        mut beta: i32,
        depth: u32,
        empties: u32,
        expects_cut: bool,
    ) -> Option<i32> {
        self.nodes += 1;
        self.go_on()?;
        let legal = position.legal_moves();
        if legal == 0 {
            let passed = position.passed();
            if passed.legal_moves() == 0 {
                return Some(final_score(position));
            }
            // A wider window has the score in it, and a best move.
            let expects_cut = !expects_cut || beta - alpha > 1;
            return Some(-self.node(passed, -beta, -alpha, depth, empties, expects_cut)?);
        }
        // What the other side can't lose any more bounds the score.
        if let Some(most) = cut_by_stability(position, alpha, empties) {
            return Some(most);
        }
        let mut known = self.table.get(position);
        let (mut lower, mut upper) = (-64, 64);
        if let Some(entry) = known
            && u32::from(entry.depth) >= depth
            && entry.selectivity >= self.selectivity.number()
        {
            lower = entry.lower.into();
            upper = entry.upper.into();
            if lower >= beta || lower == upper {
                return Some(lower);
            }
            if upper <= alpha {
                return Some(upper);
            }
            alpha = alpha.max(lower);
            beta = beta.min(upper);
        }
        if beta - alpha == 1
            && let Guess::Beyond(bound) = self.guess(position, legal, alpha, depth, empties)?
        {
            return Some(bound);
        }
        let are_in_table = depth < empties || empties > NEAR_END + 1;
        let mut moves = Moves::new();
        for square in squares(legal) {
            let next = position.after(square);
            if next.player == 0 {
                self.keep(position, [64, 64], depth, known, square);
                return Some(64);
            }
            if are_in_table {
                self.table.prefetch(next);
            }
            moves.add(square, next);
        }
        if are_in_table
            && depth >= LOOK_AHEAD
            && let Some((score, square)) = self.known_cut(moves.as_slice(), beta, depth)
        {
            self.keep(position, [score, upper], depth, known, square);
            return Some(score);
        }
        if expects_cut && self.is_unclear(known, depth, empties) {
            let usual = std::mem::replace(&mut self.selectivity, LOOK_INSIDE);
            let score = self.node(position, alpha, beta, depth, empties, true);
            self.selectivity = usual;
            score?;
            known = self.table.get(position);
        }
        if let Some(entry) = known {
            moves.bring_first(entry.best.map(u32::from));
        }
        let bounds = [alpha, beta];
        let best = self.best_of(position, &mut moves, bounds, depth, empties, expects_cut)?;
        if best.0 > alpha {
            lower = lower.max(best.0);
        }
        if best.0 < beta {
            upper = upper.min(best.0);
        }
        self.keep(position, [lower, upper], depth, known, best.1);
        Some(best.0)
    }

    /// Whether an exact search of a position where the first move matters had better begin with a
    /// selective one: with many empty squares, and no move from a search to the end.
    fn is_unclear(&self, known: Option<Entry>, depth: u32, empties: u32) -> bool {
        self.selectivity == Selectivity::FULL
            && depth >= empties
            && empties >= LOOK_INSIDE_FROM
            && known.is_none_or(|entry| u32::from(entry.depth) < depth)
    }

    /// A move that the table knows to be too good, with its score: the enhanced transposition
    /// cut-off (Plaat 1996).
    fn known_cut(&self, moves: &[Move], beta: i32, depth: u32) -> Option<(i32, u32)> {
        moves.iter().find_map(|mv| {
            let entry = self.table.get(mv.next)?;
            let score = -i32::from(entry.upper);
            let is_cut = u32::from(entry.depth) >= depth - 1
                && entry.selectivity >= self.selectivity.number()
                && score >= beta;
            is_cut.then_some((score, mv.square))
        })
    }

    /// The best score of a position by its moves, and the square of that move.
    ///
    /// Those that were best before are in order already, and mostly the first one is good enough if any is:
    /// only if it isn't, the others are ordered.
    fn best_of(
        &mut self,
        position: Position,
        moves: &mut Moves,
        [alpha, beta]: [i32; 2],
        depth: u32,
        empties: u32,
        expects_cut: bool,
    ) -> Option<(i32, u32)> {
        // A wider window has the score in it, and a best move after the first one too.
        let expects_cut_below = !expects_cut || beta - alpha > 1;
        let mut best = (-INFINITY, 0);
        let count = moves.as_slice().len();
        for index in 0..count {
            let bound = alpha.max(best.0);
            let helpers = self.pool.filter(|pool| {
                let is_worth_it = depth >= empties || depth >= SPLIT;
                (1..count - 1).contains(&index) && is_worth_it && pool.has_idle()
            });
            if index == moves.ordered() || helpers.is_some() && moves.ordered() < count {
                self.order(moves, position, bound, depth, empties, expects_cut);
            }
            let moves = &moves.as_slice()[index..];
            if let Some(pool) = helpers {
                let (selectivity, guesses) = (self.selectivity, self.guesses);
                let task = Task { alpha, beta, depth, empties, selectivity, guesses, best };
                return self.share_out(pool, task, moves);
            }
            let mv = &moves[0];
            let score = if index == 0 {
                -self.value(mv.next, -beta, -bound, depth - 1, empties - 1, expects_cut_below)?
            } else {
                self.brother(mv, bound, beta, depth, empties)?
            };
            if score > best.0 {
                best = (score, mv.square);
                if score >= beta {
                    break;
                }
            }
        }
        Some(best)
    }

    /// The score of a move that is not the first: whether it is better than the best so far is
    /// asked with a null window, and how much better only then.
    pub(super) fn brother(
        &mut self,
        mv: &Move,
        bound: i32,
        beta: i32,
        depth: u32,
        empties: u32,
    ) -> Option<i32> {
        let score = -self.value(mv.next, -bound - 1, -bound, depth - 1, empties - 1, true)?;
        if score > bound && score < beta {
            return Some(-self.value(mv.next, -beta, -score, depth - 1, empties - 1, true)?);
        }
        Some(score)
    }

    /// Orders the rest of the moves by what they seem to be worth; plainly, if none is expected to be good
    /// enough.
    fn order(
        &mut self,
        moves: &mut Moves,
        position: Position,
        alpha: i32,
        depth: u32,
        empties: u32,
        expects_cut: bool,
    ) {
        if !expects_cut {
            return moves.order_plainly();
        }
        let plies = if depth >= empties {
            empties.saturating_sub(15) / 4
        } else {
            depth.saturating_sub(6) / 3
        };
        let plies = plies.min(MIDGAME - 1);
        let is_late = empties <= LATE;
        let features = Features::of(position);
        // How bad a bad move is doesn't matter.
        let bounds = [-INFINITY, HOPELESS - alpha];
        moves.order_by(|mv| {
            let next = mv.next;
            let flipped = next.opponent ^ position.player ^ 1 << mv.square;
            let features = features.after(mv.square, flipped);
            let score = -self.leaves(next, &features, bounds, plies);
            THIRDS * score - if is_late { freedom(next) } else { count(next.legal_moves()) }
        });
    }

    /// Whether a shallower search makes it sure enough on which side of the null window from `alpha`
    /// the score is.
    fn guess(
        &mut self,
        position: Position,
        moves: u64,
        alpha: i32,
        depth: u32,
        empties: u32,
    ) -> Option<Guess> {
        let Some(deviations) = self.selectivity.deviations() else { return Some(Guess::Unsure) };
        if depth < probcut::LEAST_DEPTH || self.guesses >= MOST_GUESSES {
            return Some(Guess::Unsure);
        }
        let shallow = probcut::shallow_depth(depth);
        #[expect(clippy::cast_possible_truncation, reason = "a deviation is a few discs")]
        let margin = |depth_of_guess: u32| {
            (deviations * self.evaluation.deviation(empties, depth, depth_of_guess)).ceil() as i32
        };
        let seems = self.evaluation.evaluate(position, moves);
        let beta = alpha + 1;
        // A search is only tried where the evaluation alone half believes what it is to find.
        let (margin, doubt) = (margin(shallow), margin(0) / 2);
        let high = beta + margin;
        if high < 64 && seems >= beta + margin - doubt {
            self.guesses += 1;
            let score = self.value(position, high - 1, high, shallow, empties, true);
            self.guesses -= 1;
            if score? >= high {
                return Some(Guess::Beyond(beta));
            }
        }
        let low = alpha - margin;
        if low > -64 && seems <= alpha - margin + doubt {
            self.guesses += 1;
            let score = self.value(position, low, low + 1, shallow, empties, false);
            self.guesses -= 1;
            if score? <= low {
                return Some(Guess::Beyond(alpha));
            }
        }
        Some(Guess::Unsure)
    }

    /// Keeps what was found out about a position.
    fn keep(
        &self,
        position: Position,
        [lower, upper]: [i32; 2],
        depth: u32,
        known: Option<Entry>,
        best: u32,
    ) {
        let byte = |number: u32| number.to_le_bytes()[0];
        let best = byte(best);
        let former = known.map_or([NO_SQUARE; 2], |entry| entry.best);
        let second = if former[0] == best { former[1] } else { former[0] };
        #[expect(clippy::cast_possible_truncation, reason = "scores are at most 64")]
        let entry = Entry {
            lower: lower as i8,
            upper: upper as i8,
            depth: byte(depth),
            selectivity: self.selectivity.number(),
            best: [best, second],
        };
        self.table.put(position, entry);
    }
}
