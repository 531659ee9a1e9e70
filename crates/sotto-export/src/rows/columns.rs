//! The columns of noisy rows, and what they mean.
//!
//! Where a report names one category, its column has the category's code, counted from 0. Where it supports
//! several or none, there is a column for each category, 1 where the report supports it. Whatever else a mechanism
//! sends stands as it travelled.

use sotto_ldp::{EstimatorKind, Report, ReportShape};
use sotto_survey::{
    AnswerShape, Category, Entry, Joint, Part, PartDomain, PartRole, Question, Survey,
};

use super::super::words::SurveyWords;

/// A longer list of categories is not spread over columns.
const MOST_COLUMNS: u32 = 256;

/// The columns of a survey's noisy rows, in the order of its parts.
#[derive(Clone)]
pub struct Columns(Vec<ReportColumn>);

/// A part of a survey, whose reports stand below each other.
#[derive(Clone)]
pub(crate) struct ReportColumn {
    /// As [`Entry::part_name`] has it.
    pub(crate) name: String,
    pub(crate) part: Part,
    /// What was asked.
    pub(crate) title: String,
    pub(crate) meaning: Meaning,
}

/// What a report means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MeaningKind {
    Code,
    Supports,
    AsSent,
}

/// What a report means, with the names of the values.
#[derive(Clone)]
pub(crate) struct Meaning {
    pub(crate) kind: MeaningKind,
    /// The id and the label of each value.
    pub(crate) values: Vec<(String, String)>,
}

/// A column of a file that is written.
#[derive(Clone, Debug)]
pub struct Heading {
    /// As the file names it.
    pub name: String,
    /// What was asked.
    pub label: String,
    /// What 0, 1, 2 … mean; empty where the column has no codes.
    pub values: Vec<String>,
    /// Whether whole numbers stand in it.
    pub whole: bool,
    /// The most bytes of a cell.
    pub width: usize,
}

impl Columns {
    /// Those of a survey, with labels in one language.
    #[must_use]
    pub fn of(survey: &Survey, language: &str) -> Self {
        let words = SurveyWords::new(survey, language);
        let of_entry = |entry: Entry<'_>| {
            let parts = entry.parts().iter();
            let columns = parts.map(|part| ReportColumn {
                name: entry.part_name(part.role()),
                part: part.clone(),
                title: title(survey, entry, part.role(), words),
                meaning: meaning(survey, entry, part, words),
            });
            columns.collect::<Vec<_>>()
        };
        Self(survey.entries().flat_map(of_entry).collect())
    }

    /// Each of them.
    pub(crate) fn each(&self) -> std::slice::Iter<'_, ReportColumn> {
        self.0.iter()
    }

    /// What files of codes have in place of these columns.
    #[must_use]
    pub fn headings(&self) -> Vec<Heading> {
        self.each().flat_map(ReportColumn::headings).collect()
    }
}

impl ReportColumn {
    /// What files of codes have in place of this column.
    fn headings(&self) -> Vec<Heading> {
        let longest = self.part.randomizer().longest_report();
        let Meaning { kind, values } = &self.meaning;
        let labels = || values.iter().map(|(_, label)| label.clone()).collect();
        match kind {
            MeaningKind::Code => vec![Heading {
                name: self.name.clone(),
                label: self.title.clone(),
                values: labels(),
                whole: true,
                width: 8,
            }],
            MeaningKind::Supports => values
                .iter()
                .map(|(id, label)| Heading {
                    name: format!("{}:{id}", self.name),
                    label: format!("{} [{label}]", self.title),
                    values: vec!["not supported".to_owned(), "supported".to_owned()],
                    whole: true,
                    width: 8,
                })
                .collect(),
            MeaningKind::AsSent => vec![Heading {
                name: self.name.clone(),
                label: format!("{} ({})", self.title, self.part.mechanism().name()),
                values: Vec::new(),
                whole: matches!(longest, Report::Index(_)),
                width: longest.to_string().len() + 1,
            }],
        }
    }
}

fn members<'a>(survey: &'a Survey, joint: &'a Joint) -> impl Iterator<Item = &'a Question> {
    let questions = joint.questions().iter();
    questions.filter_map(|&index| survey.questions().get(index))
}

fn title(survey: &Survey, entry: Entry<'_>, role: PartRole, words: SurveyWords<'_>) -> String {
    let question = match entry {
        Entry::Question(question) => question,
        Entry::Joint(joint) => {
            let titles = members(survey, joint).map(|one| words.text(one.title()));
            return titles.collect::<Vec<_>>().join(" + ");
        }
    };
    let title = words.text(question.title());
    let part = match (role, question.shape()) {
        (PartRole::Option(index), _) => {
            let option = question.categories().nth(index);
            option.map(|one| words.category(question, one))
        }
        (PartRole::Pair(index), AnswerShape::Order(ranked)) => {
            let pair = ranked.pair(index);
            pair.map(|(one, other)| {
                let (one, other) = (words.text(&one.title), words.text(&other.title));
                format!("{one} before {other}")
            })
        }
        (PartRole::Row(index), AnswerShape::Rows(matrix)) => {
            let row = matrix.rows.get(index);
            row.map(|row| words.text(&row.title).to_owned())
        }
        (PartRole::Number(index), AnswerShape::Numbers(fields)) => match fields {
            sotto_survey::NumberFields::Single(_) => None,
            sotto_survey::NumberFields::Several(fields) => {
                let field = fields.get(index);
                field.map(|field| words.text(&field.title).to_owned())
            }
        },
        (PartRole::Answered, _) => Some("whether a number was given".to_owned()),
        // The first three are the whole of what was asked; of the others each stood above with its shape.
        (
            PartRole::Category
            | PartRole::Set
            | PartRole::Joint
            | PartRole::Pair(_)
            | PartRole::Row(_)
            | PartRole::Number(_),
            _,
        ) => None,
    };
    part.map_or_else(|| title.to_owned(), |part| format!("{title} [{part}]"))
}

fn meaning(survey: &Survey, entry: Entry<'_>, part: &Part, words: SurveyWords<'_>) -> Meaning {
    let kind = kind(part);
    let named = |question: &Question, category: Category<'_>| {
        let label = words.category(question, category);
        (category.id().to_owned(), label)
    };
    let values = match (kind, entry, part.role()) {
        (MeaningKind::AsSent, ..) => Vec::new(),
        (_, Entry::Question(question), PartRole::Option(_) | PartRole::Answered) => {
            [Category::Yes, Category::No]
                .map(|one| named(question, one))
                .into()
        }
        (_, Entry::Question(question), PartRole::Pair(index)) => {
            let AnswerShape::Order(ranked) = question.shape() else {
                return Meaning {
                    kind,
                    values: Vec::new(),
                };
            };
            let pair = ranked.pair(index).into_iter();
            let first = pair
                .flat_map(|(one, other)| [one, other])
                .map(|option| named(question, Category::Option(option)));
            let declined = question
                .offers_decline()
                .then_some(Category::Decline)
                .map(|one| named(question, one));
            first.chain(declined).collect()
        }
        (_, Entry::Question(question), _) => {
            let categories = question.categories();
            categories.map(|one| named(question, one)).collect()
        }
        (_, Entry::Joint(joint), _) => {
            let cells = 0..joint.part().domain().size();
            cells
                .map(|cell| {
                    let pairs = members(survey, joint).zip(joint.categories(cell));
                    let chosen = pairs.filter_map(|(question, category)| {
                        let category = question.categories().nth(category as usize)?;
                        Some(named(question, category))
                    });
                    let (ids, labels): (Vec<_>, Vec<_>) = chosen.unzip();
                    (ids.join("+"), labels.join(" + "))
                })
                .collect()
        }
    };
    Meaning { kind, values }
}

fn kind(part: &Part) -> MeaningKind {
    let PartDomain::Categories(size) = part.domain() else {
        return MeaningKind::AsSent;
    };
    if part.mechanism().estimator_kind() == EstimatorKind::OfOtherSums {
        return MeaningKind::AsSent;
    }
    if names_one_category(part, size) {
        MeaningKind::Code
    } else if size <= MOST_COLUMNS {
        MeaningKind::Supports
    } else {
        MeaningKind::AsSent
    }
}

/// Whether report v supports category v and no other.
fn names_one_category(part: &Part, size: u32) -> bool {
    let randomizer = part.randomizer();
    let is_index = randomizer.report_shape() == ReportShape::Index { below: size };
    let supports = |report, value| {
        let supported = randomizer.supports(&Report::Index(report), value);
        supported.is_ok_and(|supported| supported == (report == value))
    };
    is_index && (0..size).all(|report| (0..size).all(|value| supports(report, value)))
}
