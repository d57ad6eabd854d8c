//! What the text around a board says: the side to move, and whose discs the symbols are.

use crate::games::Player;

use super::super::BoardError;
use super::super::board::side_in_words;
use super::legend::Legend;
use super::symbols::{DiscSymbols, always, role};

/// The text around the rows of a board.
#[derive(Debug, Clone, Copy)]
pub struct Texts<'a> {
    pub above: &'a [&'a str],
    pub beside: &'a [String],
    pub below: &'a [&'a str],
}

/// The words after a side that make it the side to move: `Black to play`, `X's turn`.
const AFTER: &[&[&str]] = &[
    &["to", "move"],
    &["to", "play"],
    &["to", "go"],
    &["is", "to"],
    &["is", "next"],
    &["is", "on"],
    &["on", "move"],
    &["s", "turn"],
    &["s", "move"],
    &["turn"],
    &["next"],
    &["moves"],
    &["plays"],
    &["goes"],
    &["begins"],
    &["starts"],
    &["has", "to"],
    &["must"],
];

/// The words before a side that make it the side to move: `Turn: Black`, `next to move: X`.
const BEFORE: &[&[&str]] = &[
    &["turn"],
    &["turn", "is"],
    &["turn", "of"],
    &["next"],
    &["next", "is"],
    &["next", "move"],
    &["next", "player"],
    &["current", "player"],
    &["active", "player"],
    &["player", "to", "move"],
    &["side", "to", "move"],
    &["to", "move"],
    &["to", "move", "is"],
    &["to", "play"],
    &["on", "move"],
    &["mover"],
];

/// What the text around a board claims.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SideClaims {
    /// The names of the side to move: words, or symbols of the board.
    named: Vec<String>,
    /// A side in brackets beside a row, which counts if nothing else names one.
    marked: Vec<String>,
    pub legend: Legend,
}

impl SideClaims {
    pub fn of(texts: &Texts<'_>) -> Self {
        let mut claims = Self::default();
        for line in texts
            .above
            .iter()
            .chain(texts.below)
            .copied()
            .map(without_comment)
        {
            claims.read_legend(&words(line));
        }
        for line in texts.above.iter().copied().map(without_comment) {
            claims.named.extend(named(&words(line)));
        }
        if let Some(last) = texts.above.last() {
            claims.named.extend(alone(&words(without_comment(last))));
        }
        for text in texts.beside {
            let words = words(without_comment(text));
            claims.read_legend(&words);
            let sides = named(&words);
            let alone = alone(&words).filter(|_| sides.is_empty() && !is_bracketed(text));
            claims.named.extend(sides.into_iter().chain(alone));
            if is_bracketed(text) {
                claims.marked.extend(words.first().cloned());
            }
        }
        for line in texts.below.iter().copied().map(without_comment) {
            let words = words(line);
            claims
                .named
                .extend(in_line(&words).into_iter().chain(prompted(line)));
        }
        claims
    }

    /// Whether the text names no side to move.
    pub fn is_empty(&self) -> bool {
        self.named.is_empty()
    }

    /// Returns the side to move; `None` if the text doesn't name it.
    ///
    /// # Errors
    /// Returns [`BoardError::TwoSides`] if the text names both.
    pub fn side(&self, discs: DiscSymbols) -> Result<Option<Player>, BoardError> {
        let side = |name: &String| side_named(name, discs);
        let mut sides: Vec<Player> = self.named.iter().filter_map(side).collect();
        if sides.is_empty() && self.marked.len() == 1 {
            sides.extend(self.marked.iter().filter_map(side));
        }
        match sides.first() {
            Some(first) if sides.iter().any(|other| other != first) => Err(BoardError::TwoSides),
            first => Ok(first.copied()),
        }
    }

    /// Reads the symbols and counts of the sides: `X black 4, O white 1`, `Black (*): 2`.
    fn read_legend(&mut self, words: &[String]) {
        for pair in words.windows(2) {
            for (word, other) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
                let mut symbols = other.chars();
                if let (Some(side), Some(symbol), None) =
                    (side_in_words(word), symbols.next(), symbols.next())
                    && role(symbol).is_some()
                    && !matches!(symbol, '-' | '.' | '_')
                {
                    self.legend.symbols.push((symbol, side));
                }
            }
        }
        self.read_counts(words);
    }

    fn read_counts(&mut self, words: &[String]) {
        let mut counts = [None; 2];
        let mut counted = Vec::new();
        for (index, word) in words.iter().enumerate() {
            let number = |place: usize| words.get(place).and_then(|next| next.parse().ok());
            if let Some(side) = side_in_words(word) {
                counts[side.index()] = number(index + 1).or_else(|| number(index + 2));
            }
            let mut symbols = word.chars();
            if let (Some(symbol), None, Some(count)) =
                (symbols.next(), symbols.next(), number(index + 1))
                && role(symbol).is_some()
            {
                counted.push((symbol, count));
            }
        }
        if let [Some(black), Some(white)] = counts {
            self.legend.counts = Some([black, white]);
        }
        if counted.len() == 2 && words.len() == 4 {
            self.legend.counted = counted;
        }
    }
}

/// The side with a name: a word, or a symbol of the board.
fn side_named(name: &str, discs: DiscSymbols) -> Option<Player> {
    let mut symbols = name.chars();
    match (symbols.next(), symbols.next()) {
        (Some(symbol), None) => discs.side(symbol).or_else(|| always(symbol)),
        _ => side_in_words(name),
    }
}

/// Whether a line names the side to move.
pub fn is_named(line: &str) -> bool {
    let words = words(without_comment(line));
    !in_line(&words).is_empty() || prompted(line).is_some()
}

/// Cuts a comment. A `#` before a number is a symbol with its count.
fn without_comment(line: &str) -> &str {
    let is_comment = |(at, sign): &(usize, char)| {
        let rest = line[at + sign.len_utf8()..].trim_start();
        *sign == '%' || !rest.starts_with(|next: char| next.is_ascii_digit() || ")]".contains(next))
    };
    let mut signs = line.char_indices().filter(|(_, sign)| "#%".contains(*sign));
    signs.find(is_comment).map_or(line, |(at, _)| &line[..at])
}

/// The words of a line, in small letters. Symbols are words, too.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for sign in line.chars() {
        if sign.is_alphanumeric() {
            word.extend(sign.to_lowercase());
            continue;
        }
        if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if role(sign).is_some() && !sign.is_whitespace() && !"-._!?+~^".contains(sign) {
            words.push(sign.to_string());
        }
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    words
}

fn is_side(word: &str) -> bool {
    side_in_words(word).is_some()
        || word.chars().count() == 1 && word.chars().all(|symbol| role(symbol).is_some())
}

/// The sides to move in a separate line: named in a sentence, or alone.
fn in_line(words: &[String]) -> Vec<String> {
    let sides = named(words);
    if sides.is_empty() {
        alone(words).into_iter().collect()
    } else {
        sides
    }
}

/// The sides to move in a sentence, as a rule one or none. A sentence about a move already made names none.
fn named(words: &[String]) -> Vec<String> {
    let mut sides = Vec::new();
    let mut index = 0;
    while index < words.len() {
        if !is_side(&words[index]) {
            index += 1;
            continue;
        }
        // A symbol may follow a word for the same side: `Black (x) to play`.
        let length = words[index..]
            .iter()
            .take_while(|word| is_side(word))
            .count();
        let before = &words[..index];
        let after = &words[index + length..];
        if is_followed(after) || BEFORE.iter().any(|wanted| ends_with(before, wanted)) {
            let group = &words[index..index + length];
            let word = group.iter().find(|word| side_in_words(word).is_some());
            sides.push(word.unwrap_or(&group[0]).clone());
        }
        index += length;
    }
    sides
}

fn is_followed(after: &[String]) -> bool {
    AFTER.iter().any(|wanted| {
        let next = after.get(wanted.len());
        let is_count_or_move =
            next.is_some_and(|word| word.chars().any(|letter| letter.is_ascii_digit()));
        starts_with(after, wanted) && !(wanted.len() == 1 && is_count_or_move)
    })
}

fn starts_with(words: &[String], wanted: &[&str]) -> bool {
    words.len() >= wanted.len()
        && words
            .iter()
            .zip(wanted)
            .all(|(word, wanted)| word == wanted)
}

fn ends_with(words: &[String], wanted: &[&str]) -> bool {
    words.len() >= wanted.len() && starts_with(&words[words.len() - wanted.len()..], wanted)
}

/// The only side in a line without other words: `Black (X)`.
fn alone(words: &[String]) -> Option<String> {
    let is_pair = |words: &[String]| {
        words
            .iter()
            .filter(|word| side_in_words(word).is_some())
            .count()
            < 2
            && words
                .iter()
                .filter(|word| side_in_words(word).is_none())
                .count()
                < 2
    };
    let is_alone = !words.is_empty() && words.iter().all(|word| is_side(word)) && is_pair(words);
    let word = words
        .iter()
        .find(|word| side_in_words(word).is_some())
        .or(words.first());
    word.filter(|_| is_alone).cloned()
}

/// Whether a text begins with a symbol in brackets, as Zebra marks the side to move: `(*)`.
fn is_bracketed(text: &str) -> bool {
    let mut signs = text.chars();
    signs.next() == Some('(')
        && signs.next().is_some_and(|sign| role(sign).is_some())
        && signs.next() == Some(')')
}

/// The side in our own prompt: `reversi B > `.
fn prompted(line: &str) -> Option<String> {
    let (before, _) = line.split_once('>')?;
    let words = words(before);
    match &words[..] {
        [name, side] if name == "reversi" && is_side(side) => Some(side.clone()),
        _ => None,
    }
}
