//! What is on the board: pieces, which may move, and marks.

use eframe::egui::{Align2, Color32, CornerRadius, FontId, Painter, Stroke, StrokeKind, vec2};

use super::board::BoardContext;
use super::geometry::Geometry;
use super::ground::Ground;
use super::pieces;
use super::sprites::HOLE;
use crate::games::{Cell, Played, Square};
use crate::screens::board_look::Surface;
use crate::screens::motion::{InFlight, Moment, named_square};
use crate::screens::scene::Mark;
use crate::screens::words as said;
use crate::session::Ply;

impl BoardContext<'_> {
    /// Draws the pieces and marks on the squares.
    pub(super) fn draw_contents(
        &self,
        painter: &Painter,
        ground: &Ground<'_>,
        moment: Option<Moment<'_>>,
    ) {
        let scene = &self.scene;
        let look = &self.look;
        let geometry = ground.geometry;
        let inside = painter.with_clip_rect(geometry.inside.intersect(painter.clip_rect()));
        if let Some(InFlight { cell, column, row }) = moment.and_then(|moment| moment.leaving()) {
            pieces::cell(&inside, cell, geometry.rect_at(column, row), look);
        }
        for square in geometry.squares() {
            let cell = scene.grid.cell(square);
            let rect = geometry.rect(square);
            let turning = moment.and_then(|moment| moment.turning(square, cell));
            if let Some((shown, width)) = turning {
                let rect = rect.scale_from_center2(vec2(width.max(0.05), 1.0));
                pieces::disc(&inside, shown, rect, 1.0, look);
                continue;
            }
            let place = moment.and_then(|moment| moment.place(square));
            let rect = place.map_or(rect, |(column, row)| geometry.rect_at(column, row));
            pieces::cell(&inside, cell, rect, look);
        }
        ground.draw_cover(&inside);
        if let Some(last) = scene.last.filter(|_| moment.is_none()) {
            self.draw_last(&inside, geometry, last);
            self.draw_class(&inside, geometry, last);
        }
        for &square in scene.line.iter().filter(|_| moment.is_none()) {
            let rect = geometry.rect(square).shrink(1.5);
            let stroke = Stroke::new((geometry.cell * 0.07).max(2.0), self.theme.suggested);
            if let Surface::Sheet { .. } = look.surface(square) {
                inside.circle_stroke(rect.center(), geometry.cell * HOLE, stroke);
            } else {
                inside.rect_stroke(rect, CornerRadius::same(3), stroke, StrokeKind::Inside);
            }
        }
        self.draw_marks(&inside, geometry);
    }

    fn draw_last(&self, painter: &Painter, geometry: &Geometry, square: Square) {
        let theme = self.theme;
        let center = geometry.center(square);
        if let Cell::Disc(_) = self.scene.grid.cell(square) {
            let radius = (geometry.cell * 0.09).max(2.0);
            painter.circle_filled(center, radius, self.look.last_mark);
        } else {
            let rect = geometry.rect(square).shrink(1.5);
            let stroke = Stroke::new((geometry.cell * 0.05).max(2.0), theme.last_move);
            painter.rect_stroke(rect, CornerRadius::same(3), stroke, StrokeKind::Inside);
        }
    }

    /// Draws a badge with the sign of a bad last move.
    fn draw_class(&self, painter: &Painter, geometry: &Geometry, square: Square) {
        let Some(class) = self.class.filter(|class| class.is_bad()) else {
            return;
        };
        let theme = self.theme;
        let cell = geometry.cell;
        let center = geometry.center(square) + vec2(0.3, -0.3) * cell;
        let color = Color32::from(theme.class(class));
        let stroke = Stroke::new((cell * 0.02).max(1.0), color);
        painter.circle(center, cell * 0.17, theme.background, stroke);
        let font = FontId::proportional((cell * 0.2).clamp(8.0, 24.0));
        painter.text(
            center,
            Align2::CENTER_CENTER,
            said::class_sign(class),
            font,
            color,
        );
    }

    fn draw_marks(&self, painter: &Painter, geometry: &Geometry) {
        let scene = &self.scene;
        let theme = self.theme;
        let cell = geometry.cell;
        let is_marked = self.shows_legal && self.is_playable();
        let legal = scene.legal.iter().copied().filter(|_| is_marked);
        for square in legal.filter(|square| scene.score(*square).is_none()) {
            if scene.grid.cell(square) == Cell::Empty {
                painter.circle_filled(geometry.center(square), (cell * 0.08).max(1.5), theme.legal);
            } else {
                // A full column that can be pushed down.
                let stroke = Stroke::new((cell * 0.04).max(1.0), theme.legal);
                painter.circle_stroke(geometry.center(square), cell * 0.12, stroke);
            }
        }
        for (index, &square) in scene.suggested.iter().enumerate() {
            let width = (cell * if index == 0 { 0.07 } else { 0.035 }).max(1.5);
            let stroke = Stroke::new(width, theme.suggested);
            painter.circle_stroke(geometry.center(square), cell * 0.36, stroke);
        }
        let font = FontId::proportional((cell * 0.32).clamp(9.0, 26.0));
        for &(square, score) in &scene.scores {
            let center = geometry.center(square);
            let is_best = scene.is_best(score);
            let color = theme.mark(Mark::Score { score, is_best });
            if is_best {
                let stroke = Stroke::new((cell * 0.04).max(1.5), color);
                painter.circle_stroke(center, cell * 0.4, stroke);
            }
            let text = format!("{score:+}");
            painter.text(
                center,
                Align2::CENTER_CENTER,
                text,
                font.clone(),
                color.into(),
            );
        }
    }

    /// Shows the effects of a move: the placed disc and the flipped ones.
    pub(super) fn draw_preview(
        &self,
        painter: &Painter,
        geometry: &Geometry,
        chosen: Square,
        ply: &Ply,
    ) {
        let inside = painter.with_clip_rect(geometry.inside.intersect(painter.clip_rect()));
        let cell = geometry.cell;
        let Played {
            player,
            placed,
            flipped,
            pushed_out,
            ..
        } = &ply.played;
        if let Some(placed) = *placed {
            let center = geometry.center(placed);
            let note = self.position.game().note();
            if let Some(hand) = note.as_ref().and_then(|note| note.hand.as_ref()) {
                pieces::piece(&inside, hand, geometry.rect(placed), 0.55, &self.look);
            } else {
                pieces::disc(&inside, *player, geometry.rect(placed), 0.5, &self.look);
            }
            let named = named_square(&ply.name(), &self.scene.grid);
            if placed != chosen && named.is_some_and(|named| named != placed) {
                let stroke = Stroke::new((cell * 0.05).max(1.5), self.theme.legal);
                inside.line_segment([geometry.center(chosen), center], stroke);
            }
        }
        for &square in flipped {
            let center = geometry.center(square);
            let color = self.look.disc(*player);
            inside.circle_filled(center, cell * 0.16, color);
            inside.circle_stroke(
                center,
                cell * 0.16,
                Stroke::new(1.0, self.theme.outline(*player)),
            );
        }
        if let Some(out) = *pushed_out {
            let center = geometry.center(out);
            let arm = cell * 0.2;
            let stroke = Stroke::new((cell * 0.07).max(2.0), self.theme.last_move);
            for way in [vec2(arm, arm), vec2(arm, -arm)] {
                inside.line_segment([center - way, center + way], stroke);
            }
        }
    }
}
