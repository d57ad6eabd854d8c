//! Texts about clocks, and about wins that the board doesn't show.

use std::time::Duration;

use super::Voice;
use crate::base::language::tr;
use crate::games::Player;
use crate::players::TimeControl;
use crate::session::CurrentGame;

/// Describes the time control, and the time left.
pub fn setting(voice: Voice, control: Option<TimeControl>, left: Option<[u64; 2]>) -> String {
    let Some(control) = control else {
        return voice.then(
            tr!("No clock."),
            &[(&["clock 5m+3s"], tr!("to play with one"))],
        );
    };
    match left {
        None => tr!("Clock: {control} for the next games.", control),
        Some(left) => {
            let [black, white] = left.map(|left| clock_face(Duration::from_millis(left)));
            tr!(
                "Clock: {control}. Black has {black} left, White {white}.",
                control,
                black,
                white
            )
        }
    }
}

/// Reports that the next games have no clocks, unlike the one that is over.
pub fn none_next() -> &'static str {
    tr!("No clock for the next games.")
}

/// Formats a time left: `4:32`, or `1:04:32`.
fn clock_face(left: Duration) -> String {
    // Round up, so that the last second is shown until it is over.
    let seconds = left.as_millis().div_ceil(1000);
    let hours = seconds / 3600;
    let minutes = seconds / 60 % 60;
    let seconds = seconds % 60;
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// The time left of a side; `None` in a game without clocks.
pub fn time_left(game: &CurrentGame, player: Player) -> Option<String> {
    game.time_left(player).map(clock_face)
}
