//! Plays the games of a match, several in parallel.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::bot_player::BotPlayer;
use super::gtp_player::GtpPlayer;
use super::live_player::{Deadline, Fault, LivePlayer, StartError};
use super::nboard_player::NboardPlayer;
use super::program::{Log, Program};
use super::referee::{Ended, beginning, play};
use super::{Contestant, Game, Kind, Opening, Rules, Schedule, Tournament};
use crate::base::system;
use crate::base::text::{checksum, printable};
use crate::book::Book;
use crate::engine::eval::Evaluation;
use crate::players::Stop;

#[derive(Debug, Clone)]
pub struct Match {
    /// The players, at least two; their names differ.
    pub players: Vec<Contestant>,
    /// The kind of the tournament; `None` for a match of two players.
    pub tournament: Option<Tournament>,
    pub schedule: Schedule,
    /// The openings. Each pairing plays them twice, first with Black for its first player.
    pub openings: Vec<Opening>,
    pub rules: Rules,
    /// The opening book, for the players that use one; `None` if no player does.
    pub book: Option<Arc<Book>>,
    pub parallel: usize,
    /// The cores to pin threads to, one for each parallel game; none without pinning.
    pub cores: Vec<usize>,
    pub log: Option<Log>,
}

/// Returns the cores for `games` parallel games; none if there are too few, or if threads can't be pinned.
pub fn cores_for(games: usize) -> Vec<usize> {
    Some(system::cores())
        .filter(|cores| games <= cores.len())
        .unwrap_or_default()
}

impl Match {
    pub fn games(&self) -> usize {
        self.schedule.games()
    }

    /// Returns a checksum of everything that the games depend on, which identifies the match. It covers players,
    /// openings, clocks, seed, the weights if the engine plays, and the opening book if a player uses it.
    pub fn mark(&self) -> String {
        // Don't change this text: game files contain its checksum.
        let texts = self.players.iter().map(|player| match &player.kind {
            Kind::Level(level) => format!("Level(Level({level:?}))"),
            Kind::Book(level) => format!("Book(Level({level:?}))"),
            kind => format!("{kind:?}"),
        });
        let texts: Vec<String> = texts.collect();
        let weights = self.weights();
        let is_book = |player: &Contestant| matches!(player.kind, Kind::Book(_));
        let has_book = self.players.iter().any(is_book);
        let book = self
            .book
            .as_ref()
            .filter(|_| has_book)
            .map(|book| book.header().checksum());
        let book = book.map_or_else(String::new, |book| format!(" book {book:08x}"));
        let tournament = self
            .tournament
            .map_or_else(String::new, |kind| format!(" {kind:?}"));
        let said = format!(
            "[{}] {:?} {:?} {} {weights:?}{book}{tournament}",
            texts.join(", "),
            self.openings,
            self.rules.clocks,
            self.rules.seed
        );
        checksum(said)
    }

    /// Returns the name of the weights; `None` if only programs play.
    pub fn weights(&self) -> Option<String> {
        let is_own = |kind: &Kind| !matches!(kind, Kind::Gtp { .. } | Kind::Nboard { .. });
        let mut kinds = self.players.iter().map(|player| &player.kind);
        kinds
            .any(is_own)
            .then(|| Evaluation::global().header().name())
    }

    /// Returns the opening of game `number`, from 1; `None` after the last game.
    pub fn opening(&self, number: usize) -> Option<&Opening> {
        self.openings.get(self.schedule.opening(number)?)
    }

    /// Returns the names of Black and White in game `number`; `None` if it isn't paired.
    pub fn names(&self, number: usize) -> Option<[&str; 2]> {
        let pairing = self.schedule.pairing(number)?;
        let [first, second] = pairing.map(|player| self.players[player].name.as_str());
        Some(if number % 2 == 1 {
            [first, second]
        } else {
            [second, first]
        })
    }

    /// Plays the games `numbers`, from 1, and passes each to `take` as soon as it ends. Abandons the running games
    /// when `take` returns false or `stop` is requested.
    pub fn play(
        &self,
        numbers: &[usize],
        stop: &Stop,
        mut take: impl FnMut(Game) -> bool,
    ) -> Result<(), StartError> {
        let next = AtomicUsize::new(0);
        let (sender, games) = channel();
        thread::scope(|scope| {
            for worker in 0..self.parallel.clamp(1, numbers.len().max(1)) {
                let sender = sender.clone();
                let next = &next;
                let play = move || {
                    if let Some(&core) = self.cores.get(worker) {
                        system::pin(core);
                    }
                    self.play_some(numbers, next, stop, &sender);
                };
                match thread::Builder::new().spawn_scoped(scope, play) {
                    Ok(_) => {}
                    // Play fewer games in parallel.
                    Err(_) if worker > 0 => break,
                    Err(error) => return Err(StartError::NoThread(error)),
                }
            }
            drop(sender);
            // Until all games are played, or `take` returns false.
            let result = games
                .iter()
                .find_map(|game: Result<Game, StartError>| match game {
                    Ok(game) => (!take(game)).then_some(Ok(())),
                    Err(error) => Some(Err(error)),
                });
            // Stop the other threads.
            stop.request();
            result.unwrap_or(Ok(()))
        })
    }

    /// Plays games on one thread, with its own players, until none are left.
    fn play_some(
        &self,
        numbers: &[usize],
        next: &AtomicUsize,
        stop: &Stop,
        games: &Sender<Result<Game, StartError>>,
    ) {
        // Started players wait for their next game.
        let mut players: Vec<Option<Box<dyn LivePlayer>>> =
            self.players.iter().map(|_| None).collect();
        while !stop.is_requested() {
            let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            match self.play_one(&mut players, number, stop) {
                Ok((game, failed)) => {
                    // Restart players that have failed or may still be thinking.
                    for side in failed {
                        let place = usize::from(side != game.side_of_first());
                        if let Some(pairing) = self.schedule.pairing(number) {
                            players[pairing[place]] = None;
                        }
                    }
                    if games.send(Ok(game)).is_err() {
                        break;
                    }
                }
                Err(StartError::Stopped) => break,
                Err(error) => {
                    let _ = games.send(Err(error));
                    break;
                }
            }
        }
        players
            .into_iter()
            .flatten()
            .for_each(|mut player| player.end());
    }

    fn play_one(
        &self,
        players: &mut [Option<Box<dyn LivePlayer>>],
        number: usize,
        stop: &Stop,
    ) -> Result<Ended, StartError> {
        let opening = self.opening(number).ok_or(StartError::Stopped)?;
        let names = self.names(number).ok_or(StartError::Stopped)?;
        let pairing = self.schedule.pairing(number).ok_or(StartError::Stopped)?;
        let record = beginning(names, self.rules.clocks, opening);
        for player in pairing {
            if players[player].is_none() {
                players[player] = Some(self.start(&self.players[player], stop)?);
            }
        }
        let Ok([Some(first), Some(second)]) = players.get_disjoint_mut(pairing) else {
            return Err(StartError::Stopped);
        };
        let mut sides: [&mut dyn LivePlayer; 2] = if number % 2 == 1 {
            [first.as_mut(), second.as_mut()]
        } else {
            [second.as_mut(), first.as_mut()]
        };
        play(&mut sides, number, record, &self.rules, stop)
    }

    /// Starts a player of a match.
    fn start(
        &self,
        contestant: &Contestant,
        stop: &Stop,
    ) -> Result<Box<dyn LivePlayer>, StartError> {
        let (words, protocol) = match &contestant.kind {
            Kind::Nboard { words, .. } => (words, "NBoard"),
            Kind::Gtp { words } => (words, "GTP"),
            own => {
                return Ok(Box::new(BotPlayer::new(
                    own,
                    self.book.as_ref(),
                    self.rules,
                )));
            }
        };
        let name = &contestant.name;
        let program_name = || printable(words.first().map_or("", String::as_str)).to_string();
        let program = Program::start(name, words, self.log.as_ref()).map_err(|source| {
            let program = program_name();
            StartError::NoProgram {
                name: name.clone(),
                program,
                source,
            }
        })?;
        let deadline = Deadline::after(self.rules.timeout, stop);
        let started: Result<Box<dyn LivePlayer>, Fault> = match contestant.kind {
            Kind::Nboard { depth, .. } => NboardPlayer::start(program, depth, deadline),
            _ => GtpPlayer::start(program, self.rules.clocks, deadline),
        };
        started.map_err(|fault| match fault {
            Fault::Stopped => StartError::Stopped,
            fault => {
                let program = program_name();
                StartError::NoProtocol {
                    name: name.clone(),
                    program,
                    protocol,
                    fault,
                }
            }
        })
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_thread_can_be_kept_to_a_core_and_those_it_starts_stay_there() {
        let all = cores_for(1);
        assert!(cores_for(all.len() + 1).is_empty());
        for &core in &all {
            let kept = thread::spawn(move || {
                assert!(system::pin(core));
                thread::spawn(|| cores_for(1)).join().unwrap()
            });
            assert_eq!(kept.join().unwrap(), [core]);
        }
        assert_eq!(cores_for(1), all);
    }
}
