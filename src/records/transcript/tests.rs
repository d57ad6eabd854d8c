//! Games in many layouts, and the text around them.

use proptest::prelude::*;

use super::super::{ReadError, read};
use super::*;
use crate::games::reversi;

fn games(text: &str) -> Vec<String> {
    let shown = |found: Result<super::super::Entry, ReadError>| match found {
        Ok(entry) => {
            let printed = Transcript::default().print(&entry.record).unwrap();
            format!(
                "{}: {}",
                entry.offset,
                String::from_utf8(printed).unwrap().trim()
            )
        }
        Err(error) => error.to_string(),
    };
    read(Format::Transcript, text.as_bytes())
        .map(shown)
        .collect()
}

#[test]
fn a_numbered_game_continues_after_a_bad_move() {
    for text in [
        "1. f5\n2. d6\n3. c3\n4. f5\n5. c4\n",
        "1. f5 d6\n2. c3 d3\n3. f5 f6\n4. e6 f4\n",
    ] {
        let found = games(text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("f5 is occupied"), "{found:?}");
    }
    // A list of openings is numbered too.
    assert_eq!(games("1. f5d6\n2. f5f6\n3. f5f4\n4. f5d6c3\n").len(), 4);
}

#[test]
fn a_saved_game_is_refused_as_a_whole() {
    let saved =
        "(\n  format: 1,\n  record: (\n    game: \"c4\",\n    moves: \"1 2\",\n  ),\n)\n\nf5d6\n";
    for text in [saved.to_owned(), format!("\u{feff}\n{saved}")] {
        let found = games(&text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains(": this is a saved game"), "{found:?}");
    }
    assert_eq!(games("(f5 d6)\n"), ["1: F5d6"]);
}

#[test]
fn a_game_is_read_in_any_spelling() {
    for text in [
        "F5d6C3",
        "f5d6c3",
        "F5D6C3",
        "f5 d6 c3",
        "1. f5 d6 2. c3",
        "1.F5 2.d6 3.C3",
        "1F5 2d6 3c3",
        "f5, d6, c3.",
        "f5-d6-c3",
        "56 64 33",
        "566433",
        "1. 56 64 2. 33",
        "1. f5 d6\n2. c3\n",
        "1.\u{25cf}f5 2.\u{25cb}d6 3.\u{25cf}c3",
        "f5/d6/c3 33-31",
        "56,64,33",
        "1.56 64 2.33",
        // Evaluations and times.
        "f5 1.5 d6 1.2 c3",
        "1. f5 1.5 d6 -1.25 2. c3",
        "1. f5 (+1.5) d6 (-1.1) 2. c3 (1,1)",
        "f5 (1) d6 (+1) c3",
        "f5 (1.) d6 +1. c3 (1:01)",
        "f5 -1. d6, +1. c3",
        "(1) f5 d6 (2) c3",
        "(1. f5 d6 2. c3)",
        "1) f5 d6 2) c3",
    ] {
        let expected = games("F5d6C3")[0].split_once(": ").unwrap().1.to_owned();
        let found = games(text);
        assert_eq!(found.len(), 1, "{text:?}: {found:?}");
        assert_eq!(found[0].split_once(": ").unwrap().1, expected, "{text:?}");
    }
}

#[test]
fn the_text_around_games_is_skipped() {
    let text = "From: ann@example.org (2024-03-02)\nSee a4, the square.\n\n\
                Game 1 (Ann - Bob, 33-31): F5d6C3\nGame 2: f5f6e6\nBob -- Ann\n34-30\n";
    assert_eq!(games(text), ["83: F5d6C3", "98: F5f6E6"]);
}

#[test]
fn titles_are_not_taken_for_moves() {
    for (title, moves) in [
        ("[Event \"Dutch Open 56 - 2011\"]", "1. F5 D6"),
        (
            "[Event \"A5 \\\"56\\\" ] 1. f5 f6\"] [ Site \"b4c3\" ]",
            "1. F5 D6",
        ),
        ("  [Round \"56\"]", "F5 D6"),
        ("Dutch Open 56 - 2011", "F5 D6"),
        ("Event: Open 65, 34 (2011)", "1. F5 D6"),
        ("[Event \"Open 56\"] 1. f5 d6", ""),
    ] {
        let found = games(&format!("{title}\n{moves}\n"));
        assert_eq!(found.len(), 1, "{title}: {found:?}");
        assert!(found[0].ends_with(": F5d6"), "{title}: {found:?}");
    }
    // Quotes alone don't make a title.
    assert_eq!(games("[\"f5d6\"]\n\n\"f5d6\"\n\n[x \"f5d6\n").len(), 3);
    assert_eq!(games("Game 1: 56 64 33"), ["8: F5d6C3"]);
    assert!(games("Game 1: 56 64 39")[0].contains("\"39\" is not a square"));
}

#[test]
fn games_end_where_they_should() {
    assert_eq!(games("f5d6c3\n\nc4c3d3\n"), ["0: F5d6C3", "8: C4c3D3"]);
    assert_eq!(games("f5d6c3\nf5f6e6\n"), ["0: F5d6C3", "7: F5f6E6"]);
    assert_eq!(games("f5d6\nc3d3c4\n"), ["0: F5d6C3d3C4"]);
    assert_eq!(games("1. f5 d6 1. f5 f6"), ["3: F5d6", "9: F5f6"]);
    assert_eq!(games("1.f5 d6 1.f5 f6"), ["2: F5d6", "8: F5f6"]);
    assert_eq!(games("1) f5 d6 1) f5 f6"), ["3: F5d6", "9: F5f6"]);
    assert_eq!(games("f5 (1.5) d6 (1)\n2. c3 (1.1)"), ["0: F5d6C3"]);
    let whole = reversi::INFO.example.moves;
    let found = games(&format!("{whole} f5 d6"));
    assert_eq!(found.len(), 2);
    assert!(found[1].ends_with(": F5d6"));
}

#[test]
fn faults_have_a_place() {
    let not_a_square = "is not a square: use a1 to h8, or two digits from 1 to 8";
    let (i3, c) = (
        &*format!("6: \"i3\" {not_a_square}"),
        &*format!("4: \"c\" {not_a_square}"),
    );
    for (text, expected) in [
        (
            "f5d6a1",
            "4: ply 3: a1 is not legal: a move must flip at least one disc",
        ),
        ("f5d6f5", "4: ply 3: f5 is occupied"),
        ("f5 d6 i3", i3),
        ("f5d6c", c),
        ("56 64 39", &i3.replace("i3", "39")),
        (
            "f5 pa d6",
            "3: ply 2: white can't pass: it has a legal move",
        ),
        (
            "f5 -- d6",
            "3: ply 2: white can't pass: it has a legal move",
        ),
    ] {
        assert_eq!(
            games(text),
            [format!("record 1, byte {expected}")],
            "{text}"
        );
    }
    assert_eq!(
        games("f5d6\nc3d3a8\n\nf5").len(),
        2,
        "a bad line ends its game"
    );
    let taken = "record 1, byte 6: ply 4: f5 is occupied";
    for (rest, expected) in [
        // The rest of the bad game.
        ("c5b3c2e3d2\nc6b4b5\n", &[taken][..]),
        ("3. c4 c3\n4. e6 f6\n", &[taken]),
        ("c4\nSee a4 there\n", &[taken]),
        ("1. See a4 there\nd3\n", &[taken]),
        // Other games.
        ("\nc4c3\n", &[taken, "10: C4c3"]),
        ("c5b3c2\n1. c4 c3\n2. d3\n", &[taken, "19: C4c3D3"]),
        ("c4c3d3\n", &[taken, "9: C4c3D3"]),
        (
            "f5f6a8\nf5f6b8\nf5f6e6\n",
            &[
                taken,
                "record 2, byte 13: ply 3: a8 is not legal: a move must flip at least one disc",
                "record 3, byte 20: ply 3: b8 is not legal: a move must flip at least one disc",
                "23: F5f6E6",
            ],
        ),
    ] {
        assert_eq!(games(&format!("f5d6c3f5\n{rest}")), expected, "{rest}");
    }
    let long = format!("{}\nf5", "f5 ".repeat(MAX_LINE_BYTES));
    assert_eq!(
        games(&long)[0],
        "record 1, byte 0: the line is longer than 65536 bytes"
    );
}

#[test]
fn passes_may_be_written_or_left_out() {
    let squares: Vec<&str> = reversi::INFO.example.moves.split_whitespace().collect();
    let left_out = games(&squares.join(" "));
    let mut record = GameRecord::new();
    for pass in ["pa", "PASS", "--", "ps"] {
        let mut written = Vec::new();
        record = GameRecord::new();
        for &name in &squares {
            let plies = record.moves().len();
            record
                .play(crate::games::parse_square(name, 8, 8).unwrap())
                .unwrap();
            written.push(name);
            if record.moves().len() > plies + 1 {
                written.push(pass);
            }
        }
        assert_eq!(games(&written.join(" ")), left_out);
        let twice = written.join(" ").replace(pass, &format!("{pass} {pass}"));
        assert!(games(&twice)[0].contains("can't pass"), "{twice}");
    }
    assert!(record.moves().len() > squares.len());
}

/// Writes the ply `number` (from 1) of a game in one cell of a layout.
type Cell = fn(number: usize, is_black: bool, square: &str) -> String;

fn side(is_black: bool, names: [&str; 2]) -> String {
    names[usize::from(!is_black)].to_owned()
}

/// Layouts with one ply per line.
const LINES: [Cell; 20] = [
    |_, _, square| square.to_owned(),
    |number, _, square| format!("{number}. {square}"),
    |number, _, square| format!("{number} {square}"),
    |number, _, square| format!("{number}\t{square}"),
    |number, _, square| format!("{number},{square},"),
    |number, _, square| format!("[{number}] {square}"),
    |number, is_black, square| {
        format!(
            "12:{:02}:01 {} {square}",
            number % 60,
            side(is_black, ["Black", "White"])
        )
    },
    |_, is_black, square| format!("{}: {square}", side(is_black, ["Black", "White"])),
    |_, is_black, square| format!("{} plays {square}", side(is_black, ["Ann", "Bob"])),
    |_, is_black, square| format!("{square} ({})", side(is_black, ["Black", "White"])),
    |number, is_black, square| format!("{number};{};{square}", side(is_black, ["black", "white"])),
    |_, is_black, square| format!("play {} {square}", side(is_black, ["b", "w"])),
    |_, is_black, square| format!("{}: {square}", side(is_black, ["Preto", "Branco"])),
    |_, is_black, square| format!("{} - {square}", side(is_black, ["Noir", "Blanc"])),
    |_, is_black, square| format!("{} {square}", side(is_black, ["Negras", "Blancas"])),
    |_, is_black, square| format!("{}{square}", side(is_black, ["B", "W"])),
    |number, is_black, square| {
        let side = side(is_black, ["Black", "White"]);
        format!("<tr>\n<td class=\"a1\">{number}</td>\n<td>{side}</td>\n<td>{square}</td>\n</tr>")
    },
    |_, _, square| format!("    {{\n      \"m\": \"{square}\",\n      \"t\": 56\n    }},"),
    |number, is_black, square| {
        format!(
            "{}.{} {square}",
            number.div_ceil(2),
            if is_black { "" } else { ".." }
        )
    },
    |number, _, square| format!("{square}  {}.{}s", number % 7, number % 10),
];

/// A game as text: `count` plies per line, each in a cell, and passes as `pass` or omitted.
fn laid_out(
    record: &GameRecord,
    count: usize,
    cell: Cell,
    separator: &str,
    pass: Option<&str>,
) -> String {
    let mut cells = Vec::new();
    for mv in record.moves() {
        let name = mv.square.map(|square| square.to_string());
        let Some(name) = name.as_deref().or(pass) else {
            continue;
        };
        cells.push(cell(cells.len() + 1, mv.player == Player::Black, name));
    }
    let lines: Vec<String> = cells
        .chunks(count)
        .map(|cells| cells.join(separator))
        .collect();
    lines.join("\n") + "\n"
}

/// Whether each of several lines is a whole game, so that the text is a list.
fn is_list(text: &str) -> bool {
    let is_game = |line: &str| {
        let found: Vec<_> = read(Format::Transcript, line.as_bytes()).collect();
        matches!(&found[..], [Ok(_)])
    };
    text.lines().count() > 1 && text.lines().all(is_game)
}

fn check_layout(records: &[GameRecord], texts: &[String], between: &str) {
    if texts.iter().any(|text| is_list(text)) {
        return;
    }
    let text = texts.join(between);
    let found: Vec<_> = read(Format::Transcript, text.as_bytes()).collect();
    let shown = |record: &GameRecord| {
        let printed = Transcript::default().print(record);
        String::from_utf8(printed.unwrap_or_default()).unwrap()
    };
    let found: Vec<String> = found
        .into_iter()
        .map(|found| found.map_or_else(|error| error.to_string(), |entry| shown(&entry.record)))
        .collect();
    let expected: Vec<String> = records.iter().map(shown).collect();
    assert_eq!(found, expected, "{text}");
}

fn plain(_: usize, _: bool, square: &str) -> String {
    square.to_owned()
}

/// Longer games than an opening, of any choices.
fn some_games() -> impl Strategy<Value = Vec<GameRecord>> {
    let game = prop::collection::vec(any::<u8>(), 14..70);
    prop::collection::vec(
        game.prop_map(|choices| GameRecord::by_choices(&choices)),
        1..4,
    )
}

#[test]
fn text_that_is_no_part_of_a_game_is_reported_once() {
    let unread = |line: u64, text: &str, more: &str| {
        format!("line {line}: {text:?} is not understood{more}: begin comments with #")
    };
    for (text, expected) in [
        (
            "f5d6c3\nhello world\n",
            &["0: F5d6C3".to_owned(), unread(2, "hello world", "")][..],
        ),
        (
            "one two\nhello world\n\nf5d6c3\nsee a4\nbye bye\n",
            &[
                "21: F5d6C3".to_owned(),
                unread(1, "one two", ", nor 2 more lines"),
            ],
        ),
        // The line above a game is its title; headings and comments are no text.
        (
            "hello world\nf5d6c3\n# no more\nGame 2\n33-31\n",
            &["12: F5d6C3".to_owned()],
        ),
        ("hello world\n", &[]),
    ] {
        assert_eq!(games(text), expected, "{text}");
    }
}

#[test]
fn lists_stay_lists() {
    for list in [
        &["f5d6c3", "f5d6c4", "f5f6e6f4", "f5f4"][..],
        &["f5d6", "c4e3", "e6f4", "d3c5"],
        &["f5d6c3d3c4", "f5d6c3d3c4b3", "f5d6c3d3c4f4"],
        &["f5", "d3", "c4", "e6"],
    ] {
        for numbered in [false, true] {
            for separator in ["\n", "\n\n", "\nGame 2\n"] {
                let line = |(index, line): (usize, &&str)| {
                    if numbered {
                        format!("{}. {line}", index + 1)
                    } else {
                        (*line).to_owned()
                    }
                };
                let text = list
                    .iter()
                    .enumerate()
                    .map(line)
                    .collect::<Vec<_>>()
                    .join(separator);
                let found = games(&text);
                assert_eq!(found.len(), list.len(), "{text}\n{found:?}");
            }
        }
    }
}

#[test]
fn mirrored_games_and_passes_by_black_are_named() {
    assert!(
        games("f4d3c4")[0]
            .contains("ply 1: f4 is not legal: it begins a game from the mirrored start")
    );
    for text in [
        "pass f5 d6 c3",
        "pass\nf5\nd6\n",
        "Black: pass\nWhite: f5\n",
        "pa f5",
    ] {
        assert_eq!(
            games(text)[0].split_once(": ").unwrap().1,
            "ply 1: black can't pass: it has a legal move"
        );
    }
}

#[test]
fn thousands_of_games_take_linear_time() {
    let record = GameRecord::by_choices(&[3; 70]);
    let text = laid_out(
        &record,
        1,
        |_, _, square| format!("Ann plays {square}"),
        "",
        None,
    );
    let count = 200;
    assert_eq!(
        read(Format::Transcript, text.repeat(count).as_bytes())
            .flatten()
            .count(),
        count
    );
}

proptest! {
    #[test]
    fn what_is_printed_is_read_again(choices in prop::collection::vec(any::<u8>(), 1..70)) {
        let record = GameRecord::by_choices(&choices);
        let text = Transcript::default().print(&record).unwrap();
        let found: Vec<_> = read(Format::Transcript, &text[..]).map(Result::unwrap).collect();
        prop_assert_eq!(found.len(), 1);
        prop_assert!(found[0].record.game_moves().eq(record.game_moves()));
    }

    #[test]
    fn a_game_is_read_in_any_layout(
        records in some_games(),
        is_pass_written in any::<bool>(),
        between in prop::sample::select(vec!["\n", "Game 2\n", "\n\nAnn - Bob\n"]),
        cell in prop::sample::select(LINES.to_vec()),
        count in prop::sample::select(vec![1, 2, 3, 5, 10, 12, 60]),
        separator in prop::sample::select(vec!["", " ", "\t", ",", ", ", ";", "-", " | "]),
    ) {
        let pass = is_pass_written.then_some("pass");
        for (count, cell, separator) in [(1, cell, ""), (count, plain as Cell, separator)] {
            let layout = |record| laid_out(record, count, cell, separator, pass);
            let texts: Vec<String> = records.iter().map(layout).collect();
            check_layout(&records, &texts, between);
        }
    }
}
