//! What linked answers teach: a classifier from a survey's estimates, if all of its links share one question.

use sotto_ldp::Confidence;
use sotto_learn::{EstimatedTable, NaiveBayes, Recipe, Schema};
use sotto_survey::{Category, Joint, JointResults, Question, Results, Survey};

/// Combinations of answers over which a classifier's own accuracy is added up; of more it is not told.
const COMBINATIONS: u64 = 50_000;

/// A share and its interval, cut at 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Share {
    pub(super) estimate: f64,
    pub(super) interval: [f64; 2],
}

/// What was learned.
#[derive(Clone, Debug)]
pub(super) struct Learned {
    /// The question that is predicted, by its index.
    pub(super) class: usize,
    /// Which of its categories can be predicted: all but "Prefer not to answer".
    pub(super) classes: Vec<u32>,
    /// The questions that tell of it, by their indices.
    pub(super) features: Vec<usize>,
    pub(super) classifier: NaiveBayes,
    /// For each feature, for each of its values, its share within each class.
    pub(super) conditionals: Vec<Vec<Vec<Share>>>,
}

/// A feature's joint shares with the classes, value by value.
struct JointShares {
    /// Each with its error.
    cells: Vec<(f64, f64)>,
    reports: u64,
}

impl Learned {
    /// `None` where the links share no question, or there are too few reports of one of them.
    pub(super) fn new(survey: &Survey, results: &Results) -> Option<Self> {
        let class = survey.class_question()?;
        let of_class = survey.questions().get(class)?;
        let classes: Vec<u32> = (0..)
            .zip(of_class.categories())
            .filter(|(_, category)| !matches!(category, Category::Decline))
            .map(|(index, _)| index)
            .collect();
        let (mut features, mut joints) = (Vec::new(), Vec::new());
        for joint in survey.joints() {
            let estimated = results.joints.iter().find(|one| one.id == joint.name())?;
            for (member, &feature) in joint.questions().iter().enumerate() {
                if feature != class {
                    features.push(feature);
                    joints.push(joint_shares(joint, estimated, (member, class), &classes)?);
                }
            }
        }
        let sizes = joints
            .iter()
            .map(|joint| joint.cells.len() / classes.len().max(1));
        let sizes = sizes.filter_map(|size| u32::try_from(size).ok()).collect();
        let schema = Schema::new(u32::try_from(classes.len()).ok()?, sizes).ok()?;
        let tables = joints
            .iter()
            .map(|joint| EstimatedTable::new(&joint.cells, joint.reports));
        let tables: Vec<_> = tables.collect();
        let classifier = Recipe::Pooled.train_on(&schema, &tables, None).ok()?;
        let confidence = Confidence::new(results.confidence).unwrap_or_default();
        let conditionals = joints
            .iter()
            .map(|joint| conditionals(joint, classes.len(), confidence));
        Some(Self {
            conditionals: conditionals.collect(),
            class,
            classes,
            features,
            classifier,
        })
    }

    /// How often it is right, if the answers tell of each other by the class alone; `None` where there are too
    /// many combinations of answers.
    pub(super) fn accuracy(&self) -> Option<f64> {
        self.classifier.expected_accuracy(COMBINATIONS)
    }

    /// The category of a class.
    pub(super) fn category<'a>(&self, survey: &'a Survey, class: u32) -> Option<Category<'a>> {
        let index = *self.classes.get(class as usize)?;
        let question: &Question = survey.questions().get(self.class)?;
        question.categories().nth(index as usize)
    }
}

/// The joint shares of a member of a link and the class, which may have a third question between them.
fn joint_shares(
    joint: &Joint,
    estimated: &JointResults,
    (member, class): (usize, usize),
    classes: &[u32],
) -> Option<JointShares> {
    let of_class = joint.questions().iter().position(|one| *one == class)?;
    let values = *joint.sizes().get(member)? as usize;
    let mut cells: Vec<(f64, f64)> = vec![(0.0, 0.0); values * classes.len()];
    for (cell, found) in (0..).zip(&estimated.cells) {
        let categories = joint.categories(cell);
        let (value, class) = (*categories.get(member)?, *categories.get(of_class)?);
        let Some(class) = classes.iter().position(|one| *one == class) else {
            continue;
        };
        let (estimate, error) = found.estimate.zip(found.standard_error)?;
        let sum = cells.get_mut(value as usize * classes.len() + class)?;
        // Of a sum of cells, whose errors hardly depend on each other.
        *sum = (sum.0 + estimate, sum.1.hypot(error));
    }
    Some(JointShares {
        cells,
        reports: estimated.reports,
    })
}

/// The share of each value within each class: a quotient, whose error is that of its parts to first order.
fn conditionals(joint: &JointShares, classes: usize, confidence: Confidence) -> Vec<Vec<Share>> {
    let of_class = |class: usize| joint.cells.iter().skip(class).step_by(classes.max(1));
    let share = |(index, (estimate, error)): (usize, &(f64, f64))| {
        let class = index % classes.max(1);
        let total: f64 = of_class(class).map(|(share, _)| share).sum();
        let others = of_class(class).map(|(_, error)| error * error).sum::<f64>() - error * error;
        // A class that may have nobody says nothing of its members.
        if total <= 0.0 {
            return Share {
                estimate: 0.0,
                interval: [0.0, 1.0],
            };
        }
        let quotient = estimate / total;
        let variance = (1.0 - quotient).powi(2) * error * error + quotient * quotient * others;
        let reach = confidence.standard_deviations() * variance.sqrt() / total;
        Share {
            estimate: quotient.clamp(0.0, 1.0),
            interval: [quotient - reach, quotient + reach].map(|end| end.clamp(0.0, 1.0)),
        }
    };
    let shares: Vec<Share> = joint.cells.iter().enumerate().map(share).collect();
    shares
        .chunks(classes.max(1))
        .map(<[Share]>::to_vec)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng, rngs::ChaCha20Rng};
    use sotto_survey::{SurveyOracles, Tally};

    fn survey() -> Survey {
        let question = |id: &str, options: &[&str], decline: bool| {
            let option = |id: &&str| serde_json::json!({ "id": id, "title": { "en": id } });
            let options: Vec<_> = options.iter().map(option).collect();
            serde_json::json!({ "id": id, "type": "single-choice", "title": { "en": id },
                "options": options, "decline": decline })
        };
        let file = serde_json::json!({
            "sotto": 1, "id": "mushrooms", "version": 1, "title": { "en": "Mushrooms" }, "languages": ["en"],
            "plan": "sample", "sample": 1, "epsilon": "3",
            "questions": [question("odor", &["none", "foul", "almond"], true),
                question("class", &["edible", "poisonous"], true),
                question("cap", &["flat", "round"], false)],
            "link": [["odor", "class"], ["class", "cap"]],
        });
        serde_json::from_value(file).unwrap()
    }

    /// Nine in ten poisonous mushrooms smell foul, and no other does. Seeded; each share lies within five
    /// errors but once in 1.7 million.
    #[test]
    fn a_survey_teaches_what_its_answers_say() {
        let survey = survey();
        let oracles = SurveyOracles::new(survey.clone()).unwrap();
        let (mut tally, mut rng) = (Tally::empty(&oracles), ChaCha20Rng::seed_from_u64(5));
        assert!(Learned::new(&survey, &tally.results(&oracles, Confidence::default())).is_none());
        for _ in 0..20_000 {
            let class = u32::from(rng.next_u32() % 10 < 4);
            let odor = if class == 1 && rng.next_u32() % 10 < 9 {
                1
            } else {
                2 * (rng.next_u32() % 2)
            };
            let answers = [odor, class, rng.next_u32() % 2];
            let sheet = survey.questions().iter().zip(answers);
            let sheet: Vec<_> = sheet.map(|(one, answer)| one.answer(answer).ok()).collect();
            tally
                .add(&oracles, &survey.randomize(&sheet, &mut rng).unwrap())
                .unwrap();
        }
        let learned =
            Learned::new(&survey, &tally.results(&oracles, Confidence::default())).unwrap();
        assert_eq!(
            (learned.class, &learned.features[..], &learned.classes[..]),
            (1, &[0, 2][..], &[0, 1][..])
        );
        assert!((learned.classifier.prior()[1] - 0.4).abs() < 0.05);
        assert_eq!(learned.classifier.predict(&[1, 0]), Ok(1));
        assert_eq!(learned.classifier.predict(&[0, 0]), Ok(0));
        // 0.6 of edible ones, and 0.36 of the poisonous.
        let accuracy = learned.accuracy().unwrap();
        assert!((accuracy - 0.96).abs() < 0.05, "{accuracy}");
        let foul = learned.conditionals[0][1][1];
        assert!(foul.interval[0] < 0.9 && 0.9 < foul.interval[1], "{foul:?}");
        assert!(foul.interval[1] - foul.interval[0] < 0.3, "{foul:?}");
        assert!(
            learned
                .category(&survey, 1)
                .is_some_and(|category| category.id() == "poisonous")
        );
    }
}
