//! The forms of a row: symbols in sequence, cells between bars, and cells below the letters of the columns.

use super::super::symbols::{Role, role};
use super::SIZE;

/// The number or letter beside a row, in small letters.
pub type Label = char;

/// The fewest symbols in a line that is likely a row.
const FEWEST_SYMBOLS: usize = 6;

/// A row of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub label: Option<Label>,
    pub cells: [char; SIZE],
    /// The text to the right.
    pub beside: String,
    /// Whether the text to the right is a single disc.
    pub has_lone_disc: bool,
    /// Whether a bar stands before the first cell.
    is_framed: bool,
}

impl Row {
    /// Whether two rows have labels and frames alike.
    pub fn is_like(&self, other: &Self) -> bool {
        self.label.is_some() == other.label.is_some() && self.is_framed == other.is_framed
    }
}

/// The way in which the cells of a row are written.
#[derive(Debug, Clone)]
pub enum RowForm {
    /// Symbols, with or without separators between them. The label is a number.
    Symbols,
    /// Symbols after a letter.
    LetteredSymbols,
    /// Cells between bars, which may be blank.
    Bars,
    /// Cells within a frame: the first at an offset, the others at equal distances. They may be blank.
    Framed { offset: usize, distance: usize },
    /// Cells below or above the letters of the columns. They may be blank.
    Aligned(Coordinates),
}

impl RowForm {
    /// The forms that don't need letters above or below.
    pub const FREE: [Self; 8] = [
        Self::Symbols,
        Self::LetteredSymbols,
        Self::Bars,
        Self::Framed {
            offset: 0,
            distance: 1,
        },
        Self::Framed {
            offset: 0,
            distance: 2,
        },
        Self::Framed {
            offset: 1,
            distance: 2,
        },
        Self::Framed {
            offset: 1,
            distance: 3,
        },
        Self::Framed {
            offset: 0,
            distance: 3,
        },
    ];

    /// Reads a line; `None` if it has another form.
    pub fn read(&self, line: &[char]) -> Option<Row> {
        match self {
            Self::Symbols => symbols(line, false),
            Self::LetteredSymbols => symbols(line, true),
            Self::Bars => between_bars(line),
            Self::Framed { offset, distance } => within_frame(line, *offset, *distance),
            Self::Aligned(header) => below_letters(line, header),
        }
    }
}

/// The line of letters or numbers above or below the rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coordinates {
    pub is_letters: bool,
    /// Whether h or 8 is on the left.
    pub is_reversed: bool,
    /// The index of each letter in the line.
    places: [usize; SIZE],
}

impl Coordinates {
    /// Reads a line of letters; `None` if it has other content.
    pub fn of(line: &[char]) -> Option<Self> {
        let signs: Vec<(usize, char)> = line
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, sign)| !sign.is_whitespace() && !sign.is_ascii_punctuation())
            .take(SIZE)
            .collect();
        let text: String = signs
            .iter()
            .map(|(_, sign)| sign.to_ascii_lowercase())
            .collect();
        let reversed: String = text.chars().rev().collect();
        let order = ["abcdefgh", "12345678", "01234567"]
            .into_iter()
            .find(|&order| text == order || reversed == order)?;
        let places: Vec<usize> = signs.iter().map(|(place, _)| *place).collect();
        let places: [usize; SIZE] = places.try_into().ok()?;
        let next = line.get(places[SIZE - 1] + 1);
        next.is_none_or(|next| !next.is_alphanumeric())
            .then_some(Self {
                is_letters: order.starts_with('a'),
                is_reversed: reversed == order,
                places,
            })
    }
}

/// Replaces the lines of frames by `|` and `=`, special blanks by blanks, and removes colors and variants of symbols.
pub fn plain(line: &str) -> Vec<char> {
    let mut plain = Vec::new();
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            '\u{1b}' => {
                // The sequence ends with a letter.
                let _ = characters.find(char::is_ascii_alphabetic);
            }
            '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏' | '¦' | '｜' => {
                plain.push('|');
            }
            '\u{2500}'..='\u{257f}' => plain.push('='),
            '\u{fe0e}' | '\u{fe0f}' | '\u{200d}' => {}
            character if character.is_whitespace() => plain.push(' '),
            character => plain.push(character),
        }
    }
    plain
}

/// Whether a line belongs to the frame or separates two rows.
pub fn is_frame(line: &[char]) -> bool {
    let is_part = |sign: &char| " +-=|_:'`.*".contains(*sign);
    line.iter().all(is_part) && line.iter().any(|sign| "+-=_".contains(*sign))
}

/// The number of squares of a line that is likely a row; `None` for other lines.
pub fn length(line: &[char]) -> Option<usize> {
    if is_frame(line) && line.iter().any(|sign| "+=".contains(*sign)) {
        return None;
    }
    let (at, _) = left_label(line, false);
    let words: String = line[at..]
        .iter()
        .map(|&sign| if is_separator(sign) { ' ' } else { sign })
        .collect();
    let is_square = |symbol| {
        matches!(
            role(symbol),
            Some(Role::Disc(_) | Role::Either | Role::Empty | Role::Mark)
        )
    };
    let rows = words
        .split_whitespace()
        .take_while(|word| word.chars().all(is_square));
    let count: usize = rows.map(|word| word.chars().count()).sum();
    (count >= FEWEST_SYMBOLS).then_some(count)
}

fn is_separator(sign: char) -> bool {
    sign.is_whitespace() || "|<>()[]{}'\",;".contains(sign)
}

fn is_end(sign: Option<&char>) -> bool {
    sign.is_none_or(|&sign| is_separator(sign))
}

/// The index after the label on the left, and the label. Letters are labels only if `is_lettered`.
fn left_label(line: &[char], is_lettered: bool) -> (usize, Option<Label>) {
    let start = line
        .iter()
        .position(|&sign| !is_separator(sign))
        .unwrap_or(line.len());
    let next = line.get(start + 1);
    match line.get(start) {
        Some(&sign @ '1'..='8')
            if !is_lettered && next.is_none_or(|next| !next.is_ascii_digit()) =>
        {
            let is_marked = next.is_some_and(|next| ":)".contains(*next));
            (start + 1 + usize::from(is_marked), Some(sign))
        }
        Some(&sign) if is_lettered && is_end(next) && matches!(sign, 'a'..='h' | 'A'..='H') => {
            (start + 1, Some(sign.to_ascii_lowercase()))
        }
        _ => (start, None),
    }
}

/// Whether a bar stands before `end`.
fn has_bar(line: &[char], end: usize) -> bool {
    line[..end.min(line.len())].contains(&'|')
}

fn symbols(line: &[char], is_lettered: bool) -> Option<Row> {
    let (at, label) = left_label(line, is_lettered);
    if is_lettered && label.is_none() {
        return None;
    }
    let numbered = || {
        // A full stop after the number may also be a square.
        (line.get(at) == Some(&'.') && is_end(line.get(at + 1)))
            .then(|| symbols_from(line, at + 1, label))
            .flatten()
    };
    let zero = || {
        let is_label = !is_lettered && line.get(at) == Some(&'0') && is_end(line.get(at + 1));
        is_label
            .then(|| symbols_from(line, at + 1, Some('0')))
            .flatten()
    };
    zero()
        .or_else(|| symbols_from(line, at, label))
        .or_else(numbered)
}

fn symbols_from(line: &[char], start: usize, label: Option<Label>) -> Option<Row> {
    let mut cells = Vec::with_capacity(SIZE);
    let mut at = start;
    while cells.len() < SIZE {
        let &sign = line.get(at)?;
        let begins_word = at == 0 || is_separator(line[at - 1]);
        if is_separator(sign) {
            at += 1;
        } else if let Some(length) =
            number(&line[at..]).filter(|_| begins_word && !is_right_label(line, at, label))
        {
            // The score or the rank of a legal move.
            cells.push('+');
            at += length;
        } else {
            cells.push(Some(sign).filter(|&sign| role(sign).is_some())?);
            at += 1;
        }
    }
    let is_framed = line
        .iter()
        .position(|&sign| !is_separator(sign))
        .is_some_and(|first| has_bar(line, first));
    Row::with_rest(line, at, label, cells, is_framed)
}

/// Whether the sign at `at` is the label of the row again, at the end of a line.
fn is_right_label(line: &[char], at: usize, label: Option<Label>) -> bool {
    let rest = line.get(at + 1..).unwrap_or_default();
    label.is_some() && line.get(at).copied() == label && rest.iter().all(|&sign| is_separator(sign))
}

/// The length of a number at the beginning of a text; `None` without a number, or if the digit may be a disc.
fn number(text: &[char]) -> Option<usize> {
    let sign = usize::from(text.first().is_some_and(|sign| "+-".contains(*sign)));
    let digits = text[sign..]
        .iter()
        .take_while(|digit| digit.is_ascii_digit())
        .count();
    let is_zero = sign == 0 && text.first() == Some(&'0');
    (digits > 0 && !is_zero && is_end(text.get(sign + digits))).then_some(sign + digits)
}

impl Row {
    /// Creates a row with the label and the text to the right of its cells, from `at`; `None` if another square
    /// follows.
    fn with_rest(
        line: &[char],
        mut at: usize,
        label: Option<Label>,
        cells: Vec<char>,
        is_framed: bool,
    ) -> Option<Self> {
        let is_label = |sign: &&char| {
            sign.is_ascii_digit() || label.is_some_and(|label| label.is_ascii_alphabetic())
        };
        let is_alone = |place: usize| is_end(line.get(place + 1));
        let may_follow = |sign: &char| is_separator(*sign) || "#%".contains(*sign);
        let mut right = None;
        if let Some(sign) = line.get(at).filter(|sign| !may_follow(sign)) {
            right = Some(sign).filter(is_label).filter(|_| is_alone(at));
            right?;
            at += 1;
        }
        while line
            .get(at)
            .is_some_and(|&sign| is_separator(sign) && !"<(".contains(sign))
        {
            at += 1;
        }
        if right.is_none()
            && label.is_none_or(|label| {
                line.get(at)
                    .is_some_and(|sign| sign.to_ascii_lowercase() == label)
            })
        {
            right = line.get(at).filter(is_label).filter(|_| is_alone(at));
            at += usize::from(right.is_some());
        }
        let beside: String = line[at.min(line.len())..].iter().collect();
        let beside = beside.trim_matches(|sign: char| sign.is_whitespace() || sign == '|');
        let mut words = beside.split_whitespace();
        let first = words.next().unwrap_or_default();
        let mut symbols = first.chars();
        let only_role = symbols
            .next()
            .filter(|_| symbols.next().is_none())
            .and_then(role);
        if matches!(only_role, Some(Role::Empty | Role::Mark)) {
            return None;
        }
        Some(Self {
            label: label.or(right.map(char::to_ascii_lowercase)),
            cells: cells.try_into().ok()?,
            beside: beside.to_owned(),
            has_lone_disc: matches!(only_role, Some(Role::Disc(_) | Role::Either))
                && !first.starts_with('#')
                && words
                    .next()
                    .is_none_or(|word| word.chars().all(|symbol| role(symbol).is_some())),
            is_framed,
        })
    }
}

fn between_bars(line: &[char]) -> Option<Row> {
    let bars: Vec<usize> = line
        .iter()
        .enumerate()
        .filter(|(_, sign)| **sign == '|')
        .map(|(place, _)| place)
        .collect();
    let first = *bars.first()?;
    let last = *bars.last()?;
    let left: String = line[..first].iter().collect();
    let mut parts: Vec<String> = line
        .split(|sign| *sign == '|')
        .map(|part| part.iter().collect())
        .collect();
    let left = left.trim();
    let is_framed = left.chars().count() < 2 && (parts.len() > SIZE);
    // Without a bar on the left, the first part is a cell.
    let mut label = None;
    if is_framed {
        label = parts.remove(0).trim().chars().next();
        if parts.len() > SIZE + 1 && parts[0].trim().chars().count() == 1 {
            let inner = parts[0].trim().chars().next().filter(char::is_ascii_digit);
            if inner.is_some() {
                label = inner;
                parts.remove(0);
            }
        }
    }
    let is_label = |label: char| label.is_ascii_digit() || matches!(label, 'a'..='h' | 'A'..='H');
    if parts.len() < SIZE || label.is_some_and(|label| !is_label(label)) {
        return None;
    }
    let cells: Option<Vec<char>> = parts[..SIZE].iter().map(|part| cell(part)).collect();
    let rest = parts[SIZE..].join("|");
    if parts.len() > SIZE + 1
        && cell(&parts[SIZE]).is_some_and(|cell| role(cell).is_some())
        && !parts[SIZE].trim().is_empty()
    {
        return None;
    }
    let _ = last;
    Row::with_rest(
        &rest.chars().collect::<Vec<_>>(),
        0,
        label.map(|label| label.to_ascii_lowercase()),
        cells?,
        is_framed,
    )
}

/// The symbol of a cell between bars: a blank if it is empty, and the first of several equal ones.
fn cell(text: &str) -> Option<char> {
    let text = text.trim();
    if text == "()" {
        return Some('O');
    }
    let text = text.trim_matches(|sign: char| is_separator(sign));
    let characters: Vec<char> = text.chars().collect();
    let Some(&first) = characters.first() else {
        return Some(' ');
    };
    if number(&characters) == Some(characters.len()) {
        return Some('+');
    }
    characters
        .iter()
        .all(|&other| other == first && role(other).is_some())
        .then_some(first)
}

fn within_frame(line: &[char], offset: usize, distance: usize) -> Option<Row> {
    let first = line.iter().position(|sign| *sign == '|')?;
    let length = line[first + 1..].iter().position(|sign| *sign == '|')?;
    let inner = &line[first + 1..first + 1 + length];
    let least = offset + distance * (SIZE - 1) + 1;
    if !(least..least + distance.max(2)).contains(&length) {
        return None;
    }
    let is_cell = |place: usize| {
        place >= offset
            && (place - offset).is_multiple_of(distance)
            && (place - offset) / distance < SIZE
    };
    let mut cells = Vec::new();
    for (place, &sign) in inner.iter().enumerate() {
        if is_cell(place) {
            cells.push(Some(sign).filter(|&sign| role(sign).is_some())?);
        } else if !is_separator(sign) {
            return None;
        }
    }
    let label = line[..first]
        .iter()
        .copied()
        .find(|sign| !sign.is_whitespace());
    if label.is_some_and(|label| !label.is_ascii_digit()) {
        return None;
    }
    Row::with_rest(line, first + 1 + length, label, cells, true)
}

/// Reads the cells at the places of the letters. Such a row needs a label.
fn below_letters(line: &[char], header: &Coordinates) -> Option<Row> {
    let first = header.places[0];
    let last = header.places[SIZE - 1];
    let (at, label) = left_label(line, false);
    label.filter(|_| at <= first)?;
    let mut cells = Vec::new();
    for place in at..=last {
        let sign = line.get(place).copied().unwrap_or(' ');
        let is_score = sign.is_ascii_digit() || "+-".contains(sign);
        if !header.places.contains(&place) {
            if !is_separator(sign) && !is_score {
                return None;
            }
        } else if is_right_label(line, place, label) {
            return None;
        } else if sign.is_ascii_digit() && sign != '0' {
            cells.push('+');
        } else {
            let symbol = if is_separator(sign) { ' ' } else { sign };
            cells.push(Some(symbol).filter(|&symbol| role(symbol).is_some())?);
        }
    }
    // The last disc may be in brackets.
    let rest = last + 1 + usize::from(line.get(last + 1).is_some_and(|sign| ">)]".contains(*sign)));
    Row::with_rest(
        line,
        rest.min(line.len()),
        label,
        cells,
        has_bar(line, first),
    )
}
