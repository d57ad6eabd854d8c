//! The animation of the last move on the screen: when it runs, and when its frames are due.

use std::time::Duration;

use crate::screens::motion::Animator;

/// The duration of a move in motion.
const MOTION: Duration = Duration::from_millis(150);

/// The time between two frames of it.
const FRAME: Duration = Duration::from_millis(20);

/// The time for a frame from which moves are no longer animated.
const SLOW: Duration = Duration::from_millis(50);

pub struct Moving {
    /// Whether moves are animated.
    pub is_on: bool,
    pub animator: Animator,
    /// Whether the last frame shows a move in motion. The desk's news wait until it ends, so that each move is visible.
    pub is_shown: bool,
    /// Whether news have waited.
    pub has_news: bool,
}

impl Default for Moving {
    fn default() -> Self {
        let animator = Animator::lasting(MOTION);
        Self {
            is_on: false,
            animator,
            is_shown: false,
            has_news: false,
        }
    }
}

impl Moving {
    /// The time until the next frame; `None` if none is due.
    pub fn patience(&self) -> Option<Duration> {
        match (self.is_shown, self.has_news) {
            (true, _) => Some(FRAME),
            (false, true) => Some(Duration::ZERO),
            (false, false) => None,
        }
    }

    /// Ends the motion.
    pub fn end(&mut self) {
        self.animator.end();
        self.is_shown = false;
    }

    /// Shows no more motion if a frame took long: the terminal is too slow for it.
    pub fn judge(&mut self, frame: Duration) {
        if frame > SLOW {
            self.is_on = false;
            self.animator.end();
        }
    }
}

/// Whether the terminal is on this machine: frames would pile up on a network.
pub fn is_local(variable: impl Fn(&str) -> Option<String>) -> bool {
    ["SSH_CONNECTION", "SSH_TTY"]
        .iter()
        .all(|name| variable(name).is_none_or(|it| it.is_empty()))
}
