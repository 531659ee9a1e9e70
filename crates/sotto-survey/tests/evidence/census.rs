//! The sample survey, as everything else uses it.

use sotto_survey::{Category, Survey};

/// `www/surveys/census.json` as text.
pub(crate) const CENSUS: &str = include_str!("../../../../www/surveys/census.json");

/// The sample survey.
pub(crate) fn census() -> Survey {
    serde_json::from_str(CENSUS).unwrap()
}

#[test]
fn asks_what_it_should() {
    let survey = census();
    let shape: Vec<_> = survey
        .questions()
        .iter()
        .map(|question| {
            let mechanism = question.mechanism().unwrap().name();
            (
                question.id().as_str(),
                mechanism,
                question.parts()[0].domain().size(),
            )
        })
        .collect();
    assert_eq!(
        shape,
        [
            ("over-50", "two-coins", 2),
            ("occupation", "direct-encoding", 15),
            ("race", "optimized-unary-encoding", 6),
        ]
    );
    assert_eq!(survey.privacy_loss().to_string(), "2.998613");
    assert!(survey.privacy_loss() <= survey.epsilon().privacy_loss());
}

#[test]
fn speaks_both_languages_everywhere() {
    let survey = census();
    let options = survey
        .questions()
        .iter()
        .flat_map(sotto_survey::Question::categories);
    let option_titles = options.filter_map(|category| match category {
        Category::Option(option) => Some(&option.title),
        Category::Yes | Category::No | Category::Level(_) | Category::Decline => None,
    });
    let texts = [survey.title()]
        .into_iter()
        .chain(survey.description())
        .chain(survey.questions().iter().map(sotto_survey::Question::title))
        .chain(option_titles);
    for text in texts {
        assert!(text.speaks("en") && text.speaks("zh-CN"), "{text:?}");
    }
}

#[test]
fn publishing_fixes_the_integers_and_reads_back() {
    let published = serde_json::to_value(census()).unwrap();
    assert_eq!(
        published["questions"][0]["weights"],
        serde_json::json!(["3", "1"])
    );
    // ⌊2³²·e^1.5⌋ = ⌊4294967296 · 4.48168907033806…⌋
    assert_eq!(
        published["questions"][1]["weights"],
        serde_json::json!(["19248707987", "4294967296"])
    );
    // ⌈2³²/(e^0.4+1)⌉ = ⌈4294967296 · 0.40131233988754…⌉
    assert_eq!(
        published["questions"][2]["weights"],
        serde_json::json!(["2147483648", "1723623376"])
    );
    let read: Survey = serde_json::from_value(published).unwrap();
    assert_eq!(read, census());
}
