//! The mouse wheel over the board steps through the game.

use eframe::egui::{Event, MouseWheelUnit, Rect, Ui};

use super::user_action::UserAction;

/// The points on a touchpad that count as a step of a wheel.
const POINTS: f32 = 40.0;

/// The part of a step that was turned so far.
#[derive(Debug, Default)]
pub struct Wheel(f32);

impl Wheel {
    pub fn read(&mut self, ui: &Ui, board: Rect, actions: &mut Vec<UserAction>) {
        if !ui.rect_contains_pointer(board) {
            self.0 = 0.0;
            return;
        }
        let turned = ui.input(|input| {
            let turned = |event: &Event| match event {
                // Ctrl and the wheel zoom.
                Event::MouseWheel {
                    unit,
                    delta,
                    modifiers,
                    ..
                } if !modifiers.command => {
                    let is_fine = *unit == MouseWheelUnit::Point;
                    Some(if is_fine { delta.y / POINTS } else { delta.y })
                }
                _ => None,
            };
            input.events.iter().filter_map(turned).sum::<f32>()
        });
        // A turn in the other direction starts anew.
        let before = if turned * self.0 < 0.0 { 0.0 } else { self.0 };
        self.0 = before + turned;
        #[expect(clippy::cast_possible_truncation, reason = "a few steps")]
        let steps = self.0.trunc() as isize;
        self.0 = self.0.fract();
        if steps != 0 {
            actions.push(UserAction::Browse(steps.saturating_neg()));
        }
    }
}
