//! Foreign contents of the data folder: games of other processes, links, pipes and unreadable files. The program
//! neither overwrites them nor blocks.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Stdio;

use reversi::internals::{Autosave, Mode, Ranking, SavedGame, Session, Slots, Snapshot, Store};

use super::support::{Program, listing, make_pipe};
use super::{MINE, OPENING, Running, end_of};

fn game(name: &str) -> SavedGame {
    let mut session = Session::new(1);
    session.start(Mode::Manual, None).unwrap();
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
        let _ = writeln!(text, "(nickname: \"p{number}\", score: {}),", 20_000 - number);
    }
    text.push_str("])\n");
    fs::write(program.path("ranking.ron"), &text).unwrap();
    let mut ranking = Ranking::default();
    ranking.insert("ann".parse().unwrap(), 1);
    assert_eq!(store.merge_ranking(&ranking).unwrap().iter().count(), 20_001);
    assert_eq!(store.ranking().unwrap().iter().count(), 20_001);
    let before = program.read("ranking.ron");
    let entry = |number| format!("(nickname: \"n{number}\", score: 5)");
    let text = format!("[{}]", (0..TOO_MANY).map(entry).collect::<Vec<_>>().join(","));
    let error = store.merge_ranking(&ron::from_str(&text).unwrap()).unwrap_err().to_string();
    assert!(error.contains("too large") && error.contains("16777216"), "{error}");
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
    assert_eq!(program.read("autosave/script.ron"), other, "the game of the other script is lost");
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
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(listing(&program.path("elsewhere")), ["real.ron"]);
    program.succeed("R x\n");
    assert!(real.exists(), "R takes the name away, not what stands elsewhere");
    // A new file gets default permissions.
    fs::write(program.path("plain"), "").unwrap();
    let mode = |name| fs::metadata(program.path(name)).unwrap().permissions().mode();
    assert_eq!(mode("saves/y.ron"), mode("plain"));
}

#[test]
fn a_named_pipe_in_place_of_a_lock_is_no_reason_to_wait() {
    let program = Program::new();
    program.succeed(OPENING);
    fs::rename(program.path("autosave/script.ron"), program.path("autosave/1.ron")).unwrap();
    let script = program.write("script.txt", format!("{OPENING}E a\n"));
    for pipe in ["autosave/1.lock", "lock"] {
        let pipe = program.path(pipe);
        let _ = fs::remove_file(&pipe);
        make_pipe(&pipe);
        let mut command = program.command(&["--resume", "--strict", &script]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        assert_eq!(end_of(&mut child, "a pipe").code(), Some(1), "{pipe:?}");
    }
}
