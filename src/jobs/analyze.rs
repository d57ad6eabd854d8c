//! `reversi analyze`: what the moves of recorded games were worth.

mod games;
mod picture;
mod progress;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use super::{Findings, JobError};
use crate::analysis::{Analysis, Analyzer, Step, steps, text};
use crate::engine::{Engine, Limits};
use crate::games::Player;
use crate::records::{GameRecord, Opening, ReadError};

use games::Games;
use progress::Line;

/// How to analyze.
#[derive(Debug, Clone, PartialEq)]
pub struct Analyze {
    /// Where the games are; `-` is standard input.
    pub file: PathBuf,
    /// Only the game of this number, from 1.
    pub only: Option<usize>,
    /// How far positions are searched.
    pub limits: Limits,
    /// On so many threads.
    pub threads: usize,
    /// Memory for the table of positions, in MiB.
    pub hash_mb: usize,
    /// Objects instead of tables.
    pub json: bool,
    /// Where to draw the first game; later ones get the number of their game before the extension.
    pub svg: Option<PathBuf>,
}

/// A game with its analysis, as JSON.
#[derive(Serialize)]
struct Object<'a> {
    /// Which game of the file, from 1.
    number: usize,
    names: Names<'a>,
    date: Option<String>,
    event: Option<&'a str>,
    opening: Option<&'static str>,
    #[serde(flatten)]
    analysis: &'a Analysis,
}

/// What the players are called, where that is known.
#[derive(Serialize)]
struct Names<'a> {
    black: Option<&'a str>,
    white: Option<&'a str>,
}

/// A game as it is shown.
struct Shown<'a> {
    number: usize,
    record: &'a GameRecord,
    opening: Option<Opening>,
    analysis: &'a Analysis,
}

/// What stands for the sides in tables and charts.
const SIGNS: [char; 2] = [Player::Black.glyph(), Player::White.glyph()];

/// Analyzes the games of a file one after the other, writes what it finds to standard output, and what
/// is wrong with games to standard error. Ctrl-C ends it after writing what there is of the game.
///
/// # Errors
/// [`JobError`] when the input can't be read or the output can't be written. A reader that has seen
/// enough is no error.
pub fn analyze(how: &Analyze) -> Result<Findings, JobError> {
    let stop = stopped_by_ctrl_c();
    let mut job = Job {
        how,
        analyzer: Analyzer::new(Engine::new(how.hash_mb, how.threads), how.limits),
        memory: how.hash_mb,
        line: Line::default(),
        is_first: true,
    };
    match job.run(&stop) {
        Err(error) if error.is_closed_pipe() => Ok(Findings::default()),
        result => result,
    }
}

/// What becomes true when the person presses Ctrl-C. Pressed again it ends the program.
fn stopped_by_ctrl_c() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    {
        use signal_hook::consts::SIGINT;
        // Where there is no such signal the program just ends.
        let _ = signal_hook::flag::register_conditional_default(SIGINT, Arc::clone(&stop));
        let _ = signal_hook::flag::register(SIGINT, Arc::clone(&stop));
    }
    stop
}

struct Job<'a> {
    how: &'a Analyze,
    analyzer: Analyzer,
    /// How many MiB the person believes the table has.
    memory: usize,
    line: Line,
    is_first: bool,
}

impl Job<'_> {
    fn run(&mut self, stop: &AtomicBool) -> Result<Findings, JobError> {
        let mut games = Games::open(&self.how.file)?;
        let mut findings = Findings::default();
        let mut count = 0;
        for read in games.records() {
            match read {
                Ok(entry) => {
                    let (number, record) = (entry.number, entry.record);
                    if self.how.only.is_none_or(|only| only == number) {
                        count += 1;
                        self.game(number, &record, stop)?;
                    }
                    if self.how.only.is_some_and(|only| only <= number) {
                        break;
                    }
                }
                Err(ReadError::Io(source)) => {
                    return Err(games::unreadable(&self.how.file, source));
                }
                Err(ReadError::Bad(bad)) => {
                    if self.how.only.is_none_or(|only| only == bad.number) {
                        findings.unreadable += 1;
                        self.line.say(&bad.to_string());
                    }
                }
            }
            if stop.load(Ordering::Relaxed) {
                findings.interrupted = true;
                return Ok(findings);
            }
        }
        if count == 0 && findings.unreadable == 0 {
            findings.unreadable += 1;
            let name = games::name(&self.how.file);
            self.line.say(&match self.how.only {
                Some(only) => format!("{name} has no game {only}"),
                None => format!("{name} has no game in it"),
            });
        }
        Ok(findings)
    }

    fn game(
        &mut self,
        number: usize,
        record: &GameRecord,
        stop: &AtomicBool,
    ) -> Result<(), JobError> {
        let steps = steps_of(record);
        let line = &mut self.line;
        let analysis = self.analyzer.analyze(&steps, stop, &mut |progress| {
            line.show(|| {
                let (done, of) = (progress.done, progress.of);
                format!("game {number}: {done} of {of} moves")
            });
        });
        self.line.clear();
        self.check_memory();
        let opening = Opening::of_game(steps.iter().map(Step::after));
        let shown = Shown { number, record, opening, analysis: &analysis };
        let mut text = if self.how.json { shown.object() } else { shown.text() };
        if !self.how.json && !std::mem::take(&mut self.is_first) {
            text.insert(0, '\n');
        }
        let mut output = io::stdout().lock();
        let written = output.write_all(text.as_bytes()).and_then(|()| output.flush());
        written.map_err(JobError::standard_output)?;
        if let Some(svg) = &self.how.svg {
            let numbered = if self.how.only.is_some() { 1 } else { number };
            picture::write(svg, numbered, &shown.caption(), shown.names(), &analysis)?;
        }
        Ok(())
    }

    /// Says once if there is less memory than was asked for.
    fn check_memory(&mut self) {
        if let Some(allocated) = self.analyzer.hash_mb().filter(|&mib| 2 * mib <= self.memory) {
            let asked = std::mem::replace(&mut self.memory, allocated);
            self.line.say(&format!(
                "there is no memory for a table of {asked} MiB: it has {allocated} MiB"
            ));
        }
    }
}

/// The moves of a record with their positions.
fn steps_of(record: &GameRecord) -> Vec<Step> {
    let begins_with_pass = record.moves().first().is_some_and(|first| first.square.is_none());
    let start = record.start().to_game();
    let first = 1 + usize::from(begins_with_pass);
    // A record takes no illegal move.
    steps(start, first, record.game_moves()).map(|(steps, _)| steps).unwrap_or_default()
}

impl Shown<'_> {
    /// What a player is called in the record.
    fn name(&self, player: Player) -> Option<&str> {
        let name = self.record.players[player.index()].name.as_str();
        (!name.is_empty()).then_some(name)
    }

    /// The names, or the colours where there are none.
    fn names(&self) -> [String; 2] {
        Player::BOTH.map(|player| match (self.name(player), player) {
            (Some(name), _) => printable(name),
            (None, Player::Black) => "Black".to_owned(),
            (None, Player::White) => "White".to_owned(),
        })
    }

    fn date(&self) -> Option<String> {
        self.record.date.as_ref().map(ToString::to_string)
    }

    fn event(&self) -> Option<&str> {
        Some(self.record.event.as_str()).filter(|event| !event.is_empty())
    }

    /// Who played when, and how it ended, in a line.
    fn title(&self) -> String {
        let mut title = format!("Game {}", self.number);
        let mut details = Vec::new();
        if Player::BOTH.into_iter().any(|player| self.name(player).is_some()) {
            let [black, white] = self.names();
            details.push(format!("{black} (B) - {white} (W)"));
        }
        if self.record.is_over() {
            let score = self.record.score();
            let [black, white] = Player::BOTH.map(|player| score.result(player));
            details.push(format!("{black}-{white}"));
        }
        details.extend(self.event().map(printable));
        details.extend(self.date().as_deref().map(printable));
        if !details.is_empty() {
            title.push_str(": ");
            title.push_str(&details.join(", "));
        }
        title
    }

    /// What stands above the picture: the title, with the opening.
    fn caption(&self) -> String {
        let opening =
            self.opening.map_or_else(String::new, |opening| format!(", {}", opening.name));
        self.title() + &opening
    }

    fn text(&self) -> String {
        let mut text = self.title() + "\n";
        if let Some(opening) = self.opening {
            text.push_str(&format!("Opening: {}.\n", opening.name));
        }
        let analysis = self.analysis;
        if self.record.game_moves().next().is_none() {
            return text + "No moves to analyze.\n";
        }
        text.push_str(&text::table(analysis, SIGNS));
        text.push_str(&text::chart(analysis, SIGNS));
        let names = self.names();
        text.push_str(&text::totals(analysis, names.each_ref().map(String::as_str)));
        if !analysis.complete {
            text.push_str("Interrupted: the moves before these have not been judged.\n");
        }
        text
    }

    fn object(&self) -> String {
        let object = Object {
            number: self.number,
            names: Names { black: self.name(Player::Black), white: self.name(Player::White) },
            date: self.date(),
            event: self.event(),
            opening: self.opening.map(|opening| opening.name),
            analysis: self.analysis,
        };
        serde_json::to_string(&object).expect("plain data always has a text") + "\n"
    }
}

/// A text of a file as a terminal may see it.
fn printable(text: &str) -> String {
    text.chars()
        .map(|character| if character.is_control() { '\u{fffd}' } else { character })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_begins_with_a_pass_counts_it() {
        // White has no move at first.
        let board = format!("{}XO{} O", "-".repeat(8), "-".repeat(54));
        let mut record = GameRecord::from_start(board.parse().unwrap());
        record.play(crate::games::parse_square("c2", 8, 8).unwrap()).unwrap();
        let steps = steps_of(&record);
        assert_eq!(steps.len(), 1);
        assert_eq!((steps[0].ply, steps[0].player), (2, Player::Black));
    }

    #[test]
    fn what_a_file_says_is_fit_for_a_terminal() {
        let mut record = GameRecord::new();
        record.players[0].name = "A\u{1b}[2J".to_owned();
        let analysis = Analysis::new(Vec::new(), 0);
        let shown = Shown { number: 1, record: &record, opening: None, analysis: &analysis };
        assert_eq!(shown.title(), "Game 1: A\u{fffd}[2J (B) - White (W)");
        assert!(shown.text().ends_with("\nNo moves to analyze.\n"));
        // JSON has it as it is, escaped.
        assert!(shown.object().contains("\"A\\u001b[2J\""), "{}", shown.object());
    }
}
