//! Reversi for the terminal: rules, bots, sessions, saved games and the command interpreter.
//!
//! The rooms of the house, each knowing only those named after it:
//! [`cli`] → [`screens`], [`protocols`], [`jobs`] → [`interpreter`], [`mod@matches`] → [`session`],
//! [`store`] → [`players`] → [`analysis`], [`records`] → [`engine`], [`games`]; [`training`] makes the
//! engine's evaluation. `docs/architecture.md` tells how to add a game, a command or a bot.
//!
//! ```
//! use reversi::games::{Game, Player, Reversi};
//!
//! let mut game = Reversi::new(Player::Black);
//! while let Some(&mv) = game.moves().first() {
//!     game.play(mv)?;
//! }
//! assert!(game.outcome().is_some());
//! # Ok::<(), reversi::games::IllegalMove>(())
//! ```

pub mod analysis;
pub mod cli;
pub mod engine;
pub mod games;
pub mod interpreter;
pub mod jobs;
pub mod matches;
pub mod players;
pub mod protocols;
pub mod records;
pub mod screens;
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
pub mod session;
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
pub mod store;
pub mod training;
