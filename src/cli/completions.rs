//! Shell completion scripts.

use std::fmt::Write;

use clap::{Command, CommandFactory};
use clap_complete::Shell;

use super::NAME;
use super::arguments::ReversiArguments;

pub fn completions(shell: Shell) -> String {
    let mut command = ReversiArguments::command();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, NAME, &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    match shell {
        Shell::Zsh => with_subcommands_first(&script, NAME).unwrap_or(script),
        Shell::Fish => {
            script = with_pending_values(&script, NAME);
            write_positionals(&mut script, &command, NAME);
            script
        }
        _ => script,
    }
}

/// Changes a zsh script so that its first word is a subcommand or a file; `None` if the program takes no file.
/// The script of `clap_complete` parses the subcommand as the file, and completes nothing after it.
fn with_subcommands_first(script: &str, program: &str) -> Option<String> {
    let end = script.find(&format!("\":: :_{program}_commands\""))?;
    let start = script[..end].trim_end().rfind('\n')? + 1;
    script[start..end].starts_with("'::").then_some(())?;
    let script = [&script[..start], &script[end..]]
        .concat()
        .replace("$line[2]", "$line[1]");
    let subcommands = format!("_describe -t commands '{program} commands' commands \"$@\"\n");
    Some(script.replacen(&subcommands, &format!("{subcommands}    _files\n"), 1))
}

/// Makes a fish script work after an option whose value is missing, such as `-g`.
/// The script of `clap_complete` fails there, because `argparse` rejects the line.
fn with_pending_values(script: &str, program: &str) -> String {
    let parse = format!("    argparse -s (__fish_{program}_global_optspecs) -- $cmd 2>/dev/null\n");
    let again = format!(
        "{parse}    or begin\n        \
         set -e cmd[-1]\n    {parse}    end\n"
    );
    script.replacen(&parse, &again, 1)
}

/// Adds the values of each subcommand's first argument, which `clap_complete` omits for fish.
fn write_positionals(script: &mut String, command: &Command, program: &str) {
    for subcommand in command.get_subcommands() {
        let name = subcommand.get_name();
        let Some(argument) = subcommand.get_positionals().next() else {
            continue;
        };
        for value in argument.get_possible_values() {
            let value = value.get_name();
            let _ = writeln!(
                script,
                "complete -c {program} -n \"__fish_{program}_using_subcommand {name}; and test (count (commandline \
                 -opc)) -eq 2\" -f -a {value}"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    #[test]
    fn every_shell_completes_subcommands_and_three_complete_values() {
        for shell in Shell::value_variants() {
            let script = completions(*shell);
            for word in ["completions", "analyze", "theme"] {
                assert!(script.contains(word), "{shell}: {word}");
            }
            // The generator has values for three shells only.
            let has_values = matches!(shell, Shell::Bash | Shell::Zsh | Shell::Fish);
            for word in ["connect-four", "complica"] {
                assert_eq!(script.contains(word), has_values, "{shell}: {word}");
            }
        }
    }

    #[test]
    fn zsh_completes_behind_subcommands_and_files_in_their_place() {
        let script = completions(Shell::Zsh);
        assert!(
            script.contains("case $line[1] in") && !script.contains("$line[2]"),
            "{script}"
        );
        assert!(!script.contains("'::script"), "{script}");
        assert!(script.contains("commands \"$@\"\n    _files\n"), "{script}");
    }

    #[test]
    fn fish_completes_behind_an_option_and_the_arguments_of_subcommands() {
        let script = completions(Shell::Fish);
        assert!(
            script.contains("or begin\n        set -e cmd[-1]\n"),
            "{script}"
        );
        assert!(
            script.contains("subcommand completions; and test"),
            "{script}"
        );
    }
}
