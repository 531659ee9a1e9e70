//! Questions that are reported together: of two questions the table, of a multiple choice the set of options,
//! of a number whether it was declined.

use std::error::Error;

use rand::{RngExt as _, SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Collector, Confidence, Epsilon, Intervals, Mechanism, choose_joint,
    composition::{MultipleChoice, MultipleChoiceStrategy},
    groups::{crossed_variance_at_uniform, variance_at_uniform},
    intervals::Population,
    numbers::{Grid, MeanLaw},
    planning::MeanPlanner,
};

use crate::{Acceptance, figures::near};

/// Surveys that are drawn for the measured variance of a joint report's cells, and how many answer each.
const SURVEYS: u32 = 4_000;
const RESPONDENTS: u32 = 100;

pub(crate) fn compare(acceptance: &mut Acceptance) -> Result<(), Box<dyn Error>> {
    println!(
        "\nn·Var at a uniform truth: two questions apart, by subset selection, and as one report"
    );
    tables(acceptance)?;
    println!("\nn·Var of an option that nobody chose, of k of which at most m may be");
    sets(acceptance)?;
    println!("\nn·Var of a mean in the middle of −1 to 1, where the number can be declined");
    declined(acceptance)
}

/// What counts and estimates, by mechanism and ε.
fn oracle(
    mechanism: Mechanism,
    epsilon: &Epsilon,
    values: u32,
) -> Result<Box<dyn Collector>, Box<dyn Error>> {
    let parameters = mechanism.parameters(epsilon, values)?;
    Ok(mechanism.oracle(&parameters, values)?)
}

/// Of each table its sizes, the ε of both together, and n·Var: of a cell apart and together, of the first
/// question's own share apart and together.
#[rustfmt::skip]
const TABLES: [([u32; 2], &str, &str, [f64; 4]); 8] = [
    ([2, 2], "1", "0.5", [19.45, 2.08, 4.17, 2.77]),
    ([2, 2], "2", "1", [1.96, 0.50, 1.17, 0.66]),
    ([2, 5], "2", "1", [3.52, 0.59, 1.17, 1.65]),
    ([3, 3], "2", "1", [3.18, 0.57, 1.68, 1.29]),
    ([5, 5], "1", "0.5", [101.8, 3.41, 10.05, 14.22]),
    ([5, 5], "2", "1", [6.18, 0.67, 2.45, 2.78]),
    ([5, 14], "2", "1", [7.92, 0.70, 2.45, 8.00]),
    ([5, 5], "4", "2", [0.30, 0.08, 0.51, 0.34]),
];

fn tables(acceptance: &mut Acceptance) -> Result<(), Box<dyn Error>> {
    let subsets = Mechanism::named("subset-selection")?;
    for ([rows, columns], total, half, published) in TABLES {
        let (total, half): (Epsilon, Epsilon) = (total.parse()?, half.parse()?);
        let first = oracle(subsets, &half, rows)?;
        let second = oracle(subsets, &half, columns)?;
        let cells = rows * columns;
        let joint = oracle(choose_joint(&total, cells)?.mechanism, &total, cells)?;
        let own = joint.group_precision(columns)?;
        let own = own.variance(1.0 / f64::from(rows), 1, Population::Sampled)?;
        let none = "a mechanism does not tell values apart";
        let found = [
            crossed_variance_at_uniform(&*first, &*second).ok_or(none)?,
            variance_at_uniform(&*joint).ok_or(none)?,
            variance_at_uniform(&*first).ok_or(none)?,
            own,
        ];
        let table = format!("{rows} × {columns}, epsilon {total}");
        let names = [
            "a cell, apart",
            "a cell, together",
            "own share, apart",
            "own share, together",
        ];
        for ((name, found), published) in names.into_iter().zip(found).zip(published) {
            // As many digits as were published.
            let places = if published > 100.0 { 0.1 } else { 0.01 };
            near(
                acceptance,
                &format!("{table}: {name}"),
                found,
                published,
                places,
            );
        }
        let measured = measured(&*joint)?;
        let limit = 4.9 * (2.0 / f64::from(SURVEYS)).sqrt();
        acceptance.figure(
            &format!("{table}: a cell, together, measured"),
            measured,
            &format!("{:.4} within {:.0} %", found[1], 100.0 * limit),
            (measured / found[1] - 1.0).abs() < limit,
        );
    }
    Ok(())
}

/// n times the mean square error of the first cell's share, over surveys whose respondents have any cell
/// with the same chance.
fn measured(joint: &dyn Collector) -> Result<f64, Box<dyn Error>> {
    let mut generator = ChaCha20Rng::seed_from_u64(41);
    let cells = joint.domain_size();
    let mut sum = 0.0;
    for _ in 0..SURVEYS {
        let mut counts = joint.empty_counts();
        for _ in 0..RESPONDENTS {
            let report = joint.randomize(generator.random_range(0..cells), &mut generator)?;
            joint.accumulate(&report, &mut counts)?;
        }
        let estimates = joint.estimate(&counts, Intervals::default())?;
        let error = estimates[0].share - 1.0 / f64::from(cells);
        sum += error * error;
    }
    Ok(sum / f64::from(SURVEYS) * f64::from(RESPONDENTS))
}

/// Of each multiple choice k, m, the total ε, the ε of each bit where every option is reported at an equal
/// share of ε/min(k, 2m), and n·Var: of these bits, of one random option, of the weighted draw of one item.
#[rustfmt::skip]
const SETS: [(u32, u32, &str, f64, [f64; 3]); 5] = [
    (5, 5, "1", 0.2, [24.9, 4.60, 5.96]),
    (8, 8, "1", 0.125, [63.9, 7.37, 9.74]),
    (8, 3, "1", 1.0 / 6.0, [35.9, 7.37, 5.13]),
    (10, 3, "2", 1.0 / 3.0, [8.9, 1.81, 0.76]),
    (20, 5, "1", 0.1, [99.9, 18.4, 11.0]),
];

fn sets(acceptance: &mut Acceptance) -> Result<(), Box<dyn Error>> {
    for (options, at_most, text, each, [bits, sampled, weighted]) in SETS {
        let choice = MultipleChoice::choose(&text.parse()?, options, at_most)?;
        let (taken, other) = (choice.variance, choice.other_variance);
        let takes_item = choice.strategy == MultipleChoiceStrategy::OneWeightedItem;
        let [option, item] = if takes_item {
            [other, taken]
        } else {
            [taken, other]
        };
        let set = format!("{options} options, at most {at_most}, epsilon {text}");
        // Randomized response: e^ε/(e^ε − 1)².
        let bit = f64::exp(each) / f64::exp_m1(each).powi(2);
        for (name, found, published, places) in [
            ("a bit for each", bit, bits, 0.1),
            (
                "one random option",
                option,
                sampled,
                if sampled < 10.0 { 0.01 } else { 0.1 },
            ),
            (
                "one item (PrivSet)",
                item,
                weighted,
                if weighted < 10.0 { 0.01 } else { 0.1 },
            ),
        ] {
            near(
                acceptance,
                &format!("{set}: {name}"),
                found,
                published,
                places,
            );
        }
        let limit = format!("{:.2}, the less", sampled.min(weighted));
        let is_less = takes_item == (weighted < sampled);
        acceptance.figure(&format!("{set}: auto"), taken, &limit, is_less);
    }
    Ok(())
}

fn declined(acceptance: &mut Acceptance) -> Result<(), Box<dyn Error>> {
    let cells = 1001;
    let grid = Grid::new(0.into(), 1000.into(), 1.into())?;
    for (text, duchi, three, more) in [("1", 4.68, 5.94, 27.0), ("2", 1.72, 1.93, 12.0)] {
        let epsilon = text.parse()?;
        let law = |name: &str, declinable: bool| -> Result<MeanLaw, Box<dyn Error>> {
            let mechanism = Mechanism::for_numbers(name)?;
            let parameters = if declinable {
                mechanism.parameters_or_declined(&epsilon, cells)?
            } else {
                mechanism.parameters(&epsilon, cells)?
            };
            Ok(mechanism.oracle(&parameters, cells)?.mean_law()?)
        };
        let variance = |name: &str, declinable: bool| -> Result<f64, Box<dyn Error>> {
            let planner = MeanPlanner::new(law(name, declinable)?, &grid, Confidence::default());
            Ok(planner.variance() / grid.half_range().powi(2))
        };
        let (without, with) = (variance("duchi", false)?, variance("duchi", true)?);
        let what = |name: &str| format!("{name}, epsilon {text}");
        near(
            acceptance,
            &what("Duchi, never declined"),
            without,
            duchi,
            0.01,
        );
        near(acceptance, &what("three categories"), with, three, 0.01);
        let costs = 100.0 * (with / without - 1.0);
        near(
            acceptance,
            &what("what declining costs, %"),
            costs,
            more,
            1.0,
        );
        // Everybody having one number t, constant + (slope + mean)·t².
        let law = law("hybrid", true)?;
        let hybrid = law.square.constant + (law.square.slope + law.mean).max(0.0);
        let limit = format!("below {three}");
        let what = what("hybrid, which auto takes, at the worst number");
        acceptance.figure(&what, hybrid, &limit, hybrid < three);
    }
    Ok(())
}
