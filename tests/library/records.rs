//! The record formats, with files of other programs.

use std::fs;
use std::path::Path;

use crate::support::data;
use reversi::games::{Game, Player, Reversi};
use reversi::records::{
    BoardPosition, Format, GameRecord, Input, Names, RecordFormat, Records, Wthor, read,
};

fn records(format: Format, path: &Path) -> Result<Vec<GameRecord>, String> {
    let bytes = fs::read(path).unwrap();
    let found = read(format, &bytes[..]);
    found
        .map(|found| {
            found
                .map(|entry| entry.record)
                .map_err(|error| error.to_string())
        })
        .collect()
}

/// Replays the moves by the plain rules.
fn replayed(record: &GameRecord) -> Reversi {
    let mut game = record.start().to_game();
    for mv in record.game_moves() {
        game.play(mv).unwrap();
    }
    assert_eq!(game.board(), record.to_game().board());
    game
}

#[test]
fn every_game_of_a_year_of_wthor_replays_to_its_own_count() {
    let (Some(path), Some(jou), Some(trn)) =
        (data("wth_1980.wtb"), data("wthor.jou"), data("wthor.trn"))
    else {
        return;
    };
    let names = |path, width| Names::parse(&fs::read(path).unwrap(), width).unwrap();
    let players = names(jou, Names::PLAYER);
    let tournaments = names(trn, Names::TOURNAMENT);
    let bytes = fs::read(&path).unwrap();
    let format = Wthor::with_names(Some(players), Some(tournaments));
    let games: Vec<GameRecord> = Records::new(Box::new(format), Input::new(&bytes[..]))
        .map(|found| found.unwrap().record)
        .collect();
    assert_eq!(games.len(), 160);
    let mut finished = 0;
    for record in &games {
        let game = replayed(record);
        if let Some(outcome) = game.outcome() {
            finished += 1;
            let black = outcome.score.unwrap().result(Player::Black);
            let said = record.result.unwrap().difference.unwrap();
            assert!((2.0 * f64::from(black) - 64.0 - said).abs() < 0.01);
        }
        assert_eq!(record.date.as_ref().unwrap().year, 1980);
        assert_eq!(record.theoretical.unwrap().empties, 24);
    }
    assert!(finished > 150, "{finished}");
    assert_eq!(games[0].event, "World Championship");
    let mut again = Wthor::default();
    for record in &games {
        again.print(record).unwrap();
    }
    let printed = again.finish();
    // Identical to the file, except for the date and the numbers of the names.
    assert_eq!(printed.len(), bytes.len());
    assert_eq!(printed[4..16], bytes[4..16]);
    for (ours, theirs) in printed[16..].chunks(68).zip(bytes[16..].chunks(68)) {
        assert_eq!(ours[6..], theirs[6..]);
    }
}

#[test]
fn every_game_of_a_server_replays_to_its_own_count() {
    let Some(path) = data("ggs-games.ggf") else {
        return;
    };
    let games = records(Format::Ggf, &path).unwrap();
    assert_eq!(games.len(), 6);
    for record in &games {
        replayed(record);
        let result = record.result.unwrap();
        assert!(record.is_over(), "{record:?}");
        assert_eq!(record.counted().difference, result.difference);
        assert!(
            record
                .moves()
                .iter()
                .all(|mv| mv.square.is_none() || mv.seconds.is_some())
        );
    }
    let evaluated = games
        .iter()
        .flat_map(GameRecord::moves)
        .filter(|mv| mv.evaluation.is_some());
    assert_eq!(evaluated.count(), 13);
}

#[test]
fn every_text_save_loads_or_is_refused_as_its_index_says() {
    let Some(index) = data("li2/INDEX.tsv") else {
        return;
    };
    let folder = index.parent().unwrap();
    let mut seen = 0;
    for line in fs::read_to_string(&index).unwrap().lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, _, format, side, discs, status, moves] = fields[..] else {
            continue;
        };
        if !name.starts_with("save-") {
            continue;
        }
        seen += 1;
        let path = folder.join(name);
        // The format of a rejected file is detected, too.
        assert_eq!(
            Format::of_content(&fs::read(&path).unwrap()),
            Format::TextSave,
            "{name}"
        );
        let found = records(Format::TextSave, &path);
        if format.contains("malformed") {
            let error = found.unwrap_err();
            assert!(error.starts_with("record 1, byte "), "{name}: {error}");
            continue;
        }
        let found = found.unwrap_or_else(|error| panic!("{name}: {error}"));
        let [record] = &found[..] else {
            panic!("{name}: {found:?}")
        };
        replayed(record);
        if side.is_empty() {
            assert!(!record.moves().is_empty(), "{name}");
            continue;
        }
        let board = record.start();
        assert_eq!(
            board.turn,
            if side == "X" {
                Player::Black
            } else {
                Player::White
            },
            "{name}"
        );
        let score = board.score();
        let counted = format!(
            "X={} O={} empty={}",
            score.black, score.white, score.empties
        );
        assert_eq!(counted, discs, "{name}");
        let legal = reversi::engine::squares(board.position().legal_moves());
        let legal: Vec<String> = legal
            .map(|square| format!("{},{}", square / 8 + 1, square % 8 + 1))
            .collect();
        assert_eq!(legal.join(" "), moves, "{name}");
        assert_eq!(legal.is_empty(), status == "pass", "{name}");
    }
    assert_eq!(seen, 36);
}

#[test]
fn the_histories_of_text_saves_replay() {
    let Some(index) = data("li2/INDEX.tsv") else {
        return;
    };
    let folder = index.parent().unwrap();
    for (name, moves, passes, black, white) in [
        ("history-1.txt", 41, None, 45, 0),
        ("history-2.txt", 44, Some(9), 0, 0),
        ("history-3.txt", 60, None, 64, 0),
        ("history-4.txt", 10, None, 0, 0),
    ] {
        let found = records(Format::TextSave, &folder.join(name));
        let found = found.unwrap_or_else(|error| panic!("{name}: {error}"));
        let record = &found[0];
        replayed(record);
        assert_eq!(record.game_moves().count(), moves, "{name}");
        // A pass forced by the last move is not between moves.
        let passed = record.moves().len() - moves - usize::from(record.has_just_passed());
        assert_eq!(passed, passes.unwrap_or(passed), "{name}");
        if black + white > 0 {
            assert!(record.is_over(), "{name}");
            let mut counts = [record.score().black, record.score().white];
            counts.sort_unstable();
            assert_eq!(counts, [white, black], "{name}");
        }
    }
    let error = records(Format::TextSave, &folder.join("history-bad-1.txt")).unwrap_err();
    assert!(
        error.contains("no legal move connects states 31 and 32"),
        "{error}"
    );
}

/// Reads a text in its detected format. Returns each record as a transcript or a board, or its error.
fn shown(text: &str) -> Vec<String> {
    let format = Format::of_content(text.as_bytes());
    let shown = read(format, text.as_bytes()).map(|found| match found {
        Err(error) => error.to_string(),
        Ok(entry) => {
            let printed = format.open().print(&entry.record).unwrap();
            String::from_utf8(printed).unwrap().trim_end().to_owned()
        }
    });
    shown.collect()
}

#[test]
fn what_people_write_around_games_and_boards_is_understood() {
    let line = BoardPosition::START.to_string();
    let rows: String = (0..8)
        .map(|row| line[8 * row..8 * row + 8].to_owned() + "\n")
        .collect();
    let lettered = line.replace('X', "B").replace('O', "W").replace('-', "_");
    for (text, expected) in [
        // Evaluations and times between moves.
        ("f5 1.5 d6 1.2 c3\n", &["F5d6C3"][..]),
        ("1. f5 (+1.5) d6 (-1.2) 2. c3\n", &["F5d6C3"]),
        ("f5 (1) d6 (2) c3 (1) d3\n", &["F5d6C3d3"]),
        // Rules above games.
        ("--------\nf5d6c3\n", &["F5d6C3"]),
        ("************************\nf5d6c3\n", &["F5d6C3"]),
        (
            "-- -- -- --\nf5d6c3\n--------\n\nf5f6\n",
            &["F5d6C3", "F5f6"],
        ),
        // A byte order mark.
        ("\u{feff}f5d6c3\n", &["F5d6C3"]),
        (&format!("\u{feff}{line}\n"), &[&line]),
        (&format!("\u{feff}{rows}X\n"), &[&line]),
        (
            &format!("\u{feff}{line}; D3:+0;\n"),
            &[&format!("{line}; D3:+0;")],
        ),
        // Other letters, and comments.
        (&format!("{lettered}\n"), &[&line]),
        (
            &format!("{} Black to move # comment\n", &lettered[..64]),
            &[&line],
        ),
        (
            &format!("% start\n{}X\n", rows.replace('\n', " # row\n")),
            &[&line],
        ),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn a_bad_transcript_takes_only_itself_along() {
    for (text, first, others) in [
        (
            "1. f5 d6\n2. a8 x\n3. c4 c3\n\n1. f5 f6\n",
            "ply 3: a8 ",
            &["F5f6"][..],
        ),
        ("f5d6c3d3c4f4a8\nc5b3c2e3d2\nc6b4b5\n", "ply 7: a8 ", &[]),
        ("f5d6a8\nf5f6\nf5d6c3\n", "ply 3: a8 ", &["F5f6", "F5d6C3"]),
    ] {
        let found = shown(text);
        assert!(found[0].contains(first), "{found:?}");
        assert_eq!(found[1..], *others, "{text}");
    }
}
