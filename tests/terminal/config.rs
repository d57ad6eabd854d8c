//! The configuration file at the prompt. A damaged one is reported and not changed.

use std::fs;
use std::path::Path;

use super::home;
use super::screen::{Terminal, assert_has};

/// Returns the messages before the greeting, and checks that the prompt works.
fn said_before(home: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let mut terminal = Terminal::start(home, arguments, environment);
    terminal.wait_for_prompt();
    let start = terminal.contents();
    assert!(terminal.enter("N").contains(" 4           ○  ●"), "{}", terminal.contents());
    terminal.quit();
    start.split_once("reversi 0.").unwrap().0.trim_end().to_owned()
}

#[test]
fn a_good_configuration_or_none_says_nothing() {
    let home = home();
    assert_eq!(said_before(home.path(), &[], &[]), "");
    assert!(!home.path().join("config.ron").exists());
    fs::write(home.path().join("config.ron"), "(theme: \"color-blind\")").unwrap();
    assert_eq!(said_before(home.path(), &[], &[]), "");
}

#[test]
fn a_damaged_configuration_is_one_line_and_stays_as_it_is() {
    let home = home();
    let path = home.path().join("config.ron");
    let start = format!("reversi: {}", path.display());
    for (content, place, reason) in [
        (
            "(theme: \"pi\u{1b}[2Jnk\")",
            ":1:10: ",
            "\"pi\\u{1b}[2Jnk\" is not a theme: use dark, light, ",
        ),
        ("(\n  them: \"dark\",\n)", ":2:3: ", "unknown field them: use game, level, "),
        ("(theme: light)", ":1:8: ", "expected text in quotes"),
        ("theme = light", ":1:1: ", "expected an opening ("),
    ] {
        fs::write(&path, content).unwrap();
        let said = said_before(home.path(), &[], &[]);
        assert!(said.starts_with(&start) && !said.contains('\n'), "{said}");
        assert_has(
            &said,
            &[place, reason, "left unchanged", "default settings", "(theme: \"light\")"],
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
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
        assert!(said.contains("/reversi/config.ron:1:1: "), "{said}");
    }
}

#[test]
fn an_unknown_theme_in_the_environment_is_reported_unless_it_is_overridden() {
    let home = home();
    let variable = [("REVERSI_THEME", "pink")];
    let said = said_before(home.path(), &[], &variable);
    assert_has(&said, &["REVERSI_THEME: ", "\"pink\" is not a theme: use dark, light, "]);
    assert_eq!(said_before(home.path(), &["--theme", "Dark"], &variable), "");
    assert_eq!(said_before(home.path(), &[], &[("REVERSI_THEME", "Mono")]), "");
}

/// Returns the screen at the start, and after a first command.
fn shown(home: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let mut terminal = Terminal::start(home, arguments, environment);
    terminal.wait_for_prompt();
    let start = terminal.contents();
    let begun = terminal.enter("against");
    terminal.quit();
    start + &begun
}

#[test]
fn options_override_variables_which_override_the_file() {
    let home = home();
    let file = "(level: 2, names: (\"ANN\", \"BOB\"), icons: ('X', 'O'), game: \"c4\")";
    fs::write(home.path().join("config.ron"), file).unwrap();
    let of_file = shown(home.path(), &[], &[]);
    assert_has(&of_file, &["Connect Four", "against a bot (level 2)", "X 0   O 0"]);
    let variables = [
        ("REVERSI_GAME", "reversi"),
        ("REVERSI_LEVEL", "3"),
        ("REVERSI_NAMES", "CAT DAN"),
        ("REVERSI_ICONS", "Y Z"),
    ];
    let of_variables = shown(home.path(), &[], &variables);
    assert_has(&of_variables, &["to play CAT against a bot (level 3)", "Y 2   Z 2"]);
    let options = ["-g", "gravity", "--level", "1", "--names", "E", "F", "--icons", "a", "b"];
    let of_options = shown(home.path(), &options, &variables);
    assert_has(&of_options, &["Gravity", "to play E against a beginner", "a 0   b 0"]);
    // A level that the game lacks becomes its highest.
    fs::write(home.path().join("config.ron"), "(level: 20)").unwrap();
    assert_has(&shown(home.path(), &["-g", "c4"], &[]), &["against a bot (level 10)"]);
}
