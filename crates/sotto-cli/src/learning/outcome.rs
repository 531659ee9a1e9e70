//! What an experiment has shown, as it is printed.

use serde::Serialize;
use sotto_ldp::{Epsilon, float};

use crate::listing::{Alignment, Listing, count, decimals};

/// The accuracy of all that was tried.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct TriedAccuracies {
    /// Rows of the table.
    pub(crate) rows: usize,
    /// Classes.
    pub(crate) classes: u32,
    /// Features that tell anything.
    pub(crate) features: usize,
    /// Parts, each predicted by the others.
    pub(crate) folds: usize,
    /// Repetitions.
    pub(crate) runs: usize,
    /// The share of the commonest class: what always guessing it gets right.
    pub(crate) majority: f64,
    /// The same classifier without noise.
    pub(crate) not_private: Accuracy,
    /// The same of numbers that are normal within a class, where that was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) not_private_gaussian: Option<Accuracy>,
    /// Each method at each budget, the budgets of a method together.
    pub(crate) tried: Vec<Tried>,
    /// What was decided when the table was read.
    pub(crate) notes: Vec<String>,
}

/// A method at a budget.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Tried {
    /// The mechanism of every input.
    pub(crate) mechanism: &'static str,
    /// From counts to a classifier.
    pub(crate) recipe: &'static str,
    /// What all that a respondent sends may cost.
    pub(crate) epsilon: Epsilon,
    /// The share of rows that get their class.
    pub(crate) accuracy: Accuracy,
}

impl Tried {
    /// Which method it is.
    pub(crate) fn method(&self) -> String {
        format!("{}, {}", self.mechanism, self.recipe)
    }
}

/// The share of rows that get the class that they have, over the runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Accuracy {
    /// The mean of the runs.
    pub(crate) mean: f64,
    /// The standard deviation from run to run; 0 of a single one.
    pub(crate) standard_deviation: f64,
}

impl Accuracy {
    /// Of the share of each run; at least one.
    pub(crate) fn of_runs(shares: &[f64]) -> Self {
        let runs = float(shares.len().max(1) as u64);
        let mean = shares.iter().sum::<f64>() / runs;
        let squares: f64 = shares.iter().map(|share| (share - mean).powi(2)).sum();
        Self {
            mean,
            standard_deviation: (squares / (runs - 1.0).max(1.0)).sqrt(),
        }
    }

    fn text(self) -> String {
        let deviation = 100.0 * self.standard_deviation;
        format!("{:.1} ± {deviation:.1}", 100.0 * self.mean)
    }
}

impl TriedAccuracies {
    /// The methods, in the order in which they were tried.
    pub(crate) fn methods(&self) -> Vec<String> {
        let mut methods: Vec<String> = Vec::new();
        for tried in &self.tried {
            let method = tried.method();
            if !methods.contains(&method) {
                methods.push(method);
            }
        }
        methods
    }

    /// The table that people read.
    pub(crate) fn listing(&self) -> Listing {
        let mut listing = Listing::default();
        listing.fields(&[
            ("rows", count(self.rows as u64)),
            ("classes", self.classes.to_string()),
            ("features", self.features.to_string()),
            ("without privacy", self.not_private.text()),
            ("commonest class", decimals(100.0 * self.majority, 0.5)),
        ]);
        if let Some(accuracy) = self.not_private_gaussian {
            listing.fields(&[("gaussian, without privacy", accuracy.text())]);
        }
        listing.line("");
        let methods = self.methods();
        let mut budgets: Vec<Epsilon> = Vec::new();
        for tried in &self.tried {
            if !budgets.contains(&tried.epsilon) {
                budgets.push(tried.epsilon);
            }
        }
        let names: Vec<String> = budgets
            .iter()
            .map(|epsilon| format!("ε {epsilon}"))
            .collect();
        let mut head = vec![("mechanism, recipe", Alignment::Left)];
        head.extend(names.iter().map(|name| (name.as_str(), Alignment::Right)));
        let rows: Vec<Vec<String>> = methods
            .into_iter()
            .map(|method| {
                let of_method = self.tried.iter().filter(|tried| tried.method() == method);
                let cells: Vec<_> = of_method.map(|tried| tried.accuracy.text()).collect();
                [vec![method.clone()], cells].concat()
            })
            .collect();
        listing.table(&head, &rows);
        listing.line("");
        listing.line(&format!(
            "Rows in 100 that get their class, mean ± standard deviation of {} runs over {} folds.",
            self.runs, self.folds
        ));
        for note in &self.notes {
            listing.line(note);
        }
        listing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_is_that_of_the_runs() {
        let accuracy = Accuracy::of_runs(&[0.8, 0.9, 1.0]);
        assert!((accuracy.mean - 0.9).abs() < 1e-12);
        assert!((accuracy.standard_deviation - 0.1).abs() < 1e-12);
        assert_eq!(accuracy.text(), "90.0 ± 10.0");
        assert!(Accuracy::of_runs(&[0.7]).standard_deviation.abs() < 1e-12);
    }
}
