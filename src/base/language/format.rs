//! The arguments of translated texts, numbers and dates.

use std::fmt::{Display, Write};

use jiff::Timestamp;
use jiff::civil::Date;

use super::{Language, current};
use crate::base::text::time_zone;

/// Replaces the names in braces by their arguments. `{{` and `}}` are braces.
pub fn fill(text: &str, arguments: &[(&str, &dyn Display)]) -> String {
    let mut filled = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        filled.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        if after.starts_with(&rest[at..=at]) {
            filled.push_str(&rest[at..=at]);
            rest = &after[1..];
            continue;
        }
        let (name, behind) = after.split_once('}').unwrap_or((after, ""));
        if let Some((_, value)) = arguments.iter().find(|(known, _)| *known == name) {
            let _ = write!(filled, "{value}");
        }
        rest = behind;
    }
    filled.push_str(rest);
    filled
}

/// Formats the point of a number as the language does: `12.5`, or `12,5`.
pub fn decimal(number: impl Display) -> String {
    let text = number.to_string();
    if current() == Language::English {
        text
    } else {
        text.replace('.', ",")
    }
}

/// Formats a date in the order of the language.
pub fn date(date: Date) -> String {
    match current() {
        Language::English => date.to_string(),
        Language::PtPt | Language::PtBr | Language::Spanish => {
            date.strftime("%d/%m/%Y").to_string()
        }
    }
}

/// Formats a time in the user's time zone, in the order of the language.
pub fn date_and_time(moment: Timestamp) -> String {
    let format = match current() {
        Language::English => "%Y-%m-%d %H:%M",
        Language::PtPt | Language::PtBr | Language::Spanish => "%d/%m/%Y %H:%M",
    };
    moment
        .to_zoned_datetime(time_zone())
        .strftime(format)
        .to_string()
}
