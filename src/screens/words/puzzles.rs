//! Texts about lessons, puzzles and drills.

use super::{Voice, colour, guesses};
use crate::analysis::{MoveFacts, why};
use crate::base::language::{date, tr, translated};
use crate::games::Square;
use crate::interpreter::{
    DrillReport, Event, LessonReport, LineReport, PracticeEnd, PuzzleReport, Reply, Task, Verdict,
};
use crate::study::{Counts, DrillAnswer, DrillCounts, DrillVerdict, LeftOut, Solution};

/// The maximum number of moves shown of a line.
const SHOWN: usize = 8;

fn puzzle(voice: Voice, puzzle: &PuzzleReport) -> String {
    let PuzzleReport {
        player,
        grade,
        empties,
        only_win,
        estimated,
        from,
        ..
    } = puzzle;
    let empties = *empties as usize;
    let about = if *estimated {
        tr!(
            "difficulty {grade}/5, {n} empty square, estimated, {from}"
                | "difficulty {grade}/5, {n} empty squares, estimated, {from}",
            n = empties,
            grade,
            from
        )
    } else {
        tr!(
            "difficulty {grade}/5, {n} empty square, {from}"
                | "difficulty {grade}/5, {n} empty squares, {from}",
            n = empties,
            grade,
            from
        )
    };
    let who = colour(*player);
    let task = if *only_win {
        tr!("side" => "{who} to move: find the only winning move", who)
    } else {
        tr!("side" => "{who} to move: find the best move", who)
    };
    let task = format!("{} {task}", heading(voice, tr!("Puzzle"), &about));
    voice.with(task, tr!(", or "), &[(&["next"], tr!("for the answer"))]) + "."
}

fn heading(voice: Voice, title: &str, text: &str) -> String {
    voice.heading(&format!("{title},"), text)
}

/// What a practice asks, shown below the board.
pub fn task(voice: Voice, task: &Task) -> String {
    match task {
        Task::Lesson(step) => lesson(voice, step),
        Task::Puzzle(report) => puzzle(voice, report),
        Task::Drill(line) => drill(voice, line),
        Task::Guess(guess) => guesses::task(voice, guess),
    }
}

/// The title of the card with a reply about practice; `None` for other replies.
pub fn title(reply: &Reply) -> Option<&'static str> {
    match (reply.head(), reply.task()) {
        (_, Some(Task::Lesson(_))) => Some(tr!("Lesson")),
        (_, Some(Task::Puzzle(_)))
        | (Event::Judged(Verdict::PuzzleSolved { .. } | Verdict::PuzzleWithdrawn { .. }), _) => {
            Some(tr!("Puzzle"))
        }
        (_, Some(Task::Drill(_)))
        | (Event::Judged(Verdict::DrillAnswered { line: Some(_), .. }), _) => Some(tr!("Drill")),
        (_, Some(Task::Guess(_))) | (Event::Judged(Verdict::Guessed { .. }), _) => {
            Some(tr!("Guess"))
        }
        _ => None,
    }
}

fn lesson(voice: Voice, lesson: &LessonReport) -> String {
    let LessonReport {
        number,
        of,
        title,
        text,
        asks,
        is_question,
    } = lesson;
    let step = voice.heading(tr!("Step"), &tr!("{number} of {of}", number, of));
    let idea = if title.is_empty() {
        String::new()
    } else {
        format!("{}. ", translated(title))
    };
    let said = format!("{step} {idea}{}", voice.lesson(translated(text)));
    match asks {
        Some(asks) => format!("{said} {}", voice.play(asks)),
        None if *is_question => voice.then(said, &[(&["next"], tr!("to see the move"))]),
        None if number == of => voice.then(said, &[(&["next"], tr!("to finish"))]),
        None => voice.then(said, &[(&["next"], "")]),
    }
}

fn drill(voice: Voice, line: &DrillReport) -> String {
    let any = if line.is_own {
        tr!("repertoire")
    } else {
        tr!("any opening")
    };
    let opening = line.opening.unwrap_or(any);
    let about = if line.again {
        tr!("review")
    } else {
        tr!("new line")
    };
    let about = heading(voice, tr!("Drill"), &format!("{opening}, {about}"));
    let who = colour(line.player);
    let task = if line.is_own {
        tr!("side" => "You are {who}: play the moves of your repertoire", who)
    } else {
        tr!("side" => "You are {who}: play the book moves", who)
    };
    let task = format!("{about} {task}");
    voice.with(task, tr!(", or "), &[(&["next"], tr!("to be shown one"))]) + "."
}

/// The numbers of puzzles and drilled lines: all, and those that are due.
fn counts(voice: Voice, counts: &Counts) -> Vec<String> {
    let lines = (counts.drills.total > 0).then(|| drills(voice, &counts.drills));
    std::iter::once(puzzles(voice, counts))
        .chain(lines)
        .collect()
}

fn drills(voice: Voice, counts: &DrillCounts) -> String {
    let DrillCounts { total, due, next } = counts;
    let text = tr!(
        "{n} drilled line: {due} due." | "{n} drilled lines: {due} due.",
        n = *total,
        due
    );
    match next {
        _ if *due > 0 => voice.then(text, &[(&["drill"], "")]),
        Some(next) => format!("{text} {}", tr!("Next due on {date}.", date = date(*next))),
        None => text,
    }
}

fn puzzles(voice: Voice, counts: &Counts) -> String {
    let Counts {
        total,
        due,
        new,
        next,
        grades,
        ..
    } = counts;
    if *total == 0 {
        let make: &[&str] = &["puzzles make"];
        return voice.then(
            tr!("No puzzles yet."),
            &[(make, tr!("to create some from your mistakes"))],
        );
    }
    let of_grades = (1..).zip(grades).filter(|(_, count)| **count > 0);
    let of_grades: Vec<String> = of_grades
        .map(|(grade, count): (usize, _)| tr!("{count} at difficulty {grade}", count, grade))
        .collect();
    let text = tr!(
        "{n} puzzle ({grades}): {due} due, {new} new."
            | "{n} puzzles ({grades}): {due} due, {new} new.",
        n = *total,
        grades = of_grades.join(", "),
        due,
        new
    );
    match next {
        _ if due + new > 0 => voice.then(text, &[(&["puzzle"], "")]),
        Some(next) => format!("{text} {}", tr!("Next due on {date}.", date = date(*next))),
        None => text,
    }
}

/// The greeting's text about due puzzles and lines.
pub fn due(voice: Voice, counts: &Counts) -> String {
    let Counts {
        due, new, drills, ..
    } = counts;
    let puzzles = match (*due, *new) {
        (0, 0) => None,
        (0, new) => Some(tr!("{n} new puzzle." | "{n} new puzzles.", n = new)),
        (due, 0) => Some(tr!("{n} puzzle due." | "{n} puzzles due.", n = due)),
        (due, new) => Some(tr!(
            "{n} puzzle due, {new} new." | "{n} puzzles due, {new} new.",
            n = due,
            new
        )),
    };
    let puzzles = puzzles.map(|puzzles| voice.then(puzzles, &[(&["puzzle"], "")]));
    let lines = tr!(
        "{n} drilled line due." | "{n} drilled lines due.",
        n = drills.due
    );
    let lines = (drills.due > 0).then(|| voice.then(lines, &[(&["drill"], "")]));
    puzzles
        .into_iter()
        .chain(lines)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Describes an event about the collection of puzzles in whole lines; empty for other events.
pub fn event(voice: Voice, event: &Event) -> Vec<String> {
    match event {
        Event::Puzzles { counts } => self::counts(voice, counts),
        Event::PuzzlesMade {
            games,
            mistakes,
            added,
            left_out,
            is_stopped,
            counts,
        } => {
            let mut lines = Vec::new();
            if *is_stopped {
                if *games > 0 {
                    lines.extend(made(*games, *mistakes, *added, left_out));
                }
                let again: &[&str] = &["puzzles make"];
                lines.push(voice.then(tr!("Interrupted."), &[(again, tr!("again for the rest"))]));
            } else {
                lines.extend(made(*games, *mistakes, *added, left_out));
            }
            lines.push(puzzles(voice, counts));
            lines
        }
        _ => Vec::new(),
    }
}

/// Says what an answer was worth, in whole lines.
pub fn verdict(voice: Voice, verdict: &Verdict) -> Vec<String> {
    match verdict {
        Verdict::PuzzleSolved {
            at_once,
            is_shown,
            solution,
            due,
        } => {
            let verdict = match (at_once, is_shown) {
                (true, _) => tr!("Right"),
                (_, true) => tr!("Answer"),
                _ => tr!("Right this time"),
            };
            let solved = solved(voice, solution);
            std::iter::once(format!("{verdict}: {solved}"))
                .chain(explained(voice, solution, *due))
                .chain(another_puzzle(voice))
                .collect()
        }
        Verdict::PuzzleWithdrawn {
            name,
            score,
            answer,
            answer_score,
            line,
        } => {
            let [name, answer] = [name, &answer.to_string()].map(|name| voice.name(name));
            let [score, former] = [*score, *answer_score].map(|score| voice.score(score));
            let right = tr!(
                "Right: {name} scores {score}, the answer of this puzzle ({answer}) {former}.",
                name,
                score,
                answer,
                former
            );
            let right = spaced([Some(right), reply(voice, line)]);
            let removed = tr!("The puzzle was wrong: it is removed.").to_owned();
            [right, removed]
                .into_iter()
                .chain(another_puzzle(voice))
                .collect()
        }
        Verdict::DrillAnswered {
            answer,
            is_shown,
            line,
        } => {
            let end = line.as_ref().map(|line| line_end(voice, line));
            let answered = answered(voice, answer, *is_shown);
            std::iter::once(answered)
                .chain(end.into_iter().flatten())
                .collect()
        }
        Verdict::DrillMissed { answer } => vec![not_of_book(voice, answer)],
        Verdict::Guessed { .. } => guesses::verdict(voice, verdict),
        Verdict::PuzzleMissed {
            name,
            score,
            lost,
            line,
            ..
        } => vec![missed(voice, name, *score, *lost, line)],
    }
}

/// The reasons for a solution, the loss of the game's move, and when the puzzle is due again.
fn explained(voice: Voice, solution: &Solution, due: Option<jiff::civil::Date>) -> Vec<String> {
    let answer = MoveFacts {
        square: solution.answer,
        facts: &solution.facts,
    };
    let played = MoveFacts {
        square: solution.played,
        facts: &solution.played_facts,
    };
    let reasons = why(answer, Some(played));
    let lost = tr!(
        "In the game, {name} was played and lost {n} disc."
            | "In the game, {name} was played and lost {n} discs.",
        n = solution.lost as usize,
        name = voice.name(&solution.played.to_string())
    );
    reasons
        .iter()
        .map(ToString::to_string)
        .chain([spaced([Some(lost), next_review(due)])])
        .collect()
}

/// The results of a practice that ended, in whole lines.
pub fn end(voice: Voice, end: &PracticeEnd) -> Vec<String> {
    match end {
        PracticeEnd::Learned { finished, has_game } => {
            vec![learned(voice, *finished, *has_game)]
        }
        PracticeEnd::PuzzlesLeft {
            answered,
            at_once,
            counts,
        } => {
            let mut lines = Vec::new();
            if *answered > 0 {
                lines.push(tr!(
                    "{n} puzzle done, {at_once} right on the first try."
                        | "{n} puzzles done, {at_once} right on the first try.",
                    n = *answered,
                    at_once
                ));
            }
            lines.push(puzzles(voice, counts));
            lines
        }
        PracticeEnd::GuessLeft { summary } => {
            let lines = summary.iter().flat_map(|all| guesses::summary(voice, all));
            lines.collect()
        }
        PracticeEnd::DrillLeft {
            lines,
            known,
            counts,
        } => {
            let done = tr!(
                "{n} line drilled, {known} without mistakes."
                    | "{n} lines drilled, {known} without mistakes.",
                n = *lines,
                known
            );
            let done = (*lines > 0).then_some(done);
            let all = (counts.drills.total > 0).then(|| drills(voice, &counts.drills));
            done.into_iter().chain(all).collect()
        }
    }
}

fn learned(voice: Voice, is_finished: bool, has_game: bool) -> String {
    let said = if is_finished {
        tr!("Lesson finished.")
    } else {
        tr!("Left the lesson.")
    };
    let ways: &[_] = match (has_game, is_finished) {
        (true, _) => &[],
        (false, true) => &[(&["A"][..], tr!("to play a bot"))],
        (false, false) => &[(&["learn"][..], tr!("to start it again"))],
    };
    voice.then(said, ways)
}

/// Suggests what to do after a puzzle.
fn another_puzzle(voice: Voice) -> Option<String> {
    voice.sentence(&[
        (&["next"], tr!("for another puzzle")),
        (&["puzzle off"], tr!("to leave")),
    ])
}

fn made(games: usize, mistakes: usize, added: usize, left_out: &LeftOut) -> Vec<String> {
    if games == 0 {
        return vec![tr!("No new games to analyze.").to_owned()];
    }
    let mut lines = vec![tr!(
        "Analyzed {games} with {mistakes}; created {puzzles}.",
        games = tr!("{n} game" | "{n} games", n = games),
        mistakes = tr!("{n} mistake" | "{n} mistakes", n = mistakes),
        puzzles = tr!("{n} puzzle" | "{n} puzzles", n = added)
    )];
    let LeftOut {
        early,
        hopeless,
        unclear,
        refuted,
        unconfirmed,
        known,
    } = *left_out;
    let reasons = [
        (
            early,
            tr!("too early to solve exactly, and no move is clearly the best"),
        ),
        (hopeless, tr!("the best move loses by more than 20 discs")),
        (unclear, tr!("more than one good move")),
        (refuted, tr!("not a mistake after deeper search")),
        (unconfirmed, tr!("searches of two depths disagree")),
        (known, tr!("duplicate position")),
    ];
    let reasons = reasons.iter().filter(|(count, _)| *count > 0);
    let skipped = |count: usize, reason: &str| {
        tr!(
            "skipped {n}: {reason}" | "skipped {n}: {reason}",
            n = count,
            reason
        )
    };
    lines.extend(reasons.map(|(count, reason)| format!("  {}", skipped(*count, reason))));
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
        (Some(score), Some(lost)) if lost > 0 => tr!(
            "Not {name}: it scores {score} and loses {n} disc."
                | "Not {name}: it scores {score} and loses {n} discs.",
            n = lost.unsigned_abs() as usize,
            name,
            score = voice.score(score)
        ),
        _ => tr!("Not {name}.", name),
    };
    spaced([
        Some(said),
        reply(voice, line),
        Some(tr!("Try again.").to_owned()),
    ])
}

/// The reply to an answer, if any.
fn reply(voice: Voice, line: &[String]) -> Option<String> {
    let moves = voice.moves(&line[..line.len().min(SHOWN)]);
    (!line.is_empty()).then(|| tr!("The reply is {moves}.", moves))
}

fn next_review(due: Option<jiff::civil::Date>) -> Option<String> {
    due.map(|due| tr!("Next review on {date}.", date = date(due)))
}

/// Joins sentences.
fn spaced<const N: usize>(sentences: [Option<String>; N]) -> String {
    sentences
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

/// Reports a drill move that was accepted, or shown.
fn answered(voice: Voice, answer: &DrillAnswer, is_shown: bool) -> String {
    let DrillAnswer {
        square,
        verdict,
        score,
        best,
        best_score,
        is_own,
    } = answer;
    let [name, best] = [square, best].map(|square| voice.name(&square.to_string()));
    let Some(score) = score.or(*best_score).map(|score| voice.score(score)) else {
        return if is_shown {
            tr!("Repertoire move: {name}.", name)
        } else {
            tr!("Right: {name}.", name)
        };
    };
    match verdict {
        _ if is_shown && *is_own => tr!("Repertoire move: {name} ({score}).", name, score),
        _ if is_shown => tr!("Book move: {name} ({score}).", name, score),
        DrillVerdict::Close => {
            tr!(
                "Close: {name} scores {score}, {best} {best_score}.",
                name,
                score,
                best,
                best_score = voice.score(best_score.unwrap_or_default())
            )
        }
        _ => tr!("Right: {name} scores {score}.", name, score),
    }
}

/// Reports a drill move that was rejected.
fn not_of_book(voice: Voice, answer: &DrillAnswer) -> String {
    let named = |square: &Square, score: Option<i32>| {
        let name = voice.name(&square.to_string());
        match score {
            Some(score) => format!("{name} ({})", voice.score(score)),
            None => name,
        }
    };
    let name = named(&answer.square, answer.score);
    let best = named(&answer.best, answer.best_score);
    if answer.is_own {
        return tr!(
            "{name} is not in your repertoire. It plays {best}. Try again.",
            name,
            best
        );
    }
    match answer.score {
        None => tr!(
            "{name} is not in the book. It plays {best}. Try again.",
            name,
            best
        ),
        Some(score) if Some(score + 1) < answer.best_score => {
            tr!("Not {name}: the book plays {best}. Try again.", name, best)
        }
        Some(_) => tr!(
            "{name} is fine, but this opening continues {best}. Try again.",
            name,
            best
        ),
    }
}

/// Reports the end of a drilled line.
fn line_end(voice: Voice, line: &LineReport) -> Vec<String> {
    let LineReport {
        right,
        close,
        missed,
        due,
    } = line;
    let leave = voice.sentence(&[
        (&["next"], tr!("for another line")),
        (&["drill off"], tr!("to leave")),
    ]);
    let end = tr!(
        "End of line: {right} right, {close} close, {missed} missed.",
        right,
        close,
        missed
    );
    [spaced([Some(end), next_review(*due)])]
        .into_iter()
        .chain(leave)
        .collect()
}

fn solved(voice: Voice, solution: &Solution) -> String {
    let Solution {
        answer,
        score,
        second,
        exact,
        estimated,
        percent,
        line,
        ..
    } = solution;
    let answer = voice.name(&answer.to_string());
    let [score, second] = [*score, *second].map(|score| voice.score(score));
    let scores = match (exact, estimated) {
        (true, _) => {
            tr!(
                "{answer} scores {score}, the next best move {second}.",
                answer,
                score,
                second
            )
        }
        (_, true) => tr!(
            "{answer} scores {score}, the next best move {second} (estimated).",
            answer,
            score,
            second
        ),
        _ => tr!(
            "{answer} scores {score}, the next best move {second} ({percent}% selectivity).",
            answer,
            score,
            second,
            percent
        ),
    };
    let line = match line.len() {
        0 | 1 => None,
        moves => Some(tr!(
            "Line: {moves}.",
            moves = voice.moves(&line[..moves.min(SHOWN + 1)])
        )),
    };
    spaced([Some(scores), line])
}
