//! Tests of the human-like levels: which moves they play, and how often.

use rand::SeedableRng;

use super::*;
use crate::engine::Engine;
use crate::games::{ConnectFour, Player};

fn bot(level: u8) -> HumanLike {
    HumanLike::new(level).unwrap()
}

/// A game at a position, with Black to move.
fn game_of(position: Position) -> Reversi {
    let letter = |square: u32| match position {
        _ if position.player() >> square & 1 == 1 => 'B',
        _ if position.opponent() >> square & 1 == 1 => 'W',
        _ => '-',
    };
    Reversi::on_board(&(0..64).map(letter).collect::<String>())
}

/// A move that doesn't end the game.
fn candidate(square: u16, score: i32, gives_corner: bool) -> Candidate {
    Candidate {
        mv: Move(square),
        score,
        next: Position::START,
        gives_corner,
    }
}

/// A move that ends the game with `own` discs against `other`.
fn last_move(square: u16, score: i32, own: u32, other: u32) -> Candidate {
    let full = u64::MAX >> (64 - own - other);
    let opponent = u64::MAX >> (64 - own);
    let next = Position::new(full & !opponent, opponent).unwrap();
    Candidate {
        mv: Move(square),
        score,
        next,
        gives_corner: false,
    }
}

fn weighed(level: u8, candidates: &[Candidate]) -> Vec<u16> {
    bot(level)
        .weigh(candidates)
        .into_iter()
        .map(|(mv, _)| mv.0)
        .collect()
}

#[test]
fn every_level_weighs_the_worst_move_of_its_margin_and_none_worse() {
    for level in HumanLike::LEVELS {
        let bot = bot(level);
        let margin = bot.margin();
        let moves = [
            candidate(0, 5, false),
            candidate(1, 4, false),
            candidate(2, 5 - margin, false),
        ];
        let weights = bot.weigh(&[&moves[..], &[candidate(3, 4 - margin, false)]].concat());
        let [(Move(0), best), (Move(1), second), (Move(2), worst)] = weights[..] else {
            panic!("{weights:?}")
        };
        assert_eq!(second, best * u64::from(bot.percent_per_disc()) / 100);
        assert!(worst > 1 << 20 && worst < second, "{level}: {weights:?}");
    }
}

#[test]
fn moves_of_the_same_worth_are_as_likely() {
    let moves: Vec<_> = (0..5)
        .map(|square| candidate(square, -64, square < 3))
        .collect();
    for level in HumanLike::LEVELS {
        assert_eq!(
            bot(level).weigh(&moves),
            [0, 1, 2, 3, 4].map(|square| (Move(square), WEIGHT_OF_BEST))
        );
    }
}

#[test]
fn a_corner_is_only_given_where_nothing_is_better_or_all_moves_give_one() {
    let [best, giving] = [candidate(0, 2, false), candidate(1, 1, true)];
    assert_eq!(weighed(7, &[best, giving]), [0]);
    let best_gives = candidate(2, 2, true);
    assert_eq!(weighed(7, &[best, giving, best_gives]), [0, 2]);
    assert_eq!(weighed(7, &[best_gives, giving]), [2, 1]);
    // The move that gives no corner is far too bad.
    assert_eq!(
        weighed(7, &[best_gives, giving, candidate(3, -40, false)]),
        [2]
    );
}

#[test]
fn a_win_on_the_spot_is_taken_the_highest_one_of_several() {
    let better = candidate(0, 40, false);
    assert_eq!(weighed(7, &[better, last_move(1, 2, 33, 31)]), [1]);
    assert_eq!(
        weighed(13, &[last_move(1, 30, 34, 30), last_move(2, 30, 20, 0)]),
        [2]
    );
    // Neither an immediate loss nor an immediate draw is a win.
    assert_eq!(weighed(7, &[better, last_move(1, -24, 20, 44)]), [0]);
    assert_eq!(
        weighed(7, &[candidate(0, 1, false), last_move(1, 0, 32, 32)]),
        [0, 1]
    );
}

#[test]
fn it_wipes_the_opponent_out_where_it_can() {
    // Black a1 and a3, White b1 and b2: c1 flips both, c3 only b2.
    let game = game_of(Position::new(1 | 1 << 16, 1 << 1 | 1 << 9).unwrap());
    assert!(game.moves().len() > 1);
    for level in HumanLike::LEVELS {
        assert_eq!(bot(level).probabilities(&game), [(Move(2), 1.0)]);
    }
}

#[test]
fn a_seed_repeats_a_game() {
    let play = |level, seed| {
        let mut rng = Rng::seed_from_u64(seed);
        let mut game = Reversi::new(Player::Black);
        let mut moves = Vec::new();
        while let Some(mv) = bot(level).pick(&game, &mut rng) {
            game.play(mv).unwrap();
            moves.push(mv);
        }
        assert!(game.outcome().is_some());
        moves
    };
    for level in [4, 7, 10] {
        assert_eq!(play(level, 1), play(level, 1));
        assert_ne!(play(level, 1), play(level, 2));
    }
}

#[test]
fn chance_follows_the_probabilities() {
    let mut rng = Rng::seed_from_u64(4);
    let game = game_of(Position::by_chance(30, |count| rng.random_range(0..count)));
    let expected = bot(7).probabilities(&game);
    assert!(expected.len() > 2, "{expected:?}");
    let mut rng = Rng::seed_from_u64(1);
    let drawn: Vec<_> = (0..400)
        .map(|_| bot(7).pick(&game, &mut rng).unwrap())
        .collect();
    for (mv, probability) in expected {
        let count = drawn.iter().filter(|&&one| one == mv).count();
        let share = f64::from(u32::try_from(count).unwrap()) / 400.0;
        // Four standard deviations at the widest.
        assert!(
            (share - probability).abs() < 0.1,
            "{mv:?}: {share} for {probability}"
        );
    }
}

#[test]
fn it_answers_when_stopped_and_knows_no_other_game() {
    let stopped = Stop::new();
    stopped.request();
    let mut rng = Rng::seed_from_u64(1);
    let game = Reversi::new(Player::Black);
    let mv = bot(13)
        .choose(&game, &mut rng, &stopped, &mut |_| ())
        .unwrap();
    assert!(game.moves().contains(&mv));
    assert_eq!(
        bot(7).pick(&ConnectFour::new(Player::Black), &mut rng),
        None
    );
    let over = Reversi::from_board([[1; 8]; 8], Player::Black).unwrap();
    assert_eq!(bot(7).pick(&over, &mut rng), None);
    assert_eq!(bot(7).probabilities(&over), []);
}

/// The corners that a player could play on if it were to move.
fn corners(game: &Reversi, player: Player) -> Vec<Move> {
    let game = Reversi::from_board(*game.board(), player).unwrap();
    // If it has no move, the other side is to move.
    let moves = if game.turn() == Some(player) {
        game.moves()
    } else {
        Vec::new()
    };
    moves
        .into_iter()
        .filter(|mv| ["a1", "h1", "a8", "h8"].contains(&&*game.move_name(*mv)))
        .collect()
}

/// The moves that give away a corner, found without the engine's bitboards.
fn giving_a_corner(game: &Reversi) -> Vec<Move> {
    let opponent = game.turn().unwrap().opponent();
    let before = corners(game, opponent);
    let gives = |&mv: &Move| {
        let mut next = game.clone();
        next.play(mv).unwrap();
        corners(&next, opponent)
            .iter()
            .any(|corner| !before.contains(corner))
    };
    game.moves().into_iter().filter(gives).collect()
}

#[test]
fn no_corner_is_given_away_for_nothing() {
    let mut rng = Rng::seed_from_u64(7);
    let mut tempting = 0;
    for round in 0..400 {
        // Mostly the fast levels; the rule is the same for all.
        let mut bot = bot([7, 8, 7, 8, 7, 6, 7, 10][round % 8]);
        let empties = 12 + u32::try_from(round).unwrap() % 40;
        let game = game_of(Position::by_chance(empties, |count| {
            rng.random_range(0..count)
        }));
        let giving = giving_a_corner(&game);
        if giving.len() == game.moves().len() {
            continue;
        }
        let found = Engine::new(1, 1).search(Position::from(&game), &bot.limits());
        assert_eq!(found.lines.len(), game.moves().len());
        let best = found.lines.iter().map(|line| line.score).max().unwrap();
        let score = |mv: Move| {
            found
                .lines
                .iter()
                .find(|line| line.moves[0] == mv)
                .unwrap()
                .score
        };
        for (mv, _) in bot.probabilities(&game) {
            assert!(
                score(mv) == best || !giving.contains(&mv),
                "{game:?}: {}",
                game.move_name(mv)
            );
        }
        let mv = bot.pick(&game, &mut rng).unwrap();
        assert!(
            score(mv) == best || !giving.contains(&mv),
            "{game:?}: {}",
            game.move_name(mv)
        );
        let tempts = |&mv: &Move| score(mv) < best && best - score(mv) <= bot.margin();
        tempting += u32::from(giving.iter().any(tempts));
    }
    // The margin alone would not have prevented these moves.
    assert!(tempting > 20, "{tempting}");
}

/// The average loss of each level, judged by the search of the strongest one.
fn losses(levels: &[u8], positions: u32) -> Vec<f64> {
    let mut rng = Rng::seed_from_u64(2);
    let mut losses = vec![0.0; levels.len()];
    for round in 0..positions {
        let game = game_of(Position::by_chance(14 + round % 36, |count| {
            rng.random_range(0..count)
        }));
        let limits = bot(13).limits();
        let found = Engine::new(8, 1).search(Position::from(&game), &limits);
        let best = found.lines.iter().map(|line| line.score).max().unwrap();
        for (loss, &level) in losses.iter_mut().zip(levels) {
            for (mv, probability) in bot(level).probabilities(&game) {
                let line = found.lines.iter().find(|line| line.moves[0] == mv);
                *loss += probability * f64::from(best - line.unwrap().score) / f64::from(positions);
            }
        }
    }
    losses
}

#[test]
fn a_higher_level_loses_less() {
    let [weakest, weak, middle, strong] = losses(&[4, 7, 10, 13], 24)[..] else {
        panic!()
    };
    assert!(
        weakest < 12.0 && weak < 0.85 * weakest,
        "{weak} and {weakest}"
    );
    assert!((1.5..8.0).contains(&weak), "{weak}");
    assert!(
        (0.5..3.5).contains(&middle) && middle < 0.75 * weak,
        "{middle} and {weak}"
    );
    assert!(
        strong < 1.5 && strong < 0.75 * middle,
        "{strong} and {middle}"
    );
}
