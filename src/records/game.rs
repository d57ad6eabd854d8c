//! A recorded game: its start, its moves and its details.

use thiserror::Error;

use super::game_errors::InLanguage;
use crate::base::language::tr;
use crate::games::{IllegalMove, Move, Player, Reversi, Score, Square};

use super::{
    BoardPosition, Date, GameResult, MoveTree, NodeId, PlayerDetails, RecordedMove, Remarks,
    ScoredMove, Tag, Termination, TheoreticalScore, TimeSetting,
};

/// The error returned when a move can't be recorded. The record is unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum MoveError {
    /// A move against the rules.
    #[error("{}", .0.in_language())]
    Illegal(#[from] IllegalMove),
    /// A first move that is legal only with the colors of the starting discs swapped.
    #[error("{}", tr!(
        "{square} is not legal: it begins a game from the mirrored start, with Black on d4 and e5: swap the \
        columns a and h, b and g, c and f, d and e",
        square = .0
    ))]
    Mirrored(Square),
    /// A pass by a side that has a move.
    #[error("{}", tr!("{side} can't pass: it has a legal move", side = .0.in_language()))]
    MayNotPass(Player),
    /// A move by the side that is not to move.
    #[error("{}", tr!("it is {side}'s turn", side = .0.in_language()))]
    NotTheirTurn(Player),
}

/// A recorded game. All its moves are legal, because [`play`](Self::play) refuses others.
///
/// A forced pass is a separate ply in [`moves`](Self::moves). It is added together with the move before it, so
/// the side that [`turn`](Self::turn) returns always has a move.
///
/// ```
/// use reversi::games::{Player, parse_square};
/// use reversi::records::GameRecord;
/// let mut record = GameRecord::new();
/// record.players[Player::Black.index()].name = "Ann".to_owned();
/// record.play(parse_square("f5", 8, 8)?)?;
/// assert_eq!(record.turn(), Some(Player::White));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct GameRecord {
    /// Black and White, by [`Player::index`].
    pub players: [PlayerDetails; 2],
    /// The tournament or match; empty if unknown.
    pub event: String,
    /// The town or server; empty if unknown.
    pub place: String,
    /// The date of the game.
    pub date: Option<Date>,
    /// The result stated in the record. [`score`](Self::score) counts the board instead.
    pub result: Option<GameResult>,
    /// The time control.
    pub time: Option<TimeSetting>,
    /// The score with perfect play from late in the game.
    pub theoretical: Option<TheoreticalScore>,
    /// The scores of moves in the last position, for the side to move, best first.
    pub scores: Vec<ScoredMove>,
    /// Properties that only one format has.
    pub(crate) tags: Vec<Tag>,
    start: BoardPosition,
    moves: Vec<RecordedMove>,
    board: BoardPosition,
    /// The moves with variations and annotations; `None` if there are only moves.
    tree: Option<MoveTree>,
}

impl Default for GameRecord {
    fn default() -> Self {
        Self::new()
    }
}

impl GameRecord {
    /// Creates a game without moves, from the starting position.
    pub fn new() -> Self {
        Self::from_start(BoardPosition::START)
    }

    /// Creates a game without moves, from any position. A forced pass there becomes the first ply.
    pub fn from_start(start: BoardPosition) -> Self {
        let mut record = Self {
            players: Default::default(),
            event: String::new(),
            place: String::new(),
            date: None,
            result: None,
            time: None,
            theoretical: None,
            scores: Vec::new(),
            tags: Vec::new(),
            start,
            moves: Vec::new(),
            board: start,
            tree: None,
        };
        record.pass_if_forced();
        record
    }

    pub(super) fn with_details_of(self, details: Self) -> Self {
        let Self {
            start,
            moves,
            board,
            tree,
            ..
        } = self;
        Self {
            start,
            moves,
            board,
            tree,
            ..details
        }
    }

    /// Returns the position where the game started.
    pub const fn start(&self) -> BoardPosition {
        self.start
    }

    /// Returns the plies, passes included.
    pub fn moves(&self) -> &[RecordedMove] {
        &self.moves
    }

    #[doc(hidden)]
    /// Returns the tree with [`moves`](Self::moves) as its main line; `None` without variations and annotations.
    pub fn tree(&self) -> Option<&MoveTree> {
        self.tree.as_ref()
    }

    /// Adds variations and annotations. Their plies must be legal.
    ///
    /// # Errors
    /// Returns the tree if its main line differs from the moves.
    pub(crate) fn set_tree(&mut self, tree: MoveTree) -> Result<(), MoveTree> {
        let line = tree
            .main_line(NodeId::START)
            .skip(1)
            .map(|id| tree.move_to(id).mv);
        if !line.eq(self.game_moves()) {
            return Err(tree);
        }
        self.tree = Some(tree).filter(MoveTree::has_more_than_a_line);
        Ok(())
    }

    /// Sets a tree whose main line begins with the moves, and adds the rest of that line to the moves.
    pub(super) fn complete_with(&mut self, tree: MoveTree) {
        for id in tree
            .main_line(NodeId::START)
            .skip(1 + self.game_moves().count())
        {
            // The move was legal when it was added to the tree.
            let _ = self.play_with(
                Square::from_index(tree.move_to(id).mv.0, 8),
                tree.annotation(id).remarks,
            );
        }
        // The rest of the main line was just added, so they agree.
        let _ = self.set_tree(tree);
    }

    /// Replaces the details of a ply, an index from 0.
    pub(super) fn set_remarks(&mut self, ply: usize, remarks: Remarks) {
        if let Some(mv) = self.moves.get_mut(ply) {
            (mv.evaluation, mv.seconds) = (remarks.evaluation, remarks.seconds);
        }
    }

    /// Returns the comment on the start, or an empty string.
    pub(crate) fn start_comment(&self) -> String {
        let comments = self.tags.iter().filter(|tag| tag.is_comment());
        comments
            .map(|tag| &*tag.value)
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// Replaces the comment on the start.
    pub(crate) fn set_start_comment(&mut self, comment: &str) {
        self.tags.retain(|tag| !tag.is_comment());
        if !comment.is_empty() {
            self.tags.push(Tag::comment(comment.to_owned()));
        }
    }

    pub(crate) fn take_tree(&mut self) -> Option<MoveTree> {
        self.tree.take()
    }

    /// Returns the board after the last ply.
    pub const fn board(&self) -> BoardPosition {
        self.board
    }

    /// Returns the side to move; `None` if the game is over.
    pub fn turn(&self) -> Option<Player> {
        self.board.mover()
    }

    /// Whether the game is over: neither side can move.
    pub fn is_over(&self) -> bool {
        self.turn().is_none()
    }

    /// Returns the disc count after the last ply. [`Score::result`] gives the empty squares to the winner.
    pub const fn score(&self) -> Score {
        self.board.score()
    }

    /// Returns the stated result, or the counted one if the game is over.
    pub fn outcome(&self) -> Option<GameResult> {
        self.result
            .or_else(|| self.is_over().then(|| self.counted()))
    }

    /// Returns the result by the disc count of the last board.
    pub fn counted(&self) -> GameResult {
        let score = self.score();
        let discs = |player| f64::from(score.result(player));
        let difference = discs(Player::Black) - discs(Player::White);
        GameResult::by_difference(difference, Termination::Played)
    }

    /// Plays a move for the side to move, and a forced pass after it.
    ///
    /// # Errors
    /// Returns [`MoveError::Illegal`] if the move is against the rules.
    pub fn play(&mut self, square: Square) -> Result<(), MoveError> {
        self.play_with(square, Remarks::default())
    }

    /// Like [`play`](Self::play), but takes details of the move. Variations are removed.
    ///
    /// # Errors
    /// Returns [`MoveError::Illegal`] if the move is against the rules.
    pub(crate) fn play_with(&mut self, square: Square, remarks: Remarks) -> Result<(), MoveError> {
        let position = self.board.position();
        let legal = position.legal_moves();
        // Forced passes are played at once, so a side without a move is at the end of the game.
        if legal == 0 {
            return Err(IllegalMove::GameOver.into());
        }
        let player = self.board.turn;
        let index = square.index(8);
        if !square.is_on(8, 8) {
            return Err(IllegalMove::Unknown(Move(index)).into());
        }
        if (position.player() | position.opponent()) >> index & 1 == 1 {
            return Err(IllegalMove::Occupied(square).into());
        }
        if legal >> index & 1 == 0 {
            let mirrored = Square {
                column: 7 - square.column,
                ..square
            };
            let is_mirrored = self.moves.is_empty()
                && self.board == BoardPosition::START
                && legal >> mirrored.index(8) & 1 == 1;
            return Err(if is_mirrored {
                MoveError::Mirrored(square)
            } else {
                IllegalMove::FlipsNothing(square).into()
            });
        }
        self.board = BoardPosition::new(position.after(index.into()), player.opponent());
        self.add(player, Some(square), remarks);
        self.pass_if_forced();
        Ok(())
    }

    /// Accepts an explicit pass with its details. A forced pass is already in the record.
    ///
    /// # Errors
    /// Returns [`MoveError::MayNotPass`] if the last ply was not a pass and the side to move has a move. At the end of
    /// a game both sides may pass.
    pub(crate) fn pass(&mut self, remarks: Remarks) -> Result<(), MoveError> {
        let turn = self.turn();
        match (self.moves.last_mut(), turn) {
            (_, None) => Ok(()),
            (Some(last), _) if last.square.is_none() => {
                (last.evaluation, last.seconds) = (remarks.evaluation, remarks.seconds);
                Ok(())
            }
            (_, Some(player)) => Err(MoveError::MayNotPass(player)),
        }
    }

    /// Whether the last ply is a pass.
    pub fn has_just_passed(&self) -> bool {
        self.moves.last().is_some_and(|last| last.square.is_none())
    }

    /// Keeps the first `plies` plies, and a forced pass after them, in variations too.
    pub(crate) fn truncate(&mut self, plies: usize) {
        // Variations may be longer than the main line.
        if let Some(mut tree) = self.tree.take() {
            // The tree doesn't count a pass at the start as a move.
            let passes = self
                .moves
                .first()
                .is_some_and(|first| first.square.is_none());
            tree.truncate(plies.saturating_sub(passes.into()));
            self.tree = Some(tree).filter(MoveTree::has_more_than_a_line);
        }
        if plies >= self.moves.len() {
            return;
        }
        self.moves.truncate(plies);
        self.scores.clear();
        self.board = self.boards().last().unwrap_or(self.start);
        self.pass_if_forced();
    }

    /// Returns the boards from the start to the last ply: one more than plies.
    pub fn boards(&self) -> impl Iterator<Item = BoardPosition> + '_ {
        let after = self.moves.iter().scan(self.start, |board, mv| {
            *board = match mv.square {
                Some(square) => {
                    let after = board.position().after(square.index(8).into());
                    BoardPosition::new(after, mv.player.opponent())
                }
                None => board.passed(),
            };
            Some(*board)
        });
        std::iter::once(self.start).chain(after)
    }

    /// Returns the board before each move that is not a pass, and then the last board, as [`BoardPosition::moving`]
    /// gives it.
    pub(crate) fn boards_to_move(&self) -> impl Iterator<Item = BoardPosition> + '_ {
        let plies = self.moves.iter().zip(self.boards());
        let before_moves = plies.filter(|(mv, _)| mv.square.is_some());
        before_moves
            .map(|(_, board)| board)
            .chain(std::iter::once_with(|| self.board.moving()))
    }

    /// Returns a game that continues after the last ply.
    pub fn to_game(&self) -> Reversi {
        self.board.to_game()
    }

    /// Returns the moves for [`Game::play`](crate::games::Game::play), without passes, which games make automatically.
    pub fn game_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let squares = self.moves.iter().filter_map(|mv| mv.square);
        squares.map(|square| Move(square.index(8)))
    }

    /// A game for tests. Each number selects a legal move.
    #[cfg(test)]
    pub(crate) fn by_choices(choices: &[u8]) -> Self {
        let mut record = Self::new();
        for &choice in choices {
            let legal: Vec<u32> =
                crate::engine::squares(record.board.position().legal_moves()).collect();
            let Some(&index) = legal.get(usize::from(choice) % legal.len().max(1)) else {
                break;
            };
            let number = f64::from(choice);
            let remarks = Remarks {
                evaluation: (choice % 3 == 0).then_some(number / 4.0 - 32.0),
                seconds: (choice % 5 == 0).then_some(number / 10.0),
            };
            record
                .play_with(Square::from_index(index, 8), remarks)
                .unwrap();
        }
        record
    }

    fn add(&mut self, player: Player, square: Option<Square>, remarks: Remarks) {
        let Remarks {
            evaluation,
            seconds,
        } = remarks;
        self.scores.clear();
        self.tree = None;
        self.moves.push(RecordedMove {
            player,
            square,
            evaluation,
            seconds,
        });
    }

    fn pass_if_forced(&mut self) {
        let player = self.board.turn;
        if self.turn() == Some(player.opponent()) {
            self.board = self.board.passed();
            self.add(player, None, Remarks::default());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, parse_square, reversi};

    fn square(name: &str) -> Square {
        parse_square(name, 8, 8).unwrap()
    }

    fn record_of(moves: &str) -> GameRecord {
        let mut record = GameRecord::new();
        for name in moves.split_whitespace() {
            record.play(square(name)).unwrap();
        }
        record
    }

    #[test]
    fn a_game_with_many_passes_agrees_with_the_rules() {
        let moves = reversi::INFO.example.moves;
        let record = record_of(moves);
        let mut game = Reversi::new(Player::Black);
        let mut plies = 0;
        for mv in record.game_moves() {
            plies += game.play(mv).unwrap().plies();
        }
        assert_eq!(record.moves().len(), plies);
        assert!(record.moves().len() > record.game_moves().count());
        assert_eq!(record.to_game().board(), game.board());
        assert!(record.is_over());
        assert_eq!(record.boards().last(), Some(record.board()));
        assert_eq!(record.outcome(), Some(record.counted()));
        assert_eq!(record.counted().winner, Some(Player::Black));
    }

    #[test]
    fn illegal_moves_are_refused() {
        let mut record = record_of("f5 d6");
        let before = record.clone();
        let refused = |record: &mut GameRecord, name| record.play(square(name)).unwrap_err();
        assert_eq!(
            refused(&mut record, "f5"),
            IllegalMove::Occupied(square("f5")).into()
        );
        assert_eq!(
            refused(&mut record, "a1"),
            IllegalMove::FlipsNothing(square("a1")).into()
        );
        let beyond = record.play(Square { row: 8, column: 0 });
        assert_eq!(beyond, Err(IllegalMove::Unknown(Move(64)).into()));
        assert_eq!(
            record.pass(Remarks::default()),
            Err(MoveError::MayNotPass(Player::Black))
        );
        assert_eq!(record, before);
        let mut over = record_of(reversi::INFO.example.moves);
        assert_eq!(refused(&mut over, "a6"), IllegalMove::GameOver.into());
        assert_eq!(over.pass(Remarks::default()), Ok(()));
    }

    #[test]
    fn a_truncated_game_can_be_continued_as_before() {
        let whole = record_of(reversi::INFO.example.moves);
        for plies in 0..=whole.moves().len() {
            let mut record = whole.clone();
            record.truncate(plies);
            assert!(record.moves().len() <= plies + 1);
            for mv in &whole.moves()[record.moves().len()..] {
                if let Some(square) = mv.square {
                    record.play(square).unwrap();
                }
            }
            assert_eq!(record, whole);
        }
    }

    #[test]
    fn a_pass_at_the_start_is_the_first_ply() {
        let board = format!("{}XO{} O", "-".repeat(8), "-".repeat(54));
        let mut record = GameRecord::from_start(board.parse().unwrap());
        assert_eq!(record.turn(), Some(Player::Black));
        let remarks = Remarks {
            evaluation: Some(-3.0),
            seconds: None,
        };
        record.pass(remarks).unwrap();
        record.play(square("c2")).unwrap();
        let [pass, mv] = record.moves() else {
            panic!("{record:?}")
        };
        assert_eq!(
            (pass.player, pass.square, pass.evaluation),
            (Player::White, None, Some(-3.0))
        );
        assert_eq!((mv.player, mv.square), (Player::Black, Some(square("c2"))));
        assert!(record.is_over());
        assert_eq!(record.counted().difference, Some(64.0));
    }
}
