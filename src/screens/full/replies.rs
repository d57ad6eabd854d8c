//! What the screen shows of a reply: a line below the board, a text in the pane, a list, or the card at the end.

use std::env;
use std::time::Duration;

use super::app::{App, Overlay};
use super::ending::{EndCard, next_level};
use super::layout::has_room_below;
use super::{keys, lists};
use crate::base::terminal::escapes::has_links;
use crate::desk::{ShownGame, View};
use crate::games::Outcome;
use crate::interpreter::{Event, Reply, Task, Verdict};
use crate::screens::shared::StatusMessage;
use crate::screens::text::{self, Reader};
use crate::screens::words::{self, Card, Voice};
use crate::session::Ply;

const READER: Reader = Reader::Screen(Voice::FullScreen);

/// The maximum time a reply waits for the disk.
const DISK: Duration = Duration::from_millis(30);

impl App {
    pub(super) fn has_room_for(&self, text: &str) -> bool {
        self.layout
            .as_ref()
            .is_none_or(|layout| layout.has_room_for(text))
    }

    /// Shows an answer in the pane, or over the board if the pane has the text of a practice.
    pub(super) fn show(&mut self, lines: Vec<String>) {
        let card = Card {
            lines,
            ..Card::default()
        };
        let is_practicing = self.desk.borrow().view().practice.is_some();
        if is_practicing {
            self.list(card);
        } else {
            self.text = Some(card);
        }
    }

    /// Shows a card over the board.
    fn list(&mut self, card: Card) {
        let keys = words::answer_keys();
        self.overlay = Overlay::Answer(Card { keys, ..card }, 0);
    }

    /// Shows the text that has no room in the pane over the board.
    pub(super) fn list_text(&mut self, text: Card) {
        self.close_text();
        self.list(text);
    }

    /// Removes the text from the pane, with a message that is there. Returns whether something was there.
    pub(super) fn close_text(&mut self) -> bool {
        let is_in_pane = !self.has_room_for(&self.message.text);
        if is_in_pane {
            self.message = StatusMessage::default();
        }
        self.text.take().is_some() || is_in_pane
    }

    /// The text in the pane, with a message that has no room below a board of `width` columns.
    pub(super) fn text_shown(&self, view: &View, width: u16) -> Option<Card> {
        let mut card = self.text.clone().unwrap_or_default();
        if !has_room_below(&self.message.text, width) {
            if !card.lines.is_empty() {
                card.lines.push(String::new());
            }
            card.lines.push(self.message.text.clone());
        }
        if card.lines.is_empty() {
            return None;
        }
        let is_n_free = keys::is_free('n', view.shown());
        let keys = words::text_keys(view.practice, is_n_free);
        Some(Card { keys, ..card })
    }

    /// Shows a reply: a short one below the board, a long one in the pane. Waits briefly for the disk.
    pub(super) fn answer(&mut self, reply: &Reply) {
        if reply.board().is_some() {
            self.desk.borrow().wait_until_kept(DISK);
        }
        let is_practicing = self.desk.borrow().view().practice.is_some();
        if !is_practicing && !self.is_reply_to_coached_move(reply) {
            self.text = None;
        }
        if self.open_list(reply) || self.add_to_card(reply) {
            return;
        }
        if let Event::Exported { file, .. } = reply.head() {
            let has_links = self.has_sequences && has_links(|name| env::var(name).ok());
            self.written = has_links.then(|| file.clone());
        }
        let lines = self.told(reply);
        if let Some(title) = words::puzzles::title(reply) {
            let is_practice = |event: &Event| matches!(event, Event::Judged(_) | Event::Task(_));
            self.text = Some(Card {
                title: title.to_owned(),
                lines: texts(reply, is_practice),
                ..Card::default()
            });
            if !matches!(reply.task(), Some(Task::Lesson(_))) {
                return;
            }
        } else if let Some(outcome) = reply.ended().filter(|_| !is_studied(reply)) {
            self.end(reply, outcome);
        } else if is_advice(reply)
            || !is_move(reply) && (lines.len() > 2 || !self.has_room_for(&lines.join(" ")))
        {
            self.show(lines);
            if let Some(text) = self.text.as_mut().filter(|_| reply.coached().is_some()) {
                words::analysis::coach_title().clone_into(&mut text.title);
            }
            return;
        } else if let Some(reason) = reply.scores_not_written() {
            self.complain(reason);
            return;
        }
        if !lines.is_empty() {
            self.say(lines.join(" "));
        }
    }

    /// Whether a reply has only moves of bots, after which the comment of the coach stays.
    fn is_reply_to_coached_move(&self, reply: &Reply) -> bool {
        let humans = self.game(ShownGame::humans).unwrap_or([true; 2]);
        let is_bots = |ply: &Ply| !humans[ply.played.player.index()];
        let is_played = matches!(reply.head(), Event::Played { .. });
        let is_comment = |text: &Card| text.title == words::analysis::coach_title();
        let has_comment = self.text.as_ref().is_some_and(is_comment);
        is_played && has_comment && reply.plies().iter().all(is_bots)
    }

    /// Opens the list that a reply is, unless the user is busy with another overlay. Returns whether it did.
    fn open_list(&mut self, reply: &Reply) -> bool {
        let before = self.menu_before.take();
        let list = lists::of_reply(reply, self.desk.borrow().view());
        match list {
            Some(list) if matches!(self.overlay, Overlay::Nothing) => {
                self.overlay = Overlay::List(list, before);
                true
            }
            _ => false,
        }
    }

    /// Adds late events about a finished game to its card. Returns whether it did.
    fn add_to_card(&mut self, reply: &Reply) -> bool {
        let is_late = matches!(reply.head(), Event::LeftRepertoire(_) | Event::CoachOffered);
        match &mut self.overlay {
            Overlay::End(card) if is_late => {
                card.said.extend(texts(reply, |_| true));
                true
            }
            _ => false,
        }
    }

    /// What a reply says below the board.
    fn told(&self, reply: &Reply) -> Vec<String> {
        match reply.head() {
            Event::Played { .. } => {
                let plies = reply.plies().iter();
                plies
                    .flat_map(|ply| words::ply(&reply.sides, ply))
                    .collect()
            }
            Event::Started { .. } => {
                let lines = texts(reply, text::is_above_board);
                if self.has_room_for(&lines.join(" ")) {
                    return lines;
                }
                let mut brief = String::new();
                text::write_start_in_brief(&mut brief, reply, READER);
                split(&brief)
            }
            Event::Coached { .. } => texts(reply, |_| true),
            _ => texts(reply, text::is_above_board),
        }
    }

    /// Shows the card with the result of a game.
    fn end(&mut self, reply: &Reply, outcome: Outcome) {
        let humans = self.game(ShownGame::humans).unwrap_or([true; 2]);
        let next = self.game(|game| next_level(game, reply.next_level().map(|next| next.next)));
        let is_consequence =
            |event: &Event| !text::is_above_board(event) && !matches!(event, Event::Task(_));
        self.overlay = Overlay::End(EndCard {
            title: words::end(&reply.sides, outcome, humans),
            said: texts(reply, is_consequence),
            next: next.flatten(),
        });
        if humans[0] != humans[1] {
            self.desk.borrow_mut().find_rating();
        }
    }
}

/// Whether a reply is about a variation of a finished game.
fn is_studied(reply: &Reply) -> bool {
    reply.game.as_ref().is_some_and(|game| game.is_studied())
}

/// The lines about some of the events of a reply.
fn texts(reply: &Reply, is_told: impl Fn(&Event) -> bool) -> Vec<String> {
    let mut told = String::new();
    text::write_events(&mut told, reply, is_told, READER);
    split(&told)
}

fn split(lines: &str) -> Vec<String> {
    lines.lines().map(str::to_owned).collect()
}

/// Whether a reply is about moves, which the line below the board always has room for.
fn is_move(reply: &Reply) -> bool {
    matches!(
        reply.head(),
        Event::Played { .. } | Event::Started { .. } | Event::Judged(Verdict::DrillAnswered { .. })
    )
}

/// Whether a reply is a hint or an explanation, which is shown in the pane until the next step.
fn is_advice(reply: &Reply) -> bool {
    matches!(
        reply.head(),
        Event::Hint { .. } | Event::Explained { .. } | Event::Coached { .. }
    )
}
