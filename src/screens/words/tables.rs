//! The texts of tables, which are translated where they are shown. The extraction reads them here.

use crate::analysis::Class;
use crate::games::{Assessment, Info, Lesson, REGISTRY};
use crate::interpreter::{ArgumentKind, COMMANDS, help_texts};
use crate::players::ladder::Band;
use crate::screens::keys::{KEYS, KeyGroup};
use crate::screens::theme::COLORS;
use crate::screens::words::menu::MENU;

/// Returns the texts of all tables, each with the file that has it.
pub fn table_texts() -> Vec<(&'static str, &'static str)> {
    let mut texts = Vec::new();
    let mut add = |file, text: &'static str| {
        if !text.is_empty() {
            texts.push((file, text));
        }
    };
    for info in COMMANDS {
        add("src/interpreter/table.rs", info.summary);
        add("src/interpreter/table.rs", info.details);
        for argument in info.arguments {
            let is_own = matches!(argument.kind, ArgumentKind::Words(..));
            let file = if is_own {
                "src/interpreter/table.rs"
            } else {
                "src/interpreter/row.rs"
            };
            add(file, argument.kind.noun());
        }
    }
    for text in help_texts() {
        add("src/interpreter/help.rs", text);
    }
    for info in REGISTRY {
        for text in texts_of(info) {
            add("src/games", text);
        }
    }
    for class in Class::ALL.into_iter().chain([Class::Forced]) {
        add("src/analysis/judgment.rs", class.name());
    }
    for sign in Assessment::ALL {
        add("src/games/assessment.rs", sign.name());
    }
    for (band, _) in Band::ALL {
        add("src/players/ladder.rs", band.name());
    }
    for variant in REGISTRY.iter().filter_map(|info| info.variant) {
        add("src/games", variant.help);
    }
    add("Cargo.toml", env!("CARGO_PKG_DESCRIPTION"));
    for (_, title) in KeyGroup::ALL {
        add("src/screens/keys.rs", title);
    }
    for (title, _) in COLORS {
        add("src/screens/theme.rs", title);
    }
    for row in KEYS {
        for text in [row.brief, row.does, row.more] {
            add("src/screens/keys.rs", text);
        }
    }
    for row in MENU {
        add("src/screens/words/menu.rs", row.does);
    }
    texts
}

fn texts_of(info: &Info) -> Vec<&'static str> {
    let of_lesson = |lesson: &Lesson| [lesson.title, lesson.text, lesson.hint];
    let lessons = info.lessons.iter().chain(info.strategy).flat_map(of_lesson);
    [info.rules, info.details]
        .into_iter()
        .chain(lessons)
        .collect()
}
