//! The latest results against each level, for advice on the level to play next.

use crate::games::{Info, Player};
use crate::players::Level;
use crate::session::{CurrentGame, Mode};

/// The number of latest games per level that count.
const WINDOW: usize = 4;

/// The highest level at which one win is enough to suggest the next.
const LAST_EASY: u8 = 3;

/// The level to try next, with the results that suggest it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NextLevel {
    pub level: u8,
    /// The latest games won and lost at `level`, out of `games`.
    pub won: usize,
    pub lost: usize,
    pub games: usize,
    pub next: u8,
}

#[derive(Debug, Clone, Copy)]
struct Finished {
    game: &'static Info,
    level: u8,
    human: Player,
    winner: Option<Player>,
}

/// The finished games against numbered levels, latest last.
#[derive(Debug, Default)]
pub(super) struct RecentGames(Vec<Finished>);

impl RecentGames {
    /// Adds a finished game. Returns the level to try next, if it should change.
    pub(super) fn add(&mut self, current: &CurrentGame) -> Option<NextLevel> {
        let &Mode::Against { human, level: Level::Number(level) } = current.mode() else {
            return None;
        };
        let (game, winner) = (current.game().info(), current.outcome()?.winner);
        self.0.push(Finished { game, level, human, winner });
        let is_same = |one: &&Finished| one.game == game && one.level == level;
        let latest: Vec<&Finished> = self.0.iter().rev().filter(is_same).take(WINDOW).collect();
        let count = |winner: fn(&Finished) -> Player| {
            latest.iter().filter(|one| one.winner == Some(winner(one))).count()
        };
        let [won, lost] = [count(|one| one.human), count(|one| one.human.opponent())];
        let games = latest.len();
        let enough = if level <= LAST_EASY { 1 } else { 2 };
        let next = if won >= enough && 4 * won >= 3 * games && level < Level::strongest(game) {
            level + 1
        } else if lost == games && games > 2 && level > 1 {
            level - 1
        } else {
            return None;
        };
        Some(NextLevel { level, won, lost, games, next })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Setup, reversi};

    /// A finished game of Black against a bot.
    fn game(level: u8, winner: Player) -> CurrentGame {
        let mode = Mode::Against { human: Player::Black, level: Level::new(level).unwrap() };
        let rows = vec![winner.glyph().to_string().repeat(8); 8];
        let board = Some(rows.try_into().unwrap());
        CurrentGame::new(&reversi::INFO, Setup { board, ..Setup::default() }, mode)
    }

    #[test]
    fn wins_lead_up_and_losses_down() {
        let [win, loss] = [Player::Black, Player::White];
        for (level, results, next) in [
            (1, &[win][..], Some(2)),
            (1, &[loss, loss, loss, loss], None),
            (6, &[win], None),
            (6, &[win, win], Some(7)),
            (6, &[win, loss, win], None),
            (6, &[loss, win, win, win], Some(7)),
            (6, &[loss, loss], None),
            (6, &[win, loss, loss, loss], None),
            (6, &[win, loss, loss, loss, loss], Some(5)),
            (20, &[win, win], None),
        ] {
            let mut recent = RecentGames::default();
            let mut last = None;
            for &winner in results {
                last = recent.add(&game(level, winner));
            }
            assert_eq!(last.map(|next| next.next), next, "{level}: {results:?}");
        }
        let mut recent = RecentGames::default();
        recent.add(&game(6, win));
        assert_eq!(recent.add(&game(5, win)), None, "levels count apart");
    }
}
