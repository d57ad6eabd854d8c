//! The score of a competitive game.

/// The score of a competitive game in which the player ends with `discs` discs after `plies`
/// plies: more for many discs, and a bonus for a game that ended soon after ply 30.
pub fn competitive_score(discs: u32, plies: usize) -> u32 {
    let discs = match discs {
        0..=20 => discs,
        21..=40 => 2 * discs,
        41..=55 => 3 * discs,
        _ => 4 * discs,
    };
    // A game that ends before ply 30 gets no bonus. No game has anywhere near 2^32 plies.
    let late = u32::try_from(plies.saturating_sub(30)).unwrap_or(u32::MAX / 25);
    let bonus = match late {
        0..=20 => 25,
        21..=23 => 15,
        24..=27 => 10,
        28..=29 => 5,
        _ => 2,
    };
    discs + bonus * late
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_of_the_discs_counts_as_published() {
        let scores = [0, 20, 21, 40, 41, 55, 56, 64].map(|discs| competitive_score(discs, 0));
        assert_eq!(scores, [0, 20, 42, 80, 123, 165, 224, 256]);
    }

    #[test]
    fn each_step_of_the_bonus_counts_as_published() {
        let plies = [9, 30, 31, 50, 51, 53, 54, 57, 58, 59, 60, 65];
        let scores = plies.map(|plies| competitive_score(0, plies));
        assert_eq!(scores, [0, 0, 25, 500, 315, 345, 240, 270, 140, 145, 60, 70]);
    }
}
