//! A bot of one's own, seated in a session: it keeps its discs few until the board is half full, then takes
//! as many as it can. Plays every level up to 3, with both colours.
//!
//!     cargo run --release --example own_bot

use reversi::games::{Game, Move, Player};
use reversi::players::{Bot, Level, Progress, Rng, Stop};
use reversi::session::{Mode, Session, SessionError};

struct Evaporator;

impl Bot for Evaporator {
    fn choose(
        &mut self,
        game: &dyn Game,
        _: &mut Rng,
        _: &Stop,
        _: &mut dyn FnMut(Progress),
    ) -> Option<Move> {
        let discs: usize = Player::BOTH.into_iter().map(|player| game.grid().count(player)).sum();
        game.moves().into_iter().max_by_key(|&mv| {
            let flips = game.clone_box().play(mv).map_or(0, |played| played.flipped.len());
            let flips = i32::try_from(flips).unwrap_or(i32::MAX);
            game.square_worth(mv) + if discs < 32 { -10 * flips } else { 10 * flips }
        })
    }
}

/// Plays one game and returns who won.
fn play(session: &mut Session, own: Player, level: Level) -> Result<Option<Player>, SessionError> {
    session.start(Mode::Against { human: own, level }, None)?;
    session.seat(own, Box::new(Evaporator))?;
    // Both sides are bots now, and each turn could be thought about on another thread.
    while let Some(turn) = session.due() {
        session.take(turn.think(&Stop::new(), &mut |_| ()))?;
    }
    Ok(session.require()?.game().outcome().and_then(|outcome| outcome.winner))
}

fn main() -> Result<(), SessionError> {
    let mut session = Session::new(1);
    for level in (1..=3).filter_map(Level::new) {
        let mut wins = 0;
        for _ in 0..50 {
            for own in Player::BOTH {
                wins += u32::from(play(&mut session, own, level)? == Some(own));
            }
        }
        println!("{wins} of 100 games won against level {level}");
    }
    Ok(())
}
