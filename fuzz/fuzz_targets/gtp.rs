//! Any lines to GTP: each command has one well-formed answer, and a failed one changes nothing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reversi::internals::{Exchange, ProtocolKind, converse};

fuzz_target!(|input: &[u8]| {
    converse(
        ProtocolKind::Gtp,
        &String::from_utf8_lossy(input),
        &mut check,
    );
});

fn check(exchange: &Exchange) {
    let Exchange {
        line,
        answer,
        is_end,
        ..
    } = *exchange;
    // Characters that GTP ignores can hide a comment.
    let line: String = line
        .chars()
        .filter(|character| !character.is_control())
        .collect();
    let command = line.split('#').next().unwrap_or_default().trim();
    if answer.is_empty() {
        assert!(
            !command.contains(|character: char| character.is_ascii_alphanumeric()),
            "{line:?}"
        );
        assert!(!is_end && !exchange.changes_something());
        return;
    }
    let body = answer
        .strip_suffix("\n\n")
        .unwrap_or_else(|| panic!("{answer:?} has no end"));
    assert!(!body.contains("\n\n"), "{answer:?} is more than one answer");
    assert!(
        body.chars()
            .all(|character| character == '\n' || !character.is_control()),
        "{body:?}"
    );
    let Some(rest) = body.strip_prefix('?') else {
        assert!(body.starts_with('='), "{answer:?}");
        return;
    };
    let reason = rest.trim_start_matches(|character: char| character.is_ascii_digit());
    assert!(
        reason.starts_with(' ') && reason.len() > 1 && !reason.contains('\n'),
        "{answer:?}"
    );
    assert!(
        !exchange.changes_something(),
        "{line:?} is refused and changes something"
    );
}
