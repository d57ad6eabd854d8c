//! Disks and folders that can't be written, or not far enough.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::support::{Program, Run, assert_has, listing};
use super::{NOT_KEPT, OPENING, check_failure};

/// A small disk, until it is dropped.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// Mounts a disk in the folder of a program; `None` if this machine doesn't allow it.
    fn mount(program: &Program, size: &str) -> Option<Self> {
        let disk = program.path("disk");
        fs::create_dir(&disk).unwrap();
        let mut mount = Command::new("mount");
        mount
            .args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"])
            .arg(&disk);
        if mount
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
        {
            return Some(Self(disk));
        }
        println!("skipped: this machine doesn't let a test mount a small disk");
        None
    }

    /// Fills the disk: the failed write uses the last byte.
    fn fill(&self) {
        assert!(fs::write(self.0.join("filler"), vec![0; 1 << 22]).is_err());
    }

    fn run(&self, program: &Program, arguments: &[&str], script: &str) -> Run {
        program.run(
            &[arguments, &["--data-dir", self.0.to_str().unwrap()]].concat(),
            script,
        )
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        Command::new("umount").arg(&self.0).status().unwrap();
    }
}

#[test]
fn a_full_disk_is_reported_and_the_earlier_save_kept() {
    let program = Program::new();
    let Some(disk) = SmallDisk::mount(&program, "64k") else {
        return;
    };
    let saved = disk.run(&program, &[], &format!("{OPENING}E old\n"));
    assert_eq!(saved.code, Some(0), "{}", saved.err);
    let before = fs::read(disk.0.join("saves/old.ron")).unwrap();
    disk.fill();
    // Overwrites a save while writing is impossible, then continues.
    let mut run = disk.run(&program, &[], &format!("{OPENING}c3\nE old\nshow\n"));
    assert_eq!(fs::read(disk.0.join("saves/old.ron")).unwrap(), before);
    assert_eq!(listing(&disk.0.join("saves")), ["old.ron"]);
    run.err.truncate(run.err.find(NOT_KEPT).unwrap());
    check_failure(&run, "saves/old.ron: no space left on device");
    // An unfinished game that is lost is a failure, too.
    check_failure(&disk.run(&program, &[], OPENING), NOT_KEPT);
}

#[test]
fn a_library_on_a_full_disk_can_be_read() {
    let program = Program::new();
    let Some(disk) = SmallDisk::mount(&program, "1m") else {
        return;
    };
    let path = disk.0.join("library.db");
    let add = "paste f5d6c3\nlibrary add this\ndrill tiger\n";
    assert_eq!(disk.run(&program, &[], add).code, Some(0));
    // A program was killed: the journal has a game that the database lacks.
    let journal = path.with_extension("db-wal");
    let killed = rusqlite::Connection::open(&path).unwrap();
    killed
        .execute_batch("INSERT INTO tags (game, tag) VALUES (1, 'late')")
        .unwrap();
    let [database, late] = [&path, &journal].map(|path| fs::read(path).unwrap());
    drop(killed);
    for has_journal in [false, true] {
        if has_journal {
            fs::remove_file(disk.0.join("filler")).unwrap();
            fs::write(&path, &database).unwrap();
            fs::write(&journal, &late).unwrap();
        }
        disk.fill();
        for arguments in [
            &["library"][..],
            &["find", "plies=3"],
            &["find", "tag=late"],
        ] {
            let out = disk.run(&program, arguments, "").done();
            assert_has(&out, &["1 game"]);
        }
        disk.run(&program, &["puzzles"], "").done();
        let add = "paste f5f6\nlibrary add this\n";
        let run = disk.run(&program, &[], add);
        assert_has(&run.err, &["library.db: disk full: free some space"]);
        assert_eq!(run.code, Some(1));
    }
    fs::remove_file(disk.0.join("filler")).unwrap();
    assert_has(
        &disk.run(&program, &[], "library check\nlibrary\n").done(),
        &["late"],
    );
}

#[test]
fn a_read_only_folder_can_be_read_and_not_written() {
    let program = Program::new();
    program.succeed(&format!("{OPENING}E old\nlibrary add this\n"));
    // Root can write anywhere, so run as an unprivileged user. The copy is in a place that this user can access.
    let copy = program.path("reversi");
    // Copied by another process. If this process wrote the file, a child that another test starts now could hold it
    // open, and it could not be run.
    let copied = Command::new("cp")
        .arg(env!("CARGO_BIN_EXE_reversi"))
        .arg(&copy)
        .status();
    assert!(copied.unwrap().success());
    let allow = |names: &[&str], mode: u32| {
        for name in names {
            fs::set_permissions(program.path(name), PermissionsExt::from_mode(mode)).unwrap();
        }
    };
    let folders = ["", "saves", "autosave"];
    allow(&folders, 0o555);
    allow(
        &["saves/old.ron", "autosave/script.ron", "lock", "library.db"],
        0o444,
    );
    let is_root = rustix::process::geteuid().is_root();
    let run = |script: &str| {
        let path = std::env::temp_dir().join(format!("reversi-script-{}", std::process::id()));
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, PermissionsExt::from_mode(0o444)).unwrap();
        let mut command = Command::new(&copy);
        command
            .arg(&path)
            .env("REVERSI_HOME", program.home.path())
            .current_dir("/");
        if is_root {
            command.uid(65534).gid(65534);
        }
        let run = Run::from(command.output().unwrap());
        fs::remove_file(&path).unwrap();
        run
    };
    let not_kept = format!("{NOT_KEPT}open ");
    let refused = run("L old\nE new\nR old\nQ\n");
    let lines = refused.errors();
    assert_eq!((lines.len(), refused.code), (3, Some(1)), "{lines:?}");
    for (line, part) in lines
        .iter()
        .zip([":2: can't open ", ":3: can't open ", &not_kept])
    {
        assert_has(line, &[part, "permission denied"]);
    }
    let read = run("L old\nT\nW\nQ\n");
    read.errors_begin(&[&not_kept]);
    assert_eq!(read.code, Some(0));
    assert_has(&read.out, &["old   Reversi  two players  4 "]);
    assert_eq!(listing(&program.path("saves")), ["old.ron"]);
    let studied = run("library\npaste f5d6\nlibrary add this\nfind player=ann\n");
    assert_has(&studied.out, &["1 game in the library"]);
    let errors = studied.errors();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert_has(
        errors[0],
        &["library.db: the folder or the file can't be written"],
    );
    // Otherwise the folder can't be removed.
    allow(&folders, 0o755);
}

#[test]
fn a_write_that_a_limit_refuses_or_cuts_leaves_the_earlier_save() {
    for limit in [
        "ulimit -f 0",
        "ulimit -f 1",
        "trap '' XFSZ; ulimit -f 0",
        "trap '' XFSZ; ulimit -f 1",
    ] {
        let program = Program::new();
        program.succeed(&format!("{OPENING}E old\n"));
        let before = program.read("saves/old.ron");
        // A game between bots has the longest list of moves.
        let long = "seed 1\nN\nplayer black 1\nplayer white 1\n";
        let moves = program.succeed(&format!("{long}E long\nmoves\n"));
        let moves = format!("{}\n", moves.lines().last().unwrap());
        let needed = program.read("saves/long.ron").len();
        // Shells count in blocks of 512 or of 1024 bytes.
        let mut copy = Command::new("sh");
        copy.args([
            "-c",
            &format!("{limit}; head -c {needed} /dev/zero >copy.txt"),
        ]);
        if copy
            .current_dir(program.home.path())
            .stderr(Stdio::null())
            .status()
            .unwrap()
            .success()
        {
            println!("skipped: the shell's blocks are larger than a save of {needed} bytes");
            return;
        }
        let names = listing(&program.path("saves"));
        let run = program.run_script_under(limit, &format!("{long}E old\nE new\nmoves\n"));
        let lines = run.errors();
        assert_eq!((lines.len(), run.code), (2, Some(1)), "{lines:?}");
        for (line, path) in lines.iter().zip(["saves/old.ron", "saves/new.ron"]) {
            assert_has(line, &["can't write ", path, "file too large"]);
        }
        assert_eq!(program.read("saves/old.ron"), before);
        assert_eq!(
            listing(&program.path("saves")),
            names,
            "nothing half is left"
        );
        assert!(
            run.out.ends_with(&moves),
            "the session goes on: {}",
            run.out
        );
    }
}

#[test]
fn a_library_that_has_no_room_left_is_the_earlier_one() {
    for limit in ["ulimit -f 8", "trap '' XFSZ; ulimit -f 8"] {
        let program = Program::new();
        program.succeed("paste f5d6c3\nlibrary add this\ndrill tiger\n");
        let add = "paste f5f6e6\nlibrary add this\n";
        check_failure(&program.run_script_under(limit, add), "library.db: ");
        program.succeed("library check\n");
        assert_eq!(program.succeed("library\n").matches("f5").count(), 0);
        assert_has(&program.succeed(&format!("{add}library\n")), &["2 games"]);
    }
}
