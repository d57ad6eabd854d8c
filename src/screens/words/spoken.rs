//! Sentences for screen readers, without columns, drawings or symbols.

use super::voice::joined;
use super::{Voice, counted, how_far, side};
use crate::analysis::{Class, Judgment};
use crate::base::text::printable;
use crate::games::{Cell, Piece, Player, Square};
use crate::interpreter::BookMoveReport;
use crate::players::{Estimate, Reason, Suggestion};
use crate::session::{Line, LineMove, Ply, Sides};

const VOICE: Voice = Voice::Speech;

pub(in crate::screens) const EMPTY: &str = "The board is empty.";
pub(in crate::screens) const OTHERS_EMPTY: &str = "All other squares are empty.";

/// The number of discs of both sides, and the side to move.
pub(in crate::screens) fn status(
    sides: &Sides,
    counts: Option<[usize; 2]>,
    turn: Option<Player>,
) -> String {
    let [black, white] = Player::BOTH.map(|player| side(sides, player));
    let counts = counts
        .map(|[own, other]| format!("{black} has {}, {white} {other}.", counted(own, "disc")));
    let turn = turn.map(|turn| format!("{} to move.", side(sides, turn)));
    counts.into_iter().chain(turn).collect::<Vec<_>>().join(" ")
}

/// A row of the board: `Row 3: d black, e white.`
pub(in crate::screens) fn row(number: u8, cells: &[(char, Cell)]) -> String {
    let cells: Vec<String> =
        cells.iter().map(|(column, cell)| format!("{column} {}", content(cell))).collect();
    format!("Row {number}: {}.", cells.join(", "))
}

fn content(cell: &Cell) -> String {
    match cell {
        Cell::Empty => "empty".to_owned(),
        Cell::Disc(Player::Black) => "black".to_owned(),
        Cell::Disc(Player::White) => "white".to_owned(),
        Cell::Piece(piece) => self::piece(piece),
    }
}

/// A piece with its four traits: `piece c, large light square solid`.
pub(in crate::screens) fn piece(piece: &Piece) -> String {
    format!("piece {}, {}", piece.letter, traits(piece))
}

fn traits(piece: &Piece) -> String {
    let either = |is: bool, one: &'static str, other: &'static str| if is { one } else { other };
    format!(
        "{} {} {} {}",
        either(piece.is_large(), "large", "small"),
        either(piece.color == Player::White, "light", "dark"),
        either(piece.is_square(), "square", "round"),
        either(piece.is_hollow(), "hollow", "solid"),
    )
}

pub(in crate::screens) fn in_hand(piece: &Piece) -> String {
    format!("In hand: {}.", self::piece(piece))
}

/// The remaining pieces: `Remaining pieces: a, large dark square solid; b, ...`.
pub(in crate::screens) fn left(pieces: &[Piece]) -> String {
    if pieces.is_empty() {
        return "No pieces remaining.".to_owned();
    }
    let named = pieces.iter().map(|piece| format!("{}, {}", piece.letter, traits(piece)));
    format!("Remaining pieces: {}.", named.collect::<Vec<_>>().join("; "))
}

pub(in crate::screens) fn last(square: Square) -> String {
    format!("The last move is {}.", VOICE.name(&square.to_string()))
}

pub(in crate::screens) fn line(squares: &[Square]) -> String {
    format!("The winning line is {}.", VOICE.list(squares))
}

pub(in crate::screens) fn legal(moves: &[String]) -> String {
    format!("Legal moves: {}.", VOICE.list(moves))
}

/// A suggestion: the one of rank `rank`, or the only one.
pub(in crate::screens) fn suggestion(rank: Option<usize>, suggestion: &Suggestion) -> String {
    let head = rank.map_or_else(|| "Suggested".to_owned(), |rank| format!("Suggestion {rank}"));
    let reason = match suggestion.reason {
        Some(Reason::Only) => ", the only move",
        Some(Reason::Wins) => ", which wins",
        Some(Reason::Blocks) => ", which blocks a win",
        Some(Reason::Lost) => ", but every move loses",
        None => "",
    };
    let expected = suggestion.estimate.as_ref().map(estimate).unwrap_or_default();
    format!("{head}: {}{reason}{expected}.", VOICE.name(&suggestion.name))
}

fn estimate(estimate: &Estimate) -> String {
    let Estimate { score, line, .. } = estimate;
    let how = how_far(estimate);
    let line = match line.get(1..) {
        Some(rest) if !rest.is_empty() => {
            format!(". Then {}", VOICE.list(&rest[..rest.len().min(5)]))
        }
        _ => String::new(),
    };
    format!(", score {}, {how}{line}", VOICE.score(*score))
}

pub(in crate::screens) fn book_move(mv: &BookMoveReport) -> String {
    let opening = mv.opening.map(|opening| format!(", {opening}")).unwrap_or_default();
    let further = match mv.lines {
        0 => ", end of book".to_owned(),
        lines => format!(", {}", counted(lines, "line")),
    };
    let games = mv.games.map(|games| format!(", {}", counted(games, "game"))).unwrap_or_default();
    let name = VOICE.name(&mv.square.to_string());
    format!("{name}, score {}{further}{games}{opening}.", VOICE.score(mv.score))
}

pub(in crate::screens) fn scores(moves: &[Suggestion]) -> String {
    let score = |one: &Suggestion| {
        let score = one.estimate.as_ref().map_or(0, |estimate| estimate.score);
        format!("{} {}", VOICE.name(&one.name), VOICE.score(score))
    };
    format!(
        "Scores for the side to move: {}.",
        joined(&moves.iter().map(score).collect::<Vec<_>>(), "and")
    )
}

pub(in crate::screens) fn judged(sides: &Sides, judged: &Judgment) -> String {
    let Judgment { ply, player, square, score, best, lost, class, .. } = judged;
    let (side, square) = (side(sides, *player), VOICE.name(&square.to_string()));
    let head =
        format!("Ply {ply}, {side} {square}: {}, score {}", class.name(), VOICE.score(*score));
    if *lost == 0 {
        return head + ".";
    }
    let mut said = format!(
        "{head}, loses {}. Best: {}.",
        counted(*lost as usize, "disc"),
        VOICE.name(&best.to_string())
    );
    for why in judged.why() {
        said = format!("{said} {why}");
    }
    said
}

/// The totals of a side: the discs lost, and the numbers of bad moves.
pub(in crate::screens) fn total(
    sides: &Sides,
    player: Player,
    lost: u32,
    bad: [(Class, usize); 3],
) -> String {
    let bad: Vec<String> = bad.iter().map(|(class, count)| counted(*count, class.name())).collect();
    format!(
        "{} lost {}: {}.",
        side(sides, player),
        counted(lost as usize, "disc"),
        joined(&bad, "and")
    )
}

/// A variation: `Line 2, instead of move 2: f 6, dubious, e 6.`
pub(in crate::screens) fn variation(line: &Line) -> String {
    let head = if line.depth == 0 {
        format!("Line {}, the main line", line.number)
    } else {
        let first = line.moves.first().map_or(line.after + 1, |mv| mv.ply);
        format!("Line {}, instead of move {first}", line.number)
    };
    let moves: Vec<String> = line.moves.iter().map(variation_move).collect();
    format!("{head}: {}.", moves.join(", "))
}

fn variation_move(mv: &LineMove) -> String {
    let on_board = if mv.on_board { ", on the board" } else { "" };
    let note = if mv.note.is_empty() {
        String::new()
    } else {
        format!(", note: {}", printable(&mv.note.replace('\n', " ")))
    };
    format!("{}{on_board}{note}", VOICE.signed_move(&mv.name, mv.assessment))
}

/// A row of the list of moves.
pub(in crate::screens) fn numbered(number: usize, sides: &Sides, ply: &Ply) -> String {
    let passes = ply.played.passed.map(|player| format!(" {} passes.", side(sides, player)));
    let (side, mv) = (side(sides, ply.played.player), VOICE.name(&ply.name()));
    format!("Move {number}: {side} {mv}.{}", passes.unwrap_or_default())
}

/// A table row: the column headings with their cells.
pub(in crate::screens) fn table_row<'a>(cells: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let cells: Vec<String> = cells.map(|(heading, cell)| format!("{heading} {cell}")).collect();
    cells.join(", ") + "."
}

pub(in crate::screens) fn place(place: usize, nickname: &str, score: u32) -> String {
    format!("Place {place}: {nickname}, {}.", counted(score as usize, "point"))
}

/// Turns a text in columns into sentences, with a colon at each gap.
pub(in crate::screens) fn flowing(text: &str) -> String {
    let mut flowing = String::new();
    for line in text.lines() {
        let parts: Vec<&str> =
            line.trim().split("  ").map(str::trim).filter(|part| !part.is_empty()).collect();
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
        let note = (quarto.new)(crate::games::Setup::default()).note().expect("its pieces");
        let said = left(&note.left);
        let pieces: Vec<&str> =
            said.split_once(": ").expect("a list").1.trim_end_matches('.').split("; ").collect();
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
        assert_eq!(flowing("  A 3    plays a bot\nrest\n"), "A 3: plays a bot\nrest\n");
    }
}
