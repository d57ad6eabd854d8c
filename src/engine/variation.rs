//! Principal variations: the continuation after a move, from the tables or by another search.

use super::Position;
use super::bits::squares;
use super::clock::Interrupted;
use super::eval::Features;
use super::node::{NodeType, SearchNode};
use super::score::ScoreWindow;
use super::search::ThreadSearch;

/// Extends a line to at most `length` moves by the best moves in the tables.
pub fn expected_line(
    search: &ThreadSearch,
    mut position: Position,
    length: u32,
    line: &mut Vec<u32>,
) {
    while line.len() < length as usize {
        if position.legal_moves() == 0 {
            position = position.passed();
        }
        let Some(square) = search.best_known(position) else {
            return;
        };
        line.push(square);
        position = position.after(square);
    }
}

/// Extends a line to the end of the game, from a position with a known exact score. If the tables have lost a move,
/// null-window searches find one that keeps the score.
pub fn exact_line(
    search: &mut ThreadSearch,
    mut position: Position,
    mut score: i32,
    line: &mut Vec<u32>,
) -> Result<(), Interrupted> {
    let mut empties = position.empties();
    loop {
        let moves = position.legal_moves();
        if moves == 0 {
            position = position.passed();
            score = -score;
            if position.legal_moves() == 0 {
                return Ok(());
            }
            continue;
        }
        let known = search.best_known(position);
        let mut candidates: Vec<u32> = squares(moves).collect();
        candidates.sort_by_key(|&square| known != Some(square));
        empties -= 1;
        let mut kept = None;
        for square in candidates {
            search.check_clock()?;
            let position = position.after(square);
            let features = Features::of(position);
            let node = SearchNode {
                position,
                features,
                depth: empties,
                empties,
                kind: NodeType::All,
            };
            // No move is better, so only test whether this one is as good.
            if -search.search(node, ScoreWindow::null(-score))? >= score {
                kept = Some((square, position));
                break;
            }
        }
        let Some((square, next)) = kept else {
            return Ok(());
        };
        line.push(square);
        position = next;
        score = -score;
    }
}
