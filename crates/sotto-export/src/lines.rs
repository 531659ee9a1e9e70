//! Every estimate of a survey as one line: what table, document, workbook and report list.

use sotto_ldp::Epsilon;
use sotto_survey::{
    AnswerShape, Category, CategoryResults, CellResults, Identifier, NumberFields, Question,
    QuestionResults, ShareResults,
};

use super::{Findings, words::SurveyWords};

/// An estimate.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct EstimateLine {
    /// The question's id; of questions together their ids with "+" between.
    pub(crate) question: String,
    pub(crate) question_label: String,
    /// `all` or `some`, of whom the others report it as declined; empty of questions together.
    pub(crate) asked: &'static str,
    /// The id of a row or a field; of a difference between arms, that of the later arm.
    pub(crate) part: String,
    pub(crate) part_label: String,
    pub(crate) estimated: Estimated,
    /// The id of a category; of cells those of each question with "+" between; of a distribution the range.
    pub(crate) category: String,
    pub(crate) category_label: String,
    pub(crate) mechanism: String,
    pub(crate) epsilon: Epsilon,
    pub(crate) epsilon_actual: f64,
    pub(crate) reports: u64,
    pub(crate) figures: LineFigures,
}

/// What is estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Estimated {
    /// The share of a category.
    Share,
    /// The mean place of an option.
    Place,
    /// The share of those who put one option before another.
    Before,
    /// The mean of a number.
    Mean,
    /// The share of those whose number lies in a range.
    Distribution,
    /// The number or level at or below which a share lies.
    Quantile,
    /// The share of those who gave a number.
    Answered,
    /// The share of those who were not asked.
    NotAsked,
    /// The share of those who were asked and preferred not to answer.
    AskedAndDeclined,
    /// The share of yes without those who chose without reading.
    Corrected,
    /// The share of those who chose without reading.
    Careless,
    /// The share of a combination of answers.
    Joint,
    /// The share over all arms.
    Combined,
    /// How much greater a share is in a later arm than in the first.
    Difference,
}

impl Estimated {
    /// Its name in files.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Share => "share",
            Self::Place => "place",
            Self::Before => "before",
            Self::Mean => "mean",
            Self::Distribution => "distribution",
            Self::Quantile => "quantile",
            Self::Answered => "answered",
            Self::NotAsked => "not-asked",
            Self::AskedAndDeclined => "asked-and-declined",
            Self::Corrected => "corrected",
            Self::Careless => "careless",
            Self::Joint => "joint",
            Self::Combined => "combined",
            Self::Difference => "difference",
        }
    }
}

/// The figures of a line; what there are too few reports for is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct LineFigures {
    /// The noisy reports that support the category.
    pub(crate) count: Option<u64>,
    /// Unbiased: it may be impossible.
    pub(crate) estimate: Option<f64>,
    pub(crate) standard_error: Option<f64>,
    pub(crate) interval: Option<[f64; 2]>,
    /// The estimate made possible.
    pub(crate) consistent: Option<f64>,
}

impl From<&CategoryResults> for LineFigures {
    fn from(found: &CategoryResults) -> Self {
        Self {
            count: found.count,
            estimate: found.estimate,
            standard_error: found.standard_error,
            interval: found.interval,
            consistent: found.consistent,
        }
    }
}

impl From<&CellResults> for LineFigures {
    fn from(found: &CellResults) -> Self {
        Self {
            count: found.count,
            estimate: found.estimate,
            standard_error: found.standard_error,
            interval: found.interval,
            consistent: found.consistent,
        }
    }
}

/// An estimate, its standard error and its interval.
impl From<(f64, f64, [f64; 2])> for LineFigures {
    fn from((estimate, error, interval): (f64, f64, [f64; 2])) -> Self {
        Self {
            estimate: Some(estimate),
            standard_error: Some(error),
            interval: Some(interval),
            ..Self::default()
        }
    }
}

impl From<&ShareResults> for LineFigures {
    fn from(found: &ShareResults) -> Self {
        Self::from((found.estimate, found.standard_error, found.interval))
    }
}

/// Every line, with labels in one language: the questions in the survey's order, then links, then arms.
pub(crate) fn lines(findings: &Findings<'_>, language: &str) -> Vec<EstimateLine> {
    let survey = findings.survey();
    let words = SurveyWords::new(survey, language);
    let mut lines = Vec::new();
    for question in survey.reported_questions() {
        if let Some(found) = findings.of(question.id().as_str()) {
            QuestionLines::of(question, found, words).list(&mut lines);
        }
    }
    joints(findings, words, &mut lines);
    arms(findings, words, &mut lines);
    lines
}

/// The lines of one question.
struct QuestionLines<'a> {
    question: &'a Question,
    found: &'a QuestionResults,
    words: SurveyWords<'a>,
}

impl<'a> QuestionLines<'a> {
    fn of(question: &'a Question, found: &'a QuestionResults, words: SurveyWords<'a>) -> Self {
        Self {
            question,
            found,
            words,
        }
    }

    fn list(&self, lines: &mut Vec<EstimateLine>) {
        self.shares(("", ""), &self.found.categories, self.found.reports, lines);
        if let (AnswerShape::Rows(matrix), Some(rows)) = (self.question.shape(), &self.found.rows) {
            for (row, found) in matrix.rows.iter().zip(rows) {
                let part = (row.id.as_str(), self.words.text(&row.title));
                self.shares(part, &found.categories, found.reports, lines);
            }
        }
        self.ranking(lines);
        self.numbers(lines);
        for one in self.found.quantiles.iter().flatten() {
            let level = one.level.to_string();
            let label = self.dated(&level, one.estimate);
            let of_reports = (Estimated::Quantile, self.found.reports);
            let figures = LineFigures {
                estimate: Some(one.estimate),
                interval: Some(one.interval),
                ..LineFigures::default()
            };
            lines.push(self.line(("", ""), of_reports, (&level, &label), figures));
        }
        let secret = self.found.secret.as_ref();
        if let Some(found) = secret.and_then(|secret| secret.corrected) {
            let of_reports = |estimated| (estimated, self.found.reports);
            let yes = self.words.category(self.question, Category::Yes);
            let (corrected, careless) = (Estimated::Corrected, Estimated::Careless);
            let named = (Category::Yes.id(), &*yes);
            lines.push(self.line(("", ""), of_reports(corrected), named, (&found.yes).into()));
            let figures = (&found.careless).into();
            lines.push(self.line(("", ""), of_reports(careless), ("", ""), figures));
        }
        if let Some(answered) = &self.found.answered {
            let of_reports = (Estimated::Answered, self.found.reports);
            lines.push(self.line(("", ""), of_reports, ("", ""), answered.into()));
        }
        if let Some(found) = &self.found.not_asked {
            let each = [
                (Estimated::NotAsked, found.not_asked),
                (Estimated::AskedAndDeclined, found.declined),
            ];
            lines.extend(each.into_iter().map(|(estimated, share)| {
                let figures = LineFigures {
                    consistent: Some(share.estimate.clamp(0.0, 1.0)),
                    ..LineFigures::from(&share)
                };
                self.line(("", ""), (estimated, self.found.reports), ("", ""), figures)
            }));
        }
    }

    fn shares(
        &self,
        part: (&str, &str),
        found: &[CategoryResults],
        reports: u64,
        lines: &mut Vec<EstimateLine>,
    ) {
        for (category, found) in self.question.categories().zip(found) {
            let label = self.words.category(self.question, category);
            let of_reports = (Estimated::Share, found.reports.unwrap_or(reports));
            lines.push(self.line(part, of_reports, (category.id(), &label), found.into()));
        }
    }

    fn ranking(&self, lines: &mut Vec<EstimateLine>) {
        let (Some(found), AnswerShape::Order(ranked)) =
            (&self.found.ranking, self.question.shape())
        else {
            return;
        };
        let title = |id: &str| {
            let option = ranked.options.iter().find(|one| one.id.as_str() == id);
            option.map_or("", |one| self.words.text(&one.title))
        };
        let n = self.found.reports;
        for place in &found.places {
            let figures = place.mean.map_or_else(LineFigures::default, |one| {
                (one.estimate, one.standard_error, one.interval).into()
            });
            let option = (place.id.as_str(), title(&place.id));
            lines.push(self.line(("", ""), (Estimated::Place, n), option, figures));
        }
        for pair in &found.pairs {
            let id = format!("{}+{}", pair.first, pair.second);
            let label = format!("{} before {}", title(&pair.first), title(&pair.second));
            let figures = pair
                .share
                .as_ref()
                .map_or_else(LineFigures::default, Into::into);
            let of_reports = (Estimated::Before, pair.reports);
            lines.push(self.line(("", ""), of_reports, (&id, &label), figures));
        }
    }

    fn numbers(&self, lines: &mut Vec<EstimateLine>) {
        let Some(numbers) = self.question.shape().numbers() else {
            return;
        };
        let mean = |one: Option<sotto_survey::MeanResults>| {
            one.map_or_else(LineFigures::default, |one| {
                (one.estimate, one.standard_error, one.interval).into()
            })
        };
        let n = self.found.reports;
        match numbers {
            NumberFields::Single(_) => {
                let figures = mean(self.found.mean);
                let found = self.found.mean;
                let label = found.map_or_else(String::new, |found| self.dated("", found.estimate));
                lines.push(self.line(("", ""), (Estimated::Mean, n), ("", &label), figures));
            }
            NumberFields::Several(fields) => {
                let found = self.found.fields.iter().flatten();
                for (field, found) in fields.iter().zip(found) {
                    let part = (field.id.as_str(), self.words.text(&field.title));
                    let of_reports = (Estimated::Mean, found.reports);
                    lines.push(self.line(part, of_reports, ("", ""), mean(found.mean)));
                }
            }
        }
        for bin in self.found.distribution.iter().flatten() {
            let calendar = self.question.shape().calendar();
            let end = |end: f64| calendar.map_or_else(|| end.to_string(), |one| one.nearest(end));
            let range = [bin.from, bin.to].map(end).join(" to ");
            let figures = (bin.estimate, bin.standard_error, bin.interval).into();
            let of_reports = (Estimated::Distribution, n);
            lines.push(self.line(("", ""), of_reports, (&range, &range), figures));
        }
    }

    /// A label with the day, month or time that an estimate stands for, which is a number in the columns of figures.
    fn dated(&self, label: &str, estimate: f64) -> String {
        let Some(calendar) = self.question.shape().calendar() else {
            return label.to_owned();
        };
        let written = calendar.nearest(estimate);
        if label.is_empty() {
            written
        } else {
            [label, ": ", &written].concat()
        }
    }

    fn line(
        &self,
        (part, part_label): (&str, &str),
        (estimated, reports): (Estimated, u64),
        (category, category_label): (&str, &str),
        figures: LineFigures,
    ) -> EstimateLine {
        EstimateLine {
            question: self.question.id().to_string(),
            question_label: self.words.text(self.question.title()).to_owned(),
            asked: if self.found.conditional {
                "some"
            } else {
                "all"
            },
            part: part.to_owned(),
            part_label: part_label.to_owned(),
            estimated,
            category: category.to_owned(),
            category_label: category_label.to_owned(),
            mechanism: self.found.mechanism.clone(),
            epsilon: self.found.epsilon,
            epsilon_actual: self.found.epsilon_actual,
            reports,
            figures,
        }
    }
}

/// Between the names of what belongs together, in labels.
const AND: &str = " + ";

/// The questions of that index or id.
fn named<'a>(findings: &Findings<'a>, id: &str) -> Option<&'a Question> {
    let mut questions = findings.survey().questions().iter();
    questions.find(|one| one.id().as_str() == id)
}

/// Those of some questions that the survey has.
fn members<'a>(findings: &Findings<'a>, ids: &[Identifier]) -> Vec<&'a Question> {
    ids.iter()
        .filter_map(|id| named(findings, id.as_str()))
        .collect()
}

fn label_of(question: &Question, id: &str, words: SurveyWords<'_>) -> String {
    let found = question.categories().find(|one| one.id() == id);
    found.map_or_else(
        || id.to_owned(),
        |category: Category<'_>| words.category(question, category),
    )
}

fn joints(findings: &Findings<'_>, words: SurveyWords<'_>, lines: &mut Vec<EstimateLine>) {
    for joint in &findings.results().joints {
        let members = members(findings, &joint.members);
        let titles: Vec<_> = members.iter().map(|one| words.text(one.title())).collect();
        for cell in &joint.cells {
            let pairs = members.iter().zip(&cell.categories);
            let labels: Vec<_> = pairs.map(|(one, id)| label_of(one, id, words)).collect();
            lines.push(EstimateLine {
                question: joint.id.clone(),
                question_label: titles.join(AND),
                asked: "",
                part: String::new(),
                part_label: String::new(),
                estimated: Estimated::Joint,
                category: cell.categories.join("+"),
                category_label: labels.join(AND),
                mechanism: joint.mechanism.clone(),
                epsilon: joint.epsilon,
                epsilon_actual: joint.epsilon_actual,
                reports: joint.reports,
                figures: cell.into(),
            });
        }
    }
}

fn arms(findings: &Findings<'_>, words: SurveyWords<'_>, lines: &mut Vec<EstimateLine>) {
    for arms in &findings.results().arms {
        let members = members(findings, &arms.members);
        let found = |one: &&Question| findings.of(one.id().as_str());
        let Some((first, of_first)) = members.first().and_then(|one| Some((one, found(one)?)))
        else {
            continue;
        };
        let ids: Vec<_> = members.iter().map(|one| one.id().as_str()).collect();
        let titles: Vec<_> = members.iter().map(|one| words.text(one.title())).collect();
        let reports: u64 = members
            .iter()
            .filter_map(found)
            .map(|one| one.reports)
            .sum();
        for category in &arms.categories {
            let line = |part: (&str, &str), estimated, figures: LineFigures| EstimateLine {
                question: ids.join("+"),
                question_label: titles.join(AND),
                asked: "",
                part: part.0.to_owned(),
                part_label: part.1.to_owned(),
                estimated,
                category: category.id.clone(),
                category_label: label_of(first, &category.id, words),
                mechanism: of_first.mechanism.clone(),
                epsilon: of_first.epsilon,
                epsilon_actual: of_first.epsilon_actual,
                reports,
                figures,
            };
            let combined = category.combined.as_ref().map(LineFigures::from);
            lines.extend(combined.map(|found| line(("", ""), Estimated::Combined, found)));
            let later = members.iter().skip(1).zip(&category.differences);
            lines.extend(later.map(|(member, difference)| {
                let part = (member.id().as_str(), words.text(member.title()));
                line(part, Estimated::Difference, difference.into())
            }));
        }
    }
}
