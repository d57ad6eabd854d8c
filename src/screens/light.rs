//! Light and shadow on discs and wooden pieces, as colors of single points. Each screen samples them as finely as it can.

use super::theme::Rgb;
use crate::games::Piece;

/// The light on wood.
const WARM: Rgb = Rgb(0xd0, 0x98, 0x54);
pub const BLACK: Rgb = Rgb(0, 0, 0);
pub const WHITE: Rgb = Rgb(255, 255, 255);

/// The color of a point of a disc under a light from the upper left. The point is given in radii from the center.
/// A counter has a raised ring.
pub fn lit(fill: Rgb, is_counter: bool, across: f32, down: f32) -> Rgb {
    let distance = across.hypot(down);
    // From -1 at the lower right to 1 at the upper left.
    let light = -(across + down) / std::f32::consts::SQRT_2;
    let to_glow = (across + 0.35).hypot(down + 0.35);
    let glow = 0.22 * (1.0 - to_glow).max(0.0);
    let shaded = if light < 0.0 {
        mix(fill, BLACK, -0.22 * light)
    } else {
        fill
    };
    let is_ring = is_counter && (0.58..0.68).contains(&distance);
    let shaded = if is_ring {
        mix(shaded, BLACK, 0.16)
    } else {
        shaded
    };
    let is_edge = distance > 0.88;
    mix(
        shaded,
        WHITE,
        glow + if is_edge { 0.14 } else { 0.07 * light.max(0.0) },
    )
}

/// A wooden piece with its four traits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WoodenPiece {
    wood: Rgb,
    is_large: bool,
    is_square: bool,
    is_hollow: bool,
}

/// What is at a point of the square of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PiecePoint {
    Wood(Rgb),
    Shadow,
    Outside,
}

impl WoodenPiece {
    pub fn new(piece: &Piece, wood: Rgb) -> Self {
        Self {
            wood,
            is_large: piece.is_large(),
            is_square: piece.is_square(),
            is_hollow: piece.is_hollow(),
        }
    }

    /// What is at a point, in squares from the center.
    pub fn at(self, across: f32, down: f32) -> PiecePoint {
        let Self {
            wood,
            is_large,
            is_square,
            is_hollow,
        } = self;
        // The piece is seen from the front and from above: its lid is as deep as its foot.
        let half = if is_square { 0.36 } else { 0.25 };
        let depth = 0.13;
        let foot = 0.30;
        let lid = if is_large { -0.33 } else { 0.02 };
        let bulge = |across: f32, half: f32, depth: f32| {
            let part = (1.0 - (across / half).powi(2)).max(0.0).sqrt();
            if is_square { depth } else { depth * part }
        };
        let is_in = |across: f32, down: f32| {
            let reach = bulge(across, half, depth);
            across.abs() < half && (lid - reach..foot + reach).contains(&down)
        };
        if !is_in(across, down) {
            let is_in_shadow = is_in(across - 0.07, down - 0.05) && down > lid + 0.1;
            return if is_in_shadow {
                PiecePoint::Shadow
            } else {
                PiecePoint::Outside
            };
        }
        if (down - lid).abs() < bulge(across, half, depth) {
            let half = 0.55 * half;
            let depth = 0.6 * depth;
            let is_hole = across.abs() < half && (down - lid).abs() < bulge(across, half, depth);
            let lit = mix(wood, if wood.is_light() { WHITE } else { WARM }, 0.3);
            return PiecePoint::Wood(if is_hollow && is_hole {
                mix(wood, BLACK, 0.8)
            } else {
                lit
            });
        }
        let light = -across / half;
        // A box has a plain front, a cylinder a round one.
        let strength = if is_square { 0.06 } else { 0.26 };
        let front = if wood.is_light() {
            mix(wood, WARM, 0.35)
        } else {
            wood
        };
        let (to, strength) = if light > 0.0 {
            (WARM, 0.5 * strength)
        } else {
            (BLACK, 1.3 * strength)
        };
        PiecePoint::Wood(mix(front, to, strength * light.abs()))
    }
}

/// The color between two colors, at a share of the second one.
pub fn mix(from: Rgb, to: Rgb, share: f32) -> Rgb {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between two channels"
    )]
    let channel = |from: u8, to: u8| {
        (f32::from(from) + (f32::from(to) - f32::from(from)) * share.clamp(0.0, 1.0)).round() as u8
    };
    Rgb(
        channel(from.0, to.0),
        channel(from.1, to.1),
        channel(from.2, to.2),
    )
}
