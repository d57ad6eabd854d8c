//! Texts about the current thought.

use std::time::Duration;

use super::{counted, side};
use crate::desk::{ThoughtView, View};
use crate::games::Player;
use crate::interpreter::{Progress, Purpose};
use crate::players::Level;
use crate::session::{Controller, Mode, Sides};

/// The status line of a thought: who, how long, how far, how to stop. `None` if no thought is running. Details that
/// don't fit into `columns` are omitted.
pub(in super::super) fn thinking(view: &View, columns: usize) -> Option<String> {
    let ThoughtView { purpose, progress, since } = view.thought.as_ref()?;
    let end = match purpose {
        Purpose::Move(_) => "Ctrl-C to move now",
        _ => "Ctrl-C to stop",
    };
    let mut text = format!("{}: {}", doing(view, *purpose), seconds(since.elapsed()));
    let room = columns.saturating_sub(". .".len() + end.len());
    for detail in progress.as_ref().map(how_far).unwrap_or_default() {
        if text.chars().count() + 2 + detail.chars().count() <= room {
            text = format!("{text}, {detail}");
        }
    }
    Some(format!("{text}. {end}."))
}

/// The progress of a thought, for screens with a button that ends it.
#[cfg(feature = "window")]
pub(in super::super) fn at_work(view: &View) -> Option<String> {
    let ThoughtView { purpose, progress, since } = view.thought.as_ref()?;
    let details = progress.as_ref().map(how_far).unwrap_or_default();
    let text = format!("{}: {} s", doing(view, *purpose), since.elapsed().as_secs());
    Some([text].into_iter().chain(details).collect::<Vec<_>>().join(", "))
}

/// The announcement of a thought, for screen readers.
pub(in super::super) fn thinking_aloud(view: &View) -> Option<String> {
    let purpose = view.thought.as_ref()?.purpose;
    Some(match purpose {
        Purpose::Move(_) => format!("{}. Ctrl-C moves now.", doing(view, purpose)),
        _ => format!("{}. Ctrl-C stops it.", doing(view, purpose)),
    })
}

fn doing(view: &View, purpose: Purpose) -> String {
    match purpose {
        Purpose::Move(player) => {
            let mode = view.game.as_ref().map(|game| game.current.mode());
            thinker(player, mode, &view.sides)
        }
        Purpose::Suggestion | Purpose::Scores => "Thinking".to_owned(),
        Purpose::ExactScore => "Solving".to_owned(),
        Purpose::Analysis | Purpose::Watching => "Analyzing".to_owned(),
        Purpose::Puzzles => "Making puzzles".to_owned(),
        Purpose::PuzzleCheck => "Checking puzzles".to_owned(),
        Purpose::Refutation => "Finding the refutation".to_owned(),
        Purpose::Records => "Reading".to_owned(),
        Purpose::Library => "Reading the library".to_owned(),
    }
}

/// The progress of a search: `12 plies, score +4, 1.2 M nodes`.
#[cfg(feature = "window")]
pub(in super::super) fn depth_reached(progress: &Progress) -> String {
    how_far(progress).join(", ")
}

/// Announces the bot of a side: `W (level 12) is thinking`.
fn thinker(player: Player, mode: Option<&Mode>, sides: &Sides) -> String {
    let strength = match mode.map(|mode| mode.controller(player)) {
        Some(Controller::Bot(level)) => strength(level),
        _ => String::new(),
    };
    format!("{}{strength} is thinking", side(sides, player))
}

fn strength(level: Level) -> String {
    format!(" ({})", level.described())
}

/// The progress of a thought, with the most important part first.
fn how_far(progress: &Progress) -> Vec<String> {
    match progress {
        Progress::Search(search) | Progress::Watched { search, .. } => {
            let depth = match (search.to_the_end, search.is_exact()) {
                (true, true) => "exact".to_owned(),
                (true, false) => {
                    format!(
                        "{} empties, {}% selectivity",
                        search.depth,
                        search.selectivity.percent()
                    )
                }
                (false, _) => counted(search.depth, "ply"),
            };
            let score = search.score.map(|score| format!("score {score:+}"));
            [Some(depth), score, Some(nodes(search.nodes))].into_iter().flatten().collect()
        }
        Progress::Puzzles { game, of, moves } => {
            vec![format!("game {game} of {of}"), format!("{} analyzed", counted(moves, "move"))]
        }
        Progress::PuzzleCheck { puzzle, of } => vec![format!("puzzle {puzzle} of {of}")],
        Progress::Records { records, percent } => {
            vec![format!("{} read", counted(records, "record")), format!("{percent}%")]
        }
        Progress::Analysis { done, of, .. } => {
            vec![format!("{done} of {} analyzed", counted(of, "move"))]
        }
    }
}

fn nodes(nodes: u64) -> String {
    match nodes {
        0..1_000_000 => format!("{nodes} nodes"),
        _ => format!("{}.{} M nodes", nodes / 1_000_000, nodes / 100_000 % 10),
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// The progress of a command; `None` if there is nothing to report.
pub(in super::super) fn progress(progress: &Progress) -> Option<String> {
    Some(how_far(progress).join(", ")).filter(|said| !said.is_empty())
}
