//! Texts of the full screen.

use std::cmp::Ordering;

use crate::analysis::Class;
use crate::desk::{LiveView, ShownGame, View};
use crate::games::{Game, Player, Question};
use crate::interpreter::{Progress, Purpose};
use crate::session::{Icons, Ply, Sides};

use super::analysis::{loss, nth_move};
use super::events::passes;
use super::levels::controller;
use super::{Voice, Who, counted, played, side};
use crate::base::text::fit;

pub(in super::super) const FIRST_KEYS: &str =
    "Arrow keys and Enter: play. F2: opponent, `:new`: two players, F1: all keys.";
pub(in super::super) const ALREADY_FULL: &str = "already on the full screen: type `:prompt` to go \
    back";
pub(in super::super) const NOT_BROWSING: &str =
    "already at the last move: press Page Up to step back";
pub(in super::super) const ANSWER_KEYS: &str = "Esc: back";
pub(in super::super) const LESSON: &str = "Lesson";
pub(in super::super) const OPENING: &str = "Opening";
pub(in super::super) const KEYS_TITLE: &str = "Keys";

/// A yes-or-no question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Asked {
    NewGame,
    Leave,
    Overwrite,
    /// Whether to leave the game for another one.
    Replace,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in super::super) struct Card {
    pub(in super::super) title: String,
    pub(in super::super) lines: Vec<String>,
    pub(in super::super) keys: String,
}

pub(in super::super) fn question(asked: Asked) -> Card {
    let (title, line) = match asked {
        Asked::NewGame => ("Start a new game?", "The current game is autosaved.".to_owned()),
        Asked::Leave => {
            let resume = Voice::FullScreen.command("resume");
            let line = format!("The game is autosaved. Continue it later with {resume}.");
            ("Quit reversi?", line)
        }
        Asked::Replace => {
            let resume = Voice::FullScreen.command("resume");
            let line = format!("This one is autosaved. Continue it later with {resume}.");
            ("Leave this game for another one?", line)
        }
        Asked::Overwrite => {
            ("Overwrite the file?", "A file of this name already exists.".to_owned())
        }
    };
    Card { title: title.to_owned(), lines: vec![line], keys: "y: yes   n: no".to_owned() }
}

pub(in super::super) fn too_small(has: (u16, u16), needs: (u16, u16)) -> String {
    format!("Terminal too small: {}x{}, needs {}x{}.", has.0, has.1, needs.0, needs.1)
}

/// The keys of the command line, as many as fit into `width`.
pub(in super::super) fn line_keys(width: usize) -> String {
    as_many(&["Enter: run", "Tab: complete", "Esc: cancel", "Up: history"], "   ", width)
}

/// Joins as many keys as fit, with the most important first.
fn as_many(keys: &[&str], gap: &str, width: usize) -> String {
    let mut line = String::new();
    for key in keys {
        if line.is_empty() {
            line.push_str(key);
        } else if line.len() + gap.len() + key.len() <= width {
            line.push_str(gap);
            line.push_str(key);
        }
    }
    line
}

pub(in super::super) fn marks(are_shown: bool) -> &'static str {
    if are_shown { "Legal moves shown." } else { "Legal moves hidden." }
}

pub(in super::super) fn theme(name: &str) -> String {
    format!("Theme: {name}.")
}

pub(in super::super) fn unknown_key(key: &str) -> String {
    format!("{key} has no function here: press F1 for all keys")
}

pub(in super::super) fn no_piece(letter: char) -> String {
    format!("piece {letter} is already used")
}

/// Refuses a move in an earlier position.
pub(in super::super) fn browsing(at: usize, of: usize) -> String {
    format!("viewing move {at} of {of}: press End to go back, F4 to continue from here")
}

pub(in super::super) fn more_lines(hidden: usize) -> String {
    format!("Down: {}", counted(hidden, "more line"))
}

/// The symbol of a side in text.
pub(in super::super) fn disc(icons: Icons, player: Player, ascii: bool) -> char {
    if ascii || icons != Icons::default() {
        return icons.of(player);
    }
    match player {
        Player::Black => '●',
        Player::White => '○',
    }
}

pub(in super::super) fn player(view: &View, player: Player) -> String {
    side(&view.sides, player).to_owned()
}

/// Describes a move and its effects, in one or two sentences.
pub(in super::super) fn ply(sides: &Sides, ply: &Ply) -> Vec<String> {
    let moved = played(Voice::FullScreen, &Who::of(sides, ply.played.player), ply);
    let passed = ply.played.passed.map(|passed| passes(&Who::of(sides, passed)));
    [moved].into_iter().chain(passed).collect()
}

/// The time that a side's bot has been thinking; `None` if it isn't thinking.
pub(in super::super) fn clock(view: &View, player: Player) -> Option<String> {
    let thought = view.thought.as_ref()?;
    let is_its = thought.purpose == Purpose::Move(player);
    is_its.then(|| format!(", {:.1} s", thought.since.elapsed().as_secs_f64()))
}

/// The best line instead of the last move; `None` if that has not been judged.
pub(in super::super) fn best_line(game: &ShownGame) -> Option<String> {
    let judged = game.judgment(game.shown().moves().checked_sub(1)?)?;
    let line: Vec<String> = judged.line.iter().map(ToString::to_string).collect();
    Some(format!("best: {}", line.join(" ")))
}

/// What the move before the position shown lost, and why; `None` if it lost little.
pub(in super::super) fn reasons(voice: Voice, sides: &Sides, game: &ShownGame) -> Option<String> {
    let judged = game.judgment(game.shown().moves().checked_sub(1)?)?;
    (judged.class > Class::Good).then(|| {
        let name = judged.square.to_string();
        let moved = nth_move(judged.ply, side(sides, judged.player), &name);
        format!("{moved}{}", loss(voice, judged))
    })
}

/// The side with more discs, and the difference.
pub(in super::super) fn lead(sides: &Sides, [black, white]: [usize; 2]) -> String {
    match black.cmp(&white) {
        Ordering::Greater => format!("{} +{}", side(sides, Player::Black), black - white),
        Ordering::Less => format!("{} +{}", side(sides, Player::White), white - black),
        Ordering::Equal => "Equal".to_owned(),
    }
}

/// Whether the pieces of a game belong to the sides.
pub(in super::super) fn has_discs(game: &dyn Game) -> bool {
    game.note().is_none()
}

/// The turn or the result, followed by the clocks.
pub(in super::super) fn turn(view: &View) -> String {
    let shown = view.shown();
    let state = shown.and_then(|shown| super::state(&view.sides, shown)).unwrap_or_default();
    let game = view.game.as_ref().map(|game| &game.current);
    let clock = |side| Some(format!("{} {}", player(view, side), super::time_left(game?, side)?));
    let clocks = Player::BOTH.into_iter().filter_map(clock);
    [state].into_iter().chain(clocks).collect::<Vec<_>>().join("  ")
}

pub(in super::super) fn move_number(game: &ShownGame) -> String {
    let last = game.number(game.moves().len());
    match game.browsed {
        Some(browsed) => {
            let shown = game.number(browsed);
            format!("move {shown} of {last}")
        }
        None => format!("move {last}"),
    }
}

/// What the player can do now, after the player's name if there is room.
pub(in super::super) fn to_do(view: &View, width: usize) -> String {
    let Some(game) = &view.game else { return "Press Enter to start a game.".to_owned() };
    if let Some(browsed) = game.browsed {
        return match game.judgment(browsed.saturating_sub(1)).filter(|_| browsed > 0) {
            Some(judged) => {
                let name = judged.class.name();
                let (score, best) = (judged.score, judged.best_score);
                if judged.lost == 0 {
                    format!("{}: {name}, score {score:+}", judged.square)
                } else {
                    format!("{}: {name}, {score:+} (best: {} {best:+})", judged.square, judged.best)
                }
            }
            None => "End: last move   F4: continue from here".to_owned(),
        };
    }
    let players = || {
        let plays = |side| {
            format!(
                "{}: {}",
                player(view, side),
                controller(view.info, game.current.mode().controller(side))
            )
        };
        Player::BOTH.map(plays).join("  ")
    };
    let now = game.current.game();
    let (before, what) = match (game.current.turn(), &now.questions()[..], now.note()) {
        (None, ..) => ("Game over. ".to_owned(), "F3: new game   Page Up: review moves".to_owned()),
        (Some(turn), [Question::Piece { .. }], _) => {
            let (who, other) = (player(view, turn), player(view, turn.opponent()));
            let long = format!("{who}: choose a piece for {other} (letter, then Enter)");
            if fit::width(&long) <= width {
                return long;
            }
            (String::new(), "choose a piece (letter, then Enter)".to_owned())
        }
        (Some(turn), _, Some(note)) => {
            let piece = note.hand.map(|piece| format!("{} {}", piece.letter, piece.picture));
            let piece = piece.unwrap_or_default();
            let what = format!("place {piece} (move to a cell, then Enter)");
            (format!("{}: ", player(view, turn)), what)
        }
        (Some(turn), [Question::Column { .. }], _) => {
            (to_move(view, turn), "choose a column, then Enter".to_owned())
        }
        (Some(turn), ..) if game.moves().is_empty() => {
            (to_move(view, turn), "choose a square, then Enter".to_owned())
        }
        (Some(_), ..) => (String::new(), players()),
    };
    let both = format!("{before}{what}");
    if fit::width(&both) <= width { both } else { what }
}

fn to_move(view: &View, turn: Player) -> String {
    format!("{} to move: ", player(view, turn))
}

/// The title of the live analysis.
pub(in super::super) fn live(live: &LiveView) -> String {
    let Some(search) = &live.progress else {
        let what = if live.is_over { "game over" } else { "searching" };
        return format!("Live analysis: {what}");
    };
    let how_far = match (search.is_exact(), search.to_the_end) {
        (true, _) => "exact".to_owned(),
        (false, true) => {
            format!("{} empties, {}% selectivity", search.depth, search.selectivity.percent())
        }
        (false, false) => counted(search.depth, "ply"),
    };
    format!("Live analysis: {how_far}, {:.1} s", search.time.as_secs_f64())
}

/// The progress of the game's analysis; `None` if it isn't running.
pub(in super::super) fn judging(view: &View) -> Option<String> {
    match view.judging.as_ref()?.progress {
        Some(Progress::Analysis { done, of, .. }) => {
            Some(format!("Analyzing: {done} of {}", counted(of, "move")))
        }
        _ => Some("Analyzing the game".to_owned()),
    }
}

/// The symbol after a move of a class, for users who can't see its color.
pub(in super::super) fn class_sign(class: Class) -> &'static str {
    match class {
        Class::Best | Class::Good => "",
        Class::Inaccuracy => "?!",
        Class::Mistake => "?",
        Class::Blunder => "??",
    }
}
