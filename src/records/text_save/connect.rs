//! Reconstructs the game that a sequence of saved states comes from.

use crate::engine::squares;
use crate::games::{Player, Square};

use super::super::{BadRecord, BoardPosition, GameRecord, Problem};
use super::state::{SavedState, letters};

/// The maximum number of moves between two states: a human's, a bot's, and more of them after passes.
const MAX_MOVES: u32 = 4;

pub(super) fn connect(mut states: Vec<SavedState>) -> Result<GameRecord, BadRecord> {
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
        return Err(BadRecord::new(state.offset, Problem::Header("? ?".to_owned())));
    }
    let mut shown: Vec<ShownBoard> = Vec::new();
    for (index, state) in states.iter().enumerate().skip(first) {
        let board = state.board(letters)?;
        match shown.last_mut() {
            Some(stage) if stage.shows(board) => {
                stage.has_both_turns |= stage.board.turn != board.turn;
                stage.last = index;
            }
            _ => shown.push(ShownBoard { board, has_both_turns: false, first: index, last: index }),
        }
    }
    let Some((start, later)) = shown.split_first() else { return Ok(GameRecord::new()) };
    let mut record = GameRecord::from_start(start.likely());
    let mut last = start.last;
    for (index, stage) in later.iter().enumerate() {
        let mut reached = reach(&record, stage);
        if index == 0 && start.has_both_turns && reached.is_none() {
            let board = start.likely();
            let other = BoardPosition { turn: board.turn.opponent(), ..board };
            reached = reach(&GameRecord::from_start(other), stage);
        }
        record = reached.ok_or_else(|| {
            let problem = Problem::Unconnected { from: numbers[last], to: numbers[stage.first] };
            BadRecord::new(states[stage.first].offset, problem)
        })?;
        last = stage.last;
    }
    Ok(record)
}

/// Consecutive states with the same discs, which count as one.
/// Some programs save a state twice, perhaps for another mode or with the other side to move.
struct ShownBoard {
    board: BoardPosition,
    has_both_turns: bool,
    /// The indices of the first and the last state.
    first: usize,
    last: usize,
}

impl ShownBoard {
    fn shows(&self, board: BoardPosition) -> bool {
        (self.board.black, self.board.white) == (board.black, board.white)
    }

    /// The board with the likelier side to move early in a game: Black if the number of discs is even.
    fn likely(&self) -> BoardPosition {
        if !self.has_both_turns {
            return self.board;
        }
        let discs = (self.board.black | self.board.white).count_ones();
        let turn = if discs.is_multiple_of(2) { Player::Black } else { Player::White };
        BoardPosition { turn, ..self.board }
    }
}

/// Whether the number of discs falls from state to state.
fn is_newest_first(
    states: &[SavedState],
    letters: super::state::Letters,
) -> Result<bool, BadRecord> {
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

/// Continues the record up to a stage; `None` if no moves lead there.
fn reach(record: &GameRecord, stage: &ShownBoard) -> Option<GameRecord> {
    let taken = |board: BoardPosition| board.black | board.white;
    let (before, after) = (taken(record.board()), taken(stage.board));
    let placed = after & !before;
    let is_possible = before & !after == 0 && placed.count_ones() <= MAX_MOVES;
    if is_possible { play(record, placed, stage) } else { None }
}

/// Plays the squares of `placed` in an order that leads to the stage; `None` if no order does.
fn play(record: &GameRecord, placed: u64, stage: &ShownBoard) -> Option<GameRecord> {
    if placed == 0 {
        let is_turn = stage.has_both_turns || record.turn() == stage.board.mover();
        let is_there = stage.shows(record.board()) && (record.is_over() || is_turn);
        return is_there.then(|| record.clone());
    }
    squares(placed).find_map(|index| {
        let mut next = record.clone();
        next.play(Square::from_index(index, 8)).ok()?;
        play(&next, placed & !(1 << index), stage)
    })
}
