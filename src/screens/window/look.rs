//! How the window looks: from a palette to egui's style.

use eframe::egui::{
    Color32, Context, CornerRadius, FontId, Stroke, TextStyle, Visuals, style::WidgetVisuals,
};

use super::palette::Palette;

/// The usual sizes of text, in points.
const SIZES: [(TextStyle, f32); 5] = [
    (TextStyle::Small, 11.0),
    (TextStyle::Body, 14.0),
    (TextStyle::Button, 14.0),
    (TextStyle::Heading, 19.0),
    (TextStyle::Monospace, 13.0),
];

/// Makes everything look like a palette, with text of this size in percent.
pub(super) fn apply(ctx: &Context, palette: &Palette, text_percent: u16, is_still: bool) {
    let visuals = visuals(palette);
    let scale = f32::from(text_percent) / 100.0;
    ctx.all_styles_mut(|style| {
        style.visuals = visuals.clone();
        for (text, size) in SIZES {
            let family = style.text_styles.get(&text).map(|font| font.family.clone());
            style.text_styles.insert(text, FontId::new(size * scale, family.unwrap_or_default()));
        }
        style.spacing.item_spacing = [8.0, 6.0].into();
        style.spacing.button_padding = [8.0, 4.0].into();
        style.spacing.interact_size.y = 24.0 * scale;
        style.animation_time = if is_still { 0.0 } else { 0.08 };
    });
}

fn visuals(palette: &Palette) -> Visuals {
    let mut visuals = if palette.is_dark() { Visuals::dark() } else { Visuals::light() };
    visuals.panel_fill = palette.ground;
    visuals.window_fill = palette.ground;
    visuals.window_stroke = Stroke::new(1.0, palette.edge);
    visuals.extreme_bg_color = palette.raised;
    visuals.text_edit_bg_color = Some(palette.raised);
    visuals.faint_bg_color = palette.raised;
    visuals.code_bg_color = palette.raised;
    visuals.hyperlink_color = palette.accent;
    visuals.warn_fg_color = palette.accent;
    visuals.error_fg_color = palette.error;
    visuals.weak_text_color = Some(palette.dim);
    visuals.selection.bg_fill = palette.accent;
    visuals.selection.stroke = Stroke::new(1.0, palette.ground);
    // Greyed, but always readable.
    visuals.disabled_alpha = 0.55;
    let widget = |fill: Color32, edge: Color32, width: f32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(width, edge),
        corner_radius: CornerRadius::same(4),
        fg_stroke: Stroke::new(1.0, palette.text),
        expansion: 0.0,
    };
    let hovered = palette.selected;
    visuals.widgets.noninteractive = widget(palette.ground, palette.edge, 1.0);
    visuals.widgets.inactive = widget(palette.raised, palette.edge, 1.0);
    visuals.widgets.hovered = widget(hovered, palette.accent, 1.0);
    visuals.widgets.active = widget(hovered, palette.accent, 2.0);
    visuals.widgets.open = widget(hovered, palette.edge, 1.0);
    visuals
}
