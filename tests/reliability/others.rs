//! Foreign contents of the data folder: games of other processes, links, pipes and unreadable files. The program
//! neither overwrites them nor blocks.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use reversi::internals::{Autosave, Players, Ranking, SavedGame, Session, Slots, Snapshot, Store};

use super::support::{self, Program, Run, assert_has, listing, make_pipe};
use super::{MINE, OPENING, Running, end_of};

fn game(name: &str) -> SavedGame {
    let mut session = Session::new(1);
    session.start(Players::HUMANS, None).unwrap();
    let mv = session.require().unwrap().game().parse_move(name).unwrap();
    session.play(mv).unwrap();
    SavedGame::now(session.snapshot().unwrap())
}

fn resumed(autosave: &mut Autosave) -> String {
    let kept = autosave.resume(1).unwrap();
    Snapshot::of(&kept.game, kept.icons).moves
}

#[test]
fn a_game_put_aside_replaces_nothing_that_cannot_be_read_and_is_not_lost() {
    let program = Program::new();
    fs::create_dir(program.path("autosave")).unwrap();
    program.write("autosave/abandoned.ron", MINE);
    let mut autosave = Autosave::new(Store::at(program.home.path()), Slots::Own);
    autosave.keep(&game("d3")).unwrap();
    autosave.abandon().unwrap();
    autosave.keep(&game("c4")).unwrap();
    assert_eq!(resumed(&mut autosave), "d3");
    assert_eq!(resumed(&mut autosave), "c4", "and back again");
    assert_eq!(program.read_text("autosave/abandoned.ron"), MINE);
}

#[test]
fn taking_up_a_game_replaces_no_other() {
    let program = Program::new();
    let store = Store::at(program.home.path());
    let mut other = Autosave::new(store.clone(), Slots::Own);
    other.keep(&game("e6")).unwrap();
    program.succeed("N\nc4\n");
    let mut autosave = Autosave::new(store, Slots::Own);
    autosave.keep(&game("d3")).unwrap();
    assert_eq!(resumed(&mut autosave), "c4", "that of the script");
    assert_eq!(resumed(&mut autosave), "d3", "the one put aside for it");
    drop(other);
    assert_eq!(resumed(&mut autosave), "c4");
    autosave.discard().unwrap();
    assert_eq!(resumed(&mut autosave), "d3");
    assert_eq!(resumed(&mut autosave), "e6");
}

#[test]
fn a_ranking_that_was_written_can_be_read() {
    /// More entries than fit into a file of maximum size.
    const TOO_MANY: usize = 400_000;

    use std::fmt::Write;

    let program = Program::new();
    let store = Store::at(program.home.path());
    // Nearly the maximum size of a file.
    let mut text = "(format: 1, ranking: [".to_owned();
    for number in 0..20_000 {
        let _ = writeln!(
            text,
            "(nickname: \"p{number}\", score: {}),",
            20_000 - number
        );
    }
    text.push_str("])\n");
    fs::write(program.path("ranking.ron"), &text).unwrap();
    let mut ranking = Ranking::default();
    ranking.insert("ann".parse().unwrap(), 1);
    assert_eq!(
        store.merge_ranking(&ranking).unwrap().iter().count(),
        20_001
    );
    assert_eq!(store.ranking().unwrap().iter().count(), 20_001);
    let before = program.read("ranking.ron");
    let entry = |number| format!("(nickname: \"n{number}\", score: 5)");
    let text = format!(
        "[{}]",
        (0..TOO_MANY).map(entry).collect::<Vec<_>>().join(",")
    );
    let error = store
        .merge_ranking(&ron::from_str(&text).unwrap())
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("too large") && error.contains("16777216"),
        "{error}"
    );
    assert_eq!(program.read("ranking.ron"), before);
}

#[test]
fn a_script_that_ends_its_game_leaves_that_of_another() {
    let program = Program::new();
    program.succeed("N\nf5\n");
    let mut first = Running::start(&program, &["--resume"]);
    // The answer shows that it has resumed the game.
    first.read_to("\n");
    program.succeed(OPENING);
    let other = program.read("autosave/script.ron");
    first.type_in("player black 1\nplayer white 1\n");
    assert_eq!(first.end().code, Some(0));
    assert_eq!(
        program.read("autosave/script.ron"),
        other,
        "the game of the other script is lost"
    );
}

#[test]
fn a_link_to_nothing_is_not_replaced() {
    let program = Program::new();
    fs::create_dir(program.path("saves")).unwrap();
    // A broken link: its disk may be unmounted.
    let links = ["saves/x.ron", "ranking.ron"];
    for link in links {
        symlink(program.path("away/file.ron"), program.path(link)).unwrap();
    }
    let run = program.run(&[], format!("{OPENING}E x\n"));
    let mut ranking = Ranking::default();
    ranking.insert("ann".parse().unwrap(), 1);
    let merged = Store::at(program.home.path()).merge_ranking(&ranking);
    for link in links {
        assert!(program.path(link).is_symlink(), "{link} was replaced");
    }
    assert!(run.code == Some(1) && merged.is_err());
}

#[test]
fn a_link_stays_and_what_it_leads_to_is_replaced_with_its_rights() {
    let program = Program::new();
    program.succeed(&format!("{OPENING}E x\n"));
    fs::create_dir(program.path("elsewhere")).unwrap();
    let real = program.path("elsewhere/real.ron");
    fs::rename(program.path("saves/x.ron"), &real).unwrap();
    fs::set_permissions(&real, PermissionsExt::from_mode(0o640)).unwrap();
    symlink(&real, program.path("saves/x.ron")).unwrap();
    program.succeed("N\nc4\nE x\nE y\n");
    assert!(program.path("saves/x.ron").is_symlink());
    assert!(fs::read_to_string(&real).unwrap().contains("\"c4\""));
    assert_eq!(
        fs::metadata(&real).unwrap().permissions().mode() & 0o777,
        0o640
    );
    assert_eq!(listing(&program.path("elsewhere")), ["real.ron"]);
    program.succeed("R x\n");
    assert!(
        real.exists(),
        "R takes the name away, not what stands elsewhere"
    );
    // A new file is for its owner only.
    let mode = |name| {
        fs::metadata(program.path(name))
            .unwrap()
            .permissions()
            .mode()
            & 0o777
    };
    assert_eq!(mode("saves/y.ron"), 0o600);
}

/// The folder and everything in it, with their permissions.
fn modes(folder: &Path) -> Vec<(PathBuf, u32)> {
    let mode = |path: &Path| fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777;
    let mut found = vec![(folder.to_owned(), mode(folder))];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(modes(&path));
        } else {
            found.push((path.clone(), mode(&path)));
        }
    }
    found
}

#[test]
fn the_data_folder_is_for_its_owner_and_exports_follow_the_umask() {
    for (umask, exported) in [("000", 0o666), ("027", 0o640)] {
        let program = Program::new();
        let (data, script) = (program.path("new/data"), program.path("script.txt"));
        let export = program.path("game.sgf");
        let export_line = format!("export \"{}\"\n", export.display());
        fs::write(
            &script,
            format!("{OPENING}E x\nlibrary add this\n{export_line}"),
        )
        .unwrap();
        let run = format!(
            "umask {umask}; $REVERSI $SCRIPT && $REVERSI config level 3 && $REVERSI library"
        );
        let status = Command::new("sh")
            .args(["-c", &run])
            .env("REVERSI", env!("CARGO_BIN_EXE_reversi"))
            .env("SCRIPT", &script)
            .env("REVERSI_HOME", &data)
            .stdout(Stdio::null())
            .status();
        assert!(status.unwrap().success());
        let names = listing(&data);
        for name in ["autosave", "config.ron", "library.db", "lock", "saves"] {
            assert!(
                names.iter().any(|other| other == name),
                "no {name}: {names:?}"
            );
        }
        for (path, mode) in modes(&data) {
            let expected = if path.is_dir() { 0o700 } else { 0o600 };
            assert_eq!(mode, expected, "{umask}: {path:?}: {mode:o}");
        }
        let mode = fs::metadata(&export).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, exported, "{umask}");
    }
}

#[test]
fn a_pipe_beside_the_database_and_a_broken_link_in_its_place_are_refused_at_once() {
    let program = Program::new();
    let script = program.write(
        "script.txt",
        format!("{OPENING}library add this\nlibrary\n"),
    );
    program.run(&[&script], "").with_code(0);
    let database = program.read("library.db");
    for suffix in ["-journal", "-wal", "-shm", ""] {
        let pipe = program.path(&format!("library.db{suffix}"));
        let _ = fs::remove_file(&pipe);
        make_pipe(&pipe);
        for arguments in [
            &["library"][..],
            &["stats"],
            &["puzzles"],
            &["--strict", &script],
        ] {
            let mut child = program
                .command(arguments)
                .stdin(Stdio::null())
                .spawn()
                .unwrap();
            let code = end_of(&mut child, suffix).code();
            assert!(
                arguments == ["puzzles"] || code == Some(1),
                "{arguments:?}, {suffix}"
            );
        }
        program
            .run(&["library"], "")
            .refused(1, &format!("library.db{suffix} is not a file"));
        fs::remove_file(&pipe).unwrap();
        assert!(
            suffix.is_empty() || program.read("library.db") == database,
            "{suffix}"
        );
    }
    let target = program.path("target.db");
    symlink(&target, program.path("library.db")).unwrap();
    program
        .run(&["library"], "")
        .refused(1, "library.db is a broken link; left unchanged");
    assert!(!target.exists());
    // A link to a database is followed, and a pipe beside that is found.
    fs::write(&target, &database).unwrap();
    program.run(&["library"], "").with_code(0);
    make_pipe(&program.path("target.db-journal"));
    program
        .run(&["library"], "")
        .refused(1, "target.db-journal is not a file");
}

/// Starts commands that wait at a pipe without a writer.
#[test]
fn a_signal_ends_what_waits_at_a_pipe() {
    let program = Program::new();
    make_pipe(&program.path("pipe"));
    let pipe = program.file("pipe");
    for command in [
        "",
        "analyze",
        "solve",
        "convert",
        "bench --accuracy",
        "library add",
    ] {
        for signal in ["TERM", "INT"] {
            let arguments: Vec<&str> = command.split_whitespace().chain([&*pipe]).collect();
            let mut child = program
                .command(&arguments)
                .stdin(Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(Duration::from_millis(200));
            if child.try_wait().unwrap().is_none() {
                super::support::signal(child.id(), signal);
            }
            end_of(&mut child, command);
        }
    }
}

#[test]
fn a_named_pipe_in_place_of_a_lock_is_no_reason_to_wait() {
    let program = Program::new();
    program.succeed(OPENING);
    fs::rename(
        program.path("autosave/script.ron"),
        program.path("autosave/1.ron"),
    )
    .unwrap();
    let script = program.write("script.txt", format!("{OPENING}E a\n"));
    for pipe in ["autosave/1.lock", "lock"] {
        let pipe = program.path(pipe);
        let _ = fs::remove_file(&pipe);
        make_pipe(&pipe);
        let mut command = program.command(&["--resume", "--strict", &script]);
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        assert_eq!(end_of(&mut child, "a pipe").code(), Some(1), "{pipe:?}");
    }
}

/// The library with two games, and with an editor of its database.
fn library() -> (Program, rusqlite::Connection) {
    let program = Program::new();
    program.succeed("paste f5d6c3d3c4\nlibrary add this\npaste f5f6e6\nlibrary add this\n");
    let editor = rusqlite::Connection::open(program.path("library.db")).unwrap();
    editor.execute_batch("PRAGMA foreign_keys = off").unwrap();
    (program, editor)
}

#[test]
fn nothing_of_a_database_reaches_a_terminal_raw() {
    let (program, editor) = library();
    program.succeed("library tag 1 endgame\ndrill tiger\nnext\n");
    editor
        .execute_batch(
            "INSERT INTO puzzles VALUES (1, 5, '---------------------------OX------XO--------------\
             ------------- X', 'f5', 4, 2, 'd3', 2, 100, NULL, 0, 'x', 1, NULL)",
        )
        .unwrap();
    for raw in [27, 155, 0x202e, 7, 13] {
        let harm = format!("char({raw})||'[2J'||id");
        for change in [
            format!("UPDATE players SET name = {harm}, folded = {harm}"),
            format!("UPDATE events SET name = {harm}"),
            format!("UPDATE OR REPLACE tags SET tag = char({raw})||'a'"),
            format!("UPDATE games SET date = {harm}, result = {harm} WHERE id = 2"),
            format!("UPDATE games SET opening = {harm}, openings = {harm}"),
            format!("UPDATE puzzles SET source = {harm}"),
            format!("UPDATE drills SET opening = {harm}"),
        ] {
            editor.execute(&change, ()).unwrap();
        }
        let script = "library\nfind plies=1..\npaste f5d6\nfind position\nbook\nlibrary tag 1 x\n\
            library check\npuzzles\nstats\nlibrary deviations\npuzzle\nnext\n";
        for arguments in [
            &[][..],
            &["--json"],
            &["library", "check"],
            &["find", "tag=x"],
        ] {
            let run = program.run(arguments, script);
            let text = run.out + &run.err;
            let raw = char::from_u32(raw).unwrap();
            assert!(!text.contains(raw), "{arguments:?} {raw:?}: {text:?}");
        }
        let list = program.run(&["library"], "");
        assert_has(&list.out, &["[2J"]);
    }
}

#[test]
fn a_game_that_cannot_be_read_is_skipped_with_its_number() {
    let (program, editor) = library();
    let named = "Skipped unreadable: 1 game.\n  game 1: ";
    let runs = |line: &str| {
        program
            .run_inside(&format!("{line} --data-dir ."), "")
            .with_code(3)
    };
    editor
        .execute("UPDATE games SET moves = 'f5f5' WHERE id = 1", ())
        .unwrap();
    let export = runs("library export all.sgf");
    assert_has(&export.out, &[named, "move 2: f5 is occupied"]);
    assert_eq!(program.read_text("all.sgf").matches("GM[2]").count(), 1);
    editor
        .execute(
            "UPDATE games SET moves = 'f5d6c3d3c4', event = 9 WHERE id = 1",
            (),
        )
        .unwrap();
    for line in ["library", "find plies=1..", "find --position f5"] {
        let list = runs(line);
        assert_has(&list.out, &[named, "1 game"]);
    }
    let object = runs("library --json").objects().remove(0);
    assert_eq!(object["reply"]["event"]["skipped"]["total"], 1, "{object}");
    let check = program
        .run_inside("library check --data-dir .", "")
        .with_code(1);
    assert_has(
        &check.out,
        &["Checked 2 games: 1 problem.", "  game 1: a name is missing"],
    );
    assert_eq!(check.err, "reversi: problems in the library: 1\n");
    let repair = program
        .run_inside("library check --repair --data-dir .", "")
        .done();
    assert_has(
        &repair,
        &["Repaired 1 problem:\n  game 1: a name is missing"],
    );
    program.run_inside("library check --data-dir .", "").done();
}

#[test]
fn the_path_of_a_database_is_taken_literally() {
    let program = Program::new();
    for folder in ["file:z", "file:x?mode=memory&y=", ":memory:", "a%20b#c"] {
        let words = |words: &[&str]| {
            let all = [words, &["--data-dir", folder]].concat();
            let mut command = program.command(&all);
            support::run_command(command.current_dir(program.home.path()), "f5d6c3\n")
        };
        program.write("game.txt", "f5d6c3\n");
        assert_has(
            &words(&["library", "add", "game.txt"]).done(),
            &["The library now has 1 game."],
        );
        assert!(
            program.path(folder).join("library.db").is_file(),
            "{folder}"
        );
        assert_has(&words(&["library"]).done(), &["1 game in the library"]);
    }
}

/// Reads the library as a user who may not write the database, in a folder that everybody may write.
fn read_as_another_user(program: &Program) -> Run {
    let copy = program.path("reversi");
    if !copy.exists() {
        let program = env!("CARGO_BIN_EXE_reversi");
        let copied = std::process::Command::new("cp")
            .arg(program)
            .arg(&copy)
            .status();
        assert!(copied.unwrap().success());
    }
    let mut command = std::process::Command::new(&copy);
    command
        .args(["library", "--data-dir"])
        .arg(program.path("data"))
        .current_dir("/");
    // Root may write anything.
    if rustix::process::geteuid().is_root() {
        std::os::unix::process::CommandExt::uid(&mut command, 65534);
        std::os::unix::process::CommandExt::gid(&mut command, 65534);
    }
    Run::from(command.env_clear().output().unwrap())
}

#[test]
fn a_reader_who_may_not_write_leaves_nothing_and_reads_what_is_committed() {
    let program = Program::new();
    let allow = |name: &str, mode: u32| {
        fs::set_permissions(program.path(name), PermissionsExt::from_mode(mode)).unwrap();
    };
    allow("", 0o755);
    program.write("game.txt", "f5d6c3\n");
    let data = program.file("data");
    program
        .run(
            &[
                "library",
                "add",
                &program.file("game.txt"),
                "--data-dir",
                &data,
            ],
            "",
        )
        .done();
    allow("data", 0o777);
    allow("data/library.db", 0o444);
    assert_has(
        &read_as_another_user(&program).done(),
        &["1 game in the library"],
    );
    assert_eq!(listing(&program.path("data")), ["library.db"]);
    // A program has added a game, which is still in the write-ahead log.
    allow("data/library.db", 0o644);
    let writer = rusqlite::Connection::open(program.path("data/library.db")).unwrap();
    let copy = "INSERT INTO games SELECT NULL, black, white, event, date, year, result, winner, opening, \
        openings, balanced, start, moves, plies, humans, aided, depth, puzzles_of, 5 FROM games";
    writer.execute(copy, ()).unwrap();
    allow("data/library.db", 0o444);
    let files = listing(&program.path("data"));
    if rustix::process::geteuid().is_root() {
        assert_has(
            &read_as_another_user(&program).done(),
            &["2 games in the library"],
        );
    }
    assert_eq!(listing(&program.path("data")), files);
    drop(writer);
}
