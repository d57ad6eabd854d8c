//! The sizes of text and of the widgets next to it.

use eframe::egui::{TextStyle, Ui, Vec2};

/// The default size of text in a window of [`USUAL_ROOM`], in points.
const BODY: f32 = 16.0;

/// The room in which text has its default size, in points.
const USUAL_ROOM: Vec2 = Vec2::new(1200.0, 800.0);

/// The length that is `points` beside text of 14 points, and grows with the text.
pub fn scaled(ui: &Ui, points: f32) -> f32 {
    (points * TextStyle::Body.resolve(ui.style()).size / 14.0).round()
}

/// The text size for a window with `room` for its content, in points. Text grows less than the window.
pub fn body_size(room: Vec2) -> f32 {
    let share = (room / USUAL_ROOM).min_elem().max(0.1);
    (BODY * share.powf(0.75)).clamp(13.0, 32.0).round()
}
