//! Finds the eight rows of a board in a text, with the coordinates around them.

mod row;

use std::ops::Range;

use super::super::BoardError;
use super::symbols::{Role, role};
use row::{Coordinates, Label, Row, RowForm, is_frame, plain};

const SIZE: usize = 8;

/// The maximum number of frame lines, comments and empty lines between two rows.
const MAX_BETWEEN: usize = 2;

/// The number of lines above and below the rows in which letters are looked for.
const HEADER_DISTANCE: usize = 3;

/// The number of lines of a board with a line of its frame between rows.
const MAX_LINES: usize = 3 * SIZE;

/// The fewest consecutive rows that are likely a board.
const FEWEST_ROWS: usize = 3;

/// The rows of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardRows {
    /// The lines of the rows, with letters and frame.
    pub lines: Range<usize>,
    /// The squares from a1 along the rows.
    pub cells: [char; 64],
    /// The text to the right of each row.
    pub beside: Vec<String>,
}

impl BoardRows {
    /// Finds the first board in the lines of a text; `None` if no eight rows belong together.
    pub fn find(lines: &[&str]) -> Option<Self> {
        let lines: Vec<Vec<char>> = lines.iter().map(|line| plain(line)).collect();
        let headers: Vec<Option<Coordinates>> =
            lines.iter().map(|line| Coordinates::of(line)).collect();
        (0..lines.len()).find_map(|start| {
            let aligned = aligned_with(&headers, start);
            let forms = RowForm::FREE
                .into_iter()
                .chain(aligned.map(RowForm::Aligned));
            forms.into_iter().find_map(|form| {
                let rows = eight_rows(&lines, start, &form)?;
                Self::of_rows(&rows, &headers, &lines)
            })
        })
    }

    /// Puts the squares of eight rows in their places.
    fn of_rows(
        rows: &[(usize, Row)],
        headers: &[Option<Coordinates>],
        lines: &[Vec<char>],
    ) -> Option<Self> {
        let first = rows.first()?.0;
        let last = rows.last()?.0;
        let above = (first.saturating_sub(HEADER_DISTANCE)..first).rev();
        let below = last + 1..lines.len().min(last + 1 + HEADER_DISTANCE);
        let above = nearest(headers, lines, above);
        let below = nearest(headers, lines, below);
        let header = |index: Option<usize>| index.and_then(|index| headers[index].as_ref());
        let names = [header(above), header(below)];
        // Our own boards have numbers above and letters below.
        let columns = names
            .into_iter()
            .flatten()
            .max_by_key(|header| header.is_letters);
        let labels: Option<Vec<Label>> = rows.iter().map(|(_, row)| row.label).collect();
        let order = match &labels {
            Some(labels) => Some(RowOrder::of(labels)?),
            None => None,
        };
        let is_transposed = order.is_some_and(|order| order.is_letters);
        if is_transposed && columns.is_none_or(|header| header.is_letters) {
            return None;
        }
        let is_reversed = columns.is_some_and(|header| header.is_reversed);
        let is_upside_down = order.is_some_and(|order| order.is_reversed);
        let cells = cells(rows, is_reversed, is_upside_down, is_transposed);
        let is_blank = cells.iter().all(|&cell| cell == ' ');
        let beside = rows.iter().map(|(_, row)| row.beside.clone()).collect();
        let start = frame_start(lines, above.unwrap_or(first));
        let end = frame_end(lines, below.unwrap_or(last) + 1);
        (!is_blank).then_some(Self {
            lines: start..end,
            cells,
            beside,
        })
    }
}

/// The squares of rows, from a1.
fn cells(
    rows: &[(usize, Row)],
    is_reversed: bool,
    is_upside_down: bool,
    is_transposed: bool,
) -> [char; 64] {
    let from_start = |index, is_from_end| if is_from_end { SIZE - 1 - index } else { index };
    let mut cells = [' '; 64];
    for (row, (_, content)) in rows.iter().enumerate() {
        let row = from_start(row, is_upside_down);
        for (column, &cell) in content.cells.iter().enumerate() {
            let column = from_start(column, is_reversed);
            let square = if is_transposed {
                SIZE * column + row
            } else {
                SIZE * row + column
            };
            cells[square] = cell;
        }
    }
    cells
}

/// The order of the labels beside the rows.
#[derive(Debug, Clone, Copy)]
struct RowOrder {
    is_letters: bool,
    /// Whether the first row is the last of the board.
    is_reversed: bool,
}

impl RowOrder {
    /// Finds the order of eight labels; `None` if they are not consecutive.
    fn of(labels: &[Label]) -> Option<Self> {
        let labels: String = labels.iter().collect();
        let reversed: String = labels.chars().rev().collect();
        ["12345678", "01234567", "abcdefgh"]
            .into_iter()
            .find_map(|order| {
                let is_reversed = reversed == order;
                (is_reversed || labels == order).then_some(Self {
                    is_letters: order.starts_with('a'),
                    is_reversed,
                })
            })
    }
}

/// The letters that the squares of rows from `start` may be aligned with: above them, or else below.
fn aligned_with(headers: &[Option<Coordinates>], start: usize) -> Option<Coordinates> {
    let above = headers[start.saturating_sub(HEADER_DISTANCE)..start]
        .iter()
        .rev()
        .flatten();
    let end = headers.len().min(start + MAX_LINES);
    above
        .chain(headers[start..end].iter().flatten())
        .next()
        .cloned()
}

/// The nearest line of letters, with only frames and empty lines before it.
fn nearest(
    headers: &[Option<Coordinates>],
    lines: &[Vec<char>],
    mut indices: impl Iterator<Item = usize>,
) -> Option<usize> {
    let is_nothing = |index: &usize| {
        headers[*index].is_none() && (is_frame(&lines[*index]) || is_blank(&lines[*index]))
    };
    indices
        .find(|index| !is_nothing(index))
        .filter(|&index| headers[index].is_some())
}

fn frame_start(lines: &[Vec<char>], start: usize) -> usize {
    start
        - lines[..start]
            .iter()
            .rev()
            .take_while(|line| is_frame(line))
            .count()
            .min(1)
}

fn frame_end(lines: &[Vec<char>], end: usize) -> usize {
    end + lines[end..]
        .iter()
        .take_while(|line| is_frame(line))
        .count()
        .min(1)
}

fn is_blank(line: &[char]) -> bool {
    line.iter().all(|character| character.is_whitespace())
}

fn is_comment(line: &[char]) -> bool {
    line.iter()
        .find(|character| !character.is_whitespace())
        .is_some_and(|first| "#%".contains(*first))
}

/// Reads eight rows of one form from line `start`; `None` if there are fewer, or more.
fn eight_rows(lines: &[Vec<char>], start: usize, form: &RowForm) -> Option<Vec<(usize, Row)>> {
    let mut rows: Vec<(usize, Row)> = vec![(start, form.read(&lines[start])?)];
    // Eight of nine rows are no board, either.
    let before = start
        .checked_sub(1)
        .and_then(|before| form.read(&lines[before]));
    if before.is_some_and(|row| row.label.is_none() && row.is_like(&rows[0].1)) {
        return None;
    }
    let mut between = 0;
    for (index, line) in lines.iter().enumerate().skip(start + 1) {
        let row = form.read(line).filter(|row| row.is_like(&rows[0].1));
        if rows.len() == SIZE {
            // A ninth row makes another kind of board, unless it is the first of the next one.
            let is_ninth =
                row.is_some_and(|row| row.label.is_none() || row.label != rows[0].1.label);
            return (!is_ninth).then_some(rows).filter(|rows| are_plain(rows));
        }
        match row {
            Some(row) => {
                rows.push((index, row));
                between = 0;
            }
            None if between < MAX_BETWEEN
                && (is_frame(line) || is_blank(line) || is_comment(line)) =>
            {
                between += 1;
            }
            None => return None,
        }
    }
    (rows.len() == SIZE && are_plain(&rows)).then_some(rows)
}

/// Whether at most one row has a lone disc next to it, which is the side to move rather than a ninth square.
fn are_plain(rows: &[(usize, Row)]) -> bool {
    rows.iter().filter(|(_, row)| row.has_lone_disc).count() <= 1
}

/// Finds rows that are not a board; see [`BoardPicture::fault`](super::BoardPicture::fault).
pub fn fault(lines: &[&str]) -> Option<(Range<usize>, BoardError)> {
    let lines: Vec<Vec<char>> = lines.iter().map(|line| plain(line)).collect();
    let lengths: Vec<Option<usize>> = lines.iter().map(|line| row::length(line)).collect();
    let start = lengths.iter().position(Option::is_some)?;
    let mut rows = Vec::new();
    let mut end = start;
    for (index, line) in lines.iter().enumerate().skip(start) {
        match lengths[index] {
            Some(length) => {
                rows.push(length);
                end = index + 1;
            }
            None if is_frame(line) || is_comment(line) => {}
            None => break,
        }
    }
    let unequal = rows.iter().position(|&length| length != SIZE);
    let error = match unequal {
        _ if rows.len() < FEWEST_ROWS => return None,
        Some(index) => BoardError::RowLength {
            row: index + 1,
            squares: rows[index],
        },
        None if rows.len() == SIZE => return None,
        None => BoardError::RowCount(rows.len()),
    };
    Some((start..end, error))
}

/// Splits a board with row numbers that is written on one line; `None` if the line has another form.
pub fn split_line(text: &str) -> Option<Vec<String>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let start = (0..words.len()).find(|&start| row_ends(&words, start).is_some())?;
    let ends = row_ends(&words, start)?;
    let mut lines = vec![words[..start].join(" ")];
    let mut from = start;
    for end in ends {
        lines.push(words[from..end].join(" "));
        from = end;
    }
    let rest = &words[from..];
    let letters = rest.iter().take_while(|word| is_column(word)).count();
    if letters == SIZE {
        lines.push(rest[..letters].join(" "));
        from += letters;
    }
    lines.push(words[from..].join(" "));
    Some(lines)
}

fn is_column(word: &str) -> bool {
    let mut letters = word.chars();
    letters
        .next()
        .is_some_and(|letter| ('a'..='h').contains(&letter.to_ascii_lowercase()))
        && letters.next().is_none()
}

/// The ends of the eight rows that begin with the numbers 1 to 8, the first one at `start`.
fn row_ends(words: &[&str], start: usize) -> Option<Vec<usize>> {
    let mut ends = Vec::new();
    let mut at = start;
    for number in ["1", "2", "3", "4", "5", "6", "7", "8"] {
        if words.get(at) != Some(&number) {
            return None;
        }
        at += 1;
        let mut squares = 0;
        while squares < SIZE {
            let word = words.get(at)?;
            let is_square = |symbol| {
                matches!(
                    role(symbol),
                    Some(Role::Disc(_) | Role::Either | Role::Empty | Role::Mark)
                )
            };
            if !word.chars().all(is_square) {
                return None;
            }
            squares += word.chars().count();
            at += 1;
        }
        if squares > SIZE {
            return None;
        }
        if words.get(at) == Some(&number) {
            at += 1;
        }
        if words.get(at) == Some(&"<") {
            at += 2;
        }
        ends.push(at.min(words.len()));
    }
    Some(ends)
}
