//! Estimates as they were printed, as tables over variables.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde::Deserialize;
use sotto_api::CrossTabs;
use sotto_learn::synthesis::{Synthesis, SynthesisError, Table};
use sotto_survey::{CategoryResults, QuestionResults, Results};

use super::{
    error::SyntheticError,
    variable::{ColumnValues, SyntheticColumn},
};

/// All that is known of all variables.
#[derive(Debug, Default)]
pub(crate) struct KnownTables {
    pub(super) variables: Vec<SyntheticColumn>,
    tables: Vec<Table>,
    /// What was left out, in sentences for people.
    pub(crate) notes: Vec<String>,
}

/// What a file may hold.
#[derive(Deserialize)]
#[serde(untagged)]
enum SourceDocument {
    Results(Results),
    Crossed(CrossTabs),
    One(OneEstimate),
}

/// What `sotto estimate` prints.
#[derive(Deserialize)]
struct OneEstimate {
    categories: Vec<OneCategory>,
}

#[derive(Deserialize)]
struct OneCategory {
    id: String,
    estimate: f64,
    standard_error: f64,
}

/// An estimated share and its error.
type ShareAndError = (f64, f64);

impl KnownTables {
    /// Reads files.
    pub(crate) fn read(files: &[PathBuf]) -> Result<Self, SyntheticError> {
        let mut source = Self::default();
        for file in files {
            source.add(file)?;
        }
        if source.tables.is_empty() {
            return Err(SyntheticError::Nothing);
        }
        Ok(source)
    }

    fn add(&mut self, file: &Path) -> Result<(), SyntheticError> {
        let text = fs::read_to_string(file).map_err(|error| SyntheticError::File {
            file: file.to_owned(),
            error,
        })?;
        let unread = |error| SyntheticError::Json {
            file: file.to_owned(),
            error,
        };
        // Bad JSON is told with its line and column, which an untagged choice would lose.
        serde_json::from_str::<serde::de::IgnoredAny>(&text).map_err(unread)?;
        match serde_json::from_str(&text).map_err(unread)? {
            SourceDocument::Results(results) => self.results(&results),
            SourceDocument::Crossed(crossed) => self.crossed(&crossed),
            SourceDocument::One(one) => {
                let name = file.file_stem().unwrap_or_default();
                let ids = one.categories.iter().map(|one| one.id.clone());
                let name = name.to_string_lossy().into_owned();
                let variable = self.variable(&name, ColumnValues::Categories(ids.collect()))?;
                let shares = one.categories.iter();
                let shares = shares.map(|one| (one.estimate, one.standard_error));
                self.table(&[variable], &shares.collect::<Vec<_>>())
            }
        }
    }

    fn results(&mut self, results: &Results) -> Result<(), SyntheticError> {
        for joint in &results.joints {
            let members = joint.members.iter().enumerate();
            let members = members.map(|(member, id)| {
                let mut ids: Vec<String> = Vec::new();
                for cell in &joint.cells {
                    if let Some(category) = cell.categories.get(member)
                        && !ids.contains(category)
                    {
                        ids.push(category.clone());
                    }
                }
                self.variable(id.as_str(), ColumnValues::Categories(ids))
            });
            let members: Vec<_> = members.collect::<Result<_, _>>()?;
            let shares = joint
                .cells
                .iter()
                .map(|cell| cell.estimate.zip(cell.standard_error));
            let shares: Option<Vec<_>> = shares.collect();
            let shares = shares.ok_or_else(|| SyntheticError::TooFew(joint.id.clone()))?;
            self.table(&members, &shares)?;
        }
        for question in &results.questions {
            if question.joint.is_none() {
                self.question(question)?;
            }
        }
        if !results.arms.is_empty() {
            self.notes.push(
                "Arms become columns of their own, though each respondent was asked one of them."
                    .to_owned(),
            );
        }
        Ok(())
    }

    fn question(&mut self, question: &QuestionResults) -> Result<(), SyntheticError> {
        let id = question.id.as_str();
        if question.categories.iter().any(|one| one.reports.is_some()) {
            for option in &question.categories {
                let name = format!("{id}.{}", option.id);
                let (chosen, error) = share(option, &name)?;
                let values = ["no", "yes"].map(str::to_owned).to_vec();
                let variable = self.variable(&name, ColumnValues::Categories(values))?;
                self.table(&[variable], &[(1.0 - chosen, error), (chosen, error)])?;
            }
        } else if !question.categories.is_empty() {
            self.categories(id, &question.categories)?;
        }
        for row in question.rows.iter().flatten() {
            self.categories(&format!("{id}.{}", row.id), &row.categories)?;
        }
        if let Some(distribution) = question.distribution.as_ref().filter(|all| !all.is_empty()) {
            let bins = distribution.iter().map(|bin| (bin.from, bin.to));
            let values = ColumnValues::Bins {
                bins: bins.collect(),
                declined: question.answered.is_some(),
            };
            let variable = self.variable(id, values)?;
            let given = question
                .answered
                .map_or(1.0, |answered| answered.estimate.clamp(0.0, 1.0));
            let mut shares: Vec<ShareAndError> = distribution
                .iter()
                .map(|bin| (given * bin.estimate, given * bin.standard_error))
                .collect();
            shares.extend(
                question
                    .answered
                    .map(|answered| (1.0 - given, answered.standard_error)),
            );
            self.table(&[variable], &shares)?;
        } else if question.mean.is_some() || question.fields.is_some() {
            self.notes.push(format!(
                "{id} is left out: its mean says nothing of how often each value occurs."
            ));
        }
        Ok(())
    }

    fn categories(&mut self, name: &str, all: &[CategoryResults]) -> Result<(), SyntheticError> {
        let ids = all.iter().map(|one| one.id.clone()).collect();
        let variable = self.variable(name, ColumnValues::Categories(ids))?;
        let shares = all.iter().map(|one| share(one, name));
        let shares: Vec<_> = shares.collect::<Result<_, _>>()?;
        self.table(&[variable], &shares)
    }

    fn crossed(&mut self, crossed: &CrossTabs) -> Result<(), SyntheticError> {
        let categories = |ids: &[String]| ColumnValues::Categories(ids.to_vec());
        let rows = self.variable(&crossed.rows.id, categories(&crossed.rows.categories))?;
        let columns =
            self.variable(&crossed.columns.id, categories(&crossed.columns.categories))?;
        let cells = crossed.cells.iter().flatten();
        let shares = cells.map(|cell| (cell.estimate, cell.standard_error));
        self.table(&[rows, columns], &shares.collect::<Vec<_>>())
    }

    /// The index of a variable, which has the same values in every table.
    fn variable(&mut self, name: &str, values: ColumnValues) -> Result<usize, SyntheticError> {
        match self.variables.iter().position(|one| one.name == name) {
            Some(index) if self.variables[index].values == values => Ok(index),
            Some(_) => Err(SyntheticError::OtherCategories(name.to_owned())),
            None => {
                self.variables.push(SyntheticColumn {
                    name: name.to_owned(),
                    values,
                });
                Ok(self.variables.len() - 1)
            }
        }
    }

    fn table(
        &mut self,
        variables: &[usize],
        shares: &[ShareAndError],
    ) -> Result<(), SyntheticError> {
        let cells = u32::try_from(shares.len().max(1)).map_or(1.0, f64::from);
        let error = shares.iter().map(|(_, error)| error).sum::<f64>() / cells;
        let shares = shares.iter().map(|(share, _)| *share).collect();
        let table = Table::new(variables.to_vec(), shares, error);
        let table = table.map_err(|error| self.failed(error))?;
        self.tables.push(table);
        Ok(())
    }

    fn failed(&self, error: SynthesisError) -> SyntheticError {
        let names = self.variables.iter().enumerate();
        let names = names.map(|(index, one)| format!("{index}: {}", one.name));
        SyntheticError::Synthesis {
            error,
            names: names.collect::<Vec<_>>().join(", "),
        }
    }

    /// The distribution that rows are drawn from.
    pub(super) fn synthesis(&self) -> Result<Synthesis, SyntheticError> {
        let size = |one: &SyntheticColumn| u32::try_from(one.size()).unwrap_or(u32::MAX);
        let sizes = self.variables.iter().map(size).collect();
        Synthesis::new(sizes, self.tables.clone()).map_err(|error| self.failed(error))
    }

    /// What the tables say of a variable: the estimated share of each of its values, in the surest of them.
    pub(super) fn shares(&self, variable: usize) -> Vec<f64> {
        let has = |table: &&Table| table.variables().contains(&variable);
        let sizes: Vec<usize> = self.variables.iter().map(SyntheticColumn::size).collect();
        let fewest = |table: &&Table| table.variables().len();
        let mut shares = vec![0.0; sizes[variable]];
        if let Some(table) = self.tables.iter().filter(has).min_by_key(fewest) {
            let behind = table.variables().iter().skip_while(|one| **one != variable);
            let below: usize = behind.skip(1).map(|&one| sizes[one]).product();
            for (cell, share) in table.shares().iter().enumerate() {
                shares[cell / below.max(1) % sizes[variable]] += share;
            }
        }
        shares
    }
}

fn share(category: &CategoryResults, name: &str) -> Result<ShareAndError, SyntheticError> {
    let pair = category.estimate.zip(category.standard_error);
    pair.ok_or_else(|| SyntheticError::TooFew(name.to_owned()))
}
