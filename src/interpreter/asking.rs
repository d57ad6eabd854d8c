//! A move that is asked for bit by bit: first the column, then the row, or just a piece.

use crate::games::quarto::PIECES;

/// What has been asked and answered.
#[derive(Debug, Clone)]
pub(super) struct Asking {
    questions: &'static [&'static str],
    answers: Vec<String>,
    /// How many columns the board has.
    columns: u8,
}

impl Asking {
    /// Nothing answered yet; there is at least one question.
    pub(super) fn new(questions: &'static [&'static str], columns: u8) -> Self {
        Self { questions, answers: Vec::new(), columns }
    }

    /// What is asked next; `None` when all is answered.
    pub(super) fn question(&self) -> Option<&'static str> {
        self.questions.get(self.answers.len()).copied()
    }

    /// Whether a word can be the next answer: a number, the letter of a column that there is, or the
    /// letter of a piece.
    pub(super) fn is_answer(&self, word: &str) -> bool {
        let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let is_letter = match (word.as_bytes(), self.question()) {
            ([letter], Some("column")) => {
                letter.is_ascii_alphabetic() && letter.to_ascii_lowercase() - b'a' < self.columns
            }
            ([letter], Some("piece")) => letter.to_ascii_lowercase().wrapping_sub(b'a') < PIECES,
            _ => false,
        };
        self.question().is_some() && (is_number || is_letter)
    }

    /// Takes an answer.
    pub(super) fn answer(&mut self, word: &str) {
        self.answers.push(word.to_owned());
    }

    /// The name of the move that the answers make.
    pub(super) fn move_name(&self) -> String {
        let of = |question: &str| {
            let asked = self.questions.iter().position(|&asked| asked == question);
            asked.and_then(|index| self.answers.get(index)).map(String::as_str)
        };
        match (of("column"), of("row")) {
            // As the two are written: d3, or row and column.
            (Some(column), Some(row)) if column.bytes().all(|byte| byte.is_ascii_digit()) => {
                format!("{row} {column}")
            }
            (Some(column), Some(row)) => format!("{column}{row}"),
            _ => self.answers.concat(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_make_the_name_of_a_move() {
        for (questions, answers, name) in [
            (&["column"][..], &["4"][..], "4"),
            (&["piece"], &["c"], "c"),
            (&["column", "row"], &["4", "3"], "3 4"),
            (&["column", "row"], &["d", "3"], "d3"),
        ] {
            let mut asking = Asking::new(questions, 8);
            for (question, answer) in questions.iter().zip(answers) {
                assert_eq!(asking.question(), Some(*question));
                asking.answer(answer);
            }
            assert_eq!((asking.question(), asking.move_name().as_str()), (None, name));
        }
    }

    #[test]
    fn what_can_be_no_answer_is_a_command() {
        let mut asking = Asking::new(&["column", "row"], 8);
        assert!(["a", "H", "12"].map(|word| asking.is_answer(word)).iter().all(|&is| is));
        for word in ["Q", "s", "undo", "d3", "", "é"] {
            assert!(!asking.is_answer(word), "{word}");
        }
        asking.answer("d");
        assert!(asking.is_answer("3") && !asking.is_answer("d"));
        asking.answer("3");
        assert!(!asking.is_answer("3"));
        let piece = Asking::new(&["piece"], 4);
        assert!(["a", "P", "h"].iter().all(|word| piece.is_answer(word)));
        assert!(!["q", "Q", "u", "S"].iter().any(|word| piece.is_answer(word)));
    }
}
