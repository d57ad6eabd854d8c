//! Tests with small, fully built books.

use proptest::prelude::*;
use std::collections::BTreeMap;
use std::io::Write;

use super::*;
use crate::base::text::Shard;
use crate::engine::{Engine, Limits, Position, squares, turned_square};

const DEVIATION: Deviation = Deviation {
    per_move: 3,
    total: 5,
    plies: 9,
};
const LEVEL: u8 = 2;

fn searched(engine: &mut Engine, due: SearchTask) -> Searched {
    let mut lines = due.moves;
    loop {
        engine.clear();
        let limits = Limits {
            depth: LEVEL.into(),
            exact_from: 0,
            lines,
            ..Limits::default()
        };
        let found = engine.search(due.position, &limits);
        let searched = Searched::new(due.position, &found);
        match due.more(&searched) {
            Some(more) => lines = more,
            None => return searched,
        }
    }
}

fn searches(deviation: Deviation, shard: Shard, base: &[BookRecord]) -> Vec<Searched> {
    let mut engine = Engine::new(1, 1);
    let mut plan = Plan::new(deviation, shard, base);
    let mut all = Vec::new();
    loop {
        for due in plan.due() {
            let searched = searched(&mut engine, due);
            assert!(due.is_answered(&searched), "{due:?} {searched}");
            plan.found(&searched);
            all.push(searched);
        }
        if !plan.advance() {
            return all;
        }
    }
}

fn records(deviation: Deviation) -> Vec<BookRecord> {
    assemble(Vec::new(), &searches(deviation, Shard::ALL, &[]), LEVEL)
}

fn in_memory(records: &[BookRecord]) -> Book {
    let bytes = BookHeader::book(Some(DEVIATION), 1, records);
    Book::in_memory(Box::leak(bytes.into_boxed_slice())).unwrap()
}

fn in_file(bytes: &[u8]) -> Result<Book, BookError> {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    std::io::Seek::rewind(&mut file).unwrap();
    Book::in_file(file)
}

fn negamax(records: &BTreeMap<Position, BookRecord>, record: &BookRecord) -> i32 {
    let inside = squares(record.position.legal_moves()).filter_map(|square| {
        let next = moves::after_move(record.position, square)?;
        Some(next.sign * i32::from(records.get(&next.position)?.score))
    });
    inside
        .chain(record.leaf.map(|leaf| leaf.1.into()))
        .max()
        .unwrap()
}

#[test]
fn any_number_of_shares_makes_the_same_book() {
    let whole = BookHeader::book(None, 0, &records(DEVIATION));
    for count in [2, 3, 7] {
        let parts: Vec<Vec<Searched>> = (1..=count)
            .map(|index| searches(DEVIATION, Shard { index, count }, &[]))
            .collect();
        let merged = assemble(Vec::new(), parts.iter().rev().flatten(), LEVEL);
        assert!(BookHeader::book(None, 0, &merged) == whole, "{count}");
    }
}

#[test]
fn scores_are_those_of_the_best_moves() {
    let records = records(DEVIATION);
    assert!(records.len() > 100, "{}", records.len());
    let by_key: BTreeMap<Position, BookRecord> = records
        .iter()
        .map(|record| (record.position, *record))
        .collect();
    for record in &records {
        assert_eq!(record.check(), Ok(()));
        assert_eq!(
            i32::from(record.score),
            negamax(&by_key, record),
            "{record:?}"
        );
        let outside = record
            .leaf
            .map(|leaf| moves::after_move(record.position, leaf.0.into()).unwrap());
        assert!(outside.is_none_or(|next| !by_key.contains_key(&next.position)));
    }
    // Up to symmetry, the start has only one move, which counts four times.
    let start = by_key[&Position::START.canonical()];
    let next = by_key[&moves::after_move(start.position, 19).unwrap().position];
    assert_eq!((start.leaf, start.lines), (None, 4 * next.lines));
    assert_eq!(union(vec![records.clone()]), records);
}

#[test]
fn a_position_is_found_in_all_symmetries_in_memory_and_in_a_file() {
    let records = records(DEVIATION);
    let memory = in_memory(&records);
    let file = in_file(&BookHeader::book(None, 0, &records)).unwrap();
    for record in &records {
        for symmetry in 0..8 {
            let turned = record.position.turned(symmetry);
            assert_eq!(memory.record(turned), Some(*record));
            let moves = memory.moves(turned);
            assert_eq!(moves, file.moves(turned));
            assert_eq!(moves[0].score, i32::from(record.score));
            let legal = turned.legal_moves();
            assert!(
                moves.iter().all(|mv| legal >> mv.square & 1 == 1),
                "{moves:?}"
            );
            assert!((1..=10).contains(&memory.reach(turned)));
        }
    }
    assert_eq!(memory.reach(Position::START), 10);
    let elsewhere = Position::new(1, 2).unwrap();
    assert_eq!(
        (memory.record(elsewhere), memory.reach(elsewhere)),
        (None, 0)
    );
    assert_eq!(file.moves(elsewhere), []);
    assert_eq!(
        (memory.read().unwrap(), file.read().unwrap()),
        (records.clone(), records)
    );
}

#[test]
fn a_small_file_is_searched_over_several_blocks() {
    // More records than are read at once.
    let records = records(Deviation {
        per_move: 6,
        total: 12,
        plies: 8,
    });
    assert!(records.len() > 1000, "{}", records.len());
    let file = in_file(&BookHeader::book(None, 0, &records)).unwrap();
    assert!(
        records
            .iter()
            .all(|record| file.record(record.position) == Some(*record))
    );
}

#[test]
fn growing_adds_what_a_larger_book_has() {
    let small = records(Deviation {
        plies: 5,
        ..DEVIATION
    });
    let grown = searches(DEVIATION, Shard::ALL, &small);
    let afresh = searches(DEVIATION, Shard::ALL, &[]);
    // Positions before the last ply of the smaller book are searched again only if their best other move is
    // followed now.
    assert!(grown.len() < afresh.len());
    let records = assemble(small.clone(), &grown, LEVEL);
    let is_kept = |record: &BookRecord| find(&records, record.position).is_some();
    assert!(small.iter().all(is_kept) && records.len() > small.len());
    // The same with two shards.
    let parts: Vec<Vec<Searched>> = [1, 2]
        .map(|index| searches(DEVIATION, Shard { index, count: 2 }, &small))
        .into();
    assert_eq!(assemble(small, parts.iter().flatten(), LEVEL), records);
}

fn find(records: &[BookRecord], position: Position) -> Option<&BookRecord> {
    records.iter().find(|record| record.position == position)
}

#[test]
fn a_game_is_learned_with_all_its_positions() {
    let base = records(Deviation {
        plies: 2,
        ..DEVIATION
    });
    let mut position = Position::START;
    let game: Vec<Position> = (0..12)
        .map(|_| {
            let before = position;
            let moves: Vec<u32> = squares(position.legal_moves()).collect();
            position = position.after(moves[moves.len() / 2]);
            before
        })
        .collect();
    let due = lessons(game.clone(), &base);
    assert!(due.iter().all(|due| due.until.is_none()));
    let mut engine = Engine::new(1, 1);
    let searched: Vec<Searched> = due
        .into_iter()
        .map(|due| searched(&mut engine, due))
        .collect();
    let learned = assemble(base, &searched, LEVEL);
    for position in game.iter().filter(|position| position.legal_moves() != 0) {
        assert!(
            find(&learned, position.canonical()).is_some(),
            "{position:?}"
        );
    }
    assert_eq!(lessons(game, &learned), []);
}

#[test]
fn of_a_position_in_two_books_the_higher_level_is_kept() {
    let low = records(Deviation {
        plies: 2,
        ..DEVIATION
    });
    let high: Vec<BookRecord> = low
        .iter()
        .map(|&record| BookRecord { level: 9, ..record })
        .collect();
    for books in [vec![low.clone(), high.clone()], vec![high.clone(), low]] {
        assert_eq!(union(books), high);
    }
}

#[test]
fn a_book_of_edax_has_the_same_records() {
    let records = records(DEVIATION);
    let edax = to_edax(&records);
    let imported = from_edax(&edax[..]).unwrap();
    assert_eq!(
        (imported.records, imported.skipped),
        (records.clone(), SkippedPositions::default())
    );
    // 42 bytes each, and two for each link.
    assert!(edax.len() > 42 + 42 * records.len());
    for cut in [0, 7, 8, 20, 41, 42, 60, edax.len() - 1] {
        assert!(from_edax(&edax[..cut]).is_err(), "{cut}");
    }
}

#[test]
fn a_book_of_egaroucid_has_its_boards_turned() {
    let records = records(Deviation {
        plies: 4,
        ..DEVIATION
    });
    let mut bytes = b"DICUORAGE\x03".to_vec();
    bytes.extend(u32::try_from(records.len()).unwrap().to_le_bytes());
    for record in &records {
        let turned = record.position.turned(3);
        let (leaf, score) = record.leaf.unwrap_or((126, -127));
        let leaf = if leaf < 64 {
            turned_square(leaf.into(), 3)
        } else {
            126
        };
        bytes.extend(
            [turned.player(), turned.opponent()]
                .into_iter()
                .flat_map(u64::to_le_bytes),
        );
        bytes.extend([record.score.to_le_bytes()[0], record.level]);
        bytes.extend(u32::from(record.lines).to_le_bytes());
        bytes.extend([score.to_le_bytes()[0], leaf.to_le_bytes()[0], record.level]);
    }
    assert_eq!(from_egaroucid(&bytes[..]).unwrap().records, records);
    for cut in [0, 9, 12, 14, bytes.len() - 1] {
        let error = from_egaroucid(&bytes[..cut]).err();
        assert!(error.is_some(), "{cut}");
    }
    // Invalid scores are skipped, and a level of -1 is unknown.
    let mut wrong = bytes.clone();
    (wrong[14 + 16], wrong[14 + 25 + 17]) = (100, 255);
    let imported = from_egaroucid(&wrong[..]).unwrap();
    assert_eq!(
        imported.skipped,
        SkippedPositions {
            scores: 1,
            ..SkippedPositions::default()
        }
    );
    let levels: Vec<u8> = imported.records.iter().map(|record| record.level).collect();
    assert_eq!((levels.len(), levels[0]), (records.len() - 1, 0));
    assert!(levels[1..].iter().all(|&level| level == LEVEL));
}

#[test]
fn what_is_skipped_of_a_foreign_book_is_counted_by_its_reason() {
    let single = |name: &str| 1_u64 << crate::games::parse_square(name, 8, 8).unwrap().index(8);
    let set = |names: &[&str]| {
        names
            .iter()
            .map(|name| single(name))
            .fold(0, |all, one| all | one)
    };
    let middle = set(&["d4", "d5", "e4", "e5"]);
    // Only White can flip something: b1, from a1.
    let row = set(&["c1", "d1", "e1", "f1", "g1", "h1"]);
    let pass = Position::new(single("b1"), middle | row).unwrap();
    assert!(pass.legal_moves() == 0 && pass.passed().legal_moves() != 0);
    let over = Position::new(middle, 0).unwrap();
    let of = |position| BookRecord {
        position,
        score: 0,
        level: 3,
        leaf: None,
        lines: 1,
    };
    let start = of(Position::START.canonical());
    let turned = (0..8).map(|symmetry| Position::START.after(19).turned(symmetry));
    let images: Vec<BookRecord> = turned.map(of).collect();
    let mut all = vec![start, of(pass), of(over), of(Position::new(1, 2).unwrap())];
    all.push(BookRecord { score: 99, ..start });
    all.push(BookRecord {
        leaf: Some((0, 1)),
        ..start
    });
    all.extend(&images);
    let imported = from_edax(&to_edax(&all)[..]).unwrap();
    assert_eq!(imported.records.len(), 2);
    let expected = SkippedPositions {
        passes: 1,
        over: 1,
        scores: 1,
        impossible: 2,
        twice: 7,
    };
    assert_eq!(imported.skipped, expected);
}

#[test]
fn a_foreign_book_is_read_piece_by_piece() {
    /// Returns an I/O error after some bytes.
    struct Broken<'a>(&'a [u8]);
    impl std::io::Read for Broken<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let error = || Err(std::io::ErrorKind::PermissionDenied.into());
            if self.0.is_empty() {
                error()
            } else {
                self.0.read(buffer)
            }
        }
    }
    // The first bytes are enough to refuse the file.
    for bytes in [&b"not a book, whatever follows"[..], &[0; 20]] {
        assert!(matches!(
            from_edax(Broken(bytes)),
            Err(BookError::NotABook(_))
        ));
        assert!(matches!(
            from_egaroucid(Broken(bytes)),
            Err(BookError::NotABook(_))
        ));
    }
    let edax = to_edax(&records(Deviation {
        plies: 2,
        ..DEVIATION
    }));
    assert!(matches!(
        from_edax(Broken(&edax[..99])),
        Err(BookError::Unreadable(_))
    ));
    // The count is untrusted until the positions have been read.
    let many = [&edax[..38], &5_000_000_u32.to_le_bytes(), &edax[42..]].concat();
    assert!(matches!(
        from_edax(&many[..]),
        Err(BookError::Torn {
            count: 5_000_000,
            ..
        })
    ));
}

#[test]
fn the_shipped_book_is_whole() {
    let records = Book::shipped().read().unwrap();
    assert_eq!(union(vec![records.clone()]), records);
    assert!(find(&records, Position::START.canonical()).is_some());
    assert!(include_bytes!("shipped.book").len() <= 2_500_000);
}

#[test]
fn other_files_are_not_books() {
    for bytes in [
        &b""[..],
        b"RvB",
        b"a text of some length, but not a book at all\n",
    ] {
        assert!(
            matches!(in_file(bytes), Err(BookError::NotABook(_))),
            "{bytes:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Reading a damaged book in full detects the damage; a lookup returns nothing, or something legal.
    #[test]
    fn every_damage_is_found(byte in 0_usize..5000, change in 1_u8.., cut in 0_usize..5000) {
        static BYTES: LazyLock<Vec<u8>> =
            LazyLock::new(|| BookHeader::book(None, 0, &records(Deviation { plies: 6, ..DEVIATION })));
        let mut bytes = BYTES.clone();
        let byte = byte % bytes.len();
        bytes[byte] ^= change;
        if let Ok(book) = in_file(&bytes) {
            prop_assert!(book.read().is_err());
            for mv in book.moves(Position::START) {
                prop_assert!(Position::START.legal_moves() >> mv.square & 1 == 1);
            }
        }
        let cut = cut % BYTES.len();
        prop_assert!(in_file(&BYTES[..cut]).is_err());
    }
}
