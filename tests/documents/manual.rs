//! The man pages: what clap knows, then examples, files, environment and exit status.

use std::fmt::Write;

use clap::Command;
use clap_mangen::Man;
use reversi::internals::COMMANDS;

/// What a page has beyond its options.
struct Extra {
    name: &'static str,
    /// A command line, and what it does.
    examples: &'static [(&'static str, &'static str)],
    /// Beyond those of all pages: a path, and what it is.
    files: &'static [(&'static str, &'static str)],
    /// Beyond those of all pages: a variable, and what it does.
    environment: &'static [(&'static str, &'static str)],
    /// A code, and what it means.
    exit: &'static [(&'static str, &'static str)],
}

const DATA: (&str, &str) = (
    "~/.local/share/reversi",
    "The data folder: saves, ranking, unfinished games and typed lines. Options and variables that \
     move it: --data-dir, REVERSI_HOME, XDG_DATA_HOME.",
);
const CONFIG: (&str, &str) =
    ("~/.config/reversi/config.ron", "Settings. REVERSI_HOME and XDG_CONFIG_HOME move it.");
const HQ: (&str, &str) = ("HQ_ENTRY", "The entry of a HyperQueue task.");
const SUCCESS: (&str, &str) = ("0", "Success.");
const USAGE: (&str, &str) = ("2", "Wrong usage.");
const WRITE: (&str, &str) = ("1", "The output could not be written.");
const STAGE: &[(&str, &str)] =
    &[SUCCESS, ("1", "The stage failed."), USAGE, ("3", "An input could not be read.")];
const BOOK: &[(&str, &str)] = &[
    SUCCESS,
    ("1", "A file could not be written or exists, or the scores of a book are wrong."),
    USAGE,
    ("3", "A book, searches or games could not be read."),
];
const SEARCHES: (&str, &str) =
    ("OUT.searches", "The searches of a book, from which --resume continues.");
const CLIENT: &[(&str, &str)] = &[
    ("0", "The client quit, or closed the input."),
    ("1", "The program could not start or write."),
    USAGE,
    ("3", "The weights could not be read."),
];

const EXTRAS: &[Extra] = &[
    Extra {
        name: "reversi",
        examples: &[
            ("reversi", "Start the prompt. A B 3 there plays Black against level 3."),
            ("reversi -u screen -g c4", "Play Connect Four on a full-screen board."),
            ("reversi --strict opening.txt", "Run a script, and stop at the first error."),
            (
                "printf 'N\\nf5\\n' | reversi --json | tail -n 1 | jq .state.legal",
                "Print the legal moves after f5.",
            ),
        ],
        files: &[DATA, CONFIG],
        environment: &[
            ("REVERSI_HOME", "The data folder, and the folder of config.ron."),
            (
                "REVERSI_GAME, REVERSI_LEVEL, REVERSI_NAMES, REVERSI_ICONS, REVERSI_THEME, REVERSI_DISCS, \
                 REVERSI_SCREEN_READER",
                "Settings, as reversi config takes them; they override config.ron. Scripts don't use them.",
            ),
            (
                "REVERSI_CPU",
                "The processor whose engine is used: x86-64, x86-64-v2, x86-64-v3 or x86-64-v4. The default is the fastest that this machine can run.",
            ),
            ("XDG_DATA_HOME, XDG_CONFIG_HOME", "Where these folders are by default."),
            ("NO_COLOR, CLICOLOR_FORCE, TERM", "Whether output has colours; --color decides."),
        ],
        exit: &[
            SUCCESS,
            ("1", "A command failed, or output could not be written."),
            USAGE,
            ("3", "The script, a record or a weights file could not be read."),
            ("130", "Interrupted by Ctrl-C."),
        ],
    },
    Extra {
        name: "reversi-config",
        examples: &[
            ("reversi config", "Show all settings, and where each comes from."),
            ("reversi config level 5", "Let A alone play against level 5."),
            ("reversi config names ANN BOB", "Name the players."),
            ("reversi config --unset theme", "Return to the default theme."),
            ("reversi config --json | jq .value", "Print the values as JSON."),
        ],
        files: &[CONFIG],
        environment: &[(
            "REVERSI_GAME and so on",
            "Each overrides the setting of its name: REVERSI_LEVEL overrides level.",
        )],
        exit: &[
            SUCCESS,
            ("1", "The value is wrong, or the file could not be changed."),
            USAGE,
            ("3", "The configuration file could not be read."),
        ],
    },
    Extra {
        name: "reversi-library",
        examples: &[
            ("reversi library", "List the library."),
            ("reversi library add WTH_1980.wtb games.ggf", "Add the games of two files."),
        ],
        files: &[("library.ron", "The library, in the data folder.")],
        environment: &[],
        exit: &[
            SUCCESS,
            ("1", "A file could not be read or written."),
            USAGE,
            ("3", "A record could not be read; the others were added."),
        ],
    },
    Extra {
        name: "reversi-find",
        examples: &[
            ("reversi find player=tamenori year=1980..", "Find the games of a player."),
            ("reversi find --position f5d6c3", "Show what was played after three moves."),
        ],
        files: &[("library.ron", "The library, in the data folder.")],
        environment: &[],
        exit: &[SUCCESS, ("1", "The library could not be read."), USAGE],
    },
    Extra {
        name: "reversi-puzzles",
        examples: &[
            ("reversi puzzles", "Count the puzzles that are due."),
            ("reversi puzzles make", "Create puzzles from your games."),
            ("reversi puzzles make player=ann", "Create puzzles from the mistakes of a player."),
            ("reversi puzzles export puzzles.txt", "Write puzzles and answers to a new file."),
        ],
        files: &[("puzzles.ron", "The puzzles with the answers so far, in the data folder.")],
        environment: &[],
        exit: &[
            SUCCESS,
            ("1", "A file could not be read or written, or it has no game."),
            USAGE,
            ("130", "Interrupted by Ctrl-C; what was found is kept."),
        ],
    },
    Extra {
        name: "reversi-stats",
        examples: &[
            ("reversi stats", "Show your results and mistakes."),
            ("reversi stats --svg progress.svg", "Draw the losses by month and phase."),
        ],
        files: &[],
        environment: &[],
        exit: &[SUCCESS, ("1", "A file could not be read or written."), USAGE],
    },
    Extra {
        name: "reversi-completions",
        examples: &[
            ("reversi completions bash", "Print the script for bash; eval it in ~/.bashrc."),
            (
                "reversi completions fish > ~/.config/fish/completions/reversi.fish",
                "Install the completions of fish.",
            ),
        ],
        files: &[],
        environment: &[],
        exit: &[SUCCESS, WRITE, USAGE],
    },
    Extra {
        name: "trainer-completions",
        examples: &[("trainer completions zsh > _trainer", "Print the script for zsh.")],
        files: &[],
        environment: &[],
        exit: &[SUCCESS, WRITE, USAGE],
    },
    Extra {
        name: "reversi-perft",
        examples: &[("reversi perft 10 --threads 2", "Count the positions up to ten plies deep.")],
        files: &[],
        environment: &[],
        exit: &[SUCCESS, WRITE, USAGE],
    },
    Extra {
        name: "reversi-bench",
        examples: &[(
            "reversi bench",
            "Print nodes and times; compare the node counts of versions.",
        )],
        files: &[],
        environment: &[],
        exit: &[SUCCESS, WRITE, USAGE, ("3", "The weights could not be read.")],
    },
    Extra {
        name: "reversi-solve",
        examples: &[
            ("reversi solve endgames.obf", "Solve the positions of a file, and check its scores."),
            ("reversi solve --all-moves endgames.obf", "Print the score of every move as well."),
            ("reversi solve -g c4 --json - < positions.txt", "Solve Connect Four, as JSON."),
            (
                "reversi solve --shard 1/8 --out rows.1 --resume endgames.obf",
                "Solve an eighth of the lines, resuming an earlier run.",
            ),
        ],
        files: &[],
        environment: &[HQ],
        exit: &[
            SUCCESS,
            ("1", "A score in the input is wrong, or the rows could not be written."),
            USAGE,
            ("3", "A line is invalid, or the input could not be read."),
        ],
    },
    Extra {
        name: "reversi-analyze",
        examples: &[
            ("reversi analyze game.txt", "Judge the moves of a transcript."),
            ("reversi analyze --svg chart.svg game.txt", "Draw the score as well."),
            ("reversi analyze --select number=3 games.ggf", "Judge the third game of a file."),
            (
                "reversi analyze --json games.ggf | jq .black.average_loss",
                "Print the average loss of Black in each game.",
            ),
        ],
        files: &[],
        environment: &[],
        exit: &[
            SUCCESS,
            WRITE,
            USAGE,
            ("3", "A game could not be read, or there is none."),
            ("130", "Interrupted by Ctrl-C."),
        ],
    },
    Extra {
        name: "reversi-match",
        examples: &[
            ("reversi match level:8 level:6", "Play 100 games between two levels."),
            ("reversi match level:14 nboard@12:./ntest --out games.ggf", "Play another program."),
            (
                "reversi match new=time:100ms old=level:12 --games 1000 -j 4 --sprt 0,20",
                "Play four games at a time until a sequential test decides.",
            ),
        ],
        files: &[],
        environment: &[],
        exit: &[
            SUCCESS,
            ("1", "A program failed or broke the rules, or output could not be written."),
            USAGE,
            ("3", "The openings could not be read."),
            ("130", "Interrupted by Ctrl-C."),
        ],
    },
    Extra {
        name: "reversi-convert",
        examples: &[
            ("reversi convert WTH_2001.wtb games.ggf", "Convert a WTHOR database to GGF."),
            ("reversi convert games.ggf --select number=3 board.svg", "Draw the end of a game."),
            ("reversi convert games.ggf --stats", "Print statistics about a file."),
        ],
        files: &[],
        environment: &[],
        exit: &[
            SUCCESS,
            ("1", "A record is bad, can't be represented, or could not be written."),
            USAGE,
            ("3", "The input could not be read."),
        ],
    },
    Extra {
        name: "reversi-book",
        examples: &[
            ("reversi book show f5d6", "Print the moves of the built-in book after f5 d6."),
            ("reversi book build --plies 14 --out my.book", "Build a new book from scratch."),
        ],
        files: &[],
        environment: &[HQ],
        exit: BOOK,
    },
    Extra {
        name: "reversi-book-build",
        examples: &[
            ("reversi book build --plies 14 --out my.book", "Build a new book from scratch."),
            (
                "reversi book build --plies 14 --out my.book --resume --shard 3/8",
                "Do an eighth of the work, resuming an earlier run.",
            ),
        ],
        files: &[SEARCHES],
        environment: &[HQ],
        exit: BOOK,
    },
    Extra {
        name: "reversi-book-grow",
        examples: &[("reversi book grow --plies 22 --out my.book", "Extend the built-in book.")],
        files: &[SEARCHES],
        environment: &[HQ],
        exit: BOOK,
    },
    Extra {
        name: "reversi-book-learn",
        examples: &[(
            "reversi book learn games.ggf --out my.book",
            "Add the positions of games to the built-in book.",
        )],
        files: &[SEARCHES],
        environment: &[],
        exit: BOOK,
    },
    Extra {
        name: "reversi-book-merge",
        examples: &[(
            "reversi book merge my.book.1-of-2.searches my.book.2-of-2.searches --out my.book",
            "Make a book of two shards.",
        )],
        files: &[],
        environment: &[],
        exit: BOOK,
    },
    Extra {
        name: "reversi-book-show",
        examples: &[
            ("reversi book show", "Print how the built-in book was made, and its first moves."),
            ("reversi book show --book my.book f5d6", "Print the moves of another book."),
        ],
        files: &[],
        environment: &[],
        exit: BOOK,
    },
    Extra {
        name: "reversi-book-check",
        examples: &[(
            "reversi book check --book my.book --sample 100",
            "Check a book, and search 100 of its positions again.",
        )],
        files: &[],
        environment: &[],
        exit: BOOK,
    },
    Extra {
        name: "reversi-book-import",
        examples: &[("reversi book import book.dat --out my.book", "Convert a book of Edax.")],
        files: &[],
        environment: &[],
        exit: BOOK,
    },
    Extra {
        name: "reversi-book-export",
        examples: &[("reversi book export --out book.dat", "Write the built-in book for Edax.")],
        files: &[],
        environment: &[],
        exit: BOOK,
    },
    Extra {
        name: "reversi-gtp",
        examples: &[("reversi gtp --level 10", "Play at level 10 for a client.")],
        files: &[],
        environment: &[],
        exit: CLIENT,
    },
    Extra {
        name: "reversi-nboard",
        examples: &[("reversi nboard --threads 2", "Search with two threads for a client.")],
        files: &[],
        environment: &[],
        exit: CLIENT,
    },
    Extra {
        name: "reversi-ugi",
        examples: &[("reversi ugi -g c4", "Play Connect Four for a client.")],
        files: &[],
        environment: &[],
        exit: CLIENT,
    },
    Extra {
        name: "trainer",
        examples: &[(
            "trainer all --hours 8 --folder night",
            "Create an evaluation from nothing in eight hours.",
        )],
        files: &[],
        environment: &[HQ],
        exit: STAGE,
    },
    Extra {
        name: "trainer-all",
        examples: &[
            ("trainer all --hours 8 --folder night", "Run for eight hours, or resume such a run."),
            (
                "trainer all --hours 8 --folder second --from night/generation-5.weights --seed 2",
                "Continue from the weights of another run.",
            ),
        ],
        files: &[
            ("DIR/generation-N.weights", "The weights of a generation."),
            ("DIR/generation-N.games, .positions", "Its games and labelled positions."),
            ("DIR/state.json", "Options, time spent, and number of games."),
        ],
        environment: &[],
        exit: STAGE,
    },
    Extra {
        name: "trainer-selfplay",
        examples: &[
            ("trainer selfplay --games 400000 --out games", "Play 400,000 games."),
            (
                "trainer selfplay --games 400000 --shard 3/8 --resume --out 'games.{shard}'",
                "Play an eighth of them, resuming an earlier run.",
            ),
        ],
        files: &[],
        environment: &[HQ],
        exit: STAGE,
    },
    Extra {
        name: "trainer-label",
        examples: &[("trainer label games --depth 0 --out positions", "Label by results only.")],
        files: &[],
        environment: &[HQ],
        exit: STAGE,
    },
    Extra {
        name: "trainer-fit",
        examples: &[("trainer fit positions --out weights --chart errors.svg", "Fit weights.")],
        files: &[],
        environment: &[],
        exit: STAGE,
    },
    Extra {
        name: "trainer-calibrate",
        examples: &[(
            "trainer calibrate positions --weights weights --out weights",
            "Calibrate weights in place.",
        )],
        files: &[],
        environment: &[],
        exit: STAGE,
    },
    Extra {
        name: "trainer-probcut",
        examples: &[("trainer probcut --positions 200 --out searches", "Measure searches.")],
        files: &[],
        environment: &[HQ],
        exit: STAGE,
    },
    Extra {
        name: "trainer-fit-probcut",
        examples: &[(
            "trainer fit-probcut searches --weights weights --out weights",
            "Add a ProbCut model to weights.",
        )],
        files: &[],
        environment: &[],
        exit: STAGE,
    },
    Extra {
        name: "trainer-test",
        examples: &[("trainer test positions --weights weights --out errors", "Measure errors.")],
        files: &[],
        environment: &[HQ],
        exit: STAGE,
    },
    Extra {
        name: "trainer-duel",
        examples: &[(
            "trainer duel --weights new.weights --opponent old.weights --out duel",
            "Play 100 games between two weights files.",
        )],
        files: &[],
        environment: &[],
        exit: STAGE,
    },
    Extra {
        name: "trainer-ladder",
        examples: &[(
            "trainer ladder --threads 1 --out games --list src/players/ladder.txt --resume",
            "Measure the ratings of levels, or go on with it.",
        )],
        files: &[],
        environment: &[],
        exit: STAGE,
    },
    Extra {
        name: "trainer-tune",
        examples: &[
            (
                "trainer tune --pairs 10000 --threads 1 --out tuning --resume",
                "Tune all parameters of the search, or go on with it.",
            ),
            (
                "trainer tune --pairs 0 --start half_width=2 --check 500 --out trial",
                "Play 1000 games with one value changed.",
            ),
        ],
        files: &[],
        environment: &[],
        exit: STAGE,
    },
    Extra {
        name: "trainer-merge",
        examples: &[("trainer merge games.*-of-8 --out games", "Merge eight shards.")],
        files: &[],
        environment: &[],
        exit: STAGE,
    },
];

/// The command lines of all pages.
pub(crate) fn examples() -> impl Iterator<Item = &'static str> {
    EXTRAS.iter().flat_map(|extra| extra.examples).map(|(command, _)| *command)
}

/// The man page of a command.
pub(crate) fn page(name: &str, command: &Command) -> String {
    let extra = EXTRAS.iter().find(|extra| extra.name == name);
    let extra = extra.unwrap_or_else(|| panic!("{name} has no examples in {}", file!()));
    let mut clap = Command::clone(command).subcommand_help_heading("COMMANDS");
    // Each has a section of its own below.
    clap = clap.after_help("").after_long_help("");
    let version = format!("reversi {}", env!("CARGO_PKG_VERSION"));
    let man = Man::new(clap).title(name.to_uppercase()).source(version);
    let man = man.manual("User Commands");
    let mut page = Vec::new();
    man.render_title(&mut page).unwrap();
    man.render_name_section(&mut page).unwrap();
    man.render_synopsis_section(&mut page).unwrap();
    man.render_description_section(&mut page).unwrap();
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page).unwrap();
    }
    man.render_options_section(&mut page).unwrap();
    let mut page = String::from_utf8(page).unwrap();
    if name == "reversi" {
        page += ".SH \"PROMPT COMMANDS\"\nhelp explains each of them.\n";
        let rows = COMMANDS.iter().map(|info| (info.usage(), info.summary));
        rows.for_each(|(usage, summary)| page += &item(&usage, summary));
    }
    page += ".SH EXAMPLES\n";
    for (command, purpose) in extra.examples {
        let (purpose, command) = (escaped(purpose), escaped(command));
        write!(page, "{purpose}\n.PP\n.RS 4\n.nf\n{command}\n.fi\n.RE\n.PP\n").unwrap();
    }
    page += &section("FILES", extra.files);
    page += &section("ENVIRONMENT", extra.environment);
    page += &section("EXIT STATUS", extra.exit);
    let own = name.split('-').next().unwrap();
    let others = EXTRAS.iter().map(|extra| extra.name);
    let others = others.filter(|other| *other != name && (*other == own || name == own));
    let others = others.filter(|other| other.split('-').next() == Some(own));
    let relative = if own == "reversi" { "trainer" } else { "reversi" };
    let others = others.chain([relative]).map(|other| format!("\\fB{}\\fR(1)", escaped(other)));
    let others = others.collect::<Vec<_>>().join(", ");
    writeln!(page, ".SH \"SEE ALSO\"\n{others}").unwrap();
    page
}

/// A section of terms, unless there are none.
fn section(title: &str, terms: &[(&str, &str)]) -> String {
    let items: String = terms.iter().map(|(term, meaning)| item(term, meaning)).collect();
    if items.is_empty() { items } else { format!(".SH \"{title}\"\n{items}") }
}

/// A term with its meaning.
fn item(term: &str, meaning: &str) -> String {
    format!(".TP\n\\fB{}\\fR\n{}\n", escaped(term), escaped(meaning))
}

/// A text without control characters of roff.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq");
    if text.starts_with('.') { format!("\\&{text}") } else { text }
}
