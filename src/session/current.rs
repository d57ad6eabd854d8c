//! A game with its history: the path to the current position in the tree of all moves. Moves can be undone, redone
//! and replaced.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::games::{Assessment, Game, IllegalMove, Info, Move, Outcome, Played, Player, Setup};
use crate::records::{
    Annotation, GameRecord, MAX_NOTE_BYTES, MAX_TREE_POSITIONS, MoveTree, NodeId, TreeMove,
};

use super::removed::RemovedMoves;
use super::{Aid, Clocks, Forfeit, LineMove, Players, SessionError, VariationLine};

/// A move of the history, with the pass it forced, if any.
#[derive(Debug, Clone)]
pub struct Ply {
    pub mv: Move,
    pub played: Played,
    before: Box<dyn Game>,
}

impl Ply {
    /// The effect of a move in a position; `None` if the move is illegal.
    pub(super) fn of(game: &dyn Game, mv: Move) -> Option<Self> {
        let played = game.clone_box().play(mv).ok()?;
        Some(Self {
            mv,
            played,
            before: game.clone_box(),
        })
    }

    pub fn name(&self) -> String {
        self.before.move_name(self.mv)
    }
}

/// A game in progress, or one that has ended.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts that don't exclude each other"
)]
pub struct CurrentGame {
    setup: Setup,
    pub(super) players: Players,
    game: Box<dyn Game>,
    history: Vec<Ply>,
    /// All moves, including the history.
    pub(super) tree: MoveTree,
    /// The positions after the moves of the history.
    path: Vec<NodeId>,
    /// Whether the moves after the current position are undone rather than only stepped back over. Undone moves are
    /// no longer part of the game, and the next move replaces them.
    pub(super) is_taken_back: bool,
    /// The position in which a side gave up or ran out of time.
    pub(super) forfeit: Option<(NodeId, Forfeit)>,
    /// The removed moves, to take that back, the latest last.
    pub(super) removed: Vec<Arc<RemovedMoves>>,
    /// Whether variations have been played since the game ended.
    pub(super) has_studied_moves: bool,
    /// Whether its result has been counted for the level to play next. Taking back the last move doesn't change that.
    pub(super) is_counted: bool,
    /// The first help that a player had.
    pub(super) aid: Option<Aid>,
    /// Whether its bot follows the lines of the user's repertoire.
    pub(super) follows_repertoire: bool,
    pub(super) clocks: Option<Clocks>,
    /// The dice rolls for the first move, one of each side, Black's first.
    pub(super) throws: Vec<[u8; 2]>,
    /// The source record, with its details and the remarks of its main line.
    pub(super) source: Option<Arc<GameRecord>>,
}

/// Games are equal if the same moves have been played from the same start.
impl PartialEq for CurrentGame {
    fn eq(&self, other: &Self) -> bool {
        let moves = |game: &Self| game.history.iter().map(|ply| ply.mv).collect::<Vec<_>>();
        (self.game.info(), self.setup, &self.players)
            == (other.game.info(), other.setup, &other.players)
            && moves(self) == moves(other)
    }
}

impl CurrentGame {
    /// Creates a new game. [`Info::setup`] must have checked `setup`.
    pub fn new(info: &Info, setup: Setup, players: Players) -> Self {
        Self {
            setup,
            players,
            game: (info.new)(setup),
            history: Vec::new(),
            tree: MoveTree::default(),
            path: Vec::new(),
            is_taken_back: false,
            is_counted: false,
            follows_repertoire: false,
            forfeit: None,
            removed: Vec::new(),
            has_studied_moves: false,
            aid: None,
            clocks: None,
            throws: Vec::new(),
            source: None,
        }
    }

    /// Creates a game of two humans with the given moves.
    pub fn played(
        info: &Info,
        setup: Setup,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Self, SessionError> {
        let mut current = Self::new(info, setup, Players::HUMANS);
        for mv in moves {
            current.play(mv)?;
        }
        Ok(current)
    }

    /// Returns the dice rolls for the first move; empty in games without dice.
    pub fn throws(&self) -> &[[u8; 2]] {
        &self.throws
    }

    /// Returns the first help that a player had; `None` if both played alone.
    pub fn aid(&self) -> Option<Aid> {
        self.aid
    }

    /// Whether its bot follows the lines of the user's repertoire.
    pub fn follows_repertoire(&self) -> bool {
        self.follows_repertoire
    }

    /// Returns the side to move; `None` if the game is over.
    pub fn turn(&self) -> Option<Player> {
        self.position().turn()
    }

    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome()
    }

    /// Returns how the game ended early; `None` in other positions than the last.
    pub fn forfeit(&self) -> Option<Forfeit> {
        let (end, forfeit) = self.forfeit?;
        (end == self.at_node()).then_some(forfeit)
    }

    /// Ends the game in the current position.
    pub(super) fn give_up(&mut self, forfeit: Forfeit) {
        self.forfeit = Some((self.at_node(), forfeit));
    }

    /// Whether a side has resigned in the current position.
    pub fn is_resigned(&self) -> bool {
        matches!(self.forfeit(), Some(Forfeit::Resigned(_)))
    }

    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// Returns the time until a clock shows a new second; zero if the side to move has no time left, `None` if no
    /// clock runs.
    pub fn until_next_second(&self) -> Option<Duration> {
        self.clocks?.until_next_second(self.turn(), Instant::now())
    }

    /// Returns the time left to a side; `None` without clocks.
    pub fn time_left(&self, player: Player) -> Option<Duration> {
        Some(self.clocks?.left(player, self.turn(), Instant::now()))
    }

    pub fn game(&self) -> &dyn Game {
        self.game.as_ref()
    }

    pub fn setup(&self) -> Setup {
        self.setup
    }

    pub fn players(&self) -> &Players {
        &self.players
    }

    /// Whether Black and White are human.
    pub fn humans(&self) -> [bool; 2] {
        self.players.humans()
    }

    pub fn history(&self) -> &[Ply] {
        &self.history
    }

    /// Returns the number of moves that can be redone, on the line that was current last.
    pub fn undone(&self) -> usize {
        self.behind().count()
    }

    /// The moves that can be redone.
    fn behind(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.tree.next(self.at_node()), |&id| self.tree.next(id))
    }

    /// Returns the position before each move, in order, and the current one.
    pub fn games(&self) -> impl Iterator<Item = &dyn Game> {
        self.history
            .iter()
            .map(|ply| ply.before.as_ref())
            .chain([self.game()])
    }

    /// Returns the position after `moves` moves; `None` if there are fewer.
    pub fn at(&self, moves: usize) -> Option<&dyn Game> {
        let before = self.history.get(moves).map(|ply| ply.before.as_ref());
        before.or_else(|| (moves == self.history.len()).then(|| self.game()))
    }

    /// Returns the number of plies played, passes included.
    pub fn plies(&self) -> usize {
        self.history.iter().map(|ply| ply.played.plies()).sum()
    }

    /// Returns the number of plies played and of plies that can be redone, passes included.
    pub fn known_plies(&self) -> usize {
        let last = self.behind().last();
        last.map_or_else(|| self.plies(), |last| self.tree.last_ply(last))
    }

    /// Returns the number of moves in the first `ply` plies, including moves that can be redone. A pass belongs to
    /// the move before it.
    pub(super) fn moves_at(&self, ply: usize) -> usize {
        let moves = self.path.iter().copied().chain(self.behind());
        moves.take_while(|&id| self.tree.ply(id) <= ply).count()
    }

    /// Returns the ply of the last move; 0 at the start.
    pub fn last_move(&self) -> usize {
        self.path.last().map_or(0, |&id| self.tree.ply(id))
    }

    pub fn move_names(&self) -> impl Iterator<Item = String> {
        self.history.iter().map(Ply::name)
    }

    pub(super) fn at_node(&self) -> NodeId {
        self.path.last().copied().unwrap_or(NodeId::START)
    }

    /// Plays a move. A known move continues its line. A new one starts a variation, or replaces undone moves, whose
    /// line becomes a variation.
    pub(super) fn play(&mut self, mv: Move) -> Result<&Ply, SessionError> {
        self.make_room()?;
        self.has_studied_moves |= self.is_studied();
        let length = self.history.len();
        let above = self.at_node();
        let is_new = self.tree.child(above, mv).is_none();
        self.push(mv)?;
        if let Some(clocks) = &mut self.clocks {
            clocks.add_increment(self.history[length].played.player);
        }
        if self.is_taken_back {
            self.tree.make_first(self.at_node());
            self.is_taken_back = !is_new;
        }
        Ok(&self.history[length])
    }

    /// If the tree is full, removes lines without notes and annotations that are not on the board.
    fn make_room(&mut self) -> Result<(), SessionError> {
        if !self.tree.is_full() {
            return Ok(());
        }
        let ids = self.tree.clear_unmarked(&self.path);
        self.follow(ids);
        self.require_room()
    }

    /// Replaces the ids of positions after some were removed from the tree.
    pub(super) fn follow(&mut self, ids: impl Fn(NodeId) -> Option<NodeId>) {
        self.path = self.path.iter().filter_map(|&id| ids(id)).collect();
        let end = |(end, forfeit)| Some((ids(end)?, forfeit));
        self.forfeit = self.forfeit.and_then(end);
    }

    fn require_room(&self) -> Result<(), SessionError> {
        if self.tree.is_full() {
            Err(SessionError::TreeFull {
                most: MAX_TREE_POSITIONS,
            })
        } else {
            Ok(())
        }
    }

    /// Plays a move on the board, and adds it to the tree, which must have room.
    pub(super) fn push(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let before = self.game.clone();
        let played = self.game.play(mv)?;
        let above = self.at_node();
        self.forfeit = self.forfeit.filter(|&(end, _)| end != above);
        let child = self.tree.child(above, mv).unwrap_or_else(|| {
            self.tree
                .add(above, TreeMove::new(mv, before.move_name(mv), &played))
        });
        self.tree.visit(above, child);
        self.path.push(child);
        self.history.push(Ply { mv, played, before });
        Ok(())
    }

    /// Undoes turns. A resignation is a turn without a move. `humans` is whether Black and White are human.
    pub(super) fn undo(&mut self, turns: usize, humans: [bool; 2]) -> Result<usize, SessionError> {
        let resignation = self.is_resigned().then_some(self.history.len());
        let before_moves = (0..self.history.len())
            .rev()
            .filter(|&index| stops_at(self.history[index].played.player, humans));
        let stops = resignation.into_iter().chain(before_moves);
        let possible = stops.clone().count();
        let keep = turns
            .checked_sub(1)
            .and_then(|skipped| stops.clone().nth(skipped));
        let keep = keep.ok_or(SessionError::Undo {
            asked: turns,
            possible,
        })?;
        let moves = self.history.len() - keep;
        if moves == 0 {
            self.forfeit = None;
            return Ok(0);
        }
        let is_studied = self.is_studied();
        self.step_back_to(keep);
        if !is_studied {
            self.take_up();
        }
        Ok(moves)
    }

    /// Whether the game has been counted at an end.
    pub fn is_counted(&self) -> bool {
        self.is_counted
    }

    /// Makes the moves after the current position undone, so that the game goes on here. Removes a resignation;
    /// after a loss on time, removes the clocks.
    fn take_up(&mut self) {
        self.is_taken_back = true;
        if let Some((_, Forfeit::OutOfTime(_))) = self.forfeit.take() {
            self.clocks = None;
        }
    }

    /// Goes back to the position after the first `keep` moves.
    pub(super) fn step_back_to(&mut self, keep: usize) {
        self.path.truncate(keep);
        // The last one first, so that the position before the first of them remains.
        for ply in self.history.drain(keep..).rev() {
            self.game = ply.before;
        }
    }

    /// Plays the next move of the line. Returns false at its end.
    pub(super) fn step_forward(&mut self) -> Result<bool, IllegalMove> {
        let Some(next) = self.tree.next(self.at_node()) else {
            return Ok(false);
        };
        self.push(self.tree.move_to(next).mv)?;
        Ok(true)
    }

    /// Goes to the position after a ply, to go on there; 0 is the start. In a finished game, a variation becomes the
    /// main line.
    pub(super) fn go_to(&mut self, ply: usize) -> Result<(), SessionError> {
        let possible = self.known_plies();
        if ply > possible {
            return Err(SessionError::GoTo {
                asked: ply,
                possible,
            });
        }
        let moves = self.moves_at(ply);
        let is_studied = self.is_studied();
        if moves < self.history.len() {
            self.step_back_to(moves);
            self.take_up();
        }
        while self.history.len() < moves && self.step_forward()? {}
        if is_studied && self.is_studied() {
            self.make_main();
            self.take_up();
        }
        Ok(())
    }

    pub(super) fn redo(&mut self, turns: usize, humans: [bool; 2]) -> Result<usize, SessionError> {
        let length = self.history.len();
        for done in 0..turns {
            // A turn is a move, then all moves up to the next stop.
            loop {
                if !self.step_forward()? {
                    self.step_back_to(length);
                    return Err(SessionError::Redo {
                        asked: turns,
                        possible: done,
                    });
                }
                let stop = self.game.turn().is_none_or(|turn| stops_at(turn, humans));
                if stop || self.tree.next(self.at_node()).is_none() {
                    break;
                }
            }
        }
        Ok(self.history.len() - length)
    }
}

/// Browsing and changing the tree.
impl CurrentGame {
    /// Whether the tree has variations, later moves or notes in addition to the moves played.
    pub fn has_other_moves(&self) -> bool {
        self.tree.move_count() > self.history.len() || self.tree.has_annotations()
    }

    /// Whether the tree has any move, even one not on the board.
    pub fn has_moves(&self) -> bool {
        self.tree.move_count() > 0
    }

    /// Whether the game has only its start: no moves and no annotations.
    pub fn is_untouched(&self) -> bool {
        !self.has_moves() && !self.has_annotations()
    }

    /// Whether any move or position has a note or annotation.
    pub fn has_annotations(&self) -> bool {
        self.tree.has_annotations()
    }

    /// Whether `earlier` is an earlier state of this game: the same start and players, moves that this game begins
    /// with, and no variation that this game lacks.
    pub fn continues(&self, earlier: &Self) -> bool {
        let start = |game: &Self| (game.game.info(), game.setup, game.humans());
        let begins = earlier.history.len() <= self.history.len()
            && earlier
                .history
                .iter()
                .zip(&self.history)
                .all(|(one, other)| one.mv == other.mv);
        start(self) == start(earlier) && begins && self.tree.contains(&earlier.tree)
    }

    /// Returns the moves of the line on the board, with those that can be redone.
    pub fn line(&self) -> Vec<Move> {
        let history = self.history.iter().map(|ply| ply.mv);
        let behind = self.behind().map(|id| self.tree.move_to(id).mv);
        history.chain(behind).collect()
    }

    pub fn is_in_main_line(&self) -> bool {
        self.tree.is_main(self.at_node())
    }

    /// Returns the moves of the main line, without undone moves unless `whole`.
    pub fn main_line(&self, whole: bool) -> Vec<Move> {
        let mut at = NodeId::START;
        let end = self.at_node();
        let mut moves = Vec::new();
        while whole || !(self.is_taken_back && at == end) {
            let Some(next) = self.tree.first_child(at) else {
                break;
            };
            moves.push(self.tree.move_to(next).mv);
            at = next;
        }
        moves
    }

    /// Returns the note on the current position, or an empty string.
    pub fn note(&self) -> &str {
        &self.tree.annotation(self.at_node()).note
    }

    /// Returns the note on the start, or an empty string.
    pub fn start_note(&self) -> &str {
        &self.tree.annotation(NodeId::START).note
    }

    /// Returns the annotation of the last move, if any.
    pub fn assessment(&self) -> Option<Assessment> {
        self.tree.annotation(self.at_node()).assessment
    }

    /// Returns all lines: the main line, then its variations in the order of the moves that they replace, each
    /// followed by its own variations.
    pub fn lines(&self) -> Vec<VariationLine> {
        let line = |(number, (depth, nodes)): (usize, (usize, Vec<NodeId>))| VariationLine {
            number,
            depth,
            after: nodes.first().map_or(0, |&id| self.tree.path(id).len() - 1),
            moves: nodes.into_iter().map(|id| self.line_move(id)).collect(),
        };
        (1..).zip(self.tree.lines()).map(line).collect()
    }

    fn line_move(&self, id: NodeId) -> LineMove {
        let TreeMove {
            mv,
            ref name,
            player,
            passed,
        } = *self.tree.move_to(id);
        let Annotation {
            note, assessment, ..
        } = self.tree.annotation(id);
        LineMove {
            ply: self.tree.ply(id),
            mv,
            player,
            name: name.to_string(),
            passed,
            assessment: *assessment,
            note: note.clone(),
            on_board: self.path.last() == Some(&id),
        }
    }

    /// Returns the moves from the start to the end of each line, the main line first.
    pub fn whole_lines(&self) -> Vec<Vec<Move>> {
        let nodes = self.tree.in_order().map(|(_, id)| id);
        let ends = nodes.filter(|&id| self.tree.first_child(id).is_none());
        let moves = |id| {
            let path = self.tree.path(id).into_iter();
            let path = path.filter(|&id| id != NodeId::START);
            path.map(|id| self.tree.move_to(id).mv).collect()
        };
        ends.map(moves).collect()
    }

    pub(super) fn go_to_main_end(&mut self) {
        self.step_back_to(0);
        self.is_taken_back = false;
        while let Some(first) = self.tree.first_child(self.at_node()) {
            // Moves of the tree are legal.
            if self.push(self.tree.move_to(first).mv).is_err() {
                break;
            }
        }
    }

    /// Returns the game at the end of its main line, without undone moves.
    #[must_use]
    pub fn at_main_end(&self) -> Self {
        let mut game = self.clone();
        game.step_back_to(0);
        for mv in self.main_line(false) {
            // Moves of the tree are legal.
            if game.push(mv).is_err() {
                break;
            }
        }
        game
    }

    /// Replaces the tree. Returns `None` if the new tree lacks moves of the history.
    pub(super) fn within(mut self, mut tree: MoveTree, is_taken_back: bool) -> Option<Self> {
        let mut at = NodeId::START;
        self.path.clear();
        for ply in &self.history {
            let child = tree.child(at, ply.mv)?;
            tree.visit(at, child);
            self.path.push(child);
            at = child;
        }
        Some(Self {
            tree,
            is_taken_back,
            ..self
        })
    }

    /// Steps back without undoing: a different move played there starts a variation. A bot to move there does not.
    pub fn back(&mut self, moves: usize) -> Result<(), SessionError> {
        let possible = self.history.len();
        let keep = possible.checked_sub(moves).filter(|_| moves > 0);
        self.step_back_to(keep.ok_or(SessionError::Back {
            asked: moves,
            possible,
        })?);
        self.is_taken_back = false;
        Ok(())
    }

    /// Steps forward along the line that was current last, or the main line.
    pub fn forward(&mut self, moves: usize) -> Result<(), SessionError> {
        let possible = self.undone();
        if moves == 0 || moves > possible {
            return Err(SessionError::Forward {
                asked: moves,
                possible,
            });
        }
        for _ in 0..moves {
            self.step_forward()?;
        }
        self.is_taken_back = false;
        Ok(())
    }

    /// Goes to the position after move `nth`, from 1, of a line with its number in [`lines`](Self::lines).
    pub fn enter(&mut self, line: usize, nth: usize) -> Result<(), SessionError> {
        let lines = self.tree.lines();
        let possible = lines.len();
        let found = line.checked_sub(1).and_then(|index| lines.get(index));
        let (_, nodes) = found.ok_or(SessionError::Line {
            asked: line,
            possible,
        })?;
        let possible = nodes.len();
        let id = nth.checked_sub(1).and_then(|index| nodes.get(index));
        self.jump(*id.ok_or(SessionError::LineMove {
            line,
            asked: nth,
            possible,
        })?)
    }

    /// Goes to the next alternative to the latest move that has one.
    pub fn enter_next(&mut self) -> Result<(), SessionError> {
        let next = self.tree.alternative(self.at_node());
        self.jump(next.ok_or(SessionError::NoVariations)?)
    }

    /// Goes to any position of the tree.
    fn jump(&mut self, id: NodeId) -> Result<(), SessionError> {
        let path = self.tree.path(id);
        let common = self
            .path
            .iter()
            .zip(&path)
            .take_while(|(one, other)| one == other)
            .count();
        self.step_back_to(common);
        for &id in &path[common..] {
            self.push(self.tree.move_to(id).mv)?;
        }
        self.is_taken_back = false;
        Ok(())
    }

    /// Makes the current line the main line.
    pub fn promote(&mut self) -> Result<(), SessionError> {
        if self.make_main() {
            Ok(())
        } else {
            Err(SessionError::IsMainLine)
        }
    }

    /// Makes the current line the main line. Returns whether it was not.
    fn make_main(&mut self) -> bool {
        let mut has_changed = false;
        for &id in &self.path {
            has_changed |= self.tree.make_first(id);
        }
        has_changed
    }

    pub(super) fn set_note(&mut self, note: String) -> Result<(), SessionError> {
        self.annotate(self.at_node(), note, self.assessment())
    }

    pub(super) fn assess(&mut self, sign: Option<Assessment>) -> Result<(), SessionError> {
        let id = *self.path.last().ok_or(SessionError::NoMove)?;
        self.annotate(id, self.note().to_owned(), sign)
    }

    pub(super) fn annotate(
        &mut self,
        id: NodeId,
        note: String,
        assessment: Option<Assessment>,
    ) -> Result<(), SessionError> {
        let known = self.tree.annotation(id);
        if self.tree.note_bytes() - known.note.len() + note.len() > MAX_NOTE_BYTES {
            return Err(SessionError::NotesFull {
                most: MAX_NOTE_BYTES,
            });
        }
        let remarks = known.remarks;
        self.tree.annotate(
            id,
            Annotation {
                note,
                assessment,
                remarks,
            },
        );
        Ok(())
    }

    /// Adds a line after the first `after` moves, with a note on its first new move. The position stays. Returns
    /// whether any move was new.
    pub fn add_line(
        &mut self,
        after: usize,
        moves: &[Move],
        note: &str,
    ) -> Result<bool, SessionError> {
        let Some(game) = self.at(after) else {
            return Ok(false);
        };
        let mut game = game.clone_box();
        let mut at = after
            .checked_sub(1)
            .map_or(NodeId::START, |index| self.path[index]);
        let mut added = None;
        for &mv in moves {
            self.require_room()?;
            let name = game.move_name(mv);
            let played = game.play(mv)?;
            at = if let Some(known) = self.tree.child(at, mv) {
                known
            } else {
                let id = self.tree.add(at, TreeMove::new(mv, name, &played));
                added.get_or_insert(id);
                id
            };
        }
        if let Some(id) = added {
            self.annotate(id, note.to_owned(), None)?;
        }
        Ok(added.is_some())
    }
}

/// Whether undo and redo stop before a move of `player`: always if human, or if both sides are bots.
fn stops_at(player: Player, humans: [bool; 2]) -> bool {
    humans[player.index()] || humans == [false; 2]
}
