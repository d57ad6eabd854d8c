//! Merges the games of a match in the order of their numbers, and sums up the whole match.

use std::collections::BTreeMap;

use super::RowSink;
use crate::base::text::Shard;
use crate::tools::jobs::match_play::{
    self, GameLines, GameTable, MAX_GAMES, MAX_PLAYERS, MatchTotals, pairing,
};
use crate::tools::matches::{Game, Tournament};
use crate::tools::run::{ShardFile, ToolError};

pub const KIND: &str = match_play::KIND;

/// The players of a match, and the kind of its tournament.
pub struct MergedPlayers {
    names: Vec<String>,
    tournament: Option<Tournament>,
}

/// Reads the players and the kind of the tournament from the first line.
pub fn players(part: &ShardFile) -> Result<MergedPlayers, ToolError> {
    let names = part.field("players").cloned().unwrap_or_default();
    let names: Vec<String> =
        serde_json::from_value(names).map_err(|_| part.lines.damaged("missing players"))?;
    let tournament = part.field("tournament").cloned().unwrap_or_default();
    let tournament: Option<Tournament> = serde_json::from_value(tournament)
        .map_err(|_| part.lines.damaged("unknown kind of tournament"))?;
    let is_enough = match tournament {
        Some(_) => (2..=MAX_PLAYERS).contains(&names.len()),
        None => names.len() == 2,
    };
    if is_enough {
        Ok(MergedPlayers { names, tournament })
    } else {
        Err(part.lines.damaged("missing players"))
    }
}

/// Writes the file of a match without shards, and returns its games.
pub fn write(
    parts: Vec<ShardFile>,
    players: &MergedPlayers,
    sink: &mut RowSink,
) -> Result<Vec<Game>, ToolError> {
    sink.add(&parts[0].first_line_before("shard"))?;
    let mut games = BTreeMap::new();
    for mut part in parts {
        read(&mut part, players, &mut games)?;
    }
    let mut merged = Vec::with_capacity(games.len());
    for (line, game) in games.into_values() {
        sink.add(&line)?;
        merged.push(game);
    }
    Ok(merged)
}

/// Adds the lines and games of a shard, by number.
fn read(
    part: &mut ShardFile,
    players: &MergedPlayers,
    games: &mut BTreeMap<usize, (String, Game)>,
) -> Result<(), ToolError> {
    let mark = part.field("mark").and_then(|mark| mark.as_str());
    let mark = mark.unwrap_or_default().to_owned();
    let total = part.number("games").filter(|games| *games <= MAX_GAMES);
    let total = total.ok_or_else(|| part.lines.damaged("missing number of games"))?;
    let is_own = |number: usize| number <= total && part.shard.has(number.div_ceil(2));
    let own = 2 * part.shard.size_of(total / 2);
    let mut present = 0;
    while part.lines.next()?.is_some() {
        let line = part.lines.last().trim_end_matches('\r');
        let is_ggf = line.starts_with("(;");
        let lines = GameLines {
            mark: mark.clone(),
            is_ggf,
        };
        let is_known = |game: &Game| pairing(&players.names, game).is_some();
        let game = lines.parse(line);
        let game = game.filter(|game| is_own(game.number) && is_known(game));
        let Some(game) = game else {
            return Err(part
                .lines
                .damaged(format!("not a game of {}", name_of(part.shard))));
        };
        let number = game.number;
        if games.insert(number, (line.to_owned(), game)).is_some() {
            return Err(part.lines.damaged(format!("duplicate game {number}")));
        }
        present += 1;
    }
    if present < own {
        return Err(part.incomplete(present, own));
    }
    Ok(())
}

fn name_of(shard: Shard) -> String {
    if shard == Shard::ALL {
        "this match".to_owned()
    } else {
        format!("shard {shard} of this match")
    }
}

/// Prints the totals of all games.
pub fn report(players: MergedPlayers, games: Vec<Game>, json: bool) -> Result<(), ToolError> {
    let rows = GameTable::new(&players.names, json);
    let mut totals = MatchTotals::new(players.names, players.tournament);
    for game in games {
        totals.add(game);
    }
    totals.report(&rows, false)
}
