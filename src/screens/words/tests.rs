//! Checks what each voice calls commands, keys, squares and scores.

use super::*;
use crate::desk::Refusal;
use crate::games::{IllegalMove, Square, parse_square};
use crate::interpreter::{
    ExecuteError, LessonReport, LineReport, ParseError, ParseProblem, PracticeKind, RecordError,
    Task, Verdict,
};
use crate::session::SessionError;
use crate::store::StoreError;
use crate::study::{DrillAnswer, DrillVerdict};

const PLAIN: Voice = Voice::Prompt {
    bold: false,
    links: false,
};

const BOLD: Voice = Voice::Prompt {
    bold: true,
    links: false,
};

const VOICES: [Voice; 6] = [
    Voice::Script,
    PLAIN,
    BOLD,
    Voice::FullScreen,
    Voice::Window,
    Voice::Speech,
];

/// The message for a refusal.
fn refused(voice: Voice, error: impl Into<ExecuteError>) -> String {
    refusal(voice, &Refusal::Execute(error.into()))
}

fn answer(name: &str) -> DrillAnswer {
    let (square, best) = (
        parse_square(name, 8, 8).unwrap(),
        Square { row: 2, column: 3 },
    );
    DrillAnswer {
        square,
        verdict: DrillVerdict::Wrong,
        score: Some(-2),
        best,
        best_score: Some(3),
        is_own: false,
    }
}

/// Sentences with commands, squares and scores.
fn sentences(voice: Voice) -> Vec<String> {
    let line = Some(LineReport::default());
    let over = Verdict::DrillAnswered {
        answer: answer("f5"),
        is_shown: false,
        line,
    };
    let lesson_of = |asks| {
        Task::Lesson(LessonReport {
            number: 1,
            of: 8,
            title: "",
            text: "`H` helps.",
            asks,
            is_question: false,
        })
    };
    let mut said = puzzles::verdict(
        voice,
        &Verdict::DrillMissed {
            answer: answer("f5"),
        },
    );
    said.extend(puzzles::verdict(voice, &over));
    said.extend([
        puzzles::task(voice, &lesson_of(Some("d3"))),
        puzzles::task(voice, &lesson_of(None)),
    ]);
    said.extend([
        refused(voice, SessionError::NoGame),
        refused(voice, SessionError::GameOver),
        refused(voice, SessionError::GameOverAndCounted),
        refused(voice, SessionError::TreeFull { most: 9 }),
        refused(
            voice,
            SessionError::Forward {
                asked: 1,
                possible: 0,
            },
        ),
        refused(
            voice,
            SessionError::Illegal(IllegalMove::PlaceFirst {
                piece: 'c',
                free: Square { row: 2, column: 1 },
            }),
        ),
        refused(
            voice,
            SessionError::Illegal(IllegalMove::NamePieceFirst('c')),
        ),
        refused(voice, ExecuteError::PuzzleSolved),
        refused(voice, ExecuteError::NoLine(None)),
        refused(voice, ExecuteError::NoGames { total: 0 }),
        refused(voice, ExecuteError::NoMoves),
        refused(voice, ExecuteError::Lesson { asks: "", hint: "" }),
        refused(voice, SessionError::NotCompetitive("Quarto")),
        refused(
            voice,
            SessionError::Line {
                asked: 2,
                possible: 1,
            },
        ),
        refused(voice, StoreError::NoSuchKept { asked: 2, kept: 1 }),
        refused(voice, RecordError::OtherGame("Quarto")),
        refused(voice, ExecuteError::NotPracticing(PracticeKind::Puzzle)),
        refused(voice, ExecuteError::LineOver),
        refused(voice, ExecuteError::NoOpening),
        refused(
            voice,
            ExecuteError::NoPuzzle {
                total: 2,
                next: None,
            },
        ),
        refused(voice, ExecuteError::NoGames { total: 2 }),
        refused(
            voice,
            ExecuteError::Lesson {
                asks: "d3",
                hint: "",
            },
        ),
        refused(voice, ExecuteError::NoLessons("Quarto")),
        refused(voice, ExecuteError::NotPracticing(PracticeKind::Lesson)),
        refused(voice, ExecuteError::TooEarly { empties: 50 }),
        no_saves(voice),
        lines_added(voice, 2),
        analysis::others(voice, 2).unwrap(),
        kept_at_end(voice),
    ]);
    said
}

#[test]
fn a_voice_names_what_its_screen_has() {
    let facts: [(Voice, &[&str]); 6] = [
        (
            Voice::Script,
            &[
                "Type `next` for another line, or `drill off`",
                "type `U`",
                "(+3)",
            ],
        ),
        (
            PLAIN,
            &["type `N` for two players, or `A`", "`H` helps", "d3 "],
        ),
        (BOLD, &["Type \u{1b}[1mnext\u{1b}[0m for", "like b3"]),
        (
            Voice::FullScreen,
            &[
                "`:next`",
                "`:drill off`",
                "press Backspace to undo, or F3 or type `:A`",
                "? helps",
            ],
        ),
        (
            Voice::Window,
            &[
                "Press N for another line, or choose Study > Leave",
                "Ctrl+Z",
                "or Ctrl+N for a",
            ],
        ),
        (
            Voice::Speech,
            &[
                "Type next for another line, or drill off",
                "d 3 (plus 3)",
                "b 3",
            ],
        ),
    ];
    for (voice, facts) in facts {
        let said = sentences(voice).join("\n");
        for fact in facts {
            assert!(said.contains(fact), "{voice:?}: {fact:?} in {said}");
        }
    }
}

#[test]
fn a_voice_has_no_signs_of_another() {
    for voice in VOICES {
        for said in sentences(voice) {
            let has_backticks = matches!(
                voice,
                Voice::Script | Voice::Prompt { bold: false, .. } | Voice::FullScreen
            );
            assert!(has_backticks || !said.contains('`'), "{voice:?}: {said}");
            assert_eq!(
                said.contains("`:"),
                voice == Voice::FullScreen && said.contains('`')
            );
            let is_bold = matches!(voice, Voice::Prompt { bold: true, .. });
            assert!(is_bold || !said.contains('\u{1b}'), "{voice:?}: {said}");
            let types = said.contains("type ") || said.contains("Type ");
            assert!(voice != Voice::Window || !types, "{said}");
            assert!(
                voice.types() || !said.contains("Type d3"),
                "{voice:?}: {said}"
            );
        }
    }
}

#[test]
fn errors_below_the_screens_give_no_advice() {
    let unknown = ParseProblem::UnknownCommand {
        word: "x".into(),
        suggestion: None,
    };
    for error in [
        unknown.to_string(),
        ParseProblem::Empty.to_string(),
        ExecuteError::PuzzleSolved.to_string(),
        ExecuteError::NoGames { total: 0 }.to_string(),
        ExecuteError::NoPuzzle {
            total: 0,
            next: None,
        }
        .to_string(),
        SessionError::TreeFull { most: 9 }.to_string(),
    ] {
        assert!(!error.contains("type ") && !error.contains('`'), "{error}");
    }
    let failure = Refusal::Parse(ParseError {
        column: 1,
        problem: unknown,
    });
    assert!(refusal(Voice::Script, &failure).ends_with(": type `help` for a list"));
    assert!(refusal(Voice::FullScreen, &failure).ends_with(": type `:help` for a list"));
}

#[test]
fn names_and_scores_are_heard_one_character_at_a_time() {
    for (written, heard) in [
        ("d3", "d 3"),
        ("a10", "a 10"),
        ("4", "column 4"),
        ("c", "piece c"),
    ] {
        assert_eq!(Voice::Speech.name(written), heard);
        assert_eq!(Voice::Script.name(written), written);
    }
    assert_eq!(Voice::Speech.list(&["d3", "c4", "e5"]), "d 3, c 4 and e 5");
    let heard = [0, 3, -4].map(|score| Voice::Speech.score(score));
    assert_eq!(heard, ["0", "plus 3", "minus 4"]);
    assert_eq!(Voice::Script.score(3), "+3");
}

#[test]
fn written_files_are_links_where_the_terminal_has_them() {
    let exported = crate::interpreter::Event::Exported {
        file: "/tmp/a.sgf".to_owned(),
        format: "sgf",
        skipped: crate::study::Skipped::default(),
    };
    let linked = Voice::Prompt {
        bold: false,
        links: true,
    };
    let said = |voice| event(voice, &exported).join(" ");
    for voice in VOICES {
        assert_eq!(said(voice), "Exported to /tmp/a.sgf (sgf).", "{voice:?}");
    }
    let link = said(linked);
    assert!(
        link.starts_with("Exported to \u{1b}]8;;file://"),
        "{link:?}"
    );
    assert!(
        link.ends_with("/tmp/a.sgf\u{1b}]8;;\u{1b}\\ (sgf)."),
        "{link:?}"
    );
}
