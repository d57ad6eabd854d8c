//! The library, puzzles, drills and settings, by commands only: independent of their storage.

use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;

use super::super::support::Program;
use super::{Kills, late_position, start};

/// Repeatedly adds games, makes and answers puzzles, drills lines, and changes a setting.
const WORK: &str = r#"
"$0" --json --seed 1 games
"$0" puzzles make --json plies=1..
"$0" --json --seed 1 answers
for level in 1 2 3 4 5 6 7 8 9 10; do "$0" config level $level > /dev/null && echo '{"value":'$level'}'; done
"#;

/// The numbers of games, puzzles, answers and drilled lines, and the level.
type Numbers = [u64; 5];

/// The last numbers in JSON replies. An incomplete last line was cut by a kill.
fn numbers(replies: &str) -> Numbers {
    let mut numbers = Numbers::default();
    for line in replies
        .split_inclusive('\n')
        .filter(|line| line.ends_with('\n'))
    {
        let reply: Value = serde_json::from_str(line).unwrap();
        let event = &reply["reply"]["event"];
        let number = |value: &Value| value.as_u64().unwrap();
        let counts = match event["kind"].as_str() {
            Some("library" | "library_added") => {
                numbers[0] = number(&event["total"]);
                continue;
            }
            Some("puzzle_solved") => {
                numbers[2] += 1;
                continue;
            }
            Some("puzzles") => event,
            _ => &event["counts"],
        };
        if !counts.is_null() {
            let (total, new) = (number(&counts["total"]), number(&counts["new"]));
            let drills = number(&counts["drills"]["total"]);
            numbers[1..4].copy_from_slice(&[total, total - new, drills]);
        }
        // The setting is a string, except for the first levels.
        let value = &reply["value"];
        let level = value.as_u64().or_else(|| value.as_str()?.parse().ok());
        numbers[4] = level.unwrap_or(numbers[4]);
    }
    numbers
}

fn found(program: &Program) -> Numbers {
    let lines = ["library --json", "puzzles --json", "config level --json"];
    numbers(
        &lines
            .map(|line| program.run_inside(line, "").done())
            .concat(),
    )
}

fn everything(program: &Program) -> String {
    program
        .run_inside("puzzles export everything.txt --force", "")
        .done();
    program.succeed("library\n") + &program.read_text("everything.txt")
}

/// The current day, which determines what is due.
fn today() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs()
        / (24 * 60 * 60)
}

#[test]
fn studies_and_settings_survive_kills() {
    let inputs = Program::new();
    // Late games, so that the analysis is fast. The bots make mistakes.
    let games = (0..6).filter_map(|seed| late_position(seed, 47));
    let play = "player black 1\nplayer white 1\nlibrary add this\n";
    let games: String = games
        .flat_map(|board| ["setboard ".to_owned(), board, format!("\n{play}")])
        .collect();
    inputs.write("games", games);
    let drill = format!("drill tiger\n{}drill off\n", "next\n".repeat(14));
    let answers = format!("puzzle\n{}{}", "next\n".repeat(120), drill.repeat(6));
    inputs.write("answers", answers);
    let work = |program: &Program| {
        let mut command = Command::new("sh");
        command
            .args(["-c", WORK, env!("CARGO_BIN_EXE_reversi")])
            .current_dir(inputs.home.path());
        command
            .env_clear()
            .env("REVERSI_HOME", program.home.path())
            .env("TZ", "UTC");
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        // A process group receives a signal as a whole.
        command.process_group(0);
        command
    };
    let whole = Program::new();
    let day = today();
    let mut kills = Kills::of("studies", || drop(work(&whole).output().unwrap()));
    let (all, expected) = (found(&whole), everything(&whole));
    assert!(all.iter().all(|&number| number > 2), "{all:?}");
    while kills.are_left() && today() == day {
        let program = Program::new();
        let (mut child, reader) = start(&mut work(&program), String::new());
        kills.kill(&mut child);
        let acknowledged = numbers(&reader.join().unwrap());
        kills.note(acknowledged.iter().sum::<u64>().try_into().unwrap());
        let there = found(&program);
        for (there, (told, all)) in there.iter().zip(acknowledged.iter().zip(&all)) {
            assert!(
                (told..=all).contains(&there),
                "{there}: {told} were told, of {all}"
            );
        }
        // The next run continues, and ends like an undisturbed one.
        work(&program).output().unwrap();
        let end = everything(&program);
        assert!(
            today() != day || end == expected,
            "{end}\ninstead of\n{expected}"
        );
    }
}
