//! The mouse: clicks play or show moves, the wheel steps, and hovering previews a move.

use ratatui::crossterm::event::{KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::app::{App, LoopStep, Overlay, PointerTarget};
use super::layout::MoveChoice;
use crate::screens::options::Stopped;

impl App {
    pub(super) fn mouse(&mut self, mouse: MouseEvent) -> Result<LoopStep, Stopped> {
        let at = Position {
            x: mouse.column,
            y: mouse.row,
        };
        match mouse.kind {
            MouseEventKind::ScrollUp | MouseEventKind::ScrollDown => {
                let step = if mouse.kind == MouseEventKind::ScrollUp {
                    -1
                } else {
                    1
                };
                if let Overlay::Answer(_, scroll) = &mut self.overlay {
                    *scroll = scroll.saturating_add_signed(step);
                    return Ok(LoopStep::Continue);
                }
                self.browse(step)
            }
            MouseEventKind::Moved | MouseEventKind::Drag(_) => {
                if let Overlay::Menu(menu) = &mut self.overlay {
                    menu.point(at, &self.buttons);
                    return Ok(LoopStep::Continue);
                }
                self.hover = self.target_at(at);
                Ok(LoopStep::Continue)
            }
            MouseEventKind::Down(MouseButton::Left) => self.click(at),
            _ => Ok(LoopStep::Continue),
        }
    }

    fn target_at(&self, at: Position) -> Option<PointerTarget> {
        let layout = self.layout.as_ref()?;
        match self.choice() {
            MoveChoice::Piece => layout.piece_at(at).map(PointerTarget::Piece),
            _ => layout.square_at(at).map(PointerTarget::Square),
        }
    }

    /// Presses the key of a button, or of an entry of the menu.
    fn press(&mut self, key: KeyEvent) -> Result<LoopStep, Stopped> {
        if matches!(self.overlay, Overlay::Menu(_)) {
            self.overlay = Overlay::Nothing;
        }
        self.key(key)
    }

    fn click(&mut self, at: Position) -> Result<LoopStep, Stopped> {
        if let Some(key) = self.buttons.at(at) {
            return self.press(key);
        }
        match self.overlay {
            Overlay::Nothing => {}
            Overlay::Ask(_) | Overlay::Line(_) => return Ok(LoopStep::Continue),
            Overlay::End(_) | Overlay::Answer(..) | Overlay::Menu(_) => {
                self.overlay = Overlay::Nothing;
                return Ok(LoopStep::Continue);
            }
        }
        if let Some(action) = self.targets.at(at) {
            return self.act(action);
        }
        match self.target_at(at) {
            Some(PointerTarget::Square(square)) => self.cursor = square,
            Some(PointerTarget::Piece(index)) => self.piece = index,
            None => return Ok(LoopStep::Continue),
        }
        self.keep_inside();
        self.play()
    }
}
