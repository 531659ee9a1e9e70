//! A classifier from the results of a survey whose links share one question, tested on true rows.

use std::{fs, path::Path};

use serde::Serialize;
use sotto_learn::{EstimatedTable, NaiveBayes, Recipe, Schema};
use sotto_survey::{DECLINE, Identifier, JointResults, Results};

use super::{
    error::TableError,
    text_table::{TextTable, find, names, shortened},
};
use crate::{
    data_set::{ColumnName, Separator, is_missing, normalise},
    listing::{Listing, count, decimals},
};

/// What was learned from a survey.
pub(crate) struct LearnedSurvey {
    classifier: NaiveBayes,
    class: AskedQuestion,
    features: Vec<AskedQuestion>,
    reports: u64,
}

/// A question with its categories.
struct AskedQuestion {
    id: String,
    categories: Vec<String>,
}

/// How often it is right on true rows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Tested {
    /// Joint reports of all links.
    reports: u64,
    class: String,
    features: usize,
    /// Rows that were predicted.
    rows: usize,
    left_out: usize,
    /// The share of rows that get the class that they have.
    accuracy: f64,
    /// The share of the commonest class.
    majority: f64,
}

impl LearnedSurvey {
    /// Reads the results of a survey, as JSON.
    pub(crate) fn read(file: &Path) -> Result<Self, TableError> {
        let text = fs::read_to_string(file).map_err(|error| TableError::File {
            file: file.to_owned(),
            error,
        })?;
        let results: Results =
            serde_json::from_str(&text).map_err(|error| TableError::Results {
                line: error.line(),
                column: error.column(),
                error,
            })?;
        let joints = &results.joints;
        let in_all = |id: &&Identifier| joints.iter().all(|joint| joint.members.contains(*id));
        let common: Vec<_> = joints
            .first()
            .into_iter()
            .flat_map(|joint| &joint.members)
            .collect();
        let common: Vec<_> = common.into_iter().filter(in_all).collect();
        let (true, [class]) = (joints.len() > 1, &common[..]) else {
            return Err(TableError::NoClass);
        };
        let class = class.as_str();
        let (mut features, mut tables) = (Vec::new(), Vec::new());
        let mut of_class = None;
        for joint in joints {
            let position = |id: &str| joint.members.iter().position(|one| one.as_str() == id);
            let Some(class_member) = position(class) else {
                return Err(TableError::NoClass);
            };
            let mut classes = categories(joint, class_member);
            classes.retain(|category| category != DECLINE);
            for (member, id) in joint.members.iter().enumerate() {
                if member != class_member {
                    let values = categories(joint, member);
                    tables.push(table(joint, (member, &values), (class_member, &classes))?);
                    features.push(AskedQuestion {
                        id: id.to_string(),
                        categories: values,
                    });
                }
            }
            of_class = Some(classes);
        }
        let classes = of_class.ok_or(TableError::NoClass)?;
        let size = |all: &Vec<String>| u32::try_from(all.len()).unwrap_or(u32::MAX);
        let sizes = features.iter().map(|feature| size(&feature.categories));
        let schema = Schema::new(size(&classes), sizes.collect())?;
        Ok(Self {
            classifier: Recipe::Pooled.train_on(&schema, &tables, None)?,
            class: AskedQuestion {
                id: class.to_owned(),
                categories: classes,
            },
            features,
            reports: joints.iter().map(|joint| joint.reports).sum(),
        })
    }

    /// Predicts the rows of a table, whose columns have the questions' ids or words that become these.
    pub(crate) fn test(&self, file: &Path, separator: Separator) -> Result<Tested, TableError> {
        let TextTable { header, rows } = TextTable::read(file, separator, |_| true)?;
        let headings = names(header.as_deref(), &rows);
        let column = |asked: &AskedQuestion| {
            let is_it = |name: &String| *name == asked.id || normalise(name) == asked.id;
            match headings.iter().position(is_it) {
                Some(index) => Ok(index),
                // The error that names the columns there are.
                None => find(&ColumnName::Name(asked.id.clone()), &headings),
            }
        };
        let class = column(&self.class)?;
        let features: Vec<usize> = self.features.iter().map(column).collect::<Result<_, _>>()?;
        let (mut right, mut tested, mut left_out) = (0_u32, 0_u32, 0);
        let mut counts = vec![0_u32; self.class.categories.len()];
        for row in &rows {
            let value = |asked: &AskedQuestion, index: usize| {
                let cell = &row.cells[index];
                asked.value(cell).ok_or_else(|| TableError::Undeclared {
                    line: row.line,
                    column: index + 1,
                    name: asked.id.clone(),
                    cell: shortened(cell),
                })
            };
            // A missing cell says "Prefer not to answer", where that is offered.
            let is_untold = |asked: &AskedQuestion, index: usize| {
                is_missing(&row.cells[index]) && asked.value(&row.cells[index]).is_none()
            };
            let pairs = || self.features.iter().zip(features.iter().copied());
            if is_untold(&self.class, class)
                || pairs().any(|(asked, index)| is_untold(asked, index))
            {
                left_out += 1;
                continue;
            }
            let true_class = value(&self.class, class)?;
            let values: Vec<u32> = pairs()
                .map(|(asked, index)| value(asked, index))
                .collect::<Result<_, _>>()?;
            right += u32::from(self.classifier.predict(&values)? == true_class);
            tested += 1;
            counts[true_class as usize] += 1;
        }
        if tested == 0 {
            return Err(TableError::NoRows(file.to_owned()));
        }
        let most = counts.into_iter().max().unwrap_or(0);
        Ok(Tested {
            reports: self.reports,
            class: self.class.id.clone(),
            features: self.features.len(),
            rows: tested as usize,
            left_out,
            accuracy: f64::from(right) / f64::from(tested),
            majority: f64::from(most) / f64::from(tested),
        })
    }
}

impl AskedQuestion {
    /// The index of the category that a cell names.
    fn value(&self, cell: &str) -> Option<u32> {
        let index = |id: &str| self.categories.iter().position(|one| one == id);
        let found = index(cell).or_else(|| index(&normalise(cell)));
        let found = found.or_else(|| index(DECLINE).filter(|_| is_missing(cell)));
        found.and_then(|index| u32::try_from(index).ok())
    }
}

/// The categories of a member of a link, in order.
fn categories(joint: &JointResults, member: usize) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for cell in &joint.cells {
        if let Some(category) = cell.categories.get(member)
            && !all.contains(category)
        {
            all.push(category.clone());
        }
    }
    all
}

/// The joint shares of a member and the class; a third question is added up.
fn table(
    joint: &JointResults,
    (member, values): (usize, &[String]),
    (class, classes): (usize, &[String]),
) -> Result<EstimatedTable, TableError> {
    let mut cells = vec![(0.0, 0.0_f64); values.len() * classes.len()];
    for cell in &joint.cells {
        let index = |at: usize, all: &[String]| {
            let category = cell.categories.get(at)?;
            all.iter().position(|one| one == category)
        };
        let (Some(value), Some(class)) = (index(member, values), index(class, classes)) else {
            continue;
        };
        let few = || TableError::TooFewReports(joint.id.clone());
        let (estimate, error) = cell.estimate.zip(cell.standard_error).ok_or_else(few)?;
        let sum = &mut cells[value * classes.len() + class];
        *sum = (sum.0 + estimate, sum.1.hypot(error));
    }
    Ok(EstimatedTable::new(&cells, joint.reports))
}

impl Tested {
    /// The same for people.
    pub(crate) fn listing(&self) -> Listing {
        let mut listing = Listing::default();
        let percent = |share: f64| decimals(100.0 * share, 0.5) + " %";
        listing.fields(&[
            ("reports", count(self.reports)),
            ("predicted", self.class.clone()),
            ("features", self.features.to_string()),
            ("rows", count(self.rows as u64)),
            ("left out", count(self.left_out as u64)),
            ("right", percent(self.accuracy)),
            ("commonest class", percent(self.majority)),
        ]);
        listing
    }
}
