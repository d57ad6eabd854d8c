//! Formats the measurements as tables.

use std::fmt::Write;

use super::accuracy::MeanErrors;
use super::calibrate::{Calibrated, Calibration};
use super::duel::DuelResult;
use super::errors::Errors;
use super::probcut::ScoreDeviations;
use super::tune::Tuned;
use crate::engine::Parameters;
use crate::engine::eval::{PHASES, phase};
use crate::players::ladder::{Band, Rung};

pub fn errors_table(errors: &Errors) -> String {
    let mut table = format!(
        "{:>5} {:>7} {:>10} {:>10} {:>16}\n",
        "phase", "empties", "positions", "mean error", "root mean square"
    );
    let mut line = |name: &str, (from, to): (usize, usize)| {
        if let Some((count, mean, root)) = errors.within(from, to) {
            let empties = format!("{from}-{to}");
            let _ = writeln!(table, "{name:>5} {empties:>7} {count:>10} {mean:>10.2} {root:>16.2}");
        }
    };
    for number in 0..PHASES {
        let mut empties = (0..=60_u32).filter(|&empties| phase(empties) == number);
        if let Some(from) = empties.next() {
            let to = empties.next_back().unwrap_or(from);
            line(&number.to_string(), (from as usize, to as usize));
        }
    }
    line("all", (0, 60));
    table
}

pub fn deviations_table(deviations: &ScoreDeviations) -> String {
    let ScoreDeviations { midgame, end, midgame_model, end_model } = deviations;
    let mut table = format!(
        "{:>7} {:>4} {:>7} {:>8} {:>5}\n",
        "empties", "deep", "shallow", "measured", "model"
    );
    for (cells, model) in [(midgame, midgame_model), (end, end_model)] {
        for &(key @ [empties, deep, shallow], measured) in cells {
            let [first, factors @ ..] = model.map(f64::from);
            let powers = factors.iter().zip(key).map(|(factor, power)| factor.powf(power.into()));
            let modelled = first * powers.product::<f64>();
            let _ = writeln!(
                table,
                "{empties:>7} {deep:>4} {shallow:>7} {measured:>8.2} {modelled:>5.2}"
            );
        }
    }
    for (name, [first, empties, deep, shallow]) in [("midgame", midgame_model), ("end", end_model)]
    {
        let _ = writeln!(
            table,
            "{name}: {first} * {empties}^empties * {deep}^deep * {shallow}^shallow"
        );
    }
    table
}

/// Formats mean errors by empty squares, with totals for exact and for deep comparisons.
pub fn mean_errors_table(means: &[MeanErrors]) -> String {
    let mut table =
        format!("{:>7} {:>9} {:>10} {:>7}\n", "empties", "positions", "evaluation", "search");
    let mut line = |name: &str, positions: usize, evaluation: f64, search: f64| {
        let _ = writeln!(table, "{name:>7} {positions:>9} {evaluation:>10.2} {search:>7.2}");
    };
    for mean in means {
        line(&mean.empties.to_string(), mean.positions, mean.evaluation, mean.search);
    }
    for (from, to) in [(20, 24), (28, 56)] {
        let within = means.iter().filter(|mean| (from..=to).contains(&mean.empties));
        let positions = within.clone().map(|mean| mean.positions).sum();
        if positions > 0 {
            #[expect(clippy::cast_precision_loss, reason = "a mean needs few digits")]
            let mean = |of: fn(&MeanErrors) -> f64| {
                let sum: f64 = within.clone().map(|mean| of(mean) * mean.positions as f64).sum();
                sum / positions as f64
            };
            let (evaluation, search) = (mean(|mean| mean.evaluation), mean(|mean| mean.search));
            line(&format!("{from}-{to}"), positions, evaluation, search);
        }
    }
    table
}

pub fn duel_table(result: &DuelResult) -> String {
    let DuelResult { won, drawn, lost, discs } = *result;
    let (from, to) = result.interval();
    let percent = |part: f64| 100.0 * part;
    let (points, from, to) = (percent(result.points()), percent(from), percent(to));
    let discs = f64::from(discs) / f64::from((won + drawn + lost).max(1));
    format!(
        "{won} won, {drawn} drawn, {lost} lost: {points:.1}% of points (95% confidence: {from:.1} to \
         {to:.1}%), {discs:+.2} discs per game\n"
    )
}

pub fn tuned_table(tuned: &Tuned) -> String {
    let mut table = format!("{:25} {:>5} {:>5}\n", "parameter", "usual", "tuned");
    for (parameter, value) in Parameters::ALL.iter().zip(tuned.parameters.values()) {
        let _ = writeln!(table, "{:25} {:>5} {value:>5}", parameter.name, parameter.default);
    }
    if let Some((score, margin)) = tuned.check.score().zip(tuned.check.margin()) {
        let (games, score, margin) = (2 * tuned.check.total(), 100.0 * score, 100.0 * margin);
        let _ = writeln!(
            table,
            "tuned vs current: {score:.1} +- {margin:.1}% of points in {games} games"
        );
    }
    table
}

pub fn calibrations_table(calibrated: &Calibrated) -> String {
    let Calibrated { phases, leaves } = calibrated;
    let rows = phases.iter().enumerate().map(|(phase, Calibration { factor, constants })| {
        let [even, odd] = constants;
        let most = 60 - 2 * phase;
        let leaves = [0, 1].map(|less| leaves[most.saturating_sub(less)]);
        format!(
            "{phase:5} {factor:12.3} {even:+5.2} {odd:+5.2}   {:+4.1} {:+4.1}\n",
            leaves[0], leaves[1]
        )
    });
    "phase stretched by  even   odd   at leaves: even, odd\n".to_owned() + &rows.collect::<String>()
}

/// Formats the list as a Markdown table. `step` is the distance to the row above.
pub fn ladder_table(list: &[Rung]) -> String {
    let mut table = "| level | rating | step | margin | name |\n|---|---|---|---|---|\n".to_owned();
    let mut before: Option<i32> = None;
    for &Rung { bot, rating, error, .. } in list {
        let step = before.map_or_else(String::new, |before| (rating - before).to_string());
        let band = Band::of(rating);
        let _ = writeln!(table, "| {bot} | {rating} | {step} | {error} | {band} |");
        before = Some(rating);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_totalled_by_what_they_are_compared_with() {
        let mean = |empties, positions, evaluation, search| MeanErrors {
            empties,
            positions,
            evaluation,
            search,
        };
        let means = [mean(20, 1, 2.0, 1.0), mean(24, 3, 6.0, 3.0), mean(28, 2, 5.0, 1.5)];
        let table = mean_errors_table(&means);
        let rows: Vec<Vec<&str>> =
            table.lines().skip(1).map(|row| row.split_whitespace().collect()).collect();
        assert_eq!(rows[1], ["24", "3", "6.00", "3.00"]);
        assert_eq!(rows[3..], [["20-24", "4", "5.00", "2.50"], ["28-56", "2", "5.00", "1.50"]]);
    }

    #[test]
    fn models_are_told_beside_what_was_measured() {
        let deviations = ScoreDeviations {
            midgame: vec![([2, 3, 1], 5.25)],
            end: Vec::new(),
            midgame_model: [10.0, 0.5, 2.0, 0.25],
            end_model: [1.0; 4],
        };
        let table = deviations_table(&deviations);
        let lines: Vec<&str> = table.lines().collect();
        let row: Vec<&str> = lines[1].split_whitespace().collect();
        assert_eq!(row, ["2", "3", "1", "5.25", "5.00"]);
        assert_eq!(lines[2], "midgame: 10 * 0.5^empties * 2^deep * 0.25^shallow");
    }
}
