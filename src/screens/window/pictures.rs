//! Pictures of the board and of the scores, as SVG or PNG.

use std::ffi::OsStr;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use eframe::egui::FontDefinitions;
use resvg::{tiny_skia, usvg};

use crate::analysis::svg as analysis_svg;
use crate::base::language::translated;
use crate::base::text::svg;
use crate::desk::{ShownGame, View};
use crate::games::{Cell, Piece, Player, Square};
use crate::screens::board_look::BoardLook;
use crate::screens::theme::{Rgb, Theme};
use crate::screens::words::{study as said, window as words};
use crate::session::GamePosition;

/// The sizes of a square, the frame and the caption below the board, in pixels.
const CELL: u32 = 60;
const FRAME: u32 = 34;
const CAPTION: u32 = 40;

/// Encodes a picture in the format of the extension of `file`. Returns the name of the format and the bytes, or a
/// message if that fails.
pub(super) fn encoded(picture: String, file: &Path) -> Result<(&'static str, Vec<u8>), String> {
    let extension = file.extension().map(OsStr::to_ascii_lowercase);
    match extension.as_ref().and_then(|extension| extension.to_str()) {
        Some("svg") => Ok(("svg", picture.into_bytes())),
        Some("png") => png(&picture).map(|bytes| ("png", bytes)),
        _ => Err(translated(words::NO_PICTURE).to_owned()),
    }
}

/// The score graph; `None` if the game has not been judged.
pub(super) fn graph(view: &View, game: &ShownGame) -> Option<String> {
    let analysis = game.analysis.as_ref()?;
    let names = Player::BOTH.map(|player| crate::screens::words::side(&view.sides, player));
    let title = said::picture_title(game, view.info.name);
    Some(analysis_svg::picture(analysis, &title, names))
}

pub(super) fn board(view: &View, position: GamePosition<'_>, theme: &Theme) -> String {
    let grid = position.game().grid();
    let (columns, rows) = (u32::from(grid.columns), u32::from(grid.rows));
    let (width, height) = (
        columns * CELL + 2 * FRAME,
        rows * CELL + 2 * FRAME + CAPTION,
    );
    let state = svg::escaped(&words::state(&view.sides, position), usize::MAX);
    let look = BoardLook::of(position.game().info(), theme);
    let mut text = svg::begin(width, height, "role=\"img\" font-family=\"sans-serif\"");
    let _ = writeln!(text, "<title>{state}</title>");
    rect(&mut text, [0, 0, width, height], theme.background);
    for square in Square::all(grid.rows, grid.columns) {
        let (left, top) = (
            center(square.column) - CELL / 2,
            center(square.row) - CELL / 2,
        );
        rect(&mut text, [left, top, CELL, CELL], look.ground(square));
    }
    let mut path = String::new();
    for column in 0..=columns {
        let _ = write!(path, "M{} {FRAME}v{}", FRAME + column * CELL, rows * CELL);
    }
    for row in 0..=rows {
        let _ = write!(path, "M{FRAME} {}h{}", FRAME + row * CELL, columns * CELL);
    }
    let _ = writeln!(
        text,
        "<path d=\"{path}\" stroke=\"{}\" stroke-width=\"2\"/>",
        theme.grid
    );
    let _ = writeln!(
        text,
        "<g fill=\"{}\" font-size=\"17\" text-anchor=\"middle\">",
        theme.coordinates
    );
    for column in 0..grid.columns {
        let (x, letter) = (center(column), char::from(b'a' + column));
        let _ = writeln!(text, "<text x=\"{x}\" y=\"23\">{letter}</text>");
    }
    for row in 0..grid.rows {
        let (y, number) = (center(row) + 6, u32::from(row) + 1);
        let _ = writeln!(text, "<text x=\"17\" y=\"{y}\">{number}</text>");
    }
    text += "</g>\n";
    for square in Square::all(grid.rows, grid.columns) {
        let (x, y) = (center(square.column), center(square.row));
        match grid.cell(square) {
            Cell::Empty => {}
            Cell::Disc(player) => disc(&mut text, player, (x, y), (&look, theme)),
            Cell::Piece(shown) => piece(&mut text, shown, (x, y), (&look, theme)),
        }
    }
    if let Some(last) = position.last().and_then(|played| played.placed) {
        let is_disc = matches!(grid.cell(last), Cell::Disc(_));
        let color = if is_disc { look.dot } else { theme.last_move };
        let (x, y) = (center(last.column), center(last.row));
        let _ = writeln!(
            text,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"{color}\"/>"
        );
    }
    let caption = Player::BOTH.map(|player| words::count(&view.sides, player, position.game()));
    let caption = svg::escaped(&format!("{} – {}. ", caption[0], caption[1]), usize::MAX) + &state;
    let (y, color) = (height - CAPTION / 2 + 6, theme.text);
    let _ = writeln!(
        text,
        "<text x=\"{}\" y=\"{y}\" font-size=\"17\" text-anchor=\"middle\" fill=\"{color}\">{caption}</text>",
        width / 2
    );
    text + "</svg>\n"
}

fn center(index: u8) -> u32 {
    FRAME + u32::from(index) * CELL + CELL / 2
}

fn rect(text: &mut String, [x, y, width, height]: [u32; 4], fill: Rgb) {
    let _ = writeln!(
        text,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>"
    );
}

/// The fill and stroke attributes of a side.
fn colors(player: Player, (look, theme): (&BoardLook, &Theme)) -> String {
    let (fill, rim) = (look.disc(player), theme.outline(player));
    format!("fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"2\"")
}

fn disc(text: &mut String, player: Player, (x, y): (u32, u32), looks: (&BoardLook, &Theme)) {
    let colors = colors(player, looks);
    let _ = writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"25\" {colors}/>");
}

fn piece(text: &mut String, piece: &Piece, (x, y): (u32, u32), looks: (&BoardLook, &Theme)) {
    let colors = colors(piece.color, looks);
    let radius = if piece.is_large() { 25 } else { 16 };
    let _ = if piece.is_square() {
        let (left, top, side) = (x - radius, y - radius, 2 * radius);
        writeln!(
            text,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" rx=\"2\" {colors}/>"
        )
    } else {
        writeln!(
            text,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {colors}/>"
        )
    };
    if piece.is_hollow() {
        let (look, theme) = looks;
        let (hole, rim) = (
            look.ground(Square { row: 0, column: 0 }),
            theme.outline(piece.color),
        );
        let _ = writeln!(
            text,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{hole}\" stroke=\"{rim}\" stroke-width=\"2\"/>",
            radius / 2
        );
    }
}

/// Converts an SVG picture to PNG at twice its size, with the window's font.
fn png(picture: &str) -> Result<Vec<u8>, String> {
    const SCALE: f32 = 2.0;
    let failed = |reason: &dyn std::fmt::Display| words::no_picture(&reason.to_string());
    let mut fonts = usvg::fontdb::Database::new();
    for font in FontDefinitions::default().font_data.into_values() {
        fonts.load_font_data(font.font.as_ref().as_ref().to_vec());
    }
    let family = fonts
        .faces()
        .find_map(|face| Some(face.families.first()?.0.clone()));
    fonts.set_sans_serif_family(family.unwrap_or_default());
    let options = usvg::Options {
        fontdb: Arc::new(fonts),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(picture, &options).map_err(|error| failed(&error))?;
    let size = tree.size().to_int_size().scale_by(SCALE);
    let pixels = size.and_then(|size| tiny_skia::Pixmap::new(size.width(), size.height()));
    let mut pixels = pixels.ok_or_else(|| failed(&"the image is too large"))?;
    let transform = tiny_skia::Transform::from_scale(SCALE, SCALE);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(&error))
}
