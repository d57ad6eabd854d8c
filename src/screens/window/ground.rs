//! The board without its pieces: frame, coordinates, felt, wood, and the sheet in front of counters.

use eframe::egui::{
    Align2, Color32, CornerRadius, FontId, Mesh, Painter, Rect, Shape, Stroke, StrokeKind, pos2,
    vec2,
};
use eframe::epaint::Shadow;

use super::geometry::Geometry;
use super::sprites::{HOLE, Sprite};
use crate::games::{Info, Material, Square};
use crate::screens::board_look::{BoardLook, Surface};
use crate::screens::light::{BLACK, WHITE, mix};
use crate::screens::theme::Theme;

pub struct Ground<'a> {
    pub info: &'static Info,
    pub geometry: &'a Geometry,
    pub look: BoardLook,
    pub theme: &'static Theme,
}

impl Ground<'_> {
    /// Draws the frame, with its shadow on the table.
    pub fn draw_frame(&self, painter: &Painter) {
        let Geometry {
            frame,
            inside,
            cell,
            ..
        } = *self.geometry;
        let rim = self.look.rim;
        let corner = CornerRadius::same(6);
        let shadow = Shadow {
            offset: [2, 4],
            blur: 14,
            spread: 0,
            color: Color32::from_black_alpha(110),
        };
        painter.add(shadow.as_shape(frame, corner));
        painter.rect_filled(frame, corner, rim);
        // Four mitered bars under a light from the upper left.
        let outer = frame.shrink(2.0);
        let inner = inside.expand(1.0);
        let corners = |rect: Rect| {
            [
                rect.left_top(),
                rect.right_top(),
                rect.right_bottom(),
                rect.left_bottom(),
            ]
        };
        let outer = corners(outer);
        let inner = corners(inner);
        for (side, (to, share)) in [(WHITE, 0.14), (BLACK, 0.12), (BLACK, 0.28), (WHITE, 0.07)]
            .into_iter()
            .enumerate()
        {
            let next = (side + 1) % 4;
            let color = Color32::from(mix(rim, to, share));
            let bar = vec![outer[side], outer[next], inner[next], inner[side]];
            painter.add(Shape::convex_polygon(bar, color, Stroke::NONE));
        }
        let edge = Stroke::new((cell * 0.03).clamp(1.0, 3.0), mix(rim, BLACK, 0.6));
        painter.rect_stroke(inside, CornerRadius::ZERO, edge, StrokeKind::Outside);
    }

    /// Draws the coordinates outside the frame.
    pub fn draw_coordinates(&self, painter: &Painter, is_numbered: bool) {
        let geometry = self.geometry;
        let font = FontId::proportional((geometry.cell * 0.28).clamp(8.0, 24.0));
        let label = |at, text: String| {
            let color = self.theme.coordinates.into();
            painter.text(at, Align2::CENTER_CENTER, text, font.clone(), color);
        };
        for column in 0..geometry.columns {
            let letter = char::from(b'a' + column).to_string();
            let text = if is_numbered {
                (column + 1).to_string()
            } else {
                letter
            };
            label(geometry.above(column), text);
        }
        for row in 0..geometry.rows {
            label(geometry.beside(row), (u16::from(row) + 1).to_string());
        }
    }

    /// Draws the squares.
    pub fn draw_squares(&self, painter: &Painter) {
        let Geometry { inside, cell, .. } = *self.geometry;
        for square in self.geometry.squares() {
            let rect = self.geometry.rect(square);
            painter.rect_filled(rect, CornerRadius::ZERO, self.look.ground(square));
            if let Surface::Wood { wood } = self.look.surface(square) {
                let dark = mix(wood, BLACK, 0.3);
                let light = mix(wood, WHITE, 0.16);
                let width = (cell * 0.02).max(1.0);
                for (color, shift) in [(light, width * 0.8), (dark, 0.0)] {
                    let center = rect.center() + vec2(shift, shift);
                    painter.circle_stroke(center, cell * 0.45, Stroke::new(width, color));
                }
            }
        }
        if self.has_slots() {
            self.draw_slots(painter);
        }
        if let Surface::Felt { line, .. } = self.look.surface(Square { row: 0, column: 0 }) {
            self.draw_lines(painter, Stroke::new((cell * 0.025).clamp(1.0, 2.5), line));
            // The light falls off to the lower right.
            let mut shade = Mesh::default();
            for (corner, alpha) in [
                (inside.left_top(), 0),
                (inside.right_top(), 12),
                (inside.right_bottom(), 30),
                (inside.left_bottom(), 12),
            ] {
                shade.colored_vertex(corner, Color32::from_black_alpha(alpha));
            }
            shade.add_triangle(0, 1, 2);
            shade.add_triangle(0, 2, 3);
            painter.add(shade);
        }
    }

    fn draw_lines(&self, painter: &Painter, stroke: Stroke) {
        let geometry = self.geometry;
        for column in 0..=geometry.columns {
            let x = geometry.rect_at(f32::from(column), 0.0).left();
            painter.vline(x, geometry.inside.y_range(), stroke);
        }
        for row in 0..=geometry.rows {
            let y = geometry.rect_at(0.0, f32::from(row)).top();
            painter.hline(geometry.inside.x_range(), y, stroke);
        }
        let has_dots = self.info.material == Material::Felt;
        if has_dots && geometry.rows.min(geometry.columns) >= 8 {
            for row in [2, geometry.rows - 2] {
                for column in [2, geometry.columns - 2] {
                    let at = geometry
                        .rect_at(f32::from(column), f32::from(row))
                        .left_top();
                    painter.circle_filled(at, (geometry.cell * 0.06).max(2.0), stroke.color);
                }
            }
        }
    }

    /// Whether the columns are slots that are open below, because pieces fall out there.
    fn has_slots(&self) -> bool {
        self.info.material == Material::Slots
    }

    fn draw_slots(&self, painter: &Painter) {
        let Surface::Sheet { sheet, hole } = self.look.surface(Square { row: 0, column: 0 }) else {
            return;
        };
        let Geometry { inside, cell, .. } = *self.geometry;
        painter.rect_filled(inside, CornerRadius::ZERO, sheet);
        for column in 0..self.geometry.columns {
            let x = self.geometry.rect_at(f32::from(column), 0.0).center().x;
            let half = cell * (HOLE + 0.045);
            let slot = Rect::from_min_max(
                pos2(x - half, inside.top() + cell * 0.04),
                pos2(x + half, inside.bottom()),
            );
            let edge = Stroke::new((cell * 0.03).max(1.0), mix(sheet, BLACK, 0.4));
            painter.rect(slot, CornerRadius::ZERO, hole, edge, StrokeKind::Outside);
        }
    }

    /// Draws what is in front of counters: the sheet with its holes.
    pub fn draw_cover(&self, painter: &Painter) {
        for square in self.geometry.squares().filter(|_| !self.has_slots()) {
            if let Surface::Sheet { sheet, .. } = self.look.surface(square) {
                Sprite::Sheet(sheet).paint(painter, self.geometry.rect(square), 1.0);
            }
        }
    }
}
