//! The lines of a game's tree, as owned data.

use serde::Serialize;

use crate::games::{Assessment, Move, Player};

/// The main line of a game, or a variation from the move on that it begins with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Its number, from 1, the main line's.
    pub number: usize,
    /// How many variations it is inside of: 0 for the main line.
    pub depth: usize,
    /// How many moves come before it.
    pub after: usize,
    /// Its moves to the end, at least one.
    pub moves: Vec<LineMove>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LineMove {
    /// The number of its ply, from 1; a pass counts as a ply.
    pub ply: usize,
    #[serde(skip)]
    pub mv: Move,
    /// Who makes it.
    pub player: Player,
    #[serde(rename = "move")]
    pub name: String,
    /// Who has to pass afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passed: Option<Player>,
    /// Its sign.
    #[serde(rename = "sign", skip_serializing_if = "Option::is_none")]
    pub assessment: Option<Assessment>,
    /// What is written about the position after it; empty if nothing is.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Whether the position after it is on the board.
    pub on_board: bool,
}
