//! A game of a page, as the script of the page reads it.

use serde::Serialize;

use crate::analysis::{Analysis, Class, Judgment, Total};
use crate::base::language::tr;
use crate::base::text::{capital, printable, printable_lines};
use crate::games::{Assessment, Player, Square};
use crate::records::{GameRecord, NodeId, TimeSetting};
use crate::report::{SideNames, sentences, text};

/// A game with its analysis. All texts are escaped, but not for HTML.
#[derive(Debug, Serialize)]
pub struct PageGame {
    /// The number of the game in its file, from 1.
    number: usize,
    pub title: String,
    names: SideNames<String>,
    /// The lines below the title: result, event, date, opening.
    facts: Vec<String>,
    /// The discs of both sides at the end; `None` if the game is not over.
    result: Option<String>,
    opening: Option<&'static str>,
    /// The note on the start.
    note: Option<String>,
    /// Whether all moves have been judged.
    complete: bool,
    /// The start: 64 squares and the side to move.
    start: String,
    plies: Vec<PagePly>,
    /// The first ply from which all scores are exact.
    exact_from: Option<usize>,
    black: PageSide,
    white: PageSide,
}

#[derive(Debug, Serialize)]
struct PageSide {
    rating: Option<f64>,
    #[serde(flatten)]
    total: Total,
}

#[derive(Debug, Serialize)]
struct PagePly {
    player: Player,
    /// The square of the move; `None` for a pass.
    #[serde(rename = "move")]
    square: Option<Square>,
    /// The time taken, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    /// The annotation in the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<&'static str>,
    /// The note in the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// The move in words, with the reason if it is a mistake.
    text: String,
    #[serde(flatten)]
    judged: Option<PageJudgment>,
}

/// A judgment, with the fields of an analysis that the page shows.
#[derive(Debug, Serialize)]
struct PageJudgment {
    score: i32,
    best_score: i32,
    lost: u32,
    class: Class,
    exact: bool,
    /// The better line of a move to review.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<Square>>,
}

/// Returns the names of the colors.
pub fn side_names() -> [&'static str; 2] {
    [tr!("Black"), tr!("White")]
}

impl PageGame {
    /// Creates a game in the language of this thread. `number` is its number in the file.
    pub fn new(
        number: usize,
        record: &GameRecord,
        opening: Option<&'static str>,
        analysis: &Analysis,
    ) -> Self {
        let labels = [0, 1].map(|side| {
            let name = &record.players[side].name;
            text_if_any(name).unwrap_or_else(|| capital(side_names()[side]))
        });
        let result = record.is_over().then(|| {
            let score = record.score();
            let [black, white] = Player::BOTH.map(|player| score.result(player));
            format!("{black}–{white}")
        });
        let plies = plies(record, analysis, &labels);
        let side = |player: Player| PageSide {
            rating: record.players[player.index()].rating,
            total: analysis.total(player).clone(),
        };
        let [black, white] = labels;
        let title = format!("{black} – {white}");
        Self {
            number,
            title,
            facts: facts(record, opening, result.as_deref(), analysis),
            names: SideNames { black, white },
            result,
            opening,
            note: lines_if_any(&record.start_comment()),
            complete: analysis.complete,
            start: record.start().to_string(),
            exact_from: exact_from(&plies),
            plies,
            black: side(Player::Black),
            white: side(Player::White),
        }
    }
}

/// Returns the first ply from which all scores are exact.
fn exact_from(plies: &[PagePly]) -> Option<usize> {
    let is_estimate = |ply: &PagePly| ply.judged.as_ref().is_some_and(|judged| !judged.exact);
    let is_exact = |ply: &PagePly| ply.judged.as_ref().is_some_and(|judged| judged.exact);
    let after = plies.iter().rposition(is_estimate).map_or(0, |at| at + 1);
    let exact = plies[after..].iter().position(is_exact)?;
    Some(after + exact + 1)
}

fn text_if_any(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| printable(text).to_string())
}

fn lines_if_any(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| printable_lines(text))
}

fn facts(
    record: &GameRecord,
    opening: Option<&'static str>,
    result: Option<&str>,
    analysis: &Analysis,
) -> Vec<String> {
    let date = record.date.as_ref().map(ToString::to_string);
    let opening = opening.map(|opening| tr!("Opening: {name}.", name = opening));
    let stopped = (!analysis.complete).then(|| sentences::stopped().to_owned());
    let facts = [
        result.map(str::to_owned),
        text_if_any(&record.event),
        text_if_any(&record.place),
        date.as_deref().and_then(text_if_any),
        record.time.map(time),
        opening,
        stopped,
    ];
    facts.into_iter().flatten().collect()
}

/// A time control: `5:00 +3`.
fn time(setting: TimeSetting) -> String {
    let TimeSetting {
        main, increment, ..
    } = setting;
    let time = format!("{}:{:02}", main / 60, main % 60);
    match increment {
        0 => time,
        _ => format!("{time} +{increment}"),
    }
}

/// The plies with their judgments. An interrupted analysis has only the last ones.
fn plies(record: &GameRecord, analysis: &Analysis, labels: &[String; 2]) -> Vec<PagePly> {
    let plies = record.moves();
    let moves = plies.iter().filter(|ply| ply.square.is_some()).count();
    let unjudged = moves.saturating_sub(analysis.moves.len());
    let mut judgments = std::iter::repeat_n(None, unjudged).chain(analysis.moves.iter().map(Some));
    let mut annotations = record.tree().into_iter().flat_map(|tree| {
        let moves = tree.main_line(NodeId::START).skip(1);
        moves.map(|id| tree.annotation(id))
    });
    (1..)
        .zip(plies)
        .map(|(number, ply)| {
            let side = &labels[ply.player.index()];
            let annotation = ply.square.and_then(|_| annotations.next());
            let judgment = ply.square.and_then(|_| judgments.next()).flatten();
            let text = ply.square.map_or_else(
                || tr!("{side} passes", side),
                |square| in_words(number, side, square, judgment),
            );
            PagePly {
                player: ply.player,
                square: ply.square,
                seconds: ply.seconds,
                mark: annotation
                    .and_then(|annotation| annotation.assessment)
                    .map(Assessment::sign),
                note: annotation.and_then(|annotation| lines_if_any(&annotation.note)),
                text,
                judged: judgment.map(PageJudgment::of),
            }
        })
        .collect()
}

fn in_words(number: usize, side: &str, square: Square, judgment: Option<&Judgment>) -> String {
    let move_name = sentences::nth_move(number, side, &square.to_string());
    match judgment {
        None => move_name + ".",
        Some(judged) if judged.class > Class::Good => {
            move_name + &sentences::loss(judged, &|square| square.to_string())
        }
        Some(judged) => format!("{move_name}: {}.", text::class_name(judged.class)),
    }
}

impl PageJudgment {
    fn of(judged: &Judgment) -> Self {
        Self {
            score: judged.score,
            best_score: judged.best_score,
            lost: judged.lost,
            class: judged.class,
            exact: judged.exact,
            line: (judged.class > Class::Good).then(|| judged.line.clone()),
        }
    }
}
