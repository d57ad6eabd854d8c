//! What is said of puzzles.

use super::{colour, counted};
use crate::desk::data::{Counts, Event, LeftOut, PuzzleReport, Solution, Square, why};

pub(in crate::screens) const TITLE: &str = "Puzzle";

/// The largest number of moves of a line that is shown.
const SHOWN: usize = 8;

/// What a puzzle asks for.
pub(in crate::screens) fn puzzle(puzzle: &PuzzleReport) -> String {
    let PuzzleReport { player, grade, empties, only_win, from, .. } = puzzle;
    let task = if *only_win { "only one move wins" } else { "one move is better than all others" };
    format!(
        "[grade {grade} of 5, {}, {from}] {} to move: {task}. Play it, or type next for the answer.",
        counted(*empties as usize, "empty square"),
        colour(*player),
    )
}

/// The same where it is read out.
pub(in crate::screens) fn puzzle_read_out(puzzle: &PuzzleReport) -> String {
    self::puzzle(puzzle).replace('[', "Puzzle, ").replace(']', ".")
}

/// How many puzzles there are, and how many should be answered.
pub(in crate::screens) fn counts(counts: &Counts) -> String {
    let Counts { total, due, new, next, grades } = counts;
    if *total == 0 {
        return "No puzzles yet: puzzles make makes some from your mistakes.".to_owned();
    }
    let mut text = format!("{}: {due} due, {new} new", counted(*total, "puzzle"));
    let of_grades = (1..).zip(grades).filter(|(_, count)| **count > 0);
    let of_grades: Vec<String> =
        of_grades.map(|(grade, count): (usize, _)| format!("{count} of grade {grade}")).collect();
    text = format!("{text} ({}).", of_grades.join(", "));
    match next {
        _ if due + new > 0 => format!("{text} Type puzzle."),
        Some(next) => format!("{text} The next one is due on {next}."),
        None => text,
    }
}

/// The puzzles that are due, in the greeting.
pub(in crate::screens) fn due(counts: &Counts) -> String {
    let Counts { due, new, .. } = counts;
    match (due, new) {
        (0, new) => format!("{}: puzzle shows one.", counted(*new, "new puzzle")),
        (due, 0) => format!("{} due: puzzle shows one.", counted(*due, "puzzle")),
        (due, new) => format!("{} due and {new} new: puzzle shows one.", counted(*due, "puzzle")),
    }
}

/// What an event of the puzzles came to, in whole lines; none for other events.
pub(in crate::screens) fn event(event: &Event) -> Vec<String> {
    match event {
        Event::Puzzles { counts } => vec![self::counts(counts)],
        Event::PuzzlesMade { games, mistakes, added, left_out, is_stopped, counts } => {
            let mut lines = made(*games, *mistakes, *added, left_out);
            if *is_stopped {
                lines.push("Stopped: puzzles make goes on with the other games.".to_owned());
            }
            lines.push(self::counts(counts));
            lines
        }
        Event::PuzzleMissed { name, score, lost, line, .. } => missed(name, *score, *lost, line),
        Event::PuzzleSolved { at_once, is_shown, solution, due } => {
            let verdict = match (at_once, is_shown) {
                (true, _) => "Right",
                (_, true) => "The answer",
                _ => "Right now",
            };
            let again = due.map(|due| format!(" It comes again on {due}.")).unwrap_or_default();
            let mut lines = vec![format!("{verdict}: {}", solved(solution))];
            lines.extend(why(
                (solution.answer, &solution.facts),
                Some((solution.played, &solution.played_facts)),
            ));
            lines.push(format!(
                "In the game {} was played, and lost {}.{again}",
                solution.played,
                counted(solution.lost as usize, "disc")
            ));
            lines.push("Type next for the next puzzle, or puzzle off.".to_owned());
            lines
        }
        Event::PuzzlesLeft { answered, at_once, counts } => {
            let mut lines = Vec::new();
            if *answered > 0 {
                lines
                    .push(format!("{} answered, {at_once} at once.", counted(*answered, "puzzle")));
            }
            lines.push(self::counts(counts));
            lines
        }
        _ => Vec::new(),
    }
}

fn made(games: usize, mistakes: usize, added: usize, left_out: &LeftOut) -> Vec<String> {
    if games == 0 {
        return vec!["No further game to look at.".to_owned()];
    }
    let mut lines = vec![format!(
        "{} with {}: {} made.",
        counted(games, "game"),
        counted(mistakes, "mistake"),
        counted(added, "puzzle")
    )];
    let LeftOut { early, unclear, refuted, unconfirmed, known } = *left_out;
    let reasons = [
        (early, "too early in the game to be searched to the end"),
        (unclear, "another answer is nearly as good"),
        (refuted, "no such mistake on a closer look"),
        (unconfirmed, "the search to the end took too long"),
        (known, "there is a puzzle on this position already"),
    ];
    let reasons = reasons.iter().filter(|(count, _)| *count > 0);
    lines.extend(reasons.map(|(count, reason)| format!("  {count} left out: {reason}")));
    lines
}

fn missed(name: &str, score: Option<i32>, lost: Option<i32>, line: &[String]) -> Vec<String> {
    let said = match (score, lost) {
        (Some(score), Some(lost)) if lost > 0 => {
            let discs = counted(lost.unsigned_abs() as usize, "disc");
            format!("Not {name}: it comes to {score:+} and loses {discs}")
        }
        _ => format!("Not {name}"),
    };
    let line = if line.is_empty() {
        String::new()
    } else {
        format!(" {} follows.", line[..line.len().min(SHOWN)].join(" "))
    };
    vec![format!("{said}.{line} Try again.")]
}

fn solved(solution: &Solution) -> String {
    let Solution { answer, score, second, exact, percent, line, .. } = solution;
    let sure = if *exact { String::new() } else { format!(" ({percent} % sure)") };
    let rest: Vec<String> = line.iter().skip(1).take(SHOWN).map(Square::to_string).collect();
    let line = if rest.is_empty() {
        String::new()
    } else {
        format!(" Line: {answer} {}.", rest.join(" "))
    };
    format!("{answer} comes to {score:+}, the next best move to {second:+}{sure}.{line}")
}
