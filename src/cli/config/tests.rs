//! Tests of the sources of settings, and of the file's content.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::*;

fn config(setting: Setting, words: &str) -> Config {
    let mut config = Config::default();
    config.set(setting, Some(words)).unwrap();
    config
}

fn values(setting: Setting) -> [&'static str; 3] {
    match setting {
        Setting::Game => ["quarto", "c4", "gr"],
        Setting::Level => ["3", "depth:4", "2s"],
        Setting::Clock => ["5m+3s", "90s", "1m"],
        Setting::Threads => ["1", "4", "2"],
        Setting::Names => ["ANN BOB", "CAT DAN", "EVE FAY"],
        Setting::Icons => ["X O", "● ○", "a b"],
        Setting::Theme => ["dark", "light", "mono"],
        Setting::Discs => ["letters", "symbols", "auto"],
        Setting::Language => ["es", "pt_BR", "en"],
        Setting::Coach => ["on", "off", "6"],
        Setting::Openings => ["none", "library", "library year=1980..1985 player=ann lee"],
        Setting::ScreenReader => ["on", "off", "yes"],
    }
}

#[test]
fn the_prompt_completes_the_names_of_all_settings() {
    let names: BTreeSet<_> = Setting::value_variants()
        .iter()
        .map(|setting| setting.name())
        .collect();
    let completed = crate::interpreter::first_words("config");
    assert_eq!(names, completed.iter().map(ToString::to_string).collect());
}

#[test]
fn the_command_line_comes_before_the_variable_and_the_variable_before_the_file() {
    let silent = |message: &str| panic!("{message}");
    for &setting in Setting::value_variants() {
        let [first, second, third] = values(setting);
        let [arguments, of_variable, file] = [first, second, third].map(|it| config(setting, it));
        let none = Config::default();
        let read = |words: &'static str| {
            move |name: &str| (name == setting.variable()).then(|| words.to_owned())
        };
        let found = |above: &Config, words: &'static str, file: &Config| {
            let variables = Config::of_variables(read(words), above, silent);
            above
                .clone()
                .over(variables.over(file.clone()))
                .value(setting)
        };
        let expected = arguments.value(setting);
        assert!(
            expected.is_some() && expected != of_variable.value(setting),
            "{setting:?}"
        );
        assert_eq!(found(&arguments, second, &file), expected);
        // Overridden variables are not parsed.
        assert_eq!(found(&arguments, "no such # thing", &file), expected);
        assert_eq!(found(&none, second, &file), of_variable.value(setting));
        assert_eq!(found(&none, "", &file), file.value(setting));
        assert_eq!(found(&arguments, "", &none), expected);
        assert_eq!(found(&none, "", &none), None);
    }
}

#[test]
fn a_wrong_variable_is_reported_and_passed_over() {
    for (setting, words, expected) in [
        (
            Setting::Game,
            "che\u{1b}ss",
            "REVERSI_GAME: no game called \"che\\u{1b}ss\": use Reversi",
        ),
        (
            Setting::Level,
            "0",
            "REVERSI_LEVEL: no level \"0\": use 1 to 20",
        ),
        (
            Setting::Names,
            "ann",
            "REVERSI_NAMES: \"ann\": expected two words, such as ANN BOB",
        ),
        (
            Setting::Names,
            "ann Ann",
            "REVERSI_NAMES: both players are called Ann: use two different names",
        ),
        (
            Setting::Icons,
            "X O Z",
            "REVERSI_ICONS: \"X O Z\": expected two words, such as X O",
        ),
        (Setting::Icons, "- O", "REVERSI_ICONS: - can't be an icon"),
        (
            Setting::Theme,
            "pi\u{1b}nk",
            "REVERSI_THEME: \"pi\\u{1b}nk\" is not a theme: use dark,",
        ),
        (
            Setting::Discs,
            "round",
            "REVERSI_DISCS: \"round\" is not a disc style: use auto,",
        ),
        (
            Setting::ScreenReader,
            "maybe",
            "REVERSI_SCREEN_READER: \"maybe\": use on or off",
        ),
    ] {
        let said = RefCell::new(String::new());
        let read = |name: &str| (name == setting.variable()).then(|| words.to_owned());
        let complain = |message: &str| message.clone_into(&mut said.borrow_mut());
        let found = Config::of_variables(read, &Config::default(), complain);
        assert_eq!(found, Config::default());
        assert!(said.borrow().starts_with(expected), "{said:?}");
    }
}

#[test]
fn every_setting_is_written_and_read_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.ron");
    let read = || read_config::<Config>(&path).unwrap().unwrap_or_default();
    for &setting in Setting::value_variants() {
        for words in values(setting) {
            let change = |config: &mut Config| config.set(setting, Some(words)).unwrap();
            change_config(&path, change).unwrap();
            assert_eq!(read().value(setting), config(setting, words).value(setting));
        }
    }
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(
        written.contains("\n  theme: \"mono\",\n  discs: \"auto\",\n"),
        "{written}"
    );
    for &setting in Setting::value_variants() {
        change_config(&path, |config: &mut Config| {
            config.set(setting, None).unwrap();
        })
        .unwrap();
        assert_eq!(read().value(setting), None);
    }
    assert_eq!(read(), Config::default());
}

#[test]
fn what_the_file_has_is_what_a_person_would_write() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.ron");
    std::fs::write(&path, EXAMPLE).unwrap();
    assert_eq!(
        read_config(&path).unwrap(),
        Some(config(Setting::Theme, "light"))
    );
    let whole = "(
  game: \"Connect Four\",
  level: \"12\",
  clock: \"5m+3s\",
  threads: 2,
  names: (\"ANN\", \"BOB\"),
  icons: ('#', '@'),
  theme: \"light\",
  discs: \"letters\",
  language: \"es\",
  coach: 6,
  openings: \"library year=1980..1985\",
  screen_reader: true,
)
";
    std::fs::write(&path, whole).unwrap();
    let read: Config = read_config(&path).unwrap().unwrap();
    let values = [
        "c4",
        "12",
        "5m+3s",
        "2",
        "ANN BOB",
        "# @",
        "light",
        "letters",
        "es",
        "6",
        "library year=1980..1985",
        "on",
    ];
    for (setting, words) in Setting::value_variants().iter().copied().zip(values) {
        assert_eq!(read.value(setting), config(setting, words).value(setting));
    }
    for (text, expected) in [
        ("(level: 300)", "no level \"300\": use 1 to 20"),
        ("(level: true)", "a level"),
        ("(clock: \"5m+\")", "is not a duration"),
        ("(threads: 0)", "nonzero"),
        (
            "(names: (\"A\", \"a\"))",
            "both players are called a: use two different names",
        ),
        ("(icons: ('X', '.'))", ". can't be an icon"),
        ("(game: \"chess\")", "no game called \"chess\""),
        ("(screen_reader: maybe)", "expected true or false"),
    ] {
        std::fs::write(&path, text).unwrap();
        let error = read_config::<Config>(&path).unwrap_err().to_string();
        assert!(error.contains(":1:") && error.contains(expected), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn ascii_leaves_out_what_is_not_in_the_users_settings() {
    let read = |name: &str| {
        let words = match name {
            "REVERSI_ICONS" => "● ○",
            "REVERSI_NAMES" => "ÅSA BOB",
            _ => return None,
        };
        Some(words.to_owned())
    };
    let silent = |message: &str| panic!("{message}");
    let variables = |ascii| Config::default().over_those_of_user(read, ascii, silent);
    assert!(variables(false).icons.is_some() && variables(false).names.is_some());
    assert!(variables(true).icons.is_none() && variables(true).names.is_none());
}
