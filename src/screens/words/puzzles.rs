//! What is said of puzzles and drills.

use super::{colour, counted};
use crate::desk::data::{
    AnswerReport, Checked, Counts, DrillCounts, Event, LeftOut, LineReport, Player, PuzzleReport,
    Reply, Solution, Square, Verdict, why,
};

const PUZZLE: &str = "Puzzle";
const DRILL: &str = "Drill";

/// The largest number of moves of a line that is shown.
const SHOWN: usize = 8;

/// What a puzzle asks for.
fn puzzle(puzzle: &PuzzleReport) -> String {
    let PuzzleReport { player, grade, empties, only_win, estimated, from, .. } = puzzle;
    let estimated = if *estimated { "estimated, " } else { "" };
    let task = if *only_win { "find the only winning move" } else { "find the best move" };
    format!(
        "[difficulty {grade}/5, {}, {estimated}{from}] {} to move: {task}, or type `next` for the answer.",
        counted(*empties as usize, "empty square"),
        colour(*player),
    )
}

/// What a puzzle or a drill asks for, where a reply shows one: what stands below the board.
pub(in crate::screens) fn task(reply: &Reply) -> Option<String> {
    match &reply.event {
        Event::PuzzleMissed { name, score, lost, line, .. } => {
            Some(missed(name, *score, *lost, line))
        }
        Event::Drill { opening, player, again } => Some(drill(*opening, *player, *again)),
        _ => reply.puzzle.as_ref().map(puzzle),
    }
}

/// The same where it is read out.
pub(in crate::screens) fn task_read_out(reply: &Reply) -> Option<String> {
    let title = if reply.puzzle.is_some() { PUZZLE } else { DRILL };
    task(reply).map(|task| task.replace('[', &format!("{title}, ")).replace(']', "."))
}

/// The title and the lines of what is too much for a line under a board: a task, or what an answer came to.
pub(in crate::screens) fn card(reply: &Reply) -> Option<(String, Vec<String>)> {
    let title = match &reply.event {
        Event::Drill { .. } | Event::DrillAnswered { line: Some(_), .. } => DRILL,
        Event::PuzzleSolved { .. } | Event::PuzzleWithdrawn { .. } => PUZZLE,
        _ if reply.puzzle.is_some() => PUZZLE,
        _ => return None,
    };
    // There a command begins with a colon.
    let typed = |line: String| line.replace("ype `", "ype `:").replace("or `", "or `:");
    Some((
        title.to_owned(),
        event(&reply.event).into_iter().chain(task(reply)).map(typed).collect(),
    ))
}

/// What is said of a puzzle or a drill where nothing is typed: the window has a key and a menu for it.
#[cfg(feature = "window")]
pub(in crate::screens) fn by_keys(said: &str) -> String {
    const MENU: &str = "leave in the menu Study";
    let said = said.replace("type `next`", "press N").replace("Type `next`", "Press N");
    let said = said.replace("`puzzle off` to leave", MENU).replace("`drill off` to leave", MENU);
    let said = said.replace(" Type `puzzle`.", "").replace(" Type `drill`.", "");
    let said = said.replace("Type `puzzles make` to create", "The menu Study creates");
    let said = said.replace("Type `puzzles make` again for", "The menu Study continues with");
    said.replace(" Type `A` to play a bot.", "")
}

/// What a line of a drill asks for.
fn drill(opening: Option<&str>, player: Player, is_again: bool) -> String {
    format!(
        "[{}, {}] You are {}: play the book moves, or type `next` to be shown one.",
        opening.unwrap_or("any opening"),
        if is_again { "review" } else { "new line" },
        colour(player),
    )
}

/// How many puzzles and drilled lines there are, and how many are due.
fn counts(counts: &Counts) -> Vec<String> {
    let lines = (counts.drills.total > 0).then(|| drills(&counts.drills));
    std::iter::once(puzzles(counts)).chain(lines).collect()
}

fn drills(counts: &DrillCounts) -> String {
    let DrillCounts { total, due, next } = counts;
    let text = format!("{}: {due} due.", counted(*total, "drilled line"));
    match next {
        _ if *due > 0 => format!("{text} Type `drill`."),
        Some(next) => format!("{text} Next due on {next}."),
        None => text,
    }
}

fn puzzles(counts: &Counts) -> String {
    let Counts { total, due, new, next, grades, .. } = counts;
    if *total == 0 {
        return "No puzzles yet. Type `puzzles make` to create some from your mistakes.".to_owned();
    }
    let of_grades = (1..).zip(grades).filter(|(_, count)| **count > 0);
    let of_grades: Vec<String> = of_grades
        .map(|(grade, count): (usize, _)| format!("{count} at difficulty {grade}"))
        .collect();
    let (all, of_grades) = (counted(*total, "puzzle"), of_grades.join(", "));
    let text = format!("{all} ({of_grades}): {due} due, {new} new.");
    match next {
        _ if due + new > 0 => format!("{text} Type `puzzle`."),
        Some(next) => format!("{text} Next due on {next}."),
        None => text,
    }
}

/// The puzzles and lines that are due, in the greeting.
pub(in crate::screens) fn due(counts: &Counts) -> String {
    let Counts { due, new, drills, .. } = counts;
    let puzzles = match (due, new) {
        (0, 0) => None,
        (0, new) => Some(format!("{}. Type `puzzle`.", counted(*new, "new puzzle"))),
        (due, 0) => Some(format!("{} due. Type `puzzle`.", counted(*due, "puzzle"))),
        (due, new) => Some(format!("{} due, {new} new. Type `puzzle`.", counted(*due, "puzzle"))),
    };
    let lines = counted(drills.due, "drilled line");
    let lines = (drills.due > 0).then(|| format!("{lines} due. Type `drill`."));
    puzzles.into_iter().chain(lines).collect::<Vec<_>>().join(" ")
}

/// What an event of the puzzles came to, in whole lines; none for other events.
pub(in crate::screens) fn event(event: &Event) -> Vec<String> {
    match event {
        Event::Puzzle { checked } => changed(*checked).into_iter().collect(),
        Event::Puzzles { counts, checked } => {
            changed(*checked).into_iter().chain(self::counts(counts)).collect()
        }
        Event::PuzzlesMade { games, mistakes, added, left_out, checked, is_stopped, counts } => {
            let mut lines: Vec<String> =
                (checked.checked > 0).then(|| self::checked(*checked)).into_iter().collect();
            if *is_stopped {
                if *games > 0 {
                    lines.extend(made(*games, *mistakes, *added, left_out));
                }
                lines.push("Interrupted. Type `puzzles make` again for the rest.".to_owned());
            } else {
                lines.extend(made(*games, *mistakes, *added, left_out));
            }
            lines.push(puzzles(counts));
            lines
        }
        Event::PuzzleSolved { at_once, is_shown, solution, due } => {
            let verdict = match (at_once, is_shown) {
                (true, _) => "Right",
                (_, true) => "Answer",
                _ => "Right this time",
            };
            let again = due.map(|due| format!(" Next review on {due}.")).unwrap_or_default();
            let mut lines = vec![format!("{verdict}: {}", solved(solution))];
            lines.extend(why(
                (solution.answer, &solution.facts),
                Some((solution.played, &solution.played_facts)),
            ));
            lines.push(format!(
                "In the game, {} was played and lost {}.{again}",
                solution.played,
                counted(solution.lost as usize, "disc")
            ));
            lines.push("Type `next` for another puzzle, or `puzzle off` to leave.".to_owned());
            lines
        }
        Event::PuzzleWithdrawn { name, score, answer, answer_score, line } => vec![
            format!(
                "Right: {name} scores {score:+}, the answer of this puzzle ({answer}) {answer_score:+}.{}",
                reply(line)
            ),
            "The puzzle was wrong: it is removed.".to_owned(),
            "Type `next` for another puzzle, or `puzzle off` to leave.".to_owned(),
        ],
        Event::PuzzlesLeft { answered, at_once, checked, counts } => {
            let mut lines: Vec<String> = changed(*checked).into_iter().collect();
            if *answered > 0 {
                lines.push(format!(
                    "{} done, {at_once} right on the first try.",
                    counted(*answered, "puzzle")
                ));
            }
            lines.push(puzzles(counts));
            lines
        }
        Event::DrillAnswered { answer, is_shown, line } => {
            let end = line.as_ref().map(line_end);
            std::iter::once(answered(answer, *is_shown)).chain(end.into_iter().flatten()).collect()
        }
        Event::DrillMissed { answer } => vec![not_of_book(answer)],
        Event::DrillLeft { lines, known, counts } => {
            let done = format!("{} drilled, {known} without mistakes.", counted(*lines, "line"));
            let done = (*lines > 0).then_some(done);
            let all = (counts.drills.total > 0).then(|| drills(&counts.drills));
            done.into_iter().chain(all).collect()
        }
        _ => Vec::new(),
    }
}

/// What came of checking puzzles, where something was wrong.
fn changed(checked: Checked) -> Option<String> {
    checked.has_changed().then(|| self::checked(checked))
}

fn checked(checked: Checked) -> String {
    let Checked { checked: all, corrected, removed } = checked;
    let parts = [(corrected, "corrected"), (removed, "removed")].into_iter();
    let parts: Vec<String> = parts
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    let found = if parts.is_empty() { "none was wrong".to_owned() } else { parts.join(", ") };
    format!("Checked {} by exact search: {found}.", counted(all, "puzzle"))
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

fn missed(name: &str, score: Option<i32>, lost: Option<i32>, line: &[String]) -> String {
    let said = match (score, lost) {
        (Some(score), Some(lost)) if lost > 0 => {
            let discs = counted(lost.unsigned_abs() as usize, "disc");
            format!("Not {name}: it scores {score:+} and loses {discs}")
        }
        _ => format!("Not {name}"),
    };
    format!("{said}.{} Try again.", reply(line))
}

/// The reply to an answer, after a space.
fn reply(line: &[String]) -> String {
    if line.is_empty() {
        return String::new();
    }
    format!(" The reply is {}.", line[..line.len().min(SHOWN)].join(" "))
}

/// A move of a drill that is played.
fn answered(answer: &AnswerReport, is_shown: bool) -> String {
    let AnswerReport { name, verdict, score, best, best_score } = answer;
    let score = score.unwrap_or(*best_score);
    match verdict {
        _ if is_shown => format!("Book move: {name} ({score:+})."),
        Verdict::Close => format!("Close: {name} scores {score:+}, {best} {best_score:+}."),
        _ => format!("Right: {name} scores {score:+}."),
    }
}

/// A move of a drill that is not taken.
fn not_of_book(answer: &AnswerReport) -> String {
    let AnswerReport { name, score, best, best_score, .. } = answer;
    match score {
        None => format!("{name} is not in the book. It plays {best} ({best_score:+}). Try again."),
        Some(score) if score + 1 < *best_score => {
            format!("Not {name} ({score:+}): the book plays {best} ({best_score:+}). Try again.")
        }
        Some(score) => format!(
            "{name} ({score:+}) is fine, but this opening continues {best} ({best_score:+}). Try \
                again."
        ),
    }
}

/// What a line of a drill came to.
fn line_end(line: &LineReport) -> Vec<String> {
    let LineReport { right, close, missed, due } = line;
    let again = due.map(|due| format!(" Next review on {due}.")).unwrap_or_default();
    vec![
        format!("End of line: {right} right, {close} close, {missed} missed.{again}"),
        "Type `next` for another line, or `drill off` to leave.".to_owned(),
    ]
}

fn solved(solution: &Solution) -> String {
    let Solution { answer, score, second, exact, estimated, percent, line, .. } = solution;
    let sure = match (exact, estimated) {
        (true, _) => String::new(),
        (_, true) => " (estimated)".to_owned(),
        _ => format!(" ({percent}% selectivity)"),
    };
    let rest: Vec<String> = line.iter().skip(1).take(SHOWN).map(Square::to_string).collect();
    let line = if rest.is_empty() {
        String::new()
    } else {
        format!(" Line: {answer} {}.", rest.join(" "))
    };
    format!("{answer} scores {score:+}, the next best move {second:+}{sure}.{line}")
}
