//! Whom figures are about: one choice for shares, means and the plan.

use std::collections::BTreeMap;

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_ldp::Confidence;
use sotto_survey::{
    Edit, EditClass, People, PlannedSurvey, Results, Survey, SurveyFile, SurveyOracles, Tally, Whom,
};

fn file(population: Option<&str>) -> Value {
    let mut file = json!({
        "sotto": 1, "id": "whom", "version": 1, "title": { "en": "?" }, "languages": ["en"],
        "plan": "fixed", "epsilon": "12", "weak-protection": true, "questions": [
            { "id": "share", "type": "yes-no", "title": { "en": "?" }, "decline": false, "epsilon": "4" },
            { "id": "mean", "type": "number", "title": { "en": "?" }, "decline": false, "epsilon": "4",
              "min": 0, "max": 10 },
        ],
    });
    if let Some(population) = population {
        file["population"] = json!(population);
    }
    file
}

fn survey(population: Option<&str>) -> Survey {
    serde_json::from_value(file(population)).unwrap()
}

/// A thousand people, half of whom say yes and 0, the others no and 10.
fn results(survey: &Survey) -> Results {
    let oracles = SurveyOracles::new(survey.clone()).unwrap();
    let mut generator = ChaCha20Rng::seed_from_u64(5);
    let mut tally = Tally::empty(&oracles);
    for person in 0..1_000_u32 {
        let [share, mean] = survey.questions() else {
            unreachable!("two questions")
        };
        let number = (person % 2 * 10).to_string().parse().unwrap();
        let sheet = [
            share.answer(person % 2).ok(),
            mean.answer_number(number).ok(),
        ];
        let submission = survey.randomize(&sheet, &mut generator).unwrap();
        tally.add(&oracles, &submission).unwrap();
    }
    tally.results(&oracles, Confidence::default())
}

/// Half the width of the interval of the share, and of the mean as a share of its range.
fn margins(results: &Results) -> [f64; 2] {
    let [low, high] = results.questions[0].categories[0].interval.unwrap();
    let mean = results.questions[1].mean.unwrap().interval;
    [(high - low) / 2.0, (mean[1] - mean[0]) / 20.0]
}

fn planned(survey: &Survey, population: Option<Whom>) -> PlannedSurvey {
    let people = People {
        respondents: 1_000,
        confidence: Confidence::default(),
        population,
        declining: 0.0,
        reach: BTreeMap::new(),
    };
    PlannedSurvey::new(survey, &people, |_| true).unwrap()
}

/// At ε = 4 a share of a thousand people is off by ±0.8 points of exactly these, and by ±3.2 of a population.
/// What is planned is what is told.
#[test]
fn one_choice_holds_for_every_figure_and_for_the_plan() {
    let (respondents, sampled) = (survey(Some("respondents")), survey(Some("sampled")));
    let of_respondents = results(&respondents);
    let of_sample = results(&sampled);
    assert_eq!(of_respondents.population, Whom::Respondents);
    assert_eq!(of_sample.population, Whom::Sampled);
    let (narrow, wide) = (margins(&of_respondents), margins(&of_sample));
    assert!((narrow[0] - 0.0085).abs() < 0.001, "{narrow:?}");
    assert!((wide[0] - 0.032).abs() < 0.001, "{wide:?}");
    for (survey, margins) in [(&respondents, narrow), (&sampled, wide)] {
        let planned = planned(survey, None);
        assert_eq!(planned.population, survey.population());
        for (question, margin) in planned.questions.iter().zip(margins) {
            let ratio = margin / question.margin;
            // Means are planned for the numbers that are hardest.
            assert!((0.8..1.1).contains(&ratio), "{}: {ratio}", question.id);
        }
    }
    assert!(wide[1] > 1.5 * narrow[1], "{narrow:?} {wide:?}");
}

#[test]
fn a_survey_that_does_not_say_is_taken_for_a_sample_and_says_so() {
    let (silent, sampled) = (survey(None), survey(Some("sampled")));
    let (assumed, stated) = (results(&silent), results(&sampled));
    assert!(assumed.population_assumed && !stated.population_assumed);
    assert_eq!(assumed.questions, stated.questions);
    let json = serde_json::to_value(&assumed).unwrap();
    assert_eq!(json["population"], "sampled");
    assert_eq!(json["population_assumed"], true);
    assert!(planned(&silent, None).population_assumed);
    let otherwise = planned(&silent, Some(Whom::Respondents));
    assert!(!otherwise.population_assumed);
    assert!(otherwise.questions[0].margin < planned(&silent, None).questions[0].margin / 3.0);
}

#[test]
fn the_file_keeps_what_it_says() {
    for population in [None, Some("respondents"), Some("sampled")] {
        let survey = survey(population);
        let written = serde_json::to_value(SurveyFile::from(survey.clone())).unwrap();
        assert_eq!(written["population"].as_str(), population);
        assert_eq!(serde_json::from_value::<Survey>(written).unwrap(), survey);
    }
    let error = serde_json::from_value::<Survey>(file(Some("everybody"))).unwrap_err();
    assert!(error.to_string().contains("sampled"), "{error}");
}

/// Counts are of reports, whomever they are to speak of.
#[test]
fn another_population_keeps_the_counts() {
    let edit = Edit::between(&survey(Some("sampled")), &survey(Some("respondents")));
    assert_eq!(edit.class(), EditClass::Compatible);
    assert_eq!(edit.changes()[0].pointer, "/population");
    // To say what was assumed changes nothing.
    assert!(
        Edit::between(&survey(None), &survey(Some("sampled")))
            .changes()
            .is_empty()
    );
}

/// Those who were drawn for a question are a sample of the respondents, even where these are all.
#[test]
fn drawn_questions_are_told_as_a_sample() {
    let mut file = file(Some("respondents"));
    file["plan"] = json!("sample");
    file["sample"] = json!(1);
    file["epsilon"] = json!("4");
    for question in file["questions"].as_array_mut().unwrap() {
        question.as_object_mut().unwrap().remove("epsilon");
    }
    let survey: Survey = serde_json::from_value(file).unwrap();
    let margins = margins(&results(&survey));
    let half = 0.032 * 2.0_f64.sqrt();
    assert!((margins[0] - half).abs() < 0.003, "{margins:?}");
}
