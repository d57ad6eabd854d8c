//! The card at the end of a game: result, graph, the worst moves in words, and what to do next.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::buttons::Buttons;
use super::card;
use super::graph;
use super::layout::{Layout, Targets};
use super::paint::Paint;
use crate::base::text::fit::wrapped;
use crate::desk::{ShownGame, View};
use crate::games::Player;
use crate::players::Level;
use crate::screens::analyzed;
use crate::screens::words::{self, Card, Voice, analysis as texts, ending as end};

/// The heights of the graph on the card.
const LEAST_GRAPH: usize = 5;
const TALLEST_GRAPH: usize = 9;

/// The rows for the card below the board, where there is no pane.
pub const ROWS: u16 = 8;

/// The width of the widest card.
const WIDEST: u16 = 60;

/// The result of a game that has just ended.
#[derive(Debug)]
pub struct EndCard {
    pub title: String,
    /// The place in the ranking, or the reason for another level.
    pub said: Vec<String>,
    /// The bot to play next, with the side of the human.
    pub next: Option<(Player, Level)>,
}

/// The level to play after a game: the suggested one, or after a win the one above.
pub fn next_level(game: &ShownGame, suggested: Option<u8>) -> Option<(Player, Level)> {
    let (human, Level::Number(level)) = game.current.players().against_level()? else {
        return None;
    };
    let has_won = game.current.outcome()?.winner == Some(human);
    let is_strongest = level >= Level::strongest(game.current.game().info());
    let above = (has_won && !is_strongest).then_some(level + 1);
    Some((human, Level::new(suggested.or(above)?)?))
}

impl EndCard {
    /// Draws the card over the pane, or below the board if there is no pane.
    pub fn draw(
        &self,
        buffer: &mut Buffer,
        layout: &Layout,
        view: &View,
        paint: Paint,
        buttons: &mut Buttons,
    ) {
        let area = place(layout);
        let width = usize::from(area.width.saturating_sub(4));
        let keys = self.keys(view);
        let mut lines = self.remarks(view, width);
        let title = wrapped(&self.title, width).len();
        let around = 2 + title + card::key_rows(&keys, width).len();
        let room = usize::from(area.height).saturating_sub(around + lines.len());
        let mistakes = mistakes(view, width, room);
        let analyzed = view
            .game
            .as_ref()
            .and_then(|game| Some((game, game.analysis.as_ref()?)));
        let graph = analyzed.map_or(0, |_| graph_rows(room - mistakes.len()));
        let before = lines.len();
        lines.extend(std::iter::repeat_n(String::new(), graph));
        lines.extend(mistakes);
        let card = Card {
            title: self.title.clone(),
            lines,
            keys,
        };
        let least = if graph > 0 { width } else { 0 };
        let place = card::draw(buffer, area, &card, 0, least, paint, buttons).place;
        if let Some((game, analysis)) = analyzed.filter(|_| graph > 0) {
            let cells = |length| u16::try_from(length).unwrap_or(0);
            let inside = Rect {
                x: place.x + 2,
                y: place.y + cells(1 + title + before),
                width: place.width.saturating_sub(4),
                height: cells(graph),
            };
            let mut targets = Targets::default();
            graph::draw(buffer, inside, game, analysis, &mut targets, paint);
            buffer.set_style(inside, Style::new().bg(paint.color(paint.theme.panel)));
        }
    }

    /// The lines above the graph.
    fn remarks(&self, view: &View, width: usize) -> Vec<String> {
        let rating = view.rating.map(words::stats::rating);
        let said = self.said.iter().chain(&rating);
        said.flat_map(|line| wrapped(line, width))
            .chain(words::judging(view))
            .collect()
    }

    /// The actions that are possible, with their keys.
    fn keys(&self, view: &View) -> String {
        let next = self.next.map(|(_, level)| end::level(level));
        let is_reversi = view.info.is_reversi();
        let is_open = view.judging.is_none()
            && view
                .game
                .as_ref()
                .is_some_and(|game| game.analysis.is_none());
        let analyze = (is_reversi && is_open).then(end::analyze);
        let puzzle = is_reversi.then(end::puzzle);
        let keys = [Some(end::again()), next, analyze, puzzle, Some(end::view())];
        keys.into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(card::GAP)
    }
}

/// The place for the card.
fn place(layout: &Layout) -> Rect {
    let area = layout.pane.unwrap_or(layout.below);
    Rect {
        width: area.width.min(WIDEST),
        ..area
    }
}

/// The worst moves in words, as many as fit into `room` lines.
fn mistakes(view: &View, width: usize, room: usize) -> Vec<String> {
    let Some(analysis) = view.game.as_ref().and_then(|game| game.analysis.as_ref()) else {
        return Vec::new();
    };
    let moves = analyzed::worst(analysis).0.into_iter().map(|judged| {
        let side = words::side(&view.sides, judged.player);
        let name = texts::nth_move(judged.ply, side, &judged.square.to_string());
        let loss = texts::loss(Voice::FullScreen, judged);
        wrapped(&format!("{name}{loss}"), width)
    });
    let mut moves: Vec<Vec<String>> = moves.collect();
    if moves.is_empty() && view.judging.is_none() {
        moves.push(wrapped(texts::no_mistakes(), width));
    }
    let mut used = 0;
    let fitting = moves.into_iter().take_while(|lines| {
        used += lines.len();
        used <= room
    });
    fitting.flatten().collect()
}

/// The rows of the graph, an odd number, so that the axis is in the middle; 0 if there is no room for it.
fn graph_rows(room: usize) -> usize {
    if room <= LEAST_GRAPH {
        return 0;
    }
    let rows = (room - 1).min(TALLEST_GRAPH) | 1;
    let rows = if rows < room { rows } else { rows - 2 };
    if rows < LEAST_GRAPH { 0 } else { rows }
}
