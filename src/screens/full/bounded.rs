//! The terminal of the full-screen board, with a maximum size.

use std::io::{self, Write};

use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};

use super::links::LinkInFrame;
use crate::base::terminal::MAX_SIZE;
use crate::base::terminal::escapes::LINK_END;

/// A terminal of at most [`MAX_SIZE`]: the memory for a frame grows with the size. On a larger terminal, frames are in
/// the top left corner.
#[derive(Debug)]
pub struct BoundedBackend(CrosstermBackend<io::Stdout>, LinkInFrame);

impl BoundedBackend {
    pub fn of_stdout(link: LinkInFrame) -> Self {
        Self(CrosstermBackend::new(io::stdout()), link)
    }
}

pub fn bounded(size: Size) -> Size {
    Size {
        width: size.width.min(MAX_SIZE.0),
        height: size.height.min(MAX_SIZE.1),
    }
}

impl Backend for BoundedBackend {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let Some(link) = self.1.take() else {
            return self.0.draw(content);
        };
        let (linked, others): (Vec<_>, Vec<_>) =
            content.partition(|&(column, row, _)| link.has(column, row));
        self.0.draw(others.into_iter())?;
        if linked.is_empty() {
            return Ok(());
        }
        self.0.write_all(link.start.as_bytes())?;
        self.0.draw(linked.into_iter())?;
        self.0.write_all(LINK_END.as_bytes())
    }

    fn append_lines(&mut self, count: u16) -> io::Result<()> {
        self.0.append_lines(count)
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.0.hide_cursor()
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.0.show_cursor()
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        self.0.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.0.set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.0.clear()
    }

    fn clear_region(&mut self, region: ClearType) -> io::Result<()> {
        self.0.clear_region(region)
    }

    fn size(&self) -> io::Result<Size> {
        self.0.size().map(bounded)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        let size = self.0.window_size()?;
        Ok(WindowSize {
            columns_rows: bounded(size.columns_rows),
            ..size
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Backend::flush(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sizes_of_no_real_terminal_are_bounded() {
        let (width, height) = MAX_SIZE;
        for (size, expected) in [
            (Size::new(80, 24), Size::new(80, 24)),
            (Size::new(u16::MAX, 24), Size::new(width, 24)),
            (Size::new(80, u16::MAX), Size::new(80, height)),
            (Size::new(u16::MAX, u16::MAX), Size::new(width, height)),
        ] {
            assert_eq!(bounded(size), expected);
        }
    }
}
