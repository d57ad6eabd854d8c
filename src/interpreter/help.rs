//! Help texts and manual pages, made from the tables of commands and games.

use std::fmt::{Display, Write};

use super::command::PracticeKind;
use super::row::{CommandInfo, Situation};
use super::table::COMMANDS;
use crate::base::language::{tr, translated, typed};
use crate::base::text::fit::wrapped;
use crate::games::{Info, connect_four};
use crate::players::{Auto, HumanLike, Level};

/// The first steps: what to type, and what it does.
const FIRST_THINGS: [(&str, &str); 11] = [
    (
        "d3",
        "play on d3; in other games a column like 4, or a piece like c",
    ),
    ("A 3", "play the level 3 bot as Black; A W 3 to play White"),
    ("N", "start a two-player game"),
    ("H", "get a hint; S marks all legal moves"),
    ("U", "undo the last move"),
    ("E mygame", "save the game as mygame; L mygame loads it"),
    (
        "resume",
        "continue the latest unfinished game; resume list shows all",
    ),
    ("play quarto", "switch to Quarto; games lists all games"),
    ("rules", "explain the rules of the current game"),
    (
        "screen",
        "play on a full-screen board; window opens a desktop window",
    ),
    ("Q", "quit; an unfinished game is autosaved"),
];

/// Returns the first steps, for a user of the game `info`.
pub fn first_things(info: &Info) -> String {
    let mut text = String::new();
    for (example, what) in FIRST_THINGS {
        let _ = writeln!(text, "  {:12} {}", typed(example), translated(what));
    }
    if !info.is_reversi() {
        text.push_str(tr!(
            "At the prompt small letters are moves; commands are capitals or words."
        ));
        text.push('\n');
    }
    text.push_str(tr!(
        "New to the game? Type `learn`. `help all` lists every command; `help H` \
        explains one.\n",
    ));
    text
}

/// Returns the texts of the tables of this file.
pub fn help_texts() -> impl Iterator<Item = &'static str> {
    FIRST_THINGS.into_iter().map(|(_, what)| what)
}

/// The width of the syntax column. Longer syntax pushes the summary to the right.
const USAGE: usize = 19;

pub fn overview() -> String {
    let mut text = String::new();
    for info in COMMANDS {
        let _ = write!(
            text,
            "  {:USAGE$}  {}",
            info.usage(),
            translated(info.summary)
        );
        // The words that the syntax doesn't show: the words of the language, then the English one.
        let mut others = Vec::new();
        if info.word_here() != info.word() {
            others.extend(
                info.words_here()
                    .iter()
                    .skip(usize::from(info.letter.is_none())),
            );
            others.extend([&info.words[0]]);
        }
        if !others.is_empty() {
            let others: Vec<&str> = others.into_iter().copied().collect();
            let _ = write!(text, " ({})", others.join(", "));
        }
        text.push('\n');
    }
    text.push_str(tr!(
        "Commands ignore case. `help J` explains J. # starts a comment.\nSquares are a1 (top left) \
            to h8. `rules` shows the rules.\n",
    ));
    text
}

/// Returns the help for a command: syntax, summary, details, names and example.
pub fn help_for(info: &CommandInfo) -> String {
    let mut text = format!("{}   {}\n\n", info.usage(), translated(info.summary));
    for line in details(info, 78) {
        let _ = writeln!(text, "{line}");
    }
    if let Some(permissions) = permissions(info) {
        let _ = writeln!(text, "{permissions}");
    }
    // The syntax begins with the letter, or with the first word.
    let words = info.words_here().iter().chain(info.words);
    let others: Vec<&str> = words
        .copied()
        .skip(usize::from(info.letter.is_none()))
        .collect();
    if !others.is_empty() {
        text.push_str(&tr!("Also typed as: {words}.", words = others.join(", ")));
        text.push(' ');
    }
    let _ = writeln!(
        text,
        "{}",
        tr!("Example: {example}", example = typed(&info.example()))
    );
    text
}

/// Returns the lines of a command's details, with the current bot levels. Lines that begin with two spaces
/// (examples and tables) are unchanged; the others are wrapped as paragraphs.
pub fn details(info: &CommandInfo, width: usize) -> Vec<String> {
    let is_verbatim = |line: &str| line.is_empty() || line.starts_with("  ");
    let text = with_levels(translated(info.details));
    let mut blocks: Vec<String> = Vec::new();
    for line in text.lines().map(with_typed_example) {
        match blocks.last_mut() {
            Some(paragraph) if !is_verbatim(&line) && !is_verbatim(paragraph) => {
                paragraph.push(' ');
                paragraph.push_str(&line);
            }
            _ => blocks.push(line),
        }
    }
    let lines = |block: String| {
        if is_verbatim(&block) {
            vec![block]
        } else {
            wrapped(&block, width)
        }
    };
    blocks.into_iter().flat_map(lines).collect()
}

/// A line of a table, `  level 5   play level 5`, with its example in the words of the language; another line as it is.
fn with_typed_example(line: &str) -> String {
    let example = line
        .strip_prefix("  ")
        .and_then(|line| line.split_once("  "));
    let Some((example, meaning)) = example.filter(|(example, _)| !example.is_empty()) else {
        return line.to_owned();
    };
    let meaning = meaning.trim_start();
    let width = (line.chars().count() - "  ".len()) - meaning.chars().count();
    // A word longer than the English one moves the meaning to the right.
    let example = format!("{}  ", typed(example));
    format!("  {example:width$}{meaning}")
}

/// Where a command is refused, in a sentence or two; `None` if it works everywhere.
fn permissions(info: &CommandInfo) -> Option<String> {
    let only = info.is_for_reversi.then(|| tr!("Reversi only."));
    let only = only.map(str::to_owned);
    let sentences: Vec<String> = only.into_iter().chain(refused(info.refused_in)).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// The sentence about where a command is refused; `None` if it is refused nowhere.
pub fn refused(places: &[Situation]) -> Option<String> {
    let places: Vec<&str> = places
        .iter()
        .map(|place| match place {
            Situation::Competitive => tr!("in competitive games"),
            Situation::Practice(PracticeKind::Lesson) => {
                tr!("in lessons, puzzles, drills and guesses")
            }
            Situation::Practice(PracticeKind::Puzzle) => tr!("in puzzles"),
            Situation::Practice(PracticeKind::Drill) => tr!("in drills"),
            Situation::Practice(PracticeKind::Guess) => tr!("in guesses"),
            Situation::Thinking => tr!("while the bot is thinking"),
            Situation::Script => tr!("in scripts"),
            Situation::OtherGame(_) => tr!("in other games"),
        })
        .collect();
    (!places.is_empty()).then(|| tr!("Not available: {places}.", places = places.join("; ")))
}

/// Fills in the placeholders for levels.
fn with_levels(text: &str) -> String {
    let numbers = Level::RANGE;
    let elsewhere = Level::named(&connect_four::INFO).last();
    let range = |first: &dyn Display, last: &dyn Display| tr!("{first} to {last}", first, last);
    let auto = Auto::NUMBERS;
    text.replace("{levels}", &range(numbers.start(), numbers.end()))
        .replace(
            "{searching}",
            &range(&Level::FIRST_SEARCHING, numbers.end()),
        )
        .replace("{human-like}", &HumanLike::LEVELS.end().to_string())
        .replace(
            "{auto}",
            &range(
                &format!("auto{}", auto.start()),
                &format!("auto{}", auto.end()),
            ),
        )
        .replace(
            "{elsewhere}",
            &elsewhere.map_or(String::new(), |last| range(&1, &last)),
        )
}

/// Equivalent commands at the prompt and in the shell: the line, and the arguments of `reversi`.
pub const SAME_IN_THE_SHELL: &[(&str, &str)] = &[
    ("play quarto", "--game quarto"),
    ("play gravity 12 8", "--game gravity --columns 12 --rows 8"),
    ("level 5", "--level 5"),
    ("clock 5m+3s", "--clock 5m+3s"),
    ("names ann bob", "--names ann bob"),
    ("C x o", "--icons x o"),
    ("seed 7", "--seed 7"),
    ("resume", "--resume"),
    ("theme light", "--theme light"),
    ("discs letters", "--discs letters"),
    ("prompt", "--ui prompt"),
    ("screen", "--ui screen"),
    ("window", "--ui window"),
    ("version", "--version"),
    ("help", "--help"),
    ("config level 5", "config level 5"),
    ("book f5d6", "book f5d6"),
    ("analyze 12", "analyze FILE --level 12"),
    ("solve", "solve FILE"),
    ("import FILE", "convert FILE --to text"),
    ("export game.sgf", "convert FILE game.sgf"),
    ("library", "library"),
    ("library add FILE", "library add FILE"),
    ("find player=ann", "find player=ann"),
    ("find position f5d6", "find position f5d6"),
    ("puzzles make", "puzzles make"),
    ("puzzles export FILE", "puzzles export FILE"),
    ("repertoire", "repertoire"),
    ("repertoire export FILE", "repertoire export FILE"),
    ("stats", "stats"),
];
