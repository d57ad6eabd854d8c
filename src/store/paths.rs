//! Lists paths for completion.

use std::fs;

/// The paths that begin with `typed`, in alphabetical order, with a `/` after folders.
///
/// Hidden files are included only if the last name in `typed` begins with a dot. Empty if the folder is unreadable.
pub fn paths_beginning(typed: &str) -> Vec<String> {
    let (folder, name) = typed.split_at(typed.rfind('/').map_or(0, |slash| slash + 1));
    let place = if folder.is_empty() { "." } else { folder };
    let Ok(entries) = fs::read_dir(place) else {
        return Vec::new();
    };
    let paths = entries.flatten().filter_map(|entry| {
        let found = entry.file_name().into_string().ok()?;
        let is_shown =
            found.starts_with(name) && (name.starts_with('.') || !found.starts_with('.'));
        // Links to folders count as folders.
        let is_folder = fs::metadata(entry.path()).is_ok_and(|data| data.is_dir());
        is_shown.then(|| format!("{folder}{found}{}", if is_folder { "/" } else { "" }))
    });
    let mut paths: Vec<String> = paths.collect();
    paths.sort_unstable();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_end_with_a_slash_and_hidden_names_are_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["game.ggf", "games.sgf", ".hidden"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        fs::create_dir(folder.path().join("gallery")).unwrap();
        let place = folder.path().to_str().unwrap();
        for (typed, expected) in [
            ("", &["gallery/", "game.ggf", "games.sgf"][..]),
            ("ga", &["gallery/", "game.ggf", "games.sgf"]),
            ("games", &["games.sgf"]),
            (".h", &[".hidden"]),
            ("gallery/", &[]),
            ("nowhere/x", &[]),
        ] {
            let expected: Vec<String> = expected
                .iter()
                .map(|name| format!("{place}/{name}"))
                .collect();
            assert_eq!(
                paths_beginning(&format!("{place}/{typed}")),
                expected,
                "{typed}"
            );
        }
    }
}
