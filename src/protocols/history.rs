//! The history of a protocol's game, with each pass as an explicit ply.

use crate::games::{Game, IllegalMove, Move, Player};
use crate::records::{GameRecord, MoveError};

/// A game with all its positions. Where [`Game::play`] passes implicitly, the side without a move passes explicitly
/// here.
#[derive(Debug, Clone)]
pub struct History {
    positions: Vec<HistoryEntry>,
}

/// A position, and the ply that led to it.
#[derive(Debug, Clone)]
pub struct HistoryEntry {
    game: Box<dyn Game>,
    /// The side that must pass next.
    passing: Option<Player>,
    /// The side and its move, or `None` for a pass; no ply at the start.
    ply: Option<(Player, Option<Move>)>,
    /// Whether the ply is a pass that the client skipped.
    is_implied: bool,
}

impl HistoryEntry {
    /// The side to move or to pass; `None` at the end of the game.
    pub fn to_move(&self) -> Option<Player> {
        self.passing.or_else(|| self.game.turn())
    }

    pub fn is_pass(&self) -> bool {
        self.passing.is_some()
    }

    /// The side that follows the last ply, even at the end of the game.
    pub fn next_in_turn(&self) -> Player {
        let after = self.ply.map(|(player, _)| player.opponent());
        self.to_move().or(after).unwrap_or_default()
    }

    /// The game. If a side must pass, the other side is to move in it.
    pub fn game(&self) -> &dyn Game {
        &*self.game
    }
}

impl History {
    /// Creates a history from a position in which `passing`, if given, must pass.
    pub fn new(game: Box<dyn Game>, passing: Option<Player>) -> Self {
        Self {
            positions: vec![HistoryEntry {
                game,
                passing,
                ply: None,
                is_implied: false,
            }],
        }
    }

    pub fn from_record(record: &GameRecord) -> Result<Self, MoveError> {
        let start = record.start();
        let game = start.to_game();
        let passing = game
            .turn()
            .filter(|&player| player != start.turn)
            .map(|_| start.turn);
        let mut history = Self::new(Box::new(game), passing);
        for ply in record.moves() {
            history.play(ply.square.map(|square| Move(square.index(8))))?;
        }
        Ok(history)
    }

    pub fn last(&self) -> &HistoryEntry {
        // Never empty: the first position is the start.
        &self.positions[self.positions.len() - 1]
    }

    pub fn positions(&self) -> &[HistoryEntry] {
        &self.positions
    }

    pub fn is_last_a_pass(&self) -> bool {
        self.last().ply.is_some_and(|(_, mv)| mv.is_none())
    }

    #[cfg(test)]
    pub fn plies(&self) -> impl Iterator<Item = (Player, Option<Move>)> {
        self.positions.iter().filter_map(|position| position.ply)
    }

    pub fn to_move(&self) -> Option<Player> {
        self.last().to_move()
    }

    pub fn game(&self) -> &dyn Game {
        self.last().game()
    }

    /// Plays a move or a pass of the side to move. A forced pass can be skipped. At the end, each side may pass
    /// once more.
    pub fn play(&mut self, mv: Option<Move>) -> Result<(), MoveError> {
        match (mv, self.to_move()) {
            (None, Some(player)) if self.last().is_pass() => {
                self.pass(player, false);
                Ok(())
            }
            (None, Some(player)) => Err(MoveError::MayNotPass(player)),
            (None, None) => self.pass_at_the_end(None),
            (Some(mv), _) => self.move_by_turn(mv),
        }
    }

    /// Plays a move or a pass of `player`. A forced pass of the opponent before it can be skipped.
    pub fn play_as(&mut self, player: Player, mv: Option<Move>) -> Result<(), MoveError> {
        match self.to_move() {
            Some(turn) if turn == player => self.play(mv),
            Some(turn) => match mv {
                Some(mv) if self.last().is_pass() => self.move_by_turn(mv),
                _ => Err(MoveError::NotTheirTurn(turn)),
            },
            None if mv.is_none() => self.pass_at_the_end(Some(player)),
            None => Err(IllegalMove::GameOver.into()),
        }
    }

    /// Plays a move, and before it the opponent's forced pass, if any.
    fn move_by_turn(&mut self, mv: Move) -> Result<(), MoveError> {
        let player = self.game().turn().ok_or(IllegalMove::GameOver)?;
        let mut game = self.game().clone_box();
        let passed = game.play(mv)?.passed;
        if let Some(passing) = self.last().passing {
            self.pass(passing, true);
        }
        let ply = Some((player, Some(mv)));
        self.positions.push(HistoryEntry {
            game,
            passing: passed,
            ply,
            is_implied: false,
        });
        Ok(())
    }

    fn pass(&mut self, player: Player, is_implied: bool) {
        let game = self.game().clone_box();
        let ply = Some((player, None));
        self.positions.push(HistoryEntry {
            game,
            passing: None,
            ply,
            is_implied,
        });
    }

    fn pass_at_the_end(&mut self, player: Option<Player>) -> Result<(), MoveError> {
        let passes = self
            .positions
            .iter()
            .rev()
            .map_while(|position| position.ply);
        let mut passes = passes.take_while(|(_, mv)| mv.is_none());
        let last = passes.next();
        let before = passes.next();
        if before.is_some() {
            return Err(IllegalMove::GameOver.into());
        }
        let player = player.or_else(|| last.map(|(player, _)| player.opponent()));
        self.pass(player.unwrap_or_default(), false);
        Ok(())
    }

    /// Undoes the last ply, and an implicit pass before it. Returns false at the start.
    pub fn undo(&mut self) -> bool {
        if self.positions.len() < 2 {
            return false;
        }
        self.positions.pop();
        if self.last().is_implied {
            self.positions.pop();
        }
        true
    }

    /// Adds the forced passes, as `None`, to a line of moves. The line ends at an illegal move.
    pub fn with_passes(&self, moves: impl IntoIterator<Item = Move>) -> Vec<Option<Move>> {
        let mut plies = Vec::new();
        let mut game = self.game().clone_box();
        let mut passing = self.last().passing;
        for mv in moves {
            let Ok(played) = game.play(mv) else { break };
            if passing.is_some() {
                plies.push(None);
            }
            plies.push(Some(mv));
            passing = played.passed;
        }
        plies
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Reversi, reversi};

    fn square(name: &str) -> Move {
        Reversi::new(Player::Black).parse_move(name).unwrap()
    }

    fn near_the_end() -> History {
        let game = Reversi::on_board(&format!("{:-<56}-WWB", "-WB-WB"));
        History::new(Box::new(game), None)
    }

    #[test]
    fn passes_are_plies_said_or_not() {
        use Player::{Black, White};
        for is_said in [true, false] {
            let mut history = near_the_end();
            assert_eq!(history.play(None), Err(MoveError::MayNotPass(Black)));
            assert_eq!(
                history.play_as(White, Some(square("d1"))),
                Err(MoveError::NotTheirTurn(Black))
            );
            history.play_as(Black, Some(square("d1"))).unwrap();
            assert_eq!(
                (history.to_move(), history.last().is_pass()),
                (Some(White), false)
            );
            history.play(Some(square("g1"))).unwrap();
            let turn = history.to_move();
            assert!(turn.is_some());
            if history.last().is_pass() && is_said {
                history.play(None).unwrap();
            }
            let before = history.positions().len();
            while let Some(&mv) = history.game().moves().first() {
                if is_said && history.last().is_pass() {
                    history.play(None).unwrap();
                }
                history.play(Some(mv)).unwrap();
            }
            assert!(history.positions().len() > before);
            let rows = history.game().grid().to_rows();
            // At the end, each side may pass once.
            history.play_as(White, None).unwrap();
            history.play(None).unwrap();
            assert_eq!(history.play(None), Err(IllegalMove::GameOver.into()));
            assert_eq!(history.game().grid().to_rows(), rows);
            while history.undo() {}
            assert_eq!(history.positions().len(), 1);
            assert_eq!(
                history.game().grid().to_rows(),
                near_the_end().game().grid().to_rows()
            );
        }
    }

    #[test]
    fn a_whole_game_has_the_same_plies_with_and_without_its_passes() {
        let moves: Vec<Move> = reversi::INFO
            .example
            .moves
            .split_whitespace()
            .map(square)
            .collect();
        let start = || History::new(Box::new(Reversi::new(Player::Black)), None);
        let (mut said, mut unsaid) = (start(), start());
        let line = start().with_passes(moves.iter().copied());
        for &mv in &line {
            said.play(mv).unwrap();
        }
        for &mv in &moves {
            unsaid.play(Some(mv)).unwrap();
        }
        assert!(line.len() > moves.len(), "there are passes in it");
        assert!(said.plies().eq(unsaid.plies()));
        assert!(said.plies().map(|(_, mv)| mv).eq(line));
        assert_eq!(said.to_move(), None);
        for _ in &moves {
            assert!(unsaid.undo());
        }
        assert!(!unsaid.undo());
    }
}
