//! `reversi match`: many games between two players, and an estimate of their relative strength.

mod file;
mod line;
mod rows;
mod summary;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{BookOf, Findings, JobError, unless_closed};
use crate::base::files::{self, NewFile, Output};
use crate::base::terminal::{ProgressLine, signals};
use crate::base::text::{counted, printable_path};
use crate::players::Stop;
use crate::tools::matches::{
    Balance, Contestant, Cores, Game, InOrder, Log, Match, Opening, OpeningError, Orphans, Rules,
    Sprt, chosen,
};

use file::GamesFile;
use rows::Rows;
use summary::Summary;

/// The default length of openings, in plies.
const PLIES: u32 = 8;

/// The maximum size of a file of openings, in bytes.
const LARGEST_OPENINGS: u64 = 1 << 28;

/// The settings of a match.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchPlay {
    /// The two players; their names differ.
    pub players: [Contestant; 2],
    /// The maximum number of games, even.
    pub games: usize,
    /// A file of openings; `None` for the built-in ones.
    pub openings: Option<PathBuf>,
    /// The length of openings in plies; longer ones are cut.
    pub plies: Option<u32>,
    /// The random seed; with one, openings are chosen at random.
    pub seed: Option<u64>,
    /// Maximum imbalance of an opening, in discs; `None` for no limit.
    pub even: Option<u32>,
    /// The opening book of the players that have one.
    pub book: BookOf,
    /// The rules of all games.
    pub rules: Rules,
    /// The number of games at a time.
    pub parallel: usize,
    /// Whether parallel games are pinned to one core each, where possible.
    pub pin: bool,
    /// The test that ends the match.
    pub sprt: Option<Sprt>,
    /// The file of games.
    pub out: Option<Output>,
    /// The log of the dialogue with programs.
    pub log: Option<PathBuf>,
    /// Whether to print JSON objects instead of a table.
    pub json: bool,
}

/// Plays a match, and writes each finished game and a summary to standard output.
///
/// # Errors
/// A [`JobError`] if the openings can't be read, a player can't play, or something can't be
/// written. A closed pipe is not an error.
pub fn match_play(how: &MatchPlay) -> Result<Findings, JobError> {
    let progress = ProgressLine::start();
    let openings = openings(how, &progress)?;
    let pin = how.pin && how.parallel > 1;
    let cores = pin.then(Cores::available).filter(|cores| how.parallel <= cores.count());
    let the_match = Match {
        players: how.players.clone(),
        openings,
        rules: how.rules,
        book: Some(how.book.open()?),
        parallel: how.parallel,
        cores,
        log: how.log.as_ref().map(log).transpose()?,
    };
    if pin && the_match.cores.is_none() {
        progress.say("games are not pinned to cores: too few cores, or not supported here");
    }
    let _orphans = Orphans::adopt();
    unless_closed(run(how, &the_match, &progress))
}

/// The openings of all pairs of games.
fn openings(how: &MatchPlay, progress: &ProgressLine) -> Result<Vec<Opening>, JobError> {
    let (name, all) = match &how.openings {
        None => ("built-in openings".to_owned(), Opening::all(how.plies.unwrap_or(PLIES))),
        Some(path) => {
            let name = printable_path(path).to_string();
            let text = files::read(path, LARGEST_OPENINGS).map_err(|error| {
                JobError::Unreadable { name: name.clone(), source: error.into() }
            })?;
            match Opening::read(&text, how.plies) {
                Ok(openings) => (name, openings),
                Err(source) => return Err(JobError::NoOpenings { name, source }),
            }
        }
    };
    let pairs = how.games / 2;
    let mut balance = how.even.map(Balance::new);
    let mut different = 0;
    let openings = chosen(&all, pairs, how.seed, |opening| {
        let takes = balance.as_mut().is_none_or(|balance| balance.is_even(opening));
        different += usize::from(takes);
        if how.even.is_some() {
            progress.begin(format!("{different} of {}", counted(pairs, "opening")));
        }
        takes
    });
    progress.pause();
    if let Some(most) = how.even
        && openings.len() < pairs
    {
        let source = OpeningError::Lopsided(all.len(), most);
        return Err(JobError::NoOpenings { name, source });
    }
    if different < pairs {
        progress.say(&format!(
            "only {different} different openings for {pairs} game pairs: repeated openings add no \
                information unless a player varies its moves"
        ));
    }
    Ok(openings)
}

fn log(path: &PathBuf) -> Result<Log, JobError> {
    let unwritable =
        |source| JobError::Unwritable { name: printable_path(path).to_string(), source };
    // An unread pipe or a device would block the match.
    if NewFile::is_special(path) {
        return Err(unwritable(files::FileReadError::NotAFile.into()));
    }
    let file = fs::OpenOptions::new().create(true).append(true).open(path);
    file.map(Log::new).map_err(unwritable)
}

fn run(how: &MatchPlay, the_match: &Match, progress: &ProgressLine) -> Result<Findings, JobError> {
    let mut games = InOrder::new(how.sprt);
    let mut is_played = vec![false; the_match.games()];
    let mut file = how.out.as_ref().map(|out| GamesFile::open(out, the_match)).transpose()?;
    let earlier = file.as_mut().map(GamesFile::take_earlier).unwrap_or_default();
    for game in earlier {
        is_played[game.number - 1] = true;
        games.add(game);
    }
    let left: Vec<usize> =
        (1..=the_match.games()).filter(|number| !is_played[number - 1]).collect();
    // The first flag also ends the match early; only a signal raises the second one.
    let [stop, interrupted] = [(); 2].map(|()| Arc::<AtomicBool>::default());
    signals::stop_on_interrupt(vec![Arc::clone(&stop), Arc::clone(&interrupted)]);
    let stop = Stop::from(stop);
    let mut rows = Rows::new(the_match, how.json);
    let mut failure = None;
    let mut played = the_match.games() - left.len();
    let describe = |games: &InOrder, played| {
        Summary::new(the_match, how.sprt, games).progress(played, the_match.games())
    };
    progress.begin(describe(&games, played));
    let mut result = Ok(());
    if games.verdict().is_none() {
        result = the_match.play(&left, &stop, |game: Game| {
            played += 1;
            progress.pause();
            let written = file.as_mut().map_or(Ok(()), |file| file.write(&game));
            let written = written.and_then(|()| rows.write(&game));
            games.add(game);
            progress.begin(describe(&games, played));
            failure = written.err();
            failure.is_none() && games.verdict().is_none()
        });
    }
    progress.pause();
    if let Some(error) = failure {
        return Err(error);
    }
    let interrupted = interrupted.load(Ordering::Relaxed);
    let tally = games.tally();
    let told = if result.is_err() && tally.games() == 0 {
        // There is nothing to sum up.
        Ok(())
    } else {
        let summary = Summary::new(the_match, how.sprt, &games);
        rows.finish(&summary, interrupted || result.is_err())
    };
    result?;
    told?;
    if let (Some(path), Some(log)) = (&how.log, &the_match.log)
        && let Some(source) = log.failure()
    {
        return Err(JobError::Unwritable { name: printable_path(path).to_string(), source });
    }
    let wrong = tally.faults() as usize;
    Ok(Findings { wrong, interrupted, ..Findings::default() })
}
