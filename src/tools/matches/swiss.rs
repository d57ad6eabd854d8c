//! The pairings of a Swiss tournament.

use std::cmp::Reverse;

use super::Standings;

/// The maximum number of steps in the search for pairings without repetition.
const MAX_STEPS: usize = 100_000;

/// Returns the pairings of the round after the rounds `before`.
///
/// Players are ranked by half points, then by half points of their opponents (Buchholz), then in the order given. From
/// the top, each plays the next one in the ranking whom he hasn't played, if that leaves such an opponent for all
/// others. Of an odd number, the last one who hasn't had a bye has it, and counts it as a round with all points.
pub fn pairings(standings: &Standings, before: &[Vec<[usize; 2]>]) -> Vec<[usize; 2]> {
    let players = standings.players();
    let byes: Vec<usize> = (0..players).map(|player| byes(player, before)).collect();
    let per_round = if before.is_empty() {
        0
    } else {
        let games = before.iter().map(Vec::len).sum::<usize>();
        2 * standings.games() / games.max(1)
    };
    let points = |player: usize| standings.half_points(player) + byes[player] * per_round;
    let buchholz = |player: usize| -> usize {
        let pairs = before.iter().flatten();
        pairs
            .filter_map(|pair| opponent(player, *pair))
            .map(points)
            .sum()
    };
    let mut ranking: Vec<usize> = (0..players).collect();
    ranking.sort_by_key(|&player| (Reverse(points(player)), Reverse(buchholz(player)), player));
    if players % 2 == 1 {
        let fewest = byes.iter().min().copied().unwrap_or(0);
        if let Some(place) = ranking.iter().rposition(|&player| byes[player] == fewest) {
            ranking.remove(place);
        }
    }
    let has_met = |pair: [usize; 2]| {
        let mut earlier = before.iter().flatten();
        earlier.any(|&[first, second]| pair == [first, second] || pair == [second, first])
    };
    let mut pairs = Vec::new();
    let mut steps = 0;
    if !search(&ranking, &has_met, &mut pairs, &mut steps) {
        pairs = ranking
            .chunks_exact(2)
            .map(|pair| [pair[0], pair[1]])
            .collect();
    }
    pairs
}

/// Returns the number of rounds without a game for `player`.
fn byes(player: usize, before: &[Vec<[usize; 2]>]) -> usize {
    let has_played = |round: &&Vec<[usize; 2]>| round.iter().any(|pair| pair.contains(&player));
    before.len() - before.iter().filter(has_played).count()
}

fn opponent(player: usize, [first, second]: [usize; 2]) -> Option<usize> {
    if player == first {
        Some(second)
    } else {
        (player == second).then_some(first)
    }
}

/// Pairs `ranking` without repetition, by backtracking. Returns whether that was possible.
fn search(
    ranking: &[usize],
    has_met: &impl Fn([usize; 2]) -> bool,
    pairs: &mut Vec<[usize; 2]>,
    steps: &mut usize,
) -> bool {
    let Some((&first, others)) = ranking.split_first() else {
        return true;
    };
    for (place, &second) in others.iter().enumerate() {
        *steps += 1;
        if *steps > MAX_STEPS {
            return false;
        }
        if has_met([first, second]) {
            continue;
        }
        pairs.push([first, second]);
        let rest = [&others[..place], &others[place + 1..]].concat();
        if search(&rest, has_met, pairs, steps) {
            return true;
        }
        pairs.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first rounds of a tournament without scores.
    fn rounds(players: usize, count: usize) -> Vec<Vec<[usize; 2]>> {
        let mut rounds = Vec::new();
        for _ in 0..count {
            let next = pairings(&Standings::new(players), &rounds);
            rounds.push(next);
        }
        rounds
    }

    #[test]
    fn nobody_meets_an_opponent_twice_while_there_are_others() {
        for players in [4, 6, 8, 10] {
            let mut all: Vec<[usize; 2]> = rounds(players, 3).concat();
            for pair in &mut all {
                pair.sort_unstable();
            }
            let count = all.len();
            all.sort_unstable();
            all.dedup();
            assert_eq!((all.len(), count), (count, 3 * players / 2), "{players}");
        }
        assert_eq!(rounds(2, 3), [[[0, 1]]; 3]);
    }

    #[test]
    fn byes_go_around_from_the_bottom() {
        let rounds = rounds(5, 5);
        assert!(rounds.iter().all(|round| round.len() == 2));
        assert!(
            (0..5).all(|player| byes(player, &rounds) == 1),
            "{rounds:?}"
        );
        assert_eq!(rounds[0], [[0, 1], [2, 3]]);
    }
}
