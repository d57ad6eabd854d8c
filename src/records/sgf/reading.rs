//! Builds a record from the tokens of an SGF game.

use crate::base::language::marked;
use crate::games::{Assessment, Player, Square};

use super::super::details::number;
use super::super::replay::Replay;
use super::super::{
    Annotation, BadRecord, BoardPosition, Format, GameRecord, MoveTree, NodeId, Problem,
    RecordedMove, Remarks, Tag,
};
use super::fields::{self, square};
use super::syntax::{Property, TreeToken};
use crate::games::shortened;

/// The maximum number of moves in a game, variations included.
const MAX_MOVES: usize = 50_000;

/// The maximum nesting depth of variations.
const MAX_DEPTH: usize = 1_000;

struct SgfReading {
    details: GameRecord,
    start: BoardPosition,
    /// Whether the record says who begins. Otherwise the first move does.
    has_turn: bool,
    /// The current line; `None` before its first move.
    replay: Option<Replay>,
    /// The end of the current line in the tree.
    at: NodeId,
    tree: MoveTree,
    /// The main line, once it has ended; `None` if it has no moves.
    main: Option<Replay>,
    has_main_ended: bool,
    /// The starting points of the open variations.
    open: Vec<(Option<Replay>, NodeId)>,
    node: NodeContent,
    is_othello: bool,
}

#[derive(Default)]
struct NodeContent {
    mv: Option<NodeMove>,
    /// The evaluation for Black.
    worth: Option<f64>,
    comment: String,
    assessment: Option<Assessment>,
}

struct NodeMove {
    at: u64,
    player: Player,
    name: String,
    square: Option<Square>,
}

/// Builds a record and checks every move. An error contains the game up to the bad move.
pub fn parse(tokens: &[TreeToken]) -> Result<GameRecord, BadRecord> {
    let mut reading = SgfReading {
        details: GameRecord::new(),
        start: BoardPosition::START,
        has_turn: false,
        replay: None,
        at: NodeId::START,
        tree: MoveTree::default(),
        main: None,
        has_main_ended: false,
        open: Vec::new(),
        node: NodeContent::default(),
        is_othello: false,
    };
    let mut take = |token: &TreeToken| match token {
        TreeToken::Open(at) => reading.open(*at),
        TreeToken::Close => reading.close(),
        TreeToken::Node => reading.end_node(),
        TreeToken::Property(property) => reading.take(property),
    };
    let taken = tokens
        .iter()
        .try_for_each(&mut take)
        .and_then(|()| reading.end_node());
    let record = reading.finish();
    match (taken, record) {
        (Err(bad), None) => Err(bad),
        (Err(bad), Some(record)) => Err(bad.after(record)),
        (Ok(()), Some(record)) => Ok(record),
        (Ok(()), None) => Err(BadRecord::new(0, Problem::NoGame("GM[2]"))),
    }
}

impl SgfReading {
    /// The game read so far; `None` if it is another kind of game.
    fn finish(self) -> Option<GameRecord> {
        let Self {
            details,
            start,
            replay,
            main,
            has_main_ended,
            tree,
            is_othello,
            ..
        } = self;
        let replay = if has_main_ended { main } else { replay };
        let start = || GameRecord::from_start(start);
        let mut played = replay.map_or_else(start, |replay| replay.record);
        played.complete_with(tree);
        is_othello.then(|| played.with_details_of(details))
    }

    fn open(&mut self, at: usize) -> Result<(), BadRecord> {
        self.end_node()?;
        if self.open.len() == MAX_DEPTH {
            return Err(BadRecord::new(
                at as u64,
                Problem::DeepVariations(MAX_DEPTH),
            ));
        }
        self.open.push((self.replay.clone(), self.at));
        Ok(())
    }

    fn close(&mut self) -> Result<(), BadRecord> {
        self.end_node()?;
        if !self.has_main_ended {
            self.has_main_ended = true;
            self.main.clone_from(&self.replay);
        }
        if let Some((replay, at)) = self.open.pop() {
            (self.replay, self.at) = (replay, at);
        }
        Ok(())
    }

    fn take(&mut self, property: &Property) -> Result<(), BadRecord> {
        let name = &property.name;
        let value = property.text();
        let has_begun = self.replay.is_some() || self.node.mv.is_some() || self.has_main_ended;
        match name.as_str() {
            "B" | "W" => self.take_move(property, &value)?,
            "V" => {
                let worth = number(value.trim()).ok_or_else(|| {
                    let text = shortened(&value);
                    property.bad(Problem::Number {
                        what: marked!("evaluation"),
                        text,
                    })
                })?;
                self.node.worth = Some(worth);
            }
            "C" if has_begun => join(&mut self.node.comment, &value),
            "TE" | "BM" | "IT" | "DO" if has_begun => {
                self.node.assessment = Some(assessment(name, value.trim() == "2"));
            }
            "AB" | "AW" | "AE" | "PL" => {
                if has_begun {
                    return Err(property.bad(Problem::LateSetup(name.clone())));
                }
                self.has_turn |= name == "PL";
                fields::set_up(&mut self.start, property)?;
            }
            // Only the main line contains the details of the game.
            _ if self.has_main_ended => {}
            "GM" if value.trim() == "2" => self.is_othello = true,
            "GM" => return Err(property.bad(Problem::OtherGame(value, "GM[2]"))),
            "SZ" if ["8", "8:8"].contains(&value.trim()) => {}
            "SZ" => return Err(property.bad(Problem::OtherSize(value))),
            "FF" | "CA" => {}
            _ if fields::take(&mut self.details, name, &value) => {}
            // Other properties of a move, such as the time left, are dropped.
            _ if has_begun => {}
            _ => {
                let tag = |value: &String| Tag {
                    format: Format::Sgf,
                    name: name.clone(),
                    value: value.clone(),
                };
                self.details.tags.extend(property.values.iter().map(tag));
            }
        }
        Ok(())
    }

    /// Takes a move. A second one in the same node begins another node.
    fn take_move(&mut self, property: &Property, value: &str) -> Result<(), BadRecord> {
        // `V` belongs to the last move of its node.
        let worth = self.node.worth.take_if(|_| self.node.mv.is_some());
        if self.node.mv.is_some() {
            self.end_node()?;
            self.node.worth = worth;
        }
        let player = if property.name == "B" {
            Player::Black
        } else {
            Player::White
        };
        let square = square(value).map_err(|problem| property.bad(problem))?;
        self.node.mv = Some(NodeMove {
            at: property.at as u64,
            player,
            name: shortened(value),
            square,
        });
        Ok(())
    }

    /// Plays the move of a node, and adds it to the tree. Returns whether what the node says is about a pass.
    fn play(&mut self, mv: NodeMove, worth: Option<f64>) -> Result<bool, BadRecord> {
        let sign = if mv.player == Player::Black {
            1.0
        } else {
            -1.0
        };
        let remarks = Remarks {
            evaluation: worth.map(|worth| sign * worth),
            seconds: None,
        };
        if !std::mem::replace(&mut self.has_turn, true) {
            self.start.turn = mv.player;
        }
        let replay = self
            .replay
            .get_or_insert_with(|| Replay::from_start(self.start));
        let ply = replay.ply();
        let played = replay.take(Some(mv.player), mv.square, remarks);
        played.map_err(|source| {
            let problem = Problem::Move {
                name: mv.name,
                ply,
                source,
            };
            BadRecord::new(mv.at, problem)
        })?;
        let moves = replay.record.moves();
        // The record may begin with a pass, and a pass may follow the move.
        let known = if self.at == NodeId::START { 0 } else { ply - 1 };
        self.at = self.tree.add_plies(self.at, &moves[known..]);
        let is_about_pass = mv.square.is_none() && replay.record.has_just_passed();
        // If a variation repeats the same pass, keep the evaluation from the main line.
        let is_told = |mv: &&RecordedMove| mv.square.is_none() && mv.evaluation.is_some();
        if let Some(pass) = moves.last().filter(is_told) {
            let remarks = Remarks {
                evaluation: pass.evaluation,
                seconds: None,
            };
            let annotation = Annotation {
                remarks,
                ..self.tree.pass_annotation(self.at).clone()
            };
            self.tree.annotate_pass(self.at, annotation);
        }
        if self.tree.move_count() > MAX_MOVES {
            return Err(BadRecord::new(mv.at, Problem::ManyMoves(MAX_MOVES)));
        }
        Ok(is_about_pass)
    }

    fn end_node(&mut self) -> Result<(), BadRecord> {
        let NodeContent {
            mv,
            worth,
            comment,
            assessment,
        } = std::mem::take(&mut self.node);
        // Without a move it is about the last ply, which may be a pass.
        let has_passed = |replay: &Replay| replay.record.has_just_passed();
        let mut is_about_pass = self.replay.as_ref().is_some_and(has_passed);
        if let Some(mv) = mv {
            is_about_pass = self.play(mv, worth)?;
        }
        if is_about_pass {
            let annotation = self.tree.pass_annotation(self.at).clone();
            self.tree
                .annotate_pass(self.at, joined(annotation, &comment, assessment));
        } else if self.at != NodeId::START {
            let annotation = self.tree.annotation(self.at).clone();
            self.tree
                .annotate(self.at, joined(annotation, &comment, assessment));
        }
        Ok(())
    }
}

fn assessment(name: &str, is_double: bool) -> Assessment {
    match (name, is_double) {
        ("TE", false) => Assessment::Good,
        ("TE", true) => Assessment::VeryGood,
        ("BM", false) => Assessment::Bad,
        ("BM", true) => Assessment::VeryBad,
        ("IT", _) => Assessment::Interesting,
        _ => Assessment::Doubtful,
    }
}

fn joined(known: Annotation, comment: &str, assessment: Option<Assessment>) -> Annotation {
    let mut joined = Annotation {
        assessment: assessment.or(known.assessment),
        ..known
    };
    join(&mut joined.note, comment);
    joined
}

/// Appends a comment to a text, and replaces control characters, which terminals would execute.
fn join(text: &mut String, more: &str) {
    let plain = |c: char| if c.is_control() && c != '\n' { ' ' } else { c };
    let more: String = more.replace("\r\n", "\n").chars().map(plain).collect();
    let more = more.trim();
    if !text.is_empty() && !more.is_empty() {
        text.push('\n');
    }
    text.push_str(more);
}
