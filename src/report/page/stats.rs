//! The statistics of a user's games as a web page, as its script reads them.

use serde::Serialize;

use super::{SCHEMA, filled, language};
use crate::base::language::tr;
use crate::base::text::printable;
use crate::report::stats as words;
use crate::study::{Group, Losses, Stats};

const HTML: &str = include_str!("stats.html");
const SCRIPT: &str = concat!(include_str!("common.js"), include_str!("stats.js"));

#[derive(Serialize)]
struct StatsData<'a> {
    schema: u32,
    language: &'a str,
    /// The sentences below the title.
    sentences: Vec<String>,
    /// The analyzed games by date.
    games: Vec<PageRow>,
    tables: Vec<StatsTable>,
}

#[derive(Serialize)]
struct StatsTable {
    title: &'static str,
    rows: Vec<PageRow>,
}

#[derive(Debug, Serialize)]
struct PageRow {
    name: String,
    /// The results, or the number of mistakes; can be empty.
    text: String,
    /// The average loss in words; can be empty.
    loss: String,
    /// The average loss in discs per move.
    average: Option<f64>,
}

/// Returns the page of the statistics, in the language of this thread.
pub fn stats_page(stats: &Stats) -> String {
    let language = language();
    let data = StatsData {
        schema: SCHEMA,
        language: &language,
        sentences: sentences(stats),
        games: stats.progress.iter().map(PageRow::of_group).collect(),
        tables: tables(stats),
    };
    let texts = [
        ("no_script", tr!("This page needs JavaScript.").to_owned()),
        (
            "progress",
            tr!("Discs lost per move, game by game").to_owned(),
        ),
        ("recent", tr!("Mean of up to 10 games").to_owned()),
        ("summary", tr!("Summary").to_owned()),
    ];
    let title = tr!("Statistics of your games");
    filled(HTML, SCRIPT, title, &data, &texts)
}

fn sentences(stats: &Stats) -> Vec<String> {
    let games = if stats.games == 0 {
        words::none().to_owned()
    } else {
        words::games(stats)
    };
    let rest = [
        stats.rating.map(words::rating),
        words::unrated(stats.unrated),
    ];
    let all = [words::guesses(&stats.guesses), Some(games)];
    all.into_iter().chain(rest).flatten().collect()
}

/// The tables that have rows.
fn tables(stats: &Stats) -> Vec<StatsTable> {
    let groups = |groups: &[Group]| groups.iter().map(PageRow::of_group).collect();
    let phases = words::phases().into_iter().zip(stats.phases);
    let phases = phases.map(|(name, losses)| PageRow::new(name, String::new(), losses));
    let kinds = stats.mistakes.iter().map(|frequent| PageRow {
        name: words::kind(frequent.kind).to_owned(),
        text: frequent.times.to_string(),
        loss: String::new(),
        average: None,
    });
    let is_judged = stats.judged > 0;
    let tables: [(_, Vec<PageRow>); 5] = [
        (words::by_level(), groups(&stats.levels)),
        (words::by_opening(), groups(&stats.openings)),
        (words::by_month(), groups(&stats.months)),
        (words::by_phase(), phases.filter(|_| is_judged).collect()),
        (words::mistakes(), kinds.collect()),
    ];
    let tables = tables.into_iter().filter(|(_, rows)| !rows.is_empty());
    tables
        .map(|(title, rows)| StatsTable { title, rows })
        .collect()
}

impl PageRow {
    fn new(name: &str, text: String, losses: Losses) -> Self {
        Self {
            name: printable(name).to_string(),
            text,
            loss: words::average(losses),
            average: losses.average(),
        }
    }

    fn of_group(group: &Group) -> Self {
        Self::new(&group.name, words::results(group), group.losses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Frequent, MistakeKind};

    #[test]
    fn names_stay_inside_the_element_and_all_tables_are_there() {
        let losses = |discs| Losses { moves: 10, discs };
        let group = |name: &str| Group {
            name: name.to_owned(),
            games: 1,
            won: 1,
            losses: losses(25),
            ..Group::default()
        };
        let hostile = "</script><script>alert(1)</script>\u{202e}";
        let stats = Stats {
            games: 1,
            judged: 1,
            levels: vec![group(hostile)],
            openings: vec![group("Tiger")],
            progress: vec![group("2026-10-03")],
            phases: [10, 20, 30].map(losses),
            mistakes: vec![Frequent {
                kind: MistakeKind::GaveCorner,
                times: 3,
            }],
            ..Stats::default()
        };
        let page = stats_page(&stats);
        for (tag, count) in [("<script", 2), ("</script", 2), ("{", 0)] {
            let (html, _) = page.split_once("<style>").unwrap();
            let counted = if tag == "{" { html } else { &page };
            assert_eq!(counted.matches(tag).count(), count, "{tag}");
        }
        assert!(!page.contains('\u{202e}'));
        let (_, rest) = page.split_once("id=\"data\">").unwrap();
        let (data, _) = rest.split_once("</script>").unwrap();
        let data: serde_json::Value = serde_json::from_str(data).unwrap();
        let name = &data["tables"][0]["rows"][0]["name"];
        assert!(name.as_str().unwrap().starts_with("</script>"), "{name}");
        assert_eq!(data["games"][0]["average"], 2.5);
        let titles: Vec<&str> = data["tables"]
            .as_array()
            .unwrap()
            .iter()
            .map(|table| table["title"].as_str().unwrap())
            .collect();
        assert_eq!(
            titles,
            [
                words::by_level(),
                words::by_opening(),
                words::by_phase(),
                words::mistakes()
            ]
        );
    }

    #[test]
    fn without_games_the_page_says_so() {
        let page = stats_page(&Stats::default());
        assert!(page.contains(words::none()), "{page}");
    }
}
