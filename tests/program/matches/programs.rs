//! Well-behaved programs: a script that plays the moves of a known game.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::LazyLock;

use reversi::games::{Game, Player, Reversi};
use serde_json::Value;

use super::{moves, objects};
use crate::support::{Program, assert_has};

/// Writes an executable script. Returns its path.
pub(super) fn script(folder: &Program, name: &str, text: &str) -> String {
    let path = folder.write(name, format!("#!/bin/sh\n{text}"));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// The text of a GTP program with some commands, as cases of the shell. It accepts all others.
pub(super) fn gtp_script(commands: &str) -> String {
    format!(
        r#"while read -r id command rest; do
  [ -z "$told" ] || echo "$command $rest" >> "$told"
  case $command in
    {commands}
    quit) exit ;;
    *) printf '=%s\n\n' "$id" ;;
  esac
done
"#
    )
}

/// A game between two deterministic bots, with a pass by White: its opening, all moves, and Black's moves after the
/// opening.
static KNOWN: LazyLock<(String, String, Vec<String>)> = LazyLock::new(|| {
    for plies in 0..=4 {
        let line = format!("level:2 level:3 --games 80 --plies {plies}");
        let (games, _) = objects(&Program::new(), &line);
        for game in games.iter().filter(|game| game["black"] == "level:2") {
            let (own, passes) = moves_of_black(moves(game), plies);
            if passes > 0 {
                return (
                    moves(game)[..2 * plies].to_owned(),
                    moves(game).to_owned(),
                    own,
                );
            }
        }
    }
    panic!("no game with a pass of White");
});

/// The moves of Black after the opening, and the number of passes by White.
fn moves_of_black(moves: &str, plies: usize) -> (Vec<String>, usize) {
    let mut game = Reversi::new(Player::Black);
    let (mut own, mut passes) = (Vec::new(), 0);
    for (index, name) in moves.as_bytes().chunks(2).enumerate() {
        let name = std::str::from_utf8(name).unwrap();
        if index >= plies && game.turn() == Some(Player::Black) {
            own.push(name.to_owned());
        }
        let played = game.play(game.parse_move(name).unwrap()).unwrap();
        passes += usize::from(played.passed == Some(Player::White));
    }
    (own, passes)
}

/// Plays the known game with a script as Black. Returns the input of the script.
fn replayed(protocol: &str, text: &str) -> (String, Value) {
    let (opening, known, own) = &*KNOWN;
    let folder = Program::new();
    let told = folder.file("told");
    folder.write("openings", opening);
    let header = format!("told='{told}'\nset -- {}\n", own.join(" "));
    let player = script(&folder, "fake", &(header + text));
    // Without an opening in the file, use the built-in opening without moves.
    let start = if opening.is_empty() {
        "--plies 0"
    } else {
        "--openings openings"
    };
    let line = format!("fake={protocol}:{player} level:3 --games 2 --timeout 5s {start}");
    let (games, _) = objects(&folder, &line);
    assert_eq!(games[0]["end"], "played", "{}", games[0]);
    assert_eq!(
        moves(&games[0]),
        *known,
        "the game is the same with a program"
    );
    (folder.read_text("told"), games[0].clone())
}

#[test]
fn a_game_against_a_gtp_program_is_played_as_against_a_bot() {
    let text = gtp_script(
        r#"list_commands) printf '=%s set_game\nboardsize\ntime_left\n\n' "$id" ;;
    genmove) printf '=%s %s\n\n' "$id" "$1"; shift ;;
    # A program that passes by itself.
    play) case $rest in *pass) printf '?%s no\n\n' "$id" ;; *) printf '=%s\n\n' "$id" ;; esac ;;
    set_game) printf '# a comment?\n' > /dev/null; printf '=%s\r\n\n' "$id" ;;"#,
    );
    let (told, game) = replayed("gtp", &text);
    let lines: Vec<&str> = told.lines().map(str::trim).collect();
    assert_eq!(
        lines[..4],
        [
            "list_commands",
            "set_game Othello",
            "boardsize 8",
            "clear_board"
        ]
    );
    assert!(lines.contains(&"play white pass"), "{told}");
    assert!(!told.contains("time_left"), "there is no clock");
    let first_game = lines[4..].iter().take_while(|line| **line != "clear_board");
    let told_moves = first_game.filter(|line| {
        line.starts_with("genmove black") || line.starts_with("play ") && !line.ends_with("pass")
    });
    let count = told_moves.count();
    assert_eq!(
        2 * count,
        moves(&game).len(),
        "each move is told or asked for once"
    );
}

#[test]
fn a_game_against_an_nboard_program_is_played_as_against_a_bot() {
    let text = r#"while read -r line; do
  echo "$line" >> "$told"
  case $line in
    nboard*) echo "set myname fake"; echo "what is this?" ;;
    ping*) echo "pong ${line#ping }" ;;
    go) echo "status thinking"; echo "search f5 1.5 0 7"; echo "nodestats 1 0.1"
        echo "=== $1/-2.5/0.01"; echo status; shift ;;
  esac
done
"#;
    let (told, game) = replayed("nboard@7", text);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[..3], ["nboard 2", "ping 1", "set depth 7"]);
    assert!(
        lines[3].starts_with("set game (;GM[Othello]PC[reversi]PB[fake]PW[level:3]"),
        "{told}"
    );
    assert!(lines.contains(&"move PA"), "{told}");
    let first_game = lines
        .iter()
        .skip(4)
        .take_while(|line| !line.starts_with("set game"));
    let told_moves = first_game.filter(|line| line.starts_with("move ") && **line != "move PA");
    assert_eq!(
        2 * told_moves.count(),
        moves(&game).len(),
        "every move is told, its own as well"
    );
}

#[test]
fn programs_are_told_of_clocks() {
    let folder = Program::new();
    let text = gtp_script(
        r#"list_commands) printf '=%s time_settings\ntime_left\n\n' "$id" ;;
    genmove) printf '=%s resign\n\n' "$id" ;;"#,
    );
    let player = script(
        &folder,
        "fake",
        &format!("told='{}'\n{text}", folder.file("told")),
    );
    for (clock, settings, left) in [
        (
            "--clock 1m+2s",
            "time_settings 60 2 1\n",
            "time_left black 60 0\ngenmove black",
        ),
        ("--clock 90", "time_settings 90 0 0\n", ""),
        // No more than the remaining time.
        (
            "--clock 1s+5s",
            "time_settings 1 0 0\n",
            "time_left black 1 0\ngenmove black",
        ),
        (
            "--move-time 1500ms",
            "time_settings 0 1 1\n",
            "time_left white 1 1\ngenmove white",
        ),
    ] {
        let _ = fs::remove_file(folder.path("told"));
        let line = format!("gtp:{player} level:1 --games 2 --plies 0 --grace 10s {clock}");
        let (games, last) = objects(&folder, &line);
        assert_eq!(games[0]["end"], "resigned", "{}", games[0]);
        assert_eq!(
            (&last["lost"], &last["losses"][0]["resigned"]),
            (&2.into(), &2.into())
        );
        assert_has(&folder.read_text("told"), &[settings, left]);
    }
}
