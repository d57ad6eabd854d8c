//! A board to draw: what each square shows, decided here for all screens, which only paint it.

use crate::desk::LiveView;
use crate::games::{Grid, Info, Played, Square};
use crate::interpreter::Marks;
use crate::players::Suggestion;
use crate::session::GamePosition;

/// A board to draw. The content of a square is the cell of its grid.
#[derive(Debug)]
pub struct BoardScene<'a> {
    pub info: &'static Info,
    pub grid: Grid,
    /// The square of the last piece, after it slid or fell.
    pub last: Option<Square>,
    pub flipped: &'a [Square],
    /// The squares of the winning lines.
    pub line: Vec<Square>,
    /// The legal moves to mark.
    pub legal: Vec<Square>,
    /// The suggested moves, best first.
    pub suggested: &'a [Square],
    pub scores: Vec<(Square, i32)>,
    /// The square that the keyboard plays on.
    pub cursor: Option<Square>,
    /// A move to try. Its effects are shown instead of the effects of the last move.
    pub preview: Option<&'a Played>,
}

/// The frame around a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SquareFrame {
    Cursor,
    WinningLine,
    LastMove,
    /// A change by the last move, or by the move to try.
    Changed,
}

/// The mark on a square that can be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    Legal,
    /// A suggested move with its rank, from 1.
    Suggested(usize),
    Score {
        score: i32,
        is_best: bool,
    },
}

impl<'a> BoardScene<'a> {
    /// A board without marks.
    pub fn bare(info: &'static Info, grid: Grid) -> Self {
        Self {
            info,
            grid,
            last: None,
            flipped: &[],
            line: Vec::new(),
            legal: Vec::new(),
            suggested: &[],
            scores: Vec::new(),
            cursor: None,
            preview: None,
        }
    }

    /// A position with its last move and the marks that a command requested.
    pub fn new(position: GamePosition<'a>, marks: &'a Marks) -> Self {
        let game = position.game();
        let last = position.last();
        let mut scene = Self {
            last: last.and_then(|played| played.placed),
            flipped: last.map_or(&[], |played| &played.flipped),
            line: game.winning_line(),
            ..Self::bare(game.info(), game.grid())
        };
        match marks {
            Marks::None => {}
            Marks::Legal(squares) => scene.legal.clone_from(squares),
            Marks::Suggested(squares) => scene.suggested = squares,
            Marks::Scores(scores) => scene.scores.clone_from(scores),
        }
        scene
    }

    /// The scene with the scores of a live analysis, which replace the scores of a command.
    pub fn with_live(mut self, live: Option<&LiveView>) -> Self {
        let score = |suggestion: &Suggestion| {
            Some((suggestion.square?, suggestion.estimate.as_ref()?.score))
        };
        if let Some(live) = live.filter(|live| !live.best.is_empty()) {
            self.scores = live.best.iter().filter_map(score).collect();
        }
        self
    }

    /// The most important frame of a square.
    pub fn frame(&self, square: Square) -> Option<SquareFrame> {
        let is_tried =
            |played: &Played| played.placed == Some(square) || played.flipped.contains(&square);
        if self.cursor == Some(square) {
            return Some(SquareFrame::Cursor);
        }
        if self.preview.is_some_and(is_tried) {
            return Some(SquareFrame::Changed);
        }
        if self.preview.is_none() && self.line.contains(&square) {
            return Some(SquareFrame::WinningLine);
        }
        if self.last == Some(square) {
            return Some(SquareFrame::LastMove);
        }
        let is_changed = self.preview.is_none() && self.flipped.contains(&square);
        is_changed.then_some(SquareFrame::Changed)
    }

    /// The most important mark of a square.
    pub fn mark(&self, square: Square) -> Option<Mark> {
        let score = self.score(square).map(|score| Mark::Score {
            score,
            is_best: self.is_best(score),
        });
        let suggested = || self.rank(square).map(Mark::Suggested);
        let legal = || self.legal.contains(&square).then_some(Mark::Legal);
        score.or_else(suggested).or_else(legal)
    }

    /// The score of the move on a square.
    pub fn score(&self, square: Square) -> Option<i32> {
        let (_, score) = self.scores.iter().find(|(scored, _)| *scored == square)?;
        Some(*score)
    }

    /// Whether no move has a higher score.
    pub fn is_best(&self, score: i32) -> bool {
        self.scores.iter().all(|(_, other)| *other <= score)
    }

    /// The rank of the suggested move on a square, from 1.
    pub fn rank(&self, square: Square) -> Option<usize> {
        let index = self
            .suggested
            .iter()
            .position(|suggested| *suggested == square)?;
        Some(index + 1)
    }
}

/// The squares of the legal moves.
pub fn legal_squares(position: GamePosition<'_>) -> Vec<Square> {
    let moves = position.shown_moves().into_iter();
    moves
        .filter_map(|mv| position.game().move_square(mv))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Cell, Player, reversi};

    #[test]
    fn a_square_has_its_most_important_frame_and_mark() {
        let grid = Grid {
            rows: 1,
            columns: 5,
            cells: vec![Cell::Empty; 5],
            width: 1,
        };
        let at = |column| Square { row: 0, column };
        let (flipped, suggested) = ([at(1), at(2)], [at(3), at(4)]);
        let mut scene = BoardScene {
            last: Some(at(0)),
            flipped: &flipped,
            line: vec![at(0), at(1)],
            legal: (2..5).map(at).collect(),
            suggested: &suggested,
            scores: vec![(at(4), -2)],
            ..BoardScene::bare(&reversi::INFO, grid)
        };
        let frames = |scene: &BoardScene<'_>| [0, 1, 2, 3].map(|column| scene.frame(at(column)));
        let [line, last, changed, cursor] = [
            SquareFrame::WinningLine,
            SquareFrame::LastMove,
            SquareFrame::Changed,
            SquareFrame::Cursor,
        ]
        .map(Some);
        assert_eq!(frames(&scene), [line, line, changed, None]);
        let played = Played::placed(Player::Black, at(3));
        scene.preview = Some(&played);
        assert_eq!(frames(&scene), [last, None, None, changed]);
        scene.cursor = Some(at(3));
        assert_eq!(frames(&scene), [last, None, None, cursor]);
        let best = Mark::Score {
            score: -2,
            is_best: true,
        };
        assert_eq!(
            [1, 2, 3, 4].map(|column| scene.mark(at(column))),
            [
                None,
                Some(Mark::Legal),
                Some(Mark::Suggested(1)),
                Some(best)
            ]
        );
    }
}
