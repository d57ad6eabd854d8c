//! The totals of a match, from the first player's point of view.

use std::collections::BTreeMap;

use super::{Cause, Game, Pairs, Sprt, SprtVerdict};

#[derive(Debug, Clone, Default)]
pub struct Tally {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    /// The sum of the disc differences of the finished games; `counted` is their number.
    pub discs: i32,
    pub counted: u32,
    /// The pairs of which both games have ended.
    pub pairs: Pairs,
    losses: [[u32; Cause::ALL.len()]; 2],
    /// The half points of games whose twin has not ended yet, by opening number.
    halves: BTreeMap<usize, usize>,
}

impl Tally {
    pub fn add(&mut self, game: &Game) {
        let half_points = game.half_points();
        match half_points {
            2 => self.won += 1,
            1 => self.drawn += 1,
            _ => self.lost += 1,
        }
        if let Some(discs) = game.discs() {
            self.discs += discs;
            self.counted += 1;
        }
        if let Some(side) = game.at_fault() {
            let player = usize::from(side != game.side_of_first());
            self.losses[player][game.cause as usize] += 1;
        }
        let opening = (game.number - 1) / 2;
        match self.halves.remove(&opening) {
            Some(other) => self.pairs.add(half_points + other),
            None => drop(self.halves.insert(opening, half_points)),
        }
    }

    pub fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Returns the points of the first player; a draw is half a point.
    pub fn points(&self) -> f64 {
        f64::from(self.won) + 0.5 * f64::from(self.drawn)
    }

    /// Returns the average disc difference of the finished games; `None` if no game was finished.
    pub fn average_discs(&self) -> Option<f64> {
        (self.counted > 0).then(|| f64::from(self.discs) / f64::from(self.counted))
    }

    /// Returns the losses of `player`, 0 or 1, other than by discs.
    pub fn losses(&self, player: usize, cause: Cause) -> u32 {
        self.losses[player][cause as usize]
    }

    /// Returns the number of games lost by a failing program.
    pub fn faults(&self) -> u32 {
        let faults = Cause::ALL.into_iter().filter(|cause| cause.is_fault());
        faults
            .map(|cause| self.losses(0, cause) + self.losses(1, cause))
            .sum()
    }
}

/// A tally in order of the games, so that parallel play doesn't affect the decision of a test.
#[derive(Debug)]
pub struct InOrder {
    sprt: Option<Sprt>,
    /// Finished games that follow an unfinished one.
    waiting: BTreeMap<usize, Game>,
    tally: Tally,
    pub verdict: Option<SprtVerdict>,
    next: usize,
}

impl InOrder {
    pub fn new(sprt: Option<Sprt>) -> Self {
        Self {
            sprt,
            waiting: BTreeMap::new(),
            tally: Tally::default(),
            verdict: None,
            next: 1,
        }
    }

    pub fn add(&mut self, game: Game) {
        self.waiting.insert(game.number, game);
        while self.verdict.is_none() {
            let Some(game) = self.waiting.remove(&self.next) else {
                return;
            };
            self.next += 1;
            self.tally.add(&game);
            if game.number.is_multiple_of(2) {
                self.verdict = self.sprt.and_then(|sprt| sprt.verdict(&self.tally.pairs));
            }
        }
    }

    /// Returns the tally of all games, or of the games before the decision of the test.
    pub fn tally(&self) -> Tally {
        let mut tally = self.tally.clone();
        if self.verdict.is_none() {
            self.waiting.values().for_each(|game| tally.add(game));
        }
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Player;
    use crate::records::{GameRecord, GameResult, Termination};

    fn game(number: usize, winner: Option<Player>, cause: Cause) -> Game {
        let difference = match winner {
            Some(Player::Black) => 64.0,
            Some(Player::White) => -64.0,
            None => 0.0,
        };
        let mut record = GameRecord::new();
        record.result = Some(GameResult::by_difference(difference, Termination::Played));
        Game {
            number,
            record,
            cause,
            detail: String::new(),
        }
    }

    #[test]
    fn games_are_counted_for_the_first_player_whatever_the_colour() {
        let mut tally = Tally::default();
        for (number, winner, cause) in [
            (1, Some(Player::Black), Cause::Played),
            (2, Some(Player::Black), Cause::Crashed),
            (3, None, Cause::Played),
            (4, Some(Player::White), Cause::Illegal),
            (5, Some(Player::White), Cause::Time),
        ] {
            tally.add(&game(number, winner, cause));
        }
        assert_eq!([tally.won, tally.drawn, tally.lost], [2, 1, 2]);
        assert_eq!(tally.pairs.0, [0, 0, 1, 1, 0]);
        assert_eq!(tally.losses(0, Cause::Crashed), 1);
        assert_eq!(tally.losses(1, Cause::Illegal), 1);
        assert_eq!(tally.losses(0, Cause::Time), 1);
        assert_eq!((tally.faults(), tally.counted, tally.points()), (2, 2, 2.5));
    }

    #[test]
    fn a_test_decides_in_the_order_of_the_numbers() {
        let games: Vec<Game> = (1..=80)
            .map(|number| {
                let winner = if number % 2 == 1 {
                    Player::Black
                } else {
                    Player::White
                };
                game(number, Some(winner), Cause::Played)
            })
            .collect();
        let sprt = Sprt::new(0.0, 100.0);
        let mut forwards = InOrder::new(sprt);
        games.iter().cloned().for_each(|game| forwards.add(game));
        assert_eq!(forwards.verdict, Some(SprtVerdict::H1));
        let decided = forwards.tally().games();
        assert!(
            decided.is_multiple_of(2) && (2..80).contains(&decided),
            "{decided}"
        );
        let mut backwards = InOrder::new(sprt);
        for game in games.iter().rev() {
            assert_eq!(backwards.verdict, None);
            backwards.add(game.clone());
        }
        assert_eq!(backwards.verdict, Some(SprtVerdict::H1));
        assert_eq!(backwards.tally().games(), decided);
        let mut without = InOrder::new(None);
        without.add(games[70].clone());
        assert_eq!(without.tally().games(), 1);
    }
}
