//! Texts about the current thought.

use std::time::Duration;

use super::levels::described;
use super::{Who, tr_side};
use crate::base::language::{decimal, tr};
use crate::base::text::fit;
use crate::desk::{ThoughtView, View};
use crate::games::Player;
use crate::interpreter::{Progress, Purpose};
use crate::players::SearchProgress;
use crate::session::{Players, Sides};

/// The time after which a line shows that the library is read. Usually it takes a few milliseconds.
const BLINK: Duration = Duration::from_millis(200);

/// The status line of a thought: who, how long, how far, how to stop. `None` if no thought is running. Details that
/// don't fit into `columns` are omitted.
pub fn thinking(view: &View, columns: usize) -> Option<String> {
    let ThoughtView {
        purpose,
        progress,
        since,
    } = view
        .thought
        .as_ref()
        .filter(|thought| is_worth_a_line(thought))?;
    let end = match purpose {
        Purpose::Move(_) => tr!("Ctrl-C to move now"),
        _ => tr!("Ctrl-C to stop"),
    };
    let mut text = format!("{}: {}", doing(view, *purpose), seconds(since.elapsed()));
    let room = columns.saturating_sub(". .".len() + fit::width(end));
    for detail in progress.as_ref().map(how_far).unwrap_or_default() {
        if fit::width(&text) + 2 + fit::width(&detail) <= room {
            text = format!("{text}, {detail}");
        }
    }
    Some(format!("{text}. {end}."))
}

/// The progress of a thought, for screens with a button that ends it.
#[cfg(feature = "window")]
pub fn at_work(view: &View) -> Option<String> {
    let ThoughtView {
        purpose,
        progress,
        since,
    } = view
        .thought
        .as_ref()
        .filter(|thought| is_worth_a_line(thought))?;
    let details = progress.as_ref().map(how_far).unwrap_or_default();
    let text = format!("{}: {} s", doing(view, *purpose), since.elapsed().as_secs());
    Some(
        [text]
            .into_iter()
            .chain(details)
            .collect::<Vec<_>>()
            .join(", "),
    )
}

/// The announcement of a thought, for screen readers.
pub fn thinking_aloud(view: &View) -> Option<String> {
    let purpose = view.thought.as_ref()?.purpose;
    let how_to_end = match purpose {
        Purpose::Move(_) => tr!("Ctrl-C moves now."),
        _ => tr!("Ctrl-C stops it."),
    };
    Some(format!("{}. {how_to_end}", doing(view, purpose)))
}

fn is_worth_a_line(thought: &ThoughtView) -> bool {
    thought.purpose != Purpose::Library || thought.since.elapsed() >= BLINK
}

fn doing(view: &View, purpose: Purpose) -> String {
    match purpose {
        Purpose::Move(player) => {
            let players = view.game.as_ref().map(|game| game.current.players());
            thinker(player, players, &view.sides)
        }
        Purpose::Suggestion | Purpose::Scores => tr!("Thinking").to_owned(),
        Purpose::ExactScore => tr!("Solving").to_owned(),
        Purpose::Analysis | Purpose::Watching => tr!("Analyzing").to_owned(),
        Purpose::Puzzles => tr!("Making puzzles").to_owned(),
        Purpose::Refutation => tr!("Finding the refutation").to_owned(),
        Purpose::Records => tr!("Reading").to_owned(),
        Purpose::Library => tr!("Reading the library").to_owned(),
        Purpose::Animation => tr!("Drawing the animation").to_owned(),
    }
}

/// The progress of a search: `12 plies, score +4, 1.2 M nodes`.
#[cfg(feature = "window")]
pub fn depth_reached(progress: &Progress) -> String {
    how_far(progress).join(", ")
}

/// Announces the bot of a side: `W (level 12) is thinking`.
fn thinker(player: Player, players: Option<&Players>, sides: &Sides) -> String {
    let who = Who::of(sides, player);
    if let Some(level) = players.and_then(|players| players.of(player).level()) {
        tr_side!(who, "{who} ({level}) is thinking", level = described(level))
    } else {
        tr_side!(who, "{who} is thinking")
    }
}

/// The search depth: `12 plies`, or `exact`.
pub fn depth(search: &SearchProgress) -> String {
    match (search.to_the_end, search.is_exact()) {
        (true, true) => tr!("source of a score" => "exact").to_owned(),
        (true, false) => tr!(
            "{empties} empties, {percent}% selectivity",
            empties = search.depth,
            percent = search.selectivity.percent()
        ),
        (false, _) => tr!("depth" => "{n} ply" | "{n} plies", n = search.depth as usize),
    }
}

/// The progress of a thought, with the most important part first.
fn how_far(progress: &Progress) -> Vec<String> {
    match progress {
        Progress::Search(search) | Progress::Watched { search, .. } => {
            let score = |score: i32| tr!("score {score}", score = format!("{score:+}"));
            let depth = depth(search);
            let score = search.score.map(score);
            [Some(depth), score, Some(nodes(search.nodes))]
                .into_iter()
                .flatten()
                .collect()
        }
        Progress::Puzzles { game, of, moves } => {
            let analyzed = tr!("{n} move analyzed" | "{n} moves analyzed", n = *moves);
            vec![tr!("game {game} of {of}", game, of), analyzed]
        }
        Progress::Records { records, percent } => {
            vec![
                tr!("{n} record read" | "{n} records read", n = *records),
                format!("{percent}%"),
            ]
        }
        Progress::Analysis { done, of, .. } => {
            vec![tr!(
                "{done} of {n} move analyzed" | "{done} of {n} moves analyzed",
                n = *of,
                done
            )]
        }
    }
}

fn nodes(nodes: u64) -> String {
    if nodes < 1_000_000 {
        tr!("{nodes} nodes", nodes)
    } else {
        let whole = nodes / 1_000_000;
        let tenths = nodes / 100_000 % 10;
        tr!(
            "{millions} M nodes",
            millions = decimal(format_args!("{whole}.{tenths}"))
        )
    }
}

/// A short time: `1.2 s`.
pub fn seconds(time: Duration) -> String {
    decimal(format_args!("{:.1} s", time.as_secs_f64()))
}

/// The progress of a command; `None` if there is nothing to report.
pub fn progress(progress: &Progress) -> Option<String> {
    Some(how_far(progress).join(", ")).filter(|said| !said.is_empty())
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn reading_the_library_is_told_only_if_it_takes_a_while() {
        let thought = |purpose, since| ThoughtView {
            purpose,
            progress: None,
            since,
        };
        // The time since a later instant is zero, however slow the machine is.
        let later = Instant::now() + Duration::from_mins(10);
        assert!(!is_worth_a_line(&thought(Purpose::Library, later)));
        assert!(is_worth_a_line(&thought(Purpose::Analysis, later)));
        let earlier = Instant::now().checked_sub(BLINK).unwrap();
        assert!(is_worth_a_line(&thought(Purpose::Library, earlier)));
    }
}
