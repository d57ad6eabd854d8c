//! Any lines to the `NBoard` protocol: all lines of the answers are valid, and a failed command changes nothing.

#![no_main]

#[path = "../../tests/support/clean.rs"]
mod clean;

use clean::is_clean;
use libfuzzer_sys::fuzz_target;
use reversi::internals::{Exchange, ProtocolKind, converse};

fuzz_target!(|input: &[u8]| {
    converse(
        ProtocolKind::NBoard,
        &String::from_utf8_lossy(input),
        &mut check,
    );
});

/// The first words of valid answers.
const WORDS: [&str; 9] = [
    "set",
    "pong",
    "status",
    "search",
    "nodestats",
    "===",
    "analysis",
    "learned",
    "book",
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
        answer.starts_with("pong "),
        command == "ping",
        "{line:?}: {answer:?}"
    );
    assert!(
        command != "go" || answer.contains("=== "),
        "{line:?}: {answer:?}"
    );
    if ["status illegal", "status set"]
        .iter()
        .any(|refusal| answer.starts_with(refusal))
    {
        assert_eq!(answer.lines().count(), 1, "{answer:?}");
        assert!(
            !exchange.changes_something(),
            "{line:?} is refused and changes something"
        );
    }
}
