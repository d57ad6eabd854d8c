//! Texts about the prompt itself.

use super::Voice;
use crate::base::language::{tr, typed};
use crate::screens::discs::Discs;
use crate::screens::theme::ThemeName;

/// Reports plies that are not shown.
pub(in super::super) fn earlier_plies(voice: Voice, count: usize) -> String {
    let moves = voice.command("moves");
    tr!(
        "... {n} ply earlier; {moves} lists them all."
            | "... {n} plies earlier; {moves} lists them all.",
        n = count,
        moves
    )
}

pub(in super::super) fn theme_is(name: &str) -> String {
    let others: Vec<&str> = ThemeName::ALL
        .into_iter()
        .map(ThemeName::as_str)
        .filter(|&other| other != name)
        .collect();
    tr!(
        "Theme: {name}. Others: {others}.",
        name,
        others = others.join(", ")
    )
}

pub(in super::super) fn discs(discs: Discs, are_symbols: bool, can_be_large: bool) -> String {
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

/// The help for the prompt's own commands.
pub(in super::super) fn own_lines() -> [String; 6] {
    [
        (
            "screen",
            tr!("play on a full-screen board; window opens a desktop window"),
        ),
        (
            "theme dark",
            tr!("set the theme: dark, light, high-contrast, color-blind, mono"),
        ),
        (
            "discs auto",
            tr!("draw discs as letters, symbols or large; C X O sets yours"),
        ),
        (
            "config",
            tr!("show your settings; config level 5 sets one for good"),
        ),
        ("clear", tr!("clear the terminal")),
        ("version", tr!("show the version of the program")),
    ]
    .map(|(example, does)| format!("  {:12} {does}", typed(example)))
}

pub(in super::super) fn not_utf8() -> &'static str {
    tr!("that was not UTF-8: the line is skipped")
}

pub(in super::super) fn from_next_start() -> &'static str {
    tr!("Saved; it applies from the next start.")
}

pub(in super::super) const VERSION: &str = concat!("reversi ", env!("CARGO_PKG_VERSION"));

/// The error for an extra word.
pub(in super::super) fn unexpected(word: &str, command: &str) -> String {
    let word = crate::base::text::printable(word).limited(20);
    tr!("unexpected \"{word}\" after {command}", word, command)
}
