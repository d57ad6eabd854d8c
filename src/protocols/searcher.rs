//! Runs the searches of a conversation with one shared memory and random number generator.

use std::mem;
use std::time::Instant;

use rand::SeedableRng;

use crate::engine::Found;
use crate::players::{Adviser, Answer, Request, Rng, Stop, Thinker};

#[derive(Debug)]
pub(super) struct Search {
    /// The worker replaces its random number generator.
    pub(super) request: Request,
    pub(super) deadline: Option<Instant>,
    /// Whether only a stop request ends the search.
    pub(super) is_endless: bool,
}

pub(super) struct SearchWorker {
    adviser: Option<Adviser>,
    rng: Rng,
}

impl SearchWorker {
    pub(super) fn new(seed: u64) -> Self {
        Self { adviser: None, rng: Rng::seed_from_u64(seed) }
    }

    pub(super) fn think(
        &mut self,
        mut request: Request,
        stop: &Stop,
        observer: &mut dyn FnMut(&Found),
    ) -> Answer {
        request.rng = self.rng.clone();
        if let Thinker::Engine { adviser, .. } = &mut request.thinker
            && let Some(earlier) = self.adviser.take()
        {
            adviser.continue_from(earlier);
        }
        let report = &mut |_, found: Option<&Found>| found.into_iter().for_each(&mut *observer);
        let mut answer = request.think(stop, report);
        self.rng = answer.request.rng.clone();
        if let Thinker::Engine { adviser, .. } = &mut answer.request.thinker {
            self.adviser = Some(mem::take(adviser));
        }
        answer
    }
}
