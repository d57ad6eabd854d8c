//! The list of moves with their ratings: a column for each side, and as many such pairs as there is room for.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::cells::cells;
use super::layout::Targets;
use super::paint::Paint;
use crate::analysis::Class;
use crate::base::text::fit;
use crate::desk::{Action, ShownGame};
use crate::games::{Assessment, Player};
use crate::screens::words;

/// The width of a number, and the least width of a side's moves, with a blank after each.
const NUMBER: usize = 4;
const NARROWEST: usize = 7;

/// The gap between pairs of columns.
const GAP: usize = 2;

/// A line of the list: the indices of the moves that each side made in turn, the first side's first.
type MoveLine = [Vec<usize>; 2];

/// Draws the moves around the position shown, with ratings in words if all moves have room then.
pub fn draw(
    buffer: &mut Buffer,
    area: Rect,
    game: &ShownGame,
    targets: &mut Targets,
    paint: Paint,
) {
    let lines = lines(game);
    let list = MoveColumns::new(area, game, &lines);
    let shown = game.shown().moves();
    let at = lines
        .iter()
        .position(|line| line.iter().flatten().any(|index| index + 1 == shown));
    let first = list.first_shown(at.unwrap_or(0), lines.len());
    let places = list.places().zip(&lines[first..]);
    for (place, line) in places {
        list.draw_line(buffer, place, line, targets, paint);
    }
}

/// The moves in lines. A side that moves again because the other one passed starts a line.
fn lines(game: &ShownGame) -> Vec<MoveLine> {
    let made = game.moves();
    let first = first_player(game);
    let mut lines: Vec<MoveLine> = Vec::new();
    for (index, ply) in made.iter().enumerate() {
        let player = ply.played.player;
        let column = usize::from(player != first);
        let before = index.checked_sub(1).map(|before| &made[before].played);
        // In some games, a turn has two moves.
        let is_same_turn =
            before.is_some_and(|before| before.player == player && before.passed.is_none());
        match lines.last_mut() {
            Some(line) if is_same_turn || column == 1 && line[1].is_empty() => {
                line[column].push(index);
            }
            _ => {
                let mut line = MoveLine::default();
                line[column].push(index);
                lines.push(line);
            }
        }
    }
    lines
}

/// The side in the first column.
fn first_player(game: &ShownGame) -> Player {
    let first = game.moves().first().map(|ply| ply.played.player);
    match first {
        Some(first) if !game.current.game().info().is_reversi() => first,
        _ => Player::Black,
    }
}

/// The user's annotation of a move.
fn mark_of(game: &ShownGame, moves: usize) -> Option<&'static str> {
    game.listed(moves)?.assessment.map(Assessment::sign)
}

/// How the list fills its area: pairs of columns, from top to bottom and then from left to right.
struct MoveColumns<'a> {
    area: Rect,
    game: &'a ShownGame,
    /// The widths of a side's moves and of a pair of columns, with its number.
    column: usize,
    pair: usize,
    /// The number of pairs beside each other.
    pairs: usize,
    has_words: bool,
}

impl<'a> MoveColumns<'a> {
    fn new(area: Rect, game: &'a ShownGame, lines: &[MoveLine]) -> Self {
        let wordless = Self::with(area, game, lines, false);
        if game.analysis.is_none() {
            return wordless;
        }
        let wordy = Self::with(area, game, lines, true);
        let has_room = lines.len() <= wordy.pairs * usize::from(area.height);
        if has_room && wordy.pair <= usize::from(area.width) {
            wordy
        } else {
            wordless
        }
    }

    fn with(area: Rect, game: &'a ShownGame, lines: &[MoveLine], has_words: bool) -> Self {
        let mut list = Self {
            area,
            game,
            column: NARROWEST,
            pair: 0,
            pairs: 1,
            has_words,
        };
        let turns = lines.iter().flatten();
        let widest = turns.map(|turn| list.width_of(turn)).max();
        list.column = widest.unwrap_or(0).max(NARROWEST);
        list.pair = NUMBER + 2 * list.column;
        list.pairs = ((usize::from(area.width) + GAP) / (list.pair + GAP)).max(1);
        list
    }

    fn width_of(&self, turn: &[usize]) -> usize {
        let widths = turn.iter().map(|index| fit::width(&self.text(*index)) + 1);
        widths.sum()
    }

    /// A move with its rating, or the sign for it.
    fn text(&self, index: usize) -> String {
        let class = self.game.judgment(index).map(|judged| judged.class);
        let [best, good] = words::ratings();
        let (gap, sign) = match (mark_of(self.game, index + 1), class) {
            (Some(mark), _) => ("", mark),
            (None, Some(Class::Forced | Class::Best)) if self.has_words => (" ", best),
            (None, Some(Class::Good)) if self.has_words => (" ", good),
            (None, class) => ("", class.map_or("", words::class_sign)),
        };
        let name = self.game.moves()[index].name();
        format!("{name}{gap}{sign}")
    }

    /// The first line shown, so that line `at` of `of` is visible.
    fn first_shown(&self, at: usize, of: usize) -> usize {
        let room = self.pairs * usize::from(self.area.height);
        at.saturating_sub(room / 2).min(of.saturating_sub(room))
    }

    /// The places of lines, in their order.
    fn places(&self) -> impl Iterator<Item = Rect> {
        let area = self.area;
        let width = cells(self.pair);
        let step = cells(self.pair + GAP);
        (0..cells(self.pairs)).flat_map(move |pair| {
            let x = area.x + pair * step;
            (area.y..area.bottom()).map(move |y| Rect {
                x,
                y,
                width: width.min(area.right().saturating_sub(x)),
                height: 1,
            })
        })
    }

    fn draw_line(
        &self,
        buffer: &mut Buffer,
        place: Rect,
        line: &MoveLine,
        targets: &mut Targets,
        paint: Paint,
    ) {
        let Some(first) = line.iter().flatten().next() else {
            return;
        };
        let number = format!("{:3} ", self.game.number(first + 1));
        buffer.set_stringn(place.x, place.y, number, place.width.into(), paint.dim());
        for (turn, column) in line.iter().zip(0..) {
            let mut x = place.x + cells(NUMBER + column * self.column);
            for index in turn {
                let text = self.text(*index);
                let width = cells(fit::width(&text)).min(place.right().saturating_sub(x));
                let class = self.game.judgment(*index).map(|judged| judged.class);
                let style = paint.listed(class, index + 1 == self.game.shown().moves());
                buffer.set_stringn(x, place.y, &text, width.into(), style);
                targets.add(Rect { x, width, ..place }, Action::Browse(index + 1));
                x += width + 1;
            }
        }
        self.draw_pass(buffer, place, line, paint);
    }

    /// Draws a dash where the second side passed.
    fn draw_pass(&self, buffer: &mut Buffer, place: Rect, line: &MoveLine, paint: Paint) {
        let [Some(last), None] = [line[0].last(), line[1].last()] else {
            return;
        };
        let has_passed = self.game.moves()[*last].played.passed.is_some();
        let x = place.x + cells(NUMBER + self.column);
        if has_passed && x < place.right() {
            buffer.set_string(x, place.y, "-", paint.dim());
        }
    }
}
