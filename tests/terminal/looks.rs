//! The look of the prompt: all lines fit the terminal, themes and disc styles apply, and screen readers get
//! sentences. The start of each answer can be read.

use std::path::Path;

use super::home;
use super::screen::Terminal;
use super::support::assert_has;

const PROGRAM: &str = env!("CARGO_BIN_EXE_reversi");

const WIDTHS: [u16; 4] = [40, 60, 80, 120];

/// Enough rows for any answer, so that nothing is paged.
const ROWS: u16 = 300;

const COMMON: &str = "help; help all; help A; help setboard; games; rules; N; S; H; H 20; show; moves; U; \
    E a-name-of-thirty-letters-or-so; T; L a-name-of-thirty-letters-or-so; W; restart; resume list; theme; theme pink; \
    theme high-contrast; discs; discs none; hnit; play nowhere; J zz; redo; import nowhere.sgf; setboard nonsense; \
    player black 1; player black human; learn; next; learn off; C x o; show; C B W; A 1; A 99; G B ann; goto 1; seed 7";

const STUDY: &str =
    "N; f5; d6; eval; H 3; player black 2; player white 3; analyze 4; moves; U 8; solve";

fn sized(home: &Path, arguments: &[&str], columns: u16) -> Terminal {
    Terminal::start_sized(PROGRAM, home, arguments, &[], (ROWS, columns))
}

/// Types lines, and checks after each that all output fits the width.
fn type_all(terminal: &mut Terminal, columns: u16, lines: &str) {
    for line in lines.split("; ") {
        terminal.enter(line);
        let mut wide = terminal.too_wide();
        // A line typed at a long prompt is continued in the next row.
        wide.retain(|row| !row.contains(" > "));
        assert_eq!(wide, [""; 0], "{line} on {columns} columns");
    }
}

#[test]
fn nothing_is_wider_than_the_terminal() {
    let games = [
        (&["--seed", "1"][..], "f5; d6; c3"),
        (
            &[
                "--seed",
                "1",
                "-g",
                "c4",
                "--names",
                "Christopher",
                "Wilhelmina",
            ],
            "4; 4",
        ),
        (&["--seed", "1", "-g", "co"], "1; 2; 3"),
        (
            &["--seed", "1", "-g", "gr", "-x", "26", "-y", "26"],
            "a1; z1",
        ),
        (&["--seed", "1", "-g", "qu"], "a; b3"),
    ];
    let [narrowest, wider @ ..] = WIDTHS;
    for ((arguments, moves), wider) in games.into_iter().zip(wider.into_iter().cycle()) {
        for columns in [narrowest, wider] {
            let home = home();
            let mut terminal = sized(home.path(), arguments, columns);
            terminal.wait_for_prompt();
            assert_eq!(terminal.too_wide(), [""; 0], "the start of {arguments:?}");
            type_all(&mut terminal, columns, "N");
            type_all(&mut terminal, columns, moves);
            type_all(&mut terminal, columns, COMMON);
            if !arguments.contains(&"-g") {
                type_all(&mut terminal, columns, STUDY);
                // The chart has all plies at any width.
                assert_has(&terminal.enter("analyze 4"), &["   0 +", "Accuracy"]);
            }
        }
    }
}

#[test]
fn the_tables_of_subcommands_fit_the_terminal_and_not_a_pipe() {
    let home = home();
    let game = home.path().join("game.txt");
    std::fs::write(&game, "f5d6c3d3c4f4f6f3e6e7\n").unwrap();
    let position = home.path().join("positions.txt");
    let board = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO--- X\n";
    std::fs::write(&position, board).unwrap();
    let (game, position) = (game.to_str().unwrap(), position.to_str().unwrap());
    for arguments in [
        &["analyze", "--depth", "4", game][..],
        &["solve", position],
        &["match", "level:1", "level:2", "--games", "2"],
    ] {
        for columns in WIDTHS {
            let mut terminal = sized(home.path(), arguments, columns);
            assert_eq!(terminal.exit_code(), 0, "{}", terminal.contents());
            terminal.wait_until("standard output", |terminal| {
                !terminal.contents().is_empty()
            });
            assert_eq!(
                terminal.too_wide(),
                [""; 0],
                "{arguments:?} on {columns} columns"
            );
        }
    }
}

#[test]
fn a_theme_is_chosen_at_the_prompt_and_on_the_command_line() {
    let mut terminal = Terminal::fresh(&["--theme", "light"]);
    let color = |terminal: &Terminal| terminal.cell(" 1", 4).bgcolor();
    terminal.enter("N");
    let light = terminal.cell(" 1", 0).bgcolor();
    assert_has(
        &terminal.enter("theme color-blind"),
        &["Theme: color-blind."],
    );
    let blue = color(&terminal);
    assert_ne!(terminal.cell(" 1", 0).bgcolor(), light);
    terminal.enter("theme mono");
    assert_ne!(color(&terminal), blue);
    assert_has(&terminal.enter("theme pink"), &["\"pink\"", "dark, light"]);
    assert_has(&terminal.enter("theme"), &["Theme: mono."]);
    assert_has(
        &terminal.enter("screen full"),
        &["unexpected \"full\" after screen"],
    );
    terminal.see_row("theme hi\t", "reversi ● > theme high-contrast", "");
}

#[test]
fn discs_are_symbols_or_letters() {
    let start = |arguments: &[&str], environment: &[(&str, &str)]| {
        let mut terminal = Terminal::fresh_in(arguments, environment);
        terminal.enter("N");
        terminal.prompt()
    };
    assert_eq!(start(&[], &[]), "reversi ● > ");
    for (arguments, environment) in [
        (&["--discs", "letters"][..], &[][..]),
        (&[], &[("REVERSI_DISCS", "letters")]),
        (&[], &[("LANG", "C")]),
        (&["--ascii", "--discs", "symbols"], &[]),
    ] {
        assert_eq!(
            start(arguments, environment),
            "reversi B > ",
            "{arguments:?} {environment:?}"
        );
    }
    assert_eq!(
        start(&["--discs", "symbols"], &[("NO_COLOR", "1")]),
        "reversi ● > "
    );
    let mut terminal = Terminal::fresh(&[]);
    terminal.enter("N");
    // Chosen icons stay, and letters can be chosen, too.
    for (line, said, icon) in [
        ("discs letters", "Discs: B and W.\n", "B"),
        ("discs auto", "Discs: ", "●"),
        ("C x o", "", "x"),
        ("d3", "x plays d3 ", "o"),
        ("C B W", "", "W"),
    ] {
        assert!(terminal.enter(line).starts_with(said), "{line}");
        assert_eq!(terminal.prompt(), format!("reversi {icon} > "), "{line}");
    }
}

#[test]
fn suggestions_are_numbered_and_a_winning_line_is_marked() {
    let mut terminal = Terminal::fresh(&["--color", "never"]);
    terminal.enter_all("N; f5");
    let hint = terminal.enter("H 3");
    assert!(hint.starts_with(" 1. "), "{hint}");
    let board: Vec<&str> = hint.lines().skip(3).collect();
    for rank in ["  1 ", "  2 ", "  3 "] {
        assert!(
            board[1..]
                .iter()
                .any(|row| format!("{row} ").contains(rank)),
            "{hint}"
        );
    }
    assert!(terminal.enter("H").contains(" ? "));
    terminal.enter_all("play c4; N");
    let end = terminal.enter_all("1; 2; 1; 2; 1; 2; 1");
    assert_eq!(end.matches("[W]").count(), 4, "{end}");
    terminal.enter_all("play quarto; N");
    let end = terminal.enter_all("J a; J a1; J b; J b1; J c; J c1; J d; J d1");
    assert!(end.contains(" 1 *(L!**(L;**[L!**[L;*   < d1"), "{end}");
}

#[test]
fn a_screen_reader_gets_sentences_and_no_drawing() {
    for (game, lines) in [
        (
            "rv",
            "N; d3; S; H; H 2; show; moves; eval; analyze 4; C x o; c3",
        ),
        ("c4", "N; 4; S; H; show; moves"),
        ("co", "N; 1; show; U"),
        ("gr", "N; c1; show"),
        ("qu", "N; a; show; b3; H"),
    ] {
        let variables = [("REVERSI_SCREEN_READER", "1")];
        let mut terminal = Terminal::fresh_in(&["-g", game, "--seed", "1"], &variables);
        let common = "help; E x; T; resume list; games; rules; learn";
        for line in lines.split("; ").chain(common.split("; ")) {
            let answer = terminal.enter(line);
            // The rules of Quarto mention the signs of other looks.
            let names_signs = game == "qu" && ["rules", "learn"].contains(&line);
            let is_drawn = |row: &str| {
                row.contains("   ") || row.contains(['●', '○']) || row.contains('[') && !names_signs
            };
            assert!(!answer.lines().any(is_drawn), "{game} {line}: {answer}");
        }
        for cell in terminal.cells() {
            assert_eq!(
                [cell.fgcolor(), cell.bgcolor()],
                [vt100::Color::Default; 2],
                "{cell:?}"
            );
        }
    }
}

#[test]
fn every_event_is_a_sentence_with_moves_in_words() {
    let mut terminal = Terminal::fresh(&["--screen-reader"]);
    for (line, parts) in [
        ("N", &["Black has 2 discs, White 2.", "Black to move."][..]),
        (
            "d3",
            &[
                "Black plays d 3 and flips d 4.",
                "Black has 4 discs, White 1.",
                "White to move.",
            ],
        ),
        ("S", &["c 3, e 3 and c 5"]),
        (
            "show",
            &[
                "Row 4: d black, e black.\nRow 5: d black, e white.\n",
                "last move is d 3",
            ],
        ),
        ("moves", &["Move 1: Black d 3"]),
        ("U", &["1 move", "Black has 2 discs, White 2."]),
    ] {
        assert_has(&terminal.enter(line), parts);
    }
    assert_eq!(terminal.prompt(), "reversi Black > ");
    assert_has(
        &terminal.enter_all("play c4; N; 4"),
        &["Yellow plays column 4, landing on d 6."],
    );
}

/// The text would reorder the rest of the line.
#[test]
fn converted_records_turn_nothing_around_on_the_terminal() {
    let home = home();
    let games = home.path().join("games.ggf");
    let name = "a\u{202e}b\u{2066}c\u{200f}d";
    let start = format!("{}O*{}*O{}", "-".repeat(27), "-".repeat(6), "-".repeat(27));
    let record = format!("(;GM[Othello]PB[{name}]PW[x]BO[8 {start} *]B[d3];)");
    std::fs::write(&games, record).unwrap();
    for to in ["ggf", "sgf", "json"] {
        let to: &[&str] = if to == "json" {
            &["--json"]
        } else {
            &["--to", to]
        };
        let arguments = [&["convert", games.to_str().unwrap()], to].concat();
        let mut terminal = Terminal::start(home.path(), &arguments, &[]);
        assert_eq!(terminal.exit_code(), 0);
        terminal.wait_until("the record", |terminal| {
            terminal.written().contains("{2066}")
        });
        let written = terminal.written();
        assert!(
            !written.contains(['\u{202e}', '\u{2066}', '\u{200f}']),
            "{written:?}"
        );
    }
}

#[test]
fn a_command_is_bold_in_backticks_or_bare() {
    let said = |arguments: &[&str], environment: &[(&str, &str)]| {
        let mut terminal = Terminal::fresh_in(arguments, environment);
        let said = terminal.enter("next");
        let at = u16::try_from(said.find("learn").unwrap()).unwrap();
        (
            said.contains("`learn`"),
            terminal.cell("no lesson is open", at).bold(),
        )
    };
    assert_eq!(said(&[], &[]), (false, true));
    assert_eq!(said(&[], &[("NO_COLOR", "1")]), (true, false));
    assert_eq!(said(&["--screen-reader"], &[]), (false, false));
}

/// The last row of a page.
const MORE: &str = "-- Space: next page   q: quit --";

/// The line of a first session that begins a game between bots.
const WATCHED: &str = "player white 1";

/// What each reply with many plies shows: the last row of its board, and its first line.
const LETTERS: &str = "    a  b  c  d  e  f  g  h";
const EARLIER: &str = " plies earlier; moves lists them all.";

/// Types a line, checks that the start of its answer is visible, and quits the pager.
///
/// On a slow machine, a game between bots shows a board while it is played, too. Then its last board is the answer.
fn type_and_read(terminal: &mut Terminal, line: &str) {
    let typed = terminal.cursor().row;
    terminal.keys(&format!("{line}\r"));
    let is_paged = |terminal: &Terminal| terminal.contents().ends_with(MORE);
    terminal.wait_until("the answer", |terminal| {
        terminal.cursor().row > typed && (terminal.is_at_prompt() || is_paged(terminal))
    });
    let shown = |text| terminal.contents().matches(text).count();
    let shows_progress = line == WATCHED && (shown(LETTERS) > 1 || shown(EARLIER) > 1);
    assert!(
        shows_progress || typed + 1 >= terminal.scrolled(),
        "{line} scrolls away:\n{}",
        terminal.contents()
    );
    if is_paged(terminal) {
        terminal.keys("q");
        terminal.wait_for_prompt();
    }
}

const SESSION: &str = "help; d3; S; H; H 3; H 20; help H; help all; eval; moves; analyze 4; U; show; A W 3; A 4; \
    resume list; learn; next; d3; next; learn off; book; drill tiger; f5; c5; next; drill off; puzzles; games; rules; \
    E first; T; W; theme light; discs letters; discs auto; hnit; play c4; A; 4; H; rules; play complica; A 2; 1; S; \
    play quarto; A; H; show; learn; learn off; play gravity; A; a1; H; play reversi; N; player black 1; \
    player white 1; analyze 4; moves; resume list; resume; G B ann";

#[test]
fn a_first_session_never_scrolls_its_own_answer_away() {
    let mut terminal = Terminal::fresh(&["--seed", "1"]);
    assert_eq!(terminal.scrolled(), 0, "{}", terminal.contents());
    for line in SESSION.split("; ") {
        type_and_read(&mut terminal, line);
    }
}
