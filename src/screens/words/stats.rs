//! Texts about statistics.

use super::Voice;
use super::levels::band;
use crate::base::language::{decimal, tr};
use crate::study::{Group, GuessTotals, Losses, MOST_POINTS, MistakeKind, OwnRating, Stats};

pub(in crate::screens) fn none() -> &'static str {
    tr!("No finished games yet.")
}

pub(in crate::screens) fn by_level() -> &'static str {
    tr!("Against bots, by level:")
}

pub(in crate::screens) fn by_month() -> &'static str {
    tr!("By month:")
}

pub(in crate::screens) fn by_phase() -> &'static str {
    tr!("Discs lost per move, by phase:")
}

pub(in crate::screens) fn mistakes() -> &'static str {
    tr!("Your mistakes of 4 discs or more, by kind:")
}

pub(in crate::screens) fn phases() -> [&'static str; 3] {
    [tr!("moves 1-20"), tr!("moves 21-40"), tr!("moves 41-60")]
}

/// The advice if no game has been judged.
pub(in crate::screens) fn not_judged(voice: Voice) -> Option<String> {
    voice.sentence(&[(
        &["puzzles make"],
        tr!("to include their moves in these statistics (analyze alone is not counted)"),
    )])
}

/// The numbers of games played and analyzed.
pub(in crate::screens) fn games(stats: &Stats) -> String {
    tr!(
        "{n} game played, {analyzed} analyzed." | "{n} games played, {analyzed} analyzed.",
        n = stats.games,
        analyzed = stats.judged
    )
}

/// The results of the guesses of moves, if any.
pub(in crate::screens) fn guesses(totals: &GuessTotals) -> Option<String> {
    let GuessTotals {
        moves,
        same,
        better,
        points,
        lost,
        played_lost,
    } = *totals;
    let average = |discs: u32| {
        let average = f64::from(discs) / f64::from(moves.max(1));
        decimal(format_args!("{average:.2}"))
    };
    (moves > 0).then(|| {
        tr!(
            "Guess the move: {points} of {most} points for {n} guess, {same} as in the game, {better} better; discs lost per move: {lost}, in the games {played}."
                | "Guess the move: {points} of {most} points for {n} guesses, {same} as in the game, {better} better; discs lost per move: {lost}, in the games {played}.",
            n = moves as usize,
            points,
            most = MOST_POINTS * moves,
            same,
            better,
            lost = average(lost),
            played = average(played_lost)
        )
    })
}

pub(in crate::screens) fn rating(own: OwnRating) -> String {
    let OwnRating {
        rating,
        error,
        games,
    } = own;
    tr!(
        "Your rating: {rating} +-{error} ({band}), from {n} game against rated bots."
            | "Your rating: {rating} +-{error} ({band}), from {n} games against rated bots.",
        n = games,
        rating,
        error,
        band = band(rating)
    )
}

/// The number of games that don't count for the rating; `None` if all do.
pub(in crate::screens) fn unrated(games: usize) -> Option<String> {
    let said = |n| {
        tr!(
            "{n} game with hints, undo or analysis is unrated."
                | "{n} games with hints, undo or analysis are unrated.",
            n
        )
    };
    (games > 0).then(|| said(games))
}

pub(in crate::screens) fn results(group: &Group) -> String {
    let Group {
        won, drawn, lost, ..
    } = group;
    let [won, drawn, lost] = [won, drawn, lost].map(|count| format!("{count:3}"));
    tr!("won {won}, drawn {drawn}, lost {lost}", won, drawn, lost)
}

/// The average loss of a move, in discs.
pub(in crate::screens) fn average(losses: Losses) -> String {
    match losses.average() {
        Some(average) => {
            let average = decimal(format_args!("{average:5.2}"));
            tr!("{average} discs lost per move", average)
        }
        None => tr!("not analyzed").to_owned(),
    }
}

pub(in crate::screens) fn kind(kind: MistakeKind) -> &'static str {
    match kind {
        MistakeKind::GaveCorner => tr!("mistake" => "gave a corner"),
        MistakeKind::MissedCorner => tr!("mistake" => "missed a corner"),
        MistakeKind::MissedPass => tr!("mistake" => "missed a forced pass"),
        MistakeKind::Mobility => tr!("mistake" => "gave the opponent 3 or more extra moves"),
        MistakeKind::Parity => tr!("mistake" => "played into an even region (wrong parity)"),
        MistakeKind::OwnMobility => tr!("mistake" => "left yourself 3 or more fewer moves"),
        MistakeKind::Other => {
            tr!("mistake" => "positional (no corner, pass, mobility or parity)")
        }
    }
}
