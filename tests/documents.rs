//! Documents that are made from the code are current, and what the README says is true.

mod support;

use clap::Command;
use clap_complete::Shell;
use reversi::interpreter::{COMMANDS, commands_markdown, games_markdown};
use support::{Program, check_current, root};

fn readme() -> String {
    std::fs::read_to_string(root().join("README.md")).unwrap()
}

fn programs() -> impl Iterator<Item = (String, Command)> {
    let commands = reversi::program::command_lines().into_iter();
    commands.map(|command| (command.get_name().to_owned(), command))
}

#[test]
fn the_list_of_commands_is_current() {
    check_current("docs/commands.md", &commands_markdown());
}

#[test]
fn the_man_pages_are_current() {
    for (_, mut command) in programs() {
        command.build();
        let stages = command.get_subcommands().filter(|stage| stage.get_name() != "help");
        for command in stages.chain([&command]) {
            let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
            let mut page = Vec::new();
            clap_mangen::Man::new(command.clone()).render(&mut page).unwrap();
            check_current(&format!("docs/man/{name}.1"), &String::from_utf8(page).unwrap());
        }
    }
}

#[test]
fn the_completions_are_current() {
    for (name, mut command) in programs() {
        let files = [
            (Shell::Bash, format!("{name}.bash")),
            (Shell::Zsh, format!("_{name}")),
            (Shell::Fish, format!("{name}.fish")),
        ];
        for (shell, file) in files {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command, &name, &mut script);
            check_current(&format!("docs/completions/{file}"), &String::from_utf8(script).unwrap());
        }
    }
}

#[test]
fn the_rules_of_the_games_are_current() {
    check_current("docs/games.md", &games_markdown());
}

#[test]
fn the_readme_lists_every_command_with_its_summary() {
    let readme = readme();
    for info in COMMANDS {
        let row = format!("| `{}` | {} |", info.usage(), info.summary);
        assert!(readme.contains(&row), "the README lacks the row: {row}");
    }
}

/// The blocks of the README that show a run: `$ ` and a command of the shell, then its output.
#[test]
fn what_the_readme_shows_is_what_the_program_writes() {
    let readme = readme();
    let mut shown = 0;
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let (command, output) = block.split_once('\n').unwrap();
        let script = command.strip_prefix("$ printf '").unwrap();
        let (script, options) = script.split_once("' | reversi").unwrap();
        let options: Vec<&str> = options.split_whitespace().collect();
        let run = Program::new().run(&options, script.replace("\\n", "\n"));
        assert_eq!(run.out + &run.err, output, "{command}");
        shown += 1;
    }
    assert!(shown >= 2, "{shown} runs found");
}

#[test]
fn the_test_command_of_the_readme_is_the_one_that_ci_runs() {
    let ci = std::fs::read_to_string(root().join(".ci/run")).unwrap();
    assert!(
        readme().contains("\n    cargo test --features trainer\n")
            || readme().contains("\ncargo test --features trainer\n")
    );
    assert!(ci.lines().any(|line| line.trim() == "cargo test --features trainer"), "{ci}");
}

#[test]
fn every_link_between_documents_leads_somewhere() {
    let mut links = 0;
    let docs = std::fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let pages =
        docs.chain(["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|n| root().join(n)));
    for page in pages.filter(|page| page.extension().is_some_and(|extension| extension == "md")) {
        let text = std::fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1) {
            let target = link.split([')', '#']).next().unwrap();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            links += 1;
            assert!(page.parent().unwrap().join(target).exists(), "{}: {target}", page.display());
        }
    }
    assert!(links >= 8, "{links} links found");
}
