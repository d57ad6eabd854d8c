//! Prints records as PGN.

use std::fmt::Write;

use crate::games::{Assessment, Player};

use super::super::{Annotation, GameRecord, MoveTree, NodeId, Remarks};
use super::wrapping::WrappedText;
use super::{fields, words};

/// Prints the tags and the moves.
pub fn print(record: &GameRecord) -> String {
    let mut text = fields::print(record);
    let mut tree = record.tree().cloned().unwrap_or_else(|| {
        let mut tree = MoveTree::default();
        tree.add_plies(NodeId::START, record.moves());
        tree
    });
    tree.set_main_remarks(record.moves());
    let start_pass = record
        .moves()
        .first()
        .filter(|first| first.square.is_none());
    let mut moves = MoveText {
        out: WrappedText::default(),
        tree: &tree,
        // White's move has the number of Black's before it.
        offset: usize::from(start_pass.is_some())
            + usize::from(record.start().turn == Player::White),
        needs_number: true,
    };
    moves.comment("", &record.start_comment());
    if let Some(pass) = start_pass {
        moves.ply(0, pass.player, PASS, tree.pass_annotation(NodeId::START));
    }
    moves.line(NodeId::START);
    moves.out.word(&fields::shown_result(record));
    text.push('\n');
    text + &moves.out.finish()
}

const PASS: &str = "pass";

struct MoveText<'a> {
    out: WrappedText,
    tree: &'a MoveTree,
    /// The number of plies before the first of the tree, counted from a move of Black.
    offset: usize,
    /// Whether the next move needs its number, although it is White's.
    needs_number: bool,
}

impl MoveText<'_> {
    /// Prints the moves after a node. It calls itself for variations; a game has at most 60 moves.
    fn line(&mut self, mut at: NodeId) {
        loop {
            let mut children = self.tree.children(at);
            let Some(first) = children.next() else { return };
            let others: Vec<NodeId> = children.collect();
            self.mv(first);
            for other in others {
                self.out.open();
                self.needs_number = true;
                self.mv(other);
                self.pass_after(other);
                self.line(other);
                self.out.close();
                self.needs_number = true;
            }
            self.pass_after(first);
            at = first;
        }
    }

    fn mv(&mut self, id: NodeId) {
        let mv = self.tree.move_to(id);
        self.ply(
            self.tree.ply(id),
            mv.player,
            &mv.name,
            self.tree.annotation(id),
        );
    }

    fn pass_after(&mut self, id: NodeId) {
        if let Some(player) = self.tree.move_to(id).passed.filter(|_| id != NodeId::START) {
            self.ply(
                self.tree.ply(id) + 1,
                player,
                PASS,
                self.tree.pass_annotation(id),
            );
        }
    }

    /// Prints a ply, whose number from 1 doesn't count a pass at the start.
    fn ply(&mut self, number: usize, player: Player, name: &str, annotation: &Annotation) {
        let index = (number + self.offset).saturating_sub(1);
        let needs_number = std::mem::take(&mut self.needs_number);
        match player {
            Player::Black => self.out.word(&format!("{}.", index / 2 + 1)),
            Player::White if needs_number => self.out.word(&format!("{}...", index / 2 + 1)),
            Player::White => {}
        }
        self.out.word(name);
        if let Some(assessment) = annotation.assessment {
            let number = words::NUMBERED.iter().position(|&sign| sign == assessment);
            self.out
                .word(&format!("${}", number.map_or(0, |index| index + 1)));
        }
        self.comment(&commands(player, annotation.remarks), &annotation.note);
    }

    /// Prints the commands and the lines of a comment, one comment for each line.
    fn comment(&mut self, commands: &str, note: &str) {
        let note = note.trim_matches(['\n', ' ']);
        let mut lines: Vec<String> = Vec::new();
        if !note.is_empty() {
            lines.extend(note.split('\n').map(words::plain));
        }
        if !commands.is_empty() {
            match lines.first_mut().filter(|first| !first.contains('}')) {
                Some(first) => *first = format!("{commands} {first}"),
                None => lines.insert(0, commands.to_owned()),
            }
        }
        self.needs_number |= !lines.is_empty();
        for line in lines {
            if line.contains('}') {
                // Braces can't contain this one, so the comment ends with the line.
                self.out.word(&format!("; {line}"));
                self.out.end_line();
            } else {
                self.in_braces(&line);
            }
        }
    }

    fn in_braces(&mut self, line: &str) {
        let parts = breakable(line);
        let last = parts.len() - 1;
        for (index, part) in parts.into_iter().enumerate() {
            let opening = if index == 0 { "{" } else { "" };
            let closing = if index == last { "}" } else { "" };
            self.out.word(&format!("{opening}{part}{closing}"));
        }
    }
}

/// Splits a text at single blanks. At the start of a line, `%` and `[` would have another meaning.
fn breakable(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(' ') {
        let before = &text[..at];
        let after = &text[at + 1..];
        if !before.ends_with(' ') && !after.starts_with([' ', '%', '[']) && !after.is_empty() {
            parts.push(&text[start..at]);
            start = at + 1;
        }
    }
    parts.push(&text[start..]);
    parts
}

/// The evaluation for Black and the time of a ply: `[%eval 1.5] [%emt 0:00:02]`.
fn commands(
    player: Player,
    Remarks {
        evaluation,
        seconds,
    }: Remarks,
) -> String {
    let evaluation = evaluation
        .filter(|number| number.is_finite())
        .map(|evaluation| {
            let for_black = if player == Player::Black {
                evaluation
            } else {
                -evaluation
            };
            // Adding zero turns -0 into +0.
            format!("[%eval {}]", for_black + 0.0)
        });
    let seconds = seconds.filter(|number| number.is_finite() && *number >= 0.0);
    let seconds = seconds.map(|seconds| format!("[%emt {}]", shown_time(seconds)));
    evaluation
        .into_iter()
        .chain(seconds)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Prints a time as `h:mm:ss`, with the decimals of the seconds unchanged.
fn shown_time(seconds: f64) -> String {
    let text = seconds.to_string();
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
    let Ok(whole) = whole.parse::<u64>() else {
        return text;
    };
    let mut shown = format!("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
    if !decimals.is_empty() {
        let _ = write!(shown, ".{decimals}");
    }
    shown
}

const _: () = assert!(words::NUMBERED.len() == Assessment::ALL.len());
