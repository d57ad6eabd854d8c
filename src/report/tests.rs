//! Reports as people read them.

use super::text;
use crate::analysis::Analysis;
use crate::analysis::tests::five_moves;

#[test]
fn the_table_names_the_best_move_and_the_chart_marks_mistakes() {
    let analysis = five_moves();
    let table = text::table(&analysis, ['X', 'O'], None);
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(
        rows[2],
        "   2  O d3      -2  a1       +4     6  mistake      exact  a1; win becomes loss"
    );
    assert_eq!(
        rows[4],
        "   4  O d3      -2                     forced       exact"
    );
    let plain = |sign: char, _| sign.to_string();
    let chart = text::chart(&analysis, ['X', 'O'], None, 19, &plain);
    let rows: Vec<&str> = chart.lines().collect();
    assert_eq!(rows[0], "  +2 |  O**");
    assert_eq!(rows[1], "   0 +**----");
    assert!(rows.contains(&" -12 |     X"), "{chart}");
    for (lines, expected, lowest) in [(10, 7, " -12 |     X"), (6, 6, " -16 |     X")] {
        let chart = text::chart(&analysis, ['X', 'O'], None, lines, &plain);
        assert_eq!(chart.lines().count(), expected, "{chart}");
        assert!(chart.contains(lowest), "{chart}");
    }
}

#[test]
fn an_empty_analysis_has_no_chart_and_no_mistakes() {
    let nothing = Analysis::new(Vec::new(), 0);
    let plain = |sign: char, _| sign.to_string();
    assert_eq!(text::chart(&nothing, ['B', 'W'], None, 19, &plain), "");
    assert!(text::totals(&nothing, ["B", "W"], None).contains(" - "));
    let heading = text::table(&nothing, ['B', 'W'], None);
    assert!(heading.starts_with(" ply  move   score  best  value  lost"));
    let narrow = text::table(&nothing, ['B', 'W'], Some(40));
    assert_eq!(narrow.trim_end().len(), 37);
    let report = text::report(&nothing, ['B', 'W'], ["Black", "White"], false, None);
    assert!(report.ends_with("No inaccuracies, mistakes or blunders.\n"));
}
