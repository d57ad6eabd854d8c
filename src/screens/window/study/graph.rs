//! The score graph. A click shows the position of a ply.

use eframe::egui::{
    Align2, Color32, CornerRadius, Mesh, Pos2, Rect, Role, Sense, Stroke, StrokeKind, TextStyle,
    Ui, WidgetInfo, pos2, vec2,
};

use super::super::sizes::scaled;
use super::super::user_action::UserAction;
use super::StudyPanel;
use crate::analysis::Analysis;
use crate::desk::ShownGame;
use crate::games::Player;
use crate::screens::theme::Rgb;
use crate::screens::variations::chart_action;
use crate::screens::words::study as words;

/// The height beside text of 14 points.
const HEIGHT: f32 = 130.0;

struct Scale {
    room: Rect,
    plies: f32,
    max_score: f32,
}

impl Scale {
    #[expect(
        clippy::cast_precision_loss,
        reason = "a game has few plies, a score two digits"
    )]
    fn at(&self, ply: usize, score: i32) -> Pos2 {
        let x = self.room.left() + self.room.width() * ply as f32 / self.plies;
        let y = self.room.center().y - self.room.height() / 2.0 * score as f32 / self.max_score;
        pos2(x, y)
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a game has few plies, a score two digits"
)]
pub(super) fn show(
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
    let last = plies.last().copied().unwrap_or(1).max(1);
    let max = course
        .iter()
        .map(|(_, score)| score.abs())
        .max()
        .unwrap_or(0)
        .max(8);
    let room = Rect::from_min_max(
        rect.min + vec2(scaled(ui, 34.0), 6.0),
        rect.max - vec2(8.0, 6.0),
    );
    let scale = Scale {
        room,
        plies: last as f32,
        max_score: max as f32,
    };
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, CornerRadius::same(4), theme.panel);
    let middle = scale.at(0, 0).y;
    painter.hline(room.x_range(), middle, Stroke::new(1.0, theme.dim));
    let font = TextStyle::Small.resolve(ui.style());
    for score in [max, 0, -max] {
        let at = pos2(room.left() - 4.0, scale.at(0, score).y);
        let align = match score {
            0 => Align2::RIGHT_CENTER,
            1.. => Align2::RIGHT_TOP,
            _ => Align2::RIGHT_BOTTOM,
        };
        painter.text(
            at,
            align,
            format!("{score:+}"),
            font.clone(),
            theme.dim.into(),
        );
    }
    let points = course
        .iter()
        .map(|&(ply, score)| scale.at(ply, score))
        .collect::<Vec<_>>();
    for (player, color) in Player::BOTH
        .into_iter()
        .zip([theme.graph_black, theme.graph_white])
    {
        painter.add(area(&points, middle, player, color));
    }
    painter.line(points, Stroke::new(2.0, theme.text));
    for judged in analysis.moves.iter().filter(|judged| judged.class.is_bad()) {
        let at = scale.at(judged.ply, judged.score_for_black());
        let rim = Stroke::new(1.0, theme.text);
        painter.circle(at, scaled(ui, 4.0), theme.class(judged.class), rim);
    }
    let mark = |moves: usize, color: Rgb, width: f32| {
        let x = scale.at(plies[moves.min(plies.len() - 1)], 0).x;
        painter.vline(x, room.y_range(), Stroke::new(width, color));
    };
    mark(shown, theme.accent, 2.0);
    if response.has_focus() {
        let stroke = Stroke::new(2.0, theme.accent);
        painter.rect_stroke(rect, CornerRadius::same(4), stroke, StrokeKind::Inside);
    }
    if let Some(at) = response.hover_pos() {
        let distance = |&moves: &usize| (scale.at(plies[moves], 0).x - at.x).abs();
        let nearest = (0..plies.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let moves = nearest.unwrap_or(0);
        mark(moves, theme.dim, 1.0);
        if response.clicked() {
            actions.push(UserAction::Desk(chart_action(game, moves)));
        }
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
        let (from, to) = (pair[0], pair[1]);
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
