//! Positions with scores, to start games from, in the built-in opening book and in analyzed games of the library.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

use rand::RngExt;
use thiserror::Error;

use super::drill::F5;
use super::library::{Library, ScoredPosition};
use crate::base::language::tr;
use crate::book::{Book, BookRecord};
use crate::engine::{Position, squares};
use crate::games::{Player, Square};
use crate::players::Rng;
use crate::records::{BoardPosition, range, range_text};
use crate::store::StoreError;

/// The numbers of plies that can be asked for.
const PLIES: RangeInclusive<usize> = 0..=59;

/// The possible scores, in discs.
const SCORES: RangeInclusive<i32> = -64..=64;

/// The positions to choose from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionChoice {
    /// The number of plies before the position, passes included.
    pub plies: RangeInclusive<usize>,
    /// The score for Black, in discs.
    pub scores: RangeInclusive<i32>,
}

/// The error returned when no position suits a choice.
#[derive(Debug, Error)]
pub enum PositionsError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{}", tr!(
        "no position with a score of {asked} after {plies} plies: positions in the opening book and the library score \
         {scores}",
        asked = range_text(&.choice.scores),
        plies = range_text(&.choice.plies),
        scores = range_text(.scores)
    ))]
    Score {
        choice: PositionChoice,
        /// The lowest and highest score after these plies.
        scores: RangeInclusive<i32>,
    },
    #[error("{}", tr!(
        "no position after {asked} plies: the opening book has positions up to ply {last}, and no analyzed game of the \
         library is that long",
        asked = range_text(.asked),
        last
    ))]
    Plies {
        asked: RangeInclusive<usize>,
        /// The last ply of the opening book.
        last: usize,
    },
}

/// The error returned when a text is not a range of plies or scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PositionChoiceError {
    #[error("{}", tr!(
        "use a number of plies from {from} to {to}, or a range such as 16..20",
        from = PLIES.start(),
        to = PLIES.end()
    ))]
    Plies,
    #[error("{}", tr!(
        "use a score from {from} to {to}, or a range such as -4..4",
        from = SCORES.start(),
        to = SCORES.end()
    ))]
    Scores,
}

impl Default for PositionChoice {
    fn default() -> Self {
        Self {
            plies: 20..=20,
            scores: -4..=4,
        }
    }
}

impl PositionChoice {
    /// Parses a number of plies or a range: `20`, `16..20`.
    pub fn parse_plies(text: &str) -> Result<RangeInclusive<usize>, PositionChoiceError> {
        range(text, PLIES).ok_or(PositionChoiceError::Plies)
    }

    /// Parses a score for Black or a range: `0`, `-4..4`, `10..`.
    pub fn parse_scores(text: &str) -> Result<RangeInclusive<i32>, PositionChoiceError> {
        range(text, SCORES).ok_or(PositionChoiceError::Scores)
    }

    /// Draws `count` positions in random order, distinct up to symmetry; fewer if there are no more, but at least one.
    ///
    /// # Errors
    /// Returns a [`PositionsError`] if no position is suitable, or the library can't be read.
    pub fn draw(
        &self,
        count: usize,
        library: &mut Library,
        rng: &mut Rng,
    ) -> Result<Vec<ScoredPosition>, PositionsError> {
        let mut positions = self.positions(library)?;
        let all = positions.len();
        let drawn = count.clamp(1, all);
        for index in 0..drawn {
            positions.swap(index, rng.random_range(index..all));
        }
        positions.truncate(drawn);
        Ok(positions)
    }

    /// Returns the suitable positions, at least one, in the same order for the same library.
    fn positions(&self, library: &mut Library) -> Result<Vec<ScoredPosition>, PositionsError> {
        // A test reads the shipped book.
        let records = Book::shipped().read().unwrap_or_default();
        let lines = BookLines::of(records, *self.plies.end());
        let mut positions = lines.positions(&self.plies);
        positions.extend(library.scored_positions(&self.plies)?);
        let mut known = HashSet::new();
        positions.retain(|position| known.insert(position.key()));
        let scores = || positions.iter().map(|position| position.score);
        let Some((lowest, highest)) = scores().min().zip(scores().max()) else {
            return Err(PositionsError::Plies {
                asked: self.plies.clone(),
                last: lines.0.last().map_or(0, |line| line.plies),
            });
        };
        positions.retain(|position| self.scores.contains(&position.score));
        if positions.is_empty() {
            return Err(PositionsError::Score {
                choice: self.clone(),
                scores: lowest..=highest,
            });
        }
        Ok(positions)
    }
}

/// The positions of a book, with the lines that lead to them. Only those at the end of the book can occur twice.
struct BookLines(Vec<BookLine>);

#[derive(Debug, Clone, Copy)]
struct BookLine {
    position: Position,
    /// The number of plies, passes included. Black moves after an even number.
    plies: usize,
    /// The score for Black.
    score: i32,
    /// The record of the position; `None` if its last move left the book.
    record: Option<BookRecord>,
    /// The last move, and the index of the line before it; `None` for the starting position.
    last: Option<(u32, usize)>,
}

impl BookLine {
    fn turn(&self) -> Player {
        if self.plies.is_multiple_of(2) {
            Player::Black
        } else {
            Player::White
        }
    }

    /// Returns a score of the side to move for Black.
    fn for_black(&self, score: i8) -> i32 {
        if self.turn() == Player::Black {
            score.into()
        } else {
            -i32::from(score)
        }
    }

    /// Returns the line one move longer, without its score; `None` at the end of the game.
    fn after(&self, square: u32) -> Option<Self> {
        let after = self.position.after(square);
        let has_move = after.legal_moves() != 0;
        let position = if has_move { after } else { after.passed() };
        (position.legal_moves() != 0).then_some(Self {
            position,
            plies: self.plies + if has_move { 1 } else { 2 },
            score: 0,
            record: None,
            last: None,
        })
    }
}

impl BookLines {
    /// Follows the moves of records from the starting position, up to `last` plies.
    fn of(records: Vec<BookRecord>, last: usize) -> Self {
        let start = BookLine {
            position: Position::START,
            plies: 0,
            score: 0,
            record: None,
            last: None,
        };
        let positions = records.into_iter().map(|record| (record.position, record));
        let mut left: HashMap<Position, BookRecord> = positions.collect();
        let first = left
            .remove(&Position::START.canonical())
            .map(|record| BookLine {
                score: record.score.into(),
                record: Some(record),
                ..start
            });
        let mut lines: Vec<BookLine> = first.into_iter().collect();
        let mut next = 0;
        while let Some(line) = lines.get(next) {
            if line.plies < last {
                add_continuations(&mut lines, next, &mut left);
            }
            next += 1;
        }
        Self(lines)
    }

    fn positions(&self, plies: &RangeInclusive<usize>) -> Vec<ScoredPosition> {
        let lines = self.0.iter().filter(|line| plies.contains(&line.plies));
        lines.map(|line| self.scored(line)).collect()
    }

    fn scored(&self, line: &BookLine) -> ScoredPosition {
        let before = std::iter::successors(line.last, |&(_, before)| self.0[before].last);
        let mut moves: Vec<Square> = before
            .map(|(square, _)| Square::from_index(square, 8))
            .collect();
        moves.reverse();
        ScoredPosition {
            moves,
            board: BoardPosition::new(line.position, line.turn()),
            score: line.score,
        }
    }
}

/// Adds the lines one move longer that reach new records, or leave the book by its best move. The four first moves are
/// symmetric, so f5 stands for all.
fn add_continuations(
    lines: &mut Vec<BookLine>,
    index: usize,
    left: &mut HashMap<Position, BookRecord>,
) {
    let line = lines[index];
    let Some(record) = line.record else { return };
    let leaf = record.leaf.and_then(|(square, score)| {
        let on_canonical = BookLine {
            position: record.position,
            ..line
        };
        let after = on_canonical.after(square.into())?;
        Some((after.position.canonical(), line.for_black(score)))
    });
    let legal = squares(line.position.legal_moves());
    let f5 = u32::from(F5.index(8));
    for square in legal.filter(|&square| line.plies > 0 || square == f5) {
        let Some(longer) = line.after(square) else {
            continue;
        };
        let canonical = longer.position.canonical();
        let record = left.remove(&canonical);
        let score = match (record, leaf) {
            (Some(record), _) => longer.for_black(record.score),
            (None, Some((position, score))) if position == canonical => score,
            _ => continue,
        };
        lines.push(BookLine {
            score,
            record,
            last: Some((square, index)),
            ..longer
        });
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::games::{Game, Move, Reversi};
    use crate::records::GameRecord;
    use crate::store::Store;
    use crate::study::library::JudgedMove;
    use crate::study::{HumanSides, LibraryGame};

    fn empty_library() -> (Library, tempfile::TempDir) {
        let home = tempfile::tempdir().unwrap();
        let library = Library::open_to_read(&Store::at(home.path())).unwrap();
        (library, home)
    }

    fn choice(plies: RangeInclusive<usize>, scores: RangeInclusive<i32>) -> PositionChoice {
        PositionChoice { plies, scores }
    }

    /// The game after the moves of a position, and the number of plies.
    fn replayed(position: &ScoredPosition) -> (Reversi, usize) {
        let mut game = Reversi::new(Player::Black);
        let mut record = GameRecord::new();
        for &square in &position.moves {
            game.play(Move(square.index(8))).unwrap();
            record.play(square).unwrap();
        }
        (game, record.moves().len())
    }

    /// A game of random moves with a pass.
    fn game_with_passes() -> GameRecord {
        let played = |seed| {
            let mut rng = Rng::seed_from_u64(seed);
            let mut record = GameRecord::new();
            while record.turn().is_some() {
                let moves = record.to_game().moves();
                let Move(square) = moves[rng.random_range(0..moves.len())];
                record.play(Square::from_index(square, 8)).unwrap();
            }
            record
        };
        let has_pass = |record: &GameRecord| {
            let moves = &record.moves()[..50];
            moves.iter().any(|mv| mv.square.is_none())
        };
        (0..1000).map(played).find(has_pass).unwrap()
    }

    #[test]
    fn positions_of_the_book_are_reached_by_their_moves_and_have_its_scores() {
        let book = Book::shipped();
        let lines = BookLines::of(book.read().unwrap(), usize::MAX);
        let all = lines.positions(&PLIES);
        let in_book = all
            .iter()
            .filter_map(|position| Some((position, book.record(position.board.position())?)));
        let mut counted = 0;
        for (position, record) in in_book {
            counted += 1;
            let for_black = if position.board.turn == Player::Black {
                record.score
            } else {
                -record.score
            };
            assert_eq!(position.score, i32::from(for_black));
        }
        assert_eq!(
            counted,
            book.header().count,
            "each position of the book once"
        );
        for position in all.iter().step_by(97) {
            let (game, plies) = replayed(position);
            assert_eq!(BoardPosition::from(&game), position.board);
            assert_eq!(game.turn(), Some(position.board.turn));
            assert_eq!(plies % 2 == 0, position.board.turn == Player::Black);
            assert!(position.moves.first().is_none_or(|&first| first == F5));
        }
    }

    #[test]
    fn draws_are_distinct_suitable_and_repeatable() {
        let (mut library, _home) = empty_library();
        let choice = choice(20..=20, -4..=4);
        let mut drawn = |count, seed| {
            let mut rng = Rng::seed_from_u64(seed);
            choice.draw(count, &mut library, &mut rng).unwrap()
        };
        let many = drawn(500, 1);
        let distinct: HashSet<_> = many.iter().map(ScoredPosition::key).collect();
        assert_eq!((many.len(), distinct.len()), (500, 500));
        for position in &many {
            assert!((-4..=4).contains(&position.score));
            assert_eq!(replayed(position).1, 20);
        }
        assert_eq!(many[..3], drawn(3, 1));
        assert_ne!(many[0], drawn(1, 2)[0]);
        assert!(drawn(usize::MAX, 1).len() > 10_000);
        assert_eq!(drawn(0, 1).len(), 1);
    }

    #[test]
    fn an_error_says_what_is_at_hand() {
        let (mut library, _home) = empty_library();
        let mut error = |plies, scores| {
            let mut rng = Rng::seed_from_u64(1);
            let drawn = choice(plies, scores).draw(1, &mut library, &mut rng);
            drawn.unwrap_err().to_string()
        };
        let first = "no position with a score of 30..64 after 2 plies: positions in the opening book and the library score ";
        let said = error(2..=2, 30..=64);
        assert!(said.starts_with(first) && said.contains(".."), "{said}");
        assert_eq!(
            error(40..=59, -64..=64),
            "no position after 40..59 plies: the opening book has positions up to ply 21, and no analyzed game of the \
             library is that long"
        );
    }

    #[test]
    fn analyzed_games_of_the_library_have_positions_of_later_plies() {
        let home = tempfile::tempdir().unwrap();
        let mut library = Library::open(&Store::at(home.path())).unwrap();
        let record = game_with_passes();
        let count = record.game_moves().count();
        let judged = (1..=u8::try_from(count).unwrap()).map(|number| JudgedMove {
            number,
            score: i32::from(number) - 64,
            lost: 3,
            best: F5,
        });
        let mut game = LibraryGame::of(record.clone(), Some(HumanSides::Black));
        game.judged = Some(judged.collect());
        let unjudged = GameRecord::by_choices(&[1; 58]);
        library
            .add([game, LibraryGame::of(unjudged, None)])
            .unwrap();
        let boards: Vec<BoardPosition> = record.boards().collect();
        let mut found = HashMap::new();
        for position in library.scored_positions(&(30..=59)).unwrap() {
            let (game, plies) = replayed(&position);
            assert_eq!(BoardPosition::from(&game), position.board);
            assert_eq!(boards[plies], position.board);
            let score = i32::try_from(position.moves.len()).unwrap() + 1 - 64 + 3;
            let for_black = [score, -score][usize::from(plies % 2 == 1)];
            assert_eq!(position.score, for_black, "after {plies} plies");
            found.insert(plies, position);
        }
        let had_a_move = |ply: &usize| {
            record
                .moves()
                .get(*ply)
                .is_some_and(|mv| mv.square.is_some())
        };
        let expected: Vec<usize> = (30..=59).filter(had_a_move).collect();
        let mut plies: Vec<usize> = found.keys().copied().collect();
        plies.sort_unstable();
        assert_eq!(plies, expected);
        let last = found[expected.last().unwrap()].clone();
        let choice = choice(30..=59, last.score..=last.score);
        let mut rng = Rng::seed_from_u64(1);
        let drawn = choice.draw(10, &mut library, &mut rng).unwrap();
        assert!(drawn.contains(&last));
    }

    #[test]
    fn ranges_are_within_the_rules() {
        assert_eq!(PositionChoice::parse_plies("16..20"), Ok(16..=20));
        assert_eq!(PositionChoice::parse_scores("-4..+4"), Ok(-4..=4));
        assert_eq!(PositionChoice::parse_scores("10.."), Ok(10..=64));
        assert_eq!(PositionChoice::parse_scores("..-10"), Ok(-64..=-10));
        for text in ["", "x", "60", "9..3", "-1", "1..60"] {
            let error = PositionChoice::parse_plies(text).unwrap_err();
            assert_eq!(error, PositionChoiceError::Plies, "{text}");
        }
        for text in ["", "65", "-65..0", "4..-4", "0.5", "1..2..3"] {
            let error = PositionChoice::parse_scores(text).unwrap_err();
            assert_eq!(error, PositionChoiceError::Scores, "{text}");
        }
    }
}
