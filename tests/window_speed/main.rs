//! The window responds while the engine uses all cores. This is a separate test crate, because it measures time,
//! and the tests of one crate run in parallel: `cargo test --features window-tests --test window_speed`.

#[path = "../window/harness.rs"]
#[allow(dead_code, reason = "each test crate uses its own part")]
mod harness;

use std::sync::Mutex;
use std::time::{Duration, Instant};

use harness::Shown;
use reversi::games::REGISTRY;
use reversi::internals::Action;

/// The longest time of a frame that isn't felt.
const LONGEST: Duration = Duration::from_millis(50);

/// Other work of the machine may delay a frame, but not in every round.
const ROUNDS: usize = 5;

/// Held by the test that measures.
static MEASURED: Mutex<()> = Mutex::new(());

#[test]
fn the_first_picture_of_the_most_colorful_board_is_quick() {
    let _alone = MEASURED.lock();
    let is_short = (0..ROUNDS).any(|_| {
        let mut shown = Shown::playing(REGISTRY[0], "N");
        let command = "play quarto".parse().unwrap();
        shown.harness.state_mut().act(Action::Command(command));
        let begin = Instant::now();
        shown.harness.step();
        println!("first {:?}", begin.elapsed());
        begin.elapsed() < LONGEST
    });
    assert!(is_short);
}

#[test]
fn frames_are_short_while_the_engine_runs_on_every_core() {
    const FRAMES: usize = 100;
    let _alone = MEASURED.lock();
    let mut shown = Shown::playing(REGISTRY[0], "N");
    shown.click("Study (button)");
    shown.click("Start live analysis (panel)");
    let is_short = (0..ROUNDS).any(|_| {
        let mut times: Vec<Duration> = (0..FRAMES)
            .map(|_| {
                let begin = Instant::now();
                shown.harness.step();
                begin.elapsed()
            })
            .collect();
        times.sort_unstable();
        println!(
            "median {:?}, longest {:?}",
            times[FRAMES / 2],
            times[FRAMES - 1]
        );
        times[FRAMES - 1] < LONGEST
    });
    let desk = shown.harness.state().desk();
    let live = desk.view().live.as_ref();
    assert!(live.is_some_and(|live| !live.is_over), "it still searches");
    assert!(is_short);
}
