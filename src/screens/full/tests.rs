//! Tests of the full screen, with a terminal in memory.

mod cards;
mod languages;
mod motion;
mod picture;
mod practice;

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;
use std::{env, fs};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use ratatui::style::Color;

use super::app::{App, LoopStep, Overlay};
use super::draw;
use super::layout::MoveChoice;
use super::links::LinkInFrame;
use super::paint::Paint;
use crate::desk::{Action, Desk, Settings, ShownGame, Use};
use crate::games::{Info, Player, Square, find, parse_square};
use crate::interpreter::{Command, Loss, OpeningSource};
use crate::players::Level;
use crate::screens::interface::Interface;
use crate::screens::options::Stopped;
use crate::screens::theme::{ColorDepth, ThemeName};
use crate::screens::words::{self, Voice, YesOrNo};
use crate::session::Players;
use crate::study::{Deck, Puzzle};

struct Trial {
    app: App,
    news: Receiver<()>,
    screen: Terminal<TestBackend>,
    /// The time of the next frame.
    now: Duration,
    _home: tempfile::TempDir,
}

const SIZES: [(u16, u16); 4] = [(40, 20), (80, 24), (120, 40), (200, 60)];
/// A puzzle that Black wins only with a8.
fn puzzle() -> Puzzle {
    let squares = ["a8", "g1", "h1", "c8"].map(|name| parse_square(name, 8, 8).unwrap());
    Puzzle {
        board: "XXOOOO--XXOXOOOOXXXXXXOOXXXXXXOOXOXXXXXXXOOOXOXXXOOOOOOO-O-OOOOO X"
            .parse()
            .unwrap(),
        answer: squares[0],
        score: 34,
        second: 20,
        line: squares.to_vec(),
        played: squares[1],
        lost: 24,
        percent: 100,
        estimated: None,
        tempting: 0,
        from: "Ann - Bob".to_owned(),
        reviews: Vec::new(),
    }
}

const GAMES: [&str; 5] = ["rv", "c4", "co", "gr", "qu"];

/// Only the window is unavailable.
fn refusal(interface: Interface) -> Option<Stopped> {
    (interface == Interface::Window).then_some(Stopped::NoWindow)
}

fn info(code: &str) -> &'static Info {
    find(code).unwrap()
}

impl Trial {
    fn new(code: &str, size: (u16, u16)) -> Self {
        Self::painted(
            code,
            size,
            Paint::new(ThemeName::DARK, ColorDepth::True, false),
        )
    }

    fn painted(code: &str, size: (u16, u16), paint: Paint) -> Self {
        let home = tempfile::tempdir().unwrap();
        let settings = Settings::of_test(info(code), home.path());
        Self::of(&settings, home, size, paint)
    }

    /// A screen with the shipped book and a puzzle.
    fn studying(size: (u16, u16)) -> Self {
        let home = tempfile::tempdir().unwrap();
        let settings = Settings::of_test(info("rv"), home.path());
        let book = Settings::new(settings.game, settings.store.clone()).book;
        let mut deck = Deck::open(&settings.store).unwrap();
        deck.add([puzzle()]).unwrap();
        let paint = Paint::new(ThemeName::DARK, ColorDepth::True, false);
        Self::of(&Settings { book, ..settings }, home, size, paint)
    }

    fn of(
        settings: &Settings,
        home: tempfile::TempDir,
        (columns, rows): (u16, u16),
        paint: Paint,
    ) -> Self {
        let (wake, news) = mpsc::channel();
        let settings = Settings {
            used_by: Use::Person,
            ..settings.clone()
        };
        let desk = Desk::new(&settings, move || {
            let _ = wake.send(());
        });
        let mut app = App::new(Rc::new(RefCell::new(desk)), paint, refusal, |words, _| {
            format!("set {words}\n")
        });
        app.act(Action::Command(Command::New {
            first: None,
            beginning: OpeningSource::Usual,
        }))
        .unwrap();
        let screen = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        let mut trial = Self {
            app,
            news,
            screen,
            now: Duration::ZERO,
            _home: home,
        };
        trial.draw();
        trial
    }

    fn draw(&mut self) -> Buffer {
        self.screen
            .draw(|frame| draw::draw(frame, &mut self.app, self.now))
            .unwrap();
        self.screen.backend().buffer().clone()
    }

    fn rows(&mut self) -> Vec<String> {
        let buffer = self.draw();
        let row = |y| {
            (0..buffer.area.width)
                .map(|x| buffer[(x, y)].symbol())
                .collect::<String>()
        };
        (0..buffer.area.height).map(row).collect()
    }

    fn shows(&mut self, text: &str) -> bool {
        self.rows().iter().any(|row| row.contains(text))
    }

    fn key(&mut self, code: KeyCode) -> LoopStep {
        self.with(code, KeyModifiers::NONE)
    }

    fn with(&mut self, code: KeyCode, modifiers: KeyModifiers) -> LoopStep {
        let flow = self
            .app
            .input(Event::Key(KeyEvent::new(code, modifiers)))
            .unwrap();
        self.draw();
        flow
    }

    fn keys(&mut self, text: &str) {
        for letter in text.chars() {
            self.key(KeyCode::Char(letter));
        }
    }

    /// Selects a square, a column or a piece, and plays.
    fn play(&mut self, text: &str) {
        self.keys(text);
        self.key(KeyCode::Enter);
    }

    fn play_all(&mut self, moves: &str) {
        moves.split("; ").for_each(|name| self.play(name));
    }

    fn escape(&mut self) -> LoopStep {
        self.key(KeyCode::Esc)
    }

    fn is_clear(&self) -> bool {
        matches!(self.app.overlay, Overlay::Nothing)
    }

    fn has_card(&self) -> bool {
        matches!(self.app.overlay, Overlay::Answer(..))
    }

    fn is_asked(&self, what: YesOrNo) -> bool {
        matches!(self.app.overlay, Overlay::Ask(asked) if asked == what)
    }

    fn assert_shows(&mut self, texts: &[&str]) {
        for text in texts {
            assert!(
                self.shows(text),
                "no {text:?}: {:#?}\n{:?}",
                self.rows(),
                self.app.message
            );
        }
    }

    /// Runs commands separated by `; `.
    fn commands(&mut self, lines: &str) {
        for line in lines.split("; ") {
            self.command(line);
        }
    }

    fn command(&mut self, line: &str) -> LoopStep {
        self.keys(":");
        self.keys(line);
        let flow = self.key(KeyCode::Enter);
        self.settle();
        flow
    }

    fn click(&mut self, square: Square) {
        let place = self.app.layout.unwrap().place(square).unwrap();
        self.mouse(MouseEventKind::Down(MouseButton::Left), place.x, place.y);
    }

    fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        let modifiers = KeyModifiers::NONE;
        self.app
            .input(Event::Mouse(MouseEvent {
                kind,
                column,
                row,
                modifiers,
            }))
            .unwrap();
        self.draw();
    }

    /// Waits until no thought is running.
    fn settle(&mut self) {
        while self.app.desk.borrow().is_working() {
            self.news.recv_timeout(Duration::from_mins(1)).unwrap();
            self.app.hear().unwrap();
        }
        self.draw();
    }

    /// Waits for a state of the desk.
    fn until(&mut self, is_there: impl Fn(&Desk) -> bool) {
        while !is_there(&self.app.desk.borrow()) {
            self.news.recv_timeout(Duration::from_mins(1)).unwrap();
            self.app.hear().unwrap();
        }
        self.draw();
    }

    fn game(&self) -> ShownGame {
        self.app.desk.borrow().view().game.clone().unwrap()
    }

    fn moves(&self) -> Vec<String> {
        self.game().current.move_names().collect()
    }
}

#[test]
fn the_first_game_is_against_the_default_bot_in_every_game() {
    for code in GAMES {
        let home = tempfile::tempdir().unwrap();
        let settings = Settings::of_test(info(code), home.path());
        let desk = Desk::new(
            &Settings {
                used_by: Use::Person,
                ..settings
            },
            || (),
        );
        let paint = Paint::new(ThemeName::DARK, ColorDepth::True, false);
        let mut app = App::new(Rc::new(RefCell::new(desk)), paint, refusal, |words, _| {
            format!("set {words}\n")
        });
        app.new_game().unwrap();
        let mode = app.game(|game| game.current.players().clone());
        let human = info(code).first_player();
        assert_eq!(
            mode,
            Some(Players::against(human, Level::BEGINNER)),
            "{code}"
        );
        app.act(Action::Line("new".to_owned())).unwrap();
        assert_eq!(
            app.game(|game| game.current.players().clone()),
            Some(Players::HUMANS),
            "{code}"
        );
    }
}

#[test]
fn commands_for_the_screen_are_performed_or_refused_here() {
    let mut trial = Trial::new("rv", (80, 24));
    trial.command("theme light");
    assert_eq!(trial.app.paint.theme.name, ThemeName::LIGHT);
    for (line, message) in [
        ("theme", "Theme: light."),
        ("theme pink", "\"pink\" is not a theme"),
        ("version", words::VERSION),
        ("discs letters", words::only_at_the_prompt()),
        ("screen", "already on the full screen"),
        ("screen full", "unexpected \"full\" after screen"),
        ("window", "built without the window"),
    ] {
        assert_eq!(trial.command(line), LoopStep::Continue, "{line}");
        let said = &trial.app.message.text;
        assert!(said.contains(message), "{line}: {said}");
        trial.app.overlay = Overlay::Nothing;
    }
    assert_eq!(trial.app.paint.theme.name, ThemeName::LIGHT);
    assert_eq!(trial.command("clear"), LoopStep::Redraw);
    trial.command("config level 5");
    assert!(trial.rows().concat().contains("set level 5"));
}

#[test]
fn everything_has_its_place_at_every_size_in_every_game() {
    for code in GAMES {
        for size in SIZES {
            let mut trial = Trial::new(code, size);
            // A long message would cover the keys.
            trial.app.say("");
            let rows = trial.rows();
            let what = format!("{code} {size:?}\n{}", rows.join("\n"));
            let layout = trial.app.layout.expect(&what);
            let grid = trial.game().current.game().grid();
            // Boards are complete, except for Gravity's on the smallest screens.
            let places: Vec<_> = Square::all(grid.rows, grid.columns)
                .filter_map(|square| Some((square, layout.place(square)?)))
                .collect();
            assert!(
                places.len() == grid.cells.len() || code == "gr" && size.0 == 40,
                "{what}"
            );
            for (square, place) in &places {
                let at = (place.x, place.y).into();
                assert_eq!(layout.square_at(at), Some(*square), "{what}");
                assert!(
                    place.right() <= size.0 && place.bottom() < layout.message.y,
                    "{what}"
                );
                for other in layout.pane.into_iter().chain(layout.tray) {
                    assert!(!place.intersects(other), "{what}");
                }
            }
            if let (Some(tray), Some(pane)) = (layout.tray, layout.pane) {
                let is_inside = layout.tray_beside() > 0;
                let expected = if is_inside { tray } else { Rect::ZERO };
                assert_eq!(tray.intersection(pane), expected, "{what}");
            }
            assert_eq!(layout.pane.is_some(), size.0 > 40, "{what}");
            assert!(rows[0].starts_with(info(code).name), "{what}");
            assert!(rows[0].contains("to move"), "{what}");
            assert!(
                rows[usize::from(size.1) - 1].starts_with("F1 keys"),
                "{what}"
            );
            // The squares use the space: the next larger ones would not fit.
            let squares = layout.squares;
            if squares.cell.1 < 3 && size.0 > 40 {
                let room = layout.message.y - squares.area.y;
                let taller = u16::from(grid.rows) * (squares.cell.1 + 1) + 1;
                let wider = u16::from(grid.columns) * 2 * (squares.cell.1 + 1) + 3;
                let below = layout.tray.filter(|_| layout.tray_beside() == 0);
                let tray = below.map_or(0, |tray| tray.height);
                assert!(taller + tray > room || wider > size.0, "{what}");
            }
        }
    }
}

#[test]
fn a_screen_that_is_too_small_says_what_it_needs() {
    let mut trial = Trial::new("rv", (20, 10));
    assert!(trial.app.layout.is_none());
    let text = trial.rows().join(" ");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(text, "Terminal too small: 20x10, needs 30x12.");
    // After a resize, keys work and nothing is lost.
    trial.screen.backend_mut().resize(80, 24);
    trial.assert_shows(&["Black to move"]);
}

/// All words of a card or screen, scrolled from top to bottom.
fn words_shown(trial: &mut Trial) -> Vec<String> {
    let mut shown = Vec::new();
    for _ in 0..60 {
        let is_word = |letter: char| !"│|┌┐└┘─".contains(letter) && !letter.is_whitespace();
        for row in trial.rows() {
            shown.extend(row.split(|letter| !is_word(letter)).map(str::to_owned));
        }
        if !trial.has_card() {
            break;
        }
        trial.key(KeyCode::Down);
    }
    shown
}

#[test]
fn what_is_too_long_for_a_small_screen_is_wrapped_and_never_cut_silently() {
    let small = [(40, 20), (60, 20), (80, 24), (100, 30)];
    let missing = |trial: &mut Trial, text: &str| -> Vec<String> {
        let shown = words_shown(trial);
        let is_missing = |word: &&str| !shown.iter().any(|shown| shown == word);
        text.split_whitespace()
            .filter(is_missing)
            .map(str::to_owned)
            .collect()
    };
    let mut with_pane = 0;
    for size in small {
        let mut trial = Trial::new("rv", size);
        trial.key(KeyCode::F(1));
        let keys = crate::screens::words::key_list(&[]).join(" ");
        assert_eq!(missing(&mut trial, &keys), [""; 0], "{size:?}");
        trial.escape();
        // A message of two rows, and one that doesn't fit below the board.
        for line in ["a1", "player black nobody", "nonsense"] {
            trial.command(line);
            let error = trial.app.message.text.clone();
            assert!(
                trial.app.message.is_error && error.len() > 40,
                "{line}: {error}"
            );
            assert_eq!(missing(&mut trial, &error), [""; 0], "{size:?}: {line}");
            trial.escape();
            trial.key(KeyCode::Char('n'));
        }
        let mut quarto = Trial::new("rv", size);
        quarto.commands("A B 6; play quarto");
        let said = quarto.app.message.text.clone();
        assert!(said.contains("level"), "{said}");
        assert_eq!(missing(&mut quarto, &said), [""; 0], "{size:?}");
        // The name of an opening is cut with a mark in a narrow pane.
        let mut opening = Trial::new("rv", size);
        opening.commands("f5; d6; c5; f4; e3; c6; d3; f6; e6; d7");
        let name = opening.game().opening.expect("these moves have a name");
        if let Some(pane) = opening.app.layout.unwrap().pane {
            with_pane += 1;
            let is_whole = name.chars().count() <= usize::from(pane.width);
            assert!(
                opening.shows(if is_whole { name } else { "…" }),
                "{size:?}: {name}"
            );
        }
    }
    assert!(with_pane > 0, "no size has a pane");
    let paint = Paint::new(ThemeName::DARK, ColorDepth::None, true);
    let mut ascii = Trial::painted("rv", (40, 20), paint);
    ascii.commands("note a long note with more words than two rows of this small terminal have room for, and on; f5; back");
    assert!(ascii.rows().iter().all(|row| row.is_ascii()));
}

#[test]
fn letters_and_digits_go_to_squares_and_enter_plays() {
    let mut trial = Trial::new("rv", (80, 24));
    trial.play("d3");
    trial.keys("C3 ");
    assert_eq!(trial.moves(), ["d3", "c3"]);
    trial.key(KeyCode::Backspace);
    assert_eq!(trial.moves(), ["d3"]);
    trial.with(KeyCode::Char('r'), KeyModifiers::CONTROL);
    assert_eq!(trial.moves(), ["d3", "c3"]);
    // An occupied square is refused with the reason, and nothing changes.
    trial.key(KeyCode::Enter);
    assert!(trial.app.message.is_error && trial.moves().len() == 2);
    trial.keys("x");
    trial.assert_shows(&["X has no function here"]);
}

#[test]
fn two_digits_typed_quickly_are_one_number() {
    let mut trial = Trial::new("gr", (120, 40));
    trial.command("play gr 20 20");
    trial.keys("t12");
    assert_eq!(
        trial.app.cursor,
        Square {
            row: 11,
            column: 19
        }
    );
    trial.keys("a3");
    assert_eq!(trial.app.cursor, Square { row: 2, column: 0 });
}

#[test]
fn n_is_a_column_where_the_board_has_one_and_f3_always_asks() {
    let mut trial = Trial::new("rv", (80, 24));
    trial.keys("d3 n");
    assert!(trial.is_asked(YesOrNo::NewGame));
    trial.keys("n");
    assert_eq!(trial.moves(), ["d3"]);
    trial.keys("ny");
    assert!(trial.moves().is_empty());
    trial.command("play gr 20 20");
    trial.keys("n");
    assert_eq!(trial.app.cursor.column, 13);
    trial.key(KeyCode::F(3));
    assert!(trial.is_asked(YesOrNo::NewGame));
    let mut quarto = Trial::new("qu", (80, 24));
    quarto.keys("n");
    assert!(matches!(quarto.app.overlay, Overlay::Nothing) && quarto.app.piece == 13);
}

#[test]
fn escape_asks_before_it_leaves() {
    let mut trial = Trial::new("rv", (80, 24));
    trial.escape();
    trial.assert_shows(&["Quit reversi?"]);
    assert_eq!(trial.escape(), LoopStep::Continue);
    trial.escape();
    assert!(matches!(trial.key(KeyCode::Char('y')), LoopStep::Leave(_)));
}

#[test]
fn the_opponent_is_chosen_from_a_list() {
    let mut trial = Trial::new("rv", (80, 24));
    let levels = (1..=20).map(|level| (level, level.to_string()));
    for (row, expected) in levels.chain([(0, "human".to_owned())]) {
        trial.key(KeyCode::F(2));
        trial.assert_shows(&["Opponents", "beginner"]);
        for _ in 0..row {
            trial.key(KeyCode::Down);
        }
        trial.key(KeyCode::Enter);
        trial.settle();
        let white = trial.game().current.players().of(Player::White);
        assert_eq!(white.to_string(), expected);
    }
}

#[test]
fn every_game_is_played_to_its_end_with_keys_and_another_one_offered() {
    for code in GAMES {
        let mut trial = Trial::new(code, (80, 24));
        while trial.game().current.game().turn().is_some() {
            let current = trial.game().current;
            let (game, moves) = (current.game(), current.game().moves());
            let mv = moves[trial.moves().len() * 7 % moves.len()];
            match MoveChoice::of(current.position()) {
                MoveChoice::Square => trial.play(&game.move_square(mv).unwrap().to_string()),
                MoveChoice::Column | MoveChoice::Piece => trial.play(&game.move_name(mv)),
            }
            assert!(
                trial.game().current != current,
                "{code} {mv:?} {:?}",
                trial.app.message
            );
        }
        assert!(matches!(trial.app.overlay, Overlay::End(_)), "{code}");
        trial.assert_shows(&["again", "view board"]);
        trial.key(KeyCode::Enter);
        assert!(trial.moves().is_empty() && trial.is_clear(), "{code}");
    }
}

#[test]
fn a_click_plays_the_wheel_looks_back_and_the_list_goes_there() {
    for code in GAMES {
        let mut trial = Trial::new(code, (120, 40));
        while trial.moves().len() < 4 {
            let game = trial.game().current;
            if MoveChoice::of(game.position()) == MoveChoice::Piece {
                let tray = trial.app.layout.unwrap().tray.unwrap();
                trial.mouse(
                    MouseEventKind::Down(MouseButton::Left),
                    tray.x + 9,
                    tray.y + 1,
                );
            } else {
                let square = game.game().move_square(game.game().moves()[0]).unwrap();
                trial.mouse(MouseEventKind::Moved, 10, 10);
                trial.click(square);
            }
        }
        trial.mouse(MouseEventKind::ScrollUp, 5, 5);
        trial.mouse(MouseEventKind::ScrollUp, 5, 5);
        assert_eq!(trial.game().browsed, Some(2), "{code}");
        // A move would be in the wrong position, so it is refused.
        trial.key(KeyCode::Enter);
        assert!(trial.app.message.is_error && trial.moves().len() == 4);
        trial.mouse(MouseEventKind::ScrollDown, 5, 5);
        assert_eq!(trial.game().browsed, Some(3));
        let pane = trial.app.layout.unwrap().pane.unwrap();
        let rows = trial.rows();
        let first = format!("  1 {}", trial.game().moves()[0].name());
        let row = rows.iter().position(|row| row.contains(&first)).unwrap();
        let row = u16::try_from(row).unwrap();
        trial.mouse(MouseEventKind::Down(MouseButton::Left), pane.x + 4, row);
        assert_eq!(trial.game().browsed, Some(1), "{code}");
        trial.key(KeyCode::F(4));
        assert_eq!(trial.moves().len(), 1, "{code} {:?}", trial.app.message);
    }
}

#[test]
fn in_a_finished_game_every_key_works_at_the_position_shown() {
    let mut trial = Trial::new("rv", (100, 40));
    trial.play_all("f5; d6; c5; f4; e7; f6; g5; e6; e3");
    trial.key(KeyCode::Esc);
    trial.key(KeyCode::F(5));
    trial.until(|desk| desk.view().judging.is_none());
    for _ in 0..3 {
        trial.key(KeyCode::PageUp);
    }
    assert_eq!((trial.moves().len(), trial.game().browsed), (9, Some(6)));
    trial.key(KeyCode::Char('?'));
    trial.until(|desk| !desk.is_working());
    trial.assert_shows(&["Hint: ", "move 6 of 9"]);
    // A move is a variation: the game and its analysis stay.
    trial.play_all("d3");
    assert_eq!(trial.game().lines.len(), 2);
    assert!(trial.game().analysis.is_some() && trial.game().judgment(6).is_none());
    trial.key(KeyCode::Backspace);
    trial.key(KeyCode::End);
    trial.key(KeyCode::Home);
    trial.command("variations 1 9");
    assert!(trial.app.desk.borrow().view().turn().is_none());
    assert_eq!(trial.game().current.main_line(true).len(), 9);
    assert!(!matches!(trial.app.overlay, Overlay::End(_)));
}

#[test]
fn the_pointer_shows_what_a_move_would_flip() {
    let mut trial = Trial::new("rv", (80, 24));
    let d3 = Square { row: 2, column: 3 };
    let place = trial.app.layout.unwrap().place(d3).unwrap();
    trial.app.cursor = Square { row: 0, column: 0 };
    trial.draw();
    assert!(trial.app.preview().is_none());
    trial.mouse(MouseEventKind::Moved, place.x, place.y);
    assert_eq!(
        trial.app.preview().unwrap().played.flipped,
        [Square { row: 3, column: 3 }]
    );
}

#[test]
fn the_squares_of_a_winning_line_are_framed() {
    let paint = Paint::new(ThemeName::DARK, ColorDepth::None, true);
    let mut trial = Trial::painted("c4", (80, 24), paint);
    trial.commands("J 1; J 2; J 1; J 2; J 1; J 2");
    assert!(!trial.shows("*"));
    trial.command("J 1");
    let signs = trial
        .rows()
        .iter()
        .filter(|row| row.matches('*').count() == 2)
        .count();
    assert_eq!(signs, 4, "{:#?}", trial.rows());
}

#[test]
fn a_game_is_analyzed_and_watched_beside_the_board() {
    let mut trial = Trial::new("rv", (120, 40));
    trial.play_all("f5; d6; c4; d3; c5; b4; f3");
    trial.command("analyze 4");
    assert!(trial.is_clear());
    assert!(trial.shows("?") && trial.game().analysis.is_some());
    trial.key(KeyCode::PageUp);
    trial.assert_shows(&["c5: "]);
    trial.key(KeyCode::F(6));
    trial.until(|desk| {
        desk.view()
            .live
            .as_ref()
            .is_some_and(|live| !live.best.is_empty())
    });
    trial.assert_shows(&["Live analysis"]);
    trial.key(KeyCode::F(6));
    assert!(trial.app.desk.borrow().view().live.is_none());
    trial.key(KeyCode::F(5));
    trial.until(|desk| desk.view().judging.is_some());
    trial.key(KeyCode::F(5));
    assert!(trial.app.desk.borrow().view().judging.is_none());
    let mut other = Trial::new("c4", (80, 24));
    other.key(KeyCode::F(6));
    assert!(
        other.app.message.is_error && other.shows("Reversi"),
        "{:?}",
        other.app.message
    );
}

#[test]
fn while_a_bot_thinks_what_is_refused_says_so_and_the_rest_works() {
    let mut trial = Trial::new("rv", (80, 24));
    trial.play(":A W depth:60");
    assert!(trial.app.desk.borrow().is_working());
    for key in [KeyCode::Enter, KeyCode::Backspace, KeyCode::Char('?')] {
        trial.key(key);
        assert!(
            trial.app.message.is_error && trial.app.desk.borrow().is_working(),
            "{key:?}"
        );
    }
    // The opponents are listed, but not changed.
    trial.key(KeyCode::F(2));
    trial.key(KeyCode::Enter);
    assert!(trial.app.message.is_error && trial.app.desk.borrow().is_working());
    trial.key(KeyCode::Up);
    trial.key(KeyCode::F(7));
    assert_eq!(trial.app.paint.theme.name, ThemeName::DARK.next());
    trial.screen.backend_mut().resize(20, 10);
    trial.assert_shows(&["Terminal too small"]);
    trial.screen.backend_mut().resize(80, 24);
    trial.assert_shows(&["is thinking"]);
    trial.with(KeyCode::Char('c'), KeyModifiers::CONTROL);
    trial.settle();
    assert_eq!(trial.moves().len(), 1);
    // Right after a thought, Ctrl-C is ignored.
    trial.with(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert!(trial.is_clear());
}

#[test]
fn the_command_line_completes_and_remembers() {
    let mut trial = Trial::new("rv", (80, 24));
    trial.keys(":res");
    trial.key(KeyCode::Tab);
    trial.assert_shows(&["restart", "resume"]);
    trial.escape();
    trial.command("d3");
    trial.keys(":");
    trial.key(KeyCode::Up);
    trial.assert_shows(&[":d3"]);
    trial.escape();
    trial.command("help all");
    assert!(trial.has_card() && trial.shows("more line"));
    trial.key(KeyCode::PageDown);
    trial.escape();
    trial.assert_shows(&["White to move"]);
    trial.keys(":d");
    trial.with(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert!(trial.is_clear());
    trial.with(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert!(trial.is_asked(YesOrNo::Leave));
    trial.keys("n");
    trial.command("nonsense");
    assert!(trial.app.message.is_error);
    assert!(matches!(trial.command("prompt"), LoopStep::Leave(_)));
}

#[test]
fn a_game_is_only_replaced_after_a_question() {
    let mut trial = Trial::new("rv", (80, 24));
    trial.command("play c4");
    assert!(trial.is_clear(), "nothing has been played");
    trial.command("play rv");
    trial.command("d3");
    let moves = trial.moves();
    for line in [
        "A B 2",
        "N",
        "G B joe",
        "play c4",
        "restart",
        "import no.sgf",
    ] {
        trial.command(line);
        assert!(trial.is_asked(YesOrNo::Replace), "{line}");
        trial.keys("n");
        assert!(trial.is_clear() && trial.moves() == moves, "{line}");
    }
    trial.command("N");
    trial.keys("y");
    assert!(trial.is_clear() && trial.moves().is_empty());
}

#[test]
fn clocks_are_shown_and_a_resigned_game_is_over() {
    let mut trial = Trial::new("rv", (80, 24));
    trial.command("clock 5m+3s");
    trial.command("d3");
    trial.assert_shows(&["Black 5:03", "White 5:00"]);
    trial.command("resign");
    assert!(matches!(trial.app.overlay, Overlay::End(_)));
    trial.assert_shows(&["by resignation"]);
}

#[test]
fn a_file_is_only_overwritten_after_a_question() {
    let mut trial = Trial::new("rv", (80, 24));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let export = format!("export {}", file.display());
    let written = || fs::read_to_string(&file).unwrap();
    trial.command("d3");
    trial.command(&export);
    assert!(trial.is_clear() && written() == "D3\n");
    trial.command("c3");
    for answer in ["n", "y"] {
        trial.command(&export);
        assert!(trial.is_asked(YesOrNo::Loss(Loss::File)));
        trial.assert_shows(&["already exists"]);
        trial.keys(answer);
        assert!(trial.is_clear() && !trial.app.message.is_error);
        assert!(trial.app.desk.borrow().view().awaited.is_none());
        assert_eq!(written(), if answer == "n" { "D3\n" } else { "D3c3\n" });
    }
}

#[test]
fn a_missing_side_is_asked_for_on_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.txt");
    let squares = "-------------------X-------XX------XO---------------------------";
    fs::write(&file, squares).unwrap();
    let turn = |trial: &Trial| trial.app.desk.borrow().view().turn();
    for command in [
        format!("setboard {squares}"),
        format!("import {}", file.display()),
    ] {
        for (answer, player) in [("W", Player::White), ("black", Player::Black)] {
            let mut trial = Trial::new("rv", (80, 24));
            trial.command(&command);
            trial.assert_shows(&["side to move > "]);
            trial.keys(answer);
            trial.key(KeyCode::Enter);
            trial.settle();
            assert!(
                trial.is_clear() && turn(&trial) == Some(player),
                "{command} {answer}"
            );
        }
    }
    let mut trial = Trial::new("rv", (80, 24));
    trial
        .app
        .input(Event::Paste(format!("{squares}\n")))
        .unwrap();
    trial.assert_shows(&["side to move > "]);
    trial.play("w");
    trial.settle();
    assert_eq!(turn(&trial), Some(Player::White));
}

#[test]
fn a_saved_game_is_lost_only_after_a_question() {
    let mut trial = Trial::new("rv", (80, 24));
    let (other, deleted) = (YesOrNo::Loss(Loss::OtherSave), YesOrNo::Loss(Loss::Save));
    trial.commands("d3; E a; N");
    trial.keys("y");
    trial.command("f5");
    for answer in ["n", "y"] {
        trial.command("E a");
        assert!(trial.is_asked(other));
        trial.assert_shows(&["Overwrite the saved game?"]);
        trial.keys(answer);
        assert!(trial.is_clear() && trial.app.desk.borrow().view().awaited.is_none());
    }
    trial.command("E a");
    assert!(trial.is_clear(), "it is the same game now");
    for answer in ["n", "y"] {
        trial.command("R a");
        assert!(trial.is_asked(deleted), "{answer}");
        trial.keys(answer);
    }
    trial.command("R a");
    assert!(trial.app.message.is_error, "it is deleted");
}

#[test]
fn the_example_of_a_cell_is_free() {
    let mut trial = Trial::new("qu", (80, 24));
    trial.commands("J a; b3; J b");
    let free = words::due(Voice::FullScreen, trial.app.desk.borrow().view()).unwrap();
    assert!(free.ends_with("such as a1."), "{free}");
    trial.commands("a1; J c");
    let free = words::due(Voice::FullScreen, trial.app.desk.borrow().view()).unwrap();
    assert!(free.ends_with("such as b1."), "{free}");
    trial.command("J d");
    assert!(
        trial.app.message.text.ends_with("like b1"),
        "{:?}",
        trial.app.message
    );
}

#[test]
fn moves_have_the_numbers_of_their_plies() {
    let mut trial = Trial::new("rv", (80, 40));
    let moves = find("rv").unwrap().example.moves;
    trial.command(&format!("paste {moves}"));
    let game = trial.game();
    assert!(game.current.plies() > game.moves().len());
    let after = game
        .moves()
        .iter()
        .position(|ply| ply.played.passed.is_some())
        .unwrap()
        + 1;
    let number = game.number(after) + 2;
    trial.key(KeyCode::End);
    assert!(
        trial.shows(&format!("{number:3} {}", game.moves()[after].name())),
        "{number}"
    );
    while trial.game().shown().moves() > after + 1 {
        trial.key(KeyCode::PageUp);
    }
    assert!(
        trial.shows(&format!("move {number} of ")),
        "{:?}",
        trial.rows()
    );
    let shown = trial.game().shown().game().grid();
    trial.key(KeyCode::F(4));
    assert_eq!(trial.game().moves().len(), after + 1);
    assert_eq!(trial.game().current.game().grid(), shown);
}

#[test]
fn variations_are_a_tree_that_keys_and_clicks_go_through() {
    let mut trial = Trial::new("rv", (100, 30));
    trial.commands("f5; d6; c3; back 2; f6; mark ?!; note a worse move");
    let rows = trial.rows();
    let main = rows
        .iter()
        .position(|row| row.contains("1 f5 d6 c3"))
        .expect("the main line");
    assert!(rows[main + 1].contains("  2 f6?!*"), "{}", rows[main + 1]);
    trial.assert_shows(&["a worse move"]);
    // The key switches to the next alternative, and back.
    assert_eq!(trial.moves(), ["f5", "f6"]);
    trial.key(KeyCode::F(8));
    assert_eq!(trial.moves(), ["f5", "d6"]);
    trial.key(KeyCode::F(8));
    assert_eq!(trial.moves(), ["f5", "f6"]);
    // A click on another line switches to it; one on an earlier move only shows it.
    let click = |trial: &mut Trial, line: &str, text: &str| {
        let rows = trial.rows();
        let row = rows.iter().position(|row| row.contains(line)).unwrap();
        let column = rows[row][..rows[row].find(text).unwrap()].chars().count();
        let place = [column, row].map(|at| u16::try_from(at).unwrap());
        trial.mouse(MouseEventKind::Down(MouseButton::Left), place[0], place[1]);
    };
    click(&mut trial, "1 f5 d6 c3", "c3");
    assert_eq!(trial.moves(), ["f5", "d6", "c3"]);
    click(&mut trial, "1 f5 d6 c3", "d6");
    assert_eq!(trial.moves(), ["f5", "d6", "c3"]);
    assert_eq!(trial.game().shown().moves(), 2);
    click(&mut trial, "f6?!*", "f6");
    assert_eq!(trial.moves(), ["f5", "f6"]);
    // Without variations, the key has nothing to switch to, and the plain list is shown.
    trial.command("prune");
    trial.key(KeyCode::F(8));
    assert!(trial.app.message.is_error);
    assert!(!trial.shows("1 f5 d6"));
    for (size, ascii) in [((40, 20), false), ((80, 24), true)] {
        let paint = Paint::new(ThemeName::DARK, ColorDepth::None, ascii);
        let mut trial = Trial::painted("gr", size, paint);
        trial.commands("a1; a2; back 1; a3; back 1; a4; variations 2");
        assert!(!trial.app.message.is_error, "{}", trial.app.message.text);
        assert_eq!(trial.rows().len(), usize::from(size.1));
    }
}

#[test]
fn a_key_shows_the_moves_of_the_book_and_their_scores() {
    let mut trial = Trial::studying((80, 24));
    trial.play("f5");
    trial.key(KeyCode::F(9));
    trial.assert_shows(&["move  score", "Perpendicular"]);
    trial.escape();
    trial.assert_shows(&["+1"]);
    trial.key(KeyCode::F(1));
    assert!(trial.shows("show opening book moves") || trial.shows("more line"));
}

#[test]
fn without_colours_everything_differs_by_characters() {
    for ascii in [false, true] {
        let paint = Paint::new(ThemeName::DARK, ColorDepth::None, ascii);
        let mut trial = Trial::painted("rv", (80, 24), paint);
        trial.keys("d3 c");
        let rows = trial.rows();
        let text = rows.join("\n");
        let [black, white] = if ascii { ["B", "W"] } else { ["●", "○"] };
        assert!(text.contains(black) && text.contains(white), "{text}");
        assert!(
            text.contains('[') && text.contains('<') && text.contains('('),
            "{text}"
        );
        assert!(!ascii || text.is_ascii(), "{text}");
    }
}

#[test]
fn a_board_of_half_cells_fills_the_screen_and_keeps_every_mark_visible() {
    let themes = ThemeName::all().filter(|name| *name != ThemeName::MONO);
    let themes = themes.map(|name| (name, ColorDepth::True));
    for (name, depth) in themes.chain([(ThemeName::DARK, ColorDepth::Ansi256)]) {
        for size in [(80, 24), (120, 40), (200, 60)] {
            let paint = Paint::new(name, depth, false);
            let mut trial = Trial::painted("rv", size, paint);
            trial.play_all("d3; c3");
            trial.app.cursor = Square { row: 0, column: 0 };
            let buffer = trial.draw();
            let layout = trial.app.layout.unwrap();
            let (rim, theme) = (layout.rim.unwrap(), paint.theme);
            assert!(
                rim.height + layout.squares.cell.1 * 8 > size.1 - 6,
                "{size:?}: {rim:?}"
            );
            let has = |square, color| {
                let place = layout.place(square).unwrap();
                let color = paint.color(color);
                place
                    .positions()
                    .any(|at| buffer[at].fg == color || buffer[at].bg == color)
            };
            let at = |row, column| Square { row, column };
            let current = trial.game().current;
            let game = current.game();
            for square in game.moves().iter().filter_map(|&mv| game.move_square(mv)) {
                assert!(has(square, theme.legal), "{size:?}: {square}");
            }
            assert!(
                has(at(0, 0), theme.cursor) && !has(at(0, 1), theme.legal),
                "{size:?}"
            );
            let is_small = layout.squares.cell.1 == 2;
            let flipped = if is_small {
                theme.flipped_mark
            } else {
                theme.flipped
            };
            assert!(
                has(at(3, 3), flipped) && !has(at(3, 4), flipped),
                "{size:?}"
            );
            // The disc played last has a dot; d3 is of the other color.
            let is_red =
                |color| matches!(color, Color::Rgb(red, green, _) if red > 150 && green < 190);
            let place = layout.place(at(2, 2)).unwrap();
            let has_dot = place
                .positions()
                .any(|at| is_red(buffer[at].fg) || is_red(buffer[at].bg));
            assert!(has_dot || depth != ColorDepth::True, "{size:?}");
            // A hint has a number on its square.
            trial.keys("?");
            trial.settle();
            let suggested = paint.color(theme.suggested);
            let buffer = trial.draw();
            let is_hint = |at| buffer[at].symbol() == "1" && buffer[at].fg == suggested;
            assert!(
                layout.squares.area.positions().any(is_hint),
                "{name:?} {size:?}"
            );
        }
    }
    // With fewer colors and in low squares, characters stay.
    for (depth, ascii) in [
        (ColorDepth::Ansi16, false),
        (ColorDepth::None, false),
        (ColorDepth::True, true),
    ] {
        let paint = Paint::new(ThemeName::DARK, depth, ascii);
        let mut trial = Trial::painted("rv", (200, 60), paint);
        assert!(trial.app.layout.unwrap().rim.is_none());
        assert_eq!(trial.shows("▝▀▀▘"), depth == ColorDepth::Ansi16);
    }
    assert!(!Trial::new("rv", (40, 14)).shows("▀"));
}

/// The place of a text on the screen.
fn place_of(trial: &mut Trial, text: &str) -> (u16, u16) {
    let rows = trial.rows();
    let row = rows
        .iter()
        .position(|row| row.contains(text))
        .unwrap_or_else(|| {
            panic!("no {text:?}: {rows:#?}");
        });
    let column = rows[row][..rows[row].find(text).unwrap()].chars().count();
    (u16::try_from(column).unwrap(), u16::try_from(row).unwrap())
}

fn click_on(trial: &mut Trial, text: &str) {
    let (column, row) = place_of(trial, text);
    trial.mouse(MouseEventKind::Down(MouseButton::Left), column, row);
}

#[test]
fn the_pane_uses_its_space_for_bars_ratings_and_the_graph() {
    for size in [(80, 24), (120, 40), (200, 60)] {
        for (depth, ascii) in [
            (ColorDepth::True, false),
            (ColorDepth::Ansi16, false),
            (ColorDepth::None, true),
        ] {
            let paint = Paint::new(ThemeName::DARK, depth, ascii);
            let mut trial = Trial::painted("rv", size, paint);
            trial.play_all("f5; d6; c4; d3; c5; b4; f3");
            let what = format!("{size:?} {depth:?}");
            assert!(trial.app.layout.unwrap().pane.is_some(), "{what}");
            assert!(
                !trial.shows("Evaluation"),
                "{what}: nothing is evaluated yet"
            );
            trial.command("analyze 4");
            trial.assert_shows(&["Evaluation: ", " for Black"]);
            trial.escape();
            let rows = trial.rows();
            let has = |text: &str| rows.iter().any(|row| row.contains(text));
            assert!(has(" best") && has("?"), "{what}: {rows:#?}");
            assert!(has("+8 ") && has("-8 "), "{what}: {rows:#?}");
            let is_braille = |text: char| ('\u{2800}'..='\u{28ff}').contains(&text);
            let has_graph = rows.iter().any(|row| row.contains(is_braille));
            assert_eq!(has_graph, !ascii, "{what}: {rows:#?}");
            assert!(!ascii || rows.iter().all(|row| row.is_ascii()), "{what}");
            let bar = trial.app.layout.unwrap().evaluation.expect(&what);
            let buffer = trial.draw();
            let sides: std::collections::BTreeSet<String> = bar
                .positions()
                .map(|at| format!("{:?}{}", buffer[at].bg, buffer[at].symbol()))
                .collect();
            assert!(sides.len() > 1, "{what}: {sides:?}");
        }
    }
}

#[test]
#[ignore = "it prints how long frames take"]
fn frames_are_drawn_quickly() {
    for code in GAMES {
        let mut trial = Trial::new(code, (200, 60));
        let started = std::time::Instant::now();
        for _ in 0..200 {
            trial.draw();
        }
        println!("{code}: {:?} per frame of 200x60", started.elapsed() / 200);
    }
}

#[test]
fn the_pictures_in_the_documents_are_frames_of_the_program() {
    let mut study = Trial::new("rv", (100, 30));
    for square in "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7e3f7g5g6h6g4"
        .as_bytes()
        .chunks(2)
    {
        study.play(std::str::from_utf8(square).unwrap());
    }
    study.command("analyze 8");
    study.key(KeyCode::Esc);
    study.app.act(Action::Browse(18)).unwrap();
    study.app.cursor = Square { row: 6, column: 1 };
    check(
        "screen-study",
        "A game of Reversi with its analysis",
        &mut study,
    );
    let mut quarto = Trial::new("qu", (100, 30));
    quarto.play_all("k; b2; d; c3; m");
    check("screen-quarto", "Quarto", &mut quarto);
}

fn check(name: &str, title: &str, trial: &mut Trial) {
    let svg = picture::svg(&trial.draw(), title);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/{name}.svg"));
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, &svg).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == svg,
        "docs/{name}.svg is not what the program draws: UPDATE=1 writes it anew"
    );
}

/// Takes over the terminal and panics. Only the test below runs it, in a terminal.
#[test]
#[ignore = "it panics, in a terminal that another test gives it"]
fn panics_with_the_terminal() {
    let _tty = super::tty::Tty::enter(LinkInFrame::default()).unwrap();
    let on_a_thread = std::thread::spawn(|| panic!("a search has failed"));
    assert!(on_a_thread.join().is_err());
    panic!("the screen has failed");
}

#[cfg(unix)]
#[test]
fn a_panic_gives_the_terminal_back_and_is_told_on_the_usual_screen() {
    use portable_pty::{CommandBuilder, PtySize, native_pty_system};
    use std::io::Read;

    let pair = native_pty_system().openpty(PtySize::default()).unwrap();
    let mut command = CommandBuilder::new(env::current_exe().unwrap());
    let name = "screens::full::tests::panics_with_the_terminal";
    command.args(["--exact", name, "--ignored", "--nocapture"]);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut bytes = Vec::new();
    // On some systems, the end of a terminal is an error.
    let _ = reader.read_to_end(&mut bytes);
    child.wait().unwrap();
    let written = String::from_utf8_lossy(&bytes);
    let at = |text: &str| {
        written
            .find(text)
            .unwrap_or_else(|| panic!("no {text:?}: {written}"))
    };
    let (taken, given) = (at("\u{1b}[?1049h"), at("\u{1b}[?1049l"));
    assert!(
        taken < given && given < at("the screen has failed"),
        "{written}"
    );
    assert!(given < at("a search has failed"), "{written}");
}
