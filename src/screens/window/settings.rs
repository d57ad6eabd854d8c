//! The user's preferences: their dialog, and the look of the window.

use std::ops::RangeInclusive;

use eframe::egui::style::WidgetVisuals;
use eframe::egui::{
    Color32, Context, CornerRadius, FontId, Slider, Stroke, TextStyle, Ui, Vec2, Visuals,
};

use super::form;
use crate::base::language::translated;
use crate::screens::memory::WindowMemory;
use crate::screens::options::{Animation, Options};
use crate::screens::theme::{Rgb, Theme, ThemeName};
use crate::screens::words::dialogs as words;

/// The range of the text size, in percent.
const TEXT_PERCENT: RangeInclusive<u16> = 75..=200;

/// The sizes of text, as multiples of the text of sentences.
const TEXT_SIZES: [(TextStyle, f32); 5] = [
    (TextStyle::Small, 0.8),
    (TextStyle::Body, 1.0),
    (TextStyle::Button, 1.0),
    (TextStyle::Heading, 1.35),
    (TextStyle::Monospace, 0.93),
];

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preferences {
    /// The theme; `None` to match the system.
    pub theme: Option<ThemeName>,
    /// The settings saved between runs.
    pub kept: WindowMemory,
    /// Whether the command line turns animations off for this run.
    is_still: bool,
}

impl Preferences {
    /// Creates preferences from the options of a run, with saved values limited to valid ranges.
    pub fn new(options: &Options) -> Self {
        let mut kept = options.window.clone();
        kept.text_percent = kept
            .text_percent
            .clamp(*TEXT_PERCENT.start(), *TEXT_PERCENT.end());
        kept.size = (kept.size.0.clamp(360, 8000), kept.size.1.clamp(480, 8000));
        Self {
            theme: options.theme,
            kept,
            is_still: options.animation == Animation::Off,
        }
    }

    pub fn is_still(&self) -> bool {
        self.is_still || self.kept.reduced_motion
    }

    pub fn show(&mut self, ui: &mut Ui) {
        form::row(ui, translated(words::THEME), |ui, _| {
            ui.radio_value(&mut self.theme, None, translated(words::AS_SYSTEM));
            for name in ThemeName::all() {
                ui.radio_value(&mut self.theme, Some(name), words::theme(name.as_str()));
            }
        });
        form::row(ui, translated(words::TEXT_SIZE), |ui, label| {
            let text = Slider::new(&mut self.kept.text_percent, TEXT_PERCENT).step_by(5.0);
            ui.add(text.suffix("%")).labelled_by(label);
        });
        form::row(ui, translated(words::ZOOM), |ui, label| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "50 to 300"
            )]
            let mut zoom = (ui.ctx().zoom_factor() * 100.0).round() as u16;
            let slider = Slider::new(&mut zoom, 50..=300).step_by(10.0).suffix("%");
            if ui.add(slider).labelled_by(label).drag_stopped() {
                ui.ctx().set_zoom_factor(f32::from(zoom) / 100.0);
            }
        });
        form::beside(ui, |ui| {
            ui.checkbox(&mut self.kept.legal_moves, translated(words::LEGAL))
        });
        form::beside(ui, |ui| {
            ui.checkbox(&mut self.kept.reduced_motion, translated(words::STILL))
        });
    }

    /// Applies the look. `body` is the text size that suits the window, in points.
    pub fn apply(&self, ctx: &Context, theme: &Theme, body: f32) {
        let visuals = visuals(theme);
        let body = body * f32::from(self.kept.text_percent) / 100.0;
        let scale = body / 14.0;
        ctx.all_styles_mut(|style| {
            style.visuals = visuals.clone();
            for (text, size) in TEXT_SIZES {
                let family = style.text_styles.get(&text).map(|font| font.family.clone());
                let font = FontId::new((size * body).round(), family.unwrap_or_default());
                style.text_styles.insert(text, font);
            }
            style.spacing.item_spacing = (Vec2::new(8.0, 6.0) * scale).round();
            style.spacing.button_padding = (Vec2::new(8.0, 4.0) * scale).round();
            style.spacing.interact_size = (Vec2::new(40.0, 24.0) * scale).round();
            style.spacing.icon_width = (14.0 * scale).round();
            style.spacing.icon_width_inner = (8.0 * scale).round();
            style.spacing.slider_width = 160.0 * scale;
            style.spacing.combo_width = 160.0 * scale;
            style.animation_time = if self.is_still() { 0.0 } else { 0.08 };
        });
    }
}

fn visuals(theme: &Theme) -> Visuals {
    let background = theme.background.into();
    let panel = theme.panel.into();
    let mut visuals = if theme.background.is_light() {
        Visuals::light()
    } else {
        Visuals::dark()
    };
    visuals.panel_fill = background;
    visuals.window_fill = background;
    visuals.window_stroke = Stroke::new(1.0, theme.panel_border);
    visuals.extreme_bg_color = panel;
    visuals.text_edit_bg_color = Some(panel);
    visuals.faint_bg_color = panel;
    visuals.code_bg_color = panel;
    visuals.hyperlink_color = theme.accent.into();
    visuals.warn_fg_color = theme.accent.into();
    visuals.error_fg_color = theme.error.into();
    visuals.weak_text_color = Some(theme.dim.into());
    visuals.selection.bg_fill = theme.accent.into();
    visuals.selection.stroke = Stroke::new(1.0, theme.background);
    // Gray, but readable.
    visuals.disabled_alpha = 0.55;
    let widget = |fill: Rgb, border: Rgb, width: f32| WidgetVisuals {
        bg_fill: fill.into(),
        weak_bg_fill: fill.into(),
        bg_stroke: Stroke::new(width, border),
        corner_radius: CornerRadius::same(4),
        fg_stroke: Stroke::new(1.0, theme.text),
        expansion: 0.0,
    };
    visuals.widgets.noninteractive = widget(theme.background, theme.panel_border, 1.0);
    visuals.widgets.inactive = widget(theme.panel, theme.panel_border, 1.0);
    visuals.widgets.hovered = widget(theme.selection, theme.accent, 1.0);
    visuals.widgets.active = widget(theme.selection, theme.accent, 2.0);
    visuals.widgets.open = widget(theme.selection, theme.panel_border, 1.0);
    visuals
}

impl From<Rgb> for Color32 {
    fn from(Rgb(red, green, blue): Rgb) -> Self {
        Self::from_rgb(red, green, blue)
    }
}
