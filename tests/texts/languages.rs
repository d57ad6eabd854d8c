//! The catalogs of translations in `po/` have every text of the screens, with a complete translation.
//!
//! `UPDATE=1 cargo test --test texts languages` adds new texts to the catalogs, and removes those that
//! the program no longer has.

mod extract;
#[path = "../../build/po.rs"]
#[allow(dead_code, reason = "the build script uses the rest")]
mod po;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::support::root;
use extract::{Text, texts};
use po::Message;

const LANGUAGES: [&str; 3] = ["pt_PT", "pt_BR", "es"];

/// The catalog of a language, brought up to date first if `UPDATE` is set.
fn catalog(language: &str) -> Vec<Message> {
    static UPDATING: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _guard = UPDATING.lock();
    let path = root().join("po").join(language).with_extension("po");
    let read = po::parse(&fs::read_to_string(&path).unwrap()).unwrap();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, po::print(&updated(&read))).unwrap();
        return po::parse(&fs::read_to_string(&path).unwrap()).unwrap();
    }
    read
}

/// The catalog with exactly the texts of the program, and the translations that it had.
fn updated(catalog: &[Message]) -> Vec<Message> {
    let known: BTreeMap<String, &Message> = catalog
        .iter()
        .map(|message| (message.key(), message))
        .collect();
    let header = known.get("").map(|&header| header.clone());
    let messages = texts().into_iter().map(
        |Text {
             context,
             english: text,
             plural,
             files,
         }| {
            let mut message = Message {
                context,
                text,
                plural,
                ..Message::default()
            };
            let before = known.get(&message.key());
            let forms = 1 + usize::from(message.plural.is_some());
            message.comments = before
                .map(|before| before.comments.clone())
                .unwrap_or_default();
            message.translations = before.map(|it| it.translations.clone()).unwrap_or_default();
            message.translations.resize(forms, String::new());
            message.references = files.into_iter().collect();
            message
        },
    );
    header.into_iter().chain(messages).collect()
}

/// The problems of all catalogs, each with the catalog and the text.
fn problems(check: impl Fn(&str, &Message) -> Option<String>) -> Vec<String> {
    let mut found = Vec::new();
    for language in LANGUAGES {
        for message in catalog(language)
            .iter()
            .filter(|message| !message.text.is_empty())
        {
            let why = check(language, message);
            found.extend(why.map(|why| format!("po/{language}.po: {:?}: {why}", message.text)));
        }
    }
    found
}

#[track_caller]
fn assert_none(problems: &[String]) {
    let some = problems
        .iter()
        .take(20)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join("\n");
    assert!(problems.is_empty(), "{} problems:\n{some}", problems.len());
}

#[test]
fn the_catalogs_have_the_texts_of_the_program() {
    for language in LANGUAGES {
        // A new plural of a known text is a change, and so is another file of it.
        let texts = |messages: &[Message]| -> BTreeSet<_> {
            let text = |it: &Message| (it.key(), it.plural.clone(), it.references.clone());
            messages.iter().map(text).collect()
        };
        let catalog = catalog(language);
        let (has, wants) = (texts(&catalog), texts(&updated(&catalog)));
        let missing: Vec<_> = wants.difference(&has).collect();
        let removed: Vec<_> = has.difference(&wants).collect();
        assert!(
            missing.is_empty() && removed.is_empty(),
            "po/{language}.po: run UPDATE=1 cargo test --test texts languages; \
             missing: {missing:?}, no longer used: {removed:?}"
        );
    }
}

#[test]
fn everything_is_translated() {
    assert_none(&problems(|_, message| {
        (!message.is_translated()).then(|| "has no complete translation".to_owned())
    }));
}

/// The names in braces.
fn names(text: &str) -> BTreeSet<&str> {
    text.split('{')
        .skip(1)
        .filter_map(|part| Some(part.split_once('}')?.0))
        .collect()
}

#[test]
fn translations_have_the_placeholders_of_their_texts() {
    assert_none(&problems(|language, message| {
        let mut expected = names(&message.text);
        expected.extend(message.plural.as_deref().map(names).unwrap_or_default());
        for (form, translation) in message.translations.iter().enumerate() {
            let found = names(translation);
            // In Brazil, the singular is also for 0.
            let is_for_one = message.plural.is_some() && form == 0 && language != "pt_BR";
            let may_omit = |name: &str| is_for_one && name == "n";
            let missing: Vec<_> = expected
                .difference(&found)
                .filter(|name| !may_omit(name))
                .collect();
            let unknown: Vec<_> = found.difference(&expected).collect();
            if !(translation.is_empty() || missing.is_empty() && unknown.is_empty()) {
                return Some(format!(
                    "{translation:?} lacks {missing:?}, or adds {unknown:?}"
                ));
            }
        }
        None
    }));
}

#[test]
fn translations_have_the_commands_and_line_ends_of_their_texts() {
    let code = |text: &str| -> BTreeSet<String> {
        text.split('`')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect()
    };
    assert_none(&problems(|_, message| {
        let translations = message.translations.iter().filter(|text| !text.is_empty());
        translations.into_iter().find_map(|translation| {
            let ends = |text: &str| {
                (
                    text.starts_with(' '),
                    text.ends_with(' '),
                    text.ends_with('\n'),
                )
            };
            let same = code(translation) == code(&message.text)
                && ends(translation) == ends(&message.text);
            (!same).then(|| format!("{translation:?} differs in backticks, or in blanks at an end"))
        })
    }));
}

#[test]
fn command_words_are_not_words_of_other_commands() {
    let english: BTreeSet<&str> = reversi::internals::COMMANDS
        .iter()
        .flat_map(|info| info.words)
        .copied()
        .collect();
    for language in LANGUAGES {
        let mut taken = BTreeMap::new();
        let catalog = catalog(language);
        let commands = catalog
            .iter()
            .filter(|it| it.context.as_deref() == Some("command"));
        for command in commands {
            for word in command.translations[0].split_whitespace() {
                let is_plain = word == word.to_lowercase() && word.chars().count() > 1;
                assert!(
                    is_plain,
                    "po/{language}.po: {word}: use two or more small letters"
                );
                assert!(
                    word == command.text || !english.contains(word),
                    "po/{language}.po: {word} is an English command"
                );
                let other = taken.insert(word.to_owned(), command.text.clone());
                assert!(other.is_none(), "po/{language}.po: {word} is {other:?} too");
            }
        }
    }
}

#[test]
fn words_of_arguments_have_one_meaning() {
    let mut colors: BTreeMap<String, String> = BTreeMap::new();
    for language in LANGUAGES {
        let mut taken = BTreeMap::new();
        let catalog = catalog(language);
        for message in catalog
            .iter()
            .filter(|it| it.context.as_deref() == Some("word"))
        {
            let meaning = &message.text;
            for word in message.translations[0].split_whitespace() {
                let where_found = format!("po/{language}.po: {word}");
                assert_eq!(
                    word,
                    word.to_lowercase(),
                    "{where_found}: use small letters"
                );
                // These are icons and colors in every language.
                assert!(
                    !["b", "w", "x", "o"].contains(&word),
                    "{where_found} is a side"
                );
                let other = taken.insert(word.to_owned(), meaning);
                assert!(other.is_none(), "{where_found} is {other:?} too");
                if ["black", "white"].contains(&&**meaning) && word.chars().count() > 1 {
                    let color = colors
                        .entry(word.to_owned())
                        .or_insert_with(|| meaning.clone());
                    assert_eq!(color, meaning, "{where_found} is another color elsewhere");
                }
            }
        }
    }
}
