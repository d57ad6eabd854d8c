//! The link to the file that the last command wrote, in terminals with links.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use ratatui::layout::Rect;

use crate::base::terminal::escapes::link_to;
use crate::base::text::fit;

/// The link in a frame, between drawing the frame and sending it.
pub type LinkInFrame = Rc<RefCell<Option<FileLink>>>;

/// The cells of a row that are a link.
#[derive(Debug)]
pub struct FileLink {
    row: u16,
    columns: Range<u16>,
    /// The escape sequence before the cells.
    pub start: String,
}

impl FileLink {
    /// The link for the name of a file in a text; `None` if it isn't there.
    pub fn new(file: &str, text: &str, row: u16) -> Option<Self> {
        let before = fit::width(&text[..text.find(file)?]);
        let end = before + fit::width(file);
        Some(Self {
            row,
            columns: u16::try_from(before).ok()?..u16::try_from(end).ok()?,
            start: link_to(file)?,
        })
    }

    pub fn area(&self) -> Rect {
        Rect {
            x: self.columns.start,
            y: self.row,
            width: self.columns.end - self.columns.start,
            height: 1,
        }
    }

    pub fn has(&self, column: u16, row: u16) -> bool {
        self.row == row && self.columns.contains(&column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_link_is_where_the_name_is() {
        let link = FileLink::new("a.sgf", "Exported to a.sgf (sgf).", 7).unwrap();
        let linked: Vec<u16> = (0..30).filter(|&column| link.has(column, 7)).collect();
        assert_eq!(linked, (12..17).collect::<Vec<_>>());
        assert!(!link.has(12, 6) && link.start.ends_with("a.sgf\x1b\\"));
        assert!(FileLink::new("b.sgf", "Exported to a.sgf (sgf).", 7).is_none());
    }
}
