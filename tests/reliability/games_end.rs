//! The end of competitive games, where the program itself enters a score: kills there, and a
//! ranking that can't be written.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use reversi::games::Player;
use reversi::internals::Store;
use reversi::internals::{Mode, Nickname, Session};
use reversi::players::{Rng, Stop};

use super::listing;
use super::support::Program;

/// How often a running program is killed.
const KILLS: usize = 200;

/// How many games a program ends if nobody kills it; more than it gets to.
const GAMES: usize = 40;

/// What the game of the example scores.
const SCORE: u32 = 132;

/// What stands for the nickname in the text of a save.
const ANYBODY: &str = "anybody";

/// The moves of a person who plays the example's game.
fn moves() -> Vec<&'static str> {
    let script = include_str!("../../examples/scripts/competitive.txt");
    script.lines().filter_map(|line| line.strip_prefix("J ")).collect()
}

/// The text of a save of that game before the person's last move, and that move. The program itself
/// refuses to save it, so the library does.
fn before_the_end(program: &Program) -> (String, &'static str) {
    let moves = moves();
    let (&last, earlier) = moves.split_last().unwrap();
    let mut session = Session::new(1);
    let nickname: Nickname = ANYBODY.parse().unwrap();
    session.start(Mode::Competitive { human: Player::Black, nickname }, None).unwrap();
    for name in earlier {
        let mv = session.require().unwrap().game().parse_move(name).unwrap();
        session.play(mv).unwrap();
        while let Some(request) = session.due() {
            session.take(request.think(&Stop::new(), &mut |_, _| ())).unwrap();
        }
    }
    let name = "template".parse().unwrap();
    let store = Store::at(program.home.path());
    store.save(&name, session.snapshot().unwrap()).unwrap();
    let text = fs::read_to_string(store.save_path(&name)).unwrap();
    store.remove(&name).unwrap();
    assert_eq!(text.matches(ANYBODY).count(), 1, "{text}");
    (text, last)
}

/// Ends one game after the other, and returns how many of them the program has answered.
fn end_games(child: &mut Child, last: &str) -> impl FnOnce() -> usize + Send + use<> {
    let mut keyboard = child.stdin.take().unwrap();
    let mut screen = BufReader::new(child.stdout.take().unwrap());
    let last = last.to_owned();
    move || {
        for game in 0..GAMES {
            // The program may be gone, and then so is what it would have said.
            let _ = write!(keyboard, "L game{game}\nJ {last}\n");
            let mut line = String::new();
            while !line.ends_with("in the ranking.\n") {
                line.clear();
                if screen.read_line(&mut line).unwrap_or(0) == 0 {
                    return game;
                }
            }
        }
        GAMES
    }
}

#[test]
fn every_score_that_was_reported_survives_200_kills() {
    let program = Program::new();
    let (text, last) = before_the_end(&program);
    let store = Store::at(program.home.path());
    let write_saves = |names: &dyn Fn(usize) -> String| {
        for game in 0..GAMES {
            let path = program.path(&format!("saves/game{game}.ron"));
            fs::write(path, text.replace(ANYBODY, &names(game))).unwrap();
        }
    };
    write_saves(&|_| "keeper".to_owned());
    program.succeed(&format!("L game0\nJ {last}\n"));
    let mut reported = vec!["keeper".to_owned()];
    let mut rng = Rng::seed_from_u64(2028);
    let mut killed_at_work = 0;
    for round in 0..KILLS {
        // New names each time, or there would be nothing to write.
        let name = |game: usize| format!("r{round}g{game}");
        write_saves(&name);
        let mut child = program.command(&[]).stderr(Stdio::null()).spawn().unwrap();
        let player = std::thread::spawn(end_games(&mut child, last));
        sleep(Duration::from_micros(rng.random_range(4_000..40_000)));
        child.kill().unwrap();
        child.wait().unwrap();
        reported.extend((0..player.join().unwrap()).map(name));
        killed_at_work +=
            listing(program.home.path()).iter().filter(|name| name.starts_with('.')).count();
        let ranking = store.ranking().unwrap();
        for name in &reported {
            let entry = ranking.iter().find(|entry| entry.nickname.as_str() == name);
            let entry = entry.unwrap_or_else(|| panic!("{name} is lost in round {round}"));
            assert_eq!(entry.score, SCORE);
        }
    }
    assert!(reported.len() > KILLS / 10, "only {} games ended", reported.len());
    assert!(killed_at_work > 0, "no kill came in the middle of a write");
    write_saves(&|_| "last".to_owned());
    program.succeed(&format!("L game0\nJ {last}\n"));
    let left = listing(program.home.path());
    assert!(left.iter().all(|name| !name.starts_with('.')), "{left:?}");
}

#[test]
fn a_later_game_writes_the_score_that_could_not_be_written() {
    let program = Program::new();
    let (text, last) = before_the_end(&program);
    for (number, nickname) in ["ann", "bob"].into_iter().enumerate() {
        let path = program.path(&format!("saves/game{number}.ron"));
        fs::write(path, text.replace(ANYBODY, nickname)).unwrap();
    }
    let damaged = "(format: 1, ranking: [";
    fs::write(program.path("ranking.ron"), damaged).unwrap();
    let mut child = program.command(&[]).spawn().unwrap();
    let mut keyboard = child.stdin.take().unwrap();
    let mut screen = BufReader::new(child.stdout.take().unwrap());
    // The program answers before it reads on, so the file changes between the two games.
    write!(keyboard, "L game0\nJ {last}\n").unwrap();
    let mut seen = String::new();
    while !seen.contains("ann scores 132: number 1 in the ranking.") {
        assert!(screen.read_line(&mut seen).unwrap() > 0, "{seen}");
    }
    assert_eq!(program.read("ranking.ron"), damaged.as_bytes());
    fs::rename(program.path("ranking.ron"), program.path("aside")).unwrap();
    write!(keyboard, "L game1\nJ {last}\n").unwrap();
    drop(keyboard);
    std::io::Read::read_to_string(&mut screen, &mut seen).unwrap();
    assert!(seen.contains("bob scores 132: number 2 in the ranking."), "{seen}");
    // The command after which the score was missing has failed.
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert_eq!(program.succeed("W\n"), "  1. ann        132\n  2. bob        132\n");
    assert_eq!(program.read("aside"), damaged.as_bytes());
}

#[test]
fn a_folder_in_place_of_the_ranking_costs_no_game_and_is_left() {
    let program = Program::new();
    let (text, last) = before_the_end(&program);
    fs::write(program.path("saves/game.ron"), text).unwrap();
    fs::create_dir_all(program.path("ranking.ron/inside")).unwrap();
    let run = program.run(&[], format!("L game\nJ {last}\n"));
    assert!(run.out.contains(&format!("{ANYBODY} scores {SCORE}: number 1")), "{}", run.out);
    let lines: Vec<&str> = run.err.lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("line 2: could not write the ranking, "), "{lines:?}");
    assert!(
        lines[1].starts_with("scores from this run were not added to the ranking: "),
        "{lines:?}"
    );
    assert!(lines[1].ends_with("ranking.ron is not a file"), "{lines:?}");
    assert_eq!(run.code, Some(1));
    assert_eq!(listing(&program.path("ranking.ron")), ["inside"]);
    let run = program.run(&["--strict"], format!("L game\nJ {last}\nshow\n"));
    assert_eq!(run.out.matches("scores").count(), 1);
    assert!(run.out.ends_with("in the ranking.\n"), "it stopped there: {}", run.out);
}

#[test]
fn a_score_is_tried_again_when_the_run_ends() {
    let program = Program::new();
    let (text, last) = before_the_end(&program);
    fs::write(program.path("saves/game.ron"), text).unwrap();
    fs::create_dir(program.path("ranking.ron")).unwrap();
    let mut child = program.command(&[]).spawn().unwrap();
    let mut keyboard = child.stdin.take().unwrap();
    let mut screen = BufReader::new(child.stdout.take().unwrap());
    write!(keyboard, "L game\nJ {last}\n").unwrap();
    let mut seen = String::new();
    while !seen.contains("in the ranking.") {
        assert!(screen.read_line(&mut seen).unwrap() > 0, "{seen}");
    }
    fs::remove_dir(program.path("ranking.ron")).unwrap();
    drop(keyboard);
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert_eq!(program.succeed("W\n"), format!("  1. {ANYBODY}    {SCORE}\n"));
}
