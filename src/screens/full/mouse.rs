//! The mouse: clicks play or show moves, the wheel steps, and hovering previews a move.

use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
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
                if let Overlay::List(list, _) = &mut self.overlay {
                    list.go(step);
                    return Ok(LoopStep::Continue);
                }
                if let Overlay::Answer(_, scroll) = &mut self.overlay {
                    *scroll = scroll.saturating_add_signed(step);
                    return Ok(LoopStep::Continue);
                }
                self.browse(step)
            }
            MouseEventKind::Moved | MouseEventKind::Drag(_) => {
                match &mut self.overlay {
                    Overlay::Menu(menu) => menu.point(at),
                    Overlay::List(list, _) => list.point(at),
                    _ => self.hover = self.target_at(at),
                }
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

    fn click(&mut self, at: Position) -> Result<LoopStep, Stopped> {
        if let Some(key) = self.buttons.at(at) {
            return self.key(key);
        }
        match std::mem::replace(&mut self.overlay, Overlay::Nothing) {
            Overlay::Nothing => {}
            Overlay::End(_) | Overlay::Answer(..) => return Ok(LoopStep::Continue),
            Overlay::Menu(menu) => {
                let chosen = menu.click(at);
                return self.choose(menu, chosen);
            }
            Overlay::List(list, before) => {
                let picked = list.click(at);
                return self.pick(list, before, picked);
            }
            asked => {
                self.overlay = asked;
                return Ok(LoopStep::Continue);
            }
        }
        if let Some(action) = self.targets.at(at).cloned() {
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
