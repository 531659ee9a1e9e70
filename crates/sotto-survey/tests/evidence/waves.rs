//! Surveys in waves: what is published, what a device keeps, what is sent, and what is estimated.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_survey::{PermanentReports, SubmissionError, Survey, SurveyOracles, Tally};

fn file() -> Value {
    let option = |id: &str| json!({ "id": id, "title": { "en": id } });
    json!({
        "sotto": 1, "id": "mood", "version": 1, "title": { "en": "Mood" }, "languages": ["en"],
        "plan": "fixed", "epsilon": "6", "epsilon-first": "3", "questions": [
            { "id": "well", "type": "yes-no", "title": { "en": "?" }, "epsilon": "2" },
            { "id": "most", "type": "multiple-choice", "title": { "en": "?" }, "epsilon": "2",
              "options": [option("a"), option("b"), option("c")], "at-most": 1, "decline": false },
            { "id": "where", "type": "dropdown", "title": { "en": "?" }, "epsilon": "2",
              "options": (0..60).map(|place| option(&format!("p{place}"))).collect::<Vec<_>>() },
        ]
    })
}

fn survey(change: impl Fn(&mut Value)) -> Result<Survey, String> {
    let mut file = file();
    change(&mut file);
    serde_json::from_value(file).map_err(|error| error.to_string())
}

#[test]
fn what_is_published_names_both_layers_and_reads_back() {
    let survey = survey(|_| ()).unwrap();
    let names: Vec<_> = survey
        .questions()
        .iter()
        .map(|question| question.mechanism().unwrap().name())
        .collect();
    let direct = "longitudinal-direct-encoding";
    assert_eq!(names, [direct, direct, "longitudinal-unary-encoding"]);
    for part in survey.parts() {
        assert_eq!(part.parameters().len(), 4);
        assert!(part.first_loss() < part.privacy_loss());
    }
    assert!(survey.privacy_loss() <= survey.epsilon().privacy_loss());
    assert!(survey.first_loss() <= survey.epsilon_first().unwrap().privacy_loss());
    assert!(survey.first_loss().to_f64() > 2.99);
    let published = serde_json::to_value(&survey).unwrap();
    let again = Survey::published(serde_json::from_value(published).unwrap()).unwrap();
    assert_eq!(again, survey);
    assert_eq!(again.pinned_parameters(), survey.pinned_parameters());
    let first = survey.pinned_parameters();
    assert!(first.starts_with("sotto 1 mood 6 first 3\n"), "{first}");
}

#[test]
fn what_cannot_be_kept_through_waves_is_refused() {
    let refused = |words: &str, change: &dyn Fn(&mut Value)| {
        let said = survey(change).unwrap_err();
        assert!(said.contains(words), "{said}");
    };
    refused("must be below", &|file| file["epsilon-first"] = json!("6"));
    refused("cannot ask for numbers", &|file| {
        file["questions"][0] = json!({ "id": "n", "type": "number", "title": { "en": "?" },
            "min": 0, "max": 9, "epsilon": "2" });
    });
    refused("every question in every wave", &|file| {
        file["plan"] = json!("sample");
        file["sample"] = json!(1);
    });
    refused("every part in every wave", &|file| {
        file["questions"][1]["reported"] = json!(1);
    });
    refused("two layers", &|file| {
        file["questions"][0]["mechanism"] = json!("randomized-response");
    });
    // The published integers of a survey that says less than they cost.
    let published = serde_json::to_value(survey(|_| ()).unwrap()).unwrap();
    for (field, words) in [
        ("epsilon", "together cost"),
        ("epsilon-first", "single copy costs"),
    ] {
        let mut file = published.clone();
        file[field] = json!("2.5");
        let said = serde_json::from_value::<Survey>(file)
            .unwrap_err()
            .to_string();
        assert!(said.contains(words), "{said}");
    }
    // Two layers belong to surveys in waves.
    let mut file = published;
    file.as_object_mut().unwrap().remove("epsilon-first");
    assert!(serde_json::from_value::<Survey>(file).is_err());
}

#[test]
fn every_wave_is_drawn_from_what_is_kept_and_never_from_the_answers() {
    let survey = survey(|_| ()).unwrap();
    let mut rng = ChaCha20Rng::seed_from_u64(5);
    let [well, most, where_] = survey.questions() else {
        panic!("three questions");
    };
    let answers = [
        well.answer(0).ok(),
        most.answer_set(&[1]).ok(),
        where_.answer(17).ok(),
    ];
    let kept = survey.memoise(&answers, &mut rng).unwrap();
    let text = kept.to_text(&survey);
    assert!(!format!("{kept:?}").contains('1'));
    // The next wave is the next version; what was kept reads there.
    let mut next = serde_json::to_value(&survey).unwrap();
    next["version"] = json!(2);
    let next: Survey = serde_json::from_value(next).unwrap();
    assert_eq!(next.pinned_parameters(), survey.pinned_parameters());
    let read = PermanentReports::read(serde_json::from_str(&text).unwrap(), &next).unwrap();
    let copies: Vec<_> = (0..400)
        .map(|_| next.draw_copy(&read, &mut rng).unwrap())
        .collect();
    assert_ne!(copies[0].reports(), copies[1].reports());
    let lengths: Vec<_> = copies.iter().map(|copy| copy.body(&next).len()).collect();
    assert!(lengths.iter().all(|&length| length == next.body_length()));
    // The first part's report is the kept value more often than not, whatever the answer was: of
    // 400 with chance 0.80 fewer than 260 come once in 10⁹ runs, and the seed is fixed.
    let file: Value = serde_json::from_str(&text).unwrap();
    let kept = file["reports"]["well"].as_u64().unwrap();
    let same = copies
        .iter()
        .filter(|copy| copy.reports()[0].as_ref().unwrap().to_string() == kept.to_string());
    let same = same.count();
    assert!((260..400).contains(&same), "{same}");
}

/// 4,000 people of whom 30 % are well, over two waves with the same answers.
#[test]
fn each_wave_is_estimated_by_the_chain_of_both_layers() {
    let mut rng = ChaCha20Rng::seed_from_u64(11);
    let survey = survey(|_| ()).unwrap();
    let oracles = SurveyOracles::new(survey.clone()).unwrap();
    let mut tallies = [(); 2].map(|()| Tally::empty(&oracles));
    let [well, most, where_] = survey.questions() else {
        panic!("three questions");
    };
    for person in 0..4000_u32 {
        let answers = [
            well.answer(u32::from(person % 10 >= 3)).ok(),
            most.answer_set(&[person % 3]).ok(),
            where_.answer(person % 2 * 7).ok(),
        ];
        let kept = survey.memoise(&answers, &mut rng).unwrap();
        for tally in &mut tallies {
            let copy = survey.draw_copy(&kept, &mut rng).unwrap();
            tally.add(&oracles, &copy).unwrap();
        }
    }
    for tally in &tallies {
        let results = tally.results(&oracles, sotto_ldp::Confidence::default());
        let truths = [(0, 0, 0.3), (1, 2, 1.0 / 3.0), (2, 7, 0.5), (2, 8, 0.0)];
        for (question, category, truth) in truths {
            let found = &results.questions[question].categories[category];
            let error = (found.estimate.unwrap() - truth).abs();
            // Five standard errors: 8 comparisons, once in 200,000 runs, and the seed is fixed.
            assert!(error < 5.0 * found.standard_error.unwrap(), "{found:?}");
        }
    }
}

#[test]
fn what_was_kept_of_another_survey_is_refused_by_the_name_of_its_question() {
    let mut rng = ChaCha20Rng::seed_from_u64(3);
    let kept_of = survey(|_| ()).unwrap();
    let [well, most, where_] = kept_of.questions() else {
        panic!("three questions");
    };
    let answers = [
        well.answer(0).ok(),
        most.answer_set(&[1]).ok(),
        where_.answer(17).ok(),
    ];
    let kept = kept_of.memoise(&answers, &mut rng).unwrap();

    let fewer_places = survey(|file| {
        let places = file["questions"][2]["options"].as_array_mut();
        places.unwrap().truncate(40);
    });
    let refused = fewer_places.unwrap().draw_copy(&kept, &mut rng);
    assert!(
        matches!(
            &refused,
            Err(SubmissionError::Impossible { question, .. }) if question == "where"
        ),
        "{refused:?}"
    );

    let fewer_questions = survey(|file| {
        file["questions"].as_array_mut().unwrap().truncate(2);
    });
    let fewer_questions = fewer_questions.unwrap();
    let (expected, found) = (fewer_questions.part_count(), kept_of.part_count());
    assert_eq!(
        fewer_questions.draw_copy(&kept, &mut rng).err(),
        Some(SubmissionError::ReportCount { expected, found })
    );
}
