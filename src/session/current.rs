//! A game with its history, the path to the position on the board in the tree of all that was played:
//! moves can be taken back and played again, and other moves tried.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::games::{Assessment, Game, IllegalMove, Info, Move, Outcome, Played, Player, Setup};
use crate::records::{
    Annotation, GameRecord, MAX_NOTE_BYTES, MAX_TREE_POSITIONS, MoveTree, NodeId, TreeMove,
};

use super::{Clocks, Forfeit, Line, LineMove, Mode, SessionError};

/// One entry of the history: a move, with the pass it forced, if any.
#[derive(Debug, Clone)]
pub struct Ply {
    pub mv: Move,
    /// What it changed.
    pub played: Played,
    before: Box<dyn Game>,
}

impl Ply {
    /// A move of a game, with all that it does there; `None` if it is not legal.
    pub(super) fn of(game: &dyn Game, mv: Move) -> Option<Self> {
        let played = game.clone_box().play(mv).ok()?;
        Some(Self { mv, played, before: game.clone_box() })
    }

    /// The name of the move.
    pub fn name(&self) -> String {
        self.before.move_name(self.mv)
    }
}

/// A game being played, or one that has just ended.
#[derive(Debug, Clone)]
pub struct CurrentGame {
    setup: Setup,
    mode: Mode,
    game: Box<dyn Game>,
    history: Vec<Ply>,
    /// Everything that was played, the history with it.
    pub(super) tree: MoveTree,
    /// The positions after the moves of the history.
    path: Vec<NodeId>,
    /// Whether the moves behind the position on the board have been taken back, and not only stepped back
    /// over: then they are no part of the game any more, and another move takes their place in it.
    is_taken_back: bool,
    /// The resignation or lost clock that ended it.
    forfeit: Option<Forfeit>,
    clocks: Option<Clocks>,
    /// The dice thrown for the first move.
    throws: Vec<Throw>,
    /// The record that it was taken from, with its details and the remarks of its main line.
    pub(super) source: Option<Arc<GameRecord>>,
}

/// Games are equal if the same moves from the same start have led to their boards.
impl PartialEq for CurrentGame {
    fn eq(&self, other: &Self) -> bool {
        let moves = |game: &Self| game.history.iter().map(|ply| ply.mv).collect::<Vec<_>>();
        (self.game.info(), self.setup, &self.mode) == (other.game.info(), other.setup, &other.mode)
            && moves(self) == moves(other)
    }
}

/// A throw of a die by each side, Black's first.
pub type Throw = [u8; 2];

impl CurrentGame {
    /// A new game, nothing played yet, of a setup that [`Info::setup`] has checked.
    pub fn new(info: &Info, setup: Setup, mode: Mode) -> Self {
        Self {
            setup,
            mode,
            game: (info.new)(setup),
            history: Vec::new(),
            tree: MoveTree::default(),
            path: Vec::new(),
            is_taken_back: false,
            forfeit: None,
            clocks: None,
            throws: Vec::new(),
            source: None,
        }
    }

    /// A game between people in which these moves have been made.
    pub fn played(
        info: &Info,
        setup: Setup,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Self, SessionError> {
        let mut current = Self::new(info, setup, Mode::Manual);
        for mv in moves {
            current.play(mv)?;
        }
        Ok(current)
    }

    /// The same game, whose beginner these throws of a die have found.
    pub(super) fn with_throws(self, throws: Vec<Throw>) -> Self {
        Self { throws, ..self }
    }

    /// The dice thrown for the first move; empty in most games.
    pub fn throws(&self) -> &[Throw] {
        &self.throws
    }

    /// Who is to move; `None` when the game is over.
    pub fn turn(&self) -> Option<Player> {
        self.position().turn()
    }

    /// How it ended; `None` if it is still played.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome()
    }

    /// The resignation or lost clock that ended it.
    pub fn forfeit(&self) -> Option<Forfeit> {
        self.forfeit
    }

    /// The clocks; `None` if time is unlimited.
    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// The time until its clocks show another second; zero when the side to move has no time left, `None` while
    /// they stand.
    pub fn until_next_second(&self) -> Option<Duration> {
        self.clocks?.until_next_second(self.turn(), Instant::now())
    }

    /// The time left to a side, if there are clocks.
    pub fn time_left(&self, player: Player) -> Option<Duration> {
        Some(self.clocks?.left(player, self.turn(), Instant::now()))
    }

    pub(super) fn clocks_mut(&mut self) -> &mut Option<Clocks> {
        &mut self.clocks
    }

    /// Ends the game before its end.
    pub(super) fn lose(&mut self, forfeit: Forfeit) {
        self.forfeit = Some(forfeit);
    }

    /// The board and its rules.
    pub fn game(&self) -> &dyn Game {
        self.game.as_ref()
    }

    /// How the game was set up.
    pub fn setup(&self) -> Setup {
        self.setup
    }

    /// Who plays.
    pub fn mode(&self) -> &Mode {
        &self.mode
    }

    pub(super) fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
    }

    /// The moves so far, the first one first.
    pub fn history(&self) -> &[Ply] {
        &self.history
    }

    /// Number of moves behind the position on the board, which can be redone: those of the line that was
    /// on it last.
    pub fn undone(&self) -> usize {
        self.behind().count()
    }

    /// The moves behind the position on the board that can be redone.
    fn behind(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.tree.next(self.at_node()), |&id| self.tree.next(id))
    }

    /// The game as it was before each move, the first one first, and as it is now.
    pub fn games(&self) -> impl Iterator<Item = &dyn Game> {
        self.history.iter().map(|ply| ply.before.as_ref()).chain([self.game()])
    }

    /// The game as it was after some of its moves; `None` if there have not been as many.
    pub fn at(&self, moves: usize) -> Option<&dyn Game> {
        let before = self.history.get(moves).map(|ply| ply.before.as_ref());
        before.or_else(|| (moves == self.history.len()).then(|| self.game()))
    }

    /// The number of plies played, passes included.
    pub fn plies(&self) -> usize {
        self.history.iter().map(|ply| ply.played.plies()).sum()
    }

    /// The number of plies of the moves so far and of those that can be redone, passes included.
    pub fn known_plies(&self) -> usize {
        let last = self.behind().last();
        last.map_or_else(|| self.plies(), |last| self.tree.last_ply(last))
    }

    /// The number of moves after which this many plies have been played, those that can be redone
    /// included. A pass belongs to the move before it.
    pub(super) fn moves_at(&self, ply: usize) -> usize {
        let moves = self.path.iter().copied().chain(self.behind());
        moves.take_while(|&id| self.tree.ply(id) <= ply).count()
    }

    /// The ply of the move that led to the board; 0 at the start.
    pub fn last_move(&self) -> usize {
        self.path.last().map_or(0, |&id| self.tree.ply(id))
    }

    /// The names of the moves so far, the first one first.
    pub fn move_names(&self) -> impl Iterator<Item = String> {
        self.history.iter().map(Ply::name)
    }

    /// The position on the board.
    fn at_node(&self) -> NodeId {
        self.path.last().copied().unwrap_or(NodeId::START)
    }

    /// Plays a move. If it has been played here before, its line goes on; else it begins a variation, or
    /// takes the place of moves that were taken back, whose line is kept as a variation.
    pub(super) fn play(&mut self, mv: Move) -> Result<&Ply, SessionError> {
        self.make_room()?;
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

    /// Forgets lines without remarks that are not on the board where the tree has no more room.
    fn make_room(&mut self) -> Result<(), SessionError> {
        if !self.tree.is_full() {
            return Ok(());
        }
        let ids = self.tree.clear_unmarked(&self.path);
        self.path = self.path.iter().filter_map(|&id| ids(id)).collect();
        if self.tree.is_full() {
            Err(SessionError::TreeFull { most: MAX_TREE_POSITIONS })
        } else {
            Ok(())
        }
    }

    /// Makes a move on the board, and in the tree if it is new there, which has room for it.
    pub(super) fn push(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let before = self.game.clone();
        let played = self.game.play(mv)?;
        self.forfeit = None;
        let above = self.at_node();
        let child = self.tree.child(above, mv).unwrap_or_else(|| {
            self.tree.add(above, TreeMove::new(mv, before.move_name(mv), &played))
        });
        self.tree.visit(above, child);
        self.path.push(child);
        self.history.push(Ply { mv, played, before });
        Ok(())
    }

    /// Takes back turns of `humans`: whether a person plays Black and White.
    pub(super) fn undo(&mut self, turns: usize, humans: [bool; 2]) -> Result<usize, SessionError> {
        let stops = (0..self.history.len())
            .rev()
            .filter(|&index| stops_at(self.history[index].played.player, humans));
        let possible = stops.clone().count();
        let keep = turns.checked_sub(1).and_then(|skipped| stops.clone().nth(skipped));
        let keep = keep.ok_or(SessionError::Undo { asked: turns, possible })?;
        let moves = self.history.len() - keep;
        self.step_back_to(keep);
        self.is_taken_back = true;
        Ok(moves)
    }

    /// Goes back to the position after the first `keep` moves.
    ///
    /// This takes back a resignation. After a loss on time it removes the clocks.
    pub(super) fn step_back_to(&mut self, keep: usize) {
        if keep < self.history.len()
            && let Some(Forfeit::OutOfTime(_)) = self.forfeit.take()
        {
            self.clocks = None;
        }
        self.path.truncate(keep);
        // The last one first, so that the game before the first of them remains.
        for ply in self.history.drain(keep..).rev() {
            self.game = ply.before;
        }
    }

    /// Makes the move that the line goes on with; false if there is none.
    fn step_forward(&mut self) -> Result<bool, IllegalMove> {
        let Some(next) = self.tree.next(self.at_node()) else { return Ok(false) };
        self.push(self.tree.move_to(next).mv)?;
        Ok(true)
    }

    /// Goes to the position after a ply, back or forward; 0 is the start.
    pub(super) fn go_to(&mut self, ply: usize) -> Result<(), SessionError> {
        let possible = self.known_plies();
        if ply > possible {
            return Err(SessionError::GoTo { asked: ply, possible });
        }
        let moves = self.moves_at(ply);
        if moves < self.history.len() {
            self.step_back_to(moves);
            self.is_taken_back = true;
        }
        while self.history.len() < moves && self.step_forward()? {}
        Ok(())
    }

    pub(super) fn redo(&mut self, turns: usize, humans: [bool; 2]) -> Result<usize, SessionError> {
        let length = self.history.len();
        for done in 0..turns {
            // One turn: a move, then whatever follows up to the next turn to stop at.
            loop {
                if !self.step_forward()? {
                    self.step_back_to(length);
                    return Err(SessionError::Redo { asked: turns, possible: done });
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

/// Looking around in the tree, and changing it.
impl CurrentGame {
    /// Whether the tree has more than the moves that led to the board: variations, moves behind it, or
    /// remarks.
    pub fn has_other_moves(&self) -> bool {
        self.tree.move_count() > self.history.len() || self.tree.has_annotations()
    }

    /// Whether any move has been made, even if it is not on the board.
    pub fn has_moves(&self) -> bool {
        self.tree.move_count() > 0
    }

    /// Whether anything is written about a move or a position.
    pub fn has_annotations(&self) -> bool {
        self.tree.has_annotations()
    }

    /// Whether the position on the board is in the main line.
    pub fn is_in_main_line(&self) -> bool {
        self.tree.is_main(self.at_node())
    }

    /// The moves of the main line; without those that were taken back, if not the `whole` is asked for.
    pub fn main_line(&self, whole: bool) -> Vec<Move> {
        let mut at = NodeId::START;
        let end = self.at_node();
        let mut moves = Vec::new();
        while whole || !(self.is_taken_back && at == end) {
            let Some(next) = self.tree.first_child(at) else { break };
            moves.push(self.tree.move_to(next).mv);
            at = next;
        }
        moves
    }

    /// Whether the moves behind the position on the board have been taken back.
    pub fn is_taken_back(&self) -> bool {
        self.is_taken_back
    }

    /// The note about the position on the board; empty if there is none.
    pub fn note(&self) -> &str {
        &self.tree.annotation(self.at_node()).note
    }

    /// The note about the start; empty if there is none.
    pub fn start_note(&self) -> &str {
        &self.tree.annotation(NodeId::START).note
    }

    /// The sign of the move that led to the board, if it has one.
    pub fn assessment(&self) -> Option<Assessment> {
        self.tree.annotation(self.at_node()).assessment
    }

    /// All lines: the main line, then its variations in the order of the moves that they are in place of,
    /// each followed by its own.
    pub fn lines(&self) -> Vec<Line> {
        let line = |(number, (depth, nodes)): (usize, (usize, Vec<NodeId>))| Line {
            number,
            depth,
            after: nodes.first().map_or(0, |&id| self.tree.path(id).len() - 1),
            moves: nodes.into_iter().map(|id| self.line_move(id)).collect(),
        };
        (1..).zip(self.tree.lines()).map(line).collect()
    }

    fn line_move(&self, id: NodeId) -> LineMove {
        let TreeMove { mv, ref name, player, passed } = *self.tree.move_to(id);
        let Annotation { note, assessment, .. } = self.tree.annotation(id);
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

    /// Goes to the end of the main line.
    pub(super) fn go_to_main_end(&mut self) {
        self.step_back_to(0);
        self.is_taken_back = false;
        while let Some(first) = self.tree.first_child(self.at_node()) {
            // It was legal when it was played.
            if self.push(self.tree.move_to(first).mv).is_err() {
                break;
            }
        }
    }

    /// The same history in a tree that the rules allow; `None` if that has not all of its moves.
    pub(super) fn within(mut self, mut tree: MoveTree, is_taken_back: bool) -> Option<Self> {
        let mut at = NodeId::START;
        self.path.clear();
        for ply in &self.history {
            let child = tree.child(at, ply.mv)?;
            tree.visit(at, child);
            self.path.push(child);
            at = child;
        }
        Some(Self { tree, is_taken_back, ..self })
    }

    /// Goes back some moves without taking them back: the game goes on as it did, and another move played
    /// there begins a variation. Whoever is to move there, no bot has to.
    pub fn back(&mut self, moves: usize) -> Result<(), SessionError> {
        let possible = self.history.len();
        let keep = possible.checked_sub(moves).filter(|_| moves > 0);
        self.step_back_to(keep.ok_or(SessionError::Back { asked: moves, possible })?);
        self.is_taken_back = false;
        Ok(())
    }

    /// Goes on some moves along the line that was on the board last, else the main one.
    pub fn forward(&mut self, moves: usize) -> Result<(), SessionError> {
        let possible = self.undone();
        if moves == 0 || moves > possible {
            return Err(SessionError::Forward { asked: moves, possible });
        }
        for _ in 0..moves {
            self.step_forward()?;
        }
        self.is_taken_back = false;
        Ok(())
    }

    /// Goes to the position after the `nth` move, from 1, of a line, by its number in [`lines`](Self::lines).
    pub fn enter(&mut self, line: usize, nth: usize) -> Result<(), SessionError> {
        let lines = self.tree.lines();
        let possible = lines.len();
        let found = line.checked_sub(1).and_then(|index| lines.get(index));
        let (_, nodes) = found.ok_or(SessionError::Line { asked: line, possible })?;
        let possible = nodes.len();
        let id = nth.checked_sub(1).and_then(|index| nodes.get(index));
        self.jump(*id.ok_or(SessionError::LineMove { line, asked: nth, possible })?)
    }

    /// Goes to the next variation of the last move that has any.
    pub fn enter_next(&mut self) -> Result<(), SessionError> {
        let next = self.tree.alternative(self.at_node());
        self.jump(next.ok_or(SessionError::NoVariations)?)
    }

    /// Goes to any position of the tree.
    fn jump(&mut self, id: NodeId) -> Result<(), SessionError> {
        let path = self.tree.path(id);
        let common = self.path.iter().zip(&path).take_while(|(one, other)| one == other).count();
        self.step_back_to(common);
        for &id in &path[common..] {
            self.push(self.tree.move_to(id).mv)?;
        }
        self.is_taken_back = false;
        Ok(())
    }

    /// Makes the line of the position on the board the main one.
    pub fn promote(&mut self) -> Result<(), SessionError> {
        let mut has_changed = false;
        for &id in &self.path {
            has_changed |= self.tree.make_first(id);
        }
        if has_changed { Ok(()) } else { Err(SessionError::IsMainLine) }
    }

    /// Removes the last move on the board with all that follow it in the tree. Returns how many these were.
    pub fn prune(&mut self) -> Result<usize, SessionError> {
        let id = *self.path.last().ok_or(SessionError::NoMove)?;
        self.step_back_to(self.path.len() - 1);
        self.is_taken_back = false;
        let (moves, ids) = self.tree.prune(id);
        self.path = self.path.iter().filter_map(|&id| ids(id)).collect();
        Ok(moves)
    }

    /// Writes a note about the position on the board; an empty one removes it.
    pub(super) fn set_note(&mut self, note: String) -> Result<(), SessionError> {
        self.annotate(self.at_node(), note, self.assessment())
    }

    /// Gives the last move a sign, or none.
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
            return Err(SessionError::NotesFull { most: MAX_NOTE_BYTES });
        }
        let remarks = known.remarks;
        self.tree.annotate(id, Annotation { note, assessment, remarks });
        Ok(())
    }

    /// Adds a line of moves behind the first moves of the history, with a note about the first of them,
    /// and stays where it is. Returns whether anything was new.
    pub fn add_line(
        &mut self,
        after: usize,
        moves: &[Move],
        note: &str,
    ) -> Result<bool, SessionError> {
        let Some(game) = self.at(after) else { return Ok(false) };
        let mut game = game.clone_box();
        let mut at = after.checked_sub(1).map_or(NodeId::START, |index| self.path[index]);
        let mut added = None;
        for &mv in moves {
            self.make_room_for_lines()?;
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

    fn make_room_for_lines(&self) -> Result<(), SessionError> {
        if self.tree.is_full() {
            Err(SessionError::TreeFull { most: MAX_TREE_POSITIONS })
        } else {
            Ok(())
        }
    }
}

/// Whether a turn of `player` is one that undo and redo stop at: a person's, or anybody's when only bots
/// play.
fn stops_at(player: Player, humans: [bool; 2]) -> bool {
    humans[player.index()] || humans == [false; 2]
}
