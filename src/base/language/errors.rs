//! The translation of errors, whose English text the rooms below the screens have already put together.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::fmt::Display;

use super::{catalog, current, fill, translated_owned, with_typed};

/// The maximum depth of errors within errors.
const MAX_DEPTH: usize = 4;

/// Translates the English text of an error, by the text in the catalog that has the same words around its
/// arguments. Arguments that are texts themselves are translated too. An unknown text stays English.
pub fn in_language(text: &str) -> Cow<'_, str> {
    if catalog::errors(current()).is_empty() {
        text.into()
    } else {
        translate(text, MAX_DEPTH).0
    }
}

/// The translation, and the number of words in it that are left in English.
fn translate(text: &str, depth: usize) -> (Cow<'_, str>, usize) {
    if let Some(found) = translated_owned(text) {
        return (with_typed(found), 0);
    }
    let words = text.split_whitespace().count();
    if depth == 0 || words == 0 {
        return (text.into(), words);
    }
    let by_template = catalog::errors(current())
        .iter()
        .filter_map(|(english, translation)| {
            let arguments = arguments(english, text)?;
            let arguments = arguments
                .into_iter()
                .map(|argument| translate(argument, depth - 1));
            let (arguments, english_words): (Vec<_>, Vec<_>) = arguments.unzip();
            let names: Vec<String> = (0..arguments.len())
                .map(|number| number.to_string())
                .collect();
            let arguments: Vec<(&str, &dyn Display)> = names
                .iter()
                .zip(&arguments)
                .map(|(name, argument)| (&**name, argument as &dyn Display))
                .collect();
            let filled = fill(&with_typed(translation), &arguments);
            Some((
                english_words.into_iter().sum(),
                Reverse(weight(english)),
                filled,
            ))
        });
    // A file, a setting or a kind of argument may come first.
    let in_two = text.split_once(": ").map(|(name, error)| {
        let (name, in_name) = translate(name, 0);
        let (error, in_error) = translate(error, depth - 1);
        (in_name + in_error, Reverse(0), format!("{name}: {error}"))
    });
    let found = by_template
        .chain(in_two)
        .min_by_key(|(words, weight, _)| (*words, *weight));
    match found {
        Some((left, _, found)) if left < words => (found.into(), left),
        _ => (text.into(), words),
    }
}

/// The parts of a text around `{0}`, `{1}` and so on.
fn parts(template: &str) -> impl Iterator<Item = &str> {
    template
        .split('{')
        .enumerate()
        .map(|(index, part)| match part.split_once('}') {
            Some((_, after)) if index > 0 => after,
            _ => part,
        })
}

/// The number of bytes of a template outside its arguments.
fn weight(template: &str) -> usize {
    parts(template).map(str::len).sum()
}

/// The arguments of a text made from a template, in order; `None` if it was made from another one.
fn arguments<'a>(template: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut parts = parts(template);
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut found = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let is_last = parts.peek().is_none();
        let at = match part {
            "" if is_last => rest.len(),
            part if is_last => rest
                .len()
                .checked_sub(part.len())
                .filter(|_| rest.ends_with(part))?,
            // Between two arguments without a word, the second one begins with a sign, or is empty.
            "" => rest.find(": ").unwrap_or(rest.len()),
            part => rest.find(part)?,
        };
        found.push(&rest[..at]);
        rest = &rest[at + part.len()..];
    }
    rest.is_empty().then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_taken_apart_by_its_template() {
        let found = |template, text| arguments(template, text);
        assert_eq!(
            found("{0} needs {1}", "A needs a side"),
            Some(vec!["A", "a side"])
        );
        assert_eq!(
            found("no save {0}: use {1}", "no save x: use y"),
            Some(vec!["x", "y"])
        );
        assert_eq!(found("empty line", "empty line"), Some(vec![]));
        assert_eq!(found("empty line", "empty lines"), None);
        assert_eq!(found("{0} is full", "it is empty"), None);
        assert_eq!(
            found("no {0}{1}", "no \"x\": use y"),
            Some(vec!["\"x\"", ": use y"])
        );
        assert_eq!(found("no {0}{1}", "no x"), Some(vec!["x", ""]));
        assert_eq!(found("{0}", "anything"), Some(vec!["anything"]));
    }
}
