//! Long typed lines, which are folded.
//!
//! The line editor redraws the whole line whenever a row is full, so the time would grow with the square of the length.
//! From a certain length, the start of the line is replaced by a mark.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustyline::{
    Cmd, ConditionalEventHandler, Event, EventContext, KeyCode, KeyEvent, Modifiers, RepeatCount,
};

/// The length at which a line is folded, in bytes: longer than lines that people edit.
const MAX_EDITED_BYTES: usize = 1000;

/// The mark that replaces the folded text.
const MARK: &str = "...";

/// The line of which the editor has only the end.
#[derive(Debug, Default, Clone)]
pub struct LongLine(Arc<Mutex<FoldedText>>);

#[derive(Debug, Default)]
struct FoldedText {
    /// The folded parts, in order. Each part after the first one begins with the mark.
    parts: Vec<String>,
    /// The change that a key has requested.
    change: Option<Change>,
}

#[derive(Debug, Clone, Copy)]
enum Change {
    /// Folds the line, and adds a character.
    Fold(char),
    /// Unfolds the last part, and removes its last character.
    Unfold,
}

impl LongLine {
    /// Returns the whole line of which the editor has the end, and begins a new one.
    pub fn take(&self, end: String) -> String {
        let parts = std::mem::take(&mut *self.folded()).parts;
        // Without the mark, the folded text was removed.
        if parts.is_empty() || !end.starts_with(MARK) {
            return end;
        }
        let mut whole = String::new();
        for part in parts.iter().chain([&end]) {
            whole.push_str(if whole.is_empty() {
                part
            } else {
                &part[MARK.len()..]
            });
        }
        whole
    }

    pub fn clear(&self) {
        *self.folded() = FoldedText::default();
    }

    /// Applies the requested change. Returns the new text before the cursor; `None` without a request.
    ///
    /// The editor replaces text by a completion, and in no other way with the cursor after it.
    pub fn complete(&self, line: &str, position: usize) -> Option<String> {
        let mut folded = self.folded();
        match folded.change.take()? {
            Change::Fold(added) if position == line.len() => {
                if !line.starts_with(MARK) {
                    folded.parts.clear();
                }
                folded.parts.push(line.to_owned());
                Some(format!("{MARK}{added}"))
            }
            Change::Unfold if &line[..position] == MARK => {
                let mut part = folded.parts.pop()?;
                part.pop();
                Some(part)
            }
            _ => None,
        }
    }

    fn folded(&self) -> MutexGuard<'_, FoldedText> {
        // The text is always valid, so poisoning is harmless.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The change that a key requests at a position of a line.
    fn change(&self, key: KeyEvent, line: &str, position: usize) -> Option<Change> {
        let is_at_end = position == line.len();
        match key {
            KeyEvent(KeyCode::Char(added), Modifiers::NONE)
                if is_at_end && line.len() >= MAX_EDITED_BYTES =>
            {
                Some(Change::Fold(added))
            }
            KeyEvent(KeyCode::Backspace, Modifiers::NONE)
                if &line[..position] == MARK && !self.folded().parts.is_empty() =>
            {
                Some(Change::Unfold)
            }
            _ => None,
        }
    }
}

impl ConditionalEventHandler for LongLine {
    fn handle(
        &self,
        event: &Event,
        count: RepeatCount,
        _: bool,
        context: &EventContext,
    ) -> Option<Cmd> {
        let key = *event.get(0)?;
        let is_undo = matches!(key, KeyEvent(KeyCode::Char('_' | 'X'), Modifiers::CTRL));
        if is_undo && !self.folded().parts.is_empty() {
            // The editor would undo the folding, too.
            return Some(Cmd::Noop);
        }
        let change = self
            .change(key, context.line(), context.pos())
            .filter(|_| count == 1)?;
        self.folded().change = Some(change);
        Some(Cmd::Complete)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BACKSPACE: KeyEvent = KeyEvent(KeyCode::Backspace, Modifiers::NONE);

    /// Presses a key at the end of a line. Returns the new line if it is folded or unfolded.
    fn pressed(line: &LongLine, key: KeyEvent, content: &str) -> Option<String> {
        line.folded().change = Some(line.change(key, content, content.len())?);
        line.complete(content, content.len())
    }

    /// Types a text as into the editor. Returns the content of the editor.
    fn typed(line: &LongLine, text: &str) -> String {
        text.chars().fold(String::new(), |content, added| {
            let key = KeyEvent(KeyCode::Char(added), Modifiers::NONE);
            pressed(line, key, &content).unwrap_or_else(|| content + &added.to_string())
        })
    }

    #[test]
    fn a_line_of_any_length_is_whole_and_short_in_the_editor() {
        for (letter, length) in [
            ("x", 10),
            ("x", 999),
            ("x", 1001),
            ("字", 5000),
            (".", 64_000),
        ] {
            let (line, text) = (LongLine::default(), letter.repeat(length));
            let content = typed(&line, &text);
            assert!(content.len() <= MAX_EDITED_BYTES + 3, "{length}");
            assert!(line.take(content) == text, "{letter}, {length}");
            assert_eq!(line.take("N".to_owned()), "N");
        }
    }

    #[test]
    fn the_folded_text_comes_back_or_is_removed_with_its_mark() {
        let line = LongLine::default();
        let text = "x".repeat(1000) + &"y".repeat(997) + "z";
        assert_eq!(typed(&line, &text), "...z");
        let before = pressed(&line, BACKSPACE, "...").unwrap();
        assert_eq!(before, format!("...{}", "y".repeat(996)));
        assert_eq!(line.take(before.clone()), text[..1996]);
        typed(&line, &text);
        assert_eq!(line.take("d3".to_owned()), "d3");
        typed(&line, &text);
        line.clear();
        assert_eq!(line.take("...".to_owned()), "...");
        assert_eq!(pressed(&line, BACKSPACE, "..."), None);
    }
}
