//! Generated documents are current, and the examples in all documents work.

mod examples;
mod generated;
mod manual;

use std::collections::BTreeSet;
use std::path::Path;

use crate::support::{check_current, root};
use clap::Command;
use examples::{Folder, blocks, command_lines, pages};
use generated::{commands_markdown, games_markdown, strategy_markdown};

#[test]
fn the_generated_pages_are_current() {
    let run = |line: &str| Folder::new().run(line);
    check_current("docs/commands.md", &commands_markdown(&run));
    check_current("docs/games.md", &games_markdown());
    check_current("docs/strategy.md", &strategy_markdown());
}

/// Returns the name and the text of each man page.
fn man_pages() -> Vec<(String, String)> {
    let mut program = reversi::cli::command_line().disable_help_subcommand(true);
    program.build();
    let page = |command: &Command| {
        let name = command
            .get_display_name()
            .unwrap_or(command.get_name())
            .to_owned();
        let page = manual::page(&name, command);
        (name, page)
    };
    with_subcommands(&program).into_iter().map(page).collect()
}

#[test]
fn every_command_has_a_man_page_and_every_page_a_command() {
    let names: BTreeSet<String> = man_pages()
        .into_iter()
        .map(|(name, _)| name + ".1")
        .collect();
    let files = std::fs::read_dir(root().join("packaging/man")).unwrap();
    let files = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    assert_eq!(files.collect::<BTreeSet<_>>(), names);
}

#[test]
#[ignore = "writes target/man, for .ci/dist"]
fn the_man_pages_are_written() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("man");
    std::fs::create_dir_all(&folder).unwrap();
    for (name, page) in man_pages() {
        std::fs::write(folder.join(name + ".1"), page).unwrap();
    }
}

fn with_subcommands(command: &Command) -> Vec<&Command> {
    let below = command.get_subcommands().flat_map(with_subcommands);
    std::iter::once(command).chain(below).collect()
}

#[test]
fn the_command_lines_of_the_documents_and_man_pages_are_valid() {
    let mut scripts: Vec<(String, String)> = manual::examples()
        .into_iter()
        .map(|example| (example.clone(), example))
        .collect();
    assert!(
        scripts
            .iter()
            .all(|(_, script)| !command_lines(script).is_empty()),
        "{scripts:?}"
    );
    for path in pages() {
        let page = std::fs::read_to_string(&path).unwrap();
        let blocks = blocks(&page).into_iter().filter(|block| block.kind == "sh");
        let place = |line| format!("{}, line {line}", path.display());
        scripts.extend(blocks.map(|block| (place(block.line), block.text)));
    }
    let mut lines = 0;
    for (context, script) in &scripts {
        for line in command_lines(script) {
            check_options(context, &line);
            lines += 1;
        }
    }
    assert!(lines >= 40, "{lines} command lines found");
}

#[test]
fn the_readme_is_short_and_has_the_test_command_that_ci_runs() {
    let [readme, ci] =
        ["README.md", ".ci/run"].map(|file| std::fs::read_to_string(root().join(file)).unwrap());
    assert!(
        readme.lines().count() <= 120,
        "{} lines",
        readme.lines().count()
    );
    for text in [&readme, &ci] {
        let is_there = text.lines().any(|line| line.trim() == "cargo test");
        assert!(is_there, "{text}");
    }
}

/// Checks the options of a command line.
fn check_options(context: &str, line: &[String]) {
    if let Err(error) = reversi::cli::command_line().try_get_matches_from(line)
        && error.use_stderr()
    {
        panic!("{context}: {error}");
    }
}

/// Whether a command can be run: `jq` may not be installed.
fn can_run(command: &str) -> bool {
    let has_jq = || {
        std::process::Command::new("jq")
            .arg("--version")
            .output()
            .is_ok()
    };
    !command.contains("jq ") || has_jq()
}

/// Runs the `console` blocks of all pages. With `UPDATE=1`, updates their output.
#[test]
#[cfg(unix)]
fn what_the_documents_show_is_what_the_programs_write() {
    let mut runs = 0;
    let mut wrong = String::new();
    for path in pages() {
        let page = std::fs::read_to_string(&path).unwrap();
        let mut updated = page.clone();
        for block in blocks(&page).iter().filter(|block| block.kind == "console") {
            let folder = Folder::new();
            let mut text = String::new();
            for example in examples::examples(block) {
                if !can_run(&example.command) {
                    text.extend(["$ ", &example.command, "\n", &example.output]);
                    continue;
                }
                let actual = folder.run(&example.command);
                let is_shown = examples::matches(&example.output, &actual);
                let output = if is_shown { &example.output } else { &actual };
                text.extend(["$ ", &example.command, "\n", output]);
                if !is_shown {
                    let place = format!("{}, line {}: $ ", path.display(), block.line);
                    wrong.extend([&place, &example.command, "\n", &actual, "\n"]);
                }
                runs += 1;
            }
            updated = updated.replace(&block.text, &text);
        }
        if std::env::var_os("UPDATE").is_some() && updated != page {
            std::fs::write(&path, updated).unwrap();
            wrong.clear();
        }
    }
    assert!(
        wrong.is_empty(),
        "UPDATE=1 writes the output anew. It is:\n{wrong}"
    );
    assert!(runs >= 12, "{runs} runs found");
}

#[test]
fn commands_stand_in_blocks_that_are_checked() {
    for path in pages() {
        let page = std::fs::read_to_string(&path).unwrap();
        let blocks = blocks(&page);
        for line in page.lines() {
            let code = line.strip_prefix("    ").map_or("", str::trim_start);
            let is_command = code.starts_with("reversi ");
            let is_in_block = || blocks.iter().any(|block| block.text.contains(line));
            assert!(
                !is_command || is_in_block(),
                "{}: use a sh block: {line}",
                path.display()
            );
        }
        for block in &blocks {
            let kinds = [
                "console", "sh", "text", "rust", "ron", "json", "python", "c",
            ];
            let (page, line, kind) = (path.display(), block.line, block.kind);
            assert!(
                kinds.contains(&kind),
                "{page}, line {line}: unknown kind of block: {kind:?}"
            );
        }
    }
}

#[test]
fn every_link_between_documents_leads_somewhere() {
    let mut links = 0;
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1) {
            let target = link.split([')', '#']).next().unwrap();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            links += 1;
            assert!(
                page.parent().unwrap().join(target).exists(),
                "{}: {target}",
                page.display()
            );
        }
    }
    assert!(links >= 8, "{links} links found");
}
