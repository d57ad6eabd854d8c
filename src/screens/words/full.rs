//! Texts of the full screen.

use crate::analysis::{Class, Judgment};
use crate::desk::{LiveView, ShownGame, View};
use crate::games::{Piece, Player, Question};
use crate::interpreter::{
    Awaited, CopiedPart, Loss, PracticeState, PracticeTurn, Progress, Purpose,
};
use crate::session::{Icons, Ply, Sides};

use super::analysis::{loss, nth_move};
use super::events::{loss_of_data, passes};
use super::levels::controller;
use super::thinking::{depth, seconds};
use super::{Voice, Who, initial, label, played, side, tr_side};
use crate::base::language::{tr, translated, with_typed};
use crate::base::text::fit;
use crate::screens::keys::{Key, KeyAction};

pub fn first_keys() -> String {
    let [play, opponent, keys] =
        [KeyAction::Play, KeyAction::Opponent, KeyAction::Keys].map(KeyAction::key);
    let text = tr!(
        "Arrow keys and {play}: play. {opponent}: opponent, `:new`: two players, {keys}: all keys.",
        play,
        opponent,
        keys
    );
    with_typed(&text).into_owned()
}

pub fn not_browsing() -> String {
    let back = KeyAction::Back.key();
    tr!("already at the last move: press {back} to step back", back)
}

/// The keys of a card with an answer.
pub fn answer_keys() -> String {
    format!("Esc: {}", tr!("back"))
}

/// The keys of a text beside the board. `is_n_free` means that N is not a column or a piece.
pub fn text_keys(practice: Option<PracticeState>, is_n_free: bool) -> String {
    let Some(practice) = practice else {
        return format!("Esc: {}", tr!("close"));
    };
    let next = match practice.turn {
        PracticeTurn::Next => Some(format!("Enter: {}", tr!("next"))),
        PracticeTurn::Move if is_n_free => Some(format!("N: {}", tr!("show the move"))),
        PracticeTurn::Move => None,
    };
    let leave = format!("Esc: {}", tr!("leave"));
    let keys = next.into_iter().chain([leave]);
    keys.collect::<Vec<_>>().join("   ")
}

pub fn opening_label() -> &'static str {
    tr!("Opening")
}

pub fn keys_title() -> &'static str {
    tr!("Keys")
}

/// A yes-or-no question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum YesOrNo {
    NewGame,
    Leave,
    /// Whether the typed command may lose data.
    Loss(Loss),
    /// Quit although data is not saved?
    Unsaved,
    /// Whether to leave the game for another one.
    Replace,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Card {
    pub title: String,
    pub lines: Vec<String>,
    pub keys: String,
}

pub fn question(asked: YesOrNo) -> Card {
    let resume = Voice::FullScreen.command("resume");
    let (title, line) = match asked {
        YesOrNo::NewGame => (
            tr!("Start a new game?"),
            tr!("The current game is autosaved.").to_owned(),
        ),
        YesOrNo::Leave => (
            tr!("Quit reversi?"),
            tr!(
                "The game is autosaved. Continue it later with {resume}.",
                resume
            ),
        ),
        YesOrNo::Replace => (
            tr!("Leave this game for another one?"),
            tr!(
                "This one is autosaved. Continue it later with {resume}.",
                resume
            ),
        ),
        YesOrNo::Loss(Loss::File) => (
            tr!("Overwrite the file?"),
            tr!("A file of this name already exists.").to_owned(),
        ),
        YesOrNo::Unsaved => (
            tr!("Quit without saving?"),
            tr!("The data folder can't be written.").to_owned(),
        ),
        YesOrNo::Loss(loss) => loss_of_data(loss),
    };
    let keys = [tr!("yes"), tr!("no")].map(|word| format!("{}: {word}", initial(word)));
    Card {
        title: title.to_owned(),
        lines: vec![line],
        keys: keys.join("   "),
    }
}

/// The key for yes in the language.
pub fn yes_key() -> char {
    initial(tr!("yes"))
}

pub fn too_small(has: (u16, u16), needs: (u16, u16)) -> String {
    let [has, needs] = [has, needs].map(|(columns, rows)| format!("{columns}x{rows}"));
    tr!("Terminal too small: {has}, needs {needs}.", has, needs)
}

/// The keys of the command line, as many as fit into `width`.
pub fn line_keys(width: usize) -> String {
    let keys = [
        ("Enter", tr!("run")),
        ("Tab", tr!("complete")),
        ("Esc", tr!("cancel")),
        (tr!("key" => "Up"), tr!("history")),
    ];
    as_many(
        &keys.map(|(key, does)| format!("{key}: {does}")),
        "   ",
        width,
    )
}

/// Joins as many keys as fit, with the most important first.
fn as_many(keys: &[String], gap: &str, width: usize) -> String {
    let mut line = String::new();
    for key in keys {
        if line.is_empty() {
            line.push_str(key);
        } else if fit::width(&line) + gap.len() + fit::width(key) <= width {
            line.push_str(gap);
            line.push_str(key);
        }
    }
    line
}

pub fn marks(are_shown: bool) -> &'static str {
    if are_shown {
        tr!("Legal moves shown.")
    } else {
        tr!("Legal moves hidden.")
    }
}

pub fn theme(name: &str) -> String {
    tr!("Theme: {name}.", name)
}

/// Says that a part of the game was copied. Terminals don't answer whether they allow it.
pub fn copied(part: CopiedPart) -> &'static str {
    match part {
        CopiedPart::Moves => tr!("Copied the moves, if the terminal allows it."),
        CopiedPart::Position => tr!("Copied the position, if the terminal allows it."),
    }
}

pub fn nothing_to_copy() -> &'static str {
    tr!("no moves to copy: play one first")
}

pub fn no_clipboard() -> &'static str {
    tr!("can't copy: this terminal has no clipboard")
}

/// The title of the terminal's window: the program and the turn or the result.
pub fn window_title(view: &View) -> String {
    let state = view
        .shown()
        .and_then(|shown| super::state(&view.sides, shown));
    match state {
        Some(state) => format!("reversi: {state}"),
        None => "reversi".to_owned(),
    }
}

pub fn unknown_key(key: Key) -> String {
    let keys = KeyAction::Keys.key();
    tr!(
        "{key} has no function here: press {keys} for all keys",
        key,
        keys
    )
}

pub fn no_piece(letter: char) -> String {
    tr!("piece {letter} is already used", letter)
}

/// Refuses a move in an earlier position.
pub fn browsing(at: usize, of: usize) -> String {
    let [last, here] = [KeyAction::Last, KeyAction::ContinueHere].map(KeyAction::key);
    tr!(
        "viewing move {at} of {of}: press {last} to go back, {here} to continue from here",
        at,
        of,
        last,
        here
    )
}

pub fn more_lines(hidden: usize) -> String {
    tr!("Down: {n} more line" | "Down: {n} more lines", n = hidden)
}

/// The symbol of a side in text.
pub fn disc(icons: Icons, player: Player, ascii: bool) -> char {
    if ascii || icons != Icons::default() {
        return icons.of(player);
    }
    match player {
        Player::Black => '●',
        Player::White => '○',
    }
}

pub fn player(view: &View, player: Player) -> String {
    label(&view.sides, player)
}

/// Describes a move and its effects, in one or two sentences.
pub fn ply(sides: &Sides, ply: &Ply) -> Vec<String> {
    let moved = played(Voice::FullScreen, &Who::of(sides, ply.played.player), ply);
    let passed = ply
        .played
        .passed
        .map(|passed| passes(&Who::of(sides, passed)));
    [moved].into_iter().chain(passed).collect()
}

/// The time that a side's bot has been thinking; `None` if it isn't thinking.
pub fn clock(view: &View, player: Player) -> Option<String> {
    let thought = view.thought.as_ref()?;
    let is_its = thought.purpose == Purpose::Move(player);
    is_its.then(|| format!(", {}", seconds(thought.since.elapsed())))
}

/// The score of the position shown, from the side of Black, and its best move if known.
pub fn evaluation(view: &View, score: i32) -> String {
    let black = label(&view.sides, Player::Black);
    let said = tr!(
        "Evaluation: {score} for {black}",
        score = format_args!("{score:+}"),
        black
    );
    match best_move(view) {
        Some(best) => said + &tr!(", best {best}", best),
        None => said,
    }
}

/// The best move in the position shown, of the live analysis or of the game's.
fn best_move(view: &View) -> Option<String> {
    if let Some(best) = view.live.as_ref().and_then(|live| live.best.first()) {
        return best.square.map(|square| square.to_string());
    }
    let game = view.game.as_ref()?;
    let judged = game.judgment(game.shown().moves())?;
    Some(judged.best.to_string())
}

/// The best line instead of the last move; `None` if that has not been judged.
pub fn best_line(game: &ShownGame) -> Option<String> {
    let judged = game.judgment(game.shown().moves().checked_sub(1)?)?;
    let line: Vec<String> = judged.line.iter().map(ToString::to_string).collect();
    Some(tr!("best: {line}", line = line.join(" ")))
}

/// What the move before the position shown lost, and why; `None` if it lost little.
pub fn reasons(voice: Voice, sides: &Sides, game: &ShownGame) -> Option<String> {
    let judged = game.judgment(game.shown().moves().checked_sub(1)?)?;
    (judged.class > Class::Good).then(|| {
        let name = judged.square.to_string();
        let moved = nth_move(judged.ply, side(sides, judged.player), &name);
        moved + &loss(voice, judged)
    })
}

/// The turn or the result, followed by the clocks.
pub fn turn(view: &View) -> String {
    let shown = view.shown();
    let state = shown
        .and_then(|shown| super::state(&view.sides, shown))
        .unwrap_or_default();
    let game = view.game.as_ref().map(|game| &game.current);
    let clock = |side| {
        Some(format!(
            "{} {}",
            player(view, side),
            super::time_left(game?, side)?
        ))
    };
    let clocks = Player::BOTH.into_iter().filter_map(clock);
    [state]
        .into_iter()
        .chain(clocks)
        .collect::<Vec<_>>()
        .join("  ")
}

pub fn move_number(game: &ShownGame) -> String {
    let last = game.number(game.moves().len());
    if let Some(browsed) = game.browsed {
        let shown = game.number(browsed);
        tr!("move {shown} of {last}", shown, last)
    } else {
        tr!("move {last}", last)
    }
}

/// The class and the scores of the move before the position shown.
fn judgment(judged: &Judgment) -> String {
    let square = judged.square;
    let best = judged.best;
    let class = translated(judged.class.name());
    let [score, best_score] = [judged.score, judged.best_score].map(|score| format!("{score:+}"));
    if judged.lost == 0 {
        return tr!("{square}: {class}, score {score}", square, class, score);
    }
    tr!(
        "{square}: {class}, {score} (best: {best} {best_score})",
        square,
        class,
        score,
        best,
        best_score
    )
}

/// What the player can do now, after the player's name if there is room.
pub fn to_do(view: &View, width: usize) -> String {
    let Some(game) = &view.game else {
        return tr!("Press Enter to start a game.").to_owned();
    };
    if let Some(browsed) = game.browsed {
        let judged = browsed.checked_sub(1).and_then(|last| game.judgment(last));
        return judged.map_or_else(keys_while_browsing, judgment);
    }
    let now = game.current.game();
    let (before, what) = match (game.current.turn(), &now.questions()[..], now.note()) {
        (None, ..) => (Some(tr!("Game over.").to_owned()), keys_after_end()),
        (Some(turn), [Question::Piece { .. }], _) => {
            let who = player(view, turn);
            let other = player(view, turn.opponent());
            let long = tr!(
                "{who}: choose a piece for {other} (letter, then Enter)",
                who,
                other
            );
            if fit::width(&long) <= width {
                return long;
            }
            (None, tr!("choose a piece (letter, then Enter)").to_owned())
        }
        (Some(turn), _, Some(note)) => {
            let piece = note
                .hand
                .map(|piece| format!("{} {}", piece.letter, piece.picture));
            let piece = piece.unwrap_or_default();
            let what = tr!("place {piece} (move to a cell, then Enter)", piece);
            (Some(format!("{}:", player(view, turn))), what)
        }
        (Some(turn), [Question::Column { .. }], _) => (
            Some(to_move(view, turn)),
            tr!("choose a column, then Enter").to_owned(),
        ),
        (Some(turn), ..) if game.moves().is_empty() => (
            Some(to_move(view, turn)),
            tr!("choose a square, then Enter").to_owned(),
        ),
        (Some(_), ..) => (None, both_players(view, game)),
    };
    let both = before.map(|before| format!("{before} {what}"));
    both.filter(|both| fit::width(both) <= width)
        .unwrap_or(what)
}

fn keys_while_browsing() -> String {
    let [last, here] = [KeyAction::Last, KeyAction::ContinueHere].map(KeyAction::key);
    tr!("{last}: last move   {here}: continue from here", last, here)
}

fn keys_after_end() -> String {
    let [new, back] = [KeyAction::NewGame, KeyAction::Back].map(KeyAction::key);
    tr!("{new}: new game   {back}: review moves", new, back)
}

fn both_players(view: &View, game: &ShownGame) -> String {
    let plays = |side| {
        let who = controller(view.info, game.current.players().of(side));
        format!("{}: {who}", player(view, side))
    };
    Player::BOTH.map(plays).join("  ")
}

fn to_move(view: &View, turn: Player) -> String {
    tr_side!(Who::of(&view.sides, turn), "{who} to move") + ":"
}

/// The title of the live analysis.
pub fn live(live: &LiveView) -> String {
    let Some(search) = &live.progress else {
        let said = if live.is_over {
            tr!("Live analysis: game over")
        } else {
            tr!("Live analysis: searching")
        };
        return said.to_owned();
    };
    let how_far = depth(search);
    let time = seconds(search.time);
    if live.is_over {
        return tr!("Live analysis, ended: {how_far}, {time}", how_far, time);
    }
    tr!("Live analysis: {how_far}, {time}", how_far, time)
}

/// The progress of the game's analysis; `None` if it isn't running.
pub fn judging(view: &View) -> Option<String> {
    match view.judging.as_ref()?.progress {
        Some(Progress::Analysis { done, of, .. }) => Some(tr!(
            "Analyzing: {done} of {n} move" | "Analyzing: {done} of {n} moves",
            n = of,
            done
        )),
        _ => Some(tr!("Analyzing the game").to_owned()),
    }
}

/// The words for the classes without a symbol.
pub fn ratings() -> [&'static str; 2] {
    [Class::Best, Class::Good].map(|class| translated(class.name()))
}

/// The title of the pieces beside the board.
pub fn tray(hand: Option<&Piece>) -> String {
    let remaining = tr!("remaining:");
    let Some(piece) = hand else {
        return remaining.to_owned();
    };
    let hand = tr!(
        "in hand: {piece}",
        piece = format_args!("{} {}", piece.letter, piece.picture)
    );
    format!("{hand}   {remaining}")
}

/// The prompt for an input: `column > `.
pub fn asks(awaited: Awaited) -> String {
    let what = match awaited {
        Awaited::Part(Question::Column { .. }) => tr!("prompt" => "column"),
        Awaited::Part(Question::Row { .. }) => tr!("prompt" => "row"),
        Awaited::Part(Question::Piece { .. }) => tr!("prompt" => "piece"),
        Awaited::Lines => tr!("prompt" => "paste"),
        Awaited::Side => tr!("prompt" => "side to move"),
        Awaited::Confirmation(Loss::File | Loss::OtherSave) => tr!("prompt" => "overwrite"),
        Awaited::Confirmation(Loss::Save | Loss::Bin | Loss::Repertoire) => {
            tr!("prompt" => "delete")
        }
        Awaited::Quit => tr!("prompt" => "quit"),
    };
    format!("{what} > ")
}

/// The symbol after a move of a class, for users who can't see its color.
pub fn class_sign(class: Class) -> &'static str {
    match class {
        Class::Forced | Class::Best | Class::Good => "",
        Class::Inaccuracy => "?!",
        Class::Mistake => "?",
        Class::Blunder => "??",
    }
}
