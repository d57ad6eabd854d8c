//! Texts about events.

use super::clocks;
use super::levels;
use super::{Voice, Who, initial, side, tr_side};
use crate::base::language::{date_and_time, tr};
use crate::base::text::printable;
use crate::desk::View;
use crate::games::{Assessment, Played, Player, Question};
use crate::interpreter::{Awaited, Event, Loss, RecordReport, SkippedMoves};
use crate::session::{LineMove, Ply};

/// The legal moves, if some can't be marked on the board.
pub fn legal(moves: &[String]) -> String {
    tr!("Legal moves: {moves}", moves = moves.join(" "))
}

/// A pass in the list of moves.
pub fn pass() -> &'static str {
    tr!("pass")
}

/// The headings of the table of unfinished games.
pub fn unfinished_columns() -> [&'static str; 6] {
    let [game, players, ply, discs] = game_columns();
    [
        tr!("column" => "n"),
        game,
        players,
        ply,
        discs,
        tr!("column" => "last played"),
    ]
}

/// The headings of the table of saved games.
pub fn save_columns() -> [&'static str; 6] {
    let [game, players, ply, discs] = game_columns();
    [
        tr!("column" => "name"),
        game,
        players,
        ply,
        discs,
        tr!("column" => "saved"),
    ]
}

fn game_columns() -> [&'static str; 4] {
    [
        tr!("column" => "game"),
        tr!("column" => "players"),
        tr!("column" => "ply"),
        tr!("column" => "discs"),
    ]
}

pub fn nothing_kept() -> &'static str {
    tr!("No unfinished games.")
}

pub fn no_moves() -> &'static str {
    tr!("No moves yet.")
}

pub fn no_saves(voice: Voice) -> String {
    voice.then(
        tr!("No saved games yet."),
        &[(&["E NAME"], tr!("to save this one"))],
    )
}

/// The advice below the list of unfinished games.
pub fn resume_one(voice: Voice) -> Option<String> {
    voice.sentence(&[(&["resume"], tr!("for the first")), (&["resume N"], "")])
}

pub fn no_ranking(voice: Voice) -> String {
    voice.then(
        tr!("The ranking is empty."),
        &[(&["G B NICKNAME"], tr!("to play for it"))],
    )
}

/// Describes an event in lines; empty if it needs no text, or more than text.
pub fn event(voice: Voice, event: &Event) -> Vec<String> {
    match event {
        Event::Browsed {
            ply,
            name,
            sign,
            note,
            ..
        } => return browsed(voice, *ply, name.as_deref(), *sign, note),
        Event::Noted { note, changed } => return noted(voice, note, *changed),
        _ => {}
    }
    let said = of_moves(voice, event)
        .or_else(|| of_players(voice, event))
        .or_else(|| of_files(voice, event))
        .or_else(|| question(voice, event));
    let skipped = match event {
        Event::Imported { skipped, .. } | Event::Pasted { skipped, .. } => skipped.as_ref(),
        _ => None,
    };
    let switched = switched_to(event).map(|name| tr!("Switched to {name}.", name));
    said.into_iter()
        .chain(skipped.map(|skipped| skipped_moves(skipped)))
        .chain(beside_game(event))
        .chain(switched)
        .collect()
}

/// The new kind of game, if the event changed it.
fn switched_to(event: &Event) -> Option<&'static str> {
    match event {
        Event::Loaded { switched_to, .. }
        | Event::Resumed { switched_to, .. }
        | Event::Imported { switched_to, .. }
        | Event::LibraryOpened { switched_to, .. }
        | Event::Pasted { switched_to, .. }
        | Event::BoardSet { switched_to } => *switched_to,
        _ => None,
    }
}

/// Describes what happened to the moves of a game.
fn of_moves(voice: Voice, event: &Event) -> Option<String> {
    Some(match event {
        Event::Undone { moves: 0 } => tr!("Undid the resignation.").to_owned(),
        Event::Undone { moves } => tr!("Undid {n} move." | "Undid {n} moves.", n = *moves),
        Event::Redone { moves } => tr!("Redid {n} move." | "Redid {n} moves.", n = *moves),
        Event::Marked { name, sign } if sign.is_some() => {
            tr!("Annotated: {name}.", name = voice.signed_move(name, *sign))
        }
        Event::Marked { name, .. } => {
            tr!("Annotation removed from {name}.", name = voice.name(name))
        }
        Event::Promoted => tr!("This is the main line now.").to_owned(),
        Event::Pruned { moves } => {
            let deleted = tr!("Deleted {n} move." | "Deleted {n} moves.", n = *moves);
            deleted + " " + &tr!("{undo} undoes it.", undo = voice.command("U"))
        }
        Event::Restored { moves } => tr!("Put {n} move back." | "Put {n} moves back.", n = *moves),
        _ => return None,
    })
}

/// Describes how players, clocks and the program's settings have changed.
fn of_players(voice: Voice, event: &Event) -> Option<String> {
    Some(match event {
        Event::Icons { black, white } => tr!("Black is now {black}, White {white}.", black, white),
        Event::Level {
            of: (info, level), ..
        } => tr!(
            "Your opponent: {level}.",
            level = levels::titled(info, *level)
        ),
        Event::Openings { openings, .. } => levels::openings(openings),
        Event::RatingEstimated => levels::estimated().to_owned(),
        Event::Names { names, bot } => named(names.as_ref(), *bot),
        Event::Clock {
            control: None,
            is_next: true,
            ..
        } => clocks::none_next().to_owned(),
        Event::Clock { control, left, .. } => clocks::setting(voice, *control, *left),
        Event::ForScreen(_) => super::only_at_the_prompt().to_owned(),
        Event::Seeded { seed } => tr!("Random seed set to {seed}.", seed),
        Event::Language { language } => tr!("Language: {name}.", name = language.own_name()),
        _ => return None,
    })
}

/// Reports the names of Black and White, and which of them a bot has.
fn named(names: Option<&[String; 2]>, bot: Option<Player>) -> String {
    let Some([black, white]) = names else {
        return tr!("The players have no names now.").to_owned();
    };
    match bot {
        None => tr!("Black is {black}, White {white}.", black, white),
        Some(Player::Black) => {
            tr!("Black, a bot, is {black}; White is {white}.", black, white)
        }
        Some(Player::White) => {
            tr!("Black is {black}; White, a bot, is {white}.", black, white)
        }
    }
}

/// Describes what was saved, read, written or deleted.
fn of_files(voice: Voice, event: &Event) -> Option<String> {
    Some(match event {
        Event::Saved {
            name,
            replaced: false,
        } => tr!("Saved as {name}.", name),
        Event::Saved {
            name,
            replaced: true,
        } => tr!("Saved as {name} (overwrote the previous one).", name),
        Event::Loaded { name, saved, .. } => tr!(
            "Loaded {name}, saved {time}.",
            name,
            time = date_and_time(*saved)
        ),
        Event::Resumed { saved, .. } => tr!(
            "Resumed the game from {time}.",
            time = date_and_time(*saved)
        ),
        Event::Imported {
            file,
            number,
            more,
            record,
            ..
        } => {
            let record = described(record);
            if *more || *number > 1 {
                tr!(
                    "Imported game {number} of {file}: {record}.",
                    number,
                    file,
                    record
                )
            } else {
                tr!("Imported {file}: {record}.", file, record)
            }
        }
        Event::LibraryOpened { number, record, .. } => {
            let record = described(record);
            tr!("Game {number} of the library: {record}.", number, record)
        }
        Event::NotOverwritten { file: name } | Event::NotRemoved { name } => {
            tr!("{file} is unchanged.", file = name)
        }
        Event::Exported { file, format, .. } => {
            let file = voice.file(file);
            tr!("Exported to {file} ({format}).", file, format)
        }
        Event::Pasted { record, .. } => tr!("Pasted: {record}.", record = described(record)),
        Event::Removed { name } => tr!("Deleted {name}.", name),
        _ => return None,
    })
}

/// Asks a question, or says how it was answered.
fn question(voice: Voice, event: &Event) -> Option<String> {
    let [yes, no] = answer_codes(voice);
    Some(match event {
        Event::Asked { question } => asked(*question)?.to_owned(),
        Event::AskedToOverwrite { file } => tr!(
            "{file} already exists. Overwrite it? Type {yes} or {no}.",
            file,
            yes,
            no
        ),
        Event::AskedToQuit { unsaved } => tr!(
            "{what}. Quit without saving it? Type {yes} or {no}.",
            what = unsaved_data(unsaved),
            yes,
            no
        ),
        Event::NotQuit => tr!("The session continues.").to_owned(),
        Event::AskedToOverwriteSave {
            name,
            game,
            moves,
            saved,
        } => tr!(
            "{name} holds a different game ({game}, {n} move, {time}). Overwrite it? Type {yes} or {no}."
                | "{name} holds a different game ({game}, {n} moves, {time}). Overwrite it? Type {yes} or {no}.",
            n = *moves,
            name,
            game,
            time = date_and_time(*saved),
            yes,
            no
        ),
        Event::AskedToEmpty { what } => {
            let (question, reason) = loss_of_data(*what);
            let answers = tr!("Type {yes} or {no}.", yes, no);
            format!("{question} {reason} {answers}")
        }
        Event::NotEmptied { .. } => tr!("Nothing was deleted.").to_owned(),
        Event::AskedToRemove { name } => tr!(
            "Delete the saved game {name}? Type {yes} or {no}.",
            name,
            yes,
            no
        ),
        _ => return None,
    })
}

/// The question before saved data is lost, and the reason for it.
pub fn loss_of_data(loss: Loss) -> (&'static str, String) {
    match loss {
        Loss::Save => (
            tr!("Delete the saved game?"),
            tr!("It can't be restored.").to_owned(),
        ),
        Loss::Bin => (
            tr!("Delete the games in the bin?"),
            tr!("They can't be restored.").to_owned(),
        ),
        Loss::Repertoire => (
            tr!("Remove the lines from your repertoire?"),
            tr!("They can't be restored.").to_owned(),
        ),
        Loss::File | Loss::OtherSave => (
            tr!("Overwrite the saved game?"),
            tr!("It is not an earlier state of this game.").to_owned(),
        ),
    }
}

/// The data that would be lost, and the reasons.
pub fn unsaved_data(unsaved: &[String]) -> String {
    super::capital(&unsaved.join("; "))
}

/// The letters for yes and no.
pub fn answer_codes(voice: Voice) -> [String; 2] {
    [tr!("yes"), tr!("no")].map(|answer| voice.code(&initial(answer).to_string()))
}

fn asked(question: Awaited) -> Option<&'static str> {
    match question {
        Awaited::Part(Question::Column { .. }) => Some(tr!("Which column?")),
        Awaited::Part(Question::Row { .. }) => Some(tr!("Which row?")),
        Awaited::Part(Question::Piece { .. }) => Some(tr!("Which piece?")),
        Awaited::Side => Some(tr!("Who is to move: B or W?")),
        // Other events ask these.
        Awaited::Lines | Awaited::Confirmation(_) | Awaited::Quit => None,
    }
}

/// Reports the moves of a record that were skipped because one is invalid.
fn skipped_moves(skipped: &SkippedMoves) -> String {
    let SkippedMoves { ply, name, reason } = skipped;
    tr!(
        "Skipped ply {ply}, {name}, and all that follows: {reason}.",
        ply,
        name,
        reason
    )
}

/// Reports what was read in addition to the game of a record.
fn beside_game(event: &Event) -> Vec<String> {
    let (unread, ignored) = match event {
        Event::Imported { unread, .. } => (unread, None),
        Event::Pasted {
            unread, ignored, ..
        } => (unread, *ignored),
        _ => return Vec::new(),
    };
    let games = ignored.map(|n| tr!("Ignored {n} more game." | "Ignored {n} more games.", n = n));
    let text = unread.as_deref().map(ignored_text);
    games.into_iter().chain(text).collect()
}

/// Reports the text of a file that belongs to no game.
pub fn ignored_text(reason: &str) -> String {
    tr!("Ignored text: {reason}.", reason)
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
        Some(name) => tr!(
            "After move {ply}, {name}.",
            ply,
            name = voice.signed_move(name, sign)
        ),
        None => tr!("Starting position.").to_owned(),
    };
    std::iter::once(head)
        .chain(note.lines().map(|line| printable(line).to_string()))
        .collect()
}

fn noted(voice: Voice, note: &str, changed: bool) -> Vec<String> {
    match (note.is_empty(), changed) {
        (true, true) => vec![tr!("Note deleted.").to_owned()],
        (true, false) => {
            vec![voice.then(tr!("No note here."), &[(&["note TEXT"], tr!("to add one"))])]
        }
        (false, true) => vec![tr!("Note saved.").to_owned()],
        (false, false) => note
            .lines()
            .map(|line| printable(line).to_string())
            .collect(),
    }
}

/// The prefix of the note about a move: `2 f6: `.
pub fn noted_move(mv: &LineMove) -> String {
    format!("{} {}: ", mv.ply, mv.name)
}

/// Reports the better lines that an analysis has added.
pub fn lines_added(voice: Voice, added: usize) -> String {
    match added {
        0 => tr!("No new variations: all better lines were there already.").to_owned(),
        _ => voice.then(
            tr!(
                "Added {n} better line." | "Added {n} better lines.",
                n = added
            ),
            &[(&["variations"], tr!("to see them"))],
        ),
    }
}

pub fn passes(who: &Who) -> String {
    tr_side!(who, "{who} has no legal move and passes.")
}

/// The keys at the end of a page.
pub fn page_keys() -> &'static str {
    tr!("-- Space: next page   q: quit --")
}

/// Describes a move and its effects.
pub fn played(voice: Voice, who: &Who, ply: &Ply) -> String {
    let is_heard = voice == Voice::Speech;
    let name = ply.name();
    let Played {
        placed,
        flipped,
        pushed_out,
        ..
    } = &ply.played;
    let Some(placed) = placed else {
        return tr_side!(who, "{who} chooses piece {name} for the opponent.", name);
    };
    let mv = voice.name(&name);
    let square = voice.name(&placed.to_string());
    // A column is a number. A square other than the piece's is the start of a slide.
    let is_column = name.starts_with(|first: char| first.is_ascii_digit());
    let slides = !is_column && placed.to_string() != name;
    match (pushed_out.is_some(), flipped.len()) {
        (true, _) if is_column && is_heard => tr_side!(
            who,
            "{who} plays {mv}, landing on {square} and pushes out the bottom counter.",
            mv,
            square
        ),
        (true, _) => {
            tr_side!(
                who,
                "{who} plays {mv} and pushes out the bottom counter.",
                mv
            )
        }
        (false, 0) if is_column && is_heard => {
            tr_side!(who, "{who} plays {mv}, landing on {square}.", mv, square)
        }
        (false, 0) if slides => {
            tr_side!(who, "{who} plays {mv} (slides to {square}).", mv, square)
        }
        (false, 0) => tr_side!(who, "{who} plays {mv}.", mv),
        // The board shows which discs.
        (false, _) if is_heard => {
            let discs = voice.list(flipped);
            tr_side!(who, "{who} plays {mv} and flips {discs}.", mv, discs)
        }
        (false, discs) => tr_side!(
            who,
            "{who} plays {mv} and flips {n} disc." | "{who} plays {mv} and flips {n} discs.",
            n = discs,
            mv
        ),
    }
}

pub fn opening(name: &str) -> String {
    tr!("Opening: {name}.", name)
}

/// What to do if a turn involves a piece: choose it or place it.
pub fn due(voice: Voice, view: &View) -> Option<String> {
    let shown = view.game.as_ref()?;
    let game = shown.current.game();
    let turn = game.turn().filter(|turn| shown.humans()[turn.index()])?;
    let who = side(&view.sides, turn);
    let other = side(&view.sides, turn.opponent());
    if matches!(game.questions()[..], [Question::Piece { .. }]) {
        return Some(tr!(
            "{who}: choose a piece for {other} by its letter.",
            who,
            other
        ));
    }
    let piece = game.note()?.hand?;
    let placed = match voice {
        Voice::Speech => super::spoken::piece(&piece),
        _ => format!("{} {}", piece.letter, piece.picture),
    };
    let free = game
        .moves()
        .into_iter()
        .next()
        .map(|mv| game.move_name(mv))?;
    let example = voice.name(&free);
    Some(tr!(
        "{who}: place {placed} on a free cell, such as {example}.",
        who,
        placed,
        example
    ))
}

pub fn unreadable_save(name: &str, error: &str) -> String {
    tr!("{name} can't be read: {error}", name, error)
}

/// Describes a record in a few words: the players, the date, and its length, unless it is only a position.
fn described(record: &RecordReport) -> String {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let mut parts = Vec::new();
    if record.black.is_some() || record.white.is_some() {
        parts.push(format!("{} - {}", name(&record.black), name(&record.white)));
    }
    parts.extend(record.date.clone());
    parts.push(match record.plies {
        0 => tr!("a position").to_owned(),
        plies => tr!("{n} ply" | "{n} plies", n = plies),
    });
    parts.join(", ")
}
