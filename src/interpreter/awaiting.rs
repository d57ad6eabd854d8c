//! Pending input: the parts of a move, pasted text, or whether to overwrite a file.

use serde::{Serialize, Serializer};

use super::command::Command;
use crate::games::Question;

/// The input expected from the next line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Awaited {
    Part(Question),
    Lines,
    Overwrite,
    /// Whether to quit, although data is not saved.
    Quit,
}

impl Awaited {
    /// Returns a name for programs: `column`, `row`, `piece`, `paste`, `overwrite` or `quit`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Part(question) => question.name(),
            Self::Lines => "paste",
            Self::Overwrite => "overwrite",
            Self::Quit => "quit",
        }
    }
}

impl Serialize for Awaited {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A pending question, and the answer so far.
#[derive(Debug, Clone)]
pub(super) enum Awaiting {
    Move(Asking),
    Paste(String),
    Overwrite { file: String, command: Box<Command> },
    Quit,
}

impl Awaiting {
    /// The input expected from the next line; `None` if the answer is complete.
    pub(super) fn awaited(&self) -> Option<Awaited> {
        match self {
            Self::Move(asking) => asking.question().map(Awaited::Part),
            Self::Paste(_) => Some(Awaited::Lines),
            Self::Overwrite { .. } => Some(Awaited::Overwrite),
            Self::Quit => Some(Awaited::Quit),
        }
    }
}

/// The questions about a move, and the answers so far.
#[derive(Debug, Clone)]
pub(super) struct Asking {
    questions: Vec<Question>,
    answers: Vec<String>,
}

impl Asking {
    /// `questions` must not be empty.
    pub(super) fn new(questions: Vec<Question>) -> Self {
        Self { questions, answers: Vec::new() }
    }

    /// The next question; `None` once all are answered.
    pub(super) fn question(&self) -> Option<Question> {
        self.questions.get(self.answers.len()).copied()
    }

    pub(super) fn is_answer(&self, word: &str) -> bool {
        self.question().is_some_and(|question| question.accepts(word))
    }

    pub(super) fn answer(&mut self, word: &str) {
        self.answers.push(word.to_owned());
    }

    pub(super) fn move_name(&self) -> String {
        match (&self.questions[..], &self.answers[..]) {
            // Numbers are row first: 3 4. Letters are column first: d3.
            ([Question::Column { .. }, Question::Row { .. }], [column, row])
                if column.bytes().all(|byte| byte.is_ascii_digit()) =>
            {
                format!("{row} {column}")
            }
            _ => self.answers.concat(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [Question; 2] = [Question::Column { columns: 8 }, Question::Row { rows: 8 }];

    #[test]
    fn answers_make_the_name_of_a_move() {
        for (questions, answers, name) in [
            (&SQUARE[..1], &["4"][..], "4"),
            (&[Question::Piece { pieces: 16 }], &["c"], "c"),
            (&SQUARE, &["4", "3"], "3 4"),
            (&SQUARE, &["d", "3"], "d3"),
        ] {
            let mut asking = Asking::new(questions.to_vec());
            for (question, answer) in questions.iter().zip(answers) {
                assert_eq!(asking.question(), Some(*question));
                asking.answer(answer);
            }
            assert_eq!((asking.question(), asking.move_name().as_str()), (None, name));
        }
    }

    #[test]
    fn what_can_be_no_answer_is_a_command() {
        let mut asking = Asking::new(SQUARE.to_vec());
        assert!(["a", "H", "12"].map(|word| asking.is_answer(word)).iter().all(|&is| is));
        for word in ["Q", "s", "undo", "d3", "", "é"] {
            assert!(!asking.is_answer(word), "{word}");
        }
        asking.answer("d");
        assert!(asking.is_answer("3") && !asking.is_answer("d"));
        asking.answer("3");
        assert!(!asking.is_answer("3"));
        let piece = Asking::new(vec![Question::Piece { pieces: 16 }]);
        assert!(["a", "P", "h"].iter().all(|word| piece.is_answer(word)));
        assert!(!["q", "Q", "u", "S"].iter().any(|word| piece.is_answer(word)));
    }
}
