//! `sotto classify`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;
use sotto_ldp::{Epsilon, Mechanism};
use sotto_learn::{Recipe, gaussian::Way};

use super::{
    document_format::DocumentFormat,
    ending::{ended, failure, wrong_call},
};
use crate::{
    generator::generator,
    learning::{
        Experiment, LabelledRows, LearnedSurvey, LearningMethod, TableOptions, TrainingSet, plot,
    },
};

/// Train classifiers on perturbed rows of a table, and report how often they are right
///
/// Each row of the training folds is a respondent who reports one column together with the class,
/// perturbed by the real randomizers; naive Bayes learns from the counts and predicts the rows of the
/// fold left out. Beside it are shown the same classifier without noise, and the most common class.
#[derive(Debug, Args)]
#[command(after_long_help = HELP)]
pub(super) struct Classify {
    #[command(flatten)]
    table: TableOptions,

    /// Learn from the results of a survey instead, as JSON, whose links share one question, and predict the
    /// rows of the table with them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["mechanisms", "recipes", "epsilon", "folds", "runs", "added", "gaussian", "seed", "plot", "class", "skip", "number", "values", "public", "project"])]
    results: Option<PathBuf>,

    /// The mechanisms, by full or short name; auto takes for each column the one of least variance
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_value = "grr,ss,she,the,sue,oue", value_parser = mechanism)]
    mechanisms: Vec<MechanismChoice>,

    /// From counts to a classifier: pooled, or literature, or both
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_value = "pooled", value_parser = super::values::one_of::<Recipe>(&Recipe::ALL.map(Recipe::name)))]
    recipes: Vec<Recipe>,

    /// Also take numbers as normal within a class, reported as values and squares: laplace, piecewise,
    /// one-number or joint; all features must be numbers (--number)
    #[arg(long, value_name = "WAY,…", value_delimiter = ',', value_parser = super::values::one_of::<Way>(&Way::ALL.map(Way::name)))]
    gaussian: Vec<Way>,

    /// What all that a respondent sends may cost
    #[arg(
        long,
        value_name = "E,…",
        value_delimiter = ',',
        default_value = "0.5,1,1.5,2,2.5,3,3.5,4,4.5,5"
    )]
    epsilon: Vec<Epsilon>,

    /// Parts of the table, each predicted by what the others taught
    #[arg(long, value_name = "K", default_value_t = 10, value_parser = clap::value_parser!(u16).range(2..))]
    folds: u16,

    /// How often all is done again with other folds and other noise
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    runs: u16,

    /// Added to every count of the classifier without privacy
    #[arg(long, value_name = "COUNT", default_value_t = 1.0, value_parser = added)]
    added: f64,

    /// Make the outcome repeatable
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Write the figure, accuracy against epsilon, to this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// How it is printed [default: a table on a terminal, JSON elsewhere]
    #[arg(long, value_enum)]
    format: Option<DocumentFormat>,
}

const HELP: &str = "\
Recipes: with pooled every report is of a column and the class, the classes' shares are estimated from \
all reports together, and a share that noise took below zero becomes its expectation. With literature the \
class is one more input that some respondents report alone, and such counts become 1 (Yilmaz, Al-Rubaie \
and Chang 2020).

  sotto classify --data mushroom.csv --class poisonous --plot mushroom.svg
  sotto classify --data pima.csv --number glucose=0..200 --number age=20..90 --skip pedigree

Exit code: 0 when done, 1 when the table is bad (line and column are named), 2 for a wrong call.";

/// A mechanism, or the choice of the best one for each column.
#[derive(Clone, Copy, Debug)]
struct MechanismChoice(Option<Mechanism>);

fn mechanism(name: &str) -> Result<MechanismChoice, String> {
    match name {
        "auto" => Ok(MechanismChoice(None)),
        name => Mechanism::named(name)
            .map(|mechanism| MechanismChoice(Some(mechanism)))
            .map_err(|error| error.to_string()),
    }
}

fn added(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|number| *number > 0.0 && number.is_finite())
        .ok_or_else(|| "write a number above 0, such as 1".to_owned())
}

impl Classify {
    pub(super) fn run(self) -> ExitCode {
        if let Some(results) = &self.results {
            return self.test_results(results);
        }
        let table = match LabelledRows::read(&self.table) {
            Ok(table) => table,
            Err(error) if error.is_wrong_call() => return wrong_call(&error.to_string()),
            Err(error) => return failure(error),
        };
        let mut generator = match generator(self.seed) {
            Ok(generator) => generator,
            Err(error) => {
                return failure(format_args!(
                    "the operating system gives no randomness, so nothing was drawn: {error}"
                ));
            }
        };
        let methods = self.recipes.iter().flat_map(|&recipe| {
            let named = self.mechanisms.iter();
            named.map(move |named| LearningMethod::Counted {
                mechanism: named.0,
                recipe,
            })
        });
        let methods = methods.chain(self.gaussian.iter().copied().map(LearningMethod::Gaussian));
        if !self.gaussian.is_empty() && table.cells.is_none() {
            return failure(
                "--gaussian needs numbers alone: declare the range of every column (--number COLUMN=MIN..MAX), and leave out columns that hold no numbers (--skip) and rows with missing values (--missing skip)",
            );
        }
        let experiment = Experiment {
            methods: methods.collect(),
            budgets: self.epsilon,
            folds: self.folds.into(),
            runs: self.runs.into(),
            added: self.added,
        };
        let rows = TrainingSet {
            examples: &table.examples,
            cells: table.cells.as_ref(),
        };
        let mut outcome = match experiment.run(rows, &mut generator) {
            Ok(outcome) => outcome,
            Err(error) => return failure(error),
        };
        outcome.notes = table.notes;
        if let Some(file) = &self.plot {
            let name = self.table.name();
            if let Err(error) = fs::write(file, plot(&outcome, &name)) {
                return failure(format_args!(
                    "{} cannot be written: {error}",
                    file.display()
                ));
            }
        }
        let format = DocumentFormat::or_by_reader(self.format);
        ended(format.print(&outcome, || outcome.listing()))
    }

    /// Learns from a survey's results, and predicts the table's rows.
    fn test_results(&self, results: &Path) -> ExitCode {
        let answered = LearnedSurvey::read(results);
        let tested =
            answered.and_then(|answered| answered.test(self.table.data(), self.table.separator()));
        match tested {
            Ok(tested) => {
                let format = DocumentFormat::or_by_reader(self.format);
                ended(format.print(&tested, || tested.listing()))
            }
            Err(error) => failure(error),
        }
    }
}
