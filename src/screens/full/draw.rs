//! Draws one frame: the header, the board, the pane, the lines below, and the overlay.

use std::time::Duration;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::app::{App, Overlay};
use super::board::BoardDrawing;
use super::buttons::Buttons;
use super::layout::{Layout, MoveChoice, Targets, TooSmall};
use super::line::CommandLine;
use super::links::FileLink;
use super::paint::Paint;
use super::pane;
use super::{bars, card, ending};
use crate::base::text::fit;
use crate::base::text::fit::wrapped;
use crate::desk::{ShownGame, View};
use crate::games::{Info, Player, Square};
use crate::screens::board_look::BoardLook;
use crate::screens::scene::{BoardScene, legal_squares};
use crate::screens::words::{self, Card};
use crate::session::Ply;

/// Draws everything, and keeps the layout for the mouse.
pub fn draw(frame: &mut Frame<'_>, app: &mut App, now: Duration) {
    let area = frame.area();
    let paint = app.paint;
    let view = app.desk.borrow().view().clone();
    let buffer = frame.buffer_mut();
    buffer.set_style(area, paint.text());
    let (layout, text) = match lay_out(app, area, &view) {
        Ok(laid_out) => laid_out,
        Err(needed) => {
            too_small(buffer, needed, paint);
            app.layout = None;
            app.targets = Targets::default();
            return;
        }
    };
    app.buttons.clear();
    app.moving.is_shown = false;
    header(buffer, layout.header, &view, paint);
    board(buffer, &layout, app, &view, now);
    if let (Some(column), Some(score)) = (layout.evaluation, bars::score(&view)) {
        bars::evaluation(buffer, column, score, paint);
    }
    keys_below(buffer, layout.keys, view.info, paint, &mut app.buttons);
    let covers_keys = message(buffer, &layout, app, &view);
    if covers_keys {
        app.buttons.clear();
    }
    let text = text.as_ref();
    app.targets = match layout.pane {
        Some(area) => {
            let tray_rows = layout.tray_beside();
            pane::draw(
                buffer,
                area,
                &view,
                text,
                tray_rows,
                paint,
                &mut app.buttons,
            )
        }
        None => Targets::default(),
    };
    if let (None, Some(text)) = (layout.pane, text) {
        card::draw_plain(buffer, layout.below, text, paint, &mut app.buttons);
    }
    app.layout = Some(layout);
    if !matches!(app.overlay, Overlay::Nothing) {
        app.buttons.clear();
    }
    if let Some(cursor) = overlay(buffer, &layout, app, &view) {
        frame.set_cursor_position(cursor);
    }
}

/// Lays out the screen with the text about the position. A text that has no room becomes a list over the board.
fn lay_out(app: &mut App, area: Rect, view: &View) -> Result<(Layout, Option<Card>), TooSmall> {
    let has_half_cells = app.paint.has_half_cells();
    let cursor = app.cursor;
    let of = |rows| Layout::new(area, view, cursor, has_half_cells, rows);
    if matches!(app.overlay, Overlay::End(_)) {
        return Ok((of(ending::ROWS)?, None));
    }
    let Some(text) = app.text_shown(view, area.width) else {
        return Ok((of(0)?, None));
    };
    let layout = of(card::rows(&text, area.width))?;
    let place = layout.text();
    if card::rows(&text, place.width) <= place.height {
        return Ok((layout, Some(text)));
    }
    if matches!(app.overlay, Overlay::Nothing) {
        app.list_text(text);
    }
    Ok((of(0)?, None))
}

/// Draws the size that the screen needs.
fn too_small(buffer: &mut Buffer, TooSmall { columns, rows }: TooSmall, paint: Paint) {
    let area = buffer.area;
    let needed = words::too_small((area.width, area.height), (columns, rows));
    let lines = wrapped(&needed, area.width.into());
    for (line, y) in lines.iter().zip(area.y..area.bottom()) {
        buffer.set_stringn(area.x, y, line, area.width.into(), paint.text());
    }
}

/// Draws the board, and moves the pieces of the last move.
fn board(buffer: &mut Buffer, layout: &Layout, app: &mut App, view: &View, now: Duration) {
    let Some(game) = &view.game else { return };
    let preview = app.preview();
    let position = game.shown();
    let paint = app.paint;
    let choice = MoveChoice::of(position);
    let scene = scene(app, view, game, preview.as_ref());
    let has_tiles = layout.rim.is_some();
    let is_still = !app.moving.is_on || !has_tiles;
    app.moving.animator.follow(game, &scene.grid, now, is_still);
    let moment = app.moving.animator.moment(now);
    app.moving.is_shown = moment.is_some();
    let drawing = BoardDrawing {
        position,
        scene,
        choice,
        cursor: app.cursor,
        piece: app.piece,
        moment: moment.filter(|_| has_tiles),
        icons: view.sides.icons(),
        has_tiles,
        look: if paint.has_half_cells() {
            BoardLook::of(view.info, paint.theme)
        } else {
            BoardLook::plain(paint.theme)
        },
        tiles: &app.tiles,
        paint,
    };
    drawing.draw(buffer, layout);
}

/// The board with the marks that the user wants to see.
fn scene<'a>(
    app: &App,
    view: &View,
    game: &'a ShownGame,
    preview: Option<&'a Ply>,
) -> BoardScene<'a> {
    let position = game.shown();
    let mut scene = BoardScene::new(position, game.marks()).with_live(view.live.as_ref());
    let shows_legal = app.has_marks || !scene.legal.is_empty();
    scene.legal.clear();
    if MoveChoice::of(position) == MoveChoice::Square {
        scene.cursor = position.turn().map(|_| app.cursor);
        if shows_legal {
            scene.legal = legal_squares(position);
        }
    }
    if app.has_marks {
        scene.preview = preview.map(|ply| &ply.played);
    } else {
        scene.flipped = &[];
    }
    scene
}

/// Draws what covers the board, if anything. Returns the position of the cursor on the command line.
fn overlay(buffer: &mut Buffer, layout: &Layout, app: &mut App, view: &View) -> Option<Position> {
    let paint = app.paint;
    let middle = Rect {
        height: buffer.area.height - 2,
        ..buffer.area
    };
    let buttons = &mut app.buttons;
    match &mut app.overlay {
        Overlay::Nothing => {}
        Overlay::Ask(asked) => {
            let question = words::question(*asked);
            card::draw(buffer, middle, &question, 0, 0, paint, buttons);
        }
        Overlay::End(card) => card.draw(buffer, layout, view, paint, buttons),
        Overlay::Menu(menu) => menu.draw(buffer, middle, view.info, paint),
        Overlay::List(list, _) => list.draw(buffer, middle, paint),
        Overlay::Answer(card, scroll) => {
            *scroll = card::draw(buffer, middle, card, *scroll, 0, paint, buttons).first;
        }
        Overlay::Line(line) => return Some(command_line(buffer, layout, line, view, paint)),
    }
    None
}

/// Draws the most important keys, which are buttons.
fn keys_below(buffer: &mut Buffer, row: Rect, game: &Info, paint: Paint, buttons: &mut Buttons) {
    let mut x = row.x;
    let size = |text: &str| u16::try_from(fit::width(text)).unwrap_or(u16::MAX);
    for (key, brief) in words::keys_below(game, row.width.into()) {
        let key = key.to_string();
        buffer.set_string(x, row.y, &key, paint.accent());
        buffer.set_string(x + size(&key) + 1, row.y, brief, paint.dim());
        let width = size(&key) + 1 + size(brief);
        buttons.add(Rect { x, width, ..row }, &key);
        x += width + u16::try_from(words::GAP_BELOW).unwrap_or(1);
    }
}

/// Draws the header: game, counts, turn and move number, if they fit.
fn header(buffer: &mut Buffer, row: Rect, view: &View, paint: Paint) {
    let name = view.info.name;
    buffer.set_stringn(row.x, row.y, name, row.width.into(), paint.accent());
    let Some(game) = &view.game else { return };
    let shown = game.shown();
    let mut x = row.x + u16::try_from(fit::width(name)).unwrap_or(0) + 2;
    let mut put = |text: &str, style, first: Option<Style>| {
        let width = u16::try_from(fit::width(text)).unwrap_or(u16::MAX);
        if x.saturating_add(width) <= row.right() {
            buffer.set_string(x, row.y, text, style);
            if let Some(first) = first {
                buffer[(x, row.y)].set_style(first);
            }
            x += width + 2;
        }
    };
    if let Some(counts) = shown.game().counts() {
        let look = BoardLook::of(view.info, paint.theme);
        for player in Player::BOTH {
            let icon = words::disc(view.sides.icons(), player, paint.ascii);
            let text = format!("{icon} {}", counts[player.index()]);
            let icon = paint.on(look.disc(player), look.ground(Square { row: 0, column: 0 }));
            put(&text, paint.text(), paint.has_half_cells().then_some(icon));
        }
    }
    put(&words::turn(view), paint.text(), None);
    put(&words::move_number(game), paint.dim(), None);
}

/// Draws an error, the current thought, or the last message and what to do. Returns whether it covers the keys.
fn message(buffer: &mut Buffer, layout: &Layout, app: &App, view: &View) -> bool {
    let row = layout.message;
    let width = usize::from(row.width);
    let thinking = words::thinking(view, width);
    let is_below = layout.has_room_for(&app.message.text);
    let (text, style) = match (&app.message, thinking) {
        (message, _) if message.is_error && is_below => (message.text.clone(), app.paint.error()),
        (_, Some(thinking)) => (thinking, app.paint.text()),
        (message, None) => {
            let to_do = words::to_do(view, width);
            let both = format!("{}  {to_do}", message.text);
            let text = match &message.text {
                // The advice is always visible, so it must not cover the keys.
                said if said.is_empty() || !is_below => app.paint.cut(&to_do, row.width),
                _ if fit::width(&both) <= width => both,
                said => said.clone(),
            };
            (text, app.paint.text())
        }
    };
    if fit::width(&text) <= width {
        let link = app
            .written
            .as_ref()
            .and_then(|file| FileLink::new(file, &text, row.y));
        buffer.set_string(row.x, row.y, text, style);
        if let Some(link) = &link {
            // Changing the style also makes the terminal get all cells of the link.
            buffer.set_style(link.area(), Style::new().add_modifier(Modifier::UNDERLINED));
        }
        app.link.replace(link);
        return false;
    }
    let mut lines = wrapped(&text, width).into_iter();
    let first = lines.next().unwrap_or_default();
    let rest = lines.collect::<Vec<_>>().join(" ");
    for (line, row) in [(first, row), (rest, layout.keys)] {
        buffer.set_string(row.x, row.y, " ".repeat(width), style);
        buffer.set_string(row.x, row.y, app.paint.cut(&line, row.width), style);
    }
    true
}

/// Draws the command line, with completions above it. Returns the position of the cursor.
fn command_line(
    buffer: &mut Buffer,
    layout: &Layout,
    line: &CommandLine,
    view: &View,
    paint: Paint,
) -> Position {
    let row = layout.message;
    let prompt = view.awaited.map_or_else(|| ":".to_owned(), words::asks);
    let start = u16::try_from(fit::width(&prompt)).unwrap_or(0);
    let room = row.width.saturating_sub(start);
    let blank = " ".repeat(row.width.into());
    buffer.set_string(row.x, row.y, &blank, paint.text());
    buffer.set_string(row.x, row.y, &prompt, paint.accent());
    let (text, cursor) = line.text();
    let hidden = line.scroll(room.saturating_sub(1).into());
    let shown: String = text.chars().skip(hidden).collect();
    buffer.set_stringn(row.x + start, row.y, &shown, room.into(), paint.text());
    let mut below = words::line_keys(row.width.into());
    if !line.candidates.is_empty() {
        below = line.candidates.join("  ");
    } else if let Some(missing) = crate::interpreter::missing_arguments(text) {
        let end = start + u16::try_from(fit::width(&shown)).unwrap_or(u16::MAX) + 1;
        let missing = paint.cut(&missing, row.width.saturating_sub(end));
        buffer.set_stringn(
            row.x.saturating_add(end),
            row.y,
            missing,
            usize::MAX,
            paint.dim(),
        );
    }
    buffer.set_string(layout.keys.x, layout.keys.y, &blank, paint.dim());
    let below = paint.cut(&below, row.width);
    buffer.set_string(layout.keys.x, layout.keys.y, below, paint.dim());
    let column = u16::try_from(cursor.saturating_sub(hidden)).unwrap_or(0);
    Position {
        x: row.x + start + column.min(room.saturating_sub(1)),
        y: row.y,
    }
}
