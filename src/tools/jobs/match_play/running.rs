//! Plays the games of a match, and prints them and the totals.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::MatchOptions;
use super::file::GamesFile;
use super::summary::GameTable;
use super::totals::MatchTotals;
use crate::base::files::Output;
use crate::base::terminal::{ProgressLine, signals};
use crate::base::text::Shard;
use crate::players::Stop;
use crate::tools::jobs::Findings;
use crate::tools::matches::{Game, Match, StartError};
use crate::tools::run::ToolError;

/// The state of a match while its games are played.
struct RunningMatch<'a> {
    file: Option<GamesFile>,
    totals: MatchTotals,
    rows: GameTable,
    is_played: Vec<bool>,
    /// The numbers of games of this shard: played, and all.
    played: usize,
    all: usize,
    shard: Shard,
    progress: &'a ProgressLine,
    failure: Option<ToolError>,
}

impl RunningMatch<'_> {
    /// Shards have whole pairs, on which the margin of error depends.
    fn is_own(&self, number: usize) -> bool {
        self.shard.has(number.div_ceil(2))
    }

    /// Adds the games of earlier runs.
    fn restore(&mut self) {
        let earlier = self
            .file
            .as_mut()
            .map(|file| std::mem::take(&mut file.earlier));
        for game in earlier.unwrap_or_default() {
            self.is_played[game.number - 1] = true;
            self.played += usize::from(self.is_own(game.number));
            self.totals.add(game);
        }
    }

    /// Returns the unplayed games of the paired rounds.
    fn next_games(&self, the_match: &Match) -> Vec<usize> {
        (1..=the_match.schedule.paired_games())
            .filter(|&number| self.is_own(number) && !self.is_played[number - 1])
            .collect()
    }

    /// Writes a game. Returns whether to go on.
    fn take(&mut self, game: Game) -> bool {
        self.played += 1;
        self.is_played[game.number - 1] = true;
        self.progress.pause();
        let written = self.file.as_mut().map_or(Ok(()), |file| file.write(&game));
        let written = written.and_then(|()| self.rows.write(&game));
        self.totals.add(game);
        self.show_progress();
        self.failure = written.err();
        self.failure.is_none() && !self.totals.is_decided()
    }

    fn show_progress(&self) {
        let text = self.totals.progress(self.played, self.all);
        self.progress.begin(text);
    }

    /// Plays the rest of the match, round by round.
    fn play(
        &mut self,
        the_match: &mut Match,
        signaled: &AtomicBool,
        stop: &Arc<AtomicBool>,
    ) -> Result<(), StartError> {
        while !self.totals.is_decided() {
            let numbers = self.next_games(the_match);
            let stopper = Stop::from(Arc::clone(stop));
            the_match.play(&numbers, &stopper, |game| self.take(game))?;
            if self.failure.is_some() || !self.is_next_round(the_match) {
                break;
            }
            // The end of a round has set the flag, too. A signal sets the other one first.
            stop.store(false, Ordering::SeqCst);
            if signaled.load(Ordering::SeqCst) {
                break;
            }
        }
        Ok(())
    }

    fn is_next_round(&self, the_match: &mut Match) -> bool {
        let standings = self.totals.standings();
        standings.is_some_and(|standings| the_match.schedule.advance(standings))
    }
}

pub fn run(
    options: &MatchOptions,
    mut the_match: Match,
    shard: Shard,
    progress: &ProgressLine,
) -> Result<Findings, ToolError> {
    let output = options.out.as_deref();
    let output = output.map(|name| Output::of_shard(name, shard, options.resume));
    let file = output
        .map(|output| GamesFile::open(&output, &mut the_match, shard))
        .transpose()?;
    let names: Vec<String> = the_match
        .players
        .iter()
        .map(|player| player.name.clone())
        .collect();
    let rows = GameTable::new(&names, options.json);
    // A test ends after games of all shards, which one shard doesn't know.
    let mut totals =
        MatchTotals::new(names, the_match.tournament).with_test(options.sprt, shard == Shard::ALL);
    totals.pinned = !the_match.cores.is_empty();
    let mut running = RunningMatch {
        file,
        totals,
        rows,
        is_played: vec![false; the_match.games()],
        played: 0,
        all: 2 * shard.size_of(the_match.games() / 2),
        shard,
        progress,
        failure: None,
    };
    running.restore();
    // The end of the games also sets the second flag; only a signal sets the first one.
    let [interrupted, stop] = [(); 2].map(|()| Arc::<AtomicBool>::default());
    signals::stop_on_interrupt(vec![Arc::clone(&interrupted), Arc::clone(&stop)]);
    running.show_progress();
    let result = running.play(&mut the_match, &interrupted, &stop);
    progress.pause();
    if let Some(error) = running.failure {
        return Err(error);
    }
    if let Some(file) = &mut running.file {
        file.finish()?;
    }
    let interrupted = interrupted.load(Ordering::Relaxed);
    let told = if result.is_err() && running.totals.games() == 0 {
        // No game has ended, so there is nothing to summarize.
        Ok(())
    } else {
        let is_cut = interrupted || result.is_err();
        running.totals.report(&running.rows, is_cut)
    };
    result?;
    told?;
    if let (Some(path), Some(log)) = (&options.log, &the_match.log)
        && let Some(source) = log.failure()
    {
        return Err(ToolError::unwritable(path)(source));
    }
    Ok(Findings {
        wrong: running.totals.faults() as usize,
        interrupted,
        ..Findings::default()
    })
}
