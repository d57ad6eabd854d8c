//! What differs between the users of an interpreter.

use jiff::civil::Date;

use crate::players::Level;
use crate::study::{BotOpenings, Coach};

/// What differs between a prompt, a script and a screen.
#[derive(Debug, Clone)]
pub struct InterpreterOptions {
    /// Whether only ASCII icons are accepted.
    pub ascii: bool,
    /// Whether replies name the openings of Reversi that moves reach. This slows down long scripts.
    pub names_openings: bool,
    /// Whether replies list all requested games of the library, or only the last ones, as people need.
    pub lists_all_games: bool,
    /// The default bot level at the prompt, lowered to the highest level of the game; `None` in scripts, which must
    /// name a level. With one, a first move starts a game, and in games other than Reversi a single lowercase letter
    /// is a move.
    pub default_level: Option<Level>,
    /// The number of threads for `solve` and live analysis; `None` for one per core.
    pub threads: Option<usize>,
    /// The setting of the coach, which commands change.
    pub coach: Coach,
    /// The games whose openings bots play, which commands change.
    pub openings: BotOpenings,
    /// The current date, in tests; `None` for the system clock.
    pub today: Option<Date>,
}

#[cfg(any(test, feature = "fuzzing"))]
impl InterpreterOptions {
    /// The options of a script.
    pub const SCRIPT: Self = Self {
        ascii: false,
        names_openings: false,
        lists_all_games: true,
        default_level: None,
        threads: None,
        coach: Coach::Off,
        openings: BotOpenings::None,
        today: None,
    };
}
