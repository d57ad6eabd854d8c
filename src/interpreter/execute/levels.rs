//! The levels of bots: the list, games against a level chosen by its rating, and advice on the level to play next.

use super::{ExecuteError, Interpreter, Step};
use crate::games::{Info, Player};
use crate::interpreter::command::{OpeningSource, Side};
use crate::interpreter::reply::{Event, Marks, Reply};
use crate::interpreter::report::{ChosenLevel, LevelReport, NextLevel};
use crate::players::ladder::{self, Band, Rated, Rung};
use crate::players::{Competitive, Level};
use crate::session::{Controller, CurrentGame, Players};

impl Interpreter {
    /// Starts a game against a level, which may have been chosen for `rating`.
    pub(super) fn start_against(
        &mut self,
        human: Player,
        level: Level,
        rating: Option<i32>,
        beginning: OpeningSource,
    ) -> Result<Step, ExecuteError> {
        let info = self.session.info();
        let level = level_of_game(info, level, rating);
        let mut step = self.start_from(beginning, Players::against(human, level), None)?;
        let reply = match &mut step {
            Step::Done(reply) => Some(reply),
            Step::Working { shown, .. } => shown.as_mut(),
        };
        if let Some(Event::Started { chosen, .. }) = reply.map(|reply| &mut reply.events[0]) {
            let rated = rating.zip(ladder::rating_of(info, level));
            *chosen = rated.map(|(asked, rating)| ChosenLevel {
                asked,
                level: level.to_string(),
                rating,
            });
        }
        Ok(step)
    }

    /// Sets the level of the opponent and, at the prompt, of later opponents.
    pub(super) fn set_level(
        &mut self,
        level: Level,
        rating: Option<i32>,
    ) -> Result<Step, ExecuteError> {
        let level = level_of_game(self.session.info(), level, rating);
        let opponent = self.opponent();
        if let Some((human, _)) = opponent {
            let bot = Controller::Bot(level);
            self.session.set_controller(human.opponent(), bot)?;
        }
        match &mut self.options.default_level {
            Some(default) => *default = level,
            None if opponent.is_none() => return Err(ExecuteError::NoOpponent),
            None => {}
        }
        match opponent {
            Some(_) => self.advance(self.reply_with_board(Event::Players, Marks::None)),
            None => Ok(Step::Done(self.show_level()?)),
        }
    }

    /// Sets the player of a side. A level may have been chosen for `rating`.
    pub(super) fn set_player(
        &mut self,
        side: &Side,
        controller: Controller,
        rating: Option<i32>,
    ) -> Result<Step, ExecuteError> {
        let side = self.side(side)?;
        let info = self.session.info();
        let controller = match controller {
            Controller::Bot(level) => Controller::Bot(level_of_game(info, level, rating)),
            other => other,
        };
        self.session.set_controller(side, controller)?;
        self.advance(self.reply_with_board(Event::Players, Marks::None))
    }

    /// Shows the level of the opponent, or of the next one.
    pub(super) fn show_level(&self) -> Result<Reply, ExecuteError> {
        let level = match self.opponent() {
            Some((_, level)) => Some(level),
            None => self.default_level(),
        };
        let level = level.ok_or(ExecuteError::NoOpponent)?;
        let info = self.session.info();
        let shown = self.reply(Event::Level {
            level: ladder::titled(info, level),
            of: (info, level),
        });
        Ok(shown.with(self.estimated([level])))
    }

    /// The side of the human who plays a bot, and the level of the bot.
    pub(super) fn opponent(&self) -> Option<(Player, Level)> {
        self.session.current()?.players().against_level()
    }

    /// Lists the rated bots of the current game, weakest first.
    pub(super) fn levels(&self) -> Reply {
        let info = self.session.info();
        let report = |&Rung {
                          bot, rating, error, ..
                      }: &Rung| LevelReport {
            level: bot.to_string(),
            rating,
            error,
            name: Band::of(rating),
            method: match bot {
                Rated::Level(level) => level.method(info),
                Rated::Competitive => Competitive::METHOD,
            },
        };
        let listed = self.reply(Event::Levels {
            levels: ladder::rungs(info).map(report).collect(),
        });
        listed.with(self.estimated(Level::named(info)))
    }
}

/// Converts a rating to a level of the game, because the parser assumes Reversi.
fn level_of_game(info: &Info, level: Level, rating: Option<i32>) -> Level {
    rating.map_or(level, |rating| ladder::closest(info, rating).0)
}

/// The number of latest games per level that count.
const WINDOW: usize = 4;

/// The highest level at which one win is enough to suggest the next.
const LAST_EASY: u8 = 3;

/// The finished games against numbered levels, latest last: the game, the level, and whether the human won; `None`
/// for a draw.
#[derive(Debug, Default)]
pub struct RecentGames(Vec<(&'static Info, u8, Option<bool>)>);

impl RecentGames {
    /// Adds a finished game. Returns the level to try next, if it should change.
    pub fn add(&mut self, current: &CurrentGame) -> Option<NextLevel> {
        let (human, Level::Number(level)) = current.players().against_level()? else {
            return None;
        };
        let game = current.game().info();
        let winner = current.outcome()?.winner;
        self.0
            .push((game, level, winner.map(|winner| winner == human)));
        let is_same =
            |&&(other, other_level, _): &&(&Info, u8, _)| (other, other_level) == (game, level);
        let latest: Vec<_> = self.0.iter().rev().filter(is_same).take(WINDOW).collect();
        let count = |won| {
            latest
                .iter()
                .filter(|(.., has_won)| *has_won == Some(won))
                .count()
        };
        let won = count(true);
        let lost = count(false);
        let games = latest.len();
        let enough = if level <= LAST_EASY { 1 } else { 2 };
        let next = if won >= enough && 4 * won >= 3 * games && level < Level::strongest(game) {
            level + 1
        } else if lost == games && games > 2 && level > 1 {
            level - 1
        } else {
            return None;
        };
        Some(NextLevel {
            level,
            won,
            lost,
            games,
            next,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Setup, reversi};

    /// A finished game of Black against a bot.
    fn game(level: u8, winner: Player) -> CurrentGame {
        let players = Players::against(Player::Black, Level::new(level).unwrap());
        let rows = vec![winner.glyph().to_string().repeat(8); 8];
        let board = Some(rows.try_into().unwrap());
        CurrentGame::new(
            &reversi::INFO,
            Setup {
                board,
                ..Setup::default()
            },
            players,
        )
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
