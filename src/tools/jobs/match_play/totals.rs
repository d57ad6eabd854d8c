//! The totals of a match or a tournament, as its games end.

use super::summary::{GameTable, Summary};
use super::tournament::TournamentSummary;
use crate::base::text::counted;
use crate::tools::matches::{Game, InOrder, Sprt, Standings, Tournament};
use crate::tools::run::ToolError;

pub struct MatchTotals {
    /// The names of the players.
    names: Vec<String>,
    sprt: Option<Sprt>,
    pub pinned: bool,
    results: MatchResults,
}

enum MatchResults {
    Match(Box<InOrder>),
    Tournament(Tournament, Standings),
}

impl MatchTotals {
    /// Creates empty totals. Without a tournament, there are two players.
    pub fn new(names: Vec<String>, tournament: Option<Tournament>) -> Self {
        let standings = Standings::new(names.len());
        let results = match tournament {
            Some(kind) => MatchResults::Tournament(kind, standings),
            None => MatchResults::Match(Box::new(InOrder::new(None))),
        };
        Self {
            names,
            sprt: None,
            pinned: false,
            results,
        }
    }

    /// Reports the test `sprt`. It also ends the match if `is_ended` is set.
    pub fn with_test(mut self, sprt: Option<Sprt>, is_ended: bool) -> Self {
        if let MatchResults::Match(games) = &mut self.results {
            **games = InOrder::new(sprt.filter(|_| is_ended));
            self.sprt = sprt;
        }
        self
    }

    /// Adds a game of players of this run.
    pub fn add(&mut self, game: Game) {
        match &mut self.results {
            MatchResults::Match(games) => games.add(game),
            MatchResults::Tournament(_, standings) => {
                if let Some(pairing) = pairing(&self.names, &game) {
                    standings.add(pairing, &game);
                }
            }
        }
    }

    /// Whether the test has decided the match.
    pub fn is_decided(&self) -> bool {
        matches!(&self.results, MatchResults::Match(games) if games.verdict.is_some())
    }

    pub fn standings(&self) -> Option<&Standings> {
        match &self.results {
            MatchResults::Match(_) => None,
            MatchResults::Tournament(_, standings) => Some(standings),
        }
    }

    pub fn games(&self) -> usize {
        match &self.results {
            MatchResults::Match(games) => games.tally().games() as usize,
            MatchResults::Tournament(_, standings) => standings.games(),
        }
    }

    /// Returns the number of games lost by a failing program.
    pub fn faults(&self) -> u32 {
        match &self.results {
            MatchResults::Match(games) => games.tally().faults(),
            MatchResults::Tournament(_, standings) => standings.faults(),
        }
    }

    /// Returns the text of the progress line.
    pub fn progress(&self, played: usize, all: usize) -> String {
        match &self.results {
            MatchResults::Match(games) => self.of_two(games).progress(played, all),
            MatchResults::Tournament(..) => format!("{played} of {}", counted(all, "game")),
        }
    }

    /// Prints the totals after the games in `rows`.
    pub fn report(&self, rows: &GameTable, interrupted: bool) -> Result<(), ToolError> {
        match &self.results {
            MatchResults::Match(games) => {
                let mut summary = self.of_two(games);
                summary.interrupted = interrupted;
                rows.finish(&summary, Summary::text)
            }
            MatchResults::Tournament(kind, standings) => {
                let mut summary = TournamentSummary::new(*kind, &self.names, standings);
                summary.pinned = self.pinned;
                summary.interrupted = interrupted;
                rows.finish(&summary, TournamentSummary::text)
            }
        }
    }

    fn of_two(&self, games: &InOrder) -> Summary<'_> {
        let names = [0, 1].map(|player| self.names[player].as_str());
        Summary::new(names, self.pinned, self.sprt, games)
    }
}

/// Returns the players of a game, in order; `None` if they aren't two of `names`.
pub fn pairing(names: &[String], game: &Game) -> Option<[usize; 2]> {
    let [black, white] = &game.record.players;
    let place = |wanted: &str| names.iter().position(|name| name == wanted);
    let [black, white] = [place(&black.name)?, place(&white.name)?];
    let is_black_first = game.number % 2 == 1;
    let pairing = if is_black_first {
        [black, white]
    } else {
        [white, black]
    };
    (black != white).then_some(pairing)
}
