//! The summary of a match.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use crate::base::text::counted;
use crate::tools::matches::{Cause, Elo, InOrder, Match, Sprt, Tally, Verdict};

pub(super) struct Summary<'a> {
    names: [&'a str; 2],
    tally: Tally,
    sprt: Option<Sprt>,
    verdict: Option<Verdict>,
    pinned: bool,
}

#[derive(Serialize)]
pub(super) struct SummaryObject<'a> {
    /// The first and the second player; the other fields are about the first.
    players: [&'a str; 2],
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    points: f64,
    /// `null` if no game was finished.
    average_discs: Option<f64>,
    /// The numbers of pairs with 0 to 4 half points.
    pairs: [u32; 5],
    /// `null` without pairs. Infinite bounds are `null`, too.
    elo: Option<Elo>,
    sprt: Option<SprtObject>,
    /// The losses of each player other than by discs.
    losses: [BTreeMap<&'static str, u32>; 2],
    pinned: bool,
    interrupted: bool,
}

#[derive(Serialize)]
struct SprtObject {
    #[serde(flatten)]
    sprt: Sprt,
    /// The log-likelihood ratio, and its bounds.
    ratio: f64,
    bounds: [f64; 2],
    verdict: Option<Verdict>,
}

impl<'a> Summary<'a> {
    pub(super) fn new(the_match: &'a Match, sprt: Option<Sprt>, games: &InOrder) -> Self {
        Self {
            names: the_match.names(1),
            tally: games.tally(),
            sprt,
            verdict: games.verdict(),
            pinned: the_match.cores.is_some(),
        }
    }

    pub(super) fn progress(&self, played: usize, games: usize) -> String {
        let Tally { won, drawn, lost, pairs, .. } = &self.tally;
        let name: String = self.names[0].chars().take(20).collect();
        let games = counted(games, "game");
        let mut text = format!("{played} of {games}, {name} +{won} ={drawn} -{lost}");
        if let Some(elo) = pairs.elo() {
            let _ = write!(text, ", Elo {elo}");
        }
        if let Some(sprt) = self.sprt {
            let _ = write!(text, ", LLR {:.2}", sprt.ratio(pairs));
        }
        text
    }

    pub(super) fn object(&self, interrupted: bool) -> SummaryObject<'a> {
        let Tally { won, drawn, lost, pairs, .. } = self.tally;
        let losses = |player| {
            let count = |cause: Cause| (cause.word(), self.tally.losses(player, cause));
            Cause::ALL.into_iter().map(count).filter(|(_, count)| *count > 0).collect()
        };
        let test = |sprt: Sprt| SprtObject {
            sprt,
            ratio: sprt.ratio(&pairs),
            bounds: Sprt::bounds(),
            verdict: self.verdict,
        };
        SummaryObject {
            players: self.names,
            games: self.tally.games(),
            won,
            drawn,
            lost,
            points: self.tally.points(),
            average_discs: self.tally.average_discs(),
            pairs: pairs.counts(),
            elo: pairs.elo(),
            sprt: self.sprt.map(test),
            losses: [0, 1].map(losses),
            pinned: self.pinned,
            interrupted,
        }
    }

    pub(super) fn text(&self, interrupted: bool) -> String {
        let Tally { won, drawn, lost, pairs, .. } = &self.tally;
        let ([first, second], games) = (self.names, self.tally.games());
        let so_far = if interrupted { ", interrupted" } else { "" };
        let mut text = format!("{first} vs {second}: {}{so_far}\n", counted(games, "game"));
        let points = self.tally.points();
        let percent = 100.0 * points / f64::from(games.max(1));
        let shown = counted(points, "point");
        let _ = writeln!(text, "  {first}: +{won} ={drawn} -{lost}, {shown} ({percent:.1}%)");
        if let Some(discs) = self.tally.average_discs() {
            let finished = counted(self.tally.counted, "finished game");
            let _ = writeln!(text, "  average score: {discs:+.2} discs ({finished})");
        }
        if let Some(elo) = pairs.elo() {
            let counts = pairs.counts().map(|count| count.to_string()).join(" ");
            let _ = writeln!(
                text,
                "  Elo: {elo} (95%), pentanomial [{counts}] over {}",
                counted(pairs.total(), "pair")
            );
        }
        if let Some(sprt) = self.sprt {
            let [lower, upper] = Sprt::bounds();
            let (ratio, Sprt { elo0, elo1 }) = (sprt.ratio(pairs), sprt);
            let decision = match self.verdict {
                Some(Verdict::H0) => "H0 accepted",
                Some(Verdict::H1) => "H1 accepted",
                None => "undecided",
            };
            let _ = writeln!(
                text,
                "  SPRT [{elo0}, {elo1}]: {decision}, LLR {ratio:.2} [{lower:.2}, {upper:.2}]"
            );
        }
        for (player, name) in self.names.iter().enumerate() {
            let count = |cause: Cause| (cause, self.tally.losses(player, cause));
            let losses: Vec<String> = Cause::ALL
                .into_iter()
                .map(count)
                .filter(|(_, count)| *count > 0)
                .map(|(cause, count)| format!("{count} {cause}"))
                .collect();
            if !losses.is_empty() {
                let _ =
                    writeln!(text, "  losses by {name} not on the board: {}", losses.join(", "));
            }
        }
        text
    }
}
