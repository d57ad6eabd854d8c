//! Reports as a web page: one file, which needs no other and no network.
//!
//! The template is in `page/`. Everything a reader sees of a game is in one JSON object, which the script shows as
//! text. `docs/json.md` describes the object.

mod game;
mod stats;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::analysis::Class;
use crate::base::language::{self, tr};
use crate::base::text::{capital, svg::escaped};
use crate::records::{GRADIENTS, empty_board};

pub(crate) use game::PageGame;
pub(crate) use stats::stats_page;

const HTML: &str = include_str!("page/report.html");
const STYLE: &str = include_str!("page/report.css");
const SCRIPT: &str = concat!(
    include_str!("page/common.js"),
    include_str!("page/report.js")
);

/// The version of the object. It changes when a field is removed or changes its meaning.
const SCHEMA: u32 = 1;

/// The object that the script reads.
#[derive(Serialize)]
struct PageData<'a> {
    schema: u32,
    language: &'a str,
    texts: BTreeMap<&'a str, &'a str>,
    games: &'a [PageGame],
}

/// Whether a file is a web page, by its extension.
pub fn is_page(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    ["html", "htm"]
        .iter()
        .any(|page| extension.eq_ignore_ascii_case(page))
}

/// Returns the page of one or more games, in the language of this thread.
pub fn page(games: &[PageGame]) -> String {
    let language = language();
    let texts = texts();
    let data = PageData {
        schema: SCHEMA,
        language: &language,
        texts: texts.iter().map(|(name, text)| (*name, &**text)).collect(),
        games,
    };
    let title = games.first().map_or("", |game| &game.title);
    filled(HTML, SCRIPT, title, &data, &texts)
}

/// The language of this thread, as HTML names it.
fn language() -> String {
    language::current().code().replace('_', "-")
}

/// Replaces the names in braces of a template by its parts and texts.
fn filled(
    html: &str,
    script: &str,
    title: &str,
    data: &impl Serialize,
    texts: &[(&str, String)],
) -> String {
    let data = serde_json::to_string(data).expect("plain data always has a text");
    let mut page = String::new();
    for part in html.split_inclusive('}') {
        let Some((before, name)) = part
            .strip_suffix('}')
            .and_then(|part| part.rsplit_once('{'))
        else {
            page += part;
            continue;
        };
        page += before;
        match name {
            "style" => page += STYLE,
            "script" => page += script,
            "policy" => page += &policy(script),
            "data" => page += &embedded(&data),
            "discs" => page += GRADIENTS.trim_end(),
            "board" => page += empty_board().trim_end(),
            "language" => page += &language(),
            "title" => page += &escaped(title, usize::MAX),
            _ => {
                let text = texts.iter().find(|(key, _)| *key == name);
                let (_, text) = text.expect("the template has only names of texts");
                page += &escaped(text, usize::MAX);
            }
        }
    }
    page
}

/// Allows the script and the style of the page, and nothing else.
fn policy(script: &str) -> String {
    let [script, style] = [script, STYLE].map(|text| BASE64_STANDARD.encode(Sha256::digest(text)));
    format!(
        "default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; base-uri 'none'; \
         form-action 'none'; require-trusted-types-for 'script'"
    )
}

/// Escapes JSON for a script element, which no text can then end.
fn embedded(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for character in json.chars() {
        match character {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                // Writing to a string can't fail.
                let _ = write!(text, "\\u{:04x}", u32::from(character));
            }
            _ => text.push(character),
        }
    }
    text
}

/// The texts of the page, by their names in the template.
fn texts() -> Vec<(&'static str, String)> {
    let class = |class| capital(super::text::class_name(class));
    let plural = |class| capital(super::text::plural(class));
    let sides = game::side_names();
    let [black, white] = sides.map(capital);
    let text = |name, text: &str| (name, text.to_owned());
    vec![
        ("accuracy", capital(tr!("accuracy"))),
        text("back", tr!("Previous move")),
        text("back_to_game", tr!("Back to the game")),
        ("best", plural(Class::Best)),
        text("better_line", tr!("Better line")),
        ("black", black),
        ("blunder", class(Class::Blunder)),
        ("blunders", plural(Class::Blunder)),
        text("copied", tr!("Copied.")),
        text("copy_moves", tr!("Copy moves")),
        text("copy_position", tr!("Copy position")),
        text("exact", tr!("Exact scores")),
        text("first", tr!("Start of the game")),
        text("forward", tr!("Next move")),
        text("game", &tr!("Game {number}", number = "{number}")),
        text("games", tr!("records" => "Games")),
        ("good", plural(Class::Good)),
        text(
            "in_line",
            &tr!(
                "Better line: {move}, move {number} of {of}.",
                move = "{move}",
                number = "{number}",
                of = "{of}"
            ),
        ),
        ("inaccuracies", plural(Class::Inaccuracy)),
        text(
            "keys",
            tr!(
                "Step with the arrow keys, Home and End, the wheel or a swipe, or click the board, the graph or a move."
            ),
        ),
        text("last", tr!("End of the game")),
        ("lost", capital(tr!("column" => "lost"))),
        ("mistake", class(Class::Mistake)),
        ("mistakes", plural(Class::Mistake)),
        text("moves", tr!("Moves")),
        text("next_mistake", tr!("Next mistake")),
        text("no_mistakes", super::sentences::no_mistakes()),
        text("no_script", tr!("This page needs JavaScript.")),
        text("opening", tr!("Opening")),
        text("pass", tr!("pass")),
        ("per_move", capital(tr!("per move"))),
        text("position", tr!("Position")),
        text("result", tr!("Result")),
        text("review", tr!("Moves to review")),
        text("score_graph", tr!("Score")),
        text("start", tr!("Start of the game")),
        ("white", white),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Analysis;
    use crate::records::GameRecord;

    fn page_of(record: &GameRecord) -> String {
        page(&[PageGame::new(
            1,
            record,
            None,
            &Analysis::new(Vec::new(), 0),
        )])
    }

    #[test]
    fn a_record_stays_inside_its_element() {
        let mut record = GameRecord::by_choices(&[0, 1]);
        record.players[0].name = "</script><script>alert(1)</script>".to_owned();
        record.players[1].name = "\u{2028}<!--<script>&amp;\u{202e}".to_owned();
        record.event = "\"><img src=x onerror=alert(1)>{policy}".to_owned();
        record.set_start_comment("<svg onload=alert(1)>");
        let page = page_of(&record);
        // The elements of the template.
        for (tag, count) in [("<script", 2), ("</script", 2), ("<img", 0), ("<svg", 5)] {
            assert_eq!(page.matches(tag).count(), count, "{tag}");
        }
        assert!(!page.contains(['\u{2028}', '\u{202e}']));
        let (_, rest) = page.split_once("id=\"data\">").unwrap();
        let (data, _) = rest.split_once("</script>").unwrap();
        assert!(!data.contains(['<', '>', '&']));
        let data: serde_json::Value = serde_json::from_str(data).unwrap();
        let game = &data["games"][0];
        assert_eq!(game["names"]["black"], "</script><script>alert(1)</script>");
        assert_eq!(game["note"], "<svg onload=alert(1)>");
        assert_eq!(game["facts"][0], "\"><img src=x onerror=alert(1)>{policy}");
    }

    #[test]
    fn the_template_has_all_texts_and_nothing_from_elsewhere() {
        let page = page_of(&GameRecord::new());
        let (html, _) = page.split_once("<script type").unwrap();
        let (head, body) = html.split_once("</style>").unwrap();
        let unfilled = [head.split_once("<style>").unwrap().0, body];
        assert!(
            unfilled.iter().all(|part| !part.contains(['{', '}'])),
            "{unfilled:?}"
        );
        // The name of the SVG namespace is no address.
        let addresses = page.replace("http://www.w3.org/2000/svg", "");
        for address in [
            "http:",
            "https:",
            "//cdn",
            "@import",
            "src=",
            " onclick=",
            " style=",
        ] {
            assert!(!addresses.contains(address), "{address}");
        }
        assert!(SCRIPT.lines().count() <= 500);
    }
}
