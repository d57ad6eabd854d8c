//! Discs, pieces and the sheet as textures: sampled once, and drawn at any size.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use eframe::egui::{
    Color32, ColorImage, Context, Id, Painter, Rect, TextureFilter, TextureHandle, TextureOptions,
    pos2,
};

use crate::screens::light::{BLACK, PiecePoint, WHITE, WoodenPiece, lit, mix};
use crate::screens::theme::Rgb;

/// The radius of a disc, in squares.
const DISC: f32 = 0.42;

/// The radius of a hole, in squares.
pub const HOLE: f32 = 0.41;

/// The side of a texture, in texels, and the samples of a texel in each direction.
const SIDE: u16 = 128;
const SAMPLES: u16 = 2;

/// More textures than a board needs. They are dropped together when themes have changed often.
const MOST: usize = 64;

/// The time of a frame after which it samples no more textures.
const BUDGET: Duration = Duration::from_millis(6);

/// A picture of a square's content, by its colors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sprite {
    /// A disc with its shadow.
    Disc(Rgb),
    /// A counter behind a hole, or in a slot.
    Counter(Rgb),
    Piece(WoodenPiece),
    /// A square of a sheet, with a hole that is open.
    Sheet(Rgb),
}

#[derive(Clone, Default)]
struct Textures(Arc<Mutex<Loaded>>);

#[derive(Default)]
struct Loaded {
    textures: HashMap<Sprite, TextureHandle>,
    /// The last frame that has sampled textures, and its time for them.
    frame: u64,
    spent: Duration,
}

impl Sprite {
    pub fn paint(self, painter: &Painter, rect: Rect, opacity: f32) {
        let Some(texture) = self.texture(painter.ctx()) else {
            return;
        };
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        painter.image(
            texture.id(),
            rect,
            whole,
            Color32::WHITE.gamma_multiply(opacity),
        );
    }

    /// The texture; `None` if it has to wait for the next frame, so that no frame takes long.
    fn texture(self, ctx: &Context) -> Option<TextureHandle> {
        let id = Id::unique("sprites");
        let Textures(loaded) =
            ctx.data_mut(|data| data.get_temp_mut_or_default::<Textures>(id).clone());
        let mut loaded = loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(texture) = loaded.textures.get(&self) {
            return Some(texture.clone());
        }
        let frame = ctx.cumulative_frame_nr();
        if loaded.frame != frame {
            (loaded.frame, loaded.spent) = (frame, Duration::ZERO);
        }
        if loaded.spent >= BUDGET {
            ctx.request_repaint();
            return None;
        }
        if loaded.textures.len() >= MOST {
            loaded.textures.clear();
        }
        let begin = Instant::now();
        let mipmap_mode = Some(TextureFilter::Linear);
        let options = TextureOptions {
            mipmap_mode,
            ..TextureOptions::LINEAR
        };
        let texture = ctx.load_texture("sprite", self.image(), options);
        loaded.textures.insert(self, texture.clone());
        loaded.spent += begin.elapsed();
        Some(texture)
    }

    fn image(self) -> ColorImage {
        let places = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)));
        let pixels = places.map(|(x, y)| self.texel(x, y)).collect();
        ColorImage::new([SIDE.into(); 2], pixels)
    }

    /// The mean color of a texel.
    fn texel(self, x: u16, y: u16) -> Color32 {
        let mut sums = [0.0_f32; 4];
        for sample in 0..SAMPLES * SAMPLES {
            let at = |texel: u16, part: u16| {
                (f32::from(texel) + (f32::from(part) + 0.5) / f32::from(SAMPLES)) / f32::from(SIDE)
                    - 0.5
            };
            let (Rgb(red, green, blue), alpha) =
                self.at(at(x, sample % SAMPLES), at(y, sample / SAMPLES));
            for (sum, channel) in sums.iter_mut().zip([red, green, blue, u8::MAX]) {
                *sum += f32::from(channel) * alpha;
            }
        }
        let count = f32::from(SAMPLES * SAMPLES);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a mean"
        )]
        let [red, green, blue, alpha] = sums.map(|sum| (sum / count).round() as u8);
        Color32::from_rgba_premultiplied(red, green, blue, alpha)
    }

    /// The color and opacity of a point, in squares from the center.
    fn at(self, across: f32, down: f32) -> (Rgb, f32) {
        const CLEAR: (Rgb, f32) = (BLACK, 0.0);
        let distance = across.hypot(down);
        match self {
            Self::Disc(fill) if distance < DISC => {
                (lit(fill, false, across / DISC, down / DISC), 1.0)
            }
            Self::Disc(_) => {
                let beyond = (across - 0.03).hypot(down - 0.045) - DISC;
                (BLACK, 0.5 * (1.0 - (beyond + 0.03) / 0.07).clamp(0.0, 1.0))
            }
            Self::Counter(fill) => {
                let radius = HOLE + 0.04;
                let is_in = distance < radius;
                if is_in {
                    (lit(fill, true, across / radius, down / radius), 1.0)
                } else {
                    CLEAR
                }
            }
            Self::Piece(piece) => match piece.at(across, down) {
                PiecePoint::Wood(wood) => (wood, 1.0),
                PiecePoint::Shadow => (BLACK, 0.4),
                PiecePoint::Outside => CLEAR,
            },
            Self::Sheet(sheet) if distance >= HOLE => {
                // The edge of the hole catches the light below, and is dark above.
                let edge = (1.0 - (distance - HOLE) / 0.04).max(0.0);
                let (to, share) = if across + down > 0.0 {
                    (WHITE, 0.3)
                } else {
                    (BLACK, 0.35)
                };
                (mix(sheet, to, share * edge), 1.0)
            }
            Self::Sheet(_) => {
                let beyond = (across - 0.03).hypot(down - 0.05) - HOLE;
                (BLACK, 0.5 * ((beyond + 0.03) / 0.06).clamp(0.0, 1.0))
            }
        }
    }
}
