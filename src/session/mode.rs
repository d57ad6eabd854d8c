//! The players of the two sides.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::games::{Info, Player};
use crate::players::{Bot, Competitive, Level, Resources};

use super::Nickname;

/// The player of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// The mode of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Two humans.
    Manual,
    /// A human against a bot.
    Against {
        /// The side of the human.
        human: Player,
        level: Level,
    },
    /// Two bots.
    Bots { black: Level, white: Level },
    /// A human against the competitive bot, for a place in the ranking.
    Competitive {
        human: Player,
        /// The name in the ranking.
        nickname: Nickname,
    },
}

impl Mode {
    /// Returns a name for programs: `manual`, `against`, `bots` or `competitive`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Manual => "manual",
            Self::Against { .. } => "against",
            Self::Bots { .. } => "bots",
            Self::Competitive { .. } => "competitive",
        }
    }

    pub fn controller(&self, player: Player) -> Controller {
        match *self {
            Self::Manual => Controller::Human,
            Self::Against { human, .. } | Self::Competitive { human, .. } if human == player => {
                Controller::Human
            }
            Self::Against { level, .. } => Controller::Bot(level),
            Self::Competitive { .. } => Controller::Competitive,
            Self::Bots { black, white } => Controller::Bot(match player {
                Player::Black => black,
                Player::White => white,
            }),
        }
    }

    pub fn levels(&self) -> impl Iterator<Item = Level> {
        Player::BOTH
            .into_iter()
            .filter_map(|player| match self.controller(player) {
                Controller::Bot(level) => Some(level),
                Controller::Human | Controller::Competitive => None,
            })
    }

    /// Converts the mode to another kind of game. Missing levels become its strongest.
    #[must_use]
    pub fn suited_to(self, info: &Info) -> Self {
        match self {
            Self::Against { human, level } => Self::Against {
                human,
                level: level.at_most_of(info),
            },
            Self::Bots { black, white } => Self::Bots {
                black: black.at_most_of(info),
                white: white.at_most_of(info),
            },
            mode => mode,
        }
    }

    /// Exchanges the players.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            Self::Against { human, level } => Self::Against {
                human: human.opponent(),
                level,
            },
            Self::Bots { black, white } => Self::Bots {
                black: white,
                white: black,
            },
            mode => mode,
        }
    }

    /// Replaces the player of a side.
    #[must_use]
    pub fn with(&self, player: Player, controller: Controller) -> Self {
        match (controller, self.controller(player.opponent())) {
            (Controller::Bot(level), Controller::Bot(other)) => match player {
                Player::Black => Self::Bots {
                    black: level,
                    white: other,
                },
                Player::White => Self::Bots {
                    black: other,
                    white: level,
                },
            },
            (Controller::Bot(level), _) => Self::Against {
                human: player.opponent(),
                level,
            },
            (_, Controller::Bot(level)) => Self::Against {
                human: player,
                level,
            },
            _ => Self::Manual,
        }
    }
}
