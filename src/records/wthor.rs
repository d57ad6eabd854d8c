//! WTHOR, the game database of the French Othello federation.
//!
//! A `.wtb` file contains the games of a year, a `.jou` file the names of players, a `.trn` file the names of
//! tournaments. Without name files, a player or tournament is named by its number, `#311`; 0 has no name.
//!
//! The header has 16 bytes: the date of the file (century, year, month, day), the number of games (4 bytes,
//! little-endian), 2 unused bytes, the year of the games (2), the board size (0 and 8 mean 8), the type (0 for
//! games), the empties of the theoretical scores, and an unused byte. A game has 68 bytes: tournament (2),
//! Black (2), White (2), Black's discs (1), Black's theoretical discs (1), and 60 moves (1 each: ten times the row
//! plus the column, 0 after the last). The winner gets the empty squares. Passes are not written.

mod names;
mod writer;

use crate::base::language::{marked, tr};
use crate::games::{Player, Square};

use super::{
    BadRecord, Companion, Date, Entry, GameRecord, GameResult, Input, Problem, ReadError,
    RecordFormat, Termination, TheoreticalScore, Unwritable,
};

pub use names::Names;

const HEADER: usize = 16;

/// The size of a game, in bytes.
const GAME: usize = 68;

/// The date at the beginning of a header: century, year, month and day.
fn date(made: Option<jiff::civil::Date>) -> [u8; 4] {
    let made = made.unwrap_or(jiff::civil::date(2000, 1, 1));
    let [month, day] = [made.month(), made.day()].map(i8::unsigned_abs);
    let year = made.year();
    let [century, year] = [year / 100, year % 100].map(|part| u8::try_from(part).unwrap_or(0));
    [century, year, month, day]
}

/// A reader and writer of WTHOR files.
#[derive(Debug, Default)]
pub struct Wthor {
    players: Option<Names>,
    tournaments: Option<Names>,
    reading: Option<WthorHeader>,
    /// The number of games read so far.
    games: u32,
    is_done: bool,
    writer: writer::WthorWriter,
}

#[derive(Debug, Clone, Copy)]
struct WthorHeader {
    games: u32,
    year: u16,
    /// The empties of the theoretical scores.
    depth: u8,
}

impl Wthor {
    /// Creates a reader with the names of players (`.jou`) and tournaments (`.trn`).
    pub fn with_names(players: Option<Names>, tournaments: Option<Names>) -> Self {
        Self {
            players,
            tournaments,
            ..Self::default()
        }
    }

    pub(crate) fn set_date(&mut self, day: jiff::civil::Date) {
        self.writer.made = Some(day);
    }

    fn header(&mut self, input: &mut Input<'_>) -> Result<WthorHeader, ReadError> {
        let offset = input.offset();
        let bytes = input.bytes(HEADER)?;
        let header = header(&bytes).map_err(|reason| {
            self.is_done = true;
            BadRecord::new(offset, Problem::NotWthor(reason))
        })?;
        self.reading = Some(header);
        Ok(header)
    }

    /// Parses a game. Error offsets count from the beginning of the game.
    fn game(&self, bytes: &[u8], header: WthorHeader) -> Result<GameRecord, BadRecord> {
        let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let named = |names: &Option<Names>, number: u16| match names {
            Some(names) => names.name(number).to_owned(),
            None if number == 0 => String::new(),
            None => format!("#{number}"),
        };
        let mut record = GameRecord::new();
        let bad = play_all(&mut record, &bytes[8..GAME]).err();
        record.event = named(&self.tournaments, number(0));
        record.players[Player::Black.index()].name = named(&self.players, number(2));
        record.players[Player::White.index()].name = named(&self.players, number(4));
        let real = bytes[6];
        let theoretical = bytes[7];
        let counted = record.score().result(Player::Black);
        if bad.is_none() && (real > 64 || record.is_over() && u32::from(real) != counted) {
            return Err(BadRecord::new(
                6,
                Problem::Score {
                    said: real,
                    counted,
                },
            ));
        }
        if real <= 64 {
            let difference = 2.0 * f64::from(real) - 64.0;
            record.result = Some(GameResult::by_difference(difference, Termination::Played));
        }
        if header.depth > 0 && theoretical <= 64 {
            record.theoretical = Some(TheoreticalScore {
                empties: header.depth,
                black: theoretical,
            });
        }
        // The other formats need a four-digit year.
        record.date = (1..=9999)
            .contains(&header.year)
            .then(|| Date::of_year(header.year));
        match bad {
            None => Ok(record),
            Some(bad) => Err(bad.after(record)),
        }
    }
}

/// Plays the moves of a game, which end with zeros. Error offsets count from the beginning of the game.
fn play_all(record: &mut GameRecord, codes: &[u8]) -> Result<(), BadRecord> {
    let mut is_over = false;
    for (index, &code) in codes.iter().enumerate() {
        let at = 8 + index as u64;
        is_over |= code == 0;
        let row = code / 10;
        let column = code % 10;
        if is_over && code == 0 {
            continue;
        }
        if is_over || !(1..=8).contains(&row) || !(1..=8).contains(&column) {
            let problem = Problem::Code {
                move_number: index + 1,
                code,
            };
            return Err(BadRecord::new(at, problem));
        }
        let square = Square {
            row: row - 1,
            column: column - 1,
        };
        let ply = record.moves().len() + 1;
        record.play(square).map_err(|source| {
            let problem = Problem::Move {
                name: square.to_string(),
                ply,
                source,
            };
            BadRecord::new(at, problem)
        })?;
    }
    Ok(())
}

impl RecordFormat for Wthor {
    fn read(&mut self, input: &mut Input<'_>) -> Result<Option<Entry>, ReadError> {
        if self.is_done {
            return Ok(None);
        }
        let header = match self.reading {
            Some(header) => header,
            None => self.header(input)?,
        };
        let offset = input.offset();
        let said = header.games;
        if self.games == said {
            self.is_done = true;
            if input.peek()?.is_none() {
                return Ok(None);
            }
            let problem = Problem::Count {
                said,
                found: tr!("more data follows").to_owned(),
            };
            return Err(BadRecord::new(offset, problem).into());
        }
        let bytes = input.bytes(GAME)?;
        if bytes.len() < GAME {
            self.is_done = true;
            let found = tr!("the file ends after {n}", n = self.games);
            return Err(BadRecord::new(offset, Problem::Count { said, found }).into());
        }
        self.games += 1;
        let record = self
            .game(&bytes, header)
            .map_err(|bad| bad.within(offset))?;
        Ok(Some(Entry::new(offset, record)))
    }

    fn print(&mut self, record: &GameRecord) -> Result<Vec<u8>, Unwritable> {
        self.writer.add(record)?;
        Ok(Vec::new())
    }

    fn finish(&mut self) -> Vec<u8> {
        self.writer.file()
    }

    fn companions(&self) -> Vec<Companion> {
        self.writer.companions()
    }
}

fn header(bytes: &[u8]) -> Result<WthorHeader, &'static str> {
    let Ok(bytes) = <[u8; HEADER]>::try_from(bytes) else {
        return Err(marked!("the header of 16 bytes is incomplete"));
    };
    let [
        _,
        _,
        month,
        day,
        n0,
        n1,
        n2,
        n3,
        _,
        _,
        y0,
        y1,
        size,
        kind,
        depth,
        _,
    ] = bytes;
    if month > 12 || day > 31 {
        return Err(marked!("the date in the header is invalid"));
    }
    if ![0, 8].contains(&size) {
        return Err(marked!("the board is not 8x8"));
    }
    if kind != 0 {
        return Err(marked!("it contains problems, not games"));
    }
    Ok(WthorHeader {
        games: u32::from_le_bytes([n0, n1, n2, n3]),
        year: u16::from_le_bytes([y0, y1]),
        depth,
    })
}

/// Whether a file that begins with `bytes` contains WTHOR games.
pub fn is_beginning(bytes: &[u8]) -> bool {
    bytes
        .get(..HEADER)
        .is_some_and(|bytes| (15..=30).contains(&bytes[0]) && header(bytes).is_ok())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{BoardPosition, Records, arbitrary};
    use super::*;

    fn print(records: &[GameRecord]) -> Wthor {
        let mut wthor = Wthor::default();
        for record in records {
            assert_eq!(wthor.print(record), Ok(Vec::new()));
        }
        wthor
    }

    fn read(bytes: &[u8], companions: &[Companion]) -> Vec<Result<GameRecord, String>> {
        let names = |extension: &str, width| {
            let file = companions.iter().find(|(name, _)| *name == extension);
            file.and_then(|(_, bytes)| Some(Names::parse(bytes.as_ref()?, width).unwrap()))
        };
        let players = names("jou", Names::PLAYER);
        let format = Wthor::with_names(players, names("trn", Names::TOURNAMENT));
        let found = Records::new(Box::new(format), Input::new(bytes));
        found
            .map(|found| {
                found
                    .map(|entry| entry.record)
                    .map_err(|error| error.to_string())
            })
            .collect()
    }

    fn game(name: &str) -> GameRecord {
        let mut record = GameRecord::by_choices(&[0; 60]);
        record.players[0].name = name.to_owned();
        record
    }

    #[test]
    fn an_unfinished_game_keeps_its_winner() {
        use crate::games::{Player, Square};
        // Black is ahead on the board, 4 discs to 1.
        let mut record = GameRecord::new();
        record.play(Square { row: 4, column: 5 }).unwrap();
        for (result, expected) in [
            (None, 3.0),
            (
                Some(GameResult::won(Player::White, Termination::Resigned)),
                -2.0,
            ),
            (
                Some(GameResult::won(Player::Black, Termination::Resigned)),
                3.0,
            ),
            (
                Some(GameResult {
                    winner: None,
                    difference: None,
                    ending: Termination::Agreed,
                }),
                0.0,
            ),
            (
                Some(GameResult::by_difference(-20.0, Termination::Agreed)),
                -20.0,
            ),
        ] {
            record.result = result;
            let found = read(&print(&[record.clone()]).finish(), &[])[0]
                .clone()
                .unwrap();
            let difference = found.result.and_then(|result| result.difference).unwrap();
            assert!(
                (difference - expected).abs() <= 1.0,
                "{result:?}: {difference}"
            );
        }
    }

    #[test]
    fn names_are_numbers_without_files_of_names() {
        let mut record = game("Ann");
        record.event = "Open".to_owned();
        let mut wthor = print(&[record]);
        let bytes = wthor.finish();
        let found = read(&bytes, &[])[0].clone().unwrap();
        assert_eq!((&*found.event, &*found.players[0].name), ("#1", "#1"));
        // Printing them again changes nothing.
        let mut again = print(&[found]);
        assert_eq!(again.finish(), bytes);
        assert_eq!(again.companions(), [("jou", None), ("trn", None)]);
        assert!(
            wthor
                .companions()
                .iter()
                .all(|(_, content)| content.is_some())
        );
    }

    #[test]
    fn a_year_has_four_digits() {
        let mut bytes = print(&[game("Ann")]).finish();
        for (year, expected) in [
            (0, None),
            (1977, Some(1977)),
            (9999, Some(9999)),
            (10_000, None),
        ] {
            bytes[10..12].copy_from_slice(&u16::to_le_bytes(year));
            let record = read(&bytes, &[]).remove(0).unwrap();
            assert_eq!(record.date.map(|date| date.year), expected, "{year}");
        }
    }

    #[test]
    fn faults_have_a_place_and_the_next_game_is_read() {
        let good = print(&[game("Ann"), game("Bob")]).finish();
        let problem = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = good.clone();
            change(&mut bytes);
            let found = read(&bytes, &[]);
            let wrong: Vec<String> = found
                .iter()
                .filter_map(|found| found.clone().err())
                .collect();
            assert_eq!(wrong.len(), 1, "{wrong:?}");
            (wrong[0].clone(), found.len())
        };
        let said = problem(&|bytes| bytes[24] = 11);
        assert_eq!(
            said.0,
            "record 1, byte 24: ply 1: a1 is not legal: a move must flip at least one disc"
        );
        assert_eq!(said.1, 2);
        let said = problem(&|bytes| bytes[25] = 99);
        assert_eq!(
            said.0,
            "record 1, byte 25: invalid square code 99 for move 2: expected 11 to 88"
        );
        let said = problem(&|bytes| bytes[26] = 0);
        assert!(
            said.0
                .starts_with("record 1, byte 27: invalid square code 22 for move 4"),
            "{}",
            said.0
        );
        let said = problem(&|bytes| bytes[22] ^= 1);
        assert!(
            said.0.starts_with("record 1, byte 22: wrong result"),
            "{}",
            said.0
        );
        let said = problem(&|bytes| bytes.truncate(100));
        assert_eq!(
            said.0,
            "record 2, byte 84: the header says 2 games, but the file ends after 1"
        );
        let said = problem(&|bytes| bytes.push(0));
        assert_eq!(
            said.0,
            "record 3, byte 152: the header says 2 games, but more data follows"
        );
        for (at, value) in [(12, 10), (13, 1), (2, 13)] {
            let said = problem(&|bytes| bytes[at] = value);
            assert!(
                said.0.starts_with("record 1, byte 0: not a WTHOR file"),
                "{}",
                said.0
            );
            assert_eq!(said.1, 1);
        }
        assert!(
            problem(&|bytes| bytes.truncate(3))
                .0
                .contains("header of 16 bytes")
        );
        let board = BoardPosition::START.passed();
        let other = Wthor::default()
            .print(&GameRecord::from_start(board))
            .unwrap_err();
        assert_eq!(
            other.to_string(),
            "WTHOR must start from the standard position"
        );
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_again(records in prop::collection::vec(arbitrary::record(), 1..4)) {
            let mut wthor = print(&records);
            let found = read(&wthor.finish(), &wthor.companions());
            prop_assert_eq!(found.len(), records.len());
            let year = |record: &GameRecord| record.date.as_ref().map(|date| date.year);
            let same_year = records.iter().all(|record| year(record) == year(&records[0]));
            for (found, record) in found.into_iter().map(Result::unwrap).zip(&records) {
                prop_assert!(found.game_moves().eq(record.game_moves()));
                let names = |record: &GameRecord| {
                    let [black, white] = &record.players;
                    let long = |name: &str| name.chars().take(19).collect::<String>();
                    [long(&black.name), long(&white.name), record.event.clone()]
                };
                prop_assert_eq!(names(&found), names(record));
                prop_assert_eq!(year(&found), year(record).filter(|_| same_year));
                if record.is_over() {
                    prop_assert_eq!(found.result, Some(record.counted()));
                }
                if records.len() == 1 {
                    prop_assert_eq!(found.theoretical, record.theoretical);
                }
            }
        }

        #[test]
        fn any_bytes_are_safe(
            bytes in prop::collection::vec(prop_oneof![0..90_u8, any::<u8>()], 0..200),
            size in prop::sample::select(vec![0_u8, 8]),
        ) {
            let mut bytes = bytes;
            for (place, value) in bytes.iter_mut().take(16).zip([20, 5, 10, 8, 2, 0, 0, 0, 0, 0, 0, 0, size, 0, 24, 0]) {
                *place = value;
            }
            read(&bytes, &[]);
            let _ = Names::parse(&bytes, Names::PLAYER);
        }
    }
}
