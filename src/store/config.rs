//! The configuration file, which users write by hand.

use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use ron::extensions::Extensions;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Store, StoreError, document, files, home};

pub const MAX_CONFIG_BYTES: u64 = 1 << 16;

/// The path of the configuration file, which may not exist; `None` without a home folder.
///
/// It is `config.ron` in `$REVERSI_HOME`, or in `reversi` in the user's configuration folder
/// (`$XDG_CONFIG_HOME`, by default `~/.config`).
pub fn config_path() -> Option<PathBuf> {
    Some(config_folder()?.join("config.ron"))
}

pub fn config_folder() -> Option<PathBuf> {
    if let Some(home) = home() {
        return Some(home);
    }
    let folders = etcetera::choose_base_strategy().ok()?;
    Some(folders.config_dir().join("reversi"))
}

/// Reads a configuration file; `None` if it doesn't exist. Optional fields don't need `Some`.
pub fn read_config<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, StoreError> {
    let text = match files::read(path, MAX_CONFIG_BYTES) {
        Ok(text) => text,
        Err(error) if error.is_not_found() => return Ok(None),
        Err(error) => return Err(error),
    };
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    // Some editors put a byte order mark before the text.
    let text = text.trim_start_matches('\u{feff}');
    options
        .from_str(text)
        .map(Some)
        .map_err(document::damaged(path))
}

/// Changes or creates a configuration file, under the lock of its folder.
/// Unreadable files stay unchanged. A change removes the comments in the file.
pub fn change_config<T>(path: &Path, change: impl Fn(&mut T)) -> Result<(), StoreError>
where
    T: Clone + Default + PartialEq + Serialize + DeserializeOwned,
{
    // If nothing changes, create nothing, not even the lock.
    let changed = || -> Result<Option<T>, StoreError> {
        let before: T = read_config(path)?.unwrap_or_default();
        let mut config = before.clone();
        change(&mut config);
        Ok((config != before).then_some(config))
    };
    if changed()?.is_none() {
        return Ok(());
    }
    let folder = Store::at(path.parent().unwrap_or(path).to_owned());
    let lock = folder.lock()?;
    // Another process may have written since.
    match changed()? {
        Some(config) => lock.write(path, &document::print(&config), MAX_CONFIG_BYTES),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields, rename = "config")]
    struct Settings {
        name: Option<String>,
        level: Option<u8>,
    }

    fn read(content: impl AsRef<[u8]>) -> Result<Option<Settings>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.ron");
        fs::write(&path, &content).unwrap();
        let read = read_config(&path);
        assert_eq!(fs::read(&path).unwrap(), content.as_ref());
        read.map_err(|error| {
            error
                .to_string()
                .split_once("config.ron")
                .unwrap()
                .1
                .to_owned()
        })
    }

    #[test]
    fn what_people_write_is_read() {
        let ann = Settings {
            name: Some("ann".to_owned()),
            level: None,
        };
        for text in [
            "(name: \"ann\")",
            "(name: Some(\"ann\"), level: None)",
            "\u{feff}// Mine.\n(\n  name: \"ann\",\n)\n",
        ] {
            assert_eq!(read(text).unwrap().as_ref(), Some(&ann), "{text}");
        }
        assert_eq!(read("()").unwrap(), Some(Settings::default()));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (text, expected) in [
            (&b""[..], ":1:1: "),
            (b"hello", ":1:1: "),
            (b"(\n  level: x)", ":2:9: "),
            (b"(level: 300)", ":1:"),
            (b"(name: ann)", ":1:7: expected text in quotes "),
            (
                b"(\n  color: 1)",
                ":2:3: unknown field color: use name, level ",
            ),
            (b"(name: \"a\", name: \"b\")", ":1:13: name is given twice "),
            (
                b"(name: \"a\") more",
                ":1:12: unexpected text after the closing ) ",
            ),
            (b"(\n name: \"\xff\")", ":2:9: byte 0xff is not UTF-8"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
            assert!(error.ends_with("(file left unchanged)"), "{error}");
        }
        let error = read("(name: \"\u{1b}[2J\", \u{202e}: 1)").unwrap_err();
        assert!(
            error
                .chars()
                .all(crate::base::text::printable::is_printable),
            "{error:?}"
        );
        let error = read(" ".repeat(1 << 17)).unwrap_err();
        assert!(error.contains("131072 bytes, limit 65536"), "{error}");
        let error = read("(".repeat(10_000)).unwrap_err();
        assert!(error.starts_with(":1:"), "{error}");
    }

    #[test]
    fn only_a_file_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let missing = read_config::<Settings>(&folder.path().join("no/config.ron"));
        assert!(matches!(missing, Ok(None)));
        assert!(matches!(
            read_config::<Settings>(folder.path()),
            Err(StoreError::NotAFile(_))
        ));
        #[cfg(unix)]
        {
            let link = folder.path().join("config.ron");
            std::os::unix::fs::symlink("nowhere", &link).unwrap();
            assert!(matches!(
                read_config::<Settings>(&link),
                Err(StoreError::LinkToNothing(_))
            ));
        }
    }

    #[test]
    fn a_change_keeps_what_it_does_not_change_and_a_damaged_file_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/config.ron");
        let set = |level| change_config(&path, |settings: &mut Settings| settings.level = level);
        set(Some(3)).unwrap();
        let name = |settings: &mut Settings| settings.name = Some("ann".to_owned());
        change_config(&path, name).unwrap();
        let expected = Settings {
            name: Some("ann".to_owned()),
            level: Some(3),
        };
        assert_eq!(read_config(&path).unwrap(), Some(expected));
        // Without a change the file is not rewritten, so its comments stay.
        for text in ["(level: 3) // mine", "(level: 3", "\u{0}"] {
            fs::write(&path, text).unwrap();
            assert_eq!(set(Some(3)).is_ok(), text.contains("mine"), "{text}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
