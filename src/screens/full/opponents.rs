//! The opponents that one key goes through: a person, the simple bots, and a few levels.

use crate::games::{Info, Player};
use crate::interpreter::GameView;
use crate::players::Level;
use crate::session::Controller;

/// Levels worth meeting, the weakest first. A game has some of them.
const LEVELS: [&str; 8] = ["auto1", "auto2", "auto3", "1", "3", "6", "10", "15"];

/// The side whose player changes, and who plays it next.
pub(super) fn next(info: &Info, game: &GameView) -> (Player, Controller) {
    let second = info.first_player().opponent();
    let bot = Player::BOTH.into_iter().find(|player| !game.humans[player.index()]);
    let side = bot.unwrap_or(second);
    let levels = LEVELS.iter().filter_map(|word| word.parse::<Level>().ok());
    let bots = levels.filter(|level| level.suits(info)).map(Controller::Bot);
    let all: Vec<Controller> = [Controller::Human].into_iter().chain(bots).collect();
    let now = game.mode.controller(side);
    let at = all.iter().position(|one| *one == now);
    (side, all[at.map_or(0, |at| (at + 1) % all.len())])
}
