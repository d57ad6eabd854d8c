//! What has happened.

use std::fmt::Write;

use jiff::Timestamp;

use super::{counted, side};
use crate::desk::Kept;
use crate::desk::data::{
    Assessment, Ending, Event, FirstMove, Info, LessonReport, Level, LineMove, Outcome, Placing,
    Player, PlyReport, Question, RecordReport, Sides, SkippedMoves, View,
};
use crate::text::{printable, time_zone};

pub(in super::super) const NO_SAVES: &str = "No saved games yet. Type `E NAME` to save this one.";
pub(in super::super) const NOTHING_KEPT: &str = "No unfinished games.";
pub(in super::super) const RESUME_ONE: &str = "Type `resume` for the first, or `resume N`.";
pub(in super::super) const NO_RANKING: &str = "The ranking is empty. Type `G B NICKNAME` to play \
    for it.";
pub(in super::super) const NO_MOVES: &str = "No moves yet.";

/// What a command did, in whole lines; none where there is nothing to say, or more than words.
pub(in super::super) fn event(event: &Event) -> Vec<String> {
    let skipped = match event {
        Event::Imported { skipped, .. } | Event::Pasted { skipped, .. } => skipped.as_ref(),
        _ => None,
    };
    let (line, switched_to) = match event {
        Event::Asked { question } => (format!("Which {}?", question.name()), None),
        Event::Undone { moves } => (format!("Undid {}.", counted(*moves, "move")), None),
        Event::Redone { moves } => (format!("Redid {}.", counted(*moves, "move")), None),
        Event::Browsed { ply, name, sign, note, .. } => {
            return browsed(*ply, name.as_deref(), *sign, note);
        }
        Event::Noted { note, changed } => return noted(note, *changed),
        Event::Marked { name, sign: Some(sign) } => (format!("Annotated: {name}{sign}."), None),
        Event::Marked { name, sign: None } => (format!("Annotation removed from {name}."), None),
        Event::Promoted => ("This is the main line now.".to_owned(), None),
        Event::Pruned { moves } => (format!("Deleted {}.", counted(*moves, "move")), None),
        Event::Icons { black, white } => (format!("Black is now {black}, White {white}."), None),
        Event::Seeded { seed } => (format!("Random seed set to {seed}."), None),
        Event::Saved { name, replaced } => {
            let note = if *replaced { "(overwrote the previous one)" } else { "" };
            (format!("Saved as {name}{note}."), None)
        }
        Event::Loaded { name, saved, switched_to } => {
            (format!("Loaded {name}, saved {}.", local(*saved)), *switched_to)
        }
        Event::Resumed { saved, switched_to } => {
            (format!("Resumed the game from {}.", local(*saved)), *switched_to)
        }
        Event::Imported { file, number, more, record, switched_to, .. } => {
            let which =
                if *more || *number > 1 { format!("game {number} of ") } else { String::new() };
            (format!("Imported {which}{file}: {}.", described(record)), *switched_to)
        }
        Event::AskedToOverwrite { file } => {
            (format!("{file} already exists. Overwrite it? Type `y` or `n`."), None)
        }
        Event::NotOverwritten { file } => (format!("{file} is unchanged."), None),
        Event::Exported { file, format } => (format!("Exported to {file} ({format})."), None),
        Event::Pasted { record, switched_to, .. } => {
            (format!("Pasted: {}.", described(record)), *switched_to)
        }
        Event::BoardSet { switched_to } => (String::new(), *switched_to),
        Event::Learned => ("Lesson finished. Type `A` to play a bot.".to_owned(), None),
        Event::Removed { name } => (format!("Deleted {name}."), None),
        _ => (String::new(), None),
    };
    let switched = switched_to.map(|name| format!("Switched to {name}."));
    let line = [line].into_iter().filter(|line| !line.is_empty());
    line.chain(skipped.map(skipped_moves)).chain(switched).collect()
}

/// What is left out of a record because of a bad move.
fn skipped_moves(skipped: &SkippedMoves) -> String {
    let SkippedMoves { ply, name, reason } = skipped;
    format!("Skipped ply {ply}, {name}, and all that follows: {reason}.")
}

/// The position that has been gone to, and what is written about it.
fn browsed(ply: usize, name: Option<&str>, sign: Option<Assessment>, note: &str) -> Vec<String> {
    let head = match name {
        Some(name) => format!("After move {ply}, {}.", signed_move(name, sign)),
        None => "Starting position.".to_owned(),
    };
    std::iter::once(head).chain(note.lines().map(|line| printable(line).to_string())).collect()
}

fn noted(note: &str, changed: bool) -> Vec<String> {
    match (note.is_empty(), changed) {
        (true, true) => vec!["Note deleted.".to_owned()],
        (true, false) => vec!["No note here. Type `note TEXT` to add one.".to_owned()],
        (false, true) => vec!["Note saved.".to_owned()],
        (false, false) => note.lines().map(|line| printable(line).to_string()).collect(),
    }
}

/// A move with its sign: `f6?!`.
pub(in super::super) fn signed_move(name: &str, sign: Option<Assessment>) -> String {
    sign.map_or_else(|| name.to_owned(), |sign| format!("{name}{sign}"))
}

/// What stands before the note about a move: `2 f6: `.
pub(in super::super) fn noted_move(mv: &LineMove) -> String {
    format!("{} {}: ", mv.ply, mv.name)
}

/// Better lines that an analysis has added.
pub(in super::super) fn lines_added(added: usize) -> String {
    match added {
        0 => "No new variations: all better lines were there already.".to_owned(),
        _ => format!("Added {}. Type `variations` to see them.", counted(added, "better line")),
    }
}

/// What follows the name of a side that has no move.
pub(in super::super) const PASSES: &str = " has no legal move and passes.";

/// The keys below a screenful of a long answer.
pub(in super::super) const PAGE_KEYS: &str = "-- Space: next page   q: quit --";

/// What a move did: what follows the name of the side that moved.
pub(in super::super) fn played(ply: &PlyReport) -> String {
    let Some(placed) = ply.placed else {
        return format!(" chooses piece {} for the opponent.", ply.name);
    };
    let mut text = format!(" plays {}", ply.name);
    // A column is a number; a square that isn't where the piece is has been slid from.
    if ply.name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        let rest = placed.to_string();
        if rest != ply.name {
            let _ = write!(text, " (slides to {rest})");
        }
    }
    if ply.pushed_out.is_some() {
        text.push_str(" and pushes out the bottom counter");
    }
    if !ply.flipped.is_empty() {
        let _ = write!(text, " and flips {}", counted(ply.flipped.len(), "disc"));
    }
    text.push('.');
    text
}

/// A named opening that has been reached.
pub(in super::super) fn opening(name: &str) -> String {
    format!("Opening: {name}.")
}

/// How a game ended; where somebody has won, what comes after the name.
pub(in super::super) fn outcome(outcome: Outcome) -> String {
    let Some(winner) = outcome.winner else {
        let mut text = match outcome.ending {
            Ending::Repeated => "Abandoned: same position three times. No winner",
            Ending::TooLong => "Abandoned: too many moves. No winner",
            _ => "Draw",
        }
        .to_owned();
        if let Some(score) = outcome.score {
            let result = score.result(Player::Black);
            let _ = write!(text, " {result}-{result}");
            if score.empties > 0 {
                let empties = counted(score.empties as usize, "empty square");
                let _ = write!(text, ": {} each and {empties}", counted(score.black, "disc"));
            }
        }
        return text;
    };
    let mut text = " wins".to_owned();
    if let Some(score) = outcome.score {
        let (own, other) = (score.result(winner), score.result(winner.opponent()));
        let _ = write!(text, " {own}-{other}");
        if score.empties > 0 {
            let discs = counted(score.discs(winner) as usize, "disc");
            let empties = counted(score.empties as usize, "empty square");
            let _ = write!(text, " ({discs} + {empties})");
        }
    }
    text
}

/// How a game ended, to the people who played it: a person who played a bot is spoken to.
pub(in super::super) fn end(sides: &Sides, ended: Outcome, humans: [bool; 2]) -> String {
    let Some(winner) = ended.winner else { return format!("{}.", outcome(ended)) };
    let mut text = match humans {
        [true, false] if winner == Player::Black => "You win".to_owned(),
        [false, true] if winner == Player::White => "You win".to_owned(),
        [true, false] | [false, true] => "You lose".to_owned(),
        _ => format!("{} wins", side(sides, winner)),
    };
    if let Some(score) = ended.score {
        let reader = if text == "You lose" { winner.opponent() } else { winner };
        let (own, other) = (score.result(reader), score.result(reader.opponent()));
        let _ = write!(text, " {own}-{other}");
        if score.empties > 0 {
            let empties = counted(score.empties as usize, "empty square");
            let verb = if score.empties == 1 { "counts" } else { "count" };
            let _ = write!(text, " ({empties} {verb} for {})", side(sides, winner));
        }
    }
    text.push('.');
    text
}

/// A step of a tutorial.
pub(in super::super) fn lesson(lesson: &LessonReport) -> String {
    let LessonReport { number, of, text, .. } = lesson;
    format!("[{number} of {of}] {text} {}", what_to_type(lesson))
}

/// The same where it is read out.
pub(in super::super) fn lesson_read_out(lesson: &LessonReport) -> String {
    let LessonReport { number, of, text, .. } = lesson;
    format!("Step {number} of {of}. {text} {}", what_to_type(lesson))
}

/// What a step of a tutorial asks for.
fn what_to_type(lesson: &LessonReport) -> String {
    let LessonReport { number, of, asks, .. } = lesson;
    match asks {
        Some(asks) => format!("Type {asks}."),
        None if number == of => "Type `next` to finish.".to_owned(),
        None => "Type next.".to_owned(),
    }
}

/// What to do after the end of a game.
pub(in super::super) fn after_end(can_analyze: bool) -> &'static str {
    if can_analyze {
        "What next? `analyze` reviews the game, `restart` plays again, `E NAME` saves it."
    } else {
        "What next? `restart` plays again, `U` undoes a move, `E NAME` saves the game."
    }
}

/// What a person has to do where a turn isn't simply a square or a column: name a piece, or place one.
pub(in super::super) fn due(view: &View, speaks: bool) -> Option<String> {
    let game = view.game.as_ref()?;
    let now = &game.now;
    let turn = now.turn.filter(|turn| game.humans[turn.index()])?;
    let (who, other) = (side(&view.sides, turn), side(&view.sides, turn.opponent()));
    if matches!(now.questions[..], [Question::Piece { .. }]) {
        return Some(format!("{who}: choose a piece for {other} by its letter."));
    }
    let piece = now.board.note.as_ref()?.hand?;
    if speaks {
        return Some(format!(
            "{who}: place {} on a free cell, such as b3.",
            super::spoken::piece(&piece)
        ));
    }
    let (letter, picture) = (piece.letter, piece.picture);
    Some(format!("{who}: place {letter} {picture} on a free cell, such as b3."))
}

/// The score of a competitive game.
pub(in super::super) fn placing(placing: &Placing) -> String {
    let Placing { nickname, score, placement, .. } = placing;
    let place = placement.place;
    match (placement.former_best, placement.is_best) {
        (None, _) => format!("{nickname} scores {score}: number {place} in the ranking."),
        (Some(best), true) => {
            format!("{nickname} scores {score}, a new personal best (was {best}): number {place}.")
        }
        (Some(best), false) => {
            format!("{nickname} scores {score}; personal best {best}, number {place}.")
        }
    }
}

/// A save that can't be read.
pub(in super::super) fn unreadable_save(name: &str, error: &str) -> String {
    format!("{name} can't be read: {error}")
}

/// An unfinished game that an earlier run has left.
pub(in super::super) fn kept(kept: &Kept) -> String {
    let Kept { game, saved, ply } = kept;
    let saved = local(*saved);
    format!("Unfinished {game} game from {saved}, move {ply}. Type `resume` to continue it.")
}

/// The first line at the prompt.
pub(in super::super) fn welcome(info: &Info) -> String {
    format!("reversi {}: {}", env!("CARGO_PKG_VERSION"), info.name)
}

/// What to type first.
pub(in super::super) fn first_steps(sides: &Sides, first: &FirstMove) -> [String; 2] {
    let FirstMove { player, level, questions, example } = first;
    let player = side(sides, *player);
    let bot = match *level {
        Level::BEGINNER => "a beginner".to_owned(),
        level => format!("a bot ({})", level.described()),
    };
    let start = match questions[..] {
        [Question::Piece { .. }] => format!("a piece such as {example} to give it to {bot}"),
        [Question::Column { .. }] => {
            format!("a column like {example} to play {player} against {bot}")
        }
        _ => format!("a square like {example} to play {player} against {bot}"),
    };
    [
        format!("Type {start}, or `help`."),
        "Also: `levels` lists the bots, `N` is for two players, `screen` goes full-screen."
            .to_owned(),
    ]
}

pub(in super::super) const ALREADY_AT_THE_PROMPT: &str = "you are already at the prompt";

/// The unfinished game at the end.
pub(in super::super) fn kept_at_end() -> &'static str {
    "Game autosaved. Type `resume` next time to continue."
}

/// A moment as people write it, in their own time zone.
pub(in super::super) fn local(moment: Timestamp) -> String {
    moment.to_zoned_datetime(time_zone()).strftime("%Y-%m-%d %H:%M").to_string()
}

/// A record in a few words: the players, the date, and its length.
fn described(record: &RecordReport) -> String {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let mut parts = Vec::new();
    if record.black.is_some() || record.white.is_some() {
        parts.push(format!("{} - {}", name(&record.black), name(&record.white)));
    }
    parts.extend(record.date.clone());
    parts.push(counted(record.plies, "ply"));
    parts.join(", ")
}
