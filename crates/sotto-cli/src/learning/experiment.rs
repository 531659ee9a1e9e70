//! The experiment: folds, runs, mechanisms and budgets, on all cores.

use std::{
    num::NonZero,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use indicatif::{ProgressBar, ProgressStyle};
use rand::{Rng, SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{Epsilon, Mechanism, float};
use sotto_learn::{
    Examples, LearningError, NaiveBayes, Recipe, Reporting, folds,
    gaussian::{GaussianNaiveBayes, GaussianReporting, Way},
};

use super::outcome::{Accuracy, Tried, TriedAccuracies};

/// How reports are made and learned from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum LearningMethod {
    /// Values are counted.
    Counted {
        /// The mechanism of every input; `None`: for each the one of least variance.
        mechanism: Option<Mechanism>,
        /// From counts to a classifier.
        recipe: Recipe,
    },
    /// Numbers are normal within a class, and travel in that way.
    Gaussian(Way),
}

impl LearningMethod {
    /// The names of what perturbs and of what learns.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Counted {
                mechanism: Some(mechanism),
                recipe,
            } => (mechanism.name(), recipe.name()),
            Self::Counted {
                mechanism: None,
                recipe,
            } => ("auto", recipe.name()),
            Self::Gaussian(way) => (way.name(), "gaussian"),
        }
    }
}

/// A method at a budget.
enum MethodAtBudget {
    Counted(Reporting, Recipe),
    Gaussian(GaussianReporting),
}

/// Who is learned from.
#[derive(Clone, Copy)]
pub(crate) struct TrainingSet<'a> {
    /// Categories and bins.
    pub(crate) examples: &'a Examples,
    /// The same rows with their numbers on finer grids, where all features are numbers.
    pub(crate) cells: Option<&'a Examples>,
}

/// What is tried.
#[derive(Clone, Debug)]
pub(crate) struct Experiment {
    /// Each with each budget.
    pub(crate) methods: Vec<LearningMethod>,
    /// What all that a respondent sends may cost.
    pub(crate) budgets: Vec<Epsilon>,
    /// The parts of the table, each of which is predicted by what the others taught.
    pub(crate) folds: usize,
    /// How often all is done again, with other folds and other noise.
    pub(crate) runs: usize,
    /// What is added to the counts of the classifier without privacy.
    pub(crate) added: f64,
}

/// One run of one method at one budget.
#[derive(Clone, Copy)]
struct Task {
    run: usize,
    setting: Training,
}

/// What is trained in a task.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Training {
    Setting(usize),
    NotPrivate,
    /// The same of numbers that are normal within a class.
    NotPrivateGaussian,
}

impl Experiment {
    /// Tries all of it. Each run's folds and each task's noise have a stream of the generator of their
    /// own, so that the outcome does not depend on the number of cores.
    pub(crate) fn run(
        &self,
        rows: TrainingSet<'_>,
        generator: &mut ChaCha20Rng,
    ) -> Result<TriedAccuracies, LearningError> {
        let examples = rows.examples;
        let settings = self.settings(rows)?;
        let mut seed = [0; 32];
        generator.fill_bytes(&mut seed);
        let stream = |index: usize| {
            let mut generator = ChaCha20Rng::from_seed(seed);
            generator.set_stream(index as u64);
            generator
        };
        let parts: Vec<Vec<Vec<usize>>> = (0..self.runs)
            .map(|run| folds(examples.len(), self.folds, &mut stream(run)))
            .collect::<Result<_, _>>()?;
        let tasks: Vec<Task> = (0..self.runs)
            .flat_map(|run| {
                let private = (0..settings.len()).map(Training::Setting);
                let gaussian = self.is_gaussian().then_some(Training::NotPrivateGaussian);
                let all = private.chain([Training::NotPrivate]).chain(gaussian);
                all.map(move |setting| Task { run, setting })
            })
            .collect();
        let bar = progress_bar(tasks.len());
        let next = AtomicUsize::new(0);
        let right: Mutex<Vec<Result<usize, LearningError>>> = Mutex::new(vec![Ok(0); tasks.len()]);
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(task) = tasks.get(index) else { break };
                let mut generator = stream(self.runs + index);
                let setting = match task.setting {
                    Training::Setting(setting) => Trained::Private(&settings[setting]),
                    Training::NotPrivate => Trained::NotPrivate,
                    Training::NotPrivateGaussian => Trained::NotPrivateGaussian,
                };
                let found = self.count_right(rows, &parts[task.run], &setting, &mut generator);
                bar.inc(1);
                // Nothing panics while this is locked.
                if let Ok(mut right) = right.lock() {
                    right[index] = found;
                }
            }
        };
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        thread::scope(|scope| {
            for _ in 1..cores.min(tasks.len()) {
                scope.spawn(work);
            }
            work();
        });
        bar.finish_and_clear();
        let right = right.into_inner().unwrap_or_default();
        let right: Vec<usize> = right.into_iter().collect::<Result<_, _>>()?;
        Ok(self.outcome(examples, &tasks, &right))
    }

    fn is_gaussian(&self) -> bool {
        let is_gaussian = |method: &LearningMethod| matches!(method, LearningMethod::Gaussian(_));
        self.methods.iter().any(is_gaussian)
    }

    /// A reporting for each method and budget, the budgets of a method together.
    fn settings(&self, rows: TrainingSet<'_>) -> Result<Vec<MethodAtBudget>, LearningError> {
        let pairs = self.methods.iter().flat_map(|method| {
            let budgets = self.budgets.iter();
            budgets.map(move |epsilon| (method, epsilon))
        });
        let schema = rows.examples.schema();
        pairs
            .map(|(method, epsilon)| match *method {
                LearningMethod::Counted { mechanism, recipe } => {
                    let class_too = recipe.needs_class_report();
                    let reporting = Reporting::new(schema.clone(), mechanism, epsilon, class_too)?;
                    Ok(MethodAtBudget::Counted(reporting, recipe))
                }
                LearningMethod::Gaussian(way) => {
                    let numbers = u32::try_from(schema.features().len()).unwrap_or(u32::MAX);
                    let reporting = GaussianReporting::new(schema.classes(), numbers, epsilon, way);
                    Ok(MethodAtBudget::Gaussian(reporting?))
                }
            })
            .collect()
    }

    /// How many rows get the class that they have from what the other folds taught.
    fn count_right(
        &self,
        rows: TrainingSet<'_>,
        parts: &[Vec<usize>],
        trained: &Trained<'_>,
        generator: &mut ChaCha20Rng,
    ) -> Result<usize, LearningError> {
        let mut right = 0;
        for (index, tested) in parts.iter().enumerate() {
            let others = parts
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != index);
            let others: Vec<usize> = others.flat_map(|(_, rows)| rows).copied().collect();
            right += match trained {
                Trained::NotPrivate => {
                    let learned = NaiveBayes::of_examples(rows.examples, &others, self.added)?;
                    learned.count_right(rows.examples, tested)?
                }
                Trained::Private(MethodAtBudget::Counted(reporting, recipe)) => {
                    let mut tallies = reporting.empty_tallies();
                    for &row in &others {
                        let (values, class) = (rows.examples.values(row), rows.examples.class(row));
                        let report = reporting.randomize(values, class, generator)?;
                        reporting.accumulate(&report, &mut tallies)?;
                    }
                    let learned = recipe.train(reporting, &tallies)?;
                    learned.count_right(rows.examples, tested)?
                }
                Trained::NotPrivateGaussian => {
                    let cells = rows.cells.ok_or(LearningError::NoFeatures)?;
                    let of = others
                        .iter()
                        .map(|&row| (cells.values(row), cells.class(row)));
                    let learned = GaussianNaiveBayes::of_rows(cells.schema().classes(), of)?;
                    gaussian_right(&learned, cells, tested)?
                }
                Trained::Private(MethodAtBudget::Gaussian(reporting)) => {
                    let cells = rows.cells.ok_or(LearningError::NoFeatures)?;
                    let mut sums = reporting.empty_sums();
                    for &row in &others {
                        let (values, class) = (cells.values(row), cells.class(row));
                        let report = reporting.randomize(values, class, generator)?;
                        reporting.accumulate(&report, &mut sums)?;
                    }
                    let learned = GaussianNaiveBayes::train(reporting, &sums)?;
                    gaussian_right(&learned, cells, tested)?
                }
            };
        }
        Ok(right)
    }

    fn outcome(&self, examples: &Examples, tasks: &[Task], right: &[usize]) -> TriedAccuracies {
        let accuracy = |setting: Training| {
            let of_setting = tasks.iter().zip(right);
            let of_setting = of_setting.filter(|(task, _)| task.setting == setting);
            let shares = of_setting.map(|(_, &right)| share(right, examples.len()));
            Accuracy::of_runs(&shares.collect::<Vec<_>>())
        };
        let rows: Vec<_> = (0..examples.len()).collect();
        let counts = examples.class_counts(&rows);
        let most = counts.iter().max().copied().unwrap_or(0);
        let mut tried = Vec::new();
        for (index, method) in self.methods.iter().enumerate() {
            for (budget, epsilon) in self.budgets.iter().enumerate() {
                let (mechanism, recipe) = method.names();
                tried.push(Tried {
                    mechanism,
                    recipe,
                    epsilon: *epsilon,
                    accuracy: accuracy(Training::Setting(index * self.budgets.len() + budget)),
                });
            }
        }
        TriedAccuracies {
            rows: examples.len(),
            classes: examples.schema().classes(),
            features: examples.schema().features().len(),
            folds: self.folds,
            runs: self.runs,
            majority: share(usize::try_from(most).unwrap_or(0), examples.len()),
            not_private: accuracy(Training::NotPrivate),
            not_private_gaussian: self
                .is_gaussian()
                .then(|| accuracy(Training::NotPrivateGaussian)),
            tried,
            notes: Vec::new(),
        }
    }
}

/// What a classifier is trained from.
enum Trained<'a> {
    Private(&'a MethodAtBudget),
    NotPrivate,
    NotPrivateGaussian,
}

fn gaussian_right(
    learned: &GaussianNaiveBayes,
    cells: &Examples,
    tested: &[usize],
) -> Result<usize, LearningError> {
    let mut right = 0;
    for &row in tested {
        right += usize::from(learned.predict(cells.values(row))? == cells.class(row));
    }
    Ok(right)
}

fn share(part: usize, whole: usize) -> f64 {
    float(part as u64) / float(whole.max(1) as u64)
}

/// Shown only where standard error is a terminal.
fn progress_bar(tasks: usize) -> ProgressBar {
    let bar = ProgressBar::new(tasks as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {percent:>3} %  {eta} left") {
        bar.set_style(style);
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;
    use sotto_learn::Schema;

    fn examples(rows: u32) -> Examples {
        let mut examples = Examples::empty(Schema::new(2, vec![3, 2]).unwrap());
        for row in 0..rows {
            let class = u32::from(row % 5 < 2);
            let value = if row % 7 == 0 { 2 } else { class };
            examples.push(&[value, row % 2], class).unwrap();
        }
        examples
    }

    fn rows(examples: &Examples) -> TrainingSet<'_> {
        TrainingSet {
            examples,
            cells: None,
        }
    }

    fn experiment() -> Experiment {
        Experiment {
            methods: Recipe::ALL
                .map(|recipe| LearningMethod::Counted {
                    mechanism: None,
                    recipe,
                })
                .to_vec(),
            budgets: ["0.1", "6"].map(|text| text.parse().unwrap()).to_vec(),
            folds: 5,
            runs: 3,
            added: 1.0,
        }
    }

    #[test]
    fn more_privacy_costs_accuracy() {
        let mut generator = ChaCha20Rng::seed_from_u64(3);
        let outcome = experiment()
            .run(rows(&examples(1500)), &mut generator)
            .unwrap();
        assert_eq!((outcome.rows, outcome.tried.len()), (1500, 4));
        assert!((outcome.majority - 0.6).abs() < 1e-12);
        // One in seven rows does not tell its class; 60 % of these have the commoner one.
        assert!((outcome.not_private.mean - (6.0 + 0.6) / 7.0).abs() < 0.01);
        for pair in outcome.tried.chunks(2) {
            let [little, much] = [0, 1].map(|index| pair[index].accuracy.mean);
            assert!(little + 0.1 < much, "{little} {much}");
            assert!((much - outcome.not_private.mean).abs() < 0.02, "{much}");
        }
    }

    #[test]
    fn the_same_generator_gives_the_same_outcome() {
        let run = |seed| {
            let mut generator = ChaCha20Rng::seed_from_u64(seed);
            experiment()
                .run(rows(&examples(200)), &mut generator)
                .unwrap()
                .tried
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
    }

    #[test]
    fn fewer_rows_than_folds_are_refused() {
        let mut generator = ChaCha20Rng::seed_from_u64(3);
        let error = experiment()
            .run(rows(&examples(4)), &mut generator)
            .unwrap_err();
        assert_eq!(error, LearningError::Folds { rows: 4, folds: 5 });
    }
}
