//! A game that the next line may continue.

use super::super::input::InputLine;
use super::super::replay::Replay;
use super::super::{BadRecord, BoardPosition, Entry, Problem, Remarks};
use super::words::{GameToken, Tokens, WordKind};

#[derive(Debug, Clone)]
pub struct OpenGame {
    pub offset: u64,
    pub replay: Replay,
    pub in_digits: bool,
    /// The first and the last number of a move.
    numbers: Option<(u32, u32)>,
    /// The number of moves in the last line.
    pub last_moves: usize,
    /// Whether its only line is a single move in a sentence.
    pub is_fragile: bool,
    /// Whether it has several lines that are not whole games.
    pub is_wrapped: bool,
}

/// A line as the continuation of a game.
pub struct PlayedLine {
    /// The games that end within the line.
    pub finished: Vec<OpenGame>,
    pub last: OpenGame,
    /// The number of plies before the first bad one.
    pub reach: usize,
    pub bad: Option<BadRecord>,
}

impl PlayedLine {
    pub fn is_legal(&self) -> bool {
        self.bad.is_none()
    }
}

impl OpenGame {
    pub fn new(offset: u64) -> Self {
        Self {
            offset,
            replay: Replay::from_start(BoardPosition::START),
            in_digits: false,
            numbers: None,
            last_moves: 0,
            is_fragile: false,
            is_wrapped: false,
        }
    }

    pub fn plies(&self) -> usize {
        self.replay.record.moves().len()
    }

    pub fn is_over(&self) -> bool {
        self.replay.record.is_over()
    }

    pub fn entry(self) -> Entry {
        Entry::new(self.offset, self.replay.record)
    }

    /// Whether the number of a line follows the last one of this game.
    pub fn has_number_before(&self, tokens: &Tokens) -> bool {
        let last = self.numbers.map(|(_, last)| last);
        last.is_some_and(|last| tokens.leading_number() == last.checked_add(1))
    }

    /// Whether the number of a line shows that it continues this game.
    ///
    /// The games of a list are numbered too, but only the first one begins with 1.
    pub fn is_numbered_before(&self, tokens: &Tokens) -> bool {
        let number = tokens.leading_number();
        number.is_some_and(|number| number > 2 && self.numbers == Some((1, number - 1)))
    }

    /// Plays the moves of a line, up to the first bad one.
    pub fn play(mut self, tokens: &Tokens, line: &InputLine) -> PlayedLine {
        self.in_digits = tokens.in_digits;
        self.last_moves = tokens.moves();
        let mut finished = Vec::new();
        let mut reach = 0;
        let mut bad = None;
        for (index, token) in tokens.list.iter().enumerate() {
            if self.ends_before(tokens, index) {
                let mut next = Self::new(line.offset + token.at as u64);
                (next.in_digits, next.last_moves) = (self.in_digits, self.last_moves);
                finished.push(std::mem::replace(&mut self, next));
            }
            if let Err(error) = self.take(token, line) {
                bad = Some(error.after(self.replay.record.clone()));
                break;
            }
            reach += usize::from(!matches!(token.kind, WordKind::Number(_)));
        }
        PlayedLine {
            finished,
            last: self,
            reach,
            bad,
        }
    }

    fn take(&mut self, token: &GameToken, line: &InputLine) -> Result<(), BadRecord> {
        let offset = line.offset + token.at as u64;
        let square = match token.kind {
            WordKind::Square(square) => Some(square),
            WordKind::Pass => None,
            WordKind::Number(number) => {
                self.numbers = Some((self.numbers.map_or(number, |(first, _)| first), number));
                return Ok(());
            }
            WordKind::NoSquare => {
                return Err(BadRecord::new(
                    offset,
                    Problem::NotASquare(token.text.clone()),
                ));
            }
        };
        let ply = self.replay.ply();
        self.replay
            .take(None, square, Remarks::default())
            .map_err(|source| {
                let problem = Problem::Move {
                    name: token.text.clone(),
                    ply,
                    source,
                };
                BadRecord::new(offset, problem)
            })
    }

    /// Whether another game begins at a token.
    fn ends_before(&self, tokens: &Tokens, index: usize) -> bool {
        if self.plies() == 0 {
            return false;
        }
        let token = &tokens.list[index];
        let can_begin =
            |token: &GameToken| can_play(&Replay::from_start(BoardPosition::START), token);
        match token.kind {
            // `1...` before White's first move doesn't begin a game.
            WordKind::Number(1) => tokens.list[index..]
                .iter()
                .find(|next| next.is_ply())
                .is_none_or(|next| can_begin(next) || !can_play(&self.replay, next)),
            WordKind::Square(_) if token.begins_word => {
                let is_other = || {
                    tokens.is_word_of_squares(index)
                        && can_begin(token)
                        && !can_play(&self.replay, token)
                };
                self.is_over() || is_other()
            }
            _ => false,
        }
    }
}

fn can_play(replay: &Replay, token: &GameToken) -> bool {
    let square = match token.kind {
        WordKind::Square(square) => Some(square),
        WordKind::Pass => None,
        _ => return false,
    };
    replay
        .clone()
        .take(None, square, Remarks::default())
        .is_ok()
}
