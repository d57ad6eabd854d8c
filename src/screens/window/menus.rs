//! The menu bar, the buttons below it, and the keys for both. Unavailable actions are gray, with the reason as a
//! tooltip.

use eframe::egui::{self, Button, Event, Key, MenuBar, Modifiers, Role, Ui, WidgetInfo};

use super::entries::{MenuEntry, menus};
use super::sizes::scaled;
use super::user_action::{Page, Switch, UserAction};
use crate::base::language::tr;
use crate::desk::{Action, Desk};
use crate::interpreter::Command;

pub fn bar(
    ui: &mut Ui,
    desk: &Desk,
    is_on: impl Fn(&UserAction) -> bool,
    actions: &mut Vec<UserAction>,
) {
    MenuBar::new().ui(ui, |ui| {
        for (title, entries) in menus() {
            ui.menu_button(title, |ui| {
                ui.set_min_width(scaled(ui, 230.0));
                for MenuEntry {
                    label,
                    keys,
                    action,
                    begins_group,
                } in entries
                {
                    if begins_group {
                        ui.separator();
                    }
                    let shortcut = keys
                        .map(|keys| ui.format_shortcut(&keys))
                        .unwrap_or_default();
                    let is_on = is_on(&action);
                    let button = Button::new(label).selected(is_on);
                    // The weak color of shortcuts is unreadable on a selected entry.
                    let button = if is_on {
                        button.right_text(shortcut)
                    } else {
                        button.shortcut_text(shortcut)
                    };
                    if offer(ui, desk, button, label, action, actions) {
                        ui.close();
                    }
                }
            });
        }
    });
}

/// Adds a button, gray if its action is impossible. Returns whether it was clicked.
pub fn offer(
    ui: &mut Ui,
    desk: &Desk,
    button: Button<'_>,
    name: &str,
    action: UserAction,
    actions: &mut Vec<UserAction>,
) -> bool {
    let checked = action.check(desk);
    let mut response = ui.add_enabled(checked.is_ok(), button);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, checked.is_ok(), name));
    if let Err(Some(reason)) = checked {
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_description(reason.as_str());
        });
        response = response.on_disabled_hover_text(reason);
    }
    let is_clicked = response.clicked();
    if is_clicked {
        actions.push(action);
    }
    is_clicked
}

pub fn buttons(ui: &mut Ui, desk: &Desk, has_panel: bool, actions: &mut Vec<UserAction>) {
    let buttons = [
        (tr!("button" => "New"), UserAction::Open(Page::NewGame)),
        (
            tr!("button" => "Restart"),
            UserAction::command(Command::Restart),
        ),
        (
            tr!("button" => "Undo"),
            UserAction::command(Command::Undo { turns: 1 }),
        ),
        (
            tr!("button" => "Redo"),
            UserAction::command(Command::Redo { turns: 1 }),
        ),
        (
            tr!("button" => "Hint"),
            UserAction::command(Command::Hint {
                count: 1,
                is_full: false,
            }),
        ),
        (
            tr!("button" => "Move now"),
            UserAction::Desk(Action::MoveNow),
        ),
        (
            tr!("button" => "Study"),
            UserAction::Switch(Switch::StudyPanel),
        ),
    ];
    ui.horizontal_wrapped(|ui| {
        for (label, action) in buttons {
            // The menu has an entry of the same name.
            let name = tr!("{label} (button)", label);
            let is_on = has_panel && action == UserAction::Switch(Switch::StudyPanel);
            offer(
                ui,
                desk,
                Button::new(label).selected(is_on),
                &name,
                action,
                actions,
            );
        }
    });
}

/// Collects the actions of keys. A focused text field gets all keys; other focused widgets get the arrows.
pub fn keys(ctx: &egui::Context, board_has_focus: bool, actions: &mut Vec<UserAction>) {
    if ctx.text_edit_focused() {
        return;
    }
    let mut entries: Vec<MenuEntry> = menus()
        .into_iter()
        .flat_map(|(_, entries)| entries)
        .collect();
    // Ctrl+Shift+Z also matches Ctrl+Z, so check it first.
    entries.sort_by_key(|entry| !entry.keys.is_some_and(|keys| keys.modifiers.shift));
    for entry in entries {
        let Some(keys) = entry.keys else { continue };
        let is_arrow = matches!(keys.logical_key, Key::ArrowLeft | Key::ArrowRight);
        if is_arrow && (board_has_focus || ctx.memory(|memory| memory.focused().is_some())) {
            continue;
        }
        if ctx.input_mut(|input| input.consume_shortcut(&keys)) {
            actions.push(entry.action);
        }
    }
    // The system's copy and paste keys arrive as events, not as keys.
    ctx.input(|input| {
        let is_shifted = input.modifiers.contains(Modifiers::SHIFT);
        if input
            .events
            .iter()
            .any(|event| matches!(event, Event::Copy))
        {
            let copy = if is_shifted {
                UserAction::CopyPosition
            } else {
                UserAction::CopyMoves
            };
            actions.push(copy);
        }
        let pasted = input.events.iter().rev().find_map(|event| match event {
            Event::Paste(text) => Some(text.clone()),
            _ => None,
        });
        actions.extend(pasted.map(|text| UserAction::command(Command::Paste { text })));
    });
}
