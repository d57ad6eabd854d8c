//! A game as plain data, for saving and loading.

use std::fmt::Write;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Aid, Clocks, CurrentGame, Forfeit, Icons, Players};
use crate::base::language::tr;
use crate::base::text::{branches, quoted};
use crate::games::{self, Assessment, Game, IllegalMove, ParseMoveError, Setup, SetupError};
use crate::players::Competitive;
use crate::records::InLanguage;
use crate::records::{Annotation, MAX_NOTE_BYTES, MAX_TREE_POSITIONS, MoveTree, NodeId, TreeMove};

/// The data of a saved game: its setup, and every move by name.
///
/// The board is for readers, and a check: replaying the moves must end on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    pub game: String,
    pub setup: Setup,
    pub players: Players,
    pub icons: Icons,
    /// The names of the moves, separated by spaces, without passes.
    pub moves: String,
    /// The board after the last move, one string per row, with `B`, `W` and `-`.
    pub board: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
    /// The first help that a player had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aid: Option<Aid>,
    /// The tree, if it has notes, annotations or moves other than `moves`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<TreeSnapshot>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "tree")]
pub struct TreeSnapshot {
    /// All lines as text: `f5 d6! {a note} (f6 e6) (c3 d3)`.
    pub lines: String,
    /// Whether the moves after the current position are undone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub taken_back: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SnapshotError {
    #[error("{}", tr!("unknown game code {text}", text = quoted(.0)))]
    UnknownGame(String),
    #[error("{}", .0.in_language())]
    Setup(#[from] SetupError),
    #[error("{}", tr!("{name} has no competitive games", name = .0))]
    Competitive(&'static str),
    #[error("{}", tr!("move {number}: {error}", number, error = source.in_language()))]
    Unreadable {
        number: usize,
        source: ParseMoveError,
    },
    #[error("{}", tr!("move {number}: {error}", number, error = source.in_language()))]
    Illegal { number: usize, source: IllegalMove },
    #[error("{problem}")]
    Tree { offset: usize, problem: String },
    #[error("{}", tr!("the saved moves don't lead to the saved board"))]
    OtherBoard,
}

impl Snapshot {
    pub fn of(current: &CurrentGame, icons: Icons) -> Self {
        let game = current.game();
        Self {
            game: game.info().code.to_owned(),
            setup: current.setup(),
            players: current.players().clone(),
            icons,
            moves: current.move_names().collect::<Vec<_>>().join(" "),
            board: game.grid().to_rows(),
            clocks: current.clocks().copied(),
            forfeit: current.main_forfeit(),
            aid: current.aid(),
            tree: current.has_other_moves().then(|| TreeSnapshot {
                lines: print_tree(&current.tree),
                taken_back: current.is_taken_back,
            }),
        }
    }

    /// Restores the game by replaying its moves.
    pub fn replay(&self) -> Result<CurrentGame, SnapshotError> {
        let info = games::find(&self.game)
            .ok_or_else(|| SnapshotError::UnknownGame(self.game.chars().take(20).collect()))?;
        if self.players.is_competitive() && !Competitive::plays(info) {
            return Err(SnapshotError::Competitive(info.name));
        }
        let mut current = CurrentGame::new(info, info.setup(self.setup)?, self.players.clone());
        let start = current.game().clone_box();
        for (number, name) in (1..).zip(self.moves.split_whitespace()) {
            let mv = current
                .game()
                .parse_move(name)
                .map_err(|source| SnapshotError::Unreadable { number, source })?;
            current
                .push(mv)
                .map_err(|source| SnapshotError::Illegal { number, source })?;
        }
        if let Some(TreeSnapshot { lines, taken_back }) = &self.tree {
            let wrong = |(offset, problem)| SnapshotError::Tree { offset, problem };
            let tree = read_tree(lines, &*start).map_err(wrong)?;
            let missing = tr!("the game's moves are missing from its variations");
            let within = current.within(tree, *taken_back);
            current = within.ok_or_else(|| wrong((0, missing.to_owned())))?;
        }
        current.clocks = self.clocks;
        current.aid = self.aid;
        current.restore_forfeit(self.forfeit);
        current.has_studied_moves = current.is_studied() && self.tree.is_some();
        if current.game().grid().to_rows() == self.board {
            Ok(current)
        } else {
            Err(SnapshotError::OtherBoard)
        }
    }
}

/// Formats a tree as `f5 d6! {a note} (f6 e6) (c3 d3?)`.
///
/// Moves are separated by spaces. An annotation follows its move directly. A note in braces follows the move that
/// it is about; a note before the first move is about the start. Alternatives are in parentheses, the main line
/// first. In a note, `\` escapes `}` and `\`.
pub fn print_tree(tree: &MoveTree) -> String {
    let mut text = String::new();
    let children = |node| tree.children(node).collect();
    branches::print(&mut text, NodeId::START, " (", children, |text, node| {
        if node != NodeId::START {
            if !text.is_empty() && !text.ends_with('(') {
                text.push(' ');
            }
            text.push_str(&tree.move_to(node).name);
        }
        let Annotation {
            note, assessment, ..
        } = tree.annotation(node);
        let _ = assessment.map(|sign| write!(text, "{sign}"));
        if !note.is_empty() {
            let space = if text.is_empty() { "" } else { " " };
            let escaped = note.replace('\\', "\\\\").replace('}', "\\}");
            let _ = write!(text, "{space}{{{escaped}}}");
        }
    });
    text.trim_start().to_owned()
}

/// Reads the text of a tree. An error has its offset.
fn read_tree(text: &str, start: &dyn Game) -> Result<MoveTree, (usize, String)> {
    let mut reader = TreeReader {
        tree: MoveTree::default(),
        at: NodeId::START,
        game: start.clone_box(),
        open: Vec::new(),
    };
    let mut offset = 0;
    while offset < text.len() {
        let read = reader.read(&text[offset..]);
        offset += read.map_err(|problem| (offset, problem))?;
    }
    if reader.open.is_empty() {
        Ok(reader.tree)
    } else {
        Err((text.len(), missing(')')))
    }
}

struct TreeReader {
    tree: MoveTree,
    at: NodeId,
    game: Box<dyn Game>,
    /// The positions before open parentheses.
    open: Vec<(NodeId, Box<dyn Game>)>,
}

impl TreeReader {
    /// Reads the beginning of a text that is not empty. Returns its length, or the problem.
    fn read(&mut self, rest: &str) -> Result<usize, String> {
        match rest.chars().next() {
            Some('(') => {
                let after = rest[1..].trim_start();
                if after.is_empty() || after.starts_with(['(', ')', '{']) {
                    return Err(tr!("a variation must begin with a move").to_owned());
                }
                self.open.push((self.at, self.game.clone_box()));
                Ok(1)
            }
            Some(')') => {
                let before = self.open.pop();
                (self.at, self.game) = before.ok_or_else(|| tr!("unexpected )").to_owned())?;
                Ok(1)
            }
            Some('{') => self.note(rest),
            Some(space) if space.is_whitespace() => Ok(space.len_utf8()),
            _ => self.mv(rest),
        }
    }

    fn note(&mut self, rest: &str) -> Result<usize, String> {
        let (note, length) = note(&rest[1..]).ok_or_else(|| missing('}'))?;
        if self.tree.note_bytes() + note.len() > MAX_NOTE_BYTES {
            return Err(too_large());
        }
        let annotation = Annotation {
            note,
            ..self.tree.annotation(self.at).clone()
        };
        self.tree.annotate(self.at, annotation);
        Ok(1 + length)
    }

    /// Reads a move and its annotation.
    fn mv(&mut self, rest: &str) -> Result<usize, String> {
        let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '{');
        let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        let name = word.trim_end_matches(['!', '?']);
        let sign = &word[name.len()..];
        if self.tree.is_full() {
            return Err(too_large());
        }
        let mv = self
            .game
            .parse_move(name)
            .map_err(|error| error.in_language())?;
        let name = self.game.move_name(mv);
        let played = self.game.play(mv).map_err(|error| error.in_language())?;
        if self.tree.child(self.at, mv).is_some() {
            return Err(tr!("{name} appears twice after the same moves", name));
        }
        self.at = self.tree.add(self.at, TreeMove::new(mv, name, &played));
        if !sign.is_empty() {
            let sign = sign
                .parse::<Assessment>()
                .map_err(|error| tr!("{text} is not a move annotation", text = quoted(&error.0)))?;
            let annotation = Annotation {
                assessment: Some(sign),
                ..Annotation::default()
            };
            self.tree.annotate(self.at, annotation);
        }
        Ok(word.len())
    }
}

fn too_large() -> String {
    tr!(
        "too large: a tree has at most {moves} moves and {bytes} bytes of notes",
        moves = MAX_TREE_POSITIONS,
        bytes = MAX_NOTE_BYTES
    )
}

fn missing(end: char) -> String {
    tr!("{name} is missing", name = end)
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
