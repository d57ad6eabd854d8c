//! Help texts, made from the command table.

use std::fmt::{Display, Write};

use super::row::{CommandInfo, Situation};
use super::table::COMMANDS;
use crate::base::text::fit::wrapped;
use crate::games;
use crate::players::{Auto, HumanLike, Level};

/// The first steps: what to type, and what it does.
const FIRST_THINGS: [(&str, &str); 10] = [
    ("d3", "play on d3; in other games a column like 4, or a piece like c"),
    ("A 3", "play the level 3 bot as Black; A W 3 to play White"),
    ("N", "start a two-player game"),
    ("H", "get a hint; S marks all legal moves"),
    ("U", "undo the last move"),
    ("E mygame", "save the game as mygame; L mygame loads it"),
    ("resume", "continue the latest unfinished game; resume list shows all"),
    ("play quarto", "switch to Quarto; games lists all games"),
    ("rules", "explain the rules of the current game"),
    ("Q", "quit; an unfinished game is autosaved"),
];

pub fn first_things() -> String {
    let mut text = String::new();
    for (typed, what) in FIRST_THINGS {
        let _ = writeln!(text, "  {typed:12} {what}");
    }
    text.push_str(
        "At the prompt small letters are moves in other games; commands are capitals or words.\n\
        New to the game? Type `learn`. `help all` lists every command; `help H` \
        explains one.\n",
    );
    text
}

/// The width of the syntax column. Longer syntax pushes the summary to the right.
const USAGE: usize = 19;

pub fn overview() -> String {
    let mut text = String::new();
    for info in COMMANDS {
        let _ = writeln!(text, "  {:USAGE$}  {}", info.usage(), info.summary);
    }
    text.push_str(
        "Commands ignore case. `help J` explains J. # starts a comment.\nSquares are a1 (top left) \
            to h8. `rules` shows the rules.\n",
    );
    text
}

/// Returns the help for a command: syntax, summary, details, names and example.
pub fn help_for(info: &CommandInfo) -> String {
    let mut text = format!("{}   {}\n\n", info.usage(), info.summary);
    for line in details(info, 78) {
        let _ = writeln!(text, "{line}");
    }
    if let Some(permissions) = permissions(info) {
        let _ = writeln!(text, "{permissions}");
    }
    // The syntax begins with the letter, or with the first word.
    let others: Vec<&str> =
        info.words.iter().copied().skip(usize::from(info.letter.is_none())).collect();
    if !others.is_empty() {
        let _ = write!(text, "Also typed as: {}. ", others.join(", "));
    }
    let _ = writeln!(text, "Example: {}", info.example);
    text
}

/// Returns the lines of a command's details, with the current bot levels. Lines that begin with two spaces
/// (examples and tables) are unchanged; the others are wrapped as paragraphs.
pub(super) fn details(info: &CommandInfo, width: usize) -> Vec<String> {
    let is_verbatim = |line: &str| line.is_empty() || line.starts_with("  ");
    let text = with_levels(info.details);
    let mut blocks: Vec<String> = Vec::new();
    for line in text.lines() {
        match blocks.last_mut() {
            Some(paragraph) if !is_verbatim(line) && !is_verbatim(paragraph) => {
                paragraph.push(' ');
                paragraph.push_str(line);
            }
            _ => blocks.push(line.to_owned()),
        }
    }
    let lines = |block: String| {
        if is_verbatim(&block) { vec![block] } else { wrapped(&block, width) }
    };
    blocks.into_iter().flat_map(lines).collect()
}

/// Where a command is refused, in a sentence or two; `None` if it works everywhere.
fn permissions(info: &CommandInfo) -> Option<String> {
    const PLACES: [(Situation, &str); 4] = [
        (Situation::Competitive, "a competitive game"),
        (Situation::Lesson, "a lesson"),
        (Situation::Puzzle, "a puzzle"),
        (Situation::Drill, "a drill"),
    ];
    let is_refused = |situation| info.refused_in.contains(&situation);
    let places = PLACES.into_iter().filter(|&(situation, _)| is_refused(situation));
    let places: Vec<&str> = places.map(|(_, place)| place).collect();
    let places = match &places[..] {
        [] => None,
        [place] => Some(format!("in {place}")),
        [places @ .., last] => Some(format!("in {} or {last}", places.join(", "))),
    };
    let thinking = is_refused(Situation::Thinking).then_some("while the bot is thinking");
    let refused = match (places, thinking) {
        (Some(places), Some(thinking)) => Some(format!("{places}, or {thinking}")),
        (places, thinking) => places.or(thinking.map(str::to_owned)),
    };
    let refused = refused.map(|refused| format!("Not available {refused}."));
    let only = info.is_for_reversi.then(|| "Reversi only.".to_owned());
    let sentences: Vec<String> = only.into_iter().chain(refused).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// Fills in the placeholders for levels.
fn with_levels(text: &str) -> String {
    let numbers = Level::RANGE;
    let elsewhere = Level::named(&games::connect_four::INFO).last();
    let range = |first: &dyn Display, last: &dyn Display| format!("{first} to {last}");
    let auto = Auto::NUMBERS;
    text.replace("{levels}", &range(numbers.start(), numbers.end()))
        .replace("{searching}", &range(&Level::FIRST_SEARCHING, numbers.end()))
        .replace("{human-like}", &HumanLike::LEVELS.end().to_string())
        .replace("{auto}", &format!("auto{} to auto{}", auto.start(), auto.end()))
        .replace("{elsewhere}", &elsewhere.map_or(String::new(), |last| range(&1, &last)))
}
