//! Other processes that hold locks or share folders.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::time::{Duration, Instant};

use super::OPENING;
use super::support::Program;

/// A late position, so that games with mistakes are played and judged soon.
const LATE: &str = "-----X-XXX-OOOXXX-OOOOXXXXOOOOXXOOXOOOXXOOOXOXXX-OOOXX-X-OOOO-X- O";

#[test]
fn a_lock_that_another_program_keeps_is_an_error_and_not_a_hang() {
    let program = Program::new();
    program.succeed(&format!(
        "seed 3\n{OPENING}E a\nsetboard {LATE}\nplayer white 1\nplayer black 1\nlibrary add this\n\
         puzzles make plies=1..\n"
    ));
    let lock = File::open(program.path("lock")).unwrap();
    lock.lock().unwrap();
    // The library has its own lock.
    let library = rusqlite::Connection::open(program.path("library.db")).unwrap();
    library.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let save = format!("{OPENING}E b\n");
    // The last number is the number of failed writes, including the unfinished game. Each is waited for, and
    // reported in a line.
    let runs: [(&[&str], &str, usize); 6] = [
        (&[], &save, 2),
        (&[], "R a\n", 1),
        (&[], "paste f5d6c3d3c4\nlibrary add this\n", 2),
        (&[], "puzzle\nnext\n", 1),
        (
            &[],
            include_str!("../../examples/scripts/competitive.txt"),
            3,
        ),
        (&["config", "level", "3"], "", 1),
    ];
    std::thread::scope(|scope| {
        for (arguments, input, count) in runs {
            let program = &program;
            scope.spawn(move || {
                let start = Instant::now();
                let run = program.run(arguments, input);
                assert!(start.elapsed() < Duration::from_mins(1), "{input}");
                let lines: Vec<&str> = run.err.lines().collect();
                assert_eq!(
                    (lines.len(), run.code),
                    (count, Some(1)),
                    "{input}: {}",
                    run.err
                );
                assert!(lines.iter().all(|line| line.contains("5 s")), "{}", run.err);
            });
        }
    });
    drop((lock, library));
    program.succeed("R a\nlibrary\npuzzle\nnext\n");
}

#[test]
fn places_that_others_keep_all_are_an_error_and_the_game_stays() {
    let program = Program::new();
    program.succeed(OPENING);
    let lock = |number| File::create(program.path(&format!("autosave/{number}.lock"))).unwrap();
    let locks: Vec<File> = (1..=8).map(lock).collect();
    for lock in &locks {
        lock.lock().unwrap();
    }
    let run = program.run(&["--resume", "--strict"], "moves\n");
    assert_eq!(
        (run.err.lines().count(), run.code),
        (1, Some(1)),
        "{}",
        run.err
    );
    assert!(run.err.contains("autosave"), "{}", run.err);
    drop(locks);
    assert!(
        program
            .run(&["--resume"], "moves\n")
            .out
            .ends_with("f5f6e6f4\n")
    );
}

#[test]
fn two_data_folders_that_share_their_saves_lose_none() {
    const SAVES: usize = 40;
    let [one, two] = [Program::new(), Program::new()];
    one.succeed(&format!("{OPENING}E first\n"));
    symlink(one.path("saves"), two.path("saves")).unwrap();
    let script = |name: &str| {
        let saves = (0..SAVES).map(|number| format!("E {name}{number}\n"));
        format!("{OPENING}{}", saves.collect::<String>())
    };
    std::thread::scope(|scope| {
        scope.spawn(|| one.succeed(&script("a")));
        scope.spawn(|| two.succeed(&script("b")));
    });
    assert_eq!(
        fs::read_dir(one.path("saves")).unwrap().count(),
        2 * SAVES + 1
    );
}

#[test]
fn a_game_put_aside_replaces_neither_another_one_nor_a_link_to_it() {
    let program = Program::new();
    program.succeed("N\nf5\n");
    program.succeed("resume\nN\nd3\n");
    let aside = program.path("autosave/abandoned.ron");
    let target = program.path("elsewhere.ron");
    fs::rename(&aside, &target).unwrap();
    symlink(&target, &aside).unwrap();
    let before = fs::read(&target).unwrap();
    program.succeed("resume\nc3\nN\nd3\n");
    assert_eq!(fs::read(&target).unwrap(), before);
    let kept = ["autosave/1.ron", "autosave/2.ron"].map(|file| program.read(file));
    assert_ne!(kept[0], kept[1], "both other games stay");
    assert!(aside.is_symlink());
}
