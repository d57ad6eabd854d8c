//! Tests of GTP: whole games, passes, clocks and errors.

use std::time::Duration;

use super::*;
use crate::players::Thinker;
use crate::protocols::dialog::{options, say};

fn gtp(level: &str) -> Gtp {
    Gtp::new(&options(Some(level.parse().unwrap())))
}

#[test]
fn numbers_comments_and_control_characters_are_read_as_specified() {
    let mut gtp = gtp("1");
    assert_eq!(
        say(
            &mut gtp,
            "1 protocol_version\n\n   \n# a comment\n\u{7}na\u{1}me # of it\r\n007\tversion\n"
        ),
        format!(
            "=1 2\n\n= Reversi\n\n=007 {}\n\n",
            env!("CARGO_PKG_VERSION")
        )
    );
    assert_eq!(
        say(&mut gtp, "12 foo bar\nfoo\n3\n\u{fffd}"),
        "?12 unknown command\n\n? unknown command\n\n?3 unknown command\n\n? unknown command\n\n"
    );
    assert_eq!(
        gtp.too_long().text,
        "? syntax error: the line is longer than 65536 bytes\n\n"
    );
    assert_eq!(
        say(&mut gtp, "known_command play\nknown_command foo\n"),
        "= true\n\n= false\n\n"
    );
    let list = say(&mut gtp, "list_commands");
    assert!(list.starts_with("= protocol_version\nname\n") && list.ends_with("\n\n"));
    for (name, _) in COMMANDS {
        assert!(list.contains(&format!("{name}\n")));
        assert_eq!(COMMANDS.iter().filter(|other| other.0 == *name).count(), 1);
    }
}

#[test]
fn what_is_wrong_is_said_in_the_words_of_the_specification_and_changes_nothing() {
    let mut gtp = gtp("1");
    for (line, answer) in [
        ("boardsize 8", "="),
        ("boardsize 19", "? unacceptable size"),
        ("boardsize", "? syntax error: usage: boardsize SIZE"),
        ("boardsize eight", "? syntax error: usage: boardsize SIZE"),
        ("komi 6.5", "="),
        ("komi x", "? syntax error: usage: komi NUMBER"),
        ("set_game Othello", "="),
        ("set_game Go", "? unsupported game: Reversi plays Othello"),
        ("list_games", "= Othello"),
        ("play b d3", "="),
        ("play b c3", "? illegal move: it is white's turn"),
        ("play w d3", "? illegal move"),
        ("play w pass", "? illegal move"),
        ("play w i9", "? syntax error: usage: play COLOR VERTEX"),
        ("play w 3,3", "? syntax error: usage: play COLOR VERTEX"),
        ("play red c3", "? syntax error: usage: play COLOR VERTEX"),
        ("play w", "? syntax error: usage: play COLOR VERTEX"),
        ("genmove b", "? illegal move: it is white's turn"),
        ("genmove", "? syntax error: usage: genmove COLOR"),
        ("WHITE", "? unknown command"),
        ("play WHITE C3", "="),
        ("gg-undo 3", "? cannot undo"),
        ("undo", "="),
        ("undo", "="),
        ("undo", "? cannot undo"),
        ("gogui-play_sequence b d3 w c3 b a1", "? illegal move"),
        (
            "gogui-play_sequence b d3 w",
            "? syntax error: usage: gogui-play_sequence COLOR VERTEX ...",
        ),
        ("gogui-play_sequence b d3 w c3", "="),
        ("gg-undo 2", "="),
        ("final_score", "? cannot score: the game is not over"),
        (
            "time_settings 60 0",
            "? syntax error: usage: time_settings MAIN PERIOD MOVES",
        ),
        (
            "time_settings -1 0 0",
            "? syntax error: usage: time_settings MAIN PERIOD MOVES",
        ),
        (
            "time_settings 1e300 0 0",
            "? syntax error: usage: time_settings MAIN PERIOD MOVES",
        ),
        ("time_settings 60 0 0", "="),
        ("time_left b 10 0", "="),
        ("time_left b -3 0", "="),
        ("time_settings 0 1 0", "="),
        ("level", "= 1"),
        ("level depth:4", "="),
        ("level", "= depth:4"),
        ("level AUTO2", "="),
        ("level", "= auto2"),
        (
            "level 0",
            "? syntax error: no level \"0\": use 1 to 20, auto1 to auto3, a depth (depth:12), a time per move (2s), or a rating of 100 or more",
        ),
    ] {
        assert_eq!(say(&mut gtp, line), format!("{answer}\n\n"), "{line}");
    }
    assert_eq!(
        say(&mut gtp, "showboard"),
        "=\n   A B C D E F G H\n 1 . . . . . . . . 1\n 2 . . . . . . . . 2\n 3 . . . . . . . . 3\n \
         4 . . . O X . . . 4\n 5 . . . X O . . . 5\n 6 . . . . . . . . 6\n 7 . . . . . . . . 7\n \
         8 . . . . . . . . 8\n   A B C D E F G H\nX black 2, O white 2; black to move\n\n"
    );
}

/// The program plays both sides of a game until both pass.
#[test]
fn a_whole_game_with_passes_is_played_and_taken_back() {
    for level in ["depth:4", "2", "7"] {
        let (mut black, mut white) = (gtp(level), gtp("1"));
        let mut passes = 0;
        let mut moves = 0;
        let mut player = Player::Black;
        loop {
            let (own, other) = if player == Player::Black {
                (&mut black, &mut white)
            } else {
                (&mut white, &mut black)
            };
            let answer = say(own, &format!("genmove {player}"));
            let name = answer.strip_prefix("= ").unwrap().trim_end().to_owned();
            if own.history.to_move().is_none() && name == "pass" {
                break;
            }
            assert_eq!(say(other, &format!("play {player} {name}")), "=\n\n");
            passes += usize::from(name == "pass");
            moves += 1;
            player = player.opponent();
        }
        assert!(moves > 20, "{moves} plies, {passes} of them passes");
        assert_eq!(say(&mut black, "showboard"), say(&mut white, "showboard"));
        assert!(say(&mut black, "showboard").contains("the game is over"));
        let score = say(&mut white, "final_score");
        assert!(score.starts_with("= B+") || score.starts_with("= W+") || score == "= 0\n\n");
        assert_eq!(
            say(&mut black, "genmove b\ngenmove w"),
            "= pass\n\n= pass\n\n"
        );
        assert_eq!(say(&mut black, &format!("gg-undo {moves}")), "=\n\n");
        assert_eq!(say(&mut black, "undo"), "? cannot undo\n\n");
    }
}

/// The example game in the rules has ten passes.
#[test]
fn passes_may_be_said_or_left_out() {
    let example = &crate::games::reversi::INFO.example;
    let mut start = gtp("1");
    let moves = example.moves.split_whitespace();
    let moves: Vec<Move> = moves
        .map(|name| start.history.game().parse_move(name).unwrap())
        .collect();
    let line = start.history.with_passes(moves);
    let mut unsaid = gtp("1");
    let mut player = Player::Black;
    let mut passes = 0;
    for mv in line {
        let name = vertex(start.history.game(), mv);
        // The engine also passes when it is told to move.
        if mv.is_none() {
            assert_eq!(say(&mut start, "gogui-rules_legal_moves"), "= pass\n\n");
            assert_eq!(
                say(&mut start, &format!("reg_genmove {player}")),
                "= pass\n\n"
            );
            assert_eq!(say(&mut start, &format!("genmove {player}")), "= pass\n\n");
            passes += 1;
        } else {
            assert_eq!(say(&mut start, &format!("play {player} {name}")), "=\n\n");
            assert_eq!(say(&mut unsaid, &format!("play {player} {name}")), "=\n\n");
        }
        player = player.opponent();
    }
    assert!(passes > 5);
    assert_eq!(say(&mut start, "showboard"), say(&mut unsaid, "showboard"));
    let rows: Vec<String> = example
        .board
        .iter()
        .rev()
        .map(|row| {
            let cells = row.chars().map(|cell| match cell {
                'B' => "X",
                'W' => "O",
                _ => ".",
            });
            cells.collect::<Vec<_>>().join(" ")
        })
        .collect();
    assert_eq!(
        say(&mut start, "gogui-rules_board"),
        format!("=\n{}\n\n", rows.join("\n"))
    );
    assert_eq!(
        say(&mut start, "gogui-rules_final_result"),
        "= Black wins by 62\n\n"
    );
    assert_eq!(say(&mut start, "gogui-rules_legal_moves"), "=\n\n");
    // Undoing a move also undoes an implicit pass before it.
    for _ in example.moves.split_whitespace() {
        assert_eq!(say(&mut unsaid, "undo"), "=\n\n");
    }
    assert_eq!(say(&mut unsaid, "undo"), "? cannot undo\n\n");
}

#[test]
fn a_clock_limits_the_search_and_reg_genmove_changes_nothing() {
    let mut gtp = Gtp::new(&options(None));
    let answer = say(
        &mut gtp,
        "time_settings 1 0 0\nreg_genmove b\ntime_left b 0.001 0\ngenmove b\n",
    );
    assert_eq!(answer.matches("= ").count(), 2, "{answer}");
    assert_eq!(gtp.history.positions().len(), 2);
    let search = gtp.search(Player::White, Instant::now());
    let Thinker::Engine {
        limits,
        memory: Memory::Keep,
        ..
    } = search.request.thinker
    else {
        panic!("{search:?}")
    };
    assert!(limits.time.unwrap() < Duration::from_secs(1));
    assert!(search.deadline.is_some());
}

#[test]
fn a_game_is_loaded_up_to_a_ply_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    let name = file.to_str().unwrap();
    let mut gtp = gtp("1");
    say(&mut gtp, "play b d3");
    let before = say(&mut gtp, "showboard");
    for (line, answer) in [
        (
            "loadsgf".to_owned(),
            "? syntax error: usage: loadsgf FILE [MOVE]",
        ),
        (
            format!("loadsgf {name} x"),
            "? syntax error: usage: loadsgf FILE [MOVE]",
        ),
        (format!("loadsgf {name}"), "? cannot load file: "),
        (
            format!("loadsgf {}", folder.path().display()),
            "? cannot load file: not a regular file",
        ),
        (
            "loadsgf /dev/zero".to_owned(),
            "? cannot load file: not a regular file",
        ),
    ] {
        assert!(say(&mut gtp, &line).starts_with(answer), "{line}");
    }
    std::fs::write(&file, "no game").unwrap();
    assert!(say(&mut gtp, &format!("loadsgf {name}")).starts_with("? cannot load file: "));
    assert_eq!(say(&mut gtp, "showboard"), before);
    let text = "(;FF[4]GM[2]SZ[8];B[f5];W[d6];B[c3];W[d3])";
    std::fs::write(&file, text).unwrap();
    assert_eq!(say(&mut gtp, &format!("loadsgf {name}")), "=\n\n");
    let loaded = say(&mut gtp, "showboard");
    let same = "clear_board\ngogui-play_sequence b f5 w d6 b c3 w d3\nshowboard";
    assert_eq!(say(&mut gtp, same), format!("=\n\n=\n\n{loaded}"));
    assert_eq!(say(&mut gtp, &format!("loadsgf {name} 3")), "=\n\n");
    let same = "clear_board\ngogui-play_sequence b f5 w d6\nshowboard";
    let third = say(&mut gtp, "showboard");
    assert_eq!(say(&mut gtp, same), format!("=\n\n=\n\n{third}"));
}
