//! Texts about events.

use std::fmt::Write;

use jiff::Timestamp;

use super::clocks::{self, by_forfeit};
use super::prompt::VERSION;
use super::{Voice, counted, side};
use crate::base::language::tr;
use crate::base::text::{printable, time_zone};
use crate::desk::View;
use crate::games::{Assessment, Ending, Info, Outcome, Played, Player, Question};
use crate::interpreter::{
    BalancedOpening, Event, FirstMove, LeftGame, LessonReport, Placing, RecordReport, SkippedMoves,
};
use crate::players::Level;
use crate::session::{LineMove, Mode, Ply, Sides};
use crate::store::UnfinishedGame;

pub(in super::super) const NOTHING_KEPT: &str = "No unfinished games.";
pub(in super::super) const NO_MOVES: &str = "No moves yet.";

pub(in super::super) fn no_saves(voice: Voice) -> String {
    voice.then("No saved games yet.", &[(&["E NAME"], "to save this one")])
}

/// The advice below the list of unfinished games.
pub(in super::super) fn resume_one(voice: Voice) -> Option<String> {
    voice.sentence(&[(&["resume"], "for the first"), (&["resume N"], "")])
}

pub(in super::super) fn no_ranking(voice: Voice) -> String {
    voice.then("The ranking is empty.", &[(&["G B NICKNAME"], "to play for it")])
}

/// Describes an event in lines; empty if it needs no text, or more than text.
pub(in super::super) fn event(voice: Voice, event: &Event) -> Vec<String> {
    let skipped = match event {
        Event::Imported { skipped, .. } | Event::Pasted { skipped, .. } => skipped.as_ref(),
        _ => None,
    };
    let (line, switched_to) = match event {
        Event::Asked { question } => (format!("Which {}?", question.name()), None),
        Event::Undone { moves } => (format!("Undid {}.", counted(*moves, "move")), None),
        Event::Redone { moves } => (format!("Redid {}.", counted(*moves, "move")), None),
        Event::Browsed { ply, name, sign, note, .. } => {
            return browsed(voice, *ply, name.as_deref(), *sign, note);
        }
        Event::Noted { note, changed } => return noted(voice, note, *changed),
        Event::Marked { name, sign } if sign.is_some() => {
            (format!("Annotated: {}.", voice.signed_move(name, *sign)), None)
        }
        Event::Marked { name, .. } => {
            (format!("Annotation removed from {}.", voice.name(name)), None)
        }
        Event::Promoted => ("This is the main line now.".to_owned(), None),
        Event::Pruned { moves } => (format!("Deleted {}.", counted(*moves, "move")), None),
        Event::Icons { black, white } => (format!("Black is now {black}, White {white}."), None),
        Event::Level { level } => (format!("Your opponent: {level}."), None),
        Event::Names { names: Some([black, white]) } => {
            (format!("Black is {black}, White {white}."), None)
        }
        Event::Names { names: None } => ("The players have no names now.".to_owned(), None),
        Event::Clock { control, left } => (clocks::setting(voice, *control, *left), None),
        Event::Seeded { seed } => (format!("Random seed set to {seed}."), None),
        Event::Language { language } => {
            (tr!("Language: {name}.", name = language.own_name()), None)
        }
        Event::Saved { name, replaced } => {
            let note = if *replaced { " (overwrote the previous one)" } else { "" };
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
            let [yes, no] = ["y", "n"].map(|answer| voice.code(answer));
            (format!("{file} already exists. Overwrite it? Type {yes} or {no}."), None)
        }
        Event::NotOverwritten { file } => (format!("{file} is unchanged."), None),
        Event::Exported { file, format } => (format!("Exported to {file} ({format})."), None),
        Event::Pasted { record, switched_to, .. } => {
            (format!("Pasted: {}.", described(record)), *switched_to)
        }
        Event::BoardSet { switched_to } => (String::new(), *switched_to),
        Event::Learned => (voice.then("Lesson finished.", &[(&["A"], "to play a bot")]), None),
        Event::Removed { name } => (format!("Deleted {name}."), None),
        _ => (String::new(), None),
    };
    let switched = switched_to.map(|name| format!("Switched to {name}."));
    let line = [line].into_iter().filter(|line| !line.is_empty());
    line.chain(skipped.map(|skipped| skipped_moves(skipped))).chain(switched).collect()
}

/// Reports the moves of a record that were skipped because one is invalid.
fn skipped_moves(skipped: &SkippedMoves) -> String {
    let SkippedMoves { ply, name, reason } = skipped;
    format!("Skipped ply {ply}, {name}, and all that follows: {reason}.")
}

/// Describes the position shown, with its annotation and note.
fn browsed(
    voice: Voice,
    ply: usize,
    name: Option<&str>,
    sign: Option<Assessment>,
    note: &str,
) -> Vec<String> {
    let head = match name {
        Some(name) => format!("After move {ply}, {}.", voice.signed_move(name, sign)),
        None => "Starting position.".to_owned(),
    };
    std::iter::once(head).chain(note.lines().map(|line| printable(line).to_string())).collect()
}

fn noted(voice: Voice, note: &str, changed: bool) -> Vec<String> {
    match (note.is_empty(), changed) {
        (true, true) => vec!["Note deleted.".to_owned()],
        (true, false) => vec![voice.then("No note here.", &[(&["note TEXT"], "to add one")])],
        (false, true) => vec!["Note saved.".to_owned()],
        (false, false) => note.lines().map(|line| printable(line).to_string()).collect(),
    }
}

/// The prefix of the note about a move: `2 f6: `.
pub(in super::super) fn noted_move(mv: &LineMove) -> String {
    format!("{} {}: ", mv.ply, mv.name)
}

/// Reports the better lines that an analysis has added.
pub(in super::super) fn lines_added(voice: Voice, added: usize) -> String {
    match added {
        0 => "No new variations: all better lines were there already.".to_owned(),
        _ => voice.then(
            format!("Added {}.", counted(added, "better line")),
            &[(&["variations"], "to see them")],
        ),
    }
}

/// Follows the name of a side that has no move.
pub(in super::super) const PASSES: &str = " has no legal move and passes.";

/// The keys at the end of a page.
pub(in super::super) const PAGE_KEYS: &str = "-- Space: next page   q: quit --";

/// Describes a move. The text follows the name of the side.
pub(in super::super) fn played(voice: Voice, ply: &Ply) -> String {
    let is_heard = voice == Voice::Speech;
    let (name, Played { placed, flipped, pushed_out, .. }) = (ply.name(), &ply.played);
    let Some(placed) = placed else {
        return format!(" chooses piece {name} for the opponent.");
    };
    let mut text = format!(" plays {}", voice.name(&name));
    let rest = placed.to_string();
    // A column is a number. A square other than the piece's is the start of a slide.
    let is_column = name.starts_with(|first: char| first.is_ascii_digit());
    if is_column && is_heard {
        let _ = write!(text, ", landing on {}", voice.name(&rest));
    } else if !is_column && rest != name {
        let _ = write!(text, " (slides to {})", voice.name(&rest));
    }
    if pushed_out.is_some() {
        text.push_str(" and pushes out the bottom counter");
    }
    if !flipped.is_empty() {
        let discs = counted(flipped.len(), "disc");
        // The board shows which discs.
        let discs = if is_heard { voice.list(flipped) } else { discs };
        let _ = write!(text, " and flips {discs}");
    }
    text.push('.');
    text
}

pub(in super::super) fn opening(name: &str) -> String {
    format!("Opening: {name}.")
}

/// Describes a result. The text follows the name of the winner, if any.
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
    let mut text = format!(" wins{}", by_forfeit(outcome.ending));
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

/// Describes a result to its players. A user who played a bot is addressed as `You`.
pub(in super::super) fn end(sides: &Sides, ended: Outcome, humans: [bool; 2]) -> String {
    let Some(winner) = ended.winner else { return format!("{}.", outcome(ended)) };
    let mut text = match humans {
        [true, false] if winner == Player::Black => "You win".to_owned(),
        [false, true] if winner == Player::White => "You win".to_owned(),
        [true, false] | [false, true] => "You lose".to_owned(),
        _ => format!("{} wins", side(sides, winner)),
    };
    text.push_str(by_forfeit(ended.ending));
    if let Some(score) = ended.score {
        let reader = if text.starts_with("You lose") { winner.opponent() } else { winner };
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

pub(in super::super) fn lesson(voice: Voice, lesson: &LessonReport) -> String {
    let LessonReport { number, of, title, text, asks, is_question } = lesson;
    let step = voice.heading("Step", &format!("{number} of {of}"));
    let idea = if title.is_empty() { String::new() } else { format!("{title}. ") };
    let said = format!("{step} {idea}{}", voice.lesson(text));
    match asks {
        Some(asks) => format!("{said} {}", voice.play(asks)),
        None if *is_question => voice.then(said, &[(&["next"], "to see the move")]),
        None if number == of => voice.then(said, &[(&["next"], "to finish")]),
        None => voice.then(said, &[(&["next"], "")]),
    }
}

/// The opening from which a game starts.
pub(in super::super) fn balanced_opening(opening: &BalancedOpening) -> String {
    let BalancedOpening { moves, name } = opening;
    let name = name.map(|name| format!(" ({name})")).unwrap_or_default();
    format!("Balanced opening{name}: {moves}.")
}

/// Suggests what to do after a game.
pub(in super::super) fn after_end(voice: Voice, can_analyze: bool) -> String {
    let [analyze, restart, undo, save] =
        ["analyze", "restart", "U", "E NAME"].map(|typed| voice.command(typed));
    if can_analyze {
        format!("What next? {analyze} reviews the game, {restart} plays again, {save} saves it.")
    } else {
        format!("What next? {restart} plays again, {undo} undoes a move, {save} saves the game.")
    }
}

/// What to do if a turn involves a piece: choose it or place it.
pub(in super::super) fn due(voice: Voice, view: &View) -> Option<String> {
    let shown = view.game.as_ref()?;
    let game = shown.current.game();
    let turn = game.turn().filter(|turn| shown.humans()[turn.index()])?;
    let (who, other) = (side(&view.sides, turn), side(&view.sides, turn.opponent()));
    if matches!(game.questions()[..], [Question::Piece { .. }]) {
        return Some(format!("{who}: choose a piece for {other} by its letter."));
    }
    let piece = game.note()?.hand?;
    let placed = match voice {
        Voice::Speech => super::spoken::piece(&piece),
        _ => format!("{} {}", piece.letter, piece.picture),
    };
    Some(format!("{who}: place {placed} on a free cell, such as {}.", voice.name("b3")))
}

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

pub(in super::super) fn unreadable_save(name: &str, error: &str) -> String {
    format!("{name} can't be read: {error}")
}

/// Reports that another game has replaced an unfinished one.
pub(in super::super) fn left(voice: Voice, left: &LeftGame) -> String {
    let LeftGame { mode, moves, number } = left;
    let game = match mode {
        Mode::Manual => "The game of two players".to_owned(),
        Mode::Against { level, .. } => format!("Your game against {}", level.described()),
        Mode::Bots { .. } => "The game of two bots".to_owned(),
        Mode::Competitive { .. } => "Your competitive game".to_owned(),
    };
    let resume = match number {
        None => "resume list".to_owned(),
        Some(1) => "resume".to_owned(),
        Some(number) => format!("resume {number}"),
    };
    let why = if number.is_some() { "to continue it" } else { "to see it" };
    let said = format!("{game} ({}) is kept", counted(*moves, "move"));
    voice.with(said, ": ", &[(&[&resume], why)]) + "."
}

/// Offers the unfinished game of an earlier run.
pub(in super::super) fn kept(voice: Voice, kept: &UnfinishedGame) -> String {
    let (game, ply) = (kept.game.game().info().name, kept.game.plies());
    let said = match voice {
        // The full screen has one line for this.
        Voice::FullScreen => format!("Unfinished {game} game."),
        _ => format!("Unfinished {game} game from {}, move {ply}.", local(kept.at)),
    };
    voice.then(said, &[(&["resume"], "to continue it")])
}

pub(in super::super) fn welcome(info: &Info) -> String {
    format!("{VERSION}: {}", info.name)
}

/// Suggests what to type first.
pub(in super::super) fn first_steps(voice: Voice, sides: &Sides, first: &FirstMove) -> String {
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
    let [new, help] = ["N", "help"].map(|word| voice.command(word));
    format!("Type {start}, {new} for two players, or {help}.")
}

/// Reports that two humans play. After an import or a setup, suggests how to add a bot.
pub(in super::super) fn two_players(voice: Voice, is_taken: bool) -> String {
    const PLAYERS: &str = "Two players.";
    if !is_taken || voice == Voice::Script {
        return PLAYERS.to_owned();
    }
    voice.then(PLAYERS, &[(&["player white 3"], "to play a bot")])
}

pub(in super::super) const ALREADY_AT_THE_PROMPT: &str = "you are already at the prompt";

/// Reports that the unfinished game was saved at the end.
pub(in super::super) fn kept_at_end(voice: Voice) -> String {
    voice.then("Game autosaved.", &[(&["resume"], "next time to continue")])
}

/// Formats a time in the user's time zone.
pub(in super::super) fn local(moment: Timestamp) -> String {
    moment.to_zoned_datetime(time_zone()).strftime("%Y-%m-%d %H:%M").to_string()
}

/// Describes a record in a few words: the players, the date, and its length.
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
