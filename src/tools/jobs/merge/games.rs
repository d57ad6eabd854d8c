//! Merges the games of a match in the order of their numbers, and sums up the whole match.

use std::collections::BTreeMap;

use super::RowSink;
use crate::base::text::Shard;
use crate::tools::jobs::match_play::{self, GameLines, GameTable, MAX_GAMES, Summary};
use crate::tools::matches::{Game, InOrder};
use crate::tools::run::{ShardFile, ToolError};

pub(super) const KIND: &str = match_play::KIND;

/// Returns the names of the players.
pub(super) fn players(part: &ShardFile) -> Result<[String; 2], ToolError> {
    let players = part.field("players").cloned().unwrap_or_default();
    serde_json::from_value(players).map_err(|_| part.lines.damaged("missing players"))
}

/// Writes the file of a match without shards, and returns its games.
pub(super) fn write(parts: Vec<ShardFile>, sink: &mut RowSink) -> Result<Vec<Game>, ToolError> {
    sink.add(&parts[0].first_line_before("shard"))?;
    let mut games = BTreeMap::new();
    for mut part in parts {
        read(&mut part, &mut games)?;
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
        let game = lines.parse(line).filter(|game| is_own(game.number));
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
pub(super) fn report(players: &[String; 2], games: Vec<Game>, json: bool) -> Result<(), ToolError> {
    let names = players.each_ref().map(String::as_str);
    let mut in_order = InOrder::new(None);
    for game in games {
        in_order.add(game);
    }
    let summary = Summary::new(names, false, None, &in_order);
    GameTable::new(names, json).finish(&summary)
}
