//! The scripts that complete a program's command line in a shell.

use std::fmt::Write;

use clap::{Command, CommandFactory};
use clap_complete::Shell;

/// The script that completes a program's command line in a shell.
pub(super) fn completions<C: CommandFactory>(program: &'static str, shell: Shell) -> String {
    let command = C::command();
    match shell {
        Shell::Zsh if command.get_positionals().next().is_some() => {
            with_files(&generated(shell, without_positionals(&command, program), program), program)
        }
        Shell::Fish => {
            let mut script =
                with_pending_values(&generated(shell, command.clone(), program), program);
            write_positionals(&mut script, &command, program);
            script
        }
        _ => generated(shell, command, program),
    }
}

/// What `clap_complete` makes.
fn generated(shell: Shell, mut command: Command, program: &str) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, program, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// A command line whose first word is a subcommand. Where it may be a file too, the script for zsh takes the
/// subcommand for the file, and completes nothing behind it.
fn without_positionals(command: &Command, program: &'static str) -> Command {
    let options = command.get_arguments().filter(|argument| !argument.is_positional());
    Command::new(program)
        .version("any")
        .args(options.cloned())
        .subcommands(command.get_subcommands().cloned())
}

/// A script for zsh that offers files beside the subcommands.
fn with_files(script: &str, program: &str) -> String {
    let subcommands = format!("_describe -t commands '{program} commands' commands \"$@\"\n");
    script.replacen(&subcommands, &format!("{subcommands}    _files\n"), 1)
}

/// A script for fish that also works behind an option that still lacks its value, as `-g`. `clap_complete` gives up
/// there, because `argparse` refuses the line.
fn with_pending_values(script: &str, program: &str) -> String {
    let parse = format!("    argparse -s (__fish_{program}_global_optspecs) -- $cmd 2>/dev/null\n");
    let again = format!(
        "{parse}    or begin\n        \
         set -e cmd[-1]\n    {parse}    end\n"
    );
    script.replacen(&parse, &again, 1)
}

/// Adds the values of the first argument of each subcommand, which `clap_complete` leaves out for fish.
fn write_positionals(script: &mut String, command: &Command, program: &str) {
    for subcommand in command.get_subcommands() {
        let name = subcommand.get_name();
        let Some(argument) = subcommand.get_positionals().next() else { continue };
        for value in argument.get_possible_values() {
            let value = value.get_name();
            // Writing to a String can't fail.
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
    use crate::cli::Arguments;

    #[test]
    fn every_shell_completes_subcommands_and_three_complete_values() {
        for shell in Shell::value_variants() {
            let script = completions::<Arguments>("reversi", *shell);
            for word in ["completions", "analyze", "--theme"] {
                assert!(script.contains(word), "{shell}: {word}");
            }
            // The generator has values for three shells only.
            let has_values = matches!(shell, Shell::Bash | Shell::Zsh | Shell::Fish);
            for word in ["connect-four", "high-contrast", "screen_reader"] {
                assert_eq!(script.contains(word), has_values, "{shell}: {word}");
            }
        }
    }

    #[test]
    fn zsh_completes_behind_subcommands_and_files_in_their_place() {
        let script = completions::<Arguments>("reversi", Shell::Zsh);
        assert!(script.contains("case $line[1] in"), "{script}");
        assert!(script.contains("commands \"$@\"\n    _files\n"), "{script}");
    }

    #[test]
    fn fish_completes_behind_an_option_and_the_arguments_of_subcommands() {
        let script = completions::<Arguments>("reversi", Shell::Fish);
        assert!(script.contains("or begin\n        set -e cmd[-1]\n"), "{script}");
        assert!(script.contains("subcommand completions; and test"), "{script}");
    }
}
