//! The iteration schedule: the depths and selectivities of a search, and the cost of each iteration.

use super::{Limits, Selectivity};

/// Depth-limited iterations up to `empties - PRELUDE` order the moves before an endgame search.
const PRELUDE: u32 = 8;

/// Depth-limited iterations continue up to `empties - LATE_PRELUDE` if time is too short for an endgame search.
/// Deeper ones take about as long as an endgame search at 73%.
const LATE_PRELUDE: u32 = 5;

/// The selective endgame searches before the final one, at 73, 87 and 98%, each with its minimum of empty squares.
/// The last one costs about as much as it saves, but its move is played if time runs out during the exact search.
const SELECTIVE_SERIES: [(Selectivity, u32); 3] = [
    (Selectivity::LEAST_SURE, 16),
    (Selectivity::ALL[1], 16),
    (Selectivity::ALL[3], 24),
];

/// An endgame search at 73% is as much work as a depth-limited search this many plies shallower. By time it would be
/// 3 to 4 plies, but 5 score better in games.
const END_AT_73: f32 = 5.0;

/// The extra work of endgame searches by selectivity, in plies: with 18 empty squares, and for each further one.
/// Measured on 40 positions each with 18, 20, 22, 24, 26 and 28 empty squares; that at 87% on 60 each with 16 to 22.
/// From there to an exact search, the mean time is what counts: it is 1.4 times the median, as times vary much.
const SURER: [(f32, f32); Selectivity::ALL.len()] = [
    (0.0, 0.0),
    (2.2, 0.3),
    (4.2, 0.5),
    (4.7, 0.57),
    (5.2, 0.7),
    (6.4, 1.3),
];

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Iteration {
    pub depth: u32,
    pub selectivity: Selectivity,
    pub to_the_end: bool,
    /// Whether the iteration saves later ones as much time as it takes.
    pub prepares: bool,
    /// The work up to the end of this iteration, as the depth in plies of a depth-limited search that takes as long.
    pub work: f32,
}

/// The iterations of a search, in order. A search with a target time chooses among them.
pub fn iterations(limits: &Limits, empties: u32) -> Vec<Iteration> {
    let Some(end) = limits.end(empties) else {
        let deepest = limits.depth_at(empties).clamp(1, empties.max(2) - 1);
        return steps(deepest, limits)
            .map(|depth| to_depth(depth, limits.selectivity))
            .collect();
    };
    let is_paced = limits.target.is_some();
    let prelude = empties.saturating_sub(PRELUDE);
    let late_prelude = if is_paced {
        empties.saturating_sub(LATE_PRELUDE)
    } else {
        prelude
    };
    let before = steps(late_prelude, limits).map(|depth| Iteration {
        prepares: depth <= prelude,
        ..to_depth(depth, Selectivity::LEAST_SURE)
    });
    let ends = Selectivity::ALL
        .into_iter()
        .filter(|&selectivity| selectivity < end);
    let ends = ends.map(|selectivity| to_the_end(empties, selectivity));
    let ends = ends.filter(|end| end.prepares || is_paced && empties >= SELECTIVE_SERIES[0].1);
    before
        .chain(ends)
        .chain([to_the_end(empties, end)])
        .collect()
}

/// The depths of the iterations up to `deepest`, in steps of two plies, because searches of different parity hardly
/// help each other. A time limit needs steps of one ply, because the deeper of two iterations may not end in time.
fn steps(deepest: u32, limits: &Limits) -> impl Iterator<Item = u32> {
    let step = if limits.time.is_some() { 1 } else { 2 };
    (1..=deepest).filter(move |depth| (deepest - depth).is_multiple_of(step))
}

fn to_depth(depth: u32, selectivity: Selectivity) -> Iteration {
    #[expect(clippy::cast_precision_loss, reason = "at most 60")]
    let work = depth as f32;
    Iteration {
        depth,
        selectivity,
        to_the_end: false,
        prepares: true,
        work,
    }
}

fn to_the_end(empties: u32, selectivity: Selectivity) -> Iteration {
    let is_in_series = |&(of_series, from)| selectivity == of_series && empties >= from;
    let prepares = SELECTIVE_SERIES.iter().any(is_in_series);
    #[expect(clippy::cast_precision_loss, reason = "at most 60")]
    let empty = empties as f32;
    let (at_18, more) = SURER[usize::from(selectivity.number())];
    let work = empty - END_AT_73 + (at_18 + more * (empty - 18.0)).max(0.0);
    Iteration {
        depth: empties,
        selectivity,
        to_the_end: true,
        prepares,
        work,
    }
}
