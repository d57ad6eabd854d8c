//! The table of GTP commands, and their implementations.

use std::path::Path;
use std::time::{Duration, Instant};

use super::{Gtp, GtpError, GtpReply, Pending, rules};
use crate::base::files;
use crate::base::text::printable;
use crate::games::{Game, Move, Player};
use crate::players::Level;
use crate::protocols::history::History;
use crate::protocols::parse_vertex;
use crate::records::{Format, MoveError, read};

/// A command by its name.
pub type GtpCommand = (
    &'static str,
    fn(&mut Gtp, &[&str], Instant) -> Result<GtpReply, GtpError>,
);

const NAME: &str = "Reversi";

const GAME: &str = "Othello";

const OTHER_NAME: &str = "Reversi";

const MAX_SGF_BYTES: u64 = 1 << 24;

/// Ten years.
const MAX_SECONDS: f64 = 315_360_000.0;

pub const COMMANDS: &[GtpCommand] = &[
    ("protocol_version", |_, _, _| text("2")),
    ("name", |_, _, _| text(NAME)),
    ("version", |_, _, _| text(env!("CARGO_PKG_VERSION"))),
    ("known_command", known_command),
    ("list_commands", |_, _, _| list_commands()),
    ("help", |_, _, _| list_commands()),
    ("quit", |_, _, _| Ok(GtpReply::Quit)),
    ("list_games", |_, _, _| text(GAME)),
    ("set_game", set_game),
    ("boardsize", boardsize),
    ("query_boardsize", |_, _, _| text("8")),
    ("clear_board", |gtp, _, _| {
        gtp.history = Gtp::start();
        gtp.time.restart();
        done()
    }),
    ("komi", komi),
    ("loadsgf", loadsgf),
    ("play", play),
    ("gogui-play_sequence", play_sequence),
    ("genmove", |gtp, arguments, at| {
        generate(gtp, arguments, at, true)
    }),
    ("reg_genmove", |gtp, arguments, at| {
        generate(gtp, arguments, at, false)
    }),
    ("undo", |gtp, _, _| undo(gtp, 1)),
    ("gg-undo", |gtp, arguments, _| match arguments {
        [] => undo(gtp, 1),
        [count, ..] => undo(gtp, number(count, "usage: gg-undo [MOVES]")?),
    }),
    ("time_settings", time_settings),
    ("time_left", time_left),
    ("level", level),
    ("final_score", |gtp, _, _| {
        rules::result(gtp.history.game())
            .map(GtpReply::Text)
            .ok_or(GtpError::NotOver)
    }),
    ("showboard", |gtp, _, _| {
        Ok(GtpReply::Text(rules::board(&gtp.history)))
    }),
    ("gogui-rules_game_id", |_, _, _| text(GAME)),
    ("gogui-rules_board_size", |_, _, _| text("8")),
    ("gogui-rules_board", |gtp, _, _| {
        Ok(GtpReply::Text(rules::cells_from_the_bottom(
            gtp.history.game(),
        )))
    }),
    ("gogui-rules_side_to_move", |gtp, _, _| {
        text(&gtp.history.to_move().unwrap_or_default().to_string())
    }),
    ("gogui-rules_legal_moves", |gtp, _, _| {
        Ok(GtpReply::Text(rules::legal_moves(&gtp.history)))
    }),
    ("gogui-rules_final_result", |gtp, _, _| {
        Ok(GtpReply::Text(rules::result_in_words(gtp.history.game())))
    }),
    ("gogui-analyze_commands", |_, _, _| {
        text(rules::ANALYZE_COMMANDS)
    }),
    // Clients check for this command to see whether "# interrupt" is supported.
    ("gogui-interrupt", |_, _, _| done()),
];

#[expect(clippy::unnecessary_wraps, reason = "as all commands answer")]
fn text(text: &str) -> Result<GtpReply, GtpError> {
    Ok(GtpReply::Text(text.to_owned()))
}

fn done() -> Result<GtpReply, GtpError> {
    text("")
}

fn known_command(_: &mut Gtp, arguments: &[&str], _: Instant) -> Result<GtpReply, GtpError> {
    let [name] = arguments else {
        return Err(GtpError::Syntax("usage: known_command NAME"));
    };
    text(if COMMANDS.iter().any(|(known, _)| known == name) {
        "true"
    } else {
        "false"
    })
}

fn list_commands() -> Result<GtpReply, GtpError> {
    let names: Vec<&str> = COMMANDS.iter().map(|(name, _)| *name).collect();
    text(&names.join("\n"))
}

fn set_game(_: &mut Gtp, arguments: &[&str], _: Instant) -> Result<GtpReply, GtpError> {
    let [name] = arguments else {
        return Err(GtpError::Syntax("usage: set_game NAME"));
    };
    if [GAME, OTHER_NAME]
        .iter()
        .any(|known| known.eq_ignore_ascii_case(name))
    {
        done()
    } else {
        Err(GtpError::UnsupportedGame(NAME))
    }
}

fn boardsize(gtp: &mut Gtp, arguments: &[&str], _: Instant) -> Result<GtpReply, GtpError> {
    // Quarry also sends the rows if they differ from the columns.
    let sizes: Vec<u32> = arguments
        .iter()
        .map(|word| number(word, "usage: boardsize SIZE"))
        .collect::<Result<_, _>>()?;
    match sizes[..] {
        [8] | [8, 8] => {
            gtp.history = Gtp::start();
            done()
        }
        [_] | [_, _] => Err(GtpError::UnacceptableSize),
        _ => Err(GtpError::Syntax("usage: boardsize SIZE")),
    }
}

fn komi(_: &mut Gtp, arguments: &[&str], _: Instant) -> Result<GtpReply, GtpError> {
    let komi = match arguments {
        [komi] => komi.parse::<f64>().ok().filter(|komi| komi.is_finite()),
        _ => None,
    };
    // Othello has no komi.
    komi.map_or(Err(GtpError::Syntax("usage: komi NUMBER")), |_| done())
}

/// Loads the first game of a file: its last position, or the one before a given move.
fn loadsgf(gtp: &mut Gtp, arguments: &[&str], _: Instant) -> Result<GtpReply, GtpError> {
    const USAGE: &str = "usage: loadsgf FILE [MOVE]";
    let (name, before) = match arguments {
        [name] => (name, None),
        [name, number] => (name, Some(self::number(number, USAGE)?)),
        _ => return Err(GtpError::Syntax(USAGE)),
    };
    let cannot_load = |reason: String| GtpError::CannotLoad(printable(&reason).to_string());
    let bytes = files::read(Path::new(name), MAX_SGF_BYTES);
    let bytes = bytes.map_err(|error| cannot_load(error.to_string()))?;
    let record = match read(Format::Sgf, &*bytes).next() {
        Some(Ok(entry)) => entry.record,
        Some(Err(error)) => return Err(cannot_load(error.to_string())),
        None => return Err(cannot_load("no game in the file".to_owned())),
    };
    let mut history =
        History::from_record(&record).map_err(|error| cannot_load(error.to_string()))?;
    if let Some(before) = before {
        // Moves count from 1, including passes.
        let kept = usize::try_from(before.max(1)).unwrap_or(usize::MAX);
        while history.positions().len() > kept && history.undo() {}
    }
    gtp.history = history;
    done()
}

fn play(gtp: &mut Gtp, arguments: &[&str], _: Instant) -> Result<GtpReply, GtpError> {
    const USAGE: &str = "usage: play COLOR VERTEX";
    let [color, vertex] = arguments else {
        return Err(GtpError::Syntax(USAGE));
    };
    let player = player(color, USAGE)?;
    let mv = ply(gtp.history.game(), vertex, USAGE)?;
    gtp.history.play_as(player, mv)?;
    done()
}

/// Plays all moves, or none if one is illegal.
fn play_sequence(gtp: &mut Gtp, arguments: &[&str], _: Instant) -> Result<GtpReply, GtpError> {
    const USAGE: &str = "usage: gogui-play_sequence COLOR VERTEX ...";
    let mut history = gtp.history.clone();
    for pair in arguments.chunks(2) {
        let [color, vertex] = pair else {
            return Err(GtpError::Syntax(USAGE));
        };
        let player = player(color, USAGE)?;
        let mv = ply(history.game(), vertex, USAGE)?;
        history.play_as(player, mv)?;
    }
    gtp.history = history;
    done()
}

fn generate(
    gtp: &mut Gtp,
    arguments: &[&str],
    since: Instant,
    is_played: bool,
) -> Result<GtpReply, GtpError> {
    const USAGE: &str = "usage: genmove COLOR";
    let [color] = arguments else {
        return Err(GtpError::Syntax(USAGE));
    };
    let player = player(color, USAGE)?;
    let pass = || text("pass");
    match gtp.history.to_move() {
        None => pass(),
        Some(turn) if gtp.history.last().is_pass() && turn == player => {
            if is_played {
                gtp.history.play_as(player, None)?;
            }
            pass()
        }
        Some(turn) if turn != player && !gtp.history.last().is_pass() => {
            Err(MoveError::NotTheirTurn(turn).into())
        }
        Some(_) => {
            let search = Box::new(gtp.search(player, since));
            Ok(GtpReply::Move(
                search,
                Pending {
                    player,
                    is_played,
                    since,
                },
            ))
        }
    }
}

/// Undoes `count` moves, or none if there are fewer.
fn undo(gtp: &mut Gtp, count: u32) -> Result<GtpReply, GtpError> {
    let mut history = gtp.history.clone();
    for _ in 0..count {
        if !history.undo() {
            return Err(GtpError::CannotUndo);
        }
    }
    gtp.history = history;
    done()
}

fn time_settings(gtp: &mut Gtp, arguments: &[&str], _: Instant) -> Result<GtpReply, GtpError> {
    const USAGE: &str = "usage: time_settings MAIN PERIOD MOVES";
    let [main, period, moves] = arguments else {
        return Err(GtpError::Syntax(USAGE));
    };
    let [main, period] = [seconds(main, USAGE)?, seconds(period, USAGE)?];
    gtp.time.set(main, period, number(moves, USAGE)?);
    done()
}

fn time_left(gtp: &mut Gtp, arguments: &[&str], _: Instant) -> Result<GtpReply, GtpError> {
    const USAGE: &str = "usage: time_left COLOR TIME MOVES";
    let [color, time, moves] = arguments else {
        return Err(GtpError::Syntax(USAGE));
    };
    let player = player(color, USAGE)?;
    // A clock that has run out may be negative.
    let time = seconds(time.strip_prefix('-').map_or(*time, |_| "0"), USAGE)?;
    gtp.time.set_left(player, time, number(moves, USAGE)?);
    done()
}

fn level(gtp: &mut Gtp, arguments: &[&str], _: Instant) -> Result<GtpReply, GtpError> {
    match arguments {
        [] => Ok(GtpReply::Text(
            gtp.options
                .level
                .map_or_else(|| "auto".to_owned(), |level| level.to_string()),
        )),
        ["auto"] => {
            gtp.options.level = None;
            done()
        }
        [word] => {
            gtp.options.level = Some(word.parse::<Level>()?);
            done()
        }
        _ => Err(GtpError::Syntax("usage: level LEVEL")),
    }
}

fn number(word: &str, usage: &'static str) -> Result<u32, GtpError> {
    word.parse().map_err(|_| GtpError::Syntax(usage))
}

fn seconds(word: &str, usage: &'static str) -> Result<Duration, GtpError> {
    let seconds = word
        .parse::<f64>()
        .ok()
        .filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or(GtpError::Syntax(usage))
}

fn player(word: &str, usage: &'static str) -> Result<Player, GtpError> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Player::Black),
        "w" | "white" => Ok(Player::White),
        _ => Err(GtpError::Syntax(usage)),
    }
}

/// Parses a vertex; `None` is a pass.
fn ply(game: &dyn Game, vertex: &str, usage: &'static str) -> Result<Option<Move>, GtpError> {
    if vertex.eq_ignore_ascii_case("pass") {
        return Ok(None);
    }
    parse_vertex(game, vertex)
        .map(Some)
        .ok_or(GtpError::Syntax(usage))
}
