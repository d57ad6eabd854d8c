//! How a game ended, and what to do next.

use std::fmt::Write;

use super::{Voice, Who, tr_side};
use crate::base::language::tr;
use crate::games::{Ending, Outcome, Player};
use crate::interpreter::Placing;
use crate::session::Sides;

/// Describes a result. `winner` is the winning side, if any.
pub fn outcome(winner: Option<&Who>, ended: Outcome) -> String {
    let Some((who, side)) = winner.zip(ended.winner) else {
        return drawn(ended);
    };
    let text = won(who, ended.ending);
    let Some(score) = ended.score else {
        return text;
    };
    let own = score.result(side);
    let other = score.result(side.opponent());
    let text = format!("{text} {own}-{other}");
    if score.empties == 0 {
        return text;
    }
    let counted = score.majority().unwrap_or(side);
    let discs = discs(score.discs(counted) as usize);
    let empties = empty_squares(score.empties);
    format!("{text} ({discs} + {empties})")
}

fn drawn(ended: Outcome) -> String {
    let text = match ended.ending {
        Ending::Repeated => tr!("Abandoned: same position three times. No winner"),
        Ending::TooLong => tr!("Abandoned: too many moves. No winner"),
        _ => tr!("Draw"),
    };
    let Some(score) = ended.score else {
        return text.to_owned();
    };
    let result = score.result(Player::Black);
    let text = format!("{text} {result}-{result}");
    if score.empties == 0 {
        return text;
    }
    let discs = discs(score.black as usize);
    let empties = empty_squares(score.empties);
    tr!(
        "{result}: {discs} each and {empties}",
        result = text,
        discs,
        empties
    )
}

/// Names the winner, and the reason if the board doesn't show it.
fn won(who: &Who, ending: Ending) -> String {
    match ending {
        Ending::Resigned => tr_side!(who, "{who} wins by resignation"),
        Ending::OutOfTime => tr_side!(who, "{who} wins on time"),
        _ => tr_side!(who, "{who} wins"),
    }
}

fn discs(count: usize) -> String {
    tr!("{n} disc" | "{n} discs", n = count)
}

fn empty_squares(count: u32) -> String {
    tr!("{n} empty square" | "{n} empty squares", n = count as usize)
}

/// Describes a result to its players. A user who played a bot is addressed as `You`.
pub fn end(sides: &Sides, ended: Outcome, humans: [bool; 2]) -> String {
    let Some(winner) = ended.winner else {
        return drawn(ended) + ".";
    };
    let who = Who::of(sides, winner);
    let is_user = humans[0] != humans[1];
    let loses = is_user && !humans[winner.index()];
    let mut text = match (is_user, loses, ended.ending) {
        (false, ..) => won(&who, ended.ending),
        (_, false, Ending::Resigned) => tr!("You win by resignation").to_owned(),
        (_, false, Ending::OutOfTime) => tr!("You win on time").to_owned(),
        (_, false, _) => tr!("You win").to_owned(),
        (_, true, Ending::Resigned) => tr!("You lose by resignation").to_owned(),
        (_, true, Ending::OutOfTime) => tr!("You lose on time").to_owned(),
        (_, true, _) => tr!("You lose").to_owned(),
    };
    if let Some(score) = ended.score {
        let reader = if loses { winner.opponent() } else { winner };
        let own = score.result(reader);
        let other = score.result(reader.opponent());
        let _ = write!(text, " {own}-{other}");
        if score.empties > 0 {
            let counted = score
                .majority()
                .map_or_else(|| who.clone(), |side| Who::of(sides, side));
            let count = tr_side!(
                counted,
                "{n} empty square counts for {who}" | "{n} empty squares count for {who}",
                n = score.empties as usize
            );
            let _ = write!(text, " ({count})");
        }
    }
    text.push('.');
    text
}

pub fn placing(placing: &Placing) -> String {
    let Placing {
        nickname,
        score,
        placement,
        ..
    } = placing;
    let place = placement.place;
    match (placement.former_best, placement.is_best) {
        (None, _) => {
            tr!(
                "{nickname} scores {score}: number {place} in the ranking.",
                nickname,
                score,
                place
            )
        }
        (Some(best), true) => tr!(
            "{nickname} scores {score}, a new personal best (was {best}): number {place}.",
            nickname,
            score,
            best,
            place
        ),
        (Some(best), false) => tr!(
            "{nickname} scores {score}; personal best {best}, number {place}.",
            nickname,
            score,
            best,
            place
        ),
    }
}

/// Suggests what to do after a game.
pub fn after_end(voice: Voice, can_analyze: bool) -> String {
    let [analyze, restart, undo, save] =
        ["analyze", "restart", "U", "E NAME"].map(|typed| voice.command(typed));
    if can_analyze {
        tr!(
            "What next? {analyze} reviews the game, {restart} plays again, {save} saves it.",
            analyze,
            restart,
            save
        )
    } else {
        tr!(
            "What next? {restart} plays again, {undo} undoes a move, {save} saves the game.",
            restart,
            undo,
            save
        )
    }
}
