//! Texts about the game library.

use super::{Voice, colour};
use crate::base::language::tr;
use crate::games::Player;
use crate::study::{Additions, BookExit, CheckReport, GameLine, Results, Skipped};

pub fn none_found() -> &'static str {
    tr!("No matching games.")
}

pub fn none_came() -> &'static str {
    tr!("No library game reached this position.")
}

pub fn empty(voice: Voice) -> String {
    voice.then(
        tr!("The library is empty."),
        &[(&["library add FILE", "library add this"], "")],
    )
}

pub fn added(file: Option<&str>, added: &Additions, unreadable: usize) -> Vec<String> {
    let Additions {
        added,
        duplicates,
        empty,
        total,
        is_interrupted,
    } = *added;
    let mut lines = vec![match (added, duplicates, file) {
        (0, 1, _) => {
            tr!(
                "Already in the library ({n} game)." | "Already in the library ({n} games).",
                n = total
            )
        }
        (0, 2.., _) => tr!(
            "All of these are already in the library ({n} game)."
                | "All of these are already in the library ({n} games).",
            n = total
        ),
        (_, _, None) => {
            let added = tr!("Added {n} game." | "Added {n} games.", n = added);
            format!("{added} {}", now_has(total))
        }
        (_, _, Some(file)) => {
            let added = tr!(
                "Added {n} game from {file}." | "Added {n} games from {file}.",
                n = added,
                file
            );
            format!("{added} {}", now_has(total))
        }
    }];
    if added > 0 && duplicates > 0 {
        lines.push(tr!(
            "Skipped duplicates: {n} game." | "Skipped duplicates: {n} games.",
            n = duplicates
        ));
    }
    if is_interrupted {
        lines.push(tr!("Interrupted: the rest was not added.").to_owned());
    }
    if empty > 0 {
        lines.push(tr!(
            "Skipped empty games: {n} game." | "Skipped empty games: {n} games.",
            n = empty
        ));
    }
    if unreadable > 0 {
        lines.push(tr!(
            "Skipped unreadable: {n} record." | "Skipped unreadable: {n} records.",
            n = unreadable
        ));
    }
    lines
}

fn now_has(total: usize) -> String {
    tr!(
        "The library now has {n} game." | "The library now has {n} games.",
        n = total
    )
}

/// The moves by which the user left the opening book.
pub fn deviations(voice: Voice, games: usize, deviations: &[BookExit]) -> Vec<String> {
    /// The maximum number of moves shown; JSON has all.
    const SHOWN: usize = 10;
    if deviations.is_empty() {
        return vec![tr!(
            "You never left the opening book by a bad move ({n} game)."
                | "You never left the opening book by a bad move ({n} games).",
            n = games
        )];
    }
    let left: usize = deviations.iter().map(|one| one.times).sum();
    let head = tr!(
        "You left the opening book in {left} of {n} game:"
            | "You left the opening book in {left} of {n} games:",
        n = games,
        left
    );
    let line = |one: &BookExit| {
        let after: String = one.after.iter().map(ToString::to_string).collect();
        let lost = one.lost.and_then(|lost| usize::try_from(lost).ok());
        let lost = lost.map_or_else(
            || tr!("not in the book").to_owned(),
            |lost| tr!("{n} disc" | "{n} discs", n = lost),
        );
        let played = one.played;
        let best = one.best;
        let line = if let Some(opening) = one.opening {
            tr!(
                "{n} time: {played} after {after} ({opening}); best {best} ({lost})"
                    | "{n} times: {played} after {after} ({opening}); best {best} ({lost})",
                n = one.times,
                played,
                after,
                opening,
                best,
                lost
            )
        } else {
            tr!(
                "{n} time: {played} after {after}; best {best} ({lost})"
                    | "{n} times: {played} after {after}; best {best} ({lost})",
                n = one.times,
                played,
                after,
                best,
                lost
            )
        };
        format!("  {line}")
    };
    let drill = voice.advice(&[(&["drill deviations"], tr!("to practice the first"))]);
    let drill = drill.map(|drill| super::capital(&format!("{drill}.")));
    std::iter::once(head)
        .chain(deviations.iter().take(SHOWN).map(line))
        .chain(drill)
        .collect()
}

/// One line per deleted game, the last one with the number of games left, and how to get them back.
pub fn deleted(voice: Voice, numbers: &[usize], total: usize) -> Vec<String> {
    let lines = numbers
        .iter()
        .map(|number| tr!("Moved game {number} to the bin.", number));
    let mut lines = with_total(lines.collect(), total);
    if let (Some(last), [number, ..]) = (lines.last_mut(), numbers) {
        let restore = format!("library restore {number}");
        let ways: &[_] = &[(&[&*restore][..], tr!("to bring it back"))];
        *last = voice.then(std::mem::take(last), ways);
    }
    lines
}

/// One line per restored game, the last one with the number of games in the library.
pub fn restored(numbers: &[usize], total: usize) -> Vec<String> {
    let lines = numbers
        .iter()
        .map(|number| tr!("Restored game {number}.", number));
    with_total(lines.collect(), total)
}

fn with_total(mut lines: Vec<String>, total: usize) -> Vec<String> {
    if let Some(last) = lines.last_mut() {
        *last = format!("{last} {}", now_has(total));
    }
    lines
}

/// The number of games in the bin, and what to do with them.
pub fn bin(voice: Voice, games: usize) -> String {
    if games == 0 {
        return tr!("The bin is empty.").to_owned();
    }
    let text = tr!("{n} game in the bin." | "{n} games in the bin.", n = games);
    voice.then(
        text,
        &[
            (&["library restore N"], tr!("to bring one back")),
            (&["library purge"], tr!("to delete them for good")),
        ],
    )
}

pub fn purged(games: usize) -> String {
    if games == 0 {
        return tr!("The bin is empty.").to_owned();
    }
    tr!(
        "Deleted {n} game for good." | "Deleted {n} games for good.",
        n = games
    )
}

pub fn tagged(number: usize, tags: &[String]) -> String {
    match tags {
        [] => tr!("Game {number} has no tags now.", number),
        [tag] => tr!("Game {number} has the tag {tag}.", number, tag),
        tags => tr!(
            "Game {number} has the tags {tags}.",
            number,
            tags = tags.join(", ")
        ),
    }
}

pub fn checked(voice: Voice, report: &CheckReport) -> Vec<String> {
    let CheckReport {
        games,
        total,
        problems,
        repaired_total,
        repaired,
        ..
    } = report;
    let mut lines = vec![match total + repaired_total {
        0 => tr!(
            "Checked {n} game: no problems." | "Checked {n} games: no problems.",
            n = *games
        ),
        count => tr!(
            "Checked {games}: {problems}.",
            games = tr!("{n} game" | "{n} games", n = *games),
            problems = tr!("{n} problem" | "{n} problems", n = count)
        ),
    }];
    if *repaired_total > 0 {
        lines.push(tr!(
            "Repaired {n} problem:" | "Repaired {n} problems:",
            n = *repaired_total
        ));
        add_problems(&mut lines, repaired, *repaired_total);
        if *total > 0 {
            lines.push(tr!(
                "Not repaired: {n} problem" | "Not repaired: {n} problems",
                n = *total
            ));
        }
    }
    add_problems(&mut lines, problems, *total);
    if report.is_repairable {
        lines.extend(
            voice
                .advice(&[(&["library check --repair"], tr!("to repair"))])
                .map(|advice| super::capital(&format!("{advice}."))),
        );
    }
    lines
}

fn add_problems(lines: &mut Vec<String>, problems: &[String], total: usize) {
    lines.extend(problems.iter().map(|problem| format!("  {problem}")));
    let more = total.saturating_sub(problems.len());
    if more > 0 {
        lines.push(format!(
            "  {}",
            tr!("and {n} more" | "and {n} more", n = more)
        ));
    }
}

/// The games of the library that could not be read.
pub fn skipped(skipped: &Skipped) -> Vec<String> {
    let head = tr!(
        "Skipped unreadable: {n} game." | "Skipped unreadable: {n} games.",
        n = skipped.total
    );
    let mut lines = vec![head];
    add_problems(&mut lines, &skipped.games, skipped.total);
    lines
}

/// Reports the number of games found, and how many are shown.
pub fn found(found: usize, total: usize, shown: usize) -> String {
    match (found == total, shown < found) {
        (true, false) => {
            tr!(
                "{n} game in the library:" | "{n} games in the library:",
                n = found
            )
        }
        (true, true) => tr!(
            "{n} game in the library; the latest {shown}:"
                | "{n} games in the library; the latest {shown}:",
            n = found,
            shown
        ),
        (false, false) => tr!(
            "{n} game of {total}:" | "{n} games of {total}:",
            n = found,
            total
        ),
        (false, true) => tr!(
            "{n} game of {total}; the latest {shown}:"
                | "{n} games of {total}; the latest {shown}:",
            n = found,
            total,
            shown
        ),
    }
}

pub fn results(voice: Voice, results: &Results) -> String {
    let Results {
        games,
        black,
        white,
        draws,
        average,
        ..
    } = *results;
    let mut text = tr!("Black won {black}, White {white}", black, white);
    if draws > 0 {
        text = format!("{text}, {}", tr!("{n} draw" | "{n} draws", n = draws));
    }
    let unknown = games - black - white - draws;
    if unknown > 0 {
        text = format!(
            "{text}, {}",
            tr!("{n} unknown" | "{n} unknown", n = unknown)
        );
    }
    match average {
        Some(average) => tr!(
            "{results}; Black's average {average}",
            results = text,
            average = voice.average(average)
        ),
        None => text,
    }
}

pub fn came(voice: Voice, all: &Results) -> String {
    tr!(
        "{n} game reached this position. {results}."
            | "{n} games reached this position. {results}.",
        n = all.games,
        results = results(voice, all)
    )
}

/// The result of a game: `40-24`, or the winner.
pub fn result(voice: Voice, line: &GameLine) -> String {
    let is_spoken = voice == Voice::Speech;
    match (line.difference, line.winner) {
        (Some(difference), _) => {
            let [black, white] = discs(difference.into());
            if is_spoken {
                tr!("{black} to {white}", black, white)
            } else {
                format!("{black}-{white}")
            }
        }
        (None, Some(winner)) => {
            tr!("side" => "{who} won", who = colour(winner))
        }
        (None, None) => if is_spoken { tr!("no result") } else { "-" }.to_owned(),
    }
}

/// The discs of Black and White, with the empty squares given to the winner.
fn discs(difference: i32) -> [i32; 2] {
    let white = (64 - difference) / 2;
    [64 - white, white]
}

/// The name of a player; "you" for a human without a name, and `None` if the player is unknown.
pub fn player(line: &GameLine, player: Player) -> Option<String> {
    let name = match player {
        Player::Black => &line.black,
        Player::White => &line.white,
    };
    let is_human = line.humans.is_some_and(|humans| humans.has(player));
    match &**name {
        "" => is_human.then(|| tr!("player" => "you").to_owned()),
        name => Some(name.to_owned()),
    }
}

/// Describes a game for a screen reader.
pub fn spoken(line: &GameLine) -> String {
    let unknown = || tr!("player" => "unknown").to_owned();
    let [black, white] = Player::BOTH.map(|side| player(line, side).unwrap_or_else(unknown));
    let mut parts = vec![tr!(
        "Game {number}: {black} against {white}",
        number = line.number,
        black,
        white
    )];
    parts.extend(line.date.as_deref().map(str::to_owned));
    parts.push(result(Voice::Speech, line));
    parts.extend(line.opening.as_deref().map(str::to_owned));
    parts.push(tr!("{n} move" | "{n} moves", n = usize::from(line.moves)));
    parts.extend(line.tags.iter().cloned());
    parts.join(", ") + "."
}

/// Describes a move and its results, for a screen reader.
pub fn spoken_move(square: Option<&str>, of: &Results) -> String {
    let voice = Voice::Speech;
    let played = square.map_or_else(
        || tr!("Game ended here").to_owned(),
        |name| voice.name(name),
    );
    tr!(
        "{played}: {n} game, {results}." | "{played}: {n} games, {results}.",
        n = of.games,
        played,
        results = results(voice, of)
    )
}
