//! Texts about statistics.

use super::{Voice, counted};
use crate::players::ladder::Band;
use crate::study::{Group, Losses, MistakeKind, OwnRating, Stats};

pub(in crate::screens) const NONE: &str = "No finished games yet.";
pub(in crate::screens) const BY_LEVEL: &str = "Against bots, by level:";
pub(in crate::screens) const BY_MONTH: &str = "By month:";
pub(in crate::screens) const BY_PHASE: &str = "Discs lost per move, by phase:";
pub(in crate::screens) const MISTAKES: &str = "Your mistakes of 4 discs or more, by kind:";
pub(in crate::screens) const PHASES: [&str; 3] = ["moves 1-20", "moves 21-40", "moves 41-60"];

/// The advice if no game has been judged.
pub(in crate::screens) fn not_judged(voice: Voice) -> Option<String> {
    voice.sentence(&[(
        &["puzzles make"],
        "to include their moves in these statistics (analyze alone is not counted)",
    )])
}

/// The numbers of games played and analyzed.
pub(in crate::screens) fn games(stats: &Stats) -> String {
    format!("{} played, {} analyzed.", counted(stats.games, "game"), stats.judged)
}

pub(in crate::screens) fn rating(own: OwnRating) -> String {
    let OwnRating { rating, error, games } = own;
    let games = counted(games, "game");
    format!(
        "Your rating: {rating} +-{error} ({}), from {games} against rated bots.",
        Band::of(rating)
    )
}

pub(in crate::screens) fn results(group: &Group) -> String {
    let Group { won, drawn, lost, .. } = group;
    format!("won {won:3}, drawn {drawn:3}, lost {lost:3}")
}

/// The average loss of a move, in discs.
pub(in crate::screens) fn average(losses: Losses) -> String {
    match losses.average() {
        Some(average) => format!("{average:5.2} discs lost per move"),
        None => "not analyzed".to_owned(),
    }
}

pub(in crate::screens) fn kind(kind: MistakeKind) -> &'static str {
    match kind {
        MistakeKind::GaveCorner => "gave a corner",
        MistakeKind::MissedCorner => "missed a corner",
        MistakeKind::MissedPass => "missed a forced pass",
        MistakeKind::Mobility => "gave the opponent 3 or more extra moves",
        MistakeKind::Parity => "played into an even region (wrong parity)",
        MistakeKind::Other => "other",
    }
}
