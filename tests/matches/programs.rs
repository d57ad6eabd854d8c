//! Well-behaved programs: a script that plays the moves of a known game.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::Value;

use super::{moves, objects};

/// Writes an executable script. Returns the command that runs it.
pub(super) fn script(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    format!("'{}'", path.to_str().unwrap())
}

/// A game between two deterministic bots, with a pass by White: all moves, and Black's moves after the opening.
fn known_game() -> (String, Vec<String>) {
    for plies in 0..=4 {
        let text = plies.to_string();
        let arguments = ["level:2", "level:3", "--games", "80", "--plies", &text];
        let (games, _) = objects(&arguments);
        for game in games.iter().filter(|game| game["black"] == "level:2") {
            let (own, passes) = moves_of_black(moves(game), plies);
            if passes > 0 {
                return (moves(game).to_owned(), own);
            }
        }
    }
    panic!("no game with a pass of White");
}

/// The moves of Black after the opening, and the number of passes by White.
fn moves_of_black(moves: &str, plies: usize) -> (Vec<String>, usize) {
    use reversi::games::{Game, Player, Reversi};
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
fn replayed(protocol: &str, text: impl Fn(&str) -> String) -> (String, Value) {
    let (known, own) = known_game();
    let opening = opening_of(&known, &own);
    let folder = tempfile::tempdir().unwrap();
    let told = folder.path().join("told");
    let openings = folder.path().join("openings");
    fs::write(&openings, opening).unwrap();
    let header = format!("told='{}'\nset -- {}\n", told.display(), own.join(" "));
    let command = script(folder.path(), "fake", &(header.clone() + &text("f")));
    // Without an opening in the file, use the built-in opening without moves.
    let openings = openings.to_str().unwrap();
    let start: &[&str] =
        if opening.is_empty() { &["--plies", "0"] } else { &["--openings", openings] };
    let player = format!("fake={protocol}:{command}");
    let arguments = [&[&player, "level:3", "--games", "2", "--timeout", "5s"], start].concat();
    let (games, _) = objects(&arguments);
    assert_eq!(games[0]["end"], "played", "{}", games[0]);
    assert_eq!(moves(&games[0]), known, "the game is the same with a program");
    (fs::read_to_string(told).unwrap(), games[0].clone())
}

/// The part of a game before Black's moves `own`.
fn opening_of<'a>(known: &'a str, own: &[String]) -> &'a str {
    let plies = (0..=known.len() / 2).find(|&plies| moves_of_black(known, plies).0 == own);
    // The longest opening before a move of Black, or the start.
    &known[..2 * plies.unwrap()]
}

#[test]
fn a_game_against_a_gtp_program_is_played_as_against_a_bot() {
    let (told, game) = replayed("gtp", |_| {
        r#"while read -r id command rest; do
  echo "$command $rest" >> "$told"
  case $command in
    list_commands) printf '=%s set_game\nboardsize\ntime_left\n\n' "$id" ;;
    genmove) printf '=%s %s\n\n' "$id" "$1"; shift ;;
    # A program that passes by itself.
    play) case $rest in *pass) printf '?%s no\n\n' "$id" ;; *) printf '=%s\n\n' "$id" ;; esac ;;
    quit) exit ;;
    *) printf '# a comment?\n' > /dev/null; printf '=%s\r\n\n' "$id" ;;
  esac
done
"#
        .to_owned()
    });
    let lines: Vec<&str> = told.lines().map(str::trim).collect();
    assert_eq!(lines[..4], ["list_commands", "set_game Othello", "boardsize 8", "clear_board"]);
    assert!(lines.contains(&"play white pass"), "{told}");
    assert!(!told.contains("time_left"), "there is no clock");
    let first_game = lines[4..].iter().take_while(|line| **line != "clear_board");
    let told_moves = first_game.filter(|line| {
        line.starts_with("genmove black") || line.starts_with("play ") && !line.ends_with("pass")
    });
    let count = told_moves.count();
    assert_eq!(2 * count, moves(&game).len(), "each move is told or asked for once");
}

#[test]
fn a_game_against_an_nboard_program_is_played_as_against_a_bot() {
    let (told, game) = replayed("nboard@7", |_| {
        r#"while read -r line; do
  echo "$line" >> "$told"
  case $line in
    nboard*) echo "set myname fake"; echo "what is this?" ;;
    ping*) echo "pong ${line#ping }" ;;
    go) echo "status thinking"; echo "search f5 1.5 0 7"; echo "nodestats 1 0.1"
        echo "=== $1/-2.5/0.01"; echo status; shift ;;
  esac
done
"#
        .to_owned()
    });
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[..3], ["nboard 2", "ping 1", "set depth 7"]);
    assert!(lines[3].starts_with("set game (;GM[Othello]PC[reversi]PB[fake]PW[level:3]"), "{told}");
    assert!(lines.contains(&"move PA"), "{told}");
    let first_game = lines.iter().skip(4).take_while(|line| !line.starts_with("set game"));
    let told_moves = first_game.filter(|line| line.starts_with("move ") && **line != "move PA");
    assert_eq!(2 * told_moves.count(), moves(&game).len(), "every move is told, its own as well");
}

#[test]
fn programs_are_told_of_clocks() {
    let folder = tempfile::tempdir().unwrap();
    let told = folder.path().join("told");
    let text = format!(
        r#"while read -r id command rest; do
  echo "$command $rest" >> '{}'
  case $command in
    list_commands) printf '=%s time_settings\ntime_left\n\n' "$id" ;;
    genmove) printf '=%s resign\n\n' "$id" ;;
    *) printf '=%s\n\n' "$id" ;;
  esac
done
"#,
        told.display()
    );
    let command = script(folder.path(), "fake", &text);
    let told_with = |clock: &[&str]| {
        let _ = fs::remove_file(&told);
        let player = format!("gtp:{command}");
        let arguments =
            [&[&player, "level:1", "--games", "2", "--plies", "0", "--grace", "10s"], clock]
                .concat();
        let (games, last) = objects(&arguments);
        assert_eq!(games[0]["end"], "resigned", "{}", games[0]);
        assert_eq!((&last["lost"], &last["losses"][0]["resigned"]), (&2.into(), &2.into()));
        fs::read_to_string(&told).unwrap()
    };
    let text = told_with(&["--clock", "1m+2s"]);
    assert!(text.contains("time_settings 60 2 1\n"), "{text}");
    assert!(text.contains("time_left black 60 0\ngenmove black"), "{text}");
    let text = told_with(&["--clock", "90"]);
    assert!(text.contains("time_settings 90 0 0\n"), "{text}");
    // No more than the remaining time.
    let text = told_with(&["--clock", "1s+5s"]);
    assert!(text.contains("time_settings 1 0 0\n"), "{text}");
    assert!(text.contains("time_left black 1 0\ngenmove black"), "{text}");
    let text = told_with(&["--move-time", "1500ms"]);
    assert!(text.contains("time_settings 0 1 1\n"), "{text}");
    assert!(text.contains("time_left white 1 1\ngenmove white"), "{text}");
}
