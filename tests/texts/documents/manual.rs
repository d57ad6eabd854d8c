//! The man pages: names, synopsis and options from clap, then examples, files, environment and exit status, which are
//! written by hand in `packaging/man`.

use std::fmt::Write;
use std::fs;

use clap::Command;
use clap_mangen::Man;
use reversi::internals::COMMANDS;

use crate::support::root;

/// Returns the man page of a command, with its handwritten part.
pub(crate) fn page(name: &str, command: &Command) -> String {
    // Exit codes and the like have their own sections.
    let command = command.clone().subcommand_help_heading("COMMANDS");
    let command = command.after_help("").after_long_help("");
    let version = format!("reversi {}", env!("CARGO_PKG_VERSION"));
    let has_subcommands = command.has_subcommands();
    let man = Man::new(command)
        .title(name.to_uppercase())
        .source(version)
        .manual("User Commands");
    let mut page = Vec::new();
    man.render_title(&mut page).unwrap();
    man.render_name_section(&mut page).unwrap();
    man.render_synopsis_section(&mut page).unwrap();
    man.render_description_section(&mut page).unwrap();
    if has_subcommands {
        man.render_subcommands_section(&mut page).unwrap();
    }
    man.render_options_section(&mut page).unwrap();
    let mut page = String::from_utf8(page).unwrap();
    if name == "reversi" {
        page += ".SH \"PROMPT COMMANDS\"\nhelp explains each of them.\n";
        for info in COMMANDS {
            let [usage, summary] = [&info.usage(), info.summary].map(escaped);
            writeln!(page, ".TP\n\\fB{usage}\\fR\n{summary}").unwrap();
        }
    }
    let file = format!("packaging/man/{name}.1");
    let by_hand = fs::read_to_string(root().join(&file)).unwrap_or_default();
    for section in [
        ".SH EXAMPLES\n",
        ".SH \"EXIT STATUS\"\n",
        ".SH \"SEE ALSO\"\n",
    ] {
        assert!(by_hand.contains(section), "{file} lacks {section}");
    }
    page + &by_hand
}

/// Returns the examples of the handwritten parts.
pub(crate) fn examples() -> Vec<String> {
    let pages = fs::read_dir(root().join("packaging/man")).unwrap();
    let mut examples = Vec::new();
    for page in pages {
        let page = fs::read_to_string(page.unwrap().path()).unwrap();
        let shown = page
            .split(".nf\n")
            .skip(1)
            .map(|rest| rest.split("\n.fi\n").next().unwrap());
        examples.extend(shown.map(|example| {
            example
                .replace("\\-", "-")
                .replace("\\(aq", "'")
                .replace("\\e", "\\")
        }));
    }
    examples
}

fn escaped(text: &str) -> String {
    let text = text
        .replace('\\', "\\e")
        .replace('-', "\\-")
        .replace('\'', "\\(aq");
    if text.starts_with('.') {
        format!("\\&{text}")
    } else {
        text
    }
}
