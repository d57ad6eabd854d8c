//! The end of competitive games when the ranking can't be written.

use std::fs;
use std::sync::LazyLock;

use super::Running;
use super::support::{Program, assert_has, competitive_moves, listing};

pub(super) const SCORE: u32 = 132;

/// The placeholder of the nickname in a save.
const ANYBODY: &str = "anybody";

/// The text of a save of the example's game before the last user move, and that move. The program refuses to save
/// such a game, but keeps it when a script ends.
static BEFORE_THE_END: LazyLock<(String, &str)> = LazyLock::new(|| {
    let moves = competitive_moves();
    let (last, earlier) = moves.split_last().unwrap();
    let program = Program::new();
    program.succeed(&format!("seed 1\nG B {ANYBODY}\n{}\n", earlier.join("\n")));
    let text = program.read_text("autosave/script.ron");
    assert_eq!(text.matches(ANYBODY).count(), 1, "{text}");
    (text, &last[2..])
});

/// Saves unfinished games. Returns the commands that end them.
pub(super) fn save_games(program: &Program, nicknames: impl Iterator<Item = String>) -> String {
    let (text, last) = &*BEFORE_THE_END;
    fs::create_dir_all(program.path("saves")).unwrap();
    let games = nicknames.enumerate().map(|(game, nickname)| {
        let path = program.path(&format!("saves/game{game}.ron"));
        fs::write(path, text.replace(ANYBODY, &nickname)).unwrap();
        format!("L game{game}\nJ {last}\n")
    });
    games.collect()
}

#[test]
fn a_score_that_could_not_be_written_is_written_later() {
    const DAMAGED: &str = "(format: 1, ranking: [(nickname: \"a\\u{1b}\", score: 1)])";
    let (_, last) = &*BEFORE_THE_END;
    // By showing the ranking, by a later game, or at the end.
    let next = format!("L game1\nJ {last}\n");
    for (is_damaged, later, expected) in [
        (true, "W\n", "  1. ann        132\n"),
        (true, &next, "  1. ann        132\n  2. bob        132\n"),
        (false, "", "  1. ann        132\n"),
    ] {
        let program = Program::new();
        save_games(&program, ["ann", "bob"].map(str::to_owned).into_iter());
        let ranking = program.path("ranking.ron");
        if is_damaged {
            fs::write(&ranking, DAMAGED).unwrap();
            program.fail("W", "ranking.ron:1:");
            fs::remove_file(program.path("autosave/script.ron")).unwrap();
        } else {
            fs::create_dir(&ranking).unwrap();
        }
        let mut running = Running::start(&program, &[]);
        running.type_in(&format!("L game0\nJ {last}\n"));
        running.read_to("ann scores 132: number 1 in the ranking.");
        fs::rename(&ranking, program.path("aside")).unwrap();
        running.type_in(later);
        let run = running.end();
        // The command whose score was missing has failed.
        assert_eq!(
            (run.err.lines().count(), run.code),
            (1, Some(1)),
            "{}",
            run.err
        );
        assert_has(
            &run.err,
            &[": could not write the ranking, will try again later: "],
        );
        assert!(
            !later.starts_with('W') || run.out.ends_with(expected),
            "{}",
            run.out
        );
        assert!(!later.starts_with('L') || run.out.contains("bob scores 132: number 2"));
        assert_eq!(program.succeed("W\n"), expected);
        assert!(
            !program.path("autosave/script.ron").exists(),
            "the game is not let go"
        );
        if is_damaged {
            assert_eq!(program.read("aside"), DAMAGED.as_bytes());
        }
    }
}

#[test]
fn a_folder_in_place_of_the_ranking_costs_no_game_and_is_left() {
    let program = Program::new();
    let end = save_games(&program, std::iter::once(ANYBODY.to_owned()));
    fs::create_dir_all(program.path("ranking.ron/inside")).unwrap();
    let run = program.run(&[], &end);
    assert_has(&run.out, &[&format!("{ANYBODY} scores {SCORE}: number 1")]);
    run.errors_begin(&[
        "line 2: could not write the ranking, ",
        "scores from this run were not added to the ranking: ",
    ]);
    assert!(
        run.err.ends_with("ranking.ron is not a file\n"),
        "{}",
        run.err
    );
    assert_eq!(run.code, Some(1));
    assert_eq!(listing(&program.path("ranking.ron")), ["inside"]);
    let run = program.run(&["--strict"], end + "show\n");
    assert_eq!(run.out.matches("scores").count(), 1);
    assert!(
        run.out.ends_with("in the ranking.\n"),
        "it stopped there: {}",
        run.out
    );
}
