//! The tree of a game as text, for saves: `f5 d6! {a note} (f6 e6) (c3 d3?)`.
//!
//! Moves are separated by spaces. An annotation follows its move directly. A note in braces follows the move that
//! it is about; a note before the first move is about the start. Alternatives are in parentheses, the main line
//! first. In a note, `\` escapes `}` and `\`.

use std::fmt::Write;

use thiserror::Error;

use crate::base::text::branches;
use crate::games::{Assessment, Game, IllegalMove, ParseMoveError};
use crate::records::{Annotation, MAX_NOTE_BYTES, MAX_TREE_POSITIONS, MoveTree, NodeId, TreeMove};

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TreeError {
    #[error(transparent)]
    Unreadable(ParseMoveError),
    #[error(transparent)]
    Illegal(IllegalMove),
    #[error("{0} appears twice after the same moves")]
    DuplicateMove(String),
    #[error("unexpected )")]
    Unopened,
    #[error("{0} is missing")]
    Unclosed(char),
    #[error("a variation must begin with a move")]
    NoMove,
    #[error("{0:?} is not a move annotation")]
    UnknownSign(String),
    #[error(
        "too large: a tree has at most {MAX_TREE_POSITIONS} moves and {MAX_NOTE_BYTES} bytes of notes"
    )]
    TooLarge,
    #[error("the game's moves are missing from its variations")]
    NotInTree,
}

pub(super) fn print(tree: &MoveTree) -> String {
    let mut text = String::new();
    let children = |node| tree.children(node).collect();
    branches::print(&mut text, NodeId::START, " (", children, |text, node| {
        if node != NodeId::START {
            if !text.is_empty() && !text.ends_with('(') {
                text.push(' ');
            }
            text.push_str(&tree.move_to(node).name);
        }
        let Annotation { note, assessment, .. } = tree.annotation(node);
        let _ = assessment.map(|sign| write!(text, "{sign}"));
        if !note.is_empty() {
            let space = if text.is_empty() { "" } else { " " };
            let escaped = note.replace('\\', "\\\\").replace('}', "\\}");
            let _ = write!(text, "{space}{{{escaped}}}");
        }
    });
    text.trim_start().to_owned()
}

pub(super) fn read(text: &str, start: &dyn Game) -> Result<MoveTree, (usize, TreeError)> {
    let mut tree = MoveTree::default();
    let (mut at, mut game) = (NodeId::START, start.clone_box());
    // The positions before open parentheses.
    let mut open: Vec<(NodeId, Box<dyn Game>)> = Vec::new();
    let mut offset = 0;
    while let Some(next) = text[offset..].chars().next() {
        let rest = &text[offset..];
        match next {
            '(' => {
                let after = rest[1..].trim_start();
                if after.is_empty() || after.starts_with(['(', ')', '{']) {
                    return Err((offset, TreeError::NoMove));
                }
                open.push((at, game.clone_box()));
                offset += 1;
            }
            ')' => {
                (at, game) = open.pop().ok_or((offset, TreeError::Unopened))?;
                offset += 1;
            }
            '{' => {
                let (note, length) = note(&rest[1..]).ok_or((offset, TreeError::Unclosed('}')))?;
                if tree.note_bytes() + note.len() > MAX_NOTE_BYTES {
                    return Err((offset, TreeError::TooLarge));
                }
                let annotation = Annotation { note, ..tree.annotation(at).clone() };
                tree.annotate(at, annotation);
                offset += 1 + length;
            }
            space if space.is_whitespace() => offset += space.len_utf8(),
            _ => {
                let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '{');
                let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
                let name = word.trim_end_matches(['!', '?']);
                if tree.is_full() {
                    return Err((offset, TreeError::TooLarge));
                }
                let mv = game.parse_move(name).map_err(|e| (offset, TreeError::Unreadable(e)))?;
                let name = game.move_name(mv);
                let played = game.play(mv).map_err(|e| (offset, TreeError::Illegal(e)))?;
                if tree.child(at, mv).is_some() {
                    return Err((offset, TreeError::DuplicateMove(name)));
                }
                at = tree.add(at, TreeMove::new(mv, name, &played));
                let sign = &word[word.trim_end_matches(['!', '?']).len()..];
                if !sign.is_empty() {
                    let sign = sign.parse::<Assessment>();
                    let assessment =
                        Some(sign.map_err(|error| (offset, TreeError::UnknownSign(error.0)))?);
                    tree.annotate(at, Annotation { assessment, ..Annotation::default() });
                }
                offset += word.len();
            }
        }
    }
    if open.is_empty() { Ok(tree) } else { Err((text.len(), TreeError::Unclosed(')'))) }
}

/// Reads a note up to its closing brace. Returns its length with the brace; `None` if the brace is missing.
fn note(text: &str) -> Option<(String, usize)> {
    let mut note = String::new();
    let mut characters = text.char_indices();
    while let Some((offset, character)) = characters.next() {
        match character {
            '}' => return Some((note, offset + 1)),
            '\\' => note.push(characters.next()?.1),
            other => note.push(other),
        }
    }
    None
}
