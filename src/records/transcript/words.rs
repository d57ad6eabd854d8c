//! Finds the moves, passes and numbers in a line.

use crate::games::Square;

use super::super::headings::is_label;
use super::markup::without_markup;

#[derive(Debug, Default)]
pub struct Tokens {
    pub list: Vec<GameToken>,
    /// Whether the line has other words too.
    pub is_prose: bool,
    /// Whether the squares are digits.
    pub in_digits: bool,
}

#[derive(Debug, Clone)]
pub struct GameToken {
    /// The byte offset in the line.
    pub at: usize,
    pub text: String,
    pub kind: WordKind,
    pub begins_word: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordKind {
    Square(Square),
    Pass,
    /// The number of a move.
    Number(u32),
    NoSquare,
}

impl GameToken {
    /// Whether this is a move or a pass, right or wrong.
    pub fn is_ply(&self) -> bool {
        !matches!(self.kind, WordKind::Number(_))
    }

    fn is_dash(&self) -> bool {
        self.text.starts_with('-')
    }
}

impl Tokens {
    /// Whether the passes of a line without moves are dashes, which may be a rule.
    pub fn has_only_dashes(&self) -> bool {
        self.plies().all(GameToken::is_dash)
    }

    /// Whether the word of a token has several squares, such as `f5d6`.
    pub fn is_word_of_squares(&self, index: usize) -> bool {
        let next = self.list.get(index + 1);
        is_move(&self.list[index]) && next.is_some_and(|next| !next.begins_word && is_move(next))
    }

    pub fn has_word_of_squares(&self) -> bool {
        self.in_digits || (0..self.list.len()).any(|index| self.is_word_of_squares(index))
    }

    fn first_move(&self) -> Option<&GameToken> {
        self.list.iter().find(|token| is_move(token))
    }

    pub fn moves(&self) -> usize {
        self.list.iter().filter(|token| is_move(token)).count()
    }

    pub fn plies(&self) -> impl Iterator<Item = &GameToken> {
        self.list.iter().filter(|token| token.is_ply())
    }

    pub fn leading_number(&self) -> Option<u32> {
        match self.list.first()?.kind {
            WordKind::Number(number) => Some(number),
            _ => None,
        }
    }
}

fn is_move(token: &GameToken) -> bool {
    matches!(token.kind, WordKind::Square(_) | WordKind::NoSquare)
}

/// The possible first moves, as digits.
const FIRST: [&str; 4] = ["56", "65", "34", "43"];

/// A run of letters and digits, or of dashes.
struct LineWord<'a> {
    at: usize,
    bytes: &'a [u8],
    /// Whether a full stop or a bracket follows, as after a move number.
    is_numbered: bool,
    /// Whether it may be a move number. Parts of decimals and of remarks in brackets are not.
    may_be_number: bool,
    /// Whether a dash or a colon follows, as in a score.
    is_joined: bool,
}

/// Finds the tokens of a line. Squares in digits are considered only if no square has letters.
/// `after_digits` is whether the game so far has squares in digits.
pub fn tokens(line: &[u8], in_game: bool, after_digits: bool) -> Tokens {
    let (line, is_foreign) = without_markup(line);
    let words = words(&line);
    let mut tokens = in_letters(&words);
    tokens.is_prose |= is_foreign;
    if tokens.first_move().is_none()
        && let Some(digits) = in_digits(&words, tokens.is_prose, after_digits)
        // Within a game in letters, a single number only counts moves or seconds.
        && (!in_game || after_digits || digits.moves() > 1)
    {
        return digits;
    }
    if !in_game {
        // Dashes before the first move only separate words.
        let first = tokens
            .list
            .iter()
            .position(is_move)
            .unwrap_or(tokens.list.len());
        let mut index = 0;
        tokens.list.retain(|token| {
            index += 1;
            index > first || !token.is_dash()
        });
    }
    tokens
}

/// The squares in digits; `None` if the digits are more likely other numbers.
fn in_digits(words: &[LineWord<'_>], is_prose: bool, after_digits: bool) -> Option<Tokens> {
    let mut list = Vec::new();
    for word in words {
        let length = word.bytes.len();
        if let Some(passed) = pass(word.bytes).filter(|&passed| passed == length) {
            list.push(token(word, 0, passed, WordKind::Pass));
        } else if word.bytes == b"--" {
            list.push(token(word, 0, 2, WordKind::Pass));
        } else if word.bytes.iter().all(u8::is_ascii_digit) {
            if length < 3 && (length == 1 || word.is_numbered) {
                list.push(token(word, 0, length, WordKind::Number(number(word.bytes))));
                continue;
            }
            for (index, pair) in word.bytes.chunks(2).enumerate() {
                let kind = match pair {
                    [row, column] => square(column.wrapping_sub(b'1'), row.wrapping_sub(b'1')),
                    _ => WordKind::NoSquare,
                };
                list.push(token(word, 2 * index, pair.len(), kind));
            }
        }
    }
    let tokens = Tokens {
        list,
        is_prose,
        in_digits: true,
    };
    let begins = tokens
        .first_move()
        .is_some_and(|first| FIRST.contains(&first.text.as_str()));
    let is_score = words
        .iter()
        .any(|word| word.is_joined && word.bytes[0].is_ascii_digit());
    let is_likely = match tokens.moves() {
        0 => false,
        1 | 2 if is_score => false,
        1 => !is_prose && (begins || after_digits),
        count => begins || !is_prose && (after_digits || count > 3),
    };
    is_likely.then_some(tokens)
}

fn words(line: &[u8]) -> Vec<LineWord<'_>> {
    // Moves are ASCII; other characters, such as disc symbols, may precede one.
    let is_part = |byte: u8| byte.is_ascii_alphanumeric();
    let mut words = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let first = line[at];
        let belongs = |byte: &u8| {
            if first == b'-' {
                *byte == b'-'
            } else {
                is_part(*byte) == is_part(first) && *byte != b'-'
            }
        };
        let length = line[at..].iter().take_while(|byte| belongs(byte)).count();
        let bytes = &line[at..at + length];
        if is_part(first) || first == b'-' {
            let is_numbered = matches!(line.get(at + length), Some(b'.' | b')'));
            let is_joined = matches!(line.get(at + length), Some(b'-' | b':'));
            let may_be_number =
                is_numbered && !is_remark(line, at, length) && !follows_point(&words, line, at);
            words.push(LineWord {
                at,
                bytes,
                is_numbered,
                may_be_number,
                is_joined,
            });
        }
        at += length;
    }
    words
}

/// Whether a number begins a decimal or is in brackets, like evaluations and times: `1.5`, `+1.`, `(1)`, `(+12)`.
fn is_remark(line: &[u8], at: usize, length: usize) -> bool {
    let before = &line[..at];
    let opening = before
        .iter()
        .rposition(|byte| !b"+-0123456789.,:/".contains(byte));
    let is_bracketed = opening.is_some_and(|opening| before[opening] == b'(');
    match &line[at + length..] {
        [b'.', b'0'..=b'9', ..] => true,
        [b'.', b')', ..] | [b')', ..] => is_bracketed,
        // A dash directly after a word joins it to the number.
        _ => match before {
            [.., b'+'] | [b'-'] => true,
            [.., other, b'-'] => !other.is_ascii_alphanumeric() && *other != b'-',
            _ => false,
        },
    }
}

/// Whether a number follows the point of a decimal.
fn follows_point(words: &[LineWord<'_>], line: &[u8], at: usize) -> bool {
    words.last().is_some_and(|whole| {
        let end = whole.at + whole.bytes.len();
        whole.bytes.iter().all(u8::is_ascii_digit) && line[end..at] == *b"."
    })
}

fn in_letters(words: &[LineWord<'_>]) -> Tokens {
    let mut tokens = Tokens::default();
    for word in words {
        if word.bytes[0] == b'-' {
            if word.bytes.len() == 2 {
                tokens.list.push(token(word, 0, 2, WordKind::Pass));
            }
        } else if !split(word, &mut tokens.list) {
            let text = String::from_utf8_lossy(word.bytes);
            tokens.is_prose |= word.bytes.len() > 2 && !is_label(&text);
        }
    }
    tokens
}

/// Splits a word into a number, squares and passes. Returns false if it has other parts.
fn split(word: &LineWord<'_>, list: &mut Vec<GameToken>) -> bool {
    let digits = word
        .bytes
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    if digits == word.bytes.len() && !word.may_be_number {
        // Scores, years and the like.
        return true;
    }
    if digits > 2 {
        return false;
    }
    let Some(plies) = only_ply(word).or_else(|| plies(word, digits)) else {
        return false;
    };
    if digits > 0 {
        let number = number(&word.bytes[..digits]);
        list.push(token(word, 0, digits, WordKind::Number(number)));
    }
    list.extend(plies);
    true
}

/// A word for a pass, or a move directly after its side.
fn only_ply(word: &LineWord<'_>) -> Option<Vec<GameToken>> {
    let is_word = |name: &&str| word.bytes.eq_ignore_ascii_case(name.as_bytes());
    if PASSES.iter().any(is_word) {
        return Some(vec![token(word, 0, word.bytes.len(), WordKind::Pass)]);
    }
    let [
        b'B' | b'b' | b'W' | b'w',
        letter @ (b'a'..=b'h' | b'A'..=b'H'),
        digit @ b'1'..=b'8',
    ] = word.bytes
    else {
        return None;
    };
    Some(vec![token(word, 1, 2, square_of(*letter, *digit))])
}

/// The squares and passes of a word from an index on; `None` if it has other parts.
fn plies(word: &LineWord<'_>, mut at: usize) -> Option<Vec<GameToken>> {
    let mut plies = Vec::new();
    let mut squares = 0;
    while at < word.bytes.len() {
        let rest = &word.bytes[at..];
        let (length, kind) = if let Some(length) = pass(rest) {
            (length, WordKind::Pass)
        } else if let [letter, digit, ..] = rest
            && letter.is_ascii_alphabetic()
            && digit.is_ascii_digit()
            && !matches!(rest.get(2), Some(b'0'..=b'9'))
        {
            (2, square_of(*letter, *digit))
        } else if squares > 1 {
            (rest.len(), WordKind::NoSquare)
        } else {
            return None;
        };
        squares += usize::from(matches!(kind, WordKind::Square(_)));
        plies.push(token(word, at, length, kind));
        at += length;
    }
    Some(plies)
}

/// Words for a pass: directly after its side, and in the languages of record files.
const PASSES: &[&str] = &[
    "bpass", "wpass", "passes", "passe", "passa", "passou", "passo", "paso", "pasa", "passt",
    "passen",
];

fn pass(text: &[u8]) -> Option<usize> {
    let begins = |name: &str| {
        text.get(..name.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()))
    };
    ["pass", "pa", "ps"]
        .into_iter()
        .find(|name| begins(name))
        .map(str::len)
}

fn square_of(letter: u8, digit: u8) -> WordKind {
    let column = letter.to_ascii_lowercase().wrapping_sub(b'a');
    square(column, digit.wrapping_sub(b'1'))
}

fn square(column: u8, row: u8) -> WordKind {
    if column < 8 && row < 8 {
        WordKind::Square(Square { row, column })
    } else {
        WordKind::NoSquare
    }
}

fn token(word: &LineWord<'_>, from: usize, length: usize, kind: WordKind) -> GameToken {
    let text = String::from_utf8_lossy(&word.bytes[from..from + length.min(12)]).into_owned();
    GameToken {
        at: word.at + from,
        text,
        kind,
        begins_word: from == 0,
    }
}

fn number(digits: &[u8]) -> u32 {
    digits
        .iter()
        .fold(0, |value, digit| 10 * value + u32::from(digit - b'0'))
}
