//! Help texts, made from the table of commands.

use std::fmt::Write;

use super::row::CommandInfo;
use super::table::COMMANDS;
use crate::games::REGISTRY;

/// What people do first, with what they type.
const FIRST_THINGS: [(&str, &str); 10] = [
    ("d3", "play on d3; in other games a column like 4, or a piece like c"),
    ("A 3", "new game against the bot of level 3; A W 3 plays White"),
    ("N", "new game for two people"),
    ("H", "show a suggested move; S shows all legal ones"),
    ("U", "take the last move back"),
    ("E mygame", "save the game as mygame; L mygame loads it"),
    ("resume", "open the latest unfinished game; resume list lists them"),
    ("play quarto", "change the game; games lists them"),
    ("rules", "explain the rules of the current game"),
    ("Q", "quit; an unfinished game is kept"),
];

/// The things that people do first, a line each.
pub fn first_things() -> String {
    let mut text = String::new();
    for (typed, what) in FIRST_THINGS {
        let _ = writeln!(text, "  {typed:12} {what}");
    }
    text.push_str("learn is a lesson; help all lists every command, and help H explains H.\n");
    text
}

/// The list of all commands, a line each.
pub fn overview() -> String {
    let mut text = String::new();
    let width = COMMANDS.iter().map(|info| info.usage().len()).max().unwrap_or(0);
    for info in COMMANDS {
        let _ = writeln!(text, "  {:width$}  {}", info.usage(), info.summary);
    }
    text.push_str(
        "Letters in either case. help J explains J. # starts a comment.\n\
         Squares are a1 to h8, a1 top left. rules explains the current game.\n",
    );
    text
}

/// The help for one command.
pub fn help_for(info: &CommandInfo) -> String {
    let mut text = format!("{}: {}\n", info.usage(), info.summary);
    for line in wrapped(info.details, 78) {
        let _ = writeln!(text, "  {line}");
    }
    let names: Vec<String> = info
        .letter
        .map(String::from)
        .into_iter()
        .chain(info.words.iter().map(|&w| w.into()))
        .collect();
    let _ = writeln!(text, "  Names: {}. Example: {}", names.join(", "), info.example);
    text
}

/// `docs/commands.md`.
pub fn commands_markdown() -> String {
    let mut text = String::from(
        "# Commands\n\n\
         This page is made from the table of commands in `src/interpreter/table.rs`; a test keeps \
         it current.\n\n\
         Letters and words in either case. Arguments are separated by spaces or commas, those in \
         brackets can be left out. `#` starts a comment. Squares are `a1` to `h8`, a1 top left, or \
         row and column: `d3` is `3 4`. A square or a column alone is a move.\n\n\
         | command | words | does |\n|---|---|---|\n",
    );
    for info in COMMANDS {
        let words: Vec<String> = info.words.iter().map(|word| format!("`{word}`")).collect();
        let _ = writeln!(text, "| `{}` | {} | {} |", info.usage(), words.join(" "), info.summary);
    }
    for info in COMMANDS {
        let summary = info.summary;
        let _ = write!(
            text,
            "\n## {}\n\n{}{}. {}\n\n    {}\n",
            info.usage(),
            summary[..1].to_uppercase(),
            &summary[1..],
            info.details,
            info.example
        );
    }
    text
}

/// `docs/games.md`.
pub fn games_markdown() -> String {
    let mut text = String::from(
        "# Games\n\n\
         This page is made from what each game says of itself in `src/games`; a test keeps it \
         current.\n\n\
         `reversi -g GAME` starts with a game and `play GAME` changes to it, by its name or its code; `games` lists them and \
         `rules` explains the current one. `J` plays a move, as in `J d3`. Commands work in every game, but `G`, `eval`, `solve`, \
         `analyze` and `export` only in Reversi; `import`, `paste` and `setboard` bring a game of \
         Reversi in place of another.\n\n\
         | code | game | in a line |\n|---|---|---|\n",
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
        let _ = write!(text, "\nIt ends like this:\n\n");
        for row in info.example.board {
            let _ = writeln!(text, "    {row}");
        }
    }
    text
}

/// A text in lines of at most `width` characters, where its words allow.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
