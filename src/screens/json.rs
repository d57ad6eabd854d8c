//! Replies as JSON, one object a line, for programs. `docs/scripting.md` describes them.

use serde::Serialize;

use crate::interpreter::{ExecuteError, ParseError, Reply, State};
use crate::session::Session;

use super::failure::Failure;

/// The version of the objects. It changes when a field changes its meaning or goes.
const SCHEMA: u32 = 1;

/// What is written for one line.
#[derive(Serialize)]
struct Object<'a> {
    schema: u32,
    line: usize,
    command: &'a str,
    ok: bool,
    reply: Option<&'a Reply>,
    state: Option<State>,
    error: Option<ErrorObject>,
}

/// What went wrong.
#[derive(Serialize)]
struct ErrorObject {
    kind: &'static str,
    message: String,
    column: Option<usize>,
}

/// Writes the object of one line, with the state after it.
pub(super) fn write_object(
    out: &mut String,
    line: usize,
    command: &str,
    result: Result<&Reply, &Failure>,
    session: &Session,
    ascii: bool,
) {
    let object = Object {
        schema: SCHEMA,
        line,
        command,
        ok: result.is_ok(),
        reply: result.ok(),
        state: State::of(session),
        error: result.err().map(ErrorObject::from),
    };
    let text = serde_json::to_string(&object).expect("plain data with string keys has a text");
    if ascii {
        escape_to_ascii(out, &text);
    } else {
        out.push_str(&text);
    }
    out.push('\n');
}

impl From<&Failure> for ErrorObject {
    fn from(failure: &Failure) -> Self {
        let message = failure.to_string();
        let (kind, column) = match failure {
            Failure::Line(_) => ("line", None),
            Failure::Parse(ParseError::Empty) => ("command", None),
            Failure::Parse(error) => ("command", Some(error.column())),
            Failure::Execute(error) => (ExecuteError::kind(error), None),
            Failure::ScoresNotWritten(_) => ("file", None),
        };
        Self { kind, message, column }
    }
}

/// Outside ASCII only strings have characters, so all of them can be escaped alike.
fn escape_to_ascii(out: &mut String, text: &str) {
    use std::fmt::Write;

    for character in text.chars() {
        if character.is_ascii() {
            out.push(character);
        } else {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
}
