//! The chart of a game as a file, written atomically.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::super::JobError;
use super::super::whole_file::{begin, finish, refuse_taken, unwritable};

/// The path of a game's chart: this file, with a number before the extension.
///
/// # Errors
/// [`JobError::Taken`] if the file exists and must not be overwritten.
pub(super) fn place(path: &Path, number: Option<usize>, force: bool) -> Result<PathBuf, JobError> {
    let path = number.map_or_else(|| path.to_owned(), |number| numbered(path, number));
    refuse_taken(&path, force)?;
    Ok(path)
}

/// Writes a chart to its file.
pub(super) fn write(path: &Path, picture: &str, force: bool) -> Result<(), JobError> {
    let mut file = begin(path, force)?;
    file.write_all(picture.as_bytes()).map_err(|source| unwritable(path, source))?;
    finish(&mut file, force)
}

fn numbered(path: &Path, number: usize) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_games_have_their_number_before_the_extension() {
        for (path, expected) in
            [("a.svg", "a-2.svg"), ("b/c.d.svg", "b/c.d-2.svg"), ("plain", "plain-2")]
        {
            assert_eq!(numbered(Path::new(path), 2), Path::new(expected));
        }
    }
}
