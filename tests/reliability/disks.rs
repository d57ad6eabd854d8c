//! Disks and folders that can't be written.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use super::support::{Program, Run};
use super::{OPENING, check_failure, listing};

/// Overwrites a save while writing is impossible, then continues.
const SCRIPT: &str = "N\nf5\nf6\ne6\nf4\nc3\nE old\nshow\n";

#[test]
fn a_full_disk_is_reported_and_the_earlier_save_kept() {
    let program = Program::new();
    let disk = program.path("disk");
    fs::create_dir(&disk).unwrap();
    let mount = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"])
        .arg(&disk)
        .stderr(Stdio::null())
        .status();
    if !mount.is_ok_and(|status| status.success()) {
        println!("skipped: this machine doesn't let a test mount a small disk");
        return;
    }
    let arguments = ["--data-dir", disk.to_str().unwrap()];
    let saved = program.run(&arguments, format!("{OPENING}E old\n"));
    let before = fs::read(disk.join("saves/old.ron")).unwrap();
    // Fill the disk: the failed write has used the last byte.
    let filled = fs::write(disk.join("filler"), vec![0; 1 << 20]);
    let mut run = program.run(&arguments, SCRIPT);
    let after = fs::read(disk.join("saves/old.ron")).unwrap();
    let names = listing(&disk.join("saves"));
    Command::new("umount").arg(&disk).status().unwrap();
    assert_eq!(saved.code, Some(0), "{}", saved.err);
    assert!(filled.is_err());
    let end = run.err.find("the unfinished game could not be saved: can't write ").unwrap();
    run.err.truncate(end);
    check_failure(&run, "E old", "saves/old.ron: no space left on device");
    assert_eq!(after, before);
    assert_eq!(names, ["old.ron"]);
}

#[test]
fn a_read_only_folder_can_be_read_and_not_written() {
    let program = Program::new();
    program.succeed(&format!("{OPENING}E old\nlibrary add this\n"));
    // Root can write anywhere, so run as an unprivileged user. The copy is in a place that this user can access.
    let copy = program.path("reversi");
    // Copied by another process. If this process wrote the file, a child that another test starts now could hold it
    // open, and it could not be run.
    let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_reversi")).arg(&copy).status();
    assert!(copied.unwrap().success());
    for folder in ["", "saves", "autosave"] {
        fs::set_permissions(program.path(folder), PermissionsExt::from_mode(0o555)).unwrap();
    }
    for file in ["saves/old.ron", "autosave/script.ron", "lock", "library.db"] {
        fs::set_permissions(program.path(file), PermissionsExt::from_mode(0o444)).unwrap();
    }
    let is_root = fs::metadata("/proc/self")
        .is_ok_and(|data| std::os::unix::fs::MetadataExt::uid(&data) == 0);
    let run = |script: &str| {
        let path = std::env::temp_dir().join(format!("reversi-script-{}", std::process::id()));
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, PermissionsExt::from_mode(0o444)).unwrap();
        let mut command = Command::new(&copy);
        command.arg(&path).env("REVERSI_HOME", program.home.path()).current_dir("/");
        if is_root {
            command.uid(65534).gid(65534);
        }
        let run = Run::from(command.output().unwrap());
        fs::remove_file(&path).unwrap();
        run
    };
    let refused = run("L old\nE new\nR old\nQ\n");
    let lines: Vec<&str> = refused.err.lines().collect();
    assert_eq!(lines.len(), 3, "{}", refused.err);
    for (line, part) in lines.iter().zip([
        ":2: can't open ",
        ":3: can't open ",
        "the unfinished game could not be saved: can't open ",
    ]) {
        assert!(line.contains(part), "{line}");
        assert!(line.contains("permission denied"), "{line}");
    }
    assert_eq!(refused.code, Some(1));
    let read = run("L old\nT\nW\nQ\n");
    assert!(
        read.err.starts_with("the unfinished game could not be saved: can't open "),
        "{}",
        read.err
    );
    assert_eq!((read.err.lines().count(), read.code), (1, Some(0)));
    assert!(read.out.contains("old   Reversi  two players  4 "), "{}", read.out);
    assert_eq!(listing(&program.path("saves")), ["old.ron"]);
    let studied = run("library\npaste f5d6\nlibrary add this\nfind player=ann\n");
    assert!(studied.out.contains("1 game in the library"), "{}", studied.out);
    let errors: Vec<&str> = studied.err.lines().collect();
    assert!(
        errors[0].contains("library.db: the folder or the file can't be written"),
        "{errors:?}"
    );
    assert_eq!(errors.len(), 2, "{errors:?}");
    // Otherwise the folder can't be removed.
    for folder in ["", "saves", "autosave"] {
        fs::set_permissions(program.path(folder), PermissionsExt::from_mode(0o755)).unwrap();
    }
}

#[test]
fn names_that_lead_outside_the_folder_are_refused() {
    let program = Program::new();
    program.succeed(&format!("{OPENING}E inside\n"));
    let before = listing(program.home.path());
    let long = format!("E {}", "x".repeat(65));
    for command in ["E ../x", "E .hidden", "E a/b", "L ..", "R ../lock", "E /tmp/x", &long] {
        program.fail(command, "is not a valid name: ");
    }
    assert_eq!(listing(program.home.path()), before);
    assert_eq!(listing(&program.path("saves")), ["inside.ron"]);
}
