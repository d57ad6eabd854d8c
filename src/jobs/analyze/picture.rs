//! The chart of a game as a file, written whole or not at all.

use std::path::{Path, PathBuf};

use super::super::{JobError, shown};
use crate::analysis::{Analysis, svg};
use crate::store::NewFile;

/// Draws a game to a file, replacing what is there. With a number that stands before the extension.
pub(super) fn write(
    path: &Path,
    number: Option<usize>,
    title: &str,
    names: &[String; 2],
    analysis: &Analysis,
) -> Result<(), JobError> {
    let path = number.map_or_else(|| path.to_owned(), |number| numbered(path, number));
    let picture = svg::picture(analysis, title, names.each_ref().map(String::as_str));
    let name = shown(&path);
    let written = NewFile::begin(&path).and_then(|mut file| {
        file.write(picture.as_bytes())?;
        file.finish(true)
    });
    written.map_err(|source| JobError::Unwritable { name, source })
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
