//! A game as an animated picture, for chats that show no pages.

mod encoding;
mod glyphs;

use std::collections::HashMap;

use super::board_look::{BoardLook, Surface};
use super::light::mix;
use super::scene::{BoardScene, SquareFrame};
use super::theme::{Rgb, Theme, ThemeName, theme};
use super::tiles::{Edge, Passing, Shape, Tile};
use crate::games::{Cell, Game, Player, Square};
use crate::interpreter::Marks;
use crate::session::{CurrentGame, GamePosition};

use encoding::Frames;

/// The maximum size of a board with its margins, in pixels.
const BOARD: u16 = 320;
/// The margins, of which the upper and the left one have the coordinates, and the line below the board.
const MARGIN: u16 = 16;
const CAPTION: u16 = 36;
/// The discs in the line below the board.
const DISC: u16 = 24;
/// The pixels between a disc and its count.
const GAP: f32 = 7.0;
/// The height of a digit in the margins and below the board.
const LABEL: f32 = 8.0;
const COUNT: f32 = 15.0;

/// The times for which a ply and the end of the game are shown, in hundredths of a second.
const PLY: u16 = 70;
const END: u16 = 500;

/// Returns the moves of a game as a GIF: a frame for each ply, and the result in the last one.
pub fn animation(game: &CurrentGame) -> Vec<u8> {
    let positions = (0..=game.history().len()).filter_map(|moves| game.position_after(moves));
    let mut canvas = Canvas::of(game.game());
    let mut frames = Frames::of_size(canvas.size);
    let mut ply = 0;
    for position in positions {
        canvas.draw(position);
        // A pass changes nothing, so that the frame is shown longer.
        let plies = (position.ply() - ply).max(1);
        let delay = u16::try_from(plies).map_or(END, |plies| PLY.saturating_mul(plies));
        frames.add(&canvas.pixels, delay);
        ply = position.ply();
    }
    frames.encoded(END)
}

/// The picture of a position, row by row.
struct Canvas {
    size: (u16, u16),
    pixels: Vec<Rgb>,
    /// The side of a square.
    side: u16,
    look: BoardLook,
    theme: &'static Theme,
    /// The squares drawn so far: few differ.
    tiles: HashMap<Tile, Vec<Rgb>>,
}

impl Canvas {
    /// Draws the margins of a board.
    fn of(game: &dyn Game) -> Self {
        let grid = game.grid();
        let theme = theme(ThemeName::DARK);
        let look = BoardLook::of(game.info(), theme);
        let columns = u16::from(grid.columns);
        let rows = u16::from(grid.rows);
        // A tile has an even side.
        let side = (BOARD - 2 * MARGIN) / columns.max(rows) / 2 * 2;
        let width = columns * side + 2 * MARGIN;
        let height = rows * side + MARGIN + CAPTION;
        let pixels = vec![look.rim; usize::from(width) * usize::from(height)];
        let mut canvas = Self {
            size: (width, height),
            pixels,
            side,
            look,
            theme,
            tiles: HashMap::new(),
        };
        let middle = f32::from(MARGIN) / 2.0;
        let along = |index: u8| f32::from(MARGIN) + (f32::from(index) + 0.5) * f32::from(side);
        for column in 0..grid.columns {
            let letter = char::from(b'a' + column).to_string();
            canvas.write(&letter, (along(column), middle), LABEL);
        }
        for row in 0..grid.rows {
            let number = (row + 1).to_string();
            canvas.write(&number, (middle, along(row)), LABEL);
        }
        canvas
    }

    fn draw(&mut self, position: GamePosition<'_>) {
        let mut scene = BoardScene::new(position, &Marks::None);
        // Flipped discs change in front of the reader.
        scene.flipped = &[];
        for square in Square::all(scene.grid.rows, scene.grid.columns) {
            let frame = scene.frame(square);
            let side = self.side;
            let shape = match scene.grid.cell(square) {
                Cell::Empty => Shape::Nothing,
                Cell::Disc(player) => {
                    Shape::marked_disc(self.look.disc(player), frame, false, &self.look)
                }
                Cell::Piece(piece) => Shape::piece(piece, &self.look),
            };
            let at = |index: u8| MARGIN + u16::from(index) * side;
            let surface = self.look.surface(square);
            self.tile(
                (at(square.column), at(square.row)),
                side,
                surface,
                shape,
                frame,
            );
        }
        let below = usize::from(self.size.0) * usize::from(self.size.1 - CAPTION);
        self.pixels[below..].fill(self.look.rim);
        for player in Player::BOTH {
            self.player(position, player);
        }
    }

    /// Draws a player below the board, with a ring around the winner, or around both after a draw.
    fn player(&mut self, position: GamePosition<'_>, player: Player) {
        let has_won = position
            .outcome()
            .is_some_and(|outcome| outcome.winner.is_none_or(|winner| winner == player));
        let frame = has_won.then_some(SquareFrame::WinningLine);
        let right = self.size.0 - MARGIN - DISC;
        let top = self.size.1 - u16::midpoint(CAPTION, DISC);
        let (x, inwards) = match player {
            Player::Black => (MARGIN, 1.0),
            Player::White => (right, -1.0),
        };
        let count = position
            .game()
            .counts()
            .map(|counts| counts[player.index()]);
        let shape = match count {
            Some(_) => Shape::Disc(self.look.disc(player), None),
            None => Shape::Nothing,
        };
        self.tile((x, top), DISC, Surface::Plain(self.look.rim), shape, frame);
        let half = f32::from(DISC) / 2.0;
        let middle @ (x, y) = (f32::from(x) + half, f32::from(top) + half);
        match count {
            Some(count) => {
                let count = count.to_string();
                let away = half + GAP + 0.5 * glyphs::width(&count, COUNT);
                self.write(&count, (x + inwards * away, y), COUNT);
            }
            // The pieces belong to neither.
            None => self.write(&(player.index() + 1).to_string(), middle, COUNT),
        }
    }

    fn tile(
        &mut self,
        (x, y): (u16, u16),
        side: u16,
        surface: Surface,
        shape: Shape,
        frame: Option<SquareFrame>,
    ) {
        let tile = Tile {
            size: (side, side / 2),
            surface,
            shape,
            edge: Edge::of(frame, shape, self.theme),
            passing: <[Passing; 2]>::default(),
        };
        let halves = self.tiles.entry(tile).or_insert_with(|| tile.halves());
        let [x, y, side, width] = [x, y, side, self.size.0].map(usize::from);
        for (row, colors) in halves.chunks(side).enumerate() {
            let start = (y + row) * width + x;
            self.pixels[start..start + side].copy_from_slice(colors);
        }
    }

    /// Writes digits and letters, with their middle at a point.
    fn write(&mut self, text: &str, middle: (f32, f32), height: f32) {
        let ink = self.theme.rim_text;
        for (letter, (x, y)) in glyphs::line(text, middle, height) {
            for (column, row) in around((x, y), height, self.size) {
                let offset = (f32::from(column) + 0.5 - x, f32::from(row) + 0.5 - y);
                let coverage = glyphs::coverage(letter, offset, height);
                let index = usize::from(row) * usize::from(self.size.0) + usize::from(column);
                self.pixels[index] = mix(self.pixels[index], ink, coverage);
            }
        }
    }
}

/// The pixels up to `reach` from a point, inside a picture.
fn around((x, y): (f32, f32), reach: f32, size: (u16, u16)) -> impl Iterator<Item = (u16, u16)> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "inside a picture"
    )]
    let range = |middle: f32, end: u16| {
        let [first, last] = [middle - reach, middle + reach].map(|at| at.max(0.0) as u16);
        first..last.min(end)
    };
    let columns = range(x, size.0);
    let rows = range(y, size.1);
    rows.flat_map(move |row| columns.clone().map(move |column| (column, row)))
}

#[cfg(test)]
mod tests {
    use gif::{ColorOutput, DecodeOptions, Repeat};

    use super::encoding::NEAR;

    use super::*;
    use crate::games::{Info, REGISTRY, Setup, reversi};
    use crate::session::Players;

    fn example(info: &Info) -> CurrentGame {
        let mut current =
            CurrentGame::new(info, info.setup(Setup::default()).unwrap(), Players::HUMANS);
        for word in info.example.moves.split_whitespace() {
            let mv = current.game().parse_move(word).unwrap();
            current = current.with(mv).unwrap();
        }
        current
    }

    /// The size, the delays, and the last picture as bytes of red, green, blue and opacity.
    fn decoded(gif: &[u8]) -> ((u16, u16), Vec<u16>, Vec<u8>) {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(gif).unwrap();
        let size @ (width, height) = (decoder.width(), decoder.height());
        let mut picture = vec![0; 4 * usize::from(width) * usize::from(height)];
        let mut delays = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            delays.push(frame.delay);
            for (index, pixel) in frame
                .buffer
                .chunks(4)
                .enumerate()
                .filter(|(_, pixel)| pixel[3] > 0)
            {
                let row = usize::from(frame.top) + index / usize::from(frame.width);
                let column = usize::from(frame.left) + index % usize::from(frame.width);
                let at = 4 * (row * usize::from(width) + column);
                picture[at..at + 4].copy_from_slice(pixel);
            }
        }
        assert_eq!(decoder.repeat(), Repeat::Infinite);
        (size, delays, picture)
    }

    #[test]
    fn the_frames_of_all_games_add_up_to_the_last_position() {
        for info in REGISTRY {
            let game = example(info);
            let (size, delays, picture) = decoded(&animation(&game));
            assert!(size.0 <= 320 && size.1 <= 340, "{}: {size:?}", info.name);
            let (end, before) = delays.split_last().unwrap();
            assert_eq!(*end, END, "{}", info.name);
            // Naming a piece of Quarto changes no square, as a pass does.
            assert!(delays.len() <= 1 + game.history().len(), "{}", info.name);
            let is_plies = |delay: &u16| *delay > 0 && delay.is_multiple_of(PLY);
            assert!(before.iter().all(is_plies), "{}: {before:?}", info.name);
            let mut canvas = Canvas::of(game.game());
            canvas.draw(game.position());
            for (drawn, found) in canvas.pixels.iter().zip(picture.chunks(4)) {
                let found = Rgb(found[0], found[1], found[2]);
                assert!(
                    drawn.distance(found) <= 8 * NEAR,
                    "{}: {drawn:?} {found:?}",
                    info.name
                );
            }
        }
    }

    #[test]
    fn a_long_game_is_small_and_has_a_frame_per_move() {
        const LIMIT: usize = 300_000;
        let moves = "d3c5c6c3c4e3f3d6f5f4g4g6f6g3h7b5e6c7e2f2f1h4h5e7h3g5b8h6d2c1d1c2b1c8d8e8f8e1d7a1b3b2a2a3b7b4b6a8\
                     a7a6a4a5g1g2g8f7g7h1h2h8";
        let squares: Vec<&str> = (0..moves.len())
            .step_by(2)
            .map(|at| &moves[at..at + 2])
            .collect();
        let mut game = CurrentGame::new(&reversi::INFO, Setup::default(), Players::HUMANS);
        for square in &squares {
            let mv = game.game().parse_move(square).unwrap();
            game = game.with(mv).unwrap();
        }
        let gif = animation(&game);
        assert!(gif.len() < LIMIT, "{}", gif.len());
        let (size, delays, _) = decoded(&gif);
        assert_eq!(size, (320, 340));
        assert_eq!(delays.len(), 1 + squares.len());
        let plies: u16 = delays[..squares.len()].iter().sum::<u16>() / PLY;
        // The two passes of the game, and the start.
        assert_eq!(usize::from(plies), game.plies());
    }

    #[test]
    fn the_winner_has_a_ring_and_both_have_one_after_a_draw() {
        let ring = theme(ThemeName::DARK).frame(SquareFrame::WinningLine);
        let rings = |game: &CurrentGame| {
            let mut canvas = Canvas::of(game.game());
            canvas.draw(game.position());
            let width = usize::from(canvas.size.0);
            let caption = canvas
                .pixels
                .chunks(width)
                .skip(usize::from(canvas.size.1 - CAPTION));
            let halves = caption.map(|row| row.split_at(width / 2));
            halves.fold([false; 2], |[black, white], (left, right)| {
                [
                    black || left.contains(&ring),
                    white || right.contains(&ring),
                ]
            })
        };
        let game = example(&reversi::INFO);
        let winner = game.position().outcome().unwrap().winner.unwrap();
        assert_eq!(rings(&game), Player::BOTH.map(|player| player == winner));
        let start = CurrentGame::new(&reversi::INFO, Setup::default(), Players::HUMANS);
        assert_eq!(rings(&start), [false, false]);
    }
}
