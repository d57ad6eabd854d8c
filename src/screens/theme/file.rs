//! Theme files of the user, which change single colors of a built-in theme, or define another one.

use std::fmt::Write;
use std::path::PathBuf;

use super::{COLORS, Rgb, Theme, ThemeName};
use crate::base::language::{tr, translated};
use crate::base::text::{closest, printable};
use crate::store::{EntryFile, StoreError};

/// The field for the built-in theme whose colors apply unless a file changes them.
const BASE: &str = "based_on";

const MAX_NAME_CHARS: usize = 40;

/// The built-in themes with the changes of files, then the other themes of files. Entries with mistakes are ignored.
pub fn with_files(
    built_in: &[Theme],
    files: Vec<(String, PathBuf)>,
) -> (Vec<Theme>, Vec<StoreError>) {
    let mut themes = built_in.to_vec();
    let mut mistakes = Vec::new();
    for (name, path) in files {
        let mut file = EntryFile::read(&path);
        if is_name(&name) {
            add(&mut themes, built_in, name, &mut file);
        } else {
            let letters = tr!(
                "not the name of a theme: use 1 to {most} letters, digits, - and _",
                most = MAX_NAME_CHARS
            );
            file.reject_file(&letters);
        }
        mistakes.append(&mut file.mistakes);
    }
    (themes, mistakes)
}

fn is_name(name: &str) -> bool {
    let is_allowed = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
    !name.is_empty() && name.chars().count() <= MAX_NAME_CHARS && name.chars().all(is_allowed)
}

/// Changes the theme with a name, or adds it.
fn add(themes: &mut Vec<Theme>, built_in: &[Theme], name: String, file: &mut EntryFile) {
    let entries = std::mem::take(&mut file.entries);
    let is_it = |theme: &Theme| theme.name.as_str().eq_ignore_ascii_case(&name);
    let place = themes.iter().position(is_it);
    let mut theme = themes[place.unwrap_or_default()];
    for entry in entries.iter().filter(|entry| entry.name.value == BASE) {
        let is_base = |theme: &&Theme| entry.texts.value == [theme.name.as_str()];
        match built_in.iter().find(is_base) {
            Some(base) => theme = *base,
            None => file.reject(&entry.texts, &not_built_in()),
        }
    }
    for entry in entries.iter().filter(|entry| entry.name.value != BASE) {
        match (
            theme.color_mut(&entry.name.value),
            color(&entry.texts.value),
        ) {
            (None, _) => file.reject(&entry.name, &unknown_color(&entry.name.value)),
            (_, None) => file.reject(&entry.texts, &not_a_color(&entry.texts.value)),
            (Some(changed), Some(color)) => *changed = color,
        }
    }
    if let Some(place) = place {
        theme.name = themes[place].name;
        themes[place] = theme;
    } else {
        // The files are read once.
        theme.name = ThemeName(Box::leak(name.into_boxed_str()));
        themes.push(theme);
    }
}

/// Parses a color such as `#7cc4ff`.
fn color(texts: &[String]) -> Option<Rgb> {
    let [text] = texts else { return None };
    let digits = text.strip_prefix('#')?;
    let is_hex = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let number = is_hex.then(|| u32::from_str_radix(digits, 16).ok())?;
    number.map(Rgb::from_hex)
}

fn not_built_in() -> String {
    let names = ThemeName::BUILT_IN.map(ThemeName::as_str).join(", ");
    tr!("not a built-in theme: use {names}", names)
}

fn not_a_color(texts: &[String]) -> String {
    let word = printable(&texts.join(" ")).limited(20).to_string();
    tr!(
        "\"{word}\" is not a color: use red, green and blue, such as \"#7cc4ff\"",
        word
    )
}

fn unknown_color(name: &str) -> String {
    let names = COLORS.iter().flat_map(|(_, names)| names.iter().copied());
    let word = printable(name).limited(20).to_string();
    if let Some(similar) = closest(name, names.chain([BASE])) {
        return tr!(
            "unknown color {word}: did you mean {similar}?",
            word,
            similar
        );
    }
    tr!(
        "unknown color {word}: `reversi config --write-theme dark FILE` writes them all",
        word
    )
}

impl Theme {
    /// A complete file with the colors of this theme and comments, for the folder of theme files.
    pub fn example(&self, folder: &str) -> String {
        let base = ThemeName::BUILT_IN
            .into_iter()
            .find(|name| *name == self.name);
        let base = base.unwrap_or(if self.is_mono {
            ThemeName::MONO
        } else {
            ThemeName::DARK
        });
        let mut text = String::new();
        for line in [
            tr!(
                "Colors of a theme. Save this file in {folder} as NAME.ron: NAME is the theme.",
                folder
            ),
            tr!("With the name of a built-in theme, it changes that theme.").to_owned(),
            tr!("Delete the lines that you don't change.").to_owned(),
        ] {
            let _ = writeln!(text, "// {line}");
        }
        let _ = writeln!(text, "(\n  {BASE}: \"{}\",", base.as_str());
        let mut theme = *self;
        for (title, names) in COLORS {
            let _ = writeln!(text, "\n  // {}", translated(title));
            for name in *names {
                if let Some(Rgb(red, green, blue)) = theme.color_mut(name) {
                    let _ = writeln!(text, "  {name}: \"#{red:02x}{green:02x}{blue:02x}\",");
                }
            }
        }
        text + ")\n"
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::{THEMES, theme};
    use super::*;

    /// The themes with files of these names and texts, and the mistakes in them.
    fn with(files: &[(&str, &str)]) -> (Vec<Theme>, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        let paths = files.iter().map(|(name, text)| {
            let path = folder.path().join("themes.ron");
            let path = path.with_file_name(format!("{name}.ron"));
            fs::write(&path, text).unwrap();
            ((*name).to_owned(), path)
        });
        let (themes, mistakes) = with_files(&THEMES, paths.collect());
        let folder = format!("{}/", folder.path().display());
        let shown = |mistake: &StoreError| mistake.to_string().replace(&folder, "");
        (themes, mistakes.iter().map(shown).collect())
    }

    #[test]
    fn a_file_changes_a_built_in_theme_or_adds_another() {
        let (themes, mistakes) = with(&[
            ("Light", "(background: \"#ABCDEF\")"),
            ("ocean", "(based_on: \"mono\", text: \"#010203\")"),
            ("plain", "()"),
        ]);
        assert_eq!(mistakes, [""; 0]);
        let names: Vec<&str> = themes.iter().map(|theme| theme.name.as_str()).collect();
        assert_eq!(names[1..2], ["light"]);
        assert_eq!(names[5..], ["ocean", "plain"]);
        let light = Theme {
            background: Rgb(0xab, 0xcd, 0xef),
            ..*theme(ThemeName::LIGHT)
        };
        assert_eq!(themes[1], light);
        let ocean = Theme {
            name: themes[5].name,
            text: Rgb(1, 2, 3),
            ..*theme(ThemeName::MONO)
        };
        assert_eq!(themes[5], ocean);
        assert!(themes[5].is_mono);
        assert_eq!(themes[6].background, theme(ThemeName::DARK).background);
    }

    #[test]
    fn a_mistake_has_its_place_and_the_rest_applies() {
        let text = "(\n  backgruond: \"#000000\",\n  text: \"red\",\n  dim: \"#12345\",\n  \
                    based_on: \"ocean\",\n  best: [\"#000000\", \"#111111\"],\n  error: \"#112233\",\n)";
        let (themes, mistakes) = with(&[("ocean", text), ("a b", "()"), ("broken", "(text: ")]);
        let expected = [
            "ocean.ron:5:13: not a built-in theme: use dark, light, ",
            "ocean.ron:2:3: unknown color backgruond: did you mean background? ",
            "ocean.ron:3:9: \"red\" is not a color: use red, green and blue, such as \"#7cc4ff\" ",
            "ocean.ron:4:8: \"#12345\" is not a color",
            "ocean.ron:6:9: \"#000000 #111111\" is not a color",
            "a b.ron:1:1: not the name of a theme: use 1 to 40 letters, ",
            "broken.ron:1:",
        ];
        assert_eq!(mistakes.len(), expected.len(), "{mistakes:?}");
        for (mistake, expected) in mistakes.iter().zip(expected) {
            assert!(mistake.starts_with(expected), "{mistake}");
        }
        assert_eq!(themes[5].error, Rgb(0x11, 0x22, 0x33));
        for name in ["", "\u{1b}[2J", &"x".repeat(41)] {
            assert!(!is_name(name), "{name:?}");
        }
    }

    #[test]
    fn the_example_has_all_colors() {
        for theme in &THEMES {
            let name = theme.name.as_str();
            let (themes, mistakes) = with(&[("other", &theme.example("themes"))]);
            assert_eq!(mistakes, [""; 0]);
            let other = Theme {
                name: themes[5].name,
                ..*theme
            };
            assert_eq!(themes[5], other, "{name}");
        }
        let (themes, _) = with(&[("dark", &theme(ThemeName::LIGHT).example("themes"))]);
        assert_eq!(themes[0].text, theme(ThemeName::LIGHT).text);
        assert_eq!(themes[0].name, ThemeName::DARK);
    }
}
