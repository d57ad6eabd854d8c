//! The lists of the full screen, made from replies and settings.

use super::list::{List, ListRow};
use crate::base::language::{Language, translated};
use crate::desk::View;
use crate::games::{Player, REGISTRY};
use crate::interpreter::{Event, LevelReport, Reply};
use crate::screens::theme::ThemeName;
use crate::screens::words::Voice;
use crate::screens::words::menu::MenuSetting;
use crate::screens::{library, text, words};

/// Times for a game, as typed after `clock`.
const CLOCKS: [&str; 7] = ["off", "1m", "3m+2s", "5m+3s", "10m+5s", "15m+10s", "30m"];

/// Settings of the coach, as typed after `coach`.
const COACH: [&str; 6] = ["off", "on", "4", "6", "8", "12"];

/// Openings of bots, as typed after `openings`.
const OPENINGS: [&str; 2] = ["none", "library"];

/// The values of a setting.
pub fn of_setting(setting: MenuSetting) -> List {
    let (title, rows): (_, Vec<ListRow>) = match setting {
        MenuSetting::Clock => {
            let clock = |time: &str| row_of(time, format!("clock {time}"));
            (words::lists::clocks(), CLOCKS.map(clock).into())
        }
        MenuSetting::Coach => {
            let coach = |setting: &str| row_of(setting, format!("coach {setting}"));
            (words::lists::coach(), COACH.map(coach).into())
        }
        MenuSetting::Openings => {
            let openings = |games: &str| row_of(games, format!("openings {games}"));
            (words::lists::openings(), OPENINGS.map(openings).into())
        }
        MenuSetting::Theme => {
            let themes = ThemeName::all().map(|name| {
                let name = name.as_str();
                row_of(name, format!("theme {name}"))
            });
            (words::lists::themes(), themes.collect())
        }
        MenuSetting::Language => {
            let languages = Language::ALL.map(|language| {
                let code = language.code();
                let cells = [language.own_name(), code].map(str::to_owned);
                ListRow::new(cells, format!("language {code}"))
            });
            (words::lists::languages(), languages.into())
        }
    };
    List::new(title.to_owned(), rows)
}

fn row_of(name: &str, line: String) -> ListRow {
    ListRow::new([name.to_owned()], line)
}

/// The list for a reply; `None` if it is shown as text.
pub fn of_reply(reply: &Reply, view: &View) -> Option<List> {
    let (title, rows): (_, Vec<ListRow>) = match reply.head() {
        Event::Games => (words::lists::games(), games()),
        Event::Levels { levels } => (words::lists::opponents(), opponents(levels, view)),
        Event::Saves { saves } => {
            let saved = saves.iter().filter_map(|save| {
                let cells = text::content(save.game.as_ref().ok()?);
                let name = save.name.to_string();
                Some(ListRow {
                    line: format!("load {name}"),
                    cells: [name].into_iter().chain(cells).collect(),
                })
            });
            (words::lists::saves(), saved.collect())
        }
        Event::Unfinished { games } => {
            let unfinished = (1..).zip(games).map(|(number, game): (usize, _)| {
                ListRow::new(text::content(game), format!("resume {number}"))
            });
            (words::lists::unfinished(), unfinished.collect())
        }
        Event::Library { games, .. } | Event::Reached { list: games, .. } => {
            let latest = games.iter().rev();
            let rows = latest.map(|game| ListRow {
                cells: library::cells(Voice::FullScreen, game).into(),
                line: format!("library open {}", game.number),
            });
            (words::lists::library(), rows.collect())
        }
        _ => return None,
    };
    (!rows.is_empty()).then(|| List::new(title.to_owned(), rows))
}

fn games() -> Vec<ListRow> {
    let row = |info: &&crate::games::Info| {
        let cells = [info.name.to_owned(), translated(info.rules).to_owned()];
        ListRow::new(cells, format!("play {}", info.words[0]))
    };
    REGISTRY.iter().map(row).collect()
}

/// The opponents for the side that a bot plays or could play.
fn opponents(levels: &[LevelReport], view: &View) -> Vec<ListRow> {
    let side = bot_side(view).word();
    let human = row_of(words::lists::human(), format!("player {side} human"));
    let is_number = |level: &&LevelReport| level.level.bytes().all(|byte| byte.is_ascii_digit());
    let row = |level: &LevelReport| {
        let cells = [
            level.level.clone(),
            translated(level.name.name()).to_owned(),
            level.rating.to_string(),
        ];
        ListRow::new(cells, format!("player {side} {}", level.level))
    };
    let levels = levels.iter().filter(is_number).map(row);
    [human].into_iter().chain(levels).collect()
}

fn bot_side(view: &View) -> Player {
    let first = view.info.first_player();
    let Some(game) = &view.game else {
        return first.opponent();
    };
    let humans = game.humans();
    let bot = Player::BOTH
        .into_iter()
        .find(|player| !humans[player.index()]);
    bot.unwrap_or(first.opponent())
}
