//! The standings of a tournament: points and ratings of its players, and the crosstable.

use std::collections::BTreeMap;

use super::rating::{Encounter, Fitted};
use super::statistics::NORMAL;
use super::{Cause, Game, Tally};

/// The results of a tournament, by pairings.
#[derive(Debug, Clone)]
pub struct Standings {
    players: usize,
    tallies: BTreeMap<[usize; 2], Tally>,
}

/// The totals of one player.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Standing {
    /// The index of the player.
    pub player: usize,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    /// The sum of the disc differences of the finished games; `counted` is their number.
    pub discs: i32,
    pub counted: u32,
    /// The rating; `None` while the games don't connect all players.
    pub rating: Option<EloRating>,
    /// The likelihood of superiority over the next player, 0 to 1; `None` for the last player.
    pub superiority: Option<f64>,
}

/// An Elo rating relative to the mean of the players.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct EloRating {
    pub elo: f64,
    /// The margin of error (95%).
    pub error: f64,
}

impl Standing {
    pub fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Returns the points; a draw is half a point.
    pub fn points(&self) -> f64 {
        f64::from(self.won) + 0.5 * f64::from(self.drawn)
    }

    /// Returns the share of the points, 0 to 1; 0 without games.
    pub fn score(&self) -> f64 {
        self.points() / f64::from(self.games().max(1))
    }

    /// Returns the average disc difference of the finished games; `None` if no game was finished.
    pub fn average_discs(&self) -> Option<f64> {
        (self.counted > 0).then(|| f64::from(self.discs) / f64::from(self.counted))
    }

    fn add(&mut self, tally: &Tally, is_first: bool) {
        self.drawn += tally.drawn;
        self.counted += tally.counted;
        if is_first {
            self.won += tally.won;
            self.lost += tally.lost;
            self.discs += tally.discs;
        } else {
            self.won += tally.lost;
            self.lost += tally.won;
            self.discs -= tally.discs;
        }
    }
}

impl Standings {
    /// Creates the standings before the first game.
    pub fn new(players: usize) -> Self {
        Self {
            players,
            tallies: BTreeMap::new(),
        }
    }

    /// Adds a game of two players; the first one has Black if its number is odd.
    pub fn add(&mut self, pairing: [usize; 2], game: &Game) {
        self.tallies.entry(pairing).or_default().add(game);
    }

    pub fn players(&self) -> usize {
        self.players
    }

    pub fn games(&self) -> usize {
        let games = self.tallies.values().map(Tally::games);
        games.sum::<u32>() as usize
    }

    /// Returns the number of games lost by a failing program.
    pub fn faults(&self) -> u32 {
        self.tallies.values().map(Tally::faults).sum()
    }

    /// Returns the losses of `player` other than by discs.
    pub fn losses(&self, player: usize, cause: Cause) -> u32 {
        let of_pairing = |(pairing, tally): (&[usize; 2], &Tally)| {
            let place = pairing.iter().position(|&other| other == player)?;
            Some(tally.losses(place, cause))
        };
        self.tallies.iter().filter_map(of_pairing).sum()
    }

    pub(super) fn half_points(&self, player: usize) -> usize {
        let totals = self.totals(player);
        (2 * totals.won + totals.drawn) as usize
    }

    /// Returns the totals of a player, without the rating.
    fn totals(&self, player: usize) -> Standing {
        let mut totals = Standing {
            player,
            ..Standing::default()
        };
        for (&[first, second], tally) in &self.tallies {
            if [first, second].contains(&player) {
                totals.add(tally, player == first);
            }
        }
        totals
    }

    /// Returns the totals of `player` against `opponent`, without the rating.
    pub fn against(&self, player: usize, opponent: usize) -> Standing {
        let mut totals = Standing {
            player,
            ..Standing::default()
        };
        if let Some(tally) = self.tallies.get(&[player, opponent]) {
            totals.add(tally, true);
        }
        if let Some(tally) = self.tallies.get(&[opponent, player]) {
            totals.add(tally, false);
        }
        totals
    }

    /// Returns the table, best player first: by rating, or by share of the points while there are no ratings.
    pub fn table(&self) -> Vec<Standing> {
        let mut table: Vec<Standing> = (0..self.players)
            .map(|player| self.totals(player))
            .collect();
        let fitted = self.is_connected().then(|| self.fitted());
        if let Some(fitted) = &fitted {
            let mean = fitted.ratings.iter().sum::<f64>() / count(self.players);
            for standing in &mut table {
                standing.rating = Some(EloRating {
                    elo: fitted.ratings[standing.player] - mean,
                    error: fitted.margin_to_mean(standing.player),
                });
            }
        }
        let key = |standing: &Standing| {
            standing
                .rating
                .map_or(standing.score(), |rating| rating.elo)
        };
        table.sort_by(|first, second| key(second).total_cmp(&key(first)));
        if let Some(fitted) = &fitted {
            add_superiority(&mut table, fitted);
        }
        table
    }

    fn fitted(&self) -> Fitted {
        let mut encounters: BTreeMap<[usize; 2], Encounter> = BTreeMap::new();
        for (&[first, second], tally) in &self.tallies {
            let games = f64::from(tally.games());
            let points = tally.points();
            let (pair, points) = if first < second {
                ([first, second], points)
            } else {
                ([second, first], games - points)
            };
            let encounter = encounters.entry(pair).or_default();
            encounter.0 += games;
            encounter.1 += points;
        }
        Fitted::new(self.players, 0, &encounters)
    }

    /// Whether games connect all players, so that their ratings can be compared.
    fn is_connected(&self) -> bool {
        let mut reached = vec![false; self.players];
        let mut waiting = vec![0];
        while let Some(player) = waiting.pop() {
            if std::mem::replace(&mut reached[player], true) {
                continue;
            }
            for &[first, second] in self.tallies.keys() {
                if first == player {
                    waiting.push(second);
                } else if second == player {
                    waiting.push(first);
                }
            }
        }
        reached.into_iter().all(|is_reached| is_reached)
    }
}

/// Adds to each player the likelihood of being better than the next one.
fn add_superiority(table: &mut [Standing], fitted: &Fitted) {
    for place in 1..table.len() {
        let [first, second] = [table[place - 1].player, table[place].player];
        let lead = fitted.ratings[first] - fitted.ratings[second];
        let deviation = fitted.margin(first, second) / NORMAL;
        table[place - 1].superiority = Some(normal(lead / deviation));
    }
}

fn count(players: usize) -> f64 {
    f64::from(u32::try_from(players).unwrap_or(u32::MAX))
}

/// Returns the probability that a standard normal variable is below `x`, to 7 digits.
///
/// Source: Abramowitz and Stegun, "Handbook of Mathematical Functions" (1964), formula 26.2.17.
fn normal(x: f64) -> f64 {
    const FACTORS: [f64; 5] = [
        0.319_381_530,
        -0.356_563_782,
        1.781_477_937,
        -1.821_255_978,
        1.330_274_429,
    ];
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let sum = FACTORS
        .iter()
        .rev()
        .fold(0.0, |sum, factor| t * (factor + sum));
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let upper = density * sum;
    if x < 0.0 { upper } else { 1.0 - upper }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Player;
    use crate::records::{GameRecord, GameResult, Termination};

    /// Adds `wins` games that the first player wins with Black, and `losses` that it loses.
    fn add(standings: &mut Standings, pairing: [usize; 2], wins: usize, losses: usize) {
        for game in 0..wins + losses {
            let winner = if game < wins {
                Player::Black
            } else {
                Player::White
            };
            let difference = if winner == Player::Black { 64.0 } else { -64.0 };
            let mut record = GameRecord::new();
            record.result = Some(GameResult::by_difference(difference, Termination::Resigned));
            let game = Game {
                number: 2 * game + 1,
                record,
                cause: Cause::Resigned,
                detail: String::new(),
            };
            standings.add(pairing, &game);
        }
    }

    #[test]
    fn the_normal_distribution_is_the_known_one() {
        for (x, probability) in [
            (0.0, 0.5),
            (1.0, 0.841_344_7),
            (-1.959_964, 0.025),
            (6.0, 1.0),
        ] {
            assert!((normal(x) - probability).abs() < 1e-6, "{x}");
        }
    }

    #[test]
    fn ratings_are_relative_to_the_mean() {
        let mut standings = Standings::new(3);
        add(&mut standings, [0, 1], 640, 360);
        add(&mut standings, [1, 2], 500, 500);
        add(&mut standings, [2, 0], 360, 640);
        let table = standings.table();
        let players: Vec<usize> = table.iter().map(|standing| standing.player).collect();
        assert_eq!(players[0], 0);
        // A score of 64% is 99.95 Elo: two thirds above the mean, one third below.
        for (standing, expected) in table.iter().zip([66.63, -33.32, -33.32]) {
            let rating = standing.rating.unwrap();
            assert!((rating.elo - expected).abs() < 0.1, "{rating:?}");
            assert!((10.0..20.0).contains(&rating.error), "{rating:?}");
        }
        assert!(table[0].superiority.unwrap() > 0.999);
        assert!((table[1].superiority.unwrap() - 0.5).abs() < 0.01);
        assert_eq!(table[2].superiority, None);
        let against = standings.against(0, 2);
        assert_eq!(
            (against.won, against.lost, against.points()),
            (640, 360, 640.0)
        );
        assert_eq!(standings.losses(1, Cause::Resigned), 640 + 500);
    }

    #[test]
    fn players_without_common_opponents_have_no_ratings() {
        let mut standings = Standings::new(4);
        add(&mut standings, [0, 1], 1, 2);
        add(&mut standings, [2, 3], 3, 0);
        let table = standings.table();
        assert!(table.iter().all(|standing| standing.rating.is_none()));
        assert_eq!([table[0].player, table[1].player], [2, 1]);
    }
}
