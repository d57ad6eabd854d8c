//! Texts about guesses of moves.

use super::{Voice, colour};
use crate::base::language::tr;
use crate::games::Square;
use crate::interpreter::{GuessReport, RecordReport, Verdict};
use crate::study::{Guess, GuessSummary, GuessTotals, MOST_POINTS};

/// The move to guess, and its game.
pub fn task(voice: Voice, report: &GuessReport) -> String {
    let GuessReport {
        number,
        record: RecordReport {
            black, white, date, ..
        },
        player,
        next,
    } = report;
    let unknown = || "?".to_owned();
    let [black, white] = [black, white].map(|name| name.clone().unwrap_or_else(unknown));
    let game = tr!("game {number}, {black} - {white}", number, black, white);
    let about = [Some(game), date.clone()];
    let about: Vec<String> = about.into_iter().flatten().collect();
    let task = tr!("side" => "You are {who}: guess move {next}", who = colour(*player), next);
    let task = format!(
        "{} {task}",
        voice.heading(&format!("{},", tr!("Guess")), &about.join(", "))
    );
    voice.with(task, tr!(", or "), &[(&["next"], tr!("to see it"))]) + "."
}

/// Says what a guess is worth, and at the end of a game its result; empty for other verdicts.
pub fn verdict(voice: Voice, verdict: &Verdict) -> Vec<String> {
    let Verdict::Guessed {
        guess,
        played,
        is_over,
        summary,
    } = verdict
    else {
        return Vec::new();
    };
    let summary = summary.iter().flat_map(|all| self::summary(voice, all));
    [compared(voice, guess.as_deref(), *played)]
        .into_iter()
        .chain(summary)
        .chain(another(voice).filter(|_| *is_over))
        .collect()
}

/// Says what a guess is worth, and compares it with the move of the game.
fn compared(voice: Voice, guess: Option<&Guess>, played: Square) -> String {
    let played = voice.name(&played.to_string());
    let Some(guess) = guess else {
        return tr!("The move of the game is {played}.", played);
    };
    let points = tr!("{n} point" | "{n} points", n = guess.points as usize);
    let name = voice.name(&guess.answer.square.to_string());
    let said = match guess.answer.lost {
        0 => tr!("{name} is the best move: {points}.", name, points),
        lost => tr!(
            "{name} loses {n} disc against {best}: {points}."
                | "{name} loses {n} discs against {best}: {points}.",
            n = lost as usize,
            name,
            best = voice.name(&guess.answer.best.to_string()),
            points
        ),
    };
    let compared = match guess.played.lost {
        _ if guess.is_same() => tr!("The game has the same move.").to_owned(),
        0 => tr!("The game has {played}, a best move.", played),
        lost => tr!(
            "The game has {played}, which loses {n} disc."
                | "The game has {played}, which loses {n} discs.",
            n = lost as usize,
            played
        ),
    };
    format!("{said} {compared}")
}

/// The result of a game: points, the better guesses, and the worst ones with the reasons.
pub fn summary(voice: Voice, summary: &GuessSummary) -> Vec<String> {
    let GuessTotals {
        moves,
        same,
        points,
        ..
    } = summary.totals;
    let mut lines = vec![tr!(
        "{points} of {most} points for {n} guess; {same} as in the game."
            | "{points} of {most} points for {n} guesses; {same} as in the game.",
        n = moves as usize,
        points,
        most = MOST_POINTS * moves,
        same
    )];
    if !summary.better_guesses.is_empty() {
        let better = summary.better_guesses.iter();
        let better = better.map(|guess| {
            let name = voice.name(&guess.answer.square.to_string());
            tr!("{name} at move {number}", name, number = guess.number)
        });
        let guesses = better.collect::<Vec<_>>().join(", ");
        lines.push(tr!("Better than the game: {guesses}.", guesses));
    }
    lines.extend(summary.worst.iter().map(|guess| worst(voice, guess)));
    lines
}

/// A bad guess, with the reasons for the best move.
fn worst(voice: Voice, guess: &Guess) -> String {
    let judged = &guess.answer;
    let [name, best] = [judged.square, judged.best].map(|square| voice.name(&square.to_string()));
    let text = tr!(
        "Move {number}: {name} loses {n} disc, best is {best}."
            | "Move {number}: {name} loses {n} discs, best is {best}.",
        n = judged.lost as usize,
        number = guess.number,
        name,
        best
    );
    let reasons = judged.why();
    let reasons = reasons.iter().map(ToString::to_string);
    std::iter::once(text)
        .chain(reasons)
        .collect::<Vec<_>>()
        .join(" ")
}

/// What to do after a game.
fn another(voice: Voice) -> Option<String> {
    voice.sentence(&[
        (&["next"], tr!("for another game")),
        (&["guess off"], tr!("to leave")),
    ])
}
