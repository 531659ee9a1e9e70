//! Joint questions: two or three questions with one answer each, reported together as one value of
//! the product of their categories. In files and in the API they are linked (`link`); in code a link is
//! what leads to a page.
//!
//! Each is asked as itself. Their joint report costs the sum of their ε, and tells how the answers go
//! together with far fewer people than separate reports would; what it may give away about one of the
//! questions is bounded by that sum, not by the question's own share of it.

mod draft;

use sotto_ldp::{Epsilon, Mechanism};

pub(crate) use self::draft::{JointDraft, read_joints};
use crate::{
    file::{joint_file::JointFile, question_file::WeightsFile},
    terms::{identifier::Identifier, part::Part},
};

/// A joint question that can be reported.
#[derive(Clone, Debug)]
pub struct Joint {
    name: String,
    /// The indices of its questions in the survey, as the file lists them.
    questions: Vec<usize>,
    /// How many categories each has, "Prefer not to answer" included.
    sizes: Vec<u32>,
    epsilon: Epsilon,
    part: Part,
}

impl Joint {
    /// The most cells: a count is kept of each, and a table with more says little about any.
    pub const MAX_CELLS: u64 = 1_024;

    /// Its name in submissions and results: its questions' ids with "+" between, which no id holds.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The indices of its questions in the survey, in the order of the table.
    #[must_use]
    pub fn questions(&self) -> &[usize] {
        &self.questions
    }

    /// The number of categories of each of its questions, "Prefer not to answer" included.
    #[must_use]
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// The declared ε of the joint report: the sum of its questions'.
    #[must_use]
    pub const fn epsilon(&self) -> &Epsilon {
        &self.epsilon
    }

    /// What is reported: one part, whose values are the cells.
    #[must_use]
    pub const fn part(&self) -> &Part {
        &self.part
    }

    /// The mechanism; never `auto`.
    #[must_use]
    pub const fn mechanism(&self) -> Mechanism {
        self.part.mechanism()
    }

    /// The cell of a category of each question: row by row, the last question's running fastest.
    #[must_use]
    pub fn cell(&self, categories: &[u32]) -> u32 {
        let pairs = self.sizes.iter().zip(categories);
        pairs.fold(0, |cell, (size, category)| cell * size + category)
    }

    /// The category of each question in a cell.
    #[must_use]
    pub fn categories(&self, cell: u32) -> Vec<u32> {
        let mut rest = cell;
        let mut categories: Vec<_> = self
            .sizes
            .iter()
            .rev()
            .map(|&size| {
                let category = rest % size.max(1);
                rest /= size.max(1);
                category
            })
            .collect();
        categories.reverse();
        categories
    }

    /// For each category of one of its questions, counted within the joint question, the cells that have it.
    #[must_use]
    pub fn cells_by_category(&self, member: usize) -> Vec<Vec<u32>> {
        let size = self.sizes.get(member).copied().unwrap_or(0);
        let mut groups = vec![Vec::new(); size as usize];
        for cell in 0..self.part.domain().size() {
            let category = self.categories(cell).get(member).copied();
            if let Some(group) = category.and_then(|one| groups.get_mut(one as usize)) {
                group.push(cell);
            }
        }
        groups
    }

    /// The joint question as it is published.
    pub(crate) fn to_file(&self, ids: &[Identifier]) -> JointFile {
        let id = |&index: &usize| ids.get(index).cloned();
        JointFile {
            questions: self.questions.iter().filter_map(id).collect(),
            mechanism: Some(self.mechanism().name().to_owned()),
            weights: Some(WeightsFile {
                parts: vec![self.part.parameters().to_vec()],
                nested: false,
            }),
            listed: false,
        }
    }
}

impl PartialEq for Joint {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.sizes, self.epsilon, self.mechanism())
            == (&other.name, &other.sizes, other.epsilon, other.mechanism())
            && self.part.parameters() == other.part.parameters()
    }
}
