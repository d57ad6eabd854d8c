//! Writes WTHOR files. The header contains the number of games, so the games are collected first.

use crate::base::language::marked;
use crate::games::Player;

use super::super::{BoardPosition, Companion, Format, GameRecord, Unwritable};
use super::{GAME, HEADER, Names, date};

/// The number of bytes for the moves of a game.
const MOVES: usize = GAME - 8;

#[derive(Debug, Default)]
pub struct WthorWriter {
    pub made: Option<jiff::civil::Date>,
    games: Vec<WthorGame>,
    players: Names,
    tournaments: Names,
}

#[derive(Debug)]
struct WthorGame {
    /// The numbers of the tournament, Black and White in the name files.
    names: [u16; 3],
    year: u16,
    real: u8,
    /// The empties and Black's discs.
    theoretical: Option<(u8, u8)>,
    /// The moves, filled up with zeros.
    moves: [u8; MOVES],
}

impl WthorWriter {
    pub fn add(&mut self, record: &GameRecord) -> Result<(), Unwritable> {
        if record.start() != BoardPosition::START {
            return Err(Unwritable::OtherStart(Format::Wthor));
        }
        let [black, white] = &record.players;
        let names = [
            self.tournaments.number(&record.event),
            self.players.number(&black.name),
            self.players.number(&white.name),
        ];
        let [Some(event), Some(black), Some(white)] = names else {
            return Err(Unwritable::TooMany {
                format: Format::Wthor,
                limit: marked!("65,535 names"),
            });
        };
        let squares = record.moves().iter().filter_map(|mv| mv.square);
        let mut moves = [0; MOVES];
        for (byte, square) in moves.iter_mut().zip(squares) {
            *byte = 10 * (square.row + 1) + square.column + 1;
        }
        self.games.push(WthorGame {
            names: [event, black, white],
            year: record.date.as_ref().map_or(0, |date| date.year),
            real: real_score(record),
            theoretical: record.theoretical.map(|score| (score.empties, score.black)),
            moves,
        });
        Ok(())
    }

    pub fn file(&self) -> Vec<u8> {
        let year = common(self.games.iter().map(|game| game.year)).unwrap_or(0);
        let theoretical = self.games.iter().filter_map(|game| game.theoretical);
        let depth = common(theoretical.map(|(empties, _)| empties)).unwrap_or(0);
        let count = u32::try_from(self.games.len()).unwrap_or(u32::MAX);
        // Large files are common, so take no more memory than needed.
        let mut bytes = Vec::with_capacity(HEADER + GAME * self.games.len());
        bytes.extend(date(self.made));
        bytes.extend(count.to_le_bytes());
        bytes.extend([0, 0]);
        bytes.extend(year.to_le_bytes());
        bytes.extend([8, 0, depth, 0]);
        let tournaments = self.tournaments.numbers();
        let players = self.players.numbers();
        for game in &self.games {
            let [event, black, white] = game.names;
            for (names, number) in [(&tournaments, event), (&players, black), (&players, white)] {
                let number = names
                    .as_ref()
                    .map_or(number, |names| names[usize::from(number)]);
                bytes.extend(number.to_le_bytes());
            }
            let of_depth = game.theoretical.filter(|_| depth > 0);
            bytes.extend([game.real, of_depth.map_or(game.real, |(_, black)| black)]);
            bytes.extend(game.moves);
        }
        debug_assert_eq!(bytes.len(), HEADER + GAME * self.games.len());
        bytes
    }

    /// The name files, without content if the names are only numbers.
    pub fn companions(&self) -> Vec<Companion> {
        let files = [
            ("jou", &self.players, Names::PLAYER),
            ("trn", &self.tournaments, Names::TOURNAMENT),
        ];
        let companion = |(extension, names, width): (_, &Names, _)| {
            let is_named = names.numbers().is_none();
            (extension, is_named.then(|| names.print(width, self.made)))
        };
        files.into_iter().map(companion).collect()
    }
}

/// Black's discs at the end. For an unfinished game it is the recorded number.
/// Without a stated difference the empty squares are shared, adjusted so that the stated winner wins.
fn real_score(record: &GameRecord) -> u8 {
    let mut difference = record.counted().difference.unwrap_or(0.0);
    if !record.is_over() {
        let board = record.boards().last().unwrap_or(BoardPosition::START);
        difference = f64::from(board.black.count_ones()) - f64::from(board.white.count_ones());
        if let Some(result) = record.result {
            difference = result.difference.unwrap_or(match result.winner {
                Some(Player::Black) => difference.max(2.0),
                Some(Player::White) => difference.min(-2.0),
                None => 0.0,
            });
        }
    }
    let discs = f64::midpoint(64.0, difference).clamp(0.0, 64.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "0 to 64"
    )]
    let discs = discs.round() as u8;
    debug_assert!(!record.is_over() || u32::from(discs) == record.score().result(Player::Black));
    discs
}

/// The value common to all items; `None` if they differ or there are none.
fn common<T: PartialEq>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}
