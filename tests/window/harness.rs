//! A window without a display, and methods to inspect it.

use eframe::egui::{Event, Key, Modifiers, Rect, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use reversi::games::{Info, REGISTRY, parse_square};
use reversi::internals::{Action, Command, Deck, Puzzle, Settings, Store, Window};

/// An invisible window with its own data folder.
pub(crate) struct Shown {
    pub(crate) harness: Harness<'static, Window>,
    pub(crate) home: tempfile::TempDir,
}

impl Shown {
    /// A window of a given size, in points, with the dialog for a new game.
    pub(crate) fn of_size(info: &'static Info, size: [f32; 2]) -> Self {
        Self::with(info, size, |settings, _| settings.book = None)
    }

    /// A window with the shipped book, a puzzle, and a game started by a command.
    pub(crate) fn studying(line: &str) -> Self {
        let mut shown = Self::with(REGISTRY[0], [1000.0, 1400.0], |settings, _| {
            store_puzzle(&settings.store);
        });
        shown.begin(line);
        shown
    }

    /// A window with the start page, after changes to its settings and data folder.
    pub(crate) fn with(
        info: &'static Info,
        size: [f32; 2],
        set: impl FnOnce(&mut Settings, &std::path::Path),
    ) -> Self {
        let home = tempfile::tempdir().unwrap();
        let store = Store::at(home.path().join("data"));
        let mut settings = Settings {
            seed: 7,
            ..Settings::new(info, store)
        };
        set(&mut settings, home.path());
        let mut window = Window::new(&settings);
        window.set_still(true);
        window.forbid_system_dialogs();
        let harness = Harness::builder()
            .with_size(size)
            .build_ui_state(|ui, window: &mut Window| window.ui(ui), window);
        Self { harness, home }
    }

    /// A window with a game started by a command.
    pub(crate) fn playing(info: &'static Info, line: &str) -> Self {
        let mut shown = Self::of_size(info, [1000.0, 760.0]);
        shown.begin(line);
        shown
    }

    fn begin(&mut self, line: &str) {
        self.press(Key::Escape);
        self.act(line);
    }

    pub(crate) fn play(&mut self, square: &str) {
        let choices = self.choices();
        let name = choices
            .iter()
            .find(|name| name.starts_with(square))
            .expect("it is legal");
        self.click(name);
        self.wait();
    }

    pub(crate) fn message(&self) -> &str {
        self.harness.state().message()
    }

    pub(crate) fn says(&self, text: &str) -> bool {
        self.message().contains(text)
    }

    pub(crate) fn assert_says(&self, texts: &[&str]) {
        for text in texts {
            assert!(self.says(text), "no {text:?}: {}", self.message());
        }
    }

    pub(crate) fn press(&mut self, key: Key) {
        self.harness.key_press(key);
        self.settle();
    }

    pub(crate) fn press_command(&mut self, key: Key) {
        self.harness.key_press_modifiers(Modifiers::COMMAND, key);
        self.settle();
    }

    /// Types text into the field named `field`.
    pub(crate) fn type_into(&mut self, field: &str, text: &str) {
        self.harness
            .get_by_role_and_label(Role::TextInput, field)
            .focus();
        self.settle();
        self.type_text(text);
    }

    /// Types text at the focus.
    pub(crate) fn type_text(&mut self, text: &str) {
        self.harness.event(Event::Text(text.to_owned()));
        self.settle();
    }

    /// Executes a command, as if it were typed.
    pub(crate) fn act(&mut self, line: &str) {
        let command: Command = line.parse().unwrap();
        self.harness.state_mut().act(Action::Command(command));
        self.settle();
    }

    /// Handles the input, and draws as long as the window asks for another frame at once, as a system does.
    pub(crate) fn settle(&mut self) {
        self.harness.step();
        self.harness.run_ok();
    }

    pub(crate) fn wait(&mut self) {
        self.wait_until("the end of the thought", |shown| {
            !shown.harness.state().desk().is_working()
        });
    }

    pub(crate) fn wait_until(&mut self, what: &str, holds: impl Fn(&Self) -> bool) {
        for _ in 0..60_000 {
            self.settle();
            if holds(self) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        panic!("{what} doesn't come");
    }

    /// The names of all widgets, and whether each one is enabled.
    pub(crate) fn names(&self) -> Vec<(String, bool)> {
        let nodes = self.harness.query_all_by(|_| true);
        let named = |node: egui_kittest::Node<'_>| {
            let node = node.accesskit_node();
            // Labels have their text as their value.
            let name = node.label().or_else(|| node.value());
            name.map(|name| (name.clone(), !node.is_disabled()))
        };
        nodes.filter_map(named).collect()
    }

    pub(crate) fn has(&self, is_it: impl Fn(&str) -> bool) -> bool {
        self.names().iter().any(|(name, _)| is_it(name))
    }

    /// The place of the first widget whose name begins with `start`.
    pub(crate) fn rect(&self, start: &str) -> Rect {
        let mut nodes = self.harness.query_all_by(|_| true);
        let is_it = |node: &egui_kittest::Node<'_>| {
            let node = node.accesskit_node();
            node.label()
                .or_else(|| node.value())
                .is_some_and(|name| name.starts_with(start))
        };
        nodes
            .find(is_it)
            .unwrap_or_else(|| panic!("no {start}"))
            .rect()
    }

    /// Whether the widget is enabled; `None` if it is missing.
    pub(crate) fn is_enabled(&self, name: &str) -> Option<bool> {
        self.names()
            .into_iter()
            .find(|(label, _)| label == name)
            .map(|(_, is_enabled)| is_enabled)
    }

    pub(crate) fn focused(&self) -> Option<String> {
        #[expect(clippy::redundant_closure_for_method_calls, reason = "of any lifetime")]
        let mut focused = self.harness.query_all_by(|node| node.is_focused());
        focused.next()?.accesskit_node().label()
    }

    /// Clicks a widget, as a screen reader does.
    pub(crate) fn click(&mut self, name: &str) {
        self.harness.get_by_label(name).click_accesskit();
        self.settle();
    }

    /// The names of the widgets of legal moves.
    pub(crate) fn choices(&self) -> Vec<String> {
        let is_move = |name: &str| name.contains(", legal") || name.starts_with("piece ");
        let names = self.names().into_iter();
        names
            .filter(|(name, is_enabled)| *is_enabled && is_move(name))
            .map(|(name, _)| name)
            .collect()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.harness
            .state()
            .desk()
            .view()
            .game
            .as_ref()
            .is_some_and(|game| game.current.game().turn().is_none())
    }

    pub(crate) fn moves(&self) -> usize {
        self.harness
            .state()
            .desk()
            .view()
            .game
            .as_ref()
            .map_or(0, |game| game.moves().len())
    }

    /// The number of moves before the displayed position.
    pub(crate) fn shown_moves(&self) -> usize {
        self.harness
            .state()
            .desk()
            .view()
            .game
            .as_ref()
            .map_or(0, |game| game.shown().moves())
    }
}

/// Stores a puzzle that Black wins only with a8.
pub(crate) fn store_puzzle(store: &Store) {
    let squares = ["a8", "g1", "h1", "c8"].map(|name| parse_square(name, 8, 8).unwrap());
    let puzzle = Puzzle {
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
    };
    Deck::open(store).unwrap().add([puzzle]).unwrap();
}
