//! The options of `setoption`.

use std::fmt::Write;

use super::Ugi;
use crate::games::{REGISTRY, Setup, Size, codes, find_named};
use crate::protocols::shown;

const MAX_HASH: usize = 65_536;

const MAX_THREADS: usize = 256;

impl Ugi {
    /// The reply to `ugi`: the id and option lines.
    pub(super) fn introduction(&self) -> String {
        let codes: Vec<String> = REGISTRY
            .iter()
            .map(|info| format!(" var {}", info.code))
            .collect();
        let mut text = format!(
            "id name Reversi {}\nid author the authors of Reversi\n\
             option name game type combo default {}{}\n\
             option name hash type spin default {} min 1 max {MAX_HASH}\n\
             option name threads type spin default {} min 1 max {MAX_THREADS}\n",
            env!("CARGO_PKG_VERSION"),
            self.info.code,
            codes.concat(),
            self.options.hash_mb,
            self.options.threads,
        );
        // Listed for all games, because the game itself is an option.
        let sizes = REGISTRY.iter().find_map(|info| info.sizes);
        if let Some(sizes) = sizes {
            let usual = sizes.usual;
            for (name, default) in [("columns", usual.columns), ("rows", usual.rows)] {
                let smallest = sizes.smallest;
                let largest = sizes.largest;
                let range = format!("default {default} min {smallest} max {largest}");
                let _ = writeln!(text, "option name {name} type spin {range}");
            }
        }
        text += "option name linesonly type check default false\n";
        if self.options.book.is_some() {
            text += "option name OwnBook type check default false\n";
        }
        text + "ugiok\n"
    }

    /// Handles `name NAME value VALUE`.
    pub(super) fn set_option(&mut self, arguments: &str) -> Result<(), String> {
        let usage = || "usage: setoption name NAME value VALUE".to_owned();
        let rest = arguments.strip_prefix("name ").ok_or_else(usage)?;
        let (name, value) = rest.split_once(" value ").unwrap_or((rest, ""));
        let name = name.trim();
        let value = value.trim();
        let number = |range: std::ops::RangeInclusive<usize>| {
            value
                .parse()
                .ok()
                .filter(|number| range.contains(number))
                .ok_or_else(|| {
                    let name = shown(name);
                    let value = shown(value);
                    format!(
                        "invalid value {value} for {name}: use {} to {}",
                        range.start(),
                        range.end()
                    )
                })
        };
        let check = || {
            let value = value.to_ascii_lowercase().parse();
            value.map_err(|_| format!("invalid value for {}: use true or false", shown(name)))
        };
        match name.to_ascii_lowercase().as_str() {
            "game" => {
                let info = find_named(value)
                    .ok_or_else(|| format!("no game called {}: use {}", shown(value), codes()))?;
                if *info != *self.info {
                    self.info = info;
                    self.setup = Self::default_setup(info);
                    self.history = self.start();
                }
            }
            "hash" => self.options.hash_mb = number(1..=MAX_HASH)?,
            "threads" => self.options.threads = number(1..=MAX_THREADS)?,
            "columns" => {
                let columns = u8::try_from(number(1..=26)?).unwrap_or(u8::MAX);
                self.resize(Size {
                    columns,
                    ..self.size()
                })?;
            }
            "rows" => {
                let rows = u8::try_from(number(1..=26)?).unwrap_or(u8::MAX);
                self.resize(Size {
                    rows,
                    ..self.size()
                })?;
            }
            "linesonly" => self.set_up(Setup {
                variant: check()?,
                ..self.setup
            })?,
            "ownbook" if self.options.book.is_some() => self.uses_book = check()?,
            _ => return Err(format!("unknown option {}", shown(name))),
        }
        Ok(())
    }

    fn resize(&mut self, size: Size) -> Result<(), String> {
        self.set_up(Setup {
            size: Some(size),
            ..self.setup
        })
    }

    fn size(&self) -> Size {
        let grid = self.history.game().grid();
        self.setup.size.unwrap_or(Size {
            columns: grid.columns,
            rows: grid.rows,
        })
    }

    fn set_up(&mut self, chosen: Setup) -> Result<(), String> {
        self.setup = self.info.setup(chosen).map_err(|error| error.to_string())?;
        self.history = self.start();
        Ok(())
    }
}
