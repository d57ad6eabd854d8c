//! Schedules puzzles and drills with FSRS-6, a model of memory, and its default weights.
//!
//! Formulas and weights: the open-spaced-repetition project.

use jiff::civil::Date;
use serde::Deserialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rating {
    Again,
    Hard,
    Good,
    Easy,
}

/// The memory state of an item.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MemoryState {
    /// The number of days after which the probability of recall is 90%.
    pub stability: f64,
    /// The difficulty, from 1 to 10.
    pub difficulty: f64,
}

/// The default weights of FSRS-6.
const W: [f64; 21] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835,
    0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];

/// The probability of recall at which an item is due.
const RETENTION: f64 = 0.9;

/// The bounds of a stability, in days.
const STABILITY: (f64, f64) = (0.001, 36_500.0);

impl Rating {
    pub(super) const fn name(self) -> &'static str {
        ["again", "hard", "good", "easy"][self as usize]
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        [Self::Again, Self::Hard, Self::Good, Self::Easy]
            .into_iter()
            .find(|it| it.name() == name)
    }

    /// The number in the formulas, from 1.
    fn number(self) -> f64 {
        f64::from(self as u8) + 1.0
    }
}

impl MemoryState {
    pub fn first(rating: Rating) -> Self {
        Self {
            stability: W[rating as usize],
            difficulty: first_difficulty(rating).clamp(1.0, 10.0),
        }
    }

    /// The state after another answer, `days` days after the previous one.
    #[must_use]
    pub fn after(self, rating: Rating, days: f64) -> Self {
        let stability = if days <= 0.0 {
            self.on_the_same_day(rating)
        } else if rating == Rating::Again {
            self.forgotten(self.recall(days))
        } else {
            self.recalled(rating, self.recall(days))
        };
        Self {
            stability: stability.clamp(STABILITY.0, STABILITY.1),
            difficulty: self.next_difficulty(rating),
        }
    }

    /// The probability of recall after `days` days.
    pub fn recall(self, days: f64) -> f64 {
        let decay = -W[20];
        (1.0 + factor() * days / self.stability).powf(decay)
    }

    /// The number of days until the item is due.
    pub fn interval(self) -> f64 {
        self.stability / factor() * (RETENTION.powf(-1.0 / W[20]) - 1.0)
    }

    fn next_difficulty(self, rating: Rating) -> f64 {
        let change = -W[6] * (rating.number() - 3.0);
        let damped = self.difficulty + change * (10.0 - self.difficulty) / 9.0;
        let reverted = W[7] * first_difficulty(Rating::Easy) + (1.0 - W[7]) * damped;
        reverted.clamp(1.0, 10.0)
    }

    fn recalled(self, rating: Rating, recall: f64) -> f64 {
        let bonus = match rating {
            Rating::Hard => W[15],
            Rating::Easy => W[16],
            _ => 1.0,
        };
        let growth = W[8].exp()
            * (11.0 - self.difficulty)
            * self.stability.powf(-W[9])
            * ((W[10] * (1.0 - recall)).exp() - 1.0);
        self.stability * (1.0 + growth * bonus)
    }

    fn forgotten(self, recall: f64) -> f64 {
        let stability = W[11]
            * self.difficulty.powf(-W[12])
            * ((self.stability + 1.0).powf(W[13]) - 1.0)
            * (W[14] * (1.0 - recall)).exp();
        // Forgetting never makes a memory more stable.
        stability.min(self.stability / (W[17] * W[18]).exp())
    }

    fn on_the_same_day(self, rating: Rating) -> f64 {
        let growth = (W[17] * (rating.number() - 3.0 + W[18])).exp() * self.stability.powf(-W[19]);
        let growth = if rating == Rating::Again {
            growth
        } else {
            growth.max(1.0)
        };
        self.stability * growth
    }
}

/// The memory state after a sequence of answers; `None` if there are no answers.
pub fn memory(reviews: &[(Date, Rating)]) -> Option<MemoryState> {
    let mut before: Option<(Date, MemoryState)> = None;
    for &(day, rating) in reviews {
        let memory = match before {
            None => MemoryState::first(rating),
            Some((last, memory)) => memory.after(rating, f64::from(days(last, day))),
        };
        before = Some((day, memory));
    }
    before.map(|(_, memory)| memory)
}

/// The next due date after a sequence of answers; `None` if there are no answers.
pub fn next_review(reviews: &[(Date, Rating)]) -> Option<Date> {
    let (last, _) = reviews.last()?;
    // At least one day, and within the range of dates.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "an interval is at most 36,500 days"
    )]
    let interval = memory(reviews)?.interval().round().max(1.0) as i32;
    Some(last.saturating_add(jiff::Span::new().days(interval)))
}

/// Records an answer. Days never decrease, even if the clock has been set back.
pub fn note(reviews: &mut Vec<(Date, Rating)>, rating: Rating, today: Date) {
    let day = reviews.last().map_or(today, |(last, _)| today.max(*last));
    reviews.push((day, rating));
}

pub fn are_in_order(reviews: &[(Date, Rating)]) -> bool {
    reviews.is_sorted_by(|one, other| one.0 <= other.0)
}

/// The number of days from one day to another; 0 if the clock has been set back.
fn days(from: Date, to: Date) -> i32 {
    (to - from).get_days().max(0)
}

/// Scales the forgetting curve to 90% when the stability has elapsed.
fn factor() -> f64 {
    RETENTION.powf(-1.0 / W[20]) - 1.0
}

fn first_difficulty(rating: Rating) -> f64 {
    W[4] - (W[5] * (rating.number() - 1.0)).exp() + 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ratings, the days before them, and the stability and difficulty by `fsrs` 6.6.2.
    /// That crate is not a dependency because of the license of one of its packages.
    const REFERENCE: &[&[(u8, u16, f64, f64)]] = &[
        &[(1, 0, 0.2120, 6.4133)],
        &[(2, 0, 1.2931, 5.1122)],
        &[(3, 0, 2.3065, 2.1181)],
        &[(4, 0, 8.2956, 1.0000)],
        &[
            (3, 0, 2.3065, 2.1181),
            (3, 2, 10.9643, 2.1112),
            (3, 11, 46.2803, 2.1043),
            (3, 46, 162.8623, 2.0975),
            (3, 163, 497.4472, 2.0906),
        ],
        &[
            (3, 0, 2.3065, 2.1181),
            (3, 2, 10.9643, 2.1112),
            (1, 11, 1.5383, 7.3922),
            (3, 2, 4.8763, 7.3801),
            (3, 5, 12.3117, 7.3679),
            (1, 40, 1.7734, 9.1201),
            (3, 3, 4.0956, 9.1062),
        ],
        &[
            (1, 0, 0.2120, 6.4133),
            (3, 1, 1.8868, 6.4021),
            (3, 3, 7.6382, 6.3909),
            (1, 9, 1.2138, 8.7990),
            (1, 1, 0.3483, 9.5905),
            (3, 1, 0.9574, 9.5761),
            (3, 2, 2.1532, 9.5617),
        ],
        &[
            (4, 0, 8.2956, 1.0000),
            (3, 8, 38.9052, 1.0000),
            (2, 40, 108.7704, 4.0106),
            (4, 60, 332.0444, 1.9945),
            (1, 300, 5.9759, 7.3539),
        ],
        &[
            (3, 0, 2.3065, 2.1181),
            (3, 0, 2.3065, 2.1112),
            (1, 0, 0.7751, 7.3922),
            (3, 1, 2.6507, 7.3801),
        ],
        &[
            (1, 0, 0.2120, 6.4133),
            (1, 0, 0.0834, 8.8063),
            (3, 0, 0.1031, 8.7927),
            (4, 0, 0.2165, 8.3745),
            (2, 1, 0.7976, 8.9062),
        ],
        &[
            (3, 0, 2.3065, 2.1181),
            (3, 30, 37.4206, 2.1112),
            (3, 1, 41.1741, 2.1043),
            (1, 200, 3.5052, 7.3900),
        ],
    ];

    #[test]
    fn memories_are_those_of_the_reference() {
        let rating = |number| match number {
            1 => Rating::Again,
            2 => Rating::Hard,
            3 => Rating::Good,
            _ => Rating::Easy,
        };
        for case in REFERENCE {
            let mut memory: Option<MemoryState> = None;
            for &(number, days, stability, difficulty) in *case {
                let next = match memory {
                    None => MemoryState::first(rating(number)),
                    Some(memory) => memory.after(rating(number), days.into()),
                };
                // The reference computes in single precision.
                assert!(
                    (next.stability - stability).abs() < 2e-4 * stability.max(1.0),
                    "{next:?} {case:?}"
                );
                assert!(
                    (next.difficulty - difficulty).abs() < 2e-4,
                    "{next:?} {case:?}"
                );
                assert!((next.interval() - next.stability).abs() < 1e-9 * next.stability);
                memory = Some(next);
            }
        }
    }

    #[test]
    fn a_memory_fades_and_is_at_ninety_percent_when_it_is_due() {
        let memory = MemoryState::first(Rating::Good);
        assert!((memory.recall(0.0) - 1.0).abs() < 1e-12);
        assert!((memory.recall(memory.interval()) - 0.9).abs() < 1e-12);
        assert!(memory.recall(10.0) > memory.recall(100.0));
    }
}
