//! A recorded game: where it started, its moves, and what is known about it.

use thiserror::Error;

use crate::games::{IllegalMove, Move, Player, Reversi, Score, Square};

use super::{
    BoardPosition, Date, Ending, GameResult, PlayerDetails, ScoredMove, Tag, TheoreticalScore,
    TimeSetting,
};

/// A ply of a recorded game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RecordedMove {
    /// Who moved.
    pub player: Player,
    /// Where; `None` for a pass.
    pub square: Option<Square>,
    /// What the player who moved thought of it: the difference of discs at the end, from that
    /// player's side.
    pub evaluation: Option<f64>,
    /// How long the player took, in seconds.
    pub seconds: Option<f64>,
}

/// What is known about a ply besides the move.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Remarks {
    /// See [`RecordedMove::evaluation`].
    pub evaluation: Option<f64>,
    /// See [`RecordedMove::seconds`].
    pub seconds: Option<f64>,
}

/// Why a move can't be recorded. The record is as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The rules forbid it.
    #[error("{0}")]
    Illegal(#[from] IllegalMove),
    /// There is a move, so it is no time to pass.
    #[error("{0} has a move and may not pass")]
    MayNotPass(Player),
    /// It is the other side's turn.
    #[error("{0} is to move")]
    NotTheirTurn(Player),
}

/// A game written down. All its moves are legal: [`play`](Self::play) takes no others.
///
/// A side that can't move passes at once: the pass is a ply of its own in
/// [`moves`](Self::moves), put there with the move before it, so whoever [`turn`](Self::turn) names
/// always has a move.
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
    /// The tournament or match; empty where it is not known.
    pub event: String,
    /// Where it was played, a town or a server; empty where it is not known.
    pub place: String,
    /// When it was played.
    pub date: Option<Date>,
    /// The result that the record claims; [`score`](Self::score) counts the board.
    pub result: Option<GameResult>,
    /// The clocks.
    pub time: Option<TimeSetting>,
    /// The score with perfect play from late in the game on.
    pub theoretical: Option<TheoreticalScore>,
    /// Scores of moves in the last position, from the mover's side, best first.
    pub scores: Vec<ScoredMove>,
    /// What only one format has.
    pub tags: Vec<Tag>,
    start: BoardPosition,
    moves: Vec<RecordedMove>,
    board: BoardPosition,
}

impl Default for GameRecord {
    fn default() -> Self {
        Self::new()
    }
}

impl GameRecord {
    /// A game without a move from the usual start.
    pub fn new() -> Self {
        Self::from_start(BoardPosition::START)
    }

    /// A game without a move from any position. If the side to move has to pass there, that pass is
    /// its first ply.
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
        };
        record.pass_if_forced();
        record
    }

    /// The same moves with what another record says about the game.
    pub(super) fn with_details_of(self, details: Self) -> Self {
        let Self { start, moves, board, .. } = self;
        Self { start, moves, board, ..details }
    }

    /// Where the game started.
    pub const fn start(&self) -> BoardPosition {
        self.start
    }

    /// The plies, passes among them.
    pub fn moves(&self) -> &[RecordedMove] {
        &self.moves
    }

    /// The board after the last ply.
    pub const fn board(&self) -> BoardPosition {
        self.board
    }

    /// Who is to move; `None` when the game is over.
    pub fn turn(&self) -> Option<Player> {
        self.board.mover()
    }

    /// Whether the game was played to its end: neither side can move.
    pub fn is_over(&self) -> bool {
        self.turn().is_none()
    }

    /// The discs after the last ply. [`Score::result`] gives the empty squares to the winner.
    pub const fn score(&self) -> Score {
        self.board.score()
    }

    /// The result: the one that is claimed, else the count, if the game is over.
    pub fn outcome(&self) -> Option<GameResult> {
        self.result.or_else(|| self.is_over().then(|| self.counted()))
    }

    /// The result by the count of discs on the last board.
    pub fn counted(&self) -> GameResult {
        let score = self.score();
        let discs = |player| f64::from(score.result(player));
        let difference = discs(Player::Black) - discs(Player::White);
        GameResult::by_difference(difference, Ending::Played)
    }

    /// Plays a move for the side to move, and the pass that follows if the other side has to pass.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] when the rules forbid it.
    pub fn play(&mut self, square: Square) -> Result<(), MoveError> {
        self.play_with(square, Remarks::default())
    }

    /// [`play`](Self::play) with what is known about the move.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] when the rules forbid it.
    pub fn play_with(&mut self, square: Square, remarks: Remarks) -> Result<(), MoveError> {
        let player = self.turn().ok_or(IllegalMove::Over)?;
        let position = self.board.position();
        let index = u32::from(square.row) * 8 + u32::from(square.column);
        if square.row > 7 || square.column > 7 {
            let number = u16::from(square.row) * 8 + u16::from(square.column);
            return Err(IllegalMove::Unknown(Move(number)).into());
        }
        if (position.player | position.opponent) >> index & 1 == 1 {
            return Err(IllegalMove::Taken(square).into());
        }
        if position.legal_moves() >> index & 1 == 0 {
            return Err(IllegalMove::FlipsNothing(square).into());
        }
        self.board = BoardPosition::new(position.after(index), player.opponent());
        self.add(player, Some(square), remarks);
        self.pass_if_forced();
        Ok(())
    }

    /// Takes note of a pass that somebody has written out or sent. A forced pass is in the record
    /// already, so this changes nothing.
    ///
    /// # Errors
    /// [`MoveError::MayNotPass`] when the last ply was no pass and the side to move has a move. At
    /// the end of a game, where both sides pass, it is no error.
    pub fn pass(&mut self) -> Result<(), MoveError> {
        self.pass_with(Remarks::default())
    }

    /// [`pass`](Self::pass) with what is known about the pass.
    ///
    /// # Errors
    /// [`MoveError::MayNotPass`] when the side to move has a move, and nobody had to pass.
    pub fn pass_with(&mut self, remarks: Remarks) -> Result<(), MoveError> {
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

    /// Keeps only the first plies, and a pass that has to follow them.
    pub fn truncate(&mut self, plies: usize) {
        if plies >= self.moves.len() {
            return;
        }
        self.moves.truncate(plies);
        self.scores.clear();
        self.board = self.boards().last().unwrap_or(self.start);
        self.pass_if_forced();
    }

    /// The boards from the start to the last: one more than there are plies.
    pub fn boards(&self) -> impl Iterator<Item = BoardPosition> + '_ {
        let after = self.moves.iter().scan(self.start, |board, mv| {
            *board = match mv.square {
                Some(square) => {
                    let index = u32::from(square.row) * 8 + u32::from(square.column);
                    BoardPosition::new(board.position().after(index), mv.player.opponent())
                }
                None => board.passed(),
            };
            Some(*board)
        });
        std::iter::once(self.start).chain(after)
    }

    /// The game after the last ply, by the rules that the rest of the program plays by.
    pub fn to_game(&self) -> Reversi {
        self.board.to_game()
    }

    /// The moves as [`Game::play`](crate::games::Game::play) takes them from the start on: without the passes, which games
    /// make by themselves.
    pub fn game_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let squares = self.moves.iter().filter_map(|mv| mv.square);
        squares.map(|square| Move(u16::from(square.row) * 8 + u16::from(square.column)))
    }

    /// A game whose moves are chosen by numbers, for tests: each takes one of the legal moves.
    #[cfg(test)]
    pub(crate) fn by_choices(choices: &[u8]) -> Self {
        let mut record = Self::new();
        for &choice in choices {
            let legal: Vec<u32> =
                crate::engine::squares(record.board.position().legal_moves()).collect();
            let Some(&index) = legal.get(usize::from(choice) % legal.len().max(1)) else { break };
            let index = u8::try_from(index).unwrap();
            let number = f64::from(choice);
            let remarks = Remarks {
                evaluation: (choice % 3 == 0).then_some(number / 4.0 - 32.0),
                seconds: (choice % 5 == 0).then_some(number / 10.0),
            };
            record.play_with(Square { row: index / 8, column: index % 8 }, remarks).unwrap();
        }
        record
    }

    fn add(&mut self, player: Player, square: Option<Square>, remarks: Remarks) {
        let Remarks { evaluation, seconds } = remarks;
        self.scores.clear();
        self.moves.push(RecordedMove { player, square, evaluation, seconds });
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
    fn what_the_rules_forbid_is_refused() {
        let mut record = record_of("f5 d6");
        let before = record.clone();
        let refused = |record: &mut GameRecord, name| record.play(square(name)).unwrap_err();
        assert_eq!(refused(&mut record, "f5"), IllegalMove::Taken(square("f5")).into());
        assert_eq!(refused(&mut record, "a1"), IllegalMove::FlipsNothing(square("a1")).into());
        let beyond = record.play(Square { row: 8, column: 0 });
        assert_eq!(beyond, Err(IllegalMove::Unknown(Move(64)).into()));
        assert_eq!(record.pass(), Err(MoveError::MayNotPass(Player::Black)));
        assert_eq!(record, before);
        let mut over = record_of(reversi::INFO.example.moves);
        assert_eq!(refused(&mut over, "a6"), IllegalMove::Over.into());
        assert_eq!(over.pass(), Ok(()));
    }

    #[test]
    fn a_shortened_game_goes_on_as_it_did() {
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
        let remarks = Remarks { evaluation: Some(-3.0), seconds: None };
        record.pass_with(remarks).unwrap();
        record.play(square("c2")).unwrap();
        let [pass, mv] = record.moves() else { panic!("{record:?}") };
        assert_eq!((pass.player, pass.square, pass.evaluation), (Player::White, None, Some(-3.0)));
        assert_eq!((mv.player, mv.square), (Player::Black, Some(square("c2"))));
        assert!(record.is_over());
        assert_eq!(record.counted().difference, Some(64.0));
    }
}
