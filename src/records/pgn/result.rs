//! Results in PGN: `1-0`, `34-30`, `1/2-1/2` and `*`, and the way a game ended.

use crate::games::Player;

use super::super::details::number;
use super::super::{GameRecord, GameResult, Termination};

/// The discs of a whole board.
const DISCS: f64 = 64.0;

/// Whether a word in the moves is a result, known or not.
pub fn is_result(word: &str) -> bool {
    is_unknown(word) || parsed(word).is_some()
}

pub fn is_unknown(text: &str) -> bool {
    ["*", "0-0"].contains(&text)
}

/// Parses a result other than an unknown one. The first number is Black's.
pub fn parsed(text: &str) -> Option<GameResult> {
    match text {
        "1-0" => return Some(GameResult::won(Player::Black, Termination::Played)),
        "0-1" => return Some(GameResult::won(Player::White, Termination::Played)),
        "1/2-1/2" | "1/2" | "\u{bd}-\u{bd}" | "\u{bd}" => {
            return Some(GameResult::by_difference(0.0, Termination::Played));
        }
        _ => {}
    }
    let (black, white) = text.split_once(['-', ':'])?;
    let black = discs(black.trim())?;
    let white = discs(white.trim())?;
    (black + white <= DISCS).then(|| GameResult::by_difference(black - white, Termination::Played))
}

/// Parses `34`, or `34.5` for an odd difference. Other decimals are not discs.
fn discs(text: &str) -> Option<f64> {
    let whole = text.strip_suffix(".5").unwrap_or(text);
    let is_whole =
        (1..=2).contains(&whole.len()) && whole.bytes().all(|byte| byte.is_ascii_digit());
    number(text).filter(|_| is_whole)
}

/// Prints a result so that it is parsed as the same one: discs if the difference is known.
pub fn shown(result: GameResult) -> String {
    let discs = result.difference.map(|difference| {
        let discs = [1.0, -1.0].map(|sign| f64::midpoint(DISCS, sign * difference));
        format!("{}-{}", discs[0], discs[1])
    });
    let is_exact =
        |text: &String| parsed(text).and_then(|found| found.difference) == result.difference;
    discs.filter(is_exact).unwrap_or_else(|| {
        match result.winner {
            Some(Player::Black) => "1-0",
            Some(Player::White) => "0-1",
            None => "1/2-1/2",
        }
        .to_owned()
    })
}

/// The result of a record with the stated result. A finished board decides what the record leaves open: the margin,
/// and the side that the first number is for if White is named first.
pub fn settled(stated: GameResult, record: &GameRecord, is_white_first: bool) -> GameResult {
    if !record.is_over() || stated.ending != Termination::Played {
        return stated;
    }
    let counted = record.counted();
    let reversed = GameResult {
        winner: stated.winner.map(Player::opponent),
        difference: stated.difference.map(|difference| 0.0 - difference),
        ..stated
    };
    let is_open = |result: GameResult| {
        result.winner == counted.winner
            && result
                .difference
                .is_none_or(|difference| Some(difference) == counted.difference)
    };
    if is_open(stated) || is_white_first && is_open(reversed) {
        counted
    } else {
        stated
    }
}

/// Parses the value of `Termination`: `time forfeit`, `Ann won by resignation`.
pub fn termination(text: &str) -> Option<Termination> {
    let text = text.to_ascii_lowercase();
    let has = |part: &str| text.contains(part);
    if text == "normal" {
        Some(Termination::Played)
    } else if has("resign") {
        Some(Termination::Resigned)
    } else if has("time") {
        Some(Termination::OutOfTime)
    } else if has("agree") {
        Some(Termination::Agreed)
    } else if has("infraction") || has("forfeit") {
        Some(Termination::Forfeited)
    } else {
        None
    }
}

pub fn shown_termination(ending: Termination) -> &'static str {
    match ending {
        Termination::Played => "",
        Termination::Resigned => "resignation",
        Termination::OutOfTime => "time forfeit",
        Termination::Agreed => "agreement",
        Termination::Forfeited => "rules infraction",
    }
}
