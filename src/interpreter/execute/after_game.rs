//! What the user's data says about a game that has just ended: where it left the repertoire, and whether it is the
//! first lost one. The database may be locked, so no screen waits for it.

use std::sync::Arc;

use super::guessing::{RATING, RATING_HASH_MB};
use super::{Interpreter, Step};
use crate::book::Book;
use crate::engine::Engine;
use crate::games::{Move, Player, Reversi};
use crate::interpreter::progress::Purpose;
use crate::interpreter::reply::{Event, Reply};
use crate::players::Stop;
use crate::store::Store;
use crate::study::{Deck, Library, Repertoire, RepertoireExit};

/// A finished game of Reversi, and what its end is compared with.
struct EndedGame {
    store: Store,
    book: Option<Arc<Book>>,
    humans: [bool; 2],
    is_from_start: bool,
    /// The moves, with the positions before them.
    plies: Vec<(Reversi, Move)>,
    /// Whether to offer the coach if the user has lost no game before.
    may_offer_coach: bool,
}

impl Interpreter {
    /// Adds to the reply at the end of a game what the user's data says about it, as soon as it has been read.
    pub(super) fn after_game(&mut self, reply: Reply) -> Step {
        let Some(ended) = self.ended_game() else {
            return Step::Done(reply);
        };
        let read = move |stop: &Stop, _: &mut dyn FnMut(_)| {
            let exit = ended.exit().map(|exit| with_cost(exit, stop));
            let is_first_loss = ended.may_offer_coach && !ended.has_lost_before(stop);
            (exit, is_first_loss)
        };
        let work = self.work(
            Purpose::Library,
            read,
            |interpreter, (exit, is_first_loss), end| {
                if !end.is_fresh {
                    return Ok(None);
                }
                let offer = is_first_loss.then(|| interpreter.offer_coach());
                let exit = exit.map(Event::LeftRepertoire);
                let mut events = exit.into_iter().chain(offer);
                Ok(events.next().map(|first| {
                    let reply = interpreter.reply(first);
                    Step::Done(reply.with(events.next()))
                }))
            },
        );
        Step::Working {
            shown: Some(reply),
            work,
        }
    }

    /// The finished game; `None` if no data says anything about it.
    fn ended_game(&self) -> Option<EndedGame> {
        let current = self.session.current()?;
        let store = self.files.store.clone();
        let may_offer_coach = self.may_offer_coach();
        let is_known = Library::is_there(&store) || may_offer_coach;
        if !is_known || !current.game().info().is_reversi() || current.humans() == [false; 2] {
            return None;
        }
        let games = current.games();
        let games = games.filter_map(|game| game.as_any().downcast_ref::<Reversi>().cloned());
        Some(EndedGame {
            store,
            book: self.session.book().cloned(),
            humans: current.humans(),
            is_from_start: current.is_from_start(),
            plies: games
                .zip(current.history().iter().map(|ply| ply.mv))
                .collect(),
            may_offer_coach,
        })
    }
}

impl EndedGame {
    /// Where a human left the lines. Lines that can't be read are reported by the commands about them.
    fn exit(&self) -> Option<RepertoireExit> {
        if !self.is_from_start {
            return None;
        }
        let repertoire: Repertoire = Deck::open_to_read(&self.store).ok()?.repertoire().ok()?;
        let humans = Player::BOTH.into_iter().zip(self.humans);
        let mut humans = humans.filter(|(_, is_human)| *is_human);
        humans.find_map(|(player, _)| {
            let plies = self.plies.iter().map(|(game, mv)| (game, *mv));
            repertoire.exit(player, plies, self.book.as_deref())
        })
    }

    fn has_lost_before(&self, stop: &Stop) -> bool {
        let moves: Vec<Move> = self.plies.iter().map(|(_, mv)| *mv).collect();
        let library = || Library::open_to_read(&self.store)?.stopping_on(stop);
        // The game itself may have been added already.
        Library::is_there(&self.store)
            && library().is_ok_and(|mut library| library.has_lost_another_game(&moves))
    }
}

/// Adds what leaving the lines cost, by searches if the book lacks it and nothing stops them.
fn with_cost(exit: RepertoireExit, stop: &Stop) -> RepertoireExit {
    if exit.lost.is_some() {
        return exit;
    }
    let mut engine = Engine::new(RATING_HASH_MB, 1);
    let [played, own] = exit.after().map(|position| {
        let found = engine.search_with(position, &RATING, stop.flag(), &mut |_| ());
        found.score()
    });
    // The scores are for the other side.
    let lost = (!stop.is_requested()).then_some(played - own);
    RepertoireExit { lost, ..exit }
}
