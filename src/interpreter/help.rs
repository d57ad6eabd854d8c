//! Help texts, made from the table of commands.

use std::fmt::{Display, Write};

use super::row::{CommandInfo, Situation};
use super::table::COMMANDS;
use crate::base::text::fit::wrapped;
use crate::games::{self, REGISTRY};
use crate::players::{Auto, HumanLike, Level};

/// What people do first, with what they type.
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

/// The things that people do first, a line each.
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

/// The width of the usages in the list of commands; longer ones push their summary to the right.
const USAGE: usize = 19;

/// The list of all commands, one per line.
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

/// The help for one command: its usage and summary, the details, and its other names.
pub fn help_for(info: &CommandInfo) -> String {
    let mut text = format!("{}   {}\n\n", info.usage(), info.summary);
    for line in details(info, 78) {
        let _ = writeln!(text, "{line}");
    }
    if info.refused_in.contains(&Situation::Competitive) {
        text.push_str("Disabled in competitive games.\n");
    }
    // The usage begins with the letter, or with the first word.
    let others: Vec<&str> =
        info.words.iter().copied().skip(usize::from(info.letter.is_none())).collect();
    if !others.is_empty() {
        let _ = write!(text, "Also typed as: {}. ", others.join(", "));
    }
    let _ = writeln!(text, "Example: {}", info.example);
    text
}

/// The lines of the details of a command, with the levels of today's bots. Those that begin with two spaces are
/// examples or tables, which keep their spaces; the others are paragraphs, which are wrapped.
fn details(info: &CommandInfo, width: usize) -> Vec<String> {
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

/// A text with the levels that its placeholders name.
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

/// What does the same at the prompt and in the shell: the line, and the words after `reversi`.
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
    ("find position f5d6", "find --position f5d6"),
    ("puzzles make", "puzzles make"),
    ("puzzles export FILE", "puzzles export FILE"),
    ("stats", "stats"),
];

/// `docs/commands.md`.
pub fn commands_markdown() -> String {
    let mut page = String::from(
        "# Commands\n\n\
         Generated from `src/interpreter/table.rs`; a test keeps this page up to date.\n\n\
         Commands ignore case. Separate arguments with spaces or commas; those in brackets are \
         optional. `#` starts a comment. A square is `a1` (top left) to `h8`, or row and column: \
         `3 4` is d3. A square or column alone plays a move.\n\n\
         | command | names | description |\n|---|---|---|\n",
    );
    for info in COMMANDS {
        let words: Vec<String> = info.words.iter().map(|word| format!("`{word}`")).collect();
        let _ = writeln!(page, "| `{}` | {} | {} |", info.usage(), words.join(" "), info.summary);
    }
    page.push_str(
        "\n## In the shell\n\nThese lines have the same words after `reversi` in the shell, where \
         analyze, solve, import and export read a file instead of the game on the board.\n\n\
         | prompt | shell |\n|---|---|\n",
    );
    for (line, shell) in SAME_IN_THE_SHELL {
        let _ = writeln!(page, "| `{line}` | `reversi {shell}` |");
    }
    for info in COMMANDS {
        let summary = info.summary;
        let _ = write!(
            page,
            "\n## {}\n\n{}{}.\n\n",
            info.usage(),
            summary[..1].to_uppercase(),
            &summary[1..]
        );
        for line in details(info, usize::MAX) {
            let indentation = if line.starts_with("  ") { "  " } else { "" };
            let _ = writeln!(page, "{indentation}{line}");
        }
        if info.refused_in.contains(&Situation::Competitive) {
            page.push_str("\nDisabled in competitive games.\n");
        }
        let _ = write!(page, "\n    {}\n", info.example);
    }
    page
}

/// `docs/games.md`.
pub fn games_markdown() -> String {
    let mut text = String::from(
        "# Games\n\n\
         Generated from `src/games`; a test keeps this page up to date.\n\n\
         Start a game with `reversi -g GAME`, or switch with `play GAME`. `games` lists them, \
         `rules` shows the rules. `J` plays a move: `J d3`. Most commands work in every game; `G`, \
         `eval`, `solve`, `analyze` and `export` are for Reversi only, and `import`, `paste` and \
         `setboard` switch to Reversi.\n\n\
         | code | game | summary |\n|---|---|---|\n",
    );
    for info in REGISTRY {
        let _ = writeln!(text, "| `{}` | {} | {} |", info.code, info.name, info.rules);
    }
    for info in REGISTRY {
        let _ = write!(text, "\n## {}\n\n{}\n", info.name, info.details);
        let _ = write!(text, "\nAn example game:\n\n");
        for line in wrapped(info.example.moves, 76) {
            let _ = writeln!(text, "    {line}");
        }
        let _ = write!(text, "\nFinal position:\n\n");
        for row in info.example.board {
            let _ = writeln!(text, "    {row}");
        }
    }
    text
}
