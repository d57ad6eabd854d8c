//! The environment description for bug reports.

use std::env;
use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::path::Path;

use super::variable;
use crate::base::terminal::{columns, rows};
use crate::base::text::{printable, printable_path};
use crate::engine::Processor;
use crate::store::{Store, config_path};

/// The optional features of the crate, and whether this program was built with them.
const FEATURES: [(&str, bool); 2] =
    [("trainer", cfg!(feature = "trainer")), ("window", cfg!(feature = "window"))];

const OF_TERMINALS: [&str; 5] = ["TERM", "COLORTERM", "TERM_PROGRAM", "LC_ALL", "LANG"];

const MAX_LENGTH: usize = 60;

/// Describes the program, the machine, the folders and the terminal, one per line.
/// It changes nothing, and reads no user files.
pub(super) fn about(version: &str, data_dir: Option<&Path>) -> String {
    let mut text = version.to_owned();
    let mut row = |name: &str, value: String| {
        let _ = writeln!(text, "{:<11}{value}", format!("{name}:"));
    };
    let engines: Vec<String> = Processor::available().iter().map(ToString::to_string).collect();
    row("engines", engines.join(", "));
    row("processor", processor());
    row("system", format!("{} {}", env::consts::OS, env::consts::ARCH));
    row("features", features());
    let store = data_dir.map_or_else(Store::of_user, |folder| Ok(Store::at(folder)));
    let data = store.map(|store| place(store.root()));
    row("data", data.unwrap_or_else(|error| error.to_string()));
    let config = config_path();
    row("settings", config.as_deref().map_or_else(|| "no home folder".to_owned(), place));
    row("terminal", terminal());
    let set: Vec<String> = env::vars_os()
        .filter_map(|(name, _)| name.into_string().ok())
        .filter(|name| name.starts_with("REVERSI_") || name == "NO_COLOR")
        .map(|name| printable(&name).limited(MAX_LENGTH).to_string())
        .collect();
    row("variables", if set.is_empty() { "none".to_owned() } else { set.join(", ") });
    text
}

fn place(path: &Path) -> String {
    let absence = if path.exists() { "" } else { " (not there)" };
    format!("{}{absence}", printable_path(path))
}

/// The name of the processor, if known, and the number of its threads.
fn processor() -> String {
    let known = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = known.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let name = name.map_or("unknown", |(_, name)| name);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{}, threads: {threads}", printable(name).limited(MAX_LENGTH))
}

fn features() -> String {
    let built: Vec<&str> =
        FEATURES.iter().filter(|(_, is_built)| *is_built).map(|(name, _)| *name).collect();
    if built.is_empty() { "default".to_owned() } else { format!("default, {}", built.join(", ")) }
}

fn terminal() -> String {
    let output = match columns() {
        Some(columns) => format!("{columns} x {}", rows()),
        None => "output is not a terminal".to_owned(),
    };
    let input = if io::stdin().is_terminal() { "" } else { ", input is not a terminal" };
    let variables = OF_TERMINALS.iter().filter_map(|name| {
        Some(format!(", {name}={}", printable(&variable(name)?).limited(MAX_LENGTH)))
    });
    format!("{output}{input}{}", variables.collect::<String>())
}
