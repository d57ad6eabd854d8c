//! Texts about events.

use std::fmt::Write;

use super::clocks;
use super::levels;
use super::prompt::VERSION;
use super::voice::Way;
use super::{Voice, Who, capital, colour, initial, side, tr_side};
use crate::base::language::{date_and_time, tr};
use crate::base::text::printable;
use crate::desk::View;
use crate::games::{Assessment, Ending, Info, Outcome, Played, Player, Question};
use crate::interpreter::{
    Awaited, BalancedOpening, Event, FirstMove, LeftGame, Placing, RecordReport, SkippedMoves,
};
use crate::players::Level;
use crate::session::{LineMove, Players, Ply, Sides};
use crate::store::UnfinishedGame;

/// The legal moves, if some can't be marked on the board.
pub(in super::super) fn legal(moves: &[String]) -> String {
    tr!("Legal moves: {moves}", moves = moves.join(" "))
}

/// The throw of a die that decides who moves first.
pub(in super::super) fn rolls(who: &Who, eyes: u8) -> String {
    tr_side!(who, "{who} rolls {eyes}", eyes)
}

pub(in super::super) fn moves_first(who: &Who) -> String {
    tr_side!(who, "{who} moves first.")
}

pub(in super::super) fn against(human: &Who, info: &Info, level: Level) -> String {
    let level = levels::titled(info, level);
    tr_side!(human, "You play {who} against a bot ({level}).", level)
}

/// Like [`against`], for a bot that the user has named.
pub(in super::super) fn against_named(human: &Who, bot: &str, info: &Info, level: Level) -> String {
    let level = levels::titled(info, level);
    tr_side!(
        human,
        "You play {who} against {bot}, a bot ({level}).",
        bot,
        level
    )
}

pub(in super::super) fn two_bots(info: &Info, bots: [Level; 2]) -> String {
    let [black, white] = bots.map(|level| levels::titled(info, level));
    tr!("Two bots: {black} against {white}.", black, white)
}

pub(in super::super) fn competitive(human: &Who, nickname: &str) -> String {
    tr_side!(
        human,
        "You play {who} as {nickname} against the competitive bot.",
        nickname
    )
}

/// A pass in the list of moves.
pub(in super::super) fn pass() -> &'static str {
    tr!("pass")
}

/// Who plays, in the table of games.
pub(in super::super) fn players(players: &Players) -> String {
    if players.is_competitive() {
        return tr!("competitive").to_owned();
    }
    if players.humans() == [true; 2] {
        return tr!("two players").to_owned();
    }
    let first = players.human().unwrap_or(Player::Black);
    let [one, other] = [first, first.opponent()].map(|player| match players.of(player).level() {
        Some(level) => levels::described(level),
        None => capital(colour(player)),
    });
    tr!("{one} vs {other}", one, other)
}

/// The headings of the table of unfinished games.
pub(in super::super) fn unfinished_columns() -> [&'static str; 6] {
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
pub(in super::super) fn save_columns() -> [&'static str; 6] {
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

pub(in super::super) fn nothing_kept() -> &'static str {
    tr!("No unfinished games.")
}

pub(in super::super) fn no_moves() -> &'static str {
    tr!("No moves yet.")
}

pub(in super::super) fn no_saves(voice: Voice) -> String {
    voice.then(
        tr!("No saved games yet."),
        &[(&["E NAME"], tr!("to save this one"))],
    )
}

/// The advice below the list of unfinished games.
pub(in super::super) fn resume_one(voice: Voice) -> Option<String> {
    voice.sentence(&[(&["resume"], tr!("for the first")), (&["resume N"], "")])
}

pub(in super::super) fn no_ranking(voice: Voice) -> String {
    voice.then(
        tr!("The ranking is empty."),
        &[(&["G B NICKNAME"], tr!("to play for it"))],
    )
}

/// Describes an event in lines; empty if it needs no text, or more than text.
pub(in super::super) fn event(voice: Voice, event: &Event) -> Vec<String> {
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
        .or_else(|| of_files(event))
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
        Event::Pruned { moves } => tr!("Deleted {n} move." | "Deleted {n} moves.", n = *moves),
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
fn of_files(event: &Event) -> Option<String> {
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
        Event::NotOverwritten { file: name } | Event::NotRemoved { name } => {
            tr!("{file} is unchanged.", file = name)
        }
        Event::Exported { file, format, .. } => {
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
        Event::AskedToRemove { name } => tr!(
            "Delete the saved game {name}? Type {yes} or {no}.",
            name,
            yes,
            no
        ),
        _ => return None,
    })
}

/// The data that would be lost, and the reasons.
pub(in crate::screens) fn unsaved_data(unsaved: &[String]) -> String {
    super::capital(&unsaved.join("; "))
}

/// The letters for yes and no.
pub(super) fn answer_codes(voice: Voice) -> [String; 2] {
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
pub(in super::super) fn ignored_text(reason: &str) -> String {
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
pub(in super::super) fn noted_move(mv: &LineMove) -> String {
    format!("{} {}: ", mv.ply, mv.name)
}

/// Reports the better lines that an analysis has added.
pub(in super::super) fn lines_added(voice: Voice, added: usize) -> String {
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

pub(in super::super) fn passes(who: &Who) -> String {
    tr_side!(who, "{who} has no legal move and passes.")
}

/// The keys at the end of a page.
pub(in super::super) fn page_keys() -> &'static str {
    tr!("-- Space: next page   q: quit --")
}

/// Describes a move and its effects.
pub(in super::super) fn played(voice: Voice, who: &Who, ply: &Ply) -> String {
    let is_heard = voice == Voice::Speech;
    let (
        name,
        Played {
            placed,
            flipped,
            pushed_out,
            ..
        },
    ) = (ply.name(), &ply.played);
    let Some(placed) = placed else {
        return tr_side!(who, "{who} chooses piece {name} for the opponent.", name);
    };
    let (mv, square) = (voice.name(&name), voice.name(&placed.to_string()));
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

pub(in super::super) fn opening(name: &str) -> String {
    tr!("Opening: {name}.", name)
}

/// Describes a result. `winner` is the winning side, if any.
pub(in super::super) fn outcome(winner: Option<&Who>, ended: Outcome) -> String {
    let Some((who, side)) = winner.zip(ended.winner) else {
        return drawn(ended);
    };
    let text = won(who, ended.ending);
    let Some(score) = ended.score else {
        return text;
    };
    let (own, other) = (score.result(side), score.result(side.opponent()));
    let text = format!("{text} {own}-{other}");
    if score.empties == 0 {
        return text;
    }
    let (discs, empties) = (
        discs(score.discs(side) as usize),
        empty_squares(score.empties),
    );
    format!("{text} ({discs} + {empties})")
}

fn drawn(ended: Outcome) -> String {
    let text = match ended.ending {
        Ending::Repeated => tr!("Abandoned: same position three times. No winner"),
        Ending::TooLong => tr!("Abandoned: too many moves. No winner"),
        _ => tr!("Draw"),
    };
    let Some(score) = ended.score else {
        return text.to_owned();
    };
    let result = score.result(Player::Black);
    let text = format!("{text} {result}-{result}");
    if score.empties == 0 {
        return text;
    }
    let (discs, empties) = (discs(score.black as usize), empty_squares(score.empties));
    tr!(
        "{result}: {discs} each and {empties}",
        result = text,
        discs,
        empties
    )
}

/// Names the winner, and the reason if the board doesn't show it.
fn won(who: &Who, ending: Ending) -> String {
    match ending {
        Ending::Resigned => tr_side!(who, "{who} wins by resignation"),
        Ending::OutOfTime => tr_side!(who, "{who} wins on time"),
        _ => tr_side!(who, "{who} wins"),
    }
}

fn discs(count: usize) -> String {
    tr!("{n} disc" | "{n} discs", n = count)
}

fn empty_squares(count: u32) -> String {
    tr!("{n} empty square" | "{n} empty squares", n = count as usize)
}

/// Describes a result to its players. A user who played a bot is addressed as `You`.
pub(in super::super) fn end(sides: &Sides, ended: Outcome, humans: [bool; 2]) -> String {
    let Some(winner) = ended.winner else {
        return drawn(ended) + ".";
    };
    let who = Who::of(sides, winner);
    let is_user = humans[0] != humans[1];
    let loses = is_user && !humans[winner.index()];
    let mut text = match (is_user, loses, ended.ending) {
        (false, ..) => won(&who, ended.ending),
        (_, false, Ending::Resigned) => tr!("You win by resignation").to_owned(),
        (_, false, Ending::OutOfTime) => tr!("You win on time").to_owned(),
        (_, false, _) => tr!("You win").to_owned(),
        (_, true, Ending::Resigned) => tr!("You lose by resignation").to_owned(),
        (_, true, Ending::OutOfTime) => tr!("You lose on time").to_owned(),
        (_, true, _) => tr!("You lose").to_owned(),
    };
    if let Some(score) = ended.score {
        let reader = if loses { winner.opponent() } else { winner };
        let (own, other) = (score.result(reader), score.result(reader.opponent()));
        let _ = write!(text, " {own}-{other}");
        if score.empties > 0 {
            let count = tr_side!(
                who,
                "{n} empty square counts for {who}" | "{n} empty squares count for {who}",
                n = score.empties as usize
            );
            let _ = write!(text, " ({count})");
        }
    }
    text.push('.');
    text
}

/// The opening from which a game starts.
pub(in super::super) fn balanced_opening(opening: &BalancedOpening) -> String {
    let BalancedOpening { moves, name } = opening;
    if let Some(name) = name {
        tr!("Balanced opening ({name}): {moves}.", name, moves)
    } else {
        tr!("Balanced opening: {moves}.", moves)
    }
}

/// Suggests what to do after a game.
pub(in super::super) fn after_end(voice: Voice, can_analyze: bool) -> String {
    let [analyze, restart, undo, save] =
        ["analyze", "restart", "U", "E NAME"].map(|typed| voice.command(typed));
    if can_analyze {
        tr!(
            "What next? {analyze} reviews the game, {restart} plays again, {save} saves it.",
            analyze,
            restart,
            save
        )
    } else {
        tr!(
            "What next? {restart} plays again, {undo} undoes a move, {save} saves the game.",
            restart,
            undo,
            save
        )
    }
}

/// What to do if a turn involves a piece: choose it or place it.
pub(in super::super) fn due(voice: Voice, view: &View) -> Option<String> {
    let shown = view.game.as_ref()?;
    let game = shown.current.game();
    let turn = game.turn().filter(|turn| shown.humans()[turn.index()])?;
    let (who, other) = (side(&view.sides, turn), side(&view.sides, turn.opponent()));
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

pub(in super::super) fn placing(placing: &Placing) -> String {
    let Placing {
        nickname,
        score,
        placement,
        ..
    } = placing;
    let place = placement.place;
    match (placement.former_best, placement.is_best) {
        (None, _) => {
            tr!(
                "{nickname} scores {score}: number {place} in the ranking.",
                nickname,
                score,
                place
            )
        }
        (Some(best), true) => tr!(
            "{nickname} scores {score}, a new personal best (was {best}): number {place}.",
            nickname,
            score,
            best,
            place
        ),
        (Some(best), false) => tr!(
            "{nickname} scores {score}; personal best {best}, number {place}.",
            nickname,
            score,
            best,
            place
        ),
    }
}

pub(in super::super) fn unreadable_save(name: &str, error: &str) -> String {
    tr!("{name} can't be read: {error}", name, error)
}

/// Reports that another game has replaced an unfinished one.
pub(in super::super) fn left(voice: Voice, left: &LeftGame) -> String {
    let LeftGame {
        players,
        moves,
        number,
    } = left;
    let resume = match number {
        None => "resume list".to_owned(),
        Some(1) => "resume".to_owned(),
        Some(number) => format!("resume {number}"),
    };
    let why = if number.is_some() {
        tr!("to continue it")
    } else {
        tr!("to see it")
    };
    let ways: &[Way<'_>] = &[(&[&resume], why)];
    if *moves == 0 {
        return voice.with(tr!("The position on the board is kept"), ": ", ways) + ".";
    }
    let game = match players.humans() {
        _ if players.is_competitive() => tr!("Your competitive game").to_owned(),
        [true, true] => tr!("The game of two players").to_owned(),
        [false, false] => tr!("The game of two bots").to_owned(),
        _ => against_level(players),
    };
    let said = tr!(
        "{game} ({n} move) is kept" | "{game} ({n} moves) is kept",
        n = *moves,
        game
    );
    voice.with(said, ": ", ways) + "."
}

fn against_level(players: &Players) -> String {
    let level = players.levels().into_iter().flatten().next();
    let level = level.map(levels::described).unwrap_or_default();
    tr!("Your game against {level}", level)
}

/// Offers the unfinished game of an earlier run.
pub(in super::super) fn kept(voice: Voice, kept: &UnfinishedGame) -> String {
    let (game, ply) = (kept.game.game().info().name, kept.game.plies());
    // The full screen has one line for this.
    let said = if voice == Voice::FullScreen {
        tr!("Unfinished {game} game.", game)
    } else {
        let time = date_and_time(kept.at);
        tr!(
            "Unfinished {game} game from {time}, move {ply}.",
            game,
            time,
            ply
        )
    };
    voice.then(said, &[(&["resume"], tr!("to continue it"))])
}

pub(in super::super) fn welcome(info: &Info) -> String {
    format!("{VERSION}: {}", info.name)
}

/// Suggests what to type first.
pub(in super::super) fn first_steps(voice: Voice, sides: &Sides, first: &FirstMove) -> String {
    let FirstMove {
        player,
        level,
        questions,
        example,
    } = first;
    let who = Who::of(sides, *player);
    let bot = match *level {
        Level::BEGINNER => tr!("a beginner").to_owned(),
        level => tr!("a bot ({level})", level = levels::described(level)),
    };
    let [new, learn, help] = ["N", "learn", "help"].map(|word| voice.command(word));
    match questions[..] {
        [Question::Piece { .. }] => tr!(
            "Type a piece such as {example} to give it to {bot}, {new} for two players, {learn} for a \
             lesson, or {help}.",
            example,
            bot,
            new,
            learn,
            help
        ),
        [Question::Column { .. }] => tr_side!(
            who,
            "Type a column like {example} to play {who} against {bot}, {new} for two players, {learn} for a \
             lesson, or {help}.",
            example,
            bot,
            new,
            learn,
            help
        ),
        _ => tr_side!(
            who,
            "Type a square like {example} to play {who} against {bot}, {new} for two players, {learn} for a \
             lesson, or {help}.",
            example,
            bot,
            new,
            learn,
            help
        ),
    }
}

/// Reports that two humans play. After an import or a setup, suggests how to add a bot.
pub(in super::super) fn two_players(voice: Voice, is_taken: bool) -> String {
    let players = tr!("Two players.");
    if !is_taken || voice == Voice::Script {
        return players.to_owned();
    }
    voice.then(players, &[(&["player white 3"], tr!("to play a bot"))])
}

/// Reports that the unfinished game was saved at the end.
pub(in super::super) fn kept_at_end(voice: Voice) -> String {
    voice.then(
        tr!("Game autosaved."),
        &[(&["resume"], tr!("next time to continue"))],
    )
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
