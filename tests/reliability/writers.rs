//! Eight writers of one library, killed again and again: every acknowledged game, answer to a puzzle and judgment
//! has its row, and no row is there twice.
//!
//! It takes five minutes, so it runs only on demand. `REVERSI_WRITER_SECONDS` sets another time.

#![allow(
    clippy::disallowed_methods,
    reason = "a test shows nothing to a terminal"
)]

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use reversi::players::Rng;
use rusqlite::Connection;
use serde_json::Value;

use super::kills::late_position;
use super::support::Program;

const WRITERS: usize = 8;

/// The plies before the games begin: late, so that their analysis is exact and short.
pub(crate) const PLIES: usize = 52;

/// The longest time before a kill.
const LONGEST: Duration = Duration::from_millis(1500);

#[derive(Default, Clone)]
pub(crate) struct Totals {
    /// The starts of games that are acknowledged.
    pub(crate) added: Vec<String>,
    /// The starts of games whose analysis is acknowledged.
    pub(crate) judged: Vec<String>,
    /// The acknowledged answers to the puzzle on each board.
    answers: HashMap<String, usize>,
    /// The puzzles that were shown to a writer which was killed before it acknowledged an answer.
    open: HashMap<String, usize>,
    pub(crate) errors: Vec<String>,
}

/// The board of a reply, as in the database.
fn board(reply: &Value) -> Option<String> {
    let state = &reply["state"];
    let rows: Vec<&str> = state["board"]
        .as_array()?
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let side = if state["turn"] == "black" { 'X' } else { 'O' };
    let cells = rows
        .concat()
        .replace(['B', 'x', '*'], "X")
        .replace(['W', 'o'], "O");
    Some(format!("{cells} {side}"))
}

impl Totals {
    pub(crate) fn is_empty(&self) -> bool {
        self.added.is_empty() && self.judged.is_empty() && self.answers.is_empty()
    }

    /// Notes the replies of one writer to a game from `start`. A kill can cut the last line.
    pub(crate) fn note(&mut self, start: &str, replies: &str) {
        let mut puzzle = None;
        for line in replies
            .split_inclusive('\n')
            .filter(|line| line.ends_with('\n'))
        {
            let reply: Value = serde_json::from_str(line).unwrap();
            let event = &reply["reply"]["event"];
            match event["kind"].as_str() {
                Some("library_added") => self.added.push(start.to_owned()),
                Some("analyzed") => self.judged.push(start.to_owned()),
                Some("puzzle") => puzzle = board(&reply),
                Some("puzzle_solved") => {
                    *self.answers.entry(puzzle.take().unwrap()).or_default() += 1;
                }
                _ if reply["ok"] == false => self.errors.push(line.to_owned()),
                _ => {}
            }
        }
        if let Some(board) = puzzle {
            *self.open.entry(board).or_default() += 1;
        }
    }

    /// Compares the acknowledged data with the rows.
    pub(crate) fn check(&self, library: &Connection) {
        let number = |query: &str, value: &str| -> usize {
            let count: i64 = library.query_row(query, [value], |row| row.get(0)).unwrap();
            usize::try_from(count).unwrap()
        };
        for start in &self.added {
            let games = number("SELECT count(*) FROM games WHERE start = ?", start);
            assert_eq!(games, 1, "{start}");
        }
        for start in &self.judged {
            let missing = "SELECT length(moves) / 2 - (SELECT count(*) FROM judgments WHERE game = id) \
                FROM games WHERE start = ?";
            assert_eq!(number(missing, start), 0, "{start}");
        }
        let mut reviews = library
            .prepare(
                "SELECT board, count(r.id) FROM puzzles p LEFT JOIN reviews r ON r.puzzle = p.id \
                 GROUP BY p.id",
            )
            .unwrap();
        let reviews = reviews.query_map((), |row| Ok((row.get(0)?, row.get::<_, i64>(1)?)));
        for review in reviews.unwrap() {
            let (board, count): (String, i64) = review.unwrap();
            let count = usize::try_from(count).unwrap();
            let of = |counts: &HashMap<String, usize>| counts.get(&board).copied().unwrap_or(0);
            let (told, open) = (of(&self.answers), of(&self.open));
            assert!(
                (told..=told + open).contains(&count),
                "{board}: {count}, {told} were told"
            );
        }
    }
}

/// The library of a folder in the data folder, or of the data folder itself.
pub(crate) fn library(program: &Program, folder: &str) -> Connection {
    let path = program.path(folder).join("library.db");
    let library = Connection::open(path).unwrap();
    library.busy_timeout(Duration::from_mins(1)).unwrap();
    library
}

/// Runs a script that ends with a puzzle, then answers the puzzle, and returns all replies.
///
/// The answer waits for the puzzle: replies to lines that are already there are written together, so a kill could
/// hide both although the answer is stored.
fn replies(mut keyboard: ChildStdin, screen: ChildStdout, script: &str) -> String {
    let (mut screen, mut replies) = (BufReader::new(screen), Vec::new());
    // A killed program reads and writes no more.
    let _ = keyboard.write_all(script.as_bytes());
    for _ in script.lines() {
        screen.read_until(b'\n', &mut replies).unwrap();
    }
    let _ = keyboard.write_all(b"next\n");
    drop(keyboard);
    screen.read_to_end(&mut replies).unwrap();
    String::from_utf8_lossy(&replies).into_owned()
}

/// One writer until `end`. Each round adds a game, analyzes it, and answers a puzzle.
fn write(
    program: &Program,
    number: usize,
    end: Instant,
    kills: &AtomicUsize,
    totals: &Mutex<Totals>,
) {
    let mut rng = Rng::seed_from_u64(number as u64);
    let mut round = 0;
    while Instant::now() < end {
        round += 1;
        let seed = (number * 1_000_000 + round) as u64;
        let Some(start_board) = late_position(seed, PLIES) else {
            continue;
        };
        // All puzzles are due again.
        library(program, "")
            .execute("UPDATE puzzles SET due = '2000-01-01'", ())
            .unwrap();
        let script = format!(
            "seed {seed}\nsetboard {start_board}\nplayer white 1\nplayer black 1\nlibrary add this\n\
             analyze\npuzzle\n"
        );
        let mut child = program.command(&["--json"]).spawn().unwrap();
        let (keyboard, screen) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let reader = thread::spawn(move || replies(keyboard, screen, &script));
        if rng.random_bool(0.5) {
            let longest = u64::try_from(LONGEST.as_millis()).unwrap();
            thread::sleep(Duration::from_millis(rng.random_range(0..longest)));
            kills.fetch_add(
                usize::from(child.try_wait().unwrap().is_none()),
                Ordering::Relaxed,
            );
            let _ = child.kill();
        }
        child.wait().unwrap();
        let replies = reader.join().unwrap();
        totals.lock().unwrap().note(&start_board, &replies);
    }
}

#[test]
#[ignore = "takes five minutes"]
fn eight_writers_lose_and_double_nothing() {
    let seconds = std::env::var("REVERSI_WRITER_SECONDS").ok();
    let seconds = seconds.map_or(300, |seconds| seconds.parse().unwrap());
    let program = Program::new();
    let games = (0..6).filter_map(|seed| late_position(seed, 47));
    let play = "player black 1\nplayer white 1\nlibrary add this\n";
    let games: Vec<String> = games
        .map(|board| format!("setboard {board}\n{play}"))
        .collect();
    let games = games.concat();
    program.succeed(&format!("seed 1\n{games}puzzles make plies=1..\n"));
    let (kills, totals) = (AtomicUsize::default(), Mutex::<Totals>::default());
    let end = Instant::now() + Duration::from_secs(seconds);
    thread::scope(|scope| {
        for number in 1..=WRITERS {
            let (program, kills, totals) = (&program, &kills, &totals);
            scope.spawn(move || write(program, number, end, kills, totals));
        }
    });
    let totals = totals.into_inner().unwrap();
    let answers: usize = totals.answers.values().sum();
    println!(
        "writers: {} games, {} analyses, {answers} answers, {} kills in {seconds} s",
        totals.added.len(),
        totals.judged.len(),
        kills.into_inner()
    );
    assert_eq!(totals.errors, [""; 0]);
    assert!(totals.added.len() > 8 && totals.judged.len() > 8 && answers > 8);
    totals.check(&library(&program, ""));
    // The writers made all puzzles due. Nothing else is wrong.
    let repaired = program.run_inside("library check --repair", "");
    let mut problems = repaired.out.lines().filter(|line| line.starts_with("  "));
    assert!(
        problems.all(|line| line.contains("due is 2000-01-01")),
        "{}",
        repaired.out
    );
    program.run_inside("library check", "").done();
}
