//! Texts about the game library.

use super::{Voice, colour, counted};
use crate::study::{Additions, BookExit, GameLine, Results};

pub(in crate::screens) const NONE_FOUND: &str = "No matching games.";
pub(in crate::screens) const NONE_CAME: &str = "No library game reached this position.";

pub(in crate::screens) fn empty(voice: Voice) -> String {
    voice.then("The library is empty.", &[(&["library add FILE", "library add this"], "")])
}

pub(in crate::screens) fn added(
    file: Option<&str>,
    added: &Additions,
    unreadable: usize,
) -> Vec<String> {
    let Additions { added, duplicates, empty, total, is_interrupted } = *added;
    let from = file.map(|file| format!(" from {file}")).unwrap_or_default();
    let total = counted(total, "game");
    let mut lines = vec![match (added, duplicates) {
        (0, 1) => format!("Already in the library ({total})."),
        (0, 2..) => format!("All of these are already in the library ({total})."),
        _ => format!("Added {}{from}. The library now has {total}.", counted(added, "game")),
    }];
    if added > 0 && duplicates > 0 {
        lines.push(format!("Skipped duplicates: {}.", counted(duplicates, "game")));
    }
    if is_interrupted {
        lines.push("Interrupted: the rest was not read.".to_owned());
    }
    if empty > 0 {
        lines.push(format!("Skipped empty games: {}.", counted(empty, "game")));
    }
    if unreadable > 0 {
        lines.push(format!("Skipped unreadable: {}.", counted(unreadable, "record")));
    }
    lines
}

/// The moves by which the user left the opening book.
pub(in crate::screens) fn deviations(
    voice: Voice,
    games: usize,
    deviations: &[BookExit],
) -> Vec<String> {
    /// The maximum number of moves shown; JSON has all.
    const SHOWN: usize = 10;
    if deviations.is_empty() {
        let games = counted(games, "game");
        return vec![format!("You never left the opening book by a bad move ({games}).")];
    }
    let left: usize = deviations.iter().map(|one| one.times).sum();
    let head = format!("You left the opening book in {left} of {}:", counted(games, "game"));
    let line = |one: &BookExit| {
        let after: String = one.after.iter().map(ToString::to_string).collect();
        let opening = one.opening.map(|name| format!(" ({name})")).unwrap_or_default();
        let lost = one.lost.and_then(|lost| usize::try_from(lost).ok());
        let lost = lost.map_or_else(|| "not in the book".to_owned(), |lost| counted(lost, "disc"));
        let times = counted(one.times, "time");
        format!("  {times}: {} after {after}{opening}; best {} ({lost})", one.played, one.best)
    };
    let drill = voice.advice(&[(&["drill deviations"], "to practice the first")]);
    let drill = drill.map(|drill| super::capital(&format!("{drill}.")));
    std::iter::once(head).chain(deviations.iter().take(SHOWN).map(line)).chain(drill).collect()
}

pub(in crate::screens) fn deleted(number: usize, total: usize) -> String {
    format!("Deleted game {number}. The library now has {}.", counted(total, "game"))
}

pub(in crate::screens) fn tagged(number: usize, tags: &[String]) -> String {
    match tags {
        [] => format!("Game {number} has no tags now."),
        [tag] => format!("Game {number} has the tag {tag}."),
        tags => format!("Game {number} has the tags {}.", tags.join(", ")),
    }
}

pub(in crate::screens) fn checked(games: usize, problems: &[String]) -> Vec<String> {
    let games = counted(games, "game");
    let head = match problems.len() {
        0 => format!("Checked {games}: no problems."),
        count => format!("Checked {games}: {}.", counted(count, "problem")),
    };
    std::iter::once(head).chain(problems.iter().cloned()).collect()
}

/// Reports the number of games found, and how many are shown.
pub(in crate::screens) fn found(found: usize, total: usize, shown: usize) -> String {
    let of = if found == total {
        format!("{} in the library", counted(total, "game"))
    } else {
        format!("{} of {}", counted(found, "game"), total)
    };
    if shown < found { format!("{of}; the latest {shown}:") } else { format!("{of}:") }
}

pub(in crate::screens) fn results(voice: Voice, results: &Results) -> String {
    let Results { games, black, white, draws, average, .. } = *results;
    let mut text = format!("Black won {black}, White {white}");
    if draws > 0 {
        text = format!("{text}, {}", counted(draws, "draw"));
    }
    let unknown = games - black - white - draws;
    if unknown > 0 {
        text = format!("{text}, {unknown} unknown");
    }
    match average {
        Some(average) => format!("{text}; Black's average {}", voice.average(average)),
        None => text,
    }
}

pub(in crate::screens) fn came(voice: Voice, all: &Results) -> String {
    format!("{} reached this position. {}.", counted(all.games, "game"), results(voice, all))
}

/// The result of a game: `40-24`, or the winner.
pub(in crate::screens) fn result(voice: Voice, line: &GameLine) -> String {
    let [unknown, between] =
        if voice == Voice::Speech { ["no result", " to "] } else { ["-", "-"] };
    match (line.difference, line.winner) {
        (Some(difference), _) => {
            discs(difference.into()).map(|count| count.to_string()).join(between)
        }
        (None, Some(winner)) => format!("{} won", colour(winner)),
        (None, None) => unknown.to_owned(),
    }
}

/// The discs of Black and White, with the empty squares given to the winner.
fn discs(difference: i32) -> [i32; 2] {
    let white = (64 - difference) / 2;
    [64 - white, white]
}

/// Describes a game for a screen reader.
pub(in crate::screens) fn spoken(line: &GameLine) -> String {
    let unknown = |name: &str| if name.is_empty() { "unknown".to_owned() } else { name.to_owned() };
    let mut parts = vec![format!(
        "Game {}: {} against {}",
        line.number,
        unknown(&line.black),
        unknown(&line.white)
    )];
    parts.extend(line.date.as_deref().map(str::to_owned));
    parts.push(result(Voice::Speech, line));
    parts.extend(line.opening.as_deref().map(str::to_owned));
    parts.push(counted(usize::from(line.moves), "move"));
    parts.extend(line.tags.iter().cloned());
    parts.join(", ") + "."
}

/// Describes a move and its results, for a screen reader.
pub(in crate::screens) fn spoken_move(square: Option<&str>, of: &Results) -> String {
    let voice = Voice::Speech;
    let played = square.map_or_else(|| "Game ended here".to_owned(), |name| voice.name(name));
    format!("{played}: {}, {}.", counted(of.games, "game"), results(voice, of))
}
