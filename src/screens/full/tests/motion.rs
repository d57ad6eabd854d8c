//! Moves in motion: when they begin, what ends them, and where they are off.

use super::*;

#[test]
fn a_move_is_animated_for_a_short_time_and_a_key_ends_that() {
    let moves = [
        ("rv", "d3", 0),
        ("c4", "4; 4; 4", 0),
        ("co", "1; 1; 1; 1; 1; 1; 1; 1", 0),
        ("gr", "e2; d4", 0),
        ("qu", "k; b2", 1),
    ];
    for (code, moves, still) in moves {
        for size in [(80, 24), (120, 40), (200, 60)] {
            let mut trial = Trial::new(code, size);
            trial.app.moving.is_on = true;
            trial.play_all(moves);
            let is_moving = trial.app.moving.is_shown;
            // Squares of one row are drawn with characters.
            let is_drawn = trial.app.layout.unwrap().rim.is_some();
            assert_eq!(is_moving, still == 0 && is_drawn, "{code} {size:?}");
            let mut frames = vec![trial.draw()];
            for _ in 0..16 {
                trial.now += Duration::from_millis(10);
                frames.push(trial.draw());
            }
            let last = frames.pop().unwrap();
            assert!(!trial.app.moving.is_shown, "{code} {size:?}");
            let mut different = frames.clone();
            different.dedup();
            assert_eq!(
                different.len() > 3,
                is_moving,
                "{code} {size:?}: {}",
                different.len()
            );
            // The next move is at once complete if a key is pressed.
            trial.app.moving.is_on = false;
            assert_eq!(trial.draw(), last, "{code} {size:?}");
        }
    }
    let mut trial = Trial::new("rv", (80, 24));
    trial.app.moving.is_on = true;
    trial.play("d3");
    assert!(trial.app.moving.is_shown);
    let during = trial.draw();
    trial.key(KeyCode::Char('.'));
    trial.key(KeyCode::Char('.'));
    assert!(!trial.app.moving.is_shown && trial.draw() != during);
    // Steps back, and frames of a slow terminal, are still.
    trial.key(KeyCode::PageUp);
    assert!(!trial.app.moving.is_shown);
    trial.key(KeyCode::PageDown);
    assert!(trial.app.moving.is_shown);
    trial.app.moving.judge(Duration::from_millis(51));
    trial.key(KeyCode::PageUp);
    trial.key(KeyCode::PageDown);
    assert!(!trial.app.moving.is_shown);
}

#[test]
fn the_news_of_a_bot_wait_for_the_move_in_motion() {
    let mut trial = Trial::new("rv", (80, 24));
    trial.command("A B depth:60");
    trial.app.moving.is_on = true;
    trial.play("d3");
    assert!(trial.app.moving.is_shown && trial.app.desk.borrow().is_working());
    trial.app.desk.borrow_mut().act(Action::MoveNow).unwrap();
    trial.news.recv_timeout(Duration::from_mins(1)).unwrap();
    trial.app.news().unwrap();
    assert_eq!(trial.moves(), ["d3"]);
    assert!(
        trial
            .app
            .patience()
            .is_some_and(|patience| patience <= Duration::from_millis(20))
    );
    trial.now += Duration::from_millis(160);
    trial.draw();
    assert_eq!(trial.app.patience(), Some(Duration::ZERO));
    trial.app.news().unwrap();
    trial.settle();
    assert_eq!(trial.moves().len(), 2);
}

#[test]
fn moves_are_not_animated_over_ssh() {
    for (name, value, expected) in [
        ("SSH_TTY", "/dev/pts/1", false),
        ("SSH_CONNECTION", "a b", false),
        ("SSH_TTY", "", true),
    ] {
        let variable = |asked: &str| (asked == name).then(|| value.to_owned());
        assert_eq!(
            super::super::moving::is_local(variable),
            expected,
            "{name}={value}"
        );
    }
}
