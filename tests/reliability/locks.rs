//! Other programs that hold locks or share folders.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::OPENING;
use super::support::Program;

#[test]
fn a_lock_that_another_program_keeps_is_an_error_and_not_a_hang() {
    let program = Program::new();
    program.succeed(&format!("{OPENING}E a\n"));
    let lock = File::open(program.path("lock")).unwrap();
    lock.lock().unwrap();
    let start = Instant::now();
    let run = program.run(&[], format!("{OPENING}E b\n"));
    assert!(run.err.contains("locked for 5 seconds, so nothing was written"), "{}", run.err);
    assert!(start.elapsed() < Duration::from_secs(30) && run.code == Some(1));
    drop(lock);
    program.succeed(&format!("{OPENING}E b\n"));
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
    let runs: Vec<_> = [(&one, "a"), (&two, "b")]
        .map(|(program, name)| {
            let file = program.path("script");
            fs::write(&file, script(name)).unwrap();
            let mut command = Command::new(env!("CARGO_BIN_EXE_reversi"));
            command.arg(file).env("REVERSI_HOME", program.home.path());
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .into();
    for run in runs {
        let output = run.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let saves = fs::read_dir(one.path("saves")).unwrap().count();
    assert_eq!(saves, 2 * SAVES + 1);
}

#[test]
fn a_link_in_place_of_the_game_put_aside_stays_a_link() {
    let program = Program::new();
    // A game that is left for another one is put aside.
    program.succeed("N\nf5\n");
    program.succeed("resume\nN\nd3\n");
    let aside = program.path("autosave/abandoned.ron");
    let target = program.path("elsewhere.ron");
    fs::rename(&aside, &target).unwrap();
    symlink(&target, &aside).unwrap();
    let before = fs::read(&target).unwrap();
    program.succeed("resume\nc3\nN\nd3\n");
    assert!(aside.is_symlink());
    assert!(fs::read(&target).unwrap() != before, "the newer game is behind the link");
}
