//! Statistics of the games that humans played in this program: results, losses and mistakes.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;

use super::guess::GuessTotals;
use super::library::{HumanSides, LibraryGame};
use super::puzzle::WORST;
use crate::analysis::{Fact, facts};
use crate::base::text::svg::{self, AddLine, escaped};
use crate::games::{Move, Player, Square, reversi};
use crate::players::Level;
use crate::players::ladder::{self, Rated};
use crate::records::{BoardPosition, Opening};

#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Stats {
    pub games: usize,
    /// The number of games judged by `puzzles make`, from which losses and mistakes are counted.
    pub judged: usize,
    /// The number of games against rated bots that are unrated, because the player had help.
    pub unrated: usize,
    /// The user's rating on the ladder, from games against rated bots.
    pub rating: Option<OwnRating>,
    pub levels: Vec<Group>,
    pub months: Vec<Group>,
    /// The games against bots by named opening, the most frequent ones first.
    pub openings: Vec<Group>,
    /// The judged games, each with its date as its name, in order of dates.
    pub progress: Vec<Group>,
    /// The losses by phase: moves 1 to 20, 21 to 40, and the rest.
    pub phases: [Losses; 3],
    /// The kinds of mistakes, in order of frequency; those without another kind are last.
    pub mistakes: Vec<Frequent>,
    /// The guesses of moves of library games.
    pub guesses: GuessTotals,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct OwnRating {
    pub rating: i32,
    /// The margin of error (95%).
    pub error: i32,
    pub games: usize,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Group {
    pub name: String,
    pub games: usize,
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
    #[serde(flatten)]
    pub losses: Losses,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Losses {
    pub moves: u32,
    pub discs: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Frequent {
    pub kind: MistakeKind,
    pub times: usize,
}

/// A kind of mistake, by facts about the move and the best move. A mistake can have several kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MistakeKind {
    GaveCorner,
    MissedCorner,
    /// The best move forced a pass.
    MissedPass,
    /// The move left the opponent at least three moves more than the best one.
    Mobility,
    /// The move left its side at least three moves fewer than the best one.
    OwnMobility,
    /// The move began an even region of empty squares, the best move an odd one.
    Parity,
    /// No other kind applies.
    Other,
}

/// The month and the day of a game without a date.
const UNDATED: &str = "undated";

impl Losses {
    /// The average loss in discs per move with a choice; `None` without such moves.
    pub fn average(self) -> Option<f64> {
        (self.moves > 0).then(|| f64::from(self.discs) / f64::from(self.moves))
    }

    fn add(&mut self, lost: u32) {
        self.moves += 1;
        self.discs += lost;
    }
}

impl Stats {
    pub fn of<'a>(games: impl IntoIterator<Item = &'a LibraryGame>) -> Self {
        let is_own = |game: &&LibraryGame| {
            game.humans
                .is_some_and(|humans| humans != HumanSides::Neither)
        };
        let mut collected = Collected::default();
        for game in games.into_iter().filter(is_own) {
            collected.add(game);
        }
        collected.into_stats()
    }
}

/// The statistics while games are added.
#[derive(Debug, Default)]
struct Collected {
    stats: Stats,
    levels: BTreeMap<String, Group>,
    months: BTreeMap<String, Group>,
    openings: BTreeMap<String, Group>,
    mistakes: BTreeMap<MistakeKind, usize>,
    /// The ratings of the bots in rated games, and the user's points.
    rated: Vec<(i32, f64)>,
}

impl Collected {
    fn add(&mut self, game: &LibraryGame) {
        self.stats.games += 1;
        let date = game.record.date.as_ref().map(ToString::to_string);
        let month = date.as_ref().and_then(|date| date.get(..7));
        let month = self.months.entry(month.unwrap_or(UNDATED).to_owned());
        let mut single = Group {
            name: date.as_deref().unwrap_or(UNDATED).to_owned(),
            ..Group::default()
        };
        let mut groups = vec![&mut single, month.or_default()];
        if let Some((person, name)) = opponent(game) {
            let bot = rated_bot(name);
            let rating = bot.and_then(|bot| ladder::rating(&reversi::INFO, bot));
            if game.is_aided {
                self.stats.unrated += usize::from(rating.is_some());
            } else {
                self.rated.extend(rating.zip(game.points(person)));
            }
            let level = bot.map_or_else(|| name.to_owned(), |bot| bot.to_string());
            groups.push(self.levels.entry(level).or_default());
            if let Some(opening) = opening(game) {
                groups.push(self.openings.entry(opening.to_owned()).or_default());
            }
            for group in &mut groups {
                group.count(game, person);
            }
        }
        for (number, lost) in losses(game, &mut self.mistakes) {
            let phase = usize::from((number.saturating_sub(1) / 20).min(2));
            self.stats.phases[phase].add(lost);
            for group in &mut groups {
                group.losses.add(lost);
            }
        }
        if game.judged.is_some() {
            self.stats.judged += 1;
            self.stats.progress.push(single);
        }
    }

    fn into_stats(self) -> Stats {
        let mut stats = self.stats;
        stats.months = named(self.months);
        stats.levels = named(self.levels);
        stats.levels.sort_by_key(|group| level_order(&group.name));
        stats.openings = named(self.openings);
        stats.openings.sort_by_key(|group| Reverse(group.games));
        stats.progress.sort_by(|one, next| one.name.cmp(&next.name));
        let rating = ladder::performance(&self.rated);
        stats.rating = rating.map(|(rating, error)| OwnRating {
            rating,
            error,
            games: self.rated.len(),
        });
        let mistakes = self.mistakes.into_iter();
        stats.mistakes = mistakes
            .map(|(kind, times)| Frequent { kind, times })
            .collect();
        // The rest comes last, however many they are.
        stats.mistakes.sort_by_key(|mistake| {
            let is_rest = mistake.kind == MistakeKind::Other;
            (is_rest, Reverse(mistake.times))
        });
        stats
    }
}

fn named(groups: BTreeMap<String, Group>) -> Vec<Group> {
    let groups = groups.into_iter();
    groups
        .map(|(name, group)| Group { name, ..group })
        .collect()
}

impl Group {
    fn count(&mut self, game: &LibraryGame, person: Player) {
        let Some(points) = game.points(person) else {
            return;
        };
        self.games += 1;
        *match points {
            1.0.. => &mut self.won,
            0.5.. => &mut self.drawn,
            _ => &mut self.lost,
        } += 1;
    }
}

/// The named opening of a game.
fn opening(game: &LibraryGame) -> Option<&'static str> {
    let positions = game.record.boards().map(BoardPosition::position);
    Opening::of_game(positions).map(|opening| opening.name)
}

/// The human's side and the bot's name in a game against a bot.
fn opponent(game: &LibraryGame) -> Option<(Player, &str)> {
    let person = match game.humans? {
        HumanSides::Black => Player::Black,
        HumanSides::White => Player::White,
        HumanSides::Both | HumanSides::Neither => return None,
    };
    Some((person, &game.record.players[person.opponent().index()].name))
}

/// The bot with a name as in records.
fn rated_bot(name: &str) -> Option<Rated> {
    let competitive = (name == "reversi").then_some(Rated::Competitive);
    Level::from_record_name(name)
        .map(Rated::Level)
        .or(competitive)
}

/// Sorts levels by number, then by name.
fn level_order(name: &str) -> (u32, String) {
    let digits: String = name.chars().take_while(char::is_ascii_digit).collect();
    (digits.parse().unwrap_or(u32::MAX), name.to_owned())
}

/// The human moves with a choice in a judged game: the number of each, from 1, and its loss.
/// Also counts the kinds of mistakes.
fn losses(game: &LibraryGame, kinds: &mut BTreeMap<MistakeKind, usize>) -> Vec<(u8, u32)> {
    let (Some(judged), Some(humans)) = (&game.judged, game.humans) else {
        return Vec::new();
    };
    let mut losses = Vec::new();
    let moves = game.record.boards_to_move().zip(game.record.game_moves());
    for (number, (board, Move(square))) in (1..).zip(moves) {
        let position = board.position();
        if !humans.has(board.turn) || position.legal_moves().count_ones() < 2 {
            continue;
        }
        let mistake = judged.iter().find(|mistake| mistake.number == number);
        losses.push((number, mistake.map_or(0, |mistake| mistake.lost)));
        if let Some(mistake) = mistake.filter(|mistake| mistake.lost >= WORST.unsigned_abs()) {
            let best = facts(position, &[mistake.best]);
            for kind in kinds_of(&facts(position, &[Square::from_index(square, 8)]), &best) {
                *kinds.entry(kind).or_default() += 1;
            }
        }
    }
    losses
}

fn kinds_of(played: &[Fact], best: &[Fact]) -> Vec<MistakeKind> {
    let has = |facts: &[Fact], is: fn(&Fact) -> bool| facts.iter().any(is);
    let gives = |fact: &Fact| matches!(fact, Fact::GivesCorner { .. });
    let takes = |fact: &Fact| matches!(fact, Fact::TakesCorner { .. });
    let forces = |fact: &Fact| matches!(fact, Fact::ForcesPass);
    let left = |facts: &[Fact]| {
        facts.iter().find_map(|fact| match fact {
            Fact::OpponentMoves { after, .. } => Some(*after),
            _ => None,
        })
    };
    let kept = |facts: &[Fact]| {
        facts.iter().find_map(|fact| match fact {
            Fact::OwnMoves { after, .. } => Some(*after),
            _ => None,
        })
    };
    let region = |facts: &[Fact]| {
        facts.iter().find_map(|fact| match fact {
            Fact::Region { empties } => Some(*empties),
            _ => None,
        })
    };
    let is_mobile = left(played)
        .zip(left(best))
        .is_some_and(|(played, best)| played >= best + 3);
    let is_immobile = kept(played)
        .zip(kept(best))
        .is_some_and(|(played, best)| played + 3 <= best);
    let is_even = region(played)
        .zip(region(best))
        .is_some_and(|(played, best)| played % 2 == 0 && best % 2 == 1 && played.max(best) < 10);
    let checks = [
        (
            MistakeKind::GaveCorner,
            has(played, gives) && !has(best, gives),
        ),
        (
            MistakeKind::MissedCorner,
            has(best, takes) && !has(played, takes),
        ),
        (
            MistakeKind::MissedPass,
            has(best, forces) && !has(played, forces),
        ),
        (MistakeKind::Mobility, is_mobile),
        (MistakeKind::OwnMobility, is_immobile),
        (MistakeKind::Parity, is_even),
    ];
    let kinds: Vec<MistakeKind> = checks
        .into_iter()
        .filter(|(_, is)| *is)
        .map(|(kind, _)| kind)
        .collect();
    if kinds.is_empty() {
        vec![MistakeKind::Other]
    } else {
        kinds
    }
}

const WIDTH: f64 = 640.0;
const ROW: f64 = 22.0;
const LEFT: f64 = 150.0;
const BAR: f64 = 400.0;
const TOP: f64 = 60.0;
const MAX_NAME_CHARS: usize = 20;

pub fn picture(stats: &Stats) -> String {
    let phases = ["moves 1-20", "moves 21-40", "moves 41-60"];
    let phases = phases
        .iter()
        .map(|name| (*name).to_owned())
        .zip(stats.phases);
    let months = stats
        .months
        .iter()
        .map(|group| (group.name.clone(), group.losses));
    let rows: Vec<(String, Losses)> = phases.chain(months).collect();
    let most = rows
        .iter()
        .filter_map(|(_, losses)| losses.average())
        .fold(1.0, f64::max);
    #[expect(clippy::cast_precision_loss, reason = "there are few months")]
    let height = TOP + ROW * rows.len() as f64 + 20.0;
    let mut svg = svg::begin(WIDTH, height, "font-family=\"sans-serif\" font-size=\"12\"");
    svg.add(format_args!(
            "<title>Discs lost per move</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
             <text x=\"20\" y=\"28\" font-size=\"16\" font-weight=\"bold\">Discs lost per move</text>\n\
             <text x=\"20\" y=\"46\">{} of {} games analyzed</text>",
            stats.judged, stats.games
        ));
    let mut y = TOP;
    for (name, losses) in rows {
        let name = escaped(&name, MAX_NAME_CHARS);
        svg.add(format_args!(
            "<text x=\"20\" y=\"{:.1}\">{name}</text>",
            y + 14.0
        ));
        if let Some(average) = losses.average() {
            let width = average / most * BAR;
            svg.add(format_args!(
                    "<rect x=\"{LEFT}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"14\" fill=\"#4c78a8\"/>\n\
                     <text x=\"{:.1}\" y=\"{:.1}\">{average:.2}</text>",
                    y + 3.0,
                    LEFT + width + 6.0,
                    y + 14.0
                ));
        }
        y += ROW;
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests;
