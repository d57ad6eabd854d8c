//! Texts about puzzles and drills.

use super::{Voice, colour, counted};
use crate::analysis::why;
use crate::games::Player;
use crate::interpreter::{Event, LineReport, PuzzleReport, Reply};
use crate::study::{CheckTotals, Counts, DrillAnswer, DrillCounts, LeftOut, Solution, Verdict};

const PUZZLE: &str = "Puzzle";
const DRILL: &str = "Drill";

/// The maximum number of moves shown of a line.
const SHOWN: usize = 8;

fn puzzle(voice: Voice, puzzle: &PuzzleReport) -> String {
    let PuzzleReport { player, grade, empties, only_win, estimated, from, .. } = puzzle;
    let estimated = if *estimated { "estimated, " } else { "" };
    let task = if *only_win { "find the only winning move" } else { "find the best move" };
    let empties = counted(*empties as usize, "empty square");
    let about = format!("difficulty {grade}/5, {empties}, {estimated}{from}");
    let task = format!("{} {} to move: {task}", heading(voice, PUZZLE, &about), colour(*player));
    voice.with(task, ", or ", &[(&["next"], "for the answer")]) + "."
}

fn heading(voice: Voice, title: &str, text: &str) -> String {
    voice.heading(&format!("{title},"), text)
}

/// The task of a puzzle or a drill, shown below the board.
pub(in crate::screens) fn task(voice: Voice, reply: &Reply) -> Option<String> {
    match &reply.event {
        Event::PuzzleMissed { name, score, lost, line, .. } => {
            Some(missed(voice, name, *score, *lost, line))
        }
        Event::Drill { opening, player, again } => Some(drill(voice, *opening, *player, *again)),
        _ => reply.puzzle.as_ref().map(|report| puzzle(voice, report)),
    }
}

/// The title and lines of a reply that needs a card; `None` for others.
pub(in crate::screens) fn card(voice: Voice, reply: &Reply) -> Option<(String, Vec<String>)> {
    let title = match &reply.event {
        Event::Drill { .. } | Event::DrillAnswered { line: Some(_), .. } => DRILL,
        Event::PuzzleSolved { .. } | Event::PuzzleWithdrawn { .. } => PUZZLE,
        _ if reply.puzzle.is_some() => PUZZLE,
        _ => return None,
    };
    let lines = event(voice, &reply.event).into_iter().chain(task(voice, reply)).collect();
    Some((title.to_owned(), lines))
}

fn drill(voice: Voice, opening: Option<&str>, player: Player, is_again: bool) -> String {
    let opening = opening.unwrap_or("any opening");
    let about = if is_again { "review" } else { "new line" };
    let about = heading(voice, DRILL, &format!("{opening}, {about}"));
    let task = format!("{about} You are {}: play the book moves", colour(player));
    voice.with(task, ", or ", &[(&["next"], "to be shown one")]) + "."
}

/// The numbers of puzzles and drilled lines: all, and those that are due.
fn counts(voice: Voice, counts: &Counts) -> Vec<String> {
    let lines = (counts.drills.total > 0).then(|| drills(voice, &counts.drills));
    std::iter::once(puzzles(voice, counts)).chain(lines).collect()
}

fn drills(voice: Voice, counts: &DrillCounts) -> String {
    let DrillCounts { total, due, next } = counts;
    let text = format!("{}: {due} due.", counted(*total, "drilled line"));
    match next {
        _ if *due > 0 => voice.then(text, &[(&["drill"], "")]),
        Some(next) => format!("{text} Next due on {next}."),
        None => text,
    }
}

fn puzzles(voice: Voice, counts: &Counts) -> String {
    let Counts { total, due, new, next, grades, .. } = counts;
    if *total == 0 {
        let make: &[&str] = &["puzzles make"];
        return voice.then("No puzzles yet.", &[(make, "to create some from your mistakes")]);
    }
    let of_grades = (1..).zip(grades).filter(|(_, count)| **count > 0);
    let of_grades: Vec<String> = of_grades
        .map(|(grade, count): (usize, _)| format!("{count} at difficulty {grade}"))
        .collect();
    let (all, of_grades) = (counted(*total, "puzzle"), of_grades.join(", "));
    let text = format!("{all} ({of_grades}): {due} due, {new} new.");
    match next {
        _ if due + new > 0 => voice.then(text, &[(&["puzzle"], "")]),
        Some(next) => format!("{text} Next due on {next}."),
        None => text,
    }
}

/// The greeting's text about due puzzles and lines.
pub(in crate::screens) fn due(voice: Voice, counts: &Counts) -> String {
    let Counts { due, new, drills, .. } = counts;
    let puzzles = match (due, new) {
        (0, 0) => None,
        (0, new) => Some(format!("{}.", counted(*new, "new puzzle"))),
        (due, 0) => Some(format!("{} due.", counted(*due, "puzzle"))),
        (due, new) => Some(format!("{} due, {new} new.", counted(*due, "puzzle"))),
    };
    let puzzles = puzzles.map(|puzzles| voice.then(puzzles, &[(&["puzzle"], "")]));
    let lines = format!("{} due.", counted(drills.due, "drilled line"));
    let lines = (drills.due > 0).then(|| voice.then(lines, &[(&["drill"], "")]));
    puzzles.into_iter().chain(lines).collect::<Vec<_>>().join(" ")
}

/// Describes an event of puzzles or drills in whole lines; empty for other events.
pub(in crate::screens) fn event(voice: Voice, event: &Event) -> Vec<String> {
    match event {
        Event::Puzzle { checked } => changed(*checked).into_iter().collect(),
        Event::Puzzles { counts, checked } => {
            changed(*checked).into_iter().chain(self::counts(voice, counts)).collect()
        }
        Event::PuzzlesMade { games, mistakes, added, left_out, checked, is_stopped, counts } => {
            let mut lines: Vec<String> =
                (checked.checked > 0).then(|| self::checked(*checked)).into_iter().collect();
            if *is_stopped {
                if *games > 0 {
                    lines.extend(made(*games, *mistakes, *added, left_out));
                }
                lines
                    .push(voice.then("Interrupted.", &[(&["puzzles make"], "again for the rest")]));
            } else {
                lines.extend(made(*games, *mistakes, *added, left_out));
            }
            lines.push(puzzles(voice, counts));
            lines
        }
        Event::PuzzleSolved { at_once, is_shown, solution, due } => {
            let verdict = match (at_once, is_shown) {
                (true, _) => "Right",
                (_, true) => "Answer",
                _ => "Right this time",
            };
            let again = due.map(|due| format!(" Next review on {due}.")).unwrap_or_default();
            let mut lines = vec![format!("{verdict}: {}", solved(voice, solution))];
            let reasons = why(
                (solution.answer, &solution.facts),
                Some((solution.played, &solution.played_facts)),
            );
            lines.extend(reasons.iter().map(ToString::to_string));
            lines.push(format!(
                "In the game, {} was played and lost {}.{again}",
                voice.name(&solution.played.to_string()),
                counted(solution.lost as usize, "disc")
            ));
            lines.extend(another_puzzle(voice));
            lines
        }
        Event::PuzzleWithdrawn { name, score, answer, answer_score, line } => {
            let (name, answer) = (voice.name(name), voice.name(&answer.to_string()));
            let [score, former] = [*score, *answer_score].map(|score| voice.score(score));
            let right = format!(
                "Right: {name} scores {score}, the answer of this puzzle ({answer}) {former}.{}",
                reply(voice, line)
            );
            [right, "The puzzle was wrong: it is removed.".to_owned()]
                .into_iter()
                .chain(another_puzzle(voice))
                .collect()
        }
        Event::PuzzlesLeft { answered, at_once, checked, counts } => {
            let mut lines: Vec<String> = changed(*checked).into_iter().collect();
            if *answered > 0 {
                lines.push(format!(
                    "{} done, {at_once} right on the first try.",
                    counted(*answered, "puzzle")
                ));
            }
            lines.push(puzzles(voice, counts));
            lines
        }
        Event::DrillAnswered { answer, is_shown, line } => {
            let end = line.as_ref().map(|line| line_end(voice, line));
            let answered = answered(voice, answer, *is_shown);
            std::iter::once(answered).chain(end.into_iter().flatten()).collect()
        }
        Event::DrillMissed { answer } => vec![not_of_book(voice, answer)],
        Event::DrillLeft { lines, known, counts } => {
            let done = format!("{} drilled, {known} without mistakes.", counted(*lines, "line"));
            let done = (*lines > 0).then_some(done);
            let all = (counts.drills.total > 0).then(|| drills(voice, &counts.drills));
            done.into_iter().chain(all).collect()
        }
        _ => Vec::new(),
    }
}

/// Reports the checks of puzzles; `None` if none has changed.
fn changed(checked: CheckTotals) -> Option<String> {
    checked.has_changed().then(|| self::checked(checked))
}

fn checked(checked: CheckTotals) -> String {
    let CheckTotals { checked: all, corrected, removed } = checked;
    let parts = [(corrected, "corrected"), (removed, "removed")].into_iter();
    let parts: Vec<String> = parts
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    let found = if parts.is_empty() { "none was wrong".to_owned() } else { parts.join(", ") };
    format!("Checked {} by exact search: {found}.", counted(all, "puzzle"))
}

/// Suggests what to do after a puzzle.
fn another_puzzle(voice: Voice) -> Option<String> {
    voice.sentence(&[(&["next"], "for another puzzle"), (&["puzzle off"], "to leave")])
}

fn made(games: usize, mistakes: usize, added: usize, left_out: &LeftOut) -> Vec<String> {
    if games == 0 {
        return vec!["No new games to analyze.".to_owned()];
    }
    let mut lines = vec![format!(
        "Analyzed {} with {}; created {}.",
        counted(games, "game"),
        counted(mistakes, "mistake"),
        counted(added, "puzzle")
    )];
    let LeftOut { early, unclear, refuted, unconfirmed, known } = *left_out;
    let reasons = [
        (early, "too early to solve exactly, and no move is clearly the best"),
        (unclear, "more than one good move"),
        (refuted, "not a mistake after deeper search"),
        (unconfirmed, "searches of two depths disagree"),
        (known, "duplicate position"),
    ];
    let reasons = reasons.iter().filter(|(count, _)| *count > 0);
    lines.extend(reasons.map(|(count, reason)| format!("  skipped {count}: {reason}")));
    lines
}

fn missed(
    voice: Voice,
    name: &str,
    score: Option<i32>,
    lost: Option<i32>,
    line: &[String],
) -> String {
    let name = voice.name(name);
    let said = match (score, lost) {
        (Some(score), Some(lost)) if lost > 0 => {
            let discs = counted(lost.unsigned_abs() as usize, "disc");
            format!("Not {name}: it scores {} and loses {discs}", voice.score(score))
        }
        _ => format!("Not {name}"),
    };
    format!("{said}.{} Try again.", reply(voice, line))
}

/// The reply to an answer, after a space.
fn reply(voice: Voice, line: &[String]) -> String {
    if line.is_empty() {
        return String::new();
    }
    format!(" The reply is {}.", voice.moves(&line[..line.len().min(SHOWN)]))
}

/// Reports a drill move that was accepted, or shown.
fn answered(voice: Voice, answer: &DrillAnswer, is_shown: bool) -> String {
    let DrillAnswer { square, verdict, score, best, best_score } = answer;
    let [name, best] = [square, best].map(|square| voice.name(&square.to_string()));
    let [score, best_score] = [score.unwrap_or(*best_score), *best_score].map(|it| voice.score(it));
    match verdict {
        _ if is_shown => format!("Book move: {name} ({score})."),
        Verdict::Close => format!("Close: {name} scores {score}, {best} {best_score}."),
        _ => format!("Right: {name} scores {score}."),
    }
}

/// Reports a drill move that was rejected.
fn not_of_book(voice: Voice, answer: &DrillAnswer) -> String {
    let name = voice.name(&answer.square.to_string());
    let best =
        format!("{} ({})", voice.name(&answer.best.to_string()), voice.score(answer.best_score));
    let Some(score) = answer.score else {
        return format!("{name} is not in the book. It plays {best}. Try again.");
    };
    let named = format!("{name} ({})", voice.score(score));
    if score + 1 < answer.best_score {
        format!("Not {named}: the book plays {best}. Try again.")
    } else {
        format!("{named} is fine, but this opening continues {best}. Try again.")
    }
}

/// Reports the end of a drilled line.
fn line_end(voice: Voice, line: &LineReport) -> Vec<String> {
    let LineReport { right, close, missed, due } = line;
    let again = due.map(|due| format!(" Next review on {due}.")).unwrap_or_default();
    let leave = voice.sentence(&[(&["next"], "for another line"), (&["drill off"], "to leave")]);
    let end = format!("End of line: {right} right, {close} close, {missed} missed.{again}");
    [end].into_iter().chain(leave).collect()
}

fn solved(voice: Voice, solution: &Solution) -> String {
    let Solution { answer, score, second, exact, estimated, percent, line, .. } = solution;
    let sure = match (exact, estimated) {
        (true, _) => String::new(),
        (_, true) => " (estimated)".to_owned(),
        _ => format!(" ({percent}% selectivity)"),
    };
    let line = match line.len() {
        0 | 1 => String::new(),
        moves => format!(" Line: {}.", voice.moves(&line[..moves.min(SHOWN + 1)])),
    };
    let answer = voice.name(&answer.to_string());
    let [score, second] = [*score, *second].map(|score| voice.score(score));
    format!("{answer} scores {score}, the next best move {second}{sure}.{line}")
}
