//! The pane next to the board: players, live analysis, score graph and moves.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::graph;
use super::layout::Targets;
use super::paint::Paint;
use super::tree;
use crate::base::text::printable;
use crate::desk::{LiveView, ShownGame, View};
use crate::games::{Assessment, Player};
use crate::screens::words::{self, levels};

/// The width of a move in the list: number, name and class.
const MOVE: u16 = 12;

pub(super) fn draw(buffer: &mut Buffer, area: Rect, view: &View, paint: Paint) -> Targets {
    let mut targets = Targets::default();
    let Some(game) = &view.game else { return targets };
    let mut rest = area;
    for player in Player::BOTH {
        player_line(buffer, take(&mut rest, 1), view, game, player, paint);
    }
    if let Some(opening) = game.opening.filter(|_| rest.height > 6) {
        write(buffer, take(&mut rest, 1), opening, paint.dim(), paint);
    }
    if let Some(live) = &view.live {
        take(&mut rest, 1);
        let rows = u16::try_from(live.best.len().max(1)).unwrap_or(1);
        live_lines(buffer, take(&mut rest, 1 + rows), live, paint);
    }
    if let Some(analysis) = &game.analysis
        && rest.height >= 12
    {
        take(&mut rest, 1);
        let height = (rest.height / 3).clamp(5, 11);
        graph::draw(buffer, take(&mut rest, height), game, &analysis.course(), &mut targets, paint);
    }
    take(&mut rest, 1);
    for line in words::judging(view).into_iter().chain(words::best_line(game)) {
        write(buffer, take(&mut rest, 1), &line, paint.dim(), paint);
    }
    let note = game.listed(game.shown().moves()).map_or("", |mv| &mv.note);
    for line in note.lines().take(usize::from(rest.height / 3)) {
        let line = printable(line).to_string();
        write(buffer, take(&mut rest, 1), &line, paint.accent(), paint);
    }
    if game.lines.len() > 1 {
        tree::draw(buffer, rest, game, &mut targets, paint);
    } else {
        moves(buffer, rest, game, &mut targets, paint);
    }
    targets
}

fn take(rest: &mut Rect, rows: u16) -> Rect {
    let rows = rows.min(rest.height);
    let taken = Rect { height: rows, ..*rest };
    rest.y += rows;
    rest.height -= rows;
    taken
}

fn write(buffer: &mut Buffer, row: Rect, text: &str, style: ratatui::style::Style, paint: Paint) {
    if row.height > 0 {
        buffer.set_string(row.x, row.y, paint.cut(text, row.width), style);
    }
}

/// Draws the turn, disc, name, player and count of a side.
fn player_line(
    buffer: &mut Buffer,
    row: Rect,
    view: &View,
    game: &ShownGame,
    player: Player,
    paint: Paint,
) {
    if row.height == 0 {
        return;
    }
    let shown = game.shown();
    let is_turn = shown.turn() == Some(player);
    let style = if is_turn { paint.text().add_modifier(Modifier::BOLD) } else { paint.text() };
    let turn = if is_turn { paint.glyph("▸", ">") } else { " " };
    let name = words::player(view, player);
    let who = levels::controller(view.info, game.current.mode().controller(player));
    let count = shown.game().counts().map(|counts| counts[player.index()].to_string());
    let count = count.unwrap_or_default();
    write(buffer, row, turn, paint.accent(), paint);
    let clock = words::clock(view, player).unwrap_or_default();
    let at = row.right().saturating_sub(u16::try_from(count.len()).unwrap_or(0));
    let room = Rect { x: row.x + 2, width: at.saturating_sub(row.x + 3), ..row };
    write(buffer, room, &format!("{name}, {who}{clock}"), style, paint);
    buffer.set_string(at, row.y, &count, style);
}

fn live_lines(buffer: &mut Buffer, area: Rect, live: &LiveView, paint: Paint) {
    let mut rest = area;
    write(buffer, take(&mut rest, 1), &words::live(live), paint.accent(), paint);
    for (index, one) in live.best.iter().enumerate() {
        let row = take(&mut rest, 1);
        let Some(estimate) = &one.estimate else { continue };
        let style =
            if index == 0 { paint.text().add_modifier(Modifier::BOLD) } else { paint.text() };
        let text = format!("{:+4}  {}", estimate.score, estimate.line.join(" "));
        write(buffer, row, &text, style, paint);
    }
}

/// Draws the moves in rows, around the position shown.
fn moves(buffer: &mut Buffer, area: Rect, game: &ShownGame, targets: &mut Targets, paint: Paint) {
    let per_row = usize::from((area.width / MOVE).max(1));
    let rows = usize::from(area.height);
    let made = game.moves();
    let of = made.len().div_ceil(per_row);
    let shown = game.shown().moves();
    let first =
        (shown.saturating_sub(1) / per_row).saturating_sub(rows / 2).min(of.saturating_sub(rows));
    for (line, row) in (first..of).zip(area.y..area.bottom()) {
        let in_row = line * per_row..((line + 1) * per_row).min(made.len());
        for (index, column) in in_row.zip(0u16..) {
            let place = Rect { x: area.x + column * MOVE, y: row, width: MOVE - 1, height: 1 };
            let judged = game.judgment(index);
            let class = judged.map_or("", |judged| words::class_sign(judged.class));
            let pass = if made[index].played.passed.is_some() { " -" } else { "" };
            let sign = mark_of(game, index + 1).unwrap_or(class);
            let text = format!("{:3} {}{sign}{pass}", game.number(index + 1), made[index].name());
            let style = paint.listed(judged.map(|judged| judged.class), index + 1 == shown);
            buffer.set_stringn(place.x, place.y, format!("{text:<11}"), place.width.into(), style);
            targets.add(place, index + 1);
        }
    }
}

/// The user's annotation of a move.
fn mark_of(game: &ShownGame, moves: usize) -> Option<&'static str> {
    game.listed(moves)?.assessment.map(Assessment::sign)
}
