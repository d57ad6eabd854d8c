//! The coach: from which loss on it comments on a move of the user.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::base::language::{self, tr};
use crate::base::text::printable;
use crate::players::Level;

/// Whether the coach comments on mistakes, and from which loss on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Coach {
    #[default]
    Off,
    /// From the loss that is a mistake at the level of the opponent.
    On,
    /// From a number of discs, at least 1.
    From(u8),
}

/// The maximum loss to start from, in discs.
const MAX_DISCS: u8 = 64;

/// What is a mistake against a level: the highest level, and the least loss in discs.
const MISTAKES: [(u8, u32); 3] = [(4, 12), (8, 8), (13, 6)];

/// What is a mistake against higher levels, in discs.
const MISTAKE_OF_STRONG: u32 = 4;

impl Coach {
    /// Returns the least loss to comment on against a bot, in discs; `None` if the coach is off.
    pub fn least_loss(self, opponent: Level) -> Option<u32> {
        match (self, opponent) {
            (Self::Off, _) => None,
            (Self::From(discs), _) => Some(discs.into()),
            (Self::On, Level::Number(level)) => {
                let known = MISTAKES.iter().find(|(highest, _)| level <= *highest);
                Some(known.map_or(MISTAKE_OF_STRONG, |(_, discs)| *discs))
            }
            (Self::On, _) => Some(MISTAKE_OF_STRONG),
        }
    }
}

impl fmt::Display for Coach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Off => f.write_str("off"),
            Self::On => f.write_str("on"),
            Self::From(discs) => discs.fmt(f),
        }
    }
}

impl FromStr for Coach {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let number = || {
            word.parse()
                .ok()
                .filter(|discs| (1..=MAX_DISCS).contains(discs))
        };
        if language::means(word, "off") {
            Ok(Self::Off)
        } else if language::means(word, "on") {
            Ok(Self::On)
        } else {
            number().map(Self::From).ok_or_else(|| {
                let word = printable(word).limited(20);
                tr!(
                    "\"{word}\": use on, off or a number of discs from 1 to {most}",
                    word,
                    most = MAX_DISCS
                )
            })
        }
    }
}

/// A number of discs is saved as a number.
impl Serialize for Coach {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::From(discs) => serializer.serialize_u8(*discs),
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Coach {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(CoachVisitor)
    }
}

/// Reads a saved setting. An untagged enum would not report what is wrong.
struct CoachVisitor;

impl de::Visitor<'_> for CoachVisitor {
    type Value = Coach;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(tr!("\"on\", \"off\" or a number of discs"))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Coach, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Coach, E> {
        text.parse().map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_comes_back_from_its_text() {
        for (text, coach) in [
            ("off", Coach::Off),
            ("on", Coach::On),
            ("1", Coach::From(1)),
            ("64", Coach::From(64)),
        ] {
            assert_eq!(text.parse(), Ok(coach));
            assert_eq!(coach.to_string(), text);
            let saved = serde_json::to_string(&coach).unwrap();
            assert_eq!(
                serde_json::from_str::<Coach>(&saved).unwrap(),
                coach,
                "{saved}"
            );
        }
        for wrong in ["0", "65", "-1", "6.5", "maybe", ""] {
            assert!(wrong.parse::<Coach>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_stronger_opponent_makes_smaller_losses_mistakes() {
        let losses = [1, 4, 5, 8, 9, 13, 14, 20].map(|level| {
            let level = Level::new(level).unwrap();
            Coach::On.least_loss(level).unwrap()
        });
        assert_eq!(losses, [12, 12, 8, 8, 6, 6, 4, 4]);
        assert_eq!(Coach::Off.least_loss(Level::BEGINNER), None);
        assert_eq!(Coach::From(3).least_loss(Level::BEGINNER), Some(3));
    }
}
