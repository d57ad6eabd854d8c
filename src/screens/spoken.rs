//! Replies as sentences, for screen readers.

use super::scene::BoardScene;
use super::words::{self, Voice, analysis as texts, spoken};
use super::{analyzed, library};
use crate::analysis::{Analysis, Class};
use crate::base::language::translated;
use crate::games::{Cell, Player, REGISTRY, Square};
use crate::interpreter::{Event, Marks, Reply};
use crate::session::CurrentGame;

/// Writes an event as sentences. Returns false if the general text suits speech too.
pub fn event(out: &mut String, reply: &Reply, event: &Event) -> bool {
    let sides = &reply.sides;
    let lines: Vec<String> = match event {
        Event::Legal { moves } => vec![spoken::legal(moves)],
        Event::Hint {
            best,
            others,
            why,
            has_depth,
        } => {
            let ranks = (1..).map(|rank| Some(rank).filter(|_| !others.is_empty()));
            let all = ranks.zip([best].into_iter().chain(others));
            all.map(|(rank, suggestion)| spoken::suggestion(rank, suggestion, *has_depth))
                .chain(why.as_ref().map(ToString::to_string))
                .collect()
        }
        Event::Solved { best, .. } => vec![spoken::suggestion(None, best, true)],
        Event::Evaluated { moves } => vec![spoken::scores(moves)],
        Event::Book { moves } if !moves.is_empty() => moves.iter().map(spoken::book_move).collect(),
        Event::Analyzed {
            opening,
            added,
            all,
            analysis,
        } => {
            let added = added.map(|added| words::lines_added(Voice::Speech, added));
            analyzed(reply, *opening, analysis, *all)
                .into_iter()
                .chain(added)
                .collect()
        }
        Event::Variations { lines, note } if !lines.is_empty() => {
            let start = (!note.is_empty()).then(|| spoken::at_start(note));
            start
                .into_iter()
                .chain(lines.iter().map(spoken::variation))
                .collect()
        }
        Event::Moves
            if reply
                .game
                .as_ref()
                .is_some_and(|game| !game.history().is_empty()) =>
        {
            let mut number = 0;
            let moves = reply.game.iter().flat_map(|game| game.history());
            let numbered = moves.map(|ply| {
                let said = spoken::numbered(number + 1, sides, ply);
                number += ply.played.plies();
                said
            });
            numbered.collect()
        }
        Event::Ranking { entries, .. } if !entries.is_empty() => {
            let places = (1..).zip(entries);
            places
                .map(|(place, entry)| {
                    spoken::place(place, &entry.nickname.to_string(), entry.score)
                })
                .collect()
        }
        Event::Help { text } => {
            out.push_str(&spoken::flowing(&Voice::Speech.help(text)));
            return true;
        }
        about if about.is_about_library() => {
            library::write(out, event, None, Voice::Speech);
            return true;
        }
        Event::Stats { stats, .. } => {
            super::stats::write(out, stats, None, Voice::Speech);
            return true;
        }
        Event::Games => REGISTRY
            .iter()
            .map(|game| format!("{}, {}: {}", game.name, game.code, translated(game.rules)))
            .collect(),
        _ => return false,
    };
    for line in lines {
        out.push_str(&line);
        out.push('\n');
    }
    true
}

/// The summary of an analysis, or the judgments of all moves.
fn analyzed(reply: &Reply, opening: Option<&str>, analysis: &Analysis, all: bool) -> Vec<String> {
    let sides = &reply.sides;
    let stopped = (!analysis.complete).then(|| texts::stopped().to_owned());
    if all {
        let opening = opening.map(words::opening);
        let moves = analysis
            .moves
            .iter()
            .map(|judged| spoken::judged(sides, judged));
        let totals = Player::BOTH.map(|player| {
            let total = analysis.total(player);
            let bad = [Class::Inaccuracy, Class::Mistake, Class::Blunder]
                .map(|class| (class, total.count(class)));
            spoken::total(sides, player, total.lost, bad)
        });
        return opening
            .into_iter()
            .chain(moves)
            .chain(totals)
            .chain(stopped)
            .collect();
    }
    let (worst, others) = analyzed::worst(analysis);
    let mut said = analyzed::head(reply, opening);
    said.extend(texts::accuracy(sides, analysis));
    if worst.is_empty() && !analysis.moves.is_empty() {
        said.push(texts::no_mistakes().to_owned());
    }
    said.extend(worst.into_iter().map(|judged| {
        let name = Voice::Speech.name(&judged.square.to_string());
        let name = texts::nth_move(judged.ply, words::side(sides, judged.player), &name);
        name + &texts::loss(Voice::Speech, judged)
    }));
    said.extend(
        stopped
            .into_iter()
            .chain(texts::others(Voice::Speech, others)),
    );
    said
}

/// Writes the whole board if it is requested or new, otherwise only the essentials.
pub fn board(
    out: &mut String,
    reply: &Reply,
    current: &CurrentGame,
    marks: &Marks,
    turn: Option<Player>,
) {
    let game = current.game();
    let scene = BoardScene::new(current.position(), marks);
    let is_whole = matches!(
        reply.head(),
        Event::Shown
            | Event::Loaded { .. }
            | Event::Imported { .. }
            | Event::LibraryOpened { .. }
            | Event::Pasted { .. }
            | Event::BoardSet { .. }
            | Event::Resumed { .. }
            | Event::Task(_)
    );
    let mut lines = Vec::new();
    if is_whole {
        rows(&mut lines, &scene);
    }
    if !scene.line.is_empty() {
        lines.push(spoken::line(&scene.line));
    }
    let is_new = is_whole || !reply.plies().is_empty() || matches!(marks, Marks::None);
    if is_new {
        if let Some(note) = game.note() {
            lines.extend(note.hand.as_ref().map(spoken::in_hand));
            lines.push(spoken::left(&note.left));
        }
        lines.push(spoken::status(&reply.sides, game.counts(), turn));
    }
    for line in lines.iter().filter(|line| !line.is_empty()) {
        out.push_str(line);
        out.push('\n');
    }
}

/// Lists the rows that are not empty.
fn rows(lines: &mut Vec<String>, scene: &BoardScene<'_>) {
    let grid = &scene.grid;
    for row in 0..grid.rows {
        let cells: Vec<(char, Cell)> = (0..grid.columns)
            .map(|column| (char::from(b'a' + column), grid.cell(Square { row, column })))
            .filter(|(_, cell)| *cell != Cell::Empty)
            .collect();
        if !cells.is_empty() {
            lines.push(spoken::row(row + 1, &cells, scene.info.pieces));
        }
    }
    lines.push(
        if lines.is_empty() {
            spoken::empty()
        } else {
            spoken::others_empty()
        }
        .to_owned(),
    );
    lines.extend(scene.last.map(spoken::last));
}
