//! Any lines are commands or errors, and executing them preserves the properties of a session. Commands that use
//! files are parsed, but not executed.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reversi::internals::{
    Command, Interpreter, InterpreterOptions, complete, find, help_for, missing_arguments, overview,
};
use reversi::internals::{Controller, Session};
use reversi::internals::{Slots, Store};
use reversi::players::Level;

fuzz_target!(|input: &[u8]| {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    let store = Store::at("/nonexistent/reversi-fuzz");
    let mut interpreter = Interpreter::new(
        Session::new(1),
        store,
        Slots::Script,
        InterpreterOptions::SCRIPT,
    );
    for line in text.lines() {
        let _ = missing_arguments(line);
        let completion = complete(line, interpreter.session(), |_| Vec::new(), |_| Vec::new());
        assert!(line.is_char_boundary(completion.start));
        if let Some(step) = interpreter.answer(line) {
            let result = step.and_then(|step| interpreter.finish(step));
            assert!(result.is_ok() || interpreter.awaited().is_none());
            continue;
        }
        let command = match Command::parse(line) {
            Ok(Some(command)) => command,
            Ok(None) => continue,
            Err(error) => {
                assert!(error.column <= line.chars().count() + 1);
                assert!(!error.to_string().contains(char::is_control));
                continue;
            }
        };
        match command {
            // The random bot doesn't think.
            Command::Against { level, .. }
            | Command::Level {
                level: Some(level), ..
            }
            | Command::Player {
                controller: Controller::Bot(level),
                ..
            } if Some(level) == Level::new(1) => {}
            // Bots that think are too slow for fuzzing.
            Command::Competitive { .. }
            | Command::Against { .. }
            | Command::Level { level: Some(_), .. }
            | Command::Player {
                controller: Controller::Bot(_),
                ..
            }
            | Command::Hint { .. }
            | Command::Evaluate
            | Command::Solve
            | Command::Go
            | Command::Save { .. }
            | Command::Load { .. }
            | Command::Remove { .. }
            | Command::Saves
            | Command::Import { .. }
            | Command::Export { .. }
            | Command::Ranking
            | Command::Resume { .. }
            | Command::Quit => continue,
            Command::Help { topic: Some(topic) } => {
                let _ = find(&topic).map_or_else(overview, help_for);
                continue;
            }
            _ => {}
        }
        let before = interpreter.session().shared();
        match interpreter.execute(command) {
            Ok(_) => {
                if let Some(current) = interpreter.session().current() {
                    let over = current.game().turn().is_none();
                    assert_eq!(current.game().moves().is_empty(), over);
                }
            }
            Err(error) => {
                assert!(!error.to_string().contains(char::is_control));
                assert_eq!(interpreter.session().shared(), before);
            }
        }
    }
});
