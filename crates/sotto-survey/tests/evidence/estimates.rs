//! Estimates of every type of question: unbiased, with standard errors that are the spread of the
//! estimates, and intervals that hold.
//!
//! Each test repeats a crowd many times with a fixed seed. The mean of R estimates is within 6
//! standard errors of the truth, and their spread within 6 of its own (1/√(2(R−1)) of it): another
//! seed would fail with a chance below 1e-6 over all figures.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_ldp::Confidence;
use sotto_survey::{Answer, QuestionResults, Survey, SurveyOracles, Tally};

/// A survey of one question.
fn survey(question: &Value) -> SurveyOracles {
    let text = json!({ "en": "?" });
    let mut asked = json!({ "id": "q", "title": text });
    let object = asked.as_object_mut().unwrap();
    object.extend(question.as_object().unwrap().clone());
    let file = json!({
        "sotto": 1, "id": "one", "version": 1, "title": text, "languages": ["en"],
        "plan": "split", "epsilon": "4", "questions": [asked],
    });
    SurveyOracles::new(serde_json::from_value(file).unwrap()).unwrap()
}

/// The results of a crowd.
fn results(
    oracles: &SurveyOracles,
    crowd: &[Option<Answer>],
    generator: &mut ChaCha20Rng,
) -> QuestionResults {
    let mut tally = Tally::empty(oracles);
    for answer in crowd {
        let sheet = [answer.clone()];
        let submission = oracles.survey().randomize(&sheet, generator).unwrap();
        tally.add(oracles, &submission).unwrap();
    }
    let mut results = tally.results(oracles, Confidence::default());
    results.questions.remove(0)
}

/// An estimate, its standard error and its interval.
type Figure = (f64, f64, [f64; 2]);

const ROUNDS: u32 = 60;

/// Repeats a crowd and holds each figure against its truth.
///
/// `sampled` is how much of a standard error is due to sampling, which repeating the same crowd
/// does not show: the spread may be smaller by as much.
fn assert_honest(
    oracles: &SurveyOracles,
    crowd: &[Option<Answer>],
    truths: &[f64],
    sampled: bool,
    figures: impl Fn(&QuestionResults) -> Vec<Figure>,
) {
    let mut generator = ChaCha20Rng::seed_from_u64(20_261_121);
    let rounds = f64::from(ROUNDS);
    let mut found = vec![Vec::new(); truths.len()];
    for _ in 0..ROUNDS {
        let of_round = figures(&results(oracles, crowd, &mut generator));
        assert_eq!(of_round.len(), truths.len());
        for (all, figure) in found.iter_mut().zip(of_round) {
            all.push(figure);
        }
    }
    for (place, (figures, truth)) in found.iter().zip(truths).enumerate() {
        let mean = figures.iter().map(|figure| figure.0).sum::<f64>() / rounds;
        let told = figures.iter().map(|figure| figure.1).sum::<f64>() / rounds;
        let squares = figures.iter().map(|figure| (figure.0 - mean).powi(2));
        let spread = (squares.sum::<f64>() / (rounds - 1.0)).sqrt();
        assert!(
            (mean - truth).abs() < 6.0 * told / rounds.sqrt(),
            "{place}: {mean} for {truth}, standard error {told}"
        );
        let tolerance = 6.0 / (2.0 * (rounds - 1.0)).sqrt();
        let ratio = spread / told;
        let least = if sampled { 0.5 } else { 1.0 } - tolerance;
        assert!(
            least < ratio && ratio < 1.0 + tolerance,
            "{place}: spread {spread}, told {told}"
        );
        let holds = |figure: &&Figure| figure.2[0] <= *truth && *truth <= figure.2[1];
        let held = figures.iter().filter(holds).count();
        // Of 60 at 0.95, fewer than 46 hold with a chance below 1e-6.
        assert!(held >= 46, "{place}: {held} of {ROUNDS} hold");
    }
}

fn options(ids: &[&str]) -> Value {
    let option = |id: &&str| json!({ "id": id, "title": { "en": id } });
    ids.iter().map(option).collect()
}

fn of_categories(results: &[sotto_survey::CategoryResults]) -> Vec<Figure> {
    let figure = |category: &sotto_survey::CategoryResults| {
        (
            category.estimate.unwrap(),
            category.standard_error.unwrap(),
            category.interval.unwrap(),
        )
    };
    results.iter().map(figure).collect()
}

#[test]
fn options_of_a_multiple_choice() {
    for reported in [1, 4] {
        let oracles = survey(&json!({
            "type": "multiple-choice", "options": options(&["a", "b", "c"]), "reported": reported,
        }));
        let question = &oracles.survey().questions()[0];
        let crowd: Vec<_> = (0..1_000)
            .map(|person| match person % 10 {
                0 => None,
                1..=3 => Some(question.answer_set(&[0]).unwrap()),
                4..=5 => Some(question.answer_set(&[0, 1]).unwrap()),
                _ => Some(question.answer_set(&[1, 2]).unwrap()),
            })
            .collect();
        // One option drawn for each respondent is a sample of the respondents.
        let truths = [0.5, 0.6, 0.4, 0.1];
        assert_honest(&oracles, &crowd, &truths, reported == 1, |results| {
            let reports: u64 = results.categories.iter().filter_map(|c| c.reports).sum();
            assert_eq!(reports, 1_000 * reported);
            assert_eq!(results.reports, 1_000);
            of_categories(&results.categories)
        });
    }
}

/// One report of the whole set: everybody's tells of every option.
#[test]
fn options_of_a_whole_set() {
    let oracles = survey(&json!({
        "type": "multiple-choice", "options": options(&["a", "b", "c", "d"]), "at-most": 2,
        "mechanism": "privset",
    }));
    let question = &oracles.survey().questions()[0];
    let crowd: Vec<_> = (0..1_000)
        .map(|person| match person % 10 {
            0 => None,
            1..=3 => Some(question.answer_set(&[0]).unwrap()),
            4..=5 => Some(question.answer_set(&[0, 1]).unwrap()),
            _ => Some(question.answer_set(&[1, 2]).unwrap()),
        })
        .collect();
    let truths = [0.5, 0.6, 0.4, 0.0, 0.1];
    assert_honest(&oracles, &crowd, &truths, false, |results| {
        assert_eq!(results.reports, 1_000);
        let reports = results.categories.iter().map(|category| category.reports);
        assert!(reports.into_iter().all(|reports| reports == Some(1_000)));
        // Of a set the shares need not add up to 1.
        let consistent = results.categories.iter().filter_map(|c| c.consistent);
        assert!(consistent.sum::<f64>() > 1.1);
        of_categories(&results.categories)
    });
}

#[test]
fn rows_of_a_matrix() {
    let oracles = survey(&json!({
        "type": "matrix", "options": options(&["a", "b"]),
        "rows": [{ "id": "x", "title": { "en": "x" } }, { "id": "y", "title": { "en": "y" } }],
    }));
    let question = &oracles.survey().questions()[0];
    let crowd: Vec<_> = (0..1_000)
        .map(|person| {
            let row = |chosen| if chosen { Some(0) } else { Some(1) };
            let second = (person % 5 != 0).then_some(0);
            Some(
                question
                    .answer_rows(&[row(person % 4 == 0), second])
                    .unwrap(),
            )
        })
        .collect();
    let truths = [0.25, 0.75, 0.0, 0.8, 0.0, 0.2];
    assert_honest(&oracles, &crowd, &truths, true, |results| {
        let rows = results.rows.as_ref().unwrap();
        rows.iter()
            .flat_map(|row| of_categories(&row.categories))
            .collect()
    });
}

#[test]
fn a_number_without_declining() {
    let oracles = survey(&json!({ "type": "number", "min": 0, "max": 24, "decline": false }));
    let question = &oracles.survey().questions()[0];
    let crowd: Vec<_> = (0..1_000)
        .map(|person| Some(question.answer_number((5 + person % 5).into()).unwrap()))
        .collect();
    assert_honest(&oracles, &crowd, &[7.0], true, |results| {
        assert!(results.answered.is_none());
        let mean = results.mean.unwrap();
        vec![(mean.estimate, mean.standard_error, mean.interval)]
    });
}

/// A third of the crowd declines: the mean is that of the others, and so is the distribution.
#[test]
fn declining_is_taken_out_of_numbers() {
    let oracles = survey(&json!({ "type": "number", "min": 0, "max": 24 }));
    let question = &oracles.survey().questions()[0];
    let crowd: Vec<_> = (0..1_500)
        .map(|person| match person % 3 {
            0 => None,
            _ => Some(question.answer_number((3 + person % 5).into()).unwrap()),
        })
        .collect();
    assert_honest(&oracles, &crowd, &[5.0, 2.0 / 3.0], true, |results| {
        let (mean, answered) = (results.mean.unwrap(), results.answered.unwrap());
        vec![
            (mean.estimate, mean.standard_error, mean.interval),
            (
                answered.estimate,
                answered.standard_error,
                answered.interval,
            ),
        ]
    });
}

#[test]
fn several_numbers() {
    let text = json!({ "en": "?" });
    let oracles = survey(&json!({ "type": "numbers", "fields": [
        { "id": "x", "title": text, "min": 0, "max": 10 },
        { "id": "y", "title": text, "min": -10, "max": 10 },
    ] }));
    let question = &oracles.survey().questions()[0];
    let crowd: Vec<_> = (0..1_500)
        .map(|person| {
            let numbers = [Some((person % 5).into()), Some((person % 7 - 9).into())];
            (person % 10 != 0).then(|| question.answer_numbers(&numbers).unwrap())
        })
        .collect();
    let given = || (0..1_500).filter(|person| person % 10 != 0);
    let mean = |value: fn(i32) -> i32| {
        given().map(|person| f64::from(value(person))).sum::<f64>() / given().count() as f64
    };
    let truths = [mean(|person| person % 5), mean(|person| person % 7 - 9)];
    assert_honest(&oracles, &crowd, &truths, true, |results| {
        let fields = results.fields.as_ref().unwrap();
        let figure = |field: &sotto_survey::FieldResults| {
            let mean = field.mean.unwrap();
            (mean.estimate, mean.standard_error, mean.interval)
        };
        fields.iter().map(figure).collect()
    });
}

/// Half of the crowd answers around 5, a quarter around 15, a quarter declines. Each of the ten
/// ranges is found to within 6 standard errors and what smoothing may blur.
#[test]
fn a_distribution_without_those_who_decline() {
    let oracles = survey(&json!({
        "type": "slider", "min": 0, "max": 19, "estimate": "distribution",
    }));
    let question = &oracles.survey().questions()[0];
    let number = |person: i32| match person % 4 {
        0 | 1 => Some(3 + person / 4 % 5),
        2 => Some(13 + person / 4 % 5),
        _ => None,
    };
    let answer = |number: i32| question.answer_number(number.into()).unwrap();
    let crowd: Vec<_> = (0..20_000)
        .map(|person| number(person).map(answer))
        .collect();
    let mut generator = ChaCha20Rng::seed_from_u64(3);
    let found = results(&oracles, &crowd, &mut generator);
    let bins = found.distribution.unwrap();
    assert_eq!(bins.len(), 20);
    let all: f64 = bins.iter().map(|bin| bin.estimate).sum();
    assert!((all - 1.0).abs() < 1e-9);
    let share = |from: f64, to: f64| -> (f64, f64) {
        let within = bins.iter().filter(|bin| from <= bin.from && bin.to <= to);
        within.fold((0.0, 0.0), |sum, bin| {
            (sum.0 + bin.estimate, sum.1 + bin.standard_error.powi(2))
        })
    };
    for (from, to, truth) in [(0.0, 9.0, 2.0 / 3.0), (10.0, 19.0, 1.0 / 3.0)] {
        let (estimate, variance) = share(from, to);
        assert!(
            (estimate - truth).abs() < 6.0 * variance.sqrt(),
            "{estimate} for {truth}, {variance}"
        );
    }
    for bin in &bins {
        assert!(
            bin.standard_error > 0.0 && bin.standard_error < 0.1,
            "{bin:?}"
        );
    }
}

#[test]
fn nothing_is_told_below_the_minimum() {
    let text = json!({ "en": "?" });
    let file = json!({
        "sotto": 1, "id": "one", "version": 1, "title": text, "languages": ["en"],
        "plan": "split", "epsilon": "4", "minimum-reports": 3, "questions": [
            { "id": "a", "type": "yes-no", "title": text },
            { "id": "b", "type": "multiple-choice", "title": text, "options": options(&["a", "b"]),
              "reported": 3 },
            { "id": "c", "type": "number", "title": text, "min": 0, "max": 9,
              "estimate": "distribution" },
        ],
    });
    let survey: Survey = serde_json::from_value(file).unwrap();
    let oracles = SurveyOracles::new(survey).unwrap();
    let mut generator = ChaCha20Rng::seed_from_u64(1);
    let mut tally = Tally::empty(&oracles);
    for reports in 1..=3 {
        let submission = oracles
            .survey()
            .randomize(&[None, None, None], &mut generator);
        tally.add(&oracles, &submission.unwrap()).unwrap();
        let results = tally.results(&oracles, Confidence::default());
        for question in &results.questions {
            assert_eq!(question.reports, reports);
            for category in &question.categories {
                assert_eq!(category.count.is_some(), reports == 3);
                assert_eq!(category.estimate.is_some(), reports == 3);
                assert_eq!(category.consistent.is_some(), reports == 3);
            }
        }
        assert_eq!(results.questions[2].answered.is_some(), reports == 3);
        if reports < 3 {
            assert!(results.questions[2].mean.is_none());
            assert!(results.questions[2].distribution.is_none());
        }
    }
}
