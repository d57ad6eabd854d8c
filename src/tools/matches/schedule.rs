//! The schedule of a match or tournament: which players play each game, and from which opening.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::{Standings, swiss};

/// The kind of a tournament: who plays whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tournament {
    /// Each player plays each other player.
    RoundRobin,
    /// The first player plays each other player.
    Gauntlet,
    /// Players with similar scores play each other, in rounds.
    Swiss,
}

/// The pairings of rounds. Every pairing of a round plays the openings of the round with both colors.
///
/// The games of a round go through its openings, and at each opening through the pairings. All tournaments but Swiss
/// ones have one round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    /// The number of openings in a round.
    openings: usize,
    /// The number of pairings in a round.
    pairings: usize,
    rounds: usize,
    /// The pairings of the rounds so far, as indices of players.
    paired: Vec<Vec<[usize; 2]>>,
}

impl Schedule {
    /// Creates a schedule in which every pairing plays `openings` openings. Only Swiss tournaments have `rounds`.
    pub fn new(kind: Tournament, players: usize, openings: usize, rounds: usize) -> Self {
        let all = match kind {
            Tournament::RoundRobin => (0..players)
                .flat_map(|first| (first + 1..players).map(move |second| [first, second]))
                .collect(),
            Tournament::Gauntlet => (1..players).map(|second| [0, second]).collect(),
            Tournament::Swiss => swiss::pairings(&Standings::new(players), &[]),
        };
        Self {
            openings,
            pairings: all.len(),
            rounds: if kind == Tournament::Swiss { rounds } else { 1 },
            paired: vec![all],
        }
    }

    /// Returns the number of games of all rounds.
    pub fn games(&self) -> usize {
        self.rounds * self.games_per_round()
    }

    /// Returns the number of games of the rounds that are paired.
    pub fn paired_games(&self) -> usize {
        self.paired.len() * self.games_per_round()
    }

    fn games_per_round(&self) -> usize {
        2 * self.pairings * self.openings
    }

    /// Returns the number of openings of all rounds.
    pub fn openings(&self) -> usize {
        self.rounds * self.openings
    }

    /// Returns the index of the opening of game `number`, from 1.
    pub fn opening(&self, number: usize) -> Option<usize> {
        Some(number.checked_sub(1)? / 2 / self.pairings)
    }

    /// Returns the players of game `number`, from 1; `None` if its round isn't paired. The first one has Black in odd
    /// games.
    pub fn pairing(&self, number: usize) -> Option<[usize; 2]> {
        let pair = number.checked_sub(1)? / 2;
        let round = self.paired.get(pair / (self.pairings * self.openings))?;
        round.get(pair % self.pairings).copied()
    }

    /// Pairs the next round if all games so far are in the standings. Returns whether it did.
    pub fn advance(&mut self, standings: &Standings) -> bool {
        let has_next = self.paired.len() < self.rounds;
        let is_next = has_next && standings.games() == self.paired_games();
        if is_next {
            let round = swiss::pairings(standings, &self.paired);
            self.paired.push(round);
        }
        is_next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairings_take_turns_at_each_opening() {
        let schedule = Schedule::new(Tournament::RoundRobin, 3, 2, 0);
        assert_eq!((schedule.games(), schedule.openings()), (12, 2));
        let games: Vec<_> = (1..=12)
            .step_by(2)
            .map(|number| (schedule.opening(number), schedule.pairing(number)))
            .collect();
        let pairings = [[0, 1], [0, 2], [1, 2]];
        let expected = [0, 1].map(|opening| pairings.map(|pair| (Some(opening), Some(pair))));
        assert_eq!(games, expected.concat());
        assert_eq!(schedule.pairing(2), Some([0, 1]));
        assert_eq!((schedule.pairing(0), schedule.pairing(13)), (None, None));
    }

    #[test]
    fn a_gauntlet_is_for_the_first_player() {
        let schedule = Schedule::new(Tournament::Gauntlet, 4, 1, 0);
        let pairings: Vec<_> = [1, 3, 5].map(|game| schedule.pairing(game)).into();
        assert_eq!(pairings, [Some([0, 1]), Some([0, 2]), Some([0, 3])]);
        assert_eq!(schedule.games(), 6);
    }

    #[test]
    fn two_players_play_a_match() {
        let schedule = Schedule::new(Tournament::RoundRobin, 2, 5, 0);
        for number in 1..=10 {
            assert_eq!(schedule.pairing(number), Some([0, 1]));
            assert_eq!(schedule.opening(number), Some((number - 1) / 2));
        }
    }

    #[test]
    fn a_swiss_round_is_paired_after_the_last_one() {
        let mut schedule = Schedule::new(Tournament::Swiss, 4, 1, 2);
        assert_eq!((schedule.games(), schedule.paired_games()), (8, 4));
        assert!(!schedule.advance(&Standings::new(4)));
        assert_eq!(schedule.pairing(5), None);
    }
}
