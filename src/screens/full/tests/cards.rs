//! The card at the end of a game, the menu, and the keys that can be clicked.

use super::*;

/// A short game that Black wins by flipping everything.
const SHORT_GAME: &str = "f5; d6; c5; f4; e7; f6; g5; e6; e3";

#[test]
fn the_end_of_a_game_is_a_card_beside_the_board_with_what_to_do_next() {
    for size in SIZES {
        let mut trial = Trial::new("rv", size);
        trial.play_all(SHORT_GAME);
        trial.assert_shows(&["Enter: again", "A: analyze", "P: puzzle", "Esc: view board"]);
        assert!(
            !trial.shows("L: level"),
            "there is no level to play next without a bot"
        );
        // The final board is never hidden completely.
        let layout = trial.app.layout.unwrap();
        let buffer = trial.draw();
        let board = layout.squares.area;
        let panel = trial.app.paint.color(trial.app.paint.theme.panel);
        let covered = board
            .positions()
            .filter(|&at| buffer[at].bg == panel)
            .count();
        let most = if layout.pane.is_some() {
            0
        } else {
            usize::from(board.width) * usize::from(board.height) / 2
        };
        assert!(covered <= most, "{size:?}: {covered} of {}", board.area());
        // The findings appear on the card, which stays open.
        trial.key(KeyCode::Char('a'));
        assert!(matches!(trial.app.overlay, Overlay::End(_)), "{size:?}");
        trial.until(|desk| desk.view().judging.is_none());
        assert!(!trial.shows("A: analyze"), "{size:?}");
        if size.0 > 40 {
            trial.assert_shows(&["Move ", "lost ", "Best was "]);
        }
        if size.1 > 24 {
            trial.assert_shows(&["⣿"]);
        }
        click_on(&mut trial, "Esc: view board");
        assert!(trial.is_clear());
        assert!(!trial.moves().is_empty(), "{size:?}");
    }
}

#[test]
fn a_game_against_a_bot_ends_with_another_level_and_the_own_rating() {
    let mut trial = Trial::new("rv", (120, 40));
    trial.command("A B 3");
    trial.command("resign");
    assert!(matches!(trial.app.overlay, Overlay::End(_)) && !trial.shows("L: level"));
    trial.key(KeyCode::Enter);
    // Black flips White's last disc.
    trial.command(&format!("setboard XO{} X", "-".repeat(62)));
    trial.command("player white 3");
    trial.command("c1");
    trial.assert_shows(&["L: level 4"]);
    click_on(&mut trial, "L: level 4");
    trial.settle();
    let mode = trial.game().current.players().clone();
    assert_eq!(
        mode,
        Players::against(Player::Black, Level::new(4).unwrap())
    );
    assert!(trial.is_clear());
    let mut connect = Trial::new("c4", (80, 24));
    connect.play_all("1; 2; 1; 2; 1; 2; 1");
    connect.assert_shows(&["Enter: again"]);
    assert!(!connect.shows("A: analyze") && !connect.shows("P: puzzle"));
    connect.key(KeyCode::Char('p'));
    assert!(connect.app.message.is_error);
}

#[test]
fn the_menu_has_everything_that_keys_do_by_arrows_letters_and_mouse() {
    use crate::screens::full::entries::MenuItem;
    use crate::screens::keys::KeyGroup;

    for size in SIZES {
        for ascii in [false, true] {
            let paint = Paint::new(ThemeName::DARK, ColorDepth::True, ascii);
            let mut trial = Trial::painted("rv", size, paint);
            click_on(&mut trial, "F10 menu");
            let mut seen = Vec::new();
            for _ in MenuItem::all() {
                seen.extend(trial.rows());
                trial.key(KeyCode::Down);
            }
            for entry in MenuItem::all() {
                assert!(
                    seen.iter().any(|line| line.contains(entry.text())),
                    "{size:?}: {entry:?}"
                );
            }
            for (_, title) in KeyGroup::ALL {
                assert!(
                    seen.iter().any(|line| line.contains(title)),
                    "{size:?}: {title}"
                );
            }
            trial.escape();
            assert!(trial.is_clear(), "{size:?}");
        }
        let mut trial = Trial::new("rv", size);
        trial.play("d3");
        trial.key(KeyCode::F(10));
        trial.keys("u");
        trial.key(KeyCode::Enter);
        assert!(trial.is_clear() && trial.moves().is_empty(), "{size:?}");
        // A click presses the key of its entry, and another key closes the menu.
        trial.key(KeyCode::F(10));
        let (column, row) = place_of(&mut trial, "change opponent");
        trial.mouse(MouseEventKind::Moved, column, row);
        trial.mouse(MouseEventKind::Down(MouseButton::Left), column, row);
        trial.settle();
        let (column, row) = place_of(&mut trial, "beginner");
        trial.mouse(MouseEventKind::Down(MouseButton::Left), column, row);
        trial.settle();
        assert!(trial.is_clear(), "{size:?}");
        assert_ne!(trial.game().current.players(), &Players::HUMANS, "{size:?}");
        trial.key(KeyCode::F(10));
        trial.key(KeyCode::F(7));
        assert!(trial.is_clear() && trial.app.paint.theme.name == ThemeName::DARK.next());
        trial.key(KeyCode::F(10));
        trial.mouse(MouseEventKind::Down(MouseButton::Left), 0, 0);
        assert!(trial.is_clear(), "{size:?}");
    }
}

#[test]
fn lists_show_games_saves_and_settings_and_esc_goes_back_to_the_menu() {
    let mut trial = Trial::new("rv", (120, 40));
    trial.play("d3");
    trial.command("save mine");
    trial.command("saves");
    trial.assert_shows(&["Saved games", "mine", "two players"]);
    trial.keys("no such save");
    trial.assert_shows(&["nothing matches"]);
    trial.escape();
    assert!(trial.is_clear());
    trial.key(KeyCode::F(10));
    click_on(&mut trial, "play another game");
    trial.settle();
    trial.keys("quar");
    trial.assert_shows(&["Quarto"]);
    trial.escape();
    trial.assert_shows(&["play another game"]);
    click_on(&mut trial, "choose a theme");
    trial.keys("light");
    trial.key(KeyCode::Enter);
    assert_eq!(trial.app.paint.theme.name, ThemeName::LIGHT);
    trial.key(KeyCode::F(10));
    click_on(&mut trial, "play with clocks");
    trial.keys("5m+3");
    trial.key(KeyCode::Enter);
    trial.assert_shows(&["5:00"]);
    // A list that comes later doesn't replace what is being typed.
    trial.keys(":no");
    trial.app.act(Action::Line("saves".to_owned())).unwrap();
    trial.assert_shows(&[":no"]);
}

#[test]
fn the_names_of_keys_are_buttons() {
    let mut trial = Trial::new("rv", (80, 24));
    trial.app.say("");
    click_on(&mut trial, "F1 keys");
    assert!(trial.has_card());
    click_on(&mut trial, "Esc: back");
    assert!(trial.is_clear());
    trial.escape();
    click_on(&mut trial, "n: no");
    assert!(trial.is_clear());
    trial.play("d3");
    trial.app.say("");
    click_on(&mut trial, "Backspace undo");
    assert!(trial.moves().is_empty());
}

#[test]
fn changed_keys_work_and_are_shown_everywhere() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("keys.ron");
    let text = "(hint: \"Alt-H\", keys: \"F11\", menu: \"m\", new_game: \"d\", back: \"Insert\")";
    std::fs::write(&path, text).unwrap();
    let (bindings, mistakes) = crate::screens::KeyBindings::read(&path);
    assert!(mistakes.is_empty());
    crate::screens::keys::start(bindings);
    let mut trial = Trial::new("rv", (80, 24));
    trial.app.say("");
    trial.assert_shows(&["F11 keys", "M menu", "Alt-H hint"]);
    trial.keys("?");
    trial.assert_shows(&["? has no function here: press F11 for all keys"]);
    // D is a column in Reversi, so its action waits for another game.
    trial.keys("d");
    assert!(trial.is_clear() && trial.app.cursor.column == 3);
    trial.keys("m");
    trial.assert_shows(&["Alt-H"]);
    trial.keys("m");
    assert!(trial.is_clear());
    trial.key(KeyCode::F(11));
    trial.assert_shows(&["Alt-H          hint"]);
    trial.escape();
    trial.key(KeyCode::F(4));
    trial.assert_shows(&["press Insert to step back"]);
    let hint = KeyEvent::new(KeyCode::Char('h'), KeyModifiers::ALT);
    trial.app.key(hint).unwrap();
    trial.settle();
    assert!(!trial.app.message.is_error);
    trial.assert_shows(&["Hint"]);
}

#[test]
fn moves_and_positions_are_copied_by_the_terminal() {
    let mut trial = Trial::new("rv", (80, 24));
    trial.command("copy");
    trial.assert_shows(&["no moves to copy"]);
    assert_eq!(trial.app.to_send, None);
    trial.play("d3");
    let control_y = KeyEvent::new(KeyCode::Char('y'), KeyModifiers::CONTROL);
    trial.app.key(control_y).unwrap();
    trial.assert_shows(&["Copied the moves"]);
    assert_eq!(
        trial.app.to_send.take().as_deref(),
        Some("\u{1b}]52;c;ZDM=\u{1b}\\")
    );
    trial.command("copy position");
    trial.assert_shows(&["Copied the position"]);
    assert!(trial.app.to_send.take().is_some());
    trial.app.has_sequences = false;
    trial.command("copy moves");
    trial.assert_shows(&["this terminal has no clipboard"]);
    assert_eq!(trial.app.to_send, None);
}

#[test]
fn the_title_of_the_window_tells_the_turn_and_the_result() {
    let mut trial = Trial::new("c4", (80, 24));
    let title = |trial: &Trial| words::window_title(trial.app.desk.borrow().view());
    let first = title(&trial);
    assert!(
        first.starts_with("reversi: ") && first.ends_with(" to move"),
        "{first}"
    );
    trial.play_all("1; 2; 1; 2; 1; 2; 1");
    assert!(!title(&trial).ends_with(" to move"), "{}", title(&trial));
}
