//! The painted shapes, which can be read without a graphics card.

use eframe::egui::epaint::{CircleShape, RectShape, TextShape};
use eframe::egui::{Color32, Key, Shape, TextureId};
use egui_kittest::kittest::Queryable;
use reversi::games::find;

use crate::harness::Shown;

pub(crate) fn shapes(shown: &Shown) -> Vec<Shape> {
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
fn the_keys_of_a_checked_entry_can_be_read() {
    let mut shown = Shown::playing(find("rv").unwrap(), "N");
    shown.click("View");
    shown.settle();
    let color = |is_it: &dyn Fn(&str) -> bool| {
        shapes(&shown).iter().find_map(|shape| match shape {
            Shape::Text(TextShape {
                galley,
                override_text_color,
                fallback_color,
                ..
            }) if is_it(galley.text()) => {
                let own = galley
                    .job
                    .sections
                    .first()
                    .map(|section| section.format.color);
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

/// The pictures of discs, pieces and sheets.
fn sprites(shown: &Shown) -> usize {
    let is_picture = |shape: &Shape| matches!(shape, Shape::Mesh(mesh) if mesh.texture_id != TextureId::default());
    shapes(shown)
        .iter()
        .filter(|shape| is_picture(shape))
        .count()
}

#[test]
fn each_game_has_its_own_board() {
    let mut grounds = Vec::new();
    for (code, pictures) in [
        // The discs.
        ("rv", 4),
        // The squares of the sheet.
        ("c4", 42),
        ("co", 0),
        ("gr", 0),
        // The pieces.
        ("qu", 16),
    ] {
        let mut shown = Shown::playing(find(code).unwrap(), "N");
        shown.wait_until("the pictures", |shown| sprites(shown) == pictures);
        let square = shown
            .harness
            .query_all_by_label_contains("a1, ")
            .next()
            .unwrap()
            .rect();
        let fills = shapes(&shown).into_iter().filter_map(|shape| match shape {
            Shape::Rect(RectShape { rect, fill, .. })
                if fill.is_opaque() && rect.contains(square.center()) =>
            {
                Some(fill)
            }
            _ => None,
        });
        grounds.push(fills.collect::<Vec<_>>());
    }
    for (index, ground) in grounds.iter().enumerate() {
        assert!(!grounds[..index].contains(ground), "{ground:?}");
    }
}

#[test]
fn a_piece_is_one_picture_so_that_a_pale_one_has_no_overlaps() {
    let mut shown = Shown::playing(find("qu").unwrap(), "N");
    shown.wait_until("the pictures", |shown| sprites(shown) == 16);
    let first = shown.choices()[0].clone();
    shown.click(&first);
    assert_eq!(sprites(&shown), 16, "one is in hand, the others are pale");
}

#[test]
fn coordinates_are_outside_the_frame() {
    for (code, labels) in [("rv", ["a", "8"]), ("c4", ["7", "6"])] {
        let shown = Shown::playing(find(code).unwrap(), "N");
        let all = shapes(&shown);
        let [first, last] = ["a1, ", if code == "rv" { "h8, " } else { "g6, " }].map(|name| {
            shown
                .harness
                .query_all_by_label_contains(name)
                .next()
                .unwrap()
                .rect()
        });
        let board = first.union(last);
        let frame = all.iter().filter_map(|shape| match shape {
            Shape::Rect(rect) if rect.rect.contains_rect(board) && rect.fill.is_opaque() => {
                Some(rect.rect)
            }
            _ => None,
        });
        let frame = frame.min_by(|a, b| a.area().total_cmp(&b.area())).unwrap();
        assert!(frame.width() > board.width());
        for label in labels {
            let is_outside = |shape: &Shape| {
                let Shape::Text(text) = shape else {
                    return false;
                };
                text.galley.text() == label && !frame.intersects(text.visual_bounding_rect())
            };
            assert!(all.iter().any(is_outside), "{code}: {label}");
        }
    }
}
