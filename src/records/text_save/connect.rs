//! The game that a sequence of states comes from.

use crate::engine::squares;
use crate::games::Square;

use super::super::codec::Fault;
use super::super::{BoardPosition, GameRecord, Problem};
use super::state::{State, letters};

/// Most moves between two states: a person's, and a bot's with more of them after passes.
const MOST_MOVES: u32 = 4;

/// Reconstructs the game through all states.
pub(super) fn connect(mut states: Vec<State>) -> Result<GameRecord, Fault> {
    let letters = letters(&states)?;
    let is_newest_first = is_newest_first(&states, letters)?;
    // Messages number the states as in the file.
    let mut numbers: Vec<usize> = (1..=states.len()).collect();
    if is_newest_first {
        states.reverse();
        numbers.reverse();
    }
    let mut first = 0;
    if let [before, start, ..] = &states[..]
        && before.turn == '?'
    {
        let (before, start) = (before.board(letters)?, start.board(letters)?);
        first = usize::from((before.black, before.white) == (start.black, start.white));
    }
    if let Some(state) = states[first..].iter().find(|state| state.turn == '?') {
        let problem = Problem::Header("? ?".to_owned());
        return Err(Fault { offset: state.offset, problem });
    }
    let mut record = GameRecord::from_start(states[first].board(letters)?);
    let mut last = states[first].board(letters)?;
    for index in first + 1..states.len() {
        let board = states[index].board(letters)?;
        if !reach(&mut record, last, board) {
            let problem = Problem::Unconnected { from: numbers[index - 1], to: numbers[index] };
            return Err(Fault { offset: states[index].offset, problem });
        }
        last = board;
    }
    Ok(record)
}

/// Whether the number of discs falls from state to state.
fn is_newest_first(states: &[State], letters: super::state::Letters) -> Result<bool, Fault> {
    let mut last: Option<u32> = None;
    for state in states {
        let score = state.board(letters)?.score();
        let discs = score.black + score.white;
        match last {
            Some(last) if last != discs => return Ok(discs < last),
            _ => last = Some(discs),
        }
    }
    // Without a move only a state from before the game shows the order.
    Ok(states.last().is_some_and(|state| state.turn == '?'))
}

/// Continues a record up to a board; false if no moves lead there.
fn reach(record: &mut GameRecord, last: BoardPosition, board: BoardPosition) -> bool {
    let taken = |board: BoardPosition| board.black | board.white;
    let placed = taken(board) & !taken(last);
    if taken(last) & !taken(board) != 0 || placed.count_ones() > MOST_MOVES {
        return false;
    }
    // Some programs save the same state twice.
    if board == last {
        return true;
    }
    if placed == 0 {
        // Only a pass can be between them.
        let has_passed = last.mover() == Some(board.turn) && last.turn != board.turn;
        return has_passed && (last.black, last.white) == (board.black, board.white);
    }
    let found = play(record, placed, board);
    if let Some(found) = found {
        *record = found;
        return true;
    }
    false
}

/// The record after a move on each of these squares, in an order that leads to the board.
fn play(record: &GameRecord, placed: u64, board: BoardPosition) -> Option<GameRecord> {
    if placed == 0 {
        let now = record.board();
        let is_same = (now.black, now.white) == (board.black, board.white);
        let is_turn = record.is_over() || record.turn() == board.mover();
        return (is_same && is_turn).then(|| record.clone());
    }
    squares(placed).find_map(|index| {
        let mut next = record.clone();
        next.play(Square::from_index(index, 8)).ok()?;
        play(&next, placed & !(1 << index), board)
    })
}
