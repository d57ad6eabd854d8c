//! A move that is asked for bit by bit: first the column, then the row, or just a piece.

/// What has been asked and answered.
#[derive(Debug, Clone)]
pub(super) struct Asking {
    questions: &'static [&'static str],
    answers: Vec<String>,
}

impl Asking {
    /// Nothing answered yet; there is at least one question.
    pub(super) fn new(questions: &'static [&'static str]) -> Self {
        Self { questions, answers: Vec::new() }
    }

    /// What is asked next; `None` when all is answered.
    pub(super) fn question(&self) -> Option<&'static str> {
        self.questions.get(self.answers.len()).copied()
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

/// Whether a word can be an answer: a number, or a single letter.
pub(super) fn is_answer(word: &str) -> bool {
    let bytes = word.as_bytes();
    matches!(bytes, [letter] if letter.is_ascii_alphabetic())
        || (!bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit))
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
            let mut asking = Asking::new(questions);
            for (question, answer) in questions.iter().zip(answers) {
                assert_eq!(asking.question(), Some(*question));
                asking.answer(answer);
            }
            assert_eq!((asking.question(), asking.move_name().as_str()), (None, name));
        }
        assert!(is_answer("d") && is_answer("12"));
        assert!(!is_answer("undo") && !is_answer("d3") && !is_answer("") && !is_answer("é"));
    }
}
