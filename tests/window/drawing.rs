//! The painted shapes, which can be read without a graphics card.

use eframe::egui::epaint::{CircleShape, RectShape, TextShape};
use eframe::egui::{Color32, Key, Shape};
use reversi::games::find;

use crate::harness::Shown;

fn shapes(shown: &Shown) -> Vec<Shape> {
    fn flatten(shape: &Shape, out: &mut Vec<Shape>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| flatten(shape, out)),
            shape => out.push(shape.clone()),
        }
    }
    let mut out = Vec::new();
    for clipped in &shown.harness.output().shapes {
        flatten(&clipped.shape, &mut out);
    }
    out
}

/// The discs and dots without an outline.
fn dots(shown: &Shown) -> usize {
    let is_dot = |shape: &Shape| matches!(shape, Shape::Circle(CircleShape { stroke, .. }) if stroke.is_empty());
    shapes(shown).iter().filter(|shape| is_dot(shape)).count()
}

#[test]
fn every_legal_move_has_its_dot_even_where_every_empty_square_is_one() {
    let last = format!("{}OX- X", "X".repeat(61));
    for (code, lines, legal) in [
        ("rv", vec!["N".to_owned()], 4),
        ("rv", vec!["N".to_owned(), format!("setboard {last}")], 1),
        ("gr", vec!["N".to_owned()], 100),
        ("c4", vec!["N".to_owned()], 7),
    ] {
        let mut shown = Shown::playing(find(code).unwrap(), &lines[0]);
        for line in &lines[1..] {
            shown.act(line);
        }
        let names = shown.choices().len();
        assert!(names >= legal, "{code}: {}", shown.message());
        let with = dots(&shown);
        shown.press_command(Key::L);
        assert_eq!(with - dots(&shown), legal, "{code}");
    }
}

#[test]
fn pieces_that_cannot_be_chosen_are_not_translucent() {
    let mut shown = Shown::playing(find("qu").unwrap(), "N");
    let opaque = |shown: &Shown| {
        let bodies = shapes(shown).into_iter().filter_map(|shape| match shape {
            // Buttons are wider than high.
            Shape::Rect(RectShape { rect, fill, stroke, .. })
                if !stroke.is_empty()
                    && fill != Color32::TRANSPARENT
                    && (rect.width() - rect.height()).abs() < 0.5 =>
            {
                Some((fill, stroke.color))
            }
            _ => None,
        });
        let bodies: Vec<_> = bodies.collect();
        assert!(bodies.len() >= 7, "{bodies:?}");
        bodies.iter().all(|(fill, rim)| fill.is_opaque() && rim.is_opaque())
    };
    assert!(opaque(&shown));
    let first = shown.choices()[0].clone();
    shown.click(&first);
    assert!(opaque(&shown), "the others are greyed while one has to be placed");
}

#[test]
fn the_keys_of_a_checked_entry_can_be_read() {
    let mut shown = Shown::playing(find("rv").unwrap(), "N");
    shown.click("View");
    shown.settle();
    let color = |is_it: &dyn Fn(&str) -> bool| {
        shapes(&shown).iter().find_map(|shape| match shape {
            Shape::Text(TextShape { galley, override_text_color, fallback_color, .. })
                if is_it(galley.text()) =>
            {
                let own = galley.job.sections.first().map(|section| section.format.color);
                let own = own.filter(|&color| color != Color32::PLACEHOLDER);
                Some(override_text_color.or(own).unwrap_or(*fallback_color))
            }
            _ => None,
        })
    };
    let label = color(&|text| text.to_lowercase().contains("legal moves"));
    assert!(label.is_some());
    assert_eq!(color(&|text| text == "Ctrl+L"), label);
}
