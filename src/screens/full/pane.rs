//! The pane next to the board: players, live analysis, score graph and moves.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::layout::Targets;
use super::paint::Paint;
use super::{bars, graph, moves, tree};
use crate::base::text::fit::{self, wrapped};
use crate::base::text::printable;
use crate::desk::{LiveView, ShownGame, View};
use crate::games::{Player, Square};
use crate::screens::board_look::BoardLook;
use crate::screens::words::{self, Voice, levels};

/// The least height at which parts of the pane are set apart.
const TALL: u16 = 24;

/// The least heights left for a graph, and for the reasons of a rating.
const ROOM_FOR_GRAPH: u16 = 12;
const ROOM_FOR_REASONS: u16 = 9;

pub(super) fn draw(buffer: &mut Buffer, area: Rect, view: &View, paint: Paint) -> Targets {
    let mut targets = Targets::default();
    let Some(game) = &view.game else {
        return targets;
    };
    let mut rest = area;
    let gap = u16::from(area.height >= TALL);
    for player in Player::BOTH {
        player_line(buffer, take(&mut rest, 1), view, game, player, paint);
    }
    // In the other games, both sides have as many discs as moves.
    let counts = game
        .shown()
        .game()
        .counts()
        .filter(|_| view.info.is_reversi());
    if let Some(counts) = counts.filter(|_| gap > 0) {
        take(&mut rest, gap);
        let lead = words::lead(&view.sides, counts);
        bars::discs(buffer, take(&mut rest, 1), counts, &lead, paint);
        take(&mut rest, gap);
    }
    if let Some(opening) = game.opening.filter(|_| rest.height > 6) {
        let row = take(&mut rest, 1);
        let label = format!("{}  ", words::opening_label());
        let label = if cells(&label) + cells(opening) > row.width {
            ""
        } else {
            &label
        };
        write(buffer, row, label, paint.dim(), paint);
        let room = Rect {
            x: row.x + cells(label),
            width: row.width - cells(label),
            ..row
        };
        write(buffer, room, opening, paint.text(), paint);
    }
    if let Some(live) = &view.live {
        take(&mut rest, 1);
        let rows = u16::try_from(live.best.len().max(1)).unwrap_or(1);
        live_lines(buffer, take(&mut rest, 1 + rows), live, paint);
    }
    if let Some(analysis) = &game.analysis
        && rest.height >= ROOM_FOR_GRAPH
    {
        take(&mut rest, 1);
        // An odd height has an axis in the middle.
        let height = (rest.height / 3).clamp(5, 11) | 1;
        graph::draw(
            buffer,
            take(&mut rest, height),
            game,
            analysis,
            &mut targets,
            paint,
        );
    }
    take(&mut rest, 1);
    for line in words::judging(view)
        .into_iter()
        .chain(words::best_line(game))
    {
        write(buffer, take(&mut rest, 1), &line, paint.dim(), paint);
    }
    if let Some(reasons) = words::reasons(Voice::FullScreen, &view.sides, game)
        && rest.height >= ROOM_FOR_REASONS
    {
        for line in wrapped(&reasons, rest.width.into()).iter().take(4) {
            write(buffer, take(&mut rest, 1), line, paint.text(), paint);
        }
    }
    let note = game.listed(game.shown().moves()).map_or("", |mv| &mv.note);
    for line in note.lines().take(usize::from(rest.height / 3)) {
        let line = printable(line).to_string();
        write(buffer, take(&mut rest, 1), &line, paint.accent(), paint);
    }
    take(&mut rest, gap);
    if game.lines.len() > 1 {
        tree::draw(buffer, rest, game, &mut targets, paint);
    } else {
        moves::draw(buffer, rest, game, &mut targets, paint);
    }
    targets
}

/// The width of a text.
fn cells(text: &str) -> u16 {
    u16::try_from(fit::width(text)).unwrap_or(u16::MAX)
}

fn take(rest: &mut Rect, rows: u16) -> Rect {
    let rows = rows.min(rest.height);
    let taken = Rect {
        height: rows,
        ..*rest
    };
    rest.y += rows;
    rest.height -= rows;
    taken
}

fn write(buffer: &mut Buffer, row: Rect, text: &str, style: ratatui::style::Style, paint: Paint) {
    if row.height > 0 {
        buffer.set_string(row.x, row.y, paint.cut(text, row.width), style);
    }
}

/// Draws the turn, disc, name, player, clock and count of a side.
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
    let style = if is_turn {
        paint.text().add_modifier(Modifier::BOLD)
    } else {
        paint.text()
    };
    let turn = if is_turn {
        paint.glyph("▸", ">")
    } else {
        " "
    };
    write(buffer, row, turn, paint.accent(), paint);
    let mut x = row.x + 2;
    if paint.has_half_cells() && view.sides.has_discs() {
        let look = BoardLook::of(view.info, paint.theme);
        let icon = words::disc(view.sides.icons(), player, paint.ascii);
        let on_board = paint.on(look.disc(player), look.ground(Square { row: 0, column: 0 }));
        buffer.set_string(x, row.y, format!(" {icon} "), on_board);
        x += 4;
    }
    let name = words::player(view, player);
    let who = levels::controller(view.info, game.current.mode().controller(player));
    let count = shown
        .game()
        .counts()
        .map(|counts| format!("{:4}", counts[player.index()]));
    let mut end = row.right();
    let mut put_last = |text: &str, style: Style| {
        end = end.saturating_sub(cells(text)).max(x);
        buffer.set_stringn(end, row.y, text, usize::from(row.right() - end), style);
    };
    put_last(
        &count.unwrap_or_default(),
        style.add_modifier(Modifier::BOLD),
    );
    let left = words::time_left(&game.current, player);
    put_last(
        &left.map(|left| format!("  {left}")).unwrap_or_default(),
        style,
    );
    let clock = words::clock(view, player).unwrap_or_default();
    let room = Rect {
        x,
        width: end.saturating_sub(x),
        ..row
    };
    write(buffer, room, &format!("{name}, {who}{clock}"), style, paint);
}

fn live_lines(buffer: &mut Buffer, area: Rect, live: &LiveView, paint: Paint) {
    let mut rest = area;
    write(
        buffer,
        take(&mut rest, 1),
        &words::live(live),
        paint.accent(),
        paint,
    );
    for (index, one) in live.best.iter().enumerate() {
        let row = take(&mut rest, 1);
        let Some(estimate) = &one.estimate else {
            continue;
        };
        let style = if index == 0 {
            paint.text().add_modifier(Modifier::BOLD)
        } else {
            paint.text()
        };
        let text = format!("{:+4}  {}", estimate.score, estimate.line.join(" "));
        write(buffer, row, &text, style, paint);
    }
}
