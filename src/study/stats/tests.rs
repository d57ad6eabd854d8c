//! Tests of the statistics.

use super::*;
use crate::games::Square;
use crate::records::{Date, GameRecord, GameResult, Termination};
use crate::study::library::JudgedMove;

/// A game of a human with Black against a bot, with judgments of some moves.
fn game(
    bot: &str,
    difference: f64,
    month: u8,
    (you, judged): (Option<HumanSides>, Option<Vec<JudgedMove>>),
) -> LibraryGame {
    let mut record = GameRecord::new();
    for name in ["f5", "d6", "c3", "d3", "c4"] {
        record
            .play(crate::games::parse_square(name, 8, 8).unwrap())
            .unwrap();
    }
    record.players[1].name = bot.to_owned();
    record.date = Some(Date::of_day(2026, month, 3));
    record.result = Some(GameResult::by_difference(difference, Termination::Played));
    let mut game = LibraryGame::of(record, you);
    game.judged = judged;
    game
}

#[test]
fn results_and_losses_are_counted_by_level_month_and_phase() {
    let best = crate::games::parse_square("d3", 8, 8).unwrap();
    let mistakes = vec![
        JudgedMove {
            number: 3,
            score: 0,
            lost: 6,
            best,
        },
        // White's move, not the human's.
        JudgedMove {
            number: 4,
            score: 0,
            lost: 9,
            best,
        },
    ];
    let black = Some(HumanSides::Black);
    let games = [
        game("reversi level 10", 12.0, 10, (black, Some(mistakes))),
        game("reversi level 2", -4.0, 10, (black, None)),
        game("reversi level 2", 0.0, 11, (black, Some(Vec::new()))),
        game("reversi", 2.0, 11, (black, None)),
        LibraryGame {
            is_aided: true,
            ..game("reversi level 2", 64.0, 11, (black, None))
        },
        game("bot", 2.0, 11, (Some(HumanSides::Neither), None)),
        game("Carl", 2.0, 11, (None, None)),
    ];
    let stats = Stats::of(&games);
    let progress: Vec<(&str, u32)> = stats
        .progress
        .iter()
        .map(|single| (&*single.name, single.losses.discs))
        .collect();
    assert_eq!(progress, [("2026-10-03", 6), ("2026-11-03", 0)]);
    let openings: Vec<(&str, usize, usize)> = stats
        .openings
        .iter()
        .map(|group| (&*group.name, group.games, group.lost))
        .collect();
    assert_eq!(openings, [("Tiger", 5, 1)]);
    assert_eq!((stats.games, stats.judged, stats.unrated), (5, 2, 1));
    let rating = stats.rating.unwrap();
    assert!(
        rating.games == 4 && rating.rating > 0 && rating.error > 100,
        "{rating:?}"
    );
    let counted = |groups: &[Group]| {
        let of = |group: &Group| (group.name.clone(), group.won, group.drawn, group.lost);
        groups.iter().map(of).collect::<Vec<_>>()
    };
    let expected = [("2", 1, 1, 1), ("10", 1, 0, 0), ("competitive", 1, 0, 0)];
    let expected = expected.map(|(name, won, drawn, lost)| (name.to_owned(), won, drawn, lost));
    assert_eq!(counted(&stats.levels), expected);
    let expected = [("2026-10", 1, 0, 1), ("2026-11", 2, 1, 0)];
    let expected = expected.map(|(name, won, drawn, lost)| (name.to_owned(), won, drawn, lost));
    assert_eq!(counted(&stats.months), expected);
    // Three of Black's moves in each of the two judged games.
    assert_eq!(stats.phases[0], Losses { moves: 6, discs: 6 });
    assert_eq!(stats.phases[0].average(), Some(1.0));
    assert_eq!(
        (stats.phases[1].average(), stats.months[0].losses.discs),
        (None, 6)
    );
    assert_eq!(stats.mistakes.len(), 1);
    let picture = picture(&stats);
    assert!(picture.contains("2026-10") && picture.contains("2 of 5 games analyzed"));
}

#[test]
fn mistakes_are_of_the_kinds_that_their_facts_show() {
    let corner = Square { row: 0, column: 0 };
    let moves = |after| Fact::OpponentMoves { before: 8, after };
    let own = |after| Fact::OwnMoves { before: 8, after };
    let region = |empties| Fact::Region { empties };
    let gives = Fact::GivesCorner { corner };
    let takes = Fact::TakesCorner { corner };
    for (played, best, kinds) in [
        (
            vec![gives, moves(3)],
            vec![moves(3)],
            vec![MistakeKind::GaveCorner],
        ),
        (vec![gives], vec![gives], vec![MistakeKind::Other]),
        (
            vec![moves(6)],
            vec![takes, moves(3)],
            vec![MistakeKind::MissedCorner, MistakeKind::Mobility],
        ),
        (
            vec![moves(5)],
            vec![Fact::ForcesPass, moves(3)],
            vec![MistakeKind::MissedPass],
        ),
        (vec![own(4)], vec![own(7)], vec![MistakeKind::OwnMobility]),
        (vec![own(5)], vec![own(7)], vec![MistakeKind::Other]),
        (vec![region(4)], vec![region(3)], vec![MistakeKind::Parity]),
        (vec![region(40)], vec![region(3)], vec![MistakeKind::Other]),
    ] {
        assert_eq!(kinds_of(&played, &best), kinds, "{played:?} {best:?}");
    }
}
