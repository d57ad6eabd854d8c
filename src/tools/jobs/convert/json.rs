//! Records and statistics as JSON.

use serde::Serialize;
use serde_json::json;

use super::stats::Statistics;
use crate::base::text::{Printable, printable};
use crate::games::Player;
use crate::records::{
    BoardPosition, Entry, GameResult, PlayerDetails, RecordedMove, TheoreticalScore, TimeSetting,
};
use crate::tools::jobs::{json_line, known};

pub(super) fn record(entry: &Entry) -> String {
    let record = &entry.record;
    json_line(&RecordObject {
        number: entry.number,
        byte: entry.offset,
        black: PlayerObject::of(&record.players[Player::Black.index()]),
        white: PlayerObject::of(&record.players[Player::White.index()]),
        event: known(&record.event),
        place: known(&record.place),
        date: record.date.as_ref().map(ToString::to_string),
        result: record.outcome(),
        time: record.time,
        theoretical: record.theoretical,
        start: (record.start() != BoardPosition::START).then(|| record.start().to_string()),
        moves: record.moves(),
        board: record.board().to_string(),
        over: record.is_over(),
    })
}

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
    json_line(&json!({
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

#[derive(Serialize)]
#[serde(bound = "")]
struct RecordObject<'a> {
    number: usize,
    byte: u64,
    black: PlayerObject<'a>,
    white: PlayerObject<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<Printable<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Printable<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<GameResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<TimeSetting>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theoretical: Option<TheoreticalScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    moves: &'a [RecordedMove],
    board: String,
    over: bool,
}

#[derive(Serialize)]
struct PlayerObject<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Printable<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
}

impl<'a> PlayerObject<'a> {
    fn of(player: &'a PlayerDetails) -> Self {
        Self { name: known(&player.name), rating: player.rating }
    }
}
