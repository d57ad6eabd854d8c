//! Any lines to UGI, in any game: a `go` has one best move, all lines of the answers are valid, and a failed
//! command changes nothing.

#![no_main]

#[path = "../../tests/support/clean.rs"]
mod clean;

use clean::is_clean;
use libfuzzer_sys::fuzz_target;
use reversi::internals::{Exchange, ProtocolKind, converse};

fuzz_target!(|input: &[u8]| {
    let Some((&game, lines)) = input.split_first() else {
        return;
    };
    converse(
        ProtocolKind::Ugi(game.into()),
        &String::from_utf8_lossy(lines),
        &mut check,
    );
});

/// The first words of valid answers.
const WORDS: [&str; 7] = [
    "id", "option", "ugiok", "readyok", "response", "info", "bestmove",
];

fn check(exchange: &Exchange) {
    let Exchange {
        line,
        answer,
        is_end,
        ..
    } = *exchange;
    assert!(answer.is_empty() || answer.ends_with('\n'), "{answer:?}");
    for said in answer.lines() {
        let word = said.split(' ').next().unwrap_or_default();
        assert!(
            WORDS.contains(&word) && said.chars().all(is_clean),
            "{said:?}"
        );
    }
    let command = line.split_whitespace().next().unwrap_or_default();
    assert_eq!(is_end, command == "quit");
    assert_eq!(
        answer == "readyok\n",
        command == "isready",
        "{line:?}: {answer:?}"
    );
    let moves = answer
        .lines()
        .filter(|said| said.starts_with("bestmove "))
        .count();
    assert_eq!(moves, usize::from(command == "go"), "{line:?}: {answer:?}");
    if answer.starts_with("info string ") && command != "go" {
        assert_eq!(answer.lines().count(), 1, "{answer:?}");
        assert!(
            !exchange.changes_something(),
            "{line:?} is refused and changes something"
        );
    }
    if matches!(command, "isready" | "query" | "ugi") {
        assert!(!exchange.changes_something(), "{line:?} changes something");
    }
}
