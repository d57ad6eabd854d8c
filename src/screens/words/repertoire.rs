//! Texts about the user's own opening lines.

use super::{Voice, capital, colour};
use crate::base::language::tr;
use crate::games::Player;
use crate::study::{LineAdditions, RepertoireExit, RepertoireRow, RepertoireTree, Results};

pub fn empty(voice: Voice) -> String {
    voice.then(
        tr!("Your repertoire is empty."),
        &[(
            &["repertoire add"],
            tr!("to add the moves on the board to it"),
        )],
    )
}

/// What to do with the lines.
pub fn advice(voice: Voice) -> Option<String> {
    voice.sentence(&[
        (&["drill repertoire"], tr!("to practice your lines")),
        (&["A 8 repertoire"], tr!("to play a bot that follows them")),
    ])
}

/// The header of the lines of a side.
pub fn head(tree: &RepertoireTree) -> String {
    let side = capital(colour(tree.player));
    let lines = tr!("{n} line" | "{n} lines", n = tree.lines);
    tr!("{side}: {lines}, {due} due", side, lines, due = tree.due)
}

/// The headers of the tree.
pub fn columns() -> [&'static str; 6] {
    [
        tr!("column" => "moves"),
        tr!("column" => "lines"),
        tr!("column" => "score"),
        tr!("column" => "to know"),
        tr!("column" => "won-drawn-lost"),
        tr!("column" => "opening"),
    ]
}

/// The games won, drawn and lost by a side, if any.
pub fn results(player: Player, results: &Results) -> Option<String> {
    let [won, drawn, lost] = counts(player, results);
    (results.games > 0).then(|| format!("{won}-{drawn}-{lost}"))
}

fn counts(player: Player, results: &Results) -> [usize; 3] {
    let Results {
        black,
        white,
        draws,
        ..
    } = *results;
    match player {
        Player::Black => [black, draws, white],
        Player::White => [white, draws, black],
    }
}

/// Describes a row for a screen reader.
pub fn spoken(player: Player, row: &RepertoireRow) -> String {
    let voice = Voice::Speech;
    let mut said = vec![voice.moves(&row.moves)];
    said.extend(row.opening.map(str::to_owned));
    said.push(tr!("{n} line" | "{n} lines", n = row.lines));
    let score = row.score.map(|score| voice.score(score));
    said.extend(score.map(|score| tr!("score {score}", score)));
    let to_know = row.to_know.map(|lines| tr!("{lines} to know", lines));
    said.extend(to_know);
    if row.results.games > 0 {
        let [won, drawn, lost] = counts(player, &row.results);
        said.push(tr!(
            "won {won}, drawn {drawn}, lost {lost}",
            won,
            drawn,
            lost
        ));
    }
    said.join(", ") + "."
}

pub fn added(voice: Voice, player: Player, added: &LineAdditions) -> Vec<String> {
    let LineAdditions {
        added,
        known,
        total,
    } = *added;
    let who = colour(player);
    if added == 0 {
        return vec![tr!(
            "Already in your repertoire ({n} line)." | "Already in your repertoire ({n} lines).",
            n = total
        )];
    }
    let text = tr!(
        "side" => "Added {n} line for {who}." | "Added {n} lines for {who}.",
        n = added,
        who
    );
    let text = format!("{text} {}", now_has(total));
    let skipped = tr!(
        "Skipped duplicates: {n} line." | "Skipped duplicates: {n} lines.",
        n = known
    );
    let drill: &[&str] = &["drill repertoire"];
    let skipped = (known > 0).then_some(skipped);
    [voice.then(text, &[(drill, tr!("to practice your lines"))])]
        .into_iter()
        .chain(skipped)
        .collect()
}

pub fn removed(removed: usize, total: usize) -> String {
    let text = tr!("Removed {n} line." | "Removed {n} lines.", n = removed);
    format!("{text} {}", now_has(total))
}

/// Says where the user left the lines in the game that ended, and what it cost.
pub fn left(voice: Voice, exit: &RepertoireExit) -> String {
    let RepertoireExit {
        player,
        number,
        played,
        own,
        lost,
        ..
    } = exit;
    let who = colour(*player);
    let number = *number;
    let [played, own] = [played, own].map(|square| voice.name(&square.to_string()));
    let text = tr!(
        "side" => "{who} left your repertoire with move {number}, {played}",
        who,
        number,
        played
    );
    let cost = match lost {
        None => return tr!("{left}: it has {own}.", left = text, own),
        Some(0) => return tr!("{left}: {own} is as good.", left = text, own),
        Some(lost) => lost,
    };
    let discs = cost.unsigned_abs() as usize;
    if *cost > 0 {
        tr!(
            "{left}: {own} is {n} disc better." | "{left}: {own} is {n} discs better.",
            n = discs,
            left = text,
            own
        )
    } else {
        tr!(
            "{left}: {own} is {n} disc worse." | "{left}: {own} is {n} discs worse.",
            n = discs,
            left = text,
            own
        )
    }
}

fn now_has(total: usize) -> String {
    tr!(
        "Your repertoire now has {n} line." | "Your repertoire now has {n} lines.",
        n = total
    )
}
