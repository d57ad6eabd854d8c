//! Texts about the analysis of a game.

use super::{Voice, Who, side, tr_side};
use crate::analysis::{Alternative, Analysis, Class, GOOD, Judgment, MoveFacts, why};
use crate::base::language::{decimal, tr};
use crate::games::{Player, Square};
use crate::report::sentences;
use crate::session::Sides;
use crate::study::Coach;

pub(in crate::screens) use sentences::{no_mistakes, nth_move, stopped};

pub fn stopped_at_once() -> &'static str {
    tr!("Interrupted before any move was analyzed.")
}

/// The accuracy of both sides; `None` if neither had a choice.
pub fn accuracy(sides: &Sides, analysis: &Analysis) -> Option<String> {
    let of = |player| {
        let total = analysis.total(player);
        let side = side(sides, player);
        let percent = decimal(format_args!("{:.1}", total.accuracy?));
        Some(tr!(
            "{side} {percent}% (lost {n} disc)" | "{side} {percent}% (lost {n} discs)",
            n = total.lost as usize,
            side,
            percent
        ))
    };
    let both: Vec<String> = Player::BOTH.into_iter().filter_map(of).collect();
    (!both.is_empty()).then(|| tr!("Accuracy: {both}.", both = both.join(", ")))
}

/// The number of moves of a class.
pub(super) fn class_count(class: Class, count: usize) -> String {
    match class {
        Class::Forced => tr!("{n} forced" | "{n} forced", n = count),
        Class::Best => tr!("{n} best" | "{n} best", n = count),
        Class::Good => tr!("{n} good" | "{n} good", n = count),
        Class::Inaccuracy => tr!("{n} inaccuracy" | "{n} inaccuracies", n = count),
        Class::Mistake => tr!("{n} mistake" | "{n} mistakes", n = count),
        Class::Blunder => tr!("{n} blunder" | "{n} blunders", n = count),
    }
}

/// What a move lost, and the reason that decides. The text follows the move.
pub fn loss(voice: Voice, judged: &Judgment) -> String {
    sentences::loss(judged, &|square| voice.name(&square.to_string()))
}

/// Explains a move in two sentences: what it wins or gives up, and the lines that prove it.
pub fn explained(voice: Voice, judged: &Judgment, second: Option<&Alternative>) -> [String; 2] {
    let line = proof(voice, &judged.played_line, judged.score);
    if judged.lost > 0 {
        let best = proof(voice, &judged.line, judged.best_score);
        let lines = tr!("The lines: {line}, or {best}.", line, best);
        let said = if judged.lost > GOOD {
            mistake(voice, judged)
        } else {
            let [name, best] =
                [judged.square, judged.best].map(|square| voice.name(&square.to_string()));
            tr!("{name} is about as good as {best}.", name, best)
        };
        return [said, lines];
    }
    let played = MoveFacts {
        square: judged.square,
        facts: &judged.facts,
    };
    let other = second.and_then(|second| {
        let square = *second.line.first()?;
        let facts = &second.facts;
        Some(MoveFacts { square, facts })
    });
    let name = voice.name(&judged.square.to_string());
    let decisive = why(played, other).into_iter().next();
    let said = match decisive {
        _ if judged.choices == 1 => tr!("{name} is the only move.", name),
        Some(why) if why.square == judged.square => {
            tr!(
                "{name} is the best move: it {does}.",
                name,
                does = why.does()
            )
        }
        Some(why) => tr!("{name} is the best move: {why}", name, why),
        None => tr!("{name} is the best move.", name),
    };
    let lines = if let Some(second) = second {
        let next = proof(voice, &second.line, second.score);
        tr!("The line: {line}; next best: {next}.", line, next)
    } else {
        tr!("The line: {line}.", line)
    };
    [said, lines]
}

/// What a move loses, and the reason that decides.
pub fn mistake(voice: Voice, judged: &Judgment) -> String {
    let name = voice.name(&judged.square.to_string());
    let lost = judged.lost as usize;
    match judged.why().into_iter().next() {
        Some(why) if why.square == judged.square => tr!(
            "{name} loses {n} disc: it {does}." | "{name} loses {n} discs: it {does}.",
            n = lost,
            name,
            does = why.does()
        ),
        Some(why) => tr!(
            "{name} loses {n} disc: {why}" | "{name} loses {n} discs: {why}",
            n = lost,
            name,
            why
        ),
        None => tr!(
            "{name} loses {n} disc; {best} is better."
                | "{name} loses {n} discs; {best} is better.",
            n = lost,
            name,
            best = voice.name(&judged.best.to_string())
        ),
    }
}

/// The comment of the coach: why a move was bad, and how to go on.
pub fn coached(voice: Voice, judged: &Judgment) -> String {
    let ways: &[_] = &[
        (&["U"][..], tr!("to take it back")),
        (&["why"], tr!("to see the better move")),
    ];
    match voice.advice(ways) {
        Some(advice) => tr!(
            "{mistake} {advice}, or play on.",
            mistake = mistake(voice, judged),
            advice = super::capital(&advice)
        ),
        None => mistake(voice, judged),
    }
}

/// The title of a comment.
pub fn coach_title() -> &'static str {
    tr!("Coach")
}

/// A late comment of the coach, after the game.
pub fn reviewed(voice: Voice, sides: &Sides, judged: &Judgment) -> String {
    let name = voice.name(&judged.square.to_string());
    nth_move(judged.ply, side(sides, judged.player), &name) + &loss(voice, judged)
}

/// The setting of the coach.
pub fn coach(coach: Coach, least: Option<u32>) -> String {
    match least {
        Some(least) => tr!(
            "Coach: on, from a loss of {n} disc." | "Coach: on, from a loss of {n} discs.",
            n = least as usize
        ),
        None if coach == Coach::Off => tr!("Coach: off.").to_owned(),
        None => tr!("Coach: on.").to_owned(),
    }
}

/// Offers the coach after the first lost game.
pub fn coach_offered(voice: Voice) -> String {
    voice.then(
        tr!("A coach can tell you about mistakes as you play."),
        &[(&["coach on"], tr!("to turn it on"))],
    )
}

/// The first moves of a line, with its score.
fn proof(voice: Voice, line: &[Square], score: i32) -> String {
    const SHOWN: usize = 8;
    let moves = voice.moves(&line[..line.len().min(SHOWN)]);
    let more = if line.len() > SHOWN { " ..." } else { "" };
    format!("{moves}{more} ({})", voice.score(score))
}

/// The discs lost by a side, and its bad moves.
pub(super) fn total(sides: &Sides, player: Player, lost: u32, bad: &str) -> String {
    tr_side!(
        Who::of(sides, player),
        "{who} lost {n} disc: {bad}." | "{who} lost {n} discs: {bad}.",
        n = lost as usize,
        bad
    )
}

/// The number of further moves that lost too much, and how to see them.
pub fn others(voice: Voice, count: usize) -> Option<String> {
    let list: &[_] = &[(&["analyze all"][..], tr!("to list every move"))];
    if count == 0 {
        return voice.sentence(list);
    }
    let said = tr!(
        "{n} other move lost more than {good} discs."
            | "{n} other moves lost more than {good} discs.",
        n = count,
        good = GOOD
    );
    Some(voice.then(said, list))
}
