//! The players of the two sides.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Nickname;
use crate::base::language::tr;
use crate::games::{Info, Player};
use crate::players::{Bot, Competitive, Level, Resources};

/// The player of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Controller {
    Human,
    Bot(Level),
    /// The bot of the competitive mode.
    Competitive,
}

impl Controller {
    pub fn is_human(self) -> bool {
        self == Self::Human
    }

    /// Returns the level of a bot that has one.
    pub fn level(self) -> Option<Level> {
        match self {
            Self::Bot(level) => Some(level),
            Self::Human | Self::Competitive => None,
        }
    }

    /// Creates the bot; `None` for a human.
    pub fn bot(self, info: &Info, resources: &Resources) -> Option<Box<dyn Bot>> {
        match self {
            Self::Human => None,
            Self::Bot(level) => Some(level.bot_with(info, resources)),
            Self::Competitive => Some(Box::new(Competitive)),
        }
    }
}

/// Prints `human`, the level as typed, or `competitive`.
impl fmt::Display for Controller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Bot(level) => level.fmt(f),
            Self::Competitive => f.write_str("competitive"),
        }
    }
}

/// The players of Black and White and, in a competitive game, the human's name in the ranking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "SavedPlayers")]
pub struct Players {
    black: Controller,
    white: Controller,
    #[serde(skip_serializing_if = "Option::is_none")]
    nickname: Option<Nickname>,
}

/// The players in a file, which may not fit together.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename = "players")]
struct SavedPlayers {
    black: Controller,
    white: Controller,
    #[serde(default)]
    nickname: Option<Nickname>,
}

#[derive(Debug, Error)]
#[error(
    "{}",
    tr!("a competitive game has a human with a nickname and the competitive bot")
)]
struct NotCompetitive;

impl TryFrom<SavedPlayers> for Players {
    type Error = NotCompetitive;

    fn try_from(saved: SavedPlayers) -> Result<Self, NotCompetitive> {
        let SavedPlayers {
            black,
            white,
            nickname,
        } = saved;
        let has_bot = [black, white].contains(&Controller::Competitive);
        let has_human = [black, white].contains(&Controller::Human);
        let is_valid = match nickname {
            Some(_) => has_bot && has_human,
            None => !has_bot,
        };
        is_valid
            .then_some(Self {
                black,
                white,
                nickname,
            })
            .ok_or(NotCompetitive)
    }
}

impl Players {
    /// Two humans.
    pub const HUMANS: Self = Self {
        black: Controller::Human,
        white: Controller::Human,
        nickname: None,
    };

    /// A human against a bot.
    pub fn against(human: Player, level: Level) -> Self {
        Self::HUMANS.with(human.opponent(), Controller::Bot(level))
    }

    #[cfg(test)]
    pub fn bots(black: Level, white: Level) -> Self {
        Self {
            black: Controller::Bot(black),
            white: Controller::Bot(white),
            nickname: None,
        }
    }

    /// A human against the competitive bot, for a place in the ranking.
    pub fn competitive(human: Player, nickname: Nickname) -> Self {
        Self {
            nickname: Some(nickname),
            ..Self::HUMANS.with(human.opponent(), Controller::Competitive)
        }
    }

    /// Returns a name of the mode for programs: `manual`, `against`, `bots` or `competitive`.
    pub fn mode(&self) -> &'static str {
        match self.humans() {
            _ if self.is_competitive() => "competitive",
            [true, true] => "manual",
            [false, false] => "bots",
            _ => "against",
        }
    }

    pub fn of(&self, player: Player) -> Controller {
        match player {
            Player::Black => self.black,
            Player::White => self.white,
        }
    }

    /// Whether Black and White are human.
    pub fn humans(&self) -> [bool; 2] {
        [self.black, self.white].map(Controller::is_human)
    }

    /// Returns the side of the only human; `None` if there are two or none.
    pub fn human(&self) -> Option<Player> {
        match self.humans() {
            [true, false] => Some(Player::Black),
            [false, true] => Some(Player::White),
            _ => None,
        }
    }

    /// Returns the only human's side and the level of the bot; `None` in other games.
    pub fn against_level(&self) -> Option<(Player, Level)> {
        let human = self.human()?;
        Some((human, self.of(human.opponent()).level()?))
    }

    pub fn nickname(&self) -> Option<&Nickname> {
        self.nickname.as_ref()
    }

    pub fn is_competitive(&self) -> bool {
        self.nickname.is_some()
    }

    /// Returns the levels of Black and White; `None` for humans and the competitive bot.
    pub fn levels(&self) -> [Option<Level>; 2] {
        [self.black, self.white].map(Controller::level)
    }

    /// Converts the players to another kind of game. Missing levels become its strongest.
    #[must_use]
    pub fn suited_to(self, info: &Info) -> Self {
        let suited = |controller| match controller {
            Controller::Bot(level) => Controller::Bot(level.at_most_of(info)),
            other => other,
        };
        Self {
            black: suited(self.black),
            white: suited(self.white),
            ..self
        }
    }

    /// Exchanges the players.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self {
            black: self.white,
            white: self.black,
            ..self
        }
    }

    /// Replaces the player of a side.
    #[must_use]
    pub fn with(mut self, player: Player, controller: Controller) -> Self {
        match player {
            Player::Black => self.black = controller,
            Player::White => self.white = controller,
        }
        self
    }
}
