//! The menu bar, the buttons below it, and the keys for both. What can't be done now is greyed, with the
//! reason as a tooltip.

use eframe::egui::{self, Button, Key, MenuBar, Modifiers, Response, Role, Ui, WidgetInfo};

use super::entries::{Entry, menus};
use super::wish::{Copied, Page, Switch, Wish};
use crate::desk::{Action, Desk};
use crate::interpreter::Command;

/// The menu bar.
pub(super) fn bar(ui: &mut Ui, desk: &Desk, is_on: impl Fn(&Wish) -> bool, wishes: &mut Vec<Wish>) {
    MenuBar::new().ui(ui, |ui| {
        for menu in menus() {
            ui.menu_button(menu.title, |ui| {
                ui.set_min_width(230.0);
                for entry in menu.entries {
                    if entry.begins_group {
                        ui.separator();
                    }
                    line(ui, desk, entry, &is_on, wishes);
                }
            });
        }
    });
}

/// A line of a menu.
fn line(
    ui: &mut Ui,
    desk: &Desk,
    entry: Entry,
    is_on: &impl Fn(&Wish) -> bool,
    wishes: &mut Vec<Wish>,
) {
    let shortcut = entry.keys.map(|keys| ui.format_shortcut(&keys)).unwrap_or_default();
    let chosen = is_on(&entry.wish);
    let button = Button::new(entry.label).selected(chosen);
    // The weak colour of shortcuts can't be read on the ground of what is chosen.
    let button = if chosen { button.right_text(shortcut) } else { button.shortcut_text(shortcut) };
    let response = offer(ui, desk, button, entry.label, &entry.wish);
    if response.clicked() {
        wishes.push(entry.wish);
        ui.close();
    }
}

/// A button that is greyed where its wish can't be granted.
pub(super) fn offer(
    ui: &mut Ui,
    desk: &Desk,
    button: Button<'_>,
    name: &str,
    wish: &Wish,
) -> Response {
    let checked = wish.check(desk);
    let response = ui.add_enabled(checked.is_ok(), button);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, checked.is_ok(), name));
    match checked {
        Err(Some(reason)) => {
            ui.ctx().accesskit_node_builder(response.id, |node| {
                node.set_description(reason.as_str());
            });
            response.on_disabled_hover_text(reason)
        }
        _ => response,
    }
}

/// The buttons that are needed most.
pub(super) fn buttons(ui: &mut Ui, desk: &Desk, has_panel: bool, wishes: &mut Vec<Wish>) {
    let hint = Command::Hint { count: 1 };
    let buttons = [
        ("New", Wish::Open(Page::NewGame)),
        ("Restart", Wish::of(Command::Restart)),
        ("Undo", Wish::of(Command::Undo { turns: 1 })),
        ("Redo", Wish::of(Command::Redo { turns: 1 })),
        ("Hint", Wish::of(hint)),
        ("Move now", Wish::Act(Action::MoveNow)),
        ("Study", Wish::Switch(Switch::Panel)),
    ];
    ui.horizontal_wrapped(|ui| {
        for (label, wish) in buttons {
            // The menu has a line of the same name.
            let name = format!("{label} (button)");
            let is_on = has_panel && wish == Wish::Switch(Switch::Panel);
            if offer(ui, desk, Button::new(label).selected(is_on), &name, &wish).clicked() {
                wishes.push(wish);
            }
        }
    });
}

/// What is asked for by keys. Where text is typed, letters and arrows belong to that, and while the board has
/// the focus the arrows belong to it.
pub(super) fn keys(ctx: &egui::Context, board_has_focus: bool, wishes: &mut Vec<Wish>) {
    if ctx.text_edit_focused() {
        return;
    }
    let mut entries: Vec<Entry> = menus().into_iter().flat_map(|menu| menu.entries).collect();
    // Ctrl+Z is pressed as well where Ctrl+Shift+Z is: that comes first.
    entries.sort_by_key(|entry| !entry.keys.is_some_and(|keys| keys.modifiers.shift));
    for entry in entries {
        let Some(keys) = entry.keys else { continue };
        let is_arrow = matches!(keys.logical_key, Key::ArrowLeft | Key::ArrowRight);
        if is_arrow && (board_has_focus || ctx.memory(|memory| memory.focused().is_some())) {
            continue;
        }
        if ctx.input_mut(|input| input.consume_shortcut(&keys)) {
            wishes.push(entry.wish);
        }
    }
    // The system's own copy and paste keys come as events and not as keys.
    let mut pasted = None;
    let copies = ctx.input(|input| {
        for event in &input.events {
            if let egui::Event::Paste(text) = event {
                pasted = Some(text.clone());
            }
        }
        let is_copy = input.events.iter().any(|event| matches!(event, egui::Event::Copy));
        is_copy.then_some(input.modifiers)
    });
    if let Some(modifiers) = copies {
        let shifted = modifiers.contains(Modifiers::SHIFT);
        wishes.push(Wish::Copy(if shifted { Copied::Board } else { Copied::Moves }));
    }
    if let Some(text) = pasted {
        wishes.push(Wish::of(Command::Paste { text }));
    }
}
