//! Texts of the window: buttons, dialogs, and the names of squares for screen readers.

use super::{label, spoken};
use crate::base::language::{marked, tr};
use crate::desk::View;
use crate::games::{Cell, Game, Piece, PieceStyle, Player, Square};
use crate::interpreter::Purpose;
use crate::screens::scene::BoardScene;
use crate::session::{GamePosition, Sides};

pub const FIRST_STEPS: &str =
    marked!("Click a square to play. Game > New game… chooses another opponent, or two players.");

pub fn title(view: &View) -> String {
    format!("{} - reversi", view.info.name)
}

/// The side to move, or the result.
pub fn state(sides: &Sides, position: GamePosition<'_>) -> String {
    super::state(sides, position).unwrap_or_else(|| tr!("Game over").to_owned())
}

/// The name of a square: `d3, empty, legal, score +2`.
pub fn square(square: Square, scene: &BoardScene<'_>) -> String {
    let mut text = format!(
        "{square}, {}",
        content(&scene.grid.cell(square), scene.info.pieces)
    );
    if scene.legal.contains(&square) {
        text += tr!(", legal");
    }
    if scene.last == Some(square) {
        text += tr!(", last move");
    }
    match scene.rank(square) {
        Some(1) => text += tr!(", suggested"),
        Some(rank) => text += &tr!(", suggestion {rank}", rank),
        None => {}
    }
    if let Some(score) = scene.score(square) {
        text += &tr!(", score {score}", score = format_args!("{score:+}"));
    }
    text
}

fn content(cell: &Cell, pieces: PieceStyle) -> String {
    match cell {
        Cell::Piece(shown) => piece(shown),
        _ => spoken::content(cell, pieces),
    }
}

/// A piece with its four traits: `piece c, large light square, hollow`.
pub fn piece(piece: &Piece) -> String {
    let letter = piece.letter;
    let [size, color, shape, top] = spoken::traits(piece);
    tr!(
        "piece {letter}, {size} {shade} {shape}, {top}",
        letter,
        size,
        shade = color,
        shape,
        top
    )
}

pub fn in_hand(shown: &Piece) -> String {
    tr!("In hand: {piece}", piece = piece(shown))
}

pub const LEFT: &str = marked!("Remaining pieces");

/// The discs of a side: `Black 12`.
pub fn count(sides: &Sides, player: Player, game: &dyn Game) -> String {
    match game.counts() {
        Some(counts) => format!("{} {}", label(sides, player), counts[player.index()]),
        None => label(sides, player),
    }
}

/// The position shown: `Move 12 of 60`.
pub fn position(shown: usize, last: usize) -> String {
    if shown == last {
        tr!("Move {last}", last)
    } else {
        tr!("Move {shown} of {last}", shown, last)
    }
}

/// The buttons after a game.
pub const AGAIN: &str = marked!("Play again");
pub const OTHER_GAME: &str = marked!("New game…");

/// The name of a button after a game. Menus have entries of the same names.
pub fn after_game(button: &str) -> String {
    tr!("{button} (after the game)", button)
}

pub const EARLIER: &str = marked!("Viewing an earlier position. Press End to return to the game.");

pub const IN_LINE: &str = marked!("Viewing a variation. Leave it to play.");

pub const WELCOME: &str = marked!("Press Ctrl+N to start a game.");

pub const NO_DISPLAY: &str =
    marked!("can't open a window: no display found. In a terminal, run reversi without -u window");

pub const NO_GRAPHICS: &str = marked!(
    "can't open a window: OpenGL 2.0 or later is \
    needed. In a terminal, run reversi without -u window"
);

pub const DIED: &str = marked!("The search crashed. This is a bug in reversi.");

/// The button that ends a thought, and its name for screen readers.
pub fn end_of_thought(view: &View) -> (&'static str, &'static str) {
    match view.thought.as_ref().map(|thought| thought.purpose) {
        Some(Purpose::Move(_)) => (tr!("button" => "Move now"), tr!("Make the bot move now")),
        _ => (
            tr!("button" => "Stop"),
            tr!("Stop the search and show the result"),
        ),
    }
}

pub const NOT_UTF8: &str = marked!("the file's name is not UTF-8: rename it");

pub const NO_PICTURE: &str = marked!("unknown image format: use .svg or .png");

pub fn no_picture(reason: &str) -> String {
    tr!("can't create the image: {reason}", reason)
}

pub const COPIED: &str = marked!("Copied.");
