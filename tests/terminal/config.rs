//! The configuration file at the prompt. `src/cli/config/tests.rs` tests its content and the order of the sources.

use std::fs;
use std::path::Path;

use super::home;
use super::screen::Terminal;
use super::support::assert_has;

/// Returns the screen at the start, and after a first command.
fn shown(home: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let mut terminal = Terminal::start(home, arguments, environment);
    terminal.wait_for_prompt();
    let start = terminal.contents();
    let begun = terminal.enter("against");
    terminal.quit();
    start + &begun
}

/// Returns the messages before the greeting, and checks that the prompt works.
fn said_before(home: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let shown = shown(home, arguments, environment);
    let (said, rest) = shown.split_once("reversi 0.").unwrap();
    assert_has(rest, &["You play Black", " 4           ○  ●"]);
    said.trim_end().to_owned()
}

#[test]
fn only_a_damaged_configuration_says_something_and_stays_as_it_is() {
    let home = home();
    let path = home.path().join("config.ron");
    assert_eq!(said_before(home.path(), &[], &[]), "");
    assert!(!path.exists());
    fs::write(&path, "(theme: \"color-blind\")").unwrap();
    assert_eq!(said_before(home.path(), &[], &[]), "");
    let start = format!("reversi: {}", path.display());
    let damaged = "(theme: \"pi\u{1b}[2Jnk\")";
    fs::write(&path, damaged).unwrap();
    let said = said_before(home.path(), &[], &[]);
    assert!(said.starts_with(&start) && !said.contains('\n'), "{said}");
    let reason = ":1:10: \"pi\\u{1b}[2Jnk\" is not a theme: use dark, light, ";
    assert_has(
        &said,
        &[
            reason,
            "left unchanged",
            "default settings",
            "(theme: \"light\")",
        ],
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), damaged);
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    let said = said_before(home.path(), &[], &[]);
    assert_has(&said, &[&start, "is not a file", "default settings"]);
}

#[test]
fn the_data_folder_of_the_command_line_has_no_configuration() {
    let (home, data) = (home(), home());
    fs::write(data.path().join("config.ron"), "damaged").unwrap();
    let arguments = ["--data-dir", data.path().to_str().unwrap()];
    assert_eq!(said_before(home.path(), &arguments, &[]), "");
    // Without `REVERSI_HOME`, it is in the user's configuration folder.
    let folder = home.path().join("reversi");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("config.ron"), "damaged").unwrap();
    let variable = [("XDG_CONFIG_HOME", home.path().to_str().unwrap())];
    if cfg!(target_os = "linux") {
        let said = said_before(Path::new(""), &arguments, &variable);
        assert_has(&said, &["/reversi/config.ron:1:1: "]);
    }
}

#[test]
fn options_override_variables_which_override_the_file() {
    let home = home();
    let file = "(level: 2, names: (\"ANN\", \"BOB\"), icons: ('X', 'O'), game: \"c4\")";
    fs::write(home.path().join("config.ron"), file).unwrap();
    let variables = [
        ("REVERSI_GAME", "reversi"),
        ("REVERSI_LEVEL", "3"),
        ("REVERSI_NAMES", "CAT DAN"),
        ("REVERSI_ICONS", "Y Z"),
        ("REVERSI_THEME", "pink"),
    ];
    let options = [
        "-g", "gravity", "--level", "1", "--names", "E", "F", "--icons", "a", "b",
    ];
    let theme = ["--theme", "Dark"];
    let unknown = "REVERSI_THEME: \"pink\" is not a theme: use dark, light, ";
    for (arguments, environment, parts) in [
        (
            &[][..],
            &[][..],
            &["Connect Four", "against a bot (level 2)", "X 0   O 0"][..],
        ),
        (
            &[],
            &variables,
            &[unknown, "to play CAT against a bot (level 3)", "Y 2   Z 2"],
        ),
        (
            &options,
            &variables,
            &["Gravity", "to play E against a beginner", "a 0   b 0"],
        ),
    ] {
        assert_has(&shown(home.path(), arguments, environment), parts);
    }
    // What is overridden is not read.
    assert!(!shown(home.path(), &theme, &variables).contains("REVERSI_THEME"));
    // A level that the game lacks becomes its highest.
    fs::write(home.path().join("config.ron"), "(level: 20)").unwrap();
    assert_has(
        &shown(home.path(), &["-g", "c4"], &[]),
        &["against a bot (level 10)"],
    );
}

#[test]
fn files_of_keys_and_themes_are_read_and_their_mistakes_reported() {
    let home = home();
    let write = |name: &str, text: &str| fs::write(home.path().join(name), text).unwrap();
    fs::create_dir(home.path().join("themes")).unwrap();
    write("themes/ocean.ron", "(background: \"#001020\")");
    write("keys.ron", "(hint: \"Ctrl-T\")");
    assert_eq!(said_before(home.path(), &["--theme", "Ocean"], &[]), "");
    let shown = shown(home.path(), &[], &[("REVERSI_THEME", "ocean")]);
    assert!(!shown.contains("is not a theme"), "{shown}");
    let mut terminal = Terminal::start(home.path(), &[], &[]);
    terminal.wait_for_prompt();
    assert_has(&terminal.enter("theme ocean"), &["Theme: ocean."]);
    let others = "use ocean, dark, light, high-contrast, color-blind or";
    assert_has(&terminal.enter("theme pink"), &[others]);
    terminal.see_row("theme oc\t", "reversi ? > theme ocean", "");
    drop(terminal);
    write("keys.ron", "(\n  hnit: \"x\",\n)");
    write("themes/ocean.ron", "(\n  text: \"red\",\n)");
    let said = said_before(home.path(), &[], &[]);
    let expected = [
        "themes/ocean.ron:2:9: \"red\" is not a color",
        "keys.ron:2:3: unknown action hnit: did you mean hint?",
    ];
    assert_has(&said, &expected);
}
