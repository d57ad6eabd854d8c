//! Conditions that select records: `player=ann`, `year=1980..1985`.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use crate::base::language;
use crate::base::language::tr;
use crate::games::Player;

use super::openings::is_balanced;
use super::{Entry, GameRecord, Opening};

/// The value of `opening=` that selects games from balanced openings.
const BALANCED: &str = "balanced";

/// A condition on records. Its texts are in lower case, and are searched for in any case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    Player(String),
    Black(String),
    White(String),
    Event(String),
    /// A part of the name of any opening that the game reached, or `balanced`.
    Opening(String),
    Year(RangeInclusive<usize>),
    Result(ResultCondition),
    /// The number of plies, passes included.
    Plies(RangeInclusive<usize>),
    /// The number in the input, from 1.
    Number(RangeInclusive<usize>),
    /// A tag, in lower case. Only games of the library have tags.
    Tag(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultCondition {
    Won(Player),
    Drawn,
    Unknown,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ConditionError {
    /// No `=`, no value, or an unknown name before the `=`.
    #[error("{}", tr!(
        "use player=NAME, black=, white=, event=, opening=, year=, result=, plies=, number= or tag="
    ))]
    Form,
    #[error("{}", tr!("{name} needs a number or a range: 60, 50.., ..60 or 50..60", name = .0))]
    Range(&'static str),
    #[error("{}", tr!("unknown result: use black, white, draw or unknown"))]
    Result,
    /// A tag, for games in a file.
    #[error("{}", tr!("only games of the library have tags"))]
    Tag,
}

impl FromStr for Condition {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Self, ConditionError> {
        let (key, value) = text.split_once('=').ok_or(ConditionError::Form)?;
        let value = value.trim();
        if value.is_empty() {
            return Err(ConditionError::Form);
        }
        let name = || value.to_lowercase();
        let range = |key| range(value, 0..=usize::MAX).ok_or(ConditionError::Range(key));
        Ok(match key.trim().to_ascii_lowercase().as_str() {
            "player" => Self::Player(name()),
            "black" => Self::Black(name()),
            "white" => Self::White(name()),
            "event" => Self::Event(name()),
            "opening" => Self::Opening(in_english(name())),
            "year" => Self::Year(range("year")?),
            "plies" => Self::Plies(range("plies")?),
            "number" => Self::Number(range("number")?),
            "tag" => Self::Tag(name()),
            "result" => {
                let named = in_english(name());
                let is_named = |result: &ResultCondition| result.name() == named;
                let result = ResultCondition::ALL.into_iter().find(is_named);
                Self::Result(result.ok_or(ConditionError::Result)?)
            }
            _ => return Err(ConditionError::Form),
        })
    }
}

/// As it is typed, but without quotes.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(part) => write!(f, "player={part}"),
            Self::Black(part) => write!(f, "black={part}"),
            Self::White(part) => write!(f, "white={part}"),
            Self::Event(part) => write!(f, "event={part}"),
            Self::Opening(part) => write!(f, "opening={part}"),
            Self::Tag(tag) => write!(f, "tag={tag}"),
            Self::Result(result) => write!(f, "result={}", result.name()),
            Self::Year(range) => write!(f, "year={}", count_text(range)),
            Self::Plies(range) => write!(f, "plies={}", count_text(range)),
            Self::Number(range) => write!(f, "number={}", count_text(range)),
        }
    }
}

/// A range of counts as [`range`] parses it.
fn count_text(counts: &RangeInclusive<usize>) -> String {
    match (*counts.start(), *counts.end()) {
        (from, to) if from == to => range_text(counts),
        (0, to) => format!("..{to}"),
        (from, usize::MAX) => format!("{from}.."),
        _ => range_text(counts),
    }
}

/// Both ends of a range, or its only value.
pub fn range_text<T: PartialEq + fmt::Display>(range: &RangeInclusive<T>) -> String {
    let from = range.start();
    let to = range.end();
    if from == to {
        from.to_string()
    } else {
        format!("{from}..{to}")
    }
}

impl Condition {
    pub(crate) fn is_balanced_opening(&self) -> bool {
        matches!(self, Self::Opening(part) if part == BALANCED)
    }

    /// Parses a condition on games in files, which have no tags.
    pub fn on_file(text: &str) -> Result<Self, ConditionError> {
        match text.parse()? {
            Self::Tag(_) => Err(ConditionError::Tag),
            condition => Ok(condition),
        }
    }

    /// Whether a record meets the condition; never true for tags, which records don't have.
    pub fn holds(&self, entry: &Entry) -> bool {
        let record = &entry.record;
        let has = |name: &str, part: &str| name.to_lowercase().contains(part);
        let [black, white] = &record.players;
        match self {
            Self::Player(part) => has(&black.name, part) || has(&white.name, part),
            Self::Black(part) => has(&black.name, part),
            Self::White(part) => has(&white.name, part),
            Self::Event(part) => has(&record.event, part),
            Self::Opening(_) if self.is_balanced_opening() => {
                record.boards().any(|board| is_balanced(board.position()))
            }
            Self::Opening(part) => record
                .boards()
                .filter_map(|board| Opening::of(board.position()))
                .any(|opening| has(opening.name, part)),
            Self::Year(range) => record
                .date
                .as_ref()
                .is_some_and(|date| range.contains(&date.year.into())),
            Self::Result(condition) => *condition == ResultCondition::of(record),
            Self::Plies(range) => range.contains(&record.moves().len()),
            Self::Number(range) => range.contains(&entry.number),
            Self::Tag(_) => false,
        }
    }
}

impl ResultCondition {
    const ALL: [Self; 4] = [
        Self::Won(Player::Black),
        Self::Won(Player::White),
        Self::Drawn,
        Self::Unknown,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Won(Player::Black) => "black",
            Self::Won(Player::White) => "white",
            Self::Drawn => "draw",
            Self::Unknown => "unknown",
        }
    }

    pub fn of(record: &GameRecord) -> Self {
        match record.outcome().map(|result| result.winner) {
            Some(Some(player)) => Self::Won(player),
            Some(None) => Self::Drawn,
            None => Self::Unknown,
        }
    }
}

/// The English word for a result or for balanced openings in a language of the screens; another text as it is.
fn in_english(value: String) -> String {
    let word = language::color_word(&value).or_else(|| {
        let words = [
            BALANCED,
            ResultCondition::Drawn.name(),
            ResultCondition::Unknown.name(),
        ];
        language::argument_word(&value).filter(|word| words.contains(word))
    });
    word.map_or(value, str::to_owned)
}

/// Parses `60`, `50..`, `..60` or `50..60`, with both ends within `limits`.
pub fn range<T: FromStr + PartialOrd + Copy>(
    text: &str,
    limits: RangeInclusive<T>,
) -> Option<RangeInclusive<T>> {
    let number = |text: &str| text.trim().parse().ok().filter(|end| limits.contains(end));
    let Some((from, to)) = text.split_once("..") else {
        let number = number(text)?;
        return Some(number..=number);
    };
    let end = |text: &str, open: &T| {
        if text.is_empty() {
            Some(*open)
        } else {
            number(text)
        }
    };
    let from = end(from, limits.start())?;
    let to = end(to, limits.end())?;
    (from <= to).then_some(from..=to)
}

#[cfg(test)]
mod tests {
    use super::super::{Date, GameResult, Termination};
    use super::*;

    #[test]
    fn conditions_select_records() {
        let mut record = GameRecord::by_choices(&[0; 12]);
        record.players[0].name = "Ann Ärger".to_owned();
        record.players[1].name = "Bob".to_owned();
        record.event = "Open 3".to_owned();
        record.date = Some(Date::of_year(1980));
        record.result = Some(GameResult::won(Player::White, Termination::Resigned));
        let plies = record.moves().len();
        let entry = Entry {
            number: 7,
            offset: 0,
            record,
        };
        let holds = |text: &str| text.parse::<Condition>().unwrap().holds(&entry);
        for text in [
            "player=ann",
            "player=BOB",
            "black=ärger",
            "white=bob",
            "event=open",
            "year=1980",
            "year=1979..1980",
            "year=1980..",
            "year=..1980",
            "result=white",
            "number=7",
            " Number = 5..9 ",
        ] {
            assert!(holds(text), "{text}");
        }
        assert!(holds(&format!("plies={plies}")));
        for text in [
            "player=carl",
            "black=bob",
            "white=ann",
            "event=final",
            "year=1981..",
            "result=draw",
            "result=black",
            "result=unknown",
            "number=8..",
            "plies=..3",
        ] {
            assert!(!holds(text), "{text}");
        }
    }

    #[test]
    fn games_are_selected_by_the_openings_they_came_through() {
        let mut record = GameRecord::new();
        // A Perpendicular until c4 makes it a Tiger, here rotated by 180 degrees.
        for name in ["f5", "d6", "c3", "d3", "c4"] {
            let square = crate::games::parse_square(name, 8, 8).unwrap();
            let turned = crate::games::Square {
                row: 7 - square.row,
                column: 7 - square.column,
            };
            record.play(turned).unwrap();
        }
        let entry = Entry {
            number: 1,
            offset: 0,
            record,
        };
        let holds = |text: &str| text.parse::<Condition>().unwrap().holds(&entry);
        assert!(holds("opening=tiger") && holds("opening=PERPEN"));
        assert!(!holds("opening=parallel") && !holds("opening=balanced"));
        let mut record = GameRecord::new();
        let moves = crate::records::balanced_openings().next().unwrap();
        for name in moves.as_bytes().as_chunks::<2>().0 {
            let name = String::from_utf8_lossy(name);
            record
                .play(crate::games::parse_square(&name, 8, 8).unwrap())
                .unwrap();
        }
        let entry = Entry {
            number: 1,
            offset: 0,
            record,
        };
        assert!(
            "opening=balanced"
                .parse::<Condition>()
                .unwrap()
                .holds(&entry)
        );
    }

    #[test]
    fn bad_conditions_are_refused_with_the_reason() {
        let said = |text: &str| text.parse::<Condition>().unwrap_err();
        for text in ["", "ann", "name=ann", "player=", "=3"] {
            assert_eq!(said(text), ConditionError::Form, "{text}");
        }
        for text in ["year=x", "year=1990..1980", "year=1..2..3", "year=-1"] {
            assert_eq!(said(text), ConditionError::Range("year"), "{text}");
        }
        assert_eq!(said("result=won"), ConditionError::Result);
        assert_eq!(
            "tag=Endgame".parse(),
            Ok(Condition::Tag("endgame".to_owned()))
        );
        assert_eq!(Condition::on_file("tag=endgame"), Err(ConditionError::Tag));
    }
}
