//! Finds the word that a misspelled word stands for.

/// The maximum length of words to compare: the comparison is quadratic.
const MAX_WORD_BYTES: usize = 20;

/// The maximum length of words with one typing error. Longer words can have two.
const SHORT: usize = 4;

/// Returns the name that a word misspells, in any case; `None` if no name is close. Swapping two letters is one
/// error.
pub fn closest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > MAX_WORD_BYTES {
        return None;
    }
    let word = word.to_lowercase();
    let near = names.into_iter().filter_map(|name| {
        let distance = strsim::damerau_levenshtein(&name.to_lowercase(), &word);
        (distance <= furthest(&name.to_lowercase(), &word)).then_some((distance, name))
    });
    near.min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// The maximum distance between a name and its misspelling.
fn furthest(name: &str, word: &str) -> usize {
    match name.chars().count().min(word.chars().count()) {
        0..=1 => 0,
        2..=SHORT => 1,
        // The first letter is rarely misspelled, and more errors make another word: clear is not learn.
        _ if name.chars().next() != word.chars().next() => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_error_is_allowed_in_short_words_and_two_in_long_ones() {
        const NAMES: [&str; 6] = ["go", "hint", "book", "learn", "export", "analyze"];
        for (word, meant) in [
            ("hnit", Some("hint")),
            ("HINTS", Some("hint")),
            ("og", Some("go")),
            ("lern", Some("learn")),
            ("exprot", Some("export")),
            ("xport", Some("export")),
            ("expot", Some("export")),
            ("analise", Some("analyze")),
            ("foo", None),
            ("boko", Some("book")),
            ("hist", Some("hint")),
            ("best", None),
            ("clear", None),
            ("g", None),
            ("", None),
            ("anolise", None),
        ] {
            assert_eq!(closest(word, NAMES), meant, "{word}");
        }
        assert_eq!(closest(&"export".repeat(1000), NAMES), None);
    }
}
