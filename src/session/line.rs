//! The lines of a game tree, as owned data.

use serde::Serialize;

use crate::games::{Assessment, Move, Player};

/// The main line of a game, or a variation starting at its first move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VariationLine {
    /// From 1, the main line.
    pub number: usize,
    /// The nesting depth of variations; 0 for the main line.
    pub depth: usize,
    /// The number of moves before the line.
    pub after: usize,
    /// At least one.
    pub moves: Vec<LineMove>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LineMove {
    /// From 1, passes included.
    pub ply: usize,
    #[serde(skip)]
    pub mv: Move,
    pub player: Player,
    #[serde(rename = "move")]
    pub name: String,
    /// The side that must pass after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passed: Option<Player>,
    #[serde(rename = "sign", skip_serializing_if = "Option::is_none")]
    pub assessment: Option<Assessment>,
    /// The note on the position after the move, or an empty string.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Whether the position after the move is the current one.
    pub on_board: bool,
}
