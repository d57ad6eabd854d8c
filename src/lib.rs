//! Reversi (Othello): rules, a strong engine, records, bots, and everything of the program `reversi`
//! that other programs can use.
//!
//! # A tour
//!
//! - [`games`] has the rules: [`Reversi`](games::Reversi), Connect Four, Complica, Gravity and Quarto,
//!   all behind one trait, [`Game`](games::Game).
//! - [`engine`] searches Reversi: an [`Engine`] finds the best moves of a [`Position`] within
//!   [`Limits`], or solves it exactly. The evaluation is built in; nothing has to be downloaded.
//! - [`records`], with the feature `records`, reads and writes games as transcripts, GGF, SGF and WTHOR,
//!   positions as OBF, and draws boards as SVG.
//! - With the feature `interpreter`: [`book`] has the opening book; [`players`] has the bots, and the trait for a bot of your own;
//!   [`session`] holds one game between two seats, with undo and redo, and the [`store`] keeps it in
//!   files; the [`interpreter`] carries out the commands of the prompt; [`analysis`] finds the mistakes
//!   in a game; [`study`] keeps games in a library. A [`desk`] puts them together for a screen: typed actions in, a view out, and bots that
//!   think in the background.
//! - With the feature `cli`, the default: [`screens`] has the prompt and the runner of scripts.
//!
//! | feature | adds | packages |
//! |---|---|---|
//! | none | [`games`], [`engine`] | 9 |
//! | `serde` | `Serialize` and `Deserialize` for moves, squares, outcomes and set-ups | 12 |
//! | `records` | [`records`] | 14 |
//! | `interpreter` | [`book`], [`players`], [`session`], [`store`], [`analysis`], [`study`], [`interpreter`], [`desk`] | 27 |
//! | `cli` (default) | [`screens`] and the program `reversi` | 108 |
//! | `window` | the window of the program, and `screens::window` | 302 |
//! | `trainer` | the program `trainer`, which makes the weights of the evaluation | 108 |
//!
//! Each feature includes those above it, but `trainer` not `window`. Packages are those that are compiled on Linux.
//! `window-tests` and `fuzzing` are for the tests of this package, and add nothing that other programs need.
//!
//! # Example
//!
//! The engine plays a game against itself, looking six plies ahead.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use reversi::games::{Game, Move, Player, Reversi};
//! use reversi::{Engine, Limits, Position};
//!
//! let mut engine = Engine::new(16, 1);
//! let limits = Limits { depth: 6, exact_from: 8, ..Limits::default() };
//! let stop = AtomicBool::new(false);
//! let mut game = Reversi::new(Player::Black);
//! while game.turn().is_some() {
//!     let found = engine.search(Position::from(&game), &limits, &stop, &mut |_| ());
//!     let best = found.best().expect("whoever is to move has a move");
//!     game.play(Move(u16::try_from(best)?))?;
//! }
//! assert!(game.outcome().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Documentation is made without the copies: rustdoc does not search where they are.
#[cfg(all(engine_copies, not(doc)))]
extern crate reversi_engine_v2;
#[cfg(all(engine_copies, not(doc)))]
extern crate reversi_engine_v3;
#[cfg(all(engine_copies, not(doc)))]
extern crate reversi_engine_v4;

pub mod engine;
pub mod games;
#[cfg(feature = "records")]
pub mod records;

#[cfg(feature = "interpreter")]
pub mod analysis;
#[cfg(feature = "records")]
#[allow(unreachable_pub, reason = "for the programs, not for other crates")]
#[cfg_attr(not(feature = "trainer"), allow(dead_code, unused_imports))]
mod base;
#[cfg(feature = "interpreter")]
pub mod book;
#[cfg(feature = "interpreter")]
pub mod desk;
#[cfg(feature = "interpreter")]
pub mod interpreter;
#[cfg(feature = "interpreter")]
pub mod players;
#[cfg(feature = "interpreter")]
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
pub mod session;
#[cfg(feature = "interpreter")]
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
pub mod store;
#[cfg(feature = "interpreter")]
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
pub mod study;

#[cfg(feature = "cli")]
#[allow(unreachable_pub, reason = "for the programs, not for other crates")]
mod cli;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod program;
#[cfg(all(feature = "cli", not(feature = "fuzzing")))]
#[allow(unreachable_pub, reason = "for the programs, not for other crates")]
mod protocols;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod protocols;
#[cfg(feature = "cli")]
pub mod screens;
#[cfg(feature = "cli")]
#[allow(unreachable_pub, reason = "for the programs, not for other crates")]
mod tools;

pub use engine::{Engine, Limits, Position};
