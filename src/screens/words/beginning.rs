//! Who plays, how a game begins, and how an unfinished one is continued.

use super::levels;
use super::prompt::VERSION;
use super::voice::Way;
use super::{Voice, Who, capital, color, tr_side};
use crate::base::language::{date_and_time, tr};
use crate::games::{Info, PieceStyle, Player, Question};
use crate::interpreter::{FirstMove, LeftGame, OpeningLine};
use crate::players::Level;
use crate::session::{Players, Sides};
use crate::store::UnfinishedGame;

pub fn welcome(info: &Info) -> String {
    format!("{VERSION}: {}", info.name)
}

/// Suggests what to type first.
pub fn first_steps(voice: Voice, sides: &Sides, first: &FirstMove) -> String {
    let FirstMove {
        player,
        level,
        questions,
        example,
    } = first;
    let who = Who::of(sides, *player);
    let bot = match *level {
        Level::BEGINNER => tr!("a beginner").to_owned(),
        level => tr!("a bot ({level})", level = levels::described(level)),
    };
    let [new, learn, help] = ["N", "learn", "help"].map(|word| voice.command(word));
    match questions[..] {
        [Question::Piece { .. }] => tr!(
            "Type a piece such as {example} to give it to {bot}, {new} for two players, {learn} for a \
             lesson, or {help}.",
            example,
            bot,
            new,
            learn,
            help
        ),
        [Question::Column { .. }] => tr_side!(
            who,
            "Type a column like {example} to play {who} against {bot}, {new} for two players, {learn} for a \
             lesson, or {help}.",
            example,
            bot,
            new,
            learn,
            help
        ),
        _ => tr_side!(
            who,
            "Type a square like {example} to play {who} against {bot}, {new} for two players, {learn} for a \
             lesson, or {help}.",
            example,
            bot,
            new,
            learn,
            help
        ),
    }
}

/// Offers the unfinished game of an earlier run.
pub fn kept(voice: Voice, kept: &UnfinishedGame) -> String {
    let game = kept.game.game().info().name;
    let ply = kept.game.plies();
    // The full screen has one line for this.
    let said = if voice == Voice::FullScreen {
        tr!("Unfinished {game} game.", game)
    } else {
        let time = date_and_time(kept.at);
        tr!(
            "Unfinished {game} game from {time}, move {ply}.",
            game,
            time,
            ply
        )
    };
    voice.then(said, &[(&["resume"], tr!("to continue it"))])
}

/// The throw of a die that decides who moves first.
pub fn rolls(who: &Who, eyes: u8) -> String {
    tr_side!(who, "{who} rolls {eyes}", eyes)
}

pub fn moves_first(who: &Who) -> String {
    tr_side!(who, "{who} moves first.")
}

/// The opening moves that a game starts after.
pub fn opening_line(voice: Voice, black: &Who, opening: &OpeningLine) -> String {
    let OpeningLine {
        moves,
        name,
        plies,
        score,
    } = opening;
    let score = score.map(|score| voice.score(score));
    match (score, name) {
        (None, Some(name)) => tr!("Balanced opening ({name}): {moves}.", name, moves),
        (None, None) => tr!("Balanced opening: {moves}.", moves),
        (Some(score), Some(name)) => tr_side!(
            black,
            "Ply {plies}, score {score} for {who} ({name}): {moves}.",
            plies,
            score,
            name,
            moves
        ),
        (Some(score), None) => tr_side!(
            black,
            "Ply {plies}, score {score} for {who}: {moves}.",
            plies,
            score,
            moves
        ),
    }
}

/// Reports that two humans play. After an import or a setup, suggests how to add a bot.
pub fn two_players(voice: Voice, is_taken: bool) -> String {
    let players = tr!("Two players.");
    if !is_taken || voice == Voice::Script {
        return players.to_owned();
    }
    voice.then(players, &[(&["player white 3"], tr!("to play a bot"))])
}

pub fn against(human: &Who, info: &Info, level: Level) -> String {
    let level = levels::titled(info, level);
    tr_side!(human, "You play {who} against a bot ({level}).", level)
}

/// Like [`against`], for a bot that the user has named.
pub fn against_named(human: &Who, bot: &str, info: &Info, level: Level) -> String {
    let level = levels::titled(info, level);
    tr_side!(
        human,
        "You play {who} against {bot}, a bot ({level}).",
        bot,
        level
    )
}

pub fn two_bots(info: &Info, bots: [Level; 2]) -> String {
    let [black, white] = bots.map(|level| levels::titled(info, level));
    tr!("Two bots: {black} against {white}.", black, white)
}

pub fn competitive(human: &Who, nickname: &str) -> String {
    tr_side!(
        human,
        "You play {who} as {nickname} against the competitive bot.",
        nickname
    )
}

/// Who plays, in the table of games.
pub fn players(pieces: PieceStyle, players: &Players) -> String {
    if players.is_competitive() {
        return tr!("competitive").to_owned();
    }
    if players.humans() == [true; 2] {
        return tr!("two players").to_owned();
    }
    let first = players.human().unwrap_or(Player::Black);
    let [one, other] = [first, first.opponent()].map(|player| match players.of(player).level() {
        Some(level) => levels::described(level),
        None => capital(color(pieces, player)),
    });
    tr!("{one} vs {other}", one, other)
}

/// Reports that another game has replaced an unfinished one.
pub fn left(voice: Voice, left: &LeftGame) -> String {
    let LeftGame {
        players,
        moves,
        number,
    } = left;
    let resume = match number {
        None => "resume list".to_owned(),
        Some(1) => "resume".to_owned(),
        Some(number) => format!("resume {number}"),
    };
    let why = if number.is_some() {
        tr!("to continue it")
    } else {
        tr!("to see it")
    };
    let ways: &[Way<'_>] = &[(&[&resume], why)];
    if *moves == 0 {
        return voice.with(tr!("The position on the board is kept"), ": ", ways) + ".";
    }
    let game = match players.humans() {
        _ if players.is_competitive() => tr!("Your competitive game").to_owned(),
        [true, true] => tr!("The game of two players").to_owned(),
        [false, false] => tr!("The game of two bots").to_owned(),
        _ => against_level(players),
    };
    let said = tr!(
        "{game} ({n} move) is kept" | "{game} ({n} moves) is kept",
        n = *moves,
        game
    );
    voice.with(said, ": ", ways) + "."
}

fn against_level(players: &Players) -> String {
    let level = players.levels().into_iter().flatten().next();
    let level = level.map(levels::described).unwrap_or_default();
    tr!("Your game against {level}", level)
}

/// Reports that the unfinished game was saved at the end.
pub fn kept_at_end(voice: Voice) -> String {
    voice.then(
        tr!("Game autosaved."),
        &[(&["resume"], tr!("next time to continue"))],
    )
}
