//! Replies as JSON, one object a line, for programs. `docs/scripting.md` describes them.

use serde::Serialize;

use super::failure::Failure;
use crate::base::text::printable::is_printable;
use crate::desk;
use crate::interpreter::{ExecuteError, ParseProblem, Reply, State};

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
    (line, command): (usize, &str),
    result: Result<&Reply, &Failure>,
    state: Option<State>,
    ascii: bool,
) {
    let object = Object {
        schema: SCHEMA,
        line,
        command,
        ok: result.is_ok(),
        reply: result.ok(),
        state,
        error: result.err().map(ErrorObject::from),
    };
    let text = serde_json::to_string(&object).expect("plain data with string keys has a text");
    escape(out, &text, |character| character.is_ascii() || !ascii && is_printable(character));
    out.push('\n');
}

impl From<&Failure> for ErrorObject {
    fn from(failure: &Failure) -> Self {
        let message = failure.to_string();
        let (kind, column) = match failure {
            Failure::Line(_) => ("line", None),
            Failure::Desk(desk::Failure::Parse(error)) => {
                let column = Some(error.column).filter(|_| error.problem != ParseProblem::Empty);
                ("command", column)
            }
            Failure::Desk(desk::Failure::Execute(error)) => (ExecuteError::kind(error), None),
            Failure::ScoresNotWritten(_) => ("file", None),
        };
        Self { kind, message, column }
    }
}

/// Only strings have characters outside ASCII, or those that a terminal would act on, so all of them
/// can be escaped alike.
fn escape(out: &mut String, text: &str, is_kept: impl Fn(char) -> bool) {
    use std::fmt::Write;

    if text.bytes().all(|byte| byte < 0x7f) {
        out.push_str(text);
        return;
    }
    for character in text.chars() {
        if character != '\u{7f}' && is_kept(character) {
            out.push(character);
        } else {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
}
