//! The pane next to the board: players, live analysis, score graph and moves.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::buttons::Buttons;
use super::cells::width_of;
use super::layout::Targets;
use super::paint::Paint;
use super::{bars, card, graph, moves, tree};
use crate::base::text::fit::wrapped;
use crate::base::text::printable;
use crate::desk::{LiveView, ShownGame, View};
use crate::games::{Player, Square};
use crate::screens::board_look::BoardLook;
use crate::screens::words::{self, Card, Voice, levels};

/// The least height at which parts of the pane are set apart.
const TALL: u16 = 24;

/// The least heights left for a graph, and for the reasons of a rating.
const ROOM_FOR_GRAPH: u16 = 12;
const ROOM_FOR_REASONS: u16 = 9;

/// Draws the pane around a tray of `tray_rows` rows, with the text about the position, if any.
pub fn draw(
    buffer: &mut Buffer,
    area: Rect,
    view: &View,
    text: Option<&Card>,
    tray_rows: u16,
    paint: Paint,
    buttons: &mut Buttons,
) -> Targets {
    let mut targets = Targets::default();
    let Some(game) = &view.game else {
        return targets;
    };
    let gap = u16::from(area.height >= TALL);
    let mut pane = Pane {
        buffer,
        rest: area,
        paint,
    };
    for player in Player::BOTH {
        let row = pane.take(1);
        player_line(pane.buffer, row, view, game, player, paint);
    }
    if tray_rows > 0 {
        pane.take(1 + tray_rows);
    }
    if let Some(opening) = game.opening.filter(|_| pane.rest.height > 6) {
        pane.opening(opening);
    }
    if let Some(score) = bars::score(view) {
        let line = words::evaluation(view, score);
        pane.line(&line, paint.text());
    }
    if let Some(text) = text {
        pane.take(1);
        let place = pane.take(card::rows(text, area.width));
        card::draw_plain(pane.buffer, place, text, paint, buttons);
    }
    if let Some(live) = &view.live {
        pane.take(1);
        pane.live(live);
    }
    pane.graph(game, &mut targets);
    pane.take(1);
    pane.remarks(view, game);
    pane.take(gap);
    if game.lines.len() > 1 {
        tree::draw(pane.buffer, pane.rest, game, &mut targets, paint);
    } else {
        moves::draw(pane.buffer, pane.rest, game, &mut targets, paint);
    }
    targets
}

/// The part of the pane that is still free, which is filled from above.
struct Pane<'a> {
    buffer: &'a mut Buffer,
    rest: Rect,
    paint: Paint,
}

impl Pane<'_> {
    /// Takes rows off the top.
    fn take(&mut self, rows: u16) -> Rect {
        let rows = rows.min(self.rest.height);
        let taken = Rect {
            height: rows,
            ..self.rest
        };
        self.rest.y += rows;
        self.rest.height -= rows;
        taken
    }

    fn line(&mut self, text: &str, style: Style) {
        let row = self.take(1);
        write(self.buffer, row, text, style, self.paint);
    }

    /// Draws the graph of an analyzed game if there is room.
    fn graph(&mut self, game: &ShownGame, targets: &mut Targets) {
        let Some(analysis) = &game.analysis else {
            return;
        };
        if self.rest.height < ROOM_FOR_GRAPH {
            return;
        }
        self.take(1);
        // An odd height has an axis in the middle.
        let height = (self.rest.height / 3).clamp(5, 11) | 1;
        let place = self.take(height);
        graph::draw(self.buffer, place, game, analysis, targets, self.paint);
    }

    fn opening(&mut self, opening: &str) {
        let row = self.take(1);
        let label = format!("{}  ", words::opening_label());
        let has_room = width_of(&label) + width_of(opening) <= row.width;
        let label = if has_room { &label } else { "" };
        write(self.buffer, row, label, self.paint.dim(), self.paint);
        let room = Rect {
            x: row.x + width_of(label),
            width: row.width - width_of(label),
            ..row
        };
        write(self.buffer, room, opening, self.paint.text(), self.paint);
    }

    /// Writes what the live analysis has found: its state, then a line for each of the best moves.
    fn live(&mut self, live: &LiveView) {
        let rows = u16::try_from(live.best.len().max(1)).unwrap_or(1);
        let mut lines = Pane {
            rest: self.take(1 + rows),
            buffer: &mut *self.buffer,
            paint: self.paint,
        };
        lines.line(&words::live(live), self.paint.accent());
        let best = self.paint.text().add_modifier(Modifier::BOLD);
        let styles = std::iter::once(best).chain(std::iter::repeat(self.paint.text()));
        for (suggestion, style) in live.best.iter().zip(styles) {
            let text = suggestion
                .estimate
                .as_ref()
                .map(|estimate| format!("{:+4}  {}", estimate.score, estimate.line.join(" ")));
            lines.line(&text.unwrap_or_default(), style);
        }
    }

    /// Writes the analysis of the position shown, and the note on it.
    fn remarks(&mut self, view: &View, game: &ShownGame) {
        let analysis = words::judging(view).into_iter();
        for line in analysis.chain(words::best_line(game)) {
            self.line(&line, self.paint.dim());
        }
        if let Some(reasons) = words::reasons(Voice::FullScreen, &view.sides, game)
            && self.rest.height >= ROOM_FOR_REASONS
        {
            for line in wrapped(&reasons, self.rest.width.into()).iter().take(4) {
                self.line(line, self.paint.text());
            }
        }
        let note = game.listed(game.shown().moves()).map_or("", |mv| &mv.note);
        for line in note.lines().take(usize::from(self.rest.height / 3)) {
            self.line(&printable(line).to_string(), self.paint.accent());
        }
    }
}

fn write(buffer: &mut Buffer, row: Rect, text: &str, style: Style, paint: Paint) {
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
    let who = levels::controller(view.info, game.current.players().of(player));
    let count = shown
        .game()
        .counts()
        .map(|counts| format!("{:4}", counts[player.index()]));
    let mut end = row.right();
    let mut put_last = |text: &str, style: Style| {
        end = end.saturating_sub(width_of(text)).max(x);
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
