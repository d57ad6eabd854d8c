//! Reversi (Othello): rules, a strong engine, game records, analysis and bots.
//!
//! - [`games`] has the rules of [`Reversi`](games::Reversi), Connect Four, Complica, Gravity, Quarto and Reversed
//!   Reversi, all behind one trait, [`Game`](games::Game).
//! - [`engine`] searches Reversi: an [`Engine`] finds the best moves of a [`Position`] within [`Limits`], or solves
//!   it exactly. The evaluation is built in, so there is nothing to download.
//! - [`records`] reads and writes games as transcripts, GGF, SGF, PGN and WTHOR, positions as OBF, and draws boards as SVG.
//! - [`analysis`] finds the mistakes in a game.
//! - [`players`] has the bots, and a trait for your own bots.
//!
//! | feature | adds | packages |
//! |---|---|---|
//! | none | [`games`], [`engine`] | 9 |
//! | `records` | [`records`], [`analysis`], [`players`]; `Serialize` and `Deserialize` for moves, squares, outcomes and setups | 28 |
//! | `cli` (default) | the program `reversi` | 117 |
//! | `window` | the window of the program | 308 |
//!
//! Each feature includes the features above it. `python` and `capi` are for programs in Python and C, which
//! `docs/library.md` compares. The last column counts the packages compiled on Linux.
//!
//! # Example
//!
//! The engine plays a game against itself, looking six plies ahead.
//!
//! ```
//! use reversi::games::{Game, IllegalMove, Player, Reversi};
//! use reversi::{Engine, Limits, Position};
//!
//! let mut engine = Engine::new(16, 1);
//! let limits = Limits { depth: 6, exact_from: 8, ..Limits::default() };
//! let mut game = Reversi::new(Player::Black);
//! while game.turn().is_some() {
//!     let found = engine.search(Position::from(&game), &limits);
//!     game.play(found.best().expect("a side that is to move has a move"))?;
//! }
//! assert!(game.outcome().is_some());
//! # Ok::<(), IllegalMove>(())
//! ```

// Only the program uses everything that its rooms share with the library.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports, unused_macros))]

pub mod engine;
pub mod games;

#[cfg(feature = "records")]
pub mod analysis;
#[cfg(feature = "records")]
mod base;
#[cfg(feature = "records")]
#[allow(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "only `internals` shows it to others"
)]
mod book;
#[cfg(feature = "capi")]
#[allow(
    clippy::needless_pass_by_value,
    reason = "an error is given away with its message"
)]
mod capi;
#[cfg(feature = "records")]
pub mod players;
#[cfg(feature = "python")]
#[allow(
    missing_docs,
    clippy::doc_link_with_quotes,
    clippy::missing_errors_doc,
    clippy::needless_pass_by_value,
    clippy::trivially_copy_pass_by_ref,
    reason = "for Python, whose functions take arguments by value and have Python in their documentation"
)]
mod python;
#[cfg(feature = "records")]
pub mod records;

#[cfg(feature = "cli")]
#[allow(unreachable_pub, reason = "for the programs, not for other crates")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "cli")]
mod desk;
#[cfg(feature = "cli")]
#[allow(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "only `internals` shows it to others"
)]
mod interpreter;
#[cfg(feature = "cli")]
mod protocols;
#[cfg(feature = "cli")]
mod report;
#[cfg(feature = "cli")]
mod screens;
#[cfg(feature = "cli")]
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#[allow(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "only `internals` shows it to others"
)]
mod session;
#[cfg(feature = "cli")]
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#[allow(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "only `internals` shows it to others"
)]
mod store;
#[cfg(feature = "cli")]
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#[allow(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "only `internals` shows it to others"
)]
mod study;
#[cfg(feature = "cli")]
mod tools;

pub use engine::{Engine, Limits, Position};

/// The items that this package's own tests and fuzz targets use.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod internals {
    pub use crate::interpreter::{
        ARGUMENT_WORDS, COMMANDS, CommandInfo, PracticeKind, SAME_IN_THE_SHELL, Situation,
        details as command_details,
    };
    pub use crate::session::{Nickname, Players, Ranking, Session, Snapshot};
    pub use crate::store::{Autosave, SavedGame, Slots, Store, StoreError, parse_saved_game};

    #[cfg(any(feature = "window-tests", feature = "fuzzing"))]
    pub use crate::{
        desk::{Action, Settings},
        interpreter::Command,
    };

    #[cfg(feature = "window-tests")]
    pub use crate::{
        screens::window::Window,
        study::{Deck, Puzzle},
    };

    #[cfg(feature = "fuzzing")]
    pub use crate::{
        book::{Book, BookError, BookHeader, BookRecord, from_edax, from_egaroucid, to_edax},
        desk::{Desk, Job, Notice, Study, Use, View},
        interpreter::{
            Event, Interpreter, InterpreterOptions, LibraryTask, PuzzlesTask, complete, find,
            help_for, missing_arguments, overview,
        },
        protocols::{Exchange, ProtocolKind, converse},
        session::Controller,
    };
}
