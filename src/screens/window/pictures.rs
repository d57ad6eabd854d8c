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
use crate::interpreter::Marks;
use crate::screens::board_look::BoardLook;
use crate::screens::scene::BoardScene;
use crate::screens::theme::{Rgb, Theme};
use crate::screens::words::{study as said, window as words};
use crate::session::GamePosition;

/// The sizes of a square, the frame and the caption below the board, in pixels.
const CELL: u32 = 60;
const FRAME: u32 = 34;
const CAPTION: u32 = 40;

/// Encodes a picture in the format of the extension of `file`. Returns the name of the format and the bytes, or a
/// message if that fails.
pub fn encoded(picture: String, file: &Path) -> Result<(&'static str, Vec<u8>), String> {
    let extension = file.extension().map(OsStr::to_ascii_lowercase);
    match extension.as_ref().and_then(|extension| extension.to_str()) {
        Some("svg") => Ok(("svg", picture.into_bytes())),
        Some("png") => png(&picture).map(|bytes| ("png", bytes)),
        _ => Err(translated(words::NO_PICTURE).to_owned()),
    }
}

/// The score graph; `None` if the game has not been judged.
pub fn graph(view: &View, game: &ShownGame) -> Option<String> {
    let analysis = game.analysis.as_ref()?;
    let names = Player::BOTH.map(|player| crate::screens::words::side(&view.sides, player));
    let title = said::picture_title(game, view.info.name);
    Some(analysis_svg::picture(analysis, &title, names))
}

pub fn board(view: &View, position: GamePosition<'_>, theme: &Theme) -> String {
    let scene = BoardScene::new(position, &Marks::None);
    let columns = u32::from(scene.grid.columns);
    let rows = u32::from(scene.grid.rows);
    let size = [
        columns * CELL + 2 * FRAME,
        rows * CELL + 2 * FRAME + CAPTION,
    ];
    let picture = BoardPicture {
        look: BoardLook::of(scene.info, theme),
        scene,
        theme,
    };
    let state = svg::escaped(&words::state(&view.sides, position), usize::MAX);
    let counts = Player::BOTH.map(|player| words::count(&view.sides, player, position.game()));
    let counts = svg::escaped(&format!("{} – {}. ", counts[0], counts[1]), usize::MAX);
    let mut text = svg::begin(size[0], size[1], "role=\"img\" font-family=\"sans-serif\"");
    let _ = writeln!(text, "<title>{state}</title>");
    rect(&mut text, [0, 0, size[0], size[1]], theme.background);
    picture.squares(&mut text);
    picture.lines(&mut text);
    picture.coordinates(&mut text);
    picture.contents(&mut text);
    let x = size[0] / 2;
    let y = size[1] - CAPTION / 2 + 6;
    let color = theme.text;
    let _ = writeln!(
        text,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"17\" text-anchor=\"middle\" fill=\"{color}\">{counts}{state}</text>"
    );
    text + "</svg>\n"
}

struct BoardPicture<'a> {
    scene: BoardScene<'a>,
    look: BoardLook,
    theme: &'a Theme,
}

impl BoardPicture<'_> {
    fn all(&self) -> impl Iterator<Item = Square> + use<> {
        Square::all(self.scene.grid.rows, self.scene.grid.columns)
    }

    fn squares(&self, text: &mut String) {
        for square in self.all() {
            let (x, y) = center(square);
            let place = [x - CELL / 2, y - CELL / 2, CELL, CELL];
            rect(text, place, self.look.ground(square));
        }
    }

    fn lines(&self, text: &mut String) {
        let grid = &self.scene.grid;
        let columns = u32::from(grid.columns);
        let rows = u32::from(grid.rows);
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
            self.theme.grid
        );
    }

    fn coordinates(&self, text: &mut String) {
        let _ = writeln!(
            text,
            "<g fill=\"{}\" font-size=\"17\" text-anchor=\"middle\">",
            self.theme.coordinates
        );
        for column in 0..self.scene.grid.columns {
            let (x, _) = center(Square { row: 0, column });
            let letter = char::from(b'a' + column);
            let _ = writeln!(text, "<text x=\"{x}\" y=\"23\">{letter}</text>");
        }
        for row in 0..self.scene.grid.rows {
            let (_, y) = center(Square { row, column: 0 });
            let number = u32::from(row) + 1;
            let _ = writeln!(text, "<text x=\"17\" y=\"{}\">{number}</text>", y + 6);
        }
        text.push_str("</g>\n");
    }

    /// The discs or pieces, and a dot on the last one.
    fn contents(&self, text: &mut String) {
        for square in self.all() {
            match self.scene.grid.cell(square) {
                Cell::Empty => {}
                Cell::Disc(player) => self.disc(text, player, square),
                Cell::Piece(piece) => self.piece(text, piece, square),
            }
        }
        if let Some(last) = self.scene.last {
            let is_disc = matches!(self.scene.grid.cell(last), Cell::Disc(_));
            let (x, y) = center(last);
            let color = if is_disc {
                self.look.last_mark
            } else {
                self.theme.last_move
            };
            let _ = writeln!(
                text,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"{color}\"/>"
            );
        }
    }

    fn disc(&self, text: &mut String, player: Player, square: Square) {
        let (x, y) = center(square);
        let colors = self.colors(player);
        let _ = writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"25\" {colors}/>");
    }

    fn piece(&self, text: &mut String, piece: &Piece, square: Square) {
        let (x, y) = center(square);
        let colors = self.colors(piece.color);
        let radius = if piece.is_large() { 25 } else { 16 };
        let _ = if piece.is_square() {
            let left = x - radius;
            let top = y - radius;
            let side = 2 * radius;
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
            let hole = self.look.ground(square);
            let rim = self.theme.outline(piece.color);
            let _ = writeln!(
                text,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{hole}\" stroke=\"{rim}\" stroke-width=\"2\"/>",
                radius / 2
            );
        }
    }

    /// The fill and stroke attributes of a side.
    fn colors(&self, player: Player) -> String {
        let fill = self.look.disc(player);
        let rim = self.theme.outline(player);
        format!("fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"2\"")
    }
}

/// The middle of a square.
fn center(square: Square) -> (u32, u32) {
    let middle = |index: u8| FRAME + u32::from(index) * CELL + CELL / 2;
    (middle(square.column), middle(square.row))
}

fn rect(text: &mut String, [x, y, width, height]: [u32; 4], fill: Rgb) {
    let _ = writeln!(
        text,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>"
    );
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
