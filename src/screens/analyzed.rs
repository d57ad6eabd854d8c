//! Analyses of games as text: a summary that fits one page, or a table of all moves.

use super::look::{Ink, Look};
use super::words::{self, Voice, analysis as texts};
use crate::analysis::{Analysis, Class, Judgment};
use crate::base::text::fit::wrapped;
use crate::games::Player;
use crate::interpreter::Reply;
use crate::report::text;
use crate::session::Sides;

/// The lines of a terminal with 24 rows that are left above the prompt.
const PAGE: usize = 23;

/// The number of mistakes in words.
const SHOWN: usize = 3;

const WIDEST: usize = 78;

/// The result of the game, if it is over, and its opening.
pub fn head(reply: &Reply, opening: Option<&str>) -> Vec<String> {
    let game = reply.game.as_deref();
    let result =
        game.and_then(|game| Some(words::end(&reply.sides, game.outcome()?, game.humans())));
    result
        .into_iter()
        .chain(opening.map(words::opening))
        .collect()
}

/// The moves that lost the most, and the number of the others that lost too many discs.
pub fn worst(analysis: &Analysis) -> (Vec<&Judgment>, usize) {
    let mut worst = analysis.worst();
    let others = worst.len().saturating_sub(SHOWN);
    worst.truncate(SHOWN);
    (worst, others)
}

/// Writes the summary below its head, with a chart in the room left by `reserved` more lines.
pub fn summary(
    out: &mut String,
    sides: &Sides,
    head: Vec<String>,
    analysis: &Analysis,
    voice: Voice,
    look: Option<Look>,
    reserved: usize,
) {
    let columns = look.and_then(|look| look.columns);
    let widest = columns.unwrap_or(WIDEST).min(WIDEST);
    let mut lines = head;
    if analysis.moves.is_empty() {
        lines.push(texts::stopped_at_once().to_owned());
        return write(out, &lines);
    }
    lines.extend(
        texts::accuracy(sides, analysis)
            .iter()
            .flat_map(|text| wrapped(text, widest)),
    );
    let (worst, others) = worst(analysis);
    if worst.is_empty() {
        lines.push(texts::no_mistakes().to_owned());
    }
    for judged in worst {
        lines.extend(mistake(sides, judged, voice, look, widest));
    }
    let stopped = (!analysis.complete).then(|| texts::stopped().to_owned());
    let end = stopped.into_iter().chain(texts::others(voice, others));
    let end: Vec<String> = end.flat_map(|text| wrapped(&text, widest)).collect();
    let room = PAGE.saturating_sub(lines.len() + end.len() + reserved);
    write(out, &lines);
    let signs = Player::BOTH.map(|player| sides.icons().of(player));
    out.push_str(&text::chart(
        analysis,
        signs,
        columns,
        room,
        &|sign, class| {
            let mut painted = String::new();
            match look {
                Some(look) => look.paint(
                    &mut painted,
                    ink(look, class),
                    sign.encode_utf8(&mut [0; 4]),
                ),
                None => painted.push(sign),
            }
            painted
        },
    ));
    write(out, &end);
}

/// A mistake in lines, of which further ones are indented, so that the moves stand out.
fn mistake(
    sides: &Sides,
    judged: &Judgment,
    voice: Voice,
    look: Option<Look>,
    widest: usize,
) -> Vec<String> {
    let name = judged.square.to_string();
    let name = texts::nth_move(judged.ply, words::side(sides, judged.player), &name);
    let mut said = String::new();
    match look {
        Some(look) => look.paint(&mut said, ink(look, judged.class), &name),
        None => said.push_str(&name),
    }
    said.push_str(&texts::loss(voice, judged));
    let parts = wrapped(&said, widest.saturating_sub(2)).into_iter();
    parts
        .enumerate()
        .map(|(at, part)| if at == 0 { part } else { format!("  {part}") })
        .collect()
}

/// Writes the table of all moves, the totals and the chart.
pub fn table(
    out: &mut String,
    sides: &Sides,
    opening: Option<&str>,
    analysis: &Analysis,
    columns: Option<usize>,
) {
    write(
        out,
        &opening.map(words::opening).into_iter().collect::<Vec<_>>(),
    );
    if analysis.moves.is_empty() {
        return write(out, &[texts::stopped_at_once().to_owned()]);
    }
    let signs = Player::BOTH.map(|player| sides.icons().of(player));
    let names = Player::BOTH.map(|player| sides.label(player));
    let names = names.each_ref().map(String::as_str);
    out.push_str(&text::report(analysis, signs, names, true, columns));
    if !analysis.complete {
        write(out, &[texts::stopped().to_owned()]);
    }
}

/// The color of the class of a move, on a ground on which it is readable.
fn ink(look: Look, class: Class) -> Ink {
    Ink::on(look.theme.class(class), look.theme.background)
}

fn write(out: &mut String, lines: &[String]) {
    for line in lines {
        out.push_str(line);
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Fact;
    use crate::games::{Square, reversi};
    use crate::screens::theme::{ColorDepth, ThemeName, theme};
    use crate::session::{Icons, PlayerNames};

    fn blunder(ply: usize, player: Player, score: i32) -> Judgment {
        let at = |column| Square { row: 0, column };
        let moves = |after| Fact::OpponentMoves { before: 9, after };
        Judgment {
            ply,
            player,
            square: at(0),
            score,
            best: at(1),
            best_score: 64,
            lost: 64_u32.saturating_add_signed(-score),
            class: Class::Blunder,
            choices: 2,
            exact: false,
            depth: 10,
            line: Vec::new(),
            played_line: Vec::new(),
            passed: None,
            facts: vec![moves(9)],
            best_facts: vec![moves(3)],
        }
    }

    #[test]
    fn a_summary_fits_a_page_whatever_it_says() {
        let long = PlayerNames::new("abcdefghijklmnopqrst", "bcdefghijklmnopqrstu").unwrap();
        let moves = [
            (1, Player::Black, -64),
            (2, Player::White, -64),
            (3, Player::Black, 0),
        ]
        .into_iter()
        .chain((4..9).map(|ply| (ply, Player::White, 40)))
        .map(|(ply, player, score)| blunder(ply, player, score));
        let analysis = Analysis::new(moves.collect(), 9);
        let look = |depth| Look {
            theme: theme(ThemeName::DARK),
            depth,
            symbols: true,
            rows_for_large: None,
            columns: Some(80),
            is_screen_reader: false,
        };
        for names in [None, Some(&long)] {
            let sides = Sides::new(&reversi::INFO, Icons::default(), names);
            let said = |look, reserved| {
                let head = vec![String::from("Result."), String::from("Opening.")];
                let mut out = String::new();
                summary(
                    &mut out,
                    &sides,
                    head,
                    &analysis,
                    Voice::Script,
                    look,
                    reserved,
                );
                out
            };
            for reserved in [0, 1] {
                let text = said(None, reserved);
                assert!(text.lines().count() + reserved <= PAGE, "{text}");
                assert!(text.lines().all(|line| line.len() <= WIDEST), "{text}");
                assert!(text.contains("Best was b1, which leaves"));
                assert_eq!(said(Some(look(ColorDepth::None)), reserved), text);
                let colored = said(Some(look(ColorDepth::True)), reserved);
                let plain = anstream::adapter::strip_str(&colored).to_string();
                assert_eq!(plain, text);
                assert!(
                    colored.matches("\u{1b}[38;2;255;138;128m").count() > 3,
                    "{colored}"
                );
            }
        }
    }
}
