//! The states of a text save, the letters of the two sides, and the game that a sequence of states comes from.

use super::super::board::is_empty_square;
use super::super::input::InputLine;
use super::super::{BadRecord, BoardPosition, GameRecord, Problem};
use crate::engine::squares;
use crate::games::{Player, Square, shortened};

/// The maximum number of moves between two states: a human's, a bot's, and more of them after passes.
const MAX_MOVES: u32 = 4;

pub fn connect(mut states: Vec<SavedState>) -> Result<GameRecord, BadRecord> {
    let letters = letters(&states)?;
    let is_newest_first = is_newest_first(&states, letters)?;
    // Messages number the states as in the file.
    let mut numbers: Vec<usize> = (1..=states.len()).collect();
    if is_newest_first {
        states.reverse();
        numbers.reverse();
    }
    let shown = shown_boards(&states, letters)?;
    let Some((start, later)) = shown.split_first() else {
        return Ok(GameRecord::new());
    };
    let mut record = GameRecord::from_start(start.likely());
    let mut last = start.last;
    for (index, stage) in later.iter().enumerate() {
        let mut reached = reach(&record, stage);
        if index == 0 && start.has_both_turns && reached.is_none() {
            let board = start.likely();
            let other = BoardPosition {
                turn: board.turn.opponent(),
                ..board
            };
            reached = reach(&GameRecord::from_start(other), stage);
        }
        record = reached.ok_or_else(|| {
            let problem = Problem::Unconnected {
                from: numbers[last],
                to: numbers[stage.first],
            };
            BadRecord::new(states[stage.first].offset, problem)
        })?;
        last = stage.last;
    }
    Ok(record)
}

/// The boards of the states, the oldest first, without a state from before the game.
fn shown_boards(states: &[SavedState], letters: Letters) -> Result<Vec<ShownBoard>, BadRecord> {
    let mut first = 0;
    if let [before, start, ..] = states
        && before.turn == '?'
    {
        let before = before.board(letters)?;
        let start = start.board(letters)?;
        first = usize::from((before.black, before.white) == (start.black, start.white));
    }
    if let Some(state) = states[first..].iter().find(|state| state.turn == '?') {
        let problem = Problem::Header("? ?".to_owned());
        return Err(BadRecord::new(state.offset, problem));
    }
    let mut shown: Vec<ShownBoard> = Vec::new();
    for (index, state) in states.iter().enumerate().skip(first) {
        let board = state.board(letters)?;
        match shown.last_mut() {
            Some(stage) if stage.shows(board) => {
                stage.has_both_turns |= stage.board.turn != board.turn;
                stage.last = index;
            }
            _ => shown.push(ShownBoard {
                board,
                has_both_turns: false,
                first: index,
                last: index,
            }),
        }
    }
    Ok(shown)
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
        let turn = if discs.is_multiple_of(2) {
            Player::Black
        } else {
            Player::White
        };
        BoardPosition { turn, ..self.board }
    }
}

/// Whether the number of discs falls from state to state.
fn is_newest_first(states: &[SavedState], letters: Letters) -> Result<bool, BadRecord> {
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
    let before = taken(record.board());
    let after = taken(stage.board);
    let placed = after & !before;
    let is_possible = before & !after == 0 && placed.count_ones() <= MAX_MOVES;
    if is_possible {
        play(record, placed, stage)
    } else {
        None
    }
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

#[derive(Debug)]
pub struct SavedState {
    pub offset: u64,
    /// `M`, or `A` with the level.
    pub mode: String,
    /// The letter of the side to move; `?` before a game.
    pub turn: char,
    pub rows: Vec<InputLine>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Letters {
    black: char,
    white: char,
}

/// Parses a header: the mode and the letter of the side to move.
pub fn header(line: &[u8]) -> Option<(String, char)> {
    // Some programs write a zero byte for the level before a game.
    let text = String::from_utf8_lossy(line).replace('\0', "");
    let mut words = text.split_whitespace();
    let mode = words.next()?;
    let mut characters = mode.chars();
    let mode = characters.next().map(|mode| mode.to_ascii_uppercase())?;
    let turn = match characters.as_str() {
        "" => words.next()?,
        turn => turn,
    };
    let turn = only(turn)?;
    let rest = words.next().unwrap_or_default();
    if words.next().is_some()
        || rest.len() > 2
        || !"MA?".contains(mode)
        || (mode == '?') != (turn == '?')
    {
        return None;
    }
    let level = rest.bytes().all(|byte| byte.is_ascii_digit());
    let mode = match mode {
        'A' if level && !rest.is_empty() => format!("A {rest}"),
        mode => mode.to_string(),
    };
    (level || rest == "-").then_some((mode, capital(turn)))
}

/// The character of a text; `None` if it has more than one.
fn only(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// Changes `x` and `o` to upper case. Other letters may be case-sensitive.
fn capital(letter: char) -> char {
    match letter {
        'x' => 'X',
        'o' => 'O',
        letter => letter,
    }
}

impl SavedState {
    fn cells(&self) -> Result<Vec<(char, &InputLine)>, BadRecord> {
        let mut cells = Vec::new();
        for (number, line) in (1..).zip(&self.rows) {
            let text = line.text();
            let letters: Vec<char> = text
                .chars()
                .filter(|letter| !letter.is_whitespace())
                .map(capital)
                .collect();
            let is_row = letters.len() == 8 && !letters.iter().any(|letter| letter.is_control());
            if !is_row {
                return Err(BadRecord::new(
                    line.offset,
                    Problem::Row {
                        row: number,
                        text: shortened(&text),
                    },
                ));
            }
            cells.extend(letters.into_iter().map(|letter| (letter, line)));
        }
        Ok(cells)
    }

    pub fn board(&self, letters: Letters) -> Result<BoardPosition, BadRecord> {
        let mut black = 0;
        let mut white = 0;
        for (square, (letter, line)) in self.cells()?.into_iter().enumerate() {
            match letter {
                letter if is_empty_square(letter) => {}
                letter if letter == letters.black => black |= 1 << square,
                letter if letter == letters.white => white |= 1 << square,
                letter => return Err(BadRecord::new(line.offset, Problem::Letter(letter))),
            }
        }
        let turn = match self.turn {
            turn if turn == letters.black => Player::Black,
            turn if turn == letters.white => Player::White,
            '?' => Player::Black,
            turn => return Err(BadRecord::new(self.offset, Problem::Letter(turn))),
        };
        Ok(BoardPosition { black, white, turn })
    }

    fn discs(&self) -> Result<usize, BadRecord> {
        Ok(self
            .cells()?
            .into_iter()
            .filter(|(letter, _)| !is_empty_square(*letter))
            .count())
    }
}

/// Finds the letters of the two sides: well-known ones, or those implied by the first side to move.
fn letters(states: &[SavedState]) -> Result<Letters, BadRecord> {
    let seen = seen_letters(states)?;
    let is_black = |letter: &char| "XB*#@●".contains(*letter);
    let is_white = |letter: &char| "OW○".contains(*letter);
    let other = |letter: char, usual: char| {
        seen.iter()
            .copied()
            .find(|&seen| seen != letter)
            .unwrap_or(usual)
    };
    if let Some(&black) = seen.iter().find(|letter| is_black(letter)) {
        return Ok(Letters {
            black,
            white: other(black, 'O'),
        });
    }
    if let Some(&white) = seen.iter().find(|letter| is_white(letter)) {
        return Ok(Letters {
            white,
            black: other(white, 'X'),
        });
    }
    let offset = states.first().map_or(0, |state| state.offset);
    let (Some((discs, turn)), [first, second]) = (oldest(states)?, &seen[..]) else {
        return Err(BadRecord::new(offset, Problem::Sides));
    };
    // Black moves first, so Black is to move if the number of discs is even, unless there was a pass.
    let opponent = if turn == *first { *second } else { *first };
    let (black, white) = if discs % 2 == 0 {
        (turn, opponent)
    } else {
        (opponent, turn)
    };
    Ok(Letters { black, white })
}

/// The letters of the states, at most two.
fn seen_letters(states: &[SavedState]) -> Result<Vec<char>, BadRecord> {
    let mut seen: Vec<(char, u64)> = Vec::new();
    let has = |seen: &[(char, u64)], letter| seen.iter().any(|(other, _)| *other == letter);
    for state in states {
        let cells = state.cells()?;
        let cells = cells.iter().map(|(letter, line)| (*letter, line.offset));
        for (letter, offset) in [(state.turn, state.offset)].into_iter().chain(cells) {
            if !is_empty_square(letter) && letter != '?' && !has(&seen, letter) {
                seen.push((letter, offset));
            }
        }
    }
    if let Some(&third) = seen.get(2) {
        // If X and O are both there, the other letter is wrong.
        let odd = seen.iter().find(|(letter, _)| !"XO".contains(*letter));
        let both_usual = has(&seen, 'X') && has(&seen, 'O');
        let (letter, offset) = odd.filter(|_| both_usual).copied().unwrap_or(third);
        return Err(BadRecord::new(offset, Problem::Letter(letter)));
    }
    Ok(seen.into_iter().map(|(letter, _)| letter).collect())
}

/// The fewest discs of a state of the game, and its side to move.
fn oldest(states: &[SavedState]) -> Result<Option<(usize, char)>, BadRecord> {
    let mut oldest: Option<(usize, char)> = None;
    for state in states.iter().filter(|state| state.turn != '?') {
        let discs = state.discs()?;
        if oldest.is_none_or(|(fewest, _)| discs < fewest) {
            oldest = Some((discs, state.turn));
        }
    }
    Ok(oldest)
}
