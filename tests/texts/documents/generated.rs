//! The pages that are made from the tables of commands and games.

use std::fmt::Write;

use reversi::games::{self, REGISTRY};
use reversi::internals::{
    COMMANDS, CommandInfo, PracticeKind, SAME_IN_THE_SHELL, Situation, command_details,
};

/// The width of a line of moves, in columns.
const WIDTH: usize = 76;

/// Shell commands whose output shows what a command does, by its main word.
const SHOWN: &[(&str, &str)] = &[
    ("legal", r"printf 'N\nf5\nS\n' | reversi | tail -n 10"),
    (
        "hint",
        r"printf 'N\nf5\nH 2\n' | reversi | grep '^ [12][.]'",
    ),
    ("book", r"printf 'book f5\n' | reversi | head -n 4"),
    (
        "analyze",
        r"printf 'import examples/files/games.ggf\nanalyze depth:8\n' | reversi | grep -A 4 Accuracy",
    ),
    (
        "solve",
        r"printf 'import examples/files/games.ggf\ngoto 48\nsolve\n' | reversi | grep Best",
    ),
    ("clock", r"printf 'N\nclock 5m+3s\n' | reversi | tail -n 1"),
    (
        "variations",
        r"printf 'paste f5d6c3d3c4\nback 2\nf4\nvariations\n' | reversi | tail -n 2",
    ),
    (
        "moves",
        r"printf 'paste f5d6c3d3c4\nmoves\n' | reversi | tail -n 2",
    ),
    (
        "find",
        r"printf 'library add examples/files/games.ggf\nfind result=black\n' | reversi | tail -n 2",
    ),
    (
        "library",
        r"printf 'library add examples/files/games.ggf\nlibrary check\n' | reversi",
    ),
    (
        "drill",
        r"printf 'drill diagonal\nd6\nf6\n' | reversi --seed 1 | grep scores",
    ),
];

/// Commands whose details have at most this length, in bytes, get no section.
const SHORT: usize = 150;

/// Returns the text of `docs/commands.md`. `run` returns the output of a shell command.
pub(super) fn commands_markdown(run: &dyn Fn(&str) -> String) -> String {
    let mut page = String::from(
        "# Commands\n\n\
         Generated from `src/interpreter/table.rs`; a test keeps this page up to date.\n\n\
         Commands ignore case. Separate arguments with spaces or commas; those in brackets are \
         optional. `#` starts a comment. A square is `a1` (top left) to `h8`, or row and column: \
         `3 4` is d3. A square or column alone plays a move.\n\n\
         | command | names | description | not in |\n|---|---|---|---|\n",
    );
    for info in COMMANDS {
        let words: Vec<String> = info.words.iter().map(|word| format!("`{word}`")).collect();
        let (usage, names, summary) = (info.usage(), words.join(" "), info.summary);
        let _ = writeln!(
            page,
            "| `{usage}` | {names} | {summary} | {} |",
            refusals(info)
        );
    }
    page.push_str(
        "\nThe last column has the places where a command does not work: C in competitive games, L in \
         lessons, P in puzzles, D in drills, G in guesses, T while the bot is thinking, O in other games than \
         Reversi, S in scripts.\n",
    );
    page.push_str(
        "\n## In the shell\n\nThese lines have the same words after `reversi` in the shell, where \
         analyze, solve, import and export read a file instead of the game on the board.\n\n\
         | prompt | shell |\n|---|---|\n",
    );
    for (line, shell) in SAME_IN_THE_SHELL {
        let _ = writeln!(page, "| `{line}` | `reversi {shell}` |");
    }
    // `help` prints the short details of the other commands.
    for info in COMMANDS.iter().filter(|info| info.details.len() > SHORT) {
        let summary = info.summary;
        let first = summary[..1].to_uppercase();
        let _ = write!(
            page,
            "\n## {}\n\n{first}{}.\n\n",
            info.usage(),
            &summary[1..]
        );
        for line in command_details(info, usize::MAX) {
            let indentation = if line.starts_with("  ") { "  " } else { "" };
            let _ = writeln!(page, "{indentation}{line}");
        }
        match SHOWN.iter().find(|(word, _)| info.words[0] == *word) {
            Some((_, line)) => {
                let _ = write!(page, "\n```console\n$ {line}\n{}```\n", run(line));
            }
            None => {
                let _ = write!(page, "\n    {}\n", info.example());
            }
        }
    }
    page
}

/// The letters of the places where a command is refused.
fn refusals(info: &CommandInfo) -> String {
    let letters = |situation| match situation {
        Situation::Competitive => "C",
        Situation::Practice(PracticeKind::Lesson) => "LPDG",
        Situation::Practice(PracticeKind::Puzzle) => "P",
        Situation::Practice(PracticeKind::Drill) => "D",
        Situation::Practice(PracticeKind::Guess) => "G",
        Situation::Thinking => "T",
        Situation::Script => "S",
        Situation::OtherGame(_) => "O",
    };
    let other = info.is_for_reversi.then_some(Situation::OtherGame(""));
    let places = info.refused_in.iter().copied().chain(other);
    places.map(letters).collect()
}

/// Returns the text of `docs/games.md`.
pub(super) fn games_markdown() -> String {
    let mut text = String::from(
        "# Games\n\n\
         Generated from `src/games`; a test keeps this page up to date.\n\n\
         Start a game with `reversi -g GAME`, or switch with `play GAME`. `games` lists them, \
         `rules` shows the rules. `J` plays a move: `J d3`. Most commands work in every game; `G`, \
         `eval`, `solve` and `analyze` are for Reversi only, `export` writes other games as animations, \
         and `import`, `paste` and `setboard` switch to Reversi.\n\n\
         | code | game | summary |\n|---|---|---|\n",
    );
    for info in REGISTRY {
        let _ = writeln!(text, "| `{}` | {} | {} |", info.code, info.name, info.rules);
    }
    for info in REGISTRY {
        let _ = write!(text, "\n## {}\n\n{}\n", info.name, info.details);
        let _ = write!(text, "\nAn example game:\n\n");
        for line in wrapped(info.example.moves) {
            let _ = writeln!(text, "    {line}");
        }
        let _ = write!(text, "\nFinal position:\n\n");
        for row in info.example.board {
            let _ = writeln!(text, "    {row}");
        }
    }
    text
}

/// Returns the text of `docs/strategy.md`: the lessons of `learn strategy`.
pub(super) fn strategy_markdown() -> String {
    let mut text = String::from(
        "# Strategy\n\n\
         Eight ideas of Reversi, each with a question. `learn strategy` asks them at the board; this page is made \
         from the same source. You are Black, and it is your move. The answers are below the boards.\n",
    );
    for step in games::reversi::INFO.strategy {
        if !step.title.is_empty() {
            let _ = write!(text, "\n## {}\n", step.title);
        }
        let is_answer = step.board.is_empty() && !text.trim_end().ends_with("</details>");
        if is_answer {
            let _ = write!(
                text,
                "\n<details><summary>Answer</summary>\n\n{}\n\n</details>\n",
                step.text
            );
        } else {
            let _ = write!(text, "\n{}\n", step.text);
        }
        if !step.board.is_empty() {
            let _ = write!(text, "\n```text\n{}```\n", diagram(step.board));
        }
    }
    text
}

fn diagram(board: &str) -> String {
    let mut text = String::from("    a b c d e f g h\n");
    let squares: Vec<char> = board.chars().take(64).collect();
    for (number, row) in (1..).zip(squares.chunks(8)) {
        let _ = write!(text, " {number} ");
        for square in row {
            let icon = match square {
                'X' => 'B',
                'O' => 'W',
                _ => '-',
            };
            let _ = write!(text, " {icon}");
        }
        text.push('\n');
    }
    text
}

/// Words in lines of at most [`WIDTH`] columns.
fn wrapped(words: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split_whitespace() {
        let line = lines.last_mut().unwrap();
        if line.is_empty() {
            line.push_str(word);
        } else if line.len() + 1 + word.len() <= WIDTH {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}
