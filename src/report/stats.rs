//! Texts about statistics.

use crate::base::language::{decimal, tr, translated};
use crate::players::ladder::Band;
use crate::study::{Group, GuessTotals, Losses, MOST_POINTS, MistakeKind, OwnRating, Stats};

pub fn none() -> &'static str {
    tr!("No finished games yet.")
}

pub fn by_level() -> &'static str {
    tr!("Against bots, by level:")
}

pub fn by_opening() -> &'static str {
    tr!("Against bots, by opening:")
}

pub fn by_month() -> &'static str {
    tr!("By month:")
}

pub fn by_phase() -> &'static str {
    tr!("Discs lost per move, by phase:")
}

pub fn mistakes() -> &'static str {
    tr!("Your mistakes of 4 discs or more, by kind:")
}

pub fn phases() -> [&'static str; 3] {
    [tr!("moves 1-20"), tr!("moves 21-40"), tr!("moves 41-60")]
}

/// The numbers of games played and analyzed.
pub fn games(stats: &Stats) -> String {
    tr!(
        "{n} game played, {analyzed} analyzed." | "{n} games played, {analyzed} analyzed.",
        n = stats.games,
        analyzed = stats.judged
    )
}

/// The results of the guesses of moves, if any.
pub fn guesses(totals: &GuessTotals) -> Option<String> {
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

pub fn rating(own: OwnRating) -> String {
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
        band = translated(Band::of(rating).name())
    )
}

/// The number of games that don't count for the rating; `None` if all do.
pub fn unrated(games: usize) -> Option<String> {
    let said = |n| {
        tr!(
            "{n} game with hints, undo or analysis is unrated."
                | "{n} games with hints, undo or analysis are unrated.",
            n
        )
    };
    (games > 0).then(|| said(games))
}

pub fn results(group: &Group) -> String {
    let Group {
        won, drawn, lost, ..
    } = group;
    let [won, drawn, lost] = [won, drawn, lost].map(|count| format!("{count:3}"));
    tr!("won {won}, drawn {drawn}, lost {lost}", won, drawn, lost)
}

/// The average loss of a move, in discs.
pub fn average(losses: Losses) -> String {
    match losses.average() {
        Some(average) => {
            let average = decimal(format_args!("{average:5.2}"));
            tr!("{average} discs lost per move", average)
        }
        None => tr!("not analyzed").to_owned(),
    }
}

pub fn kind(kind: MistakeKind) -> &'static str {
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
