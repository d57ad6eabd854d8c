//! The repertoire as a tree: its lines with their results, their evaluation, and what one has to know of them.

use std::collections::{BTreeMap, HashMap};

use jiff::civil::Date;
use serde::Serialize;

use super::drill::{DrilledLine, PositionKey, Repertoire};
use super::library::{LibraryGame, Results};
use super::schedule;
use crate::book::{Book, LineCounter};
use crate::engine::Position;
use crate::games::{Game, Player, Reversi, Square};
use crate::records::{GameRecord, MoveTree, NodeId, Opening};

/// The number of moves of a library game that are an opening: where the index of positions ends.
pub const OPENING_MOVES: usize = 20;

/// The lines of a side's repertoire, as a tree.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RepertoireTree {
    pub player: Player,
    pub lines: usize,
    /// The number of lines to drill today.
    pub due: usize,
    /// Each row is followed by the rows that continue it, which have a greater depth.
    pub rows: Vec<RepertoireRow>,
}

/// Moves of a repertoire without an alternative, up to the next branch or the end of the line.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RepertoireRow {
    /// The number of branches before it.
    pub depth: usize,
    pub moves: Vec<Square>,
    /// The number of lines through it.
    pub lines: usize,
    /// The opening that its moves reach, if it has a name.
    pub opening: Option<&'static str>,
    /// The score of the book after it, for the side of the repertoire; `None` if the book lacks the last move.
    pub score: Option<i32>,
    /// The lines that the side has to know to hold the score from there, by the book; `None` if the book lacks the last
    /// move or has too many positions to count.
    pub to_know: Option<u64>,
    /// The games that reached it, of those that the user played here with that side.
    #[serde(flatten)]
    pub results: Results,
}

/// The lines of a part of a tree, all of which begin with the same moves.
struct SharedLines<'a> {
    lines: Vec<&'a DrilledLine>,
    depth: usize,
    /// The number of moves before it.
    from: usize,
}

/// The sources of what the rows of a tree show.
struct Knowledge<'a> {
    player: Player,
    book: Option<(&'a Book, LineCounter<'a>)>,
    results: HashMap<PositionKey, Results>,
}

impl RepertoireTree {
    /// The trees of the sides that have lines. `games` are those that the user played here.
    pub fn all(
        repertoire: &Repertoire,
        games: &[LibraryGame],
        book: Option<&Book>,
        today: Date,
    ) -> Vec<Self> {
        let trees = Player::BOTH.into_iter().filter_map(|player| {
            let lines: Vec<&DrilledLine> = of_side(repertoire, player).collect();
            (!lines.is_empty()).then(|| Self::of(player, lines, games, book, today))
        });
        trees.collect()
    }

    fn of(
        player: Player,
        lines: Vec<&DrilledLine>,
        games: &[LibraryGame],
        book: Option<&Book>,
        today: Date,
    ) -> Self {
        let is_due = |line: &&&DrilledLine| {
            schedule::next_review(&line.reviews).is_none_or(|due| due <= today)
        };
        let mut tree = Self {
            player,
            lines: lines.len(),
            due: lines.iter().filter(is_due).count(),
            rows: Vec::new(),
        };
        let mut knowledge = Knowledge {
            player,
            book: book.map(|book| (book, LineCounter::new(book))),
            results: results(player, &lines, games),
        };
        let mut open = vec![SharedLines {
            lines,
            depth: 0,
            from: 0,
        }];
        while let Some(branch) = open.pop() {
            tree.rows.extend(branch.row(&mut knowledge));
            open.extend(branch.parts());
        }
        tree
    }
}

impl<'a> SharedLines<'a> {
    /// The number of moves up to the next branch.
    fn end(&self) -> usize {
        let first = &self.lines[0].moves;
        let is_shared = |&index: &usize| {
            let mv = first.get(index);
            self.lines.iter().all(|line| line.moves.get(index) == mv)
        };
        (self.from..first.len()).take_while(is_shared).count() + self.from
    }

    /// The row of the shared moves, if any: different first moves share none.
    fn row(&self, knowledge: &mut Knowledge<'_>) -> Option<RepertoireRow> {
        let line = self.lines[0];
        let end = self.end();
        if end == self.from {
            return None;
        }
        let start = Reversi::new(Player::Black);
        let games: Vec<Reversi> = std::iter::once(start)
            .chain(line.games())
            .take(end + 1)
            .collect();
        let before = &games[end - 1];
        let after = &games[end];
        let (score, to_know) = knowledge.of_book(before, line.moves[end - 1]);
        let named = games[self.from + 1..].iter().map(Position::from);
        let results = knowledge.results.get(&PositionKey::of(after));
        Some(RepertoireRow {
            depth: self.depth,
            moves: line.moves[self.from..end].to_vec(),
            lines: self.lines.len(),
            opening: named
                .rev()
                .find_map(Opening::of)
                .map(|opening| opening.name),
            score,
            to_know,
            results: results.copied().unwrap_or_default(),
        })
    }

    /// The branches after the shared moves, the last one first.
    fn parts(self) -> Vec<Self> {
        let end = self.end();
        let mut parts: BTreeMap<Square, Vec<&'a DrilledLine>> = BTreeMap::new();
        for line in self.lines {
            if let Some(&next) = line.moves.get(end) {
                parts.entry(next).or_default().push(line);
            }
        }
        let is_first = end == self.from;
        let parts = parts.into_values().rev().map(|lines| Self {
            lines,
            depth: self.depth + usize::from(!is_first),
            from: end,
        });
        parts.collect()
    }
}

impl Knowledge<'_> {
    /// The score of a move for the side of the repertoire, and the lines that this side has to know after it.
    fn of_book(&mut self, before: &Reversi, square: Square) -> (Option<i32>, Option<u64>) {
        let Some((book, counter)) = &mut self.book else {
            return (None, None);
        };
        let position = Position::from(before);
        let moves = book.moves(position);
        let known = moves
            .iter()
            .find(|mv| Square::from_index(mv.square, 8) == square);
        let Some(mv) = known else {
            return (None, None);
        };
        let to_know = counter.after(position, mv);
        if before.turn() == Some(self.player) {
            (Some(mv.score), to_know.map(|lines| lines.mover))
        } else {
            (Some(-mv.score), to_know.map(|lines| lines.opponent))
        }
    }
}

/// The results of the user's games with a side in the positions of lines.
fn results(
    player: Player,
    lines: &[&DrilledLine],
    games: &[LibraryGame],
) -> HashMap<PositionKey, Results> {
    let positions = lines.iter().flat_map(|line| line.games());
    let mut results: HashMap<PositionKey, Results> = positions
        .map(|game| (PositionKey::of(&game), Results::default()))
        .collect();
    for game in games {
        if game.humans.is_none_or(|humans| !humans.has(player)) {
            continue;
        }
        let mut board = game.record.start().to_game();
        for mv in game.record.game_moves() {
            if board.play(mv).is_err() {
                break;
            }
            if let Some(results) = results.get_mut(&PositionKey::of(&board)) {
                results.count(game.record.result);
            }
        }
    }
    results
}

fn of_side(repertoire: &Repertoire, player: Player) -> impl Iterator<Item = &DrilledLine> {
    let lines = repertoire.lines.iter();
    lines.filter(move |line| line.side == player)
}

impl Repertoire {
    /// The lines as records: one with variations for each side, or one for each line.
    pub fn records(&self, has_variations: bool) -> Vec<GameRecord> {
        let record = |line: &DrilledLine| {
            let mut record = GameRecord::new();
            record.event = format!("repertoire for {}", line.side.word());
            for &square in &line.moves {
                // Lines are legal: they were checked when they were read.
                let _ = record.play(square);
            }
            record
        };
        if !has_variations {
            return self.lines.iter().map(record).collect();
        }
        let sides = Player::BOTH.into_iter().filter_map(|player| {
            let records: Vec<GameRecord> = of_side(self, player).map(record).collect();
            joined(&records)
        });
        sides.collect()
    }
}

/// One record with the moves of all records, the first of which is the main line.
fn joined(records: &[GameRecord]) -> Option<GameRecord> {
    let mut first = records.first()?.clone();
    let mut tree = MoveTree::default();
    for record in records {
        tree.add_plies(NodeId::START, record.moves());
    }
    // The tree has the moves of the first record as its main line, so it is accepted.
    let _ = first.set_tree(tree);
    Some(first)
}
