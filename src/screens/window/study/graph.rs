//! The score graph. A click shows the position of a ply.

use eframe::egui::{
    Align2, Color32, CornerRadius, FontId, Mesh, Painter, Pos2, Rect, Role, Sense, Stroke,
    StrokeKind, TextStyle, Ui, WidgetInfo, pos2, vec2,
};

use super::super::sizes::scaled;
use super::super::user_action::UserAction;
use super::StudyPanel;
use crate::analysis::Analysis;
use crate::desk::ShownGame;
use crate::games::Player;
use crate::screens::theme::{Rgb, Theme};
use crate::screens::variations::chart_action;
use crate::screens::words::study as words;

/// The height beside text of 14 points.
const HEIGHT: f32 = 130.0;

/// The graph of a game, as it is painted.
struct GraphPainter<'a> {
    painter: Painter,
    theme: &'a Theme,
    /// The place of the curve, beside the scores.
    room: Rect,
    /// The last ply with a place.
    last: usize,
    max_score: i32,
}

pub fn show(
    ui: &mut Ui,
    study: &StudyPanel<'_>,
    analysis: &Analysis,
    actions: &mut Vec<UserAction>,
) {
    if analysis.moves.is_empty() {
        return;
    }
    let StudyPanel { game, theme, .. } = study;
    let size = vec2(ui.available_width(), scaled(ui, HEIGHT));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let shown = game.shown_in_chart().moves();
    response.widget_info(|| {
        let words = words::graph(analysis, game.number(shown));
        WidgetInfo::labeled(Role::Button, true, words)
    });
    let course = analysis.course();
    let plies = plies(game);
    let highest = course.iter().map(|(_, score)| score.abs()).max();
    let graph = GraphPainter {
        painter: ui.painter_at(rect),
        theme,
        room: Rect::from_min_max(
            rect.min + vec2(scaled(ui, 34.0), 6.0),
            rect.max - vec2(8.0, 6.0),
        ),
        last: plies.last().copied().unwrap_or(1).max(1),
        max_score: highest.unwrap_or(0).max(8),
    };
    graph.paint_ground(rect, &TextStyle::Small.resolve(ui.style()));
    graph.paint_course(&course);
    graph.paint_mistakes(analysis, scaled(ui, 4.0));
    graph.mark(plies[shown.min(plies.len() - 1)], theme.accent, 2.0);
    if response.has_focus() {
        let stroke = Stroke::new(2.0, theme.accent);
        let corners = CornerRadius::same(4);
        let inside = StrokeKind::Inside;
        graph.painter.rect_stroke(rect, corners, stroke, inside);
    }
    if let Some(at) = response.hover_pos() {
        let moves = graph.nearest(&plies, at);
        graph.mark(plies[moves], theme.dim, 1.0);
        if response.clicked() {
            actions.push(UserAction::Desk(chart_action(game, moves)));
        }
    }
}

impl GraphPainter<'_> {
    #[expect(
        clippy::cast_precision_loss,
        reason = "a game has few plies, a score two digits"
    )]
    fn at(&self, ply: usize, score: i32) -> Pos2 {
        let Rect { min, max } = self.room;
        let x = min.x + (max.x - min.x) * ply as f32 / self.last as f32;
        let half = (max.y - min.y) / 2.0;
        let y = self.room.center().y - half * score as f32 / self.max_score as f32;
        pos2(x, y)
    }

    fn middle(&self) -> f32 {
        self.at(0, 0).y
    }

    /// Paints the panel, the line of equal scores, and the scale.
    fn paint_ground(&self, rect: Rect, font: &FontId) {
        let painter = &self.painter;
        let theme = self.theme;
        painter.rect_filled(rect, CornerRadius::same(4), theme.panel);
        let stroke = Stroke::new(1.0, theme.dim);
        painter.hline(self.room.x_range(), self.middle(), stroke);
        for score in [self.max_score, 0, -self.max_score] {
            let at = pos2(self.room.left() - 4.0, self.at(0, score).y);
            let align = match score {
                0 => Align2::RIGHT_CENTER,
                1.. => Align2::RIGHT_TOP,
                _ => Align2::RIGHT_BOTTOM,
            };
            let text = format!("{score:+}");
            let color = theme.dim.into();
            painter.text(at, align, text, font.clone(), color);
        }
    }

    fn paint_course(&self, course: &[(usize, i32)]) {
        let points = course.iter().map(|&(ply, score)| self.at(ply, score));
        let points: Vec<Pos2> = points.collect();
        let colors = [self.theme.graph_black, self.theme.graph_white];
        for (player, color) in Player::BOTH.into_iter().zip(colors) {
            self.painter
                .add(area(&points, self.middle(), player, color));
        }
        self.painter.line(points, Stroke::new(2.0, self.theme.text));
    }

    fn paint_mistakes(&self, analysis: &Analysis, radius: f32) {
        let rim = Stroke::new(1.0, self.theme.text);
        for judged in analysis.moves.iter().filter(|judged| judged.class.is_bad()) {
            let at = self.at(judged.ply, judged.score_for_black());
            let color = self.theme.class(judged.class);
            self.painter.circle(at, radius, color, rim);
        }
    }

    fn mark(&self, ply: usize, color: Rgb, width: f32) {
        let x = self.at(ply, 0).x;
        let rows = self.room.y_range();
        self.painter.vline(x, rows, Stroke::new(width, color));
    }

    /// The number of moves whose place is nearest to a point.
    fn nearest(&self, plies: &[usize], at: Pos2) -> usize {
        let distance = |&moves: &usize| (self.at(plies[moves], 0).x - at.x).abs();
        let nearest = (0..plies.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.unwrap_or(0)
    }
}

/// The area between the curve and the middle in which `player` is ahead. Black is ahead above the middle.
fn area(points: &[Pos2], middle: f32, player: Player, color: Rgb) -> Mesh {
    let color = Color32::from(color).gamma_multiply(0.45);
    let limited = |at: Pos2| match player {
        Player::Black => at.y.min(middle),
        Player::White => at.y.max(middle),
    };
    let mut mesh = Mesh::default();
    let mut add = |from: Pos2, to: Pos2| {
        let first = u32::try_from(mesh.vertices.len()).unwrap_or(0);
        for at in [from, to] {
            mesh.colored_vertex(pos2(at.x, middle), color);
            mesh.colored_vertex(pos2(at.x, limited(at)), color);
        }
        mesh.add_triangle(first, first + 1, first + 2);
        mesh.add_triangle(first + 1, first + 2, first + 3);
    };
    for pair in points.windows(2) {
        let from = pair[0];
        let to = pair[1];
        if (from.y < middle) == (to.y < middle) {
            add(from, to);
        } else {
            let crossing = from.lerp(to, (middle - from.y) / (to.y - from.y));
            add(from, crossing);
            add(crossing, to);
        }
    }
    mesh
}

/// The number of plies after each number of moves.
fn plies(game: &ShownGame) -> Vec<usize> {
    let mut sum = 0;
    let of_moves = game.charted.history().iter().map(|ply| {
        sum += ply.played.plies();
        sum
    });
    [0].into_iter().chain(of_moves).collect()
}
