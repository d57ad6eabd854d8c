//! The moves by which human players leave the opening book.

use std::collections::HashMap;

use serde::Serialize;

use super::library::LibraryGame;
use crate::book::Book;
use crate::engine::Position;
use crate::games::{Move, Player, Square};
use crate::records::Opening;

/// The minimum loss that counts, in discs. A drill calls a smaller one close.
const LEAST_LOSS: i32 = 2;

/// A move by which a human player left the book, with its games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BookExit {
    /// The moves before it in the first of these games.
    pub after: Vec<Square>,
    /// The last named opening before it.
    pub opening: Option<&'static str>,
    pub player: Player,
    pub played: Square,
    pub best: Square,
    /// The discs lost by the scores of the book; `None` if the book lacks the move.
    pub lost: Option<i32>,
    pub times: usize,
}

/// Finds the moves by which humans left the book, most frequent first, then by loss.
/// Symmetric positions count as one.
pub fn deviations<'a>(
    games: impl IntoIterator<Item = &'a LibraryGame>,
    book: &Book,
) -> Vec<BookExit> {
    let mut found: Vec<BookExit> = Vec::new();
    let mut known: HashMap<Position, usize> = HashMap::new();
    for game in games {
        let Some((deviation, after)) = first_deviation(game, book) else {
            continue;
        };
        // The position after the move identifies both.
        let index = *known.entry(after.canonical()).or_insert(found.len());
        if let Some(same) = found.get_mut(index) {
            same.times += 1;
        } else {
            found.push(deviation);
        }
    }
    found.sort_by_key(|one| (std::cmp::Reverse(one.times), std::cmp::Reverse(one.lost)));
    found
}

/// The move by which a human left the book, and the position after it.
/// `None` if the opponent left it first, or neither did.
fn first_deviation(game: &LibraryGame, book: &Book) -> Option<(BookExit, Position)> {
    let humans = game.humans?;
    let record = &game.record;
    let mut opening = None;
    for (number, (board, Move(square))) in
        record.boards_to_move().zip(record.game_moves()).enumerate()
    {
        let position = board.position();
        opening = Opening::of(position)
            .map(|opening| opening.name)
            .or(opening);
        let moves = book.moves(position);
        let best = moves.first()?;
        let known = moves.iter().find(|mv| mv.square == u32::from(square));
        let lost = known.map(|mv| best.score - mv.score);
        let is_close = lost.is_some_and(|lost| lost < LEAST_LOSS);
        if is_close || known.is_some() && !humans.has(board.turn) {
            continue;
        }
        if !humans.has(board.turn) {
            return None;
        }
        let name = |square: u32| Square::from_index(square, 8);
        let deviation = BookExit {
            after: record
                .game_moves()
                .take(number)
                .map(|Move(square)| name(square.into()))
                .collect(),
            opening,
            player: board.turn,
            played: name(square.into()),
            best: name(best.square),
            lost,
            times: 1,
        };
        return Some((deviation, position.after(square.into())));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{BoardPosition, GameRecord};
    use crate::study::HumanSides;

    fn game(moves: &[&str], humans: Option<HumanSides>) -> LibraryGame {
        let mut record = GameRecord::new();
        for name in moves {
            record
                .play(crate::games::parse_square(name, 8, 8).unwrap())
                .unwrap();
        }
        LibraryGame::of(record, humans)
    }

    #[test]
    fn the_first_bad_move_of_a_person_counts_once_for_each_game() {
        let book = Book::shipped();
        // The best line, up to a move that the book lacks.
        let (mut board, mut moves) = (BoardPosition::START, Vec::new());
        let bad = loop {
            let position = board.position();
            let known: Vec<u32> = book.moves(position).iter().map(|mv| mv.square).collect();
            let is_unknown =
                |square: &u32| position.legal_moves() >> square & 1 == 1 && !known.contains(square);
            if let Some(bad) = (0..64).find(is_unknown) {
                break bad;
            }
            moves.push(known[0]);
            board = BoardPosition::new(position.after(known[0]), board.turn.opponent());
        };
        let count = moves.len();
        moves.push(bad);
        let names: Vec<String> = moves
            .iter()
            .map(|&square| Square::from_index(square, 8).to_string())
            .collect();
        let moves: Vec<&str> = names.iter().map(String::as_str).collect();
        let [person, other] = if board.turn == Player::Black {
            [HumanSides::Black, HumanSides::White]
        } else {
            [HumanSides::White, HumanSides::Black]
        };
        let humans = [
            Some(person),
            Some(person),
            Some(other),
            Some(HumanSides::Both),
            None,
        ];
        let games = humans.map(|humans| game(&moves, humans));
        let found = deviations(&games, &book);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(
            (found[0].times, found[0].player, found[0].lost),
            (3, board.turn, None)
        );
        assert_eq!(
            (found[0].played.to_string(), found[0].after.len()),
            (names[count].clone(), count)
        );
    }
}
