//! The score of a competitive game, and the ranking: a singly linked list, highest score first.
//!
//! It is cloned, dropped and serialized in loops. The derived implementations recurse once per entry: a long list
//! overflows the stack, and a short one exceeds RON's nesting limit.

use std::cmp::Reverse;
use std::collections::HashSet;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Nickname;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RankingEntry {
    pub nickname: Nickname,
    /// The best score of the nickname.
    pub score: u32,
}

/// The place of a score in the ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Placement {
    /// The place of the nickname's best score, from 1.
    pub place: usize,
    /// The nickname's best score before this one, if any.
    pub former_best: Option<u32>,
    /// Whether this score is now the nickname's best.
    pub is_best: bool,
}

#[derive(Debug)]
struct RankingNode {
    entry: RankingEntry,
    next: Option<Box<RankingNode>>,
}

/// The best score of each nickname, highest first. Of equal scores, the earlier comes first.
#[derive(Debug, Default)]
pub struct Ranking {
    head: Option<Box<RankingNode>>,
}

impl Ranking {
    pub fn iter(&self) -> impl Iterator<Item = &RankingEntry> {
        let mut next = self.head.as_deref();
        std::iter::from_fn(move || {
            let node = next?;
            next = node.next.as_deref();
            Some(&node.entry)
        })
    }

    pub fn is_empty(&self) -> bool {
        self.head.is_none()
    }

    /// Inserts a score after all scores at least as high. Only the best score of a nickname stays.
    pub fn insert(&mut self, nickname: Nickname, score: u32) -> Placement {
        let known = |(_, entry): &(usize, &RankingEntry)| entry.nickname == nickname;
        let former = self
            .iter()
            .enumerate()
            .find(known)
            .map(|(index, entry)| (index, entry.score));
        if let Some((index, best)) = former.filter(|&(_, best)| best >= score) {
            return Placement {
                place: index + 1,
                former_best: Some(best),
                is_best: false,
            };
        }
        // Move the nodes over one by one, insert the new one, and skip the nickname's previous one.
        let mut rest = self.head.take();
        let mut tail = &mut self.head;
        let mut place = 1;
        while let Some(mut node) = rest.take_if(|node| node.entry.score >= score) {
            rest = node.next.take();
            tail = &mut tail.insert(node).next;
            place += 1;
        }
        let entry = RankingEntry { nickname, score };
        let node = tail.insert(Box::new(RankingNode { entry, next: None }));
        let nickname = &node.entry.nickname;
        tail = &mut node.next;
        while let Some(mut node) = rest {
            rest = node.next.take();
            if node.entry.nickname != *nickname {
                tail = &mut tail.insert(node).next;
            }
        }
        Placement {
            place,
            former_best: former.map(|(_, best)| best),
            is_best: true,
        }
    }

    /// Merges two rankings. Of equal scores, the scores of `self` come first.
    #[must_use]
    pub fn merged(&self, other: &Self) -> Self {
        Self::from_entries(self.iter().chain(other.iter()).cloned().collect())
    }

    /// Creates a ranking of unsorted entries. Of equal scores, the first comes first.
    fn from_entries(mut entries: Vec<RankingEntry>) -> Self {
        entries.sort_by_key(|entry| Reverse(entry.score));
        let mut known = HashSet::new();
        let mut ranking = Self::default();
        let mut tail = &mut ranking.head;
        for entry in entries {
            if known.insert(entry.nickname.clone()) {
                tail = &mut tail
                    .insert(Box::new(RankingNode { entry, next: None }))
                    .next;
            }
        }
        ranking
    }
}

impl Drop for Ranking {
    fn drop(&mut self) {
        let mut next = self.head.take();
        while let Some(mut node) = next {
            next = node.next.take();
        }
    }
}

impl Clone for Ranking {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        let mut tail = &mut copy.head;
        for entry in self.iter() {
            tail = &mut tail
                .insert(Box::new(RankingNode {
                    entry: entry.clone(),
                    next: None,
                }))
                .next;
        }
        copy
    }
}

impl PartialEq for Ranking {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Ranking {}

impl Serialize for Ranking {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Ranking {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from_entries)
    }
}

/// Returns the competitive score for ending with `discs` discs after `plies` plies. More discs score more, and
/// games that end soon after ply 30 get a bonus.
pub fn competitive_score(discs: u32, plies: usize) -> u32 {
    let discs = match discs {
        0..=20 => discs,
        21..=40 => 2 * discs,
        41..=55 => 3 * discs,
        _ => 4 * discs,
    };
    // Games that end before ply 30 get no bonus. No game reaches 2^32 plies.
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
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    fn nickname(number: usize) -> Nickname {
        format!("p{number}").parse().unwrap()
    }

    fn listed(ranking: &Ranking) -> Vec<(String, u32)> {
        ranking
            .iter()
            .map(|entry| (entry.nickname.to_string(), entry.score))
            .collect()
    }

    fn scores_only(ranking: &Ranking) -> Vec<u32> {
        ranking.iter().map(|entry| entry.score).collect()
    }

    #[test]
    fn the_highest_comes_first_and_of_equals_the_earlier() {
        let mut ranking = Ranking::default();
        let place = |ranking: &mut Ranking, player, score| ranking.insert(nickname(player), score);
        assert_eq!(place(&mut ranking, 1, 50).place, 1);
        assert_eq!(place(&mut ranking, 2, 70).place, 1);
        assert_eq!(place(&mut ranking, 3, 50).place, 3);
        assert_eq!(
            place(&mut ranking, 1, 40),
            Placement {
                place: 2,
                former_best: Some(50),
                is_best: false
            }
        );
        assert_eq!(
            place(&mut ranking, 3, 60),
            Placement {
                place: 2,
                former_best: Some(50),
                is_best: true
            }
        );
        let expected = [("p2", 70), ("p3", 60), ("p1", 50)];
        assert_eq!(
            listed(&ranking),
            expected.map(|(name, score)| (name.to_owned(), score))
        );
    }

    #[test]
    fn a_hundred_thousand_entries_neither_overflow_the_stack_nor_get_lost() {
        let mut ranking = Ranking::default();
        for number in 0..100_000_u32 {
            // Built from the tail, so each one goes to the front.
            let nickname = format!("{number}").parse().unwrap();
            let next = ranking.head.take();
            let entry = RankingEntry {
                nickname,
                score: number,
            };
            ranking.head = Some(Box::new(RankingNode { entry, next }));
        }
        let copy = ranking.clone();
        assert_eq!(copy.iter().count(), 100_000);
        assert!(copy == ranking);
        drop(ranking);
        assert_eq!(copy.iter().next().unwrap().score, 99_999);
    }

    #[test]
    fn each_step_of_the_discs_and_the_bonus_counts_as_published() {
        let scores = [0, 20, 21, 40, 41, 55, 56, 64].map(|discs| competitive_score(discs, 0));
        assert_eq!(scores, [0, 20, 42, 80, 123, 165, 224, 256]);
        let plies = [9, 30, 31, 50, 51, 53, 54, 57, 58, 59, 60, 65];
        let scores = plies.map(|plies| competitive_score(0, plies));
        assert_eq!(
            scores,
            [0, 0, 25, 500, 315, 345, 240, 270, 140, 145, 60, 70]
        );
    }

    proptest! {
        #[test]
        fn it_agrees_with_a_sorted_table(
            scores in prop::collection::vec((0_usize..20, 0_u32..30), 0..100),
        ) {
            let mut ranking = Ranking::default();
            let mut best: HashMap<usize, (u32, usize)> = HashMap::new();
            for (time, &(player, score)) in scores.iter().enumerate() {
                ranking.insert(nickname(player), score);
                let entry = best.entry(player).or_insert((score, time));
                if score > entry.0 {
                    *entry = (score, time);
                }
            }
            let mut expected: Vec<_> = best.into_iter().collect();
            expected.sort_by_key(|&(_, (score, time))| (std::cmp::Reverse(score), time));
            let expected: Vec<_> = expected
                .into_iter()
                .map(|(player, (score, _))| (nickname(player).to_string(), score))
                .collect();
            prop_assert_eq!(listed(&ranking), expected);
            let (early, late) = scores.split_at(scores.len() / 2);
            let [early, late] = [early, late].map(|scores| {
                let mut part = Ranking::default();
                for &(player, score) in scores {
                    part.insert(nickname(player), score);
                }
                part
            });
            prop_assert_eq!(scores_only(&early.merged(&late)), scores_only(&ranking));
            let text = ron::to_string(&ranking).unwrap();
            prop_assert_eq!(ron::from_str::<Ranking>(&text).unwrap(), ranking);
        }
    }
}
