//! Game files: written as games end, and resumed. `src/base/files/resumable.rs` tests what all resumable files have
//! in common.

use reversi::engine::eval::{Evaluation, PHASES, WEIGHTS};

use super::play;
use crate::support::{Program, Run, assert_has};

const FOREIGN: &str = "written with other input or options";

/// Replaces the file by one without checksums.
fn put(folder: &Program, name: &str, content: &str) {
    std::fs::remove_file(folder.path(&format!(".{name}.check"))).unwrap();
    folder.write(name, content);
}

/// Plays six games of deterministic players.
fn to(folder: &Program, name: &str, more: &str) -> Run {
    play(
        folder,
        &format!("A=level:2 level:3 --out {name} --games 6 {more}"),
    )
}

#[test]
fn a_torn_file_is_completed() {
    let folder = Program::new();
    let whole_run = to(&folder, "games", "--json").with_code(0);
    let whole = folder.read_text("games");
    assert_eq!(whole.lines().count(), 1 + 6);
    assert!(
        whole.starts_with("# {\"reversi\":\"match\",\"version\":1,")
            && whole.contains(" game 1\tA\tlevel:3\t"),
        "{whole}"
    );
    for cut in [5, whole.len() / 2, whole.len()] {
        put(&folder, "games", &whole[..cut]);
        let run = to(&folder, "games", "--resume --json");
        assert_eq!(folder.read_text("games"), whole, "cut at {cut}");
        assert_eq!(
            run.out.lines().last(),
            whole_run.out.lines().last(),
            "cut at {cut}"
        );
        let missing = 6 - whole[..cut].matches('\n').skip(1).count();
        assert_eq!(
            run.out.lines().count(),
            missing + 1,
            "cut at {cut}: only what was missing"
        );
    }
    // With parallel games, the order differs.
    let mut lines: Vec<&str> = whole.split_inclusive('\n').collect();
    lines[1..].reverse();
    lines.truncate(5);
    put(&folder, "games", &lines.concat());
    let run = to(&folder, "games", "--resume --json -j 2");
    let totals = |run: &Run| run.out.lines().last().unwrap().replace("true", "false");
    assert_eq!(totals(&run), totals(&whole_run));
    assert_eq!(folder.read_text("games").lines().count(), 1 + 6);
    // When all is there already, no game is played again.
    let first = to(&folder, "other", "").out;
    let again = to(&folder, "other", "--resume").out;
    assert!(
        again.starts_with("A vs level:3") && first.ends_with(&again),
        "{again}"
    );
}

/// GGF, whose lines also have the date.
#[test]
fn a_torn_file_of_ggf_is_completed() {
    let folder = Program::new();
    let whole_run = to(&folder, "games.GGF", "--json --move-time 60s");
    let whole = folder.read_text("games.GGF");
    let first = whole.lines().nth(1).unwrap();
    assert!(first.starts_with("(;GM[Othello]PC[reversi]EV[match ") && first.ends_with(";)"));
    assert_has(first, &[" game 1]", "PB[A]PW[level:3]"]);
    let games = |text: &str| {
        let records = reversi::records::read(reversi::records::Format::Ggf, text.as_bytes());
        let kept = records.map(|entry| entry.unwrap().record).map(|record| {
            let moves: Vec<_> = record.moves().iter().map(|mv| mv.square).collect();
            (record.event, record.players, record.result, moves)
        });
        kept.collect::<Vec<_>>()
    };
    assert_eq!(games(&whole).len(), 6);
    for cut in [100, whole.len() / 2] {
        put(&folder, "games.GGF", &whole[..cut]);
        let run = to(&folder, "games.GGF", "--resume --json --move-time 60s");
        assert_eq!(
            games(&folder.read_text("games.GGF")),
            games(&whole),
            "cut at {cut}"
        );
        assert_eq!(
            run.out.lines().last(),
            whole_run.out.lines().last(),
            "cut at {cut}"
        );
    }
    let wrong = whole.replacen("RE[", "RE[+1", 1);
    for content in [
        wrong,
        whole.replacen("B[", "B[a1]B[", 2),
        format!("{whole}{first}\n"),
    ] {
        put(&folder, "games.GGF", &content);
        let run = to(&folder, "games.GGF", "--resume --move-time 60s");
        assert_has(&run.err, &[FOREIGN]);
        assert_eq!(folder.read_text("games.GGF"), content);
    }
}

#[test]
fn a_file_of_another_match_is_refused_and_left_as_it_is() {
    let folder = Program::new();
    assert_eq!(to(&folder, "games", "").code, Some(0));
    let whole = folder.read_text("games");
    let with = |line: &str| format!("{whole}{line}\n");
    let first = whole.lines().nth(1).unwrap();
    let cases = [
        (whole.clone(), "--plies 3", 1),
        (whole.clone(), "--seed 1", 1),
        (whole.clone(), "--move-time 60s", 1),
        (
            whole.replacen("game 2\tlevel:3", "game 2\tlevel:4", 1),
            "",
            3,
        ),
        (whole.replacen("game 3", "game 9", 1), "", 4),
        (whole.replacen("game 3", "game 3, white crashed", 1), "", 4),
        (with(first), "", 8),
        (with("precious"), "", 8),
        (with("\u{0}"), "", 8),
        ("precious\n".to_owned(), "", 1),
    ];
    for (content, arguments, line) in cases {
        let torn = content + "torn";
        put(&folder, "games", &torn);
        let run = to(&folder, "games", &format!("--resume {arguments}"));
        run.refused(1, &format!("games:{line}: {FOREIGN}"));
        assert_eq!(folder.read_text("games"), torn);
    }
    // The number of games and the weights belong to a match, too.
    let two = |more: &str| play(&folder, &format!("1 2 --games 2 --out few --resume {more}"));
    let flat = vec![vec![0.0; WEIGHTS]; PHASES];
    let flat = Evaluation::with_weights(Evaluation::global().header(), &flat);
    folder.write("weights", flat.to_bytes());
    for _ in 0..2 {
        assert_eq!(two("--weights weights").code, Some(0));
    }
    two("").refused(1, &format!("few:1: {FOREIGN}"));
    let more = play(
        &folder,
        "1 2 --games 4 --out few --resume --weights weights",
    );
    more.refused(1, &format!("few:1: {FOREIGN}"));
}

/// Ctrl-C reports the finished games and their result.
#[cfg(unix)]
#[test]
fn an_interrupted_match_tells_what_it_has() {
    use crate::support::{signal, wait_for_lines};

    let folder = super::with_late_opening();
    let line = "time:50ms level:1 --games 1000 --openings late --out games";
    let child = super::command(&folder, line).spawn().unwrap();
    wait_for_lines(&folder.path("games"), 2);
    signal(child.id(), "INT");
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!(run.code, Some(130), "{}", run.err);
    let games = folder.read_text("games").lines().skip(1).count();
    let plural = if games == 1 { "" } else { "s" };
    let expected = format!("time:50ms vs level:1: {games} game{plural}, interrupted\n");
    assert_has(&run.out, &[&expected]);
}
