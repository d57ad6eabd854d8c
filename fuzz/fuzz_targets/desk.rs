//! Any actions at a desk, with thoughts and studies that finish in any order: a refused or impossible action
//! changes nothing, no move is lost or played twice, and everything ends.
//!
//! Each line is an action: `!now`, `!stop`, `!browse N`, `!game`, `!position`, `!game-stop`, `!position-stop`;
//! `!run N` finishes the thought with N older ones waiting; any other line is typed.

#![no_main]

use std::cell::RefCell;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::OnceLock;
use std::{env, fs, process};

use libfuzzer_sys::fuzz_target;
use reversi::games::REGISTRY;
use reversi::internals::Controller;
use reversi::internals::Store;
use reversi::internals::{Action, Desk, Job, Notice, Settings, Study, Use};
use reversi::internals::{Command, Event, LibraryTask, PuzzlesTask, View};
use reversi::players::Level;

/// The maximum number of lines, so that each input ends soon.
const MOST_LINES: usize = 60;

/// The maximum number of thoughts of two bots before their game ends.
const MOST_THOUGHTS: usize = 700;

type Waiting = Rc<RefCell<VecDeque<Job>>>;

struct Slow {
    desk: Desk,
    waiting: Waiting,
    /// The names of the moves reported to the screen.
    heard: Vec<String>,
}

/// A data folder for this process, in `TMPDIR`.
fn home() -> &'static PathBuf {
    static HOME: OnceLock<PathBuf> = OnceLock::new();
    HOME.get_or_init(|| env::temp_dir().join(format!("reversi-fuzz-{}", process::id())))
}

impl Slow {
    fn new(game: u8) -> Self {
        let waiting = Waiting::default();
        let queue = Rc::clone(&waiting);
        let info = REGISTRY[usize::from(game) % REGISTRY.len()];
        let store = Store::at(home());
        let settings = Settings {
            seed: 7,
            used_by: Use::Script,
            ..Settings::new(info, store)
        };
        let start = Box::new(move |job| queue.borrow_mut().push_back(job));
        Self {
            desk: Desk::with_worker(&settings, || (), start),
            waiting,
            heard: Vec::new(),
        }
    }

    fn moves(&self) -> Vec<String> {
        self.desk
            .game()
            .iter()
            .flat_map(|game| game.move_names().collect::<Vec<_>>())
            .collect()
    }

    /// The state that a refused action must not change. It may end a pending question.
    fn state(&self) -> String {
        format!(
            "{:?}",
            View {
                thought: None,
                awaited: None,
                ..self.desk.view().clone()
            }
        )
    }

    fn act(&mut self, action: &Action) {
        let before = self.state();
        let is_possible = self.desk.can(action);
        match self.desk.act(action.clone()) {
            Ok(()) => assert!(is_possible, "{action:?} is done although it can't be"),
            Err(error) => {
                assert!(
                    !error.to_string().contains(char::is_control),
                    "{action:?}: {error}"
                );
                assert!(
                    self.state() == before,
                    "{action:?} is refused and changes something"
                );
            }
        }
        self.hear();
    }

    /// Runs the job at `index`, and checks its notices.
    fn run(&mut self, index: usize) {
        let job = self.waiting.borrow_mut().remove(index);
        if let Some(job) = job {
            job.stop();
            job.run();
            self.hear();
        }
    }

    /// Ticks, and checks that the reported moves are on the board.
    fn hear(&mut self) {
        for notice in self.desk.tick() {
            let reply = match notice {
                Notice::Reply(reply) => reply,
                Notice::Failed(_) => continue,
                Notice::NotKept(error) => panic!("{error}"),
                Notice::Died => panic!("a job died"),
            };
            match *reply.head() {
                Event::Started { .. } => self.heard.clear(),
                Event::Undone { moves } => self.heard.truncate(self.heard.len() - moves),
                Event::Redone { moves } => {
                    let known = self.moves();
                    self.heard
                        .extend(known[self.heard.len()..][..moves].to_vec());
                }
                Event::Loaded { .. }
                | Event::Resumed { .. }
                | Event::Imported { .. }
                | Event::Pasted { .. }
                | Event::BoardSet { .. } => {
                    self.heard = self.moves();
                    assert_eq!(reply.played(), 0);
                }
                Event::Browsed { .. }
                | Event::Pruned { .. }
                | Event::Task(_)
                | Event::Judged(_)
                | Event::PracticeEnded(_) => {
                    self.heard = self.moves();
                    continue;
                }
                _ => {}
            }
            self.heard
                .extend(reply.plies().iter().map(|ply| ply.name()));
        }
        assert_eq!(self.heard, self.moves());
        assert!(self.desk.tick().is_empty());
    }
}

/// Whether a line would use other files, search for long, or need large tables.
fn is_too_much(line: &str) -> bool {
    match Command::parse(line) {
        Ok(Some(
            Command::Import { .. }
            | Command::Export { .. }
            | Command::Library {
                task: LibraryTask::Add { .. },
            }
            | Command::Puzzles {
                task: PuzzlesTask::Make { .. } | PuzzlesTask::Export { .. },
            }
            | Command::Stats { file: Some(_), .. },
        )) => true,
        Ok(Some(
            Command::Against { level, .. }
            | Command::Level {
                level: Some(level), ..
            }
            | Command::Player {
                controller: Controller::Bot(level),
                ..
            },
        )) => Level::new(9).is_none_or(|most| level > most),
        _ => false,
    }
}

fn action(line: &str) -> Option<Action> {
    let Some(line) = line.strip_prefix('!') else {
        return (!is_too_much(line)).then(|| Action::Line(line.to_owned()));
    };
    Some(match line {
        "now" => Action::MoveNow,
        "stop" => Action::StopAsking,
        "game" => Action::Study(Study::Game),
        "position" => Action::Study(Study::Position),
        "game-stop" => Action::StopStudy(Study::Game),
        "position-stop" => Action::StopStudy(Study::Position),
        line => Action::Browse(line.strip_prefix("browse ")?.parse().ok()?),
    })
}

fuzz_target!(|input: &[u8]| {
    let Some((&game, lines)) = input.split_first() else {
        return;
    };
    let Ok(lines) = std::str::from_utf8(lines) else {
        return;
    };
    let mut slow = Slow::new(game);
    for line in lines.lines().take(MOST_LINES) {
        if let Some(number) = line.strip_prefix("!run ") {
            slow.run(number.parse().unwrap_or(0));
        } else if let Some(action) = action(line) {
            slow.act(&action);
        }
    }
    // At the end, all thoughts finish.
    for study in [Study::Game, Study::Position] {
        let _ = slow.desk.act(Action::StopStudy(study));
    }
    let mut thoughts = 0;
    while !slow.waiting.borrow().is_empty() {
        slow.run(0);
        thoughts += 1;
        assert!(thoughts < MOST_THOUGHTS, "it never ends");
    }
    assert!(!slow.desk.is_working());
    let (_, lost) = slow.desk.close();
    assert!(lost.is_empty(), "{lost:?}");
    if home().exists() {
        fs::remove_dir_all(home()).expect("it is ours");
    }
});
