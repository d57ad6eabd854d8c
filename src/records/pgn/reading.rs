//! Builds a record from the tokens of a game.

use crate::games::{Assessment, Player, Square, parse_square, shortened};

use super::super::details::{is_pass, number, set};
use super::super::replay::Replay;
use super::super::{
    Annotation, BadRecord, BoardPosition, Format, GameRecord, MoveTree, NodeId, Problem, Remarks,
};
use super::fields::{self, GameTags};
use super::token::{Token, TokenKind};
use super::{result, words};

/// The maximum number of moves in a game, variations included.
const MAX_MOVES: usize = 50_000;

/// The maximum nesting depth of variations.
const MAX_DEPTH: usize = 1_000;

struct PgnReading {
    details: GameRecord,
    tree: MoveTree,
    /// The current line.
    line: OpenLine,
    /// The lines around the current one.
    outer: Vec<OpenLine>,
    start_comment: String,
    /// Whether squares are two digits.
    in_digits: bool,
}

#[derive(Clone)]
struct OpenLine {
    replay: Replay,
    /// The end of the line in the tree.
    at: NodeId,
    subject: Subject,
    /// The comment before the first move of a variation.
    pending: String,
    /// The time left of Black and White, in seconds.
    clocks: [Option<f64>; 2],
    /// The line before its last move, which a variation replaces.
    before: Option<Box<OpenLine>>,
}

/// What a comment is about.
#[derive(Clone, Copy, PartialEq)]
enum Subject {
    Beginning,
    Move,
    Pass,
}

/// Builds a record and checks every move. An error contains the main line up to a bad move.
pub fn parse(tokens: &[Token]) -> Result<GameRecord, BadRecord> {
    let tags = GameTags::of(tokens);
    let details = tags.details();
    let start = match tags.start() {
        Ok(Some(start)) => start,
        Ok(None) => start_of_moves(tokens),
        Err((at, problem)) => return Err(BadRecord::new(at, problem)),
    };
    let time = details
        .time
        .map(|time| f64::from(time.main))
        .filter(|time| *time > 0.0);
    let line = OpenLine {
        replay: Replay::from_start(start),
        at: NodeId::START,
        subject: Subject::Beginning,
        pending: String::new(),
        clocks: [time; 2],
        before: None,
    };
    let mut reading = PgnReading {
        details,
        tree: MoveTree::default(),
        line,
        outer: Vec::new(),
        start_comment: String::new(),
        in_digits: is_in_digits(tokens),
    };
    let taken = tokens.iter().try_for_each(|token| reading.take(token));
    let record = reading.finish(tags.is_white_first());
    match taken {
        Ok(()) => Ok(record),
        Err(bad) => Err(bad.after(record)),
    }
}

/// The start of a game without a tag for it. White begins if the first number is `1...` and only White has the move.
fn start_of_moves(tokens: &[Token]) -> BoardPosition {
    let usual = BoardPosition::START;
    let mut moves = tokens.iter().filter_map(|token| match &token.kind {
        TokenKind::Number { is_continued, .. } => Some((*is_continued, None)),
        TokenKind::Word(word) => Some((false, square(word).ok().flatten())),
        _ => None,
    });
    let (Some((true, _)), Some((_, Some(square)))) = (moves.next(), moves.next()) else {
        return usual;
    };
    let has = |board: BoardPosition| board.position().legal_moves() >> square.index(8) & 1 == 1;
    if !has(usual) && has(usual.passed()) {
        usual.passed()
    } else {
        usual
    }
}

/// Whether the first move is two digits, row then column.
fn is_in_digits(tokens: &[Token]) -> bool {
    let first = tokens.iter().find_map(|token| match &token.kind {
        TokenKind::Word(word) => Some(word),
        _ => None,
    });
    first.is_some_and(|word| word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Parses `f5`, two digits (row and column), or a pass.
fn square(word: &str) -> Result<Option<Square>, Problem> {
    let is_null = !word.is_empty() && word.bytes().all(|byte| byte == b'@');
    if is_pass(word) || is_null {
        return Ok(None);
    }
    if let [row @ b'1'..=b'8', column @ b'1'..=b'8'] = word.as_bytes() {
        return Ok(Some(Square {
            row: row - b'1',
            column: column - b'1',
        }));
    }
    parse_square(word, 8, 8)
        .map(Some)
        .map_err(|_| Problem::NotASquare(shortened(word)))
}

impl PgnReading {
    fn take(&mut self, token: &Token) -> Result<(), BadRecord> {
        match &token.kind {
            TokenKind::Tag { .. } | TokenKind::Number { .. } => {}
            TokenKind::Comment(text) => self.comment(text),
            TokenKind::Open => self.open(token.at)?,
            TokenKind::Close => self.close(token.at)?,
            TokenKind::Assessment(assessment) => self.annotate("", Some(*assessment)),
            TokenKind::Word(word) => self.word(token.at, word)?,
            TokenKind::Result(text) => self.result(text),
            TokenKind::Bad(problem) => return Err(BadRecord::new(token.at, problem.clone())),
        }
        Ok(())
    }

    fn open(&mut self, at: u64) -> Result<(), BadRecord> {
        if self.outer.len() == MAX_DEPTH {
            return Err(BadRecord::new(at, Problem::DeepVariations(MAX_DEPTH)));
        }
        let before = self.line.before.as_deref().unwrap_or(&self.line).clone();
        let inner = OpenLine {
            subject: Subject::Beginning,
            before: None,
            ..before
        };
        self.outer.push(std::mem::replace(&mut self.line, inner));
        Ok(())
    }

    fn close(&mut self, at: u64) -> Result<(), BadRecord> {
        let outer = self.outer.pop();
        self.line = outer.ok_or_else(|| BadRecord::new(at, Problem::Unopened(')')))?;
        Ok(())
    }

    /// Takes a result in the moves, unless a tag states one. Results in variations are skipped.
    fn result(&mut self, text: &str) {
        if self.outer.is_empty() && self.details.result.is_none() {
            self.details.result = result::parsed(text);
        }
    }

    fn word(&mut self, at: u64, word: &str) -> Result<(), BadRecord> {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        // The number of a move without a dot.
        if is_number && word.len() < 4 && !self.in_digits {
            return Ok(());
        }
        let square = square(word).map_err(|problem| BadRecord::new(at, problem))?;
        self.play(at, word, square)
    }

    fn play(&mut self, at: u64, word: &str, square: Option<Square>) -> Result<(), BadRecord> {
        let line = &mut self.line;
        let before = OpenLine {
            before: None,
            pending: String::new(),
            ..line.clone()
        };
        let ply = line.replay.ply();
        let played = line.replay.take(None, square, Remarks::default());
        played.map_err(|source| {
            BadRecord::new(
                at,
                Problem::Move {
                    name: shortened(word),
                    ply,
                    source,
                },
            )
        })?;
        let record = &line.replay.record;
        if square.is_none() {
            let has_passed = record.has_just_passed();
            line.subject = if has_passed {
                Subject::Pass
            } else {
                Subject::Move
            };
            return Ok(());
        }
        // The record may begin with a pass, and a pass may follow the move.
        let known = if line.at == NodeId::START { 0 } else { ply - 1 };
        line.at = self.tree.add_plies(line.at, &record.moves()[known..]);
        (line.subject, line.before) = (Subject::Move, Some(Box::new(before)));
        let pending = std::mem::take(&mut line.pending);
        if self.tree.move_count() > MAX_MOVES {
            return Err(BadRecord::new(at, Problem::ManyMoves(MAX_MOVES)));
        }
        if !pending.is_empty() {
            self.annotate(&pending, None);
        }
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        let (note, commands) = CommentCommands::split(text);
        self.set_remarks(&commands);
        // A comment of commands only is not an empty line.
        if !note.is_empty() || commands == CommentCommands::default() {
            self.annotate(&note, None);
        }
    }

    /// Stores the evaluation and the time of the last ply.
    fn set_remarks(&mut self, commands: &CommentCommands) {
        let line = &mut self.line;
        let moves = line.replay.record.moves();
        let is_before_pass = line.subject == Subject::Move && line.replay.record.has_just_passed();
        let ply = moves.len().checked_sub(1 + usize::from(is_before_pass));
        let Some(ply) = ply.filter(|_| line.subject != Subject::Beginning) else {
            return;
        };
        let player = moves[ply].player;
        let known = Remarks {
            evaluation: moves[ply].evaluation,
            seconds: moves[ply].seconds,
        };
        let left = commands.left;
        let by_clock = left.and_then(|left| {
            let increment = self.details.time.map_or(0.0, |time| time.increment.into());
            let used = line.clocks[player.index()].replace(left)? + increment - left;
            // Without the noise of the subtraction.
            (used >= 0.0).then(|| (used * 1000.0).round() / 1000.0)
        });
        let sign = if player == Player::Black { 1.0 } else { -1.0 };
        let remarks = Remarks {
            evaluation: commands
                .evaluation
                .map(|worth| sign * worth)
                .or(known.evaluation),
            seconds: commands.seconds.or(by_clock).or(known.seconds),
        };
        line.replay.record.set_remarks(ply, remarks);
        self.change(|annotation| annotation.remarks = remarks);
    }

    /// Adds a comment and an annotation to what was read last.
    fn annotate(&mut self, note: &str, assessment: Option<Assessment>) {
        if self.line.subject == Subject::Beginning {
            let is_start = self.outer.is_empty();
            let text = if is_start {
                &mut self.start_comment
            } else {
                &mut self.line.pending
            };
            join(text, note, assessment.is_none());
            return;
        }
        self.change(|annotation| {
            join(&mut annotation.note, note, assessment.is_none());
            annotation.assessment = assessment.or(annotation.assessment);
        });
    }

    fn change(&mut self, change: impl FnOnce(&mut Annotation)) {
        let OpenLine { at, subject, .. } = self.line;
        if subject == Subject::Pass {
            let mut annotation = self.tree.pass_annotation(at).clone();
            change(&mut annotation);
            self.tree.annotate_pass(at, annotation);
        } else if at != NodeId::START {
            let mut annotation = self.tree.annotation(at).clone();
            change(&mut annotation);
            self.tree.annotate(at, annotation);
        }
    }

    fn finish(mut self, is_white_first: bool) -> GameRecord {
        let main = self.outer.into_iter().next().unwrap_or(self.line);
        // A variation may have repeated the main line before it continued.
        for id in self.tree.path(main.at) {
            self.tree.make_first(id);
        }
        trim_notes(&mut self.tree);
        let mut record = main.replay.record.with_details_of(self.details);
        record.complete_with(self.tree);
        record.set_start_comment(self.start_comment.trim_end_matches('\n'));
        record.result = record
            .result
            .map(|stated| result::settled(stated, &record, is_white_first));
        if record.outcome().is_some() {
            // Another result is known than the one that couldn't be parsed.
            record
                .tags
                .retain(|tag| tag.format != Format::Pgn || tag.name != "Result");
        }
        record
    }
}

/// Appends a comment as a separate line, even if it is empty.
fn join(text: &mut String, more: &str, is_comment: bool) {
    if !text.is_empty() && is_comment {
        text.push('\n');
    }
    text.push_str(more);
}

/// Removes empty lines at the ends of notes.
fn trim_notes(tree: &mut MoveTree) {
    let nodes: Vec<NodeId> = tree.in_order().map(|(_, id)| id).collect();
    for id in std::iter::once(NodeId::START).chain(nodes) {
        let trimmed = |annotation: &Annotation| {
            let note = annotation.note.trim_end_matches('\n').to_owned();
            Annotation {
                note,
                ..annotation.clone()
            }
        };
        let annotation = trimmed(tree.annotation(id));
        let pass = trimmed(tree.pass_annotation(id));
        tree.annotate(id, annotation);
        tree.annotate_pass(id, pass);
    }
}

/// The commands of a comment: `[%clk 0:03:00]`, `[%emt 0:00:02]` and `[%eval 1.5]`.
#[derive(Default, PartialEq)]
struct CommentCommands {
    /// The evaluation for Black, in discs.
    evaluation: Option<f64>,
    /// The time used for the move, in seconds.
    seconds: Option<f64>,
    /// The time left after the move, in seconds.
    left: Option<f64>,
}

impl CommentCommands {
    /// Separates the text of a comment from its commands. Unknown ones stay in the text.
    fn split(text: &str) -> (String, Self) {
        let mut commands = Self::default();
        let mut note = String::new();
        let mut rest = text;
        while let Some((before, command)) = rest.split_once("[%") {
            note.push_str(before);
            let understood = command
                .split_once(']')
                .filter(|(command, _)| commands.take(command));
            if let Some((_, after)) = understood {
                rest = after;
            } else {
                note.push_str("[%");
                rest = command;
            }
        }
        note.push_str(rest);
        if commands == Self::default() {
            return (text.to_owned(), commands);
        }
        (words::plain(&note), commands)
    }

    fn take(&mut self, command: &str) -> bool {
        let Some((name, value)) = command.trim().split_once(char::is_whitespace) else {
            return false;
        };
        let value = value.trim();
        match name {
            // A depth may follow the evaluation.
            "eval" => {
                let evaluation = value.split(',').next().unwrap_or_default();
                set(&mut self.evaluation, number(evaluation.trim()))
            }
            "emt" => set(&mut self.seconds, fields::seconds(value)),
            "clk" => set(&mut self.left, fields::seconds(value)),
            _ => false,
        }
    }
}
