//! Pictures as programs print them, and faulty ones.

use super::super::{Format, arbitrary, read};
use super::*;

/// After d3: four black discs, one white one, White to move.
const AFTER_D3: &str = "-------------------X-------XX------XO--------------------------- O";

/// After d3 c3, with five discs above and below the diagonal, Black to move.
const AFTER_D3_C3: &str = "------------------OX-------OX------XO--------------------------- X";

/// The starting position.
const START: &str = "---------------------------OX------XO--------------------------- X";

/// The boards in a text, or the errors.
fn boards(text: &str) -> Vec<String> {
    let found = arbitrary::records(Format::Board, text).into_iter();
    found
        .map(|found| found.map_or_else(|error| error, |record| record.board().to_string()))
        .collect()
}

/// Draws a board: each square by one of the symbols (Black, White, empty), between `before` and `after` each row.
fn drawn(
    board: &str,
    symbols: [&str; 3],
    separator: &str,
    around: impl Fn(usize) -> [String; 2],
) -> String {
    let symbol = |square: char| match square {
        'X' => symbols[0],
        'O' => symbols[1],
        _ => symbols[2],
    };
    let squares: Vec<&str> = board.chars().take(64).map(symbol).collect();
    let row = |(index, row): (usize, &[&str])| {
        let [before, after] = around(index);
        format!("{before}{}{after}\n", row.join(separator))
    };
    squares.chunks(8).enumerate().map(row).collect()
}

fn plain(board: &str, symbols: [&str; 3]) -> String {
    drawn(board, symbols, " ", |_| [String::new(), String::new()])
}

fn numbered(board: &str, symbols: [&str; 3]) -> String {
    let rows = drawn(board, symbols, " ", |row| {
        [format!("{} ", row + 1), format!(" {}", row + 1)]
    });
    format!("  A B C D E F G H\n{rows}  A B C D E F G H\n")
}

#[test]
fn boards_of_programs_are_read() {
    let own = "    1 2 3 4 5 6 7 8\n 1  - - - - - - - -\n 2  - - - - - - - -\n 3  - - W B - - - -   < c3\n \
               4  - - - W B - - -\n 5  - - - B W - - -\n 6  - - - - - - - -\n 7  - - - - - - - -\n \
               8  - - - - - - - -\n    a b c d e f g h\n    B 3   W 3\n";
    let wide = "     1  2  3  4  5  6  7  8\n 1   -  -  -  -  -  -  -  -\n 2   -  -  -  -  -  -  -  -\n \
                3   -  - <W> B  -  -  -  -    < c3\n 4   -  -  - (W) B  -  -  -\n 5   -  -  -  B  W  -  -  -\n \
                6   -  -  -  -  -  -  -  -\n 7   -  -  -  -  -  -  -  -\n 8   -  -  -  -  -  -  -  -\n     \
                a  b  c  d  e  f  g  h\n    B 3   W 3\n";
    // On a terminal with colors, empty squares are blank.
    let colored = own.replace('-', " ").replace("\x20\n", "\n");
    let gtp = format!(
        "{}X black 3, O white 3; black to move\n",
        numbered(AFTER_D3_C3, ["X", "O", "."])
    );
    let edax = "  A B C D E F G H            BLACK            A  B  C  D  E  F  G  H\n\
                1 - - - - - - - - 1        0:00.000           |  |  |  |  |  |  |  |  | 1\n\
                2 - - - - - - - - 2    3 discs   5 moves      |  |  |  |  |  |  |  |  | 2\n\
                3 - - O * - - - - 3                           |  |  | 2| 1|  |  |  |  | 3\n\
                4 - . . O * - - - 4  ply  3 (58 empties)      |  |  |  |()|##|  |  |  | 4\n\
                5 - - - * O . - - 5    Black's turn (*)       |  |  |  |##|()|  |  |  | 5\n\
                6 - - - - - - - - 6                           |  |  |  |  |  |  |  |  | 6\n\
                7 - - - - - - - - 7    3 discs   5 moves      |  |  |  |  |  |  |  |  | 7\n\
                8 - - - - - - - - 8        0:00.000           |  |  |  |  |  |  |  |  | 8\n  \
                A B C D E F G H            WHITE            A  B  C  D  E  F  G  H\n";
    let edax_board = "  A B C D E F G H\n1 - - - - - - - - 1 * to move\n2 - - - - - - - - 2\n\
                      3 - - O * - - - - 3 *: discs =  3    moves =  5\n4 - - . O * - - - 4 O: discs =  3    moves =  4\n\
                      5 - - - * O . - - 5  empties = 58      ply =  3\n6 - - - - . - - - 6\n\
                      7 - - - - - - - - 7\n8 - - - - - - - - 8\n  A B C D E F G H\n";
    let open_spiel = format!(
        "Black (x) to play:\n{}",
        numbered(AFTER_D3_C3, ["x", "o", "-"]).to_lowercase()
    );
    let ggs = format!(
        "|2 move(s)\n|\n{}\n|\n|* to move\n",
        numbered(AFTER_D3_C3, ["*", "O", "-"])
            .trim_end()
            .replace("  A", "|   A")
            .replace('\n', "\n| ")
    );
    let zebra = "         a b c d e f g h\n\n      1                        Black    human\n      2                                 00:10\n      \
                 3      O *              (*)     3 discs         1. d3  c3\n      4        O *\n      5        * O             White    zebra\n      \
                 6                                 00:12\n      7                           3 discs\n      8\n\n";
    let bars = drawn(AFTER_D3_C3, ["X", "O", " "], " | ", |row| {
        [
            format!("{} | ", row + 1),
            " |\n  +---+---+---+---+---+---+---+---+".to_owned(),
        ]
    });
    let bars = format!(
        "    a   b   c   d   e   f   g   h\n  +---+---+---+---+---+---+---+---+\n{bars}Turn: X\n"
    );
    let boxed = bars
        .replace('|', "│")
        .replace('+', "┼")
        .replace("---", "───")
        .replace("Turn: X", "● to move")
        .replace('X', "●")
        .replace('O', "○");
    let frame = format!(
        "+--------+\n{}+--------+\nBlack's move\n",
        drawn(AFTER_D3_C3, ["X", "O", " "], "", |_| [
            "|".to_owned(),
            "|".to_owned()
        ])
    );
    let wide_frame = format!(
        "+-----------------+\n{}+-----------------+\nNext player: Black\n",
        drawn(AFTER_D3_C3, ["#", "O", " "], " ", |_| [
            "| ".to_owned(),
            " |".to_owned()
        ])
    );
    let table = format!(
        "|   | a | b | c | d | e | f | g | h |\n|---|---|---|---|---|---|---|---|---|\n{}\nBlack to play\n",
        drawn(AFTER_D3_C3, ["⚫", "⚪", ""], " | ", |row| [
            format!("| {} | ", row + 1),
            " |".to_owned()
        ])
    );
    let list = format!(
        "[\n{}]\nto move: black\n",
        drawn(AFTER_D3_C3, ["'B'", "'W'", "'.'"], ", ", |_| [
            "[".to_owned(),
            "],".to_owned()
        ])
    );
    let upside_down: String = {
        let rows = drawn(AFTER_D3_C3, ["X", "O", "."], " ", |row| {
            [format!("{} ", row + 1), String::new()]
        });
        let lines: Vec<&str> = rows.lines().rev().collect();
        format!("{}\n  a b c d e f g h\nX to move\n", lines.join("\n"))
    };
    for text in [
        own,
        wide,
        &colored,
        &gtp,
        edax,
        edax_board,
        &open_spiel,
        &ggs,
        zebra,
        &bars,
        &boxed,
        &frame,
        &wide_frame,
        &table,
        &list,
        &upside_down,
    ] {
        assert_eq!(boards(text), [AFTER_D3_C3], "{text}");
        assert_eq!(Format::of_content(text.as_bytes()), Format::Board, "{text}");
        assert_eq!(text.parse(), AFTER_D3_C3.parse::<BoardPosition>(), "{text}");
    }
}

#[test]
fn symbols_are_told_apart_by_those_beside_them() {
    for symbols in [
        ["X", "O", "-"],
        ["x", "o", "."],
        ["B", "W", "-"],
        ["b", "w", "_"],
        ["*", "O", "-"],
        ["@", "O", "."],
        ["X", "@", "."],
        ["#", "O", "-"],
        ["#", "0", "."],
        ["x", "0", "-"],
        ["*", "@", "-"],
        ["●", "○", "·"],
        ["⚫", "⚪", "🟩"],
        ["⚫\u{fe0f}", "⚪\u{fe0f}", "⬜"],
        ["⚫", "⚪", "⬛"],
        ["⬛", "⬜", "🟩"],
        ["■", "□", "."],
        ["黒", "白", "・"],
    ] {
        for text in [plain(AFTER_D3, symbols), numbered(AFTER_D3, symbols)] {
            assert_eq!(
                boards(&format!("{text}White to move\n")),
                [AFTER_D3],
                "{text}"
            );
        }
    }
    // The legend and the counts decide where the symbols don't.
    let swapped = numbered(AFTER_D3, ["#", "@", "-"]);
    for around in [
        "# 4   @ 1\nWhite to play",
        "Black (#) 4, White (@) 1. White to play",
        "White to move\nBlack: 4  White: 1",
    ] {
        assert_eq!(
            boards(&format!("{swapped}{around}\n")),
            [AFTER_D3],
            "{around}"
        );
    }
    let error = "record 1, byte 0: can't tell Black's discs from White's: use X and O";
    assert_eq!(boards(&format!("{swapped}White to play\n")), [error]);
    let other = numbered(AFTER_D3, ["O", "X", "-"]);
    assert_eq!(
        boards(&format!("{other}Black: O, White: X\nX to move\n")),
        [AFTER_D3]
    );
}

#[test]
fn the_side_to_move_may_be_anywhere() {
    let board = numbered(AFTER_D3, ["X", "O", "-"]);
    for text in [
        "White to move",
        "O to move",
        "white",
        "O",
        "W",
        "White's turn",
        "It is white's turn.",
        "Turn: O",
        "Current player: O (white)",
        "next to move: White",
        "Side to move: w",
        "White (O) to play:",
        "White plays next",
        "reversi W > ",
        "White has to pass",
    ] {
        assert_eq!(boards(&format!("{board}{text}\n")), [AFTER_D3], "{text}");
        assert_eq!(boards(&format!("{board}\n{text}\n")), [AFTER_D3], "{text}");
        if text != "reversi W > " {
            assert_eq!(
                boards(&format!("{text}\n\n{board}").replacen("\n\n", "\n", 1)),
                [AFTER_D3],
                "{text}"
            );
            let beside = board.replacen(
                "\n2 - - - - - - - - 2",
                &format!("\n2 - - - - - - - - 2   {text}"),
                1,
            );
            assert_eq!(boards(&beside), [AFTER_D3], "{beside}");
        }
    }
    // The text is about other things.
    for text in [
        "Black moves: 4",
        "Black plays d3",
        "Black: Ann",
        "# White to move",
        "Last move: white d3",
        "1. Ann - Bob",
    ] {
        let missing =
            "record 1, byte 0: no side to move: add `X to move` or `O to move` after the board";
        assert_eq!(boards(&format!("{board}{text}\n")), [missing], "{text}");
    }
}

#[test]
fn marks_decide_if_no_side_is_named() {
    let marked = |board: &str, mark: &str| {
        let text = numbered(board, ["B", "W", "-"]);
        let row: usize = mark[1..].parse().unwrap();
        let row = format!(" {row}\n");
        text.replacen(&row, &format!("{} < {mark}\n", row.trim_end()), 1)
    };
    assert_eq!(boards(&marked(AFTER_D3, "d3")), [AFTER_D3]);
    assert_eq!(boards(&marked(AFTER_D3_C3, "c3")), [AFTER_D3_C3]);
    // White has to pass after Black's move to h8.
    let pass = "OOOOOOO-OOOOOOO-OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXXXXXXXXX X";
    assert_eq!(boards(&marked(pass, "h8")), [pass]);
    assert_eq!(
        boards(&marked(AFTER_D3, "a1")),
        ["record 1, byte 0: the mark < a1 is for an empty square: use the square of the last move"]
    );
    // Our own board shows legal moves by a full stop, others by a symbol.
    for (mark, empty) in [(".", "-"), ("+", "."), ("*", "."), ("?", "-")] {
        let mut squares: Vec<String> = START
            .chars()
            .take(64)
            .map(|square| square.to_string().replace('-', empty))
            .collect();
        for square in [19, 26, 37, 44] {
            squares[square] = mark.to_owned();
        }
        let rows: Vec<String> = squares.chunks(8).map(|row| row.join(" ")).collect();
        assert_eq!(boards(&rows.join("\n")), [START], "{mark}");
    }
    // Only one side can move.
    assert_eq!(boards(&plain(pass, ["X", "O", "-"])), [pass]);
}

#[test]
fn a_file_may_have_several_boards_with_headings() {
    let (first, second) = (
        numbered(AFTER_D3, ["X", "O", "-"]),
        numbered(AFTER_D3_C3, ["X", "O", "-"]),
    );
    for text in [
        format!("{first}O to move\n\n{second}X to move\n"),
        format!("Diagram 1\n{first}\nO to move\n\nDiagram 2\n{second}\nX to move\n"),
        format!("White (o) to play:\n{first}\nBlack (x) to play:\n{second}"),
        format!("White to move\n\n{first}\n\nBlack to move\n\n{second}"),
        format!("{first}O to move\n{second}X to move\n"),
        format!("{AFTER_D3}\n{second}X to move"),
    ] {
        assert_eq!(boards(&text), [AFTER_D3, AFTER_D3_C3], "{text}");
    }
    let found = boards(&format!("{first}\nheading\n\n{second}X to move\n"));
    assert!(
        found[0].contains("no side to move") && found[1] == AFTER_D3_C3,
        "{found:?}"
    );
}

#[test]
fn moves_below_a_board_continue_from_it() {
    let board = numbered(START, ["X", "O", "-"]);
    for (between, moves) in [
        ("X to move\n", "d3c3"),
        ("X to move\n\n", "1. d3 2. c3"),
        ("X to move\n", "d3\nc3\n"),
        ("X to move\n", "1. d3\n\n2. c3\n"),
    ] {
        assert_eq!(
            boards(&format!("{board}{between}{moves}\n")),
            [AFTER_D3_C3],
            "{moves}"
        );
    }
    assert_eq!(boards(&format!("{AFTER_D3}\nc3\n")), [AFTER_D3_C3]);
    let whole: Vec<_> = read(
        Format::Board,
        format!("{START}\nd3 c3\n\n{START}\n").as_bytes(),
    )
    .map(Result::unwrap)
    .collect();
    assert_eq!(
        whole
            .iter()
            .map(|entry| entry.record.moves().len())
            .collect::<Vec<_>>(),
        [2, 0]
    );
    assert_eq!(
        boards(&format!("{AFTER_D3}\nc3 a8\n")),
        ["record 1, byte 70: ply 2: a8 is not legal: a move must flip at least one disc"]
    );
}

#[test]
fn a_missing_side_can_be_assumed() {
    let board = numbered(AFTER_D3, ["X", "O", "-"]);
    for text in [
        board.clone(),
        AFTER_D3[..64].to_owned(),
        format!("{}; c3:+0;", &AFTER_D3[..64]),
    ] {
        for (turn, side) in [(Player::White, 'O'), (Player::Black, 'X')] {
            if text.contains(';') && turn == Player::Black {
                continue;
            }
            let found = read(Format::Board, text.as_bytes())
                .assuming(Some(turn))
                .map(Result::unwrap);
            let found: Vec<String> = found
                .map(|entry| entry.record.board().to_string())
                .collect();
            assert_eq!(found, [format!("{}{side}", &AFTER_D3[..65])], "{text}");
        }
        assert!(boards(&text)[0].contains("no side to move"), "{text}");
    }
    // A named side isn't overridden.
    let named = format!("{board}White to move\n");
    let found = read(Format::Board, named.as_bytes())
        .assuming(Some(Player::Black))
        .next();
    assert_eq!(found.unwrap().unwrap().record.board().turn, Player::White);
}

#[test]
fn a_board_with_numbers_may_be_on_one_line() {
    let text = format!(
        "{}X black 4, O white 1; white to move",
        numbered(AFTER_D3, ["X", "O", "."])
    );
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(one_line.parse(), AFTER_D3.parse::<BoardPosition>());
    let zeros = "000000000000000x0x0xxxx-0000xx-00000xx--00xx0---0x--x0--x------- x";
    let expected = zeros.to_uppercase().replace('0', "O");
    assert_eq!(
        (boards(zeros), zeros.parse()),
        (vec![expected.clone()], expected.parse::<BoardPosition>())
    );
    assert_eq!(
        boards(&zeros.replace(" x", " 0")),
        [expected.replace(" X", " O")]
    );
    for side in ["O", "white", "White to move", "O to move"] {
        assert_eq!(
            boards(&format!("{}\n{side}\n", &AFTER_D3[..64])),
            [AFTER_D3],
            "{side}"
        );
    }
    let hashes = AFTER_D3.replace('X', "#");
    assert_eq!(boards(&format!("{hashes} # comment")), [AFTER_D3]);
}

#[test]
fn faulty_boards_are_refused_with_the_reason() {
    let board = numbered(AFTER_D3, ["X", "O", "-"]);
    let without = |row: &str| {
        board
            .lines()
            .filter(|line| !line.starts_with(row))
            .collect::<Vec<_>>()
            .join("\n")
    };
    let frame = "+-----------------+";
    let seven_framed: String = board
        .lines()
        .skip(1)
        .take(7)
        .flat_map(|row| ["|", &row[1..18], "|\n"])
        .collect();
    let nine: String = plain(AFTER_D3, ["X", "O", "-"])
        .lines()
        .flat_map(|line| [line, " -\n"])
        .collect();
    let rows = plain(AFTER_D3, ["X", "O", "-"]);
    for (text, reason) in [
        (without("7"), "got 7 rows, expected 8"),
        (
            format!("{rows}- - - - - - - -\nO to move"),
            "got 9 rows, expected 8",
        ),
        (nine, "row 1 has 9 squares, expected 8"),
        (
            board.replacen("- - - X", "- - X", 1),
            "row 3 has 7 squares, expected 8",
        ),
        (
            format!("{frame}\n{seven_framed}{frame}\nO to move\n"),
            "got 7 rows, expected 8",
        ),
        (
            format!("Black to move\n{board}White to move\n"),
            "two sides to move: name only one",
        ),
        (
            format!("{board}Black to move, White to move\n"),
            "two sides to move: name only one",
        ),
        (board.replacen("- - - X", "- - Q X", 1), "'Q'"),
        (
            rows.replacen("- - -", "- # -", 1) + "O to move",
            "unexpected '#' on the board",
        ),
    ] {
        let found = boards(&text);
        assert!(found[0].contains(reason), "{text}{found:?}");
    }
}
