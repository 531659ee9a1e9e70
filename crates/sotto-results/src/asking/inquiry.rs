//! What is asked of the data, and its answer: computed here, worded in `sentence`, chosen in `form`.

use std::collections::BTreeSet;

use sotto_ldp::{Confidence, EstimateError};
use sotto_survey::{
    AnswerShape, Arms, Group, InquiryError, Joint, Question, RatioResults, Results, ShareResults,
    Source, Survey, p_value_of,
};

/// A question with one answer, or a row of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// Its index among the survey's questions.
    pub(super) question: usize,
    pub(super) row: Option<usize>,
}

impl Item {
    /// All that can be asked about, in the order of the survey.
    pub(super) fn all(survey: &Survey) -> Vec<Self> {
        let questions = survey.questions().iter().enumerate();
        let items = questions.flat_map(|(question, one)| {
            let rows: Vec<_> = match one.shape() {
                AnswerShape::One(_) => vec![None],
                AnswerShape::Rows(matrix) => (0..matrix.rows.len()).map(Some).collect(),
                AnswerShape::None { .. }
                | AnswerShape::Set(_)
                | AnswerShape::Order(_)
                | AnswerShape::Numbers(_) => Vec::new(),
            };
            rows.into_iter().map(move |row| Self { question, row })
        });
        items.collect()
    }

    pub(super) fn question(self, survey: &Survey) -> Option<&Question> {
        survey.questions().get(self.question)
    }

    fn source(self, survey: &Survey, results: &Results) -> Result<Source, InquiryError> {
        let question = self.question(survey).ok_or(InquiryError::NoCategories)?;
        Source::of(survey, results, question, self.row)
    }
}

/// A category of a question that is linked with the one asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    /// Which of the link's questions.
    pub(super) member: usize,
    /// Its index among the survey's questions.
    pub(super) question: usize,
    pub(super) category: usize,
}

impl Condition {
    /// All conditions that a linked question's answers can be asked under.
    pub(super) fn all(survey: &Survey, item: Item) -> Vec<Self> {
        let Some(question) = item.question(survey) else {
            return Vec::new();
        };
        let joint = survey.joint_of(question);
        let members = joint.map_or(&[][..], |joint| joint.questions());
        let others = members.iter().enumerate();
        let others = others.filter(|&(_, &index)| index != item.question);
        let conditions = others.flat_map(|(member, &index)| {
            let count = survey.questions().get(index);
            let count = count.map_or(0, |question| question.categories().count());
            (0..count).map(move |category| Self {
                member,
                question: index,
                category,
            })
        });
        conditions.collect()
    }

    fn group(&self) -> Group<'_> {
        Group {
            question: self.member,
            categories: std::slice::from_ref(&self.category),
        }
    }
}

/// What a group of answers is compared with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Against {
    #[default]
    Nothing,
    /// Other answers to the same question.
    Answers,
    /// The same answers to another question, or in another row.
    Item(Item),
    /// The same answers among others.
    Among(Condition),
    /// The same answers in another version of the survey, such as an earlier wave.
    Version(u32),
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Inquiry {
    pub(super) item: Item,
    /// The answers that count together.
    pub(super) first: BTreeSet<usize>,
    /// Those that they are compared with, of [`Against::Answers`].
    pub(super) second: BTreeSet<usize>,
    pub(super) among: Option<Condition>,
    pub(super) against: Against,
}

impl Inquiry {
    /// Nothing is chosen yet.
    pub(super) const fn about(item: Item) -> Self {
        Self {
            item,
            first: BTreeSet::new(),
            second: BTreeSet::new(),
            among: None,
            against: Against::Nothing,
        }
    }

    /// Whether enough is chosen for an answer.
    pub(super) fn is_whole(&self) -> bool {
        !self.first.is_empty() && (self.against != Against::Answers || !self.second.is_empty())
    }

    /// What the answers can be compared with.
    pub(super) fn comparisons(&self, survey: &Survey, results: &Results) -> Vec<Against> {
        let mut all = vec![Against::Nothing];
        let Some(question) = self.item.question(survey) else {
            return all;
        };
        if let Some(among) = self.among {
            let others = Condition::all(survey, self.item).into_iter();
            let others = others
                .filter(|other| other.member == among.member && *other != among)
                .map(Against::Among);
            all.extend(others);
            return all;
        }
        if question.categories().count() > 1 {
            all.push(Against::Answers);
        }
        let ids = |question: &Question| -> Vec<String> {
            question
                .categories()
                .map(|one| one.id().to_owned())
                .collect()
        };
        let own = ids(question);
        let is_of_all = self.item.source(survey, results);
        let is_of_all = is_of_all.is_ok_and(|source| source.is_of_all());
        let arms = survey.arms_of(question).map(Arms::questions);
        let items = Item::all(survey).into_iter();
        let items = items.filter(|other| {
            // Reports of one link are not independent of each other.
            let shares_link = other.question(survey).is_some_and(|other| {
                let joint = survey.joint_of(question);
                joint.is_some() && joint.map(Joint::name) == survey.joint_of(other).map(Joint::name)
            });
            let is_arm = arms.is_some_and(|arms| arms.contains(&other.question));
            // Where only some answer, who they are is random, too, and the same for both.
            let is_independent = is_arm || (is_of_all && other.is_of_all(survey, results));
            *other != self.item
                && !shares_link
                && is_independent
                && other
                    .question(survey)
                    .is_some_and(|other| ids(other) == own)
        });
        all.extend(items.map(Against::Item));
        all.extend((1..survey.version()).rev().map(Against::Version));
        all
    }

    /// The answer; `other` is the version compared with.
    pub(super) fn answer(
        &self,
        (survey, results): (&Survey, &Results),
        other: Option<(&Survey, &Results)>,
    ) -> Result<Answer, InquiryError> {
        let confidence =
            Confidence::new(results.confidence).unwrap_or_else(|_| Confidence::default());
        let source = self.item.source(survey, results)?;
        let question = self
            .item
            .question(survey)
            .ok_or(InquiryError::NoCategories)?;
        let first: Vec<_> = self.first.iter().copied().collect();
        let second: Vec<_> = self.second.iter().copied().collect();
        let group = |categories| Group {
            question: Source::index_of(survey, question),
            categories,
        };
        let (ours, others) = (group(&first), group(&second));
        let share = |found| Ok(Answer::Share(found));
        match (self.against, self.among) {
            (Against::Nothing, None) => share(source.share(ours, confidence)?),
            (Against::Nothing, Some(among)) => {
                share(source.share_among(ours, among.group(), confidence)?)
            }
            (Against::Among(other), Some(among)) => Answer::difference(confidence, |confidence| {
                source.difference_among(ours, (among.group(), other.group()), confidence)
            }),
            (Against::Among(_), None) => Err(InquiryError::NoCategories),
            (Against::Answers, _) => Answer::difference(confidence, |confidence| {
                source.difference(ours, others, confidence)
            })?
            .with_ratio(source.ratio(ours, others, confidence)),
            (Against::Item(item), _) => {
                let theirs = item.source(survey, results)?;
                let of = item.question(survey).ok_or(InquiryError::NoCategories)?;
                let of_other = Group {
                    question: Source::index_of(survey, of),
                    categories: &first,
                };
                Answer::difference(confidence, |confidence| {
                    source.difference_from(ours, (&theirs, of_other), confidence)
                })
            }
            (Against::Version(_), _) => {
                let (survey_then, results_then) = other.ok_or(InquiryError::NoCategories)?;
                let then = of_then(question, survey_then)?;
                let asked = then.item(self.item.row);
                let theirs = asked.source(survey_then, results_then)?;
                let categories = then.categories(question, &first)?;
                let of_other = Group {
                    question: Source::index_of(survey_then, then.question),
                    categories: &categories,
                };
                Answer::difference(confidence, |confidence| {
                    source.difference_from(ours, (&theirs, of_other), confidence)
                })
            }
        }
    }
}

impl Item {
    fn is_of_all(self, survey: &Survey, results: &Results) -> bool {
        self.source(survey, results)
            .is_ok_and(|source| source.is_of_all())
    }
}

/// A question as another version of the survey has it.
struct Then<'a> {
    index: usize,
    question: &'a Question,
}

fn of_then<'a>(question: &Question, survey: &'a Survey) -> Result<Then<'a>, InquiryError> {
    let mut questions = survey.questions().iter().enumerate();
    let found = questions.find(|(_, one)| one.id() == question.id());
    let (index, question) = found.ok_or(InquiryError::NoCategories)?;
    Ok(Then { index, question })
}

impl Then<'_> {
    const fn item(&self, row: Option<usize>) -> Item {
        Item {
            question: self.index,
            row,
        }
    }

    /// The same categories, by their ids.
    fn categories(&self, now: &Question, chosen: &[usize]) -> Result<Vec<usize>, InquiryError> {
        let names: Vec<_> = now.categories().map(|one| one.id().to_owned()).collect();
        let find = |&index: &usize| {
            let name = names.get(index)?;
            let found = self.question.category_index(name)?;
            usize::try_from(found).ok()
        };
        let found: Option<Vec<_>> = chosen.iter().map(find).collect();
        found.ok_or(InquiryError::NoCategories)
    }
}

/// What the data say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Answer {
    Share(ShareResults),
    Difference {
        found: ShareResults,
        p_value: Option<f64>,
        /// Of answers to the same question, how many times as frequent the first are; `None` also where
        /// there may be nobody in either.
        ratio: Option<RatioResults>,
    },
}

impl Answer {
    fn difference(
        confidence: Confidence,
        difference: impl Fn(Confidence) -> Result<ShareResults, InquiryError>,
    ) -> Result<Self, InquiryError> {
        Ok(Self::Difference {
            found: difference(confidence)?,
            p_value: p_value_of(difference),
            ratio: None,
        })
    }

    fn with_ratio(self, times: Result<RatioResults, InquiryError>) -> Result<Self, InquiryError> {
        let nobody = InquiryError::Estimate(EstimateError::PerhapsNobody);
        let ratio = match times {
            Err(error) if error == nobody => None,
            times => Some(times?),
        };
        Ok(match self {
            Self::Difference { found, p_value, .. } => Self::Difference {
                found,
                p_value,
                ratio,
            },
            Self::Share(found) => Self::Share(found),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use sotto_survey::{SurveyOracles, Tally};

    use super::*;

    fn survey(version: u32) -> Survey {
        let yes_no = |id: &str| {
            json!({ "id": id, "type": "yes-no", "title": { "en": id }, "epsilon": "1",
                    "decline": false })
        };
        let options: Value = ["a", "b", "c"]
            .map(|id| json!({ "id": id, "title": { "en": id } }))
            .into();
        let matrix = json!({ "id": "matrix", "type": "matrix", "title": { "en": "?" },
            "epsilon": "2", "decline": false, "reported": 2, "options": options,
            "rows": [{ "id": "one", "title": { "en": "1" } }, { "id": "two", "title": { "en": "2" } }] });
        serde_json::from_value(json!({
            "sotto": 1, "id": "asked", "version": version, "title": { "en": "Asked" },
            "languages": ["en"], "plan": "fixed", "epsilon": "9", "population": "respondents",
            "questions": [yes_no("smokes"), yes_no("old"), yes_no("direct"), yes_no("soft"),
                          matrix],
            "link": [["smokes", "old"]], "arms": [["direct", "soft"]],
        }))
        .unwrap()
    }

    /// Everybody gives the first answer to everything.
    fn results(survey: &Survey, people: u32) -> Results {
        use rand::{SeedableRng, rngs::ChaCha20Rng};
        let oracles = SurveyOracles::new(survey.clone()).unwrap();
        let mut generator = ChaCha20Rng::seed_from_u64(16);
        let sheet: Vec<_> = survey
            .questions()
            .iter()
            .map(|question| match question.shape() {
                AnswerShape::Rows(_) => question.answer_rows(&[Some(0), Some(1)]).ok(),
                _ => question.answer(0).ok(),
            })
            .collect();
        let copies: Vec<_> = (0..people)
            .map(|_| survey.randomize(&sheet, &mut generator).unwrap())
            .collect();
        let all: Vec<_> = copies.iter().collect();
        let tally = Tally::of_submissions(&oracles, &all).unwrap();
        tally.results(&oracles, Confidence::default())
    }

    fn about(question: usize, row: Option<usize>) -> Inquiry {
        Inquiry {
            first: [0].into(),
            ..Inquiry::about(Item { question, row })
        }
    }

    #[test]
    fn only_what_can_be_compared_is_offered() {
        let survey = survey(3);
        let results = results(&survey, 500);
        assert_eq!(Item::all(&survey).len(), 6);
        let versions = [Against::Version(2), Against::Version(1)];
        let offered = |inquiry: &Inquiry| inquiry.comparisons(&survey, &results);
        let item = |question, row| Against::Item(Item { question, row });
        // Of linked questions, neither is independent of the other; arms are other people than all.
        let linked = about(0, None);
        let first = [Against::Nothing, Against::Answers];
        assert_eq!(offered(&linked), [&first[..], &versions].concat());
        let with_soft = [&first[..], &[item(3, None)], &versions].concat();
        assert_eq!(offered(&about(2, None)), with_soft);
        let with_row = [&first[..], &[item(4, Some(1))], &versions].concat();
        assert_eq!(offered(&about(4, Some(0))), with_row);
        let conditions = Condition::all(&survey, linked.item);
        assert_eq!(conditions.len(), 2);
        let among = Inquiry {
            among: Some(conditions[0]),
            ..linked
        };
        let others = [Against::Nothing, Against::Among(conditions[1])];
        assert_eq!(offered(&among), others);
        assert!(
            Condition::all(
                &survey,
                Item {
                    question: 2,
                    row: None
                }
            )
            .is_empty()
        );
    }

    /// Within six standard errors: by chance a figure is farther off once in 10⁸, and the seed is fixed.
    #[test]
    fn everything_that_is_offered_has_an_answer() {
        let (now, then) = (survey(2), survey(1));
        let (results, earlier) = (results(&now, 2_000), results(&then, 1_500));
        for item in Item::all(&now) {
            let mut inquiry = Inquiry {
                first: [0].into(),
                second: [1].into(),
                ..Inquiry::about(item)
            };
            let mut conditions = vec![None];
            conditions.extend(Condition::all(&now, item).into_iter().map(Some));
            for among in conditions {
                inquiry.among = among;
                for against in inquiry.comparisons(&now, &results) {
                    inquiry.against = against;
                    assert!(inquiry.is_whole());
                    let found = inquiry.answer((&now, &results), Some((&then, &earlier)));
                    // Nobody gave the second answers: what is said of those who did is only chance.
                    let among_nobody = among.is_some_and(|among| among.category == 1)
                        || matches!(against, Against::Among(_));
                    if among_nobody {
                        continue;
                    }
                    let is_second_row = item.row == Some(1);
                    let expected = match against {
                        Against::Nothing => f64::from(u8::from(!is_second_row)),
                        Against::Answers | Against::Item(_) if is_second_row => -1.0,
                        Against::Answers => 1.0,
                        Against::Item(other) if other.row == Some(1) => 1.0,
                        Against::Item(_) | Against::Among(_) | Against::Version(_) => 0.0,
                    };
                    let (found, p_value) = match found.unwrap() {
                        Answer::Share(found) => (found, None),
                        Answer::Difference {
                            found,
                            p_value,
                            ratio,
                        } => {
                            assert!(ratio.is_none() || against == Against::Answers);
                            // Where all gave the second answer, nobody gave the first.
                            if is_second_row && against == Against::Answers {
                                let times = ratio.unwrap();
                                let away = times.estimate.abs();
                                assert!(away < 6.0 * times.standard_error, "{times:?}");
                            }
                            (found, p_value)
                        }
                    };
                    let away = (found.estimate - expected).abs();
                    assert!(away < 6.0 * found.standard_error, "{inquiry:?}: {found:?}");
                    let is_great = expected.abs() > 0.5;
                    let p_value = p_value.filter(|_| is_great);
                    assert!(p_value.is_none_or(|p| p < 1e-3), "{inquiry:?}: {p_value:?}");
                }
            }
        }
    }

    #[test]
    fn nothing_is_said_of_nobody() {
        let survey = survey(1);
        let results = results(&survey, 0);
        let found = about(0, None).answer((&survey, &results), None);
        assert_eq!(found, Err(InquiryError::TooFew));
        assert!(!Inquiry::about(about(0, None).item).is_whole());
        let half = Inquiry {
            against: Against::Answers,
            ..about(0, None)
        };
        assert!(!half.is_whole());
    }
}
