//! The disc style of the prompt: symbols, letters, or drawn discs.

use serde::{Deserialize, Serialize};

use super::named::named_values;
use super::theme::ColorDepth;
use crate::base::language::marked;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Discs {
    /// Symbols if the terminal can show them, otherwise letters.
    #[default]
    Auto,
    Letters,
    Symbols,
    /// Two rows per square, drawn as on the full screen. With fewer than 24-bit colors, or on a low terminal, as `Auto`.
    Large,
}

named_values!(
    Discs[4],
    marked!("disc style"),
    marked!("auto, letters, symbols or large"),
    Auto => "auto",
    Letters => "letters",
    Symbols => "symbols",
    Large => "large"
);

impl Discs {
    /// Whether discs are symbols at a color depth. `variable` reads the environment.
    pub(super) fn are_symbols(
        self,
        depth: ColorDepth,
        variable: impl Fn(&str) -> Option<String>,
    ) -> bool {
        match self {
            Self::Letters => false,
            Self::Symbols => true,
            Self::Auto | Self::Large => depth != ColorDepth::None && has_symbols(variable),
        }
    }
}

/// Whether the terminal shows more than ASCII, judging by the first locale variable set.
fn has_symbols(variable: impl Fn(&str) -> Option<String>) -> bool {
    let value = |name: &str| variable(name).filter(|value| !value.is_empty());
    // The Linux console has 256 or 512 glyphs, which may not include the discs.
    if value("TERM").is_some_and(|terminal| terminal == "linux") {
        return false;
    }
    match ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(value) {
        Some(locale) => {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        }
        None => value("OS").is_some_and(|system| system == "Windows_NT"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discs_are_symbols_where_colours_and_the_locale_allow_it() {
        let are = |discs: Discs, depth, list: &[(&str, &str)]| {
            discs.are_symbols(depth, |name| {
                let found = list.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        let depth = ColorDepth::Ansi256;
        let utf8 = [("LANG", "de_DE.UTF-8")];
        assert!(are(Discs::Auto, depth, &utf8));
        assert!(!are(Discs::Auto, ColorDepth::None, &utf8));
        assert!(!are(
            Discs::Auto,
            depth,
            &[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")]
        ));
        assert!(are(
            Discs::Auto,
            depth,
            &[("LC_ALL", ""), ("LC_CTYPE", "C.utf8")]
        ));
        assert!(!are(Discs::Auto, depth, &[]));
        assert!(!are(
            Discs::Auto,
            depth,
            &[("TERM", "linux"), ("LANG", "C.UTF-8")]
        ));
        assert!(are(Discs::Auto, depth, &[("OS", "Windows_NT")]));
        assert!(!are(Discs::Letters, depth, &utf8));
        assert!(are(Discs::Symbols, ColorDepth::None, &[]));
        assert!(are(Discs::Large, depth, &utf8) && !are(Discs::Large, depth, &[]));
    }
}
