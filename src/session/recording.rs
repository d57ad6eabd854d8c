//! Converts between games and records.

use std::sync::Arc;

use jiff::civil;

use crate::games::reversi::{INFO, StartBoard};
use crate::games::{Info, Move, Player, Reversi, Setup, Square};
use crate::records::{
    Annotation, BoardPosition, Date, Format, GameRecord, MAX_NOTE_BYTES, MAX_TREE_POSITIONS,
    MoveError, NodeId, PlayerDetails, TimeSetting,
};

use super::{Clocks, Controller, CurrentGame, Forfeit, Players, SessionError, Sides};
use crate::players::TimeControl;

/// The setup of a game that starts from a board.
fn setup(info: &Info, start: BoardPosition) -> Result<Setup, SessionError> {
    let usual = BoardPosition::START;
    let is_usual = (start.black, start.white) == (usual.black, usual.white);
    let board = if is_usual {
        None
    } else {
        StartBoard::new(*start.to_game().board())
    };
    Ok(info.setup(Setup {
        first: start.turn,
        board,
        ..Setup::default()
    })?)
}

impl CurrentGame {
    /// Creates a game of two humans that starts from a board.
    pub fn from_board(info: &'static Info, start: BoardPosition) -> Result<Self, SessionError> {
        Ok(Self::new(info, setup(info, start)?, Players::HUMANS))
    }

    /// Creates a game of two humans from a record, at the end of its main line.
    pub fn from_record(record: &GameRecord) -> Result<Self, SessionError> {
        let setup = setup(&INFO, record.start())?;
        let Some(tree) = record.tree() else {
            let mut game = Self::played(&INFO, setup, record.game_moves())?;
            game.add_start_note(&record.start_comment())?;
            return Ok(game);
        };
        if tree.is_full() {
            return Err(SessionError::TreeFull {
                most: MAX_TREE_POSITIONS,
            });
        }
        let mut game = Self::new(&INFO, setup, Players::HUMANS);
        let mut tree = tree.clone();
        let nodes: Vec<NodeId> = tree.in_order().map(|(_, id)| id).collect();
        for id in [NodeId::START].into_iter().chain(nodes) {
            // A comment on a pass is about the position after it, which the move before led to.
            let known = tree.annotation(id);
            let pass = tree.pass_annotation(id);
            let note = joined([&known.note, &pass.note]);
            let annotation = Annotation {
                note,
                ..known.clone()
            };
            let remarks = pass.remarks;
            tree.annotate(id, annotation);
            tree.annotate_pass(
                id,
                Annotation {
                    remarks,
                    ..Annotation::default()
                },
            );
            if let Some(parent) = tree.parent(id) {
                tree.visit(parent, id);
            }
        }
        if tree.note_bytes() > MAX_NOTE_BYTES {
            return Err(SessionError::NotesFull {
                most: MAX_NOTE_BYTES,
            });
        }
        game.tree = tree;
        game.add_start_note(&record.start_comment())?;
        game.go_to_main_end();
        Ok(game)
    }

    /// Adds the record that the game was imported from. Exports keep its details.
    #[must_use]
    pub fn with_source(mut self, mut record: GameRecord) -> Self {
        record.take_tree();
        self.source = Some(Arc::new(record));
        self
    }

    pub fn forget_source(&mut self) {
        self.source = None;
    }

    /// Returns the record that the game was imported from, without variations.
    pub fn source(&self) -> Option<&GameRecord> {
        self.source.as_deref()
    }

    /// Converts a game of Reversi to a record: the tree if the format has variations, otherwise the main line; for
    /// position formats, the moves to the current position. Humans get the names of `sides`, and a game without a
    /// source record gets the date `day`.
    pub fn to_record(
        &self,
        format: Format,
        sides: &Sides,
        day: civil::Date,
    ) -> Result<GameRecord, MoveError> {
        let has_tree = format.has_variations();
        let moves: Vec<Move> = match format {
            Format::Obf | Format::Board | Format::Svg => {
                self.history().iter().map(|ply| ply.mv).collect()
            }
            _ => self.main_line(has_tree),
        };
        let start = self.start();
        let mut record = self.known(start, &moves).cloned().unwrap_or_else(|| {
            let mut record = GameRecord::from_start(start);
            record.date = Some(Date::of_calendar(day));
            record
        });
        let added = &moves[record.game_moves().count()..];
        for mv in added {
            record.play(Square::from_index(mv.0, 8))?;
            record.result = None;
        }
        for player in Player::BOTH {
            let controller = self.players().of(player);
            let name = match controller {
                Controller::Human => sides.name(player).unwrap_or_default().to_owned(),
                Controller::Bot(level) => level.record_name(),
                Controller::Competitive => "reversi".to_owned(),
            };
            // The recorded players stay, unless a bot has continued the game.
            let details = &mut record.players[player.index()];
            if !controller.is_human() && !added.is_empty() {
                *details = PlayerDetails { name, rating: None };
            } else if details.name.is_empty() {
                details.name = name;
            }
        }
        record.result = self
            .main_forfeit()
            .map(Forfeit::result)
            .or_else(|| record.outcome());
        if let Some(TimeControl { main, increment }) = self.clocks().map(Clocks::control) {
            record.time = TimeSetting::of_clock(main, increment);
        }
        if has_tree {
            self.write_tree(&mut record);
        }
        Ok(record)
    }

    /// Whether a game of Reversi began from the starting position.
    pub fn is_from_start(&self) -> bool {
        self.start() == BoardPosition::START
    }

    fn start(&self) -> BoardPosition {
        let game = self
            .at(0)
            .and_then(|game| game.as_any().downcast_ref::<Reversi>());
        let board = game.map_or(BoardPosition::START, BoardPosition::from);
        BoardPosition {
            turn: self.setup().first,
            ..board
        }
    }

    /// The source record, if the game still contains all of it.
    fn known(&self, start: BoardPosition, moves: &[Move]) -> Option<&GameRecord> {
        let source = self.source.as_deref()?;
        let has_stayed = source.start() == start
            && source.game_moves().count() <= moves.len()
            && source
                .game_moves()
                .zip(moves)
                .all(|(known, &mv)| known == mv);
        has_stayed.then_some(source)
    }

    /// Adds the tree of the game to a record of its main line.
    fn write_tree(&self, record: &mut GameRecord) {
        let mut tree = self.tree.clone();
        if self.start_note() != plain(&record.start_comment()) {
            record.set_start_comment(self.start_note());
        }
        tree.annotate(NodeId::START, Annotation::default());
        tree.set_main_remarks(record.moves());
        // The tree has the record's main line, so this can't fail.
        let _ = record.set_tree(tree);
    }

    fn add_start_note(&mut self, comment: &str) -> Result<(), SessionError> {
        let note = joined([comment, self.start_note()]);
        let sign = self.tree.annotation(NodeId::START).assessment;
        self.annotate(NodeId::START, note, sign)
    }
}

fn joined(comments: [&str; 2]) -> String {
    let notes = comments.map(plain);
    let notes: Vec<String> = notes.into_iter().filter(|note| !note.is_empty()).collect();
    notes.join("\n")
}

/// Replaces control characters in a comment, because terminals act on them.
fn plain(comment: &str) -> String {
    let plain = |c: char| if c.is_control() && c != '\n' { ' ' } else { c };
    comment
        .replace("\r\n", "\n")
        .chars()
        .map(plain)
        .collect::<String>()
        .trim()
        .to_owned()
}
