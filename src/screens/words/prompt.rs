//! Texts about the prompt itself.

use super::{Voice, counted};
use crate::screens::discs::Discs;
use crate::screens::theme::ThemeName;

/// Reports plies that are not shown.
pub(in super::super) fn earlier_plies(voice: Voice, count: usize) -> String {
    format!("... {} earlier; {} lists them all.", counted(count, "ply"), voice.command("moves"))
}

pub(in super::super) fn theme_is(name: &str) -> String {
    let others: Vec<&str> =
        ThemeName::ALL.into_iter().map(ThemeName::as_str).filter(|&other| other != name).collect();
    format!("Theme: {name}. Others: {}.", others.join(", "))
}

pub(in super::super) fn discs(discs: Discs, are_symbols: bool, can_be_large: bool) -> String {
    let what = if are_symbols { "● and ○" } else { "B and W" };
    match discs {
        Discs::Large if can_be_large => "Discs: large, in high terminals.".to_owned(),
        Discs::Large => format!("Discs: {what} (large discs need 24-bit colors)."),
        Discs::Auto => format!("Discs: {what} (automatic)."),
        Discs::Letters | Discs::Symbols => format!("Discs: {what}."),
    }
}

/// The help for the prompt's own commands.
pub(in super::super) fn own_lines() -> [&'static str; 6] {
    [
        "  screen       play on a full-screen board; window opens a desktop window",
        "  theme dark   set the theme: dark, light, high-contrast, color-blind, mono",
        "  discs auto   draw discs as letters, symbols or large; C X O sets yours",
        "  config       show your settings; config level 5 sets one for good",
        "  clear        clear the terminal",
        "  version      show the version of the program",
    ]
}

pub(in super::super) const FROM_NEXT_START: &str = "Saved; it applies from the next start.";

pub(in super::super) const VERSION: &str = concat!("reversi ", env!("CARGO_PKG_VERSION"));

/// The error for an extra word.
pub(in super::super) fn unexpected(word: &str, command: &str) -> String {
    format!("unexpected \"{}\" after {command}", crate::base::text::printable(word).limited(20))
}
