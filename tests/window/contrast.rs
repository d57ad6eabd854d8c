//! The contrast of the painted text with what is behind it, in every theme.

use eframe::egui::epaint::{RectShape, TextShape};
use eframe::egui::{Color32, Key, Shape};
use reversi::games::REGISTRY;

use crate::drawing::shapes;
use crate::harness::Shown;

/// The minimum contrast of text.
const TEXT: f64 = 4.5;

/// The relative luminance, as defined by WCAG 2.
fn luminance(color: Color32) -> f64 {
    let linear = |channel: u8| {
        let channel = f64::from(channel) / 255.0;
        if channel <= 0.04045 {
            channel / 12.92
        } else {
            ((channel + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(color.r()) + 0.7152 * linear(color.g()) + 0.0722 * linear(color.b())
}

fn contrast(a: Color32, b: Color32) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Fails on text without enough contrast. Text of unavailable actions is translucent, and may be pale.
fn check(shown: &Shown, what: &str) {
    let mut behind: Vec<(eframe::egui::Rect, Color32)> = Vec::new();
    let mut texts = 0;
    for shape in shapes(shown) {
        match shape {
            Shape::Rect(RectShape {
                rect,
                fill,
                brush: None,
                ..
            }) if fill.a() > 0 => {
                // A dialog dims what is behind it.
                if fill.is_opaque() {
                    behind.push((rect, fill));
                } else {
                    behind.retain(|(other, _)| !rect.contains_rect(*other));
                }
            }
            Shape::Text(TextShape {
                pos,
                galley,
                override_text_color,
                fallback_color,
                ..
            }) => {
                let own = galley
                    .job
                    .sections
                    .first()
                    .map(|section| section.format.color);
                let own = own.filter(|&color| color != Color32::PLACEHOLDER);
                let color = override_text_color.or(own).unwrap_or(fallback_color);
                let center = galley.rect.translate(pos.to_vec2()).center();
                let ground = behind.iter().rev().find(|(rect, _)| rect.contains(center));
                let Some(&(_, ground)) = ground.filter(|_| color.is_opaque()) else {
                    continue;
                };
                let found = contrast(color, ground);
                assert!(
                    found >= TEXT,
                    "{what}: {:?} has {found:.2}:1",
                    galley.text()
                );
                texts += 1;
            }
            _ => {}
        }
    }
    assert!(texts > 5, "{what}: only {texts} texts");
}

#[test]
fn text_is_readable_in_every_theme() {
    for theme in ["Dark", "Light", "High contrast", "Color blind", "Mono"] {
        let mut shown = Shown::of_size(REGISTRY[0], [1280.0, 800.0]);
        shown.press_command(Key::Comma);
        shown.click(theme);
        shown.settle();
        check(&shown, &format!("{theme}, settings"));
        shown.press(Key::Escape);
        check(&shown, &format!("{theme}, start page"));
        shown.act("N");
        for square in ["f5", "f6", "e6", "f4"] {
            shown.act(&format!("J {square}"));
        }
        shown.press(Key::E);
        shown.wait();
        shown.click("Study (button)");
        shown.click("Analyze game (panel)");
        shown.wait_until("the report", |shown| shown.has(|name| name == "Accuracy"));
        shown.wait();
        check(&shown, &format!("{theme}, study"));
        shown.press_command(Key::N);
        shown.settle();
        check(&shown, &format!("{theme}, new game"));
    }
}
