//! Texts of the window's study panel.

use super::{Who, tr_side};
use crate::analysis::{Analysis, Class, Judgment};
use crate::base::language::{decimal, marked, tr, translated};
use crate::desk::ShownGame;
use crate::games::{Assessment, Player};
use crate::interpreter::Progress;
use crate::players::Suggestion;
use crate::session::{LineMove, Ply, Sides, VariationLine};

pub const MOVES: &str = marked!("Moves");
pub const SCORES: &str = marked!("Score graph");
pub const LIVE: &str = marked!("Live analysis");
pub const REPORT: &str = marked!("Report");
pub const JUDGE: &str = marked!("Analyze game");
pub const STOP_JUDGING: &str = marked!("Stop analysis");
pub const START_LIVE: &str = marked!("Start live analysis");
pub const STOP_LIVE: &str = marked!("Stop live analysis");
pub const NO_MOVES: &str = marked!("No moves yet.");
pub const LINE_BACK: &str = marked!("Step back in the line");
pub const LINE_ON: &str = marked!("Step forward in the line");
pub const LINE_END: &str = marked!("Back to the game");
pub const OVER: &str = marked!("The game is over here.");

/// A move in the list of moves: `12 d3??`.
pub fn short_ply(number: usize, ply: &Ply, class: Option<Class>) -> String {
    let pass = if ply.played.passed.is_some() {
        " –"
    } else {
        ""
    };
    format!(
        "{number} {}{}{pass}",
        ply.name(),
        class.map_or("", super::class_sign)
    )
}

/// A move of a line: `d3??`. The first move has its ply number.
pub fn line_move(mv: &LineMove, is_first: bool, class: Option<Class>) -> String {
    let number = if is_first {
        format!("{} ", mv.ply)
    } else {
        String::new()
    };
    let sign = mv
        .assessment
        .map_or(class.map_or("", super::class_sign), Assessment::sign);
    let pass = if mv.passed.is_some() { " –" } else { "" };
    let note = if mv.note.is_empty() { "" } else { "*" };
    format!("{number}{}{sign}{pass}{note}", mv.name)
}

/// The name of a line's move for screen readers: `Line 2, ply 3, e6, dubious`.
pub fn line_move_name(line: &VariationLine, mv: &LineMove) -> String {
    let number = line.number;
    let ply = mv.ply;
    let name = &mv.name;
    if let Some(sign) = mv.assessment {
        tr!(
            "Line {number}, ply {ply}, {name}, {sign}",
            number,
            ply,
            name,
            sign = translated(sign.name())
        )
    } else {
        tr!("Line {number}, ply {ply}, {name}", number, ply, name)
    }
}

/// The name of a played move for screen readers: `Move 12, White d3, blunder`.
pub fn ply(number: usize, sides: &Sides, ply: &Ply, class: Option<Class>) -> String {
    let side = super::side(sides, ply.played.player);
    let mut text = super::analysis::nth_move(number, side, &ply.name());
    if let Some(class) = class {
        text = format!("{text}, {}", translated(class.name()));
    }
    if let Some(passed) = ply.played.passed {
        text = tr_side!(Who::of(sides, passed), "{text}, then {who} passes", text);
    }
    text
}

/// The tooltip of a judged move.
pub fn judgment(judged: &Judgment) -> String {
    let mut score = format!("{:+}", judged.score);
    if judged.exact {
        score = tr!("{score}, exact", score);
    }
    if judged.lost == 0 {
        return tr!("{score}: best move", score);
    }
    tr!(
        "{score}: loses {n} disc (best: {best} {best_score})"
            | "{score}: loses {n} discs (best: {best} {best_score})",
        n = judged.lost as usize,
        score,
        best = judged.best,
        best_score = format_args!("{:+}", judged.best_score),
    )
}

/// The text of the evaluation bar: `Black by 4 discs`.
pub fn balance(sides: &Sides, score_for_black: i32) -> String {
    let leads = |player: Player| {
        let discs = score_for_black.unsigned_abs() as usize;
        tr_side!(
            Who::of(sides, player),
            "{who} by {n} disc" | "{who} by {n} discs",
            n = discs
        )
    };
    match score_for_black {
        0 => tr!("Even").to_owned(),
        1.. => leads(Player::Black),
        _ => leads(Player::White),
    }
}

/// The description of the graph for screen readers.
pub fn graph(analysis: &Analysis, shown: usize) -> String {
    tr!(
        "Score graph, {n} analyzed move, showing move {shown}"
            | "Score graph, {n} analyzed moves, showing move {shown}",
        n = analysis.moves.len(),
        shown,
    )
}

pub fn progress(progress: Option<&Progress>) -> String {
    progress.map_or_else(|| tr!("Searching…").to_owned(), super::depth_reached)
}

/// The score of a suggested move: `+4`.
pub fn score(suggestion: &Suggestion) -> String {
    suggestion
        .estimate
        .as_ref()
        .map(|estimate| format!("{:+}", estimate.score))
        .unwrap_or_default()
}

/// The button that steps through a line.
pub fn play_through(first: &str) -> String {
    tr!("Step through the line {first}", first)
}

/// The position in a line: `Line d3: move 2 of 8`.
pub fn line(names: &[String], at: usize) -> String {
    let first = names.first().map_or("", String::as_str);
    tr!(
        "Line {first}: move {at} of {total}",
        first,
        at,
        total = names.len()
    )
}

/// The first moves of a line.
pub fn moves(names: &[String]) -> String {
    const SHOWN: usize = 9;
    let mut text = names
        .iter()
        .take(SHOWN)
        .cloned()
        .collect::<Vec<_>>()
        .join(" ");
    if names.len() > SHOWN {
        text += " …";
    }
    text
}

/// The rows of the report: a name, Black's figure, and White's.
pub fn report(analysis: &Analysis) -> Vec<[String; 3]> {
    let row = |name: &str, figure: &dyn Fn(Player) -> String| {
        [
            name.to_owned(),
            figure(Player::Black),
            figure(Player::White),
        ]
    };
    let optional = |value: Option<f64>, unit: &str| {
        value.map_or_else(
            || "–".to_owned(),
            |value| format!("{}{unit}", decimal(format_args!("{value:.1}"))),
        )
    };
    let mut rows = vec![
        row(tr!("Accuracy"), &|player| {
            optional(analysis.total(player).accuracy, "%")
        }),
        row(tr!("Discs lost"), &|player| {
            analysis.total(player).lost.to_string()
        }),
        row(tr!("Lost per move"), &|player| {
            optional(analysis.total(player).average_loss, "")
        }),
    ];
    for class in Class::ALL {
        let name = super::capital(translated(class.name()));
        rows.push(row(&name, &|player| {
            analysis.total(player).count(class).to_string()
        }));
    }
    rows
}

pub fn picture_title(game: &ShownGame, name: &str) -> String {
    tr!(
        "{name}, {n} move" | "{name}, {n} moves",
        n = game.moves().len(),
        name
    )
}
