//! Pending input: the parts of a move, pasted text, the side to move of a board, or the confirmation of a loss.

use serde::{Serialize, Serializer};

use super::command::Command;
use crate::games::{Player, Question};

/// The input expected from the next line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Awaited {
    Part(Question),
    Lines,
    /// The side to move of a board that doesn't show it.
    Side,
    Confirmation(Loss),
    /// Whether to quit, although data is not saved.
    Quit,
}

/// A loss of data, which the user must confirm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    /// An existing file is overwritten.
    File,
    /// A saved game that is not an earlier state of the current one is overwritten.
    OtherSave,
    /// A saved game is deleted.
    Save,
    /// The games in the library's bin are deleted.
    Bin,
    /// The lines of the repertoire are removed.
    Repertoire,
}

impl Awaited {
    /// Returns a name for programs: `column`, `row`, `piece`, `paste`, `side`, `overwrite`, `delete` or `quit`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Part(question) => question.name(),
            Self::Lines => "paste",
            Self::Side => "side",
            Self::Confirmation(Loss::File | Loss::OtherSave) => "overwrite",
            Self::Confirmation(Loss::Save | Loss::Bin | Loss::Repertoire) => "delete",
            Self::Quit => "quit",
        }
    }
}

impl Serialize for Awaited {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// What to do about a board without a side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingSide {
    /// Refuse it: a script can't answer.
    Refuse,
    /// Ask the user.
    Ask,
    /// Use the side that the user has given.
    Assume(Player),
}

impl MissingSide {
    pub fn assumed(self) -> Option<Player> {
        match self {
            Self::Assume(player) => Some(player),
            Self::Refuse | Self::Ask => None,
        }
    }
}

/// A pending question, and the answer so far.
#[derive(Debug, Clone)]
pub enum Awaiting {
    Move(Asking),
    Paste {
        text: String,
        missing: MissingSide,
    },
    /// The command that read a board without a side to move.
    Side(Box<Command>),
    Confirmation {
        loss: Loss,
        /// The file or the saved game.
        name: String,
        /// The command that is executed after a yes.
        command: Box<Command>,
    },
    Quit,
}

/// A pending question, which a refused line leaves pending.
#[derive(Debug)]
pub struct PendingQuestion(pub(super) Awaiting);

impl Awaiting {
    /// The input expected from the next line; `None` if the answer is complete.
    pub fn awaited(&self) -> Option<Awaited> {
        match self {
            Self::Move(asking) => asking.question().map(Awaited::Part),
            Self::Paste { .. } => Some(Awaited::Lines),
            Self::Side(_) => Some(Awaited::Side),
            Self::Confirmation { loss, .. } => Some(Awaited::Confirmation(*loss)),
            Self::Quit => Some(Awaited::Quit),
        }
    }
}

/// The questions about a move, and the answers so far.
#[derive(Debug, Clone)]
pub struct Asking {
    questions: Vec<Question>,
    answers: Vec<String>,
}

impl Asking {
    /// `questions` must not be empty.
    pub fn new(questions: Vec<Question>) -> Self {
        Self {
            questions,
            answers: Vec::new(),
        }
    }

    /// The next question; `None` once all are answered.
    pub fn question(&self) -> Option<Question> {
        self.questions.get(self.answers.len()).copied()
    }

    pub fn is_answer(&self, word: &str) -> bool {
        self.question()
            .is_some_and(|question| question.accepts(word))
    }

    pub fn answer(&mut self, word: &str) {
        self.answers.push(word.to_owned());
    }

    pub fn move_name(&self) -> String {
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
            assert_eq!(
                (asking.question(), asking.move_name().as_str()),
                (None, name)
            );
        }
    }

    #[test]
    fn what_can_be_no_answer_is_a_command() {
        let mut asking = Asking::new(SQUARE.to_vec());
        assert!(
            ["a", "H", "12"]
                .map(|word| asking.is_answer(word))
                .iter()
                .all(|&is| is)
        );
        for word in ["Q", "s", "undo", "d3", "", "é"] {
            assert!(!asking.is_answer(word), "{word}");
        }
        asking.answer("d");
        assert!(asking.is_answer("3") && !asking.is_answer("d"));
        asking.answer("3");
        assert!(!asking.is_answer("3"));
        let piece = Asking::new(vec![Question::Piece { pieces: 16 }]);
        assert!(["a", "P", "h"].iter().all(|word| piece.is_answer(word)));
        assert!(
            !["q", "Q", "u", "S"]
                .iter()
                .any(|word| piece.is_answer(word))
        );
    }
}
