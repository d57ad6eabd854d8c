//! What the menu, lists, questions and the card at the end do with a key or a click.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::app::{App, LoopStep, Overlay};
use super::ending::EndCard;
use super::list::{List, Picked};
use super::menu::{Chosen, Menu};
use super::{keys, lists};
use crate::desk::{Action, Study};
use crate::interpreter::{Command, OpeningSource, Side};
use crate::screens::keys::KeyAction;
use crate::screens::options::Stopped;
use crate::screens::words::YesOrNo;
use crate::screens::words::menu::RowAction;

impl App {
    /// Does what was chosen in the menu.
    pub(super) fn choose(&mut self, menu: Menu, chosen: Chosen) -> Result<LoopStep, Stopped> {
        match chosen {
            Chosen::Nothing => self.overlay = Overlay::Menu(menu),
            Chosen::Close => {}
            Chosen::Press(key) => return self.key(key),
            Chosen::Do(RowAction::Choose(setting)) => {
                self.overlay = Overlay::List(lists::of_setting(setting), Some(menu));
            }
            Chosen::Do(RowAction::Begin(line)) => {
                self.open_line();
                if let Overlay::Line(command) = &mut self.overlay {
                    command.paste(line);
                }
            }
            Chosen::Do(RowAction::Run(line)) => {
                self.menu_before = Some(menu);
                return self.line(line);
            }
        }
        Ok(LoopStep::Continue)
    }

    /// Does what was picked in a list.
    pub(super) fn pick(
        &mut self,
        list: List,
        before: Option<Menu>,
        picked: Picked,
    ) -> Result<LoopStep, Stopped> {
        match picked {
            Picked::Nothing => self.overlay = Overlay::List(list, before),
            Picked::Close => self.overlay = before.map_or(Overlay::Nothing, Overlay::Menu),
            Picked::Line(line) => return self.line(&line),
        }
        Ok(LoopStep::Continue)
    }

    /// Handles a key while the card at the end of a game is shown.
    pub(super) fn end_key(&mut self, end: EndCard, key: KeyEvent) -> Result<LoopStep, Stopped> {
        match key.code {
            KeyCode::Char('n' | 'N') => self.new_game(),
            _ if keys::is_yes(key) => self.new_game(),
            KeyCode::Char('l' | 'L') if let Some((human, level)) = end.next => {
                self.act(Action::Command(Command::Against {
                    human: Side::Of(human),
                    level,
                    rating: None,
                    beginning: OpeningSource::Usual,
                }))
            }
            KeyCode::Char('a' | 'A') => self.analyze_ended(end),
            KeyCode::Char('p' | 'P') => self.act(Action::Command(Command::Puzzle)),
            KeyCode::Esc | KeyCode::Char(' ') => Ok(LoopStep::Continue),
            _ => match KeyAction::of(key.into()) {
                Some(KeyAction::NewGame) => self.new_game(),
                Some(KeyAction::Analyze) => self.analyze_ended(end),
                _ => self.board_key(key),
            },
        }
    }

    /// Analyzes the game below the card at its end, on which the findings appear.
    fn analyze_ended(&mut self, end: EndCard) -> Result<LoopStep, Stopped> {
        self.overlay = Overlay::End(end);
        self.study(Study::Game)
    }

    pub(super) fn answer_question(
        &mut self,
        asked: YesOrNo,
        key: KeyEvent,
    ) -> Result<LoopStep, Stopped> {
        if keys::is_yes(key) {
            return match asked {
                YesOrNo::NewGame => self.new_game(),
                YesOrNo::Leave => {
                    let flow = self.act(Action::Command(Command::Quit))?;
                    self.ask_awaited();
                    Ok(flow)
                }
                YesOrNo::Loss(_) | YesOrNo::Unsaved => self.decide("y"),
                YesOrNo::Replace => {
                    let line = std::mem::take(&mut self.replacing);
                    self.carry_out(line)
                }
            };
        }
        if !matches!(key.code, KeyCode::Esc | KeyCode::Char('n' | 'N')) {
            self.overlay = Overlay::Ask(asked);
        } else if matches!(asked, YesOrNo::Loss(_) | YesOrNo::Unsaved) {
            return self.decide("n");
        }
        Ok(LoopStep::Continue)
    }

    /// Answers the question whether the typed command may lose data.
    fn decide(&mut self, answer: &str) -> Result<LoopStep, Stopped> {
        let flow = self.act(Action::Line(answer.to_owned()))?;
        // After a failure the question would be pending without its card.
        if self.desk.borrow().view().awaited.is_some() {
            // This can't fail.
            let _ = self.desk.borrow_mut().act(Action::StopAsking);
        }
        Ok(flow)
    }
}
