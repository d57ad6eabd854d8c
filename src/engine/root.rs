//! The engine: searches a position deeper and deeper, and says what it finds as it goes.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use super::eval::Evaluation;
use super::limits::Watch;
use super::near_end::NearEnd;
use super::parallel::{Closing, Pool};
use super::search::{INFINITY, Search};
use super::shallow::final_score;
use super::table_size::{bytes_for, prepared};
use super::{Limits, Position, Selectivity, Table, squares};

/// Half the width of the first window around the score of the iteration before, in discs.
const WINDOW: i32 = 3;

/// Before a search to the end with so many squares more, shallower searches order the moves.
const PRELUDE: u32 = 8;

/// Before a search to the end it is tried selectively, one after the other, each with at least so many
/// empty squares. The last one costs about as much as it saves, but where the time ends before the
/// exact search does, it is what is played.
const SERIES: [(Selectivity, u32); 3] =
    [(Selectivity::LEAST_SURE, 16), (Selectivity::ALL[1], 16), (Selectivity::ALL[3], 24)];

/// A move with what comes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The score for the side to move, in discs, the empty squares given to the winner.
    pub score: i32,
    /// The moves that both sides are expected to play, as squares from 0 to 63; passes are not in
    /// it. Empty if neither side can move, and shorter where there was no time for all of it.
    pub moves: Vec<u32>,
}

/// What a search has found so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// How deep was searched, in plies.
    pub depth: u32,
    /// How selectively.
    pub selectivity: Selectivity,
    /// Whether the game was searched to its end.
    pub to_the_end: bool,
    /// The best moves with their scores, best first; as many as the limits ask for and the position
    /// has, or one if there was no time for anything.
    pub lines: Vec<Line>,
    /// How many positions were looked at since the search began.
    pub nodes: u64,
    /// How long it took since the search began.
    pub time: Duration,
}

impl Found {
    /// The best move, as a square from 0 to 63: of the opponent, if the side to move has to pass. `None` if
    /// neither can move.
    pub fn best(&self) -> Option<u32> {
        self.lines.first()?.moves.first().copied()
    }

    /// The score for the side to move.
    pub fn score(&self) -> i32 {
        self.lines.first().map_or(0, |line| line.score)
    }

    /// Whether the scores are what perfect play leads to.
    pub fn is_exact(&self) -> bool {
        self.to_the_end && self.selectivity == Selectivity::FULL
    }
}

/// The Reversi engine, with what it remembers of former searches.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use reversi::engine::{Engine, Limits, Position};
///
/// let mut engine = Engine::new(1, 1);
/// let limits = Limits { depth: 6, exact_from: 0, ..Limits::default() };
/// let never = AtomicBool::new(false);
/// let found = engine.search(Position::START, &limits, &never, &mut |_| ());
/// assert!(Position::START.legal_moves() >> found.best().unwrap() & 1 == 1);
/// assert_eq!(found.depth, 6);
/// ```
#[derive(Debug)]
pub struct Engine {
    /// Made when a search needs it: as large as that can make use of, or larger.
    table: Option<Table>,
    /// It has no more bytes than that.
    most_bytes: usize,
    near_end: NearEnd,
    /// That of each thread but the first.
    near_end_of_helpers: Vec<NearEnd>,
    /// The usual one, if no other was given; it is made ready at the first search.
    evaluation: Option<Arc<Evaluation>>,
}

impl Engine {
    /// An engine with a table of at most so many MiB, allocated when a search can make use of it, and
    /// so many threads. One thread always finds the same by the same way.
    pub fn new(hash_mb: usize, threads: usize) -> Self {
        Self {
            table: None,
            most_bytes: hash_mb.max(1) << 20,
            near_end: NearEnd::default(),
            near_end_of_helpers: (1..threads).map(|_| NearEnd::default()).collect(),
            evaluation: None,
        }
    }

    /// The same engine judging by another evaluation than the usual one.
    #[must_use]
    pub fn with_evaluation(self, evaluation: Arc<Evaluation>) -> Self {
        Self { evaluation: Some(evaluation), ..self }
    }

    /// Forgets former searches.
    pub fn clear(&mut self) {
        // A new one is as large as the next search needs; clearing this one could take longer than that.
        self.table = None;
        self.near_end.clear();
        self.near_end_of_helpers.iter_mut().for_each(NearEnd::clear);
    }

    /// How many MiB the table may have: less than asked for, once there was not so much memory for a
    /// search.
    pub fn hash_mb(&self) -> usize {
        self.most_bytes >> 20
    }

    /// The best moves of a position within limits.
    ///
    /// `observer` is shown the result of every iteration. When `stop` becomes true the search ends
    /// soon, with what it has found; that is always at least a legal move with a score if there is
    /// one. A side that can't move passes: moves begin with the opponent's then.
    pub fn search(
        &mut self,
        position: Position,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn FnMut(&Found),
    ) -> Found {
        let start = Instant::now();
        let table = prepared(&mut self.table, &mut self.most_bytes, bytes_for(position, limits));
        let evaluation: &Evaluation = self.evaluation.get_or_insert_with(Evaluation::usual);
        let watch = Watch::new(stop, limits);
        let near_end = &mut self.near_end;
        if self.near_end_of_helpers.is_empty() {
            let mut search = Search::new(table, near_end, evaluation, &watch, None);
            return run(&mut search, position, limits, start, observer);
        }
        let pool = Pool::default();
        thread::scope(|scope| {
            let _closing = Closing(&pool);
            for near_end in &mut self.near_end_of_helpers {
                let (pool, watch) = (&pool, &watch);
                scope.spawn(move || pool.work(table, near_end, evaluation, watch));
            }
            let mut search = Search::new(table, near_end, evaluation, &watch, Some(&pool));
            run(&mut search, position, limits, start, observer)
        })
    }
}

/// Searches deeper and deeper, within limits.
fn run(
    search: &mut Search,
    position: Position,
    limits: &Limits,
    start: Instant,
    observer: &mut dyn FnMut(&Found),
) -> Found {
    let mut root = Root::new(search.evaluation, position, start);
    if root.moves.is_empty() {
        let lines = vec![Line { score: final_score(position), moves: Vec::new() }];
        let found = root.found(search, 0, Selectivity::FULL, lines);
        observer(&found);
        return found;
    }
    let mut last = None;
    for (depth, selectivity) in root.stages(limits) {
        let Some(lines) = root.iterate(search, depth, selectivity, limits) else { break };
        let found = root.found(search, depth, selectivity, lines);
        observer(&found);
        last = Some(found);
    }
    let mut found = last.unwrap_or_else(|| root.guess(search));
    found.nodes = nodes(search);
    found.time = start.elapsed();
    found
}

/// What all threads have looked at.
fn nodes(search: &Search) -> u64 {
    search.nodes + search.pool.map_or(0, Pool::nodes)
}

/// A move of the position that is searched.
#[derive(Debug, Clone, Copy)]
struct RootMove {
    square: u32,
    next: Position,
    /// What it was worth in the last iteration, at most.
    score: i32,
}

/// The position that is searched, seen from whoever can move.
struct Root {
    /// -1 when the side to move has to pass first.
    sign: i32,
    empties: u32,
    /// Best first, as far as is known.
    moves: Vec<RootMove>,
    start: Instant,
}

impl Root {
    fn new(evaluation: &Evaluation, position: Position, start: Instant) -> Self {
        let has_to_pass = position.legal_moves() == 0;
        let position = if has_to_pass { position.passed() } else { position };
        let mut moves: Vec<RootMove> = squares(position.legal_moves())
            .map(|square| {
                let next = position.after(square);
                let score = -evaluation.evaluate(next, next.legal_moves());
                RootMove { square, next, score }
            })
            .collect();
        moves.sort_by_key(|mv| std::cmp::Reverse(mv.score));
        let empties = position.empties();
        Self { sign: if has_to_pass { -1 } else { 1 }, empties, moves, start }
    }

    /// Depths and selectivities to search with, one after the other.
    fn stages(&self, limits: &Limits) -> Vec<(u32, Selectivity)> {
        let to_the_end = self.empties <= limits.exact_from;
        if !to_the_end {
            let deepest = limits.depth.clamp(1, self.empties.max(2) - 1);
            return (1..=deepest).map(|depth| (depth, limits.selectivity)).collect();
        }
        let prelude = self.empties.saturating_sub(PRELUDE);
        let mut stages: Vec<_> =
            (1..=prelude).map(|depth| (depth, Selectivity::LEAST_SURE)).collect();
        let end = limits.end_selectivity;
        let before = SERIES.into_iter().filter(|&(how, from)| how < end && self.empties >= from);
        let series = before.map(|(how, _)| how).chain([end]);
        stages.extend(series.map(|how| (self.empties, how)));
        stages
    }

    fn found(
        &self,
        search: &Search,
        depth: u32,
        selectivity: Selectivity,
        lines: Vec<Line>,
    ) -> Found {
        let to_the_end = depth >= self.empties || self.moves.is_empty();
        Found {
            depth,
            selectivity: if self.moves.is_empty() { Selectivity::FULL } else { selectivity },
            to_the_end,
            lines,
            nodes: nodes(search),
            time: self.start.elapsed(),
        }
    }

    /// When there was no time for anything.
    fn guess(&self, search: &Search) -> Found {
        let line = |mv: &RootMove| Line { score: self.sign * mv.score, moves: vec![mv.square] };
        let lines = self.moves.first().map(line).into_iter().collect();
        let mut found = self.found(search, 0, Selectivity::LEAST_SURE, lines);
        found.to_the_end = false;
        found
    }

    /// The best moves with their lines at one depth; `None` if the search had to end before.
    fn iterate(
        &mut self,
        search: &mut Search,
        depth: u32,
        selectivity: Selectivity,
        limits: &Limits,
    ) -> Option<Vec<Line>> {
        search.selectivity = selectivity;
        let mut lines = Vec::new();
        let only_outcome = limits.only_outcome && depth >= self.empties;
        for rank in 0..limits.lines.clamp(1, self.moves.len()) {
            if only_outcome {
                self.within(search, rank, depth, [-1, 1])?;
                self.moves[rank].score = self.moves[rank].score.signum();
            } else {
                let guess = if depth > 2 { Some(self.moves[rank].score) } else { None };
                self.best_from(search, rank, depth, guess)?;
            }
            let mv = self.moves[rank];
            let mut moves = vec![mv.square];
            let is_exact = depth >= self.empties && selectivity == Selectivity::FULL;
            match (only_outcome, is_exact) {
                (true, _) => {}
                // The score is known: a line that can't be ended is shorter.
                (false, true) => _ = self.exact_line(search, mv, &mut moves),
                (false, false) => Self::expected_line(search, mv, depth, &mut moves),
            }
            lines.push(Line { score: self.sign * mv.score, moves });
        }
        Some(lines)
    }

    /// Brings the best of the moves from this rank on to it, with its score.
    fn best_from(
        &mut self,
        search: &mut Search,
        rank: usize,
        depth: u32,
        guess: Option<i32>,
    ) -> Option<()> {
        let (mut alpha, mut beta, mut width) = match guess {
            Some(guess) => ((guess - WINDOW).max(-64), (guess + WINDOW).min(64), WINDOW),
            None => (-64, 64, 64),
        };
        loop {
            let score = self.within(search, rank, depth, [alpha, beta])?;
            width *= 2;
            // The window only grows: what a selective search finds may contradict itself.
            if score <= alpha && alpha > -64 {
                alpha = (score - width).max(-64);
            } else if score >= beta && beta < 64 {
                beta = (score + width).min(64);
            } else {
                return Some(());
            }
        }
    }

    fn within(
        &mut self,
        search: &mut Search,
        rank: usize,
        depth: u32,
        [alpha, beta]: [i32; 2],
    ) -> Option<i32> {
        let empties = self.empties - 1;
        let (mut best, mut bound) = (-INFINITY, alpha);
        for index in rank..self.moves.len() {
            // With few empty squares nothing below asks.
            search.go_on()?;
            let mut mv = self.moves[index];
            let mut score = -INFINITY;
            if index > rank {
                score = -search.value(mv.next, -bound - 1, -bound, depth - 1, empties, true)?;
            }
            if index == rank || (score > bound && score < beta) {
                let from = if index == rank { bound } else { score };
                score = -search.value(mv.next, -beta, -from, depth - 1, empties, true)?;
            }
            mv.score = score;
            self.moves[index] = mv;
            if score > best {
                best = score;
                bound = bound.max(score);
                // The others stay in their order.
                self.moves[rank..=index].rotate_right(1);
                if score >= beta {
                    break;
                }
            }
        }
        Some(best)
    }

    /// What the tables expect after a move.
    fn expected_line(search: &Search, mv: RootMove, depth: u32, line: &mut Vec<u32>) {
        let mut position = mv.next;
        while line.len() < depth as usize {
            if position.legal_moves() == 0 {
                position = position.passed();
            }
            let Some(square) = search.best_known(position) else { return };
            line.push(square);
            position = position.after(square);
        }
    }

    /// The best line after a move with an exact score: what the tables have forgotten of it
    /// is searched again, with windows that only ask whether a move keeps the score.
    fn exact_line(&self, search: &mut Search, mv: RootMove, line: &mut Vec<u32>) -> Option<()> {
        let (mut position, mut score, mut empties) = (mv.next, -mv.score, self.empties - 1);
        loop {
            let moves = position.legal_moves();
            if moves == 0 {
                position = position.passed();
                score = -score;
                if position.legal_moves() == 0 {
                    return Some(());
                }
                continue;
            }
            let known = search.best_known(position);
            let mut candidates: Vec<u32> = squares(moves).collect();
            candidates.sort_by_key(|&square| known != Some(square));
            empties -= 1;
            let mut kept = None;
            for square in candidates {
                search.go_on()?;
                let next = position.after(square);
                // Nothing is better, so only whether it is as good is asked.
                if -search.value(next, -score, 1 - score, empties, empties, false)? >= score {
                    kept = Some((square, next));
                    break;
                }
            }
            let Some((square, next)) = kept else { return Some(()) };
            line.push(square);
            position = next;
            score = -score;
        }
    }
}
