//! Texts about the prompt itself.

use super::Voice;
use crate::base::language::{tr, with_typed};
use crate::screens::discs::Discs;
use crate::screens::interface::Interface;
use crate::screens::theme::ThemeName;

/// Reports plies that are not shown.
pub fn earlier_plies(voice: Voice, count: usize) -> String {
    let moves = voice.command("moves");
    tr!(
        "... {n} ply earlier; {moves} lists them all."
            | "... {n} plies earlier; {moves} lists them all.",
        n = count,
        moves
    )
}

pub fn theme_is(name: &str) -> String {
    let others: Vec<&str> = ThemeName::all()
        .map(ThemeName::as_str)
        .filter(|&other| other != name)
        .collect();
    tr!(
        "Theme: {name}. Others: {others}.",
        name,
        others = others.join(", ")
    )
}

pub fn discs(discs: Discs, are_symbols: bool, can_be_large: bool) -> String {
    let what = if are_symbols {
        tr!("● and ○")
    } else {
        tr!("B and W")
    };
    match discs {
        Discs::Large if can_be_large => tr!("Discs: large, in high terminals.").to_owned(),
        Discs::Large => tr!("Discs: {what} (large discs need 24-bit colors).", what),
        Discs::Auto => tr!("Discs: {what} (automatic).", what),
        Discs::Letters | Discs::Symbols => tr!("Discs: {what}.", what),
    }
}

/// Refuses a change to the screen on which the user is.
pub fn already_there(screen: Interface) -> String {
    let reason = match screen {
        Interface::Console => tr!("you are already at the prompt"),
        Interface::Screen => tr!("already on the full screen: type `:prompt` to go back"),
        Interface::Window => only_at_the_prompt(),
    };
    with_typed(reason).into_owned()
}

/// Refuses a command that the screen does not have.
pub fn only_at_the_prompt() -> &'static str {
    tr!("this command works only at the prompt")
}

pub fn not_utf8() -> &'static str {
    tr!("that was not UTF-8: the line is skipped")
}

pub fn from_next_start() -> &'static str {
    tr!("Saved; it applies from the next start.")
}

pub const VERSION: &str = concat!("reversi ", env!("CARGO_PKG_VERSION"));

/// Says why a screen reader gets the prompt instead of the full screen.
pub fn spoken_at_the_prompt() -> &'static str {
    tr!("The full screen can't be read aloud, so the game continues at the prompt.")
}
