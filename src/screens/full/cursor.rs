//! The cursor on the board and in the tray, and the move that it plays.

use std::time::{Duration, Instant};

use super::app::{App, LoopStep, Overlay, PointerTarget};
use super::layout::MoveChoice;
use crate::desk::Action;
use crate::games::Move;
use crate::interpreter::{Command, MoveInput, PracticeState, PracticeTurn};
use crate::screens::options::Stopped;
use crate::screens::words::{self, YesOrNo};
use crate::session::{GamePosition, Ply};

/// The maximum time between the two digits of one number.
const DIGITS: Duration = Duration::from_millis(700);

impl App {
    /// Keeps the cursor on the board, and the selected piece in the tray.
    pub(super) fn keep_inside(&mut self) {
        let sizes = self.game(|game| {
            let game = game.shown().game();
            let grid = game.grid();
            let pieces = game.note().map_or(0, |note| note.left.len());
            (grid.rows, grid.columns, pieces)
        });
        let Some((rows, columns, pieces)) = sizes else {
            return;
        };
        self.cursor.row = self.cursor.row.min(rows.saturating_sub(1));
        self.cursor.column = self.cursor.column.min(columns.saturating_sub(1));
        self.piece = self.piece.min(pieces.saturating_sub(1));
    }

    /// Moves the cursor, or the selection in the tray.
    pub(super) fn step(&mut self, (columns, rows): (i8, i8)) {
        if self.choice() == MoveChoice::Piece {
            let per_row = self.layout.map_or(1, |layout| layout.pieces_per_row());
            let step =
                isize::from(columns) + isize::from(rows) * isize::try_from(per_row).unwrap_or(1);
            self.piece = self.piece.checked_add_signed(step).unwrap_or(self.piece);
        } else {
            let to = |at: u8, step: i8| at.saturating_add_signed(step);
            self.cursor.column = to(self.cursor.column, columns);
            self.cursor.row = to(self.cursor.row, rows);
        }
        self.keep_inside();
    }

    pub(super) fn choice(&self) -> MoveChoice {
        self.game(|game| MoveChoice::of(game.shown()))
            .unwrap_or(MoveChoice::Square)
    }

    pub(super) fn choose_piece(&mut self, letter: char) {
        let index = self.game(|game| {
            let note = game.shown().game().note()?;
            note.left.iter().position(|piece| piece.letter == letter)
        });
        match index.flatten() {
            Some(index) => self.piece = index,
            None => self.complain(words::no_piece(letter)),
        }
    }

    /// Selects a row, or a column in column games. Two quick digits are one number.
    pub(super) fn digit(&mut self, digit: u8) {
        let before = self.digit.take().filter(|(_, at)| at.elapsed() < DIGITS);
        let numbers = before
            .map(|(tens, _)| tens * 10 + digit)
            .into_iter()
            .chain([digit]);
        let is_column = self.choice() == MoveChoice::Column;
        let max = self.game(|game| {
            let grid = game.shown().game().grid();
            if is_column { grid.columns } else { grid.rows }
        });
        let max = max.unwrap_or(8);
        if let Some(number) = numbers
            .into_iter()
            .find(|number| (1..=max).contains(number))
        {
            let part = if is_column {
                &mut self.cursor.column
            } else {
                &mut self.cursor.row
            };
            *part = number - 1;
        }
        if digit <= max / 10 {
            self.digit = Some((digit, Instant::now()));
        }
    }

    pub(super) fn play(&mut self) -> Result<LoopStep, Stopped> {
        let chosen = self.game(|game| match game.browsed {
            Some(browsed) if game.is_earlier() => {
                let last = game.number(game.moves().len());
                Err(words::browsing(game.number(browsed), last))
            }
            _ => Ok(move_at(game.shown(), self.at_cursor(game.shown()))),
        });
        match chosen {
            None => self.new_game(),
            Some(Ok(mv)) => self.act(Action::Command(Command::Play { mv })),
            Some(Err(text)) => {
                self.complain(text);
                Ok(LoopStep::Continue)
            }
        }
    }

    fn at_cursor(&self, position: GamePosition<'_>) -> PointerTarget {
        match MoveChoice::of(position) {
            MoveChoice::Piece => PointerTarget::Piece(self.piece),
            _ => PointerTarget::Square(self.cursor),
        }
    }

    /// The effects of the move under the pointer, or under the cursor.
    pub(super) fn preview(&self) -> Option<Ply> {
        let desk = self.desk.borrow();
        let shown = desk.view().shown()?;
        let target = self.hover.unwrap_or_else(|| self.at_cursor(shown));
        shown.preview(legal_at(shown, target).1?)
    }

    /// Plays the selected move. If the practice expects none, continues it; after the game, closes the text.
    pub(super) fn play_or_go_on(&mut self) -> Result<LoopStep, Stopped> {
        let (practice, turn) = {
            let desk = self.desk.borrow();
            (desk.view().practice, desk.view().turn())
        };
        if practice.is_some_and(|practice| practice.turn == PracticeTurn::Next) {
            return self.act(Action::Command(Command::Next));
        }
        if turn.is_none() && self.close_text() {
            return Ok(LoopStep::Continue);
        }
        self.play()
    }

    /// Leaves a practice or closes a text; without either, asks whether to quit.
    pub(super) fn back(&mut self) -> Result<LoopStep, Stopped> {
        let practice = self.desk.borrow().view().practice;
        if let Some(PracticeState { kind, .. }) = practice {
            let leave = Command::Leave { practice: kind };
            return self.act(Action::Command(leave));
        }
        if !self.close_text() {
            self.overlay = Overlay::Ask(YesOrNo::Leave);
        }
        Ok(LoopStep::Continue)
    }
}

/// The move at a target. An illegal move is given by name, so that it is refused with the reason.
fn move_at(position: GamePosition<'_>, target: PointerTarget) -> MoveInput {
    let (name, legal) = legal_at(position, target);
    legal.map_or(MoveInput::Named(name), MoveInput::Of)
}

/// The name of the move at a target, and the legal move of this name.
fn legal_at(position: GamePosition<'_>, target: PointerTarget) -> (String, Option<Move>) {
    let game = position.game();
    let name = match target {
        PointerTarget::Square(square) if MoveChoice::of(position) == MoveChoice::Column => {
            (square.column + 1).to_string()
        }
        PointerTarget::Square(square) => square.to_string(),
        PointerTarget::Piece(index) => {
            let piece = game.note().and_then(|note| note.left.get(index).copied());
            piece.map_or_else(String::new, |piece| piece.letter.to_string())
        }
    };
    let legal = position
        .shown_moves()
        .into_iter()
        .find(|&mv| game.move_name(mv) == name);
    (name, legal)
}
