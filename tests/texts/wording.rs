//! Messages avoid wrong words: `tests/texts/wording/avoided.txt` lists them with replacements. The tests search the
//! help of all commands, all `--help` texts, and the output of the example scripts.

use std::fs;

use crate::support::{listing, root, run};

fn avoided() -> Vec<(String, String)> {
    let list = fs::read_to_string(root().join("tests/texts/wording/avoided.txt")).unwrap();
    let entry = |line: &str| {
        let (word, better) = line.rsplit_once('(').unwrap();
        let word = word.strip_suffix(' ').unwrap_or(word);
        (word.to_owned(), better.trim_end_matches(')').to_owned())
    };
    list.lines()
        .filter(|line| !line.starts_with('#'))
        .map(entry)
        .collect()
}

/// The whole-word uses of avoided words in a text.
fn found(name: &str, text: &str) -> Vec<String> {
    let text = text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase();
    let mut found = Vec::new();
    for (word, better) in avoided() {
        for (at, _) in text.match_indices(&word) {
            let is_letter = |character: Option<char>| character.is_some_and(char::is_alphabetic);
            let before = text[..at].chars().next_back();
            let after = text[at + word.len()..].chars().next();
            let begins = word.starts_with(char::is_alphabetic);
            let ends = word.ends_with(char::is_alphabetic);
            if (begins && is_letter(before)) || (ends && is_letter(after)) {
                continue;
            }
            let start = text[..at]
                .char_indices()
                .rev()
                .nth(30)
                .map_or(0, |(index, _)| index);
            let context: String = text[start..].chars().take(70).collect();
            found.push(format!(
                "{name}: {word:?} (write {better:?}): ...{context}..."
            ));
        }
    }
    found
}

#[test]
fn the_list_finds_whole_words_in_any_case() {
    assert_eq!(found("", "Judged by nobody, 73 % sure").len(), 4);
    assert_eq!(found("", "a cornerstone of judgment, 73%"), [""; 0]);
}

#[test]
fn no_text_has_an_avoided_word() {
    let mut wrong = Vec::new();
    let all = run(&[], "help all\n").out;
    // Each line of the command list begins with a letter or word of the command.
    let is_command = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let words: Vec<&str> = all
        .lines()
        .filter(is_command)
        .map(|line| line.split_whitespace().next().unwrap())
        .collect();
    assert!(words.len() > 40, "{all}");
    let script = words
        .iter()
        .flat_map(|word| ["help ", word, "\n"])
        .collect::<String>();
    wrong.extend(found("help all", &all));
    wrong.extend(found("help", &run(&[], &(script + "help\nlevels\n")).out));
    for game in ["rv", "c4", "co", "gr", "qu"] {
        let rules = run(&["-g", game], "rules\n").out;
        wrong.extend(found(&format!("rules of {game}"), &rules));
    }
    let mut program = reversi::cli::command_line();
    program.build();
    let mut commands = vec![program];
    while let Some(mut command) = commands.pop() {
        let help = command.render_long_help().to_string();
        wrong.extend(found(
            &format!("{} --help", command.get_bin_name().unwrap_or("")),
            &help,
        ));
        commands.extend(command.get_subcommands().cloned());
    }
    let folder = root().join("examples/scripts");
    for name in listing(&folder)
        .iter()
        .filter(|name| name.strip_suffix(".out").is_some())
    {
        wrong.extend(found(name, &fs::read_to_string(folder.join(name)).unwrap()));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
