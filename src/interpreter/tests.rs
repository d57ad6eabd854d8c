//! Tests of the command table, the parser and the completion.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::command::LibraryTask;
use super::help::{help_for, overview, refused};
use super::row::Situation;
use super::study_tests::{new_script, script_in};
use super::table::{find, row};
use super::*;
use crate::games::{Player, REGISTRY, Size, reversi};
use crate::players::{Level, Stop, ladder};
use crate::session::{Aid, Controller, Players, Ply, Session};
use crate::store::{Slots, Store};

#[test]
fn letters_and_words_are_unique() {
    let mut names = BTreeSet::new();
    for info in COMMANDS {
        let letter = info
            .letter
            .map(|letter| letter.to_ascii_lowercase().to_string());
        for name in letter
            .into_iter()
            .chain(info.words.iter().map(|&word| word.to_owned()))
        {
            assert_eq!(name, name.to_lowercase());
            assert!(names.insert(name.clone()), "{name} stands for two commands");
        }
    }
}

#[test]
fn the_letters_are_the_original_ones() {
    let mut letters: Vec<char> = COMMANDS.iter().filter_map(|info| info.letter).collect();
    letters.sort_unstable();
    assert_eq!(String::from_iter(letters), "ACEGHJLNQRSTUW");
}

#[test]
fn every_example_parses_to_the_command_of_its_row() {
    for info in COMMANDS {
        let example = info.example();
        assert_eq!(row(&parsed(&example)), info, "{example}");
        assert_eq!(
            find(example.split(' ').next().unwrap()),
            Some(info),
            "{example}"
        );
    }
    for line in ["learn off", "puzzle off", "drill off"] {
        assert_eq!(row(&parsed(line)).words[0], line.split(' ').next().unwrap());
    }
}

#[test]
fn what_gives_moves_away_or_takes_them_back_is_refused_in_a_competitive_game() {
    let refused = |situation| {
        let refused = COMMANDS
            .iter()
            .filter(|info| info.refused_in.contains(&situation));
        refused.map(|info| info.words[0]).collect::<Vec<_>>()
    };
    let competitive = refused(Situation::Competitive);
    for word in ["save", "load", "legal", "hint", "undo", "goto"] {
        assert!(competitive.contains(&word), "{word}");
    }
    let thinking = refused(Situation::Thinking);
    for word in [
        "move", "undo", "redo", "goto", "player", "load", "import", "setboard",
    ] {
        assert!(thinking.contains(&word), "{word}");
    }
    for word in ["new", "restart", "play", "quit", "show", "moves", "help"] {
        assert!(!thinking.contains(&word), "{word}");
    }
}

#[test]
fn optional_arguments_come_last_and_lines_fit_a_terminal() {
    for info in COMMANDS {
        let optional: Vec<bool> = info
            .arguments
            .iter()
            .map(|argument| argument.optional)
            .collect();
        assert!(optional.is_sorted(), "{}", info.usage());
        assert!(!info.summary.ends_with('.'), "{}", info.usage());
        let is_free = info.refused_in.is_empty();
        assert_eq!(
            refused(info.refused_in).is_none(),
            is_free,
            "{}",
            info.usage()
        );
    }
    for line in overview().lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    assert!(
        COMMANDS
            .iter()
            .all(|info| help_for(info).contains(info.summary))
    );
}

#[test]
fn what_is_the_same_in_the_shell_is_a_command() {
    for (line, _) in SAME_IN_THE_SHELL {
        assert!(Command::parse(line).is_ok(), "{line}");
    }
}

#[test]
fn words_of_a_shell_keep_blanks_quotes_commas_and_signs() {
    let line = |words: &[&str]| Command::parse_words(words).map_err(|error| error.to_string());
    for name in ["my games.ggf", "a,b.ggf", "#1.ggf", "\"a\".ggf", "a\tb\n"] {
        let file = name.to_owned();
        assert_eq!(
            line(&["library", "add", name]),
            Ok(Command::Library {
                task: LibraryTask::Add { file }
            })
        );
    }
    assert_eq!(
        line(&["find", "player=Ann B", "--position", "f5d6"]),
        Ok(parsed("find player=\"Ann B\" position f5d6"))
    );
    assert_eq!(
        line(&["library", "tag", "3", "4", "end", "game"]),
        Ok(parsed("library tag 3 4 end game"))
    );
    for (words, message) in [
        (&["library", "add", ""][..], "library needs a file"),
        (
            &["library", "check", "my file"],
            "unexpected \"my file\" after library check",
        ),
        (&["library", "delete", "1,2"], "\"1,2\" is not the number"),
        (&["lirbary"], "unknown command"),
        (&[], "empty line"),
    ] {
        let error = line(words).unwrap_err();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn commands_for_a_screen_are_handed_back_and_refused_without_one() {
    let home = tempfile::tempdir().unwrap();
    let mut interpreter = Interpreter::new(
        Session::new(1),
        Store::at(home.path()),
        Slots::Script,
        InterpreterOptions::SCRIPT,
    );
    for line in [
        "theme",
        "theme pink",
        "discs",
        "config level  5",
        "screen",
        "window",
        "prompt",
        "clear",
        "version",
    ] {
        let command = parsed(line);
        assert_eq!(row(&command).refused_in, [Situation::Script], "{line}");
        interpreter.options.default_level = None;
        let error = interpreter.execute(command.clone()).unwrap_err();
        let refusal = "is not available in scripts";
        assert!(error.to_string().ends_with(refusal), "{error}");
        interpreter.options.default_level = Some(Level::BEGINNER);
        let reply = interpreter.execute(command.clone()).unwrap();
        let Command::ForScreen(command) = command else {
            panic!("{line}");
        };
        assert_eq!(reply.events[0], Event::ForScreen(command));
    }
    for (line, message) in [
        ("screen full", "unexpected \"full\" after screen"),
        ("Clear all", "unexpected \"all\" after Clear"),
        ("theme dark now", "unexpected \"now\" after theme dark"),
    ] {
        assert_eq!(Command::parse(line).unwrap_err().to_string(), message);
    }
}

fn parsed(line: &str) -> Command {
    line.parse()
        .unwrap_or_else(|error| panic!("{line:?}: {error}"))
}

/// Parses a line of an interactive user, who can omit the level.
fn typed(line: &str, level: Level) -> Result<Option<Command>, ParseError> {
    Command::read_alone(line, Some(level))
}

#[test]
fn commands_are_read_in_any_case_and_spacing() {
    let play = |mv: &str| Command::Play {
        mv: MoveInput::Named(mv.to_owned()),
    };
    let named = |word: &str| Side::Named(word.to_owned());
    let sized = |code, size, variant| {
        let info = crate::games::find(code).unwrap();
        Command::Game {
            info,
            size,
            variant,
        }
    };
    let game = |code| sized(code, None, false);
    let player = Command::Player {
        side: named("black"),
        rating: None,
        controller: Controller::Human,
    };
    let icons = |black: &str, white: &str| Command::Icons {
        black: black.into(),
        white: white.into(),
    };
    for (line, command) in [
        ("j 3 4", play("3 4")),
        ("J 3,4", play("3 4")),
        ("  J   3 , 4  # comment", play("3 4")),
        ("J d3", play("d3")),
        ("play D3", play("D3")),
        ("d3", play("d3")),
        ("D3#", play("D3")),
        ("h10", play("h10")),
        ("f 5", play("f5")),
        ("J c 4", play("c4")),
        ("c 4", play("c4")),
        ("G 5 # a square", play("G5")),
        (
            "E 3",
            Command::Save {
                name: "3".parse().unwrap(),
                force: false,
            },
        ),
        (
            "E a --force",
            Command::Save {
                name: "a".parse().unwrap(),
                force: true,
            },
        ),
        (
            "save --force a",
            Command::Save {
                name: "a".parse().unwrap(),
                force: true,
            },
        ),
        (
            "H 3",
            Command::Hint {
                count: 3,
                is_full: false,
            },
        ),
        ("C 4 5", icons("4", "5")),
        ("U 2", Command::Undo { turns: 2 }),
        (
            "export a.sgf",
            Command::Export {
                file: "a.sgf".into(),
                force: false,
            },
        ),
        (
            "export \"a b.sgf\" --force",
            Command::Export {
                file: "a b.sgf".into(),
                force: true,
            },
        ),
        (
            "export --force a.sgf",
            Command::Export {
                file: "a.sgf".into(),
                force: true,
            },
        ),
        (
            "stats a.svg --force",
            Command::Stats {
                file: Some("a.svg".into()),
                force: true,
            },
        ),
        (
            "n",
            Command::New {
                first: None,
                beginning: OpeningSource::Usual,
            },
        ),
        (
            "N\tW",
            Command::New {
                first: Some(named("W")),
                beginning: OpeningSource::Usual,
            },
        ),
        ("u", Command::Undo { turns: 1 }),
        ("UNDO 12", Command::Undo { turns: 12 }),
        ("GoTo 0", Command::GoTo { number: 0 }),
        ("goto 12", Command::GoTo { number: 12 }),
        (
            "seed 18446744073709551615",
            Command::Seed { seed: u64::MAX },
        ),
        ("q", Command::Quit),
        ("exit", Command::Quit),
        ("player,black,human", player),
        ("play othello", game("rv")),
        ("play Connect Four", game("c4")),
        ("PLAY connect-four", game("c4")),
        ("play c4", game("c4")),
        ("play four in a row", game("c4")),
        ("play Quarto", game("qu")),
        (
            "play gravity 12 8",
            sized(
                "gr",
                Some(Size {
                    columns: 12,
                    rows: 8,
                }),
                false,
            ),
        ),
        ("play quarto Lines-Only", sized("qu", None, true)),
        ("C ● ○", icons("●", "○")),
        ("C # @", icons("#", "@")),
        ("icons @,# # a comment", icons("@", "#")),
        ("C X O # comment", icons("X", "O")),
        ("C # comment", icons("#", "comment")),
        ("C X O#comment", icons("X", "O")),
        ("c 4 # comment", play("c4")),
    ] {
        assert_eq!(parsed(line), command, "{line}");
    }
    for line in ["", "   ", "\t,, ", "# N", "  #"] {
        assert_eq!(Command::parse(line), Ok(None), "{line:?}");
    }
}

#[test]
fn hints_are_full_before_or_after_their_number() {
    for (line, count, is_full) in [
        ("H", 1, false),
        ("H full", 1, true),
        ("h 3 FULL", 3, true),
        ("H full 3", 3, true),
    ] {
        assert_eq!(parsed(line), Command::Hint { count, is_full }, "{line}");
    }
    for wrong in ["H 3 4", "H fully", "H full full"] {
        assert!(typed(wrong, Level::BEGINNER).is_err(), "{wrong}");
    }
}

#[test]
fn a_person_may_leave_out_what_goes_without_saying() {
    let default = |line| typed(line, Level::BEGINNER).unwrap().unwrap();
    let level = |number| crate::players::Level::new(number).unwrap();
    let black = || Side::Named("B".to_owned());
    for (line, human, number) in [
        ("A", Side::First, 1),
        ("a # comment", Side::First, 1),
        ("A 3", Side::First, 3),
        ("A B", black(), 1),
        ("against B 7", black(), 7),
    ] {
        let against = Command::Against {
            human,
            level: level(number),
            rating: None,
            beginning: OpeningSource::Usual,
        };
        assert_eq!(default(line), against, "{line}");
        let is_whole = line.ends_with('7');
        assert_eq!(Command::parse(line).is_ok(), is_whole, "a script: {line}");
    }
    for (line, square) in [("c 4", "c4"), ("G 5", "G5"), ("f 5", "f5")] {
        assert_eq!(
            default(line),
            Command::Play {
                mv: MoveInput::Named(square.to_owned())
            }
        );
    }
    assert_eq!(
        default("new game"),
        Command::New {
            first: None,
            beginning: OpeningSource::Usual
        }
    );
    let strong = Level::new(12).unwrap();
    let human = Side::Named("W".to_owned());
    let against = Command::Against {
        human,
        level: strong,
        rating: None,
        beginning: OpeningSource::Usual,
    };
    assert_eq!(typed("A W", strong), Ok(Some(against)));
    for (word, meant) in table::MEANT {
        assert!(find(word).is_none() && find(meant).is_some(), "{word}");
        assert_eq!(table::similar(word), Some(*meant));
    }
    for word in [
        "delte", "deletes", "prun", "pruned", "remov", "erase", "two",
    ] {
        assert_eq!(table::similar(word), None, "{word}");
    }
    for name in table::DESTRUCTIVE {
        assert!(
            find(name).is_some_and(|info| info.words[0] == name),
            "{name}"
        );
    }
    assert!(typed("A 9999", Level::BEGINNER).is_err() && typed("C x", Level::BEGINNER).is_err());
}

#[test]
fn errors_name_the_word_the_place_and_what_would_be_right() {
    for (line, column, message) in [
        ("foo", 1, "unknown command \"foo\""),
        ("A 3", 3, "\"3\" is not a side"),
        (
            "play chess",
            6,
            "no game called \"chess\": use Reversi (rv), Connect Four (c4), Complica (co), Gravity (gr), Quarto (qu) or Reversed Reversi (rr)",
        ),
        (
            "import a b.txt",
            10,
            "put names with spaces in double quotes: import \"my games.ggf\" 3",
        ),
        (
            "Pass",
            1,
            "passes are automatic: a side without a legal move is skipped",
        ),
        (
            "hnit",
            1,
            "unknown command \"hnit\": did you mean \"hint\"?",
        ),
        ("A", 2, "A needs a side"),
        ("A B  # 3", 4, "A needs a level"),
        (
            "A B 0",
            5,
            "no level \"0\": use 1 to 20, auto1 to auto3, a depth (depth:12), a time per move (2s), or a rating of 100 or more",
        ),
        (
            "A B 21",
            5,
            "no level \"21\": use 1 to 20, auto1 to auto3, a depth (depth:12), a time per move (2s), or a rating of 100 or more",
        ),
        ("A auto2", 3, "\"auto2\" is not a side"),
        ("A B 1 2", 7, "unexpected \"2\" after A B 1"),
        ("3d", 1, "\"3d\" is not a move: did you mean d3?"),
        (" D-3 ", 2, "\"D-3\" is not a move: did you mean d3?"),
        ("(4,5)", 1, "\"(4,5)\" is not a move: did you mean e4?"),
        ("(d3)", 1, "\"(d3)\" is not a move: did you mean d3?"),
        ("3/4", 1, "\"3/4\" is not a move: did you mean d3?"),
        ("d:3", 1, "\"d:3\" is not a move: did you mean d3?"),
        ("J 3d", 3, "\"3d\" is not a move: did you mean d3?"),
        (
            "move (3, 4)",
            6,
            "\"(3, 4)\" is not a move: did you mean d3?",
        ),
        ("3z", 1, "unknown command \"3z\""),
        ("9-9", 1, "unknown command \"9-9\""),
        ("d-3-4", 1, "unknown command \"d-3-4\""),
        ("d3 x", 4, "unexpected \"x\" after d3"),
        ("\tA\t\u{85} B 1\t2", 10, "unexpected \"2\" after A B 1"),
        ("J 3 4 5", 7, "unexpected \"5\" after J 3 4"),
        ("U 0", 3, "\"0\" is not a number of moves: use 1 to 65535"),
        ("U -1", 3, "\"-1\" is not a number of moves: use 1 to 65535"),
        (
            "U 99999999999999999999999",
            3,
            "\"99999999999999999999999\" is not a number of moves: use 1 to 65535",
        ),
        (
            "U 99999",
            3,
            "\"99999\" is not a number of moves: use 1 to 65535",
        ),
        ("goto", 5, "goto needs a move number"),
        ("goto 1 2", 8, "unexpected \"2\" after goto 1"),
        ("move", 5, "move needs a move"),
        ("save", 5, "save needs the name of a saved game"),
        ("C #comment", 2, "C needs two icons"),
        (
            "goto -1",
            6,
            "\"-1\" is not a move number: use 0 (the start) or more",
        ),
        ("against B", 10, "against needs a level"),
        ("Against 3", 9, "\"3\" is not a side"),
        ("A hard", 3, "\"hard\" is not a side: use B or W"),
        ("G ann", 3, "\"ann\" is not a side: use B or W"),
        ("competitive B", 14, "competitive needs a nickname"),
        ("player grey", 8, "\"grey\" is not a side: use B or W"),
        ("play gravity 12", 16, "play needs a number of rows"),
        (
            "export a.sgf --forse",
            14,
            "unexpected \"--forse\" after export a.sgf",
        ),
        (
            "seed x",
            6,
            "\"x\" is not a random seed: use a whole number from 0 to 18446744073709551615",
        ),
        ("help frob", 6, "no command called \"frob\""),
        (
            "player black 0",
            14,
            "\"0\" can't play: use human, random or a level such as 5, depth:12 or 2s",
        ),
        (
            "G B toolongname",
            5,
            "\"toolongname\" is not a valid nickname: use 1 to 8 characters, no spaces, commas or #",
        ),
        (
            "E ../x",
            3,
            "\"../x\" is not a valid name: use 1 to 64 letters, digits, . _ or -, not starting with a dot",
        ),
        (
            "N\u{1b}[2J",
            2,
            "control character '\\u{1b}' in column 2: remove it",
        ),
        ("d3\0", 3, "control character '\\0' in column 3: remove it"),
        ("é é", 1, "unknown command \"é\""),
    ] {
        let error = line.parse::<Command>().unwrap_err();
        assert_eq!(
            (error.column, error.to_string().as_str()),
            (column, message),
            "{line}"
        );
    }
    assert_eq!("".parse::<Command>(), Err(ParseProblem::Empty.at(1)));
    let missing = "against B".parse::<Command>().unwrap_err().problem;
    assert!(
        matches!(&missing, ParseProblem::Missing { example, .. } if example == "against B 3"),
        "{missing:?}"
    );
}

fn files(typed: &str) -> Vec<String> {
    let all = ["my game.ggf", "my games/", "old/1.sgf"];
    all.into_iter()
        .filter(|name| name.starts_with(typed))
        .map(str::to_owned)
        .collect()
}

fn candidates(line: &str, session: &Session) -> Vec<String> {
    complete(
        line,
        session,
        |kind| match kind {
            ArgumentKind::Theme => vec!["dark".to_owned(), "ocean".to_owned()],
            _ => vec!["monday".to_owned(), "tuesday".to_owned()],
        },
        files,
    )
    .candidates
}

#[test]
fn completion_offers_what_can_stand_there() {
    let mut session = Session::new(1);
    assert_eq!(
        candidates("re", &session),
        [
            "redo",
            "remove",
            "repertoire",
            "resign",
            "restart",
            "resume"
        ]
    );
    for nothing in ["J ", "goto "] {
        assert_eq!(candidates(nothing, &session), [""; 0], "{nothing}");
    }
    session.start(Players::HUMANS, None).unwrap();
    assert_eq!(candidates("J ", &session), ["c4", "d3", "e6", "f5"]);
    assert_eq!(candidates("j F", &session), ["f5"]);
    assert_eq!(
        candidates("d", &session),
        ["d3", "delete", "discs", "drill"]
    );
    assert_eq!(candidates("drill ti", &session), ["tiger"]);
    assert_eq!(candidates("drill tiger w", &session), ["white"]);
    assert_eq!(candidates("L m", &session), ["monday"]);
    assert_eq!(candidates("A ", &session), ["B", "W"]);
    assert_eq!(candidates("A B 2", &session), ["2", "20"]);
    let levels = candidates("A B ", &session);
    let numbers = (1..=20).map(|number| number.to_string());
    let auto = ["auto1", "auto2", "auto3"].map(str::to_owned);
    assert_eq!(levels, numbers.chain(auto).collect::<Vec<_>>());
    assert_eq!(candidates("player white 12", &session), ["12"]);
    assert_eq!(
        candidates("player white a", &session),
        ["auto1", "auto2", "auto3"]
    );
    assert_eq!(
        candidates("A B Auto", &session),
        ["auto1", "auto2", "auto3"]
    );
    assert_eq!(candidates("player w", &session), ["white"]);
    assert_eq!(candidates("player white h", &session), ["human"]);
    assert_eq!(candidates("play q", &session), ["qu", "quarto"]);
    assert_eq!(
        candidates("play c", &session),
        ["c4", "co", "complica", "connect-four"]
    );
    assert_eq!(candidates("play quarto l", &session), ["lines-only"]);
    assert_eq!(candidates("help und", &session), ["undo"]);
    assert_eq!(candidates("goto ", &session), ["0"]);
    assert_eq!(
        candidates("import ", &session),
        ["\"my game.ggf\"", "\"my games/", "\"old/1.sgf\""]
    );
    assert_eq!(candidates("import \"my games", &session), ["\"my games/"]);
    assert_eq!(candidates("import, old", &session), ["old/1.sgf"]);
    assert_eq!(
        complete("export old/", &session, |_| Vec::new(), files).start,
        7
    );
    for nothing in [
        "J d3 ",
        "G B ",
        "foo ",
        "# re",
        "N # ",
        "import old ",
        "import \"old\" ",
        "export #",
    ] {
        assert_eq!(candidates(nothing, &session), [""; 0], "{nothing}");
    }
    assert_eq!(complete("J  d", &session, |_| Vec::new(), files).start, 3);
    for name in ["d3", "c3"] {
        let mv = session.require().unwrap().game().parse_move(name).unwrap();
        session.play(mv).unwrap();
    }
    session.undo(1).unwrap();
    assert_eq!(candidates("goto ", &session), ["0", "1", "2"]);
}

#[test]
fn completion_gives_no_legal_moves_away_in_a_competitive_game() {
    let mut session = Session::new(1);
    let nickname = "ann".parse().unwrap();
    let human = crate::games::Player::Black;
    session
        .start(Players::competitive(human, nickname), None)
        .unwrap();
    assert_eq!(candidates("J ", &session), [""; 0]);
    assert_eq!(candidates("f", &session), ["find", "forward"]);
    assert_eq!(candidates("d", &session), ["delete", "discs", "drill"]);
}

#[test]
fn missing_arguments_are_those_not_yet_begun() {
    let missing = |line: &str| missing_arguments(line).unwrap_or_default();
    assert_eq!(missing("A"), "[side] [level]");
    assert_eq!(missing("A B"), "[level]");
    assert_eq!(missing("A B "), "[level]");
    assert_eq!(missing("A B 3"), "");
    assert_eq!(missing("undo "), "[n]");
    assert_eq!(missing("d3"), "");
    assert_eq!(missing("A # "), "");
    assert_eq!(missing(&format!("A {}", " ".repeat(300))), "");
    assert_eq!(missing(""), "");
}

proptest! {
    #[test]
    fn any_line_is_a_command_or_an_error_that_points_into_it(line in any::<String>()) {
        if let Err(error) = Command::parse(&line) {
            prop_assert!((1..=line.chars().count() + 1).contains(&error.column));
            let message = error.to_string();
            prop_assert!(!message.contains(char::is_control), "{message:?}");
        }
    }

    #[test]
    fn any_words_after_a_command_are_safe(
        row in 0..COMMANDS.len(),
        words in prop::collection::vec("[ -~é●]{0,12}", 0..4),
    ) {
        let line = format!("{} {}", COMMANDS[row].words[0], words.join(" "));
        if let Err(error) = Command::parse(&line) {
            prop_assert!(error.column <= line.chars().count() + 1);
        }
        let completion = complete(&line, &Session::new(1), |_| Vec::new(), files);
        prop_assert!(line.is_char_boundary(completion.start));
    }
}

/// A script with a game of three moves, and its files in `folder`.
#[cfg(unix)]
fn with_a_game(folder: &std::path::Path) -> Interpreter {
    let mut script = script_in(folder);
    script.run_all(["N", "f5", "d6", "c3"]);
    script
}

#[cfg(unix)]
#[test]
fn an_export_is_there_as_a_whole_or_not_at_all() {
    use crate::base::files::rehearsal::{cut_the_power, let_each_call_fail};

    for name in ["game.ggf", "game.wtb"] {
        let export = |folder: &std::path::Path, script: &mut Interpreter| {
            let file = folder.join(name).to_str().unwrap().to_owned();
            script
                .execute(Command::Export { file, force: false })
                .map(drop)
        };
        // Accepts no file, or a complete record of the game.
        let is_there = |folder: &std::path::Path| {
            let file = folder.join(name);
            file.exists() && {
                let mut reader = with_a_game(folder);
                let file = file.to_str().unwrap().to_owned();
                reader.execute(Command::Import { file, number: 1 }).unwrap();
                assert_eq!(reader.session().current().unwrap().history().len(), 3);
                true
            }
        };
        let calls = let_each_call_fail(
            with_a_game,
            |folder, mut script| (export(folder, &mut script), script.session().shared()),
            |folder, (result, game)| {
                assert_eq!(game.unwrap().history().len(), 3);
                let is_there = is_there(folder);
                match result {
                    Ok(()) => assert!(is_there),
                    Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
                }
                let again = export(folder, &mut with_a_game(folder));
                assert_eq!(
                    again.is_err(),
                    is_there,
                    "an existing file is not overwritten"
                );
            },
        );
        let states = cut_the_power(
            with_a_game,
            |folder, mut script| export(folder, &mut script).unwrap(),
            |folder, is_done| assert!(is_there(folder) || !is_done),
        );
        assert!(calls > 5 && states > 5, "{calls} calls, {states} states");
    }
}

#[test]
fn an_animation_has_the_main_line_of_any_game_without_undone_moves() {
    let folder = tempfile::tempdir().unwrap();
    let mut script = script_in(folder.path());
    // In place of a picture, the names of the moves.
    script.options.animate = |game| {
        let names = game.history().iter().zip(game.games());
        let names: Vec<String> = names.map(|(ply, game)| game.move_name(ply.mv)).collect();
        names.join(" ").into_bytes()
    };
    let file = folder.path().join("game.gif");
    let export = format!("export {} --force", file.display());
    let written = || std::fs::read_to_string(&file).unwrap();
    script.run_all(["N"]);
    let error = script.run(&export).unwrap_err();
    assert!(error.contains("no move has been played"), "{error}");
    assert!(!file.exists());
    script.run_all(["f5", "d6", "c3", "U", &export]);
    assert_eq!(written(), "f5 d6");
    script.run_all(["goto 1", &export]);
    assert_eq!(written(), "f5");
    script.run_all(["play c4", "4", "3", &export]);
    assert_eq!(written(), "4 3");
    for (name, expected) in [
        ("game.sgf", "Reversi only"),
        ("game.png", "gif or svg"),
        ("game.doc", "gif or html"),
    ] {
        let export = format!("export {}", folder.path().join(name).display());
        let error = script.run(&export).unwrap_err();
        assert!(error.contains(expected), "{error}");
        assert!(!folder.path().join(name).exists());
    }
}

#[test]
fn a_page_has_the_analysis_that_is_known_or_a_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut script = script_in(folder.path());
    let file = folder.path().join("game.html");
    let export = format!("export {}", file.display());
    let written = || std::fs::read_to_string(&file).unwrap();
    script.run_all(["N", "f5", "d6", "analyze depth:2", &export]);
    assert!(written().contains("Move 2, White d6: "));
    assert!(script.run(&export).unwrap_err().contains("already exists"));
    // One empty square is left, so that the analysis takes no time.
    let board = format!("setboard -O{} X", "X".repeat(62));
    script.run_all([&*board, "a1"]);
    assert!(script.analysis().is_none());
    script.run_all([&*format!("{export} --force")]);
    assert!(written().contains("Move 1, Black a1: forced."));
    assert!(script.analysis().is_some_and(|analysis| analysis.complete));
    script.run_all(["play c4", "1"]);
    let error = script.run(&format!("{export} --force")).unwrap_err();
    assert!(error.contains("Reversi"), "{error}");
}

#[test]
fn a_number_above_the_levels_is_a_rating_and_the_reply_says_which_level() {
    let (level, rating) = ladder::closest(&reversi::INFO, 1000);
    let command = Command::parse("A B 1000").unwrap().unwrap();
    let human = Side::Named("B".to_owned());
    assert_eq!(
        command,
        Command::Against {
            human,
            level,
            rating: Some(1000),
            beginning: OpeningSource::Usual
        }
    );
    let by_rating = typed("A 1000", Level::BEGINNER).unwrap().unwrap();
    assert_eq!(
        by_rating,
        Command::Against {
            human: Side::First,
            level,
            rating: Some(1000),
            beginning: OpeningSource::Usual
        }
    );
    let error = typed("A hard", Level::BEGINNER).unwrap_err().to_string();
    assert!(
        error.starts_with("\"hard\" is not a side or a level"),
        "{error}"
    );
    for side in ["A white", "A x", "A \u{25cf}"] {
        assert!(typed(side, Level::BEGINNER).is_ok(), "{side}");
    }
    let (_home, mut script) = new_script();
    for info in REGISTRY {
        script
            .execute(format!("play {}", info.code).parse().unwrap())
            .unwrap();
        let reply = script.execute(command.clone()).unwrap();
        let Event::Started {
            chosen: Some(chosen),
            ..
        } = &reply.events[0]
        else {
            panic!()
        };
        let (level, rating) = ladder::closest(info, 1000);
        assert_eq!(
            (chosen.asked, chosen.level.clone(), chosen.rating),
            (1000, level.to_string(), rating)
        );
        let reply = script.execute("A B 3".parse().unwrap()).unwrap();
        assert!(matches!(
            reply.events[0],
            Event::Started { chosen: None, .. }
        ));
    }
    assert!(
        rating > 800 && Command::parse("analyze 100").is_err(),
        "simple bots don't search"
    );
    assert!(Command::parse("analyze 2200").is_ok());
}

/// The opening of the game that a line starts.
fn opening(script: &mut Interpreter, line: &str) -> OpeningLine {
    match script.run(line).unwrap().events.remove(0) {
        Event::Started {
            opening: Some(opening),
            ..
        } => opening,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn a_game_starts_from_a_random_position_with_a_score() {
    let (_home, mut script) = new_script();
    let mut drawn = |seed: u64, line| {
        script.run(&format!("seed {seed}")).unwrap();
        opening(&mut script, line)
    };
    let line = "N score=-2..2 plies=20";
    let first = drawn(5, line);
    assert_eq!(first, drawn(5, "n PLIES=20 Score=-2..+2"));
    assert_ne!(first, drawn(6, line));
    assert!((-2..=2).contains(&first.score.unwrap()));
    assert_eq!((first.plies, first.moves.len()), (20, 40));
    let current = script.session().current().unwrap();
    assert_eq!((current.plies(), current.turn()), (20, Some(Player::Black)));
    script.run("U 20").unwrap();
    let current = script.session().current().unwrap();
    assert!(current.history().is_empty());
    for (line, plies, scores) in [
        ("N score=5..", 20, 5..=64),
        ("N plies=5", 5, -4..=4),
        ("A W 1 score=-8..-5 plies=20", 20, -8..=-5),
    ] {
        let opening = opening(&mut script, line);
        assert_eq!(opening.plies, plies, "{line}");
        assert!(
            scores.contains(&opening.score.unwrap()),
            "{line}: {opening:?}"
        );
    }
    let current = script.session().current().unwrap();
    assert_eq!(current.aid(), Some(Aid::Position), "unrated");
    assert_eq!(current.plies(), 21, "the bot has played");
    opening(&mut script, "A B 1 balanced");
    assert_eq!(script.session().current().unwrap().aid(), None);
    script.run("clock 5m+3s").unwrap();
    opening(&mut script, "N plies=12");
    let clocks = script.session().current().unwrap().clocks().unwrap();
    let left = clocks.left(Player::White, None, std::time::Instant::now());
    assert_eq!(left.as_secs(), 300, "no increments");
}

#[test]
fn a_position_that_is_not_at_hand_starts_no_game() {
    let (_home, mut script) = new_script();
    script.run_all(["N", "d3"]);
    let scores = "use a score from -64 to 64, or a range such as -4..4";
    let plies = "use a number of plies from 0 to 59, or a range such as 16..20";
    let conditions = "use score=-4..4 or plies=20";
    for (line, said) in [
        ("N score=4..-4", scores),
        ("N score=65", scores),
        ("N score=", scores),
        ("N plies=60", plies),
        ("N plies=-1", plies),
        ("N score=0 score=1", conditions),
        ("N score=0 year=1980", conditions),
        ("A B 3 plies=x", plies),
        ("N B score=0", "unexpected \"score=0\" after N B"),
        ("N score=0 B", "unexpected \"B\" after N score=0"),
        (
            "N score=60.. plies=2",
            "no position with a score of 60..64 after 2 plies: positions in the opening book and the library score",
        ),
        (
            "N plies=50",
            "no position after 50 plies: the opening book has",
        ),
    ] {
        let before = script.session().shared();
        let error = script.run(line).unwrap_err();
        assert!(
            error.contains(said) && error.lines().count() == 1,
            "{line}: {error}"
        );
        assert_eq!(script.session().shared(), before, "{line}");
    }
    // The bot keeps thinking after an error.
    let command = |line: &str| Command::parse(line).unwrap().unwrap();
    let begun = script.begin(command("A W 3")).unwrap();
    assert!(matches!(begun, Step::Working { .. }) && script.is_bot_thinking());
    let mut drawn = |line: &str| {
        let begun = script.begin(command(line)).unwrap();
        let Step::Working { work, .. } = begun else {
            panic!("{begun:?}")
        };
        assert!(work.is_beside() && script.is_bot_thinking());
        let finding = work.run(&Stop::new(), &mut |_| ());
        (script.resume(finding), script.is_bot_thinking())
    };
    assert!(matches!(drawn("N score=60.. plies=2"), (Err(_), true)));
    let (begun, is_thinking) = drawn("N plies=2");
    assert!(matches!(begun, Ok(Some(Step::Done(_)))) && !is_thinking);
    script.run("play c4").unwrap();
    for line in ["N score=0", "A B 3 plies=4"] {
        let error = script.run(line).unwrap_err();
        assert!(error.contains("openings are for Reversi"), "{error}");
    }
}

#[test]
fn rated_bots_are_listed_from_the_weakest_to_the_strongest() {
    let (_home, mut script) = new_script();
    let mut levels = |game: &str| {
        script.execute(game.parse().unwrap()).unwrap();
        let reply = script.execute(Command::Levels).unwrap();
        let Event::Levels { levels } = &reply.events[0] else {
            panic!()
        };
        levels.clone()
    };
    let reversi = levels("play rv");
    assert_eq!(reversi.len(), 24);
    assert!(reversi.is_sorted_by_key(|level| level.rating));
    let json = |level: &str| {
        let found = reversi.iter().find(|report| report.level == level).unwrap();
        serde_json::to_value(found).unwrap()
    };
    let expected = serde_json::json!({
        "level": "1", "rating": 0, "error": 0, "name": "beginner", "method": "random",
    });
    assert_eq!(json("1"), expected);
    let strongest = json("20");
    assert_eq!(
        (&strongest["method"], &strongest["name"]),
        (&"engine".into(), &"master".into())
    );
    let depths = ["4", "20", "competitive"].map(|level| json(level)["depth"].clone());
    assert_eq!(depths, [1, 22, 10]);
    let other: Vec<String> = levels("play c4")
        .into_iter()
        .map(|level| level.level)
        .collect();
    assert_eq!(other, ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]);
}

#[test]
fn each_game_that_another_one_replaces_is_kept_and_the_reply_says_where() {
    for slots in [Slots::Own, Slots::Script] {
        let folder = tempfile::tempdir().unwrap();
        let mut script = Interpreter::new(
            Session::new(1),
            Store::at(folder.path()),
            slots,
            InterpreterOptions::SCRIPT,
        );
        let mut run = |line: &str| {
            let command = script.read(line).unwrap().unwrap();
            script.execute(command).unwrap()
        };
        run("N");
        run("c4");
        run("E four");
        let board = COMMANDS
            .iter()
            .find(|info| info.words == ["setboard"])
            .unwrap()
            .example;
        let openings = [
            "d3", "d3 c3", "d3 c3 c4", "d3 c5", "c4 c3", "c4 e3", "c4 c5", "d3 e3",
        ];
        let replacing = [
            "N",
            "A B 1",
            "G B ann",
            "restart",
            "play c4",
            "paste f5d6",
            board,
            "load four",
        ];
        for (opening, line) in openings.into_iter().zip(replacing) {
            run("play rv");
            run("N");
            for mv in opening.split(' ') {
                run(mv);
            }
            let moves = opening.split(' ').count();
            let left = run(line)
                .put_aside()
                .cloned()
                .unwrap_or_else(|| panic!("{line} does not say it"));
            assert_eq!(
                (left.moves, &left.players),
                (moves, &Players::HUMANS),
                "{line}"
            );
            if line.starts_with('G') {
                run("N");
            }
            let resumed = run(&format!("resume {}", left.number.unwrap_or(1)));
            let game = resumed.game.unwrap();
            let played: Vec<String> = game.history().iter().map(Ply::name).collect();
            assert_eq!(played.join(" "), opening, "{line}, {slots:?}");
        }
        run("N");
        assert_eq!(run("N").put_aside(), None, "there is nothing to keep");
    }
}

fn new_prompt() -> (tempfile::TempDir, Interpreter) {
    let (home, mut prompt) = new_script();
    prompt.options.default_level = Some(Level::BEGINNER);
    (home, prompt)
}

#[test]
fn a_line_in_the_words_of_a_language_does_what_the_english_line_does() {
    use crate::base::language::{self, Language};

    let mode = |lines: &[&str]| {
        let (_home, mut prompt) = new_prompt();
        prompt.run_all(lines.iter().copied());
        let game = prompt.session().current().cloned();
        game.map(|game| (game.players().clone(), game.position().turn(), game.plies()))
    };
    for (language, line, english) in [
        (Language::PtBr, "A pretas 2", "A B 2"),
        (Language::PtBr, "A BRANCAS 2", "A W 2"),
        (Language::PtBr, "contra preto 3", "A B 3"),
        (Language::PtPt, "A P 2", "A B 2"),
        (Language::PtPt, "N brancas", "N W"),
        (Language::PtPt, "competitiva pretas ann", "G B ann"),
        (Language::Spanish, "A negras 2", "A B 2"),
        (Language::Spanish, "A N 2", "A B 2"),
        (Language::Spanish, "contra blancas 3", "A W 3"),
        // The letters mean the same in every language, and the words are known in each.
        (Language::PtBr, "A B 2", "A B 2"),
        (Language::Spanish, "A W 2", "A W 2"),
        (Language::Spanish, "A pretas 2", "A B 2"),
        (Language::English, "A blancas 2", "A W 2"),
    ] {
        let expected = mode(&[english]);
        language::start(language);
        let found = mode(&[line]);
        language::stop();
        assert_eq!(found, expected, "{language:?}: {line}");
        assert!(found.is_some(), "{line}");
    }
    for (language, line, english) in [
        (
            Language::PtBr,
            "jogador brancas humano",
            "player white human",
        ),
        (Language::PtBr, "treinar tiger brancas", "drill tiger white"),
        (Language::PtBr, "treinar pretas", "drill black"),
        (Language::PtPt, "treino fim", "drill off"),
        (Language::PtPt, "problemas criar", "puzzles make"),
        (
            Language::PtPt,
            "procurar result=pretas",
            "find result=black",
        ),
        (Language::PtPt, "fazer uma jogada", "make a move"),
        (
            Language::Spanish,
            "buscar result=empate opening=equilibrada",
            "find result=draw opening=balanced",
        ),
        (Language::Spanish, "reloj fin", "clock off"),
        (
            Language::Spanish,
            "analizar todo variantes",
            "analyze all variations",
        ),
        (Language::Spanish, "biblioteca borrar 3", "library delete 3"),
        (Language::Spanish, "reanudar lista", "resume list"),
    ] {
        let side_in_english = |command: Result<Command, ParseError>| {
            let shown = format!("{command:?}");
            shown.replace("Named(\"brancas\")", "Named(\"white\")")
        };
        let expected = side_in_english(english.parse());
        language::start(language);
        let found = side_in_english(line.parse());
        language::stop();
        assert_eq!(found, expected, "{language:?}: {line}");
    }
    for line in ["A P 2", "A N 2", "A verdes 2"] {
        assert!(new_prompt().1.run(line).is_err(), "{line} in English");
    }
}

#[test]
fn messages_name_commands_and_sides_as_the_user_types_them() {
    use crate::base::language::{self, Language};

    language::start(Language::PtBr);
    let (_home, mut prompt) = new_prompt();
    let mut problem = |line: &str| prompt.run(line).unwrap_err();
    for (line, expected) in [
        (
            "A verdes 2",
            "\"verdes\" não é um lado: use B (pretas) ou W (brancas)",
        ),
        (
            "N verdes",
            "\"verdes\" não é um lado: use B (pretas) ou W (brancas)",
        ),
        ("nomes", "nomes precisa de um nome"),
        ("names", "names precisa de um nome"),
        ("J", "J precisa de uma jogada"),
        (
            "ajudar",
            "comando desconhecido \"ajudar\": você quis dizer \"ajuda\"?",
        ),
        (
            "undoo",
            "comando desconhecido \"undoo\": você quis dizer \"desfazer\"?",
        ),
        (
            "desafios x",
            "ação desconhecida \"x\": use lista, criar, exportar",
        ),
    ] {
        assert_eq!(problem(line), expected, "{line}");
    }
    let usages =
        ["names", "E", "G", "make", "find"].map(|name| super::table::find(name).unwrap().usage());
    assert_eq!(
        usages,
        [
            "nomes primeiro [segundo]",
            "E nome",
            "G lado apelido",
            "fazer [uma] [jogada]",
            "buscar condição..."
        ]
    );
    let help = super::help::help_for(super::table::find("clock").unwrap());
    assert!(
        help.contains("\n  relógio fim    jogar sem relógio\n"),
        "{help}"
    );
    assert!(
        super::help::first_things(REGISTRY[0]).contains("  jogar quarto "),
        "the first steps"
    );
    let session = Session::new(1);
    assert_eq!(candidates("A ", &session), ["B", "W", "brancas", "pretas"]);
    assert_eq!(
        candidates("retomar l", &session),
        ["list", "lista", "listar"]
    );
    language::stop();
}

#[test]
fn a_small_letter_is_a_move_for_a_person_in_all_games_but_reversi() {
    for (game, letter, setup) in [
        ("c4", "c", "N"),
        ("c4", "e", "N"),
        ("co", "a", "N"),
        ("qu", "h", "N"),
        ("qu", "n", "N"),
    ] {
        let (_home, mut prompt) = new_prompt();
        prompt.run(&format!("play {game}")).unwrap();
        prompt.run(setup).unwrap();
        assert_eq!(prompt.run(letter).unwrap().played(), 1, "{game} {letter}");
        let command = prompt.read(&letter.to_uppercase());
        assert!(
            !matches!(command, Ok(Some(Command::Play { .. }))),
            "{game}: a capital"
        );
    }
    for (game, lines) in [
        ("c4", &["n", "l", "q"][..]),
        ("co", &["e"]),
        ("gr", &["a", "n"]),
    ] {
        let (_home, mut prompt) = new_prompt();
        prompt.run(&format!("play {game}")).unwrap();
        for line in lines {
            let error = prompt.read(line).unwrap_err();
            assert!(
                matches!(error.problem, ParseProblem::SmallLetter { .. }),
                "{game} {line}"
            );
        }
    }
    let (_home, mut prompt) = new_prompt();
    assert_eq!(
        prompt.read("n"),
        Ok(Some(Command::New {
            first: None,
            beginning: OpeningSource::Usual
        })),
        "Reversi"
    );
    // In Quarto, letters are not pieces while a piece is being placed.
    prompt.run_all(["play qu", "N", "c"]);
    assert!(prompt.read("n").is_err());
}

#[test]
fn in_a_script_a_letter_that_is_no_command_is_a_move() {
    let (_home, mut script) = new_script();
    script.run_all(["play c4", "N"]);
    for line in ["d", "D", "b"] {
        assert_eq!(script.run(line).unwrap().played(), 1, "{line}");
    }
    assert_eq!(
        script.read("n"),
        Ok(Some(Command::New {
            first: None,
            beginning: OpeningSource::Usual
        }))
    );
    assert!(script.run("z").is_err());
}

#[test]
fn a_person_can_ask_about_the_board_before_the_first_move() {
    let (_home, mut prompt) = new_prompt();
    for line in ["S", "H", "eval"] {
        let reply = prompt.run(line).unwrap();
        assert_eq!(
            reply.board().map(|(game, _)| game.history().len()),
            Some(0),
            "{line}"
        );
        assert_ne!(reply.marks, Some(Marks::None), "{line}");
        assert!(
            prompt.session().current().is_none(),
            "{line} starts no game"
        );
    }
    for line in ["S", "H", "eval"] {
        assert!(new_script().1.run(line).is_err(), "a script: {line}");
    }
}

#[test]
fn moves_in_a_row_are_all_played_or_none() {
    let (_home, mut script) = new_script();
    script.run("N").unwrap();
    assert_eq!(script.run("f5d6C3").unwrap().played(), 3);
    let played = |script: &Interpreter| script.session().current().unwrap().plies();
    for (line, error) in [
        (
            "d3a1c4",
            "move 2 (a1): a1 is not legal: a move must flip at least one disc",
        ),
        ("f5d6", "move 1 (f5): f5 is occupied"),
    ] {
        assert_eq!(script.run(line).unwrap_err(), error);
        assert_eq!(played(&script), 3, "{line}");
    }
    let from_start = |script: &mut Interpreter, line: &str| {
        let command = script.read(line).unwrap().unwrap();
        match script.execute(command).unwrap_err() {
            ExecuteError::Several { game, .. } => game,
            other => panic!("{other}"),
        }
    };
    assert_eq!(from_start(&mut script, "f5d6").as_deref(), Some("f5d6"));
    assert_eq!(from_start(&mut script, "a1d6"), None, "illegal there, too");
    script.run("d3c4").unwrap();
    assert_eq!(played(&script), 5);
    // Competitive games and lessons take one move at a time.
    for line in ["G B ann", "learn"] {
        script.run(line).unwrap();
        assert!(
            script.run("d3c3").unwrap_err().starts_with("one move"),
            "{line}"
        );
        if line.starts_with('G') {
            script.run("N").unwrap();
        }
    }
    let (_home, mut first) = new_prompt();
    assert_eq!(first.run("f5d6c3").unwrap().played(), 4, "the bot answers");
}

#[test]
fn each_game_that_ends_is_counted_however_its_last_move_was_made() {
    let (_home, mut prompt) = new_prompt();
    prompt.run("play c4").unwrap();
    let mut last = prompt.run("A 1").unwrap();
    for column in [4, 4, 4, 4, 3, 3, 3, 3, 5, 5, 5, 5] {
        if prompt.session().turn().is_some() {
            last = prompt.run(&format!("J {column}")).unwrap();
        }
    }
    assert_eq!(
        last.next_level().map(|next| (next.level, next.next)),
        Some((1, 2))
    );
    prompt.run("play rv").unwrap();
    for losses in 1..=3 {
        prompt.run("A 5").unwrap();
        let resigned = prompt.run("resign").unwrap();
        assert!(resigned.ended().is_some());
        assert_eq!(
            resigned.next_level().is_some(),
            losses == 3,
            "{losses} losses"
        );
    }
}

#[test]
fn a_game_counts_once_however_often_its_last_move_is_replayed() {
    let (_home, mut prompt) = new_prompt();
    for games in 1..=3 {
        prompt.run("A 5").unwrap();
        for replays in 0..2 {
            let resigned = prompt.run("resign").unwrap();
            let next = resigned.next_level().map(|next| (next.lost, next.games));
            let expected = (games == 3 && replays == 0).then_some((3, 3));
            assert_eq!(next, expected, "{games} {replays}");
            prompt.run("U").unwrap();
        }
    }
}

#[test]
fn a_game_with_help_is_unrated_but_its_study_is_not_help() {
    for (line, aid) in [
        ("S", None),
        ("H", Some(Aid::Hint)),
        ("eval", Some(Aid::Hint)),
        ("go", Some(Aid::BestMove)),
        ("U", Some(Aid::Undo)),
        ("goto 1", Some(Aid::Undo)),
        ("analyze", Some(Aid::Analysis)),
    ] {
        let (_home, mut prompt) = new_prompt();
        prompt.run_all(["A 1", "d3"]);
        let game = prompt.session().current().unwrap().game();
        let second = game.move_name(game.moves()[0]);
        prompt.run_all([&second, line]);
        let reply = prompt.run("resign").unwrap();
        let told = reply.events.iter().find_map(|event| match event {
            Event::Unrated { aid } => Some(*aid),
            _ => None,
        });
        assert_eq!(told, aid, "{line}");
        prompt.run_all(["back", "H"]);
        let current = prompt.session().current().unwrap();
        assert_eq!(current.aid(), aid, "after the end: {line}");
        let again = prompt.session().snapshot().unwrap().replay().unwrap();
        assert_eq!(again.aid(), aid, "{line}");
        assert_eq!(
            prompt.game_for_library(current).unwrap().is_aided,
            aid.is_some()
        );
    }
}

#[test]
fn a_clock_for_the_next_games_is_told_from_that_of_the_last_one() {
    let (_home, mut prompt) = new_prompt();
    prompt.run_all(["clock 5m+3s", "N", "d3", "resign"]);
    let control = |time: &str| Some(time.parse().unwrap());
    for (line, expected, is_next) in [
        ("clock", control("5m+3s"), false),
        ("clock 10s", control("10s"), true),
        ("clock off", None, true),
    ] {
        let event = prompt.run(line).unwrap().events.remove(0);
        let Event::Clock {
            control,
            left,
            is_next: is_for_next,
        } = event
        else {
            panic!("{line}")
        };
        assert_eq!(
            (control, left.is_some(), is_for_next),
            (expected, !is_next, is_next),
            "{line}"
        );
    }
    prompt.run("N").unwrap();
    let event = prompt.run("clock").unwrap().events.remove(0);
    assert_eq!(
        event,
        Event::Clock {
            control: None,
            left: None,
            is_next: false
        }
    );
}

#[test]
fn a_human_who_changes_sides_at_the_prompt_keeps_the_name() {
    let names = |interpreter: &Interpreter| {
        Player::BOTH.map(|player| {
            interpreter
                .session()
                .sides()
                .name(player)
                .unwrap()
                .to_owned()
        })
    };
    let (_home, mut prompt) = new_prompt();
    prompt.run("names ana rui").unwrap();
    for (line, expected) in [
        ("A W", ["rui", "ana"]),
        ("A W 2", ["rui", "ana"]),
        ("A B 1", ["ana", "rui"]),
        ("G W ana", ["rui", "ana"]),
        ("A B", ["ana", "rui"]),
        ("N", ["ana", "rui"]),
        // Both sides were human, so the name of the color stays.
        ("A W 1", ["ana", "rui"]),
    ] {
        prompt.run(line).unwrap();
        assert_eq!(names(&prompt), expected, "{line}");
    }
    // What is refused exchanges nothing.
    prompt.run("play c4").unwrap();
    assert!(prompt.run("A W 15").is_err() && prompt.run("A B 15").is_err());
    prompt.run("play rv").unwrap();
    assert_eq!(names(&prompt), ["ana", "rui"]);
    let bot = |event| match event {
        Event::Names { bot, .. } => bot,
        other => panic!("{other:?}"),
    };
    for (line, expected) in [
        ("A B 1", Some(Player::White)),
        ("A W 1", Some(Player::Black)),
        ("N", None),
    ] {
        prompt.run(line).unwrap();
        assert_eq!(
            bot(prompt.run("names ana rui").unwrap().events.remove(0)),
            expected,
            "{line}"
        );
    }
    let (_home, mut script) = new_script();
    script.run_all(["names ana rui", "A B 1", "A W 1"]);
    assert_eq!(
        names(&script),
        ["ana", "rui"],
        "in a script, names stay with colors"
    );
}

#[test]
fn a_lesson_gives_hints_and_its_own_command_shows_the_step_again() {
    let (_home, mut script) = new_prompt();
    for line in ["learn", "H", "eval", "learn", "learn strategy", "H"] {
        script.run(line).unwrap();
    }
    for line in ["E x", "undo", "puzzle", "C x o"] {
        let refused = script.run(line).unwrap_err();
        assert!(refused.contains("in a lesson"), "{line}: {refused}");
    }
}

#[test]
fn a_lesson_has_the_colors_of_its_texts_and_the_own_icons_come_back() {
    let (_home, mut prompt) = new_prompt();
    prompt.run_all(["names ana rui", "C x o", "N", "d3"]);
    let icons = |prompt: &Interpreter| Player::BOTH.map(|side| prompt.session().icons().of(side));
    for leave in [&["learn off"][..], &["next"; 8]] {
        let reply = prompt.run("learn").unwrap();
        assert_eq!(
            (icons(&prompt), reply.sides.name(Player::Black)),
            (['B', 'W'], None)
        );
        assert!(prompt.run("C a b").is_err());
        prompt.run_all(leave.iter().copied());
        assert_eq!(icons(&prompt), ['x', 'o']);
        assert_eq!(prompt.session().sides().name(Player::Black), Some("ana"));
    }
}

#[test]
fn a_position_set_up_without_a_move_is_kept_when_another_game_starts() {
    const BOARD: &str =
        "setboard -------------------X-------XX------XO--------------------------- O";
    for slots in [Slots::Own, Slots::Script] {
        for line in ["N", "play c4", "paste f5", "A B 1"] {
            let folder = tempfile::tempdir().unwrap();
            let mut prompt = Interpreter::new(
                Session::new(1),
                Store::at(folder.path()),
                slots,
                InterpreterOptions::SCRIPT,
            );
            prompt.run(BOARD).unwrap();
            let board = prompt.session().current().unwrap().game().grid().to_rows();
            assert_eq!(
                prompt.run("restart").unwrap().put_aside(),
                None,
                "the same position starts again"
            );
            let left = prompt.run(line).unwrap().put_aside().cloned().unwrap();
            assert_eq!(left.moves, 0, "{line}");
            let resumed = prompt
                .run(&format!("resume {}", left.number.unwrap_or(1)))
                .unwrap();
            assert_eq!(
                resumed.game.unwrap().game().grid().to_rows(),
                board,
                "{line}"
            );
        }
    }
}

#[test]
fn who_moves_first_does_so_in_the_next_game_too() {
    let (_home, mut prompt) = new_prompt();
    for (line, human) in [
        ("A 1", Player::Black),
        ("play c4", Player::White),
        ("play gr", Player::White),
        ("play rv", Player::Black),
    ] {
        prompt.run(line).unwrap();
        assert!(prompt.session().is_human(human), "{line}");
        assert!(!prompt.session().is_human(human.opponent()), "{line}");
    }
}

#[test]
fn a_command_after_the_time_has_run_out_says_who_has_lost() {
    for line in ["d3", "H", "U", "N", "A 2", "restart", "resign"] {
        let (_home, mut prompt) = new_prompt();
        prompt.run_all(["clock 1ms", "N", "f5", "d6"]);
        std::thread::sleep(std::time::Duration::from_millis(5));
        let reply = prompt.run(line).unwrap();
        assert_eq!(
            reply.events[0],
            Event::OutOfTime {
                player: Player::Black
            },
            "{line}"
        );
        assert_eq!(
            prompt.session().current().unwrap().history().len(),
            2,
            "{line}"
        );
        let again = prompt.run(line);
        assert_eq!(
            again.is_ok(),
            ["H", "U", "N", "A 2", "restart"].contains(&line),
            "{line}"
        );
    }
    let (_home, mut prompt) = new_prompt();
    prompt.run_all(["clock 1ms", "N", "f5", "d6"]);
    std::thread::sleep(std::time::Duration::from_millis(5));
    assert_eq!(
        prompt.run("rules").unwrap().events[0].clone(),
        Event::Rules {
            text: reversi::INFO.details
        }
    );
    assert!(
        prompt.session().turn().is_none(),
        "the game is over all the same"
    );
}
