//! Sentences for screen readers, without columns, drawings or symbols.

use super::analysis::{class_count, total as lost};
use super::voice::joined;
use super::{Voice, Who, how_far, side, tr_side};
use crate::analysis::{Class, Judgment};
use crate::base::language::{tr, translated};
use crate::base::text::printable;
use crate::games::{Cell, Piece, PieceStyle, Player, Square};
use crate::interpreter::BookMoveReport;
use crate::players::{Estimate, Reason, Suggestion};
use crate::session::{LineMove, Ply, Sides, VariationLine};

const VOICE: Voice = Voice::Speech;

pub fn empty() -> &'static str {
    tr!("The board is empty.")
}

pub fn others_empty() -> &'static str {
    tr!("All other squares are empty.")
}

/// The number of discs of both sides, and the side to move.
pub fn status(sides: &Sides, counts: Option<[usize; 2]>, turn: Option<Player>) -> String {
    let white = side(sides, Player::White);
    let counts = counts.map(|[own, other]| {
        tr_side!(
            Who::of(sides, Player::Black),
            "{who} has {n} disc, {white} {other}." | "{who} has {n} discs, {white} {other}.",
            n = own,
            white,
            other
        )
    });
    let turn = turn.map(|turn| tr_side!(Who::of(sides, turn), "{who} to move") + ".");
    counts.into_iter().chain(turn).collect::<Vec<_>>().join(" ")
}

/// A row of the board: `Row 3: d black, e white.`
pub fn row(number: u8, cells: &[(char, Cell)], pieces: PieceStyle) -> String {
    let cells: Vec<String> = cells
        .iter()
        .map(|(column, cell)| format!("{column} {}", content(cell, pieces)))
        .collect();
    tr!("Row {number}: {cells}.", number, cells = cells.join(", "))
}

pub(super) fn content(cell: &Cell, pieces: PieceStyle) -> String {
    let player = match cell {
        Cell::Empty => return tr!("content of a square" => "empty").to_owned(),
        Cell::Piece(piece) => return self::piece(piece),
        Cell::Disc(player) => *player,
    };
    let color = match (pieces, player) {
        (PieceStyle::Counters, Player::Black) => tr!("content of a square" => "red"),
        (PieceStyle::Counters, Player::White) => tr!("content of a square" => "yellow"),
        (_, Player::Black) => tr!("content of a square" => "black"),
        (_, Player::White) => tr!("content of a square" => "white"),
    };
    color.to_owned()
}

/// A piece with its four traits: `piece c, large light square solid`.
pub fn piece(piece: &Piece) -> String {
    tr!(
        "piece {letter}, {traits}",
        letter = piece.letter,
        traits = traits(piece).join(" ")
    )
}

/// The size, shade, shape and top of a piece.
pub(super) fn traits(piece: &Piece) -> [&'static str; 4] {
    let size = if piece.is_large() {
        tr!("trait" => "large")
    } else {
        tr!("trait" => "small")
    };
    let color = match piece.color {
        Player::White => tr!("trait" => "light"),
        Player::Black => tr!("trait" => "dark"),
    };
    let shape = if piece.is_square() {
        tr!("trait" => "square")
    } else {
        tr!("trait" => "round")
    };
    let top = if piece.is_hollow() {
        tr!("trait" => "hollow")
    } else {
        tr!("trait" => "solid")
    };
    [size, color, shape, top]
}

pub fn in_hand(piece: &Piece) -> String {
    tr!("In hand: {piece}.", piece = self::piece(piece))
}

/// The remaining pieces: `Remaining pieces: a, large dark square solid; b, ...`.
pub fn left(pieces: &[Piece]) -> String {
    if pieces.is_empty() {
        return tr!("No pieces remaining.").to_owned();
    }
    let named = pieces
        .iter()
        .map(|piece| format!("{}, {}", piece.letter, traits(piece).join(" ")));
    let pieces = named.collect::<Vec<_>>().join("; ");
    tr!("Remaining pieces: {pieces}.", pieces)
}

pub fn last(square: Square) -> String {
    tr!(
        "The last move is {name}.",
        name = VOICE.name(&square.to_string())
    )
}

pub fn line(squares: &[Square]) -> String {
    tr!(
        "The winning line is {squares}.",
        squares = VOICE.list(squares)
    )
}

pub fn legal(moves: &[String]) -> String {
    tr!("Legal moves: {moves}.", moves = VOICE.list(moves))
}

/// A suggestion: the one of rank `rank`, or the only one.
pub fn suggestion(rank: Option<usize>, suggestion: &Suggestion, has_depth: bool) -> String {
    let head = match rank {
        Some(rank) => tr!("Suggestion {rank}", rank),
        None => tr!("Suggested").to_owned(),
    };
    let reason = suggestion.reason.map(|reason| match reason {
        Reason::Only => tr!("the only move"),
        Reason::Wins => tr!("which wins"),
        Reason::Blocks => tr!("which blocks a win"),
        Reason::Lost => tr!("but every move loses"),
    });
    let mut said = vec![VOICE.name(&suggestion.name)];
    said.extend(reason.map(str::to_owned));
    let mut then = None;
    if let Some(Estimate { score, line, .. }) = &suggestion.estimate {
        said.push(tr!("score {score}", score = VOICE.score(*score)));
        let estimate = suggestion.estimate.as_ref().filter(|_| has_depth);
        said.extend(estimate.map(how_far));
        let rest = line.get(1..).filter(|rest| !rest.is_empty());
        then = rest.map(|rest| {
            tr!(
                "Then {moves}.",
                moves = VOICE.list(&rest[..rest.len().min(5)])
            )
        });
    }
    let said = format!("{head}: {}.", said.join(", "));
    [said].into_iter().chain(then).collect::<Vec<_>>().join(" ")
}

pub fn book_move(mv: &BookMoveReport) -> String {
    let mut said = vec![
        VOICE.name(&mv.square.to_string()),
        tr!("score {score}", score = VOICE.score(mv.score)),
        match mv.lines {
            0 => tr!("end of book").to_owned(),
            lines => tr!("{n} line" | "{n} lines", n = lines as usize),
        },
    ];
    said.extend(mv.to_know.map(|lines| {
        tr!(
            "{mover} to know, {opponent} for the opponent",
            mover = lines.mover,
            opponent = lines.opponent
        )
    }));
    said.extend(
        mv.games
            .map(|games| tr!("{n} game" | "{n} games", n = games)),
    );
    said.extend(mv.opening.map(str::to_owned));
    said.join(", ") + "."
}

pub fn scores(moves: &[Suggestion]) -> String {
    let score = |one: &Suggestion| {
        let score = one.estimate.as_ref().map_or(0, |estimate| estimate.score);
        format!("{} {}", VOICE.name(&one.name), VOICE.score(score))
    };
    let scores = joined(&moves.iter().map(score).collect::<Vec<_>>(), tr!("and"));
    tr!("Scores for the side to move: {scores}.", scores)
}

pub fn judged(sides: &Sides, judged: &Judgment) -> String {
    let Judgment {
        ply,
        player,
        square,
        score,
        best,
        lost,
        class,
        ..
    } = judged;
    let side = side(sides, *player);
    let square = VOICE.name(&square.to_string());
    let class = translated(class.name());
    let score = VOICE.score(*score);
    if *lost == 0 {
        return tr!(
            "Ply {ply}, {side} {square}: {class}, score {score}.",
            ply,
            side,
            square,
            class,
            score
        );
    }
    let mut said = tr!(
        "Ply {ply}, {side} {square}: {class}, score {score}, loses {n} disc. Best: {best}."
            | "Ply {ply}, {side} {square}: {class}, score {score}, loses {n} discs. Best: {best}.",
        n = *lost as usize,
        ply,
        side,
        square,
        class,
        score,
        best = VOICE.name(&best.to_string())
    );
    for why in judged.why() {
        said = format!("{said} {why}");
    }
    said
}

/// The totals of a side: the discs lost, and the numbers of bad moves.
pub fn total(sides: &Sides, player: Player, lost: u32, bad: [(Class, usize); 3]) -> String {
    let bad = bad.map(|(class, count)| class_count(class, count));
    self::lost(sides, player, lost, &joined(&bad, tr!("and")))
}

/// A variation: `Line 2, instead of move 2: f 6, dubious, e 6.`
pub fn variation(line: &VariationLine) -> String {
    let number = line.number;
    let moves: Vec<String> = line.moves.iter().map(variation_move).collect();
    let moves = moves.join(", ");
    if line.depth == 0 {
        return tr!("Line {number}, the main line: {moves}.", number, moves);
    }
    let first = line.moves.first().map_or(line.after + 1, |mv| mv.ply);
    tr!(
        "Line {number}, instead of move {first}: {moves}.",
        number,
        first,
        moves
    )
}

fn variation_move(mv: &LineMove) -> String {
    let mut said = vec![VOICE.signed_move(&mv.name, mv.assessment)];
    if mv.on_board {
        said.push(tr!("on the board").to_owned());
    }
    if !mv.note.is_empty() {
        said.push(tr!(
            "note: {note}",
            note = printable(&mv.note.replace('\n', " "))
        ));
    }
    said.join(", ")
}

/// The note at the start of a game.
pub fn at_start(note: &str) -> String {
    tr!("At the start: {note}", note = printable(note))
}

/// A row of the list of moves.
pub fn numbered(number: usize, sides: &Sides, ply: &Ply) -> String {
    let passed = ply
        .played
        .passed
        .map(|player| tr_side!(Who::of(sides, player), "{who} passes."));
    let side = side(sides, ply.played.player);
    let name = VOICE.name(&ply.name());
    let said = tr!("Move {number}: {side} {name}.", number, side, name);
    [said]
        .into_iter()
        .chain(passed)
        .collect::<Vec<_>>()
        .join(" ")
}

/// A table row: the column headings with their cells.
pub fn table_row<'a>(cells: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let cells: Vec<String> = cells
        .map(|(heading, cell)| format!("{heading} {cell}"))
        .collect();
    cells.join(", ") + "."
}

pub fn place(place: usize, nickname: &str, score: u32) -> String {
    tr!(
        "Place {place}: {nickname}, {n} point." | "Place {place}: {nickname}, {n} points.",
        n = score as usize,
        place,
        nickname
    )
}

/// Turns a text in columns into sentences, with a colon at each gap.
pub fn flowing(text: &str) -> String {
    let mut flowing = String::new();
    for line in text.lines() {
        let parts: Vec<&str> = line
            .trim()
            .split("  ")
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .collect();
        flowing.push_str(&parts.join(": "));
        flowing.push('\n');
    }
    flowing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remaining_pieces_are_told_with_all_that_they_differ_by() {
        let quarto = crate::games::find("qu").expect("Quarto");
        let note = (quarto.new)(crate::games::Setup::default())
            .note()
            .expect("its pieces");
        let said = left(&note.left);
        let pieces: Vec<&str> = said
            .split_once(": ")
            .expect("a list")
            .1
            .trim_end_matches('.')
            .split("; ")
            .collect();
        assert_eq!(pieces.len(), 16);
        for (piece, said) in note.left.iter().zip(&pieces) {
            let (letter, traits) = said.split_once(", ").expect("traits");
            assert_eq!(letter, piece.letter.to_string());
            assert_eq!(traits.contains("large"), piece.is_large());
            assert_eq!(traits.contains("square"), piece.is_square());
            assert_eq!(traits.contains("hollow"), piece.is_hollow());
            assert_eq!(traits.contains("light"), piece.color == Player::White);
        }
    }

    #[test]
    fn tables_become_sentences() {
        assert_eq!(
            flowing("  A 3    plays a bot\nrest\n"),
            "A 3: plays a bot\nrest\n"
        );
    }
}
