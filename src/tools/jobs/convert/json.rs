//! Records and statistics as JSON.

use serde::Serialize;
use serde_json::json;

use super::stats::Statistics;
use crate::base::text::{Printable, printable};
use crate::games::{Player, Square};
use crate::records::{Entry, GameRecord, PlayerDetails, RecordedMove, Termination, TimeSetting};

/// A record as one object on a line. Unknown fields are absent.
pub(super) fn record(entry: &Entry) -> String {
    let record = &entry.record;
    line(&Record {
        number: entry.number,
        byte: entry.offset,
        black: PlayerJson::of(&record.players[Player::Black.index()]),
        white: PlayerJson::of(&record.players[Player::White.index()]),
        event: known(&record.event),
        place: known(&record.place),
        date: record.date.as_ref().map(ToString::to_string),
        result: result(record),
        time: record.time.map(TimeJson::from),
        theoretical: record
            .theoretical
            .map(|score| TheoreticalJson { empties: score.empties, black: score.black }),
        start: (record.start() != crate::records::BoardPosition::START)
            .then(|| record.start().to_string()),
        moves: record.moves().iter().map(MoveJson::from).collect(),
        board: record.board().to_string(),
        over: record.is_over(),
    })
}

/// Statistics as one object on a line.
pub(super) fn statistics(statistics: &Statistics, bad: usize) -> String {
    let Statistics { records, won, drawn, unknown, finished, .. } = statistics;
    let players: Vec<_> = statistics
        .most_active()
        .into_iter()
        .map(|(name, player)| {
            json!({
                "name": printable(name), "games": player.games, "won": player.won, "drawn": player.drawn,
                "lost": player.lost,
            })
        })
        .collect();
    line(&json!({
        "records": records,
        "bad": bad,
        "black_won": won[Player::Black.index()],
        "white_won": won[Player::White.index()],
        "drawn": drawn,
        "unknown": unknown,
        "finished": finished,
        "mean_difference": statistics.mean_difference(),
        "plies": statistics.plies.map(|(least, most)| [least, most]),
        "mean_plies": statistics.mean_plies(),
        "passes": statistics.passes,
        "years": statistics.years.map(|(first, last)| [first, last]),
        "players": statistics.players.len(),
        "most_active": players,
    }))
}

fn line(value: &impl Serialize) -> String {
    // Plain data with keys of text always has a JSON form.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// A text of a file, if it has one, escaped so that printing the parsed value is safe.
fn known(text: &str) -> Option<Printable<'_>> {
    (!text.is_empty()).then(|| printable(text))
}

#[derive(Serialize)]
#[serde(bound = "")]
struct Record<'a> {
    number: usize,
    byte: u64,
    black: PlayerJson<'a>,
    white: PlayerJson<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<Printable<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Printable<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<ResultJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<TimeJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theoretical: Option<TheoreticalJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    moves: Vec<MoveJson>,
    board: String,
    over: bool,
}

#[derive(Serialize)]
struct PlayerJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Printable<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
}

impl<'a> PlayerJson<'a> {
    fn of(player: &'a PlayerDetails) -> Self {
        Self { name: known(&player.name), rating: player.rating }
    }
}

#[derive(Serialize)]
struct ResultJson {
    /// `null` for a draw.
    winner: Option<Player>,
    /// Black's discs less White's.
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<f64>,
    ending: &'static str,
}

fn result(record: &GameRecord) -> Option<ResultJson> {
    let result = record.outcome()?;
    let ending = match result.ending {
        Termination::Played => "played",
        Termination::Resigned => "resigned",
        Termination::OutOfTime => "out_of_time",
        Termination::Agreed => "agreed",
        Termination::Forfeited => "forfeited",
    };
    Some(ResultJson { winner: result.winner, difference: result.difference, ending })
}

/// In seconds.
#[derive(Serialize)]
struct TimeJson {
    main: u32,
    increment: u32,
    extension: u32,
}

impl From<TimeSetting> for TimeJson {
    fn from(time: TimeSetting) -> Self {
        let TimeSetting { main, increment, extension } = time;
        Self { main, increment, extension }
    }
}

#[derive(Serialize)]
struct TheoreticalJson {
    empties: u8,
    black: u8,
}

#[derive(Serialize)]
struct MoveJson {
    player: Player,
    /// `null` for a pass.
    square: Option<Square>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluation: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

impl From<&RecordedMove> for MoveJson {
    fn from(mv: &RecordedMove) -> Self {
        let RecordedMove { player, square, evaluation, seconds } = *mv;
        Self { player, square, evaluation, seconds }
    }
}
